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
                 .forfeiter = group.end == MATCH_FORFEIT ? 0 : -1};
  for (int i = 0; i < group.games; i++)
    tally_add(&c->tally, 0, &match);
}

/* ---- how fair ------------------------------------------------------------
 *
 * In R, from a row for each game with a column of 0 or 1 for each side, without
 * the sums that a tally keeps:
 *
 *   z <- qnorm(.975)
 *   pad <- function(x, ends, z) {
 *     y <- c(x, ends); h <- z * sd(y) / sqrt(length(y))
 *     c(mean(x), max(mean(y) - h, -1), min(mean(y) + h, 1)) }
 *   wilson <- function(p, n, z) {     # where (p - q)^2 = z^2 q (1 - q) / n
 *     s <- z^2 / n; d <- sqrt((2*p + s)^2 - 4*(1 + s)*p^2)
 *     c(p, (2*p + s - d) / (2 + 2*s), (2*p + s + d) / (2 + 2*s)) }
 *   H <- function(p) -sum(ifelse(p > 0, p*log(p), 0)) / log(length(p))
 *
 *   W: games that were won; G: all games; k <- ncol(G)
 *   advantage: pad(G[,1] - rowSums(G[,-1,drop=F])/(k-1), c(1,-1), z)
 *   elo: x <- c((W / rowSums(W))[,1], rep(1/k, drawn)); y <- c(x, 1, 0)
 *     n <- length(x) * mean(y) * (1 - mean(y)) / mean((y - mean(y))^2)
 *     s <- wilson(mean(x), n, z); 400 * log10(s * (k-1) / (1 - s))
 *   gap: pad(G[,i] - G[,j], c(1,-1), -qnorm(.025 / choose(k,2))) for all pairs,
 *     the largest of each, at least 0
 *   entropy: a <- colSums(W[rowSums(W) == 1,]); m <- sum(a)
 *     b <- sapply(a/m, wilson, m, -qnorm(.025 / ifelse(k > 2, k, 1)))
 *     H(a/m); the least H of all corners of the box b that add up to 1; H of
 *     pmin(pmax(v, b[2,]), b[3,]) with the v for which that adds up to 1
 *   test: chisq.test(a)
 *
 * With 99 of 100 won the interval of Elo is also 400 * log10(s / (1 - s)) of
 * s <- prop.test(99, 100, correct = FALSE)$conf.int. */

