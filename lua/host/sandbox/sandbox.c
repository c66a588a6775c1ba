#include "lua/host/sandbox/sandbox.h"

#include "lua/host/sandbox/file.h"
#include "lua/host/sandbox/sandbox_internal.h"
#include <lualib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Registry keys. */
static const char LIBRARY = 0, MODULES = 0, OPEN_MODULE = 0;

/* ---- modules -------------------------------------------------------------*/

/* Accepts names such as "helpers" or "lib.boards", which stay inside a folder.
 */
static bool is_module_name(const char *name) {
  for (const char *c = name; *c; c++) {
    bool letter = (*c >= 'a' && *c <= 'z') || (*c >= 'A' && *c <= 'Z') ||
                  (*c >= '0' && *c <= '9') || *c == '_';
    bool dot = *c == '.' && c > name && c[-1] != '.' && c[1];
    if (!letter && !dot)
      return false;
  }
  return *name;
}

/* Pushes the chunk of a module. */
static void load_module(lua_State *L, const char *name) {
  char relative[PATH_TEXT], path[PATH_TEXT];
  if (!is_module_name(name) || strlen(name) + 5 > sizeof relative)
    luaL_error(L, "require: '%s' is not the name of a module", name);
  snprintf(relative, sizeof relative, "%s.lua", name);
  for (char *c = relative; c < relative + strlen(name); c++)
    if (*c == '.')
      *c = '/';
  Error error = {0};
  if (!file_find(relative, plugin_of(L)->file, path, &error))
    luaL_error(L, "require: there is no module '%s': %s", name, error.message);
  if (!chunks_load(L, path, &error))
    luaL_error(L, "%s", error.message);
}

/* require: loads each module once per game. */
static int require(lua_State *L) {
  const char *name = luaL_checkstring(L, 1);
  lua_settop(L, 1);
  if (strcmp(name, "boardlab") == 0) {
    lua_rawgetp(L, LUA_REGISTRYINDEX, &OPEN_MODULE);
    lua_call(L, 0, 1);
    return 1;
  }
  lua_rawgetp(L, LUA_REGISTRYINDEX, &MODULES);
  if (lua_getfield(L, 2, name) != LUA_TNIL)
    return 1;
  lua_pop(L, 1);
  load_module(L, name);
  lua_pushvalue(L, 1);
  lua_call(L, 1, 1);
  if (lua_isnil(L, -1)) {
    lua_pop(L, 1);
    lua_pushboolean(L, 1);
  }
  lua_pushvalue(L, -1);
  lua_setfield(L, 2, name);
  return 1;
}

/* ---- the library ---------------------------------------------------------*/

/* Functions and constants that plugins may use unchanged. */
static const char *const BASE[] = {
    "assert", "error",  "getmetatable", "ipairs",   "select", "rawequal",
    "rawget", "rawlen", "type",         "_VERSION", NULL};
static const char *const STRING[] = {"char", "len",     "lower", "rep",
                                     "sub",  "reverse", "upper", NULL};
static const char *const TABLE[] = {"pack", NULL};
static const char *const MATH[] = {
    "abs",  "acos",       "asin",       "atan", "ceil", "cos", "deg",
    "exp",  "floor",      "fmod",       "huge", "log",  "max", "min",
    "modf", "maxinteger", "mininteger", "pi",   "rad",  "sin", "sqrt",
    "tan",  "tointeger",  "type",       "ult",  NULL};
static const char *const UTF8[] = {"char", "charpattern", NULL};
static const char *const COROUTINE[] = {"create", "isyieldable", "running",
                                        "status", "yield",       NULL};

static const struct Library {
  const char *name;
  lua_CFunction open;
  const char *const *taken;
  const luaL_Reg *added;
} LIBRARIES[] = {{"string", luaopen_string, STRING, sandbox_string},
                 {"table", luaopen_table, TABLE, sandbox_table},
                 {"math", luaopen_math, MATH, sandbox_math},
                 {"utf8", luaopen_utf8, UTF8, sandbox_utf8},
                 {"coroutine", luaopen_coroutine, COROUTINE, sandbox_coroutine},
                 {NULL}};

