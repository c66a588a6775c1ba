#include "lua/host/sandbox/raw_table.h"

#include <string.h>

/* The checks run in an order in which each relies only on what those before it
 * have found: first the table itself, then what its pointers lead to. */

enum { ELEMENTS = 5, FIELDS = 3 };
static const char *const NAMES[FIELDS] = {"a", "b", "c"};

/* Pushes a table with ELEMENTS elements and FIELDS fields, and a metatable. */
static void push_sample(lua_State *L) {
  lua_createtable(L, ELEMENTS, FIELDS);
  for (int i = 1; i <= ELEMENTS; i++) {
    lua_pushinteger(L, 10 * i);
    lua_rawseti(L, -2, i);
  }
  for (int i = 0; i < FIELDS; i++) {
    lua_pushstring(L, NAMES[i]);
    lua_pushinteger(L, -i);
    lua_rawset(L, -3);
  }
  lua_newtable(L);
  lua_setmetatable(L, -2);
}

static bool has_expected_sizes(lua_State *L, int index) {
  const RawTable *t = raw_table(L, index);
  lua_getmetatable(L, index);
  bool good = t->metatable == lua_topointer(L, -1) &&
              (t->kind & RAW_TYPE) == LUA_TTABLE && t->array && t->node &&
              t->array_limit == ELEMENTS && t->log_nodes == 2 && t->last_free;
  lua_pop(L, 1);
  return good && raw_array_size(t) == ELEMENTS && raw_nodes(t) == 4;
}

static bool has_expected_elements(lua_State *L, int index) {
  const RawTable *t = raw_table(L, index);
  for (int i = 0; i < ELEMENTS; i++)
    if (t->array[i].kind != RAW_INTEGER ||
        t->array[i].value != 10 * (uint64_t)(i + 1))
      return false;
  return true;
}

/* Returns whether the nodes, in their order, are what lua_next finds after the
 * elements. */
static bool has_expected_fields(lua_State *L, int index) {
  const RawTable *t = raw_table(L, index);
  int top = lua_gettop(L), found = 0;
  bool good = true;
  lua_pushinteger(L, ELEMENTS);
  for (size_t i = 0; good && i < raw_nodes(t); i++) {
    const RawNode *node = &t->node[i];
    if (!raw_is_used(node->kind))
      continue;
    found++;
    good = lua_next(L, index) && node->key_kind == RAW_SHORT_STRING &&
           node->key == (uintptr_t)lua_topointer(L, -2) &&
           node->kind == RAW_INTEGER &&
           node->value == (uint64_t)lua_tointeger(L, -1);
    lua_settop(L, top + 1);
  }
  lua_settop(L, top);
  return good && found == FIELDS;
}

/* Whether the size of an array is known after Lua has put a hint in its place.
 */
static bool has_expected_hint(lua_State *L) {
  lua_createtable(L, 8, 0);
  for (int i = 1; i <= ELEMENTS; i++) {
    lua_pushboolean(L, 1);
    lua_rawseti(L, -2, i);
  }
  bool good =
      lua_rawlen(L, -1) == ELEMENTS && raw_array_size(raw_table(L, -1)) == 8;
  lua_pop(L, 1);
  return good;
}

/* Numbers as keys, booleans, and what is left when all keys are removed. */
static bool has_expected_kinds(lua_State *L) {
  lua_createtable(L, 0, 1);
  const RawTable *t = raw_table(L, -1);
  lua_Number half = 0.5;
  uint64_t bits;
  memcpy(&bits, &half, sizeof bits);
  lua_pushnumber(L, half);
  lua_pushboolean(L, 0);
  lua_rawset(L, -3);
  bool good = raw_nodes(t) == 1 && raw_array_size(t) == 0 &&
              t->node->key_kind == RAW_FLOAT && t->node->key == bits &&
              raw_is_used(t->node->kind);
  lua_pushnumber(L, half);
  lua_pushnil(L);
  lua_rawset(L, -3);
  good = good && !raw_is_used(t->node->kind);
  lua_pop(L, 1);
  lua_newtable(L);
  good = good && raw_nodes(raw_table(L, -1)) == 0;
  lua_pop(L, 1);
  return good;
}

/* Whether a metatable is noted as one without __gc until a key is added. */
static bool has_expected_notes(lua_State *L) {
  lua_newtable(L);
  lua_newtable(L);
  const RawTable *t = raw_table(L, -1);
  bool noted[4];
  for (int i = 0; i < 4; i++) {
    if (i % 2 == 0) {
      lua_pushstring(L, NAMES[i / 2]);
      lua_pushboolean(L, 1);
      lua_rawset(L, -3);
    } else {
      lua_pushvalue(L, -1);
      lua_setmetatable(L, -3);
    }
    noted[i] = raw_has_no_finalizer(t);
  }
  lua_pop(L, 2);
  return !noted[0] && noted[1] && !noted[2] && noted[3];
}

bool raw_table_check(lua_State *L) {
  if (LUA_VERSION_NUM != 504 || sizeof(void *) != 8 ||
      sizeof(lua_Integer) != 8 || sizeof(lua_Number) != 8)
    return false;
  push_sample(L);
  int sample = lua_gettop(L);
  bool good = has_expected_sizes(L, sample) &&
              has_expected_elements(L, sample) &&
              has_expected_fields(L, sample) && has_expected_hint(L) &&
              has_expected_kinds(L) && has_expected_notes(L);
  lua_pop(L, 1);
  return good;
}
