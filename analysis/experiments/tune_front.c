/* Which candidates of a tuning meet or miss the goals and which dominate which:
 * dropping them, the Pareto front, and the order of the results. */
#include "analysis/experiments/tune_internal.h"

#include "analysis/metrics/balance.h"
#include <math.h>
#include <stdlib.h>

/* ---- levels --------------------------------------------------------------*/

/* How far the candidate is from a goal at the level that is farthest from it.
 * Where there are no games yet, it may be any distance. */
static Estimate farthest_distance(const TuneTable *t, const Candidate *c,
                                  int goal) {
  Estimate farthest = {0, 0, c->measured ? 0 : INFINITY, 0};
  for (int i = 0; i < t->levels; i++) {
    const LevelResult *level = &c->level[i];
    Estimate distance = level->distance[goal];
    if (!level->games)
      continue;
    farthest.value = fmax(farthest.value, distance.value);
    farthest.low = fmax(farthest.low, distance.low);
    farthest.high = fmax(farthest.high, distance.high);
    farthest.n += distance.n;
  }
  return farthest;
}

void tune_combine_levels(const TuneTable *t, Candidate *c) {
  c->games = 0;
  c->measured = true;
  for (int i = 0; i < t->levels; i++) {
    c->games += c->level[i].games;
    c->measured = c->measured && c->level[i].games;
  }
  for (int i = 0; i < t->goals; i++)
    c->distance[i] = farthest_distance(t, c, i);
}

/* ---- goals ---------------------------------------------------------------*/

static bool is_range(const Goal *goal) {
  return goal->max > goal->min;
}

double candidate_undecided(const TuneTable *t, const Candidate *c) {
  double most = NAN;
  for (int i = 0; i < t->levels; i++)
    if (c->level[i].games)
      most = fmax(most, c->level[i].ends.undecided.value);
  return most;
}

double candidate_draws(const TuneTable *t, const Candidate *c) {
  double most = NAN;
  for (int i = 0; i < t->levels; i++)
    if (c->level[i].games)
      most = fmax(most, c->level[i].ends.draws.value);
  return most;
}

/* Whether the intervals are within a goal. */
static bool is_inside(const Candidate *c, int goal) {
  return c->measured && c->distance[goal].high <= 0;
}

bool candidate_meets(const TuneTable *t, const Candidate *c) {
  bool many = candidate_undecided(t, c) > UNDECIDED_LARGE;
  for (int i = 0; i < t->goals; i++)
    if (!is_inside(c, i) || (many && goal_is(&t->goal[i], GOAL_RESULTS)))
      return false;
  return true;
}

/* More games change nothing about that, whether or not they have results. */
static bool is_inside_ranges(const TuneTable *t, const Candidate *c) {
  for (int i = 0; i < t->goals; i++)
    if (is_range(&t->goal[i]) && !is_inside(c, i))
      return false;
  return true;
}

/* The first range that a candidate is shown to miss at this level, or -1. */
static int missed_at(const TuneTable *t, const LevelResult *level) {
  for (int i = 0; level->games && i < t->goals; i++)
    if (is_range(&t->goal[i]) && !distance_is_zero(level->distance[i].low))
      return i;
  return -1;
}

int candidate_misses(const TuneTable *t, const Candidate *c, int *level) {
  for (*level = 0; *level < t->levels; ++*level) {
    int goal = missed_at(t, &c->level[*level]);
    if (goal >= 0)
      return goal;
  }
  return -1;
}

int candidate_farthest(const TuneTable *t, const Candidate *c, int goal) {
  int farthest = 0;
  for (int i = 1; i < t->levels; i++)
    if (c->level[i].games && c->level[i].distance[goal].value >
                                 c->level[farthest].distance[goal].value)
      farthest = i;
  return farthest;
}

bool level_repeats(const LevelResult *level) {
  return level->games > 1 && level->repetition.distinct == 1;
}

bool candidate_repeats(const TuneTable *t, const Candidate *c) {
  for (int i = 0; i < t->levels; i++)
    if (level_repeats(&c->level[i]))
      return true;
  return false;
}

void tune_drop_hopeless(const Tune *t, Racer *r, int level) {
  const LevelResult *result = &r->candidate.level[level];
  if (missed_at(&t->table, result) < 0 && !level_repeats(result))
    return;
  r->candidate.dropped = t->rounds;
  tune_close_racer(r);
}

