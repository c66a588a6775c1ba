/* Reading runs from their folders and replaying their games: the results are
 * those of the original games, and damage is reported by file, line and
 * column.
 *
 * Everything happens in a folder of its own below /tmp, which is also the
 * working directory, so that messages contain short names. */
#define _GNU_SOURCE
#include "tests/support/files.h"
#include "tests/support/run_setups.h"
#include "tests/support/support.h"

#include "analysis/metrics/summary.h"
#include "core/base/checked_file.h"
#include "core/game/spec.h"
#include "core/run/replay.h"
#include "core/run/tally_text.h"
#include "lua/host/host.h"
#include <sys/stat.h>
#include <unistd.h>

/* ---- bots made for the tests ---------------------------------------------*/

/* All play at random. stop.bot stops the run after its 500th move, weak.bot
 * fails at once, and shaky.bot fails at every tenth move. */
static atomic_bool cured; /* weak.bot no longer fails */

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

static const TestBots BOTS = {
    {".bot", NULL, open_test_bot},
    {.options = (const Option[]){{NULL}}, .choose = test_choose}};

/* ---- playing -------------------------------------------------------------*/

/* Plays into a new folder; the caller closes the run. */
static RunEnd play(Run *run, RunPlan plan) {
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

static void play_into(const Setup *setup, bool moves, const char *out) {
  RunPlan plan = plan_of(setup, out);
  Run run;
  plan.moves = moves;
  play(&run, plan);
  run_close(&run);
}

static const Setup SETUPS[] = {
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

/* ---- reading -------------------------------------------------------------*/

static char *metrics_of(const Tally *tally) {
  Metrics metrics = {NULL};
  Text text = {NULL};
  if (tally->games) {
    summary_metrics(tally, &metrics);
    summary_histogram(tally, &metrics);
  }
  assert_true(metrics_csv(&metrics, &text, NULL));
  assert_true(text_reserve(&text, 1));
  text_add_char(&text, '\0');
  metrics_free(&metrics);
  return text.bytes;
}

static void assert_same_tally(const Tally *a, const Tally *b) {
  char *one = metrics_of(a), *other = metrics_of(b);
  assert_int_equal(a->games, b->games);
  assert_memory_equal(a->ends, b->ends, sizeof a->ends);
  assert_memory_equal(a->side, b->side, sizeof a->side);
  assert_memory_equal(a->seat, b->seat,
                      a->schedule->seatings * (size_t)a->schedule->seats *
                          sizeof *a->seat);
  assert_string_equal(one, other);
  free(one);
  free(other);
}

static void assert_same_schedule(const Schedule *a, const Schedule *b) {
  assert_int_equal(a->seats, b->seats);
  assert_int_equal(a->sides, b->sides);
  assert_memory_equal(a->side, b->side, (size_t)a->seats);
  assert_int_equal(a->bots, b->bots);
  assert_int_equal(a->longest, b->longest);
  for (int i = 0; i < a->bots; i++) {
    assert_string_equal(a->bot[i].spec, b->bot[i].spec);
    assert_string_equal(a->bot[i].full, b->bot[i].full);
    assert_int_equal(a->bot[i].quoted.length, b->bot[i].quoted.length);
  }
  assert_int_equal(a->seatings, b->seatings);
  assert_memory_equal(a->table, b->table, a->seatings * (size_t)a->seats);
}

static void assert_same_run(const Run *read, const Run *played) {
  const RunPlan *a = &read->plan, *b = &played->plan;
  assert_null(read->game);
  assert_string_equal(a->game, played->full);
  assert_string_equal(read->full, played->full);
  assert_string_equal(read->spec, played->spec);
  assert_string_equal(read->until, played->until);
  assert_true(a->until == (read->until[0] ? read->until : NULL));
  assert_string_equal(read->limits, played->limits);
  assert_int_equal(a->seating, b->seating);
  assert_int_equal(a->seed, b->seed);
  assert_int_equal(a->max_plies, b->max_plies);
  assert_int_equal(a->moves, b->moves);
  assert_int_equal(a->shard, b->shard);
  assert_int_equal(a->shards, b->shards);
  assert_int_equal(read->total, played->total);
  assert_int_equal(read->first, played->first);
  assert_int_equal(read->count, played->count);
  assert_int_equal(read->complete, played->complete);
  assert_string_equal(read->reason.message, played->reason.message);
  assert_same_schedule(&read->schedule, &played->schedule);
  assert_same_tally(&read->tally, &played->tally);
}

/* The matches read. */
typedef struct Matches {
  Match *list;
  uint64_t first, count;
} Matches;

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

static void must_read(Run *run, const char *dir, Matches *matches) {
  Error error = {0};
  if (!run_read(run, dir, matches ? take_match : NULL, matches, &error))
    fail_msg("%s", error.message);
}

static void must_not_read(const char *dir, const char *message) {
  Run run;
  Error error = {0};
  if (run_read(&run, dir, NULL, NULL, &error))
    fail_msg("%s was read; should say: %s", dir, message);
  assert_message(&error, message);
}

static void a_run_is_read_as_it_was_played(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(SETUPS); i++) {
    RunPlan plan = plan_of(&SETUPS[i], "one");
    Matches matches = {NULL};
    Run played, read;
    assert_int_equal(play(&played, plan), RUN_DONE);
    Snapshot before = snapshot("one");
    must_read(&read, "one", &matches);
    assert_unchanged("one", &before);
    assert_same_run(&read, &played);
    assert_int_equal(matches.count, read.tally.games);
    assert_int_equal(matches.first, matches.count ? read.first : 0);
    uint64_t plies = 0;
    for (uint64_t k = 0; k < matches.count; k++)
      plies += (uint64_t)matches.list[k].plies;
    assert_int_equal(plies, read.tally.plies);
    free(matches.list);
    run_close(&read);
    run_close(&played);
  }
}

static bool stop_at_three(void *context, uint64_t index, const Match *match,
                          Error *error) {
  (void)context, (void)match;
  return index < 3 || error_set(error, "three are enough");
}

static void reading_can_be_stopped(void **state) {
  (void)state;
  Run run;
  Error error = {0};
  play_into(&SETUPS[0], true, "one");
  assert_false(run_read(&run, "one", stop_at_three, NULL, &error));
  assert_message(&error, "one/games.csv, line 5: three are enough");
}

static void reading_needs_neither_game_nor_bots(void **state) {
  (void)state;
  static const Setup LOCAL = {
      "here.lua", {"mine.lua", "random"}, 2, SEATING_ROTATED, 10};
  RunPlan plan = plan_of(&LOCAL, "one");
  Run played, read;
  write_text("here.lua", "return require(\"boardlab\").variant { base = "
                         "\"tictacdoh\" }\n");
  write_text("mine.lua", "return { name = \"mine\", choose = function(s) "
                         "return s:moves()[1] end }\n");
  assert_int_equal(play(&played, plan), RUN_DONE);
  unlink("here.lua");
  unlink("mine.lua");
  must_read(&read, "one", NULL);
  assert_same_run(&read, &played);
  run_close(&read);
  run_close(&played);
}

/* ---- tampering with files -------------------------------------------------*/

/* The checkpoint of the first bytes of a file, as the manifest has it. */
/* Puts the checkpoint of the first `lines` lines (0: of all) into the
 * manifest. */
static void update_checkpoint(const char *dir, const char *name, int lines) {
  char path[64], *json, *edited;
  size_t length, size;
  snprintf(path, sizeof path, "%s/%s", dir, name);
  char *bytes = read_file(path, &length);
  const char *end = bytes;
  for (int i = 0; i < lines; i++)
    end = strchr(end, '\n') + 1;
  Checkpoint mark =
      checkpoint_of(bytes, lines ? (size_t)(end - bytes) : length);
  snprintf(path, sizeof path, "%s/run.json", dir);
  json = read_file(path, &size);
  char *at = strstr(strstr(json, "\"csv\""), name);
  at = strstr(at, "\"bytes\"");
  assert_true(
      asprintf(&edited, "%.*s\"bytes\": %llu, \"checksum\": \"%016llx\"%s",
               (int)(at - json), json, (unsigned long long)mark.bytes,
               (unsigned long long)mark.checksum, strpbrk(at, "}") - 1) > 0);
  write_text(path, edited);
  reseal(path);
  free(edited);
  free(json);
  free(bytes);
}

static void set_played(const char *dir, int from, int to) {
  char path[64], old[64], new[64];
  snprintf(path, sizeof path, "%s/run.json", dir);
  snprintf(old, sizeof old, "\"played\": %d", from);
  snprintf(new, sizeof new, "\"played\": %d", to);
  edit_sealed(path, old, new);
}

/* Finds the beginning of a line, or of a field in it; both count from 1. */
static char *line_at(char *bytes, int line) {
  while (--line > 0)
    bytes = strchr(bytes, '\n') + 1;
  return bytes;
}

static char *field_end(char *at) {
  bool quoted = false;
  for (; quoted || (*at != ',' && *at != '\n'); at++)
    quoted ^= *at == '"';
  return at;
}

static void set_field(const char *path, int line, int column,
                      const char *text) {
  size_t length;
  char *bytes = read_file(path, &length), *at = line_at(bytes, line), *edited;
  while (--column > 0)
    at = field_end(at) + 1;
  assert_true(asprintf(&edited, "%.*s%s%s", (int)(at - bytes), bytes, text,
                       field_end(at)) > 0);
  write_text(path, edited);
  free(edited);
  free(bytes);
}

static void remove_line(const char *path, int line) {
  size_t length;
  char *bytes = read_file(path, &length), *at = line_at(bytes, line);
  char *next = strchr(at, '\n') + 1;
  memmove(at, next, strlen(next) + 1);
  write_text(path, bytes);
  free(bytes);
}

/* Adds a field to each line, or removes its last one. */
static void change_columns(const char *path, bool more) {
  size_t length;
  char *bytes = read_file(path, &length);
  FILE *out = fopen(path, "wb");
  for (char *line = bytes; *line; line = strchr(line, '\n') + 1) {
    int size = (int)(strchr(line, '\n') - line);
    int less = size - (int)((char *)memrchr(line, ',', (size_t)size) - line);
    fprintf(out, "%.*s%s\n", more ? size : size - less, line,
            more ? line == bytes ? ",more" : ",5" : "");
  }
  fclose(out);
  free(bytes);
}

/* ---- unfinished runs -----------------------------------------------------*/

static void a_run_that_was_stopped_is_read(void **state) {
  (void)state;
  static const Setup STOPPED = {
      "tictacdoh", {"stop.bot", "random"}, 2, SEATING_ROTATED, 100000};
  RunPlan plan = plan_of(&STOPPED, "one");
  Run played, read;
  assert_int_equal(play(&played, plan), RUN_STOPPED);
  assert_in_range(played.tally.games, 1, 99999);
  must_read(&read, "one", NULL);
  assert_false(read.complete);
  assert_same_run(&read, &played);
  run_close(&read);
  /* Whatever was written after the last checkpoint does not count. */
  append("one/games.csv", "1,2,\"half a l", 1);
  must_read(&read, "one", NULL);
  assert_same_run(&read, &played);
  run_close(&read);
  run_close(&played);
}

/* Turns a complete run into one under way, with some games done. */
static void go_back(const char *dir, int games, int to, int to_moves) {
  char path[64];
  set_played(dir, games, to);
  snprintf(path, sizeof path, "%s/run.json", dir);
  edit_sealed(path, "\"complete\": true", "\"complete\": false");
  update_checkpoint(dir, "games.csv", to + 1);
  if (to_moves)
    update_checkpoint(dir, "moves.csv", to_moves + 1);
}

static void a_run_is_read_up_to_its_checkpoint(void **state) {
  (void)state;
  Run run;
  Matches matches = {NULL};
  play_into(&SETUPS[1], true, "one");
  go_back("one", 50, 20, 0);
  must_read(&run, "one", &matches);
  assert_int_equal(run.tally.games, 20);
  assert_int_equal(matches.count, 20);
  assert_int_equal(run.count, 50);
  assert_false(run.complete);
  run_close(&run);
  free(matches.list);
}

static void a_run_without_a_checkpoint_has_no_games(void **state) {
  (void)state;
  Run run;
  play_into(&SETUPS[1], true, "one");
  set_played("one", 50, 0);
  edit_sealed("one/run.json", "\"complete\": true", "\"complete\": false");
  write_text("one/games.csv", "");
  update_checkpoint("one", "games.csv", 0);
  must_read(&run, "one", NULL);
  assert_int_equal(run.tally.games, 0);
  run_close(&run);
  unlink("one/games.csv");
  must_read(&run, "one", NULL);
  assert_int_equal(run.tally.games, 0);
  run_close(&run);
}

/* ---- damaged rows --------------------------------------------------------*/

static const Setup HURT = {
    "tictacdoh", {"a.bot", "random"}, 2, SEATING_FIXED, 10};

/* The checkpoint of each file is correct, so that only reading the rows finds
 * the error. */
static void a_wrong_field_is_reported_by_line_and_column(void **state) {
  (void)state;
  static const struct {
    int line, column;
    const char *text, *message;
  } CASES[] = {
      {1, 1, "number", "line 1: column 1 is named 'number' where index"},
      {1, 10, "branching_mean",
       "line 1: column 10 is named 'branching_mean' where legal_moves "
       "should be"},
      {1, 16, "", "line 1: column 16 is named '' where reason should be"},
      {2, 1, "1", "line 2: column 1, index: '1' where '0' should be"},
      {4, 1, "1", "line 4: column 1, index: '1' where '2' should be"},
      {4, 1, "", "line 4: column 1, index: '' where '2' should be"},
      {4, 1, "2.0", "line 4: column 1, index: '2.0' where '2' should be"},
      {11, 2, "8", "line 11: column 2, seed: '8' where '7' should be"},
      {3, 3, "\"random\"", "line 3: column 3, seat: 'random' where 'a.bot'"},
      {3, 4, "\"a.bot\"", "line 3: column 4, seat: 'a.bot' where 'random'"},
      {3, 5, "won",
       "line 3: column 5, outcome: 'won' where win, draw, truncated or forfeit "
       "should be"},
      {3, 5, "", "line 3: column 5, outcome: ''"},
      {3, 6, "", "line 3: column 6, winner: '' where the seats that won"},
      {3, 6, "3", "line 3: column 6, winner: '3' where seats such as 1 or"},
      {3, 6, "1+", "line 3: column 6, winner: '1+' where seats such as 1"},
      {3, 6, "x", "line 3: column 6, winner: 'x' where seats such as 1"},
      {3, 6, "-1", "line 3: column 6, winner: '-1' where seats such as 1"},
      {3, 6, "99999999999999999999", "line 3: column 6, winner:"},
      {3, 7, "many", "line 3: column 7, plies: 'many' where a number from 0"},
      {3, 7, "28", "line 3: column 7, plies: '28' where a number from 0 to 27"},
      {3, 7, "-1", "line 3: column 7, plies: '-1'"},
      {3, 8, "27", "line 3: column 8, passes: '27' where a number from 0 to"},
      {3, 9, "", "line 3: column 9, moved: '' where the seats that moved"},
      {3, 9, "3", "line 3: column 9, moved: '3' where seats such as 1 or"},
      {3, 10, "1e9", "line 3: column 10, legal_moves: '1e9' where a number"},
      {3, 10, "", "line 3: column 10, legal_moves: '' where a number from 0"},
      {3, 10, "99999999", "line 3: column 10, legal_moves: '99999999' where"},
      {3, 11, "32769", "line 3: column 11, branching_max: '32769' where a"},
      {3, 12, "-0.5", "line 3: column 12, nodes: '-0.5' where a number from"},
      {3, 13, "9223372036854775808", "line 3: column 13, nodes:"},
      {3, 14, "1234", "line 3: column 14, hash: '1234' where 16 letters"},
      {3, 15, "1", "line 3: column 15, forfeiter: '1' where nothing should"},
      {3, 13, "0,0", "line 3: 17 fields where the first line has 16"},
      {3, 16, "a\"b", "line 3: "},
  };
  play_into(&HURT, false, "whole");
  for (size_t i = 0; i < COUNT(CASES); i++) {
    char message[200];
    clear("one");
    copy_dir("whole", "one");
    set_field("one/games.csv", CASES[i].line, CASES[i].column, CASES[i].text);
    must_not_read("one", "one/games.csv");
    update_checkpoint("one", "games.csv", 0);
    snprintf(message, sizeof message, "one/games.csv, %s", CASES[i].message);
    must_not_read("one", message);
  }
}

static void a_contradictory_row_is_refused(void **state) {
  (void)state;
  static const struct {
    const char *outcome, *winner, *forfeiter, *message;
  } CASES[] = {
      {"draw", "1", "", "line 2: column 6, winner: '1' where nothing"},
      {"truncated", "2", "", "line 2: column 6, winner: '2' where nothing"},
      {"forfeit", "2", "", "column 15, forfeiter: '' where the seat that"},
      {"forfeit", "2", "1+2", "column 15, forfeiter: '1+2' where the seat"},
      {"win", "2", "1", "column 15, forfeiter: '1' where nothing"},
  };
  play_into(&HURT, false, "whole");
  for (size_t i = 0; i < COUNT(CASES); i++) {
    clear("one");
    copy_dir("whole", "one");
    set_field("one/games.csv", 2, 5, CASES[i].outcome);
    set_field("one/games.csv", 2, 6, CASES[i].winner);
    set_field("one/games.csv", 2, 15, CASES[i].forfeiter);
    update_checkpoint("one", "games.csv", 0);
    must_not_read("one", CASES[i].message);
  }
}

static void a_missing_or_extra_column_is_named(void **state) {
  (void)state;
  play_into(&HURT, false, "whole");
  copy_dir("whole", (clear("one"), "one"));
  change_columns("one/games.csv", false);
  must_not_read("one", "one/games.csv");
  update_checkpoint("one", "games.csv", 0);
  must_not_read("one", "one/games.csv, line 1: column 16, reason, is missing");
  clear("one");
  copy_dir("whole", "one");
  change_columns("one/games.csv", true);
  update_checkpoint("one", "games.csv", 0);
  must_not_read("one",
                "one/games.csv, line 1: column 17, 'more', is one too many");
}

static void a_truncated_file_is_refused(void **state) {
  (void)state;
  struct stat about;
  play_into(&HURT, false, "one");
  stat("one/games.csv", &about);
  /* within a line */
  truncate_file("one/games.csv", 9);
  must_not_read("one", "one/games.csv has been truncated");
  must_not_read("one", "line 11: the last line has no end: the file was "
                       "truncated in column");
  update_checkpoint("one", "games.csv", 0);
  must_not_read("one", "one/games.csv, line 11: the last line has no end");
  /* at the end of a line */
  play_into(&HURT, false, "one");
  remove_line("one/games.csv", 11);
  must_not_read("one", "one/games.csv has been truncated: it has");
  update_checkpoint("one", "games.csv", 0);
  must_not_read("one", "one/games.csv has 9 games and should have 10");
  /* at every byte */
  play_into(&HURT, false, "one");
  for (off_t size = about.st_size - 1; size >= 0; size -= 7) {
    assert_int_equal(truncate("one/games.csv", size), 0);
    must_not_read("one", "one/games.csv has been truncated");
    update_checkpoint("one", "games.csv", 0);
    must_not_read("one", size ? "one/games.csv" : "one/run.json");
    clear("one");
    play_into(&HURT, false, "one");
  }
}

/* Rows of a run with another seed, of other bots, of the same run. */
static void rows_of_another_run_are_detected(void **state) {
  (void)state;
  RunPlan other = plan_of(&HURT, "other");
  size_t length;
  Run run;
  other.seed = 8;
  play(&run, other);
  run_close(&run);
  play_into(&HURT, true, "one");
  char *rows = read_file("other/games.csv", &length);
  append("one/games.csv", line_at(rows, 2), 1);
  must_not_read("one", "one/games.csv is not as it was written: something has "
                       "been added to it");
  update_checkpoint("one", "games.csv", 0);
  must_not_read("one", "one/games.csv, line 12: column 1, index: '0' where "
                       "'10' should be");
  write_file("one/games.csv", rows, length);
  must_not_read("one", "one/games.csv");
  update_checkpoint("one", "games.csv", 0);
  must_not_read("one", "one/games.csv, line 2: column 2, seed: '8' where '7'");
  free(rows);
  /* the same row twice, in its place and after the last */
  play_into(&HURT, true, "one");
  rows = read_file("one/games.csv", &length);
  append("one/games.csv", line_at(rows, 11), 1);
  update_checkpoint("one", "games.csv", 0);
  must_not_read("one", "line 12: column 1, index: '9' where '10' should be");
  free(rows);
  /* more games than there should be, each one valid */
  play_into(&HURT, true, "one");
  set_played("one", 10, 9);
  must_not_read("one", "one/games.csv has 10 games and should have 9");
}

static void a_changed_digit_is_detected(void **state) {
  (void)state;
  play_into(&HURT, false, "one");
  set_field("one/games.csv", 6, 13, "1"); /* was 0 */
  must_not_read("one", "one/games.csv is not as it was written: it has been "
                       "edited");
}

static void anything_but_a_regular_file_is_refused(void **state) {
  (void)state;
  play_into(&HURT, false, "one");
  write_text("one/games.csv", "");
  must_not_read("one", "one/games.csv has been truncated: it has 0 bytes");
  unlink("one/games.csv");
  must_not_read("one", "could not open one/games.csv: No such file");
  mkdir("one/games.csv", 0777);
  must_not_read("one", "one/games.csv is not a file");
  clear("one/games.csv");
  assert_int_equal(mkfifo("one/games.csv", 0666), 0);
  must_not_read("one", "one/games.csv is not a file");
  clear("one");
  must_not_read("one", "one is not the folder of a run: there is no run.json");
  mkdir("one", 0777);
  must_not_read("one", "one is not the folder of a run: there is no run.json");
  mkdir("one/run.json", 0777);
  must_not_read("one", "one/run.json is not a file");
  must_not_read("", "is not the folder of a run");
}

/* Changing any byte of either file is noticed, and the message names it. */
static void any_wrong_byte_is_found(void **state) {
  (void)state;
  static const char *const NAMES[] = {"one/run.json", "one/games.csv"};
  play_into(&HURT, true, "one");
  for (int i = 0; i < 2; i++) {
    struct stat about;
    stat(NAMES[i], &about);
    for (long at = 0; at < about.st_size; at++) {
      Run run;
      Error error = {0};
      flip_bit(NAMES[i], at);
      assert_false(run_read(&run, "one", NULL, NULL, &error));
      assert_message(&error, NAMES[i]);
      flip_bit(NAMES[i], at);
    }
  }
}

/* ---- tallies as text -----------------------------------------------------*/

static char *tally_text(const Tally *tally) {
  Text text = {NULL};
  assert_true(tally_write(tally, &text) && text_reserve(&text, 1));
  text_add_char(&text, '\0');
  return text.bytes;
}

static bool can_read(const Run *run, const char *text, char **again) {
  Tally tally;
  assert_true(tally_make(&tally, &run->schedule, run->plan.max_plies, NULL));
  bool good = tally_read(&tally, text);
  if (good && again)
    *again = tally_text(&tally);
  tally_free(&tally);
  return good;
}

/* Teams, more than two seats, several seatings, forfeits. */
static void a_tally_reads_back_as_it_was_written(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(SETUPS); i++) {
    Run run;
    char *again = NULL;
    play_into(&SETUPS[i], false, "one");
    must_read(&run, "one", NULL);
    char *text = tally_text(&run.tally);
    assert_true(can_read(&run, text, &again));
    assert_string_equal(text, again);
    free(again);
    for (char *space = strrchr(text, ' '); space; space = strrchr(text, ' ')) {
      *space = '\0';
      assert_false(can_read(&run, text, NULL)); /* some numbers are missing */
    }
    free(text);
    run_close(&run);
    clear("one");
  }
}

