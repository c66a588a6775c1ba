/* The rules of Quoridor, tested on hand-made positions; test_quoridor_walls.c
 * has those of walls. Comments in quotation marks quote
 * core/games/quoridor/RULES.md. Positions that are only about the pawn are set
 * up in a game without walls in hand, where the legal moves are the pawn moves.
 */
#include "core/base/cell.h"
#include "core/game/perft.h"
#include "tests/support/support.h"

#include <math.h>

#define BARE "quoridor:walls=0"
#define FOUR "quoridor:players=4"
#define BARE4 FOUR ",walls=0"

/* The legal moves of a position, sorted. */
typedef struct MoveCase {
  const char *spec, *settings, *moves;
} MoveCase;

static void check_moves(const MoveCase *cases, size_t count) {
  for (size_t i = 0; i < count; i++) {
    Table table = table_set(cases[i].spec, cases[i].settings);
    char *listed = table_moves(&table);
    if (strcmp(listed, cases[i].moves) != 0)
      fail_msg("%s: listed %s, not %s", cases[i].settings, listed,
               cases[i].moves);
    free(listed);
    table_clear(&table);
  }
}

/* "Each pawn starts in the middle of its side. If a side has an even number of
 * cells, two are equally near the middle"; the option `walls`: "columns·rows/8
 * rounded down, times 2, divided by the number of players and rounded down". */
static void pawns_start_in_the_middle_of_their_sides(void **state) {
  (void)state;
  static const char *const starts[][2] = {
      {"quoridor", "pawn1=e1 pawn2=e9 hand1=10 hand2=10"},
      {"quoridor:size=3", "pawn1=b1 pawn2=b3 hand1=1 hand2=1"},
      {"quoridor:size=4", "pawn1=b1 pawn2=c4 hand1=2 hand2=2"},
      {"quoridor:size=5", "pawn1=c1 pawn2=c5 hand1=3 hand2=3"},
      {"quoridor:size=6", "pawn1=c1 pawn2=d6 hand1=4 hand2=4"},
      {"quoridor:size=8", "pawn1=d1 pawn2=e8 hand1=8 hand2=8"},
      {"quoridor:size=11", "pawn1=f1 pawn2=f11 hand1=15 hand2=15"},
      {"quoridor:walls=0", "pawn1=e1 pawn2=e9 hand1=0 hand2=0"},
      {"quoridor:walls=30", "pawn1=e1 pawn2=e9 hand1=30 hand2=30"},
      {"quoridor:players=4", "pawn1=e1 pawn2=a5 pawn3=e9 pawn4=i5 "
                             "hand1=5 hand2=5 hand3=5 hand4=5"},
      {"quoridor:players=4,size=3", "pawn1=b1 pawn2=a2 pawn3=b3 pawn4=c2 "
                                    "hand1=0 hand2=0 hand3=0 hand4=0"},
      {"quoridor:players=4,size=4", "pawn1=b1 pawn2=a2 pawn3=c4 pawn4=d3 "
                                    "hand1=1 hand2=1 hand3=1 hand4=1"},
      {"quoridor:players=4,size=10", "pawn1=e1 pawn2=a5 pawn3=f10 pawn4=j6 "
                                     "hand1=6 hand2=6 hand3=6 hand4=6"},
      {"quoridor:players=4,size=11", "pawn1=f1 pawn2=a6 pawn3=f11 pawn4=k6 "
                                     "hand1=7 hand2=7 hand3=7 hand4=7"},
      {"quoridor:size=2", "pawn1=a1 pawn2=b2 hand1=0 hand2=0"},
      {"quoridor:columns=9,rows=7", "pawn1=e1 pawn2=e7 hand1=7 hand2=7"},
      {"quoridor:size=6,rows=3", "pawn1=c1 pawn2=d3 hand1=2 hand2=2"},
      {"quoridor:columns=2,rows=11", "pawn1=a1 pawn2=b11 hand1=2 hand2=2"},
      {"quoridor:columns=8,rows=5,players=4",
       "pawn1=d1 pawn2=a3 pawn3=e5 pawn4=h3 "
       "hand1=2 hand2=2 hand3=2 hand4=2"},
      {"quoridor:players=3",
       "pawn1=e1 pawn2=a5 pawn3=e9 hand1=6 hand2=6 hand3=6"},
      {"quoridor:players=3,side_seat=1,columns=4,rows=6",
       "pawn1=a3 pawn2=c6 pawn3=b1 hand1=2 hand2=2 hand3=2"},
      {"quoridor:players=3,side_seat=3",
       "pawn1=e9 pawn2=e1 pawn3=a5 hand1=6 hand2=6 hand3=6"},
  };
  for (size_t i = 0; i < COUNT(starts); i++) {
    Table table = table_set(starts[i][0], NULL);
    assert_turn(&table, 1); /* "Seat 1 moves first." */
    assert_position(&table, starts[i][1]);
    table_clear(&table);
  }
}

