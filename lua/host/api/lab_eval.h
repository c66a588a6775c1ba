/* Values of positions (core/game/eval.h) between C and Lua. */
#ifndef BOARDLAB_LUA_HOST_API_LAB_EVAL_H
#define BOARDLAB_LUA_HOST_API_LAB_EVAL_H

#include "lua/host/api/lab_object.h"

/* Reads what `evaluate` has returned, on top of the stack, for a position in
 * which `seat` is to move: its winning chance, or a list with the chance of
 * each of the seats that are played. The result is by side; it sums to 1 if
 * there are several sides and all seats are played. */
bool lab_read_value(lua_State *L, const GameObject *object, unsigned played,
                    int seat, double value[], Error *why);

/* Pushes the values of all sides as a list by seat. */
void lab_push_value(lua_State *L, const GameObject *object,
                    const double value[]);

#endif
