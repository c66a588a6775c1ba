/* Counts over the games of a run.
 *
 * A tally depends only on the matches and their seatings, and its size does not
 * grow with their number. All counts are integers, so the order in which games
 * are added does not matter, except that the games of a pair are recognised by
 * being added one after the other. A tally owns its counts and belongs to one
 * thread.
 *
 * A part is a tally of a few consecutive games, for a thread that plays them.
 * Its size depends on how many they are, not on the ply limit or the number of
 * seatings. Parts are merged into the tally of the run in the order of the
 * games; that gives the same counts as adding the games one by one. */
#ifndef BOARDLAB_CORE_RUN_TALLY_H
#define BOARDLAB_CORE_RUN_TALLY_H

#include "core/base/text.h"
#include "core/game/match.h"
#include "core/run/distinct.h"
#include "core/run/schedule.h"
#include "core/run/score_tally.h"

/* The points of a win; sides that draw or share a win split them. A game that
 * all lose has none. Divisible by every possible number of sides. */
enum { POINTS = 720720 };

/* Counts for one seat in the games of one seating. */
typedef struct SeatTally {
  uint64_t won;      /* excluding wins by an opponent's forfeit */
  uint64_t forfeits; /* by this seat */
  uint64_t nodes;
  uint64_t points; /* of side s in the entry of seat s; a forfeit counts as a
                      win of the other sides */
  uint64_t places; /* summed over the games; 0 in games without places */
} SeatTally;

typedef struct SeatingTally {
  uint64_t ends[MATCH_ENDS]; /* games by outcome */
  /* The least hash of its games, and how many have it: all of them if they are
   * one and the same. */
  uint64_t least, least_games;
} SeatingTally;

/* Pairs of games, in which two bots swap two sides, by the points of the first
 * side in the first game and in the second: 0, 1 or 2 halves. A pair with a
 * truncated game does not count. */
typedef struct PairTally {
  uint64_t count[3][3];
} PairTally;

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
  uint16_t moved; /* bit s is set for each seat s that moved in some game, other
                     than by passing */
  uint64_t plies, passes;
  uint64_t rolls;                  /* plies in which nature moves */
  uint64_t legal_moves;            /* the sum over all plies, without rolls */
  Wide legal_squares, legal_plies; /* sums over games of the game's legal moves
                                      squared, and times its plies without
                                      rolls */
  Wide turn_squares; /* in games of chance, of these plies squared */
  int branching_max;
  Distinct distinct; /* see tally_distinct; in a part, of earlier games too */
  int max_plies;
  /* Games by number of plies, 0 … max_plies: those that were won or drawn, and
   * those that were truncated or forfeited and would have gone on. NULL in a
   * part. */
  uint64_t *ended, *stopped;
  uint32_t *lengths; /* in a part: of each game, twice its plies, plus 1 if it
                        was stopped */
  size_t first;      /* the seating of the first entries below: 0, or in a
                        part that of its first game */
  SeatingTally *seating; /* by seating, from `first` on */
  SeatTally *seat;       /* the same, then by seat */
  PairTally *pair;       /* by the first seating of the pair; NULL unless the
                            schedule is paired and has two sides */
  int first_half;        /* the points of the pair's first game that was added
                            last, in halves; -1 if there are none */
  int second_half; /* the points of the first game added if it is the second of
                      its pair; otherwise -1 */
  ScoreTally *score; /* NULL in games without scores */
  SideTally side[SEATS_MAX];
  Moments plies_by_end[MATCH_ENDS];
  int raised; /* how often the run was complete and was given more games, see
                 Run.raised: intervals and tests allow for it */
} Tally;

/* The schedule must outlive the tally. Fails if there is not enough memory to
 * count games of so many plies. */
bool tally_make(Tally *tally, const Schedule *schedule, int max_plies,
                Error *error);
void tally_free(Tally *tally);

/* Makes a part for up to `games` games. */
void tally_make_part(Tally *part, const Schedule *schedule, int games);

