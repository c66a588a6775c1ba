/* What a sweep shows, in sentences. */
#include "analysis/experiments/sweep_trends.h"

#include "analysis/metrics/balance.h"
#include "analysis/stats/shown.h"
#include <ctype.h>
#include <math.h>
#include <stdarg.h>

/* A sentence that grows. */
typedef struct Clauses {
  char text[SENTENCE];
  size_t length;
  int count;
  bool comma; /* the last word of a list has one */
} Clauses;

__attribute__((format(printf, 2, 3))) static void
add_clause(Clauses *c, const char *format, ...) {
  va_list list;
  if (c->count++ && c->length + 2 < sizeof c->text)
    c->length +=
        (size_t)snprintf(c->text + c->length, sizeof c->text - c->length, "; ");
  if (c->length >= sizeof c->text)
    return;
  va_start(list, format);
  int added =
      vsnprintf(c->text + c->length, sizeof c->text - c->length, format, list);
  va_end(list);
  c->length += added > 0 ? (size_t)added : 0;
}

/* Which way a metric goes, or only its name if `way` is 0. */
static const char *direction(const SweepTrends *t, TrendMetric metric,
                             int way) {
  static const char *const WORDS[TREND_METRICS][3] = {
      [TREND_ADVANTAGE] = {"the first-player advantage falls",
                           "the first-player advantage",
                           "the first-player advantage rises"},
      [TREND_DRAWS] = {"fewer games are drawn", "the share of draws",
                       "more games are drawn"},
      [TREND_UNDECIDED] = {"fewer games end without a result",
                           "the share of games without a result",
                           "more games end without a result"},
      [TREND_PLIES] = {"games get shorter", "the length of games",
                       "games get longer"},
      [TREND_MARGIN] = {"the margin of the first side falls",
                        "the margin of the first side",
                        "the margin of the first side rises"}};
  static const char *const SCORE[] = {"the score falls", "the score",
                                      "the score rises"};
  return t->solitaire && metric == TREND_MARGIN ? SCORE[way + 1]
                                                : WORDS[metric][way + 1];
}

/* The size of a change, whose direction words state. */
static Estimate size_of(Estimate e) {
  return e.value < 0 ? (Estimate){-e.value, -e.high, -e.low, e.n} : e;
}

/* With as many decimals as its first digit needs. */
static Shown amount(Estimate size, bool points) {
  int decimals = 1, most = points ? SHOWN_CSV - 2 : SHOWN_CSV;
  double value = points ? 100 * size.value : size.value, unit = 0.1;
  for (; decimals < most && value < unit; decimals++)
    unit /= 10;
  if (value >= unit)
    return points ? shown_points_estimate_to(size, decimals)
                  : shown_real_estimate(size, decimals);
  Shown less;
  snprintf(less.text, sizeof less.text, "less than %.*f", most, unit);
  return less;
}

static void add_change(Clauses *c, const SweepTrends *all, const Trend *t) {
  bool more = t->change.value > 0, length = t->metric == TREND_PLIES;
  bool points = !length && t->metric != TREND_MARGIN;
  Shown size = amount(size_of(t->change), points), p = shown_p(t->p_holm);
  const char *what = direction(all, t->metric, 0);
  if (length)
    add_clause(c, "games are %s plies %s%s (%s)", size.text,
               more ? "longer" : "shorter",
               all->truncated ? ", truncated ones up to the limit" : "",
               p.text);
  else
    add_clause(c, "%s %s by %s points (%s)", what, more ? "rises" : "falls",
               size.text, p.text);
}

/* Whether two trends are about the same step or value of an option. */
static bool same_change(const Trend *a, const Trend *b) {
  return a->kind == b->kind && strcmp(a->option, b->option) == 0 &&
         strcmp(a->value, b->value) == 0;
}

static bool is_change(const Trend *t) {
  return t->kind == TREND_STEP || t->kind == TREND_DIFFERENCE;
}

/* One sentence for each option, or value of one, on all that it changes.
 * Returns whether there is one. */
static bool say_change(const SweepTrends *t, const Trend *first, bool named,
                       Sentences *to) {
  Clauses clauses = {.count = 0};
  for (int i = 0; i < t->count; i++)
    if (same_change(&t->list[i], first) && trend_is_shown(&t->list[i]) &&
        !trend_turns(&t->list[i]))
      add_change(&clauses, t, &t->list[i]);
  if (clauses.count == 0 || !named)
    return clauses.count > 0;
  if (first->kind == TREND_STEP)
    sentences_add(to, "With %s up by %.6g, %s.", first->option, first->step,
                  clauses.text);
  else
    sentences_add(to, "With %s=%s instead of %s, %s.", first->option,
                  first->value, first->base, clauses.text);
  return true;
}

