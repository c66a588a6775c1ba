#include "analysis/metrics/summary.h"

#include "analysis/metrics/balance.h"
#include "analysis/metrics/bot_match.h"
#include "analysis/metrics/margins.h"
#include "analysis/metrics/standings.h"
#include <limits.h>
#include <math.h>

/* ---- lengths -------------------------------------------------------------*/

LengthCounts summary_counts(const Tally *t) {
  return (LengthCounts){t->max_plies, t->ended, t->stopped,
                        schedule_alike(t->schedule)};
}

static int shortest(const Tally *t) {
  int plies = 0;
  while (!tally_length(t, plies))
    plies++;
  return plies;
}

static int longest(const Tally *t) {
  int plies = t->max_plies;
  while (!tally_length(t, plies))
    plies--;
  return plies;
}

Lengths summary_lengths(const Tally *t) {
  LengthCounts counts = summary_counts(t);
  int horizon = survival_horizon(&counts);
  Estimate mean = survival_mean(&counts, -1), sd = survival_sd(&counts, -1);
  bool supported = survival_supports_mean(&counts, -1);
  return (Lengths){
      .mean = supported ? mean : estimate_plain(mean.value, mean.n),
      .sd = supported ? sd : estimate_plain(sd.value, sd.n),
      .restricted = horizon >= 0,
      .limit = horizon,
      .p5 = survival_quantile(&counts, 0.05),
      .median = survival_quantile(&counts, 0.5),
      .p95 = survival_quantile(&counts, 0.95),
      .min = shortest(t),
      .max = longest(t),
  };
}

/* ---- rates ---------------------------------------------------------------*/

Estimate summary_branching(const Tally *t) {
  Pairs pairs = {.n = t->games,
                 .x = (double)t->legal_moves,
                 .y = (double)(t->plies - t->rolls),
                 .xx = (double)t->legal_squares,
                 .xy = (double)t->legal_plies};
  if (t->rolls)
    pairs.yy = (double)t->turn_squares;
  for (int plies = 0; !t->rolls && plies <= t->max_plies; plies++)
    pairs.yy += (double)tally_length(t, plies) * plies * plies;
  return estimate_clamp(estimate_ratio(&pairs), 0, INFINITY);
}

/* The hashes of distinct games are like the points of a Poisson process, so the
 * number expected up to the last hash kept has a gamma distribution: here by
 * the approximation of Wilson and Hilferty (1931). */
static double kept_quantile(double z) {
  const double k = DISTINCT_KEPT;
  return k * pow(1 - 1 / (9 * k) + z / (3 * sqrt(k)), 3);
}

Estimate summary_distinct(const Tally *t) {
  bool exact;
  double value = (double)tally_distinct(t, &exact);
  double range = distinct_range(&t->distinct);
  if (exact)
    return estimate_plain(value, t->games);
  const Estimate e = {value, fmin(kept_quantile(-Z95) / range, value),
                      kept_quantile(Z95) / range, t->games};
  return estimate_clamp(e, DISTINCT_KEPT, (double)t->games);
}

static Estimate rate(const Tally *t, uint64_t count, uint64_t games) {
  return estimate_rate_alike(count, games, schedule_alike(t->schedule));
}

Estimate summary_seat(const Tally *t, int seat) {
  return estimate_rate_alike(tally_won(t, seat), t->games,
                             balance_design_effect(t));
}

Estimate summary_end(const Tally *t, MatchEnd end) {
  return rate(t, t->ends[end], t->games);
}

Estimate summary_bot(const Tally *t, int bot) {
  BotTally sum = tally_bot(t, bot);
  return rate(t, sum.won, sum.games);
}

/* ---- metrics -------------------------------------------------------------*/

/* The first-player advantage if bots change seats. Where one bot always wins,
 * seats that make no difference to it may still make one between equals: then
 * the rating of the seat is NaN, and so is the advantage. */
static Estimate rated_advantage(const Standings *st, int side) {
  if (isnan(st->ratings.side[side].value))
    return estimate_none();
  return st->sides == 2 ? standings_advantage(st)
                        : balance_advantage(st->tally, side);
}

/* If bots change seats, the advantage is that within the seatings, and in Elo
 * adjusted for the strength of the bots. The other metrics of balance know
 * nothing of the bots, and would contradict these. */
static void add_rated(Metrics *m, const Tally *t, int side) {
  Standings st;
  if (!standings_make(&st, t, NULL)) {
    m->failed = true;
    return;
  }
  Rating r = st.ratings.side[side];
  Estimate advantage = rated_advantage(&st, side);
  InteractionTest test = st.interaction;
  uint64_t n = standings_games(&st);
  standings_free(&st);
  metrics_add(m, "run", "", "first_player_advantage", advantage);
  metrics_add(m, "run", "", "first_player_elo",
              (Estimate){r.value, r.low, r.high, n});
  if (test.freedom) {
    metrics_add(m, "run", "", "interaction_chi_square",
                estimate_plain(test.chi_square, n));
    metrics_add(m, "run", "", "interaction_p", estimate_plain(test.p, n));
  }
}

