/* Distributions, balance, and the intervals of lengths and ratios: against R
 * and against calculations by hand. */
#include "tests/support/support.h"

#include "analysis/metrics/balance.h"
#include "analysis/metrics/summary.h"
#include "analysis/stats/distribution.h"
#include <math.h>

/* Infinity is near only itself. */
static void assert_near(const char *what, double is, double should,
                        double tolerance) {
  bool both_nan = isnan(is) && isnan(should);
  if (is != should && !both_nan && !(fabs(is - should) <= tolerance))
    fail_msg("%s: %.15g is not %.15g", what, is, should);
}

/* R's result, to the digits given. */
typedef struct Wanted {
  double value, low, high;
} Wanted;

static void assert_estimate(const char *what, Estimate is, Wanted should) {
  assert_near(what, is.value, should.value, 1e-9);
  assert_near(what, is.low, should.low, 1e-9);
  assert_near(what, is.high, should.high, 1e-9);
}

static void assert_same(const char *what, Estimate is, Estimate should) {
  assert_estimate(what, is, (Wanted){should.value, should.low, should.high});
  assert_int_equal(is.n, should.n);
}

static void assert_no_interval(Estimate e) {
  assert_true(isnan(e.low) && isnan(e.high) && !estimate_has_interval(e));
}

