/* Tables that cross from a child to its parent: what a game or a bot says about
 * itself. */
#ifndef BOARDLAB_CORE_ISOLATION_TABLES_H
#define BOARDLAB_CORE_ISOLATION_TABLES_H

#include "core/base/message.h"
#include "core/game/bot.h"
#include "core/game/game.h"

/* Memory for the texts of a table, freed together. Start with all zero. */
typedef struct TextPool {
  char **texts;
  size_t count, capacity;
} TextPool;

/* Reads a text of the message into the pool. Control characters and invalid
 * UTF-8 are replaced. Never NULL; "" if the message is malformed. */
const char *text_pool_get(TextPool *pool, Message *m);

/* Returns the pool's copy of a text, which is made if there is none. */
const char *text_pool_find(TextPool *pool, const char *text);
void text_pool_free(TextPool *pool);

void options_put(Message *m, const Option table[]);
/* Reads a table of options. A default that is computed comes from the option
 * of the same name in `base`, which may be NULL. */
void options_get(Message *m, Option table[OPTIONS_MAX + 1], const Option *base,
                 TextPool *pool);

/* Reads the values of a table of options. */
void option_values_get(Message *m, const Option table[],
                       int values[OPTIONS_MAX]);

void fields_put(Message *m, const Field fields[]); /* NULL is allowed */
enum { REMOTE_FIELDS_MAX = 256 };
void fields_get(Message *m, Field fields[REMOTE_FIELDS_MAX + 1],
                size_t state_size, TextPool *pool);
void fields_free(Field fields[]); /* frees their grids */

#endif
