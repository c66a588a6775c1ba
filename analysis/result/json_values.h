/* JSON values of the kinds that results consist of, besides those of
 * core/base/json.h. Each function returns a new reference, which the caller
 * owns, or NULL if memory runs out. */
#ifndef BOARDLAB_ANALYSIS_RESULT_JSON_VALUES_H
#define BOARDLAB_ANALYSIS_RESULT_JSON_VALUES_H

#include "analysis/result/sentences.h"
#include "analysis/stats/estimate.h"
#include "core/base/json.h"

/* [value, low, high] */
json_t *json_estimate(Estimate estimate);

/* A list of strings; json_sentences_from leaves out the first ones, and
 * json_sentences_to all but those. */
json_t *json_sentences(const Sentences *sentences);
json_t *json_sentences_from(const Sentences *sentences, int first);
json_t *json_sentences_to(const Sentences *sentences, int end);

#endif
