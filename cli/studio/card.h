/* The game card at a table (analysis/experiments/study.h).
 *
 * A page asks for it: it starts `boardlab study` as any other command, and
 * names the folder here, where the card is read when it is complete. If the
 * rules are a Lua file that is watched, a change of them makes a new card, with
 * the budget `tiny`, in a temporary folder that is removed at once. What is
 * known is published on the table's channel as the event `card`:
 *
 *   {"version": 3,           of the rules, as in trial.h; 0: never changes
 *    "awaited": null or "runs/row-study",   the study that was asked for last
 *    "doing": null or "waiting" | "studying",   after a change
 *    "error": null or {"message", "trace"},     why that has failed
 *    "card": null or {
 *      "version",            0: one before, it is not known which
 *      "dir": its folder; null after a change,
 *      "budget": "tiny",
 *      "lines": [{"title": "Fair?", "text": what the card says, "changed":
 *        whether a figure of this line differs}, …],
 *      "before": null or {"version": 2, "sentences": [what has changed, …]}}}
 *
 * Cards are compared if they have the same budget. Any thread may call these
 * functions, but only one at a time calls card_remake. */
#ifndef BOARDLAB_CLI_STUDIO_CARD_H
#define BOARDLAB_CLI_STUDIO_CARD_H

#include "cli/studio/channel.h"
#include "cli/studio/command_run.h"
#include "cli/studio/monitor.h"
#include "core/base/error.h"

typedef struct Card Card;

/* `spec` is copied; `commands` says how to start one; `turns`, or NULL, how
 * many cards and trials are made at a time. */
Card *card_new(const char *spec, Channel *channel, const TaskCommands *commands,
               Turns *turns);
void card_free(Card *card);

/* Shows the card of a study in a folder below the served one: awaits it as long
 * as it is not complete. Without a folder, no card is shown or remade any more.
 */
bool card_show(Card *card, const char *dir, Error *error);

/* The rules have changed, for this version. */
void card_set_version(Card *card, int version);

/* Whether the card that is shown is that of an earlier version. */
bool card_is_older(Card *card);

/* Makes the card of this version. `poll` ends it by returning true; then false
 * is returned. */
bool card_remake(Card *card, Poll *poll, void *context);

#endif
