/* Runs in which few games are distinct: there is little in them that another
 * player of the game could meet. */
#include "analysis/metrics/verdict.h"
#include "analysis/stats/shown.h"

/* At most one in so many is distinct, and of few games. */
enum { REPEATED = 10, REPEATED_FEW = 4, GAMES_MANY = 100 };

bool verdict_is_repetitive(const Tally *t) {
  const Schedule *s = t->schedule;
  uint64_t distinct = tally_distinct(t, NULL);
  bool chance = s->has_chance || schedule_is_random(s);
  if (distinct == 0 || t->plies == 0 || t->games < 2 * s->seatings)
    return false;
  if (chance)
    return distinct == 1;
  return distinct <= s->seatings || REPEATED * distinct <= t->games ||
         (t->games < GAMES_MANY && REPEATED_FEW * distinct <= t->games);
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
