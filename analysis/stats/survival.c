#include "analysis/stats/survival.h"

#include "analysis/stats/distribution.h"
#include <math.h>

/* ---- the Kaplan-Meier curve ----------------------------------------------*/

/* The curve at one ply after the other. Between plies at which games were
 * stopped, the products telescope; that keeps the curve exact if no game was.
 */
typedef struct Curve {
  const LengthCounts *counts;
  int plies;          /* the next ply */
  double at_risk;     /* games that last at least that long */
  double start;       /* at_risk when a game was last stopped */
  double start_share; /* the share then */
  double start_sum;   /* Greenwood's sum then */

  /* After a step. */
  double ended;   /* games that ended at the ply */
  double going;   /* games still going after it */
  double share;   /* of games that last longer */
  double sum;     /* Greenwood's sum of d / (n (n − d)) */
  double allowed; /* the effective number of games before the last one ended */
} Curve;

uint64_t survival_games(const LengthCounts *c) {
  uint64_t games = 0;
  for (int plies = 0; plies <= c->max_plies; plies++)
    games += c->ended[plies] + c->stopped[plies];
  return games;
}

static Curve curve_start(const LengthCounts *counts) {
  double games = (double)survival_games(counts);
  return (Curve){.counts = counts,
                 .at_risk = games,
                 .start = games,
                 .start_share = 1,
                 .share = 1,
                 .allowed = games / counts->alike};
}

/* Moves on by one ply; false if no game lasts that long. */
static bool curve_step(Curve *c) {
  if (c->plies > c->counts->max_plies || c->at_risk == 0)
    return false;
  double stopped = (double)c->counts->stopped[c->plies];
  c->ended = (double)c->counts->ended[c->plies];
  c->going = c->at_risk - c->ended;
  c->share = c->start_share * c->going / c->start;
  c->sum = c->start_sum + (c->going > 0 ? 1 / c->going - 1 / c->start : 0);
  c->at_risk = c->going - stopped;
  if (stopped > 0) {
    c->start = c->at_risk;
    c->start_share = c->share;
    c->start_sum = c->sum;
  }
  c->plies++;
  return true;
}

/* The length of the longest game. */
static int survival_longest(const LengthCounts *c) {
  int plies = c->max_plies;
  while (plies > 0 && c->ended[plies] + c->stopped[plies] == 0)
    plies--;
  return plies;
}

int survival_horizon(const LengthCounts *c) {
  int longest = survival_longest(c);
  return c->stopped[longest] ? longest : -1;
}

/* ---- quantiles -----------------------------------------------------------*/

/* The number of games without censoring that would leave the share of ended
 * games as uncertain as Greenwood's variance says (Cutler and Ederer 1958). */
static double effective_games(Curve *c) {
  double ended = 1 - c->share;
  if (c->share > 0)
    c->allowed =
        (ended > 0 ? ended / (c->share * c->sum) : c->going) / c->counts->alike;
  return c->allowed;
}

/* Games that are stopped after the last one has ended leave Greenwood's
 * variance as it is, though less is known; so where it matters, the number of
 * games still going limits the effective number (Dorey and Korn 1987). */
static double games_going(Curve *c) {
  double games = effective_games(c);
  return c->share > 0 ? fmin(games, c->going / c->share / c->counts->alike)
                      : games;
}

/* How often an end of an interval may be wrong: 2.5%, or less. */
static double tail_of(const Curve *c) {
  return look_alpha(c->counts->raised) / 2;
}

/* Deviations beyond this are rarer (Hoeffding 1963). */
static double surely(const Curve *c, double games) {
  return sqrt(log(1 / tail_of(c)) / (2 * games));
}

/* Whether the share of games that end up to this ply is less than `share`. */
static bool is_before(Curve *c, double share) {
  double ended = 1 - c->share, games = games_going(c);
  if (ended >= share)
    return false;
  if (share - ended > surely(c, games))
    return true;
  return beta_cdf(1 - share, games * c->share, games * ended + 1) < tail_of(c);
}

/* Whether it is `share` or more. */
static bool is_reached(Curve *c, double share) {
  double ended = 1 - c->share, games = effective_games(c);
  if (ended <= share)
    return false;
  if (ended - share > surely(c, games))
    return true;
  return beta_cdf(share, games * ended, games * c->share + 1) <= tail_of(c);
}

