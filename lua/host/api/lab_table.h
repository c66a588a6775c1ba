/* Result tables as Lua tables: a list of rows, each a table with a field for
 * every column that has a value. An estimate whose column has an interval, or
 * is a rate or a mean by its name in CSV files, is a table { value, low, high
 * }, { rate, … } or { mean, … }, without the bounds if it has none. Where the
 * ends have names of their own in CSV files, all three are fields of the row.
 * Other numbers are numbers. All functions may raise. */
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
