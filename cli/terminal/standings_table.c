/* The tables of a tournament, and of other runs in which bots change seats. */
#include "cli/terminal/standings_table.h"

#include "analysis/metrics/standings.h"

/* The most bots of which all pairs are listed. */
enum { PAIRED_MAX = 8 };

static void print_test(const char *what, const ScoreTest *test) {
  if (test->freedom)
    printf("%s: chi-square %s, %d degree%s of freedom, %s\n", what,
           shown_real(test->chi_square, 1).text, test->freedom,
           test->freedom == 1 ? "" : "s", shown_p(test->p).text);
}

static bool print_tables(const Standings *st, const Document *d, Error *error) {
  bool good = result_print(&d->table[STANDINGS_BOTS], stdout, error);
  if (st->sequential)
    printf("The intervals are anytime-valid, as a test may end the match at "
           "any time.\n");
  /* A match has its difference in a sentence. */
  if (!st->match)
    good = good && result_print(&d->table[STANDINGS_PAIRS], stdout, error);
  if (!st->match && st->bots > PAIRED_MAX)
    printf("Only neighbours; with --out, pairs.csv has all %s pairs.\n",
           shown_count((uint64_t)(st->bots * (st->bots - 1) / 2)).text);
  return good && result_print(&d->table[STANDINGS_SEATS], stdout, error) &&
         result_print(&d->table[STANDINGS_MATRIX], stdout, error);
}

bool standings_table_print(const Run *run, Error *error) {
  Standings st;
  Document d = {0};
  if (!standings_of_run(&st, run, error))
    return false;
  bool good = standings_document(&st, st.bots > PAIRED_MAX, &d, error) &&
              print_tables(&st, &d, error);
  print_test("Interaction of seat and bot", &st.interaction);
  print_test("Fit of the ratings to every pair", &st.fit);
  document_free(&d);
  standings_free(&st);
  return good;
}
