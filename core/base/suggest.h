/* The known word that a mistyped one was probably meant to be. */
#ifndef BOARDLAB_CORE_BASE_SUGGEST_H
#define BOARDLAB_CORE_BASE_SUGGEST_H

#include <stddef.h>

/* Keeps the best match among the words it is offered. Start with
 * `{.wanted = text}`; read `word` at the end: it stays NULL when nothing was
 * close enough for a suggestion to help. */
typedef struct Suggestion {
  const char *wanted;
  const char *word;
  size_t distance;
} Suggestion;

void suggestion_offer(Suggestion *suggestion, const char *word);

#endif
