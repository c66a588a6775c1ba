/* The depth-first search of solve.h.
 *
 * It follows one line of moves at a time. A position is open from when it is
 * entered until its value is known: it is on the line, or off it but leads back
 * to it. Open positions lie on a stack in the order in which they were entered.
 * When all moves of a position are done and none led further back, it and the
 * positions above it on the stack are a strongly connected component (Tarjan
 * 1972), which is solved as a whole. In a game without repetition every
 * position is a component of its own, and nothing but its value is kept. */
#include "core/search/solve.h"

#include "core/base/need.h"
#include "core/game/eval.h"
#include "core/search/solve_internal.h"
#include <stdlib.h>

/* A value in the table is a GameValue above 14 bits of plies, or OPEN. */
enum { VALUE_SHIFT = 14, OPEN = 0 };

/* ---- values --------------------------------------------------------------*/

static uint16_t pack(SolvedValue value) {
  return (uint16_t)(value.value << VALUE_SHIFT | value.plies);
}

static SolvedValue unpack(uint16_t value) {
  return (SolvedValue){value >> VALUE_SHIFT, value & SOLVED_PLIES_MAX};
}

static int side_of(const Solver *s, const State *state) {
  return s->base.game->side[state->seat];
}

static State *frame_state(const Solver *s, size_t frame) {
  return (State *)(void *)(s->states + frame * s->base.game->state_size);
}

/* ---- opening and closing -------------------------------------------------*/

Solver *solver_new(const Game *game, const SolvePlan *plan, Error *error) {
  if (!solve_check_game(game, false, error) ||
      !solve_check_symmetries(game, plan, error))
    return NULL;
  Solver *s = need(sizeof *s);
  solving_open(&s->base, game, plan);
  s->scc = need(sizeof *s->scc);
  if (plan->quick)
    s->ranks = need_array((size_t)game->max_moves, sizeof *s->ranks);
  solve_table_open(&s->table, s->base.key_size, &s->base.budget);
  return s;
}

void solver_free(Solver *s) {
  if (!s)
    return;
  solve_table_close(&s->table);
  solving_close(&s->base);
  free(s->scc->events);
  free(s->scc);
  free(s->frames);
  free(s->states);
  free(s->open);
  free(s->links);
  free(s->moves);
  free(s->ranks);
  free(s);
}

void solver_mark(Solver *s) {
  s->marked = s->table.count;
  solver_reset(s);
}

/* Frees all working memory as well: whether a position fits into the limit must
 * not depend on what else was solved before. */
void solver_reset(Solver *s) {
  MemoryBudget *budget = &s->base.budget;
  BUDGET_RELEASE(budget, s->frames, s->frame_capacity);
  s->states = budget_release(budget, s->states, s->base.game->state_size,
                             &s->state_capacity);
  BUDGET_RELEASE(budget, s->open, s->open_capacity);
  BUDGET_RELEASE(budget, s->links, s->link_capacity);
  BUDGET_RELEASE(budget, s->moves, s->move_capacity);
  BUDGET_RELEASE(budget, s->scc->events, s->scc->event_capacity);
  s->frame_count = s->open_count = s->link_count = s->move_count = 0;
  solve_table_truncate(&s->table, s->marked);
  s->base.status = SOLVE_DONE;
}

uint64_t solver_positions(const Solver *s) {
  return s->table.count;
}

size_t solver_bytes(const Solver *s) {
  return s->base.budget.taken;
}

const Game *solver_game(const Solver *s) {
  return s->base.game;
}

uint32_t solver_find(Solver *s, const State *state) {
  return solve_table_find(&s->table, solving_key(&s->base, state));
}

/* ---- failing -------------------------------------------------------------*/

static bool fail_full(Solver *s, Error *error) {
  return solving_full(&s->base, s->table.count, error);
}

static bool fail_too_long(Solver *s, Error *error) {
  s->base.status = SOLVE_FAILED;
  return error_set(error, "%s: a forced win takes more than %d plies",
                   s->base.game->spec, SOLVED_PLIES_MAX - 1);
}

/* ---- entering a position -------------------------------------------------*/

/* Makes room for one more position on the line, with all its moves. */
static bool grow_line(Solver *s) {
  MemoryBudget *budget = &s->base.budget;
  bool good = true;
  BUDGET_GROW(budget, s->frames, s->frame_capacity, s->frame_count + 1, &good);
  s->states = budget_grow(budget, s->states, s->base.game->state_size,
                          &s->state_capacity, s->frame_count + 1, &good);
  BUDGET_GROW(budget, s->open, s->open_capacity, s->open_count + 1, &good);
  BUDGET_GROW(budget, s->moves, s->move_capacity,
              s->move_count + (size_t)s->base.game->max_moves, &good);
  return good;
}

/* The value of a position in the table; OPEN if it is not there. */
static uint16_t value_of(Solver *s, const State *state) {
  uint32_t number = solver_find(s, state);
  return number == SOLVE_TABLE_NONE ? OPEN
                                    : *solve_table_value(&s->table, number);
}

