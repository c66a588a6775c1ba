#include "analysis/stats/score_test.h"

#include "analysis/stats/distribution.h"
#include "analysis/stats/rating_likelihood.h"
#include "core/base/need.h"
#include <math.h>
#include <stdlib.h>

/* A combination whose points vary less than this cannot show anything: the
 * outcome was certain. */
static const double CERTAIN = 0.05;

/* The sums in which the residual of a side counts, its points less those
 * expected: rows of the matrices below. First come the cells, which are tested,
 * then the terms, which are fitted. */
typedef struct Rows {
  int count, row[SEATS_MAX + 2];
  double weight[SEATS_MAX + 2];
} Rows;

static void add_row(Rows *rows, int row, double weight) {
  rows->row[rows->count] = row;
  rows->weight[rows->count++] = weight;
}

/* Adds the cells of a side. */
typedef void AddCells(const RatingData *data, const int player[], int side,
                      Rows *rows);

/* A square matrix is by rows; `rows` is cells + terms. */
typedef struct Residuals {
  const RatingData *data;
  AddCells *add_cells;
  int cells, terms, rows;
  double *sum;      /* of the residuals */
  double *products; /* their sandwich filling; then their covariance */
  double *variance; /* their variance if no point were split */
  double *taken;    /* of each cell, what the fit takes by each term */
} Residuals;

/* ---- the residuals -------------------------------------------------------*/

static Rows rows_of(const Residuals *r, const int player[], int side) {
  Rows rows = {0};
  r->add_cells(r->data, player, side, &rows);
  add_row(&rows, r->cells + player[side], 1);
  add_row(&rows, r->cells + r->data->players + side, 1);
  return rows;
}

static void add_product(const Residuals *r, double *square, const Rows *one,
                        const Rows *other, double product) {
  for (int i = 0; i < one->count; i++)
    for (int j = 0; j < other->count; j++)
      square[(ptrdiff_t)one->row[i] * r->rows + other->row[j]] +=
          one->weight[i] * other->weight[j] * product;
}

static void add_contest(const Residuals *r, int index, const RatingTerms at) {
  Contest contest = rating_contest(r->data, index);
  double expected[SEATS_MAX], product[SEATS_MAX][SEATS_MAX];
  rating_expect(r->data, &contest, at, expected);
  rating_products(r->data, index, expected, product);
  for (int s = 0; s < r->data->sides; s++) {
    Rows one = rows_of(r, contest.player, s);
    for (int i = 0; i < one.count; i++)
      r->sum[one.row[i]] +=
          one.weight[i] * (contest.points[s] - contest.games * expected[s]);
    for (int t = 0; t < r->data->sides; t++) {
      Rows other = rows_of(r, contest.player, t);
      double variance =
          contest.games * expected[s] * ((s == t ? 1 : 0) - expected[t]);
      add_product(r, r->products, &one, &other, product[s][t]);
      add_product(r, r->variance, &one, &other, variance);
    }
  }
}

/* What the first side gains the second loses. */
static void add_pair(const Residuals *r, const RatingPair *pair,
                     const RatingTerms at) {
  const int *first = rating_contest(r->data, pair->first).player;
  const int *second = rating_contest(r->data, pair->second).player;
  double product = rating_pair_product(r->data, pair, at);
  for (int s = 0; s < 2; s++)
    for (int t = 0; t < 2; t++) {
      Rows one = rows_of(r, first, s), other = rows_of(r, second, t);
      double part = s == t ? product : -product;
      add_product(r, r->products, &one, &other, part);
      add_product(r, r->products, &other, &one, part);
    }
}

static void find_residuals(const Residuals *r, const RatingTerms at) {
  for (int c = 0; c < r->data->contests; c++)
    if (rating_contest(r->data, c).games > 0)
      add_contest(r, c, at);
  for (int i = 0; i < r->data->pairs; i++)
    if (r->data->pair[i].pairs > 0)
      add_pair(r, &r->data->pair[i], at);
}

/* ---- their covariance ----------------------------------------------------*/

/* The ratings are fitted to the terms, which takes a part of each cell. */
static void find_taken(const Residuals *r, const Ratings *ratings) {
  for (int c = 0; c < r->cells; c++)
    for (int j = 0; j < r->terms; j++) {
      double sum = 0;
      for (int i = 0; i < r->terms; i++)
        sum += r->variance[(ptrdiff_t)c * r->rows + r->cells + i] *
               ratings->naive[i][j];
      r->taken[(ptrdiff_t)c * r->terms + j] = sum;
    }
}

/* Takes from the cells what the fit takes of them: from their rows, in all
 * columns, then from their columns, in their rows. */
