/* What the standings show: ratings of bots and seats, every two bots, and
 * scores by bot, seat and opponent. */
#include "analysis/metrics/standings.h"

#include <stdlib.h>

/* The widest table of all bots against all others, and the most bots of which a
 * terminal lists all pairs. */
enum { COLUMNS_MAX = 12, PAIRED_MAX = 8 };

static const char *standings_name(const Standings *st, int bot) {
  return st->tally->schedule->bot[bot].spec;
}

static Estimate standings_estimate(Rating r) {
  return (Estimate){r.value, r.low, r.high, 1};
}

static Estimate standings_share(const Score *s) {
  return number_if(s->points + s->against, score_share(s));
}

static void put_score(ResultTable *t, const Score *s, bool detail) {
  result_put(t, AS_SHARE("score", "score", "score", BOUNDS_NEVER),
             standings_share(s));
  result_put_count(t, AS_COUNT("games", "games", "games", .detail = detail),
                   s->games);
  result_put_count(t, AS_COUNT("won", "won", "won", .detail = true), s->won);
  result_put_count(t, AS_COUNT("lost", "lost", "lost", .detail = true),
                   s->lost);
  result_put_count(t, AS_COUNT("drawn", "drawn", "drawn", .detail = true),
                   s->drawn);
  result_put_count(
      t, AS_COUNT("truncated", "truncated", "truncated", .detail = detail),
      s->truncated);
  result_put_count(
      t, AS_COUNT("forfeits", "forfeits", "forfeits", .detail = detail),
      s->forfeits);
  result_put_count(
      t, AS_COUNT("walkovers", "walkovers", "walkovers", .detail = true),
      s->walkovers);
  result_put(t,
             AS_REAL("nodes", "nodes_mean", "nodes/game", BOUNDS_NEVER,
                     .detail = detail),
             number_if(s->games, (double)s->nodes / (double)s->games));
}

/* ---- ratings.csv: bots, seats, and bots in seats -------------------------*/

static void rate_bots(const Standings *st, ResultTable *t) {
  for (int i = 0; i < st->bots; i++) {
    int bot = st->order[i];
    result_row(t);
    result_put_text(t, AS_WORD(.csv = "scope"), "bot");
    result_put_count(t, AS_COUNT(.title = "#"), (uint64_t)i + 1);
    result_put_text(t, AS_TEXT("bot", "bot", "bot"), standings_name(st, bot));
    result_put_text(t, AS_TEXT(.csv = "seat"), NULL);
    result_put(t,
               AS_RATING("rating", "rating,low,high", "rating", BOUNDS_SHOWN),
               standings_estimate(st->ratings.player[bot]));
    put_score(t, &st->bot[bot], false);
  }
}

static void rate_seats(const Standings *st, ResultTable *t) {
  for (int side = 0; side < st->sides; side++) {
    result_row(t);
    result_put_text(t, AS_WORD(.csv = "scope"), "seat");
    result_put_text(t, AS_TEXT(.csv = "bot"), NULL);
    result_put_text(t, AS_TEXT("seat", "seat", "seat"), st->seats[side]);
    result_put(
        t, AS_RATING("rating", "rating,low,high", "advantage", BOUNDS_SHOWN),
        standings_estimate(st->ratings.side[side]));
    put_score(t, &st->side[side], true);
  }
}

/* How much more each side helps each bot than it helps the average bot. */
static bool rate_bonuses(const Standings *st, ResultTable *t) {
  Rating bonus[RATED_MAX];
  if (!st->interaction.freedom)
    return true;
  if (!standings_bonuses(st, bonus))
    return false;
  for (int i = 0; i < st->bots * st->sides; i++) {
    int bot = st->order[i / st->sides], side = i % st->sides;
    Score score = standings_cross(st, bot, side, -1);
    result_row(t);
    result_put_text(t, AS_WORD(.csv = "scope"), "bot_seat");
    result_put_text(t, AS_TEXT("bot", "bot", "bot"), standings_name(st, bot));
    result_put_text(t, AS_TEXT("seat", "seat", "seat"), st->seats[side]);
    result_put(t, AS_RATING("bonus", "rating,low,high", "bonus", BOUNDS_SHOWN),
               standings_estimate(bonus[bot * st->sides + side]));
    put_score(t, &score, true);
  }
  return true;
}

/* ---- pairs.csv -----------------------------------------------------------*/

