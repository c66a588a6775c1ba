/* The sentences on a match between two bots: which is stronger, if it was
 * played in pairs, and what its sequential test has decided. */
#include "analysis/metrics/bot_match.h"
#include "analysis/metrics/stopping_rule.h"
#include "analysis/metrics/verdict.h"
#include <math.h>

/* With fewer pairs their correlation says nothing. */
enum { CORRELATED = 30 };

static const char *spec_of(const Run *run, int bot) {
  return run->schedule.bot[bot].spec;
}

bool verdict_is_match(const Run *run) {
  Sprt sprt;
  return bot_match_is(&run->schedule) &&
         (run->plan.pairs || stopping_rule_sprt(run, &sprt));
}

/* Whether there is something to say of the match between bots 0 and 1. */
static bool open_match(const Run *run, BotMatch *m) {
  return verdict_is_match(run) && bot_match_make(m, &run->tally, 0, 1) &&
         scores_observations(&m->scores) > 0;
}

/* ---- scores --------------------------------------------------------------*/

/* "60.3% (55.4 to 65.1) in 150 pairs of games, a score of +73 Elo (+37 to
 * +109)": where a seat has a large advantage, the bots differ by more. */
static Phrase match_score(const BotMatch *m, Estimate score) {
  uint64_t n = scores_observations(&m->scores);
  Estimate elo = elo_of_estimate(score);
  /* A few games that were all won say nothing in Elo. */
  bool known =
      isfinite(elo.value) || (elo.value > 0 ? elo.low > 0 : elo.high < 0);
  Shown games = m->scores.games == 2
                    ? shown_things(n, "pair of games", "pairs of games")
                    : shown_things(n, "game", "games");
  return phrase("%s in %s%s%s", shown_percent_estimate(score).text, games.text,
                known ? ", a score of " : "", known ? shown_elo(elo).text : "");
}

/* The match if the bot had lost all truncated games, or won them: a pair with
 * one counts as lost or won. */
static BotMatch with_truncated(const BotMatch *m, bool won) {
  BotMatch all = *m;
  uint64_t observed = scores_observations(&m->scores);
  uint64_t played = m->games / (uint64_t)m->scores.games;
  all.scores.count[won ? 2 * m->scores.games : 0] +=
      played > observed ? played - observed : 0;
  return all;
}

/* A match whose number of games was fixed: the interval says which bot is
 * stronger, unless truncated games could undo it. */
static void add_stronger(const Run *run, const BotMatch *match,
                         const Sprt *sprt, Sentences *to) {
  BotMatch m = *match;
  if (scores_mean(&m.scores) < 0.5)
    bot_match_make(&m, &run->tally, 1, 0);
  const char *one = spec_of(run, m.bot), *other = spec_of(run, m.other);
  Estimate score = bot_match_score(&m, sprt);
  Phrase text = match_score(&m, score);
  BotMatch worst = with_truncated(&m, false);
  bool shown = score.low > 0.5;
  if (shown && bot_match_score(&worst, sprt).low > 0.5)
    sentences_add(to, "%.120s is stronger than %.120s: it scores %s.%s", one,
                  other, text.text, verdict_truncated(&run->tally).text);
  else
    sentences_add(to,
                  "Neither %.90s nor %.90s is shown to be stronger: %.90s "
                  "scores %s%s.%s",
                  one, other, one, text.text, shown ? COULD_UNDO_SAY : "",
                  verdict_truncated(&run->tally).text);
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

Phrase verdict_sprt_claim(const Sprt *sprt, SprtDecision decision,
                          const char *more, const char *less,
                          const char *other) {
  /* Of two bots, H0 says of the one what H1 says of the other. */
  bool h1 = decision == SPRT_H1;
  const char *side = h1 ? more : less, *opposite = h1 ? less : more;
  double bound = h1 ? sprt->elo0 : -sprt->elo1;
  if (bound == 0)
    return phrase("%s than %.150s", side, other);
  if (bound > 0)
    return phrase("more than %g Elo %s than %.150s", bound, side, other);
  return phrase("less than %g Elo %s than %.150s, or %s", -bound, opposite,
                other, side);
}

/* What the decision says: that the hypothesis which is not accepted is false,
 * not that the other is true; and how often a test would say it of bots of
 * which it is not true. */
static void add_decision(const Run *run, const BotMatch *m, const Sprt *sprt,
                         Sentences *to) {
  const char *one = spec_of(run, m->bot), *other = spec_of(run, m->other);
  SprtDecision decision = sprt_decide(sprt, sprt_llr(sprt, &m->scores));
  if (decision == SPRT_CONTINUE) {
    sentences_add(to, "The test between %.120s and %.120s is not decided yet.",
                  one, other);
    return;
  }
  BotMatch worst = with_truncated(m, decision == SPRT_H0);
  const char *rejected = decision == SPRT_H1 ? "H0" : "H1";
  if (sprt_decide(sprt, sprt_llr(sprt, &worst.scores)) != decision) {
    sentences_add(to,
                  "%s is rejected by the games with a result, but the "
                  "truncated games could make up for it: nothing is shown "
                  "about %.120s and %.120s.%s",
                  rejected, one, other, verdict_truncated(&run->tally).text);
    return;
  }
  sentences_add(
      to, "%s is rejected: %.120s is %.200s. " SPRT_ERRORS "%s", rejected, one,
      verdict_sprt_claim(sprt, decision, "stronger", "weaker", other).text,
      shown_percent(sprt_errors(sprt, decision)).text,
      verdict_truncated(&run->tally).text);
}

/* The score of a match that was played on after its test has been said. */
static void add_score(const Run *run, const BotMatch *m, const Sprt *sprt,
                      Sentences *to) {
  if (run->until[0])
    sentences_add(to,
                  "%.120s scores %s; these 95%% intervals are anytime-valid, "
                  "since a test may end the match at any time.",
                  spec_of(run, m->bot),
                  match_score(m, bot_match_score(m, sprt)).text);
  else
    sentences_add(to, "The 95%% intervals of the score are anytime-valid, "
                      "since a test may end the match at any time.");
}

void verdict_sprt_figures(const Sprt *sprt, const char *how, double llr,
                          Sentences *to) {
  sentences_add(to,
                "SPRT of elo0 = %g against elo1 = %g with alpha = %g and beta "
                "= %g%s: log-likelihood ratio %s, bounds %s and %s.",
                sprt->elo0, sprt->elo1, sprt->alpha, sprt->beta, how,
                shown_signed(llr, 2).text,
                shown_signed(sprt_lower(sprt), 2).text,
                shown_signed(sprt_upper(sprt), 2).text);
}

/* ---- both ----------------------------------------------------------------*/

void verdict_match(const Run *run, Sentences *to) {
  BotMatch m;
  Sprt sprt;
  if (!open_match(run, &m))
    return;
  bool tested = stopping_rule_sprt(run, &sprt);
  if (tested && run->until[0])
    add_decision(run, &m, &sprt, to);
  else /* the decision was that of the games before others were added */
    add_stronger(run, &m, tested ? &sprt : NULL, to);
}

void verdict_match_method(const Run *run, Sentences *to) {
  BotMatch m;
  Sprt sprt;
  if (!open_match(run, &m))
    return;
  if (stopping_rule_sprt(run, &sprt)) {
    add_score(run, &m, &sprt, to);
    if (run->until[0])
      verdict_sprt_figures(
          &sprt, m.scores.games == 2 ? ", pentanomial" : ", trinomial",
          sprt_llr(&sprt, &m.scores), to);
  }
  if (run->plan.pairs)
    add_gain(&m, to);
}
