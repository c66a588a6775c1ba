/* Runs in which few games are distinct: which have a note that says so, and
 * which must not. */
#include "tests/support/files.h"
#include "tests/support/run_setups.h"
#include "tests/support/support.h"

#include "analysis/experiments/played.h"
#include "analysis/metrics/summary.h"
#include "analysis/metrics/verdict.h"
#include "core/game/spec.h"
#include "lua/host/host.h"
#include <string.h>

/* ---- runs that are played ------------------------------------------------*/

/* first.bot plays the first legal move, last.bot the last one, and tired.bot
 * none at all. */
static bool test_choose(Bot *bot, const State *state, Rng *rng, Move *move,
                        Error *why) {
  (void)rng;
  Move *moves = game_borrow_list(bot->game);
  int count = game_moves(bot->game, state, moves);
  *move = moves[strcmp(bot->spec, "last.bot") == 0 ? count - 1 : 0];
  game_return_list(bot->game);
  return strcmp(bot->spec, "tired.bot") != 0 || error_set(why, "tired");
}

static const TestBots BOTS = {
    {".bot", NULL, open_test_bot},
    {.options = (const Option[]){{NULL}}, .choose = test_choose}};

/* One of 10,000 first positions; the moves are always the same. */
static const char DICE[] =
    "return require('boardlab').rules { name = 'dice', summary = 'x',\n"
    "  state = { start = 1, plies = 1 },\n"
    "  start = function(s, rng) s.start = rng(10000) end,\n"
    "  moves = function() return { 1 } end,\n"
    "  play = function(s) s.plies = s.plies + 1 end,\n"
    "  outcome = function(s)\n"
    "    return s.plies > 3 and (s.start > 5000 and 1 or 2) or nil end }\n";

static void play(const Setup *setup, Run *run) {
  RunPlan plan = plan_of(setup, NULL);
  Error error = {0};
  plan.moves = false;
  if (!run_open(run, &plan, &error) || run_play(run, NULL, &error) != RUN_DONE)
    fail_msg("%s", error.message);
}

/* Whether the first sentence says this. */
static bool begins_with(const Run *run, const char *text) {
  Sentences verdict = {0};
  verdict_run(run, &verdict);
  return strstr(verdict.text[0], text);
}

#define ALL "games are one and the same, move for move. The results say nothing"
#define MOVE_FOR_MOVE "move for move"

static void that_a_run_repeats_itself_is_said_first(void **state) {
  (void)state;
  static const struct {
    const char *what;
    Setup setup;
    const char *note; /* NULL: none */
  } CASES[] = {
      {"deterministic bots from one start, a native game",
       {"tictacdoh", {"first.bot"}, 1, SEATING_FIXED, 40},
       "All 40 " ALL},
      {"the same, a variant",
       {"variants/tictacdoh_small.lua", {"first.bot"}, 1, SEATING_FIXED, 40},
       "All 40 " ALL},
      {"the same, a game in Lua",
       {"games/mnk.lua", {"first.bot"}, 1, SEATING_FIXED, 40},
       "All 40 " ALL},
      {"two seatings",
       {"games/nim.lua", {"first.bot", "last.bot"}, 2, SEATING_ROTATED, 40},
       "Only 2 of the 40 games are distinct; the others repeat them "},
      {"a small game, at random: these are all there are",
       {"games/mnk.lua:m=3,n=1,k=3", {"random"}, 1, SEATING_FIXED, 2000},
       NULL},
      {"few games",
       {"tictacdoh", {"first.bot"}, 1, SEATING_FIXED, 2},
       "All 2 " ALL},
      {"each bot once in each seat",
       {"games/nim.lua", {"first.bot", "last.bot"}, 2, SEATING_ROTATED, 2},
       NULL},
      {"twice",
       {"games/nim.lua", {"first.bot", "last.bot"}, 2, SEATING_ROTATED, 4},
       "Only 2 of the 4 games are distinct"},
      {"a drawn start, the same moves",
       {"dice.lua", {"first.bot"}, 1, SEATING_FIXED, 100},
       NULL},
      {"a drawn start, deterministic bots",
       {"variants/quoridor_opening.lua",
        {"first.bot"},
        1,
        SEATING_FIXED,
        40,
        .max_plies = 10},
       NULL},
      {"random bots", {"tictacdoh", {"random"}, 1, SEATING_FIXED, 200}, NULL},
      {"no game has a move",
       {"tictacdoh", {"tired.bot"}, 1, SEATING_FIXED, 40},
       NULL},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Run run;
    play(&CASES[i].setup, &run);
    if (CASES[i].note ? !begins_with(&run, CASES[i].note)
                      : begins_with(&run, MOVE_FOR_MOVE))
      fail_msg("%s: the sentence is wrong", CASES[i].what);
    assert_int_equal(CASES[i].note != NULL,
                     !estimate_has_interval(summary_seat(&run.tally, 0)));
    run_close(&run);
  }
}

