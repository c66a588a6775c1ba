/* Values of positions (core/game/eval.h) between C and Lua. */
#ifndef BOARDLAB_LUA_HOST_API_LAB_EVAL_H
#define BOARDLAB_LUA_HOST_API_LAB_EVAL_H

#include "lua/host/api/lab_object.h"

/* Reads the value that a Lua function returned for a position in which `seat`
 * is to move: its winning chance, or a list with the chance of each seat. The
 * result is by side and sums to 1 if there are several sides. Returns false if
 * it is neither. */
bool lab_read_value(lua_State *L, int index, const GameObject *object, int seat,
                    double value[]);

/* Writes what is wrong with such a value. */
void lab_explain_value(lua_State *L, int index, const Game *game, char *text,
                       size_t size);

/* Pushes the values of all sides as a list by seat. */
void lab_push_value(lua_State *L, const GameObject *object,
                    const double value[]);

#endif
