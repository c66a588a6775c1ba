/* lab.grid: the declaration of a grid among the fields of positions. */
#include "core/base/cell.h"
#include "core/base/utf8.h"
#include "lua/host/api/declare.h"
#include "lua/host/api/lab_functions.h"
#include "lua/host/api/lab_grid.h"
#include <string.h>

static const char SHAPE_TAG = 0;

typedef struct ShapeObject {
  const void *tag;
  GridDeclaration board;
} ShapeObject;

const GridDeclaration *lab_grid_declaration(lua_State *L, int index) {
  const ShapeObject *s = lab_to_object(L, index, &SHAPE_TAG,
                                       offsetof(ShapeObject, board.grid.image));
  return s ? &s->board : NULL;
}

/* Pushes the names of the symmetries that a grid has. */
static void push_names(lua_State *L, const Grid *g) {
  const uint16_t has = g->symmetries;
  const bool hex = g->shape.hex;
  luaL_Buffer names;
  luaL_buffinit(L, &names);
  for (int s = 1; s < GRID_SYMMETRIES; s++)
    if (has >> s & 1 && grid_symmetry_find(hex, grid_symmetry_name[s]) == s) {
      luaL_addstring(&names, grid_symmetry_name[s]);
      luaL_addstring(&names, ", ");
    }
  luaL_addstring(&names, "all");
  luaL_pushresult(&names);
}

/* Returns the symmetries that the name on top of the stack stands for. */
static uint16_t read_symmetry(lua_State *L, const Grid *g) {
  const GridShape *shape = &g->shape;
  if (lua_type(L, -1) != LUA_TSTRING)
    luaL_error(L, "'symmetries' must be a name or a list of names, not a %s",
               luaL_typename(L, -1));
  const char *name = lua_tostring(L, -1);
  const uint16_t has = g->symmetries;
  if (strcmp(name, "all") == 0)
    return has;
  int symmetry = grid_symmetry_find(shape->hex, name);
  if (symmetry >= 0 && has >> symmetry & 1)
    return (uint16_t)(1 << symmetry);
  push_names(L, g);
  luaL_error(L,
             "this grid of %d columns and %d rows%s has no symmetry '%s'; it "
             "has %s",
             shape->columns, shape->rows, shape->hex ? " of hexagons" : "",
             name, lua_tostring(L, -1));
  return 0;
}

/* Returns the cell whose name is at an index. */
static int read_name(lua_State *L, int index, const Grid *g) {
  Cell at;
  const char *name =
      lua_type(L, index) == LUA_TSTRING ? lua_tostring(L, index) : NULL;
  int cell =
      name && cell_parse(name, g->shape.columns, g->shape.rows, &at, NULL)
          ? grid_cell(g, at.column, at.row)
          : GRID_NO_CELL;
  if (cell == GRID_NO_CELL)
    luaL_error(L,
               "a map among 'symmetries' has names of cells, as in { a1 = "
               "\"c3\", c3 = \"a1\" }, not '%s'",
               name ? name : luaL_typename(L, index));
  return cell;
}

/* Adds the map on top of the stack: cells that it does not name stay. */
static void read_map(lua_State *L, const Grid *g, GridShape *shape) {
  if (shape->maps == GRID_MAPS_MAX)
    luaL_error(L,
               "'symmetries' has more than %d maps: what follows from two "
               "of them need not be given",
               GRID_MAPS_MAX);
  int16_t *map = shape->map[shape->maps++];
  for (int cell = 0; cell < g->cells; cell++)
    map[cell] = (int16_t)cell;
  lua_pushnil(L);
  while (lua_next(L, -2)) {
    map[read_name(L, -2, g)] = (int16_t)read_name(L, -1, g);
    lua_pop(L, 1);
  }
}

