/* A plugin: one untrusted Lua file in its own Lua state, with limits.
 *
 * Each call into a plugin has a budget of work, and the plugin has a cap on its
 * memory. One unit of work is one Lua instruction. What C code does on behalf
 * of a plugin (creating strings, listing moves) is charged in the same units,
 * so the budget bounds the time of a call and is the same on every machine. A
 * plugin that exceeds a limit is stopped: its own pcall, coroutines and
 * metamethods cannot catch that error. As a second line of defence there is a
 * limit on processor time, a hundred times what the budget should take, for
 * plugins that find operations which cost more than they are charged.
 *
 * Counting instructions makes every one of them slower. In a run, a game is
 * therefore first played as an attempt (core/isolation/attempt.h), in which the
 * instructions of a call are counted only after it has run for a while. If it
 * then comes near its budget, or if anything else could end differently in a
 * game that is counted, the attempt is given up and the game is counted. A
 * plugin cannot tell the two apart.
 *
 * A plugin may open games, whose rules are plugins too and may open further
 * games. All of them share one Account: one cap on memory, and one budget and
 * one clock for the call from outside that is being answered. Only the rules of
 * the game that a bot plays have an account of their own. The bot is charged
 * part of the work that it causes there, and they answer no more once the bot
 * has exceeded its limits; but that does not make them fail, since they serve
 * others as well.
 *
 * A plugin belongs to one thread. The games and bots made from it share it and
 * count themselves in `users`; releasing the last use closes the Lua state. */
#ifndef BOARDLAB_LUA_HOST_SANDBOX_PLUGIN_H
#define BOARDLAB_LUA_HOST_SANDBOX_PLUGIN_H

#include "core/base/error.h"
#include "core/base/rng.h"
#include "core/isolation/attempt.h"
#include "lua/host/sandbox/arena.h"
#include "lua/host/sandbox/limits.h"
#include "lua/host/sandbox/raw_table.h"
#include <lua.h>
#include <stddef.h>
#include <stdint.h>

enum { STRING_MAX = 64 << 10, BLOCK_MAX = 2 << 20 }; /* bytes */
enum { GAMES_MAX = 16, PATH_TEXT = 1024 };

/* Calls of a plugin that may be nested in each other: rules that ask about
 * other positions of the same file. */
enum { PLUGIN_DEPTH_MAX = 14 };

/* Why a call was stopped. STOP_SYSTEM: the system had no memory left, for which
 * the plugin is not to blame. STOP_ATTEMPT: the game will be played again. */
typedef enum Stop {
  STOP_NONE,
  STOP_WORK,
  STOP_TIME,
  STOP_MEMORY,
  STOP_SYSTEM,
  STOP_ATTEMPT
} Stop;

typedef struct Plugin Plugin;
typedef struct Profile Profile; /* profile.h */
typedef struct Chunk Chunk;     /* file.h */
typedef struct Orders Orders;   /* order.h */

/* What a plugin and all that it causes may use. "The current call" is the
 * outermost one into any of its plugins. */
typedef struct Account {
  Limits limits;
  int64_t budget;         /* of the current call */
  int64_t budget_left;    /* of it; negative if exceeded */
  int64_t most_work;      /* of any single call */
  int64_t all_work;       /* of all calls that have ended */
  int64_t started_ns;     /* start of the current call; 0: not measured yet */
  int64_t started_cpu_ns; /* processor time at started_ns */
  struct Account *caller; /* that has caused the current call, or NULL */
  int depth;              /* of nested calls */
  Stop stop;              /* why the current call must end */
  bool long_string;       /* an allocation was refused: a string too long, */
  bool large_block;       /* or a table, buffer or stack too large */
  int refusals;           /* refused allocations in the current call */
  unsigned checks;        /* decides when to look at the clock */
  size_t used, peak;      /* bytes */
  int64_t allocated;      /* bytes so far, also those freed since */
  Profile *profile;       /* of what its plugins do; or NULL */
  size_t missing;         /* bytes that the system has just refused, or 0 */
  Plugin *plugins;        /* all plugins of the account */
  ChanceLists lists;
} Account;

