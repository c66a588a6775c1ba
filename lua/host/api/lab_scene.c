#include "lua/host/api/lab_scene.h"

#include "core/base/utf8.h"
#include "lua/host/api/declare.h"
#include "lua/host/api/lab_grid.h"
#include "lua/host/api/lab_grid_methods.h"
#include "lua/host/api/lab_state_internal.h"
#include <string.h>

static const char *const SHAPES[] = {"disc", "ring", "square"};
enum { SHAPE_COUNT = sizeof SHAPES / sizeof *SHAPES };
static const char *const SIDES[] = {"bottom", "top", "left", "right"};
_Static_assert(sizeof SIDES / sizeof *SIDES == SCENE_SIDES,
               "every side has a name");
enum { PIECE_SIZE_MAX = 3, HELD_MAX = 9999, COST_ITEM = 20 };

/* ---- pushing -------------------------------------------------------------*/

static void push_cell(lua_State *L, Cell at) {
  char name[CELL_TEXT];
  cell_write(at, name);
  lua_pushstring(L, name);
}

static void set_cells(lua_State *L, const char *key, const Cell cells[],
                      int count) {
  lua_createtable(L, count, 0);
  for (int i = 0; i < count; i++) {
    push_cell(L, cells[i]);
    lua_rawseti(L, -2, i + 1);
  }
  lua_setfield(L, -2, key);
}

static void set_cell(lua_State *L, Cell at) {
  push_cell(L, at);
  lua_setfield(L, -2, "at");
}

static void set_seat(lua_State *L, int seat) {
  if (seat == SCENE_NOBODY)
    return;
  lua_pushinteger(L, seat + 1);
  lua_setfield(L, -2, "seat");
}

static void set_label(lua_State *L, const char *label) {
  if (!label[0])
    return;
  lua_pushstring(L, label);
  lua_setfield(L, -2, "label");
}

static void push_looks(lua_State *L, const ScenePiece *p) {
  lua_createtable(L, 0, 5);
  set_seat(L, p->seat);
  lua_pushinteger(L, p->size);
  lua_setfield(L, -2, "size");
  lua_pushstring(L, SHAPES[p->shape]);
  lua_setfield(L, -2, "shape");
  set_label(L, p->label);
}

static void push_piece(lua_State *L, const ScenePiece *p) {
  push_looks(L, p);
  set_cell(L, p->at);
}

static void push_wall(lua_State *L, const SceneWall *w) {
  lua_createtable(L, 0, 3);
  set_cell(L, w->at);
  lua_pushboolean(L, w->vertical);
  lua_setfield(L, -2, "vertical");
  lua_pushinteger(L, w->length);
  lua_setfield(L, -2, "length");
}

static void set_marks(lua_State *L, const Scene *s) {
  lua_createtable(L, s->mark_count, 0);
  for (int i = 0; i < s->mark_count; i++) {
    lua_createtable(L, 0, 3);
    set_cell(L, s->mark[i].at);
    set_seat(L, s->mark[i].seat);
    set_label(L, s->mark[i].label);
    lua_rawseti(L, -2, i + 1);
  }
  lua_setfield(L, -2, "marks");
}

static void set_edges(lua_State *L, const Scene *s) {
  lua_createtable(L, s->edge_count, 0);
  for (int i = 0; i < s->edge_count; i++) {
    lua_createtable(L, 0, 2);
    lua_pushstring(L, SIDES[s->edge[i].side]);
    lua_setfield(L, -2, "side");
    set_seat(L, s->edge[i].seat);
    lua_rawseti(L, -2, i + 1);
  }
  lua_setfield(L, -2, "edges");
}

static void set_hands(lua_State *L, const Scene *s) {
  lua_createtable(L, s->held_count, 0);
  for (int i = 0; i < s->held_count; i++) {
    push_looks(L, &s->held[i].piece);
    lua_pushinteger(L, s->held[i].count);
    lua_setfield(L, -2, "count");
    lua_rawseti(L, -2, i + 1);
  }
  lua_setfield(L, -2, "hands");
}

