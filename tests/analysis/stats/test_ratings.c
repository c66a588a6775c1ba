/* Ratings: against R, against calculations by hand, and when there is no
 * answer. */
#include "analysis/stats/score_test.h"
#include "tests/support/support.h"
#include <math.h>

static const double LOGIT = 173.71779276130073; /* in Elo */
static const double MARGIN = 1.959963984540054; /* of a 95% interval, in sd */

static void assert_near(double value, double wanted, double tolerance) {
  if (!(fabs(value - wanted) <= tolerance))
    fail_msg("%.15g is not %.15g", value, wanted);
}

static void assert_rating(Rating rating, Rating wanted, double tolerance) {
  assert_near(rating.value, wanted.value, tolerance);
  assert_near(rating.low, wanted.low, tolerance);
  assert_near(rating.high, wanted.high, tolerance);
}

static Ratings fit(RatingData data) {
  Error error = {0};
  Ratings ratings;
  if (!ratings_fit(&data, &ratings, &error))
    fail_msg("%s", error.message);
  return ratings;
}

/* A rating in Elo from its value and variance in logits. */
static Rating rating_of(double value, double variance) {
  double margin = MARGIN * sqrt(variance);
  return (Rating){LOGIT * value, LOGIT * (value - margin),
                  LOGIT * (value + margin)};
}

/* ---- against R -----------------------------------------------------------
 *
 * The likelihood is also that of Poisson counts with a level for each contest,
 * which R's glm can fit. `who` and `won` have a row for each contest.
 *
 *   rate <- function(who, won, P) {
 *     S <- ncol(who); k <- P + S; unit <- diag(k)
 *     N <- rbind(cbind(contr.sum(P), matrix(0, P, S - 1)),
 *                cbind(matrix(0, S, P - 1), contr.sum(S)))
 *     x <- lapply(1:S, function(s) t(unit[, who[, s] + 1] + unit[, P + s]))
 *     X <- do.call(rbind, x) %*% N
 *     level <- factor(rep(1:nrow(who), S))
 *     f <- glm(c(won) ~ 0 + X + level, poisson, epsilon = 1e-15)
 *     i <- 1:(k - 2); value <- N %*% coef(f)[i]
 *     half <- qnorm(.975) * sqrt(diag(N %*% vcov(f)[i, i] %*% t(N)))
 *     400 / log(10) * cbind(value, value - half, value + half) }
 *
 * With two sides the same numbers come from glm(won[, 1] / n ~ 0 + D, binomial,
 * weights = n), where D is the first half of X less the second. */

typedef struct Oracle {
  RatingData data;
  Rating wanted[8]; /* the players, then the sides, each less their mean */
} Oracle;

static const int PAIRED[] = {0, 1, 1, 0, 0, 2, 2, 0, 1, 2, 3, 2, 0, 3, 1, 1};
static const double PAIRED_WON[] = {30,   20,   22, 28, 41, 9, 17, 33,
                                    35.5, 14.5, 8,  4,  6,  1, 60, 40};

static const int TRIPLED[] = {0, 1, 2, 1, 2, 0, 2, 0, 1, 2, 1, 3,
                              3, 0, 1, 0, 3, 0, 4, 2, 3, 1, 4, 1};
static const double TRIPLED_WON[] = {20, 9, 7,   15,  8, 11, 12, 13,
                                     5,  9, 8.5, 3.5, 4, 12, 6,  10,
                                     2,  7, 6,   3,   5, 9,  4,  8};

static const Oracle ORACLES[] = {
    {{4, 2, 8, PAIRED, PAIRED_WON},
     {{100.35977545776554, 45.05122358001213, 155.66832733551894},
      {36.42130283677815, -26.38727020269929, 99.22987587625560},
      {-82.62085163398891, -139.17777911548990, -26.06392415248792},
      {-54.16022666055476, -181.99669182264384, 73.67623850153433},
      {26.02883905965897, 6.45673807112411, 45.60094004819384},
      {-26.02883905965897, -45.60094004819384, -6.45673807112411}}},
    {{5, 3, 8, TRIPLED, TRIPLED_WON},
     {{106.30817560365385, 49.70837715231930, 162.90797405498841},
      {30.50652265709223, -22.42938145514826, 83.44242676933271},
      {-2.31565017235530, -60.27035499735106, 55.63905465264046},
      {-79.34915619509604, -162.67292501128378, 3.97461262109173},
      {-55.14989189329474, -162.19443461863861, 51.89465083204914},
      {50.62411079444696, 16.96836245201625, 84.27985913687766},
      {-16.39323687831408, -53.53767009898033, 20.75119634235217},
      {-34.23087391613288, -72.51799308886778, 4.05624525660204}}},
};

