/* A program that misbehaves as its arguments say: faulty FAULT NUMBER [marker]…
 *
 * NUMBER chooses among the ways of a fault. A fault whose name begins with
 * "hello-" happens instead of the first answer, any other instead of a move;
 * "none" plays well, "never-says" without saying that it is deterministic,
 * "random" without being so, "family" among children of its own, and each move
 * of "slow" and "family" takes NUMBER milliseconds. Knows as little of JSON as
 * it can: moves are the first in the list of legal ones. Not part of boardlab,
 * and built without sanitizers, so that it starts fast. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

typedef struct Question {
  long id;
  char move[64];
  long number; /* the argument */
} Question;

/* ---- writing -------------------------------------------------------------*/

static void put_bytes(const char *bytes, size_t length) {
  while (length > 0) {
    ssize_t written = write(1, bytes, length);
    if (written <= 0)
      _exit(1);
    bytes += written;
    length -= (size_t)written;
  }
}

static void put(const char *text) {
  put_bytes(text, strlen(text));
}

static void put_line(const char *text) {
  put(text);
  put("\n");
}

static void put_many(const char *text, long count) {
  for (long i = 0; i < count; i++)
    put(text);
}

static void put_move(long id, const char *move) {
  char line[200];
  snprintf(line, sizeof line, "{\"t\":\"move\",\"id\":%ld,\"move\":\"%s\"}", id,
           move);
  put_line(line);
}

/* One of a list of templates: the first %ld is the id of the question. */
static void put_one(const Question *q, const char *const lines[], long count) {
  char line[400];
  const char *template = lines[q->number % count], *at;
  at = strstr(template, "ID");
  if (!at) {
    put_line(template);
    return;
  }
  snprintf(line, sizeof line, "%.*s%ld%s", (int)(at - template), template,
           q->id, at + 2);
  put_line(line);
}

#define PUT_ONE(q, lines) put_one(q, lines, sizeof(lines) / sizeof *(lines))

_Noreturn static void sleep_for_ever(void) {
  for (;;)
    poll(NULL, 0, -1);
}

/* ---- faults --------------------------------------------------------------*/

static void fault_exit(const Question *q) {
  if (q->number % 2)
    put("{\"t\":\"move\","); /* half a line */
  _exit((int)(q->number % 256));
}

static void fault_signal(const Question *q) {
  static const int SIGNALS[] = {SIGKILL, SIGABRT, SIGSEGV, SIGTERM,
                                SIGPIPE, SIGHUP,  SIGFPE,  SIGUSR1};
  raise(SIGNALS[q->number % 8]);
}

static void fault_close_output(const Question *q) {
  (void)q;
  close(1);
  sleep_for_ever();
}

/* Answers, but can be asked no more. */
static void fault_close_input(const Question *q) {
  close(0);
  put_move(q->id, q->move);
  sleep_for_ever();
}

static void fault_silent(const Question *q) {
  if (q->number % 3 == 1)
    put("{\"t\":\"move\",");
  if (q->number % 3 == 2 && *q->move)
    put_move(0, q->move); /* an answer to an earlier question */
  sleep_for_ever();
}

static void fault_stopped(const Question *q) {
  (void)q;
  raise(SIGSTOP);
  sleep_for_ever();
}

static void fault_megabyte(const Question *q) {
  static char block[1 << 20];
  memset(block, q->number % 2 ? 'x' : ' ', sizeof block);
  put_bytes(block, sizeof block);
  put("\n");
  sleep_for_ever();
}

static void fault_endless(const Question *q) {
  (void)q;
  for (;;)
    put("and so on ");
}

static void fault_just_too_long(const Question *q) {
  (void)q;
  char line[100];
  snprintf(line, sizeof line, "{\"t\":\"move\",\"id\":%ld,\"move\":\"%s\"",
           q->id, q->move);
  put(line);
  put_many(" ", 65537 - (long)strlen(line) - 1);
  put("}\n");
}

static void fault_text(const Question *q) {
  static const char *const LINES[] = {"hello, world",
                                      "info depth 1",
                                      "Traceback (most recent call last):",
                                      "{\"t\":\"move\",\"id\":ID,\"move\":",
                                      "{'t':'move'}",
                                      "{\"t\":\"move\",\"id\":ID,}",
                                      "\033[2J\033[31mred",
                                      "%s%n%s%n",
                                      "\357\273\277{}"};
  PUT_ONE(q, LINES);
}

