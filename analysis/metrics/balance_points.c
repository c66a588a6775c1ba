/* Balance by points: the advantage in Elo, and the entropy. */
#include "analysis/metrics/balance.h"

#include "analysis/metrics/balance_internal.h"
#include "analysis/stats/distribution.h"
#include "analysis/stats/pentanomial.h"
#include <math.h>

/* ---- points --------------------------------------------------------------*/

/* Sums of a side's points over the decided games, and of their squares. */
typedef struct Points {
  double sum, squares;
} Points;

static Points points_won(const Tally *t, int side) {
  Points points = {0, 0};
  for (int i = 0; i < t->schedule->sides; i++) {
    double part = (double)t->side[side].among[i] / (i + 1);
    points.sum += part;
    points.squares += part / (i + 1);
  }
  return points;
}

/* The live sides split what none of them won: draws, and what dead sides won.
 */
static Points points_of(const Tally *t, int side) {
  int live[SEATS_MAX], sides = balance_sides(t, live);
  double left = (double)balance_decided(t);
  for (int i = 0; i < sides; i++)
    left -= points_won(t, live[i]).sum;
  Points points = points_won(t, side);
  points.sum += left / sides;
  points.squares += left / sides / sides;
  return points;
}

/* The effective sample size: the number of games without draws that would give
 * the same variance. Draws reduce the variance, so it exceeds the number of
 * games. One win and one loss are added to keep it finite if all are drawn. */
static double effective_games(Points points, double games) {
  double n = games + 2, sum = points.sum + 1;
  double spread = points.squares + 1 - sum * sum / n;
  return games * (sum * (n - sum) / n) / spread;
}

/* A side's share of the points, with Wilson's interval and a continuity
 * correction (Newcombe 1998): without it, the interval of a share near 0 or 1
 * holds in only 90% of runs of ten games. */
static Estimate share_of(const Tally *t, int side, double z) {
  double games = (double)balance_decided(t);
  Points points = points_of(t, side);
  double n = effective_games(points, games) / balance_design_effect(t),
         share = points.sum / games;
  double half = 0.5 / n;
  return (Estimate){share, estimate_share_z(fmax(share - half, 0), n, z).low,
                    estimate_share_z(fmin(share + half, 1), n, z).high, 0};
}

Estimate balance_share(const Tally *t, int side) {
  if (balance_is_empty(t))
    return estimate_none();
  Estimate share = share_of(t, side, look_z(t->raised, 1));
  share.n = balance_decided(t);
  return share;
}

Estimate balance_elo(const Tally *t, int side) {
  int live[SEATS_MAX], others = balance_sides(t, live) - 1;
  if (balance_is_empty(t))
    return estimate_none();
  Estimate share = share_of(t, side, look_z(t->raised, 1));
  return (Estimate){elo_of_share(share.value, others),
                    elo_of_share(share.low, others),
                    elo_of_share(share.high, others), balance_decided(t)};
}

/* ---- entropy -------------------------------------------------------------*/

static double entropy(const double share[], int sides) {
  double sum = 0;
  for (int i = 0; i < sides; i++)
    sum -= share[i] > 0 ? share[i] * log(share[i]) : 0;
  return fmin(sum / log(sides), 1); /* rounding may exceed 1 */
}

/* The largest entropy within the bounds: all shares as equal as possible. */
static double max_entropy(const Estimate bounds[], int sides) {
  double low = 0, high = 1, share[SEATS_MAX];
  for (int step = 0; step < 60; step++) {
    double level = (low + high) / 2, sum = 0;
    for (int i = 0; i < sides; i++)
      sum += share[i] = fmin(fmax(level, bounds[i].low), bounds[i].high);
    *(sum < 1 ? &low : &high) = level;
  }
  return entropy(share, sides);
}

static void sort_ascending(double list[], int count) {
  for (int i = 1; i < count; i++) {
    double x = list[i];
    int k = i;
    for (; k > 0 && list[k - 1] > x; k--)
      list[k] = list[k - 1];
    list[k] = x;
  }
}

/* At most the smallest entropy within the bounds. The m largest shares add up
 * to no more than the m largest upper bounds, nor to more than what the lower
 * bounds leave them. The shares that add up to just that majorize all shares
 * within the bounds, so their entropy is no larger (Schur). */
static double min_entropy(const Estimate bounds[], int sides) {
  double low[SEATS_MAX], high[SEATS_MAX], share[SEATS_MAX];
  double reached = 0, most = 0, left = 1;
  for (int i = 0; i < sides; i++) {
    low[i] = bounds[i].low;
    high[i] = bounds[i].high;
    left -= low[i];
  }
  sort_ascending(low, sides);
  sort_ascending(high, sides);
  for (int i = sides - 1; i >= 0; i--) {
    most += high[i];
    left += low[i];
    share[i] = fmin(most, left) - reached;
    reached += share[i];
  }
  return entropy(share, sides);
}

Estimate balance_entropy(const Tally *t) {
  int side[SEATS_MAX], sides = balance_sides(t, side);
  double share[SEATS_MAX] = {0}, z = look_z(t->raised, sides > 2 ? sides : 1);
  Estimate bounds[SEATS_MAX];
  if (balance_is_empty(t))
    return estimate_none();
  for (int i = 0; i < sides; i++) {
    bounds[i] = share_of(t, side[i], z);
    share[i] = bounds[i].value;
  }
  return (Estimate){entropy(share, sides), min_entropy(bounds, sides),
                    max_entropy(bounds, sides), balance_decided(t)};
}
