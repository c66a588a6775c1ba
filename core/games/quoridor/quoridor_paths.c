/* Shortest paths to the goal lines.
 *
 * The search is a breadth-first flood fill over sets of cells: each round adds
 * all cells one step further on with a few shifts of 128-bit words. Cells have
 * their usual numbers in these sets, except on the largest board, whose rows
 * are packed without the gap so that it fits in 128 bits. That is safe because
 * `exits` contains only cells with a neighbour in that direction, so nothing is
 * ever shifted over the edge. */
#include "quoridor.h"

static int packed(const Quoridor *q, int cell) {
  return q->packed_row == ROW ? cell : cell - cell / ROW;
}

void quoridor_prepare_paths(Quoridor *q) {
  q->packed_row = q->size < SIDE_MAX ? ROW : SIDE_MAX;
  for (int row = 0; row < q->size; row++)
    for (int cell = row * ROW; cell < row * ROW + q->size; cell++)
      for (int d = 0; d < DIRECTIONS; d++)
        if (q->start_open[cell] >> d & 1)
          bits128_add(&q->exits[d], packed(q, cell));
}

static Bits128 packed_walls(const Quoridor *q, Bits128 walls) {
  Bits128 all = {{0, 0}};
  if (q->packed_row == ROW)
    return walls;
  while (!bits128_empty(walls))
    bits128_add(&all, packed(q, bits128_take(&walls)));
  return all;
}

void quoridor_passages(const Quoridor *q, const Position *p, Passages *open) {
  int row = q->packed_row;
  Bits128 above = packed_walls(q, p->walls[HORIZONTAL]);
  Bits128 right = packed_walls(q, p->walls[VERTICAL]);
  above = bits128_or(above, bits128_up(above, 1));
  right = bits128_or(right, bits128_up(right, row));
  open->open[NORTH] = bits128_minus(q->exits[NORTH], above);
  open->open[EAST] = bits128_minus(q->exits[EAST], right);
  open->open[SOUTH] = bits128_minus(q->exits[SOUTH], bits128_up(above, row));
  open->open[WEST] = bits128_minus(q->exits[WEST], bits128_up(right, 1));
}

/* The goal line of a seat consists of the cells that have no neighbour in its
 * goal direction. */
int quoridor_distance(const Quoridor *q, const Passages *passages, int cell,
                      int seat) {
  const Bits128 *open = passages->open;
  const Bits128 not_goal = q->exits[q->goal_direction[seat]];
  int row = q->packed_row;
  Bits128 reached = {{0, 0}};
  bits128_add(&reached, packed(q, cell));
  for (int steps = 0;; steps++) {
    if (!bits128_empty(bits128_minus(reached, not_goal)))
      return steps;
    Bits128 north = bits128_up(bits128_and(reached, open[NORTH]), row);
    Bits128 east = bits128_up(bits128_and(reached, open[EAST]), 1);
    Bits128 south = bits128_down(bits128_and(reached, open[SOUTH]), row);
    Bits128 west = bits128_down(bits128_and(reached, open[WEST]), 1);
    Bits128 next = bits128_or(bits128_or(north, east), bits128_or(south, west));
    if (bits128_empty(bits128_minus(next, reached)))
      return NO_PATH;
    reached = bits128_or(reached, next);
  }
}
