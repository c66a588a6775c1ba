/* The methods of positions. */
#include "core/base/need.h"
#include "core/game/eval.h"
#include "core/game/match.h"
#include "core/game/score.h"
#include "lua/host/api/lab_object.h"
#include "lua/host/api/lab_rng.h"
#include "lua/host/api/lab_settings.h"
#include "lua/host/api/lab_state.h"
#include "lua/host/api/lab_state_internal.h"
#include "lua/host/api/lua_rules.h"
#include <stdlib.h>
#include <string.h>

/* Costs of methods in units of work, beside COST_CALL and COST_QUERY. */
enum { COST_PLY = 4, COST_PARSE = 1000 };

/* ---- arguments -----------------------------------------------------------*/

/* Returns the legal move at an index: an integer or its notation. */
static Move check_move(lua_State *L, const StateObject *s, int index) {
  Error why = {0};
  Move move = 0;
  if (lua_type(L, index) == LUA_TSTRING) {
    if (!game_parse(s->game, s->state, lua_tostring(L, index), &move, &why))
      luaL_error(L, "%s", why.message);
    return move;
  }
  int is_integer;
  lua_Integer number = lua_tointegerx(L, index, &is_integer);
  if (!is_integer)
    luaL_typeerror(L, index, "move (an integer or a string)");
  move = (Move)number;
  if (!lab_is_legal(s, s->state, number)) {
    if (s->state->outcome != PLAYING)
      luaL_error(L, "%I is not a legal move: the game is over",
                 (LUAI_UACINT)number);
    if (s->state->seat == NATURE)
      luaL_error(L, "%I is not one of nature's moves", (LUAI_UACINT)number);
    luaL_error(L, "%I is not a legal move of seat %d", (LUAI_UACINT)number,
               s->owner->number[s->state->seat] + 1);
  }
  return move;
}

Move lab_check_move_or_pass(lua_State *L, const StateObject *s, int index) {
  lua_Integer number =
      lua_isinteger(L, index) ? lua_tointeger(L, index) : NO_PLAYED_MOVE;
  if (number == MOVE_PASS)
    return MOVE_PASS;
  if (number >= 0 && number == s->played_move &&
      !lab_is_legal(s, s->state, number)) /* `check` counts equal messages */
    luaL_error(L, "in 'after' the move has already been played: ask the "
                  "position before it, as in before:part(move, \"kind\")");
  return check_move(L, s, index);
}

/* Returns the generator at index 2, or the stream of the game. */
static Rng *opt_rng(lua_State *L, int index, const StateObject *s) {
  if (s->plugin && s->plugin->rng && lua_gettop(L) < index)
    return s->plugin->rng;
  return lab_opt_rng(L, index);
}

/* Counts a position that a bot has searched. */
static void count_node(const StateObject *s) {
  if (s->plugin)
    s->plugin->nodes++;
}

/* Ends a method that has changed the position at index 1, and returns that:
 * charges `cost`, and shows in its tables what has changed. */
static int return_self(lua_State *L, StateObject *s, int64_t cost) {
  lab_finish_method(L, s, cost);
  lab_refresh_arrays(L, 1, s);
  lua_settop(L, 1);
  return 1;
}

/* ---- queries -------------------------------------------------------------*/

static int seat(lua_State *L) {
  const StateObject *s = lab_check_state(L, 1);
  if (s->state->outcome == PLAYING)
    lab_push_seat(L, s->owner, s->state->seat);
  else
    lua_pushnil(L);
  return 1;
}

/* Returns the seat that follows where nature moves, otherwise nil. */
static int rolls_for(lua_State *L) {
  const StateObject *s = lab_check_state(L, 1);
  int turn = game_is_chance(s->state) ? game_turn(s->game, s->state) : -1;
  if (turn >= 0)
    lab_push_seat(L, s->owner, turn);
  else
    lua_pushnil(L);
  return 1;
}

int lab_list_moves(const StateObject *s, Move **list) {
  *list = game_borrow_list(s->game);
  int count = game_moves(s->game, s->state, *list);
  game_return_list(s->game);
  return count;
}

/* Making or extending a table may collect garbage, and a finalizer of a script
 * may use the game and with it the list of moves: there the table comes first.
 * Plugins have no finalizers. */
