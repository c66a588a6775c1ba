/* tune.csv, the results of a tuning: writing it, and reading it back. */
#include "analysis/experiments/tune_internal.h"

#include "analysis/experiments/experiment_files.h"
#include "core/base/csv.h"
#include "core/base/number.h"
#include "core/game/spec.h"
#include "core/run/made.h"
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

/* The suffixes of the columns that each goal has. Earlier versions did not
 * check the nearest candidate and have no columns for it, nor those from
 * COLUMN_CHECK on. */
static const char *const SUFFIXES[] = {
    "",           "_low",          "_high",
    "_distance",  "_distance_low", "_distance_high",
    "_goal_min",  "_goal_max",     "_check",
    "_check_low", "_check_high"};
enum {
  SUFFIX_COUNT = sizeof SUFFIXES / sizeof *SUFFIXES,
  SUFFIX_CHECK = SUFFIX_COUNT - 3
};

/* ---- writing -------------------------------------------------------------*/

/* The field is empty if the number is not known. */
static void add_real(Text *text, double number) {
  csv_add_real(text, number, 6);
}

static void add_header(Text *text, const TuneTable *table) {
  AxisValue axis;
  text_add_word(text, "run,game");
  for (int i = 0; table->count && axis_value(table->candidate->name, i, &axis);
       i++) {
    text_add_char(text, ',');
    csv_add_quoted(text, axis.name);
  }
  text_add_word(text, ",level,bots,games,undecided_rate,forfeit_rate,"
                      "distinct_games,pareto,dropped,check_games,draw_rate,"
                      "repeats");
  for (int i = 0; i < table->goals; i++)
    for (int suffix = 0; suffix < SUFFIX_COUNT; suffix++) {
      text_add_char(text, ',');
      text_add_word(text, table->goal[i].name);
      text_add_word(text, SUFFIXES[suffix]);
    }
  text_add_char(text, '\n');
}

static void add_goal(Text *text, const Goal *goal, const LevelResult *level,
                     const LevelResult *check, int i) {
  double known = level->games ? 1 : NAN, checked = check->games ? 1 : NAN;
  add_real(text, known * level->value[i].value);
  add_real(text, known * level->value[i].low);
  add_real(text, known * level->value[i].high);
  add_real(text, known * level->distance[i].value);
  add_real(text, known * level->distance[i].low);
  add_real(text, known * level->distance[i].high);
  add_real(text, goal->min);
  add_real(text, goal->max);
  add_real(text, checked * check->value[i].value);
  add_real(text, checked * check->value[i].low);
  add_real(text, checked * check->value[i].high);
}

static void add_counts(Text *text, const Candidate *c,
                       const LevelResult *result, const LevelResult *check) {
  text_add_char(text, ',');
  text_add_number(text, result->games);
  add_real(text, result->games ? result->undecided.value : NAN);
  add_real(text, result->games ? result->forfeits : NAN);
  text_add_char(text, ',');
  if (result->games)
    text_add_number(text, result->repetition.distinct);
  text_add_word(text, c->front ? ",true," : ",false,");
  if (c->dropped)
    text_add_number(text, (uint64_t)c->dropped);
  text_add_char(text, ',');
  if (check->games)
    text_add_number(text, check->games);
  add_real(text, result->games ? result->draws : NAN);
  text_add_word(text, !result->games                  ? ","
                      : result->repetition.repetitive ? ",true"
                                                      : ",false");
}

static void add_row(Text *text, const TuneTable *table, const Candidate *c,
                    int level) {
  static const LevelResult NONE = {.games = 0};
  const LevelResult *result = &c->level[level];
  const LevelResult *check =
      c == table->candidate ? &table->check.level[level] : &NONE;
  AxisValue axis;
  csv_add_quoted(text, c->name);
  text_add_char(text, ',');
  csv_add_quoted(text, c->game);
  for (int i = 0; axis_value(c->name, i, &axis); i++) {
    text_add_char(text, ',');
    text_add_word(text, axis.value);
  }
  text_add_char(text, ',');
  text_add_number(text, (uint64_t)level + 1);
  text_add_char(text, ',');
  csv_add_quoted(text, table->level[level]);
  add_counts(text, c, result, check);
  for (int i = 0; i < table->goals; i++)
    add_goal(text, &table->goal[i], result, check, i);
  text_add_char(text, '\n');
}

enum { ROW_SIZE = 8 * SPEC_TEXT + TEXT_REAL_MAX * SUFFIX_COUNT * GOALS_MAX };

bool tune_csv(const TuneTable *table, Text *csv, Error *error) {
  csv->length = 0;
  bool good = text_reserve(csv, ROW_SIZE);
  if (good)
    add_header(csv, table);
  for (int i = 0; good && i < table->count * table->levels; i++) {
    good = text_reserve(csv, ROW_SIZE);
    if (good)
      add_row(csv, table, &table->candidate[i / table->levels],
              i % table->levels);
  }
  return good || error_set(error, "out of memory (tuning)");
}

