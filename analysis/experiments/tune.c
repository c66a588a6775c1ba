#include "analysis/experiments/tune_internal.h"

#include "analysis/experiments/experiment_files.h"
#include "analysis/metrics/balance.h"
#include "analysis/stats/confidence_sequence.h"
#include "core/run/run_dir.h"
#include "core/run/tally_text.h"
#include <stdlib.h>
#include <unistd.h>

/* ---- opening -------------------------------------------------------------*/

/* One game per seating is a plan that is valid for every candidate; play_turn
 * sets how many games to play. */
static RunPlan candidate_plan(const TunePlan *plan) {
  RunPlan p = plan->run;
  p.games = 1;
  p.each_seating = true;
  p.out = NULL;
  return p;
}

/* Closes the run's game at once: only the tally and the schedule are needed,
 * workers open games of their own, and a game written in Lua takes much
 * memory. */
static bool open_racer(Tune *t, int i, Error *error) {
  Racer *r = &t->racer[i];
  char out[PATH_MAX];
  r->racing = sweep_open_run(&t->sweep, i, out, &r->run, error);
  if (!r->racing)
    return false;
  memcpy(r->candidate.name, t->sweep.results.row[i].name,
         sizeof r->candidate.name);
  memcpy(r->candidate.game, r->run.spec, sizeof r->candidate.game);
  game_close(r->run.game);
  r->run.game = NULL;
  return true;
}

/* A goal must be valid for every candidate, so for the fewest seats and sides
 * that any of them has. */
static Schedule fewest_seats(const Tune *t) {
  Schedule fewest = {.seats = SEATS_MAX, .sides = SEATS_MAX, .has_score = true};
  for (int i = 0; i < t->racers; i++) {
    const Schedule *s = &t->racer[i].run.schedule;
    fewest.seats = s->seats < fewest.seats ? s->seats : fewest.seats;
    fewest.sides = s->sides < fewest.sides ? s->sides : fewest.sides;
    fewest.has_score = fewest.has_score && s->has_score;
  }
  return fewest;
}

static bool read_goal(Tune *t, const char *text, Error *error) {
  Goal *goal = &t->goal[t->goals];
  Schedule fewest = fewest_seats(t);
  if (!goal_read(text, &fewest, goal, error))
    return false;
  for (int i = 0; i < t->goals; i++)
    if (strcmp(t->goal[i].name, goal->name) == 0)
      return error_set(error, "--goal %s is given twice", goal->name);
  t->goals++;
  return true;
}

static bool read_goals(Tune *t, const char *const goals[], int count,
                       Error *error) {
  if (count == 0)
    return error_set(error, "there is no goal: add --goal seat1=50%%");
  if (count > GOALS_MAX)
    return error_set(error, "%d goals are too many: give at most %d", count,
                     GOALS_MAX);
  for (int i = 0; i < count; i++)
    if (!read_goal(t, goals[i], error))
      return false;
  t->alpha = 0.05 / t->racers / t->goals;
  return true;
}

/* Means have no anytime-valid intervals with fewer than
 * CONFIDENCE_SEQUENCE_MIN games. */
static bool check_limits(const Tune *t, Error *error) {
  const TunePlan *p = &t->plan;
  uint64_t least = (uint64_t)t->racers * CONFIDENCE_SEQUENCE_MIN;
  if (p->first < CONFIDENCE_SEQUENCE_MIN)
    return error_set(error,
                     "%llu game%s too few: the first round needs at least %d "
                     "for each candidate",
                     (unsigned long long)p->first,
                     p->first == 1 ? " is" : "s are", CONFIDENCE_SEQUENCE_MIN);
  if (p->each < p->first)
    return error_set(error,
                     "a limit of %llu games for each candidate is less than "
                     "the %llu games of the first round",
                     (unsigned long long)p->each, (unsigned long long)p->first);
  if (p->run.games < least)
    return error_set(error,
                     "%llu game%s too few for %d candidate%s: allow %llu or "
                     "more, %d for each",
                     (unsigned long long)p->run.games,
                     p->run.games == 1 ? " is" : "s are", t->racers,
                     t->racers == 1 ? "" : "s", (unsigned long long)least,
                     CONFIDENCE_SEQUENCE_MIN);
  return true;
}

