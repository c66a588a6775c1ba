#include "analysis/metrics/rating_data.h"

#include "analysis/metrics/balance.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

int rating_first_seat(const Schedule *s, int side) {
  int seat = 0;
  while (s->side[seat] != side)
    seat++;
  return seat;
}

int rating_bot(const Schedule *s, size_t seating, int side) {
  const uint8_t *bots = schedule_bots(s, seating);
  int first = bots[rating_first_seat(s, side)];
  for (int seat = 0; seat < s->seats; seat++)
    if (s->side[seat] == side && bots[seat] != first)
      return -1;
  return first;
}

uint64_t rating_forfeits(const Tally *t, size_t seating, int side) {
  const Schedule *s = t->schedule;
  const SeatTally *seats = &t->seat[seating * (size_t)s->seats];
  uint64_t sum = 0;
  for (int seat = 0; seat < s->seats; seat++)
    sum += s->side[seat] == side ? seats[seat].forfeits : 0;
  return sum;
}

/* ---- players -------------------------------------------------------------*/

/* How many seats of a side each bot has. */
typedef struct Lineup {
  uint8_t seats[BOTS_MAX];
} Lineup;

static Lineup lineup_of(const Schedule *s, size_t seating, int side) {
  Lineup lineup = {{0}};
  for (int seat = 0; seat < s->seats; seat++)
    if (s->side[seat] == side)
      lineup.seats[schedule_bots(s, seating)[seat]]++;
  return lineup;
}

bool rating_by_bot(const Schedule *s) {
  for (size_t i = 0; i < s->seatings; i++)
    for (int side = 0; side < s->sides; side++)
      if (rating_bot(s, i, side) < 0)
        return false;
  return true;
}

static int find_lineup(Lineup known[RATED_MAX], int *count, Lineup lineup) {
  for (int i = 0; i < *count; i++)
    if (memcmp(&known[i], &lineup, sizeof lineup) == 0)
      return i;
  if (*count < RATED_MAX)
    known[*count] = lineup;
  return (*count)++;
}

int *rating_players(const Schedule *s, int *players) {
  bool by_bot = rating_by_bot(s);
  Lineup known[RATED_MAX];
  int *player = malloc(s->seatings * (size_t)s->sides * sizeof *player),
      *at = player;
  *players = by_bot ? s->bots : 0;
  for (size_t i = 0; player && i < s->seatings; i++)
    for (int side = 0; side < s->sides && *players <= RATED_MAX; side++)
      *at++ = by_bot ? rating_bot(s, i, side)
                     : find_lineup(known, players, lineup_of(s, i, side));
  if (*players <= RATED_MAX)
    return player;
  free(player);
  *players = RATED_MAX + 1;
  return NULL;
}

/* ---- data ----------------------------------------------------------------*/

/* Sums over the pairs of games that begin with a seating, in points. */
static RatingPair sum_pairs(const Tally *t, size_t seating) {
  RatingPair sum = {.first = (int)seating, .second = (int)seating + 1};
  for (int first = 0; first <= 2; first++)
    for (int second = 0; second <= 2; second++) {
      double n = (double)t->pair[seating].count[first][second];
      sum.pairs += n;
      sum.first_points += n * first / 2;
      sum.second_points += n * second / 2;
      sum.product += n * first * second / 4;
    }
  return sum;
}

/* If the run was played in pairs, lists them. */
static bool make_pairs(RatingData *data, const Tally *t) {
  const Schedule *s = t->schedule;
  if (!t->pair)
    return true;
  RatingPair *list = malloc(s->seatings * sizeof *list);
  data->pair = list;
  for (size_t i = 0; list && i < s->seatings; i++)
    if (s->round[i] == i && schedule_round_games(s, i) == 2)
      list[data->pairs++] = sum_pairs(t, i);
  return list;
}

/* Takes the points of forfeits back, which the other sides have split. */
static void drop_forfeits(const Tally *t, size_t seating, double *points,
                          double *forfeits) {
  int sides = t->schedule->sides;
  double all = (double)t->seating[seating].ends[MATCH_FORFEIT];
  for (int side = 0; side < sides; side++) {
    points[side] = fmax(points[side] - (all - forfeits[side]) / (sides - 1), 0);
    forfeits[side] = 0;
  }
}

bool rating_data_make(RatingData *data, const Tally *t, Error *error) {
  size_t contests = t->schedule->seatings, sides = (size_t)t->schedule->sides;
  double *points = malloc(contests * sides * sizeof *points);
  double *drawn = malloc(contests * sizeof *drawn);
  double *forfeits = malloc(contests * sides * sizeof *forfeits);
  *data = (RatingData){.sides = t->schedule->sides,
                       .contests = (int)contests,
                       .points = points,
                       .drawn = drawn,
                       .forfeits = forfeits,
                       .raised = t->raised};
  data->player = rating_players(t->schedule, &data->players);
  bool good = data->player && points && drawn && forfeits;
  for (size_t i = 0; good && i < contests; i++) {
    const SeatTally *seats = &t->seat[i * (size_t)t->schedule->seats];
    for (size_t side = 0; side < sides; side++) {
      points[i * sides + side] = (double)seats[side].points / POINTS;
      forfeits[i * sides + side] = (double)rating_forfeits(t, i, (int)side);
    }
    drawn[i] = (double)t->seating[i].ends[MATCH_DRAW];
  }
  if (good && make_pairs(data, t))
    return true;
  rating_data_free(data);
  return error_set(error, "out of memory (ratings)");
}

bool rating_data_of_seats(RatingData *data, const Tally *t, int undecided_to,
                          Error *error) {
  if (!rating_data_make(data, t, error))
    return false;
  double *points = (double *)data->points, *forfeits = (double *)data->forfeits;
  for (size_t i = 0; i < t->schedule->seatings; i++) {
    size_t at = i * (size_t)t->schedule->sides;
    const uint64_t *ends = t->seating[i].ends;
    drop_forfeits(t, i, points + at, forfeits + at);
    if (undecided_to >= 0)
      points[at + (size_t)undecided_to] +=
          (double)(ends[MATCH_TRUNCATED] + ends[MATCH_FORFEIT]);
  }
  if (t->ends[MATCH_FORFEIT]) /* pairs count them */
    data->pairs = 0;
  return true;
}

void rating_data_free(RatingData *data) {
  free((void *)data->player);
  free((void *)data->points);
  free((void *)data->drawn);
  free((void *)data->forfeits);
  free((void *)data->pair);
  *data = (RatingData){0};
}

bool rating_data_fit(const RatingData *data, const Tally *t, Ratings *r,
                     Error *error) {
  if (!ratings_fit(data, r, error))
    return false;
  /* What an opening does for a seat counts in every game of a round. */
  double factor = sqrt(balance_design_effect(t));
  for (int side = 0; !data->pairs && side < data->sides; side++)
    if (isfinite(r->side[side].value))
      r->side[side] = estimate_widen(r->side[side], factor);
  return true;
}
