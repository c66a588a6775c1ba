/* JSON values of the kinds that results consist of. Each function
 * returns a new reference, which the caller owns, or NULL if memory runs out.
 */
#ifndef BOARDLAB_ANALYSIS_RESULT_JSON_VALUES_H
#define BOARDLAB_ANALYSIS_RESULT_JSON_VALUES_H

#include "analysis/result/sentences.h"
#include "analysis/stats/estimate.h"
#include <jansson.h>

/* A number, or null if it is not finite. */
json_t *json_number(double number);

/* A string of the text's printable characters and line ends, with question
 * marks in place of all others; or null. */
json_t *json_text(const char *text);

/* [value, low, high] */
json_t *json_estimate(Estimate estimate);

/* A list of strings; json_sentences_from leaves out the first ones, and
 * json_sentences_to all but those. */
json_t *json_sentences(const Sentences *sentences);
json_t *json_sentences_from(const Sentences *sentences, int first);
json_t *json_sentences_to(const Sentences *sentences, int end);

#endif
