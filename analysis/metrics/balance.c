#include "analysis/metrics/balance.h"

#include "analysis/stats/distribution.h"
#include <math.h>

static uint64_t won(const Tally *t, int side) {
  return t->side[side].together[side];
}

uint64_t balance_decided(const Tally *t) {
  return t->ends[MATCH_WIN] + t->ends[MATCH_DRAW];
}

Estimate balance_undecided(const Tally *t) {
  return estimate_rate(t->games - balance_decided(t), t->games);
}

int balance_sides(const Tally *t, int side[SEATS_MAX]) {
  int sides = t->schedule->sides;
  for (int i = 0; i < sides; i++)
    side[i] = i;
  return sides;
}

Estimate balance_side(const Tally *t, int side) {
  return estimate_rate(won(t, side), t->games);
}

/* ---- differences ---------------------------------------------------------*/

/* The mean over all games of the summed weights of the winning sides: a
 * difference of rates. The interval is the normal one with two games added, one
 * at each extreme (Bonett and Price 2012). Without them it would have no width
 * if all games end alike, and too low a coverage if nearly all do. */
static Estimate contrast(const Tally *t, const double weight[], double z) {
  double n = (double)t->games + 2, sum = 0, squares = 1 + 1;
  for (int i = 0; i < t->schedule->sides; i++) {
    sum += weight[i] * (double)won(t, i);
    for (int j = 0; j < t->schedule->sides; j++)
      squares += weight[i] * weight[j] * (double)t->side[i].together[j];
  }
  double value = t->games ? sum / (double)t->games : 0, middle = sum / n;
  double half = z * sqrt(fmax(squares - sum * middle, 0) / (n - 1) / n);
  return estimate_clamp(
      (Estimate){value, middle - half, middle + half, t->games}, -1, 1);
}

Estimate balance_difference_z(const Tally *t, int side, int other, double z) {
  double weight[SEATS_MAX] = {0};
  weight[side] += 1;
  weight[other] -= 1;
  return contrast(t, weight, z);
}

Estimate balance_difference(const Tally *t, int side, int other) {
  return balance_difference_z(t, side, other, Z95);
}

Estimate balance_advantage(const Tally *t, int side) {
  double weight[SEATS_MAX];
  int sides = t->schedule->sides;
  for (int i = 0; i < sides; i++)
    weight[i] = i == side ? 1 : -1.0 / (sides - 1);
  return contrast(t, weight, Z95);
}

int balance_best(const Tally *t) {
  int best = 0;
  for (int i = 1; i < t->schedule->sides; i++)
    best = won(t, i) > won(t, best) ? i : best;
  return best;
}

int balance_worst(const Tally *t) {
  int worst = 0;
  for (int i = 1; i < t->schedule->sides; i++)
    worst = won(t, i) < won(t, worst) ? i : worst;
  return worst;
}

/* The true gap is the difference of some pair of sides: it is at least the
 * lower end of every pair's interval, and at most the upper end of that pair's.
 * All intervals must hold at once, hence Bonferroni. */
Estimate balance_gap(const Tally *t) {
  int sides = t->schedule->sides;
  double z = bonferroni_z(sides * (sides - 1) / 2);
  Estimate gap = {0, 0, 0, t->games};
  for (int i = 0; i < sides; i++)
    for (int j = 0; j < sides; j++) {
      if (i == j)
        continue;
      Estimate d = balance_difference_z(t, i, j, z);
      gap.value = fmax(gap.value, d.value);
      gap.low = fmax(gap.low, d.low);
      gap.high = fmax(gap.high, d.high);
    }
  return gap;
}

Estimate balance_index(const Tally *t) {
  Estimate gap = balance_gap(t);
  return (Estimate){1 - gap.value, 1 - gap.high, 1 - gap.low, gap.n};
}

/* ---- entropy -------------------------------------------------------------*/

static uint64_t won_alone(const Tally *t) {
  uint64_t games = 0;
  for (int i = 0; i < t->schedule->sides; i++)
    games += t->side[i].among[0];
  return games;
}

