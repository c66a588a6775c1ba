/* What a race shows: a row per setting, and what may be said of them. */
#include "analysis/experiments/race.h"

#include "analysis/experiments/sweep_internal.h"
#include "analysis/metrics/balance.h"
#include "analysis/stats/pentanomial.h"
#include <math.h>

/* ---- the table -----------------------------------------------------------*/

/* Whether a setting comes before another: first those that are left, then those
 * that were eliminated last; each by their scores. */
static bool is_before(const Setting *a, const Setting *b) {
  int one = a->eliminated ? a->eliminated : INT_MAX;
  int other = b->eliminated ? b->eliminated : INT_MAX;
  return one != other ? one > other : a->score.value > b->score.value;
}

static void sort_settings(const RaceTable *t, const Setting *list[]) {
  for (int i = 0; i < t->count; i++) {
    int place = i;
    for (; place > 0 && is_before(&t->setting[i], list[place - 1]); place--)
      list[place] = list[place - 1];
    list[place] = &t->setting[i];
  }
}

static Phrase status_of(const RaceTable *t, const Setting *s) {
  if (s->eliminated)
    return phrase("eliminated after round %d", s->eliminated);
  return phrase(
      "%s%s", t->leader >= 0 && s == &t->setting[t->leader] ? "leads" : "left",
      s->is_opponent ? ", the opponent itself" : "");
}

void race_table(const Race *race, ResultTable *table) {
  const Setting *list[SETTINGS_MAX];
  const RaceTable *t = &race->table;
  sort_settings(t, list);
  for (int i = 0; i < t->count; i++) {
    const Setting *s = list[i];
    double games = (double)s->games;
    result_row(table);
    result_put_text(table, AS_TEXT("name", "run"), s->name);
    for (int axis = 0; axis < race->axes.count; axis++)
      result_put_text(table,
                      AS_VALUE(axis_key(&race->axes, axis).text,
                               race->axes.name[axis], race->axes.name[axis]),
                      s->value[axis]);
    result_put_text(table, AS_TEXT("bot", "bot"), s->bot);
    result_put_count(table, AS_COUNT("games", "games", "games"), s->games);
    result_put_count(table, AS_COUNT("pairs", "pairs"), s->looked);
    result_put(table, AS_SHARE("score", "score", "score", BOUNDS_SHOWN),
               s->score);
    result_put(table, AS_ELO("elo", "elo", "Elo to the leader", BOUNDS_SHOWN),
               s->elo);
    result_put(
        table,
        AS_SHARE("truncated", "truncated_rate", "truncated", .detail = true),
        number_if(s->games, (double)s->truncated / games));
    result_put(
        table,
        AS_SHARE("forfeits", "forfeit_rate", "forfeited", .detail = true),
        number_if(s->games, (double)s->forfeited / games));
    result_put(table, AS_COUNT("eliminated", "eliminated"),
               number_if(s->eliminated, s->eliminated));
    result_put_text(table, AS_TEXT("status", NULL, "status", .people = true),
                    status_of(t, s).text);
  }
}

/* ---- sentences -----------------------------------------------------------*/

/* The others that are left, by their scores: "depth=3, depth=5 and 4 more". */
static Phrase others_left(const RaceTable *t, const Setting *list[], int left) {
  enum { NAMED = 5 };
  Phrase others = {""};
  int named = left - 1 > NAMED ? NAMED - 1 : left - 1;
  bool more = named < left - 1;
  for (int i = 0, n = 0; n < named; i++)
    if (list[i] != &t->setting[t->leader])
      phrase_list(&others, named - ++n + more, " and ",
                  phrase("%.60s", list[i]->name).text);
  if (more)
    phrase_list(&others, 0, " and ", phrase("%d more", left - 1 - named).text);
  return others;
}

/* What is said of the leader's score, which others may have as well. */
static const char *lead_text(const RaceTable *t, const Setting *list[],
                             int left) {
  for (int i = 0; i < left; i++)
    if (list[i] != &t->setting[t->leader] &&
        list[i]->score.value == t->setting[t->leader].score.value)
      return "scores as much as any other";
  return "has the highest score";
}

