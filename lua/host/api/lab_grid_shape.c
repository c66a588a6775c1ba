/* The shape of a grid, as the table at index 1 declares it: by its sides, by a
 * picture, by lines, or by the name of a ready shape. */
#include "core/base/cell.h"
#include "core/base/utf8.h"
#include "lua/host/api/declare.h"
#include "lua/host/api/lab_grid.h"
#include <string.h>

/* Raises if there is a key that does not go with the others. */
static void refuse(lua_State *L, const char *key, const char *why) {
  if (lua_getfield(L, 1, key) != LUA_TNIL)
    luaL_error(L, "lab.grid: %s; leave '%s' out", why, key);
  lua_pop(L, 1);
}

static int read_side(lua_State *L, const char *key) {
  int side = declare_number(L, 1, key, 1, GRID_SIDE_MAX, 0);
  if (side == 0)
    luaL_error(L, "lab.grid needs '%s', a number from 1 to %d", key,
               GRID_SIDE_MAX);
  return side;
}

/* Returns the string with a number in the list on top of the stack. The list
 * keeps it. */
static const char *read_string(lua_State *L, lua_Integer i, const char *key,
                               const char *example) {
  if (lua_rawgeti(L, -1, i) != LUA_TSTRING)
    luaL_error(L, "lab.grid: '%s' is a list of strings, such as %s, not of %ss",
               key, example, luaL_typename(L, -1));
  const char *text = lua_tostring(L, -1);
  lua_pop(L, 1);
  return text;
}

/* Returns the length of the list on top of the stack. */
static int read_count(lua_State *L, const char *key, int most) {
  lua_Unsigned count = lua_rawlen(L, -1);
  if (count < 1 || count > (lua_Unsigned)most)
    luaL_error(L, "lab.grid: '%s' has 1 to %d strings, not %I", key, most,
               (LUAI_UACINT)count);
  return (int)count;
}

/* ---- a picture -----------------------------------------------------------*/

/* Adds the cells of a row of a picture, unless its columns are still being
 * counted. Returns how many it has. */
static int take_row(lua_State *L, const char *text, int row, bool counting,
                    GridShape *shape) {
  int column = 0;
  for (size_t size; *text; text += size, column++) {
    size = utf8_char_size(text);
    if (!size)
      luaL_error(L, "lab.grid: a row of 'shape' is not valid UTF-8");
    if (*text != ' ' && !counting)
      shape->place[shape->cells++] = (int16_t)(row * shape->columns + column);
  }
  return column;
}

/* Reads the picture on top of the stack: its strings are the rows as they are
 * drawn, and a space is no cell. */
static void read_picture(lua_State *L, bool down, GridShape *shape) {
  static const char EXAMPLE[] = "{ \" oo\", \"ooo\" }";
  shape->rows = read_count(L, "shape", GRID_SIDE_MAX);
  for (int row = 0; row < shape->rows; row++) {
    const char *text = read_string(L, row + 1, "shape", EXAMPLE);
    int columns = take_row(L, text, row, true, shape);
    if (columns > GRID_SIDE_MAX)
      luaL_error(L, "lab.grid: a row of 'shape' has at most %d characters",
                 GRID_SIDE_MAX);
    if (columns > shape->columns)
      shape->columns = columns;
  }
  for (int row = 0; row < shape->rows; row++) {
    const char *text =
        read_string(L, down ? row + 1 : shape->rows - row, "shape", EXAMPLE);
    take_row(L, text, row, false, shape);
  }
  if (shape->cells == 0)
    luaL_error(L, "lab.grid: 'shape' has no cell: all characters but spaces "
                  "are cells");
}

/* ---- lines ---------------------------------------------------------------*/

/* Calls `take` with every cell of the lines in the list on top of the stack,
 * and after each line with NULL. */
static void each_point(lua_State *L, GridShape *shape,
                       void take(lua_State *L, GridShape *s, const Cell *at)) {
  int count = read_count(L, "lines", GRID_POINTS_MAX / 3);
  for (int i = 1; i <= count; i++) {
    const char *text = read_string(L, i, "lines", "{ \"a1 d1 g1\" }");
    const char *all = text;
    for (text += strspn(text, " "); *text; text += strspn(text, " ")) {
      Cell at = {0};
      if (!cell_read(&text, GRID_SIDE_MAX, GRID_SIDE_MAX, &at) ||
          (*text && *text != ' '))
        luaL_error(L,
                   "lab.grid: a line is the names of its points in order, as "
                   "in \"a1 d1 g1\", not '%s'",
                   all);
      take(L, shape, &at);
    }
    take(L, shape, NULL);
  }
}