/* Where a move belongs among the others in quick mode. Its value, for the side
 * that makes it, is negative if the rules did not give it. */
static double rank_of(Solver *s, const State *state, Move move, double value) {
  const Game *game = s->base.game;
  double values[SEATS_MAX];
  if (value >= 0)
    return -value;
  game_assign(game, s->base.next, state);
  game_play(game, s->base.next, move);
  if (!game->rules->evaluate)
    return game_count(game, s->base.next);
  game->rules->evaluate(game, s->base.next, values);
  return -values[side_of(s, state)];
}

/* Sorts moves for quick mode, which needs one that wins: the best by the game's
 * evaluation first. Without one, those that leave the opponent few replies:
 * they are the quickest to search and the most likely to win. */
static void sort_moves(Solver *s, const State *state, Move *moves, int count) {
  move_values(s->base.game, state, moves, count, side_of(s, state), s->ranks);
  for (int i = 0; i < count; i++)
    insert_by_rank(moves, s->ranks, i, moves[i],
                   rank_of(s, state, moves[i], s->ranks[i]));
}

/* Lists the moves of a new frame: scores those that end the game, in quick mode
 * also those to solved positions, and keeps the others. Stops at a win. */
static void list_moves(Solver *s, const State *state, Frame *frame,
                       OpenPosition *open) {
  const Game *game = s->base.game;
  const State *next = s->base.next;
  Move *moves = s->moves + frame->first;
  int count = game_moves(game, state, moves), kept = 0;
  int side = side_of(s, state);
  bool quick = s->base.plan.quick;
  for (int i = 0; i < count && open->win == 0; i++) {
    game_assign(game, s->base.next, state);
    game_play(game, s->base.next, moves[i]);
    bool over = next->outcome != PLAYING;
    uint16_t known = quick && !over ? value_of(s, next) : OPEN;
    if (over)
      open_position_add(
          open, (SolvedValue){solve_end_value(game, next, side), 0}, true);
    else if (known != OPEN)
      open_position_add(open, unpack(known), side_of(s, next) == side);
    else
      moves[kept++] = moves[i];
  }
  s->base.looked += (uint64_t)count;
  if (quick && open->win == 0)
    sort_moves(s, state, moves, kept);
  frame->end = frame->first + (size_t)kept;
}

/* Enters a position that is new in the table. If it can be won at once it is
 * solved on the spot, and *entered is false. `state` may be s->base.next. */
static bool enter(Solver *s, uint32_t number, const State *state,
                  bool same_side, bool *entered, Error *error) {
  if (!grow_line(s))
    return fail_full(s, error);
  State *own = frame_state(s, s->frame_count);
  game_assign(s->base.game, own, state);
  Frame frame = {.open = (uint32_t)s->open_count,
                 .low = (uint32_t)s->open_count,
                 .links = s->link_count,
                 .first = s->move_count,
                 .next = s->move_count,
                 .same_side = same_side};
  OpenPosition open = {.number = number};
  list_moves(s, own, &frame, &open);
  *entered = open.win == 0;
  if (!*entered) {
    *solve_table_value(&s->table, number) =
        pack((SolvedValue){VALUE_WIN, open.win});
    return true;
  }
  s->frames[s->frame_count++] = frame;
  s->open[s->open_count++] = open;
  s->move_count = frame.end;
  return true;
}

/* ---- one move ------------------------------------------------------------*/

/* The index of an open position. Their numbers are in ascending order. */
static uint32_t find_open(const Solver *s, uint32_t number) {
  size_t low = 0, high = s->open_count;
  while (high - low > 1) {
    size_t middle = low + (high - low) / 2;
    if (s->open[middle].number <= number)
      low = middle;
    else
      high = middle;
  }
  return (uint32_t)low;
}

/* Adds a link from the last position of the line to an open one, which leads
 * back as far as `low`. */
static bool add_link(Solver *s, uint32_t to, uint32_t low, bool same_side,
                     Error *error) {
  Frame *frame = &s->frames[s->frame_count - 1];
  bool good =
      s->open_count < (uint32_t)1 << 31 && s->link_count < UINT32_MAX - 1;
  BUDGET_GROW(&s->base.budget, s->links, s->link_capacity, s->link_count + 1,
              &good);
  if (!good)
    return fail_full(s, error);
  s->links[s->link_count++] =
      (Link){.from = frame->open & INT32_MAX, .same_side = same_side, .to = to};
  s->open[frame->open].pending++;
  if (low < frame->low)
    frame->low = low;
  return true;
}

