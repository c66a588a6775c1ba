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

static void observe_base(const Game *game, State *state, int seat) {
  game->base->rules->observe(game->base, lua_base_state(game, state),
                             lua_held_seat(game, state, seat));
}

static void redraw_base(const Game *game, State *state, int seat, Rng *rng) {
  game->base->rules->redraw(game->base, lua_base_state(game, state),
                            lua_held_seat(game, state, seat), rng);
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
