#include "analysis/experiments/sweep_trends.h"

#include "analysis/experiments/sweep_trends_internal.h"
#include "analysis/metrics/balance.h"
#include "analysis/stats/distribution.h"
#include "core/base/need.h"
#include <math.h>
#include <stdlib.h>

const char *const trend_metric_names[] = {"first_player_advantage", "draw_rate",
                                          "undecided_rate", "plies_mean",
                                          "margin_mean"};
const char *const trend_kind_names[] = {"step", "difference", "departure",
                                        "fairest"};

/* ---- the list ------------------------------------------------------------*/

static void add_trends(SweepTrends *t, Sample *s, const Regression *r,
                       TrendMetric metric) {
  int missing = sample_load(s, metric);
  if (metric == TREND_ADVANTAGE && !t->solitaire)
    t->no_advantage = missing;
  if (missing)
    return;
  for (int k = 0; k < s->columns; k++) {
    const DesignColumn *c = &s->column[k];
    Contrast test =
        sample_coefficient(s, r->weight + (size_t)(k + 1) * (size_t)s->runs);
    t->list[t->count++] = (Trend){
        .kind = c->numeric ? TREND_STEP : TREND_DIFFERENCE,
        .metric = metric,
        .option = s->axes->name[c->axis],
        .step = c->step,
        .value = c->value,
        .base = c->base,
        .change = test.estimate,
        .p = test.p,
        .column = k,
        .axis = c->axis,
        .turn = c->numeric ? sample_turn(s, c->axis, test.estimate.value) : 1};
  }
  if (r->departures)
    t->list[t->count++] = (Trend){.kind = TREND_DEPARTURE,
                                  .metric = metric,
                                  .change = {NAN, NAN, NAN, s->n},
                                  .p = sample_departure(s, r)};
}

static bool can_be_fairest(const SweepRow *row) {
  return row->played.sides > 1 && row->played.decided &&
         seats_are_known(&row->equals) &&
         row->played.ends.undecided.value <= UNDECIDED_LARGE;
}

/* The two sides that win most and least, in the games that are compared. */
static Measure widest(const Sample *s, int run) {
  const SweepRow *row = s->row[run];
  double won[SEATS_MAX] = {0}, value[SEATS_MAX];
  Measure m = {TREND_METRICS, 0, 0};
  for (uint64_t i = 0; i < s->n; i++)
    if (sample_side_values(row, s->games[run]->outcome[i], i, value))
      for (int side = 0; side < row->played.sides; side++)
        won[side] += value[side];
  for (int side = 1; side < row->played.sides; side++) {
    m.one = won[side] > won[m.one] ? side : m.one;
    m.other = won[side] < won[m.other] ? side : m.other;
  }
  return m;
}

/* How much a gap could change if the games without a result had been won by one
 * side or the other. */
static double allowance(const SweepRow *row) {
  return row->played.ends.undecided.value *
         (1 + row->equals.beyond + row->gap.value);
}

/* The p-value that the widest difference of one run, whose values are the first
 * in s->value, exceeds a difference between two sides of the fairest. */
static double test_exceeds(Sample *s, int fairest, int run, const Measure *m) {
  double *one = s->value, *other = s->value + s->n, squares = 0;
  if (!sample_measure(s, fairest, m, other))
    return 1;
  double mean = sample_mean(one, s->n) - sample_mean(other, s->n);
  for (uint64_t i = 0; i < s->n; i++) {
    double deviation = one[i] - other[i] - mean;
    squares += deviation * deviation;
  }
  mean -= allowance(s->row[fairest]) + allowance(s->row[run]);
  Contrast test = contrast_test(mean, squares, 2 * sample_extreme(s), s->n);
  return mean > 0 && !isnan(test.p) ? test.p : 1;
}

/* The p-value that a run has a larger gap than the fairest: its widest
 * difference exceeds every difference between two sides of the fairest. With
 * two sides these are the sum and the difference of the two advantages. With
 * more, the widest was chosen among all pairs, hence Bonferroni. */
static double test_fairer(Sample *s, int fairest, int run) {
  Measure wide = widest(s, run);
  int sides = s->row[fairest]->played.sides;
  int pairs = s->row[run]->played.sides * (s->row[run]->played.sides - 1) / 2;
  double p = 0;
  if (!sample_measure(s, run, &wide, s->value))
    return 1;
  for (int i = 0; i < sides; i++)
    for (int j = 0; j < sides; j++)
      if (i != j)
        p = fmax(
            p, test_exceeds(s, fairest, run, &(Measure){TREND_METRICS, i, j}));
  return fmin(pairs * p, 1);
}

/* The smallest of several gaps is small by luck as well: it has no interval.
 *
 * The fairest run must be shown to be fairer than each of the others, so its
 * p-value is the largest of theirs. */
