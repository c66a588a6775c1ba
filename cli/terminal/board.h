/* A position on the screen.
 *
 * On a terminal, a position is drawn from its scene (core/game/scene.h): cells
 * as tiles, each seat's pieces in its own colour and with its number, walls
 * between the cells, changes by the last move marked, and a dot on each cell
 * that a legal move goes to; compact where there is little room. Elsewhere, and
 * for games without a scene, the output is that of game_draw. */
#ifndef BOARDLAB_CLI_TERMINAL_BOARD_H
#define BOARDLAB_CLI_TERMINAL_BOARD_H

#include "cli/terminal/look.h"
#include "core/game/game.h"

/* Draws a position. `before` is the position before the last move, which is
 * `move`, or NULL. With `given_up`, for a game that was resigned or forfeited,
 * the line that names the seat to move is left out. */
void board_draw(const Game *game, const State *state, const State *before,
                Move move, bool given_up, const Look *look, FILE *out);

/* Writes how a game ended that its rules did not end, with the reason of a
 * forfeit. */
void board_write_ending(const char *ending, const Error *reason, FILE *out);

/* Formats a move for the screen: control characters, which a Lua file could use
 * to drive the terminal, become question marks. */
void board_format(const Game *game, const State *state, Move move,
                  char text[MOVE_TEXT]);

/* Prints the number of legal moves and the moves, wrapped. Returns the number.
 */
int board_list_moves(const Game *game, const State *state, const Look *look,
                     FILE *out);

#endif
