/* The first game that each bot of a run has forfeited: where its author looks
 * first. */
#ifndef BOARDLAB_CORE_RUN_FORFEITS_H
#define BOARDLAB_CORE_RUN_FORFEITS_H

#include "core/game/match.h"
#include "core/run/schedule.h"

typedef struct Forfeits {
  uint64_t bots;           /* bit b is set if bot b has forfeited, */
  uint64_t game[BOTS_MAX]; /* first in this game */
} Forfeits;

_Static_assert((int)BOTS_MAX <= 64, "Forfeits.bots has a bit for each bot");

static inline void forfeits_add(Forfeits *f, int bot, uint64_t game) {
  if (f->bots >> bot & 1)
    return;
  f->bots |= UINT64_C(1) << bot;
  f->game[bot] = game;
}

/* Add the next game, or those that follow. */
static inline void forfeits_add_match(Forfeits *f, const Schedule *s,
                                      uint64_t game, const Match *match) {
  if (match->end == MATCH_FORFEIT)
    forfeits_add(
        f, schedule_bots(s, schedule_seating(s, game))[match->forfeiter], game);
}

static inline void forfeits_merge(Forfeits *f, const Forfeits *next) {
  for (int bot = 0; next->bots && bot < BOTS_MAX; bot++)
    if (next->bots >> bot & 1)
      forfeits_add(f, bot, next->game[bot]);
}

#endif
