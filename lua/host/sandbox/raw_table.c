#include "lua/host/sandbox/raw_table.h"

#include "core/base/rng.h"
#include "lua/host/sandbox/probe_memory.h"

#include <stdatomic.h>
#include <string.h>

/* ---- one table -----------------------------------------------------------*/

/* Text that is short or long for any Lua. */
static const char SHORT[] = "abcdefgh", LONG[200] = {'x'};

static uint64_t bits_of(lua_Number number) {
  uint64_t bits;
  memcpy(&bits, &number, sizeof bits);
  return bits;
}

/* Returns whether a value or key in memory is the one at an index. */
static bool is_same(lua_State *L, int index, uint8_t kind, uint64_t value) {
  int type = lua_type(L, index);
  switch (type) {
  case LUA_TNIL:
    return !raw_is_used(kind);
  case LUA_TBOOLEAN:
    return kind == (LUA_TBOOLEAN | lua_toboolean(L, index) << 4);
  case LUA_TNUMBER:
    return lua_isinteger(L, index)
               ? kind == RAW_INTEGER &&
                     value == (uint64_t)lua_tointeger(L, index)
               : kind == RAW_FLOAT && value == bits_of(lua_tonumber(L, index));
  case LUA_TSTRING:
    if (kind != (lua_rawlen(L, index) < sizeof LONG ? RAW_SHORT_STRING
                                                    : RAW_LONG_STRING))
      return false;
    break;
  case LUA_TLIGHTUSERDATA:
    return kind == LUA_TLIGHTUSERDATA &&
           value == (uintptr_t)lua_touserdata(L, index);
  default:
    if (kind != (type | RAW_OBJECT))
      return false;
  }
  return value == (uintptr_t)lua_topointer(L, index);
}

/* Returns whether the table at an index has a header, an array and nodes of the
 * sizes that the header says. */
static bool has_parts(lua_State *L, const ProbeMemory *m, int index) {
  const RawTable *t = raw_table(L, index);
  if (!probe_is_block(m, t, sizeof *t) || t->kind != LUA_TTABLE ||
      t->log_nodes > 16)
    return false;
  bool has_metatable = lua_getmetatable(L, index);
  const void *metatable = has_metatable ? lua_topointer(L, -1) : NULL;
  lua_pop(L, has_metatable);
  size_t size = raw_array_size(t), nodes = raw_nodes(t);
  return t->metatable == metatable &&
         (size == 0 || probe_is_block(m, t->array, size * sizeof *t->array)) &&
         (nodes == 0 || probe_is_block(m, t->node, nodes * sizeof *t->node));
}

/* Pushes the next key and value, as lua_next does, and returns whether they are
 * these. */
static bool is_next(lua_State *L, int index, uint8_t key_kind, uint64_t key,
                    uint8_t kind, uint64_t value) {
  if (!lua_next(L, index))
    return false;
  bool same = is_same(L, -2, key_kind, key) && is_same(L, -1, kind, value);
  lua_pop(L, 1);
  return same;
}

/* Returns whether the table on top of the stack has this layout: Lua finds the
 * same keys and values in the same order, and no others. */
static bool is_as_expected(lua_State *L, const ProbeMemory *m) {
  int index = lua_gettop(L);
  if (!has_parts(L, m, index))
    return false;
  const RawTable *t = raw_table(L, index);
  bool good = true;
  for (size_t i = 0; good && i < raw_array_size(t); i++) {
    lua_rawgeti(L, index, (lua_Integer)i + 1);
    good = is_same(L, -1, t->array[i].kind, t->array[i].value);
    lua_pop(L, 1);
  }
  lua_pushnil(L);
  for (size_t i = 0; good && i < raw_array_size(t); i++)
    if (raw_is_used(t->array[i].kind))
      good = is_next(L, index, RAW_INTEGER, i + 1, t->array[i].kind,
                     t->array[i].value);
  for (size_t i = 0; good && i < raw_nodes(t); i++)
    if (raw_is_used(t->node[i].kind))
      good = is_next(L, index, t->node[i].key_kind, t->node[i].key,
                     t->node[i].kind, t->node[i].value);
  good = good && !lua_next(L, index);
  lua_settop(L, index);
  return good;
}

/* ---- many tables ---------------------------------------------------------*/

/* Pushes a value of any kind: an integer three times in four. */
static void push_value(lua_State *L, Rng *rng) {
  int n = (int)rng_below(rng, 28);
  switch (rng_below(rng, 28)) {
  case 0:
    lua_pushnumber(L, n + 0.5);
    break;
  case 1:
    lua_pushboolean(L, n % 2);
    break;
  case 2:
    lua_pushlightuserdata(L, rng);
    break;
  case 3:
    lua_pushlstring(L, LONG, sizeof LONG);
    break;
  case 4:
    lua_newtable(L);
    break;
  case 5:
    lua_pushthread(L);
    break;
  case 6:
    lua_pushstring(L, SHORT + n % (int)(sizeof SHORT - 1));
    break;
  default:
    lua_pushinteger(L, n - 2);
  }
}

/* Makes a random change to the table on top of the stack. */
static void change(lua_State *L, Rng *rng) {
  push_value(L, rng);
  if (rng_below(rng, 4) == 0)
    lua_pushnil(L);
  else
    push_value(L, rng);
  lua_rawset(L, -3);
}

/* Tables grow and shrink, Lua guesses their length, and keys that have been
 * removed are collected. */
