/* Alpha-beta and max^n compared with an exhaustive search; limits, forced wins
 * and losses, and the bot. */
#include "tests/support/support.h"

#include "core/game/match.h"
#include "core/search/alphabeta.h"
#include "core/search/transposition.h"
#include <math.h>

/* ---- evaluations ---------------------------------------------------------*/

/* OWN is the game's evaluation. FINE and COARSE are hashes of the position:
 * FINE values are hardly ever equal, COARSE ones often are. MOBILITY prefers
 * having many moves. */
typedef enum Eval { OWN, FINE, COARSE, MOBILITY, EVALS } Eval;

static void normalise(int sides, double value[]) {
  double sum = 0;
  for (int s = 0; s < sides; s++)
    sum += value[s];
  for (int s = 0; s < sides; s++)
    value[s] /= sum;
}

static bool test_evaluate(void *context, const Game *game, const State *state,
                          double value[]) {
  Eval eval = *(const Eval *)context;
  uint64_t hash = game_hash_bytes(state, game->state_size);
  for (int s = 0; s < game->sides; s++) {
    uint64_t bits = rng_mix(hash + (uint64_t)s);
    value[s] = eval == FINE     ? (double)(bits >> 40) + 1
               : eval == COARSE ? (double)(bits % 3) + 0.5
                                : 10;
  }
  if (eval == MOBILITY)
    value[game->side[state->seat]] += game_count(game, state);
  normalise(game->sides, value);
  return true;
}

/* ---- an exhaustive search ------------------------------------------------*/

typedef struct Value {
  int end;      /* 1: a win, -1: a loss, 0: neither */
  int plies;    /* to the win or loss */
  double value; /* if it is neither */
} Value;

/* Positive if the first is better. */
static int compare(Value a, Value b) {
  if (a.end != b.end)
    return a.end - b.end;
  if (a.end)
    return a.end > 0 ? b.plies - a.plies : a.plies - b.plies;
  return (a.value > b.value) - (a.value < b.value);
}

typedef struct Plain {
  const Game *game;
  Eval eval;
  int root_side;
  bool each; /* max^n */
} Plain;

static void leaf(const Plain *p, const State *state, Value value[]) {
  const Game *game = p->game;
  double estimate[SEATS_MAX];
  unsigned won = scoring_sides(game, state);
  assert_true(position_values(game, state,
                              p->eval == OWN ? NULL : test_evaluate,
                              (void *)&p->eval, estimate));
  for (int s = 0; s < game->sides; s++) {
    value[s] = (Value){.value = estimate[s]};
    if (won == 1u << s)
      value[s].end = 1;
    else if (won && !(won >> s & 1))
      value[s].end = -1;
  }
}

/* Whether the side to move prefers `one`. Under max^n it compares its own
 * value, then takes what is worse for the root side, then the smaller values;
 * otherwise every side is for or against the root side. */
static bool prefers(const Plain *p, int side, const Value *one,
                    const Value *other) {
  int root_side = compare(one[p->root_side], other[p->root_side]);
  if (!p->each)
    return side == p->root_side ? root_side > 0 : root_side < 0;
  int own = compare(one[side], other[side]);
  if (own || root_side)
    return own ? own > 0 : root_side < 0;
  for (int s = 0; s < p->game->sides; s++)
    if (compare(one[s], other[s]))
      return compare(one[s], other[s]) < 0;
  return false;
}

static void plain(const Plain *p, const State *state, int depth,
                  Value value[]) {
  const Game *game = p->game;
  if (state->outcome != PLAYING || depth == 0) {
    leaf(p, state, value);
    return;
  }
  Move moves[game->max_moves];
  int count = game_moves(game, state, moves);
  State *next = game_copy(game, state);
  for (int i = 0; i < count; i++) {
    Value found[SEATS_MAX];
    game_assign(game, next, state);
    game_play(game, next, moves[i]);
    plain(p, next, depth - 1, found);
    for (int s = 0; s < game->sides; s++)
      found[s].plies += found[s].end != 0;
    if (i == 0 || prefers(p, game->side[state->seat], found, value))
      memcpy(value, found, sizeof found);
  }
  free(next);
}

/* ---- comparing -----------------------------------------------------------*/

/* The value of each move for the side that moves. */
typedef struct Truth {
  int count;
  Move *moves;
  Value *values;
  Value best;
} Truth;

static Truth truth_of(const Plain *p, const State *state, int depth) {
  const Game *game = p->game;
  size_t most = (size_t)game->max_moves;
  Truth t = {.moves = malloc(most * sizeof(Move)),
             .values = malloc(most * sizeof(Value))};
  State *next = game_copy(game, state);
  t.count = game_moves(game, state, t.moves);
  for (int i = 0; i < t.count; i++) {
    Value found[SEATS_MAX];
    game_assign(game, next, state);
    game_play(game, next, t.moves[i]);
    plain(p, next, depth - 1, found);
    t.values[i] = found[p->root_side];
    t.values[i].plies += t.values[i].end != 0;
    if (i == 0 || compare(t.values[i], t.best) > 0)
      t.best = t.values[i];
  }
  free(next);
  return t;
}

