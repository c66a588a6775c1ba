#include "lua/host/sandbox/plugin_internal.h"

#include "core/isolation/child.h"
#include "lua/host/sandbox/file.h"
#include "lua/host/sandbox/hash_seed.h"
#include "lua/host/sandbox/profile.h"
#include "lua/host/sandbox/source.h"
#include <assert.h>
#include <lauxlib.h>
#include <limits.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
  STACK_SLOTS = 16, /* stack slots that a call needs, at most */
  COST_CALL = 100,  /* per call, for instructions that the hook misses */
  SKIPPED = 4144    /* bytes of the arena, see plugin_vary_layout */
};

/* Number of plugins of this thread that are being called. They call each other,
 * and each uses part of the C stack. */
static _Thread_local int active CHEAP_TLS;
enum { ACTIVE_MAX = 10 };

/* Where the C stack was when the first of them was called, and how much of it
 * they may use together: worker threads have 8 MB, the main thread what
 * `ulimit -s` sets. Lua limits the depth of C calls in each coroutine to
 * 200, but does not know of the calls in other coroutines and plugins. */
static _Thread_local const char *stack_start CHEAP_TLS;
enum { C_STACK_MAX = 1 << 20 };

_Thread_local Account *plugin_current CHEAP_TLS;

/* A bot is charged 1/COST_OF_RULES of the work that it causes in the rules of
 * the game it plays: it is not to blame for slow rules. */
enum { COST_OF_RULES = 10 };

static _Thread_local Plugin *opening;

Plugin *plugin_set_opener(Plugin *plugin) {
  Plugin *previous = opening;
  opening = plugin;
  return previous;
}

