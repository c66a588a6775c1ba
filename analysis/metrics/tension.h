/* How exciting games are: who leads, how often that changes, how long it is
 * open who wins.
 *
 * What a position is worth to a side is found by random games from it: the
 * share of them that the side wins, where draws and games that do not end are
 * shared out. Only games that one side won alone are looked at. Their random
 * numbers follow from the run's seed and the game's number. */
#ifndef BOARDLAB_ANALYSIS_METRICS_TENSION_H
#define BOARDLAB_ANALYSIS_METRICS_TENSION_H

#include "analysis/metrics/metrics.h"
#include "core/game/game.h"

enum { TENSION_PLAYOUTS_MAX = 100000 };

/* What the positions of one game were worth. */
typedef struct LeadHistory {
  int sides, winner;
  int leader;  /* -1 while nobody has led */
  int changes; /* of the lead */
  int positions, behind;
  double shortfall; /* of the winner behind the leader, summed up */
  int unsettled;    /* positions up to the last in which the winner was not yet
                       sure */
  bool came_back;
} LeadHistory;

/* All zero but sides and winner, and leader -1. */
void lead_history_add(LeadHistory *history, const double value[]);

typedef struct Tension {
  int playouts; /* for each position; 0: nothing is done */
  uint64_t seed;
  State *room; /* for a position; made when first needed */
  Rng rng;
  bool heard; /* whether the game under way counts */
  LeadHistory history;
  uint64_t games, comebacks;
  Sums changes, drama, decided;
  bool failed; /* for want of memory */
} Tension;

void tension_begin(Tension *tension, const Game *game, uint64_t index,
                   const Match *match);
void tension_position(Tension *tension, const Game *game, const State *state);
void tension_end(Tension *tension, const Game *game, const State *last);
void tension_free(Tension *tension);

void tension_metrics(const Tension *tension, Metrics *metrics);

#endif
