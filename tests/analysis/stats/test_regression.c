/* Regression: known answers. */
#include "tests/support/support.h"

#include "analysis/stats/distribution.h"
#include "analysis/stats/regression.h"
#include <math.h>

static void assert_near(double actual, double expected) {
  if (!(fabs(actual - expected) <= 1e-9 * fmax(1, fabs(expected))))
    fail_msg("%.15g is not %.15g", actual, expected);
}

/* The coefficients of numbers at the points of a design. */
static void assert_fit(const double *design, int points, int columns,
                       const double number[], const double coefficient[]) {
  Regression r;
  Error error;
  if (!regression_make(&r, design, points, columns, &error))
    fail_msg("%s", error.message);
  for (int k = 0; k < columns; k++) {
    double sum = 0;
    for (int i = 0; i < points; i++)
      sum += r.weight[k * points + i] * number[i];
    assert_near(sum, coefficient[k]);
  }
  assert_int_equal(r.departures, points - columns);
  regression_free(&r);
}

/* By hand: x̄ = 2.5, Sxx = 5; ȳ = 3.5, Sxy = 7. */
static void a_line_is_fitted(void **state) {
  (void)state;
  static const double DESIGN[] = {1, 1, 1, 2, 1, 3, 1, 4};
  static const double Y[] = {1, 3, 4, 6};
  static const double FIT[] = {0, 1.6};
  Regression r;
  assert_fit(DESIGN, 4, 2, (const double[]){6, 5, 7, 10},
             (const double[]){3.5, 1.4});
  assert_fit(DESIGN, 4, 2, Y, (const double[]){-0.5, FIT[1]});
  assert_true(regression_make(&r, DESIGN, 4, 2, NULL));
  for (int i = 0; i < 4; i++)
    assert_near(r.weight[4 + i], -0.3 + 0.2 * i);
  regression_free(&r);
}

/* A parabola through all points, and a plane: y = 1 + 2 x - 3 z. */
static void several_columns_are_fitted(void **state) {
  (void)state;
  static const double PARABOLA[] = {1, -1, 1, 1, 0, 0, 1, 2, 4};
  static const double PLANE[] = {1, 0, 0, 1, 0, 1, 1, 1, 0, 1, 1, 1, 1, 5, 2};
  assert_fit(PARABOLA, 3, 3, (const double[]){6, 1, 9},
             (const double[]){1, -2, 3});
  assert_fit(PLANE, 5, 3, (const double[]){1, -2, 3, 0, 5},
             (const double[]){1, 2, -3});
}

/* They are orthonormal, and every model gives 0. */
static void residual_contrasts_see_only_departures(void **state) {
  (void)state;
  enum { ROWS = 9, COLUMNS = 3 };
  double design[ROWS * COLUMNS];
  Regression r;
  for (int i = 0; i < ROWS; i++) {
    design[i * COLUMNS] = 1;
    design[i * COLUMNS + 1] = 1e6 + i;
    design[i * COLUMNS + 2] = i % 2;
  }
  assert_true(regression_make(&r, design, ROWS, COLUMNS, NULL));
  assert_int_equal(r.departures, ROWS - COLUMNS);
  for (int a = 0; a < r.departures; a++) {
    for (int b = 0; b <= a; b++) {
      double product = 0;
      for (int i = 0; i < ROWS; i++)
        product += r.residual[a * ROWS + i] * r.residual[b * ROWS + i];
      assert_near(product, a == b);
    }
    for (int k = 0; k < COLUMNS; k++) {
      double product = 0;
      for (int i = 0; i < ROWS; i++)
        product += r.residual[a * ROWS + i] *
                   (design[i * COLUMNS + k] - (k == 1 ? 1e6 : 0));
      assert_true(fabs(product) < 1e-8);
    }
  }
  regression_free(&r);
}

static void an_impossible_design_is_refused(void **state) {
  (void)state;
  Regression r;
  Error error;
  assert_false(
      regression_make(&r, (const double[]){1, 2, 1, 2, 1, 2}, 3, 2, &error));
  assert_message(&error, "depend on each other");
  assert_false(
      regression_make(&r, (const double[]){1, 2, 3, 1, 0, 0}, 2, 3, &error));
  assert_message(&error, "fewer points than columns");
}

/* From tables of F. */
static void the_tail_of_f_is_that_of_the_tables(void **state) {
  (void)state;
  static const struct {
    double x, one, other, p;
  } F[] = {{4.964603, 1, 10, 0.05},
           {2.866081, 4, 20, 0.05},
           {4.938193, 2, 30, 0.0140},
           {0, 3, 3, 1},
           {1, 7, 7, 0.5}};
  for (size_t i = 0; i < COUNT(F); i++)
    if (fabs(f_tail(F[i].x, F[i].one, F[i].other) - F[i].p) > 2e-5)
      fail_msg("%g", f_tail(F[i].x, F[i].one, F[i].other));
}

/* 8 of 10 matched pairs differ, 7 in one direction: the sum of squares is 8,
 * with half a pair added at each extreme 9, and of the deviations 9 - 36 / 12.
 */
static void a_contrast_has_half_a_game_at_each_extreme(void **state) {
  (void)state;
  double mean = 0.6, squares = 8 - 10 * 0.36;
  Contrast c = contrast_test(mean, squares, 1, 10);
  double error = sqrt((9 - 36 / 12.0) / 11 / 12);
  assert_near(c.estimate.value, 0.6);
  assert_near(c.estimate.low, 0.5 - student_quantile(0.975, 9) * error);
  assert_near(c.estimate.high, 0.5 + student_quantile(0.975, 9) * error);
  assert_near(c.p, 2 * student_tail(0.5 / error, 9));
  assert_true(isnan(contrast_test(0, 0, 1, 10).p));
  assert_true(isnan(contrast_test(1, 0, 1, 1).p));
  assert_true(contrast_test(1, 0, 1, 10).p > 0);
}

/* One contrast is Student's test; turning the axes of two changes nothing. */
static void several_contrasts_are_tested_together(void **state) {
  (void)state;
  const double mean[] = {0.3, -0.1};
  double one[] = {40}, two[] = {40, 6, 6, 25};
  assert_near(contrasts_p(mean, one, 1, 1, 100),
              contrast_test(0.3, 40, 1, 100).p);
  double p = contrasts_p(mean, two, 2, 1, 100);
  double c = 0.6, s = 0.8;
  const double turned[] = {c * 0.3 - s * -0.1, s * 0.3 + c * -0.1};
  double cross[] = {c * c * 40 - 2 * c * s * 6 + s * s * 25,
                    c * s * 40 + (c * c - s * s) * 6 - c * s * 25,
                    c * s * 40 + (c * c - s * s) * 6 - c * s * 25,
                    s * s * 40 + 2 * c * s * 6 + c * c * 25};
  assert_near(contrasts_p(turned, cross, 2, 1, 100), p);
  assert_true(p > 0 && p < 0.001);
  double few[] = {4, 0, 0, 4};
  assert_true(isnan(contrasts_p(mean, few, 2, 1, 5)));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_line_is_fitted),
      cmocka_unit_test(several_columns_are_fitted),
      cmocka_unit_test(residual_contrasts_see_only_departures),
      cmocka_unit_test(an_impossible_design_is_refused),
      cmocka_unit_test(the_tail_of_f_is_that_of_the_tables),
      cmocka_unit_test(a_contrast_has_half_a_game_at_each_extreme),
      cmocka_unit_test(several_contrasts_are_tested_together),
  };
  return RUN_TESTS(tests);
}
