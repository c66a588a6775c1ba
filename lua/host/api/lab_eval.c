/* What positions are worth, between Lua and evaluate.h. */
#include "lua/host/api/lab.h"

#include "core/base/bits.h"
#include "core/game/eval.h"

static bool is_chance(double number) {
  return number >= 0 && number <= 1;
}

/* The chance of one side; the others share what is left. */
static void share_out(const Game *game, int side, double chance,
                      double value[]) {
  for (int s = 0; s < game->sides; s++)
    value[s] = s == side ? chance : (1 - chance) / (game->sides - 1);
}

/* A list with a chance for each seat; partners have the same, or else their
 * side has what they have on average. */
static bool read_list(lua_State *L, int index, const Game *game,
                      double value[]) {
  double sum = 0;
  for (int s = 0; s < game->sides; s++)
    value[s] = 0;
  if (lua_rawlen(L, index) != (lua_Unsigned)game->seats)
    return false;
  for (int seat = 0; seat < game->seats; seat++) {
    bool number = lua_rawgeti(L, index, seat + 1) == LUA_TNUMBER;
    double chance = number ? lua_tonumber(L, -1) : -1;
    lua_pop(L, 1);
    if (!is_chance(chance))
      return false;
    double part = chance / bits_count(game_team(game, seat));
    value[game->side[seat]] += part;
    sum += part;
  }
  for (int s = 0; s < game->sides && game->sides > 1 && sum > 0; s++)
    value[s] /= sum;
  if (game->sides > 1 && sum <= 0)
    unknown_values(game, value);
  return true;
}

bool lab_read_value(lua_State *L, int index, const Game *game, int seat,
                    double value[]) {
  if (lua_type(L, index) == LUA_TTABLE)
    return read_list(L, lua_absindex(L, index), game, value);
  double chance =
      lua_type(L, index) == LUA_TNUMBER ? lua_tonumber(L, index) : -1;
  share_out(game, game->side[seat], chance, value);
  return is_chance(chance);
}

void lab_push_value(lua_State *L, const Game *game, const double value[]) {
  lua_createtable(L, game->seats, 0);
  for (int seat = 0; seat < game->seats; seat++) {
    lua_pushnumber(L, value[game->side[seat]]);
    lua_rawseti(L, -2, seat + 1);
  }
}

void lab_describe_value(lua_State *L, int index, const Game *game, char *text,
                        size_t size) {
  char got[64] = "";
  if (lua_type(L, index) == LUA_TNUMBER)
    snprintf(got, sizeof got, "%.14g", lua_tonumber(L, index));
  else if (lua_type(L, index) == LUA_TTABLE)
    snprintf(got, sizeof got, "a list of something else");
  else
    snprintf(got, sizeof got, "a %s", luaL_typename(L, index));
  snprintf(text, size,
           "must return a chance to win from 0 to 1 for the seat to move, or a "
           "list of %d, one for each seat; not %s",
           game->seats, got);
}
