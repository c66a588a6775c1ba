/* Games on tables: what pages see and can do, with humans, bots, chance, hidden
 * information and Lua files. */
#include "cli/studio/table.h"

#include "cli/studio/saved_games.h"
#include "core/game/gamefile.h"
#include "core/game/match.h"
#include "lua/host/host.h"
#include "tests/support/files.h"
#include "tests/support/support.h"
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- a page --------------------------------------------------------------*/

/* A table and what a page that listens has seen of it. */
typedef struct Page {
  Table *table;
  ChannelSeen seen;
  json_t *view, *hint, *evaluation;
} Page;

static Page open_plan(const TablePlan *plan) {
  Error error = {0};
  Page page = {.table = table_open(plan, &error)};
  assert_string_equal(error.message, "");
  assert_non_null(page.table);
  assert_true(channel_join(table_channel(page.table)));
  return page;
}

static Page open_page(const char *game, const char *first, const char *second) {
  return open_plan(&(TablePlan){.game = game,
                                .seats = {first, second},
                                .seat_count = second ? 2 : 1,
                                .seed = 1});
}

static void close_page(Page *page) {
  channel_leave(table_channel(page->table));
  table_close(page->table);
  json_decref(page->view);
  json_decref(page->hint);
  json_decref(page->evaluation);
}

/* Takes over the latest news; waits for it if `milliseconds`. */
static bool look(Page *page, int milliseconds) {
  ChannelNews news;
  if (channel_wait(table_channel(page->table), &page->seen, milliseconds,
                   &news) != CHANNEL_NEWS)
    return false;
  json_t **place = strcmp(news.event, "view") == 0   ? &page->view
                   : strcmp(news.event, "hint") == 0 ? &page->hint
                                                     : &page->evaluation;
  json_decref(*place);
  *place = json_loads(news.text, JSON_DECODE_ANY, NULL);
  assert_non_null(*place);
  free(news.text);
  return true;
}

static const json_t *get(const Page *page, const char *key) {
  return json_object_get(page->view, key);
}

static const char *text_at(const Page *page, const char *key) {
  const char *text = json_string_value(get(page, key));
  return text ? text : "";
}

static int ply_of(const Page *page) {
  return (int)json_integer_value(get(page, "ply"));
}

/* Waits until something is so. */
typedef bool Condition(const Page *page);

static void wait_until(Page *page, Condition *is_so) {
  while (look(page, 0))
    ;
  while (!is_so(page))
    if (!look(page, 60000))
      fail_msg("it did not happen: %s", json_dumps(page->view, JSON_COMPACT));
}

static bool is_human(const Page *page) {
  return json_is_true(get(page, "human"));
}

static bool is_over(const Page *page) {
  return json_is_string(get(page, "over"));
}

static bool is_thinking(const Page *page) {
  return json_is_string(get(page, "thinking"));
}

static bool is_idle(const Page *page) {
  return page->view && json_is_null(get(page, "thinking"));
}

static bool is_stopped(const Page *page) {
  return json_is_true(get(page, "stopped"));
}

static bool is_waiting(const Page *page) {
  return strcmp(text_at(page, "thinking"), "waiting") == 0;
}

static bool has_error(const Page *page) {
  return json_is_object(get(page, "error"));
}

static bool hint_is_done(const Page *page) {
  return json_is_true(json_object_get(page->hint, "done"));
}

static bool hint_is_gone(const Page *page) {
  return json_is_null(page->hint);
}

static bool all_evaluated(const Page *page) {
  const json_t *values = json_object_get(page->evaluation, "values");
  for (int i = 0; i <= ply_of(page); i++)
    if (!json_is_array(json_array_get(values, (size_t)i)))
      return false;
  return true;
}

/* ---- requests ------------------------------------------------------------*/

static void ask(Page *page, const char *request, json_t *body) {
  Error error = {0};
  table_do(page->table, request, body, &error);
  json_decref(body);
  assert_string_equal(error.message, "");
  while (look(page, 0))
    ;
}

