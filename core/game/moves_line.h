/* The moves of a match as a line of text, to say how it came to a position. */
#ifndef BOARDLAB_CORE_GAME_MOVES_LINE_H
#define BOARDLAB_CORE_GAME_MOVES_LINE_H

#include "core/game/match.h"

/* Each move has a space before it. Of a long match only the last moves are
 * kept. Zero-initialize before first use. */
typedef struct MovesLine {
  char text[800];
  size_t used;
  bool cut; /* the first moves are left out */
} MovesLine;

/* MatchCallbacks.turn with a MovesLine as its context. */
void moves_line_add(void *context, const Game *game, const State *state,
                    Move move, int legal);

/* Adds a line such as "after Sc3 Md2" to the traceback of an error; if there is
 * little room, with the last moves only. */
void moves_line_explain(const MovesLine *line, Error *error);

#endif
