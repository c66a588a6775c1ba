/* Replaying the games of a run: they are those that were played, and moves that
 * cannot have been are reported by line and column.
 *
 * Everything happens in a folder of its own below /tmp, which is also the
 * working directory, so that messages contain short names. */
#define _GNU_SOURCE
#include "tests/support/files.h"
#include "tests/support/saved_runs.h"
#include "tests/support/support.h"
#include "tests/support/tamper.h"

#include "core/game/spec.h"
#include "core/run/replay.h"
#include "lua/host/host.h"
#include <sys/stat.h>
#include <unistd.h>

/* Records the callbacks of a replay as lines of text. */
typedef struct Trace {
  char *text;
  size_t size;
  FILE *out;
  uint64_t games, progress;
  int turns;
} Trace;

static void trace_open(Trace *trace) {
  *trace = (Trace){.text = NULL};
  trace->out = open_memstream(&trace->text, &trace->size);
}

static void trace_close(Trace *trace) {
  fclose(trace->out);
}

static void note_begin(Trace *trace, const Game *game, const State *first,
                       uint64_t index, const Match *m) {
  trace->turns = 0;
  fprintf(trace->out, "begin %llu %016llx: %s %x plies %d passes %d %llu %d\n",
          (unsigned long long)index, (unsigned long long)game_hash(game, first),
          match_end_names[m->end], (unsigned)m->winners, m->plies, m->passes,
          (unsigned long long)m->legal_moves, m->branching_max);
}

static void on_begin(void *context, const Game *game, const State *first,
                     uint64_t index, const Match *match) {
  note_begin(context, game, first, index, match);
}

static void on_turn(void *context, const Game *game, const State *state,
                    Move move, int legal) {
  Trace *trace = context;
  fprintf(trace->out, "turn %016llx seat %d move %u legal %d\n",
          (unsigned long long)game_hash(game, state), state->seat, move, legal);
  trace->turns++;
}

static void on_end(void *context, const Game *game, const State *last) {
  Trace *trace = context;
  fprintf(trace->out, "end %016llx after %d\n",
          (unsigned long long)game_hash(game, last), trace->turns);
  trace->games++;
}

static void on_progress(void *context, uint64_t games) {
  Trace *trace = context;
  assert_true(games >= trace->progress);
  trace->progress = games;
}

/* From this game on, the moves of a run count as not kept. */
static uint64_t kept_most = UINT64_MAX;

/* Replays this many games (0: all) of a folder; returns "" or why it failed. */
static Error replay_dir(const char *dir, uint64_t games, int jobs,
                        Trace *trace) {
  Error error = {0};
  Matches matches = {NULL};
  Run run;
  must_read(&run, dir, &matches);
  if (run.kept.games > kept_most)
    run.kept.games = kept_most;
  const ReplayPlan plan = {&run,         0,    games ? games : matches.count,
                           matches.list, jobs, NULL};
  const ReplayCallbacks callbacks = {on_begin, on_turn, on_end, on_progress,
                                     trace};
  trace_open(trace);
  bool good = replay_games(&plan, &callbacks, &error);
  assert_int_equal(good, !error_is_set(&error));
  trace_close(trace);
  free(matches.list);
  run_close(&run);
  return error;
}

static void must_replay(const char *dir, uint64_t games, int jobs,
                        Trace *trace) {
  Error error = replay_dir(dir, games, jobs, trace);
  if (error_is_set(&error))
    fail_msg("%s: %s", dir, error.message);
}

static void must_not_replay(const char *dir, const char *message) {
  Trace trace;
  Error error = replay_dir(dir, 0, 2, &trace);
  if (!error_is_set(&error))
    fail_msg("%s was replayed; should say: %s", dir, message);
  assert_message(&error, message);
  free(trace.text);
}

