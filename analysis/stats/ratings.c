#include "analysis/stats/ratings.h"

#include "analysis/stats/distribution.h"
#include "analysis/stats/rating_likelihood.h"
#include <math.h>
#include <stddef.h>
#include <string.h>

static const double ELO = 173.71779276130073; /* Elo per logit: 400 / ln 10 */

/* A difference of this many logits is as good as infinite; the likelihood of a
 * bound is this precise. */
static const double FAR = 32, PRECISE = 1e-6;
enum { STEPS_MAX = 50 };

/* ---- checks --------------------------------------------------------------*/

static bool check_contest(const RatingData *data, int index, Error *error) {
  Contest contest = rating_contest(data, index);
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
  for (int c = 0; c < data->contests; c++)
    if (!check_contest(data, c, error))
      return false;
  if (!isfinite(rating_games(data)))
    return error_set(error, "ratings are for a finite number of games");
  return true;
}

/* ---- combinations of terms -----------------------------------------------*/

/* The prior that makes any points fit: too small to matter, too large to be
 * lost to rounding. */
static RatingFit with_prior(const RatingData *data) {
  return (RatingFit){data, fmax(1e-5, 1e-11 * rating_games(data))};
}

static double variance_of(const RatingData *data, const RatingSquare square,
                          const double weight[]) {
  int count = rating_terms(data);
  double sum = 0;
  for (int i = 0; i < count; i++)
    if (weight[i] != 0)
      sum += weight[i] * rating_dot(square[i], weight, count);
  return fmax(sum, 0);
}

/* Whether the points set a bound to a combination of terms. What is known from
 * a single point has a variance of about 1; what only the prior keeps finite
 * has one of about 1 / prior. */
static bool is_bounded(const RatingData *data, const Ratings *r,
                       const double weight[]) {
  return variance_of(data, r->naive, weight) < 0.01 / with_prior(data).prior;
}

/* A combination of terms to be held, and the direction in which the likelihood
 * falls least while it changes: players whose difference is known move
 * together. */
typedef struct Path {
  RatingFit fit;
  const double *weight;
  RatingTerms way;
} Path;

static Path find_path(const RatingData *data, const Ratings *r,
                      const double weight[]) {
  Path path = {.fit = with_prior(data), .weight = weight};
  int count = rating_terms(data);
  double variance = variance_of(data, r->naive, weight);
  for (int k = 0; k < count; k++)
    path.way[k] = rating_dot(r->naive[k], weight, count) / variance;
  return path;
}

/* The log-likelihood, maximized with the combination held at this value, and
 * its derivative by the value. `at` is where to start, and then the maximum. */
typedef struct Profile {
  double likelihood, slope;
} Profile;

static Profile profile(const Path *path, double value, RatingTerms at) {
  Likelihood likelihood;
  int count = rating_terms(path->fit.data);
  double step = value - rating_dot(path->weight, at, count);
  for (int k = 0; k < count; k++)
    at[k] += step * path->way[k];
  rating_maximize(&path->fit, path->weight, at, &likelihood);
  return (Profile){likelihood.value,
                   rating_dot(path->weight, likelihood.slope, count) /
                       rating_dot(path->weight, path->weight, count)};
}

/* The value towards `far` at which the likelihood has dropped from its maximum;
 * infinite if it does not drop. The profile is concave, so Newton's method from
 * where it is too low cannot pass the bound. */
static double profile_bound(const Path *path, const Ratings *r, double far) {
  RatingTerms at;
  memcpy(at, r->at, sizeof at);
  double value = rating_dot(path->weight, r->at, rating_terms(path->fit.data));
  /* The log-likelihood of a bound is less than the maximum by this much: at the
   * first look a one-sided result is 20 times as likely elsewhere. If n of n
   * games were won, this is the one-sided 95% bound of Clopper and Pearson
   * (1934). */
  double drop = -log(look_alpha(path->fit.data->raised));
  double least = profile(path, value, at).likelihood - drop;
  Profile now = {.likelihood = INFINITY};
  value = far > 0 ? fmax(value, far / 64) : fmin(value, far / 64);
  for (; now.likelihood > least; value *= 2) {
    if (fabs(value) > fabs(far))
      return far * INFINITY;
    now = profile(path, value, at);
  }
  value /= 2;
  for (int i = 0; i < STEPS_MAX && least - now.likelihood > PRECISE; i++) {
    value += (least - now.likelihood) / now.slope;
    now = profile(path, value, at);
  }
  return value;
}

static Rating rate_unbounded(const RatingData *data, const Ratings *r,
                             const double weight[]) {
  Path path = find_path(data, r, weight);
  double low = profile_bound(&path, r, -FAR);
  double high = profile_bound(&path, r, FAR);
  double value = isfinite(low) ? INFINITY : isfinite(high) ? -INFINITY : NAN;
  return (Rating){value, ELO * low, ELO * high};
}

