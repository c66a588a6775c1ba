#include "core/run/tally.h"

#include <stdlib.h>

bool tally_make(Tally *t, const Schedule *schedule, int max_plies,
                Error *error) {
  *t = (Tally){.schedule = schedule, .max_plies = max_plies};
  size_t seats = schedule->seatings * (size_t)schedule->seats;
  t->ended = calloc((size_t)max_plies + 1, sizeof *t->ended);
  t->stopped = calloc((size_t)max_plies + 1, sizeof *t->stopped);
  t->seating = calloc(schedule->seatings, sizeof *t->seating);
  t->seat = calloc(seats, sizeof *t->seat);
  bool paired = schedule->paired && schedule->sides == 2;
  t->pair = paired ? calloc(schedule->seatings, sizeof *t->pair) : NULL;
  t->first_half = -1;
  if (t->ended && t->stopped && t->seating && t->seat && (t->pair || !paired))
    return true;
  tally_free(t);
  return error_set(error, "out of memory (tally)");
}

void tally_free(Tally *t) {
  free(t->ended);
  free(t->stopped);
  free(t->seating);
  free(t->seat);
  free(t->pair);
  *t = (Tally){.schedule = NULL};
}

static unsigned sides_of(const Schedule *s, unsigned seats) {
  unsigned sides = 0;
  for (int seat = 0; seat < s->seats; seat++)
    if (seats >> seat & 1)
      sides |= 1u << s->side[seat];
  return sides;
}

/* The sides that share the points of a game; none if it was truncated. */
static unsigned scorers(const Schedule *s, const Match *match) {
  unsigned all = (1u << s->sides) - 1;
  switch (match->end) {
  case MATCH_WIN:
    return sides_of(s, match->winners);
  case MATCH_DRAW:
    return all;
  case MATCH_FORFEIT:
    return all & ~(1u << s->side[match->forfeiter]);
  default:
    return 0;
  }
}

/* The points of the first of two sides in halves; -1 if nobody has any. */
static int halves(const Schedule *s, const Match *match) {
  unsigned sides = scorers(s, match);
  return sides == 0 ? -1 : sides == 1 ? 2 : sides == 2 ? 0 : 1;
}

/* A shard may begin with the second game of a pair, which then does not count:
 * only the whole run has all pairs. */
static void add_pair(Tally *t, size_t seating, const Match *match) {
  const Schedule *s = t->schedule;
  size_t first = s->round[seating];
  if (schedule_round_games(s, first) != 2)
    return;
  int points = halves(s, match);
  if (seating != first && points >= 0 && t->first_half >= 0)
    t->pair[first].count[t->first_half][points]++;
  t->first_half = seating == first ? points : -1;
}

static void add_points(const Schedule *s, const Match *match, SeatTally *seat) {
  unsigned sides = scorers(s, match);
  unsigned share = sides ? POINTS / (unsigned)__builtin_popcount(sides) : 0;
  for (; sides; sides &= sides - 1)
    seat[__builtin_ctz(sides)].points += share;
}

void moments_add(Moments *m, uint64_t number) {
  m->count++;
  m->sum += number;
  m->squares += (Wide)number * number;
}

static void add_sides(Tally *t, const Match *match) {
  unsigned sides =
      match->end == MATCH_WIN ? sides_of(t->schedule, match->winners) : 0;
  int among = __builtin_popcount(sides);
  for (unsigned left = sides; left; left &= left - 1) {
    SideTally *side = &t->side[__builtin_ctz(left)];
    side->among[among - 1]++;
    moments_add(&side->plies, (uint64_t)match->plies);
    for (unsigned other = sides; other; other &= other - 1)
      side->together[__builtin_ctz(other)]++;
  }
}

static void add_legal_moves(Tally *t, const Match *match) {
  uint64_t plies = (uint64_t)match->plies, sum = match->legal_moves;
  t->legal_moves += sum;
  t->legal_squares += (Wide)sum * sum;
  t->legal_plies += (Wide)sum * plies;
  if (match->branching_max > t->branching_max)
    t->branching_max = match->branching_max;
}

static void add_length(Tally *t, const Match *match) {
  bool ended = match->end == MATCH_WIN || match->end == MATCH_DRAW;
  (ended ? t->ended : t->stopped)[match->plies]++;
  moments_add(&t->plies_by_end[match->end], (uint64_t)match->plies);
}

void tally_add(Tally *t, size_t seating, const Match *match) {
  const Schedule *s = t->schedule;
  t->games++;
  t->ends[match->end]++;
  t->plies += (uint64_t)match->plies;
  t->passes += (uint64_t)match->passes;
  t->moved |= match->moved;
  distinct_add(&t->distinct, match->hash);
  add_legal_moves(t, match);
  add_length(t, match);
  add_sides(t, match);
  t->seating[seating].ends[match->end]++;
  SeatTally *seat = &t->seat[seating * (size_t)s->seats];
  for (unsigned won = match->end == MATCH_WIN ? match->winners : 0; won;
       won &= won - 1)
    seat[__builtin_ctz(won)].won++;
  if (match->forfeiter >= 0)
    seat[match->forfeiter].forfeits++;
  for (int i = 0; i < s->seats; i++)
    if (match->nodes[i])
      seat[i].nodes += match->nodes[i];
  add_points(s, match, seat);
  if (t->pair)
    add_pair(t, seating, match);
}

uint64_t tally_won(const Tally *t, int seat) {
  uint64_t won = 0;
  for (size_t i = 0; i < t->schedule->seatings; i++)
    won += t->seat[i * (size_t)t->schedule->seats + (size_t)seat].won;
  return won;
}

static void add_side(BotTally *sum, const SeatingTally *seating,
                     const SeatTally *seat) {
  for (int end = 0; end < MATCH_ENDS; end++)
    sum->games += seating->ends[end];
  sum->won += seat->won;
  sum->lost += seating->ends[MATCH_WIN] - seat->won;
  sum->drawn += seating->ends[MATCH_DRAW];
  sum->truncated += seating->ends[MATCH_TRUNCATED];
}

/* Seats of one side win and lose together, so they count as one. */
static void add_seating(BotTally *sum, const Tally *t, size_t seating,
                        int bot) {
  const Schedule *s = t->schedule;
  const SeatTally *seat = &t->seat[seating * (size_t)s->seats];
  unsigned sides = 0;
  for (int i = 0; i < s->seats; i++) {
    if (schedule_bots(s, seating)[i] != bot)
      continue;
    sum->forfeits += seat[i].forfeits;
    sum->nodes += seat[i].nodes;
    if (!(sides >> s->side[i] & 1))
      add_side(sum, &t->seating[seating], &seat[i]);
    sides |= 1u << s->side[i];
  }
}

BotTally tally_bot(const Tally *t, int bot) {
  BotTally sum = {0};
  for (size_t i = 0; i < t->schedule->seatings; i++)
    add_seating(&sum, t, i, bot);
  return sum;
}

uint64_t tally_distinct(const Tally *t, bool *exact) {
  uint64_t count = distinct_count(&t->distinct, exact);
  return count < t->games ? count : t->games;
}
