/* Pairs of bots compared, and how much more each side helps each bot. */
#include "analysis/metrics/bot_match.h"
#include "analysis/metrics/standings_internal.h"
#include "analysis/stats/distribution.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Up to so many bots, the differences between groups have bounds. */
enum { BOUNDED_MAX = 24 };

static const double LEVEL = 0.05; /* of tests */

/* ---- ratings -------------------------------------------------------------*/

/* A bound to a difference without one takes a search, which for many bots would
 * take minutes. */
static Rating compare(const Standings *st, int bot, int other) {
  if (st->bots <= BOUNDED_MAX ||
      st->ratings.group[bot] == st->ratings.group[other])
    return ratings_difference(&st->data, &st->ratings, bot, other);
  bool stronger = st->ratings.at[bot] > st->ratings.at[other];
  return (Rating){stronger ? INFINITY : -INFINITY, -INFINITY, INFINITY};
}

/* The likelihood of superiority, no farther from 1/2 than p, which is exact for
 * few games, allows. It is never certain: six decimals, as the files have, must
 * not make it so. */
static double likely(double z, double p) {
  double less = fmax(fmax(normal_cdf(-fabs(z)), p / 2), 1e-6);
  return z < 0 ? less : 1 - less;
}

/* The exchange test takes games as independent. If games share their opening,
 * and it suits one bot from every seat, that is too sure of the difference.
 * Returns a z that allows for it: that of the rating, which counts pairs, or
 * the least that rounds can have. */
static double allow_for_openings(const Standings *st, Rating difference,
                                 double z) {
  const Schedule *s = st->tally->schedule;
  if (!s->paired)
    return z;
  if (!st->data.pairs || !isfinite(difference.value))
    return z / sqrt(schedule_alike(s));
  double error =
      (difference.high - difference.low) / (2 * look_z(st->data.raised, 1));
  double rated = difference.value / error;
  return fabs(rated) < fabs(z) ? rated : z;
}

/* Whether truncated games could undo what p shows, of the bot that is ahead.
 * Games that share their opening may say no more than one. False if out of
 * memory. */
static bool ask_truncated(const Standings *st, const int ahead[2], double p,
                          bool together, bool *undone) {
  Exchange test;
  *undone = false;
  if (!(p < LEVEL) || st->tally->ends[MATCH_TRUNCATED] == 0)
    return true;
  if (!standings_exchange_at_worst(st, ahead[0], ahead[1], together, &test))
    return false;
  int alike = schedule_alike(st->tally->schedule);
  double worst =
      alike == 1 ? test.p
                 : fmax(test.p, 2 * normal_cdf(-fabs(test.z) / sqrt(alike)));
  *undone = test.z <= 0 || look_p(st->data.raised, worst) >= LEVEL;
  return true;
}

/* ---- head to head --------------------------------------------------------*/

/* The games in which both bots play. A score counts a game once for each two
 * sides that they have. */
static uint64_t games_together(const Standings *st, int bot, int other) {
  const Tally *t = st->tally;
  uint64_t games = 0;
  for (size_t i = 0; i < t->schedule->seatings; i++) {
    bool one = false, two = false;
    for (int seat = 0; seat < t->schedule->seats; seat++) {
      one = one || schedule_bots(t->schedule, i)[seat] == bot;
      two = two || schedule_bots(t->schedule, i)[seat] == other;
    }
    for (int end = 0; one && two && end < MATCH_ENDS; end++)
      games += t->seating[i].ends[end];
  }
  return games;
}

/* With more than two sides, the share of the points of the two, with Wilson's
 * interval. Points that others have say nothing, and games that share an
 * opening may say as little as one. */
static Estimate share_points(const Standings *st, int bot, int other,
                             uint64_t games) {
  Score sum = {0};
  for (int side = 0; side < st->sides; side++) {
    Score s = standings_cross(st, bot, side, other);
    sum.games += s.games;
    sum.points += s.points;
    sum.against += s.against;
  }
  double shared = (double)(sum.points + sum.against) / POINTS * (double)games /
                  (double)sum.games / schedule_alike(st->tally->schedule);
  return shared > 0 ? estimate_share_z(score_share(&sum), shared, Z95)
                    : estimate_none();
}

/* Games in pairs are tested as such; otherwise they are independent, or at
 * worst so many of them say no more than one. */
static bool test_meeting(const Standings *st, int bot, int other,
                         const BotMatch *match, double *p) {
  Exchange test;
  int alike = schedule_alike(st->tally->schedule);
  if (match && match->scores.games == 2) {
    *p = scores_test(&match->scores);
    return true;
  }
  if (!standings_exchange(st, bot, other, true, &test))
    return false;
  *p = alike == 1 ? test.p
                  : fmax(test.p, 2 * normal_cdf(-fabs(test.z) / sqrt(alike)));
  return true;
}