static void play(Page *page, const char *move) {
  ask(page, "play", json_pack("{s:s}", "move", move));
}

static void check_refused(Page *page, const char *request, json_t *body,
                          const char *message) {
  Error error = {0};
  assert_false(table_do(page->table, request, body, &error));
  json_decref(body);
  if (!strstr(error.message, message))
    fail_msg("%s: '%s' is not in '%s'", request, message, error.message);
}

static void check_not_opened(const TablePlan *plan, const char *message) {
  Error error = {0};
  assert_null(table_open(plan, &error));
  if (!strstr(error.message, message))
    fail_msg("'%s' is not in '%s'", message, error.message);
}

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
                "\"move\" must be a text");
  check_refused(&page, "play", NULL, "\"move\" must be a text");
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
  ask(&page, "swap", NULL);
  wait_until(&page, is_human);
  assert_int_equal(ply_of(&page), 2);
  assert_string_equal(json_string_value(json_array_get(get(&page, "seats"), 1)),
                      "greedy");
  check_refused(&page, "seats", json_pack("{s:[s, s]}", "seats", "nobody", "x"),
                "there is no bot 'nobody'");
  check_refused(&page, "seats",
                json_pack("{s:[s, s, s]}", "seats", "human", "human", "human"),
                "has 2 seats, but 3 are named");
  check_refused(&page, "seats", json_pack("{s:[i]}", "seats", 3), "must be");
  check_refused(&page, "seats", json_pack("{s:[s]}", "seats", "../x.lua"),
                "outside of the served folder");
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
  json_t *one = table_position(page.table, 1, &error);
  assert_true(json_equal(json_object_get(one, "frame"), get(&page, "frame")));
  assert_true(json_equal(json_object_get(one, "before"), get(&page, "before")));
  json_t *two = table_position(page.table, 2, &error); /* taken back */
  assert_non_null(two);
  assert_null(table_position(page.table, 3, &error));
  assert_non_null(strstr(error.message, "positions from 0 to 2"));
  assert_null(table_position(page.table, -1, &error));
  json_decref(one);
  json_decref(two);
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
    assert_true(gamefile_add(&file, move, &error));
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

static const char SLOW[] = "mcts:ms=600000";

/* No search is waited for: otherwise this takes ten minutes. */
static void searches_are_stopped(void **unused) {
  (void)unused;
  Page page = open_page("quoridor:size=5", "human", SLOW);
  play(&page, "c2");
  wait_until(&page, is_thinking);
  check_refused(&page, "play", json_pack("{s:s}", "move", "c4"),
                "seat 2 (mcts:ms=600000) is to move");
  ask(&page, "stop", NULL);
  wait_until(&page, is_stopped);
  assert_true(is_idle(&page));
  ask(&page, "go", NULL);
  wait_until(&page, is_thinking);
  ask(&page, "undo", NULL);
  wait_until(&page, is_idle);
  play(&page, "c2");
  wait_until(&page, is_thinking);
  ask(&page, "seats", json_pack("{s:[s, s]}", "seats", "human", "greedy"));
  wait_until(&page, is_human);
  ask(&page, "seats", json_pack("{s:[s, s]}", "seats", SLOW, "human"));
  wait_until(&page, is_thinking);
  close_page(&page);
}

static void other_bots_are_stopped(void **unused) {
  static const char *const BOTS[] = {"alphabeta:ms=600000", "perfect",
                                     "endless.lua"};
  (void)unused;
  const char *dir = enter_new_dir();
  write_text("endless.lua",
             "return {choose = function() while true do end end}\n");
  host_start((Limits){.work = 0, .memory = MEMORY_DEFAULT});
  for (size_t i = 0; i < sizeof BOTS / sizeof *BOTS; i++) {
    Page page = open_page("quoridor:size=5", BOTS[i], "human");
    wait_until(&page, is_thinking);
    ask(&page, "stop", NULL);
    wait_until(&page, is_stopped);
    assert_true(is_idle(&page));
    assert_false(has_error(&page));
    ask(&page, "go", NULL);
    wait_until(&page, is_thinking);
    close_page(&page);
  }
  host_start((Limits){WORK_DEFAULT, MEMORY_DEFAULT});
  clear(dir);
}

