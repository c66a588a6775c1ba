/* The fast functions of every game against the plain ones: counting moves
 * against listing them, picking a random move against picking from the list, a
 * playout against playing random moves one by one. They need not use random
 * numbers in the same way, but must have the same distribution. Seeds are
 * fixed, so a run that passes always passes. The argument names a game; without
 * one all are tested. */
#include "tests/support/support.h"

/* A position to start from: edited, then played on by some random plies. */
typedef struct Spot {
  const char *spec;
  const char *settings;
  int plies;
} Spot;

typedef struct Playouts {
  Spot from;
  int games;
  int max_plies; /* 0: the game's own limit */
} Playouts;

enum { SPOTS = 48 };

typedef struct Plan {
  const char *name;
  Spot spots[SPOTS];        /* ends with one without a spec */
  Playouts playouts[SPOTS]; /* ends with one without a spec */
} Plan;

static Table set_spot(const Spot *spot, uint64_t seed) {
  Table t = table_set(spot->spec, spot->settings);
  Rng rng;
  rng_seed(&rng, seed, 0);
  play_random(t.game, t.state, &rng, spot->plies);
  assert_int_equal(t.state->outcome, PLAYING);
  return t;
}

/* ---- counting ------------------------------------------------------------*/

static void count_is_the_length_of_the_list(void **state) {
  const Plan *plan = *state;
  for (const Spot *spot = plan->spots; spot->spec; spot++) {
    Table t = set_spot(spot, 1);
    Move *moves = calloc((size_t)t.game->max_moves, sizeof *moves);
    State *position = game_copy(t.game, t.state);
    assert_true(moves && position);
    for (uint64_t i = 0; i < 10; i++) {
      Rng rng;
      rng_seed(&rng, 2, i);
      game_assign(t.game, position, t.state);
      for (int ply = 0; ply < 60 && position->outcome == PLAYING; ply++) {
        int listed = game_moves(t.game, position, moves);
        if (game_count(t.game, position) != listed)
          fail_msg("%s: %d moves listed, %d counted", spot->spec, listed,
                   game_count(t.game, position));
        game_play(t.game, position, moves[rng_below(&rng, (uint32_t)listed)]);
      }
    }
    free(position);
    free(moves);
    table_clear(&t);
  }
}

/* ---- random moves --------------------------------------------------------*/

static int compare_moves(const void *a, const void *b) {
  Move x = *(const Move *)a, y = *(const Move *)b;
  return (x > y) - (x < y);
}

/* Counts how often random_move returns each move of the sorted list. */
static int *count_random_moves(const Table *t, const Move *moves, int count) {
  int *seen = calloc((size_t)count, sizeof *seen);
  assert_non_null(seen);
  int draws = count < 80 ? 8000 : count < 500 ? 100 * count : 40 * count;
  Rng rng;
  rng_seed(&rng, 3, 0);
  for (int i = 0; i < draws; i++) {
    Move move = game_random_move(t->game, t->state, &rng);
    const Move *found =
        bsearch(&move, moves, (size_t)count, sizeof move, compare_moves);
    if (!found)
      fail_msg("%s: the move %u is not in the list", t->game->spec, move);
    seen[found - moves]++;
  }
  return seen;
}

static void fail_at(const Spot *spot, const char *what) {
  fail_msg("%s, %s, after %d plies: %s", spot->spec,
           spot->settings ? spot->settings : "from the start", spot->plies,
           what);
}

static void random_moves_are_uniform(void **state) {
  const Plan *plan = *state;
  for (const Spot *spot = plan->spots; spot->spec; spot++) {
    Table t = set_spot(spot, 4);
    Move *moves = calloc((size_t)t.game->max_moves, sizeof *moves);
    assert_non_null(moves);
    int count = game_moves(t.game, t.state, moves);
    qsort(moves, (size_t)count, sizeof *moves, compare_moves);
    int *seen = count_random_moves(&t, moves, count);
    if (!looks_uniform(seen, count))
      fail_at(spot, "random moves are not uniform");
    free(seen);
    free(moves);
    table_clear(&t);
  }
}

/* ---- playouts ------------------------------------------------------------*/

enum { ENDS = 64, FORMS = 256, LENGTHS = 8192 };

/* The results of many playouts, counted in three ways. */
typedef struct Tally {
  int length[LENGTHS];
  int end[ENDS];   /* outcome and winners */
  int form[FORMS]; /* the last position, by its hash */
} Tally;

