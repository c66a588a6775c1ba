/* Lua states whose strings have the same hash in every process.
 *
 * Lua mixes the clock and addresses into the seed of its string hash, so that
 * strings collide at other places in each process. A plugin can observe that:
 * whether Lua keeps an integer key in the array of a table or in a node depends
 * on when the nodes are full, hence on collisions, and the length of a list
 * with holes depends on where the array ends.
 *
 * Lua has no function that sets the seed. It lies in the first block that
 * lua_newstate allocates, and is complete when Lua asks for the second block,
 * before there are strings; so the allocator replaces it at that moment. Which
 * release of Lua is used is known only when the program runs, so where the seed
 * lies is found out once in a process: at the one place whose value explains
 * the hashes of strings that Lua has made. Then a state is made with the new
 * seed, and its strings must have the hashes that follow from it. If any of
 * that fails, states keep the seed that Lua gives them.
 *
 * The place is found in Lua 5.4.0 to 5.4.8. */
#ifndef BOARDLAB_LUA_HOST_SANDBOX_HASH_SEED_H
#define BOARDLAB_LUA_HOST_SANDBOX_HASH_SEED_H

#include <lua.h>
#include <stdbool.h>

/* lua_newstate, with the fixed seed if that is possible, or with another fixed
 * seed. */
lua_State *hash_seed_new_state(lua_Alloc allocate, void *context, bool other);

#endif
