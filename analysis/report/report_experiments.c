/* The entries of sweeps, ladders and tunings in a report's data. */
#include "analysis/report/report_entries.h"

#include "analysis/experiments/ladder.h"
#include "analysis/experiments/sweep_trends.h"
#include "analysis/experiments/tune.h"
#include "analysis/report/report_experiment_heads.h"
#include "analysis/result/json_values.h"
#include <math.h>
#include <stdlib.h>

/* The note on an experiment that was stopped or killed, or is under way. */
static void note_unfinished(const char *kind, int complete, int runs,
                            Sentences *notes) {
  sentences_add(notes,
                "The %s is not complete: %d of its %d runs %s. The same "
                "command with --resume continues it.",
                kind, complete, runs, complete == 1 ? "is" : "are");
}

/* ---- sweeps --------------------------------------------------------------*/

/* The seats of each side that moved, from 1. */
static json_t *sweep_sides_json(const SweepRow *row) {
  json_t *list = json_array();
  for (int i = 0; i < row->played.sides; i++) {
    json_t *seats = json_array();
    for (int seat = 0; seat < row->played.seats; seat++)
      if (row->side[i] >> seat & 1)
        json_array_append_new(seats, json_integer(seat + 1));
    json_array_append_new(list, seats);
  }
  return list;
}

static json_t *sweep_row_json(const SweepRow *row) {
  json_t *values = json_array(), *seats = json_array();
  AxisValue axis;
  for (int i = 0; axis_value(row->name, i, &axis); i++)
    json_array_append_new(values, json_text(axis.value));
  for (int seat = 0; seat < row->played.seats; seat++)
    json_array_append_new(seats, json_estimate(row->played.seat[seat]));
  return json_pack(
      "{s:o, s:o, s:I, s:b, s:o, s:o, s:o, s:o, s:o, s:o, s:I, s:o, s:o, s:o, "
      "s:o}",
      "run", json_text(row->name), "values", values, "games",
      (json_int_t)row->played.games, "complete", row->played.complete, "sides",
      sweep_sides_json(row), "seats", seats, "draw_rate",
      json_estimate(row->played.draws), "truncated_rate",
      json_estimate(row->played.truncated), "forfeit_rate",
      json_estimate(row->played.forfeits), "undecided_rate",
      json_number(row->played.games ? row->played.undecided.value : NAN), "decided",
      (json_int_t)row->played.decided, "balance",
      row->played.decided && row->played.sides > 1 && !isnan(row->played.balance.value)
          ? json_estimate(row->played.balance)
          : json_null(),
      "plies", json_estimate(row->played.plies), "branching",
      json_estimate(row->branching), "margin",
      row->played.margin.n ? json_estimate(row->played.margin) : json_null());
}

static void add_sweep_notes(const SweepResults *results, Sentences *notes) {
  int done = 0;
  for (int i = 0; i < results->runs; i++)
    done += results->row[i].played.complete;
  if (!results->complete)
    note_unfinished("sweep", done, results->runs, notes);
  sweep_notes(results, notes);
}

static json_t *trend_json(const Trend *t) {
  return json_pack("{s:s, s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:b}", "kind",
                   trend_kind_names[t->kind], "metric",
                   t->kind == TREND_FAIREST ? "gap"
                                            : trend_metric_names[t->metric],
                   "option", json_text(t->option), "step",
                   json_number(t->kind == TREND_STEP ? t->step : NAN), "value",
                   json_text(t->value), "base", json_text(t->base), "change",
                   json_estimate(t->change), "p", json_number(t->p), "p_holm",
                   json_number(t->p_holm), "shown", trend_is_shown(t));
}

static json_t *sweep_json(const char *dir, const SweepResults *results,
                          const SweepTrends *trends, Error *error) {
  const SweepRow *row = results->row;
  AxisValue axis;
  Head head = {.facts = NULL};
  sweep_verdict(trends, results, &head.verdict);
  add_sweep_notes(results, &head.notes);
  if (!head_of_sweep(&head, dir, results, error)) {
    json_decref(head_json(&head));
    return NULL;
  }
  json_t *axes = json_array(), *rows = json_array(), *list = json_array();
  for (int i = 0; axis_value(row->name, i, &axis); i++)
    json_array_append_new(axes, json_text(axis.name));
  for (int i = 0; i < results->runs; i++)
    json_array_append_new(rows, sweep_row_json(&row[i]));
  for (int i = 0; i < trends->count; i++)
    json_array_append_new(list, trend_json(&trends->list[i]));
  return json_pack("{s:s, s:o, s:o, s:o, s:o, s:I, s:o}", "kind", "sweep",
                   "name", json_text(dir), "head", head_json(&head), "axes",
                   axes, "trends", list, "trend_games",
                   (json_int_t)trends->games, "rows", rows);
}

json_t *report_sweep(const char *dir, Error *error) {
  SweepResults results;
  SweepTrends trends;
  if (!sweep_read(dir, &results, error))
    return NULL;
  json_t *json = NULL;
  if (sweep_trends_make(&trends, &results, error)) {
    json = sweep_json(dir, &results, &trends, error);
    sweep_trends_free(&trends);
  }
  sweep_results_free(&results);
  return json;
}

/* ---- ladders -------------------------------------------------------------*/

