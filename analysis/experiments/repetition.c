#include "analysis/experiments/repetition.h"

#include "analysis/stats/shown.h"

enum { REPEATING_RUNS = 160 };

Repetition repetition_of(const Tally *t) {
  bool exact;
  uint64_t distinct = tally_distinct(t, &exact);
  return (Repetition){t->games, distinct, exact, verdict_is_repetitive(t)};
}

/* A sketch that is full estimates. */
Repetition repetition_read(uint64_t games, uint64_t distinct, bool repetitive) {
  bool exact = distinct < DISTINCT_KEPT;
  return (Repetition){games, distinct, exact, repetitive};
}

static bool is_worse(const Repetition *one, const Repetition *other) {
  return (double)one->distinct * (double)other->games <
         (double)other->distinct * (double)one->games;
}

void repetitions_add(Repetitions *all, Repetition one, const char *name) {
  if (one.games == 0)
    return;
  all->runs++;
  if (!one.repetitive)
    return;
  if (all->repetitive++ && !is_worse(&one, &all->worst))
    return;
  all->worst = one;
  snprintf(all->name, sizeof all->name, "%.199s", name);
}

/* "2 of the 9 runs repeat their games". */
static void name_runs(const Repetitions *all, char text[REPEATING_RUNS]) {
  if (all->runs == 1)
    snprintf(text, REPEATING_RUNS, "The only run repeats its games");
  else if (all->repetitive == all->runs)
    snprintf(text, REPEATING_RUNS, "%s runs repeat their games",
             all->runs == 2 ? "Both" : "All");
  else
    snprintf(text, REPEATING_RUNS, "%.30s of the %.30s runs %s games",
             shown_count((uint64_t)all->repetitive).text,
             shown_count((uint64_t)all->runs).text,
             all->repetitive == 1 ? "repeats its" : "repeat their");
}

void repetitions_say(const Repetitions *all, bool tune, Sentences *to) {
  char runs[REPEATING_RUNS];
  if (!all->repetitive)
    return;
  name_runs(all, runs);
  sentences_add(to, "%s; %.120s has %s%s distinct of %s. %s", runs, all->name,
                all->worst.exact ? "" : "about ",
                shown_count(all->worst.distinct).text,
                shown_count(all->worst.games).text,
                tune ? REPEATS_SAY("tune") : REPEATS_SAY("simulate"));
}
