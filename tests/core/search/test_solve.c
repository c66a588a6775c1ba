/* Solving: against a slow second solver that knows nothing of symmetry, by
 * playing what was solved against every reply, and its limits. */
#include "core/game/bot.h"
#include "core/game/match.h"
#include "core/search/forced_win.h"
#include "core/search/solve.h"
#include "lua/host/host.h"
#include "tests/support/support.h"

enum { MEGABYTE = 1 << 20, ROOM = 64 * MEGABYTE };

/* ---- the slow solver -----------------------------------------------------*/

/* All positions that play leads to, over or not, each under its own bytes, and
 * where each move leads. Values are found a ply at a time, by going over all
 * positions until nothing changes. */
typedef struct Slow {
  const Game *game;
  char *states;
  int count, room;
  int *index, index_size; /* number + 1, by the bytes */
  int *first, *to;        /* the moves of position i: to[first[i]] … */
  int edges, edge_room;
  int *winner, *plies; /* a side, or -1 */
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

static void *grown(void *array, int room, size_t size) {
  void *larger = realloc(array, (size_t)room * size);
  assert_non_null(larger);
  return larger;
}

static int slow_add(Slow *s, const State *state) {
  int *at = slow_seek(s, state);
  if (*at)
    return *at - 1;
  assert_true(s->count < s->index_size / 2);
  if (s->count == s->room) {
    s->room = 2 * s->room + 256;
    s->states = grown(s->states, s->room, s->game->state_size);
    s->first = grown(s->first, s->room + 1, sizeof *s->first);
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
    if (s->edges == s->edge_room) {
      s->edge_room = 2 * s->edge_room + 1024;
      s->to = grown(s->to, s->edge_room, sizeof *s->to);
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

/* Whether a position is decided in exactly so many plies, now that all shorter
 * ones are known. */
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

/* ---- what they are compared on -------------------------------------------*/

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

/* More for what keys promise, which is checked without solving. */
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

static Solve *open_solve(const Game *game, SolvePlan plan) {
  Error error = {""};
  plan.memory = plan.memory ? plan.memory : ROOM;
  Solve *solve = solve_new(game, &plan, &error);
  if (!solve)
    fail_msg("%s", error.message);
  return solve;
}

static Solved solve_one(Solve *solve, const State *state) {
  Solved solved;
  Error error = {""};
  if (solve_position(solve, state, &solved, &error) != SOLVE_DONE)
    fail_msg("%s", error.message);
  return solved;
}

/* Every position, the first one first: so most are in the table by then, and
 * the others, beyond a win at once, are solved on top of it. */
static void compare_all(const Slow *slow, SolvePlan plan) {
  Solve *solve = open_solve(slow->game, plan);
  for (int i = 0; i < slow->count; i++) {
    const State *state = slow_state(slow, i);
    if (state->outcome != PLAYING)
      continue;
    Solved solved = solve_one(solve, state);
    GameValue value = slow->winner[i] < 0 ? VALUE_DRAW
                      : slow->winner[i] == slow->game->side[state->seat]
                          ? VALUE_WIN
                          : VALUE_LOSS;
    if (solved.value != value || (plan.quick ? solved.plies < slow->plies[i]
                                             : solved.plies != slow->plies[i]))
      fail_msg("%s, position %d: %d in %d, not %d in %d", slow->game->spec, i,
               (int)solved.value, solved.plies, (int)value, slow->plies[i]);
  }
  solve_free(solve);
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
    slow_close(&slow);
    game_close(game);
  }
}

/* The line is legal, and leads to the end that was promised, not before. */
static void assert_line_wins(const Game *game, const State *from,
                             const Move line[], Solved solved) {
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

/* A win within the plies is found, in as many as it takes; nothing else is. */
static void compare_within(const Slow *slow, int within, bool plain) {
  enum { POSITIONS = 150 };
  SolvePlan plan = {.memory = ROOM, .plain = plain};
  for (int i = 0; i < slow->count && i < POSITIONS; i++) {
    const State *state = slow_state(slow, i);
    if (state->outcome != PLAYING)
      continue;
    bool found = slow->winner[i] >= 0 && slow->plies[i] <= within;
    GameValue value = !found ? VALUE_DRAW
                      : slow->winner[i] == slow->game->side[state->seat]
                          ? VALUE_WIN
                          : VALUE_LOSS;
    Solved solved;
    Move line[WITHIN_MAX];
    uint64_t positions;
    Error error = {""};
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
}

static void wins_within_some_plies_are_those_of_the_slow_solver(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(TINY); i++) {
    Game *game = open_game(TINY[i]);
    Slow slow = slow_open(game);
    slow_solve(&slow);
    for (int within = 1; within <= 8; within++)
      compare_within(&slow, within, within % 2);
    slow_close(&slow);
    game_close(game);
  }
}

/* ---- games drawn by lot --------------------------------------------------*/

enum { NODES = 40, WAYS_OUT = 4 };

/* A piece walks along arrows. Each node says whose turn it is there, or how the
 * game has ended: with circles, turns in a row, and all there is. */
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
    state_draw(&p->base);
  else if (maze->end[node])
    state_win(&p->base, maze->end[node]);
}

static void maze_play(const Game *game, State *state, Move move) {
  const Maze *maze = (const Maze *)game;
  MazePosition *p = (MazePosition *)state;
  maze_arrive(maze, p, maze->to[p->node][move]);
}

static const Rules MAZE = {
    .name = "maze", .moves = maze_moves, .play = maze_play};

static void maze_draw(Maze *maze, MazePosition *first, uint64_t seed) {
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
    maze_draw(&maze, &first, seed);
    Slow slow = slow_open(&maze.base);
    slow_solve(&slow);
    compare_all(&slow, (SolvePlan){.plain = true});
    compare_all(&slow, (SolvePlan){.quick = true});
    compare_within(&slow, (int)(1 + seed % 12), true);
    slow_close(&slow);
  }
}

/* ---- what keys promise ---------------------------------------------------*/

enum { KEY_ROOM = 64 };

static int compare_numbers(const void *a, const void *b) {
  uint64_t one = *(const uint64_t *)a, other = *(const uint64_t *)b;
  return one < other ? -1 : one > other;
}

/* Where one can go from a position, as keys and ends: a number for the set. */
static uint64_t prospects(const Slow *s, int number) {
  const Game *game = s->game;
  int first = s->first[number], count = s->first[number + 1] - first, kept = 0;
  int side = game->side[slow_state(s, number)->seat];
  uint64_t *list = calloc((size_t)count + 1, sizeof *list);
  for (int i = 0; i < count; i++) {
    const State *next = slow_state(s, s->to[first + i]);
    int winner = won_by(game, next);
    uint8_t key[KEY_ROOM] = {0};
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
  uint8_t key[KEY_ROOM];
  uint64_t prospects;
} Keyed;

static int compare_keyed(const void *a, const void *b) {
  return memcmp(a, b, sizeof(Keyed));
}

/* Positions with one key lead to the same keys and the same ends: then, and
 * wherever one looks further, nothing can tell them apart. */
static void check_keys(const char *spec) {
  Game *game = open_game(spec);
  assert_true(game->key_size > 0 && game->key_size <= KEY_ROOM);
  Slow s = slow_open(game);
  Keyed *list = calloc((size_t)s.count, sizeof *list);
  int count = 0, keys = 1;
  assert_non_null(list);
  for (int i = 0; i < s.count; i++)
    if (slow_state(&s, i)->outcome == PLAYING) {
      game->rules->key(game, slow_state(&s, i), list[count].key);
      list[count++].prospects = prospects(&s, i);
    }
  qsort(list, (size_t)count, sizeof *list, compare_keyed);
  for (int i = 1; i < count; i++) {
    bool same = memcmp(list[i - 1].key, list[i].key, KEY_ROOM) == 0;
    if (same && list[i - 1].prospects != list[i].prospects)
      fail_msg("%s: two positions that differ have one key", spec);
    keys += !same;
  }
  assert_true(keys < count);
  free(list);
  slow_close(&s);
  game_close(game);
}

/* Of the first moves, those that mirror each other are one. */
static void symmetric_first_moves_have_one_key(void **state) {
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
    uint8_t seen[64][KEY_ROOM] = {{0}};
    for (int i = 0; i < count; i++) {
      State *next = game_copy(game, game->first);
      game_play(game, next, moves[i]);
      game->rules->key(game, next, seen[keys]);
      int at = 0;
      while (memcmp(seen[at], seen[keys], KEY_ROOM) != 0)
        at++;
      keys += at == keys;
      free(next);
    }
    if (keys != CASES[c].keys)
      fail_msg("%s: %d keys, not %d", CASES[c].spec, keys, CASES[c].keys);
    game_close(game);
  }
}

static void positions_with_one_key_cannot_be_told_apart(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(KEYED); i++)
    check_keys(KEYED[i]);
}

/* Larger ones, on their first position and its moves. */
static void symmetry_changes_no_value(void **state) {
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
    Solve *keyed = open_solve(game, (SolvePlan){.plain = false});
    Solve *plain = open_solve(game, (SolvePlan){.plain = true});
    SolvedMove one[game->max_moves], other[game->max_moves];
    int count, other_count;
    Error error = {""};
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
    assert_true(solve_positions(keyed) < solve_positions(plain));
    solve_free(keyed);
    solve_free(plain);
    game_close(game);
  }
}

