/* The tables after a run. */
#include "cli/terminal/run_tables.h"

#include "analysis/metrics/balance.h"
#include "analysis/metrics/stopping_rule.h"
#include "analysis/metrics/summary.h"
#include "analysis/metrics/verdict.h"
#include "cli/terminal/format.h"
#include "cli/terminal/standings_table.h"
#include <math.h>

static void print_p(double p) {
  if (p < 0.0001)
    printf("p < 0.0001");
  else
    printf("p = %.*f", p < 0.01 ? 4 : 3, p);
}

static void print_rate(Estimate e) {
  printf("%6.1f%%   %5.1f to %5.1f%%", 100 * e.value, 100 * e.low,
         100 * e.high);
}

/* Prints the win rate of each seat, with its bot if that was always the same.
 */
static void print_seats(const Tally *t) {
  const Schedule *s = t->schedule;
  bool fixed = s->seatings == 1 || s->bots == 1;
  int width = fixed ? bots_width(s) + 2 : 0;
  printf("seat  %-*s   won       95%%\n", width, fixed ? "bot" : "");
  for (int seat = 0; seat < s->seats; seat++) {
    printf("%4d  %-*s", seat + 1, width,
           fixed ? s->bot[schedule_bots(s, 0)[seat]].spec : "");
    print_rate(summary_seat(t, seat));
    printf("\n");
  }
}

static void print_bots(const Tally *t) {
  const Schedule *s = t->schedule;
  int width = bots_width(s);
  printf("\n%-*s   %9s   won       95%%          forfeits\n", width, "bot",
         "games");
  for (int bot = 0; bot < s->bots; bot++) {
    BotTally sum = tally_bot(t, bot);
    printf("%-*s   %9s", width, s->bot[bot].spec, grouped(sum.games));
    print_rate(estimate_rate(sum.won, sum.games));
    printf("   %9s\n", grouped(sum.forfeits));
  }
}

static void print_ends(const Run *run) {
  const Tally *t = &run->tally;
  printf("\ndrawn %.1f%%, truncated at %d plies %.1f%%, forfeited %.1f%%\n",
         100 * summary_end(t, MATCH_DRAW).value, run->plan.max_plies,
         100 * summary_end(t, MATCH_TRUNCATED).value,
         100 * summary_end(t, MATCH_FORFEIT).value);
  if (error_is_set(&run->reason))
    printf("the first forfeit: %s\n", run->reason.message);
}

static void print_lengths(const Tally *t) {
  Lengths l = summary_lengths(t);
  printf("%.1f plies on average", l.mean.value);
  if (estimate_has_interval(l.mean))
    printf(" (%.1f to %.1f)", l.mean.low, l.mean.high);
  printf("; median %.0f, 90%% of games %.0f to %.0f, all %d to %d\n",
         l.median.value, l.p5.value, l.p95.value, l.min, l.max);
  printf("%.1f legal moves on average, at most %d\n",
         summary_branching(t).value, t->branching_max);
}

/* Prints how the sides compare; a single side has nothing to compare with. */
static void print_balance(const Tally *t) {
  if (t->schedule->sides < 2)
    return;
  Estimate advantage = balance_advantage(t, 0), elo = balance_elo(t, 0);
  Estimate balance = balance_index(t);
  ChiSquare test = balance_test(t);
  char first[SIDE_TEXT];
  schedule_side_name(t->schedule, 0, first);
  if (t->schedule->sides == t->schedule->seats)
    printf("\nfirst-player advantage:");
  else
    printf("\nadvantage of team %s:", first);
  printf(" %+.1f points (95%% interval %+.1f to %+.1f)", 100 * advantage.value,
         100 * advantage.low, 100 * advantage.high);
  if (isfinite(elo.value))
    printf(", %+.0f Elo (%+.0f to %+.0f)", rounded(elo.value), rounded(elo.low),
           rounded(elo.high));
  printf("\nbalance %.3f (95%% interval %.3f to %.3f); ", balance.value,
         balance.low, balance.high);
  if (test.n) {
    printf("chi-square test of equal %ss: ",
           t->schedule->sides == t->schedule->seats ? "seat" : "team");
    print_p(test.p);
    printf("\n");
  } else {
    printf("no game was won\n");
  }
}

static void print_title(const Run *run) {
  printf("%s: %s game%s", run->spec, grouped(run->tally.games),
         run->tally.games == 1 ? "" : "s");
  if (run->plan.seating == SEATING_EVERY)
    printf(" between %d bots in %s seatings", run->schedule.bots,
           grouped(run->schedule.seatings));
  printf(", seed %llu", (unsigned long long)run->plan.seed);
  if (run->plan.shards > 1)
    printf(", shard %d/%d", run->plan.shard, run->plan.shards);
  if (!run->complete)
    printf("; stopped early, %s planned", grouped(run->count));
  printf("\n");
}

static void print_rates(const Tally *t) {
  printf("\n");
  print_seats(t);
  if (t->schedule->seatings > 1 && t->schedule->bots > 1)
    print_bots(t);
}

/* Prints whether the run ended by its stopping rule. */
static void print_stopping_rule(const Run *run) {
  StoppingRule rule;
  if (!run->until[0] || !run->complete ||
      !stopping_rule_read(run->until, run->schedule.seats, &rule, NULL))
    return;
  printf("stopping rule %s: %s\n", run->until,
         stopping_rule_met(&rule, &run->tally)
             ? "met"
             : "not met; a larger --games allows more games");
}

static void print_repeats(const Tally *t) {
  Sentences notes = {0};
  verdict_repeats(t, NULL, &notes);
  for (int i = 0; i < notes.count; i++)
    printf("\n%s\n", notes.text[i]);
}

static void print_files(const Run *run) {
  const char *out = run->plan.out;
  if (!out) {
    printf("\nNothing was saved: --out DIR saves one row per game.\n");
    return;
  }
  printf("\n%s/games.csv       one row per game\n", out);
  if (run->plan.moves)
    printf("%s/moves.csv       one row per move\n", out);
  printf("%s/summary.csv     these metrics\n", out);
  if (run->plan.seating == SEATING_EVERY) {
    printf("%s/ratings.csv     the ratings\n", out);
    printf("%s/crosstable.csv  scores by bot, seat and opponent\n", out);
  }
  if (!run->complete)
    printf("\nThe same command with --resume continues it.\n");
}

bool run_tables_print(const Run *run, Error *error) {
  print_title(run);
  if (run->tally.games) {
    if (run->plan.seating != SEATING_EVERY)
      print_rates(&run->tally);
    else if (!standings_table_print(run, error))
      return false;
    print_ends(run);
    print_lengths(&run->tally);
    if (run->plan.seating != SEATING_EVERY)
      print_balance(&run->tally);
    print_stopping_rule(run);
    if (run->timed)
      printf("bots played by the clock: the same command will play different "
             "games\n");
    print_repeats(&run->tally);
  }
  print_files(run);
  return true;
}
