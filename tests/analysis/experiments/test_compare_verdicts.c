/* Comparing two runs: what is said of them in sentences, the notes, and how
 * much pairing saves. */
#include "tests/support/analysis/estimates.h"
#include "tests/support/analysis/made_up_runs.h"
#include "tests/support/support.h"

#include <math.h>

/* ---- verdicts ------------------------------------------------------------*/

/* Two runs and all sentences about them. */
typedef struct Case {
  uint64_t seed; /* of the second run */
  Block one[BLOCKS], other[BLOCKS];
  const char *says[5];
} Case;

/* `says` ends with NULL, or has five sentences. */
static void assert_verdict(const ComparedRun *one, const ComparedRun *other,
                           const char *const says[]) {
  Sentences actual = {0};
  Comparison c = must_compare(one, other);
  int i = 0;
  compare_verdict(&c, &actual);
  for (; i < 5 && says[i]; i++) {
    if (i >= actual.count)
      fail_msg("missing sentence: %s", says[i]);
    assert_string_equal(actual.text[i], says[i]);
  }
  assert_int_equal(actual.count, i);
}

#define EQUALLY_LONG "The games of both took 9.0 plies on average."

static const Case VERDICTS[] = {
    {2,
     {{5690, WON, 1, 9}, {4310, WON, 2, 9}},
     {{5120, WON, 1, 9}, {4880, WON, 2, 9}},
     {"B is fairer: its sides' win rates differ by 2.4 points against 13.8, "
      "difference 11.4 points (8.6 to 14.6).",
      "Seat 1 wins less often in B: 51.2% against 56.9%, difference 5.7 points "
      "(4.3 to 7.1).",
      EQUALLY_LONG}},
    {2,
     {{5120, WON, 1, 9}, {4880, WON, 2, 9}},
     {{4310, WON, 1, 9}, {5690, WON, 2, 9}},
     {"A is fairer: its sides' win rates differ by 2.4 points against 13.8, "
      "difference 11.4 points (8.6 to 14.6).",
      "Seat 1 wins less often in B: 43.1% against 51.2%, difference 8.1 points "
      "(6.7 to 9.5).",
      EQUALLY_LONG}},
    /* The seats have swapped their win rates: different, but not less fair. */
    {2,
     {{5690, WON, 1, 9}, {4310, WON, 2, 9}},
     {{4310, WON, 1, 9}, {5690, WON, 2, 9}},
     {"Neither is shown to be fairer: their sides' win rates differ by 13.8 "
      "points in B against 13.8, difference 0.0 points (-2.7 to 2.7).",
      "Seat 1 wins less often in B: 43.1% against 56.9%, difference 13.8 "
      "points (12.4 to 15.2).",
      EQUALLY_LONG}},
    {2,
     {{51, WON, 1, 9}, {49, WON, 2, 9}},
     {{55, WON, 1, 9}, {45, WON, 2, 9}},
     {"Neither is shown to be fairer: their sides' win rates differ by 10.0 "
      "points in B against 2.0, difference 8.0 points (-23.6 to 39.3).",
      EQUALLY_LONG}},
    /* With many draws, a seat that wins half of all games is not a sign of
     * fairness. */
    {2,
     {{600, WON, 1, 9}, {600, WON, 2, 9}, {800, MATCH_DRAW, 0, 9}},
     {{1000, WON, 1, 9}, {800, WON, 2, 9}, {200, MATCH_DRAW, 0, 9}},
     {"A is fairer: its sides' win rates differ by 0.0 points against 10.0, "
      "difference 10.0 points (4.6 to 16.1).",
      "Seat 1 wins more often in B: 50.0% against 30.0%, difference 20.0 "
      "points (17.0 to 23.0).",
      EQUALLY_LONG,
      "B is drawn less often: 10.0% of games against 40.0%, difference 30.0 "
      "points (27.5 to 32.5)."}},
    {1,
     {{150, WON, 1, 10}, {150, WON, 2, 12}},
     {{150, WON, 1, 13}, {150, WON, 2, 13}},
     {"Neither is shown to be fairer: their sides' win rates differ by 0.0 "
      "points in B against 0.0, difference 0.0 points (-1.5 to 1.5).",
      "B is longer: 13.0 plies against 11.0, difference 2.0 (1.9 to 2.1)."}},
    {1,
     {{150, WON, 1, 13}, {150, WON, 2, 13}},
     {{150, WON, 1, 10}, {150, WON, 2, 12}},
     {"Neither is shown to be fairer: their sides' win rates differ by 0.0 "
      "points in B against 0.0, difference 0.0 points (-1.5 to 1.5).",
      "B is shorter: 11.0 plies against 13.0, difference 2.0 (1.9 to 2.1)."}},
    /* All ten pairs agree, but ten are too few for a claim about a mean. */
    {1,
     {{5, WON, 1, 9}, {5, WON, 2, 9}},
     {{5, WON, 1, 8}, {5, WON, 2, 8}},
     {"Neither is shown to be fairer: their sides' win rates differ by 0.0 "
      "points in B against 0.0, difference 0.0 points (-39.0 to 39.0).",
      "Neither is shown to be longer: 8.0 plies in B against 9.0, difference "
      "1.0; not tested with fewer than 300 games each."}},
    /* Numbers that look equal have more digits if they differ. */
    {2,
     {{5000, WON, 1, 9}, {5000, WON, 2, 10}},
     {{4980, WON, 1, 9}, {5000, WON, 2, 10}, {20, WON, 1, 30}},
     {"Neither is shown to be fairer: their sides' win rates differ by 0.0 "
      "points in B against 0.0, difference 0.0 points (-3.2 to 3.2).",
      "B is longer: 9.54 plies against 9.50, difference 0.04 (0.02 to 0.06)."}},
    /* The interval excludes 0, but one of several is bound to. */
    {1,
     {{200, WON, 1, 9}, {200, WON, 2, 9}},
     {{140, WON, 1, 9}, {60, WON, 1, 10}, {160, WON, 2, 9}, {40, WON, 2, 8}},
     {"Neither is shown to be fairer: their sides' win rates differ by 0.0 "
      "points in B against 0.0, difference 0.0 points (-1.1 to 1.1).",
      "Neither is shown to be longer: 9.0 plies in B against 9.0, difference "
      "0.0 "
      "(0.0 to 0.1); p = 0.181, adjusted for 4 tests."}},
    {2,
     {{450, WON, 1, 9}, {450, WON, 2, 9}, {100, MATCH_DRAW, 0, 9}},
     {{400, WON, 1, 9}, {400, WON, 2, 9}, {200, MATCH_DRAW, 0, 9}},
     {"Neither is shown to be fairer: their sides' win rates differ by 0.0 "
      "points in B against 0.0, difference 0.0 points (-9.2 to 9.2).",
      EQUALLY_LONG,
      "B is drawn more often: 20.0% of games against 10.0%, difference 10.0 "
      "points (6.9 to 13.1)."}},
    /* Without results nobody is fair: not if all games are truncated, ... */
    {2,
     {{200, MATCH_TRUNCATED, 0, 1000}},
     {{160, WON, 1, 9}, {40, WON, 2, 9}},
     {"Neither can be called fairer: 100.0% of the games of A have no result.",
      "Seat 1 wins more often in B: 80.0% against 0.0%, difference 80.0 points "
      "(73.6 to 84.9).",
      "Neither is shown to be longer: 9.0 plies in B against 1,000.0, "
      "difference 991.0, counting at most 1,000 plies of each game; not tested "
      "with fewer than 300 games each.",
      "B is truncated less often: 0.0% of games against 100.0%, difference "
      "100.0 points (97.6 to 100.0)."}},
    /* ... nor if more than a twentieth is truncated or forfeited. */
    {2,
     {{4700, WON, 1, 9}, {4700, WON, 2, 9}, {600, MATCH_TRUNCATED, 0, 1000}},
     {{8000, WON, 1, 9}, {2000, WON, 2, 9}},
     {"Neither can be called fairer: 6.0% of the games of A have no result.",
      "Seat 1 wins more often in B: 80.0% against 47.0%, difference 33.0 "
      "points (31.7 to 34.2).",
      "B is shorter: 9.0 plies against 68.5, difference 59.5 (54.8 to 64.1), "
      "counting at most 1,000 plies of each game.",
      "B is truncated less often: 0.0% of games against 6.0%, difference 6.0 "
      "points (5.5 to 6.5)."}},
    {2,
     {{800, WON, 1, 9}, {800, WON, 2, 9}, {400, MATCH_FORFEIT, 1, 9}},
     {{900, WON, 1, 9}, {900, WON, 2, 9}, {200, MATCH_FORFEIT, 2, 9}},
     {"Neither can be called fairer: 20.0% of the games of A and 10.0% of B "
      "have no result.",
      "Seat 1 wins more often in B: 45.0% against 40.0%, difference 5.0 points "
      "(1.9 to 8.1).",
      EQUALLY_LONG,
      "B is forfeited less often: 10.0% of games against 20.0%, difference "
      "10.0 points (7.8 to 12.2)."}},
    {2,
     {{4850, WON, 1, 9}, {4850, WON, 2, 9}, {300, MATCH_TRUNCATED, 0, 1000}},
     {{8000, WON, 1, 9}, {2000, WON, 2, 9}},
     {"A is fairer: its sides' win rates differ by 0.0 points against 60.0, "
      "difference 60.0 points (54.5 to 65.9).",
      "Seat 1 wins more often in B: 80.0% against 48.5%, difference 31.5 "
      "points (30.2 to 32.7).",
      "B is shorter: 9.0 plies against 38.7, difference 29.7 (26.4 to 33.0), "
      "counting at most 1,000 plies of each game.",
      "B is truncated less often: 0.0% of games against 3.0%, difference 3.0 "
      "points (2.7 to 3.3)."}},
    {1,
     {{1, WON, 1, 9}},
     {{1, WON, 2, 9}},
     {"One game each is too few to compare: play more."}},
    {2,
     {{500, WON, 1, 9}},
     {{1, WON, 2, 9}},
     {"One game of B is too few to compare: play more."}},
};