/* Plays the games of a plan one by one and records them directly. */
static void watch(const RunPlan *plan, uint64_t first, uint64_t count,
                  Trace *trace) {
  Error error = {0};
  Game *game = game_open(plan->game, &error);
  assert_non_null(game);
  State *state = game_start(game), *begun = game_start(game);
  Schedule s;
  assert_true(schedule_make(&s, game, plan->seating, plan->bots,
                            plan->bot_count, &error));
  Bot *bots[SEATS_MAX];
  trace_open(trace);
  for (uint64_t index = first; index < first + count; index++) {
    Trace turns;
    Match match;
    Rng rng;
    const uint8_t *seated = schedule_bots(&s, schedule_seating(&s, index));
    for (int seat = 0; seat < game->seats; seat++)
      assert_non_null(bots[seat] =
                          bot_open(s.bot[seated[seat]].spec, game, &error));
    trace_open(&turns);
    const MatchCallbacks callbacks = {on_turn, &turns};
    bool shared = plan->pairs || plan->opening;
    Opening opening = {.plies = plan->opening};
    rng_seed(&opening.rng, plan->seed,
             plan->pairs ? (UINT64_C(1) << 61) + index / s.seatings * s.seatings
             : shared    ? (UINT64_C(1) << 61) + index
                         : index);
    rng = opening.rng;
    game_begin(game, begun, &rng);
    rng_seed(&rng, plan->seed, index);
    assert_true(
        match_play_opening(game, bots, shared ? &opening : NULL, &rng,
                           plan->max_plies ? plan->max_plies : game->max_plies,
                           state, &callbacks, &match, &error));
    trace_close(&turns);
    note_begin(trace, game, begun, index, &match);
    fwrite(turns.text, 1, turns.size, trace->out);
    trace->turns = turns.turns;
    on_end(trace, game, state);
    free(turns.text);
    for (int seat = 0; seat < game->seats; seat++)
      bot_close(bots[seat]);
  }
  trace_close(trace);
  schedule_free(&s);
  free(begun);
  free(state);
  game_close(game);
}

static void a_replay_is_what_was_played(void **state) {
  (void)state;
  for (size_t i = 0; i < SETUPS; i++) {
    RunPlan plan = plan_of(&SETUP[i], "one");
    Trace read, again, threads, partly, watched, few;
    Run run;
    play_new(&run, plan);
    uint64_t first = run.first, count = run.count;
    run_close(&run);
    if (count == 0)
      continue;
    must_replay("one", 0, 1, &read);
    kept_most = count / 3;
    must_replay("one", 0, 2, &partly);
    kept_most = 0;
    must_replay("one", 0, 1, &again);
    must_replay("one", 0, 3, &threads);
    watch(&plan, first, count, &watched);
    assert_int_equal(read.games, count);
    assert_string_equal(read.text, watched.text);
    assert_string_equal(partly.text, watched.text);
    assert_string_equal(again.text, watched.text);
    assert_string_equal(threads.text, watched.text);
    assert_true(again.progress <= count);
    /* only the first ones */
    must_replay("one", (count + 1) / 2, 2, &few);
    assert_int_equal(few.games, (count + 1) / 2);
    assert_memory_equal(few.text, read.text, few.size);
    free(few.text);
    kept_most = UINT64_MAX;
    must_replay("one", (count + 1) / 2, 1, &few);
    assert_int_equal(few.games, (count + 1) / 2);
    assert_memory_equal(few.text, read.text, few.size);
    free(few.text);
    free(read.text);
    free(partly.text);
    free(again.text);
    free(threads.text);
    free(watched.text);
  }
}

/* While a run is being played, its last line may be incomplete. */
static void an_unfinished_run_can_be_replayed(void **state) {
  (void)state;
  Trace whole, part;
  size_t length;
  play_into(&SETUP[1], true, "one");
  must_replay("one", 20, 1, &whole);
  char *rows = read_file("one/moves.csv", &length);
  char *next = strstr(rows, "\n20,1,") + 1;
  int moves = -1; /* without the header */
  for (const char *at = rows; at < next; at++)
    moves += *at == '\n';
  go_back("one", 50, 20, moves);
  must_replay("one", 0, 1, &part); /* longer than its checkpoint */
  assert_string_equal(part.text, whole.text);
  free(part.text);
  for (int more = 0; more <= 8; more++) {
    write_file("one/moves.csv", rows, (size_t)(next - rows) + (size_t)more);
    must_replay("one", 0, 1, &part);
    assert_string_equal(part.text, whole.text);
    free(part.text);
  }
  free(whole.text);
  free(rows);
}

/* Here the last games have no moves at all. */
static void games_without_moves_can_be_replayed(void **state) {
  (void)state;
  static const Setup WEAK = {"tictacdoh", {"weak.bot"}, 1, SEATING_FIXED, 4};
  Trace trace;
  play_into(&WEAK, true, "one");
  must_replay("one", 0, 1, &trace);
  assert_int_equal(trace.games, 4);
  assert_null(strstr(trace.text, "turn"));
  free(trace.text);
  append("one/moves.csv", "4,1,", 1);
  must_not_replay("one",
                  "one/moves.csv has changed since it was written: something "
                  "has been added to it");
}

/* Also where another legal move or number would lead to the same end. */
static void any_wrong_byte_of_the_moves_is_found(void **state) {
  (void)state;
  struct stat about;
  play_into(&HURT, true, "one");
  stat("one/moves.csv", &about);
  for (long at = 0; at < about.st_size; at++) {
    flip_bit("one/moves.csv", at);
    must_not_replay("one", "one/moves.csv has changed since it was written");
    flip_bit("one/moves.csv", at);
  }
}

/* Makes the manifest accept moves that were edited. */
static void accept_moves(void) {
  update_checkpoint("one", "moves.csv", 0);
}

