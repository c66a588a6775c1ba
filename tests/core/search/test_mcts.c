/* Monte Carlo tree search: proven values are true, wins are found, and the same
 * random stream gives the same tree. */
#include "tests/support/support.h"

#include "core/game/bot.h"
#include "core/game/match.h"
#include "core/search/mcts.h"
#include "core/search/mcts_tree.h"

static const MctsPlan PLAN = {.iterations = 2000,
                              .exploration = 0.7,
                              .playouts = 1,
                              .playout_plies = -1,
                              .reuse = true,
                              .memory = (size_t)64 << 20};

static Mcts *open_search(const Game *game, const MctsPlan *plan) {
  Error error;
  Mcts *mcts = mcts_new(game, plan);
  if (!mcts)
    fail_msg("%s", error.message);
  return mcts;
}

static void search(Mcts *mcts, const State *state, uint64_t seed) {
  Rng rng;
  Error error;
  rng_seed(&rng, seed, 0);
  if (!mcts_search(mcts, state, &rng, &error))
    fail_msg("%s", error.message);
}

/* ---- proven values -------------------------------------------------------*/

/* The value of a position for a side by exhaustive search, where each side
 * maximises its own value; with two sides this is the game-theoretic value. */
static double brute_force(const Game *game, const State *state, int side) {
  double value[SEATS_MAX], best = -1;
  if (state->outcome != PLAYING) {
    outcome_values(game, scoring_sides(game, state), value);
    return value[side];
  }
  Move moves[game->max_moves];
  int count = game_moves(game, state, moves);
  bool own = game->side[state->seat] == side;
  for (int i = 0; i < count; i++) {
    State *next = game_copy(game, state);
    game_play(game, next, moves[i]);
    double reply = brute_force(game, next, side);
    free(next);
    best = best < 0 ? reply : own == (reply > best) ? reply : best;
    if (best == (own ? 1 : 0))
      break; /* no move is better */
  }
  return best;
}

/* Searches positions near the end of random games, and compares every proven
 * value with brute force.
 */
static void check_proofs(const char *spec, int keep, int positions,
                         uint64_t iterations) {
  int proven = 0;
  MctsPlan plan = PLAN;
  plan.iterations = iterations;
  for (int i = 0; i < positions; i++) {
    Table table = table_set(spec, NULL);
    Rng rng;
    rng_seed(&rng, 7, (uint64_t)i);
    play_random(table.game, table.state, &rng, keep);
    Mcts *mcts = open_search(table.game, &plan);
    search(mcts, table.state, (uint64_t)i);
    MctsMove list[256];
    int count = mcts_moves(mcts, list, 256);
    int side = table.game->side[table.state->seat];
    for (int k = 0; k < count && k < 256; k++) {
      if (!list[k].proven)
        continue;
      proven++;
      State *next = game_copy(table.game, table.state);
      game_play(table.game, next, list[k].move);
      double value = brute_force(table.game, next, side);
      if (value != list[k].value)
        fail_msg("%s, position %d: proven to have the value %g, not %g", spec,
                 i, list[k].value, value);
      free(next);
    }
    mcts_free(mcts);
    table_clear(&table);
  }
  if (2 * proven <= positions)
    fail_msg("%s: only %d moves of %d positions are proven", spec, proven,
             positions);
}

static void proven_values_are_true(void **state) {
  (void)state;
  check_proofs("tictacdoh", 11, 60, 2000);
  check_proofs("tictacdoh:small=2,medium=2,large=2", 3, 10, 20000);
  check_proofs("tictacdoh:blocked_loses=false,small=1,medium=2", 3, 10, 20000);
}

/* ---- strength ------------------------------------------------------------*/

