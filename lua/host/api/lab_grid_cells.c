/* Methods of grids: where cells are, what is on them, steps, and drawing. */
#include "core/base/cell.h"
#include "lua/host/api/lab_grid.h"
#include <string.h>

/* ---- where cells are -----------------------------------------------------*/

static int grid_call_column(GridCall *c) {
  return grid_column(c->grid, c->cell) + 1;
}

static int grid_call_row(GridCall *c) {
  return grid_row(c->grid, c->cell) + 1;
}

static int grid_call_cell(GridCall *c) {
  lua_State *L = c->L;
  const GridShape *shape = &c->grid->shape;
  Cell named;
  if (lua_type(L, 2) == LUA_TSTRING)
    return cell_parse(lua_tostring(L, 2), shape->columns, shape->rows, &named,
                      NULL)
               ? grid_cell(c->grid, named.column, named.row)
               : GRID_NO_CELL;
  lua_Integer at = luaL_checkinteger(L, 2), up = luaL_checkinteger(L, 3);
  bool near = at >= 1 && up >= 1;
  return near ? grid_cell(c->grid, at - 1, up - 1) : GRID_NO_CELL;
}

static int grid_call_name(GridCall *c) {
  char text[CELL_TEXT];
  Cell cell = {grid_column(c->grid, c->cell), grid_row(c->grid, c->cell)};
  lua_pushlstring(c->L, text, (size_t)cell_write(cell, text));
  return 1;
}

static int grid_call_step(GridCall *c) {
  return grid_step(c->grid, c->cell, luaL_checkinteger(c->L, 3),
                   luaL_checkinteger(c->L, 4));
}

static int grid_call_neighbours(GridCall *c) {
  int count = c->grid->neighbours[c->cell];
  memcpy(c->list, c->grid->neighbour[c->cell], (size_t)count * sizeof *c->list);
  return count;
}

static int grid_call_ray(GridCall *c) {
  return grid_ray(c->grid, c->cell, c->dx, c->dy, c->list);
}

static int grid_call_image(GridCall *c) {
  const char *wanted = luaL_checkstring(c->L, c->next);
  GridShape shape = c->grid->shape;
  int symmetry = grid_symmetry_find(wanted);
  if (symmetry < 0 || !(grid_symmetries(shape) >> symmetry & 1))
    return luaL_error(c->L, "%s has no symmetry '%s'", c->b->field->name,
                      wanted);
  return grid_symmetry_image(shape, symmetry, c->cell);
}

/* ---- what is on them -----------------------------------------------------*/

/* cells(value), and empty(), whose value is 0. */
static int grid_call_cells(GridCall *c) {
  return grid_cells_with(c->grid, c->cells, c->value, c->list);
}

static int grid_call_count(GridCall *c) {
  bool all = lua_isnoneornil(c->L, c->next);
  int edge = all ? 0 : lab_check_edge(c->L, c->next);
  lab_charge_cells(c->L, c->b, all ? 1 : 0);
  return all ? grid_count(c->grid, c->cells, c->value)
             : grid_count_on_edge(c->grid, c->cells, c->value, edge);
}

static int grid_call_full(GridCall *c) {
  return grid_is_full(c->grid, c->cells);
}

static int grid_call_find(GridCall *c) {
  return grid_find(c->grid, c->cells, c->value, c->cell, c->dx, c->dy);
}

static int grid_call_open_columns(GridCall *c) {
  return grid_open_columns(c->grid, c->cells, c->list);
}

static int grid_call_drop(GridCall *c) {
  lua_State *L = c->L;
  lua_Integer at = luaL_checkinteger(L, 2);
  int32_t value = lab_check_value(L, 3, c->b);
  if (at < 1 || at > c->grid->shape.columns)
    return luaL_error(L, "%s has columns 1 to %d, not %I", c->b->field->name,
                      c->grid->shape.columns, (LUAI_UACINT)at);
  lab_charge_cells(L, c->b, 0);
  int cell = grid_find(c->grid, c->cells, 0, (int)at - 1, 0, 1);
  if (cell != GRID_NO_CELL)
    c->cells[cell] = value;
  return cell;
}

/* ---- steps ---------------------------------------------------------------*/

/* Reads which cells a step may lead to; all if there is nothing at the top of
 * the stack. Pops it. */
static int take_onto(lua_State *L) {
  int onto = 0;
  const char *text = lua_tostring(L, -1);
  if (lua_isnil(L, -1))
    onto = GRID_ONTO_EMPTY | GRID_ONTO_OTHER;
  else if (text && strcmp(text, "empty") == 0)
    onto = GRID_ONTO_EMPTY;
  else if (text && strcmp(text, "other") == 0)
    onto = GRID_ONTO_OTHER;
  else
    luaL_error(L,
               "a step leads onto \"empty\" or \"other\" cells, or, without a "
               "word, onto both");
  lua_pop(L, 1);
  return onto;
}

/* Reads the columns or rows of a step, which is as good as any other if it
 * leads off all boards. Pops the number. */
static int take_distance(lua_State *L) {
  int is_integer;
  lua_Integer number = lua_tointegerx(L, -1, &is_integer);
  if (!is_integer)
    luaL_error(L, "a step has the columns to the right and the rows up, as in "
                  "{ 0, 1 } or { 1, 1, \"empty\" }");
  lua_pop(L, 1);
  return number < -GRID_SIDE_MAX  ? -GRID_SIDE_MAX
         : number > GRID_SIDE_MAX ? GRID_SIDE_MAX
                                  : (int)number;
}

