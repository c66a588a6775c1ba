/* The referee of ratings: tournaments and rotated runs of bots whose strength
 * is known, and how often an interval misses it or a sentence is wrong. */
#include "tests/support/support.h"

#include "analysis/metrics/seats.h"
#include "analysis/metrics/standings.h"
#include "analysis/metrics/verdict.h"
#include "tests/support/synthetic.h"
#include <math.h>

enum { BOTS = 6, SEATINGS = BOTS * (BOTS - 1) };
static const char *const NAMES[BOTS] = {"a", "b", "c", "d", "e", "f"};

/* What is true, in Elo. */
typedef struct TrueCup {
  Seating seating;
  int sides, bots;
  int games;    /* of each seating */
  double drawn; /* the share of draws, where the strengths allow so many */
  double elo[BOTS], seat[3];
  double bonus; /* how much more seat 1 helps bot 0 */
} TrueCup;

static double logit_of(const TrueCup *cup, int bot, int seat) {
  double elo = cup->elo[bot] + cup->seat[seat];
  if (bot == 0 && seat == 0)
    elo += cup->bonus;
  return elo * log(10) / 400;
}

/* Each side is expected to score its share by the model. */
static Truth truth_of(const TrueCup *cup, const uint8_t bots[]) {
  Truth truth = {.sides = cup->sides, .shortest = 10};
  double sum = 0, least = 1;
  for (int s = 0; s < cup->sides; s++)
    sum += truth.won[s] = exp(logit_of(cup, bots[s], s));
  for (int s = 0; s < cup->sides; s++) {
    truth.won[s] /= sum;
    least = fmin(least, truth.won[s]);
  }
  truth.drawn = fmin(cup->drawn, 0.999 * least * cup->sides);
  for (int s = 0; s < cup->sides; s++)
    truth.won[s] -= truth.drawn / cup->sides;
  return truth;
}

static void play(const TrueCup *cup, Run *run, Rng *rng) {
  Truth any = {.sides = cup->sides};
  synthetic_open(run, &any, cup->seating, NAMES, cup->bots);
  const Schedule *s = &run->schedule;
  int seatings = (int)s->seatings;
  Truth truth[SEATINGS];
  assert_true(seatings <= SEATINGS);
  for (int i = 0; i < seatings; i++)
    truth[i] = truth_of(cup, schedule_bots(s, (size_t)i));
  for (int i = 0; i < cup->games * seatings; i++) {
    Match match =
        synthetic_match(&truth[i % seatings], synthetic_uniform(rng), rng);
    synthetic_add(run, &match);
  }
}

/* ---- intervals -----------------------------------------------------------*/

typedef struct Missed {
  int differences, ratings, seats; /* intervals that miss the truth */
  int all_differences, all_ratings, all_seats;
  int advantages, all_advantages;
  int unbounded; /* differences */
  double width;  /* of the bounded differences, in Elo */
} Missed;

static bool misses(Rating r, double truth) {
  return r.low > truth + 1e-6 || r.high < truth - 1e-6;
}

/* The mean strength of the bots to which ratings are relative. */
static double true_mean(const TrueCup *cup, const Standings *st) {
  double sum = 0;
  int count = 0;
  for (int b = 0; b < cup->bots; b++)
    if (st->ratings.group[b] == st->ratings.reference) {
      sum += cup->elo[b];
      count++;
    }
  return sum / count;
}

/* The advantage of a seat against the average odds of the others. */
static double true_seat(const TrueCup *cup, int seat) {
  double sum = 0;
  for (int s = 0; s < cup->sides; s++)
    sum += s == seat ? 0 : pow(10, cup->seat[s] / 400);
  return cup->seat[seat] - 400 * log10(sum / (cup->sides - 1));
}

