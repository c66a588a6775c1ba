#include "lua/host/sandbox/plugin.h"

#include "core/base/clock.h"
#include "core/isolation/child.h"
#include <assert.h>
#include <lauxlib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
  PERIOD = 1000,       /* instructions between two checks of the budget */
  BYTES_PER_WORK = 16, /* of a large string or userdata */
  LARGE = 128,         /* bytes from which a block is charged */
  STACK_SLOTS = 16,    /* stack slots that a call needs, at most */
  REFUSALS_MAX = 100,  /* refused allocations per call */
  COST_CALL = 100,     /* per call, for instructions not counted by PERIOD */
};

/* Processor time that a call may take, in nanoseconds: a minimum, plus this
 * much per unit of its budget. */
enum { TIME_MIN = 250000000, TIME_PER_WORK = 1000 };

/* Every call into a plugin uses these variables. The initial-exec model avoids
 * a function call to find them, also in the shared module. */
#define CHEAP_TLS __attribute__((tls_model("initial-exec")))

/* Number of plugins of this thread that are being called. They call each other,
 * and each uses part of the C stack. */
static _Thread_local int active CHEAP_TLS;
enum { ACTIVE_MAX = 10 };

/* Where the C stack was when the first of them was called, and how much of it
 * they may use together, of the usual 8 MB. Lua limits the depth of C calls in
 * each coroutine to 200, but does not know of the calls in other coroutines and
 * plugins. */
static _Thread_local const char *stack_start CHEAP_TLS;
enum { C_STACK_MAX = 2 << 20 };

/* The outermost of them that contains rules. Rules that call other rules share
 * its time limit. */
static _Thread_local Plugin *outermost_rules CHEAP_TLS;

static _Thread_local Plugin *opener;

Plugin *plugin_set_opener(Plugin *plugin) {
  Plugin *previous = opener;
  opener = plugin;
  return previous;
}

Plugin *plugin_opener(void) {
  return opener;
}

/* ---- memory --------------------------------------------------------------*/

/* Returns whether to refuse an allocation. After a refusal Lua runs a full
 * garbage collection and tries again, which is slow; a plugin that stays at its
 * memory cap is therefore stopped after REFUSALS_MAX refusals. */
static bool must_refuse(Plugin *p, size_t kind, size_t old, size_t size) {
  bool full = size - old > p->limits.memory - p->used;
  bool long_string = kind == LUA_TSTRING && size > STRING_MAX;
  bool large = size > BLOCK_MAX;
  p->long_string = p->long_string || long_string;
  p->large_block = p->large_block || large;
  p->refusals += full;
  return full || long_string || large || p->refusals > REFUSALS_MAX;
}

/* The allocator of a plugin's Lua state. Charges large strings and userdata as
 * work, because a single instruction can create them. Does not charge short
 * strings, since Lua may reuse an existing one, nor tables and stacks, whose
 * allocations depend on garbage collection: work must be deterministic. Refuses
 * very long strings, because comparing two takes only one instruction. */
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
  if (size > old && must_refuse(p, kind, old, size))
    return NULL;
  void *moved = realloc(block, size);
  if (!moved)
    return size <= old ? block : NULL;
  if ((kind == LUA_TSTRING || kind == LUA_TUSERDATA) && size >= LARGE)
    p->budget_left -= (int64_t)(size / BYTES_PER_WORK);
  p->used += size - old;
  if (p->used > p->peak)
    p->peak = p->used;
  return moved;
}

Plugin *plugin_of(lua_State *L) {
  void *context;
  return lua_getallocf(L, &context) == allocate ? context : NULL;
}

/* ---- stopping ------------------------------------------------------------*/

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

/* Writes why the plugin was stopped. */
static void write_stop(const Plugin *p, char *text, size_t size) {
  if (p->stop == STOP_WORK)
    snprintf(text, size,
             "exceeded its budget of %lld instructions (--budget sets it)",
             (long long)p->limits.work);
  else if (p->stop == STOP_TIME)
    snprintf(text, size,
             "exceeded its time limit: it took far longer than its budget of "
             "%lld instructions should",
             (long long)p->limits.work);
  else if (p->long_string)
    snprintf(text, size, "created a string of more than %d bytes", STRING_MAX);
  else if (p->large_block)
    snprintf(text, size,
             "created a table, string or stack of more than %d bytes",
             BLOCK_MAX);
  else
    snprintf(text, size,
             "exceeded its memory limit of %zu bytes (--memory sets it)",
             p->limits.memory);
}