static void a_wrong_move_is_reported_by_line_and_column(void **state) {
  (void)state;
  static const struct {
    int line, column;
    const char *text, *message;
  } CASES[] = {
      {1, 4, "moves", "line 1: column 4 is named 'moves' where move should be"},
      {2, 1, "1", "game 0 does not end as games.csv says"},
      {2, 1, "x", "line 2: column 1, number: 'x' where a number from 0 to 9"},
      {3, 1, "10", "line 3: column 1, number: '10' where a number from 0 to 9"},
      {3, 1, "-1", "line 3: column 1, number: '-1'"},
      {3, 2, "1", "line 3: column 2, ply: '1' where 2 should be"},
      {3, 2, "3", "line 3: column 2, ply: '3' where 2 should be"},
      {3, 3, "1", "line 3: column 3, seat: '1' where 2 should be"},
      {3, 3, "3", "line 3: column 3, seat: '3' where 2 should be"},
      {3, 4, "\"Lz9\"", "line 3: column 4, move: "},
      {3, 4, "\"\"", "line 3: column 4, move: "},
      {3, 5, "0",
       "line 3: column 5, legal_moves: '0' where a number from 1 to"},
      {3, 5, "many",
       "line 3: column 5, legal_moves: 'many' where a number from 1"},
      {3, 5, "32769",
       "line 3: column 5, legal_moves: '32769' where a number from"},
      {3, 5, "1", "game 0 does not end as games.csv says"},
      {3, 4, "\"Lc3\",5", "line 3: 10 fields where the first line has 9"},
      {1, 6, "sort", "line 1: column 6 is named 'sort' where kind should be"},
      {3, 6, "\"pass\"", "line 3: column 6, kind: 'pass' where 'lay' should"},
      {3, 7, "", "line 3: column 7, size: '' where '"},
      {3, 8, "\"z9\"", "line 3: column 8, to: 'z9' where '"},
      {3, 9, "\"on top\"", "line 3: column 9, placement: 'on top' where '"},
  };
  play_into(&HURT, true, "whole");
  for (size_t i = 0; i < COUNT(CASES); i++) {
    clear("one");
    copy_dir("whole", "one");
    set_field("one/moves.csv", CASES[i].line, CASES[i].column, CASES[i].text);
    accept_moves();
    must_not_replay("one", CASES[i].message);
    must_not_replay("one", "one/moves.csv, line ");
  }
}

static void moves_of_another_run_are_refused(void **state) {
  (void)state;
  RunPlan other = plan_of(&HURT, "other");
  size_t length;
  Run run;
  other.seed = 8;
  play_new(&run, other);
  run_close(&run);
  play_into(&HURT, true, "whole");
  copy_dir("whole", (clear("one"), "one"));
  remove_line("one/moves.csv", 4); /* a ply */
  accept_moves();
  must_not_replay("one", "one/moves.csv, line 4: column 2, ply: '4' where 3 "
                         "should be");
  clear("one");
  copy_dir("whole", "one");
  char *rows = read_file("other/moves.csv", &length);
  write_file("one/moves.csv", rows, length);
  accept_moves();
  must_not_replay("one", "one/moves.csv, line ");
  free(rows);
  clear("one");
  copy_dir("whole", "one");
  rows = read_file("one/moves.csv", &length);
  char *second = strstr(rows, "\n1,1,") + 1;
  char *edited;
  /* the first game is missing; the file ends after it; and within it */
  assert_true(asprintf(&edited, "%.*s%s", (int)(strchr(rows, '\n') + 1 - rows),
                       rows, second) > 0);
  write_text("one/moves.csv", edited);
  free(edited);
  accept_moves();
  must_not_replay("one", "game 0 does not end as games.csv says (win after");
  write_file("one/moves.csv", rows, (size_t)(second - rows));
  accept_moves();
  must_not_replay("one", "game 1 does not end as games.csv says (win after");
  write_file("one/moves.csv", rows, (size_t)(second - rows) - 3);
  accept_moves();
  must_not_replay("one", "the file ends here");
  free(rows);
}

static void a_move_after_the_end_is_refused(void **state) {
  (void)state;
  static const Setup NIM = {
      "games/nim.lua:heaps=1,tokens=1", {"random"}, 1, SEATING_FIXED, 2};
  play_into(&NIM, true, "one");
  write_text("one/moves.csv",
             "number,ply,seat,move,legal_moves,kind\n"
             "0,1,1,\"1-1\",1,\"move\"\n"
             "0,2,2,\"1-1\",1,\"move\"\n1,1,1,\"1-1\",1,\"move\"\n");
  must_not_replay("one", "one/moves.csv, line 3: column 2, ply: '2' where the "
                         "end of the game should be");
  write_text("one/moves.csv", "number,ply,seat,move,legal_moves,kind\n"
                              "0,1,1,\"1-1\",1,\"move\"\n"
                              "1,1,1,\"1-1\",1,\"move\"\n");
  accept_moves();
  Trace trace;
  must_replay("one", 0, 1, &trace);
  free(trace.text);
}

