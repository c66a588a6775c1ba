/* Commands, specs, and the time of programs. */
#define _GNU_SOURCE
#include "core/base/clock.h"
#include "core/game/spec.h"
#include "core/program/program_bot.h"
#include "core/program/program_internal.h"
#include "tests/support/processes.h"
#include "tests/support/support.h"
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

/* ---- commands ------------------------------------------------------------*/

static void commands_are_split_as_by_a_shell(void **unused) {
  (void)unused;
  static const struct {
    const char *command, *words[6];
  } CASES[] = {
      {"python3 bot.py --level 3", {"python3", "bot.py", "--level", "3"}},
      {"  a\tb \n c  ", {"a", "b", "c"}},
      {"'my bot' 'a b'c", {"my bot", "a bc"}},
      {"\"my bot\" \"it's\" 'say \"so\"'", {"my bot", "it's", "say \"so\""}},
      {"my\\ bot a\\'b c\\\\d", {"my bot", "a'b", "c\\d"}},
      {"a '' \"\" b", {"a", "", "", "b"}},
      {"a \"\\\"\\\\\\$\\`\\n\"", {"a", "\"\\$`\\n"}},
      {"a 'b\\n'", {"a", "b\\n"}},
      {"a $HOME ~ * `b` $(c) ; d", {"a", "$HOME", "~", "*", "`b`", "$(c)"}},
      {"a:b,c=d x:y", {"a:b,c=d", "x:y"}},
      {"a\\", {"a\\"}},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Error error = {0};
    char **words = program_words(CASES[i].command, &error);
    assert_non_null(words);
    for (int k = 0; k < 6 && CASES[i].words[k]; k++)
      assert_string_equal(words[k], CASES[i].words[k]);
    free(words);
  }
}

static void commands_that_make_no_sense_are_refused(void **unused) {
  (void)unused;
  char many[2 * PROGRAM_WORDS_MAX + 3] = "";
  for (int i = 0; i <= PROGRAM_WORDS_MAX; i++)
    strcat(many, "x ");
  const char *const CASES[][2] = {
      {"", "there is no command after 'exec:'"},
      {" \t ", "there is no command after 'exec:'"},
      {"a 'b", "an unclosed quotation mark"},
      {"a \"b'", "an unclosed quotation mark"},
      {"a \"b\\\"", "an unclosed quotation mark"},
      {many, "more than 256 words"},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Error error = {0};
    assert_null(program_words(CASES[i][0], &error));
    assert_message(&error, CASES[i][1]);
  }
  many[2 * PROGRAM_WORDS_MAX] = '\0';
  char **words = program_words(many, NULL);
  assert_non_null(words);
  assert_null(words[PROGRAM_WORDS_MAX]);
  free(words);
}

static void programs_are_found_as_by_a_shell(void **unused) {
  (void)unused;
  char path[4096];
  Error error = {0};
  assert_true(program_find("sh", path, sizeof path, &error));
  assert_true(path[0] == '/' && access(path, X_OK) == 0);
  assert_true(program_find("/bin/sh", path, sizeof path, &error));
  assert_string_equal(path, "/bin/sh");
  assert_false(program_find("no-such-program", path, sizeof path, &error));
  assert_message(&error, "there is no program 'no-such-program' in the folders "
                         "of PATH");
  assert_false(program_find("./no-such-program", path, sizeof path, &error));
  assert_false(program_find("", path, sizeof path, &error));
  assert_false(program_find("/etc/passwd", path, sizeof path, &error));
  assert_message(&error, "try chmod +x");
  assert_false(program_find("/", path, sizeof path, &error));
}

/* ---- specs ---------------------------------------------------------------*/

/* Writes a spec of the faulty program, and allows it. */
__attribute__((format(printf, 3, 4))) static const char *
faulty(char spec[SPEC_TEXT], const char *scheme, const char *format, ...) {
  char arguments[300];
  va_list values;
  va_start(values, format);
  vsnprintf(arguments, sizeof arguments, format, values);
  va_end(values);
  snprintf(spec, SPEC_TEXT, "%s:%s %s %s", scheme, FAULTY_PROGRAM, arguments,
           marker());
  program_allow(spec);
  return spec;
}