static void a_win_is_found_and_proven(void **state) {
  (void)state;
  static const struct {
    const char *spec, *line;
  } CASES[] = {
      {"quoridor:size=3,walls=0", "a1 c3 a2 c2"}, /* a step from the goal */
      {"tictacdoh", "Lc3 Lb2"},                   /* at either end of a line */
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Table table = table_set(CASES[i].spec, NULL);
    table_play(&table, CASES[i].line);
    Mcts *mcts = open_search(table.game, &PLAN);
    search(mcts, table.state, 1);
    MctsMove best;
    mcts_moves(mcts, &best, 1);
    assert_int_equal(best.move, mcts_best(mcts));
    assert_true(best.proven && best.value == 1);
    game_play(table.game, table.state, best.move);
    assert_won(&table, "1");
    mcts_free(mcts);
    table_clear(&table);
  }
}

static double play_match(const char *spec, const char *one, const char *other,
                         int games) {
  Error error;
  Game *game = game_open(spec, &error);
  Bot *bots[2][SEATS_MAX];
  double points = 0;
  State *state = game_start(game);
  for (int seat = 0; seat < game->seats; seat++) {
    bots[0][seat] = bot_open(one, game, &error);
    bots[1][seat] = bot_open(other, game, &error);
    assert_true(bots[0][seat] && bots[1][seat]);
  }
  for (int i = 0; i < games; i++) {
    Bot *seated[SEATS_MAX];
    Match match;
    Rng rng;
    int own = i % game->seats;
    for (int seat = 0; seat < game->seats; seat++)
      seated[seat] = bots[seat != own][seat];
    rng_seed(&rng, 11, (uint64_t)i);
    assert_true(match_play(game, seated, &rng, game->max_plies, state, NULL,
                           &match, &error));
    points += match.end == MATCH_WIN && match.winners >> own & 1;
  }
  for (int seat = 0; seat < game->seats; seat++) {
    bot_close(bots[0][seat]);
    bot_close(bots[1][seat]);
  }
  free(state);
  game_close(game);
  return points / games;
}

static void it_beats_random_play_with_two_and_more_sides(void **state) {
  (void)state;
  assert_true(play_match("tictacdoh", "mcts:iterations=200", "random", 40) >
              0.9);
  assert_true(play_match("orbital", "mcts:iterations=100", "random", 20) > 0.8);
  assert_true(play_match("dorix", "mcts:iterations=50", "random", 20) > 0.9);
  assert_true(play_match("tictacdoh:players=3", "mcts:iterations=200", "random",
                         42) > 0.6);
  assert_true(
      play_match("dorix:players=3", "mcts:iterations=50", "random", 21) > 0.6);
}

static void more_iterations_are_stronger(void **state) {
  (void)state;
  assert_true(play_match("tictacdoh", "mcts:iterations=400",
                         "mcts:iterations=25", 60) > 0.65);
}

/* ---- reproducibility -----------------------------------------------------*/

static void assert_same_moves(const Mcts *one, const Mcts *other) {
  MctsMove a[256], b[256];
  int count = mcts_moves(one, a, 256);
  assert_int_equal(mcts_moves(other, b, 256), count);
  for (int i = 0; i < count && i < 256; i++) {
    assert_int_equal(a[i].move, b[i].move);
    assert_int_equal(a[i].visits, b[i].visits);
    assert_true(a[i].value == b[i].value);
  }
}

static void the_same_stream_gives_the_same_tree(void **state) {
  (void)state;
  static const char *const SPECS[] = {"dorix", "quoridor", "orbital",
                                      "tictacdoh:players=3"};
  for (size_t i = 0; i < COUNT(SPECS); i++) {
    Table table = table_set(SPECS[i], NULL);
    Mcts *one = open_search(table.game, &PLAN);
    Mcts *other = open_search(table.game, &PLAN);
    search(other, table.state, 9); /* another search before */
    mcts_forget(other);
    search(one, table.state, 4);
    search(other, table.state, 4);
    assert_same_moves(one, other);
    mcts_free(one);
    mcts_free(other);
    table_clear(&table);
  }
}

