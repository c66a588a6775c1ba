/* What a sweep shows, in sentences. */
#include "analysis/experiments/sweep_trends.h"

#include "analysis/metrics/balance.h"
#include "analysis/stats/shown.h"
#include <ctype.h>
#include <math.h>

static bool is_change(const Trend *t) {
  return t->kind == TREND_STEP || t->kind == TREND_DIFFERENCE;
}

/* The first trend of an option, of any metric or of this one, that is shown or
 * not; NULL if there is none. */
enum { ANY_METRIC = -1 };
static const Trend *find_trend(const SweepTrends *t, int axis, int metric,
                               bool shown) {
  for (const Trend *trend = t->list; trend < t->list + t->count; trend++)
    if (is_change(trend) && trend->axis == axis &&
        (metric == ANY_METRIC || (int)trend->metric == metric) &&
        trend_is_shown(trend) == shown)
      return trend;
  return NULL;
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

/* The size of a change, whose direction words state, with as many decimals as
 * its first digit needs. */
static Shown amount(Estimate e, bool points) {
  Estimate size = e.value < 0 ? (Estimate){-e.value, -e.high, -e.low, e.n} : e;
  int decimals = 1, most = points ? SHOWN_CSV - 2 : SHOWN_CSV;
  double value = points ? 100 * size.value : size.value, unit = 0.1;
  for (; decimals < most && value < unit; decimals++)
    unit /= 10;
  if (value >= unit)
    return points ? shown_points_estimate_to(size, decimals)
                  : shown_real_estimate(size, decimals);
  return phrase("less than %.*f", most, unit);
}

/* "the share of draws rises by 2.1 (1.0 to 3.2) points (p = 0.001)". */
static Phrase change_text(const SweepTrends *all, const Trend *t) {
  bool more = t->change.value > 0, length = t->metric == TREND_PLIES;
  bool points = !length && t->metric != TREND_MARGIN;
  Shown size = amount(t->change, points), p = shown_p(t->p_holm);
  if (length)
    return phrase(
        "games are %s plies %s%s (%s)", size.text, more ? "longer" : "shorter",
        all->truncated ? ", truncated ones up to the limit" : "", p.text);
  return phrase("%s %s by %s points (%s)", direction(all, t->metric, 0),
                more ? "rises" : "falls", size.text, p.text);
}

/* At most this many options, or values of them, have a sentence. */
enum { CHANGES_NAMED = 6 };

/* One sentence for each option, or value of one, on all that it changes. */
static void say_changes(const SweepTrends *t, Sentences *to) {
  int changes = 0;
  for (int column = 0; column < t->options; column++) {
    const Trend *change = NULL;
    Phrase all = {""};
    for (const Trend *trend = t->list; trend < t->list + t->count; trend++)
      if (is_change(trend) && trend->column == column &&
          trend_is_shown(trend) && !trend_turns(trend)) {
        phrase_add(&all, "%s%s", change ? "; " : "",
                   change_text(t, trend).text);
        change = trend;
      }
    if (!change || changes++ >= CHANGES_NAMED)
      continue;
    if (change->kind == TREND_STEP)
      sentences_add(to, "With %s up by %.6g, %s.", change->option, change->step,
                    all.text);
    else
      sentences_add(to, "With %s=%s instead of %s, %s.", change->option,
                    change->value, change->base, all.text);
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

/* Whether several values of an option that is no number are compared with its
 * default: then it is only said what changes, not which way. */
static bool has_several_values(const SweepTrends *t, int axis) {
  int least = INT_MAX, most = 0;
  for (int i = 0; i < t->count; i++)
    if (is_change(&t->list[i]) && t->list[i].axis == axis) {
      least = t->list[i].column < least ? t->list[i].column : least;
      most = t->list[i].column > most ? t->list[i].column : most;
    }
  return most > least;
}

/* What a step of an option does that is no straight line. */
static const char *unsteadiness(const SweepTrends *t, const Trend *change) {
  return trend_turns(change)            ? " changes both ways"
         : change->kind != TREND_STEP   ? ""
         : is_uneven(t, change->metric) ? " on the whole, though not evenly"
                                        : "";
}

/* "With higher values of walls, games get longer and fewer are drawn"; "with
 * jump=true instead of false, games get shorter"; "goal changes the length of
 * games". */
static Phrase effect_of(const SweepTrends *t, int axis) {
  const Trend *first = find_trend(t, axis, ANY_METRIC, true);
  bool several = has_several_values(t, axis), comma = false;
  Phrase what = {""};
  int left = 0;
  for (int m = 0; m < TREND_METRICS; m++)
    left += find_trend(t, axis, m, true) != NULL;
  for (int m = 0; m < TREND_METRICS; m++) {
    const Trend *change = find_trend(t, axis, m, true);
    if (!change)
      continue;
    int way = several || trend_turns(change) ? 0
              : change->change.value > 0     ? 1
                                             : -1;
    const char *how = unsteadiness(t, change);
    phrase_list(&what, --left, comma ? ", and " : " and ",
                phrase("%s%s", direction(t, (TrendMetric)m, way), how).text);
    comma = strchr(how, ',') != NULL;
  }
  if (first->kind == TREND_STEP)
    return phrase("with higher values of %s, %.400s", first->option, what.text);
  if (several)
    return phrase("%s changes %.400s", first->option, what.text);
  return phrase("with %s=%.60s instead of %s, %.300s", first->option,
                first->value, first->base, what.text);
}

/* At most this many options are named in the conclusion. */
enum { EFFECTS_NAMED = 2 };

/* What the options do, in one sentence; false if nothing is shown. */
static bool say_effects(const SweepTrends *t, Sentences *to) {
  Phrase effects = {""};
  int changed = 0;
  for (int axis = 0; axis < AXES_MAX; axis++)
    if (find_trend(t, axis, ANY_METRIC, true) && changed++ < EFFECTS_NAMED)
      phrase_add(&effects, "%s%.230s", changed > 1 ? "; " : "",
                 effect_of(t, axis).text);
  int more = changed - EFFECTS_NAMED;
  if (changed == 0)
    return false;
  if (more > 0)
    phrase_add(&effects, "; %d more option%s something", more,
               more == 1 ? " changes" : "s change");
  effects.text[0] = (char)toupper((unsigned char)effects.text[0]);
  sentences_add(to, "%.500s.", effects.text);
  return true;
}

/* ---- details -------------------------------------------------------------*/

/* The options that are not shown to change anything, "a, b or c"; or "". */
static Phrase sweep_unchanged(const SweepTrends *t) {
  const Trend *unchanged[AXES_MAX];
  int count = 0;
  Phrase names = {""};
  for (int axis = 0; axis < AXES_MAX; axis++) {
    unchanged[count] = find_trend(t, axis, ANY_METRIC, false);
    count += unchanged[count] && !find_trend(t, axis, ANY_METRIC, true);
  }
  for (int i = 0; i < count; i++)
    phrase_list(&names, count - 1 - i, " or ", unchanged[i]->option);
  return names;
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
  Phrase names = sweep_unchanged(t);
  if (*names.text)
    sentences_add(
        to,
        count_uneven(t)
            ? "These games show no steady change with %.255s."
            : "These games do not show that anything depends on %.255s.",
        names.text);
}

/* What depends on the options although no straight line shows it: "The length
 * of games changes with walls, but not along a straight line." Returns whether
 * there is anything. */
static bool say_uneven(const SweepTrends *t, Sentences *to) {
  Phrase what = {""}, names = sweep_unchanged(t);
  int uneven = count_uneven(t), left = uneven;
  if (!uneven || !*names.text)
    return false;
  for (int m = 0; m < TREND_METRICS; m++)
    if (is_uneven(t, (TrendMetric)m))
      phrase_list(&what, --left, " and ", direction(t, (TrendMetric)m, 0));
  what.text[0] = (char)toupper((unsigned char)what.text[0]);
  sentences_add(to,
                "%.240s change%s with %.255s, but not along a straight line%s.",
                what.text, uneven == 1 ? "s" : "", names.text,
                t->options > 1 ? " for each" : "");
  return true;
}

static void say_departures(const SweepTrends *t, Sentences *to) {
  Phrase what = {""};
  for (int i = 0; i < t->count; i++)
    if (t->list[i].kind == TREND_DEPARTURE && trend_is_shown(&t->list[i]))
      phrase_add(&what, "%s%s (%s)", *what.text ? "; " : "",
                 direction(t, t->list[i].metric, 0),
                 shown_p(t->list[i].p_holm).text);
  if (*what.text)
    sentences_add(to, "Not along a straight line%s: %.400s.",
                  t->options > 1 ? " for each option" : "", what.text);
}

/* Which runs were not asked for the fairest, and why. */
static Phrase sweep_left_out(const SweepTrends *t) {
  if (t->many_undecided)
    return phrase(
        " %d of the %d runs %s left out: more than %s of %s games have no "
        "result.",
        t->many_undecided, t->runs, t->many_undecided == 1 ? "is" : "are",
        shown_percent(UNDECIDED_LARGE).text,
        t->many_undecided == 1 ? "its" : "their");
  if (t->own_bots)
    return phrase(" The seats have different bots; --rotate would show whether "
                  "the seat or the bot is the reason.");
  if (t->unknown)
    return phrase(
        " %s left out: the results do not tell how large the advantage of a "
        "seat is.",
        t->unknown == t->runs
            ? "All runs are"
            : shown_things((uint64_t)t->unknown, "run is", "runs are").text);
  return (Phrase){""};
}

static void say_fairest(const SweepTrends *t, Sentences *to) {
  const Trend *fairest = t->count ? &t->list[t->count - 1] : NULL;
  const char *rated =
      t->rated ? ", by the rating model and between equally strong bots," : "";
  Phrase left_out = sweep_left_out(t);
  if (!fairest || fairest->kind != TREND_FAIREST) {
    if (*left_out.text)
      sentences_add(to, "No run is compared with others for fairness.%s",
                    left_out.text);
    return;
  }
  if (t->drawn >= DRAWN_LARGE)
    sentences_add(to,
                  "%s of the games with %.200s are drawn: what is said about "
                  "fairness rests on the few that were won.",
                  shown_percent(t->drawn).text, fairest->value);
  if (trend_is_shown(fairest))
    sentences_add(to,
                  "%.200s is the fairest: the gap between its sides%s is %s "
                  "points in these games, smaller than in every other run "
                  "(%s).%s",
                  fairest->value, rated,
                  shown_points(fairest->change.value).text,
                  shown_p(fairest->p_holm).text, left_out.text);
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
                  shown_points(fairest->change.value).text, left_out.text);
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
  if (t->partial)
    sentences_add(to, "What each option does by itself is not said: some runs "
                      "are not complete or repeat their games.");
  say_no_advantage(t, to);
  if (t->limits_differ)
    sentences_add(to, "Lengths are not compared: games were truncated, and the "
                      "ply limits of the runs differ.");
  else if (t->options && t->games < MEAN_GAMES)
    sentences_add(
        to, "Lengths are not compared if runs have fewer than %d games each.",
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
                  "all results about balance.",
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
