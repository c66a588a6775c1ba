/* Sentences: what a result says in words. */
#ifndef BOARDLAB_ANALYSIS_RESULT_SENTENCES_H
#define BOARDLAB_ANALYSIS_RESULT_SENTENCES_H

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

#endif
