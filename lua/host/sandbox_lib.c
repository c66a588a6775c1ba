/* Library functions as plugins see them: the same results as Lua's own, but
 * charged for what they do, capped where they could run away, and the same in
 * every process. Each has the function it stands in for as its upvalue. */
#include "file.h"
#include "lab.h"
#include "sandbox.h"

#include <lualib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  VALUES_MAX = 1000
}; /* that a function may return: they are copied at
      every call that passes them on */

/* Calls what this stands in for with all arguments. */
static int pass_on(lua_State *L) {
  lua_pushvalue(L, lua_upvalueindex(1));
  lua_insert(L, 1);
  lua_call(L, lua_gettop(L) - 1, LUA_MULTRET);
  return lua_gettop(L);
}

/* ---- errors --------------------------------------------------------------*/

static int finish_pcall(lua_State *L, int status, lua_KContext context) {
  (void)context;
  if (status != LUA_OK && status != LUA_YIELD) {
    plugin_check_stop(L, status);
    lua_pushboolean(L, 0);
    lua_pushvalue(L, -2);
    return 2;
  }
  plugin_check_stop(L, LUA_OK);
  return lua_gettop(L) - 1; /* all but the function's place, now `true` */
}

/* pcall: what was stopped stays stopped. */
static int catch (lua_State *L) {
  luaL_checkany(L, 1);
  lua_pushboolean(L, 1);
  lua_pushvalue(L, 1);
  lua_rotate(L, 2, 2); /* f true f … */
  int status =
      lua_pcallk(L, lua_gettop(L) - 3, LUA_MULTRET, 0, 0, finish_pcall);
  return finish_pcall(L, status, 0);
}

static int finish_handler(lua_State *L, int status, lua_KContext context) {
  (void)status, (void)context;
  return lua_gettop(L) - 3; /* f handler error | false results… */
}

static int finish_xpcall(lua_State *L, int status, lua_KContext context) {
  if (status == LUA_OK || status == LUA_YIELD) {
    plugin_check_stop(L, LUA_OK);
    return lua_gettop(L) - 2;
  }
  plugin_check_stop(L, status);
  lua_replace(L, 3);
  lua_settop(L, 3);
  lua_pushboolean(L, 0);
  lua_pushvalue(L, 2);
  lua_pushvalue(L, 3);
  lua_callk(L, 1, LUA_MULTRET, context, finish_handler);
  return finish_handler(L, LUA_OK, context);
}

/* xpcall: the handler is called after the fact, where it can be stopped. */
static int catch_with(lua_State *L) {
  luaL_checktype(L, 2, LUA_TFUNCTION);
  lua_pushboolean(L, 1);
  lua_pushvalue(L, 1);
  lua_rotate(L, 3, 2); /* f handler true f … */
  int status =
      lua_pcallk(L, lua_gettop(L) - 4, LUA_MULTRET, 0, 0, finish_xpcall);
  return finish_xpcall(L, status, 0);
}

/* ---- coroutines ----------------------------------------------------------*/

/* Resumes a coroutine with what is on the stack above it; pushes what it gives.
 * Returns how many values, or -1 with the error on top. */
static int resume(lua_State *L, lua_State *co, int args) {
  if (!lua_checkstack(co, args)) {
    lua_pushliteral(L, "too many arguments to resume");
    return -1;
  }
  int results, status = lua_status(co);
  if (status == LUA_OK && lua_gettop(co) == 0) {
    lua_pushliteral(L, "cannot resume dead coroutine");
    return -1;
  }
  lua_xmove(L, co, args);
  status = lua_resume(co, L, args, &results);
  bool good = status == LUA_OK || status == LUA_YIELD;
  plugin_check_stop(L, good ? LUA_OK : status);
  if (good && lua_checkstack(L, results + 1)) {
    lua_xmove(co, L, results);
    return results;
  }
  if (good) {
    lua_pop(co, results);
    lua_pushliteral(L, "too many results to resume");
  } else {
    lua_xmove(co, L, 1);
  }
  return -1;
}

