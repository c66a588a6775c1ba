/* Comparing runs until a question is settled. */
#include "analysis/experiments/compare.h"

#include "analysis/metrics/rate_name.h"
#include <math.h>
#include <stdlib.h>

/* ---- questions -----------------------------------------------------------*/

static bool read_what(const char *name, int seats, Compared *what) {
  RateName rate;
  if (rate_name_read(name, seats, &rate)) {
    *what = rate.seat < 0 ? (Compared){MEASURE_END, (int)rate.end}
                          : (Compared){MEASURE_SEAT, rate.seat};
    return true;
  }
  bool gap = strcmp(name, "gap") == 0;
  *what = (Compared){gap ? MEASURE_GAP : MEASURE_PLIES, 0};
  return gap || strcmp(name, "plies") == 0;
}

/* What is as good as no difference: a share, or plies. */
static bool read_margin(const char *text, bool rate, double *margin) {
  return rate_number_read(text, rate, margin) && *margin > 0 &&
         *margin <= (rate ? 0.5 : 1e6);
}

bool question_read(const char *text, int seats, Question *q, Error *error) {
  char name[COMPARED_TEXT];
  size_t length = strcspn(text, "=");
  *q = (Question){.margin = 0};
  snprintf(name, sizeof name, "%.*s", length < sizeof name ? (int)length : 0,
           text);
  if (!read_what(name, seats, &q->what))
    return error_set(error,
                     "'%.60s' is nothing to compare: write seat1 (seats are 1 "
                     "to %d), gap, draw, truncated, forfeit or plies",
                     text, seats);
  bool rate = q->what.measure != MEASURE_PLIES;
  return !text[length] || read_margin(text + length + 1, rate, &q->margin) ||
         error_set(error,
                   "'%.60s' names no margin: write %s=%s, what is as good as "
                   "no difference",
                   text, name, rate ? "1%" : "2");
}

Settled question_settled(const Question *q, const Difference *d) {
  if (d->anytime.low > 0 || d->anytime.high < 0)
    return DIFFERENT;
  return d->anytime.low >= -q->margin && d->anytime.high <= q->margin &&
                 q->margin > 0
             ? EQUAL
             : OPEN;
}

/* ---- playing on ----------------------------------------------------------*/

/* Both runs and who hears of them. */
typedef struct Rally {
  ComparedRun *one, *other;
  int jobs;
  const ExperimentCallbacks *callbacks;
  void (*next)(void *context, const Run *run);
  void *context;
} Rally;

/* The plan of a run that was read, to be gone on with. */
static void plan_of(const Run *run, const char *bots[], RunPlan *plan) {
  const Schedule *s = &run->schedule;
  bool every = run->plan.seating == SEATING_EVERY;
  *plan = run->plan;
  plan->bots = bots;
  plan->bot_count = every ? s->bots : s->seats;
  for (int i = 0; i < plan->bot_count; i++)
    bots[i] = s->bot[every ? i : schedule_bots(s, 0)[i]].full;
  plan->until = NULL; /* it goes on beyond that */
  plan->resume = true;
}

/* A run that is to be gone on with. */
typedef struct Longer {
  bool is_open; /* else it has enough games, or more: it cannot be made shorter
                 */
  Run run;
} Longer;

static bool open_longer(const Rally *r, const ComparedRun *c, uint64_t games,
                        Longer *longer, Error *error) {
  const char *bots[BOTS_MAX];
  RunPlan plan;
  uint64_t seatings = c->run.schedule.seatings;
  plan_of(&c->run, bots, &plan);
  plan.games = (games + seatings - 1) / seatings * seatings;
  plan.jobs = r->jobs;
  longer->is_open = false;
  if (plan.games < c->run.tally.games ||
      (plan.games == c->run.tally.games && c->run.complete))
    return true;
  if (c->run.plan.shards > 1)
    return error_set(error,
                     "%.600s is shard %d of %d, which cannot be made longer: "
                     "merge them, then compare the whole",
                     c->dir, c->run.plan.shard, c->run.plan.shards);
  longer->is_open = experiment_open(&longer->run, &plan, error);
  return longer->is_open;
}

static RunEnd play_longer(const Rally *r, Longer *longer, Error *error) {
  if (!longer->is_open)
    return RUN_DONE;
  RunEnd end = experiment_play(&longer->run, r->callbacks, error);
  if (r->next)
    r->next(r->context, &longer->run);
  return end;
}

static void close_longer(Longer *longer) {
  if (longer->is_open)
    run_close(&longer->run);
}

static bool read_again(ComparedRun *c, Error *error) {
  const char *dir = c->dir;
  compared_run_free(c);
  return compared_run_read(c, dir, error);
}

/* Neither is touched before both are found fit to be gone on with. */
static RunEnd play_both(const Rally *r, uint64_t games, Error *error) {
  Longer one = {false}, other = {false};
  RunEnd end = RUN_FAILED;
  if (open_longer(r, r->one, games, &one, error) &&
      open_longer(r, r->other, games, &other, error)) {
    end = play_longer(r, &one, error);
    if (end == RUN_DONE)
      end = play_longer(r, &other, error);
  }
  close_longer(&one);
  close_longer(&other);
  return end;
}

static RunEnd extend(const Rally *r, uint64_t games, Error *error) {
  RunEnd end = play_both(r, games, error);
  if (end == RUN_FAILED)
    return end;
  return read_again(r->one, error) && read_again(r->other, error) ? end
                                                                  : RUN_FAILED;
}

/* How many games to look at next: half as many again. */
static uint64_t next_look(const Comparison *c, uint64_t most) {
  uint64_t games = c->games < 1000 ? 1000 : c->games + c->games / 2;
  return games < most ? games : most;
}

RunEnd compare_until(ComparedRun *one, ComparedRun *other,
                     const Question *question, uint64_t most, int jobs,
                     const ExperimentCallbacks *callbacks,
                     void (*next)(void *context, const Run *run), void *context,
                     Comparison *to, Settled *settled, Error *error) {
  const Rally rally = {one, other, jobs, callbacks, next, context};
  for (;;) {
    if (!compare(one, other, to, error))
      return RUN_FAILED;
    *settled = question_settled(question, compare_find(to, question->what));
    if (*settled != OPEN || to->games >= most)
      return RUN_DONE;
    RunEnd end = extend(&rally, next_look(to, most), error);
    if (end == RUN_FAILED)
      return end;
    if (end == RUN_STOPPED)
      return compare(one, other, to, error) ? end : RUN_FAILED;
  }
}
