/* Random games played by a game and its reference implementation at once:
 * seats, legal moves and results must agree in every position. The argument
 * names a game; without one all are played. Options are picked at random from
 * the game's own table. Only some are given, so that the defaults of the two
 * are compared as well. */
#include "core/game/perft.h"
#include "tests/core/games/reference/reference.h"
#include "tests/support/support.h"

enum { LINE_TEXT = 16384 };

typedef struct Named {
  char text[MOVE_TEXT];
  Move move;
} Named;

/* One game, played by both implementations. */
typedef struct Match {
  const Reference *reference;
  Game *game;
  State *state;
  void *position;
  Named *moves;
  int count;
  char (*texts)[REF_TEXT];
  size_t texts_count;
  int preference; /* see pick_move */
  char spec[SPEC_TEXT];
  char line[LINE_TEXT];
} Match;

/* What occurred in all games. The tests check these counts, so that the random
 * options and moves cannot silently stop covering it. */
typedef struct Seen {
  int opened, refused, plies, passes, wins, draws, truncated, withdrawn;
} Seen;

/* ---- comparing -----------------------------------------------------------*/

static int compare_named(const void *a, const void *b) {
  return strcmp(((const Named *)a)->text, ((const Named *)b)->text);
}

static int compare_texts(const void *a, const void *b) {
  return strcmp(a, b);
}

static void list_moves(Match *m) {
  Move *list = calloc((size_t)m->game->max_moves, sizeof *list);
  assert_non_null(list);
  m->count = game_moves(m->game, m->state, list);
  m->moves = calloc((size_t)m->count + 1, sizeof *m->moves);
  assert_non_null(m->moves);
  for (int i = 0; i < m->count; i++) {
    m->moves[i].move = list[i];
    game_format(m->game, m->state, list[i], m->moves[i].text);
  }
  free(list);
  qsort(m->moves, (size_t)m->count, sizeof *m->moves, compare_named);
  m->texts_count = m->reference->moves(m->position, &m->texts);
  qsort(m->texts, m->texts_count, REF_TEXT, compare_texts);
}

static void free_moves(Match *m) {
  free(m->moves);
  free(m->texts);
  m->moves = NULL;
  m->texts = NULL;
}

/* Prints what only one of two sorted lists has; returns the number. */
static int print_difference(const Match *m) {
  size_t i = 0, j = 0, count = (size_t)m->count;
  int differing = 0;
  while (i < count || j < m->texts_count) {
    int order = i == count            ? 1
                : j == m->texts_count ? -1
                                      : strcmp(m->moves[i].text, m->texts[j]);
    if (order < 0)
      print_error("  only in the game: %s\n", m->moves[i].text);
    if (order > 0)
      print_error("  only in the reference: %s\n", m->texts[j]);
    differing += order != 0;
    i += order <= 0;
    j += order >= 0;
  }
  return differing;
}

static bool lists_agree(const Match *m) {
  if ((size_t)m->count != m->texts_count)
    return false;
  for (int i = 0; i < m->count; i++)
    if (strcmp(m->moves[i].text, m->texts[i]) != 0)
      return false;
  return true;
}

static bool ends_agree(const Match *m) {
  unsigned winners = 0;
  bool over = m->reference->over(m->position, &winners);
  const State *s = m->state;
  if (!over)
    return s->outcome == PLAYING && s->winners == 0 &&
           s->seat + 1 == m->reference->seat(m->position);
  return s->outcome == (winners ? WIN : DRAW) && s->winners == winners;
}

static void check_agreement(const Match *m) {
  bool ends = ends_agree(m), lists = lists_agree(m);
  if (ends && lists)
    return;
  unsigned winners = 0;
  bool over = m->reference->over(m->position, &winners);
  print_error("%s after %s\n", m->spec, m->line[0] ? m->line : "the start");
  print_error("  game: outcome %d, winners %x, turn of %d\n", m->state->outcome,
              m->state->winners, m->state->seat + 1);
  print_error("  reference: over %d, winners %x, turn of %d\n", over, winners,
              m->reference->seat(m->position));
  print_difference(m);
  fail_msg("the two implementations of %s differ", m->reference->name);
}

