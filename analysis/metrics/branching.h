/* Branching factor and complexity: how many legal moves there are, how large
 * the game tree and the set of positions are at least, and whether play stalls:
 * by passing, or by coming back to a position.
 *
 * Game-tree complexity is the product of the legal moves along a typical game,
 * in the sense of Allis (1994). The number of positions is bounded from below
 * by Chao's estimator (Chao 1984) from how often positions of the sample occur.
 * What nature can do does not count: nobody chooses among it.
 *
 * Call begin, turn and end for each game replayed. Memory grows with the
 * longest game and the number of distinct positions, of which at most a few
 * million are stored. A Branching belongs to one thread and owns its tables. */
#ifndef BOARDLAB_ANALYSIS_METRICS_BRANCHING_H
#define BOARDLAB_ANALYSIS_METRICS_BRANCHING_H

#include "analysis/metrics/metrics.h"
#include "core/game/game.h"

/* Games are divided into this many groups to estimate the variance of the
 * median. */
enum { BRANCHING_GROUPS = 100 };

/* Zero-initialize. */
typedef struct Branching {
  uint64_t games, plies, turns; /* turns are plies in which a seat moves */
  Moments *by_ply;              /* legal moves at each ply */
  size_t ply_capacity;
  Pairs branching;   /* per game: sum of legal moves, turns */
  Pairs forced;      /* per game: turns with a single legal move, turns */
  Pairs passes;      /* per game: turns in which a seat passes, turns */
  uint64_t repeated; /* games in which a position occurs again */
  Sums tree;         /* per game: sum of log10 of the legal moves */
  int most, max_moves;
  uint64_t *legal; /* number of plies, by group of games and legal moves */

  /* Positions seen: a hash table of position hashes whose two lowest bits are
   * replaced by a count of 1, 2, or 3 for more. 0 is an empty slot. */
  uint64_t *seen;
  size_t seen_capacity, seen_count;

  /* The game under way. */
  uint64_t game_plies, game_turns, game_legal, game_forced, game_passes;
  uint64_t *path; /* hashes of its positions, of ply_capacity + 1 */
  double game_tree;

  bool failed; /* out of memory */
} Branching;

void branching_begin(Branching *branching, const Game *game);
void branching_turn(Branching *branching, const Game *game, const State *state,
                    Move move, int legal);
void branching_end(Branching *branching, const Game *game, const State *last);
void branching_free(Branching *branching);

/* Adds the metrics of the scopes `complexity` and `ply`. */
void branching_metrics(const Branching *branching, Metrics *metrics);

/* Chao's lower bound on the number of kinds, if `seen` kinds occurred, `once`
 * of them once and `twice` of them twice. */
double chao_bound(uint64_t seen, uint64_t once, uint64_t twice);

#endif
