#include "analysis/experiments/compare.h"

#include "analysis/stats/confidence_sequence.h"
#include "analysis/stats/distribution.h"
#include <math.h>
#include <sys/stat.h>

/* ---- metrics of a game ---------------------------------------------------*/

void compared_metric_name(ComparedMetric metric, char name[COMPARED_NAME]) {
  if (metric.kind == COMPARE_SEAT)
    snprintf(name, COMPARED_NAME, "seat%d", metric.which + 1);
  else
    snprintf(name, COMPARED_NAME, "%s",
             metric.kind == COMPARE_GAP   ? "gap"
             : metric.kind == COMPARE_END ? match_end_names[metric.which]
                                          : "plies");
}

/* Expresses a metric as one number per game, the mean of which is the metric of
 * the run: a weight for each winning seat, plus one for how the game ended,
 * plus one per ply. The gap is measured between the sides that won most and
 * least often. */
typedef struct Weights {
  double seat[SEATS_MAX], end[MATCH_ENDS], ply;
} Weights;

static int first_seat(const Schedule *s, int side) {
  int seat = 0;
  while (s->side[seat] != side)
    seat++;
  return seat;
}

/* The sides that won most and least often in the first `games` games. If all
 * won equally often these are still two different sides, so that the variance
 * of their difference is not 0. */
static void find_gap(const ComparedRun *r, uint64_t games, int *best,
                     int *worst) {
  const Schedule *s = &r->run.schedule;
  uint64_t won[SEATS_MAX] = {0};
  for (uint64_t i = 0; i < games; i++)
    for (int side = 0; side < s->sides; side++)
      won[side] += r->outcome[i].end == MATCH_WIN &&
                   r->outcome[i].winners >> first_seat(s, side) & 1;
  *best = *worst = 0;
  for (int side = 1; side < s->sides; side++) {
    *best = won[side] > won[*best] ? side : *best;
    *worst = won[side] < won[*worst] ? side : *worst;
  }
  if (*best == *worst)
    *worst = (*best + 1) % s->sides;
}

static Weights weights_of(const ComparedRun *r, uint64_t games,
                          ComparedMetric metric) {
  const Schedule *s = &r->run.schedule;
  Weights weights = {.ply = metric.kind == COMPARE_PLIES};
  if (metric.kind == COMPARE_SEAT)
    weights.seat[metric.which] = 1;
  if (metric.kind == COMPARE_END)
    weights.end[metric.which] = 1;
  if (metric.kind == COMPARE_GAP) {
    int best, worst;
    find_gap(r, games, &best, &worst);
    weights.seat[first_seat(s, best)] += 1;
    weights.seat[first_seat(s, worst)] -= 1;
  }
  return weights;
}

static double measure(const Weights *weights, const GameOutcome *game) {
  double sum = weights->end[game->end] + weights->ply * game->plies;
  for (unsigned won = game->end == MATCH_WIN ? game->winners : 0; won;
       won &= won - 1)
    sum += weights->seat[__builtin_ctz(won)];
  return sum;
}

/* ---- sums ----------------------------------------------------------------*/

/* The smallest and largest value a game can have; for plies, the smallest and
 * largest number seen. */
typedef struct Range {
  double low, high;
} Range;

static Range range_of(CompareKind kind) {
  return kind == COMPARE_PLIES ? (Range){INFINITY, -INFINITY}
         : kind == COMPARE_GAP ? (Range){-1, 1}
                               : (Range){0, 1};
}

static void range_include(Range *range, double number) {
  range->low = fmin(range->low, number);
  range->high = fmax(range->high, number);
}

/* Sums over the games of both runs, and over the differences b - a of pairs of
 * games. */
typedef struct RunSums {
  Sums a, b, pairs;
  Range range;
} RunSums;

static RunSums sum_games(const Comparison *c, ComparedMetric metric) {
  uint64_t a_games = c->a->run.tally.games, b_games = c->b->run.tally.games;
  RunSums sums = {.range = range_of(metric.kind)};
  if (c->paired) /* only games that both runs have */
    a_games = b_games = c->games;
  Weights a_weights = weights_of(c->a, a_games, metric);
  Weights b_weights = weights_of(c->b, b_games, metric);
  for (uint64_t i = 0; i < a_games || i < b_games; i++) {
    double a = i < a_games ? measure(&a_weights, &c->a->outcome[i]) : 0;
    double b = i < b_games ? measure(&b_weights, &c->b->outcome[i]) : 0;
    if (i < a_games) {
      sums_add(&sums.a, a);
      range_include(&sums.range, a);
    }
    if (i < b_games) {
      sums_add(&sums.b, b);
      range_include(&sums.range, b);
    }
    if (i < a_games && i < b_games)
      sums_add(&sums.pairs, b - a);
  }
  return sums;
}

/* If an event never happened, the sample variance is 0 and the interval would
 * have no width. This adds pseudo-observations to prevent that: one game at
 * each end of the range for independent samples (Agresti & Caffo 2000), half a
 * pair at each end for pairs (Agresti & Min 2005). */
static void add_pseudo_games(RunSums *sums) {
  double low = sums->range.low, high = sums->range.high;
  Sums more = {2, low + high, low * low + high * high};
  sums->a = sums_merge(&sums->a, &more);
  sums->b = sums_merge(&sums->b, &more);
  more = (Sums){2, 0, (high - low) * (high - low)};
  sums->pairs = sums_merge(&sums->pairs, &more);
}

/* ---- intervals -----------------------------------------------------------*/