/* How much more often seat 1 wins than seat 2 between equally strong bots. */
static double true_advantage(const TrueCup *cup) {
  static const uint8_t EQUALS[SEATS_MAX] = {0};
  Truth truth = truth_of(cup, EQUALS);
  return truth.won[0] - truth.won[1];
}

static void check_advantage(const TrueCup *cup, const Standings *st,
                            Missed *m) {
  Seats seats;
  double truth = true_advantage(cup);
  assert_true(seats_make(&seats, st->tally, NULL));
  Estimate e = seats.advantage[0];
  bool known = seats.basis == SEATS_RATED && st->sides == 2;
  seats_free(&seats);
  if (!known)
    return;
  m->advantages += e.low > truth || e.high < truth;
  m->all_advantages++;
}

static void check_intervals(const TrueCup *cup, const Standings *st,
                            Missed *m) {
  for (int b = 0; b < cup->bots; b++) {
    double mean = true_mean(cup, st);
    m->ratings += misses(st->ratings.player[b], cup->elo[b] - mean);
    m->all_ratings++;
    for (int c = b + 1; c < cup->bots; c++) {
      Rating r = ratings_difference(&st->data, &st->ratings, b, c);
      m->differences += misses(r, cup->elo[b] - cup->elo[c]);
      m->all_differences++;
      m->unbounded += !isfinite(r.value);
      m->width += isfinite(r.value) ? r.high - r.low : 0;
    }
  }
  for (int s = 0; s < cup->sides; s++)
    m->seats += misses(st->ratings.side[s], true_seat(cup, s));
  m->all_seats += cup->sides;
}

static Missed repeat_intervals(const TrueCup *cup, int times, uint64_t seed) {
  Missed m = {0};
  Rng rng;
  rng_seed(&rng, seed, 0);
  for (int i = 0; i < times; i++) {
    Run run;
    Standings st;
    play(cup, &run, &rng);
    assert_true(standings_make(&st, &run.tally, NULL));
    check_intervals(cup, &st, &m);
    check_advantage(cup, &st, &m);
    standings_free(&st);
    run_close(&run);
  }
  return m;
}

static const TrueCup CUPS[] = {
    {SEATING_ROTATED, 2, 2, 10, 0, {0}, {0}, 0},
    {SEATING_ROTATED, 2, 2, 10, 0.9, {20}, {0}, 0},
    {SEATING_ROTATED, 2, 2, 50, 0.6, {60}, {50}, 0},
    {SEATING_ROTATED, 2, 2, 10, 0.3, {300}, {0}, 0}, /* often all won */
    {SEATING_EVERY, 2, 3, 10, 0.3, {400, 200}, {50}, 0},
    {SEATING_EVERY, 2, 4, 10, 0.6, {900, 850, 50}, {0}, 0}, /* separated */
    {SEATING_EVERY, 2, 6, 2, 0, {300, 250, 150, 100, 50}, {0}, 0},
    {SEATING_EVERY, 2, 6, 4, 0.9, {10, 10, 0, 0, 5}, {20}, 0},
    {SEATING_EVERY, 3, 3, 10, 0.3, {200, 100}, {40, 0, 0}, 0},
    {SEATING_EVERY, 3, 3, 10, 0.9, {20, 10}, {0}, 0},
};

static void intervals_cover_the_truth(void **state) {
  (void)state;
  enum { TIMES = 100 };
  for (size_t i = 0; i < COUNT(CUPS); i++) {
    Missed m = repeat_intervals(&CUPS[i], TIMES, i);
    print_message("%d bots, %d sides, %.0f%% draws, %.1f%% unbounded\n",
                  CUPS[i].bots, CUPS[i].sides, 100 * CUPS[i].drawn,
                  100.0 * m.unbounded / m.all_differences);
    /* The intervals of one tournament depend on each other, so there are fewer
     * independent ones: as many as tournaments. */
    assert_at_most("differences missed", m.differences, m.all_differences,
                   0.05 + 0.02);
    assert_at_most("ratings missed", m.ratings, m.all_ratings, 0.05 + 0.02);
    assert_at_most("seats missed", m.seats, m.all_seats, 0.05 + 0.02);
    if (CUPS[i].sides == 2) {
      assert_at_least("advantages known", m.all_advantages, TIMES, 0.05);
      assert_at_most("advantages missed", m.advantages, TIMES, 0.05);
    }
  }
}

