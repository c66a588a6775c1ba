/* Scores: who wins by them, their texts, and counting them over a run. */
#include "tests/support/support.h"

#include "core/game/score.h"
#include "core/run/run_csv.h"
#include "core/run/tally.h"
#include <math.h>

/* ---- one game ------------------------------------------------------------*/

static void the_side_with_the_highest_score_wins(void **state) {
  (void)state;
  static const struct {
    int seats;
    uint8_t side[4];
    int32_t score[4];
    unsigned winners;
    int64_t margin; /* of side 1 */
  } CASES[] = {
      {2, {0, 1}, {24000, 20000}, 1, 4000},
      {2, {0, 1}, {20000, 20500}, 2, -500},
      {2, {0, 1}, {7, 7}, 0, 0},
      {2, {0, 1}, {-5000, -3000}, 2, -2000},
      {3, {0, 1, 2}, {5000, 5000, 4000}, 3, 0},
      {3, {0, 1, 2}, {4000, 5000, 4000}, 2, -1000},
      {3, {0, 1, 2}, {4000, 4000, 4000}, 0, 0},
      {4, {0, 1, 0, 1}, {9000, 6000, 1000, 5000}, 10, -1000},
      {4, {0, 1, 0, 1}, {9000, 6000, 2000, 5000}, 0, 0},
      {1, {0}, {-3000}, 1, -3000},
  };
  for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
    assert_int_equal(
        score_winners(CASES[i].side, CASES[i].seats, CASES[i].score),
        CASES[i].winners);
    assert_int_equal(
        score_margin(CASES[i].side, CASES[i].seats, 0, CASES[i].score),
        CASES[i].margin);
  }
}

static void write_points(const Game *game, const State *state, double score[]) {
  (void)state;
  for (int seat = 0; seat < game->seats; seat++)
    score[seat] = seat == 1 ? 6.5004 : 6.5;
}

static void scores_are_kept_to_three_decimals(void **state) {
  (void)state;
  const Rules rules = {.score = write_points};
  Game game = {.rules = &rules, .seats = 2, .sides = 2, .side = {0, 1}};
  State position = {0};
  int32_t score[SEATS_MAX];
  game_score(&game, &position, score);
  assert_int_equal(score[0], 6500);
  assert_int_equal(score[1], 6500);
  state_set_by_score(&position, score_winners(game.side, game.seats, score));
  assert_int_equal(position.outcome, DRAW);
}

/* The byte of the outcome tells results by score from others, and no position
 * in progress has it. */
static void a_result_by_score_is_noted(void **state) {
  (void)state;
  const Rules rules = {.score = write_points};
  Game game = {.rules = &rules, .seats = 2, .sides = 2, .side = {0, 1}};
  State position = {0};
  state_set_by_score(&position, 0);
  assert_true(position.by_score);
  assert_true(game_head_is_valid(&game, &position));
  state_set_win(&position, 1);
  assert_false(position.by_score);
  state_set_by_score(&position, 2);
  assert_int_equal(position.outcome, WIN);
  assert_int_equal(position.winners, 2);
  assert_true(position.by_score);
  position.outcome = PLAYING;
  assert_false(game_head_is_valid(&game, &position));
  state_set_playing(&position);
  assert_true(game_head_is_valid(&game, &position));
  assert_memory_equal(&position, &(State){0}, sizeof position);
}

static void a_score_has_one_text(void **state) {
  (void)state;
  static const struct {
    int32_t score;
    const char *text;
  } CASES[] = {{0, "0"},       {24000, "24"},
               {-500, "-0.5"}, {6500, "6.5"},
               {1, "0.001"},   {-12340, "-12.34"},
               {100, "0.1"},   {1000000000, "1000000"},
               {10, "0.01"},   {-1000000000, "-1000000"}};
  static const char *const BAD[] = {"",
                                    "24.0",
                                    "0.0005",
                                    "+1",
                                    "-0",
                                    "1e3",
                                    "nan",
                                    "inf",
                                    " 1",
                                    "1 ",
                                    "x",
                                    ".5",
                                    "1000000.001",
                                    "99999999999999999999"};
  int32_t score;
  for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
    char text[SCORE_TEXT];
    score_format(CASES[i].score, text);
    assert_string_equal(text, CASES[i].text);
    assert_true(score_read(CASES[i].text, &score));
    assert_int_equal(score, CASES[i].score);
  }
  for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++)
    if (score_read(BAD[i], &score))
      fail_msg("'%s' was read as a score", BAD[i]);
  char text[SCORES_TEXT];
  scores_format((const int32_t[]){24000, -20500}, 2, text);
  assert_string_equal(text, "24 : -20.5");
}

/* ---- a run ---------------------------------------------------------------*/

enum { GAMES = 400 };

static void make_schedule(Schedule *s) {
  const char *const bots[] = {"a", "b"};
  *s = (Schedule){.seats = 2, .sides = 2, .side = {0, 1}, .has_score = true};
  assert_true(schedule_restore(s, SEATING_ROTATED, bots, bots, 2, NULL));
}

/* A match with some score: whole points first, then ones far apart. */
static Match some_match(int game, Rng *rng) {
  int32_t range = game < GAMES / 2 ? 60 : 3000;
  Match m = {.end = game % 9 == 0 ? MATCH_TRUNCATED : MATCH_DRAW,
             .plies = 1,
             .moved = 1,
             .forfeiter = -1};
  for (int seat = 0; seat < 2; seat++)
    m.score[seat] =
        ((int32_t)rng_below(rng, (uint32_t)range) - range / 2) * 500;
  return m;
}

