/* Sentences: what a result says in words. */
#ifndef BOARDLAB_ANALYSIS_RESULT_SENTENCES_H
#define BOARDLAB_ANALYSIS_RESULT_SENTENCES_H

#include "core/base/json.h"

enum { SENTENCE = 512, SENTENCES_MAX = 16 };

/* Sentences, the conclusion first: the one or two that whoever reads no further
 * should have read. Zero-initialize. */
typedef struct Sentences {
  int count;
  int conclusion; /* how many of them are the conclusion; 0: the first one */
  char text[SENTENCES_MAX][SENTENCE];
} Sentences;

/* Appends a sentence; drops it if there are SENTENCES_MAX already. */
__attribute__((format(printf, 2, 3))) void
sentences_add(Sentences *sentences, const char *format, ...);

/* Appends all sentences of another list. */
void sentences_append(Sentences *sentences, const Sentences *more);

/* Lists of strings: all of them, the conclusion, and what follows it. Each is a
 * new reference, which the caller owns. */
json_t *json_sentences(const Sentences *sentences);
json_t *json_conclusion(const Sentences *sentences);
json_t *json_findings(const Sentences *sentences);

#endif