/* ---- playing -------------------------------------------------------------*/

static bool ends_the_game(const Match *m, Move move) {
  State *next = game_copy(m->game, m->state);
  assert_non_null(next);
  game_play(m->game, next, move);
  bool over = next->outcome != PLAYING;
  free(next);
  return over;
}

/* Uniformly random games resemble each other, so each game has a preference:
 * none, moves with long names (walls, collapses), moves with short names
 * (steps, plain placements), few cells, or moves that do not end the game. */
enum { UNIFORM, LONG, SHORT, CROWD, ENDLESS, PREFERENCES };

static int penalty(const Match *m, int i) {
  const char *text = m->moves[i].text;
  switch (m->preference) {
  case LONG:
    return -(int)strlen(text);
  case SHORT:
    return (int)strlen(text);
  case CROWD:
    return text[0] >= 'A' && text[0] <= 'Z' ? text[1] + text[2]
                                            : text[0] + text[1];
  case ENDLESS:
    return ends_the_game(m, m->moves[i].move);
  default:
    return 0;
  }
}

/* Moves with a smaller penalty are more likely, but every move is possible. */
static int pick_move(const Match *m, Rng *rng) {
  int best = (int)rng_below(rng, (uint32_t)m->count);
  for (int tries = m->preference == UNIFORM ? 0 : 2; tries > 0; tries--) {
    int other = (int)rng_below(rng, (uint32_t)m->count);
    if (penalty(m, other) < penalty(m, best))
      best = other;
  }
  return best;
}

static void play_both(Match *m, int index) {
  const Named *named = &m->moves[index];
  size_t used = strlen(m->line);
  snprintf(m->line + used, sizeof m->line - used, "%s%s", used ? " " : "",
           named->text);
  game_play(m->game, m->state, named->move);
  m->reference->play(m->position, named->text);
}

/* Now and then a seat leaves the game, where the rules say what that means. */
static bool seat_leaves(Match *m, Rng *rng) {
  enum { ONE_IN = 30 };
  if (!m->reference->withdraw || rng_below(rng, ONE_IN) != 0)
    return false;
  int seat = (int)rng_below(rng, (uint32_t)m->game->seats);
  if (!m->reference->is_in(m->position, seat + 1))
    return false;
  size_t used = strlen(m->line);
  snprintf(m->line + used, sizeof m->line - used, " (seat %d leaves)",
           seat + 1);
  m->game->rules->withdraw(m->game, m->state, seat);
  m->reference->withdraw(m->position, seat + 1);
  return true;
}

/* Limits of a game: the references are slow, and the slower the more legal
 * moves there are. */
typedef struct Limits {
  int plies, listed;
} Limits;

static void play_match(Match *m, Rng *rng, Limits limits, Seen *seen) {
  int listed = 0;
  for (int ply = 0;; ply++) {
    list_moves(m);
    check_agreement(m);
    listed += m->count;
    bool over = m->count == 0;
    if (over || ply == limits.plies || listed > limits.listed) {
      seen->wins += m->state->outcome == WIN;
      seen->draws += m->state->outcome == DRAW;
      seen->truncated += !over;
      free_moves(m);
      return;
    }
    if (seat_leaves(m, rng)) {
      seen->withdrawn++;
      free_moves(m);
      continue;
    }
    int picked = pick_move(m, rng);
    seen->plies++;
    seen->passes += m->moves[picked].move == MOVE_PASS;
    play_both(m, picked);
    free_moves(m);
  }
}

static RefOptions translate(const RandomOptions *drawn) {
  RefOptions options = {.count = (size_t)drawn->count};
  for (int i = 0; i < drawn->count; i++) {
    options.given[i].name = drawn->given[i].option->name;
    options.given[i].value = drawn->given[i].value;
  }
  return options;
}

/* Opens the game with these options in both implementations. */
static bool open_match(Match *m, const RandomOptions *drawn) {
  Error error = {0};
  write_options(m->reference->name, drawn, m->spec);
  m->game = game_open(m->spec, &error);
  if (!m->game) /* incompatible options */
    return false;
  RefOptions options = translate(drawn);
  m->state = game_start(m->game);
  m->position = m->reference->start(&options);
  assert_true(m->state && m->position);
  return true;
}

