/* Which walls are legal: those that neither overlap nor cross another, and that
 * leave every pawn a path. quoridor_barriers.c decides the latter. */
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

/* The set of the numbers of the bytes that are 1 among the first 64; the others
 * are 0. The multiplication moves the lowest bits of eight bytes into one. */
static uint64_t bits_of_bytes(const uint8_t *bytes) {
  uint64_t bits = 0;
  for (int i = 0; i < 64; i += 8) {
    uint64_t eight;
    memcpy(&eight, bytes + i, sizeof eight);
    bits |= eight * 0x0102040810204080u >> 56 << i;
  }
  return bits;
}

void quoridor_legal_slots(const Quoridor *q, const Position *p, Slots *slots) {
  quoridor_slots(q, p, slots);
  if (bits128_empty(bits128_or(slots->risky[0], slots->risky[1])))
    return;
  Barriers barriers;
  uint8_t safe[WAYS][SLOT_BYTES] = {{0}};
  quoridor_barriers(q, p, &barriers);
  quoridor_mark_legal(q, &barriers, &q->every_slot, safe);
  for (int way = 0; way < WAYS; way++)
    for (int half = 0; half < 2; half++)
      slots->open[way].word[half] &= bits_of_bytes(safe[way] + 64 * half);
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