/* Of 60% draws the interval is 1.6 times narrower than with none. */
static void draws_make_intervals_narrower(void **state) {
  (void)state;
  TrueCup cup = {SEATING_ROTATED, 2, 2, 200, 0, {0}, {0}, 0};
  double plain = repeat_intervals(&cup, 20, 1).width;
  cup.drawn = 0.6;
  double drawn = repeat_intervals(&cup, 20, 1).width;
  assert_true(plain / drawn > 1.45 && plain / drawn < 1.7);
}

/* The two games of a pair share an opening, which is good for one seat. */
static void play_pairs(int pairs, double opening, Run *run, Rng *rng) {
  Truth any = {.sides = 2};
  synthetic_open(run, &any, SEATING_ROTATED, NAMES, 2);
  tally_free(&run->tally);
  run->schedule.paired = true;
  assert_true(tally_make(&run->tally, &run->schedule, 1000, NULL));
  for (int i = 0; i < pairs; i++) {
    TrueCup cup = {SEATING_ROTATED, 2, 2, 1, 0.3, {0}, {0}, 0};
    cup.seat[0] = synthetic_uniform(rng) < 0.5 ? opening : -opening;
    for (int game = 0; game < 2; game++) {
      Truth truth = truth_of(&cup, schedule_bots(&run->schedule, (size_t)game));
      Match match = synthetic_match(&truth, synthetic_uniform(rng), rng);
      synthetic_add(run, &match);
    }
  }
}

/* Whether the openings favour a seat is known less well than from as many
 * independent games, which bot is stronger better. */
static void pairs_of_games_are_not_independent(void **state) {
  (void)state;
  enum { TIMES = 200 };
  int seats = 0, differences = 0;
  double seat_width = 0, width = 0;
  Rng rng;
  rng_seed(&rng, 5, 5);
  for (int i = 0; i < TIMES; i++) {
    Run run;
    Standings st;
    play_pairs(60, 500, &run, &rng);
    assert_true(standings_make(&st, &run.tally, NULL));
    Rating r = ratings_difference(&st.data, &st.ratings, 0, 1);
    seats += misses(st.ratings.side[0], 0);
    differences += misses(r, 0);
    seat_width += st.ratings.side[0].high - st.ratings.side[0].low;
    width += r.high - r.low;
    standings_free(&st);
    run_close(&run);
  }
  assert_at_most("seats missed", seats, TIMES, 0.05);
  assert_at_most("differences missed", differences, TIMES, 0.05);
  assert_true(seat_width > 1.5 * width);
}

/* ---- sentences -----------------------------------------------------------*/

typedef bool (*Claim)(const Run *run);

/* Whether some sentence has one of these words; NULL ends the list. */
static bool says_any(const Run *run, const char *const words[]) {
  Sentences sentences = {0};
  verdict_run(run, &sentences);
  for (int i = 0; i < sentences.count; i++)
    for (int j = 0; words[j]; j++)
      if (strstr(sentences.text[i], words[j]))
        return true;
  return false;
}

static bool says(const Run *run, const char *words) {
  return says_any(run, (const char *const[]){words, NULL});
}

static int count_claims(const TrueCup *cup, Claim claim, int times,
                        uint64_t seed) {
  int count = 0;
  Rng rng;
  rng_seed(&rng, seed, 1);
  for (int i = 0; i < times; i++) {
    Run run;
    play(cup, &run, &rng);
    count += claim(&run);
    run_close(&run);
  }
  return count;
}

