/* What the files of balance.h share. */
#ifndef BOARDLAB_ANALYSIS_METRICS_BALANCE_INTERNAL_H
#define BOARDLAB_ANALYSIS_METRICS_BALANCE_INTERNAL_H

#include "analysis/metrics/balance.h"

/* No decided game, or fewer than two live sides. */
bool balance_is_empty(const Tally *tally);

/* Games won by a side, alone or with others. */
uint64_t balance_won(const Tally *tally, int side);

/* As many games with openings of their own as say the same. */
uint64_t balance_effective(const Tally *tally, uint64_t games);

/* The p-value of the sign test of two sides. */
double balance_sign_p(const Tally *tally, int side, int other);

#endif
