#include "analysis/metrics/margins.h"

#include "analysis/stats/shown.h"
#include "core/game/game.h"
#include "core/game/score.h"
#include <math.h>

/* With fewer games, Student's interval of skewed margins is too narrow. */
enum { GAMES_FOR_MARGIN = 20 };

/* Games that share an opening say as much as one of them, at worst. */
static Estimate mean_of(const Tally *t, const SignedMoments *m) {
  if (m->count == 0)
    return estimate_none();
  int alike = schedule_alike(t->schedule);
  Estimate e = estimate_mean(signed_moments_mean(m) / SCORE_UNIT,
                             signed_moments_sd(m) / SCORE_UNIT,
                             m->count / (uint64_t)alike);
  e = estimate_mean_look(e, t->raised);
  e.n = m->count;
  return e;
}

Estimate margins_score(const Tally *t, int seat) {
  return mean_of(t, &t->score->score[seat]);
}

Estimate margins_mean(const Tally *t) {
  return mean_of(t, &t->score->margin);
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
  for (int seat = 0; seat < t->schedule->seats; seat++) {
    char key[16];
    snprintf(key, sizeof key, "%d", seat + 1);
    metrics_add(m, "seat", key, "score_mean", margins_score(t, seat));
  }
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
      metrics_add(m, "margin", key, "rate",
                  estimate_rate_alike(t, s->bin[i], s->margin.count,
                                      schedule_alike(t->schedule)));
  }
}

/* Names a side; returns whether a verb after it is in the plural. */
static bool name_side(const Schedule *s, int side, char text[WINNERS_TEXT]) {
  return seats_format(seats_of_side(s->side, s->seats, side), text);
}

/* "1 to 3 points": the smaller number first. */
static void add_difference(const Schedule *s, Estimate e, Sentences *to) {
  char more[WINNERS_TEXT], less[WINNERS_TEXT];
  bool first = e.value > 0;
  bool many = name_side(s, first ? 0 : 1, more);
  name_side(s, first ? 1 : 0, less);
  more[0] = 'S';
  double low = first ? e.low : -e.high, high = first ? e.high : -e.low;
  sentences_add(to, "%s score%s %s points more than %s on average (%s to %s).",
                more, many ? "" : "s", shown_real(fabs(e.value), 1).text, less,
                shown_real(low, 1).text, shown_real(high, 1).text);
}

static void add_two_sides(const Schedule *s, Estimate e, Sentences *to) {
  char side[WINNERS_TEXT];
  if (e.low > 0 || e.high < 0) {
    add_difference(s, e, to);
    return;
  }
  name_side(s, 0, side);
  sentences_add(to,
                "No %s is shown to score more: the margin of %s is %s points "
                "on average (%s to %s).",
                s->sides == s->seats ? "seat" : "side", side,
                shown_signed(e.value, 1).text, shown_signed(e.low, 1).text,
                shown_signed(e.high, 1).text);
}

/* With more sides, a mean below 0 is no disadvantage: the best of several
 * others is most often ahead. */
static void add_more_sides(const Schedule *s, Estimate e, Sentences *to) {
  char side[WINNERS_TEXT];
  name_side(s, 0, side);
  sentences_add(to,
                "The score of %s minus the best other one is %s points on "
                "average (%s to %s).",
                side, shown_signed(e.value, 1).text,
                shown_signed(e.low, 1).text, shown_signed(e.high, 1).text);
}

void verdict_margins(const Run *run, Sentences *to) {
  const Tally *t = &run->tally;
  const Schedule *s = t->schedule;
  if (!t->score || s->sides < 2 || t->score->margin.count < GAMES_FOR_MARGIN)
    return;
  Estimate e = margins_mean(t);
  if (!estimate_has_interval(e))
    return;
  if (s->sides == 2)
    add_two_sides(s, e, to);
  else
    add_more_sides(s, e, to);
}
