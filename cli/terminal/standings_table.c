/* The tables of a tournament, and of other runs in which bots change seats. */
#include "cli/terminal/standings_table.h"

#include "analysis/metrics/standings.h"
#include "analysis/metrics/verdict.h"
#include "analysis/stats/shown_rating.h"
#include "cli/terminal/format.h"
#include <stdlib.h>
#include <string.h>

/* The widest crosstable, and the most bots of which all pairs are listed. */
enum { COLUMNS_MAX = 12, PAIRED_MAX = 8 };

static const char *name_of(const Standings *st, int bot) {
  return st->tally->schedule->bot[bot].spec;
}

static void widen(int *width, Shown shown) {
  int length = (int)strlen(shown.text);
  *width = length > *width ? length : *width;
}

/* ---- ratings -------------------------------------------------------------*/

static void print_ratings(const Standings *st) {
  int width = bots_width(st->tally->schedule), ratings = 12;
  for (int bot = 0; bot < st->bots; bot++)
    widen(&ratings, shown_rating(st->ratings.player[bot]));
  printf("\n   #  %-*s   %-*s   score       games  truncated  forfeits  "
         "nodes/game\n",
         width, "bot", ratings, "rating (95%)");
  for (int i = 0; i < st->bots; i++) {
    int bot = st->order[i];
    const Score *s = &st->bot[bot];
    double nodes = s->games ? (double)s->nodes / (double)s->games : 0;
    printf("%4d  %-*s   %-*s  %6s %11s %10s %9s %11s\n", i + 1, width,
           name_of(st, bot), ratings,
           shown_rating(st->ratings.player[bot]).text,
           shown_percent(score_share(s)).text, shown_count(s->games).text,
           shown_count(s->truncated).text, shown_count(s->forfeits).text,
           shown_real(nodes, 1).text);
  }
}

static void print_seats(const Standings *st) {
  int width = 15;
  for (int side = 0; side < st->sides; side++)
    widen(&width, shown_rating(st->ratings.side[side]));
  printf("\nseat    %-*s   score\n", width, "advantage (95%)");
  for (int side = 0; side < st->sides; side++)
    printf("%-5s   %-*s  %6s\n", st->seats[side], width,
           shown_rating(st->ratings.side[side]).text,
           shown_percent(score_share(&st->side[side])).text);
}

/* ---- pairs ---------------------------------------------------------------*/

/* Of many bots only neighbours are listed. */
static bool is_listed(const Standings *st, int index, int *row, int *column) {
  *row = 0;
  for (int left = st->bots - 1; index >= left; left--) {
    index -= left;
    ++*row;
  }
  *column = *row + 1 + index;
  return st->bots <= PAIRED_MAX || *column == *row + 1;
}

static void print_pair(const Standings *st, const BotPair *pair, int width,
                       int differences) {
  printf("%-*s   %-*s   %-*s   %-10s   %-6s   %-22s   %s\n", width,
         name_of(st, pair->bot), width, name_of(st, pair->other), differences,
         shown_rating(pair->difference).text, shown_p(pair->adjusted).text,
         shown_percent(pair->superiority).text,
         shown_percent_estimate(pair->head.score).text,
         shown_p(pair->head.adjusted).text);
}

static bool print_pairs(const Standings *st, Error *error) {
  int count, row, column, width = bots_width(st->tally->schedule);
  int differences = 16, title = (int)strlen("opponent");
  width = width > title ? width : title;
  BotPair *pairs = standings_pairs(st, &count);
  if (!pairs)
    return error_set(error, "out of memory (pairs of bots)");
  for (int i = 0; i < count; i++)
    widen(&differences, shown_rating(pairs[i].difference));
  printf("\n%-*s   %-*s   %-*s   p (Holm)     LOS      %-22s   p (Holm)\n",
         width, "bot", width, "opponent", differences, "difference (95%)",
         "head to head (95%)");
  for (int i = 0; i < count; i++)
    if (is_listed(st, i, &row, &column))
      print_pair(st, &pairs[i], width, differences);
  if (st->bots > PAIRED_MAX)
    printf("Only neighbours; with --out, pairs.csv has all %s pairs.\n",
           shown_count((uint64_t)count).text);
  free(pairs);
  return true;
}

/* ---- the crosstable ------------------------------------------------------*/

static void print_cell(Score score) {
  printf(" %6s", score.points + score.against
                     ? shown_points(score_share(&score)).text
                     : "-");
}

/* Prints the crosstable of a game of two sides; the rows move first. */
static void print_crosstable(const Standings *st) {
  printf("\nScore of the row in seat %s against the column in seat %s, in "
         "%%:\n%6s",
         st->seats[0], st->seats[1], "#");
  for (int i = 0; i < st->bots; i++)
    printf(" %6d", i + 1);
  printf("\n");
  for (int i = 0; i < st->bots; i++) {
    printf("%6d", i + 1);
    for (int j = 0; j < st->bots; j++)
      print_cell(standings_cross(st, st->order[i], 0, st->order[j]));
    printf("\n");
  }
}

static void print_by_seat(const Standings *st) {
  printf("\nScore of each bot by seat, in %%:\n%6s", "#");
  for (int side = 0; side < st->sides; side++)
    printf(" %6s", st->seats[side]);
  printf("\n");
  for (int i = 0; i < st->bots; i++) {
    printf("%6d", i + 1);
    for (int side = 0; side < st->sides; side++)
      print_cell(standings_cross(st, st->order[i], side, -1));
    printf("\n");
  }
}

static void print_test(const char *what, const ScoreTest *test) {
  if (test->freedom)
    printf("%s: chi-square %s, %d degree%s of freedom, %s\n", what,
           shown_real(test->chi_square, 1).text, test->freedom,
           test->freedom == 1 ? "" : "s", shown_p(test->p).text);
}

bool standings_table_print(const Run *run, Error *error) {
  Standings st;
  if (!standings_of_run(&st, run, error))
    return false;
  print_ratings(&st);
  if (st.sequential)
    printf("The intervals are anytime-valid, as a test may end the match at "
           "any time.\n");
  /* A match has its difference in a sentence. */
  bool good = verdict_is_match(run) || print_pairs(&st, error);
  print_seats(&st);
  if (st.sides > 2)
    print_by_seat(&st);
  else if (st.bots <= COLUMNS_MAX)
    print_crosstable(&st);
  print_test("Interaction of seat and bot", &st.interaction);
  print_test("Fit of the ratings to every pair", &st.fit);
  standings_free(&st);
  return good;
}
