#include "analysis/stats/rating_likelihood.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

/* Newton's method converges quadratically, so a step below SMALL that is not
 * even half the step before has reached the limits of rounding. */
static const double PRECISE = 1e-11, SMALL = 1e-4;

/* The longest step, in logits. With hardly any information an unbounded step
 * would overshoot so far that the iteration could not recover. */
static const double STRIDE = 6;

enum { STEPS_MAX = 100, HALVINGS_MAX = 40 };

/* The relative rounding error of a likelihood, and of a pivot that should be
 * zero. */
static const double ROUNDING = 1e-12, SINGULAR = 1e-12;

int rating_terms(const RatingData *data) {
  return data->players + data->sides;
}

Contest rating_contest(const RatingData *data, int index) {
  ptrdiff_t start = (ptrdiff_t)index * data->sides;
  Contest contest = {data->player + start, data->points + start, 0};
  for (int s = 0; s < data->sides; s++)
    contest.games += contest.points[s];
  return contest;
}

double rating_games(const RatingData *data) {
  double games = 0;
  for (int c = 0; c < data->contests; c++)
    games += rating_contest(data, c).games;
  return games;
}

/* ---- the likelihood ------------------------------------------------------*/

/* The log-probabilities that each side wins. That of the favourite is close to
 * 0; log1p keeps it accurate. */
static void log_probabilities(const RatingData *data, const Contest *contest,
                              const RatingTerms at, double logs[]) {
  int top = 0;
  for (int s = 0; s < data->sides; s++) {
    logs[s] = at[contest->player[s]] + at[data->players + s];
    if (logs[s] > logs[top])
      top = s;
  }
  double lead = logs[top], others = 0;
  for (int s = 0; s < data->sides; s++) {
    logs[s] -= lead;
    others += s == top ? 0 : exp(logs[s]);
  }
  for (int s = 0; s < data->sides; s++)
    logs[s] -= log1p(others);
}

void rating_expect(const RatingData *data, const Contest *contest,
                   const RatingTerms at, double share[]) {
  log_probabilities(data, contest, at, share);
  for (int s = 0; s < data->sides; s++)
    share[s] = exp(share[s]);
}

/* The derivatives of a contest are sums over pairs of its sides. This form
 * avoids cancellation: it never computes 1 − p for p near 1. */
static void add_pair(const RatingData *data, const Contest *contest, int s,
                     int t, const double probability[],
                     Likelihood *likelihood) {
  const int terms[4] = {contest->player[s], contest->player[t],
                        data->players + s, data->players + t};
  static const double signs[4] = {1, -1, 1, -1};
  double slope =
      contest->points[s] * probability[t] - contest->points[t] * probability[s];
  double weight = contest->games * probability[s] * probability[t];
  int first = terms[0] == terms[1] ? 2 : 0; /* self-play: only the sides */
  for (int i = first; i < 4; i++) {
    likelihood->slope[terms[i]] += signs[i] * slope;
    for (int j = first; j < 4; j++)
      likelihood->information[terms[i]][terms[j]] +=
          signs[i] * signs[j] * weight;
  }
}

static void add_contest(const RatingData *data, const Contest *contest,
                        const RatingTerms at, Likelihood *likelihood) {
  double logs[SEATS_MAX], probability[SEATS_MAX];
  log_probabilities(data, contest, at, logs);
  for (int s = 0; s < data->sides; s++) {
    likelihood->value += contest->points[s] * logs[s];
    probability[s] = exp(logs[s]);
  }
  for (int s = 0; s < data->sides; s++)
    for (int t = s + 1; t < data->sides; t++)
      add_pair(data, contest, s, t, probability, likelihood);
}

/* The prior pulls with the same force however far a term is, unless that is
 * near 0: so it does not add up where there are many terms. Its curvature falls
 * slowly, so that Newton's method finds its way also where all results are
 * certain. */
static void add_prior(const RatingFit *fit, const RatingTerms at,
                      Likelihood *likelihood) {
  for (int k = 0; k < rating_terms(fit->data); k++) {
    double length = sqrt(1 + at[k] * at[k]);
    likelihood->penalized -= fit->prior * length;
    likelihood->slope[k] -= fit->prior * at[k] / length;
    likelihood->information[k][k] += fit->prior / (length * length * length);
  }
}

static void evaluate(const RatingFit *fit, const RatingTerms at,
                     Likelihood *likelihood) {
  const RatingData *data = fit->data;
  memset(likelihood, 0, sizeof *likelihood);
  for (int c = 0; c < data->contests; c++) {
    Contest contest = rating_contest(data, c);
    if (contest.games > 0)
      add_contest(data, &contest, at, likelihood);
  }
  likelihood->penalized = likelihood->value;
  add_prior(fit, at, likelihood);
}

/* ---- centring ------------------------------------------------------------*/

static void centre_part(double part[], int count) {
  double sum = 0;
  for (int i = 0; i < count; i++)
    sum += part[i];
  for (int i = 0; i < count; i++)
    part[i] -= sum / count;
}

/* Projects the terms onto those that sum to zero over the players and over the
 * sides. */
static void centre(const RatingData *data, RatingTerms terms) {
  centre_part(terms, data->players);
  centre_part(terms + data->players, data->sides);
}

static void centre_rows_then_transpose(const RatingData *data,
                                       RatingSquare square) {
  for (int i = 0; i < rating_terms(data); i++)
    centre(data, square[i]);
  for (int i = 0; i < rating_terms(data); i++)
    for (int j = 0; j < i; j++) {
      double swapped = square[i][j];
      square[i][j] = square[j][i];
      square[j][i] = swapped;
    }
}

