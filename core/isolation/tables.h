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
  size_t count;
} TextPool;

/* A text, which the reader keeps in the pool. Control characters and invalid
 * UTF-8 are replaced. It is never NULL, but "" if the message is malformed. */
void cross_text(Message *m, const char **text, TextPool *pool);

/* A list of texts that ends with NULL; NULL if there are none. */
void cross_words(Message *m, const char *const **words, TextPool *pool);

/* Returns the pool's copy of a text, which is made if there is none. */
const char *text_pool_find(TextPool *pool, const char *text);
void text_pool_free(TextPool *pool);

/* A table of options. A default that is computed comes from the option of the
 * same name in `base`, which may be NULL. */
void cross_options(Message *m, Option table[], const Option *base,
                   TextPool *pool);

/* The values of a table of options. */
void cross_option_values(Message *m, const Option table[],
                         int values[OPTIONS_MAX]);

/* The fields of positions of that size; the writer may have NULL. */
enum { REMOTE_FIELDS_MAX = 256 };
void cross_fields(Message *m, Field fields[], size_t state_size,
                  TextPool *pool);
void fields_free(Field fields[]); /* frees their grids, which the reader made */

#endif
