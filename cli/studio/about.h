/* Games and bots as JSON: About and BotAbout of README.md. Each function
 * returns a new reference, or NULL when out of memory. */
#ifndef BOARDLAB_CLI_STUDIO_ABOUT_H
#define BOARDLAB_CLI_STUDIO_ABOUT_H

#include "cli/catalog/catalog.h"
#include <jansson.h>

json_t *about_game(const Game *game);
json_t *about_bot(const Bot *bot, const CatalogBot *catalog);

/* {key: message, "trace": traceback or null} */
json_t *about_error(const char *key, const Error *error);

#endif
