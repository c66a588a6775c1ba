/* Shared by the files of positions as Lua objects. */
#ifndef BOARDLAB_LUA_HOST_API_LAB_STATE_INTERNAL_H
#define BOARDLAB_LUA_HOST_API_LAB_STATE_INTERNAL_H

#include "core/game/accessor.h"
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

/* Adds a method for each accessor to the table on top of the stack. */
void lab_add_accessors(lua_State *L, const Accessor *accessors);

/* __index (with the table of methods as its upvalue) and __newindex of
 * positions with fields. */
int lab_get_field(lua_State *L);
int lab_set_field(lua_State *L);

#endif