/* "Seats are numbered from 1, in turn order." Each seat is its own side. */
static void seats_take_turns(void **state) {
  (void)state;
  static const struct {
    const char *spec, *line;
    int seats;
  } games[] = {
      {"quoridor:players=2", "e2 e8 e3", 2},
      {"quoridor:players=4", "e2 b5 e8 h5 e3", 4},
      {"quoridor:players=3", "e2 b5 e8 e3", 3},
  };
  for (size_t i = 0; i < COUNT(games); i++) {
    Table table = table_set(games[i].spec, NULL);
    assert_int_equal(table.game->seats, games[i].seats);
    assert_int_equal(table.game->sides, games[i].seats);
    table_play(&table, games[i].line);
    assert_turn(&table, 2);
    table_clear(&table);
  }
}

/* "A turn is one pawn move or one wall." */
static void a_turn_is_one_step_or_one_wall(void **state) {
  (void)state;
  Table table = table_set("quoridor", NULL);
  table_play(&table, "e2");
  assert_position(&table, "pawn1=e2 seat=2");
  table_play(&table, "e3h");
  assert_position(&table, "pawn1=e2 walls=e3h hand2=9 seat=1");
  table_clear(&table);
}

/* "A pawn makes one orthogonal step onto a free cell with no wall in between."
 */
static void a_pawn_steps_to_free_adjacent_cells(void **state) {
  (void)state;
  static const MoveCase cases[] = {
      {BARE, "pawn1=e5", "d5 e4 e6 f5"},
      {BARE, "pawn1=a1", "a2 b1"},
      {BARE, "pawn1=i1", "h1 i2"},
      {BARE, "pawn2=a9 seat=2", "a8 b9"},
      {BARE, "pawn2=i5 seat=2", "h5 i4 i6"},
      /* Both halves of a wall block a step, on every side of the pawn. */
      {BARE, "pawn1=e5 walls=e5h", "d5 e4 f5"},
      {BARE, "pawn1=e5 walls=d5h", "d5 e4 f5"},
      {BARE, "pawn1=e5 walls=e4h", "d5 e6 f5"},
      {BARE, "pawn1=e5 walls=d4h", "d5 e6 f5"},
      {BARE, "pawn1=e5 walls=e5v", "d5 e4 e6"},
      {BARE, "pawn1=e5 walls=e4v", "d5 e4 e6"},
      {BARE, "pawn1=e5 walls=d5v", "e4 e6 f5"},
      {BARE, "pawn1=e5 walls=d4v", "e4 e6 f5"},
      {BARE, "pawn1=e5 walls=d5v,e4v,e5h", "e4"},
      /* Walls elsewhere do not. */
      {BARE, "pawn1=e5 walls=c5h,f5h,f4h,c4h", "d5 e4 e6 f5"},
      {BARE, "pawn1=e5 walls=d6v,e6v,d3v,e3v", "d5 e4 e6 f5"},
  };
  check_moves(cases, COUNT(cases));
}

/* "above e3 and f3 (between rows 3 and 4)"; "to the right of e3 and e4 (between
 * columns e and f)". */
static void a_wall_blocks_the_two_edges_it_names(void **state) {
  (void)state;
  static const MoveCase cases[] = {
      {BARE, "walls=e3h pawn1=d3", "c3 d2 d4 e3"},
      {BARE, "walls=e3h pawn1=e3", "d3 e2 f3"},
      {BARE, "walls=e3h pawn1=f3", "e3 f2 g3"},
      {BARE, "walls=e3h pawn1=g3", "f3 g2 g4 h3"},
      {BARE, "walls=e3h pawn1=f4", "e4 f5 g4"},
      {BARE, "walls=e3v pawn1=e2", "d2 e1 e3 f2"},
      {BARE, "walls=e3v pawn1=e3", "d3 e2 e4"},
      {BARE, "walls=e3v pawn1=e4", "d4 e3 e5"},
      {BARE, "walls=e3v pawn1=e5", "d5 e4 e6 f5"},
      {BARE, "walls=e3v pawn1=f4", "f3 f5 g4"},
  };
  check_moves(cases, COUNT(cases));
}

/* "If another pawn is on an adjacent cell with no wall in between, it can be
 * jumped"; "onto the cell directly behind it, if that cell is on
 * the board and free, and no wall stands between the jumped pawn and that
 * cell." */
static void a_pawn_jumps_straight_over_an_adjacent_pawn(void **state) {
  (void)state;
  static const MoveCase cases[] = {
      {BARE, "pawn1=e5 pawn2=e6", "d5 e4 e7 f5"},
      {BARE, "pawn1=e5 pawn2=e4", "d5 e3 e6 f5"},
      {BARE, "pawn1=e5 pawn2=f5", "d5 e4 e6 g5"},
      {BARE, "pawn1=e5 pawn2=d5", "c5 e4 e6 f5"},
      {BARE, "pawn1=e5 pawn2=e6 seat=2", "d6 e4 e7 f6"},
      /* A wall between the two pawns: no jump of any kind. */
      {BARE, "pawn1=e5 pawn2=e6 walls=e5h", "d5 e4 f5"},
      {BARE, "pawn1=e5 pawn2=e6 walls=d5h,d6h", "d5 e4 f5"},
      {BARE, "pawn1=e5 pawn2=f5 walls=e5v", "d5 e4 e6"},
      /* A wall beside the jumped pawn is not behind it. */
      {BARE, "pawn1=e5 pawn2=e6 walls=e6v", "d5 e4 e7 f5"},
      /* Diagonal neighbours do not face each other. */
      {BARE, "pawn1=e5 pawn2=f6", "d5 e4 e6 f5"},
      /* Two adjacent pawns. */
      {BARE4, "pawn1=e5 pawn2=e6 pawn3=f5 pawn4=b2", "d5 e4 e7 g5"},
  };
  check_moves(cases, COUNT(cases));
}