static void a_search_makes_exactly_its_iterations(void **state) {
  (void)state;
  Table table = table_set("quoridor", NULL);
  MctsPlan plan = PLAN;
  plan.iterations = 777;
  plan.playouts = 3;
  Mcts *mcts = open_search(table.game, &plan);
  search(mcts, table.state, 1);
  MctsMove list[256];
  int count = mcts_moves(mcts, list, 256);
  uint64_t visits = 0;
  for (int i = 0; i < count; i++)
    visits += list[i].visits;
  assert_int_equal(visits, 777);
  assert_int_equal(mcts_playouts(mcts), 3 * 777);
  mcts_free(mcts);
  table_clear(&table);
}

/* A tree that cannot grow any more is still searched. */
static void a_full_tree_is_still_searched(void **state) {
  (void)state;
  Table table = table_set("quoridor", NULL);
  MctsPlan plan = PLAN;
  plan.memory = 8192;
  Mcts *mcts = open_search(table.game, &plan);
  search(mcts, table.state, 1);
  MctsMove best;
  assert_int_equal(mcts_moves(mcts, &best, 1), 131);
  assert_true(best.visits > 0);
  assert_true(mcts_is_full(mcts));
  mcts_forget(mcts);
  assert_false(mcts_is_full(mcts));
  mcts_free(mcts);
  table_clear(&table);
}

/* In Quoridor a node has up to 131 moves. */
static void a_tree_takes_little_memory(void **state) {
  (void)state;
  static const char *const SPECS[] = {"quoridor", "dorix", "orbital",
                                      "tictacdoh"};
  for (size_t i = 0; i < COUNT(SPECS); i++) {
    Table table = table_set(SPECS[i], NULL);
    MctsPlan plan = mcts_plan(eval_exploration(table.game));
    plan.iterations = 10000;
    Mcts *mcts = open_search(table.game, &plan);
    search(mcts, table.state, 1);
    size_t bytes = mcts_memory(mcts) / plan.iterations;
    print_message("%s: %zu bytes per iteration\n", SPECS[i], bytes);
    assert_true(bytes <= 400);
    mcts_free(mcts);
    table_clear(&table);
  }
}

/* An evaluation of all positions as the rules do it. With it, the priors are
 * kept and not found again. */
static bool as_the_rules_do(void *context, const Game *game, const State *state,
                            double value[]) {
  (void)context;
  return position_values(game, state, NULL, NULL, value);
}

/* Most moves have no edge until they are needed, and edges are made in two
 * ways, with the same result. */
static void moves_without_edges_are_found_again(void **state) {
  (void)state;
  Table table = table_set("quoridor", NULL);
  MctsPlan plan = mcts_plan(eval_exploration(table.game));
  Mcts *one = open_search(table.game, &plan);
  plan.evaluate = as_the_rules_do;
  Mcts *other = open_search(table.game, &plan);
  for (uint64_t ply = 0; ply < 4; ply++) { /* the tree is kept */
    search(one, table.state, ply);
    search(other, table.state, ply);
    assert_same_moves(one, other);
    game_play(table.game, table.state, mcts_best(one));
  }
  mcts_free(one);
  mcts_free(other);
  table_clear(&table);
}

/* The part of the tree below the position that was reached is kept. */
static void the_tree_is_kept_for_the_next_move(void **state) {
  (void)state;
  Table table = table_set("tictacdoh", NULL);
  MctsPlan plan = PLAN;
  Mcts *mcts = open_search(table.game, &plan);
  search(mcts, table.state, 1);
  MctsMove first, reply, list[256];
  mcts_moves(mcts, &first, 1);
  game_play(table.game, table.state, first.move);
  search(mcts, table.state, 2);
  int count = mcts_moves(mcts, list, 256);
  uint64_t visits = 0;
  for (int i = 0; i < count; i++)
    visits += list[i].visits;
  /* the visits of the move except the first, which made no node, and the new
     ones */
  assert_int_equal(visits, first.visits - 1 + plan.iterations);
  mcts_moves(mcts, &reply, 1);
  plan.reuse = false;
  Mcts *fresh = open_search(table.game, &plan);
  search(fresh, table.state, 1);
  search(fresh, table.state, 2);
  mcts_moves(fresh, list, 256);
  visits = 0;
  for (int i = 0; i < count; i++)
    visits += list[i].visits;
  assert_int_equal(visits, plan.iterations);
  mcts_free(mcts);
  mcts_free(fresh);
  table_clear(&table);
}

