/* The rules of Orbital, tested on hand-made positions. Comments in quotation
 * marks quote core/games/orbital/RULES.md. A tower is written as its pieces
 * with their seats: a1=B1T2nA1. */
#include "core/game/perft.h"
#include "tests/support/support.h"

#define NONE1 "bases1=0 thrusters1=0 antennas1=0 "
#define NONE2 "bases2=0 thrusters2=0 antennas2=0 "

typedef struct Fits {
  const char *spec, *settings, *legal, *illegal;
} Fits;

static void assert_fits(const Fits *cases, size_t count) {
  for (const Fits *c = cases; c < cases + count; c++) {
    Table table = table_set(c->spec, c->settings);
    assert_lists(&table, c->legal);
    assert_lists_none(&table, c->illegal);
    table_clear(&table);
  }
}

/* Checks that these are the cells that can be played on, in the order a1, b1,
 * …, a2, b2, …; "" if the only move is a pass. */
static void assert_cells(const Table *table, const char *cells) {
  char *listed = table_moves(table), *rest = listed, *word;
  bool open['g']['7'] = {{false}};
  while ((word = strtok_r(rest, " ", &rest)))
    if (strcmp(word, "pass") != 0)
      open[(int)word[1]][(int)word[2]] = true;
  free(listed);
  char found[128] = "";
  for (int row = '1'; row < '7'; row++)
    for (int column = 'a'; column < 'g'; column++)
      if (open[column][row])
        sprintf(found + strlen(found), "%s%c%c", *found ? " " : "", column,
                row);
  assert_string_equal(found, cells);
}

typedef struct Cells {
  const char *spec, *settings, *cells;
} Cells;

static void assert_all_cells(const Cells *cases, size_t count) {
  for (const Cells *c = cases; c < cases + count; c++) {
    Table table = table_set(c->spec, c->settings);
    assert_cells(&table, c->cells);
    table_clear(&table);
  }
}

/* One move after which the game is won ("1", "2"), drawn ("draw") or continues
 * (""). */
typedef struct Ending {
  const char *spec, *settings, *move, *result;
} Ending;

static void assert_endings(const Ending *cases, size_t count) {
  for (const Ending *c = cases; c < cases + count; c++) {
    Table table = table_set(c->spec, c->settings);
    int seat = table.state->seat + 1;
    table_play(&table, c->move);
    if ((table.state->outcome == PLAYING) != (*c->result == '\0'))
      fail_msg("%s: %s then %s", c->spec, c->settings, c->move);
    if (*c->result == '\0')
      assert_turn(&table, 3 - seat);
    else if (strcmp(c->result, "draw") == 0)
      assert_drawn(&table);
    else
      assert_won(&table, c->result);
    if (*c->result)
      assert_refused(&table, "Bb1", "the game is over");
    table_clear(&table);
  }
}

/* "4×4 cells, a1 to d4"; "Each player has 18 pieces of their colour: 6 bases
 * (B, square), 6 thrusters (T, triangle) and 6 antennas (A, round)."; the
 * options `bases`, `thrusters`, `antennas`: "pieces per player, 0 to 12". */
