#include "core/run/tally.h"

#include "core/base/need.h"
#include <stdlib.h>

static void make_seatings(Tally *t, size_t count) {
  const Schedule *s = t->schedule;
  bool paired = s->paired && s->sides == 2;
  t->seating = need_array(count, sizeof *t->seating);
  t->seat = need_array(count * (size_t)s->seats, sizeof *t->seat);
  t->pair = paired ? need_array(count, sizeof *t->pair) : NULL;
  t->first_half = t->second_half = -1;
  t->score = s->has_score ? need(sizeof *t->score) : NULL;
}

bool tally_make(Tally *t, const Schedule *schedule, int max_plies,
                Error *error) {
  *t = (Tally){.schedule = schedule, .max_plies = max_plies};
  t->ended = calloc((size_t)max_plies + 1, sizeof *t->ended);
  t->stopped = calloc((size_t)max_plies + 1, sizeof *t->stopped);
  make_seatings(t, schedule->seatings);
  if (t->ended && t->stopped)
    return true;
  tally_free(t);
  return error_set(error, "out of memory (games of up to %d plies)", max_plies);
}

/* How many seatings so many games in a row have. */
static size_t seatings_of(const Schedule *s, uint64_t games) {
  return games < s->seatings ? (size_t)games : s->seatings;
}

void tally_make_part(Tally *t, const Schedule *schedule, int games) {
  *t = (Tally){.schedule = schedule};
  t->lengths = need_array((size_t)games, sizeof *t->lengths);
  make_seatings(t, seatings_of(schedule, (uint64_t)games));
}

size_t tally_part_bytes(const Schedule *s, int games) {
  size_t seating = sizeof(SeatingTally) + (size_t)s->seats * sizeof(SeatTally) +
                   (s->paired ? sizeof(PairTally) : 0);
  return (size_t)games * sizeof(uint32_t) +
         seatings_of(s, (uint64_t)games) * seating +
         (s->has_score ? sizeof(ScoreTally) : 0);
}

/* Keeps the sketch of the hashes: those of earlier games have been merged, and
 * merging them again changes nothing. So few hashes of later games are among
 * the least, and adding the others costs nothing. */
void tally_restart(Tally *t, size_t seating) {
  size_t used = seatings_of(t->schedule, t->games);
  memset(t->seating, 0, used * sizeof *t->seating);
  memset(t->seat, 0, used * (size_t)t->schedule->seats * sizeof *t->seat);
  if (t->pair)
    memset(t->pair, 0, used * sizeof *t->pair);
  if (t->score)
    *t->score = (ScoreTally){0};
  *t = (Tally){.schedule = t->schedule,
               .distinct = t->distinct,
               .lengths = t->lengths,
               .first = seating,
               .seating = t->seating,
               .seat = t->seat,
               .pair = t->pair,
               .score = t->score,
               .first_half = -1,
               .second_half = -1};
}

/* The entry of a seating. */
static size_t entry_of(const Tally *t, size_t seating) {
  return seating - t->first + (seating < t->first ? t->schedule->seatings : 0);
}

void tally_free(Tally *t) {
  free(t->ended);
  free(t->stopped);
  free(t->lengths);
  free(t->seating);
  free(t->seat);
  free(t->pair);
  free(t->score);
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
    t->pair[entry_of(t, first)].count[t->first_half][points]++;
  if (seating != first && t->games == 1)
    t->second_half = points;
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
  uint64_t plies = (uint64_t)(match->plies - match->rolls);
  uint64_t sum = match->legal_moves;
  t->legal_moves += sum;
  t->legal_squares += (Wide)sum * sum;
  t->legal_plies += (Wide)sum * plies;
  t->turn_squares += (Wide)plies * plies;
  if (match->branching_max > t->branching_max)
    t->branching_max = match->branching_max;
}

static void add_length(Tally *t, const Match *match) {
  bool ended = match->end == MATCH_WIN || match->end == MATCH_DRAW;
  if (t->lengths)
    t->lengths[t->games - 1] = (uint32_t)match->plies << 1 | !ended;
  else
    (ended ? t->ended : t->stopped)[match->plies]++;
  moments_add(&t->plies_by_end[match->end], (uint64_t)match->plies);
}

/* Adds games of a seating that all have this hash. */
static void add_hash(SeatingTally *s, uint64_t hash, uint64_t games) {
  if (s->least_games == 0 || hash < s->least) {
    s->least = hash;
    s->least_games = 0;
  }
  s->least_games += hash == s->least ? games : 0;
}

void tally_add(Tally *t, size_t seating, const Match *match) {
  const Schedule *s = t->schedule;
  t->games++;
  t->ends[match->end]++;
  t->plies += (uint64_t)match->plies;
  t->passes += (uint64_t)match->passes;
  t->rolls += (uint64_t)match->rolls;
  t->moved |= match->moved;
  distinct_add(&t->distinct, match->hash);
  add_legal_moves(t, match);
  add_length(t, match);
  add_sides(t, match);
  if (t->score && (match->end == MATCH_WIN || match->end == MATCH_DRAW) &&
      !match_is_resigned(match))
    score_tally_add(t->score, s, match);
  size_t entry = entry_of(t, seating);
  t->seating[entry].ends[match->end]++;
  add_hash(&t->seating[entry], match->hash, 1);
  SeatTally *seat = &t->seat[entry * (size_t)s->seats];
  for (unsigned won = match->end == MATCH_WIN ? match->winners : 0; won;
       won &= won - 1)
    seat[__builtin_ctz(won)].won++;
  if (match->end == MATCH_FORFEIT)
    seat[match->forfeiter].forfeits++;
  for (int i = 0; i < s->seats; i++)
    if (match->nodes[i])
      seat[i].nodes += match->nodes[i];
  for (int i = 0; s->has_places && i < s->seats; i++)
    seat[i].places += match->place[i];
  add_points(s, match, seat);
  if (t->pair)
    add_pair(t, seating, match);
}

