/* The solver: compared with a slow second solver that ignores symmetry, played
 * against every reply, and tested at its limits. */
#include "core/game/bot.h"
#include "core/game/match.h"
#include "core/game/spec.h"
#include "core/search/forced_win.h"
#include "core/search/solve.h"
#include "core/search/solve_table.h"
#include "lua/host/host.h"
#include "tests/support/support.h"

enum { MEGABYTE = 1 << 20, MEMORY = 64 * MEGABYTE };

/* ---- the slow solver -----------------------------------------------------*/

/* All reachable positions, ended ones included, identified by their bytes, and
 * the position each move leads to. Values are found one ply at a time, by going
 * over all positions until nothing changes. */
typedef struct Slow {
  const Game *game;
  char *states;
  int count, capacity;
  int *index, index_size; /* number + 1, hashed by the bytes */
  int *first, *to;        /* the moves of position i: to[first[i]] … */
  int edges, edge_capacity;
  int *winner, *plies; /* the winning side, or -1 */
} Slow;

static State *slow_state(const Slow *s, int number) {
  return (State *)(void *)(s->states + (size_t)number * s->game->state_size);
}

static int *slow_seek(const Slow *s, const State *state) {
  unsigned hash = 2166136261u;
  for (size_t i = 0; i < s->game->state_size; i++)
    hash = (hash ^ ((const unsigned char *)state)[i]) * 16777619u;
  int at = (int)(hash % (unsigned)s->index_size);
  while (s->index[at] && memcmp(slow_state(s, s->index[at] - 1), state,
                                s->game->state_size) != 0)
    at = (at + 1) % s->index_size;
  return &s->index[at];
}

static void *grown(void *array, int capacity, size_t size) {
  void *larger = realloc(array, (size_t)capacity * size);
  assert_non_null(larger);
  return larger;
}

static int slow_add(Slow *s, const State *state) {
  int *at = slow_seek(s, state);
  if (*at)
    return *at - 1;
  assert_true(s->count < s->index_size / 2);
  if (s->count == s->capacity) {
    s->capacity = 2 * s->capacity + 256;
    s->states = grown(s->states, s->capacity, s->game->state_size);
    s->first = grown(s->first, s->capacity + 1, sizeof *s->first);
  }
  memcpy(slow_state(s, s->count), state, s->game->state_size);
  *at = ++s->count;
  return s->count - 1;
}

static void slow_expand(Slow *s, int number) {
  const Game *game = s->game;
  Move moves[game->max_moves];
  State *next = game_copy(game, slow_state(s, number));
  int count = game_moves(game, next, moves);
  s->first[number] = s->edges;
  for (int i = 0; i < count; i++) {
    game_assign(game, next, slow_state(s, number));
    game_play(game, next, moves[i]);
    if (s->edges == s->edge_capacity) {
      s->edge_capacity = 2 * s->edge_capacity + 1024;
      s->to = grown(s->to, s->edge_capacity, sizeof *s->to);
    }
    s->to[s->edges++] = slow_add(s, next);
  }
  s->first[number + 1] = s->edges;
  free(next);
}

static int won_by(const Game *game, const State *state) {
  for (int s = 0; s < game->seats && state->outcome == WIN; s++)
    if (state->winners >> s & 1)
      return game->side[s];
  return -1;
}

/* Whether a position is won or lost in exactly `plies` plies, given all that is
 * decided in fewer. */
static bool slow_decide(Slow *s, int number, int plies) {
  int side = s->game->side[slow_state(s, number)->seat], lost_in = -1;
  bool lost = true;
  for (int i = s->first[number]; i < s->first[number + 1]; i++) {
    int to = s->to[i];
    bool known = s->winner[to] >= 0 && s->plies[to] < plies;
    lost = lost && known && s->winner[to] != side;
    if (known && s->winner[to] == side) {
      s->winner[number] = side;
      s->plies[number] = plies;
      return true;
    }
    if (known)
      lost_in = s->winner[to];
  }
  if (lost && lost_in >= 0) {
    s->winner[number] = lost_in;
    s->plies[number] = plies;
  }
  return lost && lost_in >= 0;
}

static void slow_solve(Slow *s) {
  s->winner = grown(NULL, s->count, sizeof *s->winner);
  s->plies = grown(NULL, s->count, sizeof *s->plies);
  for (int i = 0; i < s->count; i++) {
    s->winner[i] = won_by(s->game, slow_state(s, i));
    s->plies[i] = 0;
  }
  bool changed = true;
  for (int plies = 1; changed || plies < 3; plies++) {
    changed = false;
    for (int i = 0; i < s->count; i++)
      if (s->winner[i] < 0 && slow_state(s, i)->outcome == PLAYING &&
          slow_decide(s, i, plies))
        changed = true;
  }
}