Plugin *plugin_opener(void) {
  return opening;
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
  plugin_write_trace(L, plugin_of(L));
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

/* Returns whether a message quotes the plugin's file name, or starts with it as
 * Lua shortens it: only the end of a long path. */
static bool names_file(const Plugin *p, const char *message) {
  char quoted[PATH_TEXT + 2];
  size_t length = strlen(p->path);
  snprintf(quoted, sizeof quoted, "'%s'", p->path);
  if (strstr(message, quoted))
    return true;
  if (length < LUA_IDSIZE)
    return strncmp(message, p->path, length) == 0;
  const char *end = p->path + length - (LUA_IDSIZE - 4);
  return strncmp(message, "...", 3) == 0 &&
         strncmp(message + 3, end, LUA_IDSIZE - 4) == 0;
}

static ErrorCode stop_code(const Account *a) {
  return a->stop == STOP_SYSTEM ? ERROR_NO_MEMORY : ERROR_OTHER;
}

/* Says why the current call was stopped; if it was not, an allocation has
 * failed. */
static bool explain_stop(Account *a, const char *path, Error *why) {
  char text[STOP_TEXT];
  if (!a->stop)
    a->stop = plugin_memory_stop(a);
  plugin_write_stop(a, text);
  return error_set_code(why, stop_code(a), "%s: %s", path, text);
}

/* Copies the first line of the message on top of the stack. The result always
 * names the file, whatever the plugin raised. */
static void explain(Plugin *p, int status, Error *why) {
  const char *message = lua_tostring(p->L, -1);
  Account *a = p->account;
  char text[STOP_TEXT];
  if (status == LUA_ERRMEM && !a->stop)
    a->stop = plugin_memory_stop(a);
  plugin_write_stop(a, text);
  if (status == LUA_ERRMEM || !message)
    message = a->stop ? text : "(error object is not a string)";
  bool named = names_file(p, message);
  error_set_code(why, stop_code(a), "%s%s%.*s", named ? "" : p->path,
                 named ? "" : ": ", (int)strcspn(message, "\n"), message);
  if (status == LUA_ERRRUN) /* otherwise the handler was not called */
    error_set_trace(why, p->trace);
}

/* ---- calls ---------------------------------------------------------------*/

/* Begins a call from outside. */
static void begin_account(Account *a) {
  a->stop = STOP_NONE;
  a->long_string = a->large_block = false;
  a->refusals = 0;
  a->missing = 0;
  a->started_ns = 0;
  a->budget = a->budget_left = plugin_budget(a);
}

/* Charges work to the account that has caused it. If it was much, the clock is
 * read soon. */
static void charge_caller(Account *a, int64_t work) {
  enum { LARGE_CHARGE = 10000 };
  if (!a)
    return;
  a->budget_left -= work / COST_OF_RULES;
  if (work >= LARGE_CHARGE)
    a->checks = UINT_MAX;
}

/* Returns the work of a call that ends. */
static int64_t end_account(Account *a) {
  int64_t work = a->budget - a->budget_left;
  if (work > a->most_work)
    a->most_work = work;
  a->all_work += work;
  return work;
}

static void charge_call(Plugin *p) {
  p->account->budget_left -= COST_CALL + p->due;
  p->due = 0;
  p->calls++;
}

static void enter(Plugin *p) {
  Account *a = p->account;
  if (a->depth++ == 0) {
    a->caller = plugin_current;
    plugin_current = a;
    begin_account(a);
  }
  charge_call(p);
  if (p->depth++ > 0)
    return;
  if (active++ == 0) {
    stack_start = __builtin_frame_address(0);
    child_enter();
    plugin_begin_watch();
  }
  plugin_count(p);
}

static void leave(Plugin *p) {
  Account *a = p->account;
  if (--p->depth == 0 && --active == 0)
    child_leave();
  if (--a->depth == 0) {
    plugin_current = a->caller;
    charge_caller(plugin_current, end_account(a));
  }
}

void plugin_charge_again(Plugin *p, int64_t work) {
  Account *a = p->account;
  if (a->depth) {
    a->budget_left -= work;
    return;
  }
  a->all_work += work;
  charge_caller(plugin_current, work);
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

/* Reports why a call failed and removes what it left on the stack. It may have
 * caught the error that was to stop it. */
static bool fail(Plugin *p, int status, int results, Error *why) {
  if (status != LUA_OK) {
    explain(p, status, why);
    lua_pop(p->L, 1);
    return false;
  }
  lua_pop(p->L, results);
  return explain_stop(p->account, p->path, why);
}

static bool uses_too_much_stack(void) {
  const char *here = __builtin_frame_address(0);
  ptrdiff_t used = here - stack_start;
  return active > 0 && (used < 0 ? -used : used) > C_STACK_MAX;
}

/* Returns whether another call can be nested in those that are running. */
static bool may_nest(const Plugin *p, Error *why) {
  if (attempt.given_up)
    return error_set(why, "%s: the game will be played again", p->path);
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
  ProfileSpan span = {0};
  p->is_as_new = false;
  enter(p);
  if (p->account->profile)
    profile_begin(p, &span);
  lua_State *caller = plugin_switch(L);
  int status = p->depth == 1 ? lua_pcall(L, args, results, PLUGIN_HANDLER)
                             : call_nested(L, args, results);
  plugin_switch(caller);
  if (p->account->profile)
    profile_end(p, &span);
  leave(p);
  if (status == LUA_OK && !p->account->stop)
    return true;
  if (active == 0 || p->account->stop)
    plugin_give_up(); /* what it has failed for must come from a counted game */
  return fail(p, status, results, why);
}

bool plugin_reserve(Plugin *p, int slots, Error *why) {
  return lua_checkstack(p->L, slots) || explain_stop(p->account, p->path, why);
}

bool plugin_protect(Plugin *p, lua_CFunction function, void *argument,
                    int results, Error *why) {
  if (!plugin_reserve(p, STACK_SLOTS, why))
    return false;
  lua_pushcfunction(p->L, function);
  lua_pushlightuserdata(p->L, argument);
  return plugin_call(p, 1, results, why);
}

bool plugin_apply(Plugin *p, lua_CFunction function, void *argument,
                  int results, Error *why) {
  lua_pushcfunction(p->L, function);
  lua_insert(p->L, -2);
  lua_pushlightuserdata(p->L, argument);
  return plugin_call(p, 2, results, why);
}

bool plugin_may_chain(const Plugin *p) {
  return attempt.on && !attempt.given_up && active == 0 && !plugin_current &&
         !p->account->profile;
}

void plugin_next_call(lua_State *L, Plugin *p) {
  Account *a = p->account;
  if (a->stop || attempt.given_up)
    plugin_stop(L, p, STOP_ATTEMPT);
  end_account(a);
  begin_account(a);
  charge_call(p);
  child_enter();
  plugin_watch_next(L);
}

bool plugin_protect_aside(Plugin *p, lua_CFunction function, void *argument,
                          Error *why) {
  Account *a = p->account, *caller = plugin_current;
  int64_t most = a->most_work, all = a->all_work, left = a->budget_left;
  int64_t left_to_caller = caller ? caller->budget_left : 0;
  if (a->depth)
    a->budget_left = a->budget;
  profile_skip(a);
  bool good = plugin_protect(p, function, argument, 0, why);
  a->most_work = most;
  a->all_work = all;
  if (caller)
    caller->budget_left = left_to_caller;
  if (a->depth)
    a->budget_left = left;
  profile_skip(a);
  return good;
}

/* ---- life cycle ----------------------------------------------------------*/

static atomic_bool varies;

void plugin_vary_layout(bool vary) {
  atomic_store(&varies, vary);
}

/* Adds the plugin to the account of `opener`, or to a new one. */
static bool join_account(Plugin *p, Limits limits, const Plugin *opener) {
  Account *a = opener ? opener->account : calloc(1, sizeof *a);
  if (!a)
    return false;
  if (!opener)
    a->limits = limits;
  p->account = a;
  p->next = a->plugins;
  a->plugins = p;
  return true;
}

static void leave_account(const Plugin *p) {
  Account *a = p->account;
  Plugin **link = &a->plugins;
  while (*link != p)
    link = &(*link)->next;
  *link = p->next;
  if (!a->plugins) {
    assert(a->used == 0);
    profile_free(a->profile);
    free(a);
  }
}

/* Opening the Lua state may fail because the account is full, which stops the
 * plugin that has caused it. */
static void fail_to_open(Plugin *p, const char *path, Error *error) {
  if (p && p->account) {
    explain_stop(p->account, path, error);
    leave_account(p);
    arena_close(&p->arena);
  } else {
    error_set_code(error, ERROR_NO_MEMORY, "%s: out of memory (Lua state)",
                   path);
  }
  free(p);
}

static void open_state(Plugin *p) {
  p->L = hash_seed_new_state(plugin_allocate, p, p->varied);
  p->orders = NULL;
  p->noted = NULL;
  p->call_event = NULL;
  p->has_calls = false;
  p->shown = LUA_NOREF;
  if (!p->L)
    return;
  *(Plugin **)lua_getextraspace(p->L) = p; /* that of coroutines is a copy */
  lua_pushcfunction(p->L, on_error);
}

static void close_state(Plugin *p) {
  if (p->L)
    lua_close(p->L);
  p->L = NULL;
  assert(p->used == 0);
  arena_clear(&p->arena);
}

bool plugin_restart(Plugin *p, Error *error) {
  assert(p->depth == 0);
  close_state(p);
  p->account->missing = 0;
  open_state(p);
  if (p->L)
    return true;
  p->account->stop = STOP_NONE; /* of an earlier call */
  return explain_stop(p->account, p->path, error);
}

Plugin *plugin_new(const char *path, Limits limits, const Plugin *opener,
                   Error *error) {
  Plugin *p = calloc(1, sizeof *p);
  if (p && join_account(p, limits, opener)) {
    p->users = 1;
    snprintf(p->file, sizeof p->file, "%s", path);
    snprintf(p->path, sizeof p->path, "%s", source_name(path));
    rng_seed(&p->own_rng, 0, 0);
    p->rng = &p->own_rng;
    p->reads_tables = raw_table_is_known();
    p->varied = atomic_load(&varies);
    p->arena.skipped = p->varied ? SKIPPED : 0;
    open_state(p);
  }
  if (p && p->L)
    return p;
  fail_to_open(p, path, error);
  return NULL;
}

void plugin_release(Plugin *p) {
  if (!p || --p->users > 0)
    return;
  close_state(p);
  arena_close(&p->arena);
  chunks_free(p->chunks);
  leave_account(p);
  free(p);
}
