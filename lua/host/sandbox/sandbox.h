/* The sandbox: what a plugin's code can reach.
 *
 * An allow-list of Lua's library, in read-only tables. Functions that can run
 * long without executing Lua instructions are charged or capped. Functions
 * whose results differ between processes (pairs, tostring, math.random) are
 * replaced by deterministic ones. There is no io, os, debug or package, no
 * bytecode, and there are no finalizers, weak tables or to-be-closed variables.
 * `require` loads text files from the plugin's folder and from the library. */
#ifndef BOARDLAB_LUA_HOST_SANDBOX_SANDBOX_H
#define BOARDLAB_LUA_HOST_SANDBOX_SANDBOX_H

#include "lua/host/sandbox/plugin.h"
#include <lauxlib.h>

/* Installs the library in a new plugin's state. `open_module` pushes the result
 * of require "boardlab". May raise. */
void sandbox_open(lua_State *L, lua_CFunction open_module);

/* Gives the chunk on top of the stack fresh globals and modules, as if the
 * plugin had just been loaded. May raise. */
void sandbox_renew(lua_State *L);

/* Opens the library in a new plugin's state and loads the plugin's file. Leaves
 * its chunk on the stack. */
bool sandbox_start(Plugin *plugin, lua_CFunction open_module, Error *error);

/* Takes a snapshot of what the functions at these indices can reach: their
 * upvalues, globals, modules. Returns false if some of that cannot be compared,
 * see snapshot.c. May raise. */
bool sandbox_remember(lua_State *L, int first, int last);

/* Makes sure that the Lua state cannot be told from one in which only the file
 * has run: gives everything in the snapshot its value again. Returns false if
 * that is not possible, or if there is much garbage, which would reduce the
 * memory that is left. Clears what earlier calls have left on the unused
 * part of the stack, because a bug of the interpreter may show it. */
bool sandbox_make_as_new(Plugin *plugin);

/* Push the names of the events that Lua calls __close and __call. In the state
 * of a plugin they are strings that the plugin cannot form. */
void sandbox_push_close_event(lua_State *L);
void sandbox_push_call_event(lua_State *L);

/* Replaces the table on top of the stack by a read-only proxy. `name` is its
 * name in error messages. May raise. */
void sandbox_freeze(lua_State *L, const char *name);

/* Returns whether the value at an index is such a proxy; if so, pushes the
 * table behind it. */
bool sandbox_push_frozen(lua_State *L, int index);

/* Makes the table on top of the stack refuse new keys, and call `index` for
 * keys that it does not have. Assignments to its elements work, and last until
 * the plugin is made as new: reading it is as fast as reading any table. */
void sandbox_seal(lua_State *L, const char *name, lua_CFunction index);

/* Returns whether the value at an index is such a table. */
bool sandbox_is_sealed(lua_State *L, int index);

/* ---- random numbers ------------------------------------------------------*/

/* Returns rng. Raises an error if it is NULL, which means that random numbers
 * are not allowed now. */
Rng *random_check(lua_State *L, Rng *rng);

/* Returns a uniformly distributed integer from 0 to `max`. */
uint64_t random_up_to(Rng *rng, uint64_t max);

/* Pushes the result of math.random for the arguments from index `first` on. */
int random_push(lua_State *L, Rng *rng, int first);

#endif
