/* A counted playout against the plain functions: the same moves from the same
 * random numbers, hence the same position, the same numbers left to draw, and
 * the same counts. */
#include "tests/support/support.h"

#include "core/game/match.h"

typedef struct Case {
  const char *spec;
  int games;
} Case;

static const Case CASES[] = {
    {"tictacdoh", 400},
    {"tictacdoh:players=3", 300},
    {"tictacdoh:players=4,blocked_loses=false", 300},
    {"tictacdoh:fixed_grid=true", 300},
    {"tictacdoh:window=4", 300},
    {"tictacdoh:window=4,line_length=4,players=3,large=15", 300},
    {"tictacdoh:small=9,medium=0,large=2", 300},
    {"tictacdoh:small=9,medium=9,large=9,blocked_loses=false", 300},
    {"orbital", 300},
    {"orbital:size=3", 200},
    {"orbital:size=5,towers_to_win=12", 200},
    {"orbital:thruster_line=row,thruster_reach=line", 200},
    {"orbital:thruster_line=axis,fallback=empty", 200},
    {"orbital:bases=0,thrusters=2,antennas=1", 200},
    {"orbital:size=6,towers_to_win=12", 100},
    {"orbital:tower_height=2", 200},
    {"orbital:tower_height=4,fallback=empty", 200},
    {"orbital:size=6,tower_height=5,bases=12,thrusters=12,antennas=12", 60},
    {"orbital:size=3,tower_height=6,towers_to_win=12", 100},
    {"dorix", 150},
    {"dorix:players=3", 60},
    {"dorix:players=4", 150},
    {"dorix:players=4,teams=false", 60},
    {"dorix:size=3,pawns=5", 100},
    {"dorix:size=6,pawns=40", 20},
    {"dorix:columns=3,rows=6", 60},
    {"dorix:columns=5,rows=4,players=3", 40},
    {"dorix:empty_cells_receive=true", 60},
    {"dorix:return_to_source=true", 40},
    {"dorix:players=3,pawns=1", 60},
    {"quoridor", 80},
    {"quoridor:players=4", 60},
    {"quoridor:size=3", 150},
    {"quoridor:size=3,players=4", 100},
    {"quoridor:size=4,walls=30", 80},
    {"quoridor:size=5,walls=30,players=4", 60},
    {"quoridor:size=6,edge_jump=false", 60},
    {"quoridor:size=5,players=4,pawn_jump=true", 60},
    {"quoridor:size=7,walls=0", 40},
    {"quoridor:size=8,walls=30", 20},
    {"quoridor:size=10,walls=20", 20},
    {"quoridor:size=11,walls=30", 20},
    {"quoridor:size=11,players=4", 20},
    {"quoridor:players=3", 40},
    {"quoridor:players=3,side_seat=1,size=5,walls=30,pawn_jump=true", 60},
    {"quoridor:size=2,walls=3", 100},
    {"quoridor:columns=9,rows=7", 40},
    {"quoridor:goal=middle,walls=20", 20},
    {"quoridor:goal=edge,size=8,players=3,walls=20", 40},
    {"quoridor:goal=edge,columns=11,rows=10,walls=30", 40},
    {"quoridor:goal=middle,columns=6,rows=5,players=4,walls=20", 40},
    {"quoridor:columns=11,rows=2,walls=30,players=3", 60},
    {"quoridor:columns=2,rows=11,walls=30,players=4", 40},
    {"quoridor:wall_length=1,walls=20,size=7", 40},
    {"quoridor:wall_length=1,walls=30,size=11,players=4", 20},
    {"quoridor:wall_length=3,walls=20,size=8", 40},
    {"quoridor:wall_length=4,walls=30,columns=11,rows=6,players=3", 30},
    {"quoridor:wall_length=4,columns=3,rows=5", 60},
    {"quoridor:wall_length=4,size=3,walls=1", 60},
    {"quoridor:goal=cell,size=6", 40},
    {"quoridor:goal=cell,goal_cell=9,size=5,wall_length=3,walls=9", 40},
};

/* One way of playing on from a position. */
typedef struct Way {
  State *state;
  Rng rng;
  MovesPlayed played;
} Way;

