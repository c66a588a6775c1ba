/* The methods of grids. Each checks its arguments, charges for its work, and
 * then calls core/grid; cells are numbered from 1 in Lua and from 0 there. */
#include "lua/host/api/lab_grid.h"

#include "lua/host/api/lab_state_internal.h"
#include <math.h>

/* ---- arguments and results -----------------------------------------------*/

/* Charges for looking at every cell `times` times. A cell takes a fraction of
 * an instruction. */
static void charge(lua_State *L, const GridObject *b, int times) {
  plugin_charge_to(L, b->state->plugin, 1 + times * b->grid->cells / 8);
}

static int check_cell(lua_State *L, int index, const GridObject *b) {
  lua_Integer cell = luaL_checkinteger(L, index);
  if (cell < 1 || cell > b->grid->cells)
    luaL_error(L, "%s has cells 1 to %d, not %I", b->name, b->grid->cells,
               (LUAI_UACINT)cell);
  return (int)cell - 1;
}

static int32_t check_value(lua_State *L, int index, const GridObject *b) {
  return lab_check_number(L, index, b->name);
}

/* Returns the length of a line; all that is longer than any is the same. */
static int check_length(lua_State *L, int index) {
  lua_Integer k = luaL_checkinteger(L, index);
  if (k < 1)
    luaL_error(L, "a line has at least 1 cell, not %I", (LUAI_UACINT)k);
  return k > GRID_SIDE_MAX ? GRID_SIDE_MAX + 1 : (int)k;
}

static void check_direction(lua_State *L, int index, lua_Integer *dx,
                            lua_Integer *dy) {
  *dx = luaL_checkinteger(L, index);
  *dy = luaL_checkinteger(L, index + 1);
  if (*dx == 0 && *dy == 0)
    luaL_error(L, "0, 0 is not a direction: give the columns to the right and "
                  "the rows up, as in 1, 0");
}

static int check_edge(lua_State *L, int index) {
  static const char *const NAMES[] = {"left", "right", "bottom", "top"};
  const char *name = luaL_checkstring(L, index);
  for (int i = 0; i < 4; i++)
    if (strcmp(name, NAMES[i]) == 0)
      return 1 << i;
  return luaL_error(L,
                    "there is no edge '%s': the edges are left, right, "
                    "bottom and top",
                    name);
}

/* Returns a cell, or nil for GRID_NO_CELL. */
static int return_cell(lua_State *L, int cell) {
  if (cell == GRID_NO_CELL)
    lua_pushnil(L);
  else
    lua_pushinteger(L, cell + 1);
  return 1;
}

static int return_integer(lua_State *L, int number) {
  lua_pushinteger(L, number);
  return 1;
}

static int return_boolean(lua_State *L, bool value) {
  lua_pushboolean(L, value);
  return 1;
}

/* Pushes the table at an index that a list goes into, or a new one. A table
 * with a metatable may be read-only. */
static void push_table(lua_State *L, int index, int count) {
  if (lua_isnoneornil(L, index)) {
    lua_createtable(L, count, 0);
    return;
  }
  luaL_checktype(L, index, LUA_TTABLE);
  if (lua_getmetatable(L, index))
    luaL_error(L, "the table to refill must have no metatable");
  lua_pushvalue(L, index);
}

/* Removes what the table on top of the stack has after a list. Returns the
 * number of results, which is 1. */