static void add_unrated(Metrics *m, const Tally *t, int side) {
  BalanceTest test = balance_test(t);
  metrics_add(m, "run", "", "first_player_advantage",
              balance_advantage(t, side));
  metrics_add(m, "run", "", "first_player_elo", balance_elo(t, side));
  metrics_add(m, "run", "", "balance", balance_index(t));
  metrics_add(m, "run", "", "entropy", balance_entropy(t));
  metrics_add(m, "run", "", "chi_square",
              estimate_plain(test.chi_square, test.n));
  metrics_add(m, "run", "", "p_value", estimate_plain(test.p, test.n));
}

static void add_balance(Metrics *m, const Tally *t) {
  int side[SEATS_MAX];
  if (balance_sides(t, side) < 2)
    return;
  if (standings_apply(t))
    add_rated(m, t, side[0]);
  else
    add_unrated(m, t, side[0]);
}

static void add_lengths(Metrics *m, const Tally *t) {
  Lengths l = summary_lengths(t);
  metrics_add(m, "run", "", "plies_mean", l.mean);
  metrics_add(m, "run", "", "plies_sd", l.sd);
  if (l.restricted)
    metrics_add(m, "run", "", "plies_limit", estimate_plain(l.limit, t->games));
  metrics_add(m, "run", "", "plies_min", estimate_plain(l.min, t->games));
  metrics_add(m, "run", "", "plies_p5", l.p5);
  metrics_add(m, "run", "", "plies_median", l.median);
  metrics_add(m, "run", "", "plies_p95", l.p95);
  metrics_add(m, "run", "", "plies_max", estimate_plain(l.max, t->games));
}

static void add_run(Metrics *m, const Tally *t) {
  metrics_add(m, "run", "", "games",
              estimate_plain((double)t->games, t->games));
  metrics_add(m, "run", "", "draw_rate", summary_end(t, MATCH_DRAW));
  metrics_add(m, "run", "", "truncated_rate", summary_end(t, MATCH_TRUNCATED));
  metrics_add(m, "run", "", "forfeit_rate", summary_end(t, MATCH_FORFEIT));
  if (t->games == 0)
    return;
  add_balance(m, t);
  add_lengths(m, t);
  metrics_add(m, "run", "", "passes_mean",
              estimate_plain((double)t->passes / (double)t->games, t->games));
  metrics_add(m, "run", "", "branching_mean", summary_branching(t));
  metrics_add(m, "run", "", "branching_max",
              estimate_plain(t->branching_max, t->games));
  metrics_add(m, "run", "", "distinct_games", summary_distinct(t));
}

/* Of some games only the sums are known, not whether they support a mean. */
static Estimate plain_mean(const Moments *plies) {
  return estimate_plain(moments_mean(plies).value, plies->count);
}

static void add_seats(Metrics *m, const Tally *t) {
  for (int seat = 0; seat < t->schedule->seats; seat++) {
    char key[16];
    const Moments *plies = &t->side[t->schedule->side[seat]].plies;
    snprintf(key, sizeof key, "%d", seat + 1);
    metrics_add(m, "seat", key, "win_rate", summary_seat(t, seat));
    if (plies->count)
      metrics_add(m, "seat", key, "plies_mean", plain_mean(plies));
  }
}

static void add_sides(Metrics *m, const Tally *t) {
  char name[SIDE_TEXT];
  if (t->schedule->sides == t->schedule->seats)
    return;
  for (int side = 0; side < t->schedule->sides; side++) {
    schedule_side_name(t->schedule, side, name);
    metrics_add(m, "side", name, "win_rate", balance_side(t, side));
  }
}

static void add_ends(Metrics *m, const Tally *t) {
  for (int end = MATCH_DRAW; end < MATCH_ENDS; end++)
    if (t->ends[end])
      metrics_add(m, "end", match_end_names[end], "plies_mean",
                  plain_mean(&t->plies_by_end[end]));
}

static void add_bots(Metrics *m, const Tally *t) {
  for (int bot = 0; bot < t->schedule->bots; bot++) {
    const char *key = t->schedule->bot[bot].spec;
    BotTally sum = tally_bot(t, bot);
    metrics_add(m, "bot", key, "win_rate", rate(t, sum.won, sum.games));
    metrics_add(m, "bot", key, "forfeit_rate",
                rate(t, sum.forfeits, sum.games));
    metrics_add(
        m, "bot", key, "nodes_mean",
        estimate_plain((double)sum.nodes / (double)sum.games, sum.games));
  }
}

void summary_metrics(const Tally *t, Metrics *m) {
  add_run(m, t);
  add_seats(m, t);
  add_sides(m, t);
  margins_metrics(t, m);
  add_ends(m, t);
  add_bots(m, t);
  bot_match_metrics(t, m);
}

void summary_histogram(const Tally *t, Metrics *m) {
  for (int plies = 0; plies <= t->max_plies; plies++) {
    char key[16];
    snprintf(key, sizeof key, "%d", plies);
    if (tally_length(t, plies))
      metrics_add(m, "length", key, "rate",
                  rate(t, tally_length(t, plies), t->games));
    if (t->stopped[plies])
      metrics_add(m, "length", key, "stopped_rate",
                  rate(t, t->stopped[plies], t->games));
  }
  margins_histogram(t, m);
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
