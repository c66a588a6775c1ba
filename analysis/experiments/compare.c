#include "analysis/experiments/compare.h"

#include "analysis/metrics/result_dir.h"
#include "analysis/metrics/run_metrics.h"
#include "analysis/metrics/summary.h"
#include "analysis/stats/confidence_sequence.h"
#include "analysis/stats/distribution.h"
#include <math.h>
#include <stdlib.h>
#include <sys/stat.h>

/* ---- reading -------------------------------------------------------------*/

static bool keep(void *context, uint64_t index, const Match *match,
                 Error *error) {
  ComparedRun *c = context;
  uint64_t at = index - c->run.first;
  if (at == c->room) {
    uint64_t room = c->room ? 2 * c->room : 1024;
    Played *played = realloc(c->played, room * sizeof *played);
    if (!played)
      return error_set(error, "no memory to compare so many games");
    c->played = played;
    c->room = room;
  }
  c->played[at] = (Played){match->plies, match->winners, (uint8_t)match->end};
  return true;
}

bool compared_run_read(ComparedRun *c, const char *dir, Error *error) {
  *c = (ComparedRun){.dir = dir};
  if (!run_read(&c->run, dir, keep, c, error)) {
    result_add_hint(dir, error);
    free(c->played);
    c->played = NULL;
    return false;
  }
  if (c->run.tally.games)
    return true;
  compared_run_free(c);
  return error_set(error, "%.600s has no games yet", dir);
}

void compared_run_free(ComparedRun *c) {
  free(c->played);
  run_close(&c->run);
  c->played = NULL;
}

/* ---- measuring -----------------------------------------------------------*/

void compared_name(Compared what, char name[COMPARED_TEXT]) {
  if (what.measure == MEASURE_SEAT)
    snprintf(name, COMPARED_TEXT, "seat%d", what.which + 1);
  else
    snprintf(name, COMPARED_TEXT, "%s",
             what.measure == MEASURE_GAP   ? "gap"
             : what.measure == MEASURE_END ? match_end_names[what.which]
                                           : "plies");
}

/* How a run's games are measured: by weights for the seats that win, for the
 * ends, and for plies. The gap is that between the sides which were found to
 * win most and least. */
typedef struct Scale {
  double seat[SEATS_MAX], end[MATCH_ENDS], ply;
} Scale;

static int first_seat(const Schedule *s, int side) {
  int seat = 0;
  while (s->side[seat] != side)
    seat++;
  return seat;
}

/* The sides that have won most and least of the first games. If all are alike,
 * these are still two sides, whose difference varies. */
static void find_gap(const ComparedRun *c, uint64_t games, int *best,
                     int *worst) {
  const Schedule *s = &c->run.schedule;
  uint64_t won[SEATS_MAX] = {0};
  for (uint64_t i = 0; i < games; i++)
    for (int side = 0; side < s->sides; side++)
      won[side] += c->played[i].end == MATCH_WIN &&
                   c->played[i].winners >> first_seat(s, side) & 1;
  *best = *worst = 0;
  for (int side = 1; side < s->sides; side++) {
    *best = won[side] > won[*best] ? side : *best;
    *worst = won[side] < won[*worst] ? side : *worst;
  }
  if (*best == *worst)
    *worst = (*best + 1) % s->sides;
}

static Scale scale_for(const ComparedRun *c, uint64_t games, Compared what) {
  const Schedule *s = &c->run.schedule;
  Scale scale = {.ply = what.measure == MEASURE_PLIES};
  if (what.measure == MEASURE_SEAT)
    scale.seat[what.which] = 1;
  if (what.measure == MEASURE_END)
    scale.end[what.which] = 1;
  if (what.measure == MEASURE_GAP) {
    int best, worst;
    find_gap(c, games, &best, &worst);
    scale.seat[first_seat(s, best)] += 1;
    scale.seat[first_seat(s, worst)] -= 1;
  }
  return scale;
}

static double weigh(const Scale *scale, const Played *game) {
  double sum = scale->end[game->end] + scale->ply * game->plies;
  for (unsigned won = game->end == MATCH_WIN ? game->winners : 0; won;
       won &= won - 1)
    sum += scale->seat[__builtin_ctz(won)];
  return sum;
}

