/* The referee of tournaments whose results no rating fits, and of the results
 * of every two bots against each other: how often a cycle is found that is
 * planted, how often one is claimed that is not there, and how often a score of
 * the crosstable has a colour between equals. */
#include "tests/support/support.h"

#include "analysis/metrics/standings.h"
#include "analysis/metrics/verdict.h"
#include "tests/support/synthetic.h"
#include <math.h>

enum { BOTS = 5, SEATINGS = 60 };
static const char *const NAMES[BOTS] = {"a", "b", "c", "d", "e"};

/* What is true of a tournament. */
typedef struct TrueCup {
  int sides, bots;
  int games; /* of each seating */
  double elo[BOTS];
  double seat;    /* the advantage of the first seat, in Elo */
  double drawn;   /* the share of draws, where the scores allow so many */
  double opening; /* games are pairs, and an opening gives so many Elo to the
                     first seat or to the other */
  double taste;   /* the same to one bot or the other, in both games */
  /* Above what the strengths say, in Elo: row against column. */
  double bonus[BOTS][BOTS];
} TrueCup;

#define CYCLE(x)                                                               \
  {                                                                            \
    {0, x, -x}, {-x, 0, x}, {                                                  \
      x, -x, 0                                                                 \
    }                                                                          \
  }
#define CYCLE_OF_FIVE(x)                                                       \
  {                                                                            \
    {0, x, x, -x, -x}, {-x, 0, x, x, -x}, {-x, -x, 0, x, x},                   \
        {x, -x, -x, 0, x}, {                                                   \
      x, x, -x, -x, 0                                                          \
    }                                                                          \
  }
#define RING(x, last)                                                          \
  {                                                                            \
    {0, x, 0, 0, -(last)}, {-x, 0, x}, {0, -x, 0, x}, {0, 0, -x, 0, x}, {      \
      last, 0, 0, -x, 0                                                        \
    }                                                                          \
  }
/* A score of 70% in Elo. */
#define SEVENTY 147.19

/* The bonus of the bot on a side, with more than two against all others. */
static double bonus_of(const TrueCup *cup, const uint8_t bots[], int side) {
  double sum = 0;
  for (int s = 0; s < cup->sides; s++)
    sum += cup->bonus[bots[side]][bots[s]];
  return sum / 2;
}

static Truth truth_of(const TrueCup *cup, const uint8_t bots[], double opening,
                      double taste) {
  Truth truth = {.sides = cup->sides, .shortest = 10};
  double sum = 0, least = 1;
  for (int s = 0; s < cup->sides; s++) {
    double elo = cup->elo[bots[s]] + bonus_of(cup, bots, s) +
                 (s == 0 ? cup->seat + opening : 0) +
                 (bots[s] < bots[!s] ? taste : 0);
    sum += truth.won[s] = pow(10, elo / 400);
  }
  for (int s = 0; s < cup->sides; s++)
    least = fmin(least, truth.won[s] /= sum);
  truth.drawn = fmin(cup->drawn, 0.999 * least * cup->sides);
  for (int s = 0; s < cup->sides; s++)
    truth.won[s] -= truth.drawn / cup->sides;
  return truth;
}

static void open_run(const TrueCup *cup, Run *run) {
  Truth any = {.sides = cup->sides};
  synthetic_open(run, &any, SEATING_EVERY, NAMES, cup->bots);
  assert_true(run->schedule.seatings <= SEATINGS);
  if (!(cup->opening || cup->taste))
    return;
  tally_free(&run->tally);
  run->plan.pairs = run->schedule.paired = true;
  assert_true(
      tally_make(&run->tally, &run->schedule, run->plan.max_plies, NULL));
}

static void play(const TrueCup *cup, Run *run, Rng *rng) {
  open_run(cup, run);
  const Schedule *s = &run->schedule;
  double opening = 0, taste = 0;
  for (uint64_t i = 0; i < (uint64_t)cup->games * s->seatings; i++) {
    size_t seating = schedule_seating(s, i);
    if (s->round[seating] == seating) {
      opening = rng_below(rng, 2) ? cup->opening : -cup->opening;
      taste = rng_below(rng, 2) ? cup->taste : -cup->taste;
    }
    Truth truth = truth_of(cup, schedule_bots(s, seating), opening, taste);
    Match match = synthetic_match(&truth, synthetic_uniform(rng), rng);
    synthetic_add(run, &match);
  }
}

