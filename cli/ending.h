/* How a game ended that somebody gave up. */
#ifndef BOARDLAB_ENDING_H
#define BOARDLAB_ENDING_H

#include "command.h"
#include "gamefile.h"

/* A line such as "seat 1 resigned: seat 2 wins"; "" if nobody gave up. */
void ending_write(const GameFile *file, char text[ENDING_TEXT]);

#endif
