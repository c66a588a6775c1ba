/* Shared by the files of the host. */
#ifndef BOARDLAB_LUA_HOST_HOST_INTERNAL_H
#define BOARDLAB_LUA_HOST_HOST_INTERNAL_H

#include <lua.h>

/* Opens the module: require "boardlab" calls it in scripts and in a plain
 * lua5.4. Starts the host unless the command has done so. */
int host_open_module(lua_State *L);

#endif