/* ---- distributions -------------------------------------------------------*/

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
    assert_near("chi-square", chi_square_tail(CASES[i].x, CASES[i].freedom),
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
    assert_near("quantile", normal_quantile(CASES[i][0]), CASES[i][1],
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
    assert_near("z", bonferroni_z(CASES[i].intervals), CASES[i].z, 1e-13);
}

/* ---- tallies by hand -----------------------------------------------------*/

enum { MAX_PLIES = 200 };

/* One seating, one bot in all seats; the seats belong to the sides in turn. */
typedef struct Counting {
  Entrant bot;
  uint8_t table[SEATS_MAX];
  Schedule schedule;
  Tally tally;
} Counting;

static Counting *count_for(int seats, int sides) {
  Counting *c = calloc(1, sizeof *c);
  Error error = {0};
  assert_non_null(c);
  c->schedule = (Schedule){.seats = seats,
                           .sides = sides,
                           .bots = 1,
                           .bot = &c->bot,
                           .seatings = 1,
                           .table = c->table};
  for (int seat = 0; seat < seats; seat++)
    c->schedule.side[seat] = (uint8_t)(seat % sides);
  if (!tally_make(&c->tally, &c->schedule, MAX_PLIES, &error))
    fail_msg("%s", error.message);
  return c;
}

static void end_counting(Counting *c) {
  tally_free(&c->tally);
  free(c);
}

/* Adds games with the same outcome. A forfeit is by the bot of the first seat.
 */
typedef struct Group {
  MatchEnd end;
  unsigned winners; /* seats, as bits */
  int games;
} Group;

static void add_group(Counting *c, Group group) {
  Match match = {.end = group.end,
                 .winners = (uint16_t)group.winners,
                 .moved = UINT16_MAX,
                 .forfeiter = group.end == MATCH_FORFEIT ? 0 : -1};
  for (int i = 0; i < group.games; i++)
    tally_add(&c->tally, 0, &match);
}

/* ---- how fair ------------------------------------------------------------
 *
 * From a row for each decided game with a column of 0 or 1 for each side,
 * without the sums that a tally keeps. In R:
 *
 *   pad <- function(x, a) {
 *     y <- c(x, 1, -1); h <- qt(1-a/2, length(x)+1) * sd(y) / sqrt(length(y))
 *     c(mean(x), max(mean(y) - h, -1), min(mean(y) + h, 1)) }
 *   wilson <- function(p, n, z) {     # where (p - q)^2 = z^2 q (1 - q) / n
 *     s <- z^2 / n; d <- sqrt((2*p + s)^2 - 4*(1 + s)*p^2)
 *     c((2*p + s - d) / (2 + 2*s), (2*p + s + d) / (2 + 2*s)) }
 *   H <- function(p) -sum(ifelse(p > 0, p*log(p), 0)) / log(length(p))
 *
 *   G: the games; k <- ncol(G); b <- function(i, j) sum(G[,i] > G[,j])
 *   sign <- function(i, j) binom.test(b(i,j), b(i,j) + b(j,i))$p.value
 *   pair(i, j, a): pad(G[,i] - G[,j], a), 0 included unless sign(i, j) <= a
 *   advantage: pair(1, 2, .05), or with more sides
 *     pad(G[,1] - rowSums(G[,-1])/(k-1), .05)
 *   gap: pair(i, j, .05/choose(k,2)) for all pairs, the largest of each, at
 *     least 0
 *   points: G / rowSums(G), or 1/k each if nobody won
 *   share(i, z): x <- points[,i]; y <- c(x, 1, 0)
 *     n <- length(x) * mean(y) * (1 - mean(y)) / mean((y - mean(y))^2)
 *     mean(x), wilson(mean(x) - .5/n, n, z)[1], wilson(mean(x) + .5/n, n, z)[2]
 *   elo: s <- share(1, qnorm(.975)); 400 * log10(s * (k-1) / (1 - s))
 *   entropy: the boxes share(i, -qnorm(.025 / ifelse(k > 2, k, 1)));
 *     H of the values; H(diff(pmin(c(0, cumsum(sort(high, decreasing = TRUE))),
 *     1 - rev(c(0, cumsum(sort(low)))))));
 *     H of pmin(pmax(v, low), high) with the v for which that adds up to 1
 *   chi-square: (k-1) * (k*sum(colSums(G)^2) - sum(G)^2) /
 *     (k*sum(G) - sum(rowSums(G)^2))
 *   p: sign(1, 2); of more sides, with fewer than 5k wins, the exact
 *     multinomial test or, if wins were shared, choose(k,2) * the least sign;
 *     otherwise M <- t(G) %*% G; diag(M) <- mean(diag(M)); C <- diag(k) - 1/k
 *     V <- C %*% M %*% C; f <- sum(diag(V))^2 / sum(V^2), from 1 to k - 1
 *     pchisq(chi-square * f/(k-1), f, lower.tail = FALSE) */

typedef struct Fair {
  const char *name;
  int seats, sides;
  Group group[16];
  Wanted advantage, elo, gap, entropy;
  double chi_square[2]; /* and p */
  uint64_t games, decided;
} Fair;

static const Fair FAIR[] = {
    {"one of two sides is better",
     2,
     2,
     {{MATCH_WIN, 1, 57},
      {MATCH_WIN, 2, 31},
      {MATCH_DRAW, 0, 9},
      {MATCH_TRUNCATED, 0, 2},
      {MATCH_FORFEIT, 2, 1}},
     {0.268041237113402, 0.0788873339934763, 0.446365191259049},
     {95.458705088129, 24.4181486734565, 166.877472462696},
     {0.268041237113402, 0.0788873339934763, 0.446365191259049},
     {0.94753485434404, 0.850989129230834, 0.996445734555804},
     {7.68181818181818, 0.00734340872370813},
     100,
     97},
    {"three sides, and some win together",
     3,
     3,
     {{MATCH_WIN, 1, 40},
      {MATCH_WIN, 2, 25},
      {MATCH_WIN, 4, 20},
      {MATCH_WIN, 3, 5},
      {MATCH_WIN, 7, 2},
      {MATCH_DRAW, 0, 4},
      {MATCH_TRUNCATED, 0, 3},
      {MATCH_FORFEIT, 0, 1}},
     {0.208333333333333, 0.0595391774536482, 0.348624087852474},
     {95.0331110414888, 26.2299114642143, 163.743469804708},
     {0.260416666666667, 0.0605517459350122, 0.449652335697641},
     {0.961778779981956, 0.862542130247926, 0.999514823740257},
     {10.5555555555556, 0.00528587825210296},
     100,
     96},
    {"the first of four is not the best",
     4,
     4,
     {{MATCH_WIN, 1, 12},
      {MATCH_WIN, 2, 30},
      {MATCH_WIN, 4, 7},
      {MATCH_WIN, 8, 9},
      {MATCH_WIN, 10, 6},
      {MATCH_DRAW, 0, 5},
      {MATCH_FORFEIT, 0, 2}},
     {-0.106280193236715, -0.232992981860917, 0.0264202119078648},
     {-58.7630954910837, -165.980109639155, 45.7255376010944},
     {0.420289855072464, 0.186674792061024, 0.63022661638968},
     {0.8911191677222, 0.719656591219631, 0.979878602034484},
     {29.6363636363636, 2.71950034964319e-06},
     71,
     69},
    {"two teams of two: one side each",
     4,
     2,
     {{MATCH_WIN, 5, 33}, {MATCH_WIN, 10, 20}, {MATCH_DRAW, 0, 3}},
     {0.232142857142857, -0.0272098033297865, 0.475485665398752},
     {82.1522540630675, -13.635258547842, 178.720692255236},
     {0.232142857142857, 0, 0.475485665398752},
     {0.960769458040784, 0.831710645600126, 1},
     {3.18867924528302, 0.0983706484404918},
     56,
     56},
    {"a single game",
     2,
     2,
     {{MATCH_WIN, 1, 1}},
     {1, -1, 1},
     {INFINITY, -495.299344055624, INFINITY},
     {1, 0, 1},
     {0, 0, 1},
     {1, 1},
     1,
     1},
    {"two games",
     3,
     3,
     {{MATCH_WIN, 2, 1}, {MATCH_DRAW, 0, 1}},
     {-0.25, -1, 1},
     {-159.176003468815, -INFINITY, 381.055525903767},
     {0.5, 0, 1},
     {0.789690082142847, 0.042424227203022, 1},
     {2, 1},
     2,
     2},
    {"one side wins all",
     2,
     2,
     {{MATCH_WIN, 1, 100}},
     {1, 0.941495470530287, 1},
     {INFINITY, 526.315473484617, INFINITY},
     {1, 0.941495470530287, 1},
     {0, 0, 0.269598993527024},
     {100, 1.57772181044202e-30},
     100,
     100},
    {"one side wins all but one",
     2,
     2,
     {{MATCH_WIN, 1, 99}, {MATCH_WIN, 2, 1}},
     {0.98, 0.906049087722167, 1},
     {798.25407783902, 470.69763375171, 1312.7669876434},
     {0.98, 0.906049087722167, 1},
     {0.0807931358959112, 0.00644702914234187, 0.336946089052556},
     {96.04, 1.59349902854644e-28},
     100,
     100},
    {"all are drawn",
     3,
     3,
     {{MATCH_DRAW, 0, 50}},
     {0, -0.0551317672563749, 0.0551317672563749},
     {1.15719295986394e-13, -22.6125787671317, 22.596513362696},
     {0, 0, 0.0679819596692877},
     {1, 0.996621735061817, 1},
     {0, 1},
     50,
     50},
    {"wins shared by two of three",
     3,
     3,
     {{MATCH_WIN, 3, 48},
      {MATCH_WIN, 1, 16},
      {MATCH_WIN, 2, 18},
      {MATCH_WIN, 4, 18}},
     {0.22, 0.101297509163681, 0.330075039855926},
     {49.97549464332, -1.42200441682029, 101.264465449879},
     {0.48, 0.279587425142599, 0.661589045445636},
     {0.946221209215177, 0.859720644684037, 0.996775912942281},
     {44.24, 1.7528106307608e-06},
     100,
     100},
    {"few games, some won together",
     3,
     3,
     {{MATCH_WIN, 3, 6}, {MATCH_WIN, 1, 2}, {MATCH_DRAW, 0, 2}},
     {0.5, 0.0625621599355285, 0.770771173397805},
     {167.014225894167, 30.693235990364, 304.567048444044},
     {0.8, 0.136428819883828, 1},
     {0.792155476756316, 0.501883873354, 0.999926751123172},
     {13, 0.0234375},
     10,
     10},
    {"few games of four sides",
     4,
     4,
     {{MATCH_WIN, 1, 9},
      {MATCH_WIN, 2, 3},
      {MATCH_WIN, 4, 2},
      {MATCH_TRUNCATED, 0, 1}},
     {0.523809523809524, 0.0644848354012591, 0.852181831265407},
     {292.957503929187, 88.089328707091, 506.5062296953},
     {0.642857142857143, 0.0849284243564232, 1},
     {0.643527014059364, 0.287741571005973, 0.995206884849036},
     {12.8571428571429, 0.00435283780097961},
     15,
     14},
    {"all sides win all together",
     3,
     3,
     {{MATCH_WIN, 7, 8}},
     {0, -0.337222479453661, 0.337222479453661},
     {-1.92865493310657e-14, -134.119393356848, 131.302638131057},
     {0, 0, 0.437274137442813},
     {1, 0.895019329267649, 1},
     {0, 1},
     8,
     8},
    {"sixteen sides",
     16,
     16,
     {{MATCH_WIN, 1u << 0, 1},
      {MATCH_WIN, 1u << 1, 2},
      {MATCH_WIN, 1u << 2, 3},
      {MATCH_WIN, 1u << 3, 4},
      {MATCH_WIN, 1u << 4, 5},
      {MATCH_WIN, 1u << 5, 6},
      {MATCH_WIN, 1u << 6, 7},
      {MATCH_WIN, 1u << 7, 8},
      {MATCH_WIN, 1u << 8, 9},
      {MATCH_WIN, 1u << 9, 10},
      {MATCH_WIN, 1u << 10, 11},
      {MATCH_WIN, 1u << 11, 12},
      {MATCH_WIN, 1u << 12, 13},
      {MATCH_WIN, 1u << 13, 14},
      {MATCH_WIN, 1u << 14, 15},
      {MATCH_WIN, 1u << 15, 16}},
     {-0.0588235294117646, -0.0834396478235089, -0.0325023811619982},
     {-381.69700377573, -895.789566887048, -54.8139183297923},
     {0.110294117647059, 0, 0.218356543042841},
     {0.940322079081671, 0.724916555073584, 1},
     {40, 0.000453498135102186},
     136,
     136},
};

static Counting *count_fair(const Fair *fair) {
  Counting *c = count_for(fair->seats, fair->sides);
  for (size_t i = 0; i < COUNT(fair->group); i++)
    add_group(c, fair->group[i]);
  assert_int_equal(c->tally.games, fair->games);
  return c;
}

static void balance_agrees_with_r(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(FAIR); i++) {
    const Fair *fair = &FAIR[i];
    Counting *c = count_fair(fair);
    const Tally *t = &c->tally;
    assert_estimate(fair->name, balance_advantage(t, 0), fair->advantage);
    assert_estimate(fair->name, balance_elo(t, 0), fair->elo);
    assert_estimate(fair->name, balance_gap(t), fair->gap);
    assert_estimate(fair->name, balance_entropy(t), fair->entropy);
    assert_int_equal(balance_advantage(t, 0).n, fair->decided);
    assert_int_equal(balance_gap(t).n, fair->decided);
    assert_int_equal(balance_elo(t, 0).n, fair->decided);
    assert_int_equal(balance_entropy(t).n, fair->decided);
    end_counting(c);
  }
}

