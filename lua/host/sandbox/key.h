/* Keys of tables, and their order: numbers first, then strings, then booleans.
 * No other type has an order that is the same in every process. */
#ifndef BOARDLAB_LUA_HOST_SANDBOX_KEY_H
#define BOARDLAB_LUA_HOST_SANDBOX_KEY_H

#include <lua.h>
#include <stdbool.h>

typedef struct Key {
  int type;
  lua_Integer integer; /* of an integer or a boolean */
  lua_Number number;   /* of a float */
  bool is_float;
  const char *text;
  size_t length;
  int at; /* index in the list of keys */
} Key;

/* Reads the key at an index, which owns its text. Raises an error if it has no
 * order. */
Key key_read(lua_State *L, int index);

/* Compares two keys, for qsort. */
int key_compare(const void *x, const void *y);

#endif
