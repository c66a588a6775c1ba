#include "core/run/selection.h"

uint64_t selection_place(uint64_t count, uint64_t wanted, uint64_t i) {
  return wanted == 1 ? count - 1 : i * (count - 1) / (wanted - 1);
}

/* In the range from 2^k to 2^(k+1) times `wanted`, every 2^k-th game. */
static bool has_open_ended(uint64_t wanted, uint64_t place) {
  uint64_t every = 1;
  while (place / wanted / 2 >= every)
    every *= 2;
  return place % every == 0;
}

bool selection_has(const Selection *s, uint64_t index) {
  if (index < s->first || index - s->first >= s->count)
    return false;
  uint64_t place = index - s->first;
  if (s->wanted >= s->count)
    return true;
  if (s->open_ended)
    return has_open_ended(s->wanted, place);
  if (s->wanted == 1)
    return place == s->count - 1;
  /* The first i whose place is not before this one. */
  uint64_t last = s->count - 1, steps = s->wanted - 1;
  uint64_t i = (place * steps + last - 1) / last;
  return selection_place(s->count, s->wanted, i) == place;
}
