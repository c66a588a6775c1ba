#include "lua/host/api/lab_state_internal.h"

static const char STATE_TAG = 0;

StateObject *lab_new_state_object(lua_State *L, int game_index,
                                  const Game *full_game, size_t bytes) {
  game_index = lua_absindex(L, game_index);
  const GameObject *owner = lab_check_game(L, game_index);
  size_t size = (sizeof(StateObject) + 15) / 16 * 16;
  StateObject *s = lua_newuserdatauv(L, size + bytes, SLOTS);
  *s = (StateObject){.tag = &STATE_TAG,
                     .owner = owner,
                     .known_move = KNOWN_MOVE_OFF,
                     .played_move = NO_PLAYED_MOVE,
                     .plugin = plugin_of(L),
                     .game = owner->game,
                     .full_game = full_game ? full_game : owner->game};
  if (bytes)
    s->state = s->full_state = (State *)((char *)s + size);
  lua_pushvalue(L, game_index);
  lua_setiuservalue(L, -2, GAME_SLOT);
  return s;
}

void lab_require_valid(lua_State *L, const StateObject *s) {
  if (!s->state || !s->owner->game)
    luaL_error(L,
               "this position was only valid during the call; keep s:copy()");
}

StateObject *lab_check_valid(lua_State *L, int index) {
  if (!lab_is_object(L, index, &STATE_TAG, sizeof(StateObject)))
    luaL_typeerror(L, index, "state");
  StateObject *s = lua_touserdata(L, index);
  lab_require_valid(L, s);
  return s;
}

StateObject *lab_check_state(lua_State *L, int index) {
  StateObject *s = lab_check_valid(L, index);
  if (s->borrowed)
    lab_store_arrays(L, index, s);
  return s;
}

static bool may_change(StateObject *s, Error *why) {
  if (s->read_only)
    return error_set(why, "this position is read-only here; change a copy: "
                          "s:copy()");
  s->known_move = KNOWN_MOVE_OFF;
  return true;
}

StateObject *lab_check_mutable(lua_State *L, int index) {
  StateObject *s = lab_check_state(L, index);
  Error why;
  error_clear(&why);
  if (!may_change(s, &why))
    luaL_error(L, "%s", why.message);
  return s;
}

/* A bot that edited a position of Lua rules could make them fail. */
bool lab_may_edit(StateObject *s, Error *why) {
  if (!may_change(s, why))
    return false;
  return !s->plugin || s->plugin->is_rules || !s->full_game->fault ||
         error_set(why, "only the rules themselves may edit a position of %s",
                   s->full_game->spec);
}

void lab_require_editable(lua_State *L, StateObject *s) {
  Error why;
  error_clear(&why);
  if (!lab_may_edit(s, &why))
    luaL_error(L, "%s", why.message);
}

StateObject *lab_check_editable(lua_State *L, int index) {
  StateObject *s = lab_check_state(L, index);
  lab_require_editable(L, s);
  return s;
}

bool lab_is_legal(const StateObject *view, const State *state,
                  lua_Integer number) {
  if (number < 0 || number > UINT32_MAX)
    return false;
  return number == view->known_move ||
         game_legal(view->game, state, (Move)number);
}

void lab_finish_method(lua_State *L, const StateObject *s, int64_t cost) {
  const char *fault = s->game->fault ? game_fault(s->game) : NULL;
  if (fault)
    luaL_error(L, "%s", fault);
  plugin_charge_to(L, s->plugin, cost);
}

void lab_push_list(lua_State *L, const StateObject *s, int index, int count) {
  if (lua_isnoneornil(L, index)) {
    lua_createtable(L, count, 0);
    return;
  }
  luaL_checktype(L, index, LUA_TTABLE);
  if (lua_getmetatable(L, index))
    luaL_argerror(L, index, "the table to refill must have no metatable");
  lua_Unsigned length = lua_rawlen(L, index);
  plugin_charge_to(L, s->plugin, (int64_t)length);
  lua_pushvalue(L, index);
  for (lua_Unsigned i = length; i > (lua_Unsigned)count; i--) {
    lua_pushnil(L);
    lua_rawseti(L, -2, (lua_Integer)i);
  }
  for (int i = (int)length; i < count; i++) {
    lua_pushinteger(L, 0);
    lua_rawseti(L, -2, i + 1);
  }
  plugin_keys_added(s->plugin, lua_topointer(L, -1));
}
