/* What the three files of Lua games share: the state, the game, its hooks.
 *
 *   luagame.c       calling hooks, moves, playing
 *   luagame_text.c  notation, drawing, editing
 *   luagame_open.c  from a table of Lua to a game, and the end of it */
#ifndef BOARDLAB_LUA_HOST_PLUGINS_LUAGAME_INTERNAL_H
#define BOARDLAB_LUA_HOST_PLUGINS_LUAGAME_INTERNAL_H

#include "lua/host/api/declare.h"
#include "lua/host/api/lab.h"
#include "lua/host/api/lua_rules.h"
#include "lua/host/plugins/luagame.h"
#include <lauxlib.h>

typedef enum Hook {
  SETUP,
  MOVES,
  ALLOW,
  EXTRA,
  PLAY,
  AFTER,
  NEXT_SEAT,
  OUTCOME,
  EVALUATE,
  TEXT,
  DRAW_BOARD,
  HOOKS
} Hook;

enum { VIEWS = 8, EXTRAS_MAX = 256, VARS_MAX = 1024, RULE_MOVES_MAX = 1 << 30 };
enum { MAX_MOVES_DEFAULT = 1024, MAX_PLIES_DEFAULT = 1000 };
enum { PLIES_MAX = 100000, LAYERS_MAX = 8 };

_Static_assert((int)VIEWS < (int)GAME_LISTS,
               "a list of moves for each depth of hooks");

typedef struct LuaGame {
  LuaRules lua;
  Rules rules;
  Option options[OPTIONS_MAX + 1];
  Field fields[FIELDS_MAX + 1];
  Texts texts;
  int32_t initial[VARS_MAX]; /* what the fields of a variant are at the start */
  size_t fields_offset, fields_size;
  int hook[HOOKS]; /* in the registry; LUA_NOREF for those that are absent */
  int values;      /* in the registry: the options by name */
  int view[2 * VIEWS]; /* of the position, then of that before the move */
  StateBox *view_box[2 * VIEWS];
  char *before; /* the base's position before a move, for each depth */
  int rng;      /* in the registry: what setup draws from */
  RngBox *rng_box;
  int depth;        /* of hooks under way */
  Move first_extra; /* its extra moves have the numbers from here on */
  State *extras_of; /* the position that the list was last made for */
  int extras, extras_count;
  int64_t extras_cost; /* what making the list took: asking again costs that,
                          too, whoever asked first */
  Error fault;
} LuaGame;

static inline LuaGame *self(const Game *game) {
  return (LuaGame *)game; /* the bytes of a game do not change, but what its
                             Lua state does is not among them */
}

static inline bool has(const LuaGame *g, Hook hook) {
  return g->hook[hook] != LUA_NOREF;
}

/* The position as a hook sees it: the base game's, if there is one. */
static inline State *seen(const LuaGame *g, const State *state) {
  return g->lua.game.base ? inner(&g->lua.game, state) : (State *)state;
}

static inline bool broken(const LuaGame *g) {
  return g->fault.message[0];
}

static inline void push_seat(LuaGame *g, int seat) {
  lua_pushinteger(g->lua.plugin->L, seat + 1);
}

static inline void pop(LuaGame *g, int count) {
  lua_pop(g->lua.plugin->L, count);
}

static inline bool is_extra(const LuaGame *g, Move move) {
  return move >= g->first_extra && move < g->first_extra + EXTRAS_MAX;
}

/* Marks the rules as broken, with a message; the first one stays. False. */
__attribute__((format(printf, 2, 3))) bool
luagame_break(LuaGame *g, const char *format, ...);

/* Pushes a hook and the position it is asked about; `locked` if it may only be
 * looked at. */
bool luagame_begin_call(LuaGame *g, Hook hook, const State *state, bool locked);

/* Calls it with the `args` arguments pushed since, the options behind them.
 * Leaves one result on the stack, unless it fails. */
bool luagame_end_call(LuaGame *g, int args);

/* Brings the head up to date with what the base game says. */
void luagame_follow_base(const LuaGame *g, State *state);

/* Lets `outcome` have its say after a move of that seat. */
bool luagame_ask_outcome(LuaGame *g, State *state, int mover);

/* Leaves the list of extra moves on the stack, a text each; returns how many,
 * or -1 and nothing. */
int luagame_list_extras(LuaGame *g, const State *state);

/* The functions of Rules. */
void luagame_start(const Game *game, State *state, Rng *rng);
int luagame_moves(const Game *game, const State *state, Move *list);
int luagame_count(const Game *game, const State *state);
bool luagame_legal(const Game *game, const State *state, Move move);
Move luagame_random_move(const Game *game, const State *state, Rng *rng);
void luagame_play(const Game *game, State *state, Move move);
int luagame_playout(const Game *game, State *state, Rng *rng, int max_plies);
uint64_t luagame_hash(const Game *game, const State *state);
void luagame_evaluate(const Game *game, const State *state, double value[]);

/* Whether its positions can be evaluated: by itself, or as those of the base
 * are, unless it has its own say in who wins. */
bool luagame_has_eval(const LuaGame *g);
void luagame_format(const Game *game, const State *state, Move move,
                    char text[MOVE_TEXT]);
bool luagame_parse(const Game *game, const State *state, const char *text,
                   Move *move, Error *error);
void luagame_describe(const Game *game, const State *state, Move move,
                      Parts *parts);
void luagame_draw(const Game *game, const State *state, FILE *out);
bool luagame_set(const Game *game, State *state, const char *key,
                 const char *value, Error *error);
bool luagame_settings(const Game *game, const State *state, FILE *out);
bool luagame_settle(const Game *game, State *state, Error *error);

#endif
