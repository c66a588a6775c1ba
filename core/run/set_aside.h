/* Games of a run that are set aside: their moves do not give the result that
 * games.csv has, so nothing is counted from them. */
#ifndef BOARDLAB_CORE_RUN_SET_ASIDE_H
#define BOARDLAB_CORE_RUN_SET_ASIDE_H

#include "core/base/error.h"
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Owns the list. Zero-initialize. */
typedef struct SetAside {
  uint64_t *game; /* their numbers, in order */
  size_t count;
  Error why; /* the first of them was */
} SetAside;

/* Adds a game that is not among them. */
void set_aside_add(SetAside *aside, uint64_t game, const Error *why);
void set_aside_copy(SetAside *copy, const SetAside *aside);
bool set_aside_has(const SetAside *aside, uint64_t game);
void set_aside_free(SetAside *aside);

#endif
