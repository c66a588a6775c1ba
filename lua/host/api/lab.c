/* The module itself, and games as objects. */
#include "lua/host/api/lab.h"

#include "core/game/match.h"
#include "core/game/spec.h"
#include "lua/host/api/lua_rules.h"
#include "lua/host/sandbox/file.h"
#include "lua/host/sandbox/plugin.h"
#include "lua/host/sandbox/sandbox.h"
#include <lauxlib.h>
#include <stdlib.h>
#include <string.h>

static const char GAME_TAG = 0, MODULE = 0, RULES_MARK = 0, VARIANT_MARK = 0;
static const char GAME_METHODS_KEY = 0;

enum { COST_OPEN = 10000, COST_OPEN_FILE = 20000 };

/* ---- options -------------------------------------------------------------*/

static void push_option(lua_State *L, const Option *option, int value) {
  char text[OPTION_TEXT];
  switch (option->type) {
  case OPTION_INT:
    lua_pushinteger(L, value);
    break;
  case OPTION_REAL:
    lua_pushnumber(L, (lua_Number)value / OPTION_ONE);
    break;
  case OPTION_FLAG:
    lua_pushboolean(L, value);
    break;
  case OPTION_WORD:
    option_format(option, value, text);
    lua_pushstring(L, text);
    break;
  }
}

/* A misspelt option is not just nil. */
static int refuse_option(lua_State *L) {
  return luaL_error(L, "there is no option '%s'",
                    lua_type(L, 2) == LUA_TSTRING ? lua_tostring(L, 2) : "?");
}

void lab_push_options(lua_State *L, const Option table[], const int values[]) {
  lua_newtable(L);
  for (int i = 0; table[i].name; i++) {
    push_option(L, &table[i], values[i]);
    lua_setfield(L, -2, table[i].name);
  }
  if (!plugin_of(L))
    return;
  lua_createtable(L, 0, 1);
  lua_pushcfunction(L, refuse_option);
  lua_setfield(L, -2, "__index");
  lua_setmetatable(L, -2);
  sandbox_freeze(L, "options");
}

/* ---- games ---------------------------------------------------------------*/

GameBox *lab_check_game(lua_State *L, int index) {
  GameBox *box = lua_touserdata(L, index);
  if (!box || lua_type(L, index) != LUA_TUSERDATA ||
      lua_rawlen(L, index) < sizeof *box || box->tag != &GAME_TAG)
    luaL_typeerror(L, index, "game");
  if (!box->game)
    luaL_error(L, "this game has been closed");
  return box;
}

static const Game *check_game(lua_State *L) {
  return lab_check_game(L, 1)->game;
}

void lab_check_seat(lua_State *L, lua_Integer seat, const Game *game) {
  if (seat < 1 || seat > game->seats)
    luaL_error(L, "there is no seat %I: seats are 1 to %d", (LUAI_UACINT)seat,
               game->seats);
}

void lab_push_seats(lua_State *L, unsigned seats_set) {
  lua_newtable(L);
  for (int i = 0, n = 0; i < SEATS_MAX; i++)
    if (seats_set >> i & 1) {
      lua_pushinteger(L, i + 1);
      lua_rawseti(L, -2, ++n);
    }
}

/* start([rng]): the first position. */
static int start(lua_State *L) {
  const Game *game = check_game(L);
  Rng fixed, *rng = &fixed;
  rng_seed(&fixed, 0, 0);
  if (!lua_isnoneornil(L, 2))
    rng = lab_opt_rng(L, 2);
  lua_settop(L, 1);
  StateBox *s = lab_push_state(L, 1);
  int64_t before = lua_rules_work(game);
  game_begin(game, s->state, rng);
  plugin_charge(L, lua_rules_work(game) - before);
  if (game_fault(game))
    return luaL_error(L, "%s", game_fault(game));
  return 1;
}

static int spec(lua_State *L) {
  lua_pushstring(L, check_game(L)->spec);
  return 1;
}

static int name(lua_State *L) {
  lua_pushstring(L, check_game(L)->rules->name);
  return 1;
}

