/* How fair a game is, and which games count for it: against R and against
 * calculations by hand. */
#include "tests/support/analysis/counted_tally.h"
#include "tests/support/analysis/estimates.h"
#include "tests/support/support.h"

#include "analysis/metrics/balance.h"
#include "analysis/metrics/summary.h"
#include <math.h>

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
    assert_wanted(fair->name, balance_advantage(t, 0), fair->advantage);
    assert_wanted(fair->name, balance_elo(t, 0), fair->elo);
    assert_wanted(fair->name, balance_gap(t), fair->gap);
    assert_wanted(fair->name, balance_entropy(t), fair->entropy);
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
    assert_within(fair->name, test.chi_square, fair->chi_square[0], 1e-9);
    assert_within(fair->name, test.p, fair->chi_square[1],
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
    assert_wanted(FAIR[i].name, balance_index(&c->tally),
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
  assert_within("difference", balance_difference_z(t, 1, 3, Z95).value,
                21.0 / 69, 1e-15);
  Estimate one = balance_difference_z(t, 1, 3, Z95),
           other = balance_difference_z(t, 3, 1, Z95);
  assert_within("mirrored", one.low, -other.high, 1e-15);
  assert_within("mirrored", one.high, -other.low, 1e-15);
  assert_within("of 0", balance_advantage(t, 1).value,
                (36 - (12 + 7 + 15) / 3.0) / 69, 1e-15);
  end_counting(c);
}

static void elo_of_two_sides_is_antisymmetric(void **state) {
  (void)state;
  Counting *c = count_fair(&FAIR[0]);
  Estimate one = balance_elo(&c->tally, 0), other = balance_elo(&c->tally, 1);
  assert_within("value", one.value, -other.value, 1e-9);
  assert_within("ends", one.low, -other.high, 1e-9);
  assert_within("ends", one.high, -other.low, 1e-9);
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
  assert_within("p", balance_test(t).p, balance_test(u).p, 1e-15);
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
  assert_within("gap", balance_gap(&c->tally).value, 1, 1e-15);
  end_counting(c);
}

/* Nature decides after the first move, always for the first seat. */
static void a_roll_skips_no_seat(void **state) {
  (void)state;
  Counting *c = count_for(3, 3);
  int side[SEATS_MAX];
  const Match match = {.end = MATCH_WIN,
                       .winners = 1,
                       .moved = 3,
                       .plies = 4,
                       .rolls = 2,
                       .forfeiter = -1};
  for (int i = 0; i < 100; i++)
    tally_add(&c->tally, 0, &match);
  assert_int_equal(balance_sides(&c->tally, side), 3);
  end_counting(c);
}

/* Who never moves loses to who always does. */
static void the_last_two_sides_are_alive(void **state) {
  (void)state;
  Counting *c = count_for(2, 2);
  int side[SEATS_MAX];
  add_moved(c, 1, 1, 10);
  assert_int_equal(balance_sides(&c->tally, side), 2);
  assert_within("gap", balance_gap(&c->tally).value, 1, 1e-15);
  assert_true(balance_test(&c->tally).p < 0.01);
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
  assert_within("value", e.value, 2e-6, 1e-18);
  assert_within("width", estimate_half_width(e), 1.959963984540054e-6, 1e-14);
  /* 400 log10 of odds near 1 is 400 / ln 10 times their excess over 1. */
  e = balance_elo(t, 0);
  assert_within("elo", e.value, 4 * 173.71779276130073e-6, 1e-9);
  assert_within("elo", estimate_half_width(e),
                2 * 1.959963984540054 * 173.71779276130073e-6, 1e-9);
  assert_within("p", balance_test(t).p, 0.04550026389635842, 1e-6);
  assert_within("entropy", balance_entropy(t).value, 1, 1e-11);

  t->side[0].among[0] = t->side[0].together[0] = 2 * HALF;
  t->side[1].among[0] = t->side[1].together[1] = 0;
  e = balance_elo(t, 0);
  assert_true(isinf(e.value) && isinf(e.high) && isfinite(e.low));
  /* odds of 1e12 to x, where (x - 1/2)² = z² x */
  assert_within("all won", e.low, 400 * log10(1e12 / 4.789258675), 0.1);
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
    assert_within(name, balance_test(t).p, balance_test(d).p, 1e-15);
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
  assert_within("drawn", balance_elo(&drawn->tally, 0).value,
                400 * log10(12 / 8.0), 1e-9);
  assert_within("not drawn", wanted.value, 400 * log10(11.5 / 7.5), 1e-9);
  end_counting(without);
  end_counting(drawn);
}

int main(void) {
  const struct CMUnitTest tests[] = {
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
      cmocka_unit_test(a_roll_skips_no_seat),
      cmocka_unit_test(the_last_two_sides_are_alive),
      cmocka_unit_test(shared_wins_count_in_the_test),
      cmocka_unit_test(the_pair_is_the_one_that_is_shown_to_differ),
      cmocka_unit_test(a_trillion_games_lose_no_precision),
      cmocka_unit_test(draws_truncations_and_forfeits_are_never_pooled),
      cmocka_unit_test(balance_is_over_decided_games),
      cmocka_unit_test(elo_counts_draws_but_not_truncated_or_forfeited_games),
  };
  return RUN_TESTS(tests);
}