static void verdicts_claim_only_what_the_intervals_show(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(VERDICTS); i++) {
    ComparedRun a = make_run("A", 1, 2), b = make_run("B", VERDICTS[i].seed, 2);
    add_blocks(&a, VERDICTS[i].one);
    add_blocks(&b, VERDICTS[i].other);
    assert_verdict(&a, &b, VERDICTS[i].says);
    free_games(&a);
    free_games(&b);
  }
}

static void single_games_are_counted_in_the_singular(void **state) {
  (void)state;
  ComparedRun a = make_run("A", 1, 2), b = make_run("B", 1, 2);
  add_blocks(&a, (Block[BLOCKS]){{1, WON, 1, 9}});
  add_blocks(&b, (Block[BLOCKS]){{1, WON, 2, 9}});
  Comparison c = must_compare(&a, &b);
  assert_string_equal(compare_describe(&c).text,
                      "compared game by game, since the seeds are equal: "
                      "1 game each");
  free_games(&a);
  free_games(&b);
}

/* With three seats, the win rate of seat 1 does not determine the gap. */
static void verdicts_on_more_than_two_sides_state_the_gap(void **state) {
  (void)state;
  ComparedRun a = make_run("A", 1, 3), b = make_run("B", 2, 3);
  add_blocks(&a, (Block[BLOCKS]){
                     {500, WON, 1, 9}, {300, WON, 2, 9}, {200, WON, 4, 9}});
  add_blocks(&b, (Block[BLOCKS]){
                     {340, WON, 1, 9}, {330, WON, 2, 9}, {330, WON, 4, 9}});
  assert_verdict(
      &a, &b,
      (const char *const[]){"B is fairer: its sides' win rates differ by 1.0 "
                            "points against 30.0, "
                            "difference 29.0 points (20.9 to 38.4).",
                            "Seat 1 wins less often in B: 34.0% against 50.0%, "
                            "difference 16.0 points (11.7 to 20.2).",
                            "Seat 3 wins more often in B: 33.0% against 20.0%, "
                            "difference 13.0 points (9.1 to 16.8).",
                            EQUALLY_LONG, NULL});
  /* The win rates of all seats differ here, but the gap does not. */
  ComparedRun d = make_run("D", 2, 3);
  add_blocks(&d, (Block[BLOCKS]){
                     {200, WON, 1, 9}, {500, WON, 2, 9}, {300, WON, 4, 9}});
  assert_verdict(
      &a, &d,
      (const char *const[]){"Neither is shown to be fairer: their sides' win "
                            "rates differ by 30.0 points in D against 30.0, "
                            "difference 0.0 points (-7.8 to 7.8).",
                            "Seat 1 wins less often in D: 20.0% against 50.0%, "
                            "difference 30.0 points (26.0 to 33.9).",
                            "Seat 2 wins more often in D: 50.0% against 30.0%, "
                            "difference 20.0 points (15.8 to 24.2).",
                            "Seat 3 wins more often in D: 30.0% against 20.0%, "
                            "difference 10.0 points (6.2 to 13.8).",
                            EQUALLY_LONG});
  free_games(&a);
  free_games(&b);
  free_games(&d);
}