/* ---- choosing ------------------------------------------------------------*/

/* The number of different moves among a hundred chosen at random. */
static int variety(const Mcts *mcts) {
  MctsMove list[256];
  Move chosen[100];
  int count = mcts_moves(mcts, list, 256), kinds = 0;
  Rng rng;
  rng_seed(&rng, 5, 0);
  for (int i = 0; i < 100; i++) {
    Move move = mcts_choose(mcts, &rng);
    int known = 0, at = 0;
    while (known < kinds && chosen[known] != move)
      known++;
    if (known == kinds)
      chosen[kinds++] = move;
    while (at < count && list[at].move != move)
      at++;
    assert_true(2 * list[at].visits >= list[0].visits);
  }
  return kinds;
}

static void all_moves_about_as_good_as_the_best_are_chosen(void **state) {
  (void)state;
  Table table = table_set("orbital", NULL);
  MctsPlan plan = mcts_plan(EXPLORATION_DEFAULT);
  plan.variety = 0.5;
  Mcts *mcts = open_search(table.game, &plan);
  search(mcts, table.state, 1);
  assert_true(variety(mcts) > 1);
  mcts_free(mcts);
  plan.variety = 0;
  mcts = open_search(table.game, &plan);
  search(mcts, table.state, 1);
  assert_int_equal(variety(mcts), 1);
  mcts_free(mcts);
  table_clear(&table);
}

/* However large the variety, a proven win is played. */
static void a_proven_win_is_always_chosen(void **state) {
  (void)state;
  Table table = table_set("tictacdoh", NULL);
  table_play(&table, "Lc3 Lb2");
  MctsPlan plan = mcts_plan(EXPLORATION_DEFAULT);
  plan.variety = 1;
  Mcts *mcts = open_search(table.game, &plan);
  search(mcts, table.state, 1);
  Rng rng;
  rng_seed(&rng, 5, 0);
  for (int i = 0; i < 20; i++)
    assert_int_equal(mcts_choose(mcts, &rng), mcts_best(mcts));
  mcts_free(mcts);
  table_clear(&table);
}

/* ---- the tree ------------------------------------------------------------*/

static uint32_t find(const Tree *tree, const State *state, uint16_t ply) {
  return tree_find(tree, state, tree_hash(tree, state), ply);
}

static uint32_t add(Tree *tree, const State *state, uint16_t ply,
                    uint32_t edges) {
  return tree_add(tree, state, tree_hash(tree, state), ply, edges, edges,
                  SIZE_MAX);
}

/* Two moves of each seat in another order lead to the same position. At another
 * ply it is another node, even if its bytes are the same. */
static void transpositions_share_a_node(void **state) {
  (void)state;
  Table one = table_set("quoridor", NULL), other = table_set("quoridor", NULL);
  table_play(&one, "a1h e8 c1h e7");
  table_play(&other, "c1h e8 a1h e7");
  Tree tree = {.state_size = one.game->state_size};
  assert_int_equal(find(&tree, one.state, 4), NONE);
  uint32_t node = add(&tree, one.state, 4, 3);
  assert_int_equal(node, ROOT);
  assert_int_equal(find(&tree, other.state, 4), node);
  assert_int_equal(find(&tree, other.state, 6), NONE);
  table_play(&other, "e2");
  assert_int_equal(find(&tree, other.state, 4), NONE);
  tree_free(&tree);
  table_clear(&one);
  table_clear(&other);
}

/* A diamond, 1 -> 2, 3 -> 4, and 5, which is not below 2. All nodes are found
 * again after the arrays have grown. */
