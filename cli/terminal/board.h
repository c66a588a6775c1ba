/* A position on the screen.
 *
 * In colour it is drawn from its picture (scene.h): cells as tiles, each seat's
 * pieces in a colour of its own and with their number, walls between them, what
 * the last move changed in another tone, and a dot where a move can go to.
 * Without colour, and for games without a picture, it is what game_draw writes,
 * to the byte. */
#ifndef BOARDLAB_CLI_TERMINAL_BOARD_H
#define BOARDLAB_CLI_TERMINAL_BOARD_H

#include "core/game/game.h"

/* Whether to use colour on a stream: if it is a terminal that can, and NO_COLOR
 * is not set (no-color.org). */
bool board_in_colour(FILE *out);

/* Draws a position; `before` is the one before the last move, or NULL. Where
 * somebody gave up nobody is said to be to move. Fails only for want of memory.
 */
bool board_draw(const Game *game, const State *state, const State *before,
                bool given_up, bool colour, FILE *out);

/* A move as it is shown: what would drive the terminal is a question mark. */
void board_format(const Game *game, const State *state, Move move,
                  char text[MOVE_TEXT]);

/* The legal moves, as many to a line as fit. Returns how many there are. */
int board_list_moves(const Game *game, const State *state, FILE *out);

#endif
