/* Ratings: against R, against calculations by hand, and when there is no
 * answer. */
#include "analysis/stats/ratings.h"
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

/* A rating in logits with its standard deviation. */
static Rating rating_of(double value, double deviation) {
  return (Rating){LOGIT * value, LOGIT * (value - MARGIN * deviation),
                  LOGIT * (value + MARGIN * deviation)};
}

static Ratings fit(RatingData data) {
  Error error = {0};
  Ratings ratings;
  if (!ratings_fit(&data, &ratings, &error))
    fail_msg("%s", error.message);
  return ratings;
}

static void assert_unfit(RatingData data, const char *reason) {
  Error error = {0};
  Ratings ratings;
  assert_false(ratings_fit(&data, &ratings, &error));
  assert_message(&error, reason);
  assert_false(ratings_fit(&data, &ratings, NULL));
}

/* ---- against R -----------------------------------------------------------
 *
 * The likelihood is also that of Poisson counts with a level for each contest,
 * which R's glm can fit. `who` and `won` have a row for each contest.
 *
 *   rate <- function(who, won, P, prior) {
 *     S <- ncol(who); k <- P + S; unit <- diag(k)
 *     N <- rbind(cbind(contr.sum(P), matrix(0, P, S - 1)),
 *                cbind(matrix(0, S, P - 1), contr.sum(S)))
 *     x <- lapply(1:S, function(s) t(unit[, who[, s] + 1] + unit[, P + s]))
 *     X <- rbind(do.call(rbind, x) %*% N, N, 0 * N)
 *     y <- c(won, rep(prior / 2, 2 * k))
 *     level <- factor(c(rep(1:nrow(who), S), rep(-(1:k), 2)))
 *     keep <- rep(c(TRUE, prior > 0), c(length(won), 2 * k))
 *     f <- glm(y ~ 0 + X + level, poisson, subset = keep, epsilon = 1e-15)
 *     i <- 1:(k - 2); value <- N %*% coef(f)[i]
 *     half <- qnorm(.975) * sqrt(diag(N %*% vcov(f)[i, i] %*% t(N)))
 *     400 / log(10) * cbind(value, value - half, value + half) }
 *
 * With two sides the same numbers come from glm(won[, 1] / n ~ 0 + D, binomial,
 * weights = n), where D is the first half of X less the second. */

typedef struct Oracle {
  RatingData data;
  Rating wanted[8]; /* the players, then the sides */
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
    {{4, 2, 8, PAIRED, PAIRED_WON, 0},
     {{100.35977545776554, 45.05122358001213, 155.66832733551894},
      {36.42130283677815, -26.38727020269929, 99.22987587625560},
      {-82.62085163398891, -139.17777911548990, -26.06392415248792},
      {-54.16022666055476, -181.99669182264384, 73.67623850153433},
      {26.02883905965897, 6.45673807112411, 45.60094004819384},
      {-26.02883905965897, -45.60094004819384, -6.45673807112411}}},
    {{4, 2, 8, PAIRED, PAIRED_WON, 2.5},
     {{97.49788150313502, 44.21527209631871, 150.78049090995134},
      {33.66990325983068, -26.91958616443748, 94.25939268409884},
      {-83.08625969721278, -138.13615769435751, -28.03636170006803},
      {-48.08152506575292, -168.97380423502392, 72.81075410351808},
      {25.98373128239121, 6.48713328692649, 45.48032927785592},
      {-25.98373128239121, -45.48032927785592, -6.48713328692649}}},
    {{5, 3, 8, TRIPLED, TRIPLED_WON, 0},
     {{106.30817560365385, 49.70837715231930, 162.90797405498841},
      {30.50652265709223, -22.42938145514826, 83.44242676933271},
      {-2.31565017235530, -60.27035499735106, 55.63905465264046},
      {-79.34915619509604, -162.67292501128378, 3.97461262109173},
      {-55.14989189329474, -162.19443461863861, 51.89465083204914},
      {50.62411079444696, 16.96836245201625, 84.27985913687766},
      {-16.39323687831408, -53.53767009898033, 20.75119634235217},
      {-34.23087391613288, -72.51799308886778, 4.05624525660204}}},
    {{5, 3, 8, TRIPLED, TRIPLED_WON, 1.5},
     {{104.42405823045883, 48.50578255050708, 160.34233391041059},
      {29.33215922211654, -23.02870201025582, 81.69302045448890},
      {-3.10996997987490, -60.48669972958657, 54.26675976983678},
      {-77.89890751702315, -159.68872997931902, 3.89091494527275},
      {-52.74733995567734, -157.09032563694458, 51.59564572558992},
      {50.26287851415874, 16.72641494364898, 83.79934208466850},
      {-16.24498604056675, -53.20497644386335, 20.71500436272985},
      {-34.01789247359199, -72.11042527991368, 4.07464033272970}}},
};

