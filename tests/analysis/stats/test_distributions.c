/* Distributions, compared with R. */
#include "tests/support/analysis/estimates.h"
#include "tests/support/support.h"

#include "analysis/stats/distribution.h"
#include <math.h>

/* pchisq(x, freedom, lower.tail = FALSE) */
static void the_chi_square_tail_agrees_with_r(void **state) {
  (void)state;
  static const struct {
    double x;
    int freedom;
    double p;
  } CASES[] = {
      {1e-06, 1, 0.9992021155721779},
      {0.01, 1, 0.920344325445942},
      {0.5, 1, 0.4795001221869534},
      {1, 1, 0.31731050786291415},
      {3, 1, 0.08326451666355036},
      {7.5, 1, 0.0061698993205441584},
      {20, 1, 7.744216431044084e-06},
      {100, 1, 1.5239706048321054e-23},
      {1e-06, 2, 0.999999500000125},
      {0.01, 2, 0.9950124791926822},
      {0.5, 2, 0.7788007830714049},
      {1, 2, 0.6065306597126334},
      {3, 2, 0.22313016014842982},
      {7.5, 2, 0.023517745856009107},
      {20, 2, 4.5399929762484854e-05},
      {100, 2, 1.9287498479639178e-22},
      {1e-06, 3, 0.9999999997340386},
      {0.01, 3, 0.9997348349413444},
      {0.5, 3, 0.9188914116546759},
      {1, 3, 0.8012519569012008},
      {3, 3, 0.391625176271089},
      {7.5, 3, 0.057558451972636406},
      {20, 3, 0.0001697424355528265},
      {100, 3, 1.5541594313896051e-21},
      {1e-06, 5, 1},
      {0.01, 5, 0.9999994699729957},
      {0.5, 5, 0.9921232932326296},
      {1, 5, 0.9625657732472964},
      {3, 5, 0.6999858358786275},
      {7.5, 5, 0.186029833602867},
      {20, 5, 0.0012497305630313755},
      {100, 5, 5.28514836094324e-20},
      {1e-06, 8, 1},
      {0.01, 8, 0.9999999999740623},
      {0.5, 8, 0.999866630349486},
      {1, 8, 0.9982483774437092},
      {3, 8, 0.9343575456215498},
      {7.5, 8, 0.4837673815536874},
      {20, 8, 0.010336050675925716},
      {100, 8, 4.269159205144935e-18},
      {1e-06, 15, 1},
      {0.01, 15, 1},
      {0.5, 15, 0.9999999982553599},
      {1, 15, 0.999999746435569},
      {3, 15, 0.9995978014473508},
      {7.5, 15, 0.9422631134644077},
      {20, 15, 0.17193268937660092},
      {100, 15, 1.3047043436251444e-14},
      {3.841458820694124, 1, 0.04999999999999998},
      {5.991464547107979, 2, 0.05000000000000007},
      {700, 1, 2.990226975124621e-154},
      {1400, 1, 2.1010145162641344e-306},
      {700, 2, 9.92959039626498e-153},
      {1400, 2, 9.85967654375977e-305},
      {700, 3, 2.0991308534204087e-151},
      {1400, 3, 2.9456193610163185e-303},
      {700, 15, 1.8593379312533016e-139},
      {1400, 15, 1.6554376843628603e-289},
      {1000, 100, 2.306076738035398e-148},
      {300, 255, 0.027727522053904823},
      {60, 60, 0.4757169861063199},
      {255, 255, 0.48822252177040615},
  };
  for (size_t i = 0; i < COUNT(CASES); i++)
    assert_within("chi-square", chi_square_tail(CASES[i].x, CASES[i].freedom),
                  CASES[i].p, 1e-12 * CASES[i].p);
}

static void the_tail_from_zero_is_one(void **state) {
  (void)state;
  assert_true(chi_square_tail(0, 1) == 1);
  assert_true(chi_square_tail(-1e-9, 4) == 1);
}

/* qnorm(p) */
static void normal_quantiles_agree_with_r(void **state) {
  (void)state;
  static const double CASES[][2] = {
      {1e-300, -37.0470962993612},
      {1e-100, -21.273453560965322},
      {1e-20, -9.262340089798407},
      {1e-10, -6.361340902404057},
      {1e-05, -4.264890793922825},
      {0.001, -3.090232306167813},
      {0.01, -2.3263478740408408},
      {0.025, -1.9599639845400538},
      {0.1, -1.2815515655446006},
      {0.25, -0.6744897501960817},
      {0.4, -0.2533471031357998},
      {0.4999, -0.0002506628300880075},
      {0.5, 0},
      {0.6, 0.2533471031357998},
      {0.75, 0.6744897501960817},
      {0.9, 1.2815515655446006},
      {0.975, 1.9599639845400534},
      {0.999, 3.090232306167813},
  };
  for (size_t i = 0; i < COUNT(CASES); i++)
    assert_within("quantile", normal_quantile(CASES[i][0]), CASES[i][1],
                  1e-14 * (1 + fabs(CASES[i][1])));
}

/* qnorm(0.025 / intervals, lower.tail = FALSE) */
static void bonferroni_widens_with_the_number_of_intervals(void **state) {
  (void)state;
  static const struct {
    int intervals;
    double z;
  } CASES[] = {
      {0, 1.9599639845400538}, {1, 1.9599639845400538},
      {2, 2.2414027276049446}, {3, 2.393979799818509},
      {6, 2.63825727347675},   {10, 2.807033768343804},
      {16, 2.955166847497838}, {120, 3.5292960888347764},
  };
  for (size_t i = 0; i < COUNT(CASES); i++)
    assert_within("z", bonferroni_z(CASES[i].intervals), CASES[i].z, 1e-13);
}

/* qnorm(0.025 / look^3, lower.tail = FALSE) */
static void later_looks_need_more(void **state) {
  (void)state;
  assert_within("alpha", look_alpha(0), 0.05, 0);
  assert_within("alpha", look_alpha(1), 0.00625, 1e-17);
  assert_within("z", look_z(0, 1), 1.9599639845400538, 1e-15);
  assert_within("z", look_z(1, 1), 2.7343687865331814, 1e-13);
  assert_within("z", look_z(1, 3), -normal_quantile(0.00625 / 6), 1e-13);
  assert_within("p", look_p(0, 0.3), 0.3, 0);
  assert_within("p", look_p(2, 0.001), 0.027, 1e-17);
  assert_within("p", look_p(2, 0.3), 1, 0);
  assert_true(isnan(look_p(2, NAN)));
  double later = 0;
  for (int raised = 1; raised < 100000; raised++)
    later += look_alpha(raised);
  assert_within("all later looks", later, 0.0101, 1e-5);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_chi_square_tail_agrees_with_r),
      cmocka_unit_test(the_tail_from_zero_is_one),
      cmocka_unit_test(normal_quantiles_agree_with_r),
      cmocka_unit_test(bonferroni_widens_with_the_number_of_intervals),
      cmocka_unit_test(later_looks_need_more),
  };
  return RUN_TESTS(tests);
}
