#include "analysis/metrics/verdict.h"

#include "analysis/metrics/balance.h"
#include "analysis/metrics/summary.h"
#include <math.h>
#include <stdarg.h>

/* The factor by which games must grow for a power of 80%: the square of
 * (1.96 + 0.84) / 1.96. */
static const double POWER = 2.04;

/* Sides whose win rates differ by at most this are practically equal. */
static const double EQUAL = 0.02;

void sentences_add(Sentences *s, const char *format, ...) {
  va_list list;
  if (s->count == SENTENCES_MAX)
    return;
  va_start(list, format);
  vsnprintf(s->text[s->count++], SENTENCE, format, list);
  va_end(list);
}

double half_points(double low, double high) {
  return 100 * (high - low) / 2;
}

/* ---- fairness ------------------------------------------------------------*/

static const char *seat_word(const Schedule *s) {
  return s->seats == s->sides ? "seat" : "team";
}

static void add_advantage(const Tally *t, Sentences *to) {
  int best = balance_best(t), worst = balance_worst(t);
  Estimate gap = balance_difference(t, best, worst);
  char one[SIDE_TEXT], other[SIDE_TEXT];
  const char *word = seat_word(t->schedule);
  schedule_side_name(t->schedule, best, one);
  schedule_side_name(t->schedule, worst, other);
  sentences_add(to,
                "%c%s %s has an advantage: it wins %.1f%% of games and %s %s "
                "%.1f%%, a difference of %.1f ± %.1f points.",
                word[0] - 'a' + 'A', word + 1, one,
                100 * balance_side(t, best).value, word, other,
                100 * balance_side(t, worst).value, 100 * gap.value,
                half_points(gap.low, gap.high));
}

static void add_no_advantage(const Tally *t, Estimate gap, Sentences *to) {
  const char *word = seat_word(t->schedule);
  if (gap.high <= EQUAL) {
    sentences_add(to,
                  "The %ss are practically equal: their win rates differ by at "
                  "most %.1f points.",
                  word, 100 * gap.high);
    return;
  }
  /* The width of an interval shrinks with the square root of the number of
   * games. If its half-width equals the difference, the power is only 50%. */
  double wanted = fmax(gap.value, EQUAL);
  double ratio = fmax(gap.high - gap.value, gap.value - gap.low) / wanted;
  sentences_add(
      to,
      "No %s is shown to have an advantage: win rates differ by %.1f "
      "points, as they may by chance in %llu game%s. About %.0f games "
      "would most likely show a difference of %.1f points.",
      word, 100 * gap.value, (unsigned long long)t->games,
      t->games == 1 ? "" : "s",
      ceil((double)t->games * ratio * ratio * POWER / 100) * 100, 100 * wanted);
}

static void add_fairness(const Tally *t, Sentences *to) {
  Estimate gap = balance_gap(t);
  if (t->schedule->sides < 2)
    return;
  if (t->ends[MATCH_WIN] == 0)
    sentences_add(to, "No game was won.");
  else if (gap.low > 0)
    add_advantage(t, to);
  else
    add_no_advantage(t, gap, to);
}

static void add_draws(const Tally *t, Sentences *to) {
  if (t->ends[MATCH_DRAW])
    sentences_add(to, "%.1f%% of games are drawn.",
                  100 * summary_end(t, MATCH_DRAW).value);
}

void verdict_run(const Run *run, Sentences *to) {
  const Tally *t = &run->tally;
  if (t->games == 0) {
    sentences_add(to, "No game has been played yet.");
    return;
  }
  verdict_bots(run, to);
  add_fairness(t, to);
  verdict_lengths(run, to);
  add_draws(t, to);
}

static bool only_random(const Schedule *s) {
  return s->bots == 1 && strcmp(s->bot[0].spec, "random") == 0;
}

void verdict_notes(const Run *run, Sentences *to) {
  const Tally *t = &run->tally;
  Error reason;
  error_set(&reason, "%.250s",
            run->reason.message); /* shortened between characters */
  if (!run->complete)
    sentences_add(to, "The run is not complete: %llu of %llu games.",
                  (unsigned long long)t->games, (unsigned long long)run->count);
  if (run->plan.shards > 1)
    sentences_add(to, "This is shard %d of %d, not the whole run.",
                  run->plan.shard, run->plan.shards);
  if (t->ends[MATCH_TRUNCATED])
    sentences_add(
        to,
        "%.1f%% of games were truncated at %d plies, with no result. "
        "They count neither as wins nor as draws; --max-plies sets the limit.",
        100 * summary_end(t, MATCH_TRUNCATED).value, run->plan.max_plies);
  if (t->ends[MATCH_FORFEIT])
    sentences_add(to,
                  "%.1f%% of games were forfeited. They do not count as wins. "
                  "The first reason: %.250s",
                  100 * summary_end(t, MATCH_FORFEIT).value, reason.message);
  verdict_repeats(t, NULL, to);
  if (run->timed)
    sentences_add(to, "The bots in this run play by the clock: playing it "
                      "again will give different games.");
  if (only_random(&run->schedule))
    sentences_add(to, "All bots are random. Between players who think, a game "
                      "may be balanced quite differently.");
}
