/* String, utf8 and table functions for plugins: the same results as Lua's own,
 * but charged for their work, and capped where they could run for too long. */
#include "lua/host/sandbox/sandbox_internal.h"

#include <stdlib.h>
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
  bool inside = false;
  for (size_t i = 0; i < size; i++) {
    if (pattern[i] == '[' && !inside) {
      set = i;
      inside = true;
    } else if (pattern[i] == ']' && i > set + 1)
      inside = false;
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

/* A replacement is read at every match, even if nothing comes of it. */
static int gsub(lua_State *L) {
  size_t length, size;
  luaL_checklstring(L, 1, &length);
  if (lua_type(L, 3) == LUA_TSTRING) {
    size = lua_rawlen(L, 3);
    lua_Integer most = luaL_optinteger(L, 4, (lua_Integer)length + 1);
    if (most > 0 && (size_t)most <= length)
      length = (size_t)most;
    plugin_charge(L, (int64_t)((double)(length + 1) * (double)size / 2));
  }
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

/* string.byte of one character, which is nearly every use of it. */
static int byte(lua_State *L) {
  size_t length;
  if (lua_gettop(L) > 2)
    return limit_values(L);
  const char *text = luaL_checklstring(L, 1, &length);
  lua_Integer at = luaL_optinteger(L, 2, 1), end = (lua_Integer)length;
  at = at < 0 ? at + end + 1 : at;
  if (at < 1 || at > end)
    return 0;
  lua_pushinteger(L, (unsigned char)text[at - 1]);
  return 1;
}

const luaL_Reg sandbox_string[] = {
    {"byte", byte}, {"find", find},   {"format", format}, {"gmatch", gmatch},
    {"gsub", gsub}, {"match", match}, {"rep", rep},       {NULL, NULL}};

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

/* Returns whether the first argument is a table without a metatable. */
static bool is_plain_list(lua_State *L) {
  if (lua_type(L, 1) != LUA_TTABLE)
    return false;
  bool plain = !lua_getmetatable(L, 1);
  if (!plain)
    lua_pop(L, 1);
  return plain;
}

/* insert and remove: charges for the elements that move. */
static int shift(lua_State *L, int arguments) {
  lua_Integer length = list_length(L, 1);
  lua_Integer at = lua_gettop(L) < arguments ? length : luaL_checkinteger(L, 2);
  plugin_charge(L, at > 0 && at < length ? length - at : 1);
  return sandbox_call_original(L);
}

static int insert(lua_State *L) {
  if (lua_gettop(L) != 2 || !is_plain_list(L))
    return shift(L, 3);
  plugin_charge(L, 1);
  /* As the table has no metatable, this is lua_rawseti, but see
   * plugin_keys_added. */
  lua_seti(L, 1, (lua_Integer)lua_rawlen(L, 1) + 1);
  return 0;
}

static int remove_one(lua_State *L) {
  if (lua_gettop(L) != 1 || !is_plain_list(L))
    return shift(L, 2);
  lua_Integer length = (lua_Integer)lua_rawlen(L, 1);
  plugin_charge(L, 1);
  lua_rawgeti(L, 1, length);
  lua_pushnil(L); /* also for an empty list: Lua removes element 0 */
  lua_rawseti(L, 1, length);
  return 1;
}

/* ---- sorting -------------------------------------------------------------*/

/* Where the parts of a sort are on the stack: the list, the function or nil,
 * a copy of the list, memory. */
enum { LIST = 1, IS_LESS, COPY, MEMORY };

/* Returns whether element `a` of the copy is less than element `b`. Strings can
 * be long, so the time limit is checked where no Lua function is called. */
static bool is_less(lua_State *L, int a, int b) {
  enum { COST = 2 };
  bool less, by_function = !lua_isnil(L, IS_LESS);
  if (by_function) {
    plugin_charge_to(L, plugin_of(L), COST);
    lua_pushvalue(L, IS_LESS);
  } else {
    plugin_charge(L, COST);
  }
  lua_rawgeti(L, COPY, a);
  lua_rawgeti(L, COPY, b);
  if (by_function) {
    lua_call(L, 2, 1);
    less = lua_toboolean(L, -1);
  } else {
    less = lua_compare(L, -2, -1, LUA_OPLT);
  }
  lua_settop(L, MEMORY);
  return less;
}

/* Merges two adjacent runs of `from` into `to`, which contain indices of the
 * copy. */
static void merge(lua_State *L, const int *from, int *to, int low, int middle,
                  int high) {
  int left = low, right = middle;
  for (int i = low; i < high; i++) {
    bool take_right =
        left == middle || (right < high && is_less(L, from[right], from[left]));
    to[i] = from[take_right ? right++ : left++];
  }
}

/* A merge sort, which is stable. Lua's own sort seeds its pivot selection from
 * the clock, so the order of equal elements would differ between runs. */
static int sort_values(lua_State *L, int length) {
  lua_createtable(L, length, 0);
  int *from = lua_newuserdatauv(L, 2 * (size_t)length * sizeof *from, 0);
  int *to = from + length;
  for (int i = 0; i < length; i++) {
    from[i] = i + 1;
    lua_rawgeti(L, LIST, i + 1);
    lua_rawseti(L, COPY, i + 1);
  }
  for (int width = 1; width < length; width *= 2) {
    for (int low = 0; low < length; low += 2 * width) {
      int middle = length - low > width ? low + width : length;
      int high = length - middle > width ? middle + width : length;
      merge(L, from, to, low, middle, high);
    }
    int *swapped = from;
    from = to;
    to = swapped;
  }
  for (int i = 0; i < length; i++) {
    lua_rawgeti(L, COPY, from[i]);
    lua_rawseti(L, LIST, i + 1);
  }
  /* Elements may have been missing. */
  plugin_keys_added(plugin_in_sandbox(L), lua_topointer(L, LIST));
  return 0;
}

static int compare_integers(const void *a, const void *b) {
  lua_Integer x = *(const lua_Integer *)a, y = *(const lua_Integer *)b;
  return (x > y) - (x < y);
}

static bool has_only_integers(lua_State *L, int length) {
  bool integers = true;
  for (int i = 1; integers && i <= length; i++) {
    lua_rawgeti(L, LIST, i);
    integers = lua_isinteger(L, -1);
    lua_pop(L, 1);
  }
  return integers;
}

/* Equal integers cannot be told apart, so any way of sorting will do. */
static int sort_integers(lua_State *L, int length) {
  lua_Integer *numbers =
      lua_newuserdatauv(L, ((size_t)length + 1) * sizeof *numbers, 0);
  for (int i = 0; i < length; i++) {
    lua_rawgeti(L, LIST, i + 1);
    numbers[i] = lua_tointeger(L, -1);
    lua_pop(L, 1);
  }
  qsort(numbers, (size_t)length, sizeof *numbers, compare_integers);
  for (int i = 0; i < length; i++) {
    lua_pushinteger(L, numbers[i]);
    lua_rawseti(L, LIST, i + 1);
  }
  return 0;
}

static int sort(lua_State *L) {
  lua_Integer length = list_length(L, LIST), rounds = 1;
  for (lua_Integer n = length; n > 1; n /= 2)
    rounds++;
  plugin_charge(L, 2 * length * rounds);
  lua_settop(L, IS_LESS);
  if (!lua_isnil(L, IS_LESS))
    luaL_checktype(L, IS_LESS, LUA_TFUNCTION);
  if (length > BLOCK_MAX)
    return luaL_error(L, "sort: a list of more than %d elements", BLOCK_MAX);
  if (lua_isnil(L, IS_LESS) && has_only_integers(L, (int)length))
    return sort_integers(L, (int)length);
  return sort_values(L, (int)length);
}

/* ---- ranges --------------------------------------------------------------*/

/* Returns the last index of a range: an argument, or the list's length. */
static lua_Integer range_end(lua_State *L, int index) {
  return lua_isnoneornil(L, index) ? list_length(L, 1)
                                   : luaL_checkinteger(L, index);
}

/* Pushes all elements of a list without a metatable. */
static int unpack_all(lua_State *L) {
  lua_Integer length = (lua_Integer)lua_rawlen(L, 1);
  if (length > VALUES_MAX)
    return luaL_error(L, "unpack: more than %d values at once", VALUES_MAX);
  luaL_checkstack(L, (int)length, "too many results to unpack");
  for (lua_Integer i = 1; i <= length; i++)
    lua_rawgeti(L, 1, i);
  return (int)length;
}

static int unpack(lua_State *L) {
  if (lua_gettop(L) == 1 && is_plain_list(L))
    return unpack_all(L);
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
  lua_Integer length = list_length(L, 1);
  charge_range(L, luaL_optinteger(L, 3, 1), luaL_optinteger(L, 4, length));
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
