#include "analysis/metrics/margins.h"

#include "analysis/stats/distribution.h"
#include "analysis/stats/exact_test.h"
#include "analysis/stats/shown.h"
#include "core/game/game.h"
#include "core/game/score.h"
#include <math.h>

/* With fewer games nothing is said of them. */
enum { GAMES_FOR_MARGIN = 20 };

Estimate margins_score(const Tally *t, int seat) {
  const SignedMoments *m = &t->score->score[seat];
  return estimate_plain(signed_moments_mean(m) / SCORE_UNIT, m->count);
}

/* The bins are narrow enough to tell whether a few margins dominate. */
bool margins_support_mean(const Tally *t, double alike) {
  const ScoreTally *s = t->score;
  double mean = signed_moments_mean(&s->margin);
  Deviations d = {0};
  for (int i = 0; i < MARGIN_BINS; i++)
    if (s->bin[i])
      deviations_add(&d, (double)((i - MARGIN_BINS / 2) * s->width) - mean,
                     (double)s->bin[i]);
  return deviations_support_mean(&d, alike);
}

/* Games that share an opening say as much as one of them, at worst. */
Estimate margins_mean(const Tally *t) {
  const SignedMoments *m = &t->score->margin;
  double mean = signed_moments_mean(m) / SCORE_UNIT;
  if (!margins_support_mean(t, schedule_alike(t->schedule)))
    return estimate_plain(mean, m->count);
  Estimate e = estimate_mean(mean, signed_moments_sd(m) / SCORE_UNIT,
                             m->count / (uint64_t)schedule_alike(t->schedule));
  e = estimate_mean_look(e, t->raised);
  e.n = m->count;
  return e;
}

/* The share of these games, such as those in which side 1 is ahead. */
static Estimate margins_rate(const Tally *t, uint64_t games) {
  return estimate_rate_alike(t, games, t->score->margin.count,
                             schedule_alike(t->schedule));
}

double margins_sd(const Tally *t) {
  return signed_moments_sd(&t->score->margin) / SCORE_UNIT;
}

void margins_metrics(const Tally *t, Metrics *m) {
  if (!t->score || !t->score->margin.count)
    return;
  metrics_add(m, "run", "", "margin_mean", margins_mean(t));
  metrics_add(m, "run", "", "margin_sd",
              estimate_plain(margins_sd(t), t->score->margin.count));
  metrics_add(m, "run", "", "margin_ahead_rate",
              margins_rate(t, t->score->ahead));
  metrics_add(m, "run", "", "margin_behind_rate",
              margins_rate(t, t->score->behind));
  for (int seat = 0; seat < t->schedule->seats; seat++)
    metrics_add(m, "seat", phrase("%d", seat + 1).text, "score_mean",
                margins_score(t, seat));
}

void margins_histogram(const Tally *t, Metrics *m) {
  const ScoreTally *s = t->score;
  if (!s || !s->margin.count)
    return;
  metrics_add(m, "run", "", "margin_step",
              estimate_plain((double)s->width / SCORE_UNIT, s->margin.count));
  metrics_add(m, "run", "", "margin_exact",
              estimate_plain(s->divisor % s->width == 0, s->margin.count));
  for (int i = 0; i < MARGIN_BINS; i++) {
    char key[SCORE_TEXT];
    score_format((i - MARGIN_BINS / 2) * s->width, key);
    if (s->bin[i])
      metrics_add(m, "margin", key, "rate", margins_rate(t, s->bin[i]));
  }
}

/* Names a side; returns whether a verb after it is in the plural. */
static bool name_side(const Schedule *s, int side, char text[WINNERS_TEXT]) {
  return seats_format(seats_of_side(s->side, s->seats, side), text);
}

/* "-0.4 to +1.7" */
static Phrase margins_interval(Estimate e) {
  return phrase("%s to %s", shown_signed(e.low, 1).text,
                shown_signed(e.high, 1).text);
}

static const char *seat_word(const Schedule *s) {
  return s->sides == s->seats ? "seat" : "side";
}

/* ---- the mean ------------------------------------------------------------*/

/* Which games a margin is about, if not all of equal bots. */
static const char *which_games(const Tally *t) {
  uint64_t decided = t->ends[MATCH_WIN] + t->ends[MATCH_DRAW];
  bool mixed = t->schedule->bots > 1, all = decided == t->games;
  return mixed ? all ? " between these bots"
                     : " between these bots, in the games with a result"
         : all ? ""
               : " in the games with a result";
}

