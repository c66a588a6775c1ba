#include "lua/host/api/lab_state_internal.h"

#include "lua/host/api/declare.h"
#include <string.h>

static const char STATE_TAG = 0;

void lab_require_valid(lua_State *L, const StateObject *s) {
  if (!s->state || !s->owner->game)
    luaL_error(L,
               "this position was only valid during the call; keep s:copy()");
}

StateObject *lab_check_valid(lua_State *L, int index) {
  StateObject *s = lab_to_object(L, index, &STATE_TAG, sizeof *s);
  if (!s)
    luaL_typeerror(L, index, "state");
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
  return !s->plugin || s->plugin->is_rules || !game_can_fail(s->full_game) ||
         error_set(why, "only the rules themselves may edit a position of %s",
                   s->full_game->spec);
}

void lab_require_editable(lua_State *L, StateObject *s) {
  Error why;
  error_clear(&why);
  if (!lab_may_edit(s, &why))
    luaL_error(L, "%s", why.message);
}

bool lab_is_legal(const StateObject *view, const State *state,
                  lua_Integer number) {
  if (number < 0 || number > UINT32_MAX)
    return false;
  return number == view->known_move ||
         game_legal(view->game, state, (Move)number);
}

void lab_finish_method(lua_State *L, const StateObject *s, int64_t cost) {
  const char *fault = game_fault(s->game);
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

/* ---- creating positions --------------------------------------------------*/

bool lab_is_method(const Game *game, const char *name) {
  const luaL_Reg *method = lab_state_methods;
  while (method->name && strcmp(method->name, name) != 0)
    method++;
  return method->name ||
         accessors_find(game_innermost(game)->rules->accessors, name);
}

static bool has_fields(const Game *game) {
  for (; game; game = game->base)
    if (game->fields)
      return true;
  return false;
}

/* Pushes a new metatable of positions. */
static void make_metatable(lua_State *L, const Accessor *accessors,
                           const Game *full_game) {
  lua_newtable(L);
  lua_newtable(L);
  luaL_setfuncs(L, lab_state_methods, 0);
  lab_add_accessors(L, accessors);
  if (has_fields(full_game)) {
    lab_push_fields(L, full_game);
    lua_pushvalue(L, -2);
    lua_pushvalue(L, -2);
    lua_pushcclosure(L, lab_set_field, 2);
    lua_setfield(L, -4, "__newindex");
    lua_pushcclosure(L, lab_get_field, 2);
  }
  lua_setfield(L, -2, "__index");
  lua_pushcfunction(L, lab_state_draw);
  lua_setfield(L, -2, "__tostring");
  lua_pushliteral(L, "state");
  lua_setfield(L, -2, "__name");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
}

/* The registry key of the metatable for games without accessors or fields. */
static const char NO_ACCESSORS;

/* Pushes the metatable of positions: one for each table of accessors; with
 * fields, one for each game object. A game object is the owner of views of at
 * most one variant. */
static void push_metatable(lua_State *L, int game_index, const StateObject *s) {
  const Accessor *accessors = game_innermost(s->game)->rules->accessors;
  const void *key = accessors ? (const void *)accessors : &NO_ACCESSORS;
  bool fields = has_fields(s->full_game);
  int slot = s->full_game == s->game ? GAME_STATES_SLOT : GAME_VIEWS_SLOT;
  int type = fields ? lua_getiuservalue(L, game_index, slot)
                    : lua_rawgetp(L, LUA_REGISTRYINDEX, key);
  if (type != LUA_TNIL)
    return;
  lua_pop(L, 1);
  make_metatable(L, accessors, s->full_game);
  lua_pushvalue(L, -1);
  if (fields)
    lua_setiuservalue(L, game_index, slot);
  else
    lua_rawsetp(L, LUA_REGISTRYINDEX, key);
}

/* Pushes the INDEX_SLOT of the view at an index: its methods. Other keys are
 * left to the function at `get`, the __index of other positions. */
static void push_index(lua_State *L, int view, int get) {
  lua_newtable(L);
  lua_getupvalue(L, get, 1);
  for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1))
    if (lua_isfunction(L, -1)) {
      lua_pushvalue(L, -2);
      lua_pushvalue(L, -2);
      lua_rawset(L, -6);
    }
  lua_createtable(L, 0, 1);
  lua_insert(L, -2);
  lua_getupvalue(L, get, 2);
  lua_pushvalue(L, view);
  lua_pushcclosure(L, lab_get_other_field, 3);
  lua_setfield(L, -2, "__index");
  lua_setmetatable(L, -2);
}

void lab_make_quick(lua_State *L, StateObject *view) {
  if (!view->full_game->fields || view->full_game->base)
    return;
  luaL_checkstack(L, 12, "view");
  int at = lua_gettop(L);
  lua_getmetatable(L, at);
  lua_getfield(L, at + 1, "__index");
  declare_push_plain(L, at + 1);
  push_index(L, at, at + 2);
  lua_pushvalue(L, -1);
  lua_setiuservalue(L, at, INDEX_SLOT);
  lua_setfield(L, at + 3, "__index");
  lua_setmetatable(L, at);
  lua_settop(L, at);
  view->is_quick = true;
}

/* Pushes a position with `bytes` bytes for its own state, or a view if that is
 * 0. `full_game` may be NULL for the same game. */
static StateObject *push_state(lua_State *L, int game_index,
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
  push_metatable(L, game_index, s);
  lua_setmetatable(L, -2);
  return s;
}

StateObject *lab_push_state(lua_State *L, int game_index) {
  return push_state(L, game_index, NULL,
                    lab_check_game(L, game_index)->game->state_size);
}

StateObject *lab_push_view(lua_State *L, int game_index,
                           const Game *full_game) {
  return push_state(L, game_index, full_game, 0);
}