static lua_State *check_coroutine(lua_State *L, int index) {
  luaL_checktype(L, index, LUA_TTHREAD);
  return lua_tothread(L, index);
}

static int coroutine_resume(lua_State *L) {
  lua_State *co = check_coroutine(L, 1);
  int results = resume(L, co, lua_gettop(L) - 1);
  int values = results < 0 ? 1 : results;
  lua_pushboolean(L, results >= 0);
  lua_insert(L, -values - 1);
  return values + 1;
}

static int call_wrapped(lua_State *L) {
  lua_State *co = lua_tothread(L, lua_upvalueindex(1));
  int results = resume(L, co, lua_gettop(L));
  if (results >= 0)
    return results;
  int status = lua_status(co);
  if (status != LUA_OK && status != LUA_YIELD) {
    lua_pop(L, 1);
    lua_resetthread(co); /* runs what is to be closed */
    plugin_check_stop(L, LUA_OK);
    lua_xmove(co, L, 1);
  }
  return lua_error(L);
}

/* A coroutine counts its own instructions by the thousand: those it does not
 * fill are paid at once. */
enum { COST_COROUTINE = 1000 };

static int coroutine_create(lua_State *L) {
  plugin_charge(L, COST_COROUTINE);
  return pass_on(L);
}

static int coroutine_wrap(lua_State *L) {
  luaL_checktype(L, 1, LUA_TFUNCTION);
  plugin_charge(L, COST_COROUTINE);
  lua_State *co = lua_newthread(L);
  lua_pushvalue(L, 1);
  lua_xmove(L, co, 1);
  lua_pushcclosure(L, call_wrapped, 1);
  return 1;
}

/* What closing runs must not run once the plugin has been stopped: in a
 * coroutine that died of that, nothing counts any more. */
static int coroutine_close(lua_State *L) {
  plugin_check_stop(L, LUA_OK);
  pass_on(L);
  plugin_check_stop(L, LUA_OK);
  return lua_gettop(L);
}

const luaL_Reg sandbox_coroutine[] = {{"create", coroutine_create},
                                      {"resume", coroutine_resume},
                                      {"wrap", coroutine_wrap},
                                      {"close", coroutine_close},
                                      {NULL, NULL}};

/* ---- text of values ------------------------------------------------------*/

/* tostring, but a table is just "table": its address is another every time. */
static int to_string(lua_State *L) {
  luaL_checkany(L, 1);
  int type = lua_type(L, 1);
  bool plain = type == LUA_TTABLE || type == LUA_TFUNCTION ||
               type == LUA_TTHREAD || type == LUA_TUSERDATA ||
               type == LUA_TLIGHTUSERDATA;
  if (plain && luaL_getmetafield(L, 1, "__tostring") == LUA_TNIL) {
    lua_pushstring(L, lua_typename(L, type));
    return 1;
  }
  lua_settop(L, 1);
  luaL_tolstring(L, 1, NULL);
  return 1;
}

/* To stderr: stdout is for results. Only what a terminal shows as such. */
static void print_text(const char *text, size_t length) {
  char line[512];
  while (length > 0) {
    size_t n = length < sizeof line ? length : sizeof line;
    for (size_t i = 0; i < n; i++)
      line[i] =
          (unsigned char)text[i] < ' ' && text[i] != '\n' && text[i] != '\t'
              ? '?'
              : text[i];
    fwrite(line, 1, n, stderr);
    text += n;
    length -= n;
  }
}

static int print(lua_State *L) {
  enum { COST_PRINT = 200, COST_CHARACTER = 20 };
  int count = lua_gettop(L);
  for (int i = 1; i <= count; i++) {
    size_t length;
    lua_pushcfunction(L, to_string);
    lua_pushvalue(L, i);
    lua_call(L, 1, 1);
    const char *text = lua_tolstring(L, -1, &length);
    plugin_charge(L, COST_PRINT + COST_CHARACTER * (int64_t)length);
    print_text(text, length);
    print_text(i < count ? "\t" : "\n", 1);
    lua_pop(L, 1);
  }
  return 0;
}