static void tally_end(Tally *tally, const Game *game, const State *position,
                      int plies) {
  assert_true(position->winners < 16);
  tally->length[plies]++;
  tally->end[position->outcome * 16 + position->winners]++;
  tally->form[game_hash(game, position) % FORMS]++;
}

static void play_out(const Game *game, const State *from,
                     const Playouts *playouts, uint64_t seed, Tally *tally) {
  State *position = game_copy(game, from);
  assert_non_null(position);
  int max_plies = playouts->max_plies ? playouts->max_plies : game->max_plies;
  assert_true(max_plies < LENGTHS);
  memset(tally, 0, sizeof *tally);
  for (int i = 0; i < playouts->games; i++) {
    Rng rng;
    rng_seed(&rng, seed, (uint64_t)i);
    game_assign(game, position, from);
    int plies = game_playout(game, position, &rng, max_plies);
    assert_true(plies >= 0 && plies <= max_plies);
    assert_true(plies == max_plies || position->outcome != PLAYING);
    tally_end(tally, game, position, plies);
  }
  free(position);
}

/* Chi-square test of two samples of the same size. Neighbouring bins are merged
 * until they hold `least` of both samples together. */
static bool same_distribution(const int *a, const int *b, int bins, int least) {
  double sum = 0;
  int freedom = -1;
  double here = 0, there = 0;
  for (int i = 0; i < bins; i++) {
    here += a[i];
    there += b[i];
    if (here + there < least)
      continue;
    sum += (here - there) * (here - there) / (here + there);
    freedom++;
    here = there = 0;
  }
  if (here + there > 0) {
    sum += (here - there) * (here - there) / (here + there);
    freedom++;
  }
  if (freedom <= 0 || sum <= chi_square_limit(freedom))
    return true;
  print_error("two samples have a chi-square of %.0f, above %.0f\n", sum,
              chi_square_limit(freedom));
  return false;
}

static void compare_tallies(const Playouts *p, const Tally *a, const Tally *b) {
  if (!same_distribution(a->length, b->length, LENGTHS, p->games / 10))
    fail_at(&p->from, "fast playouts differ in length");
  if (!same_distribution(a->end, b->end, ENDS, 20))
    fail_at(&p->from, "fast playouts differ in outcome");
  if (!same_distribution(a->form, b->form, FORMS, 20))
    fail_at(&p->from, "fast playouts differ in their final positions");
}

/* Plays both kinds of playouts from one position and compares them. */
static void check_playouts(const Rules *slow_rules, const Playouts *p) {
  Tally *fast = calloc(1, sizeof *fast), *slow = calloc(1, sizeof *slow);
  assert_true(fast && slow);
  Table t = set_spot(&p->from, 5);
  Game *slow_game = open_as(p->from.spec, slow_rules);
  play_out(t.game, t.state, p, 6, fast);
  play_out(slow_game, t.state, p, 7, slow);
  compare_tallies(p, fast, slow);
  game_close(slow_game);
  table_clear(&t);
  free(slow);
  free(fast);
}

static Rules rules_without_fast_functions(const char *name) {
  Rules rules = *rules_named(name);
  rules.playout = NULL;
  rules.random_move = NULL;
  return rules;
}

static void playouts_have_the_distribution_of_single_moves(void **state) {
  const Plan *plan = *state;
  Rules rules = rules_without_fast_functions(plan->name);
  for (const Playouts *p = plan->playouts; p->from.spec; p++)
    check_playouts(&rules, p);
}

enum { SHORT = 3, SHORT_GAMES = 3000 };

/* Tallies games of moves picked from the list, after each of the first plies.
 * Listing takes long, so the moves of the first position are listed once. */
static void pick_moves(const Table *t, Tally tally[SHORT]) {
  const Game *game = t->game;
  size_t most = (size_t)game->max_moves;
  Move *first = calloc(most, sizeof *first), *list = calloc(most, sizeof *list);
  State *position = game_copy(game, t->state);
  assert_true(first && list && position);
  int first_count = game_moves(game, t->state, first);
  for (int i = 0; i < SHORT_GAMES; i++) {
    int played = 0;
    Rng rng;
    rng_seed(&rng, 7, (uint64_t)i);
    game_assign(game, position, t->state);
    for (int ply = 0; ply < SHORT; ply++) {
      if (position->outcome == PLAYING) {
        int count = ply ? game_moves(game, position, list) : first_count;
        uint32_t picked = rng_below(&rng, (uint32_t)count);
        game_play(game, position, (ply ? list : first)[picked]);
        played++;
      }
      tally_end(&tally[ply], game, position, played);
    }
  }
  free(position);
  free(list);
  free(first);
}

