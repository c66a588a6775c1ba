/* Which candidates of a tuning dominate which: dropping those that are
 * significantly dominated, the Pareto front, and the order of the results. */
#include "analysis/experiments/tune_internal.h"

#include "analysis/metrics/balance.h"
#include <math.h>
#include <stdlib.h>

bool candidate_meets(const Candidate *c, const Goal goal[], int goals) {
  for (int i = 0; i < goals; i++)
    if (c->distance[i].high > 0 ||
        (goal_is_fairness(&goal[i]) && c->undecided.value > UNDECIDED_LARGE))
      return false;
  return true;
}

/* ---- dominance -----------------------------------------------------------*/

/* Whether the intervals show that the other candidate is no farther from any
 * goal and nearer to at least one. */
static bool significantly_dominated(const Tune *t, const Candidate *c,
                                    const Candidate *other) {
  bool nearer = false;
  for (int i = 0; i < t->goals; i++) {
    if (other->distance[i].high > c->distance[i].low)
      return false;
    nearer = nearer || other->distance[i].high < c->distance[i].low;
  }
  return nearer;
}

/* Whether the estimates alone, regardless of their intervals, show
 * dominance. */
static bool apparently_dominated(const Tune *t, const Candidate *c,
                                 const Candidate *other) {
  bool nearer = false;
  for (int i = 0; i < t->goals; i++) {
    if (other->distance[i].value > c->distance[i].value)
      return false;
    nearer = nearer || other->distance[i].value < c->distance[i].value;
  }
  return nearer;
}

typedef bool Dominated(const Tune *t, const Candidate *c,
                       const Candidate *other);

static bool is_dominated(const Tune *t, int i, Dominated *dominated) {
  for (int j = 0; j < t->racers; j++)
    if (j != i && t->racer[j].racing && t->racer[j].candidate.games &&
        dominated(t, &t->racer[i].candidate, &t->racer[j].candidate))
      return true;
  return false;
}

/* Compares all candidates before it drops any. Dominance is transitive, so
 * every dropped candidate is dominated by one that stays. */
void tune_drop_dominated(Tune *t) {
  for (int i = 0; i < t->racers; i++)
    if (t->racer[i].racing && is_dominated(t, i, significantly_dominated))
      t->racer[i].candidate.dropped = t->rounds;
  for (int i = 0; i < t->racers; i++)
    if (t->racer[i].candidate.dropped)
      tune_close_racer(&t->racer[i]);
}

void tune_find_front(Tune *t) {
  for (int i = 0; i < t->racers; i++) {
    Racer *r = &t->racer[i];
    r->candidate.front = r->racing && r->candidate.games &&
                         !is_dominated(t, i, apparently_dominated);
  }
}

/* ---- ranking -------------------------------------------------------------*/

static int compare_ranks(const void *a, const void *b) {
  const Rank *x = a, *y = b;
  if (x->group != y->group)
    return x->group < y->group ? -1 : 1;
  if (x->distance != y->distance)
    return x->distance < y->distance ? -1 : 1;
  if (x->worst != y->worst)
    return x->worst < y->worst ? -1 : 1;
  return x->candidate < y->candidate ? -1 : x->candidate > y->candidate;
}

static int group_of(const Candidate *c) {
  return c->front ? 0 : !c->games ? 3 : c->dropped ? 2 : 1;
}

/* Goals have different units, so each distance is divided by the largest of its
 * goal. An unbounded distance counts as the largest. */
static double normalise(double distance, double largest) {
  return largest > 0 ? fmin(distance / largest, 1) : 0;
}

static void add_distances(Tune *t, int goal) {
  double largest = 0, worst = 0;
  for (int i = 0; i < t->racers; i++) {
    const Estimate *d = &t->racer[i].candidate.distance[goal];
    largest = fmax(largest, d->value);
    worst = isfinite(d->high) ? fmax(worst, d->high) : worst;
  }
  for (int i = 0; i < t->racers; i++) {
    const Estimate *d = &t->racer[i].candidate.distance[goal];
    t->rank[i].distance += normalise(d->value, largest);
    t->rank[i].worst += normalise(d->high, worst);
  }
}

void tune_rank(Tune *t) {
  for (int i = 0; i < t->racers; i++) {
    const Candidate *c = &t->racer[i].candidate;
    t->rank[i] = (Rank){c, group_of(c), 0, 0};
  }
  for (int i = 0; i < t->goals; i++)
    add_distances(t, i);
  qsort(t->rank, (size_t)t->racers, sizeof *t->rank, compare_ranks);
  for (int i = 0; i < t->racers; i++)
    t->sorted[i] = *t->rank[i].candidate;
}
