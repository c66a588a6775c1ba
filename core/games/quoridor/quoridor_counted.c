/* Playouts of Quoridor that count the legal moves at every ply.
 *
 * While there are walls in hand, a table says which walls are legal. A new wall
 * updates it as a whole, a step of a pawn only at the walls that would lie
 * across the step. Afterwards another table has the steps from each cell. */
#include "quoridor_random.h"

#include "core/game/match.h"

/* ---- with walls ----------------------------------------------------------*/

typedef struct WallTable {
  const Quoridor *q;
  int count; /* of the legal walls */
  uint8_t legal[WAYS][SLOT_BYTES];
  OpenSlots open; /* neither overlap nor cross a wall */
  Barriers barriers;
} WallTable;

/* Counts the bytes that are 1 of at most 255, eight at a time; the others are
 * 0. The multiplication adds the eight bytes of a word. */
static int count_ones(const uint8_t *bytes, int count) {
  uint64_t sum = 0;
  for (int i = 0; i < count; i += 8) {
    uint64_t eight;
    memcpy(&eight, bytes + i, sizeof eight);
    sum += eight;
  }
  return (int)(sum * 0x0101010101010101u >> 56);
}

static void update_all(WallTable *t) {
  int bytes = BLOCK * t->q->slot_blocks;
  quoridor_mark_legal(t->q, &t->barriers, &t->open, t->legal);
  t->count = count_ones(t->legal[HORIZONTAL], bytes) +
             count_ones(t->legal[VERTICAL], bytes);
}

static void fill_wall_table(const Quoridor *q, const Position *p,
                            WallTable *t) {
  t->q = q;
  fill_open_slots(q, p, &t->open);
  quoridor_barriers(q, p, &t->barriers);
  update_all(t);
}

static void add_wall(WallTable *t, const Position *p, int slot, int way) {
  update_open_slots(t->q, p, slot, way, &t->open);
  quoridor_barriers_add(t->q, &t->barriers, slot, way);
  update_all(t);
}

static void update_slot(WallTable *t, int slot, int way) {
  if (!t->open.at[way][slot + FIRST_CROSSING])
    return;
  bool legal = !quoridor_cuts_off(&t->barriers, slot, way);
  t->count += legal - t->legal[way][slot];
  t->legal[way][slot] = legal;
}

/* As many walls can lie across a step as they are long. */
static void follow_pawn(WallTable *t, const Position *p, int seat, int from,
                        int to) {
  Line lines[2];
  quoridor_barriers_step(p, &t->barriers, seat, from, to);
  for (int n = quoridor_step_lines(p, from, to, lines); n > 0; n--) {
    int way = lines[n - 1].way;
    int cell = lines[n - 1].point - (way == HORIZONTAL ? ROW : 1);
    for (int i = 0; i < t->q->length && cell >= 0; i++, cell -= ALONG[way])
      update_slot(t, slot_of_cell(cell), way);
  }
}

static bool is_legal(void *context, int slot, int way) {
  const WallTable *t = context;
  return t->legal[way][slot];
}

/* Plays one ply. */
static void counted_ply(WallTable *t, Position *p, Rng *rng,
                        MovesPlayed *played) {
  const Quoridor *q = t->q;
  int seat = p->base.seat, from = p->pawn[seat];
  Move steps[STEPS_MAX];
  int n = quoridor_steps(q, p, steps);
  bool has_walls = p->hand[seat];
  int legal = n + (has_walls ? t->count : 0);
  Move move = has_walls ? draw_with_walls(q, p, is_legal, t, rng)
                        : draw_step(steps, n, rng);
  moves_played_add(played, seat, move, legal ? legal : 1);
  quoridor_play(&q->base, &p->base, move);
  if (move == MOVE_PASS)
    return;
  if (move_is_wall(move))
    add_wall(t, p, move_slot(move), move_way(move));
  else
    follow_pawn(t, p, seat, from, (int)move);
}

/* Plays until no seat has a wall left, the game is over, or max_plies are
 * played. */
static int play_with_walls(const Quoridor *q, Position *p, Rng *rng,
                           int max_plies, MovesPlayed *played) {
  int plies = 0;
  if (all_hands_empty(p))
    return 0;
  WallTable table;
  fill_wall_table(q, p, &table);
  for (; plies < max_plies && p->base.outcome == PLAYING && !all_hands_empty(p);
       plies++)
    counted_ply(&table, p, rng, played);
  return plies;
}

/* ---- without walls -------------------------------------------------------*/

/* The next cells of a pawn without adjacent pawns. */
typedef struct Steps {
  uint8_t to[DIRECTIONS], count, unused[3];
} Steps;

static void fill_steps(const Quoridor *q, const Position *p, Steps *steps) {
  for (int row = 0; row < q->rows; row++)
    for (int cell = row * ROW; cell < row * ROW + q->columns; cell++) {
      unsigned open = p->open[cell];
      for (int i = 0; i < DIRECTIONS; i++)
        steps[cell].to[i] = (uint8_t)(cell + q->random_step[open][i]);
      steps[cell].count = (uint8_t)bits_count(open);
    }
}

