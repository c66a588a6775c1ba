/* A scene (core/game/scene.h) drawn on a terminal: cells as tiles, pieces in
 * the colours of their seats, walls between the cells. Without colour, the same
 * with marks: [ ] around what is highlighted, › ‹ around what has changed, :
 * around what is shaded, + for targets. board_scene.c draws all of it, and
 * board_cells.c its cells: what is on them, how wide they are. */
#ifndef BOARDLAB_CLI_TERMINAL_BOARD_CELLS_H
#define BOARDLAB_CLI_TERMINAL_BOARD_CELLS_H

#include "cli/terminal/look.h"
#include "core/game/scene.h"

/* Draws the scene and its notes in the columns that there are. What differs
 * from `old`, if that is not NULL, is marked; cells in `target`, indexed by
 * row * columns + column, get a dot. With `compact`, there are no lines between
 * the rows: walls are then drawn at the foot of the cells above them. */
void board_scene_draw(const Scene *scene, const Scene *old,
                      const bool target[SCENE_CELLS], bool compact,
                      const Look *look, FILE *out);

/* ---- for board_scene.c ----------------------------------------------------*/

/* A scene with what is drawn of each cell, indexed by row and column. */
typedef struct Board {
  const Scene *scene;
  const Scene *old;   /* before the last move, or NULL */
  const bool *target; /* cells that a legal move goes to */
  const Look *look;
  bool compact;    /* no lines between the rows */
  int width;       /* of the contents of a cell, in columns, */
  int left, right; /* of the space on either side of them, */
  int joint;       /* of the space between two cells */
  bool no_sides;   /* board_write_sides has no room */
  int crop;        /* what the first cell of hexagons is further right */
  bool absent[SCENE_CELLS]; /* no cell is there */
  /* Lines that pass from a place to the next one: on the right, above, at the
   * upper right; and from the one on the right to the one above. */
  bool level[SCENE_CELLS], upright[SCENE_CELLS], rising[SCENE_CELLS],
      falling[SCENE_CELLS];
  bool shaded[SCENE_CELLS], light[SCENE_CELLS], changed[SCENE_CELLS];
  int count[SCENE_CELLS]; /* pieces on the cell */
  int marks[SCENE_CELLS]; /* marks on the cell */
  bool nest[SCENE_CELLS]; /* has a ring around other pieces */
} Board;

/* Fills in the rest of a board, so that it fits if that is possible. */
void board_lay_out(Board *board);

/* The columns from one cell to the next, and where a cell begins. */
int board_pitch(const Board *board);
int board_left(const Board *board, int column, int row);

/* Whether cells of a rhombus are missing: names of columns then stand beyond
 * their last cells. */
bool board_is_cut(const Board *board);

/* Writes which sides of the board matter to which seats, at the end of a row:
 * the upper and the lower side in the row there, the others in the middle.
 * Returns the columns that it takes. */
int board_write_sides(const Board *board, int row, FILE *out);

int board_index(const Scene *scene, Cell at);

/* Draws a cell. `floor` is the wall at its foot, if the board is compact. */
void board_draw_cell(const Board *board, int cell, const SceneWall *floor,
                     FILE *out);

/* Whether a wall was not there before the last move. */
bool board_wall_is_new(const Board *board, const SceneWall *wall);

/* What draws the wall at the foot of a cell. */
const char *board_floor_text(const Board *board, const SceneWall *floor);

/* Lists the piles of which the board does not show all pieces. */
void board_list_piles(const Board *board, FILE *out);

#endif
