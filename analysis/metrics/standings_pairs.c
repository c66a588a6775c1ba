/* Pairs of bots compared, and how much more each side helps each bot. */
#include "analysis/metrics/standings.h"
#include "analysis/stats/distribution.h"
#include "analysis/stats/exact_test.h"
#include "analysis/stats/exchange.h"
#include "analysis/stats/multiple.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Up to so many bots, the differences between groups have bounds. */
enum { BOUNDED_MAX = 24 };

/* ---- results of a seating ------------------------------------------------*/

/* Kinds of results: each side wins alone, each side forfeits, a draw. Shared
 * wins count as won by one of the winners, each equally often. */
static int kind_count(int sides) {
  return 2 * sides + 1;
}

static const int *players_of(const Standings *st, size_t seating) {
  return st->data.player + seating * (size_t)st->sides;
}

static void count_kinds(const Standings *st, size_t seating, double games[]) {
  int sides = st->sides;
  size_t at = seating * (size_t)sides;
  const double *forfeits = st->data.forfeits + at;
  double drawn = st->data.drawn[seating], forfeited = 0;
  for (int s = 0; s < sides; s++)
    forfeited += forfeits[s];
  for (int s = 0; s < sides; s++) {
    double alone = st->data.points[at + (size_t)s] - drawn / sides -
                   (forfeited - forfeits[s]) / (sides - 1);
    /* Without shared wins this is a whole number but for rounding. */
    double whole = round(alone);
    games[s] = fabs(alone - whole) < 1e-6 ? whole : alone;
    games[sides + s] = forfeits[s];
  }
  games[2 * sides] = drawn;
}

/* The points of a side for a kind of result, in units of a point divided by
 * sides * (sides - 1). */
static int points_of(int sides, int kind, int side) {
  if (kind < sides)
    return kind == side ? sides * (sides - 1) : 0;
  if (kind < 2 * sides)
    return kind - sides == side ? 0 : sides;
  return sides - 1;
}

/* The points of one bot less those of the other, for each kind of result. */
static void weigh_kinds(const Standings *st, size_t seating, int bot, int other,
                        int weight[]) {
  const int *player = players_of(st, seating);
  for (int kind = 0; kind < kind_count(st->sides); kind++) {
    weight[kind] = 0;
    for (int s = 0; s < st->sides; s++) {
      int points = points_of(st->sides, kind, s);
      weight[kind] += player[s] == bot ? points : 0;
      weight[kind] -= player[s] == other ? points : 0;
    }
  }
}

/* ---- seatings among which two bots may be exchanged ----------------------*/

/* A seating with both bots replaced by one: equal patterns may be exchanged. */
typedef struct Pattern {
  uint8_t bot[SEATS_MAX];
  size_t seating;
} Pattern;

static int compare_patterns(const void *a, const void *b) {
  const Pattern *one = a, *other = b;
  int order = memcmp(one->bot, other->bot, sizeof one->bot);
  return order ? order
               : (one->seating > other->seating) -
                     (one->seating < other->seating);
}

/* Lists the seatings with either bot, equal patterns together. */
static size_t list_patterns(const Standings *st, int bot, int other,
                            Pattern *list) {
  size_t count = 0;
  for (size_t i = 0; i < st->tally->schedule->seatings; i++) {
    Pattern p = {.seating = i};
    bool either = false;
    for (int s = 0; s < st->sides; s++) {
      int player = players_of(st, i)[s];
      either |= player == bot || player == other;
      p.bot[s] = (uint8_t)(player == other ? bot : player);
    }
    if (either)
      list[count++] = p;
  }
  qsort(list, count, sizeof *list, compare_patterns);
  return count;
}

/* The scratch memory of a comparison. */
typedef struct Scratch {
  Pattern *pattern;
  double *games;
  int *weight;
} Scratch;

static void scratch_free(Scratch *s) {
  free(s->pattern);
  free(s->games);
  free(s->weight);
}

static bool scratch_make(const Standings *st, Scratch *s) {
  size_t seatings = st->tally->schedule->seatings;
  size_t kinds = (size_t)kind_count(st->sides);
  s->pattern = malloc(seatings * sizeof *s->pattern);
  s->games = malloc(seatings * kinds * sizeof *s->games);
  s->weight = malloc(seatings * kinds * sizeof *s->weight);
  return s->pattern && s->games && s->weight;
}

/* Adds the seatings of equal pattern that begin at `first`; returns how
 * many. */
