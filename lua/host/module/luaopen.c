/* What require "boardlab" calls in a plain lua5.4: the one name that the module
 * shows to the program that loads it. */
#include "lua/host/host.h"
#include <lua.h>

__attribute__((visibility("default"))) int luaopen_boardlab(lua_State *L);

int luaopen_boardlab(lua_State *L) {
  return host_open_module(L);
}