/* The memory that such a part takes, besides a Tally. */
size_t tally_part_bytes(const Schedule *schedule, int games);

/* Empties a part: the next game to be added has this seating. */
void tally_restart(Tally *part, size_t seating);

/* Adds a match played with a seating. In a part, seatings must follow each
 * other. */
void tally_add(Tally *tally, size_t seating, const Match *match);

/* Adds the games of a part. */
void tally_merge(Tally *tally, const Tally *part);

/* The plies of a game of a part. */
static inline int tally_plies(const Tally *part, int game) {
  return (int)(part->lengths[game] >> 1);
}

/* Games that were played to their end and that nobody has won: all have lost.
 * Those of a seating, and of all. */
uint64_t tally_seating_lost(const Tally *tally, size_t seating);
uint64_t tally_lost(const Tally *tally);

/* Games won by a seat, over all seatings. */
uint64_t tally_won(const Tally *tally, int seat);

/* The counts of a bot over all seatings. A game in which it plays two sides
 * counts twice. */
typedef struct BotTally {
  uint64_t games, won, lost, drawn, truncated, forfeits;
  uint64_t nodes;
  uint64_t places, placed; /* the sum of its places, and how many seats it had
                              in games that were played to their end */
} BotTally;
BotTally tally_bot(const Tally *tally, int bot);

/* The number of distinct games: games differ in their first position or their
 * moves. *exact (or NULL) is whether it was counted; otherwise it is estimated
 * with a standard error of 13%. It is never more than all games. */
uint64_t tally_distinct(const Tally *tally, bool *exact);

/* The games of a seating, and whether they are one and the same. */
uint64_t tally_seating_games(const Tally *tally, size_t seating);
uint64_t tally_seating_ended(const Tally *tally, size_t seating);
bool tally_seating_repeats(const Tally *tally, size_t seating);

/* The games of a length, however they ended. */
static inline uint64_t tally_length(const Tally *tally, int plies) {
  return tally->ended[plies] + tally->stopped[plies];
}

void moments_add(Moments *moments, uint64_t number);

/* ---- forfeits ------------------------------------------------------------*/

/* The first game that each bot of a run has forfeited: where its author looks
 * first. */
typedef struct Forfeits {
  uint64_t bots;           /* bit b is set if bot b has forfeited, */
  uint64_t game[BOTS_MAX]; /* first in this game */
} Forfeits;

_Static_assert((int)BOTS_MAX <= 64, "Forfeits.bots has a bit for each bot");

static inline void forfeits_add(Forfeits *f, int bot, uint64_t game) {
  if (f->bots >> bot & 1)
    return;
  f->bots |= UINT64_C(1) << bot;
  f->game[bot] = game;
}

/* Add the next game, or those that follow. */
static inline void forfeits_add_match(Forfeits *f, const Schedule *s,
                                      uint64_t game, const Match *match) {
  if (match->end == MATCH_FORFEIT)
    forfeits_add(
        f, schedule_bots(s, schedule_seating(s, game))[match->forfeiter], game);
}

static inline void forfeits_merge(Forfeits *f, const Forfeits *next) {
  for (int bot = 0; next->bots && bot < BOTS_MAX; bot++)
    if (next->bots >> bot & 1)
      forfeits_add(f, bot, next->game[bot]);
}

/* ---- as text -------------------------------------------------------------*/

/* A tally as text, so that what was counted can be stored and continued: a list
 * of decimal numbers separated by single spaces. It depends only on the counts:
 * the same games give the same text. It leaves out pairs of games: what is
 * stored is the tally of a tuning, which plays none. */

/* Appends the tally. */
void tally_write(const Tally *tally, Text *text);

/* Reads a text of tally_write, which ends with a NUL, into an empty tally for
 * the same schedule and ply limit. If it fails, the tally is not valid. */
bool tally_read(Tally *tally, const char *text);

#endif