static int moves(lua_State *L) {
  const StateObject *s = lab_check_state(L, 1);
  if (!s->plugin)
    lab_push_list(L, s, 2, game_count(s->game, s->state));
  Move *list;
  int count = lab_list_moves(s, &list);
  lab_finish_method(L, s, COST_CALL + count);
  if (s->plugin)
    lab_push_list(L, s, 2, count);
  for (int i = 0; i < count; i++) {
    lua_pushinteger(L, list[i]);
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

static int count(lua_State *L) {
  const StateObject *s = lab_check_state(L, 1);
  int n = game_count(s->game, s->state);
  lab_finish_method(L, s, COST_CALL + n);
  lua_pushinteger(L, n);
  return 1;
}

static int legal(lua_State *L) {
  const StateObject *s = lab_check_state(L, 1);
  lua_Integer number = luaL_checkinteger(L, 2);
  bool is_legal = number >= 0 && number <= UINT32_MAX &&
                  game_legal(s->game, s->state, (Move)number);
  lab_finish_method(L, s, COST_CALL);
  lua_pushboolean(L, is_legal);
  return 1;
}

static int text(lua_State *L) {
  const StateObject *s = lab_check_state(L, 1);
  char name[MOVE_TEXT];
  game_format(s->game, s->state, lab_check_move_or_pass(L, s, 2), name);
  lab_finish_method(L, s, COST_QUERY);
  lua_pushstring(L, name);
  return 1;
}

static int move(lua_State *L) {
  const StateObject *s = lab_check_state(L, 1);
  Move parsed;
  Error why = {0};
  bool good =
      game_parse(s->game, s->state, luaL_checkstring(L, 2), &parsed, &why);
  lab_finish_method(L, s, COST_QUERY);
  if (good) {
    lua_pushinteger(L, parsed);
    return 1;
  }
  lua_pushnil(L);
  lua_pushstring(L, why.message);
  return 2;
}

static int outcome(lua_State *L) {
  static const char *const NAMES[] = {NULL, "win", "draw"};
  const StateObject *s = lab_check_state(L, 1);
  bool lost = s->state->outcome == WIN && !s->state->winners;
  lua_pushstring(L, lost ? MATCH_LOSS_NAME : NAMES[s->state->outcome]);
  return 1;
}

static int winners(lua_State *L) {
  const StateObject *s = lab_check_state(L, 1);
  if (s->state->outcome == PLAYING)
    return lua_pushnil(L), 1;
  lab_push_seats(L, s->owner, s->state->winners);
  return 1;
}

static int score(lua_State *L) {
  const StateObject *s = lab_check_state(L, 1);
  int32_t score[SEATS_MAX];
  if (!s->game->rules->score)
    return lua_pushnil(L), 1;
  game_score(s->game, s->state, score);
  lab_finish_method(L, s, COST_QUERY);
  lab_push_scores(L, s->owner, score, s->game->seats);
  return 1;
}

static int won(lua_State *L) {
  const StateObject *s = lab_check_state(L, 1);
  int seat = lab_check_seat(L, 2, s->owner);
  lua_pushboolean(L, s->state->outcome == WIN && s->state->winners >> seat & 1);
  return 1;
}

/* The seat of the innermost game that a player plays: fields that contain seats
 * contain those. */
static int side_of(lua_State *L) {
  const StateObject *s = lab_check_state(L, 1);
  int seat = lab_check_seat(L, 2, s->owner);
  lua_pushinteger(L, 1 + lua_rules_seat_inside(s->game, s->state, seat));
  return 1;
}

static int key(lua_State *L) {
  const StateObject *s = lab_check_state(L, 1);
  uint64_t hash = game_hash(s->game, s->state);
  lab_finish_method(L, s, COST_QUERY + lab_bytes_cost(s));
  lua_pushinteger(L, (lua_Integer)hash);
  return 1;
}

static int evaluate(lua_State *L) {
  const StateObject *s = lab_check_state(L, 1);
  double value[SEATS_MAX];
  if (s->state->outcome == PLAYING && !s->game->rules->evaluate)
    return lua_pushnil(L), 1;
  position_values(s->game, s->state, NULL, NULL, value);
  lab_finish_method(L, s, COST_QUERY);
  lab_push_value(L, s->owner, value);
  return 1;
}

static int get_game(lua_State *L) {
  lab_check_state(L, 1);
  lua_getiuservalue(L, 1, GAME_SLOT);
  return 1;
}

static int free_text(lua_State *L) {
  char **text = lab_check_closable(L, 1, free_text);
  free(*text);
  *text = NULL;
  return 0;
}

int lab_state_draw(lua_State *L) {
  const StateObject *s = lab_check_state(L, 1);
  char **board = lab_push_closable(L, sizeof *board, free_text);
  size_t size = 0;
  FILE *out = need_stream(board, &size);
  game_draw(s->game, s->state, out);
  need_close(out);
  if (size && (*board)[size - 1] == '\n')
    size--;
  lab_finish_method(L, s, (int64_t)size);
  lua_pushlstring(L, *board, size);
  return 1;
}

/* ---- playing -------------------------------------------------------------*/

/* Plays a move or a line of moves. */
static void play_text(lua_State *L, StateObject *s) {
  Error why = {0};
  const char *line = lua_tostring(L, 2);
  int64_t words = 1;
  for (const char *c = line; (c = strpbrk(c, " \t\r\n")); c++)
    words++;
  plugin_charge_to(L, s->plugin, words * COST_PARSE);
  if (!strpbrk(line, " \t\r\n"))
    game_play(s->game, s->state, check_move(L, s, 2));
  else if (!game_play_line(s->game, s->state, line, &why)) {
    lab_refresh_arrays(L, 1, s); /* it may have played some of the moves */
    luaL_error(L, "%s", why.message);
  }
}

static int play(lua_State *L) {
  StateObject *s = lab_check_mutable(L, 1);
  if (lua_type(L, 2) == LUA_TSTRING)
    play_text(L, s);
  else
    game_play(s->game, s->state, check_move(L, s, 2));
  count_node(s);
  return return_self(L, s, COST_CALL);
}

static int copy(lua_State *L) {
  const StateObject *s = lab_check_state(L, 1);
  lua_getiuservalue(L, 1, GAME_SLOT);
  StateObject *made = lab_push_state(L, -1);
  game_assign(s->game, made->state, s->state);
  made->past_end = s->past_end;
  plugin_charge_to(L, s->plugin, COST_CALL + lab_bytes_cost(s));
  return 1;
}

static int after(lua_State *L) {
  lab_check_state(L, 1);
  luaL_checkany(L, 2);
  lua_pushcfunction(L, copy);
  lua_pushvalue(L, 1);
  lua_call(L, 1, 1);
  lua_replace(L, 1);
  return play(L);
}

/* Returns whether the states of two games have the same layout. Lua rules are
 * only the same as themselves, since one file can define several games of one
 * name. */
static bool same_game(const Game *a, const Game *b) {
  return a == b || (!game_can_fail(a) && !game_can_fail(b) &&
                    a->rules->open == b->rules->open &&
                    memcmp(a->option, b->option, sizeof a->option) == 0);
}

static int assign(lua_State *L) {
  StateObject *s = lab_check_mutable(L, 1);
  const StateObject *from = lab_check_state(L, 2);
  if (!same_game(s->game, from->game))
    return luaL_error(L, "a position of %s cannot become one of %s",
                      s->game->spec, from->game->spec);
  game_assign(s->game, s->state, from->state);
  s->past_end = from->past_end;
  return return_self(L, s, COST_CALL + lab_bytes_cost(s));
}

/* ---- random moves --------------------------------------------------------*/

/* Draws a move from the list of all moves: past the base game's end there may
 * be none, so the engine's own function cannot be used. Returns false if there
 * is none. */
static bool draw_past_end(const StateObject *s, Rng *rng, Move *move) {
  Move *list;
  int n = lab_list_moves(s, &list);
  if (n > 0)
    *move = list[rng_below(rng, (uint32_t)n)];
  return n > 0;
}

static int playout_past_end(StateObject *s, Rng *rng, int max_plies) {
  int plies = 0;
  Move move;
  for (; plies < max_plies && draw_past_end(s, rng, &move); plies++)
    game_play(s->game, s->state, move);
  return plies;
}

static int random_move(lua_State *L) {
  StateObject *s = lab_check_state(L, 1);
  Rng *rng = opt_rng(L, 2, s);
  Move drawn = 0;
  if (s->state->outcome != PLAYING)
    return luaL_error(L, "the game is over");
  if (!s->past_end)
    drawn = game_random_move(s->game, s->state, rng);
  else if (!draw_past_end(s, rng, &drawn))
    return luaL_error(L, "there is no legal move in this position");
  lab_finish_method(L, s, COST_CALL);
  if (s->known_move != KNOWN_MOVE_OFF)
    s->known_move = drawn;
  lua_pushinteger(L, drawn);
  return 1;
}

static int playout(lua_State *L) {
  StateObject *s = lab_check_mutable(L, 1);
  enum { CHUNK = 200 }; /* plies between two checks of the budget */
  Rng *rng = opt_rng(L, 2, s);
  count_node(s);
  for (int left = s->game->max_plies; left > 0; left -= CHUNK) {
    int most = left < CHUNK ? left : CHUNK;
    int plies = s->past_end ? playout_past_end(s, rng, most)
                            : game_playout(s->game, s->state, rng, most);
    lab_finish_method(L, s, COST_CALL + COST_PLY * plies);
    if (plies < most)
      break;
  }
  return return_self(L, s, 0);
}

/* ---- editing -------------------------------------------------------------*/

static int set(lua_State *L) {
  StateObject *s = lab_check_state(L, 1);
  lab_require_editable(L, s);
  if (lua_type(L, 2) != LUA_TTABLE)
    luaL_checkstring(L, 2);
  if (lua_type(L, 2) == LUA_TTABLE) {
    lab_push_settings(L, 2, " ");
  } else if (!lua_isnoneornil(L, 3)) {
    lab_push_setting(L, 3, lua_tostring(L, 2), " ");
    lua_pushfstring(L, "%s=%s", lua_tostring(L, 2), lua_tostring(L, -1));
  } else {
    lua_pushvalue(L, 2);
  }
  Error why = {0};
  plugin_charge_to(L, s->plugin,
                   COST_PARSE + 10 * (int64_t)lua_rawlen(L, -1) +
                       lab_bytes_cost(s));
  if (!game_edit(s->game, s->state, lua_tostring(L, -1), &why))
    return luaL_error(L, "%s", why.message);
  return return_self(L, s, COST_QUERY);
}

static int swap(lua_State *L) {
  StateObject *s = lab_check_mutable(L, 1);
  int a = lab_check_seat(L, 2, s->owner), b = lab_check_seat(L, 3, s->owner);
  Error why = {0};
  if (s->full_game == s->game)
    return luaL_error(L, "players can swap sides only in a hook of a variant");
  if (!lua_rules_swap(s->full_state, a, b, &why))
    return luaL_error(L, "%s", why.message);
  lua_settop(L, 1);
  return 1;
}

/* Leaves what a seat sees of the position. */
static int observe(lua_State *L) {
  StateObject *s = lab_check_mutable(L, 1);
  game_observe(s->game, s->state, lab_check_seat(L, 2, s->owner));
  return return_self(L, s, COST_CALL);
}

/* Replaces what a seat does not see by what it cannot exclude. That begins with
 * what it sees, so whoever has only seen the position learns nothing. */
static int redraw(lua_State *L) {
  StateObject *s = lab_check_mutable(L, 1);
  int seen_by = lab_check_seat(L, 2, s->owner);
  game_imagine(s->game, s->state, seen_by, opt_rng(L, 3, s));
  return return_self(L, s, COST_CALL);
}

const luaL_Reg lab_state_methods[] = {{"after", after},
                                      {"assign", assign},
                                      {"copy", copy},
                                      {"count", count},
                                      {"describe", lab_state_describe},
                                      {"draw", lab_state_draw},
                                      {"evaluate", evaluate},
                                      {"game", get_game},
                                      {"key", key},
                                      {"legal", legal},
                                      {"move", move},
                                      {"moves", moves},
                                      {"observe", observe},
                                      {"outcome", outcome},
                                      {"part", lab_state_part},
                                      {"parts", lab_state_parts},
                                      {"play", play},
                                      {"playout", playout},
                                      {"random_move", random_move},
                                      {"redraw", redraw},
                                      {"rolls_for", rolls_for},
                                      {"scene", lab_state_scene},
                                      {"score", score},
                                      {"seat", seat},
                                      {"set", set},
                                      {"side_of", side_of},
                                      {"swap", swap},
                                      {"text", text},
                                      {"winners", winners},
                                      {"won", won},
                                      {NULL, NULL}};
