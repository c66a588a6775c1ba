#include "lua/host/sandbox/random.h"

#include <lauxlib.h>

Rng *random_check(lua_State *L, Rng *rng) {
  if (!rng)
    luaL_error(L, "rules may use random numbers only in setup or start: "
                  "everything else must depend on the position alone");
  return rng;
}

uint64_t random_up_to(Rng *rng, uint64_t max) {
  if (max < UINT32_MAX)
    return rng_below(rng, (uint32_t)max + 1);
  uint64_t mask = max;
  for (int shift = 1; shift < 64; shift *= 2)
    mask |= mask >> shift;
  uint64_t draw;
  do
    draw = rng_next(rng) & mask;
  while (draw > max);
  return draw;
}

int random_push(lua_State *L, Rng *rng, int first) {
  random_check(L, rng);
  int arguments = lua_gettop(L) - first + 1;
  if (arguments <= 0) {
    lua_pushnumber(L, (lua_Number)(rng_next(rng) >> 11) * 0x1p-53);
    return 1;
  }
  lua_Integer low = 1, high = luaL_checkinteger(L, first);
  if (arguments == 1 && high == 0) {
    lua_pushinteger(L, (lua_Integer)rng_next(rng));
    return 1;
  }
  if (arguments > 1) {
    low = high;
    high = luaL_checkinteger(L, first + 1);
  }
  luaL_argcheck(L, low <= high, first + (arguments > 1), "interval is empty");
  uint64_t draw = random_up_to(rng, (uint64_t)high - (uint64_t)low);
  lua_pushinteger(L, (lua_Integer)((uint64_t)low + draw));
  return 1;
}