/* ---- playing what was solved ---------------------------------------------*/

/* Plays best moves for a side and every reply of the other. What is promised
 * comes true: the win in so many plies at most, and in exactly as many against
 * the best reply; a lost game is not over sooner; a drawn one is never lost.
 * Returns the plies of the longest game. */
static int play_all(Solve *solve, const Game *game, const State *state,
                    int side, Solved promised, int depth) {
  Error error = {""};
  if (state->outcome != PLAYING) {
    int winner = won_by(game, state);
    assert_int_equal(winner < 0       ? VALUE_DRAW
                     : winner == side ? VALUE_WIN
                                      : VALUE_LOSS,
                     promised.value);
    return 0;
  }
  if (depth == 0)
    return 0;
  SolvedMove list[game->max_moves];
  int count, longest = 0;
  assert_int_equal(solve_moves(solve, state, list, &count, &error), SOLVE_DONE);
  bool ours = game->side[state->seat] == side;
  for (int i = 0; i < (ours ? 1 : count); i++) {
    State *next = game_copy(game, state);
    game_play(game, next, list[i].move);
    Solved here = list[i].solved;
    here.value = ours ? here.value : VALUE_WIN + VALUE_LOSS - here.value;
    assert_true(promised.value != VALUE_WIN || here.value == VALUE_WIN);
    assert_true(promised.value != VALUE_DRAW || here.value != VALUE_LOSS);
    int plies = 1 + play_all(solve, game, next, side,
                             (Solved){here.value, here.plies - 1}, depth - 1);
    if (here.value == VALUE_WIN)
      assert_true(plies <= here.plies);
    if (here.value == promised.value && plies > longest)
      longest = plies;
    free(next);
  }
  if (promised.value == VALUE_WIN)
    assert_int_equal(longest, promised.plies);
  return longest;
}

