#include "core/search/solve_chance.h"

#include "core/search/solve_common.h"
#include "core/search/solve_progress.h"
#include "core/search/solve_remote.h"
#include "core/search/solve_table.h"
#include <math.h>
#include <stdlib.h>

/* Numbers of edges that lead to an end of the game instead of a position. */
enum { ENDS = 3 };
typedef enum End { END_WIN_0, END_WIN_1, END_DRAW } End;

/* What a move leads to: the number of a position, or LAST_NUMBER + an End. */
#define LAST_NUMBER (UINT32_MAX - ENDS)

typedef struct Edge {
  uint32_t to, weight;
} Edge;

/* The value of a position: the chance that side 0 wins plus half that of a
 * draw, and the chance of a draw. */
typedef struct Value {
  double value, draw;
} Value;

static const Value END_VALUES[ENDS] = {
    [END_WIN_0] = {1, 0}, [END_WIN_1] = {0, 0}, [END_DRAW] = {0.5, 1}};

typedef struct Node {
  size_t first; /* its edges: indexes into edges */
  uint32_t count;
  uint8_t side; /* to move, or NATURE */
  Value value;
} Node;

/* A position on the line that is being visited. */
typedef struct Frame {
  uint32_t number, next; /* the next of its moves to follow */
  size_t first;          /* its moves: indexes into moves */
} Frame;

typedef struct ChanceSolver {
  const Game *game;
  const SolvePlan *plan;
  MemoryBudget budget;
  SolveTable table;
  PositionKey key;
  SolveProgress progress;
  Node *nodes; /* by number */
  Edge *edges;
  uint32_t *order; /* numbers of positions, each after those it leads to unless
                      play can return to it */
  Frame *frames;
  char *states; /* one for each frame */
  Move *moves;
  State *next;
  uint32_t *weights; /* max_moves */
  size_t edge_count, order_count, frame_count, move_count;
  size_t node_capacity, edge_capacity, order_capacity, frame_capacity,
      state_capacity, move_capacity;
  SolveStatus status;
} ChanceSolver;

/* ---- opening and closing -------------------------------------------------*/

static bool open_solver(ChanceSolver *s, Error *error) {
  s->budget.limit = s->plan->memory;
  s->next = malloc(s->game->state_size);
  s->weights = malloc((size_t)s->game->max_moves * sizeof *s->weights);
  if (!position_key_open(&s->key, s->game, s->plan) || !s->next || !s->weights)
    return error_set_code(error, ERROR_NO_MEMORY, "out of memory (solving %s)",
                          s->game->spec);
  solve_table_open(&s->table, s->key.size, &s->budget);
  return true;
}

static void close_solver(ChanceSolver *s) {
  solve_table_close(&s->table);
  position_key_close(&s->key);
  free(s->nodes);
  free(s->edges);
  free(s->order);
  free(s->frames);
  free(s->states);
  free(s->moves);
  free(s->next);
  free(s->weights);
}

static bool fail_full(ChanceSolver *s, Error *error) {
  s->status = solve_fail_full(s->plan, s->game, s->table.count, error);
  return false;
}

static bool may_continue(ChanceSolver *s, Error *error) {
  s->status = solve_progress(&s->progress, s->plan, s->game, s->table.count,
                             s->budget.taken, error);
  return s->status == SOLVE_DONE;
}

/* ---- visiting all positions ----------------------------------------------*/

static State *frame_state(const ChanceSolver *s, size_t frame) {
  return (State *)(void *)(s->states + frame * s->game->state_size);
}

/* Makes room for one more position on the line. */
static bool grow(ChanceSolver *s) {
  MemoryBudget *budget = &s->budget;
  size_t most = (size_t)s->game->max_moves;
  bool good = true;
  s->nodes = budget_grow(budget, s->nodes, sizeof *s->nodes, &s->node_capacity,
                         s->table.count + most + 1, &good);
  if (good)
    s->edges = budget_grow(budget, s->edges, sizeof *s->edges,
                           &s->edge_capacity, s->edge_count + most, &good);
  if (good)
    s->order = budget_grow(budget, s->order, sizeof *s->order,
                           &s->order_capacity, s->table.count + most, &good);
  if (good)
    s->frames = budget_grow(budget, s->frames, sizeof *s->frames,
                            &s->frame_capacity, s->frame_count + 1, &good);
  if (good)
    s->states = budget_grow(budget, s->states, s->game->state_size,
                            &s->state_capacity, s->frame_count + 1, &good);
  if (good)
    s->moves = budget_grow(budget, s->moves, sizeof *s->moves,
                           &s->move_capacity, s->move_count + most, &good);
  return good;
}