/* The name of the game at the bottom of a pile of variants. */
static int native(lua_State *L) {
  const Game *game = check_game(L);
  while (game->base)
    game = game->base;
  lua_pushstring(L, game->rules->name);
  return 1;
}

static int base(lua_State *L) {
  const Game *game = check_game(L);
  lua_pushstring(L, game->base ? game->base->spec : NULL);
  return 1;
}

static int seats(lua_State *L) {
  lua_pushinteger(L, check_game(L)->seats);
  return 1;
}

static int sides(lua_State *L) {
  lua_pushinteger(L, check_game(L)->sides);
  return 1;
}

static int max_plies(lua_State *L) {
  lua_pushinteger(L, check_game(L)->max_plies);
  return 1;
}

static int team(lua_State *L) {
  const Game *game = check_game(L);
  lua_Integer seat = luaL_checkinteger(L, 2);
  lab_check_seat(L, seat, game);
  lab_push_seats(L, game_team(game, (int)seat - 1));
  return 1;
}

static int options(lua_State *L) {
  const Game *game = check_game(L);
  lab_push_options(L, game->rules->options, game->value);
  return 1;
}

static int option(lua_State *L) {
  const Game *game = check_game(L);
  const char *wanted = luaL_checkstring(L, 2);
  const Option *found = options_find(game->rules->options, wanted);
  if (!found)
    return luaL_error(L, "%s has no option '%s'", game->rules->name, wanted);
  push_option(L, found, game->value[found - game->rules->options]);
  return 1;
}

/* The texts of the rules and of what can be set. */
static int about(lua_State *L) {
  const Game *game = check_game(L);
  lua_newtable(L);
  const char *const TEXTS[][2] = {{"title", game->rules->title},
                                  {"summary", game->rules->summary},
                                  {"rules", game->rules->text},
                                  {"keys", game->rules->keys}};
  for (size_t i = 0; i < sizeof TEXTS / sizeof *TEXTS; i++) {
    lua_pushstring(L, TEXTS[i][1]);
    lua_setfield(L, -2, TEXTS[i][0]);
  }
  return 1;
}

static int close_game(lua_State *L) {
  GameBox *box = lua_touserdata(L, 1);
  Plugin *plugin = plugin_of(L);
  if (!box->owned || !box->game)
    return 0;
  game_close(box->game);
  box->game = NULL;
  if (plugin)
    plugin->games--;
  return 0;
}

static const luaL_Reg GAME_METHODS[] = {
    {"about", about},     {"base", base},     {"max_plies", max_plies},
    {"name", name},       {"native", native}, {"option", option},
    {"options", options}, {"seats", seats},   {"sides", sides},
    {"spec", spec},       {"start", start},   {"team", team},
    {NULL, NULL}};

static void push_game_metatable(lua_State *L) {
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &GAME_METHODS_KEY) != LUA_TNIL)
    return;
  lua_pop(L, 1);
  lua_newtable(L);
  luaL_newlib(L, GAME_METHODS);
  lua_setfield(L, -2, "__index");
  lua_pushcfunction(L, close_game);
  lua_setfield(L, -2, "__gc");
  lua_pushcfunction(L, spec);
  lua_setfield(L, -2, "__tostring");
  lua_pushliteral(L, "game");
  lua_setfield(L, -2, "__name");
  lua_pushboolean(L, 0);
  lua_setfield(L, -2, "__metatable");
  lua_pushvalue(L, -1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &GAME_METHODS_KEY);
}

static GameBox *push_game_box(lua_State *L) {
  GameBox *box = lua_newuserdatauv(L, sizeof *box, 0);
  *box = (GameBox){.tag = &GAME_TAG};
  push_game_metatable(L);
  lua_setmetatable(L, -2);
  return box;
}

void lab_push_game(lua_State *L, const Game *game) {
  push_game_box(L)->game = (Game *)game;
}

/* ---- lab.game ------------------------------------------------------------*/

static bool is_cell(const char *name) {
  return name[0] >= 'a' && name[0] <= 'z' && name[1] >= '1' && name[1] <= '9';
}

static int compare_names(const void *a, const void *b) {
  const char *one = *(const char *const *)a, *other = *(const char *const *)b;
  int cells = is_cell(other) - is_cell(one);
  return cells ? cells : strcmp(one, other);
}