void lab_push_scene(lua_State *L, const Scene *s) {
  lua_createtable(L, 0, 12);
  lua_pushinteger(L, s->columns);
  lua_setfield(L, -2, "columns");
  lua_pushinteger(L, s->rows);
  lua_setfield(L, -2, "rows");
  lua_pushboolean(L, s->down);
  lua_setfield(L, -2, "down");
  lua_pushboolean(L, s->hex);
  lua_setfield(L, -2, "hex");
  set_cells(L, "shaded", s->shaded, s->shaded_count);
  set_cells(L, "highlights", s->highlight, s->highlight_count);
  lua_createtable(L, s->piece_count, 0);
  for (int i = 0; i < s->piece_count; i++) {
    push_piece(L, &s->piece[i]);
    lua_rawseti(L, -2, i + 1);
  }
  lua_setfield(L, -2, "pieces");
  lua_createtable(L, s->wall_count, 0);
  for (int i = 0; i < s->wall_count; i++) {
    push_wall(L, &s->wall[i]);
    lua_rawseti(L, -2, i + 1);
  }
  lua_setfield(L, -2, "walls");
  set_marks(L, s);
  set_edges(L, s);
  set_hands(L, s);
  lua_createtable(L, s->note_count, 0);
  for (int i = 0; i < s->note_count; i++) {
    lua_pushstring(L, s->note[i]);
    lua_rawseti(L, -2, i + 1);
  }
  lua_setfield(L, -2, "notes");
}

int lab_state_scene(lua_State *L) {
  const StateObject *s = lab_check_state(L, 1);
  Scene *scene = lua_newuserdatauv(L, sizeof *scene, 0);
  bool painted = scene_paint(s->game, s->state, scene);
  lab_finish_method(L, s,
                    COST_QUERY +
                        COST_ITEM * (scene->piece_count + scene->shaded_count +
                                     scene->wall_count));
  if (painted)
    lab_push_scene(L, scene);
  else
    lua_pushnil(L);
  return 1;
}

/* ---- reading -------------------------------------------------------------*/

/* A scene being read; the table is at `index`. */
typedef struct Reading {
  lua_State *L;
  int index, seats;
  Scene *scene;
} Reading;

/* Reads the name of a cell on top of the stack, and pops it. `key` is where it
 * was found. */
static Cell read_cell(const Reading *r, const char *key) {
  lua_State *L = r->L;
  const Scene *s = r->scene;
  Cell at;
  if (lua_type(L, -1) != LUA_TSTRING)
    luaL_error(L, "'%s' takes the names of cells, such as \"b2\", not a %s",
               key, luaL_typename(L, -1));
  if (!cell_parse(lua_tostring(L, -1), s->columns, s->rows, &at, NULL)) {
    push_cell(L, (Cell){s->columns - 1, s->rows - 1});
    luaL_error(L, "'%s' takes the names of cells from a1 to %s, not '%s'", key,
               lua_tostring(L, -1), lua_tostring(L, -2));
  }
  lua_pop(L, 1);
  return at;
}

/* Pushes the list under a key, and returns its length; or returns 0 and pushes
 * nothing if there is none. */
static int push_items(const Reading *r, const char *key, int most) {
  lua_State *L = r->L;
  int type = lua_getfield(L, r->index, key);
  if (type == LUA_TNIL) {
    lua_pop(L, 1);
    return 0;
  }
  if (type != LUA_TTABLE)
    luaL_error(L, "'%s' must be a list, not a %s", key, luaL_typename(L, -1));
  if (lua_rawlen(L, -1) > (lua_Unsigned)most)
    luaL_error(L, "'%s' has %I elements; a scene has room for %d", key,
               (LUAI_UACINT)lua_rawlen(L, -1), most);
  int count = (int)lua_rawlen(L, -1);
  if (count == 0)
    lua_pop(L, 1);
  plugin_charge(L, COST_ITEM * (int64_t)count);
  return count;
}

static void read_cells(const Reading *r, const char *key,
                       void (*add)(Scene *, Cell)) {
  int count = push_items(r, key, SCENE_CELLS);
  for (int i = 1; i <= count; i++) {
    lua_rawgeti(r->L, -1, i);
    add(r->scene, read_cell(r, key));
  }
  lua_pop(r->L, count > 0);
}

/* Reads a label from the table on top of the stack. */
static void read_label(const Reading *r, char label[SCENE_LABEL]) {
  lua_State *L = r->L;
  bool given = lua_getfield(L, -1, "label") != LUA_TNIL;
  const char *text = given ? declare_printable(L, -1, SCENE_LABEL) : "";
  if (!text)
    luaL_error(L,
               "'label' must be a string of printable characters, of at "
               "most %d bytes",
               SCENE_LABEL - 1);
  snprintf(label, SCENE_LABEL, "%s", text);
  lua_pop(L, 1);
}

