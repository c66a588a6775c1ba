/* The rules of a game as text. */
#ifndef BOARDLAB_CLI_TERMINAL_RULES_TEXT_H
#define BOARDLAB_CLI_TERMINAL_RULES_TEXT_H

#include "core/game/game.h"

/* Prints the rules and the notation of moves. For a variant, what it changes
 * comes first, then the rules of the game it is based on. */
void rules_text_print(const Game *game, FILE *out);

#endif
