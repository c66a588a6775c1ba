/* Tables as Lua keeps them in memory.
 *
 * Through Lua's functions it takes a hundred instructions to find a key of a
 * table or to compare an element; here, a few. The layout is no part of Lua's
 * interface. This is why reading it is safe nevertheless:
 *
 * - Nothing is written. All of this is const, and Lua does not notice it.
 * - Only tables are read: their header, their array and their nodes, at
 *   addresses and in sizes that Lua keeps in the header. What values and keys
 *   lead to is never read.
 * - Which release of Lua is used is known only when the program runs. So
 *   raw_table_is_known compares this layout with what Lua says about tables
 *   that it creates for that purpose and changes hundreds of times, and says no
 *   at the first difference. That reads nothing but memory which it has given
 * to Lua, so even an entirely different layout does no harm.
 * - If it says no, the callers do the same through Lua's functions. This is
 *   slower, but nothing that a plugin can observe differs, its work included.
 * - No pointer into a table is kept while a plugin runs. A new key may move the
 *   array and the nodes; garbage collection moves neither.
 *
 * It says yes for Lua 5.4.4 to 5.4.8 on machines with 64 bits. The first
 * releases of 5.4 have IS_HINT (below) in the byte `marked`, and 5.5 has
 * another array.
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

/* The kinds of values. The low four bits are the type; 0 is that of nil, which
 * is also the value of an unused slot or node, whatever its key. Short strings
 * with equal bytes are the same object; long ones need not be. */
enum {
  RAW_TYPE = 15,
  RAW_OBJECT = 1 << 6, /* collected as garbage */
  RAW_INTEGER = LUA_TNUMBER,
  RAW_FLOAT = LUA_TNUMBER | 1 << 4,
  RAW_SHORT_STRING = LUA_TSTRING | RAW_OBJECT,
  RAW_LONG_STRING = LUA_TSTRING | 1 << 4 | RAW_OBJECT
};

/* Lua writes these as other types than they are read as here. */
#define RAW_LAYOUT __attribute__((may_alias))

/* Values and keys are the bits of a number, or the address of an object; a
 * boolean is all in its kind. */
typedef struct RAW_LAYOUT RawValue {
  uint64_t value;
  uint8_t kind; /* the bytes after it mean nothing */
} RawValue;

typedef struct RAW_LAYOUT RawNode {
  uint64_t value;
  uint8_t kind, key_kind;
  int32_t next;
  uint64_t key;
} RawNode;

typedef struct RAW_LAYOUT RawTable {
  const void *next_object;
  uint8_t kind, marked, flags, log_nodes;
  uint32_t array_limit;
  const RawValue *array;
  const RawNode *node;
  const void *last_free; /* NULL: no nodes, and `node` is not the table's */
  const void *metatable;
  const void *next_gray;
} RawTable;

/* Returns whether tables have this layout; only then may anything below be
 * used. Looks once in a process; for any thread, and after a fork. */
bool raw_table_is_known(void);

/* For tests: lets raw_table_is_known answer this from now on. */
void raw_table_set_known(bool known);

static inline const RawTable *raw_table(lua_State *L, int index) {
  return lua_topointer(L, index);
}

/* Lua may keep a hint for the operator # in the place of the size; the size is
 * then the next power of two. */
static inline size_t raw_array_size(const RawTable *t) {
  enum { IS_HINT = 1 << 7 };
  uint32_t limit = t->array_limit;
  if (!(t->flags & IS_HINT) || (limit & (limit - 1)) == 0)
    return limit;
  return (size_t)1 << (32 - __builtin_clz(limit));
}

static inline size_t raw_nodes(const RawTable *t) {
  return t->last_free ? (size_t)1 << t->log_nodes : 0;
}

static inline bool raw_is_used(uint8_t kind) {
  return (kind & RAW_TYPE) != LUA_TNIL;
}

static inline bool raw_boolean(uint8_t kind) {
  return kind >> 4 & 1;
}

static inline bool raw_is_integer(const RawValue *value, lua_Integer integer) {
  return value->kind == RAW_INTEGER && value->value == (uint64_t)integer;
}

/* Returns the elements 1 to `count` of a table, valid until something is
 * assigned to a new key of it; NULL if they are not all in its array. */
static inline const RawValue *raw_elements(const RawTable *t, int count) {
  return count >= 0 && raw_array_size(t) >= (size_t)count ? t->array : NULL;
}

/* Returns whether a table has no keys but 1 to `count`, and no metatable. A
 * table of which that is true may still have room for others. */
static inline bool raw_is_list(const RawTable *t, int count) {
  return raw_array_size(t) == (size_t)count && !t->last_free && !t->metatable;
}

/* Returns whether a table has been a metatable since a key was last added to
 * it, or has never had one: Lua notes in it that it has looked for __gc and
 * found none, and erases the note when a key is added, unless lua_rawseti adds
 * it (plugin_keys_added). */
static inline bool raw_has_no_finalizer(const RawTable *t) {
  enum { NO_GC = 1 << 2 };
  return t->flags & NO_GC;
}

#endif
