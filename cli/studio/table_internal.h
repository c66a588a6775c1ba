/* Shared by the files of a table.
 *
 *   table.c        its thread, and what others may call
 *   table_game.c   opening a game, again if its rules change, and its moves
 *   table_do.c     the requests
 *   table_think.c  what the thinker is asked for, and what it finds
 *   table_view.c   what pages see
 *
 * Everything here but the call under way is used by the table's thread only. */
#ifndef BOARDLAB_CLI_STUDIO_TABLE_INTERNAL_H
#define BOARDLAB_CLI_STUDIO_TABLE_INTERNAL_H

#include "cli/session/session.h"
#include "cli/studio/card.h"
#include "cli/studio/monitor.h"
#include "cli/studio/printed.h"
#include "cli/studio/table.h"
#include "cli/studio/thinker.h"
#include "cli/studio/watch.h"

enum {
  HINT_ITERATIONS_MAX = 1000000,
  PREVIEWS_MAX = 64 /* moves whose positions are shown at a time */
};

/* A move that was played, also if it was taken back. */
typedef struct Played {
  char text[MOVE_TEXT];
  int seat;   /* from 1; 0 for nature */
  bool shown; /* all humans may see it */
} Played;

/* What is known of a position's values. */
typedef struct Evaluated {
  bool tried;
  bool known;              /* otherwise nobody can tell */
  double value[SEATS_MAX]; /* by side */
  char best[MOVE_TEXT];    /* the best move, or empty if nobody can tell */
} Evaluated;

typedef struct Call Call;

struct Table {
  Monitor monitor;
  Call *call; /* under its lock: what is done now; or NULL */
  Channel *channel;
  Thinker *thinker;
  atomic_int arrivals, departures; /* of first and last listeners */
  atomic_bool kept;                /* pages have the game's text */
  Card *card;
  Watch *watch; /* of the Lua file that is played; or NULL */

  Session session;
  bool is_open;
  uint64_t opened;  /* how often: see ThinkJob */
  int begun;        /* games that were begun here before this one */
  uint64_t version; /* of the view */
  bool stopped;     /* bots wait */
  bool once;        /* they wait again after the next move */
  int pace;         /* milliseconds before each move of a bot; see TablePlan */
  Error error;      /* of a bot, or of rules that failed */
  Error reload_error;
  Printed log;         /* what happened, but for moves */
  Printed printed;     /* by the rules, on this thread; */
  Printed bot_printed; /* by bots and the rules of their searches */
  Played *played;      /* session.total of them */
  int played_capacity;

  /* What the thinker was asked for. */
  uint64_t ticket;
  bool asked, waits;
  ThinkKind asked_for;
  int asked_ply; /* of the values */

  uint64_t hint_wanted; /* iterations; 0: none */
  bool hint_done, hint_shown;
  bool evaluates;
  Evaluated *evaluated; /* by ply: session.total + 1 positions */
  int evaluated_capacity;
  bool values_shown, values_changed; /* what pages see of them */
};

/* ---- table_game.c --------------------------------------------------------*/

bool table_begin(Table *t, const TablePlan *plan, Error *error);

/* Opens the game again, with the rules as they are now, other seats or other
 * settings, and replays the moves as far as they are legal; none of them if
 * `settings`. On failure nothing has changed. */
typedef struct Reopening {
  const char *const *seats; /* of `seat_count` seats; NULL: as they are */
  int seat_count;
  const char *settings; /* NULL: as they are */
  bool without_last;    /* without the last move, and those taken back */
} Reopening;
bool table_reopen(Table *t, const Reopening *how, Error *error);

/* Plays a legal move and notes it. If the rules fail, they are opened again
 * without it. */
bool table_play_move(Table *t, Move move, Error *error);

/* Whether a bot or nature is to move. */
bool table_waits_for_bot(const Table *t);

/* Milliseconds before each move of a bot. */
int table_pace(const Table *t);

__attribute__((format(printf, 2, 3))) void table_log(Table *t,
                                                     const char *format, ...);

/* The values of positions from this one on are no longer known. */
void table_forget_values(Table *t, int ply);

/* The game file as text. */
char *table_write(const Table *t, Error *error);

/* ---- table_do.c ----------------------------------------------------------*/

json_t *table_carry_out(Table *t, const char *request, const json_t *body,
                        Error *error);

/* ---- table_think.c -------------------------------------------------------*/

/* Asks the thinker for what is to be done now, unless it was. */
void table_think(Table *t);

/* The position has changed: forgets the hint and what was asked. */
void table_stop_thinking(Table *t);

/* Takes over what the thinker found. */
void table_take_thought(Table *t, Thought *thought);

/* ---- table_view.c --------------------------------------------------------*/

void table_publish(Table *t);
void table_publish_hint(Table *t, const Thought *thought); /* NULL: none */
void table_publish_values(Table *t);
json_t *table_frames(Table *t, int ply, Error *error);
json_t *table_previews(Table *t, const json_t *moves, Error *error);

#endif
