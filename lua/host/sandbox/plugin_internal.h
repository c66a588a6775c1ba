/* Shared by the files of plugins.
 *
 *   plugin.c         calls and life cycle
 *   plugin_stop.c    limits on work and time, attempts
 *   plugin_memory.c  the allocator and the limit on memory
 *   plugin_trace.c   tracebacks */
#ifndef BOARDLAB_LUA_HOST_SANDBOX_PLUGIN_INTERNAL_H
#define BOARDLAB_LUA_HOST_SANDBOX_PLUGIN_INTERNAL_H

#include "core/isolation/attempt.h"
#include "lua/host/sandbox/plugin.h"

enum { STOP_TEXT = 128 }; /* bytes for the reason of a stop */

/* Every call into a plugin uses these variables. The initial-exec model avoids
 * a function call to find them, also in the shared module. */
#define CHEAP_TLS __attribute__((tls_model("initial-exec")))

/* The account of the innermost plugin that is being called. */
extern _Thread_local Account *plugin_current CHEAP_TLS;

/* ---- plugin_memory.c -----------------------------------------------------*/

/* The allocator of a plugin's Lua state; the context is the plugin. */
void *plugin_allocate(void *context, void *block, size_t old, size_t size);

/* Returns why an allocation failed. */
Stop plugin_memory_stop(const Account *account);

/* ---- plugin_trace.c ------------------------------------------------------*/

/* Writes the functions that are running to plugin->trace. Called by message
 * handlers: calls no Lua code and allocates nothing. */
void plugin_write_trace(lua_State *L, Plugin *plugin);

/* ---- plugin_stop.c -------------------------------------------------------*/

/* Writes why the call was stopped. */
void plugin_write_stop(const Account *account, char text[STOP_TEXT]);

/* Returns whether the call has taken far longer than its budget should. */
bool plugin_is_late(Account *account);

/* Begins counting the instructions of a call from outside, unless the game is
 * an attempt. */
void plugin_count(Plugin *plugin);

/* Stops a plugin that has exceeded a limit; called at every instruction of one
 * that is profiled. */
void plugin_check_count(lua_State *L, Plugin *plugin);

/* The budget of a call from outside. */
int64_t plugin_budget(const Account *account);

/* Begins to watch the outermost call in an attempt; or the next of several
 * that are made in one. */
void plugin_begin_watch(void);
void plugin_watch_next(lua_State *L);

#endif
