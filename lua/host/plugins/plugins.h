/* Games and bots from Lua files, behind core's interfaces Game and Bot.
 *
 * Games are complete ones, or variants of other games. A state consists of a
 * LuaStateHead, the state of the base game (in a variant), and the fields that
 * the file declares.
 *
 * The file of a bot is run again for every game, so that nothing carries over
 * from one game to the next. This is skipped where it makes no difference:
 * where `choose` can reach nothing that changes. */
#ifndef BOARDLAB_LUA_HOST_PLUGINS_PLUGINS_H
#define BOARDLAB_LUA_HOST_PLUGINS_PLUGINS_H

#include "core/game/bot.h"
#include "core/game/game.h"
#include "lua/host/sandbox/plugin.h"

/* Opens the game that the marked table on top of the plugin's stack defines,
 * and pops it. `name` is the file name as in the spec, or NULL for a base that
 * is defined in another game's file. The game becomes a user of the plugin. */
Game *luagame_open(Plugin *plugin, const char *name, const char *options,
                   Error *error);

/* From now on, in this process, an `allow` with `depends` is asked again
 * whenever its answer is known already, and `score` again when it has decided a
 * game: the rules break if the answer is another one. */
void luagame_compare_answers(void);

/* Opens the bot whose chunk is on top of the plugin's stack, and pops it.
 * `name` is the file name as in the spec. Takes over the caller's use of the
 * plugin, also on failure. */
Bot *luabot_open(Plugin *plugin, const char *name, const char *options,
                 const Game *game, Error *error);

/* Returns the plugin of a bot, or NULL if it is not written in Lua. */
const Plugin *luabot_plugin(const Bot *bot);

#endif
