/* A position of a game as JSON for the page: its legal moves with their parts.
 * Each function returns a new reference, or NULL when out of memory. */
#ifndef BOARDLAB_CLI_STUDIO_POSITION_JSON_H
#define BOARDLAB_CLI_STUDIO_POSITION_JSON_H

#include "core/game/game.h"
#include <jansson.h>

/* {"kind": "pawn", "to": "e2"}; a list of texts is a list. */
json_t *position_parts(const Game *game, const State *state, Move move);

/* [{"text": "e2", "parts": {…}}, …]: all legal moves. */
json_t *position_moves(const Game *game, const State *state);

#endif
