/* Groups, connections and distances. Groups and distances are searched from
 * cell to cell with lists on the stack, to which each cell is added once;
 * connections of edges with sets of cells. */
#include "core/grid/grid_bits.h"

#include <string.h>

/* Cells that have been found, in the order in which they were. */
typedef struct Found {
  int count;
  int16_t *list;
  uint8_t seen[GRID_CELLS_MAX]; /* by cell */
} Found;

static void clear(const Grid *g, Found *f, int16_t list[]) {
  f->list = list;
  f->count = 0;
  memset(f->seen, 0, (size_t)g->cells);
}

static void found_add(Found *f, int cell) {
  f->list[f->count++] = (int16_t)cell;
  f->seen[cell] = true;
}

/* Adds the neighbours of a cell that have a value. */
static void add_neighbours(const Grid *g, const int32_t cells[], int cell,
                           int32_t value, Found *f) {
  for (int i = 0; i < g->neighbours[cell]; i++) {
    int other = g->neighbour[cell][i];
    if (cells[other] == value && !f->seen[other])
      found_add(f, other);
  }
}

/* Adds the group of a cell that has not been found yet. */
static void add_group(const Grid *g, const int32_t cells[], int cell,
                      Found *f) {
  const int32_t value = cells[cell];
  int next = f->count;
  found_add(f, cell);
  for (; next < f->count; next++)
    add_neighbours(g, cells, f->list[next], value, f);
}

/* The number of empty cells beside those found. Marks them as seen. */
static int count_liberties(const Grid *g, const int32_t cells[], Found *f) {
  int liberties = 0;
  for (int n = 0; n < f->count; n++)
    for (int i = 0, cell = f->list[n]; i < g->neighbours[cell]; i++) {
      int other = g->neighbour[cell][i];
      liberties += cells[other] == 0 && !f->seen[other];
      f->seen[other] = true;
    }
  return liberties;
}

/* Lists what has been seen. */
static void sort(const Grid *g, Found *f) {
  f->count = 0;
  for (int cell = 0; cell < g->cells; cell++)
    if (f->seen[cell])
      f->list[f->count++] = (int16_t)cell;
}

int grid_group(const Grid *g, const int32_t cells[], int cell, bool sorted,
               int16_t list[], int *liberties) {
  Found f;
  clear(g, &f, list);
  add_group(g, cells, cell, &f);
  if (sorted)
    sort(g, &f);
  if (liberties)
    *liberties = count_liberties(g, cells, &f);
  return f.count;
}

int grid_fill(const Grid *g, int32_t cells[], int cell, int32_t value) {
  int16_t list[GRID_CELLS_MAX];
  int count = grid_group(g, cells, cell, false, list, NULL);
  for (int i = 0; i < count; i++)
    cells[list[i]] = value;
  return count;
}

int grid_groups(const Grid *g, const int32_t cells[], int32_t value,
                int *largest) {
  int16_t list[GRID_CELLS_MAX];
  Found f;
  clear(g, &f, list);
  int groups = 0;
  *largest = 0;
  for (int cell = 0; cell < g->cells; cell++) {
    if (cells[cell] != value || f.seen[cell])
      continue;
    int before = f.count;
    add_group(g, cells, cell, &f);
    groups++;
    if (f.count - before > *largest)
      *largest = f.count - before;
  }
  return groups;
}

bool grid_touches(const Grid *g, const int32_t cells[], int cell, int edges) {
  int16_t list[GRID_CELLS_MAX];
  Found f;
  clear(g, &f, list);
  const int32_t value = cells[cell];
  found_add(&f, cell);
  for (int next = 0; next < f.count; next++) {
    edges &= ~g->edges[list[next]];
    if (edges == 0)
      return true;
    add_neighbours(g, cells, list[next], value, &f);
  }
  return false;
}

/* The cells beside those of a set, perhaps with some of these. */
ALWAYS_INLINE void find_beside(const Grid *g, const GridBits *set, GridBits *r,
                               int n) {
  const int columns = g->shape.columns;
  const bool hex = g->shape.hex, diagonals = g->shape.diagonals;
  GridBits left = {{0}}, right, up, down;
  grid_minus(&left, set, &g->edge[GRID_LEFT], n);
  grid_down(&left, &left, 1, n);
  grid_minus(&right, set, &g->edge[GRID_RIGHT], n);
  grid_up(&right, &right, 1, n);
  grid_or(r, &left, &right, n);
  grid_copy(&up, set, n);
  grid_copy(&down, set, n);
  if (hex || diagonals) {
    grid_or(&up, &up, diagonals ? r : &left, n);
    grid_or(&down, &down, diagonals ? r : &right, n);
  }
  grid_up(&up, &up, columns, n);
  grid_down(&down, &down, columns, n);
  grid_or(r, r, &up, n);
  grid_or(r, r, &down, n);
}

