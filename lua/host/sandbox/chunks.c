#include "lua/host/sandbox/chunks.h"

#include "lua/host/sandbox/bytecode.h"
#include "lua/host/sandbox/file.h"
#include <lauxlib.h>
#include <stdlib.h>
#include <string.h>

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

static size_t kept_bytes(const Plugin *p) {
  size_t bytes = 0;
  for (const Chunk *c = p->chunks; c; c = c->next)
    bytes += c->code.size;
  return bytes;
}

/* Keeps the function on top of the stack, unless that takes too much memory. */
static void keep(lua_State *L, Plugin *p, const char *path, int64_t cost) {
  Chunk *c = calloc(1, sizeof *c);
  if (!c)
    return;
  size_t length = strlen(path);
  if (length >= sizeof c->path ||
      lua_dump(L, bytecode_write, &c->code, 0) != 0 ||
      kept_bytes(p) + c->code.size > KEPT_MAX) {
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
static bool load_kept(lua_State *L, const Chunk *c, Account *a, Error *error) {
  int64_t left = a->budget_left - c->cost;
  int status = luaL_loadbufferx(L, (const char *)c->code.bytes, c->code.size,
                                c->path, "b");
  a->budget_left = left;
  if (status == LUA_ERRMEM)
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
      return load_kept(L, c, p->account, error);
  int64_t before = p->account->budget_left;
  if (!file_load(L, path, error))
    return false;
  keep(L, p, path, before - p->account->budget_left);
  return true;
}
