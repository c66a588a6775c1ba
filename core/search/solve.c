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
#include "core/search/solve_common.h"
#include "core/search/solve_internal.h"
#include "core/search/solve_progress.h"
#include "core/search/solve_remote.h"
#include "core/search/solve_scc.h"
#include "core/search/solve_table.h"
#include <stdlib.h>

/* A value in the table is a GameValue above 14 bits of plies, or OPEN. */
enum { VALUE_SHIFT = 14, OPEN = 0 };

/* A position on the current line. Its state lies in Solver.states. */
typedef struct Frame {
  uint32_t open;           /* its index among the open positions */
  uint32_t low;            /* Tarjan's low link: the lowest index it leads to */
  size_t links;            /* the number of links before it was entered */
  size_t first, next, end; /* its moves: indexes into Solver.moves */
  bool same_side;          /* the same side is to move as in the frame before */
} Frame;

struct Solver {
  RemoteSolver *remote; /* of a remote game: does everything; or NULL */
  const Game *game;
  SolvePlan plan;
  MemoryBudget budget;
  SolveTable table;
  PositionKey key;
  Frame *frames;
  char *states; /* one for each frame */
  OpenPosition *open;
  Link *links;
  Move *moves;
  size_t frame_count, open_count, link_count, move_count;
  size_t frame_capacity, state_capacity, open_capacity, link_capacity,
      move_capacity;
  SccWorkspace *scc;
  State *next;  /* the position after a move; not kept across steps */
  int *replies; /* in quick mode: of the moves being sorted */
  SolveProgress progress;
  uint32_t marked;    /* positions that solver_reset keeps */
  SolveStatus status; /* unless SOLVE_DONE, solving has ended for good */
};

/* ---- values --------------------------------------------------------------*/

static uint16_t pack(SolvedValue value) {
  return (uint16_t)(value.value << VALUE_SHIFT | value.plies);
}

static SolvedValue unpack(uint16_t value) {
  return (SolvedValue){value >> VALUE_SHIFT, value & SOLVED_PLIES_MAX};
}

static int side_of(const Solver *s, const State *state) {
  return s->game->side[state->seat];
}

static State *frame_state(const Solver *s, size_t frame) {
  return (State *)(void *)(s->states + frame * s->game->state_size);
}

/* ---- opening and closing -------------------------------------------------*/

/* A solver for a game whose rules run in another process. */
static Solver *new_elsewhere(const Game *game, const SolvePlan *plan,
                             Error *error) {
  RemoteSolver *remote = remote_solver_new(game, plan, error);
  if (!remote)
    return NULL;
  Solver *s = need(sizeof *s);
  s->remote = remote;
  return s;
}

Solver *solver_new(const Game *game, const SolvePlan *plan, Error *error) {
  if (game->remote)
    return new_elsewhere(game, plan, error);
  if (!solve_check_open(game, error) || !solve_check_sides(game, error) ||
      !solve_check_certain(game, error) ||
      !solve_check_symmetries(game, plan, error))
    return NULL;
  Solver *s = need(sizeof *s);
  s->game = game;
  s->plan = *plan;
  s->budget.limit = plan->memory;
  s->scc = need(sizeof *s->scc);
  s->next = need(game->state_size);
  if (plan->quick)
    s->replies = need_array((size_t)game->max_moves, sizeof *s->replies);
  position_key_open(&s->key, game, plan);
  solve_table_open(&s->table, s->key.size, &s->budget);
  return s;
}

void solver_free(Solver *s) {
  if (!s)
    return;
  if (s->remote) {
    remote_solver_free(s->remote);
    free(s);
    return;
  }
  solve_table_close(&s->table);
  position_key_close(&s->key);
  if (s->scc)
    free(s->scc->events);
  free(s->scc);
  free(s->frames);
  free(s->states);
  free(s->open);
  free(s->links);
  free(s->moves);
  free(s->next);
  free(s->replies);
  free(s);
}

void solver_mark(Solver *s) {
  if (s->remote) {
    remote_solver_mark(s->remote);
    return;
  }
  s->marked = s->table.count;
  solver_reset(s);
}