/* ---- comparing -----------------------------------------------------------*/

/* The least and the most a game can measure; of plies, that has been seen. */
typedef struct Ends {
  double low, high;
} Ends;

static Ends ends_of(Measure measure) {
  return measure == MEASURE_PLIES ? (Ends){INFINITY, -INFINITY}
         : measure == MEASURE_GAP ? (Ends){-1, 1}
                                  : (Ends){0, 1};
}

/* Both runs' sums, and those of the differences of their pairs. */
typedef struct Both {
  Sums one, other, pairs;
  Ends ends;
} Both;

/* Where something never came up, the variance is found to be nothing, though it
 * is not known to be. As Agresti and Caffo have it for rates, the interval is
 * made as if a game more had come to each end; for pairs, as Agresti and Min
 * have it, half a pair. */
static void add_exploration_note(Both *both) {
  double low = both->ends.low, high = both->ends.high;
  Sums more = {2, low + high, low * low + high * high};
  both->one = sums_merge(&both->one, &more);
  both->other = sums_merge(&both->other, &more);
  more = (Sums){2, 0, (high - low) * (high - low)};
  both->pairs = sums_merge(&both->pairs, &more);
}

/* The difference of two means, the other less the one. */
static Estimate independent(const Sums *one, const Sums *other) {
  Estimate a = sums_mean(one), b = sums_mean(other);
  if (!estimate_has_interval(a) || !estimate_has_interval(b))
    return estimate_plain(b.value - a.value, 0);
  double half = hypot(estimate_half_width(a), estimate_half_width(b));
  double value = b.value - a.value;
  return (Estimate){value, value - half, value + half, 0};
}

/* Half a pair at each end is not enough for who looks often: where one game
 * never ends in some way and the other seldom does, intervals missed in 6.5% of
 * runs. With a whole one it is less than 4%. Plies need that, too: two
 * games that are rarely different would seem to be surely the same. */
static Estimate at_any_time(const Both *both, double alpha) {
  double reach = both->ends.high - both->ends.low;
  const Sums more = {2, 0, 2 * reach * reach};
  Sums pairs = sums_merge(&both->pairs, &more);
  double n = (double)pairs.n, mean = pairs.sum / n;
  double spread = fmax(pairs.squares - pairs.sum * mean, 0);
  Estimate e = confidence_sequence_mean(mean, sqrt(spread / (n - 1)),
                                        both->pairs.n, alpha);
  e.value = both->pairs.sum / (double)both->pairs.n;
  return e;
}

static void widen(Ends *ends, double number) {
  ends->low = fmin(ends->low, number);
  ends->high = fmax(ends->high, number);
}

static Both add_up(const Comparison *c, Compared what) {
  uint64_t ones = c->one->run.tally.games, others = c->other->run.tally.games;
  Both both = {.ends = ends_of(what.measure)};
  if (c->paired) /* the same games of both */
    ones = others = c->games;
  Scale one = scale_for(c->one, ones, what);
  Scale other = scale_for(c->other, others, what);
  for (uint64_t i = 0; i < ones || i < others; i++) {
    double a = i < ones ? weigh(&one, &c->one->played[i]) : 0;
    double b = i < others ? weigh(&other, &c->other->played[i]) : 0;
    if (i < ones) {
      sums_add(&both.one, a);
      widen(&both.ends, a);
    }
    if (i < others) {
      sums_add(&both.other, b);
      widen(&both.ends, b);
    }
    if (i < ones && i < others)
      sums_add(&both.pairs, b - a);
  }
  return both;
}

/* The sides which are found to win most and least are chosen after the fact,
 * from so many pairs of them, and differ more than any two would. With four
 * fair seats, and more games of one run than of the other, an interval for one
 * pair called one of the runs fairer in 18% of cases. With two sides nothing is
 * chosen but a sign, and one is enough. */
