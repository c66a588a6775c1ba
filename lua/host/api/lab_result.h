/* Results of runs as Lua tables. All functions may raise. */
#ifndef BOARDLAB_LUA_HOST_API_LAB_RESULT_H
#define BOARDLAB_LUA_HOST_API_LAB_RESULT_H

#include "analysis/experiments/sweep.h"
#include "analysis/stats/estimate.h"
#include "core/run/run.h"
#include "lua/host/api/lab_object.h"
#include <lua.h>

/* Sets a field of the table on top of the stack, and `low` and `high`, if the
 * estimate has an interval. */
void lab_set_estimate(lua_State *L, const char *key, Estimate estimate);

/* Pushes the result of a run. */
void lab_push_run(lua_State *L, const Run *run);

/* If bots changed seats, adds the standings to the table on top: ratings, pairs
 * of bots, the interaction of seats and bots, and the cross-table. Leaves the
 * table on top, above a value that is closed when the C function ends. */
void lab_add_standings(lua_State *L, const Run *run);

#endif
