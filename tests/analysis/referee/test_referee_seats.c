/* The referee of what runs say about their seats when the players are unequal:
 * games in which strength decides, and a seat has so many Elo. Bots that
 * change seats hide that from the win rates of the seats. */
#include "tests/support/support.h"

#include "analysis/experiments/compare.h"
#include "analysis/experiments/sweep_internal.h"
#include "analysis/experiments/sweep_trends.h"
#include "tests/support/synthetic.h"
#include <math.h>
#include <stdlib.h>

/* ---- the truth -----------------------------------------------------------*/

/* Bots of these strengths, which rotate through the seats, and the advantage of
 * each side, in Elo. A team is as strong as its members on average. */
typedef struct Players {
  int seats, sides; /* seat s is of side s % sides */
  double strength[SEATS_MAX];
  double edge[SEATS_MAX];
  double truncated; /* share of the games, whoever would have won them */
} Players;

static const char *const NAMES[] = {"one", "two", "three", "four"};

/* Bots of equal strength have the same name: they are one. */
static void open_players(Run *run, const Players *p, uint64_t seed) {
  const Truth truth = {.sides = p->seats};
  const char *bots[SEATS_MAX];
  Error error;
  for (int i = 0; i < p->seats; i++)
    for (int k = i; k >= 0; k--)
      if (p->strength[k] == p->strength[i])
        bots[i] = NAMES[k];
  synthetic_open(run, &truth, SEATING_ROTATED, bots, p->seats);
  if (p->sides < p->seats) {
    run_close(run);
    *run = (Run){.schedule.game = "teams", .schedule.full_game = "teams"};
    run->plan.max_plies = 1000;
    run->schedule.seats = p->seats;
    run->schedule.sides = p->sides;
    for (int seat = 0; seat < p->seats; seat++)
      run->schedule.side[seat] = (uint8_t)(seat % p->sides);
    if (!schedule_restore(&run->schedule, SEATING_ROTATED, bots, bots, p->seats,
                          &error) ||
        !tally_make(&run->tally, &run->schedule, 1000, &error))
      fail_msg("%s", error.message);
    run->complete = true;
  }
  run->plan.seating = SEATING_ROTATED;
  run->plan.seed = seed;
}

/* The chance of each side to win. */
static void find_chances(const Players *p, const Schedule *s, uint64_t game,
                         double chance[]) {
  const uint8_t *bots = schedule_bots(s, schedule_seating(s, game));
  double sum = 0;
  for (int side = 0; side < p->sides; side++) {
    double elo = p->edge[side];
    for (int seat = 0; seat < p->seats; seat++)
      for (int i = 0; s->side[seat] == side && i < p->seats; i++)
        if (strcmp(s->bot[bots[seat]].spec, NAMES[i]) == 0)
          elo += p->strength[i] * p->sides / p->seats;
    sum += chance[side] = pow(10, elo / 400);
  }
  for (int side = 0; side < p->sides; side++)
    chance[side] /= sum;
}

static Match draw_match(const Players *p, const Run *run, uint64_t game,
                        double number, Rng *rng) {
  const Schedule *s = &run->schedule;
  double chance[SEATS_MAX];
  Match match = {.end = MATCH_WIN, .forfeiter = -1, .plies = 10};
  int side = 0;
  find_chances(p, s, game, chance);
  for (; side < p->sides - 1 && number >= chance[side]; side++)
    number -= chance[side];
  match.winners = (uint16_t)seats_of_side(s->side, s->seats, side);
  if (synthetic_uniform(rng) < p->truncated)
    match = (Match){.end = MATCH_TRUNCATED, .forfeiter = -1, .plies = 1000};
  match.moved = (uint16_t)((1u << p->seats) - 1);
  match.hash = rng_next(rng);
  return match;
}

/* ---- single runs ---------------------------------------------------------*/

typedef struct Said {
  int runs, ahead, behind, equal; /* of the first side */
} Said;

