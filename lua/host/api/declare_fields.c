/* The fields of positions, as rules and variants declare them. */
#include "lua/host/api/declare.h"

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

/* ---- numbers and grids ---------------------------------------------------*/

/* Returns the number of integers that the declaration on top of the stack asks
 * for; 0 for a single number that is not an array. */
static int field_count(lua_State *L, const char *name, bool has_values) {
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
  Grid *grid = texts_alloc(L, texts, sizeof *grid);
  *grid = board->grid;
  field->grid = grid;
  field->marks = texts_keep(L, texts, board->marks);
  field->marked = board->marked;
  field->down = board->down;
  field->points = board->points;
  field->bare = board->bare;
}

static void read_values(lua_State *L, const char *name, int count,
                        int32_t *values) {
  if (lab_grid_declaration(L, -1)) {
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
                      int32_t *initial, int capacity, const Game *native,
                      Texts *texts) {
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
    int count = field_count(L, name, initial);
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
  lua_settop(L, from - 1);
  return numbers * sizeof(int32_t);
}
