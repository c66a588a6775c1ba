/* Waiting: how many plies of others lie between two turns of a seat, in games
 * of more than two seats. A turn may have several plies; rolls do not count.
 *
 * Call begin, position and end for each game replayed. A Waiting belongs to one
 * thread. */
#ifndef BOARDLAB_ANALYSIS_METRICS_WAITING_H
#define BOARDLAB_ANALYSIS_METRICS_WAITING_H

#include "analysis/metrics/metrics.h"
#include "core/game/game.h"

/* Zero-initialize. */
typedef struct Waiting {
  int plies;           /* of seats in the game under way */
  int last[SEATS_MAX]; /* the number of each seat's last one, from 1; or 0 */
  int waited, turns;   /* plies of others before these turns of the game */
  Pairs pairs;         /* the same by game */
} Waiting;

void waiting_begin(Waiting *waiting);
void waiting_position(Waiting *waiting, const State *state);
void waiting_end(Waiting *waiting, const Game *game);

/* Adds the metric of the scope `waiting`. */
void waiting_metrics(const Waiting *waiting, Metrics *metrics);

#endif