static void say_open(const RaceTable *t, const Setting *list[], int left,
                     Sentences *to) {
  const Setting *leader = &t->setting[t->leader];
  double most = 0;
  for (int i = 0; i < left; i++)
    if (list[i] != leader)
      most = fmax(most, list[i]->elo.high);
  sentences_add(to, "%.100s %s, but %s may be as good.", leader->name,
                lead_text(t, list, left), others_left(t, list, left).text);
  if (isfinite(most))
    sentences_add(to,
                  "With 95%% confidence none of the others is more than %s Elo "
                  "better than %.100s.",
                  shown_real(ceil(most), 0).text, leader->name);
}

static void say_result(const Race *race, const Setting *list[], Sentences *to) {
  const RaceTable *t = &race->table;
  const Setting *leader = &t->setting[t->leader];
  int left = 0;
  while (left < t->count && !list[left]->eliminated)
    left++;
  if (t->end == RACE_DECIDED)
    sentences_add(to,
                  "%.100s is shown to be the best of the %d settings against "
                  "%.100s, with 95%% confidence.",
                  leader->name, t->count, race->opponent);
  else if (t->end == RACE_WITHIN)
    sentences_add(to,
                  "%.100s %s; %s %s shown to be within %g Elo of it, with "
                  "95%% confidence.",
                  leader->name, lead_text(t, list, left),
                  others_left(t, list, left).text, left == 2 ? "is" : "are",
                  t->close);
  else
    say_open(t, list, left, to);
  if (left > 1 && left < t->count)
    sentences_add(to, "%s eliminated: shown to be worse than another.",
                  shown_things((uint64_t)(t->count - left), "setting was",
                               "settings were")
                      .text);
  if (!leader->is_opponent)
    sentences_add(to, "%.100s scores %s against %.100s.", leader->name,
                  shown_percent_estimate(leader->score).text, race->opponent);
}

static void say_notes(const Race *race, Sentences *to) {
  const RaceTable *t = &race->table;
  double score = t->setting[t->leader].score.value;
  uint64_t truncated = 0, games = race_games(race);
  for (int i = 0; i < t->count; i++)
    truncated += t->setting[i].truncated;
  if (score > 0.95 || score < 0.05)
    sentences_add(to,
                  "%.100s is too %s to tell these settings apart well: choose "
                  "an opponent that wins about half of its games.",
                  race->opponent, score > 0.5 ? "weak" : "strong");
  if ((double)truncated > UNDECIDED_LARGE * (double)games)
    sentences_add(to,
                  "%s of the games were truncated and count as draws: raise "
                  "--max-plies.",
                  shown_percent((double)truncated / (double)games).text);
  if (race->timed)
    sentences_add(to, "A bot plays by the clock, or is a program that is not "
                      "deterministic: playing the race again will give "
                      "different games.");
  sentences_add(to,
                "This is said of play against %.100s: against another "
                "opponent another setting may be better.",
                race->opponent);
}

void race_document(const Race *race, Document *d) {
  const RaceTable *t = &race->table;
  const Setting *list[SETTINGS_MAX];
  Repetitions repetitions = {0};
  sort_settings(t, list);
  race_table(race, &d->table[d->tables++]);
  if (t->leader < 0 || t->rounds == 0)
    return;
  sentences_add(&d->below,
                "The intervals are anytime-valid: with probability 95%% those "
                "of all scores and of all differences hold at once, whenever "
                "the race ends. The difference of a setting that was "
                "eliminated is that to the leader of its last round.");
  for (int i = 0; i < t->count; i++)
    if (t->setting[i].games)
      repetitions_add(&repetitions, t->setting[i].repetition,
                      t->setting[i].name);
  if (t->end == RACE_REPEATS) {
    repetitions_say(&repetitions, true, &d->verdict);
  } else if (t->end == RACE_FORFEITED) {
    sentences_add(&d->verdict, ALL_FORFEITED_SAY);
  } else {
    say_result(race, list, &d->verdict);
    say_notes(race, &d->notes);
  }
}
