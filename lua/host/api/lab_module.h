/* The module `boardlab`: the same in plugins, in scripts of `boardlab run` and
 * in a plain lua5.4. */
#ifndef BOARDLAB_LUA_HOST_API_LAB_MODULE_H
#define BOARDLAB_LUA_HOST_API_LAB_MODULE_H

#include <lua.h>

/* Pushes the table of the module. In a plugin it is read-only and has no
 * functions that are for scripts only. */
int lab_push_module(lua_State *L);

#endif
