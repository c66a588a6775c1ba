/* A position as the pages draw it. Each function returns a new reference, which
 * the caller owns. */
#ifndef BOARDLAB_CORE_GAME_FRAME_JSON_H
#define BOARDLAB_CORE_GAME_FRAME_JSON_H

#include "core/base/text.h"
#include "core/game/game.h"
#include <jansson.h>

/* The picture of a position: its pieces, walls and so on, and the cells that
 * the move `move` in the position `before` changed, unless `before` is NULL. Of
 * a game without pictures it is the text drawing of `boardlab show`. NULL when
 * out of memory. */
json_t *frame_json(const Game *game, const State *state, const State *before,
                   Move move);

/* The same of a scene that keeps to its limits (scene_check). */
json_t *frame_scene(const Scene *scene);

/* The same as text, and of a drawing; and the drawing, which the caller
 * frees. */
void frame_write_scene(Text *out, const Scene *scene);
void frame_write_drawing(Text *out, const char *drawing);
char *frame_drawing(const Game *game, const State *state);

/* The size of the board: of its picture; otherwise of the board among the
 * fields of a file, if so many columns and rows are in use; null if there are
 * none. */
json_t *frame_board(const Game *game, const State *state, int columns,
                    int rows);

#endif
