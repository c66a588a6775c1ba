/* Games on tables: what pages see and can do, with humans, bots, chance and
 * hidden information. */
#include "tests/support/studio/page.h"

#include "core/game/gamefile.h"
#include "core/game/match.h"
#include "tests/support/files.h"
#include "tests/support/support.h"
#include <stdlib.h>

/* ---- humans --------------------------------------------------------------*/

static void humans_play(void **unused) {
  (void)unused;
  Page page = open_page("quoridor:size=5", "human", "human");
  while (look(&page, 0))
    ;
  assert_true(is_human(&page));
  assert_int_equal(json_integer_value(get(&page, "seat")), 1);
  assert_int_equal(
      json_integer_value(json_object_get(get(&page, "board"), "columns")), 5);
  const json_t *first = json_array_get(get(&page, "moves"), 0);
  assert_true(json_is_string(json_object_get(first, "text")));
  assert_string_equal(json_string_value(json_object_get(
                          json_object_get(first, "parts"), "kind")),
                      "pawn");
  assert_true(json_is_null(get(&page, "before")));
  play(&page, "c2");
  play(&page, "C4"); /* in another case */
  assert_int_equal(ply_of(&page), 2);
  assert_true(json_is_object(get(&page, "before")));
  assert_int_equal(json_array_size(get(&page, "history")), 2);
  check_refused(&page, "play", json_pack("{s:s}", "move", "z9"), "z9");
  check_refused(&page, "check", json_pack("{s:s}", "move", "z9"), "z9");
  int ply = ply_of(&page);
  const char *legal = json_string_value(
      json_object_get(json_array_get(get(&page, "moves"), 0), "text"));
  ask(&page, "check", json_pack("{s:s}", "move", legal));
  assert_int_equal(ply_of(&page), ply); /* it was not played */
  check_refused(&page, "play", json_pack("{s:i}", "move", 3),
                "\"move\" must be a string");
  check_refused(&page, "play", NULL, "\"move\" must be a string");
  check_refused(&page, "dance", NULL, "no request 'dance'");
  ask(&page, "undo", NULL);
  assert_int_equal(ply_of(&page), 1);
  assert_int_equal(json_array_size(get(&page, "history")), 2);
  ask(&page, "redo", NULL);
  assert_int_equal(ply_of(&page), 2);
  check_refused(&page, "redo", NULL, "nothing to redo");
  ask(&page, "resign", NULL);
  assert_string_equal(text_at(&page, "over"), "seat 1 resigned: seat 2 wins");
  assert_true(json_is_null(get(&page, "seat")));
  check_refused(&page, "play", json_pack("{s:s}", "move", "c3"), "over");
  ask(&page, "undo", NULL);
  assert_false(is_over(&page));
  ask(&page, "new", NULL);
  assert_int_equal(ply_of(&page), 0);
  assert_int_equal(json_integer_value(get(&page, "index")), 1);
  check_refused(&page, "undo", NULL, "nothing to undo");
  close_page(&page);
}

static void seats_change(void **unused) {
  (void)unused;
  Page page = open_page("tictacdoh", "human", "human");
  play(&page, "sc3");
  ask(&page, "seats", json_pack("{s:[s, s]}", "seats", "greedy", "human"));
  assert_int_equal(ply_of(&page), 1);
  assert_true(is_human(&page));
  ask(&page, "swap", NULL); /* another game */
  assert_int_equal(ply_of(&page), 0);
  assert_int_equal(json_integer_value(get(&page, "begun")), 1);
  assert_true(is_human(&page));
  assert_string_equal(json_string_value(json_array_get(get(&page, "seats"), 1)),
                      "greedy");
  check_refused(&page, "seats", json_pack("{s:[s, s]}", "seats", "nobody", "x"),
                "there is no bot 'nobody'");
  check_refused(&page, "seats",
                json_pack("{s:[s, s, s]}", "seats", "human", "human", "human"),
                "has 2 seats, but 3 are named");
  check_refused(&page, "seats", json_pack("{s:[i]}", "seats", 3), "must be");
  check_refused(&page, "seats", json_pack("{s:[s]}", "seats", "../x.lua"),
                "outside the served folder");
  close_page(&page);
}

