/* What a tuning shows, in sentences. */
#include "analysis/experiments/tune.h"

/* Writes a value as part of a sentence: "seat 1 wins 50.2% (48.9 to 51.5)". */
static int write_value(const Goal *goal, Estimate e, char *to, size_t size) {
  static const struct {
    const char *name, *before, *after;
  } WORDS[] = {
      {"draw", "drawn ", ""},        {"truncated", "truncated ", ""},
      {"forfeit", "forfeited ", ""}, {"balance", "balance ", ""},
      {"plies", "", " plies"},       {"branching", "", " legal moves"},
  };
  char text[GOAL_VALUE_TEXT];
  goal_format_value(goal, e, text);
  int number = (int)strcspn(text, " ");
  for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
    if (strcmp(WORDS[i].name, goal->name) == 0)
      return snprintf(to, size, "%s%.*s%s%s", WORDS[i].before, number, text,
                      WORDS[i].after, text + number);
  return snprintf(to, size, "seat %s wins %s", goal->name + 4, text);
}

static void say_nearest(const TuneTable *t, Sentences *to) {
  char values[SENTENCE] = "";
  size_t length = 0;
  for (int i = 0; i < t->goals && length + 2 < sizeof values; i++) {
    if (i)
      length += (size_t)snprintf(values + length, sizeof values - length, ", ");
    length += (size_t)write_value(&t->goal[i], t->candidate[0].value[i],
                                  values + length, sizeof values - length);
  }
  sentences_add(to, "Nearest to %s: %.200s: %s.",
                t->goals > 1 ? "all goals" : "the goal", t->candidate[0].game,
                values);
}

static bool interval_meets_goals(const TuneTable *t, const Candidate *c) {
  for (int i = 0; i < t->goals; i++)
    if (c->distance[i].high > 0)
      return false;
  return true;
}

/* States how many candidates are left, and how many meet the goals with
 * 95% confidence. */
static void say_certainty(const TuneTable *t, Sentences *to) {
  int left = 0, met = 0;
  uint64_t games = 0;
  for (int i = 0; i < t->count; i++) {
    const Candidate *c = &t->candidate[i];
    games += c->games;
    left += c->games && !c->dropped;
    met += c->games && !c->dropped && interval_meets_goals(t, c);
  }
  const char *goals = t->goals > 1 ? "all goals" : "the goal";
  if (left == 1)
    sentences_add(to, "It beats all others with 95%% confidence.");
  else if (met == left)
    sentences_add(to, "%d candidates meet %s with 95%% confidence.", met,
                  goals);
  else if (t->goals == 1)
    sentences_add(to,
                  "%d candidates could not be distinguished with %llu games.",
                  left, (unsigned long long)games);
  else
    sentences_add(to,
                  "%d candidates are left after %llu games: none of them is "
                  "shown to be beaten by another.",
                  left, (unsigned long long)games);
  if (met && met < left)
    sentences_add(to, "%d of them meet%s %s with 95%% confidence.", met,
                  met == 1 ? "s" : "", goals);
}

void tune_verdict(const TuneTable *t, bool decided, Sentences *to) {
  if (t->count == 0 || t->candidate[0].games == 0)
    return;
  say_nearest(t, to);
  if (decided)
    say_certainty(t, to);
}
