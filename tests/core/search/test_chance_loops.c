/* Solving games of chance in which play can return to a position: compared with
 * all strategies, for each of which the linear equations are solved. */
#include "core/game/spec.h"
#include "core/search/solve_chance.h"
#include "tests/support/support.h"
#include <math.h>

/* ---- games that are graphs -----------------------------------------------*/

/* Nodes of a side or of nature, whose moves lead to a node or to an end. */
enum { NODES = 6, MOVES = 3, WIN_0 = 100, WIN_1, DRAWN };
enum { SIDE_0, SIDE_1, CHANCE };

typedef struct Graph {
  int count;
  struct {
    int kind, moves, to[MOVES];
    uint32_t weight[MOVES];
  } node[NODES];
} Graph;

static const Graph *graph; /* that of the game in play */

typedef struct Place {
  State head;
  uint8_t at;
} Place;

static void go_to(State *state, int to) {
  if (to == DRAWN) {
    state_set_draw(state);
  } else if (to >= WIN_0) {
    state_set_win(state, (uint16_t)(1u << (to - WIN_0)));
  } else {
    ((Place *)(void *)state)->at = (uint8_t)to;
    state->seat =
        graph->node[to].kind == CHANCE ? NATURE : (uint8_t)graph->node[to].kind;
  }
}

static int place(const State *state) {
  return ((const Place *)(const void *)state)->at;
}

static bool graph_open(Game *game, Error *error) {
  (void)error;
  game->seats = 2;
  game->state_size = sizeof(Place);
  game->max_moves = MOVES;
  game->max_plies = 1000;
  game->has_chance = true;
  return true;
}

static void graph_start(const Game *game, State *state, Rng *rng) {
  (void)game, (void)rng;
  go_to(state, 0);
}

static int graph_moves(const Game *game, const State *state, Move *moves) {
  (void)game;
  int count = graph->node[place(state)].moves;
  for (int i = 0; i < count; i++)
    moves[i] = (Move)i;
  return count;
}

static void graph_weights(const Game *game, const State *state,
                          const Move moves[], int count, uint32_t weight[]) {
  (void)game;
  for (int i = 0; i < count; i++)
    weight[i] = graph->node[place(state)].weight[moves[i]];
}

static void graph_play(const Game *game, State *state, Move move) {
  (void)game;
  go_to(state, graph->node[place(state)].to[move]);
}

static const Option NO_OPTIONS[] = {{0}};
static const Rules GRAPH = {.name = "graph",
                            .title = "Graph",
                            .summary = "a graph",
                            .text = "a graph",
                            .options = NO_OPTIONS,
                            .game_size = sizeof(Game),
                            .open = graph_open,
                            .start = graph_start,
                            .moves = graph_moves,
                            .weights = graph_weights,
                            .play = graph_play};

static Game *open_graph(const Graph *g) {
  Game *game = game_new(sizeof *game);
  assert_non_null(game);
  graph = g;
  game->rules = &GRAPH;
  snprintf(game->spec, sizeof game->spec, "graph");
  assert_true(graph_open(game, NULL) && game_finish(game, NULL));
  return game;
}

/* ---- the truth -----------------------------------------------------------*/

/* The move that each node plays, if it is one of a side. */
typedef struct Strategies {
  int move[NODES];
} Strategies;

static double end_value(int to) {
  return to == WIN_0 ? 1 : to == WIN_1 ? 0 : 0.5;
}

/* The share of a move in what a node does. */
static double share(const Graph *g, const Strategies *s, int at, int move) {
  double sum = 0;
  if (g->node[at].kind != CHANCE)
    return s->move[at] == move;
  for (int i = 0; i < g->node[at].moves; i++)
    sum += g->node[at].weight[i];
  return g->node[at].weight[move] / sum;
}

/* From which nodes an end can be reached. */
static void find_ending(const Graph *g, const Strategies *s,
                        bool ending[NODES]) {
  memset(ending, 0, NODES * sizeof *ending);
  for (int again = 0; again < NODES; again++)
    for (int at = 0; at < g->count; at++)
      for (int i = 0; i < g->node[at].moves; i++) {
        int to = g->node[at].to[i];
        if (share(g, s, at, i) > 0 && (to >= WIN_0 || ending[to]))
          ending[at] = true;
      }
}