/* R's covariance is that of its second-to-last step, accurate to about 1e-9. It
 * is the one that holds if no point is split. */
static void terms_and_naive_variances_agree_with_r(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(ORACLES); i++) {
    const Oracle *oracle = &ORACLES[i];
    Ratings r = fit(oracle->data);
    for (int k = 0; k < oracle->data.players + oracle->data.sides; k++)
      assert_rating(rating_of(r.at[k], r.naive[k][k]), oracle->wanted[k], 1e-8);
  }
}

/* ---- by hand --------------------------------------------------------------*/

static const int TWO[] = {0, 1, 1, 0}; /* two players who change sides */

/* One player wins 60% on either side. The sandwich variance of the difference
 * is 1 / (200 * 0.6 * 0.4), with a factor of 200 / 198 for two fitted terms and
 * 2 * 2 / (200 * 2) of the naive variance for the added games. */
static void the_difference_of_two_has_its_binomial_variance(void **state) {
  (void)state;
  static const double WON[] = {60, 40, 40, 60};
  RatingData data = {2, 2, 2, TWO, WON, NULL, NULL, NULL, 0};
  Ratings ratings = fit(data);
  double naive = 1 / 48.0, variance = naive * (200 / 198.0 + 0.01);
  assert_rating(ratings_difference(&data, &ratings, 0, 1),
                rating_of(log(1.5), variance), 1e-9);
  assert_rating(ratings_difference(&data, &ratings, 1, 0),
                rating_of(-log(1.5), variance), 1e-9);
  assert_rating(ratings.player[0], rating_of(log(1.5) / 2, variance / 4), 1e-9);
  assert_rating(ratings.side[0], rating_of(0, variance), 1e-9);
  assert_rating(ratings_difference(&data, &ratings, 1, 1), (Rating){0, 0, 0},
                0);
}

/* The reverse: the first side wins 60% whoever plays it. It is rated by its
 * odds against the other side. */
static void equal_players_show_the_advantage_of_a_side(void **state) {
  (void)state;
  static const double WON[] = {60, 40, 60, 40};
  Ratings ratings = fit((RatingData){2, 2, 2, TWO, WON, NULL, NULL, NULL, 0});
  double variance = 1 / 48.0 * (200 / 198.0 + 0.01);
  assert_rating(ratings.side[0], rating_of(log(1.5), variance), 1e-9);
  assert_rating(ratings.side[1], rating_of(-log(1.5), variance), 1e-9);
}

/* Of 200 games 120 are drawn and 60 points to 20 won: the points vary by
 * 80 * 1/4 + 120 * 0 about 1/2, less (0.6 - 0.5)^2 each. */
static void draws_make_the_interval_narrower(void **state) {
  (void)state;
  static const double SCORED[] = {60, 40, 40, 60}, DRAWN[] = {60, 60};
  RatingData data = {2, 2, 2, TWO, SCORED, DRAWN, NULL, NULL, 0};
  Ratings ratings = fit(data);
  double naive = 1 / 48.0, spread = 80 * 0.25 - 200 * 0.01;
  double variance = spread * naive * naive * 200 / 198.0 + 0.01 * naive;
  assert_rating(ratings_difference(&data, &ratings, 0, 1),
                rating_of(log(1.5), variance), 1e-9);
}

/* With two sides a forfeit is a win of the other. */
static void a_forfeit_between_two_is_a_win(void **state) {
  (void)state;
  static const double WON[] = {60, 40, 40, 60}, FORFEITS[] = {0, 10, 7, 3};
  RatingData plain = {2, 2, 2, TWO, WON, NULL, NULL, NULL, 0}, marked = plain;
  marked.forfeits = FORFEITS;
  Ratings one = fit(plain), other = fit(marked);
  for (int k = 0; k < 4; k++)
    assert_near(one.covariance[k][k], other.covariance[k][k], 1e-12);
}

