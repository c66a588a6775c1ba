/* Dorix: random moves, counting moves, and playouts, without listing moves.
 *
 * A random move is found by rejection sampling: pick one of the candidates
 * below uniformly at random and try again if it is not a legal move. Every
 * legal move is one candidate, so all of them are equally likely. A collapse
 * has more than one result only with three or more lower neighbours, so few
 * piles need to be examined. */
#include "dorix.h"

#include "core/game/match.h"

void dorix_prepare_random(Dorix *d) {
  for (int byte = 0; byte < 256; byte++)
    for (int i = 0; i < 8; i++)
      if (byte >> i & 1)
        d->member[byte][d->count[byte]++] = (uint8_t)i;
}

/* The numbers 0 to total - 1 stand for the first collapse of each target, then
 * for an upper bound of the further collapses of those own piles that can have
 * more than one. */
typedef struct Candidates {
  uint64_t targets;
  int target_count, total;
  int piles; /* those with further collapses */
  struct {
    uint8_t cell, further;
  } pile[CELLS_MAX];
} Candidates;

/* The cells with at least three neighbours in `cells`. */
static uint64_t with_three(const Dorix *d, uint64_t cells) {
  uint64_t south = cells << d->step[NORTH] & d->beside[SOUTH];
  uint64_t west = cells << 1 & d->beside[WEST];
  uint64_t east = cells >> 1 & d->beside[EAST];
  uint64_t north = cells >> d->step[NORTH] & d->beside[NORTH];
  return (south & north & (west | east)) | (west & east & (south | north));
}

/* Taking a pawn off a neighbour can make it a lower one, so neighbours higher
 * by `slack` count as lower too. That gives an upper bound: more lower
 * neighbours never mean fewer collapses. */
ALWAYS_INLINE void find_candidates(const Dorix *d, const Position *p, int slack,
                                   Candidates *c) {
  uint64_t own = p->control[p->base.seat], piles = occupied(p);
  c->targets = own | (d->all & ~piles);
  c->target_count = bits_count(c->targets);
  c->total = c->target_count;
  c->piles = 0;
  uint64_t left = own & with_three(d, d->lowest ? piles : d->all);
  while (left) {
    int cell = bits_take(&left), level = height(p, cell);
    unsigned lower = lower_neighbours(d, p->heights, cell, level + 1 + slack);
    int further =
        collapses_of(d, p->base.seat, p->pile[cell], level, lower)->count - 1;
    c->pile[c->piles].cell = (uint8_t)cell;
    c->pile[c->piles].further = (uint8_t)further;
    c->piles += further > 0;
    c->total += further;
  }
}

/* The member of a set that has `rank` smaller ones. It is found a byte at a
 * time: the standard board has two, so the loop is easy to predict. */
static int nth_cell(const Dorix *d, uint64_t cells, int rank) {
  if (BITS_DEPOSIT)
    return bits_select(cells, rank);
  int base = 0;
  for (; rank >= d->count[cells & 255]; base += 8) {
    rank -= d->count[cells & 255];
    cells >>= 8;
  }
  return base + d->member[cells & 255][rank];
}

/* The target that a number below c->total stands for, and which of its
 * collapses. */
static int candidate_target(const Dorix *d, const Candidates *c, int number,
                            int *collapse) {
  *collapse = 0;
  if (number < c->target_count)
    return nth_cell(d, c->targets, number);
  number -= c->target_count;
  int i = 0;
  for (; number >= c->pile[i].further; i++)
    number -= c->pile[i].further;
  *collapse = number + 1;
  return c->pile[i].cell;
}

static Move pick_from_hand(const Dorix *d, const Position *p,
                           const Candidates *c, Rng *rng) {
  if (c->total == 0)
    return MOVE_PASS;
  int collapse, number = (int)rng_below(rng, (uint32_t)c->total);
  int target = candidate_target(d, c, number, &collapse);
  const Collapses *all = collapses_at(d, p, p->heights, FROM_HAND, target);
  return make_move(FROM_HAND, target, all->leaving, all->order[collapse]);
}

/* Without a pile of one's own, or without another cell to go to. */
static bool must_pass(const Position *p, const Candidates *c) {
  return !p->control[p->base.seat] || c->target_count == 1;
}

