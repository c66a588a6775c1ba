/* Bots for tests that need no file: every name with the extension of such a
 * loader opens one, so a test can have as many as it wants, and decide what
 * they do. */
#ifndef BOARDLAB_TESTS_SUPPORT_TEST_BOTS_H
#define BOARDLAB_TESTS_SUPPORT_TEST_BOTS_H

#include "core/game/spec.h"

/* `kind` needs only options and `choose`. */
typedef struct TestBots {
  Loader loader; /* with open_test_bot as its open_bot */
  BotKind kind;
} TestBots;

Bot *open_test_bot(const Loader *loader, const char *path, const char *options,
                   const Game *game, Error *error);

/* ".bot": random bots with an option `level`, which they add to their nodes. */
extern const TestBots RANDOM_BOTS;

#endif