/* All drawn: the added games alone give the interval a width. */
static void drawn_games_do_not_prove_equality(void **state) {
  (void)state;
  static const double SCORED[] = {5, 5, 5, 5}, DRAWN[] = {10, 10};
  RatingData data = {2, 2, 2, TWO, SCORED, DRAWN, NULL, NULL, 0};
  Ratings ratings = fit(data);
  assert_rating(ratings_difference(&data, &ratings, 0, 1),
                rating_of(0, 2 * 2 / (20.0 * 2) / 5), 1e-9);
}

/* In self-play only the side matters. The shares 0.5, 0.3 and 0.2 are those
 * observed; a side is rated by its odds against the average of the others, as
 * balance_elo is. */
static void self_play_shows_the_sides(void **state) {
  (void)state;
  static const int WHO[] = {0, 0, 0};
  static const double WON[] = {50, 30, 20};
  Ratings ratings = fit((RatingData){1, 3, 1, WHO, WON, NULL, NULL, NULL, 0});
  assert_near(ratings.side[0].value, LOGIT * log(50 / 25.0), 1e-9);
  assert_near(ratings.side[1].value, LOGIT * log(30 / 35.0), 1e-9);
  assert_near(ratings.side[2].value, LOGIT * log(20 / 40.0), 1e-9);
  for (int s = 0; s < 3; s++)
    assert_true(ratings.side[s].low < ratings.side[s].value);
  assert_near(ratings.player[0].value, 0, 0);
}

/* ---- no bound ------------------------------------------------------------*/

/* Whoever wins n of n games wins with at least 0.05^(1/n), the one-sided 95%
 * bound of Clopper and Pearson. */
static void who_wins_everything_has_a_lower_bound(void **state) {
  (void)state;
  static const double GAMES[] = {1, 10, 1000, 1e6};
  for (size_t i = 0; i < COUNT(GAMES); i++) {
    double n = GAMES[i], chance = pow(0.05, 1 / (2 * n));
    const double won[] = {n, 0, 0, n};
    RatingData data = {2, 2, 2, TWO, won, NULL, NULL, NULL, 0};
    Ratings ratings = fit(data);
    Rating up = ratings_difference(&data, &ratings, 0, 1);
    Rating down = ratings_difference(&data, &ratings, 1, 0);
    assert_true(up.value == INFINITY && up.high == INFINITY);
    assert_near(up.low, 400 * log10(chance / (1 - chance)), 0.1);
    assert_true(down.value == -INFINITY && down.low == -INFINITY);
    assert_near(down.high, -up.low, 1e-3);
    assert_true(isnan(ratings.side[0].value)); /* too unequal to tell */
    assert_true(ratings.side[0].low == -INFINITY);
    assert_true(ratings.player[1].value == 0 && isnan(ratings.player[1].low));
    assert_near(ratings.player[0].low, up.low, 1e-3);
  }
}

/* Players 0 and 1 beat 2 and 3 always; within the groups all is known. */
static void groups_are_compared_by_bounds_only(void **state) {
  (void)state;
  static const int WHO[] = {0, 1, 1, 0, 2, 3, 3, 2, 0, 2, 2, 0,
                            0, 3, 3, 0, 1, 2, 2, 1, 1, 3, 3, 1};
  static const double WON[] = {6,  4, 5, 5,  6,  4, 3, 7,  10, 0, 0, 10,
                               10, 0, 0, 10, 10, 0, 0, 10, 10, 0, 0, 10};
  RatingData data = {4, 2, 12, WHO, WON, NULL, NULL, NULL, 0};
  Ratings ratings = fit(data);
  assert_int_equal(ratings.group[1], ratings.group[0]);
  assert_int_equal(ratings.group[3], ratings.group[2]);
  assert_int_equal(ratings.reference, 2); /* of equal groups the weaker */
  for (int p = 0; p < 2; p++) {
    assert_true(ratings.player[p].value == INFINITY);
    for (int q = 2; q < 4; q++) {
      Rating r = ratings_difference(&data, &ratings, p, q);
      assert_true(r.value == INFINITY && r.low > 300 && isfinite(r.low));
    }
  }
  assert_near(ratings.player[2].value + ratings.player[3].value, 0, 1e-6);
  assert_near(ratings_difference(&data, &ratings, 2, 3).value,
              400 * log10(13 / 7.0), 0.01);
  assert_true(isfinite(ratings_difference(&data, &ratings, 0, 1).high));
}

