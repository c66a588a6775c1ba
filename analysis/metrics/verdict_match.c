/* The sentences on a match between two bots: its score if it was played in
 * pairs, and what its sequential test has decided. */
#include "analysis/metrics/bot_match.h"
#include "analysis/metrics/stopping_rule.h"
#include "analysis/metrics/verdict.h"
#include "analysis/stats/shown.h"
#include <math.h>

/* With fewer pairs their correlation says nothing. */
enum { CORRELATED = 30 };

static const char *spec_of(const Run *run, int bot) {
  return run->schedule.bot[bot].spec;
}

/* ---- pairs ---------------------------------------------------------------*/

/* `sprt` is the test that decided when to stop; or NULL. */
static void add_score(const Run *run, const BotMatch *m, const Sprt *sprt,
                      Sentences *to) {
  uint64_t n = scores_observations(&m->scores);
  Estimate score = scores_estimate(&m->scores);
  if (sprt)
    score = scores_anytime(&m->scores, sprt_expected(sprt, m->scores.games));
  const char *unit = m->scores.games == 2 ? "pair" : "game";
  sentences_add(to, "%.120s scores %s against %.120s in %s %s%s%s: %s Elo%s.",
                spec_of(run, m->bot), shown_percent_estimate(score).text,
                spec_of(run, m->other), shown_count(n).text, unit,
                n == 1 ? "" : "s", m->scores.games == 2 ? " of games" : "",
                shown_signed_estimate(elo_of_estimate(score), 0).text,
                sprt ? " (anytime-valid 95% intervals, since the test "
                       "decided when to stop)"
                     : "");
}

static void add_gain(const BotMatch *m, Sentences *to) {
  uint64_t n = scores_observations(&m->scores);
  if (n < CORRELATED || !isfinite(m->gain))
    return;
  sentences_add(to,
                "The points of the two games of a pair have a correlation of "
                "%s: %s games in pairs are about as precise as %s games with "
                "openings of their own.",
                shown_signed(m->correlation, 2).text, shown_count(2 * n).text,
                shown_count((uint64_t)llround(2 * (double)n * m->gain)).text);
}

/* ---- the sequential test -------------------------------------------------*/

/* What the decision says, and how often it is wrong. */
static void add_decision(const Run *run, const BotMatch *m, const Sprt *sprt,
                         SprtDecision decision, Sentences *to) {
  const char *one = spec_of(run, m->bot), *other = spec_of(run, m->other);
  if (decision == SPRT_H1)
    sentences_add(to,
                  "H1 is accepted: %.120s is more than %s Elo stronger than "
                  "%.120s, which is wrong with a probability of at most %s.",
                  one, shown_signed(sprt->elo0, 0).text, other,
                  shown_percent(sprt->alpha).text);
  else if (decision == SPRT_H0)
    sentences_add(to,
                  "H0 is accepted: %.120s is less than %s Elo stronger than "
                  "%.120s, which is wrong with a probability of at most %s.",
                  one, shown_signed(sprt->elo1, 0).text, other,
                  shown_percent(sprt->beta).text);
  else
    sentences_add(to, "The test between %.120s and %.120s is not decided yet.",
                  one, other);
}

static void add_test(const Run *run, const BotMatch *m, const Sprt *sprt,
                     Sentences *to) {
  double llr = sprt_llr(sprt, &m->scores);
  add_decision(run, m, sprt, sprt_decide(sprt, llr), to);
  sentences_add(
      to,
      "SPRT of elo0 = %g against elo1 = %g with alpha = %g and beta = "
      "%g, %s: log-likelihood ratio %s, bounds %s and %s.",
      sprt->elo0, sprt->elo1, sprt->alpha, sprt->beta,
      m->scores.games == 2 ? "pentanomial" : "trinomial",
      shown_signed(llr, 2).text, shown_signed(sprt_lower(sprt), 2).text,
      shown_signed(sprt_upper(sprt), 2).text);
}

void verdict_match(const Run *run, Sentences *to) {
  BotMatch m;
  StoppingRule rule = {.is_sprt = false};
  if (!bot_match_is(&run->schedule) || !bot_match_make(&m, &run->tally, 0, 1) ||
      scores_observations(&m.scores) == 0)
    return;
  if (run->until[0] &&
      !stopping_rule_read(run->until, &run->schedule, &rule, NULL))
    return;
  if (rule.is_sprt)
    add_test(run, &m, &rule.sprt, to);
  if (rule.is_sprt || run->plan.pairs)
    add_score(run, &m, rule.is_sprt ? &rule.sprt : NULL, to);
  if (run->plan.pairs)
    add_gain(&m, to);
}
