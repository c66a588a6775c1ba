/* Random numbers as math.random returns them, from an Rng. */
#ifndef BOARDLAB_LUA_HOST_SANDBOX_RANDOM_H
#define BOARDLAB_LUA_HOST_SANDBOX_RANDOM_H

#include "core/base/rng.h"
#include <lua.h>

/* Returns rng. Raises an error if it is NULL, which means that random numbers
 * are not allowed now. */
Rng *random_check(lua_State *L, Rng *rng);

/* Returns a uniformly distributed integer from 0 to `max`. */
uint64_t random_up_to(Rng *rng, uint64_t max);

/* Pushes the result of math.random for the arguments from index `first` on. */
int random_push(lua_State *L, Rng *rng, int first);

#endif