/* Not as tostring writes it: that would put addresses into messages. */
void lab_push_setting(lua_State *L, int index, const char *name,
                      const char *separator) {
  int type = lua_type(L, index), is_integer;
  lua_Integer integer = lua_tointegerx(L, index, &is_integer);
  if (type != LUA_TSTRING && type != LUA_TNUMBER && type != LUA_TBOOLEAN)
    luaL_error(L, "%s takes a text, a number or a flag, not a %s", name,
               lua_typename(L, type));
  if (type == LUA_TNUMBER && is_integer)
    lua_pushinteger(L, integer); /* 4.0 is 4 */
  else
    lua_pushvalue(L, index);
  luaL_tolstring(L, -1, NULL);
  lua_remove(L, -2);
  if (strstr(lua_tostring(L, -1), separator))
    luaL_error(L, "%s takes one value, not '%s'", name, lua_tostring(L, -1));
}

void lab_push_settings(lua_State *L, int table, const char *separator) {
  enum { SETTINGS_MAX = 256 };
  const char *names[SETTINGS_MAX];
  int n = 0;
  for (lua_pushnil(L); lua_next(L, table); lua_pop(L, 1)) {
    if (lua_type(L, -2) != LUA_TSTRING || n == SETTINGS_MAX)
      luaL_error(L, "settings are a table with names, { size = 7 }");
    names[n++] = lua_tostring(L, -2);
  }
  qsort(names, (size_t)n, sizeof *names, compare_names);
  luaL_Buffer text;
  luaL_buffinit(L, &text);
  for (int i = 0; i < n; i++) {
    luaL_addstring(&text, i ? separator : "");
    luaL_addstring(&text, names[i]);
    luaL_addchar(&text, '=');
    lua_getfield(L, table, names[i]);
    lab_push_setting(L, -1, names[i], separator);
    lua_remove(L, -2);
    luaL_addvalue(&text);
  }
  luaL_pushresult(&text);
}

/* Adds options from a table to the spec at index 1. */
static void add_options(lua_State *L, int table) {
  Spec parts;
  Error why = {""};
  if (!spec_read(&parts, lua_tostring(L, 1), "game", &why))
    luaL_error(L, "%s", why.message);
  lab_push_settings(L, table, ",");
  if (lua_rawlen(L, -1) > 0) {
    lua_pushfstring(L, "%s%s%s", lua_tostring(L, 1), parts.options ? "," : ":",
                    lua_tostring(L, -1));
    lua_replace(L, 1);
  }
  lua_settop(L, 2);
}

/* A plugin may open files only where it may load modules from. */
static bool find_for_plugin(const Plugin *plugin, const char *text,
                            char full[SPEC_TEXT + PATH_TEXT], Error *error) {
  Spec parts;
  char path[PATH_TEXT];
  if (!spec_read(&parts, text, "game", error))
    return false;
  if (!parts.loader) {
    snprintf(full, SPEC_TEXT + PATH_TEXT, "%s", text);
    return true;
  }
  if (!file_find(parts.name, plugin->path, path))
    return error_set(error,
                     "there is no file '%.400s' beside %.200s or in the "
                     "library",
                     parts.name, plugin->path);
  snprintf(full, SPEC_TEXT + PATH_TEXT, "%s%s%s", path,
           parts.options ? ":" : "", parts.options ? parts.options : "");
  return true;
}

Game *lab_open_game(lua_State *L, const char *text, Error *error) {
  Plugin *plugin = plugin_of(L);
  char full[SPEC_TEXT + PATH_TEXT];
  if (!plugin)
    return game_open(text, error);
  if (!find_for_plugin(plugin, text, full, error))
    return NULL;
  Plugin *before = plugin_set_payer(plugin);
  Game *game = game_open(full, error);
  plugin_set_payer(before);
  return game;
}

static void make_room(lua_State *L, Plugin *plugin) {
  if (plugin->games == GAMES_MAX)
    lua_gc(L, LUA_GCCOLLECT);
  if (plugin->games == GAMES_MAX)
    luaL_error(L, "a plugin can have %d games open, not more", GAMES_MAX);
}