static void unreadable_moves_are_refused(void **state) {
  (void)state;
  play_into(&HURT, true, "one");
  change_columns("one/moves.csv", true);
  must_not_replay("one", "line 1: column 10, 'more', is unexpected");
  change_columns("one/moves.csv", false);
  change_columns("one/moves.csv", false);
  accept_moves();
  must_not_replay("one", "line 1: column 9, placement, is missing");
  write_text("one/moves.csv", "");
  accept_moves();
  must_not_replay("one", "game 0 does not end as games.csv says");
  unlink("one/moves.csv");
  must_not_replay("one", "could not open one/moves.csv: No such file");
  mkdir("one/moves.csv", 0777);
  must_not_replay("one", "one/moves.csv is not a file");
}

/* A bot with a larger budget, for example, plays other moves. */
static void games_that_end_differently_are_refused(void **state) {
  (void)state;
  play_into(&SETUP[10], false, "one");
  Trace trace;
  kept_most = 0;
  must_replay("one", 0, 1, &trace);
  free(trace.text);
  atomic_store(&cured, true);
  must_not_replay("one",
                  "game 0 does not end as games.csv says (forfeit "
                  "after 0 plies): its moves belong to another run, "
                  "or the rules, the bots or their limits (budget=1) have "
                  "changed");
  atomic_store(&cured, false);
  kept_most = UINT64_MAX;
}

static void changed_source_files_are_refused(void **state) {
  (void)state;
  static const Setup LOCAL = {
      "here.lua", {"mine.lua", "random"}, 2, SEATING_ROTATED, 10};
  static const char GAME[] = "return require(\"boardlab\").variant { base = "
                             "\"tictacdoh\" }\n";
  static const char BOT[] = "return { name = \"mine\", choose = function(s) "
                            "return s:moves()[1] end }\n";
  Trace trace;
  write_text("here.lua", GAME);
  write_text("mine.lua", BOT);
  play_into(&LOCAL, false, "one");
  append("mine.lua", "-- changed\n", 1);
  must_replay("one", 0, 1, &trace); /* its bots are not opened again */
  free(trace.text);
  kept_most = 5;
  must_not_replay("one", "mine.lua has changed since the run began");
  unlink("mine.lua");
  must_not_replay("one", "mine.lua");
  write_text("mine.lua", BOT);
  append("here.lua", "-- changed\n", 1);
  must_not_replay("one", "here.lua has changed since the run began");
  kept_most = UINT64_MAX;
  must_not_replay("one", "here.lua has changed since the run began");
  unlink("here.lua");
  must_not_replay("one", "here.lua");
}

static void playing_again_can_be_stopped(void **state) {
  (void)state;
  Error error = {0};
  Matches matches = {NULL};
  Run run;
  Trace trace;
  play_into(&SETUP[0], false, "one");
  must_read(&run, "one", &matches);
  run.kept.games = 1;
  atomic_store(&stop, true);
  const ReplayPlan plan = {&run, 0, matches.count, matches.list, 2, &stop};
  const ReplayCallbacks callbacks = {on_begin, on_turn, on_end, NULL, &trace};
  trace_open(&trace);
  assert_false(replay_games(&plan, &callbacks, &error));
  assert_string_equal(error.message, "stopped");
  trace_close(&trace);
  free(trace.text);
  free(matches.list);
  run_close(&run);
}

int main(void) {
  const char *home = enter_new_dir();
  host_start((Limits){WORK_DEFAULT, MEMORY_DEFAULT});
  loader_add(&SAVED_RUN_BOTS.loader);
  const struct CMUnitTest replay_tests[] = {
      cmocka_unit_test(a_replay_is_what_was_played),
      cmocka_unit_test(an_unfinished_run_can_be_replayed),
      cmocka_unit_test(games_without_moves_can_be_replayed),
      cmocka_unit_test(any_wrong_byte_of_the_moves_is_found),
      cmocka_unit_test(a_wrong_move_is_reported_by_line_and_column),
      cmocka_unit_test(moves_of_another_run_are_refused),
      cmocka_unit_test(a_move_after_the_end_is_refused),
      cmocka_unit_test(unreadable_moves_are_refused),
      cmocka_unit_test(games_that_end_differently_are_refused),
      cmocka_unit_test(changed_source_files_are_refused),
      cmocka_unit_test(playing_again_can_be_stopped),
  };
  int failed = RUN_TESTS(replay_tests);
  clear(home);
  return failed;
}