static void a_shared_node_is_copied_once(void **state) {
  (void)state;
  enum { MANY = 3000, LOW = 5 };
  Table table = table_set("tictacdoh", NULL);
  Tree tree = {.state_size = table.game->state_size}, copy = tree;
  State *at = table.state;
  for (uint16_t i = 1; i <= MANY; i++) /* these stand for 3000 positions */
    assert_int_equal(add(&tree, at, i, 2), i);
  for (uint16_t i = 1; i <= MANY; i++)
    assert_int_equal(find(&tree, at, i), i);
  uint32_t *child = tree.edge.child;
  child[tree.node[1].first] = 2;
  child[tree.node[1].first + 1] = LOW;
  child[tree.node[2].first] = 3;
  child[tree.node[2].first + 1] = 4 | PROOF_COUNTED;
  child[tree.node[3].first] = 4;
  tree.edge.visits[tree.node[3].first] = 7;
  assert_true(tree_copy(&copy, &tree, 2));
  assert_int_equal(copy.nodes, ROOT + 3); /* 2, 3 and 4 */
  uint32_t two = find(&copy, at, 2), three = find(&copy, at, 3);
  uint32_t four = find(&copy, at, 4);
  assert_int_equal(two, ROOT);
  assert_int_equal(find(&copy, at, LOW), NONE);
  assert_int_equal(tree_child(&copy, copy.node[two].first), three);
  assert_int_equal(copy.edge.child[copy.node[two].first + 1],
                   four | PROOF_COUNTED);
  assert_int_equal(copy.edge.child[copy.node[three].first], four);
  assert_int_equal(copy.edge.visits[copy.node[three].first], 7);
  tree_free(&tree);
  tree_free(&copy);
  table_clear(&table);
}

/* ---- evaluations ---------------------------------------------------------*/

/* The further to the right its pawn is, the better for side 0. */
static bool to_the_right(void *context, const Game *game, const State *state,
                         double value[]) {
  int *calls = context;
  Arg arg = {.seat = 0};
  Answer answer;
  Error error;
  const Accessor *pawn = accessors_find(game->rules->accessors, "pawn");
  assert_true(pawn->query(game, state, &arg, &answer, &error));
  value[0] = (answer.text[0][0] - 'a' + 1) / 10.0;
  value[1] = 1 - value[0];
  ++*calls;
  return true;
}

static bool fails(void *context, const Game *game, const State *state,
                  double value[]) {
  (void)context, (void)game, (void)state, (void)value;
  return false;
}

static void an_evaluator_replaces_playouts(void **state) {
  (void)state;
  int calls = 0;
  Table table = table_set("quoridor:walls=0", NULL);
  MctsPlan plan = PLAN;
  plan.playout_plies = 0;
  plan.iterations = 200;
  plan.evaluate = to_the_right;
  plan.context = &calls;
  Mcts *mcts = open_search(table.game, &plan);
  search(mcts, table.state, 1);
  char text[MOVE_TEXT];
  game_format(table.game, table.state, mcts_best(mcts), text);
  assert_string_equal(text, "f1");
  assert_true(calls > 100);
  mcts_free(mcts);
  plan.evaluate = fails;
  mcts = open_search(table.game, &plan);
  Rng rng;
  Error error;
  rng_seed(&rng, 1, 0);
  assert_false(mcts_search(mcts, table.state, &rng, &error));
  assert_non_null(strstr(error.message, "evaluation"));
  mcts_free(mcts);
  table_clear(&table);
}

static void a_bias_tries_well_evaluated_moves_first(void **state) {
  (void)state;
  int calls = 0;
  Table table = table_set("quoridor:walls=0", NULL);
  MctsPlan plan = PLAN;
  plan.iterations = 1;
  plan.bias = 10;
  plan.evaluate = to_the_right;
  plan.context = &calls;
  Mcts *mcts = open_search(table.game, &plan);
  search(mcts, table.state, 1);
  MctsMove best;
  char text[MOVE_TEXT];
  mcts_moves(mcts, &best, 1);
  game_format(table.game, table.state, best.move, text);
  assert_int_equal(best.visits, 1);
  assert_string_equal(text, "f1");
  mcts_free(mcts);
  table_clear(&table);
}

