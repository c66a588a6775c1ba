#include "lua/host/api/lab_state.h"

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
                     .plugin = plugin_of(L),
                     .game = owner->game,
                     .full_game = full_game ? full_game : owner->game};
  if (bytes)
    s->state = s->full_state = (State *)((char *)s + size);
  lua_pushvalue(L, game_index);
  lua_setiuservalue(L, -2, GAME_SLOT);
  return s;
}

StateObject *lab_check_state(lua_State *L, int index) {
  if (!lab_is_object(L, index, &STATE_TAG, sizeof(StateObject)))
    luaL_typeerror(L, index, "state");
  StateObject *s = lua_touserdata(L, index);
  if (!s->state || !s->owner->game)
    luaL_error(L,
               "this position was only valid during the call; keep s:copy()");
  return s;
}

static void require_mutable(lua_State *L, StateObject *s) {
  if (s->read_only)
    luaL_error(L, "this position is read-only here");
  s->known_move = KNOWN_MOVE_OFF;
}

StateObject *lab_check_mutable(lua_State *L, int index) {
  StateObject *s = lab_check_state(L, index);
  require_mutable(L, s);
  return s;
}

/* A bot that edited a position of Lua rules could make them fail. */
void lab_require_editable(lua_State *L, StateObject *s) {
  require_mutable(L, s);
  if (s->plugin && !s->plugin->is_rules && s->full_game->fault)
    luaL_error(L, "only the rules themselves may edit a position of %s",
               s->full_game->spec);
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
