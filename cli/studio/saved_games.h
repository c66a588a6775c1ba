/* Saved games: files that end in .game, in the current folder or below it, and
 * nowhere else. Any thread may call these functions. */
#ifndef BOARDLAB_CLI_STUDIO_SAVED_GAMES_H
#define BOARDLAB_CLI_STUDIO_SAVED_GAMES_H

#include "core/base/error.h"
#include <jansson.h>

enum {
  SAVED_GAME_MAX = 1 << 20, /* bytes that are read */
  SAVED_GAMES_LISTED = 500,
  SAVED_GAMES_DEPTH = 4,       /* folders inside each other */
  SAVED_GAMES_ENTRIES = 20000, /* names looked at */
};

/* The text of a file, which the caller frees; NULL with a message. */
char *saved_game_read(const char *path, Error *error);

/* Creates the file. One that is there and is a saved game is replaced if
 * `replace`; otherwise the code of the error is ERROR_IN_THE_WAY. */
bool saved_game_write(const char *path, const char *text, bool replace,
                      Error *error);

/* Their paths; NULL when out of memory or of open files. */
json_t *saved_games_list(void);

#endif
