/* What `boardlab check` found: shared by its checks of games and of bots.
 *
 * Problems and warnings are printed as they come; check_finish prints the
 * result and returns the exit code. A problem is a defect in the file, which
 * fails the check. A warning is something that its author should know. */
#ifndef BOARDLAB_CLI_COMMANDS_CHECK_H
#define BOARDLAB_CLI_COMMANDS_CHECK_H

#include "core/base/error.h"
#include "lua/host/host.h"
#include <stdint.h>

/* What to check, and how much was found. */
typedef struct CheckReport {
  const char *spec;
  const char *name;    /* that a bot's file declares, or "" */
  const char *against; /* the bot in the other seats, when checking a bot */
  int games;           /* at most */
  int64_t budget;      /* see check_work; INT64_MAX if all games are wanted */
  bool cut;            /* the budget was used up before */
  uint64_t seed;
  int problems, warnings;
  bool shows_progress;
  double shown_at; /* when progress was last shown, in seconds */
} CheckReport;

/* Shows on a terminal what is being done now, in place of what was shown
 * before. Texts that follow each other quickly are skipped. */
void check_progress(CheckReport *check, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* Removes it; call it before printing anything else. */
void check_clear(CheckReport *check);
/* "at most " if there may be fewer games than CheckReport.games. */
const char *check_at_most(const CheckReport *check);

void check_problem(CheckReport *check, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
void check_warn(CheckReport *check, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
/* The same with the message of an error, and its traceback below. */
void check_failure(CheckReport *check, const Error *why);
int check_finish(const CheckReport *check);

/* The work of checking positions with so many legal moves: the instructions of
 * a Lua file and, for what is done outside of it, a number for each. It is
 * counted, so that the same is checked on every machine. */
int64_t check_work(const HostUse *use, int64_t positions, int64_t moves);

/* How much of its limits a Lua file has used. */
enum { CHECK_LISTS_TEXT = 250 };
void check_print_use(const char *what, const HostUse *use);

/* Writes what to do about a list that `chance` makes in each call, although it
 * is always the same; returns false if it does not, or if that costs little. */
bool check_lists(const HostUse *use, char text[CHECK_LISTS_TEXT]);

/* Different errors, and how often each came up. */
enum { MESSAGES_MAX = 8 };

typedef struct Messages {
  int count;
  Error first[MESSAGES_MAX];
  int game[MESSAGES_MAX]; /* in which it came up first */
  int times[MESSAGES_MAX];
} Messages;

/* Counts an error in a game. Two are the same if the first `length` characters
 * of their messages are: the rest says in which position it came up. */
void check_count_message(Messages *messages, const Error *why, size_t length,
                         int game);

/* Check a game or a bot, print the result, and return the exit code. */
int check_rules(CheckReport *check, Error *error);
int check_bot(CheckReport *check, const char *game, Error *error);

#endif
