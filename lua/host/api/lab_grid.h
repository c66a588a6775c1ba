/* Grids: fields of positions that are boards (core/grid).
 *
 *   lab_grid_shape.c    lab.grid, which declares one
 *   lab_grid.c          a grid of a position: its object, its cells, and how
 *                       its methods are called (lab_grid_methods.h)
 *   lab_grid_cells.c    methods: where cells are, what is on them, steps, and
 *                       drawing
 *   lab_grid_lines.c    lines, groups, connections, distances and flips */
#ifndef BOARDLAB_LUA_HOST_API_LAB_GRID_H
#define BOARDLAB_LUA_HOST_API_LAB_GRID_H

#include "lua/host/api/lab_state.h"

/* What lab.grid declares: a board and how it is drawn (see Field). */
typedef struct GridDeclaration {
  GridShape shape;
  bool down;
  bool marked; /* the file says which marks */
  char marks[FIELD_MARKS_MAX + 1];
} GridDeclaration;

/* Returns the declaration if the value at an index is the result of lab.grid,
 * otherwise NULL. */
const GridDeclaration *lab_grid_declaration(lua_State *L, int index);

/* Pushes the object for a grid field of the position at index 1. */
void lab_new_grid(lua_State *L, StateObject *s, const Field *field,
                  size_t offset);

/* In a script: pushes the table that the declaration at an index was made from,
 * and returns 1; or returns 0 if it is none. */
int lab_push_grid_table(lua_State *L, int index);

/* A grid of a position, which is its user value. */
typedef struct GridObject {
  const void *tag;
  StateObject *state;
  size_t offset; /* of the cells in the state */
  const Grid *grid;
  const Field *field;
} GridObject;

/* Returns the grid at index 1. Raises if it is not one or its position is no
 * longer valid. */
GridObject *lab_check_grid(lua_State *L);

/* Returns the grid at an index, or NULL if there is none of a valid position.
 */
GridObject *lab_test_grid(lua_State *L, int index);

static inline int32_t *lab_grid_cells(const GridObject *b) {
  return (int32_t *)((char *)b->state->full_state + b->offset);
}

#endif
