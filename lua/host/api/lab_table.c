/* Result tables as Lua tables. */
#include "lua/host/api/lab_result.h"

#include <math.h>
#include <string.h>

static int free_document(lua_State *L) {
  document_free(lua_touserdata(L, 1));
  return 0;
}

Document *lab_new_document(lua_State *L) {
  Document *document = lua_newuserdatauv(L, sizeof *document, 0);
  *document = (Document){.tables = 0};
  if (luaL_newmetatable(L, "boardlab document")) {
    lua_pushcfunction(L, free_document);
    lua_setfield(L, -2, "__gc");
  }
  lua_setmetatable(L, -2);
  return document;
}

/* "rate" of draw_rate, "mean" of plies_mean, otherwise "value". */
static const char *value_name(const Column *column) {
  const char *last = column->csv ? strrchr(column->csv, '_') : NULL;
  return last && (strcmp(last, "_rate") == 0 || strcmp(last, "_mean") == 0)
             ? last + 1
             : "value";
}

/* Sets the fields of the table on top. */
static void set_estimate(lua_State *L, const Column *column, const Cell *cell) {
  lab_set_number(L, value_name(column), cell->number.value);
  if (!cell_has_interval(cell))
    return;
  lab_set_number(L, "low", cell->number.low);
  lab_set_number(L, "high", cell->number.high);
}

void lab_push_swept(lua_State *L, const char *value) {
  bool yes = strcmp(value, "true") == 0;
  if (yes || strcmp(value, "false") == 0)
    lua_pushboolean(L, yes);
  else if (!lua_stringtonumber(L, value))
    lua_pushstring(L, value);
}

static void push_cell(lua_State *L, const Column *column, const Cell *cell) {
  switch (column->kind) {
  case CELL_VALUE:
    lab_push_swept(L, cell->text);
    break;
  case CELL_TEXT:
  case CELL_WORD:
    lua_pushstring(L, cell->text);
    break;
  case CELL_FLAG:
    lua_pushboolean(L, cell->number.value > 0);
    break;
  case CELL_COUNT:
    lua_pushinteger(L, (lua_Integer)cell->number.value);
    break;
  default:
    if (column->bounds == BOUNDS_NEVER ||
        (column->bounds == BOUNDS_NONE &&
         strcmp(value_name(column), "value") == 0)) {
      lua_pushnumber(L, cell->number.value);
      break;
    }
    lua_createtable(L, 0, 3);
    set_estimate(L, column, cell);
  }
}

/* Pushes a part of a key: a number or a name. */
static void push_name(lua_State *L, const char *name, size_t length) {
  lua_pushlstring(L, name, length);
  if (lua_stringtonumber(L, lua_tostring(L, -1)))
    lua_remove(L, -2);
}

/* Sets fields of the table on top: the value, and what is known of its ends. */
static void set_flat(lua_State *L, const Column *column, const char *key,
                     Estimate e) {
  const double numbers[] = {e.value, e.low, e.high};
  for (int i = 0; i < 3; i++)
    if (!isnan(numbers[i]))
      lab_set_number(L,
                     i      ? column_name(column, i).text
                     : *key ? key
                            : "value",
                     numbers[i]);
}

/* Sets the field of the table on top that a key such as "against.won" names to
 * the value of a cell. */
static void set_cell(lua_State *L, const Column *column, const Cell *cell) {
  int top = lua_gettop(L);
  const char *key = column->key;
  for (size_t length; key[length = strcspn(key, ".")]; key += length + 1) {
    push_name(L, key, length);
    lab_push_subtable(L);
  }
  if (column_is_flat(column)) {
    set_flat(L, column, key, cell->number);
  } else {
    push_name(L, key, strlen(key));
    push_cell(L, column, cell);
    lua_settable(L, -3);
  }
  lua_settop(L, top);
}

void lab_push_table(lua_State *L, const ResultTable *t) {
  if (t->failed)
    luaL_error(L, "out of memory (table)");
  luaL_checkstack(L, 8, NULL);
  lua_createtable(L, t->rows, 0);
  for (int row = 0; row < t->rows; row++) {
    lua_createtable(L, 0, t->columns);
    for (int i = 0; i < t->columns; i++)
      if (t->column[i].key && !t->column[i].people &&
          (result_has(t, row, i) || column_is_flat(&t->column[i])))
        set_cell(L, &t->column[i], result_cell(t, row, i));
    lua_rawseti(L, -2, row + 1);
  }
}

void lab_set_sentences(lua_State *L, const char *key,
                       const Sentences *sentences) {
  lua_createtable(L, sentences->count, 0);
  for (int i = 0; i < sentences->count; i++) {
    lua_pushstring(L, sentences->text[i]);
    lua_rawseti(L, -2, i + 1);
  }
  lua_setfield(L, -2, key);
}
