#include "lua/host/api/lab_state.h"

#include "core/base/utf8.h"
#include "core/game/scene.h"
#include "lua/host/api/declare.h"
#include "lua/host/api/lab_grid.h"
#include <string.h>

static const char *const SIDES[] = {"bottom", "top", "left", "right", NULL};
_Static_assert(sizeof SIDES / sizeof *SIDES == SCENE_SIDES + 1,
               "every side has a name");
enum { PIECE_SIZE_MAX = 3, HELD_MAX = 9999, COST_ITEM = 20 };

/* ---- pushing -------------------------------------------------------------*/

static void set_cell(lua_State *L, Cell at) {
  char name[CELL_TEXT];
  cell_write(at, name);
  lab_set_text(L, "at", name);
}

static void set_seat(lua_State *L, int seat) {
  if (seat != SCENE_NOBODY)
    lab_set_count(L, "seat", (uint64_t)seat + 1);
}

static void set_label(lua_State *L, const char *label) {
  if (label[0])
    lab_set_text(L, "label", label);
}

/* Push an item of a list. */
typedef void PushItem(lua_State *L, const void *item);

static void push_cell(lua_State *L, const void *item) {
  char name[CELL_TEXT];
  cell_write(*(const Cell *)item, name);
  lua_pushstring(L, name);
}

static void push_looks(lua_State *L, const ScenePiece *p) {
  lua_createtable(L, 0, 5);
  set_seat(L, p->seat);
  lab_set_count(L, "size", (uint64_t)p->size);
  lab_set_text(L, "shape", SCENE_SHAPE_NAMES[p->shape]);
  set_label(L, p->label);
}

static void push_piece(lua_State *L, const void *item) {
  const ScenePiece *piece = item;
  push_looks(L, piece);
  set_cell(L, piece->at);
}

static void push_wall(lua_State *L, const void *item) {
  const SceneWall *wall = item;
  lua_createtable(L, 0, 3);
  set_cell(L, wall->at);
  lab_set_flag(L, "vertical", wall->vertical);
  lab_set_count(L, "length", (uint64_t)wall->length);
}

static void push_mark(lua_State *L, const void *item) {
  const SceneMark *mark = item;
  lua_createtable(L, 0, 3);
  set_cell(L, mark->at);
  set_seat(L, mark->seat);
  set_label(L, mark->label);
}

static void push_edge(lua_State *L, const void *item) {
  const SceneEdge *edge = item;
  lua_createtable(L, 0, 2);
  lab_set_text(L, "side", SIDES[edge->side]);
  set_seat(L, edge->seat);
}

static void push_held(lua_State *L, const void *item) {
  const SceneHeld *held = item;
  push_looks(L, &held->piece);
  lab_set_count(L, "count", (uint64_t)held->count);
  if (held->group[0])
    lab_set_text(L, "group", held->group);
}

static void push_line(lua_State *L, const void *item) {
  const SceneLine *line = item;
  push_cell(L, &line->from);
  lua_pushliteral(L, " ");
  push_cell(L, &line->to);
  lua_concat(L, 3);
}

static void push_note(lua_State *L, const void *item) {
  lua_pushstring(L, item);
}

static void set_list(lua_State *L, const char *key, const void *items,
                     size_t size, int count, PushItem *push) {
  lua_createtable(L, count, 0);
  for (int i = 0; i < count; i++) {
    push(L, (const char *)items + (size_t)i * size);
    lua_rawseti(L, -2, i + 1);
  }
  lua_setfield(L, -2, key);
}

