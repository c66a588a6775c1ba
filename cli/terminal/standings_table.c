/* The tables of a tournament. */
#include "cli/terminal/standings_table.h"

#include "analysis/metrics/standings.h"
#include "cli/terminal/format.h"
#include <math.h>

static const char *name_of(const Standings *st, int bot) {
  return st->tally->schedule->bot[bot].spec;
}

static void print_rating(Rating r) {
  printf("%+7.0f   %+6.0f to %+6.0f", rounded(r.value), rounded(r.low),
         rounded(r.high));
}

static void print_ratings(const Standings *st) {
  int width = bots_width(st->tally->schedule);
  printf("\n   #  %-*s   rating         95%%          score       games  "
         "truncated  forfeits  nodes/game\n",
         width, "bot");
  for (int i = 0; i < st->bots; i++) {
    int bot = st->order[i];
    const Score *s = &st->bot[bot];
    printf("%4d  %-*s  ", i + 1, width, name_of(st, bot));
    print_rating(st->ratings.player[bot]);
    printf("   %6.1f%% %11s %10s %9s %11.1f\n", 100 * score_share(s),
           grouped(s->games), grouped(s->truncated), grouped(s->forfeits),
           s->games ? (double)s->nodes / (double)s->games : 0);
  }
}

static void print_seats(const Standings *st) {
  printf("\nseat  advantage        95%%          score\n");
  for (int side = 0; side < st->sides; side++) {
    printf("%-5s   ", st->seats[side]);
    print_rating(st->ratings.side[side]);
    printf("   %6.1f%%\n", 100 * score_share(&st->side[side]));
  }
}

static void print_cell(Score score) {
  if (score.games > score.truncated)
    printf(" %6.1f", 100 * score_share(&score));
  else
    printf(" %6s", "-");
}

/* Prints the crosstable of a game of two sides; the rows move first. */
static void print_pairs(const Standings *st) {
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

enum { COLUMNS_MAX = 12 };

bool standings_table_print(const Run *run, Error *error) {
  Standings st;
  if (!standings_make(&st, &run->tally, error))
    return false;
  print_ratings(&st);
  print_seats(&st);
  if (st.sides > 2)
    print_by_seat(&st);
  else if (st.bots <= COLUMNS_MAX)
    print_pairs(&st);
  return true;
}
