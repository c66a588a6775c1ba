/* The evaluation of positions: properties that hold along random games under
 * random options, comparisons of hand-made positions, and games of the bots
 * that rely on it. */
#include "tests/support/support.h"

#include "core/base/cell.h"
#include "core/game/eval.h"
#include "core/game/match.h"
#include "core/game/scene.h"
#include "lua/host/host.h"
#include <math.h>
#include <stdlib.h>

/* ---- along random games --------------------------------------------------*/

/* Two tables with the same game and the seats exchanged: seat s at the first is
 * seat s + shift at the second. In Quoridor the second board is also rotated by
 * half a turn, because a seat's goal depends on its number. With three players
 * it has no such symmetry, and both tables are the same. */
typedef struct Pair {
  Table one, other;
  int shift;
  bool turned;
} Pair;

static Pair pair_open(const char *spec) {
  Pair pair = {.one = table_set(spec, NULL), .shift = 1};
  if (strcmp(pair.one.game->rules->name, "quoridor") == 0) {
    pair.turned = pair.one.game->seats != 3;
    pair.shift = pair.turned ? pair.one.game->seats / 2 : 0;
  }
  char settings[32];
  snprintf(settings, sizeof settings, "seat=%d", pair.shift + 1);
  pair.other =
      table_set(spec, pair.one.state->outcome == PLAYING ? settings : NULL);
  return pair;
}

static void pair_close(Pair *pair) {
  table_clear(&pair->one);
  table_clear(&pair->other);
}

static int option_value(const Game *game, const char *name) {
  const Option *option = options_find(game->rules->options, name);
  assert_non_null(option);
  return game->option[option - game->rules->options];
}

/* A Quoridor move on the board rotated by half a turn. A wall is named by the
 * first cell that it lies along, and lies above or to the right of its cells.
 */
static Move rotated(const Pair *pair, Move move) {
  if (move == MOVE_PASS)
    return move;
  char text[MOVE_TEXT], mirrored[MOVE_TEXT];
  Error error = {0};
  Scene scene;
  const Game *game = pair->one.game;
  assert_true(scene_paint(game, pair->one.state, &scene));
  game_format(game, pair->one.state, move, text);
  const char *rest = text;
  Cell cell;
  assert_true(cell_read(&rest, scene.columns, scene.rows, &cell));
  int length = option_value(game, "wall_length");
  int right = scene.columns - (*rest == 'h' ? length : *rest == 'v' ? 2 : 1);
  int top = scene.rows - (*rest == 'v' ? length : *rest == 'h' ? 2 : 1);
  int used = cell_write((Cell){right - cell.column, top - cell.row}, mirrored);
  snprintf(mirrored + used, sizeof mirrored - (size_t)used, "%s", rest);
  if (!game_parse(game, pair->other.state, mirrored, &move, &error))
    fail_msg("%s", error.message);
  return move;
}

static void pair_play(Pair *pair, Rng *rng) {
  const Game *game = pair->one.game;
  Move move = game_random_move(game, pair->one.state, rng);
  Move other = pair->turned ? rotated(pair, move) : move;
  game_play(game, pair->one.state, move);
  game_play(pair->other.game, pair->other.state, other);
}

static void evaluate(const Table *t, double value[SEATS_MAX]) {
  for (int i = 0; i < SEATS_MAX; i++)
    value[i] = NAN; /* the result must not depend on old contents */
  assert_true(position_values(t->game, t->state, NULL, NULL, value));
}

static void check_range(const Game *game, const double value[]) {
  double sum = 0;
  for (int side = 0; side < game->sides; side++) {
    assert_true(value[side] >= 0 && value[side] <= 1);
    sum += value[side];
  }
  assert_true(fabs(sum - 1) < 1e-9);
}

static void check_exchanged(const Pair *pair, const double value[]) {
  int sides = pair->one.game->sides;
  double exchanged[SEATS_MAX];
  evaluate(&pair->other, exchanged);
  for (int side = 0; side < sides; side++)
    if (fabs(value[side] - exchanged[(side + pair->shift) % sides]) > 1e-12)
      fail_msg("%s: the value for side %d is %g, with the seats exchanged %g",
               pair->one.game->spec, side + 1, value[side],
               exchanged[(side + pair->shift) % sides]);
}

