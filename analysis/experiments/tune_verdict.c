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

/* "the goal", "all goals at every level". */
static Shown candidates_of(const TuneTable *t) {
  return shown_things((uint64_t)t->count, "candidate", "candidates");
}

static const char *goals_of(const TuneTable *t) {
  static const char *const WORDS[2][2] = {
      {"the goal", "the goal at every level"},
      {"all goals", "all goals at every level"}};
  return WORDS[t->goals > 1][t->levels > 1];
}

/* What a candidate misses: "the goal", "a goal", also if at one level only. */
static const char *missed_by(const TuneTable *t) {
  static const char *const WORDS[2][2] = {
      {"the goal", "the goal at some level"},
      {"a goal", "a goal at some level"}};
  return WORDS[t->goals > 1][t->levels > 1];
}

static bool has_fairness_goal(const TuneTable *t) {
  for (int i = 0; i < t->goals; i++)
    if (goal_is_fairness(&t->goal[i]))
      return true;
  return false;
}

static bool many_undecided(const TuneTable *t, const Candidate *c) {
  return candidate_undecided(t, c) > UNDECIDED_LARGE;
}

/* As tune.csv has distances: its readers say the same. */
static bool is_zero(double distance) {
  return distance < 0.5e-6;
}

/* Whether the estimates, regardless of their intervals, meet all goals. */
static bool is_within(const TuneTable *t, const Candidate *c) {
  if (!c->measured || c->dropped ||
      (has_fairness_goal(t) && many_undecided(t, c)))
    return false;
  for (int i = 0; i < t->goals; i++)
    if (!is_zero(c->distance[i].value))
      return false;
  return true;
}

/* Whether the intervals show that a candidate misses a goal, if only by being
 * next to a single number. */
static bool is_missing(const TuneTable *t, const Candidate *c) {
  for (int i = 0; c->games && i < t->goals; i++)
    if (!is_zero(c->distance[i].low))
      return true;
  return false;
}

/* Whether a candidate was dropped since it misses a range. */
static bool is_dropped_missing(const TuneTable *t, const Candidate *c) {
  int level;
  return c->dropped && candidate_misses(t, c, &level) >= 0;
}

static int count_candidates(const TuneTable *t,
                            bool (*test)(const TuneTable *,
                                         const Candidate *)) {
  int count = 0;
  for (int i = 0; i < t->count; i++)
    count += test(t, &t->candidate[i]);
  return count;
}

/* ---- the nearest ---------------------------------------------------------*/

/* The values of a candidate at a level: "seat 1 wins 50.2% (48.9 to 51.5), 41.0
 * plies (40.2 to 41.8)". */
static void write_values(const TuneTable *t, const LevelResult *level,
                         char values[SENTENCE]) {
  size_t length = 0;
  values[0] = '\0';
  for (int i = 0; i < t->goals && length + 2 < SENTENCE; i++) {
    if (i)
      length += (size_t)snprintf(values + length, SENTENCE - length, ", ");
    length += (size_t)write_value(&t->goal[i], level->value[i], values + length,
                                  SENTENCE - length);
  }
}

/* Whether the values at all levels fit into one sentence. */
static bool has_few_values(const TuneTable *t) {
  enum { FEW_VALUES = 4, LONG_NAMES = 120 };
  size_t letters = 0;
  for (int i = 0; i < t->levels; i++)
    letters += strlen(t->level[i]);
  return t->levels == 1 ||
         (t->levels * t->goals <= FEW_VALUES && letters <= LONG_NAMES);
}

/* "seat 1 wins 47.5% (39.0 to 56.1)"; with several levels "with random seat 1
 * wins …; with greedy seat 1 wins …". */
static void write_levels(const TuneTable *t, const Candidate *nearest,
                         char text[SENTENCE]) {
  size_t length = 0;
  text[0] = '\0';
  for (int i = 0; i < t->levels && length < SENTENCE; i++) {
    char values[SENTENCE];
    if (t->levels > 1 && !nearest->level[i].games)
      continue;
    write_values(t, &nearest->level[i], values);
    length +=
        (size_t)(t->levels == 1 ? snprintf(text, SENTENCE, "%s", values)
                                : snprintf(text + length, SENTENCE - length,
                                           "%swith %s %s", length ? "; " : "",
                                           t->level[i], values));
  }
}

/* "Nearest" is said of the estimates, which the intervals need not confirm. Of
 * several candidates within all goals none is nearest. */