static void the_test_of_equal_sides_agrees_with_r(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(FAIR); i++) {
    const Fair *fair = &FAIR[i];
    Counting *c = count_fair(fair);
    BalanceTest test = balance_test(&c->tally);
    assert_near(fair->name, test.chi_square, fair->chi_square[0], 1e-9);
    assert_near(fair->name, test.p, fair->chi_square[1],
                1e-9 * fair->chi_square[1]);
    assert_int_equal(test.n, fair->decided);
    end_counting(c);
  }
}

static void balance_is_one_minus_the_gap(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(FAIR); i++) {
    Counting *c = count_fair(&FAIR[i]);
    Wanted gap = FAIR[i].gap;
    assert_estimate(FAIR[i].name, balance_index(&c->tally),
                    (Wanted){1 - gap.value, 1 - gap.high, 1 - gap.low});
    end_counting(c);
  }
}

/* The estimate lies in its interval, however few the games. */
static void estimates_lie_in_their_intervals(void **state) {
  (void)state;
  for (int n = 1; n < 40; n++)
    for (int wins = 0; wins <= n; wins++)
      for (int draws = 0; draws <= n - wins; draws += 3) {
        Counting *c = count_for(3, 3);
        add_group(c, (Group){MATCH_WIN, 1, wins});
        add_group(c, (Group){MATCH_DRAW, 0, draws});
        add_group(c, (Group){MATCH_WIN, 6, n - wins - draws});
        Estimate list[] = {balance_side(&c->tally, 0),
                           balance_advantage(&c->tally, 0),
                           balance_elo(&c->tally, 0), balance_gap(&c->tally),
                           balance_entropy(&c->tally)};
        for (size_t i = 0; i < COUNT(list); i++)
          if (!(list[i].low <= list[i].value && list[i].value <= list[i].high &&
                list[i].low < list[i].high))
            fail_msg("estimate %zu of %d+%d of %d: %g is not in %g to %g", i,
                     wins, draws, n, list[i].value, list[i].low, list[i].high);
        end_counting(c);
      }
}

