#include "analysis/stats/ratings.h"

#include "analysis/stats/estimate.h"
#include <math.h>
#include <stddef.h>
#include <string.h>

static const double ELO = 173.71779276130073; /* 400 / ln 10, in one logit */

/* Newton's method squares a small error at each step, so that a step below
 * SMALL that fails to halve the one before has met the limits of rounding. */
static const double PRECISE = 1e-11, SMALL = 1e-4;

/* The longest step, in logits. Where there is hardly any information a free one
 * would go far beyond all sense, and could not find its way back. */
static const double STRIDE = 6;

enum { STEPS_MAX = 100, HALVINGS_MAX = 40 };

/* What rounding may do to a likelihood, and leaves of a pivot that is zero. */
static const double ROUNDING = 1e-12, SINGULAR = 1e-12;

/* The unknowns, in logits: the players' strengths, then the sides' advantages.
 * A table of them is symmetric or a lower triangle. */
enum { TERMS_MAX = RATED_MAX + SEATS_MAX };
typedef double Terms[TERMS_MAX];
typedef Terms Square[TERMS_MAX];

/* The logarithm of the likelihood at some point, its first derivatives, and its
 * second ones with the sign changed. */
typedef struct Survey {
  double value;
  Terms slope;
  Square information;
} Survey;

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

/* ---- what makes no sense, and what cannot be rated -----------------------*/

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

/* The player who stands for all whom `player` has met. */
static int circle_of(const int circle[], int player) {
  while (circle[player] != player)
    player = circle[player];
  return player;
}

static void find_circles(const RatingData *data, int circle[]) {
  for (int p = 0; p < data->players; p++)
    circle[p] = p;
  for (int c = 0; c < data->contests; c++) {
    Contest contest = contest_at(data, c);
    for (int s = 1; contest.games > 0 && s < data->sides; s++)
      circle[circle_of(circle, contest.player[s])] =
          circle_of(circle, contest.player[0]);
  }
}

static bool check_connected(const RatingData *data, Error *error) {
  int circle[RATED_MAX];
  find_circles(data, circle);
  for (int p = 1; p < data->players; p++)
    if (circle_of(circle, p) != circle_of(circle, 0))
      return error_set(error,
                       "players 1 and %d cannot be compared: they have not "
                       "met, not even through others; let them play, or give "
                       "a prior above 0",
                       p + 1);
  return true;
}

static bool refuse_confounded(const RatingData *data, Error *error) {
  return error_set(error,
                   "the games do not tell how much is due to the players and "
                   "how much to their sides; let them change sides, or give a "
                   "prior above %g",
                   data->prior);
}

static bool refuse_unbounded(const RatingData *data, Error *error) {
  return error_set(error,
                   "the games set no bound to the ratings, as when somebody "
                   "wins or loses them all; play more, or give a prior above "
                   "%g",
                   data->prior);
}

/* ---- the likelihood ------------------------------------------------------*/

/* The logarithms of the sides' chances. The favourite's is a small number that
 * log1p keeps exact, however sure the win. */
