/* How a game ended that somebody gave up. */
#ifndef BOARDLAB_ENDING_H
#define BOARDLAB_ENDING_H

#include "command.h"
#include "gamefile.h"

/* A line such as "seat 1 resigned: seat 2 wins"; "" if nobody gave up. */
void ending_write(const GameFile *file, char text[ENDING_TEXT]);

/* Whether there is more to play in a game that was read from a file; with a
 * message if somebody gave up. */
bool ending_is_open(const GameFile *file, const char *path, Error *error);

#endif
