#include "analysis/metrics/run_metrics.h"

#include "analysis/metrics/agreement.h"
#include "analysis/metrics/balance.h"
#include "analysis/metrics/bot_match.h"
#include "analysis/metrics/choices.h"
#include "analysis/metrics/kingmaking.h"
#include "analysis/metrics/summary.h"
#include "analysis/metrics/waiting.h"
#include "analysis/stats/shown.h"
#include "core/run/replay.h"
#include "core/run/result_dir.h"
#include <math.h>
#include <stdlib.h>

/* Reads a run, then replays its sample. */
typedef struct Measurement {
  const RunMetricsPlan *plan;
  RunMetrics *to;
  SetAside *aside; /* games that do not replay */
  Match *matches;  /* of the sample */
  uint64_t capacity, kept;
  uint64_t seen; /* games read */
  uint64_t next; /* number of games at the next convergence point */
  uint64_t won;  /* by seat 1 */
  Branching branching;
  MoveStats move_stats;
  Waiting waiting;
  Tension tension; /* has the oracle, and decides which games it judges */
  Choices choices;
  Kingmaking kingmaking;
  Agreement agreement;
  bool disagreed; /* it failed, with this error */
  Error why;
} Measurement;

/* ---- reading -------------------------------------------------------------*/

static void add_convergence_point(Measurement *s) {
  RunMetrics *m = s->to;
  if (m->points < CONVERGENCE_MAX)
    m->point[m->points++] = estimate_rate_alike(
        &m->run.tally, s->won, s->seen, balance_design_effect(&m->run.tally));
  s->next = s->seen + 1 + s->seen / 8;
}

static bool take_match(void *context, uint64_t index, const Match *match,
                       Error *error) {
  Measurement *s = context;
  if (!set_aside_has(&s->to->run.aside, index)) {
    s->seen++;
    s->won += match->end == MATCH_WIN && match->winners & 1;
    if (s->seen >= s->next)
      add_convergence_point(s);
  }
  if (s->kept == s->plan->sample)
    return true;
  if (s->kept == s->capacity) {
    s->capacity = s->capacity ? 2 * s->capacity : 1024;
    Match *matches = realloc(s->matches, s->capacity * sizeof *matches);
    if (!matches)
      return error_set(error, "out of memory (a sample of %llu games)",
                       (unsigned long long)s->plan->sample);
    s->matches = matches;
  }
  s->matches[s->kept++] = *match;
  return true;
}

/* ---- replaying -----------------------------------------------------------*/

/* Whether the oracle judges the game under way. */
static bool is_judged(const Measurement *s) {
  return s->tension.measured && !s->tension.failed;
}

static void on_begin(void *context, const Game *game, const State *first,
                     uint64_t index, const Match *match) {
  Measurement *s = context;
  branching_begin(&s->branching, game);
  move_stats_begin(&s->move_stats, match);
  waiting_begin(&s->waiting);
  tension_begin(&s->tension, game, index, match);
  choices_begin(&s->choices, index, match);
  kingmaking_begin(&s->kingmaking, index);
  s->disagreed = s->disagreed ||
                 !agreement_begin(&s->agreement, game, index, match, &s->why);
  replays_begin(&s->to->replays, game, first, index, match);
}

static void on_turn(void *context, const Game *game, const State *state,
                    Move move, int legal) {
  Measurement *s = context;
  branching_turn(&s->branching, game, state, move, legal);
  move_stats_turn(&s->move_stats, game, state, move);
  waiting_position(&s->waiting, state);
  tension_position(&s->tension, game, state);
  agreement_turn(&s->agreement, game, state, move, legal);
  if (is_judged(s)) {
    choices_position(&s->choices, game, state);
    kingmaking_position(&s->kingmaking, game, state, &s->tension.curve);
  }
  replays_turn(&s->to->replays, move);
}

static void on_end(void *context, const Game *game, const State *last) {
  Measurement *s = context;
  branching_end(&s->branching, game, last);
  move_stats_end(&s->move_stats);
  waiting_end(&s->waiting, game, last);
  tension_end(&s->tension, game, last);
  Tension *t = &s->tension;
  if (is_judged(s))
    t->failed = !choices_end(&s->choices, game, t->oracle, &t->error) ||
                !kingmaking_end(&s->kingmaking, game, t->oracle, &t->error);
  s->disagreed = s->disagreed || !agreement_end(&s->agreement, game, &s->why);
  replays_end(&s->to->replays, &s->tension);
}

