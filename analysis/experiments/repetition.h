/* Whether the runs of an experiment repeat their games, and the note on it. See
 * verdict_repeats for single runs. */
#ifndef BOARDLAB_ANALYSIS_EXPERIMENTS_REPETITION_H
#define BOARDLAB_ANALYSIS_EXPERIMENTS_REPETITION_H

#include "analysis/metrics/verdict.h"

/* Of one run. */
typedef struct Repetition {
  uint64_t games, distinct;
  bool exact; /* it was counted; otherwise it is estimated (distinct.h) */
  bool repetitive;
} Repetition;

Repetition repetition_of(const Tally *tally);
/* The same from a file that has these numbers and the answer. */
Repetition repetition_read(uint64_t games, uint64_t distinct, bool repetitive);

/* The runs of an experiment. Zero-initialize. */
typedef struct Repetitions {
  int runs, repetitive;
  char name[200]; /* of the most repetitive one */
  Repetition worst;
} Repetitions;

void repetitions_add(Repetitions *all, Repetition one, const char *name);

/* Adds a note if some run is repetitive. Of the experiments only a tuning has
 * --opening. */
void repetitions_say(const Repetitions *all, bool tune, Sentences *sentences);

#endif
