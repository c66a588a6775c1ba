/* A scene (core/game/scene.h) drawn on a terminal in 256 colours: cells as
 * tiles, pieces in the colours of their seats, walls between the cells. */
#ifndef BOARDLAB_CLI_TERMINAL_BOARD_SCENE_H
#define BOARDLAB_CLI_TERMINAL_BOARD_SCENE_H

#include "core/game/scene.h"
#include <stdio.h>

/* Draws the scene and its notes. What differs from `old`, if that is not NULL,
 * is highlighted; cells in `target`, indexed by row * columns + column, get a
 * dot. */
void board_scene_draw(const Scene *scene, const Scene *old,
                      const bool target[SCENE_CELLS], FILE *out);

#endif