static bool set_up(Tune *t, const char *const vary[], int count, Error *error) {
  RunPlan plan = candidate_plan(&t->plan);
  if (!sweep_open(&t->sweep, &plan, vary, count, error))
    return false;
  if (t->sweep.runs > CANDIDATES_MAX)
    return error_set(error, "%d candidates are more than %d: vary fewer values",
                     t->sweep.runs, CANDIDATES_MAX);
  t->racer = calloc((size_t)t->sweep.runs, sizeof *t->racer);
  t->rank = calloc((size_t)t->sweep.runs, sizeof *t->rank);
  t->sorted = calloc((size_t)t->sweep.runs, sizeof *t->sorted);
  if (!t->racer || !t->rank || !t->sorted)
    return error_set(error, "out of memory (tuning)");
  for (; t->racers < t->sweep.runs; t->racers++)
    if (!open_racer(t, t->racers, error))
      return false;
  return true;
}

Tune *tune_open(const TunePlan *plan, const char *const vary[], int vary_count,
                const char *const goals[], int goal_count, Error *error) {
  Tune *t = calloc(1, sizeof *t);
  if (!t) {
    error_set(error, "out of memory (tuning)");
    return NULL;
  }
  t->plan = *plan;
  if (set_up(t, vary, vary_count, error) &&
      read_goals(t, goals, goal_count, error) && check_limits(t, error) &&
      tune_identify(t, error))
    return t;
  tune_close(t);
  return NULL;
}

void tune_close_racer(Racer *r) {
  if (r->racing)
    run_close(&r->run);
  r->racing = false;
}

void tune_close(Tune *t) {
  if (!t)
    return;
  for (int i = 0; i < t->racers; i++) {
    tune_close_racer(&t->racer[i]);
    free(t->racer[i].tally.bytes);
  }
  sweep_close(&t->sweep);
  json_decref(t->identity);
  free(t->csv.bytes);
  free(t->racer);
  free(t->rank);
  free(t->sorted);
  free(t);
}

/* ---- results -------------------------------------------------------------*/

bool tune_measure(const Tune *t, Racer *r, Error *error) {
  const Tally *tally = &r->run.tally;
  Candidate *c = &r->candidate;
  r->tally.length = 0;
  if (tally->games && !tally_write(tally, &r->tally))
    return error_set(error, "out of memory (tuning)");
  c->games = tally->games;
  c->undecided = balance_undecided(tally);
  c->repetition = repetition_of(tally);
  for (int i = 0; i < t->goals && tally->games; i++) {
    GoalValue value = goal_value(&t->goal[i], tally, t->alpha);
    c->value[i] = value.value;
    c->distance[i] = goal_distance(&t->goal[i], &value);
  }
  return true;
}

static bool update_results(Tune *t, bool complete, Error *error) {
  TuneTable table = {
      .goals = t->goals, .count = t->racers, .candidate = t->sorted};
  memcpy(table.goal, t->goal, sizeof table.goal);
  tune_find_front(t);
  tune_rank(t);
  return tune_csv(&table, &t->csv, error) && tune_save(t, complete, error);
}

/* ---- rounds --------------------------------------------------------------*/

static int count_racing(const Tune *t) {
  int count = 0;
  for (int i = 0; i < t->racers; i++)
    count += t->racer[i].racing;
  return count;
}

/* Whether the intervals show that all candidates still racing meet all goals,
 * so that more games would change nothing. */
static bool all_meet_goals(const Tune *t) {
  for (int i = 0; i < t->racers; i++)
    if (t->racer[i].racing &&
        !candidate_meets(&t->racer[i].candidate, t->goal, t->goals))
      return false;
  return true;
}

/* Rounds down to a multiple of the racer's number of seatings. */
static uint64_t whole_seatings(const Racer *r, uint64_t games) {
  return games - games % r->run.schedule.seatings;
}

/* The total each candidate still racing can reach if the games left are divided
 * equally. */
static uint64_t fair_share(const Tune *t) {
  uint64_t sum = t->plan.run.games - t->games;
  for (int i = 0; i < t->racers; i++)
    if (t->racer[i].racing)
      sum += t->racer[i].candidate.games;
  return sum / (uint64_t)count_racing(t);
}

/* Twice as many games as in the last round, within the limits. */
static uint64_t next_target(const Tune *t) {
  uint64_t target = t->rounds ? 2 * t->target : t->plan.first;
  uint64_t share = fair_share(t);
  target = target < t->plan.each ? target : t->plan.each;
  return target < share ? target : share;
}

static bool is_decided(const Tune *t) {
  if (t->rounds == 0)
    return false;
  if (count_racing(t) == 1 || all_meet_goals(t))
    return true;
  uint64_t target = next_target(t);
  for (int i = 0; i < t->racers; i++) {
    const Racer *r = &t->racer[i];
    if (r->racing && whole_seatings(r, target) > r->candidate.games)
      return false;
  }
  return true;
}

