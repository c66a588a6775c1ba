/* How fair the game is between equals, and whether that changes with their
 * strength. */
#include "analysis/experiments/ladder_internal.h"

#include "analysis/metrics/balance.h"
#include "analysis/stats/distribution.h"
#include <math.h>

static void add_pair(Level *level, const Tally *t) {
  int ahead, behind;
  level->differ = balance_pair(t, &ahead, &behind).low > 0 &&
                  balance_is_ahead(t, ahead, behind) &&
                  !level->equals.repetition.repetitive;
  schedule_side_name(t->schedule, ahead, level->ahead);
  schedule_side_name(t->schedule, behind, level->behind);
  level->ahead_rate = balance_rate(t, ahead).value;
  level->behind_rate = balance_rate(t, behind).value;
}

void ladder_add_fairness(Level *level, const Tally *t) {
  const int *side = level->equals.side, sides = level->equals.sides;
  double z = look_z(t->raised, sides > 2 ? sides * (sides - 1) / 2 : 1);
  for (int i = 0; i < sides; i++)
    level->share[i] = balance_share(t, side[i]);
  for (int i = 0; i < sides; i++)
    for (int j = 0; j < sides; j++)
      if (i != j)
        level->difference[i][j] = balance_difference_z(t, side[i], side[j], z);
  if (level->equals.decided && sides > 1)
    add_pair(level, t);
  bool tested = level->equals.decided && sides > 1 &&
                !level->equals.repetition.repetitive;
  level->p = tested ? balance_test(t).p : NAN;
}

void ladder_adjust(Ladder *l) {
  for (int i = 0; i < l->levels; i++)
    l->level[i].p_holm = l->level[i].equals.games ? l->level[i].p : NAN;
  holm_adjust(&l->level->p_holm, l->levels, sizeof *l->level);
}

/* Whether the difference d of one level is shown to exceed the difference e of
 * another. They are independent, so the distances to the ends of their
 * intervals add up like standard errors (Newcombe 1998). */
static bool exceeds(Estimate d, Estimate e, double allowance) {
  return d.value - e.value - allowance >
         hypot(d.value - d.low, e.high - e.value);
}

/* How much a gap could change if the games without a result had been won by one
 * side or the other. */
static double allowance(const Level *level) {
  return level->equals.ends.undecided.value * (2 - level->equals.balance.value);
}

/* Whether the gap of `a` is shown to exceed that of `b`: some difference of `a`
 * exceeds every difference of `b`.
 *
 * If the gap of `b` is in truth the larger one, some fixed difference of `b`
 * exceeds all of `a`, and a false claim needs one of these comparisons to fail.
 * Their number is the number of pairs of sides, for which the intervals are
 * corrected. With two sides this asks that both the difference and the sum of
 * the two signed advantages exclude zero: |b| < |a| exactly if
 * (b - a)(b + a) < 0. */
static bool gap_exceeds(const Level *a, const Level *b, int i, int j) {
  double allowed = allowance(a) + allowance(b);
  for (int k = 0; k < b->equals.sides; k++)
    for (int m = 0; m < b->equals.sides; m++)
      if (k != m && !exceeds(a->difference[i][j], b->difference[k][m], allowed))
        return false;
  return true;
}

static bool less_fair(const Level *a, const Level *b) {
  for (int i = 0; i < a->equals.sides; i++)
    for (int j = 0; j < a->equals.sides; j++)
      if (i != j && gap_exceeds(a, b, i, j))
        return true;
  return false;
}

static bool says_nothing(const Level *level) {
  return level->equals.decided == 0 || level->equals.sides < 2 ||
         level->equals.repetition.repetitive ||
         level->equals.ends.undecided.value > UNDECIDED_LARGE;
}

LadderChange ladder_change(const Ladder *l) {
  int top = ladder_top(l);
  if (top < 1)
    return CHANGE_NOT_SHOWN;
  const Level *weak = &l->level[0], *strong = &l->level[top];
  if (says_nothing(weak) || says_nothing(strong))
    return CHANGE_NOT_SHOWN;
  return less_fair(weak, strong)   ? CHANGE_FAIRER
         : less_fair(strong, weak) ? CHANGE_LESS_FAIR
                                   : CHANGE_NOT_SHOWN;
}
