/* What a tuning shows: a row per candidate and level, one per candidate at the
 * levels farthest from the goals, what they say and how they are drawn. */
#include "analysis/experiments/tune_internal.h"

#include "analysis/experiments/sweep_internal.h"
#include "analysis/result/result_source.h"
#include <math.h>
#include <stdlib.h>

/* ---- rows ----------------------------------------------------------------*/

/* A number without an interval. */
static void tune_sync_number(ResultTable *t, const char *csv, double *number) {
  Estimate e = number_if(true, *number);
  result_sync(t, AS_REAL(.csv = csv), &e);
  *number = e.value;
}

static void tune_sync_goal(ResultTable *t, Goal *goal, Estimate *value,
                           Estimate *distance, Estimate *check) {
  bool rate = goal_is(goal, GOAL_RATE);
  result_sync(t,
              (Column){rate ? CELL_SHARE : CELL_REAL,
                       phrase("goals.%s", goal->name).text, goal->name,
                       goal_format(goal).text, BOUNDS_SHOWN},
              value);
  result_put(t,
             (Column){rate ? CELL_GAP : CELL_REAL,
                      phrase("goals.%s.distance", goal->name).text, NULL,
                      "distance", BOUNDS_NEVER},
             *distance);
  result_sync(t,
              AS_REAL(.csv = phrase("%s_distance", goal->name).text,
                      .bounds = BOUNDS_FILE),
              distance);
  tune_sync_number(t, phrase("%s_goal_min", goal->name).text, &goal->min);
  tune_sync_number(t, phrase("%s_goal_max", goal->name).text, &goal->max);
  result_sync(t,
              AS_REAL(.csv = phrase("%s_check", goal->name).text,
                      .bounds = BOUNDS_FILE),
              check);
}

void tune_sync_row(ResultTable *t, const TuneTable *table, TuneRow *row) {
  Candidate *c = &row->candidate;
  LevelResult *result = &row->result;
  axes_sync(t, &table->axes, c->name, c->game, c->value);
  result_sync_count(t, AS_COUNT(.csv = "level"), &row->level);
  result_sync_text(t,
                   AS_TEXT("bots", "bots", "bots", .detail = table->levels < 2),
                   row->bots, sizeof row->bots);
  result_sync_count(t, AS_COUNT("games", "games", "games"), &result->games);
  ends_sync(t, &result->ends);
  result_sync_some(t, AS_COUNT("distinct", "distinct_games"),
                   &result->repetition.distinct);
  result_sync_flag(t, AS_FLAG(.csv = "repeats"),
                   &result->repetition.repetitive);
  result_sync_flag(t, AS_FLAG("pareto", "pareto"), &c->front);
  result_sync_some(t, AS_COUNT("dropped", "dropped"), &row->dropped);
  result_sync_some(t, AS_COUNT(.csv = "check_games"), &row->check.games);
  for (int i = 0; i < table->goals; i++)
    tune_sync_goal(t, &row->goal[i], &result->value[i], &result->distance[i],
                   &row->check.value[i]);
}

/* ---- words ---------------------------------------------------------------*/

/* How a candidate fared; these groups are drawn differently. */
static const char *tune_group(const Candidate *c) {
  return c->front     ? "Pareto front"
         : c->dropped ? "dropped"
         : c->games   ? "not dropped"
                      : "not played yet";
}

static void tune_put_status(ResultTable *t, const TuneTable *table,
                            const Candidate *c) {
  int level, missed = candidate_misses(table, c, &level);
  Phrase why = missed >= 0 ? phrase("misses %s", table->goal[missed].name)
               : candidate_repeats(table, c) ? phrase("one game only")
                                             : phrase("beaten");
  Phrase dropped =
      phrase("%s%s%s: dropped in round %d", c->front ? tune_group(c) : "",
             c->front ? "; " : "", why.text, c->dropped);
  result_put_text(t, AS_TEXT("group", .people = true), tune_group(c));
  result_put_text(t, AS_TEXT("misses"),
                  c->dropped && missed >= 0 ? table->goal[missed].name : NULL);
  result_put_text(t, AS_TEXT("status", NULL, "status", .people = true),
                  c->dropped ? dropped.text : tune_group(c));
}