static Move pick_from_board(const Dorix *d, const Position *p,
                            const Candidates *c, Rng *rng) {
  uint64_t own = p->control[p->base.seat];
  int owns = bits_count(own);
  if (must_pass(p, c))
    return MOVE_PASS;
  uint8_t heights[HEIGHTS];
  memcpy(heights, p->heights, sizeof heights);
  for (;;) {
    uint32_t of_sources, of_targets;
    int collapse;
    rng_below_pair(rng, (uint32_t)owns, (uint32_t)c->total, &of_sources,
                   &of_targets);
    int source = nth_cell(d, own, (int)of_sources);
    int target = candidate_target(d, c, (int)of_targets, &collapse);
    if (target == source)
      continue;
    heights[MARGIN + source]--;
    const Collapses *all = collapses_at(d, p, heights, source, target);
    heights[MARGIN + source]++;
    if (collapse < all->count)
      return make_move(source, target, all->leaving, all->order[collapse]);
  }
}

/* Counts the further collapses of a pile over all own piles, other than itself,
 * that the pawn can come from. Only a source adjacent to the pile affects their
 * number. */
static int count_further(const Dorix *d, const Position *p, uint8_t *heights,
                         int target) {
  uint64_t at = bit(target), sources = p->control[p->base.seat] & ~at;
  uint64_t beside =
      sources &
      ((at & d->beside[SOUTH]) >> d->step[NORTH] | (at & d->beside[WEST]) >> 1 |
       (at & d->beside[EAST]) << 1 | (at & d->beside[NORTH]) << d->step[NORTH]);
  int further = collapses_at(d, p, heights, FROM_HAND, target)->count - 1;
  int n = further * bits_count(sources & ~beside);
  while (beside) {
    int source = bits_take(&beside);
    heights[MARGIN + source]--;
    n += collapses_at(d, p, heights, source, target)->count - 1;
    heights[MARGIN + source]++;
  }
  return n;
}

static int count_from_hand(const Candidates *c) {
  return c->total ? c->total : 1;
}

static int count_from_board(const Dorix *d, const Position *p,
                            const Candidates *c) {
  if (must_pass(p, c))
    return 1;
  uint8_t heights[HEIGHTS];
  memcpy(heights, p->heights, sizeof heights);
  int n = bits_count(p->control[p->base.seat]) * (c->target_count - 1);
  for (int i = 0; i < c->piles; i++)
    n += count_further(d, p, heights, c->pile[i].cell);
  return n;
}

/* ---- for the game's table ------------------------------------------------*/

/* Whether candidates do not help, because a pile that the pawn returns to has
 * changed. */
static bool needs_list(const Dorix *d, const Position *p) {
  return d->base.option[RETURN_TO_SOURCE] && !p->hand[p->base.seat];
}

Move dorix_random_move(const Game *game, const State *state, Rng *rng) {
  const Dorix *d = dorix_of(game);
  const Position *p = (const Position *)state;
  Candidates c;
  if (needs_list(d, p))
    return game_random_move_by_list(game, state, rng);
  if (p->hand[state->seat]) {
    find_candidates(d, p, 0, &c);
    return pick_from_hand(d, p, &c, rng);
  }
  find_candidates(d, p, 1, &c);
  return pick_from_board(d, p, &c, rng);
}

int dorix_count(const Game *game, const State *state) {
  const Dorix *d = dorix_of(game);
  const Position *p = (const Position *)state;
  Candidates c;
  if (needs_list(d, p))
    return game_count_by_list(game, state);
  if (p->hand[state->seat]) {
    find_candidates(d, p, 0, &c);
    return count_from_hand(&c);
  }
  find_candidates(d, p, 1, &c);
  return count_from_board(d, p, &c);
}

int dorix_playout(const Game *game, State *state, Rng *rng, int max_plies) {
  int plies = 0;
  for (; plies < max_plies && state->outcome == PLAYING; plies++)
    dorix_play(game, state, dorix_random_move(game, state, rng));
  return plies;
}

/* Draws a move as dorix_random_move does, and counts the legal moves from the
 * same candidates. */
static Move draw_counted(const Dorix *d, const Position *p, Rng *rng,
                         int *legal) {
  Candidates c;
  if (p->hand[p->base.seat]) {
    find_candidates(d, p, 0, &c);
    *legal = count_from_hand(&c);
    return pick_from_hand(d, p, &c, rng);
  }
  find_candidates(d, p, 1, &c);
  *legal = count_from_board(d, p, &c);
  return pick_from_board(d, p, &c, rng);
}

void dorix_counted_playout(const Game *game, State *state, Rng *rng,
                           int max_plies, MovesPlayed *played) {
  const Dorix *d = dorix_of(game);
  const Position *p = (const Position *)state;
  int ply = 0;
  for (; ply < max_plies && state->outcome == PLAYING && !needs_list(d, p);
       ply++) {
    int legal;
    Move move = draw_counted(d, p, rng, &legal);
    moves_played_add(played, state->seat, move, legal);
    dorix_play(game, state, move);
  }
  game_counted_playout_by_moves(game, state, rng, max_plies - ply, played);
}
