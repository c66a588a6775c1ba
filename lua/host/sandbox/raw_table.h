/* Tables as Lua keeps them in memory.
 *
 * Through Lua's functions it takes a hundred instructions to find each key of a
 * table; here, a few. Nothing is written. The layout is that of Lua 5.4 on
 * machines with 64 bits. It is no part of Lua's interface, and which release is
 * used is known only when the program runs, so raw_table_check compares it with
 * what Lua says about tables that it creates. If that differs, the callers do
 * without.
 *
 * A table has an array, of the values for keys from 1 on, and nodes, each a
 * value with its key. Which of the two an integer key is in depends on how the
 * table came about and on the hash of other keys, so nothing that a plugin can
 * observe may depend on that. */
#ifndef BOARDLAB_LUA_HOST_SANDBOX_RAW_TABLE_H
#define BOARDLAB_LUA_HOST_SANDBOX_RAW_TABLE_H

#include <lua.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The kinds of values, as in the field `kind`. The low four bits are the type;
 * 0 is that of nil, which is also the value of an unused slot or node. */
enum {
  RAW_TYPE = 15,
  RAW_INTEGER = LUA_TNUMBER,
  RAW_FLOAT = LUA_TNUMBER | 1 << 4,
  RAW_SHORT_STRING = LUA_TSTRING | 1 << 6
};

typedef struct RawSlot {
  uint64_t value;
  uint8_t kind;
} RawSlot;

typedef struct RawNode {
  uint64_t value;
  uint8_t kind, key_kind;
  int32_t next;
  uint64_t key; /* a number, or the address of an object */
} RawNode;

typedef struct RawTable {
  const void *next_object;
  uint8_t kind, marked, flags, log_nodes;
  uint32_t array_limit;
  const RawSlot *array;
  const RawNode *node;
  const void *last_free; /* NULL: no nodes, and `node` is not the table's */
  const void *metatable;
} RawTable;

/* Returns whether tables have this layout. Must be asked for every Lua state
 * before any of the functions below is used. May raise. */
bool raw_table_check(lua_State *L);

static inline const RawTable *raw_table(lua_State *L, int index) {
  return lua_topointer(L, index);
}

/* Lua may keep a hint for the operator # in the place of the size; the size is
 * then the next power of two. */
static inline uint32_t raw_array_size(const RawTable *t) {
  enum { IS_HINT = 1 << 7 };
  uint32_t limit = t->array_limit;
  if (!(t->flags & IS_HINT) || (limit & (limit - 1)) == 0)
    return limit;
  return UINT32_C(1) << (32 - __builtin_clz(limit));
}

static inline size_t raw_nodes(const RawTable *t) {
  return t->last_free ? (size_t)1 << t->log_nodes : 0;
}

static inline bool raw_is_used(uint8_t kind) {
  return (kind & RAW_TYPE) != LUA_TNIL;
}

/* Returns whether a table has been a metatable since a key was last added to
 * it, or has never had one: Lua notes in it that it has looked for __gc and
 * found none, and erases the note when a key is added. */
static inline bool raw_has_no_finalizer(const RawTable *t) {
  enum { NO_GC = 1 << 2 };
  return t->flags & NO_GC;
}

#endif