static void read_symmetries(lua_State *L, const Grid *g, GridShape *shape) {
  uint16_t symmetries = 0;
  int type = lua_getfield(L, 1, "symmetries");
  if (type == LUA_TTABLE)
    for (lua_Unsigned i = 1; i <= lua_rawlen(L, -1); i++) {
      if (lua_rawgeti(L, -1, (lua_Integer)i) == LUA_TTABLE)
        read_map(L, g, shape);
      else
        symmetries |= read_symmetry(L, g);
      lua_pop(L, 1);
    }
  else if (type != LUA_TNIL)
    symmetries = read_symmetry(L, g);
  lua_pop(L, 1);
  shape->symmetries = symmetries ? grid_symmetry_group(symmetries) : 0;
}

/* Marks are read back in settings, where spaces, commas and slashes separate
 * things, so each value has one of its own and none of these. */
static void check_marks(lua_State *L, const char *marks) {
  for (const char *mark = marks; *mark;) {
    size_t size = utf8_printable_size(mark);
    if (size == 0 || strchr(" ,/", *mark))
      luaL_error(L, "lab.grid: 'marks' must be printable characters other than "
                    "spaces, commas and slashes");
    for (const char *other = marks; other < mark;
         other += utf8_char_size(other))
      if (strncmp(other, mark, size) == 0) {
        lua_pushlstring(L, mark, size);
        luaL_error(L,
                   "lab.grid: 'marks' has '%s' twice; each value needs a "
                   "character of its own",
                   lua_tostring(L, -1));
      }
    mark += size;
  }
}

static void read_marks(lua_State *L, GridDeclaration *board) {
  int type = lua_getfield(L, 1, "marks");
  if (type != LUA_TSTRING && type != LUA_TNIL)
    luaL_error(L,
               "lab.grid: 'marks' must be a string with a character for each "
               "value, 0, 1, 2, …, as in \".XO\", not a %s",
               luaL_typename(L, -1));
  const char *given = type == LUA_TNIL ? ".123456789" : lua_tostring(L, -1);
  size_t size = type == LUA_TNIL ? strlen(given) : lua_rawlen(L, -1);
  if (size < 1 || size > FIELD_MARKS_MAX)
    luaL_error(L,
               "lab.grid: 'marks' has a character for each value, 1 to %d "
               "bytes, not %I",
               FIELD_MARKS_MAX, (LUAI_UACINT)size);
  memcpy(board->marks, given, size);
  board->marks[size] = '\0';
  board->marked = type == LUA_TSTRING;
  check_marks(L, strlen(board->marks) == size ? board->marks : "/");
  lua_pop(L, 1);
}

int lab_grid_table(lua_State *L) {
  if (!lab_grid_declaration(L, 1))
    return 0;
  lua_getiuservalue(L, 1, 1);
  return 1;
}

int lab_grid(lua_State *L) {
  static const char *const KEYS[] = {
      "columns",    "rows",  "hex",  "diagonals",   "shape", "size", "lines",
      "symmetries", "marks", "down", "coordinates", "tiles", NULL};
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  declare_plain(L, 1);
  if (lua_rawlen(L, 1) > 0)
    return luaL_error(L, "lab.grid: keys must be names, as in { columns = 3, "
                         "rows = 3 }, not a number");
  declare_known(L, 1, "lab.grid", KEYS);
  GridDeclaration board;
  Error error = {0};
  board.down = declare_flag(L, 1, "down");
  lab_grid_read_shape(L, &board);
  read_symmetries(L, &board.grid, &board.grid.shape);
  if (!grid_set_images(&board.grid, &error))
    return luaL_error(L, "lab.grid: %s", error.message);
  read_marks(L, &board);
  size_t size = offsetof(GridDeclaration, grid) + grid_bytes(&board.grid);
  ShapeObject *object = lua_newuserdatauv(
      L, offsetof(ShapeObject, board) + size, plugin_of(L) ? 0 : 1);
  object->tag = &SHAPE_TAG;
  memcpy(&object->board, &board, size);
  if (!plugin_of(L)) { /* the copy that declare_plain has made */
    lua_pushvalue(L, 1);
    lua_setiuservalue(L, -2, 1);
  }
  lab_push_metatable(L, &SHAPE_TAG, "grid declaration");
  lua_setmetatable(L, -2);
  return 1;
}
