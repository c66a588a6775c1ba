/* A table that the studio serves: a game on the table (cli/table/table.h) with
 * a thread of its own that alone uses it, a second one that thinks (thinker.h),
 * and a channel on which pages see it.
 *
 * Every function here may be called on any thread: it hands the request to the
 * table's thread and waits for the answer, which takes as long as the rules
 * need, never as long as a search. */
#ifndef BOARDLAB_CLI_STUDIO_SERVED_H
#define BOARDLAB_CLI_STUDIO_SERVED_H

#include "cli/studio/card.h"
#include "cli/studio/channel.h"
#include "cli/studio/monitor.h"
#include "cli/studio/tasks.h"
#include "cli/table/table.h"

typedef struct ServedTable ServedTable;

/* What tables share. */
typedef struct ServedShare {
  Turns *searches; /* how many at a time; or NULL */
  /* How to check a Lua file that has changed; NULL: files are not watched. */
  const TaskCommands *commands;
  Turns *trials; /* how many of those and of cards at a time; or NULL */
} ServedShare;

/* NULL with a message if the game cannot be opened. Bots are opened later, by
 * the thinker: if that fails, the view says so. */
ServedTable *served_open(const TablePlan *plan, const ServedShare *share,
                         Error *error);

/* Stops its search, ends its channel, waits until nobody listens any more, and
 * joins its threads. NULL is allowed. */
void served_close(ServedTable *table);

/* The stream of its events, which are those of a table and
 *
 *   trial       if the rules are a Lua file: see trial.h
 *   card        once one was asked for: see card.h */
Channel *served_channel(ServedTable *table);

/* The game card beside it. */
Card *served_card(ServedTable *table);

/* Whether pages have been sent the text of the game, and so can open it again.
 */
bool served_is_kept(ServedTable *table);

/* Carries out a request, as table_do; and
 *
 *   trial     {mode: "random"|"mcts"|"off"}: what is played after each change
 *             of the table's Lua file */
json_t *served_do(ServedTable *table, const char *request, const json_t *body,
                  Error *error);

#endif
