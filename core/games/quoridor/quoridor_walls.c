/* Which walls are legal, without searching for paths.
 *
 * Think of walls as lines between points, the corners of cells. A pawn is cut
 * off exactly when a closed line separates it from its goal side. (For this
 * purpose the border is a line as well, except the goal side itself.) Draw a
 * thread from the pawn to its goal side: a closed line separates the two
 * exactly when it crosses the thread an odd number of times. So this file keeps
 * a union-find structure with parities: each point is labelled with its
 * connected component of the walls, and with the parity of the number of times
 * the line along the walls to that point crosses the thread. A new wall joins
 * three points. It is illegal exactly when two of them already belong to one
 * component and the closed line has an odd parity.
 *
 * All seats are handled at once, with one parity bit for each seat's thread.
 * Only the border depends on the seat, because each has its own goal side: a
 * component records for which seats it touches the border, and for such a seat
 * two components that touch the border count as one. */
#include "quoridor.h"

static const int ALONG[WAYS] = {1, ROW};

/* "It may not overlap or cross another wall" */
static Bits128 open_slots(const Quoridor *q, const Position *p, int way) {
  int along = ALONG[way];
  Bits128 same = p->walls[way];
  Bits128 taken = bits128_or(same, p->walls[!way]);
  taken = bits128_or(taken, bits128_up(same, along));
  taken = bits128_or(taken, bits128_down(same, along));
  return bits128_minus(q->slots, taken);
}

/* The crossings that a wall runs through or ends at. */
static Bits128 touched_crossings(const Position *p) {
  Bits128 touched = {{0, 0}};
  for (int way = 0; way < WAYS; way++) {
    Bits128 walls = p->walls[way];
    touched = bits128_or(touched, walls);
    touched = bits128_or(touched, bits128_up(walls, ALONG[way]));
    touched = bits128_or(touched, bits128_down(walls, ALONG[way]));
  }
  return touched;
}

/* A wall can close a line only if at least two of its three points touch walls
 * or the border. */
void quoridor_slots(const Quoridor *q, const Position *p, Slots *slots) {
  static const int LOWER_SIDE[WAYS] = {WEST, SOUTH};
  static const int UPPER_SIDE[WAYS] = {EAST, NORTH};
  Bits128 middle = touched_crossings(p);
  for (int way = 0; way < WAYS; way++) {
    Bits128 lower = bits128_or(bits128_up(middle, ALONG[way]),
                               q->at_border[LOWER_SIDE[way]]);
    Bits128 upper = bits128_or(bits128_down(middle, ALONG[way]),
                               q->at_border[UPPER_SIDE[way]]);
    Bits128 two = bits128_or(bits128_and(lower, upper),
                             bits128_and(middle, bits128_or(lower, upper)));
    slots->open[way] = open_slots(q, p, way);
    slots->risky[way] = bits128_and(two, slots->open[way]);
  }
}

/* Moves all points of one component to another. Works on bytes throughout, so
 * that the compiler vectorises it. */
static void rename_component(Barriers *b, uint8_t from, uint8_t to,
                             uint8_t shift) {
  for (int i = 0; i < POINTS; i++) {
    uint8_t mine = b->component[i] == from ? 255 : 0;
    b->component[i] = (uint8_t)((b->component[i] & ~mine) | (to & mine));
    b->parity[i] ^= (uint8_t)(shift & mine);
  }
}

/* Joins the components of two points, given which threads the line between them
 * crosses. The smaller component takes the name of the larger. */
static void join(Barriers *b, int x, int y, unsigned crossed) {
  uint8_t px = b->component[x], py = b->component[y];
  if (px == py)
    return;
  bool larger = b->size[px] >= b->size[py];
  uint8_t keep = larger ? px : py, lose = larger ? py : px;
  uint8_t shift = (uint8_t)(b->parity[x] ^ b->parity[y] ^ crossed);
  if (b->size[lose] == 1) {
    b->component[lose] = keep; /* a component of one has its own number */
    b->parity[lose] ^= shift;
  } else {
    rename_component(b, lose, keep, shift);
  }
  unsigned gained = b->touches[lose] & ~(unsigned)b->touches[keep];
  b->border_parity[keep] |=
      (uint8_t)((b->border_parity[lose] ^ shift) & gained);
  b->touches[keep] |= b->touches[lose];
  b->size[keep] = (uint8_t)(b->size[keep] + b->size[lose]);
}

