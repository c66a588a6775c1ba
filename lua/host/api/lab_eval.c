#include "lua/host/api/lab_object.h"

#include "core/base/bits.h"
#include "core/game/eval.h"
#include <lauxlib.h>
#include <stdio.h>

/* Reads the number on top of the stack. */
static bool read_chance(lua_State *L, double *chance) {
  *chance = lua_tonumber(L, -1);
  return lua_type(L, -1) == LUA_TNUMBER && *chance >= 0 && *chance <= 1;
}

/* Reads a list with the chance of each seat on top of the stack. A side gets
 * the average of its seats. */
static bool read_list(lua_State *L, const GameObject *object, unsigned played,
                      double value[]) {
  const Game *game = object->game;
  bool all = played == (1u << game->seats) - 1;
  double sum = 0;
  if (all && lua_rawlen(L, -1) != (lua_Unsigned)game->seats)
    return false;
  for (int i = 0; i < game->seats; i++) {
    int seat = object->seat[i];
    double chance;
    if (!(played >> seat & 1))
      continue;
    lua_rawgeti(L, -1, i + 1);
    bool good = read_chance(L, &chance);
    lua_pop(L, 1);
    if (!good)
      return false;
    double part = chance / bits_count(game_team(game, seat) & played);
    value[game->side[seat]] += part;
    sum += part;
  }
  for (int s = 0; s < game->sides && all && game->sides > 1 && sum > 0; s++)
    value[s] /= sum;
  if (all && game->sides > 1 && sum <= 0)
    neutral_values(game, value);
  return true;
}

/* Reads the chance of a seat. The other sides share the rest equally. */
static bool read_number(lua_State *L, const Game *game, unsigned played,
                        int seat, double value[]) {
  int side = game->side[seat];
  unsigned others = 0;
  for (int s = 0; s < game->seats; s++)
    others |= (played >> s & 1) << game->side[s];
  others &= ~(1u << side);
  bool good = read_chance(L, &value[side]);
  for (int s = 0; s < game->sides; s++)
    if (others >> s & 1)
      value[s] = (1 - value[side]) / bits_count(others);
  return good;
}

static bool explain(lua_State *L, const Game *game, Error *why) {
  char got[64] = "a list of other values";
  if (lua_type(L, -1) == LUA_TNUMBER)
    snprintf(got, sizeof got, "%.14g", lua_tonumber(L, -1));
  else if (lua_type(L, -1) != LUA_TTABLE)
    snprintf(got, sizeof got, "a %s", luaL_typename(L, -1));
  return error_set(
      why,
      "'evaluate' must return the winning chance of the seat to move, from 0 "
      "to 1, or a list of %d, one for each seat; not %s",
      game->seats, got);
}

bool lab_read_value(lua_State *L, const GameObject *object, unsigned played,
                    int seat, double value[], Error *why) {
  const Game *game = object->game;
  for (int s = 0; s < game->sides; s++)
    value[s] = 0;
  return (lua_istable(L, -1) ? read_list(L, object, played, value)
                             : read_number(L, game, played, seat, value)) ||
         explain(L, game, why);
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
