/* Library functions as plugins see them: the same results as Lua's own, but
 * charged for what they do, capped where they could run away, and the same in
 * every process. Each has the function it stands in for as its upvalue. */
#include "lua/host/sandbox/file.h"
#include "lua/host/sandbox/random.h"
#include "lua/host/sandbox/sandbox.h"

#include <lualib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int sandbox_pass_on(lua_State *L) {
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
  return sandbox_pass_on(L);
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
  sandbox_pass_on(L);
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
int sandbox_to_string(lua_State *L) {
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
    lua_pushcfunction(L, sandbox_to_string);
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
  return sandbox_pass_on(L);
}

static int raw_set(lua_State *L) {
  if (sandbox_push_frozen(L, 1))
    return luaL_error(L, "rawset: this table cannot be changed");
  return sandbox_pass_on(L);
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
  return sandbox_pass_on(L);
}

static int to_number(lua_State *L) {
  if (lua_type(L, 1) == LUA_TSTRING)
    plugin_charge(L, (int64_t)lua_rawlen(L, 1));
  return sandbox_pass_on(L);
}

const luaL_Reg sandbox_base[] = {{"load", load},
                                 {"next", next},
                                 {"pairs", pairs},
                                 {"pcall", catch},
                                 {"print", print},
                                 {"rawset", raw_set},
                                 {"setmetatable", set_metatable},
                                 {"tonumber", to_number},
                                 {"tostring", sandbox_to_string},
                                 {"xpcall", catch_with},
                                 {NULL, NULL}};

/* ---- random numbers ------------------------------------------------------*/

static int math_random(lua_State *L) {
  return random_push(L, plugin_of(L)->rng, 1);
}

static int random_seed(lua_State *L) {
  return luaL_error(L, "math.randomseed: random numbers come from the stream "
                       "of the game, which has its seed already");
}

const luaL_Reg sandbox_math[] = {
    {"random", math_random}, {"randomseed", random_seed}, {NULL, NULL}};