static void truth_clear(Truth *t) {
  free(t->moves);
  free(t->values);
}

static Value value_of(const AlphabetaMove *m) {
  if (m->plies)
    return (Value){.end = m->value == 1 ? 1 : -1, .plies = m->plies};
  return (Value){.value = m->value};
}

static const Value *true_value(const Truth *t, Move move) {
  for (int i = 0; i < t->count; i++)
    if (t->moves[i] == move)
      return &t->values[i];
  fail_msg("a move that is not in the list");
  return NULL;
}

/* The best moves are the true ones, exact values are exact, and all others are
 * upper bounds below the best. A search that has proven its best moves ends
 * early and may be wrong about the others. */
static void assert_true_to(const Truth *t, const Alphabeta *a, int depth,
                           bool all, const char *spec) {
  AlphabetaMove list[t->count];
  assert_int_equal(alphabeta_moves(a, list, t->count), t->count);
  for (int i = 0; i < t->count; i++) {
    const Value *value = true_value(t, list[i].move);
    bool best = compare(*value, t->best) == 0;
    int compared = compare(*value, value_of(&list[i]));
    bool early = !all && !best && list[i].depth < depth;
    if (list[i].best != best || list[i].depth < 1 ||
        ((best || all) && !list[i].exact) ||
        (!early && (compared > 0 || (list[i].exact && compared))))
      fail_msg("%s: move %u has the value %d in %d, %g, not %g in %d%s%s", spec,
               list[i].move, value->end, value->plies, value->value,
               list[i].value, list[i].plies, list[i].exact ? ", exact" : "",
               list[i].best ? ", best" : "");
    if (i > 0)
      assert_true(list[i - 1].best || !list[i].best);
  }
  assert_int_equal(alphabeta_best(a, NULL), list[0].move);
}

/* ---- a game that is a random graph ---------------------------------------*/

/* Positions are numbers, each with up to four moves to others: there are
 * transpositions after any number of plies, cycles, turns in a row of the same
 * seat, and shared wins. */
typedef struct Node {
  State base;
  uint32_t at;
} Node;

enum { GRAPH, SEATS, NODES };

static uint64_t graph_mix(const Game *game, uint32_t at) {
  return rng_mix(((uint64_t)game->option[GRAPH] << 32 | at) *
                 0x9e3779b97f4a7c15u);
}

static void graph_start(const Game *game, State *state, Rng *rng) {
  (void)game, (void)rng;
  ((Node *)state)->at = 0;
}

enum { GRAPH_MOVES = 4 };

static int graph_moves(const Game *game, const State *state, Move *list) {
  uint32_t at = ((const Node *)state)->at;
  int count = 1 + (int)(graph_mix(game, at) % 4);
  for (int i = 0; i < count; i++)
    list[i] = 4 * at + (Move)i; /* no two positions have a move in common */
  return count;
}

static void graph_play(const Game *game, State *state, Move move) {
  Node *node = (Node *)state;
  uint64_t next = rng_mix(graph_mix(game, node->at) + move + 1);
  node->at = (uint32_t)(next % (uint64_t)game->option[NODES]);
  uint64_t here = graph_mix(game, node->at) >> 8;
  state->seat = (uint8_t)(here % (uint64_t)game->seats);
  switch (here >> 8 & 15) {
  case 0:
    state_set_draw(state);
    break;
  case 1:
  case 2:
    state_set_win(state,
                  game_team(game, (int)((here >> 16) % (uint64_t)game->seats)));
    break;
  case 3:
    state_set_win(state, (uint16_t)((here >> 16) % (1u << game->seats)));
    if (!state->winners && game->sides == 2) /* for which minimax takes it */
      state_set_draw(state);
  }
}

static int graph_count(const Game *game, const State *state) {
  Move moves[GRAPH_MOVES];
  return graph_moves(game, state, moves);
}

static const Rules GRAPH_RULES = {.name = "graph",
                                  .start = graph_start,
                                  .moves = graph_moves,
                                  .play = graph_play,
                                  .count = graph_count};

static Game graph_game(int number, int seats, int sides, int nodes) {
  Game game = {.rules = &GRAPH_RULES,
               .option = {number, seats, nodes},
               .spec = "graph",
               .seats = seats,
               .sides = sides,
               .state_size = (sizeof(Node) + 7) / 8 * 8,
               .max_moves = GRAPH_MOVES,
               .max_plies = 100};
  for (int s = 0; s < seats; s++)
    game.side[s] = (uint8_t)(s % sides);
  return game;
}

/* ---- the same results as the exhaustive search ---------------------------*/

enum { DEPTHS = 4 };

