#include "analysis/metrics/balance.h"

#include "analysis/stats/distribution.h"
#include "analysis/stats/exact_test.h"
#include <math.h>

static const double ALPHA = 0.05;

/* How often an interval may miss, and the half-width in standard errors that
 * this takes for a mean of n games and the two that are added. */
typedef struct Confidence {
  double alpha, z;
} Confidence;

static Confidence level_of(double alpha, uint64_t n) {
  return (Confidence){alpha, student_quantile(1 - alpha / 2, (double)n + 1)};
}

/* ---- games and sides -----------------------------------------------------*/

uint64_t balance_decided(const Tally *t) {
  return t->ends[MATCH_WIN] + t->ends[MATCH_DRAW];
}

Estimate balance_undecided(const Tally *t) {
  return estimate_rate(t->games - balance_decided(t), t->games);
}

static uint64_t won(const Tally *t, int side) {
  return t->side[side].together[side];
}

/* Whether games go on without the seats that never moved: more plies are played
 * than there are other seats. A game that the first move always wins is over
 * before the turn of the second seat, which lives to lose it. */
static bool skips_seats(const Tally *t) {
  return t->plies > t->games * (uint64_t)__builtin_popcount(t->moved);
}

int balance_sides(const Tally *t, int side[SEATS_MAX]) {
  const Schedule *s = t->schedule;
  bool skips = skips_seats(t);
  unsigned live = 0;
  int sides = 0;
  for (int seat = 0; seat < s->seats; seat++)
    if (!skips || t->moved >> seat & 1)
      live |= 1u << s->side[seat];
  for (int i = 0; i < s->sides; i++)
    if (live >> i & 1 || won(t, i))
      side[sides++] = i;
  return sides;
}

bool balance_is_confounded(const Schedule *s) {
  return s->seatings == 1 && s->bots > 1;
}

enum { PAIRS_MANY = 30 };

/* The variance of the mean points of the first side, from the sums of pairs,
 * divided by what it would be if the two games of a pair were independent. */
static double pair_effect(const Tally *t) {
  double n = 0, sum = 0, squares = 0, products = 0;
  for (size_t i = 0; i < t->schedule->seatings; i++)
    for (int x = 0; x <= 2; x++)
      for (int y = 0; y <= 2; y++) {
        double count = (double)t->pair[i].count[x][y];
        n += count;
        sum += count * (x + y);
        squares += count * (x * x + y * y);
        products += count * 2 * x * y;
      }
  double apart = squares - sum * sum / (2 * n);
  double together = squares + products - sum * sum / n;
  return n < PAIRS_MANY || !(apart > 0) ? 2 : fmax(together / apart, 1);
}

double balance_design_effect(const Tally *t) {
  if (!t->schedule->paired || t->schedule->bots == 1)
    return 1;
  return t->pair ? pair_effect(t) : t->schedule->seats;
}

/* As many games with openings of their own as say the same. */
static uint64_t effective(const Tally *t, uint64_t games) {
  return (uint64_t)((double)games / balance_design_effect(t));
}

static bool nothing_to_compare(const Tally *t) {
  int side[SEATS_MAX];
  return balance_decided(t) == 0 || balance_sides(t, side) < 2;
}

Estimate balance_side(const Tally *t, int side) {
  return estimate_rate(won(t, side), t->games);
}

Estimate balance_rate(const Tally *t, int side) {
  return estimate_rate(won(t, side), balance_decided(t));
}

int balance_best(const Tally *t) {
  int side[SEATS_MAX], sides = balance_sides(t, side), best = side[0];
  for (int i = 1; i < sides; i++)
    best = won(t, side[i]) > won(t, best) ? side[i] : best;
  return best;
}

int balance_worst(const Tally *t) {
  int side[SEATS_MAX], sides = balance_sides(t, side), worst = side[0];
  for (int i = 1; i < sides; i++)
    worst = won(t, side[i]) < won(t, worst) ? side[i] : worst;
  return worst;
}

/* ---- differences ---------------------------------------------------------*/

/* The mean over the decided games of the summed weights of the winning sides: a
 * difference of rates. The interval is Student's with two games added, one at
 * each extreme (Bonett and Price 2012). Without them it would have no width if
 * all games end alike, and too low a coverage if nearly all do. */
static Estimate contrast(const Tally *t, const double weight[], double z) {
  uint64_t games = balance_decided(t);
  double n = (double)games + 2, sum = 0, squares = 1 + 1;
  for (int i = 0; i < t->schedule->sides; i++) {
    sum += weight[i] * (double)won(t, i);
    for (int j = 0; j < t->schedule->sides; j++)
      squares += weight[i] * weight[j] * (double)t->side[i].together[j];
  }
  double value = sum / (double)games, middle = sum / n;
  double variance = fmax(squares - sum * middle, 0) / (n - 1) / n;
  double half = z * sqrt(variance * balance_design_effect(t));
  return estimate_clamp((Estimate){value, middle - half, middle + half, games},
                        -1, 1);
}

