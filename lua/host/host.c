#include "lua/host/host.h"

#include "core/base/given_file.h"
#include "core/base/shell.h"
#include "core/base/utf8.h"
#include "core/game/spec.h"
#include "core/isolation/remote.h"
#include "core/program/program_bot.h"
#include "lua/host/api/lab_definition.h"
#include "lua/host/api/lab_functions.h"
#include "lua/host/api/lua_rules.h"
#include "lua/host/plugins/plugins.h"
#include "lua/host/sandbox/definitions.h"
#include "lua/host/sandbox/file.h"
#include "lua/host/sandbox/file_broker.h"
#include "lua/host/sandbox/plugin.h"
#include "lua/host/sandbox/sandbox.h"
#include "lua/host/sandbox/source.h"
#include <lauxlib.h>
#include <stdio.h>
#include <string.h>

/* The depth of files that are the base of each other. */
static _Thread_local int nesting;
enum { NESTING_MAX = 8 };

/* ---- loading a file ------------------------------------------------------*/

static Plugin *new_plugin(const char *name, Limits limits, Error *error) {
  char path[PATH_TEXT];
  return file_locate(name, path, error)
             ? plugin_new(path, limits, plugin_opener(), error)
             : NULL;
}

/* Leaves the file's chunk on the plugin's stack. */
static Plugin *open_plugin(const char *name, Limits limits, Error *error) {
  Plugin *plugin = new_plugin(name, limits, error);
  if (!plugin || sandbox_start(plugin, lab_push_module, error))
    return plugin;
  plugin_release(plugin);
  return NULL;
}

/* Runs the chunk on top of the stack with fresh globals. */
static int run_chunk(lua_State *L) {
  lua_settop(L, 1);
  sandbox_renew(L);
  lua_call(L, 0, 1);
  return 1;
}

/* Whether an error is about a name: "global 'io'", "field 'simulate'". */
static bool is_about(const Error *error, const char *kind, const char *name) {
  char text[64];
  snprintf(text, sizeof text, "%s '%s'", kind, name);
  return strstr(error->message, text);
}

/* What only scripts have, and for lack of which a file failed; or NULL. */
static const char *script_name(const Error *error) {
  static const char *const GLOBALS[] = {"arg", "io", "os"};
  for (size_t i = 0; i < sizeof GLOBALS / sizeof *GLOBALS; i++)
    if (is_about(error, "global", GLOBALS[i]))
      return GLOBALS[i];
  for (const luaL_Reg *f = lab_script_functions; f->name; f++)
    if (is_about(error, "field", f->name))
      return f->name;
  return NULL;
}

static void explain_script(const char *path, Error *error) {
  const char *name = script_name(error);
  if (name)
    error_prefix(error,
                 "%s looks like a script, as only scripts have '%s': `boardlab "
                 "run %s` runs it; as a bot or a game it fails: ",
                 path, name, shell_word(path, strlen(path)).text);
}

static bool run_plugin(Plugin *plugin, Error *error) {
  Error why = {0};
  if (plugin_apply(plugin, run_chunk, NULL, 1, &why))
    return true;
  explain_script(plugin->path, &why);
  return error_copy(error, &why);
}

/* Finds out what the result of a chunk, on top of the stack, defines. */
static bool find_kind(Plugin *plugin, HostKind *kind, Error *error) {
  lua_State *L = plugin->L;
  DefinitionKind marked = lab_definition_kind(L, -1);
  if (marked != DEFINITION_NONE) {
    *kind = marked == DEFINITION_RULES ? HOST_GAME : HOST_VARIANT;
    return true;
  }
  *kind = HOST_BOT;
  if (lua_istable(L, -1))
    return true;
  return error_set(error,
                   "%s returns %s%s; a bot returns a table with 'choose', a "
                   "game lab.rules{…}, a variant lab.variant{…}; if this is a "
                   "script, `boardlab run %s` runs it",
                   plugin->path, lua_isnil(L, -1) ? "" : "a ",
                   lua_isnil(L, -1) ? "nothing" : luaL_typename(L, -1),
                   shell_word(plugin->path, strlen(plugin->path)).text);
}

/* ---- the loader ----------------------------------------------------------*/

