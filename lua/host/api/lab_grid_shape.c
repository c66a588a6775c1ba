/* lab.grid: the declaration of a grid among the fields of positions. */
#include "core/base/utf8.h"
#include "lua/host/api/declare.h"
#include "lua/host/api/lab_functions.h"
#include "lua/host/api/lab_grid.h"

static const char SHAPE_TAG = 0;

typedef struct ShapeObject {
  const void *tag;
  GridDeclaration board;
} ShapeObject;

const GridDeclaration *lab_grid_declaration(lua_State *L, int index) {
  const ShapeObject *s = lab_to_object(L, index, &SHAPE_TAG, sizeof *s);
  return s ? &s->board : NULL;
}

/* Pushes the names of the symmetries that a shape has. */
static void push_names(lua_State *L, GridShape shape) {
  luaL_Buffer names;
  luaL_buffinit(L, &names);
  for (int s = 1; s < GRID_SYMMETRIES; s++)
    if (grid_symmetries(shape) >> s & 1 &&
        grid_symmetry_find(grid_symmetry_name[s]) == s) {
      luaL_addstring(&names, grid_symmetry_name[s]);
      luaL_addstring(&names, ", ");
    }
  luaL_addstring(&names, "all");
  luaL_pushresult(&names);
}

/* Returns the symmetries that the name on top of the stack stands for. */
static uint8_t read_symmetry(lua_State *L, GridShape shape) {
  if (lua_type(L, -1) != LUA_TSTRING)
    luaL_error(L, "'symmetries' must be a name or a list of names, not a %s",
               luaL_typename(L, -1));
  const char *name = lua_tostring(L, -1);
  if (strcmp(name, "all") == 0)
    return grid_symmetries(shape);
  int symmetry = grid_symmetry_find(name);
  if (symmetry >= 0 && grid_symmetries(shape) >> symmetry & 1)
    return (uint8_t)(1 << symmetry);
  push_names(L, shape);
  luaL_error(L,
             "this grid of %d columns and %d rows%s has no symmetry '%s'; it "
             "has %s",
             shape.columns, shape.rows, shape.hex ? " of hexagons" : "", name,
             lua_tostring(L, -1));
  return 0;
}

static uint8_t read_symmetries(lua_State *L, GridShape shape) {
  uint8_t symmetries = 0;
  int type = lua_getfield(L, 1, "symmetries");
  if (type == LUA_TTABLE)
    for (lua_Unsigned i = 1; i <= lua_rawlen(L, -1); i++) {
      lua_rawgeti(L, -1, (lua_Integer)i);
      symmetries |= read_symmetry(L, shape);
      lua_pop(L, 1);
    }
  else if (type != LUA_TNIL)
    symmetries = read_symmetry(L, shape);
  lua_pop(L, 1);
  return symmetries ? grid_symmetry_group(symmetries) : 0;
}

static int read_side(lua_State *L, const char *key) {
  int side = declare_number(L, 1, key, 1, GRID_SIDE_MAX, 0);
  if (side == 0)
    luaL_error(L, "lab.grid needs '%s', a number from 1 to %d", key,
               GRID_SIDE_MAX);
  return side;
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
  static const char *const KEYS[] = {"columns",    "rows",  "hex",  "diagonals",
                                     "symmetries", "marks", "down", NULL};
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  declare_plain(L, 1);
  if (lua_rawlen(L, 1) > 0)
    return luaL_error(L, "lab.grid: keys must be names, as in { columns = 3, "
                         "rows = 3 }, not a number");
  declare_known(L, 1, "lab.grid", KEYS);
  GridShape shape = {.columns = read_side(L, "columns"),
                     .rows = read_side(L, "rows"),
                     .hex = declare_flag(L, 1, "hex"),
                     .diagonals = declare_flag(L, 1, "diagonals")};
  if (shape.hex && shape.diagonals)
    return luaL_error(L, "lab.grid: hexagons have no diagonals; leave "
                         "'diagonals' out");
  shape.symmetries = read_symmetries(L, shape);
  ShapeObject *object =
      lua_newuserdatauv(L, sizeof *object, plugin_of(L) ? 0 : 1);
  *object = (ShapeObject){&SHAPE_TAG, {.shape = shape}};
  object->board.down = declare_flag(L, 1, "down");
  read_marks(L, &object->board);
  if (!plugin_of(L)) { /* the copy that declare_plain has made */
    lua_pushvalue(L, 1);
    lua_setiuservalue(L, -2, 1);
  }
  lab_push_metatable(L, &SHAPE_TAG, "grid declaration");
  lua_setmetatable(L, -2);
  return 1;
}
