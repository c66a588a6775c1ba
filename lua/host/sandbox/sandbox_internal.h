/* Shared by the files of the sandbox: the replacements of library functions.
 *
 *   sandbox.c         the allow-list, modules
 *   sandbox_calls.c   pcall, xpcall and coroutines
 *   sandbox_order.c   pairs and next
 *   sandbox_data.c    strings, utf8 and tables
 *   sandbox_lib.c     the other functions
 *   sandbox_tables.c  read-only tables, metatables */
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
int sandbox_pairs(lua_State *L);
int sandbox_next(lua_State *L);

/* Calls the original, with all arguments. */
int sandbox_call_original(lua_State *L);

/* tostring as plugins see it. */
int sandbox_to_string(lua_State *L);

/* Remembers the table at an index, if it is one, as a metatable. If it later
 * gets a field __mode, it creates weak tables, whose contents depend on garbage
 * collection; plugin_call detects that when the call ends. */
void sandbox_note_metatable(lua_State *L, int index);

/* Empty the list of metatables; return whether one of them has a __mode. */
void sandbox_forget_metatables(lua_State *L);
bool sandbox_has_weak_tables(lua_State *L);

#endif
