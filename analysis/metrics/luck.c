#include "analysis/metrics/luck.h"

#include <string.h>

void luck_begin(Luck *l, const Game *game, bool affordable, uint64_t seed,
                uint64_t index) {
  l->measured = affordable && (game->has_chance || game->random_start);
  l->sides = game->sides;
  l->positions = 0;
  l->by_nature = l->all = 0;
  /* A stream of its own: the other values of the game do not depend on it. */
  rng_seed(&l->rng, seed ^ UINT64_C(0x6c75636b), index);
}

bool luck_needs_roll(const Luck *l) {
  return l->measured && (l->positions == 0 || !l->nature);
}

static double squared_step(const Luck *l, const double a[], const double b[]) {
  double sum = 0;
  for (int side = 0; side < l->sides; side++)
    sum += (a[side] - l->a[side]) * (b[side] - l->b[side]);
  return sum;
}

void luck_add(Luck *l, bool nature, const double a[], const double b[]) {
  if (!l->measured)
    return;
  double square = l->positions ? squared_step(l, a, b) : 0;
  l->all += square;
  if (l->nature)
    l->by_nature += square;
  memcpy(l->a, a, (size_t)l->sides * sizeof *a);
  memcpy(l->b, b, (size_t)l->sides * sizeof *b);
  l->nature = nature;
  l->positions++;
}

void luck_end(Luck *l, const double result[]) {
  if (!l->measured)
    return;
  luck_add(l, false, result, result);
  pairs_add(&l->share, l->by_nature, l->all);
}
