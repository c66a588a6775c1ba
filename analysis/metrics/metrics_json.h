/* Estimates and sentences as JSON (core/base/json_values.h). */
#ifndef BOARDLAB_ANALYSIS_METRICS_METRICS_JSON_H
#define BOARDLAB_ANALYSIS_METRICS_METRICS_JSON_H

#include "analysis/metrics/verdict.h"
#include "analysis/stats/estimate.h"
#include "core/base/json_values.h"

/* [value, low, high] */
json_t *json_estimate(Estimate estimate);

/* A list of strings; json_sentences_from leaves out the first ones, and
 * json_sentences_to all but those. */
json_t *json_sentences(const Sentences *sentences);
json_t *json_sentences_from(const Sentences *sentences, int first);
json_t *json_sentences_to(const Sentences *sentences, int end);

#endif