/* At most this many options, or values of them, have a sentence. */
enum { CHANGES_NAMED = 6 };

static void say_changes(const SweepTrends *t, Sentences *to) {
  int changes = 0;
  for (int i = 0; i < t->count; i++) {
    bool first = is_change(&t->list[i]);
    for (int j = 0; first && j < i; j++)
      first = !same_change(&t->list[i], &t->list[j]);
    if (first)
      changes += say_change(t, &t->list[i], changes < CHANGES_NAMED, to);
  }
  if (changes > CHANGES_NAMED)
    sentences_add(to, "%d more %s something: sweep_trends.csv has %s.",
                  changes - CHANGES_NAMED,
                  changes - CHANGES_NAMED == 1 ? "option or value changes"
                                               : "options or values change",
                  changes - CHANGES_NAMED == 1 ? "it" : "them");
}

/* ---- the conclusion ------------------------------------------------------*/

/* Whether the runs are shown to depart from a straight line. */
static bool is_uneven(const SweepTrends *t, TrendMetric metric) {
  for (int i = 0; i < t->count; i++)
    if (t->list[i].kind == TREND_DEPARTURE && t->list[i].metric == metric &&
        trend_is_shown(&t->list[i]))
      return true;
  return false;
}

/* A list of words: "a, b and c". The caller says how many there will be. */
static void add_word(Clauses *c, int left, const char *word,
                     const char *after) {
  int added =
      snprintf(c->text + c->length, sizeof c->text - c->length, "%s%s%s",
               c->count++ == 0         ? ""
               : left == 0 && c->comma ? ", and "
               : left == 0             ? " and "
                                       : ", ",
               word, after);
  c->comma = strchr(after, ',') != NULL;
  c->length += added > 0 ? (size_t)added : 0;
  if (c->length >= sizeof c->text)
    c->length = sizeof c->text - 1;
}

static bool is_shown_change(const Trend *t, const char *option) {
  return is_change(t) && strcmp(t->option, option) == 0 && trend_is_shown(t);
}

/* Whether several values of an option that is no number are compared with its
 * default: then it is only said what changes, not which way. */
static bool has_several_values(const SweepTrends *t, const Trend *first) {
  for (int i = 0; i < t->count; i++)
    if (is_change(&t->list[i]) &&
        strcmp(t->list[i].option, first->option) == 0 &&
        strcmp(t->list[i].value, first->value) != 0)
      return true;
  return false;
}

/* The trend by which an option changes a metric; NULL if none is shown. */
static const Trend *find_change(const SweepTrends *t, const Trend *first,
                                TrendMetric metric) {
  for (int i = 0; i < t->count; i++)
    if (t->list[i].metric == metric &&
        is_shown_change(&t->list[i], first->option))
      return &t->list[i];
  return NULL;
}

/* What a step of an option does that is no straight line. */
static const char *unsteadiness(const SweepTrends *t, const Trend *change) {
  return trend_turns(change)            ? " rises and falls"
         : change->kind != TREND_STEP   ? ""
         : is_uneven(t, change->metric) ? " on the whole, though not evenly"
                                        : "";
}

/* "With higher values of walls, games get longer and fewer are drawn"; "with
 * jump=true instead of false, games get shorter"; "goal changes the length of
 * games". */
static void write_effect(const SweepTrends *t, const Trend *first,
                         char text[SENTENCE]) {
  Clauses what = {.count = 0};
  int metrics = 0;
  bool several = has_several_values(t, first);
  for (int m = 0; m < TREND_METRICS; m++)
    metrics += find_change(t, first, (TrendMetric)m) != NULL;
  for (int m = 0; m < TREND_METRICS; m++) {
    const Trend *change = find_change(t, first, (TrendMetric)m);
    if (!change)
      continue;
    int way = several || trend_turns(change) ? 0
              : change->change.value > 0     ? 1
                                             : -1;
    add_word(&what, --metrics, direction(t, (TrendMetric)m, way),
             unsteadiness(t, change));
  }
  if (first->kind == TREND_STEP)
    snprintf(text, SENTENCE, "with higher values of %s, %.400s", first->option,
             what.text);
  else if (several)
    snprintf(text, SENTENCE, "%s changes %.400s", first->option, what.text);
  else
    snprintf(text, SENTENCE, "with %s=%.60s instead of %s, %.300s",
             first->option, first->value, first->base, what.text);
}

