/* Which walls would cut a pawn off, without searching for paths.
 *
 * Think of walls as lines between points, the corners of cells. A pawn is cut
 * off exactly when a closed line separates it from its goal. (For this purpose
 * the border is a line as well, except where it runs along the goal, which is
 * in one piece.) Draw a thread from the pawn to its goal: a closed line
 * separates the two exactly when it crosses the thread an odd number of times.
 * So this file keeps a union-find structure with parities for each seat: each
 * point is labelled with its connected component of walls and border, and with
 * the parity of the number of times the line along the walls to that point
 * crosses the thread. A new wall joins three points, or as many as it is long
 * and one more. It is illegal exactly when two of them already belong to one
 * component and the closed line has an odd parity: when the two labels, and
 * whether the thread is crossed between them, differ in the parity alone.
 *
 * The structure lasts: a wall joins components, and a pawn's step only adds the
 * step to its thread. No wall stands in the way of the step, so the thread
 * crosses the walls as before.
 *
 * The loops work on bytes, in blocks of a constant length, so that the compiler
 * turns them into a few vector instructions. */
#include "quoridor.h"

static int blocks_for(int bytes) {
  return (bytes + BLOCK - 1) / BLOCK;
}

/* The border is component 0. Only the points that a wall can touch count, so
 * that a byte has room for all labels. (With goal=edge it has not on the
 * largest board, which is refused.) */
_Static_assert(1 + (SIDE_MAX - 1) * (SIDE_MAX - 1) + SIDE_MAX - 1 <= 128,
               "the border, the crossings and the points of a goal side");

static void fill_barrier(const Quoridor *q, int seat, Barrier *b) {
  int components = 1;
  memset(b->uncrossed, 1, sizeof b->uncrossed);
  for (int point = 0; point < POINTS; point++) {
    int crossing = point - FIRST_CROSSING;
    bool is_crossing =
        crossing >= 0 && crossing < 128 && bits128_has(&q->crossings, crossing);
    bool in_goal = q->border[point] && !(q->border[point] >> seat & 1);
    if (is_crossing || in_goal)
      b->label[point] = (uint8_t)(2 * components++);
  }
}

void quoridor_prepare_barriers(Quoridor *q) {
  q->bare.seats = q->base.seats;
  q->bare.length = q->length;
  for (int seat = 0; seat < q->base.seats; seat++)
    fill_barrier(q, seat, &q->bare.of[seat]);
  q->point_blocks = blocks_for((q->rows + 1) * ROW);
  q->slot_blocks = blocks_for((q->rows - (q->length > 1)) * ROW);
  if (q->slot_blocks > SLOT_BYTES / BLOCK)
    q->slot_blocks = SLOT_BYTES / BLOCK;
  for (int i = 0; i < q->wall_count; i++)
    q->every_slot.at[q->wall[i] >> 7][(q->wall[i] & 127) + FIRST_CROSSING] = 1;
}

/* The line between a cell and its neighbour, given by its lower point. The line
 * above a cell starts at the cell's upper left corner, the line to its right at
 * its lower right corner. */
static Line line_between(int cell, int neighbour) {
  int low = cell < neighbour ? cell : neighbour;
  int difference = cell + neighbour - 2 * low;
  return difference == 1 ? (Line){VERTICAL, low + 1}
                         : (Line){HORIZONTAL, low + ROW};
}

static void cross(Barriers *b, Line line, int seat) {
  b->of[seat].uncrossed[line.way][line.point] ^= 1;
}

/* Draws a straight part of a seat's thread between two cells. */
static void draw_straight(Barriers *b, int seat, int cell, int to, int step) {
  if (to < cell)
    step = -step;
  for (; cell != to; cell += step)
    cross(b, line_between(cell, cell + step), seat);
}

/* Draws the thread of a seat from its pawn to its goal: straight on or, if the
 * goal is one cell, first to its column. */
