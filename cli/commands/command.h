/* A subcommand of boardlab, and the arguments it was called with.
 *
 * Each subcommand is a constant `Command`: its name, its help texts, the flags
 * and positional arguments it accepts, and the function that runs it. args.c
 * parses arguments and prints --help from that description, so commands only
 * look values up.
 *
 * A command's function prints its results on stdout and returns the exit code.
 * If it fails it also fills in the error, which main prints on stderr. Commands
 * run on the main thread; Args and its strings live as long as main. */
#ifndef BOARDLAB_CLI_COMMANDS_COMMAND_H
#define BOARDLAB_CLI_COMMANDS_COMMAND_H

#include "analysis/result/result_table.h"
#include "core/base/error.h"
#include "core/game/game.h"
#include <stdbool.h>
#include <stdint.h>

enum { EXIT_DONE = 0, EXIT_FAILED = 1, EXIT_USAGE = 2 };

/* The most flags and positional arguments one call may have. */
enum { FLAGS_MAX = 128, POSITIONAL_MAX = 4096 };

typedef struct Flag {
  const char *name;         /* without the dashes */
  const char *value;        /* placeholder such as "N"; NULL for a switch */
  const char *help;         /* a newline continues it on the next line */
  bool repeatable;          /* may be given more than once */
  const char *const *words; /* the only values, ended by NULL; NULL: any */
  /* In a form: plain words instead of the name, the value that it has if it is
   * not given, and whether it is among the few that a form shows at first. */
  const char *label, *usual;
  bool first;
} Flag;

typedef struct Args Args;

typedef struct Command {
  const char *name;
  const char *summary;    /* one line */
  const char *positional; /* as shown in the usage line: "GAME [DIR …]" has one
                             argument or more */
  bool passthrough;       /* everything after the first positional argument is
                             passed through unparsed, in Args.passed */
  const Flag *flags;      /* ends with an entry whose name is NULL */
  const char *example;
  int (*run)(const Args *args, Error *error);
} Command;

/* Parsed arguments. The strings are borrowed from argv. */
struct Args {
  const Command *command;
  int positional_count;
  const char *positional[POSITIONAL_MAX];
  int flag_count;
  struct {
    const Flag *flag;
    const char *value;
  } flag[FLAGS_MAX]; /* in the order given */
  int passed_count;
  char *const *passed; /* for a command with `passthrough` */
};

/* Parses the arguments after the command's name; false with an error if they do
 * not fit the command. */
bool args_read(Args *args, const Command *command, int argc, char *const *argv,
               Error *error);

/* Returns the value of a flag: "" for a switch, NULL if it was not given. */
const char *args_value(const Args *args, const char *flag);

/* Fills in all values of a repeatable flag and returns their number, at most
 * FLAGS_MAX. */
int args_values(const Args *args, const char *flag, const char *values[]);

/* Parse a flag's value as a number from min to max. *value keeps its default if
 * the flag was not given. */
bool args_int(const Args *args, const char *flag, int64_t min, int64_t max,
              int64_t *value, Error *error);
bool args_real(const Args *args, const char *flag, double min, double max,
               double *value, Error *error);

/* The flags of commands whose results other programs can read, and whether one
 * of them was given. */
#define ROWS_FLAGS(csv)                                                        \
  {"csv", NULL, csv, .label = "Print CSV"}, {                                  \
    "json", NULL, "the same as JSON, a list with one object per row",          \
        .label = "Print JSON"                                                  \
  }
bool args_wants_rows(const Args *args);

/* Prints a table: for people, or as these flags say. */
bool args_print_table(const Args *args, const ResultTable *table, Error *error);

/* The flags of every command that runs Lua files. */
extern const char *const isolation_words[];
#define ISOLATION_FLAG                                                         \
  {                                                                            \
    "isolation", "MODE",                                                       \
        "auto: run Lua files in processes that can only compute, as\n"         \
        "far as the system allows (default); require: fail unless\n"           \
        "it allows all of it; off: run them in boardlab's process",            \
        .words = isolation_words                                               \
  }
