/* lab.read_csv: reads a CSV file, as a list of rows or row by row. */
#include "core/base/csv.h"
#include "lua/host/api/lab_functions.h"
#include <lauxlib.h>

/* Stack indices: the path, a function or nil, the column names, the rows. */
enum { PATH = 1, EACH, NAMES, LIST };

typedef struct CsvReading {
  lua_State *L;
  bool has_names;   /* the header has been read */
  lua_Integer rows; /* after the header */
} CsvReading;

/* Reads the header, or adds a row to the list or passes it to the function.
 * Arguments: those of the stack above, the CsvRow, the CsvReading. */
static int add_row(lua_State *L) {
  const CsvRow *row = lua_touserdata(L, LIST + 1);
  const CsvReading *reading = lua_touserdata(L, LIST + 2);
  bool has_names = reading->has_names;
  if (has_names)
    lua_createtable(L, 0, row->count);
  for (int i = 0; i < row->count; i++) {
    if (!has_names) {
      lua_pushstring(L, row->field[i]);
      lua_rawseti(L, NAMES, i + 1);
    } else if (row->field[i][0]) {
      lua_rawgeti(L, NAMES, i + 1);
      if (!lua_stringtonumber(L, row->field[i]))
        lua_pushstring(L, row->field[i]);
      lua_rawset(L, -3);
    }
  }
  if (!has_names)
    return 0;
  if (lua_isnil(L, EACH)) {
    lua_rawseti(L, LIST, reading->rows);
    return 0;
  }
  lua_pushvalue(L, EACH);
  lua_insert(L, -2);
  lua_call(L, 1, 1);
  return 1;
}

/* Converts an error value to a string; this may itself raise. */
static int error_text(lua_State *L) {
  const char *text = luaL_tolstring(L, 1, NULL);
  if (!text[0])
    lua_pushliteral(L, "(error without a message)");
  return 1;
}

/* Handles one row. A Lua error must not jump over the CSV reader, so it is
 * caught and becomes the reader's error. Returns false to stop reading. */
static bool handle_row(void *context, const CsvRow *row, Error *error) {
  CsvReading *reading = context;
  lua_State *L = reading->L;
  reading->rows += reading->has_names;
  lua_settop(L, LIST);
  lua_pushcfunction(L, add_row);
  for (int i = PATH; i <= LIST; i++)
    lua_pushvalue(L, i);
  lua_pushlightuserdata(L, (void *)row);
  lua_pushlightuserdata(L, reading);
  bool good = lua_pcall(L, LIST + 2, 1, 0) == LUA_OK;
  reading->has_names = true;
  if (!good) {
    lua_pushcfunction(L, error_text);
    lua_insert(L, -2);
    good = lua_pcall(L, 1, 1, 0) == LUA_OK || lua_isstring(L, -1);
    return error_set(error, "%s",
                     good ? lua_tostring(L, -1)
                          : "(error object is not a string)");
  }
  return !lua_isboolean(L, -1) || lua_toboolean(L, -1);
}

int lab_read_csv(lua_State *L) {
  CsvReading reading = {.L = L};
  Error why;
  const char *path = luaL_checkstring(L, PATH);
  lua_settop(L, EACH);
  if (!lua_isnil(L, EACH))
    luaL_checktype(L, EACH, LUA_TFUNCTION);
  lua_newtable(L);
  lua_newtable(L);
  luaL_checkstack(L, 24, "stack overflow (nested read_csv)");
  if (!csv_read(path, handle_row, &reading, &why))
    return luaL_error(L, "%s", why.message);
  lua_settop(L, LIST);
  if (lua_isnil(L, EACH))
    return 1;
  lua_pushinteger(L, reading.rows);
  return 1;
}
