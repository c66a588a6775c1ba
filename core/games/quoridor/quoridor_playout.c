/* Random moves and playouts of Quoridor.
 *
 * While the mover has walls, a move is found by rejection sampling: pick one of
 * all slots and steps uniformly at random and try again if it is not legal. So
 * only the walls picked need to be checked. Most of a random game comes after
 * the last wall, when pawns walk at random between walls that no longer change.
 * For that phase a table gives, for each cell and each random number below
 * twelve, the next cell of the pawn. */
#include "quoridor.h"

/* Sets, for each set of open directions and each random number, the number to
 * add to the pawn's cell. */
void quoridor_prepare_playouts(Quoridor *q) {
  for (int open = 0; open < 1 << DIRECTIONS; open++) {
    int n = 0, step[DIRECTIONS];
    for (int d = 0; d < DIRECTIONS; d++)
      if (open >> d & 1)
        step[n++] = STEP[d];
    for (int draw = 0; n > 0 && draw < STEP_DRAWS; draw++)
      q->random_step[open][draw] = (uint8_t)step[draw % n];
  }
}

/* ---- with walls ----------------------------------------------------------*/

/* The barriers are computed for the first risky wall that is picked, and then
 * updated for each later one until a pawn moves. */
typedef struct BarrierCache {
  bool valid;
  Barriers barriers;
} BarrierCache;

static bool cuts_off(const Quoridor *q, const Position *p, BarrierCache *cache,
                     int slot, int way) {
  if (cache->valid)
    quoridor_barriers_update(p, &cache->barriers);
  else
    quoridor_barriers(q, p, &cache->barriers);
  cache->valid = true;
  return quoridor_cuts_off(&cache->barriers, slot, way);
}

/* Picks among all slots and steps_bound steps until the move is legal. After
 * TRIES failures few moves can be legal, and listing them is faster. */
static Move pick_with_walls(const Quoridor *q, const Position *p,
                            BarrierCache *cache, Rng *rng) {
  enum { TRIES = 12 };
  Slots slots;
  quoridor_slots(q, p, &slots);
  for (int i = 0; i < TRIES; i++) {
    int draw = (int)rng_below(rng, (uint32_t)(q->wall_count + q->steps_bound));
    if (draw >= q->wall_count) {
      Move steps[STEPS_MAX];
      int step = draw - q->wall_count;
      if (step < quoridor_steps(q, p, steps))
        return steps[step];
      continue;
    }
    int way = q->wall[draw] >> 7, slot = q->wall[draw] & 127;
    if (bits128_has(&slots.open[way], slot) &&
        !(bits128_has(&slots.risky[way], slot) &&
          cuts_off(q, p, cache, slot, way)))
      return wall_move(slot, way);
  }
  return game_random_move_by_list(&q->base, &p->base, rng);
}

static Move pick_move(const Quoridor *q, const Position *p, BarrierCache *cache,
                      Rng *rng) {
  if (p->hand[p->base.seat])
    return pick_with_walls(q, p, cache, rng);
  Move steps[STEPS_MAX];
  int n = quoridor_steps(q, p, steps);
  return n ? steps[rng_below(rng, (uint32_t)n)] : MOVE_PASS;
}

Move quoridor_random_move(const Game *game, const State *state, Rng *rng) {
  BarrierCache cache;
  cache.valid = false;
  return pick_move(quoridor_of(game), (const Position *)state, &cache, rng);
}

static bool all_hands_empty(const Position *p) {
  return !(p->hand[0] | p->hand[1] | p->hand[2] | p->hand[3]);
}

/* Plays until no seat has a wall left, the game is over, or max_plies are
 * played. */
static int play_with_walls(const Quoridor *q, Position *p, Rng *rng,
                           int max_plies) {
  const Game *game = &q->base;
  BarrierCache cache;
  cache.valid = false;
  int plies = 0;
  for (; plies < max_plies && p->base.outcome == PLAYING && !all_hands_empty(p);
       plies++) {
    Move move = pick_move(q, p, &cache, rng);
    quoridor_play(game, &p->base, move);
    if (!move_is_wall(move))
      cache.valid = false;
  }
  return plies;
}

/* ---- without walls -------------------------------------------------------*/

/* The next cell of a pawn without adjacent pawns, for each cell and each random
 * number below STEP_DRAWS. */
typedef struct StepTable {
  uint8_t to[CELLS][STEP_COLUMNS];
} StepTable;

static void fill_step_table(const Quoridor *q, const Position *p,
                            StepTable *t) {
  for (int row = 0; row < q->size; row++)
    for (int cell = row * ROW; cell < row * ROW + q->size; cell++)
      for (int draw = 0; draw < STEP_COLUMNS; draw++)
        t->to[cell][draw] =
            (uint8_t)(cell + q->random_step[p->open[cell]][draw]);
}

