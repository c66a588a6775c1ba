/* Games whose rules are Lua: whole ones, and variants of other games.
 *
 * To everything above the game interface they are games like any other. A state
 * begins with a Head; behind it come, in a variant, the bytes of the base
 * game's state, and then the fields that the file declares. */
#ifndef BOARDLAB_LUAGAME_H
#define BOARDLAB_LUAGAME_H

#include "game.h"
#include "plugin.h"

/* Opens the game that the marked table on top of the plugin's stack defines,
 * and pops it. `name` is how the spec wrote the file. The game becomes a user
 * of the plugin. */
Game *luagame_open(Plugin *plugin, const char *name, const char *options,
                   Error *error);

/* A seat as the game at the bottom of a pile of variants knows it, and back:
 * they differ where players have swapped sides. */
int luagame_seat_inside(const Game *game, const State *state, int seat);
int luagame_seat_outside(const Game *game, const State *state, int seat);

/* For hooks: exchanges who plays two seats of the base game. */
bool luagame_swap(const Game *game, State *state, int a, int b);

/* The work that the rules of a game have done so far, all layers together. What
 * a plugin lets other rules do is charged to it. */
int64_t luagame_work(const Game *game);

/* The plugin behind a game, or NULL if there is none. */
const Plugin *luagame_plugin(const Game *game);

#endif
