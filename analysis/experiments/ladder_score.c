/* The numbers of a ladder: scores, the mean gain per level, and how the balance
 * changes. */
#include "analysis/experiments/ladder.h"

#include <math.h>

/* The sides that a bot plays in a seating, a bit per side. */
static unsigned sides_of(const Schedule *s, size_t seating, int bot) {
  unsigned sides = 0;
  for (int seat = 0; seat < s->seats; seat++)
    if (schedule_bots(s, seating)[seat] == bot)
      sides |= 1u << s->side[seat];
  return sides;
}

/* The points of a bot over all games; a game has one point. */
static double points_of(const Tally *t, int bot) {
  const Schedule *s = t->schedule;
  uint64_t points = 0;
  for (size_t i = 0; i < s->seatings; i++) {
    unsigned sides = sides_of(s, i, bot);
    for (; sides; sides &= sides - 1)
      points +=
          t->seat[i * (size_t)s->seats + (size_t)__builtin_ctz(sides)].points;
  }
  return (double)points / POINTS;
}

/* The tally does not record per bot among how many sides each win was shared,
 * so the sum of squares takes every win as a whole point. That overestimates
 * the variance, and is exact if no win was shared. */
Estimate ladder_score(const Tally *t, int bot) {
  int sides = t->schedule->sides;
  uint64_t n = t->games - t->ends[MATCH_TRUNCATED];
  double drawn = (double)t->ends[MATCH_DRAW] / sides;
  double from_forfeits =
      (double)(t->ends[MATCH_FORFEIT] - tally_bot(t, bot).forfeits) /
      (sides - 1);
  if (n == 0)
    return (Estimate){1.0 / sides, 0, 1, 0};
  double points = points_of(t, bot), mean = points / (double)n;
  double squares = drawn / sides + from_forfeits / (sides - 1) +
                   (points - drawn - from_forfeits);
  double variance = fmax(squares / (double)n - mean * mean, 0);
  Estimate e = estimate_bounded_mean_z(mean, variance, (double)n, Z95);
  e.n = n;
  return estimate_clamp(e, 0, 1);
}

Estimate ladder_gain(const Ladder *l) {
  double sum = 0, below = 0, above = 0;
  uint64_t n = 0;
  int count = 0;
  for (int i = 1; i < l->levels; i++) {
    Estimate e = l->level[i].score;
    if (e.n == 0)
      continue;
    sum += e.value;
    below += (e.value - e.low) * (e.value - e.low);
    above += (e.high - e.value) * (e.high - e.value);
    n += e.n;
    count++;
  }
  if (count == 0)
    return (Estimate){0, 0, 1, 0};
  double mean = sum / count;
  return (Estimate){mean, mean - sqrt(below) / count,
                    mean + sqrt(above) / count, n};
}

/* The interval of a difference from the intervals of both values (Newcombe
 * 1998). */
Estimate ladder_change(const Ladder *l) {
  int top = ladder_top(l);
  if (top < 1)
    return (Estimate){0, -1, 1, 0};
  Estimate a = l->level[0].balance, b = l->level[top].balance;
  double change = b.value - a.value;
  return (Estimate){change, change - hypot(b.value - b.low, a.high - a.value),
                    change + hypot(b.high - b.value, a.value - a.low),
                    a.n + b.n};
}

int ladder_top(const Ladder *l) {
  int top = l->levels - 1;
  while (top >= 0 && !l->level[top].games)
    top--;
  return top;
}