static void draw_thread(const Quoridor *q, Barriers *b, int seat, int cell) {
  int step = STEP[q->goal_direction[seat]], goal = q->goal_cell[seat];
  if (goal != NO_CELL) {
    int corner = cell - cell % ROW + goal % ROW;
    draw_straight(b, seat, cell, corner, 1);
    draw_straight(b, seat, corner, goal, ROW);
    return;
  }
  for (; !(q->goal[cell] >> seat & 1); cell += step)
    cross(b, line_between(cell, cell + step), seat);
}

void quoridor_barriers(const Quoridor *q, const Position *p, Barriers *b) {
  b->seats = q->bare.seats;
  b->length = q->bare.length;
  for (int seat = 0; seat < b->seats; seat++) {
    b->of[seat] = q->bare.of[seat];
    /* Without a thread there is no odd parity, so no wall cuts the seat off. */
    if (has_pawn(p, seat))
      draw_thread(q, b, seat, p->pawn[seat]);
  }
  for (int way = 0; way < WAYS; way++)
    for (Bits128 left = p->walls[way]; !bits128_empty(left);)
      quoridor_barriers_add(q, b, bits128_take(&left), way);
}

/* Joins the components of a wall's ends to that of its middle. If both ends are
 * in one component, legal walls make both changes the same; likewise nothing
 * changes if an end is in the component of the middle. */
ALWAYS_INLINE void join(Barrier *b, int points, int middle, int along,
                        int way) {
  uint8_t *label = b->label;
  const uint8_t *uncrossed = b->uncrossed[way];
  uint8_t lower = label[middle - along], upper = label[middle + along];
  uint8_t in_lower = lower | 1, in_upper = upper | 1;
  uint8_t at_lower = lower ^ label[middle] ^ uncrossed[middle - along] ^ 1;
  uint8_t at_upper = upper ^ label[middle] ^ uncrossed[middle] ^ 1;
  for (int i = 0; i < points; i++) {
    uint8_t is = label[i] | 1;
    uint8_t from_lower = is == in_lower ? 255 : 0;
    uint8_t from_upper = is == in_upper ? 255 : 0;
    label[i] ^= (from_lower & at_lower) | (from_upper & at_upper);
  }
}

/* Inlined for two numbers of points, so that the loop is unrolled. */
ALWAYS_INLINE void join_all(Barriers *b, int points, int slot, int way) {
  for (int seat = 0; seat < b->seats; seat++)
    join(&b->of[seat], points, slot + FIRST_CROSSING, ALONG[way], way);
}

/* ---- walls of other lengths ----------------------------------------------*/

static int first_point(int slot, int way) {
  return slot_cell(slot, way) + ALONG[!way];
}

/* Joins the component of a point to that of the next point along a wall. */
static void join_line(Barrier *b, int point, int way) {
  uint8_t from = b->label[point] | 1;
  uint8_t change = b->label[point] ^ b->label[point + ALONG[way]] ^
                   b->uncrossed[way][point] ^ 1;
  for (int i = 0; i < POINT_BYTES; i++)
    b->label[i] ^= (b->label[i] | 1) == from ? change : 0;
}

static void join_lines(Barriers *b, int slot, int way) {
  int first = first_point(slot, way);
  for (int seat = 0; seat < b->seats; seat++)
    for (int i = 0; i < b->length; i++)
      join_line(&b->of[seat], first + i * ALONG[way], way);
}

void quoridor_barriers_add(const Quoridor *q, Barriers *b, int slot, int way) {
  if (q->length != 2)
    join_lines(b, slot, way);
  else if (q->point_blocks < POINT_BYTES / BLOCK)
    join_all(b, POINT_BYTES - BLOCK, slot, way);
  else
    join_all(b, POINT_BYTES, slot, way);
}

/* ---- steps ---------------------------------------------------------------*/

/* The cell on the way of a jump, with no wall on either half of the way. */
static int jumped_cell(const Position *p, int from, int to) {
  for (int d = 0; d < DIRECTIONS; d++) {
    int over = from + STEP[d];
    unsigned on = quoridor_adjacent[(uint8_t)(to - over)];
    if (p->open[from] >> d & 1 && p->open[over] & on)
      return over;
  }
  return from; /* never: a jump has such a cell */
}

