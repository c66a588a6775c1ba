/* Luck: how much of what decides games nature's moves decide, such as rolls and
 * deals, and how much the players' moves do.
 *
 * If the values of positions are chances of winning, no step from a position to
 * the next changes them on average, and the variance of the result is the sum
 * of the mean squares of all steps. Each step is nature's or a player's:
 * nature's share of the sum is its share of the variance. Moves that nature
 * makes one after the other are one step.
 *
 * A square is the product of the step by both halves of the oracle (oracle.h),
 * whose noise is independent. Steps that follow each other share a position and
 * thus its noise, which is why a game is one observation.
 *
 * Call begin, add for each position and end for each game. A Luck belongs to
 * one thread. */
#ifndef BOARDLAB_ANALYSIS_METRICS_LUCK_H
#define BOARDLAB_ANALYSIS_METRICS_LUCK_H

#include "analysis/stats/estimate.h"
#include "core/game/game.h"

/* Zero-initialize. */
typedef struct Luck {
  Pairs share;   /* of each game: squares of nature's steps, of all steps */
  bool measured; /* the game under way counts */
  Rng rng;       /* for values of positions in which nature moves */
  int64_t work;  /* of the rules, for these values */
  int sides;
  int positions; /* of the game under way, as far as they count */
  bool nature;   /* it moves in the last of them */
  double a[SEATS_MAX], b[SEATS_MAX]; /* its values */
  double by_nature, all;             /* sums over the steps so far */
} Luck;

/* A game counts if nature may move in it or draws its first position, and if
 * `affordable`. */
void luck_begin(Luck *luck, const Game *game, bool affordable, uint64_t seed,
                uint64_t index);

/* Whether a position in which nature moves begins a step, so that its values
 * are needed. */
bool luck_needs_roll(const Luck *luck);

/* Adds a position with its values, from both halves of the oracle. */
void luck_add(Luck *luck, bool nature, const double a[], const double b[]);
void luck_end(Luck *luck, const double result[]);

#endif
