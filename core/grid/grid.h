/* Algorithms on boards, for the rules of games: neighbours, rays, lines,
 * groups, connections, distances, flips and symmetries.
 *
 * The cells of a board lie on a lattice of columns and rows, of squares or
 * hexagons; they need not fill it. They are connected by adjacency, or by
 * declared lines: then they are points, the next point of a line is a
 * neighbour, and nothing else is.
 *
 * A board is an array of int32_t, one per cell, that the caller owns; 0 is an
 * empty cell. Cells are numbered from 0 here (from 1 in Lua), without gaps: row
 * by row, or in the order that a shape gives them. A Grid is what is known
 * about all boards of one shape. It is read-only once made, so threads may
 * share it.
 *
 * The lattice of hexagons is a rhombus, as in Hex: besides the four cells
 * beside it in its column and row, a cell has the neighbours (column + 1, row -
 * 1) and (column - 1, row + 1).
 *
 * Nothing here allocates memory or calls itself.
 *
 *   grid.c           shapes, neighbours and steps
 *   grid_bits.h      boards as sets of cells
 *   grid_lines.c     lines, rays and flips
 *   grid_groups.c    groups, connections and distances
 *   grid_rows.c      rows of cells, and sowing
 *   grid_shapes.c    ready shapes: hexagon, morris, …
 *   grid_symmetry.c  symmetries */
#ifndef BOARDLAB_CORE_GRID_GRID_H
#define BOARDLAB_CORE_GRID_GRID_H

#include "core/base/error.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
  GRID_SIDE_MAX = 26, /* columns have the names a to z */
  GRID_CELLS_MAX = GRID_SIDE_MAX * GRID_SIDE_MAX,
  GRID_DIRECTIONS_MAX = 8,
  GRID_POINTS_MAX = 1024, /* of all lines of a shape, with their ends */
  GRID_MAPS_MAX = 2,      /* symmetries that a shape lists cell by cell */
  GRID_IMAGES_MAX = 23,   /* symmetries of a grid but the identity */
  GRID_STEPS_MAX = 32,    /* kinds of steps in one call */
  GRID_NO_CELL = -1,
  GRID_WORDS = (GRID_CELLS_MAX + 63) / 64,
};

/* A set of cells (grid_bits.h). */
typedef struct GridBits {
  uint64_t word[GRID_WORDS];
} GridBits;

/* The edges of a board, as bits: the first and the last column and row of the
 * lattice, and of hexagons the cells whose column and row have the least and
 * the greatest sum. The bottom is the first row. */
enum {
  GRID_LEFT = 1,
  GRID_RIGHT = 2,
  GRID_BOTTOM = 4,
  GRID_TOP = 8,
  GRID_LOWER_LEFT = 16,
  GRID_UPPER_RIGHT = 32,
  GRID_EDGES = 6
};

/* A symmetry of squares swaps columns and rows, then reverses the columns, then
 * the rows, each if its bit is set. So GRID_SWAP | GRID_REVERSE_COLUMNS is a
 * quarter turn. Those of hexagons that are none of these follow. */
enum {
  GRID_REVERSE_COLUMNS = 1,
  GRID_REVERSE_ROWS = 2,
  GRID_SWAP = 4,
  GRID_SYMMETRIES = 16
};

typedef struct GridShape {
  int columns, rows;
  bool hex;
  bool diagonals;      /* squares have eight neighbours instead of four */
  uint16_t symmetries; /* bit s: positions that differ by symmetry s are
                          equivalent. With 0, or the identity alone, none are */
  /* Where the cells are, by number: row * columns + column. With 0 cells, the
   * lattice is full of them, row by row. */
  int cells;
  int16_t place[GRID_CELLS_MAX];
  /* The cells of each line in order, with GRID_NO_CELL after the last one. A
   * closed line ends with the cell that it begins with. With 0 points, cells
   * are connected by adjacency. */
  int points;
  int16_t line[GRID_POINTS_MAX];
  /* Further symmetries: where each takes every cell. */
  int maps;
  int16_t map[GRID_MAPS_MAX][GRID_CELLS_MAX];
} GridShape;

