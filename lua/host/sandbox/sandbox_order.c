/* pairs and next for plugins: they visit the keys of a table in a fixed order,
 * numbers first, then strings, then booleans. */
#include "lua/host/sandbox/sandbox_internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct Key {
  int type;
  lua_Integer integer; /* of an integer or a boolean */
  lua_Number number;   /* of a float */
  bool is_float;
  const char *text;
  size_t length;
  int at; /* index in the list of keys */
} Key;

/* Compares exactly, as Lua does: a conversion of the integer could round it.
 * The float is not a number that is equal to an integer. */
static int compare_integer_with_float(lua_Integer integer, lua_Number number) {
  if (number >= -(lua_Number)LUA_MININTEGER)
    return -1;
  if (number < (lua_Number)LUA_MININTEGER)
    return 1;
  return integer <= (lua_Integer)floor(number) ? -1 : 1;
}

static int compare_numbers(const Key *a, const Key *b) {
  if (a->is_float && b->is_float)
    return (a->number > b->number) - (a->number < b->number);
  if (b->is_float)
    return compare_integer_with_float(a->integer, b->number);
  if (a->is_float)
    return -compare_integer_with_float(b->integer, a->number);
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

/* A table has no float as key that is equal to an integer, but the argument of
 * `next` may be one. */
static void read_number(lua_State *L, int index, Key *key) {
  int is_integer;
  key->integer = lua_tointegerx(L, index, &is_integer);
  key->is_float = !is_integer;
  key->number = is_integer ? 0 : lua_tonumber(L, index);
  if (isnan(key->number))
    luaL_error(L, "a number that is not a number (nan) is not a key");
}

static Key read_key(lua_State *L, int index) {
  Key key = {.type = lua_type(L, index)};
  switch (key.type) {
  case LUA_TNUMBER:
    read_number(L, index, &key);
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

/* Pushes a list of the keys of a table, in any order, and a userdata with the
 * keys in their order, which it returns. The list keeps the strings of the keys
 * alive. Creating the two may collect garbage; should that remove entries of
 * the table, as it would from a weak one, only those that are left count. From
 * then on nothing is allocated until all keys are in the list. */
static Key *sort_keys(lua_State *L, int table, int *count) {
  int n = 0;
  int64_t bytes = 0;
  for (lua_pushnil(L); lua_next(L, table); lua_pop(L, 1)) {
    bytes += lua_type(L, -2) == LUA_TSTRING ? (int64_t)lua_rawlen(L, -2) : 0;
    n++;
  }
  plugin_charge(L, 8 * n + bytes);
  lua_createtable(L, n, 0);
  Key *keys = lua_newuserdatauv(L, (size_t)(n ? n : 1) * sizeof *keys, 0);
  int list = lua_gettop(L) - 1, i = 0;
  for (lua_pushnil(L); i < n && lua_next(L, table); lua_pop(L, 1)) {
    keys[i] = read_key(L, -2);
    keys[i].at = i + 1;
    lua_pushvalue(L, -2);
    lua_rawseti(L, list, ++i);
  }
  lua_settop(L, list + 1);
  qsort(keys, (size_t)i, sizeof *keys, compare_keys);
  *count = i;
  return keys;
}

/* The iterator of pairs. Upvalues: the list of keys, their order, their number,
 * the number of keys visited, the table. */
static int visit_next(lua_State *L) {
  const Key *keys = lua_touserdata(L, lua_upvalueindex(2));
  lua_Integer count = lua_tointeger(L, lua_upvalueindex(3));
  lua_Integer at = lua_tointeger(L, lua_upvalueindex(4));
  lua_settop(L, 0);
  while (at < count) {
    lua_rawgeti(L, lua_upvalueindex(1), keys[at++].at);
    lua_pushvalue(L, -1);
    if (lua_rawget(L, lua_upvalueindex(5)) != LUA_TNIL) {
      lua_pushinteger(L, at);
      lua_replace(L, lua_upvalueindex(4));
      return 2;
    }
    lua_pop(L, 2);
  }
  lua_pushnil(L);
  return 1;
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
  sort_keys(L, 2, &count);
  lua_pushinteger(L, count);
  lua_pushinteger(L, 0);
  lua_pushvalue(L, 2);
  lua_pushcclosure(L, visit_next, 5);
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
  const Key *keys = sort_keys(L, 1, &count);
  if (!lua_isnil(L, 2)) {
    Key last = read_key(L, 2);
    while (i < count && compare_keys(&keys[i], &last) <= 0)
      i++;
  }
  if (i == count) {
    lua_pushnil(L);
    return 1;
  }
  lua_rawgeti(L, 3, keys[i].at);
  lua_pushvalue(L, -1);
  lua_rawget(L, 1);
  return 2;
}