static void a_strict_order_is_preserved(void **state) {
  (void)state;
  enum { PLAYERS = 8, CONTESTS = PLAYERS * (PLAYERS - 1) };
  int who[2 * CONTESTS], contests = 0;
  double won[2 * CONTESTS];
  for (int p = 0; p < PLAYERS; p++)
    for (int q = 0; q < PLAYERS; q++)
      if (p != q) {
        who[2 * contests] = p, who[2 * contests + 1] = q;
        won[2 * contests] = p < q ? 1000 : 0;
        won[2 * contests + 1] = p < q ? 0 : 1000;
        contests++;
      }
  Ratings r =
      fit((RatingData){PLAYERS, 2, contests, who, won, NULL, NULL, NULL, 0});
  assert_int_equal(r.reference, PLAYERS - 1);
  for (int p = 0; p + 1 < PLAYERS; p++) {
    assert_true(r.at[p] > r.at[p + 1] + 1);
    assert_true(r.player[p].low > 1000 && r.player[p].high == INFINITY);
  }
}

/* However strong the players are, a side that always wins has a bound, and they
 * cannot be told apart. */
static void a_side_that_always_wins_has_a_lower_bound(void **state) {
  (void)state;
  static const double WON[] = {10, 0, 10, 0};
  RatingData data = {2, 2, 2, TWO, WON, NULL, NULL, NULL, 0};
  Ratings ratings = fit(data);
  assert_true(ratings.side[0].value == INFINITY);
  assert_true(ratings.side[1].value == -INFINITY);
  assert_near(ratings.side[0].low, 316.6, 0.1);
  assert_true(isnan(ratings_difference(&data, &ratings, 0, 1).value));
}

/* A single point sets a bound, even beside a million games. */
static void one_point_sets_a_bound(void **state) {
  (void)state;
  static const int WHO[] = {0, 1, 1, 0, 2, 0, 0, 2};
  static const double WON[] = {5e5, 4e5, 5e5, 5e5, 1, 999, 1000, 0};
  RatingData data = {3, 2, 4, WHO, WON, NULL, NULL, NULL, 0};
  Ratings ratings = fit(data);
  assert_true(isfinite(ratings_difference(&data, &ratings, 0, 2).value));
  assert_near(ratings_difference(&data, &ratings, 0, 2).value, 1315, 20);
}

static void players_who_never_met_are_not_compared(void **state) {
  (void)state;
  static const int WHO[] = {0, 2, 2, 0, 1, 3, 3, 1, 0, 1};
  static const double WON[] = {3, 4, 5, 6, 3, 4, 5, 6, 0, 0};
  RatingData data = {4, 2, 5, WHO, WON, NULL, NULL, NULL, 0};
  Ratings ratings = fit(data);
  Rating r = ratings_difference(&data, &ratings, 0, 1);
  assert_true(isnan(r.value) && r.low == -INFINITY && r.high == INFINITY);
  assert_true(isfinite(ratings_difference(&data, &ratings, 0, 2).value));
}

static void without_games_nothing_is_known(void **state) {
  (void)state;
  static const double WON[] = {0, 0, 0, 0};
  RatingData data = {2, 2, 2, TWO, WON, NULL, NULL, NULL, 0};
  Ratings ratings = fit(data);
  assert_true(isnan(ratings_difference(&data, &ratings, 0, 1).value));
  assert_true(isnan(ratings.side[0].value));
}

/* ---- refusals -------------------------------------------------------------*/