static void a_text_that_is_no_tally_is_refused(void **state) {
  (void)state;
  Run run;
  char *edited;
  play_into(&SETUPS[1], false, "one");
  must_read(&run, "one", NULL);
  char *text = tally_text(&run.tally);
  static const char *const BEGINNINGS[] = {
      "x",
      " ",
      "-",
      "+",
      "1x",
      "18446744073709551616 ",
      "999999999999999999999999999999999999999999999999 "};
  for (size_t i = 0; i < COUNT(BEGINNINGS); i++) {
    const char *rest = i < 4 ? text : strchr(text, ' ') + 1;
    assert_true(asprintf(&edited, "%s%s", BEGINNINGS[i], rest) > 0);
    assert_false(can_read(&run, edited, NULL));
    free(edited);
  }
  assert_true(asprintf(&edited, "%s 1", text) > 0); /* one too many */
  assert_false(can_read(&run, edited, NULL));
  free(edited);
  assert_false(can_read(&run, "", NULL));
  free(text);
  run_close(&run);
}

/* ---- damaged manifests ---------------------------------------------------*/

static void a_manifest_must_have_its_keys(void **state) {
  (void)state;
  static const char *const KEYS[] = {
      "game",  "sides",     "bots",     "names", "seating", "seed",
      "games", "max_plies", "moves",    "until", "limits",  "files",
      "shard", "part",      "of",       "first", "played",  "complete",
      "csv",   "games.csv", "moves.csv"};
  play_into(&HURT, true, "whole");
  for (size_t i = 0; i < COUNT(KEYS); i++) {
    char key[32];
    clear("one");
    copy_dir("whole", "one");
    snprintf(key, sizeof key, "\"%s\":", KEYS[i]);
    edit_sealed("one/run.json", key, "\"other\":");
    must_not_read("one", "one/run.json is not the manifest of a run");
  }
}

