/* Where a game stands among those of the library, which were studied by
 * scripts/game_cards.lua: game_cards.csv is compiled in. */
#include "analysis/experiments/study_internal.h"

#include "core/base/csv.h"
#include "core/base/need.h"
#include "core/base/version.h"
#include <math.h>
#include <stdlib.h>

const LibraryFigure library_figures[] = {
    {"size", "", "plies_median", "shorter", "longer"},
    {"size", "", "branching_mean", "fewer legal moves", "more legal moves"},
    {"size", "", "game_tree_log10", "a smaller game tree",
     "a larger game tree"},
    {"skill", "", "doubling_score", "thinking longer helps less",
     "thinking longer helps more"},
    {"skill", "", "luck_share", "less luck", "more luck"},
    {"choices", "all", "choice_gain", "choices matter less",
     "choices matter more"},
    {"choices", "all", "forced_rate", "fewer forced moves",
     "more forced moves"},
    {"open", "", "decided_median", "decided earlier", "decided later"},
    {"open", "", "lead_changes", "fewer lead changes", "more lead changes"},
    {"open", "", "early_lead_rate", "early leads last less often",
     "early leads last more often"},
    {"open", "", "drama", "less drama", "more drama"},
    {"variety", "", "openings_effective", "fewer openings", "more openings"},
    {NULL},
};

const LibraryFigure *library_figure(const char *name) {
  const LibraryFigure *f = library_figures;
  while (f->name && strcmp(f->name, name) != 0)
    f++;
  return f->name ? f : NULL;
}

static bool is_of(const LibraryFigure *f, const char *scope, const char *key,
                  const char *name) {
  return strcmp(f->scope, scope) == 0 && strcmp(f->name, name) == 0 &&
         strcmp(f->key, key) == 0;
}

/* ---- the table -----------------------------------------------------------*/

enum { LIBRARY_MAX = 256 };

/* One figure of all other games that were studied with the same budget. */
typedef struct Others {
  const Study *study;
  const LibraryFigure *figure;
  int count;
  double value[LIBRARY_MAX];
} Others;

/* Whether a game of the table is this one, or a file of the same name in a
 * folder of games. */
static bool is_same_game(const char *theirs, const char *ours) {
  size_t a = strlen(theirs), b = strlen(ours);
  return b >= a && strcmp(ours + b - a, theirs) == 0 &&
         (b == a || ours[b - a - 1] == '/');
}

/* game,budget,version and a row of study.csv */
static bool read_other(void *context, const CsvRow *row, Error *error) {
  Others *o = context;
  const char *const *field = row->field;
  if (row->count < 7)
    return error_set(error, "not a table of game cards");
  if (strcmp(field[1], study_budgets[o->study->plan.budget]) != 0 ||
      strcmp(field[2], version_number) != 0 ||
      is_same_game(field[0], o->study->game) || !*field[6] ||
      !is_of(o->figure, field[3], field[4], field[5]))
    return true;
  if (o->count == LIBRARY_MAX)
    return error_set(error, "too many games");
  o->value[o->count++] = strtod(field[6], NULL);
  return true;
}

/* The table is part of the program: that it can be read is tested. */
static void find_others(Others *o) {
  Error ignored;
  CsvReader *reader = csv_reader_new("game_cards.csv", read_other, o);
  if (csv_reader_feed(reader, study_cards, strlen(study_cards), &ignored))
    csv_reader_finish(reader, &ignored);
  csv_reader_free(reader);
}

/* The share of the games that are below; of equal ones a half. */
static double below(const Others *o, double value) {
  double sum = 0;
  for (int i = 0; i < o->count; i++)
    sum += o->value[i] < value ? 1 : o->value[i] == value ? 0.5 : 0;
  return sum / o->count;
}

enum { LIBRARY_LEAST = 10 /* games, for a comparison that says something */ };

void card_add_library(Study *s) {
  Others *o = need(sizeof *o);
  for (const LibraryFigure *f = library_figures; f->scope; f++) {
    const Metric *m = metrics_find(&s->card, f->scope, f->key, f->name);
    *o = (Others){.study = s, .figure = f};
    bool known = m && !isnan(m->estimate.value) &&
                 (strcmp(f->scope, "skill") != 0 ||
                  estimate_has_interval(m->estimate)); /* games differ */
    if (known)
      find_others(o);
    if (o->count < LIBRARY_LEAST)
      continue;
    Estimate e = m->estimate;
    double share = below(o, e.value);
    metrics_add(&s->card, "among", f->name, "below_share",
                estimate_has_interval(e)
                    ? (Estimate){share, below(o, e.low), below(o, e.high),
                                 (uint64_t)o->count}
                    : estimate_plain(share, (uint64_t)o->count));
  }
  free(o);
}
