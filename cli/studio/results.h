/* What a page sees of results: reports, and single games of runs.
 *
 * Both may take a while, since games whose moves were not kept are played
 * again. They are made on the thread of the request; only a few at a time, for
 * a limited time, and none any more once results_end was called. */
#ifndef BOARDLAB_CLI_STUDIO_RESULTS_H
#define BOARDLAB_CLI_STUDIO_RESULTS_H

#include "core/base/error.h"
#include "core/base/text.h"
#include <jansson.h>
#include <stdint.h>

enum {
  RESULTS_AT_A_TIME = 3,
  RESULTS_WAITING = 16,    /* for their turn */
  RESULTS_PATIENCE = 20,   /* seconds that they wait */
  RESULTS_SECONDS = 60,    /* of replaying games */
  RESULTS_FOLDERS = 16,    /* in a report */
  RESULTS_PLIES_MAX = 5000 /* of a game that is shown */
};

typedef struct Results Results;

Results *results_new(void); /* NULL when out of memory */
void results_end(Results *results);
void results_free(Results *results);

/* Why something was refused. */
typedef enum ResultsRefusal {
  RESULTS_WRONG, /* what was asked for */
  RESULTS_BUSY   /* too much at a time */
} ResultsRefusal;

/* Makes the page of `boardlab report` about these folders. On success the
 * caller frees page->bytes. */
bool results_report(Results *results, const char *const dirs[], int count,
                    Text *page, ResultsRefusal *why, Error *error);

/* Game `number` of a run, as report_game has it. */
json_t *results_game(Results *results, const char *dir, uint64_t number,
                     ResultsRefusal *why, Error *error);

/* The first `ply` moves of that game as {"text": a game file} to go on with. */
json_t *results_text(Results *results, const char *dir, uint64_t number,
                     int ply, ResultsRefusal *why, Error *error);

#endif