/* ---- merging -------------------------------------------------------------*/

static void merge_moments(Moments *to, const Moments *from) {
  to->count += from->count;
  to->sum += from->sum;
  to->squares += from->squares;
}

static void merge_sides(Tally *t, const Tally *part) {
  int sides = t->schedule->sides;
  for (int i = 0; i < sides; i++) {
    for (int k = 0; k < sides; k++) {
      t->side[i].among[k] += part->side[i].among[k];
      t->side[i].together[k] += part->side[i].together[k];
    }
    merge_moments(&t->side[i].plies, &part->side[i].plies);
  }
}

static void merge_lengths(Tally *t, const Tally *part) {
  for (uint64_t i = 0; i < part->games; i++) {
    uint32_t length = part->lengths[i];
    (length & 1 ? t->stopped : t->ended)[length >> 1]++;
  }
}

static void merge_seatings(Tally *t, const Tally *part) {
  const Schedule *s = t->schedule;
  size_t seats = (size_t)s->seats, used = seatings_of(s, part->games);
  for (size_t i = 0; i < used; i++) {
    size_t seating = (part->first + i) % s->seatings;
    const SeatingTally *from = &part->seating[i];
    for (int end = 0; end < MATCH_ENDS; end++)
      t->seating[seating].ends[end] += from->ends[end];
    if (from->least_games)
      add_hash(&t->seating[seating], from->least, from->least_games);
    for (size_t k = 0; k < seats; k++) {
      SeatTally *seat = &t->seat[seating * seats + k];
      seat->won += part->seat[i * seats + k].won;
      seat->forfeits += part->seat[i * seats + k].forfeits;
      seat->nodes += part->seat[i * seats + k].nodes;
      seat->points += part->seat[i * seats + k].points;
      seat->places += part->seat[i * seats + k].places;
    }
    for (int k = 0; t->pair && k < 9; k++)
      t->pair[seating].count[k / 3][k % 3] += part->pair[i].count[k / 3][k % 3];
  }
}

/* Counts a pair whose first game was the last before the part. */
static void merge_halves(Tally *t, const Tally *part) {
  size_t first = t->schedule->round[part->first];
  if (t->pair && t->first_half >= 0 && part->second_half >= 0)
    t->pair[first].count[t->first_half][part->second_half]++;
  t->first_half = part->first_half;
}

void tally_merge(Tally *t, const Tally *part) {
  if (part->games == 0)
    return;
  t->games += part->games;
  t->plies += part->plies;
  t->passes += part->passes;
  t->rolls += part->rolls;
  t->moved |= part->moved;
  t->legal_moves += part->legal_moves;
  t->legal_squares += part->legal_squares;
  t->legal_plies += part->legal_plies;
  t->turn_squares += part->turn_squares;
  if (part->branching_max > t->branching_max)
    t->branching_max = part->branching_max;
  for (int end = 0; end < MATCH_ENDS; end++) {
    t->ends[end] += part->ends[end];
    merge_moments(&t->plies_by_end[end], &part->plies_by_end[end]);
  }
  for (int i = 0; i < part->distinct.count; i++)
    distinct_add(&t->distinct, part->distinct.least[i]);
  merge_sides(t, part);
  if (t->score)
    score_tally_merge(t->score, part->score);
  merge_lengths(t, part);
  merge_seatings(t, part);
  merge_halves(t, part);
}

/* ---- counts of seats and bots --------------------------------------------*/

/* Every other game that counts has given its points to somebody. */
uint64_t tally_seating_lost(const Tally *t, size_t seating) {
  const Schedule *s = t->schedule;
  const uint64_t *ends = t->seating[seating].ends;
  const SeatTally *seat = &t->seat[seating * (size_t)s->seats];
  uint64_t points = 0;
  for (int side = 0; side < s->sides; side++)
    points += seat[side].points;
  return ends[MATCH_WIN] + ends[MATCH_DRAW] +
         (s->sides > 1 ? ends[MATCH_FORFEIT] : 0) - points / POINTS;
}

uint64_t tally_lost(const Tally *t) {
  uint64_t lost = 0;
  for (size_t i = 0; i < t->schedule->seatings; i++)
    lost += tally_seating_lost(t, i);
  return lost;
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
    sum->places += seat[i].places;
    sum->placed += tally_seating_ended(t, seating);
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

uint64_t tally_seating_games(const Tally *t, size_t seating) {
  uint64_t games = 0;
  for (int end = 0; end < MATCH_ENDS; end++)
    games += t->seating[seating].ends[end];
  return games;
}

uint64_t tally_seating_ended(const Tally *t, size_t seating) {
  const uint64_t *ends = t->seating[seating].ends;
  return ends[MATCH_WIN] + ends[MATCH_DRAW];
}

bool tally_seating_repeats(const Tally *t, size_t seating) {
  return t->seating[seating].least_games == tally_seating_games(t, seating);
}
