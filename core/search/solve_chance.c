#include "core/search/solve_chance.h"

#include "core/base/need.h"
#include "core/search/solve_chance_internal.h"
#include "core/search/solve_common.h"
#include "core/search/solve_table.h"
#include <stdlib.h>

/* A position on the line that is being visited. */
typedef struct Frame {
  uint32_t number, next; /* the next of its moves to follow */
  size_t first;          /* its moves: indexes into moves */
} Frame;

typedef struct ChanceSolver {
  Solving base;
  SolveTable table;
  ChanceGraph graph;
  Frame *frames;
  char *states; /* one for each frame */
  Move *moves;
  uint32_t *weights; /* max_moves */
  size_t frame_count, move_count;
  size_t node_capacity, edge_capacity, order_capacity, frame_capacity,
      state_capacity, move_capacity;
  Error *error;
} ChanceSolver;

/* ---- closing and failing -------------------------------------------------*/

static void close_solver(ChanceSolver *s) {
  solve_table_close(&s->table);
  solving_close(&s->base);
  free(s->graph.nodes);
  free(s->graph.edges);
  free(s->graph.order);
  free(s->graph.kept);
  free(s->graph.marks);
  free(s->graph.stack);
  free(s->graph.line);
  free(s->graph.chances);
  free(s->frames);
  free(s->states);
  free(s->moves);
  free(s->weights);
}

static bool fail_full(ChanceSolver *s, Error *error) {
  return solving_full(&s->base, s->table.count, error);
}

/* ---- visiting all positions ----------------------------------------------*/

static State *frame_state(const ChanceSolver *s, size_t frame) {
  return (State *)(void *)(s->states + frame * s->base.game->state_size);
}

/* Makes room for one more position on the line. */
static bool grow(ChanceSolver *s) {
  MemoryBudget *budget = &s->base.budget;
  ChanceGraph *g = &s->graph;
  size_t most = (size_t)s->base.game->max_moves, count = s->table.count + most;
  bool good = true;
  BUDGET_GROW(budget, g->nodes, s->node_capacity, count + 1, &good);
  BUDGET_GROW(budget, g->edges, s->edge_capacity, g->edge_count + most, &good);
  BUDGET_GROW(budget, g->order, s->order_capacity, count, &good);
  BUDGET_GROW(budget, s->frames, s->frame_capacity, s->frame_count + 1, &good);
  s->states = budget_grow(budget, s->states, s->base.game->state_size,
                          &s->state_capacity, s->frame_count + 1, &good);
  BUDGET_GROW(budget, s->moves, s->move_capacity, s->move_count + most, &good);
  return good;
}

static End end_of(const Game *game, const State *state) {
  GameValue value = solve_end_value(game, state, 0);
  return value == VALUE_DRAW  ? END_DRAW
         : value == VALUE_WIN ? END_WIN_0
                              : END_WIN_1;
}

/* Finds what a move of a position leads to, in s->base.next. Positions that are
 * new get a node without edges. */
static bool follow(ChanceSolver *s, const State *state, Move move,
                   uint32_t *to) {
  game_assign(s->base.game, s->base.next, state);
  game_play(s->base.game, s->base.next, move);
  if (s->base.next->outcome != PLAYING) {
    *to = LAST_NUMBER + (uint32_t)end_of(s->base.game, s->base.next);
    return true;
  }
  bool added;
  *to = solve_table_add(&s->table, solving_key(&s->base, s->base.next), &added);
  if (*to != SOLVE_TABLE_NONE && added)
    s->graph.nodes[*to] = (ChanceNode){0};
  return *to != SOLVE_TABLE_NONE;
}

/* Enters a position that has a node: lists its moves and what they lead to. */
static bool enter(ChanceSolver *s, uint32_t number, const State *state,
                  Error *error) {
  const Game *game = s->base.game;
  if (!grow(s))
    return fail_full(s, error);
  State *own = frame_state(s, s->frame_count);
  game_assign(game, own, state);
  Move *moves = s->moves + s->move_count;
  int count = game_moves(game, own, moves);
  bool chance = own->seat == NATURE;
  if (chance)
    game_weights(game, own, moves, count, s->weights);
  ChanceNode node = s->graph.nodes[number];
  node.first = s->graph.edge_count;
  node.count = (uint32_t)count;
  node.side = chance ? NATURE : game->side[own->seat];
  for (int i = 0; i < count; i++) {
    ChanceEdge *edge = &s->graph.edges[s->graph.edge_count++];
    edge->weight = chance ? s->weights[i] : 1;
    if (!follow(s, own, moves[i], &edge->to))
      return fail_full(s, error);
  }
  s->graph.nodes[number] = node;
  s->frames[s->frame_count++] =
      (Frame){.number = number, .first = s->move_count};
  s->move_count += (size_t)count;
  return true;
}

/* Follows the next move of the last position of the line, or leaves it. */
static bool step(ChanceSolver *s, Error *error) {
  Frame *frame = &s->frames[s->frame_count - 1];
  const ChanceNode *node = &s->graph.nodes[frame->number];
  if (frame->next == node->count) {
    s->graph.order[s->graph.count++] = frame->number;
    s->move_count = frame->first;
    s->frame_count--;
    return true;
  }
  uint32_t i = frame->next++;
  uint32_t to = s->graph.edges[node->first + i].to;
  if (to >= LAST_NUMBER || s->graph.nodes[to].count > 0)
    return true;
  game_assign(s->base.game, s->base.next, frame_state(s, s->frame_count - 1));
  game_play(s->base.game, s->base.next, s->moves[frame->first + i]);
  return enter(s, to, s->base.next, error);
}

