/* What is counted of the games of a run.
 *
 * A tally is a function of the matches alone and takes no more room the more
 * there are. It owns its counts; all of them are whole numbers, so that it does
 * not matter in which pieces they are added up. */
#ifndef BOARDLAB_CORE_RUN_TALLY_H
#define BOARDLAB_CORE_RUN_TALLY_H

#include "core/game/match.h"
#include "core/run/schedule.h"

/* A whole win; a draw or a shared win is shared out. It can be divided by any
 * number of sides there can be. */
enum { POINTS = 720720 };

/* Of a seat in games of one seating. */
typedef struct SeatTally {
  uint64_t won;      /* without those that were forfeited to it */
  uint64_t forfeits; /* its own */
  uint64_t nodes;
  uint64_t points; /* of a side, at the place of the seat of that number: what
                      it won; a forfeit is won by the others */
} SeatTally;

typedef struct SeatingTally {
  uint64_t ends[MATCH_ENDS]; /* games by how they ended */
} SeatingTally;

/* Sums of squares outgrow 64 bits. */
typedef unsigned __int128 Wide;

/* Numbers added up, for their mean and deviation. */
typedef struct Moments {
  uint64_t count, sum;
  Wide squares;
} Moments;

/* Of a side: a seat, or the seats of a team. Only games that ended in a win
 * count here. */
typedef struct SideTally {
  uint64_t among[SEATS_MAX];    /* games it won as one of 1, 2, … sides */
  uint64_t together[SEATS_MAX]; /* games that it and another side have won; with
                                   itself, all it has won */
  Moments plies;                /* of these */
} SideTally;

typedef struct Tally {
  const Schedule *schedule;
  uint64_t games, ends[MATCH_ENDS];
  uint64_t plies, passes;
  /* Legal moves at each ply, in thousandths: from each game's mean, as it
   * stands in games.csv, so that games read from there count the same. */
  uint64_t branching;
  Wide branching_squares, branching_plies; /* of the sum of each game: its
                                              square, and times its plies */
  int branching_max;
  int max_plies;
  uint64_t *lengths;     /* games by their plies, 0 … max_plies */
  SeatingTally *seating; /* by seating */
  SeatTally *seat;       /* by seating, then seat */
  SideTally side[SEATS_MAX];
  Moments plies_by_end[MATCH_ENDS];
} Tally;

/* The schedule must outlive it. False with a message for want of memory. */
bool tally_make(Tally *tally, const Schedule *schedule, int max_plies,
                Error *error);
void tally_free(Tally *tally);

/* The mean number of legal moves in a match, in thousandths. */
static inline uint64_t match_branching(const Match *match) {
  uint64_t plies = (uint64_t)match->plies;
  return plies ? (match->branching_sum * 1000 + plies / 2) / plies : 0;
}

/* Adds a match that was played under a seating. */
void tally_add(Tally *tally, size_t seating, const Match *match);

/* Games that a seat has won, over all seatings. */
uint64_t tally_won(const Tally *tally, int seat);

/* The counts of a bot, over all seatings. If it plays for two sides of a game,
 * these are two games. */
typedef struct BotTally {
  uint64_t games, won, lost, drawn, truncated, forfeits;
  uint64_t nodes;
} BotTally;
BotTally tally_bot(const Tally *tally, int bot);

/* The least number of plies that at least this share of the games did not go
 * beyond: 0.5 for the median. There must be games. */
int tally_quantile(const Tally *tally, double share);

void moments_add(Moments *moments, uint64_t number);

#endif
