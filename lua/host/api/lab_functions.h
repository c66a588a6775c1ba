/* The functions of the module `boardlab`, for the table that lab_module.c
 * makes. Each is documented in lua/types/boardlab.lua. */
#ifndef BOARDLAB_LUA_HOST_API_LAB_FUNCTIONS_H
#define BOARDLAB_LUA_HOST_API_LAB_FUNCTIONS_H

#include <lauxlib.h>
#include <lua.h>

/* For plugins and scripts. */
int lab_game(lua_State *L);    /* lab_game.c */
int lab_grid(lua_State *L);    /* lab_grid_shape.c */
int lab_rng(lua_State *L);     /* lab_rng.c */
int lab_rules(lua_State *L);   /* lab_definition.c */
int lab_variant(lua_State *L); /* lab_definition.c */

/* lab.search */
int lab_alphabeta(lua_State *L); /* lab_search.c */
int lab_mcts(lua_State *L);      /* lab_search.c */

/* For scripts only: {"bot", lab_bot} and the others, up to one without a name.
 */
extern const luaL_Reg lab_script_functions[];
int lab_bot(lua_State *L);        /* lab_definition.c */
int lab_compare(lua_State *L);    /* lab_stats.c */
int lab_ladder(lua_State *L);     /* lab_run.c */
int lab_match(lua_State *L);      /* lab_match.c */
int lab_elo(lua_State *L);        /* lab_shown.c */
int lab_number(lua_State *L);     /* lab_shown.c */
int lab_percent(lua_State *L);    /* lab_shown.c */
int lab_plan(lua_State *L);       /* lab_plan.c */
int lab_read_csv(lua_State *L);   /* lab_csv.c */
int lab_report(lua_State *L);     /* lab_stats.c */
int lab_simulate(lua_State *L);   /* lab_run.c */
int lab_solve(lua_State *L);      /* lab_solve.c */
int lab_stats(lua_State *L);      /* lab_stats.c */
int lab_study(lua_State *L);      /* lab_study.c */
int lab_sweep(lua_State *L);      /* lab_run.c */
int lab_tournament(lua_State *L); /* lab_run.c */
int lab_tune(lua_State *L);       /* lab_tune.c */

/* Pushes the table of the module. In a plugin it is read-only and has no
 * functions that are for scripts only. */
int lab_push_module(lua_State *L);

#endif
