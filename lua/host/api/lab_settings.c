#include "lua/host/api/lab_settings.h"

#include "lua/host/sandbox/plugin.h"
#include "lua/host/sandbox/sandbox.h"
#include <lauxlib.h>
#include <stdlib.h>
#include <string.h>

void lab_push_option(lua_State *L, const Option *option, int value) {
  char text[OPTION_TEXT];
  switch (option->type) {
  case OPTION_INT:
    lua_pushinteger(L, value);
    break;
  case OPTION_REAL:
    lua_pushnumber(L, (lua_Number)value / OPTION_ONE);
    break;
  case OPTION_FLAG:
    lua_pushboolean(L, value);
    break;
  case OPTION_WORD:
  case OPTION_FILE:
    option_format(option, value, text);
    lua_pushstring(L, text);
    break;
  }
}

/* __index of option tables in plugins: a misspelt name raises an error. */
static int refuse_option(lua_State *L) {
  return luaL_error(L, "there is no option '%s'",
                    lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "?");
}

static void push_values(lua_State *L, const Option table[],
                        const int values[]) {
  lua_newtable(L);
  for (int i = 0; table[i].name; i++) {
    lab_push_option(L, &table[i], values[i]);
    lua_setfield(L, -2, table[i].name);
  }
}

void lab_push_options(lua_State *L, const Option table[], const int values[]) {
  push_values(L, table, values);
  if (!plugin_of(L))
    return;
  lua_createtable(L, 0, 1);
  lua_pushcfunction(L, refuse_option);
  lua_setfield(L, -2, "__index");
  lua_setmetatable(L, -2);
  sandbox_freeze(L, "options");
}

void lab_push_sealed_options(lua_State *L, const Option table[],
                             const int values[]) {
  push_values(L, table, values);
  sandbox_seal(L, "options", refuse_option);
}

/* Returns whether the value on top of the stack is this value of an option. */
static bool is_value(lua_State *L, const Option *option, int value) {
  char text[OPTION_TEXT];
  switch (option->type) {
  case OPTION_INT:
    return lua_isinteger(L, -1) && lua_tointeger(L, -1) == value;
  case OPTION_REAL:
    return lua_type(L, -1) == LUA_TNUMBER &&
           lua_tonumber(L, -1) == (lua_Number)value / OPTION_ONE;
  case OPTION_FLAG:
    return lua_isboolean(L, -1) && lua_toboolean(L, -1) == value;
  case OPTION_WORD:
  case OPTION_FILE:
    option_format(option, value, text);
    return lua_type(L, -1) == LUA_TSTRING &&
           strcmp(lua_tostring(L, -1), text) == 0;
  }
  return false;
}

bool lab_has_options(lua_State *L, const Option table[], const int values[]) {
  int count = 0, found = 0;
  bool same = true;
  while (table[count].name)
    count++;
  for (lua_pushnil(L); lua_next(L, -2); lua_pop(L, 1), found++) {
    const Option *option = lua_type(L, -2) == LUA_TSTRING
                               ? options_find(table, lua_tostring(L, -2))
                               : NULL;
    same = same && option && is_value(L, option, values[option - table]);
  }
  return same && found == count;
}

static bool is_cell(const char *name) {
  return name[0] >= 'a' && name[0] <= 'z' && name[1] >= '1' && name[1] <= '9';
}

static int compare_names(const void *a, const void *b) {
  const char *x = *(const char *const *)a, *y = *(const char *const *)b;
  int cells = is_cell(y) - is_cell(x);
  return cells ? cells : strcmp(x, y);
}

/* Does not use tostring, which would put addresses into messages. */
void lab_push_setting(lua_State *L, int index, const char *name,
                      const char *separator) {
  int type = lua_type(L, index), is_integer;
  lua_Integer integer = lua_tointegerx(L, index, &is_integer);
  if (type != LUA_TSTRING && type != LUA_TNUMBER && type != LUA_TBOOLEAN)
    luaL_error(L, "%s takes a string, a number or a boolean, not a %s", name,
               lua_typename(L, type));
  if (type == LUA_TNUMBER && is_integer)
    lua_pushinteger(L, integer); /* 4.0 becomes 4 */
  else
    lua_pushvalue(L, index);
  luaL_tolstring(L, -1, NULL);
  lua_remove(L, -2);
  if (strstr(lua_tostring(L, -1), separator))
    luaL_error(L, "%s takes one value, not '%s'", name, lua_tostring(L, -1));
}

void lab_push_settings(lua_State *L, int table, const char *separator) {
  enum { SETTINGS_MAX = 256 };
  const char *names[SETTINGS_MAX];
  int n = 0;
  for (lua_pushnil(L); lua_next(L, table); lua_pop(L, 1)) {
    if (lua_type(L, -2) != LUA_TSTRING || n == SETTINGS_MAX)
      luaL_error(L,
                 "settings must be a table with names as keys, { size = 7 }");
    names[n++] = lua_tostring(L, -2);
  }
  qsort(names, (size_t)n, sizeof *names, compare_names);
  luaL_Buffer text;
  luaL_buffinit(L, &text);
  for (int i = 0; i < n; i++) {
    luaL_addstring(&text, i ? separator : "");
    luaL_addstring(&text, names[i]);
    luaL_addchar(&text, '=');
    lua_getfield(L, table, names[i]);
    lab_push_setting(L, -1, names[i], separator);
    lua_remove(L, -2);
    luaL_addvalue(&text);
  }
  luaL_pushresult(&text);
}
