/* Solver keys of Dorix positions.
 *
 * Seats are counted from the one to move, and the first of the symmetric images
 * of the board is written, eight of a square and four of another rectangle:
 * every symmetry maps the set of main diagonals to itself, and the rules
 * distinguish cells and seats in no other way. */
#include "dorix.h"

#include "core/base/pack.h"

enum { HAND_BITS = 6, PASS_BITS = 3, CODE_BITS = 64 };

static int seat_bits(const Dorix *d) {
  return d->base.seats == 2 ? 1 : 2;
}

/* A pile is written from the top down: a 1 and the seat for each pawn, then
 * a 0. */
static int pile_bits(const Dorix *d, int pawns) {
  return 1 + pawns * (1 + seat_bits(d));
}

size_t dorix_key_size(const Dorix *d) {
  int pawns = d->base.seats * d->base.option[PAWNS];
  int bits = d->base.seats * HAND_BITS + PASS_BITS + d->cells - 1 +
             pile_bits(d, pawns);
  return pile_bits(d, pawns) <= CODE_BITS ? (size_t)(bits + 7) / 8 : 0;
}

static uint64_t write_pile(const Dorix *d, const Position *p, int cell) {
  uint64_t code = 0;
  int seats = d->base.seats, each = 1 + seat_bits(d);
  for (int i = 0; i < height(p, cell); i++) {
    int seat = (pawn_at(d, p, cell, i) - p->base.seat + seats) % seats;
    code |= (uint64_t)(seat << 1 | 1) << i * each;
  }
  return code;
}

static int symmetries_of(const Dorix *d) {
  return d->columns == d->rows ? SYMMETRIES : TRANSPOSE;
}

/* Whether the image of the board under one symmetry comes before that under
 * another, cell by cell. */
static bool comes_before(const Dorix *d, const uint64_t piles[], int one,
                         int other) {
  for (int cell = 0; cell < d->cells; cell++) {
    uint64_t a = piles[d->transformed[one][cell]];
    uint64_t b = piles[d->transformed[other][cell]];
    if (a != b)
      return a < b;
  }
  return false;
}

void dorix_key(const Game *game, const State *state, void *key) {
  const Dorix *d = dorix_of(game);
  const Position *p = (const Position *)state;
  uint64_t piles[CELLS_MAX];
  int first = 0;
  for (int cell = 0; cell < d->cells; cell++)
    piles[cell] = write_pile(d, p, cell);
  for (int turn = 1; turn < symmetries_of(d); turn++)
    if (comes_before(d, piles, turn, first))
      first = turn;
  Pack pack = {memset(key, 0, game->key_size), 0};
  for (int s = 0; s < game->seats; s++)
    pack_add(&pack, p->hand[(state->seat + s) % game->seats], HAND_BITS);
  pack_add(&pack, p->passes, PASS_BITS);
  for (int cell = 0; cell < d->cells; cell++) {
    int from = d->transformed[first][cell];
    pack_add(&pack, piles[from], pile_bits(d, height(p, from)));
  }
}

void dorix_prepare_keys(Dorix *d) {
  for (int turn = 0; turn < symmetries_of(d); turn++)
    for (int cell = 0; cell < d->cells; cell++)
      d->transformed[turn][cell] =
          (uint8_t)symmetry_cell(turn, d->columns, d->rows, cell);
}
