/* Basic functions and math for plugins: deterministic, and charged for their
 * work. */
#include "core/isolation/child.h"
#include "lua/host/sandbox/bytecode.h"
#include "lua/host/sandbox/file.h"
#include "lua/host/sandbox/file_broker.h"
#include "lua/host/sandbox/sandbox_internal.h"

#include "core/base/text.h"
#include "core/base/utf8.h"
#include "core/game/match.h"
#include <stdio.h>
#include <string.h>

/* ---- conversion and output -----------------------------------------------*/

/* tostring. Returns only the type name of a table or function, because its
 * address differs between processes. */
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

/* What is to be printed, in pieces that a message of the broker can hold. */
typedef struct Line {
  size_t used;
  char text[PRINT_MAX];
} Line;

/* Writes to a sink or stderr, since stdout is for results. A child process has
 * neither and passes the text on. */
static void print_line(Line *line) {
  line->text[line->used] = '\0';
  if (child_is_here())
    file_broker_print(line->text);
  else if (!print_sink_take(line->text))
    fputs(line->text, stderr);
  line->used = 0;
}

/* Adds a Lua string, with question marks for what is not printable. */
static void add_printable(Line *line, const char *text, size_t length) {
  for (const char *end = text + length; text < end;) {
    size_t whole = utf8_char_size(text), kept = utf8_printable_size(text);
    if (*text == '\n' || *text == '\t')
      kept = 1;
    if (line->used + 5 > sizeof line->text)
      print_line(line);
    memcpy(line->text + line->used, kept ? text : "?", kept ? kept : 1);
    line->used += kept ? kept : 1;
    text += whole ? whole : 1;
  }
}

/* Begins a line with who prints it, and when: "bots/x.lua, game 12, ply 7: ".
 */
static void add_origin(Line *line, const Plugin *p) {
  char text[PATH_TEXT + 64] = "";
  text_append(text, sizeof text, "%s", p->path);
  if (moment.game != NO_GAME)
    text_append(text, sizeof text, ", game %lld", (long long)moment.game);
  if (moment.ply)
    text_append(text, sizeof text, ", ply %d", moment.ply);
  text_append(text, sizeof text, ": ");
  add_printable(line, text, strlen(text));
}

/* Adds a Lua string. Every line begins with who prints it, so that no file can
 * write lines in the name of another. */
static void add_lines(Line *line, const Plugin *p, const char *text,
                      size_t length) {
  const char *end = text + length, *next;
  while ((next = memchr(text, '\n', (size_t)(end - text)))) {
    add_printable(line, text, (size_t)(next + 1 - text));
    add_origin(line, p);
    text = next + 1;
  }
  add_printable(line, text, (size_t)(end - text));
}

/* Costs the same whether it is shown or not, so that no result depends on it.
 */
static int print(lua_State *L) {
  enum { COST_PRINT = 200, COST_CHARACTER = 20 };
  int count = lua_gettop(L);
  Line line = {.used = 0};
  bool shown = limits_allow_printing();
  if (shown) {
    plugin_refuse_attempts(L);
    add_origin(&line, plugin_of(L));
  }
  for (int i = 1; i <= count; i++) {
    size_t length;
    lua_pushcfunction(L, sandbox_to_string);
    lua_pushvalue(L, i);
    lua_call(L, 1, 1);
    const char *text = lua_tolstring(L, -1, &length);
    plugin_charge(L, COST_PRINT + COST_CHARACTER * (int64_t)length);
    if (shown)
      add_lines(&line, plugin_of(L), text, length);
    if (shown && i < count)
      add_printable(&line, "\t", 1);
    lua_pop(L, 1);
  }
  add_printable(&line, "\n", 1);
  if (shown)
    print_line(&line);
  return 0;
}

static int to_number(lua_State *L) {
  if (lua_type(L, 1) == LUA_TSTRING)
    plugin_charge(L, (int64_t)lua_rawlen(L, 1));
  return sandbox_call_original(L);
}

/* ---- tables --------------------------------------------------------------*/

/* Lua looks for __gc only when the metatable is set. __mode and __close have no
 * effect; saying so is better than ignoring them. A table that has been a
 * metatable before has been through this, unless a key has been added. */
static int refuse_metatable(lua_State *L) {
  static const char *const REFUSED[] = {"__gc", "__mode", "__close", NULL};
  for (const char *const *key = REFUSED; *key; key++) {
    lua_pushstring(L, *key);
    if (lua_rawget(L, 2) != LUA_TNIL)
      return luaL_error(L, "setmetatable: a metatable with %s is not allowed",
                        *key);
    lua_pop(L, 1);
  }
  return 0;
}

static int set_metatable(lua_State *L) {
  if (lua_type(L, 2) == LUA_TTABLE) {
    Plugin *plugin = plugin_in_sandbox(L);
    const RawTable *t = raw_table(L, 2);
    plugin_keys_added(plugin, t);
    bool is_new = !plugin->reads_tables || !raw_has_no_finalizer(t);
    if (is_new || plugin->has_calls) {
      lua_settop(L, 2);
      if (is_new)
        refuse_metatable(L);
      sandbox_take_call(L, 2);
    }
  }
  return sandbox_call_original(L);
}

static int raw_set(lua_State *L) {
  if (sandbox_push_frozen(L, 1))
    return luaL_error(L, "rawset: this table is read-only");
  return sandbox_call_original(L);
}

/* ---- loading -------------------------------------------------------------*/

/* load, for strings only: bytecode can crash the virtual machine, and a reader
 * function would run without hooks. */
static int load(lua_State *L) {
  luaL_checktype(L, 1, LUA_TSTRING);
  plugin_charge(L, compile_cost(lua_tostring(L, 1), lua_rawlen(L, 1)));
  if (lua_gettop(L) < 3)
    lua_settop(L, 3);
  lua_pushliteral(L, "t");
  lua_replace(L, 3);
  int results = sandbox_call_original(L);
  Error error = {0};
  if (!lua_isfunction(L, -1))
    sandbox_check_depth(L, LUA_ERRSYNTAX); /* the message is on top */
  if (!lua_isfunction(L, -1) || bytecode_check(L, &error))
    return results;
  luaL_pushfail(L);
  lua_pushstring(L, error.message);
  return 2;
}

const luaL_Reg sandbox_base[] = {{"load", load},
                                 {"pcall", sandbox_pcall},
                                 {"print", print},
                                 {"rawset", raw_set},
                                 {"setmetatable", set_metatable},
                                 {"tonumber", to_number},
                                 {"tostring", sandbox_to_string},
                                 {"xpcall", sandbox_xpcall},
                                 {NULL, NULL}};

/* ---- random numbers ------------------------------------------------------*/

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

static int math_random(lua_State *L) {
  return random_push(L, plugin_of(L)->rng, 1);
}

static int random_seed(lua_State *L) {
  return luaL_error(L, "math.randomseed is not available: random numbers come "
                       "from the stream of the game");
}

const luaL_Reg sandbox_math[] = {
    {"random", math_random}, {"randomseed", random_seed}, {NULL, NULL}};
