/* Moves of Quoridor as GTP writes them: "e3", and walls as "e3 horizontal".
 *
 * A wall is named by the square at its top left, that is by the row above the
 * one by which boardlab names it. Black, seat 1, moves first; for programs in
 * which it starts at the top, `flip` counts the rows from the other side. */
#ifndef BOARDLAB_CORE_PROGRAM_GTP_H
#define BOARDLAB_CORE_PROGRAM_GTP_H

#include "core/game/game.h"

/* A wall if `direction` is 'h' or 'v', not 0. */
typedef struct GtpMove {
  char column, direction;
  int row;
} GtpMove;

/* Whether a game can be played in GTP; the message says why not. */
bool gtp_check_game(const Game *game, Error *error);

/* The value of an option of Quoridor. */
int gtp_option(const Game *game, const char *name);

const char *gtp_color(int seat); /* "black", "white" */

/* Reads "e3", "e3h" or "E3 horizontal". */
bool gtp_read(const char *text, GtpMove *move);

/* Changes boardlab's rows into those of GTP, and back. */
GtpMove gtp_from_game(const Game *game, bool flip, GtpMove move);
GtpMove gtp_to_game(const Game *game, bool flip, GtpMove move);

#endif
