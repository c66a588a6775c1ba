/* Where and how people play: how often each cell and each kind of move is used,
 * where winners play, and what first moves lead to.
 *
 * Hears games move by move. What a move consists of is asked of the game; for
 * one that does not say, the cell is looked for in the move's text. */
#ifndef BOARDLAB_ANALYSIS_METRICS_MOVE_STATS_H
#define BOARDLAB_ANALYSIS_METRICS_MOVE_STATS_H

#include "analysis/metrics/metrics.h"
#include "core/game/game.h"

/* Something that moves are counted by: a cell, a kind, a first move. */
typedef struct Place {
  char name[MOVE_TEXT];
  /* Over games, of the moves there: how many; squared; times all moves that
   * could have been there. */
  double moves, squares, product;
  Pairs winner;        /* in won games: moves of winners there, moves there */
  uint64_t games;      /* first moves: games */
  uint64_t won, drawn; /* of which the seat that moved first has won */
  double here, by_winner; /* of the game under way */
} Place;

/* Places by their names. All zero is an empty one. */
typedef struct MoveCounts {
  Place *place;
  int count, room;
  int *table; /* hashed by name: numbers of places, from 1 */
  size_t table_room;
  double all, all_squares; /* moves of games that could be at a place */
  double here;             /* of the game under way */
} MoveCounts;

typedef struct MoveStats {
  MoveCounts cells, walls, kinds, openings;
  uint64_t games;
  int won; /* whether the game under way was: then the winners count */
  unsigned winners;
  bool drawn, first; /* the game under way; whether its first move is next */
  bool failed;       /* for want of memory */
} MoveStats;

void move_stats_begin(MoveStats *places, const Match *match);
void move_stats_turn(MoveStats *places, const Game *game, const State *state,
                     Move move);
void move_stats_end(MoveStats *places);
void move_stats_free(MoveStats *places);

void move_stats_metrics(const MoveStats *places, Metrics *metrics);

/* The size of the board that the cells lie on; false if there are none. */
bool move_stats_board(const MoveStats *places, int *columns, int *rows);

#endif