/* Games won by a side without the other: only these tell them apart. */
static uint64_t won_without(const Tally *t, int side, int other) {
  return won(t, side) - t->side[side].together[other];
}

Estimate balance_difference_z(const Tally *t, int side, int other, double z) {
  double weight[SEATS_MAX] = {0};
  weight[side] += 1;
  weight[other] -= 1;
  return nothing_to_compare(t) ? estimate_none() : contrast(t, weight, z);
}

/* The sign test of two sides. */
static double sign_p(const Tally *t, int side, int other) {
  return sign_test(effective(t, won_without(t, side, other)),
                   effective(t, won_without(t, other, side)));
}

/* With few games Student's interval excludes 0 too easily; it does so here only
 * if the exact test agrees. */
static Estimate difference(const Tally *t, int side, int other,
                           Confidence level) {
  Estimate e = balance_difference_z(t, side, other, level.z);
  if (e.n && sign_p(t, side, other) > level.alpha) {
    e.low = fmin(e.low, 0);
    e.high = fmax(e.high, 0);
  }
  return e;
}

Estimate balance_difference(const Tally *t, int side, int other) {
  return difference(t, side, other,
                    level_of(ALPHA, effective(t, balance_decided(t))));
}

Estimate balance_advantage(const Tally *t, int side) {
  int live[SEATS_MAX], sides = balance_sides(t, live);
  double weight[SEATS_MAX] = {0};
  if (nothing_to_compare(t))
    return estimate_none();
  Confidence level = level_of(ALPHA, effective(t, balance_decided(t)));
  if (sides == 2)
    return difference(t, side, live[side == live[0]], level);
  for (int i = 0; i < sides; i++)
    weight[live[i]] = live[i] == side ? 1 : -1.0 / (sides - 1);
  return contrast(t, weight, level.z);
}

/* For all pairs at once (Bonferroni). */
static double pair_alpha(int sides) {
  return ALPHA / (sides * (sides - 1) / 2.0);
}

static Confidence pair_level(const Tally *t, int sides) {
  return level_of(pair_alpha(sides), effective(t, balance_decided(t)));
}

/* The true gap is the difference of some pair of sides: it is at least the
 * lower end of every pair's interval, and at most the upper end of that pair's.
 * All intervals must hold at once. */