typedef bool (*Claim)(const TrueCup *cup, const Sentences *said);
enum { CLAIMS = 2 };

/* How many tournaments make the one claim, and the other. */
static void count_both(const TrueCup *cup, Claim one, Claim other, int times,
                       uint64_t seed, int count[CLAIMS]) {
  Rng rng;
  rng_seed(&rng, seed, 2);
  count[0] = count[1] = 0;
  for (int i = 0; i < times; i++) {
    Run run;
    Sentences said = {0};
    play(cup, &run, &rng);
    verdict_run(&run, &said);
    count[0] += one(cup, &said);
    count[1] += other && other(cup, &said);
    run_close(&run);
  }
}

static int count_claims(const TrueCup *cup, Claim claim, int times,
                        uint64_t seed) {
  int count[CLAIMS];
  count_both(cup, claim, NULL, times, seed, count);
  return count[0];
}

static bool says(const Sentences *said, const char *words) {
  for (int i = 0; i < said->count; i++)
    if (strstr(said->text[i], words))
      return true;
  return false;
}

/* ---- cycles --------------------------------------------------------------*/

/* The expected score of a bot against another is above one half. */
static bool beats(const TrueCup *cup, int bot, int other) {
  return cup->elo[bot] - cup->elo[other] + cup->bonus[bot][other] > 1e-9;
}

/* Whether a sentence names a cycle, and every step of it is true. */
static bool is_true_cycle(const TrueCup *cup, const char *step) {
  int steps = 0;
  for (; (step = strstr(step, " beats ")); step += 7, steps++)
    if (!beats(cup, step[-1] - 'a', step[7] - 'a'))
      return false;
  return steps >= 3;
}

/* Whether the first sentence names a true cycle, as a claim. */
static bool names_a_cycle(const TrueCup *cup, const Sentences *said) {
  return strstr(said->text[0], "The results are cyclic: ") &&
         is_true_cycle(cup, said->text[0]);
}

/* The same, as a claim or as a guess. */
static bool sees_a_cycle(const TrueCup *cup, const Sentences *said) {
  return is_true_cycle(cup, said->text[0]);
}

static bool names_a_false_cycle(const TrueCup *cup, const Sentences *said) {
  return says(said, "The results are cyclic: ") && !names_a_cycle(cup, said);
}

static bool says_cyclic(const TrueCup *cup, const Sentences *said) {
  (void)cup;
  return says(said, "The results are cyclic") ||
         says(said, "The results may be cyclic");
}

static bool says_misfit(const TrueCup *cup, const Sentences *said) {
  (void)cup;
  return says(said, "No rating of the bots fits");
}

static bool says_strongest(const TrueCup *cup, const Sentences *said) {
  (void)cup;
  return says(said, " is the strongest:");
}

/* 100 games of every two bots. In a cycle of all five, every two of them score
 * 70:30; otherwise three do, and all others are equal. */
static void a_cycle_is_found(void **state) {
  (void)state;
  static const TrueCup ALL[] = {
      {2, 5, 50, {0}, 0, 0, 0, 0, CYCLE_OF_FIVE(SEVENTY)},
      {2, 5, 50, {0}, 60, 0.2, 0, 0, CYCLE_OF_FIVE(SEVENTY)},
      {2, 5, 50, {0}, 0, 0, 100, 0, CYCLE_OF_FIVE(SEVENTY)},
      {2, 5, 100, {0}, 0, 0, 0, 0, CYCLE(SEVENTY)},
  };
  static const TrueCup THREE = {2, 5, 50, {0}, 0, 0, 0, 0, CYCLE(SEVENTY)};
  enum { TIMES = 60, FEW = 30 };
  int count[CLAIMS];
  for (size_t i = 0; i < COUNT(ALL); i++)
    assert_at_least("cycle found", count_claims(&ALL[i], names_a_cycle, FEW, i),
                    FEW, 0.95);
  count_both(&THREE, sees_a_cycle, names_a_cycle, TIMES, 9, count);
  assert_at_least("cycle of three seen", count[0], TIMES, 0.95);
  assert_at_least("cycle of three shown", count[1], TIMES, 0.6);
}