static void add_to_part(RatingSquare square, int start, int count,
                        double stiffness) {
  for (int i = start; i < start + count; i++)
    for (int j = start; j < start + count; j++)
      square[i][j] += stiffness / count;
}

/* Projects the information onto centred terms. It is then singular in two
 * directions, a shift of all players and a shift of all sides, so these get
 * some stiffness. It does not affect the solution for a centred right-hand
 * side, which is centred. */
static void constrain(const RatingData *data, RatingSquare information) {
  centre_rows_then_transpose(data, information);
  centre_rows_then_transpose(data, information);
  double trace = 0;
  for (int i = 0; i < rating_terms(data); i++)
    trace += information[i][i];
  double stiffness = trace > 0 ? trace / rating_terms(data) : 1;
  add_to_part(information, 0, data->players, stiffness);
  add_to_part(information, data->players, data->sides, stiffness);
}

/* ---- linear equations ----------------------------------------------------*/

double rating_dot(const double a[], const double b[], int count) {
  double sum = 0;
  for (int i = 0; i < count; i++)
    sum += a[i] * b[i];
  return sum;
}

/* Cholesky decomposition; leaves the factor in the lower triangle. False if the
 * matrix is singular or contains NaN. */
static bool factorize(RatingSquare square, int count) {
  for (int j = 0; j < count; j++) {
    double pivot = square[j][j] - rating_dot(square[j], square[j], j);
    if (!(pivot > SINGULAR * square[j][j] && isfinite(pivot)))
      return false;
    square[j][j] = sqrt(pivot);
    for (int i = j + 1; i < count; i++)
      square[i][j] =
          (square[i][j] - rating_dot(square[i], square[j], j)) / square[j][j];
  }
  return true;
}

static void solve(RatingSquare factor, int count, RatingTerms side) {
  for (int i = 0; i < count; i++)
    side[i] = (side[i] - rating_dot(factor[i], side, i)) / factor[i][i];
  for (int i = count - 1; i >= 0; i--) {
    side[i] /= factor[i][i];
    for (int j = 0; j < i; j++)
      side[j] -= factor[i][j] * side[i];
  }
}

/* ---- the maximum ---------------------------------------------------------*/

static double longest(const RatingTerms step, int count) {
  double most = 0;
  for (int k = 0; k < count; k++)
    most = fmax(most, fabs(step[k]));
  return most;
}

/* Takes from the step what would change the combination that is held: the
 * solution of Newton's equations under a linear constraint. */
static void hold(const double *held, RatingSquare factor, int count,
                 RatingTerms step) {
  RatingTerms way;
  memcpy(way, held, sizeof way);
  solve(factor, count, way);
  double share = rating_dot(held, step, count) / rating_dot(held, way, count);
  for (int k = 0; k < count; k++)
    step[k] -= share * way[k];
}

/* Computes Newton's step from the factor of the information. Returns its
 * length. */
static double find_step(const RatingData *data, const double *held,
                        Likelihood *likelihood, RatingTerms step) {
  memcpy(step, likelihood->slope, sizeof likelihood->slope);
  centre(data, step);
  solve(likelihood->information, rating_terms(data), step);
  if (held)
    hold(held, likelihood->information, rating_terms(data), step);
  return longest(step, rating_terms(data));
}

/* Takes the step, halved until the likelihood does not fall, and evaluates the
 * likelihood there. */
static void advance(const RatingFit *fit, const RatingTerms step,
                    RatingTerms at, Likelihood *likelihood) {
  const RatingData *data = fit->data;
  RatingTerms from;
  memcpy(from, at, sizeof from);
  double value = likelihood->penalized;
  double least = value - ROUNDING * fabs(value);
  double part = fmin(1, STRIDE / longest(step, rating_terms(data)));
  for (int h = 0; h < HALVINGS_MAX; h++, part /= 2) {
    for (int k = 0; k < rating_terms(data); k++)
      at[k] = from[k] + part * step[k];
    centre(data, at);
    evaluate(fit, at, likelihood);
    if (likelihood->penalized >= least)
      return;
  }
}

/* Factorizes the information; if it is too small in some direction, with as
 * much added as rounding needs, which only makes steps shorter. */
static bool factorize_damped(const RatingFit *fit, RatingSquare information) {
  int count = rating_terms(fit->data);
  RatingSquare kept;
  memcpy(kept, information, sizeof kept);
  if (factorize(information, count))
    return true;
  double trace = 0;
  for (int k = 0; k < count; k++)
    trace += kept[k][k];
  for (int k = 0; k < count; k++)
    kept[k][k] += 1e-10 * trace;
  memcpy(information, kept, sizeof kept);
  return fit->prior > 0 && factorize(information, count);
}

bool rating_maximize(const RatingFit *fit, const double *held, RatingTerms at,
                     Likelihood *likelihood) {
  double before = INFINITY;
  evaluate(fit, at, likelihood);
  for (int i = 0; i < STEPS_MAX; i++) {
    constrain(fit->data, likelihood->information);
    if (!factorize_damped(fit, likelihood->information))
      return false;
    RatingTerms step;
    double length = find_step(fit->data, held, likelihood, step);
    if (length < PRECISE || (length < SMALL && length > before / 2))
      return true;
    advance(fit, step, at, likelihood);
    before = length;
  }
  return false;
}

void rating_invert(const RatingData *data, RatingSquare factor,
                   RatingSquare inverse) {
  memset(inverse, 0, sizeof(RatingSquare));
  for (int k = 0; k < rating_terms(data); k++) {
    inverse[k][k] = 1;
    centre(data, inverse[k]);
    solve(factor, rating_terms(data), inverse[k]);
  }
}
