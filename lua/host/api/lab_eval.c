#include "lua/host/api/lab_eval.h"

#include "core/base/bits.h"
#include "core/game/eval.h"
#include <lauxlib.h>
#include <stdio.h>

static bool is_probability(double number) {
  return number >= 0 && number <= 1;
}

/* The other sides share the rest equally. */
static void distribute_rest(const Game *game, int side, double chance,
                            double value[]) {
  for (int s = 0; s < game->sides; s++)
    value[s] = s == side ? chance : (1 - chance) / (game->sides - 1);
}

/* Reads a list with the chance of each seat. A side gets the average of its
 * seats. */
static bool read_list(lua_State *L, int index, const GameObject *object,
                      double value[]) {
  const Game *game = object->game;
  double sum = 0;
  for (int s = 0; s < game->sides; s++)
    value[s] = 0;
  if (lua_rawlen(L, index) != (lua_Unsigned)game->seats)
    return false;
  for (int i = 0; i < game->seats; i++) {
    int seat = object->seat[i];
    bool number = lua_rawgeti(L, index, i + 1) == LUA_TNUMBER;
    double chance = number ? lua_tonumber(L, -1) : -1;
    lua_pop(L, 1);
    if (!is_probability(chance))
      return false;
    double part = chance / bits_count(game_team(game, seat));
    value[game->side[seat]] += part;
    sum += part;
  }
  for (int s = 0; s < game->sides && game->sides > 1 && sum > 0; s++)
    value[s] /= sum;
  if (game->sides > 1 && sum <= 0)
    neutral_values(game, value);
  return true;
}

bool lab_read_value(lua_State *L, int index, const GameObject *object, int seat,
                    double value[]) {
  const Game *game = object->game;
  if (lua_type(L, index) == LUA_TTABLE)
    return read_list(L, lua_absindex(L, index), object, value);
  double chance =
      lua_type(L, index) == LUA_TNUMBER ? lua_tonumber(L, index) : -1;
  distribute_rest(game, game->side[seat], chance, value);
  return is_probability(chance);
}

void lab_push_value(lua_State *L, const GameObject *object,
                    const double value[]) {
  const Game *game = object->game;
  lua_createtable(L, game->seats, 0);
  for (int i = 0; i < game->seats; i++) {
    lua_pushnumber(L, value[game->side[object->seat[i]]]);
    lua_rawseti(L, -2, i + 1);
  }
}

void lab_explain_value(lua_State *L, int index, const Game *game, char *text,
                       size_t size) {
  char got[64] = "";
  if (lua_type(L, index) == LUA_TNUMBER)
    snprintf(got, sizeof got, "%.14g", lua_tonumber(L, index));
  else if (lua_type(L, index) == LUA_TTABLE)
    snprintf(got, sizeof got, "a list of other values");
  else
    snprintf(got, sizeof got, "a %s", luaL_typename(L, index));
  snprintf(
      text, size,
      "must return the winning chance of the seat to move, from 0 to 1, or "
      "a list of %d, one for each seat; not %s",
      game->seats, got);
}
