/* The compiled files of a plugin.
 *
 * A plugin that keeps values gets a new Lua state for each game, which loads
 * the same files again: they are compiled once and kept as bytecode. It never
 * leaves the process, and a plugin cannot load bytecode itself. */
#ifndef BOARDLAB_LUA_HOST_SANDBOX_CHUNKS_H
#define BOARDLAB_LUA_HOST_SANDBOX_CHUNKS_H

#include "lua/host/sandbox/plugin.h"

/* Does what file_load does for the plugin that L belongs to, and charges the
 * same, but reads each file only once. May raise when out of memory. */
bool chunks_load(lua_State *L, const char *path, Error *error);

/* Frees a list of chunks; NULL is allowed. */
void chunks_free(Chunk *chunks);

#endif
