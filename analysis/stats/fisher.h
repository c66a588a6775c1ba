/* Fisher's exact test (Fisher 1922) of two rates. Pure; any thread may call it.
 */
#ifndef BOARDLAB_ANALYSIS_STATS_FISHER_H
#define BOARDLAB_ANALYSIS_STATS_FISHER_H

#include <stdint.h>

/* The p-value of `part_count` of `part` games, if among all games, of which
 * these are a part, the rate is count / n: the probability that so many games
 * chosen at random among the n have a number that is no more likely than this
 * one. Exact for any number of games. 1 if the part is everything or nothing.
 */
double fisher_exact(uint64_t part_count, uint64_t part, uint64_t count,
                    uint64_t n);

#endif
