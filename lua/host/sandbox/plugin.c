#include "lua/host/sandbox/plugin.h"

#include "core/base/clock.h"
#include "core/isolation/child.h"
#include "lua/host/sandbox/chunks.h"
#include "lua/host/sandbox/source.h"
#include <assert.h>
#include <lauxlib.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
  PERIOD = 1000,       /* instructions between two checks of the budget */
  BYTES_PER_WORK = 16, /* of a large string or userdata */
  LARGE = 128,         /* bytes from which a block is charged */
  STACK_SLOTS = 16,    /* stack slots that a call needs, at most */
  REFUSALS_MAX = 20,   /* refused allocations per call */
  COST_CALL = 100,     /* per call, for instructions not counted by PERIOD */
  STOP_TEXT = 128,     /* bytes for the reason of a stop */
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
 * they may use together: worker threads have 8 MB, the main thread what
 * `ulimit -s` sets. Lua limits the depth of C calls in each coroutine to
 * 200, but does not know of the calls in other coroutines and plugins. */
static _Thread_local const char *stack_start CHEAP_TLS;
enum { C_STACK_MAX = 1 << 20 };

/* The account of the innermost of them. */
static _Thread_local Account *current CHEAP_TLS;

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

/* ---- memory --------------------------------------------------------------*/

static bool fits(const Account *a, size_t more) {
  return more <= a->limits.memory - a->used;
}

/* Collects the garbage of all plugins of the account except `p`. */
static void collect_others(const Plugin *p) {
  for (const Plugin *q = p->account->plugins; q; q = q->next)
    if (q != p && q->L)
      lua_gc(q->L, LUA_GCCOLLECT);
}

static bool is_late(Account *a);

/* Returns whether to refuse an allocation. After a refusal Lua runs a full
 * garbage collection and tries again, which is slow; a plugin that stays at its
 * memory cap is therefore stopped after REFUSALS_MAX refusals. */
static bool must_refuse(const Plugin *p, size_t kind, size_t old, size_t size) {
  Account *a = p->account;
  bool long_string = kind == LUA_TSTRING && size > STRING_MAX;
  bool large = size > BLOCK_MAX;
  a->long_string = a->long_string || long_string;
  a->large_block = a->large_block || large;
  if (long_string || large || a->refusals > REFUSALS_MAX)
    return true;
  if (fits(a, size - old))
    return false;
  a->refusals += is_late(a) ? REFUSALS_MAX + 1 : 1;
  collect_others(p);
  return !fits(a, size - old) || a->refusals > REFUSALS_MAX;
}

/* Notes whether the system has granted an allocation. After a refusal Lua
 * collects garbage and tries again, and smaller ones may succeed at any time.
 */
static void note_system(Account *a, size_t size, bool granted) {
  if (!granted)
    a->missing = size;
  else if (size >= a->missing)
    a->missing = 0;
}

/* Adds the difference to what the plugin and its account use. */
static void count_bytes(Plugin *p, size_t old, size_t size) {
  Account *a = p->account;
  p->used += size - old;
  a->used += size - old;
  if (a->used > a->peak)
    a->peak = a->used;
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
    count_bytes(p, old, 0);
    return NULL;
  }
  if (size > old && must_refuse(p, kind, old, size))
    return NULL;
  void *moved = realloc(block, size);
  note_system(p->account, size, moved);
  if (!moved)
    return size <= old ? block : NULL;
  if ((kind == LUA_TSTRING || kind == LUA_TUSERDATA) && size >= LARGE)
    p->account->budget_left -= (int64_t)(size / BYTES_PER_WORK);
  count_bytes(p, old, size);
  return moved;
}

