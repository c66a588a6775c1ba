#include "analysis/metrics/standings.h"

#include "analysis/metrics/bot_match.h"
#include "analysis/metrics/rating_data.h"
#include "analysis/metrics/seats.h"
#include "analysis/metrics/standings_internal.h"
#include "analysis/metrics/stopping_rule.h"
#include "analysis/metrics/verdict.h"
#include "analysis/stats/distribution.h"
#include <math.h>

double score_share(const Score *s) {
  double all = (double)(s->points + s->against);
  return all > 0 ? (double)s->points / all : NAN;
}

/* ---- counting ------------------------------------------------------------*/

static const SeatTally *seats_of(const Tally *t, size_t seating) {
  return &t->seat[seating * (size_t)t->schedule->seats];
}

/* Adds the counts that do not depend on the opponent. */
static void add_own(const Tally *t, size_t seating, int side, Score *sum) {
  const Schedule *s = t->schedule;
  const SeatTally *seats = seats_of(t, seating);
  const uint64_t *ends = t->seating[seating].ends;
  uint64_t forfeits = rating_forfeits(t, seating, side);
  for (int end = 0; end < MATCH_ENDS; end++)
    sum->games += ends[end];
  sum->won += seats[rating_first_seat(s, side)].won;
  sum->drawn += ends[MATCH_DRAW];
  sum->truncated += ends[MATCH_TRUNCATED];
  sum->forfeits += forfeits;
  sum->points += seats[side].points;
  for (int seat = 0; seat < s->seats; seat++)
    sum->nodes += s->side[seat] == side ? seats[seat].nodes : 0;
}

/* Adds the results of a side in the games of a seating, against all others. */
static void add_score(const Tally *t, size_t seating, int side, Score *sum) {
  const SeatTally *seats = seats_of(t, seating);
  const uint64_t *ends = t->seating[seating].ends;
  add_own(t, seating, side, sum);
  sum->lost +=
      ends[MATCH_WIN] - seats[rating_first_seat(t->schedule, side)].won;
  sum->walkovers += ends[MATCH_FORFEIT] - rating_forfeits(t, seating, side);
  for (int other = 0; other < t->schedule->sides; other++)
    sum->against += other == side ? 0 : seats[other].points;
}

/* Adds the results of a side in the games of a seating, against one other. */
static void add_pair(const Tally *t, size_t seating, int side, int other,
                     Score *sum) {
  const SeatTally *seats = seats_of(t, seating);
  add_own(t, seating, side, sum);
  sum->lost += seats[rating_first_seat(t->schedule, other)].won;
  sum->walkovers += rating_forfeits(t, seating, other);
  sum->against += seats[other].points;
}

Score standings_cross(const Standings *st, int bot, int side, int opponent) {
  const Tally *t = st->tally;
  Score sum = {0};
  for (size_t i = 0; i < t->schedule->seatings; i++) {
    if (rating_bot(t->schedule, i, side) != bot)
      continue;
    if (opponent < 0)
      add_score(t, i, side, &sum);
    for (int other = 0; other < st->sides; other++)
      if (other != side && rating_bot(t->schedule, i, other) == opponent)
        add_pair(t, i, side, other, &sum);
  }
  return sum;
}

uint64_t standings_games(const Standings *st) {
  return st->tally->games - st->tally->ends[MATCH_TRUNCATED];
}

static void count_scores(Standings *st) {
  const Tally *t = st->tally;
  for (size_t i = 0; i < t->schedule->seatings; i++)
    for (int side = 0; side < st->sides; side++) {
      add_score(t, i, side, &st->side[side]);
      add_score(t, i, side, &st->bot[rating_bot(t->schedule, i, side)]);
    }
}

/* ---- rating --------------------------------------------------------------*/

/* The strength rounded as in ratings.csv, so that rounding errors do not decide
 * the order. Unlike the rating it is finite. */
static long long sort_key(const Standings *st, int bot) {
  return llround(1e5 * st->ratings.at[bot]);
}

