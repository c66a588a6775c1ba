/* Lua rules: evaluation. */
#include "lua/host/plugins/luagame_internal.h"

#include "core/base/bits.h"
#include "core/game/eval.h"
#include "lua/host/api/lab_object.h"

/* Calls the hook `evaluate`. The values are by side of the position that hooks
 * see. */
static bool call_evaluate(LuaGame *g, const State *state, double value[]) {
  int seat = lua_rules_turn(luagame_visible_game(g), luagame_visible(g, state));
  Error why = {0};
  if (!luagame_ask(g, EVALUATE, state, seat))
    return false;
  bool good = lab_read_value(g->lua.plugin->L, g->game_object, g->played, seat,
                             value, &why);
  if (!good)
    luagame_break(g, "%s", why.message);
  luagame_pop(g, 1);
  return good;
}

/* Converts values by side of the base game to values by side of this game,
 * where players may have swapped seats. If a swap splits a team, each seat
 * carries an equal part of its side's value. What seats that nobody plays have
 * is divided among the others. */
static void follow_players(const Game *game, const State *state,
                           const double inside[], double value[]) {
  const Game *base = game->base;
  for (int side = 0; side < game->sides; side++)
    value[side] = 0;
  const LuaGame *g = luagame_of(game);
  double sum = 0;
  for (int seat = 0; seat < base->seats; seat++) {
    if (!luagame_is_played(g, seat))
      continue;
    unsigned team = game_team(base, seat) & g->played;
    double part = inside[base->side[seat]] / bits_count(team);
    value[game->side[lua_state_head(state)->holder[seat]]] += part;
    sum += part;
  }
  if (!g->is_reduced)
    return;
  for (int side = 0; side < game->sides; side++)
    value[side] = sum > 0 ? value[side] / sum : 1.0 / game->sides;
}

/* If the hook fails, all sides get the same value; game_fault has the message.
 */
void luagame_evaluate(const Game *game, const State *state, double value[]) {
  LuaGame *g = luagame_of(game);
  double inside[SEATS_MAX];
  if (!luagame_has(g, EVALUATE))
    position_values(game->base, lua_base_state(game, state), NULL, NULL,
                    inside);
  else if (!call_evaluate(g, state, inside))
    neutral_values(game, inside);
  if (game->base)
    follow_players(game, state, inside, value);
  else
    memcpy(value, inside, (size_t)game->sides * sizeof *value);
}

/* Whether every side has exactly the value that it has in the base game, see
 * follow_players. */
static bool keeps_sides(const Game *game, const State *state) {
  const Game *base = game->base;
  for (int seat = 0; seat < base->seats; seat++)
    if (game->side[lua_state_head(state)->holder[seat] % SEATS_MAX] !=
            base->side[seat] ||
        bits_count(game_team(base, seat)) != 1)
      return false;
  return !luagame_of(game)->is_reduced;
}

/* A pass may be one of this game only, so it has to be played. */
void luagame_evaluate_moves(const Game *game, const State *state,
                            const Move moves[], int count, int side,
                            double value[]) {
  bool known = keeps_sides(game, state) && !luagame_is_broken(luagame_of(game));
  if (known && moves[0] != MOVE_PASS) {
    move_values(game->base, lua_base_state(game, state), moves, count, side,
                value);
    return;
  }
  for (int i = 0; i < count; i++)
    value[i] = -1;
}