static void invalid_data_are_refused(void **state) {
  (void)state;
  static const int WHO[] = {0, 1}, BEYOND[] = {0, 2}, BELOW[] = {-1, 1};
  static const double WON[] = {3, 4}, LOST[] = {-3, 4}, NOTHING[] = {3, NAN},
                      ENDLESS[] = {3, INFINITY}, HUGE_ONES[] = {1e308, 1e308};
  static const struct {
    RatingData data;
    const char *reason;
  } CASES[] = {
      {{0, 2, 1, WHO, WON, NULL, NULL, NULL, 0}, "1..64 players, not 0"},
      {{65, 2, 1, WHO, WON, NULL, NULL, NULL, 0}, "1..64 players, not 65"},
      {{2, 0, 1, WHO, WON, NULL, NULL, NULL, 0}, "1..16 sides, not 0"},
      {{2, 17, 1, WHO, WON, NULL, NULL, NULL, 0}, "1..16 sides, not 17"},
      {{2, 2, 1, BEYOND, WON, NULL, NULL, NULL, 0},
       "side 2 of contest 1 has player 3 of only 2"},
      {{2, 2, 1, BELOW, WON, NULL, NULL, NULL, 0},
       "side 1 of contest 1 has player 0"},
      {{2, 2, 1, WHO, LOST, NULL, NULL, NULL, 0},
       "side 1 of contest 1 has -3 points"},
      {{2, 2, 1, WHO, NOTHING, NULL, NULL, NULL, 0}, "side 2 of contest 1 has"},
      {{2, 2, 1, WHO, ENDLESS, NULL, NULL, NULL, 0}, "side 2 of contest 1 has"},
      {{2, 2, 1, WHO, HUGE_ONES, NULL, NULL, NULL, 0},
       "a finite number of games"},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Error error = {0};
    Ratings ratings;
    assert_false(ratings_fit(&CASES[i].data, &ratings, &error));
    assert_message(&error, CASES[i].reason);
    assert_false(ratings_fit(&CASES[i].data, &ratings, NULL));
  }
}

/* ---- properties -----------------------------------------------------------*/

enum { SIDES = 4, PLAYERS = 20, CONTESTS = 500 };

typedef struct Drawing {
  int who[SIDES * CONTESTS];
  double won[SIDES * CONTESTS];
  RatingData data;
} Drawing;

/* Random results in which every side wins something in each contest. */
static void draw_results(Drawing *drawing) {
  Rng rng;
  rng_seed(&rng, 4, 2);
  for (int i = 0; i < SIDES * CONTESTS; i++) {
    drawing->who[i] = (int)rng_below(&rng, PLAYERS);
    drawing->won[i] = 1 + (int)rng_below(&rng, 10) / 2.0;
  }
  drawing->data = (RatingData){PLAYERS,      SIDES, CONTESTS, drawing->who,
                               drawing->won, NULL,  NULL};
}

static void assert_same(const Ratings *one, const Ratings *other) {
  for (int p = 0; p < PLAYERS; p++)
    assert_rating(one->player[p], other->player[p], 1e-9);
  for (int s = 0; s < SIDES; s++)
    assert_rating(one->side[s], other->side[s], 1e-9);
}

static void the_same_data_give_the_same_bits(void **state) {
  (void)state;
  static Drawing drawing;
  draw_results(&drawing);
  Ratings one = fit(drawing.data), other = fit(drawing.data);
  assert_memory_equal(one.player, other.player, PLAYERS * sizeof(Rating));
  assert_memory_equal(one.side, other.side, SIDES * sizeof(Rating));
}

static void ratings_sum_to_zero(void **state) {
  (void)state;
  static Drawing drawing;
  draw_results(&drawing);
  Ratings ratings = fit(drawing.data);
  double players = 0;
  for (int p = 0; p < PLAYERS; p++)
    players += ratings.player[p].value;
  assert_near(players, 0, 1e-9);
}

static void renumbering_players_permutes_the_ratings(void **state) {
  (void)state;
  static Drawing drawing;
  draw_results(&drawing);
  Ratings ratings = fit(drawing.data), wanted = ratings;
  for (int i = 0; i < SIDES * CONTESTS; i++)
    drawing.who[i] = (7 * drawing.who[i] + 3) % PLAYERS;
  for (int p = 0; p < PLAYERS; p++)
    wanted.player[(7 * p + 3) % PLAYERS] = ratings.player[p];
  Ratings renamed = fit(drawing.data);
  assert_same(&renamed, &wanted);
}

static void splitting_a_contest_changes_nothing(void **state) {
  (void)state;
  static Drawing drawing;
  draw_results(&drawing);
  Ratings whole = fit(drawing.data);
  static int who[2 * SIDES * CONTESTS];
  static double won[2 * SIDES * CONTESTS];
  for (int i = 0; i < SIDES * CONTESTS; i++) {
    who[i] = who[SIDES * CONTESTS + i] = drawing.who[i];
    won[i] = i % 3 == 0 ? 0 : drawing.won[i] / 4;
    won[SIDES * CONTESTS + i] = drawing.won[i] - won[i];
  }
  Ratings split = fit((RatingData){PLAYERS, SIDES, 2 * CONTESTS, who, won, NULL,
                                   NULL, NULL, 0});
  assert_same(&split, &whole);
}

