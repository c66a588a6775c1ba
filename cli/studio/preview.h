/* A picture of a game, for its card on the first screen. Any thread may call
 * these functions, which return a new reference, or NULL with a message:
 *
 *   Preview = {"title", "summary", "seats": how many, "players": who plays, as
 *     in a game file, or null, "plies", "board", "frame"}, see
 * cli/table/table.h */
#ifndef BOARDLAB_CLI_STUDIO_PREVIEW_H
#define BOARDLAB_CLI_STUDIO_PREVIEW_H

#include "core/base/error.h"
#include <jansson.h>

/* Of a game, as seat 1 sees it: half-way through the first moves of a random
 * game, always the same one, since many games begin with an empty board. */
json_t *preview_game(const char *spec, Error *error);

/* Of a saved game: its last position, as seat 1 sees it if that hides
 * something. */
json_t *preview_saved(const char *path, Error *error);

#endif
