/* Dorix: what a position is worth.
 *
 * What counts is how much of a diagonal a side still misses, and whether one of
 * its seats can take all of that in one turn: by a pawn on the last empty cell,
 * or by a pile beside that collapses onto it. The two top pawns of such a pile
 * are the mover's own, so that a collapse can take two cells at once. */
#include "core/game/eval.h"
#include "dorix.h"

/* In points of a score, by regression of the results of 1,200 games between
 * mcts bots that play one move in twelve at random. */
static const struct {
  double missing[3]; /* a diagonal of which one, two, three cells are missing */
  double wins[3];    /* a diagonal can be completed: now, next turn, later */
  double pile;       /* a pile controlled */
  double grasp;      /* a diagonal cell that can be taken from others */
  double pawn;       /* a pawn in hand */
} WEIGHT = {{0.98, 1.07, 0.45}, {3.3, 0.81, 0.76}, 0.08, 0.44, 0.08};

/* What a seat can do in one turn. */
typedef struct Reach {
  uint64_t cells; /* those that a collapse of one of its piles can take */
  bool completes; /* a diagonal of its side */
} Reach;

/* The cells beside a pile that it can take if a pawn is put on it. */
static uint64_t taken_from(const Dorix *d, const Position *p, int cell) {
  unsigned lower = lower_neighbours(d, p->heights, cell, height(p, cell) + 1);
  uint64_t cells = 0;
  for (int i = 0; i < DIRECTIONS; i++)
    cells |= (uint64_t)(lower >> i & 1) << ((cell + d->step[i]) & 63);
  return cells;
}

/* Where the pawn can come from without giving up a cell of the diagonal; with
 * one in hand from anywhere. */
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

/* Points of a seat for its side, except for what the side holds together. */
static double score_seat(const Dorix *d, const Position *p, int seat) {
  Reach reach = reach_of(d, p, seat);
  int seats = d->base.seats, waits = (seat - p->base.seat + seats) % seats;
  uint64_t side = p->control[seat] | p->control[d->partner[seat]];
  uint64_t grasp = reach.cells & (d->diagonal[0] | d->diagonal[1]) & ~side;
  return (reach.completes ? WEIGHT.wins[waits < 2 ? waits : 2] : 0) +
         WEIGHT.pile * bits_count(p->control[seat]) +
         WEIGHT.grasp * bits_count(grasp) + WEIGHT.pawn * p->hand[seat];
}

/* Sides have the number of their first seat. */
static double score_side(const Dorix *d, const Position *p, int side) {
  uint64_t own = p->control[side] | p->control[d->partner[side]];
  double score = 0;
  for (int i = 0; i < 2; i++) {
    int missing = bits_count(d->diagonal[i] & ~own);
    missing = missing ? missing : 1; /* held, but so is the other */
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
