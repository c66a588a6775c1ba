/* Random moves and playouts of Quoridor.
 *
 * While there are walls, a move is drawn from all slots and steps at once and
 * drawn again if it is not legal, so only the wall drawn is looked into. Most
 * of a random game comes after that: pawns wandering about among walls that no
 * longer change. Then a table tells for each cell and a draw of one in twelve
 * where the pawn goes. */
#include "quoridor.h"

/* ---- with walls ----------------------------------------------------------*/

/* Barriers are built when the first risky wall comes up, and grown for the next
 * one unless a pawn has moved. */
typedef struct Survey {
  bool holds;
  Barriers barriers;
} Survey;

static bool cuts_off(const Quoridor *q, const Position *p, Survey *survey,
                     int slot, int way) {
  if (survey->holds)
    quoridor_barriers_grow(p, &survey->barriers);
  else
    quoridor_barriers(q, p, &survey->barriers);
  survey->holds = true;
  return quoridor_cuts_off(&survey->barriers, slot, way);
}

/* One of the legal moves by listing them all. */
static Move draw_listed(const Quoridor *q, const Position *p, Rng *rng) {
  Move list[q->base.max_moves];
  int n = game_moves(&q->base, &p->base, list);
  return list[rng_below(rng, (uint32_t)n)];
}

/* Draws among all slots and as many steps as there could be until a legal move
 * comes up; where hardly any is left, it lists them in the end. */
static Move draw_with_walls(const Quoridor *q, const Position *p,
                            Survey *survey, Rng *rng) {
  enum { TRIES = 12 };
  Slots slots;
  quoridor_slots(q, p, &slots);
  for (int i = 0; i < TRIES; i++) {
    int draw = (int)rng_below(rng, (uint32_t)(q->wall_count + q->most_steps));
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
          cuts_off(q, p, survey, slot, way)))
      return wall_move(slot, way);
  }
  return draw_listed(q, p, rng);
}

static Move draw_move(const Quoridor *q, const Position *p, Survey *survey,
                      Rng *rng) {
  if (p->hand[p->base.seat])
    return draw_with_walls(q, p, survey, rng);
  Move steps[STEPS_MAX];
  int n = quoridor_steps(q, p, steps);
  return n ? steps[rng_below(rng, (uint32_t)n)] : MOVE_PASS;
}

Move quoridor_random_move(const Game *game, const State *state, Rng *rng) {
  Survey survey;
  survey.holds = false;
  return draw_move(quoridor_of(game), (const Position *)state, &survey, rng);
}

static bool walls_are_gone(const Position *p) {
  return !(p->hand[0] | p->hand[1] | p->hand[2] | p->hand[3]);
}

/* Plays until the walls are gone, or the game is over, or max_plies. */
static int play_with_walls(const Quoridor *q, Position *p, Rng *rng,
                           int max_plies) {
  const Game *game = &q->base;
  Survey survey;
  survey.holds = false;
  int plies = 0;
  for (; plies < max_plies && p->base.outcome == PLAYING && !walls_are_gone(p);
       plies++) {
    Move move = draw_move(q, p, &survey, rng);
    quoridor_play(game, &p->base, move);
    if (!move_is_wall(move))
      survey.holds = false;
  }
  return plies;
}

/* ---- without walls -------------------------------------------------------*/

/* Where a pawn with no pawn beside it goes from each cell on each draw. */
typedef struct Wander {
  uint8_t to[CELLS][DRAW_ROOM];
} Wander;

static void fill_wander(const Quoridor *q, const Position *p, Wander *w) {
  for (int row = 0; row < q->size; row++)
    for (int cell = row * ROW; cell < row * ROW + q->size; cell++)
      for (int draw = 0; draw < DRAW_ROOM; draw++)
        w->to[cell][draw] = (uint8_t)(cell + q->drift[p->open[cell]][draw]);
}

/* Sixteen draws in one number: the first digits, to the base of twelve, of a
 * fraction with 60 binary places. As in rng_below, the few fractions are drawn
 * again that would make some digits likelier than others. */
enum { DRAWS_AT_ONCE = 16, PLACES = 60 };

static const uint64_t WHOLE = (uint64_t)1 << PLACES;

static inline uint64_t draw_many(Rng *rng) {
  const uint64_t ways = 184884258895036416u; /* 12 to the 16th */
  uint64_t fraction;
  do
    fraction = rng_next(rng) % WHOLE;
  while (fraction * ways % WHOLE < WHOLE % ways);
  return fraction;
}

static inline int next_draw(uint64_t *fraction) {
  uint64_t product = *fraction * DRAWS;
  *fraction = product % WHOLE;
  return (int)(product >> PLACES);
}

/* The game in between: pawns in the order of their turns, from `first` on. */
typedef struct Walk {
  const Quoridor *q;
  Position *p;
  const Wander *table;
  Rng *rng;
  int first;
} Walk;

static inline bool crowded(const int *pawn, int turn, int seats) {
  unsigned any = 0;
  for (int i = 0; i < seats; i++)
    if (i != turn)
      any |= quoridor_touching[(uint8_t)(pawn[i] - pawn[turn])];
  return any;
}

static inline void put_pawns(Walk *w, const int *pawn, int turn, int seats) {
  for (int i = 0; i < seats; i++)
    w->p->pawn[(w->first + i) & (seats - 1)] = (uint8_t)pawn[i];
  w->p->base.seat = (uint8_t)((w->first + turn) & (seats - 1));
}

/* The next cell of a pawn that has another beside it, by the general rule; its
 * own for a pass. */
static int step_in_crowd(Walk *w) {
  Position *p = w->p;
  Move steps[STEPS_MAX];
  int n = quoridor_steps(w->q, p, steps);
  return n ? (int)steps[rng_below(w->rng, (uint32_t)n)] : p->pawn[p->base.seat];
}

/* Plays whole rounds of turns while max_plies allows, until somebody wins.
 * Inlined for two and for four seats, so that turns are constants and pawns
 * stay in registers. */
ALWAYS_INLINE int wander(Walk *w, int seats, int max_plies) {
  const Wander *table = w->table;
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
        if (crowded(pawn, turn, seats)) {
          put_pawns(w, pawn, turn, seats);
          to = step_in_crowd(w);
        }
        pawn[turn] = to;
        plies++;
        int seat = (w->first + turn) & (seats - 1);
        if (goal[to] >> seat & 1) {
          put_pawns(w, pawn, turn + 1, seats);
          state_win(&w->p->base, (uint16_t)(1 << seat));
          return plies;
        }
      }
    }
  }
  put_pawns(w, pawn, 0, seats);
  return plies;
}

static int wander_two(Walk *w, int max_plies) {
  return wander(w, 2, max_plies);
}

static int wander_four(Walk *w, int max_plies) {
  return wander(w, 4, max_plies);
}

int quoridor_playout(const Game *game, State *state, Rng *rng, int max_plies) {
  const Quoridor *q = quoridor_of(game);
  Position *p = (Position *)state;
  int plies = play_with_walls(q, p, rng, max_plies);
  if (plies < max_plies && state->outcome == PLAYING) {
    Wander table;
    fill_wander(q, p, &table);
    Walk walk = {q, p, &table, rng, state->seat};
    plies += game->seats == 2 ? wander_two(&walk, max_plies - plies)
                              : wander_four(&walk, max_plies - plies);
  }
  for (; plies < max_plies && state->outcome == PLAYING; plies++)
    game_play(game, state, quoridor_random_move(game, state, rng));
  return plies;
}