/* The size of the table, and whether every move is to be exact. */
static const struct {
  size_t entries;
  bool all;
} WAYS[] = {{0, false}, {0, true}, {1, false}, {100, true}, {1 << 14, false}};

static size_t bytes_for(size_t entries, int values) {
  return entries *
         (sizeof(TranspositionEntry) + (size_t)values * sizeof(double));
}

/* One search for each depth and variation, each with its own table, which is
 * kept from position to position. */
typedef struct Bench {
  Plain plain;
  Alphabeta *search[DEPTHS][COUNT(WAYS)];
} Bench;

static void bench_open(Bench *b, const Game *game, Eval eval, bool paranoid) {
  b->plain = (Plain){game, eval, .each = game->sides > 2 && !paranoid};
  for (int d = 0; d < DEPTHS; d++)
    for (size_t w = 0; w < COUNT(WAYS); w++) {
      AlphabetaPlan plan = {
          .depth = d + 1,
          .table = bytes_for(WAYS[w].entries, b->plain.each ? game->sides : 1),
          .all = WAYS[w].all,
          .paranoid = paranoid,
          .evaluate = eval == OWN ? NULL : test_evaluate,
          .context = &b->plain.eval};
      b->search[d][w] = alphabeta_new(game, &plan, NULL);
      assert_non_null(b->search[d][w]);
    }
}

static void bench_close(Bench *b) {
  for (int d = 0; d < DEPTHS; d++)
    for (size_t w = 0; w < COUNT(WAYS); w++)
      alphabeta_free(b->search[d][w]);
}

static void bench_try(Bench *b, const State *state, int depth) {
  b->plain.root_side = b->plain.game->side[state->seat];
  Truth truth = truth_of(&b->plain, state, depth);
  for (size_t w = 0; w < COUNT(WAYS); w++) {
    Alphabeta *a = b->search[depth - 1][w];
    assert_true(alphabeta_search(a, state, NULL));
    assert_true_to(&truth, a, depth, WAYS[w].all, b->plain.game->spec);
  }
  truth_clear(&truth);
}

/* A depth at which the exhaustive search visits some thousands of positions. */
static int draw_depth(const Game *game, const State *state, Rng *rng) {
  int depth = 1 + (int)rng_below(rng, DEPTHS);
  while (depth > 1 && pow(game_count(game, state), depth) > 12000)
    depth--;
  return depth;
}

/* Positions along random games. */
static int bench_games(Bench *b, int games, uint64_t seed) {
  const Game *game = b->plain.game;
  State *state = game_start(game);
  int tried = 0;
  Rng rng;
  for (int i = 0; i < games; i++) {
    rng_seed(&rng, seed, (uint64_t)i);
    game_begin(game, state, &rng);
    for (int k = 0; k < 5; k++) {
      bench_try(b, state, draw_depth(game, state, &rng));
      tried++;
      if (play_random(game, state, &rng, 1 + (int)rng_below(&rng, 4)) == 0)
        break;
    }
  }
  free(state);
  return tried;
}

static const char *const SPECS[] = {
    "quoridor:size=3",
    "quoridor:size=4,players=4",
    "tictacdoh",
    "tictacdoh:small=2,medium=2,large=2",
    "tictacdoh:players=3,small=2,medium=2,large=2,blocked_loses=false",
    "tictacdoh:players=4",
    "dorix:size=3",
    "dorix:size=3,pawns=4",
    "dorix:size=3,players=3",
    "dorix:size=3,players=4",
    "dorix:size=3,players=4,teams=false,pawns=2",
    "orbital:size=3",
    "orbital:size=3,towers_to_win=1",
};

static void
built_in_games_give_the_results_of_the_exhaustive_search(void **state) {
  (void)state;
  int tried = 0;
  for (size_t i = 0; i < COUNT(SPECS); i++) {
    Table t = table_set(SPECS[i], NULL);
    for (int eval = 0; eval < EVALS; eval++)
      for (int paranoid = 0; paranoid <= (t.game->sides > 2); paranoid++) {
        Bench b;
        bench_open(&b, t.game, (Eval)eval, paranoid);
        tried += bench_games(&b, 6, i);
        bench_close(&b);
      }
    table_clear(&t);
  }
  assert_true(tried > 1000);
}

static void
random_graphs_give_the_results_of_the_exhaustive_search(void **state) {
  (void)state;
  static const struct {
    int seats, sides;
  } CASES[] = {{1, 1}, {2, 2}, {4, 2}, {3, 3}, {4, 4}, {6, 3}, {2, 1}};
  for (size_t i = 0; i < COUNT(CASES); i++)
    for (int number = 0; number < 48; number++) {
      Game game = graph_game(number, CASES[i].seats, CASES[i].sides,
                             number % 2 ? 40 : 400);
      Bench b;
      bench_open(&b, &game, (Eval)(number % EVALS), number / 4 % 2);
      bench_games(&b, 10, (uint64_t)number);
      bench_close(&b);
    }
}

