/* Which walls are legal: those that neither overlap nor cross another, and that
 * leave every pawn a path. quoridor_barriers.c decides the latter. */
#include "quoridor.h"

ALWAYS_INLINE Bits128 crossed(const Position *p, int way, int length) {
  Bits128 crossings = {{0, 0}};
  if (length > 1)
    crossings = p->walls[way];
  for (int i = 1; i < length - 1; i++)
    crossings =
        bits128_or(crossings, bits128_up(p->walls[way], i * ALONG[way]));
  return crossings;
}

Bits128 quoridor_crossed(const Quoridor *q, const Position *p, int way) {
  return crossed(p, way, q->length);
}

/* "It may not overlap or cross another wall". Inlined for two cells, so that
 * there are no loops. */
ALWAYS_INLINE Bits128 open_slots(const Quoridor *q, const Position *p, int way,
                                 int length) {
  int along = ALONG[way];
  Bits128 same = p->walls[way], other = crossed(p, !way, length);
  Bits128 taken = bits128_or(same, other);
  for (int i = 1; i < length; i++) {
    taken = bits128_or(taken, bits128_up(same, i * along));
    taken = bits128_or(taken, bits128_down(same, i * along));
  }
  for (int i = 1; i < length - 1; i++)
    taken = bits128_or(taken, bits128_down(other, i * along));
  return bits128_minus(q->slots[way], taken);
}

/* The crossings that a wall of two cells runs through or ends at. */
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

/* A wall can close a line only if at least two of its points touch walls or the
 * border. This looks at the three points of walls of two cells; others are
 * always risky. */
void quoridor_slots(const Quoridor *q, const Position *p, Slots *slots) {
  static const int LOWER_SIDE[WAYS] = {WEST, SOUTH};
  static const int UPPER_SIDE[WAYS] = {EAST, NORTH};
  if (q->length != 2) {
    for (int way = 0; way < WAYS; way++)
      slots->open[way] = slots->risky[way] = open_slots(q, p, way, q->length);
    return;
  }
  Bits128 middle = touched_crossings(p);
  for (int way = 0; way < WAYS; way++) {
    Bits128 lower = bits128_or(bits128_up(middle, ALONG[way]),
                               q->at_border[LOWER_SIDE[way]]);
    Bits128 upper = bits128_or(bits128_down(middle, ALONG[way]),
                               q->at_border[UPPER_SIDE[way]]);
    Bits128 two = bits128_or(bits128_and(lower, upper),
                             bits128_and(middle, bits128_or(lower, upper)));
    slots->open[way] = open_slots(q, p, way, 2);
    slots->risky[way] = bits128_and(two, slots->open[way]);
  }
}

void quoridor_mark_open(const Quoridor *q, const Position *p, OpenSlots *open) {
  memset(open, 0, sizeof *open);
  for (int way = 0; way < WAYS; way++)
    for (Bits128 left = open_slots(q, p, way, q->length); !bits128_empty(left);)
      open->at[way][bits128_take(&left) + FIRST_CROSSING] = 1;
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
