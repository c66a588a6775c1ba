/* Bots that come from no file: whatever is called with the ending of a loader
 * is such a bot, so that a test can have many, or ones that do what it wants.
 */
#ifndef BOARDLAB_TESTS_SUPPORT_NAMED_BOTS_H
#define BOARDLAB_TESTS_SUPPORT_NAMED_BOTS_H

#include "core/game/spec.h"

/* Of the kind only the options and how it chooses are needed. */
typedef struct NamedBots {
  Loader loader; /* opens them with open_named */
  BotKind kind;
} NamedBots;

Bot *open_named(const Loader *loader, const char *path, const char *options,
                const Game *game, Error *error);

/* ".bot": random bots with an option `level` that means nothing. */
extern const NamedBots RANDOM_BOTS;

#endif