static End end_of(const Game *game, const State *state) {
  GameValue value = solve_end_value(game, state, 0);
  return value == VALUE_DRAW  ? END_DRAW
         : value == VALUE_WIN ? END_WIN_0
                              : END_WIN_1;
}

/* Finds what a move of a position leads to, in s->next. Positions that are new
 * get a node without edges. */
static bool follow(ChanceSolver *s, const State *state, Move move,
                   uint32_t *to) {
  game_assign(s->game, s->next, state);
  game_play(s->game, s->next, move);
  if (s->next->outcome != PLAYING) {
    *to = LAST_NUMBER + (uint32_t)end_of(s->game, s->next);
    return true;
  }
  bool added;
  position_key_write(&s->key, s->next);
  *to = solve_table_add(&s->table, s->key.bytes, &added);
  if (*to != SOLVE_TABLE_NONE && added)
    s->nodes[*to] = (Node){.value = END_VALUES[END_DRAW]};
  return *to != SOLVE_TABLE_NONE;
}

/* Enters a position that has a node: lists its moves and what they lead to. */
static bool enter(ChanceSolver *s, uint32_t number, const State *state,
                  Error *error) {
  const Game *game = s->game;
  if (!grow(s))
    return fail_full(s, error);
  State *own = frame_state(s, s->frame_count);
  game_assign(game, own, state);
  Move *moves = s->moves + s->move_count;
  int count = game_moves(game, own, moves);
  bool chance = own->seat == NATURE;
  if (chance)
    game_weights(game, own, moves, count, s->weights);
  Node node = s->nodes[number];
  node.first = s->edge_count;
  node.count = (uint32_t)count;
  node.side = chance ? NATURE : game->side[own->seat];
  for (int i = 0; i < count; i++) {
    Edge *edge = &s->edges[s->edge_count++];
    edge->weight = chance ? s->weights[i] : 1;
    if (!follow(s, own, moves[i], &edge->to))
      return fail_full(s, error);
  }
  s->nodes[number] = node;
  s->frames[s->frame_count++] =
      (Frame){.number = number, .first = s->move_count};
  s->move_count += (size_t)count;
  return true;
}

/* Follows the next move of the last position of the line, or leaves it. */
static bool step(ChanceSolver *s, Error *error) {
  Frame *frame = &s->frames[s->frame_count - 1];
  const Node *node = &s->nodes[frame->number];
  if (frame->next == node->count) {
    s->order[s->order_count++] = frame->number;
    s->move_count = frame->first;
    s->frame_count--;
    return true;
  }
  uint32_t i = frame->next++;
  uint32_t to = s->edges[node->first + i].to;
  if (to >= LAST_NUMBER || s->nodes[to].count > 0)
    return true;
  game_assign(s->game, s->next, frame_state(s, s->frame_count - 1));
  game_play(s->game, s->next, s->moves[frame->first + i]);
  return enter(s, to, s->next, error);
}

static bool visit_all(ChanceSolver *s, const State *state, Error *error) {
  bool added;
  if (!grow(s))
    return fail_full(s, error);
  position_key_write(&s->key, state);
  uint32_t number = solve_table_add(&s->table, s->key.bytes, &added);
  if (number == SOLVE_TABLE_NONE)
    return fail_full(s, error);
  s->nodes[number] = (Node){.value = END_VALUES[END_DRAW]};
  if (!enter(s, number, state, error))
    return false;
  while (s->frame_count > 0)
    if (!may_continue(s, error) || !step(s, error))
      return false;
  return true;
}

/* ---- values --------------------------------------------------------------*/

