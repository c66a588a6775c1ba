#include "analysis/metrics/summary.h"

#include "analysis/metrics/balance.h"
#include "analysis/metrics/bot_match.h"
#include "analysis/metrics/margins.h"
#include "analysis/metrics/seats.h"
#include "analysis/metrics/standings.h"
#include "analysis/metrics/verdict.h"
#include "analysis/stats/distribution.h"
#include <math.h>

/* ---- lengths -------------------------------------------------------------*/

LengthCounts summary_counts(const Tally *t) {
  return (LengthCounts){t->max_plies, t->ended, t->stopped,
                        schedule_alike(t->schedule), t->raised};
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
  Estimate mean = survival_mean(&counts), sd = survival_sd(&counts);
  bool supported = survival_supports_mean(&counts);
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
  return estimate_clamp(estimate_mean_look(estimate_ratio(&pairs), t->raised),
                        0, INFINITY);
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
  double z = look_z(t->raised, 1);
  const Estimate e = {value, fmin(kept_quantile(-z) / range, value),
                      kept_quantile(z) / range, t->games};
  return estimate_clamp(e, DISTINCT_KEPT, (double)t->games);
}

/* Of games that repeat each other nothing follows for others. */
static Estimate rate_alike(const Tally *t, uint64_t count, uint64_t games,
                           double alike) {
  Estimate e = estimate_rate_alike(t, count, games, alike);
  return verdict_is_repetitive(t) ? estimate_plain(e.value, e.n) : e;
}

static Estimate rate(const Tally *t, uint64_t count, uint64_t games) {
  return rate_alike(t, count, games, schedule_alike(t->schedule));
}

Estimate summary_seat(const Tally *t, int seat) {
  return rate_alike(t, tally_won(t, seat), t->games, balance_design_effect(t));
}

Estimate summary_end(const Tally *t, MatchEnd end) {
  return rate(t, t->ends[end], t->games);
}

Estimate summary_place(const Tally *t, int seat) {
  const Schedule *s = t->schedule;
  double sum = 0;
  uint64_t games = 0;
  for (size_t i = 0; i < s->seatings; i++) {
    sum += (double)t->seat[i * (size_t)s->seats + (size_t)seat].places;
    games += tally_seating_ended(t, i);
  }
  return estimate_plain(sum / (double)games, games);
}

Estimate summary_lost(const Tally *t) {
  return rate(t, tally_lost(t), t->games);
}

Estimate summary_bot(const Tally *t, int bot) {
  BotTally sum = tally_bot(t, bot);
  return rate(t, sum.won, sum.games);
}

/* ---- tables --------------------------------------------------------------*/

/* Has the bot of each seat if that was always the same. */
void summary_seats(const Tally *t, ResultTable *table) {
  const Schedule *s = t->schedule;
  bool fixed = s->seatings == 1 || s->bots == 1;
  for (int seat = 0; seat < s->seats; seat++) {
    const char *bot = s->bot[schedule_bots(s, 0)[seat]].spec;
    result_row(table);
    result_put_count(table, AS_COUNT(.title = "seat"), (uint64_t)seat + 1);
    result_put_text(table, AS_TEXT(.title = "bot"), fixed ? bot : NULL);
    result_put_count(table, AS_COUNT("won"), tally_won(t, seat));
    result_put(table, AS_SHARE("rate", "rate,low,high", "won", BOUNDS_SHOWN),
               summary_seat(t, seat));
  }
}

void summary_bots(const Tally *t, ResultTable *table) {
  for (int bot = 0; bot < t->schedule->bots; bot++) {
    BotTally sum = tally_bot(t, bot);
    result_row(table);
    result_put_text(table, AS_TEXT("bot", NULL, "bot"),
                    t->schedule->bot[bot].spec);
    result_put_count(table, AS_COUNT("games", NULL, "games"), sum.games);
    result_put_count(table, AS_COUNT("won"), sum.won);
    result_put_count(table, AS_COUNT("lost"), sum.lost);
    result_put_count(table, AS_COUNT("drawn"), sum.drawn);
    result_put_count(table, AS_COUNT("truncated"), sum.truncated);
    result_put(table, AS_SHARE("rate", "rate,low,high", "won", BOUNDS_SHOWN),
               summary_bot(t, bot));
    result_put_count(table, AS_COUNT("forfeits", NULL, "forfeits"),
                     sum.forfeits);
    result_put(
        table, AS_REAL("nodes"),
        number_if(true, sum.games ? (double)sum.nodes / (double)sum.games : 0));
  }
}

/* ---- metrics -------------------------------------------------------------*/

