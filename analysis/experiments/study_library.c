/* Where a game stands among those of the library, which were studied by
 * scripts/game_cards.lua: game_cards.csv is compiled in. */
#include "analysis/experiments/study_internal.h"

#include "core/base/csv.h"
#include "core/base/need.h"
#include "core/base/version.h"
#include <math.h>
#include <stdlib.h>

static const LibraryFigure FIGURES[] = {
    {"plies_median", "games are shorter", "games are longer"},
    {"branching_mean", "fewer moves are legal", "more moves are legal"},
    {"game_tree_log10", "the game tree is smaller", "the game tree is larger"},
    {"doubling_score", "thinking longer helps less",
     "thinking longer helps more"},
    {"luck_share", "luck matters less", "luck matters more"},
    {"choice_gain", "choices matter less", "choices matter more"},
    {"forced_rate", "moves are forced less often",
     "moves are forced more often"},
    {"decided_median", "games are decided earlier", "games are decided later"},
    {"lead_changes", "the lead changes less often",
     "the lead changes more often"},
    {"early_lead_rate", "early leads last less often",
     "early leads last more often"},
    {"drama", "there is less drama", "there is more drama"},
    {"openings_effective", "there are fewer openings",
     "there are more openings"},
    {NULL},
};

const LibraryFigure *library_figure(const char *name) {
  const LibraryFigure *f = FIGURES;
  while (f->name && strcmp(f->name, name) != 0)
    f++;
  return f->name ? f : NULL;
}

Phrase library_key(const Metric *m) {
  Phrase key = phrase("%s", m->name);
  if (*m->key && strcmp(m->key, "all") != 0)
    phrase_add(&key, ", %s", m->key);
  return key;
}

/* Kinds of moves and options are each game's own, and a level of the ladder is
 * the same in all games only if it was played. */
static bool is_comparable(const Metric *m) {
  return !isnan(m->estimate.value) && strcmp(m->name, "calibration") != 0 &&
         (strcmp(m->scope, "rules") != 0 || !*m->key) &&
         (strcmp(m->scope, "skill") != 0 ||
          estimate_has_interval(m->estimate)); /* games differ */
}

/* ---- the table -----------------------------------------------------------*/

enum { LIBRARY_MAX = 256 };

/* A figure of all other games that were studied with the same budget. */
typedef struct Others {
  int count;
  double value[LIBRARY_MAX];
} Others;

typedef struct Library {
  const Study *study;
  Others *others; /* for each figure of its card */
} Library;

static const char *without_folder(const char *game) {
  const char *slash = strrchr(game, '/');
  return slash ? slash + 1 : game;
}

/* Whether a game of the table is this one: it has the same options, and its
 * file the same name, in whatever folder. */
static bool is_same_game(const char *theirs, const char *ours) {
  return strcmp(without_folder(theirs), without_folder(ours)) == 0;
}

/* game,budget,version and a row of study.csv */
static bool read_other(void *context, const CsvRow *row, Error *error) {
  const Library *l = context;
  const Study *s = l->study;
  const char *const *field = row->field;
  if (row->count < 7)
    return error_set(error, "not a table of game cards");
  const Metric *m = metrics_find(&s->card, field[3], field[4], field[5]);
  if (!m || !*field[6] ||
      strcmp(field[1], study_budgets[s->plan.budget]) != 0 ||
      strcmp(field[2], version_number) != 0 || is_same_game(field[0], s->game))
    return true;
  Others *o = &l->others[m - s->card.list];
  if (o->count == LIBRARY_MAX)
    return error_set(error, "too many games");
  o->value[o->count++] = strtod(field[6], NULL);
  return true;
}

/* The table is part of the program: that it can be read is tested. */
static void read_library(Library *l) {
  Error ignored;
  CsvReader *reader = csv_reader_new("game_cards.csv", read_other, l);
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

static void add_share(Study *s, size_t figure, const Others *o) {
  const Metric *m = &s->card.list[figure];
  Estimate e = m->estimate;
  if (o->count < LIBRARY_LEAST || !is_comparable(m))
    return;
  double share = below(o, e.value);
  metrics_add(&s->card, "among", library_key(m).text, "below_share",
              estimate_has_interval(e)
                  ? (Estimate){share, below(o, e.low), below(o, e.high),
                               (uint64_t)o->count}
                  : estimate_plain(share, (uint64_t)o->count));
}

void card_add_library(Study *s) {
  size_t figures = s->card.count;
  Library l = {s, need(figures * sizeof *l.others)};
  read_library(&l);
  for (size_t i = 0; i < figures; i++)
    add_share(s, i, &l.others[i]);
  free(l.others);
}
