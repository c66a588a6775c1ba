/* Choices: does it matter which move is made? One position is drawn from each
 * third of a game, and its moves are judged (judged_moves.h): by how much the
 * best one is better than the median one, and how many are about as good as the
 * best, as in the clarity of Browne (2008) and Ludii (Piette et al. 2021).
 *
 * Positions and playouts are drawn from a stream that depends on the run's seed
 * and the game's index. Who moves is taken to know the whole position, also in
 * games that hide something, as the oracle does.
 *
 * Call begin, position and end for each game that is measured. A Choices
 * belongs to one thread. */
#ifndef BOARDLAB_ANALYSIS_METRICS_CHOICES_H
#define BOARDLAB_ANALYSIS_METRICS_CHOICES_H

#include "analysis/metrics/judged_moves.h"
#include "analysis/metrics/metrics.h"

/* What was measured of a position. */
typedef struct Choice {
  double gain;       /* the best move less the median one */
  double matters;    /* 1 if that is 10 points or more, otherwise 0 */
  double reasonable; /* moves within 5 points of the best one */
  double forced;     /* 1 if there is one legal move, otherwise 0 */
} Choice;

/* Of the side that makes one of these moves; `error` is judge_error's. */
Choice choice_measure(const JudgedMoves *moves, int side, double error);

/* The same over games. */
typedef struct ChoiceSums {
  Sums gain, matters, reasonable, forced;
} ChoiceSums;

/* Initialize to zero except seed. */
typedef struct Choices {
  uint64_t seed;
  Rng rng;
  int plies, ply; /* of the game under way: all, and those so far */
  Drawn third[THIRDS];
  Judge judge;
  ChoiceSums by_third[THIRDS], all;
} Choices;

void choices_begin(Choices *choices, uint64_t index, const Match *match);
void choices_position(Choices *choices, const Game *game, const State *state);
bool choices_end(Choices *choices, const Game *game, Oracle *oracle,
                 Error *error);
void choices_free(Choices *choices);

/* Adds the metrics of the scope `choices`, with the keys early, middle, late
 * and all. */
void choices_metrics(const Choices *choices, Metrics *metrics);

#endif
