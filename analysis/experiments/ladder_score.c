/* The scores of a ladder, and their mean over the levels. */
#include "analysis/experiments/ladder_internal.h"

#include "analysis/metrics/rating_data.h"
#include "analysis/metrics/verdict.h"
#include "analysis/stats/distribution.h"
#include <math.h>

/* The points of a bot over all games; a game has one point. */
static double points_of(const Tally *t, int bot) {
  const Schedule *s = t->schedule;
  uint64_t points = 0;
  for (size_t i = 0; i < s->seatings; i++)
    for (int side = 0; side < s->sides; side++)
      if (rating_bot(s, i, side) == bot)
        points += t->seat[i * (size_t)s->seats + (size_t)side].points;
  return (double)points / POINTS;
}

/* The games of a bot that have points. */
static uint64_t scored_games(const Tally *t) {
  return t->games - t->ends[MATCH_TRUNCATED];
}

/* The tally does not record per bot among how many sides each win was shared,
 * so the sum of squares takes every win as a whole point. That overestimates
 * the variance, and is exact if no win was shared. */
double ladder_score_variance(const Tally *t, int bot) {
  int sides = t->schedule->sides;
  double n = (double)scored_games(t);
  double drawn = (double)t->ends[MATCH_DRAW] / sides;
  double from_forfeits =
      (double)(t->ends[MATCH_FORFEIT] - tally_bot(t, bot).forfeits) /
      (sides - 1);
  double points = points_of(t, bot), mean = points / n;
  double squares = drawn / sides + from_forfeits / (sides - 1) +
                   (points - drawn - from_forfeits);
  return n > 0 ? fmax(squares / n - mean * mean, 0) : 0;
}

Estimate ladder_score(const Tally *t, int bot) {
  uint64_t n = scored_games(t);
  if (n == 0)
    return (Estimate){1.0 / t->schedule->sides, 0, 1, 0};
  double mean = points_of(t, bot) / (double)n;
  if (verdict_is_repetitive(t))
    return estimate_plain(mean, n);
  Estimate e = estimate_bounded_mean_z(mean, ladder_score_variance(t, bot),
                                       (double)n, look_z(t->raised, 1));
  e.n = n;
  return estimate_clamp(e, 0, 1);
}

/* The variance of a mean over independent levels is the mean of theirs divided
 * by their number; Wilson's interval of it has the number of games that would
 * give the same variance in a single sample. */
Estimate ladder_gain(const Ladder *l) {
  double sum = 0, variance = 0, inverse = 0;
  uint64_t n = 0;
  int count = 0;
  for (int i = 1; i < l->levels; i++) {
    const Level *level = &l->level[i];
    double games = (double)level->score.n;
    if (level->score.n == 0 || !ladder_doubles(l, i))
      continue;
    sum += level->score.value;
    variance += level->score_variance / fmax(games - 1, 1);
    inverse += 1 / games;
    n += level->score.n;
    count++;
  }
  if (count == 0)
    return (Estimate){0, 0, 1, 0};
  double games = count * count / inverse; /* all, if levels have equally many */
  Estimate gain =
      estimate_bounded_mean_z(sum / count, variance / (count * count) * games,
                              games, look_z(l->raised, 1));
  gain.n = n;
  return estimate_clamp(gain, 0, 1);
}

int ladder_top(const Ladder *l) {
  int top = l->levels - 1;
  while (top >= 0 && !l->level[top].equals.games)
    top--;
  return top;
}