static void a_contradictory_manifest_is_refused(void **state) {
  (void)state;
  static const char NOT[] = "one/run.json is not the manifest of a run";
  static const struct {
    const char *old, *new, *message;
  } CASES[] = {
      {"\"sides\": [\n    1,\n    2\n  ]", "\"sides\": [1, 3]", NOT},
      {"\"sides\": [\n    1,\n    2\n  ]", "\"sides\": [0, 1]", NOT},
      {"\"sides\": [\n    1,\n    2\n  ]", "\"sides\": [2, 2]", NOT},
      {"\"sides\": [\n    1,\n    2\n  ]", "\"sides\": []", NOT},
      {"\"sides\": [\n    1,\n    2\n  ]", "\"sides\": 2", NOT},
      {"\"sides\": [\n    1,\n    2\n  ]", "\"sides\": [1, \"2\"]", NOT},
      {"\"sides\": [\n    1,\n    2\n  ]",
       "\"sides\": [1,2,3,4,5,6,7,8,9,10,11,12,13,14,15,16,17]", NOT},
      {"\"sides\": [\n    1,\n    2\n  ]", "\"sides\": [1, 2, 3]",
       "the game has 3 seats: name a bot for each, or one for all; 2 were"},
      {"\"max_plies\": 27", "\"max_plies\": 0", NOT},
      {"\"max_plies\": 27", "\"max_plies\": -1", NOT},
      {"\"max_plies\": 27", "\"max_plies\": 1e18", NOT},
      {"\"max_plies\": 27", "\"max_plies\": 1000000000000000000", NOT},
      {"\"max_plies\": 27", "\"max_plies\": 4294967323", NOT},
      {"\"max_plies\": 27", "\"max_plies\": 10000001", NOT},
      {"\"seed\": 7", "\"seed\": -7", NOT},
      {"\"seed\": 7", "\"seed\": \"7\"", NOT},
      {"\"seed\": 7", "\"seed\": 99999999999999999999", "one/run.json, line"},
      {"\"games\": 10", "\"games\": -1", NOT},
      {"\"games\": 10", "\"games\": 9", NOT}, /* fewer than in the shard */
      {"\"games\": 10", "\"games\": 1000000000001", NOT},
      {"\"first\": 0", "\"first\": 1", NOT},
      {"\"first\": 0", "\"first\": -1", NOT},
      {"\"first\": 0", "\"first\": 9223372036854775807", NOT},
      {"\"part\": 1", "\"part\": 0", NOT},
      {"\"part\": 1", "\"part\": 2", NOT},
      {"\"of\": 1", "\"of\": 0", NOT},
      {"\"of\": 1", "\"of\": 4097", NOT},
      {"\"played\": 10", "\"played\": 11", NOT},
      {"\"played\": 10", "\"played\": -1", NOT},
      {"\"complete\": true", "\"complete\": 1", NOT},
      {"\"bytes\": ", "\"bytes\": -", NOT},
      {"\"checksum\": \"", "\"checksum\": \"0", NOT},
      {"\"checksum\": \"", "\"checksum\": 5, \"other\": \"", NOT},
      {"\"seating\": \"fixed\"", "\"seating\": \"odd\"", NOT},
      {"\"seating\": \"fixed\"", "\"seating\": 1", NOT},
      {"\"files\": {}", "\"files\": []", NOT},
      {"\"a.bot\",\n    \"random\"\n  ],", "\"a.bot\"],", NOT},
      {"\"a.bot\",\n    \"random\"\n  ],", "1, 2],", NOT},
      {"\"a.bot\",\n    \"random\"\n  ],", "],", NOT},
      {"\"a.bot\",\n      \"random\"\n    ]", "\"a.bot\"]", NOT},
      {"\"a.bot\",\n      \"random\"\n    ]", "\"a.bot\", null]", NOT},
      {"\"a.bot\",\n      \"random\"\n    ]",
       "\"a.bot\", \"random\", \"more\"]", NOT},
      {"\"boardlab\"", "\"seed\": 7, \"boardlab\"", "duplicate"},
      {"{", "", "one/run.json, line 2: "},
      {"{", "[", "one/run.json, line 2: "},
  };
  play_into(&HURT, true, "whole");
  for (size_t i = 0; i < COUNT(CASES); i++) {
    clear("one");
    copy_dir("whole", "one");
    edit_sealed("one/run.json", CASES[i].old, CASES[i].new);
    must_not_read("one", CASES[i].message);
  }
  write_text("one/run.json", "");
  must_not_read("one", "one/run.json does not end with its checksum");
  write_text("one/run.json", "[]\n");
  must_not_read("one", "one/run.json does not end with its checksum");
}