int quoridor_step_lines(const Position *p, int from, int to, Line lines[2]) {
  if (quoridor_adjacent[(uint8_t)(to - from)]) {
    lines[0] = line_between(from, to);
    return 1;
  }
  int over = jumped_cell(p, from, to);
  lines[0] = line_between(from, over);
  lines[1] = line_between(over, to);
  return 2;
}

void quoridor_barriers_step(const Position *p, Barriers *b, int seat, int from,
                            int to) {
  Line lines[2];
  for (int n = quoridor_step_lines(p, from, to, lines); n > 0; n--)
    cross(b, lines[n - 1], seat);
}

/* ---- tests ---------------------------------------------------------------*/

ALWAYS_INLINE uint8_t smaller(uint8_t x, uint8_t y) {
  return x < y ? x : y;
}

/* 0 if a wall would cut the seat off: if its lower half, its upper half or both
 * together would close a line with an odd parity. */
ALWAYS_INLINE uint8_t leaves_path(const Barrier *b, int slot, int way) {
  int middle = slot + FIRST_CROSSING;
  int along = way == HORIZONTAL ? 1 : ROW;
  uint8_t at_middle = b->label[middle];
  uint8_t lower =
      b->label[middle - along] ^ at_middle ^ b->uncrossed[way][middle - along];
  uint8_t upper =
      b->label[middle + along] ^ at_middle ^ b->uncrossed[way][middle];
  return smaller(smaller(lower, upper), lower ^ upper ^ 1);
}

/* The same for a wall of any length, given by its first point: whether the
 * labels of two of its points differ in the parity alone, after the crossings
 * of the thread on the way to each have been added to its parity. `length` is a
 * constant; without loops the compiler tests many slots at once. */
ALWAYS_INLINE uint8_t any_leaves_path(const Barrier *b, int point, int way,
                                      int length) {
  int along = way == HORIZONTAL ? 1 : ROW;
  const uint8_t *label = b->label + point;
  const uint8_t *uncrossed = b->uncrossed[way] + point;
  uint8_t zero = label[0], parity = uncrossed[0] ^ 1;
  uint8_t one = label[along] ^ parity, two, three, four;
  uint8_t least = zero ^ one ^ 1;
  if (length >= 2) {
    parity ^= uncrossed[along] ^ 1;
    two = label[2 * along] ^ parity;
    least = smaller(least, smaller(two ^ zero ^ 1, two ^ one ^ 1));
  }
  if (length >= 3) {
    parity ^= uncrossed[2 * along] ^ 1;
    three = label[3 * along] ^ parity;
    least = smaller(least, smaller(three ^ zero ^ 1, three ^ one ^ 1));
    least = smaller(least, three ^ two ^ 1);
  }
  if (length >= 4) {
    parity ^= uncrossed[3 * along] ^ 1;
    four = label[4 * along] ^ parity;
    least = smaller(least, smaller(four ^ zero ^ 1, four ^ one ^ 1));
    least = smaller(least, smaller(four ^ two ^ 1, four ^ three ^ 1));
  }
  return least;
}

static unsigned any_cuts_off(const Barriers *b, int slot, int way) {
  unsigned seats = 0;
  int point = first_point(slot, way);
  for (int seat = 0; seat < b->seats; seat++) {
    uint8_t leaves =
        b->length == 1   ? any_leaves_path(&b->of[seat], point, way, 1)
        : b->length == 3 ? any_leaves_path(&b->of[seat], point, way, 3)
                         : any_leaves_path(&b->of[seat], point, way, 4);
    seats |= (unsigned)!leaves << seat;
  }
  return seats;
}

unsigned quoridor_cuts_off(const Barriers *b, int slot, int way) {
  unsigned seats = 0;
  if (b->length != 2)
    return any_cuts_off(b, slot, way);
  for (int seat = 0; seat < b->seats; seat++)
    seats |= (unsigned)!leaves_path(&b->of[seat], slot, way) << seat;
  return seats;
}

/* Inlined for each way and number of seats, so that the distances between
 * points are constants and there is no loop over seats. */