static void positions_are_set_up(void **unused) {
  (void)unused;
  Page page = open_page("quoridor:size=5", "human", "human");
  play(&page, "c2");
  while (look(&page, 0))
    ;
  char *settings = strdup(text_at(&page, "settings"));
  assert_true(*settings);
  ask(&page, "new", NULL);
  ask(&page, "edit", json_pack("{s:s}", "settings", settings));
  assert_int_equal(ply_of(&page), 0);
  assert_int_equal(json_integer_value(get(&page, "seat")), 2);
  assert_string_equal(text_at(&page, "settings"), settings);
  free(settings);
  check_refused(&page, "edit", json_pack("{s:s}", "settings", "nonsense=1"),
                "nonsense");
  assert_int_equal(json_integer_value(get(&page, "seat")), 2);
  close_page(&page);
}

static void earlier_positions_are_shown(void **unused) {
  (void)unused;
  Page page = open_page("quoridor:size=5", "human", "human");
  Error error = {0};
  play(&page, "c2");
  play(&page, "c4");
  ask(&page, "undo", NULL);
  json_t *one = position_at(&page, 1, &error);
  assert_true(json_equal(json_object_get(one, "frame"), get(&page, "frame")));
  assert_true(json_equal(json_object_get(one, "before"), get(&page, "before")));
  json_t *two = position_at(&page, 2, &error); /* taken back */
  assert_non_null(two);
  assert_null(position_at(&page, 3, &error));
  assert_non_null(strstr(error.message, "from 0 to 2"));
  assert_null(position_at(&page, -1, &error));
  json_decref(one);
  json_decref(two);
  close_page(&page);
}

/* The answer to `preview`, the frame after one move. */
static json_t *preview_of(Page *page, const char *move) {
  json_t *body = json_pack("{s:[s]}", "moves", move);
  json_t *answer = served_do(page->table, "preview", body, NULL);
  json_t *frame =
      json_incref(json_array_get(json_object_get(answer, "frames"), 0));
  assert_non_null(frame);
  json_decref(answer);
  json_decref(body);
  return frame;
}

/* What they show is what playing the move shows, and nothing is played. */
static void moves_are_previewed(void **unused) {
  (void)unused;
  const char *const games[][2] = {{"quoridor:size=5", "b2h"},
                                  {"tictacdoh", "Lc3"},
                                  {"games/nim.lua", "3-2"}};
  for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
    Page page = open_page(games[i][0], "human", "human");
    json_t *frame = preview_of(&page, games[i][1]);
    while (look(&page, 0))
      ;
    assert_int_equal(ply_of(&page), 0);
    play(&page, games[i][1]);
    assert_true(json_equal(get(&page, "frame"), frame));
    json_decref(frame);
    close_page(&page);
  }
}

static void previews_are_limited(void **unused) {
  (void)unused;
  Page page = open_page("quoridor:size=5", "human", "human");
  check_refused(&page, "preview", NULL, "must be a list of at most 64");
  check_refused(&page, "preview", json_pack("{s:[s]}", "moves", "z9"), "z9");
  check_refused(&page, "preview", json_pack("{s:[i]}", "moves", 1), "string");
  json_t *many = json_array();
  for (int i = 0; i <= 64; i++)
    json_array_append_new(many, json_string("c2"));
  check_refused(&page, "preview", json_pack("{s:o}", "moves", many), "64");
  close_page(&page);
  page = open_page("games/tricks.lua", "human", "human");
  wait_until(&page, is_human);
  const char *legal = json_string_value(
      json_object_get(json_array_get(get(&page, "moves"), 0), "text"));
  check_refused(&page, "preview", json_pack("{s:[s]}", "moves", legal),
                "would reveal");
  close_page(&page);
}

/* ---- bots ----------------------------------------------------------------*/

/* The moves that a match between these bots consists of, as a game file writes
 * them. */
