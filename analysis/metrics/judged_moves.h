/* The moves of a position, judged by an oracle (oracle.h): the values of the
 * position after each of them.
 *
 * Playouts and searches are noisy, and the best of several noisy values is too
 * high. Whatever is compared is therefore chosen by one half of the oracle and
 * measured by the other, both ways round: moves that are all the same differ by
 * nothing on average. With exact values this is the difference itself.
 *
 * A Judge and a Drawn belong to one thread, as the oracle does. */
#ifndef BOARDLAB_ANALYSIS_METRICS_JUDGED_MOVES_H
#define BOARDLAB_ANALYSIS_METRICS_JUDGED_MOVES_H

#include "analysis/metrics/oracle.h"
#include "analysis/stats/estimate.h"

/* ---- drawing a position --------------------------------------------------*/

/* Positions are drawn from each third of a game: "early", "middle", "late". */
enum { THIRDS = 3 };
extern const char *const third_keys[THIRDS];

/* One of the positions that were offered, each with the same probability
 * (reservoir sampling, Vitter 1985). Zero-initialize. */
typedef struct Drawn {
  State *state; /* a copy; meaningless while none was offered */
  uint32_t offered;
} Drawn;

/* Returns whether it is the one that is drawn now. */
bool drawn_offer(Drawn *drawn, const Game *game, const State *state, Rng *rng);
void drawn_free(Drawn *drawn);

/* ---- judging its moves ---------------------------------------------------*/

enum { JUDGED_MAX = 24 };

typedef struct JudgedMoves {
  int legal; /* moves of the position */
  int count; /* of them judged: all, or JUDGED_MAX at random */
  int sides;
  double value[2][JUDGED_MAX][SEATS_MAX]; /* by half, move and side */
} JudgedMoves;

/* Judges moves, and keeps what the halves differed by. Zero-initialize. */
typedef struct Judge {
  State *after;      /* working memory */
  double apart, one; /* sums of variances: of a half, of a single playout */
} Judge;

/* Judges the moves of a position in which a seat moves. The only move of a
 * position is not looked at: nothing is compared with it. */
bool judge_moves(Judge *judge, Oracle *oracle, const Game *game,
                 const State *state, Rng *rng, JudgedMoves *moves,
                 Error *error);
void judge_free(Judge *judge);

/* The standard error of a difference between moves; 0 of exact values. */
double judge_error(const Judge *judge, const JudgedMoves *moves);

/* Whether a difference is above a threshold by more than its standard error,
 * and above 0 by three. Of moves that are all the same, fewer than 1% of
 * differences are, whatever the noise. */
bool judge_exceeds(double difference, double threshold, double error);

/* The rate of positions or games in which some difference was judged to exceed
 * a threshold, in a share `judged` of them: its lower end allows for the 1%
 * that may do so by noise. */
Estimate judge_allow_noise(const Judge *judge, Estimate rate, double judged);

/* ---- what they differ by -------------------------------------------------*/

/* The best move for a side less the median one. */
double judged_gain(const JudgedMoves *moves, int side);

/* The best move for a side less this one. */
double judged_loss(const JudgedMoves *moves, int side, int move);

/* The highest value of a move less the lowest, of the side for which they
 * differ most, except the one that moves. */
double judged_swing(const JudgedMoves *moves, int except);

#endif
