#include "analysis/stats/rating_likelihood.h"

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

double rating_pair_product(const RatingData *data, const RatingPair *pair,
                           const RatingTerms at) {
  Contest first = rating_contest(data, pair->first);
  Contest second = rating_contest(data, pair->second);
  double one[SEATS_MAX], other[SEATS_MAX];
  rating_expect(data, &first, at, one);
  rating_expect(data, &second, at, other);
  return pair->product - one[0] * pair->second_points -
         other[0] * pair->first_points + pair->pairs * one[0] * other[0];
}

/* Adds the products of the gradients of the two games of a pair. What the first
 * side gains the second loses. */
static void add_pair_products(const RatingData *data, const RatingPair *pair,
                              const RatingTerms at, RatingSquare sum) {
  double product = rating_pair_product(data, pair, at);
  const int *first = rating_contest(data, pair->first).player;
  const int *second = rating_contest(data, pair->second).player;
  for (int s = 0; s < 2; s++)
    for (int t = 0; t < 2; t++) {
      const int row[2] = {first[s], data->players + s};
      const int column[2] = {second[t], data->players + t};
      for (int i = 0; i < 4; i++) {
        double part = s == t ? product : -product;
        sum[row[i / 2]][column[i % 2]] += part;
        sum[column[i % 2]][row[i / 2]] += part;
      }
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
  for (int i = 0; i < data->pairs; i++)
    if (data->pair[i].pairs > 0)
      add_pair_products(data, &data->pair[i], at, sum);
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
  for (int i = 0; i < data->pairs; i++) /* a pair is one observation */
    games -= data->pair[i].pairs;
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
