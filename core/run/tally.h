/* Counts over the games of a run.
 *
 * A tally depends only on the matches and their seatings, and its size does not
 * grow with their number. All counts are integers, so the order in which games
 * are added does not matter. A tally owns its counts and belongs to one thread.
 */
#ifndef BOARDLAB_CORE_RUN_TALLY_H
#define BOARDLAB_CORE_RUN_TALLY_H

#include "core/game/match.h"
#include "core/run/schedule.h"

/* The points of a win; sides that draw or share a win split them. Divisible by
 * every possible number of sides. */
enum { POINTS = 720720 };

/* Counts for one seat in the games of one seating. */
typedef struct SeatTally {
  uint64_t won;      /* excluding wins by an opponent's forfeit */
  uint64_t forfeits; /* by this seat */
  uint64_t nodes;
  uint64_t points; /* of side s in the entry of seat s; a forfeit counts as a
                      win of the other sides */
} SeatTally;

typedef struct SeatingTally {
  uint64_t ends[MATCH_ENDS]; /* games by outcome */
} SeatingTally;

/* Sums of squares may exceed 64 bits. */
typedef unsigned __int128 Wide;

/* Sums of integers, for their mean and standard deviation. */
typedef struct Moments {
  uint64_t count, sum;
  Wide squares;
} Moments;

/* Counts over the games won by a side (a seat, or the seats of a team). */
typedef struct SideTally {
  uint64_t among[SEATS_MAX]; /* games won as one of 1, 2, … winning sides */
  uint64_t together[SEATS_MAX]; /* games won together with each other side; at
                                   its own index, all games won */
  Moments plies;                /* of the games won */
} SideTally;

typedef struct Tally {
  const Schedule *schedule;
  uint64_t games, ends[MATCH_ENDS];
  uint64_t plies, passes;
  /* The sum of legal moves over all plies, in thousandths. It is computed from
   * each game's rounded mean, as games.csv has it, so that games read from the
   * file and games just played count the same. */
  uint64_t branching;
  Wide branching_squares, branching_plies; /* sums over games of the game's sum
                                              squared, and times its plies */
  int branching_max;
  int max_plies;
  uint64_t *lengths;     /* games by number of plies, 0 … max_plies */
  SeatingTally *seating; /* by seating */
  SeatTally *seat;       /* by seating, then seat */
  SideTally side[SEATS_MAX];
  Moments plies_by_end[MATCH_ENDS];
} Tally;

/* The schedule must outlive the tally. Fails if out of memory. */
bool tally_make(Tally *tally, const Schedule *schedule, int max_plies,
                Error *error);
void tally_free(Tally *tally);

/* The mean number of legal moves in a match, in thousandths. */
static inline uint64_t match_branching(const Match *match) {
  uint64_t plies = (uint64_t)match->plies;
  return plies ? (match->branching_sum * 1000 + plies / 2) / plies : 0;
}

/* Adds a match played with a seating. */
void tally_add(Tally *tally, size_t seating, const Match *match);

/* Games won by a seat, over all seatings. */
uint64_t tally_won(const Tally *tally, int seat);

/* The counts of a bot over all seatings. A game in which it plays two sides
 * counts twice. */
typedef struct BotTally {
  uint64_t games, won, lost, drawn, truncated, forfeits;
  uint64_t nodes;
} BotTally;
BotTally tally_bot(const Tally *tally, int bot);

/* A quantile of the game length: the smallest number of plies that at least
 * this share of the games does not exceed. 0.5 gives the median. The tally must
 * have games. */
int tally_quantile(const Tally *tally, double share);

void moments_add(Moments *moments, uint64_t number);

#endif