static void take_terms(const Residuals *r) {
  for (int c = 0; c < r->cells; c++)
    for (int j = 0; j < r->terms; j++) {
      double taken = r->taken[(ptrdiff_t)c * r->terms + j];
      for (int k = 0; k < r->rows; k++)
        r->products[(ptrdiff_t)c * r->rows + k] -=
            taken * r->products[(ptrdiff_t)(r->cells + j) * r->rows + k];
    }
  for (int c = 0; c < r->cells; c++) {
    double *row = r->products + (ptrdiff_t)c * r->rows;
    for (int k = 0; k < r->cells; k++)
      row[k] -= rating_dot(r->taken + (ptrdiff_t)k * r->terms, row + r->cells,
                           r->terms);
  }
}

static void find_covariance(const Residuals *r, const Ratings *ratings) {
  RatingCorrection correction = rating_correction(r->data);
  find_taken(r, ratings);
  for (int i = 0; i < r->rows * r->rows; i++)
    r->products[i] =
        correction.factor * r->products[i] + correction.added * r->variance[i];
  take_terms(r);
}

/* ---- the test ------------------------------------------------------------*/

/* Adds a cell to the test: the part of its residual that those before do not
 * explain (Cholesky decomposition). `used` are the cells before; the rows of
 * the factor replace theirs in `variance`, their scaled residuals the sum. */
static void add_cell(const Residuals *r, int cell, int used[],
                     ScoreTest *test) {
  int n = test->freedom;
  const double *covariance = r->products + (ptrdiff_t)cell * r->rows;
  double *factor = r->variance + (ptrdiff_t)n * r->rows;
  double left = covariance[cell], rest = r->sum[cell];
  for (int i = 0; i < n; i++) {
    const double *before = r->variance + (ptrdiff_t)i * r->rows;
    factor[i] =
        (covariance[used[i]] - rating_dot(factor, before, i)) / before[i];
    left -= factor[i] * factor[i];
    rest -= factor[i] * r->sum[i];
  }
  if (!(left > CERTAIN))
    return;
  factor[n] = sqrt(left);
  r->sum[n] = rest / factor[n];
  test->chi_square += r->sum[n] * r->sum[n];
  used[test->freedom++] = cell;
}

static void test_cells(const Residuals *r, const Ratings *ratings, int used[],
                       ScoreTest *test) {
  test->chi_square = 0;
  find_residuals(r, ratings->at);
  find_covariance(r, ratings);
  for (int cell = 0; cell < r->cells; cell++)
    add_cell(r, cell, used, test);
  if (test->freedom)
    test->p = chi_square_tail(test->chi_square, test->freedom);
  else
    test->chi_square = NAN;
}

static void test_residuals(const RatingData *data, const Ratings *ratings,
                           int cells, AddCells *add_cells, ScoreTest *test) {
  Residuals r = {data, add_cells, cells, .terms = rating_terms(data)};
  r.rows = r.cells + r.terms;
  size_t rows = (size_t)r.rows, square = rows * rows;
  int *used = need_array(rows, sizeof *used);
  r.sum = need_array(rows + 2 * square + (size_t)r.cells * (size_t)r.terms,
                     sizeof *r.sum);
  r.products = r.sum + rows;
  r.variance = r.products + square;
  r.taken = r.variance + square;
  test_cells(&r, ratings, used, test);
  free(used);
  free(r.sum);
}

/* ---- cells ---------------------------------------------------------------*/

/* The residuals sum to zero over the players and over the sides, so the last of
 * each adds nothing. */
static void add_seat_cell(const RatingData *data, const int player[], int side,
                          Rows *rows) {
  if (player[side] < data->players - 1 && side < data->sides - 1)
    add_row(rows, player[side] * (data->sides - 1) + side, 1);
}

ScoreTest score_test_interaction(const RatingData *data,
                                 const Ratings *ratings) {
  ScoreTest test = {NAN, NAN, 0};
  if (data->players * data->sides <= RATED_MAX)
    test_residuals(data, ratings, (data->players - 1) * (data->sides - 1),
                   add_seat_cell, &test);
  return test;
}

/* The residuals of a player sum to zero over its opponents, so the last player
 * adds nothing. */
static void add_pair_cells(const RatingData *data, const int player[], int side,
                           Rows *rows) {
  int one = player[side];
  for (int s = 0; s < data->sides; s++) {
    int other = player[s];
    int low = one < other ? one : other, high = one < other ? other : one;
    if (low < high && high < data->players - 1)
      add_row(rows, high * (high - 1) / 2 + low, one < other ? 1 : -1);
  }
}

ScoreTest score_test_pairs(const RatingData *data, const Ratings *ratings) {
  ScoreTest test = {NAN, NAN, 0};
  if (data->players >= 3 && data->players <= FITTED_MAX)
    test_residuals(data, ratings, (data->players - 1) * (data->players - 2) / 2,
                   add_pair_cells, &test);
  return test;
}