/* Sorts the best first; ties keep the order in which the bots were named. */
static void sort(Standings *st) {
  for (int i = 0; i < st->bots; i++) {
    int at = i;
    for (; at > 0 && sort_key(st, st->order[at - 1]) < sort_key(st, i); at--)
      st->order[at] = st->order[at - 1];
    st->order[at] = i;
  }
}

bool standings_apply(const Tally *t) {
  const Schedule *s = t->schedule;
  return s->bots > 1 && s->sides > 1 && s->seatings > 1 && rating_by_bot(s);
}

/* With more than two sides the test takes games as independent. At worst, those
 * that share an opening say no more than one. */
static void test_fit(Standings *st) {
  st->interaction = score_test_interaction(&st->data, &st->ratings);
  st->fit = score_test_pairs(&st->data, &st->ratings);
  if (st->fit.freedom && !st->data.pairs) {
    st->fit.chi_square /= schedule_alike(st->tally->schedule);
    st->fit.p = chi_square_tail(st->fit.chi_square, st->fit.freedom);
  }
  st->interaction.p = look_p(st->tally->raised, st->interaction.p);
  st->fit.p = look_p(st->tally->raised, st->fit.p);
}

/* What is said of the seats is decided in one place. */
static bool rate_sides(Standings *st, Error *error) {
  Seats seats;
  if (!seats_make(&seats, st->tally, error))
    return false;
  for (int side = 0; side < st->sides; side++)
    st->ratings.side[side] = isnan(seats.elo[side].value)
                                 ? (Rating){NAN, -INFINITY, INFINITY, 0}
                                 : seats.elo[side];
  seats_free(&seats);
  return true;
}

bool standings_make(Standings *st, const Tally *tally, Error *error) {
  *st = (Standings){.tally = tally,
                    .bots = tally->schedule->bots,
                    .sides = tally->schedule->sides};
  count_scores(st);
  for (int side = 0; side < st->sides; side++)
    schedule_side_name(tally->schedule, side, st->seats[side]);
  if (!rating_data_make(&st->data, tally, error) ||
      !rating_data_fit(&st->data, tally, &st->ratings, error) ||
      !rate_sides(st, error)) {
    standings_free(st);
    return false;
  }
  sort(st);
  test_fit(st);
  return true;
}

Rating standings_tested(const Standings *st, int bot, int other) {
  BotMatch match;
  bot_match_make(&match, st->tally, bot, other);
  return elo_of_estimate(bot_match_score(&match, &st->sprt));
}

/* The intervals of the two bots of a test allow for it. Their ratings sum to
 * zero, unless one is the reference of the other. */
static void rate_tested(Standings *st) {
  for (int bot = 0; bot < st->bots; bot++) {
    Rating r = standings_tested(st, bot, !bot);
    if (isfinite(r.value))
      st->ratings.player[bot] = (Rating){r.value / 2, r.low / 2, r.high / 2, 0};
    else if (bot != st->ratings.reference)
      st->ratings.player[bot] = r;
  }
}

/* Games that repeat each other show nothing of others. */
static void drop_intervals(Standings *st) {
  for (int bot = 0; bot < st->bots; bot++)
    st->ratings.player[bot].low = st->ratings.player[bot].high = NAN;
  for (int side = 0; side < st->sides; side++)
    st->ratings.side[side].low = st->ratings.side[side].high = NAN;
  st->interaction.p = st->fit.p = NAN;
}

bool standings_of_run(Standings *st, const Run *run, Error *error) {
  if (!standings_make(st, &run->tally, error))
    return false;
  st->sequential = stopping_rule_sprt(run, &st->sprt);
  st->match = verdict_is_match(run);
  st->repetitive = verdict_is_repetitive(&run->tally);
  st->rotated = run->plan.seating == SEATING_ROTATED && st->bots > 2;
  if (st->sequential)
    rate_tested(st);
  if (st->repetitive)
    drop_intervals(st);
  return true;
}

void standings_free(Standings *st) {
  rating_data_free(&st->data);
}
