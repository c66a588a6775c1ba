/* The shape of a subcommand, and its arguments.
 *
 * A command is a table entry: what it is called, what it says about itself,
 * which flags it takes, and a function. Reading arguments, --help and the
 * messages about wrong usage are made from the entry. A function prints results
 * on stdout and returns the exit code; when it fails it fills in the error,
 * which main prints. */
#ifndef BOARDLAB_CLI_COMMANDS_COMMAND_H
#define BOARDLAB_CLI_COMMANDS_COMMAND_H

#include "core/base/error.h"
#include "core/game/game.h"
#include <stdbool.h>
#include <stdint.h>

enum { EXIT_DONE = 0, EXIT_FAILED = 1, EXIT_USAGE = 2 };
enum { GIVEN_MAX = 128, WORDS_MAX = 4096 };

/* A flag that takes a value names it; a flag without `value` is a switch. */
typedef struct Flag {
  const char *name;  /* without the dashes */
  const char *value; /* "N", "LINE" */
  const char *help;
  bool many; /* may be given more than once */
} Flag;

typedef struct Args Args;

typedef struct Command {
  const char *name;
  const char *summary;
  const char *words; /* what stands beside the flags: "GAME" */
  int min_words, max_words;
  bool passes_on;    /* all behind the first word is not for us, but for what it
                        names */
  const Flag *flags; /* ended by an entry without a name */
  const char *details; /* for --help, or NULL */
  const char *example;
  int (*run)(const Args *args, Error *error);
} Command;

/* Arguments as given; the texts belong to main. */
struct Args {
  const Command *command;
  int word_count;
  const char *word[WORDS_MAX];
  int given_count; /* flags, in the order given */
  struct {
    const Flag *flag;
    const char *value;
  } given[GIVEN_MAX];
  int rest_count; /* what is passed on */
  char *const *rest;
};

bool args_read(Args *args, const Command *command, int count,
               char *const *texts, Error *error);

/* The value of a flag, or NULL; a switch that is on has the value "". */
const char *args_value(const Args *args, const char *flag);

/* All values of a flag that may be given more than once; returns how many there
 * are of them, at most GIVEN_MAX. */
int args_values(const Args *args, const char *flag, const char *values[]);

/* A flag's value as a number in a range; *value stays if it is not given. */
bool args_int(const Args *args, const char *flag, int64_t min, int64_t max,
              int64_t *value, Error *error);
bool args_real(const Args *args, const char *flag, double min, double max,
               double *value, Error *error);

/* The flags --budget and --memory, as every command has them that runs Lua. */
#define LIMIT_FLAGS                                                            \
  {"budget", "N",                                                              \
   "instructions a Lua file may spend on a move or a rule\n"                   \
   "(default 10000000; 0 for no limit)"},                                      \
  {                                                                            \
    "memory", "MB", "megabytes a Lua file may use (default 64)"                \
  }

/* Starts the Lua host with those limits, or the usual ones. */
bool args_limits(const Args *args, Error *error);

void command_help(const Command *command, FILE *out);

extern const Command bench_command, check_command, compare_command,
    games_command, ladder_command, merge_command, new_command, perft_command,
    play_command, replay_command, report_command, run_command, show_command,
    simulate_command, solve_command, stats_command, sweep_command,
    tournament_command, tune_command;

#endif