/* Ratings fit all of these. */
static const TrueCup FITTING[] = {
    {2, 3, 4, {0}, 0, 0, 0, 0, {{0}}},
    {2, 5, 2, {0}, 0, 0, 0, 0, {{0}}},
    {2, 5, 50, {0}, 0, 0, 0, 0, {{0}}},
    {2, 5, 20, {300, 200, 100, 50}, 100, 0.3, 0, 0, {{0}}},
    {2, 5, 10, {800, 400, 300}, 0, 0, 0, 0, {{0}}},
    {2, 4, 20, {20, 10}, 0, 0.9, 0, 0, {{0}}},
    {2, 5, 20, {200, 100}, 0, 0.2, 400, 0, {{0}}},
    {2, 5, 20, {0}, 0, 0, 0, 300, {{0}}},
    {3, 5, 4, {200, 100, 0}, 50, 0.2, 0, 0, {{0}}},
};

static void fitting_ratings_are_not_said_to_misfit(void **state) {
  (void)state;
  enum { TIMES = 60 };
  int count[CLAIMS];
  for (size_t i = 0; i < COUNT(FITTING); i++) {
    print_message("tournament %zu\n", i);
    count_both(&FITTING[i], says_misfit, says_cyclic, TIMES, i, count);
    assert_at_most("false misfit", count[0], TIMES, 0.05);
    assert_at_most("false cycle", count[1], TIMES, 0.05);
  }
}

/* Every bot beats the next one clearly, in the ring also the last the first,
 * and all others are equal. No rating fits that. A single false step makes a
 * cycle that is not there; in the ring, one that is shorter than the true one.
 */
static void no_cycle_has_a_false_step(void **state) {
  (void)state;
  static const TrueCup CHAIN = {2, 5, 50, {0}, 0, 0, 0, 0, RING(400, 0)};
  static const TrueCup WHOLE = {2, 5, 50, {0}, 0, 0, 0, 0, RING(400, 400)};
  enum { TIMES = 60 };
  assert_at_most("false cycle in a chain",
                 count_claims(&CHAIN, names_a_false_cycle, TIMES, 1), TIMES,
                 0.05);
  assert_at_most("false cycle in a ring",
                 count_claims(&WHOLE, names_a_false_cycle, TIMES, 2), TIMES,
                 0.05);
}

/* ---- the strongest -------------------------------------------------------*/

/* "a; then b": a is above b though b beats it. */
static bool ranks_a_first(const TrueCup *cup, const Sentences *said) {
  (void)cup;
  return says(said, "Ranking: a; then");
}

/* One bot wins most of all games, and loses to another one. */
static void who_is_beaten_is_not_the_strongest(void **state) {
  (void)state;
  static const TrueCup BEATEN = {
      2, 5, 50, {400}, 0, 0, 0, 0, {{0, -600}, {600}}};
  static const TrueCup CYCLIC = {
      2, 5, 50, {50}, 0, 0, 0, 0, CYCLE_OF_FIVE(SEVENTY)};
  enum { TIMES = 40 };
  int count[CLAIMS];
  count_both(&BEATEN, says_strongest, ranks_a_first, TIMES, 1, count);
  assert_at_most("called the strongest", count[0], TIMES, 0.05);
  assert_at_most("ranked above the bot that beats it", count[1], TIMES, 0.05);
  assert_at_most("called the strongest in a cycle",
                 count_claims(&CYCLIC, says_strongest, TIMES, 2), TIMES, 0.05);
}

static bool says_head_to_head(const TrueCup *cup, const Sentences *said) {
  (void)cup;
  return says(said, "against every other bot, also head to head");
}

/* Two are equally strong head to head, though one of them does better against
 * the others. */
