/* Rates and shares as users write them: seat1, draw; 1% or 0.01. Everything
 * that takes them reads them here. */
#ifndef BOARDLAB_ANALYSIS_METRICS_RATE_NAME_H
#define BOARDLAB_ANALYSIS_METRICS_RATE_NAME_H

#include "core/game/match.h"

/* The rate at which a seat wins, or games end in some way. */
typedef struct RateName {
  int seat;     /* -1: none */
  MatchEnd end; /* then this one, which is not a win */
} RateName;

/* Reads seatK, for as many seats as there are, or draw, truncated, forfeit. */
bool rate_name_read(const char *name, int seats, RateName *rate);

/* Reads "1%" or "0.01", and nothing else that C takes for a number; of what is
 * no share, only "2". */
bool rate_number_read(const char *text, bool share, double *number);

#endif
