/* String, utf8 and table functions for plugins: the same results as Lua's own,
 * but charged for their work, and capped where they could run for too long. */
#include "lua/host/sandbox/sandbox_internal.h"

#include <string.h>

/* The number of values a function may return. Each call that passes them on
 * copies them. */
enum { VALUES_MAX = 1000 };

/* ---- strings -------------------------------------------------------------*/

/* Returns an upper bound of the steps of a pattern match: the number of start
 * positions, times the tries of every repetition (matching backtracks, so they
 * multiply), times the length of the longest character set. */
static double match_steps(const char *pattern, size_t size, size_t length,
                          bool anchored) {
  double steps = anchored && *pattern == '^' ? 1 : (double)length + 1;
  size_t longest = 1, set = 0;
  for (size_t i = 0; i < size; i++) {
    if (pattern[i] == '[')
      set = i;
    if (i - set > longest)
      longest = i - set;
    if (pattern[i] == '%' && i + 1 < size)
      steps *= pattern[++i] == 'b' ? (double)length + 1 : 1;
    else if (pattern[i] == '*' || pattern[i] == '+' || pattern[i] == '-')
      steps *= (double)length + 1;
    else if (pattern[i] == '?')
      steps *= 2;
  }
  size_t singles = size < length ? size : length; /* from one start position */
  return steps * (double)(memchr(pattern, '[', size) ? longest : 1) *
             (double)(singles > 8 ? singles / 8 : 1) +
         (double)size;
}

/* Charges for a match, or refuses it. `anchored`: a leading ^ anchors it. */
static int match_within(lua_State *L, bool anchored) {
  size_t length, size;
  luaL_checklstring(L, 1, &length);
  const char *pattern = luaL_checklstring(L, 2, &size);
  const Plugin *p = plugin_of(L);
  double steps = match_steps(pattern, size, length, anchored);
  if (p->account->limits.work && steps > (double)p->account->limits.work / 10)
    return luaL_error(L,
                      "the pattern '%s' could take too long on a string of %d "
                      "characters; use fewer repetitions, or start it with ^",
                      size < 60 ? pattern : "…", (int)length);
  plugin_charge(L, (int64_t)(steps < 1e15 ? steps : 1e15));
  return sandbox_call_original(L);
}

static int match(lua_State *L) {
  return match_within(L, true);
}

/* Continues after every match, so ^ does not anchor it. */
static int gmatch(lua_State *L) {
  return match_within(L, false);
}

/* Lua's own string.rep loops even if there is nothing to repeat. */
static int rep(lua_State *L) {
  if (lua_rawlen(L, 1) == 0 && lua_isstring(L, 1) &&
      (lua_isnoneornil(L, 3) ||
       (lua_isstring(L, 3) && lua_rawlen(L, 3) == 0))) {
    luaL_checkinteger(L, 2);
    lua_pushliteral(L, "");
    return 1;
  }
  return sandbox_call_original(L);
}

/* A plain find needs no backtracking. */
static int find(lua_State *L) {
  if (!lua_toboolean(L, 4))
    return match(L);
  size_t length, size;
  luaL_checklstring(L, 1, &length);
  luaL_checklstring(L, 2, &size);
  plugin_charge(L, (int64_t)(length * (size < 16 ? size + 1 : 16)));
  return sandbox_call_original(L);
}

/* Converts arguments with the sandbox's tostring and refuses %p, which would
 * show addresses. */
static int format(lua_State *L) {
  size_t size;
  const char *text = luaL_checklstring(L, 1, &size);
  for (size_t i = 0; i + 1 < size; i++)
    if (text[i] == '%') {
      for (i++; i < size && strchr("-+ #0123456789.", text[i]);)
        i++;
      if (i < size && text[i] == 'p')
        return luaL_error(L, "format: '%%p' is not available");
    }
  for (int i = 2; i <= lua_gettop(L); i++) {
    int type = lua_type(L, i);
    if (type == LUA_TNUMBER || type == LUA_TSTRING || type == LUA_TBOOLEAN ||
        type == LUA_TNIL)
      continue;
    lua_pushcfunction(L, sandbox_to_string);
    lua_pushvalue(L, i);
    lua_call(L, 1, 1);
    lua_replace(L, i);
  }
  return sandbox_call_original(L);
}

/* string.byte and utf8.codepoint return one value per character. */
static int limit_values(lua_State *L) {
  lua_Integer first = luaL_optinteger(L, 2, 1);
  lua_Integer last = luaL_optinteger(L, 3, first);
  size_t length;
  luaL_checklstring(L, 1, &length);
  first = first < 0 ? first + (lua_Integer)length + 1 : first;
  last = last < 0 ? last + (lua_Integer)length + 1 : last;
  last = last > (lua_Integer)length ? (lua_Integer)length : last;
  if (last >= VALUES_MAX && first < last - VALUES_MAX)
    return luaL_error(L, "more than %d values at once", VALUES_MAX);
  return sandbox_call_original(L);
}

const luaL_Reg sandbox_string[] = {{"byte", limit_values}, {"find", find},
                                   {"format", format},     {"gmatch", gmatch},
                                   {"gsub", match},        {"match", match},
                                   {"rep", rep},           {NULL, NULL}};

/* For functions that read a string once. */
static int charge_length(lua_State *L) {
  size_t length;
  luaL_checklstring(L, 1, &length);
  plugin_charge(L, (int64_t)length);
  return sandbox_call_original(L);
}