/* Frees all working memory as well: whether a position fits into the limit must
 * not depend on what else was solved before. */
void solver_reset(Solver *s) {
  if (s->remote) {
    remote_solver_reset(s->remote);
    return;
  }
  MemoryBudget *budget = &s->budget;
  s->frames =
      budget_release(budget, s->frames, sizeof *s->frames, &s->frame_capacity);
  s->states = budget_release(budget, s->states, s->game->state_size,
                             &s->state_capacity);
  s->open = budget_release(budget, s->open, sizeof *s->open, &s->open_capacity);
  s->links =
      budget_release(budget, s->links, sizeof *s->links, &s->link_capacity);
  s->moves =
      budget_release(budget, s->moves, sizeof *s->moves, &s->move_capacity);
  s->scc->events = budget_release(
      budget, s->scc->events, sizeof *s->scc->events, &s->scc->event_capacity);
  s->frame_count = s->open_count = s->link_count = s->move_count = 0;
  solve_table_truncate(&s->table, s->marked);
  s->status = SOLVE_DONE;
}

uint64_t solver_positions(const Solver *s) {
  return s->remote ? remote_solver_positions(s->remote) : s->table.count;
}

size_t solver_bytes(const Solver *s) {
  return s->remote ? remote_solver_bytes(s->remote) : s->budget.taken;
}

RemoteSolver *solver_remote(const Solver *s) {
  return s->remote;
}

const Game *solver_game(const Solver *s) {
  return s->game;
}

/* ---- failing -------------------------------------------------------------*/

static bool fail_full(Solver *s, Error *error) {
  s->status = solve_fail_full(&s->plan, s->game, s->table.count, error);
  return false;
}

static bool fail_too_long(Solver *s, Error *error) {
  s->status = SOLVE_FAILED;
  return error_set(error, "%s: a forced win takes more than %d plies",
                   s->game->spec, SOLVED_PLIES_MAX - 1);
}

static bool may_continue(Solver *s, Error *error) {
  s->status = solve_progress(&s->progress, &s->plan, s->game, s->table.count,
                             s->budget.taken, error);
  return s->status == SOLVE_DONE;
}

/* ---- entering a position -------------------------------------------------*/

/* Makes room for one more position on the line, with all its moves. */
static bool grow_line(Solver *s) {
  MemoryBudget *budget = &s->budget;
  bool good = true;
  s->frames = budget_grow(budget, s->frames, sizeof *s->frames,
                          &s->frame_capacity, s->frame_count + 1, &good);
  if (good)
    s->states = budget_grow(budget, s->states, s->game->state_size,
                            &s->state_capacity, s->frame_count + 1, &good);
  if (good)
    s->open = budget_grow(budget, s->open, sizeof *s->open, &s->open_capacity,
                          s->open_count + 1, &good);
  if (good)
    s->moves =
        budget_grow(budget, s->moves, sizeof *s->moves, &s->move_capacity,
                    s->move_count + (size_t)s->game->max_moves, &good);
  return good;
}

/* Lists the moves of a new frame: scores those that end the game, and keeps the
 * others. Stops at a win. */
static void list_moves(Solver *s, const State *state, Frame *frame,
                       OpenPosition *open) {
  const Game *game = s->game;
  Move *moves = s->moves + frame->first;
  int count = game_moves(game, state, moves), kept = 0;
  int side = side_of(s, state);
  for (int i = 0; i < count && open->win == 0; i++) {
    Move move = moves[i];
    game_assign(game, s->next, state);
    game_play(game, s->next, move);
    if (s->next->outcome != PLAYING)
      open_position_add(
          open, (SolvedValue){solve_end_value(game, s->next, side), 0}, true);
    else if (s->plan.quick)
      insert_by_replies(moves, s->replies, kept++, move,
                        game_count(game, s->next));
    else
      moves[kept++] = move;
  }
  frame->end = frame->first + (size_t)kept;
}

