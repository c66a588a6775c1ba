/* Random moves and playouts of Quoridor.
 *
 * While the mover has walls, a move is found by rejection sampling: pick one of
 * all slots and steps uniformly at random and try again if it is not legal. So
 * only the walls picked need to be checked. Most of a random game comes after
 * the last wall, when pawns walk at random between walls that no longer change.
 * For that phase a table gives, for each cell and each random number below
 * twelve, the next cell of the pawn. */
#include "quoridor_random.h"

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

/* One random move: the barriers are computed for the first risky wall. */
typedef struct WallTester {
  const Quoridor *q;
  const Position *p;
  Slots slots;
  bool has_barriers;
  Barriers barriers;
} WallTester;

static bool test_wall(void *context, int slot, int way) {
  WallTester *t = context;
  if (!bits128_has(&t->slots.open[way], slot))
    return false;
  if (!bits128_has(&t->slots.risky[way], slot))
    return true;
  if (!t->has_barriers)
    quoridor_barriers(t->q, t->p, &t->barriers);
  t->has_barriers = true;
  return !quoridor_cuts_off(&t->barriers, slot, way);
}

Move quoridor_random_move(const Game *game, const State *state, Rng *rng) {
  const Quoridor *q = quoridor_of(game);
  const Position *p = (const Position *)state;
  if (!p->hand[state->seat]) {
    Move steps[STEPS_MAX];
    return draw_step(steps, quoridor_steps(q, p, steps), rng);
  }
  WallTester tester;
  tester.q = q;
  tester.p = p;
  tester.has_barriers = false;
  quoridor_slots(q, p, &tester.slots);
  return draw_with_walls(q, p, test_wall, &tester, rng);
}

/* A playout tests few of the slots, so it keeps the barriers and the open slots
 * but no table of the legal walls. */
typedef struct WallPhase {
  const Quoridor *q;
  Position *p;
  OpenSlots open; /* neither overlap nor cross a wall */
  Barriers barriers;
} WallPhase;

static void begin_wall_phase(const Quoridor *q, Position *p, WallPhase *w) {
  w->q = q;
  w->p = p;
  fill_open_slots(q, p, &w->open);
  quoridor_barriers(q, p, &w->barriers);
}

/* Both conditions are computed, because a branch on the first would often be
 * mispredicted. */
static bool test_wall_in_playout(void *context, int slot, int way) {
  const WallPhase *w = context;
  return (w->open.at[way][slot + FIRST_CROSSING] != 0) &
         (quoridor_cuts_off(&w->barriers, slot, way) == 0);
}

static void play_ply(WallPhase *w, Rng *rng) {
  Position *p = w->p;
  int seat = p->base.seat, from = p->pawn[seat];
  Move move, steps[STEPS_MAX];
  if (p->hand[seat])
    move = draw_with_walls(w->q, p, test_wall_in_playout, w, rng);
  else
    move = draw_step(steps, quoridor_steps(w->q, p, steps), rng);
  quoridor_play(&w->q->base, &p->base, move);
  if (move == MOVE_PASS)
    return;
  if (move_is_wall(move)) {
    int slot = move_slot(move), way = move_way(move);
    update_open_slots(w->q, p, slot, way, &w->open);
    quoridor_barriers_add(w->q, &w->barriers, slot, way);
  } else {
    quoridor_barriers_step(p, &w->barriers, seat, from, (int)move);
  }
}

/* Plays until no seat has a wall left, the game is over, or max_plies are
 * played. */