static char *match_text(const char *game, const char *first,
                        const char *second) {
  Error error = {0};
  GameFile file;
  assert_true(gamefile_open(&file, game, 1, 0, NULL, &error));
  Bot *bots[SEATS_MAX] = {0};
  for (int seat = 0; seat < file.game->seats; seat++) {
    const char *spec = seat % 2 ? second : first;
    assert_non_null(bots[seat] = bot_open(spec, file.game, &error));
    snprintf(file.seat[seat], SPEC_TEXT, "%s", bots[seat]->spec);
  }
  Rng rng;
  rng_seed(&rng, 1, 0);
  Rng own, *draws;
  State *state = game_start(file.game);
  game_begin(file.game, state, &rng);
  draws = match_bots_stream(file.game, bots, &rng, &own);
  for (int seat = 0; seat < file.game->seats; seat++)
    assert_true(bot_begin(bots[seat], seat, draws, &error));
  while (state->outcome == PLAYING && file.count < file.game->max_plies) {
    Move move;
    if (state->seat == NATURE)
      move = game_random_move(file.game, state, &rng);
    else
      assert_true(bot_ask(bots[state->seat], state, draws, &move, &error));
    gamefile_add(&file, move);
    game_play(file.game, state, move);
  }
  char *text = gamefile_text(&file, &error);
  for (int seat = 0; seat < file.game->seats; seat++)
    bot_close(bots[seat]);
  free(state);
  gamefile_close(&file);
  return text;
}

static void check_same_as_match(const char *game, const char *first,
                                const char *second) {
  char *expected = match_text(game, first, second);
  Page page = open_page(game, first, second);
  wait_until(&page, is_over);
  assert_string_equal(text_at(&page, "text"), expected);
  free(expected);
  close_page(&page);
}

static void bots_play_as_in_runs(void **unused) {
  (void)unused;
  check_same_as_match("tictacdoh", "mcts:iterations=40", "greedy");
  check_same_as_match("orbital", "random", "mcts:iterations=20");
  check_same_as_match("games/dice_race.lua", "mcts:iterations=20", "greedy");
  check_same_as_match("games/dice_race.lua", "random", "random");
  check_same_as_match("games/nim.lua", "bots/random.lua", "alphabeta:depth=2");
}

static void a_bot_answers(void **unused) {
  (void)unused;
  Page page = open_page("tictacdoh", "human", "mcts:iterations=20");
  play(&page, "sc3");
  wait_until(&page, is_human);
  assert_int_equal(ply_of(&page), 2);
  ask(&page, "undo", NULL); /* both moves */
  assert_int_equal(ply_of(&page), 0);
  ask(&page, "redo", NULL);
  assert_int_equal(ply_of(&page), 2);
  ask(&page, "new", NULL);
  play(&page, "sc3");
  wait_until(&page, is_human);
  close_page(&page);
}

/* ---- bots alone ----------------------------------------------------------*/

static void bots_can_be_watched(void **unused) {
  (void)unused;
  Page page = open_plan(&(TablePlan){.game = "quoridor:size=3,walls=1",
                                     .seats = {"random", "random"},
                                     .seat_count = 2,
                                     .pace = PACE_AUTO});
  ask(&page, "stop", NULL);
  assert_int_equal(json_integer_value(get(&page, "pace")), PACE_USUAL);
  int ply = ply_of(&page);
  for (int i = 1; i <= 2; i++) {
    ask(&page, "go", json_pack("{s:b}", "once", true));
    wait_until(&page, is_stopped);
    assert_int_equal(ply_of(&page), ply + i);
  }
  check_refused(&page, "pace", json_pack("{s:i}", "milliseconds", -1),
                "from 0 to 10000");
  check_refused(&page, "go", json_pack("{s:i}", "once", 1), "true or false");
  ask(&page, "pace", json_pack("{s:i}", "milliseconds", 1));
  ask(&page, "go", NULL);
  wait_until(&page, is_over);
  close_page(&page);
}

/* ---- people --------------------------------------------------------------*/

static void the_file_says_who_played(void **unused) {
  (void)unused;
  Page page = open_page("tictacdoh", "human", "random");
  ask(&page, "people",
      json_pack("{s:[s,s], s:[s,s], s:[s,s]}", "names", "Ada", "Bob",
                "questions", "Fun? 1-5", "Why?", "answers", "4", ""));
  while (look(&page, 0))
    ;
  const char *text = text_at(&page, "text");
  assert_non_null(strstr(text, "name 1: Ada\n"));
  assert_null(strstr(text, "Bob")); /* a bot */
  assert_non_null(strstr(text, "question: Fun? 1-5\nanswer: 4\n"));
  check_refused(&page, "people", json_pack("{s:[s]}", "answers", "4"),
                "0 questions and 1 answers");
  check_refused(&page, "people", json_pack("{s:s}", "names", "Ada"),
                "list of at most 2 strings");
  char name[GAMEFILE_NAME + 1] = {0};
  memset(name, 'x', GAMEFILE_NAME);
  check_refused(&page, "people", json_pack("{s:[s]}", "names", name),
                "too long");
  close_page(&page);
}

