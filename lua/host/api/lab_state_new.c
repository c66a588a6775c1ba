/* Creating positions: their metatables, and the methods that copy. */
#include "lua/host/api/lab_state_internal.h"

#include <string.h>

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
  return lab_state_play(L);
}

static const luaL_Reg COPYING[] = {
    {"after", after}, {"copy", copy}, {NULL, NULL}};

static bool is_listed(const luaL_Reg *list, const char *name) {
  while (list->name && strcmp(list->name, name) != 0)
    list++;
  return list->name;
}

bool lab_is_method(const Game *game, const char *name) {
  while (game->base)
    game = game->base;
  return is_listed(COPYING, name) || is_listed(lab_state_methods, name) ||
         accessors_find(game->rules->accessors, name);
}

static bool has_fields(const Game *game) {
  for (; game; game = game->base)
    if (game->fields)
      return true;
  return false;
}

/* Registry keys of the metatables for games without accessors; the second is
 * for positions with fields. */
static const char NO_ACCESSORS[2];

/* Pushes the metatable of positions: one for each table of accessors, with and
 * without fields. */
static void push_metatable(lua_State *L, const Game *game,
                           const Game *full_game) {
  while (game->base)
    game = game->base;
  const Accessor *accessors = game->rules->accessors;
  bool fields = has_fields(full_game);
  const char *kind =
      (accessors ? (const char *)accessors : NO_ACCESSORS) + fields;
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, kind) != LUA_TNIL)
    return;
  lua_pop(L, 1);
  lua_newtable(L);
  lua_newtable(L);
  luaL_setfuncs(L, COPYING, 0);
  luaL_setfuncs(L, lab_state_methods, 0);
  lab_add_accessors(L, accessors);
  if (fields) {
    lua_pushcclosure(L, lab_get_field, 1);
    lua_pushcfunction(L, lab_set_field);
    lua_setfield(L, -3, "__newindex");
  }
  lua_setfield(L, -2, "__index");
  lua_pushcfunction(L, lab_state_draw);
  lua_setfield(L, -2, "__tostring");
  lua_pushliteral(L, "state");
  lua_setfield(L, -2, "__name");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_pushvalue(L, -1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, kind);
}

static StateObject *push_state(lua_State *L, int game_index,
                               const Game *full_game, size_t bytes) {
  StateObject *s = lab_new_state_object(L, game_index, full_game, bytes);
  push_metatable(L, s->game, s->full_game);
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