static void nobody_thinks_without_a_page(void **unused) {
  (void)unused;
  Page page = open_page("quoridor:size=5", SLOW, "human");
  wait_until(&page, is_thinking);
  channel_leave(table_channel(page.table));
  wait_until(&page, is_idle);
  assert_false(is_stopped(&page));
  assert_true(channel_join(table_channel(page.table)));
  wait_until(&page, is_thinking);
  close_page(&page);
}

static void searches_wait_for_each_other(void **unused) {
  (void)unused;
  Searches *searches = searches_new(1);
  TablePlan plan = {.game = "quoridor:size=5",
                    .seats = {"greedy", "human"},
                    .seat_count = 2,
                    .searches = searches};
  assert_true(searches_try(searches)); /* another table */
  Page page = open_plan(&plan);
  wait_until(&page, is_waiting);
  ask(&page, "stop", NULL);
  wait_until(&page, is_stopped);
  ask(&page, "go", NULL);
  wait_until(&page, is_waiting);
  searches_end(searches);
  wait_until(&page, is_human);
  assert_true(searches_try(searches));
  ask(&page, "new", NULL);
  wait_until(&page, is_waiting);
  close_page(&page);
  searches_free(searches);
}

static void hints_get_better(void **unused) {
  (void)unused;
  Page page = open_page("tictacdoh", "human", "human");
  ask(&page, "hint", json_pack("{s:i}", "iterations", 2000));
  wait_until(&page, hint_is_done);
  const json_t *best = json_array_get(json_object_get(page.hint, "moves"), 0);
  double rate = json_number_value(json_object_get(best, "rate"));
  assert_true(rate >= 0 && rate <= 1);
  assert_true(json_is_object(json_object_get(best, "parts")));
  assert_true(json_is_string(json_object_get(best, "text")));
  assert_int_equal(json_integer_value(json_object_get(page.hint, "iterations")),
                   2000);
  wait_until(&page, is_idle);
  play(&page, "sc3");
  wait_until(&page, hint_is_gone);
  ask(&page, "hint", NULL);
  ask(&page, "stop", NULL);
  wait_until(&page, is_idle);
  check_refused(&page, "hint", json_pack("{s:i}", "iterations", 0), "from 1");
  check_refused(&page, "hint", json_pack("{s:s}", "iterations", "x"), "from 1");
  ask(&page, "resign", NULL);
  check_refused(&page, "hint", NULL, "the game is over");
  close_page(&page);
}

static void games_are_evaluated(void **unused) {
  static const char *const GAMES[] = {"quoridor:size=3,walls=1",
                                      "games/nim.lua"};
  (void)unused;
  for (int i = 0; i < 2; i++) {
    Page page = open_page(GAMES[i], "random", "random");
    wait_until(&page, is_over);
    ask(&page, "evaluate", json_pack("{s:b}", "on", true));
    wait_until(&page, all_evaluated);
    const json_t *values = json_object_get(page.evaluation, "values");
    const json_t *last = json_array_get(values, (size_t)ply_of(&page));
    double a = json_number_value(json_array_get(last, 0)),
           b = json_number_value(json_array_get(last, 1));
    assert_true((a == 1 && b == 0) || (a == 0 && b == 1));
    wait_until(&page, is_idle);
    check_refused(&page, "evaluate", NULL, "\"on\" must be true or false");
    ask(&page, "evaluate", json_pack("{s:b}", "on", false));
    assert_true(json_is_null(page.evaluation));
    ask(&page, "evaluate", json_pack("{s:b}", "on", true));
    assert_true(all_evaluated(&page)); /* they are still known */
    close_page(&page);
  }
}

