/* A thousand faults of programs: each is recognised as what it is, nothing
 * hangs, and afterwards no process and no open file is left. */
#define _GNU_SOURCE
#include "core/program/program_bot.h"
#include "core/program/program_internal.h"
#include "tests/support/processes.h"
#include "tests/support/support.h"
#include <stdio.h>
#include <unistd.h>

enum { FAULTS = 1000, QUESTIONS = 3, SHORT_MS = 40 };

/* What a program does, and what that is. Faults that are slow to recognise are
 * injected less often. */
typedef struct FaultCase {
  const char *name, *reason;
  const char *options; /* of the spec */
  int impatient; /* how often patience is short: only who is silent waits */
  int weight;
} FaultCase;

static const FaultCase CASES[] = {
    {"exit", "crash", "", false, 10},
    {"signal", "crash", "", false, 10},
    {"close-output", "crash", "", false, 0},
    {"close-input", "crash", "", false, 0},
    {"child", "crash", "", false, 10},
    {"daemon", "crash", "", false, 10},
    {"errors-then-exit", "crash", "", false, 4},
    {"silent", "silence", "", true, 2},
    {"stopped", "silence", "", true, 1},
    {"errors-for-ever", "silence", "", true, 1},
    {"earlier-for-ever", "silence", "", true, 1},
    {"never-reads", "silence", "", true, 1},
    {"megabyte", "garbage", "", false, 6},
    {"endless", "garbage", "", false, 4},
    {"just-too-long", "garbage", "", false, 4},
    {"text", "garbage", "", false, 10},
    {"empty", "garbage", "", false, 10},
    {"utf8", "garbage", "", false, 10},
    {"nul", "garbage", "", false, 10},
    {"types", "garbage", "", false, 20},
    {"id", "garbage", "", false, 10},
    {"numbers", "garbage", "", false, 10},
    {"twice", "garbage", "", false, 10},
    {"deep", "garbage", "", false, 4},
    {"illegal", "illegal move", "", false, 20},
    {"illegal", "illegal move", ",ms=60000", false, 2},
    {"long-move", "illegal move", "", false, 4},
    {"silent", "time", ",ms=1,margin=0", false, 10},
    {"silent", "time", ",ms=1,margin=20", false, 4},
    {"silent", "time", ",clock=0.01,margin=1", false, 6},
    {"stopped", "time", ",ms=1,margin=0", false, 10},
    {"never-reads", "time", ",ms=1,margin=0", false, 10},
    {"errors-for-ever", "time", ",ms=5,margin=0", false, 4},
    {"earlier-for-ever", "time", ",ms=5,margin=0", false, 4},
    {"hello-text", "garbage", "", false, 10},
    {"hello-nul", "garbage", "", false, 4},
    {"hello-megabyte", "garbage", "", false, 4},
    {"hello-endless", "garbage", "", false, 2},
    {"hello-exit", "crash", "", false, 10},
    {"hello-signal", "crash", "", false, 6},
    {"hello-child", "crash", "", false, 6},
    {"hello-daemon", NULL, "", false, 6}, /* depends on the number */
    {"hello-close-output", "crash", "", false, 0},
    {"hello-silent", "silence", "", true, 1},
    {"hello-stopped", "silence", "", true, 1},
    {"hello-errors-for-ever", "silence", "", true, 1},
};

/* The reason; those of "daemon" are told by whether the number is odd. */
static const char *reason_of(const FaultCase *c, int number) {
  bool daemon = strstr(c->name, "daemon");
  return daemon ? number % 2 ? "garbage" : "crash" : c->reason;
}

static void assert_reason(const Error *why, const FaultCase *c, int number) {
  const char *reason = reason_of(c, number);
  char
      wanted[64]; /* at the beginning, or after the bot that cannot be opened */
  snprintf(wanted, sizeof wanted, "%s: ", reason);
  const char *at = strstr(why->message, wanted);
  if (!at || (at > why->message && strncmp(at - 2, ": ", 2) != 0))
    fail_msg("%s %d is not \"%s\": %s", c->name, number, reason, why->message);
  assert_true(strlen(why->trace) <= PROGRAM_STDERR + 64);
  if (strcmp(c->name, "errors-then-exit") == 0)
    assert_non_null(strstr(why->trace, "?? the end\n"));
}