ALWAYS_INLINE void mark_legal(const Quoridor *q, const Barriers *b, int seats,
                              int way, const uint8_t *restrict open,
                              uint8_t *restrict legal) {
  for (int block = 0; block < q->slot_blocks; block++)
    for (int i = BLOCK * block; i < BLOCK * block + BLOCK; i++) {
      uint8_t leaves = smaller(leaves_path(&b->of[0], i, way),
                               leaves_path(&b->of[1], i, way));
      if (seats == 3)
        leaves = smaller(leaves, leaves_path(&b->of[2], i, way));
      if (seats == 4)
        leaves = smaller(leaves, smaller(leaves_path(&b->of[2], i, way),
                                         leaves_path(&b->of[3], i, way)));
      legal[i] = smaller(leaves, open[i + FIRST_CROSSING]);
    }
}

ALWAYS_INLINE void mark_both_ways(const Quoridor *q, const Barriers *b,
                                  int seats, const OpenSlots *open,
                                  uint8_t (*legal)[SLOT_BYTES]) {
  mark_legal(q, b, seats, HORIZONTAL, open->at[HORIZONTAL], legal[HORIZONTAL]);
  mark_legal(q, b, seats, VERTICAL, open->at[VERTICAL], legal[VERTICAL]);
}

/* Marks the slots in the blocks whose points are all within the arrays. Returns
 * the first slot beyond. */
ALWAYS_INLINE int mark_blocks(const Barriers *b, int length, int way,
                              const uint8_t *restrict open,
                              uint8_t *restrict legal) {
  int along = way == HORIZONTAL ? 1 : ROW, first = way == HORIZONTAL ? ROW : 1;
  int blocks = (POINT_BYTES - first - length * along) / BLOCK;
  if (blocks > SLOT_BYTES / BLOCK)
    blocks = SLOT_BYTES / BLOCK;
  for (int i = 0; i < BLOCK * blocks; i++)
    legal[i] = open[i + FIRST_CROSSING];
  for (int seat = 0; seat < b->seats; seat++)
    for (int block = 0; block < blocks; block++) {
      /* An array of its own, which is known not to overlap the barrier. */
      uint8_t leaves[BLOCK];
      int slot = BLOCK * block;
      for (int i = 0; i < BLOCK; i++)
        leaves[i] =
            any_leaves_path(&b->of[seat], slot + i + first, way, length);
      for (int i = 0; i < BLOCK; i++)
        legal[slot + i] = smaller(legal[slot + i], leaves[i]);
    }
  return BLOCK * blocks;
}

ALWAYS_INLINE void mark_any(const Quoridor *q, const Barriers *b, int length,
                            const OpenSlots *open,
                            uint8_t (*legal)[SLOT_BYTES]) {
  const uint8_t(*at)[POINT_BYTES] = open->at;
  const int marked[WAYS] = {
      mark_blocks(b, length, HORIZONTAL, at[HORIZONTAL], legal[HORIZONTAL]),
      mark_blocks(b, length, VERTICAL, at[VERTICAL], legal[VERTICAL])};
  for (int i = 0; i < q->wall_count; i++) {
    int way = q->wall[i] >> 7, slot = q->wall[i] & 127;
    if (slot >= marked[way] || slot_cell(slot, way) != slot)
      legal[way][slot] =
          at[way][slot + FIRST_CROSSING] && !any_cuts_off(b, slot, way);
  }
}

static void mark_other_lengths(const Quoridor *q, const Barriers *b,
                               const OpenSlots *open,
                               uint8_t (*legal)[SLOT_BYTES]) {
  memset(legal, 0, WAYS * sizeof *legal);
  if (b->length == 1)
    mark_any(q, b, 1, open, legal);
  else if (b->length == 3)
    mark_any(q, b, 3, open, legal);
  else
    mark_any(q, b, 4, open, legal);
}

void quoridor_mark_legal(const Quoridor *q, const Barriers *b,
                         const OpenSlots *open, uint8_t (*legal)[SLOT_BYTES]) {
  if (b->length != 2)
    mark_other_lengths(q, b, open, legal);
  else if (b->seats == 2)
    mark_both_ways(q, b, 2, open, legal);
  else if (b->seats == 3)
    mark_both_ways(q, b, 3, open, legal);
  else
    mark_both_ways(q, b, 4, open, legal);
}
