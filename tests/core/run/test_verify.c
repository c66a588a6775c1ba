/* Verifying runs: games are played again one by one in other processes, and
 * whatever is not the same there is found and described. */
#define _GNU_SOURCE
#include "tests/support/files.h"
#include "tests/support/run_setups.h"
#include "tests/support/support.h"

#include "core/run/records.h"
#include <malloc.h>
#include <signal.h>
#include <sys/mman.h>
#include <unistd.h>

enum { SEED = 7, GAMES = 40 };

/* ---- bots that differ in another process ---------------------------------*/

static pid_t main_process;
static atomic_int games_begun; /* in this process */

/* Memory of all processes: which of them has begun which game. */
typedef struct Seen {
  pid_t process[GAMES];
  int times[GAMES]; /* by any process but the main one */
} Seen;
static Seen *seen;

static bool is_elsewhere(void) {
  return getpid() != main_process;
}

static bool is_named(const Bot *bot, const char *name) {
  return strcmp(bot->spec, name) == 0;
}

/* The first position of Tic Tac Doh is not random, so the stream is still that
 * with which the game begins. */
static void note_game(const Rng *rng) {
  for (int i = 0; i < GAMES; i++) {
    Rng first;
    rng_seed(&first, SEED, (uint64_t)i);
    if (memcmp(&first, rng, sizeof first) == 0) {
      seen->process[i] = getpid();
      seen->times[i]++;
    }
  }
}

static bool begin(Bot *bot, int seat, Rng *rng, Error *why) {
  (void)bot, (void)why;
  games_begun += seat == 0;
  if (is_elsewhere() && seat == 0)
    note_game(rng);
  return true;
}

/* Whether new memory is filled with the same byte, not zero. */
static bool memory_is_filled(void) {
  enum { SIZE = 200 };
  volatile unsigned char *bytes = malloc(SIZE);
  bool filled = true;
  for (int i = 100; i < SIZE; i++)
    filled = filled && bytes[i] == bytes[100] && bytes[i] != 0;
  free((void *)bytes);
  return filled;
}

static Move nth_move(const Bot *bot, const State *state, int n) {
  Move *moves = calloc((size_t)bot->game->max_moves, sizeof *moves);
  int count = game_moves(bot->game, state, moves);
  Move move = moves[n % count];
  free(moves);
  return move;
}

static bool choose(Bot *bot, const State *state, Rng *rng, Move *move,
                   Error *why) {
  *move = game_random_move(bot->game, state, rng);
  bot->nodes++;
  if (is_named(bot, "counter.bot"))
    *move = nth_move(bot, state, games_begun);
  else if (is_named(bot, "unset.bot") && memory_is_filled())
    *move = nth_move(bot, state, 0);
  if (!is_elsewhere())
    return true;
  if (is_named(bot, "process.bot"))
    *move = nth_move(bot, state, 0);
  else if (is_named(bot, "stream.bot"))
    rng_next(rng);
  else if (is_named(bot, "nodes.bot"))
    bot->nodes++;
  else if (is_named(bot, "dies.bot"))
    kill(getpid(), SIGKILL);
  return !is_named(bot, "fails.bot") || error_set(why, "not at home");
}

static const TestBots BOTS = {
    {".bot", NULL, open_test_bot},
    {.options = (const Option[]){{NULL}}, .begin = begin, .choose = choose}};

static Setup setup_of(const char *bot) {
  return (Setup){"tictacdoh", {bot, "good.bot"}, 2, SEATING_FIXED, GAMES};
}

/* Plays and verifies; *games is how many games were verified. */
static RunEnd play(const RunPlan *plan, uint64_t *games, Error *error) {
  Run run;
  memset(seen, 0, sizeof *seen);
  games_begun = 0;
  error_clear(error);
  assert_true(run_open(&run, plan, error));
  assert_int_equal(run_play(&run, NULL, error), RUN_DONE);
  RunEnd end = run_verify(&run, NULL, games, error);
  run_close(&run);
  assert_int_equal(end == RUN_FAILED, error_is_set(error));
  return end;
}

