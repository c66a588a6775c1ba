/* Isolation: files of games and bots run in processes of their own that can do
 * nothing but compute.
 *
 * isolation_start replaces the loader of a file format by one that opens each
 * file in a child process (child.h). What game_open and bot_open then return
 * are stand-ins (remote.h): a Game or Bot whose functions ask the child. A file
 * that crashes its process has failed, like one that raises an error: a bot
 * forfeits its game, rules end the run with a message. Runs of many games start
 * a child per thread that plays whole games (core/run/worker_process.h).
 *
 * Start isolation before any thread starts. */
#ifndef BOARDLAB_CORE_ISOLATION_ISOLATION_H
#define BOARDLAB_CORE_ISOLATION_ISOLATION_H

#include "core/base/message.h"
#include "core/game/spec.h"

typedef enum IsolationMode {
  ISOLATION_OFF,    /* files run in this process */
  ISOLATION_AUTO,   /* in children, locked down as far as the kernel allows */
  ISOLATION_REQUIRE /* not at all if the kernel does not allow lockdown */
} IsolationMode;

/* How children get the files they need: they may open none themselves. */
typedef struct Broker {
  /* Starts serving a child that is to open the files with these names, as the
   * user wrote them. NULL when out of memory. */
  void *(*open)(const char *const names[], int count);
  /* Replaces a request by the answer to it. The request is not to be trusted.
   * Called on the thread that is waiting for the child. */
  void (*answer)(void *files, Message *message);
  void (*close)(void *files);
} Broker;

typedef struct Isolation {
  IsolationMode mode;
  const Loader *loader; /* opens files where it is called */
  const Broker *broker;
  /* Processor time after which a call of untrusted code is taken to hang, in
   * nanoseconds; 0: no limit. A safeguard behind the loader's own limits. */
  int64_t patience;
  /* How often it may ask the broker for something; 0: no limit. */
  int64_t requests;
  /* Called in a child by the timer of attempts (attempt.h), from a signal
   * handler. NULL if games are not to be attempts. */
  void (*tick)(void);
  /* Called once if the kernel does not allow lockdown; or NULL. */
  void (*warn)(const char *message);
} Isolation;

/* Registers the loader. Call it again to change something. */
void isolation_start(const Isolation *isolation);

/* Whether opening this spec starts a child process. */
bool isolation_covers(const char *spec);

/* What isolation_start was given, or all zero; the mode is ISOLATION_OFF in a
 * child. */
const Isolation *isolation_get(void);

/* For child.c: turns this process into one that opens files itself, and tells
 * the user once that children are not locked down. */
void isolation_leave(void);
void isolation_warn(const char *why);

/* For child.c: names this process in `ps` and `top` after the files that it is
 * to run: "boardlab: bots/x.lua, games/y.lua" as its command line, and what
 * fits of "boardlab: x.lua" as the short name. Without files it keeps its name.
 * The arguments themselves stay as they are in memory. Where the kernel does
 * not allow the former, only the short name changes. */
void process_name_set(const char *const files[], int count);

#endif