static bool visit_all(ChanceSolver *s, const State *state, Error *error) {
  bool added;
  if (!grow(s))
    return fail_full(s, error);
  uint32_t number =
      solve_table_add(&s->table, solving_key(&s->base, state), &added);
  if (number == SOLVE_TABLE_NONE)
    return fail_full(s, error);
  s->graph.nodes[number] = (ChanceNode){0};
  if (!enter(s, number, state, error))
    return false;
  while (s->frame_count > 0)
    if (!solving_goes_on(&s->base, s->table.count, error) || !step(s, error))
      return false;
  return true;
}

/* ---- values --------------------------------------------------------------*/

static bool may_continue_sweeping(void *context) {
  ChanceSolver *s = context;
  return solving_goes_on(&s->base, s->table.count, s->error);
}

/* Frees what visiting needed and allocates what computing needs. */
static bool prepare(ChanceSolver *s) {
  MemoryBudget *budget = &s->base.budget;
  ChanceGraph *g = &s->graph;
  bool good = true;
  size_t none[5] = {0};
  BUDGET_RELEASE(budget, s->frames, s->frame_capacity);
  s->states = budget_release(budget, s->states, s->base.game->state_size,
                             &s->state_capacity);
  BUDGET_RELEASE(budget, s->moves, s->move_capacity);
  BUDGET_GROW(budget, g->kept, none[0], g->edge_count, &good);
  BUDGET_GROW(budget, g->marks, none[1], g->count, &good);
  BUDGET_GROW(budget, g->stack, none[2], g->count, &good);
  BUDGET_GROW(budget, g->line, none[3], g->count, &good);
  BUDGET_GROW(budget, g->chances, none[4], g->count, &good);
  return good;
}

static void find_values(ChanceSolver *s, Error *error) {
  s->error = error;
  s->graph.may_continue = may_continue_sweeping;
  s->graph.context = s;
  if (!prepare(s)) {
    fail_full(s, error);
    return;
  }
  ChanceRange range = {0, 0};
  ChanceStatus status = CHANCE_DONE;
  chance_divide(&s->graph);
  while (status == CHANCE_DONE && chance_next_part(&s->graph, &range)) {
    status = chance_values(&s->graph, range);
    if (status == CHANCE_DONE)
      status = chance_play(&s->graph, range);
  }
  if (status != CHANCE_APART)
    return;
  s->base.status = SOLVE_FAILED;
  error_set(error,
            "play in %s can repeat positions for so long that the chances of "
            "winning cannot be computed to within %g",
            s->base.game->spec, CHANCE_PRECISION);
}

/* ---- results -------------------------------------------------------------*/

/* Sorts the moves of a side, best first; those that are equal as far as known
 * stay in order. */
static void sort(ChanceMove list[], int count, int side) {
  for (int i = 1; i < count; i++) {
    ChanceMove move = list[i];
    double own = move.chances.win[side] + move.chances.draw / 2;
    int at = i;
    for (; at > 0 &&
           list[at - 1].chances.win[side] + list[at - 1].chances.draw / 2 <
               own - CHANCE_PRECISION;
         at--)
      list[at] = list[at - 1];
    list[at] = move;
  }
}

static void report(const ChanceSolver *s, const State *state, Chances *chances,
                   ChanceMove list[], int *count) {
  const ChanceNode *node = &s->graph.nodes[0];
  double weights = 0;
  Move *moves = game_borrow_list(s->base.game);
  *chances = s->graph.chances[0];
  *count = game_moves(s->base.game, state, moves);
  for (int i = 0; i < *count; i++)
    weights += s->graph.edges[node->first + (size_t)i].weight;
  for (int i = 0; i < *count; i++) {
    const ChanceEdge *edge = &s->graph.edges[node->first + (size_t)i];
    list[i] = (ChanceMove){
        .move = moves[i],
        .probability = node->side == NATURE ? edge->weight / weights : 0,
        .chances = chances_after(&s->graph, edge->to)};
  }
  game_return_list(s->base.game);
  if (node->side != NATURE)
    sort(list, *count, node->side);
}

SolveStatus chance_solve(const Game *game, const State *state,
                         const SolvePlan *plan, Chances *chances,
                         ChanceMove list[], int *count, uint64_t *positions,
                         Error *error) {
  *positions = 0;
  if (!solve_check_game(game, true, error) ||
      !solve_check_position(state, error))
    return SOLVE_FAILED;
  /* Positions with the same key have the same value for the side to move, but
   * where nature moves there is none. */
  SolvePlan plain = *plan;
  plain.plain = true;
  ChanceSolver s = {.frames = NULL};
  solving_open(&s.base, game, &plain);
  s.weights = need_array((size_t)game->max_moves, sizeof *s.weights);
  solve_table_open(&s.table, s.base.key_size, &s.base.budget);
  if (visit_all(&s, state, error)) {
    s.base.status = solve_check_fault(game, error);
    if (s.base.status == SOLVE_DONE)
      find_values(&s, error);
  }
  if (s.base.status == SOLVE_DONE)
    report(&s, state, chances, list, count);
  *positions = s.table.count;
  close_solver(&s);
  return s.base.status;
}