static RunPlan plan_for(const Setup *setup, const char *out, int verify) {
  RunPlan plan = plan_of(setup, out);
  plan.moves = false;
  plan.verify = verify;
  return plan;
}

/* ---- which games ---------------------------------------------------------*/

static void games_are_spread_evenly_over_the_run(void **state) {
  (void)state;
  static const struct {
    uint64_t first, count, wanted;
    const char *games;
  } CASES[] = {
      {0, 10, 1, "9"},       {0, 10, 2, "0 9"},
      {0, 10, 4, "0 3 6 9"}, {0, 11, 3, "0 5 10"},
      {0, 5, 4, "0 1 2 4"},  {0, 3, 3, "0 1 2"},
      {0, 3, 8, "0 1 2"},    {0, 1, 1, "0"},
      {0, 1, 5, "0"},        {20, 10, 4, "20 23 26 29"},
      {7, 2, 1, "8"},
  };
  for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
    const Selection s = {CASES[i].first, CASES[i].count, CASES[i].wanted,
                         false};
    char text[200] = "";
    for (uint64_t index = 0; index < 100; index++)
      if (selection_has(&s, index))
        sprintf(text + strlen(text), "%s%d", *text ? " " : "", (int)index);
    assert_string_equal(text, CASES[i].games);
  }
}

static void as_many_are_chosen_as_wanted(void **state) {
  (void)state;
  for (uint64_t count = 1; count < 130; count++)
    for (uint64_t wanted = 1; wanted <= count; wanted++) {
      const Selection s = {3, count, wanted, false};
      uint64_t chosen = 0;
      for (uint64_t i = 0; i < count; i++)
        chosen += selection_has(&s, 3 + i);
      assert_int_equal(chosen, wanted);
    }
}

/* Wherever the run ends, the gaps are at most as long as those between games
 * spread evenly; and a very long range has few games to keep. */
static void an_open_ended_run_has_games_everywhere(void **state) {
  (void)state;
  const Selection s = {0, UINT64_C(1000000000000), 20, true};
  uint64_t last = 0, chosen = 0;
  for (uint64_t i = 0; i < 1000000; i++) {
    if (selection_has(&s, i)) {
      last = i;
      chosen++;
    }
    assert_true(i - last <= (i + 1) / 20);
  }
  assert_in_range(chosen, 20, 400);
}

/* ---- what is played ------------------------------------------------------*/

static void each_game_is_played_once_in_a_process_of_its_own(void **state) {
  (void)state;
  const Setup setup = setup_of("good.bot");
  const RunPlan plan = plan_for(&setup, NULL, 10);
  uint64_t games;
  Error error;
  assert_int_equal(play(&plan, &games, &error), RUN_DONE);
  assert_int_equal(games, 10);
  const Selection expected = {0, GAMES, 10, false};
  for (int i = 0; i < GAMES; i++) {
    assert_int_equal(seen->times[i], selection_has(&expected, (uint64_t)i));
    for (int j = 0; seen->times[i] && j < i; j++)
      assert_int_not_equal(seen->process[i], seen->process[j]);
  }
}

static void all_games_are_verified_if_there_are_fewer(void **state) {
  (void)state;
  const Setup setup = setup_of("good.bot");
  const RunPlan plan = plan_for(&setup, NULL, 1000);
  uint64_t games;
  Error error;
  assert_int_equal(play(&plan, &games, &error), RUN_DONE);
  assert_int_equal(games, GAMES);
}

static void a_shard_verifies_its_own_games(void **state) {
  (void)state;
  Setup setup = setup_of("good.bot");
  setup.shard = 2;
  setup.shards = 4;
  const RunPlan plan = plan_for(&setup, "shard", 3);
  uint64_t games;
  Error error;
  clear("shard");
  assert_int_equal(play(&plan, &games, &error), RUN_DONE);
  assert_int_equal(games, 3);
  for (int i = 0; i < GAMES; i++)
    assert_int_equal(seen->times[i], i == 10 || i == 14 || i == 19);
}

static bool is_enough(void *context, const Tally *tally) {
  (void)context;
  return tally->games == 200;
}