/* ---- tables in a fixed order ---------------------------------------------*/

/* A key to sort: numbers, then strings, then false and true. */
typedef struct Key {
  int type;
  lua_Integer integer;
  lua_Number number; /* of a float; for integers, nearly the same */
  bool is_float;
  const char *text;
  size_t length;
} Key;

static int compare_numbers(const Key *a, const Key *b) {
  if (a->is_float || b->is_float)
    return (a->number > b->number) - (a->number < b->number);
  return (a->integer > b->integer) - (a->integer < b->integer);
}

static int compare_texts(const Key *a, const Key *b) {
  size_t shorter = a->length < b->length ? a->length : b->length;
  int order = memcmp(a->text, b->text, shorter);
  return order ? order : (a->length > b->length) - (a->length < b->length);
}

static int rank(const Key *key) {
  return key->type == LUA_TNUMBER ? 0 : key->type == LUA_TSTRING ? 1 : 2;
}

static int compare_keys(const void *x, const void *y) {
  const Key *a = x, *b = y;
  if (rank(a) != rank(b))
    return rank(a) - rank(b);
  return a->type == LUA_TSTRING ? compare_texts(a, b) : compare_numbers(a, b);
}

static Key read_key(lua_State *L, int index) {
  Key key = {.type = lua_type(L, index)};
  switch (key.type) {
  case LUA_TNUMBER:
    key.is_float = !lua_isinteger(L, index);
    key.number = lua_tonumber(L, index);
    key.integer = key.is_float ? 0 : lua_tointeger(L, index);
    break;
  case LUA_TSTRING:
    key.text = lua_tolstring(L, index, &key.length);
    break;
  case LUA_TBOOLEAN:
    key.integer = lua_toboolean(L, index);
    break;
  default:
    luaL_error(L,
               "a table with keys of type %s has no fixed order; use numbers "
               "or strings as keys",
               luaL_typename(L, index));
  }
  return key;
}

static void push_key(lua_State *L, const Key *key) {
  if (key->type == LUA_TSTRING)
    lua_pushlstring(L, key->text, key->length);
  else if (key->type == LUA_TBOOLEAN)
    lua_pushboolean(L, (int)key->integer);
  else if (key->is_float)
    lua_pushnumber(L, key->number);
  else
    lua_pushinteger(L, key->integer);
}

/* Pushes a block with all keys of the table, sorted; returns them. Texts stay
 * where they are as long as the table has them. */
static Key *sort_keys(lua_State *L, int table, int *count) {
  int n = 0;
  int64_t bytes = 0;
  for (lua_pushnil(L); lua_next(L, table); lua_pop(L, 1)) {
    bytes += lua_type(L, -2) == LUA_TSTRING ? (int64_t)lua_rawlen(L, -2) : 0;
    n++;
  }
  plugin_charge(L, 8 * n + bytes);
  Key *keys = lua_newuserdatauv(L, (size_t)(n ? n : 1) * sizeof *keys, 0);
  int i = 0;
  for (lua_pushnil(L); lua_next(L, table); lua_pop(L, 1))
    keys[i++] = read_key(L, -2);
  qsort(keys, (size_t)n, sizeof *keys, compare_keys);
  *count = n;
  return keys;
}

/* Upvalues: the list of keys, how many have been visited, and the table. */
static int visit_next(lua_State *L) {
  lua_Integer at = lua_tointeger(L, lua_upvalueindex(2));
  lua_settop(L, 0);
  for (;;) {
    if (lua_rawgeti(L, lua_upvalueindex(1), ++at) == LUA_TNIL)
      return 1;
    lua_pushvalue(L, -1);
    if (lua_rawget(L, lua_upvalueindex(3)) != LUA_TNIL)
      break;
    lua_pop(L, 2);
  }
  lua_pushinteger(L, at);
  lua_replace(L, lua_upvalueindex(2));
  return 2;
}

