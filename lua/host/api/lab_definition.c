#include "lua/host/api/lab_definition.h"

#include "lua/host/api/lab_functions.h"
#include "lua/host/api/lab_grid.h"
#include "lua/host/api/lab_object.h"
#include "lua/host/sandbox/definitions.h"
#include "lua/host/sandbox/file.h"
#include "lua/host/sandbox/source.h"
#include <stdbool.h>
#include <stdio.h>

/* Registry keys of the metatables that serve as marks. */
static const char RULES_MARK = 0, VARIANT_MARK = 0;

static int mark(lua_State *L, const void *key) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  if (lua_getmetatable(L, 1))
    return luaL_error(
        L, "lab.rules and lab.variant take a table without a metatable");
  lab_push_metatable(L, key, NULL);
  lua_setmetatable(L, 1);
  return 1;
}

/* ---- definitions in scripts ----------------------------------------------*/

/* Returns the spec of a game, or nil for another value. */
static int spec_of(lua_State *L) {
  if (!lab_is_game(L, 1))
    return 0;
  lua_pushstring(L, lab_check_game(L, 1)->game->spec);
  return 1;
}

/* Pushes the function that inline.lua returns. */
static void push_writer(lua_State *L) {
  static const char WRITER = 0; /* registry key */
  char path[PATH_TEXT];
  Error error = {0};
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &WRITER) != LUA_TNIL)
    return;
  lua_pop(L, 1);
  snprintf(path, sizeof path, "%s/inline.lua", source_library());
  if (!file_load(L, path, &error))
    luaL_error(L, "%s", error.message);
  lua_call(L, 0, 1);
  lua_pushvalue(L, -1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &WRITER);
}

/* Makes a definition of the table at index 1, and pushes its name. */
static void define(lua_State *L, const char *kind) {
  char full[PATH_TEXT];
  Error error = {0};
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  push_writer(L);
  lua_pushstring(L, kind);
  lua_pushvalue(L, 1);
  lua_pushstring(L, source_library());
  lua_pushcfunction(L, spec_of);
  lua_pushcfunction(L, lab_grid_table);
  if (lua_pcall(L, 5, 3, 0) != LUA_OK) /* for a traceback of the script only */
    lua_error(L);
  if (!definitions_add(source_name(lua_tostring(L, -3)), lua_tostring(L, -2),
                       lua_tostring(L, -1), full, &error))
    luaL_error(L, "%s", error.message);
  lua_pushstring(L, full);
}

/* In a script, the definition is opened at once. */
static int open_definition(lua_State *L, const char *kind) {
  define(L, kind);
  lua_replace(L, 1);
  lua_settop(L, 1);
  return lab_game(L);
}

int lab_rules(lua_State *L) {
  return plugin_of(L) ? mark(L, &RULES_MARK) : open_definition(L, "rules");
}

int lab_variant(lua_State *L) {
  return plugin_of(L) ? mark(L, &VARIANT_MARK) : open_definition(L, "variant");
}

int lab_bot(lua_State *L) {
  define(L, "bot");
  return 1;
}

static bool has_mark(lua_State *L, int index, const void *key) {
  if (lua_type(L, index) != LUA_TTABLE || !lua_getmetatable(L, index))
    return false;
  lua_rawgetp(L, LUA_REGISTRYINDEX, key);
  bool same = lua_istable(L, -1) && lua_rawequal(L, -1, -2);
  lua_pop(L, 2);
  return same;
}

DefinitionKind lab_definition_kind(lua_State *L, int index) {
  return has_mark(L, index, &RULES_MARK)     ? DEFINITION_RULES
         : has_mark(L, index, &VARIANT_MARK) ? DEFINITION_VARIANT
                                             : DEFINITION_NONE;
}
