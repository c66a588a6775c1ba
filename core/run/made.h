/* How results were made: the command and its arguments, which stand in the
 * manifest of every run, sweep, ladder and tuning.
 *
 * The arguments follow from the settings, in one order and one spelling, and
 * leave out what changes no byte of the results (jobs, quiet, out, resume,
 * shard, progress-fd): equal results have equal arguments. Results that a Lua
 * script makes have those of the equivalent command.
 *
 *   "title": "Quoridor",
 *   "arguments": ["simulate", "quoridor", "--games", "1000", "--seed", "1"]
 *
 * "scripted" is true where only the script can make them again, because it has
 * defined the game or a bot. What a manifest says is data from whoever wrote
 * it: who starts a command with its arguments has them parsed by the flags of
 * the command, and checks which flags these are. */
#ifndef BOARDLAB_CORE_RUN_MADE_H
#define BOARDLAB_CORE_RUN_MADE_H

#include "core/run/run.h"
#include <jansson.h>

/* The limits on Lua files that are not among the arguments. */
#define MADE_DEFAULT_LIMITS "budget=10000000,memory=64"

/* Why no command makes results that a script has made. */
extern const char made_by_script[];

/* The keys of a manifest that say what made it: the build, the title of the
 * game, the command and the spec of its game. `run` is any run of it that is
 * open. The functions below add to the arguments, and ignore NULL. */
json_t *made_begin(const char *command, const char *game, const Run *run);

/* Adds a flag with its value, unless that is NULL or ""; or a switch. */
void made_add(json_t *made, const char *flag, const char *value);
void made_add_number(json_t *made, const char *flag, uint64_t value);
void made_add_switch(json_t *made, const char *flag, bool on);

/* Adds who plays: --seat and --rotate, or --bot in a tournament. */
void made_add_bots(json_t *made, const Run *run);

/* Adds the stopping rule, or nothing. */
void made_add_until(json_t *made, const char *until);

/* Adds how each game is played: the seed, the limits, whether all moves are
 * kept. */
void made_add_plan(json_t *made, const RunPlan *plan, bool own_limit);

/* What made a run that is open; and notes in run->made which shard it is. */
json_t *made_of_run(const Run *run);
bool made_set_shard(Run *run);

/* The keys of a manifest that say what made it, as a new object. */
json_t *made_copy(const json_t *manifest);

/* The spec of the game, and the value of the flag that is given for the n-th
 * time, from 0: "" for a switch, NULL if it is not. */
const char *made_game(const json_t *manifest);
const char *made_value(const json_t *manifest, const char *flag, int n);
uint64_t made_number(const json_t *manifest, const char *flag);

/* Checks that a manifest has the arguments that are wanted; those of the flags
 * in `free` may differ. The message says what differs. */
bool made_fits(const json_t *manifest, const json_t *wanted,
               const char *const free[], int count, Error *error);

/* The command line that makes the results in a folder again, for a shell: as
 * many commands as it was given more games (a tuning). The caller frees it.
 * NULL if there is none: *why says why in words, or is NULL when out of memory.
 */
char *made_command(const json_t *manifest, const char *dir, const char **why);

#endif