/* Reads a list of steps at an index. */
static int check_steps(lua_State *L, int index, GridStep kind[]) {
  luaL_checktype(L, index, LUA_TTABLE);
  int kinds = 0;
  while (lua_rawgeti(L, index, kinds + 1) == LUA_TTABLE &&
         kinds < GRID_STEPS_MAX) {
    GridStep *s = &kind[kinds++];
    lua_rawgeti(L, -1, 1);
    s->dx = take_distance(L);
    lua_rawgeti(L, -1, 2);
    s->dy = take_distance(L);
    lua_rawgeti(L, -1, 3);
    s->onto = take_onto(L);
    lua_pop(L, 1);
  }
  if (kinds == 0 || !lua_isnil(L, -1))
    luaL_error(L, "steps are a list of 1 to %d lists such as { 0, 1 }",
               GRID_STEPS_MAX);
  lua_pop(L, 1);
  return kinds;
}

static int grid_call_steps(GridCall *c) {
  lua_State *L = c->L;
  GridStep kind[GRID_STEPS_MAX];
  GridMove list[GRID_CELLS_MAX * GRID_STEPS_MAX];
  int kinds = check_steps(L, c->next, kind);
  lab_charge_cells(L, c->b, 1 + kinds);
  int count = grid_steps(c->grid, c->cells, c->value, kind, kinds, list);
  plugin_charge_to(L, c->b->state->plugin, count);
  Move *listed = lab_grid_listed(c, c->next + 1, count);
  for (int i = 0; listed && i < count; i++)
    listed[i] = (Move)((list[i].from + 1) * GRID_FROM + list[i].to + 1);
  if (listed)
    return 0;
  lab_push_list(L, c->b->state, c->next + 1, count);
  for (int i = 0; i < count; i++) {
    lua_pushinteger(L, (list[i].from + 1) * GRID_FROM + list[i].to + 1);
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

/* ---- drawing -------------------------------------------------------------*/

static void add_letters(luaL_Buffer *drawing, int columns) {
  luaL_addstring(drawing, "   ");
  for (int x = 0; x < columns; x++) {
    luaL_addchar(drawing, ' ');
    luaL_addchar(drawing, (char)('a' + x));
  }
}

/* Each row of hexagons is half a cell further to the right than the one before
 * it. */
static void add_row(luaL_Buffer *drawing, const GridObject *b, int y) {
  const GridShape *shape = &b->grid->shape;
  for (int i = 0; shape->hex && i <= y; i++)
    luaL_addchar(drawing, ' ');
  luaL_addchar(drawing, (char)(y + 1 < 10 ? ' ' : '0' + (y + 1) / 10));
  luaL_addchar(drawing, (char)('0' + (y + 1) % 10));
  luaL_addchar(drawing, ' ');
  for (int x = 0; x < shape->columns; x++) {
    size_t size;
    const char *mark =
        field_mark(b->field, lab_grid_cells(b)[y * shape->columns + x], &size);
    luaL_addchar(drawing, ' ');
    luaL_addlstring(drawing, mark ? mark : "?", mark ? size : 1);
  }
}

/* The first row is at the bottom or, if rows go down, at the top, and the
 * columns' names are where the row before it would be. */
static int grid_call_draw(GridCall *c) {
  lua_State *L = c->L;
  if (lua_gettop(L) > 1)
    return luaL_error(L, "draw takes no arguments: declare the characters in "
                         "lab.grid { marks = \".XO\", … }");
  bool down = c->b->field->down;
  int rows = c->grid->shape.rows;
  luaL_Buffer drawing;
  lab_charge_cells(L, c->b, 64);
  luaL_buffinit(L, &drawing);
  if (down)
    add_letters(&drawing, c->grid->shape.columns);
  for (int i = 0; i < rows; i++) {
    if (down)
      luaL_addchar(&drawing, '\n');
    add_row(&drawing, c->b, down ? i : rows - 1 - i);
    if (!down)
      luaL_addchar(&drawing, '\n');
  }
  if (!down)
    add_letters(&drawing, c->grid->shape.columns);
  luaL_pushresult(&drawing);
  return 1;
}

const GridMethod lab_grid_cell_methods[] = {
    {"cell", ">c", GRID_CHARGES, grid_call_cell},
    {"cells", "v>l", 1, grid_call_cells},
    {"column", "c>i", GRID_CHARGES, grid_call_column},
    {"count", "v>i", GRID_CHARGES, grid_call_count},
    {"draw", ">p", GRID_CHARGES, grid_call_draw},
    {"drop", "!>c", GRID_CHARGES, grid_call_drop},
    {"empty", ">l", 1, grid_call_cells},
    {"find", "vcd>c", 0, grid_call_find},
    {"full", ">b", 1, grid_call_full},
    {"image", "c>c", GRID_CHARGES, grid_call_image},
    {"name", "c>p", 0, grid_call_name},
    {"neighbours", "c>l", GRID_CHARGES, grid_call_neighbours},
    {"open_columns", ">l", 0, grid_call_open_columns},
    {"ray", "cd>l", GRID_CHARGES, grid_call_ray},
    {"row", "c>i", GRID_CHARGES, grid_call_row},
    {"step", "c>c", GRID_CHARGES, grid_call_step},
    {"steps", "v>p", GRID_CHARGES, grid_call_steps},
    {NULL}};
