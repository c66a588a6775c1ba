#include "analysis/experiments/tune.h"

#include "analysis/stats/confidence_sequence.h"
#include "core/run/run_dir.h"
#include <math.h>
#include <stdlib.h>

/* A candidate in the race. Its run plays on from turn to turn, and is closed
 * when it is dropped. */
typedef struct Racer {
  Candidate is;
  Run run;
  bool racing;
} Racer;

/* A candidate's place in the order. */
typedef struct Place {
  const Candidate *is;
  int group;         /* front, racing, dropped, not played */
  double off, worst; /* its distances, as they are and at worst */
} Place;

struct Tune {
  TunePlan plan;
  Sweep sweep; /* names the candidates */
  int goals;
  Goal goal[GOALS_MAX];
  double alpha; /* of each interval, so that all hold with 95% */
  int racers;
  Racer *racer;
  int rounds;
  uint64_t games;
  uint64_t target; /* games of everyone still racing, after this round */
  Place *place;
  Candidate *sorted; /* copies, the best first */
};

/* ---- opening -------------------------------------------------------------*/

/* A game for each seating is a plan that suits every candidate; how far it
 * plays is said turn by turn. */
static RunPlan candidate_plan(const TunePlan *plan) {
  RunPlan p = plan->run;
  p.games = 1;
  p.each_seating = true;
  p.out = NULL;
  return p;
}

/* Of the run only the counts and who sits where are needed: workers open games
 * of their own, and one in Lua takes much room. */
static bool open_racer(Tune *t, int i, Error *error) {
  Racer *r = &t->racer[i];
  char out[PATH_MAX];
  r->racing = sweep_open_run(&t->sweep, i, out, &r->run, error);
  if (!r->racing)
    return false;
  memcpy(r->is.name, t->sweep.row[i].name, sizeof r->is.name);
  memcpy(r->is.game, r->run.spec, sizeof r->is.game);
  game_close(r->run.game);
  r->run.game = NULL;
  return true;
}

/* A goal must make sense for every candidate: not all need have the same
 * seats. */
static bool read_goal(Tune *t, const char *text, Error *error) {
  Goal *goal = &t->goal[t->goals];
  for (int i = 0; i < t->racers; i++) {
    Error why;
    if (!goal_read(text, &t->racer[i].run.schedule, goal, &why))
      return error_set(error, "with %.200s: %.800s", t->racer[i].is.name,
                       why.message);
  }
  for (int i = 0; i < t->goals; i++)
    if (strcmp(t->goal[i].name, goal->name) == 0)
      return error_set(error, "--goal %s is given twice", goal->name);
  t->goals++;
  return true;
}

static bool read_goals(Tune *t, const char *const goals[], int count,
                       Error *error) {
  if (count == 0)
    return error_set(error, "there is no goal: --goal seat1=50%%");
  if (count > GOALS_MAX)
    return error_set(error, "%d goals are more than %d", count, GOALS_MAX);
  for (int i = 0; i < count; i++)
    if (!read_goal(t, goals[i], error))
      return false;
  t->alpha = 0.05 / t->racers / t->goals;
  return true;
}

/* Before CONFIDENCE_SEQUENCE_MIN games means have no intervals. */
static bool check_limits(const Tune *t, Error *error) {
  const TunePlan *p = &t->plan;
  uint64_t least = (uint64_t)t->racers * CONFIDENCE_SEQUENCE_MIN;
  if (p->first < CONFIDENCE_SEQUENCE_MIN)
    return error_set(error,
                     "%llu games say too little: the first round needs at "
                     "least %d for each candidate",
                     (unsigned long long)p->first, CONFIDENCE_SEQUENCE_MIN);
  if (p->each < p->first)
    return error_set(error,
                     "at most %llu games for each candidate are fewer than "
                     "the %llu of the first round",
                     (unsigned long long)p->each, (unsigned long long)p->first);
  if (p->run.games < least)
    return error_set(error,
                     "%llu games are too few for %d candidates: take %llu or "
                     "more, %d for each",
                     (unsigned long long)p->run.games, t->racers,
                     (unsigned long long)least, CONFIDENCE_SEQUENCE_MIN);
  return true;
}

static bool lay_out(Tune *t, const char *const vary[], int count,
                    Error *error) {
  RunPlan plan = candidate_plan(&t->plan);
  if (!sweep_open(&t->sweep, &plan, vary, count, error))
    return false;
  if (t->sweep.runs > CANDIDATES_MAX)
    return error_set(error, "these are %d candidates, more than %d",
                     t->sweep.runs, CANDIDATES_MAX);
  t->racer = calloc((size_t)t->sweep.runs, sizeof *t->racer);
  t->place = calloc((size_t)t->sweep.runs, sizeof *t->place);
  t->sorted = calloc((size_t)t->sweep.runs, sizeof *t->sorted);
  if (!t->racer || !t->place || !t->sorted)
    return error_set(error, "no memory for a tuning");
  for (; t->racers < t->sweep.runs; t->racers++)
    if (!open_racer(t, t->racers, error))
      return false;
  return true;
}