/* ---- reading -------------------------------------------------------------*/

typedef struct Reading {
  TuneTable *table;
  int fixed;       /* column of the first of FIXED; the goals follow */
  int fixed_count; /* how many of FIXED and SUFFIXES there are: without a check
                      fewer than all */
  int suffixes;
  int level; /* of the last row, from 1 */
} Reading;

static bool is_goal(const Reading *r, const CsvRow *row, int at) {
  char wanted[64];
  const char *name = row->field[at];
  bool good = goal_is_known(name);
  for (int suffix = 1; good && suffix < r->suffixes; suffix++) {
    snprintf(wanted, sizeof wanted, "%.40s%s", name, SUFFIXES[suffix]);
    good = strcmp(row->field[at + suffix], wanted) == 0;
  }
  return good;
}

enum {
  COLUMN_LEVEL,
  COLUMN_BOTS,
  COLUMN_GAMES,
  COLUMN_UNDECIDED,
  COLUMN_FORFEITS,
  COLUMN_DISTINCT,
  COLUMN_PARETO,
  COLUMN_DROPPED,
  COLUMN_CHECK,
  COLUMN_DRAWS,
  COLUMN_REPEATS,
  FIXED_COUNT
};
static const char *const FIXED[] = {
    "level",        "bots",           "games",  "undecided_rate",
    "forfeit_rate", "distinct_games", "pareto", "dropped",
    "check_games",  "draw_rate",      "repeats"};

/* Whether the last column is that of a check. */
static bool has_check(const CsvRow *row) {
  const char *last = row->field[row->count - 1];
  size_t length = strlen(last), suffix = strlen(SUFFIXES[SUFFIX_COUNT - 1]);
  return length >= suffix &&
         strcmp(last + length - suffix, SUFFIXES[SUFFIX_COUNT - 1]) == 0;
}

/* An option may have the name of one of the other columns, so these are looked
 * for from the right, the goals first. */
static bool read_header(Reading *r, const CsvRow *row, Error *error) {
  int at = row->count;
  TuneTable *t = r->table;
  r->suffixes = has_check(row) ? SUFFIX_COUNT : SUFFIX_CHECK;
  r->fixed_count = has_check(row) ? FIXED_COUNT : COLUMN_CHECK;
  while (t->goals < GOALS_MAX && at >= r->suffixes &&
         is_goal(r, row, at - r->suffixes)) {
    at -= r->suffixes;
    t->goals++;
  }
  r->fixed = at - r->fixed_count;
  bool good =
      t->goals > 0 && r->fixed >= 2 && strcmp(row->field[0], "run") == 0;
  for (int i = 0; good && i < r->fixed_count; i++)
    good = strcmp(row->field[r->fixed + i], FIXED[i]) == 0;
  for (int i = 0; good && i < t->goals; i++)
    snprintf(t->goal[i].name, sizeof t->goal[i].name, "%s",
             row->field[at + i * r->suffixes]);
  return good || error_set(error, "this is not the tune.csv of a tuning");
}

/* Reads a number; an empty field is unknown, and gives `otherwise`. */
static bool read_real(const char *text, double otherwise, double *number) {
  char *end;
  *number = *text ? strtod(text, &end) : otherwise;
  return !*text || (!*end && !isnan(*number));
}

static bool read_goal(const CsvRow *row, int at, Goal *goal, Estimate *value,
                      Estimate *distance) {
  const char *const *field = row->field + at;
  return *field[6] && *field[7] && read_real(field[0], NAN, &value->value) &&
         read_real(field[1], -INFINITY, &value->low) &&
         read_real(field[2], INFINITY, &value->high) &&
         read_real(field[3], NAN, &distance->value) &&
         read_real(field[4], 0, &distance->low) &&
         read_real(field[5], INFINITY, &distance->high) &&
         read_real(field[6], 0, &goal->min) &&
         read_real(field[7], 0, &goal->max);
}

static bool read_flag(const char *text, bool *flag) {
  *flag = strcmp(text, "true") == 0;
  return *flag || strcmp(text, "false") == 0;
}

