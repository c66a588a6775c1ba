/* What a tuning shows, in sentences. */
#include "analysis/experiments/tune.h"

#include "analysis/metrics/balance.h"

/* Writes a value as part of a sentence: "seat 1 wins 50.2% (48.9 to 51.5)". */
static int write_value(const Goal *goal, Estimate e, char *to, size_t size) {
  static const struct {
    const char *name, *before, *after;
  } WORDS[] = {
      {"draw", "drawn ", ""},
      {"truncated", "truncated ", ""},
      {"forfeit", "forfeited ", ""},
      {"balance", "balance ", " of the decided games"},
      {"plies", "", " plies"},
      {"branching", "", " legal moves"},
      {"margin", "margin ", " points"},
  };
  Shown shown = goal_show_value(goal, e);
  const char *text = shown.text;
  int number = (int)strcspn(text, " ");
  for (size_t i = 0; i < sizeof WORDS / sizeof *WORDS; i++)
    if (strcmp(WORDS[i].name, goal->name) == 0)
      return snprintf(to, size, "%s%.*s%s%s", WORDS[i].before, number, text,
                      WORDS[i].after, text + number);
  return snprintf(to, size, "seat %s wins %s", goal->name + 4, text);
}

static const char *goals_of(const TuneTable *t) {
  return t->goals > 1 ? "all goals" : "the goal";
}

static bool has_fairness_goal(const TuneTable *t) {
  for (int i = 0; i < t->goals; i++)
    if (goal_is_fairness(&t->goal[i]))
      return true;
  return false;
}

static bool many_undecided(const Candidate *c) {
  return c->games && c->undecided.value > UNDECIDED_LARGE;
}

/* As tune.csv has distances: its readers say the same. */
static bool is_zero(double distance) {
  return distance < 0.5e-6;
}

/* Whether the estimates, regardless of their intervals, meet all goals. */
static bool is_within(const TuneTable *t, const Candidate *c) {
  if (!c->games || c->dropped || (has_fairness_goal(t) && many_undecided(c)))
    return false;
  for (int i = 0; i < t->goals; i++)
    if (!is_zero(c->distance[i].value))
      return false;
  return true;
}

/* Whether the intervals show that a candidate misses a goal. */
static bool is_missing(const TuneTable *t, const Candidate *c) {
  for (int i = 0; c->games && i < t->goals; i++)
    if (!is_zero(c->distance[i].low))
      return true;
  return false;
}

static int count_within(const TuneTable *t) {
  int within = 0;
  for (int i = 0; i < t->count; i++)
    within += is_within(t, &t->candidate[i]);
  return within;
}

/* "Nearest" is said of the estimates, which the intervals need not confirm. Of
 * several candidates within all goals none is nearest. */
static void say_nearest(const TuneTable *t, Sentences *to) {
  char values[SENTENCE] = "";
  size_t length = 0;
  for (int i = 0; i < t->goals && length + 2 < sizeof values; i++) {
    if (i)
      length += (size_t)snprintf(values + length, sizeof values - length, ", ");
    length += (size_t)write_value(&t->goal[i], t->candidate[0].value[i],
                                  values + length, sizeof values - length);
  }
  int within = count_within(t);
  if (within > 1 && is_within(t, &t->candidate[0]))
    sentences_add(to,
                  "%d candidates are within %s in these games, among them "
                  "%.200s: %s.",
                  within, goals_of(t), t->candidate[0].game, values);
  else
    sentences_add(to, "Nearest to %s in these games: %.200s: %s.", goals_of(t),
                  t->candidate[0].game, values);
}

/* Games without a result are said of the nearest candidate in any case, since
 * its values are about the others. */
static void say_undecided(const TuneTable *t, Sentences *to) {
  const Candidate *nearest = &t->candidate[0];
  int many = 0;
  if (nearest->undecided.value > 0)
    sentences_add(to, "%s of its games have no result%s.",
                  shown_percent(nearest->undecided.value).text,
                  has_fairness_goal(t) && many_undecided(nearest)
                      ? ", so it is not shown to be fair"
                      : "");
  for (int i = 0; i < t->count; i++)
    many += many_undecided(&t->candidate[i]);
  if (many && has_fairness_goal(t))
    sentences_add(to,
                  "%d of the %d candidates ha%s no result in more than %s of "
                  "the games. These could have been won by anybody: the "
                  "distance from a goal on fairness counts them as badly as "
                  "they could have gone.",
                  many, t->count, many == 1 ? "s" : "ve",
                  shown_percent(UNDECIDED_LARGE).text);
}

/* A goal that is a single number, which no games can show to be met. */
static const Goal *single_number(const TuneTable *t) {
  for (int i = 0; i < t->goals; i++)
    if (!(t->goal[i].max > t->goal[i].min))
      return &t->goal[i];
  return NULL;
}

static void say_none_meets(const TuneTable *t, Sentences *to) {
  int missing = 0;
  for (int i = 0; i < t->count; i++)
    missing += is_missing(t, &t->candidate[i]);
  if (missing == t->count)
    sentences_add(to, "No candidate meets %s, with 95%% confidence.",
                  goals_of(t));
  else if (single_number(t))
    sentences_add(to,
                  "No candidate is shown to meet %s: games can show that of a "
                  "range, not of a single number (%s).",
                  goals_of(t), single_number(t)->name);
  else
    sentences_add(to, "No candidate is shown to meet %s.", goals_of(t));
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
    met += c->games && !c->dropped && candidate_meets(c, t->goal, t->goals);
  }
  if (left == 1 && t->count > 1)
    sentences_add(to, "It beats all others with 95%% confidence.");
  else if (left == 1)
    sentences_add(to, "There is no other candidate.");
  else if (met == left)
    sentences_add(to, "%d candidates meet %s with 95%% confidence.", met,
                  goals_of(t));
  else if (t->goals == 1)
    sentences_add(to, "%d candidates could not be distinguished with %s games.",
                  left, shown_count(games).text);
  else
    sentences_add(to,
                  "%d candidates are left after %s games: none of them is "
                  "shown to be beaten by another on every goal.",
                  left, shown_count(games).text);
  if (met == 0)
    say_none_meets(t, to);
  else if (left == 1)
    sentences_add(to, "It meets %s with 95%% confidence.", goals_of(t));
  else if (met < left)
    sentences_add(to, "%d of them meet%s %s with 95%% confidence.", met,
                  met == 1 ? "s" : "", goals_of(t));
}

static void say_repetitions(const TuneTable *t, Sentences *to) {
  Repetitions all = {0};
  for (int i = 0; i < t->count; i++)
    repetitions_add(&all, t->candidate[i].repetition, t->candidate[i].name);
  repetitions_say(&all, to);
}

void tune_verdict(const TuneTable *t, bool decided, Sentences *to) {
  if (t->count == 0 || t->candidate[0].games == 0)
    return;
  say_nearest(t, to);
  say_undecided(t, to);
  if (decided)
    say_certainty(t, to);
  say_repetitions(t, to);
}
