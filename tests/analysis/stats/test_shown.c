/* Numbers as people read them: known answers, and every rate of a few numbers
 * of games in exact integer arithmetic. */
#include "tests/support/support.h"

#include "analysis/stats/shown.h"
#include <math.h>

static void reals_are_rounded_and_grouped(void **state) {
  (void)state;
  assert_string_equal(shown_count(0).text, "0");
  assert_string_equal(shown_count(1234567).text, "1,234,567");
  assert_string_equal(shown_things(0, "ply", "plies").text, "0 plies");
  assert_string_equal(shown_things(1, "ply", "plies").text, "1 ply");
  assert_string_equal(shown_things(1001, "ply", "plies").text, "1,001 plies");
  assert_string_equal(shown_real(1234.56, 1).text, "1,234.6");
  assert_string_equal(shown_real(-1234.56, 0).text, "-1,235");
  assert_string_equal(shown_real(0.25, 1).text, "0.2");
  assert_string_equal(shown_real(-0.75, 1).text, "-0.8");
  assert_string_equal(shown_real(2.5, 0).text, "2");
  assert_string_equal(shown_real(-0.04, 1).text, "0.0");
  assert_string_equal(shown_real(0.000123, 6).text, "0.000123");
  assert_string_equal(shown_real(3e15, 1).text, "3e+15");
  assert_string_equal(shown_real(INFINITY, 1).text, "inf");
  assert_string_equal(shown_signed(-INFINITY, 1).text, "-inf");
  assert_string_equal(shown_real(NAN, 1).text, "–");
  assert_string_equal(shown_signed(12.34, 1).text, "+12.3");
  assert_string_equal(shown_signed(-12.34, 1).text, "-12.3");
  assert_string_equal(shown_signed(0.01, 1).text, "0.0");
}

static void rates_are_rounded_as_the_files_have_them(void **state) {
  (void)state;
  assert_string_equal(shown_percent(0).text, "0.0%");
  assert_string_equal(shown_percent(1).text, "100.0%");
  assert_string_equal(shown_percent(0.0004999).text, "<0.1%");
  assert_string_equal(shown_percent(0.000499).text, "<0.1%");
  assert_string_equal(shown_percent(0.9996).text, ">99.9%");
  assert_string_equal(shown_percent(0.9994).text, "99.9%");
  assert_string_equal(shown_percent(NAN).text, "–");
  /* 0.555500 in the file, although the number is a little less. */
  assert_string_equal(shown_percent(0.5554999).text, "55.6%");
  assert_string_equal(shown_percent(0.5554994).text, "55.5%");
  assert_string_equal(shown_percent(0.5545).text, "55.4%");
  assert_string_equal(shown_points(-0.0125).text, "-1.2");
  assert_string_equal(shown_signed_points(0.0135).text, "+1.4");
  assert_string_equal(shown_p(0.00004).text, "p < 0.0001");
  assert_string_equal(shown_p(0.00045).text, "p = 0.0004");
  assert_string_equal(shown_p(0.0316).text, "p = 0.032");
}

static void an_interval_has_two_ends(void **state) {
  (void)state;
  const Estimate rate = {0, 0, 0.0714, 50}, plain = {7.25, NAN, NAN, 1};
  const Estimate elo = {12.3, -4.5, 29.1, 100};
  assert_string_equal(shown_percent_estimate(rate).text, "0.0% (0.0 to 7.1)");
  assert_string_equal(shown_points_estimate_to(rate, 1).text,
                      "0.0 (0.0 to 7.1)");
  assert_string_equal(shown_real_estimate(plain, 1).text, "7.2");
  assert_string_equal(shown_real_estimate(elo, 0).text, "12 (-4 to 29)");
  assert_string_equal(shown_signed_estimate(elo, 1).text,
                      "+12.3 (-4.5 to +29.1)");
}

/* Rounds a double of 2^-60 units to 6 decimals and the result to thousandths,
 * both in integers, ties of the second to the even neighbour. */
static int exact_thousandths(double rate) {
  const unsigned __int128 one = (unsigned __int128)1 << 60;
  unsigned __int128 scaled = (unsigned __int128)ldexp(rate, 60) * 1000000;
  unsigned __int128 millionths = (2 * scaled + one) / (2 * one);
  int units = (int)((millionths + 500) / 1000);
  return millionths % 1000 == 500 && units % 2 ? units - 1 : units;
}

static void every_rate_follows_the_rule(void **state) {
  (void)state;
  static const int GAMES[] = {64, 128, 1000, 2000, 3000};
  for (size_t i = 0; i < COUNT(GAMES); i++)
    for (int won = 0; won <= GAMES[i]; won++) {
      double rate = (double)won / GAMES[i];
      int wanted = exact_thousandths(rate);
      char text[32];
      snprintf(text, sizeof text, "%d.%d", wanted / 10, wanted % 10);
      assert_string_equal(shown_points(rate).text, text);
    }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(reals_are_rounded_and_grouped),
      cmocka_unit_test(rates_are_rounded_as_the_files_have_them),
      cmocka_unit_test(an_interval_has_two_ends),
      cmocka_unit_test(every_rate_follows_the_rule),
  };
  return RUN_TESTS(tests);
}