/* The four-sided case: 12, 30 + 6, 7 and 9 + 6 of 71. */
static void differences_compare_two_sides(void **state) {
  (void)state;
  Counting *c = count_fair(&FAIR[2]);
  const Tally *t = &c->tally;
  assert_same("side", balance_side(t, 3), estimate_rate(15, 71));
  assert_near("difference", balance_difference_z(t, 1, 3, Z95).value, 21.0 / 69,
              1e-15);
  Estimate one = balance_difference_z(t, 1, 3, Z95),
           other = balance_difference_z(t, 3, 1, Z95);
  assert_near("mirrored", one.low, -other.high, 1e-15);
  assert_near("mirrored", one.high, -other.low, 1e-15);
  assert_near("of 0", balance_advantage(t, 1).value,
              (36 - (12 + 7 + 15) / 3.0) / 69, 1e-15);
  end_counting(c);
}

static void elo_of_two_sides_is_antisymmetric(void **state) {
  (void)state;
  Counting *c = count_fair(&FAIR[0]);
  Estimate one = balance_elo(&c->tally, 0), other = balance_elo(&c->tally, 1);
  assert_near("value", one.value, -other.value, 1e-9);
  assert_near("ends", one.low, -other.high, 1e-9);
  assert_near("ends", one.high, -other.low, 1e-9);
  end_counting(c);
}

static void assert_none(const char *what, Estimate e) {
  if (!isnan(e.value) || !isnan(e.low) || !isnan(e.high) || e.n != 0)
    fail_msg("%s: %g (%g to %g) of %llu games is not empty", what, e.value,
             e.low, e.high, (unsigned long long)e.n);
}

static void assert_nothing_known(const Tally *t) {
  assert_none("rate", balance_rate(t, 0));
  assert_none("difference", balance_difference_z(t, 0, 1, Z95));
  assert_none("advantage", balance_advantage(t, 0));
  assert_none("elo", balance_elo(t, 0));
  assert_none("gap", balance_gap(t));
  assert_none("balance", balance_index(t));
  assert_none("entropy", balance_entropy(t));
  assert_true(isnan(balance_test(t).p) && isnan(balance_test(t).chi_square));
  assert_int_equal(balance_test(t).n, 0);
}

/* A run without a result is not a fair one. */
static void without_decided_games_nothing_is_known(void **state) {
  (void)state;
  for (int end = MATCH_TRUNCATED; end < MATCH_ENDS; end++) {
    Counting *c = count_for(3, 3);
    assert_nothing_known(&c->tally);
    add_group(c, (Group){(MatchEnd)end, 0, 20});
    assert_nothing_known(&c->tally);
    assert_int_equal(balance_decided(&c->tally), 0);
    assert_same("undecided", balance_undecided(&c->tally),
                estimate_rate(20, 20));
    end_counting(c);
  }
}

/* Adds won games in which only some of the seats moved. */
static void add_moved(Counting *c, unsigned moved, unsigned winners,
                      int games) {
  Match match = {.end = winners ? MATCH_WIN : MATCH_DRAW,
                 .winners = (uint16_t)winners,
                 .moved = (uint16_t)moved,
                 .plies = 20,
                 .forfeiter = -1};
  for (int i = 0; i < games; i++)
    tally_add(&c->tally, 0, &match);
}

/* Three seats, of which the second never moves, are like two. */
static void a_dead_seat_is_no_side(void **state) {
  (void)state;
  Counting *c = count_for(3, 3), *two = count_for(2, 2);
  add_moved(c, 5, 1, 60);
  add_moved(c, 4, 4, 40);
  add_moved(c, 5, 0, 10);
  add_moved(two, 3, 1, 60);
  add_moved(two, 3, 2, 40);
  add_moved(two, 3, 0, 10);
  const Tally *t = &c->tally, *u = &two->tally;
  int side[SEATS_MAX], ahead, behind;
  assert_int_equal(balance_sides(t, side), 2);
  assert_int_equal(side[0], 0);
  assert_int_equal(side[1], 2);
  assert_same("advantage", balance_advantage(t, 0), balance_advantage(u, 0));
  assert_same("of the other", balance_advantage(t, 2), balance_advantage(u, 1));
  assert_same("gap", balance_gap(t), balance_gap(u));
  assert_same("elo", balance_elo(t, 0), balance_elo(u, 0));
  assert_same("entropy", balance_entropy(t), balance_entropy(u));
  assert_near("p", balance_test(t).p, balance_test(u).p, 1e-15);
  assert_same("pair", balance_pair(t, &ahead, &behind), balance_gap(u));
  assert_true(ahead == 0 && behind == 2);
  end_counting(c);
  end_counting(two);
}

/* A team is a side as long as one of its seats moves. */
static void a_team_with_a_dead_seat_is_alive(void **state) {
  (void)state;
  Counting *c = count_for(4, 2);
  int side[SEATS_MAX];
  add_moved(c, 3, 5, 10);
  assert_int_equal(balance_sides(&c->tally, side), 2);
  end_counting(c);
}

/* A seat that wins counts, even if it never moves. */
static void a_seat_that_wins_is_alive(void **state) {
  (void)state;
  Counting *c = count_for(3, 3);
  int side[SEATS_MAX];
  add_moved(c, 3, 1, 60);
  add_moved(c, 3, 4, 1);
  assert_int_equal(balance_sides(&c->tally, side), 3);
  end_counting(c);
}

/* If the first move always wins, nobody skips the second seat: it has lost. */
static void a_seat_that_loses_before_its_turn_is_alive(void **state) {
  (void)state;
  Counting *c = count_for(2, 2);
  int side[SEATS_MAX];
  const Match match = {
      .end = MATCH_WIN, .winners = 1, .moved = 1, .plies = 1, .forfeiter = -1};
  for (int i = 0; i < 100; i++)
    tally_add(&c->tally, 0, &match);
  assert_int_equal(balance_sides(&c->tally, side), 2);
  assert_near("gap", balance_gap(&c->tally).value, 1, 1e-15);
  end_counting(c);
}

