/* What a comparison shows, in sentences. */
#include "analysis/experiments/compare.h"

#include <math.h>

static const ComparedMetric SEAT_1 = {COMPARE_SEAT, 0};

static bool excludes_zero(const Difference *d) {
  return d->difference.low > 0 || d->difference.high < 0;
}

static bool both_have_two_sides(const Comparison *c) {
  return c->a->run.schedule.sides == 2 && c->b->run.schedule.sides == 2;
}

/* "seat 1 wins 51.2% against 56.9%, difference 5.7 ± 1.4 points". The value of
 * B comes first, or that of A if a_first. */
static void say_seat(const Comparison *c, const char *start, bool a_first,
                     Sentences *to) {
  const Difference *d = compare_find(c, SEAT_1);
  sentences_add(to,
                "%s: seat 1 wins %.1f%% against %.1f%%, difference %.1f ± %.1f "
                "points.",
                start, 100 * (a_first ? d->a : d->b),
                100 * (a_first ? d->b : d->a), 100 * fabs(d->difference.value),
                half_points(d->difference.low, d->difference.high));
}

static void say_gap(const Difference *d, const char *start, const char *whose,
                    bool a_first, Sentences *to) {
  sentences_add(to,
                "%s: %s seats' win rates differ by %.1f points against %.1f, "
                "difference %.1f ± %.1f points.",
                start, whose, 100 * (a_first ? d->a : d->b),
                100 * (a_first ? d->b : d->a), 100 * fabs(d->difference.value),
                half_points(d->difference.low, d->difference.high));
}

/* With two sides, few games without a winner and the same side ahead in both
 * runs, the win rate of seat 1 is a simpler way to state the gap: the nearer to
 * one half, the fairer. With many draws it can point the other way: win rates
 * of 30% and 30% are fairer than 50% and 40%. */
static bool seat_explains_gap(const Comparison *c, const Difference *gap) {
  const Difference *seat = compare_find(c, SEAT_1);
  double a = seat->a - 0.5, b = seat->b - 0.5;
  return both_have_two_sides(c) && excludes_zero(seat) && a * b >= 0 &&
         (gap->difference.value > 0 ? fabs(a) < fabs(b) : fabs(b) < fabs(a));
}

static void say_fairness(const Comparison *c, Sentences *to) {
  const Difference *gap = compare_find(c, (ComparedMetric){COMPARE_GAP, 0});
  char start[SENTENCE / 2];
  bool a_is_fairer = gap->difference.value > 0;
  if (!excludes_zero(gap)) {
    static const char NEITHER[] = "Neither is shown to be fairer";
    if (both_have_two_sides(c) && !excludes_zero(compare_find(c, SEAT_1)))
      say_seat(c, NEITHER, false, to);
    else
      say_gap(gap, NEITHER, "their", false, to);
    return;
  }
  snprintf(start, sizeof start, "%.200s is fairer",
           a_is_fairer ? c->a->dir : c->b->dir);
  if (seat_explains_gap(c, gap))
    say_seat(c, start, a_is_fairer, to);
  else
    say_gap(gap, start, "its", a_is_fairer, to);
}

/* The normal interval of a mean is far too narrow for small samples: with ten
 * games it misses in 8% of cases, with two in 30%. */
enum { GAMES_FOR_MEANS = 30 };

static void say_length(const Comparison *c, Sentences *to) {
  const Difference *d = compare_find(c, (ComparedMetric){COMPARE_PLIES, 0});
  double difference = fabs(d->difference.value);
  double half = estimate_half_width(d->difference);
  if (excludes_zero(d) && c->games >= GAMES_FOR_MEANS)
    sentences_add(to,
                  "%.200s is %s: %.1f plies against %.1f, difference %.1f ± "
                  "%.1f.",
                  c->b->dir, d->difference.value > 0 ? "longer" : "shorter",
                  d->b, d->a, difference, half);
  else
    sentences_add(to,
                  "Neither is shown to be longer: %.1f plies against %.1f, "
                  "difference %.1f ± %.1f.",
                  d->b, d->a, difference, half);
}

static void say_end(const Comparison *c, MatchEnd end, const char *ended,
                    Sentences *to) {
  const Difference *d =
      compare_find(c, (ComparedMetric){COMPARE_END, (int)end});
  if (excludes_zero(d))
    sentences_add(to,
                  "%.200s is %s %s often: %.1f%% of games against %.1f%%, "
                  "difference %.1f ± %.1f points.",
                  c->b->dir, ended, d->difference.value > 0 ? "more" : "less",
                  100 * d->b, 100 * d->a, 100 * fabs(d->difference.value),
                  half_points(d->difference.low, d->difference.high));
}

void compare_verdict(const Comparison *c, Sentences *to) {
  if (c->games < 2) {
    sentences_add(to, "One game each is too few to compare: play more.");
    return;
  }
  say_fairness(c, to);
  say_length(c, to);
  say_end(c, MATCH_DRAW, "drawn", to);
  say_end(c, MATCH_TRUNCATED, "truncated", to);
  say_end(c, MATCH_FORFEIT, "forfeited", to);
}
