/* What is said of a run in sentences, and the notes on it. */
#include "tests/support/support.h"

#include "analysis/metrics/verdict.h"
#include "core/base/utf8.h"

/* Games with the same outcome. */
typedef struct Ended {
  uint64_t count;
  MatchEnd end;
  unsigned winners;
  int plies;
} Ended;

typedef struct Story {
  const char *what;
  int seats, sides;
  Ended games[4];
  const char *sentences[4];
} Story;

static void make_story(Run *run, int seats, int sides, const char *bot,
                       const Ended games[4]) {
  const char *const specs[] = {bot};
  Error error = {0};
  *run = (Run){.schedule = {.seats = seats, .sides = sides},
               .plan = {.max_plies = 40, .shard = 1, .shards = 1},
               .complete = true};
  for (int seat = 0; seat < seats; seat++)
    run->schedule.side[seat] = (uint8_t)(seat % sides);
  assert_true(
      schedule_restore(&run->schedule, SEATING_FIXED, specs, specs, 1, &error));
  assert_true(tally_make(&run->tally, &run->schedule, 40, &error));
  for (int i = 0; i < 4; i++)
    for (uint64_t k = 0; k < games[i].count; k++) {
      const Match match = {.end = games[i].end,
                           .winners = (uint16_t)games[i].winners,
                           .plies = games[i].plies,
                           .forfeiter = games[i].end == MATCH_FORFEIT ? 0 : -1,
                           .moved = (uint16_t)((1u << seats) - 1),
                           .hash = rng_mix(run->tally.games)};
      tally_add(&run->tally, 0, &match);
    }
  run->total = run->count = run->tally.games;
}

static void free_story(Run *run) {
  tally_free(&run->tally);
  schedule_free(&run->schedule);
}

static void assert_sentences(const char *what, const Sentences *is,
                             const char *const wanted[], int most) {
  int count = 0;
  for (; count < most && wanted[count]; count++)
    if (count >= is->count || strcmp(is->text[count], wanted[count]) != 0)
      fail_msg("%s: '%s' is not '%s'", what,
               count < is->count ? is->text[count] : "nothing", wanted[count]);
  if (is->count != count)
    fail_msg("%s: there is more: '%s'", what, is->text[count]);
}

