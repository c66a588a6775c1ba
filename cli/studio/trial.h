/* Trials: what a version of a game written in Lua is like.
 *
 * A trial plays a batch of games in memory, compares it with the latest batch
 * of the same mode, and runs `boardlab check`. What it finds is published on
 * the table's channel as the event `trial`, piece by piece:
 *
 *   {"version": 3,           of the rules: 1 at first, one more for each change
 *    "mode": "random",       what is played, or "off"
 *    "modes": [{"mode": "random", "text": "1,000 random games"}, …],
 *    "state": "running" | "done" | "failed" | "off",
 *    "doing": null or "waiting" | "games" | "check",
 *    "played": 412,          games of the batch so far
 *    "wanted": 1000,
 *    "error": null or {"message", "trace"},   why it has failed
 *    "batch": null or {
 *      "version", "mode", "games", "bots": "random",
 *      "verdict": [sentence, …]: the conclusion, "notes": [sentence, …],
 *      "figures": [["seat 1 wins", "51.2%", "48.1 to 54.3"], …]},
 *    "changed": null or {"version": 3, "before": 2, "how": sentence,
 *      "sentences": […], "notes": […]},
 *    "check": null or {"version", "good": bool, "lines": [text, …]}}
 *
 * Each part has the version that it is about: that of an earlier one stays
 * until there is a new one. A Trial belongs to one thread. */
#ifndef BOARDLAB_CLI_STUDIO_TRIAL_H
#define BOARDLAB_CLI_STUDIO_TRIAL_H

#include "cli/studio/channel.h"
#include "cli/studio/command_run.h"
#include "cli/studio/monitor.h"
#include "core/base/error.h"

typedef enum TrialMode { TRIAL_RANDOM, TRIAL_MCTS, TRIAL_OFF } TrialMode;
enum { TRIAL_MODES = 3 };

/* "random", "mcts", "off"; false if it is none of these. */
bool trial_read_mode(const char *text, TrialMode *mode);

typedef struct Trial Trial;

/* Tries the game of a spec. `commands` says how to start one; `turns`, or NULL,
 * how many are tried at a time. `poll` is called about ten times a second
 * during a trial, and ends it by returning true. All of these must outlive the
 * trial. */
Trial *trial_new(const char *spec, Channel *channel,
                 const TaskCommands *commands, Turns *turns, Poll *poll,
                 void *context);
void trial_free(Trial *trial);

/* Tries a version, unless it cannot be opened, which `why` says if it is set,
 * or the mode is TRIAL_OFF: then this is published. Returns false if it was
 * ended.
 */
bool trial_run(Trial *trial, int version, TrialMode mode, const Error *why);

/* Whether the last version was played and has passed the check. */
bool trial_passed(const Trial *trial);

#endif