/* R's covariance is that of its second-to-last step, accurate to about 1e-9. */
static void ratings_and_intervals_agree_with_r(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(ORACLES); i++) {
    const Oracle *oracle = &ORACLES[i];
    Ratings ratings = fit(oracle->data);
    int players = oracle->data.players;
    for (int p = 0; p < players; p++)
      assert_rating(ratings.player[p], oracle->wanted[p], 1e-8);
    for (int s = 0; s < oracle->data.sides; s++)
      assert_rating(ratings.side[s], oracle->wanted[players + s], 1e-8);
  }
}

/* ---- by hand --------------------------------------------------------------*/

/* Two equals, and the first side wins 60 of 100 games whoever plays it. Over
 * the 200 games a difference of players or of sides has the information
 * 200 * 0.6 * 0.4 = 48, and each term is half of one. */
static void equal_players_show_the_advantage_of_a_side(void **state) {
  (void)state;
  static const int WHO[] = {0, 1, 1, 0};
  static const double WON[] = {60, 40, 60, 40};
  Ratings ratings = fit((RatingData){2, 2, 2, WHO, WON, 0});
  double half = log(0.6 / 0.4) / 2, deviation = 1 / sqrt(48) / 2;
  assert_near(ratings.side[0].value - ratings.side[1].value,
              400 * log10(0.6 / 0.4), 1e-9);
  assert_rating(ratings.side[0], rating_of(half, deviation), 1e-9);
  assert_rating(ratings.side[1], rating_of(-half, deviation), 1e-9);
  assert_rating(ratings.player[0], rating_of(0, deviation), 1e-9);
  assert_rating(ratings.player[1], rating_of(0, deviation), 1e-9);
}

/* The reverse: one player wins 60% on either side. */
static void fair_sides_show_the_strength_of_a_player(void **state) {
  (void)state;
  static const int WHO[] = {0, 1, 1, 0};
  static const double WON[] = {60, 40, 40, 60};
  Ratings ratings = fit((RatingData){2, 2, 2, WHO, WON, 0});
  double half = log(0.6 / 0.4) / 2, deviation = 1 / sqrt(48) / 2;
  assert_rating(ratings.player[0], rating_of(half, deviation), 1e-9);
  assert_rating(ratings.player[1], rating_of(-half, deviation), 1e-9);
  assert_rating(ratings.side[0], rating_of(0, deviation), 1e-9);
}

/* In self-play only the side matters. The probabilities 0.5, 0.3 and 0.2 are
 * the observed shares. */
static void self_play_shows_the_sides(void **state) {
  (void)state;
  static const int WHO[] = {0, 0, 0};
  static const double WON[] = {50, 30, 20};
  Ratings ratings = fit((RatingData){1, 3, 1, WHO, WON, 0});
  assert_rating(ratings.player[0], (Rating){0, 0, 0}, 0);
  double mean = (log(50) + log(30) + log(20)) / 3;
  for (int s = 0; s < 3; s++) {
    assert_near(ratings.side[s].value, LOGIT * (log(WON[s]) - mean), 1e-9);
    assert_true(ratings.side[s].low < ratings.side[s].value);
  }
}

