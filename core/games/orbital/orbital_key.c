/* Solver keys of Orbital positions.
 *
 * A key contains what the rest of the game depends on, seen from the seat to
 * move; among the symmetric images of the board, the smallest key is used. That
 * is less than the whole position:
 *
 *   - The constraint matters only as the set of cells that can be played on.
 *   - Which thrusters are barred matters, not by which pieces.
 *   - The owners of the pieces of a tower no longer matter once the tower is
 *     complete, or can never be completed.
 *   - A seat has no use for more pieces of a kind than there are free cells. */
#include "orbital.h"

#include "core/base/pack.h"

/* One byte per cell, or two in games with towers that are not of three pieces;
 * one bit per cell that can be played on; pieces left, half
 * a byte each; towers won. */
enum { KEY_MAX = 2 * CELLS_MAX + (CELLS_MAX + 7) / 8 + KINDS + 1 };

enum { BARS = 1 << DIRECTIONS, THRUSTERS_AND_BARS = BARS + 2, FINISHED = 255 };

static int cell_bytes(const Orbital *o) {
  return o->base.option[TOWER_HEIGHT] == KINDS ? 1 : 2;
}

size_t orbital_key_size(const Orbital *o) {
  int cells = o->base.option[SIZE] * o->base.option[SIZE];
  return (size_t)(cells * cell_bytes(o) + (cells + 7) / 8 + KINDS + 1);
}

/* The contents of a key, before any symmetry. */
typedef struct Rest {
  /* Owners of the pieces on a cell: 0 none, 1 the seat to move, 2 the other; of
   * two pieces 3 both the first, 4 one each, 5 both the other. */
  uint8_t owner[KINDS][CELLS_MAX];
  uint8_t bars[CELLS_MAX]; /* thrusters that cannot be laid */
  Board finished, targets;
  uint8_t left[2][KINDS]; /* of the seat to move, of the other */
} Rest;

static bool any_left(const Rest *r, int kind) {
  return r->left[0][kind] || r->left[1][kind];
}

static void find_left(const Orbital *o, const Position *p, Rest *r) {
  for (int kind = 0; kind < KINDS; kind++) {
    MoveSet laid = set_of(p, LAID, o->plain);
    int cells = bits_count(o->all & ~cells_with(&laid, kind, false));
    int room = is_tall(o) ? PIECES_MAX : cells;
    for (int i = 0; i < 2; i++) {
      int left = p->left[p->base.seat ^ i][kind];
      r->left[i][kind] = (uint8_t)(left < room ? left : room);
    }
  }
}

static void find_bars(const Position *p, int at, Rest *r) {
  unsigned bars = any_left(r, THRUSTER) ? 0 : BARS - 1;
  for (int d = 0; d < DIRECTIONS; d++)
    bars |= (unsigned)set_has(p, BARRED, make_move(THRUSTER + d, at)) << d;
  r->bars[at] = (uint8_t)bars;
}

/* Whether the tower on a cell can perhaps still be completed: it needs all
 * three kinds, or two of them if it is of two pieces. */
static bool is_alive(const Orbital *o, const Rest *r, int at) {
  if (o->base.option[TOWER_HEIGHT] < KINDS)
    return true;
  for (int kind = 0; kind < KINDS; kind++)
    if (!r->owner[kind][at] && !any_left(r, kind))
      return false;
  return r->owner[THRUSTER][at] || r->bars[at] != BARS - 1;
}

static void find_cell(const Orbital *o, const Position *p, int at, Rest *r) {
  static const uint8_t FIRST[] = {0, 1, 3}; /* by the number of pieces */
  Tower t = orbital_tower(o, p, at);
  for (int kind = 0; kind < KINDS; kind++) {
    int pieces = t.pieces[kind], others = t.seconds[kind];
    others = p->base.seat ? pieces - others : others;
    r->owner[kind][at] = (uint8_t)(FIRST[pieces] + others);
  }
  find_bars(p, at, r);
  if (is_alive(o, r, at))
    return;
  for (int kind = 0; kind < KINDS; kind++)
    r->owner[kind][at] = FIRST[t.pieces[kind]];
}

