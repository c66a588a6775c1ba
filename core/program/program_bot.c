#include "core/program/program_bot.h"

#include "core/base/clock.h"
#include "core/base/need.h"
#include "core/base/source_hashes.h"
#include "core/base/utf8.h"
#include "core/game/spec.h"
#include "core/program/program_internal.h"
#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
  HELLO_MS = 10000,     /* for the first answer of a program */
  LATE_MS = 2000,       /* for an answer that comes late */
  PATIENCE_MS = 60000,  /* for a move, if its time has no limit */
  HASHED_MAX = 1 << 28, /* bytes of a file whose hash is recorded */
  SLICE_MS = 50,        /* after which a search that is stopped is given up */
};

#define MILLISECOND INT64_C(1000000)

static int hello_ms = HELLO_MS, patience_ms = PATIENCE_MS, late_ms = LATE_MS;

void program_set_patience(int hello, int move, int late) {
  hello_ms = hello ? hello : HELLO_MS;
  patience_ms = move ? move : PATIENCE_MS;
  late_ms = late ? late : LATE_MS;
}

/* ---- who may be started --------------------------------------------------*/

/* The specs that this process may start; a copy of it may not. */
static struct {
  char **specs;
  size_t count;
  pid_t process;
} allowed;

bool program_is_spec(const char *text) {
  Spec spec;
  return spec_read(&spec, text, "bot", NULL) && spec.loader &&
         spec.loader->scheme;
}

void program_allow(const char *text) {
  if (!program_is_spec(text))
    return;
  allowed.specs = need_more(allowed.specs, allowed.count, sizeof(char *));
  allowed.specs[allowed.count++] = need_copy(text);
  allowed.process = getpid();
}

const char *program_allowed(size_t i) {
  return i < allowed.count && allowed.process == getpid() ? allowed.specs[i]
                                                          : NULL;
}

/* Compares the commands: options may be spelled differently, and start nothing.
 */
bool program_is_allowed(const char *text) {
  Spec wanted, spec;
  const char *one;
  if (!spec_read(&wanted, text, "bot", NULL))
    return false;
  for (size_t i = 0; (one = program_allowed(i)); i++)
    if (spec_read(&spec, one, "bot", NULL) &&
        strcmp(spec.name, wanted.name) == 0)
      return true;
  return false;
}

/* ---- faults --------------------------------------------------------------*/

void program_kill(ProgramBot *b) {
  program_close(b->program, 0);
  b->program = NULL;
}

bool program_fault(ProgramBot *b, Fault fault, Error *why, const char *format,
                   ...) {
  static const char *const NAMES[] = {"crash", "silence", "garbage",
                                      "illegal move", "time"};
  char what[600];
  va_list values;
  va_start(values, format);
  vsnprintf(what, sizeof what, format, values);
  va_end(values);
  error_set(why, "%s: %s", NAMES[fault], what);
  b->fault = fault;
  const char *last = b->program ? program_last_words(b->program) : "";
  if (*last) {
    error_set_trace(why, "standard error of the program:\n");
    error_add_trace(why, last);
  }
  if (fault != FAULT_ILLEGAL && fault != FAULT_TIME)
    program_kill(b);
  return false;
}

/* Whether its clock leaves it less than its time for a move. */
static bool is_short_of_clock(const ProgramBot *b) {
  int ms = b->base.option[PROGRAM_MS];
  return b->base.option[PROGRAM_CLOCK] && (ms == 0 || program_clock_ms(b) < ms);
}

static bool report_event(ProgramBot *b, ProgramEvent event, Error *why) {
  switch (event) {
  case PROGRAM_DONE:
    return true;
  case PROGRAM_ENDED:
    return program_fault(b, FAULT_CRASH, why, "%s", program_death(b->program));
  case PROGRAM_TOO_LONG:
    return program_fault(b, FAULT_GARBAGE, why,
                         "it wrote a line of more than %d bytes", PROGRAM_LINE);
  case PROGRAM_BINARY:
    return program_fault(b, FAULT_GARBAGE, why,
                         "it wrote a line with a NUL byte");
  case PROGRAM_LATE:
    break;
  }
  if (b->timed)
    return program_fault(b, FAULT_TIME, why,
                         "it did not answer within %lld ms%s and the margin of "
                         "%d ms",
                         (long long)b->ms,
                         is_short_of_clock(b) ? ", what its clock had left,"
                                              : "",
                         b->base.option[PROGRAM_MARGIN]);
  return program_fault(b, FAULT_SILENCE, why,
                       "it did not answer within %lld ms; does it flush its "
                       "output after each line?",
                       (long long)b->ms);
}