static Bot *open_faulty(const Game *game, const char *spec) {
  Error error = {0};
  Bot *bot = bot_open(spec, game, &error);
  if (!bot)
    fail_msg("%s", error.message);
  return bot;
}

static void specs_survive_being_written(void **unused) {
  (void)unused;
  static const char *const CASES[][3] = {
      {"exec", "exec", "none 0"},
      {"exec,ms=0", "exec", "none 0 a:b,c=d"},
      {"exec,ms=60000", "exec,ms=60000", "none 0 'it is' \"a,b:c\" x=1"},
      {"exec,margin=50,nodes=7", "exec,nodes=7", "none 0 exec:x .lua y.lua:z"},
      {"exec,clock=90.5,increment=0.5", "exec,clock=90.5,increment=0.5",
       "none 0 :,:,"},
      {"exec,iterations=9,ms=700000,margin=0",
       "exec,ms=700000,iterations=9,margin=0", "none 0 \xc3\xa9"},
  };
  Table table = table_set("tictacdoh", NULL);
  for (size_t i = 0; i < COUNT(CASES); i++) {
    char spec[SPEC_TEXT], wanted[SPEC_TEXT], full[SPEC_TEXT];
    Error error = {0};
    faulty(spec, CASES[i][0], "%s", CASES[i][2]);
    snprintf(wanted, sizeof wanted, "%s%s", CASES[i][1], strchr(spec, ':'));
    Bot *bot = open_faulty(table.game, spec);
    assert_string_equal(bot->spec, wanted);
    assert_true(spec_write_full(bot->spec, bot->kind->options, bot->option,
                                full, &error));
    for (int k = 0; k < 2; k++) {
      Bot *again = open_faulty(table.game, k ? full : bot->spec);
      assert_string_equal(again->spec, wanted);
      assert_memory_equal(again->option, bot->option, sizeof bot->option);
      assert_string_equal(again->program, "faulty");
      assert_int_equal(again->timed, /* in time or not is not reproducible */
                       strstr(wanted, "ms=") || strstr(wanted, "clock="));
      bot_close(again);
    }
    bot_close(bot);
  }
  table_clear(&table);
  assert_no_process();
}

static void specs_that_make_no_sense_are_refused(void **unused) {
  (void)unused;
  static const char *const CASES[][2] = {
      {"exec:", "there is no command after 'exec:'"},
      {"exec: ", "there is no command after 'exec:'"},
      {"exec:no-such-program", "there is no program 'no-such-program'"},
      {"exec:a 'b", "an unclosed quotation mark"},
      {"exec+xyz:./engine",
       "'exec+xyz' is not a protocol: write exec:, exec+ugi: "
       "or exec+gtp:"},
      {"exec+:./engine", "'exec+' is not a protocol"},
      {"exec,depth=3:./engine", "depth"},
      {"exec,ms=soon:./engine", "soon"},
      {"exec,ms=-1:./engine", "ms"},
      {"exec,flip:./engine", "flip"},
      {"exec+gtp:sh", "is for Quoridor"},
      {"exec:./en\tgine", "control characters"},
      {"exec:./en\xffgine", "UTF-8"},
  };
  Table table = table_set("tictacdoh", NULL);
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Error error = {0};
    program_allow(CASES[i][0]);
    assert_null(bot_open(CASES[i][0], table.game, &error));
    assert_message(&error, CASES[i][1]);
  }
  char too_long[2 * SPEC_TEXT] = "exec:";
  memset(too_long + 5, 'x', sizeof too_long - 6);
  Error error = {0};
  assert_null(bot_open(too_long, table.game, &error));
  assert_message(&error, "is too long: put it into a script");
  table_clear(&table);
}

static void words_that_are_no_schemes_are_other_specs(void **unused) {
  (void)unused;
  static const char *const CASES[] = {
      "exec", "exec,ms=5", "executor:x=1", "random", "", "Exec:sh", " exec:sh"};
  Table table = table_set("tictacdoh", NULL);
  for (size_t i = 0; i < COUNT(CASES); i++)
    assert_false(program_is_spec(CASES[i]));
  Error error = {0};
  assert_null(bot_open("exec", table.game, &error));
  assert_message(&error, "'exec:python3 mybot.py'");
  table_clear(&table);
}

