/* Random number generators as Lua objects. */
#ifndef BOARDLAB_LUA_HOST_API_LAB_RNG_H
#define BOARDLAB_LUA_HOST_API_LAB_RNG_H

#include "core/base/rng.h"
#include <lua.h>
#include <stdbool.h>

typedef struct RngObject {
  const void *tag;
  Rng *rng; /* NULL: random numbers are not allowed now */
  Rng own;
} RngObject;

/* Pushes a generator that uses a borrowed stream. The caller may set another
 * one, or NULL, later. */
RngObject *lab_push_rng(lua_State *L, Rng *rng);

/* Returns the generator at an index. If there is none, returns the stream of
 * the game that a plugin is playing, or the script's own stream. */
Rng *lab_opt_rng(lua_State *L, int index);

/* Returns whether there is a generator at an index. */
bool lab_is_rng(lua_State *L, int index);

#endif
