/* When a run has enough games: "seat1=1%" stops it as soon as the 95% interval
 * of the rate at which seat 1 wins is no wider than 1 point to either side. */
#ifndef BOARDLAB_UNTIL_H
#define BOARDLAB_UNTIL_H

#include "tally.h"

typedef struct Until {
  int seat;     /* whose wins; -1: the rate of an end */
  MatchEnd end; /* then this one */
  double half;  /* the half-width wanted */
} Until;

/* Reads seatK=X% or draw=X%, truncated=X%, forfeit=X%. */
bool until_read(const char *text, int seats, Until *until, Error *error);

bool until_met(const Until *until, const Tally *tally);

#endif