static Slow slow_open(const Game *game) {
  enum { INDEX = 1 << 20 };
  Slow s = {.game = game, .index_size = INDEX};
  s.index = calloc((size_t)INDEX, sizeof *s.index);
  assert_non_null(s.index);
  slow_add(&s, game->first);
  for (int i = 0; i < s.count; i++)
    slow_expand(&s, i);
  return s;
}

static void slow_close(Slow *s) {
  free(s->states);
  free(s->index);
  free(s->first);
  free(s->to);
  free(s->winner);
  free(s->plies);
}

/* ---- comparing the solvers -----------------------------------------------*/

static const char *const TINY[] = {
    "tictacdoh:small=1,medium=1,large=1",
    "tictacdoh:small=2,medium=1,large=1",
    "tictacdoh:small=0,medium=3,large=1",
    "tictacdoh:small=0,medium=0,large=4",
    "tictacdoh:small=1,medium=1,large=1,blocked_loses=false",
    "tictacdoh:small=3,medium=1,large=0,fixed_grid=true",
    "tictacdoh:small=1,medium=1,large=2,fixed_grid=true",
    "quoridor:size=3,walls=0",
    "quoridor:size=3,walls=1",
    "quoridor:size=3,walls=2",
    "quoridor:size=4,walls=0",
    "quoridor:size=3,walls=1,edge_jump=false",
    "quoridor:size=5,walls=0",
    "dorix:size=3,pawns=1",
    "dorix:size=3,pawns=2",
    "dorix:size=3,pawns=2,empty_cells_receive=true",
    "dorix:size=3,pawns=2,return_to_source=true",
    "dorix:size=3,pawns=1,players=4",
    "orbital:size=3,bases=1,thrusters=0,antennas=1",
    "orbital:size=3,bases=1,thrusters=1,antennas=0",
    "orbital:size=3,bases=0,thrusters=2,antennas=0,thruster_line=row",
    "orbital:size=3,bases=0,thrusters=2,antennas=0,thruster_line=axis",
    "orbital:size=3,bases=0,thrusters=2,antennas=0,thruster_reach=line",
    "orbital:size=3,bases=1,thrusters=1,antennas=0,fallback=empty",
    "orbital:size=3,bases=1,thrusters=1,antennas=1,towers_to_win=1",
    "games/nim.lua:heaps=3,tokens=1",
    "games/nim.lua:heaps=2,tokens=3",
    "games/mnk.lua:m=2,n=3,k=2",
    "games/mnk.lua:m=3,n=2,k=3",
    "variants/dorix_two_moves.lua:pawns=2,size=3",
};

/* More games for the test of keys, which does not solve them. */
static const char *const KEYED[] = {
    "tictacdoh:small=2,medium=2,large=1",
    "tictacdoh:small=2,medium=1,large=2,fixed_grid=true",
    "quoridor:size=3,walls=4",
    "quoridor:size=4,walls=1",
    "dorix:size=3,pawns=3",
    "dorix:size=4,pawns=2",
    "orbital:size=3,bases=1,thrusters=1,antennas=1",
    "orbital:size=3,bases=1,thrusters=1,antennas=1,thruster_line=row",
    "orbital:size=3,bases=1,thrusters=1,antennas=1,thruster_line=axis",
    "orbital:size=3,bases=1,thrusters=1,antennas=1,thruster_reach=line",
    "orbital:size=3,bases=1,thrusters=1,antennas=1,fallback=empty",
    "orbital:size=3,bases=0,thrusters=3,antennas=0",
    "orbital:size=3,bases=2,thrusters=1,antennas=0",
};

static Solver *open_solve(const Game *game, SolvePlan plan) {
  Error error = {0};
  plan.memory = plan.memory ? plan.memory : MEMORY;
  Solver *solver = solver_new(game, &plan, &error);
  if (!solver)
    fail_msg("%s", error.message);
  return solver;
}

static SolvedValue solve_one(Solver *solver, const State *state) {
  SolvedValue solved;
  Error error = {0};
  if (solve_position(solver, state, &solved, &error) != SOLVE_DONE)
    fail_msg("%s", error.message);
  return solved;
}

/* Compares every position, starting with the first. Solving that one puts most
 * of the others into the table; those beyond an immediate win are solved when
 * they are asked for. */
static void compare_all(const Slow *slow, SolvePlan plan) {
  Solver *solver = open_solve(slow->game, plan);
  for (int i = 0; i < slow->count; i++) {
    const State *state = slow_state(slow, i);
    if (state->outcome != PLAYING)
      continue;
    SolvedValue solved = solve_one(solver, state);
    GameValue value = slow->winner[i] < 0 ? VALUE_DRAW
                      : slow->winner[i] == slow->game->side[state->seat]
                          ? VALUE_WIN
                          : VALUE_LOSS;
    if (solved.value != value || (plan.quick ? solved.plies < slow->plies[i]
                                             : solved.plies != slow->plies[i]))
      fail_msg("%s, position %d: %d in %d, not %d in %d", slow->game->spec, i,
               (int)solved.value, solved.plies, (int)value, slow->plies[i]);
  }
  solver_free(solver);
}

