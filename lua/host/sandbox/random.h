/* Drawing from a stream as math.random does. */
#ifndef BOARDLAB_LUA_HOST_SANDBOX_RANDOM_H
#define BOARDLAB_LUA_HOST_SANDBOX_RANDOM_H

#include "core/base/rng.h"
#include <lua.h>

/* Returns rng; raises if it is NULL, which means that nothing may be drawn now.
 */
Rng *random_check(lua_State *L, Rng *rng);

/* Uniform in 0 … span, also where that is more than 32 bits. */
uint64_t random_up_to(Rng *rng, uint64_t span);

/* Pushes what math.random returns, with the arguments from `first` on. */
int random_push(lua_State *L, Rng *rng, int first);

#endif
