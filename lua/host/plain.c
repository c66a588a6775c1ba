#include "lua/host/plain.h"

#include "core/base/clock.h"
#include "core/game/spec.h"
#include "lua/host/api/lab_settings.h"
#include "lua/host/sandbox/file.h"
#include "lua/host/sandbox/plugin.h"
#include <lauxlib.h>
#include <lualib.h>
#include <stdio.h>
#include <string.h>

typedef struct Plain {
  const Game *game;
  char file[PATH_TEXT]; /* of the rules */
  double seconds;
  PlainGames *played;
} Plain;

static int read_clock(lua_State *L) {
  lua_pushnumber(L, 1e-9 * (double)clock_read(CLOCK_THREAD_CPUTIME_ID));
  return 1;
}

static int same(lua_State *L) {
  lua_settop(L, 1);
  return 1;
}

/* Pushes what a file gets by require "boardlab". */
static void push_module(lua_State *L) {
  lua_createtable(L, 0, 2);
  lua_pushcfunction(L, same);
  lua_setfield(L, -2, "rules");
  lua_pushinteger(L, -1);
  lua_setfield(L, -2, "pass");
}

static void load_file(lua_State *L, const char *path) {
  Error error = {0};
  if (!file_load(L, path, &error))
    luaL_error(L, "%s", error.message);
}

/* Upvalue: the file that requires others. */
static int require(lua_State *L) {
  const char *name = luaL_checkstring(L, 1);
  char relative[PATH_TEXT], path[PATH_TEXT];
  Error error = {0};
  if (strcmp(name, "boardlab") == 0) {
    push_module(L);
    return 1;
  }
  snprintf(relative, sizeof relative, "%s.lua", name);
  if (!file_find(relative, lua_tostring(L, lua_upvalueindex(1)), path, &error))
    return luaL_error(L, "%s", error.message);
  load_file(L, path);
  lua_call(L, 0, 1);
  return 1;
}

/* Without io, os, debug and package: rules need none of them. */
static void open_libraries(lua_State *L) {
  static const luaL_Reg LIBRARIES[] = {{LUA_GNAME, luaopen_base},
                                       {LUA_TABLIBNAME, luaopen_table},
                                       {LUA_STRLIBNAME, luaopen_string},
                                       {LUA_MATHLIBNAME, luaopen_math},
                                       {LUA_UTF8LIBNAME, luaopen_utf8},
                                       {LUA_COLIBNAME, luaopen_coroutine},
                                       {NULL, NULL}};
  static const char *const REMOVED[] = {"load", "loadfile", "dofile", NULL};
  for (const luaL_Reg *l = LIBRARIES; l->name; l++) {
    luaL_requiref(L, l->name, l->func, 1);
    lua_pop(L, 1);
  }
  for (const char *const *name = REMOVED; *name; name++) {
    lua_pushnil(L);
    lua_setglobal(L, *name);
  }
}

/* Argument: a Plain. */
static int play(lua_State *L) {
  const Plain *p = lua_touserdata(L, 1);
  char driver[PATH_TEXT];
  Error error = {0};
  open_libraries(L);
  lua_pushstring(L, p->file);
  lua_pushcclosure(L, require, 1);
  lua_setglobal(L, "require");
  if (!file_locate("yardsticks/plain.lua", driver, &error))
    return luaL_error(L, "%s", error.message);
  load_file(L, driver);
  load_file(L, p->file);
  lua_call(L, 0, 1);
  lab_push_options(L, p->game->rules->options, p->game->option);
  lua_pushinteger(L, p->game->seats);
  lua_pushinteger(L, p->game->max_plies);
  lua_pushcfunction(L, read_clock);
  lua_pushnumber(L, p->seconds);
  lua_call(L, 6, 3);
  *p->played =
      (PlainGames){(uint64_t)lua_tointeger(L, -3),
                   (uint64_t)lua_tointeger(L, -2), lua_tonumber(L, -1)};
  return 0;
}

/* Finds the file to play: games/NAME.lua has its plain version in
 * yardsticks/NAME.lua. */
static bool find_file(const Game *game, char path[PATH_TEXT], Error *error) {
  static const char GAMES[] = "games/", PLAIN[] = "yardsticks/";
  Spec spec;
  if (!spec_read(&spec, game->spec, "game", error))
    return false;
  Error none = {0};
  if (strncmp(spec.name, GAMES, strlen(GAMES)) == 0) {
    char plain[2 * SPEC_TEXT];
    snprintf(plain, sizeof plain, "%s%s", PLAIN, spec.name + strlen(GAMES));
    if (file_locate(plain, path, &none))
      return true;
  }
  return file_locate(spec.name, path, error);
}

bool plain_play(const Game *game, double seconds, PlainGames *played,
                Error *error) {
  Plain plain = {.game = game, .seconds = seconds, .played = played};
  if (game->base || !game_can_fail(game))
    return error_set(error, "%s is not a whole game in Lua", game->spec);
  if (!find_file(game, plain.file, error))
    return false;
  lua_State *L = luaL_newstate();
  if (!L)
    return error_set(error, "out of memory (Lua state)");
  lua_pushcfunction(L, play);
  lua_pushlightuserdata(L, &plain);
  bool good = lua_pcall(L, 1, 0, 0) == LUA_OK;
  if (!good)
    error_set(error, "%s", lua_tostring(L, -1));
  lua_close(L);
  return good;
}