/* The line is legal and leads to the predicted end, in exactly as many plies.
 */
static void assert_line_wins(const Game *game, const State *from,
                             const Move line[], SolvedValue solved) {
  State *state = game_copy(game, from);
  int side = game->side[from->seat];
  for (int i = 0; i < solved.plies; i++) {
    assert_int_equal(state->outcome, PLAYING);
    assert_true(game_legal(game, state, line[i]));
    game_play(game, state, line[i]);
  }
  assert_int_equal(state->outcome, WIN);
  for (int seat = 0; seat < game->seats; seat++)
    if (state->winners >> seat & 1)
      assert_int_equal(game->side[seat] == side, solved.value == VALUE_WIN);
  free(state);
}

/* forced_win finds a win that takes at most `within` plies, in the right number
 * of plies, and no other. */
static void compare_within(const Slow *slow, int i, int within, bool plain) {
  SolvePlan plan = {.memory = MEMORY, .plain = plain};
  const State *state = slow_state(slow, i);
  bool found = slow->winner[i] >= 0 && slow->plies[i] <= within;
  GameValue value = !found ? VALUE_DRAW
                    : slow->winner[i] == slow->game->side[state->seat]
                        ? VALUE_WIN
                        : VALUE_LOSS;
  SolvedValue solved;
  Move line[FORCED_WIN_PLIES_MAX];
  uint64_t positions;
  Error error = {0};
  assert_int_equal(forced_win(slow->game, state, within, &plan, &solved, line,
                              &positions, &error),
                   SOLVE_DONE);
  if (solved.value != value || solved.plies != (found ? slow->plies[i] : 0))
    fail_msg("%s, position %d, within %d: %d in %d, not %d in %d",
             slow->game->spec, i, within, (int)solved.value, solved.plies,
             (int)value, slow->plies[i]);
  if (found)
    assert_line_wins(slow->game, state, line, solved);
}

/* Of positions spread over all: within one ply less than a win takes, within
 * just as many, and within the most. Every other position is searched without
 * merging symmetric positions. */
static void compare_forced_wins(const Slow *slow, int most, bool plain) {
  enum { POSITIONS = 60 };
  int step = slow->count / POSITIONS + 1;
  for (int i = 0, k = 0; i < slow->count; i += step) {
    if (slow_state(slow, i)->outcome != PLAYING)
      continue;
    bool alone = plain || k++ % 2;
    int plies = slow->winner[i] < 0 ? most : slow->plies[i];
    compare_within(slow, i, most, alone);
    if (plies < most)
      compare_within(slow, i, plies, alone);
    if (plies > 1 && plies <= most)
      compare_within(slow, i, plies - 1, alone);
  }
}

static void
every_position_has_the_value_that_a_slow_solver_finds(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(TINY); i++) {
    Game *game = open_game(TINY[i]);
    Slow slow = slow_open(game);
    slow_solve(&slow);
    compare_all(&slow, (SolvePlan){.plain = false});
    compare_all(&slow, (SolvePlan){.plain = true});
    compare_all(&slow, (SolvePlan){.quick = true});
    compare_forced_wins(&slow, 8, false);
    slow_close(&slow);
    game_close(game);
  }
}

/* ---- random games --------------------------------------------------------*/

enum { NODES = 40, WAYS_OUT = 4 };

/* A random directed graph that a piece walks along. Each node has the seat to
 * move, or the end of the game: so there are cycles, and several turns in a
 * row.
 */
typedef struct Maze {
  Game base;
  uint8_t seat[NODES], end[NODES], ways[NODES], to[NODES][WAYS_OUT];
} Maze;

typedef struct MazePosition {
  State base;
  int32_t node;
} MazePosition;

static int maze_moves(const Game *game, const State *state, Move *moves) {
  int node = ((const MazePosition *)state)->node;
  for (int i = 0; i < ((const Maze *)game)->ways[node]; i++)
    moves[i] = (Move)i;
  return ((const Maze *)game)->ways[node];
}

static void maze_arrive(const Maze *maze, MazePosition *p, int node) {
  p->node = node;
  p->base.seat = maze->seat[node];
  if (maze->end[node] == 3)
    state_set_draw(&p->base);
  else if (maze->end[node])
    state_set_win(&p->base, maze->end[node]);
}

static void maze_play(const Game *game, State *state, Move move) {
  const Maze *maze = (const Maze *)game;
  MazePosition *p = (MazePosition *)state;
  maze_arrive(maze, p, maze->to[p->node][move]);
}

static const Rules MAZE = {
    .name = "maze", .moves = maze_moves, .play = maze_play};

