/* Grids of positions: their objects, their cells, and calling their methods. */
#include "lua/host/api/lab_grid.h"

#include <string.h>

static const char GRID_TAG = 0;

/* Returns the grid at index 1. Raises if it is not one or its position is no
 * longer valid. */
static GridObject *check_grid(lua_State *L) {
  GridObject *b = lab_to_object(L, 1, &GRID_TAG, sizeof *b);
  if (!b)
    luaL_typeerror(L, 1,
                   "grid of a position (call methods as in s.board:full())");
  lab_require_valid(L, b->state);
  return b;
}

GridObject *lab_test_grid(lua_State *L, int index) {
  GridObject *b = lab_to_object(L, index, &GRID_TAG, sizeof *b);
  return b && b->state->state && b->state->owner->game ? b : NULL;
}

/* ---- arguments -----------------------------------------------------------*/

int lab_check_cell(lua_State *L, int index, const GridObject *b) {
  if (lua_isnil(L, index))
    luaL_error(L,
               "a cell of %s must be a number, not nil: 'cell', 'step' and the "
               "like return nil where there is no cell",
               b->field->name);
  lua_Integer cell = luaL_checkinteger(L, index);
  if (cell < 1 || cell > b->grid->cells)
    luaL_error(L, "%s has cells 1 to %d, not %I", b->field->name,
               b->grid->cells, (LUAI_UACINT)cell);
  return (int)cell - 1;
}

int lab_check_edge(lua_State *L, int index, const GridObject *b) {
  static const char *const NAMES[GRID_EDGES] = {
      "left", "right", "bottom", "top", "lower-left", "upper-right"};
  const char *name = luaL_checkstring(L, index);
  const bool hex = b->grid->shape.hex;
  for (int i = 0; i < (hex ? GRID_EDGES : 4); i++)
    if (strcmp(name, NAMES[i]) == 0)
      return 1 << i;
  return luaL_error(L,
                    "there is no edge '%s': the edges are left, right, "
                    "bottom and top%s",
                    name,
                    hex ? ", and of hexagons lower-left and upper-right" : "");
}

static int grid_check_length(lua_State *L, int index) {
  lua_Integer k = luaL_checkinteger(L, index);
  if (k < 1)
    luaL_error(L, "a line has at least 1 cell, not %I", (LUAI_UACINT)k);
  return k > GRID_CELLS_MAX ? GRID_CELLS_MAX + 1 : (int)k;
}

static void grid_check_direction(lua_State *L, GridCall *c) {
  c->dx = luaL_checkinteger(L, c->next++);
  c->dy = luaL_checkinteger(L, c->next);
  if (c->dx == 0 && c->dy == 0)
    luaL_error(L, "0, 0 is not a direction: give the columns to the right and "
                  "the rows up, as in 1, 0");
}

/* ---- methods -------------------------------------------------------------*/

/* Reads the argument at c->next that a letter of GridMethod stands for. */
static inline void grid_read_argument(lua_State *L, char letter, GridCall *c) {
  switch (letter) {
  case 'c':
    c->cell = lab_check_cell(L, c->next, c->b);
    break;
  case 't':
    c->to = lab_check_cell(L, c->next, c->b);
    break;
  case 'v':
  case 'o':
    c->value = lab_check_value(L, c->next, c->b);
    if (letter == 'o' && c->value == 0)
      luaL_error(L, "0 is an empty cell: give the value that encloses others");
    break;
  case 'k':
    c->length = grid_check_length(L, c->next);
    break;
  case 'e':
    c->edge = lab_check_edge(L, c->next, c->b);
    break;
  case 'f':
    c->other = lab_check_edge(L, c->next, c->b);
    break;
  case 'd':
    grid_check_direction(L, c);
    break;
  }
  c->next++;
}

Move *lab_grid_listed(const GridCall *c, int target, int count) {
  StateObject *s = c->b->state;
  if (!s->listed || count > s->listed_max || !lua_isnoneornil(c->L, target))
    return NULL;
  s->listed_count = count;
  return s->listed;
}