static int read_shape(const Reading *r) {
  lua_State *L = r->L;
  int shape = 0;
  if (lua_getfield(L, -1, "shape") != LUA_TNIL) {
    const char *name =
        lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "";
    while (shape < SHAPE_COUNT && strcmp(SHAPES[shape], name) != 0)
      shape++;
  }
  lua_pop(L, 1);
  if (shape == SHAPE_COUNT)
    luaL_error(L, "'shape' must be \"disc\", \"ring\" or \"square\"");
  return shape;
}

/* Reads whose something is from the table on top of the stack. */
static int8_t read_seat(const Reading *r) {
  int index = lua_gettop(r->L);
  return (int8_t)(declare_number(r->L, index, "seat", 1, r->seats, 0) - 1);
}

/* Reads how a piece looks from the table on top of the stack, which may have
 * another key as well. */
static ScenePiece read_looks(const Reading *r, const char *other) {
  const char *const KEYS[] = {"seat", "size", "shape", "label", other, NULL};
  lua_State *L = r->L;
  int index = lua_gettop(L);
  ScenePiece piece = {.seat = SCENE_NOBODY};
  declare_known(L, index, "a piece", KEYS);
  piece.seat = read_seat(r);
  piece.size = (uint8_t)declare_number(L, index, "size", 1, PIECE_SIZE_MAX, 3);
  piece.shape = (uint8_t)read_shape(r);
  read_label(r, piece.label);
  return piece;
}

/* Pushes the i-th item of the list on top of the stack, which must be a table.
 */
static void push_item(lua_State *L, int i, const char *list,
                      const char *example) {
  if (lua_rawgeti(L, -1, i) != LUA_TTABLE)
    luaL_error(L,
               "'%s' must be a list of tables such as { at = \"b2\", %s }, not "
               "of a %s",
               list, example, luaL_typename(L, -1));
}

static void read_pieces(const Reading *r) {
  lua_State *L = r->L;
  int count = push_items(r, "pieces", SCENE_PIECES);
  for (int i = 1; i <= count; i++) {
    push_item(L, i, "pieces", "seat = 1");
    ScenePiece piece = read_looks(r, "at");
    lua_getfield(L, -1, "at");
    piece.at = read_cell(r, "at");
    scene_add_piece(r->scene, piece);
    lua_pop(L, 1);
  }
  lua_pop(L, count > 0);
}

static void read_walls(const Reading *r) {
  static const char *const KEYS[] = {"at", "vertical", "length", NULL};
  lua_State *L = r->L;
  int count = push_items(r, "walls", SCENE_WALLS);
  for (int i = 1; i <= count; i++) {
    push_item(L, i, "walls", "vertical = true");
    int index = lua_gettop(L);
    declare_known(L, index, "a wall", KEYS);
    SceneWall wall = {.vertical = declare_flag(L, index, "vertical"),
                      .length = (uint8_t)declare_number(L, index, "length", 1,
                                                        BOARD_SIDE_MAX, 2)};
    int right = wall.vertical ? 1 : wall.length - 1;
    int up = wall.vertical ? wall.length - 1 : 1;
    lua_getfield(L, index, "at");
    wall.at = read_cell(r, "at");
    if (wall.at.column + right >= r->scene->columns ||
        wall.at.row + up >= r->scene->rows)
      luaL_error(L,
                 "a wall lies between cells and does not leave the board: one "
                 "of length %d cannot begin so far %s",
                 wall.length,
                 wall.at.column + right >= r->scene->columns ? "right" : "up");
    scene_add_wall(r->scene, wall);
    lua_pop(L, 1);
  }
  lua_pop(L, count > 0);
}

static void read_marks(const Reading *r) {
  static const char *const KEYS[] = {"at", "seat", "label", NULL};
  lua_State *L = r->L;
  int count = push_items(r, "marks", SCENE_MARKS);
  for (int i = 1; i <= count; i++) {
    SceneMark mark;
    push_item(L, i, "marks", "seat = 1");
    declare_known(L, lua_gettop(L), "a mark", KEYS);
    mark.seat = read_seat(r);
    read_label(r, mark.label);
    lua_getfield(L, -1, "at");
    mark.at = read_cell(r, "at");
    scene_add_mark(r->scene, mark);
    lua_pop(L, 1);
  }
  lua_pop(L, count > 0);
}

