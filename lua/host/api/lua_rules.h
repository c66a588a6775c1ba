/* What the module has to know about games whose rules are Lua: how their states
 * begin, which plugin they run in, and how seats map where players have swapped
 * sides. The games themselves are made in lua/host/plugins. */
#ifndef BOARDLAB_LUA_HOST_API_LUA_RULES_H
#define BOARDLAB_LUA_HOST_API_LUA_RULES_H

#include "core/game/game.h"
#include "lua/host/sandbox/plugin.h"

/* What a state begins with. A seat of the base game is played by `holder`: the
 * seat of the same number, until players swap sides. */
typedef struct Head {
  State base;
  uint16_t passed;   /* bit s for each seat s of the base that has passed for
                        want of moves since the last move */
  uint8_t played_on; /* beyond what the base game takes for its end */
  uint8_t unused;
  uint8_t holder[SEATS_MAX];
} Head;

static inline Head *head(const State *state) {
  return (Head *)state;
}

/* What a game begins with; its field game.base is the game that a variant
 * changes, or NULL. */
typedef struct LuaRules {
  Game game;
  Plugin *plugin;
} LuaRules;

/* The position of the base game, in that of a variant. */
static inline State *inner(const Game *game, const State *state) {
  return (State *)((char *)state + game->base_offset);
}

/* The plugin that the rules of a game run in, or NULL if they are not Lua. */
const Plugin *lua_rules_plugin(const Game *game);

/* The work that the rules of a game have done so far, all layers together. What
 * a plugin lets other rules do is charged to it. */
int64_t lua_rules_work(const Game *game);

/* A seat as the game at the bottom of a pile of variants knows it, and back:
 * they differ where players have swapped sides. */
int lua_rules_seat_inside(const Game *game, const State *state, int seat);
int lua_rules_seat_outside(const Game *game, const State *state, int seat);

/* For hooks: exchanges who plays two seats of the base game. */
bool lua_rules_swap(const Game *game, State *state, int a, int b);

#endif
