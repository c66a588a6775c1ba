#include "lua/host/sandbox/print_sink.h"

#include <stddef.h>

static bool sinks_only;
static _Thread_local const PrintSink *in_use;

void print_sinks_only(void) {
  sinks_only = true;
}

void print_sink_use(const PrintSink *sink) {
  in_use = sink;
}

bool print_sink_take(const char *text) {
  if (in_use)
    in_use->take(in_use->context, text);
  return in_use || sinks_only;
}
