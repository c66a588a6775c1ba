/* The note on runs in which few games are distinct. Each game has its own
 * random stream, so the intervals of such a run are right for these bots; but
 * there is little in it that another player of the game could meet. */
#include "analysis/metrics/verdict.h"
#include "analysis/stats/shown.h"

/* Fewer games than this may repeat themselves by chance. */
enum { GAMES_MIN = 20, REPEATED = 10 };

bool verdict_is_repetitive(const Tally *t) {
  return t->games >= GAMES_MIN && t->plies > 0 &&
         REPEATED * tally_distinct(t, NULL) <= t->games;
}

void verdict_repeats(const Tally *t, const char *name, Sentences *to) {
  bool exact;
  uint64_t distinct = tally_distinct(t, &exact);
  char games[200] = "games";
  if (!verdict_is_repetitive(t))
    return;
  if (name)
    snprintf(games, sizeof games, "games of %.150s", name);
  if (distinct == 1)
    sentences_add(to,
                  "All %s %s are one and the same, move for move. " REPEATS_SAY(
                      "simulate"),
                  shown_count(t->games).text, games);
  else
    sentences_add(to,
                  "Only %s%s of the %s %s are distinct; the others repeat them "
                  "move for move. " REPEATS_SAY("simulate"),
                  exact ? "" : "about ", shown_count(distinct).text,
                  shown_count(t->games).text, games);
}
