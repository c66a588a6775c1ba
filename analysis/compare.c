#include "compare.h"

#include "balance.h"
#include "sequence.h"
#include "summary.h"
#include <math.h>
#include <stdlib.h>

/* ---- reading -------------------------------------------------------------*/

static bool keep(void *context, uint64_t index, const Match *match,
                 Error *error) {
  Contestant *c = context;
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

bool contestant_read(Contestant *c, const char *folder, Error *error) {
  *c = (Contestant){.folder = folder};
  if (!run_read(&c->run, folder, keep, c, error)) {
    free(c->played);
    c->played = NULL;
    return false;
  }
  if (c->run.tally.games)
    return true;
  contestant_free(c);
  return error_set(error, "%.600s has no games yet", folder);
}

void contestant_free(Contestant *c) {
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

static Scale scale_for(const Contestant *c, Compared what) {
  const Schedule *s = &c->run.schedule;
  Scale scale = {.ply = what.measure == MEASURE_PLIES};
  if (what.measure == MEASURE_SEAT)
    scale.seat[what.which] = 1;
  if (what.measure == MEASURE_END)
    scale.end[what.which] = 1;
  if (what.measure == MEASURE_GAP) {
    scale.seat[first_seat(s, balance_best(&c->run.tally))] += 1;
    scale.seat[first_seat(s, balance_worst(&c->run.tally))] -= 1;
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

/* Where something never came up, the variance is found to be nothing, though it
 * is not known to be. As Agresti and Caffo have it for rates, the interval is
 * made as if each outcome had come up once more; for pairs, as Agresti and Min
 * have it, half as often. */
static void add_doubt(Sums *sums, bool centred) {
  sums->n += 2;
  sums->sum += centred ? 0 : 1; /* one of 1 and 0, or halves of 1 and -1 */
  sums->squares += 1;
}

/* The difference of two means, the other less the one. */
static Estimate independent(const Sums *one, const Sums *other) {
  Estimate a = sums_mean(one), b = sums_mean(other);
  if (!has_interval(a) || !has_interval(b))
    return plain_of(b.value - a.value, 0);
  double half = hypot(half_width(a), half_width(b));
  double value = b.value - a.value;
  return (Estimate){value, value - half, value + half, 0};
}

static Estimate at_any_time(const Sums *pairs) {
  double n = (double)pairs->n, mean = pairs->sum / n;
  double spread = fmax(pairs->squares - pairs->sum * mean, 0);
  return sequence_mean(mean, n > 1 ? sqrt(spread / (n - 1)) : 0, pairs->n,
                       0.05);
}

/* Both runs' sums, and those of the differences of their pairs. */
typedef struct Both {
  Sums one, other, pairs;
} Both;

static Both add_up(const Comparison *c, Compared what) {
  Scale one = scale_for(c->one, what), other = scale_for(c->other, what);
  uint64_t ones = c->one->run.tally.games, others = c->other->run.tally.games;
  Both both = {.pairs = {0}};
  if (c->paired) /* the same games of both */
    ones = others = c->games;
  for (uint64_t i = 0; i < ones || i < others; i++) {
    double a = i < ones ? weigh(&one, &c->one->played[i]) : 0;
    double b = i < others ? weigh(&other, &c->other->played[i]) : 0;
    if (i < ones)
      sums_add(&both.one, a);
    if (i < others)
      sums_add(&both.other, b);
    if (i < ones && i < others)
      sums_add(&both.pairs, b - a);
  }
  return both;
}

static Difference difference(const Comparison *c, Compared what) {
  Both both = add_up(c, what);
  Difference d = {.what = what,
                  .one = sums_mean(&both.one).value,
                  .other = sums_mean(&both.other).value};
  if (what.measure != MEASURE_PLIES) {
    bool centred = what.measure == MEASURE_GAP;
    add_doubt(&both.one, centred);
    add_doubt(&both.other, centred);
    add_doubt(&both.pairs, true);
  }
  d.is =
      c->paired ? sums_mean(&both.pairs) : independent(&both.one, &both.other);
  d.anytime = at_any_time(&both.pairs);
  d.is.value = d.anytime.value = d.other - d.one;
  d.is.n = d.anytime.n = c->games;
  return d;
}

static void add(Comparison *c, Measure measure, int which) {
  c->list[c->count++] = difference(c, (Compared){measure, which});
}

bool compare(const Contestant *one, const Contestant *other, Comparison *to,
             Error *error) {
  const Run *a = &one->run, *b = &other->run;
  *to = (Comparison){.one = one, .other = other};
  if (strcmp(one->folder, other->folder) == 0)
    return error_set(error, "%.300s is compared with itself", one->folder);
  to->paired = a->plan.seed == b->plan.seed && a->first == b->first;
  to->games = a->tally.games < b->tally.games ? a->tally.games : b->tally.games;
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

static void say_gap(const Difference *d, const char *begin, bool turned,
                    Sentences *to) {
  sentences_add(to,
                "%s: its seats' win rates differ by %.1f points against %.1f, "
                "difference %.1f ± %.1f points.",
                begin, 100 * (turned ? d->one : d->other),
                100 * (turned ? d->other : d->one), 100 * fabs(d->is.value),
                half_points(d->is.low, d->is.high));
}

static void judge_fairness(const Comparison *c, Sentences *to) {
  const Difference *gap = compare_find(c, (Compared){MEASURE_GAP, 0});
  const Difference *seat = compare_find(c, (Compared){MEASURE_SEAT, 0});
  char begin[SENTENCE / 2];
  bool one = gap->is.value > 0; /* the first is the fairer one */
  if (!is_sure(gap)) {
    say_seat(c, "Neither is shown to be fairer", false, to);
    return;
  }
  snprintf(begin, sizeof begin, "%.200s is fairer",
           one ? c->one->folder : c->other->folder);
  if (two_sides(c) && is_sure(seat))
    say_seat(c, begin, one, to);
  else
    say_gap(gap, begin, one, to);
}

static void judge_length(const Comparison *c, Sentences *to) {
  const Difference *d = compare_find(c, (Compared){MEASURE_PLIES, 0});
  if (is_sure(d))
    sentences_add(to,
                  "%.200s is %s: %.1f plies against %.1f, difference %.1f ± "
                  "%.1f.",
                  c->other->folder, d->is.value > 0 ? "longer" : "shorter",
                  d->other, d->one, fabs(d->is.value), half_width(d->is));
  else
    sentences_add(to,
                  "They are about equally long: %.1f plies against %.1f, "
                  "difference %.1f ± %.1f.",
                  d->other, d->one, fabs(d->is.value), half_width(d->is));
}

static void judge_end(const Comparison *c, MatchEnd end, const char *verb,
                      Sentences *to) {
  const Difference *d = compare_find(c, (Compared){MEASURE_END, (int)end});
  if (is_sure(d))
    sentences_add(to,
                  "%.200s is %s %s often: %.1f%% against %.1f%%, difference "
                  "%.1f ± %.1f points.",
                  c->other->folder, verb, d->is.value > 0 ? "more" : "less",
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
