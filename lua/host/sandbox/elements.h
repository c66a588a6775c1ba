/* Reading the elements of Lua tables without a call for each.
 *
 * Lua 5.4 keeps the elements 1 to `size` of a table in an array, and finds them
 * there by itself whatever is done to the table. The layout is not part of
 * its interface, but has been the same in all releases of 5.4. As it is the
 * release that is installed which counts, elements_are_known looks whether it
 * is that layout; otherwise nobody reads elements this way. Nobody ever writes
 * them this way. */
#ifndef BOARDLAB_LUA_HOST_SANDBOX_ELEMENTS_H
#define BOARDLAB_LUA_HOST_SANDBOX_ELEMENTS_H

#include <lua.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct Element {
  union {
    lua_Integer integer;
    lua_Number number;
    void *pointer;
  };
  uint8_t kind; /* of the value; the bytes after it mean nothing */
} Element;

enum { ELEMENT_INTEGER = LUA_TNUMBER };

/* The beginning of a table. */
typedef struct TableHead {
  void *next;
  uint8_t type, marks, flags, log_size;
  uint32_t size; /* of the array, or a smaller number */
  const Element *array;
} TableHead;

/* Returns whether tables of this Lua begin with a TableHead. */
bool elements_are_known(void);

/* Returns the elements 1 to `count` of the table at an index, valid until
 * something is assigned to a new key of it; NULL if they are not all in its
 * array. Only if elements_are_known. */
static inline const Element *elements_of(lua_State *L, int index, int count) {
  const TableHead *table = lua_topointer(L, index);
  return table->size >= (uint32_t)count ? table->array : NULL;
}

static inline bool element_is(const Element *element, lua_Integer integer) {
  return element->kind == ELEMENT_INTEGER && element->integer == integer;
}

#endif