static void a_verdict_says_what_the_intervals_allow(void **state) {
  (void)state;
  static const Story STORIES[] = {
      {"nothing", 2, 2, {{0}}, {"No game has been played yet."}},
      {"seat 1 is better",
       2,
       2,
       {{600, MATCH_WIN, 1, 10}, {400, MATCH_WIN, 2, 10}},
       {"Seat 1 has an advantage: it wins 60.0% of games and seat 2 40.0%, "
        "a difference of 20.0 points (13.9 to 26.0).",
        "All 1,000 games took 10 plies."}},
      {"seat 2 is better, and some are drawn",
       2,
       2,
       {{100, MATCH_WIN, 1, 10},
        {800, MATCH_WIN, 2, 20},
        {100, MATCH_DRAW, 0, 30}},
       {"Seat 2 has an advantage: it wins 80.0% of games and seat 1 10.0%, "
        "a difference of 70.0 points (65.9 to 73.8).",
        "A game takes 20.0 plies on average (19.7 to 20.3); all of them took "
        "10 to 30.",
        "10.0% (8.3 to 12.0) of games are drawn."}},
      {"equal",
       2,
       2,
       {{50000, MATCH_WIN, 1, 9}, {50000, MATCH_WIN, 2, 9}},
       {"The seats are practically equal: with 95% confidence their win rates "
        "differ by at most "
        "0.6 "
        "points.",
        "All 100,000 games took 9 plies."}},
      {"unsettled",
       2,
       2,
       {{55, MATCH_WIN, 1, 9}, {45, MATCH_WIN, 2, 9}},
       {"No seat is shown to have an advantage: seat 1 won 55.0% of 100 games "
        "and seat 2 45.0%, which may be chance; with 95% confidence the "
        "difference is at most 29.4 "
        "points.",
        "100 games would show a difference of 29.0 points with a power of 80%.",
        "All 100 games took 9 plies."}},
      {"unsettled, and hardly different",
       2,
       2,
       {{501, MATCH_WIN, 1, 9}, {499, MATCH_WIN, 2, 9}},
       {"No seat is shown to have an advantage: seat 1 won 50.1% of 1,000 "
        "games and seat 2 49.9%, which may be chance; with 95% confidence the "
        "difference is at most "
        "6.4 points.",
        "1,000 games would show a difference of 8.9 points with a power of "
        "80%.",
        "All 1,000 games took 9 plies."}},
      {"one game",
       2,
       2,
       {{1, MATCH_WIN, 2, 1}},
       {"No seat is shown to have an advantage: seat 2 won the only game, "
        "which may be chance.",
        "1 game is too few to show any difference.",
        "The one game took 1 ply."}},
      {"nobody wins",
       2,
       2,
       {{90, MATCH_DRAW, 0, 9}, {10, MATCH_TRUNCATED, 0, 40}},
       {"No game was won: 90 decided games ended in a draw. 10.0% of all games "
        "have no result.",
        "The median length is 9 plies; these 100 games took 12.1 on average "
        "if longer ones count as 40 (too few for an interval), and all of them "
        "took 9 to at least 40."}},
      {"a forfeit is not a win",
       2,
       2,
       {{50, MATCH_FORFEIT, 2, 0}},
       {"No game has a result: all were truncated or forfeited.",
        "All games were forfeited."}},
      {"few games have a result",
       2,
       2,
       {{20, MATCH_WIN, 1, 9},
        {19, MATCH_WIN, 2, 9},
        {2961, MATCH_TRUNCATED, 0, 40}},
       {"No seat is shown to have an advantage: seat 1 won 51.3% of the 39 "
        "decided games and seat 2 48.7%, which may be chance; with 95% "
        "confidence the difference is at most 99.2 points, whoever would have "
        "won the others. 98.7% of all games have no result.",
        "39 decided games would show a difference of 47.6 points with a power "
        "of 80%, unless those without a result could make up for it.",
        "A game takes 39.6 plies on average (39.5 to 39.7) if longer ones "
        "count as 40; at least nine out of ten took at least 40."}},
      {"many games, and too many without a result",
       2,
       2,
       {{45000, MATCH_WIN, 1, 9},
        {45000, MATCH_WIN, 2, 9},
        {10000, MATCH_FORFEIT, 0, 9}},
       {"10.0% of games were forfeited, all by a: see why before you rely on "
        "the rest.",
        "No seat is shown to have an advantage: each won 50.0% of the 90,000 "
        "decided games; with 95% confidence the difference is at most 10.6 "
        "points, whoever would have won the others. 10.0% of all "
        "games have no result.",
        "90,000 decided games would show a difference of 0.9 points with a "
        "power of 80%, unless those without a result could make up for it.",
        "The 90,000 games that came to an end took 9 plies."}},
      {"an advantage, and some games without a result",
       2,
       2,
       {{600, MATCH_WIN, 1, 9},
        {360, MATCH_WIN, 2, 9},
        {40, MATCH_TRUNCATED, 0, 9}},
       {"Seat 1 has an advantage: it wins 62.5% of the 960 decided games and "
        "seat 2 37.5%, a difference of 25.0 points (18.8 to 31.1).",
        "The 960 games that came to an end took 9 plies."}},
      {"one seat",
       1,
       1,
       {{50, MATCH_WIN, 1, 4}, {50, MATCH_WIN, 0, 4}},
       {"The player wins 50.0% (40.4 to 59.6) of games and loses 50.0%.",
        "All 100 games took 4 plies."}},
      {"one team",
       3,
       1,
       {{40, MATCH_WIN, 7, 4}, {60, MATCH_WIN, 0, 4}},
       {"The players win 40.0% (30.9 to 49.8) of games and lose 60.0%.",
        "All 100 games took 4 plies."}},
      {"lost by all",
       2,
       2,
       {{100, MATCH_WIN, 0, 4}},
       {"No game was won: 100 games were lost or drawn.",
        "All 100 games took 4 plies.",
        "All lose 100.0% (96.3 to 100.0) of games."}},
      {"teams",
       4,
       2,
       {{300, MATCH_WIN, 5, 8}, {700, MATCH_WIN, 10, 8}},
       {"Team 2+4 has an advantage: it wins 70.0% of games and team 1+3 "
        "30.0%, a difference of 40.0 points (34.2 to 45.6).",
        "All 1,000 games took 8 plies."}},
      {"three seats",
       3,
       3,
       {{200, MATCH_WIN, 1, 8}, {500, MATCH_WIN, 2, 8}, {300, MATCH_WIN, 4, 8}},
       {"Seat 2 has an advantage over seat 1: it wins 50.0% of games and seat "
        "1 20.0%, a difference of 30.0 points (24.0 to 35.9).",
        "All 1,000 games took 8 plies."}},
      {"they always win together",
       2,
       2,
       {{1000, MATCH_WIN, 3, 8}},
       {"The seats are practically equal: with 95% confidence their win rates "
        "differ by at most "
        "0.3 "
        "points.",
        "All 1,000 games took 8 plies."}},
  };
  for (size_t i = 0; i < COUNT(STORIES); i++) {
    Sentences sentences = {0};
    Run run;
    make_story(&run, STORIES[i].seats, STORIES[i].sides, "a", STORIES[i].games);
    verdict_run(&run, &sentences);
    assert_sentences(STORIES[i].what, &sentences, STORIES[i].sentences, 4);
    free_story(&run);
  }
}

