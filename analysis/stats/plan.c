#include "analysis/stats/plan.h"

#include "analysis/stats/distribution.h"
#include "analysis/stats/exact_test.h"
#include "analysis/stats/pentanomial.h"
#include <math.h>
#include <stdbool.h>

static bool is_match(StudyKind kind) {
  return kind == STUDY_MATCH || kind == STUDY_PAIRED_MATCH;
}

double power_games(double variance, double difference, double power) {
  double ratio = (Z95 + normal_quantile(power)) / difference;
  return variance * ratio * ratio;
}

/* ---- the variance of an observation --------------------------------------*/

double power_side_variance(double neither, double difference) {
  return 1 - neither - difference * difference;
}

/* The seat's win rate in the second run: `difference` more or, if there is no
 * room for that, less. */
static double second_rate(const Study *s, double difference) {
  return s->rate + difference > 1 - s->drawn ? s->rate - difference
                                             : s->rate + difference;
}

/* Two rates bound how often both games of a pair are won, and so the
 * correlation: rates of 50% and 52% differ in 2% of the pairs at least (Fréchet
 * 1951). */
static double runs_correlation(const Study *s, double difference) {
  double a = s->rate, b = second_rate(s, difference);
  double scale = sqrt(a * (1 - a) * b * (1 - b));
  if (!(scale > 0))
    return s->correlation;
  double low = (fmax(0, a + b - 1) - a * b) / scale;
  double high = (fmin(a, b) - a * b) / scale;
  return fmin(fmax(s->correlation, low), high);
}

static double runs_variance(const Study *s, StudyKind kind, double difference) {
  double a = s->rate, b = second_rate(s, difference);
  double a_variance = a * (1 - a), b_variance = b * (1 - b);
  double r = kind == STUDY_PAIRED_RUNS ? runs_correlation(s, difference) : 0;
  return a_variance + b_variance - 2 * r * sqrt(a_variance * b_variance);
}

/* Points are 1, 1/2 and 0. */
static double game_variance(const Study *s, double score) {
  return fmax(score * (1 - score) - s->drawn / 4, 0);
}

/* If one bot wins d more of the games than the other, the two games of a pair
 * cannot cancel out always. They do so most often where the first is won as
 * often as possible when the second is lost; then their sum differs from 1 by
 * 1/2 or 1, with the mean square d − min(d, draws) / 2. */
static double match_correlation(const Study *s, double score) {
  double variance = game_variance(s, score), d = fabs(2 * score - 1);
  if (!(variance > 0))
    return s->pairing;
  double least = d - fmin(d, s->drawn) / 2 - d * d; /* of the sum */
  return fmax(s->pairing, least / (2 * variance) - 1);
}

/* The mean of two correlated games varies by (1 + r) / 2 of what one does. */
static double match_variance(const Study *s, StudyKind kind, double score) {
  double variance = game_variance(s, score);
  return kind == STUDY_PAIRED_MATCH
             ? variance * (1 + match_correlation(s, score)) / 2
             : variance;
}

double study_correlation(const Study *s, StudyKind kind, double difference) {
  return kind == STUDY_PAIRED_RUNS ? runs_correlation(s, difference)
         : kind == STUDY_PAIRED_MATCH
             ? match_correlation(s, score_of_elo(difference))
             : 0;
}

/* ---- formulas ------------------------------------------------------------*/

int study_compare_tests(double drawn) {
  return drawn > 0 ? 5 : 4;
}

static int tests_of(const Study *s, StudyKind kind) {
  return kind == STUDY_RUNS || kind == STUDY_PAIRED_RUNS ? s->run_tests
                                                         : s->tests;
}

/* How many times the games it takes if claims are adjusted for several tests.
 */
static double adjustment(const Study *s, StudyKind kind) {
  double z = normal_quantile(s->power);
  double ratio = (bonferroni_z(tests_of(s, kind)) + z) / (bonferroni_z(1) + z);
  return ratio * ratio;
}

/* Fewer games show nothing, whatever their outcome: 6 heads of 6 coins have a
 * two-sided p-value of 0.03, and 5 of 5 one of 0.06. */
static double fewest(const Study *s, StudyKind kind) {
  return ceil(1 + log2(tests_of(s, kind) / 0.05));
}

/* An exact test of two sides decides as if each count were half a game closer
 * to the middle, which takes about 2 / difference more games (Fleiss, Levin and
 * Paik 2003). */
static double seats_formula(const Study *s, double difference) {
  double variance = power_side_variance(s->drawn, difference);
  return adjustment(s, STUDY_SEATS) *
             power_games(fmax(variance, 0), difference, s->power) +
         2 / difference;
}

static double runs_formula(const Study *s, StudyKind kind, double difference) {
  return adjustment(s, kind) *
         power_games(runs_variance(s, kind, difference), difference, s->power);
}