static void players_start_with_the_pieces_of_the_options(void **state) {
  (void)state;
  static const char *const cases[][2] = {
      {"orbital", "bases1=6 thrusters1=6 antennas1=6 "
                  "bases2=6 thrusters2=6 antennas2=6"},
      {"orbital:bases=1,thrusters=2,antennas=12",
       "bases1=1 thrusters1=2 antennas1=12 bases2=1 thrusters2=2 antennas2=12"},
      {"orbital:bases=12,thrusters=0,antennas=0",
       "bases1=12 thrusters1=0 antennas1=0 bases2=12 thrusters2=0 antennas2=0"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    Table start = table_set(cases[i][0], "");
    Table wanted = table_set(cases[i][0], cases[i][1]);
    assert_true(same_position(&start, &wanted));
    table_clear(&wanted);
    table_clear(&start);
  }
}

/* "Thrusters point n, e, s or w"; "straight at the outer edge of the board (not
 * n on row 4, not e on column d, not s on row 1, not w on column a)"; "The
 * first move and the move after a pass are unconstrained." */
static void
the_first_move_may_lay_anything_but_a_thruster_at_the_edge(void **state) {
  (void)state;
  static const char *const specs[] = {"orbital:size=3", "orbital",
                                      "orbital:size=5", "orbital:size=6"};
  for (int size = 3; size <= 6; size++) {
    char moves[2048] = "";
    for (int row = 1; row <= size; row++)
      for (int column = 1; column <= size; column++) {
        char cell[3] = {(char)('a' + column - 1), (char)('0' + row), '\0'};
        sprintf(moves + strlen(moves), "B%s A%s ", cell, cell);
        const bool inside[] = {row != size, column != size, row != 1,
                               column != 1};
        for (int i = 0; i < 4; i++)
          if (inside[i])
            sprintf(moves + strlen(moves), "T%s%c ", cell, "nesw"[i]);
      }
    Table table = table_set(specs[size - 3], "");
    assert_turn(&table, 1);
    assert_moves(&table, moves);
    table_clear(&table);
  }
}

/* "A turn lays one of your remaining pieces on a cell" */
static void a_turn_lays_a_remaining_piece(void **state) {
  (void)state;
  static const Turn turns[] = {
      {"orbital", "", "Ba1", "seat=2 bases1=5 a1=B1 after=Ba1"},
      {"orbital", "", "Tb2n", "seat=2 thrusters1=5 b2=T1n after=Tb2n"},
      {"orbital", "", "Ac3", "seat=2 antennas1=5 c3=A1 after=Ac3"},
      {"orbital", "", "Ac3 Tc3w",
       "antennas1=5 thrusters2=5 c3=A1T2w after=Tc3w"},
  };
  assert_turns(turns, COUNT(turns));
  static const Fits cases[] = {
      {"orbital", "bases1=0", "Aa1 Ta1n", "Ba1 Bd4"},
      {"orbital", "thrusters1=0", "Aa1 Ba1", "Ta1n Tc3s"},
      {"orbital", "antennas1=0", "Ba1 Ta1n", "Aa1 Ad4"},
      {"orbital", NONE1 "thrusters1=1 seat=2", "Ba1 Ta1n Aa1", "Ta1w"},
  };
  assert_fits(cases, COUNT(cases));
}

/* "at most one piece of each kind, in any order, of either colour"; "a cell
 * that has no piece of that kind yet". */
static void one_piece_of_each_kind_on_a_cell(void **state) {
  (void)state;
  static const Fits cases[] = {
      {"orbital", "b2=B1", "Tb2n Tb2e Tb2s Tb2w Ab2", "Bb2"},
      {"orbital", "b2=B2", "Tb2n Tb2e Tb2s Tb2w Ab2", "Bb2"},
      {"orbital", "b2=T2n", "Bb2 Ab2", "Tb2n Tb2e Tb2s Tb2w"},
      {"orbital", "b2=A1", "Bb2 Tb2n", "Ab2"},
      {"orbital", "b2=B1T2n", "Ab2", "Bb2 Tb2n Tb2e Tb2s Tb2w"},
      {"orbital", "b2=B2A1", "Tb2n Tb2e Tb2s Tb2w", "Bb2 Ab2"},
      {"orbital", "b2=T1nA2", "Bb2", "Ab2 Tb2n Tb2e Tb2s Tb2w"},
      {"orbital", "b2=B1T1nA2", "Ba2", "Bb2 Ab2 Tb2n Tb2e Tb2s Tb2w"},
  };
  assert_fits(cases, COUNT(cases));
}

/* "in the same direction as a thruster that already stands in the same row or
 * the same column". */
static void no_two_thrusters_of_a_line_point_the_same_way(void **state) {
  (void)state;
  static const Fits cases[] = {
      {"orbital", "b2=T1n",
       "Ta1n Tc1n Td1n Ta3n Tc3n Td3n Ta2e Tc2s Tc2w Tb1e Tb3s Tb3w",
       "Ta2n Tc2n Td2n Tb1n Tb3n"},
      {"orbital", "b2=T2n", "Ta1n Tc3n", "Ta2n Tc2n Td2n Tb1n Tb3n"},
      {"orbital", "b2=T1e", "Ta1e Tc3e", "Ta2e Tc2e Tb1e Tb3e Tb4e"},
      {"orbital", "b2=T1s", "Ta3s Td4s", "Ta2s Tc2s Td2s Tb3s Tb4s"},
      {"orbital", "c3=T2w", "Tb2w Td1w", "Tb3w Td3w Tc1w Tc2w Tc4w"},
      {"orbital", "b2=B1T1eA1", "Ta1e", "Ta2e Tc2e Tb1e Tb3e Tb4e"},
  };
  assert_fits(cases, COUNT(cases));
}

/* The option `thruster_line`: "both: in its row and its column; row: only in
 * its row; axis: only along the line it points down". */
static void thruster_line_restricts_where_thrusters_are_barred(void **state) {
  (void)state;
  static const Fits cases[] = {
      {"orbital:thruster_line=both", "b2=T1n", "Ta1n", "Ta2n Td2n Tb1n Tb3n"},
      {"orbital:thruster_line=row", "b2=T1n", "Tb1n Tb3n", "Ta2n Tc2n Td2n"},
      {"orbital:thruster_line=row", "b2=T1e", "Tb1e Tb3e Tb4e", "Ta2e Tc2e"},
      {"orbital:thruster_line=axis", "b2=T1n", "Ta2n Tc2n Td2n", "Tb1n Tb3n"},
      {"orbital:thruster_line=axis", "b2=T1e", "Tb1e Tb3e Tb4e", "Ta2e Tc2e"},
      {"orbital:thruster_line=axis", "c3=T1s", "Ta3s Tb3s Td3s", "Tc2s Tc4s"},
      {"orbital:thruster_line=axis", "c3=T1w", "Tc1w Tc2w Tc4w", "Tb3w Td3w"},
  };
  assert_fits(cases, COUNT(cases));
}

/* "The piece the opponent has just laid decides where you must play"; "on one
 * of the cells orthogonally adjacent to it". */
static void a_base_sends_to_adjacent_cells(void **state) {
  (void)state;
  static const Cells cases[] = {
      {"orbital", "seat=2 b2=B1 after=Bb2", "b1 a2 c2 b3"},
      {"orbital", "seat=2 a1=B1 after=Ba1", "b1 a2"},
      {"orbital", "seat=2 d4=B1 after=Bd4", "d3 c4"},
      {"orbital", "seat=2 a2=B1 after=Ba2", "a1 b2 a3"},
      {"orbital", "seat=1 d3=B2 after=Bd3", "d2 c3 d4"},
      {"orbital", "seat=2 b2=B1 b3=A2 a2=B2T1eA2 after=Bb2", "b1 c2 b3"},
  };
  assert_all_cells(cases, COUNT(cases));
  Table table = table_set("orbital", "seat=2 a1=B1 b1=B1 a2=A2 after=Ba1 "
                                     "thrusters2=0");
  assert_moves(&table, "Ab1 Ba2");
  table_clear(&table);
}

/* "on one of the cells ahead of its tip, along the row or column it points
 * down, to the edge, occupied or not"; the option `thruster_reach`: "ahead: the
 * cells in front of its tip; line: the whole row or column except its own
 * cell". */
static void a_thruster_sends_ahead_of_its_tip(void **state) {
  (void)state;
#define LINE "orbital:thruster_reach=line"
  static const Cells cases[] = {
      {"orbital", "seat=2 b2=T1n after=Tb2n", "b3 b4"},
      {"orbital", "seat=2 b2=T1e after=Tb2e", "c2 d2"},
      {"orbital", "seat=2 b2=T1s after=Tb2s", "b1"},
      {"orbital", "seat=2 b2=T1w after=Tb2w", "a2"},
      {"orbital", "seat=2 a1=T1e after=Ta1e", "b1 c1 d1"},
      {"orbital", "seat=1 a4=T2s after=Ta4s", "a1 a2 a3"},
      {"orbital", "seat=2 b2=T1n b3=B2A1 after=Tb2n", "b3 b4"},
      {"orbital", "seat=2 b2=T1n b3=B1T2eA1 after=Tb2n", "b4"},
      {LINE, "seat=2 b2=T1n after=Tb2n", "b1 b3 b4"},
      {LINE, "seat=2 b2=T1s after=Tb2s", "b1 b3 b4"},
      {LINE, "seat=2 b2=T1e after=Tb2e", "a2 c2 d2"},
      {LINE, "seat=2 c3=T1w after=Tc3w", "a3 b3 d3"},
      {LINE, "seat=2 c3=A1 after=Ac3", "c3"},
  };
  assert_all_cells(cases, COUNT(cases));
}

/* "on that same cell" */
static void an_antenna_sends_to_its_own_cell(void **state) {
  (void)state;
  Table table = table_set("orbital", "seat=2 c3=A1 after=Ac3");
  assert_moves(&table, "Bc3 Tc3n Tc3e Tc3s Tc3w");
  table_clear(&table);
  table = table_set("orbital", "seat=2 c3=B2A1 after=Ac3");
  assert_moves(&table, "Tc3n Tc3e Tc3s Tc3w");
  table_clear(&table);
}

/* "The piece the opponent has just laid": not an earlier one, and not the
 * mover's own. */
static void only_the_last_piece_constrains(void **state) {
  (void)state;
  Table table = table_set("orbital", "");
  table_play(&table, "Bb2 Bb3");
  assert_cells(&table, "b2 a3 c3 b4");
  table_play(&table, "Ta3e");
  assert_cells(&table, "b3 c3 d3");
  table_play(&table, "Ad3");
  assert_cells(&table, "d3");
  table_clear(&table);
}

#define NOT_B2 "a1 b1 c1 d1 a2 c2 d2 a3 b3 c3 d3 a4 b4 c4 d4"

/* "If you have no legal placement there (because of the kinds already on those
 * cells, your remaining pieces and the limits on thrusters), you may play on
 * any cell instead." */
static void with_no_placement_there_any_cell_may_be_played(void **state) {
  (void)state;
  static const Cells cases[] = {
      /* the kinds already on those cells */
      {"orbital", "seat=2 b2=B1T1nA1 after=Ab2", NOT_B2},
      {"orbital", "seat=2 a1=B1 b1=B1T1nA2 a2=B2T1eA2 after=Ba1",
       "a1 c1 d1 b2 c2 d2 a3 b3 c3 d3 a4 b4 c4 d4"},
      {"orbital", "seat=2 c1=T1e d1=B1T2nA1 after=Tc1e",
       "a1 b1 c1 a2 b2 c2 d2 a3 b3 c3 d3 a4 b4 c4 d4"},
      /* remaining pieces */
      {"orbital", "seat=2 b2=T1nA1 bases2=0 after=Ab2", NOT_B2},
      {"orbital", "seat=2 b2=T1nA1 bases2=1 after=Ab2", "b2"},
      /* limits on thrusters */
      {"orbital", "seat=2 b2=B2A1 a2=T1n c2=T1w b1=T1e b3=T1s after=Ab2",
       NOT_B2},
      {"orbital", "seat=2 b2=B2A1 a2=T1n c2=T1w b1=T1e after=Ab2", "b2"},
  };
  assert_all_cells(cases, COUNT(cases));
}

#define BASES "b1=B1 c1=B2 a2=B2 b2=B2 c2=B1 a3=B1 b3=B1 "

/* The option `fallback`: "open: any cell that can still take a piece; empty:
 * only cells without any piece (if there is none, pass)". */
static void fallback_restricts_where_to_play_instead(void **state) {
  (void)state;
#define EMPTY "orbital:fallback=empty"
  static const Cells cases[] = {
      {"orbital", "seat=2 b2=B1T1nA1 a2=B1 after=Ab2", NOT_B2},
      {EMPTY, "seat=2 b2=B1T1nA1 a2=B1 after=Ab2",
       "a1 b1 c1 d1 c2 d2 a3 b3 c3 d3 a4 b4 c4 d4"},
      /* No fallback if there is a legal placement, with a constraint or
       * without. */
      {EMPTY, "seat=2 b2=B1A1 after=Ab2", "b2"},
      {EMPTY, "seat=2 b2=B1 b3=B2A1 after=Bb2", "b1 a2 c2 b3"},
      {EMPTY ",size=3", "a1=B1", "a1 b1 c1 a2 b2 c2 a3 b3 c3"},
      /* No empty cell. */
      {"orbital:size=3", "seat=2 a1=B1T1nA1 " BASES "c3=B2 after=Aa1",
       "b1 c1 a2 b2 c2 a3 b3 c3"},
      {EMPTY ",size=3", "seat=2 a1=B1T1nA1 " BASES "c3=B2 after=Aa1", ""},
      /* An empty cell that takes none of the pieces left. */
      {EMPTY ",size=3", "seat=2 a1=B1T1nA1 " BASES "after=Aa1", "c3"},
      {EMPTY ",size=3",
       "seat=2 " NONE2 "thrusters2=2 a1=B1T1nA1 " BASES
       "a3=B1T1s b3=B1T1w after=Aa1",
       ""},
  };
  assert_all_cells(cases, COUNT(cases));
  Table table =
      table_set(EMPTY ",size=3", "seat=2 a1=B1T1nA1 " BASES "c3=B2 after=Aa1");
  assert_moves(&table, "pass");
  table_play(&table, "pass");
  assert_turn(&table, 1);
  assert_cells(&table, "b1 c1 a2 b2 c2 a3 b3 c3");
  table_clear(&table);
}

/* "If you have none anywhere, you pass. The first move and the move after a
 * pass are unconstrained."; "A pass is a ply." */
static void a_player_without_any_placement_passes(void **state) {
  (void)state;
  Table table = table_set("orbital", "seat=2 " NONE2 "b2=B1A1 after=Ab2");
  assert_moves(&table, "pass");
  assert_refused(&table, "Tb2n", "must pass");
  table_play(&table, "pass");
  assert_turn(&table, 1);
  assert_cells(&table, "a1 b1 c1 d1 a2 b2 c2 d2 a3 b3 c3 d3 a4 b4 c4 d4");
  assert_refused(&table, "pass", "must play");
  table_play(&table, "Bd4 pass Ba1 pass");
  assert_turn(&table, 1);
  table_clear(&table);
  /* Bases left, and a base on every cell. */
  table = table_set("orbital:size=3", "seat=2 " NONE2 "bases2=3 a1=B1A1 " BASES
                                      "c3=B2 after=Aa1");
  assert_moves(&table, "pass");
  table_clear(&table);
}

/* "When a piece completes a tower (all three kinds), the tower goes to the
 * colour that has the majority of its pieces, whoever laid the last one." */
static void a_tower_goes_to_the_majority(void **state) {
  (void)state;
#define ONE "orbital:towers_to_win=1"
  static const Ending cases[] = {
      {ONE, "seat=1 a1=B1T1n", "Aa1", "1"},
      {ONE, "seat=2 a1=B1T1n", "Aa1", "1"},
      {ONE, "seat=1 a1=B1T2n", "Aa1", "1"},
      {ONE, "seat=2 a1=B1T2n", "Aa1", "2"},
      {ONE, "seat=1 a1=T2nA2", "Ba1", "2"},
      {ONE, "seat=1 a1=T2nA1", "Ba1", "1"},
      {ONE, "seat=1 a1=B2A2", "Ta1e", "2"},
      {ONE, "seat=2 a1=B1A2", "Ta1e", "2"},
      {ONE, "seat=1 a1=B1", "Aa1", ""},
  };
  assert_endings(cases, COUNT(cases));
}

/* The option `size`: the last cells of the largest board, in every role. */
static void the_upper_row_of_the_largest_board_is_like_any_other(void **state) {
  (void)state;
#define SIX "orbital:size=6"
  static const Fits fits[] = {
      {SIX, "f6=B1", "Tf6s Tf6w Af6", "Bf6 Tf6n Tf6e"},
      {SIX, "f6=T2s", "Bf6 Af6 Te6w Tf5w", "Tf6w Te6s Tc6s Tf5s Tf2s"},
      {SIX, "c6=T1w", "Tb5w Bc6", "Tf6w Td6w Tc6e Tc5w Tc1w"},
      {SIX, "a6=T1e", "Tb5e", "Tc6e Te6e Ta6s Ta1e"},
  };
  assert_fits(fits, COUNT(fits));
  static const Cells cells[] = {
      {SIX, "seat=2 f6=B1 after=Bf6", "f5 e6"},
      {SIX, "seat=2 c6=B1 after=Bc6", "c5 b6 d6"},
      {SIX, "seat=2 f6=A1 after=Af6", "f6"},
      {SIX, "seat=2 c6=T1e after=Tc6e", "d6 e6 f6"},
      {SIX, "seat=2 f1=T1n after=Tf1n", "f2 f3 f4 f5 f6"},
      {SIX ",thruster_reach=line", "seat=2 f5=T1s after=Tf5s",
       "f1 f2 f3 f4 f6"},
  };
  assert_all_cells(cells, COUNT(cells));
  static const Ending endings[] = {
      {SIX ",towers_to_win=1", "seat=1 f6=B1T2w", "Af6", "1"},
      {SIX ",towers_to_win=1", "seat=1 c6=B2T2w", "Ac6", "2"},
  };
  assert_endings(endings, COUNT(endings));
  static const Turn turns[] = {
      {SIX, "", "Tf6w Be6", "thrusters1=5 bases2=5 f6=T1w e6=B2 after=Be6"},
  };
  assert_turns(turns, COUNT(turns));
}

/* The option `tower_height`: "two pieces of different kinds"; "all three kinds,
 * and one, two or three of them twice"; "A complete tower takes no more
 * pieces."; "Two thrusters on a cell point in different directions". */
static void tower_height_says_what_a_cell_takes(void **state) {
  (void)state;
#define H(n) "orbital:tower_height=" #n
  static const Fits cases[] = {
      {H(2), "b2=B1", "Ab2 Tb2n", "Bb2"},
      {H(2), "b2=B1T2n", "Ba1", "Ab2 Bb2 Tb2e"},
      {H(2), "b2=A2T2n", "Ba1", "Ab2 Bb2 Tb2e"},
      {H(4), "b2=B1", "Bb2 Ab2 Tb2n", "Ta4n"},
      {H(4), "b2=B1B2", "Ab2 Tb2n", "Bb2"},
      {H(4), "b2=B1B2A1", "Tb2n Tb2w", "Bb2 Ab2"},
      {H(4), "b2=A1A1T2n", "Bb2", "Ab2 Tb2e Tb2s"},
      {H(4), "b2=T1nT2e", "Ab2 Bb2", "Tb2n Tb2e Tb2s Tb2w"},
      {H(4), "b2=T1n", "Ab2 Bb2 Tb2e Tb2s Tb2w", "Tb2n"},
      {H(4), "b2=T1nA2B2", "Ab2 Bb2 Tb2e Tb2s Tb2w", "Tb2n"},
      {H(4), "b2=B1B2T1nA1", "Ba1", "Ab2 Bb2 Tb2e"},
      {H(4), "b2=B1T1nA1 c2=T2e", "Tb2s Tb2w Bb2 Ab2", "Tb2n Tb2e"},
      {H(5), "b2=B1B2A1", "Ab2 Tb2n", "Bb2"},
      {H(5), "b2=B1B2A1A1", "Tb2n Tb2e", "Bb2 Ab2"},
      {H(5), "b2=B1B2A1A1T2n", "Ba1", "Bb2 Ab2 Tb2e"},
      {H(6), "b2=B1B2A1A1T2n", "Tb2e Tb2s", "Bb2 Ab2 Tb2n"},
      {H(6), "b2=B1B2A1T2eT2n", "Ab2", "Tb2s Bb2"},
      {H(6) ",size=6", "f6=B1B2A1T2w", "Af6 Tf6s", "Bf6 Tf6w Tf6n"},
  };
  assert_fits(cases, COUNT(cases));
  static const Cells cells[] = {
      {H(4), "seat=2 b2=A1A1T2n after=Ab2", "b2"},
      {H(2), "seat=2 b2=T2nA1 after=Ab2",
       "a1 b1 c1 d1 a2 c2 d2 a3 b3 c3 d3 a4 b4 c4 d4"},
      {H(4), "seat=2 b2=T1sT2e after=Tb2s", "b1"},
  };
  assert_all_cells(cells, COUNT(cells));
}

/* "A tower in which both colours have equally many pieces goes to nobody." */
static void towers_of_all_heights_go_to_the_majority(void **state) {
  (void)state;
#define FIRST(n) H(n) ",towers_to_win=1"
  static const Ending cases[] = {
      {FIRST(2), "seat=1 a1=B1", "Aa1", "1"},
      {FIRST(2), "seat=2 a1=B1", "Aa1", ""},
      {FIRST(4), "seat=1 a1=B1T1n", "Aa1", ""},
      {FIRST(4), "seat=1 a1=B1T2nA1", "Aa1", "1"},
      {FIRST(4), "seat=2 a1=B1T2nA1", "Aa1", ""},
      {FIRST(4), "seat=2 a1=B1T1nA1", "Ba1", "1"},
      {FIRST(4), "seat=2 a1=B1T2nA2", "Ba1", "2"},
      {FIRST(4), "seat=2 a1=T1nT2eA2", "Ba1", "2"},
      {FIRST(4), "seat=1 a1=T2nT2eA2", "Ba1", "2"},
      {FIRST(5), "seat=1 a1=B1B2T2nA1", "Aa1", "1"},
      {FIRST(5), "seat=2 a1=B1B2T2nA1", "Ta1e", "2"},
      {FIRST(6), "seat=1 a1=B1B2T2nT1eA1", "Aa1", "1"},
      {FIRST(6), "seat=2 a1=B1B2T2nT1eA1", "Aa1", ""},
      {FIRST(4) ",size=6", "seat=2 f6=T2wT2sA2", "Bf6", "2"},
  };
  assert_endings(cases, COUNT(cases));
  static const Turn turns[] = {
      /* which of two pieces of a kind was laid first is not recorded */
      {H(4), "seat=2", "Aa1 Aa1",
       "seat=2 antennas1=5 antennas2=5 a1=A1A2 "
       "after=Aa1"},
      {H(4), "seat=1", "Aa1 Aa1 Ba1",
       "seat=2 antennas1=5 antennas2=5 bases1=5 a1=B1A2A1 after=Ba1"},
  };
  assert_turns(turns, COUNT(turns));
}

/* The texts of towers with two pieces of a kind: settings, drawings and what
 * bots ask for; and why a piece does not fit. */
static void high_towers_are_written_with_all_their_pieces(void **state) {
  (void)state;
  Table table = table_set(H(6), "b2=A2T2nB2T1eB1A1 c3=B1 bases1=4");
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  game_draw(table.game, table.state, out);
  fclose(out);
  assert_non_null(strstr(text, "|  B1 B2 T2n T1e A1 A2!-|"));
  assert_non_null(strstr(text, "!- a tower nobody owns"));
  free(text);
  text = game_settings(table.game, table.state);
  assert_non_null(strstr(text, "b2=B1B2T2nT1eA1A2 "));
  free(text);
  assert_refused(&table, "Bb2", "the tower on b2 is complete");
  table_clear(&table);
  static const char *const refused[][4] = {
      {H(4), "b2=B1B1", "Bb2", "b2 already has two pieces of that kind"},
      {H(4), "b2=B1B1A1", "Ab2", "b2 already has a piece of that kind"},
      {H(4), "b2=T1n", "Tb2n", "already points n"},
      {H(2), "b2=B1T1n", "Ab2", "the tower on b2 is complete"},
      {SIX, "", "Bg1", "cells run from a1 to f6"},
      {SIX, "seat=2 f6=A1 after=Af6", "Ba1", "seat 2 must play on f6"},
  };
  for (size_t i = 0; i < COUNT(refused); i++) {
    Table t = table_set(refused[i][0], refused[i][1]);
    assert_refused(&t, refused[i][2], refused[i][3]);
    table_clear(&t);
  }
  static const char *const settings[][3] = {
      {H(2), "b2=B1T1nA1", "at most two pieces, of different kinds"},
      {H(4), "b2=B1B1B2", "one of them twice"},
      {H(4), "b2=B1B1A1A2", "one of them twice"},
      {H(5), "b2=B1B1A1A2T1nT2s", "two of them twice"},
      {H(6), "b2=B1B1B2", "each kind at most twice"},
      {H(4), "b2=T1nT2n", "two thrusters the same way"},
  };
  for (size_t i = 0; i < COUNT(settings); i++) {
    Table t = table_set(settings[i][0], "");
    Error error = {0};
    assert_false(game_edit(t.game, t.state, settings[i][1], &error));
    assert_non_null(strstr(error.message, settings[i][2]));
    table_clear(&t);
  }
}

/* "The first player with 3 towers wins at once"; the option `towers_to_win`:
 * "number of towers that wins at once, 1 to 12". */
static void three_towers_win_at_once(void **state) {
  (void)state;
#define TWO "a1=B1T1nA1 b2=B1T2eA1 "
  static const Ending cases[] = {
      {"orbital", TWO "c3=B1T1s", "Ac3", "1"},
      {"orbital", TWO "c3=B1T1s seat=2", "Ac3", "1"},
      {"orbital", TWO "c3=B2T1s seat=2", "Ac3", ""},
      {"orbital", "a1=B1T1nA1 b2=B2T2eA1 c3=B1T1s", "Ac3", ""},
      {"orbital", "a1=B2T1nA2 b2=B2T2eA1 c3=B2T1s seat=2", "Ac3", "2"},
      {"orbital:towers_to_win=2", "a1=B1T1nA1 c3=B1T1s", "Ac3", "1"},
      {"orbital:towers_to_win=4", TWO "c3=B1T1s", "Ac3", ""},
      {"orbital:towers_to_win=4", TWO "c3=B1T1sA1 d4=T1wA1", "Bd4", "1"},
      {"orbital:towers_to_win=12", TWO "c3=B1T1s", "Ac3", ""},
  };
  assert_endings(cases, COUNT(cases));
}

/* "When neither player could lay any piece on any cell even without a
 * constraint (all are laid, or none fits), the player with more towers wins.
 * Equal numbers are a draw." */
static void the_most_towers_win_when_nothing_can_be_laid(void **state) {
  (void)state;
  static const Ending cases[] = {
      /* all laid */
      {"orbital", NONE1 NONE2 "bases1=1 a1=B1T1nA1", "Bc3", "1"},
      {"orbital", NONE1 NONE2 "bases1=1 a1=B2T1nA2", "Bc3", "2"},
      {"orbital", NONE1 NONE2 "antennas1=1 b2=B2T2e a1=B1T1n", "Aa1", "1"},
      {"orbital", NONE1 NONE2 "bases1=1 " TWO "c3=B2T2sA2", "Bd4", "1"},
      {"orbital", NONE1 NONE2 "bases1=1 a1=B1T1nA1 b2=B2T2eA2", "Bc3", "draw"},
      {"orbital", NONE1 NONE2 "bases1=1 a1=B1A1", "Bc3", "draw"},
      /* nothing fits */
      {"orbital:size=3", NONE1 NONE2 "bases1=3 bases2=3 a1=B2 " BASES, "Bc3",
       "draw"},
      {"orbital:size=3", NONE1 NONE2 "bases1=3 bases2=3 a1=B2T1nA2 " BASES,
       "Bc3", "2"},
      {"orbital:size=3",
       NONE1 NONE2 "thrusters1=2 thrusters2=2 a1=T1n b1=T2e c1=T1w a2=T2e "
                   "c2=T1n a3=T2s b3=T1w",
       "Tb2s", "draw"},
      /* one of the two still can lay a piece */
      {"orbital", NONE1 NONE2 "bases1=1 antennas2=1 a1=B1T1nA1", "Bc3", ""},
      {"orbital", NONE1 NONE2 "bases1=2 a1=B1T1nA1", "Bc3", ""},
      {"orbital:size=3", NONE1 NONE2 "bases1=3 thrusters2=1 a1=B2 " BASES,
       "Bc3", ""},
  };
  assert_endings(cases, COUNT(cases));
  Table table = table_set("orbital:bases=0,thrusters=0,antennas=0", "");
  assert_drawn(&table);
  table_clear(&table);
}

static void assert_perft(const Table *table, int depth, uint64_t wanted) {
  uint64_t leaves = 0;
  Error error = {0};
  assert_true(perft(table->game, table->state, depth, &leaves, &error));
  assert_int_equal(leaves, wanted);
}

/* "A game that ended earlier adds nothing to deeper counts. A pass counts as a
 * move." One base each on nine cells: the second goes beside the first. */
static void perft_counts_passes_and_no_ended_games(void **state) {
  (void)state;
  Table table = table_set("orbital:size=3,bases=1,thrusters=0,antennas=0", "");
  assert_perft(&table, 1, 9);
  assert_perft(&table, 2, 4 * 2 + 4 * 3 + 4);
  assert_perft(&table, 3, 0);
  table_clear(&table);
  table = table_set("orbital", "seat=2 " NONE1 NONE2 "bases1=6 b2=A1");
  assert_perft(&table, 1, 1);
  assert_perft(&table, 2, 16);
  assert_perft(&table, 3, 16);
  table_clear(&table);
}

/* Values outside the range of an option are refused. */
static void options_out_of_range_are_refused(void **state) {
  (void)state;
  static const char *const specs[] = {"orbital:size=2",
                                      "orbital:size=7",
                                      "orbital:tower_height=1",
                                      "orbital:tower_height=7",
                                      "orbital:tower_height=tall",
                                      "orbital:bases=13",
                                      "orbital:thrusters=-1",
                                      "orbital:antennas=13",
                                      "orbital:towers_to_win=0",
                                      "orbital:towers_to_win=13",
                                      "orbital:thruster_line=column",
                                      "orbital:thruster_reach=behind",
                                      "orbital:fallback=none",
                                      "orbital:players=3"};
  for (size_t i = 0; i < COUNT(specs); i++)
    assert_null(game_open(specs[i], NULL));
}

/* "pass is legal only where a page says so" */
static void an_illegal_move_is_refused_with_its_reason(void **state) {
  (void)state;
  static const char *const cases[][3] = {
      {"", "Tb2", "'Tb2' is not a move"},
      {"", "Tb2x", "'Tb2x' is not a move"},
      {"", "Bb2n", "'Bb2n' is not a move"},
      {"", "Xb2", "write B, T or A"},
      {"", "b2", "'b2' is not a move"},
      {"", "Be1", "'Be1' is not a move"},
      {"", "pass", "must play"},
      {"", "Ta4n", "edge"},
      {"", "Td1e", "edge"},
      {"", "Ta1s", "edge"},
      {"", "Ta1w", "edge"},
      {"b2=T1n", "Tb3n", "already points n"},
      {"b2=T1n", "Td2n", "already points n"},
      {"b2=B1", "Bb2", "b2 already has a piece of that kind"},
      {"bases1=0", "Bb2", "seat 1 has no bases left"},
      {"thrusters1=0", "Tb2n", "seat 1 has no thrusters left"},
      {"seat=2 antennas2=0", "Ab2", "seat 2 has no antennas left"},
      {"seat=2 a1=B1 after=Ba1", "Bd4", "b1 a2"},
      {"seat=2 b2=T1n after=Tb2n", "Bb1", "b3 b4"},
      {"seat=2 c3=A1 after=Ac3", "Bb2", "c3"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    Table table = table_set("orbital", cases[i][0]);
    assert_refused(&table, cases[i][1], cases[i][2]);
    table_clear(&table);
  }
}

/* "Cells are a column letter and a row number, with a1 at the bottom left". */
static void the_drawing_shows_towers_and_what_is_left(void **state) {
  (void)state;
  Table table = table_set("orbital", "a1=B2T1nA2 c1=A1 b4=B1T2w "
                                     "bases1=5 antennas2=4");
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  game_draw(table.game, table.state, out);
  fclose(out);
  const char *top = strstr(text, "B1 T2w"), *left = strstr(text, "B2 T1n A2");
  assert_true(top && left && top < left && strstr(left, "A1 "));
  assert_non_null(strstr(text, "seat 1: towers 0"));
  assert_non_null(strstr(text, "seat 2: towers 1"));
  assert_non_null(strstr(text, "bases 5"));
  assert_non_null(strstr(text, "antennas 4"));
  free(text);
  table_clear(&table);
}

static void refused_settings_leave_the_position_unchanged(void **state) {
  (void)state;
  static const char *const cases[][2] = {
      {"b2=B3", "'B3'"},
      {"b2=B1B2", "each kind at most once"},
      {"b2=T1", "'T1'"},
      {"b2=X1", "'X1'"},
      {"b2=B1x", "'B1x'"},
      {"b4=T1n", "edge"},
      {"e5=B1", "e5"},
      {"bases3=1", "bases3"},
      {"bases1=-1", "bases1"},
      {"antennas2=13", "antennas2"},
      {"thrusters1=x", "'x'"},
      {"after=pass", "after"},
      {"after=Bz9", "'Bz9'"},
      {"seat=3", "1 to 2"},
      {"height=1", "height"},
      {"a1", "key=value"},
      {"a1=B1T1nA1 b2=B1T1eA1 c3=B1T1sA1 a4=B2T2eA2 b3=B2T2wA2 c2=B2T2nA2",
       "both seats"},
  };
  Table table = table_set("orbital", "b2=B1T2e");
  Table before = table_set("orbital", "b2=B1T2e");
  for (size_t i = 0; i < COUNT(cases); i++) {
    char settings[160];
    snprintf(settings, sizeof settings, "c3=A1 bases2=3 %s", cases[i][0]);
    Error error = {0};
    if (game_edit(table.game, table.state, settings, &error))
      fail_msg("'%s' was accepted", cases[i][0]);
    assert_non_null(strstr(error.message, cases[i][1]));
    assert_true(same_position(&table, &before));
  }
  table_clear(&before);
  table_clear(&table);
}

/* "The piece the opponent has just laid" is on the board, and does not point
 * "straight at the outer edge of the board". */
static void after_must_name_a_piece_on_the_board(void **state) {
  (void)state;
  static const char *const settings[] = {"after=Bb2", "b2=T2n after=Bb2",
                                         "b2=T2n after=Tb2s", "after=Td4n"};
  int accepted = 0;
  for (size_t i = 0; i < COUNT(settings); i++) {
    Table table = table_set("orbital", "");
    if (game_edit(table.game, table.state, settings[i], NULL)) {
      print_error("'%s' was accepted\n", settings[i]);
      accepted++;
    }
    table_clear(&table);
  }
  assert_int_equal(accepted, 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(players_start_with_the_pieces_of_the_options),
      cmocka_unit_test(
          the_first_move_may_lay_anything_but_a_thruster_at_the_edge),
      cmocka_unit_test(a_turn_lays_a_remaining_piece),
      cmocka_unit_test(one_piece_of_each_kind_on_a_cell),
      cmocka_unit_test(no_two_thrusters_of_a_line_point_the_same_way),
      cmocka_unit_test(thruster_line_restricts_where_thrusters_are_barred),
      cmocka_unit_test(a_base_sends_to_adjacent_cells),
      cmocka_unit_test(a_thruster_sends_ahead_of_its_tip),
      cmocka_unit_test(an_antenna_sends_to_its_own_cell),
      cmocka_unit_test(only_the_last_piece_constrains),
      cmocka_unit_test(with_no_placement_there_any_cell_may_be_played),
      cmocka_unit_test(fallback_restricts_where_to_play_instead),
      cmocka_unit_test(a_player_without_any_placement_passes),
      cmocka_unit_test(a_tower_goes_to_the_majority),
      cmocka_unit_test(the_upper_row_of_the_largest_board_is_like_any_other),
      cmocka_unit_test(tower_height_says_what_a_cell_takes),
      cmocka_unit_test(towers_of_all_heights_go_to_the_majority),
      cmocka_unit_test(high_towers_are_written_with_all_their_pieces),
      cmocka_unit_test(three_towers_win_at_once),
      cmocka_unit_test(the_most_towers_win_when_nothing_can_be_laid),
      cmocka_unit_test(perft_counts_passes_and_no_ended_games),
      cmocka_unit_test(options_out_of_range_are_refused),
      cmocka_unit_test(an_illegal_move_is_refused_with_its_reason),
      cmocka_unit_test(the_drawing_shows_towers_and_what_is_left),
      cmocka_unit_test(refused_settings_leave_the_position_unchanged),
      cmocka_unit_test(after_must_name_a_piece_on_the_board),
  };
  return RUN_TESTS(tests);
}
