#include "analysis/metrics/balance.h"

#include "analysis/stats/distribution.h"
#include <math.h>

static uint64_t won(const Tally *t, int side) {
  return t->side[side].together[side];
}

Estimate balance_side(const Tally *t, int side) {
  return estimate_rate(won(t, side), t->games);
}

/* ---- differences ---------------------------------------------------------*/

/* The mean over all games of the sum of the weights of the sides that won: a
 * difference of rates, with the variance it has. The interval is the normal one
 * with two more games, one at each end of what can be (Bonett and Price, 2012):
 * or it would have no width where all games end alike, and hold far too seldom
 * where nearly all do. */
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

static Estimate difference(const Tally *t, int side, int other, double z) {
  double weight[SEATS_MAX] = {0};
  weight[side] += 1;
  weight[other] -= 1;
  return contrast(t, weight, z);
}

Estimate balance_difference(const Tally *t, int side, int other) {
  return difference(t, side, other, Z95);
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

/* The true gap is that of some two sides: it lies above the lower end for every
 * pair, and below the upper end for the pair it belongs to. All intervals must
 * hold at once. */
Estimate balance_gap(const Tally *t) {
  int sides = t->schedule->sides;
  double z = bonferroni_z(sides * (sides - 1) / 2);
  Estimate gap = {0, 0, 0, t->games};
  for (int i = 0; i < sides; i++)
    for (int j = 0; j < sides; j++) {
      if (i == j)
        continue;
      Estimate d = difference(t, i, j, z);
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
  return fmin(sum / log(sides), 1); /* but for rounding */
}

static double within(double share, Estimate bounds) {
  return share < bounds.low    ? bounds.low
         : share > bounds.high ? bounds.high
                               : share;
}

/* The most even shares within the bounds: all the same, as far as they may. */
static double most_even(const Estimate bounds[], int sides) {
  double low = 0, high = 1, share[SEATS_MAX];
  for (int step = 0; step < 60; step++) {
    double level = (low + high) / 2, sum = 0;
    for (int i = 0; i < sides; i++)
      sum += share[i] = within(level, bounds[i]);
    *(sum < 1 ? &low : &high) = level;
  }
  return entropy(share, sides);
}

/* The most uneven ones: as much as may be for the largest, then for the next.
 * The bounds of a larger share are larger, too. */
static double most_uneven(const Estimate bounds[], int sides) {
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
  return (Estimate){entropy(share, sides), most_uneven(bounds, sides),
                    most_even(bounds, sides), n};
}

/* ---- Elo -----------------------------------------------------------------*/

static double elo(double points, double all, int others) {
  return 400 * log10(points * others / (all - points));
}

/* A side's points in games that were won or drawn, and their squares. */
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

/* Points vary less where games are drawn, so that they say as much as more
 * games that are won or lost: as many as would have this variance. One game
 * more that is won and one that is lost keep that finite if all are drawn. */
static double value(Points points, double games) {
  double n = games + 2, sum = points.sum + 1;
  double off = points.squares + 1 - sum * sum / n;
  return games * (sum * (n - sum) / n) / off;
}

/* Wilson's interval is finite unless the side has won all or none. */
Estimate balance_elo(const Tally *t, int side) {
  int others = t->schedule->sides - 1;
  uint64_t n = t->ends[MATCH_WIN] + t->ends[MATCH_DRAW];
  if (n == 0)
    return (Estimate){0, -INFINITY, INFINITY, 0};
  double games = (double)n;
  Points points = points_of(t, side);
  Estimate share =
      estimate_share_z(points.sum / games, value(points, games), Z95);
  return (Estimate){elo(points.sum, games, others), elo(share.low, 1, others),
                    elo(share.high, 1, others), n};
}

/* ---- chi-square ----------------------------------------------------------*/

ChiSquare balance_test(const Tally *t) {
  int sides = t->schedule->sides;
  ChiSquare test = {0, 1, sides - 1, won_alone(t)};
  double expected = (double)test.n / sides;
  for (int i = 0; test.n && i < sides; i++) {
    double off = (double)t->side[i].among[0] - expected;
    test.value += off * off / expected;
  }
  if (test.n && test.freedom)
    test.p = chi_square_tail(test.value, test.freedom);
  return test;
}
