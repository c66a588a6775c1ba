/* The methods of grids: tables from which lab_grid.c makes functions. Such a
 * function checks its arguments, charges for its work, and then calls what
 * calls core/grid. Cells are numbered from 1 in Lua and from 0 there. */
#ifndef BOARDLAB_LUA_HOST_API_LAB_GRID_METHODS_H
#define BOARDLAB_LUA_HOST_API_LAB_GRID_METHODS_H

#include "lua/host/api/lab_grid.h"
#include "lua/host/api/lab_state_internal.h"
#include <lauxlib.h>

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

extern const GridMethod lab_grid_cell_methods[], lab_grid_line_methods[];

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

/* Returns the edge whose name is at an index. */
int lab_check_edge(lua_State *L, int index);

#endif
