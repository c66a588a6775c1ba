/* What a run says about its game, in plain sentences. They claim no more than
 * the intervals allow. */
#ifndef BOARDLAB_ANALYSIS_METRICS_VERDICT_H
#define BOARDLAB_ANALYSIS_METRICS_VERDICT_H

#include "core/run/run.h"

enum { SENTENCE = 512, SENTENCES_MAX = 8 };

typedef struct Sentences {
  int count;
  char text[SENTENCES_MAX][SENTENCE];
} Sentences;

__attribute__((format(printf, 2, 3))) void
sentences_add(Sentences *sentences, const char *format, ...);

/* What the games say: who has the better of it, how long they are. */
void verdict_run(const Run *run, Sentences *sentences);

/* What to keep in mind about them: games cut off or forfeited, players that are
 * only random, a run that is not over. */
void verdict_notes(const Run *run, Sentences *sentences);

/* A half-width in points, for "5.7 ± 1.4". */
double half_points(double low, double high);

#endif