static void on_progress(void *context, uint64_t games) {
  const Measurement *s = context;
  if (s->plan->progress)
    s->plan->progress(s->plan->context, games, s->kept);
}

static void choose_replays(Measurement *s) {
  const Run *run = &s->to->run;
  if (s->kept == 0)
    return;
  const ReplaySample sample = {s->matches,
                               s->kept,
                               run->first,
                               run->schedule.seats,
                               summary_lengths(&run->tally).median.value,
                               &run->aside};
  replays_choose(&s->to->replays, &sample, s->plan->replays);
}

static void add_sample_metrics(const Measurement *s, Metrics *m) {
  branching_metrics(&s->branching, m);
  move_stats_metrics(&s->move_stats, m);
  waiting_metrics(&s->waiting, m);
  tension_metrics(&s->tension, m);
  choices_metrics(&s->choices, m);
  kingmaking_metrics(&s->kingmaking, s->tension.plan, m);
  agreement_metrics(&s->agreement, m);
}

static bool replay_sample(Measurement *s, Error *error) {
  RunMetrics *m = s->to;
  const ReplayPlan plan = {.run = &m->run,
                           .games = s->kept,
                           .matches = s->matches,
                           .jobs = s->plan->jobs,
                           .stop = s->plan->stop,
                           .aside = s->aside,
                           .limits =
                               s->plan->limits[0] ? s->plan->limits : NULL};
  const ReplayCallbacks callbacks = {on_begin, on_turn, on_end, on_progress, s};
  Error why;
  s->tension.plan = s->plan->oracle;
  s->tension.seed = s->choices.seed = s->kingmaking.seed = s->agreement.seed =
      m->run.plan.seed;
  s->agreement.spec = s->plan->like;
  s->agreement.schedule = &m->run.schedule;
  s->tension.budget = s->plan->whole    ? 0
                      : s->plan->budget ? s->plan->budget
                                        : TENSION_BUDGET;
  s->tension.random_bots = schedule_is_random(&m->run.schedule);
  choose_replays(s);
  if (!replay_games(&plan, &callbacks, &why))
    return error_set(error,
                     "%.200s: could not replay its games: %.600s; --sample 0 "
                     "skips that",
                     m->run.plan.out, why.message);
  if (s->aside->count > m->run.aside.count)
    return true; /* to be measured again without them */
  if (s->disagreed)
    return error_copy(error, &s->why);
  if (s->tension.failed)
    return error_set(error, "%.1000s", s->tension.error.message);
  if (m->replays.failed)
    return error_set(error, "out of memory (replays)");
  replays_finish(&m->replays);
  m->sample = s->kept - m->run.aside.count;
  if (!move_stats_board(&s->move_stats, &m->columns, &m->rows))
    m->columns = m->rows = 0;
  add_sample_metrics(s, &m->metrics);
  m->oracle = s->tension.plan;
  m->judged = s->tension.games;
  return true;
}

/* ---- the metrics of a run ------------------------------------------------*/

static bool measure(Measurement *s, Error *error) {
  RunMetrics *m = s->to;
  if (s->seen && s->seen != m->point[m->points - 1].n)
    add_convergence_point(s);
  summary_metrics(&m->run.tally, &m->metrics);
  if (m->run.aside.count)
    metrics_add_reason(
        &m->metrics, "run", "", "set_aside",
        estimate_plain((double)m->run.aside.count, run_played(&m->run)),
        verdict_aside(&m->run, NULL).text);
  bot_match_metrics(&m->run, &m->metrics);
  summary_histogram(&m->run.tally, &m->metrics);
  /* Games played by the clock cannot be played again: only those whose moves
   * were kept can be replayed. */
  m->unkept = m->run.timed && s->kept > m->run.kept.games;
  if (m->unkept)
    s->kept = m->run.kept.games;
  size_t counted = m->metrics.count;
  if (s->kept && !replay_sample(s, error))
    return false;
  if (verdict_is_repetitive(&m->run.tally))
    metrics_drop_intervals(&m->metrics, 0);
  else if (schedule_alike(&m->run.schedule) > 1)
    /* What the opening makes of one game of a round it makes of all. */
    metrics_drop_intervals(&m->metrics, counted);
  return !m->metrics.failed || error_set(error, "out of memory (metrics)");
}

