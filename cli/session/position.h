/* Opening what a command line names: a position, by a game's spec with --set
 * and
 * --play, or a game that was saved, in a game file or in the folder of a run.
 */
#ifndef BOARDLAB_CLI_SESSION_POSITION_H
#define BOARDLAB_CLI_SESSION_POSITION_H

#include "core/game/gamefile.h"

enum { ENDING_TEXT = 160 };

typedef struct Saved {
  GameFile file;
  char ending[ENDING_TEXT]; /* how it ended, if the rules did not end it: a
                               line such as "seat 1 resigned: seat 2 wins"; or
                               "" */
  Error reason;             /* of a forfeit in a run, with its traceback */
} Saved;

/* Whether a text names a file, which should be a game file, rather than a game.
 */
bool saved_is_file(const char *text);

/* Whether a text names a file or a folder rather than a game. A run may
 * well be in a folder that is called like its game: the name is that of the
 * folder only if a game of a run is wanted. */
bool saved_is_named(const char *text, bool game_of_run);

/* Opens the game in a file, or game `number` of the run in a folder; `number`
 * is -1 if none was given, which is right for files. On failure there is
 * nothing to close. */
bool saved_open(Saved *saved, const char *path, int64_t number, Error *error);
void saved_close(Saved *saved);

/* The ending of a game that was resigned or forfeited; or "". */
void ending_write(const GameFile *file, char text[ENDING_TEXT]);

/* Fails with a message if there is an ending: the game in this file or folder
 * cannot be continued. */
bool ending_is_open(const char *ending, const char *path, Error *error);

/* ---- positions -----------------------------------------------------------*/

/* Owns its game and states; free with position_close. */
typedef struct Position {
  Game *game;
  State *state;
  State *before; /* one move earlier, or NULL */
  Move move;     /* the one that was played there */
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