/* Whether this is the first trend of an option that changes something. */
static bool is_first_changed(const SweepTrends *t, int i) {
  const Trend *trend = &t->list[i];
  bool shown = false;
  for (int j = 0; j < t->count; j++) {
    bool same =
        is_change(&t->list[j]) && strcmp(trend->option, t->list[j].option) == 0;
    if (same && j < i)
      return false;
    shown = shown || is_shown_change(&t->list[j], trend->option);
  }
  return is_change(trend) && shown;
}

/* At most this many options are named in the conclusion. */
enum { EFFECTS_NAMED = 2 };

/* What the options do, in one sentence; false if nothing is shown. */
static bool say_effects(const SweepTrends *t, Sentences *to) {
  Clauses effects = {.count = 0};
  char effect[SENTENCE];
  int more = 0;
  for (int i = 0; i < t->count; i++) {
    if (!is_first_changed(t, i))
      continue;
    if (effects.count == EFFECTS_NAMED) {
      more++;
      continue;
    }
    write_effect(t, &t->list[i], effect);
    add_clause(&effects, "%.230s", effect);
  }
  if (effects.count == 0)
    return false;
  if (more)
    add_clause(&effects, "%d more option%s something", more,
               more == 1 ? " changes" : "s change");
  effects.text[0] = (char)toupper((unsigned char)effects.text[0]);
  sentences_add(to, "%.500s.", effects.text);
  return true;
}

/* ---- details -------------------------------------------------------------*/

/* Whether this is the first trend of an option of which none is shown. */
static bool is_first_unchanged(const SweepTrends *t, int i) {
  const Trend *trend = &t->list[i];
  for (int j = 0; j < t->count; j++)
    if (is_change(&t->list[j]) &&
        strcmp(trend->option, t->list[j].option) == 0 &&
        (trend_is_shown(&t->list[j]) || j < i))
      return false;
  return is_change(trend);
}

/* Names the options that are not shown to change anything: "a, b or c". Returns
 * whether there are any. */
static bool name_unchanged(const SweepTrends *t, char names[SENTENCE / 2]) {
  size_t size = SENTENCE / 2, length = 0;
  int left = 0;
  names[0] = '\0';
  for (int i = 0; i < t->count; i++)
    left += is_first_unchanged(t, i);
  for (int i = 0; i < t->count; i++)
    if (is_first_unchanged(t, i) && length < size)
      length += (size_t)snprintf(names + length, size - length, "%s%s",
                                 t->list[i].option,
                                 --left > 1  ? ", "
                                 : left == 1 ? " or "
                                             : "");
  return length > 0;
}

static int count_uneven(const SweepTrends *t) {
  int uneven = 0;
  for (int m = 0; m < TREND_METRICS; m++)
    uneven += is_uneven(t, (TrendMetric)m);
  return uneven;
}

/* A departure from a straight line may be due to any option: then it is not
 * said that nothing depends on one. */
static void say_unchanged(const SweepTrends *t, Sentences *to) {
  char names[SENTENCE / 2];
  if (name_unchanged(t, names))
    sentences_add(to,
                  count_uneven(t)
                      ? "These games show no steady change with %s."
                      : "These games do not show that anything depends on %s.",
                  names);
}

/* What depends on the options although no straight line shows it: "The length
 * of games changes with walls, but not along a straight line." Returns whether
 * there is anything. */
static bool say_uneven(const SweepTrends *t, Sentences *to) {
  Clauses what = {.count = 0};
  char names[SENTENCE / 2];
  int uneven = count_uneven(t), left = uneven;
  if (!uneven || !name_unchanged(t, names))
    return false;
  for (int m = 0; m < TREND_METRICS; m++)
    if (is_uneven(t, (TrendMetric)m))
      add_word(&what, --left, direction(t, (TrendMetric)m, 0), "");
  what.text[0] = (char)toupper((unsigned char)what.text[0]);
  sentences_add(to, "%.240s change%s with %s, but not along a straight line%s.",
                what.text, uneven == 1 ? "s" : "", names,
                t->options > 1 ? " for each" : "");
  return true;
}

