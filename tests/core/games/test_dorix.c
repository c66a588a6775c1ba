/* The rules of Dorix, tested on hand-made positions. Comments in quotation
 * marks quote core/games/dorix/RULES.md. A pile is written from the bottom up:
 * b2=112 is controlled by seat 2. */
#include "core/game/perft.h"
#include "tests/support/support.h"

/* Two players with pawns in hand, and the same after seat 1 has placed one. */
#define HANDS "hand1=5 hand2=5 "
#define PLACED "seat=2 hand1=4 hand2=5 "
/* Seat 1 with an empty hand, before and after its turn. */
#define EMPTY "hand1=0 hand2=5 "
#define MOVED "seat=2 hand1=0 hand2=5 "
/* Three and four players with pawns to place. */
#define ALL3 HANDS "hand3=5 "
#define ALL4 HANDS "hand3=5 hand4=5 "
/* Piles on all four sides of b2. */
#define AROUND "b1=2 a2=2 c2=2 b3=2"
#define RETURN "dorix:return_to_source=true"
#define RECEIVE "dorix:empty_cells_receive=true"

typedef struct Moves {
  const char *spec, *settings, *onto, *moves;
} Moves;

/* Checks that the legal moves that begin with `onto` are these, in alphabetical
 * order. */
static void assert_moves_onto(const Moves *cases, size_t count) {
  for (const Moves *c = cases; c < cases + count; c++) {
    Table table = table_set(c->spec, c->settings);
    char *listed = table_moves(&table), *rest = listed, *word;
    char kept[1024] = "";
    while ((word = strtok_r(rest, " ", &rest)))
      if (strncmp(word, c->onto, strlen(c->onto)) == 0)
        sprintf(kept + strlen(kept), "%s%s", *kept ? " " : "", word);
    assert_string_equal(kept, c->moves);
    free(listed);
    table_clear(&table);
  }
}

/* One move from a position after which the game is won ("1", "2+4") or, with
 * NULL, continues. */
typedef struct Check {
  const char *spec, *settings, *move, *winners;
} Check;

static void assert_checks(const Check *cases, size_t count) {
  for (const Check *c = cases; c < cases + count; c++) {
    Table table = table_set(c->spec, c->settings);
    table_play(&table, c->move);
    if ((table.state->outcome == WIN) != (c->winners != NULL))
      fail_msg("%s: %s then %s", c->spec, c->settings, c->move);
    if (c->winners)
      assert_won(&table, c->winners);
    else
      assert_int_equal(table.state->outcome, PLAYING);
    table_clear(&table);
  }
}

/* "4×4 cells, a1 to d4"; the option `size`: "columns and rows of a square
 * board, 3 to 6". */
static void every_cell_of_the_board_is_open_at_the_start(void **state) {
  (void)state;
  static const char *const specs[] = {"dorix:size=3", "dorix", "dorix:size=5",
                                      "dorix:size=6"};
  for (int size = 3; size <= 6; size++) {
    char cells[256] = "";
    for (int i = 0; i < size * size; i++)
      sprintf(cells + strlen(cells), "%c%d ", 'a' + i % size, 1 + i / size);
    Table table = table_set(specs[size - 3], "");
    assert_moves(&table, cells);
    table_clear(&table);
  }
}

/* "Pawns in hand at the start: 15 each with 2 players, 12 with 3 players, 10
 * with 4 players"; the option `pawns`: "pawns in hand, 1 to 40". */
