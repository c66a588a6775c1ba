/* Tension: lead changes, drama and decisiveness, after Browne (2008).
 *
 * The value of a position for a side is the share of random playouts from it
 * that the side wins; draws and unfinished playouts are split evenly. Only
 * games won by a single side are measured. The playouts draw from streams of
 * their own that depend on the run's seed and the game's index, so the metrics
 * are reproducible.
 *
 * Call begin, position and end for each game replayed. A Tension belongs to one
 * thread. */
#ifndef BOARDLAB_ANALYSIS_METRICS_TENSION_H
#define BOARDLAB_ANALYSIS_METRICS_TENSION_H

#include "analysis/metrics/metrics.h"
#include "core/game/game.h"

enum { TENSION_PLAYOUTS_MAX = 100000 };

/* The values of the positions of one game so far. Initialize to zero except
 * sides, winner, and leader = -1. */
typedef struct LeadHistory {
  int sides, winner;
  int leader;  /* -1 while nobody has led */
  int changes; /* of the lead */
  int positions;
  int behind;       /* positions in which the winner was behind */
  double shortfall; /* sum over positions of leader's value less winner's */
  int unsettled;    /* positions up to the last one in which the winner's value
                       was below 0.9 */
  bool came_back;   /* the winner was once below half an even share */
} LeadHistory;

/* Adds the values of the next position, one per side. */
void lead_history_add(LeadHistory *history, const double value[]);

/* Initialize to zero except playouts and seed. */
typedef struct Tension {
  int playouts; /* per position; 0: measure nothing */
  uint64_t seed;
  State *scratch; /* for playouts; allocated on first use */
  Rng rng;
  bool measured; /* the game under way counts */
  LeadHistory history;
  uint64_t games, comebacks;
  Sums changes, drama, decisiveness;
  bool failed; /* out of memory */
} Tension;

void tension_begin(Tension *tension, const Game *game, uint64_t index,
                   const Match *match);
void tension_position(Tension *tension, const Game *game, const State *state);
void tension_end(Tension *tension, const Game *game, const State *last);
void tension_free(Tension *tension);

/* Adds the metrics of the scope `tension`. */
void tension_metrics(const Tension *tension, Metrics *metrics);

#endif