static void a_single_player_on_a_single_side_is_average(void **state) {
  (void)state;
  static const int WHO[] = {0};
  static const double WON[] = {7};
  for (int prior = 0; prior < 2; prior++) {
    Ratings ratings = fit((RatingData){1, 1, 1, WHO, WON, prior});
    assert_rating(ratings.player[0], (Rating){0, 0, 0}, 0);
    assert_rating(ratings.side[0], (Rating){0, 0, 0}, 0);
  }
}

static void a_single_side_says_nothing_about_its_players(void **state) {
  (void)state;
  static const int WHO[] = {0, 1};
  static const double WON[] = {7, 9};
  RatingData data = {2, 1, 2, WHO, WON, 0};
  assert_unfit(data, "players 1 and 2 cannot be compared");
  data.prior = 1;
  Ratings ratings = fit(data);
  assert_rating(ratings.player[0], rating_of(0, sqrt(4 * 0.5)), 1e-9);
  assert_rating(ratings.side[0], (Rating){0, 0, 0}, 0);
}

/* A drawn game has the information 1/4, and centring n terms leaves 1 - 1/n of
 * the variance of each. */
static void without_games_only_the_prior_remains(void **state) {
  (void)state;
  static const int WHO[] = {0, 1};
  static const double WON[] = {0, 0};
  for (int contests = 0; contests < 2; contests++) {
    Ratings ratings = fit((RatingData){5, 2, contests, WHO, WON, 0.5});
    for (int p = 0; p < 5; p++)
      assert_rating(ratings.player[p], rating_of(0, sqrt(8 * 0.8)), 1e-9);
    for (int s = 0; s < 2; s++)
      assert_rating(ratings.side[s], rating_of(0, sqrt(8 * 0.5)), 1e-9);
  }
}

/* ---- winning everything --------------------------------------------------*/

/* With the players at x and -x and n wins on each side, the likelihood is
 * stationary where 4 n / (1 + exp(2 x)) = prior * tanh(x / 2). */
static void the_prior_bounds_a_player_who_wins_everything(void **state) {
  (void)state;
  static const int WHO[] = {0, 1, 1, 0};
  static const double GAMES[] = {1, 10, 1000, 1e6, 1e9};
  static const double PRIORS[] = {0.01, 1, 3};
  for (size_t i = 0; i < COUNT(GAMES) * COUNT(PRIORS); i++) {
    double n = GAMES[i % COUNT(GAMES)], prior = PRIORS[i / COUNT(GAMES)];
    const double won[] = {n, 0, 0, n};
    Ratings ratings = fit((RatingData){2, 2, 2, WHO, won, prior});
    double x = ratings.player[0].value / LOGIT;
    assert_near(4 * n / (1 + exp(2 * x)) / (prior * tanh(x / 2)), 1, 1e-8);
    assert_near(ratings.player[1].value, -LOGIT * x, 1e-9);
    assert_near(ratings.side[0].value, 0, 1e-6);
    assert_true(ratings.player[0].high < 1e5);
  }
}

/* Each player beats all later ones on either side. */
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
  RatingData data = {PLAYERS, 2, contests, who, won, 0};
  assert_unfit(data, "set no bound to the ratings");
  data.prior = 0.1;
  Ratings ratings = fit(data);
  for (int p = 0; p + 1 < PLAYERS; p++) {
    assert_true(ratings.player[p].value > ratings.player[p + 1].value + 100);
    assert_near(ratings.player[p].value, -ratings.player[PLAYERS - 1 - p].value,
                1e-6);
  }
  assert_true(isfinite(ratings.player[0].high));
}

static void the_prior_bounds_a_side_that_always_wins(void **state) {
  (void)state;
  static const int WHO[] = {0, 1, 2, 1, 2, 0, 2, 0, 1};
  static const double WON[] = {0, 500, 0, 0, 500, 0, 0, 500, 0};
  RatingData data = {3, 3, 3, WHO, WON, 0};
  assert_unfit(data, "set no bound to the ratings");
  data.prior = 1;
  Ratings ratings = fit(data);
  for (int p = 0; p < 3; p++)
    assert_near(ratings.player[p].value, 0, 1e-9);
  assert_near(ratings.side[0].value, ratings.side[2].value, 1e-9);
  assert_true(ratings.side[1].value > ratings.side[0].value + 400);
  assert_true(isfinite(ratings.side[1].high));
}