/* The difference b - a between the means of two independent samples. */
static Estimate independent_difference(const Sums *a_sums, const Sums *b_sums) {
  Estimate a = sums_mean_z(a_sums, Z95), b = sums_mean_z(b_sums, Z95);
  if (!estimate_has_interval(a) || !estimate_has_interval(b))
    return estimate_plain(b.value - a.value, 0);
  double half = hypot(estimate_half_width(a), estimate_half_width(b));
  double value = b.value - a.value;
  return (Estimate){value, value - half, value + half, 0};
}

/* Half a pseudo-pair at each end is not enough for an anytime-valid interval:
 * if one game never ends in a certain way and the other seldom does, 6.5% of
 * runs missed the true difference at some time. With a whole pair it is less
 * than 4%. Plies need the pseudo-pairs as well: otherwise two games that rarely
 * differ in length would appear to be identical. */
static Estimate anytime_difference(const RunSums *sums, double alpha) {
  double width = sums->range.high - sums->range.low;
  const Sums more = {2, 0, 2 * width * width};
  Sums pairs = sums_merge(&sums->pairs, &more);
  double n = (double)pairs.n, mean = pairs.sum / n;
  double spread = fmax(pairs.squares - pairs.sum * mean, 0);
  Estimate e = confidence_sequence_mean(mean, sqrt(spread / (n - 1)),
                                        sums->pairs.n, alpha);
  e.value = sums->pairs.sum / (double)sums->pairs.n;
  return e;
}

/* The sides that win most and least are picked after the fact from this many
 * pairs of sides, so they differ by more than a pair named beforehand would;
 * intervals of the gap are Bonferroni-corrected for it. With four fair seats
 * and more games in one run than in the other, uncorrected intervals called
 * one of the runs fairer in 18% of cases. With two sides only a sign is picked,
 * and no correction is needed. */
static int pairs_of_sides(const Comparison *c, CompareKind kind) {
  int a = c->a->run.schedule.sides, b = c->b->run.schedule.sides;
  int sides = a > b ? a : b;
  return kind == COMPARE_GAP && sides > 2 ? sides * (sides - 1) / 2 : 1;
}

static Estimate stretch(Estimate e, double factor) {
  double middle = (e.low + e.high) / 2, half = factor * estimate_half_width(e);
  return (Estimate){e.value, middle - half, middle + half, e.n};
}

static Difference difference(const Comparison *c, ComparedMetric metric) {
  RunSums sums = sum_games(c, metric);
  int hypotheses = pairs_of_sides(c, metric.kind);
  bool rate = metric.kind != COMPARE_PLIES;
  Difference d = {.metric = metric,
                  .a = sums_mean(&sums.a).value,
                  .b = sums_mean(&sums.b).value,
                  .anytime = anytime_difference(&sums, 0.05 / hypotheses)};
  if (rate)
    add_pseudo_games(&sums);
  d.difference = c->paired ? sums_mean_z(&sums.pairs, Z95)
                           : independent_difference(&sums.a, &sums.b);
  d.difference = stretch(d.difference, bonferroni_z(hypotheses) / Z95);
  d.difference.value = d.b - d.a;
  d.difference.n = d.anytime.n = c->games;
  if (rate) {
    d.difference = estimate_clamp(d.difference, -1, 1);
    if (isfinite(d.anytime.low)) /* with too few games there is no interval */
      d.anytime = estimate_clamp(d.anytime, -1, 1);
  }
  return d;
}

/* ---- comparing -----------------------------------------------------------*/

static void add(Comparison *c, CompareKind kind, int which) {
  c->list[c->count++] = difference(c, (ComparedMetric){kind, which});
}

/* Whether two paths name the same folder. */
static bool same_dir(const char *a, const char *b) {
  struct stat a_stat, b_stat;
  return strcmp(a, b) == 0 ||
         (stat(a, &a_stat) == 0 && stat(b, &b_stat) == 0 &&
          a_stat.st_dev == b_stat.st_dev && a_stat.st_ino == b_stat.st_ino);
}

bool compare(const ComparedRun *a, const ComparedRun *b, Comparison *c,
             Error *error) {
  uint64_t a_games = a->run.tally.games, b_games = b->run.tally.games;
  uint64_t longer = a_games > b_games ? a_games : b_games;
  *c = (Comparison){.a = a, .b = b};
  if (same_dir(a->dir, b->dir))
    return error_set(error, "%.300s cannot be compared with itself", a->dir);
  c->games = a_games < b_games ? a_games : b_games;
  /* If one run has far more games, dropping them would lose more than pairing
   * gains. The correlation between the runs then makes the intervals too wide,
   * if anything. */
  c->paired = a->run.plan.seed == b->run.plan.seed &&
              a->run.first == b->run.first && 2 * c->games >= longer;
  int a_seats = a->run.schedule.seats, b_seats = b->run.schedule.seats;
  for (int seat = 0; seat < a_seats && seat < b_seats; seat++)
    add(c, COMPARE_SEAT, seat);
  add(c, COMPARE_GAP, 0);
  for (int end = MATCH_DRAW; end < MATCH_ENDS; end++)
    add(c, COMPARE_END, end);
  add(c, COMPARE_PLIES, 0);
  return true;
}

const Difference *compare_find(const Comparison *c, ComparedMetric metric) {
  for (int i = 0; i < c->count; i++)
    if (c->list[i].metric.kind == metric.kind &&
        c->list[i].metric.which == metric.which)
      return &c->list[i];
  return NULL;
}