static void log_chances(const RatingData *data, const Contest *contest,
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

/* A contest of many sides has the derivatives of one between each two of them.
 * This way nothing cancels out: chances near 1 are never taken from 1. */
static void add_pair(const RatingData *data, const Contest *contest, int s,
                     int t, const double chance[], Survey *survey) {
  const int terms[4] = {contest->player[s], contest->player[t],
                        data->players + s, data->players + t};
  static const double signs[4] = {1, -1, 1, -1};
  double slope =
      contest->points[s] * chance[t] - contest->points[t] * chance[s];
  double weight = contest->games * chance[s] * chance[t];
  int first = terms[0] == terms[1] ? 2 : 0; /* playing oneself tells of sides */
  for (int i = first; i < 4; i++) {
    survey->slope[terms[i]] += signs[i] * slope;
    for (int j = first; j < 4; j++)
      survey->information[terms[i]][terms[j]] += signs[i] * signs[j] * weight;
  }
}

static void add_contest(const RatingData *data, const Contest *contest,
                        const Terms at, Survey *survey) {
  double logs[SEATS_MAX], chance[SEATS_MAX];
  log_chances(data, contest, at, logs);
  for (int s = 0; s < data->sides; s++) {
    survey->value += contest->points[s] * logs[s];
    chance[s] = exp(logs[s]);
  }
  for (int s = 0; s < data->sides; s++)
    for (int t = s + 1; t < data->sides; t++)
      add_pair(data, contest, s, t, chance, survey);
}

/* Games drawn with an opponent at 0, whom a term x beats with the chance
 * 1 / (1 + exp(-x)) = (1 + tanh(x / 2)) / 2. */
static void add_prior(const RatingData *data, const Terms at, Survey *survey) {
  for (int k = 0; k < term_count(data); k++) {
    double x = fabs(at[k]), spread = 2 * cosh(x / 2);
    survey->value -= data->prior * (x / 2 + log1p(exp(-x)));
    survey->slope[k] -= data->prior * tanh(at[k] / 2) / 2;
    survey->information[k][k] += data->prior / (spread * spread);
  }
}

static void look(const RatingData *data, const Terms at, Survey *survey) {
  memset(survey, 0, sizeof *survey);
  for (int c = 0; c < data->contests; c++) {
    Contest contest = contest_at(data, c);
    if (contest.games > 0)
      add_contest(data, &contest, at, survey);
  }
  add_prior(data, at, survey);
}

/* ---- sums of zero --------------------------------------------------------*/

static void centre_part(double part[], int count) {
  double sum = 0;
  for (int i = 0; i < count; i++)
    sum += part[i];
  for (int i = 0; i < count; i++)
    part[i] -= sum / count;
}

/* Moves the terms to the nearest ones that sum to zero over the players and
 * over the sides. */
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

/* Makes the information that of centred terms. It then knows nothing of a shift
 * of all players or of all sides, and could not be inverted; so these two
 * directions get some stiffness. Solving for a centred right side does not feel
 * it, and gives the centred solution. */
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

/* Cholesky's method: leaves the factor in the lower triangle. False if the
 * square cannot be inverted, also when it is full of NaN. */
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

/* Newton's step, to the top of the parabola that fits here, from the factor of
 * the information. Returns its length. */
static double find_step(const RatingData *data, Survey *survey, Terms step) {
  memcpy(step, survey->slope, sizeof survey->slope);
  centre(data, step);
  solve(survey->information, term_count(data), step);
  return longest(step, term_count(data));
}

/* Takes the step, or as many halves of it as keep the likelihood from falling,
 * and looks around there. */
static void advance(const RatingData *data, const Terms step, Terms at,
                    Survey *survey) {
  Terms from;
  memcpy(from, at, sizeof from);
  double least = survey->value - ROUNDING * fabs(survey->value);
  double part = fmin(1, STRIDE / longest(step, term_count(data)));
  for (int h = 0; h < HALVINGS_MAX; h++, part /= 2) {
    for (int k = 0; k < term_count(data); k++)
      at[k] = from[k] + part * step[k];
    centre(data, at);
    look(data, at, survey);
    if (survey->value >= least)
      return;
  }
}

/* Finds the maximum from all terms equal, and leaves the factor of the
 * information in the survey. Whether the games tell the terms apart does not
 * depend on the terms, and shows at the start. Information that is lost later,
 * or steps that never end, are of a likelihood that rises for ever. */
static bool climb(const RatingData *data, Terms at, Survey *survey,
                  Error *error) {
  double before = INFINITY;
  memset(at, 0, sizeof(Terms));
  look(data, at, survey);
  for (int i = 0; i < STEPS_MAX; i++) {
    constrain(data, survey->information);
    if (!factorize(survey->information, term_count(data)))
      return i == 0 ? refuse_confounded(data, error)
                    : refuse_unbounded(data, error);
    Terms step;
    double length = find_step(data, survey, step);
    if (length < PRECISE || (length < SMALL && length > before / 2))
      return true;
    advance(data, step, at, survey);
    before = length;
  }
  return refuse_unbounded(data, error);
}

/* The variance of a term is the answer of the covariance to the centred unit
 * vector of that term. */
static Rating rate(const RatingData *data, Survey *survey, const Terms at,
                   int term) {
  Terms unit = {0};
  unit[term] = 1;
  centre(data, unit);
  solve(survey->information, term_count(data), unit);
  double value = ELO * at[term];
  double margin = ELO * Z95 * sqrt(fmax(unit[term], 0));
  return (Rating){value, value - margin, value + margin};
}

bool ratings_fit(const RatingData *data, Ratings *ratings, Error *error) {
  Terms at;
  Survey survey;
  if (!check(data, error) ||
      (data->prior == 0 && !check_connected(data, error)) ||
      !climb(data, at, &survey, error))
    return false;
  for (int p = 0; p < data->players; p++)
    ratings->player[p] = rate(data, &survey, at, p);
  for (int s = 0; s < data->sides; s++)
    ratings->side[s] = rate(data, &survey, at, data->players + s);
  return true;
}