Estimate balance_gap(const Tally *t) {
  int side[SEATS_MAX], sides = balance_sides(t, side);
  if (nothing_to_compare(t))
    return estimate_none();
  Confidence level = pair_level(t, sides);
  Estimate gap = {0, 0, 0, balance_decided(t)};
  for (int i = 0; i < sides; i++)
    for (int j = 0; j < sides; j++) {
      if (i == j)
        continue;
      Estimate d = difference(t, side[i], side[j], level);
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

/* Of pairs that are shown equally well, such as those not shown to differ at
 * all, the one with the larger difference. */
Estimate balance_pair(const Tally *t, int *ahead, int *behind) {
  int side[SEATS_MAX], sides = balance_sides(t, side);
  Confidence level = pair_level(t, sides);
  Estimate best = estimate_none();
  *ahead = side[0];
  *behind = side[1];
  for (int i = 0; balance_decided(t) && i < sides; i++)
    for (int j = 0; j < sides; j++) {
      if (i == j)
        continue;
      Estimate d = difference(t, side[i], side[j], level);
      double more = fmax(d.low, 0) - fmax(best.low, 0);
      if (isnan(best.value) || more > 0 ||
          (more == 0 && d.value > best.value)) {
        best = d;
        *ahead = side[i];
        *behind = side[j];
      }
    }
  return best;
}

/* Games that told two sides apart: one of them won, the other did not. */
static uint64_t told_apart(const Tally *t, int side, int other) {
  return won_without(t, side, other) + won_without(t, other, side);
}

double balance_detectable(const Tally *t) {
  int side[SEATS_MAX], sides = balance_sides(t, side);
  uint64_t most = 0;
  for (int i = 0; i < sides; i++)
    for (int j = 0; j < i; j++) {
      uint64_t games = told_apart(t, side[i], side[j]);
      most = games > most ? games : most;
    }
  double chance =
      sign_test_detectable(effective(t, most), pair_alpha(sides), 0.8);
  return (2 * chance - 1) * (double)most / (double)balance_decided(t);
}

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

static double elo(double share, int others) {
  return 400 * log10(share * others / (1 - share));
}

Estimate balance_elo(const Tally *t, int side) {
  int live[SEATS_MAX], others = balance_sides(t, live) - 1;
  if (nothing_to_compare(t))
    return estimate_none();
  Estimate share = share_of(t, side, Z95);
  return (Estimate){elo(share.value, others), elo(share.low, others),
                    elo(share.high, others), balance_decided(t)};
}

/* ---- entropy -------------------------------------------------------------*/

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
  double share[SEATS_MAX] = {0}, z = bonferroni_z(sides > 2 ? sides : 1);
  Estimate bounds[SEATS_MAX];
  if (nothing_to_compare(t))
    return estimate_none();
  for (int i = 0; i < sides; i++) {
    bounds[i] = share_of(t, side[i], z);
    share[i] = bounds[i].value;
  }
  return (Estimate){entropy(share, sides), min_entropy(bounds, sides),
                    max_entropy(bounds, sides), balance_decided(t)};
}

/* ---- the test ------------------------------------------------------------*/

/* The sums of Cochran's Q test (1950) for the live sides. */
typedef struct Cochran {
  double
      between;  /* sum of the squared deviations of the wins from their mean */
  double trace; /* its expectation if all sides are equal */
  double freedom;
} Cochran;

/* The matrix of wins together, its diagonal replaced by its mean as it is in
 * expectation if all sides are equal, and centred in rows and columns: the
 * covariances of the wins under that hypothesis. */
static void null_covariance(const Tally *t, const int side[], int sides,
                            double c[SEATS_MAX][SEATS_MAX]) {
  double mean = 0, row[SEATS_MAX] = {0}, all = 0;
  for (int i = 0; i < sides; i++)
    mean += (double)won(t, side[i]) / sides;
  for (int i = 0; i < sides; i++)
    for (int j = 0; j < sides; j++) {
      c[i][j] = i == j ? mean : (double)t->side[side[i]].together[side[j]];
      row[i] += c[i][j] / sides;
      all += c[i][j] / sides / sides;
    }
  for (int i = 0; i < sides; i++)
    for (int j = 0; j < sides; j++)
      c[i][j] += all - row[i] - row[j];
}

/* Cochran's Q is chi-square if all pairs of sides share wins equally often. If
 * not, it is a sum of chi-squares of different scales, whose distribution is
 * near that of one with fewer degrees of freedom (Box 1954). */
static Cochran cochran(const Tally *t, const int side[], int sides) {
  double c[SEATS_MAX][SEATS_MAX], mean = 0, squares = 0;
  Cochran q = {0, 0, sides - 1};
  null_covariance(t, side, sides, c);
  for (int i = 0; i < sides; i++) {
    mean += (double)won(t, side[i]) / sides;
    q.trace += c[i][i];
    for (int j = 0; j < sides; j++)
      squares += c[i][j] * c[i][j];
  }
  for (int i = 0; i < sides; i++)
    q.between += pow((double)won(t, side[i]) - mean, 2);
  if (squares > 0)
    q.freedom = fmin(fmax(q.trace * q.trace / squares, 1), sides - 1);
  return q;
}

static bool has_shared_wins(const Tally *t, const int side[], int sides) {
  for (int i = 0; i < sides; i++)
    for (int j = 0; j < i; j++)
      if (t->side[side[i]].together[side[j]])
        return true;
  return false;
}

/* Wins of single sides are multinomial, and their distribution is known. */
static double multinomial_p(const Tally *t, const int side[], int sides) {
  uint64_t count[SEATS_MAX];
  for (int i = 0; i < sides; i++)
    count[i] = effective(t, won(t, side[i]));
  return multinomial_test(count, sides);
}

/* Equal sides may share wins in any way; only of two of them is the
 * distribution known. */
static double pairs_p(const Tally *t, const int side[], int sides) {
  double least = 1;
  for (int i = 0; i < sides; i++)
    for (int j = 0; j < i; j++)
      least = fmin(least, sign_p(t, side[i], side[j]));
  return fmin(least * sides * (sides - 1) / 2, 1);
}

static uint64_t wins(const Tally *t, const int side[], int sides) {
  uint64_t sum = 0;
  for (int i = 0; i < sides; i++)
    sum += won(t, side[i]);
  return sum;
}

BalanceTest balance_test(const Tally *t) {
  int side[SEATS_MAX], sides = balance_sides(t, side);
  if (nothing_to_compare(t))
    return (BalanceTest){"test", NAN, NAN, NAN, 0};
  Cochran q = cochran(t, side, sides);
  /* the correction of Rao and Scott (1981) */
  double scale =
      q.trace > 0 ? q.between / q.trace / balance_design_effect(t) : 0;
  bool shared = has_shared_wins(t, side, sides);
  bool few = wins(t, side, sides) < (uint64_t)(MULTINOMIAL_MAX * sides);
  BalanceTest test = {.chi_square = scale * (sides - 1),
                      .freedom = q.freedom,
                      .n = balance_decided(t)};
  if (sides == 2 || (few && shared)) {
    test.name = sides == 2 ? "sign test" : "sign tests of all pairs";
    test.p = pairs_p(t, side, sides);
  } else if (few) {
    test.name = "exact multinomial test";
    test.p = multinomial_p(t, side, sides);
  } else {
    test.name = shared ? "Cochran's Q test" : "chi-square test";
    test.p = chi_square_tail(scale * q.freedom, q.freedom);
  }
  return test;
}