/* Whether seats help some bots more than others. */
static void add_interaction(Metrics *m, const Tally *t) {
  Standings st;
  if (!standings_make(&st, t, NULL)) {
    m->failed = true;
    return;
  }
  ScoreTest interaction = st.interaction, fit = st.fit;
  uint64_t n = standings_games(&st);
  standings_free(&st);
  if (interaction.freedom) {
    metrics_add(m, "run", "", "interaction_chi_square",
                estimate_plain(interaction.chi_square, n));
    metrics_add(m, "run", "", "interaction_p",
                estimate_plain(interaction.p, n));
  }
  if (fit.freedom) {
    metrics_add(m, "run", "", "fit_chi_square",
                estimate_plain(fit.chi_square, n));
    metrics_add(m, "run", "", "fit_p", estimate_plain(fit.p, n));
  }
}

/* Adds a metric of the seats, or why the run does not have it. */
static void add_if(Metrics *m, const char *why_not, const char *name,
                   Estimate e) {
  if (why_not)
    metrics_add_reason(m, "run", "", name, estimate_none(), why_not);
  else
    metrics_add(m, "run", "", name, e);
}

static void add_balance(Metrics *m, const Tally *t) {
  int side[SEATS_MAX];
  Seats seats = {0};
  BalanceTest test = balance_test(t);
  bool repeats = verdict_is_repetitive(t);
  if (balance_sides(t, side) < 2)
    return;
  if (!repeats && !seats_make(&seats, t, NULL)) {
    m->failed = true;
    return;
  }
  const char *wins = seats_reason(t->schedule), *advantage = NULL;
  if (seats.basis == SEATS_UNKNOWN)
    advantage = balance_decided(t) ? SEATS_UNEQUAL : "no game has a result";
  if (repeats)
    wins = advantage = "the games repeat each other";
  add_if(m, advantage, "first_player_advantage", seats.advantage[side[0]]);
  add_if(m, advantage, "first_player_elo", seats.elo[side[0]]);
  add_if(m, wins, "balance", balance_index(t));
  add_if(m, wins, "entropy", balance_entropy(t));
  add_if(m, wins, "chi_square", estimate_plain(test.chi_square, test.n));
  add_if(m, wins, "p_value", estimate_plain(test.p, test.n));
  seats_free(&seats);
  if (!repeats && standings_apply(t))
    add_interaction(m, t);
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
  if (t->schedule->sides < 2 || tally_lost(t))
    metrics_add(m, "run", "", "loss_rate", summary_lost(t));
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

static void add_each_seat(Metrics *m, const Tally *t) {
  for (int seat = 0; seat < t->schedule->seats; seat++) {
    Phrase key = phrase("%d", seat + 1);
    const Moments *plies = &t->side[t->schedule->side[seat]].plies;
    metrics_add(m, "seat", key.text, "win_rate", summary_seat(t, seat));
    if (t->schedule->has_places)
      metrics_add(m, "seat", key.text, "place_mean", summary_place(t, seat));
    if (plies->count)
      metrics_add(m, "seat", key.text, "plies_mean", plain_mean(plies));
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
    if (t->schedule->has_places)
      metrics_add(
          m, "bot", key, "place_mean",
          estimate_plain((double)sum.places / (double)sum.placed, sum.placed));
    metrics_add(m, "bot", key, "forfeit_rate",
                rate(t, sum.forfeits, sum.games));
    if (!schedule_is_collected(t->schedule)) /* which nobody counted */
      metrics_add(
          m, "bot", key, "nodes_mean",
          estimate_plain((double)sum.nodes / (double)sum.games, sum.games));
  }
}

void summary_metrics(const Tally *t, Metrics *m) {
  add_run(m, t);
  add_each_seat(m, t);
  add_sides(m, t);
  margins_metrics(t, m);
  add_ends(m, t);
  add_bots(m, t);
  if (verdict_is_repetitive(t))
    metrics_drop_intervals(m, 0);
}

void summary_histogram(const Tally *t, Metrics *m) {
  for (int plies = 0; plies <= t->max_plies; plies++) {
    Phrase key = phrase("%d", plies);
    if (tally_length(t, plies))
      metrics_add(m, "length", key.text, "rate",
                  rate(t, tally_length(t, plies), t->games));
    if (t->stopped[plies])
      metrics_add(m, "length", key.text, "stopped_rate",
                  rate(t, t->stopped[plies], t->games));
  }
  margins_histogram(t, m);
}

bool summary_write(const Run *run, const char *dir, Error *error) {
  Metrics metrics = {NULL};
  ResultTable table = {0};
  summary_metrics(&run->tally, &metrics);
  bot_match_metrics(run, &metrics);
  metrics_table(&metrics, &table);
  bool good = result_save(&table, 1, dir, "summary.csv", error);
  result_free(&table);
  metrics_free(&metrics);
  return good;
}