/* Between different bots in fixed seats, nobody knows which of the two it is.
 */
static void seats_and_bots_are_told_apart(void **state) {
  (void)state;
  static const char *const BOTS[] = {"mcts", "random"};
  static const char *const WANTED[] = {
      "Seat 2 (random) wins more often than seat 1 (mcts): 80.0% of games "
      "against 20.0%, a difference of 60.0 points (42.9 to 74.8); --rotate "
      "would show whether the seat or the bot is the reason."};
  const Ended games[4] = {{20, MATCH_WIN, 1, 8}, {80, MATCH_WIN, 2, 8}};
  Sentences sentences = {0};
  Error error = {0};
  Run run;
  make_story(&run, 2, 2, "a", games);
  schedule_free(&run.schedule);
  run.schedule = (Schedule){.seats = 2, .sides = 2, .side = {0, 1}};
  assert_true(
      schedule_restore(&run.schedule, SEATING_FIXED, BOTS, BOTS, 2, &error));
  verdict_run(&run, &sentences);
  sentences.count = 1;
  assert_sentences("two bots", &sentences, WANTED, 1);
  free_story(&run);
}

static void a_dead_seat_is_noted(void **state) {
  (void)state;
  static const char *const WANTED[] = {
      "Seat 3 never moved and is left out of all results about balance."};
  const Ended games[4] = {{60, MATCH_WIN, 1, 8}, {40, MATCH_WIN, 2, 8}};
  Sentences sentences = {0}, notes = {0};
  Run run;
  make_story(&run, 3, 3, "a", games);
  run.tally.moved = 3;
  verdict_run(&run, &sentences);
  /* of two seats, not over one of three */
  assert_non_null(strstr(sentences.text[0], "No seat is shown"));
  verdict_notes(&run, &notes);
  assert_sentences("dead seat", &notes, WANTED, 1);
  free_story(&run);
}

static const Ended FAIR[4] = {{50, MATCH_WIN, 1, 10}, {50, MATCH_WIN, 2, 10}};

static void assert_notes(const char *what, const Run *run,
                         const char *const wanted[], int most) {
  Sentences notes = {0};
  verdict_notes(run, &notes);
  assert_sentences(what, &notes, wanted, most);
}

static void caveats_are_noted(void **state) {
  (void)state;
  static const Ended CUT[4] = {{75, MATCH_WIN, 1, 10},
                               {24, MATCH_TRUNCATED, 0, 40},
                               {1, MATCH_FORFEIT, 2, 3}};
  static const char *const NONE[] = {NULL};
  static const char *const PART[] = {
      "The run is not complete: 100 of 250 games.",
      "This is shard 2 of 16, not the whole run.", NULL};
  static const char *const ENDS[] = {
      "24.0% of games were truncated at 40 plies, with no result. They count "
      "neither as wins nor as draws; --max-plies sets the limit.",
      "1.0% of games were forfeited. They do not count as wins. The first "
      "reason: "
      "it was tired",
      NULL};
  static const char *const ONLY_RANDOM[] = {
      "Between random players only: this says little about good play, in "
      "which a game may be balanced quite differently.",
      NULL};
  Run run;
  make_story(&run, 2, 2, "a", FAIR);
  assert_notes("nothing", &run, NONE, 3);
  run.complete = false;
  run.count = 250;
  run.plan.shard = 2;
  run.plan.shards = 16;
  assert_notes("part", &run, PART, 3);
  free_story(&run);
  make_story(&run, 2, 2, "a", CUT);
  error_set(&run.reason, "it was tired");
  assert_notes("ends", &run, ENDS, 3);
  free_story(&run);
  make_story(&run, 2, 2, "random", FAIR);
  assert_notes("random", &run, ONLY_RANDOM, 3);
  free_story(&run);
}