static void fault_empty(const Question *q) {
  static const char *const LINES[] = {"", " ", "\r", "\n\n\n", "\t"};
  PUT_ONE(q, LINES);
}

static void fault_utf8(const Question *q) {
  static const char *const LINES[] = {
      "{\"t\":\"move\",\"id\":ID,\"move\":\"\xff\"}",
      "{\"t\":\"move\",\"id\":ID,\"move\":\"\xc0\x80\"}",
      "{\"t\":\"move\",\"id\":ID,\"move\":\"\xed\xa0\x80\"}",
      "{\"t\":\"move\",\"id\":ID,\"move\":\"\xf5\x80\x80\x80\"}",
      "{\"t\":\"move\",\"id\":ID,\"move\":\"\\ud800\"}",
      "\x80\x81\x82"};
  PUT_ONE(q, LINES);
}

static void fault_nul(const Question *q) {
  char line[200];
  snprintf(line, sizeof line, "{\"t\":\"move\",\"id\":%ld,\"move\":\"%s\"}",
           q->id, q->move);
  if (q->number % 2)
    put_bytes("", 1);
  put(line);
  put_bytes("\0\n", 2);
}

static void fault_types(const Question *q) {
  static const char *const LINES[] = {
      "[]",
      "7",
      "null",
      "\"move\"",
      "{}",
      "{\"t\":7,\"id\":ID,\"move\":\"a1\"}",
      "{\"t\":\"ready\"}",
      "{\"t\":\"ready\",\"id\":ID,\"move\":\"a1\"}",
      "{\"t\":\"move\",\"id\":ID}",
      "{\"t\":\"move\",\"id\":ID,\"move\":7}",
      "{\"t\":\"move\",\"id\":ID,\"move\":null}",
      "{\"t\":\"move\",\"id\":ID,\"move\":[\"a1\"]}",
      "{\"t\":\"move\",\"id\":ID,\"move\":\"a1\",\"nodes\":\"many\"}",
      "{\"t\":\"move\",\"id\":ID,\"move\":\"a1\",\"nodes\":-1}",
      "{\"t\":\"move\",\"id\":ID,\"move\":\"a1\",\"nodes\":1.5}",
      "{\"t\":\"move\",\"id\":ID,\"move\":\"a1\",\"value\":\"good\"}"};
  PUT_ONE(q, LINES);
}

static void fault_id(const Question *q) {
  static const char *const LINES[] = {
      "{\"t\":\"move\",\"move\":\"a1\"}",
      "{\"t\":\"move\",\"id\":null,\"move\":\"a1\"}",
      "{\"t\":\"move\",\"id\":\"ID\",\"move\":\"a1\"}",
      "{\"t\":\"move\",\"id\":ID.0,\"move\":\"a1\"}",
      "{\"t\":\"move\",\"id\":ID9,\"move\":\"a1\"}",
      "{\"t\":\"move\",\"id\":-ID,\"move\":\"a1\"}",
      "{\"t\":\"move\",\"id\":[ID],\"move\":\"a1\"}",
      "{\"t\":\"move\",\"id\":9223372036854775807,\"move\":\"a1\"}"};
  PUT_ONE(q, LINES);
}

static void fault_numbers(const Question *q) {
  static const char *const LINES[] = {
      "{\"t\":\"move\",\"id\":1e400,\"move\":\"a1\"}",
      "{\"t\":\"move\",\"id\":99999999999999999999,\"move\":\"a1\"}",
      "{\"t\":\"move\",\"id\":ID,\"move\":\"a1\",\"nodes\":1e300}",
      "{\"t\":\"move\",\"id\":ID,\"move\":\"a1\",\"nodes\":"
      "18446744073709551616}",
      "{\"t\":\"move\",\"id\":ID,\"move\":\"a1\",\"value\":1e999}",
      "{\"t\":\"move\",\"id\":ID,\"move\":\"a1\",\"value\":NaN}",
      "{\"t\":\"move\",\"id\":ID,\"move\":\"a1\",\"value\":1.5}",
      "{\"t\":\"move\",\"id\":0ID,\"move\":\"a1\"}"};
  PUT_ONE(q, LINES);
}