static int branching_sum(const Comparison *c, Measure measure) {
  int a = c->one->run.schedule.sides, b = c->other->run.schedule.sides;
  int most = a > b ? a : b;
  return measure == MEASURE_GAP && most > 2 ? most * (most - 1) / 2 : 1;
}

static Estimate stretch(Estimate e, double by) {
  double middle = (e.low + e.high) / 2, half = by * estimate_half_width(e);
  return (Estimate){e.value, middle - half, middle + half, e.n};
}

static Difference difference(const Comparison *c, Compared what) {
  Both both = add_up(c, what);
  int among = branching_sum(c, what.measure);
  bool rate = what.measure != MEASURE_PLIES;
  Difference d = {.what = what,
                  .one = sums_mean(&both.one).value,
                  .other = sums_mean(&both.other).value,
                  .anytime = at_any_time(&both, 0.05 / among)};
  if (rate)
    add_exploration_note(&both);
  d.is =
      c->paired ? sums_mean(&both.pairs) : independent(&both.one, &both.other);
  d.is = stretch(d.is, bonferroni_z(among) / Z95);
  d.is.value = d.other - d.one;
  d.is.n = d.anytime.n = c->games;
  if (rate) {
    d.is = estimate_clamp(d.is, -1, 1);
    if (isfinite(d.anytime.low)) /* too few games: none, not all there can be */
      d.anytime = estimate_clamp(d.anytime, -1, 1);
  }
  return d;
}

static void add(Comparison *c, Measure measure, int which) {
  c->list[c->count++] = difference(c, (Compared){measure, which});
}

/* Under whatever names. */
static bool same_dir(const char *one, const char *other) {
  struct stat a, b;
  return strcmp(one, other) == 0 ||
         (stat(one, &a) == 0 && stat(other, &b) == 0 && a.st_dev == b.st_dev &&
          a.st_ino == b.st_ino);
}

bool compare(const ComparedRun *one, const ComparedRun *other, Comparison *to,
             Error *error) {
  const Run *a = &one->run, *b = &other->run;
  *to = (Comparison){.one = one, .other = other};
  if (same_dir(one->dir, other->dir))
    return error_set(error, "%.300s is compared with itself", one->dir);
  uint64_t most =
      a->tally.games > b->tally.games ? a->tally.games : b->tally.games;
  to->games = a->tally.games < b->tally.games ? a->tally.games : b->tally.games;
  /* Where one has far more games, leaving them out would lose more than pairing
   * gains. What the pairs have in common then makes intervals too wide, if
   * anything. */
  to->paired = a->plan.seed == b->plan.seed && a->first == b->first &&
               2 * to->games >= most;
  int seats = a->schedule.seats < b->schedule.seats ? a->schedule.seats
                                                    : b->schedule.seats;
  for (int seat = 0; seat < seats; seat++)
    add(to, MEASURE_SEAT, seat);
  add(to, MEASURE_GAP, 0);
  for (int end = MATCH_DRAW; end < MATCH_ENDS; end++)
    add(to, MEASURE_END, end);
  add(to, MEASURE_PLIES, 0);
  return true;
}

const Difference *compare_find(const Comparison *c, Compared what) {
  for (int i = 0; i < c->count; i++)
    if (c->list[i].what.measure == what.measure &&
        c->list[i].what.which == what.which)
      return &c->list[i];
  return NULL;
}

/* ---- verdicts ------------------------------------------------------------*/

static bool is_sure(const Difference *d) {
  return d->is.low > 0 || d->is.high < 0;
}

static bool two_sides(const Comparison *c) {
  return c->one->run.schedule.sides == 2 && c->other->run.schedule.sides == 2;
}

/* "seat 1 wins 51.2% against 56.9%, difference 5.7 ± 1.4 points": the second
 * folder's first. */
static void say_seat(const Comparison *c, const char *begin, bool turned,
                     Sentences *to) {
  const Difference *d = compare_find(c, (Compared){MEASURE_SEAT, 0});
  sentences_add(to,
                "%s: seat 1 wins %.1f%% against %.1f%%, difference %.1f ± %.1f "
                "points.",
                begin, 100 * (turned ? d->one : d->other),
                100 * (turned ? d->other : d->one), 100 * fabs(d->is.value),
                half_points(d->is.low, d->is.high));
}

