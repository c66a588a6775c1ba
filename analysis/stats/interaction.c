#include "analysis/stats/interaction.h"

#include "analysis/stats/distribution.h"
#include "analysis/stats/rating_covariance.h"
#include <math.h>
#include <stddef.h>
#include <string.h>

/* A combination whose points vary less than this cannot show anything: the
 * outcome was certain. */
static const double CERTAIN = 0.05;

/* Cells are the pairs of a player and a side: cell = player * sides + side. */
enum { CELLS_MAX = RATED_MAX };
typedef double Cells[CELLS_MAX];

typedef struct Residuals {
  Cells sum;                 /* points less expected points */
  Cells products[CELLS_MAX]; /* their sandwich filling */
  Cells variance[CELLS_MAX]; /* their variance if no point were split */
  Cells terms[RATING_TERMS]; /* their information shared with the ratings */
} Residuals;

static int cell_of(const RatingData *data, const Contest *contest, int side) {
  return contest->player[side] * data->sides + side;
}

static void add_contest(const RatingData *data, int index, const RatingTerms at,
                        Residuals *r) {
  Contest contest = rating_contest(data, index);
  double expected[SEATS_MAX], product[SEATS_MAX][SEATS_MAX];
  rating_expect(data, &contest, at, expected);
  rating_products(data, index, expected, product);
  for (int s = 0; s < data->sides; s++) {
    int cell = cell_of(data, &contest, s);
    r->sum[cell] += contest.points[s] - contest.games * expected[s];
    for (int t = 0; t < data->sides; t++) {
      int other = cell_of(data, &contest, t);
      double variance =
          contest.games * expected[s] * ((s == t ? 1 : 0) - expected[t]);
      r->products[cell][other] += product[s][t];
      r->variance[cell][other] += variance;
      r->terms[contest.player[t]][cell] += variance;
      r->terms[data->players + t][cell] += variance;
    }
  }
}

static void add_pair(const RatingData *data, const RatingPair *pair,
                     const RatingTerms at, Residuals *r) {
  Contest first = rating_contest(data, pair->first);
  Contest second = rating_contest(data, pair->second);
  double product = rating_pair_product(data, pair, at);
  for (int s = 0; s < 2; s++)
    for (int t = 0; t < 2; t++) {
      int one = cell_of(data, &first, s), other = cell_of(data, &second, t);
      r->products[one][other] += s == t ? product : -product;
      r->products[other][one] += s == t ? product : -product;
    }
}

static void find_residuals(const RatingData *data, const Ratings *ratings,
                           Residuals *r) {
  memset(r, 0, sizeof *r);
  for (int c = 0; c < data->contests; c++)
    if (rating_contest(data, c).games > 0)
      add_contest(data, c, ratings->at, r);
  for (int i = 0; i < data->pairs; i++)
    if (data->pair[i].pairs > 0)
      add_pair(data, &data->pair[i], ratings->at, r);
}

/* How a residual cell changes with the points of another, once the ratings are
 * fitted to all: the cell itself, less what the fit takes of it. */
static void find_responses(const RatingData *data, const Ratings *ratings,
                           const Residuals *r, Cells response[]) {
  int cells = data->players * data->sides, terms = rating_terms(data);
  for (int c = 0; c < cells; c++) {
    RatingTerms taken = {0};
    for (int i = 0; i < terms; i++)
      for (int j = 0; j < terms; j++)
        taken[i] += r->terms[j][c] * ratings->naive[j][i];
    for (int other = 0; other < cells; other++)
      response[c][other] = (c == other) - taken[other / data->sides] -
                           taken[data->players + other % data->sides];
  }
}

/* The covariance of two residual cells. */
static double covariance_of(const Residuals *r, RatingCorrection correction,
                            const Cells one, const Cells other, int cells) {
  double sum = 0;
  for (int i = 0; i < cells; i++)
    for (int j = 0; one[i] != 0 && j < cells; j++)
      sum += one[i] * other[j] *
             (correction.factor * r->products[i][j] +
              correction.added * r->variance[i][j]);
  return sum;
}

/* Adds a cell to the test: the part of its residual that those before do not
 * explain (Cholesky decomposition). `factor` has their rows. */
static void add_cell(double sum, const Cells covariance, Cells factor[],
                     Cells scaled, InteractionTest *test) {
  int n = test->freedom;
  double left = covariance[n], rest = sum;
  for (int i = 0; i < n; i++) {
    factor[n][i] =
        (covariance[i] - rating_dot(factor[n], factor[i], i)) / factor[i][i];
    left -= factor[n][i] * factor[n][i];
    rest -= factor[n][i] * scaled[i];
  }
  if (!(left > CERTAIN))
    return;
  factor[n][n] = sqrt(left);
  scaled[n] = rest / factor[n][n];
  test->chi_square += scaled[n] * scaled[n];
  test->freedom++;
}

/* The residuals sum to zero over the players and over the sides, so the last of
 * each adds nothing. */
static void test_cells(const RatingData *data, const Residuals *r,
                       Cells response[], InteractionTest *test) {
  RatingCorrection correction = rating_correction(data);
  int cells = data->players * data->sides, used[CELLS_MAX];
  Cells factor[CELLS_MAX], scaled, covariance;
  for (int c = 0; c < cells - data->sides; c++) {
    if (c % data->sides == data->sides - 1)
      continue;
    used[test->freedom] = c;
    for (int i = 0; i <= test->freedom; i++)
      covariance[i] =
          covariance_of(r, correction, response[c], response[used[i]], cells);
    add_cell(r->sum[c], covariance, factor, scaled, test);
  }
}

InteractionTest interaction_test(const RatingData *data,
                                 const Ratings *ratings) {
  InteractionTest test = {0, NAN, 0};
  Residuals residuals;
  Cells response[CELLS_MAX];
  if (data->players * data->sides <= CELLS_MAX) {
    find_residuals(data, ratings, &residuals);
    find_responses(data, ratings, &residuals, response);
    test_cells(data, &residuals, response, &test);
  }
  if (test.freedom)
    test.p = chi_square_tail(test.chi_square, test.freedom);
  else
    test.chi_square = NAN;
  return test;
}