/* ---- notes ---------------------------------------------------------------*/

static void assert_notes(const ComparedRun *one, const ComparedRun *other,
                         const char *const says[]) {
  Sentences actual = {0};
  Comparison c = must_compare(one, other);
  compare_notes(&c, &actual);
  int i = 0;
  for (; says[i]; i++) {
    if (i >= actual.count)
      fail_msg("missing note: %s", says[i]);
    assert_string_equal(actual.text[i], says[i]);
  }
  assert_int_equal(actual.count, i);
}

/* The same games, stopped at different limits: neither is longer. */
static void runs_that_differ_in_their_limit_are_not_longer(void **state) {
  (void)state;
  ComparedRun a = make_run("A", 1, 2), b = make_run("B", 1, 2);
  a.run.plan.max_plies = 40;
  b.run.plan.max_plies = 60;
  for (int plies = 1; plies <= 70; plies++)
    for (int i = 0; i < 10; i++) {
      add_game(&a, plies > 40 ? (GameOutcome){40, 0, MATCH_TRUNCATED}
                              : (GameOutcome){plies, 1, WON});
      add_game(&b, plies > 60 ? (GameOutcome){60, 0, MATCH_TRUNCATED}
                              : (GameOutcome){plies, 1, WON});
    }
  Comparison c = must_compare(&a, &b);
  Difference d = find(&c, COMPARE_PLIES, 0);
  assert_int_equal(c.limit, 40);
  assert_near("restricted mean", d.a, (820 + 30 * 40) / 70.0);
  assert_near("difference", d.difference.value, 0);
  assert_near("correlation", d.correlation, 1);
  Sentences sentences = {0};
  compare_verdict(&c, &sentences);
  assert_string_equal(
      sentences.text[2],
      "Neither is shown to be longer: 28.9 plies in B against 28.9, "
      "difference 0.0 (-0.1 to 0.1), counting at most 40 plies "
      "of each game.");
  assert_notes(&a, &b,
               (const char *const[]){
                   "The ply limits differ, 40 and 60, and how often games are "
                   "won, drawn or truncated depends on them; lengths are "
                   "compared up to 40 plies.",
                   "The gap is over decided games, 400 of A and 600 of B; what "
                   "is claimed about it and its interval hold whoever would "
                   "have won the others.",
                   NULL});
  free_games(&a);
  free_games(&b);
}

