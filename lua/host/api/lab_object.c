#include "lua/host/api/lab_object.h"

#include "core/base/need.h"
#include "core/game/score.h"

#include "lua/host/sandbox/plugin.h"
#include "lua/host/sandbox/sandbox.h"
#include <string.h>

static const char GAME_TAG = 0, CLOSABLE_TAG = 0;

bool lab_push_metatable(lua_State *L, const void *key, const char *name) {
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, key) != LUA_TNIL)
    return false;
  lua_pop(L, 1);
  lua_newtable(L);
  lua_pushstring(L, name);
  lua_setfield(L, -2, "__name");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_pushvalue(L, -1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, key);
  return true;
}

/* ---- fields --------------------------------------------------------------*/

void lab_set_number(lua_State *L, const char *key, double number) {
  lua_pushnumber(L, number);
  lua_setfield(L, -2, key);
}

void lab_set_count(lua_State *L, const char *key, uint64_t count) {
  lua_pushinteger(L, (lua_Integer)count);
  lua_setfield(L, -2, key);
}

void lab_set_flag(lua_State *L, const char *key, bool on) {
  lua_pushboolean(L, on);
  lua_setfield(L, -2, key);
}

void lab_set_text(lua_State *L, const char *key, const char *text) {
  lua_pushstring(L, text);
  lua_setfield(L, -2, key);
}

void lab_push_subtable(lua_State *L) {
  lua_pushvalue(L, -1);
  if (lua_rawget(L, -3) != LUA_TTABLE) {
    lua_pop(L, 1);
    lua_newtable(L);
    lua_pushvalue(L, -2);
    lua_pushvalue(L, -2);
    lua_rawset(L, -5);
  }
  lua_remove(L, -2);
}

/* ---- to-be-closed values -------------------------------------------------*/

/* The memory starts with this; `clear` tells its type. Lua aligns userdata for
 * pointers and numbers. */
typedef struct Closable {
  const void *tag;
  lua_CFunction clear;
  void *contents[];
} Closable;

void lab_reserve(lua_State *L) {
  if (!plugin_of(L) && !need_reserve())
    luaL_error(L, "out of memory");
}

void *lab_push_closable(lua_State *L, size_t size, lua_CFunction clear) {
  lab_reserve(L);
  Closable *object = lua_newuserdatauv(L, sizeof *object + size, 0);
  memset(object, 0, sizeof *object + size);
  object->tag = &CLOSABLE_TAG;
  object->clear = clear;
  lua_createtable(L, 0, 3);
  lua_pushcfunction(L, clear);
  lua_setfield(L, -2, "__gc");
  sandbox_push_close_event(L);
  lua_pushcfunction(L, clear);
  lua_rawset(L, -3);
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_setmetatable(L, -2);
  lua_toclose(L, -1);
  return object->contents;
}

void *lab_check_closable(lua_State *L, int index, lua_CFunction clear) {
  Closable *object = lab_to_object(L, index, &CLOSABLE_TAG, sizeof *object);
  if (!object || object->clear != clear)
    luaL_typeerror(L, index, "value of this function");
  return object->contents;
}

/* ---- errors --------------------------------------------------------------*/

void lab_raise(lua_State *L, const Error *error) {
  Plugin *plugin = plugin_of(L);
  if (!error_is_set(error))
    return;
  if (plugin && error->code == ERROR_NO_MEMORY)
    plugin_stop(L, plugin, STOP_SYSTEM);
  luaL_error(L, "%s", error->message);
}

/* ---- games ---------------------------------------------------------------*/

GameObject *lab_new_game_object(lua_State *L) {
  GameObject *object = lua_newuserdatauv(L, sizeof *object, GAME_SLOTS);
  *object = (GameObject){.tag = &GAME_TAG};
  for (int seat = 0; seat < SEATS_MAX; seat++)
    object->number[seat] = object->seat[seat] = (uint8_t)seat;
  return object;
}

bool lab_is_game(lua_State *L, int index) {
  return lab_to_object(L, index, &GAME_TAG, sizeof(GameObject));
}

GameObject *lab_check_game_object(lua_State *L, int index) {
  if (!lab_is_game(L, index))
    luaL_typeerror(L, index, "game");
  return lua_touserdata(L, index);
}

GameObject *lab_check_game(lua_State *L, int index) {
  GameObject *object = lab_check_game_object(L, index);
  if (!object->game)
    luaL_error(L, "this game has been closed");
  return object;
}

int lab_check_seat(lua_State *L, int index, const GameObject *object) {
  lua_Integer number = luaL_checkinteger(L, index);
  int seats = object->game->seats;
  if (number < 1 || number > seats)
    luaL_error(L, "there is no seat %I: seats are 1 to %d", (LUAI_UACINT)number,
               seats);
  return object->seat[number - 1];
}

void lab_push_seats(lua_State *L, const GameObject *object, unsigned seats) {
  lua_newtable(L);
  for (int i = 0, n = 0; i < SEATS_MAX; i++)
    if (seats >> (object ? object->seat[i] : i) & 1) {
      lua_pushinteger(L, i + 1);
      lua_rawseti(L, -2, ++n);
    }
}

void lab_push_scores(lua_State *L, const GameObject *object,
                     const int32_t score[], int seats) {
  lua_createtable(L, seats, 0);
  for (int i = 0; i < seats; i++) {
    int32_t points = score[object ? object->seat[i] : i];
    if (points % SCORE_UNIT == 0)
      lua_pushinteger(L, points / SCORE_UNIT);
    else
      lua_pushnumber(L, (double)points / SCORE_UNIT);
    lua_rawseti(L, -2, i + 1);
  }
}

void lab_push_trace(lua_State *L, const Error *error) {
  const char *line = error->trace;
  luaL_Buffer text;
  if (!*line) {
    lua_pushnil(L);
    return;
  }
  luaL_buffinit(L, &text);
  while (*line) {
    size_t length = strcspn(line, "\n");
    luaL_addstring(&text, line == error->trace ? "  " : "\n  ");
    luaL_addlstring(&text, line, length);
    line += length + (line[length] == '\n');
  }
  luaL_pushresult(&text);
}

int lab_raise_with_trace(lua_State *L, const Error *error) {
  lab_push_trace(L, error);
  const char *trace = lua_tostring(L, -1);
  luaL_where(L, 1);
  lua_pushfstring(L, "%s%s%s%s", lua_tostring(L, -1), error->message,
                  trace ? "\n" : "", trace ? trace : "");
  return lua_error(L);
}
