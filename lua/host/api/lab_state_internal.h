/* Shared by the files of positions as Lua objects. */
#ifndef BOARDLAB_LUA_HOST_API_LAB_STATE_INTERNAL_H
#define BOARDLAB_LUA_HOST_API_LAB_STATE_INTERNAL_H

#include "lua/host/api/lab_array.h"
#include "lua/host/api/lab_state.h"

/* Returns the cost of reading or writing all bytes of a position. */
static inline int64_t lab_bytes_cost(const StateObject *s) {
  return (int64_t)(s->game->state_size / 64);
}

/* The methods that create no positions, for luaL_setfuncs. */
extern const luaL_Reg lab_state_methods[];

/* The methods `play` and `draw`. */
int lab_state_play(lua_State *L);
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

/* Ends a method that has changed the position at index 1, and returns that:
 * charges `cost`, and shows in its tables what has changed. */
int lab_return_self(lua_State *L, StateObject *s, int64_t cost);

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

#endif
