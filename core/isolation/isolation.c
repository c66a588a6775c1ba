#include "core/isolation/isolation.h"

#include "core/isolation/child.h"
#include "core/isolation/remote.h"
#include <stdatomic.h>

static Isolation isolation_settings;

const Isolation *isolation_get(void) {
  return &isolation_settings;
}

/* The loader that opens files in children. */
static Loader isolation_loader;

void isolation_start(const Isolation *settings) {
  isolation_settings = *settings;
  if (child_is_here())
    isolation_settings.mode = ISOLATION_OFF; /* it is isolated already */
  isolation_loader = (Loader){.extension = isolation_settings.loader->extension,
                              .open_game = remote_game_open,
                              .open_bot = remote_bot_open,
                              .guess = isolation_settings.loader->guess,
                              .locate = isolation_settings.loader->locate,
                              .define = isolation_settings.loader->define};
  loader_add(isolation_settings.mode == ISOLATION_OFF
                 ? isolation_settings.loader
                 : &isolation_loader);
}

bool isolation_covers(const char *text) {
  Spec spec;
  return isolation_settings.mode != ISOLATION_OFF &&
         spec_read(&spec, text, "spec", NULL) &&
         spec.loader == &isolation_loader;
}

void isolation_leave(void) {
  isolation_settings.mode = ISOLATION_OFF;
  if (isolation_settings.loader)
    loader_add(isolation_settings.loader);
}

void isolation_warn(const char *why) {
  static atomic_flag warned = ATOMIC_FLAG_INIT;
  Error message = {0};
  if (!isolation_settings.warn || atomic_flag_test_and_set(&warned))
    return;
  error_set(&message,
            "this system does not allow boardlab to isolate Lua files (%s): "
            "they run in separate processes, but one that breaks out of the "
            "interpreter could do anything you can",
            why);
  isolation_settings.warn(message.message);
}