static void maze_make_random(Maze *maze, MazePosition *first, uint64_t seed) {
  Rng rng;
  rng_seed(&rng, seed, 0);
  *maze = (Maze){.base = {.rules = &MAZE,
                          .spec = "maze",
                          .seats = 2,
                          .sides = 2,
                          .side = {0, 1},
                          .state_size = sizeof(MazePosition),
                          .max_moves = WAYS_OUT,
                          .max_plies = NODES}};
  *first = (MazePosition){.node = 0};
  maze->base.first = &first->base;
  game_open_lists(&maze->base);
  for (int i = 0; i < NODES; i++) {
    maze->seat[i] = (uint8_t)rng_below(&rng, 2);
    maze->end[i] =
        i && rng_below(&rng, 5) == 0 ? (uint8_t)(1 + rng_below(&rng, 3)) : 0;
    maze->ways[i] = (uint8_t)(1 + rng_below(&rng, WAYS_OUT));
    for (int way = 0; way < WAYS_OUT; way++)
      maze->to[i][way] = (uint8_t)rng_below(&rng, NODES);
  }
  maze_arrive(maze, first, 0);
}

static void mazes_have_the_values_that_the_slow_solver_finds(void **state) {
  (void)state;
  for (uint64_t seed = 0; seed < 400; seed++) {
    Maze maze;
    MazePosition first;
    maze_make_random(&maze, &first, seed);
    Slow slow = slow_open(&maze.base);
    slow_solve(&slow);
    compare_all(&slow, (SolvePlan){.plain = true});
    compare_all(&slow, (SolvePlan){.quick = true});
    compare_forced_wins(&slow, (int)(1 + seed % 12), true);
    slow_close(&slow);
    free(maze.base.lists);
  }
}

/* ---- keys ----------------------------------------------------------------*/

enum { KEY_BYTES = 64 };

static int compare_numbers(const void *a, const void *b) {
  uint64_t one = *(const uint64_t *)a, other = *(const uint64_t *)b;
  return one < other ? -1 : one > other;
}

/* A hash of the set of keys and ends that the moves of a position lead to. */
static uint64_t successors(const Slow *s, int number) {
  const Game *game = s->game;
  int first = s->first[number], count = s->first[number + 1] - first, kept = 0;
  int side = game->side[slow_state(s, number)->seat];
  uint64_t *list = calloc((size_t)count + 1, sizeof *list);
  for (int i = 0; i < count; i++) {
    const State *next = slow_state(s, s->to[first + i]);
    int winner = won_by(game, next);
    uint8_t key[KEY_BYTES] = {0};
    if (next->outcome == PLAYING) {
      game->rules->key(game, next, key);
      list[i] = 2 * game_hash_bytes(key, sizeof key) +
                (game->side[next->seat] == side);
    } else {
      list[i] = winner < 0 ? 1 : winner == side ? 3 : 5;
    }
  }
  qsort(list, (size_t)count, sizeof *list, compare_numbers);
  for (int i = 0; i < count; i++)
    if (kept == 0 || list[i] != list[kept - 1])
      list[kept++] = list[i];
  uint64_t hash = game_hash_bytes(list, (size_t)kept * sizeof *list);
  free(list);
  return hash;
}

typedef struct Keyed {
  uint8_t key[KEY_BYTES];
  uint64_t successors;
} Keyed;

static int compare_keyed(const void *a, const void *b) {
  return memcmp(a, b, sizeof(Keyed));
}

/* Positions with the same key lead to the same keys and the same ends. By
 * induction they then have the same value. */
static void check_keys(const char *spec) {
  Game *game = open_game(spec);
  assert_true(game->key_size > 0 && game->key_size <= KEY_BYTES);
  Slow s = slow_open(game);
  Keyed *list = calloc((size_t)s.count, sizeof *list);
  int count = 0, keys = 1;
  assert_non_null(list);
  for (int i = 0; i < s.count; i++)
    if (slow_state(&s, i)->outcome == PLAYING) {
      game->rules->key(game, slow_state(&s, i), list[count].key);
      list[count++].successors = successors(&s, i);
    }
  qsort(list, (size_t)count, sizeof *list, compare_keyed);
  for (int i = 1; i < count; i++) {
    bool same = memcmp(list[i - 1].key, list[i].key, KEY_BYTES) == 0;
    if (same && list[i - 1].successors != list[i].successors)
      fail_msg("%s: two positions that differ have the same key", spec);
    keys += !same;
  }
  assert_true(keys < count);
  free(list);
  slow_close(&s);
  game_close(game);
}

/* First moves that mirror each other lead to the same key. */
static void symmetric_first_moves_lead_to_the_same_key(void **state) {
  (void)state;
  static const struct {
    const char *spec;
    int keys;
  } CASES[] = {
      {"tictacdoh", 3},       {"tictacdoh:fixed_grid=true", 9},
      {"dorix", 3},           {"dorix:size=3", 3},
      {"quoridor:size=3", 6}, {"quoridor:size=3,walls=0", 2},
      {"orbital:size=3", 10}, /* 3 bases, 3 antennas, 4 thrusters */
  };
  for (size_t c = 0; c < COUNT(CASES); c++) {
    Game *game = open_game(CASES[c].spec);
    Move moves[game->max_moves];
    int count = game_moves(game, game->first, moves), keys = 0;
    uint8_t seen[64][KEY_BYTES] = {{0}};
    for (int i = 0; i < count; i++) {
      State *next = game_copy(game, game->first);
      game_play(game, next, moves[i]);
      game->rules->key(game, next, seen[keys]);
      int at = 0;
      while (memcmp(seen[at], seen[keys], KEY_BYTES) != 0)
        at++;
      keys += at == keys;
      free(next);
    }
    if (keys != CASES[c].keys)
      fail_msg("%s: %d keys, not %d", CASES[c].spec, keys, CASES[c].keys);
    game_close(game);
  }
}

