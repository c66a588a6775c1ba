/* The fields of positions, as rules and variants declare them. */
#include "lua/host/api/declare.h"

#include "core/base/cell.h"
#include "lua/host/api/lab_grid.h"
#include <lauxlib.h>
#include <string.h>

/* ---- parts of moves ------------------------------------------------------*/

/* Pushes the parts that a field can be, for messages. */
static void push_parts(lua_State *L, const MovePart *parts) {
  luaL_Buffer list;
  luaL_buffinit(L, &list);
  bool first = true;
  for (; parts && parts->key; parts++)
    if (!parts->list) {
      luaL_addstring(&list, first ? "" : ", ");
      luaL_addstring(&list, parts->key);
      first = false;
    }
  luaL_pushresult(&list);
}

/* Returns the part of moves that the string on top of the stack names. */
static const MovePart *find_part(lua_State *L, const char *name,
                                 const Game *native) {
  const char *key = lua_tostring(L, -1);
  const MovePart *part = parts_find(native->rules->parts, key);
  if (part && !part->list)
    return part;
  push_parts(L, native->rules->parts);
  luaL_error(L,
             "field '%s': \"%s\" is not a part that moves of %s have; a field "
             "can be one of %s",
             name, key, native->rules->name, lua_tostring(L, -1));
  return NULL;
}

static const char *part_word(lua_State *L, const MovePart *part,
                             const Game *native, int value, Texts *texts) {
  Parts parts = {0};
  parts_add_value(&parts, part, native, value);
  return texts_keep(L, texts, parts.part[0].text[0]);
}

/* Makes a field a part of the last move if the declaration on top of the stack
 * names one. A pass and an extra move have nothing but a kind. */
static void read_part(lua_State *L, Field *field, const Game *native,
                      Texts *texts) {
  if (lua_type(L, -1) != LUA_TSTRING)
    return;
  const MovePart *part = find_part(L, field->name, native);
  bool is_kind = strcmp(part->key, "kind") == 0;
  int count = part->values + (is_kind ? 2 : 0);
  const char **words =
      texts_alloc(L, texts, sizeof *words * ((size_t)count + 1));
  for (int i = 0; i < part->values; i++)
    words[i] = part_word(L, part, native, i, texts);
  if (is_kind) {
    words[part->values] = "pass";
    words[part->values + 1] = "extra";
  }
  words[count] = NULL;
  field->words = words;
  field->word_count = count;
  field->part = part;
}

/* ---- names, cells, pieces and memories -----------------------------------*/

/* Whether the declaration on top of the stack is a table with this key. */
static bool has_key(lua_State *L, const char *key) {
  if (lua_type(L, -1) != LUA_TTABLE || lab_grid_declaration(L, -1))
    return false;
  lua_pushstring(L, key);
  bool has = lua_rawget(L, -2) != LUA_TNIL;
  lua_pop(L, 1);
  return has;
}

/* A declaration such as { names = { "bid", "play" } }; NULL for another. */
static const char *kind_of(lua_State *L) {
  static const char *const KINDS[] = {"kind", "names", "cell", "piece",
                                      "memory"};
  for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; i++)
    if (has_key(L, KINDS[i]))
      return KINDS[i];
  return NULL;
}

/* The numbers of such a field; 0 for a single one. */
static int kind_count(lua_State *L, const char *name, const char *kind,
                      int seats) {
  static const char *const KEYS[] = {"names", "cell", "piece", "memory",
                                     "count", "kind", NULL};
  declare_known(L, lua_gettop(L), name, KEYS);
  for (int i = 0; i < 4; i++)
    if (strcmp(KEYS[i], kind) != 0 && has_key(L, KEYS[i]))
      luaL_error(L, "field '%s': give it '%s' or '%s', not both", name, kind,
                 KEYS[i]);
  int most = FIELD_NUMBERS_MAX / seats;
  if (strcmp(kind, "memory") == 0)
    return seats * declare_number(L, lua_gettop(L), "memory", 1, most, 1);
  if (strcmp(kind, "names") == 0 && has_key(L, "count"))
    luaL_error(L, "field '%s': a field has one name, not several", name);
  int count = declare_number(L, lua_gettop(L), "count", 1, most, 1);
  return count > 1 || has_key(L, "count") ? count : 0;
}

/* Allocates words, ended by NULL. */
static const char **new_words(lua_State *L, Field *field, int count,
                              Texts *texts) {
  const char **words =
      texts_alloc(L, texts, sizeof *words * ((size_t)count + 1));
  words[count] = NULL;
  field->words = words;
  field->word_count = count;
  return words;
}

