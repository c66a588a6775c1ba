/* Extending two runs until a sequential test of their difference is decided. */
#include "analysis/experiments/compare.h"

#include "analysis/metrics/rate_name.h"
#include "core/run/run_dir.h"

/* ---- tests ---------------------------------------------------------------*/

static bool read_metric(const char *name, int seats, ComparedMetric *metric) {
  RateName rate;
  if (rate_name_read(name, seats, &rate)) {
    *metric = rate.seat < 0 ? (ComparedMetric){COMPARE_END, (int)rate.end}
                            : (ComparedMetric){COMPARE_SEAT, rate.seat};
    return true;
  }
  static const struct {
    const char *name;
    CompareKind kind;
  } OTHERS[] = {{"gap", COMPARE_GAP},
                {"plies", COMPARE_PLIES},
                {"margin", COMPARE_MARGIN}};
  for (size_t i = 0; i < sizeof OTHERS / sizeof *OTHERS; i++)
    if (strcmp(name, OTHERS[i].name) == 0) {
      *metric = (ComparedMetric){OTHERS[i].kind, 0};
      return true;
    }
  return false;
}

bool sequential_test_read(const char *text, int seats, bool scores,
                          SequentialTest *test, Error *error) {
  char name[COMPARED_NAME];
  size_t length = strcspn(text, "=");
  *test = (SequentialTest){.margin = 0};
  snprintf(name, sizeof name, "%.*s", length < sizeof name ? (int)length : 0,
           text);
  if (!read_metric(name, seats, &test->metric))
    return error_set(error,
                     "'%.60s' cannot be compared: write seat1 (seats are 1 to "
                     "%d), gap, draw, truncated, forfeit%s",
                     text, seats, scores ? ", plies or margin" : " or plies");
  if (test->metric.kind == COMPARE_MARGIN && !scores)
    return error_set(error,
                     "'%.60s' cannot be compared: only games that have "
                     "scores have a margin",
                     text);
  /* A share of games, or a number of plies or points. */
  bool rate = compared_metric_is_rate(test->metric);
  return !text[length] ||
         (rate_number_read(text + length + 1, rate, &test->margin) &&
          test->margin > 0 && test->margin <= (rate ? 0.5 : 1e6)) ||
         error_set(error,
                   "'%.60s' has no valid margin: write %s=%s, the largest "
                   "difference that does not matter",
                   text, name, rate ? "1%" : "2");
}

/* Whether too many games have no result, for what is about those with one. */
static bool is_unclear(const SequentialTest *test, const Comparison *c) {
  return (test->metric.kind == COMPARE_GAP ||
          test->metric.kind == COMPARE_MARGIN) &&
         compare_undecided(c);
}

Decision sequential_test_decide(const SequentialTest *test,
                                const Comparison *c) {
  const Difference *d = compare_tested(c, test);
  if (is_unclear(test, c))
    return UNDECIDED;
  if (d->anytime.low > 0 || d->anytime.high < 0)
    return DIFFERENT;
  return d->anytime.low >= -test->margin && d->anytime.high <= test->margin &&
                 test->margin > 0
             ? EQUIVALENT
             : UNDECIDED;
}

/* ---- extending the runs --------------------------------------------------*/

/* The plan that resumes a run which was read from its folder. *plan borrows
 * from the run and from `bots`. */
static void resume_plan(const Run *run, const char *bots[], RunPlan *plan) {
  const Schedule *s = &run->schedule;
  bool every = run->plan.seating == SEATING_EVERY;
  *plan = run->plan;
  plan->bots = bots;
  plan->bot_count = every ? s->bots : s->seats;
  for (int i = 0; i < plan->bot_count; i++)
    bots[i] = s->bot[every ? i : schedule_bots(s, 0)[i]].full;
  plan->until = NULL; /* the run is extended beyond its stopping rule */
  plan->resume = true;
}

/* Rounds up to a multiple of the run's number of seatings. */
static uint64_t whole_seatings(const ComparedRun *r, uint64_t games) {
  uint64_t seatings = r->run.schedule.seatings;
  return (games + seatings - 1) / seatings * seatings;
}

/* A run to be extended. */
typedef struct Extension {
  bool is_open; /* false if the run already has that many games */
  Run run;
} Extension;

static bool open_extension(const ComparePlan *x, const ComparedRun *r,
                           uint64_t games, Extension *extension, Error *error) {
  const char *bots[BOTS_MAX];
  RunPlan plan;
  resume_plan(&r->run, bots, &plan);
  plan.games = whole_seatings(r, games);
  plan.jobs = x->jobs;
  extension->is_open = false;
  if (plan.games < run_played(&r->run) ||
      (plan.games == run_played(&r->run) && r->run.complete))
    return true;
  if (r->run.plan.shards > 1)
    return error_set(error,
                     "%.600s is shard %d of %d, and a shard cannot be "
                     "extended: merge the shards, then compare the whole run",
                     r->dir, r->run.plan.shard, r->run.plan.shards);
  if (schedule_is_collected(&r->run.schedule))
    return error_set(error,
                     "%.600s was collected, so it cannot be extended: collect "
                     "more games, or leave out --until and --sprt",
                     r->dir);
  extension->is_open = experiment_open(&extension->run, &plan, error);
  return extension->is_open;
}