static int return_table(lua_State *L, const GridObject *b, int count) {
  for (int i = count + 1; lua_rawgeti(L, -1, i) != LUA_TNIL; i++) {
    plugin_charge_to(L, b->state->plugin, 1);
    lua_pushnil(L);
    lua_rawseti(L, -3, i);
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
  return 1;
}

/* Returns a list of cells or columns, which goes into the table at an index or
 * into a new one. */
static int return_list(lua_State *L, int index, const GridObject *b,
                       const int16_t list[], int count) {
  plugin_charge_to(L, b->state->plugin, count);
  push_table(L, index, count);
  for (int i = 0; i < count; i++) {
    lua_pushinteger(L, list[i] + 1);
    lua_rawseti(L, -2, i + 1);
  }
  return return_table(L, b, count);
}

/* ---- where cells are -----------------------------------------------------*/

static int column(lua_State *L) {
  const GridObject *b = lab_check_grid(L);
  return return_integer(L, grid_column(b->grid, check_cell(L, 2, b)) + 1);
}

static int row(lua_State *L) {
  const GridObject *b = lab_check_grid(L);
  return return_integer(L, grid_row(b->grid, check_cell(L, 2, b)) + 1);
}

/* Returns the cell of a name such as "b2", or GRID_NO_CELL. */
static int find_name(const Grid *g, const char *text) {
  int number = 0, digits = 0;
  for (; text[0] && text[1 + digits] >= '0' && text[1 + digits] <= '9' &&
         digits < 2;
       digits++)
    number = 10 * number + text[1 + digits] - '0';
  if (digits == 0 || text[1] == '0' || text[1 + digits])
    return GRID_NO_CELL;
  return grid_cell(g, text[0] - 'a', number - 1);
}

static int cell_at(lua_State *L) {
  const GridObject *b = lab_check_grid(L);
  if (lua_type(L, 2) == LUA_TSTRING)
    return return_cell(L, find_name(b->grid, lua_tostring(L, 2)));
  lua_Integer at = luaL_checkinteger(L, 2), up = luaL_checkinteger(L, 3);
  bool near = at >= 1 && up >= 1;
  return return_cell(L,
                     near ? grid_cell(b->grid, at - 1, up - 1) : GRID_NO_CELL);
}

static int name(lua_State *L) {
  const GridObject *b = lab_check_grid(L);
  int cell = check_cell(L, 2, b);
  lua_pushfstring(L, "%c%d", 'a' + grid_column(b->grid, cell),
                  grid_row(b->grid, cell) + 1);
  charge(L, b, 0);
  return 1;
}

static int step(lua_State *L) {
  const GridObject *b = lab_check_grid(L);
  int cell = check_cell(L, 2, b);
  return return_cell(L, grid_step(b->grid, cell, luaL_checkinteger(L, 3),
                                  luaL_checkinteger(L, 4)));
}

static int neighbours(lua_State *L) {
  const GridObject *b = lab_check_grid(L);
  int cell = check_cell(L, 2, b);
  return return_list(L, 3, b, b->grid->neighbour[cell],
                     b->grid->neighbours[cell]);
}

static int ray(lua_State *L) {
  const GridObject *b = lab_check_grid(L);
  int cell = check_cell(L, 2, b);
  lua_Integer dx, dy;
  int16_t list[GRID_CELLS_MAX];
  check_direction(L, 3, &dx, &dy);
  return return_list(L, 5, b, list, grid_ray(b->grid, cell, dx, dy, list));
}

static int image(lua_State *L) {
  const GridObject *b = lab_check_grid(L);
  int cell = check_cell(L, 2, b);
  const char *wanted = luaL_checkstring(L, 3);
  int symmetry = grid_symmetry_find(wanted);
  if (symmetry < 0 || !(grid_symmetries(b->grid->shape) >> symmetry & 1))
    return luaL_error(L, "%s has no symmetry '%s'", b->name, wanted);
  return return_cell(L, grid_symmetry_image(b->grid->shape, symmetry, cell));
}

/* ---- what is on them -----------------------------------------------------*/

static int cells(lua_State *L) {
  const GridObject *b = lab_check_grid(L);
  int32_t value = check_value(L, 2, b);
  int16_t list[GRID_CELLS_MAX];
  charge(L, b, 1);
  return return_list(L, 3, b, list,
                     grid_cells_with(b->grid, lab_grid_cells(b), value, list));
}

static int empty(lua_State *L) {
  const GridObject *b = lab_check_grid(L);
  int16_t list[GRID_CELLS_MAX];
  charge(L, b, 1);
  return return_list(L, 2, b, list,
                     grid_cells_with(b->grid, lab_grid_cells(b), 0, list));
}

static int count(lua_State *L) {
  const GridObject *b = lab_check_grid(L);
  int32_t value = check_value(L, 2, b);
  int edge = lua_isnoneornil(L, 3) ? 0 : check_edge(L, 3);
  const int32_t *at = lab_grid_cells(b);
  charge(L, b, edge ? 0 : 1);
  return return_integer(L, edge ? grid_count_on_edge(b->grid, at, value, edge)
                                : grid_count(b->grid, at, value));
}

static int full(lua_State *L) {
  const GridObject *b = lab_check_grid(L);
  charge(L, b, 1);
  return return_boolean(L, grid_is_full(b->grid, lab_grid_cells(b)));
}

static int find(lua_State *L) {
  const GridObject *b = lab_check_grid(L);
  int32_t value = check_value(L, 2, b);
  int cell = check_cell(L, 3, b);
  lua_Integer dx, dy;
  check_direction(L, 4, &dx, &dy);
  charge(L, b, 0);
  return return_cell(
      L, grid_find(b->grid, lab_grid_cells(b), value, cell, dx, dy));
}

static int open_columns(lua_State *L) {
  const GridObject *b = lab_check_grid(L);
  int16_t list[GRID_CELLS_MAX];
  charge(L, b, 0);
  return return_list(L, 2, b, list,
                     grid_open_columns(b->grid, lab_grid_cells(b), list));
}

static int drop(lua_State *L) {
  const GridObject *b = lab_check_editable_grid(L);
  lua_Integer at = luaL_checkinteger(L, 2);
  int32_t value = check_value(L, 3, b);
  if (at < 1 || at > b->grid->shape.columns)
    return luaL_error(L, "%s has columns 1 to %d, not %I", b->name,
                      b->grid->shape.columns, (LUAI_UACINT)at);
  charge(L, b, 0);
  int cell = grid_find(b->grid, lab_grid_cells(b), 0, (int)at - 1, 0, 1);
  if (cell != GRID_NO_CELL)
    lab_grid_cells(b)[cell] = value;
  return return_cell(L, cell);
}

/* ---- steps ---------------------------------------------------------------*/

enum { FROM = 1024 }; /* a step is the number from * FROM + to */

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

static void refuse_steps(lua_State *L) {
  luaL_error(L, "steps are a list of 1 to %d lists such as { 0, 1 }",
             GRID_STEPS_MAX);
}

/* Reads a list of steps at an index. */
static int check_steps(lua_State *L, int index, GridStep kind[]) {
  luaL_checktype(L, index, LUA_TTABLE);
  int kinds = 0;
  while (lua_rawgeti(L, index, kinds + 1) != LUA_TNIL) {
    if (kinds == GRID_STEPS_MAX || !lua_istable(L, -1))
      refuse_steps(L);
    GridStep *s = &kind[kinds++];
    lua_rawgeti(L, -1, 1);
    s->dx = take_distance(L);
    lua_rawgeti(L, -1, 2);
    s->dy = take_distance(L);
    lua_rawgeti(L, -1, 3);
    s->onto = take_onto(L);
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
  if (kinds == 0)
    refuse_steps(L);
  return kinds;
}

static int steps(lua_State *L) {
  const GridObject *b = lab_check_grid(L);
  int32_t value = check_value(L, 2, b);
  GridStep kind[GRID_STEPS_MAX];
  GridMove list[GRID_CELLS_MAX * GRID_STEPS_MAX];
  int kinds = check_steps(L, 3, kind);
  charge(L, b, 1 + kinds);
  int count = grid_steps(b->grid, lab_grid_cells(b), value, kind, kinds, list);
  plugin_charge_to(L, b->state->plugin, count);
  push_table(L, 4, count);
  for (int i = 0; i < count; i++) {
    lua_pushinteger(L, (list[i].from + 1) * FROM + list[i].to + 1);
    lua_rawseti(L, -2, i + 1);
  }
  return return_table(L, b, count);
}

/* ---- lines ---------------------------------------------------------------*/

static int line(lua_State *L) {
  const GridObject *b = lab_check_grid(L);
  int cell = check_cell(L, 2, b), k = check_length(L, 3);
  charge(L, b, 0);
  return return_boolean(L, grid_line(b->grid, lab_grid_cells(b), cell, k));
}

static int longest(lua_State *L) {
  const GridObject *b = lab_check_grid(L);
  int cell = check_cell(L, 2, b);
  charge(L, b, 0);
  return return_integer(L, grid_longest(b->grid, lab_grid_cells(b), cell));
}

static int has_line(lua_State *L) {
  const GridObject *b = lab_check_grid(L);
  int32_t value = check_value(L, 2, b);
  int k = check_length(L, 3);
  charge(L, b, 1);
  return return_boolean(L, grid_has_line(b->grid, lab_grid_cells(b), value, k));
}

static int line_score(lua_State *L) {
  const GridObject *b = lab_check_grid(L);
  int32_t value = check_value(L, 2, b);
  int k = check_length(L, 3);
  double base = luaL_checknumber(L, 4);
  if (!isfinite(base))
    return luaL_error(L, "the base of a score must be a finite number");
  if (value == 0)
    return luaL_error(L,
                      "0 is an empty cell: give the value whose lines count");
  charge(L, b, 8);
  lua_pushnumber(L,
                 grid_line_score(b->grid, lab_grid_cells(b), value, k, base));
  return 1;
}

/* ---- groups --------------------------------------------------------------*/

static int group(lua_State *L) {
  const GridObject *b = lab_check_grid(L);
  int cell = check_cell(L, 2, b), liberties;
  int16_t list[GRID_CELLS_MAX];
  charge(L, b, 4);
  lua_pushinteger(
      L, grid_group(b->grid, lab_grid_cells(b), cell, false, list, &liberties));
  lua_pushinteger(L, liberties);
  return 2;
}

static int group_cells(lua_State *L) {
  const GridObject *b = lab_check_grid(L);
  int cell = check_cell(L, 2, b);
  int16_t list[GRID_CELLS_MAX];
  charge(L, b, 4);
  int size = grid_group(b->grid, lab_grid_cells(b), cell, true, list, NULL);
  return return_list(L, 3, b, list, size);
}

static int groups(lua_State *L) {
  const GridObject *b = lab_check_grid(L);
  int32_t value = check_value(L, 2, b);
  int largest;
  charge(L, b, 4);
  lua_pushinteger(L, grid_groups(b->grid, lab_grid_cells(b), value, &largest));
  lua_pushinteger(L, largest);
  return 2;
}

static int fill(lua_State *L) {
  const GridObject *b = lab_check_editable_grid(L);
  int cell = check_cell(L, 2, b);
  int32_t value = check_value(L, 3, b);
  charge(L, b, 4);
  return return_integer(L, grid_fill(b->grid, lab_grid_cells(b), cell, value));
}

static int touches(lua_State *L) {
  const GridObject *b = lab_check_grid(L);
  int cell = check_cell(L, 2, b), edges = check_edge(L, 3);
  for (int i = 4; i <= lua_gettop(L); i++)
    edges |= check_edge(L, i);
  charge(L, b, 4);
  return return_boolean(L,
                        grid_touches(b->grid, lab_grid_cells(b), cell, edges));
}

static int connects(lua_State *L) {
  const GridObject *b = lab_check_grid(L);
  int32_t value = check_value(L, 2, b);
  int edge = check_edge(L, 3), other = check_edge(L, 4);
  charge(L, b, 4);
  return return_boolean(
      L, grid_connects(b->grid, lab_grid_cells(b), value, edge, other));
}

/* ---- distances -----------------------------------------------------------*/

/* Returns a number, or nil for -1. */
static int return_distance(lua_State *L, int distance) {
  if (distance < 0)
    lua_pushnil(L);
  else
    lua_pushinteger(L, distance);
  return 1;
}

static int missing(lua_State *L) {
  const GridObject *b = lab_check_grid(L);
  int32_t value = check_value(L, 2, b);
  int edge = check_edge(L, 3), other = check_edge(L, 4);
  if (value == 0)
    return luaL_error(L, "0 is an empty cell: give the value that is to "
                         "connect the edges");
  charge(L, b, 4);
  return return_distance(
      L, grid_missing(b->grid, lab_grid_cells(b), value, edge, other));
}

static int distance(lua_State *L) {
  const GridObject *b = lab_check_grid(L);
  int from = check_cell(L, 2, b), to = check_cell(L, 3, b);
  bool any = lua_isnoneornil(L, 4);
  int32_t through = any ? 0 : check_value(L, 4, b);
  charge(L, b, 4);
  return return_distance(L, grid_distance(b->grid, lab_grid_cells(b), from, to,
                                          any ? NULL : &through));
}

/* ---- flips ---------------------------------------------------------------*/

/* Returns a value that owns cells. */
static int32_t check_owner(lua_State *L, int index, const GridObject *b) {
  int32_t value = check_value(L, index, b);
  if (value == 0)
    luaL_error(L, "0 is an empty cell: give the value that encloses others");
  return value;
}

static int flips(lua_State *L) {
  const GridObject *b = lab_check_grid(L);
  int cell = check_cell(L, 2, b);
  int32_t value = check_owner(L, 3, b);
  charge(L, b, 0);
  return return_integer(L, grid_flips(b->grid, lab_grid_cells(b), cell, value));
}

static int flip(lua_State *L) {
  const GridObject *b = lab_check_editable_grid(L);
  int cell = check_cell(L, 2, b);
  int32_t value = check_owner(L, 3, b);
  charge(L, b, 0);
  return return_integer(L, grid_flip(b->grid, lab_grid_cells(b), cell, value));
}

static int flippable(lua_State *L) {
  const GridObject *b = lab_check_grid(L);
  int32_t value = check_owner(L, 2, b);
  int16_t list[GRID_CELLS_MAX];
  charge(L, b, 8);
  return return_list(L, 3, b, list,
                     grid_flippable(b->grid, lab_grid_cells(b), value, list));
}

static int can_flip(lua_State *L) {
  const GridObject *b = lab_check_grid(L);
  int32_t value = check_owner(L, 2, b);
  charge(L, b, 8);
  return return_boolean(L, grid_can_flip(b->grid, lab_grid_cells(b), value));
}

/* ---- drawing -------------------------------------------------------------*/

enum { MARKS_MAX = 256 }; /* bytes */

/* The characters of a UTF-8 text: each is from its start to the next one's. */
typedef struct Marks {
  int count;
  const char *start[MARKS_MAX + 1];
} Marks;

static void check_marks(lua_State *L, int index, Marks *marks) {
  size_t size;
  const char *text = luaL_checklstring(L, index, &size);
  if (size > MARKS_MAX)
    luaL_error(L,
               "the marks of a drawing are one character for each value, at "
               "most %d bytes, not %I",
               MARKS_MAX, (LUAI_UACINT)size);
  marks->count = 0;
  for (; *text; text++)
    if ((*text & 0xC0) != 0x80)
      marks->start[marks->count++] = text;
  marks->start[marks->count] = text;
}

static void add_mark(luaL_Buffer *drawing, const Marks *marks, int32_t value) {
  luaL_addchar(drawing, ' ');
  if (value < 0 || value >= marks->count) {
    luaL_addchar(drawing, '?');
    return;
  }
  const char *const *mark = &marks->start[value];
  luaL_addlstring(drawing, mark[0], (size_t)(mark[1] - mark[0]));
}

static void add_spaces(luaL_Buffer *drawing, int number) {
  for (int i = 0; i < number; i++)
    luaL_addchar(drawing, ' ');
}

static void add_letters(luaL_Buffer *drawing, int columns) {
  add_spaces(drawing, 3);
  for (int x = 0; x < columns; x++) {
    luaL_addchar(drawing, ' ');
    luaL_addchar(drawing, (char)('a' + x));
  }
}

/* Each row of hexagons is half a cell further to the right than the one before
 * it. */
static void add_row(luaL_Buffer *drawing, const GridObject *b,
                    const Marks *marks, int y) {
  const GridShape *shape = &b->grid->shape;
  char label[8] = {(char)(y + 1 < 10 ? ' ' : '0' + (y + 1) / 10),
                   (char)('0' + (y + 1) % 10), ' ', '\0'};
  add_spaces(drawing, shape->hex ? y + 1 : 0);
  luaL_addstring(drawing, label);
  for (int x = 0; x < shape->columns; x++)
    add_mark(drawing, marks, lab_grid_cells(b)[y * shape->columns + x]);
}

/* The first row is at the bottom or, if rows go down, at the top, and the
 * columns' names are where the row before it would be. */
static int draw(lua_State *L) {
  static const char *const ROWS[] = {"up", "down", NULL};
  const GridObject *b = lab_check_grid(L);
  Marks marks;
  check_marks(L, 2, &marks);
  bool down = luaL_checkoption(L, 3, "up", ROWS) == 1;
  int rows = b->grid->shape.rows;
  luaL_Buffer drawing;
  charge(L, b, 64);
  luaL_buffinit(L, &drawing);
  if (down)
    add_letters(&drawing, b->grid->shape.columns);
  for (int i = 0; i < rows; i++) {
    if (down)
      luaL_addchar(&drawing, '\n');
    add_row(&drawing, b, &marks, down ? i : rows - 1 - i);
    if (!down)
      luaL_addchar(&drawing, '\n');
  }
  if (!down)
    add_letters(&drawing, b->grid->shape.columns);
  luaL_pushresult(&drawing);
  return 1;
}

const luaL_Reg lab_grid_methods[] = {{"can_flip", can_flip},
                                     {"cell", cell_at},
                                     {"cells", cells},
                                     {"column", column},
                                     {"connects", connects},
                                     {"count", count},
                                     {"distance", distance},
                                     {"draw", draw},
                                     {"drop", drop},
                                     {"empty", empty},
                                     {"fill", fill},
                                     {"find", find},
                                     {"flip", flip},
                                     {"flippable", flippable},
                                     {"flips", flips},
                                     {"full", full},
                                     {"group", group},
                                     {"group_cells", group_cells},
                                     {"groups", groups},
                                     {"has_line", has_line},
                                     {"image", image},
                                     {"line", line},
                                     {"line_score", line_score},
                                     {"longest", longest},
                                     {"missing", missing},
                                     {"name", name},
                                     {"neighbours", neighbours},
                                     {"open_columns", open_columns},
                                     {"ray", ray},
                                     {"row", row},
                                     {"step", step},
                                     {"steps", steps},
                                     {"touches", touches},
                                     {NULL, NULL}};