#define NAMES_WANTED                                                           \
  "field '%s': 'names' must be a list of short words without spaces, commas "  \
  "or =, such as { \"bid\", \"play\" }"

const char *const *declare_names(lua_State *L, const char *field, int *count,
                                 Texts *texts) {
  enum { NAMES_MAX = 256, NAME_TEXT = 32 };
  bool good = lua_getfield(L, -1, "names") == LUA_TTABLE;
  lua_Unsigned length = good ? lua_rawlen(L, -1) : 0;
  good = length > 0;
  if (length > NAMES_MAX)
    luaL_error(L, "field '%s': there are %I names, and at most %d are allowed",
               field, (LUAI_UACINT)length, NAMES_MAX);
  *count = (int)length;
  const char **words =
      texts_alloc(L, texts, sizeof *words * ((size_t)*count + 1));
  words[*count] = NULL;
  for (int i = 0; good && i < *count; i++) {
    lua_rawgeti(L, -1, i + 1);
    const char *word = declare_printable(L, -1, NAME_TEXT);
    good = word && *word && !strpbrk(word, " ,=") && strcmp(word, "-") != 0;
    if (!good && word)
      luaL_error(L, NAMES_WANTED ", not '%s'", field, word);
    words[i] = good ? texts_keep(L, texts, word) : "?";
    lua_pop(L, 1);
  }
  lua_pop(L, 1);
  if (!good)
    luaL_error(L, NAMES_WANTED, field);
  return words;
}

/* The grid that the declaration on top of the stack names under a key. */
static const Field *find_grid(lua_State *L, const Field fields[],
                              const Field *field, const char *key) {
  lua_getfield(L, -1, key);
  const char *name = lua_type(L, -1) == LUA_TSTRING ? lua_tostring(L, -1) : "?";
  while (fields->name && (!fields->grid || strcmp(fields->name, name) != 0))
    fields++;
  if (!fields->name)
    luaL_error(L,
               "field '%s': '%s' must be the name of a grid among the "
               "fields, not '%s'",
               field->name, key, name);
  lua_pop(L, 1);
  return fields;
}

static void read_cells(lua_State *L, Field *field, const Grid *grid,
                       Texts *texts) {
  int count = grid->cells;
  const char **words = new_words(L, field, count, texts);
  for (int i = 0; i < count; i++) {
    char text[CELL_TEXT];
    cell_write((Cell){grid_column(grid, i), grid_row(grid, i)}, text);
    words[i] = texts_keep(L, texts, text);
  }
}

static void read_pieces(lua_State *L, Field *field, const Field *board,
                        Texts *texts) {
  int count = 0;
  size_t size;
  while (field_mark(board, count + 1, &size))
    count++;
  const char **words = new_words(L, field, count, texts);
  for (int i = 0; i < count; i++) {
    lua_pushlstring(L, field_mark(board, i + 1, &size), size);
    words[i] = texts_keep(L, texts, lua_tostring(L, -1));
    lua_pop(L, 1);
  }
}

/* Reads the declaration on top of the stack once all grids are known. */
static void read_kind(lua_State *L, const Field fields[], Field *field,
                      int seats, Texts *texts) {
  const char *kind = kind_of(L);
  if (!kind)
    return;
  if (strcmp(kind, "kind") == 0)
    declare_kind(L, field, seats, texts);
  else if (strcmp(kind, "memory") == 0)
    field->own = field->count / seats;
  else if (strcmp(kind, "names") == 0)
    field->words = declare_names(L, field->name, &field->word_count, texts);
  else {
    const Field *board = find_grid(L, fields, field, kind);
    field->numbered = true;
    if (strcmp(kind, "cell") == 0)
      read_cells(L, field, board->grid, texts);
    else
      read_pieces(L, field, board, texts);
  }
}

/* ---- numbers and grids ---------------------------------------------------*/

/* Returns the number of integers that the declaration on top of the stack asks
 * for; 0 for a single number that is not an array. */