/* Plays the next move of the last position of the line. */
static bool step(Solver *s, Error *error) {
  Frame *frame = &s->frames[s->frame_count - 1];
  const State *state = frame_state(s, s->frame_count - 1);
  game_assign(s->base.game, s->base.next, state);
  game_play(s->base.game, s->base.next, s->moves[frame->next++]);
  bool same_side = side_of(s, s->base.next) == side_of(s, state), added,
       entered;
  uint32_t open = frame->open;
  uint32_t number =
      solve_table_add(&s->table, solving_key(&s->base, s->base.next), &added);
  if (number == SOLVE_TABLE_NONE)
    return fail_full(s, error);
  if (added && !enter(s, number, s->base.next, same_side, &entered, error))
    return false;
  if (added && entered)
    return true;
  uint16_t value = *solve_table_value(&s->table, number);
  if (value == OPEN) {
    uint32_t to = find_open(s, number);
    return add_link(s, to, to, same_side, error);
  }
  open_position_add(&s->open[open], unpack(value), same_side);
  return true;
}

/* ---- leaving a position --------------------------------------------------*/

/* Solves the component whose first position is that of the frame, moves its
 * values to the table and takes it off the stack. */
static bool solve_component(Solver *s, const Frame *frame, Error *error) {
  OpenPosition *o = &s->open[frame->open];
  if (s->open_count == frame->open + 1 && s->link_count == frame->links) {
    /* By far the most common component: a single position without links. */
    o->value = o->win ? VALUE_WIN : o->draw ? VALUE_DRAW : VALUE_LOSS;
    o->plies = o->win ? o->win : o->draw ? 0 : o->loss;
    if (o->plies >= SOLVED_PLIES_MAX)
      return fail_too_long(s, error);
  } else {
    SccStatus status =
        scc_solve(s->open, frame->open, s->open_count, s->links + frame->links,
                  s->link_count - frame->links, s->scc, &s->base.budget);
    if (status != SCC_SOLVED)
      return status == SCC_FULL ? fail_full(s, error) : fail_too_long(s, error);
  }
  for (; o < s->open + s->open_count; o++)
    *solve_table_value(&s->table, o->number) =
        pack((SolvedValue){o->value, o->plies});
  s->open_count = frame->open;
  s->link_count = frame->links;
  return true;
}

/* Leaves the last position of the line, all of whose moves are done. The one
 * before it gets its value, or a link to it while it is open. */
static bool leave(Solver *s, Error *error) {
  Frame frame = s->frames[s->frame_count - 1];
  OpenPosition *open = &s->open[frame.open];
  uint32_t number = open->number;
  if (open->win >= SOLVED_PLIES_MAX)
    return fail_too_long(s, error);
  if (open->win && s->base.plan.quick) /* known, regardless of its component */
    *solve_table_value(&s->table, number) =
        pack((SolvedValue){VALUE_WIN, open->win});
  if (frame.low == frame.open && !solve_component(s, &frame, error))
    return false;
  s->frame_count--;
  s->move_count = frame.first;
  if (s->frame_count == 0)
    return true;
  uint16_t value = *solve_table_value(&s->table, number);
  Frame *before = &s->frames[s->frame_count - 1];
  if (value == OPEN)
    return add_link(s, frame.open, frame.low, frame.same_side, error);
  if (frame.low < frame.open && frame.low < before->low)
    before->low = frame.low; /* its value is known, but it is on the stack */
  open_position_add(&s->open[before->open], unpack(value), frame.same_side);
  return true;
}

static bool search(Solver *s, Error *error) {
  while (s->frame_count > 0) {
    const Frame *frame = &s->frames[s->frame_count - 1];
    bool enough = s->base.plan.quick && s->open[frame->open].win;
    if (!solving_goes_on(&s->base, s->table.count, error) ||
        !(frame->next == frame->end || enough ? leave(s, error)
                                              : step(s, error)))
      return false;
  }
  return true;
}

/* ---- results -------------------------------------------------------------*/

static SolveStatus look_up(Solver *s, uint32_t number, SolvedValue *value,
                           Error *error) {
  uint16_t packed =
      number == SOLVE_TABLE_NONE ? OPEN : *solve_table_value(&s->table, number);
  *value = unpack(packed);
  if (packed != OPEN)
    return SOLVE_DONE;
  error_set(error, "%s is only partially solved", s->base.game->spec);
  return s->base.status;
}

bool solver_is_stopped(const Solver *s) {
  return s->base.status == SOLVE_STOPPED;
}

SolveStatus solver_continue(Solver *s, Error *error) {
  search(s, error);
  return s->base.status;
}

SolveStatus solve_position(Solver *s, const State *state, SolvedValue *value,
                           Error *error) {
  if (!solve_check_position(state, error))
    return SOLVE_FAILED;
  if (s->base.status != SOLVE_DONE)
    return look_up(s, solver_find(s, state), value, error);
  bool added, entered;
  uint32_t number =
      solve_table_add(&s->table, solving_key(&s->base, state), &added);
  if (number == SOLVE_TABLE_NONE)
    fail_full(s, error);
  else if (added && enter(s, number, state, false, &entered, error))
    search(s, error);
  if (s->base.status == SOLVE_DONE)
    s->base.status = solve_check_fault(s->base.game, error);
  return s->base.status != SOLVE_DONE ? s->base.status
                                      : look_up(s, number, value, error);
}
