/* Lua rules: what seats see, by the hooks `observe` and `redraw`. A variant
 * hides what its base game hides, and then what its own hooks say. */
#include "lua/host/plugins/luagame_internal.h"

/* The seat in the position that hooks see. */
static int visible_seat(const Game *game, const State *state, int seat) {
  return game->base ? lua_held_seat(game, state, seat) : seat;
}

static void observe(const Game *game, State *state, int seat) {
  LuaGame *g = luagame_of(game);
  int held = visible_seat(game, state, seat);
  if (game->base)
    game_observe(game->base, lua_base_state(game, state), held);
  if (!luagame_has(g, OBSERVE) || !luagame_begin_call(g, OBSERVE, state, false))
    return;
  luagame_push_seat(g, held);
  if (luagame_end_call(g, 1))
    luagame_pop(g, 1);
}

static void redraw(const Game *game, State *state, int seat, Rng *rng) {
  LuaGame *g = luagame_of(game);
  int held = visible_seat(game, state, seat);
  if (game->base && game->base->rules->redraw)
    game->base->rules->redraw(game->base, lua_base_state(game, state), held,
                              rng);
  if (!luagame_has(g, REDRAW) || !luagame_begin_call(g, REDRAW, state, false))
    return;
  luagame_push_seat(g, held);
  luagame_end_call_with_rng(g, 1, rng);
}

void luagame_set_hidden(LuaGame *g) {
  const Rules *base = g->lua.game.base ? g->lua.game.base->rules : NULL;
  bool observes = luagame_has(g, OBSERVE) || (base && base->observe);
  bool redraws = luagame_has(g, REDRAW) || (base && base->redraw);
  g->rules.observe = observes ? observe : NULL;
  g->rules.redraw = redraws ? redraw : NULL;
}