static int raise_stop(lua_State *L, const Plugin *p) {
  char text[128];
  write_stop(p, text, sizeof text);
  plugin_push_where(L);
  lua_pushfstring(L, "%s%s", lua_tostring(L, -1), text);
  return lua_error(L);
}

/* Raises the error that stops the call. From here on the hook runs at every
 * instruction of the current coroutine, so that each level of pcall is left. */
static void stop(lua_State *L, Plugin *p, Stop why) {
  if (!p->stop)
    p->stop = why;
  if (p->limits.work)
    lua_sethook(L, on_count, LUA_MASKCOUNT, 1);
  raise_stop(L, p);
}

void plugin_stop_over_budget(lua_State *L, Plugin *p) {
  stop(L, p, STOP_WORK);
}

/* Returns whether the call has taken far longer than its budget should. Reads
 * the processor clock only if the wall clock, which is cheaper, says so. */
static bool is_late(Plugin *p) {
  if (!p->limits.work)
    return false;
  int64_t allowed = TIME_MIN + p->limits.work * TIME_PER_WORK;
  int64_t now = clock_read(CLOCK_MONOTONIC);
  if (p->started_ns == 0) {
    p->started_ns = now;
    p->started_cpu_ns = clock_read(CLOCK_THREAD_CPUTIME_ID);
  }
  return now - p->started_ns > allowed &&
         clock_read(CLOCK_THREAD_CPUTIME_ID) - p->started_cpu_ns > allowed;
}

int64_t plugin_patience(Limits limits) {
  const int64_t least = 5000000000;
  return limits.work ? least + 3 * (TIME_MIN + limits.work * TIME_PER_WORK) : 0;
}

static bool out_of_time(Plugin *p) {
  bool nested = p->is_rules && outermost_rules && outermost_rules != p;
  return is_late(p) || (nested && is_late(outermost_rules));
}

bool plugin_within_limits(Plugin *p) {
  return !p || !p->limits.work || (p->budget_left >= 0 && !out_of_time(p));
}

void plugin_check_limits(lua_State *L, Plugin *p) {
  plugin_charge_to(L, p, 0);
  if (!plugin_within_limits(p))
    stop(L, p, STOP_TIME);
}

/* Checks the time limit for large charges and otherwise now and then, because
 * charged C functions can take longer than their charge. */
void plugin_charge(lua_State *L, int64_t work) {
  enum { LARGE_CHARGE = 1000, CHECK_INTERVAL = 64 };
  Plugin *p = plugin_of(L);
  plugin_charge_to(L, p, work);
  if (p && p->limits.work &&
      (work >= LARGE_CHARGE || ++p->charges % CHECK_INTERVAL == 0) &&
      out_of_time(p))
    stop(L, p, STOP_TIME);
}

