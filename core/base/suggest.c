#include "core/base/suggest.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>
#include <strings.h>

enum { WORD_MAX = 40 };

/* The Levenshtein distance, by dynamic programming with one row of the table.
 */
static size_t edit_distance(const char *a, const char *b) {
  size_t row[WORD_MAX + 1];
  size_t length = strlen(b);
  for (size_t j = 0; j <= length; j++)
    row[j] = j;
  for (size_t i = 1; a[i - 1]; i++) {
    size_t diagonal = row[0];
    row[0] = i;
    for (size_t j = 1; j <= length; j++) {
      size_t above = row[j],
             added = (above < row[j - 1] ? above : row[j - 1]) + 1;
      size_t changed = diagonal + (tolower((unsigned char)a[i - 1]) !=
                                   tolower((unsigned char)b[j - 1]));
      row[j] = added < changed ? added : changed;
      diagonal = above;
    }
  }
  return row[length];
}

/* What is to be changed in a word, or added to the end of one that was cut
 * short, which counts as one change. */
static size_t distance_of(const char *wanted, const char *word) {
  enum { SHORTEST = 3 };
  size_t length = strlen(wanted), distance = edit_distance(wanted, word);
  bool begins = length >= SHORTEST && strncasecmp(wanted, word, length) == 0;
  return begins && distance > 1 ? 1 : distance;
}

void suggestion_offer(Suggestion *suggestion, const char *word) {
  size_t length = strlen(word);
  if (length > WORD_MAX || strlen(suggestion->wanted) > WORD_MAX)
    return;
  size_t distance = distance_of(suggestion->wanted, word);
  size_t close_enough = length < 4 ? 1 : length < 6 ? 2 : length / 2;
  if (distance > close_enough || distance >= length)
    return;
  if (!suggestion->word || distance < suggestion->distance) {
    suggestion->word = word;
    suggestion->distance = distance;
  }
}