/* "if a wall … is directly behind the jumped pawn, onto the cell to the left or
 * right of the jumped pawn, if that cell is free and no wall stands between it
 * and the jumped pawn". */
static void a_wall_behind_allows_the_diagonal_jump(void **state) {
  (void)state;
  static const MoveCase cases[] = {
      {BARE, "pawn1=e5 pawn2=e6 walls=e6h", "d5 d6 e4 f5 f6"},
      {BARE, "pawn1=e5 pawn2=e6 walls=d6h", "d5 d6 e4 f5 f6"},
      {BARE, "pawn1=e5 pawn2=e4 walls=e3h", "d4 d5 e6 f4 f5"},
      {BARE, "pawn1=e5 pawn2=f5 walls=f5v", "d5 e4 e6 f4 f6"},
      {BARE, "pawn1=e5 pawn2=f5 walls=f4v", "d5 e4 e6 f4 f6"},
      {BARE, "pawn1=e5 pawn2=d5 walls=c5v", "d4 d6 e4 e6 f5"},
      /* A wall between that cell and the jumped pawn. */
      {BARE, "pawn1=e5 pawn2=e6 walls=e6h,d6v", "d5 e4 f5 f6"},
      {BARE, "pawn1=e5 pawn2=e6 walls=d6h,e6v", "d5 d6 e4 f5"},
      {BARE, "pawn1=e5 pawn2=e6 walls=e6h,d6v,e5v", "d5 e4"},
      /* A wall between that cell and the mover does not matter. */
      {BARE, "pawn1=e5 pawn2=e6 walls=e6h,c5h,f5h", "d5 d6 e4 f5 f6"},
      /* A pawn on that cell. */
      {BARE4, "pawn1=e5 pawn2=e6 pawn3=d6 pawn4=h2 walls=e6h", "d5 e4 f5 f6"},
      {BARE4, "pawn1=e5 pawn2=e6 pawn3=d6 pawn4=f6 walls=e6h", "d5 e4 f5"},
  };
  check_moves(cases, COUNT(cases));
}

/* "a wall or the board's edge"; the option `edge_jump`: "false: the board's
 * edge does not allow the diagonal jump". */
static void the_edge_behind_allows_the_diagonal_jump(void **state) {
  (void)state;
#define NO_EDGE "quoridor:walls=0,edge_jump=false"
  static const MoveCase cases[] = {
      {BARE, "pawn1=e8 pawn2=e9", "d8 d9 e7 f8 f9"},
      {BARE, "pawn1=h5 pawn2=i5", "g5 h4 h6 i4 i6"},
      {BARE, "pawn1=b5 pawn2=a5", "a4 a6 b4 b6 c5"},
      {BARE, "pawn1=e1 pawn2=e2 seat=2", "d1 d2 e3 f1 f2"},
      {BARE ",edge_jump=true", "pawn1=h5 pawn2=i5", "g5 h4 h6 i4 i6"},
      {BARE, "pawn1=i8 pawn2=i9", "h8 h9 i7"},
      {BARE, "pawn1=h5 pawn2=i5 walls=h5h", "g5 h4 i4"},
      {NO_EDGE, "pawn1=e8 pawn2=e9", "d8 e7 f8"},
      {NO_EDGE, "pawn1=h5 pawn2=i5", "g5 h4 h6"},
      {NO_EDGE, "pawn1=b5 pawn2=a5", "b4 b6 c5"},
      {NO_EDGE, "pawn1=e1 pawn2=e2 seat=2", "d2 e3 f2"},
      /* A wall still allows it, and the straight jump does not depend on it. */
      {NO_EDGE, "pawn1=e5 pawn2=e6 walls=e6h", "d5 d6 e4 f5 f6"},
      {NO_EDGE, "pawn1=e5 pawn2=e6", "d5 e4 e7 f5"},
  };
  check_moves(cases, COUNT(cases));
#undef NO_EDGE
}

/* "If a third pawn stands directly behind the jumped pawn, there is no jump
 * over it at all"; the option `pawn_jump`: "true: a third pawn behind allows
 * the diagonal jump, as a wall does". */
