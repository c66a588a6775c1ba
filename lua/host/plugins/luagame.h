/* Games with Lua rules: complete games, and variants of other games.
 *
 * Behind core's Game interface they are like any other game. A state consists
 * of a LuaStateHead, the state of the base game (in a variant), and the fields
 * that the file declares. */
#ifndef BOARDLAB_LUA_HOST_PLUGINS_LUAGAME_H
#define BOARDLAB_LUA_HOST_PLUGINS_LUAGAME_H

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

#endif
