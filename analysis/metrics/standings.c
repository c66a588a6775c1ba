#include "analysis/metrics/standings.h"

#include "core/base/atomic_file.h"
#include "core/base/csv.h"
#include <limits.h>
#include <math.h>
#include <stdlib.h>

/* The prior, in drawn games: large enough for a bot that won every game to have
 * a finite rating, too small to matter otherwise. */
static double prior_for(const Tally *t) {
  return 1 + 1e-5 * (double)t->games;
}

double score_share(const Score *s) {
  double all = (double)(s->points + s->against);
  return all > 0 ? (double)s->points / all : 0;
}

/* ---- counting ------------------------------------------------------------*/

static int first_seat(const Schedule *s, int side) {
  int seat = 0;
  while (s->side[seat] != side)
    seat++;
  return seat;
}

static const SeatTally *seats_of(const Tally *t, size_t seating) {
  return &t->seat[seating * (size_t)t->schedule->seats];
}

static int bot_of(const Tally *t, size_t seating, int side) {
  const Schedule *s = t->schedule;
  return schedule_bots(s, seating)[first_seat(s, side)];
}

static uint64_t forfeits_of(const Tally *t, size_t seating, int side) {
  const Schedule *s = t->schedule;
  uint64_t sum = 0;
  for (int seat = 0; seat < s->seats; seat++)
    sum += s->side[seat] == side ? seats_of(t, seating)[seat].forfeits : 0;
  return sum;
}

/* Adds the counts that do not depend on the opponent. */
static void add_own(const Tally *t, size_t seating, int side, Score *sum) {
  const Schedule *s = t->schedule;
  const SeatTally *seats = seats_of(t, seating);
  const uint64_t *ends = t->seating[seating].ends;
  uint64_t forfeits = forfeits_of(t, seating, side);
  for (int end = 0; end < MATCH_ENDS; end++)
    sum->games += ends[end];
  sum->won += seats[first_seat(s, side)].won;
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
  sum->lost += ends[MATCH_WIN] - seats[first_seat(t->schedule, side)].won;
  sum->walkovers += ends[MATCH_FORFEIT] - forfeits_of(t, seating, side);
  for (int other = 0; other < t->schedule->sides; other++)
    sum->against += other == side ? 0 : seats[other].points;
}

/* Adds the results of a side in the games of a seating, against one other. */
static void add_pair(const Tally *t, size_t seating, int side, int other,
                     Score *sum) {
  const SeatTally *seats = seats_of(t, seating);
  add_own(t, seating, side, sum);
  sum->lost += seats[first_seat(t->schedule, other)].won;
  sum->walkovers += forfeits_of(t, seating, other);
  sum->against += seats[other].points;
}

Score standings_cross(const Standings *st, int bot, int side, int opponent) {
  const Tally *t = st->tally;
  Score sum = {0};
  for (size_t i = 0; i < t->schedule->seatings; i++) {
    if (bot_of(t, i, side) != bot)
      continue;
    if (opponent < 0)
      add_score(t, i, side, &sum);
    for (int other = 0; other < st->sides; other++)
      if (other != side && bot_of(t, i, other) == opponent)
        add_pair(t, i, side, other, &sum);
  }
  return sum;
}

static void count_scores(Standings *st) {
  const Tally *t = st->tally;
  for (size_t i = 0; i < t->schedule->seatings; i++)
    for (int side = 0; side < st->sides; side++) {
      add_score(t, i, side, &st->side[side]);
      add_score(t, i, side, &st->bot[bot_of(t, i, side)]);
    }
}

static void name_sides(Standings *st) {
  for (int side = 0; side < st->sides; side++)
    schedule_side_name(st->tally->schedule, side, st->seats[side]);
}

/* ---- rating --------------------------------------------------------------*/

static bool fit(Standings *st, int *player, double *points, Error *error) {
  const Tally *t = st->tally;
  for (size_t i = 0; i < t->schedule->seatings; i++)
    for (int side = 0; side < st->sides; side++) {
      size_t at = i * (size_t)st->sides + (size_t)side;
      player[at] = bot_of(t, i, side);
      points[at] = (double)seats_of(t, i)[side].points / POINTS;
    }
  RatingData data = {.players = st->bots,
                     .sides = st->sides,
                     .contests = (int)t->schedule->seatings,
                     .player = player,
                     .points = points,
                     .prior = prior_for(t)};
  return ratings_fit(&data, &st->ratings, error);
}

static bool rate(Standings *st, Error *error) {
  size_t size = st->tally->schedule->seatings * (size_t)st->sides;
  int *player = malloc(size * sizeof *player);
  double *points = malloc(size * sizeof *points);
  bool good = player && points ? fit(st, player, points, error)
                               : error_set(error, "out of memory (ratings)");
  free(player);
  free(points);
  return good;
}

