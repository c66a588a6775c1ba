/* ratings.csv, pairs.csv and crosstable.csv. */
#include "analysis/metrics/standings.h"
#include "core/base/atomic_file.h"
#include "core/base/csv.h"
#include <limits.h>
#include <math.h>
#include <stdlib.h>

enum { ROW_ROOM = 512 + 4 * SPEC_TEXT + 11 * TEXT_REAL_MAX };

/* A number that is unknown is an empty field. */
static void add_real(Text *row, double number) {
  csv_add_real(row, number, 6);
}

static void add_counts(Text *row, const Score *s) {
  const uint64_t counts[] = {s->games,     s->won,      s->lost,     s->drawn,
                             s->truncated, s->forfeits, s->walkovers};
  add_real(row, score_share(s));
  for (size_t i = 0; i < sizeof counts / sizeof *counts; i++) {
    text_add_char(row, ',');
    text_add_number(row, counts[i]);
  }
  add_real(row, s->games ? (double)s->nodes / (double)s->games : NAN);
  text_add_char(row, '\n');
}

static void add_rating(Text *row, Rating r) {
  add_real(row, r.value);
  add_real(row, r.low);
  add_real(row, r.high);
}

static bool add_rating_row(Text *text, const char *kind, const char *bot,
                           const char *seat, Rating r, const Score *score) {
  if (!text_reserve(text, ROW_ROOM))
    return false;
  text_add_word(text, kind);
  text_add_char(text, ',');
  if (bot)
    csv_add_quoted(text, bot);
  text_add_char(text, ',');
  if (seat)
    csv_add_quoted(text, seat);
  add_rating(text, r);
  add_counts(text, score);
  return true;
}

/* Adds how much more each side helps each bot than the average bot. */
static bool list_bonuses(const Standings *st, Text *text) {
  Rating bonus[RATED_MAX];
  if (!standings_bonuses(st, bonus))
    return false;
  for (int i = 0; i < st->bots * st->sides; i++) {
    int bot = st->order[i / st->sides], side = i % st->sides;
    Score score = standings_cross(st, bot, side, -1);
    if (!add_rating_row(text, "bot_seat", st->tally->schedule->bot[bot].spec,
                        st->seats[side], bonus[bot * st->sides + side], &score))
      return false;
  }
  return true;
}

static bool list_ratings(const Standings *st, Text *text) {
  if (!text_reserve(text, ROW_ROOM))
    return false;
  text_add_word(text, "scope,bot,seat,rating,low,high,score,games,won,lost,"
                      "drawn,truncated,forfeits,walkovers,nodes_mean\n");
  for (int i = 0; i < st->bots; i++) {
    int bot = st->order[i];
    if (!add_rating_row(text, "bot", st->tally->schedule->bot[bot].spec, NULL,
                        st->ratings.player[bot], &st->bot[bot]))
      return false;
  }
  for (int side = 0; side < st->sides; side++)
    if (!add_rating_row(text, "seat", NULL, st->seats[side],
                        st->ratings.side[side], &st->side[side]))
      return false;
  return !st->interaction.freedom || list_bonuses(st, text);
}

static void add_head(Text *row, const HeadToHead *head) {
  add_real(row, head->score.value);
  add_real(row, head->score.low);
  add_real(row, head->score.high);
  csv_add_precise(row, head->p, 6);
  csv_add_precise(row, head->adjusted, 6);
  text_add_char(row, ',');
  text_add_number(row, head->games);
  text_add_char(row, '\n');
}

static bool add_pair_row(const Standings *st, const BotPair *pair, Text *text) {
  const Schedule *s = st->tally->schedule;
  if (!text_reserve(text, ROW_ROOM))
    return false;
  csv_add_quoted(text, s->bot[pair->bot].spec);
  text_add_char(text, ',');
  csv_add_quoted(text, s->bot[pair->other].spec);
  add_rating(text, pair->difference);
  csv_add_precise(text, pair->p, 6);
  csv_add_precise(text, pair->adjusted, 6);
  add_real(text, pair->superiority);
  add_head(text, &pair->head);
  return true;
}

static bool list_pairs(const Standings *st, Text *text) {
  int count;
  BotPair *pairs = standings_pairs(st, &count);
  bool good = pairs && text_reserve(text, ROW_ROOM);
  if (good)
    text_add_word(text, "bot,opponent,difference,low,high,p,p_holm,los,score,"
                        "score_low,score_high,score_p,score_p_holm,games\n");
  for (int i = 0; good && i < count; i++)
    good = add_pair_row(st, &pairs[i], text);
  free(pairs);
  return good;
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
         write_list(st, dir, "pairs.csv", list_pairs, error) &&
         write_list(st, dir, "crosstable.csv", list_crosstable, error);
}