/* With a single live side there is nothing to compare. */
static void one_live_side_has_no_balance(void **state) {
  (void)state;
  Counting *c = count_for(2, 2);
  add_moved(c, 1, 1, 10);
  assert_none("gap", balance_gap(&c->tally));
  assert_none("elo", balance_elo(&c->tally, 0));
  assert_true(isnan(balance_test(&c->tally).p));
  end_counting(c);
}

/* Seats that win 64, 66 and 18% of games, mostly two of them together. */
static void shared_wins_count_in_the_test(void **state) {
  (void)state;
  Counting *c = count_for(3, 3);
  add_group(c, (Group){MATCH_WIN, 3, 48});
  add_group(c, (Group){MATCH_WIN, 1, 16});
  add_group(c, (Group){MATCH_WIN, 2, 18});
  add_group(c, (Group){MATCH_WIN, 4, 18});
  assert_true(balance_test(&c->tally).p < 0.0001);
  assert_true(balance_gap(&c->tally).low > 0.2);
  assert_true(balance_entropy(&c->tally).high < 1);
  end_counting(c);
}

/* Two sides that tie in the largest difference but not in its certainty: the
 * pair that is shown to differ is the one that is named. */
static void the_pair_is_the_one_that_is_shown_to_differ(void **state) {
  (void)state;
  Counting *c = count_for(3, 3);
  int ahead, behind;
  add_group(c, (Group){MATCH_WIN, 3, 50});
  add_group(c, (Group){MATCH_WIN, 1, 12});
  add_group(c, (Group){MATCH_WIN, 4, 51});
  /* 62, 50 and 51: seat 1 is 12 ahead of seat 2, which won only with it. */
  Estimate e = balance_pair(&c->tally, &ahead, &behind);
  assert_int_equal(ahead, 0);
  assert_int_equal(behind, 1);
  assert_true(e.low > 0);
  end_counting(c);
}

/* In 1e12 games, 1e6 more wins for one side are two standard deviations. The
 * counts are put into the tally directly, since playing would take a while. */
static void a_trillion_games_lose_no_precision(void **state) {
  (void)state;
  const uint64_t HALF = 500000000000, MORE = 1000000;
  Counting *c = count_for(2, 2);
  Tally *t = &c->tally;
  t->games = t->ends[MATCH_WIN] = 2 * HALF;
  t->moved = 3;
  t->side[0].among[0] = t->side[0].together[0] = HALF + MORE;
  t->side[1].among[0] = t->side[1].together[1] = HALF - MORE;
  Estimate e = balance_advantage(t, 0);
  assert_near("value", e.value, 2e-6, 1e-18);
  assert_near("width", estimate_half_width(e), 1.959963984540054e-6, 1e-14);
  /* 400 log10 of odds near 1 is 400 / ln 10 times their excess over 1. */
  e = balance_elo(t, 0);
  assert_near("elo", e.value, 4 * 173.71779276130073e-6, 1e-9);
  assert_near("elo", estimate_half_width(e),
              2 * 1.959963984540054 * 173.71779276130073e-6, 1e-9);
  assert_near("p", balance_test(t).p, 0.04550026389635842, 1e-6);
  assert_near("entropy", balance_entropy(t).value, 1, 1e-11);

  t->side[0].among[0] = t->side[0].together[0] = 2 * HALF;
  t->side[1].among[0] = t->side[1].together[1] = 0;
  e = balance_elo(t, 0);
  assert_true(isinf(e.value) && isinf(e.high) && isfinite(e.low));
  /* odds of 1e12 to x, where (x - 1/2)² = z² x */
  assert_near("all won", e.low, 400 * log10(1e12 / 4.789258675), 0.1);
  assert_true(balance_gap(t).low > 1 - 1e-11);

  t->ends[MATCH_WIN] = 0;
  t->ends[MATCH_DRAW] = 2 * HALF;
  t->side[0] = t->side[1] = (SideTally){{0}, {0}, {0}};
  e = balance_elo(t, 0);
  assert_true(e.low < 0 && e.high > 0 && estimate_half_width(e) < 1e-8);
  end_counting(c);
}

/* ---- outcomes -------------------------------------------------------------*/

/* 10 and 6 wins, 3 draws and one game with this outcome. */
static Counting *count_end(MatchEnd end) {
  Counting *c = count_for(2, 2);
  add_group(c, (Group){MATCH_WIN, 1, 10});
  add_group(c, (Group){MATCH_WIN, 2, 6});
  add_group(c, (Group){MATCH_DRAW, 0, 3});
  /* a forfeit names a winner, which must not count */
  add_group(c, (Group){end, end == MATCH_FORFEIT ? 2 : 0, 1});
  return c;
}

static void draws_truncations_and_forfeits_are_never_pooled(void **state) {
  (void)state;
  for (int end = MATCH_DRAW; end < MATCH_ENDS; end++) {
    Counting *c = count_end((MatchEnd)end);
    for (int other = MATCH_DRAW; other < MATCH_ENDS; other++) {
      uint64_t count = (other == MATCH_DRAW ? 3u : 0u) + (other == end);
      assert_same(match_end_names[other],
                  summary_end(&c->tally, (MatchEnd)other),
                  estimate_rate(count, 20));
    }
    assert_same("win", summary_end(&c->tally, MATCH_WIN),
                estimate_rate(16, 20));
    end_counting(c);
  }
}