/* ---- bots alone ----------------------------------------------------------*/

static void bots_can_be_watched(void **unused) {
  (void)unused;
  Page page = open_plan(&(TablePlan){.game = "quoridor:size=3,walls=1",
                                     .seats = {"random", "random"},
                                     .seat_count = 2,
                                     .pace = PACE_AUTO});
  ask(&page, "stop", NULL);
  assert_int_equal(json_integer_value(get(&page, "pace")), PACE_WATCHED);
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

/* How many cards are shown in the hand of a seat. */
static void check_hand(const Page *page, int seat, int cards) {
  size_t index;
  const json_t *held;
  const json_t *hands = json_object_get(get(page, "frame"), "hands");
  json_array_foreach((json_t *)hands, index, held) cards -=
      json_integer_value(json_array_get(held, 0)) == seat;
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
                "what a bot alone sees");
  check_refused(&page, "seats",
                json_pack("{s:[s, s]}", "seats", "random", "random"),
                "what a bot alone sees");
  check_refused(&page, "swap", NULL, "what a bot alone sees");
  ask(&page, "seats", json_pack("{s:[s, s]}", "seats", "human", "mcts"));
  ask(&page, "resign", NULL);
  ask(&page, "swap", NULL);
  close_page(&page);
  page = open_page("games/tricks.lua", "human", "human");
  wait_until(&page, is_human);
  Error error = {0};
  assert_null(table_position(page.table, 0, &error));
  assert_non_null(strstr(error.message, "do not see"));
  ask(&page, "resign", NULL);
  assert_true(json_is_string(get(&page, "text")));
  close_page(&page);
}

