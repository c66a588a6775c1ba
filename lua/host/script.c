/* Running scripts, which are trusted. */
#include "lua/host/host.h"

#include "analysis/report/page.h"
#include "core/base/shell.h"
#include "core/base/version.h"
#include "lua/host/sandbox/file.h"
#include "lua/host/sandbox/source.h"
#include <lauxlib.h>
#include <lualib.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Script {
  const char *name; /* as it was given */
  const char *path;
  int count;
  const char *const *arguments;
  bool returns_text; /* a script of the library */
  int code;
  char *text; /* that it has returned, if it returns text */
  char *read; /* the last file that it has read by library_file */
  Error why;  /* that it could not be loaded */
} Script;

/* Returns whether a message starts with a file and a line, as in file.lua:3:
 * message. */
static bool has_location(const char *message) {
  for (const char *at = strchr(message, ':'); at; at = strchr(at + 1, ':')) {
    size_t digits = strspn(at + 1, "0123456789");
    if (digits && at[1 + digits] == ':')
      return true;
  }
  return false;
}

/* The message handler. Adds a traceback, except to messages without a location:
 * error(message, 0) is meant for the user of the script. */
static int add_traceback(lua_State *L) {
  const char *message = lua_tostring(L, 1);
  if (!message && luaL_callmeta(L, 1, "__tostring"))
    message = lua_tostring(L, -1);
  if (message && !has_location(message)) {
    lua_pushstring(L, message);
    return 1;
  }
  luaL_traceback(L, L, message ? message : "(error object is not a string)", 1);
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

/* Lets `require` find the included modules. */
static void add_library(lua_State *L) {
  lua_getglobal(L, "package");
  lua_getfield(L, -1, "path");
  lua_pushfstring(L, "%s;%s/?.lua", lua_tostring(L, -1), source_library());
  lua_setfield(L, -3, "path");
  lua_pop(L, 2);
}

/* Takes what a script for people has returned, which is on the stack. */
static void take_code(lua_State *L, Script *s) {
  if (lua_isinteger(L, -1))
    s->code = (int)lua_tointeger(L, -1);
  else if (lua_isboolean(L, -1))
    s->code = !lua_toboolean(L, -1);
  else if (lua_istable(L, -1) || lua_isuserdata(L, -1))
    luaL_error(L,
               "%s returns a %s, as files of bots and games do; try "
               "`boardlab check %s`",
               s->name, lua_istable(L, -1) ? "table" : "game",
               shell_word(s->name, strlen(s->name)).text);
}

static void take_text(lua_State *L, Script *s) {
  if (!lua_isstring(L, -1))
    luaL_error(L, "%s does not return a string", s->path);
  s->text = strdup(lua_tostring(L, -1));
  if (!s->text)
    luaL_error(L, "out of memory");
}

/* library_file(name): returns the text of a file of the library, and its path.
 * The first upvalue is the script. */
static int library_file(lua_State *L) {
  Script *s = lua_touserdata(L, lua_upvalueindex(1));
  const char *name = luaL_checkstring(L, 1);
  const char *path = lua_pushfstring(L, "%s/%s", source_library(), name);
  size_t size;
  Error error = {0};
  free(s->read);
  s->read = file_read(path, &size, &error);
  if (!s->read) {
    lua_pushstring(L, error.message);
    return lua_error(L);
  }
  lua_pushlstring(L, s->read, size);
  lua_insert(L, -2);
  return 2;
}

/* Returns the number of arguments. */
static int push_arguments(lua_State *L, Script *s) {
  luaL_checkstack(L, s->count + 1, "too many arguments");
  if (s->returns_text) {
    lua_pushlightuserdata(L, s);
    lua_pushcclosure(L, library_file, 1);
  }
  for (int i = 0; i < s->count; i++)
    lua_pushstring(L, s->arguments[i]);
  return s->count + s->returns_text;
}

/* Argument: a Script. */
static int run_script(lua_State *L) {
  Script *s = lua_touserdata(L, 1);
  luaL_openlibs(L);
  luaL_getsubtable(L, LUA_REGISTRYINDEX, LUA_PRELOAD_TABLE);
  lua_pushcfunction(L, host_open_module);
  lua_setfield(L, -2, "boardlab");
  add_library(L);
  set_arguments(L, s);
  lua_settop(L, 0);
  if (!file_load(L, s->path, &s->why))
    return 0;
  lua_call(L, push_arguments(L, s), 1);
  s->returns_text ? take_text(L, s) : take_code(L, s);
  return 0;
}

/* Splits a message from the traceback after it. */
static void split_message(const char *message, char **trace, Error *error) {
  size_t length = message ? strcspn(message, "\n") : 0;
  error_set(error, "%.*s", (int)length, message ? message : "");
  if (!message)
    error_set(error, "out of memory");
  else if (message[length])
    *trace = strdup(message + length + 1);
}

/* Runs a script in a Lua state of its own. */
static void run_alone(Script *script, char **trace, Error *error) {
  lua_State *L = luaL_newstate();
  *trace = NULL;
  script->code = L ? 0 : 1;
  if (!L) {
    error_set(error, "out of memory (Lua state)");
    return;
  }
  lua_pushcfunction(L, add_traceback);
  lua_pushcfunction(L, run_script);
  lua_pushlightuserdata(L, script);
  if (lua_pcall(L, 1, 0, 1) != LUA_OK) {
    split_message(lua_tostring(L, -1), trace, error);
    script->code = 1;
  } else if (error_is_set(&script->why)) { /* no traceback says more */
    error_copy(error, &script->why);
    script->code = 1;
  }
  lua_close(L);
  free(script->read);
}

int host_run(const char *name, int count, char *const *arguments, char **trace,
             Error *error) {
  char path[PATH_TEXT];
  *trace = NULL;
  if (!file_locate(name, path, error))
    return 2;
  Script script = {name, path, count, (const char *const *)arguments};
  run_alone(&script, trace, error);
  size_t length = strlen(name);
  if (has_location(script.why.message) && /* a syntax error */
      (length < 4 || strcmp(name + length - 4, ".lua") != 0))
    error_add(error, "is it a Lua script?");
  return script.code;
}

/* Moves the lines at the top that begin with "--" to the beginning of the text,
 * without the dashes and the space after them. Returns their length. */
static size_t keep_comment(char *text, size_t size) {
  const char *from = file_code(text, &size), *end = from + size;
  char *to = text;
  from += from > text && from < end && *from == '\n';
  while (end - from >= 2 && from[0] == '-' && from[1] == '-') {
    const char *feed = memchr(from, '\n', (size_t)(end - from));
    const char *next = feed ? feed + 1 : end;
    from += 2;
    from += from < next && *from == ' ';
    memmove(to, from, (size_t)(next - from));
    to += next - from;
    from = next;
  }
  return (size_t)(to - text);
}

char *host_comment(const char *name, Error *error) {
  char path[PATH_TEXT];
  size_t size;
  char *text =
      file_locate(name, path, error) ? file_read(path, &size, error) : NULL;
  if (!text)
    return NULL;
  size_t length = keep_comment(text, size);
  char *comment = strndup(text, length);
  free(text);
  if (!comment)
    error_set(error, "out of memory (comment)");
  return comment;
}

char *host_reference(const char *what, const char *name, Error *error) {
  static const char SCRIPT[] = "reference/main.lua";
  bool page = strcmp(what, "page") == 0;
  const char *value = page ? version_text : name ? name : "";
  const char *arguments[] = {what, value, page_colours};
  char path[PATH_TEXT], *trace;
  snprintf(path, sizeof path, "%s/%s", source_library(), SCRIPT);
  Script script = {SCRIPT, path, page ? 3 : 2, arguments, .returns_text = true};
  Error why = {0};
  run_alone(&script, &trace, &why);
  free(trace);
  bool short_name = strncmp(why.message, SCRIPT, strlen(SCRIPT)) == 0;
  if (error_is_set(&why)) /* the user did not name this file: say where it is */
    error_set(error, "%.400s%s%.600s", short_name ? source_library() : "",
              short_name ? "/" : "", why.message);
  return script.text;
}