static void say_departures(const SweepTrends *t, Sentences *to) {
  Clauses clauses = {.count = 0};
  for (int i = 0; i < t->count; i++)
    if (t->list[i].kind == TREND_DEPARTURE && trend_is_shown(&t->list[i]))
      add_clause(&clauses, "%s (%s)", direction(t, t->list[i].metric, 0),
                 shown_p(t->list[i].p_holm).text);
  if (clauses.count)
    sentences_add(to, "Not along a straight line%s: %.400s.",
                  t->options > 1 ? " for each option" : "", clauses.text);
}

/* Which runs were not asked for the fairest, and why. */
static void write_left_out(const SweepTrends *t, char text[SENTENCE / 2]) {
  text[0] = '\0';
  if (t->many_undecided)
    snprintf(text, SENTENCE / 2,
             " %d of the %d runs %s left out: more than %.20s of %s games have "
             "no result.",
             t->many_undecided, t->runs, t->many_undecided == 1 ? "is" : "are",
             shown_percent(UNDECIDED_LARGE).text,
             t->many_undecided == 1 ? "its" : "their");
  else if (t->own_bots)
    snprintf(text, SENTENCE / 2,
             " The seats have different bots, and whether the seat or the bot "
             "is the reason, --rotate would show.");
  else if (t->unknown)
    snprintf(
        text, SENTENCE / 2,
        " %s left out: the results do not tell how large the advantage of a "
        "seat is.",
        t->unknown == t->runs
            ? "All runs are"
            : shown_things((uint64_t)t->unknown, "run is", "runs are").text);
}

static void say_fairest(const SweepTrends *t, Sentences *to) {
  const Trend *fairest = t->count ? &t->list[t->count - 1] : NULL;
  const char *rated =
      t->rated ? ", by the rating model and between equally strong bots," : "";
  char left_out[SENTENCE / 2];
  write_left_out(t, left_out);
  if (!fairest || fairest->kind != TREND_FAIREST) {
    if (left_out[0])
      sentences_add(to, "No run is compared with others for fairness.%s",
                    left_out);
    return;
  }
  if (t->drawn >= DRAWN_LARGE)
    sentences_add(to,
                  "%s of the games with %.200s are drawn: what is said of "
                  "fairness rests on the few that were won.",
                  shown_percent(t->drawn).text, fairest->value);
  if (trend_is_shown(fairest))
    sentences_add(to,
                  "%.200s is the fairest: the gap between its sides%s is %s "
                  "points in these games, smaller than in every other run "
                  "(%s).%s",
                  fairest->value, rated,
                  shown_points(fairest->change.value).text,
                  shown_p(fairest->p_holm).text, left_out);
  else if (t->tied == t->runs)
    sentences_add(to,
                  "No run is shown to be the fairest: the gap between the "
                  "sides%s is %s points in all of them.",
                  rated, shown_points(fairest->change.value).text);
  else
    sentences_add(to,
                  "No run is shown to be the fairest; in these games the gap "
                  "between the sides%s is smallest with %.200s, %s points, "
                  "which luck helped to make small.%s",
                  rated, fairest->value,
                  shown_points(fairest->change.value).text, left_out);
}

/* One run without an advantage leaves no line through all of them. */
static void say_no_advantage(const SweepTrends *t, Sentences *to) {
  if (t->options && t->no_advantage && t->no_advantage < t->runs)
    sentences_add(to,
                  "No trend of the first-player advantage is given: in %d of "
                  "the %d runs the results do not tell how large it is.",
                  t->no_advantage, t->runs);
}

static void say_family(const SweepTrends *t, Sentences *to) {
  int tests = 0;
  for (int i = 0; i < t->count; i++)
    tests += !isnan(t->list[i].p);
  if (tests > 1)
    sentences_add(to,
                  "The p-values are adjusted for all %d tests (Holm): where "
                  "the options change nothing, any claim at all is made in at "
                  "most 5%% of sweeps.",
                  tests);
}

static void say_repetitions(const SweepResults *results, Sentences *to) {
  Repetitions all = {0};
  for (int i = 0; i < results->runs; i++)
    repetitions_add(&all, results->row[i].played.repetition,
                    results->row[i].name);
  repetitions_say(&all, false, to);
}

bool sweep_all_forfeited(const SweepResults *results) {
  bool any = false;
  for (int i = 0; i < results->runs; i++) {
    const SweepRow *row = &results->row[i];
    if (row->played.games && row->played.ends.forfeits.value < 1)
      return false;
    any = any || row->played.games;
  }
  return any;
}

