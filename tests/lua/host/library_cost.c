/* What library functions cost in the sandbox, as multiples of plain Lua.
 *
 *   library_cost [ROUNDS [CASE]]   all cases, or the one with this name
 *
 * Both run the same loops, in turns and in the same process. The figures are
 * nanoseconds for one pass of a loop, the best of all rounds, without a budget.
 */
#include "lua/host/api/lab_functions.h"
#include "lua/host/sandbox/plugin.h"
#include "lua/host/sandbox/sandbox.h"
#include <lualib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* `loop` runs n times; t is the table of this name in TABLES. */
static const struct Case {
  const char *name, *table, *loop;
} CASES[] = {
    {"pairs, 5 strings", "few", "for k, v in pairs(t) do end"},
    {"pairs, 50 strings", "many", "for k, v in pairs(t) do end"},
    {"pairs, list of 10", "list", "for k, v in pairs(t) do end"},
    {"pairs, 20 elements and 10 strings", "mixed",
     "for k, v in pairs(t) do end"},
    {"pairs, empty", "empty", "for k, v in pairs(t) do end"},
    {"pairs, list with holes", "holes", "for k, v in pairs(t) do end"},
    {"pairs, 10 tables by strings", "tables", "for k, v in pairs(t) do end"},
    {"pairs, 12 integers far apart", "sparse", "for k, v in pairs(t) do end"},
    {"pairs, 5 strings and a metatable", "object",
     "for k, v in pairs(t) do end"},
    {"pairs, 1000 strings", "large", "for k, v in pairs(t) do end"},
    {"pairs, 5 strings, left at the first", "few",
     "for k, v in pairs(t) do break end"},
    {"pairs in pairs, 5 strings", "few",
     "for k in pairs(t) do for l in pairs(t) do end end"},
    {"in next, 5 strings", "few", "for k, v in next, t do end"},
    {"in next, 50 strings", "many", "for k, v in next, t do end"},
    {"in next, list of 10", "list", "for k, v in next, t do end"},
    {"in next, 20 elements and 10 strings", "mixed",
     "for k, v in next, t do end"},
    {"next(t, k), 5 strings", "few",
     "local k = next(t) while k do k = next(t, k) end"},
    {"next(t, k), list of 10", "list",
     "local k = next(t) while k do k = next(t, k) end"},
    {"next(t), 5 strings", "few", "local k = next(t)"},
    {"next(t), 50 strings", "many", "local k = next(t)"},
    {"next(t), list of 10", "list", "local k = next(t)"},
    {"next(t), 20 elements and 10 strings", "mixed", "local k = next(t)"},
    {"next(t), 1000 strings", "large", "local k = next(t)"},
    {"next(t), 12 integers far apart", "sparse", "local k = next(t)"},
    {"next(t), 5 strings, each removed", "few",
     "for _ = 1, 5 do local k = next(t) t[k] = nil end "
     "for j = 1, 5 do t[NAMES[j]] = j end"},
    {"next(t), 5 strings and one that changes", "few",
     "local k = NAMES[6 + i % 3] t[k] = 1 k = next(t) t[NAMES[6 + i % 3]] = "
     "nil"},
    {"setmetatable", "empty", "local o = setmetatable({}, t)"},
    {"table.insert, table.remove", "list", "insert(t, i) remove(t)"},
    {"table.sort, list of 10", "list", "sort(t)"},
    {"table.unpack, list of 10", "list", "local a, b = unpack(t)"},
    {"string.byte", "empty", "local a = ('abc'):byte(2)"},
    {"math.floor", "empty", "local a = floor(i / 2)"},
    {"math.random", "empty", "local a = random(6)"},
};

/* The function that runs a case. Takes a loop, and the name of its table. */
static const char CODE[] =
    "local setmetatable, load, NAMES = setmetatable, load, {}\n"
    "for i = 1, 1000 do NAMES[i] = 'key' .. i end\n"
    "local function named(n)\n"
    "  local t = {} for i = 1, n do t[NAMES[i]] = i end return t\n"
    "end\n"
    "local TABLES = { few = named(5), many = named(50), mixed = named(10),\n"
    "  large = named(1000), list = {}, empty = {}, tables = {}, sparse = {},\n"
    "  holes = { 1, nil, 3, nil, 5, nil, 7, 8, nil, 10 },\n"
    "  object = setmetatable(named(5), { __index = {} }) }\n"
    "for i = 1, 20 do TABLES.mixed[i] = i end\n"
    "for i = 1, 10 do TABLES.list[i] = i TABLES.tables['t' .. i] = {} end\n"
    "for i = 1, 12 do TABLES.sparse[i * 37] = i end\n"
    "return function(loop, table_name)\n"
    "  local make = load('local pairs, next, setmetatable, insert, remove, '\n"
    "    .. 'sort, unpack, floor, random, t, '\n"
    "    .. 'NAMES = ... return function(n) for i = 1, n do ' .. loop ..\n"
    "    ' end end')\n"
    "  return make(pairs, next, setmetatable, table.insert, table.remove,\n"
    "    table.sort, table.unpack, math.floor, math.random,\n"
    "    TABLES[table_name], NAMES)\n"
    "end\n";

