/* Keys of positions: what the rest of the game hangs on, as the seat to move
 * sees it, and of the ways to turn the board the one with the least key.
 *
 * What the rest hangs on is less than the position. Where the last piece sends
 * the player matters only as far as something can be laid there. A thruster
 * bars others, which is kept, whatever barred them. Whose the pieces of a tower
 * are is over when it is finished, or never can be. And of pieces left, there
 * are no more than places. */
#include "orbital.h"

#include "core/base/pack.h"

/* Cells, each a byte; those to play on; pieces left, half a byte each; towers.
 */
enum { KEY_MAX = CELLS_MAX + (CELLS_MAX + 7) / 8 + KINDS + 1 };

enum { BARS = 1 << DIRECTIONS, THRUSTERS_AND_BARS = BARS + 2, FINISHED = 255 };

size_t orbital_key_size(const Orbital *o) {
  size_t cells = (size_t)(o->base.value[SIZE] * o->base.value[SIZE]);
  return cells + (cells + 7) / 8 + KINDS + 1;
}

/* What a key is made of, before the board is turned. */
typedef struct Rest {
  uint8_t owner[KINDS][CELLS_MAX]; /* 0 nobody, 1 who is to move, 2 the other */
  uint8_t bars[CELLS_MAX];         /* thrusters that cannot be laid */
  Board finished, targets;
  uint8_t left[2][KINDS]; /* of who is to move, of the other */
} Rest;

static bool any_left(const Rest *r, int kind) {
  return r->left[0][kind] || r->left[1][kind];
}

static void find_left(const Orbital *o, const Position *p, Rest *r) {
  for (int kind = 0; kind < KINDS; kind++) {
    int places = bits_count(o->all & ~cells_with(&p->laid, kind));
    for (int i = 0; i < 2; i++) {
      int left = p->left[p->base.seat ^ i][kind];
      r->left[i][kind] = (uint8_t)(left < places ? left : places);
    }
  }
}

static void find_bars(const Position *p, int at, Rest *r) {
  unsigned bars = any_left(r, THRUSTER) ? 0 : BARS - 1;
  for (int d = 0; d < DIRECTIONS; d++)
    bars |= (unsigned)moveset_has(&p->barred, make_move(THRUSTER + d, at)) << d;
  r->bars[at] = (uint8_t)bars;
}

/* Whether a tower there can still be finished. */
static bool is_alive(const Rest *r, int at) {
  for (int kind = 0; kind < KINDS; kind++)
    if (!r->owner[kind][at] && !any_left(r, kind))
      return false;
  return r->owner[THRUSTER][at] || r->bars[at] != BARS - 1;
}

static void find_cell(const Position *p, int at, Rest *r) {
  for (int kind = 0; kind < KINDS; kind++) {
    bool laid = cells_with(&p->laid, kind) >> at & 1;
    int seat = cells_with(&p->second, kind) >> at & 1;
    r->owner[kind][at] = laid ? (uint8_t)(1 + (seat != p->base.seat)) : 0;
  }
  find_bars(p, at, r);
  for (int kind = 0; kind < KINDS && !is_alive(r, at); kind++)
    r->owner[kind][at] = r->owner[kind][at] != 0;
}

static int turn_direction(int turn, int direction) {
  if (turn & TURN_SWAP)
    direction ^= 1; /* north and east, south and west */
  bool upright = direction == NORTH || direction == SOUTH;
  bool mirrored = turn & (upright ? TURN_ROWS : TURN_COLUMNS);
  return mirrored ? (direction + 2) % DIRECTIONS : direction;
}

/* A cell's byte; `turn` says where each direction comes from. */
static uint8_t write_cell(const Orbital *o, const Rest *r, int at, int turn) {
  if (r->finished >> at & 1)
    return FINISHED;
  int owner = r->owner[THRUSTER][at];
  int thruster = owner ? BARS + owner - 1 : o->turned_bars[turn][r->bars[at]];
  return (uint8_t)((r->owner[BASE][at] * 3 + r->owner[ANTENNA][at]) *
                       THRUSTERS_AND_BARS +
                   thruster);
}

static void write_turned(const Orbital *o, const Position *p, const Rest *r,
                         int turn, uint8_t *key) {
  int cells = o->base.value[SIZE] * o->base.value[SIZE], me = p->base.seat;
  memset(key, 0, o->base.key_size);
  for (int to = 0; to < cells; to++) {
    int from = o->turned[turn][to];
    key[to] = write_cell(o, r, from, turn);
    key[cells + to / 8] |= (uint8_t)((r->targets >> from & 1) << to % 8);
  }
  uint8_t *rest = key + cells + (cells + 7) / 8;
  for (int kind = 0; kind < KINDS; kind++)
    rest[kind] = (uint8_t)(r->left[0][kind] << 4 | r->left[1][kind]);
  rest[KINDS] = (uint8_t)(p->towers[me] << 4 | p->towers[!me]);
}

/* Where only rows bar thrusters, they must stay rows. */
static int turns_of(const Orbital *o) {
  return o->base.value[LINE] == LINE_ROW ? TURN_SWAP : TURNS;
}

void orbital_key(const Game *game, const State *state, void *key) {
  const Orbital *o = orbital_of(game);
  const Position *p = (const Position *)state;
  MoveSet targets = orbital_targets(game, p);
  Rest rest = {.finished = finished_towers(p),
               .targets = cells_with_any(&targets)};
  uint8_t turned[KEY_MAX];
  find_left(o, p, &rest);
  for (uint64_t left = o->all; left;)
    find_cell(p, bits_take(&left), &rest);
  write_turned(o, p, &rest, 0, key);
  for (int turn = 1; turn < turns_of(o); turn++) {
    write_turned(o, p, &rest, turn, turned);
    pack_keep_least(key, turned, game->key_size);
  }
}

void orbital_fill_turned(Orbital *o) {
  int size = o->base.value[SIZE];
  for (int turn = 0; turn < TURNS; turn++) {
    for (int at = 0; at < size * size; at++)
      o->turned[turn][at] = (uint8_t)turn_cell(turn, size, at);
    for (int bars = 0; bars < BARS; bars++)
      for (int d = 0; d < DIRECTIONS; d++)
        o->turned_bars[turn][bars] |=
            (uint8_t)((bars >> turn_direction(turn, d) & 1) << d);
  }
}