static void put_head(ResultTable *t, const HeadToHead *head) {
  Estimate score = head->score;
  score.n = 1;
  result_put(t, AS_SHARE("head.score", "score", "head to head", BOUNDS_SHOWN),
             score);
  result_put(t, AS_P("head.p", "score_p"), number_if(true, head->p));
  result_put(t, AS_P("head.p_holm", "score_p_holm", "p (Holm)"),
             number_if(true, head->adjusted));
  result_put_count(t, AS_COUNT("head.games", "games", "games", .detail = true),
                   head->games);
  result_put_flag(t, AS_FLAG("head.shown"),
                  head_to_head_ahead(head, head->adjusted) != 0);
}

static void put_pair(const Standings *st, const BotPair *pair, ResultTable *t) {
  result_row(t);
  result_put_text(t, AS_TEXT("bot", "bot", "bot"),
                  standings_name(st, pair->bot));
  result_put_text(t, AS_TEXT("opponent", "opponent", "opponent"),
                  standings_name(st, pair->other));
  result_put(t,
             AS_RATING("difference", "difference,low,high", "difference",
                       BOUNDS_SHOWN),
             standings_estimate(pair->difference));
  result_put(t, AS_P("p", "p"), number_if(true, pair->p));
  result_put(t, AS_P("p_holm", "p_holm", "p (Holm)"),
             number_if(true, pair->adjusted));
  result_put(t, AS_SHARE("los", "los", "LOS", BOUNDS_NEVER),
             number_if(true, pair->superiority));
  put_head(t, &pair->head);
}

/* The score of a bot against another, or that of the other. */
static void put_cross(const Standings *st, const BotPair *pair, bool swapped,
                      ResultTable *t) {
  const HeadToHead *head = &pair->head;
  Estimate e = head->score;
  e = swapped ? (Estimate){1 - e.value, 1 - e.high, 1 - e.low, 1} : e;
  e.n = 1;
  result_row(t);
  result_put_text(t, AS_TEXT("bot", NULL, "bot"),
                  standings_name(st, swapped ? pair->other : pair->bot));
  result_put_text(t, AS_TEXT("opponent", NULL, "opponent"),
                  standings_name(st, swapped ? pair->bot : pair->other));
  result_put(t, AS_SHARE("score", NULL, "score", BOUNDS_FILE), e);
  result_put_count(t, AS_COUNT("games", NULL, "games"), head->games);
  result_put_flag(t, AS_FLAG("shown"),
                  head_to_head_ahead(head, head->adjusted) != 0);
}

static bool list_pairs(const Standings *st, bool terminal, Document *d) {
  int count;
  BotPair *pairs = standings_pairs(st, &count), *pair = pairs;
  if (!pairs)
    return false;
  for (int i = 0; i < st->bots; i++)
    for (int j = i + 1; j < st->bots; j++, pair++) {
      if (!terminal || st->bots <= PAIRED_MAX || j == i + 1)
        put_pair(st, pair, &d->table[STANDINGS_PAIRS]);
      put_cross(st, pair, false, &d->table[STANDINGS_HEADS]);
      put_cross(st, pair, true, &d->table[STANDINGS_HEADS]);
    }
  free(pairs);
  return true;
}

/* ---- scores --------------------------------------------------------------*/

static void list_crosstable(const Standings *st, ResultTable *t) {
  for (int i = 0; i < st->bots * st->sides * st->bots; i++) {
    int bot = st->order[i / st->bots / st->sides];
    int side = i / st->bots % st->sides, other = st->order[i % st->bots];
    Score score = standings_cross(st, bot, side, other);
    result_row(t);
    result_put_text(t, AS_TEXT("bot", "bot"), standings_name(st, bot));
    result_put_text(t, AS_TEXT("seat", "seat"), st->seats[side]);
    result_put_text(t, AS_TEXT("opponent", "opponent"),
                    standings_name(st, other));
    put_score(t, &score, true);
    if (score.games == 0)
      result_drop(t);
  }
}

/* A column for each opponent in a game of two sides, otherwise for each seat.
 */
static void tabulate(const Standings *st, ResultTable *t) {
  char title[128] = "Score of each bot by seat";
  int columns = st->sides > 2 ? st->sides : st->bots;
  if (st->sides == 2)
    snprintf(title, sizeof title,
             "Score of the row in seat %.20s against the column in seat %.20s",
             st->seats[0], st->seats[1]);
  for (int i = 0; columns <= COLUMNS_MAX && i < st->bots; i++) {
    result_row(t);
    result_put_count(t, AS_COUNT(.title = "#"), (uint64_t)i + 1);
    result_section(t, title);
    for (int j = 0; j < columns; j++) {
      Score score = st->sides > 2
                        ? standings_cross(st, st->order[i], j, -1)
                        : standings_cross(st, st->order[i], 0, st->order[j]);
      result_put(t,
                 AS_SHARE(.title = st->sides > 2 ? st->seats[j]
                                                 : phrase("%d", j + 1).text),
                 standings_share(&score));
    }
  }
}