/* lab.game(spec [, options]) */
static int open_game(lua_State *L) {
  luaL_checkstring(L, 1);
  Plugin *plugin = plugin_of(L);
  lua_settop(L, 2);
  if (!lua_isnil(L, 2)) {
    luaL_checktype(L, 2, LUA_TTABLE);
    if (sandbox_push_frozen(L, 2))
      lua_replace(L, 2);
    add_options(L, 2);
  }
  if (plugin)
    make_room(L, plugin);
  GameBox *box = push_game_box(L);
  Error why = {""};
  bool file = strstr(lua_tostring(L, 1), ".lua");
  plugin_charge(L, file ? COST_OPEN_FILE : COST_OPEN);
  box->game = lab_open_game(L, lua_tostring(L, 1), &why);
  if (!box->game)
    return luaL_error(L, "%s", why.message);
  box->owned = true;
  if (plugin)
    plugin->games++;
  plugin_charge(L, 0); /* what opening took has been taken off */
  return 1;
}

/* lab.rng(seed [, index]) */
static int new_rng(lua_State *L) {
  lua_Integer seed = luaL_checkinteger(L, 1), index = luaL_optinteger(L, 2, 0);
  RngBox *box = lab_push_rng(L, NULL);
  rng_seed(&box->own, (uint64_t)seed, (uint64_t)index);
  box->rng = &box->own;
  return 1;
}

/* ---- lab.rules, lab.variant ----------------------------------------------*/

static int mark(lua_State *L, const void *key) {
  luaL_checktype(L, 1, LUA_TTABLE);
  lua_settop(L, 1);
  if (lua_getmetatable(L, 1))
    return luaL_error(L, "lab.rules and lab.variant take a plain table");
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, key) == LUA_TNIL) {
    lua_pop(L, 1);
    lua_newtable(L);
    lua_pushboolean(L, 0);
    lua_setfield(L, -2, "__metatable");
    lua_pushvalue(L, -1);
    lua_rawsetp(L, LUA_REGISTRYINDEX, key);
  }
  lua_setmetatable(L, 1);
  return 1;
}

static int mark_rules(lua_State *L) {
  return mark(L, &RULES_MARK);
}

static int mark_variant(lua_State *L) {
  return mark(L, &VARIANT_MARK);
}

static bool has_mark(lua_State *L, int index, const void *key) {
  if (lua_type(L, index) != LUA_TTABLE || !lua_getmetatable(L, index))
    return false;
  lua_rawgetp(L, LUA_REGISTRYINDEX, key);
  bool same = lua_istable(L, -1) && lua_rawequal(L, -1, -2);
  lua_pop(L, 2);
  return same;
}

Marked lab_marked(lua_State *L, int index) {
  return has_mark(L, index, &RULES_MARK)     ? MARKED_RULES
         : has_mark(L, index, &VARIANT_MARK) ? MARKED_VARIANT
                                             : MARKED_NOT;
}

/* ---- lab.match -----------------------------------------------------------*/

/* All that a match needs, freed together whatever happens. */
typedef struct Bench {
  Bot *bots[SEATS_MAX];
  State *state;
} Bench;

static int clear_bench(lua_State *L) {
  Bench *bench = lua_touserdata(L, 1);
  for (int i = 0; i < SEATS_MAX; i++) {
    bot_close(bench->bots[i]);
    bench->bots[i] = NULL;
  }
  free(bench->state);
  bench->state = NULL;
  return 0;
}

void *lab_push_closed(lua_State *L, size_t size, lua_CFunction clear) {
  void *room = lua_newuserdatauv(L, size, 0);
  memset(room, 0, size);
  lua_createtable(L, 0, 2);
  lua_pushcfunction(L, clear);
  lua_pushvalue(L, -1);
  lua_setfield(L, -3, "__gc");
  lua_setfield(L, -2, "__close");
  lua_setmetatable(L, -2);
  lua_toclose(L, -1);
  return room;
}

