#include "lua/host/sandbox/key.h"

#include <lauxlib.h>
#include <math.h>
#include <string.h>

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

int key_compare(const void *x, const void *y) {
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

Key key_read(lua_State *L, int index) {
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