static void fault_twice(const Question *q) {
  static const char *const LINES[] = {
      "{\"t\":\"move\",\"id\":ID,\"move\":\"a1\",\"move\":\"a2\"}",
      "{\"t\":\"move\",\"t\":\"move\",\"id\":ID,\"move\":\"a1\"}",
      "{\"t\":\"move\",\"id\":ID,\"id\":1,\"move\":\"a1\"}",
      "{\"t\":\"move\",\"id\":ID,\"move\":\"a1\",\"x\":{\"y\":1,\"y\":2}}",
      "{\"t\":\"move\",\"id\":ID,\"move\":\"a1\"} {}"};
  PUT_ONE(q, LINES);
}

static void fault_deep(const Question *q) {
  static const char *const OPENING[] = {"[", "{\"a\":", "[[{\"a\":"};
  put("{\"t\":\"move\",\"move\":");
  put_many(OPENING[q->number % 3], 8000);
  put("\n");
}

static void fault_illegal(const Question *q) {
  static const char *const LINES[] = {
      "{\"t\":\"move\",\"id\":ID,\"move\":\"\"}",
      "{\"t\":\"move\",\"id\":ID,\"move\":\"zz\"}",
      "{\"t\":\"move\",\"id\":ID,\"move\":\"e99\"}",
      "{\"t\":\"move\",\"id\":ID,\"move\":\"e9\",\"value\":0.5,\"nodes\":7}",
      "{\"t\":\"move\",\"id\":ID,\"move\":\"\\u001b[2J\"}",
      "{\"t\":\"move\",\"id\":ID,\"move\":\"%s%n%d\"}",
      "{\"t\":\"move\",\"id\":ID,\"move\":\"resign\"}",
      "{\"t\":\"move\",\"id\":ID,\"move\":\"\360\237\230\200\"}",
      "{\"t\":\"move\",\"id\":ID,\"move\":\"e2 e3\"}"};
  PUT_ONE(q, LINES);
}

static void fault_long_move(const Question *q) {
  char line[100];
  snprintf(line, sizeof line, "{\"t\":\"move\",\"id\":%ld,\"move\":\"", q->id);
  put(line);
  put_many("e", 20000);
  put("\"}\n");
}

/* A child keeps the pipes open after the program itself has ended. */
static void fault_child(const Question *q) {
  if (fork() == 0)
    sleep_for_ever();
  _exit((int)(q->number % 3));
}

/* A grandchild in a session of its own, which ignores what can be ignored. */
static void fault_daemon(const Question *q) {
  if (fork() == 0) {
    setsid();
    signal(SIGTERM, SIG_IGN);
    signal(SIGHUP, SIG_IGN);
    if (fork() == 0)
      sleep_for_ever();
    _exit(0);
  }
  if (q->number % 2)
    put_line("I am done");
  else
    _exit(0);
  sleep_for_ever();
}

static void flood_errors(long lines) {
  static const char LINE[] = "something went wrong, and this is what it was\n";
  for (long i = 0; lines == 0 || i < lines; i++)
    if (write(2, LINE, sizeof LINE - 1) < 0)
      _exit(1);
}

static void fault_errors_then_exit(const Question *q) {
  (void)q;
  flood_errors(2000);
  if (write(2, "\0\xff the end\n", 11) < 0)
    _exit(1);
  _exit(3);
}

static void fault_errors_for_ever(const Question *q) {
  (void)q;
  flood_errors(0);
}

/* Answers after NUMBER milliseconds. */
static void fault_slow(const Question *q) {
  poll(NULL, 0, (int)q->number);
}

/* Late answers, without an end. */
static void fault_earlier_for_ever(const Question *q) {
  for (;;)
    put_move(0, q->move);
}

/* ---- instead of the first answer -----------------------------------------*/

static void hello_text(const Question *q) {
  static const char *const LINES[] = {
      "My engine 1.0, (c) 2026",
      "",
      "{\"t\":\"move\"}",
      "{\"t\":\"ready\",\"name\":7}",
      "{\"t\":\"ready\",\"deterministic\":\"yes\"}",
      "{\"t\":\"ready\",\"rng\":1}",
      "{\"t\":\"ready\",\"name\":\"a\",\"name\":\"b\"}",
      "{\"t\":\"ready\",\"name\":\"\xff\"}",
      "[\"ready\"]",
      "ugiok"};
  PUT_ONE(q, LINES);
  if (q->number % 2)
    put_line("{\"t\":\"ready\"}");
  sleep_for_ever();
}