/* Only one of several ratings is unbounded, and the others have much
 * information. */
static void one_unbounded_rating_makes_the_fit_fail(void **state) {
  (void)state;
  static const int WHO[] = {0, 1, 1, 0, 2, 0, 1, 2};
  static const double WON[] = {5e5, 4e5, 5e5, 5e5, 0, 3, 2, 0};
  RatingData data = {3, 2, 4, WHO, WON, 0};
  assert_unfit(data, "prior above 0");
  data.prior = 1e-3;
  Ratings ratings = fit(data);
  assert_true(ratings.player[2].value < ratings.player[1].value);
  assert_true(isfinite(ratings.player[2].low));
}

/* Full Newton steps would take these results to ratings of thousands of logits
 * and not come back. */
static void long_newton_steps_do_not_diverge(void **state) {
  (void)state;
  static const int WHO[] = {3, 2, 3, 3, 2, 4, 4, 3};
  static const double WON[] = {1000, 0, 1000, 0, 0, 1000, 0, 1};
  Ratings ratings = fit((RatingData){6, 2, 4, WHO, WON, 0.1});
  assert_true(ratings.player[3].value > ratings.player[4].value);
  assert_true(ratings.player[4].value > ratings.player[2].value);
  assert_rating(ratings.player[0], ratings.player[1], 1e-6);
  assert_rating(ratings.player[0], ratings.player[5], 1e-6);
}

/* ---- refusals -------------------------------------------------------------*/

static void players_who_never_met_cannot_be_compared(void **state) {
  (void)state;
  static const int WHO[] = {0, 2, 2, 0, 1, 3, 3, 1, 0, 1};
  static const double WON[] = {3, 4, 5, 6, 3, 4, 5, 6, 0, 0};
  RatingData data = {4, 2, 5, WHO, WON, 0};
  assert_unfit(data, "players 1 and 2 cannot be compared");
  assert_unfit(data, "use a prior above 0");
  data.prior = 1e-3;
  Ratings ratings = fit(data);
  assert_true(ratings.player[0].high > 1000);
}

static void players_who_meet_through_others_are_compared(void **state) {
  (void)state;
  static const int WHO[] = {0, 1, 2, 1, 2, 3, 3, 2};
  static const double WON[] = {3, 4, 5, 6, 3, 4, 5, 6};
  fit((RatingData){4, 2, 4, WHO, WON, 0});
}

static void
players_who_never_change_sides_are_confounded_with_them(void **state) {
  (void)state;
  static const int WHO[] = {0, 1, 2, 0, 1, 2};
  static const double WON[] = {3, 4, 5, 6, 3, 4};
  RatingData data = {3, 3, 2, WHO, WON, 0};
  assert_unfit(data, "let them change sides");
  data.prior = 1e-6;
  Ratings ratings = fit(data);
  for (int p = 0; p < 3; p++)
    assert_near(ratings.player[p].value, ratings.side[p].value, 1e-6);
}