static void head_to_head_is_claimed_only_if_shown(void **state) {
  (void)state;
  static const TrueCup EVEN = {2, 4, 50, {150}, 0, 0, 0, 0, {{0, -150}, {150}}};
  static const TrueCup CLEAR = {2, 4, 50, {250}, 0, 0, 0, 0, {{0}}};
  enum { TIMES = 50 };
  assert_at_most("said to beat its equal",
                 count_claims(&EVEN, says_head_to_head, TIMES, 1), TIMES, 0.05);
  assert_at_least("said to beat all",
                  count_claims(&CLEAR, says_head_to_head, TIMES, 1), TIMES,
                  0.9);
}

/* ---- the crosstable ------------------------------------------------------*/

typedef bool (*PairClaim)(const TrueCup *cup, const BotPair *pair);

/* Of each of so many tournaments, the pairs with something about them. */
static void count_pairs(const TrueCup *cup, PairClaim claim, int times,
                        uint64_t seed, int found[]) {
  Rng rng;
  rng_seed(&rng, seed, 3);
  for (int i = 0; i < times; i++) {
    Run run;
    Standings st;
    int count;
    play(cup, &run, &rng);
    assert_true(standings_make(&st, &run.tally, NULL));
    BotPair *pairs = standings_pairs(&st, &count);
    assert_non_null(pairs);
    found[i] = 0;
    for (int n = 0; n < count; n++)
      found[i] += claim(cup, &pairs[n]);
    free(pairs);
    standings_free(&st);
    run_close(&run);
  }
}

static bool is_coloured(const TrueCup *cup, const BotPair *pair) {
  (void)cup;
  return head_to_head_ahead(&pair->head, pair->head.adjusted) != 0;
}

static void equal_bots_have_no_colour(void **state) {
  (void)state;
  static const TrueCup EQUAL[] = {
      {2, 5, 4, {0}, 0, 0, 0, 0, {{0}}},
      {2, 5, 50, {0}, 0, 0, 0, 0, {{0}}},
      {2, 5, 10, {0}, 300, 0.3, 0, 0, {{0}}},
      {2, 5, 20, {0}, 0, 0.9, 0, 0, {{0}}},
      {2, 5, 6, {0}, 0, 0, 400, 0, {{0}}},
      {2, 5, 20, {0}, 0, 0.2, 0, 400, {{0}}},
      {3, 4, 6, {0}, 0, 0, 0, 0, {{0}}},
  };
  enum { TIMES = 60 };
  for (size_t i = 0; i < COUNT(EQUAL); i++) {
    int found[TIMES], tables = 0;
    count_pairs(&EQUAL[i], is_coloured, TIMES, i, found);
    for (int n = 0; n < TIMES; n++)
      tables += found[n] > 0;
    assert_at_most("tables with a colour", tables, TIMES, 0.05);
  }
}

/* The true share of the points of the two, with two sides. */
static double true_score(const TrueCup *cup, int bot, int other) {
  double sum = 0;
  for (int i = 0; i < 4; i++) {
    double opening = i % 2 ? cup->opening : -cup->opening;
    double taste = i / 2 ? cup->taste : -cup->taste;
    const uint8_t first[] = {(uint8_t)bot, (uint8_t)other};
    const uint8_t second[] = {(uint8_t)other, (uint8_t)bot};
    Truth one = truth_of(cup, first, opening, taste);
    Truth two = truth_of(cup, second, opening, taste);
    sum += one.won[0] + one.drawn / 2 + two.won[1] + two.drawn / 2;
  }
  return sum / 8;
}

static bool misses(const TrueCup *cup, const BotPair *pair) {
  Estimate e = pair->head.score;
  double truth = true_score(cup, pair->bot, pair->other);
  return e.low > truth || e.high < truth;
}

