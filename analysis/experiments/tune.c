#include "analysis/experiments/tune_internal.h"

#include "analysis/experiments/experiment_files.h"
#include "analysis/metrics/balance.h"
#include "analysis/metrics/summary.h"
#include "core/base/clock.h"
#include "core/run/run_dir.h"
#include "core/run/tally.h"
#include <math.h>
#include <unistd.h>

/* ---- results -------------------------------------------------------------*/

void tune_measure(const Tune *t, Racer *r, int level) {
  LevelRun *run = &r->level[level];
  const Tally *tally = &run->run.tally;
  LevelResult *result = &r->candidate.level[level];
  run->tally.length = 0;
  if (tally->games)
    tally_write(tally, &run->tally);
  result->games = tally->games;
  result->ends = ends_of(tally);
  result->repetition = repetition_of(tally);
  result->seconds = run->timed ? run->seconds / (double)run->timed : 0;
  for (int i = 0; i < t->table.goals && tally->games; i++) {
    const Goal *goal = &t->table.goal[i];
    GoalValue value = goal_value(goal, tally, t->alpha);
    if (level_repeats(result))
      value = goal_without_interval(value);
    result->value[i] = value.value;
    result->distance[i] = goal_distance(goal, &value);
  }
  tune_combine_levels(&t->table, &r->candidate);
}

static bool update_results(Tune *t, bool complete, Error *error) {
  t->table.complete = complete;
  tune_rank(t);
  return tune_csv(&t->table, &t->csv, error) && tune_save(t, complete, error);
}

/* ---- rounds --------------------------------------------------------------*/

/* Rounds down to a multiple of the run's number of seatings. */
static uint64_t whole_seatings(const LevelRun *level, uint64_t games) {
  return games - games % level->run.schedule.seatings;
}

/* The total each candidate still racing can reach at each level if the games
 * left are divided equally, and one of them then plays as many to check it. */
static uint64_t fair_share(const Tune *t) {
  uint64_t sum = t->plan.run.games, racing = 0;
  for (int i = 0; i < t->racers; i++)
    if (is_racing(&t->racer[i]))
      racing++;
    else
      sum -= t->racer[i].candidate.games;
  return sum / ((racing + 1) * (uint64_t)t->table.levels);
}

/* Twice as many games as in the last round, within the limits. */
static uint64_t next_target(const Tune *t) {
  uint64_t target = t->rounds ? 2 * t->target : t->plan.first;
  uint64_t share = fair_share(t);
  target = target < t->plan.each ? target : t->plan.each;
  return target < share ? target : share;
}

static bool is_behind(const LevelRun *level, uint64_t target) {
  return level->run.tally.games < whole_seatings(level, target);
}

static bool is_decided(const Tune *t) {
  if (t->rounds == 0)
    return false;
  if (tune_is_settled(t))
    return true;
  uint64_t target = next_target(t);
  for (int i = 0; i < t->racers; i++)
    for (int level = 0; level < t->racer[i].runs; level++)
      if (is_behind(&t->racer[i].level[level], target))
        return false;
  return true;
}

/* A turn under way. */
typedef struct Turn {
  Tune *tune;
  LevelRun *level;
  const ExperimentCallbacks *callbacks;
} Turn;

/* A checkpoint that cannot be written is tried again; the one at the end of the
 * round must succeed. */
static void report_progress(void *context, const Run *run) {
  const Turn *turn = context;
  if (turn->callbacks->progress)
    turn->callbacks->progress(turn->callbacks->context, run);
  tune_save_turn(turn->tune, turn->level, NULL);
}

static bool name_failure(const Tune *t, const Racer *r, int level,
                         const Error *why, Error *error) {
  if (t->table.levels == 1)
    return error_set(error, "with %.200s: %.800s", r->candidate.name,
                     why->message);
  return error_set(error, "with %.200s and %.100s: %.700s", r->candidate.name,
                   t->table.level[level], why->message);
}

/* Plays on until the candidate has this many games at a level. */
static RunEnd play_turn(Tune *t, Racer *r, int level, uint64_t games,
                        const ExperimentCallbacks *callbacks, Error *error) {
  LevelRun *l = &r->level[level];
  Turn turn = {t, l, callbacks};
  const RunCallbacks run_callbacks = {
      .progress = report_progress, .context = &turn, .stop = callbacks->stop};
  Error why = {0};
  uint64_t before = l->run.tally.games;
  double began = clock_seconds();
  l->run.count = whole_seatings(l, games);
  RunEnd end = run_play(&l->run, &run_callbacks, &why);
  l->seconds += clock_seconds() - began;
  l->timed += l->run.tally.games - before;
  if (callbacks->progress) /* a short turn has not reported any yet */
    callbacks->progress(callbacks->context, &l->run);
  if (!error_is_set(&t->reason))
    t->reason = l->run.reason;
  if (end != RUN_FAILED)
    tune_measure(t, r, level);
  if (callbacks->run_finished)
    callbacks->run_finished(callbacks->context, &l->run);
  if (end == RUN_FAILED)
    name_failure(t, r, level, &why, error);
  return end;
}

/* Plays a candidate's part of the round, or what is left of it, level by level
 * until it is dropped. It is looked at only after whole turns, and
 * looking twice changes nothing: so a tuning that was killed does the same. */