static Said referee(const Players *p, uint64_t games, int runs) {
  Said said = {.runs = runs};
  for (int i = 0; i < runs; i++) {
    Run run;
    Rng rng;
    Sentences verdict = {0};
    open_players(&run, p, 1);
    rng_seed(&rng, 77 + games, (uint64_t)i);
    for (uint64_t k = 0; k < games; k++) {
      Match match = draw_match(p, &run, k, synthetic_uniform(&rng), &rng);
      synthetic_add(&run, &match);
    }
    verdict_balance(&run, &verdict);
    const char *text = verdict.text[0];
    bool has = strstr(text, " has an advantage: ");
    bool first = strstr(text, "eat 1 ") || strstr(text, "eam 1+3 ");
    said.equal += strstr(text, "practically equal") != NULL;
    said.ahead += has && first;
    said.behind +=
        (has && !first) || (first && strstr(text, " has a disadvantage: "));
    run_close(&run);
  }
  return said;
}

static void
a_team_with_one_strong_bot_does_not_hide_its_advantage(void **state) {
  (void)state;
  const Players seventy = {4, 2, {400, 0, 0, 0}, {147.2, 0}, 0};
  const Players fair = {4, 2, {400, 0, 0, 0}, {0, 0}, 0};
  Said said = referee(&seventy, 2000, 100);
  assert_at_least("an advantage of 70:30 is found", said.ahead, said.runs, 0.9);
  assert_int_equal(said.equal + said.behind, 0);
  said = referee(&fair, 1000, 250);
  assert_at_most("an advantage of a fair team", said.ahead + said.behind,
                 said.runs, 0.05);
}

static void three_unequal_bots_do_not_hide_the_seats(void **state) {
  (void)state;
  const Players unfair = {3, 3, {300, 0, -200}, {150, 0, 0}, 0};
  const Players fair = {3, 3, {300, 0, -200}, {0, 0, 0}, 0};
  Said said = referee(&unfair, 1500, 100);
  assert_at_least("the first of three seats", said.ahead, said.runs, 0.9);
  assert_at_most("the wrong one", said.behind, said.runs, 0.025);
  said = referee(&fair, 600, 250);
  assert_at_most("an advantage of a fair seat", said.ahead + said.behind,
                 said.runs, 0.05);
}

/* A strong bot that loses three games of 300 leaves next to nothing to say of
 * the seats. */
static void a_few_lost_games_do_not_make_a_claim(void **state) {
  (void)state;
  static const double STRONG[] = {600, 900, 1200};
  for (int i = 0; i < 3; i++) {
    const Players three = {3, 3, {STRONG[i], 0, 0}, {0, 0, 0}, 0};
    const Players two = {2, 2, {STRONG[i], 0}, {0, 0}, 0};
    Said said = referee(&three, 300, 300);
    assert_at_most("an advantage of three", said.ahead + said.behind, said.runs,
                   0.05);
    said = referee(&two, 300, 300);
    assert_at_most("of two", said.ahead + said.behind, said.runs, 0.05);
  }
}

/* Whoever wins from the truncated games, the sentence must hold: here the
 * second seat would have won all of them. In a fair game it wins half of all,
 * so fewer than half of those that end. */
static void truncated_games_do_not_make_a_claim(void **state) {
  (void)state;
  for (int i = 0; i < 2; i++) {
    double strong = i ? 300 : 0, share = 0.5 / 0.96;
    const Players p = {
        2, 2, {strong, 0}, {400 * log10(share / (1 - share)), 0}, 0.04};
    const Players even = {2, 2, {strong, 0}, {0, 0}, 0.04};
    Said said = referee(&p, 10000, 40);
    assert_at_most("an advantage though all would win as often", said.ahead,
                   said.runs, 0.05);
    said = referee(&even, 20000, 40);
    assert_at_most("equal though 4 points apart", said.equal, said.runs, 0.05);
  }
}

/* ---- comparisons ---------------------------------------------------------*/

