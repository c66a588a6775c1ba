#include "analysis/experiments/ladder_internal.h"

#include "analysis/metrics/balance.h"
#include "analysis/metrics/result_dir.h"
#include "analysis/metrics/summary.h"
#include "core/run/run_dir.h"

/* ---- results -------------------------------------------------------------*/

static void add_equals(Level *level, const Run *run) {
  const Tally *t = &run->tally;
  level->games = t->games;
  for (int seat = 0; seat < run->schedule.seats; seat++)
    level->seat[seat] = summary_seat(t, seat);
  level->draws = summary_end(t, MATCH_DRAW);
  level->truncated = summary_end(t, MATCH_TRUNCATED);
  level->forfeits = summary_end(t, MATCH_FORFEIT);
  level->balance = balance_index(t);
  if (t->games)
    level->plies = summary_lengths(t).mean;
  level->complete = run->complete;
}

static void add_against(Level *level, const Run *run) {
  const Tally *t = &run->tally;
  level->against_games = t->games;
  level->won = summary_bot(t, 0);
  level->drawn = summary_end(t, MATCH_DRAW);
  level->score = ladder_score(t, 0);
  level->against_complete = run->complete;
}

void ladder_add_results(Ladder *l, int i, const Run *run) {
  Level *level = &l->level[ladder_run_level(i)];
  l->seats = run->schedule.seats;
  l->sides = run->schedule.sides;
  if (ladder_run_is_against(i))
    add_against(level, run);
  else
    add_equals(level, run);
}

/* ---- playing -------------------------------------------------------------*/

/* Reads the results of the ladder to be resumed, so that the index never loses
 * any while the runs continue. */
static bool restore(Ladder *l, Error *error) {
  Ladder old;
  const char *out = l->plan.run.out;
  if (!ladder_read(&old, out, error))
    return false;
  if (strcmp(old.game, l->game) != 0 || strcmp(old.option, l->option) != 0 ||
      old.level[0].value != l->level[0].value ||
      strcmp(old.level[0].bot, l->level[0].bot) != 0)
    return error_set(
        error,
        "%.300s holds a different ladder: %.200s on %.200s, doubling "
        "%s from %d",
        out, old.level[0].bot, old.game, old.option, old.level[0].value);
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

static bool prepare(Ladder *l, Error *error) {
  const char *out = l->plan.run.out;
  if (!out)
    return true;
  ResultKind kind = result_kind(out);
  if (kind == RESULT_RUN || kind == RESULT_SWEEP)
    return error_set(error,
                     "%.600s holds a %s, not a ladder: choose another folder",
                     out, kind == RESULT_SWEEP ? "sweep" : "run");
  if (kind != RESULT_LADDER)
    return run_dir_make(out, error) && ladder_write_index(l, error);
  return l->plan.run.resume
             ? restore(l, error)
             : error_set(error,
                         "%.600s already holds a ladder: choose another "
                         "folder, or continue it with --resume",
                         out);
}

static RunEnd play_run(Ladder *l, int i, const ExperimentCallbacks *callbacks,
                       Error *error) {
  Run run;
  LadderRunTexts texts;
  if (!ladder_open_run(l, i, &texts, &run, error))
    return RUN_FAILED;
  RunEnd end = experiment_play(&run, callbacks, error);
  if (end != RUN_FAILED) {
    ladder_add_results(l, i, &run);
    if (!ladder_write_index(l, error))
      end = RUN_FAILED;
  }
  if (callbacks->run_finished)
    callbacks->run_finished(callbacks->context, &run);
  run_close(&run);
  return end;
}

RunEnd ladder_play(Ladder *l, const ExperimentCallbacks *callbacks,
                   Error *error) {
  RunEnd end = prepare(l, error) ? RUN_DONE : RUN_FAILED;
  for (int i = 0; end == RUN_DONE && i < ladder_runs(l); i++)
    end = play_run(l, i, callbacks, error);
  return end;
}