static bool log_says(const Page *page, const char *what) {
  size_t index;
  const json_t *line;
  json_array_foreach(
      (json_t *)get(page, "log"), index,
      line) if (strstr(json_string_value(line), what)) return true;
  return false;
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
  json_t *position = table_position(page.table, 1, &error);
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

/* ---- files ---------------------------------------------------------------*/

/* Tic Tac Doh in which a move is legal if some condition on its size and that
 * of the last move holds. */
static void write_rules(const char *condition) {
  char text[512];
  snprintf(text, sizeof text,
           "local lab = require 'boardlab'\n"
           "return lab.variant {name = 'mine', summary = 'My own.',\n"
           "  base = 'tictacdoh', vars = {last = 'size'},\n"
           "  depends = {'size', 'last'},\n"
           "  allow = function(size, last) return %s end}\n",
           condition);
  write_text("mine.lua", text);
}

static void rules_are_reloaded(void **unused) {
  (void)unused;
  const char *dir = enter_new_dir();
  write_rules("true");
  Page page = open_page("mine.lua", "human", "human");
  play(&page, "sc3");
  play(&page, "sb3");
  write_rules("size");
  table_reload(page.table);
  wait_until(&page, is_human);
  assert_int_equal(ply_of(&page), 2);
  assert_true(log_says(&page, "the rules have changed"));
  write_text("mine.lua", "local x = nil\nlocal function f() return x.y end\n"
                         "return f()\n");
  table_reload(page.table);
  while (look(&page, 0))
    ;
  assert_true(has_error(&page));
  const json_t *error = get(&page, "error");
  assert_non_null(strstr(json_string_value(json_object_get(error, "message")),
                         "mine.lua:2"));
  assert_true(json_is_string(json_object_get(error, "trace")));
  play(&page, "sd3"); /* with the old rules */
  assert_true(has_error(&page));
  write_rules("size ~= 'S'");
  table_reload(page.table);
  while (look(&page, 0))
    ;
  assert_false(has_error(&page));
  assert_int_equal(ply_of(&page), 0);
  assert_true(log_says(&page, "move 1, Sc3, is no longer legal"));
  close_page(&page);
  clear(dir);
}

static bool has_line(const Page *page, const char *key, const char *line) {
  const json_t *list = json_object_get(page->view, key);
  bool found = false;
  for (size_t i = 0; i < json_array_size(list); i++)
    found =
        found || strcmp(json_string_value(json_array_get(list, i)), line) == 0;
  return found;
}

/* However much it is, the last lines are shown, and nothing reaches stderr. */
static void what_files_print_is_shown(void **unused) {
  (void)unused;
  const char *dir = enter_new_dir();
  write_text("loud.lua", "local lab = require 'boardlab'\n"
                         "for i = 1, 3000 do print('line', i) end\n"
                         "print(('x'):rep(9000) .. '\\nlast')\n"
                         "return lab.variant {name = 'loud',\n"
                         "  base = 'tictacdoh'}\n");
  write_text("bot.lua", "return {choose = function(s)\n"
                        "  print 'I think' return s:moves()[1] end}");
  print_sinks_only();
  Page page = open_page("loud.lua", "bot.lua", "human");
  wait_until(&page, is_human);
  assert_true(has_line(&page, "printed", "loud.lua: last"));
  assert_true(has_line(&page, "printed", "loud.lua: line\t3000"));
  assert_false(has_line(&page, "printed", "loud.lua: line\t1"));
  assert_true(has_line(&page, "bot_printed", "bot.lua, ply 1: I think"));
  assert_int_equal(json_array_size(json_object_get(page.view, "printed")), 40);
  close_page(&page);
  clear(dir);
}

static void bots_forfeit(void **unused) {
  (void)unused;
  const char *dir = enter_new_dir();
  write_text("bad.lua", "local function think() error('no idea') end\n"
                        "return {choose = function(s) think() end}\n");
  Page page = open_page("tictacdoh", "bad.lua", "human");
  wait_until(&page, is_over);
  assert_non_null(strstr(text_at(&page, "over"), "seat 1 forfeited"));
  const json_t *error = get(&page, "error");
  assert_non_null(
      strstr(json_string_value(json_object_get(error, "message")), "no idea"));
  assert_true(json_is_string(json_object_get(error, "trace")));
  ask(&page, "seats", json_pack("{s:[s, s]}", "seats", "human", "human"));
  write_text("worse.lua", "error('cannot be opened')");
  ask(&page, "new", NULL);
  ask(&page, "seats", json_pack("{s:[s, s]}", "seats", "worse.lua", "human"));
  wait_until(&page, has_error);
  assert_true(is_stopped(&page));
  ask(&page, "seats", json_pack("{s:[s, s]}", "seats", "greedy", "human"));
  wait_until(&page, is_human);
  assert_false(has_error(&page));
  close_page(&page);
  clear(dir);
}

/* The legal moves cannot be found after a large piece. */
static void failing_rules_do_not_end_the_table(void **unused) {
  (void)unused;
  const char *dir = enter_new_dir();
  write_rules("last ~= 'L' or error('too large')");
  Page page = open_page("mine.lua", "human", "human");
  Error error = {0};
  play(&page, "Sc3");
  json_t *body = json_pack("{s:s}", "move", "Lb3");
  table_do(page.table, "play", body, &error);
  json_decref(body);
  wait_until(&page, has_error);
  assert_non_null(
      strstr(json_string_value(json_object_get(get(&page, "error"), "message")),
             "too large"));
  assert_int_equal(ply_of(&page), 1);
  play(&page, "Mb3");
  assert_int_equal(ply_of(&page), 2);
  assert_false(has_error(&page));
  ask(&page, "seats",
      json_pack("{s:[s, s]}", "seats", "bots/random.lua", "bots/random.lua"));
  while (!has_error(&page) && !is_over(&page))
    assert_true(look(&page, 60000));
  close_page(&page);
  clear(dir);
}

/* Playing c2 fails. */
static void failing_moves_are_undone(void **unused) {
  (void)unused;
  const char *dir = enter_new_dir();
  write_text("late.lua",
             "local lab = require 'boardlab'\n"
             "return lab.rules {name = 'late', summary = 'S.', players = 2,\n"
             "  state = function() return {board = lab.grid {columns = 3,\n"
             "    rows = 3, marks = '.XO'}} end,\n"
             "  moves = function(s) return s.board:empty() end,\n"
             "  play = function(s, m, seat) s.board[m] = seat\n"
             "    if s.board:name(m) == 'c2' then error('no good') end end,\n"
             "  outcome = function() end,\n"
             "  text = function(s, m) return s.board:name(m) end,\n"
             "  draw = function(s) return s.board:draw() end}\n");
  Page page = open_page("late.lua", "human", "human");
  play(&page, "a1");
  play(&page, "b1");
  play(&page, "c1");
  ask(&page, "undo", NULL);
  check_refused(&page, "play", json_pack("{s:s}", "move", "c2"), "no good");
  while (look(&page, 0))
    ;
  const json_t *message = json_object_get(get(&page, "error"), "message");
  assert_non_null(message);
  assert_non_null(strstr(json_string_value(message), "no good"));
  assert_true(log_says(&page, "the rules failed: "));
  assert_int_equal(ply_of(&page), 2);
  ask(&page, "redo", NULL);
  assert_int_equal(ply_of(&page), 3);
  play(&page, "c3");
  assert_false(has_error(&page));
  close_page(&page);
  clear(dir);
}

/* A file that was replaced by a link to one outside is not opened again. */
static void files_may_become_links(void **unused) {
  (void)unused;
  const char *dir = enter_new_dir();
  mkdir("inside", 0777);
  write_rules("true");
  rename("mine.lua", "outside.lua");
  assert_return_code(chdir("inside"), 0);
  write_rules("true");
  Page page = open_page("mine.lua", "human", "human");
  unlink("mine.lua");
  assert_return_code(symlink("../outside.lua", "mine.lua"), 0);
  check_refused(&page, "swap", NULL, "outside of the served folder");
  check_refused(&page, "seats",
                json_pack("{s:[s, s]}", "seats", "human", "random"),
                "outside of the served folder");
  check_refused(&page, "edit", json_pack("{s:s}", "settings", ""),
                "outside of the served folder");
  table_reload(page.table);
  while (look(&page, 0))
    ;
  assert_true(log_says(&page, "outside of the served folder"));
  play(&page, "Sc3");       /* with the old rules */
  ask(&page, "hint", NULL); /* the thinker opens them only now */
  while (!log_says(&page, "the game:"))
    assert_true(look(&page, 60000));
  close_page(&page);
  assert_return_code(chdir(".."), 0);
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

static void games_are_saved(void **unused) {
  (void)unused;
  const char *dir = enter_new_dir();
  Error error = {0};
  Page page = open_page("quoridor:size=5", "human", "human");
  play(&page, "c2");
  char *text = table_text(page.table, &error);
  assert_string_equal(text, text_at(&page, "text"));
  mkdir("deep", 0777);
  bool taken = false;
  assert_true(saved_game_write("deep/my.game", text, false, &taken, &error));
  assert_false(taken);
  assert_false(saved_game_write("deep/my.game", "x", false, &taken, &error));
  assert_true(taken);
  error_clear(&error);
  assert_true(saved_game_write("deep/my.game", text, true, NULL, &error));
  char *read = saved_game_read("deep/my.game", &error);
  assert_string_equal(read, text);
  json_t *list = saved_games_list();
  assert_int_equal(json_array_size(list), 1);
  json_decref(list);
  Page again = open_plan(&(TablePlan){.text = read, .name = "deep/my.game"});
  assert_true(look(&again, 0));
  assert_int_equal(ply_of(&again), 1);
  close_page(&again);
  free(read);
  free(text);
  close_page(&page);
  clear(dir);
}

static void check_not_written(const char *path, const char *message) {
  Error error = {0};
  assert_false(saved_game_write(path, "boardlab game\n", true, NULL, &error));
  if (!strstr(error.message, message))
    fail_msg("%s: '%s' is not in '%s'", path, message, error.message);
}

static void nothing_outside_is_written_or_read(void **unused) {
  (void)unused;
  const char *dir = enter_new_dir();
  mkdir("inside", 0777);
  mkdir("outside", 0777);
  write_text("outside/x.game", "boardlab game\n");
  assert_return_code(chdir("inside"), 0);
  write_text("other.game", "something else");
  assert_return_code(symlink("../outside", "link"), 0);
  assert_return_code(symlink("../outside/x.game", "x.game"), 0);
  check_not_written("../outside/x.game", "outside of the served folder");
  check_not_written("link/x.game", "outside of the served folder");
  check_not_written("x.game", "could not write x.game");
  check_not_written("/tmp/x.game", "outside of the served folder");
  check_not_written("none/x.game", "could not write none/x.game");
  check_not_written("x.lua", "must end in .game");
  check_not_written("", "must end in .game");
  check_not_written("a\nb.game", "control characters");
  check_not_written("other.game", "other.game exists and is not a game file");
  Error error = {0};
  assert_null(saved_game_read("link/x.game", &error));
  assert_null(saved_game_read("x.game", &error));
  assert_null(saved_game_read("../outside/x.game", &error));
  assert_null(saved_game_read("none.game", &error));
  json_t *list = saved_games_list();
  assert_int_equal(json_array_size(list), 1);
  json_decref(list);
  check_not_opened(&(TablePlan){.text = "boardlab game\ngame: ../x.lua\n"},
                   "outside of the served folder");
  check_not_opened(&(TablePlan){.text = "boardlab game\ngame: tictacdoh\n"
                                        "seat 1: /etc/x.lua\nmoves:\n"},
                   "outside of the served folder");
  check_not_opened(&(TablePlan){.game = "../x.lua"},
                   "outside of the served folder");
  check_not_opened(&(TablePlan){.game = "chess"}, "there is no game 'chess'");
  check_not_opened(&(TablePlan){.game = "tictacdoh", .moves = "Sc3 Sa1"},
                   "Sa1");
  check_not_opened(&(TablePlan){.text = ""}, "not a game file");
  check_not_opened(&(TablePlan){.game = "tictacdoh",
                                .seats = {"human", "human", "human"},
                                .seat_count = 3},
                   "has 2 seats, but 3 are named");
  clear(dir);
}

static int start_host(void **unused) {
  (void)unused;
  host_isolate(ISOLATION_AUTO, NULL);
  host_start(limits_get());
  return 0;
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(humans_play),
      cmocka_unit_test(seats_change),
      cmocka_unit_test(positions_are_set_up),
      cmocka_unit_test(earlier_positions_are_shown),
      cmocka_unit_test(bots_play_as_in_runs),
      cmocka_unit_test(a_bot_answers),
      cmocka_unit_test(searches_are_stopped),
      cmocka_unit_test(other_bots_are_stopped),
      cmocka_unit_test(nobody_thinks_without_a_page),
      cmocka_unit_test(searches_wait_for_each_other),
      cmocka_unit_test(hints_get_better),
      cmocka_unit_test(games_are_evaluated),
      cmocka_unit_test(nature_moves_by_itself),
      cmocka_unit_test(hidden_things_stay_hidden),
      cmocka_unit_test(hidden_moves_are_not_shown),
      cmocka_unit_test(rules_are_reloaded),
      cmocka_unit_test(what_files_print_is_shown),
      cmocka_unit_test(bots_forfeit),
      cmocka_unit_test(failing_rules_do_not_end_the_table),
      cmocka_unit_test(bots_can_be_watched),
      cmocka_unit_test(failing_moves_are_undone),
      cmocka_unit_test(files_may_become_links),
      cmocka_unit_test(games_have_a_longest_length),
      cmocka_unit_test(games_are_saved),
      cmocka_unit_test(nothing_outside_is_written_or_read),
  };
  return !!cmocka_run_group_tests(tests, start_host, NULL);
}