/* Replaces a text by one of this many letters. */
static void lengthen(const char *old, int letters) {
  char *text = calloc((size_t)letters + 1, 1);
  memset(text, 'x', (size_t)letters);
  edit_sealed("one/run.json", old, text);
  free(text);
}

static void names_that_are_too_long_are_refused(void **state) {
  (void)state;
  static const struct {
    const char *old, *message;
    int most;
  } CASES[] = {
      {"budget=1", "is not the manifest of a run", RUN_TEXT - 1},
      {"seat1=1%", "is not the manifest of a run", RUN_TEXT - 1},
      {"tictacdoh:players=2,", "is not the manifest of a run", SPEC_TEXT - 200},
      {"a.bot", "the name of a bot is too long", SPEC_TEXT - 1},
  };
  Run run;
  play_into(&HURT, true, "whole");
  for (size_t i = 0; i < COUNT(CASES); i++) {
    clear("one");
    copy_dir("whole", "one");
    lengthen(CASES[i].old, CASES[i].most);
    must_read(&run, "one", NULL);
    run_close(&run);
    clear("one");
    copy_dir("whole", "one");
    lengthen(CASES[i].old, SPEC_TEXT);
    must_not_read("one", CASES[i].message);
  }
}

/* ---- replaying ------------------------------------------------------------*/

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
  const ReplayPlan plan = {&run, games ? games : matches.count, matches.list,
                           jobs, NULL};
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
  for (size_t i = 0; i < COUNT(SETUPS); i++) {
    RunPlan plan = plan_of(&SETUPS[i], "one");
    Trace read, again, threads, partly, watched, few;
    Run run;
    play(&run, plan);
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
  play_into(&SETUPS[1], true, "one");
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
  must_not_replay("one", "one/moves.csv is not as it was written: something "
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
    must_not_replay("one", "one/moves.csv is not as it was written");
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
      {2, 1, "x", "line 2: column 1, index: 'x' where a number from 0 to 9"},
      {3, 1, "10", "line 3: column 1, index: '10' where a number from 0 to 9"},
      {3, 1, "-1", "line 3: column 1, index: '-1'"},
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
      {3, 4, "\"Lc3\",5", "line 3: 6 fields where the first line has 5"},
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
  play(&run, other);
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
  assert_true(asprintf(&edited, "index,ply,seat,move,legal_moves\n%s", second) >
              0);
  write_text("one/moves.csv", edited);
  free(edited);
  accept_moves();
  must_not_replay("one", "game 0 does not end as games.csv says (win after");
  write_file("one/moves.csv", rows, (size_t)(second - rows));
  accept_moves();
  must_not_replay("one", "game 1 does not end as games.csv says (win after");
  write_file("one/moves.csv", rows, (size_t)(second - rows) - 3);
  accept_moves();
  must_not_replay("one", "the last line has no end");
  free(rows);
}

static void a_move_after_the_end_is_refused(void **state) {
  (void)state;
  static const Setup NIM = {
      "games/nim.lua:heaps=1,tokens=1", {"random"}, 1, SEATING_FIXED, 2};
  play_into(&NIM, true, "one");
  write_text("one/moves.csv",
             "index,ply,seat,move,legal_moves\n0,1,1,\"1-1\",1\n"
             "0,2,2,\"1-1\",1\n1,1,1,\"1-1\",1\n");
  must_not_replay("one", "one/moves.csv, line 3: column 2, ply: '2' where no "
                         "further move of a finished game should be");
  write_text("one/moves.csv",
             "index,ply,seat,move,legal_moves\n0,1,1,\"1-1\",1\n"
             "1,1,1,\"1-1\",1\n");
  accept_moves();
  Trace trace;
  must_replay("one", 0, 1, &trace);
  free(trace.text);
}

static void unreadable_moves_are_refused(void **state) {
  (void)state;
  play_into(&HURT, true, "one");
  change_columns("one/moves.csv", true);
  must_not_replay("one", "line 1: column 6, 'more', is one too many");
  change_columns("one/moves.csv", false);
  change_columns("one/moves.csv", false);
  accept_moves();
  must_not_replay("one", "line 1: column 5, legal_moves, is missing");
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
  play_into(&SETUPS[10], false, "one");
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
  play_into(&SETUPS[0], false, "one");
  must_read(&run, "one", &matches);
  run.kept.games = 1;
  atomic_store(&stop, true);
  const ReplayPlan plan = {&run, matches.count, matches.list, 2, &stop};
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
  loader_add(&BOTS.loader);
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_run_is_read_as_it_was_played),
      cmocka_unit_test(reading_can_be_stopped),
      cmocka_unit_test(reading_needs_neither_game_nor_bots),
      cmocka_unit_test(a_run_that_was_stopped_is_read),
      cmocka_unit_test(a_run_is_read_up_to_its_checkpoint),
      cmocka_unit_test(a_run_without_a_checkpoint_has_no_games),
      cmocka_unit_test(a_wrong_field_is_reported_by_line_and_column),
      cmocka_unit_test(a_contradictory_row_is_refused),
      cmocka_unit_test(a_missing_or_extra_column_is_named),
      cmocka_unit_test(a_truncated_file_is_refused),
      cmocka_unit_test(rows_of_another_run_are_detected),
      cmocka_unit_test(a_changed_digit_is_detected),
      cmocka_unit_test(anything_but_a_regular_file_is_refused),
      cmocka_unit_test(any_wrong_byte_is_found),
      cmocka_unit_test(a_tally_reads_back_as_it_was_written),
      cmocka_unit_test(a_text_that_is_no_tally_is_refused),
      cmocka_unit_test(a_manifest_must_have_its_keys),
      cmocka_unit_test(a_contradictory_manifest_is_refused),
      cmocka_unit_test(names_that_are_too_long_are_refused),
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
  int failed = RUN_TESTS(tests);
  clear(home);
  return failed;
}
