/* Which walls leave everyone a way to the goal line, without searching for one.
 *
 * Walls are drawn as lines between points, the corners of cells. A pawn is cut
 * off exactly when some closed line runs around it (the board's border counts
 * as a line, except the goal side, which is a way out). To see that coming,
 * imagine a thread from the pawn to its goal side: a closed line separates the
 * two exactly when it crosses the thread an odd number of times. So every point
 * gets a label: which connected part of the walls it belongs to, and whether
 * the way there along the walls crosses the thread an even or odd number of
 * times. A new wall joins three points, and is illegal exactly when two of them
 * are in one part already and the crossings do not add up to an even number.
 *
 * All seats are answered for at once: a label keeps one bit for each thread.
 * Only the border depends on the seat, since each has another way out: a part
 * notes for whom it touches the border, and for those, two parts that touch it
 * are one. */
#include "quoridor.h"

static const int ALONG[WAYS] = {1, ROW};

/* "It may not overlap or cross a wall in place." */
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

/* A wall can close a line only if it touches walls or border at two or more of
 * its three points. */
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

/* Gives all points of a part to another. In bytes throughout, so that the
 * compiler does many at once. */
static void rename_part(Barriers *b, uint8_t from, uint8_t to, uint8_t shift) {
  for (int i = 0; i < POINTS; i++) {
    uint8_t mine = b->part[i] == from ? 255 : 0;
    b->part[i] = (uint8_t)((b->part[i] & ~mine) | (to & mine));
    b->turn[i] ^= (uint8_t)(shift & mine);
  }
}

/* Makes two points one part, given which threads the line between them crosses.
 * The smaller part takes the larger one's name. */
static void join(Barriers *b, int x, int y, unsigned crossed) {
  uint8_t px = b->part[x], py = b->part[y];
  if (px == py)
    return;
  bool larger = b->size[px] >= b->size[py];
  uint8_t keep = larger ? px : py, lose = larger ? py : px;
  uint8_t shift = (uint8_t)(b->turn[x] ^ b->turn[y] ^ crossed);
  if (b->size[lose] == 1) {
    b->part[lose] = keep; /* a part of one bears its own number */
    b->turn[lose] ^= shift;
  } else {
    rename_part(b, lose, keep, shift);
  }
  unsigned gained = b->touch[lose] & ~(unsigned)b->touch[keep];
  b->outer[keep] |= (uint8_t)((b->outer[lose] ^ shift) & gained);
  b->touch[keep] |= b->touch[lose];
  b->size[keep] = (uint8_t)(b->size[keep] + b->size[lose]);
}

static void join_wall(Barriers *b, int slot, int way) {
  int middle = slot + FIRST_CROSSING;
  int lower = middle - ALONG[way], upper = middle + ALONG[way];
  join(b, lower, middle, b->cross[way][lower]);
  join(b, middle, upper, b->cross[way][middle]);
}

/* A thread runs straight from the pawn to the goal side. `cross` notes at the
 * lower end of each line between two points which threads cross it: the line
 * above a cell starts at the cell's upper left corner, the line on its right at
 * its lower right corner. */
static void lay_thread(const Quoridor *q, Barriers *b, int seat, int cell) {
  int direction = q->goal_direction[seat];
  bool upright = direction == NORTH || direction == SOUTH;
  uint8_t *cross = b->cross[upright ? HORIZONTAL : VERTICAL];
  int corner = upright ? ROW : 1;
  while (!(q->goal[cell] >> seat & 1)) {
    int next = cell + STEP[direction];
    cross[(cell < next ? cell : next) + corner] |= (uint8_t)(1 << seat);
    cell = next;
  }
}

void quoridor_barriers(const Quoridor *q, const Position *p, Barriers *b) {
  for (int i = 0; i < POINTS; i++)
    b->part[i] = (uint8_t)i;
  memset(b->turn, 0, sizeof b->turn);
  memset(b->size, 1, sizeof b->size);
  memcpy(b->touch, q->border, sizeof b->touch);
  memset(b->outer, 0, sizeof b->outer);
  memset(b->cross, 0, sizeof b->cross);
  memset(b->walls, 0, sizeof b->walls);
  for (int seat = 0; seat < q->base.seats; seat++)
    lay_thread(q, b, seat, p->pawn[seat]);
  quoridor_barriers_grow(p, b);
}

void quoridor_barriers_grow(const Position *p, Barriers *b) {
  for (int way = 0; way < WAYS; way++) {
    Bits128 left = bits128_minus(p->walls[way], b->walls[way]);
    while (!bits128_empty(left))
      join_wall(b, bits128_take(&left), way);
    b->walls[way] = p->walls[way];
  }
}

/* Whose threads a line between two points would cross an odd number of times
 * on the way round, if it closes a line at all. */
static unsigned odd(const Barriers *b, int x, int y, unsigned crossed) {
  int px = b->part[x], py = b->part[y];
  unsigned sum = b->turn[x] ^ b->turn[y] ^ crossed;
  if (px == py)
    return sum;
  return (sum ^ b->outer[px] ^ b->outer[py]) & b->touch[px] & b->touch[py];
}

unsigned quoridor_cuts_off(const Barriers *b, int slot, int way) {
  int middle = slot + FIRST_CROSSING;
  int lower = middle - ALONG[way], upper = middle + ALONG[way];
  unsigned first = b->cross[way][lower], second = b->cross[way][middle];
  return odd(b, lower, middle, first) | odd(b, middle, upper, second) |
         odd(b, lower, upper, first ^ second);
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

bool quoridor_may_lay(const Quoridor *q, const Position *p, int slot, int way) {
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