static void say_nearest(const TuneTable *t, Sentences *to) {
  const Candidate *nearest = &t->candidate[0];
  char values[SENTENCE], which[SENTENCE];
  int within = count_candidates(t, is_within);
  if (within > 1 && is_within(t, nearest))
    snprintf(which, sizeof which,
             "%d candidates are within %s in these games, among them %.200s",
             within, goals_of(t), nearest->name);
  else
    snprintf(which, sizeof which, "Nearest to %s in these games: %.200s",
             goals_of(t), nearest->name);
  if (!has_few_values(t)) {
    sentences_add(to, "%s.", which);
    return;
  }
  write_levels(t, nearest, values);
  sentences_add(to, "%s: %s.", which, values);
}

/* The values of the nearest at each of several levels, if they are too many for
 * one sentence. */
static void say_levels(const TuneTable *t, Sentences *to) {
  const Candidate *nearest = &t->candidate[0];
  char values[SENTENCE];
  if (has_few_values(t))
    return;
  for (int i = 0; i < t->levels; i++)
    if (nearest->level[i].games) {
      write_values(t, &nearest->level[i], values);
      sentences_add(to, "%.100s with %.100s in all seats: %s.", nearest->name,
                    t->level[i], values);
    }
}

/* Games without a result are said of the nearest candidate in any case, since
 * its values are about the others. */
static void say_undecided(const TuneTable *t, Sentences *to) {
  const Candidate *nearest = &t->candidate[0];
  double undecided = candidate_undecided(t, nearest);
  int many = count_candidates(t, many_undecided);
  if (undecided > 0)
    sentences_add(to, "%s%s of the games with %.150s have no result%s.",
                  t->levels > 1 ? "At one level " : "",
                  shown_percent(undecided).text, nearest->name,
                  has_fairness_goal(t) && many_undecided(t, nearest)
                      ? ", so it is not shown to be fair"
                      : "");
  if (many && has_fairness_goal(t))
    sentences_add(to,
                  "%d of %s ha%s no result in more than %s of the games%s. "
                  "These could have been won by anybody: the "
                  "distance from a goal on fairness counts them as badly as "
                  "they could have gone.",
                  many, candidates_of(t).text, many == 1 ? "s" : "ve",
                  shown_percent(UNDECIDED_LARGE).text,
                  t->levels > 1 ? " at some level" : "");
}

/* ---- how sure it is ------------------------------------------------------*/

/* A goal that is a single number, which no games can show to be met. */
static const Goal *single_number(const TuneTable *t) {
  for (int i = 0; i < t->goals; i++)
    if (!(t->goal[i].max > t->goal[i].min))
      return &t->goal[i];
  return NULL;
}