static void intervals_of_scores_cover_the_truth(void **state) {
  (void)state;
  static const TrueCup CUPS[] = {
      {2, 5, 10, {0}, 0, 0, 0, 0, {{0}}},
      {2, 5, 10, {200, 100}, 300, 0.3, 0, 0, {{0}}},
      {2, 5, 4, {600, 300}, 0, 0, 0, 0, {{0}}},
      {2, 5, 20, {20}, 0, 0.9, 0, 0, {{0}}},
      {2, 5, 20, {100}, 0, 0.2, 400, 0, {{0}}},
      {2, 5, 20, {100}, 0, 0.2, 0, 300, {{0}}},
  };
  enum { TIMES = 20 };
  for (size_t i = 0; i < COUNT(CUPS); i++) {
    int found[TIMES], missed = 0;
    count_pairs(&CUPS[i], misses, TIMES, i, found);
    for (int n = 0; n < TIMES; n++)
      missed += found[n];
    assert_at_most("scores missed", missed, TIMES * 10, 0.05);
  }
}

static bool is_too_sure(const TrueCup *cup, const BotPair *pair) {
  (void)cup;
  return fabs(pair->superiority - 0.5) > 0.5 - pair->p / 2 + 1e-9;
}

/* With three sides, the results of two bots are often those of a third. */
static void superiority_is_no_surer_than_p(void **state) {
  (void)state;
  static const TrueCup CUP = {3, 4, 2, {300, 0, 0, -300}, 0, 0, 0, 0, {{0}}};
  enum { TIMES = 20 };
  int found[TIMES];
  count_pairs(&CUP, is_too_sure, TIMES, 1, found);
  for (int n = 0; n < TIMES; n++)
    assert_int_equal(found[n], 0);
}

/* ---- by hand -------------------------------------------------------------*/

/* Adds games of three bots in which each wins this many of 50 against the next
 * from each seat. */
static void play_by_hand(Run *run, const int won[3]) {
  static const TrueCup CUP = {.sides = 2, .bots = 3};
  open_run(&CUP, run);
  size_t seatings = run->schedule.seatings;
  for (size_t i = 0; i < 50 * seatings; i++) {
    const uint8_t *bots = schedule_bots(&run->schedule, i % seatings);
    int first = (bots[0] + 1) % 3 == bots[1] ? bots[0] : bots[1];
    bool wins = (int)(i / seatings) < won[first];
    Match match = {.end = MATCH_WIN,
                   .winners = (first == bots[0]) == wins ? 1 : 2,
                   .forfeiter = -1,
                   .plies = 10,
                   .moved = 3};
    synthetic_add(run, &match);
  }
}

static void a_cycle_is_named_with_its_scores(void **state) {
  (void)state;
  Run run;
  Sentences sentences = {0};
  play_by_hand(&run, (const int[]){40, 35, 38});
  verdict_run(&run, &sentences);
  assert_string_equal(sentences.text[0],
                      "The results are cyclic: c beats a (76.0%), a beats b "
                      "(80.0%) and b beats c (70.0%).");
  assert_string_equal(sentences.text[1],
                      "No rating of the bots fits the results of all pairs (p "
                      "< 0.0001): ratings are averages against these "
                      "opponents.");
  run_close(&run);
}

static void an_uncertain_cycle_is_a_guess(void **state) {
  (void)state;
  Run run;
  Sentences said = {0};
  play_by_hand(&run, (const int[]){40, 38, 30});
  verdict_run(&run, &said);
  assert_true(says(&said, "The results may be cyclic: a beats b (80.0%), b "
                          "beats c (76.0%) and c beats a (60.0%), but adjusted "
                          "for all pairs that is not shown."));
  assert_true(says(&said, "No bot is shown to be the strongest: a is rated "
                          "first"));
  run_close(&run);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_cycle_is_found),
      cmocka_unit_test(fitting_ratings_are_not_said_to_misfit),
      cmocka_unit_test(no_cycle_has_a_false_step),
      cmocka_unit_test(who_is_beaten_is_not_the_strongest),
      cmocka_unit_test(head_to_head_is_claimed_only_if_shown),
      cmocka_unit_test(equal_bots_have_no_colour),
      cmocka_unit_test(intervals_of_scores_cover_the_truth),
      cmocka_unit_test(superiority_is_no_surer_than_p),
      cmocka_unit_test(a_cycle_is_named_with_its_scores),
      cmocka_unit_test(an_uncertain_cycle_is_a_guess),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