static double match_games(const Study *s, StudyKind kind, double elo) {
  double score = score_of_elo(elo), variance = match_variance(s, kind, score);
  return (kind == STUDY_PAIRED_MATCH ? 2 : 1) * adjustment(s, kind) *
         power_games(variance, score - 0.5, s->power);
}

/* ---- few games -----------------------------------------------------------*/

/* The formulas hold for many games; for up to so many the power is computed
 * from the probabilities of all outcomes. */
enum { EXACT_GAMES = 200 };

/* The probability of this many wins. */
static double exactly(uint64_t wins, uint64_t games, double rate) {
  return binomial_at_least(wins, games, rate) -
         binomial_at_least(wins + 1, games, rate);
}

/* The sign test is one of the games that are not drawn. */
static double seats_power(const Study *s, double difference, uint64_t games) {
  double decided = 1 - s->drawn, power = 0;
  double ahead = fmin((1 + difference / decided) / 2, 1);
  for (uint64_t n = decided < 1 ? 0 : games; n <= games; n++)
    power +=
        exactly(n, games, decided) * sign_test_power(n, 0.05 / s->tests, ahead);
  return power;
}

/* Whether compare shows that a seat that won `a` of the games of one run wins
 * more often in the other, in which it won b: by the interval of Agresti and
 * Caffo (2000). */
static bool shows_more(uint64_t a, uint64_t b, uint64_t games, double z) {
  double n = (double)games + 2, p = ((double)a + 1) / n,
         q = ((double)b + 1) / n;
  return q - p > z * sqrt((p * (1 - p) + q * (1 - q)) / (n - 1));
}

/* The more wins in one run, the more are needed in the other. */
static double runs_power(const Study *s, double difference, uint64_t games) {
  double z = bonferroni_z(s->run_tests), other = second_rate(s, difference);
  double low = fmin(s->rate, other), high = fmax(s->rate, other), power = 0;
  uint64_t needed = 0;
  for (uint64_t a = 0; a <= games; a++) {
    while (needed <= games && !shows_more(a, needed, games, z))
      needed++;
    if (needed <= games)
      power += exactly(a, games, low) * binomial_at_least(needed, games, high);
  }
  return power;
}

static double power_of(const Study *s, StudyKind kind, double difference,
                       uint64_t games) {
  return kind == STUDY_SEATS ? seats_power(s, difference, games)
                             : runs_power(s, difference, games);
}

/* The fewest games that have the power, near the number by the formula. */
static double refine(const Study *s, StudyKind kind, double difference,
                     double formula) {
  if (formula > EXACT_GAMES)
    return formula;
  double games = fmax(fewest(s, kind), floor(formula / 2));
  while (games < 2 * EXACT_GAMES &&
         power_of(s, kind, difference, (uint64_t)games) < s->power)
    games++;
  return games;
}

/* Runs that are compared game by game need as many more than by the formula as
 * independent ones do. */
static double runs_games(const Study *s, StudyKind kind, double difference) {
  double formula = runs_formula(s, STUDY_RUNS, difference);
  double games = refine(s, STUDY_RUNS, difference, formula);
  return kind == STUDY_RUNS
             ? games
             : runs_formula(s, kind, difference) + games - formula;
}

/* ---- games and differences -----------------------------------------------*/

static double exact_games(const Study *s, StudyKind kind, double difference) {
  double games = kind == STUDY_SEATS
                     ? refine(s, kind, difference, seats_formula(s, difference))
                 : is_match(kind) ? match_games(s, kind, difference)
                                  : runs_games(s, kind, difference);
  return fmax(games, fewest(s, kind));
}

double study_largest(const Study *s, StudyKind kind) {
  if (is_match(kind)) /* all games that are not drawn are won */
    return elo_of_score(1 - fmax(s->drawn, 0.001) / 2);
  return kind == STUDY_SEATS ? 1 - s->drawn
                             : fmax(1 - s->drawn - s->rate, s->rate);
}

uint64_t study_games(const Study *s, StudyKind kind, double difference) {
  double games = ceil(exact_games(s, kind, difference));
  uint64_t whole = (uint64_t)fmin(games, 1e18);
  return kind == STUDY_PAIRED_MATCH ? whole + whole % 2 : whole;
}

/* Of few games the power is known; one more may have a little less of it. */
static bool are_enough(const Study *s, StudyKind kind, double difference,
                       double games) {
  bool exact = kind == STUDY_SEATS || kind == STUDY_RUNS;
  return exact && games <= EXACT_GAMES
             ? power_of(s, kind, difference, (uint64_t)games) >= s->power
             : exact_games(s, kind, difference) <= games;
}

/* The games needed fall as the difference grows. */
double study_difference(const Study *s, StudyKind kind, double games) {
  double low = 0, high = study_largest(s, kind);
  if (!are_enough(s, kind, high, games))
    return INFINITY;
  for (int i = 0; i < 50; i++) {
    double middle = (low + high) / 2;
    *(are_enough(s, kind, middle, games) ? &high : &low) = middle;
  }
  return high;
}