/* The number of margins in a bin, by looking at every game. */
static uint64_t count_slowly(const Match matches[], int64_t from, int64_t to) {
  uint64_t count = 0;
  for (int i = 0; i < GAMES; i++) {
    int64_t margin = matches[i].score[0] - matches[i].score[1];
    count += matches[i].end == MATCH_DRAW && margin >= from && margin < to;
  }
  return count;
}

static void bins_hold_the_margins_of_games_that_ended(void **state) {
  (void)state;
  Schedule s;
  Tally all, merged, part, read;
  Match matches[GAMES];
  Rng rng;
  make_schedule(&s);
  rng_seed(&rng, 5, 0);
  assert_true(tally_make(&all, &s, 10, NULL));
  assert_true(tally_make(&merged, &s, 10, NULL));
  assert_true(tally_make(&read, &s, 10, NULL));
  tally_make_part(&part, &s, 50);
  for (int i = 0; i < GAMES; i++) {
    matches[i] = some_match(i, &rng);
    if (i % 50 == 0)
      tally_restart(&part, (size_t)i % 2);
    tally_add(&all, (size_t)i % 2, &matches[i]);
    tally_add(&part, (size_t)i % 2, &matches[i]);
    if (i % 50 == 49)
      tally_merge(&merged, &part);
  }
  const ScoreTally *t = all.score;
  assert_true(t->width > SCORE_UNIT);
  for (int i = 0; i < MARGIN_BINS; i++) {
    int64_t from = (i - MARGIN_BINS / 2) * t->width;
    assert_int_equal(t->bin[i], count_slowly(matches, from, from + t->width));
  }
  double sum = 0, squares = 0, count = 0;
  for (int i = 0; i < GAMES; i++) {
    double margin = matches[i].score[0] - matches[i].score[1];
    bool ended = matches[i].end == MATCH_DRAW;
    sum += ended ? margin : 0;
    squares += ended ? margin * margin : 0;
    count += ended;
  }
  assert_true((double)t->margin.count == count);
  assert_true((double)t->margin.sum == sum);
  assert_true((double)t->margin.squares == squares);
  assert_memory_equal(merged.score, all.score, sizeof *all.score);
  Text text = {NULL};
  tally_write(&all, &text);
  text_need(&text, 1);
  text_add_char(&text, '\0');
  assert_true(tally_read(&read, text.bytes));
  assert_memory_equal(read.score, all.score, sizeof *all.score);
  free(text.bytes);
  tally_free(&all);
  tally_free(&merged);
  tally_free(&part);
  tally_free(&read);
  schedule_free(&s);
}

/* ---- games.csv -----------------------------------------------------------*/

static void rows_have_scores_where_the_game_has(void **state) {
  (void)state;
  Schedule s;
  make_schedule(&s);
  const Match m = {.end = MATCH_WIN,
                   .winners = 1,
                   .plies = 3,
                   .moved = 3,
                   .forfeiter = -1,
                   .score = {6500, -250}};
  Text games = run_csv_games_header(&s);
  run_csv_add_game(&games, &s, 1, 0, &m, "");
  games.bytes[games.length - 1] = '\0';
  assert_string_equal(
      games.bytes, "game,number,seed,seat1,seat2,outcome,winner,won1,won2,"
                   "score1,score2,plies,"
                   "passes,moved,legal_moves,branching_max,nodes1,nodes2,hash,"
                   "forfeiter,reason\n"
                   "\"\",0,1,\"a\",\"b\",win,1,1,0,6.5,-0.25,3,0,1+2,0,0,0,0,"
                   "aaaaaaaaaaaaaaaa,,");
  games.length = 0;
  s.has_score = false;
  run_csv_add_game(&games, &s, 1, 0, &m, "");
  games.bytes[games.length - 1] = '\0';
  assert_string_equal(
      games.bytes,
      "\"\",0,1,\"a\",\"b\",win,1,1,0,3,0,1+2,0,0,0,0,aaaaaaaaaaaaaaaa,,");
  free(games.bytes);
  schedule_free(&s);
}

static void a_score_that_is_none_is_refused(void **state) {
  (void)state;
  const char *fields[] = {"",
                          "0",
                          "1",
                          "a",
                          "b",
                          "draw",
                          "",
                          "0",
                          "0",
                          "1",
                          "x",
                          "3",
                          "0",
                          "1",
                          "0",
                          "0",
                          "0",
                          "0",
                          "aaaaaaaaaaaaaaaa",
                          "",
                          ""};
  const CsvRow row = {.field = fields, .count = 21, .number = 1};
  Schedule s;
  Match m;
  Error why = {0};
  make_schedule(&s);
  assert_false(run_csv_read_game(&row, &s, 1, 0, 10, &m, &why));
  assert_string_equal(why.message,
                      "column 11, score2: 'x' where points such as 24 or -0.5 "
                      "should be");
  fields[10] = "-0.5";
  assert_true(run_csv_read_game(&row, &s, 1, 0, 10, &m, NULL));
  assert_int_equal(m.score[1], -500);
  schedule_free(&s);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_side_with_the_highest_score_wins),
      cmocka_unit_test(scores_are_kept_to_three_decimals),
      cmocka_unit_test(a_result_by_score_is_noted),
      cmocka_unit_test(a_score_has_one_text),
      cmocka_unit_test(bins_hold_the_margins_of_games_that_ended),
      cmocka_unit_test(rows_have_scores_where_the_game_has),
      cmocka_unit_test(a_score_that_is_none_is_refused),
  };
  return !!cmocka_run_group_tests(tests, NULL, NULL);
}
