/* Which moves of two runs are compared, and exact tests of first moves. */
#include "analysis/experiments/compare_internal.h"

#include "analysis/stats/exact_test.h"
#include <stdlib.h>
#include <string.h>

static bool has_whole(const RunMoves *m, CompareKind kind) {
  for (uint64_t i = 0; i < m->games; i++)
    if (m->whole[kind - COMPARE_KIND][i] > 0)
      return true;
  return false;
}

bool compare_knows(const Comparison *c, CompareKind kind) {
  return has_whole(&c->a->moves, kind) && has_whole(&c->b->moves, kind) &&
         compare_same_family(&c->a->run, &c->b->run);
}

/* ---- a part of the moves -------------------------------------------------*/

static const MoveSeries *find_series(const RunMoves *m, CompareKind kind,
                                     const char *name) {
  for (int i = 0; i < m->count; i++)
    if (m->series[i].kind == (int)kind && strcmp(m->series[i].name, name) == 0)
      return &m->series[i];
  return NULL;
}

PartOfMoves compare_part(const Comparison *c, ComparedMetric metric) {
  static const float NONE[KEPT_GAMES];
  CompareKind kind = metric.kind == COMPARE_CHANCE ? COMPARE_LIKE : metric.kind;
  PartOfMoves part;
  for (int run = 0; run < 2; run++) {
    const RunMoves *m = run ? &c->b->moves : &c->a->moves;
    uint64_t games = run ? c->b_games : c->a_games;
    const MoveSeries *series = find_series(m, metric.kind, metric.name);
    part.part[run] = series ? series->part : NONE;
    part.whole[run] = m->whole[kind - COMPARE_KIND];
    part.games[run] = m->games < games ? m->games : games;
  }
  return part;
}

/* ---- which are compared --------------------------------------------------*/

/* What occurs in fewer games of both runs together is not compared: hardly any
 * difference in it could be shown (Tarone 1990). How many games these are says
 * nothing of the difference. */
enum { GAMES_LEAST = 5 };

typedef struct Candidate {
  ComparedMetric metric;
  uint64_t games;
  double share; /* of both runs, added */
} Candidate;

static Candidate look_at(const Comparison *c, CompareKind kind,
                         const char *name) {
  Candidate found = {.metric = {.kind = kind}};
  snprintf(found.metric.name, sizeof found.metric.name, "%s", name);
  PartOfMoves p = compare_part(c, found.metric);
  for (int run = 0; run < 2; run++) {
    double part = 0, whole = 0;
    for (uint64_t i = 0; i < p.games[run]; i++) {
      part += (double)p.part[run][i];
      whole += (double)p.whole[run][i];
      found.games += p.part[run][i] > 0;
    }
    found.share += whole > 0 ? part / whole : 0;
  }
  return found;
}

static int by_share(const void *one, const void *other) {
  const Candidate *a = one, *b = other;
  return a->share != b->share ? (a->share < b->share) - (a->share > b->share)
                              : strcmp(a->metric.name, b->metric.name);
}

static int list_candidates(const Comparison *c, CompareKind kind,
                           Candidate list[]) {
  const RunMoves *a = &c->a->moves, *b = &c->b->moves;
  int count = 0;
  for (int i = 0; i < a->count + b->count; i++) {
    const MoveSeries *s =
        i < a->count ? &a->series[i] : &b->series[i - a->count];
    bool again = i >= a->count && find_series(a, kind, s->name);
    if (s->kind != (int)kind || again)
      continue;
    list[count] = look_at(c, kind, s->name);
    count += list[count].games >= GAMES_LEAST;
  }
  return count;
}

bool compare_choose(const Comparison *c, CompareKind kind,
                    MoveNamesShown *shown, Error *error) {
  size_t most = (size_t)(c->a->moves.count + c->b->moves.count);
  Candidate *list = malloc((most + 1) * sizeof *list);
  if (!list)
    return error_set(error, "out of memory (%zu moves to compare)", most);
  shown->all = list_candidates(c, kind, list);
  shown->count = shown->all < MOVES_SHOWN ? shown->all : MOVES_SHOWN;
  qsort(list, (size_t)shown->all, sizeof *list, by_share);
  for (int i = 0; i < shown->count; i++) {
    shown->metric[i] = list[i].metric;
    shown->metric[i].which = i;
  }
  free(list);
  return true;
}

/* ---- exact tests ---------------------------------------------------------*/

double compare_exact(const Comparison *c, const CompareCounts *counts) {
  uint64_t a = (uint64_t)counts->a.total[FEATURE_PART],
           b = (uint64_t)counts->b.total[FEATURE_PART],
           a_games = (uint64_t)counts->a.total[FEATURE_PLAYED],
           b_games = (uint64_t)counts->b.total[FEATURE_PLAYED];
  uint64_t both = (uint64_t)counts->both.product[FEATURE_PART][FEATURE_PART];
  bool single = counts->a.units == counts->a.total[FEATURE_PLAYED] &&
                counts->b.units == counts->b.total[FEATURE_PLAYED];
  return c->pairing == PAIRED && single
             ? sign_test(a - both, b - both)
             : fisher_exact(a, a_games, a + b, a_games + b_games);
}