/* ---- chance and hidden information ---------------------------------------*/

static void nature_moves_by_itself(void **unused) {
  (void)unused;
  Page page = open_page("games/dice_race.lua", "human", "greedy");
  for (int turn = 0; turn < 5 && !is_over(&page); turn++) {
    while (!is_over(&page) && !is_human(&page))
      assert_true(look(&page, 60000));
    if (is_over(&page))
      break;
    const json_t *first = json_array_get(get(&page, "moves"), 0);
    char *move = strdup(json_string_value(json_object_get(first, "text")));
    play(&page, move);
    free(move);
  }
  assert_true(ply_of(&page) > 5);
  close_page(&page);
}

/* How many cards are shown in the hand of a seat, face up. */
static void check_hand(const Page *page, int seat, int cards) {
  const json_t *hands = json_object_get(get(page, "frame"), "hands");
  for (size_t i = 0; i < json_array_size(hands); i++) {
    const json_t *held = json_array_get(hands, i);
    bool card = strcmp(json_string_value(json_array_get(held, 3)), "card") == 0;
    cards -= card && json_integer_value(json_array_get(held, 0)) == seat;
  }
  assert_int_equal(cards, 0);
}

static void hidden_things_stay_hidden(void **unused) {
  (void)unused;
  Page page = open_page("games/tricks.lua", "human", "random");
  wait_until(&page, is_human);
  assert_true(json_is_null(get(&page, "text")));
  assert_true(json_is_null(get(&page, "settings")));
  check_hand(&page, 2, 0);
  check_hand(&page, 1, 5);
  check_refused(&page, "evaluate", json_pack("{s:b}", "on", true),
                "do not see");
  ask(&page, "hint", json_pack("{s:i}", "iterations", 50));
  wait_until(&page, hint_is_done);
  check_refused(&page, "seats",
                json_pack("{s:[s, s]}", "seats", "human", "human"),
                "what only a bot sees");
  check_refused(&page, "seats",
                json_pack("{s:[s, s]}", "seats", "random", "random"),
                "what only a bot sees");
  ask(&page, "seats", json_pack("{s:[s, s]}", "seats", "human", "mcts"));
  ask(&page, "resign", NULL);
  ask(&page, "swap", NULL);
  close_page(&page);
  page = open_page("games/tricks.lua", "human", "human");
  wait_until(&page, is_human);
  Error error = {0};
  assert_null(position_at(&page, 0, &error));
  assert_non_null(strstr(error.message, "do not see"));
  ask(&page, "resign", NULL);
  assert_true(json_is_string(get(&page, "text")));
  close_page(&page);
}

/* Seat 2 guesses the number that seat 1 has chosen. */
static void hidden_moves_are_not_shown(void **unused) {
  (void)unused;
  const char *dir = enter_new_dir();
  write_text(
      "guess.lua",
      "local lab = require 'boardlab'\n"
      "return lab.rules {\n"
      "  state = {secret = 1, guess = 1},\n"
      "  moves = function() return {1, 2, 3, 4} end,\n"
      "  play = function(s, move)\n"
      "    if s.secret == 0 then s.secret = move\n"
      "    else s.guess = move end\n"
      "  end,\n"
      "  outcome = function(s)\n"
      "    if s.guess > 0 then return s.guess == s.secret and 2 or 1 end\n"
      "  end,\n"
      "  observe = function(s, seat)\n"
      "    if seat == 2 and s.secret > 0 then s.secret = 9 end\n"
      "  end}\n");
  Page page = open_page("guess.lua", "random", "human");
  wait_until(&page, is_human);
  assert_true(json_is_null(
      json_array_get(json_array_get(get(&page, "history"), 0), 1)));
  assert_true(json_is_null(get(&page, "text")));
  assert_true(json_is_null(get(&page, "before")));
  Error error = {0};
  json_t *position = position_at(&page, 1, &error);
  assert_true(
      json_equal(json_object_get(position, "frame"), get(&page, "frame")));
  json_decref(position);
  play(&page, "1");
  assert_true(is_over(&page));
  assert_true(json_is_string(
      json_array_get(json_array_get(get(&page, "history"), 0), 1)));
  close_page(&page);
  clear(dir);
}