/* "1 to 3 points": the smaller number first. */
static void add_difference(const Tally *t, Estimate e, Sentences *to) {
  const Schedule *s = t->schedule;
  char more[WINNERS_TEXT], less[WINNERS_TEXT];
  bool first = e.value > 0;
  bool many = name_side(s, first ? 0 : 1, more);
  name_side(s, first ? 1 : 0, less);
  more[0] = 'S';
  double low = first ? e.low : -e.high, high = first ? e.high : -e.low;
  sentences_add(
      to, "%s score%s %s points more than %s on average (%s to %s)%s.", more,
      many ? "" : "s", shown_real(fabs(e.value), 1).text, less,
      shown_real(low, 1).text, shown_real(high, 1).text, which_games(t));
}

static void add_two_sides(const Tally *t, Estimate e, Sentences *to) {
  const Schedule *s = t->schedule;
  char side[WINNERS_TEXT];
  if (e.low > 0 || e.high < 0) {
    add_difference(t, e, to);
    return;
  }
  name_side(s, 0, side);
  sentences_add(to,
                "No %s is shown to score more: the margin of %s is %s points "
                "on average (%s)%s.",
                seat_word(s), side, shown_signed(e.value, 1).text,
                margins_interval(e).text, which_games(t));
}

/* ---- how often -----------------------------------------------------------*/

/* What the mean is in these games, of which it is a fact, and why nothing is
 * claimed of others. */
static Phrase margins_of_these(const Tally *t, Estimate e) {
  char side[WINNERS_TEXT];
  name_side(t->schedule, 0, side);
  return phrase(
      "the margin of %s was %s points on average in these %s games (%s)", side,
      shown_signed(e.value, 1).text, shown_count(e.n).text,
      deviations_objection((double)e.n, schedule_alike(t->schedule)));
}

/* The sign test is exact whatever the margins are. Games that share an opening
 * count as one. */
static void add_more_often(const Tally *t, Estimate e, Sentences *to) {
  char side[WINNERS_TEXT];
  Phrase these = margins_of_these(t, e);
  uint64_t ahead = t->score->ahead, behind = t->score->behind;
  bool first = ahead > behind;
  uint64_t alike = (uint64_t)schedule_alike(t->schedule);
  double p = sign_test(ahead / alike, behind / alike);
  if (!(look_p(t->raised, p) < 0.05)) {
    sentences_add(to, "No %s is shown to have the higher score more often: %s.",
                  seat_word(t->schedule), these.text);
    return;
  }
  bool many = name_side(t->schedule, first ? 0 : 1, side);
  side[0] = 'S';
  sentences_add(
      to, "%s ha%s the higher score more often, in %s of games against %s; %s.",
      side, many ? "ve" : "s",
      shown_percent_estimate(margins_rate(t, first ? ahead : behind)).text,
      shown_percent(margins_rate(t, first ? behind : ahead).value).text,
      these.text);
}

/* ---- all sides -----------------------------------------------------------*/

/* With more sides, a mean below 0 is no disadvantage: the best of several
 * others is most often ahead. */
static void add_more_sides(const Tally *t, Estimate e, Sentences *to) {
  char side[WINNERS_TEXT];
  Phrase these = margins_of_these(t, e);
  name_side(t->schedule, 0, side);
  if (estimate_has_interval(e))
    sentences_add(to,
                  "The score of %s minus the best other one is %s points on "
                  "average (%s).",
                  side, shown_signed(e.value, 1).text,
                  margins_interval(e).text);
  else
    sentences_add(to, "T%s.", these.text + 1);
}

void verdict_margins(const Run *run, Sentences *to) {
  const Tally *t = &run->tally;
  const Schedule *s = t->schedule;
  if (!t->score || s->sides < 2 || t->score->margin.count < GAMES_FOR_MARGIN ||
      !(margins_sd(t) > 0))
    return;
  Estimate e = margins_mean(t);
  if (s->sides > 2)
    add_more_sides(t, e, to);
  else if (estimate_has_interval(e))
    add_two_sides(t, e, to);
  else
    add_more_often(t, e, to);
}
