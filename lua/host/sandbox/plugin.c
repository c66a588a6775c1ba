#include "lua/host/sandbox/plugin.h"

#include <assert.h>
#include <lauxlib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
  PERIOD = 1000,   /* instructions between two looks at the budget */
  WORK_BYTES = 16, /* bytes of a large string or userdata to a unit of work */
  LARGE = 128,     /* bytes from which one is */
  STACK_ROOM = 16, /* what a call needs on the stack, at most */
  REFUSALS_MAX = 100, /* of memory, in a call */
  COST_CALL = 100,    /* of each call, for instructions too few to be counted */
};

/* What a call may take on the processor, in nanoseconds: so much, and so much
 * for each unit of its budget. */
enum { TIME_LEAST = 250000000, TIME_OF_WORK = 1000 };

/* Every call into a plugin touches this: no function call to find it, also in
 * the module. */
#define CHEAP_TLS __attribute__((tls_model("initial-exec")))

/* Plugins of this thread with a call under way: they call each other, and each
 * takes its part of the C stack. */
static _Thread_local int active CHEAP_TLS;
enum { ACTIVE_MAX = 10 };

/* The first of them that is rules. Rules that make others work, which make
 * others work, have no more time together than it has alone. */
static _Thread_local Plugin *first_rules CHEAP_TLS;

static _Thread_local Plugin *payer;

Plugin *plugin_set_payer(Plugin *plugin) {
  Plugin *before = payer;
  payer = plugin;
  return before;
}

Plugin *plugin_payer(void) {
  return payer;
}

/* Whether a block cannot be had. Lua then collects all garbage and tries again,
 * which takes long where there is much: whoever lives at the cap gets nothing
 * more after a while. */
static bool refuses(Plugin *p, size_t kind, size_t old, size_t size) {
  bool full = size - old > p->limits.memory - p->used;
  bool long_string = kind == LUA_TSTRING && size > STRING_MAX;
  bool large = size > BLOCK_MAX;
  p->long_string = p->long_string || long_string;
  p->large_block = p->large_block || large;
  p->refusals += full;
  return full || long_string || large || p->refusals > REFUSALS_MAX;
}

/* Lua calls this for all its memory. Large strings and userdata are charged as
 * work, because C code can make them in one instruction. Short strings are not:
 * whether one is made or found depends on what was there before; nor is what
 * tables and stacks take, which depends on when garbage is collected. Very long
 * strings are refused: comparing two takes one instruction, too. */
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
  if (size > old && refuses(p, kind, old, size))
    return NULL;
  void *moved = realloc(block, size);
  if (!moved)
    return size <= old ? block : NULL;
  if ((kind == LUA_TSTRING || kind == LUA_TUSERDATA) && size >= LARGE)
    p->left -= (int64_t)(size / WORK_BYTES);
  p->used += size - old;
  if (p->used > p->peak)
    p->peak = p->used;
  return moved;
}