/* A copy of the state, evaluated by the same game opened again, has the same
 * values to the last bit. */
static void check_repeated(const Table *t, const double value[]) {
  Table again = table_set(t->game->spec, NULL);
  game_assign(t->game, again.state, t->state);
  double repeated[SEATS_MAX];
  evaluate(&again, repeated);
  assert_memory_equal(value, repeated, (size_t)t->game->sides * sizeof *value);
  table_clear(&again);
}

/* The values of all moves at once, as far as there are any, are those of the
 * positions they lead to, to the last bit. Returns how many there are. */
static int check_moves(const Table *t) {
  size_t most = (size_t)t->game->max_moves;
  Move *moves = calloc(most, sizeof *moves);
  double *values = calloc(most, sizeof *values);
  Table after = table_set(t->game->spec, NULL);
  int count = game_moves(t->game, t->state, moves), known = 0;
  for (int side = 0; side < t->game->sides; side++) {
    move_values(t->game, t->state, moves, count, side, values);
    for (int i = 0; i < count; i++) {
      double value[SEATS_MAX];
      game_assign(t->game, after.state, t->state);
      game_play(t->game, after.state, moves[i]);
      evaluate(&after, value);
      known += values[i] >= 0;
      if (values[i] >= 0)
        assert_true(values[i] == value[side]);
    }
  }
  table_clear(&after);
  free(values);
  free(moves);
  return known;
}

/* Returns how many values of moves were known. */
static int check_along(const char *spec, Rng *rng) {
  enum { PLIES = 120 };
  int known = 0;
  Pair pair = pair_open(spec);
  for (int ply = 0; ply < PLIES; ply++) {
    double value[SEATS_MAX];
    evaluate(&pair.one, value);
    check_range(pair.one.game, value);
    check_exchanged(&pair, value);
    if (ply % 16 == 0)
      check_repeated(&pair.one, value);
    if (ply % 8 == 3)
      known += check_moves(&pair.one);
    if (pair.one.state->outcome != PLAYING)
      break;
    pair_play(&pair, rng);
  }
  pair_close(&pair);
  return known;
}

static void values_are_consistent_under_any_options(void **state) {
  (void)state;
  enum { ROUNDS = 150 };
  Rng rng;
  rng_seed(&rng, 41, 0);
  for (const Rules *const *r = game_rules; *r; r++) {
    int known = 0;
    for (int round = 0; round < ROUNDS; round++) {
      Error error = {0};
      char spec[SPEC_TEXT];
      draw_spec(*r, round % 3 ? 40 : 0, &rng, spec);
      Game *game = game_open(spec, &error);
      game_close(game);
      if (game) /* some combinations of options are invalid */
        known += check_along(spec, &rng);
    }
    assert_true((known > 0) == ((*r)->evaluate_moves != NULL));
  }
}

static uint64_t hash_of_values_along(const char *spec, Rng *rng) {
  enum { PLIES = 100 };
  Table t = table_set(spec, NULL);
  uint64_t hash = 0;
  for (int ply = 0; ply < PLIES && t.state->outcome == PLAYING; ply++) {
    double value[SEATS_MAX];
    evaluate(&t, value);
    hash = hash * 31 +
           game_hash_bytes(value, (size_t)t.game->sides * sizeof *value);
    game_play(t.game, t.state, game_random_move(t.game, t.state, rng));
  }
  table_clear(&t);
  return hash;
}

/* The hashes are those of the plain formulas with which the weights were
 * fitted: every pile looks at each neighbour, every reply is tried, every
 * seat's distance is measured. Other weights need other hashes. */
