#include "analysis/stats/rating_covariance.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

/* Adds the outer product of the points of games in which the sides other than
 * `without` (none if -1) split the point, about their expectation; and takes
 * the same games from `alone`, the points that one side got alone. */
static void add_split(const RatingData *data, double games, int without,
                      const double expected[], double alone[],
                      double product[SEATS_MAX][SEATS_MAX]) {
  double share = 1.0 / (data->sides - (without >= 0)), part[SEATS_MAX];
  for (int s = 0; s < data->sides; s++) {
    part[s] = s == without ? 0 : share;
    alone[s] -= games * part[s];
    part[s] -= expected[s];
  }
  for (int s = 0; s < data->sides; s++)
    for (int t = 0; t < data->sides; t++)
      product[s][t] += games * part[s] * part[t];
}

void rating_products(const RatingData *data, int index, const double expected[],
                     double product[SEATS_MAX][SEATS_MAX]) {
  Contest contest = rating_contest(data, index);
  double alone[SEATS_MAX], all = 0;
  memset(product, 0, SEATS_MAX * sizeof *product);
  memcpy(alone, contest.points, (size_t)data->sides * sizeof *alone);
  if (data->drawn && data->drawn[index] > 0)
    add_split(data, data->drawn[index], -1, expected, alone, product);
  for (int s = 0; data->forfeits && data->sides > 1 && s < data->sides; s++) {
    double games = data->forfeits[(ptrdiff_t)index * data->sides + s];
    if (games > 0)
      add_split(data, games, s, expected, alone, product);
  }
  for (int s = 0; s < data->sides; s++)
    all += alone[s];
  for (int s = 0; s < data->sides; s++)
    for (int t = 0; t < data->sides; t++)
      product[s][t] += (s == t ? alone[s] : 0) - alone[s] * expected[t] -
                       expected[s] * alone[t] + all * expected[s] * expected[t];
}

static void add_products(const RatingData *data, const Contest *contest,
                         double product[SEATS_MAX][SEATS_MAX],
                         RatingSquare sum) {
  for (int s = 0; s < data->sides; s++)
    for (int t = 0; t < data->sides; t++) {
      const int row[2] = {contest->player[s], data->players + s};
      const int column[2] = {contest->player[t], data->players + t};
      for (int i = 0; i < 4; i++)
        sum[row[i / 2]][column[i % 2]] += product[s][t];
    }
}

/* The sum over all games of the outer product of the gradient: the filling of
 * the sandwich. */
static void gradient_products(const RatingData *data, const RatingTerms at,
                              RatingSquare sum) {
  memset(sum, 0, sizeof(RatingSquare));
  for (int c = 0; c < data->contests; c++) {
    Contest contest = rating_contest(data, c);
    double expected[SEATS_MAX], product[SEATS_MAX][SEATS_MAX];
    if (!(contest.games > 0))
      continue;
    rating_expect(data, &contest, at, expected);
    rating_products(data, c, expected, product);
    add_products(data, &contest, product, sum);
  }
}

/* Replaces the square by inverse * square * inverse, where both are
 * symmetric. */
static void sandwich(int count, RatingSquare inverse, RatingSquare square) {
  for (int twice = 0; twice < 2; twice++) {
    for (int i = 0; i < count; i++) {
      RatingTerms row;
      for (int j = 0; j < count; j++)
        row[j] = rating_dot(square[i], inverse[j], count);
      memcpy(square[i], row, (size_t)count * sizeof *row);
    }
    for (int i = 0; i < count; i++)
      for (int j = 0; j < i; j++) {
        double swapped = square[i][j];
        square[i][j] = square[j][i];
        square[j][i] = swapped;
      }
  }
}

RatingCorrection rating_correction(const RatingData *data) {
  double games = rating_games(data), terms = rating_terms(data) - 2;
  if (!(games > 0))
    return (RatingCorrection){1, 1};
  return (RatingCorrection){games / fmax(games - terms, 1),
                            2.0 * data->players / (games * data->sides)};
}

void rating_covariance(const RatingData *data, Ratings *r) {
  int count = rating_terms(data);
  RatingCorrection correction = rating_correction(data);
  gradient_products(data, r->at, r->covariance);
  sandwich(count, r->naive, r->covariance);
  for (int i = 0; i < count; i++)
    for (int j = 0; j < count; j++)
      r->covariance[i][j] = correction.factor * r->covariance[i][j] +
                            correction.added * r->naive[i][j];
}
