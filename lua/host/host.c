#include "lua/host/host.h"

#include "core/game/spec.h"
#include "lua/host/api/lab.h"
#include "lua/host/api/lua_rules.h"
#include "lua/host/plugins/luabot.h"
#include "lua/host/plugins/luagame.h"
#include "lua/host/sandbox/file.h"
#include "lua/host/sandbox/sandbox.h"
#include <lauxlib.h>
#include <lualib.h>
#include <stdlib.h>
#include <string.h>

/* ---- loading plugins -----------------------------------------------------*/

/* Files whose rules stand on other files: how many deep we are. */
static _Thread_local int nesting;
enum { NESTING_MAX = 8 };

/* Argument: a path. Result: the file's chunk. */
static int load_file(lua_State *L) {
  const char *path = lua_touserdata(L, 1);
  Error error = {""};
  sandbox_open(L, lab_push);
  if (!file_load(L, path, &error))
    return luaL_error(L, "%s", error.message);
  return 1;
}

/* A plugin for a file. */
static Plugin *new_plugin(const char *name, Limits limits, Error *error) {
  char path[PATH_TEXT];
  return file_locate(name, path, error) ? plugin_new(path, limits, error)
                                        : NULL;
}

/* Leaves the file's chunk on its stack. */
static bool load_plugin(Plugin *plugin, Error *error) {
  return plugin_protect(plugin, load_file, plugin->path, 1, error);
}

static Plugin *open_plugin(const char *name, Error *error) {
  Plugin *plugin = new_plugin(name, limits_get(), error);
  if (!plugin || load_plugin(plugin, error))
    return plugin;
  plugin_release(plugin);
  return NULL;
}

/* Runs the chunk on top of the stack; its result takes its place. */
static int run_chunk(lua_State *L) {
  lua_settop(L, 1);
  sandbox_renew(L);
  lua_call(L, 0, 1);
  return 1;
}

static bool run_rules(Plugin *plugin, Error *error) {
  lua_pushcfunction(plugin->L, run_chunk);
  lua_insert(plugin->L, -2);
  return plugin_call(plugin, 1, 1, error);
}

/* What a chunk gave, on top of the stack. */
static bool find_kind(Plugin *plugin, HostKind *kind, Error *error) {
  lua_State *L = plugin->L;
  Marked marked = lab_marked(L, -1);
  if (marked != MARKED_NOT) {
    *kind = marked == MARKED_RULES ? HOST_GAME : HOST_VARIANT;
    return true;
  }
  *kind = HOST_BOT;
  if (lua_istable(L, -1))
    return true;
  return error_set(error,
                   "%s returns a %s; a bot returns a table with 'choose', a "
                   "game lab.rules{…}, a variant lab.variant{…}",
                   plugin->path, luaL_typename(L, -1));
}

static Game *open_rules(Plugin *plugin, const char *name, const char *options,
                        Error *error) {
  HostKind kind;
  if (!run_rules(plugin, error) || !find_kind(plugin, &kind, error))
    return NULL;
  if (kind != HOST_BOT)
    return luagame_open(plugin, name, options, error);
  error_set(error,
            "%s is a bot, not a game: give it a seat, or `boardlab check` it",
            name);
  return NULL;
}

/* Opens it within what whoever pays for it has left, and takes that off. */
static Game *open_paid(const char *name, const char *options, Limits limits,
                       Error *error) {
  Plugin *payer = plugin_payer();
  Limits now = limits;
  if (payer && payer->limits.work && payer->left < now.work)
    now.work = payer->left > 0 ? payer->left : 1;
  Plugin *plugin = new_plugin(name, now, error);
  if (!plugin)
    return NULL;
  plugin->is_rules = true;
  Game *game = load_plugin(plugin, error)
                   ? open_rules(plugin, name, options, error)
                   : NULL;
  if (payer)
    payer->left -= plugin->total_work;
  plugin->limits = limits;
  plugin_release(plugin); /* the game is a user of its own */
  return game;
}

static Game *open_game(const Loader *loader, const char *name,
                       const char *options, Error *error) {
  (void)loader;
  if (nesting == NESTING_MAX) {
    error_set(error,
              "%s: more than %d files stand on each other: is one its "
              "own base?",
              name, NESTING_MAX);
    return NULL;
  }
  nesting++;
  Game *game = open_paid(name, options, limits_get(), error);
  nesting--;
  return game;
}

static Bot *open_bot(const Loader *loader, const char *name,
                     const char *options, const Game *game, Error *error) {
  (void)loader;
  Plugin *plugin = open_plugin(name, error);
  return plugin ? luabot_open(plugin, name, options, game, error) : NULL;
}

/* A file of that name here, or in one of the library's folders. */
static bool guess(const char *name, char path[SPEC_TEXT]) {
  static const char *const DIRS[] = {"", "games/", "variants/", "bots/", NULL};
  char found[PATH_TEXT];
  for (const char *const *f = DIRS; *f; f++) {
    int n = snprintf(path, SPEC_TEXT, "%s%s.lua", *f, name);
    if (n < SPEC_TEXT && file_locate(path, found, NULL))
      return true;
  }
  return false;
}

static const Loader LOADER = {".lua", open_game, open_bot, guess};
static bool started;

void host_start(Limits limits) {
  started = true;
  limits_set(limits);
  loader_add(&LOADER);
}

