#include "analysis/metrics/summary.h"

#include "analysis/metrics/balance.h"
#include <limits.h>
#include <math.h>

/* ---- lengths -------------------------------------------------------------*/

/* The mean of a power of what games are off the mean length. */
static double moment(const Tally *t, double mean, int power) {
  double sum = 0;
  for (int plies = 0; plies <= t->max_plies; plies++)
    if (t->lengths[plies])
      sum += (double)t->lengths[plies] * pow(plies - mean, power);
  return sum / (double)t->games;
}

/* The variance of a sample variance hangs on the fourth moment; that of the
 * logarithm of its root follows. On that scale the interval is more nearly
 * symmetrical, and no deviation is less than nothing. The variance is the exact
 * one: for large n the second moment's factor is 1, but with two games, or two
 * lengths that are equally frequent, that would leave nothing. */
static Estimate deviation_of(const Tally *t, double mean) {
  double n = (double)t->games, second = moment(t, mean, 2);
  if (t->games < 2 || second == 0)
    return estimate_plain(0, t->games);
  double variance = second * n / (n - 1), deviation = sqrt(variance);
  double spread = moment(t, mean, 4) - second * second * (n - 3) / (n - 1);
  double factor = exp(Z95 * sqrt(fmax(spread, 0) / n) / (2 * variance));
  return (Estimate){deviation, deviation / factor, deviation * factor,
                    t->games};
}

/* The length of a game in the order of their lengths, counted from 1. Beyond
 * the first and the last one it is as short and as long as games can be. */
static int ranked(const Tally *t, double rank) {
  if (rank < 1 || rank > (double)t->games)
    return rank < 1 ? 0 : t->max_plies;
  uint64_t wanted = (uint64_t)rank, sum = t->lengths[0];
  int plies = 0;
  while (sum < wanted)
    sum += t->lengths[++plies];
  return plies;
}

/* Between which two games in the order of their lengths the true quantile lies:
 * how many do not go beyond it is binomial. The ranks are rounded outwards, and
 * so hold with 95% for any number of games. */
static Estimate quantile(const Tally *t, double share) {
  double n = (double)t->games, off = Z95 * sqrt(n * share * (1 - share));
  return (Estimate){tally_quantile(t, share), ranked(t, floor(n * share - off)),
                    ranked(t, ceil(n * share + off) + 1), t->games};
}

static int shortest(const Tally *t) {
  int plies = 0;
  while (!t->lengths[plies])
    plies++;
  return plies;
}

static int longest(const Tally *t) {
  int plies = t->max_plies;
  while (!t->lengths[plies])
    plies--;
  return plies;
}

Lengths summary_lengths(const Tally *t) {
  double mean = (double)t->plies / (double)t->games;
  Estimate deviation = deviation_of(t, mean);
  return (Lengths){
      /* no game is shorter than nothing */
      .mean = estimate_clamp(estimate_mean(mean, deviation.value, t->games), 0,
                             INFINITY),
      .deviation = deviation,
      .p5 = quantile(t, 0.05),
      .median = quantile(t, 0.5),
      .p95 = quantile(t, 0.95),
      .min = shortest(t),
      .max = longest(t),
  };
}

/* ---- rates ---------------------------------------------------------------*/

/* The tally has these sums in whole thousandths. */
Estimate summary_branching(const Tally *t) {
  Pairs pairs = {.n = t->games,
                 .x = (double)t->branching,
                 .y = (double)t->plies,
                 .xx = (double)t->branching_squares,
                 .xy = (double)t->branching_plies};
  for (int plies = 0; plies <= t->max_plies; plies++)
    pairs.yy += (double)t->lengths[plies] * plies * plies;
  Estimate e = estimate_clamp(estimate_ratio(&pairs), 0, INFINITY);
  return (Estimate){e.value / 1000, e.low / 1000, e.high / 1000, e.n};
}

Estimate summary_seat(const Tally *t, int seat) {
  return estimate_rate(tally_won(t, seat), t->games);
}

Estimate summary_end(const Tally *t, MatchEnd end) {
  return estimate_rate(t->ends[end], t->games);
}

Estimate summary_bot(const Tally *t, int bot) {
  BotTally sum = tally_bot(t, bot);
  return estimate_rate(sum.won, sum.games);
}

/* ---- as figures ----------------------------------------------------------*/