enum { LONG_NAME = 16 }; /* what a chart has room for on a phone */

/* Whether the names of candidates are too long for a chart: then it has the
 * values only, and the names of the options once. */
static bool tune_names_are_long(const TuneTable *table) {
  size_t most = 0, bots = 0;
  for (int i = 0; table->levels > 1 && i < table->levels; i++)
    bots = strlen(table->level[i]) > bots ? strlen(table->level[i]) : bots;
  for (int i = 0; i < table->count; i++) {
    size_t length = strlen(table->candidate[i].name);
    most = length > most ? length : most;
  }
  return most + bots > LONG_NAME;
}

static void tune_put_label(ResultTable *t, const TuneTable *table,
                           const TuneRow *row, bool is_long) {
  Phrase label = {""}, names = {""};
  for (int i = 0; is_long && i < table->axes.count; i++) {
    phrase_list(&label, 1, "", row->candidate.value[i]);
    phrase_list(&names, 1, "", table->axes.name[i]);
  }
  if (!is_long)
    phrase_list(&label, 1, "", row->candidate.name);
  if (table->levels > 1 && *row->bots) {
    phrase_list(&label, 1, "", row->bots);
    phrase_list(&names, 1, "", "bots");
  }
  Phrase title =
      is_long ? phrase("candidate (%.400s)", names.text) : phrase("candidate");
  result_put_text(
      t, AS_TEXT("label", NULL, title.text, .detail = true, .people = true),
      label.text);
}

/* ---- tables --------------------------------------------------------------*/

static TuneRow tune_row(const TuneTable *table, const Candidate *c) {
  TuneRow row = {.candidate = *c, .dropped = (uint64_t)c->dropped};
  memcpy(row.goal, table->goal, sizeof row.goal);
  return row;
}

static void tune_put_row(ResultTable *t, const TuneTable *table, TuneRow *row) {
  result_row(t);
  tune_sync_row(t, table, row);
  tune_put_label(t, table, row, tune_names_are_long(table));
  tune_put_status(t, table, &row->candidate);
}

static void tune_levels_table(const TuneTable *table, ResultTable *t) {
  for (int i = 0; i < table->count * table->levels; i++) {
    const Candidate *c = &table->candidate[i / table->levels];
    int level = i % table->levels;
    TuneRow row = tune_row(table, c);
    row.level = (uint64_t)level + 1;
    row.result = c->level[level];
    snprintf(row.bots, sizeof row.bots, "%s", table->level[level]);
    if (c == table->candidate)
      row.check = table->check.level[level];
    tune_put_row(t, table, &row);
  }
}

/* A candidate has the values of the levels that are farthest from each goal. */
static void tune_candidates_table(const TuneTable *table, ResultTable *t) {
  for (int i = 0; i < table->count; i++) {
    const Candidate *c = &table->candidate[i];
    TuneRow row = tune_row(table, c);
    row.result.games = c->games;
    row.result.ends.undecided =
        number_if(c->games, candidate_undecided(table, c));
    for (int goal = 0; goal < table->goals; goal++) {
      const LevelResult *level = &c->level[candidate_farthest(table, c, goal)];
      row.result.value[goal] = level->value[goal];
      row.result.distance[goal] = level->distance[goal];
    }
    tune_put_row(t, table, &row);
  }
}

bool tune_csv(const TuneTable *table, Text *csv, Error *error) {
  ResultTable t = {0};
  csv->length = 0;
  tune_levels_table(table, &t);
  bool good = result_csv(&t, csv, error);
  result_free(&t);
  return good;
}

/* ---- figures -------------------------------------------------------------*/

/* "50.0%", or "35.0 to 45.0" for a range. */
static Phrase goal_range(const Goal *goal) {
  bool rate = goal_is(goal, GOAL_RATE);
  Shown min = rate ? shown_percent(goal->min) : shown_real(goal->min, 1);
  Shown max = rate ? shown_percent(goal->max) : shown_real(goal->max, 1);
  return goal->max > goal->min ? phrase("%s to %s", min.text, max.text) : min;
}

static Phrase goal_title(const Goal *goal) {
  return phrase("%s%s", goal_metric(goal->name)->title,
                goal->name + strcspn(goal->name, "0123456789"));
}