static bool meet(const Standings *st, int bot, int other, HeadToHead *head) {
  BotMatch match;
  bool two = bot_match_make(&match, st->tally, bot, other);
  head->games = games_together(st, bot, other);
  head->p = head->adjusted = NAN;
  if (!head->games) {
    head->score = estimate_none();
    return true;
  }
  head->score = two ? bot_match_score(&match, st->sequential ? &st->sprt : NULL)
                    : share_points(st, bot, other, head->games);
  if (st->sequential || isnan(head->score.value))
    return true;
  if (!test_meeting(st, bot, other, two ? &match : NULL, &head->p))
    return false;
  head->p = look_p(st->data.raised, head->p);
  head->adjusted = head->p;
  bool first = head->score.value > 0.5;
  const int ahead[] = {first ? bot : other, first ? other : bot};
  return ask_truncated(st, ahead, head->p, true, &head->undone);
}

int head_to_head_ahead(const HeadToHead *head, double p) {
  Estimate e = head->score;
  if (head->undone || !(e.low > 0.5 || e.high < 0.5) || p >= 0.05)
    return 0;
  return e.value > 0.5 ? 1 : -1;
}

/* ---- pairs ---------------------------------------------------------------*/

static bool compare_bots(const Standings *st, int bot, int other,
                         BotPair *pair) {
  Exchange test;
  if (!standings_exchange(st, bot, other, false, &test))
    return false;
  Rating difference = compare(st, bot, other);
  double z = allow_for_openings(st, difference, test.z);
  double raw = z == test.z ? test.p : fmax(test.p, 2 * normal_cdf(-fabs(z)));
  double p = look_p(st->data.raised, raw);
  /* Of a rating and points that disagree nobody knows who is ahead. */
  double superiority = z * difference.value < 0 ? NAN : likely(z, raw);
  *pair = (BotPair){bot, other, difference, p, p, superiority, false, {0}};
  if (st->sequential) {
    pair->difference = standings_tested(st, bot, other);
    pair->p = pair->adjusted = pair->superiority = NAN;
  }
  const int ahead[] = {z > 0 ? bot : other, z > 0 ? other : bot};
  if (!ask_truncated(st, ahead, pair->p, false, &pair->undone) ||
      !meet(st, bot, other, &pair->head))
    return false;
  if (st->repetitive) { /* nothing is claimed */
    pair->difference.low = pair->difference.high = NAN;
    pair->head.score.low = pair->head.score.high = NAN;
    pair->p = pair->adjusted = pair->superiority = NAN;
    pair->head.p = pair->head.adjusted = NAN;
  }
  return true;
}

/* Either kind of comparison is one family of tests. */
BotPair *standings_pairs(const Standings *st, int *count) {
  *count = st->bots * (st->bots - 1) / 2;
  BotPair *pairs = malloc((size_t)*count * sizeof *pairs);
  bool good = pairs;
  int n = 0;
  for (int i = 0; good && i < st->bots; i++)
    for (int j = i + 1; good && j < st->bots; j++)
      good = compare_bots(st, st->order[i], st->order[j], &pairs[n++]);
  if (!good) {
    free(pairs);
    return NULL;
  }
  holm_adjust(&pairs->adjusted, *count, sizeof *pairs);
  holm_adjust(&pairs->head.adjusted, *count, sizeof *pairs);
  return pairs;
}

/* ---- sides and bots ------------------------------------------------------*/

/* The advantage of a side is its strength less the mean of the other sides; the
 * bonus of a bot is that advantage less its mean over the bots. A player of the
 * enlarged data is a bot on a side. */
static void weigh_bonus(const Standings *st, int bot, int side,
                        RatingTerms weight) {
  memset(weight, 0, sizeof(RatingTerms));
  for (int b = 0; b < st->bots; b++)
    for (int s = 0; s < st->sides; s++) {
      double advantage = s == side ? 1 : -1.0 / (st->sides - 1);
      weight[b * st->sides + s] =
          advantage * ((b == bot ? 1 : 0) - 1.0 / st->bots);
    }
}

static bool fit_bonuses(const Standings *st, int *player, Rating bonus[]) {
  RatingData data = st->data;
  Ratings ratings;
  for (int i = 0; i < data.contests * data.sides; i++)
    player[i] = data.player[i] * data.sides + i % data.sides;
  data.players *= data.sides;
  data.player = player;
  if (!ratings_fit(&data, &ratings, NULL))
    return false;
  for (int cell = 0; cell < data.players; cell++) {
    RatingTerms weight;
    weigh_bonus(st, cell / st->sides, cell % st->sides, weight);
    bonus[cell] = ratings_combination(&data, &ratings, weight);
  }
  return true;
}

bool standings_bonuses(const Standings *st, Rating bonus[RATED_MAX]) {
  size_t size = (size_t)st->data.contests * (size_t)st->sides;
  int *player = malloc(size * sizeof *player);
  bool good = player && fit_bonuses(st, player, bonus);
  free(player);
  return good;
}
