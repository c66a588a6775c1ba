#include "analysis/experiments/ladder_internal.h"

#include "analysis/experiments/experiment_files.h"
#include "analysis/metrics/summary.h"
#include "core/run/run_dir.h"
#include <stdlib.h>
#include <unistd.h>

/* ---- results -------------------------------------------------------------*/

void ladder_add_results(Ladder *l, int i, const Run *run) {
  Level *level = &l->level[ladder_run_level(i)];
  l->seats = run->schedule.seats;
  l->sides = run->schedule.sides;
  if (run->tally.raised > l->raised)
    l->raised = run->tally.raised;
  if (ladder_run_is_against(i)) {
    played_fill(&level->against, run);
    level->won = summary_bot(&run->tally, 0);
    level->score = ladder_score(&run->tally, 0);
    level->score_variance = ladder_score_variance(&run->tally, 0);
  } else {
    played_fill(&level->equals, run);
    ladder_add_fairness(level, &run->tally);
  }
  ladder_adjust(l);
}

/* ---- playing -------------------------------------------------------------*/

/* A ladder may have more levels than before, but not below a bot that stays at
 * the top. */
static bool same_levels(const Ladder *old, const Ladder *l) {
  for (int i = 0; i < old->levels && i < l->levels; i++)
    if (old->level[i].value != l->level[i].value ||
        ((i == 0 || !l->level[i].value) &&
         strcmp(old->level[i].bot, l->level[i].bot) != 0))
      return false;
  return true;
}

/* Reads the results of the ladder to be resumed, so that the index never loses
 * any while the runs continue. */
static bool restore(Ladder *l, Error *error) {
  Ladder old;
  const char *out = l->plan.run.out;
  if (!ladder_read(&old, out, error))
    return false;
  if (strcmp(old.game, l->game) != 0 || strcmp(old.option, l->option) != 0 ||
      !same_levels(&old, l))
    return error_set(error,
                     "%.300s holds a different ladder: %.200s on %.200s, "
                     "doubling %s from %d",
                     out, old.level[0].bot, old.game, old.option,
                     old.level[old.level[0].value ? 0 : 1].value);
  if (old.levels > l->levels)
    return error_set(error,
                     "%.600s holds a ladder of %d levels: use at least as "
                     "many",
                     out, old.levels);
  for (int i = 0; i < old.levels; i++) {
    memcpy(old.level[i].bot, l->level[i].bot, SPEC_TEXT); /* with all options */
    l->level[i] = old.level[i];
  }
  return true;
}

static bool is_run(const void *context, const char *name) {
  const Ladder *l = context;
  for (int i = 0; i < ladder_runs(l); i++)
    if (strcmp(ladder_run_name(l, i).text, name) == 0)
      return true;
  return false;
}

/* Without an index, which somebody may have deleted, the runs are found by
 * their names. */
static bool restore_runs(Ladder *l, Error *error) {
  uint64_t games = l->games; /* which reading adds to */
  bool good = true;
  for (int i = 0; good && i < ladder_runs(l); i++)
    good = ladder_read_run(l, i, error);
  l->games = games;
  return good;
}

/* Checks that the runs to be resumed are those of this ladder and undamaged. */
static bool check_runs(const Ladder *l, Error *error) {
  bool good = true;
  for (int i = 0; l->plan.run.resume && good && i < ladder_runs(l); i++) {
    Run run;
    LadderRunTexts texts;
    good = ladder_open_run(l, i, &texts, &run, error);
    if (good) {
      good = run_dir_check(&run, error);
      run_close(&run);
    }
  }
  return good;
}

/* Says in whose games the rules have failed. */
static void name_players(const Ladder *l, int run, Error *error) {
  const Level *level = &l->level[ladder_run_level(run)];
  const Level *other = ladder_run_is_against(run) ? level - 1 : level;
  error_prefix(error, "%.100s against %.100s: ", level->bot, other->bot);
}

static RunEnd play_run(Ladder *l, int i, const ExperimentCallbacks *callbacks,
                       Error *error) {
  Run run;
  LadderRunTexts texts;
  if (!ladder_open_run(l, i, &texts, &run, error))
    return RUN_FAILED;
  RunEnd end = experiment_play(&run, callbacks, error);
  if (end == RUN_FAILED && error->code == ERROR_RULES)
    name_players(l, i, error);
  if (end != RUN_FAILED) {
    ladder_add_results(l, i, &run);
    if (!ladder_write_index(l, false, error))
      end = RUN_FAILED;
  }
  run_close(&run);
  return end;
}

static RunEnd play_runs(Ladder *l, const ExperimentCallbacks *callbacks,
                        Error *error) {
  RunEnd end = RUN_DONE;
  for (int i = 0; end == RUN_DONE && i < ladder_runs(l); i++)
    end = play_run(l, i, callbacks, error);
  if (end == RUN_DONE && !ladder_write_index(l, true, error))
    end = RUN_FAILED;
  return end;
}

RunEnd ladder_play(Ladder *l, const ExperimentCallbacks *callbacks,
                   Error *error) {
  const RunPlan *plan = &l->plan.run;
  if (!plan->out)
    return play_runs(l, callbacks, error);
  int lock = experiment_files_open(plan->out, RESULT_LADDER, plan->resume,
                                   is_run, l, error);
  if (lock < 0)
    return RUN_FAILED;
  /* Begins with an index that is not complete and has all levels. Nothing is
   * changed before everything was checked. */
  bool good = experiment_files_exist(plan->out, RESULT_LADDER)
                  ? restore(l, error)
                  : restore_runs(l, error);
  good = good && check_runs(l, error) && ladder_write_index(l, false, error);
  RunEnd end = good ? play_runs(l, callbacks, error) : RUN_FAILED;
  close(lock);
  return end;
}