/* Pushes a name, and the field of that name of the table below the top. Looks
 * the string up only once: a bot that keeps values opens the library for every
 * game. */
static void push_field(lua_State *L, const char *name) {
  lua_pushstring(L, name);
  lua_pushvalue(L, -1);
  lua_rawget(L, -4);
}

/* Copies the named fields of the table below the top into the one on top. */
static void take_functions(lua_State *L, const char *const *names) {
  for (; *names; names++) {
    push_field(L, *names);
    lua_rawset(L, -3);
  }
}

/* Adds replacements to the table on top; each gets the original, from the table
 * below, as its upvalue. */
static void add_replacements(lua_State *L, const luaL_Reg *functions) {
  for (; functions->name; functions++) {
    push_field(L, functions->name);
    lua_pushcclosure(L, functions->func, 1);
    lua_rawset(L, -3);
  }
}

static void open_library(lua_State *L, const struct Library *library) {
  lua_pushcfunction(L, library->open);
  lua_call(L, 0, 1);
  lua_newtable(L);
  take_functions(L, library->taken);
  add_replacements(L, library->added);
  lua_remove(L, -2);
}

/* Makes the methods of strings, as in ("x"):rep(3), those of the sandbox, and
 * hides the metatable of strings. */
static void guard_strings(lua_State *L) {
  lua_pushliteral(L, "");
  lua_getmetatable(L, -1);
  lua_pushvalue(L, -3);
  lua_setfield(L, -2, "__index");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_pop(L, 2);
}

void sandbox_open(lua_State *L, lua_CFunction open_module) {
  sandbox_hide_events(L);
  lua_pushcfunction(L, open_module);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &OPEN_MODULE);
  lua_pushcfunction(L, luaopen_base);
  lua_call(L, 0, 1);
  lua_newtable(L);
  take_functions(L, BASE);
  add_replacements(L, sandbox_base);
  sandbox_add_order(L);
  lua_remove(L, -2);
  for (const struct Library *l = LIBRARIES; l->name; l++) {
    open_library(L, l);
    if (l->open == luaopen_string)
      guard_strings(L);
    sandbox_freeze(L, l->name);
    lua_setfield(L, -2, l->name);
  }
  lua_pushcfunction(L, require);
  lua_setfield(L, -2, "require");
  sandbox_freeze(L, "_G");
  lua_pushvalue(L, -1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &LIBRARY);
  sandbox_push_frozen(L, -1);
  lua_pushvalue(L, -2);
  lua_setfield(L, -2, "_G");
  lua_pop(L, 2);
}

void sandbox_renew(lua_State *L) {
  lua_newtable(L);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &MODULES);
  lua_newtable(L);
  lua_createtable(L, 0, 2);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &LIBRARY);
  sandbox_push_frozen(L, -1); /* saves one lookup per global */
  lua_setfield(L, -3, "__index");
  lua_pop(L, 1);
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_setmetatable(L, -2);
  lua_pushvalue(L, -1);
  lua_rawseti(L, LUA_REGISTRYINDEX, LUA_RIDX_GLOBALS);
  lua_setupvalue(L, -2, 1);
}

void sandbox_push_modules(lua_State *L) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, &MODULES);
}

/* Argument: the lua_CFunction that opens the module. */
static int start(lua_State *L) {
  const lua_CFunction *open_module = lua_touserdata(L, 1);
  Error error = {0};
  sandbox_open(L, *open_module);
  if (!chunks_load(L, plugin_of(L)->file, &error))
    return luaL_error(L, "%s", error.message);
  return 1;
}

bool sandbox_start(Plugin *plugin, lua_CFunction open_module, Error *error) {
  return plugin_protect(plugin, start, &open_module, 1, error);
}