/* A limit that no game reached does not matter. */
static void limits_that_truncate_nothing_are_not_mentioned(void **state) {
  (void)state;
  ComparedRun a = make_run("A", 1, 2), b = make_run("B", 1, 2);
  a.run.plan.max_plies = 10;
  add_blocks(&a, (Block[BLOCKS]){{40, WON, 1, 9}});
  add_blocks(&b, (Block[BLOCKS]){{39, WON, 1, 9}, {1, WON, 1, 400}});
  Comparison c = must_compare(&a, &b);
  assert_near("plies", find(&c, COMPARE_PLIES, 0).b, (39 * 9 + 400) / 40.0);
  assert_notes(&a, &b, (const char *const[]){NULL});
  free_games(&a);
  free_games(&b);
}

/* How long a forfeited game would have been is not known. */
static void lengths_leave_out_forfeited_games(void **state) {
  (void)state;
  ComparedRun a = make_run("A", 1, 2), b = make_run("B", 1, 2);
  add_blocks(&a, (Block[BLOCKS]){{200, WON, 1, 9}, {200, WON, 1, 11}});
  add_blocks(&b, (Block[BLOCKS]){{1, MATCH_FORFEIT, 1, 2}, {399, WON, 1, 9}});
  Comparison c = must_compare(&a, &b);
  Difference d = find(&c, COMPARE_PLIES, 0);
  assert_near("plies", d.b, 9);
  assert_int_equal(d.b_n, 399);
  assert_true(d.p < 1e-6);
  assert_notes(&a, &b,
               (const char *const[]){
                   "The gap is over decided games, 400 of A and 399 of B; what "
                   "is claimed about it and its interval hold whoever would "
                   "have won the others.",
                   "Lengths leave out the 1 forfeited game, which would have "
                   "been longer.",
                   NULL});
  free_games(&b);
  /* If many were forfeited nothing is claimed. */
  b = make_run("B", 1, 2);
  add_blocks(&b, (Block[BLOCKS]){{6, MATCH_FORFEIT, 1, 2}, {94, WON, 1, 9}});
  c = must_compare(&a, &b);
  assert_true(isnan(find(&c, COMPARE_PLIES, 0).p));
  free_games(&a);
  free_games(&b);
}

