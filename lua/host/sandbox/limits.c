#include "lua/host/sandbox/limits.h"

#include <stdio.h>

static Limits limits_in_force = {WORK_DEFAULT, MEMORY_DEFAULT};

void limits_set(Limits limits) {
  limits_in_force = limits;
}

Limits limits_get(void) {
  return limits_in_force;
}

static bool printing = true;

void limits_set_printing(bool prints) {
  printing = prints;
}

bool limits_allow_printing(void) {
  return printing;
}

void limits_write(char *text, size_t size) {
  snprintf(text, size, "budget=%lld,memory=%zu",
           (long long)limits_in_force.work, limits_in_force.memory >> 20);
}

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