/* ---- runs that are counted -----------------------------------------------*/

typedef struct Counted {
  Game *game;
  Schedule schedule;
  Tally tally;
} Counted;

/* Counts `games` games, of which `distinct` are, in a random order. */
static void count(Counted *c, uint64_t games, uint64_t distinct,
                  uint64_t seed) {
  Rng rng;
  rng_seed(&rng, seed, 0);
  uint64_t salt = rng_next(&rng);
  c->game = open_game("tictacdoh");
  assert_true(schedule_make(&c->schedule, c->game, SEATING_FIXED,
                            (const char *const[]){"first.bot"}, 1, NULL));
  assert_true(tally_make(&c->tally, &c->schedule, 9, NULL));
  for (uint64_t i = 0; i < games; i++) {
    const uint64_t which =
        salt + (i < distinct ? i : rng_next(&rng) % distinct);
    const Match match = {.end = MATCH_DRAW,
                         .plies = 9,
                         .forfeiter = -1,
                         .hash = game_hash_bytes(&which, sizeof which)};
    tally_add(&c->tally, 0, &match);
  }
}

static void end_counting(Counted *c) {
  tally_free(&c->tally);
  schedule_free(&c->schedule);
  game_close(c->game);
}

static void
the_sentence_names_its_run_and_says_what_is_estimated(void **state) {
  (void)state;
  static const struct {
    uint64_t games, distinct;
    const char *name, *before, *after;
  } CASES[] = {
      {100, 1, "walls=3", "All 100 games of walls=3 are one and the same", ""},
      {100, 10, "b", "Only 10 of the 100 games of b are distinct; ", ""},
      {100, 11, "b", NULL, ""},
      {15, 2, "b", "Only 2 of the 15 games of b are distinct; ", ""},
      {15, 3, "b", "Only 3 of the 15 games of b are distinct; ", ""},
      {15, 4, "b", NULL, ""},
      {40, 10, "b", "Only 10 of the 40 games of b are distinct; ", ""},
      {10000, 63, NULL, "Only 63 of the 10,000 games are distinct", ""},
      {10000, 100, NULL, "Only about ", " of the 10,000 games are distinct"},
      {10000, 10000, NULL, NULL, ""},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Counted c;
    Sentences s = {0};
    count(&c, CASES[i].games, CASES[i].distinct, 1);
    verdict_repeats(&c.tally, CASES[i].name, &s);
    assert_int_equal(s.count, CASES[i].before != NULL);
    assert_int_equal(verdict_is_repetitive(&c.tally), s.count);
    if (s.count) {
      assert_ptr_equal(strstr(s.text[0], CASES[i].before), s.text[0]);
      assert_non_null(strstr(s.text[0], CASES[i].after));
      assert_non_null(strstr(s.text[0], "--opening 4.")); /* it is complete */
    }
    end_counting(&c);
  }
}

