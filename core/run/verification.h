/* The verification of a run, run_verify in run.h: keeps what the run recorded
 * of the games that are to be played again. */
#ifndef BOARDLAB_CORE_RUN_VERIFICATION_H
#define BOARDLAB_CORE_RUN_VERIFICATION_H

#include "core/run/batch.h"
#include "core/run/run.h"
#include "core/run/run_dir.h"

/* Sets run->verification. Refuses a run with bots that play by the clock. */
bool verification_open(Run *run, Error *error);
void verification_close(Verification *verification); /* NULL is allowed */

/* The games to keep; NULL without a verification. */
const Selection *verification_selection(const Verification *verification);

/* Keeps games that have been played, and those found in the folder. */
bool verification_add(Verification *verification, const Chunk *chunk,
                      Error *error);
bool verification_read(Verification *verification, const RunDir *dir,
                       Error *error);

#endif