Estimate survival_quantile(const LengthCounts *counts, double share) {
  Curve c = curve_start(counts);
  uint64_t n = survival_games(counts);
  Estimate e = {INFINITY, NAN, INFINITY, n};
  if (n == 0)
    return estimate_plain(NAN, 0);
  while (curve_step(&c) && isinf(e.high)) {
    int plies = c.plies - 1;
    if (isnan(e.low) && !is_before(&c, share))
      e.low = plies;
    if (isinf(e.value) && 1 - c.share >= share - 1e-12) /* rounding */
      e.value = plies;
    if (is_reached(&c, share))
      e.high = plies;
  }
  if (isnan(e.low)) /* it is beyond the last game */
    e.low = c.plies - 1;
  return e;
}

/* ---- restricted means ----------------------------------------------------*/

/* Games whose length is known, or that it is that of the longest at least. */
static uint64_t known_games(const LengthCounts *c) {
  uint64_t games = survival_games(c);
  for (int plies = survival_longest(c) - 1; plies >= 0; plies--)
    games -= c->stopped[plies];
  return games;
}

/* The area under the curve. If all lengths are known, that is their mean, which
 * integers give without rounding. */
static double area(const LengthCounts *counts) {
  Curve c = curve_start(counts);
  uint64_t games = survival_games(counts), plies = 0;
  int longest = survival_longest(counts);
  double sum = 0;
  if (known_games(counts) == games) {
    for (int i = 0; i <= longest; i++)
      plies += (counts->ended[i] + counts->stopped[i]) * (uint64_t)i;
    return (double)plies / (double)games;
  }
  while (c.plies < longest && curve_step(&c))
    sum += c.share;
  return sum;
}

/* Greenwood's variance of the area: each ply at which games ended contributes
 * the square of the area that remains after it. */
static double area_variance(const LengthCounts *counts, double total) {
  Curve c = curve_start(counts);
  int longest = survival_longest(counts);
  double before = 0, sum = 0;
  while (c.plies < longest && curve_step(&c)) {
    double rest = total - before;
    if (c.ended > 0 && c.going > 0)
      sum += rest * rest * c.ended / (c.going * (c.going + c.ended));
    before += c.share;
  }
  return sum;
}

Estimate survival_mean(const LengthCounts *c) {
  uint64_t n = survival_games(c);
  if (n == 0)
    return estimate_plain(NAN, 0);
  int horizon = survival_horizon(c);
  uint64_t known = known_games(c);
  double mean = area(c), games = (double)known;
  double variance = c->alike * area_variance(c, mean) * games / (games - 1);
  Estimate e = estimate_mean_look(
      estimate_mean(mean, sqrt(variance * games), known), c->raised);
  e.n = n;
  return estimate_clamp(e, 0, horizon < 0 ? INFINITY : horizon);
}

/* The mean of (x − mean)^power, where x is the length. */
static double central_moment(const LengthCounts *counts, double mean,
                             int power) {
  Curve c = curve_start(counts);
  int longest = survival_longest(counts);
  double sum = 0, before = 1;
  while (c.plies < longest && curve_step(&c)) {
    sum += (before - c.share) * pow(c.plies - 1 - mean, power);
    before = c.share;
  }
  return sum + before * pow(longest - mean, power);
}

bool survival_supports_mean(const LengthCounts *c) {
  double n = (double)known_games(c), mean = area(c);
  const Deviations d = {n, n * central_moment(c, mean, 2),
                        n * central_moment(c, mean, 4)};
  return deviations_support_mean(&d, c->alike);
}

/* The variance of a sample variance depends on the fourth moment; that of the
 * logarithm of the standard deviation follows by the delta method. On the log
 * scale the interval is closer to symmetric and cannot go below 0. The exact
 * variance is used: the large-sample form would be 0 for two games, and for two
 * lengths that are equally frequent. */
Estimate survival_sd(const LengthCounts *c) {
  uint64_t games = survival_games(c), known = known_games(c);
  double n = (double)known, mean = area(c);
  double second = central_moment(c, mean, 2);
  if (known < 2 || second < 1e-18)
    return estimate_plain(known < 2 ? NAN : 0, games);
  double variance = second * n / (n - 1), sd = sqrt(variance);
  if (known < games)
    return estimate_plain(sd, games);
  double spread =
      central_moment(c, mean, 4) - second * second * (n - 3) / (n - 1);
  double factor = exp(look_z(c->raised, 1) *
                      sqrt(c->alike * fmax(spread, 0) / n) / (2 * variance));
  return (Estimate){sd, sd / factor, sd * factor, games};
}
