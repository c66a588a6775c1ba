#include "analysis/metrics/judged_moves.h"

#include "core/game/eval.h"
#include <math.h>
#include <stdlib.h>

/* Values that differ by less are equal: playouts are counted, and rounded. */
static const double LEVEL = 1e-9;

/* ---- drawing a position --------------------------------------------------*/

const char *const third_keys[THIRDS] = {"early", "middle", "late"};

bool drawn_offer(Drawn *d, const Game *game, const State *state, Rng *rng) {
  if (!d->state)
    d->state = game_start(game);
  bool drawn = rng_below(rng, ++d->offered) == 0;
  if (drawn)
    game_assign(game, d->state, state);
  return drawn;
}

void drawn_free(Drawn *d) {
  free(d->state);
  *d = (Drawn){NULL, 0};
}

/* ---- judging its moves ---------------------------------------------------*/

/* Moves `count` of the moves, drawn at random, to the front. */
static void draw_moves(Move moves[], int legal, int count, Rng *rng) {
  for (int i = 0; i < count && count < legal; i++) {
    int other = i + (int)rng_below(rng, (uint32_t)(legal - i));
    Move move = moves[i];
    moves[i] = moves[other];
    moves[other] = move;
  }
}

/* Where the true value is v, the squared difference of the halves is on average
 * twice the variance of a half, and v (1 − v) the variance of a playout. */
static double variance_of_one(const JudgedMoves *m, int move, int side) {
  double a = m->value[0][move][side], b = m->value[1][move][side];
  return (a * (1 - b) + b * (1 - a)) / 2;
}

static void keep_noise(Judge *j, const JudgedMoves *m, int move) {
  for (int side = 0; side < m->sides; side++) {
    double apart = m->value[0][move][side] - m->value[1][move][side];
    j->apart += apart * apart / 2;
    j->one += variance_of_one(m, move, side);
  }
}

/* Judges the position after a move. What the rules say of one in which the game
 * is over is exact, and nothing is learned from it about noise. */
static bool judge_after(Judge *j, Oracle *oracle, const Game *game, Rng *rng,
                        JudgedMoves *m, int move, Error *error) {
  double *a = m->value[0][move], *b = m->value[1][move];
  if (j->after->outcome != PLAYING) {
    outcome_values(game, scoring_sides(game, j->after), a);
    outcome_values(game, scoring_sides(game, j->after), b);
    return true;
  }
  if (!oracle_values(oracle, j->after, rng, a, b, error))
    return false;
  keep_noise(j, m, move);
  return true;
}

bool judge_moves(Judge *j, Oracle *oracle, const Game *game, const State *state,
                 Rng *rng, JudgedMoves *m, Error *error) {
  bool good = true;
  Move *moves = game_borrow_list(game);
  int legal = game_moves(game, state, moves);
  *m = (JudgedMoves){.legal = legal, .sides = game->sides};
  m->count = legal < JUDGED_MAX ? legal : JUDGED_MAX;
  draw_moves(moves, legal, m->count, rng);
  if (!j->after)
    j->after = game_start(game);
  for (int i = 0; i < m->count && legal > 1 && good; i++) {
    game_assign(game, j->after, state);
    game_play(game, j->after, moves[i]);
    good = judge_after(j, oracle, game, rng, m, i, error);
  }
  game_return_list(game);
  const Error *failure = game_failure(game);
  return good && (!failure || error_copy(error, failure));
}

void judge_free(Judge *j) {
  free(j->after);
  *j = (Judge){.after = NULL};
}

/* A difference is the mean of two, one by each half, between two moves, so its
 * variance is about that of a half. The moves of one position are too few to
 * tell that, so it is a share of the variance of a playout from the least
 * certain of them, the same share for all that were judged. */
double judge_error(const Judge *j, const JudgedMoves *m) {
  double most = 0;
  for (int i = 0; i < m->count; i++)
    for (int side = 0; side < m->sides; side++)
      most = fmax(most, fmin(variance_of_one(m, i, side), 0.25));
  return j->one > 0 ? sqrt(j->apart / j->one * most) : 0;
}

bool judge_exceeds(double difference, double threshold, double error) {
  return difference > fmax(threshold + error, 3 * error);
}

/* If a share p really exceeds it, at most p + 0.01 (1 - p) seem to. */
Estimate judge_allow_noise(const Judge *j, Estimate rate, double judged) {
  double noise = j->apart > 0 ? 0.01 * judged : 0; /* none of exact values */
  rate.low = rate.low > noise ? (rate.low - noise) / (1 - noise) : 0;
  return rate;
}

/* ---- what they differ by -------------------------------------------------*/

/* The values of all moves by one half, the lowest first. */
static void sort_values(const JudgedMoves *m, int half, int side,
                        double sorted[]) {
  for (int i = 0; i < m->count; i++) {
    int at = i;
    for (; at > 0 && sorted[at - 1] > m->value[half][i][side]; at--)
      sorted[at] = sorted[at - 1];
    sorted[at] = m->value[half][i][side];
  }
}

/* What the other half says of the moves that this half values so: of all of
 * them, so that the order of moves does not matter. */
static double ask_other_half(const JudgedMoves *m, int half, int side,
                             double value) {
  double sum = 0;
  int count = 0;
  for (int i = 0; i < m->count; i++)
    if (fabs(m->value[half][i][side] - value) < LEVEL) {
      sum += m->value[1 - half][i][side];
      count++;
    }
  return sum / count;
}

/* The median of an even number of moves is the mean of the two in the middle.
 */
double judged_gain(const JudgedMoves *m, int side) {
  double sorted[JUDGED_MAX], gain = 0;
  for (int half = 0; half < 2; half++) {
    sort_values(m, half, side, sorted);
    gain += ask_other_half(m, half, side, sorted[m->count - 1]) -
            ask_other_half(m, half, side, sorted[(m->count - 1) / 2]) / 2 -
            ask_other_half(m, half, side, sorted[m->count / 2]) / 2;
  }
  return gain / 2;
}

double judged_loss(const JudgedMoves *m, int side, int move) {
  double sorted[JUDGED_MAX], loss = 0;
  for (int half = 0; half < 2; half++) {
    sort_values(m, half, side, sorted);
    loss += ask_other_half(m, half, side, sorted[m->count - 1]) -
            m->value[1 - half][move][side];
  }
  return loss / 2;
}

/* The side for which the moves differ most by one half. */
static int widest_side(const JudgedMoves *m, int half, int except) {
  double sorted[JUDGED_MAX], most = -1;
  int widest = -1;
  for (int side = 0; side < m->sides; side++) {
    sort_values(m, half, side, sorted);
    double spread = sorted[m->count - 1] - sorted[0];
    if (side != except && spread > most) {
      most = spread;
      widest = side;
    }
  }
  return widest;
}

/* The side too is chosen by one half: the largest of several differences would
 * be too large. */
double judged_swing(const JudgedMoves *m, int except) {
  double sorted[JUDGED_MAX], swing = 0;
  for (int half = 0; half < 2; half++) {
    int side = widest_side(m, half, except);
    sort_values(m, half, side, sorted);
    swing += ask_other_half(m, half, side, sorted[m->count - 1]) -
             ask_other_half(m, half, side, sorted[0]);
  }
  return swing / 2;
}