void program_wait_late(ProgramBot *b) {
  program_wait(b, late_ms);
}

void program_wait(ProgramBot *b, int64_t ms) {
  b->ms = ms;
  b->until = clock_nanoseconds() + ms * MILLISECOND;
  b->timed = false;
}

/* ---- talking -------------------------------------------------------------*/

bool program_say(ProgramBot *b, const char *line, Error *why) {
  ProgramEvent event = program_send(b->program, line, strlen(line), b->until);
  bool sent = report_event(b, event, why);
  if (!sent) /* it may have got half of the line */
    program_kill(b);
  return sent;
}

bool program_hear(ProgramBot *b, const char **line, Error *why) {
  const atomic_bool *stop = b->base.game ? b->base.game->stop : NULL;
  ProgramEvent event = PROGRAM_LATE;
  while (event == PROGRAM_LATE && clock_nanoseconds() < b->until) {
    int64_t slice = clock_nanoseconds() + SLICE_MS * MILLISECOND;
    event = program_read(b->program, line,
                         stop && slice < b->until ? slice : b->until);
    if (stop && atomic_load(stop))
      return error_set(why, "%.400s: the search was stopped", b->base.spec);
  }
  return report_event(b, event, why);
}

bool program_parse(ProgramBot *b, const State *state, const char *text,
                   Move *move, Error *why) {
  Error reason = {0};
  const char *legal = b->legal_texts;
  b->asked = false;
  for (int i = 0; i < b->legal_count; i++, legal += strlen(legal) + 1)
    if (strcmp(legal, text) == 0) {
      *move = b->legal[i];
      snprintf(b->said, sizeof b->said, "%s", text);
      b->base.said = b->said;
      return true;
    }
  return game_parse(b->base.game, state, text, move, &reason) ||
         program_fault(b, FAULT_ILLEGAL, why, "%.500s", reason.message);
}

void program_set_name(ProgramBot *b, const char *name) {
  snprintf(b->name, sizeof b->name, "%s", name);
  utf8_clean_line(b->name);
}

int64_t program_clock_ms(const ProgramBot *b) {
  return b->base.option[PROGRAM_CLOCK] ? b->clock / MILLISECOND : 0;
}

int64_t program_ms(const ProgramBot *b) {
  int64_t clock = program_clock_ms(b);
  return !is_short_of_clock(b) ? b->base.option[PROGRAM_MS]
         : clock > 0           ? clock
                               : 1;
}

/* ---- starting ------------------------------------------------------------*/

static bool is_file(const char *path) {
  struct stat about;
  return stat(path, &about) == 0 && S_ISREG(about.st_mode);
}

/* Records the hash of a file that takes part, if the run wants to know. */
static bool note_file(const char *name, const char *path, Error *error) {
  struct stat about;
  int file = open(path, O_RDONLY | O_CLOEXEC);
  size_t size = 0, used = 0;
  if (file >= 0 && fstat(file, &about) == 0 && about.st_size <= HASHED_MAX)
    size = (size_t)about.st_size;
  char *bytes = size ? malloc(size) : NULL;
  ssize_t more = 1;
  while (bytes && more > 0 && used < size) {
    more = read(file, bytes + used, size - used);
    used += more > 0 ? (size_t)more : 0;
  }
  bool good = !used || source_hashes_note(name, bytes, used, error);
  free(bytes);
  if (file >= 0)
    close(file);
  return good;
}

/* The program itself. One that is found in the folders of PATH may be an
 * interpreter: then also its script, the first argument that is a file. Other
 * arguments may be logs, which change. */
static bool note_files(char *const words[], Error *error) {
  char path[PATH_MAX];
  if (!program_find(words[0], path, sizeof path, error) ||
      !note_file(words[0], path, error))
    return false;
  if (strchr(words[0], '/'))
    return true;
  int i = 1;
  while (words[i] && !is_file(words[i]))
    i++;
  return !words[i] || note_file(words[i], words[i], error);
}

static bool start_program(ProgramBot *b, Error *error) {
  if (note_files(b->words, error))
    b->program = program_start(b->words, error);
  return b->program;
}

static bool greet_program(ProgramBot *b, Error *error) {
  program_wait(b, hello_ms);
  return b->protocol->hello(b, error);
}

/* Starts it for a game: one that does not start forfeits. */
static bool start_again(ProgramBot *b, Error *why) {
  Error reason = {0};
  return start_program(b, &reason)
             ? greet_program(b, why)
             : program_fault(b, FAULT_CRASH, why, "%s", reason.message);
}