/* The rating rounded as in ratings.csv, so that rounding errors do not decide
 * the order. */
static long long shown_rating(const Standings *st, int bot) {
  return llround(1000 * st->ratings.player[bot].value);
}

/* Sorts the best first; ties keep the order in which the bots were named. */
static void sort(Standings *st) {
  for (int i = 0; i < st->bots; i++) {
    int at = i;
    for (; at > 0 && shown_rating(st, st->order[at - 1]) < shown_rating(st, i);
         at--)
      st->order[at] = st->order[at - 1];
    st->order[at] = i;
  }
}

bool standings_make(Standings *st, const Tally *tally, Error *error) {
  *st = (Standings){.tally = tally,
                    .bots = tally->schedule->bots,
                    .sides = tally->schedule->sides};
  count_scores(st);
  name_sides(st);
  if (!rate(st, error))
    return false;
  sort(st);
  return true;
}

/* ---- ratings.csv, crosstable.csv -----------------------------------------*/

enum { ROW_ROOM = 512 + 4 * SPEC_TEXT + 5 * TEXT_REAL_MAX };

static void add_counts(Text *row, const Score *s) {
  const uint64_t counts[] = {s->games,     s->won,      s->lost,     s->drawn,
                             s->truncated, s->forfeits, s->walkovers};
  csv_add_real(row, score_share(s), 3);
  for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
    text_add_char(row, ',');
    text_add_number(row, counts[i]);
  }
  csv_add_real(row, s->games ? (double)s->nodes / (double)s->games : 0, 3);
  text_add_char(row, '\n');
}

static bool add_rating_row(Text *text, const char *kind, const char *key,
                           Rating r, const Score *score) {
  if (!text_reserve(text, ROW_ROOM))
    return false;
  text_add_word(text, kind);
  text_add_char(text, ',');
  csv_add_quoted(text, key);
  csv_add_real(text, r.value, 3);
  csv_add_real(text, r.low, 3);
  csv_add_real(text, r.high, 3);
  add_counts(text, score);
  return true;
}

static bool list_ratings(const Standings *st, Text *text) {
  if (!text_reserve(text, ROW_ROOM))
    return false;
  text_add_word(text, "scope,key,rating,low,high,score,games,won,lost,drawn,"
                      "truncated,forfeits,walkovers,nodes_mean\n");
  for (int i = 0; i < st->bots; i++) {
    int bot = st->order[i];
    if (!add_rating_row(text, "bot", st->tally->schedule->bot[bot].spec,
                        st->ratings.player[bot], &st->bot[bot]))
      return false;
  }
  for (int side = 0; side < st->sides; side++)
    if (!add_rating_row(text, "seat", st->seats[side], st->ratings.side[side],
                        &st->side[side]))
      return false;
  return true;
}

static bool add_cross_row(const Standings *st, int bot, int side, int opponent,
                          Text *text) {
  Score score = standings_cross(st, bot, side, opponent);
  const Schedule *s = st->tally->schedule;
  if (score.games == 0)
    return true;
  if (!text_reserve(text, ROW_ROOM))
    return false;
  csv_add_quoted(text, s->bot[bot].spec);
  text_add_char(text, ',');
  csv_add_quoted(text, st->seats[side]);
  text_add_char(text, ',');
  csv_add_quoted(text, s->bot[opponent].spec);
  add_counts(text, &score);
  return true;
}

static bool list_crosstable(const Standings *st, Text *text) {
  if (!text_reserve(text, ROW_ROOM))
    return false;
  text_add_word(text, "bot,seat,opponent,score,games,won,lost,drawn,truncated,"
                      "forfeits,walkovers,nodes_mean\n");
  for (int i = 0; i < st->bots; i++)
    for (int side = 0; side < st->sides; side++)
      for (int j = 0; j < st->bots; j++)
        if (!add_cross_row(st, st->order[i], side, st->order[j], text))
          return false;
  return true;
}

static bool write_list(const Standings *st, const char *dir, const char *name,
                       bool (*list)(const Standings *, Text *), Error *error) {
  Text text = {NULL};
  char path[PATH_MAX];
  snprintf(path, sizeof path, "%s/%s", dir, name);
  bool good = list(st, &text)
                  ? atomic_file_write(path, text.bytes, text.length, error)
                  : error_set(error, "out of memory (%.600s)", path);
  free(text.bytes);
  return good;
}

bool standings_write(const Standings *st, const char *dir, Error *error) {
  return write_list(st, dir, "ratings.csv", list_ratings, error) &&
         write_list(st, dir, "crosstable.csv", list_crosstable, error);
}