/* Solves a·x = b, where b is the last column, by elimination. */
static void eliminate(double a[NODES][NODES + 1], int n, double x[NODES]) {
  for (int c = 0; c < n; c++) {
    int pivot = c;
    for (int r = c; r < n; r++)
      if (fabs(a[r][c]) > fabs(a[pivot][c]))
        pivot = r;
    for (int k = 0; k <= n; k++) {
      double kept = a[c][k];
      a[c][k] = a[pivot][k];
      a[pivot][k] = kept;
    }
    for (int r = 0; r < n; r++) {
      double factor = r == c ? 0 : a[r][c] / a[c][c];
      for (int k = c; k <= n; k++)
        a[r][k] -= factor * a[c][k];
    }
  }
  for (int i = 0; i < n; i++)
    x[i] = a[i][n] / a[i][i];
}

/* The values of all nodes if these moves are played; endless play is a draw. */
static void values_of(const Graph *g, const Strategies *s,
                      double value[NODES]) {
  bool ending[NODES];
  double a[NODES][NODES + 1] = {{0}};
  find_ending(g, s, ending);
  for (int at = 0; at < g->count; at++) {
    a[at][at] = 1;
    if (!ending[at])
      a[at][g->count] = 0.5;
    for (int i = 0; ending[at] && i < g->node[at].moves; i++) {
      int to = g->node[at].to[i];
      if (to >= WIN_0)
        a[at][g->count] += share(g, s, at, i) * end_value(to);
      else
        a[at][to] -= share(g, s, at, i);
    }
  }
  eliminate(a, g->count, value);
}

/* The next strategies of a kind of nodes; false after the last. */
static bool next(const Graph *g, Strategies *s, int kind) {
  for (int at = 0; at < g->count; at++)
    if (g->node[at].kind == kind) {
      if (++s->move[at] < g->node[at].moves)
        return true;
      s->move[at] = 0;
    }
  return false;
}

/* The most that side 0 can be sure of, in each node. */
static void find_truth(const Graph *g, double truth[NODES]) {
  Strategies s = {{0}};
  for (int at = 0; at < g->count; at++)
    truth[at] = 0;
  do {
    double least[NODES], value[NODES];
    for (int at = 0; at < g->count; at++)
      least[at] = 1;
    do {
      values_of(g, &s, value);
      for (int at = 0; at < g->count; at++)
        least[at] = fmin(least[at], value[at]);
    } while (next(g, &s, SIDE_1));
    for (int at = 0; at < g->count; at++)
      truth[at] = fmax(truth[at], least[at]);
  } while (next(g, &s, SIDE_0));
}

/* ---- comparing -----------------------------------------------------------*/

static double value_of(const Chances *c) {
  assert_true(c->win[0] >= 0 && c->win[1] >= 0 && c->draw >= 0);
  assert_true(fabs(c->win[0] + c->win[1] + c->draw - 1) < 1e-12);
  return c->win[0] + c->draw / 2;
}

static void solve(const Graph *g, Chances *chances) {
  static const SolvePlan PLAN = {.memory = 16 << 20};
  Game *game = open_graph(g);
  ChanceMove list[MOVES];
  double truth[NODES];
  int count;
  uint64_t positions;
  Error error = {0};
  find_truth(g, truth);
  if (chance_solve(game, game->first, &PLAN, chances, list, &count, &positions,
                   &error) != SOLVE_DONE)
    fail_msg("%s", error.message);
  assert_true(fabs(value_of(chances) - truth[0]) < 1e-10);
  for (int i = 0; i < count; i++) {
    int to = g->node[0].to[list[i].move];
    double value = to >= WIN_0 ? end_value(to) : truth[to];
    assert_true(fabs(value_of(&list[i].chances) - value) < 1e-10);
  }
  game_close(game);
}

static void assert_chances(const Graph *g, double win, double loss) {
  Chances chances;
  solve(g, &chances);
  assert_true(fabs(chances.win[0] - win) < 1e-12);
  assert_true(fabs(chances.win[1] - loss) < 1e-12);
}

/* Side 0 may stay in a circle for ever or gamble. With p its chance of a win
 * then, p = 1/2 + 1/2 · 1/10 · p, so p = 10/19; nature begins. */
