/* What the API has to know about games whose rules are written in Lua: how
 * their states start, which plugin they run in, and how seats correspond after
 * players have swapped sides. lua/host/plugins implements such games. */
#ifndef BOARDLAB_LUA_HOST_API_LUA_RULES_H
#define BOARDLAB_LUA_HOST_API_LUA_RULES_H

#include "core/game/game.h"
#include "lua/host/sandbox/plugin.h"

/* In `holder`: nobody plays this seat of the base game. */
enum { HOLDER_NONE = UINT8_MAX };

/* The start of every state. `holder` maps the seats of the base game to the
 * players who hold them: the identity until players swap sides, unless some
 * seats are not played. */
typedef struct LuaStateHead {
  State base;
  uint16_t passed;   /* bit s: seat s of the base game has passed for lack of
                        moves since the last move */
  uint8_t played_on; /* a variant continues after the base game's end */
  uint8_t next_seat; /* while nature moves: the seat whose turn follows; in a
                        variant, 1 while its own hook `chance` lets nature move,
                        and the base's state knows who follows */
  uint8_t holder[SEATS_MAX];
} LuaStateHead;

static inline LuaStateHead *lua_state_head(const State *state) {
  return (LuaStateHead *)state;
}

/* The start of every game with Lua rules. For a variant, game.base is the game
 * it changes; otherwise NULL. */
typedef struct LuaRules {
  Game game;
  Plugin *plugin;
} LuaRules;

/* Returns the base game's state inside the state of a variant. */
static inline State *lua_base_state(const Game *game, const State *state) {
  return (State *)((char *)state + game->base_offset);
}

/* The seat of the base game that a player of a variant holds. */
static inline int lua_held_seat(const Game *game, const State *state,
                                int player) {
  int seat = 0, last = game->base->seats - 1;
  while (seat < last && lua_state_head(state)->holder[seat] != player)
    seat++;
  return seat;
}

/* Returns the plugin that contains a game's rules, or NULL if they are native.
 */
const Plugin *lua_rules_plugin(const Game *game);

/* Converts a seat to the seat of the native game below all layers of variants,
 * and back. They differ after players have swapped sides. */
int lua_rules_seat_inside(const Game *game, const State *state, int seat);
int lua_rules_seat_outside(const Game *game, const State *state, int seat);

/* The seat whose turn it is, or follows nature's move. */
int lua_rules_turn(const Game *game, const State *state);

/* Where nature moves: gives the turn that follows to a seat. */
void lua_rules_set_turn(const Game *game, State *state, int seat);

/* Swaps the players of two seats of the base game in a state of a variant.
 * Fails if nobody plays one of the seats. */
bool lua_rules_swap(State *state, int a, int b, Error *why);

#endif
