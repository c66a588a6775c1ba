/* lab.percent, lab.number and lab.elo: numbers as boardlab shows them
 * everywhere. */
#include "analysis/stats/shown.h"
#include "lua/host/api/lab_functions.h"
#include <math.h>

/* A field of the table at index 1 if it is a number, otherwise NaN. */
static double number_field(lua_State *L, const char *key) {
  int known = lua_getfield(L, 1, key) == LUA_TNUMBER;
  double number = known ? lua_tonumber(L, -1) : NAN;
  lua_pop(L, 1);
  return number;
}

/* The table at index 1, whose value is under the first of the keys that it has.
 */
static Estimate read_estimate(lua_State *L, const char *const keys[]) {
  Estimate e = {NAN, number_field(L, "low"), number_field(L, "high"), 0};
  for (; *keys && isnan(e.value); keys++)
    e.value = number_field(L, *keys);
  return e;
}

/* The argument: a number, or an estimate as the results of runs have it. */
static Estimate check_estimate(lua_State *L) {
  static const char *const KEYS[] = {"rate", "mean", "value", "rating", NULL};
  if (!lua_istable(L, 1))
    return (Estimate){luaL_checknumber(L, 1), NAN, NAN, 0};
  Estimate e = read_estimate(L, KEYS);
  luaL_argcheck(L, !isnan(e.value), 1,
                "expected a number, or a table with rate, mean, value or "
                "rating");
  if (isnan(e.low) || isnan(e.high))
    e.low = e.high = NAN;
  return e;
}

int lab_percent(lua_State *L) {
  lua_pushstring(L, shown_percent_estimate(check_estimate(L)).text);
  return 1;
}

int lab_number(lua_State *L) {
  Estimate e = check_estimate(L);
  lua_Integer decimals = luaL_optinteger(L, 2, 1);
  luaL_argcheck(L, decimals >= 0 && decimals <= SHOWN_CSV, 2,
                "expected 0 to 6 decimals");
  lua_pushstring(L, shown_real_estimate(e, (int)decimals).text);
  return 1;
}

/* An unknown number is nil in a rating, and one without a bound infinite. */
int lab_elo(lua_State *L) {
  static const char *const KEYS[] = {"rating", "difference", "bonus", NULL};
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_pushstring(L, shown_rating(read_estimate(L, KEYS)).text);
  return 1;
}