static void a_contest_without_points_changes_nothing(void **state) {
  (void)state;
  static Drawing drawing;
  draw_results(&drawing);
  memset(drawing.won + SIDES * (CONTESTS - 100), 0,
         SIDES * 100 * sizeof(double));
  Ratings all = fit(drawing.data);
  drawing.data.contests -= 100;
  Ratings some = fit(drawing.data);
  assert_same(&all, &some);
}

/* The probabilities of the sides by the formula in the header. */
static void expect(const int who[], const Ratings *ratings, double chance[]) {
  double sum = 0;
  for (int s = 0; s < SIDES; s++) {
    double logit = ratings->at[who[s]] + ratings->at[PLAYERS + s];
    sum += chance[s] = exp(logit);
  }
  for (int s = 0; s < SIDES; s++)
    chance[s] /= sum;
}

/* The condition of a maximum without a prior: each player and each side won as
 * many games as expected. */
static void fitted_wins_equal_observed_wins(void **state) {
  (void)state;
  static Drawing drawing;
  draw_results(&drawing);
  Ratings ratings = fit(drawing.data);
  double player[PLAYERS] = {0}, side[SIDES] = {0};
  for (int c = 0; c < CONTESTS; c++) {
    const int *who = drawing.who + SIDES * c;
    const double *won = drawing.won + SIDES * c;
    double chance[SIDES], games = won[0] + won[1] + won[2] + won[3];
    expect(who, &ratings, chance);
    for (int s = 0; s < SIDES; s++) {
      player[who[s]] += won[s] - games * chance[s];
      side[s] += won[s] - games * chance[s];
    }
  }
  for (int p = 0; p < PLAYERS; p++)
    assert_near(player[p], 0, 1e-8);
  for (int s = 0; s < SIDES; s++)
    assert_near(side[s], 0, 1e-8);
}

/* A long tournament of players far apart in which every result is the expected
 * one. */
static void expected_results_recover_the_ratings(void **state) {
  (void)state;
  enum { MANY = 20000 };
  Ratings truth;
  for (int p = 0; p < PLAYERS; p++)
    truth.at[p] = 120 * (p - (PLAYERS - 1) / 2.0) / LOGIT;
  for (int s = 0; s < SIDES; s++)
    truth.at[PLAYERS + s] = 50 * (1.5 - s) / LOGIT;
  int *who = malloc(SIDES * MANY * sizeof *who);
  double *won = malloc(SIDES * MANY * sizeof *won);
  Rng rng;
  rng_seed(&rng, 1, 1);
  for (int i = 0; i < SIDES * MANY; i++)
    who[i] = (int)rng_below(&rng, PLAYERS);
  for (int c = 0; c < MANY; c++)
    expect(who + SIDES * c, &truth, won + SIDES * c);
  Ratings ratings =
      fit((RatingData){PLAYERS, SIDES, MANY, who, won, NULL, NULL, NULL, 0});
  for (int k = 0; k < PLAYERS + SIDES; k++)
    assert_near(LOGIT * ratings.at[k], LOGIT * truth.at[k], 1e-8);
  free(who);
  free(won);
}

static void the_largest_number_of_players_can_be_rated(void **state) {
  (void)state;
  static int who[RATED_MAX * SEATS_MAX];
  static double won[RATED_MAX * SEATS_MAX];
  for (int i = 0; i < RATED_MAX * SEATS_MAX; i++) {
    who[i] = (i % SEATS_MAX * 5 + i / SEATS_MAX) % RATED_MAX;
    won[i] = i % SEATS_MAX == 0 ? 3 : 1;
  }
  RatingData data = {RATED_MAX, SEATS_MAX, RATED_MAX, who, won,
                     NULL,      NULL,      NULL,      0};
  Ratings ratings = fit(data);
  for (int p = 0; p < RATED_MAX; p++)
    assert_near(ratings.player[p].value, 0, 1e-6);
  for (int s = 1; s < SEATS_MAX; s++)
    assert_true(ratings.side[0].value > ratings.side[s].value + 100);
}

/* ---- the fit -------------------------------------------------------------*/

/* Three players, each two in each order. */
static const int THREE[] = {0, 1, 1, 0, 1, 2, 2, 1, 2, 0, 0, 2};