static int grid_push_list(lua_State *L, const GridCall *c, int count) {
  plugin_charge_to(L, c->b->state->plugin, count);
  Move *listed = lab_grid_listed(c, c->next, count);
  for (int i = 0; listed && i < count; i++)
    listed[i] = (Move)(c->list[i] + 1);
  if (listed)
    return 0;
  lab_push_list(L, c->b->state, c->next, count);
  for (int i = 0; i < count; i++) {
    lua_pushinteger(L, c->list[i] + 1);
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

/* Pushes the result that a letter of GridMethod stands for. Returns how many
 * values that are. */
static inline int grid_push_result(lua_State *L, char letter, const GridCall *c,
                                   int result) {
  switch (letter) {
  case 'p':
    return result;
  case 'l':
    return grid_push_list(L, c, result);
  case 'b':
    lua_pushboolean(L, result);
    return 1;
  case '2':
    lua_pushinteger(L, result);
    lua_pushinteger(L, c->second);
    return 2;
  }
  if (letter != 'i' && result < 0) /* GRID_NO_CELL, too */
    lua_pushnil(L);
  else
    lua_pushinteger(L, letter == 'c' ? result + 1 : result);
  return 1;
}

/* The upvalue is the GridMethod. */
static int grid_call(lua_State *L) {
  const GridMethod *m = lua_touserdata(L, lua_upvalueindex(1));
  const GridObject *b = check_grid(L);
  const char *letter = m->signature;
  int16_t list[GRID_CELLS_MAX];
  GridCall c; /* what is not assigned is not used */
  c.L = L;
  c.b = b;
  c.grid = b->grid;
  c.cells = lab_grid_cells(b);
  c.value = 0;
  c.list = list;
  c.next = 2;
  if (*letter == '!') {
    lab_require_editable(L, b->state);
    letter++;
  }
  for (; *letter != '>'; letter++)
    grid_read_argument(L, *letter, &c);
  if (m->times != GRID_CHARGES)
    lab_charge_cells(L, b, m->times);
  return grid_push_result(L, letter[1], &c, m->call(&c));
}

static void grid_add_methods(lua_State *L, const GridMethod *methods) {
  for (const GridMethod *m = methods; m->name; m++) {
    lua_pushlightuserdata(L, (void *)m);
    lua_pushcclosure(L, grid_call, 1);
    lua_setfield(L, -2, m->name);
  }
}

static const GridMethod *const METHODS[] = {
    lab_grid_cell_methods, lab_grid_line_methods, lab_grid_move_methods};
enum { METHOD_LISTS = sizeof METHODS / sizeof *METHODS };

bool lab_grid_only_looks(const char *name) {
  for (int i = 0; i < METHOD_LISTS; i++)
    for (const GridMethod *m = METHODS[i]; m->name; m++)
      if (strcmp(m->name, name) == 0)
        return m->signature[0] != '!';
  return false;
}

/* ---- cells ---------------------------------------------------------------*/

/* The upvalue is the table of methods, which check the grid themselves. */
static int grid_get(lua_State *L) {
  if (lua_type(L, 2) == LUA_TSTRING) {
    lua_rawget(L, lua_upvalueindex(1));
    return 1;
  }
  const GridObject *b = check_grid(L);
  int is_integer;
  lua_Integer cell = lua_tointegerx(L, 2, &is_integer);
  if (is_integer && cell >= 1 && cell <= b->grid->cells)
    lua_pushinteger(L, lab_grid_cells(b)[cell - 1]);
  else
    lua_pushnil(L);
  return 1;
}

static int grid_set(lua_State *L) {
  const GridObject *b = check_grid(L);
  lab_require_editable(L, b->state);
  int cell = lab_check_cell(L, 2, b);
  lab_grid_cells(b)[cell] = lab_check_value(L, 3, b);
  return 0;
}

static int grid_length(lua_State *L) {
  lua_pushinteger(L, check_grid(L)->grid->cells);
  return 1;
}

static void push_metatable(lua_State *L) {
  static const luaL_Reg EVENTS[] = {
      {"__newindex", grid_set}, {"__len", grid_length}, {NULL, NULL}};
  if (!lab_push_metatable(L, &GRID_TAG, "grid"))
    return;
  luaL_setfuncs(L, EVENTS, 0);
  lua_newtable(L);
  for (int i = 0; i < METHOD_LISTS; i++)
    grid_add_methods(L, METHODS[i]);
  lua_pushcclosure(L, grid_get, 1);
  lua_setfield(L, -2, "__index");
}

void lab_new_grid(lua_State *L, StateObject *s, const Field *field,
                  size_t offset) {
  GridObject *b = lua_newuserdatauv(L, sizeof *b, 1);
  *b = (GridObject){&GRID_TAG, s, offset, field->grid, field};
  lua_pushvalue(L, 1);
  lua_setiuservalue(L, -2, 1);
  push_metatable(L);
  lua_setmetatable(L, -2);
}