static void best_moves_keep_the_promise_against_every_reply(void **state) {
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
    Solve *solve = open_solve(game, (SolvePlan){.plain = false});
    Solved solved = solve_one(solve, game->first);
    int winner = game->side[game->first->seat];
    if (solved.value == VALUE_LOSS) {
      winner = !winner;
      solved.value = VALUE_WIN;
    }
    play_all(solve, game, game->first, winner, solved,
             solved.value == VALUE_WIN ? DEEP : DRAWN);
    if (solved.value == VALUE_DRAW)
      play_all(solve, game, game->first, !winner, solved, DRAWN);
    solve_free(solve);
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
       3}, /* all that is left */
      {"tictacdoh:small=1,medium=0,large=0", VALUE_DRAW, 0},
  };
  for (size_t i = 0; i < COUNT(KNOWN); i++) {
    Game *game = open_game(KNOWN[i].spec);
    Solve *solve = open_solve(game, (SolvePlan){.plain = false});
    Solved solved = solve_one(solve, game->first);
    if (solved.value != KNOWN[i].value || solved.plies != KNOWN[i].plies)
      fail_msg("%s: %d in %d", KNOWN[i].spec, (int)solved.value, solved.plies);
    solve_free(solve);
    game_close(game);
  }
}

/* ---- lines ---------------------------------------------------------------*/

