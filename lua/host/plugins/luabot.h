/* Bots written in Lua, behind core's Bot interface.
 *
 * The file is run again for every game, so that nothing carries over from one
 * game to the next. This is skipped where it makes no difference: where
 * `choose` can reach nothing that changes. */
#ifndef BOARDLAB_LUA_HOST_PLUGINS_LUABOT_H
#define BOARDLAB_LUA_HOST_PLUGINS_LUABOT_H

#include "core/game/bot.h"
#include "lua/host/sandbox/plugin.h"

/* Opens the bot whose chunk is on top of the plugin's stack, and pops it.
 * `name` is the file name as in the spec. Takes over the caller's use of the
 * plugin, also on failure. */
Bot *luabot_open(Plugin *plugin, const char *name, const char *options,
                 const Game *game, Error *error);

/* Returns the plugin of a bot, or NULL if it is not written in Lua. */
const Plugin *luabot_plugin(const Bot *bot);

#endif