static void invalid_data_are_refused(void **state) {
  (void)state;
  static const int WHO[] = {0, 1}, BEYOND[] = {0, 2}, BELOW[] = {-1, 1};
  static const double WON[] = {3, 4}, LOST[] = {-3, 4}, NOTHING[] = {3, NAN},
                      ENDLESS[] = {3, INFINITY}, HUGE_ONES[] = {1e308, 1e308};
  static const struct {
    RatingData data;
    const char *reason;
  } CASES[] = {
      {{0, 2, 1, WHO, WON, 1}, "1..64 players, not 0"},
      {{65, 2, 1, WHO, WON, 1}, "1..64 players, not 65"},
      {{2, 0, 1, WHO, WON, 1}, "1..16 sides, not 0"},
      {{2, 17, 1, WHO, WON, 1}, "1..16 sides, not 17"},
      {{2, 2, 1, WHO, WON, -1}, "not -1"},
      {{2, 2, 1, WHO, WON, NAN}, "the prior is a number of games"},
      {{2, 2, 1, WHO, WON, INFINITY}, "the prior is a number of games"},
      {{2, 2, 1, BEYOND, WON, 1}, "side 2 of contest 1 has player 3 of only 2"},
      {{2, 2, 1, BELOW, WON, 1}, "side 1 of contest 1 has player 0"},
      {{2, 2, 1, WHO, LOST, 1}, "side 1 of contest 1 has -3 points"},
      {{2, 2, 1, WHO, NOTHING, 1}, "side 2 of contest 1 has"},
      {{2, 2, 1, WHO, ENDLESS, 1}, "side 2 of contest 1 has"},
      {{2, 2, 1, WHO, HUGE_ONES, 1}, "prior"},
      {{1, 2, 0, NULL, NULL, 0}, "prior above 0"},
  };
  for (size_t i = 0; i < COUNT(CASES); i++)
    assert_unfit(CASES[i].data, CASES[i].reason);
}

/* ---- properties -----------------------------------------------------------*/

enum { SIDES = 4, PLAYERS = 20, CONTESTS = 500 };

typedef struct Drawing {
  int who[SIDES * CONTESTS];
  double won[SIDES * CONTESTS];
  RatingData data;
} Drawing;

/* Random results in which every side wins something in each contest. */
static void draw_results(Drawing *drawing, double prior) {
  Rng rng;
  rng_seed(&rng, 4, 2);
  for (int i = 0; i < SIDES * CONTESTS; i++) {
    drawing->who[i] = (int)rng_below(&rng, PLAYERS);
    drawing->won[i] = 1 + (int)rng_below(&rng, 10) / 2.0;
  }
  drawing->data =
      (RatingData){PLAYERS, SIDES, CONTESTS, drawing->who, drawing->won, prior};
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
  draw_results(&drawing, 0);
  Ratings one = fit(drawing.data), other = fit(drawing.data);
  assert_memory_equal(one.player, other.player, PLAYERS * sizeof(Rating));
  assert_memory_equal(one.side, other.side, SIDES * sizeof(Rating));
}

static void ratings_sum_to_zero(void **state) {
  (void)state;
  static Drawing drawing;
  for (int prior = 0; prior < 30; prior += 10) {
    draw_results(&drawing, prior);
    Ratings ratings = fit(drawing.data);
    double players = 0, sides = 0;
    for (int p = 0; p < PLAYERS; p++)
      players += ratings.player[p].value;
    for (int s = 0; s < SIDES; s++)
      sides += ratings.side[s].value;
    assert_near(players, 0, 1e-9);
    assert_near(sides, 0, 1e-9);
  }
}

static void renumbering_players_permutes_the_ratings(void **state) {
  (void)state;
  static Drawing drawing;
  draw_results(&drawing, 2);
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
  draw_results(&drawing, 2);
  Ratings whole = fit(drawing.data);
  static int who[2 * SIDES * CONTESTS];
  static double won[2 * SIDES * CONTESTS];
  for (int i = 0; i < SIDES * CONTESTS; i++) {
    who[i] = who[SIDES * CONTESTS + i] = drawing.who[i];
    won[i] = i % 3 == 0 ? 0 : drawing.won[i] / 4;
    won[SIDES * CONTESTS + i] = drawing.won[i] - won[i];
  }
  Ratings split = fit((RatingData){PLAYERS, SIDES, 2 * CONTESTS, who, won, 2});
  assert_same(&split, &whole);
}

static void a_contest_without_points_changes_nothing(void **state) {
  (void)state;
  static Drawing drawing;
  draw_results(&drawing, 0);
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
    double elo = ratings->player[who[s]].value + ratings->side[s].value;
    sum += chance[s] = pow(10, elo / 400);
  }
  for (int s = 0; s < SIDES; s++)
    chance[s] /= sum;
}

