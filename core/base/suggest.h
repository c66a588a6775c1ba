/* Suggestions: "did you mean 'quoridor'?".
 *
 * Finds the known word that is closest to a mistyped one by Levenshtein
 * distance (Levenshtein 1965), or begins with it, in capital or small letters.
 */
#ifndef BOARDLAB_CORE_BASE_SUGGEST_H
#define BOARDLAB_CORE_BASE_SUGGEST_H

#include <stddef.h>

/* Start with `{.wanted = text}`, offer every known word, then read `word`: the
 * best match, or NULL if no word is close enough. Both
 * texts belong to the caller. */
typedef struct Suggestion {
  const char *wanted;
  const char *word;
  size_t distance; /* between the two */
} Suggestion;

void suggestion_offer(Suggestion *suggestion, const char *word);

#endif