static void a_third_pawn_behind_blocks_the_jump(void **state) {
  (void)state;
#define OVER BARE4 ",pawn_jump=true"
#define COLUMN "pawn1=e5 pawn2=e6 pawn3=e7 "
  static const MoveCase cases[] = {
      {BARE4, COLUMN "pawn4=b2", "d5 e4 f5"},
      {BARE4 ",pawn_jump=false", COLUMN "pawn4=b2", "d5 e4 f5"},
      {BARE4, "pawn1=e5 pawn2=f5 pawn3=g5 pawn4=b2", "d5 e4 e6"},
      {BARE4, "pawn1=e5 pawn2=d5 pawn3=b8 pawn4=f5 seat=4", "f4 f6 g5"},
      {OVER, COLUMN "pawn4=b2", "d5 d6 e4 f5 f6"},
      {OVER, "pawn1=e5 pawn2=f5 pawn3=g5 pawn4=b2", "d5 e4 e6 f4 f6"},
      {OVER, "pawn1=e5 pawn2=d5 pawn3=b8 pawn4=f5 seat=4", "e4 e6 f4 f6 g5"},
      {OVER, COLUMN "pawn4=b2 walls=d6v", "d5 e4 f5 f6"},
      {OVER, COLUMN "pawn4=d6", "d5 e4 f5 f6"},
      {OVER, "pawn1=e5 pawn2=e6 pawn3=b7 pawn4=b2", "d5 e4 e7 f5"},
      /* A wall between the second and the third pawn is a wall behind the
       * second. */
      {BARE4, COLUMN "pawn4=b2 walls=e6h", "d5 d6 e4 f5 f6"},
      {OVER, COLUMN "pawn4=b2 walls=e6h", "d5 d6 e4 f5 f6"},
  };
  check_moves(cases, COUNT(cases));
#undef OVER
#undef COLUMN
}

/* "Two ways to reach the same cell are one move." */
static void two_ways_to_a_cell_are_one_move(void **state) {
  (void)state;
  static const MoveCase cases[] = {
      /* f6 over e6 and over f5, which both have a wall behind them. */
      {BARE4, "pawn1=e5 pawn2=e6 pawn3=f5 pawn4=b2 walls=d6h,f4v",
       "d5 d6 e4 f4 f6"},
      /* d4 over e4 and over d5, in the opposite corner. */
      {BARE4, "pawn1=e5 pawn2=e4 pawn3=d5 pawn4=h7 walls=e3h,c5v",
       "d4 d6 e6 f4 f5"},
  };
  check_moves(cases, COUNT(cases));
}

/* "Walls are never moved." */
static void walls_are_never_moved(void **state) {
  (void)state;
  Table table = table_set("quoridor", NULL);
  table_play(&table, "e3h d6v e2 e8");
  assert_position(&table, "pawn1=e2 pawn2=e8 walls=e3h,d6v hand1=9 hand2=9");
  assert_refused(&table, "e3h", "already there");
  table_clear(&table);
}

/* "With no wall in hand a player must move the pawn." */
static void without_walls_a_player_must_move_the_pawn(void **state) {
  (void)state;
  Table table = table_set("quoridor", "hand1=0");
  assert_moves(&table, "d1 e2 f1");
  assert_refused(&table, "c4h", "seat 1 has no wall left");
  table_play(&table, "e2");
  assert_lists(&table, "e8 c4h");
  table_clear(&table);
  table = table_set("quoridor:walls=1", NULL);
  table_play(&table, "e3h e6h");
  assert_moves(&table, "d1 e2 f1");
  table_clear(&table);
}

/* Pawn 1 is hemmed in. Its way out is a5, where pawn 2 stands with its back to
 * the edge; or a2, and a3 behind it is taken. */
#define CORNERED "pawn1=b5 pawn2=a5 walls=a4h,b4v,b5h "
#define QUEUED "pawn1=a1 pawn2=a2 pawn3=a3 pawn4=h5 walls=a1v "

/* "With no legal move at all, the player passes." */
static void pass_is_legal_only_without_another_move(void **state) {
  (void)state;
  static const MoveCase cases[] = {
      {"quoridor:edge_jump=false", CORNERED "hand1=0", "pass"},
      {"quoridor", CORNERED "hand1=0", "a6"},
      {"quoridor:players=4", QUEUED "hand1=0", "pass"},
      {"quoridor:players=4,pawn_jump=true", QUEUED "hand1=0", "pass"},
  };
  check_moves(cases, COUNT(cases));
  Table table = table_set("quoridor:edge_jump=false", CORNERED "hand1=1");
  assert_lists(&table, "e7h");
  assert_lists_none(&table, "pass a6");
  assert_refused(&table, "pass", "seat 1 has other moves");
  table_clear(&table);
}

/* "A pass is a ply." */
static void a_pass_is_a_turn(void **state) {
  (void)state;
  Table table = table_set("quoridor:players=4", QUEUED "hand1=0");
  assert_refused(&table, "a4", "must pass");
  assert_refused(&table, "e5h", "must pass");
  table_play(&table, "pass");
  assert_position(&table, QUEUED "hand1=0 seat=2");
  table_clear(&table);
}

