/* The limits of a plugin: work per call and memory; and whether it may print,
 * and where.
 *
 * All of this is process-wide, except print sinks. Set it before any thread
 * starts; afterwards every thread may read it. */
#ifndef BOARDLAB_LUA_HOST_SANDBOX_LIMITS_H
#define BOARDLAB_LUA_HOST_SANDBOX_LIMITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct Limits {
  int64_t work;  /* budget per call, at most WORK_MAX; 0: unlimited */
  size_t memory; /* in bytes */
} Limits;

enum { WORK_DEFAULT = 10000000, MEMORY_DEFAULT = 64 << 20 };
#define WORK_MAX INT64_C(1000000000000)

/* The limits that plugins are opened with. */
void limits_set(Limits limits);
Limits limits_get(void);

/* Whether `print` shows anything; it does unless this is called. It costs the
 * same if it does not. */
void limits_set_printing(bool prints);
bool limits_allow_printing(void);

/* Writes the limits as a manifest has them: "budget=10000000,memory=64". */
void limits_write(char *text, size_t size);

/* ---- print sinks ---------------------------------------------------------*/

/* Where what Lua files print goes, if not to stderr. A program with several
 * games at a time has each thread use a sink for the files that it runs, or
 * whose processes it waits for. */
typedef struct PrintSink {
  /* Takes one line or several, each ended by a newline unless it is very long.
   */
  void (*take)(void *context, const char *text);
  void *context;
} PrintSink;

/* From now on nothing is printed on stderr: what is printed on a thread without
 * a sink is dropped. */
void print_sinks_only(void);

/* Puts a sink (or NULL: none) in use on this thread. It stays the caller's. */
void print_sink_use(const PrintSink *sink);

/* For printing: passes a text to the sink of this thread; false if it belongs
 * on stderr. */
bool print_sink_take(const char *text);

/* The lists that `chance` has returned, outside attempts: whether all were the
 * same, of how many moves, in how many tables. */
typedef struct ChanceLists {
  int64_t count, tables;
  bool differ;
  int moves, line; /* of the list; where the function begins */
} ChanceLists;

#endif
