/* The verdict on a run: its results in plain sentences, which claim no more
 * than the intervals allow. */
#ifndef BOARDLAB_ANALYSIS_METRICS_VERDICT_H
#define BOARDLAB_ANALYSIS_METRICS_VERDICT_H

#include "core/run/run.h"

enum { SENTENCE = 512, SENTENCES_MAX = 8 };

/* Zero-initialize. */
typedef struct Sentences {
  int count;
  char text[SENTENCES_MAX][SENTENCE];
} Sentences;

/* Appends a sentence; drops it if there are SENTENCES_MAX already. */
__attribute__((format(printf, 2, 3))) void
sentences_add(Sentences *sentences, const char *format, ...);

/* Adds the results: which bot is the strongest, which seat has an advantage,
 * how long games are, and how many are drawn. */
void verdict_run(const Run *run, Sentences *sentences);

/* The parts of verdict_run on bots and on lengths. The run must have games. */
void verdict_bots(const Run *run, Sentences *sentences);
void verdict_lengths(const Run *run, Sentences *sentences);

/* Adds the caveats: an incomplete run, truncated and forfeited games, bots that
 * play by the clock, random bots only. */
void verdict_notes(const Run *run, Sentences *sentences);

/* The half-width of an interval of a rate, in percentage points. */
double half_points(double low, double high);

#endif