/* They count in the rates over all games, and nowhere else. */
static void balance_is_over_decided_games(void **state) {
  (void)state;
  Counting *decided = count_for(2, 2);
  add_group(decided, (Group){MATCH_WIN, 1, 10});
  add_group(decided, (Group){MATCH_WIN, 2, 6});
  add_group(decided, (Group){MATCH_DRAW, 0, 3});
  const Tally *d = &decided->tally;
  for (int end = MATCH_TRUNCATED; end < MATCH_ENDS; end++) {
    Counting *c = count_end((MatchEnd)end);
    const Tally *t = &c->tally;
    const char *name = match_end_names[end];
    assert_same(name, balance_side(t, 0), estimate_rate(10, 20));
    assert_same(name, balance_rate(t, 0), estimate_rate(10, 19));
    assert_same(name, balance_undecided(t), estimate_rate(1, 20));
    assert_int_equal(balance_decided(t), 19);
    assert_same(name, balance_index(t), balance_index(d));
    assert_same(name, balance_advantage(t, 0), balance_advantage(d, 0));
    assert_same(name, balance_entropy(t), balance_entropy(d));
    assert_near(name, balance_test(t).p, balance_test(d).p, 1e-15);
    assert_int_equal(balance_index(t).n, 19);
    assert_int_equal(balance_test(t).n, 19);
    end_counting(c);
  }
  end_counting(decided);
}

static void
elo_counts_draws_but_not_truncated_or_forfeited_games(void **state) {
  (void)state;
  Counting *without = count_for(2, 2), *drawn = count_end(MATCH_DRAW);
  add_group(without, (Group){MATCH_WIN, 1, 10});
  add_group(without, (Group){MATCH_WIN, 2, 6});
  add_group(without, (Group){MATCH_DRAW, 0, 3});
  Estimate wanted = balance_elo(&without->tally, 0);
  assert_int_equal(wanted.n, 19);
  for (int end = MATCH_TRUNCATED; end < MATCH_ENDS; end++) {
    Counting *c = count_end((MatchEnd)end);
    assert_same(match_end_names[end], balance_elo(&c->tally, 0), wanted);
    end_counting(c);
  }
  assert_near("drawn", balance_elo(&drawn->tally, 0).value,
              400 * log10(12 / 8.0), 1e-9);
  assert_near("not drawn", wanted.value, 400 * log10(11.5 / 7.5), 1e-9);
  end_counting(without);
  end_counting(drawn);
}

/* ---- lengths -------------------------------------------------------------
 *
 *   z <- qnorm(.975)
 *   means: mean(x) + c(0, -1, 1) * qt(.975, n - 1) * sd(x) / sqrt(n),
 *     at least 0
 *   deviations: m <- mean((x - mean(x))^2)
 *     v <- (mean((x - mean(x))^4) - m^2 * (n - 3) / (n - 1)) / n
 *     sd(x) * exp(c(0, -1, 1) * z * sqrt(v) / (2 * var(x)))
 *   quantiles: quantile(x, p, type = 1), and the smallest numbers of plies t
 *     with pbinom(sum(x <= t), n, p) >= 0.025 and
 *     pbinom(sum(x <= t) - 1, n, p, lower.tail = FALSE) <= 0.025 */

typedef struct LengthCase {
  int n;
  int plies[25];
  Wanted mean, deviation, p5, median, p95;
} LengthCase;

static Counting *count_lengths(const int plies[], int n) {
  Counting *c = count_for(2, 2);
  for (int i = 0; i < n; i++) {
    Match match = {.end = MATCH_DRAW, .plies = plies[i], .forfeiter = -1};
    tally_add(&c->tally, 0, &match);
  }
  return c;
}

static void assert_lengths(const Tally *t, const LengthCase *wanted) {
  Lengths l = summary_lengths(t);
  assert_estimate("mean", l.mean, wanted->mean);
  assert_estimate("deviation", l.sd, wanted->deviation);
  assert_estimate("p5", l.p5, wanted->p5);
  assert_estimate("median", l.median, wanted->median);
  assert_estimate("p95", l.p95, wanted->p95);
  assert_int_equal(l.p95.n, t->games);
}

static void lengths_agree_with_r(void **state) {
  (void)state;
  static const LengthCase CASES[] = {
      {25,
       {12, 7,  9,  31, 14, 8,  8,  22, 19, 11, 40, 5, 9,
        13, 17, 26, 10, 8,  15, 12, 33, 9,  7,  21, 18},
       {15.36, 11.6071838604252, 19.1128161395748},
       {9.09157118801072, 6.65335001809498, 12.4233155390693},
       {7, 0, 8},
       {12, 9, 18},
       {33, 22, INFINITY}},
      {2,
       {3, 8},
       {5.5, 0, 37.2655118404365},
       {3.53553390593274, 2.16598089042002, 5.7710573788008},
       {3, 0, 8},
       {3, 0, INFINITY},
       {8, 3, INFINITY}},
      {4,
       {10, 20, 10, 20},
       {15, 5.81306884481453, 24.1869311551855},
       {5.77350269189626, 4.27687228915992, 7.7938575387952},
       {10, 0, 10},
       {10, 0, INFINITY},
       {20, 20, INFINITY}},
      {4,
       {0, 0, 0, 30},
       {7.5, 0, 31.3683472896278},
       {15, 8.920359665033, 25.2231982172176},
       {0, 0, 0},
       {0, 0, INFINITY},
       {30, 0, INFINITY}},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Counting *c = count_lengths(CASES[i].plies, CASES[i].n);
    assert_lengths(&c->tally, &CASES[i]);
    end_counting(c);
  }
}

/* x <- (1:100)^2 %% 97 + 1: enough games for most bounds to be games. */
static void a_hundred_lengths_agree_with_r(void **state) {
  (void)state;
  int plies[100];
  for (int i = 0; i < 100; i++)
    plies[i] = (i + 1) * (i + 1) % 97 + 1;
  Counting *c = count_lengths(plies, 100);
  assert_lengths(
      &c->tally,
      &(LengthCase){
          .mean = {47.7, 41.5619365670878, 53.8380634329122},
          .deviation = {30.9344370231526, 28.5154317589517, 33.5586499979607},
          .p5 = {3, 1, 5},
          .median = {48, 34, 62},
          .p95 = {95, 90, 97},
      });
  end_counting(c);
}