static void positions_with_the_same_key_lead_to_the_same_keys(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(KEYED); i++)
    check_keys(KEYED[i]);
}

/* For games too large for the slow solver: the moves of the first position. */
static void merging_symmetric_positions_changes_no_value(void **state) {
  (void)state;
  static const char *const SPECS[] = {
      "tictacdoh:small=2,medium=2,large=2",
      "tictacdoh:small=3,medium=1,large=2,fixed_grid=true",
      "quoridor:size=4,walls=1",
      "dorix:size=3,pawns=3",
      "orbital:size=3,bases=1,thrusters=1,antennas=1",
      "orbital:size=3,bases=2,thrusters=1,antennas=1,towers_to_win=1"};
  for (size_t i = 0; i < COUNT(SPECS); i++) {
    Game *game = open_game(SPECS[i]);
    Solver *keyed = open_solve(game, (SolvePlan){.plain = false});
    Solver *plain = open_solve(game, (SolvePlan){.plain = true});
    SolvedMove one[game->max_moves], other[game->max_moves];
    int count, other_count;
    Error error = {0};
    assert_int_equal(solve_moves(keyed, game->first, one, &count, &error),
                     SOLVE_DONE);
    assert_int_equal(
        solve_moves(plain, game->first, other, &other_count, &error),
        SOLVE_DONE);
    assert_int_equal(count, other_count);
    for (int m = 0; m < count; m++) {
      assert_int_equal(one[m].move, other[m].move);
      assert_int_equal(one[m].solved.value, other[m].solved.value);
      assert_int_equal(one[m].solved.plies, other[m].solved.plies);
    }
    assert_true(solver_positions(keyed) < solver_positions(plain));
    solver_free(keyed);
    solver_free(plain);
    game_close(game);
  }
}

/* ---- playing by the solver -----------------------------------------------*/

/* Plays best moves for one side against every reply of the other, and checks
 * the predictions: a win takes at most the predicted plies, and exactly as many
 * against the best replies; a draw is never lost. Returns the plies of the
 * longest game with the predicted value. */
static int play_all(Solver *solver, const Game *game, const State *state,
                    int side, SolvedValue predicted, int depth) {
  Error error = {0};
  if (state->outcome != PLAYING) {
    int winner = won_by(game, state);
    assert_int_equal(winner < 0       ? VALUE_DRAW
                     : winner == side ? VALUE_WIN
                                      : VALUE_LOSS,
                     predicted.value);
    return 0;
  }
  if (depth == 0)
    return 0;
  SolvedMove list[game->max_moves];
  int count, longest = 0;
  assert_int_equal(solve_moves(solver, state, list, &count, &error),
                   SOLVE_DONE);
  bool ours = game->side[state->seat] == side;
  for (int i = 0; i < (ours ? 1 : count); i++) {
    State *next = game_copy(game, state);
    game_play(game, next, list[i].move);
    SolvedValue here = list[i].solved;
    here.value = ours ? here.value : VALUE_WIN + VALUE_LOSS - here.value;
    assert_true(predicted.value != VALUE_WIN || here.value == VALUE_WIN);
    assert_true(predicted.value != VALUE_DRAW || here.value != VALUE_LOSS);
    int plies =
        1 + play_all(solver, game, next, side,
                     (SolvedValue){here.value, here.plies - 1}, depth - 1);
    if (here.value == VALUE_WIN)
      assert_true(plies <= here.plies);
    if (here.value == predicted.value && plies > longest)
      longest = plies;
    free(next);
  }
  if (predicted.value == VALUE_WIN)
    assert_int_equal(longest, predicted.plies);
  return longest;
}

