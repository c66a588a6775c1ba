/* Lua rules: what seats see, by the hooks `observe` and `redraw`. A variant
 * hides what its base game hides. */
#include "lua/host/plugins/luagame_internal.h"

static void observe(const Game *game, State *state, int seat) {
  LuaGame *g = luagame_of(game);
  if (!luagame_begin_call(g, OBSERVE, state, false))
    return;
  luagame_push_seat(g, seat);
  if (luagame_end_call(g, 1))
    luagame_pop(g, 1);
}

static void redraw(const Game *game, State *state, int seat, Rng *rng) {
  LuaGame *g = luagame_of(game);
  if (!luagame_begin_call(g, REDRAW, state, false))
    return;
  luagame_push_seat(g, seat);
  luagame_end_call_with_rng(g, 1, rng);
}

/* The seat of the base game that a player holds. */
static int seat_inside(const Game *game, const State *state, int seat) {
  int inside = 0;
  while (inside < game->seats - 1 &&
         lua_state_head(state)->holder[inside] != seat)
    inside++;
  return inside;
}

static void observe_base(const Game *game, State *state, int seat) {
  game->base->rules->observe(game->base, lua_base_state(game, state),
                             seat_inside(game, state, seat));
}

static void redraw_base(const Game *game, State *state, int seat, Rng *rng) {
  game->base->rules->redraw(game->base, lua_base_state(game, state),
                            seat_inside(game, state, seat), rng);
}

void luagame_set_hidden(LuaGame *g) {
  const Game *base = g->lua.game.base;
  if (base) {
    g->rules.observe = base->rules->observe ? observe_base : NULL;
    g->rules.redraw = base->rules->redraw ? redraw_base : NULL;
  } else {
    g->rules.observe = luagame_has(g, OBSERVE) ? observe : NULL;
    g->rules.redraw = luagame_has(g, REDRAW) ? redraw : NULL;
  }
}
