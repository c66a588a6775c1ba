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
 * game, the command and the spec of its game. `sources` is NULL if no script
 * can have made it. The functions below add to the arguments, and ignore NULL.
 */
json_t *made_begin(const char *command, const Game *game,
                   SourceHashes *sources);

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
void made_set_shard(Run *run);

/* The keys of a manifest that say what made it, as a new object. */
json_t *made_copy(const json_t *manifest);

/* A text, such as "title"; "" if there is none. */
const char *made_text(const json_t *manifest, const char *key);

/* The spec of the game, and the value of the flag that is given for the n-th
 * time, from 0: "" for a switch, NULL if it is not. */
const char *made_game(const json_t *manifest);
const char *made_value(const json_t *manifest, const char *flag, int n);
uint64_t made_number(const json_t *manifest, const char *flag);

/* The build that a manifest names: "boardlab 0.1.0 (commit 0123456789ab+)". */
typedef struct Build {
  char text[80];
} Build;
Build made_build(const json_t *manifest);

/* Whether two manifests name the same build. Only the build that has begun a
 * run or a tuning continues it, as another one could play other games:
 * made_may_continue checks that it is the one that `made` names. */
bool made_same_build(const json_t *a, const json_t *b);
bool made_may_continue(const json_t *manifest, const json_t *made,
                       Error *error);

/* Checks that a manifest has the arguments that are wanted; the values of the
 * flags in `free`, ended by NULL, may differ. The message says what differs. */
bool made_fits(const json_t *manifest, const json_t *wanted,
               const char *const free[], Error *error);

/* The words of the command that makes the results in the folder `out`, or goes
 * on with them: the arguments, --shard if they are one, --out and --resume. The
 * caller frees them. NULL when out of memory. */
json_t *made_words(const json_t *manifest, const char *out, bool resume);

/* The command line that makes the results in a folder again, for a shell; of a
 * tuning that was given more games, a command for each time. The caller frees
 * it. NULL if there is none: *why says why, in words. */
char *made_command(const json_t *manifest, const char *dir, const char **why);

#endif
