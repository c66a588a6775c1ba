/* Plugins: the limits on work and time, and stopping. */
#include "lua/host/sandbox/plugin_internal.h"

#include "core/base/clock.h"
#include "lua/host/sandbox/profile.h"
#include <signal.h>
#include <stdio.h>
#include <time.h>

enum { PERIOD = 1000 }; /* instructions between two checks of the budget */

/* Processor time that a call may take, in nanoseconds: a minimum, plus this
 * much per unit of its budget. */
enum { TIME_MIN = 250000000, TIME_PER_WORK = 1000 };

/* Instructions that a call may execute in an attempt before they are counted,
 * see below. */
enum { UNCOUNTED = 5 * 1000 * ATTEMPT_TICK_US };

static void on_count(lua_State *L, lua_Debug *at);

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

void plugin_write_stop(const Account *a, char text[STOP_TEXT]) {
  if (a->stop == STOP_ATTEMPT)
    snprintf(text, STOP_TEXT, "its instructions must be counted");
  else if (a->stop == STOP_WORK)
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
    snprintf(text, STOP_TEXT, "created a string of more than %d KB",
             STRING_MAX >> 10);
  else if (a->large_block)
    snprintf(text, STOP_TEXT,
             "created a table, string or stack of more than %d MB",
             BLOCK_MAX >> 20);
  else
    snprintf(text, STOP_TEXT,
             "exceeded its memory limit of %.6g MB (--memory sets it)",
             (double)a->limits.memory / (1 << 20));
}

static int raise_stop(lua_State *L, const Account *a) {
  char text[STOP_TEXT];
  plugin_write_stop(a, text);
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
  plugin_give_up();
  if (a->limits.work)
    lua_sethook(L, on_count, LUA_MASKCOUNT, 1);
  raise_stop(L, a);
}

/* Reads the processor clock only if the wall clock, which is cheaper, says so.
 */
bool plugin_is_late(Account *a) {
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
  return !a->stop && a->budget_left >= 0 && !plugin_is_late(a);
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
  Account *a = plugin_current;
  if (!a || !a->limits.work)
    return true;
  if (!a->stop && a->budget_left < 0)
    a->stop = STOP_WORK;
  if (!a->stop && ++a->checks % CHECK_INTERVAL == 0 && plugin_is_late(a)) {
    a->stop = STOP_TIME;
    a->budget_left = -1;
  }
  return !a->stop;
}

/* Checks the time limit for large charges and otherwise now and then, because
 * charged C functions can take longer than their charge. */
void plugin_charge(lua_State *L, int64_t work) {
  plugin_charge_in_time(L, plugin_of(L), work);
}

void plugin_charge_in_time(lua_State *L, Plugin *p, int64_t work) {
  enum { LARGE_CHARGE = 1000, CHECK_INTERVAL = 64 };
  plugin_charge_to(L, p, work);
  if (p && p->account->limits.work &&
      (work >= LARGE_CHARGE || ++p->account->checks % CHECK_INTERVAL == 0) &&
      plugin_is_late(p->account))
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
  if (plugin_is_late(a))
    plugin_stop(L, p, STOP_TIME);
}

void plugin_check_count(lua_State *L, Plugin *p) {
  Account *a = p->account;
  if (!a->limits.work)
    return;
  if (a->stop || a->budget_left < 0)
    plugin_stop(L, p, STOP_WORK);
  if (++a->checks % PERIOD == 0 && plugin_is_late(a))
    plugin_stop(L, p, STOP_TIME);
}

void plugin_check_stop(lua_State *L, int status) {
  Plugin *p = plugin_of(L);
  Account *a = p->account;
  if (status == LUA_ERRMEM)
    plugin_stop(L, p, plugin_memory_stop(a));
  if (a->stop)
    plugin_stop(L, p, a->stop);
}

/* ---- attempts ------------------------------------------------------------*/

/* In an attempt (core/isolation/attempt.h) no instructions are counted until
 * the first tick of the timer after the outermost call has begun; from then on
 * they are, in all plugins that it calls. Meanwhile it has executed fewer than
 * UNCOUNTED instructions, as no machine executes five in a nanosecond. So the
 * budget of a call in an attempt is smaller by UNCOUNTED, and a call that stays
 * within it is within its budget for certain. One that does not may be: the
 * attempt is given up. */
_Static_assert((int)ATTEMPT_BUDGET_MIN >= 2 * (int)UNCOUNTED,
               "attempts are not given up for nothing");

/* The Lua thread that executes the instructions of the call in progress, and
 * whether it has been interrupted by a tick. For the handler of the timer's
 * signal, and of no meaning if the game is no attempt. */
static lua_State *volatile running;
static volatile sig_atomic_t ticked;

static void count_here(lua_State *L) {
  lua_sethook(L, on_count, LUA_MASKCOUNT, attempt.given_up ? 1 : PERIOD);
}

/* Runs in a signal handler. lua_sethook is made for that; the interpreter looks
 * at the hook before it executes the next loop or call. */
void plugin_tick(void) {
  lua_State *L = running;
  if (!L)
    return;
  ticked = 1;
  count_here(L);
}

/* Must be correct for a tick before and after each statement. Does not set a
 * hook that is there already, because that restarts its period. */
lua_State *plugin_watch(lua_State *to) {
  lua_State *from = running;
  running = to;
  if (!to)
    return from;
  bool counted = lua_gethookmask(to) != 0;
  if (counted && !ticked && !attempt.given_up) {
    lua_sethook(to, NULL, 0, 0);
    counted = false;
  }
  if (attempt.given_up || (ticked && !counted))
    count_here(to);
  return from;
}

/* Threads must not write what is for the signal handler of a child. */
void plugin_begin_watch(void) {
  if (attempt.on)
    ticked = 0;
}

void plugin_watch_next(lua_State *L) {
  if (!ticked)
    return;
  ticked = 0;
  plugin_watch(L);
}

void plugin_give_up(void) {
  if (!attempt.on || attempt.given_up)
    return;
  attempt_give_up();
  for (Account *a = plugin_current; a; a = a->caller)
    if (!a->stop)
      a->stop = STOP_ATTEMPT;
  if (running)
    count_here(running);
}

void plugin_refuse_attempts(lua_State *L) {
  if (!attempt.on)
    return;
  attempt_forbid();
  plugin_stop(L, plugin_of(L), STOP_ATTEMPT);
}

void plugin_count(Plugin *p) {
  if (profile_counts(p->account->profile))
    lua_sethook(p->L, profile_hook, LUA_MASKCOUNT | LUA_MASKCALL, 1);
  else if (p->account->limits.work && !attempt.on)
    lua_sethook(p->L, on_count, LUA_MASKCOUNT, PERIOD);
}

int64_t plugin_budget(const Account *a) {
  return a->limits.work - (attempt.on ? UNCOUNTED : 0);
}