/* Which bot is the strongest, of two which one is stronger. */
static bool says_strongest(const Run *run) {
  return says_any(run, (const char *const[]){
                           " is the strongest:", " is stronger than ", NULL});
}

static bool says_a_is_strongest(const Run *run) {
  return says_any(run, (const char *const[]){
                           "a is the strongest:", "a is stronger than ", NULL});
}

/* No bot is stronger than all others in any of these. */
static const TrueCup EQUALS[] = {
    {SEATING_ROTATED, 2, 2, 4, 0, {0}, {0}, 0},
    {SEATING_ROTATED, 2, 2, 30, 0, {0}, {300}, 0},
    {SEATING_ROTATED, 2, 2, 30, 0.6, {0}, {0}, 0},
    {SEATING_EVERY, 2, 3, 10, 0.3, {0}, {100}, 0},
    {SEATING_EVERY, 2, 6, 4, 0, {0}, {0}, 0},
    {SEATING_EVERY, 2, 3, 20, 0, {400, 400}, {0}, 0},
    {SEATING_EVERY, 2, 6, 6, 0.3, {300, 300}, {50}, 0},
    {SEATING_EVERY, 3, 3, 10, 0, {200, 200}, {0}, 0},
    {SEATING_ROTATED, 3, 3, 40, 0.2, {0}, {60, 0, 0}, 0},
    {SEATING_ROTATED, 3, 3, 40, 0, {300, 300}, {0}, 0},
};

/* Whether the ranking puts a bot above one that is at least as strong, at a
 * place that it claims. Bots are "a", "b", … and their strengths are those of
 * `ranked_truth`. */
static const TrueCup *ranked_truth;

static bool ranks_falsely(const Run *run) {
  Sentences sentences = {0};
  verdict_run(run, &sentences);
  int at = 0;
  while (at < sentences.count && strncmp(sentences.text[at], "Ranking: ", 9))
    at++;
  if (at == sentences.count)
    return false; /* claims nothing */
  const char *list = sentences.text[at] + strlen("Ranking: ");
  for (const char *cut = list; (cut = strstr(cut, "; then ")); cut++)
    for (const char *above = list; above < cut; above++)
      for (const char *below = cut + strlen("; then "); *below && *below != '.';
           below++) {
        bool bots = strchr(" ,;.", above[1]) && strchr(" ,;.", below[1]) &&
                    (above == list || above[-1] == ' ') && below[-1] == ' ';
        if (bots &&
            ranked_truth->elo[*above - 'a'] <= ranked_truth->elo[*below - 'a'])
          return true;
      }
  return false;
}

static void no_bot_is_called_the_strongest_without_being_it(void **state) {
  (void)state;
  enum { TIMES = 200 };
  for (size_t i = 0; i < COUNT(EQUALS); i++)
    assert_at_most("called the strongest",
                   count_claims(&EQUALS[i], says_strongest, TIMES, i), TIMES,
                   0.05);
}

/* Equal bots, and bots of which some are equal: a place in the ranking at which
 * a weaker bot, or an equal one, stands above another is claimed in at most 5%
 * of tournaments. */
static void no_ranking_is_claimed_that_is_none(void **state) {
  (void)state;
  enum { TIMES = 200 };
  for (size_t i = 0; i < COUNT(EQUALS); i++) {
    if (EQUALS[i].bots < 3)
      continue; /* two have no ranking */
    ranked_truth = &EQUALS[i];
    assert_at_most("ranked", count_claims(&EQUALS[i], ranks_falsely, TIMES, i),
                   TIMES, 0.05);
  }
}

/* "Ranking: a; then b and c." */
static bool says_a_comes_first(const Run *run) {
  return says(run, "Ranking: a; then ");
}

static bool says_three_places(const Run *run) {
  return says(run, "Ranking: a; then b; then c.");
}