/* "The first pawn on its goal wins." */
static void the_first_pawn_on_its_goal_line_wins(void **state) {
  (void)state;
  static const struct {
    const char *spec, *settings, *move, *winner;
  } cases[] = {
      {"quoridor", "pawn1=a8 pawn2=e4", "a9", "1"},
      {"quoridor", "pawn1=i8 pawn2=e4", "i9", "1"},
      {"quoridor", "pawn1=e4 pawn2=a2 seat=2", "a1", "2"},
      {"quoridor", "pawn1=e4 pawn2=i2 seat=2", "i1", "2"},
      {"quoridor", "pawn1=e7 pawn2=e8", "e9", "1"},
      {"quoridor", "pawn1=e8 pawn2=e9", "d9", "1"},
      /* Corners, which belong to two goal lines. */
      {FOUR, "pawn1=i8", "i9", "1"},
      {FOUR, "pawn2=h1 seat=2", "i1", "2"},
      {FOUR, "pawn3=a2 seat=3", "a1", "3"},
      {FOUR, "pawn4=b9 seat=4", "a9", "4"},
      {FOUR, "pawn2=h3 seat=2", "i3", "2"},
      {FOUR, "pawn4=b3 seat=4", "a3", "4"},
      {FOUR ",size=4", "pawn1=b3", "b4", "1"},
      {FOUR ",size=4", "pawn2=c1 seat=2", "d1", "2"},
      {FOUR ",size=4", "pawn3=c2 seat=3", "c1", "3"},
      {FOUR ",size=4", "pawn4=b3 seat=4", "a3", "4"},
      {"quoridor:size=3", "pawn1=a2", "a3", "1"},
      {"quoridor:size=11", "pawn1=k10", "k11", "1"},
      {FOUR ",size=11", "pawn2=j11 seat=2", "k11", "2"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    Table table = table_set(cases[i].spec, cases[i].settings);
    table_play(&table, cases[i].move);
    assert_won(&table, cases[i].winner);
    assert_moves(&table, "");
    assert_refused(&table, "e5h", "the game is over");
    table_clear(&table);
  }
}

/* The goal line of another seat is a line like any other. */
static void the_goal_line_of_another_seat_does_not_count(void **state) {
  (void)state;
  static const struct {
    const char *spec, *settings, *move;
  } cases[] = {
      {"quoridor", "pawn1=e2", "e1"},
      {"quoridor", "pawn1=b4", "a4"},
      {"quoridor", "pawn2=h4 seat=2", "i4"},
      {"quoridor", "pawn2=c8 seat=2", "c9"},
      {FOUR, "pawn1=b4", "a4"},
      {FOUR, "pawn1=h4", "i4"},
      {FOUR, "pawn1=b2", "b1"},
      {FOUR, "pawn2=b4 seat=2", "a4"},
      {FOUR, "pawn2=b8 seat=2", "b9"},
      {FOUR, "pawn2=b2 seat=2", "b1"},
      {FOUR, "pawn3=b4 seat=3", "a4"},
      {FOUR, "pawn3=h4 seat=3", "i4"},
      {FOUR, "pawn3=h8 seat=3", "h9"},
      {FOUR, "pawn4=h4 seat=4", "i4"},
      {FOUR, "pawn4=h8 seat=4", "h9"},
      {FOUR, "pawn4=h2 seat=4", "h1"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    Table table = table_set(cases[i].spec, cases[i].settings);
    int next = (table.state->seat + 1) % table.game->seats + 1;
    table_play(&table, cases[i].move);
    assert_turn(&table, next);
    table_clear(&table);
  }
}

/* "There are no draws. Games can be endless, so simulations need a ply limit";
 * a truncated game "counts as neither a win nor a draw". */
static void games_can_be_endless_but_never_drawn(void **state) {
  (void)state;
  Table table = table_set("quoridor", NULL);
  for (int round = 0; round < 50; round++)
    table_play(&table, "e2 e8 e1 e9");
  assert_position(&table, "seat=1");
  Rng rng;
  rng_seed(&rng, 1, 0);
  assert_int_equal(game_playout(table.game, table.state, &rng, 5), 5);
  assert_turn(&table, 2);
  table_clear(&table);
  for (uint64_t i = 0; i < 20; i++) {
    table = table_set("quoridor:players=4,size=5", NULL);
    rng_seed(&rng, 2, i);
    game_playout(table.game, table.state, &rng, 10000);
    assert_int_not_equal(table.state->outcome, DRAW);
    table_clear(&table);
  }
}

/* "perft(n) counts the leaves of the legal-move tree at depth n"; "A game that
 * ended earlier adds nothing to deeper counts. A pass counts as a move." */
static void perft_agrees_with_counts_by_hand(void **state) {
  (void)state;
  static const struct {
    const char *spec, *settings;
    uint64_t leaves[2];
  } cases[] = {
      /* a3 wins; after a1 and after b2 seat 2 has b3 and c2. */
      {"quoridor:size=3,walls=0", "pawn1=a2 pawn2=c3", {3, 4}},
      /* A pass, then a6 is all that pawn 2 can do. */
      {BARE ",edge_jump=false", CORNERED, {1, 1}},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    Table table = table_set(cases[i].spec, cases[i].settings);
    for (int depth = 1; depth <= 2; depth++) {
      uint64_t leaves;
      assert_true(perft(table.game, table.state, depth, &leaves, NULL));
      assert_int_equal(leaves, cases[i].leaves[depth - 1]);
    }
    table_clear(&table);
  }
}

/* ---- pawns that have been taken off --------------------------------------*/

/* "Its seat has no more turns, cannot win, and needs no path; its walls in hand
 * are out of the game. The next seat with a pawn moves." */
static void a_seat_without_a_pawn_has_no_turn(void **state) {
  (void)state;
  Table table = table_set("quoridor:players=4", "pawn2=- pawn4=-");
  assert_position(&table, "pawn2=- hand2=0 pawn4=- hand4=0 seat=1");
  table_play(&table, "e2");
  assert_turn(&table, 3);
  table_play(&table, "c3h");
  assert_turn(&table, 1);
  assert_position(&table, "pawn2=- pawn4=- pawn1=e2 walls=c3h hand3=4");
  assert_int_equal(game_count(table.game, table.state), 4 + 128 - 4);
  table_clear(&table);
  /* If it is the turn of that seat, the next one with a pawn moves. */
  table = table_set("quoridor:players=4", "seat=4 pawn4=- pawn1=-");
  assert_turn(&table, 2);
  /* A pawn that comes back has no walls unless it is given some. */
  Error error = {0};
  assert_true(game_edit(table.game, table.state, "pawn4=i3 seat=4", &error));
  assert_position(&table, "pawn1=- pawn4=i3 hand4=0 seat=4");
  table_clear(&table);
}

static void a_seat_without_a_pawn_needs_no_path(void **state) {
  (void)state;
  /* a5h to h5v would shut off what is below, where nobody is who goes up. */
  Table table = table_set("quoridor:players=4",
                          "walls=a5h,c5h,e5h,g5h,h6h pawn3=e3 seat=2");
  assert_refused(&table, "h5v", "it leaves seat 1 no path");
  Error error = {0};
  assert_true(game_edit(table.game, table.state, "pawn1=-", &error));
  table_play(&table, "h5v");
  assert_false(game_edit(table.game, table.state, "pawn1=e1", &error));
  assert_message(&error, "seat 1 has no path to its goal");
  table_clear(&table);
}

static void a_pawn_that_is_off_is_in_nobodys_way(void **state) {
  (void)state;
  static const MoveCase cases[] = {
      {BARE4, "pawn1=a1 pawn2=a2 pawn3=-", "a3 b1"},
      {BARE4, "pawn1=e5 pawn2=e6 pawn3=e7", "d5 e4 f5"},
      {BARE4, "pawn1=e5 pawn2=e6 pawn3=e7 pawn3=-", "d5 e4 e7 f5"},
      {BARE4 ",size=11", "pawn4=k11 pawn1=- pawn2=- seat=4", "j11 k10"},
  };
  check_moves(cases, COUNT(cases));
  static const char *const drawing[] = {" 3  .   .   .\n", " 1  .   1   .\n",
                                        "seat 1 on b1", "seat 4 on c2"};
  assert_drawing_has("quoridor:players=4,size=3", "pawn2=- pawn3=-", drawing,
                     COUNT(drawing));
}

/* "The last pawn on the board wins; a board without pawns is refused." */
static void the_last_pawn_on_the_board_wins(void **state) {
  (void)state;
  Table table = table_set("quoridor", "pawn1=-");
  assert_won(&table, "2");
  table_clear(&table);
  table = table_set("quoridor:players=3", "pawn1=- pawn3=- seat=3");
  assert_won(&table, "2");
  Error error = {0};
  assert_false(game_edit(table.game, table.state, "pawn2=-", &error));
  assert_message(&error, "no seat has a pawn on the board");
  table_clear(&table);
}

/* Three players are "those of 4 players without the last": the same turns,
 * moves, values and ends. */
static void four_players_without_the_last_are_three(void **state) {
  (void)state;
  for (uint64_t game = 0; game < 8; game++) {
    Table three = table_set("quoridor:players=3,size=5,walls=4", NULL);
    Table four = table_set("quoridor:players=4,size=5,walls=4", NULL);
    four.game->rules->withdraw(four.game, four.state, 3);
    Rng rng;
    rng_seed(&rng, 5, game);
    while (three.state->outcome == PLAYING) {
      double values[SEATS_MAX], wanted[SEATS_MAX];
      char *moves = table_moves(&three);
      assert_moves(&four, moves);
      free(moves);
      assert_int_equal(four.state->seat, three.state->seat);
      three.game->rules->evaluate(three.game, three.state, wanted);
      four.game->rules->evaluate(four.game, four.state, values);
      for (int side = 0; side < 4; side++)
        assert_true(fabs(values[side] - (side < 3 ? wanted[side] : 0)) < 1e-12);
      Move move = game_random_move(three.game, three.state, &rng);
      game_play(three.game, three.state, move);
      game_play(four.game, four.state, move);
      assert_int_equal(four.state->winners, three.state->winners);
    }
    assert_int_equal(four.state->outcome, WIN);
    table_clear(&three);
    table_clear(&four);
  }
}

static void start_without_pawn_2(const Game *game, State *state, Rng *rng) {
  const Rules *rules = rules_named("quoridor");
  rules->start(game, state, rng);
  rules->withdraw(game, state, 1);
}

/* Everything that is checked of any game, with a pawn off from the start. */
static void positions_without_a_pawn_conform(void **state) {
  (void)state;
  static const char *const specs[] = {"quoridor:players=4,size=4,walls=3",
                                      "quoridor:players=3,size=5"};
  Rules rules = *rules_named("quoridor");
  rules.start = start_without_pawn_2;
  for (size_t i = 0; i < COUNT(specs); i++) {
    Game *game = open_as(specs[i], &rules);
    Error error = {0};
    rules.withdraw(game, game->first, 1);
    if (!conform(game, 1, 4, 60, &error))
      fail_msg("%s", error.message);
    game_close(game);
  }
}

/* The options `columns` and `rows`: 2 to 11. */
static void the_smallest_and_the_largest_board_work(void **state) {
  (void)state;
  static const MoveCase cases[] = {
      {"quoridor:size=3", "", "a1 a1h a1v a2h a2v b1h b1v b2 b2h b2v c1"},
      {"quoridor:size=2,walls=2", "", "a1v a2 b1"},
      {"quoridor:columns=4,rows=2,walls=1", "walls=a1h", "a1 c1 c1v"},
      {"quoridor:columns=2,rows=4,walls=0", "pawn2=a4 seat=2", "a3 b4"},
      {"quoridor:size=11,walls=0", "pawn2=k11 seat=2", "j11 k10"},
      {"quoridor:size=11,walls=0", "pawn1=k10 pawn2=k11", "j10 j11 k9"},
      {"quoridor:size=11,walls=0", "pawn1=j10 walls=j10v,i10h", "i10 j9"},
  };
  check_moves(cases, COUNT(cases));
  Table table = table_set("quoridor:size=3,walls=5", "walls=a1h,b2h");
  assert_refused(&table, "b1v", "it leaves seat 1 no path");
  table_clear(&table);
  table = table_set("quoridor:size=11", "pawn2=k11 walls=j10v");
  assert_lists(&table, "j1h a10v i10h");
  assert_lists_none(&table, "k1h k10v a11h j10h j9h");
  assert_refused(&table, "k10h", "walls run from a1 to j10");
  assert_refused(&table, "j9h", "it leaves seat 2 no path");
  table_clear(&table);
}

static void refusals_list_all_that_is_wrong(void **state) {
  (void)state;
  static const char *const cases[][4] = {
      {"hand1=0", "i9v", "seat 1 has no wall left", "walls run from a1 to h8"},
      {"walls=e5h,g5h", "f5h", "e5h overlaps it", "g5h overlaps it"},
      {"walls=e5h hand1=0", "e5v", "no wall left", "e5h crosses it"},
      {"walls=a5h,c5h,e5h,g5h,h6h", "h5v", "it leaves seat 1 no path",
       "it leaves seat 2 no path"},
      {"pawn1=e5 pawn2=e6", "e6", "another pawn is there", "e7"},
      {"", "e5", "can only go to", "e2"},
      {"", "e3x", "is not a move", "e3h"},
      {"", "e10", "is not a move", "cells run from a1 to i9"},
      {"", "wall", "is not a move", "e3v"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    Table table = table_set("quoridor", cases[i][0]);
    assert_refused(&table, cases[i][1], cases[i][2]);
    assert_refused(&table, cases[i][1], cases[i][3]);
    table_clear(&table);
  }
}

static void options_out_of_range_are_refused(void **state) {
  (void)state;
  static const char *const cases[][2] = {
      {"quoridor:players=5", "2..4"},
      {"quoridor:size=1", "2..11"},
      {"quoridor:size=12", "2..11"},
      {"quoridor:columns=1", "2..11"},
      {"quoridor:rows=12", "2..11"},
      {"quoridor:side_seat=4", "1..3"},
      {"quoridor:goal=corner", "side, middle"},
      {"quoridor:goal=edge,size=11", "goal=edge does not work with 11"},
      {"quoridor:wall_length=0", "1..4"},
      {"quoridor:wall_length=5", "1..4"},
      {"quoridor:wall_length=two", "1..4"},
      {"quoridor:goal_cell=0", "1..40"},
      {"quoridor:goal_cell=41", "1..40"},
      {"quoridor:goal=cell,goal_cell=33",
       "beyond the edge, which has 32 cells with 9 columns and 9 rows"},
      {"quoridor:goal=cell,goal_cell=21", "on which seat 1 starts"},
      {"quoridor:goal=cell,goal_cell=20,columns=8,rows=9",
       "on which seat 1 starts"},
      {"quoridor:size=2,players=3", "3 players do not fit on 2 columns"},
      {"quoridor:columns=2,rows=2,players=4", "4 players do not fit"},
      {"quoridor:walls=31", "0..30"},
      {"quoridor:walls=-1", "0..30"},
      {"quoridor:edge_jump=2", "edge_jump"},
      {"quoridor:pawn_jump=x", "pawn_jump"},
      {"quoridor:wals=3", "'walls'"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    Error error = {0};
    assert_null(game_open(cases[i][0], &error));
    assert_non_null(strstr(error.message, cases[i][1]));
  }
}

/* An edit that is refused leaves the position unchanged. */
static void refused_settings_leave_the_position_unchanged(void **state) {
  (void)state;
  static const char *const cases[][2] = {
      {"pawn1=e5 pawn2=e5", "on the same cell"},
      {"hand1=3 pawn1=z5", "pawn1 takes a cell"},
      {"pawn1=e10", "pawn1 takes a cell"},
      {"pawn1=--", "or - for no pawn, not '--'"},
      {"pawn2=- hand2=3", "seat 2 has no pawn on the board"},
      {"pawn1=- pawn2=-", "no seat has a pawn"},
      {"pawn3=e5", "no key 'pawn3'"},
      {"hand2=31", "0 to 30"},
      {"hand1=-1", "0 to 30"},
      {"seat=3", "1 to 2"},
      {"walls=e3h,e3v", "e3h crosses it"},
      {"walls=e3h,f3h", "e3h overlaps it"},
      {"walls=i3h", "i3h"},
      {"walls=e3", "'e3'"},
      {"pawn1=e9 pawn2=e1", "on their goals"},
      {"pawn1=e4 walls=a5h,c5h,e5h,g5h,h6h,h5v", "seat 1 has no path"},
      {"hand1=4 hand1", "key=value"},
  };
  Table table = table_set("quoridor", "pawn1=d4 walls=b2h hand1=7 seat=2");
  for (size_t i = 0; i < COUNT(cases); i++) {
    Error error = {0};
    assert_false(game_edit(table.game, table.state, cases[i][0], &error));
    if (!strstr(error.message, cases[i][1]))
      fail_msg("%s: %s", cases[i][0], error.message);
    assert_position(&table, "pawn1=d4 walls=b2h hand1=7 seat=2");
  }
  table_clear(&table);
}

/* "Cells are a column letter and a row number, with a1 at the bottom left". */
static void the_drawing_shows_pawns_walls_and_hands(void **state) {
  (void)state;
  static const char *const duel[] = {
      " 9  .   .",
      "\n                   -------",
      "\n 6  .   .   .   .   2   .",
      "\n 5  .   .   .   .   1   .",
      "\n 4  .   .   . | .   .",
      "\n              |\n",
      " 3  .   .   . | .   .",
      "\n 1  .   .",
      "\n    a   b   c   d   e   f   g   h   i",
      "seat 1 on e5 goes up; walls left: 3",
      "seat 2 on e6 goes down; walls left: 10",
  };
  assert_drawing_has("quoridor", "pawn1=e5 pawn2=e6 walls=e6h,c3v hand1=3",
                     duel, COUNT(duel));
  static const char *const four[] = {
      " 4  .   .   3   .",      "\n 3  .   .   .   4",
      "\n 2  2   .   .   .",    "\n 1  .   1   .   .",
      "seat 1 on b1 goes up",   "seat 2 on a2 goes right",
      "seat 3 on c4 goes down", "seat 4 on d3 goes left",
  };
  assert_drawing_has("quoridor:players=4,size=4", "", four, COUNT(four));
}

int main(void) {
  static const struct CMUnitTest tests[] = {
      cmocka_unit_test(pawns_start_in_the_middle_of_their_sides),
      cmocka_unit_test(seats_take_turns),
      cmocka_unit_test(a_turn_is_one_step_or_one_wall),
      cmocka_unit_test(a_pawn_steps_to_free_adjacent_cells),
      cmocka_unit_test(a_wall_blocks_the_two_edges_it_names),
      cmocka_unit_test(a_pawn_jumps_straight_over_an_adjacent_pawn),
      cmocka_unit_test(a_wall_behind_allows_the_diagonal_jump),
      cmocka_unit_test(the_edge_behind_allows_the_diagonal_jump),
      cmocka_unit_test(a_third_pawn_behind_blocks_the_jump),
      cmocka_unit_test(two_ways_to_a_cell_are_one_move),
      cmocka_unit_test(walls_are_never_moved),
      cmocka_unit_test(without_walls_a_player_must_move_the_pawn),
      cmocka_unit_test(pass_is_legal_only_without_another_move),
      cmocka_unit_test(a_pass_is_a_turn),
      cmocka_unit_test(the_first_pawn_on_its_goal_line_wins),
      cmocka_unit_test(the_goal_line_of_another_seat_does_not_count),
      cmocka_unit_test(games_can_be_endless_but_never_drawn),
      cmocka_unit_test(perft_agrees_with_counts_by_hand),
      cmocka_unit_test(a_seat_without_a_pawn_has_no_turn),
      cmocka_unit_test(a_seat_without_a_pawn_needs_no_path),
      cmocka_unit_test(a_pawn_that_is_off_is_in_nobodys_way),
      cmocka_unit_test(the_last_pawn_on_the_board_wins),
      cmocka_unit_test(four_players_without_the_last_are_three),
      cmocka_unit_test(positions_without_a_pawn_conform),
      cmocka_unit_test(the_smallest_and_the_largest_board_work),
      cmocka_unit_test(refusals_list_all_that_is_wrong),
      cmocka_unit_test(options_out_of_range_are_refused),
      cmocka_unit_test(refused_settings_leave_the_position_unchanged),
      cmocka_unit_test(the_drawing_shows_pawns_walls_and_hands),
  };
  return RUN_TESTS(tests);
}