static void check_line(const char *spec, LineEnd wanted) {
  Game *game = open_game(spec);
  Solve *solve = open_solve(game, (SolvePlan){.plain = false});
  Solved solved = solve_one(solve, game->first);
  State *state = game_start(game);
  Move *line;
  int count;
  LineEnd how;
  Error error = {""};
  assert_int_equal(solve_line(solve, state, &line, &count, &how, &error),
                   SOLVE_DONE);
  assert_int_equal(how, wanted);
  for (int i = 0; i < count; i++) {
    assert_true(game_legal(game, state, line[i]));
    game_play(game, state, line[i]);
  }
  assert_int_equal(state->outcome == PLAYING, wanted == LINE_ENDLESS);
  if (solved.value != VALUE_DRAW)
    assert_int_equal(count, solved.plies);
  free(line);
  free(state);
  solve_free(solve);
  game_close(game);
}

static void a_line_goes_to_the_end_or_round(void **state) {
  (void)state;
  check_line("quoridor:size=3,walls=1", LINE_OVER);
  check_line("tictacdoh:small=2,medium=2,large=2", LINE_OVER);
  check_line("orbital:size=3,bases=1,thrusters=1,antennas=0", LINE_OVER);
  check_line("dorix:size=3,pawns=2", LINE_ENDLESS);
}

/* ---- limits --------------------------------------------------------------*/

static void what_does_not_fit_is_told(void **state) {
  (void)state;
  Game *game = open_game("tictacdoh");
  Solve *solve = open_solve(game, (SolvePlan){.memory = MEGABYTE});
  Solved solved;
  Error error = {""};
  assert_int_equal(solve_position(solve, game->first, &solved, &error),
                   SOLVE_FAILED);
  says(&error, "tictacdoh does not fit into 1 MB: ");
  says(&error, " positions so far");
  assert_true(solve_bytes(solve) <= MEGABYTE);
  assert_true(solve_positions(solve) > 1000);
  error.message[0] = '\0';
  assert_int_equal(solve_position(solve, game->first, &solved, &error),
                   SOLVE_FAILED); /* and it stays so */
  says(&error, "in part only");
  solve_free(solve);
  game_close(game);
}

/* Whatever the limit, it is kept to, and reached sooner or later: memory runs
 * out at every place where some is taken. */
static void every_limit_is_kept_to(void **state) {
  (void)state;
  static const char *const SPECS[] = {"dorix:size=3,pawns=2",
                                      "quoridor:size=4,walls=1"};
  for (size_t i = 0; i < COUNT(SPECS); i++) {
    Game *game = open_game(SPECS[i]);
    bool done = false;
    for (size_t memory = 64; !done; memory += memory / 16) {
      Solve *solve = open_solve(game, (SolvePlan){.memory = memory});
      Solved solved;
      Error error = {""};
      done = solve_position(solve, game->first, &solved, &error) == SOLVE_DONE;
      assert_true(solve_bytes(solve) <= memory);
      assert_true(done || error.message[0]);
      solve_free(solve);
    }
    game_close(game);
  }
}

/* Quickly solved though they are large: known from a walk over 47 million
 * positions, and from the exact values with fewer pawns. */