typedef struct Walk {
  const Quoridor *q;
  Position *p;
  const Steps *steps;
  Rng *rng;
} Walk;

ALWAYS_INLINE void store_pawns(Walk *w, const size_t *pawn, const uint8_t *seat,
                               int turn, int pawns) {
  for (int i = 0; i < pawns; i++)
    w->p->pawn[seat[i]] = (uint8_t)pawn[i];
  w->p->base.seat = seat[turn == pawns ? 0 : turn];
}

/* The move of a pawn with an adjacent pawn, by the general rule, and the number
 * of its moves. */
NOINLINE Move general_step(Walk *w, Rng *rng, int *legal) {
  Move steps[STEPS_MAX];
  int n = quoridor_steps(w->q, w->p, steps);
  *legal = n ? n : 1;
  return draw_step(steps, n, rng);
}

/* Plays full rounds while max_plies allows, until a pawn wins; `seat` are those
 * of the pawns in turn order. A pawn without adjacent pawns has a step, because
 * it has a path. Inlined for each number of pawns, so that pawns stay in
 * registers; so do the random numbers and the counts. */
ALWAYS_INLINE int counted_walk(Walk *w, const uint8_t *seat, int pawns,
                               int max_plies, MovesPlayed *played) {
  const Steps *steps = w->steps;
  const uint8_t *goal = w->q->goal;
  MovesPlayed all = *played;
  Rng rng = *w->rng;
  size_t pawn[PLAYERS_MAX];
  int plies = 0;
  for (int i = 0; i < pawns; i++)
    pawn[i] = w->p->pawn[seat[i]];
  for (; plies + pawns <= max_plies; plies += pawns) {
    UNROLL_4
    for (int turn = 0; turn < pawns; turn++) {
      const Steps *from = &steps[pawn[turn]];
      int legal = from->count;
      Move move;
      if (has_adjacent_pawn(pawn, turn, pawns)) {
        store_pawns(w, pawn, seat, turn, pawns);
        Rng copy = rng; /* so that `rng` needs no address */
        int counted;
        move = general_step(w, &copy, &counted);
        legal = counted;
        rng = copy;
      } else {
        move = from->to[rng_below(&rng, (uint32_t)legal)];
      }
      moves_played_add(&all, seat[turn], move, legal);
      if (move == MOVE_PASS)
        continue;
      pawn[turn] = move;
      if (goal[move] >> seat[turn] & 1) {
        store_pawns(w, pawn, seat, turn + 1, pawns);
        state_set_win(&w->p->base, (uint16_t)(1 << seat[turn]));
        *played = all;
        *w->rng = rng;
        return plies + turn + 1;
      }
    }
  }
  store_pawns(w, pawn, seat, 0, pawns);
  *played = all;
  *w->rng = rng;
  return plies;
}

/* The seats are constants while no pawn has been taken off. */
static const uint8_t EVERY_SEAT[PLAYERS_MAX] = {0, 1, 2, 3};

NOINLINE int walk_two(Walk *w, int max_plies, MovesPlayed *played) {
  return counted_walk(w, EVERY_SEAT, 2, max_plies, played);
}

NOINLINE int walk_three(Walk *w, int max_plies, MovesPlayed *played) {
  return counted_walk(w, EVERY_SEAT, 3, max_plies, played);
}

NOINLINE int walk_four(Walk *w, int max_plies, MovesPlayed *played) {
  return counted_walk(w, EVERY_SEAT, 4, max_plies, played);
}

NOINLINE int walk_some(Walk *w, int max_plies, MovesPlayed *played) {
  TurnOrder order = turn_order(w->q, w->p);
  return counted_walk(w, order.seat, order.pawns, max_plies, played);
}

/* Walks at random until a pawn wins or less than a round is left. */
static int walk(Walk *w, int max_plies, MovesPlayed *played) {
  const Game *game = &w->q->base;
  State *state = &w->p->base;
  int plies = 0;
  if (turn_order(w->q, w->p).pawns < game->seats)
    return walk_some(w, max_plies, played);
  for (; plies < max_plies && state->outcome == PLAYING && state->seat != 0;
       plies++)
    game_counted_playout_by_moves(game, state, w->rng, 1, played);
  if (plies == max_plies || state->outcome != PLAYING)
    return plies;
  int left = max_plies - plies;
  return plies + (game->seats == 2   ? walk_two(w, left, played)
                  : game->seats == 3 ? walk_three(w, left, played)
                                     : walk_four(w, left, played));
}

void quoridor_counted_playout(const Game *game, State *state, Rng *rng,
                              int max_plies, MovesPlayed *played) {
  const Quoridor *q = quoridor_of(game);
  Position *p = (Position *)state;
  int left = max_plies - play_with_walls(q, p, rng, max_plies, played);
  if (left > 0 && state->outcome == PLAYING) {
    Steps steps[CELLS];
    fill_steps(q, p, steps);
    left -= walk(&(Walk){q, p, steps, rng}, left, played);
  }
  game_counted_playout_by_moves(game, state, rng, left, played);
}