static void a_program_is_no_game(void **unused) {
  (void)unused;
  Error error = {0};
  program_allow("exec:sh");
  assert_null(game_open("exec:sh", &error));
  assert_message(&error, "is a bot, not a game");
}

/* ---- who may start one ---------------------------------------------------*/

static void only_what_was_allowed_starts(void **unused) {
  (void)unused;
  char spec[SPEC_TEXT], other[SPEC_TEXT];
  Table table = table_set("tictacdoh", NULL);
  Error error = {0};
  faulty(spec, "exec", "none 0");
  snprintf(other, sizeof other, "%.900s x", spec);
  assert_null(bot_open(other, table.game, &error));
  assert_message(&error, "starts only where a command or a script names it");
  snprintf(other, sizeof other, "exec+ugi%.900s", strchr(spec, ':'));
  assert_null(bot_open(other, table.game, &error));
  assert_message(&error, "starts only where a command or a script names it");
  /* A copy of this process may not. */
  pid_t copy = fork();
  if (copy == 0)
    _exit(bot_open(spec, table.game, &error) ? 1 : 0);
  int status = -1;
  assert_int_equal(waitpid(copy, &status, 0), copy);
  assert_int_equal(status, 0);
  bot_close(open_faulty(table.game, spec));
  table_clear(&table);
}

/* ---- time ----------------------------------------------------------------*/

/* A game in which only the program is asked. */
typedef struct Clocked {
  Table table;
  Bot *bot;
  Rng rng;
} Clocked;

static Clocked clocked(const char *scheme, const char *arguments) {
  char spec[SPEC_TEXT];
  Clocked c = {.table = table_set("quoridor:size=5", NULL)};
  c.bot = open_faulty(c.table.game, faulty(spec, scheme, "%s", arguments));
  rng_seed(&c.rng, 1, 0);
  assert_true(bot_begin(c.bot, 0, &c.rng, NULL));
  return c;
}

static void clocked_end(Clocked *c) {
  bot_close(c->bot);
  table_clear(&c->table);
  assert_no_process();
}

/* Asks for a move; returns the nanoseconds that it took, or -1. */
static int64_t ask(Clocked *c, char text[MOVE_TEXT], Error *why) {
  Move move;
  int64_t began = clock_nanoseconds();
  if (!bot_choose(c->bot, c->table.state, &c->rng, &move, why))
    return -1;
  game_format(c->table.game, c->table.state, move, text);
  return clock_nanoseconds() - began;
}

static const int64_t MS = 1000000;

static void a_margin_is_granted(void **unused) {
  (void)unused;
  char text[MOVE_TEXT];
  Error why = {0};
  Clocked c = clocked("exec,ms=1,margin=60000", "slow 30");
  assert_true(ask(&c, text, &why) >= 30 * MS);
  c.bot->option[PROGRAM_MARGIN] = 0;
  assert_int_equal(ask(&c, text, &why), -1);
  assert_message(&why, "time: it did not answer within 1 ms");
  clocked_end(&c);
}

/* What is left is what there was, less what the move took, plus the increment.
 */
static void clocks_count_down_and_gain(void **unused) {
  (void)unused;
  char text[MOVE_TEXT];
  Error why = {0};
  Clocked c = clocked("exec,clock=600,increment=100", "slow 20");
  ProgramBot *bot = (ProgramBot *)c.bot;
  int64_t left = 600000 * MS;
  for (int i = 0; i < 3; i++) {
    int64_t took = ask(&c, text, &why);
    assert_true(took >= 20 * MS);
    assert_true(bot->clock <= left + (100000 - 20) * MS);
    assert_true(bot->clock >= left + 100000 * MS - took);
    left = bot->clock;
  }
  /* Each game has its own time. */
  assert_true(bot_begin(c.bot, 0, &c.rng, &why));
  assert_int_equal(bot->clock, 600000 * MS);
  clocked_end(&c);
}

/* 100 ms, and each move takes 30 and gains 10: the fifth has only 20. On a busy
 * machine, moves take longer. */
