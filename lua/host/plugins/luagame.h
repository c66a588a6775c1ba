/* Games whose rules are Lua: whole ones, and variants of other games.
 *
 * To everything above the game interface they are games like any other. A state
 * begins with a Head; behind it come, in a variant, the bytes of the base
 * game's state, and then the fields that the file declares. */
#ifndef BOARDLAB_LUA_HOST_PLUGINS_LUAGAME_H
#define BOARDLAB_LUA_HOST_PLUGINS_LUAGAME_H

#include "core/game/game.h"
#include "lua/host/sandbox/plugin.h"

/* Opens the game that the marked table on top of the plugin's stack defines,
 * and pops it. `name` is how the spec wrote the file. The game becomes a user
 * of the plugin. */
Game *luagame_open(Plugin *plugin, const char *name, const char *options,
                   Error *error);

#endif
