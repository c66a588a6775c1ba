#include "lua/host/api/lua_rules.h"

/* Whether the game's Lua rules run in this process. */
static bool is_here(const Game *game) {
  return game->fault && !game->remote;
}

const Plugin *lua_rules_plugin(const Game *game) {
  return is_here(game) ? ((const LuaRules *)game)->plugin : NULL;
}

int lua_rules_seat_inside(const Game *game, const State *state, int seat) {
  for (; game->base; state = lua_base_state(game, state), game = game->base)
    seat = lua_held_seat(game, state, seat);
  return seat;
}

int lua_rules_seat_outside(const Game *game, const State *state, int seat) {
  if (!game->base)
    return seat;
  int inside =
      lua_rules_seat_outside(game->base, lua_base_state(game, state), seat);
  return lua_state_head(state)->holder[inside] % SEATS_MAX;
}

int lua_rules_turn(const Game *game, const State *state) {
  if (state->seat != NATURE)
    return state->seat;
  if (!is_here(game)) {
    int seat = game_turn(game, state);
    return seat < 0 ? 0 : seat;
  }
  if (!game->base)
    return lua_state_head(state)->next_seat % SEATS_MAX;
  int inside = lua_rules_turn(game->base, lua_base_state(game, state));
  return lua_state_head(state)->holder[inside] % SEATS_MAX;
}

void lua_rules_set_turn(const Game *game, State *state, int seat) {
  if (state->seat != NATURE) /* nature moves by a variant of this game */
    state->seat = (uint8_t)seat;
  else if (!game->base && is_here(game))
    lua_state_head(state)->next_seat = (uint8_t)seat;
  if (game->base)
    lua_rules_set_turn(game->base, lua_base_state(game, state),
                       lua_held_seat(game, state, seat));
}

bool lua_rules_swap(State *state, int a, int b, Error *why) {
  uint8_t *holder = lua_state_head(state)->holder, swapped = holder[a];
  if (holder[a] == HOLDER_NONE || holder[b] == HOLDER_NONE)
    return error_set(why, "nobody plays seat %d, so nobody can swap with it",
                     (holder[a] == HOLDER_NONE ? a : b) + 1);
  holder[a] = holder[b];
  holder[b] = swapped;
  return true;
}