/* The condition of a maximum without a prior: each player and each side won as
 * many games as expected. */
static void fitted_wins_equal_observed_wins(void **state) {
  (void)state;
  static Drawing drawing;
  draw_results(&drawing, 0);
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
  enum { MANY = 100000 };
  Ratings truth;
  for (int p = 0; p < PLAYERS; p++)
    truth.player[p] = (Rating){120 * (p - (PLAYERS - 1) / 2.0), 0, 0};
  for (int s = 0; s < SIDES; s++)
    truth.side[s] = (Rating){50 * (1.5 - s), 0, 0};
  int *who = malloc(SIDES * MANY * sizeof *who);
  double *won = malloc(SIDES * MANY * sizeof *won);
  Rng rng;
  rng_seed(&rng, 1, 1);
  for (int i = 0; i < SIDES * MANY; i++)
    who[i] = (int)rng_below(&rng, PLAYERS);
  for (int c = 0; c < MANY; c++)
    expect(who + SIDES * c, &truth, won + SIDES * c);
  Ratings ratings = fit((RatingData){PLAYERS, SIDES, MANY, who, won, 0});
  for (int p = 0; p < PLAYERS; p++)
    assert_near(ratings.player[p].value, truth.player[p].value, 1e-8);
  for (int s = 0; s < SIDES; s++)
    assert_near(ratings.side[s].value, truth.side[s].value, 1e-8);
  free(who);
  free(won);
}

static void the_largest_number_of_players_can_be_rated(void **state) {
  (void)state;
  static int who[RATED_MAX * SEATS_MAX];
  static double won[RATED_MAX * SEATS_MAX];
  for (int i = 0; i < RATED_MAX * SEATS_MAX; i++) {
    who[i] = (i % SEATS_MAX * 5 + i / SEATS_MAX) % RATED_MAX;
    won[i] = i % SEATS_MAX == 0;
  }
  RatingData data = {RATED_MAX, SEATS_MAX, RATED_MAX, who, won, 1};
  Ratings ratings = fit(data);
  for (int p = 0; p < RATED_MAX; p++)
    assert_near(ratings.player[p].value, 0, 1e-6);
  for (int s = 1; s < SEATS_MAX; s++)
    assert_true(ratings.side[0].value > ratings.side[s].value + 100);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(ratings_and_intervals_agree_with_r),
      cmocka_unit_test(equal_players_show_the_advantage_of_a_side),
      cmocka_unit_test(fair_sides_show_the_strength_of_a_player),
      cmocka_unit_test(self_play_shows_the_sides),
      cmocka_unit_test(a_single_player_on_a_single_side_is_average),
      cmocka_unit_test(a_single_side_says_nothing_about_its_players),
      cmocka_unit_test(without_games_only_the_prior_remains),
      cmocka_unit_test(the_prior_bounds_a_player_who_wins_everything),
      cmocka_unit_test(a_strict_order_is_preserved),
      cmocka_unit_test(the_prior_bounds_a_side_that_always_wins),
      cmocka_unit_test(one_unbounded_rating_makes_the_fit_fail),
      cmocka_unit_test(long_newton_steps_do_not_diverge),
      cmocka_unit_test(players_who_never_met_cannot_be_compared),
      cmocka_unit_test(players_who_meet_through_others_are_compared),
      cmocka_unit_test(players_who_never_change_sides_are_confounded_with_them),
      cmocka_unit_test(invalid_data_are_refused),
      cmocka_unit_test(the_same_data_give_the_same_bits),
      cmocka_unit_test(ratings_sum_to_zero),
      cmocka_unit_test(renumbering_players_permutes_the_ratings),
      cmocka_unit_test(splitting_a_contest_changes_nothing),
      cmocka_unit_test(a_contest_without_points_changes_nothing),
      cmocka_unit_test(fitted_wins_equal_observed_wins),
      cmocka_unit_test(expected_results_recover_the_ratings),
      cmocka_unit_test(the_largest_number_of_players_can_be_rated),
  };
  return RUN_TESTS(tests);
}