/* A counted number has no interval. Of an estimated one, the interval covers
 * the truth in 95% of runs: in at least 93 of 100 here. */
static void the_interval_covers_the_number_of_distinct_games(void **state) {
  (void)state;
  enum { RUNS = 400 };
  static const uint64_t SIZES[] = {1, 63, 64, 80, 300, 3000};
  for (size_t i = 0; i < COUNT(SIZES); i++) {
    int covered = 0;
    for (uint64_t run = 0; run < RUNS; run++) {
      Counted c;
      count(&c, SIZES[i] + SIZES[i] / 3, SIZES[i], run);
      Estimate e = summary_distinct(&c.tally);
      double truth = (double)SIZES[i];
      assert_int_equal(e.n, c.tally.games);
      assert_true(estimate_has_interval(e) == (SIZES[i] > 63));
      if (SIZES[i] < 64)
        assert_true(e.value == truth);
      else
        assert_true(e.low <= e.value && e.value <= e.high && e.low >= 64 &&
                    e.high <= (double)c.tally.games);
      covered += SIZES[i] < 64 || (e.low <= truth && truth <= e.high);
      end_counting(&c);
    }
    assert_in_range(covered, RUNS * 93 / 100, RUNS);
  }
}

/* Of several runs: how many repeat their games, and which does most. */
static void repetitive_runs_are_counted(void **state) {
  (void)state;
  static const char *const WANTED[] = {
      NULL, "1 of the 3 runs repeats its games; b has 2 distinct of 1,000.",
      "2 of the 3 runs repeat their games; c has 1 distinct of 1,000."};
  for (int repetitive = 0; repetitive < 3; repetitive++) {
    Repetitions all = {0};
    Sentences notes = {0};
    repetitions_add(&all, (Repetition){1000, 1000, false}, "a");
    repetitions_add(
        &all, (Repetition){1000, repetitive > 0 ? 2 : 990, repetitive > 0},
        "b");
    repetitions_add(
        &all, (Repetition){1000, repetitive > 1 ? 1 : 990, repetitive > 1},
        "c");
    repetitions_say(&all, false, &notes);
    assert_int_equal(notes.count, repetitive > 0);
    if (repetitive)
      assert_memory_equal(notes.text[0], WANTED[repetitive],
                          strlen(WANTED[repetitive]));
  }
}

static void the_note_on_all_runs_names_the_flag_that_helps(void **state) {
  (void)state;
  Repetitions all = {0};
  Sentences notes = {0};
  for (int runs = 1; runs <= 3; runs += 2) {
    while (all.runs < runs)
      repetitions_add(&all, (Repetition){50, 1, true}, "a");
    repetitions_say(&all, runs == 1, &notes);
  }
  assert_int_equal(notes.count, 2);
  assert_non_null(strstr(notes.text[0], "The only run repeats its games; a has "
                                        "1 distinct of 50."));
  assert_non_null(strstr(notes.text[0], "as with tune --opening 4."));
  assert_non_null(strstr(notes.text[1], "All runs repeat their games; a has"));
  assert_non_null(strstr(notes.text[1], "as with simulate --opening 4."));
}

int main(void) {
  const char *home = enter_new_dir();
  host_start((Limits){WORK_DEFAULT, MEMORY_DEFAULT});
  loader_add(&BOTS.loader);
  write_text("dice.lua", DICE);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(that_a_run_repeats_itself_is_said_first),
      cmocka_unit_test(the_sentence_names_its_run_and_says_what_is_estimated),
      cmocka_unit_test(repetitive_runs_are_counted),
      cmocka_unit_test(the_note_on_all_runs_names_the_flag_that_helps),
      cmocka_unit_test(the_interval_covers_the_number_of_distinct_games),
  };
  int failed = RUN_TESTS(tests);
  clear(home);
  return failed;
}
