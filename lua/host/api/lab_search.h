/* Shared by lab.search.mcts and lab.search.alphabeta: a search in progress, its
 * callbacks into Lua, and charging.
 *
 * A search runs until the function returns. It may call Lua functions for the
 * evaluation of positions and for the moves of playouts; an error in one of
 * them ends the search. A plugin is charged as the search proceeds, for the
 * engine's work and for that of Lua rules. */
#ifndef BOARDLAB_LUA_HOST_API_LAB_SEARCH_H
#define BOARDLAB_LUA_HOST_API_LAB_SEARCH_H

#include "core/search/alphabeta.h"
#include "core/search/mcts.h"
#include "lua/host/api/lab_rng.h"
#include "lua/host/api/lab_state.h"

/* Stack indices. EVALUATE and POLICY are functions or nil. */
enum { POSITION = 1, OPTIONS, EVALUATE, POLICY, VIEW, RNG, SEARCH };

typedef struct Search {
  lua_State *L;
  const StateObject *of;
  StateObject *view;       /* the argument of Lua functions */
  RngObject *borrowed_rng; /* the object of the game's stream, which is only
                              valid during the search; or NULL */
  Rng *rng;
  MctsPlan mcts_plan; /* for one or the other search */
  AlphabetaPlan alphabeta_plan;
  Mcts *mcts;
  Alphabeta *alphabeta;
  int64_t cost;               /* of a position */
  uint64_t charged_positions; /* so far */
  size_t held;                /* bytes, counted as the plugin's */
  bool raised; /* a Lua function raised an error, which is on the stack */
  Error why;   /* another failure */
} Search;

/* Checks the arguments and sets up the stack. From here on no Lua code runs
 * until the search calls a function, so what was checked stays valid. `what` is
 * the function's name, `keys` the known options. */
Search lab_search_begin(lua_State *L, const char *what,
                        const char *const *keys);

/* Calls `body` with the stack set up as above and the Search at SEARCH. It
 * creates s->mcts or s->alphabeta, searches, and pushes the best move and the
 * list of all moves. Frees the search in any case. Returns the number of
 * results. */
int lab_search_run(Search *s, lua_CFunction body);

/* In `body`: raises the error of a Lua function, or returns `good`. */
bool lab_search_check_raised(lua_State *L, const Search *s, bool good);

/* Reads the option `margin`, which needs a game that has scores. May raise. */
bool lab_search_margin(const Search *search);

/* Options: a memory limit in bytes, at most half of a plugin's own; a time
 * limit in milliseconds or 0, which is refused in plugins with the advice
 * to use the option `instead`. */
size_t lab_search_memory(lua_State *L, const StateObject *of, const char *key,
                         int min);
int lab_search_milliseconds(const Search *s, const char *instead);

/* Push a function and the position as its first argument; call it with one
 * further argument, leaving one result or the error value. */
void lab_search_begin_call(Search *s, int function, const State *state);
bool lab_search_end_call(Search *s);

/* Ends the search with an error. Returns false. */
__attribute__((format(printf, 2, 3))) bool
lab_search_refuse(Search *s, const char *format, ...);

/* Callbacks of both searches, with the Search as their context: evaluate a
 * position by the Lua function; charge the positions searched so far, and
 * return false if the search must end. */
bool lab_search_evaluate(void *context, const Game *game, const State *state,
                         double value[]);
bool lab_search_charge(void *context, uint64_t positions);

/* Charges for a list of moves. Does not raise: the end of the search checks the
 * budget. */
void lab_search_charge_list(const Search *s, int count);

#endif