const luaL_Reg sandbox_utf8[] = {{"codepoint", limit_values},
                                 {"codes", charge_length},
                                 {"len", charge_length},
                                 {"offset", charge_length},
                                 {NULL, NULL}};

/* ---- tables --------------------------------------------------------------*/

/* Returns the length of a list. A __len metamethod could return anything, and
 * something else the next time, so it is refused. */
static lua_Integer list_length(lua_State *L, int index) {
  luaL_checktype(L, index, LUA_TTABLE);
  if (luaL_getmetafield(L, index, "__len") != LUA_TNIL)
    luaL_error(L, "a list with a __len metamethod is not allowed");
  return (lua_Integer)lua_rawlen(L, index);
}

/* insert and remove: charges for the elements that move. */
static int shift(lua_State *L, int arguments) {
  lua_Integer length = list_length(L, 1);
  lua_Integer at = lua_gettop(L) < arguments ? length : luaL_checkinteger(L, 2);
  plugin_charge(L, at > 0 && at < length ? length - at : 1);
  return sandbox_call_original(L);
}

static int insert(lua_State *L) {
  return shift(L, 3);
}

static int remove_one(lua_State *L) {
  return shift(L, 2);
}

/* Returns whether the value on top of the stack is less than the one below it,
 * by the function at index 2 if there is one. Leaves both. */
static bool is_less(lua_State *L) {
  plugin_charge(L, 2);
  if (lua_isnil(L, 2))
    return lua_compare(L, -1, -2, LUA_OPLT);
  lua_pushvalue(L, 2);
  lua_pushvalue(L, -2);
  lua_pushvalue(L, -4);
  lua_call(L, 2, 1);
  bool first = lua_toboolean(L, -1);
  lua_pop(L, 1);
  return first;
}

/* Merges two adjacent runs of `from` into `to`. */
static void merge(lua_State *L, int from, int to, lua_Integer low,
                  lua_Integer middle, lua_Integer high) {
  lua_Integer left = low, right = middle;
  for (lua_Integer i = low; i < high; i++) {
    bool take_right = left == middle;
    if (left < middle && right < high) {
      lua_rawgeti(L, from, left);
      lua_rawgeti(L, from, right);
      take_right = is_less(L);
      lua_pop(L, 2);
    }
    lua_rawgeti(L, from, take_right ? right++ : left++);
    lua_rawseti(L, to, i);
  }
}

static void copy_list(lua_State *L, int from, int to, lua_Integer length) {
  for (lua_Integer i = 1; i <= length; i++) {
    lua_rawgeti(L, from, i);
    lua_rawseti(L, to, i);
  }
}

/* A merge sort, which is stable. Lua's own sort seeds its pivot selection from
 * the clock, so the order of equal elements would differ between runs. */
static int sort(lua_State *L) {
  lua_Integer length = list_length(L, 1), rounds = 1;
  for (lua_Integer n = length; n > 1; n /= 2)
    rounds++;
  plugin_charge(L, 2 * length * rounds);
  lua_settop(L, 2);
  if (!lua_isnil(L, 2))
    luaL_checktype(L, 2, LUA_TFUNCTION);
  lua_createtable(L, (int)length, 0);
  lua_createtable(L, (int)length, 0);
  int from = 3, to = 4;
  copy_list(L, 1, from, length);
  for (lua_Integer width = 1; width < length; width *= 2) {
    for (lua_Integer low = 1; low <= length; low += 2 * width) {
      lua_Integer end = length + 1;
      lua_Integer middle = low + width < end ? low + width : end;
      merge(L, from, to, low, middle,
            middle + width < end ? middle + width : end);
    }
    from = 7 - from;
    to = 7 - to;
  }
  copy_list(L, from, 1, length);
  return 0;
}

/* Returns the last index of a range: an argument, or the list's length. */
static lua_Integer range_end(lua_State *L, int index) {
  return lua_isnoneornil(L, index) ? list_length(L, 1)
                                   : luaL_checkinteger(L, index);
}

static int unpack(lua_State *L) {
  lua_Integer first = luaL_optinteger(L, 2, 1), last = range_end(L, 3);
  if (last >= first && (lua_Unsigned)last - (lua_Unsigned)first >= VALUES_MAX)
    return luaL_error(L, "unpack: more than %d values at once", VALUES_MAX);
  return sandbox_call_original(L);
}

/* Charges for a range of indices. */
static void charge_range(lua_State *L, lua_Integer first, lua_Integer last) {
  lua_Unsigned span =
      last >= first ? (lua_Unsigned)last - (lua_Unsigned)first : 0;
  const Plugin *p = plugin_of(L);
  if (p->account->limits.work && span > (lua_Unsigned)p->account->limits.work)
    luaL_error(L, "the range is longer than the budget allows");
  plugin_charge(L, (int64_t)(span >> 1));
}

static int concat(lua_State *L) {
  list_length(L, 1);
  charge_range(L, luaL_optinteger(L, 3, 1), range_end(L, 4));
  return sandbox_call_original(L);
}

static int move(lua_State *L) {
  list_length(L, 1);
  charge_range(L, luaL_checkinteger(L, 2), luaL_checkinteger(L, 3));
  return sandbox_call_original(L);
}

const luaL_Reg sandbox_table[] = {{"concat", concat}, {"insert", insert},
                                  {"move", move},     {"remove", remove_one},
                                  {"sort", sort},     {"unpack", unpack},
                                  {NULL, NULL}};
