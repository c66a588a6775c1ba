/* Shared by the files of the sandbox: the replacements of library functions.
 *
 *   sandbox.c         the allow-list, modules
 *   sandbox_calls.c   pcall, xpcall and coroutines
 *   order_walk.c      pairs and next, on top of order.h
 *   sandbox_data.c    strings, utf8 and tables
 *   sandbox_lib.c     the other functions
 *   sandbox_tables.c  read-only tables
 *   sandbox_events.c  hides __mode and __close, and tames __call
 *   snapshot.c        whether a plugin keeps values */
#ifndef BOARDLAB_LUA_HOST_SANDBOX_SANDBOX_INTERNAL_H
#define BOARDLAB_LUA_HOST_SANDBOX_SANDBOX_INTERNAL_H

#include "lua/host/sandbox/sandbox.h"

/* The replacements, as lists for luaL_setfuncs. Each function has the original
 * as its first upvalue. */
extern const luaL_Reg sandbox_base[], sandbox_string[], sandbox_table[],
    sandbox_math[], sandbox_utf8[], sandbox_coroutine[];

/* Replacements defined in other files than the list that contains them. */
int sandbox_pcall(lua_State *L);
int sandbox_xpcall(lua_State *L);

/* Adds pairs and next to the table on top of the stack. May raise. */
void sandbox_add_order(lua_State *L);

/* Makes pairs and next forget all tables that they were called with. */
void sandbox_forget_walks(const Plugin *plugin);

/* Pushes the table of the modules that have been loaded. */
void sandbox_push_modules(lua_State *L);

/* Calls the original, with all arguments. */
int sandbox_call_original(lua_State *L);

/* Gives an attempt up if a call or load has failed (status) because it was too
 * deep, which depends on the attempt. The error is on top of the stack. */
void sandbox_check_depth(lua_State *from, int status);

/* tostring as plugins see it. */
int sandbox_to_string(lua_State *L);

/* Makes __mode, __close and __call names without a meaning, in a new state. May
 * raise. */
void sandbox_hide_events(lua_State *L);

/* Makes the __call of a metatable, as it is now, the one that Lua calls. Raises
 * an error if it is not a function. */
void sandbox_take_call(lua_State *L, int metatable);

#endif