typedef struct Fair {
  const char *name;
  int seats, sides;
  Group group[16];
  Wanted advantage, elo, gap, entropy;
  double chi_square[2]; /* and p */
  uint64_t games, scored, alone;
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
     {0.26, 0.0785830646917241, 0.431220856876903},
     {95.458705088129, 27.7152742563121, 163.202135919946},
     {0.26, 0.078583064691724, 0.431220856876903},
     {0.936081431939759, 0.827595240018797, 0.994492904548282},
     {7.68181818181818, 0.00557799400339827},
     100,
     97,
     88},
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
     {0.2, 0.0587469842917566, 0.333409878453341},
     {95.0331110414888, 29.5321461459013, 160.534075937076},
     {0.25, 0.0610757398955704, 0.429120338535802},
     {0.96039488093455, 0.852174403987538, 0.999620810608824},
     {7.64705882352941, 0.0218505450698155},
     100,
     96,
     85},
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
     {-0.103286384976526, -0.224466016519763, 0.0235527745106307},
     {-58.7630954910837, -157.129798329935, 39.6036073477674},
     {0.408450704225352, 0.186698933578727, 0.607821614366479},
     {0.873757072181946, 0.671465704395385, 0.97859215017021},
     {22.9655172413793, 4.10568879312256e-05},
     71,
     69,
     58},
    {"two teams of two: one side each",
     4,
     2,
     {{MATCH_WIN, 5, 33}, {MATCH_WIN, 10, 20}, {MATCH_DRAW, 0, 3}},
     {0.232142857142857, -0.0218750549393739, 0.470150917008339},
     {82.1522540630675, -7.80900507859214, 172.113513204727},
     {0.232142857142857, 0, 0.47015091700834},
     {0.956155023684403, 0.825783086009977, 1},
     {3.18867924528302, 0.0741498977382224},
     56,
     56,
     53},
    {"a single game",
     2,
     2,
     {{MATCH_WIN, 1, 1}},
     {1, -0.973309323026702, 1},
     {INFINITY, -233.798472816109, INFINITY},
     {1, 0, 1},
     {0, 0, 1},
     {1, 0.317310507862914},
     1,
     1,
     1},
    {"two games",
     3,
     3,
     {{MATCH_WIN, 2, 1}, {MATCH_DRAW, 0, 1}},
     {-0.25, -0.961818935526497, 0.711818935526497},
     {-159.176003468815, -595.004893350231, 276.652886412602},
     {0.5, 0, 1},
     {0, 0, 1},
     {2, 0.367879441171442},
     2,
     2,
     1},
    {"one side wins all",
     2,
     2,
     {{MATCH_WIN, 1, 100}},
     {1, 0.941961490499215, 1},
     {INFINITY, 566.2015271839, INFINITY},
     {1, 0.941961490499215, 1},
     {0, 0, 0.228333453953},
     {100, 1.52397060483211e-23},
     100,
     100,
     100},
    {"one side wins all but one",
     2,
     2,
     {{MATCH_WIN, 1, 99}, {MATCH_WIN, 2, 1}},
     {0.98, 0.906704868734032, 1},
     {798.25407783902, 495.752553546038, 1100.75560213253},
     {0.98, 0.906704868734032, 1},
     {0.0807931358959112, 0.0187092385046868, 0.30515664528568},
     {96.04, 1.12585646227531e-22},
     100,
     100,
     100},
    {"all are drawn",
     3,
     3,
     {{MATCH_DRAW, 0, 50}},
     {0, -0.0538240445177241, 0.0538240445177241},
     {0, -22.2336418190643, 22.2336418190643},
     {0, 0, 0.0657428791224456},
     {0, 0, 1},
     {0, 1},
     50,
     50,
     0},
    {"all are truncated",
     2,
     2,
     {{MATCH_TRUNCATED, 0, 20}},
     {0, -0.128956162568823, 0.128956162568823},
     {0, -INFINITY, INFINITY},
     {0, 0, 0.128956162568823},
     {0, 0, 1},
     {0, 1},
     20,
     0,
     0},
    {"all sides win all together",
     3,
     3,
     {{MATCH_WIN, 7, 8}},
     {0, -0.292174180192194, 0.292174180192194},
     {0, -121.174016735886, 121.174016735886},
     {0, 0, 0.356873437943702},
     {0, 0, 1},
     {0, 1},
     8,
     8,
     0},
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
     {-0.0588235294117647, -0.0832146759425382, -0.0327273530429691},
     {-381.69700377573, -683.873136944422, -79.5208706070377},
     {0.110294117647059, 0.00172054213682403, 0.215670762211002},
     {0.940322079081671, 0.74347044161829, 1},
     {40, 0.000453498135102235},
     136,
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
    assert_int_equal(balance_advantage(t, 0).n, fair->games);
    assert_int_equal(balance_gap(t).n, fair->games);
    assert_int_equal(balance_elo(t, 0).n, fair->scored);
    assert_int_equal(balance_entropy(t).n, fair->alone);
    end_counting(c);
  }
}