static Value value_after(const ChanceSolver *s, const Edge *edge) {
  return edge->to >= LAST_NUMBER ? END_VALUES[edge->to - LAST_NUMBER]
                                 : s->nodes[edge->to].value;
}

static Value mean(const ChanceSolver *s, const Node *node) {
  Value sum = {0, 0};
  double weights = 0;
  for (uint32_t i = 0; i < node->count; i++) {
    const Edge *edge = &s->edges[node->first + i];
    Value value = value_after(s, edge);
    sum.value += edge->weight * value.value;
    sum.draw += edge->weight * value.draw;
    weights += edge->weight;
  }
  return (Value){sum.value / weights, sum.draw / weights};
}

static Value best(const ChanceSolver *s, const Node *node) {
  Value most = value_after(s, &s->edges[node->first]);
  for (uint32_t i = 1; i < node->count; i++) {
    Value value = value_after(s, &s->edges[node->first + i]);
    if (node->side == 0 ? value.value > most.value : value.value < most.value)
      most = value;
  }
  return most;
}

/* Computes every value once more. Returns the largest change. */
static double sweep(ChanceSolver *s) {
  double most = 0;
  for (size_t i = 0; i < s->order_count; i++) {
    Node *node = &s->nodes[s->order[i]];
    Value value = node->side == NATURE ? mean(s, node) : best(s, node);
    most = fmax(most, fmax(fabs(value.value - node->value.value),
                           fabs(value.draw - node->value.draw)));
    node->value = value;
  }
  return most;
}

static bool find_values(ChanceSolver *s, Error *error) {
  while (sweep(s) > CHANCE_PRECISION)
    if (!may_continue(s, error))
      return false;
  return true;
}

/* ---- results -------------------------------------------------------------*/

static Chances chances_of(Value value) {
  double win = value.value - value.draw / 2;
  return (Chances){{win, 1 - win - value.draw}, value.draw};
}

/* Sorts the moves of a side, best first; equals stay in order. */
static void sort(ChanceMove list[], int count, int side) {
  for (int i = 1; i < count; i++) {
    ChanceMove move = list[i];
    double own = move.chances.win[side] + move.chances.draw / 2;
    int at = i;
    for (; at > 0 &&
           list[at - 1].chances.win[side] + list[at - 1].chances.draw / 2 < own;
         at--)
      list[at] = list[at - 1];
    list[at] = move;
  }
}

static void report(const ChanceSolver *s, const State *state, Chances *chances,
                   ChanceMove list[], int *count) {
  const Node *node = &s->nodes[0];
  double weights = 0;
  Move *moves = game_borrow_list(s->game);
  *chances = chances_of(node->value);
  *count = game_moves(s->game, state, moves);
  for (int i = 0; i < *count; i++)
    weights += s->edges[node->first + (size_t)i].weight;
  for (int i = 0; i < *count; i++) {
    const Edge *edge = &s->edges[node->first + (size_t)i];
    list[i] = (ChanceMove){
        .move = moves[i],
        .probability = node->side == NATURE ? edge->weight / weights : 0,
        .chances = chances_of(value_after(s, edge))};
  }
  game_return_list(s->game);
  if (node->side != NATURE)
    sort(list, *count, node->side);
}

SolveStatus chance_solve(const Game *game, const State *state,
                         const SolvePlan *plan, Chances *chances,
                         ChanceMove list[], int *count, uint64_t *positions,
                         Error *error) {
  *positions = 0;
  if (game->remote)
    return remote_chance_solve(game, state, plan, chances, list, count,
                               positions, error);
  if (!solve_check_open(game, error) || !solve_check_sides(game, error) ||
      !solve_check_position(state, error))
    return SOLVE_FAILED;
  /* Positions with the same key have the same value for the side to move, but
   * where nature moves there is none. */
  SolvePlan plain = *plan;
  plain.plain = true;
  ChanceSolver s = {.game = game, .plan = &plain};
  if (!open_solver(&s, error))
    s.status = SOLVE_FAILED;
  else if (visit_all(&s, state, error) && find_values(&s, error))
    s.status = solve_check_fault(game, error);
  if (s.status == SOLVE_DONE)
    report(&s, state, chances, list, count);
  *positions = s.table.count;
  close_solver(&s);
  return s.status;
}
