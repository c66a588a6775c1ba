/* Groups, connections and distances: all of them search from cell to cell with
 * lists on the stack, to which each cell is added once. */
#include "core/grid/grid.h"

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

/* Adds the cells of a value on an edge. */
static void add_edge(const Grid *g, const int32_t cells[], int32_t value,
                     int edge, Found *f) {
  for (int cell = 0; cell < g->cells; cell++)
    if (g->edges[cell] & edge && cells[cell] == value)
      found_add(f, cell);
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

bool grid_connects(const Grid *g, const int32_t cells[], int32_t value,
                   int edge, int other) {
  int16_t list[GRID_CELLS_MAX];
  Found f;
  clear(g, &f, list);
  add_edge(g, cells, value, edge, &f);
  for (int next = 0; next < f.count; next++) {
    if (g->edges[list[next]] & other)
      return true;
    add_neighbours(g, cells, list[next], value, &f);
  }
  return false;
}

/* Searches outwards by the number of empty cells on the way: from all cells
 * that are reached with n of them, those of the value are reached with n as
 * well, and empty ones with n + 1. */
int grid_missing(const Grid *g, const int32_t cells[], int32_t value, int edge,
                 int other) {
  int16_t near[GRID_CELLS_MAX], far[GRID_CELLS_MAX];
  Found f;
  clear(g, &f, near);
  add_edge(g, cells, value, edge, &f);
  int near_count = f.count;
  f.list = far;
  f.count = 0;
  add_edge(g, cells, 0, edge, &f);
  int far_count = f.count;
  for (int missing = 0; missing <= g->cells; missing++) {
    for (int next = 0; next < near_count; next++) {
      if (g->edges[near[next]] & other)
        return missing;
      f.list = near;
      f.count = near_count;
      add_neighbours(g, cells, near[next], value, &f);
      near_count = f.count;
      f.list = far;
      f.count = far_count;
      add_neighbours(g, cells, near[next], 0, &f);
      far_count = f.count;
    }
    memcpy(near, far, (size_t)far_count * sizeof *far);
    near_count = far_count;
    far_count = 0;
  }
  return -1;
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