static void join_wall(Barriers *b, int slot, int way) {
  int middle = slot + FIRST_CROSSING;
  int lower = middle - ALONG[way], upper = middle + ALONG[way];
  join(b, lower, middle, b->crossed[way][lower]);
  join(b, middle, upper, b->crossed[way][middle]);
}

/* Draws the thread of a seat, straight from its pawn to its goal side. For each
 * line between two neighbouring points, `crossed` records at the lower point
 * which threads cross it. The line above a cell starts at the cell's upper left
 * corner, the line to its right at its lower right corner. */
static void draw_thread(const Quoridor *q, Barriers *b, int seat, int cell) {
  int direction = q->goal_direction[seat];
  bool vertical = direction == NORTH || direction == SOUTH;
  uint8_t *crossed = b->crossed[vertical ? HORIZONTAL : VERTICAL];
  int corner = vertical ? ROW : 1;
  while (!(q->goal[cell] >> seat & 1)) {
    int next = cell + STEP[direction];
    crossed[(cell < next ? cell : next) + corner] |= (uint8_t)(1 << seat);
    cell = next;
  }
}

void quoridor_barriers(const Quoridor *q, const Position *p, Barriers *b) {
  for (int i = 0; i < POINTS; i++)
    b->component[i] = (uint8_t)i;
  memset(b->parity, 0, sizeof b->parity);
  memset(b->size, 1, sizeof b->size);
  memcpy(b->touches, q->border, sizeof b->touches);
  memset(b->border_parity, 0, sizeof b->border_parity);
  memset(b->crossed, 0, sizeof b->crossed);
  memset(b->walls, 0, sizeof b->walls);
  for (int seat = 0; seat < q->base.seats; seat++)
    draw_thread(q, b, seat, p->pawn[seat]);
  quoridor_barriers_update(p, b);
}

void quoridor_barriers_update(const Position *p, Barriers *b) {
  for (int way = 0; way < WAYS; way++) {
    Bits128 left = bits128_minus(p->walls[way], b->walls[way]);
    while (!bits128_empty(left))
      join_wall(b, bits128_take(&left), way);
    b->walls[way] = p->walls[way];
  }
}

/* The seats whose thread would be crossed an odd number of times by the closed
 * line that joining two points makes; 0 if it makes none. */
static unsigned odd_crossings(const Barriers *b, int x, int y,
                              unsigned crossed) {
  int px = b->component[x], py = b->component[y];
  unsigned sum = b->parity[x] ^ b->parity[y] ^ crossed;
  if (px == py)
    return sum;
  return (sum ^ b->border_parity[px] ^ b->border_parity[py]) & b->touches[px] &
         b->touches[py];
}

unsigned quoridor_cuts_off(const Barriers *b, int slot, int way) {
  int middle = slot + FIRST_CROSSING;
  int lower = middle - ALONG[way], upper = middle + ALONG[way];
  unsigned first = b->crossed[way][lower], second = b->crossed[way][middle];
  return odd_crossings(b, lower, middle, first) |
         odd_crossings(b, middle, upper, second) |
         odd_crossings(b, lower, upper, first ^ second);
}

void quoridor_legal_slots(const Quoridor *q, const Position *p, Slots *slots) {
  quoridor_slots(q, p, slots);
  if (bits128_empty(bits128_or(slots->risky[0], slots->risky[1])))
    return;
  Barriers barriers;
  quoridor_barriers(q, p, &barriers);
  for (int way = 0; way < WAYS; way++)
    for (Bits128 left = slots->risky[way]; !bits128_empty(left);) {
      int slot = bits128_take(&left);
      if (quoridor_cuts_off(&barriers, slot, way))
        bits128_remove(&slots->open[way], slot);
    }
}

bool quoridor_wall_is_legal(const Quoridor *q, const Position *p, int slot,
                            int way) {
  Slots slots;
  quoridor_slots(q, p, &slots);
  if (!bits128_has(&slots.open[way], slot))
    return false;
  if (!bits128_has(&slots.risky[way], slot))
    return true;
  Barriers barriers;
  quoridor_barriers(q, p, &barriers);
  return !quoridor_cuts_off(&barriers, slot, way);
}