static void a_ranking_is_found(void **state) {
  (void)state;
  static const TrueCup PART = {SEATING_EVERY, 2, 4, 20, 0.3, {300}, {50}, 0};
  static const TrueCup WHOLE = {SEATING_EVERY, 2,   3, 60, 0,
                                {400, 200, 0}, {0}, 0};
  enum { TIMES = 30 };
  assert_at_least("ranked first",
                  count_claims(&PART, says_a_comes_first, TIMES, 1), TIMES,
                  0.8);
  assert_at_least("ranked", count_claims(&WHOLE, says_three_places, TIMES, 2),
                  TIMES, 0.8);
}

static void the_strongest_is_found(void **state) {
  (void)state;
  static const TrueCup STRONGER[] = {
      {SEATING_ROTATED, 2, 2, 30, 0, {200}, {0}, 0},
      {SEATING_ROTATED, 2, 2, 100, 0.6, {70}, {100}, 0},
      {SEATING_EVERY, 2, 4, 20, 0.3, {200, 0, 0, 0}, {50}, 0},
      {SEATING_EVERY, 3, 3, 20, 0, {250, 0, 0}, {0}, 0},
  };
  /* Here each always sits behind the same other one. */
  static const TrueCup rotated = {SEATING_ROTATED, 3,   3, 60, 0,
                                  {250, 0, 0},     {0}, 0};
  enum { TIMES = 30 };
  assert_int_equal(count_claims(&rotated, says_a_is_strongest, TIMES, 9), 0);
  for (size_t i = 0; i < COUNT(STRONGER); i++)
    assert_at_least("found to be the strongest",
                    count_claims(&STRONGER[i], says_a_is_strongest, TIMES, i),
                    TIMES, 0.8);
}

static bool has_adjusted_difference(const Run *run) {
  Standings st;
  int count;
  bool found = false;
  assert_true(standings_make(&st, &run->tally, NULL));
  BotPair *pairs = standings_pairs(&st, &count);
  for (int i = 0; i < count; i++)
    found |= pairs[i].adjusted < 0.05;
  free(pairs);
  standings_free(&st);
  return found;
}

static void equal_bots_differ_in_no_pair(void **state) {
  (void)state;
  static const TrueCup cup = {SEATING_EVERY, 2, 6, 5, 0.3, {0}, {100}, 0};
  enum { TIMES = 100 };
  assert_at_most("some pair differs",
                 count_claims(&cup, has_adjusted_difference, TIMES, 3), TIMES,
                 0.05);
}

/* ---- seats ---------------------------------------------------------------*/

static bool says_advantage(const Run *run) {
  return says_any(run, (const char *const[]){" has an advantage: ",
                                             " has a disadvantage: ", NULL});
}

static bool says_seat_1(const Run *run) {
  return says(run, "Seat 1 has an advantage");
}

static bool says_equal(const Run *run) {
  return says(run, "practically equal");
}

/* Between bots of any strength, in a fair game. */
static void fair_seats_are_not_called_unfair(void **state) {
  (void)state;
  static const TrueCup FAIR[] = {
      {SEATING_ROTATED, 2, 2, 30, 0, {300}, {0}, 0},
      {SEATING_ROTATED, 2, 2, 30, 0.6, {100}, {0}, 0},
      {SEATING_EVERY, 2, 4, 8, 0.3, {600, 300, 100}, {0}, 0},
      {SEATING_EVERY, 3, 3, 10, 0, {300, 100}, {0}, 0},
  };
  enum { TIMES = 150 };
  for (size_t i = 0; i < COUNT(FAIR); i++)
    assert_at_most("fair seats called unfair",
                   count_claims(&FAIR[i], says_advantage, TIMES, i), TIMES,
                   0.05);
}

/* The stronger bot wins nearly always, so both seats win about half of the
 * games, though equal bots would win 64% in seat 1. */
