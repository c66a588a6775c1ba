#include "lua/host/api/lab_object.h"

#include "core/game/spec.h"
#include "lua/host/api/lab_functions.h"
#include "lua/host/api/lab_rng.h"
#include "lua/host/api/lab_settings.h"
#include "lua/host/api/lab_state.h"
#include "lua/host/sandbox/file.h"
#include "lua/host/sandbox/sandbox.h"
#include "lua/host/sandbox/source.h"
#include <string.h>

static const char METATABLE = 0; /* registry key */

enum { COST_OPEN = 10000, COST_OPEN_FILE = 20000, COST_START = 10 };

/* ---- methods -------------------------------------------------------------*/

static const Game *check_game(lua_State *L) {
  return lab_check_game(L, 1)->game;
}

/* start([rng]): the first position. */
static int start(lua_State *L) {
  const Game *game = check_game(L);
  Rng fixed, *rng = &fixed;
  rng_seed(&fixed, 0, 0);
  if (!lua_isnoneornil(L, 2))
    rng = lab_opt_rng(L, 2);
  lua_settop(L, 2); /* keeps the generator alive */
  StateObject *s = lab_push_state(L, 1);
  game_begin(game, s->state, rng);
  lab_finish_method(L, s, COST_START);
  return 1;
}

static int get_spec(lua_State *L) {
  lua_pushstring(L, check_game(L)->spec);
  return 1;
}

static int name(lua_State *L) {
  lua_pushstring(L, check_game(L)->rules->name);
  return 1;
}

/* The name of the native game below all layers of variants. */
static int native(lua_State *L) {
  lua_pushstring(L, game_innermost(check_game(L))->rules->name);
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
  const GameObject *object = lab_check_game(L, 1);
  int seat = lab_check_seat(L, 2, object);
  lab_push_seats(L, object, game_team(object->game, seat));
  return 1;
}

static int options(lua_State *L) {
  const Game *game = check_game(L);
  lab_push_options(L, game->rules->options, game->option);
  return 1;
}

static int option(lua_State *L) {
  const Game *game = check_game(L);
  const char *wanted = luaL_checkstring(L, 2);
  const Option *found = options_find(game->rules->options, wanted);
  if (!found)
    return luaL_error(L, "%s has no option '%s'", game->rules->name, wanted);
  lab_push_option(L, found, game->option[found - game->rules->options]);
  return 1;
}

static int about(lua_State *L) {
  const Game *game = check_game(L);
  lua_newtable(L);
  lab_set_text(L, "title", game->rules->title);
  lab_set_text(L, "summary", game->rules->summary);
  lab_set_text(L, "rules", game->rules->text);
  lab_set_text(L, "keys", game->rules->set_help);
  return 1;
}

static int close_game(lua_State *L) {
  GameObject *object = lab_check_game_object(L, 1);
  Plugin *plugin = plugin_of(L);
  if (!object->owned || !object->game)
    return 0;
  game_close(object->game);
  object->game = NULL;
  if (plugin) {
    plugin_hold(plugin, object->held, 0);
    plugin->games--;
  }
  return 0;
}

static const luaL_Reg METHODS[] = {
    {"about", about},     {"base", base},     {"max_plies", max_plies},
    {"name", name},       {"native", native}, {"option", option},
    {"options", options}, {"seats", seats},   {"sides", sides},
    {"spec", get_spec},   {"start", start},   {"team", team},
    {NULL, NULL}};

static const luaL_Reg EVENTS[] = {
    {"__gc", close_game}, {"__tostring", get_spec}, {NULL, NULL}};

static GameObject *push_object(lua_State *L) {
  GameObject *object = lab_new_game_object(L);
  if (lab_push_metatable(L, &METATABLE, "game")) {
    luaL_setfuncs(L, EVENTS, 0);
    luaL_newlib(L, METHODS);
    lua_setfield(L, -2, "__index");
  }
  lua_setmetatable(L, -2);
  return object;
}

GameObject *lab_push_game(lua_State *L, const Game *game) {
  GameObject *object = push_object(L);
  object->game = (Game *)game;
  return object;
}

/* ---- lab.game ------------------------------------------------------------*/

/* Adds the options of a table to the spec at index 1. */
static void add_options(lua_State *L, int table) {
  Spec parts;
  Error why = {0};
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

/* Finds the file that a plugin names, and writes the spec with its full path.
 */
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
  if (!file_find(parts.name, plugin->file, path, error))
    return false;
  snprintf(full, SPEC_TEXT + PATH_TEXT, "%s%s%s", path,
           parts.options ? ":" : "", parts.options ? parts.options : "");
  return true;
}

Game *lab_open_game(lua_State *L, const char *spec, Error *error) {
  Plugin *plugin = plugin_of(L);
  char full[SPEC_TEXT + PATH_TEXT];
  if (!plugin)
    return game_open(spec, error);
  if (!find_for_plugin(plugin, spec, full, error))
    return NULL;
  Plugin *previous = plugin_set_opener(plugin);
  Game *game = game_open(full, error);
  plugin_set_opener(previous);
  if (game) { /* one of the library has its name there, as for users */
    const char *name = source_name(game->spec);
    memmove(game->spec, name, strlen(name) + 1);
  }
  return game;
}

/* Raises if the plugin has too many games open. */
static void check_open_games(lua_State *L, Plugin *plugin) {
  if (plugin->games == GAMES_MAX)
    lua_gc(L, LUA_GCCOLLECT);
  if (plugin->games == GAMES_MAX)
    luaL_error(L, "a plugin can have at most %d games open", GAMES_MAX);
}

/* Counts a game that the plugin has opened, and its memory: Lua rules do that
 * themselves. */
static void count_game(lua_State *L, Plugin *plugin, GameObject *object) {
  size_t bytes = game_can_fail(object->game) ? 0 : game_memory(object->game);
  plugin->games++;
  if (!plugin_hold(plugin, 0, bytes))
    plugin_stop(L, plugin, STOP_MEMORY);
  object->held = bytes;
  plugin_check_limits(L, plugin); /* opening it has reduced the budget */
}

/* lab.game(spec [, options]); in scripts, a game can stand for its spec. */
int lab_game(lua_State *L) {
  if (!plugin_of(L) && lab_is_game(L, 1)) {
    lua_pushstring(L, lab_check_game(L, 1)->game->spec);
    lua_replace(L, 1);
  }
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
    check_open_games(L, plugin);
  GameObject *object = push_object(L);
  Error why = {0};
  bool file = strstr(lua_tostring(L, 1), ".lua");
  plugin_charge(L, file ? COST_OPEN_FILE : COST_OPEN);
  lab_reserve(L);
  object->game = lab_open_game(L, lua_tostring(L, 1), &why);
  if (!object->game)
    lab_raise(L, &why);
  object->owned = true;
  if (plugin)
    count_game(L, plugin, object);
  return 1;
}

const Game *lab_to_game(lua_State *L, int index) {
  if (lua_type(L, index) == LUA_TSTRING) {
    lua_pushcfunction(L, lab_game);
    lua_pushvalue(L, index);
    lua_call(L, 1, 1);
    lua_replace(L, index);
  }
  return lab_check_game(L, index)->game;
}