static void a_single_length_has_no_intervals(void **state) {
  (void)state;
  Counting *c = count_lengths((const int[]){4}, 1);
  Lengths l = summary_lengths(&c->tally);
  assert_true(l.mean.value == 4 && isnan(l.sd.value) && !l.restricted);
  assert_no_interval(l.mean);
  assert_no_interval(l.sd);
  assert_estimate("median", l.median, (Wanted){4, 0, INFINITY});
  assert_true(l.min == 4 && l.max == 4);
  end_counting(c);
}

static void equal_lengths_have_no_deviation(void **state) {
  (void)state;
  Counting *c = count_lengths((const int[]){7, 7, 7, 7, 7, 7}, 6);
  Lengths l = summary_lengths(&c->tally);
  assert_true(l.mean.value == 7);
  assert_no_interval(l.mean);
  assert_true(l.sd.value == 0);
  assert_no_interval(l.sd);
  end_counting(c);
}

/* The probability that the quantile of a continuous length lies between the
 * games of these ranks is binomial, and never below 95%. The lengths are the
 * ranks, so that the bounds show which ranks were chosen. */
static double binomial_up_to(int most, int n, double p) {
  double sum = 0;
  for (int i = 0; i <= most; i++)
    sum += exp(lgamma(n + 1.0) - lgamma(i + 1.0) - lgamma(n - i + 1.0) +
               i * log(p) + (n - i) * log(1 - p));
  return sum;
}

static void intervals_of_quantiles_have_their_coverage(void **state) {
  (void)state;
  int plies[MAX_PLIES - 1];
  for (int i = 0; i < MAX_PLIES - 1; i++)
    plies[i] = i + 1;
  for (int n = 1; n < MAX_PLIES; n++) {
    Counting *c = count_lengths(plies, n);
    Lengths l = summary_lengths(&c->tally);
    const struct {
      Estimate is;
      double share;
    } ALL[] = {{l.p5, 0.05}, {l.median, 0.5}, {l.p95, 0.95}};
    for (size_t i = 0; i < COUNT(ALL); i++) {
      Estimate e = ALL[i].is;
      int low = (int)e.low, high = isinf(e.high) ? n + 1 : (int)e.high;
      double holds = binomial_up_to(high - 1, n, ALL[i].share) -
                     binomial_up_to(low - 1, n, ALL[i].share);
      if (!(holds >= 0.95 && holds <= 1 + 1e-9))
        fail_msg("%d games: %g to %g holds with %g", n, e.low, e.high, holds);
    }
    end_counting(c);
  }
}

/* ---- means and ratios ----------------------------------------------------*/

/* x <- c(3, 2, 4, 9); mean(x) + c(0, -1, 1) * qt(.975, 3) * sd(x) / 2 */
static void moments_agree_with_r(void **state) {
  (void)state;
  static const uint64_t NUMBERS[] = {3, 2, 4, 9};
  Moments m = {0};
  assert_no_interval(moments_mean(&m));
  assert_true(isnan(moments_mean(&m).value) && moments_mean(&m).n == 0);
  moments_add(&m, 3);
  assert_no_interval(moments_mean(&m));
  assert_true(moments_mean(&m).value == 3 && moments_sd(&m) == 0);
  for (size_t i = 1; i < COUNT(NUMBERS); i++)
    moments_add(&m, NUMBERS[i]);
  assert_near("deviation", moments_sd(&m), 3.1091263510296, 1e-12);
  assert_estimate("mean", moments_mean(&m), (Wanted){4.5, 0, 9.44731383424719});
  assert_int_equal(moments_mean(&m).n, 4);
}

static void the_interval_of_a_mean_is_not_negative(void **state) {
  (void)state;
  Moments m = {0};
  moments_add(&m, 0);
  moments_add(&m, 10);
  Estimate e = moments_mean(&m);
  assert_true(e.value == 5 && e.low == 0);
  assert_near("high", e.high, 5 + 12.7062047361747 * 5, 1e-12);
}

/* The numbers are 1e9 and 1e9 + 2, 5e8 times each: doubles would lose the
 * difference of their squares. */
static void moments_of_large_numbers_are_exact(void **state) {
  (void)state;
  const uint64_t EACH = 500000000, LOW = 1000000000, HIGH = LOW + 2;
  Moments m = {2 * EACH, EACH * (LOW + HIGH),
               (Wide)EACH * ((Wide)LOW * LOW + (Wide)HIGH * HIGH)};
  assert_near("deviation", moments_sd(&m), 1 + 0.5e-9, 1e-15);
  assert_near("mean", moments_mean(&m).value, 1e9 + 1, 0);
}

/* r <- sum(x) / sum(y), also coef(lm(x ~ 0 + y, weights = 1 / y))
 * r + c(0, -1, 1) * qt(.975, n - 1) * sd(x - r * y) / sqrt(n) / mean(y) */
static void ratios_agree_with_r(void **state) {
  (void)state;
  static const struct {
    int n;
    double x[6], y[6];
    Wanted wanted;
  } CASES[] = {
      {6,
       {60, 45, 210, 12, 96, 33},
       {10, 9, 30, 4, 12, 11},
       {6, 4.04291104141351, 7.95708895858649}},
      {2, {20, 30}, {10, 10}, {2.5, -3.85310236808737, 8.85310236808737}},
      {2, {2, 90}, {2, 3}, {18.4, -158.470369927552, 195.270369927552}},
      {4,
       {-3, 5, 8, -1},
       {2, 4, 4, 1},
       {0.818181818181818, -1.54717294009366, 3.18353657645729}},
      {3, {4, 6, 10}, {2, 3, 5}, {2, NAN, NAN}}, /* equal in all */
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Pairs pairs = {0};
    for (int k = 0; k < CASES[i].n; k++)
      pairs_add(&pairs, CASES[i].x[k], CASES[i].y[k]);
    assert_estimate("ratio", estimate_ratio(&pairs), CASES[i].wanted);
    assert_int_equal(estimate_ratio(&pairs).n, CASES[i].n);
  }
}