static void hands_start_as_the_options_say(void **state) {
  (void)state;
  static const char *const cases[][2] = {
      {"dorix", "hand1=15 hand2=15"},
      {"dorix:players=2", "hand1=15 hand2=15"},
      {"dorix:players=3", "hand1=12 hand2=12 hand3=12"},
      {"dorix:players=4", "hand1=10 hand2=10 hand3=10 hand4=10"},
      {"dorix:players=4,teams=false", "hand1=10 hand2=10 hand3=10 hand4=10"},
      {"dorix:pawns=1", "hand1=1 hand2=1"},
      {"dorix:players=3,pawns=40", "hand1=40 hand2=40 hand3=40"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    Table start = table_set(cases[i][0], "");
    Table wanted = table_set(cases[i][0], cases[i][1]);
    assert_true(same_position(&start, &wanted));
    table_clear(&wanted);
    table_clear(&start);
  }
}

/* "Seats are numbered from 1, in turn order. Seat 1 moves first." */
static void seats_take_turns_in_order(void **state) {
  (void)state;
  static const char *const specs[] = {"dorix", "dorix:players=3",
                                      "dorix:players=4"};
  static const char *const cells[] = {"a1", "b1", "c1", "d1", "a2"};
  for (int players = 2; players <= 4; players++) {
    Table table = table_set(specs[players - 2], "");
    for (int ply = 0; ply <= players; ply++) {
      assert_turn(&table, ply % players + 1);
      table_play(&table, cells[ply]);
    }
    table_clear(&table);
  }
}

/* "With 4 players, seats 1 and 3 are one team and seats 2 and 4 the other.
 * Otherwise each seat is its own side."; the option `teams`: "false: four
 * players each for themselves". */
static void four_players_form_two_teams_by_default(void **state) {
  (void)state;
  static const struct {
    const char *spec;
    int sides, team_of_1, team_of_2; /* bit s for seat s + 1 */
  } cases[] = {
      {"dorix", 2, 1, 2},
      {"dorix:players=3", 3, 1, 2},
      {"dorix:players=4", 2, 1 | 4, 2 | 8},
      {"dorix:players=4,teams=true", 2, 1 | 4, 2 | 8},
      {"dorix:players=4,teams=false", 4, 1, 2},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    Table table = table_set(cases[i].spec, "");
    assert_int_equal(table.game->sides, cases[i].sides);
    assert_int_equal(game_team(table.game, 0), cases[i].team_of_1);
    assert_int_equal(game_team(table.game, 1), cases[i].team_of_2);
    table_clear(&table);
  }
}

/* "With a pawn in hand: put one on an empty cell, or on a pile you control
 * yourself"; "The seat whose pawn is on top controls it." */
static void a_pawn_goes_on_an_empty_cell_or_an_own_pile(void **state) {
  (void)state;
  Table table = table_set("dorix", HANDS "a1=1 b1=2 c1=12 d1=21");
  assert_moves(&table, "a1>b1 d1>c1 a2 b2 c2 d2 a3 b3 c3 d3 a4 b4 c4 d4");
  assert_refused(&table, "b1", "neither empty nor controlled by seat 1");
  assert_refused(&table, "c1", "neither empty nor controlled by seat 1");
  assert_refused(&table, "a1-b2", "still has 5 pawns in hand");
  table_clear(&table);
  table = table_set("dorix", HANDS "seat=2 a1=1 b1=2 c1=12 d1=21");
  assert_moves(&table, "b1>a1 c1>b1,d1 a2 b2 c2 d2 a3 b3 c3 d3 a4 b4 c4 d4");
  table_clear(&table);
  static const Turn turns[] = {
      {"dorix", HANDS, "b2", PLACED "b2=1"},
      {"dorix", HANDS "b2=21", "b2", PLACED "b2=211"},
  };
  assert_turns(turns, COUNT(turns));
}

/* "(never on your partner's)" */
static void a_pawn_never_goes_on_a_partners_pile(void **state) {
  (void)state;
  static const char *const specs[] = {"dorix:players=4",
                                      "dorix:players=4,teams=false"};
  for (size_t i = 0; i < COUNT(specs); i++) {
    Table table = table_set(specs[i], "hand3=5 hand4=5 b2=3 c3=34");
    assert_refused(&table, "b2", "neither empty nor controlled by seat 1");
    assert_refused(&table, "c3", "neither empty nor controlled by seat 1");
    table_clear(&table);
    table = table_set(specs[i], "hand1=0 hand3=5 hand4=5 b2=3 c3=34 a1=1");
    assert_refused(&table, "a1-b2", "neither empty nor controlled by seat 1");
    assert_refused(&table, "b2-a2", "does not control b2");
    table_clear(&table);
  }
}

/* "With no pawn in hand: take one of your pawns off the top of a pile you
 * control (a single pawn counts as a pile, and leaves the cell empty) and put
 * it on another cell that is empty or holds a pile you control." */
static void an_empty_hand_takes_from_a_pile(void **state) {
  (void)state;
  Table table = table_set("dorix:size=3", EMPTY "a1=1 b1=21 c1=12");
  assert_moves(&table, "a1-b1>c1 a1-a2 a1-b2 a1-c2 a1-a3 a1-b3 a1-c3 "
                       "b1-a1>b1 b1-a2 b1-b2 b1-c2 b1-a3 b1-b3 b1-c3");
  assert_refused(&table, "a2", "no pawn in hand");
  assert_refused(&table, "c1-a2", "does not control c1");
  assert_refused(&table, "a2-b2", "does not control a2");
  assert_refused(&table, "a1-c1", "neither empty nor controlled by seat 1");
  assert_refused(&table, "a1-a1", "another cell");
  table_clear(&table);
  static const Turn turns[] = {
      {"dorix", EMPTY "a1=1", "a1-c1", MOVED "c1=1"},
      {"dorix", EMPTY "a1=21", "a1-c1", MOVED "a1=2 c1=1"},
      {"dorix", EMPTY "a1=1 c1=21", "a1-c1", MOVED "c1=211"},
  };
  assert_turns(turns, COUNT(turns));
}

/* "If neither is possible, you pass."; "pass is legal only where a page says
 * so, and then it is the only legal move." */
static void a_seat_that_cannot_place_a_pawn_passes(void **state) {
  (void)state;
  static const Moves cases[] = {
      {"dorix", EMPTY "b2=2 c2=12", "", "pass"},
      {"dorix:players=4", "hand1=0 hand3=5 b2=3", "", "pass"},
      /* A pawn in hand, but another seat or the partner controls every pile. */
      {"dorix:players=3,size=3",
       ALL3 "a1=3 b1=2 c1=3 a2=2 b2=2 c2=3 a3=3 b3=2 c3=2", "", "pass"},
      {"dorix:players=4,size=3",
       ALL4 "a1=3 b1=3 c1=4 a2=3 b2=2 c2=2 a3=3 b3=4 c3=4", "", "pass"},
  };
  assert_moves_onto(cases, COUNT(cases));
}

#define FULL "a1=2 b1=2 c1=2 a2=2 c2=2 a3=2 b3=2 c3=2 "

/* "on another cell": on a full board, a seat with a single pile has none. */
static void a_seat_with_one_pile_on_a_full_board_passes(void **state) {
  (void)state;
  static const Moves cases[] = {
      {"dorix:size=3", EMPTY FULL "b2=1", "", "pass"},
      {"dorix:size=3", EMPTY FULL "b2=11", "", "pass"},
      {"dorix:size=3", EMPTY FULL "b2=21", "", "pass"},
      {"dorix:size=3", EMPTY FULL "b2=1 a2=1", "",
       "a2-b2>b1,b3 a2-b2>b1,c2 a2-b2>c2,b3 b2-a2>a1,a3"},
      {"dorix:size=3", EMPTY FULL "b2=1 a2=-", "", "b2-a2"},
      {"dorix:size=3", "hand1=1 hand2=5 " FULL "b2=1", "",
       "b2>a2,b3 b2>a2,c2 b2>b1,a2 b2>b1,b3 b2>b1,c2 b2>c2,b3"},
  };
  assert_moves_onto(cases, COUNT(cases));
}

/* "A ply is one seat's turn. A pass is a ply." */
static void a_pass_gives_the_turn_to_the_next_seat(void **state) {
  (void)state;
  static const Turn turns[] = {
      {"dorix", EMPTY "b2=2", "pass c3", "seat=1 hand1=0 hand2=4 b2=2 c3=2"}};
  assert_turns(turns, COUNT(turns));
  Table table = table_set("dorix", EMPTY "b2=2");
  assert_refused(&table, "a1", "must pass");
  table_play(&table, "pass");
  assert_turn(&table, 2);
  assert_refused(&table, "pass", "must play");
  table_clear(&table);
}

/* "Let h be the height of that pile now. The lower neighbours are the
 * orthogonally adjacent piles of height less than h, with heights as they are
 * before the collapse". */
static void a_pile_collapses_onto_lower_neighbours_only(void **state) {
  (void)state;
  static const Turn turns[] = {
      {"dorix", HANDS "b2=1 c2=2", "b2>c2", PLACED "b2=1 c2=21"},
      {"dorix", HANDS "b2=1 c2=1", "b2>c2", PLACED "b2=1 c2=11"},
      {"dorix", HANDS "b2=11 c2=12", "b2>c2", PLACED "b2=11 c2=121"},
      {"dorix", HANDS "b2=1 c2=12", "b2", PLACED "b2=11 c2=12"},
      {"dorix", HANDS "b2=1 c2=122 b1=2", "b2>b1", PLACED "b2=1 c2=122 b1=21"},
      /* After one pawn has left, b2 is no higher than the other neighbour. */
      {"dorix", HANDS "b2=1 a2=2 c2=2", "b2>a2,c2", PLACED "a2=21 c2=21"},
      /* Not diagonally, and not around the edge. */
      {"dorix", HANDS "b2=1 c3=2", "b2", PLACED "b2=11 c3=2"},
      {"dorix", HANDS "d2=1 a2=2 a3=2", "d2", PLACED "d2=11 a2=2 a3=2"},
  };
  assert_turns(turns, COUNT(turns));
  Table table = table_set("dorix", HANDS "b2=1 c2=2");
  assert_refused(&table, "b2", "b2 collapses");
  table_clear(&table);
}

/* "A pile can collapse only if the pawn went onto an existing pile." */
static void a_pawn_on_an_empty_cell_does_not_collapse(void **state) {
  (void)state;
  static const Turn turns[] = {
      {"dorix", HANDS "a2=1 c2=2 b1=22 b3=1", "b2",
       PLACED "a2=1 c2=2 b1=22 b3=1 b2=1"},
      {RECEIVE, HANDS, "b2", PLACED "b2=1"},
      {RECEIVE, EMPTY "a2=1 c2=2", "a2-b2", MOVED "b2=1 c2=2"},
  };
  assert_turns(turns, COUNT(turns));
}

/* "(in case 2, after the pawn was lifted)" */
static void heights_count_after_the_pawn_was_lifted(void **state) {
  (void)state;
  static const Turn turns[] = {
      {"dorix", EMPTY "a2=21 b2=21 c2=2", "a2-b2>a2,c2",
       MOVED "a2=21 b2=2 c2=21"},
      {"dorix", EMPTY "a2=1 b2=21 c2=2", "a2-b2>c2", MOVED "b2=21 c2=21"},
  };
  assert_turns(turns, COUNT(turns));
}

/* "With n ≥ 1 lower neighbours, k = min(h, n) pawns leave the pile, taken from
 * the top downwards, each onto a different lower neighbour. The mover chooses
 * which pawn goes to which neighbour and, if h < n, which neighbours receive
 * one."; "Two moves that differ only in which of several identical pieces goes
 * where are one move." */
static void all_collapses_are_listed_once(void **state) {
  (void)state;
  static const Moves cases[] = {
      /* h = 2: two pawns of one colour */
      {"dorix", HANDS "b2=1 c2=2", "b2", "b2>c2"},
      {"dorix", HANDS "b2=1 c2=2 a2=2", "b2", "b2>a2,c2"},
      {"dorix", HANDS "b2=1 c2=2 a2=2 b1=2", "b2",
       "b2>a2,c2 b2>b1,a2 b2>b1,c2"},
      {"dorix", HANDS "b2=1 " AROUND, "b2",
       "b2>a2,b3 b2>a2,c2 b2>b1,a2 b2>b1,b3 b2>b1,c2 b2>c2,b3"},
      /* h = 3: three pawns of one colour, then two above one of another colour
       */
      {"dorix", HANDS "b2=11 c2=2 a2=2 b1=2", "b2", "b2>b1,a2,c2"},
      {"dorix", HANDS "b2=11 " AROUND, "b2",
       "b2>a2,c2,b3 b2>b1,a2,b3 b2>b1,a2,c2 b2>b1,c2,b3"},
      {"dorix", HANDS "b2=21 c2=2", "b2", "b2>c2"},
      {"dorix", HANDS "b2=21 c2=2 a2=2", "b2", "b2>a2,c2"},
      {"dorix", HANDS "b2=21 c2=2 a2=2 b1=2", "b2",
       "b2>a2,c2,b1 b2>b1,a2,c2 b2>b1,c2,a2"},
      {"dorix", HANDS "b2=21 " AROUND, "b2",
       "b2>a2,b3,b1 b2>a2,b3,c2 b2>a2,c2,b1 b2>a2,c2,b3 b2>b1,a2,b3 "
       "b2>b1,a2,c2 b2>b1,b3,a2 b2>b1,b3,c2 b2>b1,c2,a2 b2>b1,c2,b3 "
       "b2>c2,b3,a2 b2>c2,b3,b1"},
      /* h = 4 */
      {"dorix", HANDS "b2=121 " AROUND, "b2",
       "b2>a2,c2,b1,b3 b2>b1,a2,b3,c2 b2>b1,a2,c2,b3 b2>b1,c2,a2,b3"},
      {"dorix", HANDS "b2=221 " AROUND, "b2",
       "b2>a2,b3,b1,c2 b2>a2,c2,b1,b3 b2>b1,a2,c2,b3 b2>b1,b3,a2,c2 "
       "b2>b1,c2,a2,b3 b2>c2,b3,b1,a2"},
      {"dorix:players=3", ALL3 "b2=231 " AROUND, "b2",
       "b2>a2,b3,b1,c2 b2>a2,b3,c2,b1 b2>a2,c2,b1,b3 b2>a2,c2,b3,b1 "
       "b2>b1,a2,b3,c2 b2>b1,a2,c2,b3 b2>b1,b3,a2,c2 b2>b1,b3,c2,a2 "
       "b2>b1,c2,a2,b3 b2>b1,c2,b3,a2 b2>c2,b3,a2,b1 b2>c2,b3,b1,a2"},
      /* h = 5 */
      {"dorix", HANDS "b2=2211 c2=2 a2=22", "b2", "b2>a2,c2"},
      {"dorix", HANDS "b2=2211 " AROUND, "b2",
       "b2>a2,c2,b3,b1 b2>b1,a2,b3,c2 b2>b1,a2,c2,b3 b2>b1,c2,b3,a2"},
  };
  assert_moves_onto(cases, COUNT(cases));
}

/* "the top pawn goes to c2, the next pawn to b3"; "The rest of the pile stays."
 */
static void pawns_fall_from_the_top_and_the_rest_stays(void **state) {
  (void)state;
  static const Turn turns[] = {
      {"dorix", HANDS "b2=1 " AROUND, "b2>c2,b3",
       PLACED "b1=2 a2=2 c2=21 b3=21"},
      {"dorix", HANDS "b2=21 b1=2 a2=2 c2=2", "b2>b1,c2,a2",
       PLACED "b1=21 a2=22 c2=21"},
      {"dorix", HANDS "b2=21 c2=2", "b2>c2", PLACED "b2=21 c2=21"},
      {"dorix", HANDS "b2=2211 " AROUND, "b2>b1,a2,c2,b3",
       PLACED "b2=2 b1=21 a2=21 c2=21 b3=22"},
      {"dorix:players=3", ALL3 "b2=231 " AROUND, "b2>a2,b3,c2,b1",
       PLACED "hand3=5 b1=22 a2=21 c2=23 b3=21"},
  };
  assert_turns(turns, COUNT(turns));
}

/* "There is no chain reaction: no other pile collapses this turn." */
static void a_collapse_causes_no_other(void **state) {
  (void)state;
  static const Turn turns[] = {
      {"dorix", HANDS "b2=11 c2=22 d2=2", "b2>c2", PLACED "b2=11 c2=221 d2=2"},
      {"dorix", HANDS "a4=111 b4=2", "d1", PLACED "a4=111 b4=2 d1=1"},
  };
  assert_turns(turns, COUNT(turns));
}

/* "A parser accepts every equivalent notation." In the pile 1211, notations
 * differ only by the cell of the third pawn from the top. */
static void every_equivalent_notation_is_one_move(void **state) {
  (void)state;
  static const char *const cells[] = {"b1", "a2", "c2", "b3"};
  static const char *const listed[] = {"b2>a2,c2,b1,b3", "b2>b1,c2,a2,b3",
                                       "b2>b1,a2,c2,b3", "b2>b1,a2,b3,c2"};
  Table table = table_set("dorix", HANDS "b2=121 " AROUND);
  int notations = 0;
  for (int i = 0; i < 4 * 4 * 4; i++) {
    int top = i / 16, second = i / 4 % 4, third = i % 4;
    if (top == second || top == third || second == third)
      continue;
    int last = 0 + 1 + 2 + 3 - top - second - third;
    char text[MOVE_TEXT];
    snprintf(text, sizeof text, "b2>%s,%s,%s,%s", cells[top], cells[second],
             cells[third], cells[last]);
    assert_same_move(&table, text, listed[third]);
    notations++;
  }
  assert_int_equal(notations, 24);
  table_clear(&table);
  table = table_set("dorix", EMPTY "a2=21 b2=21 c2=2");
  assert_same_move(&table, "a2-b2>c2,a2", "a2-b2>a2,c2");
  assert_lists_none(&table, "a2-b2>c2,a2");
  table_clear(&table);
}

/* "each reachable result once per source and target": two sources are two
 * moves, even if both give the pawn back. */
static void two_sources_are_two_moves(void **state) {
  (void)state;
  Table table = table_set("dorix", EMPTY "a2=11 b2=1 c2=11");
  assert_lists(&table, "a2-b2>a2 c2-b2>c2");
  table_clear(&table);
}

/* "A side controls a main diagonal (a1-b2-c3-d4 or a4-b3-c2-d1) when all four
 * cells hold piles and each is controlled by that side." */
static void any_last_cell_of_either_diagonal_wins(void **state) {
  (void)state;
  static const char *const diagonals[2][4] = {{"a1", "b2", "c3", "d4"},
                                              {"a4", "b3", "c2", "d1"}};
  for (int d = 0; d < 2; d++)
    for (int last = 0; last < 4; last++) {
      char settings[128] = HANDS;
      for (int i = 0; i < 4; i++)
        if (i != last)
          sprintf(settings + strlen(settings), "%s=1 ", diagonals[d][i]);
      Table table = table_set("dorix", settings);
      table_play(&table, diagonals[d][last]);
      assert_won(&table, "1");
      assert_moves(&table, "");
      assert_refused(&table, "a2", "the game is over");
      table_clear(&table);
    }
}

static void the_top_pawns_of_all_four_cells_decide(void **state) {
  (void)state;
  static const Check cases[] = {
      {"dorix", HANDS "a1=21 b2=221 c3=1", "d4", "1"},
      {"dorix", HANDS "seat=2 a1=2 b2=12 c3=2", "d4", "2"},
      {"dorix", HANDS "a1=1 b2=1 c3=1 d4=2 d3=1", "d3>c3,d4", "1"},
      {"dorix", HANDS "a1=1 b2=12 c3=1", "d4", NULL},
      {"dorix", HANDS "a1=1 b2=1 c3=1", "c4", NULL},
      {"dorix", HANDS "a1=1 b1=1 c1=1", "d1", NULL},
      {"dorix", HANDS "a1=1 a2=1 a3=1", "a4", NULL},
      {"dorix:players=3", ALL3 "a1=1 b2=3 c3=1", "d4", NULL},
  };
  assert_checks(cases, COUNT(cases));
}

/* "If exactly one side controls a main diagonal, that side wins, whoever
 * moved." */
static void exactly_one_side_wins_whoever_moved(void **state) {
  (void)state;
  static const Check cases[] = {
      {"dorix:size=3", HANDS "a1=1 c3=1 a3=1 c1=1", "b2", "1"},
      {"dorix", HANDS "b2=21 a1=2 c3=2 d4=2 b1=2 a2=2", "b2>b1,a2", "2"},
      {"dorix", EMPTY "b2=21 a1=2 c3=2 d4=2", "b2-a4", "2"},
      {"dorix:players=3", ALL3 "hand1=0 b2=31 a1=3 c3=3 d4=3", "b2-a4", "3"},
      {"dorix:players=4", ALL4 "hand1=0 b2=41 a1=2 c3=2 d4=4", "b2-a4", "2+4"},
  };
  assert_checks(cases, COUNT(cases));
}

/* "If two sides control one each, play continues." */
static void two_sides_with_a_diagonal_each_play_on(void **state) {
  (void)state;
  Table table = table_set("dorix", EMPTY "a1=1 b2=1 c3=1 a4=2 b3=2 d1=2 c2=21");
  table_play(&table, "c2-d4");
  assert_turn(&table, 2);
  table_play(&table, "a2");
  assert_turn(&table, 1);
  table_play(&table, "d4-d3");
  assert_won(&table, "2");
  table_clear(&table);
  static const Check cases[] = {
      {"dorix:players=3", ALL3 "hand1=0 a1=1 b2=1 c3=1 a4=3 b3=3 d1=3 c2=31",
       "c2-d4", NULL},
      {"dorix:players=4", ALL4 "hand1=0 a1=1 b2=3 c3=3 a4=2 b3=2 d1=4 c2=41",
       "c2-d4", NULL},
      {"dorix:players=4,teams=false",
       ALL4 "hand1=0 a1=1 b2=1 c3=1 a4=3 b3=3 d1=3 c2=31", "c2-d4", NULL},
  };
  assert_checks(cases, COUNT(cases));
}

/* "(in the team game by either partner, mixed freely)"; "A side is what wins or
 * loses: a seat, or a team of seats." */
static void partners_share_a_diagonal_and_the_win(void **state) {
  (void)state;
  static const Check cases[] = {
      {"dorix:players=4", ALL4 "a1=1 b2=3 c3=1 seat=3", "d4", "1+3"},
      {"dorix:players=4", ALL4 "a1=1 b2=1 c3=1", "d4", "1+3"},
      {"dorix:players=4", ALL4 "a4=2 b3=14 c2=2 seat=4", "d1", "2+4"},
      {"dorix:players=4", ALL4 "a1=1 b2=2 c3=1 seat=3", "d4", NULL},
      {"dorix:players=4,teams=false", ALL4 "a1=1 b2=3 c3=1 seat=3", "d4", NULL},
      {"dorix:players=4,teams=false", ALL4 "a1=3 b2=3 c3=3 seat=3", "d4", "3"},
  };
  assert_checks(cases, COUNT(cases));
}

/* "If every seat passes in a row, the game is a draw" */
static void a_pass_of_every_seat_is_a_draw(void **state) {
  (void)state;
  static const char *const cases[][2] = {
      {"dorix", "hand1=0 hand2=0"},
      {"dorix:players=3", "hand1=0 hand2=0 hand3=0 seat=2"},
      {"dorix:players=4", "hand1=0 hand2=0 hand3=0 hand4=0"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    Table table = table_set(cases[i][0], cases[i][1]);
    for (int pass = 0; pass < table.game->seats; pass++) {
      assert_int_equal(table.state->outcome, PLAYING);
      table_play(&table, "pass");
    }
    assert_drawn(&table);
    assert_moves(&table, "");
    table_clear(&table);
  }
}

static void passes_that_are_not_in_a_row_are_no_draw(void **state) {
  (void)state;
  Table table = table_set("dorix", EMPTY "b2=2");
  table_play(&table, "pass a1 pass a2 pass");
  assert_turn(&table, 2);
  table_clear(&table);
  table = table_set("dorix:players=3", "hand1=0 hand2=0 hand3=5 a1=3");
  table_play(&table, "pass pass b1 pass pass");
  assert_turn(&table, 3);
  table_clear(&table);
}

static void the_passes_in_a_row_can_be_set(void **state) {
  (void)state;
  Table table = table_set("dorix", "hand1=0 hand2=0 passes=1");
  table_play(&table, "pass");
  assert_drawn(&table);
  table_clear(&table);
  table = table_set("dorix", "hand1=0 hand2=0 passes=2");
  assert_drawn(&table);
  table_clear(&table);
  table = table_set("dorix", "hand1=0 hand2=0 passes=1 a1=-");
  table_play(&table, "pass"); /* setting a cell has set them to 0 */
  assert_turn(&table, 2);
  Error error = {0};
  assert_false(game_edit(table.game, table.state, "passes=3", &error));
  assert_message(&error, "passes takes a number from 0 to 2");
  table_clear(&table);
}

/* "There is no other draw. Positions may repeat once the hands are empty, so
 * simulations need a ply limit." A truncated game "counts as neither a win nor
 * a draw". */
static void a_repeated_position_is_no_draw(void **state) {
  (void)state;
  Table table = table_set("dorix", "hand1=0 hand2=0 a1=1 d1=2");
  Table first = table_set("dorix", "hand1=0 hand2=0 a1=1 d1=2");
  for (int round = 0; round < 5; round++)
    table_play(&table, "a1-a2 d1-d2 a2-a1 d2-d1");
  assert_turn(&table, 1);
  assert_true(same_position(&table, &first));
  Rng rng;
  rng_seed(&rng, 1, 0);
  assert_int_equal(game_playout(table.game, table.state, &rng, 9), 9);
  assert_int_equal(table.state->outcome, PLAYING);
  table_clear(&first);
  table_clear(&table);
}

/* "perft(n) counts the leaves of the legal-move tree at depth n". With one pawn
 * each on nine cells: 9, then 8, then 7 for each single pawn. */
static void perft_agrees_with_counts_by_hand(void **state) {
  (void)state;
  static const uint64_t wanted[] = {1, 9, 9 * 8, 9 * 8 * 7, 9 * 8 * 7 * 7};
  Table table = table_set("dorix:size=3,pawns=1", "");
  for (int depth = 0; depth < (int)COUNT(wanted); depth++) {
    uint64_t leaves = 0;
    Error error = {0};
    assert_true(perft(table.game, table.state, depth, &leaves, &error));
    assert_int_equal(leaves, wanted[depth]);
  }
  table_clear(&table);
}

/* The diagonals are as long as the board. */
static void diagonals_grow_with_the_board(void **state) {
  (void)state;
  static const Check cases[] = {
      {"dorix:size=3", HANDS "a1=1 b2=1", "c3", "1"},
      {"dorix:size=3", HANDS "a3=1 b2=1", "c1", "1"},
      {"dorix:size=5", HANDS "a1=1 b2=1 c3=1", "d4", NULL},
      {"dorix:size=5", HANDS "a1=1 b2=1 c3=1 d4=1", "e5", "1"},
      {"dorix:size=6", HANDS "a1=1 b2=1 c3=1 d4=1 e5=1", "f6", "1"},
      {"dorix:size=6", HANDS "a6=1 b5=1 c4=1 d3=1 f1=1", "e2", "1"},
  };
  assert_checks(cases, COUNT(cases));
}

/* The options `columns` and `rows`: "The main diagonals are the longest ones:
 * those that have as many cells as the shorter side."; "A side wins by
 * controlling any of them, if no other side controls one too."; "It makes no
 * difference how many of them a side controls." */
static void the_longest_diagonals_of_a_rectangle_win(void **state) {
  (void)state;
#define WIDE "dorix:columns=5,rows=4"
#define NARROW "dorix:columns=3,rows=6"
  static const Check cases[] = {
      {WIDE, HANDS "a1=1 b2=1 c3=1", "d4", "1"},
      {WIDE, HANDS "b1=1 c2=1 d3=1", "e4", "1"},
      {WIDE, HANDS "a4=1 b3=1 c2=1", "d1", "1"},
      {WIDE, HANDS "b4=1 d2=1 e1=1", "c3", "1"},
      {WIDE, HANDS "a2=1 b3=1", "c4", NULL},
      {WIDE, HANDS "c1=1 d2=1", "e3", NULL},
      {WIDE, HANDS "a1=1 b2=1 d4=1 b4=1 d2=1 e1=1", "c3", "1"},
      {WIDE, HANDS "a1=1 b2=1 c3=1 d4=1 b1=2 c2=2 d3=2 e4=2", "a4", NULL},
      {NARROW, HANDS "a4=1 b5=1", "c6", "1"},
      {NARROW, HANDS "a2=1 b3=1", "c4", "1"},
      {NARROW, HANDS "a6=1 b5=1", "c4", "1"},
      {NARROW, HANDS "c1=1 b2=1", "a3", "1"},
      {NARROW, HANDS "a1=1 b1=1", "c1", NULL},
      {NARROW, HANDS "a5=1", "b6", NULL},
      {NARROW ",players=4", "a2=1 b3=3 hand1=5 hand3=5", "c4", "1+3"},
      {"dorix:size=3,rows=4", HANDS "a2=1 b3=1", "c4", "1"},
  };
  assert_checks(cases, COUNT(cases));
  static const Moves moves[] = {
      {WIDE, HANDS "e2=21 e1=2 e3=2 d2=2", "e2",
       "e2>d2,e3,e1 e2>e1,d2,e3 e2>e1,e3,d2"},
      {NARROW, HANDS "c6=1 b6=2", "c6", "c6>b6"},
      {NARROW, HANDS "c1=1 a2=2", "c1", "c1"},
  };
  assert_moves_onto(moves, COUNT(moves));
  Table table = table_set(NARROW, HANDS);
  assert_refused(&table, "d1", "cells run from a1 to c6");
  assert_refused(&table, "a7", "cells run from a1 to c6");
  table_clear(&table);
}

/* The option `empty_cells_receive`: "true: empty cells count as neighbours of
 * height 0 in a collapse". By default, "An empty cell is not a pile." */
static void empty_cells_receive_pawns_only_by_option(void **state) {
  (void)state;
  static const Moves cases[] = {
      {"dorix", HANDS "b2=1", "b2", "b2"},
      {RECEIVE, HANDS "b2=1", "b2",
       "b2>a2,b3 b2>a2,c2 b2>b1,a2 b2>b1,b3 b2>b1,c2 b2>c2,b3"},
      {"dorix", HANDS "a1=1", "a1", "a1"},
      {RECEIVE, HANDS "a1=1", "a1", "a1>b1,a2"},
      {"dorix", HANDS "b2=1 b1=22 a2=2", "b2", "b2>a2"},
      {RECEIVE, HANDS "b2=1 b1=22 a2=2", "b2", "b2>a2,b3 b2>a2,c2 b2>c2,b3"},
      {"dorix", EMPTY "a2=1 a1=1", "a2-a1", "a2-a1"},
      {RECEIVE, EMPTY "a2=1 a1=1", "a2-a1", "a2-a1>b1,a2"},
  };
  assert_moves_onto(cases, COUNT(cases));
  static const Turn turns[] = {
      {RECEIVE, HANDS "a1=21", "a1>b1,a2", PLACED "a1=2 b1=1 a2=1"},
  };
  assert_turns(turns, COUNT(turns));
}

/* The option `return_to_source`: "true: in case 2 the pawn may go back to the
 * cell it came from (if that cell is then empty or still yours)". */
static void a_pawn_returns_to_its_source_only_by_option(void **state) {
  (void)state;
  static const Moves cases[] = {
      {"dorix", EMPTY "a1=1", "a1-a1", ""},
      {RETURN, EMPTY "a1=1", "a1-a1", "a1-a1"},
      {RETURN, EMPTY "a1=1 b1=2", "a1-a1", "a1-a1"},
      {RETURN, EMPTY "a1=21", "a1-a1", ""},
      {"dorix", EMPTY "a1=11 b1=2", "a1-a1", ""},
      {RETURN, EMPTY "a1=11 b1=2", "a1-a1", "a1-a1>b1"},
      {RETURN, HANDS "a1=11 b1=2", "a1-", ""},
      {RETURN ",empty_cells_receive=true", EMPTY "a1=1", "a1-a1", "a1-a1"},
      {RETURN ",size=3", EMPTY FULL "b2=1", "", "b2-b2"},
      {RETURN ",size=3", EMPTY FULL "b2=21", "", "pass"},
  };
  assert_moves_onto(cases, COUNT(cases));
  static const Turn turns[] = {
      {RETURN, EMPTY "a1=1", "a1-a1", MOVED "a1=1"},
      {RETURN, EMPTY "a1=11 b1=2", "a1-a1>b1", MOVED "a1=1 b1=21"},
  };
  assert_turns(turns, COUNT(turns));
}

/* Values outside the range of an option are refused. */
static void options_out_of_range_are_refused(void **state) {
  (void)state;
  static const char *const specs[] = {"dorix:players=1",
                                      "dorix:players=5",
                                      "dorix:pawns=0",
                                      "dorix:pawns=41",
                                      "dorix:size=2",
                                      "dorix:size=7",
                                      "dorix:columns=2",
                                      "dorix:columns=7",
                                      "dorix:rows=2",
                                      "dorix:rows=7",
                                      "dorix:teams=2",
                                      "dorix:return_to_source=2",
                                      "dorix:empty_cells_receive=2"};
  for (size_t i = 0; i < COUNT(specs); i++)
    assert_null(game_open(specs[i], NULL));
}

static void an_illegal_move_is_refused_with_its_reason(void **state) {
  (void)state;
  static const char *const cases[][3] = {
      {HANDS, "e1", "'e1' is not a move"},
      {HANDS, "b5", "'b5' is not a move"},
      {HANDS, "b2>", "'b2>' is not a move"},
      {HANDS, "a1-a2-a3", "is not a move"},
      {HANDS, "pass", "must play"},
      {HANDS "b2=1", "b2>c2", "b2 does not collapse"},
      {HANDS "b2=21 c2=2 a2=2", "b2", "name 2 of a2,c2, as in b2>a2,c2"},
      {HANDS "b2=21 c2=2 a2=2", "b2>c2", "name 2"},
      {HANDS "b2=21 c2=2 a2=2", "b2>a2,c2,b1", "name 2"},
      {HANDS "b2=21 c2=2 a2=2", "b2>c2,c2", "c2 is named twice"},
      {HANDS "b2=21 c2=2 a2=2", "b2>c2,b3", "b3 is not a lower neighbour"},
      {HANDS "b2=21 c2=2 a2=222", "b2>a2", "a2 is not a lower neighbour"},
      {EMPTY "a1=1 b1=2 c1=1", "a1-c1>b1,d1", "name 1"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    Table table = table_set("dorix", cases[i][0]);
    assert_refused(&table, cases[i][1], cases[i][2]);
    table_clear(&table);
  }
}

/* "Cells are a column letter and a row number, with a1 at the bottom left". */
static void the_drawing_shows_piles_and_hands(void **state) {
  (void)state;
  Table table = table_set("dorix", "hand1=7 hand2=6 a1=12 c1=1 b4=2112");
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  game_draw(table.game, table.state, out);
  fclose(out);
  const char *top = strstr(text, "4:2112"), *left = strstr(text, "2:12");
  const char *right = strstr(text, "1:1 ");
  assert_true(top && left && right && top < left && left < right);
  assert_non_null(strstr(text, "seat 1 7"));
  assert_non_null(strstr(text, "seat 2 6"));
  free(text);
  table_clear(&table);
}

static void refused_settings_leave_the_position_unchanged(void **state) {
  (void)state;
  static const char *const cases[][2] = {
      {"b2=3", "seats (1 to 2)"},
      {"b2=", "is not a pile"},
      {"b2=1x", "'1x'"},
      {"e5=1", "e5"},
      {"hand3=1", "hand3"},
      {"hand1=-1", "0 to 15"},
      {"hand1=16", "0 to 15"},
      {"hand1=x", "'x'"},
      {"hand1", "key=value"},
      {"seat=0", "1 to 2"},
      {"seat=3", "1 to 2"},
      {"colour=1", "colour"},
      {"a1=1111111111111111111111111111111", "a pile of 31"},
      {"hand1=15 a1=1", "seat 1"},
      {"hand2=0 a1=2222222222222222", "2"},
  };
  Table table = table_set("dorix", HANDS "b2=12");
  Table before = table_set("dorix", HANDS "b2=12");
  for (size_t i = 0; i < COUNT(cases); i++) {
    char settings[128];
    snprintf(settings, sizeof settings, "c3=1 hand2=3 %s", cases[i][0]);
    Error error = {0};
    assert_false(game_edit(table.game, table.state, settings, &error));
    assert_non_null(strstr(error.message, cases[i][1]));
    assert_true(same_position(&table, &before));
  }
  table_clear(&before);
  table_clear(&table);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(every_cell_of_the_board_is_open_at_the_start),
      cmocka_unit_test(hands_start_as_the_options_say),
      cmocka_unit_test(seats_take_turns_in_order),
      cmocka_unit_test(four_players_form_two_teams_by_default),
      cmocka_unit_test(a_pawn_goes_on_an_empty_cell_or_an_own_pile),
      cmocka_unit_test(a_pawn_never_goes_on_a_partners_pile),
      cmocka_unit_test(an_empty_hand_takes_from_a_pile),
      cmocka_unit_test(a_seat_that_cannot_place_a_pawn_passes),
      cmocka_unit_test(a_seat_with_one_pile_on_a_full_board_passes),
      cmocka_unit_test(a_pass_gives_the_turn_to_the_next_seat),
      cmocka_unit_test(a_pile_collapses_onto_lower_neighbours_only),
      cmocka_unit_test(a_pawn_on_an_empty_cell_does_not_collapse),
      cmocka_unit_test(heights_count_after_the_pawn_was_lifted),
      cmocka_unit_test(all_collapses_are_listed_once),
      cmocka_unit_test(pawns_fall_from_the_top_and_the_rest_stays),
      cmocka_unit_test(a_collapse_causes_no_other),
      cmocka_unit_test(every_equivalent_notation_is_one_move),
      cmocka_unit_test(two_sources_are_two_moves),
      cmocka_unit_test(any_last_cell_of_either_diagonal_wins),
      cmocka_unit_test(the_top_pawns_of_all_four_cells_decide),
      cmocka_unit_test(exactly_one_side_wins_whoever_moved),
      cmocka_unit_test(two_sides_with_a_diagonal_each_play_on),
      cmocka_unit_test(partners_share_a_diagonal_and_the_win),
      cmocka_unit_test(a_pass_of_every_seat_is_a_draw),
      cmocka_unit_test(passes_that_are_not_in_a_row_are_no_draw),
      cmocka_unit_test(the_passes_in_a_row_can_be_set),
      cmocka_unit_test(a_repeated_position_is_no_draw),
      cmocka_unit_test(perft_agrees_with_counts_by_hand),
      cmocka_unit_test(diagonals_grow_with_the_board),
      cmocka_unit_test(the_longest_diagonals_of_a_rectangle_win),
      cmocka_unit_test(empty_cells_receive_pawns_only_by_option),
      cmocka_unit_test(a_pawn_returns_to_its_source_only_by_option),
      cmocka_unit_test(options_out_of_range_are_refused),
      cmocka_unit_test(an_illegal_move_is_refused_with_its_reason),
      cmocka_unit_test(the_drawing_shows_piles_and_hands),
      cmocka_unit_test(refused_settings_leave_the_position_unchanged),
  };
  return RUN_TESTS(tests);
}