/* ---- deeper searches -----------------------------------------------------*/

static Alphabeta *open_plan(const Game *game, AlphabetaPlan plan) {
  Error error = {0};
  Alphabeta *a = alphabeta_new(game, &plan, &error);
  if (!a)
    fail_msg("%s", error.message);
  return a;
}

static AlphabetaMove first_of(Alphabeta *a, const State *state) {
  AlphabetaMove best;
  assert_true(alphabeta_search(a, state, NULL));
  assert_true(alphabeta_moves(a, &best, 1) > 0);
  return best;
}

/* In deep searches positions are reached with any number of plies left, and
 * what was proven with few plies left is used with more. */
static void the_transposition_table_does_not_change_the_result(void **state) {
  (void)state;
  static Eval eval = COARSE;
  uint64_t with = 0, without = 0;
  for (int number = 0; number < 200; number++) {
    int seats = 2 + number % 3;
    Game game = graph_game(number, seats, 1 + number / 3 % seats, 60);
    AlphabetaPlan plan = {
        .depth = 9, .evaluate = test_evaluate, .context = &eval};
    Alphabeta *bare = open_plan(&game, plan);
    plan.table = 1 << 16;
    Alphabeta *wise = open_plan(&game, plan);
    State *s = game_start(&game);
    Rng rng;
    rng_seed(&rng, 1, (uint64_t)number);
    for (int k = 0; k < 8; k++) {
      AlphabetaMove one[4], other[4];
      assert_true(alphabeta_search(bare, s, NULL));
      assert_true(alphabeta_search(wise, s, NULL));
      int count = alphabeta_moves(bare, one, 4);
      assert_int_equal(alphabeta_moves(wise, other, 4), count);
      for (int i = 0; i < count && one[i].best; i++) {
        assert_true(other[i].best && other[i].move == one[i].move);
        assert_true(one[i].value == other[i].value);
        assert_int_equal(one[i].plies, other[i].plies);
      }
      if (play_random(&game, s, &rng, 2) == 0)
        break;
    }
    with += alphabeta_nodes(wise);
    without += alphabeta_nodes(bare);
    free(s);
    alphabeta_free(bare);
    alphabeta_free(wise);
  }
  assert_true(with < without);
}

/* A proven value stays the same at every greater depth: a win in n plies is
 * found at every depth from n on, and not before. */
static void deeper_searches_confirm_proven_values(void **state) {
  (void)state;
  Table t = table_set("quoridor:size=3", NULL);
  static Eval eval = FINE;
  int mates = 0;
  Rng rng;
  for (uint64_t i = 0; i < 100; i++) {
    rng_seed(&rng, 3, i);
    game_begin(t.game, t.state, &rng);
    play_random(t.game, t.state, &rng, (int)(i % 5));
    AlphabetaPlan plan = {.depth = 14,
                          .table = 1 << 20,
                          .evaluate = test_evaluate,
                          .context = &eval};
    Alphabeta *deep = open_plan(t.game, plan);
    AlphabetaMove found = first_of(deep, t.state);
    alphabeta_free(deep);
    if (found.plies < 2)
      continue;
    mates++;
    assert_true(found.proven && found.depth == found.plies);
    for (plan.depth = found.plies - 1; plan.depth <= found.plies + 1;
         plan.depth++) {
      Alphabeta *a = open_plan(t.game, plan);
      AlphabetaMove again = first_of(a, t.state);
      assert_int_equal(again.plies, plan.depth < found.plies ? 0 : found.plies);
      if (again.plies)
        assert_true(again.value == found.value);
      alphabeta_free(a);
    }
  }
  assert_true(mates > 50);
  table_clear(&t);
}

/* ---- positions made by hand ----------------------------------------------*/

static char *best_texts(const Table *t, const Alphabeta *a, char *text) {
  AlphabetaMove list[t->game->max_moves];
  int count = alphabeta_moves(a, list, t->game->max_moves);
  text[0] = '\0';
  for (int i = 0; i < count && list[i].best; i++) {
    char move[MOVE_TEXT];
    game_format(t->game, t->state, list[i].move, move);
    sprintf(text + strlen(text), "%s%s", i ? " " : "", move);
  }
  return text;
}

/* An evaluation that knows nothing: all sides are even. */
static bool even(void *context, const Game *game, const State *state,
                 double value[]) {
  (void)context, (void)state;
  neutral_values(game, value);
  return true;
}