static int transform_direction(int turn, int direction) {
  if (turn & TRANSPOSE)
    direction ^= 1; /* north and east, south and west */
  bool vertical = direction == NORTH || direction == SOUTH;
  bool mirrored = turn & (vertical ? MIRROR_ROWS : MIRROR_COLUMNS);
  return mirrored ? (direction + 2) % DIRECTIONS : direction;
}

/* The two bytes of a cell under a symmetry: owners and bars. */
static void write_wide_cell(const Orbital *o, const Rest *r, int at, int turn,
                            uint8_t bytes[2]) {
  bool finished = r->finished >> at & 1;
  int owners = (r->owner[BASE][at] * 6 + r->owner[ANTENNA][at]) * 6 +
               r->owner[THRUSTER][at];
  bytes[0] = finished ? FINISHED : (uint8_t)owners;
  bytes[1] = finished ? 0 : o->transformed_bars[turn][r->bars[at]];
}

/* The byte of a cell under a symmetry. */
static uint8_t write_cell(const Orbital *o, const Rest *r, int at, int turn) {
  if (r->finished >> at & 1)
    return FINISHED;
  int owner = r->owner[THRUSTER][at];
  int thruster =
      owner ? BARS + owner - 1 : o->transformed_bars[turn][r->bars[at]];
  return (uint8_t)((r->owner[BASE][at] * 3 + r->owner[ANTENNA][at]) *
                       THRUSTERS_AND_BARS +
                   thruster);
}

static void write_key(const Orbital *o, const Position *p, const Rest *r,
                      int turn, uint8_t *key) {
  int cells = o->base.option[SIZE] * o->base.option[SIZE], me = p->base.seat;
  uint8_t *open = key + cells * cell_bytes(o), *rest = open + (cells + 7) / 8;
  memset(key, 0, o->base.key_size);
  for (int to = 0; to < cells; to++) {
    int from = o->transformed[turn][to];
    if (cell_bytes(o) == 1)
      key[to] = write_cell(o, r, from, turn);
    else
      write_wide_cell(o, r, from, turn, key + 2 * to);
    open[to / 8] |= (uint8_t)((r->targets >> from & 1) << to % 8);
  }
  for (int kind = 0; kind < KINDS; kind++)
    rest[kind] = (uint8_t)(r->left[0][kind] << 4 | r->left[1][kind]);
  rest[KINDS] = (uint8_t)(p->towers[me] << 4 | p->towers[!me]);
}

/* With thruster_line=row, symmetries that swap rows and columns are excluded.
 */
static int symmetries_of(const Orbital *o) {
  return o->base.option[LINE] == LINE_ROW ? TRANSPOSE : SYMMETRIES;
}

void orbital_key(const Game *game, const State *state, void *key) {
  const Orbital *o = orbital_of(game);
  const Position *p = (const Position *)state;
  MoveSet targets = orbital_targets(game, p);
  Rest rest = {.finished = orbital_finished(o, p),
               .targets = cells_with_any(&targets)};
  uint8_t candidate[KEY_MAX];
  find_left(o, p, &rest);
  for (uint64_t left = o->all; left;)
    find_cell(o, p, bits_take(&left), &rest);
  write_key(o, p, &rest, 0, key);
  for (int turn = 1; turn < symmetries_of(o); turn++) {
    write_key(o, p, &rest, turn, candidate);
    pack_keep_least(key, candidate, game->key_size);
  }
}

void orbital_prepare_keys(Orbital *o) {
  int size = o->base.option[SIZE];
  for (int turn = 0; turn < SYMMETRIES; turn++) {
    for (int at = 0; at < size * size; at++)
      o->transformed[turn][at] = (uint8_t)symmetry_cell(turn, size, size, at);
    for (int bars = 0; bars < BARS; bars++)
      for (int d = 0; d < DIRECTIONS; d++)
        o->transformed_bars[turn][bars] |=
            (uint8_t)((bars >> transform_direction(turn, d) & 1) << d);
  }
}