/* Why there is nothing to conclude. */
static void say_nothing(const SweepResults *results, Sentences *to) {
  uint64_t games = 0, most = 0;
  int complete = 0, repeat = 0;
  for (int i = 0; i < results->runs; i++) {
    const SweepRow *row = &results->row[i];
    repeat += row->played.complete && row->played.repetition.repetitive;
    games += row->played.games;
    most = row->played.games > most ? row->played.games : most;
    complete += row->played.games && row->played.complete;
  }
  if (games == 0)
    sentences_add(to, "No game has been played yet.");
  else
    sentences_add(to, "There is nothing to compare: %s.",
                  complete < 2            ? "fewer than two runs are complete"
                  : repeat > complete - 2 ? "the runs repeat their games"
                  : most == 1             ? "one game each is too few"
                                          : "the runs have too few games");
}

/* Whether a single change is shown, steady and with no departure from a
 * straight line: then
 * its sentence with the figures is short enough for the conclusion. */
static bool is_single_change(const SweepTrends *t) {
  int changes = 0, unsteady = 0;
  for (int i = 0; i < t->count; i++) {
    bool shown = trend_is_shown(&t->list[i]);
    changes += is_change(&t->list[i]) && shown;
    unsteady += shown && (t->list[i].kind == TREND_DEPARTURE ||
                          trend_turns(&t->list[i]));
  }
  return changes == 1 && unsteady == 0;
}

void sweep_verdict(const SweepTrends *t, const SweepResults *results,
                   Sentences *to) {
  bool single = is_single_change(t);
  say_repetitions(results, to);
  if (sweep_all_forfeited(results)) {
    sentences_add(to, ALL_FORFEITED_SAY);
    to->conclusion = to->count;
    return;
  }
  if (single)
    say_changes(t, to);
  bool changes = single || say_effects(t, to);
  if (!changes && !say_uneven(t, to))
    say_unchanged(t, to);
  say_fairest(t, to);
  if (to->count == 0)
    say_nothing(results, to);
  to->conclusion = to->count;
  if (!single)
    say_changes(t, to);
  if (changes)
    say_unchanged(t, to);
  say_departures(t, to);
  say_no_advantage(t, to);
  if (t->limits_differ)
    sentences_add(to, "Lengths are not compared: games were truncated, and the "
                      "ply limits of the runs differ.");
  else if (t->options && t->games < MEAN_GAMES)
    sentences_add(to,
                  "Lengths are not compared with fewer than %d games of each "
                  "run.",
                  MEAN_GAMES);
  say_family(t, to);
  verdict_raised("Runs of this sweep were", t->raised, "", to);
}

/* Whose advantage it is that the sentences speak of. */
static void note_seats(const SweepResults *results, Sentences *to) {
  bool rated = false, own = false;
  for (int i = 0; i < results->runs; i++) {
    const SweepRow *row = &results->row[i];
    rated = rated || (row->played.games && row->equals.basis == SEATS_RATED);
    own = own || (row->played.games && row->equals.basis == SEATS_OWN_BOTS);
  }
  if (rated)
    sentences_add(to, "Different bots change seats: the first-player advantage "
                      "is that between equally strong bots, by the rating "
                      "model.");
  if (own)
    sentences_add(to, "The seats have different bots: the first-player "
                      "advantage is that of the first seat with its bot.");
}

/* Where games go on without a side, it is no side. */
static void note_dead_sides(const SweepResults *results, Sentences *to) {
  int dead = 0;
  for (int i = 0; i < results->runs; i++)
    dead += results->row[i].played.decided &&
            results->row[i].played.sides < results->row[i].equals.sides;
  if (dead)
    sentences_add(to,
                  "In %d of the %d runs a side never moved and is left out of "
                  "all results on balance.",
                  dead, results->runs);
}

void sweep_notes(const SweepResults *results, Sentences *to) {
  note_seats(results, to);
  note_dead_sides(results, to);
  int played = 0, random = 0;
  for (int i = 0; i < results->runs; i++) {
    played += results->row[i].played.games > 0;
    random += results->row[i].played.games > 0 && results->row[i].random;
  }
  if (played && random == played)
    sentences_add(to, results->row[0].played.seats < 2 ? RANDOM_PLAYER_SAY
                                                       : RANDOM_PLAYERS_SAY);
}