static void a_run_with_a_stopping_rule_verifies_what_it_played(void **state) {
  (void)state;
  Setup setup = setup_of("good.bot");
  setup.games = 1000000;
  RunPlan plan = plan_for(&setup, NULL, 30);
  plan.until = "seat1=1%";
  const RunCallbacks callbacks = {.enough = is_enough};
  Run run;
  uint64_t games;
  Error error = {0};
  memset(seen, 0, sizeof *seen);
  assert_true(run_open(&run, &plan, &error));
  assert_int_equal(run_play(&run, &callbacks, &error), RUN_DONE);
  assert_int_equal(run_verify(&run, NULL, &games, &error), RUN_DONE);
  assert_int_equal(games, 30);
  int early = 0; /* of the first 40 games of 200 */
  for (int i = 0; i < GAMES; i++)
    early += seen->times[i];
  assert_in_range(early, 5, 7);
  run_close(&run);
}

static void a_verification_can_be_stopped(void **state) {
  (void)state;
  const Setup setup = setup_of("process.bot");
  const RunPlan plan = plan_for(&setup, NULL, 10);
  const VerifyCallbacks callbacks = {.stop = &stop};
  Run run;
  uint64_t games;
  Error error = {0};
  atomic_store(&stop, false);
  assert_true(run_open(&run, &plan, &error));
  assert_int_equal(run_play(&run, NULL, &error), RUN_DONE);
  atomic_store(&stop, true);
  assert_int_equal(run_verify(&run, &callbacks, &games, &error), RUN_STOPPED);
  assert_int_equal(games, 0);
  assert_false(error_is_set(&error));
  atomic_store(&stop, false);
  run_close(&run);
}

static void verifying_does_not_change_the_files(void **state) {
  (void)state;
  const Setup setup = setup_of("good.bot");
  for (int moves = 0; moves < 2; moves++) {
    RunPlan plan = plan_for(&setup, "plain", 0);
    uint64_t games;
    Error error;
    clear("plain");
    clear("verified");
    plan.moves = moves;
    assert_int_equal(play(&plan, &games, &error), RUN_DONE);
    assert_int_equal(games, 0);
    plan.out = "verified";
    plan.verify = 7;
    assert_int_equal(play(&plan, &games, &error), RUN_DONE);
    assert_int_equal(games, 7);
    assert_same_dirs("plain", "verified");
  }
}

/* ---- what is found -------------------------------------------------------*/

static void every_kind_of_difference_is_found(void **state) {
  (void)state;
  static const struct {
    const char *bot, *message;
  } CASES[] = {
    {"process.bot", "ply 1 was "},
    {"counter.bot", "ply 1 was "},
    {"stream.bot", "ply 2 was "},
/* The malloc of a sanitizer does not know M_PERTURB. */
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    {"unset.bot", "ply 1 was "},
#endif
    {"nodes.bot", "its nodes1 was "},
    {"fails.bot", "and a forfeit (not at home) when it was played again"},
  };
  for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
    const Setup setup = setup_of(CASES[i].bot);
    RunPlan plan = plan_for(&setup, NULL, GAMES);
    uint64_t games;
    Error error;
    char head[100];
    plan.jobs = 1;
    assert_int_equal(play(&plan, &games, &error), RUN_FAILED);
    assert_int_equal(games, GAMES);
    assert_message(&error, CASES[i].message);
    assert_message(&error, "of 40 games played again differ: a bot or the "
                           "rules depend on something other than the position");
    snprintf(head, sizeof head, " of seed 7 (%s, good.bot): ", CASES[i].bot);
    assert_message(&error, head);
  }
}

static void the_first_game_that_differs_is_described(void **state) {
  (void)state;
  const Setup setup = setup_of("nodes.bot");
  const RunPlan plan = plan_for(&setup, NULL, 3);
  uint64_t games;
  Error error;
  assert_int_equal(play(&plan, &games, &error), RUN_FAILED);
  assert_message(&error, "game 0 of seed 7 (nodes.bot, good.bot): its nodes1 ");
  assert_message(&error, "; 3 of 3 games played again differ: ");
}