static void a_circle_is_left_by_the_side_that_is_ahead(void **unused) {
  (void)unused;
  assert_chances(&(Graph){4,
                          {{CHANCE, 2, {WIN_1, 1}, {9, 1}},
                           {SIDE_0, 2, {2, 3}, {0}},
                           {SIDE_1, 1, {1}, {0}},
                           {CHANCE, 2, {WIN_0, 0}, {1, 1}}}},
                 1. / 19, 18. / 19);
  assert_chances(&(Graph){4,
                          {{SIDE_0, 2, {1, 2}, {0}},
                           {SIDE_1, 1, {0}, {0}},
                           {CHANCE, 2, {WIN_0, 3}, {1, 1}},
                           {CHANCE, 2, {WIN_1, 0}, {9, 1}}}},
                 10. / 19, 9. / 19);
}

/* Leaving gives 2/5, staying half a point. */
static void endless_play_is_a_draw(void **unused) {
  (void)unused;
  Graph g = {3,
             {{SIDE_0, 2, {2, 1}, {0}},
              {SIDE_1, 1, {0}, {0}},
              {CHANCE, 2, {WIN_0, WIN_1}, {2, 3}}}};
  assert_chances(&g, 0, 0);
  g.node[2].weight[0] = 6; /* now leaving gives 2/3 */
  assert_chances(&g, 2. / 3, 1. / 3);
  g.node[0].kind = SIDE_1; /* who rather stays */
  assert_chances(&g, 0, 0);
}

/* Both may leave: the one who is ahead need not, so the other must not be
 * believed to. */
static void both_sides_may_leave(void **unused) {
  (void)unused;
  assert_chances(&(Graph){4,
                          {{SIDE_0, 2, {1, 2}, {0}},
                           {SIDE_1, 2, {0, 3}, {0}},
                           {CHANCE, 2, {WIN_0, WIN_1}, {1, 3}},
                           {CHANCE, 2, {WIN_0, WIN_1}, {3, 1}}}},
                 0, 0);
  assert_chances(&(Graph){4,
                          {{SIDE_0, 2, {1, 2}, {0}},
                           {SIDE_1, 2, {0, 3}, {0}},
                           {CHANCE, 2, {WIN_0, WIN_1}, {3, 1}},
                           {CHANCE, 2, {WIN_0, WIN_1}, {3, 2}}}},
                 0.75, 0.25);
}

static int pick_target(int count, Rng *rng) {
  uint32_t pick = rng_below(rng, (uint32_t)count + 2);
  if ((int)pick < count)
    return (int)pick;
  return WIN_0 + (int)rng_below(rng, 3);
}

static Graph random_graph(Rng *rng) {
  Graph g = {.count = 3 + (int)rng_below(rng, NODES - 2)};
  for (int at = 0; at < g.count; at++) {
    g.node[at].kind = (int)rng_below(rng, 3);
    g.node[at].moves = 1 + (int)rng_below(rng, MOVES);
    for (int i = 0; i < g.node[at].moves; i++) {
      g.node[at].to[i] = pick_target(g.count, rng);
      g.node[at].weight[i] = 1 + rng_below(rng, 3);
    }
  }
  return g;
}

static void
random_games_have_the_value_of_their_best_strategies(void **unused) {
  (void)unused;
  enum { GAMES = 1500 };
  for (uint64_t i = 0; i < GAMES; i++) {
    Rng rng;
    Chances chances;
    rng_seed(&rng, 1, i);
    Graph g = random_graph(&rng);
    solve(&g, &chances);
  }
}

/* Nature returns all but always: the game ends one time in 2^31. */
static void what_cannot_be_computed_is_refused(void **unused) {
  (void)unused;
  static const SolvePlan PLAN = {.memory = 16 << 20};
  Graph g = {3,
             {{CHANCE, 2, {WIN_0, 1}, {1, INT32_MAX}},
              {SIDE_1, 2, {2, 0}, {0}},
              {CHANCE, 2, {WIN_1, 1}, {1, INT32_MAX}}}};
  Game *game = open_graph(&g);
  ChanceMove list[MOVES];
  Chances chances;
  int count;
  uint64_t positions;
  Error error = {0};
  assert_int_equal(chance_solve(game, game->first, &PLAN, &chances, list,
                                &count, &positions, &error),
                   SOLVE_FAILED);
  assert_non_null(strstr(error.message, "cannot be computed to within 1e-09"));
  game_close(game);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_circle_is_left_by_the_side_that_is_ahead),
      cmocka_unit_test(endless_play_is_a_draw),
      cmocka_unit_test(both_sides_may_leave),
      cmocka_unit_test(random_games_have_the_value_of_their_best_strategies),
      cmocka_unit_test(what_cannot_be_computed_is_refused),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}
