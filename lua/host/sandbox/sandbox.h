/* The sandbox: what a plugin can reach.
 *
 * An allow-list of Lua's library, in tables that cannot be changed; functions
 * that could run long without an instruction of Lua are charged or capped, and
 * those that differ between processes (pairs, tostring, math.random) have the
 * same answers everywhere. No io, os, debug or package, no bytecode, no
 * finalizers or weak tables. `require` finds text files beside the plugin's
 * own and in the library. */
#ifndef BOARDLAB_LUA_HOST_SANDBOX_SANDBOX_H
#define BOARDLAB_LUA_HOST_SANDBOX_SANDBOX_H

#include "lua/host/sandbox/plugin.h"
#include <lauxlib.h>

/* Fills a new plugin's state: the library, and what `require "boardlab"` opens.
 * May raise. */
void sandbox_open(lua_State *L, lua_CFunction open_module);

/* Fresh globals and modules for the chunk on top of the stack, as if the
 * plugin had just been loaded. May raise. */
void sandbox_renew(lua_State *L);

/* Remembers the metatable at an index, if it is one. A field __mode that comes
 * later would make weak tables, whose contents depend on when garbage is
 * collected: it is found when the call ends. */
void sandbox_note_metatable(lua_State *L, int index);

/* Whether globals or modules have been made since. */
bool sandbox_touched(lua_State *L);

/* Replaces the table on top of the stack by one that reads the same and cannot
 * be changed. `name` is what messages call it. May raise. */
void sandbox_freeze(lua_State *L, const char *name);

/* Whether that is such a table; its contents are then pushed. */
bool sandbox_push_frozen(lua_State *L, int index);

/* For those that stand in for a function of Lua's: calls it, which is their
 * upvalue, with all arguments; and tostring as plugins see it. */
int sandbox_pass_on(lua_State *L);
int sandbox_to_string(lua_State *L);

/* The replacements of library functions, as lists for luaL_setfuncs. */
extern const luaL_Reg sandbox_base[], sandbox_string[], sandbox_table[],
    sandbox_math[], sandbox_utf8[], sandbox_coroutine[];

#endif
