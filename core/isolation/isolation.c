#include "core/isolation/isolation.h"

#include "core/isolation/child.h"
#include "core/isolation/remote.h"
#include <stdatomic.h>

static Isolation isolation;

const Isolation *isolation_get(void) {
  return &isolation;
}

/* ---- the loader that opens files in children -----------------------------*/

static Game *open_game(const Loader *loader, const char *path,
                       const char *options, Error *error) {
  (void)loader;
  return remote_game_open(path, options, error);
}

static Bot *open_bot(const Loader *loader, const char *path,
                     const char *options, const Game *game, Error *error) {
  (void)loader;
  return remote_bot_open(path, options, game, error);
}

static Loader isolating;

void isolation_start(const Isolation *settings) {
  isolation = *settings;
  if (child_is_here())
    isolation.mode = ISOLATION_OFF; /* it is isolated already */
  isolating = (Loader){.extension = isolation.loader->extension,
                       .open_game = open_game,
                       .open_bot = open_bot,
                       .guess = isolation.loader->guess,
                       .locate = isolation.loader->locate};
  loader_add(isolation.mode == ISOLATION_OFF ? isolation.loader : &isolating);
}

bool isolation_covers(const char *text) {
  Spec spec;
  return isolation.mode != ISOLATION_OFF &&
         spec_read(&spec, text, "spec", NULL) && spec.loader == &isolating;
}

void isolation_leave(void) {
  isolation.mode = ISOLATION_OFF;
  if (isolation.loader)
    loader_add(isolation.loader);
}

void isolation_warn(const char *why) {
  static atomic_flag warned = ATOMIC_FLAG_INIT;
  Error message = {0};
  if (!isolation.warn || atomic_flag_test_and_set(&warned))
    return;
  error_set(&message,
            "this system does not allow boardlab to lock Lua files in (%s): "
            "they run in processes of their own, but one that breaks out of "
            "the interpreter could do what you can do",
            why);
  isolation.warn(message.message);
}
