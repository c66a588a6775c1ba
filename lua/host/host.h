/* The Lua host: what the command uses of it.
 *
 * host_start makes every spec that ends in .lua work. Bots and rules are not
 * trusted: each file has a Lua state of its own, within limits. Scripts are. */
#ifndef BOARDLAB_LUA_HOST_HOST_H
#define BOARDLAB_LUA_HOST_HOST_H

#include "core/game/bot.h"
#include "core/game/game.h"
#include "lua/host/sandbox/limits.h"

/* Call it once before any thread is started, or again to change the limits. */
void host_start(Limits limits);

/* What a file is, and says of itself. Fails with a message if it is none of
 * these. */
typedef enum HostKind { HOST_BOT, HOST_VARIANT, HOST_GAME } HostKind;

typedef struct HostAbout {
  HostKind kind;
  char summary[128];
  char game[64]; /* the first one that a bot says it plays; or "" */
} HostAbout;

bool host_about(const char *path, HostAbout *about, Error *error);

/* Runs a script with the whole of Lua's library and `boardlab`. `arg` is set as
 * lua5.4 does. Returns the exit code: what the script returns or gives to
 * os.exit, 0 otherwise; 1 with a message if it fails, and then *trace says
 * where, in lines, unless there is nothing to say; the caller frees it. */
int host_run(const char *path, int count, char *const *arguments, char **trace,
             Error *error);

/* The most work and memory any call has taken so far; false for a game or bot
 * that is not Lua. */
typedef struct HostUse {
  int64_t work;
  size_t memory;
  Limits limits;
} HostUse;
bool host_game_use(const Game *game, HostUse *use);
bool host_bot_use(const Bot *bot, HostUse *use);

/* The folder of the bots, variants and templates that come along. */
const char *host_library(void);

#endif
