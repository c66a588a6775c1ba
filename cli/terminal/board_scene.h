/* A scene (core/game/scene.h) drawn on a terminal: cells as tiles, pieces in
 * the colours of their seats, walls between the cells. Without colour, the same
 * with marks: [ ] around what is highlighted, › ‹ around what has changed, :
 * around what is shaded, + for targets. */
#ifndef BOARDLAB_CLI_TERMINAL_BOARD_SCENE_H
#define BOARDLAB_CLI_TERMINAL_BOARD_SCENE_H

#include "cli/terminal/look.h"
#include "core/game/scene.h"

/* Draws the scene and its notes in the columns that there are. What differs
 * from `old`, if that is not NULL, is marked; cells in `target`, indexed by
 * row * columns + column, get a dot. With `compact`, there are no lines between
 * the rows: walls are then drawn at the foot of the cells above them. */
void board_scene_draw(const Scene *scene, const Scene *old,
                      const bool target[SCENE_CELLS], bool compact,
                      const Look *look, FILE *out);

#endif
