/* boardlab check: tests a game, a variant or a bot. */
#include "cli/commands/check.h"

#include "analysis/stats/shown.h"
#include "cli/commands/command.h"
#include "cli/terminal/output.h"
#include "core/base/clock.h"
#include "core/game/spec.h"
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <unistd.h>

/* ---- progress ------------------------------------------------------------*/

/* When nobody reads the result any more, whoever started the check is gone: it
 * ends as if it had printed something. */
static void end_without_reader(void) {
  struct pollfd out = {.fd = STDOUT_FILENO};
  if (poll(&out, 1, 0) > 0 && out.revents & POLLERR) {
    signal(SIGPIPE, SIG_DFL);
    raise(SIGPIPE);
  }
}

void check_progress(CheckReport *check, const char *format, ...) {
  const double pause = 0.1;
  double now = clock_seconds();
  if (now - check->shown_at < pause)
    return;
  check->shown_at = now;
  end_without_reader();
  if (!check->shows_progress)
    return;
  char text[76]; /* a line that wraps cannot be removed */
  va_list args;
  va_start(args, format);
  vsnprintf(text, sizeof text, format, args);
  va_end(args);
  output_control(stderr, "\r%s\033[K", text);
}

void check_clear(CheckReport *check) {
  if (check->shows_progress && check->shown_at > 0)
    output_control(stderr, "\r\033[K");
  check->shown_at = 0;
}

const char *check_at_most(const CheckReport *check) {
  return check->budget < INT64_MAX ? "at most " : "";
}

/* ---- what was found ------------------------------------------------------*/

static void print_found(CheckReport *check, const char *what,
                        const char *format, va_list args) {
  check_clear(check);
  printf("%s: ", what);
  vprintf(format, args);
  printf("\n");
}

void check_problem(CheckReport *check, const char *format, ...) {
  va_list args;
  va_start(args, format);
  print_found(check, "problem", format, args);
  va_end(args);
  check->problems++;
}

void check_warn(CheckReport *check, const char *format, ...) {
  va_list args;
  va_start(args, format);
  print_found(check, "warning", format, args);
  va_end(args);
  check->warnings++;
}

void check_failure(CheckReport *check, const Error *why) {
  check_problem(check, "%s", why->message);
  output_trace(stdout, why);
}

int check_finish(const CheckReport *check) {
  if (check->problems)
    printf("%d problem%s", check->problems, check->problems == 1 ? "" : "s");
  else
    printf("no problems");
  if (check->warnings)
    printf(", %d warning%s", check->warnings, check->warnings == 1 ? "" : "s");
  printf("\n");
  return check->problems ? EXIT_FAILED : EXIT_DONE;
}

/* About ten seconds on the machine that it was chosen on. */
static const int64_t BUDGET = INT64_C(1200000000);

int64_t check_work(const HostUse *use, int64_t positions, int64_t moves) {
  enum { WORK_PER_POSITION = 5000, WORK_PER_MOVE = 500 };
  /* A file that controls its process may claim any number. */
  int64_t all = use->all_work < BUDGET ? use->all_work : BUDGET;
  return all + positions * WORK_PER_POSITION + moves * WORK_PER_MOVE;
}

void check_print_use(const char *what, const HostUse *use) {
  /* Instructions are counted in thousands. */
  printf("%s: at most %s", what,
         shown_count((uint64_t)(use->work / 1000 + 1) * 1000).text);
  if (use->limits.work)
    printf(" of %s", shown_count((uint64_t)use->limits.work).text);
  printf(" instructions per call, %.1f of %.0f MB of memory\n",
         (double)use->memory / (1 << 20),
         (double)use->limits.memory / (1 << 20));
}

bool check_lists(const HostUse *use, char text[CHECK_LISTS_TEXT]) {
  enum { FEW_MOVES = 12, FEW_LISTS = 20 };
  const ChanceLists *l = &use->lists;
  if (l->differ || l->moves < FEW_MOVES || l->count < FEW_LISTS ||
      l->tables < l->count / 2)
    return false;
  snprintf(text, CHECK_LISTS_TEXT,
           "'chance', on line %d, makes a new list in each call, always with "
           "the same %d moves; make it once, in a local variable outside the "
           "function, and return that, which is faster",
           l->line, l->moves);
  return true;
}

void check_count_message(Messages *m, const Error *why, size_t length,
                         int game) {
  int i = 0;
  while (i < m->count &&
         strncmp(m->first[i].message, why->message, length) != 0)
    i++;
  if (i == MESSAGES_MAX)
    return;
  if (i == m->count) {
    m->first[i] = *why;
    m->game[m->count++] = game;
  }
  m->times[i]++;
}

/* ---- the command ---------------------------------------------------------*/

/* Where a bot plays if neither the user nor the bot names a game. */
static const char USUAL_GAME[] = "tictacdoh";

/* A file may hold a game, a variant or a bot. */
static int check_file(CheckReport *check, const char *path, const char *game,
                      Error *error) {
  HostAbout about;
  if (!host_about(path, NULL, &about, error))
    return EXIT_FAILED;
  if (about.kind != HOST_BOT)
    return check_rules(check, error);
  const char *usual = about.game[0] ? about.game : USUAL_GAME;
  check->name = about.name;
  int code = check_bot(check, game ? game : usual, error);
  if (code == EXIT_USAGE && !game && error->code == ERROR_UNKNOWN_GAME)
    error_add(error, "%s names %s first in its 'games'", path, usual);
  return code;
}

static int check_run(const Args *args, Error *error) {
  int64_t games = 200, seed = 1;
  if (!args_int(args, "games", 1, 1000000, &games, error) ||
      !args_int(args, "seed", 0, INT64_MAX, &seed, error))
    return EXIT_USAGE;
  const char *against = args_value(args, "against");
  CheckReport check = {.spec = args->positional[0],
                       .name = "",
                       .against = against ? against : "random",
                       .games = (int)games,
                       .budget = args_value(args, "games") ? INT64_MAX : BUDGET,
                       .seed = (uint64_t)seed,
                       .shows_progress =
                           !args_value(args, "quiet") && isatty(STDERR_FILENO)};
  Spec spec;
  if (!spec_read(&spec, check.spec, "game", error))
    return EXIT_USAGE;
  const char *game = args_value(args, "game");
  host_compare_answers();
  if (spec.loader)
    return check_file(&check, spec.name, game, error);
  const BotKind *bot = bot_kind_find(spec.name, NULL);
  if (!bot) {
    int code = check_rules(&check, error);
    bot_add_unknown(spec.name, error);
    return code;
  }
  const char *usual = bot->example ? bot->example : USUAL_GAME;
  return check_bot(&check, game ? game : usual, error);
}

const Command check_command = {
    .name = "check",
    .summary = "test a game, a variant or a bot",
    .positional = "GAME|BOT",
    .flags = (const Flag[]){{"games", "N",
                             "games to play (default: 200, or fewer if they "
                             "take long;\nwith --games all are played)"},
                            {"seed", "S", "random seed (default 1)"},
                            {"game", "GAME",
                             "for a bot: the game to play (default: the first "
                             "of its\ngames, or tictacdoh)"},
                            {"against", "BOT",
                             "for a bot: the bot in the other seats (default\n"
                             "random)"},
                            {"quiet", NULL, "no progress line"},
                            LIMIT_FLAGS,
                            {NULL}},
    .example = "boardlab check variants/tictacdoh3.lua --games 50",
    .run = check_run,
};