bool tune_is_settled(const Tune *t) {
  int racing = 0;
  bool numbers = false; /* a goal is a single number */
  for (int i = 0; i < t->table.goals; i++)
    numbers = numbers || !is_range(&t->table.goal[i]);
  for (int i = 0; i < t->racers; i++)
    if (is_racing(&t->racer[i])) {
      racing++;
      if (!is_inside_ranges(&t->table, &t->racer[i].candidate))
        return false;
    }
  return racing <= 1 || !numbers;
}

/* ---- dominance -----------------------------------------------------------*/

/* Whether the other candidate is no farther from any goal and nearer to at
 * least one: if the intervals show it, or by the estimates alone. */
static bool is_dominated(const Tune *t, const Racer *racer, const Racer *by,
                         bool shown) {
  bool nearer = false;
  for (int i = 0; i < t->table.goals; i++) {
    Estimate d = racer->candidate.distance[i], e = by->candidate.distance[i];
    double own = shown ? d.low : d.value, other = shown ? e.high : e.value;
    if (other > own)
      return false;
    nearer = nearer || other < own;
  }
  return nearer;
}

/* Compares all candidates before it drops any. Dominance is transitive, so
 * every dropped candidate is dominated by one that stays. */
void tune_drop_dominated(Tune *t) {
  for (int i = 0; i < t->racers; i++)
    for (int j = 0; is_racing(&t->racer[i]) && j < t->racers; j++)
      if (is_racing(&t->racer[j]) &&
          is_dominated(t, &t->racer[i], &t->racer[j], true))
        t->racer[i].candidate.dropped = t->rounds;
  for (int i = 0; i < t->racers; i++)
    if (t->racer[i].candidate.dropped)
      tune_close_racer(&t->racer[i]);
}

bool candidate_has_played(const Candidate *c) {
  return c->measured || c->dropped;
}

bool tune_all_played(const TuneTable *t) {
  for (int i = 0; i < t->count; i++)
    if (!candidate_has_played(&t->candidate[i]))
      return false;
  return true;
}

bool tune_all_forfeited(const TuneTable *t) {
  bool any = false;
  for (int i = 0; i < t->count * t->levels; i++) {
    const LevelResult *level =
        &t->candidate[i / t->levels].level[i % t->levels];
    if (level->games && level->ends.forfeits.value < 1)
      return false;
    any = any || level->games;
  }
  return any;
}

/* The front is among those that are left; among all if none is left. There is
 * none while some have not played: they might beat the others. */
static void find_front(Tune *t) {
  bool any_left = false, all_played = true;
  for (int i = 0; i < t->racers; i++)
    any_left = any_left || !t->racer[i].candidate.dropped;
  for (int i = 0; i < t->racers; i++)
    all_played = all_played && candidate_has_played(&t->racer[i].candidate);
  for (int i = 0; i < t->racers; i++) {
    Candidate *c = &t->racer[i].candidate;
    c->front = all_played && c->measured && !(any_left && c->dropped);
  }
  for (int i = 0; i < t->racers; i++)
    t->rank[i].dominated = false;
  for (int i = 0; i < t->racers; i++)
    for (int j = 0; j < t->racers; j++)
      if (t->racer[i].candidate.front && t->racer[j].candidate.front &&
          is_dominated(t, &t->racer[i], &t->racer[j], false))
        t->rank[i].dominated = true;
  for (int i = 0; i < t->racers; i++)
    t->racer[i].candidate.front &= !t->rank[i].dominated;
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

/* The front, the others left, those dropped, those not played at every level,
 * and those not played at all. */
static int group_of(const Candidate *c) {
  return c->front ? 0 : !c->games ? 4 : !c->measured ? 3 : c->dropped ? 2 : 1;
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
  find_front(t);
  for (int i = 0; i < t->racers; i++) {
    const Candidate *c = &t->racer[i].candidate;
    t->rank[i] = (Rank){.candidate = c, .group = group_of(c)};
  }
  for (int i = 0; i < t->table.goals; i++)
    add_distances(t, i);
  qsort(t->rank, (size_t)t->racers, sizeof *t->rank, compare_ranks);
  for (int i = 0; i < t->racers; i++)
    t->table.candidate[i] = *t->rank[i].candidate;
  bool checked =
      strcmp(t->check.candidate.name, t->table.candidate[0].name) == 0;
  t->table.check = checked ? t->check.candidate : (Candidate){.games = 0};
}