bool plugin_hold(Plugin *p, size_t before, size_t now) {
  Account *a = p->account;
  if (now > before && !fits(a, now - before)) {
    collect_others(p);
    lua_gc(p->L, LUA_GCCOLLECT);
    if (!fits(a, now - before))
      return false;
  }
  a->used += now - before;
  if (a->used > a->peak)
    a->peak = a->used;
  return true;
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

/* Writes why the call was stopped. */
static void write_stop(const Account *a, char text[STOP_TEXT]) {
  if (a->stop == STOP_WORK)
    snprintf(text, STOP_TEXT,
             "exceeded its budget of %lld instructions (--budget sets it)",
             (long long)a->limits.work);
  else if (a->stop == STOP_TIME)
    snprintf(text, STOP_TEXT,
             "exceeded its time limit: it took far longer than its budget of "
             "%lld instructions should",
             (long long)a->limits.work);
  else if (a->stop == STOP_SYSTEM && a->missing)
    snprintf(text, STOP_TEXT, "out of memory: the system refused %zu bytes",
             a->missing);
  else if (a->stop == STOP_SYSTEM)
    snprintf(text, STOP_TEXT, "out of memory: the system refused more");
  else if (a->long_string)
    snprintf(text, STOP_TEXT, "created a string of more than %d bytes",
             STRING_MAX);
  else if (a->large_block)
    snprintf(text, STOP_TEXT,
             "created a table, string or stack of more than %d bytes",
             BLOCK_MAX);
  else
    snprintf(text, STOP_TEXT,
             "exceeded its memory limit of %zu bytes (--memory sets it)",
             a->limits.memory);
}

static int raise_stop(lua_State *L, const Account *a) {
  char text[STOP_TEXT];
  write_stop(a, text);
  plugin_push_where(L);
  lua_pushfstring(L, "%s%s", lua_tostring(L, -1), text);
  return lua_error(L);
}

/* From here on the hook runs at every instruction of the current coroutine, so
 * that each level of pcall is left. */
void plugin_stop(lua_State *L, Plugin *p, Stop why) {
  Account *a = p->account;
  if (!a->stop)
    a->stop = why;
  if (a->limits.work)
    lua_sethook(L, on_count, LUA_MASKCOUNT, 1);
  raise_stop(L, a);
}

/* Returns why an allocation failed. */
static Stop memory_stop(const Account *a) {
  return a->missing ? STOP_SYSTEM : STOP_MEMORY;
}

/* Returns whether the call has taken far longer than its budget should. Reads
 * the processor clock only if the wall clock, which is cheaper, says so. */
static bool is_late(Account *a) {
  if (!a->limits.work || !a->depth)
    return false;
  int64_t allowed = TIME_MIN + a->limits.work * TIME_PER_WORK;
  int64_t now = clock_read(CLOCK_MONOTONIC);
  if (a->started_ns == 0) {
    a->started_ns = now;
    a->started_cpu_ns = clock_read(CLOCK_THREAD_CPUTIME_ID);
  }
  return now - a->started_ns > allowed &&
         clock_read(CLOCK_THREAD_CPUTIME_ID) - a->started_cpu_ns > allowed;
}

int64_t plugin_patience(Limits limits) {
  const int64_t least = 2000000000;
  return limits.work ? least + 3 * (TIME_MIN + limits.work * TIME_PER_WORK) : 0;
}

bool plugin_within_limits(Plugin *p) {
  if (!p || !p->account->limits.work)
    return true;
  Account *a = p->account;
  return !a->stop && a->budget_left >= 0 && !is_late(a);
}

void plugin_check_limits(lua_State *L, Plugin *p) {
  if (p && p->account->stop)
    plugin_stop(L, p, p->account->stop);
  plugin_charge_to(L, p, 0);
  if (!plugin_within_limits(p))
    plugin_stop(L, p, STOP_TIME);
}

/* A call that gets no answer is stopped for certain: whatever it would do next
 * would not depend on the rules. */
bool plugin_may_answer(void) {
  enum { CHECK_INTERVAL = 16 };
  Account *a = current;
  if (!a || !a->limits.work)
    return true;
  if (!a->stop && a->budget_left < 0)
    a->stop = STOP_WORK;
  if (!a->stop && ++a->checks % CHECK_INTERVAL == 0 && is_late(a)) {
    a->stop = STOP_TIME;
    a->budget_left = -1;
  }
  return !a->stop;
}

/* Checks the time limit for large charges and otherwise now and then, because
 * charged C functions can take longer than their charge. */
void plugin_charge(lua_State *L, int64_t work) {
  enum { LARGE_CHARGE = 1000, CHECK_INTERVAL = 64 };
  Plugin *p = plugin_of(L);
  plugin_charge_to(L, p, work);
  if (p && p->account->limits.work &&
      (work >= LARGE_CHARGE || ++p->account->checks % CHECK_INTERVAL == 0) &&
      is_late(p->account))
    plugin_stop(L, p, STOP_TIME);
}

/* The count hook: runs every PERIOD instructions. */
static void on_count(lua_State *L, lua_Debug *at) {
  (void)at;
  Plugin *p = plugin_of(L);
  Account *a = p->account;
  a->budget_left -= PERIOD;
  if (a->stop || a->budget_left < 0)
    plugin_stop(L, p, STOP_WORK);
  if (is_late(a))
    plugin_stop(L, p, STOP_TIME);
}

void plugin_check_stop(lua_State *L, int status) {
  Plugin *p = plugin_of(L);
  Account *a = p->account;
  if (status == LUA_ERRMEM)
    plugin_stop(L, p, memory_stop(a));
  if (a->stop)
    plugin_stop(L, p, a->stop);
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

static ErrorCode stop_code(const Account *a) {
  return a->stop == STOP_SYSTEM ? ERROR_NO_MEMORY : ERROR_OTHER;
}

/* Copies the first line of the message on top of the stack. The result always
 * names the file, whatever the plugin raised. */
static void explain(Plugin *p, int status, Error *why) {
  const char *message = lua_tostring(p->L, -1);
  Account *a = p->account;
  char text[STOP_TEXT];
  if (status == LUA_ERRMEM && !a->stop)
    a->stop = memory_stop(a);
  write_stop(a, text);
  if (status == LUA_ERRMEM || !message)
    message = a->stop ? text : "(error object is not a string)";
  bool named = names_file(p, message);
  error_set_code(why, stop_code(a), "%s%s%.*s", named ? "" : p->path,
                 named ? "" : ": ", (int)strcspn(message, "\n"), message);
}

/* ---- calls ---------------------------------------------------------------*/

/* Begins a call from outside. */
static void open_account(Account *a) {
  a->caller = current;
  current = a;
  a->stop = STOP_NONE;
  a->long_string = a->large_block = false;
  a->refusals = 0;
  a->missing = 0;
  a->started_ns = 0;
  a->budget_left = a->limits.work;
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

static void close_account(Account *a) {
  int64_t work = a->limits.work - a->budget_left;
  a->total_work += work;
  if (work > a->most_work)
    a->most_work = work;
  current = a->caller;
  charge_caller(current, work);
}

static void enter(Plugin *p) {
  Account *a = p->account;
  if (a->depth++ == 0)
    open_account(a);
  a->budget_left -= COST_CALL;
  if (p->depth++ > 0)
    return;
  if (active++ == 0) {
    stack_start = __builtin_frame_address(0);
    child_enter();
  }
  if (a->limits.work)
    lua_sethook(p->L, on_count, LUA_MASKCOUNT, PERIOD);
}

static void leave(Plugin *p) {
  if (--p->depth == 0 && --active == 0)
    child_leave();
  if (--p->account->depth == 0)
    close_account(p->account);
}

void plugin_charge_again(Plugin *p, int64_t work) {
  Account *a = p->account;
  if (a->depth) {
    a->budget_left -= work;
    return;
  }
  a->total_work += work;
  charge_caller(current, work);
}

int64_t plugin_work(const Plugin *p) {
  const Account *a = p->account;
  return a->total_work + (a->depth ? a->limits.work - a->budget_left : 0);
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
  const Account *a = p->account;
  char text[STOP_TEXT];
  if (status != LUA_OK) {
    explain(p, status, why);
    lua_pop(p->L, 1);
    return false;
  }
  write_stop(a, text);
  lua_pop(p->L, results);
  return error_set_code(why, stop_code(a), "%s: %s", p->path, text);
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
  if (status == LUA_OK && !p->account->stop)
    return true;
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
    free(a);
  }
}

/* Opening the Lua state may fail because the account is full, which stops the
 * plugin that has caused it. */
static void fail_to_open(Plugin *p, const char *path, Error *error) {
  char text[STOP_TEXT] = "out of memory (Lua state)";
  ErrorCode code = ERROR_NO_MEMORY;
  if (p && p->account) {
    Account *a = p->account;
    if (!a->stop)
      a->stop = memory_stop(a);
    write_stop(a, text);
    code = stop_code(a);
    leave_account(p);
  }
  free(p);
  error_set_code(error, code, "%s: %s", path, text);
}

static void open_state(Plugin *p) {
  p->L = lua_newstate(allocate, p);
  if (p->L)
    lua_pushcfunction(p->L, on_error);
}

static void close_state(Plugin *p) {
  if (p->L)
    lua_close(p->L);
  p->L = NULL;
  assert(p->used == 0);
}

bool plugin_restart(Plugin *p, Error *error) {
  assert(p->depth == 0);
  close_state(p);
  p->account->missing = 0;
  open_state(p);
  if (p->L)
    return true;
  Account *a = p->account;
  char text[STOP_TEXT];
  a->stop = memory_stop(a);
  write_stop(a, text);
  return error_set_code(error, stop_code(a), "%s: %s", p->path, text);
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
  chunks_free(p->chunks);
  leave_account(p);
  free(p);
}