static size_t add_stratum(const Standings *st, int bot, int other,
                          const Scratch *s, size_t first, size_t count,
                          ExchangeTest *test) {
  size_t kinds = (size_t)kind_count(st->sides), n = 0;
  const Pattern *pattern = s->pattern + first;
  while (first + n < count &&
         memcmp(pattern[n].bot, pattern->bot, sizeof pattern->bot) == 0) {
    count_kinds(st, pattern[n].seating, s->games + n * kinds);
    weigh_kinds(st, pattern[n].seating, bot, other, s->weight + n * kinds);
    n++;
  }
  ExchangeStratum stratum = {(int)n, (int)kinds, s->games, s->weight};
  exchange_add(test, &stratum);
  return n;
}

/* Three bots that rotate are never exchanged: one always sits behind the
 * other. Every bot has every seat equally often, so equally strong ones win
 * equally many games. */
static Exchange compare_wins(const Standings *st, int bot, int other) {
  uint64_t alike = (uint64_t)schedule_alike(st->tally->schedule);
  uint64_t won = st->bot[bot].won / alike, lost = st->bot[other].won / alike;
  double p = sign_test(won, lost), z = fabs(normal_quantile(fmin(p, 1) / 2));
  return (Exchange){p, won < lost ? -z : z};
}

static bool exchange(const Standings *st, int bot, int other,
                     Exchange *result) {
  Scratch scratch;
  ExchangeTest test = {0};
  size_t largest = 0;
  bool good = scratch_make(st, &scratch);
  if (good) {
    size_t count = list_patterns(st, bot, other, scratch.pattern), i = 0;
    while (i < count) {
      size_t n = add_stratum(st, bot, other, &scratch, i, count, &test);
      largest = n > largest ? n : largest;
      i += n;
    }
  }
  good = good && !test.failed;
  *result = exchange_end(&test);
  if (largest < 2)
    *result = compare_wins(st, bot, other);
  scratch_free(&scratch);
  return good;
}

/* ---- pairs ---------------------------------------------------------------*/

/* A bound to a difference without one takes a search, which for many bots would
 * take minutes. */
static Rating compare(const Standings *st, int bot, int other) {
  if (st->bots <= BOUNDED_MAX ||
      st->ratings.group[bot] == st->ratings.group[other])
    return ratings_difference(&st->data, &st->ratings, bot, other);
  bool stronger = st->ratings.at[bot] > st->ratings.at[other];
  return (Rating){stronger ? INFINITY : -INFINITY, -INFINITY, INFINITY};
}

/* The likelihood of superiority, which is never certain: six decimals, as the
 * files have, must not make it so. */
static double likely(double z) {
  return fmin(fmax(normal_cdf(z), 1e-6), 1 - 1e-6);
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
  if (!st->data.pairs || !rating_is_finite(difference))
    return z / sqrt(schedule_alike(s));
  double error =
      (difference.high - difference.low) / (2 * look_z(st->data.raised, 1));
  double rated = difference.value / error;
  return fabs(rated) < fabs(z) ? rated : z;
}

bool standings_pair(const Standings *st, int bot, int other, BotPair *pair) {
  Exchange test;
  if (!exchange(st, bot, other, &test))
    return false;
  Rating difference = compare(st, bot, other);
  double z = allow_for_openings(st, difference, test.z);
  double p =
      look_p(st->data.raised,
             z == test.z ? test.p : fmax(test.p, 2 * normal_cdf(-fabs(z))));
  *pair = (BotPair){bot, other, difference, p, p, likely(z)};
  if (st->sequential)
    pair->p = pair->adjusted = pair->superiority = NAN;
  return true;
}

static bool adjust(BotPair *pairs, int count) {
  double *p = malloc((size_t)count * sizeof *p);
  if (!p)
    return false;
  for (int i = 0; i < count; i++)
    p[i] = pairs[i].p;
  holm_adjust(p, count);
  for (int i = 0; i < count; i++)
    pairs[i].adjusted = p[i];
  free(p);
  return true;
}

BotPair *standings_pairs(const Standings *st, int *count) {
  *count = st->bots * (st->bots - 1) / 2;
  BotPair *pairs = malloc((size_t)*count * sizeof *pairs);
  bool good = pairs;
  int n = 0;
  for (int i = 0; good && i < st->bots; i++)
    for (int j = i + 1; good && j < st->bots; j++)
      good = standings_pair(st, st->order[i], st->order[j], &pairs[n++]);
  if (good && adjust(pairs, *count))
    return pairs;
  free(pairs);
  return NULL;
}

bool standings_strongest(const Standings *st, BotPair *pair) {
  BotPair next, closest;
  double most = -1;
  for (int i = st->bots - 1; i > 0; i--) {
    if (!standings_pair(st, st->order[0], st->order[i], &next))
      return false;
    /* A better rating with fewer points shows nothing. */
    double p = next.superiority > 0.5 ? next.p : 1;
    if (p >= most) {
      most = p;
      closest = next;
    }
  }
  *pair = most < STRONGEST ? next : closest;
  pair->adjusted = most;
  return true;
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