/* After a few plies the final position is the most informative. */
static void short_playouts_have_the_distribution_of_single_moves(void **state) {
  const Plan *plan = *state;
  for (const Spot *spot = plan->spots; spot->spec; spot++) {
    Tally *slow = calloc(SHORT, sizeof *slow), *fast = calloc(1, sizeof *fast);
    assert_true(slow && fast);
    Table t = set_spot(spot, 5);
    pick_moves(&t, slow);
    for (int plies = 1; plies <= SHORT; plies++) {
      const Playouts playouts = {*spot, SHORT_GAMES, plies};
      play_out(t.game, t.state, &playouts, 6, fast);
      compare_tallies(&playouts, fast, &slow[plies - 1]);
    }
    table_clear(&t);
    free(fast);
    free(slow);
  }
}

/* ---- what is tested ------------------------------------------------------*/

static const Plan PLANS[] = {
    {.name = "dorix",
     .spots =
         {
             {"dorix", NULL, 0},
             {"dorix", NULL, 10},
             {"dorix", NULL, 20},
             {"dorix", NULL, 28},
             {"dorix", NULL, 40},
             {"dorix", NULL, 60},
             {"dorix:players=3", NULL, 25},
             {"dorix:players=3", NULL, 50},
             {"dorix:players=4", NULL, 30},
             {"dorix:players=4", NULL, 60},
             {"dorix:players=4,teams=false", NULL, 45},
             {"dorix:pawns=1", NULL, 4},
             {"dorix:pawns=2,size=3", NULL, 6},
             {"dorix:pawns=5", NULL, 14},
             {"dorix:pawns=5", NULL, 40},
             {"dorix:pawns=40,size=3,players=3", NULL, 100},
             {"dorix:size=6,pawns=8", NULL, 20},
             /* piles that collapse many ways, from the hand and from the
              * board */
             {"dorix", "b2=211 a2=2 c2=2 b1=2 b3=2 c3=11 hand1=5 hand2=5", 0},
             {"dorix", "b2=2211 a2=2 c2=2 b1=2 b3=2 hand1=0 hand2=5 d4=1", 0},
             {"dorix",
              "b2=2111 a2=22 c2=22 b1=22 b3=22 a1=1111 hand1=0 hand2=6", 0},
             {"dorix:players=3",
              "b2=3211 a2=2 c2=3 b1=2 b3=2 a1=1 hand1=0 hand2=6 hand3=9 d3=1",
              0},
             /* taking a pawn off b3 makes b3 a lower neighbour of b2 */
             {"dorix", "b2=21 b3=221 c2=2 a2=2 b1=2 a1=1 hand1=0 hand2=5", 0},
             {"dorix", "b2=21 b3=221 c2=2 a2=22 b1=222 a1=1 hand1=0 hand2=5",
              0},
             {"dorix:columns=5,rows=3", NULL, 20},
             {"dorix:columns=3,rows=6,pawns=5", NULL, 30},
             {"dorix:empty_cells_receive=true", NULL, 0},
             {"dorix:empty_cells_receive=true", NULL, 15},
             {"dorix:empty_cells_receive=true", NULL, 40},
             {"dorix:empty_cells_receive=true,pawns=3", NULL, 20},
             {"dorix:return_to_source=true", NULL, 10},
             {"dorix:return_to_source=true", NULL, 40},
             {"dorix:return_to_source=true,pawns=1", NULL, 2},
             {"dorix:return_to_source=true,pawns=3,size=3", NULL, 12},
             {"dorix:return_to_source=true,empty_cells_receive=true,pawns=4",
              NULL, 20},
             {"dorix:players=3,empty_cells_receive=true,pawns=5", NULL, 30},
             {"dorix:players=4,teams=false,empty_cells_receive=true,"
              "return_to_source=true,pawns=4",
              NULL, 30},
             {"dorix:players=4,return_to_source=true,pawns=5,size=5", NULL, 40},
             /* nowhere to go but back */
             {"dorix:players=3,return_to_source=true",
              "a1=1 a2=2 a3=2 a4=2 b1=2 b2=3 b3=3 b4=3 c1=3 c2=2 c3=2 c4=2 "
              "d1=3 d2=3 d3=2 d4=2 hand1=0 hand2=0 hand3=0",
              0},
         },
     .playouts =
         {
             {{"dorix", NULL, 0}, 16000, 0},
             {{"dorix", NULL, 0}, 16000, 17},
             {{"dorix:players=3", NULL, 0}, 8000, 0},
             {{"dorix:players=4", NULL, 0}, 8000, 0},
             {{"dorix:players=4,teams=false", NULL, 0}, 4000, 200},
             {{"dorix:pawns=3", NULL, 0}, 12000, 60},
             {{"dorix:columns=5,rows=4", NULL, 0}, 4000, 60},
             {{"dorix:size=3,pawns=2", NULL, 4}, 32000, 12},
             {{"dorix", NULL, 35}, 16000, 20},
             {{"dorix:empty_cells_receive=true", NULL, 0}, 8000, 150},
             {{"dorix:return_to_source=true,pawns=3", NULL, 6}, 16000, 40},
             {{"dorix:size=3,pawns=1,players=4", NULL, 0}, 32000, 40},
         }},
    {.name = "tictacdoh",
     .spots =
         {
             {"tictacdoh", NULL, 0},
             {"tictacdoh", NULL, 1},
             {"tictacdoh", NULL, 3},
             {"tictacdoh", NULL, 6},
             {"tictacdoh:players=3", NULL, 5},
             {"tictacdoh:players=4", NULL, 8},
             {"tictacdoh:small=1,medium=1,large=1", NULL, 1},
             {"tictacdoh:small=0,large=0", NULL, 2},
             {"tictacdoh:small=9,medium=9,large=9", NULL, 5},
             {"tictacdoh:fixed_grid=true", NULL, 0},
             {"tictacdoh:fixed_grid=true", NULL, 4},
             {"tictacdoh:fixed_grid=true,small=0", NULL, 3},
             {"tictacdoh:window=4", NULL, 3},
             {"tictacdoh:window=4,line_length=4,small=15,large=15", NULL, 20},
             {"tictacdoh:window=4,fixed_grid=true,medium=0", NULL, 2},
         },
     .playouts =
         {
             {{"tictacdoh", NULL, 0}, 40000, 0},
             {{"tictacdoh", NULL, 0}, 40000, 4},
             {{"tictacdoh", NULL, 5}, 40000, 0},
             {{"tictacdoh:players=3", NULL, 0}, 40000, 0},
             {{"tictacdoh:players=4", NULL, 0}, 40000, 0},
             {{"tictacdoh:fixed_grid=true", NULL, 0}, 40000, 0},
             {{"tictacdoh:fixed_grid=true", NULL, 3}, 40000, 3},
             {{"tictacdoh:window=4", NULL, 0}, 20000, 0},
             {{"tictacdoh:small=2,medium=1,large=2", NULL, 0}, 40000, 0},
             {{"tictacdoh:small=0,medium=9,large=0", NULL, 0}, 40000, 0},
             {{"tictacdoh:small=3,medium=0,blocked_loses=false", NULL, 0},
              40000,
              0},
         }},
    {.name = "quoridor",
     .spots =
         {
             {"quoridor", NULL, 0},
             {"quoridor", NULL, 5},
             {"quoridor", NULL, 15},
             {"quoridor", NULL, 25},
             {"quoridor", NULL, 60},
             {"quoridor:walls=0", NULL, 30},
             {"quoridor:walls=30", NULL, 40},
             {"quoridor:walls=30", NULL, 60},
             {"quoridor:players=4", NULL, 0},
             {"quoridor:players=4", NULL, 15},
             {"quoridor:players=4", NULL, 40},
             {"quoridor:size=3", NULL, 1},
             {"quoridor:size=3,walls=30", NULL, 1},
             {"quoridor:size=3,players=4,walls=1", NULL, 2},
             {"quoridor:size=4,walls=10", NULL, 3},
             {"quoridor:size=11", NULL, 20},
             {"quoridor:size=11,players=4,walls=30", NULL, 60},
             {"quoridor:players=3", NULL, 0},
             {"quoridor:players=3", NULL, 25},
             {"quoridor:columns=9,rows=7", NULL, 12},
             {"quoridor:players=4,walls=8", "pawn2=-", 25},
             {"quoridor:size=7,walls=20,wall_length=1", NULL, 24},
             {"quoridor:size=6,walls=20,wall_length=3,players=3", NULL, 9},
             {"quoridor:columns=7,rows=5,walls=20,wall_length=4", NULL, 6},
             {"quoridor:size=5,walls=9,goal=cell", NULL, 8},
             {"quoridor:goal=middle,size=6,walls=20", NULL, 16},
             {"quoridor:goal=edge,size=7,walls=20,players=4", NULL, 6},
             {"quoridor:columns=2,rows=11,walls=30", NULL, 9},
             {"quoridor:columns=11,rows=3,walls=30,players=3", NULL, 15},
             /* pawns face to face, with a wall or the edge behind */
             {"quoridor", "pawn1=e5 pawn2=e6", 0},
             {"quoridor", "pawn1=e5 pawn2=e6 walls=e6h hand1=0", 0},
             {"quoridor", "pawn1=b5 pawn2=a5 hand1=0", 0},
             {"quoridor:edge_jump=false", "pawn1=b5 pawn2=a5 hand1=0", 0},
             {"quoridor:players=4",
              "pawn1=e5 pawn2=e6 pawn3=e7 pawn4=d5 hand1=0", 0},
             {"quoridor:players=4,pawn_jump=true",
              "pawn1=e5 pawn2=e6 pawn3=e7 pawn4=d5 hand1=0", 0},
             {"quoridor:players=4,pawn_jump=true",
              "pawn1=e5 pawn2=e6 pawn3=e7 pawn4=d5 hand1=3", 0},
             /* nothing to do but pass, or but to lay a wall */
             {"quoridor:players=4",
              "pawn1=a1 pawn2=a2 pawn3=a3 walls=a1v hand1=0", 0},
             {"quoridor:players=4",
              "pawn1=a1 pawn2=a2 pawn3=a3 walls=a1v hand1=1", 0},
             /* nearly walled in */
             {"quoridor", "walls=a1h,c1h,e1h,g1h pawn1=b1 pawn2=h5", 0},
             {"quoridor",
              "walls=a2h,c2h,e2h,g2h,a4h,c4h,e4h,g4h,h3h,h5h pawn1=e1", 0},
             {"quoridor", "walls=d3v,e3v,d5v,e5v,d2h pawn1=e4 pawn2=e8", 0},
             {"quoridor:players=4",
              "walls=d4v,e4v,d3h,d6v,e6v pawn1=e4 pawn2=e5 pawn3=e7 pawn4=h1",
              0},
         },
     .playouts =
         {
             {{"quoridor", NULL, 0}, 450, 0},
             {{"quoridor", NULL, 0}, 1500, 12},
             {{"quoridor", NULL, 40}, 3750, 100},
             {{"quoridor:players=4", NULL, 0}, 375, 0},
             {{"quoridor:players=4", NULL, 40}, 3750, 80},
             {{"quoridor:size=5", NULL, 0}, 4500, 0},
             {{"quoridor:size=5,walls=0", NULL, 0}, 12000, 0},
             {{"quoridor:size=5,walls=0", NULL, 0}, 12000, 33},
             {{"quoridor:size=5,players=4", NULL, 0}, 6000, 0},
             {{"quoridor:size=4,players=4,walls=0", NULL, 0}, 12000, 0},
             {{"quoridor:size=4,players=4,walls=0,pawn_jump=true", NULL, 0},
              24000,
              0},
             {{"quoridor:size=4,players=4,walls=0,edge_jump=false", NULL, 0},
              24000,
              0},
             {{"quoridor:size=3", NULL, 0}, 15000, 0},
             {{"quoridor:size=3,players=4,walls=2", NULL, 0}, 12000, 0},
             {{"quoridor:walls=0", "pawn1=e5 pawn2=e6", 0}, 9000, 5},
             /* a seat that must pass, while others have walls and then not */
             {{"quoridor:size=5,players=4",
               "pawn1=a1 pawn2=a2 pawn3=a3 walls=a1v hand1=0 hand2=1 hand3=0 "
               "hand4=0",
               0},
              18000,
              20},
             {{"quoridor:size=5,players=4,walls=0",
               "pawn1=a1 pawn2=a2 pawn3=a3 pawn4=e5 walls=a1v", 0},
              18000,
              40},
             {{"quoridor:size=6,walls=30", NULL, 20}, 2250, 30},
             {{"quoridor:size=5,players=3", NULL, 0}, 4500, 0},
             {{"quoridor:size=5,players=4", "pawn2=- pawn3=-", 1}, 4500, 0},
             {{"quoridor:size=4,players=3,walls=0", NULL, 1}, 9000, 32},
             {{"quoridor:columns=3,rows=5", NULL, 0}, 6000, 0},
             {{"quoridor:size=4,goal=middle", NULL, 0}, 3000, 60},
             {{"quoridor:size=4,walls=3,wall_length=1", NULL, 0}, 3000, 0},
             {{"quoridor:size=5,walls=3,wall_length=3", NULL, 0}, 3000, 40},
             {{"quoridor:size=5,goal=edge", NULL, 0}, 6000, 0},
             {{"quoridor:columns=6,rows=2,walls=3,players=3", NULL, 2},
              12000,
              0},
         }},
    {.name = "orbital",
     .spots =
         {
             {"orbital", NULL, 0},
             {"orbital", NULL, 1},
             {"orbital", NULL, 2},
             {"orbital", NULL, 8},
             {"orbital", NULL, 16},
             {"orbital", NULL, 24},
             {"orbital:size=3", NULL, 8},
             {"orbital:size=5", NULL, 20},
             {"orbital:size=3,towers_to_win=12", NULL, 17},
             /* nothing legal on the cells the last piece points to */
             {"orbital", "a1=B1T2nA2 after=Aa1", 0},
             {"orbital", "thrusters1=0 antennas1=0 a1=B2 b1=B1 a2=B2 after=Ba1",
              0},
             {"orbital:fallback=empty", "a1=B1T2nA2 b2=B1 c3=A2 after=Aa1", 0},
             {"orbital:fallback=empty", NULL, 12},
             {"orbital:fallback=empty,size=3", NULL, 9},
             {"orbital:thruster_line=row", NULL, 12},
             {"orbital:thruster_line=axis", NULL, 12},
             {"orbital:thruster_reach=line", NULL, 12},
             {"orbital:bases=0,antennas=0,thrusters=12", NULL, 6},
             {"orbital:thrusters=0", NULL, 10},
             {"orbital:bases=1", "bases1=0 thrusters1=0 antennas1=0", 0},
             {"orbital:size=6", NULL, 0},
             {"orbital:size=6,towers_to_win=12", NULL, 25},
             {"orbital:size=6", "f6=A1 seat=2 after=Af6", 0},
             {"orbital:tower_height=2", NULL, 8},
             {"orbital:tower_height=4", NULL, 20},
             {"orbital:size=6,tower_height=6", NULL, 30},
         },
     .playouts =
         {
             {{"orbital", NULL, 0}, 40000, 0},
             {{"orbital", NULL, 0}, 40000, 6},
             {{"orbital", NULL, 12}, 40000, 0},
             {{"orbital", NULL, 20}, 40000, 3},
             {{"orbital:size=3", NULL, 0}, 40000, 0},
             {{"orbital:size=5,towers_to_win=6", NULL, 0}, 16000, 0},
             {{"orbital:fallback=empty", NULL, 0}, 30000, 0},
             {{"orbital:fallback=empty,size=3,towers_to_win=12", NULL, 0},
              30000,
              0},
             {{"orbital:thruster_line=axis,thruster_reach=line", NULL, 0},
              30000,
              0},
             {{"orbital:bases=2,thrusters=1,antennas=0", NULL, 0}, 40000, 0},
             {{"orbital:size=6", NULL, 0}, 8000, 0},
             {{"orbital:tower_height=4", NULL, 0}, 8000, 0},
         }},
};

enum { PLAN_COUNT = sizeof PLANS / sizeof PLANS[0] };

int main(int argc, char **argv) {
  int failed = 0, found = 0;
  for (int i = 0; i < PLAN_COUNT; i++) {
    if (argc > 1 && strcmp(argv[1], PLANS[i].name) != 0)
      continue;
    void *plan = (void *)&PLANS[i];
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_prestate(count_is_the_length_of_the_list, plan),
        cmocka_unit_test_prestate(random_moves_are_uniform, plan),
        cmocka_unit_test_prestate(
            playouts_have_the_distribution_of_single_moves, plan),
        cmocka_unit_test_prestate(
            short_playouts_have_the_distribution_of_single_moves, plan),
    };
    failed |= RUN_TESTS(tests);
    found++;
  }
  return failed || !found;
}