static Way way_from(const Table *t, uint64_t seed, uint64_t game) {
  Way way = {.state = game_copy(t->game, t->state),
             .played = {.hash = seed, .moved = 1 << 7}};
  assert_non_null(way.state);
  rng_seed(&way.rng, seed, game);
  return way;
}

static void compare(const Case *c, const Table *t, uint64_t game, int plies) {
  Way fast = way_from(t, 1, game), plain = way_from(t, 1, game);
  game_counted_playout(t->game, fast.state, &fast.rng, plies, &fast.played);
  game_counted_playout_by_moves(t->game, plain.state, &plain.rng, plies,
                                &plain.played);
  if (memcmp(fast.state, plain.state, t->game->state_size) != 0 ||
      memcmp(&fast.rng, &plain.rng, sizeof fast.rng) != 0)
    fail_msg("%s, game %d, %d plies: other moves", c->spec, (int)game, plies);
  assert_int_equal(fast.played.hash, plain.played.hash);
  assert_int_equal(fast.played.plies, plain.played.plies);
  assert_int_equal(fast.played.legal_moves, plain.played.legal_moves);
  assert_int_equal(fast.played.branching_max, plain.played.branching_max);
  assert_int_equal(fast.played.passes, plain.played.passes);
  assert_int_equal(fast.played.moved, plain.played.moved);
  free(fast.state);
  free(plain.state);
}

/* Every third game goes on from a position after some plies, every fourth stops
 * at a ply limit, and in every fifth a seat has left. */
static void counted_playouts_draw_the_moves_of_random_bots(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
    Table t = table_set(CASES[i].spec, NULL);
    for (uint64_t game = 0; game < (uint64_t)CASES[i].games; game++) {
      Rng rng;
      rng_seed(&rng, 2, game);
      game_begin(t.game, t.state, &rng);
      if (game % 3 == 0)
        play_random(t.game, t.state, &rng, (int)rng_below(&rng, 40));
      if (game % 5 == 0 && t.game->rules->withdraw)
        t.game->rules->withdraw(t.game, t.state, (int)game / 5 % t.game->seats);
      compare(&CASES[i], &t, game,
              game % 4 ? t.game->max_plies : (int)rng_below(&rng, 80));
    }
    table_clear(&t);
  }
}

/* The stand-in against the definition: bots that play at random, and counting
 * by listing. */
static void the_plain_playout_counts_what_is_listed(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
    Table t = table_set(CASES[i].spec, NULL);
    Way plain = way_from(&t, 3, 0);
    Way listed = way_from(&t, 3, 0);
    game_counted_playout_by_moves(t.game, plain.state, &plain.rng, 50,
                                  &plain.played);
    while (listed.state->outcome == PLAYING && listed.played.plies < 50) {
      Move move = game_random_move(t.game, listed.state, &listed.rng);
      moves_played_add(&listed.played, listed.state->seat, move,
                       game_count_by_list(t.game, listed.state));
      game_play(t.game, listed.state, move);
    }
    assert_memory_equal(plain.state, listed.state, t.game->state_size);
    assert_int_equal(plain.played.hash, listed.played.hash);
    assert_int_equal(plain.played.legal_moves, listed.played.legal_moves);
    assert_int_equal(plain.played.branching_max, listed.played.branching_max);
    free(plain.state);
    free(listed.state);
    table_clear(&t);
  }
}

static bool has_case(const char *name) {
  size_t length = strlen(name);
  for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++)
    if (strncmp(CASES[i].spec, name, length) == 0 &&
        (!CASES[i].spec[length] || CASES[i].spec[length] == ':'))
      return true;
  return false;
}

static void every_game_has_a_case(void **state) {
  (void)state;
  for (const Rules *const *rules = game_rules; *rules; rules++)
    if (!has_case((*rules)->name))
      fail_msg("%s is missing from CASES", (*rules)->name);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(counted_playouts_draw_the_moves_of_random_bots),
      cmocka_unit_test(the_plain_playout_counts_what_is_listed),
      cmocka_unit_test(every_game_has_a_case),
  };
  return !!cmocka_run_group_tests(tests, NULL, NULL);
}