void lab_push_scene(lua_State *L, const Scene *s) {
  lua_createtable(L, 0, 12);
  lab_set_count(L, "columns", (uint64_t)s->columns);
  lab_set_count(L, "rows", (uint64_t)s->rows);
  lab_set_flag(L, "down", s->down);
  lab_set_flag(L, "hex", s->hex);
  lab_set_flag(L, "coordinates", !s->bare);
#define SET_LIST(key, list, push)                                              \
  set_list(L, key, s->list, sizeof s->list[0], s->list##_count, push)
  SET_LIST("absent", absent, push_cell);
  SET_LIST("lines", line, push_line);
  SET_LIST("shaded", shaded, push_cell);
  SET_LIST("highlights", highlight, push_cell);
  SET_LIST("pieces", piece, push_piece);
  SET_LIST("walls", wall, push_wall);
  SET_LIST("marks", mark, push_mark);
  SET_LIST("edges", edge, push_edge);
  SET_LIST("hands", held, push_held);
  SET_LIST("notes", note, push_note);
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

/* Reads the name of a place on top of the stack, which was found under a key.
 */
static Cell read_place(const Reading *r, const char *key) {
  lua_State *L = r->L;
  const Scene *s = r->scene;
  Cell at, last = {s->columns - 1, s->rows - 1};
  if (lua_type(L, -1) != LUA_TSTRING)
    luaL_error(L, "'%s' takes the names of cells, such as \"b2\", not a %s",
               key, luaL_typename(L, -1));
  if (!cell_parse(lua_tostring(L, -1), s->columns, s->rows, &at, NULL)) {
    push_cell(L, &last);
    luaL_error(L, "'%s' takes the names of cells from a1 to %s, not '%s'", key,
               lua_tostring(L, -1), lua_tostring(L, -2));
  }
  return at;
}

/* The same of a cell that there is. */
static Cell read_cell(const Reading *r, const char *key) {
  Cell at = read_place(r, key);
  if (!scene_has(r->scene, at))
    luaL_error(r->L, "'%s' takes the names of cells; there is no cell %s", key,
               lua_tostring(r->L, -1));
  return at;
}

/* The following read a field of the table on top of the stack. */

static Cell read_at(const Reading *r) {
  lua_getfield(r->L, -1, "at");
  Cell at = read_cell(r, "at");
  lua_pop(r->L, 1);
  return at;
}

static void read_label(const Reading *r, const char *key,
                       char label[SCENE_LABEL]) {
  lua_State *L = r->L;
  bool given = lua_getfield(L, -1, key) != LUA_TNIL;
  const char *text = given ? declare_printable(L, -1, SCENE_LABEL) : "";
  if (!text)
    luaL_error(L,
               "'%s' must be a string of printable characters, of at "
               "most %d bytes",
               key, SCENE_LABEL - 1);
  scene_set_label(label, text);
  lua_pop(L, 1);
}

/* Returns the number of a word; `otherwise` is that of nil, -1 if there is none
 * and the field is needed. */
static uint8_t read_word(const Reading *r, const char *key,
                         const char *const words[], int otherwise,
                         const char *allowed) {
  lua_State *L = r->L;
  int type = lua_getfield(L, -1, key), word = 0;
  const char *name = type == LUA_TSTRING ? lua_tostring(L, -1) : "";
  while (words[word] && strcmp(words[word], name) != 0)
    word++;
  if (type == LUA_TNIL && otherwise >= 0)
    word = otherwise;
  if (!words[word])
    luaL_error(L, "'%s' must be %s", key, allowed);
  lua_pop(L, 1);
  return (uint8_t)word;
}

static int8_t read_seat(const Reading *r) {
  int index = lua_gettop(r->L);
  return (int8_t)(declare_number(r->L, index, "seat", 1, r->seats, 0) - 1);
}

/* Reads how a piece looks from the table on top of the stack, which may have
 * the key `at` as well or, beside the board, others. */
static ScenePiece read_looks(const Reading *r, bool held) {
  static const char *const SHAPES[] = {"disc", "ring", "square", NULL};
  const char *const KEYS[] = {"seat",
                              "size",
                              "shape",
                              "label",
                              held ? "count" : "at",
                              held ? "group" : NULL,
                              NULL};
  lua_State *L = r->L;
  int index = lua_gettop(L);
  ScenePiece piece = {.seat = SCENE_NOBODY};
  declare_known(L, index, "a piece", KEYS);
  piece.seat = read_seat(r);
  piece.size = (uint8_t)declare_number(L, index, "size", 1, PIECE_SIZE_MAX, 3);
  piece.shape =
      read_word(r, "shape", held ? SCENE_SHAPE_NAMES : SHAPES, SCENE_DISC,
                held ? "\"card\", \"back\", \"empty\", \"die\", \"counter\", "
                       "\"score\", \"wall\", \"disc\", \"ring\" or \"square\""
                     : "\"disc\", \"ring\" or \"square\"");
  read_label(r, "label", piece.label);
  return piece;
}

/* Read an item of a list, which is on top of the stack. */
typedef void ReadItem(const Reading *r);

static void read_absent(const Reading *r) {
  scene_leave_out(r->scene, read_place(r, "absent"));
}

static void read_line(const Reading *r) {
  lua_State *L = r->L;
  const Scene *s = r->scene;
  const char *text = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "";
  SceneLine line = {0};
  bool good = cell_read(&text, s->columns, s->rows, &line.from) &&
              *text++ == ' ' &&
              cell_read(&text, s->columns, s->rows, &line.to) && !*text &&
              scene_has(s, line.from) && scene_has(s, line.to);
  if (!good)
    luaL_error(L, "'lines' takes two names of cells, as in \"a1 d1\"");
  scene_add_line(r->scene, line);
}

static void read_shaded(const Reading *r) {
  scene_shade(r->scene, read_cell(r, "shaded"));
}

static void read_highlight(const Reading *r) {
  scene_highlight(r->scene, read_cell(r, "highlights"));
}

static void read_piece(const Reading *r) {
  ScenePiece piece = read_looks(r, false);
  piece.at = read_at(r);
  scene_add_piece(r->scene, piece);
}

static void read_wall(const Reading *r) {
  static const char *const KEYS[] = {"at", "vertical", "length", NULL};
  lua_State *L = r->L;
  int index = lua_gettop(L);
  declare_known(L, index, "a wall", KEYS);
  SceneWall wall = {.vertical = declare_flag(L, index, "vertical"),
                    .length = (uint8_t)declare_number(L, index, "length", 1,
                                                      BOARD_SIDE_MAX, 2),
                    .at = read_at(r)};
  int right = wall.vertical ? 1 : wall.length - 1;
  int up = wall.vertical ? wall.length - 1 : 1;
  bool too_far_right = wall.at.column + right >= r->scene->columns;
  if (too_far_right || wall.at.row + up >= r->scene->rows)
    luaL_error(L,
               "a wall lies between cells and does not leave the board: one "
               "of length %d cannot begin so far %s",
               wall.length, too_far_right ? "right" : "up");
  scene_add_wall(r->scene, wall);
}

static void read_mark(const Reading *r) {
  static const char *const KEYS[] = {"at", "seat", "label", NULL};
  declare_known(r->L, lua_gettop(r->L), "a mark", KEYS);
  SceneMark mark = {.seat = read_seat(r)};
  read_label(r, "label", mark.label);
  mark.at = read_at(r);
  scene_add_mark(r->scene, mark);
}

static void read_edge(const Reading *r) {
  static const char *const KEYS[] = {"side", "seat", NULL};
  declare_known(r->L, lua_gettop(r->L), "an edge", KEYS);
  int side = read_word(r, "side", SIDES, -1,
                       "\"bottom\", \"top\", \"left\" or \"right\"");
  int seat = read_seat(r);
  if (seat == SCENE_NOBODY)
    luaL_error(r->L, "an edge needs a 'seat'");
  scene_add_edge(r->scene, (SceneSide)side, seat);
}

static void read_held(const Reading *r) {
  SceneHeld held = {.piece = read_looks(r, true)};
  read_label(r, "group", held.group);
  held.count = declare_number(r->L, lua_gettop(r->L), "count", 0, HELD_MAX, 1);
  if (held.count > 0)
    scene_add_held(r->scene, held);
}

static void read_note(const Reading *r) {
  const char *text = declare_printable(r->L, -1, SCENE_TEXT);
  if (text)
    scene_add_note(r->scene, "%s", text);
  else
    luaL_error(r->L,
               "'notes' must be a list of strings of printable "
               "characters, each of at most %d bytes",
               SCENE_TEXT - 1);
}

/* Reads the list under a key, if there is one. `example` is NULL if the items
 * are not tables. */
static void read_list(const Reading *r, const char *key, lua_Unsigned most,
                      const char *example, ReadItem *read) {
  lua_State *L = r->L;
  int type = lua_getfield(L, r->index, key);
  if (type != LUA_TNIL && type != LUA_TTABLE)
    luaL_error(L, "'%s' must be a list, not a %s", key, luaL_typename(L, -1));
  lua_Unsigned count = type == LUA_TNIL ? 0 : lua_rawlen(L, -1);
  if (count > most)
    luaL_error(L, "'%s' has %I elements; a scene has room for %d", key,
               (LUAI_UACINT)count, (int)most);
  plugin_charge(L, COST_ITEM * (int64_t)count);
  for (lua_Unsigned i = 1; i <= count; i++) {
    if (lua_rawgeti(L, -1, (lua_Integer)i) != LUA_TTABLE && example)
      luaL_error(
          L, "'%s' must be a list of tables such as { %s }, but contains a %s",
          key, example, luaL_typename(L, -1));
    read(r);
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
}

/* ---- a grid's cells as pieces --------------------------------------------*/

/* Adds the piece of a cell whose value is not 0. `values` is the index of the
 * table, or 0. */
static void add_cell(const Reading *r, const Field *field, int values, Cell at,
                     int32_t value) {
  lua_State *L = r->L;
  ScenePiece piece;
  int type = values ? lua_rawgeti(L, values, value) : LUA_TNIL;
  if (type == LUA_TTABLE)
    piece = read_looks(r, false);
  else if (type == LUA_TNIL)
    piece = scene_usual_piece(field, value, r->seats);
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
  const int32_t *cells = lab_grid_cells(b);
  scene_set_board(r->scene, b->field);
  plugin_charge(L, COST_ITEM * (int64_t)b->grid->cells);
  static const char *const SIZE_KEYS[] = {
      "columns", "rows", "down", "hex", "absent", "lines", "coordinates"};
  for (size_t i = 0; i < sizeof SIZE_KEYS / sizeof *SIZE_KEYS; i++)
    refuse_key(r, SIZE_KEYS[i], "'%s' cannot be set: the 'board' has its own");
  int type = lua_getfield(L, r->index, "values");
  if (type != LUA_TNIL && type != LUA_TTABLE)
    luaL_error(L, "'values' must be a table, not a %s", luaL_typename(L, -1));
  int values = type == LUA_TNIL ? 0 : lua_gettop(L);
  for (int i = 0; i < b->grid->cells; i++)
    if (cells[i])
      add_cell(r, b->field, values, (Cell){b->grid->column[i], b->grid->row[i]},
               cells[i]);
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
  s->bare = lua_getfield(L, r->index, "coordinates") == LUA_TBOOLEAN &&
            !lua_toboolean(L, -1);
  lua_pop(L, 1);
  declare_flag(L, r->index, "coordinates");
  refuse_key(r, "values", "'%s' needs a 'board', a grid");
  read_list(r, "absent", SCENE_CELLS, NULL, read_absent);
  read_list(r, "lines", SCENE_LINES, NULL, read_line);
}

void lab_read_scene(lua_State *L, int index, int seats, Scene *scene) {
  static const char *const KEYS[] = {
      "board",      "values", "columns",     "rows",   "down",   "hex",
      "absent",     "lines",  "coordinates", "pieces", "shaded", "walls",
      "highlights", "marks",  "edges",       "hands",  "notes",  NULL};
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
  const char *on_cell = "at = \"b2\", seat = 1";
  read_list(&r, "shaded", SCENE_CELLS, NULL, read_shaded);
  read_list(&r, "highlights", SCENE_CELLS, NULL, read_highlight);
  read_list(&r, "pieces", SCENE_PIECES, on_cell, read_piece);
  read_list(&r, "walls", SCENE_WALLS, "at = \"b2\", vertical = true",
            read_wall);
  read_list(&r, "marks", SCENE_MARKS, on_cell, read_mark);
  read_list(&r, "edges", SCENE_EDGES, "side = \"top\", seat = 1", read_edge);
  read_list(&r, "hands", SCENE_HELD, "seat = 1, label = \"7\", count = 2",
            read_held);
  read_list(&r, "notes", SCENE_NOTES, NULL, read_note);
}
