/* Array fields of positions as plain Lua tables.
 *
 * The numbers of an array field are bytes of the state. Lua code gets them as a
 * table, which it reads and writes at full speed, and which is compared with
 * the bytes at the borders:
 *
 *   lab_push_array      when the code asks for the table
 *   lab_store_arrays    before a method of the position sees the bytes
 *   lab_refresh_arrays  after a method has changed them
 *   lab_close_arrays    when a call ends that used a view
 *   lab_open_arrays     when the next one begins, for tables that are shown
 *
 * A position has one table for each array field, made when it is first asked
 * for. Nothing that is done to a table reaches a position other than by these
 * functions, and a table in which they find anything but the numbers of the
 * field (a metatable, further keys) is replaced by a new one. */
#ifndef BOARDLAB_LUA_HOST_API_LAB_ARRAY_H
#define BOARDLAB_LUA_HOST_API_LAB_ARRAY_H

#include "lua/host/api/lab_state.h"

/* The fields of a kind of positions, of all layers: the upvalue of their
 * metamethods. */
typedef struct FieldSlot {
  const Field *field;
  size_t offset; /* in the full state */
} FieldSlot;

typedef struct FieldMap {
  int count;
  FieldSlot slot[];
} FieldMap;

static inline int32_t *lab_numbers(const StateObject *s, size_t offset) {
  return (int32_t *)((char *)s->full_state + offset);
}

/* Pushes the user value of the position at index 1 that keeps the tables and
 * grids of its fields: they are its own user values, from 1 on. May raise. */
void lab_push_tables(lua_State *L, StateObject *s, const FieldMap *map);

/* Pushes the table of an array field of the position at index 1. May raise. */
void lab_push_array(lua_State *L, StateObject *s, const FieldMap *map,
                    int index);

/* Takes over what Lua code has changed in the tables of the position at an
 * index. Raises if that is not allowed, or not numbers. */
void lab_store_arrays(lua_State *L, int index, StateObject *s);

/* Shows in the tables what has changed in the state. May raise. */
void lab_refresh_arrays(lua_State *L, int index, StateObject *s);

#endif