static void large_games_that_are_soon_over_are_solved(void **state) {
  (void)state;
  Game *game = open_game("orbital:size=3");
  Solve *solve = open_solve(game, (SolvePlan){.quick = true});
  assert_int_equal(solve_one(solve, game->first).value, VALUE_WIN);
  solve_free(solve);
  game_close(game);
  game = open_game("dorix:size=3");
  SolvePlan plan = {.memory = ROOM};
  Solved solved;
  Move line[WITHIN_MAX];
  uint64_t positions;
  Error error = {""};
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

static void tell(void *context, uint64_t positions, size_t bytes) {
  assert_true(positions > 0 && bytes > 0);
  atomic_store((atomic_bool *)context, true);
}

static void it_tells_how_far_it_is_and_can_be_stopped(void **state) {
  (void)state;
  Game *game = open_game("tictacdoh");
  atomic_bool stop = false;
  SolvePlan plan = {.stop = &stop, .progress = tell, .context = &stop};
  Solve *solve = open_solve(game, plan);
  Solved solved;
  Error error = {""};
  assert_int_equal(solve_position(solve, game->first, &solved, &error),
                   SOLVE_STOPPED);
  says(&error, "stopped after ");
  solve_free(solve);
  game_close(game);
}

static void what_cannot_be_solved_is_refused(void **state) {
  (void)state;
  static const char *const SPECS[] = {"tictacdoh:players=3",
                                      "quoridor:players=4,size=3",
                                      "dorix:players=4,teams=false"};
  for (size_t i = 0; i < COUNT(SPECS); i++) {
    Game *game = open_game(SPECS[i]);
    Error error = {""};
    assert_null(solve_new(game, &(SolvePlan){.memory = ROOM}, &error));
    says(&error, "sides: only games of one or two");
    game_close(game);
  }
  Table t = table_set("tictacdoh", "c3=S c4=S c5=S");
  Solve *solve = open_solve(t.game, (SolvePlan){.plain = false});
  Solved solved;
  Error error = {""};
  assert_int_equal(solve_position(solve, t.state, &solved, &error),
                   SOLVE_FAILED);
  says(&error, "the game is over");
  solve_free(solve);
  table_clear(&t);
}

/* ---- the bot -------------------------------------------------------------*/

/* Seat 2 wins Quoridor on 3x3, whatever seat 1 does; the bot loses as late as
 * possible against itself. */
static void the_bot_plays_perfectly(void **state) {
  (void)state;
  Game *game = open_game("quoridor:size=3,walls=1");
  Error error = {""};
  Bot *perfect = bot_open("perfect", game, &error);
  Bot *random = bot_open("random", game, &error);
  assert_non_null(perfect);
  State *room = game_start(game);
  for (uint64_t i = 0; i < 50; i++) {
    Bot *bots[] = {i % 2 ? random : perfect, perfect};
    Match match;
    Rng rng;
    rng_seed(&rng, 1, i);
    assert_true(match_play(game, bots, &rng, 1000, room, NULL, &match, &error));
    assert_int_equal(match.winners, 2);
    assert_true(i % 2 ? match.plies <= 8 : match.plies == 8);
  }
  free(room);
  bot_close(random);
  bot_close(perfect);
  game_close(game);
}

static void the_bot_refuses_what_it_cannot_solve(void **state) {
  (void)state;
  Error error = {""};
  Game *game = open_game("quoridor");
  assert_null(bot_open("perfect:memory=1", game, &error));
  says(&error, "does not fit into 1 MB");
  game_close(game);
  game = open_game("tictacdoh:players=3");
  assert_null(bot_open("perfect", game, &error));
  says(&error, "3 sides");
  game_close(game);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_position_has_the_value_that_a_slow_solver_finds),
      cmocka_unit_test(wins_within_some_plies_are_those_of_the_slow_solver),
      cmocka_unit_test(mazes_have_the_values_that_the_slow_solver_finds),
      cmocka_unit_test(symmetric_first_moves_have_one_key),
      cmocka_unit_test(positions_with_one_key_cannot_be_told_apart),
      cmocka_unit_test(symmetry_changes_no_value),
      cmocka_unit_test(best_moves_keep_the_promise_against_every_reply),
      cmocka_unit_test(games_with_a_known_value_have_it),
      cmocka_unit_test(a_line_goes_to_the_end_or_round),
      cmocka_unit_test(large_games_that_are_soon_over_are_solved),
      cmocka_unit_test(what_does_not_fit_is_told),
      cmocka_unit_test(every_limit_is_kept_to),
      cmocka_unit_test(it_tells_how_far_it_is_and_can_be_stopped),
      cmocka_unit_test(what_cannot_be_solved_is_refused),
      cmocka_unit_test(the_bot_plays_perfectly),
      cmocka_unit_test(the_bot_refuses_what_it_cannot_solve),
  };
  host_start((Limits){0, (size_t)64 << 20});
  return RUN_TESTS(tests);
}
