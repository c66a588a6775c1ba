/* Kingmaking: does somebody who cannot win any more decide who does? For games
 * of more than two sides.
 *
 * A side is hopeless if both halves of the oracle give it less than 2%. In each
 * game one of the positions in which such a side moves is drawn, and its moves
 * are judged (judged_moves.h): it decides between others if the chance of
 * another side differs between two of the moves by 10 points or more.
 *
 * Call begin, position and end for each game that is measured. A Kingmaking
 * belongs to one thread. */
#ifndef BOARDLAB_ANALYSIS_METRICS_KINGMAKING_H
#define BOARDLAB_ANALYSIS_METRICS_KINGMAKING_H

#include "analysis/metrics/judged_moves.h"
#include "analysis/metrics/tension.h"

/* Initialize to zero except seed. */
typedef struct Kingmaking {
  uint64_t seed;
  Rng rng;
  Drawn hopeless; /* of the game under way */
  Judge judge;
  /* Games; those in which somebody hopeless moves, and decides. */
  uint64_t games, without_hope, decided;
} Kingmaking;

void kingmaking_begin(Kingmaking *kingmaking, uint64_t index);
/* `curve` has the values of this position as its last ones. */
void kingmaking_position(Kingmaking *kingmaking, const Game *game,
                         const State *state, const Curve *curve);
bool kingmaking_end(Kingmaking *kingmaking, const Game *game, Oracle *oracle,
                    Error *error);
void kingmaking_free(Kingmaking *kingmaking);

/* Adds the metrics of the scope `kingmaking`, with the oracle's name as key. */
void kingmaking_metrics(const Kingmaking *kingmaking, OraclePlan plan,
                        Metrics *metrics);

#endif
