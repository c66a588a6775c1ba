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

Results *results_new(void);
void results_end(Results *results);
void results_free(Results *results);

/* Whether a page may have the results in a folder opened: where it is, and
 * which files its runs would have opened. */
bool results_check(const char *dir, Error *error);

/* Makes the page of `boardlab report` about these folders. On success the
 * caller frees page->bytes. If there is too much to do at a time, the code of
 * the error is ERROR_BUSY, here and below. */
bool results_report(Results *results, const char *const dirs[], int count,
                    Text *page, Error *error);

/* Game `number` of a run, as report_game has it; or, unless `ply` is
 * RESULTS_ALL, its first `ply` moves as {"text": a game file} to go on with. */
enum { RESULTS_ALL = -1 };
json_t *results_game(Results *results, const char *dir, uint64_t number,
                     int ply, Error *error);

#endif
