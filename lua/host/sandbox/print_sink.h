/* Print sinks: where what Lua files print goes, if not to stderr.
 *
 * A program with several games at a time has each thread use a sink for the
 * files that it runs, or whose processes it waits for. */
#ifndef BOARDLAB_LUA_HOST_SANDBOX_PRINT_SINK_H
#define BOARDLAB_LUA_HOST_SANDBOX_PRINT_SINK_H

#include <stdbool.h>

typedef struct PrintSink {
  /* Takes one line or several, each ended by a newline unless it is very long.
   */
  void (*take)(void *context, const char *text);
  void *context;
} PrintSink;

/* From now on nothing is printed on stderr: what is printed on a thread without
 * a sink is dropped. Call it before any thread starts. */
void print_sinks_only(void);

/* Puts a sink (or NULL: none) in use on this thread. It stays the caller's. */
void print_sink_use(const PrintSink *sink);

/* For printing: passes a text to the sink of this thread; false if it belongs
 * on stderr. */
bool print_sink_take(const char *text);

#endif