static void say_none_meets(const TuneTable *t, Sentences *to) {
  if (count_candidates(t, is_missing) == t->count)
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

/* Every candidate that was dropped misses a range, or is dominated by one that
 * is left or misses a range. */
static void say_only_one(const TuneTable *t, Sentences *to) {
  int missing = count_candidates(t, is_dropped_missing);
  if (t->count == 1)
    sentences_add(to, "There is no other candidate.");
  else if (missing == t->count - 1)
    sentences_add(to, "%s %s, with 95%% confidence.",
                  missing == 1 ? "The other candidate misses"
                               : "All others miss",
                  missed_by(t));
  else if (missing == 0)
    sentences_add(to, "%.200s beats all others with 95%% confidence.",
                  t->candidate[0].name);
  else
    sentences_add(to,
                  "All others miss %s or are farther from the goals, with 95%% "
                  "confidence.",
                  missed_by(t));
}

static void say_dropped(const TuneTable *t, int left, Sentences *to) {
  int missing = count_candidates(t, is_dropped_missing);
  if (missing && left > 1)
    sentences_add(
        to,
        "%d of the %d candidates miss%s %s, with 95%% confidence, and "
        "%s dropped.",
        missing, t->count, missing == 1 ? "es" : "", missed_by(t),
        missing == 1 ? "was" : "were");
}

static bool is_left(const TuneTable *t, const Candidate *c) {
  (void)t;
  return c->games && !c->dropped;
}

static bool is_met(const TuneTable *t, const Candidate *c) {
  return is_left(t, c) && candidate_meets(t, c);
}

/* How many candidates are left, if there are several. */
static void say_left(const TuneTable *t, int left, int met, Sentences *to) {
  uint64_t games = 0;
  for (int i = 0; i < t->count; i++)
    games += t->candidate[i].games;
  if (met == left)
    return;
  if (!single_number(t))
    sentences_add(
        to,
        "%d candidates are left after %s games, too few to tell which "
        "of them meet %s.",
        left, shown_count(games).text, goals_of(t));
  else if (t->goals == 1)
    sentences_add(to, "%d candidates could not be distinguished with %s games.",
                  left, shown_count(games).text);
  else
    sentences_add(to,
                  "%d candidates are left after %s games: none of them is "
                  "shown to be beaten by another on every goal.",
                  left, shown_count(games).text);
}

/* How many candidates meet the goals with 95% confidence. */
static void say_met(const TuneTable *t, Sentences *to) {
  int left = count_candidates(t, is_left), met = count_candidates(t, is_met);
  if (met == 0)
    say_none_meets(t, to);
  else if (left == 1)
    sentences_add(to, "It meets %s with 95%% confidence.", goals_of(t));
  else if (met == left)
    sentences_add(to, "%d candidates meet %s with 95%% confidence.", met,
                  goals_of(t));
  else
    sentences_add(to,
                  "%d of the %d candidates left meet%s %s with 95%% "
                  "confidence.",
                  met, left, met == 1 ? "s" : "", goals_of(t));
}

/* What became of the other candidates. */
static void say_others(const TuneTable *t, Sentences *to) {
  int left = count_candidates(t, is_left), met = count_candidates(t, is_met);
  say_dropped(t, left, to);
  if (left == 1)
    say_only_one(t, to);
  else if (left > 1)
    say_left(t, left, met, to);
}

static void say_repetitions(const TuneTable *t, Sentences *to) {
  Repetitions all = {0};
  for (int i = 0; i < t->count * t->levels; i++) {
    const Candidate *c = &t->candidate[i / t->levels];
    int level = i % t->levels;
    char name[SENTENCE];
    snprintf(name, sizeof name, "%.150s%s%.150s", c->name,
             t->levels > 1 ? " with " : "",
             t->levels > 1 ? t->level[level] : "");
    repetitions_add(&all, c->level[level].repetition, name);
  }
  repetitions_say(&all, true, to);
}

/* How many candidates have played, while no one is nearest. */
static void say_played(const TuneTable *t, Sentences *to) {
  int played = 0;
  for (int i = 0; i < t->count; i++)
    played += candidate_has_played(&t->candidate[i]);
  sentences_add(to,
                "%d of %s ha%s played%s: none is nearest to %s until all "
                "have.",
                played, candidates_of(t).text, played == 1 ? "s" : "ve",
                t->levels > 1 ? " at every level" : "", goals_of(t));
}

void tune_verdict(const TuneTable *t, bool decided, Sentences *to) {
  if (t->count == 0 || t->candidate[0].games == 0) {
    sentences_add(to, "No game has been played yet.");
    return;
  }
  if (tune_all_forfeited(t) || !tune_all_played(t)) {
    if (tune_all_forfeited(t))
      sentences_add(to, ALL_FORFEITED_SAY);
    else
      say_played(t, to);
    to->conclusion = to->count;
    return;
  }
  say_nearest(t, to);
  if (decided)
    say_met(t, to);
  to->conclusion = to->count;
  say_levels(t, to);
  if (decided)
    say_others(t, to);
  say_undecided(t, to);
  say_repetitions(t, to);
}

/* ---- how to read it ------------------------------------------------------*/

/* Whether the bots of a level, separated by spaces, are all `random`. */
static bool is_random(const char *bots) {
  static const char WORD[] = "random";
  for (size_t length = strlen(WORD); strncmp(bots, WORD, length) == 0;
       bots += length + 1)
    if (!bots[length])
      return true;
    else if (bots[length] != ' ')
      return false;
  return false;
}

void tune_notes(const TuneTable *t, Sentences *to) {
  bool random = t->levels > 0;
  for (int i = 0; i < t->levels; i++)
    random = random && is_random(t->level[i]);
  if (random)
    sentences_add(to, RANDOM_PLAYERS_SAY);
}

void tune_method(const TuneTable *t, Sentences *to) {
  sentences_add(to,
                "The intervals of a tuning are anytime-valid and hold for all "
                "candidates%s at once with probability 95%%, so they are wider "
                "than other intervals.",
                t->levels > 1 ? " and levels" : "");
  if (t->levels > 1)
    sentences_add(
        to,
        "Between equal bots of %d levels. The distance of a candidate "
        "from a goal is that of the level farthest from it.",
        t->levels);
  if (has_fairness_goal(t))
    sentences_add(to, "Games without a result, truncated or forfeited, could "
                      "have been won by anybody: the distance from a goal on "
                      "fairness counts them as badly as they could have gone.");
}
