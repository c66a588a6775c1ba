/* Results as Lua tables. All functions may raise. */
#ifndef BOARDLAB_LUA_HOST_API_LAB_RESULT_H
#define BOARDLAB_LUA_HOST_API_LAB_RESULT_H

#include "analysis/metrics/metrics.h"
#include "analysis/result/document.h"
#include "core/run/run.h"
#include "lua/host/api/lab_object.h"

/* Pushes metrics: a table by scope, key, unless it is "", and name. */
void lab_push_metrics(lua_State *L, const Metrics *metrics);

/* Pushes the result of a run. */
void lab_push_run(lua_State *L, const Run *run);

/* If bots changed seats, adds the standings to the table on top: ratings, pairs
 * of bots, the interaction of seats and bots, and the cross-table. Leaves the
 * table on top, above a value that is closed when the C function ends. */
void lab_add_standings(lua_State *L, const Run *run);

/* If people played, adds what they said to the table on top, in the same way:
 * people.opponents, .questions, .answers and .games. */
void lab_add_people(lua_State *L, const Run *run);

/* ---- lab_table.c ---------------------------------------------------------*/

/* A result table becomes a list of rows, each a table with a field for every
 * column that has a value. An estimate whose column has an interval, or is a
 * rate or a mean by its name in CSV files, is a table { value, low, high },
 * { rate, … } or { mean, … }, without the bounds if it has none. Where the ends
 * have names of their own in CSV files, all three are fields of the row. Other
 * numbers are numbers. */
void lab_push_table(lua_State *L, const ResultTable *table);

/* Pushes a value that owns an empty document. */
Document *lab_new_document(lua_State *L);

/* Pushes the value of an option: a number or a boolean if it is one. */
void lab_push_swept(lua_State *L, const char *value);

/* Sets a field of the table on top of the stack to a list of sentences. */
void lab_set_sentences(lua_State *L, const char *key,
                       const Sentences *sentences);

#endif
