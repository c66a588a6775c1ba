/* A game that was saved: a game file, or a game of a run in its folder. */
#ifndef BOARDLAB_CLI_SESSION_SAVED_H
#define BOARDLAB_CLI_SESSION_SAVED_H

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

#endif
