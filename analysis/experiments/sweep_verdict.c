/* What a sweep shows, in sentences. */
#include "analysis/experiments/sweep_trends.h"

#include "analysis/metrics/balance.h"
#include "analysis/stats/shown.h"
#include <math.h>
#include <stdarg.h>

/* A sentence that grows. */
typedef struct Clauses {
  char text[SENTENCE];
  size_t length;
  int count;
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

/* The size of a change, whose direction words state. */
static Estimate size_of(Estimate e) {
  return e.value < 0 ? (Estimate){-e.value, -e.high, -e.low, e.n} : e;
}

static void add_change(Clauses *c, const Trend *t, bool truncated) {
  bool more = t->change.value > 0;
  Estimate size = size_of(t->change);
  Shown points = shown_points_estimate(size), p = shown_p(t->p_holm);
  switch (t->metric) {
  case TREND_ADVANTAGE:
    add_clause(c, "the first-player advantage %s by %s points (%s)",
               more ? "rises" : "falls", points.text, p.text);
    break;
  case TREND_DRAWS:
    add_clause(c, "the share of draws %s by %s points (%s)",
               more ? "rises" : "falls", points.text, p.text);
    break;
  case TREND_UNDECIDED:
    add_clause(c, "the share of games without a result %s by %s points (%s)",
               more ? "rises" : "falls", points.text, p.text);
    break;
  case TREND_MARGIN:
    add_clause(c, "the margin of the first side %s by %s points (%s)",
               more ? "rises" : "falls", shown_real_estimate(size, 1).text,
               p.text);
    break;
  default:
    add_clause(c, "games are %s plies %s%s (%s)",
               shown_real_estimate(size, 1).text, more ? "longer" : "shorter",
               truncated ? ", truncated ones up to the limit" : "", p.text);
  }
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
    if (same_change(&t->list[i], first) && trend_is_shown(&t->list[i]))
      add_change(&clauses, &t->list[i], t->truncated);
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
    sentences_add(to,
                  "%d more options or values change something: "
                  "sweep_trends.csv has them.",
                  changes - CHANGES_NAMED);
}

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

/* Names the options that are not shown to change anything: "a, b or c". */
static void say_unchanged(const SweepTrends *t, Sentences *to) {
  char names[SENTENCE / 2] = "";
  size_t length = 0;
  int left = 0;
  for (int i = 0; i < t->count; i++)
    left += is_first_unchanged(t, i);
  for (int i = 0; i < t->count; i++)
    if (is_first_unchanged(t, i) && length < sizeof names)
      length += (size_t)snprintf(names + length, sizeof names - length, "%s%s",
                                 t->list[i].option,
                                 --left > 1  ? ", "
                                 : left == 1 ? " or "
                                             : "");
  if (length)
    sentences_add(to, "These games do not show that anything depends on %s.",
                  names);
}

static void say_departures(const SweepTrends *t, Sentences *to) {
  static const char *const WORDS[] = {
      "the first-player advantage", "the share of draws",
      "the share of games without a result", "the length", "the margin"};
  Clauses clauses = {.count = 0};
  for (int i = 0; i < t->count; i++)
    if (t->list[i].kind == TREND_DEPARTURE && trend_is_shown(&t->list[i]))
      add_clause(&clauses, "%s (%s)", WORDS[t->list[i].metric],
                 shown_p(t->list[i].p_holm).text);
  if (clauses.count)
    sentences_add(to, "%s: %s.",
                  t->options > 1
                      ? "A straight line for each option does not describe, "
                        "since the options interact or change it unevenly"
                      : "A straight line does not describe",
                  clauses.text);
}

static void say_fairest(const SweepTrends *t, Sentences *to) {
  const Trend *fairest = t->count ? &t->list[t->count - 1] : NULL;
  char left_out[256] = "";
  if (t->many_undecided)
    snprintf(left_out, sizeof left_out,
             " %d of the %d runs are left out: more than %.20s of their games "
             "have no result.",
             t->many_undecided, t->runs, shown_percent(UNDECIDED_LARGE).text);
  if (!fairest || fairest->kind != TREND_FAIREST) {
    if (t->many_undecided)
      sentences_add(to, "No run is compared with others for fairness.%s",
                    left_out);
  } else if (trend_is_shown(fairest))
    sentences_add(to,
                  "%.200s is the fairest: the gap between its sides is %s "
                  "points, smaller than in every other run (%s).%s",
                  fairest->value, shown_points_estimate(fairest->change).text,
                  shown_p(fairest->p_holm).text, left_out);
  else
    sentences_add(to,
                  "No run is shown to be the fairest; the gap between the "
                  "sides is smallest with %.200s, %s points.%s",
                  fairest->value, shown_points_estimate(fairest->change).text,
                  left_out);
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
    repetitions_add(&all, results->row[i].repetition, results->row[i].name);
  repetitions_say(&all, to);
}

void sweep_verdict(const SweepTrends *t, const SweepResults *results,
                   Sentences *to) {
  say_changes(t, to);
  say_unchanged(t, to);
  say_departures(t, to);
  if (t->limits_differ)
    sentences_add(to, "Lengths are not compared: games were truncated, and the "
                      "ply limits of the runs differ.");
  say_fairest(t, to);
  say_family(t, to);
  say_repetitions(results, to);
}