Plugin *plugin_of(lua_State *L) {
  void *context;
  return lua_getallocf(L, &context) == allocate ? context : NULL;
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

static void on_count(lua_State *L, lua_Debug *at);

static void write_stop(const Plugin *p, char *text, size_t size) {
  if (p->stop == STOP_WORK)
    snprintf(text, size,
             "out of its budget of %lld instructions (--budget sets it)",
             (long long)p->limits.work);
  else if (p->stop == STOP_TIME)
    snprintf(text, size,
             "out of time: it took far longer than its budget of "
             "%lld instructions should",
             (long long)p->limits.work);
  else if (p->long_string)
    snprintf(text, size, "made a string of more than %d bytes", STRING_MAX);
  else if (p->large_block)
    snprintf(text, size, "made a table, text or stack of more than %d bytes",
             BLOCK_MAX);
  else
    snprintf(text, size, "out of its memory of %zu bytes (--memory sets it)",
             p->limits.memory);
}

static int raise_stop(lua_State *L, const Plugin *p) {
  char text[128];
  write_stop(p, text, sizeof text);
  plugin_push_where(L);
  lua_pushfstring(L, "%s%s", lua_tostring(L, -1), text);
  return lua_error(L);
}

/* Further hooks come at every instruction, in whichever coroutine runs, so that
 * each level of pcall is left. */
static void stop(lua_State *L, Plugin *p, Stop why) {
  if (!p->stop)
    p->stop = why;
  if (p->limits.work)
    lua_sethook(L, on_count, LUA_MASKCOUNT, 1);
  raise_stop(L, p);
}

void plugin_overdrawn(lua_State *L, Plugin *p) {
  stop(L, p, STOP_WORK);
}

static int64_t nanoseconds(clockid_t clock) {
  struct timespec now;
  clock_gettime(clock, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/* Whether the call has taken far more time than its budget should. The clock on
 * the wall is cheap to ask; only if it says so, the processor's is. */
static bool is_late(Plugin *p) {
  if (!p->limits.work)
    return false;
  int64_t allowed = TIME_LEAST + p->limits.work * TIME_OF_WORK;
  int64_t now = nanoseconds(CLOCK_MONOTONIC);
  if (p->began == 0) {
    p->began = now;
    p->began_processor = nanoseconds(CLOCK_THREAD_CPUTIME_ID);
  }
  return now - p->began > allowed &&
         nanoseconds(CLOCK_THREAD_CPUTIME_ID) - p->began_processor > allowed;
}

static bool out_of_time(Plugin *p) {
  bool nested = p->is_rules && first_rules && first_rules != p;
  return is_late(p) || (nested && is_late(first_rules));
}

bool plugin_may_go_on(Plugin *p) {
  return !p || !p->limits.work || (p->left >= 0 && !out_of_time(p));
}

void plugin_check(lua_State *L, Plugin *p) {
  plugin_pay(L, p, 0);
  if (!plugin_may_go_on(p))
    stop(L, p, STOP_TIME);
}

/* Where one instruction of Lua can make C do a lot, the clock is looked at as
 * well. */
void plugin_charge(lua_State *L, int64_t work) {
  enum { MUCH = 1000, OFTEN = 64 };
  Plugin *p = plugin_of(L);
  plugin_pay(L, p, work);
  if (p && p->limits.work && (work >= MUCH || ++p->charges % OFTEN == 0) &&
      out_of_time(p))
    stop(L, p, STOP_TIME);
}

/* Comes every PERIOD instructions. */
static void on_count(lua_State *L, lua_Debug *at) {
  (void)at;
  Plugin *p = plugin_of(L);
  p->left -= PERIOD;
  if (p->stop || p->left < 0)
    stop(L, p, STOP_WORK);
  if (out_of_time(p))
    stop(L, p, STOP_TIME);
}

void plugin_check_stop(lua_State *L, int status) {
  Plugin *p = plugin_of(L);
  if (status == LUA_ERRMEM)
    stop(L, p, STOP_MEMORY);
  if (p->stop)
    stop(L, p, p->stop);
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

/* Whether a message begins with the file, as Lua names it: of a long path it
 * shows the end. */
static bool names_file(const Plugin *p, const char *message) {
  size_t length = strlen(p->path);
  if (length < LUA_IDSIZE)
    return strncmp(message, p->path, length) == 0;
  const char *end = p->path + length - (LUA_IDSIZE - 4);
  return strncmp(message, "...", 3) == 0 &&
         strncmp(message + 3, end, LUA_IDSIZE - 4) == 0;
}

/* The first line of the message on top of the stack. It names the file,
 * whatever a plugin may have written there. */
static void explain(Plugin *p, int status, Error *why) {
  const char *message = lua_tostring(p->L, -1);
  char text[128];
  if (status == LUA_ERRMEM && !p->stop)
    p->stop = STOP_MEMORY;
  write_stop(p, text, sizeof text);
  if (status == LUA_ERRMEM || !message)
    message = p->stop ? text : "an error that is not a text";
  bool named = names_file(p, message);
  error_set(why, "%s%s%.*s", named ? "" : p->path, named ? "" : ": ",
            (int)strcspn(message, "\n"), message);
}

static void enter(Plugin *p) {
  if (p->depth++ > 0) {
    p->left -= COST_CALL;
    return;
  }
  active++;
  if (p->is_rules && !first_rules)
    first_rules = p;
  p->stop = STOP_NONE;
  p->long_string = p->large_block = false;
  p->refusals = 0;
  p->began = 0;
  p->left = p->limits.work - COST_CALL;
  if (p->limits.work)
    lua_sethook(p->L, on_count, LUA_MASKCOUNT, PERIOD);
}

static void leave(Plugin *p) {
  if (--p->depth > 0)
    return;
  active--;
  if (first_rules == p)
    first_rules = NULL;
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

/* What was wrong with a call that did not end well. Leaves nothing of it on the
 * stack. */
static bool fail(Plugin *p, int status, int results, Error *why) {
  char text[128];
  if (status != LUA_OK) {
    explain(p, status, why);
    lua_pop(p->L, 1);
    return false;
  }
  write_stop(p, text, sizeof text);
  lua_pop(p->L, results);
  return error_set(why, "%s: %s", p->path,
                   p->stop ? text : "weak tables (__mode) cannot be had here");
}

static bool is_spoilt(Plugin *p) {
  return p->has_metatables && p->depth == 0 &&
         lua_checkstack(p->L, STACK_ROOM) && p->is_spoilt(p->L);
}

bool plugin_call(Plugin *p, int args, int results, Error *why) {
  lua_State *L = p->L;
  if (p->depth == 0 && active == ACTIVE_MAX) {
    lua_pop(L, args + 1);
    return error_set(why, "%s: more than %d files call each other", p->path,
                     ACTIVE_MAX);
  }
  enter(p);
  int status = p->depth == 1 ? lua_pcall(L, args, results, PLUGIN_HANDLER)
                             : call_nested(L, args, results);
  leave(p);
  if (status == LUA_OK && !p->stop && !is_spoilt(p))
    return true;
  /* It may also have got away with what it should not have. */
  return fail(p, status, results, why);
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