static void add_balance(Metrics *f, const Tally *t) {
  if (t->schedule->sides < 2)
    return;
  ChiSquare test = balance_test(t);
  metrics_add(f, "run", "", "first_player_advantage", balance_advantage(t, 0));
  metrics_add(f, "run", "", "first_player_elo", balance_elo(t, 0));
  metrics_add(f, "run", "", "balance", balance_index(t));
  metrics_add(f, "run", "", "entropy", balance_entropy(t));
  metrics_add(f, "run", "", "chi_square", estimate_plain(test.value, test.n));
  metrics_add(f, "run", "", "p_value", estimate_plain(test.p, test.n));
}

static void add_lengths(Metrics *f, const Tally *t) {
  Lengths l = summary_lengths(t);
  metrics_add(f, "run", "", "plies_mean", l.mean);
  metrics_add(f, "run", "", "plies_sd", l.deviation);
  metrics_add(f, "run", "", "plies_min", estimate_plain(l.min, t->games));
  metrics_add(f, "run", "", "plies_p5", l.p5);
  metrics_add(f, "run", "", "plies_median", l.median);
  metrics_add(f, "run", "", "plies_p95", l.p95);
  metrics_add(f, "run", "", "plies_max", estimate_plain(l.max, t->games));
}

static void add_run(Metrics *f, const Tally *t) {
  metrics_add(f, "run", "", "games",
              estimate_plain((double)t->games, t->games));
  metrics_add(f, "run", "", "draw_rate", summary_end(t, MATCH_DRAW));
  metrics_add(f, "run", "", "truncated_rate", summary_end(t, MATCH_TRUNCATED));
  metrics_add(f, "run", "", "forfeit_rate", summary_end(t, MATCH_FORFEIT));
  if (t->games == 0)
    return;
  add_balance(f, t);
  add_lengths(f, t);
  metrics_add(f, "run", "", "passes_mean",
              estimate_plain((double)t->passes / (double)t->games, t->games));
  metrics_add(f, "run", "", "branching_mean", summary_branching(t));
  metrics_add(f, "run", "", "branching_max",
              estimate_plain(t->branching_max, t->games));
}

static void add_seats(Metrics *f, const Tally *t) {
  for (int seat = 0; seat < t->schedule->seats; seat++) {
    char key[16];
    const Moments *plies = &t->side[t->schedule->side[seat]].plies;
    snprintf(key, sizeof key, "%d", seat + 1);
    metrics_add(f, "seat", key, "win_rate", summary_seat(t, seat));
    if (plies->count)
      metrics_add(f, "seat", key, "plies_mean", moments_mean(plies));
  }
}

static void add_sides(Metrics *f, const Tally *t) {
  char name[SIDE_TEXT];
  if (t->schedule->sides == t->schedule->seats)
    return;
  for (int side = 0; side < t->schedule->sides; side++) {
    schedule_side_name(t->schedule, side, name);
    metrics_add(f, "side", name, "win_rate", balance_side(t, side));
  }
}

static void add_ends(Metrics *f, const Tally *t) {
  for (int end = MATCH_DRAW; end < MATCH_ENDS; end++)
    if (t->ends[end])
      metrics_add(f, "end", match_end_names[end], "plies_mean",
                  moments_mean(&t->plies_by_end[end]));
}

static void add_bots(Metrics *f, const Tally *t) {
  for (int bot = 0; bot < t->schedule->bots; bot++) {
    const char *key = t->schedule->bot[bot].spec;
    BotTally sum = tally_bot(t, bot);
    metrics_add(f, "bot", key, "win_rate", estimate_rate(sum.won, sum.games));
    metrics_add(f, "bot", key, "forfeit_rate",
                estimate_rate(sum.forfeits, sum.games));
    metrics_add(
        f, "bot", key, "nodes_mean",
        estimate_plain(sum.games ? (double)sum.nodes / (double)sum.games : 0,
                       sum.games));
  }
}

void summary_metrics(const Tally *t, Metrics *f) {
  add_run(f, t);
  add_seats(f, t);
  add_sides(f, t);
  add_ends(f, t);
  add_bots(f, t);
}

void summary_histogram(const Tally *t, Metrics *f) {
  for (int plies = 0; plies <= t->max_plies; plies++) {
    char key[16];
    snprintf(key, sizeof key, "%d", plies);
    if (t->lengths[plies])
      metrics_add(f, "length", key, "rate",
                  estimate_rate(t->lengths[plies], t->games));
  }
}

bool summary_write(const Tally *t, const char *dir, Error *error) {
  Metrics metrics = {NULL};
  char path[PATH_MAX];
  snprintf(path, sizeof path, "%s/summary.csv", dir);
  summary_metrics(t, &metrics);
  bool good = metrics_write(&metrics, path, error);
  metrics_free(&metrics);
  return good;
}
