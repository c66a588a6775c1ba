/* Which games, bots and files a page may name, and what it is told of one. The
 * folder whose files it may name is the current one of the process. Any thread
 * may call these functions. */
#ifndef BOARDLAB_CLI_TABLE_OFFER_H
#define BOARDLAB_CLI_TABLE_OFFER_H

#include "core/base/error.h"
#include <jansson.h>

/* Whether a page may name this spec of a game or a bot: a built-in one, or a
 * file in the current folder, below it or in the library of boardlab. Whoever
 * opens a spec that came from a page asks this first. */
bool offer_allows(const char *spec, Error *error);

/* A game, or a bot opened for a game (or NULL: one that suits it), as JSON.
 * NULL with a message. */
json_t *offer_game(const char *spec, Error *error);
json_t *offer_bot(const char *spec, const char *game, Error *error);

#endif
