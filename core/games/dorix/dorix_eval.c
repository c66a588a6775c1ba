/* Evaluation of Dorix positions.
 *
 * It counts how many cells of each diagonal a side still lacks, and whether one
 * of its seats can take all of them in one turn: with a pawn on the last empty
 * cell, or by a collapse of an adjacent pile onto it. The top two pawns of such
 * a pile are the mover's own, so one collapse can take two cells. */
#include "core/game/eval.h"
#include "dorix.h"

/* Weights in score points, fitted by regression on the results of 1,200 games
 * between mcts bots that play one move in twelve at random. */
static const struct {
  double missing[3]; /* a diagonal that lacks one, two, three cells */
  double wins[3];    /* a seat can complete one: to move, next, later */
  double pile;       /* a pile controlled */
  double capture;    /* a diagonal cell that a collapse can take */
  double pawn;       /* a pawn in hand */
} WEIGHT = {{0.98, 1.07, 0.45}, {3.3, 0.81, 0.76}, 0.08, 0.44, 0.08};

/* For each cell of the diagonals, the adjacent piles that take it when a pawn
 * is put on them: only these cells matter, and they are few. */
typedef struct Takers {
  uint64_t of[CELLS_MAX];
} Takers;

/* A pile takes the cells that would be lower with the new pawn on it. */
static uint64_t takers_of(const Dorix *d, const Position *p, int cell) {
  const uint8_t *at = p->heights + MARGIN + cell;
  uint64_t piles = 0;
  for (int i = 0; i < DIRECTIONS; i++)
    piles |= d->neighbour[cell][i] & -(uint64_t)(at[d->step[i]] >= *at);
  return *at >= d->lowest ? piles : 0;
}

static void find_takers(const Dorix *d, const Position *p, Takers *takers) {
  for (uint64_t left = d->on_diagonal; left;) {
    int cell = bits_take(&left);
    takers->of[cell] = takers_of(d, p, cell);
  }
}

/* The cells that the pawn can come from without giving up a cell of the
 * diagonal; all cells if the seat has a pawn in hand. */
static uint64_t sources(const Dorix *d, const Position *p, int seat,
                        uint64_t diagonal) {
  if (p->hand[seat])
    return ~(uint64_t)0;
  uint64_t found = p->control[seat] & ~diagonal;
  for (uint64_t left = p->control[seat] & diagonal; left;) {
    int cell = bits_take(&left);
    if (height(p, cell) > 1 && pawn_at(d, p, cell, 1) == seat)
      found |= bit(cell);
  }
  return found;
}

/* Whether a seat can take the cells of a diagonal that its side misses in one
 * turn. */
static bool can_complete(const Dorix *d, const Position *p,
                         const Takers *takers, int seat, uint64_t diagonal) {
  uint64_t side = p->control[seat] | p->control[d->partner[seat]];
  uint64_t missing = diagonal & ~side, piles = p->control[seat];
  int count = bits_count(missing);
  if (count > 2)
    return false;
  uint64_t from = sources(d, p, seat, diagonal);
  if (count == 1 && !(missing & occupied(p)) && from)
    return true;
  while (missing)
    piles &= takers->of[bits_take(&missing)];
  /* The pawn must come from elsewhere than the pile it is put on. */
  bool several = from & (from - 1);
  return from && (several ? piles : piles & ~from);
}

/* Whether a seat can complete any of the diagonals in one turn. */
static bool can_complete_one(const Dorix *d, const Position *p,
                             const Takers *takers, int seat) {
  for (int i = 0; i < d->diagonals; i++)
    if (can_complete(d, p, takers, seat, d->diagonal[i]))
      return true;
  return false;
}

/* What one seat contributes to the score of its side. */
static double score_seat(const Dorix *d, const Position *p,
                         const Takers *takers, int seat) {
  int seats = d->base.seats, waits = (seat - p->base.seat + seats) % seats;
  uint64_t side = p->control[seat] | p->control[d->partner[seat]];
  bool completes = can_complete_one(d, p, takers, seat);
  int captures = 0;
  for (uint64_t left = d->on_diagonal & ~side; left;)
    captures += (takers->of[bits_take(&left)] & p->control[seat]) != 0;
  return (completes ? WEIGHT.wins[waits < 2 ? waits : 2] : 0) +
         WEIGHT.pile * bits_count(p->control[seat]) +
         WEIGHT.capture * captures + WEIGHT.pawn * p->hand[seat];
}

/* What the side controls together. A side has the number of its first seat. */
static double score_side(const Dorix *d, const Position *p, int side) {
  uint64_t own = p->control[side] | p->control[d->partner[side]];
  double score = 0;
  for (int i = 0; i < d->diagonals; i++) {
    int missing = bits_count(d->diagonal[i] & ~own);
    missing = missing ? missing : 1; /* complete, but so is the opponent's */
    score += missing <= 3 ? WEIGHT.missing[missing - 1] : 0;
  }
  return score;
}

static void find_scores(const Game *game, const State *state, double score[]) {
  const Dorix *d = dorix_of(game);
  const Position *p = (const Position *)state;
  Takers takers;
  find_takers(d, p, &takers);
  for (int side = 0; side < game->sides; side++)
    score[side] = score_side(d, p, side);
  for (int seat = 0; seat < game->seats; seat++)
    score[game->side[seat]] += score_seat(d, p, &takers, seat);
}

/* ---- features ------------------------------------------------------------*/

enum { HEIGHT_SHOWN = 5 };

void dorix_list_features(Dorix *d) {
  const Feature list[] = {{"hand", d->base.seats, 0},
                          {"top", d->columns, d->rows},
                          {"second", d->columns, d->rows},
                          {"height", d->columns, d->rows}};
  d->base.features = sizeof list / sizeof *list;
  memcpy(d->base.feature, list, sizeof list);
}

/* Heights are negative: they belong to no seat. */
void dorix_features(const Game *game, const State *state, int32_t number[]) {
  const Dorix *d = dorix_of(game);
  const Position *p = (const Position *)state;
  int32_t *top = number + game->seats, *second = top + d->cells,
          *heights = second + d->cells;
  for (int seat = 0; seat < game->seats; seat++)
    number[seat] = p->hand[seat];
  for (int cell = 0; cell < d->cells; cell++) {
    int h = height(p, cell);
    top[cell] = h > 0 ? pawn_at(d, p, cell, 0) + 1 : 0;
    second[cell] = h > 1 ? pawn_at(d, p, cell, 1) + 1 : 0;
    heights[cell] = -(h < HEIGHT_SHOWN ? h : HEIGHT_SHOWN);
  }
}

/* ---- values --------------------------------------------------------------*/

void dorix_evaluate(const Game *game, const State *state, double value[]) {
  double score[PLAYERS_MAX];
  find_scores(game, state, score);
  values_from_scores(game, score, value);
}

void dorix_evaluate_moves(const Game *game, const State *state,
                          const Move moves[], int count, int side,
                          double value[]) {
  union {
    Position position;
    unsigned char bytes[POSITION_BYTES];
  } after;
  move_values_from_scores(game, state, moves, count, side, find_scores,
                          &after.position.base, value);
}
