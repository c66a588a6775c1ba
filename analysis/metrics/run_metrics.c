#include "analysis/metrics/run_metrics.h"

#include "analysis/metrics/result_dir.h"
#include "analysis/metrics/summary.h"
#include "core/run/replay.h"
#include <math.h>
#include <stdlib.h>

/* A run being read, and then its sample being told. */
typedef struct Study {
  const RunMetricsPlan *plan;
  RunMetrics *to;
  Match *matches; /* of the sample */
  uint64_t room, kept;
  uint64_t seen, next; /* games; when the rate is noted next */
  uint64_t won;        /* by seat 1 */
  Branching choice;
  MoveStats places;
  Tension tension;
  uint64_t told;
  int ply;
  Replay *replay; /* of the game under way; or NULL */
  bool failed;    /* for want of memory */
} Study;

/* ---- reading -------------------------------------------------------------*/

static void note_rate(Study *s) {
  RunMetrics *f = s->to;
  if (f->points < CONVERGENCE_MAX)
    f->point[f->points++] = estimate_rate(s->won, s->seen);
  s->next = s->seen + 1 + s->seen / 8;
}

static bool take_match(void *context, uint64_t index, const Match *match,
                       Error *error) {
  Study *s = context;
  (void)index;
  s->seen++;
  s->won += match->end == MATCH_WIN && match->winners & 1;
  if (s->seen >= s->next)
    note_rate(s);
  if (s->kept == s->plan->sample)
    return true;
  if (s->kept == s->room) {
    s->room = s->room ? 2 * s->room : 1024;
    Match *matches = realloc(s->matches, s->room * sizeof *matches);
    if (!matches)
      return error_set(error, "no memory for a sample of %llu games",
                       (unsigned long long)s->plan->sample);
    s->matches = matches;
  }
  s->matches[s->kept++] = *match;
  return true;
}

/* ---- games to look at ----------------------------------------------------*/

static bool is_chosen(const RunMetrics *f, uint64_t index) {
  for (int i = 0; i < f->replays; i++)
    if (f->replay[i].index == index)
      return true;
  return false;
}

static void choose(Study *s, uint64_t game) {
  RunMetrics *f = s->to;
  uint64_t index = f->run.first + game;
  int most = s->plan->replays < REPLAYS_MAX ? s->plan->replays : REPLAYS_MAX;
  if (f->replays < most && !is_chosen(f, index))
    f->replay[f->replays++] =
        (Replay){.index = index, .match = s->matches[game]};
}

static void choose_first(Study *s, MatchEnd end, unsigned winners) {
  for (uint64_t i = 0; i < s->kept; i++)
    if (s->matches[i].end == end && s->matches[i].plies > 0 &&
        (!winners || s->matches[i].winners & winners)) {
      choose(s, i);
      return;
    }
}

/* The first game that each seat won, the first of each other end, the shortest,
 * the longest, then further ones: some of everything. */
static void choose_replays(Study *s) {
  uint64_t shortest = 0, longest = 0;
  if (s->kept == 0)
    return;
  for (int seat = 0; seat < s->to->run.schedule.seats; seat++)
    choose_first(s, MATCH_WIN, 1u << seat);
  for (int end = MATCH_DRAW; end < MATCH_ENDS; end++)
    choose_first(s, (MatchEnd)end, 0);
  for (uint64_t i = 0; i < s->kept; i++) {
    if (s->matches[i].plies < s->matches[shortest].plies)
      shortest = i;
    if (s->matches[i].plies > s->matches[longest].plies)
      longest = i;
  }
  choose(s, shortest);
  choose(s, longest);
}

/* ---- listening -----------------------------------------------------------*/

static void keep_start(Study *s, const Game *game, const State *first,
                       uint64_t index) {
  RunMetrics *f = s->to;
  s->replay = NULL;
  for (int i = 0; i < f->replays; i++)
    if (f->replay[i].index == index)
      s->replay = &f->replay[i];
  if (!s->replay)
    return;
  s->replay->first = game_copy(game, first);
  s->replay->moves = calloc((size_t)s->replay->match.plies + 1, sizeof(Move));
  s->failed = s->failed || !s->replay->first || !s->replay->moves;
}

static void on_begin(void *context, const Game *game, const State *first,
                     uint64_t index, const Match *match) {
  Study *s = context;
  s->ply = 0;
  branching_begin(&s->choice, game);
  move_stats_begin(&s->places, match);
  tension_begin(&s->tension, game, index, match);
  keep_start(s, game, first, index);
}

