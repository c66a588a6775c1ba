/* A plugin: a Lua state of its own for one file that is not trusted.
 *
 * It has a cap on memory and a budget of work for each call into it. One unit
 * of work is an instruction of Lua; what C does on a plugin's behalf (making
 * strings, listing moves, running another plugin's rules) is charged in the
 * same units, so that a budget bounds the time a call can take and is the same
 * on every machine. A plugin that runs out of either is stopped for good: no
 * pcall, coroutine or metamethod of its own can catch that. Behind the budget
 * stands a limit on processor time, a hundred times what the budget should
 * take, for whoever finds instructions that do more than they are charged for.
 *
 * A plugin belongs to one thread. It is shared by the games and bots made from
 * it, which count themselves in plugin->users; the last one out closes it. */
#ifndef BOARDLAB_LUA_HOST_SANDBOX_PLUGIN_H
#define BOARDLAB_LUA_HOST_SANDBOX_PLUGIN_H

#include "core/base/error.h"
#include "core/base/rng.h"
#include "lua/host/sandbox/limits.h"
#include <lua.h>
#include <stddef.h>
#include <stdint.h>

enum { STRING_MAX = 64 << 10, BLOCK_MAX = 2 << 20 }; /* bytes */
enum { GAMES_MAX = 16, PATH_TEXT = 1024 };

typedef enum Stop { STOP_NONE, STOP_WORK, STOP_TIME, STOP_MEMORY } Stop;

typedef struct Plugin {
  lua_State *L;
  Limits limits;
  int64_t left;        /* of the budget, in the call under way */
  int64_t total_work;  /* of all calls so far */
  int64_t most_work;   /* of any of them */
  int64_t began;       /* the call under way: nanoseconds; 0: not asked yet */
  Rng *rng;            /* the stream of the game being played */
  int depth;           /* of calls under way */
  Stop stop;           /* why the call under way must end */
  bool long_string;    /* memory was refused for the length of a string */
  bool large_block;    /* or of a table, buffer or stack */
  bool loaded_modules; /* since sandbox_renew */
  bool has_metatables; /* the same */
  bool is_rules;       /* and may edit positions of rules in Lua */
  int games;           /* it has opened itself and not yet closed */
  int users;
  unsigned charges;  /* how often something was charged */
  int refusals;      /* of memory, in the call under way */
  size_t used, peak; /* bytes */
  int64_t began_processor;
  uint64_t nodes; /* moves and playouts it has tried out so far */
  bool (*is_spoilt)(lua_State *L); /* asked after a call if it has metatables */
  Rng own_rng;                     /* for when there is no game */
  char path[PATH_TEXT];            /* as messages name it */
} Plugin;

/* A state with nothing in it; NULL with a message when there is no memory. */
Plugin *plugin_new(const char *path, Limits limits, Error *error);

/* Gives up one use of it. The last one closes the Lua state. */
void plugin_release(Plugin *plugin);

/* The plugin a Lua state belongs to, or NULL if it is one of ours no more than
 * in name: a script's, or a plain Lua's. */
Plugin *plugin_of(lua_State *L);

/* What stands at the bottom of a plugin's stack, for plugin_call. */
enum { PLUGIN_HANDLER = 1 };

/* Calls the function that stands below `args` arguments on the stack, within
 * the limits. On success `results` values replace them. On failure nothing
 * does, and `why` says what went wrong and where. Nothing is left on the stack
 * but results. */
bool plugin_call(Plugin *plugin, int args, int results, Error *why);

/* Calls a C function, which may do all that can raise, with one argument. */
bool plugin_protect(Plugin *plugin, lua_CFunction function, void *argument,
                    int results, Error *why);

/* Charges work to a plugin (NULL for what is not one), which L is in. Raises if
 * it cannot pay: charge before doing what may take long. */
void plugin_overdrawn(lua_State *L, Plugin *plugin);

static inline void plugin_pay(lua_State *L, Plugin *plugin, int64_t work) {
  if (plugin && (plugin->left -= work) < 0 && plugin->limits.work)
    plugin_overdrawn(L, plugin);
}

/* The same for the plugin that L belongs to, if it does to one. */
void plugin_charge(lua_State *L, int64_t work);

/* Whether the call under way may go on, by its budget and by the clock; and
 * raises if it may not. For what takes long without a step of Lua. */
bool plugin_may_go_on(Plugin *plugin);
void plugin_check(lua_State *L, Plugin *plugin);

/* The plugin on whose behalf files are being opened on this thread, if any: it
 * pays for what they do then, and they may do no more than it can pay for. */
Plugin *plugin_set_payer(Plugin *payer); /* returns the one before */
Plugin *plugin_payer(void);

/* Raises again what must not be caught. For functions that catch errors:
 * `status` is what they caught, `from` the Lua state it came from. */
void plugin_check_stop(lua_State *L, int status);

/* Where the running Lua function is, as "file:line: ", is pushed. */
void plugin_push_where(lua_State *L);

#endif