static void open_compared(ComparedRun *r, const char *name, const Players *p,
                          uint64_t games) {
  *r = (ComparedRun){.dir = name};
  compared_run_call(r, name);
  open_players(&r->run, p, 1);
  r->games.outcome = calloc(games, sizeof *r->games.outcome);
  assert_non_null(r->games.outcome);
}

static void add_compared(ComparedRun *r, const Players *p, double number,
                         Rng *rng) {
  uint64_t game = r->run.tally.games;
  Match match = draw_match(p, &r->run, game, number, rng);
  r->games.outcome[game] = game_outcome(&match);
  synthetic_add(&r->run, &match);
}

typedef struct Fairer {
  int comparisons, a, b;
} Fairer;

/* Compares two runs with the same seed, whose games share their numbers. */
static Fairer compare_players(const Players *one, const Players *other,
                              uint64_t games, int comparisons) {
  Fairer fairer = {.comparisons = comparisons};
  for (int i = 0; i < comparisons; i++) {
    ComparedRun a, b;
    Comparison c;
    Rng rng;
    Sentences verdict = {0};
    open_compared(&a, "A", one, games);
    open_compared(&b, "B", other, games);
    rng_seed(&rng, 99 + games, (uint64_t)i);
    for (uint64_t k = 0; k < games; k++) {
      double number = synthetic_uniform(&rng);
      add_compared(&a, one, number, &rng);
      add_compared(&b, other, number, &rng);
    }
    assert_true(seats_make(&a.seats, &a.run.tally, NULL));
    assert_true(seats_make(&b.seats, &b.run.tally, NULL));
    assert_true(compare(&a, &b, &c, NULL));
    compare_verdict(&c, &verdict);
    fairer.a += strstr(verdict.text[0], "'A' is fairer") != NULL;
    fairer.b += strstr(verdict.text[0], "'B' is fairer") != NULL;
    compared_run_free(&a);
    compared_run_free(&b);
  }
  return fairer;
}

static void
the_run_with_the_larger_advantage_is_not_called_fairer(void **state) {
  (void)state;
  const Players large = {2, 2, {500, 0}, {200, 0}, 0};
  const Players small = {2, 2, {300, 0}, {50, 0}, 0};
  const Players same = {2, 2, {100, 0}, {200, 0}, 0};
  Fairer f = compare_players(&large, &small, 2000, 100);
  assert_at_least("200 Elo against 50", f.b, f.comparisons, 0.9);
  assert_int_equal(f.a, 0);
  f = compare_players(&large, &same, 1000, 200);
  assert_at_most("the same advantage", f.a + f.b, f.comparisons, 0.05);
  f = compare_players(&large, &same, 200, 200);
  assert_at_most("in few games", f.a + f.b, f.comparisons, 0.05);
}

static void three_seats_and_teams_are_compared_between_equals(void **state) {
  (void)state;
  const Players unfair = {3, 3, {400, 0, -100}, {200, 0, 0}, 0};
  const Players fair = {3, 3, {100, 0, -100}, {20, 0, 0}, 0};
  const Players mixed = {3, 3, {0, 400, 0}, {0, 200, 0}, 0};
  const Players team = {4, 2, {600, 0, 0, 0}, {150, 0}, 0};
  const Players other = {4, 2, {200, 0, 0, 0}, {0, 150}, 0};
  Fairer f = compare_players(&unfair, &fair, 2000, 60);
  assert_at_least("three seats", f.b, f.comparisons, 0.9);
  assert_int_equal(f.a, 0);
  f = compare_players(&unfair, &mixed, 600, 200);
  assert_at_most("another of three", f.a + f.b, f.comparisons, 0.05);
  f = compare_players(&team, &other, 600, 200);
  assert_at_most("another team", f.a + f.b, f.comparisons, 0.05);
}

/* ---- sweeps --------------------------------------------------------------*/

enum { RUNS = 4 };

typedef struct Swept {
  int sweeps, changes, fairest, first;
} Swept;