static void on_turn(void *context, const Game *game, const State *state,
                    Move move, int legal) {
  Study *s = context;
  branching_turn(&s->choice, game, state, move, legal);
  move_stats_turn(&s->places, game, state, move);
  tension_position(&s->tension, game, state);
  if (s->replay && !s->failed && s->ply < s->replay->match.plies)
    s->replay->moves[s->ply] = move;
  s->ply++;
}

static void on_end(void *context, const Game *game, const State *last) {
  Study *s = context;
  branching_end(&s->choice, game, last);
  move_stats_end(&s->places);
  tension_end(&s->tension, game, last);
}

static void on_progress(void *context, uint64_t games) {
  const Study *s = context;
  if (s->plan->progress)
    s->plan->progress(s->plan->context, games, s->kept);
}

static bool look_into(Study *s, Error *error) {
  RunMetrics *f = s->to;
  const ReplayPlan what = {&f->run, s->kept, s->matches, s->plan->jobs,
                           s->plan->stop};
  const ReplayCallbacks callbacks = {on_begin, on_turn, on_end, on_progress, s};
  Error why;
  s->tension.playouts = s->plan->playouts;
  s->tension.seed = f->run.plan.seed;
  choose_replays(s);
  if (!replay_games(&what, &callbacks, &why))
    return error_set(error,
                     "%.200s: could not look into its games: %.600s; --sample "
                     "0 does without that",
                     f->run.plan.out, why.message);
  if (s->failed)
    return error_set(error, "no memory to look into games");
  f->sample = s->kept;
  f->different = branching_distinct(&s->choice);
  if (!move_stats_board(&s->places, &f->columns, &f->rows))
    f->columns = f->rows = 0;
  branching_metrics(&s->choice, &f->metrics);
  move_stats_metrics(&s->places, &f->metrics);
  tension_metrics(&s->tension, &f->metrics);
  return true;
}

/* ---- all of it -----------------------------------------------------------*/

/* Games by the clock do not come out again: without their moves they are lost.
 */
static bool is_lost(const Run *run) {
  return run->timed && !run->plan.moves;
}

static bool study(Study *s, Error *error) {
  RunMetrics *f = s->to;
  if (s->seen && s->seen != f->point[f->points - 1].n)
    note_rate(s);
  summary_metrics(&f->run.tally, &f->metrics);
  summary_histogram(&f->run.tally, &f->metrics);
  if (is_lost(&f->run) && s->plan->playouts)
    return error_set(error,
                     "%.200s: its bots play by the clock, so that its games "
                     "cannot be played again for --tension: it takes a run "
                     "with --moves",
                     f->run.plan.out);
  if (s->kept && !is_lost(&f->run) && !look_into(s, error))
    return false;
  return !f->metrics.failed || error_set(error, "out of memory (metrics)");
}

bool run_metrics_make(RunMetrics *f, const char *dir,
                      const RunMetricsPlan *plan, Error *error) {
  Study s = {.plan = plan, .to = f};
  *f = (RunMetrics){.points = 0};
  bool read = run_read(&f->run, dir, take_match, &s, error);
  bool good = read && study(&s, error);
  free(s.matches);
  branching_free(&s.choice);
  move_stats_free(&s.places);
  tension_free(&s.tension);
  if (read && !good)
    run_metrics_free(f);
  if (!read)
    result_add_hint(dir, error);
  return good;
}

void run_metrics_free(RunMetrics *f) {
  for (int i = 0; i < f->replays; i++) {
    free(f->replay[i].first);
    free(f->replay[i].moves);
  }
  metrics_free(&f->metrics);
  run_close(&f->run);
  *f = (RunMetrics){.points = 0};
}

void run_metrics_notes(const RunMetrics *f, Sentences *notes) {
  verdict_notes(&f->run, notes);
  if (is_lost(&f->run))
    sentences_add(notes, "Nor could its games be looked into: that takes a run "
                         "with --moves.");
  if (f->sample >= 20 && 10 * f->different <= f->sample)
    sentences_add(
        notes,
        "Only %llu of the %llu games that were looked into are "
        "different: these bots leave little to chance. Intervals take "
        "games for independent, and say too much here. A variant that "
        "begins with moves by lot, such as "
        "variants/quoridor_opening.lua, makes them so.",
        (unsigned long long)f->different, (unsigned long long)f->sample);
}