static void a_process_that_dies_is_reported(void **state) {
  (void)state;
  const Setup setup = setup_of("dies.bot");
  const RunPlan plan = plan_for(&setup, NULL, 2);
  uint64_t games;
  Error error;
  assert_int_equal(play(&plan, &games, &error), RUN_FAILED);
  assert_message(&error, "playing games again: game 39 of seed 7: ");
  assert_message(&error, "signal 9");
}

static void bots_that_play_by_the_clock_are_refused(void **state) {
  (void)state;
  const Setup setup = setup_of("mcts:ms=1");
  const RunPlan plan = plan_for(&setup, NULL, 2);
  Run run;
  Error error = {0};
  assert_false(run_open(&run, &plan, &error));
  assert_message(&error, "mcts:ms=1 plays by the clock, so its games cannot be "
                         "verified");
}

static void games_found_in_the_folder_are_verified(void **state) {
  (void)state;
  static const struct {
    const char *bot;
    bool moves;
    const char *message; /* NULL: no difference */
  } CASES[] = {
      {"good.bot", true, NULL},
      {"good.bot", false, NULL},
      {"process.bot", true, ": ply 1 was "},
      {"nodes.bot", false, ": its nodes1 was "},
  };
  for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
    Setup setup = setup_of(CASES[i].bot);
    setup.games = 25;
    RunPlan plan = plan_for(&setup, "found", 0);
    uint64_t games;
    Error error;
    clear("found");
    plan.moves = CASES[i].moves;
    assert_int_equal(play(&plan, &games, &error), RUN_DONE);
    plan.resume = true;
    plan.games = GAMES; /* extends it */
    plan.verify = 5;
    for (int twice = 0; twice < 2; twice++) { /* then nothing is left to play */
      RunEnd end = play(&plan, &games, &error);
      assert_int_equal(end, CASES[i].message ? RUN_FAILED : RUN_DONE);
      assert_int_equal(games, 5);
      if (!CASES[i].message)
        continue;
      assert_message(&error, "game 0 of seed 7 ");
      assert_message(&error, CASES[i].message);
      assert_message(&error, "this game was in the folder already");
    }
  }
}

/* ---- what is said --------------------------------------------------------*/

/* Makes a chunk of one game from its rows. */
static Record record_of(Records *records, char *game, char *moves) {
  const Chunk chunk = {.first = 4,
                       .count = 1,
                       .games = {game, strlen(game), strlen(game)},
                       .moves = {moves, strlen(moves), strlen(moves)}};
  Error error = {0};
  if (!records_add(records, &chunk, &error))
    fail_msg("%s", error.message);
  return records->record[records->count - 1];
}