static bool read_and_measure(Measurement *s, const char *dir, Error *error) {
  RunMetrics *m = s->to;
  *m = (RunMetrics){.points = 0};
  bool read = run_read_without(&m->run, dir, s->aside, take_match, s, error);
  bool good = read && measure(s, error);
  free(s->matches);
  branching_free(&s->branching);
  move_stats_free(&s->move_stats);
  tension_free(&s->tension);
  choices_free(&s->choices);
  kingmaking_free(&s->kingmaking);
  agreement_free(&s->agreement);
  if (read && !good)
    run_metrics_free(m);
  if (!read && s->aside->count)
    error_add(error, "--sample 0 skips that");
  else if (!read)
    result_add_hint(dir, error);
  return good;
}

/* If games of the sample do not replay, sets them aside and begins anew. */
bool run_metrics_make(RunMetrics *m, const char *dir,
                      const RunMetricsPlan *plan, Error *error) {
  SetAside aside = {0};
  bool good, done;
  do {
    Measurement s = {.plan = plan, .to = m, .aside = &aside};
    good = read_and_measure(&s, dir, error);
    done = !good || aside.count == m->run.aside.count;
    if (!done)
      run_metrics_free(m);
  } while (!done);
  set_aside_free(&aside);
  return good;
}

void run_metrics_free(RunMetrics *m) {
  replays_free(&m->replays);
  metrics_free(&m->metrics);
  run_close(&m->run);
  *m = (RunMetrics){.points = 0};
}

/* `of` games were judged. */
static void note_calibration(Estimate e, uint64_t of, Sentences *notes) {
  Shown games = shown_things(e.n, "game", "games");
  if (isnan(e.value)) {
    sentences_add(notes,
                  "How well its values agree with the results is not known: "
                  "%s of %s games have none.",
                  shown_count(of - e.n).text, shown_count(of).text);
    return;
  }
  double lead = 10;
  while (lead * e.value > 100) /* no lead is larger */
    lead /= 10;
  Shown slope = shown_real_estimate(e, 2), seen = shown_real(lead * e.value, 1);
  switch (tension_judge(e)) {
  case VALUES_AGREE:
    sentences_add(notes,
                  "Its values agree with the results of %s: calibration "
                  "%s, where 1 is perfect.",
                  games.text, slope.text);
    break;
  case VALUES_BOLD:
  case VALUES_CAUTIOUS:
    sentences_add(
        notes,
        "Its values promise too %s: in %s a lead of %g point%s "
        "turned out to be %s (calibration %s, where 1 is perfect). Another "
        "--oracle may agree better.",
        e.value < 1 ? "much" : "little", games.text, lead, lead == 1 ? "" : "s",
        seen.text, slope.text);
    break;
  case VALUES_UNKNOWN:
    sentences_add(notes,
                  "Compared with the results of %s its calibration is "
                  "%s, where 1 is perfect.",
                  games.text, slope.text);
  }
}

/* Which oracle was used, and whether to believe it. */
static void note_oracle(const RunMetrics *m, Sentences *notes) {
  Phrase name = oracle_name(m->oracle);
  if (m->oracle.kind == ORACLE_NONE)
    return;
  sentences_add(notes, "Who leads is judged by %s (--oracle %s).",
                oracle_describe(m->oracle).text, name.text);
  if (m->judged < m->sample)
    sentences_add(notes,
                  "It is judged in the first %s of the %s games of the sample: "
                  "more would exceed a budget of %s instructions. --sample N "
                  "judges N games, however long that takes.",
                  shown_count(m->judged).text, shown_count(m->sample).text,
                  shown_count((uint64_t)TENSION_BUDGET).text);
  const Metric *found =
      metrics_find(&m->metrics, "tension", name.text, "calibration");
  if (found)
    note_calibration(found->estimate, m->judged, notes);
}

void run_metrics_notes(const RunMetrics *m, Sentences *notes) {
  verdict_notes(&m->run, notes);
  note_oracle(m, notes);
  if (m->unkept)
    sentences_add(notes,
                  "Only the first %s of its games could be replayed, those "
                  "whose moves were kept; simulate --moves keeps all.",
                  shown_count(m->sample).text);
}
