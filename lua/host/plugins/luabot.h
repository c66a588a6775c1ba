/* Bots written in Lua, behind core's interface.
 *
 * The file is run afresh for every game, so that nothing leaks from one to the
 * next. Running it can be skipped where that makes no difference: where what it
 * returned can reach nothing that changes. */
#ifndef BOARDLAB_LUA_HOST_PLUGINS_LUABOT_H
#define BOARDLAB_LUA_HOST_PLUGINS_LUABOT_H

#include "core/game/bot.h"
#include "lua/host/sandbox/plugin.h"

/* Opens the bot whose chunk is on top of the plugin's stack, and pops it.
 * `name` is how the spec wrote the file. The plugin is the bot's from here on.
 */
Bot *luabot_open(Plugin *plugin, const char *name, const char *options,
                 const Game *game, Error *error);

/* The plugin behind a bot, or NULL if there is none. */
const Plugin *luabot_plugin(const Bot *bot);

#endif