static double entropy(const double share[], int sides) {
  double sum = 0;
  for (int i = 0; i < sides; i++)
    sum -= share[i] > 0 ? share[i] * log(share[i]) : 0;
  return fmin(sum / log(sides), 1); /* rounding may exceed 1 */
}

static double clip(double share, Estimate bounds) {
  return share < bounds.low    ? bounds.low
         : share > bounds.high ? bounds.high
                               : share;
}

/* The largest entropy within the bounds: all shares as equal as possible. */
static double max_entropy(const Estimate bounds[], int sides) {
  double low = 0, high = 1, share[SEATS_MAX];
  for (int step = 0; step < 60; step++) {
    double level = (low + high) / 2, sum = 0;
    for (int i = 0; i < sides; i++)
      sum += share[i] = clip(level, bounds[i]);
    *(sum < 1 ? &low : &high) = level;
  }
  return entropy(share, sides);
}

/* The smallest entropy within the bounds: as much as possible for the largest
 * share, then for the next. Larger shares have larger bounds. */
static double min_entropy(const Estimate bounds[], int sides) {
  double share[SEATS_MAX], left = 1;
  bool done[SEATS_MAX] = {false};
  for (int i = 0; i < sides; i++)
    left -= share[i] = bounds[i].low;
  for (int turn = 0; turn < sides; turn++) {
    int largest = -1;
    for (int i = 0; i < sides; i++)
      if (!done[i] && (largest < 0 || bounds[i].value > bounds[largest].value))
        largest = i;
    done[largest] = true;
    double more = fmin(bounds[largest].high - share[largest], fmax(left, 0));
    share[largest] += more;
    left -= more;
  }
  return entropy(share, sides);
}

Estimate balance_entropy(const Tally *t) {
  int sides = t->schedule->sides;
  uint64_t n = won_alone(t);
  double share[SEATS_MAX], z = bonferroni_z(sides > 2 ? sides : 1);
  Estimate bounds[SEATS_MAX];
  if (sides < 2 || n == 0)
    return (Estimate){0, 0, 1, n};
  for (int i = 0; i < sides; i++) {
    bounds[i] = estimate_rate_z(t->side[i].among[0], n, z);
    share[i] = bounds[i].value;
  }
  return (Estimate){entropy(share, sides), min_entropy(bounds, sides),
                    max_entropy(bounds, sides), n};
}

/* ---- Elo -----------------------------------------------------------------*/

static double elo(double points, double all, int others) {
  return 400 * log10(points * others / (all - points));
}

/* Sums of a side's points, and of their squares, over games won or drawn. */
typedef struct Points {
  double sum, squares;
} Points;

static Points points_of(const Tally *t, int side) {
  int sides = t->schedule->sides;
  double drawn = (double)t->ends[MATCH_DRAW] / sides;
  Points points = {drawn, drawn / sides};
  for (int i = 0; i < sides; i++) {
    double part = (double)t->side[side].among[i] / (i + 1);
    points.sum += part;
    points.squares += part / (i + 1);
  }
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

/* The Elo of both ends of Wilson's interval, which is finite unless the side
 * won all or none. */
Estimate balance_elo(const Tally *t, int side) {
  int others = t->schedule->sides - 1;
  uint64_t n = t->ends[MATCH_WIN] + t->ends[MATCH_DRAW];
  if (n == 0)
    return (Estimate){0, -INFINITY, INFINITY, 0};
  double games = (double)n;
  Points points = points_of(t, side);
  Estimate share =
      estimate_share_z(points.sum / games, effective_games(points, games), Z95);
  return (Estimate){elo(points.sum, games, others), elo(share.low, 1, others),
                    elo(share.high, 1, others), n};
}

/* ---- chi-square ----------------------------------------------------------*/

ChiSquare balance_test(const Tally *t) {
  int sides = t->schedule->sides;
  ChiSquare test = {0, 1, sides - 1, won_alone(t)};
  double expected = (double)test.n / sides;
  for (int i = 0; test.n && i < sides; i++) {
    double excess = (double)t->side[i].among[0] - expected;
    test.value += excess * excess / expected;
  }
  if (test.n && test.freedom)
    test.p = chi_square_tail(test.value, test.freedom);
  return test;
}
