#include "analysis/stats/regression.h"

#include "analysis/stats/distribution.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A column whose rest is this small, once what the others explain is removed,
 * is a combination of them. */
static const double DEPENDENT = 1e-9;

/* ---- vectors -------------------------------------------------------------*/

static double dot(const double a[], const double b[], int count) {
  double sum = 0;
  for (int i = 0; i < count; i++)
    sum += a[i] * b[i];
  return sum;
}

static void subtract(double from[], double times, const double other[],
                     int count) {
  for (int i = 0; i < count; i++)
    from[i] -= times * other[i];
}

/* Makes a vector orthogonal to `known` orthonormal ones and gives it the length
 * 1, twice, since rounding spoils the first time. `part` (or NULL) receives its
 * product with each of them. Returns what was left of its length. */
static double orthogonalize(double vector[], const double basis[], int known,
                            int count, double part[]) {
  double length = sqrt(dot(vector, vector, count));
  for (int turn = 0; turn < 2; turn++)
    for (int i = 0; i < known; i++) {
      const double *other = basis + (size_t)i * (size_t)count;
      double product = dot(vector, other, count);
      subtract(vector, product, other, count);
      if (part)
        part[i] += product;
    }
  double left = sqrt(dot(vector, vector, count));
  if (left <= DEPENDENT * length)
    return 0;
  for (int i = 0; i < count; i++)
    vector[i] /= left;
  return left;
}

/* ---- fitting -------------------------------------------------------------*/

/* The design as orthonormal columns Q and an upper triangle R; the coefficients
 * are R⁻¹ Qᵀ times the numbers. */
static bool decompose(const double design[], int points, int columns,
                      double basis[], double triangle[]) {
  for (int k = 0; k < columns; k++) {
    double *vector = basis + (size_t)k * (size_t)points;
    double *part = triangle + (size_t)k * (size_t)columns;
    for (int i = 0; i < points; i++)
      vector[i] = design[(size_t)i * (size_t)columns + (size_t)k];
    part[k] = orthogonalize(vector, basis, k, points, part);
    if (part[k] == 0)
      return false;
  }
  return true;
}

/* Solves R times the weights = Qᵀ, from the last coefficient to the first. */
static void solve(Regression *r, const double basis[],
                  const double triangle[]) {
  size_t points = (size_t)r->points, columns = (size_t)r->columns;
  for (int k = r->columns - 1; k >= 0; k--) {
    double *weight = r->weight + (size_t)k * points;
    memcpy(weight, basis + (size_t)k * points, points * sizeof *weight);
    for (size_t j = (size_t)k + 1; j < columns; j++)
      subtract(weight, triangle[j * columns + (size_t)k],
               r->weight + j * points, r->points);
    for (size_t i = 0; i < points; i++)
      weight[i] /= triangle[(size_t)k * columns + (size_t)k];
  }
}

/* Completes the basis of the columns to one of all points. Of the unit vectors,
 * those that add least are left out, so the rest is never lost to rounding. */
static void complete(Regression *r, double basis[]) {
  size_t points = (size_t)r->points;
  int known = r->columns;
  for (int k = 0; k < r->departures; k++) {
    double *vector = basis + (size_t)known * points, most = -1;
    int best = 0;
    for (int i = 0; i < r->points; i++) {
      double rest = 1; /* of the unit vector i, its squared length */
      for (int j = 0; j < known; j++)
        rest -= pow(basis[(size_t)j * points + (size_t)i], 2);
      if (rest > most + 1e-12) {
        most = rest;
        best = i;
      }
    }
    memset(vector, 0, points * sizeof *vector);
    vector[best] = 1;
    orthogonalize(vector, basis, known, r->points, NULL);
    known++;
  }
  memcpy(r->residual, basis + (size_t)r->columns * points,
         (size_t)r->departures * points * sizeof *basis);
}