static void open_bots(lua_State *L, const Game *game, Bench *bench) {
  lua_Integer given = luaL_len(L, 2);
  if (given != game->seats && given != 1)
    luaL_error(L, "%s has %d seats: name a bot for each, or one for all",
               game->spec, game->seats);
  for (int i = 0; i < game->seats; i++) {
    Error why = {""};
    lua_geti(L, 2, given == 1 ? 1 : i + 1);
    const char *wanted = lua_tostring(L, -1);
    if (!wanted)
      luaL_error(L, "bots are specs such as \"random\", not a %s",
                 luaL_typename(L, -1));
    bench->bots[i] = bot_open(wanted, game, &why);
    if (!bench->bots[i])
      luaL_error(L, "%s", why.message);
    lua_pop(L, 1);
  }
}

static void push_match(lua_State *L, const Match *m, const Error *why) {
  lua_createtable(L, 0, 6);
  lua_pushstring(L, match_end_names[m->end]);
  lua_setfield(L, -2, "outcome");
  lab_push_seats(L, m->winners);
  lua_setfield(L, -2, "winners");
  lua_pushinteger(L, m->plies);
  lua_setfield(L, -2, "plies");
  lua_pushinteger(L, m->passes);
  lua_setfield(L, -2, "passes");
  if (m->forfeiter < 0)
    return;
  lua_pushinteger(L, m->forfeiter + 1);
  lua_setfield(L, -2, "forfeiter");
  lua_pushstring(L, why->message);
  lua_setfield(L, -2, "reason");
}

/* lab.match(game or spec, bots [, seed [, games]]): a list of results. */
static int match(lua_State *L) {
  if (lua_type(L, 1) == LUA_TSTRING) {
    lua_pushcfunction(L, open_game);
    lua_pushvalue(L, 1);
    lua_call(L, 1, 1);
    lua_replace(L, 1);
  }
  const Game *game = check_game(L);
  luaL_checktype(L, 2, LUA_TTABLE);
  lua_Integer seed = luaL_optinteger(L, 3, 1);
  lua_Integer games = luaL_optinteger(L, 4, 1);
  luaL_argcheck(L, games >= 1, 4, "at least one game");
  lua_settop(L, 2);
  Bench *bench = lab_push_closed(L, sizeof *bench, clear_bench);
  open_bots(L, game, bench);
  bench->state = game_start(game);
  if (!bench->state)
    return luaL_error(L, "no memory for a position");
  lua_newtable(L);
  for (lua_Integer i = 0; i < games; i++) {
    Rng rng;
    Match result;
    Error why = {""};
    rng_seed(&rng, (uint64_t)seed, (uint64_t)i);
    if (!match_play(game, bench->bots, &rng, game->max_plies, bench->state,
                    NULL, &result, &why))
      return luaL_error(L, "%s", why.message);
    push_match(L, &result, &why);
    lua_rawseti(L, -2, i + 1);
  }
  return 1;
}

/* ---- the module ----------------------------------------------------------*/

static const luaL_Reg FUNCTIONS[] = {{"game", open_game},
                                     {"rng", new_rng},
                                     {"rules", mark_rules},
                                     {"variant", mark_variant},
                                     {NULL, NULL}};

/* What only a script may do. */
static const luaL_Reg SCRIPT_FUNCTIONS[] = {{"match", match}, {NULL, NULL}};

static void push_module(lua_State *L) {
  luaL_newlib(L, FUNCTIONS);
  if (!plugin_of(L)) {
    luaL_setfuncs(L, SCRIPT_FUNCTIONS, 0);
    luaL_setfuncs(L, lab_run_functions, 0);
    luaL_setfuncs(L, lab_stats_functions, 0);
  }
  lua_newtable(L);
  luaL_setfuncs(L, lab_search_functions, 0);
  if (plugin_of(L))
    sandbox_freeze(L, "boardlab.search");
  lua_setfield(L, -2, "search");
  lua_pushliteral(L, BOARDLAB_VERSION);
  lua_setfield(L, -2, "version");
  lua_pushinteger(L, MOVE_PASS);
  lua_setfield(L, -2, "pass");
  if (plugin_of(L))
    sandbox_freeze(L, "boardlab");
}

int lab_push(lua_State *L) {
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &MODULE) != LUA_TNIL)
    return 1;
  lua_pop(L, 1);
  push_module(L);
  lua_pushvalue(L, -1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &MODULE);
  return 1;
}
