/* A position on the screen.
 *
 * In colour, a position is drawn from its scene (core/game/scene.h): cells as
 * tiles, each seat's pieces in its own colour and with its number, walls
 * between the cells, changes by the last move highlighted, and a dot on each
 * cell that a legal move goes to. Without colour, and for games without a
 * scene, the output is exactly that of game_draw. */
#ifndef BOARDLAB_CLI_TERMINAL_BOARD_H
#define BOARDLAB_CLI_TERMINAL_BOARD_H

#include "core/game/game.h"

/* Whether to use colour on a stream: it is a terminal that supports it, and
 * NO_COLOR is not set (no-color.org). */
bool board_in_colour(void);

/* Draws a position. `before` is the position before the last move, or NULL.
 * With `given_up`, for a game that was resigned or forfeited, the line that
 * names the seat to move is left out. Fails only if memory runs out. */
bool board_draw(const Game *game, const State *state, const State *before,
                bool given_up, bool colour, FILE *out);

/* Formats a move for the screen: control characters, which a Lua file could use
 * to drive the terminal, become question marks. */
void board_format(const Game *game, const State *state, Move move,
                  char text[MOVE_TEXT]);

/* Prints the number of legal moves and the moves, wrapped. Returns the number.
 */
int board_list_moves(const Game *game, const State *state, FILE *out);

#endif
