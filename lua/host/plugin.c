#include "plugin.h"

#include <assert.h>
#include <lauxlib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  PERIOD = 1000,   /* instructions between two looks at the budget */
  WORK_BYTES = 16, /* bytes of a new string or userdata to a unit of work */
  STACK_ROOM = 16, /* what a call needs on the stack, at most */
};

/* Lua calls this for all its memory. Strings and userdata are charged as work,
 * because C code can make large ones in one instruction; what tables and stacks
 * take depends on when garbage is collected, so it is not. Long strings are
 * refused: comparing two takes one instruction, too. */
static void *allocate(void *context, void *block, size_t old, size_t size) {
  Plugin *p = context;
  size_t kind = block ? LUA_TNIL : old;
  if (!block)
    old = 0;
  if (size == 0) {
    free(block);
    p->used -= old;
    return NULL;
  }
  if (size > old && (size - old > p->limits.memory - p->used ||
                     (kind == LUA_TSTRING && size > STRING_MAX)))
    return NULL;
  void *moved = realloc(block, size);
  if (!moved)
    return size <= old ? block : NULL;
  if (kind == LUA_TSTRING || kind == LUA_TUSERDATA)
    plugin_spend(p, (int64_t)(size / WORK_BYTES));
  p->used += size - old;
  if (p->used > p->peak)
    p->peak = p->used;
  return moved;
}

Plugin *plugin_of(lua_State *L) {
  void *context;
  return lua_getallocf(L, &context) == allocate ? context : NULL;
}

void plugin_charge(lua_State *L, int64_t work) {
  plugin_spend(plugin_of(L), work);
}

void plugin_push_where(lua_State *L) {
  lua_Debug at;
  for (int level = 0; lua_getstack(L, level, &at); level++) {
    lua_getinfo(L, "Sl", &at);
    if (at.currentline > 0) {
      lua_pushfstring(L, "%s:%d: ", at.short_src, at.currentline);
      return;
    }
  }
  lua_pushliteral(L, "");
}

static int raise_stop(lua_State *L, const Plugin *p) {
  plugin_push_where(L);
  if (p->stop == STOP_WORK)
    lua_pushfstring(L, "%sout of its budget of %I instructions",
                    lua_tostring(L, -1), (LUAI_UACINT)p->limits.work);
  else
    lua_pushfstring(L, "%sout of its memory of %I bytes", lua_tostring(L, -1),
                    (LUAI_UACINT)p->limits.memory);
  return lua_error(L);
}

/* Comes every PERIOD instructions; once the plugin has been stopped, at every
 * one, in whichever coroutine runs, so that each level of pcall is left. */
static void on_count(lua_State *L, lua_Debug *at) {
  (void)at;
  Plugin *p = plugin_of(L);
  if (!p->stop) {
    plugin_spend(p, PERIOD);
    if (p->left > 0)
      return;
    p->stop = STOP_WORK;
  }
  lua_sethook(L, on_count, LUA_MASKCOUNT, 1);
  raise_stop(L, p);
}

void plugin_check_stop(lua_State *L, int status) {
  Plugin *p = plugin_of(L);
  if (status == LUA_ERRMEM && !p->stop)
    p->stop = STOP_MEMORY;
  if (p->stop)
    raise_stop(L, p);
}

/* Whether a message begins with "file:line: ". */
static bool has_place(const char *message) {
  const char *colon = strchr(message, ':');
  return colon && colon[1] >= '0' && colon[1] <= '9' &&
         colon[1 + strspn(colon + 1, "0123456789")] == ':';
}

/* Turns whatever was raised into a message with a place. No metamethods: they
 * would run where nothing can stop them. */
static int on_error(lua_State *L) {
  const char *message = lua_type(L, 1) == LUA_TSTRING ? lua_tostring(L, 1) : "";
  if (*message && has_place(message))
    return 1;
  plugin_push_where(L);
  if (lua_type(L, 1) == LUA_TSTRING || lua_type(L, 1) == LUA_TNUMBER)
    lua_pushvalue(L, 1);
  else
    lua_pushfstring(L, "an error that is a %s", luaL_typename(L, 1));
  lua_concat(L, 2);
  return 1;
}

/* The first line of what is on top of the stack. */
static void explain(Plugin *p, int status, Error *why) {
  const char *message = lua_tostring(p->L, -1);
  if (status == LUA_ERRMEM)
    p->stop = STOP_MEMORY;
  if (p->stop == STOP_MEMORY)
    error_set(why, "%s: out of its memory of %zu bytes", p->path,
              p->limits.memory);
  else
    error_set(why, "%.*s", message ? (int)strcspn(message, "\n") : 10,
              message ? message : "(no error)");
}

static void enter(Plugin *p) {
  if (p->depth++ > 0)
    return;
  p->stop = STOP_NONE;
  p->left = p->limits.work;
  if (p->limits.work)
    lua_sethook(p->L, on_count, LUA_MASKCOUNT, PERIOD);
}

static void leave(Plugin *p) {
  if (--p->depth > 0)
    return;
  int64_t work = p->limits.work - p->left;
  p->total_work += work;
  if (work > p->most_work)
    p->most_work = work;
}

/* In a call under way the bottom of the stack is out of reach: the handler is
 * put below the function. */
static int call_nested(lua_State *L, int args, int results) {
  int handler = lua_gettop(L) - args;
  lua_pushcfunction(L, on_error);
  lua_insert(L, handler);
  int status = lua_pcall(L, args, results, handler);
  lua_remove(L, handler);
  return status;
}

bool plugin_call(Plugin *p, int args, int results, Error *why) {
  lua_State *L = p->L;
  enter(p);
  int status = p->depth == 1 ? lua_pcall(L, args, results, PLUGIN_HANDLER)
                             : call_nested(L, args, results);
  leave(p);
  if (status == LUA_OK && !p->stop)
    return true;
  if (status == LUA_OK) { /* it got away with what it should not have */
    lua_pop(L, results);
    return error_set(why, "%s: out of its %s", p->path,
                     p->stop == STOP_WORK ? "budget" : "memory");
  }
  explain(p, status, why);
  lua_pop(L, 1);
  return false;
}

bool plugin_protect(Plugin *p, lua_CFunction function, void *argument,
                    int results, Error *why) {
  if (!lua_checkstack(p->L, STACK_ROOM))
    return error_set(why, "%s: out of its memory", p->path);
  lua_pushcfunction(p->L, function);
  lua_pushlightuserdata(p->L, argument);
  return plugin_call(p, 1, results, why);
}

Plugin *plugin_new(const char *path, Limits limits, Error *error) {
  Plugin *p = calloc(1, sizeof *p);
  if (p) {
    p->limits = limits;
    p->users = 1;
    snprintf(p->path, sizeof p->path, "%s", path);
    rng_seed(&p->own_rng, 0, 0);
    p->rng = &p->own_rng;
    p->L = lua_newstate(allocate, p);
  }
  if (p && p->L) {
    lua_pushcfunction(p->L, on_error);
    return p;
  }
  free(p);
  error_set(error, "%s: no memory for a Lua state", path);
  return NULL;
}

void plugin_release(Plugin *p) {
  if (!p || --p->users > 0)
    return;
  lua_close(p->L);
  assert(p->used == 0);
  free(p);
}