/* The rating of a combination of terms. `value` is what the terms make of it;
 * it need not be linear. */
static Rating rate(const RatingData *data, const Ratings *r,
                   const double weight[], double value) {
  if (!is_bounded(data, r, weight))
    return rate_unbounded(data, r, weight);
  double margin =
      look_z(data->raised, 1) * sqrt(variance_of(data, r->covariance, weight));
  return (Rating){ELO * value, ELO * (value - margin), ELO * (value + margin)};
}

Rating ratings_combination(const RatingData *data, const Ratings *r,
                           const RatingTerms weight) {
  return rate(data, r, weight, rating_dot(weight, r->at, rating_terms(data)));
}

Rating ratings_difference(const RatingData *data, const Ratings *r, int player,
                          int other) {
  RatingTerms weight = {0};
  if (player == other)
    return (Rating){0, 0, 0};
  weight[player] = 1;
  weight[other] = -1;
  return ratings_combination(data, r, weight);
}

/* ---- groups --------------------------------------------------------------*/

static bool same_group(const RatingData *data, const Ratings *r, int player,
                       int other) {
  RatingTerms weight = {0};
  weight[player] = 1;
  weight[other] = -1;
  return is_bounded(data, r, weight);
}

static void find_groups(const RatingData *data, Ratings *r) {
  for (int p = 0; p < data->players; p++) {
    int first = 0;
    while (first < p &&
           (r->group[first] != first || !same_group(data, r, p, first)))
      first++;
    r->group[p] = first;
  }
}

static int group_size(const RatingData *data, const Ratings *r, int group) {
  int size = 0;
  for (int p = 0; p < data->players; p++)
    size += r->group[p] == group;
  return size;
}

static void choose_reference(const RatingData *data, Ratings *r) {
  r->reference = 0;
  for (int p = 1; p < data->players; p++) {
    int more = group_size(data, r, p) - group_size(data, r, r->reference);
    if (r->group[p] == p &&
        (more > 0 || (more == 0 && r->at[p] < r->at[r->reference])))
      r->reference = p;
  }
}

/* ---- ratings -------------------------------------------------------------*/

static Rating rate_player(const RatingData *data, const Ratings *r,
                          int player) {
  RatingTerms weight = {0};
  double size = group_size(data, r, r->reference);
  if (size == 1 && r->group[player] == r->reference)
    return (Rating){0, NAN, NAN};
  for (int p = 0; p < data->players; p++)
    weight[p] = r->group[p] == r->reference ? -1 / size : 0;
  weight[player] += 1;
  return ratings_combination(data, r, weight);
}

/* The logarithm of the odds of a side against the average of the others. Its
 * derivatives are the shares of the others in that average. */
static Rating rate_side(const RatingData *data, const Ratings *r, int side) {
  RatingTerms weight = {0};
  const double *at = r->at + data->players;
  double sum = 0;
  if (data->sides == 1)
    return (Rating){0, 0, 0};
  for (int s = 0; s < data->sides; s++)
    sum += s == side ? 0 : exp(at[s]);
  for (int s = 0; s < data->sides; s++)
    weight[data->players + s] = s == side ? 1 : -exp(at[s]) / sum;
  return rate(data, r, weight, at[side] - log(sum / (data->sides - 1)));
}

/* Whether the points alone determine all terms. */
static bool all_bounded(const RatingData *data, const Ratings *r) {
  for (int k = 0; k < rating_terms(data); k++)
    if (r->naive[k][k] > 0.01 / with_prior(data).prior)
      return false;
  return true;
}

/* Fits with a prior, and without it if that is possible. */
static void fit_terms(const RatingData *data, Ratings *r) {
  RatingFit fit = with_prior(data);
  Likelihood likelihood;
  memset(r->at, 0, sizeof r->at);
  rating_maximize(&fit, NULL, r->at, &likelihood);
  rating_invert(data, likelihood.information, r->naive);
  if (all_bounded(data, r)) {
    fit.prior = 0;
    rating_maximize(&fit, NULL, r->at, &likelihood);
  }
  rating_invert(data, likelihood.information, r->naive);
  rating_covariance(data, r);
}

bool ratings_fit(const RatingData *data, Ratings *r, Error *error) {
  if (!check(data, error))
    return false;
  fit_terms(data, r);
  find_groups(data, r);
  choose_reference(data, r);
  for (int p = 0; p < data->players; p++)
    r->player[p] = rate_player(data, r, p);
  for (int s = 0; s < data->sides; s++)
    r->side[s] = rate_side(data, r, s);
  return true;
}
