/* Move statistics: how often each cell and each kind of move is played, how
 * often winners play it, and the results of each first move.
 *
 * Call begin, turn and end for each game replayed. The game's `describe` says
 * what a move consists of; without it, a move whose text is the name of a cell
 * counts for that cell. A MoveStats belongs to one thread and owns its tables.
 */
#ifndef BOARDLAB_ANALYSIS_METRICS_MOVE_STATS_H
#define BOARDLAB_ANALYSIS_METRICS_MOVE_STATS_H

#include "analysis/metrics/metrics.h"
#include "analysis/stats/part_ratio.h"
#include "core/game/game.h"

/* The names a move counts for. */
typedef struct MoveNames {
  char text[MOVE_TEXT], kind[MOVE_TEXT]; /* a kind: its parts except cells */
  char cell[MOVE_TEXT];                  /* where a piece goes; or "" */
  char wall[MOVE_TEXT]; /* where a wall, which lies between cells, is put, and
                           its orientation, "d5h"; or "" */
} MoveNames;
void move_names(const Game *game, const State *state, Move move,
                MoveNames *names);

/* Cells that occur in fewer won games are not compared with the others. */
enum { CELL_GAMES_MIN = 5 };

/* The counts of one cell, one wall ("d5h"), one kind of move, or one first
 * move.
 */
typedef struct MoveCount {
  char name[MOVE_TEXT];
  /* Sums over games of the moves counted here, m, and of all moves of the
   * table, a: of m, m², and m a. */
  double moves, squares, product;
  PartSums winner;     /* per won game: moves by winners here, moves here */
  uint64_t games;      /* first moves: games that began with it */
  uint64_t half;       /* of these, in a random half of all games: every other
                          game may be of another bot */
  uint64_t won, drawn; /* of these, won by the seat that moved first; drawn */
  double here, by_winner; /* in the game under way */
} MoveCount;

/* A table of counts by name. Zero-initialize. */
typedef struct MoveCounts {
  MoveCount *list;
  int count, capacity;
  int *table; /* hash table by name: index into the list, plus 1 */
  size_t table_size;
  double all, all_squares; /* sums over games of all moves, and squared */
  Pairs winner;            /* per won game: moves by winners, moves */
  Sums used;               /* per game: how many of the names occur */
  double here, by_winner;  /* moves in the game under way */
} MoveCounts;

/* Zero-initialize. */
typedef struct MoveStats {
  MoveCounts cells, walls, kinds, openings;
  uint64_t games;
  bool won; /* the game under way was won */
  unsigned winners;
  bool drawn;
  bool first;  /* the next move is the first of its game */
  bool failed; /* out of memory */
} MoveStats;

void move_stats_begin(MoveStats *stats, const Match *match);
void move_stats_turn(MoveStats *stats, const Game *game, const State *state,
                     Move move);
void move_stats_end(MoveStats *stats);
void move_stats_free(MoveStats *stats);

/* Adds the metrics of the scopes `cell`, `wall`, `kind` and `opening`, and
 * `board_coverage` of the scope `complexity`. */
void move_stats_metrics(const MoveStats *stats, Metrics *metrics);

/* The size of the smallest board that has all cells played; false if the cells
 * are not those of a board. */
bool move_stats_board(const MoveStats *stats, int *columns, int *rows);

#endif