static void say_gap(const Difference *d, const char *begin, const char *whose,
                    bool turned, Sentences *to) {
  sentences_add(to,
                "%s: %s seats' win rates differ by %.1f points against %.1f, "
                "difference %.1f ± %.1f points.",
                begin, whose, 100 * (turned ? d->one : d->other),
                100 * (turned ? d->other : d->one), 100 * fabs(d->is.value),
                half_points(d->is.low, d->is.high));
}

/* With two sides, few games without a winner and the same side ahead in both,
 * how often seat 1 wins says it all: nearer to half is fairer. Where many are
 * drawn it can be the other way round, as in 30% and 30% of games against 50%
 * and 40%. */
static bool seat_tells(const Comparison *c, const Difference *gap) {
  const Difference *seat = compare_find(c, (Compared){MEASURE_SEAT, 0});
  double one = seat->one - 0.5, other = seat->other - 0.5;
  return two_sides(c) && is_sure(seat) && one * other >= 0 &&
         (gap->is.value > 0 ? fabs(one) < fabs(other)
                            : fabs(other) < fabs(one));
}

static void judge_fairness(const Comparison *c, Sentences *to) {
  const Difference *gap = compare_find(c, (Compared){MEASURE_GAP, 0});
  char begin[SENTENCE / 2];
  bool one = gap->is.value > 0; /* the first is the fairer one */
  if (!is_sure(gap)) {
    static const char NEITHER[] = "Neither is shown to be fairer";
    if (two_sides(c) && !is_sure(compare_find(c, (Compared){MEASURE_SEAT, 0})))
      say_seat(c, NEITHER, false, to);
    else
      say_gap(gap, NEITHER, "their", false, to);
    return;
  }
  snprintf(begin, sizeof begin, "%.200s is fairer",
           one ? c->one->dir : c->other->dir);
  if (seat_tells(c, gap))
    say_seat(c, begin, one, to);
  else
    say_gap(gap, begin, "its", one, to);
}

/* A normal interval of a mean is far too narrow for a handful of numbers: of
 * ten it misses in 8% of cases, of two in 30%. */
enum { ENOUGH_FOR_MEANS = 30 };

static void judge_length(const Comparison *c, Sentences *to) {
  const Difference *d = compare_find(c, (Compared){MEASURE_PLIES, 0});
  if (is_sure(d) && c->games >= ENOUGH_FOR_MEANS)
    sentences_add(to,
                  "%.200s is %s: %.1f plies against %.1f, difference %.1f ± "
                  "%.1f.",
                  c->other->dir, d->is.value > 0 ? "longer" : "shorter",
                  d->other, d->one, fabs(d->is.value),
                  estimate_half_width(d->is));
  else
    sentences_add(to,
                  "Neither is shown to be longer: %.1f plies against %.1f, "
                  "difference %.1f ± %.1f.",
                  d->other, d->one, fabs(d->is.value),
                  estimate_half_width(d->is));
}

static void judge_end(const Comparison *c, MatchEnd end, const char *verb,
                      Sentences *to) {
  const Difference *d = compare_find(c, (Compared){MEASURE_END, (int)end});
  if (is_sure(d))
    sentences_add(to,
                  "%.200s is %s %s often: %.1f%% against %.1f%%, difference "
                  "%.1f ± %.1f points.",
                  c->other->dir, verb, d->is.value > 0 ? "more" : "less",
                  100 * d->other, 100 * d->one, 100 * fabs(d->is.value),
                  half_points(d->is.low, d->is.high));
}

void compare_verdict(const Comparison *c, Sentences *to) {
  if (c->games < 2) {
    sentences_add(to, "A single game each says nothing: play more.");
    return;
  }
  judge_fairness(c, to);
  judge_length(c, to);
  judge_end(c, MATCH_DRAW, "drawn", to);
  judge_end(c, MATCH_TRUNCATED, "cut off", to);
  judge_end(c, MATCH_FORFEIT, "forfeited", to);
}
