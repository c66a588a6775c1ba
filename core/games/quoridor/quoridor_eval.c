/* Quoridor: what a position is worth.
 *
 * It is a race: what counts are the steps to the goal line, the walls in hand
 * and whose turn it is. Distances are found by waves that run over a board of
 * bits from the pawn, a step at a time. Cells have their usual numbers there,
 * except on the largest board, whose rows are packed without a gap so that it
 * fits in 128 bits: a step only ever leaves a cell that has one in front of it,
 * so nothing runs over the edge. */
#include "core/game/eval.h"
#include "quoridor.h"
#include <math.h>

/* In points of a score. */
typedef struct Weights {
  double step;  /* a step less to go, with any number of walls about */
  double race;  /* the same, over one more than the walls left in all hands */
  double wall;  /* the root of the walls in hand */
  double turn;  /* how many steps it is worth to be on move */
  double close; /* over one more than the steps to go */
} Weights;

/* By regression of the results of 1,410 games between mcts, alphabeta, greedy
 * and bots in Lua, 94,527 positions. The first walls in hand are worth more
 * than the last: of functions of their number the root fits best. */
static const Weights TWO = {0.05, 1.8, 1.2, 0.9, 3.6};
/* With four it was 1,360 games, 103,474 positions. A wall costs its owner a
 * step, and two others gain by it as well: steps count for more. */
static const Weights FOUR = {0.0, 1.6, 0.29, 1.0, 7.6};

static int packed(const Quoridor *q, int cell) {
  return q->packed_row == ROW ? cell : cell - cell / ROW;
}

void quoridor_fill_leave(Quoridor *q) {
  q->packed_row = q->size < SIDE_MAX ? ROW : SIDE_MAX;
  for (int row = 0; row < q->size; row++)
    for (int cell = row * ROW; cell < row * ROW + q->size; cell++)
      for (int d = 0; d < DIRECTIONS; d++)
        if (q->start_open[cell] >> d & 1)
          bits128_add(&q->leave[d], packed(q, cell));
}

static Bits128 packed_walls(const Quoridor *q, Bits128 walls) {
  Bits128 all = {{0, 0}};
  if (q->packed_row == ROW)
    return walls;
  while (!bits128_empty(walls))
    bits128_add(&all, packed(q, bits128_take(&walls)));
  return all;
}

/* The cells that can be left in each direction. */
static void fill_open(const Quoridor *q, const Position *p,
                      Bits128 open[DIRECTIONS]) {
  int row = q->packed_row;
  Bits128 above = packed_walls(q, p->walls[HORIZONTAL]);
  Bits128 right = packed_walls(q, p->walls[VERTICAL]);
  above = bits128_or(above, bits128_up(above, 1));
  right = bits128_or(right, bits128_up(right, row));
  open[NORTH] = bits128_minus(q->leave[NORTH], above);
  open[EAST] = bits128_minus(q->leave[EAST], right);
  open[SOUTH] = bits128_minus(q->leave[SOUTH], bits128_up(above, row));
  open[WEST] = bits128_minus(q->leave[WEST], bits128_up(right, 1));
}

/* A goal line is where the board cannot be left in the goal's direction. */
static int distance_of(const Quoridor *q, const Bits128 open[DIRECTIONS],
                       int cell, int direction) {
  int row = q->packed_row, most = q->size * q->size;
  Bits128 reached = {{0, 0}};
  bits128_add(&reached, packed(q, cell));
  for (int steps = 0; steps < most; steps++) {
    if (!bits128_empty(bits128_minus(reached, q->leave[direction])))
      return steps;
    Bits128 north = bits128_up(bits128_and(reached, open[NORTH]), row);
    Bits128 east = bits128_up(bits128_and(reached, open[EAST]), 1);
    Bits128 south = bits128_down(bits128_and(reached, open[SOUTH]), row);
    Bits128 west = bits128_down(bits128_and(reached, open[WEST]), 1);
    Bits128 next = bits128_or(bits128_or(north, east), bits128_or(south, west));
    if (bits128_empty(bits128_minus(next, reached)))
      return most;
    reached = bits128_or(reached, next);
  }
  return most;
}

void quoridor_distances(const Quoridor *q, const Position *p, int distance[]) {
  Bits128 open[DIRECTIONS];
  fill_open(q, p, open);
  for (int seat = 0; seat < q->base.seats; seat++)
    distance[seat] =
        distance_of(q, open, p->pawn[seat], q->goal_direction[seat]);
}

/* Of a race that is as good as decided every step must still tell, or whoever
 * wins it would see no need to run: far behind, what is more counts less. */
static void draw_near(double score[], int seats) {
  static const double FAR = 1.5, LESS = 0.15;
  double most = score[0];
  for (int seat = 1; seat < seats; seat++)
    most = fmax(most, score[seat]);
  for (int seat = 0; seat < seats; seat++) {
    double behind = most - score[seat];
    if (behind > FAR)
      score[seat] = most - (FAR + LESS * (behind - FAR));
  }
}

void quoridor_evaluate(const Game *game, const State *state, double value[]) {
  const Quoridor *q = quoridor_of(game);
  const Position *p = (const Position *)state;
  int distance[PLAYERS_MAX], seats = game->seats, walls = 0;
  const Weights *weight = seats == 2 ? &TWO : &FOUR;
  double score[PLAYERS_MAX] = {0};
  quoridor_distances(q, p, distance);
  for (int seat = 0; seat < seats; seat++)
    walls += p->hand[seat];
  double step = weight->step + weight->race / (1 + walls);
  for (int seat = 0; seat < seats; seat++) {
    int waits = (seat - state->seat + seats) % seats;
    double early = weight->turn * (seats - 1 - waits) / (seats - 1);
    score[seat] = step * (early - distance[seat]) +
                  weight->wall * sqrt(p->hand[seat]) +
                  weight->close / (1 + distance[seat]);
  }
  draw_near(score, seats);
  values_from_scores(game, score, value);
}