/* What the Pareto front is, and how it is drawn. Dropped candidates are on it
 * only if all were dropped, and those that were not played at every level never
 * are. */
static Phrase tune_note(const TuneTable *t, bool first) {
  bool unplayed = false, dropped = false, left = false, behind = false;
  for (const Candidate *c = t->candidate; c < t->candidate + t->count; c++) {
    unplayed = unplayed || !c->measured;
    dropped = dropped || c->dropped;
    left = left || !c->dropped;
    behind = behind || !c->front;
  }
  bool some = dropped && left;
  Phrase front = {""};
  if (first && (unplayed || some))
    front = phrase("Of the candidates %s%s%s, the Pareto front has those that "
                   "no other of them beats",
                   unplayed ? "played at every level" : "",
                   unplayed && some ? " and " : "", some ? "not dropped" : "");
  else if (first)
    front = phrase("The Pareto front has the candidates that no other one "
                   "beats");
  if (first)
    phrase_add(&front, ": none is as near to every goal and nearer to one. ");
  phrase_add(&front, "%s%s", behind ? "Filled: on the Pareto front. " : "",
             dropped ? "Grey: dropped." : "");
  return front;
}

/* The columns that name a row. */
static Phrase tune_row_keys(const TuneTable *t, bool levels) {
  Phrase keys = {""};
  for (int i = 0; i < t->axes.count; i++)
    phrase_add(&keys, "%s ", axis_key(&t->axes, i).text);
  phrase_add(&keys, "%s", levels && t->levels > 1 ? "bots" : "");
  return keys;
}

/* What each candidate reaches, against the goal. */
static void tune_draw_goal(const TuneTable *t, const Goal *goal, Document *d) {
  Phrase key = phrase("goals.%s", goal->name);
  Phrase title = phrase("Candidates and the goal %s", goal_format(goal).text);
  Phrase shown =
      phrase("%s %s.distance games undecided status", key.text, key.text);
  document_figure(
      d, (Figure){"tune", title.text, 0, "label", .by = "group", .y = key.text,
                  .shown = shown.text, .y_title = goal_title(goal).text,
                  .note = tune_note(t, !d->figures).text,
                  .marked = phrase("goal %s", goal_range(goal).text).text,
                  .from = goal->min, .to = goal->max, .kind = FIGURE_DOTS,
                  .rows = tune_row_keys(t, true).text});
}

static Phrase goal_distance_title(const Goal *goal) {
  return phrase("%s: distance from %s%s", goal->name, goal_range(goal).text,
                goal_is(goal, GOAL_RATE) ? ", in points" : "");
}

/* With two goals: the distances from both. Whatever lies above or right of the
 * staircase is beaten by a candidate on it. */
static void tune_draw_front(const TuneTable *t, Document *d) {
  Phrase keys = phrase("goals.%s.distance goals.%s.distance", t->goal[0].name,
                       t->goal[1].name);
  document_figure(d, (Figure){"tune-front", "Candidates and both goals", 1,
                              "label", .by = "group", .y = keys.text,
                              .shown = phrase("%s status", keys.text).text,
                              .x_title = goal_distance_title(&t->goal[0]).text,
                              .y_title = goal_distance_title(&t->goal[1]).text,
                              .note = tune_note(t, true).text,
                              .kind = FIGURE_SCATTER,
                              .rows = tune_row_keys(t, false).text});
}

/* ---- the document --------------------------------------------------------*/

/* A terminal has the Pareto front, and so many rows of others. */
enum { OTHERS_SHOWN = 20 };

void tune_document(const TuneTable *t, Document *d) {
  ResultTable *levels = &d->table[d->tables++], *all = &d->table[d->tables++];
  tune_levels_table(t, levels);
  tune_candidates_table(t, all);
  all->hidden = true;
  for (int i = 0; i < t->count; i++)
    levels->printed += t->candidate[i].front * t->levels;
  levels->printed += OTHERS_SHOWN;
  tune_verdict(t, t->complete, &d->verdict);
  tune_notes(t, &d->notes);
  if (t->goals == 2)
    tune_draw_front(t, d);
  for (int i = 0; i < t->goals; i++)
    tune_draw_goal(t, &t->goal[i], d);
}