static void the_test_of_equal_sides_agrees_with_r(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(FAIR); i++) {
    const Fair *fair = &FAIR[i];
    Counting *c = count_fair(fair);
    ChiSquare test = balance_test(&c->tally);
    assert_near(fair->name, test.value, fair->chi_square[0], 1e-9);
    assert_near(fair->name, test.p, fair->chi_square[1],
                1e-9 * fair->chi_square[1]);
    assert_int_equal(test.freedom, fair->sides - 1);
    assert_int_equal(test.n, fair->alone);
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
  assert_int_equal(balance_best(t), 1);
  assert_int_equal(balance_worst(t), 2);
  assert_same("side", balance_side(t, 3), estimate_rate(15, 71));
  assert_near("difference", balance_difference(t, 1, 3).value, 21.0 / 71,
              1e-15);
  Estimate one = balance_difference(t, 1, 3),
           other = balance_difference(t, 3, 1);
  assert_near("mirrored", one.low, -other.high, 1e-15);
  assert_near("mirrored", one.high, -other.low, 1e-15);
  assert_near("of 0", balance_advantage(t, 1).value,
              (36 - (12 + 7 + 15) / 3.0) / 71, 1e-15);
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

static void without_games_intervals_span_everything(void **state) {
  (void)state;
  Counting *c = count_for(3, 3);
  const Tally *t = &c->tally;
  assert_estimate("advantage", balance_advantage(t, 0), (Wanted){0, -1, 1});
  assert_estimate("elo", balance_elo(t, 0), (Wanted){0, -INFINITY, INFINITY});
  assert_estimate("gap", balance_gap(t), (Wanted){0, 0, 1});
  assert_estimate("balance", balance_index(t), (Wanted){1, 0, 1});
  assert_estimate("entropy", balance_entropy(t), (Wanted){0, 0, 1});
  assert_true(balance_test(t).p == 1 && balance_test(t).n == 0);
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
  assert_near("p", balance_test(t).p, 0.04550026389635842, 1e-12);
  assert_near("entropy", balance_entropy(t).value, 1, 1e-11);

  t->side[0].among[0] = t->side[0].together[0] = 2 * HALF;
  t->side[1].among[0] = t->side[1].together[1] = 0;
  e = balance_elo(t, 0);
  assert_true(isinf(e.value) && isinf(e.high) && isfinite(e.low));
  /* odds of 1e12 to z² */
  assert_near("all won", e.low, 400 * log10(1e12 / 3.841458820694124), 0.1);
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

/* They count in the rates over all games, but not as wins. */
static void other_outcomes_are_not_wins(void **state) {
  (void)state;
  Counting *drawn = count_end(MATCH_DRAW);
  for (int end = MATCH_TRUNCATED; end < MATCH_ENDS; end++) {
    Counting *c = count_end((MatchEnd)end);
    const char *name = match_end_names[end];
    assert_same(name, balance_side(&c->tally, 0), estimate_rate(10, 20));
    assert_same(name, balance_side(&c->tally, 1), estimate_rate(6, 20));
    assert_same(name, balance_index(&c->tally), balance_index(&drawn->tally));
    assert_same(name, balance_advantage(&c->tally, 0),
                balance_advantage(&drawn->tally, 0));
    assert_same(name, balance_entropy(&c->tally),
                balance_entropy(&drawn->tally));
    assert_int_equal(balance_index(&c->tally).n, 20);
    assert_int_equal(balance_test(&c->tally).n, 16);
    end_counting(c);
  }
  end_counting(drawn);
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
 *   z <- qnorm(.975); most <- 200
 *   means: mean(x) + c(0, -1, 1) * qt(.975, n - 1) * sd(x) / sqrt(n),
 *     at least 0
 *   deviations: m <- mean((x - mean(x))^2)
 *     v <- (mean((x - mean(x))^4) - m^2 * (n - 3) / (n - 1)) / n
 *     sd(x) * exp(c(0, -1, 1) * z * sqrt(v) / (2 * var(x)))
 *   quantiles: s <- sort(x); o <- z * sqrt(n * p * (1 - p))
 *     quantile(x, p, type = 1)
 *     l <- floor(n * p - o); if (l < 1) 0 else s[l]
 *     u <- ceiling(n * p + o) + 1; if (u > n) most else s[u] */

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
       {12, 9, 19},
       {33, 22, 200}},
      {2,
       {3, 8},
       {5.5, 0, 37.2655118404365},
       {3.53553390593274, 2.16598089042002, 5.7710573788008},
       {3, 0, 8},
       {3, 0, 200},
       {8, 3, 200}},
      {4,
       {10, 20, 10, 20},
       {15, 5.81306884481453, 24.1869311551855},
       {5.77350269189626, 4.27687228915992, 7.7938575387952},
       {10, 0, 20},
       {10, 0, 200},
       {20, 10, 200}},
      {4,
       {0, 0, 0, 30},
       {7.5, 0, 31.3683472896278},
       {15, 8.920359665033, 25.2231982172176},
       {0, 0, 0},
       {0, 0, 200},
       {30, 0, 200}},
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
          .p5 = {3, 0, 5},
          .median = {48, 34, 62},
          .p95 = {95, 90, 200},
      });
  end_counting(c);
}

static void a_single_length_has_no_intervals(void **state) {
  (void)state;
  Counting *c = count_lengths((const int[]){4}, 1);
  Lengths l = summary_lengths(&c->tally);
  assert_true(l.mean.value == 4 && l.sd.value == 0);
  assert_no_interval(l.mean);
  assert_no_interval(l.sd);
  assert_estimate("median", l.median, (Wanted){4, 0, MAX_PLIES});
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
      int low = (int)e.low, high = e.high == MAX_PLIES ? n + 1 : (int)e.high;
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

int main(void) {
  const struct CMUnitTest tests[] = {
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
      cmocka_unit_test(without_games_intervals_span_everything),
      cmocka_unit_test(a_trillion_games_lose_no_precision),
      cmocka_unit_test(draws_truncations_and_forfeits_are_never_pooled),
      cmocka_unit_test(other_outcomes_are_not_wins),
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