static void take_size(lua_State *L, GridShape *s, const Cell *at) {
  (void)L;
  if (at && at->column >= s->columns)
    s->columns = at->column + 1;
  if (at && at->row >= s->rows)
    s->rows = at->row + 1;
}

/* Cells are numbered as the lines name them. */
static void take_point(lua_State *L, GridShape *s, const Cell *at) {
  int place = at ? at->row * s->columns + at->column : 0, cell = 0;
  if (s->points == GRID_POINTS_MAX)
    luaL_error(L, "lab.grid: all 'lines' have at most %d points",
               GRID_POINTS_MAX);
  while (at && cell < s->cells && s->place[cell] != place)
    cell++;
  if (at && cell == s->cells)
    s->place[s->cells++] = (int16_t)place;
  s->line[s->points++] = (int16_t)(at ? cell : GRID_NO_CELL);
}

static void read_lines(lua_State *L, GridShape *shape) {
  each_point(L, shape, take_size);
  each_point(L, shape, take_point);
}

/* ---- all of it -----------------------------------------------------------*/

static void read_ready(lua_State *L, const char *name, GridShape *shape) {
  static const char *const KEYS[] = {"columns", "rows", "hex", "lines", NULL};
  Error error = {0};
  for (int i = 0; KEYS[i]; i++)
    refuse(L, KEYS[i], "a ready shape has only a 'size'");
  int size = declare_number(L, 1, "size", 1, INT16_MAX, 0);
  if (size == 0)
    luaL_error(L, "lab.grid: the shape '%s' needs a 'size', a number", name);
  if (!grid_shape_find(name, size, shape, &error))
    luaL_error(L, "lab.grid: %s", error.message);
}

/* Reads what is under the key `shape`, on top of the stack. */
static void read_shape(lua_State *L, int type, bool down, GridShape *shape) {
  if (type == LUA_TSTRING) {
    read_ready(L, lua_tostring(L, -1), shape);
    return;
  }
  if (type != LUA_TTABLE)
    luaL_error(L,
               "lab.grid: 'shape' is a name, such as \"hexagon\", or a list of "
               "rows, such as { \" oo\", \"ooo\" }, not a %s",
               lua_typename(L, type));
  refuse(L, "columns", "'shape' shows the columns");
  refuse(L, "rows", "'shape' shows the rows");
  refuse(L, "lines", "'lines' themselves name all points");
  read_picture(L, down, shape);
}

static bool is_drawn_bare(const char *ready) {
  return ready && strcmp(ready, "mancala") == 0;
}

static bool is_tiled(const char *ready) {
  return ready && strcmp(ready, "morris") != 0;
}

static bool flag(lua_State *L, const char *key, bool otherwise) {
  bool given = lua_getfield(L, 1, key) != LUA_TNIL;
  lua_pop(L, 1);
  return given ? declare_flag(L, 1, key) : otherwise;
}

void lab_grid_read_shape(lua_State *L, GridDeclaration *board) {
  static const GridShape EMPTY = {0};
  GridShape shape = EMPTY;
  Error error = {0};
  int type = lua_getfield(L, 1, "shape");
  const char *ready = type == LUA_TSTRING ? lua_tostring(L, -1) : NULL;
  if (!ready)
    refuse(L, "size", "'size' is that of a ready shape");
  if (type != LUA_TNIL) {
    read_shape(L, type, board->down, &shape);
  } else if (lua_getfield(L, 1, "lines") == LUA_TTABLE) {
    read_lines(L, &shape);
    lua_pop(L, 1);
  } else {
    refuse(L, "lines", "'lines' is a list, such as { \"a1 d1 g1\" }");
    shape.columns = read_side(L, "columns");
    shape.rows = read_side(L, "rows");
    lua_pop(L, 1);
  }
  shape.hex |= declare_flag(L, 1, "hex");
  shape.diagonals = declare_flag(L, 1, "diagonals");
  board->points = shape.points && !flag(L, "tiles", is_tiled(ready));
  board->bare = !flag(L, "coordinates", !is_drawn_bare(ready));
  if (!grid_init(&board->grid, &shape, &error))
    luaL_error(L, "lab.grid: %s", error.message);
  lua_pop(L, 1);
}