static int field_count(lua_State *L, const char *name, int seats,
                       bool has_values) {
  const char *kind = kind_of(L);
  if (kind && declare_has_kind(L))
    return declare_kind_count(L, name, seats, has_values);
  if (kind)
    return kind_count(L, name, kind, seats);
  if (!has_values && lua_isinteger(L, -1) && lua_tointeger(L, -1) < 1)
    luaL_error(L,
               "field '%s': give the number of integers it has, at least 1; "
               "all of them are 0 at first",
               name);
  const GridDeclaration *board = lab_grid_declaration(L, -1);
  if (board)
    return board->grid.cells;
  if (lua_type(L, -1) == LUA_TNUMBER) {
    int number =
        declare_check_integer(L, -1, name, has_values ? INT32_MIN : 1,
                              has_values ? INT32_MAX : FIELD_NUMBERS_MAX);
    return has_values || number == 1 ? 0 : number;
  }
  if (has_values && lua_type(L, -1) == LUA_TSTRING)
    return 0;
  if (lua_type(L, -1) != LUA_TTABLE)
    luaL_error(L, "field '%s': give a %s, not a %s", name,
               has_values ? "number, a list of numbers, a lab.grid or the name "
                            "of a part of moves"
                          : "count or a lab.grid",
               luaL_typename(L, -1));
  int length = (int)lua_rawlen(L, -1);
  if (has_values)
    return length > 0 && length <= FIELD_NUMBERS_MAX
               ? length
               : luaL_error(L, "field '%s': the list is empty or too long",
                            name);
  lua_rawgeti(L, -1, 1);
  int number = declare_check_integer(L, -1, name, 1, FIELD_NUMBERS_MAX);
  lua_pop(L, 1);
  return number;
}

/* Makes a field a board if the declaration on top of the stack is of one. */
static void read_board(lua_State *L, Field *field, Texts *texts) {
  const GridDeclaration *board = lab_grid_declaration(L, -1);
  if (!board)
    return;
  Grid *grid = texts_alloc(L, texts, grid_bytes(&board->grid));
  memcpy(grid, &board->grid, grid_bytes(&board->grid));
  field->grid = grid;
  field->marks = texts_keep(L, texts, board->marks);
  field->marked = board->marked;
  field->down = board->down;
  field->points = board->points;
  field->bare = board->bare;
}

static void read_values(lua_State *L, const char *name, int count,
                        int32_t *values) {
  bool lists = kind_of(L) && declare_has_kind(L) && !has_key(L, "memory") &&
               lua_rawlen(L, -1) > 0;
  if (lab_grid_declaration(L, -1) || (kind_of(L) && !lists)) {
    values[0] = 0;
    memset(values, 0, (size_t)count * sizeof *values);
    return;
  }
  if (lua_type(L, -1) == LUA_TSTRING)
    values[0] = 0;
  else if (count == 0)
    values[0] = declare_check_integer(L, -1, name, INT32_MIN, INT32_MAX);
  for (int i = 0; i < count; i++) {
    lua_rawgeti(L, -1, i + 1);
    values[i] = declare_check_integer(L, -1, name, INT32_MIN, INT32_MAX);
    lua_pop(L, 1);
  }
}

size_t declare_fields(lua_State *L, Field fields[FIELDS_MAX + 1], size_t offset,
                      int seats, int32_t *initial, int capacity,
                      const Game *native, Texts *texts) {
  int from = lua_gettop(L);
  int n = declare_push_names(L, from, "state", FIELDS_MAX);
  size_t numbers = 0;
  if (n > FIELDS_MAX)
    luaL_error(L, "there are %d fields; at most %d are allowed", n, FIELDS_MAX);
  for (int i = 1; i <= n; i++) {
    lua_rawgeti(L, from + 1, i);
    const char *name = texts_keep(L, texts, lua_tostring(L, -1));
    if (!declare_is_name(name))
      luaL_error(L, "field '%s': a name consists of letters, digits and _",
                 name);
    lua_getfield(L, from, name);
    int count = field_count(L, name, seats, initial);
    size_t size = count ? (size_t)count : 1;
    if (numbers + size > (size_t)(initial ? capacity : FIELD_NUMBERS_MAX))
      luaL_error(L, "field '%s': the state is too large", name);
    if (initial)
      read_values(L, name, count, initial + numbers);
    fields[i - 1] = (Field){.name = name,
                            .offset = offset + numbers * sizeof(int32_t),
                            .count = count};
    read_board(L, &fields[i - 1], texts);
    read_part(L, &fields[i - 1], native, texts);
    numbers += size;
    lua_pop(L, 2);
  }
  fields[n] = (Field){.name = NULL};
  for (int i = 0; i < n; i++) {
    lua_getfield(L, from, fields[i].name);
    read_kind(L, fields, &fields[i], seats, texts);
    lua_pop(L, 1);
  }
  lua_settop(L, from - 1);
  return numbers * sizeof(int32_t);
}