static void faster_ways_to_evaluate_change_no_value(void **state) {
  (void)state;
  enum { GAMES = 40 };
  static const struct {
    const char *spec;
    uint64_t hash;
  } CASES[] = {
      {"dorix", UINT64_C(0x149a1af6b530e4a9)},
      {"dorix:players=3,size=5", UINT64_C(0x81b34a5d29f1f2c5)},
      {"dorix:players=4", UINT64_C(0xdf035d0a161829b2)},
      {"dorix:players=4,teams=false,pawns=6", UINT64_C(0xdf0a1b56ca77e30e)},
      {"dorix:empty_cells_receive=true,pawns=5", UINT64_C(0x4367eb13a4ef6ef4)},
      {"tictacdoh", UINT64_C(0xb8d9ad30bb9d2737)},
      {"tictacdoh:players=3,small=2,medium=9,large=3",
       UINT64_C(0xde3af1214cdc4c77)},
      {"tictacdoh:fixed_grid=true,blocked_loses=false",
       UINT64_C(0x80c1143ced962409)},
      {"orbital", UINT64_C(0x629831c19c1e34e5)},
      {"quoridor", UINT64_C(0x1221700c3d225635)},
      {"quoridor:players=4,size=11", UINT64_C(0xeec860be488a4d56)},
  };
  for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
    Rng rng;
    uint64_t hash = 0;
    rng_seed(&rng, 17, i);
    for (int g = 0; g < GAMES; g++)
      hash = hash * 31 + hash_of_values_along(CASES[i].spec, &rng);
    if (hash != CASES[i].hash)
      fail_msg("%s: the hash is 0x%016llx", CASES[i].spec,
               (unsigned long long)hash);
  }
}

/* Whether the seat to move has a move that wins. */
static bool wins_at_once(const Game *game, const State *state) {
  Move moves[256];
  State *next = game_copy(game, state);
  bool wins = false;
  assert_true(next && game->max_moves <= (int)COUNT(moves));
  int count = game_moves(game, state, moves);
  for (int i = 0; i < count && !wins; i++) {
    game_assign(game, next, state);
    game_play(game, next, moves[i]);
    wins = next->outcome == WIN;
  }
  free(next);
  return wins;
}

static bool every_move_loses(const Game *game, const State *state) {
  Move moves[256];
  State *next = game_copy(game, state);
  bool loses = true;
  assert_true(next && game->max_moves <= (int)COUNT(moves));
  int count = game_moves(game, state, moves);
  for (int i = 0; i < count && loses; i++) {
    game_assign(game, next, state);
    game_play(game, next, moves[i]);
    loses = next->outcome == PLAYING && wins_at_once(game, next);
  }
  free(next);
  return loses;
}

/* Tic Tac Doh's evaluation finds every win in one move, and every position in
 * which each move lets the next player complete a line. */
static void check_prospect(const Table *t) {
  double value[SEATS_MAX];
  evaluate(t, value);
  bool wins = wins_at_once(t->game, t->state);
  bool loses = !wins && every_move_loses(t->game, t->state);
  int seat = t->state->seat;
  if (wins != (value[seat] > 0.9) || loses != (value[!seat] > 0.9)) {
    game_draw(t->game, t->state, stderr);
    fail_msg("%s: the values are %g and %g", t->game->spec, value[0], value[1]);
  }
}

static void tictacdoh_sees_wins_in_one_move(void **state) {
  (void)state;
  enum { GAMES = 12 };
  static const char *const SPECS[] = {
      "tictacdoh:blocked_loses=false", "tictacdoh:window=4,blocked_loses=false",
      "tictacdoh:window=4,fixed_grid=true,blocked_loses=false",
      "tictacdoh:window=4,line_length=4,medium=0,large=9,blocked_loses=false",
      "tictacdoh:window=4,line_length=4,small=15,medium=0,large=0"};
  for (size_t i = 0; i < COUNT(SPECS); i++) {
    Rng rng;
    rng_seed(&rng, 5, i);
    for (int g = 0; g < GAMES; g++) {
      Table t = table_set(SPECS[i], NULL);
      for (; t.state->outcome == PLAYING;
           game_play(t.game, t.state, game_random_move(t.game, t.state, &rng)))
        check_prospect(&t);
      table_clear(&t);
    }
  }
}

static void every_built_in_game_has_an_evaluation(void **state) {
  (void)state;
  for (const Rules *const *r = game_rules; *r; r++)
    assert_non_null((*r)->evaluate);
}

/* ---- hand-made positions -------------------------------------------------*/

static double value_for(const char *spec, const char *settings, int seat) {
  Table t = table_set(spec, settings);
  double value[SEATS_MAX];
  assert_int_equal(t.state->outcome, PLAYING);
  evaluate(&t, value);
  double found = value[t.game->side[seat - 1]];
  table_clear(&t);
  return found;
}