Tune *tune_open(const TunePlan *plan, const char *const vary[], int vary_count,
                const char *const goals[], int goal_count, Error *error) {
  Tune *t = calloc(1, sizeof *t);
  if (!t) {
    error_set(error, "no memory for a tuning");
    return NULL;
  }
  t->plan = *plan;
  if (lay_out(t, vary, vary_count, error) &&
      read_goals(t, goals, goal_count, error) && check_limits(t, error))
    return t;
  tune_close(t);
  return NULL;
}

static void close_racer(Racer *r) {
  if (r->racing)
    run_close(&r->run);
  r->racing = false;
}

void tune_close(Tune *t) {
  if (!t)
    return;
  for (int i = 0; i < t->racers; i++)
    close_racer(&t->racer[i]);
  sweep_close(&t->sweep);
  free(t->racer);
  free(t->place);
  free(t->sorted);
  free(t);
}

/* ---- who beats whom ------------------------------------------------------*/

static void measure(const Tune *t, Racer *r) {
  const Tally *tally = &r->run.tally;
  r->is.games = tally->games;
  for (int i = 0; i < t->goals && tally->games; i++) {
    r->is.value[i] = goal_value(&t->goal[i], tally, t->alpha);
    r->is.distance[i] = goal_distance(&t->goal[i], r->is.value[i]);
  }
}

/* Whether the other is surely no farther from any goal, and nearer to one. */
static bool surely_beaten(const Tune *t, const Candidate *c,
                          const Candidate *other) {
  bool nearer = false;
  for (int i = 0; i < t->goals; i++) {
    if (other->distance[i].high > c->distance[i].low)
      return false;
    nearer = nearer || other->distance[i].high < c->distance[i].low;
  }
  return nearer;
}

/* The same as it looks. */
static bool seems_beaten(const Tune *t, const Candidate *c,
                         const Candidate *other) {
  bool nearer = false;
  for (int i = 0; i < t->goals; i++) {
    if (other->distance[i].value > c->distance[i].value)
      return false;
    nearer = nearer || other->distance[i].value < c->distance[i].value;
  }
  return nearer;
}

typedef bool Beaten(const Tune *t, const Candidate *c, const Candidate *other);

static bool is_beaten(const Tune *t, int i, Beaten *beaten) {
  for (int j = 0; j < t->racers; j++)
    if (j != i && t->racer[j].racing && t->racer[j].is.games &&
        beaten(t, &t->racer[i].is, &t->racer[j].is))
      return true;
  return false;
}

/* All are compared before any is dropped. Who is surely beaten is so by one
 * that stays: beating is transitive. */
static void drop_beaten(Tune *t) {
  for (int i = 0; i < t->racers; i++)
    if (t->racer[i].racing && is_beaten(t, i, surely_beaten))
      t->racer[i].is.dropped = t->rounds;
  for (int i = 0; i < t->racers; i++)
    if (t->racer[i].is.dropped)
      close_racer(&t->racer[i]);
}

static void find_front(Tune *t) {
  for (int i = 0; i < t->racers; i++) {
    Racer *r = &t->racer[i];
    r->is.front = r->racing && r->is.games && !is_beaten(t, i, seems_beaten);
  }
}

/* ---- in order ------------------------------------------------------------*/

static int compare_places(const void *a, const void *b) {
  const Place *x = a, *y = b;
  if (x->group != y->group)
    return x->group < y->group ? -1 : 1;
  if (x->off != y->off)
    return x->off < y->off ? -1 : 1;
  if (x->worst != y->worst)
    return x->worst < y->worst ? -1 : 1;
  return x->is < y->is ? -1 : x->is > y->is; /* as they were varied */
}

static int group_of(const Candidate *c) {
  return c->front ? 0 : !c->games ? 3 : c->dropped ? 2 : 1;
}

/* Distances are of different kinds: each counts in parts of the largest. What
 * has no bound counts as that. */
static double part(double distance, double largest) {
  return largest > 0 ? fmin(distance / largest, 1) : 0;
}

static void add_goal(Tune *t, int goal) {
  double off = 0, worst = 0;
  for (int i = 0; i < t->racers; i++) {
    const Estimate *d = &t->racer[i].is.distance[goal];
    off = fmax(off, d->value);
    worst = isfinite(d->high) ? fmax(worst, d->high) : worst;
  }
  for (int i = 0; i < t->racers; i++) {
    const Estimate *d = &t->racer[i].is.distance[goal];
    t->place[i].off += part(d->value, off);
    t->place[i].worst += part(d->high, worst);
  }
}

static void sort_candidates(Tune *t) {
  for (int i = 0; i < t->racers; i++) {
    const Candidate *c = &t->racer[i].is;
    t->place[i] = (Place){c, group_of(c), 0, 0};
  }
  for (int i = 0; i < t->goals; i++)
    add_goal(t, i);
  qsort(t->place, (size_t)t->racers, sizeof *t->place, compare_places);
  for (int i = 0; i < t->racers; i++)
    t->sorted[i] = *t->place[i].is;
}