static void
best_moves_achieve_the_predicted_value_against_every_reply(void **state) {
  (void)state;
  enum { DEEP = 40, DRAWN = 6 };
  static const char *const SPECS[] = {
      "tictacdoh:small=0,medium=3,large=1",
      "tictacdoh:small=2,medium=1,large=1",
      "quoridor:size=3,walls=0",
      "quoridor:size=3,walls=1",
      "quoridor:size=4,walls=0",
      "quoridor:size=5,walls=0",
      "dorix:size=3,pawns=2",
      "orbital:size=3,bases=1,thrusters=1,antennas=0",
      "orbital:size=3,towers_to_win=1,bases=1,thrusters=1,antennas=1",
      "games/nim.lua:heaps=2,tokens=2",
      "games/mnk.lua:m=2,n=3,k=2",
  };
  for (size_t i = 0; i < COUNT(SPECS); i++) {
    Game *game = open_game(SPECS[i]);
    Solver *solver = open_solve(game, (SolvePlan){.plain = false});
    SolvedValue solved = solve_one(solver, game->first);
    int winner = game->side[game->first->seat];
    if (solved.value == VALUE_LOSS) {
      winner = !winner;
      solved.value = VALUE_WIN;
    }
    play_all(solver, game, game->first, winner, solved,
             solved.value == VALUE_WIN ? DEEP : DRAWN);
    if (solved.value == VALUE_DRAW)
      play_all(solver, game, game->first, !winner, solved, DRAWN);
    solver_free(solver);
    game_close(game);
  }
}

/* ---- known values --------------------------------------------------------*/

static void games_with_a_known_value_have_it(void **state) {
  (void)state;
  static const struct {
    const char *spec;
    GameValue value;
    int plies;
  } KNOWN[] = {
      {"games/mnk.lua", VALUE_DRAW, 0},                  /* tic-tac-toe */
      {"games/nim.lua:heaps=3,tokens=1", VALUE_LOSS, 6}, /* 1, 2, 3 */
      {"games/nim.lua:heaps=1,tokens=5", VALUE_WIN, 1},
      {"quoridor:size=3,walls=0", VALUE_LOSS, 4},
      {"tictacdoh:small=0,medium=0,large=3", VALUE_WIN,
       3}, /* a win by the third move */
      {"tictacdoh:small=1,medium=0,large=0", VALUE_DRAW, 0},
  };
  for (size_t i = 0; i < COUNT(KNOWN); i++) {
    Game *game = open_game(KNOWN[i].spec);
    Solver *solver = open_solve(game, (SolvePlan){.plain = false});
    SolvedValue solved = solve_one(solver, game->first);
    if (solved.value != KNOWN[i].value || solved.plies != KNOWN[i].plies)
      fail_msg("%s: %d in %d", KNOWN[i].spec, (int)solved.value, solved.plies);
    solver_free(solver);
    game_close(game);
  }
}

/* ---- lines ---------------------------------------------------------------*/

static void check_line(const char *spec, LineEnd wanted) {
  Game *game = open_game(spec);
  Solver *solver = open_solve(game, (SolvePlan){.plain = false});
  SolvedValue solved = solve_one(solver, game->first);
  State *state = game_start(game);
  Move *line;
  int count;
  LineEnd end;
  Error error = {0};
  assert_int_equal(solve_line(solver, state, &line, &count, &end, &error),
                   SOLVE_DONE);
  assert_int_equal(end, wanted);
  for (int i = 0; i < count; i++) {
    assert_true(game_legal(game, state, line[i]));
    game_play(game, state, line[i]);
  }
  assert_int_equal(state->outcome == PLAYING, wanted == LINE_REPEATS);
  if (solved.value != VALUE_DRAW)
    assert_int_equal(count, solved.plies);
  free(line);
  free(state);
  solver_free(solver);
  game_close(game);
}

static void a_line_ends_with_the_game_or_repeats_a_position(void **state) {
  (void)state;
  check_line("quoridor:size=3,walls=1", LINE_OVER);
  check_line("tictacdoh:small=2,medium=2,large=2", LINE_OVER);
  check_line("orbital:size=3,bases=1,thrusters=1,antennas=0", LINE_OVER);
  check_line("dorix:size=3,pawns=2", LINE_REPEATS);
}

/* ---- limits --------------------------------------------------------------*/

static void a_game_that_does_not_fit_into_memory_is_reported(void **state) {
  (void)state;
  Game *game = open_game("tictacdoh");
  Solver *solver = open_solve(game, (SolvePlan){.memory = MEGABYTE});
  SolvedValue solved;
  Error error = {0};
  assert_int_equal(solve_position(solver, game->first, &solved, &error),
                   SOLVE_FAILED);
  assert_message(&error, "tictacdoh does not fit into 1 MB: ");
  assert_message(&error, " positions so far");
  assert_true(solver_bytes(solver) <= MEGABYTE);
  assert_true(solver_positions(solver) > 1000);
  error_clear(&error);
  assert_int_equal(solve_position(solver, game->first, &solved, &error),
                   SOLVE_FAILED); /* it does not try again */
  assert_message(&error, "only partially");
  solver_free(solver);
  game_close(game);
}

/* With slowly growing limits, the limit is reached at every place that takes
 * memory. */
static void the_memory_limit_is_never_exceeded(void **state) {
  (void)state;
  static const char *const SPECS[] = {"dorix:size=3,pawns=2",
                                      "quoridor:size=4,walls=1"};
  for (size_t i = 0; i < COUNT(SPECS); i++) {
    Game *game = open_game(SPECS[i]);
    bool done = false;
    for (size_t memory = 64; !done; memory += memory / 16) {
      Solver *solver = open_solve(game, (SolvePlan){.memory = memory});
      SolvedValue solved;
      Error error = {0};
      done = solve_position(solver, game->first, &solved, &error) == SOLVE_DONE;
      assert_true(solver_bytes(solver) <= memory);
      assert_true(done || error_is_set(&error));
      solver_free(solver);
    }
    game_close(game);
  }
}

