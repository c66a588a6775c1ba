#include "analysis/stats/ratings.h"

#include "analysis/stats/estimate.h"
#include <math.h>
#include <stddef.h>
#include <string.h>

static const double ELO = 173.71779276130073; /* Elo per logit: 400 / ln 10 */

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

/* The parameters, in logits: the players' strengths, then the sides'
 * advantages. A Square of them is symmetric or lower triangular. */
enum { TERMS_MAX = RATED_MAX + SEATS_MAX };
typedef double Terms[TERMS_MAX];
typedef Terms Square[TERMS_MAX];

/* The log-likelihood at a point, its gradient, and the observed information:
 * its negated second derivatives. */
typedef struct Likelihood {
  double value;
  Terms slope;
  Square information;
} Likelihood;

typedef struct Contest {
  const int *player;
  const double *points;
  double games;
} Contest;

static int term_count(const RatingData *data) {
  return data->players + data->sides;
}

static Contest contest_at(const RatingData *data, int index) {
  ptrdiff_t start = (ptrdiff_t)index * data->sides;
  Contest contest = {data->player + start, data->points + start, 0};
  for (int s = 0; s < data->sides; s++)
    contest.games += contest.points[s];
  return contest;
}

/* ---- checks --------------------------------------------------------------*/

static bool check_contest(const RatingData *data, int index, Error *error) {
  Contest contest = contest_at(data, index);
  for (int s = 0; s < data->sides; s++) {
    if (contest.player[s] < 0 || contest.player[s] >= data->players)
      return error_set(error, "side %d of contest %d has player %d of only %d",
                       s + 1, index + 1, contest.player[s] + 1, data->players);
    if (!(contest.points[s] >= 0 && isfinite(contest.points[s])))
      return error_set(error,
                       "side %d of contest %d has %g points, which is not "
                       "a number of games",
                       s + 1, index + 1, contest.points[s]);
  }
  return true;
}

static bool check(const RatingData *data, Error *error) {
  if (data->players < 1 || data->players > RATED_MAX)
    return error_set(error, "ratings are for 1..%d players, not %d", RATED_MAX,
                     data->players);
  if (data->sides < 1 || data->sides > SEATS_MAX)
    return error_set(error, "ratings are for 1..%d sides, not %d", SEATS_MAX,
                     data->sides);
  if (!(data->prior >= 0 && isfinite(data->prior)))
    return error_set(error, "the prior is a number of games, 0 or more, not %g",
                     data->prior);
  for (int c = 0; c < data->contests; c++)
    if (!check_contest(data, c, error))
      return false;
  return true;
}

/* The representative of all players connected to `player` (union-find). */
static int group_of(const int group[], int player) {
  while (group[player] != player)
    player = group[player];
  return player;
}

static void find_groups(const RatingData *data, int group[]) {
  for (int p = 0; p < data->players; p++)
    group[p] = p;
  for (int c = 0; c < data->contests; c++) {
    Contest contest = contest_at(data, c);
    for (int s = 1; contest.games > 0 && s < data->sides; s++)
      group[group_of(group, contest.player[s])] =
          group_of(group, contest.player[0]);
  }
}

static bool check_connected(const RatingData *data, Error *error) {
  int group[RATED_MAX];
  find_groups(data, group);
  for (int p = 1; p < data->players; p++)
    if (group_of(group, p) != group_of(group, 0))
      return error_set(error,
                       "players 1 and %d cannot be compared: they have not "
                       "met, not even through others; let them play, or use a "
                       "prior above 0",
                       p + 1);
  return true;
}

static bool refuse_confounded(const RatingData *data, Error *error) {
  return error_set(error,
                   "the games do not separate the strength of the players "
                   "from the advantage of their sides; let them change "
                   "sides, or use a prior above %g",
                   data->prior);
}

static bool refuse_unbounded(const RatingData *data, Error *error) {
  return error_set(error,
                   "the games set no bound to the ratings, as when a player "
                   "wins or loses every game; play more, or use a prior above "
                   "%g",
                   data->prior);
}

/* ---- the likelihood ------------------------------------------------------*/

/* The log-probabilities that each side wins. That of the favourite is close to
 * 0; log1p keeps it accurate. */