static void forced_wins_and_losses_are_found(void **state) {
  (void)state;
  static const struct {
    const char *spec, *settings;
    int depth, plies;
    double value;
    const char *best;
  } CASES[] = {
      /* A race without walls: won in one step, in three, and lost by one. */
      {"quoridor:size=5,walls=0", "pawn1=a4 pawn2=e4", 6, 1, 1, "a5"},
      {"quoridor:size=5,walls=0", "pawn1=a3 pawn2=e4", 6, 3, 1, "a4"},
      {"quoridor:size=5,walls=0", "pawn1=a3 pawn2=e4", 2, 0, 0.5, "a4 b3 a2"},
      {"quoridor:size=5,walls=0", "pawn1=a2 pawn2=e4", 6, 5, 1, "a3"},
      {"quoridor:size=5,walls=0", "pawn1=a2 pawn2=e3", 6, 4, 0, "a3 b2 a1"},
      /* A jump over the pawn in front. */
      {"quoridor:size=5,walls=0", "pawn1=c3 pawn2=c4", 6, 1, 1, "c5"},
      /* The last wall lengthens the opponent's path by two, now or later. */
      {"quoridor:size=5", "pawn1=a2 pawn2=e3 hand1=1 hand2=0", 8, 7, 1,
       "a3 d1h d2h"},
      /* A diagonal is completed, or blocked. */
      {"dorix:size=3", "a1=1 b2=1 hand1=5 hand2=5", 3, 1, 1, "c3"},
      {"dorix:size=3", "a1=1 b2=1 hand1=5 hand2=5 seat=2", 2, 0, 0.5, "c3"},
      /* Two diagonals cannot both be blocked. */
      {"dorix:size=3", "a1=1 b2=1 a3=1 hand1=5 hand2=5 seat=2", 4, 2, 0,
       "b1 c1 a2 c2 b3 c3"},
      {"dorix:size=3", "a1=1 a3=1 hand1=5 hand2=5", 4, 3, 1, "b2"},
      /* Teams: seat 3 completes what seat 1 began. */
      {"dorix:size=3,players=4", "a1=1 b2=1 hand1=5 seat=3", 4, 1, 1, "c3"},
      {"tictacdoh", "c3=S d3=S", 2, 1, 1, "Sb3 Se3"},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Table t = table_set(CASES[i].spec, CASES[i].settings);
    Alphabeta *a = open_plan(t.game, (AlphabetaPlan){.depth = CASES[i].depth,
                                                     .table = 1 << 20,
                                                     .evaluate = even});
    AlphabetaMove best = first_of(a, t.state);
    char text[4096];
    assert_string_equal(best_texts(&t, a, text), CASES[i].best);
    assert_int_equal(best.plies, CASES[i].plies);
    assert_true(best.value == CASES[i].value);
    assert_int_equal(best.proven, best.plies > 0);
    alphabeta_free(a);
    table_clear(&t);
  }
}

/* With more than two sides, opponents that also play against each other leave a
 * side at least as much as opponents that play together. */
static void paranoid_values_are_never_higher_than_those_of_maxn(void **state) {
  (void)state;
  int differ = 0;
  static Eval eval = FINE;
  for (int number = 0; number < 50; number++) {
    Game game = graph_game(number, 3, 3, 300);
    State *s = game_start(&game);
    AlphabetaPlan plan = {
        .depth = 5, .evaluate = test_evaluate, .context = &eval};
    Alphabeta *each = open_plan(&game, plan);
    plan.paranoid = true;
    Alphabeta *paranoid = open_plan(&game, plan);
    AlphabetaMove hopes = first_of(each, s), fears = first_of(paranoid, s);
    assert_true(compare(value_of(&hopes), value_of(&fears)) >= 0);
    differ += compare(value_of(&hopes), value_of(&fears)) > 0;
    alphabeta_free(each);
    alphabeta_free(paranoid);
    free(s);
  }
  assert_true(differ > 10);
}

/* ---- limits --------------------------------------------------------------*/

static void the_node_limit_is_never_exceeded(void **state) {
  (void)state;
  static const uint64_t LIMITS[] = {1, 2, 3, 10, 100, 1000, 20000};
  static Eval eval = FINE;
  for (size_t i = 0; i < COUNT(SPECS); i++)
    for (size_t k = 0; k < COUNT(LIMITS); k++) {
      Table t = table_set(SPECS[i], NULL);
      Alphabeta *a =
          open_plan(t.game, (AlphabetaPlan){.depth = ALPHABETA_DEPTH_MAX,
                                            .nodes = LIMITS[k],
                                            .table = 1 << 16,
                                            .evaluate = test_evaluate,
                                            .context = &eval});
      Rng rng;
      rng_seed(&rng, 5, i);
      for (int ply = 0; ply < 10; ply++) {
        uint64_t before = alphabeta_nodes(a);
        AlphabetaMove best = first_of(a, t.state);
        uint64_t used = alphabeta_nodes(a) - before;
        assert_true(used > 0 && used <= LIMITS[k]);
        assert_true(best.best && best.exact && best.depth > 0);
        assert_true(game_legal(t.game, t.state, alphabeta_best(a, &rng)));
        if (play_random(t.game, t.state, &rng, 1) == 0)
          break;
      }
      alphabeta_free(a);
      table_clear(&t);
    }
}