/* Arguments: what the chunk gave, a HostAbout. */
static int read_about(lua_State *L) {
  HostAbout *about = lua_touserdata(L, 2);
  if (lua_getfield(L, 1, "summary") == LUA_TSTRING)
    snprintf(about->summary, sizeof about->summary, "%s", lua_tostring(L, -1));
  if (lua_getfield(L, 1, "games") == LUA_TTABLE &&
      lua_geti(L, -1, 1) == LUA_TSTRING)
    snprintf(about->game, sizeof about->game, "%s", lua_tostring(L, -1));
  return 0;
}

static bool ask_about(Plugin *plugin, HostAbout *about, Error *error) {
  *about = (HostAbout){.summary = ""};
  if (!run_rules(plugin, error) || !find_kind(plugin, &about->kind, error))
    return false;
  lua_pushcfunction(plugin->L, read_about);
  lua_insert(plugin->L, -2);
  lua_pushlightuserdata(plugin->L, about);
  return plugin_call(plugin, 2, 0, error);
}

bool host_about(const char *path, HostAbout *about, Error *error) {
  Plugin *plugin = open_plugin(path, error);
  bool good = plugin && ask_about(plugin, about, error);
  plugin_release(plugin);
  return good;
}

static bool report_use(const Plugin *plugin, HostUse *use) {
  if (plugin)
    *use = (HostUse){plugin->most_work, plugin->peak, plugin->limits};
  return plugin;
}

bool host_game_use(const Game *game, HostUse *use) {
  return report_use(lua_rules_plugin(game), use);
}

bool host_bot_use(const Bot *bot, HostUse *use) {
  return report_use(luabot_plugin(bot), use);
}

const char *host_library(void) {
  return file_library();
}

/* ---- scripts -------------------------------------------------------------*/

/* In the command's scripts, the command has set the limits. */
int luaopen_boardlab(lua_State *L) {
  if (!started)
    host_start(limits_get());
  return lab_push(L);
}

typedef struct Script {
  const char *path;
  int count;
  char *const *arguments;
  int code;
} Script;

/* Whether a message begins with a file and a line, as in file.lua:3: what. */
static bool tells_place(const char *message) {
  for (const char *at = strchr(message, ':'); at; at = strchr(at + 1, ':')) {
    size_t digits = strspn(at + 1, "0123456789");
    if (digits && at[1 + digits] == ':')
      return true;
  }
  return false;
}

/* Of use for errors in a program. What a script raises by error(message, 0)
 * tells no place: it is meant for whoever runs it. */
static int add_traceback(lua_State *L) {
  const char *message = lua_tostring(L, 1);
  if (!message && luaL_callmeta(L, 1, "__tostring"))
    message = lua_tostring(L, -1);
  if (message && !tells_place(message)) {
    lua_pushstring(L, message);
    return 1;
  }
  luaL_traceback(L, L, message ? message : "(an error that is no text)", 1);
  return 1;
}

static void set_arguments(lua_State *L, const Script *s) {
  lua_createtable(L, s->count, 1);
  lua_pushstring(L, s->path);
  lua_rawseti(L, -2, 0);
  for (int i = 0; i < s->count; i++) {
    lua_pushstring(L, s->arguments[i]);
    lua_rawseti(L, -2, i + 1);
  }
  lua_setglobal(L, "arg");
}

/* `require` also finds the modules that come along. */
static void add_library(lua_State *L) {
  lua_getglobal(L, "package");
  lua_getfield(L, -1, "path");
  lua_pushfstring(L, "%s;%s/?.lua", lua_tostring(L, -1), file_library());
  lua_setfield(L, -3, "path");
  lua_pop(L, 2);
}

/* Argument: a Script. */
static int run_script(lua_State *L) {
  Script *s = lua_touserdata(L, 1);
  Error error = {""};
  luaL_openlibs(L);
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_PRELOAD_TABLE);
  lua_pushcfunction(L, luaopen_boardlab);
  lua_setfield(L, -2, "boardlab");
  add_library(L);
  set_arguments(L, s);
  lua_settop(L, 0);
  if (!file_load(L, s->path, &error))
    return luaL_error(L, "%s", error.message);
  luaL_checkstack(L, s->count, "too many arguments");
  for (int i = 0; i < s->count; i++)
    lua_pushstring(L, s->arguments[i]);
  lua_call(L, s->count, 1);
  if (lua_isinteger(L, -1))
    s->code = (int)lua_tointeger(L, -1);
  else if (lua_isboolean(L, -1))
    s->code = !lua_toboolean(L, -1);
  else if (lua_istable(L, -1))
    return luaL_error(L,
                      "%s returns a table, as a bot or a game does: try "
                      "boardlab check %s",
                      s->path, s->path);
  return 0;
}

/* A message with a traceback behind it, taken apart. */
static void take_message(const char *message, char **trace, Error *error) {
  size_t length = message ? strcspn(message, "\n") : 0;
  error_set(error, "%.*s", (int)length, message ? message : "");
  if (!message)
    error_set(error, "no memory");
  else if (message[length])
    *trace = strdup(message + length + 1);
}

int host_run(const char *name, int count, char *const *arguments, char **trace,
             Error *error) {
  char path[PATH_TEXT];
  *trace = NULL;
  if (!file_locate(name, path, error))
    return 2;
  lua_State *L = luaL_newstate();
  Script script = {path, count, arguments, 0};
  if (!L) {
    error_set(error, "no memory for a Lua state");
    return 1;
  }
  lua_pushcfunction(L, add_traceback);
  lua_pushcfunction(L, run_script);
  lua_pushlightuserdata(L, &script);
  if (lua_pcall(L, 1, 0, 1) != LUA_OK) {
    take_message(lua_tostring(L, -1), trace, error);
    script.code = 1;
  }
  lua_close(L);
  return script.code;
}
