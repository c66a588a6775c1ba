/* Confidence sequences: known answers, how often they ever miss, and that
 * ordinary intervals would miss far more often. */
#include "tests/support/support.h"

#include "analysis/stats/confidence_sequence.h"
#include "analysis/stats/estimate.h"
#include "core/base/rng.h"
#include <math.h>

static void assert_near(double is, double should) {
  if (!(fabs(is - should) <= 5e-9))
    fail_msg("%.12f is not %.12f", is, should);
}

/* ---- known answers -------------------------------------------------------*/

/* The S/√n at which the integral of exp(λS − λ²n/2) over λ, normal with
 * variance r, is 1/alpha; integrated and solved numerically elsewhere. */
static void the_half_width_of_a_mean_solves_the_mixture(void **state) {
  (void)state;
  static const struct {
    uint64_t n;
    double alpha, z;
  } CASES[] = {
      {100, 0.05, 9.084379437},     {100, 0.001, 9.928117135},
      {1000, 0.05, 3.855054634},    {1000, 0.001, 4.873228334},
      {10000, 0.05, 3.035208990},   {10000, 0.001, 4.205766844},
      {100000, 0.05, 3.241723145},  {100000, 0.001, 4.363806871},
      {1000000, 0.05, 3.561641041}, {1000000, 0.001, 4.608489923},
  };
  for (size_t i = 0; i < COUNT(CASES); i++)
    assert_near(confidence_sequence_z(CASES[i].n, CASES[i].alpha), CASES[i].z);
  Estimate e = confidence_sequence_mean(5, 2, 10000, 0.05);
  assert_near(e.low, 5 - 3.035208990 * 2 / 100);
  assert_near(e.high, 5 + 3.035208990 * 2 / 100);
}

/* An anytime-valid p-value is the alpha whose interval ends there. */
static void p_values_belong_to_half_widths(void **state) {
  (void)state;
  static const double ALPHA[] = {0.5, 0.05, 0.001, 1e-12};
  for (size_t i = 0; i < COUNT(ALPHA); i++)
    for (uint64_t n = 100; n <= 1000000; n *= 10) {
      double p = confidence_sequence_p(n, confidence_sequence_z(n, ALPHA[i]));
      if (!(fabs(p / ALPHA[i] - 1) < 1e-9))
        fail_msg("p after %d numbers is %g, not %g", (int)n, p, ALPHA[i]);
    }
  assert_true(confidence_sequence_p(100, 3) == 1);
  assert_true(confidence_sequence_p(1000000, 0) == 1);
}

static void too_few_numbers_have_no_interval(void **state) {
  (void)state;
  Estimate e =
      confidence_sequence_mean(5, 2, CONFIDENCE_SEQUENCE_MIN - 1, 0.05);
  assert_true(e.value == 5 && isinf(e.low) && isinf(e.high));
  assert_true(e.low < 0 && e.high > 0);
}

/* The rates p with p^k (1−p)^(n−k) (n+1) C(n,k) = alpha, solved elsewhere in
 * exact fractions. */
static void rates_have_exact_intervals(void **state) {
  (void)state;
  static const struct {
    uint64_t count, n;
    double alpha, low, high;
  } CASES[] = {
      {0, 1, 0.05, 0, 0.975},
      {0, 10, 0.05, 0, 0.416880276},
      {1, 10, 0.05, 0.000456417, 0.545118253},
      {5, 10, 0.05, 0.129219012, 0.870780988},
      {100, 100, 0.05, 0.926715627, 1},
      {50, 100, 0.05, 0.344590269, 0.655409731},
      {50, 100, 0.001, 0.297147760, 0.702852240},
      {3, 200, 0.01, 0.000343505, 0.079961736},
      {500, 1000, 0.05, 0.444385330, 0.555614670},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Estimate e =
        confidence_sequence_rate(CASES[i].count, CASES[i].n, CASES[i].alpha);
    assert_near(e.value, (double)CASES[i].count / (double)CASES[i].n);
    assert_near(e.low, CASES[i].low);
    assert_near(e.high, CASES[i].high);
  }
  Estimate none = confidence_sequence_rate(0, 0, 0.05);
  assert_true(none.low == 0 && none.high == 1 && none.n == 0);
}

/* ---- repeated looks -------------------------------------------------------*/