static void add_run(SweepResults *results, int run, const Players *p,
                    uint64_t games, uint64_t seed) {
  Run played;
  open_players(&played, p, 1);
  results->games[run].run = &played;
  for (uint64_t k = 0; k < games; k++) {
    Rng rng;
    rng_seed(&rng, seed, k);
    double number = synthetic_uniform(&rng);
    Match match = draw_match(p, &played, k, number, &rng);
    synthetic_add(&played, &match);
    assert_true(run_games_take(&results->games[run], k, &match, NULL));
  }
  assert_true(sweep_row_fill(&results->row[run], &played, NULL));
  SweepRow *row = &results->row[run];
  snprintf(row->name, NAME_MAX, "skill=%d", run + 1);
  snprintf(row->value[0], sizeof row->value[0], "%d", run + 1);
  results->axes.count = 1;
  strcpy(results->axes.name[0], "skill");
  run_close(&played);
}

static Swept sweep(const Players runs[RUNS], uint64_t games, int sweeps) {
  Swept swept = {.sweeps = sweeps};
  for (int i = 0; i < sweeps; i++) {
    SweepResults results;
    SweepTrends trends;
    Sentences verdict = {0};
    bool change = false;
    assert_true(sweep_results_make(&results, RUNS, NULL));
    for (int run = 0; run < RUNS; run++)
      add_run(&results, run, &runs[run], games, (uint64_t)i * 1000 + 5);
    assert_true(sweep_trends_make(&trends, &results, NULL));
    sweep_verdict(&trends, &results, &verdict);
    for (int k = 0; k < verdict.count; k++) {
      change = change || strstr(verdict.text[k], "advantage rises") ||
               strstr(verdict.text[k], "advantage falls") ||
               strstr(verdict.text[k], "advantage changes");
      swept.fairest += strstr(verdict.text[k], " is the fairest") != NULL;
      swept.first += strstr(verdict.text[k], "skill=1 is the fairest") != NULL;
    }
    swept.changes += change;
    sweep_trends_free(&trends);
    sweep_results_free(&results);
  }
  return swept;
}

/* The seat has the same advantage in all runs, and strength counts more and
 * more. */
static void a_setting_in_which_skill_counts_is_not_called_fairer(void **state) {
  (void)state;
  const Players same[RUNS] = {{2, 2, {100, 0}, {200, 0}, 0},
                              {2, 2, {200, 0}, {200, 0}, 0},
                              {2, 2, {300, 0}, {200, 0}, 0},
                              {2, 2, {400, 0}, {200, 0}, 0}};
  const Players falls[RUNS] = {{2, 2, {200, 0}, {0, 0}, 0},
                               {2, 2, {300, 0}, {100, 0}, 0},
                               {2, 2, {400, 0}, {150, 0}, 0},
                               {2, 2, {500, 0}, {250, 0}, 0}};
  Swept s = sweep(same, 800, 120);
  assert_at_most("a trend of the advantage", s.changes, s.sweeps, 0.05);
  assert_at_most("a fairest run", s.fairest, s.sweeps, 0.05);
  s = sweep(falls, 1500, 40);
  assert_at_least("the fairest is found", s.first, s.sweeps, 0.8);
  assert_int_equal(s.fairest, s.first);
  assert_at_least("so is the trend", s.changes, s.sweeps, 0.9);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_team_with_one_strong_bot_does_not_hide_its_advantage),
      cmocka_unit_test(three_unequal_bots_do_not_hide_the_seats),
      cmocka_unit_test(a_few_lost_games_do_not_make_a_claim),
      cmocka_unit_test(truncated_games_do_not_make_a_claim),
      cmocka_unit_test(the_run_with_the_larger_advantage_is_not_called_fairer),
      cmocka_unit_test(three_seats_and_teams_are_compared_between_equals),
      cmocka_unit_test(a_setting_in_which_skill_counts_is_not_called_fairer),
  };
  return RUN_TESTS(tests);
}