/* For this seat, `better` has a higher value than `worse`. */
static const struct {
  const char *spec;
  int seat;
  const char *better, *worse;
} COMPARISONS[] = {
    /* one step closer to the goal, both near it and far from it */
    {"quoridor", 1, "pawn1=e8 pawn2=a5", "pawn1=e7 pawn2=a5"},
    {"quoridor", 1, "pawn1=e3", "pawn1=e2"},
    {"quoridor", 2, "pawn2=e2", "pawn2=e3"},
    {"quoridor", 1, "pawn2=e9", "pawn2=e8"},
    {"quoridor:size=11", 1, "pawn1=k10 pawn2=a6", "pawn1=k9 pawn2=a6"},
    {"quoridor:players=4", 2, "pawn2=h5", "pawn2=g5"},
    {"quoridor:players=4", 3, "pawn2=g5", "pawn2=h5"},
    /* a wall in the opponent's way, one more wall in hand, the turn */
    {"quoridor", 1, "pawn1=a1 walls=d8h,f8h", "pawn1=a1 walls=-"},
    {"quoridor", 1, "hand1=5 hand2=4", "hand1=5 hand2=5"},
    {"quoridor", 1, "seat=1", "seat=2"},
    {"quoridor", 1, "seat=1 pawn1=e7 pawn2=a3 hand1=0 hand2=0",
     "seat=2 pawn1=e7 pawn2=a3 hand1=0 hand2=0"},
    /* three cells of a diagonal whose fourth is empty, or only two of them;
     * two cells of a diagonal, or none */
    {"dorix", 1, "a1=1 b2=1 c3=1 b1=2 hand1=12 hand2=14",
     "a1=1 b2=1 b3=1 b1=2 hand1=12 hand2=14"},
    {"dorix", 1, "a1=1 b2=1 d2=2 hand1=13 hand2=14",
     "b1=1 c1=1 d2=2 hand1=13 hand2=14"},
    /* the turn, when both seats need only one more cell */
    {"dorix", 2, "seat=2 a1=1 b2=1 c3=1 a4=2 b3=2 c2=2 hand1=12 hand2=12",
     "seat=1 a1=1 b2=1 c3=1 a4=2 b3=2 c2=2 hand1=12 hand2=12"},
    /* the opponent holds the last cell, and the pile next to it is high enough
     * to collapse onto it, or not */
    {"dorix", 1, "a1=1 b2=1 c3=1 d4=2 d3=1 hand1=11 hand2=14",
     "a1=1 b2=1 c3=1 d4=222 d3=1 hand1=11 hand2=12"},
    /* partners count together */
    {"dorix:players=4", 1, "a1=1 b2=3 c3=1 hand1=8 hand3=9",
     "a1=1 b2=2 c3=1 hand1=8 hand2=9"},
    /* towers, pairs, a constraint under which a tower can be completed */
    {"orbital", 1, "a1=B1T1nA1 bases1=5 thrusters1=5 antennas1=5",
     "a1=B2T2nA2 bases2=5 thrusters2=5 antennas2=5"},
    {"orbital:size=6", 1, "f6=B1T1sA1 bases1=5 thrusters1=5 antennas1=5",
     "a1=B1 b2=T1n c3=A1 bases1=5 thrusters1=5 antennas1=5"},
    {"orbital:tower_height=4", 1,
     "a1=B1B1T1nA1 bases1=4 thrusters1=5 antennas1=5",
     "a1=B1B1T2nA2 bases1=4 thrusters1=5 antennas1=5"},
    {"orbital", 1, "a1=B1A1 bases1=5 antennas1=5",
     "a1=B2A2 bases2=5 antennas2=5"},
    {"orbital", 1, "seat=1 a1=B1A2 bases1=5 antennas2=5 after=Aa1",
     "seat=1 a1=B1A2 b4=B2 bases1=5 antennas2=5 bases2=5 after=Bb4"},
};

static void better_positions_have_higher_values(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(COMPARISONS); i++) {
    int seat = COMPARISONS[i].seat;
    double better = value_for(COMPARISONS[i].spec, COMPARISONS[i].better, seat);
    double worse = value_for(COMPARISONS[i].spec, COMPARISONS[i].worse, seat);
    if (!(better > worse))
      fail_msg("%s: %s has value %g, %s has value %g", COMPARISONS[i].spec,
               COMPARISONS[i].better, better, COMPARISONS[i].worse, worse);
  }
}