static RunEnd play_extension(const ComparePlan *x, Extension *extension,
                             Error *error) {
  return extension->is_open
             ? experiment_play(&extension->run, x->callbacks, error)
             : RUN_DONE;
}

static void close_extension(Extension *extension) {
  if (extension->is_open)
    run_close(&extension->run);
}

static bool read_again(ComparedRun *r, Error *error) {
  const char *dir = r->dir;
  compared_run_free(r);
  return compared_run_read(r, dir, error);
}

/* Checks that a run can be extended if the test may need more of its games,
 * also if it has enough for the next step. */
static bool check_extension(const ComparePlan *x, const ComparedRun *r,
                            Error *error) {
  Extension extension;
  uint64_t games = run_played(&r->run);
  games = games < x->max_games ? games + 1 : x->max_games;
  bool good = open_extension(x, r, games, &extension, error);
  good = good && (!extension.is_open || run_dir_check(&extension.run, error));
  close_extension(&extension);
  return good;
}

/* Checks and opens both runs before it plays either: if one cannot be extended,
 * neither is changed. */
static RunEnd play_both(const ComparePlan *x, uint64_t games, Error *error) {
  Extension a = {false}, b = {false};
  RunEnd end = RUN_FAILED;
  if (check_extension(x, x->a, error) && check_extension(x, x->b, error) &&
      open_extension(x, x->a, games, &a, error) &&
      open_extension(x, x->b, games, &b, error)) {
    end = play_extension(x, &a, error);
    if (end == RUN_DONE)
      end = play_extension(x, &b, error);
  }
  close_extension(&a);
  close_extension(&b);
  return end;
}

static RunEnd extend(const ComparePlan *x, uint64_t games, Error *error) {
  RunEnd end = play_both(x, games, error);
  if (end == RUN_FAILED)
    return end;
  return read_again(x->a, error) && read_again(x->b, error) ? end : RUN_FAILED;
}

/* ---- steps ---------------------------------------------------------------*/

enum { FIRST_STEP = 1000 };

static const ComparedRun *shorter_of(const ComparePlan *x) {
  return run_played(&x->b->run) < run_played(&x->a->run) ? x->b : x->a;
}

uint64_t compare_common_games(const ComparePlan *x) {
  return run_played(&shorter_of(x)->run);
}

/* The first step at which the shorter run has at least so many games. Each step
 * has half as many games again as the one before. */
static uint64_t step_of(const ComparePlan *x, uint64_t games) {
  const ComparedRun *shorter = shorter_of(x);
  uint64_t step = FIRST_STEP;
  while (step < x->max_games && whole_seatings(shorter, step) < games)
    step += step / 2;
  return step < x->max_games ? step : x->max_games;
}

/* A test may have been killed when its games were complete and summary.csv was
 * not yet written. If it cannot be written now either, that is no reason not to
 * compare the games. */
static void mend_metrics(const ComparedRun *r) {
  if (r->run.plan.shards <= 1)
    (void)experiment_write_metrics(&r->run, NULL);
}

RunEnd compare_finish_step(const ComparePlan *x, Error *error) {
  if (!x->a->run.complete || !x->b->run.complete)
    return extend(x, step_of(x, compare_common_games(x)), error);
  mend_metrics(x->a);
  mend_metrics(x->b);
  return RUN_DONE;
}

RunEnd compare_next_step(const ComparePlan *x, Error *error) {
  return extend(x, step_of(x, compare_common_games(x) + 1), error);
}

/* ---- the test ------------------------------------------------------------*/

/* Looks at equally many games of both runs: one may have been extended already
 * when the test was killed. Whether more games can settle it; they cannot if
 * too many of them have no result. */
static bool look(const ComparePlan *x, const SequentialTest *test,
                 Decision *decision, bool *over, Error *error) {
  Comparison c;
  uint64_t games = compare_common_games(x);
  if (!compare_first(x->a, x->b, games, &c, error))
    return false;
  *decision = sequential_test_decide(test, &c);
  *over =
      *decision != UNDECIDED || (is_unclear(test, &c) && games >= FIRST_STEP);
  return true;
}

RunEnd compare_play(const ComparePlan *x, const SequentialTest *test,
                    Comparison *c, Decision *decision, Error *error) {
  if (!compare(x->a, x->b, c, error)) /* before anything is changed */
    return RUN_FAILED;
  RunEnd end = compare_finish_step(x, error);
  *decision = UNDECIDED;
  for (bool over = false; end == RUN_DONE;) {
    if (!look(x, test, decision, &over, error))
      return RUN_FAILED;
    if (over || compare_common_games(x) >= x->max_games)
      break;
    end = compare_next_step(x, error);
  }
  /* What is shown is about the games that were looked at. */
  uint64_t games = compare_common_games(x);
  return end == RUN_FAILED || compare_first(x->a, x->b, games, c, error)
             ? end
             : RUN_FAILED;
}