static bool know_many(lua_State *L, const ProbeMemory *m) {
  enum { TABLES = 6, CHANGES = 48 };
  Rng rng;
  rng_seed(&rng, 1, 0);
  bool good = true;
  for (int i = 0; good && i < TABLES; i++) {
    lua_createtable(L, 4 * i, i % 2 * 8);
    for (int k = 0; good && k < CHANGES; k++) {
      change(L, &rng);
      if (k % 4 == 3)
        lua_rawlen(L, -1);
      if (k % 16 == 15)
        lua_gc(L, LUA_GCCOLLECT);
      good = is_as_expected(L, m);
    }
    lua_pop(L, 1);
  }
  return good;
}

/* The size of an array when Lua has put the length in its place. */
static bool knows_hint(lua_State *L, const ProbeMemory *m) {
  enum { SIZE = 16, LENGTH = 11 };
  lua_createtable(L, SIZE, 0);
  for (int i = 1; i <= LENGTH; i++) {
    lua_pushinteger(L, i);
    lua_rawseti(L, -2, i);
  }
  const RawTable *t = raw_table(L, -1);
  bool good = is_as_expected(L, m) && t->array_limit == SIZE &&
              lua_rawlen(L, -1) == LENGTH && t->array_limit == LENGTH &&
              raw_array_size(t) == SIZE && is_as_expected(L, m);
  lua_pop(L, 1);
  return good;
}

static bool knows_strings(lua_State *L) {
  const void *address[4];
  for (int i = 0; i < 4; i++) {
    lua_pushlstring(L, i < 2 ? SHORT : LONG,
                    i < 2 ? sizeof SHORT - 1 : sizeof LONG);
    address[i] = lua_topointer(L, -1);
  }
  lua_pop(L, 4);
  return address[0] == address[1] && address[2] != address[3];
}

/* ---- finalizers ----------------------------------------------------------*/

static int do_nothing(lua_State *L) {
  (void)L;
  return 0;
}

/* Lets Lua look in the table on top of the stack, as a metatable, for all
 * events that it makes notes of. */
static void look_for_events(lua_State *L) {
  lua_newtable(L);
  lua_pushvalue(L, -2);
  lua_setmetatable(L, -2);
  lua_getfield(L, -1, SHORT);
  lua_setfield(L, -2, SHORT);
  lua_len(L, -1);
  lua_newtable(L);
  lua_compare(L, -1, -3, LUA_OPEQ);
  lua_pop(L, 3);
  lua_gc(L, LUA_GCCOLLECT);
}

/* Assigns a function or nil to a key of the table on top of the stack. */
static void assign(lua_State *L, const char *key, lua_CFunction function) {
  lua_pushstring(L, key);
  if (function)
    lua_pushcfunction(L, function);
  else
    lua_pushnil(L);
  lua_settable(L, -3);
}

/* Whether a metatable is noted as one without __gc until a key is added, in
 * both ways in which Lua adds one, also where it has removed one, and never as
 * one if it has __gc. */
static bool knows_notes(lua_State *L, const ProbeMemory *m) {
  static const char *const KEYS[] = {"__index", "__gc", "a", "b"};
  lua_newtable(L);
  const RawTable *t = raw_table(L, -1);
  bool good = has_parts(L, m, lua_gettop(L)) && raw_has_no_finalizer(t);
  for (int i = 0; good && i < 8; i++) {
    bool has_gc = i / 2 == 1;
    lua_pushstring(L, KEYS[i / 2]);
    lua_pushcfunction(L, do_nothing);
    if (i % 2)
      lua_rawset(L, -3);
    else
      lua_settable(L, -3);
    good = !raw_has_no_finalizer(t);
    look_for_events(L);
    good = good && raw_has_no_finalizer(t) == !has_gc;
    assign(L, KEYS[i / 2], NULL);
    assign(L, KEYS[i / 2], do_nothing);
    good = good && !raw_has_no_finalizer(t);
    lua_pushstring(L, KEYS[i / 2]);
    lua_pushnil(L);
    lua_rawset(L, -3);
  }
  lua_pop(L, 1);
  return good;
}

/* ---- the answer ----------------------------------------------------------*/

/* Argument: the memory of the state. Returns whether the layout is known. */
static int look(lua_State *L) {
  const ProbeMemory *m = lua_touserdata(L, 1);
  lua_pushboolean(L, knows_hint(L, m) && know_many(L, m) && knows_strings(L) &&
                         knows_notes(L, m));
  return 1;
}

static bool is_known(void) {
  if (LUA_VERSION_NUM != 504 || sizeof(void *) != 8 ||
      sizeof(lua_Integer) != 8 || sizeof(lua_Number) != 8)
    return false;
  ProbeMemory memory;
  memset(&memory, 0, sizeof memory);
  lua_State *L = lua_newstate(probe_allocate, &memory);
  if (!L)
    return false;
  lua_pushcfunction(L, look);
  lua_pushlightuserdata(L, &memory);
  bool known = lua_pcall(L, 1, 1, 0) == LUA_OK && lua_toboolean(L, -1);
  lua_close(L);
  return known;
}

/* Threads that ask at the same time all look, and find the same; so nobody
 * waits, not even a child that was forked meanwhile. */
enum { NOT_ASKED, KNOWN, UNKNOWN };
static atomic_int answer = NOT_ASKED;

bool raw_table_is_known(void) {
  int known = atomic_load(&answer);
  if (known == NOT_ASKED) {
    known = is_known() ? KNOWN : UNKNOWN;
    atomic_store(&answer, known);
  }
  return known == KNOWN;
}

void raw_table_set_known(bool known) {
  atomic_store(&answer, known ? KNOWN : UNKNOWN);
}
