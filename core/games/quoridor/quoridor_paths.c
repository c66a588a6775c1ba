/* Shortest paths to the goals.
 *
 * The search is a breadth-first flood fill over sets of cells: each round adds
 * all cells one step further on with a few shifts of 128-bit words. Cells have
 * their usual numbers in these sets, except on boards with the most rows, which
 * are packed without the gap so that they fit in 128 bits. That is safe because
 * `exits` contains only cells with a neighbour in that direction, so nothing is
 * ever shifted over the edge. */
#include "quoridor.h"

static int packed(const Quoridor *q, int cell) {
  return q->packed_row == ROW ? cell : cell - cell / ROW;
}

void quoridor_prepare_paths(Quoridor *q) {
  q->packed_row = q->rows < SIDE_MAX ? ROW : SIDE_MAX;
  for (int row = 0; row < q->rows; row++)
    for (int cell = row * ROW; cell < row * ROW + q->columns; cell++) {
      for (int d = 0; d < DIRECTIONS; d++)
        if (q->start_open[cell] >> d & 1)
          bits128_add(&q->exits[d], packed(q, cell));
      for (int seat = 0; seat < q->base.seats; seat++)
        if (!(q->goal[cell] >> seat & 1))
          bits128_add(&q->not_goal[seat], packed(q, cell));
    }
}

static Bits128 packed_walls(const Quoridor *q, Bits128 walls, int way) {
  Bits128 all = {{0, 0}};
  if (q->packed_row == ROW)
    return walls;
  while (!bits128_empty(walls))
    bits128_add(&all, packed(q, slot_cell(bits128_take(&walls), way)));
  return all;
}

/* The cells along walls with these first cells. Inlined for two cells. */
ALWAYS_INLINE Bits128 along_walls(Bits128 first, int along, int length) {
  Bits128 all = first;
  for (int i = 1; i < length; i++)
    all = bits128_or(all, bits128_up(first, i * along));
  return all;
}

void quoridor_passages(const Quoridor *q, const Position *p, Passages *open) {
  int row = q->packed_row;
  Bits128 above = packed_walls(q, p->walls[HORIZONTAL], HORIZONTAL);
  Bits128 right = packed_walls(q, p->walls[VERTICAL], VERTICAL);
  if (q->length == 2) {
    above = along_walls(above, 1, 2);
    right = along_walls(right, row, 2);
  } else {
    above = along_walls(above, 1, q->length);
    right = along_walls(right, row, q->length);
  }
  open->open[NORTH] = bits128_minus(q->exits[NORTH], above);
  open->open[EAST] = bits128_minus(q->exits[EAST], right);
  open->open[SOUTH] = bits128_minus(q->exits[SOUTH], bits128_up(above, row));
  open->open[WEST] = bits128_minus(q->exits[WEST], bits128_up(right, 1));
}

/* ---- distances -----------------------------------------------------------*/

/* The cells one step from some of `from`. */
ALWAYS_INLINE Bits128 one_step_from(const Passages *passages, Bits128 from,
                                    int row) {
  const Bits128 *open = passages->open;
  Bits128 north = bits128_up(bits128_and(from, open[NORTH]), row);
  Bits128 east = bits128_up(bits128_and(from, open[EAST]), 1);
  Bits128 south = bits128_down(bits128_and(from, open[SOUTH]), row);
  Bits128 west = bits128_down(bits128_and(from, open[WEST]), 1);
  return bits128_or(bits128_or(north, east), bits128_or(south, west));
}

/* If `within` is not NULL, within[n] becomes the cells at most
 * n steps away, up to the distance that is returned. */
ALWAYS_INLINE int flood(const Quoridor *q, const Passages *passages, int cell,
                        int seat, Bits128 *within) {
  const Bits128 not_goal = q->not_goal[seat];
  int row = q->packed_row;
  Bits128 reached = {{0, 0}};
  bits128_add(&reached, packed(q, cell));
  for (int steps = 0;; steps++) {
    if (within)
      within[steps] = reached;
    if (!bits128_empty(bits128_minus(reached, not_goal)))
      return steps;
    Bits128 next = one_step_from(passages, reached, row);
    if (bits128_empty(bits128_minus(next, reached)))
      return NO_PATH;
    reached = bits128_or(reached, next);
  }
}

int quoridor_distance(const Quoridor *q, const Passages *passages, int cell,
                      int seat) {
  return flood(q, passages, cell, seat, NULL);
}

/* ---- paths ---------------------------------------------------------------*/

/* Goes back one step of a path, to a neighbour of `at` in `before`. Adds the
 * southern or western cell of the step to `up` or `across`. */
static int step_back(const Quoridor *q, const Passages *passages, int at,
                     Bits128 before, Bits128 *up, Bits128 *across) {
  const Bits128 *open = passages->open;
  int row = q->packed_row;
  for (int d = 0; d < DIRECTIONS; d++) {
    int by = d == NORTH ? row : d == EAST ? 1 : d == SOUTH ? -row : -1;
    if (!bits128_has(&open[d], at) || !bits128_has(&before, at + by))
      continue;
    bits128_add(d == NORTH || d == SOUTH ? up : across, by > 0 ? at : at + by);
    return at + by;
  }
  return at; /* not reached: every cell has been entered from some cell */
}

void quoridor_find_path(const Quoridor *q, const Passages *passages, int cell,
                        int seat, Path *path) {
  Bits128 within[CELLS], up = {{0, 0}}, across = {{0, 0}};
  int row = q->packed_row;
  path->steps = flood(q, passages, cell, seat, within);
  if (path->steps > 0) {
    Bits128 ends = bits128_minus(within[path->steps], q->not_goal[seat]);
    int at = bits128_take(&ends);
    for (int n = path->steps - 1; n >= 0; n--)
      at = step_back(q, passages, at, within[n], &up, &across);
  }
  /* A horizontal wall shuts the north of the cell that it is numbered by, and
   * of the next ones to the east; likewise a vertical wall. */
  path->cut[HORIZONTAL] = up;
  path->cut[VERTICAL] = across;
  for (int i = 1; i < q->length; i++) {
    Bits128 *cut = path->cut;
    cut[HORIZONTAL] = bits128_or(cut[HORIZONTAL], bits128_down(up, i));
    cut[VERTICAL] = bits128_or(cut[VERTICAL], bits128_down(across, i * row));
  }
}

bool quoridor_path_is_cut(const Quoridor *q, const Path *path, int slot,
                          int way) {
  return bits128_has(&path->cut[way], packed(q, slot_cell(slot, way)));
}

void quoridor_shut(const Quoridor *q, Passages *open, int slot, int way) {
  int row = q->packed_row, aside = way == HORIZONTAL ? 1 : row;
  int across = way == HORIZONTAL ? row : 1;
  Bits128 *low = &open->open[way == HORIZONTAL ? NORTH : EAST];
  Bits128 *high = &open->open[way == HORIZONTAL ? SOUTH : WEST];
  for (int i = 0, at = packed(q, slot_cell(slot, way)); i < q->length; i++) {
    bits128_remove(low, at);
    bits128_remove(high, at + across);
    at += aside;
  }
}