/* ---- rollout policy and progress -----------------------------------------*/

/* Plays the first move of the list, a limited number of times. */
static bool first_move(void *context, const Game *game, const State *state,
                       Rng *rng, Move *move) {
  int *left = context;
  Move moves[game->max_moves];
  (void)rng;
  game_moves(game, state, moves);
  *move = moves[0];
  return (*left)-- > 0;
}

/* In Quoridor without walls the first move is a step up, if there is one: seat
 * 1 runs to its goal while seat 2 steps back and forth. */
static void a_policy_plays_the_playouts(void **state) {
  (void)state;
  int left = INT32_MAX;
  Table table = table_set("quoridor:size=5,walls=0", "pawn1=a1 pawn2=e5");
  MctsPlan plan = PLAN;
  plan.iterations = 3; /* one for each move */
  plan.policy = first_move;
  plan.context = &left;
  Mcts *mcts = open_search(table.game, &plan);
  search(mcts, table.state, 1);
  MctsMove list[4];
  assert_int_equal(mcts_moves(mcts, list, 4), 2);
  assert_true(list[0].value == 1 && list[1].value == 1);
  assert_int_equal(mcts_playouts(mcts), 3);
  assert_true(INT32_MAX - left >= 3 * 5);
  assert_true(mcts_positions(mcts) >= (uint64_t)(INT32_MAX - left));
  mcts_free(mcts);
  left = 5;
  mcts = open_search(table.game, &plan);
  Rng rng;
  Error error;
  rng_seed(&rng, 1, 0);
  assert_false(mcts_search(mcts, table.state, &rng, &error));
  assert_non_null(strstr(error.message, "rollout policy"));
  mcts_free(mcts);
  table_clear(&table);
}

static bool up_to(void *context, uint64_t positions) {
  return positions <= *(uint64_t *)context;
}

static void the_progress_callback_can_stop_the_search(void **state) {
  (void)state;
  uint64_t most = 5000;
  Table table = table_set("quoridor", NULL);
  MctsPlan plan = PLAN;
  plan.progress = up_to;
  plan.context = &most;
  Mcts *mcts = open_search(table.game, &plan);
  Rng rng;
  Error error;
  rng_seed(&rng, 1, 0);
  assert_false(mcts_search(mcts, table.state, &rng, &error));
  assert_non_null(strstr(error.message, "stopped"));
  assert_true(mcts_positions(mcts) > most && mcts_positions(mcts) < 20 * most);
  most = UINT64_MAX;
  assert_true(mcts_search(mcts, table.state, &rng, &error));
  mcts_free(mcts);
  table_clear(&table);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(proven_values_are_true),
      cmocka_unit_test(a_win_is_found_and_proven),
      cmocka_unit_test(it_beats_random_play_with_two_and_more_sides),
      cmocka_unit_test(more_iterations_are_stronger),
      cmocka_unit_test(the_same_stream_gives_the_same_tree),
      cmocka_unit_test(a_search_makes_exactly_its_iterations),
      cmocka_unit_test(a_full_tree_is_still_searched),
      cmocka_unit_test(a_tree_takes_little_memory),
      cmocka_unit_test(moves_without_edges_are_found_again),
      cmocka_unit_test(the_tree_is_kept_for_the_next_move),
      cmocka_unit_test(all_moves_about_as_good_as_the_best_are_chosen),
      cmocka_unit_test(a_proven_win_is_always_chosen),
      cmocka_unit_test(transpositions_share_a_node),
      cmocka_unit_test(a_shared_node_is_copied_once),
      cmocka_unit_test(an_evaluator_replaces_playouts),
      cmocka_unit_test(a_bias_tries_well_evaluated_moves_first),
      cmocka_unit_test(a_policy_plays_the_playouts),
      cmocka_unit_test(the_progress_callback_can_stop_the_search),
  };
  return RUN_TESTS(tests);
}