/* All moves are equally good: a search that is stopped in its second iteration
 * must not prefer the moves it has completed. */
static void an_unfinished_iteration_breaks_no_ties(void **state) {
  (void)state;
  Table t = table_set("dorix", NULL);
  for (uint64_t nodes = 16; nodes < 256; nodes++) {
    Alphabeta *a = open_plan(
        t.game, (AlphabetaPlan){.depth = 2, .nodes = nodes, .evaluate = even});
    AlphabetaMove list[16];
    assert_true(alphabeta_search(a, t.state, NULL));
    assert_int_equal(alphabeta_moves(a, list, 16), 16);
    for (int i = 0; i < 16; i++)
      assert_true(list[i].best);
    alphabeta_free(a);
  }
  table_clear(&t);
}

static void a_depth_out_of_range_is_refused(void **state) {
  (void)state;
  Table t = table_set("dorix", NULL);
  static const int DEPTH[] = {-1, 0, ALPHABETA_DEPTH_MAX + 1};
  for (size_t i = 0; i < COUNT(DEPTH); i++) {
    Error error = {0};
    AlphabetaPlan plan = {.depth = DEPTH[i]};
    assert_null(alphabeta_new(t.game, &plan, &error));
    assert_non_null(strstr(error.message, "must be from 1 to 100"));
  }
  table_clear(&t);
}

/* ---- reproducibility -----------------------------------------------------*/

static void assert_same_results(const Alphabeta *a, const Alphabeta *b) {
  AlphabetaMove one[4], other[4];
  int count = alphabeta_moves(a, one, 4);
  assert_int_equal(alphabeta_moves(b, other, 4), count);
  for (int i = 0; i < count; i++) {
    assert_int_equal(one[i].move, other[i].move);
    assert_true(one[i].value == other[i].value);
    assert_int_equal(one[i].depth, other[i].depth);
    assert_int_equal(one[i].exact, other[i].exact);
    assert_int_equal(one[i].proven, other[i].proven);
  }
}

/* With a limit on nodes, so that any difference would show: forgetting leaves
 * no trace, in a table that is too small or one that has spread. */
static void forget_and_compare(const Game *game, const AlphabetaPlan *plan) {
  Alphabeta *old = open_plan(game, *plan);
  State *s = game_start(game);
  for (uint64_t i = 0; i < 6; i++) {
    Alphabeta *new = open_plan(game, *plan);
    Rng rng;
    rng_seed(&rng, 9, i);
    alphabeta_forget(old);
    uint64_t before = alphabeta_nodes(old);
    game_begin(game, s, &rng);
    for (int k = 0; k < 8 && play_random(game, s, &rng, 1); k++) {
      assert_true(alphabeta_search(old, s, NULL));
      assert_true(alphabeta_search(new, s, NULL));
      assert_same_results(old, new);
      assert_int_equal(alphabeta_nodes(old) - before, alphabeta_nodes(new));
    }
    alphabeta_free(new);
  }
  free(s);
  alphabeta_free(old);
}

static void a_search_that_has_forgotten_behaves_as_a_new_one(void **state) {
  (void)state;
  static Eval eval = FINE;
  Game game = graph_game(7, 3, 3, 5000);
  static const size_t TABLES[] = {20000, 1 << 20};
  for (int paranoid = 0; paranoid < 2; paranoid++)
    for (size_t i = 0; i < COUNT(TABLES); i++) {
      AlphabetaPlan plan = {.depth = 30,
                            .nodes = 20000,
                            .table = TABLES[i],
                            .paranoid = paranoid,
                            .evaluate = test_evaluate,
                            .context = &eval};
      forget_and_compare(&game, &plan);
    }
}

/* Table entries carry the number of their game, which wraps around after 65535:
 * old entries must not be taken for those of a later game with their number. */
static void entries_do_not_survive_when_game_numbers_wrap_around(void **state) {
  (void)state;
  static Eval eval = FINE;
  Game game = graph_game(3, 2, 2, 5000);
  Alphabeta *a = open_plan(&game, (AlphabetaPlan){.depth = 6,
                                                  .table = 1 << 16,
                                                  .evaluate = test_evaluate,
                                                  .context = &eval});
  State *s = game_start(&game);
  uint64_t first = 0;
  for (int round = 0; round < 3; round++) {
    uint64_t before = alphabeta_nodes(a);
    assert_true(alphabeta_search(a, s, NULL));
    if (round == 0)
      first = alphabeta_nodes(a);
    assert_int_equal(alphabeta_nodes(a) - before, first);
    for (int i = 0; i < UINT16_MAX; i++)
      alphabeta_forget(a);
  }
  free(s);
  alphabeta_free(a);
}

/* ---- faulty evaluations --------------------------------------------------*/

static bool fail_at_last(void *context, const Game *game, const State *state,
                         double value[]) {
  int *left = context;
  Eval eval = FINE;
  return (*left)-- > 0 && test_evaluate(&eval, game, state, value);
}