/* ---- what it does --------------------------------------------------------*/

static const struct {
  const char *name;
  void (*function)(const Question *question);
} FAULTS[] = {{"exit", fault_exit},
              {"signal", fault_signal},
              {"close-output", fault_close_output},
              {"close-input", fault_close_input},
              {"silent", fault_silent},
              {"stopped", fault_stopped},
              {"megabyte", fault_megabyte},
              {"endless", fault_endless},
              {"just-too-long", fault_just_too_long},
              {"text", fault_text},
              {"empty", fault_empty},
              {"utf8", fault_utf8},
              {"nul", fault_nul},
              {"types", fault_types},
              {"id", fault_id},
              {"numbers", fault_numbers},
              {"twice", fault_twice},
              {"deep", fault_deep},
              {"illegal", fault_illegal},
              {"long-move", fault_long_move},
              {"child", fault_child},
              {"daemon", fault_daemon},
              {"errors-then-exit", fault_errors_then_exit},
              {"errors-for-ever", fault_errors_for_ever},
              {"earlier-for-ever", fault_earlier_for_ever},
              {"slow", fault_slow},
              {"family", fault_slow},
              {"hello-text", hello_text},
              {"hello-exit", fault_exit},
              {"hello-signal", fault_signal},
              {"hello-close-output", fault_close_output},
              {"hello-silent", fault_silent},
              {"hello-stopped", fault_stopped},
              {"hello-megabyte", fault_megabyte},
              {"hello-endless", fault_endless},
              {"hello-nul", fault_nul},
              {"hello-child", fault_child},
              {"hello-daemon", fault_daemon},
              {"hello-errors-for-ever", fault_errors_for_ever}};

/* Leaves two processes behind: a child, and one in a session of its own. */
static void start_family(void) {
  if (fork() == 0)
    sleep_for_ever();
  pid_t child = fork();
  if (child == 0) {
    setsid();
    if (fork() == 0)
      sleep_for_ever();
    _exit(0);
  }
  waitpid(child, NULL, 0);
}

static void misbehave(const char *name, const Question *q) {
  for (size_t i = 0; i < sizeof FAULTS / sizeof *FAULTS; i++)
    if (strcmp(FAULTS[i].name, name) == 0)
      FAULTS[i].function(q);
}

/* Reads a line of any length. */
static char *read_line(void) {
  static char *line;
  static size_t size;
  ssize_t length = getline(&line, &size, stdin);
  return length > 0 ? line : NULL;
}

static long clock_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_nsec / 100;
}

static void answer(const char *line, const char *name, long number) {
  Question q = {.number = number};
  const char *id = strstr(line, "\"id\":"),
             *legal = strstr(line, "\"legal\":[\"");
  if (!id || !legal)
    return;
  q.id = atol(id + 5);
  legal += 10;
  if (strcmp(name, "random") == 0) /* skips some of them */
    for (long i = clock_now() % 20;
         i > 0 && legal[strcspn(legal, "\"") + 1] == ','; i--)
      legal += strcspn(legal, "\"") + 3;
  snprintf(q.move, sizeof q.move, "%.*s", (int)strcspn(legal, "\""), legal);
  if (strcmp(name, "previous") == 0) /* answers the last question first */
    put_move(q.id - 1, "zz");
  misbehave(name, &q);
  put_move(q.id, q.move);
}

int main(int count, char **arguments) {
  const char *name = count > 2 ? arguments[1] : "none", *line;
  Question hello = {.number = count > 2 ? atol(arguments[2]) : 0, .id = 1};
  if (strcmp(name, "never-reads") == 0) {
    put_line("{\"t\":\"ready\",\"name\":\"never reads\"}");
    sleep_for_ever();
  }
  if (strcmp(name, "family") == 0)
    start_family();
  while ((line = read_line())) {
    if (!strstr(line, "\"t\":\"hello\"")) {
      answer(line, name, hello.number);
      continue;
    }
    if (strncmp(name, "hello-", 6) == 0)
      misbehave(name, &hello);
    put_line(
        strcmp(name, "never-says") == 0
            ? "{\"t\":\"ready\",\"name\":\"faulty\"}"
            : "{\"t\":\"ready\",\"name\":\"faulty\",\"deterministic\":true}");
  }
  return 0;
}