/* A turn under way. */
typedef struct Turn {
  Tune *tune;
  Racer *racer;
  const ExperimentCallbacks *callbacks;
} Turn;

/* A checkpoint that cannot be written is tried again; the one at the end of the
 * round must succeed. */
static void report_progress(void *context, const Run *run) {
  const Turn *turn = context;
  if (turn->callbacks->progress)
    turn->callbacks->progress(turn->callbacks->context, run);
  tune_save_turn(turn->tune, turn->racer, NULL);
}

static RunEnd play_turn(Tune *t, Racer *r, const ExperimentCallbacks *callbacks,
                        Error *error) {
  Turn turn = {t, r, callbacks};
  const RunCallbacks run_callbacks = {
      .progress = report_progress, .context = &turn, .stop = callbacks->stop};
  Error why = {0};
  uint64_t before = r->run.tally.games;
  r->run.count = whole_seatings(r, t->target);
  RunEnd end = run_play(&r->run, &run_callbacks, &why);
  if (callbacks->progress) /* a short turn has not reported any yet */
    callbacks->progress(callbacks->context, &r->run);
  t->games += r->run.tally.games - before;
  if (end != RUN_FAILED && !tune_measure(t, r, &why))
    end = RUN_FAILED;
  if (callbacks->run_finished)
    callbacks->run_finished(callbacks->context, &r->run);
  if (end == RUN_FAILED)
    error_set(error, "with %.200s: %.800s", r->candidate.name, why.message);
  return end;
}

static bool is_behind(const Tune *t, const Racer *r) {
  return r->racing && r->run.tally.games < whole_seatings(r, t->target);
}

/* Plays the round up to t->target games each, or what is left of it. No
 * candidate is dropped after a round that was stopped early. Dropping is
 * idempotent, so a tuning that was killed after it can do it again. */
static RunEnd play_round(Tune *t, const ExperimentCallbacks *callbacks,
                         Error *error) {
  RunEnd end = RUN_DONE;
  for (int i = 0; end == RUN_DONE && i < t->racers; i++) {
    Racer *r = &t->racer[i];
    if (!is_behind(t, r))
      continue;
    end = play_turn(t, r, callbacks, error);
    if (end == RUN_DONE && !tune_save_turn(t, r, error))
      end = RUN_FAILED;
  }
  if (end == RUN_FAILED)
    return end;
  if (end == RUN_DONE)
    tune_drop_dominated(t);
  bool complete = end == RUN_DONE && is_decided(t);
  return update_results(t, complete, error) ? end : RUN_FAILED;
}

static RunEnd play_rounds(Tune *t, const ExperimentCallbacks *callbacks,
                          Error *error) {
  RunEnd end = t->rounds ? play_round(t, callbacks, error) : RUN_DONE;
  while (end == RUN_DONE && !is_decided(t)) {
    t->target = next_target(t);
    t->rounds++;
    end = play_round(t, callbacks, error);
  }
  return end;
}

/* A folder that is new gets its manifest before the first game. */
static bool begin(Tune *t, const ExperimentCallbacks *callbacks, Error *error) {
  char manifest[PATH_MAX];
  path_join(manifest, t->plan.run.out, result_manifest(RESULT_TUNE));
  if (access(manifest, F_OK) != 0)
    return tune_save(t, false, error);
  if (!tune_restore(t, error))
    return false;
  if (callbacks->resumed)
    callbacks->resumed(callbacks->context, t->games);
  return t->games ? update_results(t, false, error)
                  : tune_save(t, false, error);
}

RunEnd tune_play(Tune *t, const ExperimentCallbacks *callbacks, Error *error) {
  const RunPlan *plan = &t->plan.run;
  if (!plan->out)
    return play_rounds(t, callbacks, error);
  int lock = experiment_files_open(plan->out, RESULT_TUNE, plan->resume, NULL,
                                   NULL, error);
  if (lock < 0)
    return RUN_FAILED;
  RunEnd end = begin(t, callbacks, error) ? play_rounds(t, callbacks, error)
                                          : RUN_FAILED;
  close(lock);
  return end;
}

/* ---- accessors -----------------------------------------------------------*/

const Sweep *tune_sweep(const Tune *t) {
  return &t->sweep;
}

int tune_rounds(const Tune *t) {
  return t->rounds;
}

uint64_t tune_games(const Tune *t) {
  return t->games;
}

uint64_t tune_max_games(const Tune *t) {
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
