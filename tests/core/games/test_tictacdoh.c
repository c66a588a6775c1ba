/* The rules of Tic Tac Doh, tested on hand-made positions. Comments in
 * quotation marks quote core/games/tictacdoh/RULES.md. A square is written in
 * the order laid: LM is a medium stacked on a large, ML a large nested over a
 * medium. */
#include "core/game/perft.h"
#include "tests/support/support.h"

#define FIXED "tictacdoh:fixed_grid=true"
#define WIDE "tictacdoh:window=4"
#define FOUR WIDE ",line_length=4"

/* Checks that the legal moves are every size on each of these squares, and
 * `more`. */
static void assert_squares(const Table *table, const char *squares,
                           const char *more) {
  char moves[512];
  size_t used = (size_t)snprintf(moves, sizeof moves, "%s", more);
  for (const char *s = squares; *s; s += s[2] ? 3 : 2)
    used += (size_t)snprintf(moves + used, sizeof moves - used,
                             " S%.2s M%.2s L%.2s", s, s, s);
  assert_moves(table, moves);
}

/* A move and the result after it: "1" if seat 1 has won, "draw", or "on" if the
 * next seat is to move. */
typedef struct EndCase {
  const char *spec, *settings, *move, *end;
} EndCase;

static void check_end(const EndCase *c) {
  Outcome wanted = strcmp(c->end, "on") == 0     ? PLAYING
                   : strcmp(c->end, "draw") == 0 ? DRAW
                                                 : WIN;
  Table table = table_set(c->spec, c->settings);
  int next = (table.state->seat + 1) % table.game->seats + 1;
  table_play(&table, c->move);
  if (table.state->outcome != wanted)
    fail_msg("%s: %s does not make it '%s'", c->settings, c->move, c->end);
  if (wanted == PLAYING) {
    assert_turn(&table, next);
  } else {
    if (wanted == WIN)
      assert_won(&table, c->end);
    assert_moves(&table, "");
    assert_refused(&table, "Sc3", "the game is over");
  }
  table_clear(&table);
}

static void check_ends(const EndCase *ends, size_t count) {
  for (size_t i = 0; i < count; i++)
    check_end(&ends[i]);
}

/* "one stash, shared by all players: 5 small (S), 5 medium (M) and 5 large
 * (L)"; the options `small`, `medium`, `large`: "pieces in the stash, 0 to 15
 * each". */