/* One 64-bit random number gives sixteen random numbers below twelve: the first
 * sixteen base-12 digits of a fraction of 60 bits. As in rng_below (Lemire
 * 2019), the few fractions that would make some digits more likely than others
 * are rejected. */
enum { DRAWS_AT_ONCE = 16, FRACTION_BITS = 60 };

static const uint64_t ONE = (uint64_t)1 << FRACTION_BITS;

static inline uint64_t draw_many(Rng *rng) {
  const uint64_t outcomes = 184884258895036416u; /* 12 to the 16th */
  uint64_t fraction;
  do
    fraction = rng_next(rng) % ONE;
  while (fraction * outcomes % ONE < ONE % outcomes);
  return fraction;
}

static inline int next_draw(uint64_t *fraction) {
  uint64_t product = *fraction * STEP_DRAWS;
  *fraction = product % ONE;
  return (int)(product >> FRACTION_BITS);
}

/* A random walk of all pawns. Pawns are in turn order, starting with seat
 * `first`. */
typedef struct Walk {
  const Quoridor *q;
  Position *p;
  const StepTable *table;
  Rng *rng;
  int first;
} Walk;

/* Whether another pawn is adjacent to the pawn whose turn it is. */
static inline bool has_adjacent_pawn(const int *pawn, int turn, int seats) {
  unsigned any = 0;
  for (int i = 0; i < seats; i++)
    if (i != turn)
      any |= quoridor_adjacent[(uint8_t)(pawn[i] - pawn[turn])];
  return any;
}

/* Writes the pawns and the turn back to the position. */
static inline void store_pawns(Walk *w, const int *pawn, int turn, int seats) {
  for (int i = 0; i < seats; i++)
    w->p->pawn[(w->first + i) & (seats - 1)] = (uint8_t)pawn[i];
  w->p->base.seat = (uint8_t)((w->first + turn) & (seats - 1));
}

/* The next cell of a pawn with an adjacent pawn, by the general rule; its own
 * cell for a pass. */
static int general_step(Walk *w) {
  Position *p = w->p;
  Move steps[STEPS_MAX];
  int n = quoridor_steps(w->q, p, steps);
  return n ? (int)steps[rng_below(w->rng, (uint32_t)n)] : p->pawn[p->base.seat];
}

/* Plays full rounds while max_plies allows, until a pawn wins. Inlined once for
 * two and once for four seats, so that turns are constants and pawns stay in
 * registers. */
ALWAYS_INLINE int random_walk(Walk *w, int seats, int max_plies) {
  const StepTable *table = w->table;
  const uint8_t *goal = w->q->goal;
  int pawn[PLAYERS_MAX], plies = 0;
  for (int i = 0; i < seats; i++)
    pawn[i] = w->p->pawn[(w->first + i) & (seats - 1)];
  while (plies + DRAWS_AT_ONCE <= max_plies) {
    uint64_t draws = draw_many(w->rng);
    for (int i = 0; i < DRAWS_AT_ONCE / seats; i++) {
      UNROLL_4
      for (int turn = 0; turn < seats; turn++) {
        int to = table->to[pawn[turn]][next_draw(&draws)];
        if (has_adjacent_pawn(pawn, turn, seats)) {
          store_pawns(w, pawn, turn, seats);
          to = general_step(w);
        }
        pawn[turn] = to;
        plies++;
        int seat = (w->first + turn) & (seats - 1);
        if (goal[to] >> seat & 1) {
          store_pawns(w, pawn, turn + 1, seats);
          state_set_win(&w->p->base, (uint16_t)(1 << seat));
          return plies;
        }
      }
    }
  }
  store_pawns(w, pawn, 0, seats);
  return plies;
}

static int walk_two(Walk *w, int max_plies) {
  return random_walk(w, 2, max_plies);
}

static int walk_four(Walk *w, int max_plies) {
  return random_walk(w, 4, max_plies);
}

int quoridor_playout(const Game *game, State *state, Rng *rng, int max_plies) {
  const Quoridor *q = quoridor_of(game);
  Position *p = (Position *)state;
  int plies = play_with_walls(q, p, rng, max_plies);
  if (plies < max_plies && state->outcome == PLAYING) {
    StepTable table;
    fill_step_table(q, p, &table);
    Walk walk = {q, p, &table, rng, state->seat};
    plies += game->seats == 2 ? walk_two(&walk, max_plies - plies)
                              : walk_four(&walk, max_plies - plies);
  }
  for (; plies < max_plies && state->outcome == PLAYING; plies++)
    game_play(game, state, quoridor_random_move(game, state, rng));
  return plies;
}