struct Plugin {
  lua_State *L;
  Account *account;
  Plugin *next;      /* of the same account */
  Rng *rng;          /* the stream of the game being played, or NULL */
  int depth;         /* of nested calls into this plugin */
  uint64_t calls;    /* so far */
  bool is_rules;     /* may edit positions of games with Lua rules */
  bool reads_tables; /* raw_table_is_known */
  bool varied;       /* see plugin_vary_layout */
  bool has_calls;    /* a metatable has had __call */
  const void
      *call_event; /* the name of that event for Lua: a string, or NULL */
  int games;       /* open games that the plugin has opened itself */
  int users;
  size_t used;       /* bytes of the Lua state */
  Arena arena;       /* its small blocks */
  Chunk *chunks;     /* its files, compiled */
  uint64_t sources;  /* a hash of what they contain */
  Orders *orders;    /* sorted keys of tables; in the Lua state, or NULL */
  const void *noted; /* a table to which no key has been added since a note was
                        made in it (order_first.c), or NULL */
  int64_t due;       /* work to be charged to the next call */
  int shown;         /* the view whose arrays are shown (lab_array.h), in the
                        registry, or LUA_NOREF */
  bool has_snapshot; /* there is a snapshot (sandbox.h), */
  bool is_as_new;    /* and none of the plugin's code has run since it was
                        restored */
  size_t fresh_used; /* bytes of the Lua state when the file had run */
  uint64_t nodes;    /* moves and playouts tried so far */
  Rng own_rng;       /* for use outside games */
  const char *entry; /* the function called from outside, or NULL */
  char trace[sizeof((Error *)0)->trace]; /* of the last error */
  /* Of the coroutine that has failed last, and the end of its message: the
   * error may be raised again outside of it. */
  char inner_trace[sizeof((Error *)0)->trace];
  char inner_message[128];
  char file[PATH_TEXT]; /* where it is */
  char path[PATH_TEXT]; /* as in messages, see source_name */
};

/* Creates a plugin with an empty Lua state and one user. It joins the account
 * of the plugin `opener`; if that is NULL, it gets an account with `limits`.
 * Returns NULL with a message if out of memory. */
Plugin *plugin_new(const char *path, Limits limits, const Plugin *opener,
                   Error *error);

/* For checks: whether plugins created from now on lay their tables out in
 * another way, with another seed of the string hash and objects at other
 * addresses. Games that differ then depend on the length of a list with holes.
 */
void plugin_vary_layout(bool vary);

/* Returns the processor time in nanoseconds after which one call under these
 * limits must be taken to hang: far more than the plugin's own time limit. 0 if
 * there is no limit. */
int64_t plugin_patience(Limits limits);

/* Replaces the Lua state by an empty one. Must not be called during a call. On
 * failure there is none, until this is called again. */
bool plugin_restart(Plugin *plugin, Error *error);

/* Releases one use; the last one closes the Lua state. NULL is allowed. */
void plugin_release(Plugin *plugin);

/* Returns the plugin that a Lua state belongs to, or NULL if it is the state of
 * a script or of a plain Lua. */
Plugin *plugin_of(lua_State *L);

/* The same for code that runs in the state of a plugin only. */
static inline Plugin *plugin_in_sandbox(lua_State *L) {
  return *(Plugin **)lua_getextraspace(L);
}

/* Returns what raw_elements does for the table at an index; NULL if the
 * elements must be read one by one. `plugin` is the one that L belongs to, and
 * may be NULL. */
static inline const RawValue *
plugin_elements(const Plugin *plugin, lua_State *L, int index, int count) {
  if (!plugin || !plugin->reads_tables)
    return NULL;
  return raw_elements(raw_table(L, index), count);
}

/* To be called when lua_rawseti may have added keys to a table that a plugin
 * has had before, and when such a table becomes a metatable: Lua's note that no
 * key has been added (raw_has_no_finalizer) cannot be relied on then. Other
 * functions erase the note when they add a key. NULL is allowed. */
static inline void plugin_keys_added(Plugin *plugin, const void *table) {
  if (plugin && plugin->noted == table)
    plugin->noted = NULL;
}

/* The stack index of the message handler that plugin_call uses. */
enum { PLUGIN_HANDLER = 1 };

/* Calls the function below `args` arguments on the stack, within the limits.
 * On success, `results` values replace function and arguments. On failure,
 * nothing does, and `why` has a message that names the file and line, and a
 * traceback, in which the function called is named by plugin->entry. */
bool plugin_call(Plugin *plugin, int args, int results, Error *why);

/* Makes room for that many values on the stack, before a call. Fails if the
 * plugin has no memory left for them, which stops the current call. */
bool plugin_reserve(Plugin *plugin, int slots, Error *why);

