/* The ratio of a part of the moves, such as those to one cell, compared with
 * the ratio of the whole, from the same games.
 *
 * Of the moves to a cell, a share r is made by winners; of all moves, R. A game
 * is one observation, with x moves of the winners among y to the cell, and X
 * among Y in all. If r = R + d, the sum over games of
 *
 *   u = x − (R + d) y − (X − R Y) Σy / ΣY
 *
 * has mean 0 and, to first order, the variance Σu²: the last term is there
 * because R is estimated from the same games. The interval holds all d with
 * |Σu| ≤ z √Σu²: as in a score test, the variance is that under the d in
 * question, not under the observed one. For residuals that are symmetric about
 * 0, P(|Σu| > z √Σu²) ≤ 2 exp(−z²/2) with any number of
 * games (Efron 1969), so that it holds in few games too and far out in the
 * tails, where intervals for many cells at once have their ends.
 *
 * So that the interval has a width even if all games agree, one game more is
 * counted, with the mean number of moves to the cell, made by winners with
 * probability R. If R is near 0 or 1 that game adds next to nothing, and games
 * that agree are no evidence of more than R: 33 of 33 games are what R = 0.98
 * gives in half of all cases. So the interval is extended to what Wilson's
 * interval of r, with the variance between the games, allows. By itself that
 * would be too narrow at the other end, where R is near 1 and r below it: there
 * the residuals see to it.
 *
 * Pure functions; any thread may call them. */
#ifndef BOARDLAB_ANALYSIS_STATS_PART_RATIO_H
#define BOARDLAB_ANALYSIS_STATS_PART_RATIO_H

#include "analysis/stats/estimate.h"

/* Sums over games. Zero-initialize. */
typedef struct PartSums {
  Pairs part;            /* x and y, over the games with y > 0 */
  double xX, xY, yX, yY; /* sums of their products with X and Y */
} PartSums;

/* Adds a game with y > 0. */
void part_sums_add(PartSums *sums, double x, double y, double X, double Y);

/* The ratio Σx / Σy, a share between 0 and 1, with an interval of z standard
 * deviations of the same kind: all r with |Σ(x − r y)| ≤ z √Σ(x − r y)², and
 * one game more with this share. Without an interval if there are too few games
 * for it to be bounded. */
Estimate share_ratio(const Pairs *pairs, double share, double z);

/* The same, extended to Wilson's interval with the variance between games: for
 * a share that games tend to agree on, such as the winner's. A share of moves
 * that is small in every game would be given too wide an interval. */
Estimate winner_ratio(const Pairs *pairs, double share, double z);

/* That ratio less the ratio of the whole, ΣX / ΣY. `whole` has X and Y of all
 * games. */
Estimate part_difference(const PartSums *sums, const Pairs *whole, double z);

#endif
