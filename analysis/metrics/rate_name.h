/* Rates as users write them: seat1, draw; and their values: 1% or 0.01. */
#ifndef BOARDLAB_ANALYSIS_METRICS_RATE_NAME_H
#define BOARDLAB_ANALYSIS_METRICS_RATE_NAME_H

#include "core/game/match.h"

/* The win rate of a seat, or the rate of an outcome that is not a win. */
typedef struct RateName {
  int seat;     /* -1: the rate of an outcome */
  MatchEnd end; /* the outcome */
} RateName;

/* Parses seatK, with K at most `seats`, or draw, truncated, forfeit. */
bool rate_name_read(const char *name, int seats, RateName *rate);

/* Parses "0.01" or, if it is a share, also "1%". Rejects the other forms that
 * strtod accepts, such as "inf" and hexadecimal. */
bool rate_number_read(const char *text, bool share, double *number);

#endif