static void ratios_of_one_pair_or_none_have_no_interval(void **state) {
  (void)state;
  Pairs pairs = {0};
  assert_no_interval(estimate_ratio(&pairs));
  assert_true(isnan(estimate_ratio(&pairs).value));
  pairs_add(&pairs, 6, 4);
  assert_no_interval(estimate_ratio(&pairs));
  assert_true(estimate_ratio(&pairs).value == 1.5);
}

/* The first and the third case above as games; the bound is clamped at 0. */
static void branching_is_the_ratio_of_moves_to_plies(void **state) {
  (void)state;
  static const struct {
    int n;
    uint64_t legal_moves[6];
    int plies[6];
    Wanted wanted;
  } CASES[] = {
      {6,
       {60, 45, 210, 12, 96, 33},
       {10, 9, 30, 4, 12, 11},
       {6, 4.04291104141351, 7.95708895858649}},
      {2, {2, 90}, {2, 3}, {18.4, 0, 195.270369927552}},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Counting *c = count_for(2, 2);
    for (int k = 0; k < CASES[i].n; k++) {
      Match match = {.end = MATCH_DRAW,
                     .plies = CASES[i].plies[k],
                     .legal_moves = CASES[i].legal_moves[k],
                     .forfeiter = -1};
      tally_add(&c->tally, 0, &match);
    }
    assert_estimate("branching", summary_branching(&c->tally), CASES[i].wanted);
    end_counting(c);
  }
}

/* Outcomes of 0 and 1 with the chance y, which is rarely large: the ratio of
 * their totals is 1, and estimates of it are skewed. */
static void fieller_s_interval_holds_for_skewed_ratios(void **state) {
  (void)state;
  enum { TIMES = 2000, GAMES = 60 };
  int missed = 0;
  Rng rng;
  rng_seed(&rng, 5, 0);
  for (int i = 0; i < TIMES; i++) {
    Pairs pairs = {0};
    for (int game = 0; game < GAMES; game++) {
      double y = pow((rng_next(&rng) >> 11) * 0x1p-53, 4);
      pairs_add(&pairs, (rng_next(&rng) >> 11) * 0x1p-53 < y, y);
    }
    Estimate e = estimate_ratio_fieller(&pairs);
    missed += !(e.low <= 1 && 1 <= e.high);
  }
  print_message("missed %d of %d\n", missed, TIMES);
  assert_in_range(missed, TIMES / 40, TIMES * 13 / 200);
  /* By hand: x̄ = 2, ȳ = 1; t = 4.303; no interval if ȳ may be 0. */
  Pairs few = {0};
  pairs_add(&few, 1, 0);
  pairs_add(&few, 2, 1);
  pairs_add(&few, 3, 2);
  assert_no_interval(estimate_ratio_fieller(&few));
  assert_near("ratio", estimate_ratio_fieller(&few).value, 2, 1e-12);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(fieller_s_interval_holds_for_skewed_ratios),
      cmocka_unit_test(the_chi_square_tail_agrees_with_r),
      cmocka_unit_test(the_tail_from_zero_is_one),
      cmocka_unit_test(normal_quantiles_agree_with_r),
      cmocka_unit_test(bonferroni_widens_with_the_number_of_intervals),
      cmocka_unit_test(balance_agrees_with_r),
      cmocka_unit_test(the_test_of_equal_sides_agrees_with_r),
      cmocka_unit_test(balance_is_one_minus_the_gap),
      cmocka_unit_test(estimates_lie_in_their_intervals),
      cmocka_unit_test(differences_compare_two_sides),
      cmocka_unit_test(elo_of_two_sides_is_antisymmetric),
      cmocka_unit_test(without_decided_games_nothing_is_known),
      cmocka_unit_test(a_dead_seat_is_no_side),
      cmocka_unit_test(a_team_with_a_dead_seat_is_alive),
      cmocka_unit_test(a_seat_that_wins_is_alive),
      cmocka_unit_test(a_seat_that_loses_before_its_turn_is_alive),
      cmocka_unit_test(one_live_side_has_no_balance),
      cmocka_unit_test(shared_wins_count_in_the_test),
      cmocka_unit_test(the_pair_is_the_one_that_is_shown_to_differ),
      cmocka_unit_test(a_trillion_games_lose_no_precision),
      cmocka_unit_test(draws_truncations_and_forfeits_are_never_pooled),
      cmocka_unit_test(balance_is_over_decided_games),
      cmocka_unit_test(elo_counts_draws_but_not_truncated_or_forfeited_games),
      cmocka_unit_test(lengths_agree_with_r),
      cmocka_unit_test(a_hundred_lengths_agree_with_r),
      cmocka_unit_test(a_single_length_has_no_intervals),
      cmocka_unit_test(equal_lengths_have_no_deviation),
      cmocka_unit_test(intervals_of_quantiles_have_their_coverage),
      cmocka_unit_test(moments_agree_with_r),
      cmocka_unit_test(the_interval_of_a_mean_is_not_negative),
      cmocka_unit_test(moments_of_large_numbers_are_exact),
      cmocka_unit_test(ratios_agree_with_r),
      cmocka_unit_test(ratios_of_one_pair_or_none_have_no_interval),
      cmocka_unit_test(branching_is_the_ratio_of_moves_to_plies),
  };
  return RUN_TESTS(tests);
}
