#include "analysis/stats/pentanomial.h"

#include "analysis/stats/confidence_sequence.h"
#include "analysis/stats/distribution.h"
#include <math.h>

uint64_t scores_observations(const ScoreCounts *s) {
  uint64_t sum = 0;
  for (int i = 0; i < scores_possible(s); i++)
    sum += s->count[i];
  return sum;
}

/* The points per game of observations with i half points. */
static double value_of(const ScoreCounts *s, int i) {
  return (double)i / (2 * s->games);
}

double scores_mean(const ScoreCounts *s) {
  double sum = 0;
  for (int i = 0; i < scores_possible(s); i++)
    sum += value_of(s, i) * (double)s->count[i];
  return sum / (double)scores_observations(s);
}

double scores_variance(const ScoreCounts *s) {
  double n = (double)scores_observations(s), mean = scores_mean(s), sum = 0;
  for (int i = 0; i < scores_possible(s); i++) {
    double from = value_of(s, i) - mean;
    sum += from * from * (double)s->count[i];
  }
  return n > 1 ? sum / (n - 1) : 0;
}

/* ---- likelihood ----------------------------------------------------------*/

/* The slope of the likelihood in the Lagrange multiplier x, which falls as x
 * grows, and the slope of the slope. */
static double slope(const double weight[], int count, double mean, double x,
                    double *change) {
  double sum = 0;
  *change = 0;
  for (int i = 0; i < count; i++) {
    double from = (double)i / (count - 1) - mean;
    double part = from / (1 + x * from);
    sum += weight[i] * part;
    *change -= weight[i] * part * part;
  }
  return sum;
}

/* The x at which the slope is 0, by Newton's method; where that would leave the
 * range in which all probabilities are positive, by halving what is left. */
static double find_multiplier(const double weight[], int count, double mean) {
  double low = -1 / (1 - mean), high = 1 / mean, x = 0;
  for (int i = 0; i < 100; i++) {
    double change, at = slope(weight, count, mean, x, &change);
    *(at > 0 ? &low : &high) = x;
    double next = x - at / change;
    if (!(next > low && next < high))
      next = (low + high) / 2;
    if (fabs(next - x) <= 1e-13)
      break;
    x = next;
  }
  return x;
}

double scores_log_likelihood(const double weight[], int count, double mean) {
  double x = find_multiplier(weight, count, mean), sum = 0;
  for (int i = 0; i < count; i++)
    sum -= weight[i] * log1p(x * ((double)i / (count - 1) - mean));
  return sum;
}

/* The mean beyond `from`, towards `to`, at which the likelihood falls to
 * `limit`. */
static double bound(const double weight[], int count, double from, double to,
                    double limit) {
  for (int i = 0; i < 40; i++) {
    double middle = (from + to) / 2;
    *(scores_log_likelihood(weight, count, middle) > limit ? &from : &to) =
        middle;
  }
  return from;
}

/* A quarter of an observation is added at each end of the range, so that scores
 * that were all equal do not make an interval of no width. */
static void weigh(const ScoreCounts *s, double weight[SCORES_MAX]) {
  int count = scores_possible(s);
  for (int i = 0; i < count; i++)
    weight[i] = (double)s->count[i];
  weight[0] += 0.25;
  weight[count - 1] += 0.25;
}

static double freedom_of(uint64_t n) {
  return n > 1 ? (double)n - 1 : 1;
}

Estimate scores_estimate(const ScoreCounts *s) {
  uint64_t n = scores_observations(s);
  if (n == 0)
    return estimate_plain(NAN, 0);
  int count = scores_possible(s);
  double weight[SCORES_MAX], mean = 0;
  weigh(s, weight);
  for (int i = 0; i < count; i++)
    mean += weight[i] * i / (count - 1) / ((double)n + 0.5);
  double t = student_quantile(1 - look_alpha(s->raised) / 2, freedom_of(n));
  Estimate e = {.value = scores_mean(s), .n = n * (uint64_t)s->games};
  e.low = fmin(e.value, bound(weight, count, mean, 0, -t * t / 2));
  e.high = fmax(e.value, bound(weight, count, mean, 1, -t * t / 2));
  return e;
}

double scores_test(const ScoreCounts *s) {
  uint64_t n = scores_observations(s);
  double weight[SCORES_MAX];
  if (n == 0)
    return NAN;
  weigh(s, weight);
  double square = -2 * scores_log_likelihood(weight, scores_possible(s), 0.5);
  return square > 0 ? 2 * student_tail(sqrt(square), freedom_of(n)) : 1;
}

/* Robbins' normal mixture, as in confidence_sequence.c. A whole observation is
 * added at each end of the range: the variance is estimated at every look, and
 * a small one would be believed too early. */
Estimate scores_anytime(const ScoreCounts *s, double tuned, double alpha) {
  double n = (double)scores_observations(s);
  if (n == 0)
    return estimate_plain(NAN, 0);
  ScoreCounts more = *s;
  more.count[0]++;
  more.count[scores_possible(s) - 1]++;
  double half = confidence_sequence_z_at(n, tuned, alpha) *
                sqrt(scores_variance(&more) / n);
  double mean = scores_mean(&more);
  Estimate e = {scores_mean(s), mean - half, mean + half,
                (uint64_t)n * (uint64_t)s->games};
  return estimate_clamp(e, 0, 1);
}

/* ---- Elo -----------------------------------------------------------------*/

static const double ELO = 400 / M_LN10; /* Elo of a logit */

double elo_of_score(double score) {
  return ELO * log(score / (1 - score));
}

double elo_of_share(double share, int others) {
  return 400 * log10(share * others / (1 - share));
}

double score_of_elo(double elo) {
  return 1 / (1 + exp(-elo / ELO));
}

Estimate elo_of_estimate(Estimate e) {
  return (Estimate){elo_of_score(e.value), elo_of_score(e.low),
                    elo_of_score(e.high), e.n};
}

Estimate scores_normalized_elo(const ScoreCounts *s, Estimate score) {
  /* Of a game: an observation is the mean of `games` of them. */
  double sd = sqrt(scores_variance(s) * s->games);
  double unit = score.n && sd > 0 ? 2 * ELO / sd : NAN;
  return (Estimate){unit * (score.value - 0.5), unit * (score.low - 0.5),
                    unit * (score.high - 0.5), score.n};
}

double scores_elo_difference(const Pairs *pairs, double *standard_error) {
  /* Half an observation for each bot in which it wins and the other loses. */
  double n = (double)pairs->n + 1;
  double x = (pairs->x + 0.5) / n, y = (pairs->y + 0.5) / n;
  double xx = (pairs->xx + 0.5) / n - x * x, yy = (pairs->yy + 0.5) / n - y * y;
  double xy = pairs->xy / n - x * y;
  double a = ELO / (x * (1 - x)), b = ELO / (y * (1 - y));
  *standard_error = sqrt((a * a * xx + b * b * yy - 2 * a * b * xy) / (n - 1));
  return elo_of_score(y) - elo_of_score(x);
}
