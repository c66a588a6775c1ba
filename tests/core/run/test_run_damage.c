/* Damage to the files of a run is reported by file, line and column.
 *
 * Everything happens in a folder of its own below /tmp, which is also the
 * working directory, so that messages contain short names. */
#define _GNU_SOURCE
#include "tests/support/files.h"
#include "tests/support/saved_runs.h"
#include "tests/support/support.h"
#include "tests/support/tamper.h"

#include "core/game/spec.h"
#include "lua/host/host.h"
#include <sys/stat.h>
#include <unistd.h>

/* ---- damaged rows --------------------------------------------------------*/

/* The checkpoint of each file is correct, so that only reading the rows finds
 * the error. */
static void a_wrong_field_is_reported_by_line_and_column(void **state) {
  (void)state;
  static const struct {
    int line, column;
    const char *text, *message;
  } CASES[] = {
      {1, 1, "spec", "line 1: column 1 is named 'spec' where game should be"},
      {1, 2, "index", "line 1: column 2 is named 'index' where number"},
      {1, 13, "branching_mean",
       "line 1: column 13 is named 'branching_mean' where legal_moves "
       "should be"},
      {1, 19, "", "line 1: column 19 is named '' where reason should be"},
      {2, 1, "\"dorix\"",
       "line 2: column 1, game: 'dorix' where 'tictacdoh' should be"},
      {2, 1, "", "line 2: column 1, game: '' where 'tictacdoh' should be"},
      {2, 2, "1", "line 2: column 2, number: '1' where '0' should be"},
      {4, 2, "1", "line 4: column 2, number: '1' where '2' should be"},
      {4, 2, "", "line 4: column 2, number: '' where '2' should be"},
      {4, 2, "2.0", "line 4: column 2, number: '2.0' where '2' should be"},
      {11, 3, "8", "line 11: column 3, seed: '8' where '7' should be"},
      {3, 4, "\"random\"", "line 3: column 4, seat1: 'random' where 'a.bot'"},
      {3, 5, "\"a.bot\"", "line 3: column 5, seat2: 'a.bot' where 'random'"},
      {3, 6, "won",
       "line 3: column 6, outcome: 'won' where win, loss, draw, truncated or "
       "forfeit "
       "should be"},
      {3, 6, "", "line 3: column 6, outcome: ''"},
      {3, 7, "", "line 3: column 7, winner: '' where the seats that won"},
      {3, 7, "3", "line 3: column 7, winner: '3' where seats such as 1 or"},
      {3, 7, "1+", "line 3: column 7, winner: '1+' where seats such as 1"},
      {3, 7, "x", "line 3: column 7, winner: 'x' where seats such as 1"},
      {3, 7, "-1", "line 3: column 7, winner: '-1' where seats such as 1"},
      {3, 7, "99999999999999999999", "line 3: column 7, winner:"},
      {3, 8, "2", "line 3: column 8, won1: '2' where '"},
      {3, 9, "", "line 3: column 9, won2: '' where '"},
      {3, 10, "many", "line 3: column 10, plies: 'many' where a number from 0"},
      {3, 10, "28",
       "line 3: column 10, plies: '28' where a number from 0 to 27"},
      {3, 10, "-1", "line 3: column 10, plies: '-1'"},
      {3, 11, "27", "line 3: column 11, passes: '27' where a number from 0 to"},
      {3, 12, "", "line 3: column 12, moved: '' where the seats that moved"},
      {3, 12, "3", "line 3: column 12, moved: '3' where seats such as 1 or"},
      {3, 13, "1e9", "line 3: column 13, legal_moves: '1e9' where a number"},
      {3, 13, "", "line 3: column 13, legal_moves: '' where a number from 0"},
      {3, 13, "99999999", "line 3: column 13, legal_moves: '99999999' where"},
      {3, 14, "32769", "line 3: column 14, branching_max: '32769' where a"},
      {3, 15, "-0.5", "line 3: column 15, nodes1: '-0.5' where a number from"},
      {3, 16, "9223372036854775808", "line 3: column 16, nodes2:"},
      {3, 17, "1234", "line 3: column 17, hash: '1234' where 16 letters"},
      {3, 18, "1", "line 3: column 18, forfeiter: '1' where nothing should"},
      {3, 16, "0,0", "line 3: 20 fields where the first line has 19"},
      {3, 19, "a\"b", "line 3: "},
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
    const char *outcome, *winner, *won, *forfeiter, *message;
  } CASES[] = {
      {"draw", "1", "0,0", "", "line 2: column 7, winner: '1' where nothing"},
      {"truncated", "2", "0,0", "",
       "line 2: column 7, winner: '2' where nothing"},
      {"forfeit", "2", "0,0", "",
       "column 18, forfeiter: '' where the seat that"},
      {"forfeit", "2", "0,0", "1+2",
       "column 18, forfeiter: '1+2' where the seat"},
      {"win", "2", "0,1", "1", "column 18, forfeiter: '1' where nothing"},
      {"win", "2", "1,0", "",
       "line 2: column 8, won1: '1' where '0' should be"},
      {"win", "1+2", "1,0", "", "column 9, won2: '0' where '1' should be"},
      {"draw", "", "0,1", "", "column 9, won2: '1' where '0' should be"},
      {"truncated", "", "1,0", "", "column 8, won1: '1' where '0' should be"},
      {"forfeit", "2", "0,1", "1", "column 9, won2: '1' where '0' should be"},
  };
  play_into(&HURT, false, "whole");
  for (size_t i = 0; i < COUNT(CASES); i++) {
    clear("one");
    copy_dir("whole", "one");
    set_field("one/games.csv", 2, 6, CASES[i].outcome);
    set_field("one/games.csv", 2, 7, CASES[i].winner);
    set_field("one/games.csv", 2, 18, CASES[i].forfeiter);
    set_field("one/games.csv", 2, 8, (char[]){CASES[i].won[0], '\0'});
    set_field("one/games.csv", 2, 9, CASES[i].won + 2);
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
  must_not_read("one", "one/games.csv, line 1: column 19, reason, is missing");
  clear("one");
  copy_dir("whole", "one");
  change_columns("one/games.csv", true);
  update_checkpoint("one", "games.csv", 0);
  must_not_read("one",
                "one/games.csv, line 1: column 20, 'more', is unexpected");
}

static void a_file_that_is_too_short_is_refused(void **state) {
  (void)state;
  struct stat about;
  play_into(&HURT, false, "one");
  stat("one/games.csv", &about);
  /* within a line */
  truncate_file("one/games.csv", 9);
  must_not_read("one", "one/games.csv is too short");
  must_not_read("one", "; its last whole line is 10");
  update_checkpoint("one", "games.csv", 0);
  must_not_read("one", "one/games.csv, line 11: the file ends here, in column");
  /* at the end of a line */
  play_into(&HURT, false, "one");
  remove_line("one/games.csv", 11);
  must_not_read("one", "one/games.csv is too short: it has");
  update_checkpoint("one", "games.csv", 0);
  must_not_read("one", "one/games.csv has 9 games and should have 10");
  /* at every byte */
  play_into(&HURT, false, "one");
  for (off_t size = about.st_size - 1; size >= 0; size -= 7) {
    assert_int_equal(truncate("one/games.csv", size), 0);
    must_not_read("one", "one/games.csv is too short");
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
  play_new(&run, other);
  run_close(&run);
  play_into(&HURT, true, "one");
  char *rows = read_file("other/games.csv", &length);
  append("one/games.csv", line_at(rows, 2), 1);
  must_not_read("one",
                "one/games.csv has changed since it was written: something has "
                "been added to it");
  update_checkpoint("one", "games.csv", 0);
  must_not_read("one", "one/games.csv, line 12: column 2, number: '0' where "
                       "'10' should be");
  write_file("one/games.csv", rows, length);
  must_not_read("one", "one/games.csv");
  update_checkpoint("one", "games.csv", 0);
  must_not_read("one", "one/games.csv, line 2: column 3, seed: '8' where '7'");
  free(rows);
  /* the same row twice, in its place and after the last */
  play_into(&HURT, true, "one");
  rows = read_file("one/games.csv", &length);
  append("one/games.csv", line_at(rows, 11), 1);
  update_checkpoint("one", "games.csv", 0);
  must_not_read("one", "line 12: column 2, number: '9' where '10' should be");
  free(rows);
  /* more games than there should be, each one valid */
  play_into(&HURT, true, "one");
  set_played("one", 10, 9);
  must_not_read("one", "one/games.csv has 10 games and should have 9");
}

static void a_changed_digit_is_detected(void **state) {
  (void)state;
  play_into(&HURT, false, "one");
  set_field("one/games.csv", 6, 16, "1"); /* was 0 */
  must_not_read("one",
                "one/games.csv has changed since it was written: it has been "
                "edited");
}

static void anything_but_a_regular_file_is_refused(void **state) {
  (void)state;
  play_into(&HURT, false, "one");
  write_text("one/games.csv", "");
  must_not_read("one", "one/games.csv is too short: it has 0 bytes");
  unlink("one/games.csv");
  must_not_read("one", "could not open one/games.csv: No such file");
  mkdir("one/games.csv", 0777);
  must_not_read("one", "one/games.csv is not a file");
  clear("one/games.csv");
  assert_int_equal(mkfifo("one/games.csv", 0666), 0);
  must_not_read("one", "one/games.csv is not a file");
  clear("one");
  must_not_read("one", "one is not the folder of a run: it does not exist");
  mkdir("one", 0777);
  must_not_read("one", "one is not the folder of a run: there is no run.json");
  mkdir("one/run.json", 0777);
  must_not_read("one", "one/run.json is not a file");
  must_not_read("", "the folder name is empty");
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

/* ---- damaged manifests ---------------------------------------------------*/

static void a_manifest_must_have_its_keys(void **state) {
  (void)state;
  static const char *const KEYS[] = {
      "title",  "game",     "sides", "bots",      "names",    "seating",
      "seed",   "parts",    "games", "max_plies", "moves",    "until",
      "limits", "files",    "shard", "part",      "of",       "first",
      "played", "complete", "csv",   "games.csv", "moves.csv"};
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

/* Runs of a version that did not write down how they were made. */
static void a_run_of_an_earlier_version_is_refused(void **state) {
  (void)state;
  static const char MESSAGE[] =
      "one/run.json does not say how the run was made: an earlier version of "
      "boardlab wrote it; play it again in another folder";
  RunPlan plan = plan_of(&HURT, "one");
  Run run;
  Error error = {0};
  play_into(&HURT, true, "one");
  edit_sealed("one/run.json", "\"arguments\":", "\"other\":");
  must_not_read("one", MESSAGE);
  plan.resume = true;
  assert_false(run_open(&run, &plan, &error));
  assert_message(&error, MESSAGE);
}

static void a_contradictory_manifest_is_refused(void **state) {
  (void)state;
  static const char NOT[] = "one/run.json is not the manifest of a run";
  static const struct {
    const char *old, *new, *message;
  } CASES[] = {
      {"\"kind\",", "7,", NOT},
      {"\"kind\",", "\"a key that is too long\",", NOT},
      {"\"parts\": [", "\"parts\": 3, \"others\": [", NOT},
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
      {"\"boardlab\": ", "\"boardlab\": 1, \"was\": ", NOT},
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

/* Replaces the text after a key by one of this many letters. */
static void lengthen(const char *key, const char *old, int letters) {
  char there[64], *text = malloc(strlen(key) + (size_t)letters + 1);
  snprintf(there, sizeof there, "%s%s", key, old);
  memset(stpcpy(text, key), 'x', (size_t)letters);
  text[strlen(key) + (size_t)letters] = '\0';
  edit_sealed("one/run.json", there, text);
  free(text);
}

static void names_that_are_too_long_are_refused(void **state) {
  (void)state;
  static const struct {
    const char *key, *old, *message;
    int most;
  } CASES[] = {
      {"\"limits\": \"", "budget=1", "is not the manifest of a run",
       RUN_TEXT - 1},
      {"\"until\": \"", "seat1=1%", "is not the manifest of a run",
       RUN_TEXT - 1},
      {"\"game\": \"", "tictacdoh:players=2,", "is not the manifest of a run",
       SPEC_TEXT - 200},
      {"\"title\": \"", "Tic Tac Doh (Brian Schultze)",
       "is not the manifest of a run", GAME_TITLE - 1},
      {"\"bots\": [\n    \"", "a.bot", "the name of a bot is too long",
       SPEC_TEXT - 1},
  };
  Run run;
  play_into(&HURT, true, "whole");
  for (size_t i = 0; i < COUNT(CASES); i++) {
    clear("one");
    copy_dir("whole", "one");
    lengthen(CASES[i].key, CASES[i].old, CASES[i].most);
    must_read(&run, "one", NULL);
    run_close(&run);
    clear("one");
    copy_dir("whole", "one");
    lengthen(CASES[i].key, CASES[i].old, SPEC_TEXT);
    must_not_read("one", CASES[i].message);
  }
}

int main(void) {
  const char *home = enter_new_dir();
  host_start((Limits){WORK_DEFAULT, MEMORY_DEFAULT});
  loader_add(&SAVED_RUN_BOTS.loader);
  const struct CMUnitTest damage_tests[] = {
      cmocka_unit_test(a_wrong_field_is_reported_by_line_and_column),
      cmocka_unit_test(a_contradictory_row_is_refused),
      cmocka_unit_test(a_missing_or_extra_column_is_named),
      cmocka_unit_test(a_file_that_is_too_short_is_refused),
      cmocka_unit_test(rows_of_another_run_are_detected),
      cmocka_unit_test(a_changed_digit_is_detected),
      cmocka_unit_test(anything_but_a_regular_file_is_refused),
      cmocka_unit_test(any_wrong_byte_is_found),
      cmocka_unit_test(a_manifest_must_have_its_keys),
      cmocka_unit_test(a_run_of_an_earlier_version_is_refused),
      cmocka_unit_test(a_contradictory_manifest_is_refused),
      cmocka_unit_test(names_that_are_too_long_are_refused),
  };
  int failed = RUN_TESTS(damage_tests);
  clear(home);
  return failed;
}