enum { LOOK = 100, LAST = 20000 };

/* A stream of numbers with this true mean. */
typedef struct Stream {
  const char *name;
  double (*draw)(Rng *rng);
  double mean;
} Stream;

static double uniform(Rng *rng) {
  return ((double)(rng_next(rng) >> 11) + 0.5) / 9007199254740992.0;
}

static double fair_difference(Rng *rng) {
  return rng_next(rng) >> 63 ? 1 : -1;
}

static double skewed(Rng *rng) {
  return -log(uniform(rng));
}

static double unfair_difference(Rng *rng) {
  return uniform(rng) < 0.53 ? 1 : -1;
}

/* Which intervals ever missed the truth. */
typedef struct Misses {
  bool sequence, naive;
} Misses;

static bool holds(Estimate e, double truth) {
  return e.low <= truth && truth <= e.high;
}

static Misses watch(const Stream *stream, uint64_t index) {
  Rng rng;
  Misses misses = {false, false};
  double sum = 0, squares = 0;
  rng_seed(&rng, 11, index);
  for (int n = 1; n <= LAST; n++) {
    double x = stream->draw(&rng);
    sum += x;
    squares += x * x;
    if (n % LOOK)
      continue;
    double mean = sum / n, deviation = sqrt((squares - sum * mean) / (n - 1));
    Estimate e = confidence_sequence_mean(mean, deviation, (uint64_t)n, 0.05);
    misses.sequence = misses.sequence || !holds(e, stream->mean);
    e = estimate_mean(mean, deviation, (uint64_t)n);
    misses.naive = misses.naive || !holds(e, stream->mean);
  }
  return misses;
}

static void the_sequence_of_a_mean_rarely_ever_misses(void **state) {
  (void)state;
  enum { STREAMS = 2000 };
  static const Stream CASES[] = {{"differences", fair_difference, 0},
                                 {"skewed numbers", skewed, 1}};
  for (size_t i = 0; i < COUNT(CASES); i++) {
    int sequence = 0, naive = 0;
    for (uint64_t j = 0; j < STREAMS; j++) {
      Misses misses = watch(&CASES[i], j);
      sequence += misses.sequence;
      naive += misses.naive;
    }
    print_message("%s: %d of %d ever missed, by ordinary intervals %d\n",
                  CASES[i].name, sequence, STREAMS, naive);
    assert_true(sequence <= STREAMS / 20);
    assert_true(sequence > 0); /* and are no wider than necessary */
    assert_true(naive > STREAMS / 4);
  }
}

static void a_true_difference_is_detected(void **state) {
  (void)state;
  static const Stream UNFAIR = {"unfair", unfair_difference, 0};
  for (uint64_t j = 0; j < 100; j++)
    assert_true(watch(&UNFAIR, j).sequence);
}

/* Also for rare events, where a normal interval is useless. */
static void the_sequence_of_a_rate_rarely_ever_misses(void **state) {
  (void)state;
  enum { STREAMS = 400 };
  static const double RATES[] = {0.5, 0.01, 0.0005};
  for (size_t i = 0; i < COUNT(RATES); i++) {
    int missed = 0;
    for (uint64_t j = 0; j < STREAMS; j++) {
      Rng rng;
      uint64_t count = 0;
      bool out = false;
      rng_seed(&rng, 12, j);
      for (uint64_t n = 1; n <= LAST; n++) {
        count += uniform(&rng) < RATES[i];
        out =
            out || (n % LOOK == 0 &&
                    !holds(confidence_sequence_rate(count, n, 0.05), RATES[i]));
      }
      missed += out;
    }
    print_message("rate %g: %d of %d ever missed\n", RATES[i], missed, STREAMS);
    assert_true(missed <= STREAMS / 20);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_half_width_of_a_mean_solves_the_mixture),
      cmocka_unit_test(p_values_belong_to_half_widths),
      cmocka_unit_test(too_few_numbers_have_no_interval),
      cmocka_unit_test(rates_have_exact_intervals),
      cmocka_unit_test(the_sequence_of_a_mean_rarely_ever_misses),
      cmocka_unit_test(a_true_difference_is_detected),
      cmocka_unit_test(the_sequence_of_a_rate_rarely_ever_misses),
  };
  return RUN_TESTS(tests);
}