static bool report(Tune *t, Error *error) {
  TuneTable table = {
      .goals = t->goals, .count = t->racers, .candidate = t->sorted};
  memcpy(table.goal, t->goal, sizeof table.goal);
  find_front(t);
  sort_candidates(t);
  return !t->plan.run.out || tune_write(&table, t->plan.run.out, error);
}

/* ---- rounds --------------------------------------------------------------*/

static int count_racing(const Tune *t) {
  int count = 0;
  for (int i = 0; i < t->racers; i++)
    count += t->racer[i].racing;
  return count;
}

/* Whether everyone left surely meets all goals: more games change nothing. */
static bool all_meet(const Tune *t) {
  for (int i = 0; i < t->racers; i++)
    for (int j = 0; t->racer[i].racing && j < t->goals; j++)
      if (t->racer[i].is.distance[j].high > 0)
        return false;
  return true;
}

/* So many games of a racer, as far as its seatings come out even. */
static uint64_t even(const Racer *r, uint64_t games) {
  return games - games % r->run.schedule.seatings;
}

/* What everyone still racing can have in all, if the games that are left are
 * shared out. */
static uint64_t fair_share(const Tune *t) {
  uint64_t sum = t->plan.run.games - t->games;
  for (int i = 0; i < t->racers; i++)
    if (t->racer[i].racing)
      sum += t->racer[i].is.games;
  return sum / (uint64_t)count_racing(t);
}

/* Twice as many as before for everyone, as far as the limits go. */
static uint64_t next_target(const Tune *t) {
  uint64_t target = t->rounds ? 2 * t->target : t->plan.first;
  uint64_t share = fair_share(t);
  target = target < t->plan.each ? target : t->plan.each;
  return target < share ? target : share;
}

static bool is_decided(const Tune *t) {
  if (t->rounds == 0)
    return false;
  if (count_racing(t) == 1 || all_meet(t))
    return true;
  uint64_t target = next_target(t);
  for (int i = 0; i < t->racers; i++) {
    const Racer *r = &t->racer[i];
    if (r->racing && even(r, target) > r->is.games)
      return false;
  }
  return true;
}

typedef struct Turns {
  RunCallbacks callbacks;
  void (*next)(void *context, const Run *run);
  void *context;
} Turns;

static RunEnd play_turn(Tune *t, Racer *r, const Turns *turns, Error *error) {
  Error why = {""};
  uint64_t before = r->run.tally.games;
  r->run.count = even(r, t->target);
  RunEnd end = run_play(&r->run, &turns->callbacks, &why);
  if (turns->callbacks.progress) /* a short turn has not told anything */
    turns->callbacks.progress(turns->callbacks.context, &r->run);
  t->games += r->run.tally.games - before;
  measure(t, r);
  if (turns->next)
    turns->next(turns->context, &r->run);
  if (end == RUN_FAILED)
    error_set(error, "with %.200s: %.800s", r->is.name, why.message);
  return end;
}

/* One that was stopped is not judged. */
static RunEnd play_round(Tune *t, const Turns *turns, Error *error) {
  RunEnd end = RUN_DONE;
  t->target = next_target(t);
  t->rounds++;
  for (int i = 0; end == RUN_DONE && i < t->racers; i++)
    if (t->racer[i].racing)
      end = play_turn(t, &t->racer[i], turns, error);
  if (end == RUN_DONE)
    drop_beaten(t);
  return end == RUN_FAILED || report(t, error) ? end : RUN_FAILED;
}

RunEnd tune_play(Tune *t, const ExperimentCallbacks *callbacks,
                 void (*next)(void *, const Run *), void *context,
                 Error *error) {
  const Turns turns = {
      {NULL, callbacks->progress, callbacks->context, callbacks->stop},
      next,
      context};
  RunEnd end = RUN_DONE;
  if (t->plan.run.out && !run_dir_make(t->plan.run.out, error))
    return RUN_FAILED;
  while (end == RUN_DONE && !is_decided(t))
    end = play_round(t, &turns, error);
  return end;
}

/* ---- what came of it -----------------------------------------------------*/

const Sweep *tune_sweep(const Tune *t) {
  return &t->sweep;
}

int tune_rounds(const Tune *t) {
  return t->rounds;
}

uint64_t tune_games(const Tune *t) {
  return t->games;
}

uint64_t tune_most(const Tune *t) {
  uint64_t all = t->plan.each * (uint64_t)t->racers;
  return all < t->plan.run.games ? all : t->plan.run.games;
}

int tune_goals(const Tune *t, const Goal **goals) {
  *goals = t->goal;
  return t->goals;
}

int tune_candidates(const Tune *t, const Candidate **candidates) {
  *candidates = t->sorted;
  return t->racers;
}
