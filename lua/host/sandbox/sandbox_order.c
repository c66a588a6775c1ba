/* pairs and next for plugins: they visit the keys of a table in a fixed order,
 * numbers first, then strings, then booleans. */
#include "lua/host/sandbox/sandbox_internal.h"

#include <stdlib.h>
#include <string.h>

typedef struct Key {
  int type;
  lua_Integer integer;
  lua_Number number; /* of a float; an approximation for an integer */
  bool is_float;
  const char *text;
  size_t length;
} Key;

static int compare_numbers(const Key *a, const Key *b) {
  if (a->is_float || b->is_float)
    return (a->number > b->number) - (a->number < b->number);
  return (a->integer > b->integer) - (a->integer < b->integer);
}

static int compare_texts(const Key *a, const Key *b) {
  size_t shorter = a->length < b->length ? a->length : b->length;
  int order = memcmp(a->text, b->text, shorter);
  return order ? order : (a->length > b->length) - (a->length < b->length);
}

static int rank(const Key *key) {
  return key->type == LUA_TNUMBER ? 0 : key->type == LUA_TSTRING ? 1 : 2;
}

static int compare_keys(const void *x, const void *y) {
  const Key *a = x, *b = y;
  if (rank(a) != rank(b))
    return rank(a) - rank(b);
  return a->type == LUA_TSTRING ? compare_texts(a, b) : compare_numbers(a, b);
}

static Key read_key(lua_State *L, int index) {
  Key key = {.type = lua_type(L, index)};
  switch (key.type) {
  case LUA_TNUMBER:
    key.is_float = !lua_isinteger(L, index);
    key.number = lua_tonumber(L, index);
    key.integer = key.is_float ? 0 : lua_tointeger(L, index);
    break;
  case LUA_TSTRING:
    key.text = lua_tolstring(L, index, &key.length);
    break;
  case LUA_TBOOLEAN:
    key.integer = lua_toboolean(L, index);
    break;
  default:
    luaL_error(L,
               "a table with keys of type %s has no fixed order; use numbers "
               "or strings as keys",
               luaL_typename(L, index));
  }
  return key;
}

static void push_key(lua_State *L, const Key *key) {
  if (key->type == LUA_TSTRING)
    lua_pushlstring(L, key->text, key->length);
  else if (key->type == LUA_TBOOLEAN)
    lua_pushboolean(L, (int)key->integer);
  else if (key->is_float)
    lua_pushnumber(L, key->number);
  else
    lua_pushinteger(L, key->integer);
}

/* Pushes a userdata with the sorted keys of a table and returns them. Strings
 * are borrowed from the table. */
static Key *sort_keys(lua_State *L, int table, int *count) {
  int n = 0;
  int64_t bytes = 0;
  for (lua_pushnil(L); lua_next(L, table); lua_pop(L, 1)) {
    bytes += lua_type(L, -2) == LUA_TSTRING ? (int64_t)lua_rawlen(L, -2) : 0;
    n++;
  }
  plugin_charge(L, 8 * n + bytes);
  Key *keys = lua_newuserdatauv(L, (size_t)(n ? n : 1) * sizeof *keys, 0);
  int i = 0;
  for (lua_pushnil(L); lua_next(L, table); lua_pop(L, 1))
    keys[i++] = read_key(L, -2);
  qsort(keys, (size_t)n, sizeof *keys, compare_keys);
  *count = n;
  return keys;
}

/* The iterator of pairs. Upvalues: the list of keys, the number of keys
 * visited, the table. */
static int visit_next(lua_State *L) {
  lua_Integer at = lua_tointeger(L, lua_upvalueindex(2));
  lua_settop(L, 0);
  for (;;) {
    if (lua_rawgeti(L, lua_upvalueindex(1), ++at) == LUA_TNIL)
      return 1;
    lua_pushvalue(L, -1);
    if (lua_rawget(L, lua_upvalueindex(3)) != LUA_TNIL)
      break;
    lua_pop(L, 2);
  }
  lua_pushinteger(L, at);
  lua_replace(L, lua_upvalueindex(2));
  return 2;
}

/* For a read-only table, visits the table behind the proxy without exposing it.
 */
int sandbox_pairs(lua_State *L) {
  luaL_checkany(L, 1);
  if (luaL_getmetafield(L, 1, "__pairs") != LUA_TNIL) {
    lua_pushvalue(L, 1);
    lua_call(L, 1, 3);
    return 3;
  }
  lua_settop(L, 1);
  if (!sandbox_push_frozen(L, 1))
    lua_pushvalue(L, 1);
  luaL_checktype(L, 1, LUA_TTABLE);
  int count;
  Key *keys = sort_keys(L, 2, &count);
  lua_createtable(L, count, 0);
  for (int i = 0; i < count; i++) {
    push_key(L, &keys[i]);
    lua_rawseti(L, -2, i + 1);
  }
  lua_pushinteger(L, 0);
  lua_pushvalue(L, 2);
  lua_pushcclosure(L, visit_next, 3);
  lua_pushvalue(L, 1);
  lua_pushnil(L);
  return 3;
}

int sandbox_next(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 2);
  lua_pushnil(L);
  if (lua_isnil(L, 2) && !lua_next(L, 1)) {
    lua_pushnil(L);
    return 1;
  }
  lua_settop(L, 2);
  int count, i = 0;
  Key *keys = sort_keys(L, 1, &count);
  if (!lua_isnil(L, 2)) {
    Key last = read_key(L, 2);
    while (i < count && compare_keys(&keys[i], &last) <= 0)
      i++;
  }
  if (i == count) {
    lua_pushnil(L);
    return 1;
  }
  push_key(L, &keys[i]);
  lua_pushvalue(L, -1);
  lua_rawget(L, 1);
  return 2;
}
