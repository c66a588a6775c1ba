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

/* What a seat can do in one turn. */
typedef struct Reach {
  uint64_t cells; /* cells that a collapse of one of its piles can take */
  bool completes; /* can complete a diagonal for its side */
} Reach;

/* The adjacent cells that a pile takes if a pawn is put on it. */
static uint64_t taken_from(const Dorix *d, const Position *p, int cell) {
  unsigned lower = lower_neighbours(d, p->heights, cell, height(p, cell) + 1);
  uint64_t cells = 0;
  for (int i = 0; i < DIRECTIONS; i++)
    cells |= (uint64_t)(lower >> i & 1) << ((cell + d->step[i]) & 63);
  return cells;
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

static Reach reach_of(const Dorix *d, const Position *p, int seat) {
  uint64_t empty = d->all & ~occupied(p);
  uint64_t side = p->control[seat] | p->control[d->partner[seat]];
  uint64_t missing[2], from[2];
  Reach reach = {0, false};
  for (int i = 0; i < 2; i++) {
    missing[i] = d->diagonal[i] & ~side;
    from[i] = sources(d, p, seat, d->diagonal[i]);
    if (bits_count(missing[i]) == 1 && missing[i] & empty && from[i])
      reach.completes = true;
  }
  for (uint64_t left = p->control[seat]; left;) {
    int cell = bits_take(&left);
    uint64_t taken = taken_from(d, p, cell);
    reach.cells |= taken;
    for (int i = 0; i < 2; i++)
      if (bits_count(missing[i]) <= 2 && !(missing[i] & ~taken) &&
          from[i] & ~bit(cell))
        reach.completes = true;
  }
  return reach;
}

/* What one seat contributes to the score of its side. */
static double score_seat(const Dorix *d, const Position *p, int seat) {
  Reach reach = reach_of(d, p, seat);
  int seats = d->base.seats, waits = (seat - p->base.seat + seats) % seats;
  uint64_t side = p->control[seat] | p->control[d->partner[seat]];
  uint64_t capture = reach.cells & (d->diagonal[0] | d->diagonal[1]) & ~side;
  return (reach.completes ? WEIGHT.wins[waits < 2 ? waits : 2] : 0) +
         WEIGHT.pile * bits_count(p->control[seat]) +
         WEIGHT.capture * bits_count(capture) + WEIGHT.pawn * p->hand[seat];
}

/* What the side controls together. A side has the number of its first seat. */
static double score_side(const Dorix *d, const Position *p, int side) {
  uint64_t own = p->control[side] | p->control[d->partner[side]];
  double score = 0;
  for (int i = 0; i < 2; i++) {
    int missing = bits_count(d->diagonal[i] & ~own);
    missing = missing ? missing : 1; /* complete, but so is the opponent's */
    score += missing <= 3 ? WEIGHT.missing[missing - 1] : 0;
  }
  return score;
}

void dorix_evaluate(const Game *game, const State *state, double value[]) {
  const Dorix *d = dorix_of(game);
  const Position *p = (const Position *)state;
  double score[PLAYERS_MAX];
  for (int side = 0; side < game->sides; side++)
    score[side] = score_side(d, p, side);
  for (int seat = 0; seat < game->seats; seat++)
    score[game->side[seat]] += score_seat(d, p, seat);
  values_from_scores(game, score, value);
}
