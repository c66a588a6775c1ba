/* Which walls would cut a pawn off, without searching for paths.
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
 * Only the border depends on the seat, because each has its own goal side: each
 * point records for which seats its component touches the border, and with
 * which parity. For such a seat two components that touch the border count as
 * one.
 *
 * The structure lasts: a wall joins components, and a pawn's step only adds the
 * step to its thread. No wall stands in the way of the step, so the thread
 * crosses the walls as before.
 *
 * The loops work on bytes, in blocks of a constant length, so that the compiler
 * turns them into a few vector instructions. */
#include "quoridor.h"

static const int ALONG[WAYS] = {1, ROW};

static int blocks_for(int bytes) {
  return (bytes + BLOCK - 1) / BLOCK;
}

void quoridor_prepare_barriers(Quoridor *q) {
  Barriers *b = &q->bare;
  for (int i = 0; i < POINT_BYTES; i++)
    b->component[i] = (uint8_t)i;
  memcpy(b->touches, q->border, sizeof q->border);
  q->point_blocks = blocks_for((q->size + 1) * ROW);
  q->slot_blocks = blocks_for((q->size - 1) * ROW);
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
  b->crossed[line.way][line.point] ^= (uint8_t)(1 << seat);
}

/* Draws the thread of a seat, straight from its pawn to its goal side. */
static void draw_thread(const Quoridor *q, Barriers *b, int seat, int cell) {
  int step = STEP[q->goal_direction[seat]];
  for (; !(q->goal[cell] >> seat & 1); cell += step)
    cross(b, line_between(cell, cell + step), seat);
}

void quoridor_barriers(const Quoridor *q, const Position *p, Barriers *b) {
  *b = q->bare;
  for (int seat = 0; seat < q->base.seats; seat++)
    draw_thread(q, b, seat, p->pawn[seat]);
  for (int way = 0; way < WAYS; way++)
    for (Bits128 left = p->walls[way]; !bits128_empty(left);)
      quoridor_barriers_add(q, b, bits128_take(&left), way);
}

/* Lines that already belong to one component are joined as well: between legal
 * walls such a line closes with an even parity, so nothing changes. */
void quoridor_barriers_add(const Quoridor *q, Barriers *b, int slot, int way) {
  int middle = slot + FIRST_CROSSING;
  int lower = middle - ALONG[way], upper = middle + ALONG[way];
  uint8_t first = b->crossed[way][lower], second = b->crossed[way][middle];
  uint8_t at_lower = b->component[lower], at_middle = b->component[middle],
          at_upper = b->component[upper];
  uint8_t shift_lower = (uint8_t)(b->parity[lower] ^ b->parity[middle] ^ first);
  uint8_t shift_upper =
      at_lower == at_upper
          ? 0
          : (uint8_t)(b->parity[upper] ^ b->parity[middle] ^ second);
  /* The parity from the middle to the border, on any way there. */
  uint8_t by_middle = b->touches[middle], by_lower = b->touches[lower],
          by_upper = b->touches[upper];
  uint8_t border =
      (uint8_t)((b->border_parity[middle] & by_middle) |
                ((b->border_parity[lower] ^ first) & by_lower & ~by_middle) |
                ((b->border_parity[upper] ^ second) & by_upper & ~by_lower &
                 ~by_middle));
  uint8_t touches = by_middle | by_lower | by_upper;
  uint8_t offset = border ^ b->parity[middle];
  for (int block = 0; block < q->point_blocks; block++)
    for (int i = BLOCK * block; i < BLOCK * block + BLOCK; i++) {
      uint8_t is = b->component[i];
      uint8_t in_lower = is == at_lower ? 255 : 0;
      uint8_t in_upper = is == at_upper ? 255 : 0;
      uint8_t in = in_lower | in_upper | (is == at_middle ? 255 : 0);
      uint8_t parity = (uint8_t)(b->parity[i] ^ (in_lower & shift_lower) ^
                                 (in_upper & shift_upper));
      b->component[i] = (uint8_t)((is & ~in) | (at_middle & in));
      b->parity[i] = parity;
      b->touches[i] |= touches & in;
      b->border_parity[i] =
          (uint8_t)((b->border_parity[i] & ~in) | ((parity ^ offset) & in));
    }
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

/* The seats whose thread would be crossed an odd number of times by the closed
 * line that joining two points makes; 0 if it makes none. */
ALWAYS_INLINE uint8_t odd_crossings(const Barriers *b, int x, int y,
                                    uint8_t crossed) {
  uint8_t same = b->component[x] == b->component[y] ? 255 : 0;
  uint8_t within = b->parity[x] ^ b->parity[y] ^ crossed;
  uint8_t by_border = b->border_parity[x] ^ b->border_parity[y] ^ crossed;
  return (within & same) | (by_border & b->touches[x] & b->touches[y]);
}

ALWAYS_INLINE uint8_t cut_off(const Barriers *b, int slot, int way) {
  int middle = slot + FIRST_CROSSING;
  int along = way == HORIZONTAL ? 1 : ROW;
  uint8_t first = b->crossed[way][middle - along];
  uint8_t second = b->crossed[way][middle];
  return odd_crossings(b, middle - along, middle, first) |
         odd_crossings(b, middle, middle + along, second) |
         odd_crossings(b, middle - along, middle + along, first ^ second);
}

unsigned quoridor_cuts_off(const Barriers *b, int slot, int way) {
  return cut_off(b, slot, way);
}

/* Inlined once for each way, so that the distances between points are
 * constants. A byte is enough to count the at most 100 slots. */
ALWAYS_INLINE uint8_t mark_legal(const Quoridor *q, const Barriers *b, int way,
                                 const uint8_t *restrict open,
                                 uint8_t *restrict legal) {
  uint8_t count = 0;
  for (int block = 0; block < q->slot_blocks; block++)
    for (int i = BLOCK * block; i < BLOCK * block + BLOCK; i++) {
      legal[i] = (cut_off(b, i, way) == 0) & open[i + FIRST_CROSSING];
      count = (uint8_t)(count + legal[i]);
    }
  return count;
}

int quoridor_mark_legal(const Quoridor *q, const Barriers *b,
                        const OpenSlots *open,
                        uint8_t legal[WAYS][SLOT_BYTES]) {
  return mark_legal(q, b, HORIZONTAL, open->at[HORIZONTAL], legal[HORIZONTAL]) +
         mark_legal(q, b, VERTICAL, open->at[VERTICAL], legal[VERTICAL]);
}
