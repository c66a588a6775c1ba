/* The exchange test of two bots (stats/exchange.h), over the results of the
 * seatings in which they play. */
#include "analysis/metrics/standings_internal.h"
#include "analysis/stats/distribution.h"
#include "analysis/stats/exact_test.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

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

/* Lists the seatings with either bot, or with both if `together`, equal
 * patterns together. */
static size_t list_patterns(const Standings *st, int bot, int other,
                            bool together, Pattern *list) {
  size_t count = 0;
  for (size_t i = 0; i < st->tally->schedule->seatings; i++) {
    Pattern p = {.seating = i};
    bool one = false, two = false;
    for (int s = 0; s < st->sides; s++) {
      int player = players_of(st, i)[s];
      one |= player == bot;
      two |= player == other;
      p.bot[s] = (uint8_t)(player == other ? bot : player);
    }
    if (together ? one && two : one || two)
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
 * other. Every bot has every seat equally often, so bots that do equally well
 * have equally many points: a sign test of these, in whole wins. Points that
 * are not whole, of shared wins and forfeits, vary less than the test
 * allows. */
static Exchange compare_points(const Standings *st, int bot, int other,
                               const Scratch *s, size_t count) {
  int whole = st->sides * (st->sides - 1);
  double sum[2] = {0, 0}, alike = schedule_alike(st->tally->schedule);
  for (size_t i = 0; i < count; i++) {
    count_kinds(st, s->pattern[i].seating, s->games);
    weigh_kinds(st, s->pattern[i].seating, bot, other, s->weight);
    for (int kind = 0; kind < kind_count(st->sides); kind++)
      sum[s->weight[kind] > 0] +=
          s->games[kind] * abs(s->weight[kind]) / whole / alike;
  }
  double p = sign_test((uint64_t)llround(sum[1]), (uint64_t)llround(sum[0]));
  double z = fabs(normal_quantile(fmin(fmax(p, 1e-300), 1) / 2));
  return (Exchange){p, sum[1] < sum[0] ? -z : z};
}

bool standings_exchange(const Standings *st, int bot, int other, bool together,
                        Exchange *result) {
  Scratch scratch;
  ExchangeTest test = {0};
  size_t largest = 0, count = 0;
  bool good = scratch_make(st, &scratch);
  if (good) {
    count = list_patterns(st, bot, other, together, scratch.pattern);
    for (size_t i = 0, n; i < count; i += n) {
      n = add_stratum(st, bot, other, &scratch, i, count, &test);
      largest = n > largest ? n : largest;
    }
  }
  good = good && !test.failed;
  *result = exchange_end(&test);
  if (good && largest < 2)
    *result = compare_points(st, bot, other, &scratch, count);
  scratch_free(&scratch);
  return good;
}

/* ---- truncated games -----------------------------------------------------*/

/* The side that wins a truncated game in the worst case for `bot`: that of the
 * other or, if it does not play, another one; -1 if neither plays. */
static int worst_side(const Standings *st, size_t seating, int bot, int other) {
  const int *player = players_of(st, seating);
  int plays = 0, worst = -1;
  for (int side = 0; side < st->sides; side++) {
    if (player[side] == other)
      return side;
    plays += player[side] == bot;
    worst = player[side] == bot ? worst : side;
  }
  return plays ? worst : -1;
}

bool standings_exchange_at_worst(const Standings *st, int bot, int other,
                                 bool together, Exchange *result) {
  size_t seatings = st->tally->schedule->seatings, sides = (size_t)st->sides;
  double *points = malloc(seatings * sides * sizeof *points);
  Standings worst = *st;
  if (!points)
    return false;
  memcpy(points, st->data.points, seatings * sides * sizeof *points);
  for (size_t i = 0; i < seatings; i++) {
    int side = worst_side(st, i, bot, other);
    if (side >= 0)
      points[i * sides + (size_t)side] +=
          (double)st->tally->seating[i].ends[MATCH_TRUNCATED];
  }
  worst.data.points = points;
  bool good = standings_exchange(&worst, bot, other, together, result);
  free(points);
  return good;
}
