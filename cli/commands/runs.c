/* Runs from the command line: makes the plan from the flags, then plays it. */
#include "cli/commands/runs.h"

#include "analysis/metrics/stopping_rule.h"
#include "analysis/metrics/summary.h"
#include "analysis/metrics/verdict.h"
#include "analysis/stats/shown.h"
#include "cli/terminal/format.h"
#include "cli/terminal/run_tables.h"
#include "lua/host/host.h"

static bool read_numbers(const Args *args, int64_t games, RunPlan *plan,
                         Error *error) {
  int64_t seed = 1, max_plies = 0, jobs = 0, verify = 0, opening = 0;
  if (!args_int(args, "games", 1, GAMES_IN_RUN_MAX, &games, error) ||
      !args_int(args, "seed", 0, INT64_MAX, &seed, error) ||
      !args_int(args, "max-plies", 1, PLIES_MAX, &max_plies, error) ||
      !args_int(args, "jobs", 1, JOBS_MAX, &jobs, error) ||
      !args_int(args, "opening", 0, OPENING_MAX, &opening, error) ||
      !args_int(args, "verify", 1, VERIFY_MAX, &verify, error))
    return false;
  plan->games = (uint64_t)games;
  plan->whole_rounds = !args_value(args, "games");
  plan->seed = (uint64_t)seed;
  plan->max_plies = (int)max_plies;
  plan->jobs = (int)jobs;
  plan->verify = (int)verify;
  plan->opening = (int)opening;
  return true;
}

static bool read_descriptor(const Args *args, int64_t *descriptor,
                            Error *error) {
  *descriptor = 0;
  return args_int(args, "progress-fd", 1, INT_MAX, descriptor, error) &&
         (*descriptor == 0 ||
          progress_check_descriptor((int)*descriptor, error));
}

/* A test is a stopping rule like any other, written with all its values. */
static bool read_test(const Args *args, RunPlan *plan, PlanTexts *texts,
                      Error *error) {
  const char *text = args_value(args, "sprt");
  Sprt sprt;
  if (!text)
    return true;
  if (!sprt_read(text, &sprt, error))
    return error_prefix(error, "--sprt: "), false;
  stopping_rule_write_sprt(&sprt, texts->until);
  plan->until = texts->until;
  return true;
}

bool runs_plan(const Args *args, const char *bots, int64_t games, RunPlan *plan,
               PlanTexts *texts, Error *error) {
  const char *out = args_value(args, "out");
  size_t length = out ? strlen(out) : 0;
  while (length > 1 && out[length - 1] == '/')
    length--;
  snprintf(texts->out, sizeof texts->out, "%.*s", (int)length, out ? out : "");
  *plan = (RunPlan){.game = args->positional[0],
                    .bots = texts->bots,
                    .bot_count = args_values(args, bots, texts->bots),
                    .pairs = args_value(args, "pairs"),
                    .moves = args_value(args, "moves"),
                    .times = args_value(args, "times"),
                    .out = out ? texts->out : NULL,
                    .resume = args_value(args, "resume"),
                    .limits = texts->limits};
  limits_write(texts->limits, sizeof texts->limits);
  const char *shard = args_value(args, "shard");
  int64_t descriptor;
  if (!read_descriptor(args, &descriptor, error) ||
      !read_numbers(args, games, plan, error) ||
      !read_test(args, plan, texts, error) ||
      (shard && !run_read_shard(shard, plan, error)))
    return false;
  if (!plan->out && (plan->resume || plan->moves || shard))
    return error_set(error, "--%s needs --out DIR, the folder of the run",
                     plan->resume  ? "resume"
                     : plan->moves ? "moves"
                                   : "shard");
  return true;
}

bool runs_plan_bots(const Args *args, int64_t games, RunPlan *plan,
                    PlanTexts *texts, Error *error) {
  if (!runs_plan(args, "seat", games, plan, texts, error))
    return false;
  plan->seating = args_value(args, "rotate") ? SEATING_ROTATED : SEATING_FIXED;
  if (plan->bot_count == 0)
    texts->bots[plan->bot_count++] = "random";
  return true;
}

bool runs_plan_seats(const Args *args, RunPlan *plan, PlanTexts *texts,
                     Error *error) {
  const char *until = args_value(args, "until");
  bool rule = until || args_value(args, "sprt");
  if (!runs_plan_bots(args, rule ? 1000000 : 1000, plan, texts, error))
    return false;
  if (until && plan->until)
    return error_set(error, "--until and --sprt cannot be combined: a run has "
                            "one stopping rule");
  if (until)
    plan->until = until;
  return true;
}

Progress *runs_progress(const Args *args, uint64_t games, Error *error) {
  int64_t descriptor;
  if (!read_descriptor(args, &descriptor, error))
    return NULL;
  const ProgressPlan plan = {.games = games,
                             .quiet = args_value(args, "quiet"),
                             .descriptor = (int)descriptor};
  return progress_begin(&plan);
}

void runs_warn_aside(const Run *run, const char *name) {
  if (run->aside.count)
    fprintf(stderr, "boardlab: warning: %s\n", verdict_aside(run, name).text);
}

bool runs_all_forfeited(uint64_t games, Error *error) {
  return error_set(error, games == 1 ? "the only game was forfeited"
                                     : "every game was forfeited");
}

/* Games that were all forfeited say nothing about the game. A shard is only a
 * part of a run. */
static bool any_game_counts(const Run *run, Error *error) {
  uint64_t games = run->tally.games;
  if (games == 0 || run->plan.shards > 1 ||
      summary_end(&run->tally, MATCH_FORFEIT).value < 1)
    return true;
  return runs_all_forfeited(games, error);
}

static int runs_play_one(const Args *args, Run *run, Error *error) {
  Progress *progress = runs_progress(args, run->count, error);
  if (!progress)
    return EXIT_FAILED;
  RunEnd end = experiment_play(run, progress_callbacks(progress), error);
  int code = progress_end(progress);
  if (end == RUN_FAILED)
    run_tables_explain(run, error);
  if (end == RUN_FAILED || !run_tables_print(run, error) ||
      !any_game_counts(run, error))
    return EXIT_FAILED;
  return end == RUN_STOPPED ? code : EXIT_DONE;
}

static int runs_verify(const Args *args, Run *run, Error *error) {
  Progress *progress = runs_progress(args, run->count, error);
  if (!progress)
    return EXIT_FAILED;
  uint64_t games;
  const VerifyCallbacks callbacks = progress_verify_callbacks(progress);
  fflush(stdout); /* or children would have a copy of what is left in it */
  RunEnd end = run_verify(run, &callbacks, &games, error);
  int code = progress_end(progress);
  if (end == RUN_DONE)
    printf("verified: %s %s\n", shown_count(games).text,
           games == 1 ? "game played again in another process, the same"
                      : "games played again in other processes, all the same");
  return end == RUN_STOPPED  ? code
         : end == RUN_FAILED ? EXIT_FAILED
                             : EXIT_DONE;
}

int runs_play(const Args *args, const RunPlan *plan, Error *error) {
  Run run;
  if (!experiment_open(&run, plan, error))
    return EXIT_USAGE;
  int code = runs_play_one(args, &run, error);
  if (code == EXIT_DONE && plan->verify)
    code = runs_verify(args, &run, error);
  run_close(&run);
  return code;
}
