/* Opening the position that a command line names, by a game's spec with --set
 * and --play or by a saved game. */
#ifndef BOARDLAB_CLI_SESSION_POSITION_H
#define BOARDLAB_CLI_SESSION_POSITION_H

#include "cli/session/saved.h"

/* Owns its game and states; free with position_close. */
typedef struct Position {
  Game *game;
  State *state;
  State *before; /* one move earlier, or NULL */
} Position;

/* Opens a game and a position of it: its start, edited by `settings`, after the
 * moves in `line`; both may be NULL. `rng` chooses a random start; with NULL
 * that is always the same one. */
bool position_open(Position *position, const char *spec, const char *settings,
                   const char *line, Rng *rng, Error *error);
void position_close(Position *position);

/* Opens the position of a saved game after `ply` moves, then plays the further
 * moves in `line`, which may be NULL. Takes the game out of the saved one. */
bool position_load(Position *position, Saved *saved, int ply, const char *line,
                   Error *error);

/* Fails with the error that the rules of a Lua file raised, if they did. */
bool game_check(const Game *game, Error *error);

#endif
