/* What the games of a sweep say about a contrast of its runs. */
#include "analysis/experiments/sweep_trends_internal.h"

#include "core/game/score.h"
#include <math.h>

static bool is_decided(GameOutcome g) {
  return g.end == MATCH_WIN || g.end == MATCH_DRAW;
}

bool sample_side_won(const SweepRow *row, GameOutcome g, int side) {
  return g.end == MATCH_WIN && (g.winners & row->side[side]);
}

/* 1 if the first side won, minus the share of the others that did. */
static double advantage(const SweepRow *row, GameOutcome g) {
  double others = 0;
  for (int side = 1; side < row->sides; side++)
    others += sample_side_won(row, g, side);
  return sample_side_won(row, g, 0) - others / (row->sides - 1);
}

static double difference(const SweepRow *row, GameOutcome g, int one,
                         int other) {
  return (double)sample_side_won(row, g, one) -
         (double)sample_side_won(row, g, other);
}

static double margin(const RunGames *games, uint64_t i) {
  return is_decided(games->game[i]) ? (double)games->margin[i] / SCORE_UNIT : 0;
}

static double measure(const Measure *m, const SweepRow *row,
                      const RunGames *games, uint64_t i) {
  GameOutcome g = games->game[i];
  switch (m->metric) {
  case TREND_ADVANTAGE:
    return advantage(row, g);
  case TREND_DRAWS:
    return g.end == MATCH_DRAW;
  case TREND_UNDECIDED:
    return !is_decided(g);
  case TREND_PLIES:
    return g.plies;
  case TREND_MARGIN:
    return margin(games, i);
  default:
    return difference(row, g, m->one, m->other);
  }
}

static bool over_decided(const Measure *m) {
  return m->metric == TREND_ADVANTAGE || m->metric == TREND_MARGIN ||
         m->metric == TREND_METRICS;
}

bool sample_measure(const Sample *s, int run, const Measure *m,
                    double value[]) {
  const SweepRow *row = s->row[run];
  const GameOutcome *game = s->games[run]->game;
  double sum = 0, decided = 0, n = (double)s->n;
  if (m->metric == TREND_MARGIN && !s->games[run]->margin)
    return false;
  for (uint64_t i = 0; i < s->n; i++)
    value[i] = measure(m, row, s->games[run], i);
  if (!over_decided(m))
    return true;
  for (uint64_t i = 0; i < s->n; i++) {
    sum += value[i];
    decided += is_decided(game[i]);
  }
  if (decided == 0 || row->sides < 2)
    return false;
  double mean = sum / decided;
  for (uint64_t i = 0; i < s->n; i++)
    value[i] = mean + (value[i] - mean * is_decided(game[i])) * n / decided;
  return true;
}

static bool is_unbounded(TrendMetric metric) {
  return metric == TREND_PLIES || metric == TREND_MARGIN;
}

double sample_range(const Sample *s, TrendMetric metric) {
  double least = INFINITY, most = -INFINITY;
  if (!is_unbounded(metric))
    return metric == TREND_ADVANTAGE ? 2 : 1;
  for (uint64_t i = 0; i < (uint64_t)s->runs * s->n; i++) {
    least = fmin(least, s->value[i]);
    most = fmax(most, s->value[i]);
  }
  return most - least;
}

double sample_mean(const double value[], uint64_t n) {
  double sum = 0;
  for (uint64_t i = 0; i < n; i++)
    sum += value[i];
  return sum / (double)n;
}

void sample_centre(const Sample *s, double mean[]) {
  for (int run = 0; run < s->runs; run++) {
    double *value = s->value + (uint64_t)run * s->n;
    mean[run] = sample_mean(value, s->n);
    for (uint64_t i = 0; i < s->n; i++)
      value[i] -= mean[run];
  }
}

/* A contrast of the runs: weight times mean, and over the games. */
static double apply(const double weight[], const double of[], int runs,
                    uint64_t stride) {
  double sum = 0;
  for (int run = 0; run < runs; run++)
    sum += weight[run] * of[(uint64_t)run * stride];
  return sum;
}

/* How many times as wide the interval of a contrast must be. */
static double stretch_of(const Sample *s, TrendMetric metric,
                         const double weight[]) {
  Deviations d = {0};
  if (!is_unbounded(metric))
    return 1;
  for (uint64_t i = 0; i < s->n; i++)
    deviations_add(&d, apply(weight, s->value + i, s->runs, s->n), 1);
  return deviations_stretch(&d, 1);
}

Contrast sample_coefficient(const Sample *s, TrendMetric metric,
                            const double weight[], const double mean[],
                            double range) {
  double squares = 0, extreme = 0, stretch = stretch_of(s, metric, weight);
  double value = apply(weight, mean, s->runs, 1);
  if (isinf(stretch))
    return (Contrast){{value, NAN, NAN, s->n}, NAN};
  for (int run = 0; run < s->runs; run++)
    extreme += fabs(weight[run]) * range / 2;
  for (uint64_t i = 0; i < s->n; i++) {
    double contrast = apply(weight, s->value + i, s->runs, s->n);
    squares += contrast * contrast;
  }
  return contrast_test(value, squares * stretch * stretch, extreme, s->n);
}

double sample_departure(const Sample *s, TrendMetric metric,
                        const Regression *r, const double mean[],
                        double range) {
  double z[DEPARTURE_MAX], cross[DEPARTURE_MAX * DEPARTURE_MAX] = {0};
  double stretch = 1;
  int count = r->departures;
  for (int k = 0; k < count; k++)
    stretch =
        fmax(stretch,
             stretch_of(s, metric, r->residual + (size_t)k * (size_t)s->runs));
  if (isinf(stretch))
    return NAN;
  for (uint64_t i = 0; i < s->n; i++) {
    for (int k = 0; k < count; k++)
      z[k] = stretch * apply(r->residual + (size_t)k * (size_t)s->runs,
                             s->value + i, s->runs, s->n);
    for (int k = 0; k < count; k++)
      for (int j = 0; j < count; j++)
        cross[k * count + j] += z[k] * z[j];
  }
  for (int k = 0; k < count; k++)
    z[k] = apply(r->residual + (size_t)k * (size_t)s->runs, mean, s->runs, 1);
  return contrasts_p(z, cross, count, range, s->n);
}