#define PRINT_FLAG                                                             \
  {                                                                            \
    "no-print", NULL, "show nothing that Lua files print",                     \
        .label = "Hide what Lua files print"                                   \
  }
#define MEMORY_FLAG                                                            \
  {                                                                            \
    "memory", "MB",                                                            \
        "memory limit of each Lua file, including all games that it\n"         \
        "opens (default 64)",                                                  \
        .label = "Memory of a Lua file in MB", .usual = "64"                   \
  }
#define LIMIT_FLAGS                                                            \
  {"budget", "N",                                                              \
   "Lua instructions allowed per bot move or call of a rule\n"                 \
   "(default 10000000; 0 for no limit)",                                       \
   .label = "Work of a Lua bot per move", .usual = "10000000"},                \
      MEMORY_FLAG, PRINT_FLAG, ISOLATION_FLAG

/* The flags of commands that show saved games. */
#define GAME_FLAGS                                                             \
  {"game", "N", "game N of the run in folder DIR, 0 for the first"}, {         \
    "ply", "N", "show the position after N moves"                              \
  }

/* Reads --ply for a game of so many moves; -1 if it is not given. */
bool args_ply(const Args *args, int moves, int64_t *ply, Error *error);

/* --bot of commands that name programs only: which of them may be started. */
#define PROGRAM_FLAG(help)                                                     \
  { "bot", "PROGRAM", help, .repeatable = true }
bool args_check_programs(const Args *args, Error *error);

/* Starts the Lua host with the values of these flags, or the defaults. */
bool args_limits(const Args *args, Error *error);

/* The text of a file of cli/help, which the build embeds: what --help says of
 * the command of that name below its flags. */
const char *help_text(const char *name);

/* Prints a command's --help page. */
void command_help(const Command *command, FILE *out);

/* A chapter of the guide, which the build embeds as well. */
typedef struct Chapter {
  const char *name; /* "first-bot" */
  const char *title, *summary;
  const char *text; /* Markdown */
} Chapter;

extern const Chapter chapters[]; /* ends with one without a name */

/* Lists names and titles. */
void chapters_list(FILE *out);

/* Prints what there is on a topic: a command or a chapter. */
int help_print(const char *topic, Error *error);

/* The flag that a word is: "--name", "--name=VALUE", "-o" or "-oVALUE"; or
 * NULL. *value is what stands behind it in the same word, or NULL. */
const Flag *flag_find(const Command *command, const char *word,
                      const char **value);

/* The letter that stands for a flag, as in -o for --out; 0 if none does. */
char flag_letter(const Flag *flag);

/* ---- all commands --------------------------------------------------------*/

/* In the order of boardlab --help, which prints them group by group. The groups
 * end with one without a heading, each list with NULL. */
typedef struct CommandGroup {
  const char *heading;
  const Command *list[10]; /* ended by NULL */
} CommandGroup;
extern const CommandGroup command_groups[];

/* The command of this name; NULL with a message if there is none. */
const Command *command_find(const char *name, Error *error);

/* `boardlab __complete WORD…` prints the words that may stand in the place of
 * the last one, for the shell: one per line, with a description after a tab
 * where there is one. */
#define COMPLETE_WORD "__complete"
int complete(int count, char *const *words);

/* `boardlab __manual [COMMAND]` prints a page of the manual, for man. */
#define MANUAL_WORD "__manual"
int manual_print(const char *command, Error *error);

extern const Command bench_command, check_command, compare_command,
    coverage_command, engine_command, games_command, ladder_command,
    study_command, learn_command, merge_command, collect_command, new_command,
    perft_command, plan_command, play_command, profile_command,
    reference_command, export_command, replay_command, report_command,
    run_command, serve_command, show_command, simulate_command, solve_command,
    stats_command, sweep_command, tournament_command, tune_command;

#endif