static Game *open_rules(Plugin *plugin, const char *name, const char *options,
                        Error *error) {
  HostKind kind;
  if (!run_plugin(plugin, error) || !find_kind(plugin, &kind, error))
    return NULL;
  if (kind != HOST_BOT)
    return luagame_open(plugin, name, options, error);
  error_set(error,
            "%s is a bot, not a game: give it a seat, or test it with "
            "`boardlab check`",
            name);
  return NULL;
}

static Game *open_game_file(const char *name, const char *options,
                            Error *error) {
  Plugin *plugin = new_plugin(name, limits_get(), error);
  if (!plugin)
    return NULL;
  plugin->is_rules = true;
  Game *game = sandbox_start(plugin, lab_push_module, error)
                   ? open_rules(plugin, name, options, error)
                   : NULL;
  plugin_release(plugin); /* the game is a user itself */
  return game;
}

static Game *open_lua_game(const Loader *loader, const char *name,
                           const char *options, Error *error) {
  (void)loader;
  if (nesting == NESTING_MAX) {
    error_set(error,
              "%s: more than %d files are based on each other: is one its "
              "own base?",
              name, NESTING_MAX);
    return NULL;
  }
  nesting++;
  Game *game = open_game_file(name, options, error);
  nesting--;
  return game;
}

static Bot *open_lua_bot(const Loader *loader, const char *name,
                         const char *options, const Game *game, Error *error) {
  (void)loader;
  Plugin *plugin = open_plugin(name, limits_get(), error);
  Error why = {0};
  Bot *bot = plugin ? luabot_open(plugin, name, options, game, &why) : NULL;
  if (plugin && !bot) {
    explain_script(name, &why);
    error_copy(error, &why);
  }
  return bot;
}

/* Finds a file for a name without folder and extension. */
static bool guess_lua_file(const char *name, char path[SPEC_TEXT]) {
  static const char *const DIRS[] = {"", "games/", "variants/", "bots/", NULL};
  char found[PATH_TEXT];
  for (const char *const *f = DIRS; *f; f++) {
    int n = snprintf(path, SPEC_TEXT, "%s%s.lua", *f, name);
    if (n < SPEC_TEXT && file_locate(path, found, NULL))
      return true;
  }
  return false;
}

static bool locate_lua_file(const char *name, char path[SPEC_TEXT]) {
  char found[PATH_TEXT];
  return file_locate(name, found, NULL) &&
         snprintf(path, SPEC_TEXT, "%s", found) < SPEC_TEXT;
}

static bool define_lua_file(const char *file, const char *text,
                            char name[SPEC_TEXT], Error *error) {
  char full[PATH_TEXT];
  if (!definitions_add(file, NULL, text, full, error))
    return false;
  return snprintf(name, SPEC_TEXT, "%s", full) < SPEC_TEXT ||
         error_set(error, "the name of %.200s is too long", file);
}

static const Loader LOADER = {.extension = ".lua",
                              .open_game = open_lua_game,
                              .open_bot = open_lua_bot,
                              .guess = guess_lua_file,
                              .locate = locate_lua_file,
                              .define = define_lua_file};
static bool started;
static Isolation isolation = {.loader = &LOADER, .broker = &file_broker};

void host_isolate(IsolationMode mode, void (*warn)(const char *message)) {
  isolation.mode = mode;
  isolation.warn = warn;
}

/* What a plugin asks for costs it more than that, and opening a file some
 * requests besides. */
enum { REQUESTS_MIN = 1000, WORK_PER_REQUEST = 10 };

void host_start(Limits limits) {
  started = true;
  limits_set(limits);
  isolation.patience = plugin_patience(limits);
  isolation.requests =
      limits.work ? REQUESTS_MIN + limits.work / WORK_PER_REQUEST : 0;
  isolation.tick = limits.work >= ATTEMPT_BUDGET_MIN ? plugin_tick : NULL;
  isolation_start(&isolation);
  program_bots_start();
  given_file_search(source_library());
}

void host_vary_layout(bool vary) {
  plugin_vary_layout(vary);
}

/* Processes that are started later inherit it. */
void host_compare_answers(void) {
  luagame_compare_answers();
}

int host_open_module(lua_State *L) {
  if (!started)
    host_start(limits_get());
  return lab_push_module(L);
}

bool host_is_defined_name(const char *name) {
  return definitions_are_named(name);
}