static int play_with_walls(const Quoridor *q, Position *p, Rng *rng,
                           int max_plies) {
  int plies = 0;
  if (all_hands_empty(p))
    return 0;
  WallPhase phase;
  begin_wall_phase(q, p, &phase);
  for (; plies < max_plies && p->base.outcome == PLAYING && !all_hands_empty(p);
       plies++)
    play_ply(&phase, rng);
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
  for (int row = 0; row < q->rows; row++)
    for (int cell = row * ROW; cell < row * ROW + q->columns; cell++)
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

/* A random walk of all pawns, in turn order. */
typedef struct Walk {
  const Quoridor *q;
  Position *p;
  const StepTable *table;
  Rng *rng;
  TurnOrder order;
} Walk;

/* Writes the pawns and the turn back to the position. */
ALWAYS_INLINE void store_pawns(Walk *w, const size_t *pawn, int turn,
                               int seats) {
  for (int i = 0; i < seats; i++)
    w->p->pawn[w->order.seat[i]] = (uint8_t)pawn[i];
  w->p->base.seat = w->order.seat[turn == seats ? 0 : turn];
}

/* The next cell of a pawn with an adjacent pawn, by the general rule; its own
 * cell for a pass. */
NOINLINE size_t general_step(Walk *w) {
  Position *p = w->p;
  Move steps[STEPS_MAX];
  int n = quoridor_steps(w->q, p, steps);
  return n ? steps[rng_below(w->rng, (uint32_t)n)] : p->pawn[p->base.seat];
}

/* Plays full rounds while max_plies allows, until a pawn wins. Inlined for
 * each number of pawns, so that turns are constants and pawns stay in
 * registers. Three pawns leave the last number of each draw unused. */
ALWAYS_INLINE int random_walk(Walk *w, int seats, int max_plies) {
  const StepTable *table = w->table;
  const uint8_t *goal = w->q->goal;
  size_t pawn[PLAYERS_MAX];
  unsigned bit[PLAYERS_MAX]; /* of the seats, for their goals */
  int plies = 0, at_once = DRAWS_AT_ONCE / seats * seats;
  for (int i = 0; i < seats; i++) {
    int seat = w->order.seat[i];
    pawn[i] = w->p->pawn[seat];
    bit[i] = 1u << seat;
  }
  for (; plies + at_once <= max_plies; plies += at_once) {
    uint64_t draws = draw_many(w->rng);
    for (int ply = 0; ply < at_once; ply += seats) {
      UNROLL_4
      for (int turn = 0; turn < seats; turn++) {
        size_t to = table->to[pawn[turn]][next_draw(&draws)];
        if (has_adjacent_pawn(pawn, turn, seats)) {
          store_pawns(w, pawn, turn, seats);
          to = general_step(w);
        }
        pawn[turn] = to;
        if (goal[to] & bit[turn]) {
          store_pawns(w, pawn, turn + 1, seats);
          state_set_win(&w->p->base, (uint16_t)bit[turn]);
          return plies + ply + turn + 1;
        }
      }
    }
  }
  store_pawns(w, pawn, 0, seats);
  return plies;
}

NOINLINE int walk_two(Walk *w, int max_plies) {
  return random_walk(w, 2, max_plies);
}

NOINLINE int walk_three(Walk *w, int max_plies) {
  return random_walk(w, 3, max_plies);
}

NOINLINE int walk_four(Walk *w, int max_plies) {
  return random_walk(w, 4, max_plies);
}

int quoridor_playout(const Game *game, State *state, Rng *rng, int max_plies) {
  const Quoridor *q = quoridor_of(game);
  Position *p = (Position *)state;
  int plies = play_with_walls(q, p, rng, max_plies);
  if (plies < max_plies && state->outcome == PLAYING) {
    StepTable table;
    fill_step_table(q, p, &table);
    Walk walk = {q, p, &table, rng, turn_order(q, p)};
    int left = max_plies - plies;
    plies += walk.order.pawns == 2   ? walk_two(&walk, left)
             : walk.order.pawns == 3 ? walk_three(&walk, left)
                                     : walk_four(&walk, left);
  }
  for (; plies < max_plies && state->outcome == PLAYING; plies++)
    game_play(game, state, quoridor_random_move(game, state, rng));
  return plies;
}