/* Calls a C function with the value on top of the stack, which is popped, and a
 * light userdata. */
bool plugin_apply(Plugin *plugin, lua_CFunction function, void *argument,
                  int results, Error *why);

/* Calls a C function that may raise errors, with one light userdata. */
bool plugin_protect(Plugin *plugin, lua_CFunction function, void *argument,
                    int results, Error *why);

/* The same with a budget of its own, charged to nobody: for a result that will
 * be kept, so that work does not depend on whether it is known already. */
bool plugin_protect_aside(Plugin *plugin, lua_CFunction function,
                          void *argument, Error *why);

/* Calls that follow one another can be made in one: by a C function that is
 * called like plugin_protect does, and that calls Lua functions itself. For
 * each of them it first says so by plugin_next_call, which begins a call with a
 * budget of its own, and raises if the one before was stopped. This is allowed
 * only if no other plugin is being called and the game is an attempt, because
 * errors are not reported as usual and calls can nest a little less deeply. */
bool plugin_may_chain(const Plugin *plugin);
void plugin_next_call(lua_State *L, Plugin *plugin);

/* Raises the error that stops the plugin. */
void plugin_stop(lua_State *L, Plugin *plugin, Stop why);

/* Charges work to `plugin`, which may be NULL, and raises an error if that
 * exceeds its budget. Charge before doing what may take long. */
static inline void plugin_charge_to(lua_State *L, Plugin *plugin,
                                    int64_t work) {
  if (plugin && (plugin->account->budget_left -= work) < 0 &&
      plugin->account->limits.work)
    plugin_stop(L, plugin, STOP_WORK);
}

/* The same, and sometimes checks the time limit. */
void plugin_charge_in_time(lua_State *L, Plugin *plugin, int64_t work);

/* The same for the plugin that L belongs to, if any. */
void plugin_charge(lua_State *L, int64_t work);

/* Keeps the functions of a coroutine that has just failed, with the error on
 * top of its stack. */
void plugin_keep_trace(lua_State *co, Plugin *plugin);

/* Returns whether the current call is within its budget and time limit. For
 * long operations that execute no Lua instructions. NULL is allowed. */
bool plugin_within_limits(Plugin *plugin);

/* Raises an error if it is not. */
void plugin_check_limits(lua_State *L, Plugin *plugin);

/* Returns whether rules should answer a call: false if the plugin whose call
 * has caused it has exceeded its limits. */
bool plugin_may_answer(void);

/* Charges work to the current call of an account, or else as if a call had done
 * it. For results that are kept instead of being computed again. The work must
 * be the same whether instructions are counted or not. */
void plugin_charge_again(Plugin *plugin, int64_t work);

/* Changes the memory that C code holds for the plugin outside its Lua state
 * from `before` to `now` bytes. Returns false, and changes nothing, if that
 * exceeds the cap; the call must then be stopped. */
bool plugin_hold(Plugin *plugin, size_t before, size_t now);

/* The plugin that is opening other files on this thread, or NULL: they join its
 * account. Setting returns the previous one. */
Plugin *plugin_set_opener(Plugin *plugin);
Plugin *plugin_opener(void);

/* For functions that catch errors: raises the error again if the plugin has
 * been stopped. `status` is the status of the protected call. */
void plugin_check_stop(lua_State *L, int status);

/* ---- attempts ------------------------------------------------------------*/

/* The smallest budget with which games may be attempts: a smaller one could be
 * exceeded before instructions are counted. */
enum { ATTEMPT_BUDGET_MIN = WORK_DEFAULT };

/* What the timer of attempts calls (Isolation.tick): from now on the
 * instructions of the call in progress are counted. */
void plugin_tick(void);

/* Surrounds code that runs on another Lua thread than the running one: `to` now
 * executes instructions. Returns the one that did. */
lua_State *plugin_watch(lua_State *to);
static inline lua_State *plugin_switch(lua_State *to) {
  return attempt.on ? plugin_watch(to) : NULL;
}

/* If the game is an attempt, gives it up and stops the calls in progress. */
void plugin_give_up(void);

/* For functions with an effect that cannot be undone: if the game is an
 * attempt, stops it, and all following games of this process are counted. */
void plugin_refuse_attempts(lua_State *L);

/* ---- messages ------------------------------------------------------------*/

/* Pushes the location of the running Lua function as "file:line: ", or "". */
void plugin_push_where(lua_State *L);

#endif