typedef struct Grid {
  GridShape shape;
  int cells;
  bool whole; /* all cells of the lattice, connected by adjacency */
  int16_t number[GRID_CELLS_MAX]; /* of the cell at a place, or GRID_NO_CELL */
  uint8_t column[GRID_CELLS_MAX], row[GRID_CELLS_MAX];
  int column_sum, row_sum; /* of all cells */
  /* Lines and rays go in these directions: d and d + directions / 2 are
   * opposite. Declared lines have no dx and dy: each that passes through a cell
   * has a direction there, and at the next cell perhaps another. */
  int directions;
  int8_t dx[GRID_DIRECTIONS_MAX], dy[GRID_DIRECTIONS_MAX];
  int16_t offset[GRID_DIRECTIONS_MAX]; /* between the numbers of cells, if the
                                          grid is whole */
  /* By cell and direction: the next cell or GRID_NO_CELL, and the direction in
   * which the line goes on from there. */
  int16_t next[GRID_CELLS_MAX][GRID_DIRECTIONS_MAX];
  uint8_t turn[GRID_CELLS_MAX][GRID_DIRECTIONS_MAX];
  /* By cell: the neighbours in ascending order, the edges it is on, and, if the
   * grid is whole, how many cells there are beyond it in each direction. */
  int16_t neighbour[GRID_CELLS_MAX][GRID_DIRECTIONS_MAX];
  uint8_t neighbours[GRID_CELLS_MAX];
  uint8_t edges[GRID_CELLS_MAX];
  uint8_t reach[GRID_CELLS_MAX][GRID_DIRECTIONS_MAX];
  /* Sets of cells: how many words they have, the cells on each edge, and by
   * direction those that only a step around the board would lead to. */
  int words;
  GridBits edge[GRID_UPPER_RIGHT + 1], beyond[GRID_DIRECTIONS_MAX];
  /* The symmetries that the grid has, as bits: they keep the cells, lines and
   * neighbours. */
  uint16_t symmetries;
  /* Where the declared symmetries other than the identity take each cell: first
   * those of shape.symmetries, then what follows from the maps. The last
   * member, see grid_bytes. */
  int images;
  int16_t image[GRID_IMAGES_MAX][GRID_CELLS_MAX];
} Grid;

/* ---- shapes --------------------------------------------------------------*/

/* Fills in the grid of a shape. Returns false, with a message, if there is no
 * such grid: sides, cells and lines keep to the limits, at most four lines meet
 * in a point, hexagons have no diagonals, and the symmetries are some of the
 * shape that form a group. */
bool grid_init(Grid *g, const GridShape *shape, Error *error);

/* The bytes of a grid that are used: a copy needs no more memory. */
static inline size_t grid_bytes(const Grid *g) {
  return offsetof(Grid, image) + (size_t)g->images * sizeof *g->image;
}

/* Fills in the shape of a name, in a size: how many cells a side has, how many
 * houses a player, and so on. Returns false with a message that lists what
 * there is. */
bool grid_shape_find(const char *name, int size, GridShape *shape,
                     Error *error);

static inline int grid_column(const Grid *g, int cell) {
  return g->column[cell];
}

static inline int grid_row(const Grid *g, int cell) {
  return g->row[cell];
}

/* The cell of a column and a row, or GRID_NO_CELL if it is not on the board. */
static inline int grid_cell(const Grid *g, int64_t column, int64_t row) {
  return column >= 0 && column < g->shape.columns && row >= 0 &&
                 row < g->shape.rows
             ? g->number[row * g->shape.columns + column]
             : GRID_NO_CELL;
}

/* The cell some columns to the right and rows up, or GRID_NO_CELL. Of points,
 * the next one on a line that leaves a point in that direction. */
int grid_step(const Grid *g, int cell, int64_t dx, int64_t dy);

/* Of points: the direction of a line that leaves a cell so many columns to the
 * right and rows up, or -1. */
int grid_direction(const Grid *g, int cell, int64_t dx, int64_t dy);

/* Lists the cells with a value in ascending order and returns their number. */
int grid_cells_with(const Grid *g, const int32_t cells[], int32_t value,
                    int16_t list[]);

int grid_count(const Grid *g, const int32_t cells[], int32_t value);

/* The number of those on one edge. */
int grid_count_on_edge(const Grid *g, const int32_t cells[], int32_t value,
                       int edge);

/* Whether a cell has a value that is neither this one nor 0. */
bool grid_has_other(const Grid *g, const int32_t cells[], int32_t value);

/* Whether no cell is empty. */
bool grid_is_full(const Grid *g, const int32_t cells[]);

/* Lists the columns whose top cell is empty, and returns their number. */
int grid_open_columns(const Grid *g, const int32_t cells[], int16_t list[]);

/* The lowest empty cell of a column, or GRID_NO_CELL. */
int grid_lowest(const Grid *g, const int32_t cells[], int column);

/* The first cell with a value from a cell on (including it) in steps of a
 * direction, which is not 0, 0; or GRID_NO_CELL. */
int grid_find(const Grid *g, const int32_t cells[], int32_t value, int cell,
              int64_t dx, int64_t dy);

/* Steps of pieces: some columns to the right and rows up, to an empty cell, to
 * one with another value that is not 0, or to either. */
enum { GRID_ONTO_EMPTY = 1, GRID_ONTO_OTHER = 2 };

typedef struct GridStep {
  int dx, dy; /* from -GRID_SIDE_MAX to GRID_SIDE_MAX */
  int onto;   /* bits of the enum above */
} GridStep;

typedef struct GridMove {
  int16_t from, to;
} GridMove;

/* Lists the steps of all cells with a value, at most GRID_STEPS_MAX kinds of
 * them: by cell, then in the order of the kinds. Returns their number, at
 * most GRID_CELLS_MAX * kinds. */
int grid_steps(const Grid *g, const int32_t cells[], int32_t value,
               const GridStep kind[], int kinds, GridMove list[]);

/* Lists the steps of all cells with a value to empty neighbours. Returns their
 * number, at most GRID_CELLS_MAX * GRID_DIRECTIONS_MAX. */
