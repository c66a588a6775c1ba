/* Calibrating an oracle: if the games of a run show that its values promise too
 * much or too little, they are raised to the power with which leads come to
 * what they promise. One power for hundreds of games fits them little better
 * than others of the same players. */
#ifndef BOARDLAB_ANALYSIS_METRICS_CALIBRATE_H
#define BOARDLAB_ANALYSIS_METRICS_CALIBRATE_H

#include "analysis/metrics/oracle.h"
#include <stdatomic.h>

typedef struct CalibratePlan {
  const char *dir; /* the folder of a run */
  uint64_t games;  /* the first of it, at most */
  int64_t budget;  /* of work; once it is used up, no more games; 0: no limit */
  int jobs;        /* threads; 0: one per core */
  const atomic_bool *stop; /* or NULL */
} CalibratePlan;

/* Sets the oracle's power. It stays 0 where nothing is shown, or where the game
 * does not allow one. */
bool oracle_calibrate(OraclePlan *oracle, const CalibratePlan *plan,
                      Error *error);

#endif