/* The expected values are known from solving 47 million positions, and from the
 * exact values with fewer pawns. */
static void large_games_with_short_wins_are_solved_quickly(void **state) {
  (void)state;
  Game *game = open_game("orbital:size=3");
  Solver *solver = open_solve(game, (SolvePlan){.quick = true});
  assert_int_equal(solve_one(solver, game->first).value, VALUE_WIN);
  solver_free(solver);
  game_close(game);
  /* Unless the best moves are tried first, these are 4 million. */
  game = open_game("quoridor:size=5,walls=2");
  solver = open_solve(game, (SolvePlan){.quick = true});
  assert_int_equal(solve_one(solver, game->first).value, VALUE_LOSS);
  assert_true(solver_positions(solver) < 100000);
  solver_free(solver);
  game_close(game);
  game = open_game("dorix:size=3");
  SolvePlan plan = {.memory = MEMORY};
  SolvedValue solved;
  Move line[FORCED_WIN_PLIES_MAX];
  uint64_t positions;
  Error error = {0};
  assert_int_equal(forced_win(game, game->first, 13, &plan, &solved, line,
                              &positions, &error),
                   SOLVE_DONE);
  assert_int_equal(solved.value, VALUE_WIN);
  assert_int_equal(solved.plies, 13);
  assert_line_wins(game, game->first, line, solved);
  plan.memory = MEGABYTE / 2;
  assert_int_equal(forced_win(game, game->first, 13, &plan, &solved, line,
                              &positions, &error),
                   SOLVE_FAILED);
  assert_non_null(strstr(error.message, "does not fit into 0 MB"));
  game_close(game);
}

static void stop_at_first_report(void *context, uint64_t positions,
                                 size_t bytes) {
  assert_true(positions > 0 && bytes > 0);
  atomic_store((atomic_bool *)context, true);
}

static void it_reports_progress_and_can_be_stopped(void **state) {
  (void)state;
  Game *game = open_game("tictacdoh");
  atomic_bool stop = false;
  SolvePlan plan = {
      .stop = &stop, .progress = stop_at_first_report, .context = &stop};
  Solver *solver = open_solve(game, plan);
  SolvedValue solved;
  Error error = {0};
  assert_int_equal(solve_position(solver, game->first, &solved, &error),
                   SOLVE_STOPPED);
  assert_message(&error, "stopped after ");
  solver_free(solver);
  game_close(game);
}

static void games_that_cannot_be_solved_are_refused(void **state) {
  (void)state;
  static const char *const SPECS[] = {"tictacdoh:players=3",
                                      "quoridor:players=4,size=3",
                                      "dorix:players=4,teams=false"};
  for (size_t i = 0; i < COUNT(SPECS); i++) {
    Game *game = open_game(SPECS[i]);
    Error error = {0};
    assert_null(solver_new(game, &(SolvePlan){.memory = MEMORY}, &error));
    assert_message(&error, "sides: only games of one or two");
    game_close(game);
  }
  Table t = table_set("tictacdoh", "c3=S c4=S c5=S");
  Solver *solver = open_solve(t.game, (SolvePlan){.plain = false});
  SolvedValue solved;
  Error error = {0};
  assert_int_equal(solve_position(solver, t.state, &solved, &error),
                   SOLVE_FAILED);
  assert_message(&error, "the game is over");
  solver_free(solver);
  table_clear(&t);
}

/* ---- the bot -------------------------------------------------------------*/

/* Seat 2 wins Quoridor on 3x3 against any play; against itself the bot delays
 * the loss as long as possible. */
static void the_bot_perfect_wins_won_games_and_delays_lost_ones(void **state) {
  (void)state;
  Game *game = open_game("quoridor:size=3,walls=1");
  Error error = {0};
  Bot *perfect = bot_open("perfect", game, &error);
  Bot *random = bot_open("random", game, &error);
  assert_non_null(perfect);
  State *scratch = game_start(game);
  for (uint64_t i = 0; i < 50; i++) {
    Bot *bots[] = {i % 2 ? random : perfect, perfect};
    Match match;
    Rng rng;
    rng_seed(&rng, 1, i);
    assert_true(
        match_play(game, bots, &rng, 1000, scratch, NULL, &match, &error));
    assert_int_equal(match.winners, 2);
    assert_true(i % 2 ? match.plies <= 8 : match.plies == 8);
  }
  free(scratch);
  bot_close(random);
  bot_close(perfect);
  game_close(game);
}

