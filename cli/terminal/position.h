/* Opening the position that a command line names, by a game's spec with --set
 * and --play or by the file of a saved game; and the ending of a game that was
 * resigned or forfeited. */
#ifndef BOARDLAB_CLI_TERMINAL_POSITION_H
#define BOARDLAB_CLI_TERMINAL_POSITION_H

#include "core/game/gamefile.h"

/* Owns its game and state; free with position_close. */
typedef struct Position {
  Game *game;
  State *state;
} Position;

/* Opens a game and a position of it: its start, edited by `settings`, after the
 * moves in `line`; both may be NULL. `rng` chooses a random start; with NULL
 * that is always the same one. */
bool position_open(Position *position, const char *spec, const char *settings,
                   const char *line, Rng *rng, Error *error);
void position_close(Position *position);

/* Opens the last position of a saved game, after the further moves in `line`,
 * which may be NULL. `ending` receives the text of ending_write. A game that
 * was resigned or forfeited cannot be continued: that is an error if there is a
 * `line`, or if the caller wants to play `more` moves. */
enum { ENDING_TEXT = 128 };
bool position_load(Position *position, const char *path, const char *line,
                   bool more, char ending[ENDING_TEXT], Error *error);

/* Fails with the error that the rules of a Lua file raised, if they did. */
bool game_check(const Game *game, Error *error);

/* Writes a line such as "seat 1 resigned: seat 2 wins"; "" if nobody resigned
 * or forfeited. */
void ending_write(const GameFile *file, char text[ENDING_TEXT]);

/* Fails with a message if the saved game was resigned or forfeited. */
bool ending_is_open(const GameFile *file, const char *path, Error *error);

#endif
