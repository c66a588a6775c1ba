/* Lua rules: variants with fewer players than their base has seats.
 *
 * Hooks see the position of the base game with all its seats; LuaStateHead's
 * `holder` says who plays which. Where the base can take seats out of the game
 * (Rules.withdraw), its own rules pass them over; otherwise their turns are
 * skipped here. */
#include "lua/host/plugins/luagame_internal.h"

/* ---- which seats are played ----------------------------------------------*/

static void refuse_players(lua_State *L, const Game *base) {
  luaL_error(L,
             "'players' must be a number from 1 to %d, which is how many seats "
             "%s has; a list of those seats that are played, such as { 1, 3 "
             "}; or a function of the options that returns either",
             base->seats, base->spec);
}

/* Reads the list of seats on top of the stack, in ascending order. */
static unsigned read_list(lua_State *L, const Game *base) {
  unsigned played = 0;
  lua_Integer last = 0;
  lua_Unsigned count = lua_rawlen(L, -1);
  if (count < 1 || count > (lua_Unsigned)base->seats)
    refuse_players(L, base);
  for (lua_Unsigned i = 1; i <= count; i++) {
    int is_integer;
    lua_rawgeti(L, -1, (lua_Integer)i);
    lua_Integer seat = lua_tointegerx(L, -1, &is_integer);
    lua_pop(L, 1);
    if (!is_integer || seat <= last || seat > base->seats)
      luaL_error(L,
                 "'players' must list seats from 1 to %d in ascending order, "
                 "each once",
                 base->seats);
    played |= 1u << (seat - 1);
    last = seat;
  }
  return played;
}

static unsigned read_played(lua_State *L, LuaGame *g, const Game *base) {
  unsigned all = (1u << base->seats) - 1, played = all;
  lua_getfield(L, 1, "players");
  luagame_resolve(L, g);
  int type = lua_type(L, -1), is_integer;
  lua_Integer number = lua_tointegerx(L, -1, &is_integer);
  if (type == LUA_TTABLE) {
    played = read_list(L, base);
  } else if (type == LUA_TNUMBER && is_integer && number >= 1 &&
             number <= base->seats) {
    played = (1u << number) - 1;
  } else if (type != LUA_TNIL) {
    refuse_players(L, base);
  }
  lua_pop(L, 1);
  return played;
}

/* Sides keep their order. */
static void set_sides(Game *game, const LuaGame *g, const Game *base) {
  game->sides = 0;
  for (int side = 0; side < base->sides; side++) {
    bool any = false;
    for (int seat = 0; seat < base->seats; seat++)
      if (luagame_is_played(g, seat) && base->side[seat] == side) {
        game->side[g->player[seat]] = (uint8_t)game->sides;
        any = true;
      }
    game->sides += any;
  }
}

void luagame_read_seats(lua_State *L, LuaGame *g, const Game *base) {
  Game *game = &g->lua.game;
  g->played = (uint16_t)read_played(L, g, base);
  g->is_reduced = g->played != (1u << base->seats) - 1;
  game->seats = 0;
  for (int seat = 0; seat < base->seats; seat++)
    g->player[seat] =
        (uint8_t)(luagame_is_played(g, seat) ? game->seats++ : HOLDER_NONE);
  set_sides(game, g, base);
}

/* ---- turns ---------------------------------------------------------------*/

int luagame_seat_from(const LuaGame *g, int seat, int step) {
  int seats = luagame_visible_game(g)->seats;
  do
    seat = (seat + step + seats) % seats;
  while (!luagame_is_played(g, seat));
  return seat;
}

void luagame_skip_seats(const LuaGame *g, State *state) {
  const Game *base = g->lua.game.base;
  State *visible = luagame_visible(g, state);
  if (!g->is_reduced)
    return;
  int turn = lua_rules_turn(base, visible);
  if (luagame_is_played(g, turn))
    return;
  if (visible->seat == NATURE)
    lua_rules_set_turn(base, visible, luagame_next_seat(g, turn));
  else
    luagame_give_turn(g, state, luagame_next_seat(g, turn));
}

/* ---- seats that are not played -------------------------------------------*/

void luagame_withdraw_seats(const LuaGame *g, State *state) {
  const Game *base = g->lua.game.base;
  if (!g->is_reduced || !base->rules->withdraw)
    return;
  for (int seat = 0; seat < base->seats; seat++)
    if (!luagame_is_played(g, seat))
      base->rules->withdraw(base, lua_base_state(&g->lua.game, state), seat);
}

/* The same for a variant of this game. */
void luagame_withdraw(const Game *game, State *state, int seat) {
  const LuaGame *g = luagame_of(game);
  game->base->rules->withdraw(game->base, lua_base_state(game, state),
                              lua_held_seat(game, state, seat));
  luagame_follow_base(g, state);
}

/* ---- results -------------------------------------------------------------*/

void luagame_settle_winners(const LuaGame *g, State *state) {
  unsigned all = (1u << g->lua.game.seats) - 1;
  const State *visible = luagame_visible(g, state);
  bool lost = visible->outcome == WIN && !visible->winners;
  bool even =
      !state->winners || (state->winners == all && g->lua.game.sides > 1);
  if (state->outcome == DRAW || (state->outcome == WIN && even && !lost))
    luagame_set_draw(g, state);
}
