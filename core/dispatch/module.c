/* The Lua module chooses its copy of the code: see dispatch.h. */
#include "core/dispatch/dispatch.h"

struct lua_State;

int host_open_module_v3(struct lua_State *L);
int __real_host_open_module(struct lua_State *L);
int __wrap_host_open_module(struct lua_State *L);

int __wrap_host_open_module(struct lua_State *L) {
  return dispatch_has_v3() ? host_open_module_v3(L)
                           : __real_host_open_module(L);
}