static void seats_that_never_move_are_named(void **state) {
  (void)state;
  ComparedRun a = make_run("A", 1, 3), b = make_run("B", 1, 3);
  add_blocks(&a, TWENTY);
  add_blocks(&b, TWENTY_SIX);
  a.run.tally.moved = 3;
  a.run.tally.plies = 9 * a.run.tally.games;
  for (uint64_t i = 0; i < a.run.tally.games; i++)
    distinct_add(&a.run.tally.distinct, i);
  assert_notes(&a, &b,
               (const char *const[]){
                   "1 of the 3 sides of A never moved and is left out of its "
                   "gap.",
                   NULL});
  free_games(&a);
  free_games(&b);
}

/* ---- pairing -------------------------------------------------------------*/

/* x <- rep(c(1, 0), each = 20); y <- rep(c(1, 0, 1, 0), c(17, 3, 9, 11))
 * cor(x, y); (var(x) + var(y)) / var(y - x) */
static void pairing_is_measured(void **state) {
  (void)state;
  Comparison c = compare_blocks(1, TWENTY, TWENTY_SIX);
  Difference d = find(&c, COMPARE_SEAT, 0);
  assert_near("correlation", d.correlation, 0.419313934689);
  assert_near("gain", d.gain, 1.72072072072);
  /* Neither varies in length, and independent runs have no pairs. */
  assert_true(isnan(find(&c, COMPARE_PLIES, 0).correlation));
  c = compare_blocks(2, TWENTY, TWENTY_SIX);
  assert_true(isnan(find(&c, COMPARE_SEAT, 0).correlation));
}

/* The same random numbers mean something else in another game. A game from a
 * file may be a variant of any. */
/* A bot that always wins sits in seat 1 in every other game: in A in the even
 * ones, in B in the odd ones. Seat 1 wins half of the games by plan, so neither
 * its win rate nor the gap, which is twice its distance from a half, varies; a
 * gap is not known more exactly than the win rate that it comes from. */
static void seats_that_alternate_by_plan_do_not_vary(void **state) {
  (void)state;
  uint32_t round[] = {0, 0};
  for (unsigned swapped = 0; swapped < 2; swapped++) {
    ComparedRun a = make_run("A", 1, 2), b = make_run("B", 1, 2);
    a.run.schedule.seatings = b.run.schedule.seatings = 2;
    a.run.schedule.round = b.run.schedule.round = round;
    for (unsigned i = 0; i < 200; i++) {
      add_game(&a, (GameOutcome){9, (uint16_t)(1 + i % 2), MATCH_WIN});
      add_game(&b,
               (GameOutcome){9, (uint16_t)(1 + (i + swapped) % 2), MATCH_WIN});
    }
    Comparison c = must_compare(&a, &b);
    Estimate seat = find(&c, COMPARE_SEAT, 0).difference;
    Estimate gap = find(&c, COMPARE_GAP, 0).difference;
    assert_true(seat.low > -0.02 && seat.high < 0.02);
    assert_true(seat.low < -0.015 && seat.high > 0.015); /* of 100 rounds */
    assert_true(gap.low <= 2 * seat.low && gap.high >= 2 * seat.high);
    free_games(&a);
    free_games(&b);
  }
}

/* The game of a run, the parts of its moves, and the files that it was read
 * from. */