/* A long reason is shortened, but not within a character. */
static void a_long_reason_is_shortened_between_characters(void **state) {
  (void)state;
  static const Ended LOST[4] = {{1, MATCH_FORFEIT, 2, 3}};
  for (int shift = 0; shift < 3; shift++) {
    Run run;
    Sentences notes = {0};
    make_story(&run, 2, 2, "a", LOST);
    error_set(&run.reason, "%.*s", shift, "ab");
    for (int i = 0; i < 200; i++)
      strcat(run.reason.message, "…");
    verdict_notes(&run, &notes);
    assert_int_equal(notes.count, 1);
    assert_true(utf8_is_valid(notes.text[0]));
    assert_in_range(strlen(notes.text[0]), 300, SENTENCE - 1);
    free_story(&run);
  }
}

static void sentences_beyond_the_limit_are_dropped(void **state) {
  (void)state;
  Sentences s = {0};
  for (int i = 0; i < SENTENCES_MAX + 3; i++)
    sentences_add(&s, "%d%0600d", i, 0);
  assert_int_equal(s.count, SENTENCES_MAX);
  assert_int_equal(strlen(s.text[SENTENCES_MAX - 1]), SENTENCE - 1);
  char last[8];
  snprintf(last, sizeof last, "%d0", SENTENCES_MAX - 1);
  assert_int_equal(strncmp(s.text[SENTENCES_MAX - 1], last, strlen(last)), 0);
}

/* Where many games have the same length, more than nine out of ten are from the
 * 5th to the 95th percentile; of the games played fewer, where many are
 * forfeited early. */
static void most_games_are_as_many_as_is_said(void **state) {
  (void)state;
  static const struct {
    Ended games[4];
    const char *range;
  } CASES[] = {
      {{{50, MATCH_WIN, 1, 5}, {50, MATCH_WIN, 2, 9}},
       ", and all of them took 5 to 9."},
      {{{3, MATCH_WIN, 1, 4}, {50, MATCH_WIN, 1, 5}, {47, MATCH_WIN, 2, 9}},
       ", and at least nine out of ten took 5 to 9."},
      {{{99, MATCH_WIN, 1, 5}, {1, MATCH_WIN, 2, 9}},
       ", and at least nine out of ten took 5."},
      {{{30, MATCH_WIN, 1, 40},
        {3, MATCH_WIN, 1, 4},
        {67, MATCH_TRUNCATED, 0, 40}},
       ", and at least nine out of ten took at least 40."},
      {{{20, MATCH_WIN, 1, 20},
        {20, MATCH_WIN, 2, 30},
        {60, MATCH_FORFEIT, 2, 3}},
       ", and at least 40.0% of them took 20 to 30."},
      {{{2, MATCH_WIN, 1, 9}, {3, MATCH_WIN, 2, 30}},
       "These 5 games took 9 to 30 plies, 21.6 on average: too few to say "
       "more."},
      {{{2, MATCH_WIN, 1, 9},
        {1, MATCH_WIN, 2, 30},
        {2, MATCH_TRUNCATED, 0, 40}},
       "3 of these 5 games came to an end, after 9 to 30 plies: too few to say "
       "more."},
      /* Those that were stopped at 29 would have taken longer. */
      {{{2, MATCH_WIN, 1, 1},
        {94, MATCH_WIN, 1, 29},
        {4, MATCH_TRUNCATED, 0, 29}},
       ", and at least nine out of ten took 29."},
      {{{30, MATCH_WIN, 1, 1},
        {66, MATCH_WIN, 1, 29},
        {4, MATCH_TRUNCATED, 0, 29}},
       ", and at least nine out of ten took 1 to 29."},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Sentences sentences = {0};
    Run run;
    make_story(&run, 2, 2, "a", CASES[i].games);
    verdict_lengths(&run, &sentences);
    assert_int_equal(sentences.count, 1);
    const char *range = strstr(sentences.text[0], ", and ");
    assert_string_equal(range ? range : sentences.text[0], CASES[i].range);
    free_story(&run);
  }
}

int main(void) {
  const struct CMUnitTest verdict_tests[] = {
      cmocka_unit_test(a_verdict_says_what_the_intervals_allow),
      cmocka_unit_test(most_games_are_as_many_as_is_said),
      cmocka_unit_test(seats_and_bots_are_told_apart),
      cmocka_unit_test(a_dead_seat_is_noted),
      cmocka_unit_test(caveats_are_noted),
      cmocka_unit_test(a_long_reason_is_shortened_between_characters),
      cmocka_unit_test(sentences_beyond_the_limit_are_dropped),
  };
  return RUN_TESTS(verdict_tests);
}