static void add_ladder_notes(const Ladder *l, Sentences *notes) {
  int done = 0;
  for (int i = 0; i < l->levels; i++)
    done += l->level[i].equals.complete + l->level[i].against_complete;
  if (!l->complete)
    note_unfinished("ladder", done, 2 * l->levels - 1, notes);
}

static json_t *ladder_json(const Ladder *l, const char *dir, Error *error) {
  Head head = {.facts = NULL};
  Document document = {0};
  ladder_document(l, &document);
  head.verdict = document.verdict;
  add_ladder_notes(l, &head.notes);
  bool good = head_of_ladder(&head, dir, l, error);
  json_t *heading = head_json(&head), *shown = document_json(&document);
  document_free(&document);
  json_t *json = json_pack("{s:s, s:o, s:o, s:o}", "kind", "ladder", "name",
                           json_text(dir), "head", heading, "document", shown);
  if (good)
    return json;
  json_decref(json);
  return NULL;
}

json_t *report_ladder(const char *dir, Error *error) {
  Ladder *l = malloc(sizeof *l);
  if (!l) {
    error_set(error, "out of memory (ladder)");
    return NULL;
  }
  json_t *json = NULL;
  if (ladder_read(l, dir, error))
    json = ladder_json(l, dir, error);
  free(l);
  return json;
}

/* ---- tunings -------------------------------------------------------------*/

static json_t *goals_json(const TuneTable *t) {
  json_t *list = json_array();
  for (int i = 0; i < t->goals; i++)
    json_array_append_new(list, json_pack("{s:s, s:b, s:o, s:o}", "name",
                                          t->goal[i].name, "rate",
                                          goal_is_rate(&t->goal[i]), "min",
                                          json_number(t->goal[i].min), "max",
                                          json_number(t->goal[i].max)));
  return list;
}

/* The value of a goal at a level and its distance, with their intervals. */
static json_t *goal_json(const LevelResult *level, int goal) {
  return json_pack("[o, o, o, o, o, o]", json_number(level->value[goal].value),
                   json_number(level->value[goal].low),
                   json_number(level->value[goal].high),
                   json_number(level->distance[goal].value),
                   json_number(level->distance[goal].low),
                   json_number(level->distance[goal].high));
}

static json_t *level_result_json(const TuneTable *t, const LevelResult *level) {
  json_t *goals = json_array();
  for (int i = 0; i < t->goals; i++)
    json_array_append_new(goals, goal_json(level, i));
  return json_pack(
      "{s:I, s:o, s:o}", "games", (json_int_t)level->games, "undecided_rate",
      json_number(level->games ? level->undecided.value : NAN), "goals", goals);
}

/* Why a candidate was dropped, or null. */
static json_t *why_json(const TuneTable *t, const Candidate *c) {
  char why[DROPPED_TEXT];
  int level;
  return candidate_why_dropped(t, c, why, &level) ? json_text(why)
                                                  : json_null();
}

/* "goals" are those of the level that is farthest from each. */
static json_t *candidate_json(const TuneTable *t, const Candidate *c) {
  json_t *values = json_array(), *goals = json_array(), *levels = json_array();
  AxisValue axis;
  for (int i = 0; axis_value(c->name, i, &axis); i++)
    json_array_append_new(values, json_text(axis.value));
  for (int i = 0; i < t->goals; i++)
    json_array_append_new(goals,
                          goal_json(&c->level[candidate_farthest(t, c, i)], i));
  for (int i = 0; i < t->levels; i++)
    json_array_append_new(levels, level_result_json(t, &c->level[i]));
  return json_pack("{s:o, s:o, s:I, s:o, s:b, s:i, s:o, s:o, s:o}", "run",
                   json_text(c->name), "values", values, "games",
                   (json_int_t)c->games, "undecided_rate",
                   json_number(candidate_undecided(t, c)), "front", c->front,
                   "dropped", c->dropped, "why", why_json(t, c), "goals", goals,
                   "levels", levels);
}

static void add_tune_notes(const TuneTable *t, Sentences *notes) {
  if (!t->complete)
    sentences_add(notes, "The tuning is not complete. The same command with "
                         "--resume continues it.");
  tune_notes(t, notes);
}

static json_t *tune_json(const TuneTable *t, const char *dir, Error *error) {
  AxisValue axis;
  Head head = {.facts = NULL};
  tune_verdict(t, t->complete, &head.verdict);
  tune_method(t, &head.verdict);
  add_tune_notes(t, &head.notes);
  if (!head_of_tune(&head, dir, t, error)) {
    json_decref(head_json(&head));
    return NULL;
  }
  json_t *axes = json_array(), *rows = json_array(), *levels = json_array();
  for (int i = 0; axis_value(t->candidate[0].name, i, &axis); i++)
    json_array_append_new(axes, json_text(axis.name));
  for (int i = 0; i < t->count; i++)
    json_array_append_new(rows, candidate_json(t, &t->candidate[i]));
  for (int i = 0; i < t->levels; i++)
    json_array_append_new(levels, json_text(t->level[i]));
  return json_pack("{s:s, s:o, s:o, s:o, s:o, s:o, s:o}", "kind", "tune",
                   "name", json_text(dir), "head", head_json(&head), "axes",
                   axes, "goals", goals_json(t), "levels", levels, "rows",
                   rows);
}

json_t *report_tune(const char *dir, Error *error) {
  TuneTable t;
  if (!tune_read(&t, dir, error))
    return NULL;
  json_t *json = tune_json(&t, dir, error);
  tune_table_free(&t);
  return json;
}