/* Asks until it fails. The second fault of a program that goes on is the same.
 */
static void ask_until_fault(Bot *bot, const State *state, Rng *rng,
                            const FaultCase *c, int number) {
  Error why = {0};
  Move move;
  bool chose = true;
  for (int i = 0; chose && i < QUESTIONS; i++)
    chose = bot_choose(bot, state, rng, &move, &why);
  if (chose)
    fail_msg("%s %d is not noticed", c->name, number);
  assert_reason(&why, c, number);
}

/* Opens a bot, and has it fail in two games: the program goes on, or is started
 * again. */
static void inject(const Table *table, Rng *rng, const FaultCase *c,
                   int number) {
  char spec[SPEC_TEXT];
  Error why = {0};
  snprintf(spec, sizeof spec, "exec%s:%s %s %d %s", c->options, FAULTY_PROGRAM,
           c->name, number, marker());
  program_allow(spec);
  bool hello = strncmp(c->name, "hello-", 6) == 0;
  program_set_patience(hello && c->impatient ? SHORT_MS : 0,
                       c->impatient ? SHORT_MS : 0, SHORT_MS);
  Bot *bot = bot_open(spec, table->game, &why);
  if (hello) {
    assert_null(bot);
    assert_reason(&why, c, number);
    return;
  }
  if (!bot)
    fail_msg("%s", why.message);
  ask_until_fault(bot, table->state, rng, c, number);
  bot_end(bot, 0);
  if (number % 10 == 0) {
    if (!bot_begin(bot, 0, rng, &why))
      fail_msg("%s %d: %s", c->name, number, why.message);
    ask_until_fault(bot, table->state, rng, c, number);
  }
  program_kill((ProgramBot *)bot); /* it would only wait for its end */
  bot_close(bot);
}

static void a_thousand_faults_are_recognised(void **unused) {
  (void)unused;
  int total = 0, injected = 0, files = count_files();
  Rng rng;
  rng_seed(&rng, 34, 0);
  program_bots_start();
  Table table = table_set("quoridor:size=5", NULL);
  for (size_t i = 0; i < COUNT(CASES); i++) {
    total += CASES[i].weight;
    inject(&table, &rng, &CASES[i], (int)i); /* each at least once */
    injected++;
  }
  for (; injected < FAULTS; injected++) {
    int drawn = (int)rng_below(&rng, (uint32_t)total);
    size_t i = 0;
    for (; drawn >= CASES[i].weight; i++)
      drawn -= CASES[i].weight;
    inject(&table, &rng, &CASES[i], (int)rng_below(&rng, 1000));
  }
  program_set_patience(0, 0, SHORT_MS);
  assert_no_process();
  assert_int_equal(count_files(), files);
  table_clear(&table);
}

/* A program that never reads is asked until the pipe is full. Then it has got
 * half of a question, and starts anew. */
static void a_full_pipe_is_late(void **unused) {
  (void)unused;
  static const FaultCase CASE = {"never-reads", "time", "", false, 0};
  Rng rng;
  rng_seed(&rng, 1, 0);
  program_bots_start();
  Table table = table_set("quoridor", NULL);
  char spec[SPEC_TEXT];
  snprintf(spec, sizeof spec, "exec,ms=1,margin=0:%s never-reads 0 %s",
           FAULTY_PROGRAM, marker());
  program_allow(spec);
  Error why = {0};
  Bot *bot = bot_open(spec, table.game, &why);
  assert_non_null(bot);
  int restarts = 0;
  for (int i = 0; i < 100; i++) {
    ProgramBot *program = (ProgramBot *)bot;
    if (!program->program) {
      restarts++;
      assert_true(bot_begin(bot, 0, &rng, &why));
    }
    ask_until_fault(bot, table.state, &rng, &CASE, 0);
  }
  assert_int_equal(restarts, 99); /* it is killed once it is late */
  bot_close(bot);
  table_clear(&table);
  assert_no_process();
}

int main(void) {
  const struct CMUnitTest faults[] = {
      cmocka_unit_test(a_thousand_faults_are_recognised),
      cmocka_unit_test(a_full_pipe_is_late),
  };
  return RUN_TESTS(faults);
}