/* What is visited of a table that cannot be changed is its contents, which
 * nobody gets to see. */
static int pairs(lua_State *L) {
  luaL_checkany(L, 1);
  if (luaL_getmetafield(L, 1, "__pairs") != LUA_TNIL) {
    lua_pushvalue(L, 1);
    lua_call(L, 1, 3);
    return 3;
  }
  lua_settop(L, 1);
  if (!sandbox_push_frozen(L, 1))
    lua_pushvalue(L, 1);
  luaL_checktype(L, 1, LUA_TTABLE);
  int count;
  Key *keys = sort_keys(L, 2, &count);
  lua_createtable(L, count, 0);
  for (int i = 0; i < count; i++) {
    push_key(L, &keys[i]);
    lua_rawseti(L, -2, i + 1);
  }
  lua_pushinteger(L, 0);
  lua_pushvalue(L, 2);
  lua_pushcclosure(L, visit_next, 3);
  lua_pushvalue(L, 1);
  lua_pushnil(L);
  return 3;
}

static int next(lua_State *L) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 2);
  lua_pushnil(L);
  if (lua_isnil(L, 2) && !lua_next(L, 1)) {
    lua_pushnil(L);
    return 1;
  }
  lua_settop(L, 2);
  int count, i = 0;
  Key *keys = sort_keys(L, 1, &count);
  if (!lua_isnil(L, 2)) {
    Key last = read_key(L, 2);
    while (i < count && compare_keys(&keys[i], &last) <= 0)
      i++;
  }
  if (i == count) {
    lua_pushnil(L);
    return 1;
  }
  push_key(L, &keys[i]);
  lua_pushvalue(L, -1);
  lua_rawget(L, 1);
  return 2;
}

static int set_metatable(lua_State *L) {
  if (lua_type(L, 2) == LUA_TTABLE)
    for (const char *const *key = (const char *const[]){"__gc", "__mode", NULL};
         *key; key++) {
      lua_pushstring(L, *key);
      if (lua_rawget(L, 2) != LUA_TNIL)
        return luaL_error(L, "a metatable with %s cannot be set here", *key);
      lua_pop(L, 1);
    }
  sandbox_note_metatable(L, 2);
  return pass_on(L);
}

static int raw_set(lua_State *L) {
  if (sandbox_push_frozen(L, 1))
    return luaL_error(L, "rawset: this table cannot be changed");
  return pass_on(L);
}

/* ---- loading -------------------------------------------------------------*/

/* load, for a text only: bytecode can crash the virtual machine, and a function
 * that reads piece by piece runs where nothing counts. */
static int load(lua_State *L) {
  luaL_checktype(L, 1, LUA_TSTRING);
  plugin_charge(L, file_cost(lua_rawlen(L, 1)));
  if (lua_gettop(L) < 3)
    lua_settop(L, 3);
  lua_pushliteral(L, "t");
  lua_replace(L, 3);
  return pass_on(L);
}

static int to_number(lua_State *L) {
  if (lua_type(L, 1) == LUA_TSTRING)
    plugin_charge(L, (int64_t)lua_rawlen(L, 1));
  return pass_on(L);
}

const luaL_Reg sandbox_base[] = {{"load", load},
                                 {"next", next},
                                 {"pairs", pairs},
                                 {"pcall", catch},
                                 {"print", print},
                                 {"rawset", raw_set},
                                 {"setmetatable", set_metatable},
                                 {"tonumber", to_number},
                                 {"tostring", to_string},
                                 {"xpcall", catch_with},
                                 {NULL, NULL}};

/* ---- strings -------------------------------------------------------------*/

/* The most steps a match can take: each place to start from, times what every
 * repetition can try (matching backtracks, so they multiply), times what it
 * takes to look a character up in the longest set. */
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
  size_t singles = size < length ? size : length; /* from one place to start */
  return steps * (double)(memchr(pattern, '[', size) ? longest : 1) *
             (double)(singles > 8 ? singles / 8 : 1) +
         (double)size;
}