/* Positions that this seat has almost won: its value is at least `least`. */
static const struct {
  const char *spec;
  int seat;
  const char *settings;
  double least;
} ALMOST_WON[] = {
    /* a line of one size to complete, on an empty square or by stacking */
    {"tictacdoh", 1, "seat=1 b3=S c3=S", 0.99},
    {"tictacdoh", 2, "seat=2 b3=S c3=S d3=M", 0.99},
    {"tictacdoh:players=4", 3, "seat=3 b3=S c3=S", 0.98},
    {"tictacdoh:window=4", 1, "seat=1 c3=S d4=S e5=M", 0.99},
    {"tictacdoh:window=4,line_length=4", 1, "seat=1 c3=S d4=S f6=S e5=M", 0.99},
    /* every move of seat 1 lets seat 2 complete one */
    {"tictacdoh:small=5,medium=0,large=0", 2, "seat=1 c3=S small=4", 0.99},
    {"quoridor", 1, "seat=1 pawn1=e8 pawn2=a8 hand1=0 hand2=0", 0.9},
    {"dorix", 1, "seat=1 a1=1 b2=1 c3=1 hand1=12", 0.95},
    /* a collapse takes the last two cells at once */
    {"dorix", 1, "seat=1 a1=1 b2=1 c3=2 d4=2 c4=1 hand1=12 hand2=13", 0.85},
    {"orbital:towers_to_win=1", 1,
     "seat=1 a1=B1A2 bases1=5 antennas2=5 after=Aa1", 0.95},
};

static void a_nearly_won_position_has_a_value_near_1(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(ALMOST_WON); i++) {
    double value = value_for(ALMOST_WON[i].spec, ALMOST_WON[i].settings,
                             ALMOST_WON[i].seat);
    if (value < ALMOST_WON[i].least)
      fail_msg("%s: %s has value %g, below %g", ALMOST_WON[i].spec,
               ALMOST_WON[i].settings, value, ALMOST_WON[i].least);
  }
}

/* At the start of a game no seat has made any progress. */
static void the_first_position_has_similar_values_for_all_sides(void **state) {
  (void)state;
  static const char *const SPECS[] = {"tictacdoh",
                                      "tictacdoh:players=3",
                                      "quoridor",
                                      "quoridor:players=4",
                                      "dorix",
                                      "dorix:players=4",
                                      "orbital",
                                      "dorix:players=3",
                                      "quoridor:players=3",
                                      "quoridor:columns=7,rows=5"};
  for (size_t i = 0; i < COUNT(SPECS); i++) {
    Table t = table_set(SPECS[i], NULL);
    double value[SEATS_MAX];
    evaluate(&t, value);
    for (int side = 0; side < t.game->sides; side++)
      if (fabs(value[side] - 1.0 / t.game->sides) > 0.1)
        fail_msg("%s: the first position has value %g for side %d", SPECS[i],
                 value[side], side + 1);
    table_clear(&t);
  }
}

/* ---- variants ------------------------------------------------------------*/

static void check_same_values(const char *spec, const char *line,
                              const char *base, const char *settings,
                              bool swapped) {
  Table t = table_set(spec, NULL), wanted = table_set(base, settings);
  double value[SEATS_MAX], base_value[SEATS_MAX];
  table_play(&t, line);
  evaluate(&t, value);
  evaluate(&wanted, base_value);
  for (int side = 0; side < 2; side++)
    assert_true(value[side] == base_value[swapped ? !side : side]);
  table_clear(&wanted);
  table_clear(&t);
}

/* A swap exchanges the values of the two sides. A hook that passes the turn to
 * another seat changes nothing but the turn. */
static void a_variant_has_the_values_of_its_base(void **state) {
  (void)state;
  check_same_values("variants/quoridor_pie.lua", "e2", "quoridor",
                    "seat=2 pawn1=e2", false);
  check_same_values("variants/quoridor_pie.lua", "e2 swap", "quoridor",
                    "seat=2 pawn1=e2", true);
  check_same_values("variants/dorix_two_moves.lua", "a1 b1 b2", "dorix",
                    "seat=1 a1=1 b1=2 b2=2 hand1=14 hand2=13", false);
}