bool regression_make(Regression *r, const double design[], int points,
                     int columns, Error *error) {
  int rest = points - columns;
  *r = (Regression){.points = points, .columns = columns};
  if (rest < 0)
    return error_set(error, "there are fewer points than columns");
  r->departures = rest <= DEPARTURE_MAX ? rest : 0;
  size_t all = (size_t)(columns + r->departures) * (size_t)points;
  double *basis = malloc((all + 1) * sizeof *basis);
  double *triangle =
      calloc((size_t)columns * (size_t)columns + 1, sizeof *triangle);
  r->weight = malloc((all + 1) * sizeof *r->weight);
  r->residual = malloc((all + 1) * sizeof *r->residual);
  bool good = basis && triangle && r->weight && r->residual;
  if (!good)
    error_set(error, "out of memory (regression)");
  if (good && !decompose(design, points, columns, basis, triangle))
    good = error_set(error, "the columns depend on each other");
  if (good) {
    solve(r, basis, triangle);
    complete(r, basis);
  }
  free(basis);
  free(triangle);
  if (!good)
    regression_free(r);
  return good;
}

void regression_free(Regression *r) {
  free(r->weight);
  free(r->residual);
  *r = (Regression){.points = 0};
}

/* ---- tests ---------------------------------------------------------------*/

Contrast contrast_test(double mean, double squares, double extreme,
                       uint64_t n) {
  Contrast none = {{mean, NAN, NAN, n}, NAN};
  double games = (double)n, all = games + 2, middle = games * mean / all;
  double sum = squares + games * mean * mean + extreme * extreme;
  double variance = (sum - all * middle * middle) / (all - 1);
  if (n < 2 || !(squares > 0 || mean != 0) || !(extreme > 0))
    return none;
  double error = sqrt(variance / all), freedom = games - 1;
  double half = student_quantile(0.975, freedom) * error;
  double t = fabs(middle) / error;
  return (Contrast){{mean, middle - half, middle + half, n},
                    t > 0 ? 2 * student_tail(t, freedom) : 1};
}

/* Factors a positive definite matrix into a lower triangle times its transpose
 * (Cholesky), in place. */
static bool factor(double matrix[], int count) {
  size_t n = (size_t)count;
  for (size_t i = 0; i < n; i++)
    for (size_t j = 0; j <= i; j++) {
      double sum = matrix[i * n + j];
      for (size_t k = 0; k < j; k++)
        sum -= matrix[i * n + k] * matrix[j * n + k];
      if (i == j && !(sum > 0))
        return false;
      matrix[i * n + j] = i == j ? sqrt(sum) : sum / matrix[j * n + j];
    }
  return true;
}

double contrasts_p(const double mean[], double cross[], int count,
                   double extreme, uint64_t n) {
  double games = (double)n, all = games + 2, distance = 0;
  double half[DEPARTURE_MAX];
  size_t width = (size_t)count;
  if (count < 1 || count > DEPARTURE_MAX || n < 2 * (uint64_t)count + 2)
    return NAN;
  double spread = 0;
  for (size_t i = 0; i < width; i++) {
    spread += cross[i * width + i] + fabs(mean[i]);
    for (size_t j = 0; j < width; j++) {
      double product = mean[i] * mean[j];
      cross[i * width + j] += games * product * (1 - games / all) +
                              (i == j ? extreme * extreme : 0);
      cross[i * width + j] /= all - 1;
    }
  }
  if (!(spread > 0) || !(extreme > 0) || !factor(cross, count))
    return NAN;
  for (size_t i = 0; i < width; i++) { /* forward substitution */
    half[i] = games * mean[i] / all;
    for (size_t k = 0; k < i; k++)
      half[i] -= cross[i * width + k] * half[k];
    half[i] /= cross[i * width + i];
    distance += half[i] * half[i];
  }
  double rest = games - count;
  return f_tail(all * distance * rest / (count * (games - 1)), count, rest);
}