static void the_first_difference_is_named(void **state) {
  (void)state;
  static char WON[] = "\"g\",4,7,\"a.bot\",\"a.bot\",win,1,1,0,2,0,1+2,6,4,10,"
                      "20,abcdefghijklmnop,,\n";
  static char MOVES[] =
      "4,1,1,\"a1\",4,\"lay\",,,\n4,2,2,\"'=2\",3,\"lay\",,,\n";
  static char LONGER[] = "4,1,1,\"a1\",4,\"lay\",,,\n4,2,2,\"'=2\",3,\"lay\",,,"
                         "\n4,3,1,\"c3\",1,\"lay\",,,\n";
  static char LOST[] = "\"g\",4,7,\"a.bot\",\"a.bot\",forfeit,1,0,0,2,0,1+2,6,"
                       "4,10,20,abcdefghijklmnop,2,"
                       "\"no, \"\"idea\"\"\"\n";
  static char LEGAL[] = "\"g\",4,7,\"a.bot\",\"a.bot\",win,1,1,0,2,0,1+2,7,4,"
                        "10,20,abcdefghijklmnop,,\n";
  static char NODES[] = "\"g\",4,7,\"a.bot\",\"a.bot\",win,1,1,0,2,0,1+2,6,4,"
                        "10,21,abcdefghijklmnop,,\n";
  static char DRAWN[] = "\"g\",4,7,\"a.bot\",\"a.bot\",win,,1,0,2,0,1+2,6,4,10,"
                        "20,abcdefghijklmnop,,\n";
  static char OTHER_MOVE[] =
      "4,1,1,\"a1\",4,\"lay\",,,\n4,2,2,\"b3\",3,\"lay\",,,\n";
  static char OTHER_SEAT[] =
      "4,1,1,\"a1\",4,\"lay\",,,\n4,2,1,\"b3\",3,\"lay\",,,\n";
  static char OTHER_COUNT[] =
      "4,1,1,\"a1\",5,\"lay\",,,\n4,2,2,\"b3\",3,\"lay\",,,\n";
  static char OTHER_PART[] = "4,1,1,\"a1\",4,\"lay\",,,\n"
                             "4,2,2,\"'=2\",3,\"lay\",,\"c3\",\n";
  static const struct {
    char *game, *moves;
    const char *message;
  } CASES[] = {
      {WON, MOVES, NULL},
      {WON, OTHER_MOVE,
       "ply 2 was =2 in the run and b3 when it was played again"},
      {LOST, OTHER_MOVE,
       "ply 2 was =2 in the run and b3 when it was played again"},
      {WON, OTHER_SEAT, "ply 2 was played by seat 2 in the run and 1 when"},
      {WON, OTHER_COUNT, "ply 1 had 4 legal moves in the run and 5 when"},
      {WON, OTHER_PART,
       "the to of =2, ply 2, was '' in the run and 'c3' when it was played"},
      {LOST, MOVES,
       "its outcome was win in the run and a forfeit (no, \"idea\") when"},
      {LOST, LONGER, "its outcome was win in the run and a forfeit"},
      {WON, LONGER, "one of the two has more moves than the other"},
      {LEGAL, MOVES, "its legal_moves was 6 in the run and 7 when"},
      {NODES, MOVES, "its nodes2 was 20 in the run and 21 when"},
      {DRAWN, MOVES, "its winner was 1 in the run and empty when"},
  };
  Game *game = open_game("tictacdoh");
  Schedule schedule;
  Error error = {0};
  assert_true(schedule_make(&schedule, game, SEATING_FIXED,
                            (const char *const[]){"a.bot"}, 1, &error));
  for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
    Records run, again;
    assert_true(records_make(&run, &schedule, NULL, &error));
    assert_true(records_make(&again, &schedule, NULL, &error));
    const Record one = record_of(&run, WON, MOVES);
    const Record other = record_of(&again, CASES[i].game, CASES[i].moves);
    error_clear(&error);
    assert_int_equal(records_same(&schedule, &one, &other, &error),
                     CASES[i].message == NULL);
    if (CASES[i].message)
      assert_message(&error, CASES[i].message);
    records_free(&run);
    records_free(&again);
  }
  schedule_free(&schedule);
  game_close(game);
}

int main(void) {
  const char *home = enter_new_dir();
  main_process = getpid();
  seen = mmap(NULL, sizeof *seen, PROT_READ | PROT_WRITE,
              MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  loader_add(&BOTS.loader);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(games_are_spread_evenly_over_the_run),
      cmocka_unit_test(as_many_are_chosen_as_wanted),
      cmocka_unit_test(an_open_ended_run_has_games_everywhere),
      cmocka_unit_test(each_game_is_played_once_in_a_process_of_its_own),
      cmocka_unit_test(all_games_are_verified_if_there_are_fewer),
      cmocka_unit_test(a_shard_verifies_its_own_games),
      cmocka_unit_test(a_run_with_a_stopping_rule_verifies_what_it_played),
      cmocka_unit_test(a_verification_can_be_stopped),
      cmocka_unit_test(verifying_does_not_change_the_files),
      cmocka_unit_test(every_kind_of_difference_is_found),
      cmocka_unit_test(the_first_game_that_differs_is_described),
      cmocka_unit_test(a_process_that_dies_is_reported),
      cmocka_unit_test(bots_that_play_by_the_clock_are_refused),
      cmocka_unit_test(games_found_in_the_folder_are_verified),
      cmocka_unit_test(the_first_difference_is_named),
  };
  int failed = RUN_TESTS(tests);
  clear(home);
  return failed;
}