static void add_fairest(SweepTrends *t, Sample *s) {
  int fairest = -1, others = 0;
  double p = 0;
  for (int i = 0; i < s->runs; i++)
    if (can_be_fairest(s->row[i]) &&
        (fairest < 0 || s->row[i]->gap.value < s->row[fairest]->gap.value))
      fairest = i;
  for (int i = 0; i < s->runs; i++) {
    t->many_undecided +=
        s->row[i]->played.ends.undecided.value > UNDECIDED_LARGE;
    t->unknown += !seats_are_known(&s->row[i]->equals);
    t->own_bots += s->row[i]->equals.basis == SEATS_OWN_BOTS;
    t->rated += s->row[i]->equals.basis == SEATS_RATED;
    t->tied += fairest >= 0 &&
               s->row[i]->gap.value <= s->row[fairest]->gap.value + 1e-9;
    if (i == fairest || fairest < 0 || !can_be_fairest(s->row[i]))
      continue;
    p = fmax(p, p < 1 ? test_fairer(s, fairest, i) : 1);
    others++;
  }
  if (others == 0)
    return;
  t->drawn = s->row[fairest]->played.ends.draws.value;
  t->list[t->count++] =
      (Trend){.kind = TREND_FAIREST,
              .value = s->row[fairest]->name,
              .change = estimate_plain(s->row[fairest]->gap.value, s->n),
              .p = p};
}

/* ---- making --------------------------------------------------------------*/

static bool choose_runs(Sample *s, const SweepResults *results) {
  s->n = UINT64_MAX;
  for (int i = 0; i < results->runs; i++) {
    const RunGames *games = &results->games[i];
    if (!results->row[i].played.complete ||
        results->row[i].played.repetition.repetitive)
      continue;
    s->row[s->runs] = &results->row[i];
    s->games[s->runs++] = games;
    s->n = games->count < s->n ? games->count : s->n;
  }
  return s->runs >= 2 && s->n >= 2;
}

/* Truncated games would have been longer. Up to a common limit they can be
 * compared; if the limits differ, a longer game may only have a higher one. */
static void check_runs(SweepTrends *t, const Sample *s) {
  bool differ = false;
  for (int i = 0; i < s->runs; i++) {
    t->raised = s->row[i]->raised > t->raised ? s->row[i]->raised : t->raised;
    t->truncated = t->truncated || s->row[i]->played.ends.truncated.value > 0;
    differ = differ || s->row[i]->max_plies != s->row[0]->max_plies;
  }
  t->limits_differ = t->truncated && differ;
}

static bool make_list(SweepTrends *t, Sample *s) {
  size_t most = (size_t)TREND_METRICS * ((size_t)s->columns + 1) + 1;
  t->list = calloc(most, sizeof *t->list);
  s->value = malloc((uint64_t)s->runs * s->n * sizeof *s->value);
  bool good = t->list && s->value;
  Regression r;
  if (good && s->columns && sample_fit(s, &r)) {
    for (TrendMetric metric = 0; metric < TREND_METRICS; metric++)
      if (metric != TREND_PLIES || !t->limits_differ)
        add_trends(t, s, &r, metric);
    regression_free(&r);
  }
  if (good) {
    add_fairest(t, s);
    for (int i = 0; i < t->count; i++)
      t->list[i].p_holm = look_p(t->raised, t->list[i].p);
    holm_adjust(&t->list->p_holm, t->count, sizeof *t->list);
  }
  free(s->value);
  return good;
}

bool sweep_trends_make(SweepTrends *t, const SweepResults *results,
                       Error *error) {
  *t = (SweepTrends){.runs = 0};
  size_t runs = (size_t)results->runs;
  Sample *s = need(sizeof *s);
  s->mean = malloc(SCRATCH * runs * sizeof *s->mean);
  s->row = calloc(runs, sizeof *s->row);
  s->games = calloc(runs, sizeof *s->games);
  bool good = s->mean && s->row && s->games;
  if (good && choose_runs(s, results)) {
    s->axes = &results->axes;
    /* Without some of the runs, what one option does would be taken for what
     * another one does. The fairest can still be found. */
    t->partial = results->axes.count > 1 && s->runs < results->runs;
    if (t->partial || !sample_add_columns(s))
      s->columns = 0;
    t->games = s->n;
    t->runs = s->runs;
    t->options = s->columns;
    t->solitaire = s->row[0]->played.seats < 2;
    check_runs(t, s);
    good = make_list(t, s);
  }
  free(s->mean);
  free(s->row);
  free(s->games);
  free(s);
  if (good)
    return true;
  sweep_trends_free(t);
  return error_set(error, "out of memory (sweep)");
}

void sweep_trends_free(SweepTrends *t) {
  free(t->list);
  *t = (SweepTrends){.runs = 0};
}

bool trend_is_shown(const Trend *trend) {
  return trend->p_holm < 0.05;
}

bool trend_turns(const Trend *trend) {
  return trend->kind == TREND_STEP && trend->turn < 0.05;
}
