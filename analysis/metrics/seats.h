/* What a run can say about its seats: the one place that decides it.
 *
 * Where one bot plays all seats, the win rates of the sides are what the seats
 * make of equals. Where different bots change seats they are not: a strong bot
 * that wins from every seat makes the rates equal, whatever the seats. Then the
 * rating model (analysis/stats/ratings.h) tells what equally strong bots would
 * score on each side. Bots are equal only if their specs are, whose files are
 * the same within a run: whether two others happen to be equally strong is not
 * asked first. Where each seat has a bot of its own, or where bots are so
 * unequal that the points set no bound to the advantage of a seat, nothing is
 * known of the seats.
 *
 * A Seats owns its arrays and needs the tally no more. Any thread may read
 * it. */
#ifndef BOARDLAB_ANALYSIS_METRICS_SEATS_H
#define BOARDLAB_ANALYSIS_METRICS_SEATS_H

#include "analysis/metrics/balance.h"
#include "analysis/stats/ratings.h"

typedef enum SeatsBasis {
  SEATS_COUNTED,  /* one bot plays all seats: the win rates */
  SEATS_RATED,    /* different bots change seats: the rating model */
  SEATS_OWN_BOTS, /* each seat has a bot of its own */
  SEATS_UNKNOWN   /* bots change seats, and the results do not tell */
} SeatsBasis;

/* "counted", "rated", "own bots", "unknown", as CSV files have it. */
extern const char *const seats_basis_names[];

typedef struct Seats {
  SeatsBasis basis;
  int raised; /* as that of the tally */
  int seats, sides;
  uint8_t side[SEATS_MAX]; /* of each seat */
  /* By side. Of SEATS_OWN_BOTS that of the side with its bots; of SEATS_UNKNOWN
   * none. The advantage is the win rate of the side minus the mean of the
   * others; if rated, that which equally strong bots would have. */
  Estimate advantage[SEATS_MAX], elo[SEATS_MAX];
  /* The ends of the interval of `elo` in the worst case for the side, and the
   * best: all games without a result would have been won by another, or by it.
   */
  double worst[SEATS_MAX], best[SEATS_MAX];
  /* How much farther than 1 the values of a game can be apart (seats_game). */
  double beyond;
  /* Of SEATS_RATED only: what a point more than expected does to the shares. */
  size_t seatings;
  int players;
  double share[SEATS_MAX]; /* of the points, between equally strong bots */
  int *player;             /* of each side, seating by seating */
  double *at;              /* strengths of the players, then of the sides */
  double *weight;          /* the change of the share of each side, by term */
} Seats;

/* The tally must have two sides. Fails if out of memory. */
bool seats_make(Seats *seats, const Tally *tally, Error *error);
void seats_free(Seats *seats);

/* Whether different bots change seats: the rates of the seats hide their
 * advantage. */
bool seats_are_mixed(const Schedule *schedule);

/* Why the metrics that count the wins of the seats have no value, or NULL if
 * they have one. */
const char *seats_reason(const Schedule *schedule);

/* Why nothing is known of the seats if the basis is SEATS_UNKNOWN. */
#define SEATS_UNEQUAL "the results do not tell the seats from the bots"

/* Whether the seats of runs can be compared: by what is counted or rated of
 * equals, with finite ratings. */
bool seats_are_known(const Seats *seats);

/* The share of the points on a side between equally strong bots, of its
 * advantage in Elo. */
double seats_share(int sides, double elo);

/* The largest difference between two sides: of the win rates or, if rated,
 * between equally strong bots, without an interval if there are more than two
 * sides. None if the basis is SEATS_UNKNOWN. */
Estimate seats_gap(const Seats *seats, const Tally *tally);

/* The value of a game by side; `winners` has a bit per seat. The mean of the
 * values over all games that have one is the win rate of the side or, if rated,
 * its share between equally strong bots; and the variance of that mean is that
 * of independent values: those of a game are the share plus n times what the
 * game has done to it, its influence (Huber 1981). False if the game has none,
 * as it has no result. */
bool seats_game(const Seats *seats, size_t seating, MatchEnd end,
                unsigned winners, double value[SEATS_MAX]);

#endif
