/* What there is to decide: how many legal moves there are, how large the game
 * tree and the space of positions must be.
 *
 * Hears games move by move. Its memory grows with the longest game and the
 * number of different positions, of which it stops counting new ones at some
 * millions. */
#ifndef BOARDLAB_ANALYSIS_METRICS_BRANCHING_H
#define BOARDLAB_ANALYSIS_METRICS_BRANCHING_H

#include "analysis/metrics/metrics.h"
#include "core/game/game.h"

enum { CHOICE_GROUPS = 100 };

typedef struct Branching {
  uint64_t games, plies;
  Moments *by_ply; /* legal moves at each ply */
  size_t ply_room;
  Pairs branching; /* of each game: all legal moves, plies */
  Pairs real;      /* plies with more than one, plies */
  Sums tree;       /* the sum of log10 of legal moves */
  int most, max_moves;
  uint64_t *legal; /* plies by group of games and legal moves */

  /* Positions seen, as a table of hashes whose last two bits are replaced by
   * how often: once, twice, more. 0 is a free place. */
  uint64_t *seen;
  size_t seen_room, seen_count;

  uint64_t *games_played; /* hashes of all their moves */
  size_t game_room;

  /* Of the game under way. */
  uint64_t game_moves, game_plies, game_legal, game_real;
  double game_tree;

  bool failed; /* for want of memory */
} Branching;

/* All zero is one that has heard nothing. */
void branching_begin(Branching *choice, const Game *game);
void branching_turn(Branching *choice, const Game *game, const State *state,
                    Move move, int legal);
void branching_end(Branching *choice, const Game *game, const State *last);
void branching_free(Branching *choice);

void branching_metrics(const Branching *choice, Metrics *metrics);

/* How many different games there were. */
uint64_t branching_distinct(const Branching *choice);

/* How many kinds there must be when `once` of those seen were seen once and
 * `twice` of them twice: Chao's lower bound. */
double chao_bound(uint64_t seen, uint64_t once, uint64_t twice);

#endif