static void a_clock_runs_out_in_time(void **unused) {
  (void)unused;
  char text[MOVE_TEXT];
  Error why = {0};
  Clocked c = clocked("exec,clock=0.1,increment=0.01,margin=0", "slow 30");
  const ProgramBot *bot = (ProgramBot *)c.bot;
  int answers = 0;
  int64_t left = bot->clock, began;
  for (;;) {
    began = clock_nanoseconds();
    left = bot->clock;
    if (ask(&c, text, &why) < 0)
      break;
    answers++;
  }
  assert_true(answers <= 4);
  assert_true(clock_nanoseconds() - began >= left - MS); /* whole ones */
  assert_message(&why, "time: it did not answer within");
  clocked_end(&c);
}

/* The answer to the first question comes when the second has been asked. */
static void late_answers_are_skipped(void **unused) {
  (void)unused;
  char text[MOVE_TEXT];
  Error why = {0};
  Clocked c = clocked("exec,ms=1,margin=0", "slow 20");
  assert_int_equal(ask(&c, text, &why), -1);
  const Program *program = ((ProgramBot *)c.bot)->program;
  c.bot->option[PROGRAM_MS] = 60000;
  table_play(&c.table, "c2 c4 c3 b4");
  assert_true(bot_begin(c.bot, 0, &c.rng, &why));
  assert_true(ask(&c, text, &why) > 0);
  assert_true(table_lists(&c.table, text));
  assert_ptr_equal(((ProgramBot *)c.bot)->program, program); /* it goes on */
  clocked_end(&c);
  /* A program that always answers the last question first. */
  c = clocked("exec", "previous 0");
  for (int i = 0; i < 3; i++)
    assert_true(ask(&c, text, &why) > 0);
  clocked_end(&c);
}

/* ---- ending --------------------------------------------------------------*/

/* A program that ignores `quit` is killed. */
static void nobody_outlives_its_bot(void **unused) {
  (void)unused;
  char text[MOVE_TEXT];
  Error why = {0};
  Clocked c = clocked("exec,ms=1,margin=0", "stopped 0");
  assert_int_equal(ask(&c, text, &why), -1);
  clocked_end(&c);
}

/* Whoever has crashed plays the next game. */
static void programs_are_started_again(void **unused) {
  (void)unused;
  static const char *const DEATHS[][2] = {
      {"exit 6", "crash: it ended"},
      {"exit 6", "it ended with exit code 6"},
      {"signal 2", "it was ended by signal 11 (Segmentation fault)"},
      {"close-output 0", "it closed its standard input or output"},
  };
  for (size_t i = 0; i < COUNT(DEATHS); i++) {
    char text[MOVE_TEXT];
    Clocked c = clocked("exec", DEATHS[i][0]);
    for (int k = 0; k < (i == 3 ? 1 : 3); k++) {
      Error why = {0};
      assert_int_equal(ask(&c, text, &why), -1);
      assert_message(&why, DEATHS[i][1]);
      assert_int_equal(ask(&c, text, &why), -1);
      assert_message(&why, "it is not running");
      assert_true(bot_begin(c.bot, 0, &c.rng, &why));
    }
    clocked_end(&c);
  }
}

static int start_bots(void **unused) {
  (void)unused;
  program_bots_start();
  return 0;
}

int main(void) {
  const struct CMUnitTest programs[] = {
      cmocka_unit_test(commands_are_split_as_by_a_shell),
      cmocka_unit_test(commands_that_make_no_sense_are_refused),
      cmocka_unit_test(programs_are_found_as_by_a_shell),
      cmocka_unit_test(specs_survive_being_written),
      cmocka_unit_test(specs_that_make_no_sense_are_refused),
      cmocka_unit_test(words_that_are_no_schemes_are_other_specs),
      cmocka_unit_test(a_program_is_no_game),
      cmocka_unit_test(only_what_was_allowed_starts),
      cmocka_unit_test(a_margin_is_granted),
      cmocka_unit_test(clocks_count_down_and_gain),
      cmocka_unit_test(a_clock_runs_out_in_time),
      cmocka_unit_test(late_answers_are_skipped),
      cmocka_unit_test(nobody_outlives_its_bot),
      cmocka_unit_test(programs_are_started_again),
  };
  return cmocka_run_group_tests(programs, start_bots, NULL) ? 1 : 0;
}