static void a_failed_evaluation_is_reported(void **state) {
  (void)state;
  Table t = table_set("dorix:size=3,players=3", NULL);
  for (int paranoid = 0; paranoid < 2; paranoid++)
    for (int after = 0; after < 200; after += 13) {
      int left = after;
      Error error = {0};
      AlphabetaMove list[1];
      Alphabeta *a = open_plan(t.game, (AlphabetaPlan){.depth = 4,
                                                       .table = 1 << 16,
                                                       .paranoid = paranoid,
                                                       .evaluate = fail_at_last,
                                                       .context = &left});
      assert_false(alphabeta_search(a, t.state, &error));
      assert_string_equal(error.message, "the evaluation has failed");
      assert_int_equal(alphabeta_moves(a, list, 1), 0);
      left = 1000000;
      assert_true(alphabeta_search(a, t.state, &error));
      assert_int_equal(alphabeta_moves(a, list, 1), 9);
      alphabeta_free(a);
    }
  table_clear(&t);
}

/* ---- progress ------------------------------------------------------------*/

typedef struct Guard {
  uint64_t most, reported;
  int calls;
} Guard;

static bool limit_nodes(void *context, uint64_t nodes) {
  Guard *w = context;
  assert_true(nodes > w->reported);
  w->reported = nodes;
  w->calls++;
  return nodes < w->most;
}

/* The callback does not change the result, and can stop the search at any time.
 */
static void the_progress_callback_can_stop_the_search(void **state) {
  (void)state;
  Table t = table_set("tictacdoh", NULL);
  Error error = {0};
  Guard w = {.most = UINT64_MAX};
  AlphabetaPlan plan = {.depth = 9, .nodes = 5000, .table = 1 << 20};
  Alphabeta *alone = open_plan(t.game, plan);
  plan.progress = limit_nodes;
  plan.context = &w;
  Alphabeta *a = open_plan(t.game, plan);
  assert_true(alphabeta_search(alone, t.state, &error));
  assert_true(alphabeta_search(a, t.state, &error));
  AlphabetaMove one[8], other[8];
  int count = alphabeta_moves(alone, one, 8);
  assert_int_equal(alphabeta_moves(a, other, 8), count);
  for (int i = 0; i < count; i++)
    assert_true(one[i].move == other[i].move &&
                one[i].value == other[i].value &&
                one[i].plies == other[i].plies && one[i].best == other[i].best);
  assert_int_equal(alphabeta_nodes(a), 5000);
  assert_true(w.calls > 50);
  w.most = 5700;
  assert_false(alphabeta_search(a, t.state, &error));
  assert_string_equal(error.message, "the search was stopped");
  assert_int_equal(alphabeta_moves(a, other, 8), 0);
  assert_in_range(alphabeta_nodes(a), 5700, 5900);
  alphabeta_free(alone);
  alphabeta_free(a);
  table_clear(&t);
}

/* Values outside of 0 to 1 are never taken for a forced win or loss. */
static bool exaggerate(void *context, const Game *game, const State *state,
                       double value[]) {
  static const double VALUES[] = {-5000, 5000, NAN, INFINITY, -INFINITY, 0.5};
  (void)context;
  uint64_t hash = game_hash_bytes(state, game->state_size);
  for (int s = 0; s < game->sides; s++)
    value[s] = VALUES[(hash + (uint64_t)s) % COUNT(VALUES)];
  return true;
}

static void an_evaluation_never_counts_as_a_forced_win_or_loss(void **state) {
  (void)state;
  Table t = table_set("orbital:size=3", NULL);
  Alphabeta *a = open_plan(t.game, (AlphabetaPlan){.depth = 3,
                                                   .all = true,
                                                   .table = 1 << 16,
                                                   .evaluate = exaggerate});
  AlphabetaMove list[64];
  assert_true(alphabeta_search(a, t.state, NULL));
  int count = alphabeta_moves(a, list, 64);
  for (int i = 0; i < count; i++) {
    assert_true(list[i].value >= 0 && list[i].value <= 1);
    assert_true(list[i].plies == 0 && !list[i].proven);
  }
  alphabeta_free(a);
  table_clear(&t);
}

/* ---- the bot -------------------------------------------------------------*/

static void the_bot_alphabeta_follows_its_options(void **state) {
  (void)state;
  Table t = table_set("dorix", NULL);
  static const char *const CASES[][2] = {
      {"alphabeta", "alphabeta"},
      {"alphabeta:depth=4,nodes=0,table=64,paranoid=false", "alphabeta"},
      {"alphabeta:depth=2,table=0", "alphabeta:depth=2,table=0"},
      {"alphabeta:nodes=1000,paranoid=true",
       "alphabeta:nodes=1000,paranoid=true"},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Bot *bot = bot_open(CASES[i][0], t.game, NULL);
    assert_non_null(bot);
    assert_string_equal(bot->spec, CASES[i][1]);
    bot_close(bot);
  }
  assert_null(bot_open("alphabeta:depth=0", t.game, NULL));
  table_clear(&t);
}

