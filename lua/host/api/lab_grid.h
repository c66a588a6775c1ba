/* Grids: fields of positions that are boards (core/grid).
 *
 *   lab_grid_declare.c  lab.grid, which declares one
 *   lab_grid_shape.c    its shape: sides, a picture, lines, or a name
 *   lab_grid.c          a grid of a position: its object, its cells, and how
 *                       its methods are called
 *   lab_grid_cells.c    methods: where cells are, what is on them, and steps
 *   lab_grid_draw.c     the drawing of a grid as text
 *   lab_grid_lines.c    lines, groups, connections, distances and flips
 *   lab_grid_moves.c    whole moves, and how a game stands */
#ifndef BOARDLAB_LUA_HOST_API_LAB_GRID_H
#define BOARDLAB_LUA_HOST_API_LAB_GRID_H

#include "lua/host/api/lab_state_internal.h"

/* What lab.grid declares: a board and how it is drawn (see Field). */
typedef struct GridDeclaration {
  bool down, points, bare;
  bool marked; /* the file says which marks */
  char marks[FIELD_MARKS_MAX + 1];
  Grid grid; /* grid_bytes of it */
} GridDeclaration;

/* Returns the declaration if the value at an index is the result of lab.grid,
 * otherwise NULL. */
const GridDeclaration *lab_grid_declaration(lua_State *L, int index);

/* Pushes the object for a grid field of the position at index 1. */
void lab_new_grid(lua_State *L, StateObject *s, const Field *field,
                  size_t offset);

/* In a script, for Lua: returns the table that a declaration was made from;
 * nothing for another value. */
int lab_grid_table(lua_State *L);

/* A grid of a position, which is its user value. */
typedef struct GridObject {
  const void *tag;
  StateObject *state;
  size_t offset; /* of the cells in the state */
  const Grid *grid;
  const Field *field;
} GridObject;

/* Returns the grid at an index, or NULL if there is none of a valid position.
 */
GridObject *lab_test_grid(lua_State *L, int index);

static inline int32_t *lab_grid_cells(const GridObject *b) {
  return (int32_t *)((char *)b->state->full_state + b->offset);
}

/* ---- methods -------------------------------------------------------------*/

/* The methods of grids are tables from which lab_grid.c makes functions. Such a
 * function checks its arguments, charges for its work, and then calls what
 * calls core/grid. Cells are numbered from 1 in Lua and from 0 there. */

/* A call: the grid at index 1, and those of the arguments that the method has,
 * see GridMethod. */
typedef struct GridCall {
  lua_State *L;
  const GridObject *b;
  const Grid *grid;
  int32_t *cells; /* their values */
  int cell, to;
  int32_t value;
  int length; /* of a line; all that is longer than any is the same */
  int edge, other;
  lua_Integer dx, dy;
  int next; /* the index after them: of a table for results, for instance */
  int16_t *list; /* memory for cells or columns, from 0 */
  int second;    /* result */
} GridCall;

typedef int GridFunction(GridCall *c);

/* Its function charges for the work itself, if for any. */
enum { GRID_CHARGES = -1 };

/* The signature has a letter for each argument from index 2 on: c `cell`, t
 * `to`, v `value`, o `value` that is not 0, k `length`, e `edge`, f `other`, d
 * `dx` and `dy`. A ! before them says that the method changes cells.
 *
 * After the > comes what the number is that the function returns: i an integer,
 * n the same or nil if it is negative, b a boolean, c a cell or nil if it is
 * GRID_NO_CELL, l the length of `list`, which goes into the table at `next` or
 * into a new one, 2 an integer that `second` follows, and p the number of
 * results that the function has pushed. */
typedef struct GridMethod {
  const char *name, *signature;
  int times; /* it looks at every cell so often; or GRID_CHARGES */
  GridFunction *call;
} GridMethod;

/* Fills in the grid that the table at index 1 declares, but for its
 * symmetries; `points` and `bare` as usual for its shape. */
void lab_grid_read_shape(lua_State *L, GridDeclaration *board);

/* Where the symmetry whose name is at c->next takes a cell. */
int lab_grid_image(GridCall *c, int cell);

/* Pushes a drawing: the method `draw`. */
GridFunction lab_grid_draw;

/* Writes the same of a board among the fields of a position. */
void lab_draw_field(const Field *field, const int32_t cells[], FILE *out);

extern const GridMethod lab_grid_cell_methods[], lab_grid_line_methods[],
    lab_grid_move_methods[];

/* Whether there is a method of that name that changes no cells. */
bool lab_grid_only_looks(const char *name);

/* A step is the number from * GRID_FROM + to. */
enum { GRID_FROM = 1024 };

/* Charges for looking at every cell `times` times. A cell takes a fraction of
 * an instruction. */
static inline void lab_charge_cells(lua_State *L, const GridObject *b,
                                    int times) {
  plugin_charge_to(L, b->state->plugin, 1 + times * b->grid->cells / 8);
}

static inline int32_t lab_check_value(lua_State *L, int index,
                                      const GridObject *b) {
  return lab_check_number(L, index, b->field->name);
}

/* Returns where to put `count` moves if they are wanted there, and not in a
 * table (see StateObject), nor in one given at the index `target`; otherwise
 * NULL. */
Move *lab_grid_listed(const GridCall *c, int target, int count);

/* Returns the cell at an index, from 0. */
int lab_check_cell(lua_State *L, int index, const GridObject *b);

/* Returns the edge whose name is at an index. */
int lab_check_edge(lua_State *L, int index, const GridObject *b);

#endif
