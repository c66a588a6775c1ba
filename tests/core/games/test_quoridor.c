/* The rules of Quoridor, tested on hand-made positions. Comments in quotation
 * marks quote core/games/quoridor/RULES.md. Positions that are only about the
 * pawn are set up in a game without walls in hand, where the legal moves are
 * the pawn moves. */
#include "core/base/cell.h"
#include "core/game/conform.h"
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

static Answer ask(const Table *t, const char *name, int seat,
                  const char *cell) {
  const Accessor *accessor = accessors_find(t->game->rules->accessors, name);
  Arg args[ARGS_MAX] = {{.seat = seat, .text = cell}};
  Answer answer;
  Error error = {0};
  assert_non_null(accessor);
  if (!accessor->query(t->game, t->state, args, &answer, &error))
    fail_msg("%s: %s", name, error.message);
  return answer;
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

/* "with its centre on an inner crossing"; "walls run from a1 to h8 on a 9×9
 * board". */
static void walls_lie_on_inner_crossings(void **state) {
  (void)state;
  Table table = table_set("quoridor", NULL);
  assert_int_equal(game_count(table.game, table.state), 3 + 2 * 8 * 8);
  assert_lists(&table, "a1h a1v h1h h1v a8h a8v h8h h8v");
  assert_lists_none(&table, "i1h i1v a9h a9v i8h h9v i9h");
  assert_refused(&table, "i3h", "walls run from a1 to h8");
  assert_refused(&table, "c9v", "walls run from a1 to h8");
  table_clear(&table);
}

/* "It may not overlap or cross another wall": touching one is legal. */
static void walls_neither_overlap_nor_cross(void **state) {
  (void)state;
  static const struct {
    const char *walls, *barred, *free;
  } cases[] = {
      {"walls=e5h", "d5h e5h f5h e5v",
       "c5h g5h e4h e6h d4h f6h d5v f5v e4v e6v d4v d6v f4v f6v"},
      {"walls=e5v", "e4v e5v e6v e5h",
       "e3v e7v d5v f5v d4v f6v d5h f5h e4h e6h d4h d6h f4h f6h"},
      {"walls=c5h,f5h", "b5h c5h d5h e5h f5h g5h c5v f5v", "a5h h5h d5v e5v"},
      {"walls=a1h", "a1h b1h a1v", "c1h a2h a2v b1v"},
      {"walls=h8v", "h8v h7v h8h", "h6v g8v g8h h7h"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    Table table = table_set("quoridor", cases[i].walls);
    assert_lists_none(&table, cases[i].barred);
    assert_lists(&table, cases[i].free);
    table_clear(&table);
  }
}

/* "After it, every pawn must still have some path to its goal": a final
 * wall that leaves the seats in `shut` (with 2 and with 4 players) without a
 * path if their pawn is on `cell`, and no other seat. */
typedef struct Enclosure {
  const char *walls, *last, *cell, *shut[2];
} Enclosure;

/* Cells from which none of the enclosures blocks any seat. */
static const char *const outside[2] = {"pawn1=b7 pawn2=b3",
                                       "pawn1=b7 pawn2=g8 pawn3=h3 pawn4=c3"};

static void check_enclosure(const Enclosure *e, int players, int inside,
                            int mover) {
  int four = players == 4;
  char spec[32], pawn[16] = "", settings[128], reason[64];
  if (inside)
    snprintf(pawn, sizeof pawn, "pawn%d=%s", inside, e->cell);
  snprintf(spec, sizeof spec, "quoridor:players=%d", players);
  snprintf(settings, sizeof settings, "%s %s walls=%s seat=%d", outside[four],
           pawn, e->walls, mover);
  snprintf(reason, sizeof reason, "it leaves seat %d no path", inside);
  Table table = table_set(spec, settings);
  bool shut = inside && strchr(e->shut[four], '0' + inside);
  if (table_lists(&table, e->last) == shut)
    fail_msg("%s is %s in %s", e->last, shut ? "legal" : "barred", settings);
  if (shut)
    assert_refused(&table, e->last, reason);
  table_clear(&table);
}

static void check_enclosures(const Enclosure *enclosures, size_t count) {
  for (size_t i = 0; i < count; i++)
    for (int players = 2; players <= 4; players += 2)
      for (int inside = 0; inside <= players; inside++)
        for (int mover = 1; mover <= players; mover++)
          check_enclosure(&enclosures[i], players, inside, mover);
}

static void no_wall_closes_a_line_across_the_board(void **state) {
  (void)state;
  static const Enclosure lines[] = {
      {"a5h,c5h,e5h,g5h,h6h", "h5v", "e2", {"1", "1"}},
      {"a5h,c5h,e5h,g5h,h6h", "h5v", "e8", {"2", "3"}},
      {"e1v,e3v,e5v,e7v,f8v", "e8h", "c6", {"", "2"}},
      {"e1v,e3v,e5v,e7v,f8v", "e8h", "g6", {"", "4"}},
  };
  check_enclosures(lines, COUNT(lines));
}

static void no_wall_closes_a_ring_around_a_pawn(void **state) {
  (void)state;
  static const Enclosure rings[] = {
      {"d5h,e5v,e4h", "d4v", "e5", {"12", "1234"}},
      {"d5h,d3h,c4v", "e4v", "e5", {"12", "1234"}},
      {"d5h,c4v,e4v", "d3h", "d4", {"12", "1234"}},
  };
  check_enclosures(rings, COUNT(rings));
}

/* A pocket at the border contains cells of a goal line. The owner of that goal
 * line may be enclosed there, and the owners of the others may lose those cells
 * as long as some remain. */
static void no_wall_closes_a_pocket_away_from_the_goal(void **state) {
  (void)state;
  static const Enclosure pockets[] = {
      {"d1v,e1v", "e2h", "e2", {"1", "124"}},
      {"d8v,e8v", "e7h", "e8", {"2", "234"}},
      {"a5h,a4h", "b5v", "b5", {"12", "123"}},
      {"h5h,h4h", "g5v", "h5", {"12", "134"}},
  };
  check_enclosures(pockets, COUNT(pockets));
}

/* "(other pawns do not block a path)" */
static void pawns_do_not_block_a_path(void **state) {
  (void)state;
  /* The only path up is i5, i6, and both have pawns on them. */
  Table table =
      table_set("quoridor:players=4",
                "pawn1=e2 pawn2=b3 pawn3=i6 pawn4=i5 walls=a5h,c5h,e5h,g5h");
  assert_lists(&table, "h6h b2h h3v");
  table_play(&table, "h6h");
  assert_lists(&table, "b2h");
  assert_lists_none(&table, "h5v");
  table_clear(&table);
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

/* ---- walls of other lengths ----------------------------------------------*/

/* "a wall covers 1, 2, 3 or 4 edges of cells in a line" */
static void a_wall_covers_as_many_edges_as_it_is_long(void **state) {
  (void)state;
  static const struct {
    int length;
    const char *flat, *upright; /* the cells above and right of which it lies */
  } cases[] = {{1, "c3", "c3"},
               {2, "c3 d3", "c3 c4"},
               {3, "c3 d3 e3", "c3 c4 c5"},
               {4, "c3 d3 e3 f3", "c3 c4 c5 c6"}};
  static const char *const cells[] = {"b3", "c2", "c3", "d3", "e3", "f3",
                                      "g3", "c4", "c5", "c6", "c7"};
  for (size_t i = 0; i < COUNT(cases); i++)
    for (size_t j = 0; j < COUNT(cells); j++) {
      char spec[64], above[4], right[4];
      snprintf(spec, sizeof spec, "quoridor:wall_length=%d", cases[i].length);
      snprintf(above, sizeof above, "%c%c", cells[j][0], cells[j][1] + 1);
      snprintf(right, sizeof right, "%c%c", cells[j][0] + 1, cells[j][1]);
      for (int way = 0; way < 2; way++) {
        Table table = table_set(spec, way ? "walls=c3v" : "walls=c3h");
        Answer near = ask(&table, "neighbours", 0, cells[j]);
        const char *covered = way ? cases[i].upright : cases[i].flat;
        bool open = false;
        for (int k = 0; k < near.count; k++)
          open = open || strcmp(near.text[k], way ? right : above) == 0;
        if (open == (strstr(covered, cells[j]) != NULL))
          fail_msg("%s, %s: %s is %s", spec, way ? "c3v" : "c3h", cells[j],
                   open ? "open" : "shut");
        table_clear(&table);
      }
    }
}

/* "It lies between cells and does not leave the board." "A board with fewer
 * columns than a wall is long has no horizontal walls, one with fewer rows no
 * vertical ones." */
static void walls_do_not_leave_the_board(void **state) {
  (void)state;
  static const struct {
    const char *spec, *first, *none, *move, *message;
    int count;
  } cases[] = {
      {"quoridor:wall_length=1", "a1h i8h a1v h9v", "a9h i1v i9h i9v", "i1v",
       "vertical walls run from a1 to h9", 2 * 9 * 8},
      {"quoridor:wall_length=1", "i1h", "a9h", "a9h",
       "horizontal walls run from a1 to i8", 2 * 9 * 8},
      {"quoridor:wall_length=3", "a1h g8h a1v h7v", "h1h a8v i1v a9h", "h1h",
       "horizontal walls run from a1 to g8", 2 * 7 * 8},
      {"quoridor:wall_length=4", "a1h f8h h6v", "g1h h7v", "h7v",
       "vertical walls run from a1 to h6", 2 * 6 * 8},
      {"quoridor:size=11,wall_length=1", "k10h i11v j11v a1v", "k11v k11h j11h",
       "k11v", "vertical walls run from a1 to j11", 2 * 11 * 10},
      {"quoridor:columns=3,rows=5,wall_length=4,walls=1", "a1v b2v", "a1h",
       "a1h", "walls are 4 cells long, and the board has only 3 columns",
       2 * 2},
      {"quoridor:columns=5,rows=2,wall_length=3,walls=1", "a1h c1h", "a1v",
       "a1v", "walls are 3 cells long, and the board has only 2 rows", 3},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    Table table = table_set(cases[i].spec, NULL);
    int steps = ask(&table, "steps", 0, NULL).count;
    assert_lists(&table, cases[i].first);
    assert_lists_none(&table, cases[i].none);
    assert_refused(&table, cases[i].move, cases[i].message);
    assert_int_equal(game_count(table.game, table.state),
                     steps + cases[i].count);
    table_clear(&table);
  }
  /* Walls in hand that fit nowhere do not matter. */
  Table table = table_set("quoridor:size=3,wall_length=4,walls=5", NULL);
  assert_moves(&table, "a1 b2 c1");
  assert_false(ask(&table, "wall_at", 0, "a1h").number[0]);
  table_clear(&table);
}

/* "Two walls overlap if they cover the same edge. They cross if both run
 * through the same inner crossing. A wall that ends at a crossing does not run
 * through it, so walls may touch, and walls of length 1 cross nothing." */
static void walls_of_any_length_neither_overlap_nor_cross(void **state) {
  (void)state;
  static const struct {
    const char *spec, *walls, *barred, *free;
  } cases[] = {
      {"quoridor:wall_length=1", "walls=e5h", "e5h",
       "d5h f5h e5v d5v e6v d6v e4h e6h"},
      {"quoridor:wall_length=1", "walls=e5h,e5v", "e5h e5v", "f5h e6v d5h e4v"},
      /* e5h covers e5, f5, g5 and runs through the crossings e5 and f5. */
      {"quoridor:wall_length=3", "walls=e5h",
       "c5h d5h e5h f5h g5h e5v e4v f5v f4v",
       "b5h d5v d4v d3v g5v g4v g3v e3v e6v f3v f6v e4h e6h"},
      {"quoridor:wall_length=3", "walls=e5v",
       "e3v e4v e5v e6v e7v e5h d5h e6h d6h",
       "e2v e4h d4h c4h e7h d7h c7h f5h f6h c5h c6h d5v f5v"},
      {"quoridor:wall_length=4", "walls=c5h",
       "a5h b5h c5h d5h e5h f5h c5v c4v c3v d5v d3v e5v e3v",
       "b5v b3v f5v f3v c2v c6v e2v e6v c4h"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    Table table = table_set(cases[i].spec, cases[i].walls);
    assert_lists_none(&table, cases[i].barred);
    assert_lists(&table, cases[i].free);
    table_clear(&table);
  }
  Table table = table_set("quoridor:wall_length=3", "walls=e5h,a7h");
  assert_refused(&table, "g5h", "e5h overlaps it");
  assert_refused(&table, "f4v", "e5h crosses it");
  assert_refused(&table, "e5h", "e5h is already there");
  assert_refused(&table, "f5v", "e5h crosses it");
  Error error = {0};
  assert_false(game_edit(table.game, table.state, "walls=e5h,f4v", &error));
  assert_message(&error, "the wall f4v does not fit: e5h crosses it");
  table_clear(&table);
}

static void walls_of_any_length_leave_a_path(void **state) {
  (void)state;
  static const struct {
    const char *spec, *settings, *barred, *free, *message;
  } cases[] = {
      {"quoridor:size=4,wall_length=1", "walls=a1h,a2h pawn1=a2", "a2v",
       "b2v a3v c1h", "it leaves seat 1 no path"},
      {"quoridor:size=4,wall_length=1", "walls=d3h,c3v pawn2=d4", "c4v",
       "b4v d2h", "it leaves seat 2 no path"},
      {"quoridor:size=4,wall_length=3", "walls=a2h", "c1v", "a1h a3h b3h",
       "it leaves seat 1 no path"},
      {"quoridor:size=4,wall_length=3", "walls=a2h", "c2v", "b1h",
       "it leaves seat 2 no path"},
      {"quoridor:size=4,wall_length=4", "", "a2h", "a1v b1v",
       "it leaves seat 2 no path"},
      {"quoridor:size=4,wall_length=1,goal=cell", "walls=a3h", "a4v", "b4v b3h",
       "it leaves seat 1 no path"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    Table table = table_set(cases[i].spec, cases[i].settings);
    assert_refused(&table, cases[i].barred, cases[i].message);
    assert_lists_none(&table, cases[i].barred);
    assert_lists(&table, cases[i].free);
    table_clear(&table);
  }
}

static void the_drawing_shows_walls_of_other_lengths(void **state) {
  (void)state;
  static const char *const drawing[] = {
      " 4  .   .   2   .",   "\n   -----------",    "\n 3  .   . | .   .",
      "\n          |",       "\n 2  .   . | .   .", "\n          |",
      "\n 1  .   . | .   1",
  };
  assert_drawing_has("quoridor:size=4,wall_length=3", "walls=a3h,b1v pawn1=d1",
                     drawing, COUNT(drawing));
  static const char *const ones[] = {
      " 3  .   2   .\n   ---     ---\n",
      " 2  . | .   .\n",
      " 1  . | 1   .\n",
  };
  assert_drawing_has("quoridor:size=3,wall_length=1", "walls=a2h,c2h,a1v,a2v",
                     ones, COUNT(ones));
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

/* ---- distances -----------------------------------------------------------*/

enum { EDGE_MAX = 11, CELLS_MAX = EDGE_MAX * EDGE_MAX };
enum { SIDE_MIN = 2, SIDES = EDGE_MAX - SIDE_MIN + 1 };

static int number_of(const char *text) {
  Cell cell;
  assert_true(cell_read(&text, EDGE_MAX, EDGE_MAX, &cell));
  return cell.row * EDGE_MAX + cell.column;
}

/* A breadth-first search with a queue of cell names, over `neighbours`. */
static int distance_by_queue(const Table *t, int seat) {
  char queue[CELLS_MAX][ANSWER_TEXT];
  int steps[CELLS_MAX], read = 0, written = 0;
  bool seen[CELLS_MAX] = {false}, goal[CELLS_MAX] = {false};
  Answer line = ask(t, "goal", seat, NULL), start = ask(t, "pawn", seat, NULL);
  for (int i = 0; i < line.count; i++)
    goal[number_of(line.text[i])] = true;
  memcpy(queue[0], start.text[0], ANSWER_TEXT);
  steps[written++] = 0;
  seen[number_of(start.text[0])] = true;
  for (; read < written; read++) {
    if (goal[number_of(queue[read])])
      return steps[read];
    Answer next = ask(t, "neighbours", 0, queue[read]);
    for (int i = 0; i < next.count; i++) {
      int cell = number_of(next.text[i]);
      if (seen[cell])
        continue;
      seen[cell] = true;
      memcpy(queue[written], next.text[i], ANSWER_TEXT);
      steps[written++] = steps[read] + 1;
    }
  }
  fail_msg("seat %d has no path", seat + 1);
  return 0;
}

/* A path starts beside the pawn, each cell is a neighbour of the one before,
 * and it ends on the goal line after `steps` of them. */
static void check_path(const Table *t, int seat, int steps) {
  Answer path = ask(t, "path", seat, NULL), at = ask(t, "pawn", seat, NULL);
  Answer goal = ask(t, "goal", seat, NULL);
  bool arrived = false;
  assert_int_equal(path.count, steps);
  for (int i = 0; i < path.count; i++) {
    Answer next = ask(t, "neighbours", 0, i ? path.text[i - 1] : at.text[0]);
    bool adjacent = false;
    for (int j = 0; j < next.count; j++)
      adjacent = adjacent || strcmp(next.text[j], path.text[i]) == 0;
    assert_true(adjacent);
  }
  const char *last = steps ? path.text[steps - 1] : at.text[0];
  for (int i = 0; i < goal.count; i++)
    arrived = arrived || strcmp(goal.text[i], last) == 0;
  assert_true(arrived);
}

static void distances_and_paths_agree_with_a_plain_search(void **state) {
  (void)state;
  enum { GAMES = 12, PLIES = 70 };
  Rng rng;
  rng_seed(&rng, 42, 0);
  for (int size = 3; size <= EDGE_MAX; size++)
    for (int i = 0; i < GAMES; i++) {
      char spec[SPEC_TEXT];
      int rows = i % 3 ? size : SIDE_MIN + (int)rng_below(&rng, SIDES);
      snprintf(spec, sizeof spec,
               "quoridor:size=%d,rows=%d,players=%d,walls=30", size, rows,
               2 + i % 3);
      Table t = table_set(spec, NULL);
      for (int ply = 0; ply < PLIES && t.state->outcome == PLAYING; ply++) {
        int seat = (int)rng_below(&rng, (uint32_t)t.game->seats);
        int steps = distance_by_queue(&t, seat);
        assert_int_equal(ask(&t, "distance", seat, NULL).number[0], steps);
        check_path(&t, seat, steps);
        game_play(t.game, t.state, game_random_move(t.game, t.state, &rng));
      }
      table_clear(&t);
    }
}

/* "what a pawn must reach: `side`, the opposite side; `middle`, one cell of
 * that side, the point reflection of the cell it starts on; `edge`, any cell of
 * the edge that is not on its own side" */
static void the_goal_is_a_side_a_cell_or_the_edge(void **state) {
  (void)state;
  static const struct {
    const char *spec, *settings, *move;
    bool wins;
  } cases[] = {
      {"quoridor", "pawn1=d8", "d9", true},
      {"quoridor:goal=middle", "pawn1=d8 pawn2=a5", "d9", false},
      {"quoridor:goal=middle", "pawn1=e8 pawn2=a5", "e9", true},
      {"quoridor:goal=middle", "pawn2=d1 pawn1=a5 seat=2", "e1", true},
      {"quoridor:goal=middle,columns=4,rows=6", "pawn1=c5 pawn2=a2", "c6",
       true},
      {"quoridor:goal=middle,columns=4,rows=6", "pawn1=b5 pawn2=a2", "b6",
       false},
      {"quoridor:goal=edge", "pawn1=b2", "a2", true},
      {"quoridor:goal=edge", "pawn1=b1", "a1", false},
      {"quoridor:goal=edge", "pawn1=h2", "i2", true},
      {"quoridor:goal=edge", "pawn1=h8", "h9", true},
      {"quoridor:goal=edge,players=3", "pawn2=b2 seat=2", "b1", true},
      {"quoridor:goal=edge,players=3", "pawn2=b8 seat=2", "a8", false},
      /* "the cells of the edge counted clockwise from the left end of the side
       * opposite the player" */
      {"quoridor:goal=cell", "pawn1=a8", "a9", true},
      {"quoridor:goal=cell", "pawn1=b8", "b9", false},
      {"quoridor:goal=cell", "pawn2=i2 pawn1=a5 seat=2", "i1", true},
      {"quoridor:goal=cell,goal_cell=3", "pawn1=c8", "c9", true},
      {"quoridor:goal=cell,goal_cell=3", "pawn2=g2 pawn1=a5 seat=2", "g1",
       true},
      {"quoridor:goal=cell,goal_cell=9", "pawn1=i8", "i9", true},
      {"quoridor:goal=cell,goal_cell=11", "pawn1=h7", "i7", true},
      {"quoridor:goal=cell,goal_cell=17", "pawn1=h1", "i1", true},
      {"quoridor:goal=cell,goal_cell=32", "pawn1=a7", "a8", true},
      {"quoridor:goal=cell,goal_cell=32", "pawn2=i3 seat=2", "i2", true},
      {"quoridor:goal=cell,goal_cell=2,columns=4,rows=6,players=4",
       "pawn2=d4 pawn4=b2 seat=2", "d5", true},
      {"quoridor:goal=cell,goal_cell=2,columns=4,rows=6,players=4",
       "pawn4=a3 pawn2=b5 seat=4", "a2", true},
      {"quoridor:goal=cell,goal_cell=5,columns=4,rows=6,players=4",
       "pawn3=a3 pawn2=b5 seat=3", "a2", true},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    Table table = table_set(cases[i].spec, cases[i].settings);
    Move move;
    Error error = {0};
    if (!game_parse(table.game, table.state, cases[i].move, &move, &error))
      fail_msg("%s", error.message);
    game_play(table.game, table.state, move);
    assert_int_equal(table.state->outcome, cases[i].wins ? WIN : PLAYING);
    table_clear(&table);
  }
}

/* With one goal cell, three walls can shut it off; with the edge as the goal, a
 * pawn must only not be shut off from all of it. */
static void walls_leave_a_path_to_the_goal(void **state) {
  (void)state;
  Table table = table_set("quoridor:goal=middle", "walls=d8v,e7h pawn2=a5");
  assert_refused(&table, "e8v", "it leaves seat 1 no path to its goal");
  assert_refused(&table, "f8v", "it leaves seat 1 no path to its goal");
  assert_lists(&table, "f7v g8v");
  table_clear(&table);
  table = table_set("quoridor", "walls=d8v,e7h pawn2=a5");
  assert_lists(&table, "e8v f8v");
  table_clear(&table);
  table = table_set("quoridor:goal=edge", "walls=a1h,c1h,e1h,g1h pawn2=e5");
  assert_lists(&table, "h2h");
  assert_refused(&table, "h1v", "it leaves seat 1 no path to its goal");
  table_clear(&table);
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

/* The last cells of the largest board have higher numbers than any wall slot.
 */
static void no_wall_lies_beyond_the_largest_board(void **state) {
  (void)state;
  static const char *const walls[] = {"walls=i11h", "walls=k11v", "walls=k10h"};
  Table table = table_set("quoridor:size=11", "");
  for (size_t i = 0; i < COUNT(walls); i++) {
    Error error = {0};
    assert_false(game_edit(table.game, table.state, walls[i], &error));
    assert_non_null(strstr(error.message, "is not on the board"));
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
      cmocka_unit_test(walls_lie_on_inner_crossings),
      cmocka_unit_test(walls_neither_overlap_nor_cross),
      cmocka_unit_test(no_wall_closes_a_line_across_the_board),
      cmocka_unit_test(no_wall_closes_a_ring_around_a_pawn),
      cmocka_unit_test(no_wall_closes_a_pocket_away_from_the_goal),
      cmocka_unit_test(pawns_do_not_block_a_path),
      cmocka_unit_test(walls_are_never_moved),
      cmocka_unit_test(without_walls_a_player_must_move_the_pawn),
      cmocka_unit_test(pass_is_legal_only_without_another_move),
      cmocka_unit_test(a_pass_is_a_turn),
      cmocka_unit_test(the_first_pawn_on_its_goal_line_wins),
      cmocka_unit_test(the_goal_line_of_another_seat_does_not_count),
      cmocka_unit_test(games_can_be_endless_but_never_drawn),
      cmocka_unit_test(perft_agrees_with_counts_by_hand),
      cmocka_unit_test(a_wall_covers_as_many_edges_as_it_is_long),
      cmocka_unit_test(walls_do_not_leave_the_board),
      cmocka_unit_test(walls_of_any_length_neither_overlap_nor_cross),
      cmocka_unit_test(walls_of_any_length_leave_a_path),
      cmocka_unit_test(the_drawing_shows_walls_of_other_lengths),
      cmocka_unit_test(a_seat_without_a_pawn_has_no_turn),
      cmocka_unit_test(a_seat_without_a_pawn_needs_no_path),
      cmocka_unit_test(a_pawn_that_is_off_is_in_nobodys_way),
      cmocka_unit_test(the_last_pawn_on_the_board_wins),
      cmocka_unit_test(four_players_without_the_last_are_three),
      cmocka_unit_test(positions_without_a_pawn_conform),
      cmocka_unit_test(distances_and_paths_agree_with_a_plain_search),
      cmocka_unit_test(the_smallest_and_the_largest_board_work),
      cmocka_unit_test(the_goal_is_a_side_a_cell_or_the_edge),
      cmocka_unit_test(walls_leave_a_path_to_the_goal),
      cmocka_unit_test(refusals_list_all_that_is_wrong),
      cmocka_unit_test(options_out_of_range_are_refused),
      cmocka_unit_test(refused_settings_leave_the_position_unchanged),
      cmocka_unit_test(no_wall_lies_beyond_the_largest_board),
      cmocka_unit_test(the_drawing_shows_pawns_walls_and_hands),
  };
  return RUN_TESTS(tests);
}
