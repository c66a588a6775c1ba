/* Which games of a run are played again to verify it: a fixed function of the
 * run's range of games, so that it does not depend on threads or interruptions.
 *
 * They are spread evenly over the range and include its first and its last
 * game. If a stopping rule may end the run anywhere, the number of games is not
 * known while they are played. Then the selection is dense at the beginning and
 * thins out, so that games spread evenly can be picked from it wherever the run
 * ends. */
#ifndef BOARDLAB_CORE_RUN_SELECTION_H
#define BOARDLAB_CORE_RUN_SELECTION_H

#include <stdbool.h>
#include <stdint.h>

typedef struct Selection {
  uint64_t first, count; /* the range */
  uint64_t wanted;       /* how many of its games, at least 1 */
  bool open_ended;       /* the run may end before the range does */
} Selection;

bool selection_has(const Selection *selection, uint64_t index);

/* The place of the i-th of `wanted` games spread evenly over `count`. A single
 * one is the last: it has the most games before it that might influence it. */
uint64_t selection_place(uint64_t count, uint64_t wanted, uint64_t i);

#endif
