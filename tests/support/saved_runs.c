#include "tests/support/saved_runs.h"

#include "tests/support/files.h"
#include "tests/support/support.h"

atomic_bool cured;

static bool test_choose(Bot *bot, const State *state, Rng *rng, Move *move,
                        Error *why) {
  bool shaky = strcmp(bot->spec, "shaky.bot") == 0 && rng_below(rng, 10) == 0;
  bool weak = strcmp(bot->spec, "weak.bot") == 0 && !atomic_load(&cured);
  if (shaky || weak)
    return error_set(why, "%s, \"as ever\"", bot->spec);
  *move = game_random_move(bot->game, state, rng);
  bot->nodes += 3;
  if (strcmp(bot->spec, "stop.bot") == 0)
    count_move();
  return true;
}

const TestBots SAVED_RUN_BOTS = {
    {".bot", NULL, open_test_bot},
    {.options = (const Option[]){{NULL}}, .choose = test_choose}};

const Setup SETUP[SETUPS] = {
    {"tictacdoh", {"random"}, 1, SEATING_FIXED, 300},
    {"tictacdoh", {"a.bot", "random"}, 2, SEATING_FIXED, 50},
    {"quoridor:size=5", {"random", "b.bot"}, 2, SEATING_ROTATED, 22},
    {"tictacdoh:players=3",
     {"random", "a.bot", "bots/random.lua", "bots/onestep.lua"},
     4,
     SEATING_EVERY,
     48},
    {"dorix:players=4", {"random"}, 1, SEATING_FIXED, 12},
    {"dorix:players=4,pawns=4",
     {"random", "a.bot", "b.bot"},
     3,
     SEATING_EVERY,
     18},
    {"orbital", {"random", "b.bot"}, 2, SEATING_ROTATED, 30, 2, 3, 0},
    {"tictacdoh", {"random"}, 1, SEATING_FIXED, 3, 4, 4, 0},  /* has no games */
    {"quoridor", {"random"}, 1, SEATING_FIXED, 20, 0, 0, 30}, /* truncated */
    {"tictacdoh", {"shaky.bot", "random"}, 2, SEATING_ROTATED, 40},
    {"tictacdoh:players=3", {"weak.bot"}, 1, SEATING_FIXED, 5},
    {"games/nim.lua", {"random", "a.bot"}, 2, SEATING_ROTATED, 30},
    {"variants/quoridor_walled.lua", {"random"}, 1, SEATING_FIXED, 6},
    {"variants/quoridor_opening.lua", {"random"}, 1, SEATING_FIXED, 6},
    {.game = "orbital",
     .bots = {"random", "b.bot"},
     .count = 2,
     .seating = SEATING_ROTATED,
     .games = 30,
     .shard = 2,
     .shards = 4, /* cuts a pair */
     .pairs = true,
     .opening = 3},
    {.game = "games/nim.lua",
     .bots = {"random", "a.bot"},
     .count = 2,
     .seating = SEATING_FIXED,
     .games = 30,
     .opening = 2},
};
const Setup HURT = {"tictacdoh", {"a.bot", "random"}, 2, SEATING_FIXED, 10};

RunEnd play_new(Run *run, RunPlan plan) {
  Error error = {0};
  const RunCallbacks callbacks = {.stop = &stop};
  clear(plan.out);
  plan.until = plan.shards ? NULL : "seat1=1%";
  atomic_store(&stop, false);
  run_after(501, request_stop);
  if (!run_open(run, &plan, &error))
    fail_msg("%s", error.message);
  RunEnd end = run_play(run, &callbacks, &error);
  if (end == RUN_FAILED)
    fail_msg("%s", error.message);
  return end;
}

void play_into(const Setup *setup, bool moves, const char *out) {
  RunPlan plan = plan_of(setup, out);
  Run run;
  plan.moves = moves;
  play_new(&run, plan);
  run_close(&run);
}

static bool take_match(void *context, uint64_t index, const Match *match,
                       Error *error) {
  Matches *m = context;
  (void)error;
  if (m->count == 0)
    m->first = index;
  assert_int_equal(index, m->first + m->count);
  m->list = realloc(m->list, (m->count + 1) * sizeof *m->list);
  m->list[m->count++] = *match;
  return true;
}

void must_read(Run *run, const char *dir, Matches *matches) {
  Error error = {0};
  if (!run_read(run, dir, matches ? take_match : NULL, matches, &error))
    fail_msg("%s", error.message);
}

void must_not_read(const char *dir, const char *message) {
  Run run;
  Error error = {0};
  if (run_read(&run, dir, NULL, NULL, &error))
    fail_msg("%s was read; should say: %s", dir, message);
  assert_message(&error, message);
}