static void the_bot_perfect_refuses_games_it_cannot_solve(void **state) {
  (void)state;
  Error error = {0};
  Game *game = open_game("quoridor");
  assert_null(bot_open("perfect:memory=1", game, &error));
  assert_message(&error, "does not fit into 1 MB");
  game_close(game);
  game = open_game("tictacdoh:players=3");
  assert_null(bot_open("perfect", game, &error));
  assert_message(&error, "3 sides");
  game_close(game);
}

/* ---- the table -----------------------------------------------------------*/

/* A key of three bytes: different for every number below 2^24. */
static void write_table_key(uint32_t number, uint8_t key[3]) {
  number = number * 2654435761u & 0xffffff;
  for (int i = 0; i < 3; i++)
    key[i] = (uint8_t)(number >> 8 * i);
}

static void check_table(SolveTable *table, uint32_t kept, uint32_t added) {
  for (uint32_t i = 0; i < added; i++) {
    uint8_t key[3];
    write_table_key(i, key);
    uint32_t found = solve_table_find(table, key);
    assert_int_equal(found, i < kept ? i : SOLVE_TABLE_NONE);
    if (i < kept)
      assert_int_equal(*solve_table_value(table, found), i % 1000);
  }
}

/* The index is rebuilt eight times on the way, each time with fewer bits of the
 * hash beside the numbers. */
static void a_table_finds_what_was_added_and_not_removed(void **state) {
  (void)state;
  enum { ADDED = 100000, KEPT = 30000 };
  MemoryBudget budget = {.limit = MEMORY};
  SolveTable table;
  bool added;
  uint8_t key[3];
  solve_table_open(&table, sizeof key, &budget);
  for (uint32_t i = 0; i < ADDED; i++) {
    write_table_key(i, key);
    assert_int_equal(solve_table_add(&table, key, &added), i);
    assert_true(added);
    *solve_table_value(&table, i) = (uint16_t)(i % 1000);
    assert_int_equal(solve_table_add(&table, key, &added), i);
    assert_false(added);
  }
  check_table(&table, ADDED, ADDED);
  solve_table_truncate(&table, KEPT);
  check_table(&table, KEPT, ADDED);
  solve_table_close(&table);
}

/* Keys like positions of a game in Lua: many numbers, all of them small. A late
 * one differs in a bit that was the same in all others. */
static void fill_wide_table(SolveTable *table, uint32_t count, bool late) {
  bool added;
  for (uint32_t i = 0; i < count + late; i++) {
    uint32_t key[30] = {[27] = UINT32_MAX, [28] = i == count ? 1u << 31 : 0};
    for (int j = 0; j < 24; j++)
      key[j] = i >> j % 17 & 1 ? 2 : 0;
    assert_int_equal(solve_table_add(table, key, &added), i);
    assert_true(added);
    assert_int_equal(solve_table_find(table, key), i);
  }
}

static void a_table_takes_only_the_bits_that_differ(void **state) {
  (void)state;
  enum { ADDED = 100000, KEY = 30 * sizeof(uint32_t) };
  MemoryBudget budget = {.limit = MEMORY}, other = {.limit = MEMORY};
  SolveTable table, same;
  solve_table_open(&table, KEY, &budget);
  solve_table_open(&same, KEY, &other);
  fill_wide_table(&table, ADDED, true);
  fill_wide_table(&same, ADDED, false);
  assert_true(budget.taken < (size_t)20 * ADDED);
  assert_true(other.taken < budget.taken);
  solve_table_truncate(&table, ADDED);
  assert_int_equal(other.taken, budget.taken);
  solve_table_close(&table);
  solve_table_close(&same);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(a_table_finds_what_was_added_and_not_removed),
      cmocka_unit_test(a_table_takes_only_the_bits_that_differ),
      cmocka_unit_test(every_position_has_the_value_that_a_slow_solver_finds),
      cmocka_unit_test(mazes_have_the_values_that_the_slow_solver_finds),
      cmocka_unit_test(symmetric_first_moves_lead_to_the_same_key),
      cmocka_unit_test(positions_with_the_same_key_lead_to_the_same_keys),
      cmocka_unit_test(merging_symmetric_positions_changes_no_value),
      cmocka_unit_test(
          best_moves_achieve_the_predicted_value_against_every_reply),
      cmocka_unit_test(games_with_a_known_value_have_it),
      cmocka_unit_test(a_line_ends_with_the_game_or_repeats_a_position),
      cmocka_unit_test(large_games_with_short_wins_are_solved_quickly),
      cmocka_unit_test(a_game_that_does_not_fit_into_memory_is_reported),
      cmocka_unit_test(the_memory_limit_is_never_exceeded),
      cmocka_unit_test(it_reports_progress_and_can_be_stopped),
      cmocka_unit_test(games_that_cannot_be_solved_are_refused),
      cmocka_unit_test(the_bot_perfect_wins_won_games_and_delays_lost_ones),
      cmocka_unit_test(the_bot_perfect_refuses_games_it_cannot_solve),
  };
  host_start((Limits){0, (size_t)64 << 20});
  return RUN_TESTS(tests);
}