static void log_probabilities(const RatingData *data, const Contest *contest,
                              const Terms at, double logs[]) {
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
                        const Terms at, Likelihood *likelihood) {
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

/* Drawn games against an opponent at 0, whom a term x beats with probability
 * 1 / (1 + exp(-x)) = (1 + tanh(x / 2)) / 2. */
static void add_prior(const RatingData *data, const Terms at,
                      Likelihood *likelihood) {
  for (int k = 0; k < term_count(data); k++) {
    double x = fabs(at[k]), spread = 2 * cosh(x / 2);
    likelihood->value -= data->prior * (x / 2 + log1p(exp(-x)));
    likelihood->slope[k] -= data->prior * tanh(at[k] / 2) / 2;
    likelihood->information[k][k] += data->prior / (spread * spread);
  }
}

static void evaluate(const RatingData *data, const Terms at,
                     Likelihood *likelihood) {
  memset(likelihood, 0, sizeof *likelihood);
  for (int c = 0; c < data->contests; c++) {
    Contest contest = contest_at(data, c);
    if (contest.games > 0)
      add_contest(data, &contest, at, likelihood);
  }
  add_prior(data, at, likelihood);
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
static void centre(const RatingData *data, Terms terms) {
  centre_part(terms, data->players);
  centre_part(terms + data->players, data->sides);
}

static void centre_rows_then_transpose(const RatingData *data, Square square) {
  for (int i = 0; i < term_count(data); i++)
    centre(data, square[i]);
  for (int i = 0; i < term_count(data); i++)
    for (int j = 0; j < i; j++) {
      double swapped = square[i][j];
      square[i][j] = square[j][i];
      square[j][i] = swapped;
    }
}

static void add_to_part(Square square, int start, int count, double stiffness) {
  for (int i = start; i < start + count; i++)
    for (int j = start; j < start + count; j++)
      square[i][j] += stiffness / count;
}

/* Projects the information onto centred terms. It is then singular in two
 * directions, a shift of all players and a shift of all sides, so these get
 * some stiffness. It does not affect the solution for a centred right-hand
 * side, which is centred. */
static void constrain(const RatingData *data, Square information) {
  centre_rows_then_transpose(data, information);
  centre_rows_then_transpose(data, information);
  double trace = 0;
  for (int i = 0; i < term_count(data); i++)
    trace += information[i][i];
  double stiffness = trace > 0 ? trace / term_count(data) : 1;
  add_to_part(information, 0, data->players, stiffness);
  add_to_part(information, data->players, data->sides, stiffness);
}

/* ---- linear equations ----------------------------------------------------*/

static double dot(const double a[], const double b[], int count) {
  double sum = 0;
  for (int i = 0; i < count; i++)
    sum += a[i] * b[i];
  return sum;
}

/* Cholesky decomposition; leaves the factor in the lower triangle. False if the
 * matrix is singular or contains NaN. */
static bool factorize(Square square, int count) {
  for (int j = 0; j < count; j++) {
    double pivot = square[j][j] - dot(square[j], square[j], j);
    if (!(pivot > SINGULAR * square[j][j] && isfinite(pivot)))
      return false;
    square[j][j] = sqrt(pivot);
    for (int i = j + 1; i < count; i++)
      square[i][j] =
          (square[i][j] - dot(square[i], square[j], j)) / square[j][j];
  }
  return true;
}

static void solve(Square factor, int count, Terms side) {
  for (int i = 0; i < count; i++)
    side[i] = (side[i] - dot(factor[i], side, i)) / factor[i][i];
  for (int i = count - 1; i >= 0; i--) {
    side[i] /= factor[i][i];
    for (int j = 0; j < i; j++)
      side[j] -= factor[i][j] * side[i];
  }
}

/* ---- the maximum ---------------------------------------------------------*/

static double longest(const Terms step, int count) {
  double most = 0;
  for (int k = 0; k < count; k++)
    most = fmax(most, fabs(step[k]));
  return most;
}

/* Computes Newton's step from the factor of the information. Returns its
 * length. */
static double find_step(const RatingData *data, Likelihood *likelihood,
                        Terms step) {
  memcpy(step, likelihood->slope, sizeof likelihood->slope);
  centre(data, step);
  solve(likelihood->information, term_count(data), step);
  return longest(step, term_count(data));
}

/* Takes the step, halved until the likelihood does not fall, and evaluates the
 * likelihood there. */
static void advance(const RatingData *data, const Terms step, Terms at,
                    Likelihood *likelihood) {
  Terms from;
  memcpy(from, at, sizeof from);
  double least = likelihood->value - ROUNDING * fabs(likelihood->value);
  double part = fmin(1, STRIDE / longest(step, term_count(data)));
  for (int h = 0; h < HALVINGS_MAX; h++, part /= 2) {
    for (int k = 0; k < term_count(data); k++)
      at[k] = from[k] + part * step[k];
    centre(data, at);
    evaluate(data, at, likelihood);
    if (likelihood->value >= least)
      return;
  }
}

/* Finds the maximum, starting with all terms equal, and leaves the factor of
 * the information in `likelihood`. Whether the games identify the terms does
 * not depend on the terms, so it shows in the first iteration. If the
 * information becomes singular later, or the steps do not converge, the
 * likelihood has no maximum. */
static bool maximize(const RatingData *data, Terms at, Likelihood *likelihood,
                     Error *error) {
  double before = INFINITY;
  memset(at, 0, sizeof(Terms));
  evaluate(data, at, likelihood);
  for (int i = 0; i < STEPS_MAX; i++) {
    constrain(data, likelihood->information);
    if (!factorize(likelihood->information, term_count(data)))
      return i == 0 ? refuse_confounded(data, error)
                    : refuse_unbounded(data, error);
    Terms step;
    double length = find_step(data, likelihood, step);
    if (length < PRECISE || (length < SMALL && length > before / 2))
      return true;
    advance(data, step, at, likelihood);
    before = length;
  }
  return refuse_unbounded(data, error);
}

/* The variance of a term: its entry in the covariance matrix of centred
 * terms. */
static Rating rate(const RatingData *data, Likelihood *likelihood,
                   const Terms at, int term) {
  Terms unit = {0};
  unit[term] = 1;
  centre(data, unit);
  solve(likelihood->information, term_count(data), unit);
  double value = ELO * at[term];
  double margin = ELO * Z95 * sqrt(fmax(unit[term], 0));
  return (Rating){value, value - margin, value + margin};
}

bool ratings_fit(const RatingData *data, Ratings *ratings, Error *error) {
  Terms at;
  Likelihood likelihood;
  if (!check(data, error) ||
      (data->prior == 0 && !check_connected(data, error)) ||
      !maximize(data, at, &likelihood, error))
    return false;
  for (int p = 0; p < data->players; p++)
    ratings->player[p] = rate(data, &likelihood, at, p);
  for (int s = 0; s < data->sides; s++)
    ratings->side[s] = rate(data, &likelihood, at, data->players + s);
  return true;
}