/* The moves of a variant are evaluated by its base, unless a hook changes what
 * they lead to, or players have swapped seats. */
static void moves_of_a_variant_have_the_values_of_its_base(void **state) {
  (void)state;
  static const struct {
    const char *spec, *line;
    bool known;
  } CASES[] = {
      {"variants/quoridor_walled.lua", "", true},
      {"variants/quoridor_pie.lua", "e2", false},
      {"variants/quoridor_pie.lua", "e2 swap", false},
      {"variants/dorix_two_moves.lua", "a1 b1", false},
      {"variants/tictacdoh_no_repeat.lua", "Sc3", false},
  };
  for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
    Table t = table_set(CASES[i].spec, NULL);
    table_play(&t, CASES[i].line);
    assert_true((check_moves(&t) > 0) == CASES[i].known);
    table_clear(&t);
  }
}

/* The evaluation of the base estimates who wins by the rules of the base, which
 * is of no use if the variant decides differently. */
static void a_variant_with_its_own_outcome_has_no_evaluation(void **state) {
  (void)state;
  Table t = table_set("variants/orbital_misere.lua", NULL);
  double value[SEATS_MAX];
  assert_null(t.game->rules->evaluate);
  table_play(&t, t.game->base->rules->example);
  evaluate(&t, value);
  assert_true(value[0] == 0.5 && value[1] == 0.5);
  table_clear(&t);
}

/* ---- bots that rely on the evaluation ------------------------------------*/

/* Plays `games` games in which the first bot controls one side, each side in
 * turn, and the second bot all others. Returns how many the first bot wins. */
static int wins_of(const char *spec, const char *first, const char *second,
                   int games) {
  Table t = table_set(spec, NULL);
  Error error = {0};
  Bot *bots[] = {bot_open(first, t.game, &error),
                 bot_open(second, t.game, &error)};
  int wins = 0;
  if (!bots[0] || !bots[1])
    fail_msg("%s", error.message);
  for (int i = 0; i < games; i++) {
    Bot *seated[SEATS_MAX];
    Match match;
    Rng rng;
    rng_seed(&rng, 43, (uint64_t)i);
    for (int seat = 0; seat < t.game->seats; seat++)
      seated[seat] = bots[t.game->side[seat] != i % t.game->sides];
    assert_true(match_play(t.game, seated, &rng, t.game->max_plies, t.state,
                           NULL, &match, &error));
    wins += t.state->outcome == WIN &&
            scoring_sides(t.game, t.state) >> i % t.game->sides & 1;
  }
  bot_close(bots[0]);
  bot_close(bots[1]);
  table_clear(&t);
  return wins;
}

static const struct {
  const char *spec;
  int games, wins; /* at least */
} GREEDY[] = {
    {"quoridor", 20, 19},
    {"quoridor:players=4", 12, 11},
    {"quoridor:size=5", 20, 18},
    {"dorix", 40, 38},
    {"dorix:players=3", 30, 27},
    {"dorix:players=4", 20, 18},
    {"dorix:players=4,teams=false", 20, 16},
    {"tictacdoh", 40, 38},
    {"tictacdoh:players=3", 30, 16},
    {"orbital", 60, 52},
    {"orbital:size=5", 40, 34},
};

static void greedy_beats_random(void **state) {
  (void)state;
  for (size_t i = 0; i < COUNT(GREEDY); i++) {
    int wins = wins_of(GREEDY[i].spec, "greedy", "random", GREEDY[i].games);
    if (wins < GREEDY[i].wins)
      fail_msg("%s: greedy wins %d of %d", GREEDY[i].spec, wins,
               GREEDY[i].games);
  }
}

/* Kept small: search is slow under the sanitizers. */
static void mcts_with_an_evaluation_beats_greedy(void **state) {
  (void)state;
  static const char *const SPECS[] = {"quoridor:size=5", "dorix", "tictacdoh",
                                      "orbital"};
  for (size_t i = 0; i < COUNT(SPECS); i++) {
    int wins =
        wins_of(SPECS[i], "mcts:iterations=200,c=0.2,playout_plies=0,bias=10",
                "greedy", 20);
    if (wins < 12)
      fail_msg("%s: mcts wins %d of 20", SPECS[i], wins);
  }
}

