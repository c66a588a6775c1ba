/* Reading tune.csv, the results of a tuning. */
#include "analysis/experiments/tune_internal.h"

#include "analysis/experiments/experiment_files.h"
#include "analysis/experiments/sweep_internal.h"
#include "analysis/result/result_source.h"
#include "core/game/spec.h"
#include "core/run/made.h"
#include <math.h>
#include <stdlib.h>

/* ---- rows ----------------------------------------------------------------*/

typedef struct Reading {
  TuneTable *table;
  ResultSource source;
  int level; /* of the last row, from 1 */
} Reading;

/* The goals are those columns that have a NAME_goal_min. */
static void read_goals(TuneTable *t, const ResultSource *source) {
  static const char END[] = "_goal_min";
  for (int i = 0; i < source->columns && t->goals < GOALS_MAX; i++) {
    int length = (int)strlen(source->name[i]) - (int)strlen(END);
    Goal *goal = &t->goal[t->goals];
    if (length <= 0 || length >= (int)sizeof goal->name ||
        strcmp(source->name[i] + length, END) != 0)
      continue;
    snprintf(goal->name, sizeof goal->name, "%.*s", length, source->name[i]);
    t->goals += goal_metric(goal->name) != NULL;
  }
}

/* The rows of a candidate follow each other, level by level, and the first
 * candidate has all levels. */
static bool read_level(Reading *r, const TuneRow *row) {
  TuneTable *t = r->table;
  int level = (int)row->level;
  bool last = r->level == t->levels;
  if (row->level < 1 || row->level > TUNE_LEVELS_MAX ||
      (level == 1 ? t->count && !last : level != r->level + 1))
    return false;
  if (t->count <= 1 && level > t->levels) {
    t->levels = level;
    memcpy(t->level[level - 1], row->bots, sizeof row->bots);
  }
  r->level = level;
  return level <= t->levels && strcmp(t->level[level - 1], row->bots) == 0;
}

/* A row of level 1 begins a candidate. */
static bool add_row(Reading *r, TuneRow *row) {
  TuneTable *t = r->table;
  LevelResult *result = &row->result;
  if (!read_level(r, row) || row->dropped > INT_MAX)
    return false;
  row->candidate.dropped = (int)row->dropped;
  if (r->level == 1)
    t->candidate[t->count++] = row->candidate;
  Candidate *c = &t->candidate[t->count - 1];
  if (strcmp(c->name, row->candidate.name) != 0 ||
      strcmp(c->game, row->candidate.game) != 0)
    return false;
  result->repetition.games = result->games;
  c->level[r->level - 1] = *result;
  if (t->count == 1)
    t->check.level[r->level - 1] = row->check;
  memcpy(t->goal, row->goal, sizeof t->goal);
  return true;
}

static bool read_row(void *context, const CsvRow *csv, Error *error) {
  Reading *r = context;
  ResultTable table = {.source = &r->source};
  TuneRow row = {.level = 0};
  if (csv->number == 0) {
    if (!result_source_header(&r->source, csv, error))
      return false;
    read_goals(r->table, &r->source);
    return (r->table->goals &&
            axes_read(&r->table->axes, &r->source, "level")) ||
           error_set(error, "this is not the tune.csv of a tuning");
  }
  if (r->table->count == CANDIDATES_MAX)
    return error_set(error, "a tuning has at most %d candidates",
                     CANDIDATES_MAX);
  r->source.row = csv;
  memcpy(row.goal, r->table->goal, sizeof row.goal);
  tune_sync_row(&table, r->table, &row);
  bool good = !r->source.wrong && add_row(r, &row);
  for (int i = 0; i < r->table->goals; i++)
    good = good && !isnan(row.goal[i].min) && !isnan(row.goal[i].max);
  return good ||
         error_set(error,
                   "the row of '%.60s' is not one that boardlab tune wrote",
                   csv->field[0]);
}

/* ---- bots ----------------------------------------------------------------*/

/* Different bots that keep their seats are named beside these; two paths of one
 * file are one bot. */
static void read_bots(TuneTable *t, const json_t *manifest) {
  const char *bot;
  bool differ = false;
  for (; t->seats < SEATS_MAX && (bot = made_value(manifest, "seat", t->seats));
       t->seats++) {
    snprintf(t->bot[t->seats], SPEC_TEXT, "%s", bot);
    differ = differ || !spec_is_same_bot(t->bot[0], bot);
  }
  if (!differ || made_value(manifest, "rotate", 0))
    t->seats = 0;
}

bool tune_read(TuneTable *table, const char *dir, Error *error) {
  Reading reading = {.table = table};
  *table = (TuneTable){.candidate =
                           calloc(CANDIDATES_MAX, sizeof *table->candidate)};
  if (!table->candidate)
    return error_set(error, "out of memory (tuning)");
  json_t *manifest =
      experiment_files_read(dir, RESULT_TUNE, read_row, &reading, error);
  result_source_free(&reading.source);
  table->complete = experiment_files_complete(manifest);
  read_bots(table, manifest);
  json_decref(manifest);
  bool whole = reading.level == table->levels;
  for (int i = 0; i < table->count; i++)
    tune_combine_levels(table, &table->candidate[i]);
  tune_combine_levels(table, &table->check);
  if (manifest && table->count == 0)
    error_set(error, "%.600s/tune.csv is empty", dir);
  else if (manifest && !whole)
    error_set(error, "%.600s/tune.csv ends within a candidate", dir);
  else if (manifest)
    return true;
  tune_table_free(table);
  return false;
}

void tune_table_free(TuneTable *table) {
  free(table->candidate);
  *table = (TuneTable){.candidate = NULL};
}
