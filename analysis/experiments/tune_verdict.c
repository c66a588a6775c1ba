/* What a tuning shows, in sentences. */
#include "analysis/experiments/tune.h"

#include "analysis/metrics/balance.h"
#include <math.h>
#include <stdlib.h>

/* A value as part of a sentence: "seat 1 wins 50.2% (48.9 to 51.5)"; different
 * bots that keep their seats are named. */
static Phrase value_text(const TuneTable *t, int goal, Estimate e) {
  const char *name = t->goal[goal].name;
  const GoalMetric *metric = goal_metric(name);
  Shown shown = goal_show_value(&t->goal[goal], e);
  const char *text = shown.text;
  int number = (int)strcspn(text, " ");
  if (strcmp(metric->name, "seat") != 0)
    return phrase("%s%.*s%s%s", metric->before, number, text, metric->after,
                  text + number);
  int seat = atoi(name + 4) - 1;
  Phrase bot = {""};
  if (seat >= 0 && seat < t->seats)
    bot = phrase(" (%.100s)", t->bot[seat]);
  return phrase("seat %s%s wins %s", name + 4, bot.text, text);
}

static bool has_goal(const TuneTable *t, GoalKind kind) {
  for (int i = 0; i < t->goals; i++)
    if (goal_is(&t->goal[i], kind))
      return true;
  return false;
}

static Shown candidates_of(const TuneTable *t) {
  return shown_things((uint64_t)t->count, "candidate", "candidates");
}

/* Whether a goal is about different bots in seats that they keep. */
static bool is_on_bots(const TuneTable *t) {
  return t->seats && has_goal(t, GOAL_SEATS);
}

/* "the goal", "all goals at every level". */
static const char *goals_of(const TuneTable *t) {
  static const char *const WORDS[2][3] = {
      {"the goal", "the goal at every level", "the goal between these bots"},
      {"all goals", "all goals at every level",
       "all goals between these bots"}};
  return WORDS[t->goals > 1][is_on_bots(t) ? 2 : t->levels > 1];
}

/* What a candidate misses: "the goal", "a goal", also if at one level only. */
static const char *missed_by(const TuneTable *t) {
  static const char *const WORDS[2][2] = {
      {"the goal", "the goal at some level"},
      {"a goal", "a goal at some level"}};
  return WORDS[t->goals > 1][t->levels > 1];
}

static bool many_undecided(const TuneTable *t, const Candidate *c) {
  return candidate_undecided(t, c) > UNDECIDED_LARGE;
}

/* Whether too many games have no result to tell what a candidate is like. */
static bool is_unclear(const TuneTable *t, const Candidate *c) {
  return has_goal(t, GOAL_RESULTS) && many_undecided(t, c);
}

/* Whether the estimates, regardless of their intervals, meet all goals. */
static bool is_within(const TuneTable *t, const Candidate *c) {
  if (!c->measured || c->dropped || is_unclear(t, c))
    return false;
  for (int i = 0; i < t->goals; i++)
    if (!distance_is_zero(c->distance[i].value))
      return false;
  return true;
}