static void close_match(Match *m) {
  free(m->position);
  free(m->state);
  game_close(m->game);
}

static void play_drawn(const Reference *reference, const RandomOptions *drawn,
                       Rng *rng, Limits limits, Seen *seen) {
  Match *m = calloc(1, sizeof *m);
  assert_non_null(m);
  m->reference = reference;
  m->preference = (int)rng_below(rng, PREFERENCES);
  if (open_match(m, drawn)) {
    seen->opened++;
    play_match(m, rng, limits, seen);
    close_match(m);
  } else {
    seen->refused++;
  }
  free(m);
}

/* ---- the tests -----------------------------------------------------------*/

/* Counts the leaves `depth` plies below a line of moves. There is no copying of
 * positions, so the line is played again for every move. */
static uint64_t leaves_below(const Reference *reference,
                             const RefOptions *options, char line[][REF_TEXT],
                             int played, int depth) {
  if (depth == 0)
    return 1;
  void *position = reference->start(options);
  for (int i = 0; i < played; i++)
    reference->play(position, line[i]);
  char(*texts)[REF_TEXT];
  size_t count = reference->moves(position, &texts);
  uint64_t leaves = 0;
  for (size_t i = 0; i < count; i++) {
    memcpy(line[played], texts[i], REF_TEXT);
    leaves += leaves_below(reference, options, line, played + 1, depth - 1);
  }
  free(texts);
  free(position);
  return leaves;
}

enum { DEPTH_MAX = 4 };

static void compare_leaves(const Reference *reference, const char *spec,
                           int depth) {
  Table table = table_set(spec, NULL);
  RefOptions options = {0};
  char line[DEPTH_MAX][REF_TEXT];
  uint64_t leaves;
  for (const Option *o = table.game->rules->options; o->name; o++) {
    options.given[options.count].name = o->name;
    options.given[options.count].value = table.game->option[options.count];
    options.count++;
  }
  assert_true(perft(table.game, table.state, depth, &leaves, NULL));
  if (leaves != leaves_below(reference, &options, line, 0, depth))
    fail_msg("%s: the leaves at depth %d differ", spec, depth);
  table_clear(&table);
}

/* How many games of each to play, in about a quarter of a minute. */
typedef struct Plan {
  const Reference *reference;
  int plain_games, games;
  Limits limits;
  bool passes, draws; /* whether these can occur */
  struct {
    const char *spec;
    int depth;
  } leaves[24]; /* specs whose leaves to count */
} Plan;