static int match_within(lua_State *L, bool anchored) {
  size_t length, size;
  luaL_checklstring(L, 1, &length);
  const char *pattern = luaL_checklstring(L, 2, &size);
  const Plugin *p = plugin_of(L);
  double steps = match_steps(pattern, size, length, anchored);
  if (p->limits.work && steps > (double)p->limits.work / 10)
    return luaL_error(L,
                      "the pattern '%s' could take too long on a text of %d "
                      "characters; use fewer repetitions, or begin it with ^",
                      size < 60 ? pattern : "…", (int)length);
  plugin_charge(L, (int64_t)(steps < 1e15 ? steps : 1e15));
  return pass_on(L);
}

static int match(lua_State *L) {
  return match_within(L, true);
}

/* It looks further after every match, anchored or not. */
static int gmatch(lua_State *L) {
  return match_within(L, false);
}

/* rep, which counts to any number where nothing is to be repeated. */
static int rep(lua_State *L) {
  if (lua_rawlen(L, 1) == 0 && lua_isstring(L, 1) &&
      (lua_isnoneornil(L, 3) ||
       (lua_isstring(L, 3) && lua_rawlen(L, 3) == 0))) {
    luaL_checkinteger(L, 2);
    lua_pushliteral(L, "");
    return 1;
  }
  return pass_on(L);
}

/* find without patterns looks at each place once. */
static int find(lua_State *L) {
  if (!lua_toboolean(L, 4))
    return match(L);
  size_t length, size;
  luaL_checklstring(L, 1, &length);
  luaL_checklstring(L, 2, &size);
  plugin_charge(L, (int64_t)(length * (size < 16 ? size + 1 : 16)));
  return pass_on(L);
}

/* format, with values as tostring writes them. */
static int format(lua_State *L) {
  size_t size;
  const char *text = luaL_checklstring(L, 1, &size);
  for (size_t i = 0; i + 1 < size; i++)
    if (text[i] == '%') {
      for (i++; i < size && strchr("-+ #0123456789.", text[i]);)
        i++;
      if (i < size && text[i] == 'p')
        return luaL_error(L, "format: there is no '%%p' here");
    }
  for (int i = 2; i <= lua_gettop(L); i++) {
    int type = lua_type(L, i);
    if (type == LUA_TNUMBER || type == LUA_TSTRING || type == LUA_TBOOLEAN ||
        type == LUA_TNIL)
      continue;
    lua_pushcfunction(L, to_string);
    lua_pushvalue(L, i);
    lua_call(L, 1, 1);
    lua_replace(L, i);
  }
  return pass_on(L);
}

/* byte and utf8.codepoint: as many values as characters asked for. */
static int few_values(lua_State *L) {
  lua_Integer first = luaL_optinteger(L, 2, 1);
  lua_Integer last = luaL_optinteger(L, 3, first);
  size_t length;
  luaL_checklstring(L, 1, &length);
  first = first < 0 ? first + (lua_Integer)length + 1 : first;
  last = last < 0 ? last + (lua_Integer)length + 1 : last;
  last = last > (lua_Integer)length ? (lua_Integer)length : last;
  if (last >= VALUES_MAX && first < last - VALUES_MAX)
    return luaL_error(L, "more than %d values at once", VALUES_MAX);
  return pass_on(L);
}

const luaL_Reg sandbox_string[] = {{"byte", few_values}, {"find", find},
                                   {"format", format},   {"gmatch", gmatch},
                                   {"gsub", match},      {"match", match},
                                   {"rep", rep},         {NULL, NULL}};

/* Charges what it takes to go once over a text. */
static int go_over(lua_State *L) {
  size_t length;
  luaL_checklstring(L, 1, &length);
  plugin_charge(L, (int64_t)length);
  return pass_on(L);
}

const luaL_Reg sandbox_utf8[] = {{"codepoint", few_values},
                                 {"codes", go_over},
                                 {"len", go_over},
                                 {"offset", go_over},
                                 {NULL, NULL}};

