#include "lua/host/sandbox/file.h"

#include "core/base/source_hashes.h"
#include "core/isolation/child.h"
#include "lua/host/sandbox/bytecode.h"
#include "lua/host/sandbox/file_broker.h"
#include "lua/host/sandbox/source.h"
#include <lauxlib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool file_locate(const char *name, char path[PATH_TEXT], Error *error) {
  return child_is_here() ? file_broker_find(name, NULL, path, error)
                         : source_locate(name, path, error);
}

bool file_find(const char *name, const char *plugin, char path[PATH_TEXT],
               Error *error) {
  return child_is_here() ? file_broker_find(name, plugin, path, error)
                         : source_find(name, plugin, path, error);
}

char *file_read(const char *path, size_t *size, Error *error) {
  return child_is_here() ? file_broker_read(path, size, error)
                         : source_read(path, size, error);
}

const char *file_code(const char *text, size_t *size) {
  static const char MARK[] = "\xef\xbb\xbf";
  enum { MARK_SIZE = sizeof MARK - 1 };
  if (*size >= MARK_SIZE && memcmp(text, MARK, MARK_SIZE) == 0) {
    text += MARK_SIZE;
    *size -= MARK_SIZE;
  }
  if (*size == 0 || text[0] != '#')
    return text;
  const char *end = memchr(text, '\n', *size);
  size_t line = end ? (size_t)(end - text) : *size;
  *size -= line;
  return text + line;
}

/* Charges the plugin of L, if there is one; returns false if that exceeds its
 * budget. */
static bool charge_plugin(lua_State *L, int64_t cost) {
  const Plugin *p = plugin_of(L);
  if (!p || !p->account->limits.work)
    return true;
  p->account->budget_left -= cost;
  return p->account->budget_left >= 0;
}

/* Compiles a file of a plugin with its prelude, or without if that fails, so
 * that the error is the file's own. */
static int compile_file(lua_State *L, const char *code, size_t size,
                        const char *name) {
  char prelude[PRELUDE_MAX];
  size_t length = plugin_of(L) ? prelude_write(code, size, prelude) : 0;
  if (length) {
    char *both = malloc(length + size);
    if (!both)
      return lua_pushnil(L), LUA_ERRMEM;
    memcpy(both, prelude, length);
    memcpy(both + length, code, size);
    int status = luaL_loadbufferx(L, both, length + size, name, "t");
    free(both);
    if (status != LUA_ERRSYNTAX)
      return status;
    lua_pop(L, 1);
  }
  return luaL_loadbufferx(L, code, size, name, "t");
}

/* Explains why a file was not compiled. Lua names the file only where it names
 * a line as well, so not if brackets are nested too deeply. */
static bool refuse(const char *path, const char *message, Error *error) {
  if (!message)
    message = "out of memory (loading it)";
  bool named = strchr(message, ':');
  return error_set(error, "%.400s%s%.600s", named ? "" : source_name(path),
                   named ? "" : ": ", message);
}

/* Adds a file to the hash of those of a plugin. */
static void note_source(Plugin *p, const char *text, size_t size) {
  uint64_t both[] = {p->sources, source_hash(text, size)};
  p->sources = source_hash(both, sizeof both);
}

bool file_load(lua_State *L, const char *path, Error *error) {
  size_t size;
  char *text = file_read(path, &size, error);
  if (!text)
    return false;
  if (plugin_of(L))
    note_source(plugin_of(L), text, size);
  const char *code = file_code(text, &size);
  if (!charge_plugin(L, compile_cost(code, size))) {
    free(text);
    return error_set(error,
                     "%.400s would take too long to compile for the budget "
                     "(--budget sets it): it is too large, has too many 'and', "
                     "'or', 'elseif', 'goto' and 'break', or too many "
                     "variables in nested functions",
                     path);
  }
  char name[PATH_TEXT + 1];
  snprintf(name, sizeof name, "@%s", source_name(path));
  int status = compile_file(L, code, size, name);
  free(text);
  if (plugin_of(L))
    plugin_check_stop(L, status);
  if (status == LUA_OK && (!plugin_of(L) || bytecode_check(L, error)))
    return true;
  if (status == LUA_OK) {
    lua_pop(L, 1);
    return false;
  }
  refuse(path, lua_tostring(L, -1), error);
  lua_pop(L, 1);
  return false;
}

/* ---- compiled files ------------------------------------------------------*/

/* Larger files are read again. */
enum { KEPT_MAX = 1 << 20 }; /* bytes, of all files of a plugin */

struct Chunk {
  Chunk *next;
  char path[PATH_TEXT];
  int64_t cost; /* the work of loading it */
  Bytecode code;
};

void chunks_free(Chunk *chunks) {
  while (chunks) {
    Chunk *next = chunks->next;
    free(chunks->code.bytes);
    free(chunks);
    chunks = next;
  }
}

static size_t chunks_bytes(const Plugin *p) {
  size_t bytes = 0;
  for (const Chunk *c = p->chunks; c; c = c->next)
    bytes += c->code.size;
  return bytes;
}

/* Keeps the function on top of the stack, unless that takes too much memory. */
static void chunks_keep(lua_State *L, Plugin *p, const char *path,
                        int64_t cost) {
  Chunk *c = calloc(1, sizeof *c);
  if (!c)
    return;
  size_t length = strlen(path);
  if (length >= sizeof c->path ||
      lua_dump(L, bytecode_write, &c->code, 0) != 0 ||
      chunks_bytes(p) + c->code.size > KEPT_MAX) {
    chunks_free(c);
    return;
  }
  memcpy(c->path, path, length + 1);
  c->cost = cost;
  c->next = p->chunks;
  p->chunks = c;
}

/* Loads a chunk that was kept. The budget is reduced by exactly what the file
 * cost the first time. */
static bool chunks_load_kept(lua_State *L, const Chunk *c, Account *a,
                             Error *error) {
  int64_t left = a->budget_left - c->cost;
  int status = luaL_loadbufferx(L, (const char *)c->code.bytes, c->code.size,
                                c->path, "b");
  a->budget_left = left;
  plugin_check_stop(L, status);
  if (status != LUA_OK) {
    error_set(error, "%.900s", lua_tostring(L, -1));
    lua_pop(L, 1);
  }
  return status == LUA_OK;
}

bool chunks_load(lua_State *L, const char *path, Error *error) {
  Plugin *p = plugin_of(L);
  for (const Chunk *c = p->chunks; c; c = c->next)
    if (strcmp(c->path, path) == 0)
      return chunks_load_kept(L, c, p->account, error);
  int64_t before = p->account->budget_left;
  if (!file_load(L, path, error))
    return false;
  chunks_keep(L, p, path, before - p->account->budget_left);
  return true;
}