static bool is_left(const TuneTable *t, const Candidate *c) {
  (void)t;
  return c->games && !c->dropped;
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
static Phrase values_text(const TuneTable *t, const LevelResult *level) {
  Phrase values = {""};
  for (int i = 0; i < t->goals; i++)
    phrase_list(&values, 1, "", value_text(t, i, level->value[i]).text);
  return values;
}

/* Whether the estimates are as far from every goal as those of the first. */
static bool is_as_near(const TuneTable *t, const Candidate *c) {
  for (int i = 0; i < t->goals; i++)
    if (!distance_is_zero(
            fabs(c->distance[i].value - t->candidate->distance[i].value)))
      return false;
  return c->games > 0;
}

/* "Nearest" is said of the estimates, which the intervals need not confirm. Of
 * several candidates within all goals, or equally far from them, none is
 * nearest. */
static Phrase nearest_text(const TuneTable *t) {
  const Candidate *nearest = &t->candidate[0];
  int within = count_candidates(t, is_within);
  int near = count_candidates(t, is_as_near);
  if (t->count == 1)
    return phrase("There is one candidate, %.200s.", nearest->name);
  if (within > 1 && is_within(t, nearest))
    return phrase(
        "%d candidates are within %s in these games, among them %.200s.",
        within, goals_of(t), nearest->name);
  if (near == t->count)
    return phrase(
        "All %d candidates have the same distance from %s in these games.",
        near, goals_of(t));
  if (near > 1)
    return phrase("Nearest to %s in these games are %d candidates with the "
                  "same distance, among them %.200s.",
                  goals_of(t), near, nearest->name);
  return phrase("Nearest to %s in these games: %.200s.", goals_of(t),
                nearest->name);
}

/* The values of the nearest at a level, after what was said before: those in
 * new games, or, if there are none, those in the games that it was chosen by.
 */
static void say_values(const TuneTable *t, int level, const char *before,
                       Sentences *to) {
  const Candidate *nearest = &t->candidate[0];
  const LevelResult *check = &t->check.level[level];
  Phrase bot = {""};
  if (t->levels > 1)
    bot = phrase(" with %.100s in all seats", t->level[level]);
  if (check->games)
    sentences_add(to, "%sIn %s of %.100s%s%s: %s.", before,
                  shown_things(check->games, "new game", "new games").text,
                  nearest->name, bot.text,
                  t->count == 1 ? "" : ", not used to choose it",
                  values_text(t, check).text);
  else if (nearest->level[level].games)
    sentences_add(to, "%s%.100s%s: %s%s.", before, nearest->name, bot.text,
                  values_text(t, &nearest->level[level]).text,
                  t->count == 1 ? ""
                                : "; it was chosen by these games, and looks "
                                  "nearer in them than it is");
}

/* With several levels their values follow below. */
static void say_nearest(const TuneTable *t, Sentences *to) {
  Phrase nearest = nearest_text(t);
  if (t->levels > 1)
    sentences_add(to, "%s", nearest.text);
  else
    say_values(t, 0, phrase("%s ", nearest.text).text, to);
}

static bool is_drawn(const TuneTable *t, const Candidate *c) {
  return candidate_draws(t, c) >= DRAWN_LARGE && (!c->dropped || c->front);
}

/* Equal rates of few wins say little. */
static void say_drawn(const TuneTable *t, Sentences *to) {
  const Candidate *nearest = &t->candidate[0];
  int drawn = count_candidates(t, is_drawn);
  Phrase others = {""};
  const char *so = has_goal(t, GOAL_FAIRNESS)
                       ? ": what is said about fairness rests on the few others"
                       : "";
  if (drawn > 1)
    others = phrase(", and at least %s with %d other%s",
                    shown_percent(DRAWN_LARGE).text, drawn - 1,
                    drawn > 2 ? "s" : "");
  if (is_drawn(t, nearest))
    sentences_add(to, "%s%s of the games with %.150s are drawn%s%s.",
                  t->levels > 1 ? "At one level " : "",
                  shown_percent(candidate_draws(t, nearest)).text,
                  nearest->name, others.text, so);
  else if (drawn)
    sentences_add(to, "With %d of %s at least %s of the games are drawn%s.",
                  drawn, candidates_of(t).text, shown_percent(DRAWN_LARGE).text,
                  so);
}

/* Different bots that keep their seats win by their strength too. */
static void say_bots(const TuneTable *t, Sentences *to) {
  Phrase bots = {""};
  for (int i = 0; i < t->seats; i++)
    phrase_add(&bots, "%sseat %d %.100s", i ? ", " : "", i + 1, t->bot[i]);
  if (is_on_bots(t))
    sentences_add(to,
                  "Different bots play the seats: this holds for these bots in "
                  "these seats (%.300s), not for the seats between equal bots.",
                  bots.text);
}

/* Games without a result are said of the nearest candidate in any case, since
 * its values are about the others; before anything is claimed of it if they are
 * many. */
static void say_undecided_nearest(const TuneTable *t, Sentences *to) {
  const Candidate *nearest = &t->candidate[0];
  double undecided = candidate_undecided(t, nearest);
  bool fairness = has_goal(t, GOAL_FAIRNESS) && many_undecided(t, nearest);
  if (undecided > 0)
    sentences_add(
        to, "%s%s of the games with %.150s have no result%s%s.",
        t->levels > 1 ? "At one level " : "", shown_percent(undecided).text,
        nearest->name, fairness ? ", so it is not shown to be fair" : "",
        has_goal(t, GOAL_LENGTH) ? "; their length counts only the plies played"
                                 : "");
}

static void say_undecided(const TuneTable *t, Sentences *to) {
  int many = count_candidates(t, many_undecided);
  if (many && has_goal(t, GOAL_FAIRNESS))
    sentences_add(to,
                  "%d of %s ha%s no result in more than %s of the games%s. "
                  "These could have been won by anybody: the distance from a "
                  "goal on fairness assumes the worst case for them.",
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

/* Whether more games could show that a candidate meets the goals. */
static bool is_open(const TuneTable *t, const Candidate *c) {
  return !c->dropped && !is_unclear(t, c);
}

/* Whether the intervals show that a candidate misses a goal, if only by being
 * next to a single number. */
static bool is_missing(const TuneTable *t, const Candidate *c) {
  for (int i = 0; c->games && i < t->goals; i++)
    if (!distance_is_zero(c->distance[i].low))
      return !is_unclear(t, c);
  return false;
}

static void say_none_meets(const TuneTable *t, Sentences *to) {
  int unclear = count_candidates(t, is_unclear);
  int missing = count_candidates(t, is_missing);
  if (count_candidates(t, candidate_repeats) == t->count)
    sentences_add(to,
                  "Games that are all the same cannot show that a candidate "
                  "meets or misses %s.",
                  goals_of(t));
  else if (unclear == t->count)
    sentences_add(to,
                  "No candidate is shown to meet %s: too many games have no "
                  "result.",
                  goals_of(t));
  else if (unclear && unclear + missing == t->count)
    sentences_add(to,
                  "No candidate is shown to meet %s: with %d of the %d too "
                  "many games have no result; %s %s, with 95%% confidence.",
                  goals_of(t), unclear, t->count,
                  missing == 1 ? "the other misses" : "the others miss",
                  missed_by(t));
  else if (missing == t->count)
    sentences_add(to, "No candidate meets %s, with 95%% confidence.",
                  goals_of(t));
  else if (single_number(t))
    sentences_add(to,
                  "No games can show that a single number is met exactly: give "
                  "a range for %s to learn which candidates meet it.",
                  single_number(t)->name);
  else if (count_candidates(t, is_open))
    sentences_add(to,
                  "It takes more games to tell with 95%% confidence whether "
                  "%.200s meets %s.",
                  count_candidates(t, is_left) == 1 ? t->candidate[0].name
                                                    : "a candidate",
                  goals_of(t));
  else
    sentences_add(to, "No candidate is shown to meet %s.", goals_of(t));
}

/* Every candidate that was dropped misses a range, or is dominated by one that
 * is left or misses a range. */
static void say_only_one(const TuneTable *t, Sentences *to) {
  int missing = count_candidates(t, is_dropped_missing);
  if (t->count == 1)
    return;
  if (missing == t->count - 1)
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

static void say_dropped(const TuneTable *t, Sentences *to) {
  int missing = count_candidates(t, is_dropped_missing);
  if (missing)
    sentences_add(
        to,
        "%d of the %d candidates miss%s %s, with 95%% confidence, and "
        "%s dropped.",
        missing, t->count, missing == 1 ? "es" : "", missed_by(t),
        missing == 1 ? "was" : "were");
}

static bool is_met(const TuneTable *t, const Candidate *c) {
  return is_left(t, c) && candidate_meets(t, c);
}

/* What is open about the candidates that are left, if there are several. */
static void say_left(const TuneTable *t, int left, int met, Sentences *to) {
  uint64_t games = 0;
  for (int i = 0; i < t->count; i++)
    games += t->candidate[i].games;
  if (!single_number(t)) {
    if (met && met < left)
      sentences_add(to, "It takes more games to tell whether the other%s do%s.",
                    left - met > 1 ? "s" : "", left - met > 1 ? "" : "es");
  } else if (t->goals == 1)
    sentences_add(to,
                  "%d candidates are left: %s games do not show which of them "
                  "is nearest to the goal.",
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
    sentences_add(to, "%.200s meets %s with 95%% confidence.",
                  t->candidate[0].name, goals_of(t));
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
  int repeating = count_candidates(t, candidate_repeats);
  if (left && repeating)
    sentences_add(to,
                  "%d of the %d candidates play%s the same game every time, "
                  "and %s dropped.",
                  repeating, t->count, repeating == 1 ? "s" : "",
                  repeating == 1 ? "was" : "were");
  if (left > 1 || (left && repeating))
    say_dropped(t, to);
  if (left > 1)
    say_left(t, left, met, to);
  else if (left && !repeating)
    say_only_one(t, to);
}

static void say_repetitions(const TuneTable *t, Sentences *to) {
  Repetitions all = {0};
  for (int i = 0; i < t->count * t->levels; i++) {
    const Candidate *c = &t->candidate[i / t->levels];
    int level = i % t->levels;
    Phrase name =
        phrase("%.150s%s%.150s", c->name, t->levels > 1 ? " with " : "",
               t->levels > 1 ? t->level[level] : "");
    repetitions_add(&all, c->level[level].repetition, name.text);
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

/* What there is to say if no candidate can be chosen. */
static bool say_no_choice(const TuneTable *t, Sentences *to) {
  if (t->count == 0 || t->candidate[0].games == 0)
    sentences_add(to, "No game has been played yet.");
  else if (tune_all_forfeited(t))
    sentences_add(to, ALL_FORFEITED_SAY);
  else if (!tune_all_played(t))
    say_played(t, to);
  to->conclusion = to->count;
  return to->count > 0;
}

void tune_verdict(const TuneTable *t, bool decided, Sentences *to) {
  if (say_no_choice(t, to))
    return;
  bool repeats = false, many = many_undecided(t, t->candidate);
  for (int i = 0; i < t->levels; i++)
    repeats = repeats || t->candidate[0].level[i].repetition.repetitive;
  if (repeats)
    say_repetitions(t, to);
  else
    say_drawn(t, to);
  say_nearest(t, to);
  if (many)
    say_undecided_nearest(t, to);
  if (decided)
    say_met(t, to);
  to->conclusion = to->count < 2 ? to->count : 2;
  say_bots(t, to);
  for (int i = 0; t->levels > 1 && i < t->levels; i++)
    say_values(t, i, "", to);
  if (decided)
    say_others(t, to);
  if (!many)
    say_undecided_nearest(t, to);
  say_undecided(t, to);
  if (!repeats)
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
  if (t->check.games && t->count > 1 &&
      count_candidates(t, candidate_repeats) < t->count)
    sentences_add(to,
                  "In the tables, the candidates at the top look nearer to the "
                  "%s than they are, since luck helped to choose them. The new "
                  "games are free of that.",
                  t->goals > 1 ? "goals" : "goal");
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
  if (has_goal(t, GOAL_FAIRNESS))
    sentences_add(to, "Games without a result, truncated or forfeited, could "
                      "have been won by anybody: the distance from a goal on "
                      "fairness assumes the worst case for them.");
}
