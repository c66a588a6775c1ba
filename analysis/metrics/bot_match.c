#include "analysis/metrics/bot_match.h"

#include "analysis/metrics/rating_data.h"
#include "analysis/metrics/stopping_rule.h"
#include "analysis/stats/distribution.h"
#include <math.h>

/* The side of `bot` in a seating where it meets the other; -1 if they do not
 * meet. */
static int side_of(const Schedule *s, size_t seating, int bot, int other) {
  int one = rating_bot(s, seating, 0), two = rating_bot(s, seating, 1);
  return one == bot && two == other ? 0 : one == other && two == bot ? 1 : -1;
}

/* ---- single games --------------------------------------------------------*/

static uint64_t won_of(const Tally *t, size_t seating, int side) {
  const Schedule *s = t->schedule;
  size_t seat = (size_t)rating_first_seat(s, side);
  return t->seat[seating * (size_t)s->seats + seat].won;
}

static void add_games(BotMatch *m, const Tally *t, size_t seating, int side) {
  const uint64_t *ends = t->seating[seating].ends;
  uint64_t won = won_of(t, seating, side), lost = won_of(t, seating, !side);
  uint64_t shared =
      won + lost + tally_seating_lost(t, seating) - ends[MATCH_WIN];
  ScoreCounts scores = {1,
                        {lost - shared + rating_forfeits(t, seating, side),
                         ends[MATCH_DRAW] + shared,
                         won - shared + rating_forfeits(t, seating, !side)}};
  double n = (double)scores_observations(&scores);
  for (int i = 0; i < scores_possible(&scores); i++)
    m->scores.count[i] += scores.count[i];
  m->within += n > 1 ? (n - 1) * scores_variance(&scores) : 0;
}

/* ---- pairs ---------------------------------------------------------------*/

/* Sums over pairs of the points of the bot in the first game, x, and in the
 * second, y, in halves. */
typedef struct PairSums {
  double n, x, y, xx, yy, xy;
} PairSums;

static void add_pairs(BotMatch *m, const PairTally *pair, int side,
                      PairSums *sums) {
  for (int first = 0; first <= 2; first++)
    for (int second = 0; second <= 2; second++) {
      int x = side == 0 ? first : 2 - first;
      int y = side == 0 ? 2 - second : second;
      double n = (double)pair->count[first][second];
      m->scores.count[x + y] += pair->count[first][second];
      sums->n += n;
      sums->x += n * x;
      sums->y += n * y;
      sums->xx += n * x * x;
      sums->yy += n * y * y;
      sums->xy += n * x * y;
    }
}

/* The sums of whole numbers are exact, and so are these products. */
static void correlate(BotMatch *m, const PairSums *s) {
  double xx = s->n * s->xx - s->x * s->x, yy = s->n * s->yy - s->y * s->y;
  double xy = s->n * s->xy - s->x * s->y;
  bool known = s->n > 2 && xx > 0 && yy > 0;
  m->correlation = known ? xy / sqrt(xx * yy) : NAN;
  m->gain =
      known && xx + yy + 2 * xy > 0 ? (xx + yy) / (xx + yy + 2 * xy) : NAN;
}

/* ---- matches -------------------------------------------------------------*/

bool bot_match_make(BotMatch *m, const Tally *t, int bot, int other) {
  const Schedule *s = t->schedule;
  PairSums sums = {0};
  *m = (BotMatch){.bot = bot,
                  .other = other,
                  .scores = {.games = t->pair ? 2 : 1, .raised = t->raised}};
  for (size_t i = 0; s->sides == 2 && i < s->seatings; i++) {
    int side = side_of(s, i, bot, other);
    if (side < 0)
      continue;
    for (int end = 0; end < MATCH_ENDS; end++)
      m->games += t->seating[i].ends[end];
    if (!t->pair)
      add_games(m, t, i, side);
    else if (s->round[i] == i)
      add_pairs(m, &t->pair[i], side, &sums);
  }
  /* One degree of freedom is lost in either seating. */
  m->within /= fmax((double)scores_observations(&m->scores) - 2, 1);
  correlate(m, &sums);
  return m->games > 0;
}

bool bot_match_is(const Schedule *s) {
  return s->sides == 2 && s->bots == 2 && s->seatings > 1 &&
         side_of(s, 0, 0, 1) >= 0 && side_of(s, 1, 0, 1) >= 0;
}

Estimate bot_match_score(const BotMatch *m, const Sprt *sprt) {
  uint64_t n = scores_observations(&m->scores);
  if (n == 0)
    return estimate_none();
  if (sprt)
    return scores_anytime(&m->scores, sprt_expected(sprt, m->scores.games),
                          0.05);
  if (m->scores.games == 2)
    return scores_estimate(&m->scores);
  Estimate e = estimate_bounded_mean_z(scores_mean(&m->scores), m->within,
                                       (double)n, look_z(m->scores.raised, 1));
  e.n = n;
  return e;
}

static void add_pairs_metrics(const BotMatch *m, const char *key,
                              Metrics *metrics) {
  static const char *const COUNTS[] = {"pairs_0", "pairs_0.5", "pairs_1",
                                       "pairs_1.5", "pairs_2"};
  uint64_t n = scores_observations(&m->scores);
  for (int i = 0; i < SCORES_MAX; i++)
    metrics_add(metrics, "match", key, COUNTS[i],
                estimate_plain((double)m->scores.count[i], n));
  metrics_add(metrics, "match", key, "pair_correlation",
              estimate_plain(m->correlation, n));
  metrics_add(metrics, "match", key, "pair_gain", estimate_plain(m->gain, n));
}

static void add_match(const BotMatch *m, const Schedule *s, const Sprt *sprt,
                      Metrics *metrics) {
  char key[2 * SPEC_TEXT + 8];
  Estimate score = bot_match_score(m, sprt);
  snprintf(key, sizeof key, "%s vs %s", s->bot[m->bot].spec,
           s->bot[m->other].spec);
  metrics_add(metrics, "match", key, "score", score);
  metrics_add(metrics, "match", key, "elo", elo_of_estimate(score));
  metrics_add(metrics, "match", key, "normalized_elo",
              scores_normalized_elo(&m->scores, score));
  if (m->scores.games == 2)
    add_pairs_metrics(m, key, metrics);
}

void bot_match_metrics(const Run *run, Metrics *metrics) {
  const Tally *t = &run->tally;
  BotMatch m;
  Sprt sprt;
  bool sequential = stopping_rule_sprt(run, &sprt);
  int bots = t->pair || sequential ? t->schedule->bots : 0;
  for (int bot = 0; bot < bots; bot++)
    for (int other = bot + 1; other < bots; other++)
      if (bot_match_make(&m, t, bot, other))
        add_match(&m, t->schedule, sequential ? &sprt : NULL, metrics);
}
