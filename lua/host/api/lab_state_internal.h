/* Shared by the files of positions as Lua objects. */
#ifndef BOARDLAB_LUA_HOST_API_LAB_STATE_INTERNAL_H
#define BOARDLAB_LUA_HOST_API_LAB_STATE_INTERNAL_H

#include "lua/host/api/lab_state.h"

/* Returns the cost of reading or writing all bytes of a position. */
static inline int64_t lab_bytes_cost(const StateObject *s) {
  return (int64_t)(s->game->state_size / 64);
}

/* The methods, for luaL_setfuncs. */
extern const luaL_Reg lab_state_methods[];

/* The method `draw`. */
int lab_state_draw(lua_State *L);

/* The methods `describe`, `part` and `parts`. */
int lab_state_describe(lua_State *L);
int lab_state_part(lua_State *L);
int lab_state_parts(lua_State *L);

/* Returns the move at an index, for methods that do not play it: a pass is
 * always accepted. */
Move lab_check_move_or_pass(lua_State *L, const StateObject *s, int index);

/* Lists the legal moves in a list borrowed from the game and already returned,
 * so that an error raised later leaves nothing borrowed. The list is valid
 * until the game is used again. */
int lab_list_moves(const StateObject *s, Move **list);

/* Pushes the table for a list of `count` integers, which the caller fills in:
 * the table at an index, or a new one if there is nothing. A table with a
 * metatable is refused, as it may be read-only. Filling in allocates nothing.
 */
void lab_push_list(lua_State *L, const StateObject *s, int index, int count);

/* Adds a method for each accessor to the table on top of the stack. */
void lab_add_accessors(lua_State *L, const Accessor *accessors);

/* Returns the integer at an index as a number of the field `name`; raises if it
 * is not one. */
int32_t lab_check_number(lua_State *L, int index, const char *name);

/* Returns the position at an index, as lab_check_state does, but whatever its
 * tables contain. */
StateObject *lab_check_valid(lua_State *L, int index);
void lab_require_valid(lua_State *L, const StateObject *s);

/* Pushes a FieldMap of the game, and adds its fields to the table of methods
 * below it: their places in the map, by name. */
void lab_push_fields(lua_State *L, const Game *full_game);

/* __index and __newindex of positions with fields. Their upvalues are these
 * two. */
int lab_get_field(lua_State *L);

/* The same for a key that has not been found in the INDEX_SLOT of a position,
 * which is a third upvalue. */
int lab_get_other_field(lua_State *L);
int lab_set_field(lua_State *L);

/* ---- lab_array.c ---------------------------------------------------------*/

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