/* ---- tables --------------------------------------------------------------*/

/* The length of a list. A __len of its own could answer anything, and another
 * thing the next time. */
static lua_Integer list_length(lua_State *L, int index) {
  luaL_checktype(L, index, LUA_TTABLE);
  if (luaL_getmetafield(L, index, "__len") != LUA_TNIL)
    luaL_error(L, "a list with __len cannot be used here");
  return (lua_Integer)lua_rawlen(L, index);
}

/* insert and remove: what stands behind the place moves up or down. */
static int shift(lua_State *L, int arguments) {
  lua_Integer length = list_length(L, 1);
  lua_Integer at = lua_gettop(L) < arguments ? length : luaL_checkinteger(L, 2);
  plugin_charge(L, at > 0 && at < length ? length - at : 1);
  return pass_on(L);
}

static int insert(lua_State *L) {
  return shift(L, 3);
}

static int remove_one(lua_State *L) {
  return shift(L, 2);
}

/* Whether the value on top of the stack comes before the one below it: by the
 * function at index 2, if there is one. Leaves both. */
static bool comes_first(lua_State *L) {
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

/* Merges two runs of `from` that follow each other into `to`. */
static void merge(lua_State *L, int from, int to, lua_Integer low,
                  lua_Integer middle, lua_Integer high) {
  lua_Integer left = low, right = middle;
  for (lua_Integer i = low; i < high; i++) {
    bool take_right = left == middle;
    if (left < middle && right < high) {
      lua_rawgeti(L, from, left);
      lua_rawgeti(L, from, right);
      take_right = comes_first(L);
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

/* sort, by merging. Lua's own takes its pivots from the clock, so that equal
 * elements come out in another order every time; this one keeps theirs. */
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

/* The last index a function goes to, when not given: the list's length. */
static lua_Integer range_end(lua_State *L, int index) {
  return lua_isnoneornil(L, index) ? list_length(L, 1)
                                   : luaL_checkinteger(L, index);
}

static int unpack(lua_State *L) {
  lua_Integer first = luaL_optinteger(L, 2, 1), last = range_end(L, 3);
  if (last >= first && (lua_Unsigned)last - (lua_Unsigned)first >= VALUES_MAX)
    return luaL_error(L, "unpack: more than %d values at once", VALUES_MAX);
  return pass_on(L);
}

/* Charges for a range, as far as the budget can pay for it. */
static void charge_range(lua_State *L, lua_Integer first, lua_Integer last) {
  lua_Unsigned span =
      last >= first ? (lua_Unsigned)last - (lua_Unsigned)first : 0;
  const Plugin *p = plugin_of(L);
  if (p->limits.work && span > (lua_Unsigned)p->limits.work)
    luaL_error(L, "a range of that length is more than the budget allows");
  plugin_charge(L, (int64_t)(span >> 1));
}

static int concat(lua_State *L) {
  list_length(L, 1);
  charge_range(L, luaL_optinteger(L, 3, 1), range_end(L, 4));
  return pass_on(L);
}

static int move(lua_State *L) {
  list_length(L, 1);
  charge_range(L, luaL_checkinteger(L, 2), luaL_checkinteger(L, 3));
  return pass_on(L);
}

const luaL_Reg sandbox_table[] = {{"concat", concat}, {"insert", insert},
                                  {"move", move},     {"remove", remove_one},
                                  {"sort", sort},     {"unpack", unpack},
                                  {NULL, NULL}};

/* ---- random numbers ------------------------------------------------------*/

static int math_random(lua_State *L) {
  return lab_random(L, plugin_of(L)->rng, 1);
}

static int random_seed(lua_State *L) {
  return luaL_error(L, "math.randomseed: random numbers come from the stream "
                       "of the game, which has its seed already");
}

const luaL_Reg sandbox_math[] = {
    {"random", math_random}, {"randomseed", random_seed}, {NULL, NULL}};