/* The count hook: runs every PERIOD instructions. */
static void on_count(lua_State *L, lua_Debug *at) {
  (void)at;
  Plugin *p = plugin_of(L);
  p->budget_left -= PERIOD;
  if (p->stop || p->budget_left < 0)
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

/* ---- error messages ------------------------------------------------------*/

/* Returns whether a message starts with "file:line: ". */
static bool has_location(const char *message) {
  const char *colon = strchr(message, ':');
  return colon && colon[1] >= '0' && colon[1] <= '9' &&
         colon[1 + strspn(colon + 1, "0123456789")] == ':';
}

/* The message handler: turns any error value into a message with a location.
 * Calls no metamethods, because message handlers run without hooks, so nothing
 * could stop them. */
static int on_error(lua_State *L) {
  const char *message = lua_type(L, 1) == LUA_TSTRING ? lua_tostring(L, 1) : "";
  if (*message && has_location(message))
    return 1;
  plugin_push_where(L);
  if (lua_type(L, 1) == LUA_TSTRING || lua_type(L, 1) == LUA_TNUMBER)
    lua_pushvalue(L, 1);
  else
    lua_pushfstring(L, "(error object is a %s value)", luaL_typename(L, 1));
  lua_concat(L, 2);
  return 1;
}

/* Returns whether a message starts with the plugin's file name as Lua shortens
 * it: only the end of a long path. */
static bool names_file(const Plugin *p, const char *message) {
  size_t length = strlen(p->path);
  if (length < LUA_IDSIZE)
    return strncmp(message, p->path, length) == 0;
  const char *end = p->path + length - (LUA_IDSIZE - 4);
  return strncmp(message, "...", 3) == 0 &&
         strncmp(message + 3, end, LUA_IDSIZE - 4) == 0;
}

/* Copies the first line of the message on top of the stack. The result always
 * names the file, whatever the plugin raised. */
static void explain(Plugin *p, int status, Error *why) {
  const char *message = lua_tostring(p->L, -1);
  char text[128];
  if (status == LUA_ERRMEM && !p->stop)
    p->stop = STOP_MEMORY;
  write_stop(p, text, sizeof text);
  if (status == LUA_ERRMEM || !message)
    message = p->stop ? text : "(error object is not a string)";
  bool named = names_file(p, message);
  error_set(why, "%s%s%.*s", named ? "" : p->path, named ? "" : ": ",
            (int)strcspn(message, "\n"), message);
}

/* ---- calls ---------------------------------------------------------------*/

static void enter(Plugin *p) {
  if (p->depth++ > 0) {
    p->budget_left -= COST_CALL;
    return;
  }
  if (active++ == 0) {
    stack_start = __builtin_frame_address(0);
    child_enter();
  }
  if (p->is_rules && !outermost_rules)
    outermost_rules = p;
  p->stop = STOP_NONE;
  p->long_string = p->large_block = false;
  p->refusals = 0;
  p->started_ns = 0;
  p->budget_left = p->limits.work - COST_CALL;
  if (p->limits.work)
    lua_sethook(p->L, on_count, LUA_MASKCOUNT, PERIOD);
}

static void leave(Plugin *p) {
  if (--p->depth > 0)
    return;
  if (--active == 0)
    child_leave();
  if (outermost_rules == p)
    outermost_rules = NULL;
  int64_t work = p->limits.work - p->budget_left;
  p->total_work += work;
  if (work > p->most_work)
    p->most_work = work;
}

/* During a call the bottom of the stack is out of reach, so the handler goes
 * below the function. */
static int call_nested(lua_State *L, int args, int results) {
  int handler = lua_gettop(L) - args;
  lua_pushcfunction(L, on_error);
  lua_insert(L, handler);
  int status = lua_pcall(L, args, results, handler);
  lua_remove(L, handler);
  return status;
}

/* Reports why a call failed and removes what it left on the stack. */
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
                   p->stop ? text : "weak tables (__mode) are not allowed");
}

static bool found_weak_table(Plugin *p) {
  return p->has_metatables && p->depth == 0 &&
         lua_checkstack(p->L, STACK_SLOTS) && p->has_weak_tables(p->L);
}

static bool uses_too_much_stack(void) {
  const char *here = __builtin_frame_address(0);
  ptrdiff_t used = here - stack_start;
  return active > 0 && (used < 0 ? -used : used) > C_STACK_MAX;
}

/* Returns whether another call can be nested in those that are running. */
static bool may_nest(const Plugin *p, Error *why) {
  if (p->depth == 0 && active == ACTIVE_MAX)
    return error_set(why, "%s: more than %d plugins call each other", p->path,
                     ACTIVE_MAX);
  if (p->depth == PLUGIN_DEPTH_MAX)
    return error_set(why, "%s: more than %d nested calls of the rules", p->path,
                     PLUGIN_DEPTH_MAX);
  return !uses_too_much_stack() ||
         error_set(why, "%s: the nested calls use too much of the C stack",
                   p->path);
}

bool plugin_call(Plugin *p, int args, int results, Error *why) {
  lua_State *L = p->L;
  if (!may_nest(p, why)) {
    lua_pop(L, args + 1);
    return false;
  }
  enter(p);
  int status = p->depth == 1 ? lua_pcall(L, args, results, PLUGIN_HANDLER)
                             : call_nested(L, args, results);
  leave(p);
  if (status == LUA_OK && !p->stop && !found_weak_table(p))
    return true;
  /* It may have caught the error, or have created weak tables. */
  return fail(p, status, results, why);
}

bool plugin_protect(Plugin *p, lua_CFunction function, void *argument,
                    int results, Error *why) {
  if (!lua_checkstack(p->L, STACK_SLOTS))
    return error_set(why, "%s: exceeded its memory limit (--memory sets it)",
                     p->path);
  lua_pushcfunction(p->L, function);
  lua_pushlightuserdata(p->L, argument);
  return plugin_call(p, 1, results, why);
}

/* ---- life cycle ----------------------------------------------------------*/

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
  error_set(error, "%s: out of memory (Lua state)", path);
  return NULL;
}

void plugin_release(Plugin *p) {
  if (!p || --p->users > 0)
    return;
  lua_close(p->L);
  assert(p->used == 0);
  free(p);
}
