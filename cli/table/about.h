/* Games and bots as JSON. Each function returns a new reference, or NULL when
 * out of memory.
 *
 *   About = {"spec", "full", "title", "summary", "file" or null, "seats",
 *     "sides": [side of each seat], "options": [Option, …], "text": rules in
 *     short, "notation" or null, "set_help", "hides": bool, "chance": bool,
 *     "part_keys": […]}
 *   BotAbout = {"spec", "full", "title", "summary", "plays": its only game or
 *     null, "file" or null, "options": [Option, …], "level": of a level,
 *     and of mcts, {"below", "score", "games"} (core/search/levels.h), or
 *     null}
 *   Option = {"name", "type": "int"|"real"|"flag"|"word"|"file", "min", "max",
 *     "step", "words", "default", "value", "help", "derived": how the default
 *     depends on other options, or null} */
#ifndef BOARDLAB_CLI_TABLE_ABOUT_H
#define BOARDLAB_CLI_TABLE_ABOUT_H

#include "cli/catalog/catalog.h"
#include <jansson.h>

json_t *about_game(const Game *game);
/* asked: the spec that it was opened by. */
json_t *about_bot(const Bot *bot, const CatalogBot *catalog, const char *asked);

/* {key: message, "trace": traceback or null} */
json_t *about_error(const char *key, const Error *error);

#endif