/* ---- figures -------------------------------------------------------------*/

/* "chi-square 3.2, 2 degrees of freedom, p = 0.2" */
static Phrase test_text(const ScoreTest *test) {
  return phrase("chi-square %s, %d degree%s of freedom, %s",
                shown_real(test->chi_square, 1).text, test->freedom,
                test->freedom == 1 ? "" : "s", shown_p(test->p).text);
}

static void add_figures(const Standings *st, Document *d) {
  document_figure(
      d, (Figure){"ratings", "Ratings", STANDINGS_BOTS, "bot", .y = "rating",
                  .shown = "rating score games won lost drawn truncated "
                           "forfeits walkovers",
                  .y_title = "rating in Elo", .kind = FIGURE_DOTS});
  /* The bots of a match are compared in sentences, and nowhere else. */
  if (!st->match)
    document_figure(
        d, (Figure){"pairs", "Pairs of bots", STANDINGS_PAIRS, "bot",
                    .by = "opponent", .y = "difference",
                    .shown = "difference p_holm los", .kind = FIGURE_TABLE,
                    .y_title = "Difference between two bots in Elo",
                    .note = "LOS is the likelihood of superiority: that the "
                            "bot is stronger."});
  document_figure(
      d, (Figure){"seat-advantage", "Advantage of each seat", STANDINGS_SEATS,
                  "seat", .y = "rating", .shown = "rating score",
                  .kind = FIGURE_TABLE,
                  .y_title = "Advantage of each seat in Elo, adjusted for the "
                             "strength of the bots"});
  document_figure(d, (Figure){"crosstable", "Crosstable", STANDINGS_HEADS,
                              "bot", .by = "opponent", .y = "score",
                              .kind = FIGURE_MATRIX});
  Phrase interaction = phrase(
      "Do seats help some bots more than others? %s%s.",
      test_text(&st->interaction).text,
      st->interaction.p < 0.05 ? "" : ", so they are not shown to differ");
  if (st->interaction.freedom)
    document_figure(
        d, (Figure){"interaction", "Seats and bots", STANDINGS_BONUSES, "bot",
                    .by = "seat", .shown = "score bonus",
                    .y_title = "How much more a seat helps a bot than the "
                               "average bot, in Elo",
                    .note = interaction.text});
}

/* ---- below the tables on a terminal --------------------------------------*/

static void explain(const Standings *st, Sentences *to) {
  if (st->sequential)
    sentences_add(to, "The intervals are anytime-valid, as a test may end the "
                      "match at any time.");
  if (!st->match && st->bots > PAIRED_MAX)
    sentences_add(to,
                  "Only pairs of neighbours are listed; with --out, pairs.csv "
                  "has all %s pairs.",
                  shown_count((uint64_t)(st->bots * (st->bots - 1) / 2)).text);
  if (st->interaction.freedom)
    sentences_add(to, "Interaction of seat and bot: %s",
                  test_text(&st->interaction).text);
  if (st->fit.freedom)
    sentences_add(to, "Fit of the ratings to every pair: %s",
                  test_text(&st->fit).text);
}

bool standings_document(const Standings *st, bool terminal, Document *d,
                        Error *error) {
  d->tables = STANDINGS_TABLES;
  explain(st, &d->below);
  d->table[STANDINGS_BONUSES].hidden = true;
  d->table[STANDINGS_HEADS].hidden = true;
  d->table[STANDINGS_CROSSTABLE].hidden = true;
  /* A match has its difference in a sentence. */
  d->table[STANDINGS_PAIRS].hidden = st->match;
  rate_bots(st, &d->table[STANDINGS_BOTS]);
  rate_seats(st, &d->table[STANDINGS_SEATS]);
  list_crosstable(st, &d->table[STANDINGS_CROSSTABLE]);
  tabulate(st, &d->table[STANDINGS_MATRIX]);
  add_figures(st, d);
  return (rate_bonuses(st, &d->table[STANDINGS_BONUSES]) &&
          list_pairs(st, terminal, d)) ||
         error_set(error, "out of memory (standings)");
}

/* ---- files ---------------------------------------------------------------*/

bool standings_write(const Standings *st, const char *dir, Error *error) {
  Document d = {0};
  bool good =
      standings_document(st, false, &d, error) &&
      result_save(&d.table[STANDINGS_BOTS], 3, dir, "ratings.csv", error) &&
      result_save(&d.table[STANDINGS_PAIRS], 1, dir, "pairs.csv", error) &&
      result_save(&d.table[STANDINGS_CROSSTABLE], 1, dir, "crosstable.csv",
                  error);
  document_free(&d);
  return good;
}