static void unequal_bots_do_not_hide_the_seats(void **state) {
  (void)state;
  static const TrueCup STRONG = {SEATING_ROTATED, 2,     2, 300, 0,
                                 {400},           {100}, 0};
  static const TrueCup CRUSHING = {SEATING_ROTATED, 2,     2, 1000, 0,
                                   {2500},          {100}, 0};
  static const TrueCup EVEN = {SEATING_ROTATED, 2, 2, 20000, 0, {200}, {0}, 0};
  assert_at_least("seat 1 found", count_claims(&STRONG, says_seat_1, 40, 1), 40,
                  0.8);
  assert_at_most("called equal", count_claims(&CRUSHING, says_equal, 40, 1), 40,
                 0);
  assert_at_least("equal seats found", count_claims(&EVEN, says_equal, 5, 1), 5,
                  0.6);
}

/* ---- interaction ---------------------------------------------------------*/

static bool says_interaction(const Run *run) {
  return says(run, "do not help every bot alike");
}

static void seats_that_help_alike_are_said_to_help_alike(void **state) {
  (void)state;
  static const TrueCup ALIKE[] = {
      {SEATING_EVERY, 2, 3, 10, 0, {0}, {0}, 0},
      {SEATING_EVERY, 2, 3, 30, 0.3, {300, 150}, {150}, 0},
      {SEATING_EVERY, 2, 6, 4, 0.6, {100, 50}, {50}, 0},
      {SEATING_EVERY, 3, 3, 10, 0, {200, 100}, {50}, 0},
  };
  enum { TIMES = 150 };
  for (size_t i = 0; i < COUNT(ALIKE); i++)
    assert_at_most("false interaction",
                   count_claims(&ALIKE[i], says_interaction, TIMES, i), TIMES,
                   0.05);
}

static void an_interaction_is_found(void **state) {
  (void)state;
  static const TrueCup cup = {SEATING_EVERY, 2, 4, 40, 0.3, {0, 100}, {0}, 300};
  enum { TIMES = 40 };
  assert_at_least("interaction found",
                  count_claims(&cup, says_interaction, TIMES, 7), TIMES, 0.8);
}

/* ---- by hand -------------------------------------------------------------*/

/* Three sides: a wins 50 of 60 games, b 10, c none. */
static void fifty_of_sixty_is_the_strongest(void **state) {
  (void)state;
  Truth any = {.sides = 3};
  Run run;
  synthetic_open(&run, &any, SEATING_EVERY, NAMES, 3);
  for (int i = 0; i < 60; i++) {
    const uint8_t *bots = schedule_bots(&run.schedule, (size_t)i % 6);
    int winner = i / 6 < 2 && i % 6 < 5 ? 1 : 0, seat = 0;
    while (bots[seat] != winner)
      seat++;
    Match match = {MATCH_WIN, (uint16_t)(1u << seat), .forfeiter = -1};
    match.plies = 10;
    match.moved = 7;
    synthetic_add(&run, &match);
  }
  assert_true(says(&run, "a is the strongest:"));
  assert_true(says(&run, "above b, the next best"));
  run_close(&run);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(intervals_cover_the_truth),
      cmocka_unit_test(draws_make_intervals_narrower),
      cmocka_unit_test(pairs_of_games_are_not_independent),
      cmocka_unit_test(no_bot_is_called_the_strongest_without_being_it),
      cmocka_unit_test(no_ranking_is_claimed_that_is_none),
      cmocka_unit_test(a_ranking_is_found),
      cmocka_unit_test(the_strongest_is_found),
      cmocka_unit_test(equal_bots_differ_in_no_pair),
      cmocka_unit_test(fair_seats_are_not_called_unfair),
      cmocka_unit_test(unequal_bots_do_not_hide_the_seats),
      cmocka_unit_test(seats_that_help_alike_are_said_to_help_alike),
      cmocka_unit_test(an_interaction_is_found),
      cmocka_unit_test(fifty_of_sixty_is_the_strongest),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
