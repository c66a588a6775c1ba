/* The parts of moves: s:describe(move), s:part(move, key), s:parts(moves, key).
 */
#include "lua/host/api/declare.h"
#include "lua/host/api/lab_state_internal.h"

#include <string.h>

static const char TEXT[] = "text"; /* the move as text, a part of every move */

const char *const lab_part_keys[] = {"kind",  "from",      "to", "at",
                                     "piece", "direction", NULL};
_Static_assert(sizeof lab_part_keys / sizeof *lab_part_keys - 1 == PARTS_MAX,
               "a described move can have all of these parts");

/* ---- pushing parts -------------------------------------------------------*/

const Part *lab_find_part(const Parts *parts, const char *key) {
  for (int i = 0; i < parts->count; i++)
    if (strcmp(parts->part[i].key, key) == 0)
      return &parts->part[i];
  return NULL;
}

void lab_push_text_part(lua_State *L, const Part *part) {
  if (!part || !part->list) {
    lua_pushstring(L, part ? part->text[0] : NULL);
    return;
  }
  lua_createtable(L, part->count, 0);
  for (int i = 0; i < part->count; i++) {
    lua_pushstring(L, part->text[i]);
    lua_rawseti(L, -2, i + 1);
  }
}

void lab_push_part(lua_State *L, const Game *game, const MovePart *part,
                   int value) {
  Parts parts;
  parts.count = 0;
  parts.overflow = false;
  if (value == NO_PART) {
    lua_pushnil(L);
  } else if (part->words) {
    lua_pushstring(L, part->words[value]);
  } else {
    parts_add_value(&parts, part, game, value);
    lab_push_text_part(L, &parts.part[0]);
  }
}

/* Pushes a part of a move of any game, or nil. */
static void push_described(lua_State *L, const StateObject *s, Move move,
                           const char *key) {
  Parts parts = {0};
  char name[MOVE_TEXT];
  if (strcmp(key, TEXT) == 0) {
    game_format(s->game, s->state, move, name);
    lua_pushstring(L, name);
    return;
  }
  game_describe(s->game, s->state, move, &parts);
  lab_push_text_part(L, lab_find_part(&parts, key));
}

/* ---- arguments -----------------------------------------------------------*/

static int refuse_key(lua_State *L, const StateObject *s,
                      const MovePart *table) {
  luaL_Buffer keys;
  luaL_buffinit(L, &keys);
  for (const char *const *key = lab_part_keys; game_can_fail(s->game) && *key;
       key++)
    if (!parts_find(table, *key)) {
      luaL_addstring(&keys, *key);
      luaL_addstring(&keys, ", ");
    }
  for (const MovePart *m = table; m && m->key; m++) {
    luaL_addstring(&keys, m->key);
    luaL_addstring(&keys, ", ");
  }
  luaL_addstring(&keys, TEXT);
  luaL_pushresult(&keys);
  return luaL_error(L, "moves of %s have no part '%s'; the parts are %s",
                    s->game->spec, lua_tostring(L, 3), lua_tostring(L, -1));
}

/* Checks the key at index 3. Returns its entry in the table of a native game,
 * or NULL if the part has to be found by its description. */
static const MovePart *check_key(lua_State *L, const StateObject *s) {
  const char *key = luaL_checkstring(L, 3);
  const Game *native = game_innermost(s->game);
  const MovePart *table = native->rules->parts;
  const MovePart *part = parts_find(table, key);
  bool described = game_can_fail(s->game) &&
                   declare_lists(lab_part_keys, key); /* by the rule file */
  if (!part && !described && strcmp(key, TEXT) != 0)
    refuse_key(L, s, table);
  return native == s->game && !native->rules->describe ? part : NULL;
}

/* ---- methods -------------------------------------------------------------*/

int lab_state_describe(lua_State *L) {
  const StateObject *s = lab_check_state(L, 1);
  Move move = lab_check_move_or_pass(L, s, 2);
  Parts parts = {0};
  char name[MOVE_TEXT];
  game_format(s->game, s->state, move, name);
  game_describe(s->game, s->state, move, &parts);
  lab_finish_method(L, s, COST_QUERY);
  lua_createtable(L, 0, parts.count + 1);
  lua_pushstring(L, name);
  lua_setfield(L, -2, TEXT);
  for (int i = 0; i < parts.count; i++) {
    lab_push_text_part(L, &parts.part[i]);
    lua_setfield(L, -2, parts.part[i].key);
  }
  return 1;
}

int lab_state_part(lua_State *L) {
  const StateObject *s = lab_check_state(L, 1);
  const MovePart *part = check_key(L, s);
  bool is_known = lua_isinteger(L, 2) && lua_tointeger(L, 2) == s->known_move;
  Move move = is_known ? (Move)s->known_move : lab_check_move_or_pass(L, s, 2);
  if (!part || move == MOVE_PASS) {
    push_described(L, s, move, lua_tostring(L, 3));
    lab_finish_method(L, s, COST_QUERY);
    return 1;
  }
  lab_push_part(L, s->game, part, part_value(part, s->game, s->state, move));
  lab_finish_method(L, s, COST_CALL);
  return 1;
}

/* Puts the value on top of the stack into the list of parts; a list cannot
 * contain nil. */
static void append(lua_State *L, int list, lua_Integer at) {
  if (lua_isnil(L, -1)) {
    lua_pop(L, 1);
    lua_pushboolean(L, 0);
  }
  lua_rawseti(L, list, at);
}

/* Returns the move on top of the stack, and pops it. Most lists are those of
 * the legal moves, or some of them in their order: so the move is looked for
 * among the legal moves from *next on, which is cheaper than asking whether it
 * is legal. */
static Move take_move(lua_State *L, const StateObject *s, const Move *legal,
                      int count, int *next) {
  int is_integer;
  lua_Integer number = lua_tointegerx(L, -1, &is_integer);
  for (int i = *next; is_integer && i < count; i++)
    if (legal[i] == number) {
      *next = i + 1;
      lua_pop(L, 1);
      return legal[i];
    }
  Move move = lab_check_move_or_pass(L, s, lua_gettop(L));
  lua_pop(L, 1);
  return move;
}

int lab_state_parts(lua_State *L) {
  const StateObject *s = lab_check_state(L, 1);
  luaL_checktype(L, 2, LUA_TTABLE);
  const MovePart *part = check_key(L, s);
  lua_Integer length = (lua_Integer)lua_rawlen(L, 2);
  lab_finish_method(L, s, COST_CALL + length * (part ? 2 : COST_QUERY));
  lua_settop(L, 3);
  lua_createtable(L, (int)length, 0);
  /* A finalizer of a script may use the game, and with it the list. */
  Move *legal = NULL;
  int count = part && s->plugin ? lab_list_moves(s, &legal) : 0, next = 0;
  for (lua_Integer i = 1; i <= length; i++) {
    lua_rawgeti(L, 2, i);
    Move move = take_move(L, s, legal, count, &next);
    if (part && move != MOVE_PASS)
      lab_push_part(L, s->game, part,
                    part_value(part, s->game, s->state, move));
    else
      push_described(L, s, move, lua_tostring(L, 3));
    append(L, 4, i);
  }
  lab_finish_method(L, s, 0);
  return 1;
}