typedef struct PlayedGame {
  const char *spec, *part[PART_KEYS_MAX], *file[2];
} PlayedGame;

static void set_game(ComparedRun *r, const PlayedGame *game) {
  static Entrant bot = {.spec = "bot.lua:depth=2"};
  Schedule *s = &r->run.schedule;
  snprintf(s->game, sizeof s->game, "%s", game->spec);
  for (; game->part[s->parts]; s->parts++)
    snprintf(s->part[s->parts], ANSWER_TEXT, "%s", game->part[s->parts]);
  s->bot = &bot;
  s->bots = 1;
  r->run.sources = source_hashes_new();
  for (int i = 0; i < 2 && game->file[i]; i++)
    assert_true(source_hashes_expect(r->run.sources, game->file[i], 1, NULL));
}

static void different_games_are_not_paired(void **state) {
  (void)state;
#define QUORIDOR                                                               \
  { "kind", "to", "at", "orientation" }
#define VARIANT                                                                \
  { "kind", "to", "at", "orientation", "piece" }
  static const struct {
    PlayedGame one, other;
    Pairing pairing;
  } CASES[] = {
      {{"tictacdoh", {"kind"}, {0}}, {"orbital", {"kind"}, {0}}, OTHER_GAME},
      {{"tictacdoh:large=4", {0}, {0}}, {"tictacdoh", {0}, {0}}, PAIRED},
      {{"quoridor", QUORIDOR, {0}}, {"quoridor_x", {0}, {0}}, OTHER_GAME},
      /* a variant and its base, and two variants of it */
      {{"quoridor:size=5", QUORIDOR, {0}},
       {"variants/quoridor_pie.lua", QUORIDOR, {"variants/quoridor_pie.lua"}},
       PAIRED},
      {{"one.lua", QUORIDOR, {"one.lua"}},
       {"two.lua", VARIANT, {"two.lua"}},
       PAIRED},
      {{"one.lua", {"kind"}, {"one.lua"}},
       {"two.lua:a=1", {"kind"}, {"one.lua", "two.lua"}},
       PAIRED},
      {{"one.lua", QUORIDOR, {"modifiers.lua", "one.lua"}},
       {"two.lua", {"kind", "size", "to", "placement"}, {"modifiers.lua"}},
       OTHER_GAME},
      /* two games in Lua: a bot is all they have in common, or a text */
      {{"one.lua", {"kind"}, {"one.lua"}},
       {"two.lua", {"kind"}, {"two.lua"}},
       OTHER_GAME},
      {{"one.lua", {"kind"}, {"bot.lua", "one.lua"}},
       {"two.lua", {"kind"}, {"bot.lua", "two.lua"}},
       OTHER_GAME},
      {{"script.lua#a", {"kind"}, {0}},
       {"script.lua#b:n=2", {"kind"}, {0}},
       PAIRED},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    ComparedRun a = make_run("A", 1, 2), b = make_run("B", 1, 2);
    set_game(&a, &CASES[i].one);
    set_game(&b, &CASES[i].other);
    add_blocks(&a, TWENTY);
    add_blocks(&b, TWENTY_SIX);
    assert_int_equal(must_compare(&a, &b).pairing, CASES[i].pairing);
    source_hashes_free(a.run.sources);
    source_hashes_free(b.run.sources);
    free_games(&a);
    free_games(&b);
  }
}

int main(void) {
  const struct CMUnitTest verdict_tests[] = {
      cmocka_unit_test(verdicts_claim_only_what_the_intervals_show),
      cmocka_unit_test(single_games_are_counted_in_the_singular),
      cmocka_unit_test(verdicts_on_more_than_two_sides_state_the_gap),
      cmocka_unit_test(runs_that_differ_in_their_limit_are_not_longer),
      cmocka_unit_test(limits_that_truncate_nothing_are_not_mentioned),
      cmocka_unit_test(lengths_leave_out_forfeited_games),
      cmocka_unit_test(seats_that_never_move_are_named),
      cmocka_unit_test(pairing_is_measured),
      cmocka_unit_test(seats_that_alternate_by_plan_do_not_vary),
      cmocka_unit_test(different_games_are_not_paired),
  };
  return RUN_TESTS(verdict_tests);
}
