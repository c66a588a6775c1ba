/* Power: how many games show a difference.
 *
 * A difference counts as shown if its 95% interval excludes 0. With a power of
 * 80%, four of five experiments of that size show a difference that is truly
 * there and that large. That takes
 *
 *     games = (z(97.5%) + z(power))² variance / difference²
 *
 * (for example Cohen 1988), where the variance is that of one observation, such
 * as a game or a pair of games. That is the planned or an assumed difference,
 * never the observed one: with it, the power is just another form of the
 * p-value (Hoenig and Heisey 2001). Pure functions. */
#ifndef BOARDLAB_ANALYSIS_STATS_POWER_H
#define BOARDLAB_ANALYSIS_STATS_POWER_H

/* The usual power. */
#define POWER 0.8

/* The number of observations, not rounded, that show the difference with this
 * power, 0.025 < power < 1. */
double power_games(double variance, double difference, double power);

/* The variance of the result of a game as +1 for one side, −1 for the other and
 * 0 for neither, if `neither` is the share of such games and `difference` that
 * between the two win rates. */
double power_side_variance(double neither, double difference);

#endif
