/* Shared by the files of a table.
 *
 *   table_game.c   opening a game, again if its rules change, and its moves
 *   table_do.c     the requests
 *   table_think.c  what is to be thought about, and what was found
 *   table_view.c   what pages see */
#ifndef BOARDLAB_CLI_TABLE_TABLE_INTERNAL_H
#define BOARDLAB_CLI_TABLE_TABLE_INTERNAL_H

#include "cli/session/session.h"
#include "cli/table/printed.h"
#include "cli/table/table.h"

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

struct Table {
  TableOutside outside;
  Session session;
  uint64_t opened;  /* how often: see ThinkJob */
  int begun;        /* games that were begun here before this one */
  uint64_t version; /* of the view */
  bool stopped;     /* bots wait */
  bool once;        /* they wait again after the next move */
  int pace;         /* milliseconds before each move of a bot; see TablePlan */
  Error error;      /* of a bot, or of rules that failed */
  Error reload_error;
  Printed log;     /* what happened, but for moves */
  Printed printed; /* by the rules, on this thread */
  Played *played;  /* session.total of them */
  int played_capacity;

  /* What is being thought about. */
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

/* ---- table_think.c -------------------------------------------------------*/

/* Asks for what is to be thought about now, unless that was done. */
void table_think(Table *t);

/* The position has changed: forgets the hint and what was asked. */
void table_stop_thinking(Table *t);

/* ---- table_view.c --------------------------------------------------------*/

void table_publish_hint(Table *t, const Thought *thought); /* NULL: none */
void table_publish_values(Table *t);
json_t *table_frames(Table *t, int ply, Error *error);
json_t *table_previews(Table *t, const json_t *moves, Error *error);

#endif