static void read_edges(const Reading *r) {
  static const char *const KEYS[] = {"side", "seat", NULL};
  lua_State *L = r->L;
  int count = push_items(r, "edges", SCENE_EDGES);
  for (int i = 1; i <= count; i++) {
    int side = 0;
    if (lua_rawgeti(L, -1, i) != LUA_TTABLE)
      luaL_error(L,
                 "'edges' must be a list of tables such as { side = \"top\", "
                 "seat = 1 }, not of a %s",
                 luaL_typename(L, -1));
    declare_known(L, lua_gettop(L), "an edge", KEYS);
    const char *name =
        lua_getfield(L, -1, "side") == LUA_TSTRING ? lua_tostring(L, -1) : "";
    while (side < SCENE_SIDES && strcmp(SIDES[side], name) != 0)
      side++;
    if (side == SCENE_SIDES)
      luaL_error(L, "'side' must be \"bottom\", \"top\", \"left\" or "
                    "\"right\"");
    lua_pop(L, 1);
    int seat = read_seat(r);
    if (seat == SCENE_NOBODY)
      luaL_error(L, "an edge needs a 'seat'");
    scene_add_edge(r->scene, (SceneSide)side, seat);
    lua_pop(L, 1);
  }
  lua_pop(L, count > 0);
}

static void read_hands(const Reading *r) {
  lua_State *L = r->L;
  int count = push_items(r, "hands", SCENE_HELD);
  for (int i = 1; i <= count; i++) {
    if (lua_rawgeti(L, -1, i) != LUA_TTABLE)
      luaL_error(L,
                 "'hands' must be a list of tables such as { seat = 1, label = "
                 "\"7\", count = 2 }, not of a %s",
                 luaL_typename(L, -1));
    SceneHeld held = {.piece = read_looks(r, "count")};
    held.count = declare_number(L, lua_gettop(L), "count", 0, HELD_MAX, 1);
    if (held.count > 0)
      scene_add_held(r->scene, held);
    lua_pop(L, 1);
  }
  lua_pop(L, count > 0);
}

static void read_notes(const Reading *r) {
  lua_State *L = r->L;
  int count = push_items(r, "notes", SCENE_NOTES);
  for (int i = 1; i <= count; i++) {
    lua_rawgeti(L, -1, i);
    const char *text = declare_printable(L, -1, SCENE_TEXT);
    if (!text)
      luaL_error(L,
                 "'notes' must be a list of strings of printable "
                 "characters, each of at most %d bytes",
                 SCENE_TEXT - 1);
    scene_add_note(r->scene, "%s", text);
    lua_pop(L, 1);
  }
  lua_pop(L, count > 0);
}

/* ---- a grid's cells as pieces --------------------------------------------*/

/* Writes the character of a value, or its number if that is short. */
static void write_mark(const Field *field, int32_t value,
                       char label[SCENE_LABEL]) {
  const char *mark = field->marks;
  int32_t i = 0;
  while (*mark && i++ < value)
    mark += utf8_char_size(mark);
  size_t size = *mark ? utf8_char_size(mark) : 0;
  if (value > 0 && size)
    snprintf(label, SCENE_LABEL, "%.*s", (int)size, mark);
  else if (value > -1000 && value < 10000)
    snprintf(label, SCENE_LABEL, "%d", value);
  else
    snprintf(label, SCENE_LABEL, "?");
}

/* The piece of a value that `values` does not describe. The number of a seat is
 * shown anyway. */
static ScenePiece usual_piece(const Reading *r, const Field *field,
                              int32_t value) {
  ScenePiece piece = {.seat = SCENE_NOBODY, .size = 3};
  char number[12]; /* of any value */
  write_mark(field, value, piece.label);
  if (value >= 1 && value <= r->seats) {
    piece.seat = (int8_t)(value - 1);
    snprintf(number, sizeof number, "%d", value);
    if (strcmp(piece.label, number) == 0)
      piece.label[0] = '\0';
  }
  return piece;
}

/* Adds the piece of a cell whose value is not 0. `values` is the index of the
 * table, or 0. */
