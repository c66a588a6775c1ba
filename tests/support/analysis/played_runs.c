#include "tests/support/analysis/played_runs.h"

#include "tests/support/files.h"
#include "tests/support/support.h"
#include <sys/stat.h>

RunEnd play(const RunPlan *plan, Error *error) {
  Run run;
  const ExperimentCallbacks callbacks = {.stop = &stop};
  error_clear(error);
  if (!experiment_open(&run, plan, error))
    return RUN_FAILED;
  RunEnd end = experiment_play(&run, &callbacks, error);
  run_close(&run);
  assert_int_equal(end == RUN_FAILED, error_is_set(error));
  return end;
}

void must_play(const RunPlan *plan) {
  Error error;
  run_after(0, NULL);
  atomic_store(&stop, false);
  RunEnd end = play(plan, &error);
  if (end != RUN_DONE)
    fail_msg("%s: %d %s", plan->out, end, error.message);
}

RunEnd play_a_while(const RunPlan *plan, int moves) {
  Error error;
  atomic_store(&stop, false);
  run_after(moves, request_stop);
  RunEnd end = play(plan, &error);
  if (end == RUN_FAILED)
    fail_msg("%s", error.message);
  atomic_store(&stop, false);
  return end;
}

void must_fail(const RunPlan *plan, const char *message) {
  Error error;
  RunEnd end = play(plan, &error);
  if (end != RUN_FAILED)
    fail_msg("a run was played that should fail: %s", message);
  assert_message(&error, message);
}

void play_whole(const Setup *setup, const char *out) {
  RunPlan plan = plan_of(setup, out);
  clear(out);
  must_play(&plan);
}

const Setup VARIED[VARIED_RUNS] = {
    {"tictacdoh", {"random"}, 1, SEATING_FIXED, 700},
    {"quoridor:size=5", {"random", "counting.bot"}, 2, SEATING_ROTATED, 60},
    {"tictacdoh:players=3",
     {"random", "counting.bot", "bots/random.lua", "bots/onestep.lua"},
     4,
     SEATING_EVERY,
     48},
    {"dorix:players=4,pawns=4",
     {"random", "counting.bot"},
     2,
     SEATING_EVERY,
     20},
    {"tictacdoh",
     {"bots/threats.lua", "bots/random.lua"},
     2,
     SEATING_ROTATED,
     20},
    {"games/nim.lua", {"bots/onestep.lua", "random"}, 2, SEATING_ROTATED, 30},
    {"variants/quoridor_pie.lua:size=3",
     {"bots/random.lua", "counting.bot"},
     2,
     SEATING_FIXED,
     15},
    {.game = "orbital",
     .bots = {"random", "counting.bot"},
     .count = 2,
     .seating = SEATING_ROTATED,
     .games = 60,
     .pairs = true},
    {.game = "tictacdoh:players=3",
     .bots = {"random", "counting.bot", "bots/random.lua"},
     .count = 3,
     .seating = SEATING_EVERY,
     .games = 48,
     .pairs = true,
     .opening = 2},
    {.game = "games/nim.lua",
     .bots = {"bots/onestep.lua", "random"},
     .count = 2,
     .seating = SEATING_ROTATED,
     .games = 30,
     .pairs = true,
     .opening = 1},
};

/* tictacdoh with a Lua bot against one that stops or kills the process. */
const Setup SHORT = {
    "tictacdoh", {"plug/bot.lua", "counting.bot"}, 2, SEATING_ROTATED, 40};

static const char BOT[] = "return { choose = function(s)\n"
                          "  return require('part').pick(s)\n"
                          "end }\n";
static const char PART[] = "return { pick = function(s)\n"
                           "  return s:random_move()\n"
                           "end }\n";
const char OTHER_PART[] = "return { pick = function(s)\n"
                          "  return s:moves()[1]\n"
                          "end }\n";

void write_plugin(void) {
  mkdir("plug", 0777);
  write_text("plug/bot.lua", BOT);
  write_text("plug/part.lua", PART);
}

const Setup PLAIN = {
    "tictacdoh", {"random", "counting.bot"}, 2, SEATING_ROTATED, 40};
