/* The parts of a report's data. */
#ifndef BOARDLAB_ANALYSIS_REPORT_REPORT_JSON_H
#define BOARDLAB_ANALYSIS_REPORT_REPORT_JSON_H

#include "analysis/metrics/run_metrics.h"
#include <jansson.h>

/* A number; null if it is none, or infinite. */
json_t *json_number(double number);
/* [value, low, high] */
json_t *json_estimate(Estimate estimate);
/* A list of texts. */
json_t *json_sentences(const Sentences *sentences);
/* A text, whatever bytes it has. */
json_t *json_text(const char *text);

/* A run with all its figures. */
json_t *report_run(const RunMetrics *run_metrics, Error *error);

/* The games to look at, with what the board looks like after each move; *board
 * is its size, or null. The game is opened for that. */
json_t *report_replays(const RunMetrics *run_metrics, json_t **board,
                       Error *error);

/* A sweep, a ladder, a tuning. */
json_t *report_sweep(const char *dir, Error *error);
json_t *report_ladder(const char *dir, Error *error);
json_t *report_tune(const char *dir, Error *error);

#endif