/* ---- the bot -------------------------------------------------------------*/

static bool program_bot_begin(Bot *bot, int seat, Rng *rng, Error *why) {
  ProgramBot *b = (ProgramBot *)bot;
  (void)rng;
  b->seat = seat;
  b->count = b->told = 0;
  bot->said = NULL;
  b->clock = bot->option[PROGRAM_CLOCK] * MILLISECOND;
  free(b->start);
  b->start = NULL;
  b->old = b->program;
  return b->program || start_again(b, why);
}

/* Notes the first position, if the program cannot know it. */
static void note_start(ProgramBot *b, const State *state) {
  const Game *game = b->base.game;
  if (!b->start && !game_hides(game) &&
      (!game->first || memcmp(state, game->first, game->state_size) != 0))
    b->start = game_settings(game, state);
}

/* Where something is hidden, even the text of an own move may tell it: the
 * program knows only what it has said itself. */
static bool may_know_text(const ProgramBot *b, int seat, const char *text) {
  const char *said = b->base.said;
  return !game_hides(b->base.game) ||
         (seat == b->seat && said && strcmp(said, text) == 0);
}

static void program_bot_played(Bot *bot, const State *state, const char *text) {
  ProgramBot *b = (ProgramBot *)bot;
  if (b->count == 0)
    note_start(b, state);
  b->played = need_more(b->played, (size_t)b->count, sizeof *b->played);
  Played *played = &b->played[b->count++];
  *played = (Played){.seat = state->seat};
  if (may_know_text(b, state->seat, text))
    snprintf(played->text, sizeof played->text, "%s", text);
}

/* By when the answer must be there. */
static void set_deadline(ProgramBot *b) {
  const int *option = b->base.option;
  b->timed = option[PROGRAM_MS] || option[PROGRAM_CLOCK];
  if (!b->timed) {
    program_wait(b, patience_ms);
    return;
  }
  b->ms = program_ms(b);
  b->until =
      clock_nanoseconds() + (b->ms + option[PROGRAM_MARGIN]) * MILLISECOND;
}

/* A program of an earlier game may have ended after it, and that is no crash in
 * this one: starts it again, and asks it the first question of the game once
 * more, with the time that is left. */
static bool ask_again(ProgramBot *b, const State *seen, Rng *rng, Move *move,
                      int64_t *began, Error *why) {
  int64_t used = clock_nanoseconds() - *began;
  error_clear(why);
  if (!start_again(b, why))
    return false;
  b->told = 0;
  b->asked = true;
  set_deadline(b);
  b->until -= used;
  *began = clock_nanoseconds() - used;
  return b->protocol->go(b, seen, rng, move, why);
}

static bool program_bot_choose(Bot *bot, const State *seen, Rng *rng,
                               Move *move, Error *why) {
  ProgramBot *b = (ProgramBot *)bot;
  if (!b->program)
    return program_fault(b, FAULT_CRASH, why, "it is not running");
  if (b->count == 0)
    note_start(b, seen);
  b->id++;
  b->asked = true;
  bot->said = NULL;
  set_deadline(b);
  int64_t began = clock_nanoseconds();
  bool chose = b->protocol->go(b, seen, rng, move, why);
  if (!chose && !b->program && b->old && b->fault == FAULT_CRASH)
    chose = ask_again(b, seen, rng, move, &began, why);
  b->old = false;
  b->clock += bot->option[PROGRAM_INCREMENT] * MILLISECOND -
              (clock_nanoseconds() - began);
  if (b->clock < 0)
    b->clock = 0;
  if (b->asked && b->program && b->protocol->stop)
    b->protocol->stop(b);
  return chose;
}

static void program_bot_end(Bot *bot, uint16_t winners) {
  ProgramBot *b = (ProgramBot *)bot;
  program_wait(b, PROGRAM_GRACE_MS);
  if (b->program && b->protocol->end)
    b->protocol->end(b, winners);
}

static void program_bot_close(Bot *bot) {
  ProgramBot *b = (ProgramBot *)bot;
  program_wait(b, PROGRAM_GRACE_MS);
  if (b->program)
    program_say(b, b->protocol->quit, NULL);
  program_close(b->program, PROGRAM_GRACE_MS);
  free(b->words);
  free(b->played);
  free(b->start);
  free(b->list.bytes);
  free(b->line.bytes);
  free(b->legal);
  free(b->legal_texts);
}

