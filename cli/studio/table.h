/* A game on the table: its rules, who plays, its moves, and a channel on which
 * pages see it.
 *
 * A table has a thread of its own that alone uses its game. Every function here
 * may be called on any thread: it hands the request to the table's thread and
 * waits for the answer, which takes as long as the rules need, never as long as
 * a search: those run on a second thread (thinker.h). */
#ifndef BOARDLAB_CLI_STUDIO_TABLE_H
#define BOARDLAB_CLI_STUDIO_TABLE_H

#include "cli/studio/channel.h"
#include "cli/studio/monitor.h"
#include "cli/studio/tasks.h"
#include "core/base/error.h"
#include "core/game/game.h"
#include <jansson.h>

typedef struct Table Table;

/* A game on a table has at most so many plies, or as many as its ply limit if
 * that is larger. */
enum { TABLE_PLIES = 10000 };

/* What to put on a table: a spec with who plays, or a game file. */
typedef struct TablePlan {
  const char *game;             /* a spec; or NULL */
  const char *seats[SEATS_MAX]; /* "human" or a bot; NULL: as `play` does */
  int seat_count;
  uint64_t seed;
  const char *settings; /* of the first position; or NULL */
  const char *moves;    /* to play first; or NULL */
  const char *text;     /* a game file; or NULL */
  const char *name;     /* of that text, for messages; or NULL */
  Turns *searches;      /* how many at a time; or NULL */
  /* How to check a Lua file that has changed; NULL: files are not watched. */
  const TaskCommands *commands;
  Turns *trials; /* how many of those at a time; or NULL */
  int pace;      /* milliseconds before each move of a bot, or PACE_AUTO */
} TablePlan;

enum {
  PACE_AUTO = -1,     /* no pause, unless only bots play: then */
  PACE_WATCHED = 500, /* milliseconds, so that they can be watched */
  PACE_MAX = 10000
};

/* NULL with a message if the game cannot be opened. Bots are opened later, by
 * the thinker: if that fails, the view says so. */
Table *table_open(const TablePlan *plan, Error *error);

/* Stops its search, ends its channel, waits until nobody listens any more, and
 * joins its threads. NULL is allowed. */
void table_close(Table *table);

/* The stream of the events view, hint, evaluation and trial. */
Channel *table_channel(Table *table);

/* Whether pages have been sent the text of the game, and so can open it again.
 */
bool table_is_kept(Table *table);

/* Carries out a request by its name with its JSON body (or NULL), and returns
 * the answer; or NULL with a message. Beside those of README.md ("play",
 * "undo", …) there are
 *
 *   position  {ply}: {frame, before} after so many moves
 *   text      {text}: the game file
 *   reload    the rules have changed on disk: opens them again and replays the
 *             moves as far as they are legal. If they cannot be opened, the
 *             table keeps the old ones and shows the error */
json_t *table_do(Table *table, const char *request, const json_t *body,
                 Error *error);

#endif