static RunEnd play_turns(Tune *t, Racer *r,
                         const ExperimentCallbacks *callbacks, Error *error) {
  for (int level = 0; level < r->runs; level++) {
    if (is_behind(&r->level[level], t->target)) {
      RunEnd end = play_turn(t, r, level, t->target, callbacks, error);
      if (end != RUN_DONE)
        return end;
      if (!tune_save_turn(t, &r->level[level], error))
        return RUN_FAILED;
    }
    tune_drop_hopeless(t, r, level);
  }
  return RUN_DONE;
}

/* Plays the round up to t->target games each, or what is left of it. After a
 * round that was stopped early no candidate is dropped for being dominated.
 * Dropping is idempotent, so a tuning that was killed after it can do it again.
 */
static RunEnd play_round(Tune *t, const ExperimentCallbacks *callbacks,
                         Error *error) {
  RunEnd end = RUN_DONE;
  for (int i = 0; end == RUN_DONE && i < t->racers; i++)
    end = play_turns(t, &t->racer[i], callbacks, error);
  if (end == RUN_FAILED)
    return end;
  if (end == RUN_DONE)
    tune_drop_dominated(t);
  return update_results(t, false, error) ? end : RUN_FAILED;
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

/* The nearest candidate plays as many new games as it has. Games that were all
 * forfeited have shown no nearest one. */
static RunEnd play_check(Tune *t, const ExperimentCallbacks *callbacks,
                         Error *error) {
  const Candidate *nearest = &t->table.candidate[0];
  RunEnd end = RUN_DONE;
  if (tune_all_forfeited(&t->table))
    return end;
  if (!tune_open_check(t, nearest->name, error))
    return RUN_FAILED;
  for (int i = 0; end == RUN_DONE && i < t->table.levels; i++)
    if (is_behind(&t->check.level[i], nearest->level[i].games))
      end =
          play_turn(t, &t->check, i, nearest->level[i].games, callbacks, error);
  return end;
}

static RunEnd play_all(Tune *t, const ExperimentCallbacks *callbacks,
                       Error *error) {
  RunEnd end = play_rounds(t, callbacks, error);
  if (end == RUN_DONE)
    end = play_check(t, callbacks, error);
  if (end != RUN_FAILED && !update_results(t, end == RUN_DONE, error))
    end = RUN_FAILED;
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
    callbacks->resumed(callbacks->context, tune_games(t));
  return tune_games(t) ? update_results(t, false, error)
                       : tune_save(t, false, error);
}

RunEnd tune_play(Tune *t, const ExperimentCallbacks *callbacks, Error *error) {
  const RunPlan *plan = &t->plan.run;
  if (!plan->out)
    return play_all(t, callbacks, error);
  int lock = experiment_files_open(plan->out, RESULT_TUNE, plan->resume, NULL,
                                   NULL, error);
  if (lock < 0)
    return RUN_FAILED;
  RunEnd end =
      begin(t, callbacks, error) ? play_all(t, callbacks, error) : RUN_FAILED;
  close(lock);
  return end;
}

/* ---- more games ----------------------------------------------------------*/

/* Rounds up to two digits that are not 0. */
static uint64_t round_up(uint64_t number) {
  uint64_t unit = 1;
  while (number / unit >= 100)
    unit *= 10;
  return (number + unit - 1) / unit * unit;
}

static void add_more(const Racer *r, int level, bool anew, MoreGames *more) {
  const LevelResult *result = &r->candidate.level[level];
  uint64_t times = is_racing(r) ? 3 + anew : anew; /* of the games it has */
  uint64_t games = times * result->games;
  more->games += games;
  if (games)
    more->seconds +=
        result->seconds > 0 ? (double)games * result->seconds : NAN;
  if (is_racing(r) && 4 * result->games > more->each)
    more->each = 4 * result->games;
}

bool tune_needs_more(const Tune *t, bool anew, MoreGames *more) {
  *more = (MoreGames){.games = anew ? 0 : tune_games(t)};
  if (!t->table.complete || tune_is_settled(t) || tune_all_forfeited(&t->table))
    return false;
  for (int i = 0; i <= t->racers; i++)
    for (int level = 0; level < t->table.levels; level++)
      add_more(i < t->racers ? &t->racer[i] : &t->check, level, anew, more);
  more->each = round_up(more->each);
  more->games = round_up(more->games);
  return more->games <= GAMES_IN_RUN_MAX;
}

/* ---- accessors -----------------------------------------------------------*/

const Sweep *tune_sweep(const Tune *t) {
  return &t->sweep;
}

int tune_rounds(const Tune *t) {
  return t->rounds;
}

uint64_t tune_games(const Tune *t) {
  uint64_t games = t->check.candidate.games;
  for (int i = 0; i < t->racers; i++)
    games += t->racer[i].candidate.games;
  return games;
}

uint64_t tune_max_games(const Tune *t) {
  uint64_t all = t->plan.each * (uint64_t)((t->racers + 1) * t->table.levels);
  return all < t->plan.run.games ? all : t->plan.run.games;
}

const char *tune_reason(const Tune *t) {
  return t->reason.message;
}

const TuneTable *tune_table(const Tune *t) {
  return &t->table;
}
