/* The rules of a game as text. */
#ifndef BOARDLAB_CLI_SESSION_RULES_TEXT_H
#define BOARDLAB_CLI_SESSION_RULES_TEXT_H

#include "core/game/game.h"

/* Prints the short form of the rules, with the notation of moves, and how to
 * see the complete rules. For a variant, what it changes comes first, then the
 * rules of the game it is based on. */
void rules_text_print(const Game *game, FILE *out);

/* Prints the complete rules: the RULES.md of a built-in game; otherwise the
 * text in the game's or variant's own file, and after it those of the base
 * game. */
void rules_page_print(const Game *game, FILE *out);

#endif