/* ---- descriptions --------------------------------------------------------*/

/* Arguments: the result of the chunk, a HostAbout. */
static int read_about(lua_State *L) {
  HostAbout *about = lua_touserdata(L, 2);
  if (lua_getfield(L, 1, "name") == LUA_TSTRING)
    snprintf(about->name, sizeof about->name, "%s", lua_tostring(L, -1));
  if (lua_getfield(L, 1, "summary") == LUA_TSTRING)
    snprintf(about->summary, sizeof about->summary, "%s", lua_tostring(L, -1));
  if (lua_getfield(L, 1, "games") == LUA_TTABLE &&
      lua_geti(L, -1, 1) == LUA_TSTRING)
    snprintf(about->game, sizeof about->game, "%s", lua_tostring(L, -1));
  about->is_module =
      about->kind == HOST_BOT && lua_getfield(L, 1, "choose") != LUA_TFUNCTION;
  utf8_clean_line(about->name);
  utf8_clean_line(about->summary);
  utf8_clean_line(about->game);
  return 0;
}

static bool read_definition(Plugin *plugin, HostAbout *about, Error *error) {
  *about = (HostAbout){.summary = ""};
  if (!run_plugin(plugin, error) || !find_kind(plugin, &about->kind, error))
    return false;
  return plugin_apply(plugin, read_about, about, 0, error);
}

static bool about_here(const char *path, bool soon, HostAbout *about,
                       Error *error) {
  Limits limits = limits_get();
  if (soon && (limits.work == 0 || limits.work > WORK_DEFAULT))
    limits.work = WORK_DEFAULT;
  Plugin *plugin = open_plugin(path, limits, error);
  bool good = plugin && read_definition(plugin, about, error);
  plugin_release(plugin);
  return good;
}

typedef struct AboutTask {
  const char *path;
  bool soon;
  HostAbout about;
} AboutTask;

static void about_job(Job *job) {
  AboutTask *t = job->task;
  HostAbout *about = &t->about;
  job_take_text(job, &t->path);
  if (job_is_here(job))
    job_end(job, about_here(t->path, t->soon, about, job->error));
  CROSS(job->m, about->kind, HOST_BOT, HOST_GAME);
  cross_line(job->m, about->name, sizeof about->name);
  cross_line(job->m, about->summary, sizeof about->summary);
  cross_line(job->m, about->game, sizeof about->game);
  CROSS(job->m, about->is_module, 0, 1);
}

static bool ask_about(Child *child, const char *path, const atomic_bool *stop,
                      HostAbout *about, Error *error) {
  AboutTask t = {.path = path, .soon = stop};
  const JobWatch watch = {.kill = stop};
  bool done = remote_do(child, about_job, &t, sizeof t, &watch, error);
  *about = t.about;
  return done;
}

bool host_about(const char *path, const atomic_bool *stop, HostAbout *about,
                Error *error) {
  if (!isolation_covers(path))
    return about_here(path, stop, about, error);
  Child *child = child_start(&path, 1, error);
  bool good = child && ask_about(child, path, stop, about, error);
  child_close(child);
  return good;
}

/* Whether a name means a file of the library. */
static bool is_in_library(const char *name) {
  char found[PATH_TEXT], path[PATH_TEXT];
  return source_locate(name, found, NULL) && source_in_library(name, path) &&
         strcmp(found, path) == 0;
}

bool host_reader_about(HostReader *reader, const char *path, HostAbout *about,
                       Error *error) {
  if (!isolation_covers(path) || !is_in_library(path))
    return host_about(path, NULL, about, error);
  if (reader->library && child_is_dead(reader->library))
    host_reader_close(reader);
  if (!reader->library)
    reader->library = child_start(&path, 1, error);
  return reader->library &&
         ask_about(reader->library, path, NULL, about, error);
}

void host_reader_close(HostReader *reader) {
  child_close(reader->library);
  reader->library = NULL;
}

/* ---- changes -------------------------------------------------------------*/

static void compare_source(void *context, const SourceHash *source) {
  bool *changed = context;
  *changed = *changed || !source_is_same(source);
}

bool host_sources_changed(SourceHashes *sources) {
  bool changed = false;
  source_hashes_each(sources, compare_source, &changed);
  return changed;
}

const char *host_library(void) {
  return source_library();
}
