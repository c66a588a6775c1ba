#include "analysis/metrics/verdict.h"

#include "analysis/metrics/standings.h"

/* Adds which bot of a tournament is the strongest. */
static void add_strongest(const Tally *t, Sentences *to) {
  Standings st;
  if (!standings_make(&st, t, NULL))
    return;
  int first = st.order[0], second = st.order[1];
  Rating best = st.ratings.player[first], next = st.ratings.player[second];
  const char *one = t->schedule->bot[first].spec;
  const char *other = t->schedule->bot[second].spec;
  if (best.low > next.high)
    sentences_add(to,
                  "%.150s is the strongest, with a rating of %+.0f (%+.0f to "
                  "%+.0f); next is %.150s with %+.0f (%+.0f to %+.0f).",
                  one, best.value, best.low, best.high, other, next.value,
                  next.low, next.high);
  else
    sentences_add(to,
                  "No bot is shown to be the strongest: %.150s has a rating of "
                  "%+.0f (%+.0f to %+.0f) and %.150s %+.0f (%+.0f to %+.0f).",
                  one, best.value, best.low, best.high, other, next.value,
                  next.low, next.high);
}

void verdict_bots(const Run *run, Sentences *to) {
  if (run->plan.seating == SEATING_EVERY)
    add_strongest(&run->tally, to);
}
