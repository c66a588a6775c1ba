/* Waiting: how many plies of others lie between two turns of a seat, in games
 * of more than two seats, and how long who is eliminated looks on. A turn may
 * have several plies; rolls do not count.
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
  uint64_t games, eliminations; /* games; those in which a seat went out */
  Sums looking_on; /* by such a game: the share of its plies after the last one
                      of the first seat that went out */
} Waiting;

void waiting_begin(Waiting *waiting);
void waiting_position(Waiting *waiting, const State *state);
void waiting_end(Waiting *waiting, const Game *game, const State *last);

/* Adds the metrics of the scope `waiting`. */
void waiting_metrics(const Waiting *waiting, Metrics *metrics);

#endif