static const Plan PLANS[] = {
    {&reference_dorix,
     40,
     1500,
     {150, 2000},
     .passes = true,
     .leaves = {{"dorix:columns=5,rows=4", 2},
                {"dorix:columns=3,rows=6,pawns=2", 3},
                {"dorix:columns=6,rows=3,pawns=1", 4},
                {"dorix:columns=4,rows=3,players=3,pawns=1", 4},
                {"dorix:columns=3,rows=4,players=4,pawns=1", 4},
                {"dorix:columns=6,rows=5,players=4,teams=true", 2}}},
    {&reference_tictacdoh,
     1000,
     20000,
     {50, 5000},
     .draws = true,
     .leaves = {{"tictacdoh:players=3", 3},
                {"tictacdoh:window=4", 3},
                {"tictacdoh:window=4,players=4,small=1,medium=1,large=1", 4},
                {"tictacdoh:window=4,fixed_grid=true", 2},
                {"tictacdoh:window=4,line_length=4,players=3,small=0", 4},
                {"tictacdoh:window=4,small=4,medium=0,large=0", 4}}},
    {&reference_quoridor,
     8,
     1000,
     {200, 8000},
     .passes = true,
     .leaves = {{"quoridor:size=2,walls=2", 4},
                {"quoridor:columns=9,rows=7", 1},
                {"quoridor:columns=5,rows=3,walls=2", 3},
                {"quoridor:columns=2,rows=6,walls=2", 3},
                {"quoridor:columns=11,rows=2,walls=2,players=4", 2},
                {"quoridor:columns=4,rows=3,walls=2,players=3", 3},
                {"quoridor:size=4,players=3,side_seat=1,pawn_jump=true", 2},
                {"quoridor:size=4,players=3,side_seat=3", 2},
                {"quoridor:columns=4,rows=3,walls=2,goal=middle", 3},
                {"quoridor:size=5,walls=2,goal=middle,players=4", 2},
                {"quoridor:columns=5,rows=4,walls=2,goal=edge", 2},
                {"quoridor:size=4,walls=2,goal=edge,players=3", 3},
                {"quoridor:wall_length=1", 1},
                {"quoridor:size=11,wall_length=1", 1},
                {"quoridor:size=3,walls=2,wall_length=1", 3},
                {"quoridor:size=4,walls=2,wall_length=3", 3},
                {"quoridor:size=5,walls=2,wall_length=4,players=3", 2},
                {"quoridor:columns=3,rows=5,walls=2,wall_length=4", 3},
                {"quoridor:size=2,walls=2,wall_length=3", 4},
                {"quoridor:size=4,walls=1,goal=cell", 3},
                {"quoridor:columns=5,rows=3,walls=2,goal=cell,goal_cell=10",
                 3}}},
    {&reference_orbital,
     200,
     4000,
     {200, 8000},
     .passes = true,
     .draws = true,
     .leaves = {{"orbital:size=3", 3},
                {"orbital:size=5", 2},
                {"orbital:size=6", 2},
                {"orbital:size=3,tower_height=2", 3},
                {"orbital:size=3,tower_height=4", 3},
                {"orbital:size=4,tower_height=5", 2},
                {"orbital:size=6,tower_height=6", 2},
                {"orbital:size=3,tower_height=2,bases=1,thrusters=1,"
                 "antennas=1,towers_to_win=2",
                 4}}},
};

enum { PLAN_COUNT = sizeof PLANS / sizeof PLANS[0] };

static void games_with_default_options_agree(void **state) {
  const Plan *plan = *state;
  Seen seen = {0};
  for (int i = 0; i < plan->plain_games; i++) {
    Rng rng;
    rng_seed(&rng, 1, (uint64_t)i);
    play_drawn(plan->reference, &(RandomOptions){0}, &rng, plan->limits, &seen);
  }
  assert_int_equal(seen.opened, plan->plain_games);
}

static void games_with_random_options_agree(void **state) {
  const Plan *plan = *state;
  const Option *options = rules_named(plan->reference->name)->options;
  Seen seen = {0};
  for (int i = 0; i < plan->games; i++) {
    Rng rng;
    RandomOptions drawn;
    rng_seed(&rng, 2, (uint64_t)i);
    draw_options(options, i % 2 ? 40 : 80, &rng, &drawn);
    play_drawn(plan->reference, &drawn, &rng, plan->limits, &seen);
  }
  print_message("%s: %d games, %d plies, %d passes, %d wins, %d draws, %d "
                "truncated, %d seats left\n",
                plan->reference->name, seen.opened, seen.plies, seen.passes,
                seen.wins, seen.draws, seen.truncated, seen.withdrawn);
  assert_true(seen.opened > 2 * seen.refused);
  assert_true(seen.wins > seen.opened / 4);
  assert_int_equal(seen.passes > 0, plan->passes);
  assert_int_equal(seen.draws > 0, plan->draws);
  assert_int_equal(seen.withdrawn > 0, plan->reference->withdraw != NULL);
}

static void leaf_counts_agree(void **state) {
  const Plan *plan = *state;
  for (size_t i = 0; i < COUNT(plan->leaves) && plan->leaves[i].spec; i++)
    compare_leaves(plan->reference, plan->leaves[i].spec,
                   plan->leaves[i].depth);
}

int main(int argc, char **argv) {
  int failed = 0, found = 0;
  for (int i = 0; i < PLAN_COUNT; i++) {
    if (argc > 1 && strcmp(argv[1], PLANS[i].reference->name) != 0)
      continue;
    void *plan = (void *)&PLANS[i];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(games_with_default_options_agree, plan),
        cmocka_unit_test_prestate(games_with_random_options_agree, plan),
        cmocka_unit_test_prestate(leaf_counts_agree, plan),
    };
    failed |= RUN_TESTS(tests);
    found++;
  }
  return failed || !found;
}
