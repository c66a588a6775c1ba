/* What a tuning says, in sentences. */
#include "analysis/experiments/tune.h"

/* A value as part of a sentence. */
static int write_part(const Goal *goal, Estimate e, char *to, size_t room) {
  static const struct {
    const char *name, *before, *behind;
  } WORDS[] = {
      {"draw", "drawn ", ""},        {"truncated", "cut off ", ""},
      {"forfeit", "forfeited ", ""}, {"balance", "balance ", ""},
      {"plies", "", " plies"},       {"branching", "", " legal moves"},
  };
  char text[GOAL_VALUE_TEXT];
  goal_format_value(goal, e, text);
  int number = (int)strcspn(text, " ");
  for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
    if (strcmp(WORDS[i].name, goal->name) == 0)
      return snprintf(to, room, "%s%.*s%s%s", WORDS[i].before, number, text,
                      WORDS[i].behind, text + number);
  return snprintf(to, room, "seat %s wins %s", goal->name + 4, text);
}

static void say_nearest(const TuneTable *t, Sentences *to) {
  char parts[SENTENCE] = "";
  size_t length = 0;
  for (int i = 0; i < t->goals && length + 2 < sizeof parts; i++) {
    if (i)
      length += (size_t)snprintf(parts + length, sizeof parts - length, ", ");
    length += (size_t)write_part(&t->goal[i], t->candidate[0].value[i],
                                 parts + length, sizeof parts - length);
  }
  sentences_add(to, "Nearest to %s: %.200s: %s.",
                t->goals > 1 ? "all goals" : "the goal", t->candidate[0].game,
                parts);
}

static bool surely_meets(const TuneTable *t, const Candidate *c) {
  for (int i = 0; i < t->goals; i++)
    if (c->distance[i].high > 0)
      return false;
  return true;
}

/* What is sure, and what is not. */
static void say_exploration(const TuneTable *t, Sentences *to) {
  int left = 0, met = 0;
  uint64_t games = 0;
  for (int i = 0; i < t->count; i++) {
    const Candidate *c = &t->candidate[i];
    games += c->games;
    left += c->games && !c->dropped;
    met += c->games && !c->dropped && surely_meets(t, c);
  }
  const char *goals = t->goals > 1 ? "all goals" : "the goal";
  if (left == 1)
    sentences_add(to, "It surely beats all others.");
  else if (met == left)
    sentences_add(to, "%d candidates surely meet %s.", met, goals);
  else if (t->goals == 1)
    sentences_add(to, "%d candidates could not be told apart with %llu games.",
                  left, (unsigned long long)games);
  else
    sentences_add(to,
                  "%d candidates are left after %llu games: none of them is "
                  "surely beaten by another.",
                  left, (unsigned long long)games);
  if (met && met < left)
    sentences_add(to, "%d of them surely meet%s %s.", met, met == 1 ? "s" : "",
                  goals);
}

void tune_verdict(const TuneTable *t, bool decided, Sentences *to) {
  if (t->count == 0 || t->candidate[0].games == 0)
    return;
  say_nearest(t, to);
  if (decided)
    say_exploration(t, to);
}