static void mcts_does_not_play_the_same_game_twice(void **state) {
  (void)state;
  enum { GAMES = 4 };
  Table t = table_set("orbital", NULL);
  Error error = {0};
  Bot *bot = bot_open("mcts:iterations=300,c=0.2,playout_plies=0,bias=10",
                      t.game, &error);
  Bot *other = bot_open("mcts:iterations=300,c=0.2,playout_plies=0,bias=10",
                        t.game, &error);
  assert_true(bot && other);
  uint64_t hash[GAMES];
  for (int i = 0; i < GAMES; i++) {
    Match match;
    Rng rng;
    rng_seed(&rng, 44, (uint64_t)i);
    assert_true(match_play(t.game, (Bot *[]){bot, other}, &rng,
                           t.game->max_plies, t.state, NULL, &match, &error));
    hash[i] = game_hash(t.game, t.state);
    for (int j = 0; j < i; j++)
      assert_true(hash[i] != hash[j]);
  }
  bot_close(bot);
  bot_close(other);
  table_clear(&t);
}

/* ---- scores --------------------------------------------------------------*/

/* The hash was computed on x86-64, with and without fused multiply-add. */
static void scores_have_the_same_values_on_every_machine(void **unused) {
  (void)unused;
  Game two = {.sides = 2}, three = {.sides = 3};
  uint64_t hash = 0;
  for (int i = -8000; i <= 8000; i++) {
    double points = i / 100.0, value[5];
    values_from_scores(&two, (double[]){points, 0}, value);
    values_from_scores(&three, (double[]){0, points, points / 3}, value + 2);
    double wanted = 1 / (1 + exp(-points)), left = 1 - value[0];
    assert_true(fabs(value[0] - wanted) <= 1e-15 * wanted);
    assert_true(value[1] == left);
    assert_true(fabs(value[2] + value[3] + value[4] - 1) < 1e-15);
    hash = hash * 31 + game_hash_bytes(value, sizeof value);
  }
  assert_int_equal(hash, UINT64_C(0xdd7d4de3f5103a18));
}

/* Scores are finite, but may be large. */
static void extreme_scores_have_values_from_0_to_1(void **unused) {
  (void)unused;
  Game two = {.sides = 2}, three = {.sides = 3};
  double value[3];
  values_from_scores(&two, (double[]){1e9, -1e9}, value);
  assert_true(value[0] == 1 && value[1] == 0);
  values_from_scores(&two, (double[]){-1e9, 1e9}, value);
  assert_true(value[0] >= 0 && value[0] < 1e-300 && value[1] == 1);
  values_from_scores(&three, (double[]){-1e9, 0, 1e9}, value);
  assert_true(value[0] >= 0 && value[0] < 1e-300 && value[2] == 1);
}

int main(void) {
  host_start((Limits){WORK_DEFAULT, MEMORY_DEFAULT});
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(values_are_consistent_under_any_options),
      cmocka_unit_test(faster_ways_to_evaluate_change_no_value),
      cmocka_unit_test(tictacdoh_sees_wins_in_one_move),
      cmocka_unit_test(every_built_in_game_has_an_evaluation),
      cmocka_unit_test(better_positions_have_higher_values),
      cmocka_unit_test(a_nearly_won_position_has_a_value_near_1),
      cmocka_unit_test(the_first_position_has_similar_values_for_all_sides),
      cmocka_unit_test(a_variant_has_the_values_of_its_base),
      cmocka_unit_test(moves_of_a_variant_have_the_values_of_its_base),
      cmocka_unit_test(a_variant_with_its_own_outcome_has_no_evaluation),
      cmocka_unit_test(greedy_beats_random),
      cmocka_unit_test(mcts_with_an_evaluation_beats_greedy),
      cmocka_unit_test(mcts_does_not_play_the_same_game_twice),
      cmocka_unit_test(scores_have_the_same_values_on_every_machine),
      cmocka_unit_test(extreme_scores_have_values_from_0_to_1),
  };
  return RUN_TESTS(tests);
}
