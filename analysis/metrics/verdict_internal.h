/* What the files of the verdict share. */
#ifndef BOARDLAB_ANALYSIS_METRICS_VERDICT_INTERNAL_H
#define BOARDLAB_ANALYSIS_METRICS_VERDICT_INTERNAL_H

#include "analysis/metrics/standings.h"
#include "analysis/metrics/verdict.h"

/* Which bots are stronger than which, and whether the ratings fit: one or two
 * sentences, and what else there is to say. False if out of memory. */
bool verdict_strength(const Standings *standings, Sentences *to,
                      Sentences *details);

#endif