/* Enters a position that is new in the table. If it can be won at once it is
 * solved on the spot, and *entered is false. `state` may be s->next. */
static bool enter(Solver *s, uint32_t number, const State *state,
                  bool same_side, bool *entered, Error *error) {
  if (!grow_line(s))
    return fail_full(s, error);
  State *own = frame_state(s, s->frame_count);
  game_assign(s->game, own, state);
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
  if (good)
    s->links = budget_grow(&s->budget, s->links, sizeof *s->links,
                           &s->link_capacity, s->link_count + 1, &good);
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
  game_assign(s->game, s->next, state);
  game_play(s->game, s->next, s->moves[frame->next++]);
  bool same_side = side_of(s, s->next) == side_of(s, state), added, entered;
  position_key_write(&s->key, s->next);
  uint32_t open = frame->open;
  uint32_t number = solve_table_add(&s->table, s->key.bytes, &added);
  if (number == SOLVE_TABLE_NONE)
    return fail_full(s, error);
  if (added && !enter(s, number, s->next, same_side, &entered, error))
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

/* By far the most common component: a single position without links. */
static void solve_single(OpenPosition *o) {
  o->value = o->win ? VALUE_WIN : o->draw ? VALUE_DRAW : VALUE_LOSS;
  o->plies = o->win ? o->win : o->draw ? 0 : o->loss;
}

/* Solves the component whose first position is that of the frame, moves its
 * values to the table and takes it off the stack. */
static bool solve_component(Solver *s, const Frame *frame, Error *error) {
  OpenPosition *first = &s->open[frame->open];
  if (s->open_count == frame->open + 1 && s->link_count == frame->links) {
    solve_single(first);
    if (first->plies >= SOLVED_PLIES_MAX)
      return fail_too_long(s, error);
  } else {
    SccStatus status =
        scc_solve(s->open, frame->open, s->open_count, s->links + frame->links,
                  s->link_count - frame->links, s->scc, &s->budget);
    if (status != SCC_SOLVED)
      return status == SCC_FULL ? fail_full(s, error) : fail_too_long(s, error);
  }
  for (size_t i = frame->open; i < s->open_count; i++) {
    const OpenPosition *o = &s->open[i];
    *solve_table_value(&s->table, o->number) =
        pack((SolvedValue){o->value, o->plies});
  }
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
  if (open->win && s->plan.quick) /* known, regardless of its component */
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
    bool enough = s->plan.quick && s->open[frame->open].win;
    if (!may_continue(s, error) ||
        !(frame->next == frame->end || enough ? leave(s, error)
                                              : step(s, error)))
      return false;
  }
  return true;
}

/* ---- results -------------------------------------------------------------*/

uint32_t solver_find(Solver *s, const State *state) {
  position_key_write(&s->key, state);
  return solve_table_find(&s->table, s->key.bytes);
}

static SolveStatus look_up(Solver *s, uint32_t number, SolvedValue *value,
                           Error *error) {
  uint16_t packed =
      number == SOLVE_TABLE_NONE ? OPEN : *solve_table_value(&s->table, number);
  *value = unpack(packed);
  if (packed != OPEN)
    return SOLVE_DONE;
  error_set(error, "%s is only partially solved", s->game->spec);
  return s->status;
}

SolveStatus solve_position(Solver *s, const State *state, SolvedValue *value,
                           Error *error) {
  if (s->remote)
    return remote_solve_position(s->remote, state, value, error);
  if (!solve_check_position(state, error))
    return SOLVE_FAILED;
  if (s->status != SOLVE_DONE)
    return look_up(s, solver_find(s, state), value, error);
  bool added, entered;
  position_key_write(&s->key, state);
  uint32_t number = solve_table_add(&s->table, s->key.bytes, &added);
  if (number == SOLVE_TABLE_NONE)
    fail_full(s, error);
  else if (added && enter(s, number, state, false, &entered, error))
    search(s, error);
  if (s->status == SOLVE_DONE)
    s->status = solve_check_fault(s->game, error);
  return s->status != SOLVE_DONE ? s->status : look_up(s, number, value, error);
}