static bool read_counts(const Reading *r, const CsvRow *row, Candidate *c,
                        LevelResult *level) {
  const char *const *field = row->field + r->fixed;
  int64_t games, distinct = 0, dropped = 0;
  bool repeats = false, last = r->fixed_count == FIXED_COUNT;
  level->draws = NAN;
  if (!number_in_range(field[COLUMN_GAMES], 0, GAMES_IN_RUN_MAX, &games) ||
      !read_real(field[COLUMN_UNDECIDED], NAN, &level->undecided.value) ||
      !read_real(field[COLUMN_FORFEITS], NAN, &level->forfeits) ||
      (*field[COLUMN_DISTINCT] &&
       !number_in_range(field[COLUMN_DISTINCT], 0, GAMES_IN_RUN_MAX,
                        &distinct)) ||
      (*field[COLUMN_DROPPED] &&
       !number_in_range(field[COLUMN_DROPPED], 1, 1000, &dropped)) ||
      (last && !read_real(field[COLUMN_DRAWS], NAN, &level->draws)) ||
      (last && games && !read_flag(field[COLUMN_REPEATS], &repeats)))
    return false;
  level->games = level->undecided.n = (uint64_t)games;
  level->repetition =
      repetition_read((uint64_t)games, (uint64_t)distinct, repeats);
  c->dropped = (int)dropped;
  return read_flag(field[COLUMN_PARETO], &c->front);
}

/* The rows of a candidate follow each other, level by level. A row of level 1
 * begins a new one. */
static bool read_level(Reading *r, const CsvRow *row) {
  TuneTable *t = r->table;
  const char *bots = row->field[r->fixed + COLUMN_BOTS];
  int64_t level;
  if (!number_in_range(row->field[r->fixed + COLUMN_LEVEL], 1, TUNE_LEVELS_MAX,
                       &level) ||
      (level != 1 && level != r->level + 1) || strlen(bots) >= SPEC_TEXT)
    return false;
  if (t->count <= 1 && level > t->levels) { /* the first candidate has all */
    t->levels = (int)level;
    memcpy(t->level[level - 1], bots, strlen(bots) + 1);
  }
  bool last = r->level == t->levels;
  r->level = (int)level;
  return level <= t->levels && strcmp(t->level[level - 1], bots) == 0 &&
         (level != 1 || t->count == 0 || last);
}

/* The candidate of a row: a new one at level 1. */
static Candidate *find_candidate(Reading *r, const CsvRow *row) {
  TuneTable *t = r->table;
  const char *name = row->field[0], *game = row->field[1];
  Candidate *c = &t->candidate[t->count - 1];
  if (r->level > 1)
    return strcmp(c->name, name) == 0 && strcmp(c->game, game) == 0 ? c : NULL;
  c = &t->candidate[t->count++];
  snprintf(c->name, sizeof c->name, "%s", name);
  snprintf(c->game, sizeof c->game, "%s", game);
  return strlen(name) < sizeof c->name && strlen(game) < sizeof c->game ? c
                                                                        : NULL;
}

static int goal_column(const Reading *r, int goal) {
  return r->fixed + r->fixed_count + goal * r->suffixes;
}

static bool read_values(const Reading *r, const CsvRow *row,
                        LevelResult *level) {
  TuneTable *t = r->table;
  bool good = true;
  for (int i = 0; good && i < t->goals; i++) {
    level->value[i].n = level->distance[i].n = level->games;
    good = read_goal(row, goal_column(r, i), &t->goal[i], &level->value[i],
                     &level->distance[i]);
  }
  return good;
}

/* What new games of the first candidate show at the level of this row. */
static bool read_check(const Reading *r, const CsvRow *row) {
  TuneTable *t = r->table;
  LevelResult *level = &t->check.level[r->level - 1];
  const char *games = row->field[r->fixed + COLUMN_CHECK];
  int64_t number;
  if (t->count != 1 || r->suffixes < SUFFIX_COUNT || !*games)
    return true;
  bool good = number_in_range(games, 1, GAMES_IN_RUN_MAX, &number);
  level->games = good ? (uint64_t)number : 0;
  for (int i = 0; good && i < t->goals; i++) {
    const char *const *field = row->field + goal_column(r, i) + SUFFIX_CHECK;
    Estimate *value = &level->value[i];
    value->n = level->games;
    good = read_real(field[0], NAN, &value->value) &&
           read_real(field[1], -INFINITY, &value->low) &&
           read_real(field[2], INFINITY, &value->high);
  }
  return good;
}

static bool read_row(void *context, const CsvRow *row, Error *error) {
  Reading *r = context;
  if (row->number == 0)
    return read_header(r, row, error);
  if (r->table->count == CANDIDATES_MAX)
    return error_set(error, "a tuning has at most %d candidates",
                     CANDIDATES_MAX);
  Candidate *c = read_level(r, row) ? find_candidate(r, row) : NULL;
  if (c && read_counts(r, row, c, &c->level[r->level - 1]) &&
      read_values(r, row, &c->level[r->level - 1]) && read_check(r, row))
    return true;
  return error_set(error,
                   "the row of '%.60s' is not one that boardlab tune wrote",
                   row->field[0]);
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