/* In a cycle of 70:30 all ratings are 0. The residual of every pair is 20
 * points, which no ratings explain; that of a cycle is a third of the sum of
 * three with a variance of 25 each. */
static void a_cycle_fits_no_ratings(void **state) {
  (void)state;
  static const double WON[] = {35, 15, 15, 35, 35, 15, 15, 35, 35, 15, 15, 35};
  RatingData data = {3, 2, 6, THREE, WON, .pairs = 0};
  Ratings ratings = fit(data);
  ScoreTest test;
  test = score_test_pairs(&data, &ratings);
  double factor = 300.0 / 297 + 0.01;
  assert_int_equal(test.freedom, 1);
  assert_near(test.chi_square, 20 * 20 / (25.0 / 3 * factor), 1e-6);
  assert_true(test.p < 1e-10);
  test = score_test_interaction(&data, &ratings);
  assert_near(test.chi_square, 0, 1e-6);
}

/* Scores of 3:1, 3:1 and 9:1 are those of ratings, and the advantage of a side
 * takes nothing from the fit. */
static void expected_results_fit(void **state) {
  (void)state;
  static const double WON[] = {45, 15, 15, 45, 45, 15, 15, 45, 6, 54, 54, 6};
  RatingData data = {3, 2, 6, THREE, WON, .pairs = 0};
  Ratings ratings = fit(data);
  ScoreTest test;
  test = score_test_pairs(&data, &ratings);
  assert_int_equal(test.freedom, 1);
  assert_near(test.chi_square, 0, 1e-6);
}

/* Two players, and three who play in all games, have nothing that could
 * contradict their ratings. */
static void where_all_play_in_all_games_nothing_is_tested(void **state) {
  (void)state;
  static const double TWO_WON[] = {30, 20, 25, 25};
  static const int ALL[] = {0, 1, 2, 1, 2, 0, 2, 0, 1};
  static const double ALL_WON[] = {20, 15, 5, 10, 20, 10, 5, 15, 20};
  const RatingData data[] = {{2, 2, 2, TWO, TWO_WON, .pairs = 0},
                             {3, 3, 3, ALL, ALL_WON, .pairs = 0}};
  for (size_t i = 0; i < COUNT(data); i++) {
    Ratings ratings = fit(data[i]);
    ScoreTest test;
    test = score_test_pairs(&data[i], &ratings);
    assert_int_equal(test.freedom, 0);
    assert_true(isnan(test.p) && isnan(test.chi_square));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(terms_and_naive_variances_agree_with_r),
      cmocka_unit_test(the_difference_of_two_has_its_binomial_variance),
      cmocka_unit_test(equal_players_show_the_advantage_of_a_side),
      cmocka_unit_test(draws_make_the_interval_narrower),
      cmocka_unit_test(a_forfeit_between_two_is_a_win),
      cmocka_unit_test(drawn_games_do_not_prove_equality),
      cmocka_unit_test(self_play_shows_the_sides),
      cmocka_unit_test(who_wins_everything_has_a_lower_bound),
      cmocka_unit_test(groups_are_compared_by_bounds_only),
      cmocka_unit_test(a_strict_order_is_preserved),
      cmocka_unit_test(a_side_that_always_wins_has_a_lower_bound),
      cmocka_unit_test(one_point_sets_a_bound),
      cmocka_unit_test(players_who_never_met_are_not_compared),
      cmocka_unit_test(without_games_nothing_is_known),
      cmocka_unit_test(invalid_data_are_refused),
      cmocka_unit_test(the_same_data_give_the_same_bits),
      cmocka_unit_test(ratings_sum_to_zero),
      cmocka_unit_test(renumbering_players_permutes_the_ratings),
      cmocka_unit_test(splitting_a_contest_changes_nothing),
      cmocka_unit_test(a_contest_without_points_changes_nothing),
      cmocka_unit_test(fitted_wins_equal_observed_wins),
      cmocka_unit_test(expected_results_recover_the_ratings),
      cmocka_unit_test(a_cycle_fits_no_ratings),
      cmocka_unit_test(expected_results_fit),
      cmocka_unit_test(where_all_play_in_all_games_nothing_is_tested),
      cmocka_unit_test(the_largest_number_of_players_can_be_rated),
  };
  return RUN_TESTS(tests);
}
