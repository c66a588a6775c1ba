/* The test of the hypothesis that all sides win equally often. */
#include "analysis/metrics/balance.h"

#include "analysis/metrics/balance_internal.h"
#include "analysis/stats/distribution.h"
#include "analysis/stats/exact_test.h"
#include <math.h>

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
    mean += (double)balance_won(t, side[i]) / sides;
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
    mean += (double)balance_won(t, side[i]) / sides;
    q.trace += c[i][i];
    for (int j = 0; j < sides; j++)
      squares += c[i][j] * c[i][j];
  }
  for (int i = 0; i < sides; i++)
    q.between += pow((double)balance_won(t, side[i]) - mean, 2);
  if (squares > 0)
    q.freedom = fmin(fmax(q.trace * q.trace / squares, 1), sides - 1);
  return q;
}

/* Wins of single sides are multinomial, and their distribution is known. */
static double multinomial_p(const Tally *t, const int side[], int sides) {
  uint64_t count[SEATS_MAX];
  for (int i = 0; i < sides; i++)
    count[i] = balance_effective(t, balance_won(t, side[i]));
  return multinomial_test(count, sides);
}

/* Equal sides may share wins in any way; only of two of them is the
 * distribution known. */
static double pairs_p(const Tally *t, const int side[], int sides) {
  double least = 1;
  for (int i = 0; i < sides; i++)
    for (int j = 0; j < i; j++)
      least = fmin(least, balance_sign_p(t, side[i], side[j]));
  return fmin(least * sides * (sides - 1) / 2, 1);
}

BalanceTest balance_test(const Tally *t) {
  int side[SEATS_MAX], sides = balance_sides(t, side);
  if (balance_is_empty(t))
    return (BalanceTest){"test", NAN, NAN, NAN, 0};
  Cochran q = cochran(t, side, sides);
  /* the correction of Rao and Scott (1981) */
  double scale =
      q.trace > 0 ? q.between / q.trace / balance_design_effect(t) : 0;
  uint64_t wins = 0, shared = 0;
  for (int i = 0; i < sides; i++) {
    wins += balance_won(t, side[i]);
    for (int j = 0; j < i; j++)
      shared += t->side[side[i]].together[side[j]];
  }
  bool few = wins < (uint64_t)(MULTINOMIAL_MAX * sides);
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
  test.p = look_p(t->raised, test.p);
  return test;
}