/* Adds what is connected with a set by cells of `own`. `around` receives the
 * cells beside all of it. */
ALWAYS_INLINE void connect(const Grid *g, GridBits *set, const GridBits *own,
                           GridBits *around, int n) {
  for (;;) {
    GridBits more;
    find_beside(g, set, around, n);
    grid_and(&more, around, own, n);
    grid_minus(&more, &more, set, n);
    if (!grid_any(&more, n))
      return;
    grid_or(set, set, &more, n);
  }
}

ALWAYS_INLINE bool connects(const Grid *g, const GridBits *own, int edge,
                            int other, int n) {
  GridBits set, around;
  grid_and(&set, own, &g->edge[edge], n);
  connect(g, &set, own, &around, n);
  return grid_meet(&set, &g->edge[other], n);
}

/* Adds the groups of a value that begin among the cells found from `next` on,
 * and returns whether they touch an edge. */
static bool reach_edge(const Grid *g, const int32_t cells[], int32_t value,
                       int edge, Found *f, int next) {
  bool touches = false;
  for (; next < f->count; next++) {
    touches |= g->edges[f->list[next]] & edge;
    add_neighbours(g, cells, f->list[next], value, f);
  }
  return touches;
}

static void add_on_edge(const Grid *g, const int32_t cells[], int32_t value,
                        int edge, Found *f) {
  for (int cell = 0; cell < g->cells; cell++)
    if (g->edges[cell] & edge && cells[cell] == value && !f->seen[cell])
      found_add(f, cell);
}

/* The same as grid_missing, from cell to cell. With `own`, no empty cells are
 * added: 0 or -1. */
static int missing_cells(const Grid *g, const int32_t cells[], int32_t value,
                         int edge, int other, bool own) {
  int16_t list[GRID_CELLS_MAX];
  Found f;
  clear(g, &f, list);
  add_on_edge(g, cells, value, edge, &f);
  for (int count = 0, from = 0;; count++) {
    if (reach_edge(g, cells, value, other, &f, from))
      return count;
    int end = f.count;
    if (count == 0 && !own)
      add_on_edge(g, cells, 0, edge, &f);
    for (int i = from; i < end && !own; i++)
      add_neighbours(g, cells, list[i], 0, &f);
    if (f.count == end)
      return -1;
    from = end;
  }
}

bool grid_connects(const Grid *g, const int32_t cells[], int32_t value,
                   int edge, int other) {
  GridBits own;
  if (!g->whole)
    return missing_cells(g, cells, value, edge, other, true) == 0;
  grid_bits_of(g, cells, value, &own);
  return GRID_BY_WORDS(g, connects, g, &own, edge, other);
}

/* Searches outwards by the number of empty cells on the way. */
ALWAYS_INLINE int missing(const Grid *g, const GridBits *own,
                          const GridBits *empty, int edge, int other, int n) {
  GridBits set, next;
  grid_and(&set, own, &g->edge[edge], n);
  connect(g, &set, own, &next, n);
  grid_or(&next, &next, &g->edge[edge], n);
  for (int count = 0;; count++) {
    if (grid_meet(&set, &g->edge[other], n))
      return count;
    grid_and(&next, &next, empty, n);
    grid_minus(&next, &next, &set, n);
    if (!grid_any(&next, n))
      return -1;
    grid_or(&set, &set, &next, n);
    connect(g, &set, own, &next, n);
  }
}

int grid_missing(const Grid *g, const int32_t cells[], int32_t value, int edge,
                 int other) {
  GridBits own, empty;
  if (!g->whole)
    return missing_cells(g, cells, value, edge, other, false);
  grid_bits_of(g, cells, value, &own);
  grid_bits_of(g, cells, 0, &empty);
  return GRID_BY_WORDS(g, missing, g, &own, &empty, edge, other);
}

int grid_distance(const Grid *g, const int32_t cells[], int from, int to,
                  const int32_t *through) {
  int16_t list[GRID_CELLS_MAX];
  Found f;
  clear(g, &f, list);
  found_add(&f, from);
  int next = 0;
  for (int distance = 0; next < f.count; distance++)
    for (int end = f.count; next < end; next++) {
      int cell = list[next];
      if (cell == to)
        return distance;
      if (through && cell != from && cells[cell] != *through)
        continue;
      for (int i = 0; i < g->neighbours[cell]; i++)
        if (!f.seen[g->neighbour[cell][i]])
          found_add(&f, g->neighbour[cell][i]);
    }
  return -1;
}
