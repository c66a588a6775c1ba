/* Symmetries that a rule file declares for the grids among its fields: a
 * symmetry is applied to all grids of a position at once, and whatever else the
 * position consists of stays as it is. Two positions that differ by a declared
 * symmetry are equivalent (see Rules.key). */
#ifndef BOARDLAB_CORE_GAME_SYMMETRY_H
#define BOARDLAB_CORE_GAME_SYMMETRY_H

#include "core/game/game.h"

/* The number of symmetries, apart from the identity, that all grids of a game
 * and its base games declare; 0 if a variant does not say that it keeps them.
 * Returns -1 if grids declare different ones, or several grids maps of their
 * cells, which need not fit together. */
int game_symmetries(const Game *game);

/* Rules.key for a game whose fields declare symmetries: the smallest of the
 * images of the position under them. The key has state_size bytes. */
void symmetry_key(const Game *game, const State *state, void *key);

/* Gives a game its key if its fields declare symmetries. */
void symmetry_set_key(Game *game, Rules *rules);

/* Of a game with such a key: the number of its symmetries apart from the
 * identity, and the name of each; writes the image of a position. */
int symmetry_count(const Game *game);
const char *symmetry_name(const Game *game, int index);
void symmetry_apply(const Game *game, const State *state, int index,
                    void *image);

#endif
