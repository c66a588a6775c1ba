/* Strongly connected components (Tarjan 1972), without recursion. */
#include "core/search/solve_chance_internal.h"
#include <string.h>

/* All positions before they are divided. */
#define NO_PART UINT32_MAX

typedef struct Tarjan {
  ChanceGraph *graph;
  ChanceFound *found;
  uint32_t index, component; /* the last ones given */
  size_t stack, line;        /* entries */
} Tarjan;

static void enter(Tarjan *t, uint32_t number) {
  ChanceMark *mark = &t->graph->marks[number];
  mark->index = mark->lowest = ++t->index;
  mark->next = 0;
  t->graph->stack[t->stack++] = number;
  t->graph->line[t->line++] = number;
}

/* Whether a kept edge of a position leaves its component. */
static bool leaves(const ChanceGraph *g, uint32_t number) {
  const ChanceNode *node = &g->nodes[number];
  uint32_t own = g->marks[number].component;
  for (size_t e = node->first; e < node->first + node->count; e++) {
    uint32_t to = g->edges[e].to;
    if (g->kept[e] && (to >= LAST_NUMBER || g->marks[to].part != g->part ||
                       g->marks[to].component != own))
      return true;
  }
  return false;
}

/* The component of a position is complete: the top of the stack. */
static void take_component(Tarjan *t, uint32_t number) {
  ChanceGraph *g = t->graph;
  bool closed = true;
  size_t from = t->stack;
  t->component++;
  do
    g->marks[g->stack[--from]].component = t->component;
  while (g->stack[from] != number);
  for (size_t i = from; i < t->stack && closed; i++)
    closed = !leaves(g, g->stack[i]);
  t->found(g, g->stack + from, t->stack - from, closed);
  t->stack = from;
}

static void leave(Tarjan *t, uint32_t number) {
  ChanceGraph *g = t->graph;
  const ChanceMark *mark = &g->marks[number];
  t->line--;
  if (t->line > 0) {
    ChanceMark *parent = &g->marks[g->line[t->line - 1]];
    if (mark->lowest < parent->lowest)
      parent->lowest = mark->lowest;
  }
  if (mark->lowest == mark->index)
    take_component(t, number);
}

static void step(Tarjan *t) {
  ChanceGraph *g = t->graph;
  uint32_t number = g->line[t->line - 1];
  ChanceMark *mark = &g->marks[number];
  const ChanceNode *node = &g->nodes[number];
  if (mark->next == node->count) {
    leave(t, number);
    return;
  }
  size_t edge = node->first + mark->next++;
  uint32_t to = g->edges[edge].to;
  if (!g->kept[edge] || to >= LAST_NUMBER || g->marks[to].part != g->part)
    return;
  const ChanceMark *other = &g->marks[to];
  if (other->index == 0)
    enter(t, to);
  else if (other->component == 0 && other->index < mark->lowest)
    mark->lowest = other->index;
}

void chance_scc(ChanceGraph *g, ChanceRange range, ChanceFound *found) {
  Tarjan t = {.graph = g, .found = found};
  for (size_t i = range.first; i < range.end; i++)
    g->marks[g->order[i]].index = g->marks[g->order[i]].component = 0;
  for (size_t i = range.first; i < range.end; i++) {
    if (g->marks[g->order[i]].index == 0)
      enter(&t, g->order[i]);
    while (t.line > 0)
      step(&t);
  }
}

/* ---- parts ---------------------------------------------------------------*/

static void add_part(ChanceGraph *g, const uint32_t numbers[], size_t count,
                     bool closed) {
  (void)closed;
  for (size_t i = 0; i < count; i++)
    g->marks[numbers[i]].part = g->parts;
  g->parts++;
}

/* Sorts the order by parts; within a part it stays as it is. */
static void sort_by_parts(ChanceGraph *g) {
  uint32_t *place = g->line, *sorted = g->stack;
  memset(place, 0, g->parts * sizeof *place);
  for (size_t i = 0; i < g->count; i++)
    place[g->marks[i].part]++;
  for (uint32_t part = 0, sum = 0; part < g->parts; part++) {
    sum += place[part];
    place[part] = sum - place[part];
  }
  for (size_t i = 0; i < g->count; i++)
    sorted[place[g->marks[g->order[i]].part]++] = g->order[i];
  memcpy(g->order, sorted, g->count * sizeof *sorted);
}

void chance_divide(ChanceGraph *g) {
  memset(g->marks, 0, g->count * sizeof *g->marks);
  memset(g->kept, true, g->edge_count);
  for (size_t i = 0; i < g->count; i++)
    g->marks[i].part = NO_PART;
  g->part = NO_PART;
  g->parts = 0;
  chance_scc(g, (ChanceRange){g->count - 1, g->count}, add_part);
  sort_by_parts(g);
}

bool chance_next_part(ChanceGraph *g, ChanceRange *range) {
  range->first = range->end;
  if (range->first == g->count)
    return false;
  g->part = g->marks[g->order[range->first]].part;
  while (range->end < g->count &&
         g->marks[g->order[range->end]].part == g->part)
    range->end++;
  return true;
}