static void the_stash_starts_as_the_options_say(void **state) {
  (void)state;
  static const char *const cases[][2] = {
      {"tictacdoh", "small=5 medium=5 large=5"},
      {"tictacdoh:small=0", "small=0 medium=5 large=5"},
      {"tictacdoh:medium=15", "small=5 medium=15 large=5"},
      {WIDE, "small=5 medium=5 large=5"},
      {"tictacdoh:large=1", "small=5 medium=5 large=1"},
      {"tictacdoh:small=1,medium=2,large=3", "small=1 medium=2 large=3"},
      {"tictacdoh:players=4", "small=5 medium=5 large=5"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    Table table = table_set(cases[i][0], NULL);
    assert_turn(&table, 1); /* "Seat 1 moves first." */
    assert_position(&table, cases[i][1]);
    table_clear(&table);
  }
}

/* "Seats are numbered from 1, in turn order"; the option `players`. */
static void seats_take_turns(void **state) {
  (void)state;
  static const struct {
    const char *spec, *line;
    int seats;
  } games[] = {
      {"tictacdoh", "Sc3 Ld3 Mc4", 2},
      {"tictacdoh:players=2", "Sc3 Ld3 Mc4", 2},
      {"tictacdoh:players=3", "Sc3 Ld3 Mc4 Lc2", 3},
      {"tictacdoh:players=4", "Sc3 Ld3 Mc4 Lc2 Sb2", 4},
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

/* "A turn places one piece from the stash. It is never moved again." */
static void a_turn_places_one_piece_for_good(void **state) {
  (void)state;
  Table table = table_set("tictacdoh", NULL);
  table_play(&table, "Sc3");
  assert_position(&table, "c3=S small=4 seat=2");
  table_play(&table, "Ld3");
  assert_position(&table, "c3=S d3=L small=4 large=4 seat=1");
  table_play(&table, "Md3");
  assert_position(&table, "c3=S d3=LM small=4 medium=4 large=4 seat=2");
  table_play(&table, "Mc3");
  assert_position(&table, "c3=SM d3=LM small=4 medium=3 large=4 seat=1");
  table_clear(&table);
}

/* "one piece from the stash": a size that is used up cannot be placed. */
static void only_sizes_in_the_stash_can_be_placed(void **state) {
  (void)state;
  Table table = table_set("tictacdoh:small=1", NULL);
  assert_moves(&table, "Sc3 Mc3 Lc3");
  table_play(&table, "Sc3");
  assert_lists(&table, "Mc3 Md3 Ld3");
  assert_lists_none(&table, "Sd3 Sb2");
  assert_refused(&table, "Sd3", "no small piece is left");
  table_clear(&table);
  table = table_set("tictacdoh:medium=0,large=0", NULL);
  assert_moves(&table, "Sc3");
  table_clear(&table);
}

/* "The first piece goes anywhere, as all squares are alike"; "The first piece
 * always stands on c3"; "The initial position has exactly 3 moves." */
static void the_initial_position_has_three_moves(void **state) {
  (void)state;
  static const char *const specs[] = {"tictacdoh", "tictacdoh:players=3",
                                      "tictacdoh:players=4",
                                      "tictacdoh:fixed_grid=false"};
  for (size_t i = 0; i < COUNT(specs); i++) {
    Table table = table_set(specs[i], NULL);
    assert_moves(&table, "Sc3 Mc3 Lc3");
    assert_refused(&table, "Sb3", "the first piece goes on c3");
    table_clear(&table);
  }
}

/* "on an empty square of an imaginary grid, adjacent (in any of 8 directions)
 * to a piece in play. All pieces must fit in some 3×3 window; the borders of
 * the grid emerge only as pieces are placed"; "The 3×3 window is any window of
 * it that still fits all pieces." */
static void new_squares_must_be_adjacent_and_fit_a_window(void **state) {
  (void)state;
  static const struct {
    const char *settings, *squares, *more;
  } cases[] = {
      {"c3=S", "b2 c2 d2 b3 d3 b4 c4 d4", "Mc3"},
      {"c3=LMS d3=LMS", "b2 b3 b4 c2 c4 d2 d4 e2 e3 e4", ""},
      {"c3=LMS c2=MS", "b1 b2 b3 b4 c1 c4 d1 d2 d3 d4", ""},
      {"c3=LMS d4=MS", "b2 b3 b4 c2 c4 c5 d2 d3 d5 e3 e4 e5", ""},
      {"c3=LMS b4=MS", "a3 a4 a5 b2 b3 b5 c4 c5 c2 d2 d3 d4", ""},
      /* The columns are fixed, the rows are not: c1 and c5 fit but are not
       * adjacent to a piece. */
      {"c3=LMS d3=SML e3=MS", "c2 c4 d2 d4 e2 e4", ""},
      {"c3=LMS b3=SML a3=MS", "a2 a4 b2 b4 c2 c4", ""},
      {"c3=LMS c4=SML c5=MS", "b3 b4 b5 d3 d4 d5", ""},
      {"c3=LMS d2=SML b3=MS", "b2 b4 c1 c2 c4 d1 d3 d4", ""},
      /* Both are fixed, in each corner of the drawing board and in its middle.
       */
      {"c3=LMS d4=SML e5=MS", "c4 c5 d3 d5 e3 e4", ""},
      {"c3=LMS b2=SML a1=MS", "a2 a3 b1 b3 c1 c2", ""},
      {"c3=LMS b4=SML a5=MS", "a3 a4 b3 b5 c4 c5", ""},
      {"c3=LMS d2=SML e1=MS", "c1 c2 d1 d3 e2 e3", ""},
      {"c3=LMS b2=SML d4=MS", "b3 b4 c2 c4 d2 d3", ""},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    Table table = table_set("tictacdoh", cases[i].settings);
    assert_squares(&table, cases[i].squares, cases[i].more);
    table_clear(&table);
  }
}

/* "on a piece in play, in one of two ways"; "onto a piece exactly one size
 * larger (M on L, S on M)"; "over a piece exactly one size smaller (M over S, L
 * over M)"; "A square never mixes the two." */
static void pieces_stack_on_larger_and_nest_over_smaller_ones(void **state) {
  (void)state;
  static const struct {
    const char *holds, *accepts, *refuses;
  } cases[] = {
      {"c3=S", "Mc3", "Sc3 Lc3"},    {"c3=M", "Sc3 Lc3", "Mc3"},
      {"c3=L", "Mc3", "Sc3 Lc3"},    {"c3=MS", "", "Sc3 Mc3 Lc3"},
      {"c3=ML", "", "Sc3 Mc3 Lc3"},  {"c3=LM", "Sc3", "Mc3 Lc3"},
      {"c3=SM", "Lc3", "Sc3 Mc3"},   {"c3=LMS", "", "Sc3 Mc3 Lc3"},
      {"c3=SML", "", "Sc3 Mc3 Lc3"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    Table table = table_set("tictacdoh", cases[i].holds);
    assert_squares(&table, "b2 c2 d2 b3 d3 b4 c4 d4", cases[i].accepts);
    assert_lists_none(&table, cases[i].refuses);
    table_clear(&table);
  }
}

/* "Nobody owns a piece": any seat may build on any piece. */
static void nobody_owns_a_piece(void **state) {
  (void)state;
  for (int seat = 1; seat <= 3; seat++) {
    char settings[32];
    snprintf(settings, sizeof settings, "c3=M d3=L seat=%d", seat);
    Table table = table_set("tictacdoh:players=3", settings);
    assert_lists(&table, "Sc3 Lc3 Md3");
    table_clear(&table);
  }
}

/* "If the placement leaves three squares in a line (row, column or diagonal, of
 * adjacent squares) that all count as the same size, the mover wins." */
static void three_in_a_line_win(void **state) {
  (void)state;
  static const EndCase cases[] = {
      /* Rows, columns and both diagonals, completed at an end or in the middle.
       */
      {"tictacdoh", "c3=S d3=S", "Se3", "1"},
      {"tictacdoh", "c3=S d3=S", "Sb3", "1"},
      {"tictacdoh", "c3=S d4=M e3=S", "Sd3", "1"},
      {"tictacdoh", "c3=L b2=M c2=M", "Md2", "1"},
      {"tictacdoh", "c3=L c4=L", "Lc5", "1"},
      {"tictacdoh", "c3=L c2=L", "Lc1", "1"},
      {"tictacdoh", "c3=M d2=S d4=S", "Sd3", "1"},
      {"tictacdoh", "c3=M b2=M", "Ma1", "1"},
      {"tictacdoh", "b2=M c3=S d4=M", "Mc3", "1"},
      {"tictacdoh", "c3=M d2=M", "Me1", "1"},
      {"tictacdoh", "c3=L c5=S d4=S", "Se3", "1"},
      {FIXED, "b4=L d2=L", "Lc3", "1"},
      {FIXED, "b4=L d4=L", "Lc4", "1"},
      /* The mover may be any seat. */
      {"tictacdoh", "c3=S d3=S seat=2", "Se3", "2"},
      {"tictacdoh:players=3", "c3=S d3=S seat=3", "Se3", "3"},
      {"tictacdoh:players=4", "c3=S d3=S seat=2", "Se3", "2"},
      {"tictacdoh:players=4", "c3=S d3=S seat=4", "Se3", "4"},
      /* Not the same size, not a line, not three. */
      {"tictacdoh", "c3=S d3=S", "Me3", "on"},
      {"tictacdoh", "c3=S d3=M", "Se3", "on"},
      {"tictacdoh", "c3=S d3=S", "Se4", "on"},
      {"tictacdoh", "c3=S d4=S", "Se4", "on"},
      {"tictacdoh", "c3=S d3=S", "Sc4", "on"},
      {FIXED, "b2=S d2=S d4=S", "Sb4", "on"},
      {FIXED, "d2=S b3=S", "Sc3", "on"},
      {FIXED, "c2=S d2=S", "Sb3", "on"},
  };
  check_ends(cases, COUNT(cases));
}

/* "A stack counts as every size in it; a nest counts only as its outermost
 * (largest) piece." */
static void stacks_count_as_all_sizes_and_nests_as_the_largest(void **state) {
  (void)state;
  static const struct {
    const char *holds, *sizes;
  } cases[] = {
      {"S", "S"},     {"M", "M"},  {"L", "L"},  {"MS", "MS"}, {"LM", "LM"},
      {"LMS", "LMS"}, {"SM", "M"}, {"ML", "L"}, {"SML", "L"},
  };
  for (size_t i = 0; i < COUNT(cases); i++)
    for (const char *size = "SML"; *size; size++) {
      char settings[32], move[8];
      snprintf(settings, sizeof settings, "b3=%c c3=%s", *size, cases[i].holds);
      snprintf(move, sizeof move, "%cd3", *size);
      bool counts = strchr(cases[i].sizes, *size);
      check_end(&(EndCase){"tictacdoh", settings, move, counts ? "1" : "on"});
    }
}

/* A stack or a nest can complete a line. */
static void stacking_and_nesting_can_complete_a_line(void **state) {
  (void)state;
  static const EndCase cases[] = {
      {"tictacdoh", "b3=M c3=L d3=M", "Mc3", "1"},
      {"tictacdoh", "b3=S c3=M d3=S", "Sc3", "1"},
      {"tictacdoh", "b3=M c3=S d3=M", "Mc3", "1"},
      {"tictacdoh", "b3=L c3=M d3=L", "Lc3", "1"},
      {"tictacdoh", "b3=LM c3=SM d3=L", "Md3", "1"},
      {"tictacdoh", "b3=S c3=SM d3=L", "Md3", "on"},
  };
  check_ends(cases, COUNT(cases));
}

/* A nest removes the size it covers from a line, a stack does not. */
static void nesting_breaks_a_line_and_stacking_does_not(void **state) {
  (void)state;
  static const struct {
    const char *settings, *line;
    bool won;
  } cases[] = {
      {"b3=S c3=S", "Mc3 Sd3", false},
      {"b3=M c3=M", "Lc3 Md3", false},
      {"b3=M c3=M", "Sc3 Md3", true},
      {"b3=L c3=L", "Mc3 Ld3", true},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    Table table = table_set("tictacdoh", cases[i].settings);
    table_play(&table, cases[i].line);
    if (cases[i].won)
      assert_won(&table, "2");
    else
      assert_turn(&table, 1);
    table_clear(&table);
  }
}

/* A window that is full except for d3, where S completes no line and leaves L
 * no square. */
#define NEARLY_FULL "b4=S c4=L d4=S b3=S c3=L b2=L c2=S d2=L medium=0 "
/* The same with d2=S: S on d3 completes a column. */
#define NEARLY_LINE "b4=S c4=L d4=S b3=S c3=L b2=L c2=S d2=S medium=0 "

/* "Otherwise, if the stash is empty, the game is a draw." */
static void an_empty_stash_is_a_draw(void **state) {
  (void)state;
  static const EndCase cases[] = {
      {"tictacdoh", "c3=M small=1 medium=0 large=0", "Sd3", "draw"},
      {"tictacdoh:players=3", "c3=M small=0 medium=0 large=1 seat=3", "Lc3",
       "draw"},
      {"tictacdoh", "c3=M small=1 medium=0 large=1", "Sd3", "on"},
      {"tictacdoh:small=1,medium=0,large=0", "", "Sc3", "draw"},
  };
  check_ends(cases, COUNT(cases));
}

/* "Otherwise, if the next player has no legal placement, that player loses:
 * with 2 players the other wins; with more, the player who moved last wins.";
 * the option `blocked_loses`: "false: a player with no legal placement ends the
 * game as a draw". */
static void a_blocked_player_loses(void **state) {
  (void)state;
#define LARGE_LEFT NEARLY_FULL "small=1 large=1 "
  static const EndCase cases[] = {
      {"tictacdoh", LARGE_LEFT, "Sd3", "1"},
      {"tictacdoh", LARGE_LEFT "seat=2", "Sd3", "2"},
      {"tictacdoh:blocked_loses=true", LARGE_LEFT, "Sd3", "1"},
      {"tictacdoh:players=3", LARGE_LEFT "seat=2", "Sd3", "2"},
      {"tictacdoh:players=3", LARGE_LEFT "seat=3", "Sd3", "3"},
      {"tictacdoh:players=4", LARGE_LEFT "seat=1", "Sd3", "1"},
      {"tictacdoh:players=4", LARGE_LEFT "seat=4", "Sd3", "4"},
      {FIXED, LARGE_LEFT, "Sd3", "1"},
      {"tictacdoh:blocked_loses=false", LARGE_LEFT, "Sd3", "draw"},
      {"tictacdoh:blocked_loses=false,players=3", LARGE_LEFT, "Sd3", "draw"},
      /* One nest that L still fits over, one square that is still empty. */
      {"tictacdoh", LARGE_LEFT "c2=SM", "Sd3", "on"},
      {"tictacdoh", LARGE_LEFT "c2=-", "Sd3", "on"},
  };
  check_ends(cases, COUNT(cases));
#undef LARGE_LEFT
  Table table =
      table_set("tictacdoh", NEARLY_FULL "d3=S c2=SM small=0 large=1");
  assert_moves(&table, "Lc2");
  table_clear(&table);
}

/* "The checks are made in that order": line, empty stash, blocked player. */
static void the_end_is_checked_in_order(void **state) {
  (void)state;
  static const EndCase cases[] = {
      {"tictacdoh", "c3=S d3=S small=1 medium=0 large=0", "Se3", "1"},
      {"tictacdoh:blocked_loses=false", NEARLY_LINE "small=1 large=1", "Sd3",
       "1"},
      {"tictacdoh", NEARLY_LINE "small=1 large=0", "Sd3", "1"},
      {"tictacdoh", NEARLY_FULL "small=1 large=0", "Sd3", "draw"},
      {"tictacdoh:players=3", NEARLY_FULL "small=1 large=0", "Sd3", "draw"},
  };
  check_ends(cases, COUNT(cases));
}

/* "There is no passing." */
static void passing_is_illegal(void **state) {
  (void)state;
  Table table = table_set("tictacdoh", "c3=S");
  assert_refused(&table, "pass", "has other moves");
  table_clear(&table);
}

/* The option `fixed_grid`: "true: the window is b2 to d4 (b2 to e5 with
 * `window=4`) from the start, the first piece may go on any of its squares, and
 * no piece need be adjacent to another". */
static void a_fixed_grid_has_all_nine_squares_open(void **state) {
  (void)state;
  static const struct {
    const char *settings, *squares, *more;
  } cases[] = {
      {"", "b2 c2 d2 b3 c3 d3 b4 c4 d4", ""},
      {"b2=LMS", "c2 d2 b3 c3 d3 b4 c4 d4", ""},
      {"d4=S", "b2 c2 d2 b3 c3 d3 b4 c4", "Md4"},
      {"c3=LMS d3=SML", "b2 c2 d2 b3 b4 c4 d4", ""},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    Table table = table_set(FIXED, cases[i].settings);
    assert_squares(&table, cases[i].squares, cases[i].more);
    assert_refused(&table, "Sa1", "window");
    assert_refused(&table, "Le3", "window");
    table_clear(&table);
  }
}

/* The option `window`: "edge of the window that all pieces must fit in"; "With
 * `window=4` the first piece stands on d4 of a 7×7 drawing board, a1 to g7." */
static void a_window_can_have_four_by_four_squares(void **state) {
  (void)state;
  static const struct {
    const char *settings, *squares, *more;
  } cases[] = {
      {"", "d4", ""},
      {"d4=S", "c3 d3 e3 c4 e4 c5 d5 e5", "Md4"},
      {"d4=LMS e5=MS", "c3 d3 e3 c4 e4 f4 c5 d5 f5 d6 e6 f6", ""},
      {"d4=LMS e5=MS f6=SML", "c3 d3 e3 c4 e4 f4 c5 d5 f5 g5 d6 e6 g6 e7 f7 g7",
       ""},
      /* In each corner of the drawing board, the window is known. */
      {"d4=LMS e5=MS f6=SML g7=ML", "d5 d6 e4 e6 e7 f4 f5 f7 g5 g6", ""},
      {"d4=LMS c3=MS b2=SML a1=ML", "a2 a3 b1 b3 b4 c1 c2 c4 d2 d3", ""},
      {"d4=LMS c5=MS b6=SML a7=ML", "a5 a6 b4 b5 b7 c4 c6 c7 d5 d6", ""},
      {"d4=LMS e3=MS f2=SML g1=ML", "d2 d3 e1 e2 e4 f1 f3 f4 g2 g3", ""},
      /* The columns are known, the rows are not. */
      {"d4=LMS e4=MS f4=SML g4=ML", "d3 e3 f3 g3 d5 e5 f5 g5", ""},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    Table table = table_set(WIDE, cases[i].settings);
    assert_squares(&table, cases[i].squares, cases[i].more);
    table_clear(&table);
  }
}

/* The option `line_length`: "squares in a line that win". */
static void lines_of_a_wide_window_have_three_or_four_squares(void **state) {
  (void)state;
  static const EndCase cases[] = {
      {WIDE, "d4=S e4=S", "Sf4", "1"},
      {WIDE, "d4=S e5=S", "Sf6", "1"},
      {WIDE, "d4=S d5=S", "Sd6", "1"},
      {WIDE, "d4=S c5=S", "Sb6", "1"},
      {WIDE, "d4=S e4=M g4=S f4=L", "Sf5", "on"},
      {WIDE ",players=3", "d4=S e4=S seat=3", "Sf4", "3"},
      {FOUR, "d4=S e4=S", "Sf4", "on"},
      {FOUR, "d4=S e4=S f4=S", "Sg4", "1"},
      {FOUR, "d4=S e4=S f4=S", "Sc4", "1"},
      {FOUR, "d4=S e4=M f4=S g4=S", "Se5", "on"},
      {FOUR, "d4=L e4=M f4=LM g4=ML", "Me5", "on"},
      {FOUR, "d4=L e4=M f4=LM g4=L", "Le4", "1"},
      {FOUR, "d4=S d5=S d6=S", "Sd7", "1"},
      {FOUR, "d4=S e5=S f6=S", "Sg7", "1"},
      {FOUR, "d4=S c5=S b6=S", "Sa7", "1"},
      {FOUR, "a7=S b6=S c5=S d4=L", "Sd5", "on"},
      {FOUR ",players=4", "d4=S e5=S f6=S seat=4", "Sc3", "4"},
      {WIDE ",fixed_grid=true", "b2=S c2=S", "Sd2", "1"},
      {FOUR ",fixed_grid=true", "b2=S c3=S d4=S", "Se5", "1"},
      {FOUR ",fixed_grid=true", "b2=S c3=S d4=S", "Sb5", "on"},
  };
  check_ends(cases, COUNT(cases));
}

/* A window of 4×4 squares that is full except for e6, where L completes no
 * line and leaves S no square. */
#define NEARLY_FULL_WIDE                                                       \
  "b3=L c3=S d3=L e3=S b4=L c4=S d4=L e4=S b5=S c5=L d5=S e5=L b6=S c6=L "     \
  "d6=S small=1 large=1 "

static void a_player_can_be_blocked_in_a_wide_window(void **state) {
  (void)state;
  static const EndCase cases[] = {
      {FOUR, NEARLY_FULL_WIDE "medium=0", "Le6", "1"},
      {FOUR ",blocked_loses=false", NEARLY_FULL_WIDE "medium=0", "Le6", "draw"},
      {FOUR ",players=3", NEARLY_FULL_WIDE "medium=0 seat=3", "Le6", "3"},
      {FOUR, NEARLY_FULL_WIDE "medium=1", "Le6", "on"},
  };
  check_ends(cases, COUNT(cases));
}

/* "the window is b2 to d4 (b2 to e5 with `window=4`) from the start" */
static void a_fixed_grid_of_a_wide_window_has_sixteen_squares(void **state) {
  (void)state;
  Table table = table_set(WIDE ",fixed_grid=true", "d4=LMS");
  assert_squares(&table, "b2 c2 d2 e2 b3 c3 d3 e3 b4 c4 e4 b5 c5 d5 e5", "");
  assert_refused(&table, "Sf6", "outside the window b2 to e5");
  assert_refused(&table, "Sa1", "outside the window b2 to e5");
  table_clear(&table);
}

static void refusals_name_the_squares_of_a_wide_window(void **state) {
  (void)state;
  static const char *const cases[][3] = {
      {"", "Sc3", "the first piece goes on d4"},
      {"", "Sh8", "a1 to g7"},
      {"d4=S e5=M f6=S g7=M", "Lc4", "no 4x4 window"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    Table table = table_set(WIDE, cases[i][0]);
    assert_refused(&table, cases[i][1], cases[i][2]);
    table_clear(&table);
  }
  Table table = table_set(WIDE, NULL);
  Error error = {0};
  assert_true(game_edit(table.game, table.state, "c3=S", &error));
  assert_position(&table, "d4=S");
  assert_false(game_edit(table.game, table.state, "d4=S a1=S e5=S", &error));
  assert_non_null(strstr(error.message, "4x4 window"));
  table_clear(&table);
}

static uint64_t hash_after(const char *spec, const char *line) {
  Table table = table_set(spec, NULL);
  table_play(&table, line);
  uint64_t hash = game_hash(table.game, table.state);
  table_clear(&table);
  return hash;
}

/* "Positions that differ only by a shift are the same position". On a fixed
 * grid they are not, because its borders are known. */
static void shifted_positions_have_the_same_hash(void **state) {
  (void)state;
  static const char *const pairs[][2] = {
      {"Sc3 Md3", "Mc3 Sb3"},
      {"Sc3 Md4", "Mc3 Sb2"},
      {"Lc3 Lb4", "Lc3 Ld2"},
      {"Sc3 Ld3 Md4 Mc3 Md3", "Mc3 Lc2 Sb2 Mb2 Mc2"},
      {"Sc3 Md3 Le3 Sc2", "Lc3 Mb3 Sa3 Sa2"},
  };
  for (size_t i = 0; i < COUNT(pairs); i++)
    assert_int_equal(hash_after("tictacdoh", pairs[i][0]),
                     hash_after("tictacdoh", pairs[i][1]));
  assert_int_not_equal(hash_after(FIXED, "Sc3 Md3"),
                       hash_after(FIXED, "Mc3 Sb3"));
  assert_int_not_equal(hash_after(FIXED, "Sb2"), hash_after(FIXED, "Sd4"));
  assert_int_equal(hash_after(WIDE, "Sd4 Me5 Lf6 Sg7"),
                   hash_after(WIDE, "Sd4 Lc3 Mb2 Sa1"));
  assert_int_not_equal(hash_after(WIDE, "Sd4 Me5 Lf6 Mg7"),
                       hash_after(WIDE, "Sd4 Lc3 Mb2 Sa1"));
}

/* Positions that differ by a reflection, a size, a square, the stash or the
 * seat to move have different hashes. */
static void different_positions_have_different_hashes(void **state) {
  (void)state;
  static const char *const lines[] = {
      "Sc3 Md3",     "Sc3 Mb3",     "Sc3 Mc4",     "Sc3 Md4",
      "Sc3 Ld3",     "Sc3 Mc3",     "Mc3 Sc3",     "Mc3 Lc3",
      "Sc3 Md3 Lb3", "Sc3 Mc3 Lc3", "Lc3 Mc3 Sc3",
  };
  for (size_t i = 0; i < COUNT(lines); i++)
    for (size_t j = 0; j < i; j++)
      assert_int_not_equal(hash_after("tictacdoh", lines[i]),
                           hash_after("tictacdoh", lines[j]));
  static const char *const settings[] = {"c3=S", "c3=S seat=2", "c3=S large=4"};
  uint64_t hashes[COUNT(settings)];
  for (size_t i = 0; i < COUNT(settings); i++) {
    Table table = table_set("tictacdoh", settings[i]);
    hashes[i] = game_hash(table.game, table.state);
    for (size_t j = 0; j < i; j++)
      assert_int_not_equal(hashes[i], hashes[j]);
    table_clear(&table);
  }
}

/* "perft(n) counts the leaves of the legal-move tree at depth n"; "A game that
 * ended earlier adds nothing to deeper counts." */
static void perft_agrees_with_counts_by_hand(void **state) {
  (void)state;
  static const struct {
    const char *spec, *settings;
    uint64_t leaves[2];
  } cases[] = {
      /* S and L accept one size, M two; 8 squares are around the first piece.
       */
      {"tictacdoh", "", {3, 3 * 24 + 1 + 2 + 1}},
      {FIXED, "", {27, 9 * (3 * 24 + 1 + 2 + 1)}},
      {"tictacdoh:small=1,medium=0,large=0", "", {1, 0}},
      /* S on d3 blocks the other player; L leaves S, which fits nowhere. */
      {"tictacdoh", NEARLY_FULL "small=1 large=1", {2, 0}},
      /* Lc2 completes a line; Sc2, Sd3 and Ld3 leave one piece and one square.
       */
      {"tictacdoh", NEARLY_FULL "c2=- small=1 large=1", {4, 3}},
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

static void refusals_list_all_that_is_wrong(void **state) {
  (void)state;
  static const char *const cases[][4] = {
      {"c3=S small=0", "Sa1", "no small piece is left", "a1 is not next to"},
      {"c3=S small=0", "Sc3", "no small piece is left", "which holds S"},
      {"c3=LM d4=S", "Sa1", "no 3x3 window", "a1 is not next to"},
      {"c3=LM", "Mc3", "which holds LM", "never mixing the two"},
      {"c3=S d3=M e3=S", "Lb3", "no 3x3 window", "b3"},
      {"", "Sf6", "is not a move", "a1 to e5"},
      {"", "Xc3", "is not a move", "S, M or L"},
      {"", "c3", "is not a move", "such as Sc3"},
      {"", "Sc3x", "is not a move", "such as Sc3"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    Table table = table_set("tictacdoh", cases[i][0]);
    assert_refused(&table, cases[i][1], cases[i][2]);
    assert_refused(&table, cases[i][1], cases[i][3]);
    table_clear(&table);
  }
}

/* "pieces in the stash, 0 to 15 each, at least one piece in all". */
static void options_out_of_range_are_refused(void **state) {
  (void)state;
  static const char *const cases[][2] = {
      {"tictacdoh:players=1", "2..4"},
      {"tictacdoh:players=5", "2..4"},
      {"tictacdoh:small=16", "0..15"},
      {"tictacdoh:medium=-1", "0..15"},
      {"tictacdoh:large=16", "0..15"},
      {"tictacdoh:small=0,medium=0,large=0", "at least one"},
      {"tictacdoh:fixed_grid=maybe", "fixed_grid"},
      {"tictacdoh:blocked_loses=2", "blocked_loses"},
      {"tictacdoh:smal=3", "'small'"},
      {"tictacdoh:window=2", "3..4"},
      {"tictacdoh:window=5", "3..4"},
      {"tictacdoh:window=big", "window"},
      {"tictacdoh:window=4,line_length=2", "3..4"},
      {"tictacdoh:window=4,line_length=5", "3..4"},
      {"tictacdoh:line_length=4", "does not fit in a 3x3 window"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    Error error = {0};
    assert_null(game_open(cases[i][0], &error));
    assert_non_null(strstr(error.message, cases[i][1]));
  }
}

/* "That a piece must be adjacent to another is a rule for placing it: those
 * that are left stay where they are, even if they no longer touch." "Only if
 * the square in the middle of the drawing board becomes empty are all pieces
 * shifted so that the nearest one stands there". */
static void pieces_can_be_taken_off(void **state) {
  (void)state;
  static const char *const cases[][4] = {
      /* the game, a position, what is taken off, what is left */
      {"tictacdoh", "c3=L d4=M e5=S", "d4=-", "c3=L e5=S"},
      {"tictacdoh", "c3=L d3=MS", "c3=-", "c3=MS"},
      {"tictacdoh", "c3=L d4=S e5=ML", "c3=-", "c3=S d4=ML"},
      {"tictacdoh", "c3=L a3=M b2=S a1=SM", "c3=- b2=-", "c3=SM c5=M"},
      {"tictacdoh", "c3=L", "c3=-", ""},
      {"tictacdoh:fixed_grid=true", "c3=L d4=S", "c3=-", "d4=S"},
      {"tictacdoh:window=4", "d4=L c3=S a1=M", "d4=-", "d4=S b2=M"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    Table table = table_set(cases[i][0], cases[i][1]);
    Table wanted = table_set(cases[i][0], cases[i][3]);
    Error error = {0};
    if (!game_edit(table.game, table.state, cases[i][2], &error))
      fail_msg("%s: %s", cases[i][2], error.message);
    assert_memory_equal(table.state, wanted.state, table.game->state_size);
    table_clear(&table);
    table_clear(&wanted);
  }
  Table table = table_set("tictacdoh", "c3=L e5=S");
  assert_lists(&table, "Sd4 Md3 Le4 Mc4");
  assert_lists_none(&table, "Sc2 Sb3");
  table_clear(&table);
}

/* An edit that is refused leaves the position unchanged. */
static void refused_settings_leave_the_position_unchanged(void **state) {
  (void)state;
  static const char *const cases[][2] = {
      {"c3=SL", "'SL'"},
      {"c3=LSM", "'LSM'"},
      {"c3=SMS", "'SMS'"},
      {"c3=Q", "'Q'"},
      {"a1=M e5=M", "3x3 window"},
      {"a3=M", "3x3 window"},
      {"f6=M", "no key 'f6'"},
      {"tiny=1", "no key 'tiny'"},
      {"large=2 small=16", "0 to 15"},
      {"small=-1", "0 to 15"},
      {"seat=3", "1 to 2"},
      {"large=2 c3", "key=value"},
  };
  static const char before[] = "c3=L d3=MS small=3 seat=2";
  Table table = table_set("tictacdoh", before);
  for (size_t i = 0; i < COUNT(cases); i++) {
    Error error = {0};
    assert_false(game_edit(table.game, table.state, cases[i][0], &error));
    if (!strstr(error.message, cases[i][1]))
      fail_msg("%s: %s", cases[i][0], error.message);
    assert_position(&table, before);
  }
  table_clear(&table);
  Error error = {0};
  table = table_set(FIXED, "d4=S");
  assert_false(game_edit(table.game, table.state, "a1=S", &error));
  assert_position(&table, "d4=S");
  table_clear(&table);
}

/* The drawing marks the squares that can take a new piece and those that the
 * window may still include. "Cells are a column letter and a row number, with
 * a1 at the bottom left". */
static void the_drawing_shows_piles_window_and_stash(void **state) {
  (void)state;
  static const char *const floating[] = {
      " 5          .      +      +",
      "\n 4          +      +     (SM)",
      "\n 3         (ML)    LM     +",
      "\n 2          +      +      +",
      "\n 1\n",
      "     a      b      c      d      e",
      "3 small, 4 medium, 2 large",
  };
  assert_drawing_has("tictacdoh", "b3=ML c3=LM d4=SM small=3 medium=4 large=2",
                     floating, COUNT(floating));
  static const char *const fixed[] = {
      " 5\n",
      " 4          +      +      +",
      "\n 3          +      +      +",
      "\n 2         (SML)   +      +",
      "\n 1\n",
  };
  assert_drawing_has(FIXED, "b2=SML", fixed, COUNT(fixed));
}

int main(void) {
  static const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_stash_starts_as_the_options_say),
      cmocka_unit_test(seats_take_turns),
      cmocka_unit_test(a_turn_places_one_piece_for_good),
      cmocka_unit_test(only_sizes_in_the_stash_can_be_placed),
      cmocka_unit_test(the_initial_position_has_three_moves),
      cmocka_unit_test(new_squares_must_be_adjacent_and_fit_a_window),
      cmocka_unit_test(pieces_stack_on_larger_and_nest_over_smaller_ones),
      cmocka_unit_test(nobody_owns_a_piece),
      cmocka_unit_test(three_in_a_line_win),
      cmocka_unit_test(stacks_count_as_all_sizes_and_nests_as_the_largest),
      cmocka_unit_test(stacking_and_nesting_can_complete_a_line),
      cmocka_unit_test(nesting_breaks_a_line_and_stacking_does_not),
      cmocka_unit_test(an_empty_stash_is_a_draw),
      cmocka_unit_test(a_blocked_player_loses),
      cmocka_unit_test(the_end_is_checked_in_order),
      cmocka_unit_test(passing_is_illegal),
      cmocka_unit_test(a_fixed_grid_has_all_nine_squares_open),
      cmocka_unit_test(a_window_can_have_four_by_four_squares),
      cmocka_unit_test(lines_of_a_wide_window_have_three_or_four_squares),
      cmocka_unit_test(a_player_can_be_blocked_in_a_wide_window),
      cmocka_unit_test(a_fixed_grid_of_a_wide_window_has_sixteen_squares),
      cmocka_unit_test(refusals_name_the_squares_of_a_wide_window),
      cmocka_unit_test(shifted_positions_have_the_same_hash),
      cmocka_unit_test(different_positions_have_different_hashes),
      cmocka_unit_test(perft_agrees_with_counts_by_hand),
      cmocka_unit_test(refusals_list_all_that_is_wrong),
      cmocka_unit_test(options_out_of_range_are_refused),
      cmocka_unit_test(pieces_can_be_taken_off),
      cmocka_unit_test(refused_settings_leave_the_position_unchanged),
      cmocka_unit_test(the_drawing_shows_piles_window_and_stash),
  };
  return RUN_TESTS(tests);
}