static void equal_moves_are_chosen_at_random(void **state) {
  (void)state;
  Rules rules = *rules_named("dorix");
  rules.evaluate = NULL; /* all moves are equal */
  Table t = {.game = open_as("dorix", &rules)};
  t.state = game_start(t.game);
  Bot *bot = bot_open("alphabeta:depth=1,table=1", t.game, NULL);
  assert_non_null(bot);
  int seen[16] = {0};
  Move moves[t.game->max_moves];
  assert_int_equal(game_moves(t.game, t.state, moves), 16);
  for (uint64_t i = 0; i < 4000; i++) {
    Rng rng;
    Move move;
    rng_seed(&rng, 11, i);
    assert_true(bot_begin(bot, 0, &rng, NULL));
    assert_true(bot_choose(bot, t.state, &rng, &move, NULL));
    for (int k = 0; k < 16; k++)
      seen[k] += moves[k] == move;
  }
  assert_true(looks_uniform(seen, 16));
  assert_int_equal(bot->nodes, 4000 * 16);
  bot_close(bot);
  table_clear(&t);
}

/* The points of the first of two bots, playing half of the games from each
 * seat.
 */
static double play_games(const char *spec, const char *one, const char *other,
                         int games) {
  Table t = table_set(spec, NULL);
  const char *specs[] = {one, other};
  double points = 0;
  for (int i = 0; i < games; i++) {
    Bot *bots[SEATS_MAX];
    Match match;
    Error reason;
    Rng rng;
    rng_seed(&rng, 13, (uint64_t)i);
    for (int s = 0; s < t.game->seats; s++)
      bots[s] = bot_open(specs[s != i % t.game->seats], t.game, NULL);
    assert_true(
        match_play(t.game, bots, &rng, 400, t.state, NULL, &match, &reason));
    assert_int_equal(match.forfeiter, -1);
    points += match.end != MATCH_WIN ? 1.0 / t.game->seats
                                     : match.winners >> i % t.game->seats & 1;
    for (int s = 0; s < t.game->seats; s++)
      bot_close(bots[s]);
  }
  table_clear(&t);
  return points / games;
}

/* Even without an evaluation, by the ends it sees. The third number is well
 * below the points it usually scores. */
static void the_bot_alphabeta_beats_bots_that_search_less_deep(void **state) {
  (void)state;
  static const struct {
    const char *game, *other;
    double more;
  } CASES[] = {
      {"tictacdoh", "random", 0.8},
      {"tictacdoh", "greedy", 0.6},
      {"dorix:size=3", "random", 0.8},
      {"dorix:size=3", "greedy", 0.7},
      {"orbital:size=3", "random", 0.6},
      {"orbital:size=3", "greedy", 0.6},
      {"quoridor:size=3", "random", 0.6},
      {"quoridor:size=5", "greedy", 0.55}, /* with 3, greedy wins in seat 2 */
      {"dorix:size=3,players=3", "random", 0.5},
      {"tictacdoh:players=3", "greedy", 0.4},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    double points = play_games(CASES[i].game, "alphabeta:depth=3,table=1",
                               CASES[i].other, 60);
    if (points <= CASES[i].more)
      fail_msg("%s against %s: %g", CASES[i].game, CASES[i].other, points);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(
          built_in_games_give_the_results_of_the_exhaustive_search),
      cmocka_unit_test(random_graphs_give_the_results_of_the_exhaustive_search),
      cmocka_unit_test(the_transposition_table_does_not_change_the_result),
      cmocka_unit_test(deeper_searches_confirm_proven_values),
      cmocka_unit_test(forced_wins_and_losses_are_found),
      cmocka_unit_test(paranoid_values_are_never_higher_than_those_of_maxn),
      cmocka_unit_test(the_node_limit_is_never_exceeded),
      cmocka_unit_test(an_unfinished_iteration_breaks_no_ties),
      cmocka_unit_test(a_depth_out_of_range_is_refused),
      cmocka_unit_test(a_search_that_has_forgotten_behaves_as_a_new_one),
      cmocka_unit_test(entries_do_not_survive_when_game_numbers_wrap_around),
      cmocka_unit_test(a_failed_evaluation_is_reported),
      cmocka_unit_test(the_progress_callback_can_stop_the_search),
      cmocka_unit_test(an_evaluation_never_counts_as_a_forced_win_or_loss),
      cmocka_unit_test(the_bot_alphabeta_follows_its_options),
      cmocka_unit_test(equal_moves_are_chosen_at_random),
      cmocka_unit_test(the_bot_alphabeta_beats_bots_that_search_less_deep),
  };
  return RUN_TESTS(tests);
}