static const char MAKE = 0, RUN = 0; /* registry keys */

static int load_code(lua_State *L, bool in_sandbox) {
  if (in_sandbox)
    sandbox_open(L, lab_push_module);
  else
    luaL_openlibs(L);
  if (luaL_loadbufferx(L, CODE, strlen(CODE), "=code", "t") != LUA_OK)
    return lua_error(L);
  if (in_sandbox)
    sandbox_renew(L);
  lua_call(L, 0, 1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &MAKE);
  return 0;
}

static int load_in_sandbox(lua_State *L) {
  return load_code(L, true);
}

static int load_plain(lua_State *L) {
  return load_code(L, false);
}

/* Argument: a Case. */
static int make_case(lua_State *L) {
  const struct Case *c = lua_touserdata(L, 1);
  lua_rawgetp(L, LUA_REGISTRYINDEX, &MAKE);
  lua_pushstring(L, c->loop);
  lua_pushstring(L, c->table);
  lua_call(L, 2, 1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &RUN);
  return 0;
}

/* Argument: how often. */
static int run_case(lua_State *L) {
  lua_rawgetp(L, LUA_REGISTRYINDEX, &RUN);
  lua_pushinteger(L, *(int *)lua_touserdata(L, 1));
  lua_call(L, 1, 0);
  return 0;
}

/* A state of Lua: a plugin's, if there is one. */
typedef struct State {
  Plugin *plugin;
  lua_State *L;
} State;

/* Calls a function with an argument; ends the program if it fails. */
static void call(State s, lua_CFunction function, const void *argument) {
  Error why = {0};
  void *given = (void *)(uintptr_t)argument;
  if (s.plugin) {
    if (plugin_protect(s.plugin, function, given, 0, &why))
      return;
  } else {
    lua_pushcfunction(s.L, function);
    lua_pushlightuserdata(s.L, given);
    if (lua_pcall(s.L, 1, 0, 0) == LUA_OK)
      return;
  }
  fprintf(stderr, "%s\n", s.plugin ? why.message : lua_tostring(s.L, -1));
  exit(1);
}

/* Returns the seconds of processor time that n passes take. */
static double measure(State s, int n) {
  struct timespec start, end;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &start);
  call(s, run_case, &n);
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &end);
  return (double)(end.tv_sec - start.tv_sec) +
         1e-9 * (double)(end.tv_nsec - start.tv_nsec);
}

static void compare(const struct Case *c, State sandbox, State plain,
                    int rounds) {
  enum { TRY = 20 };
  const double ROUND = 1e-4; /* seconds: rarely interrupted */
  call(sandbox, make_case, c);
  call(plain, make_case, c);
  double best[2] = {1e9, 1e9}, taken = measure(plain, TRY) / TRY;
  int n = taken > 0 && taken < ROUND ? (int)(ROUND / taken) : 1;
  for (int i = 0; i < rounds; i++) {
    double inside = measure(sandbox, n), outside = measure(plain, n);
    best[0] = inside < best[0] ? inside : best[0];
    best[1] = outside < best[1] ? outside : best[1];
  }
  printf("%-42s %8.1f %8.1f %6.2f\n", c->name, best[0] / n * 1e9,
         best[1] / n * 1e9, best[0] / best[1]);
}

int main(int argc, char **argv) {
  int rounds = argc > 1 ? atoi(argv[1]) : 300;
  Error why = {0};
  Rng rng;
  rng_seed(&rng, 1, 0);
  State sandbox = {plugin_new("code", (Limits){0, 64 << 20}, NULL, &why), NULL};
  State plain = {NULL, luaL_newstate()};
  if (!sandbox.plugin || !plain.L)
    return 1;
  sandbox.plugin->rng = &rng;
  call(sandbox, load_in_sandbox, NULL);
  call(plain, load_plain, NULL);
  printf("%-42s %8s %8s %6s\n", "ns", "sandbox", "plain", "ratio");
  for (const struct Case *c = CASES; c < CASES + sizeof CASES / sizeof *CASES;
       c++)
    if (argc < 3 || strcmp(argv[2], c->name) == 0)
      compare(c, sandbox, plain, rounds);
  lua_close(plain.L);
  plugin_release(sandbox.plugin);
  return 0;
}