#define TIME_OPTIONS                                                           \
  {.name = "ms",                                                               \
   .max = 86400000,                                                            \
   .help = "milliseconds per move; 0: no limit"},                              \
      {.name = "nodes",                                                        \
       .max = 2000000000,                                                      \
       .help = "positions per move, sent to the program; 0: none"},            \
      {.name = "iterations",                                                   \
       .max = 2000000000,                                                      \
       .help = "iterations per move, sent to the program; 0: none"},           \
      {.name = "clock",                                                        \
       .type = OPTION_REAL,                                                    \
       .max = 2000000000,                                                      \
       .help = "seconds for all moves of a game; 0: no clock"},                \
      {.name = "increment",                                                    \
       .type = OPTION_REAL,                                                    \
       .max = 86400000,                                                        \
       .help = "seconds that the clock gains with each move"},                 \
  {                                                                            \
    .name = "margin", .max = 60000, .default_value = 50,                       \
    .help = "milliseconds by which an answer may be late"                      \
  }

static const Option OPTIONS[] = {TIME_OPTIONS, {NULL}};
static const Option GTP_OPTIONS[] = {
    TIME_OPTIONS,
    {.name = "flip",
     .type = OPTION_FLAG,
     .help = "the program counts rows from the other side"},
    {NULL}};

#define PROGRAM_KIND(scheme, text, table)                                      \
  {                                                                            \
    .name = scheme, .summary = text, .options = table,                         \
    .bot_size = sizeof(ProgramBot), .observes = true,                          \
    .begin = program_bot_begin, .choose = program_bot_choose,                  \
    .played = program_bot_played, .end = program_bot_end,                      \
    .close = program_bot_close                                                 \
  }

static const BotKind KINDS[] = {
    PROGRAM_KIND("exec", "a program that speaks JSON", OPTIONS),
    PROGRAM_KIND("exec+ugi", "a program that speaks UGI", OPTIONS),
    PROGRAM_KIND("exec+gtp", "a Quoridor program that speaks GTP", GTP_OPTIONS),
};
static const Protocol *const PROTOCOLS[] = {&protocol_json, &protocol_ugi,
                                            &protocol_gtp};

/* ---- opening -------------------------------------------------------------*/

/* The kind that a spec's name begins with, "exec+ugi:./engine". */
static int find_kind(const char *name, size_t *length, Error *error) {
  *length = strcspn(name, ":");
  for (int i = 0; i < (int)(sizeof KINDS / sizeof *KINDS); i++)
    if (strlen(KINDS[i].name) == *length &&
        strncmp(name, KINDS[i].name, *length) == 0)
      return i;
  error_set(error,
            "'%.*s' is not a protocol: write exec:, exec+ugi: or exec+gtp:",
            (int)(*length < 60 ? *length : 60), name);
  return -1;
}

static bool open_program(ProgramBot *b, const char *name, const char *options,
                         Error *error) {
  const BotKind *kind = b->base.kind;
  const char *command = name + strcspn(name, ":");
  if (!spec_read_options(name, kind->options, options, b->base.option,
                         b->base.spec, error))
    return false;
  if (!program_is_allowed(name))
    return error_set(error,
                     "%.400s is a program, and starts only where a command or "
                     "a script names it: give it with --seat or --bot",
                     b->base.spec);
  b->clock = b->base.option[PROGRAM_CLOCK] * MILLISECOND;
  b->words = program_words(*command ? command + 1 : "", error);
  if (!b->words)
    return false;
  if (!start_program(b, error) || !greet_program(b, error))
    return error_prefix(error, "%.400s: ", b->base.spec);
  /* Whether an answer is in time is not reproducible. */
  b->base.timed = !b->deterministic || b->base.option[PROGRAM_MS] ||
                  b->base.option[PROGRAM_CLOCK];
  b->base.program = b->name;
  return true;
}

static Bot *program_bot_open(const Loader *loader, const char *name,
                             const char *options, const Game *game,
                             Error *error) {
  size_t length;
  int kind = find_kind(name, &length, error);
  (void)loader;
  if (kind < 0)
    return NULL;
  ProgramBot *b = need(sizeof *b);
  b->base.kind = &KINDS[kind];
  b->base.game = game;
  b->protocol = PROTOCOLS[kind];
  if (open_program(b, name, options, error))
    return &b->base;
  bot_close(&b->base);
  return NULL;
}

static Game *no_game(const Loader *loader, const char *name,
                     const char *options, Error *error) {
  (void)loader, (void)options;
  error_set(error,
            "'%.200s' is a bot, not a game: a program plays, with --seat or "
            "--bot",
            name);
  return NULL;
}

void program_bots_start(void) {
  static const Loader LOADER = {
      .scheme = "exec", .open_game = no_game, .open_bot = program_bot_open};
  loader_add(&LOADER);
}