static void add_cell(const Reading *r, const Field *field, int values, Cell at,
                     int32_t value) {
  lua_State *L = r->L;
  ScenePiece piece;
  int type = values ? lua_rawgeti(L, values, value) : LUA_TNIL;
  if (type == LUA_TTABLE)
    piece = read_looks(r, "at");
  else if (type == LUA_TNIL)
    piece = usual_piece(r, field, value);
  else if (type != LUA_TBOOLEAN || lua_toboolean(L, -1))
    luaL_error(L,
               "'values' takes a table such as { seat = 1, label = \"X\" } "
               "for each value, or false for no piece; not a %s",
               luaL_typename(L, -1));
  if (values)
    lua_pop(L, 1);
  piece.at = at;
  if (type == LUA_TTABLE || type == LUA_TNIL)
    scene_add_piece(r->scene, piece);
}

/* Raises if there is a key that does not go with the others. */
static void refuse_key(const Reading *r, const char *key, const char *why) {
  if (lua_getfield(r->L, r->index, key) != LUA_TNIL)
    luaL_error(r->L, why, key);
  lua_pop(r->L, 1);
}

/* Takes the shape and the pieces of the grid on top of the stack, and pops it.
 */
static void read_grid(const Reading *r, const GridObject *b) {
  lua_State *L = r->L;
  GridShape shape = b->grid->shape;
  const int32_t *cells = lab_grid_cells(b);
  r->scene->columns = shape.columns;
  r->scene->rows = shape.rows;
  r->scene->hex = shape.hex;
  r->scene->down = b->field->down;
  plugin_charge(L, COST_ITEM * (int64_t)b->grid->cells);
  static const char *const SIZE_KEYS[] = {"columns", "rows", "down", "hex"};
  for (int i = 0; i < 4; i++)
    refuse_key(r, SIZE_KEYS[i], "a 'board' has its own '%s'");
  int type = lua_getfield(L, r->index, "values");
  if (type != LUA_TNIL && type != LUA_TTABLE)
    luaL_error(L, "'values' must be a table, not a %s", luaL_typename(L, -1));
  int values = type == LUA_TNIL ? 0 : lua_gettop(L);
  for (int i = 0; i < b->grid->cells; i++)
    if (cells[i])
      add_cell(r, b->field, values,
               (Cell){i % shape.columns, i / shape.columns}, cells[i]);
  lua_pop(L, 2);
}

static void read_size(const Reading *r) {
  lua_State *L = r->L;
  Scene *s = r->scene;
  s->columns = declare_number(L, r->index, "columns", 1, BOARD_SIDE_MAX, 0);
  s->rows = declare_number(L, r->index, "rows", 1, BOARD_SIDE_MAX, 0);
  s->down = declare_flag(L, r->index, "down");
  s->hex = declare_flag(L, r->index, "hex");
  if (!s->columns || !s->rows)
    luaL_error(L, "a scene needs 'board', a grid such as s.board, or 'columns' "
                  "and 'rows'");
  refuse_key(r, "values", "'%s' are those of a 'board', a grid");
}

void lab_read_scene(lua_State *L, int index, int seats, Scene *scene) {
  static const char *const KEYS[] = {"board", "values",     "columns", "rows",
                                     "down",  "hex",        "pieces",  "shaded",
                                     "walls", "highlights", "marks",   "edges",
                                     "hands", "notes",      NULL};
  const Reading r = {L, lua_absindex(L, index), seats, scene};
  memset(scene, 0, sizeof *scene);
  luaL_checkstack(L, 16, NULL);
  declare_known(L, r.index, "a scene", KEYS);
  if (lua_getfield(L, r.index, "board") == LUA_TNIL) {
    lua_pop(L, 1);
    read_size(&r);
  } else {
    const GridObject *grid = lab_test_grid(L, -1);
    if (!grid)
      luaL_error(L,
                 "'board' must be a grid of the position, such as s.board, "
                 "not a %s",
                 luaL_typename(L, -1));
    read_grid(&r, grid);
  }
  read_cells(&r, "shaded", scene_shade);
  read_cells(&r, "highlights", scene_highlight);
  read_pieces(&r);
  read_walls(&r);
  read_marks(&r);
  read_edges(&r);
  read_hands(&r);
  read_notes(&r);
}