/* The points of each side: of seats 1 and 3, and of seats 2 and 4. */
static void scores_are_in_points(void **unused) {
  (void)unused;
  const char *dir = enter_new_dir();
  write_text("points.lua",
             "local lab = require 'boardlab'\n"
             "return lab.rules {\n"
             "  players = 4, teams = {{1, 3}, {2, 4}}, state = {played = 1},\n"
             "  moves = function() return {1} end,\n"
             "  play = function(s) s.played = s.played + 1 end,\n"
             "  score = function(s) return {11, 2, -0.5, 2} end,\n"
             "  outcome = function(s) return s.played == 2 or nil end}\n");
  const TablePlan plan = {.game = "points.lua",
                          .seats = {"human", "human", "human", "human"},
                          .seat_count = 4,
                          .seed = 1};
  Page page = open_plan(&plan);
  play(&page, "1");
  play(&page, "1");
  const json_t *score = json_object_get(get(&page, "ending"), "score");
  json_t *points = json_pack("[f, i]", 10.5, 4);
  assert_true(json_equal(score, points));
  json_decref(points);
  close_page(&page);
  clear(dir);
}

/* The bot lays its only card face down, or knocks, which looks different. That
 * the other cards are not legal must not tell which card it was. */
static void moves_are_hidden_without_redraw(void **unused) {
  (void)unused;
  const char *dir = enter_new_dir();
  write_text(
      "lay.lua",
      "local lab = require 'boardlab'\n"
      "return lab.rules {\n"
      "  state = {card = 1, laid = 1, guess = 1},\n"
      "  start = function(s, rng) s.card = rng:pick {1, 2, 3, 4, 5} end,\n"
      "  moves = function(s, seat)\n"
      "    return seat == 1 and {s.card, 9} or {1, 2, 3, 4, 5}\n"
      "  end,\n"
      "  play = function(s, move, seat)\n"
      "    if seat == 2 then s.guess = move\n"
      "    else s.laid = move == 9 and 2 or 1 end\n"
      "  end,\n"
      "  outcome = function(s)\n"
      "    if s.guess > 0 then return s.guess == s.card and 2 or 1 end\n"
      "  end,\n"
      "  observe = function(s, seat)\n"
      "    if seat == 2 then s.card = 9 end\n"
      "  end}\n");
  Page page = open_page("lay.lua", "random", "human");
  wait_until(&page, is_human);
  assert_true(json_is_null(
      json_array_get(json_array_get(get(&page, "history"), 0), 1)));
  close_page(&page);
  clear(dir);
}

static void games_have_a_longest_length(void **unused) {
  (void)unused;
  enum { ROUND = 12 }; /* four moves of three bytes */
  static char moves[(TABLE_PLIES / 4 + 1) * ROUND + 1];
  for (int i = 0; i <= TABLE_PLIES / 4; i++)
    memcpy(moves + i * ROUND, "c2 c4 c1 c5 ", ROUND);
  TablePlan plan = {.game = "quoridor:size=5",
                    .seats = {"human", "human"},
                    .seat_count = 2,
                    .moves = moves};
  check_not_opened(&plan, "at most 10000 moves");
  moves[TABLE_PLIES / 4 * ROUND] = '\0';
  Page page = open_plan(&plan);
  check_refused(&page, "play", json_pack("{s:s}", "move", "c2"),
                "at most 10000 moves");
  close_page(&page);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(humans_play),
      cmocka_unit_test(seats_change),
      cmocka_unit_test(positions_are_set_up),
      cmocka_unit_test(earlier_positions_are_shown),
      cmocka_unit_test(moves_are_previewed),
      cmocka_unit_test(previews_are_limited),
      cmocka_unit_test(bots_play_as_in_runs),
      cmocka_unit_test(a_bot_answers),
      cmocka_unit_test(the_file_says_who_played),
      cmocka_unit_test(nature_moves_by_itself),
      cmocka_unit_test(hidden_things_stay_hidden),
      cmocka_unit_test(hidden_moves_are_not_shown),
      cmocka_unit_test(scores_are_in_points),
      cmocka_unit_test(moves_are_hidden_without_redraw),
      cmocka_unit_test(bots_can_be_watched),
      cmocka_unit_test(games_have_a_longest_length),
  };
  return !!cmocka_run_group_tests(tests, start_host, NULL);
}