int grid_steps_beside(const Grid *g, const int32_t cells[], int32_t value,
                      GridMove list[]);

/* ---- lines, rays and flips -----------------------------------------------*/

/* Lists the cells beyond a cell in a direction, which is not 0, 0, up to the
 * edge, the first missing cell or the end of the line. Returns their number. */
int grid_ray(const Grid *g, int cell, int64_t dx, int64_t dy, int16_t list[]);

/* The length of the longest row of cells of the same value through a cell; 0
 * for an empty cell. */
int grid_longest(const Grid *g, const int32_t cells[], int cell);

/* Whether that is k or more. */
bool grid_line(const Grid *g, const int32_t cells[], int cell, int k);

/* Whether k or more cells of a value are in a row anywhere. */
bool grid_has_line(const Grid *g, const int32_t cells[], int32_t value, int k);

/* The sum of base^n over all lines of k cells, of which n > 0 have the value
 * and the others are empty. A line is counted in one direction only; if k is 1,
 * each cell counts in every direction. */
double grid_line_score(const Grid *g, const int32_t cells[], int32_t value,
                       int k, double base);

/* Reversi: the cells that lie on rays from `cell`, next to each other and to
 * it, between it and a cell of the value, and have any other value but 0. */
int grid_flips(const Grid *g, const int32_t cells[], int cell, int32_t value);

/* Gives them the value. Returns their number. */
int grid_flip(const Grid *g, int32_t cells[], int cell, int32_t value);

/* Lists the empty cells for which there are any. Returns their number. */
int grid_flippable(const Grid *g, const int32_t cells[], int32_t value,
                   int16_t list[]);

/* Whether there is such a cell. */
bool grid_can_flip(const Grid *g, const int32_t cells[], int32_t value);

/* ---- groups, connections and distances -----------------------------------*/

/* A group is a cell and all cells of the same value that are connected with it
 * by neighbours. Empty cells form groups, too. */

/* Lists the cells of a group, in ascending order if `sorted`, and returns their
 * number. `liberties`, unless NULL, receives the number of empty neighbours of
 * a group that is not empty itself; 0 for one that is. */
int grid_group(const Grid *g, const int32_t cells[], int cell, bool sorted,
               int16_t list[], int *liberties);

/* Gives all cells of a group a value. Returns their number. */
int grid_fill(const Grid *g, int32_t cells[], int cell, int32_t value);

/* The number of groups of a value, and the size of the largest. */
int grid_groups(const Grid *g, const int32_t cells[], int32_t value,
                int *largest);

/* Whether the group of a cell touches all of the edges. */
bool grid_touches(const Grid *g, const int32_t cells[], int cell, int edges);

/* Whether one group of the value touches both edges. */
bool grid_connects(const Grid *g, const int32_t cells[], int32_t value,
                   int edge, int other);

/* The number of empty cells that must get the value at least for that to be
 * so; -1 if it cannot be. The value must not be 0. */
int grid_missing(const Grid *g, const int32_t cells[], int32_t value, int edge,
                 int other);

/* The length of the shortest path between two cells in steps to neighbours, all
 * cells between them having the value `through`, unless that is NULL; -1 if
 * there is none. */
int grid_distance(const Grid *g, const int32_t cells[], int from, int to,
                  const int32_t *through);

/* ---- rows and sowing -----------------------------------------------------*/

/* Lists those of the first columns of a row that are not empty. Returns their
 * number. */
int grid_filled_columns(const Grid *g, const int32_t cells[], int row,
                        int columns, int16_t list[]);

/* The sum of the values in the first columns of a row. */
int64_t grid_row_sum(const Grid *g, const int32_t cells[], int row,
                     int columns);

/* The first row whose first columns are all empty, or -1. */
int grid_empty_row(const Grid *g, const int32_t cells[], int columns);

/* Empties a cell and adds 1 to each of as many cells that follow it as its
 * value was, around the board, leaving out `skipped`, unless that is
 * GRID_NO_CELL. Returns the last of them, or the cell itself if it was empty;
 * GRID_NO_CELL, and then nothing has changed, if the value is negative, if
 * there is no other cell, or if a cell would have more than INT32_MAX. */
int grid_sow(const Grid *g, int32_t cells[], int cell, int skipped);

/* ---- symmetries ----------------------------------------------------------*/

/* Returns the symmetry of a name ("left-right") among those of squares or of
 * hexagons, or -1. `grid_symmetry_name` lists the names by symmetry; two
 * quarter turns share one, and the identity has NULL. */
int grid_symmetry_find(bool hex, const char *name);
extern const char *const grid_symmetry_name[GRID_SYMMETRIES];

/* Adds whatever follows from symmetries when they are applied one after the
 * other, including the identity. */
uint16_t grid_symmetry_group(uint16_t symmetries);

/* Where a symmetry that the grid has takes a cell. */
int grid_symmetry_image(const Grid *g, int symmetry, int cell);

/* Fills in the images of a grid whose shape has got other symmetries or maps
 * since. */
bool grid_set_images(Grid *g, Error *error);

/* The name of an image of a grid. */
const char *grid_image_name(const Grid *g, int image);

#endif
