/* Lua rules: seats that are eliminated.
 *
 * After every turn the hook `out` is asked about each seat that is in. When a
 * seat went out is a field of the position, FIELD_OUT. To variants of the game
 * it has withdrawn (Rules.withdraw). */
#include "lua/host/plugins/luagame_internal.h"

static int32_t *out_of(const LuaGame *g, const State *state) {
  return (int32_t *)((char *)state + g->out->offset);
}

void luagame_read_out(lua_State *L, LuaGame *g) {
  g->out = luagame_add_field(L, g, FIELD_OUT, luagame_has(g, OUT));
}

bool luagame_is_out(const LuaGame *g, const State *state, int seat) {
  return g->out && out_of(g, state)[seat];
}

/* Those of a game that are out, by its own rules or those of a base. */
static unsigned seats_out(const Game *game, const State *state) {
  unsigned out = 0;
  if (!lua_rules_plugin(game))
    return 0;
  const LuaGame *g = luagame_of(game);
  for (int seat = 0; g->out && seat < game->seats; seat++)
    out |= (unsigned)luagame_is_out(g, state, seat) << seat;
  unsigned inside =
      game->base ? seats_out(game->base, lua_base_state(game, state)) : 0;
  for (int seat = 0; inside >> seat; seat++)
    if (inside >> seat & 1 && lua_state_head(state)->holder[seat] < game->seats)
      out |= 1u << lua_state_head(state)->holder[seat];
  return out;
}

unsigned luagame_seats_out(const LuaGame *g, const State *state) {
  return seats_out(luagame_visible_game(g), luagame_visible(g, state));
}

/* The number of those who go out now. */
static int32_t next_number(const LuaGame *g, const State *state) {
  int32_t most = 0;
  for (int seat = 0; seat < g->lua.game.seats; seat++)
    if (out_of(g, state)[seat] > most)
      most = out_of(g, state)[seat];
  return most + 1;
}

/* Asks about each seat. All that go out in a turn do so together. */
static bool find_out(LuaGame *g, State *state) {
  unsigned going = 0;
  for (int seat = 0; seat < g->lua.game.seats; seat++) {
    if (luagame_is_out(g, state, seat))
      continue;
    if (!luagame_ask(g, OUT, state, seat))
      return false;
    going |= (unsigned)lua_toboolean(g->lua.plugin->L, -1) << seat;
    luagame_pop(g, 1);
  }
  int32_t number = next_number(g, state);
  for (int seat = 0; seat < g->lua.game.seats; seat++)
    if (going >> seat & 1)
      out_of(g, state)[seat] = number;
  return true;
}

/* The last side that is in wins; if none is, nobody does. */
static void settle(const LuaGame *g, State *state) {
  const Game *game = &g->lua.game;
  unsigned all = (1u << game->seats) - 1, sides = 0;
  unsigned in = all & ~luagame_seats_out(g, state);
  for (unsigned left = in; left; left &= left - 1)
    sides |= 1u << game->side[__builtin_ctz(left)];
  if (!in)
    luagame_set_draw(g, state);
  else if (!(sides & (sides - 1)) && in != all && game->sides > 1)
    state_set_win(state, game_team(game, __builtin_ctz(in)));
  else if (state->seat != NATURE)
    luagame_give_turn(g, state, state->seat);
}

/* In a variant, what its hooks have written may put a seat out. */
static bool eliminate_in_base(LuaGame *g, State *state) {
  const Game *base = g->lua.game.base;
  return !base || !lua_rules_plugin(base) || !(g->has & HOOKS_THAT_WRITE) ||
         luagame_eliminate(luagame_of(base),
                           lua_base_state(&g->lua.game, state));
}

bool luagame_eliminate(LuaGame *g, State *state) {
  if (!eliminate_in_base(g, state))
    return false;
  if (!g->out || state->outcome != PLAYING)
    return true;
  if (!find_out(g, state))
    return false;
  settle(g, state);
  return true;
}

bool luagame_check_out(const LuaGame *g, const State *state, Error *error) {
  int seats = g->lua.game.seats;
  for (int seat = 0; g->out && seat < seats; seat++)
    if (out_of(g, state)[seat] < 0 || out_of(g, state)[seat] > seats)
      return error_set(error,
                       FIELD_OUT
                       " has %d for seat %d: it takes 0 for a seat "
                       "that is in, 1 for the first that went out, and so on",
                       out_of(g, state)[seat], seat + 1);
  return true;
}

bool luagame_name_out(const LuaGame *g, const State *state,
                      char text[OUT_TEXT]) {
  unsigned out = 0;
  char names[WINNERS_TEXT];
  for (int seat = 0; g->out && seat < g->lua.game.seats; seat++)
    out |= (unsigned)luagame_is_out(g, state, seat) << seat;
  bool many = seats_format(out, names);
  snprintf(text, OUT_TEXT, "%s %s out", names, many ? "are" : "is");
  return out && state->outcome == PLAYING;
}

/* ---- for variants with fewer players -------------------------------------*/

void luagame_withdraw_own(const Game *game, State *state, int seat) {
  const LuaGame *g = luagame_of(game);
  out_of(g, state)[seat] = 1;
  if (state->seat == seat)
    luagame_give_turn(g, state, seat);
}

bool luagame_has_withdrawn(const Game *game, const State *state, int seat) {
  return luagame_is_out(luagame_of(game), state, seat);
}
