/* Result tables as Lua tables: a list of rows, each a table with a field for
 * every column that has a value. An estimate is a table { value, low, high },
 * or { rate, … } or { mean, … } if its column in CSV files is called so,
 * without the bounds if it has no interval. Where the ends have names of their
 * own in CSV files, all three are fields of the row. All functions may raise.
 */
#ifndef BOARDLAB_LUA_HOST_API_LAB_TABLE_H
#define BOARDLAB_LUA_HOST_API_LAB_TABLE_H

#include "analysis/result/document.h"
#include <lua.h>

/* Pushes a value that owns an empty document. */
Document *lab_new_document(lua_State *L);

/* Pushes the value of an option: a number or a boolean if it is one. */
void lab_push_swept(lua_State *L, const char *value);

/* Pushes the rows. */
void lab_push_table(lua_State *L, const ResultTable *table);

#endif
