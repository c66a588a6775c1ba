/* The first-player advantage of a run in which bots change seats, stratified by
 * seating. */
#include "analysis/metrics/standings.h"
#include "analysis/stats/distribution.h"
#include <math.h>

/* Of the games of a seating with a result: 1 for each that the first side won
 * and -1 for each that the second won, summed, and their squares. */
typedef struct Stratum {
  double n, sum, squares;
} Stratum;

/* There are two sides. All seatings together have one game more at each
 * extreme, as have the other metrics of balance (Bonett and Price 2012). */
static Stratum stratum_of(const Standings *st, size_t seating) {
  const Tally *t = st->tally;
  const Schedule *s = t->schedule;
  const uint64_t *ends = t->seating[seating].ends;
  double won[2] = {0}, added = 2.0 / (double)s->seatings;
  for (int seat = s->seats - 1; seat >= 0; seat--)
    won[s->side[seat]] =
        (double)t->seat[seating * (size_t)s->seats + (size_t)seat].won;
  double shared = won[0] + won[1] - (double)ends[MATCH_WIN];
  return (Stratum){(double)(ends[MATCH_WIN] + ends[MATCH_DRAW]) + added,
                   won[0] - won[1], won[0] + won[1] - 2 * shared + added};
}

static double variance_of(Stratum s) {
  return fmax(s.squares - s.sum * s.sum / s.n, 0) / (s.n - 1) / s.n;
}

/* The two games of a pair are not independent: their covariance. */
static double covariance_of(const Standings *st, const RatingPair *pair) {
  Stratum one = stratum_of(st, (size_t)pair->first);
  Stratum other = stratum_of(st, (size_t)pair->second);
  double n = pair->pairs;
  if (n < 2)
    return 0;
  double points = pair->product - pair->first_points * pair->second_points / n;
  return 4 * points / (n - 1) * n / one.n / other.n;
}

Estimate standings_advantage(const Standings *st) {
  double strata = (double)st->tally->schedule->seatings;
  double value = 0, middle = 0, variance = 0, games = 0;
  Estimate none = {NAN, NAN, NAN, 0};
  if (st->sides != 2)
    return none;
  for (size_t i = 0; i < st->tally->schedule->seatings; i++) {
    Stratum s = stratum_of(st, i);
    double n = s.n - 2 / strata;
    if (n < 1.5)
      return none;
    value += s.sum / n / strata;
    middle += s.sum / s.n / strata;
    variance += variance_of(s) / strata / strata;
    games += n;
  }
  for (int i = 0; i < st->data.pairs; i++)
    variance += 2 * covariance_of(st, &st->data.pair[i]) / strata / strata;
  double half =
      student_quantile(1 - look_alpha(st->tally->raised) / 2, games - strata) *
      sqrt(fmax(variance, 0));
  Estimate e = {value, middle - half, middle + half, (uint64_t)llround(games)};
  return estimate_clamp(e, -1, 1);
}
