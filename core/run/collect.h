/* A collected run: games that people have played, each in a game file, as a run
 * that can be read like any other.
 *
 * Every file is checked by replaying it. A file that cannot be in the run is
 * refused, with its reason, in the manifest: it is no game file or breaks the
 * rules, was played with other rules, is of another game than most files,
 * begins in an edited position, or has no move; or its game is in another file
 * as well, in which it may go on. The files themselves are not touched. No bot
 * is opened, so no program is started. */
#ifndef BOARDLAB_CORE_RUN_COLLECT_H
#define BOARDLAB_CORE_RUN_COLLECT_H

#include "core/run/run.h"

/* Writes the run into the folder `out`, which must be new or empty, with the
 * answers to questions in answers.csv. `limits` are those on rules, for the
 * manifest. The caller closes the run. Fails if no file is left. */
bool run_collect(Run *run, const char *const paths[], int count,
                 const char *out, const char *limits, Error *error);

#endif
