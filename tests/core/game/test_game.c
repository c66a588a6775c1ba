/* The game interface: lines of moves, edits, drawings, copies, hashes, and the
 * defaults for functions that a game does not implement. */
#include "tests/support/support.h"

/* ---- descriptions of the games -------------------------------------------*/

static void every_game_has_complete_descriptions(void **state) {
  (void)state;
  for (const Rules *const *r = game_rules; *r; r++) {
    const char *const TEXTS[] = {(*r)->name, (*r)->title,   (*r)->summary,
                                 (*r)->text, (*r)->example, (*r)->set_help};
    for (size_t i = 0; i < COUNT(TEXTS); i++)
      assert_true(TEXTS[i] && TEXTS[i][0]);
    assert_null(strchr((*r)->summary, '\n'));
    assert_null(strpbrk((*r)->name, ":, ="));
    int options = 0;
    for (const Option *o = (*r)->options; o->name; o++, options++) {
      assert_true(o->help && o->help[0]);
      assert_int_equal(o->derive != NULL, o->derived != NULL);
      assert_null(strpbrk(o->name, ":, ="));
    }
    assert_true(options <= OPTIONS_MAX);
  }
}

static void every_game_plays_its_own_example(void **state) {
  (void)state;
  for (const Rules *const *r = game_rules; *r; r++) {
    Table t = table_set((*r)->name, NULL);
    table_play(&t, (*r)->example);
    table_clear(&t);
  }
}

/* ---- lines of moves ------------------------------------------------------*/

static void a_line_stops_before_an_illegal_move(void **state) {
  (void)state;
  static const struct {
    const char *spec, *line, *good, *message;
  } CASES[] = {
      {"quoridor", "zz", "", "move 1, 'zz'"},
      {"quoridor", "e2 e8 e3h zz e7", "e2 e8 e3h", "move 4, 'zz'"},
      {"quoridor", "e2 e8 e9", "e2 e8", "move 3, 'e9' is not legal"},
      {"quoridor", "e2 e8 pass", "e2 e8", "move 3, 'pass'"},
      {"quoridor:size=3,walls=0", "a1 c3 a2 c2 a3 c1", "a1 c3 a2 c2 a3",
       "move 6, 'c1': the game is over"},
      {"dorix", "a1 b1 a1-b2", "a1 b1", "move 3, 'a1-b2' is not legal"},
      {"tictacdoh", "Sc3 Sc3", "Sc3", "move 2, 'Sc3' is not legal"},
      {"orbital", "Ba1 Bc3", "Ba1", "move 2, 'Bc3' is not legal"},
      {"orbital", "Ba1\tBb1\nBb1", "Ba1 Bb1", "move 3, 'Bb1' is not legal"},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Table t = table_set(CASES[i].spec, NULL);
    Table good = table_set(CASES[i].spec, NULL);
    table_play(&good, CASES[i].good);
    Error error = {0};
    assert_false(game_play_line(t.game, t.state, CASES[i].line, &error));
    if (strncmp(error.message, CASES[i].message, strlen(CASES[i].message)) != 0)
      fail_msg("the message '%s' does not begin with '%s'", error.message,
               CASES[i].message);
    assert_memory_equal(t.state, good.state, t.game->state_size);
    assert_false(game_play_line(t.game, t.state, "zz", NULL));
    table_clear(&good);
    table_clear(&t);
  }
}

static void a_line_may_have_any_white_space(void **state) {
  (void)state;
  Table t = table_set("quoridor", NULL), same = table_set("quoridor", NULL);
  table_play(&t, "");
  table_play(&t, " \t\r\n ");
  assert_memory_equal(t.state, same.state, t.game->state_size);
  table_play(&t, "\n e2\te8\r\n\r\n  e3h \n");
  table_play(&same, "e2 e8 e3h");
  assert_memory_equal(t.state, same.state, t.game->state_size);
  table_clear(&same);
  table_clear(&t);
}

static void a_line_with_a_very_long_word_is_refused(void **state) {
  (void)state;
  char word[5000];
  memset(word, 'e', sizeof word - 1);
  word[sizeof word - 1] = '\0';
  for (const Rules *const *r = game_rules; *r; r++) {
    Table t = table_set((*r)->name, NULL);
    Error error = {0};
    assert_false(game_play_line(t.game, t.state, word, &error));
    assert_int_equal(strncmp(error.message, "move 1, 'eee", 12), 0);
    table_clear(&t);
  }
}

/* ---- edited positions ----------------------------------------------------*/

static void an_invalid_edit_changes_nothing(void **state) {
  (void)state;
  static const struct {
    const char *spec, *line, *settings, *message;
  } CASES[] = {
      {"quoridor", "e2", "pawn1=d4 nonsense", "'nonsense'"},
      {"quoridor", "e2", "pawn1=d4 =3", "''"},
      {"quoridor", "e2", "pawn1=d4 hand1=31", "hand1"},
      {"quoridor", "e2", "pawn1=d4 hand3=1", "'hand3'"},
      {"quoridor", "e2", "pawn1=d4 seat=3", "seat"},
      {"quoridor", "e2", "pawn1=d4 seat=0", "seat"},
      {"quoridor", "e2", "pawn1=d4 seat=", "seat"},
      {"quoridor", "e2", "pawn1=d4 seat=1x", "seat"},
      {"quoridor", "e2", "pawn1=d4 seat=99999999999999999999", "seat"},
      {"quoridor", "e2", "seat=1 walls=a1h,a1v", "a1"},
      {"quoridor", "e2", "seat=1 pawn1=e9 pawn2=e9", "on the same cell"},
      {"quoridor", "e2", "walls=a1h,a1v pawn1=d4", "a1"},
      {"dorix", "a1", "b1=12 hand1=9 hand2=9 x9=1", "'x9'"},
      {"dorix", "a1", "b1=12", "set hand1 too"},
      {"dorix", "a1", "hand1=3 b1=13", "'13'"},
      {"tictacdoh", "Sc3", "d3=M e3=L a1=S", "window"},
      {"tictacdoh", "Sc3", "d3=M b3=SL", "'SL'"},
      {"orbital", "Ba1", "b2=B1 c3=B1B2", "'B1B2'"},
      {"orbital", "Ba1", "b2=B1 after=Q", "'Q'"},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Table t = table_set(CASES[i].spec, NULL);
    table_play(&t, CASES[i].line);
    State *before = game_copy(t.game, t.state);
    Error error = {0};
    if (game_edit(t.game, t.state, CASES[i].settings, &error))
      fail_msg("'%s' was accepted", CASES[i].settings);
    assert_message(&error, CASES[i].message);
    assert_memory_equal(before, t.state, t.game->state_size);
    assert_false(game_edit(t.game, t.state, CASES[i].settings, NULL));
    assert_memory_equal(before, t.state, t.game->state_size);
    free(before);
    table_clear(&t);
  }
}

static void an_empty_edit_changes_nothing(void **state) {
  (void)state;
  for (const Rules *const *r = game_rules; *r; r++)
    for (uint64_t i = 0; i < 30; i++) {
      Table t = table_set((*r)->name, NULL);
      Rng rng;
      rng_seed(&rng, 3, i);
      play_random(t.game, t.state, &rng, (int)i);
      State *before = game_copy(t.game, t.state);
      Error error = {0};
      if (!game_edit(t.game, t.state, " \n", &error))
        fail_msg("%s", error.message);
      assert_memory_equal(before, t.state, t.game->state_size);
      free(before);
      table_clear(&t);
    }
}

static void an_edit_recomputes_the_outcome(void **state) {
  (void)state;
  Table t = table_set("quoridor", "pawn1=e9 pawn2=e5");
  assert_won(&t, "1");
  Error error = {0};
  assert_true(game_edit(t.game, t.state, "pawn1=e7 seat=2", &error));
  assert_turn(&t, 2);
  assert_int_equal(t.state->winners, 0);
  table_clear(&t);
}

static void an_unknown_game_has_its_own_error_code(void **state) {
  (void)state;
  static const struct {
    const char *spec;
    ErrorCode code;
  } CASES[] = {{"quorridor", ERROR_UNKNOWN_GAME},
               {"no such game:size=5", ERROR_UNKNOWN_GAME},
               {"quoridor:size=1", ERROR_OTHER},
               {"", ERROR_OTHER}};
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Error error = {0};
    assert_null(game_open(CASES[i].spec, &error));
    assert_int_equal(error.code, CASES[i].code);
  }
}

/* ---- drawings ------------------------------------------------------------*/

/* Returns what game_draw writes. The caller frees it. */
static char *drawing_of(const Game *game, const State *position) {
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream(&text, &size);
  assert_non_null(out);
  game_draw(game, position, out);
  assert_int_equal(fclose(out), 0);
  return text;
}

static void a_drawing_shows_the_turn_or_the_outcome(void **state) {
  (void)state;
  static const struct {
    const char *spec, *settings, *status;
  } CASES[] = {
      {"quoridor", "", "\nseat 1 to move\n"},
      {"quoridor:players=4", "seat=3", "\nseat 3 to move\n"},
      {"quoridor", "pawn1=e9 pawn2=e5", "\nover: seat 1 wins\n"},
      {"quoridor", "pawn1=e5 pawn2=d1", "\nover: seat 2 wins\n"},
      {"dorix:players=4", "a1=1 b2=3 c3=3 d4=1 hand1=8 hand3=8",
       "\nover: seats 1 and 3 win\n"},
      {"tictacdoh", "c3=S small=0 medium=0 large=0", "\nover: a draw\n"},
      {"orbital:bases=0,thrusters=0,antennas=0", "", "\nover: a draw\n"},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Table t = table_set(CASES[i].spec, CASES[i].settings);
    char *text = drawing_of(t.game, t.state);
    if (!strstr(text, CASES[i].status))
      fail_msg("the drawing\n%s\ndoes not contain '%s'", text, CASES[i].status);
    free(text);
    table_clear(&t);
  }
}

enum { LARGE_DRAWING = 200000 };

static void draw_a_large_board(const Game *game, const State *position,
                               FILE *out) {
  (void)game, (void)position;
  for (int i = 0; i < LARGE_DRAWING; i++)
    fputc('x', out);
  fputc('\n', out);
}

static void a_drawing_may_be_large(void **state) {
  (void)state;
  Rules rules = *rules_named("tictacdoh");
  rules.draw = draw_a_large_board;
  Game *game = open_as("tictacdoh", &rules);
  State *position = game_start(game);
  char *text = drawing_of(game, position);
  assert_int_equal(strspn(text, "x"), LARGE_DRAWING);
  assert_string_equal(text + LARGE_DRAWING, "\nseat 1 to move\n");
  free(text);
  free(position);
  game_close(game);
}

static void lines_of_a_drawing_do_not_end_in_blanks(void **state) {
  (void)state;
  for (const Rules *const *r = game_rules; *r; r++)
    for (uint64_t i = 0; i < 40; i++) {
      Table t = table_set((*r)->name, NULL);
      Rng rng;
      rng_seed(&rng, 8, i);
      game_playout(t.game, t.state, &rng, (int)i);
      char *text = drawing_of(t.game, t.state);
      assert_null(strstr(text, " \n"));
      assert_null(strpbrk(text, "\t\r"));
      assert_int_equal(text[strlen(text) - 1], '\n');
      free(text);
      table_clear(&t);
    }
}

/* ---- copies and teams ----------------------------------------------------*/

static void copies_are_independent(void **state) {
  (void)state;
  for (const Rules *const *r = game_rules; *r; r++) {
    Table t = table_set((*r)->name, NULL);
    State *start = game_copy(t.game, t.state);
    assert_memory_equal(start, t.state, t.game->state_size);
    table_play(&t, (*r)->example);
    assert_memory_not_equal(start, t.state, t.game->state_size);
    State *copy = game_copy(t.game, t.state);
    assert_memory_equal(copy, t.state, t.game->state_size);
    assert_int_equal(game_hash(t.game, copy), game_hash(t.game, t.state));
    game_assign(t.game, copy, start);
    assert_memory_equal(copy, start, t.game->state_size);
    assert_memory_not_equal(copy, t.state, t.game->state_size);
    free(copy);
    free(start);
    table_clear(&t);
  }
}

static void teams_contain_the_seats_of_a_side(void **state) {
  (void)state;
  static const struct {
    const char *spec;
    int sides;
    uint16_t team[4];
  } CASES[] = {
      {"dorix", 2, {1, 2}},
      {"dorix:players=3", 3, {1, 2, 4}},
      {"dorix:players=4", 2, {5, 10, 5, 10}},
      {"dorix:players=4,teams=false", 4, {1, 2, 4, 8}},
      {"quoridor:players=4", 4, {1, 2, 4, 8}},
      {"tictacdoh:players=3", 3, {1, 2, 4}},
      {"orbital", 2, {1, 2}},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Table t = table_set(CASES[i].spec, NULL);
    assert_int_equal(t.game->sides, CASES[i].sides);
    for (int seat = 0; seat < t.game->seats; seat++)
      assert_int_equal(game_team(t.game, seat), CASES[i].team[seat]);
    table_clear(&t);
  }
}

/* ---- hashes --------------------------------------------------------------*/

static void the_same_position_has_the_same_bytes_and_hash(void **state) {
  (void)state;
  static const struct {
    const char *spec, *line, *other_line;
  } CASES[] = {
      {"dorix", "a1 b1 c1 d1", "c1 d1 a1 b1"},
      {"dorix:pawns=1", "a1 d4 a1-b1 d4-d3", "b1 d3"},
      {"quoridor", "a1h a3h c1h c3h", "c1h c3h a1h a3h"},
      {"quoridor", "e2 e8 e1 e9", ""},
      {"tictacdoh", "Sc3 Mb3 Md3", "Sc3 Md3 Mb3"},
      {"orbital", "Ba1 Ba2 Bb2 Bb1", "Bb2 Ba2 Ba1 Bb1"},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Table a = table_set(CASES[i].spec, NULL);
    Table b = table_set(CASES[i].spec, NULL);
    table_play(&a, CASES[i].line);
    table_play(&b, CASES[i].other_line);
    assert_memory_equal(a.state, b.state, a.game->state_size);
    assert_int_equal(game_hash(a.game, a.state), game_hash(b.game, b.state));
    table_clear(&b);
    table_clear(&a);
  }
}

/* The hash of a position, and a key that is equal exactly for equal positions.
 */
typedef struct Sample {
  uint64_t hash;
  size_t size;
  unsigned char *key;
} Sample;

static int compare_hashes(const void *a, const void *b) {
  const Sample *x = a, *y = b;
  return (x->hash > y->hash) - (x->hash < y->hash);
}

static int compare_keys(const void *a, const void *b) {
  const Sample *x = a, *y = b;
  return memcmp(x->key, y->key, x->size);
}

/* Checks that hashes are equal exactly if the keys are. Frees the keys. Returns
 * the number of different positions. */
static int check_samples(Sample *samples, int count) {
  int different = count > 0;
  qsort(samples, (size_t)count, sizeof *samples, compare_hashes);
  for (int i = 1; i < count; i++)
    if (samples[i].hash == samples[i - 1].hash)
      assert_int_equal(compare_keys(&samples[i], &samples[i - 1]), 0);
  qsort(samples, (size_t)count, sizeof *samples, compare_keys);
  for (int i = 1; i < count; i++)
    if (compare_keys(&samples[i], &samples[i - 1]) == 0)
      assert_int_equal(samples[i].hash, samples[i - 1].hash);
    else
      different++;
  for (int i = 0; i < count; i++)
    free(samples[i].key);
  return different;
}

enum { EDGE = 7, SQUARES = EDGE * EDGE }; /* of the largest drawing board */

/* Returns the key of the position after `move`. `squares` holds the squares
 * that a key maker updates from move to move. */
typedef unsigned char *KeyMaker(const Table *t, const char *move, size_t *size,
                                char squares[SQUARES][4]);

static unsigned char *key_of_bytes(const Table *t, const char *move,
                                   size_t *size, char squares[SQUARES][4]) {
  (void)move, (void)squares;
  *size = t->game->state_size;
  return (unsigned char *)game_copy(t->game, t->state);
}

/* Tic Tac Doh: the pieces of each square in the order played, with the board
 * shifted into the corner. "Positions that differ only by a shift are the same
 * position." */
static unsigned char *key_of_squares(const Table *t, const char *move,
                                     size_t *size, char squares[SQUARES][4]) {
  (void)t;
  strncat(squares[(move[2] - '1') * EDGE + move[1] - 'a'], move, 1);
  int column = EDGE - 1, row = EDGE - 1;
  for (int i = 0; i < SQUARES; i++)
    if (squares[i][0]) {
      column = i % EDGE < column ? i % EDGE : column;
      row = i / EDGE < row ? i / EDGE : row;
    }
  *size = SQUARES * 4;
  char(*pushed)[4] = calloc(SQUARES, 4);
  assert_non_null(pushed);
  for (int i = row * EDGE + column; i < SQUARES; i++)
    memcpy(pushed[i - row * EDGE - column], squares[i], 4);
  return (unsigned char *)pushed;
}

static int sample_game(const Table *t, Rng *rng, KeyMaker *make,
                       Sample *samples, int max) {
  char squares[SQUARES][4] = {{0}};
  int count = 0;
  Move *moves = calloc((size_t)t->game->max_moves, sizeof *moves);
  assert_non_null(moves);
  while (t->state->outcome == PLAYING && count < max) {
    int listed = game_moves(t->game, t->state, moves);
    Move move = moves[rng_below(rng, (uint32_t)listed)];
    char text[MOVE_TEXT];
    game_format(t->game, t->state, move, text);
    game_play(t->game, t->state, move);
    samples[count].hash = game_hash(t->game, t->state);
    samples[count].key = make(t, text, &samples[count].size, squares);
    assert_non_null(samples[count].key);
    count++;
  }
  free(moves);
  return count;
}

static void different_positions_have_different_hashes(void **state) {
  (void)state;
  enum { SAMPLES = 12000 };
  static const struct {
    const char *spec;
    KeyMaker *make;
  } CASES[] = {
      {"dorix", key_of_bytes},
      {"dorix:size=3,pawns=3,players=3", key_of_bytes},
      {"quoridor", key_of_bytes},
      {"quoridor:size=3,players=4,walls=1", key_of_bytes},
      {"orbital", key_of_bytes},
      {"tictacdoh:fixed_grid=true", key_of_bytes},
      {"tictacdoh", key_of_squares},
      {"tictacdoh:window=4,fixed_grid=true", key_of_bytes},
      {"tictacdoh:window=4", key_of_squares},
      {"tictacdoh:players=3,small=1,medium=1,large=1", key_of_squares},
  };
  Sample *samples = calloc(SAMPLES, sizeof *samples);
  assert_non_null(samples);
  for (size_t i = 0; i < COUNT(CASES); i++) {
    int count = 0;
    for (uint64_t game = 0; count < SAMPLES; game++) {
      Table t = table_set(CASES[i].spec, NULL);
      Rng rng;
      rng_seed(&rng, 4, game);
      int max = SAMPLES - count < 300 ? SAMPLES - count : 300;
      count += sample_game(&t, &rng, CASES[i].make, samples + count, max);
      table_clear(&t);
    }
    int different = check_samples(samples, count);
    assert_true(different > 20 && different <= count);
  }
  free(samples);
}

/* ---- defaults for optional functions -------------------------------------*/

static Rules bare_rules(const char *name) {
  Rules bare = *rules_named(name);
  bare.hash = NULL;
  bare.count = NULL;
  bare.random_move = NULL;
  bare.playout = NULL;
  return bare;
}

static bool is_listed(const Game *game, const State *state, Move move) {
  Move *moves = calloc((size_t)game->max_moves, sizeof *moves);
  assert_non_null(moves);
  int count = game_moves(game, state, moves);
  bool found = false;
  for (int i = 0; i < count; i++)
    found = found || moves[i] == move;
  free(moves);
  return found;
}

/* The game's own functions and the defaults agree on counts; hashes are
 * consistent; random moves are legal; playouts respect their limit. */
static void compare_with_defaults(const Game *game, const Game *bare,
                                  State *position, Rng *rng) {
  assert_int_equal(game_count(game, position), game_count(bare, position));
  State *copy = game_copy(bare, position);
  assert_non_null(copy);
  assert_int_equal(game_hash(bare, copy), game_hash(bare, position));
  assert_int_equal(game_hash(game, copy), game_hash(game, position));
  assert_true(is_listed(game, position, game_random_move(game, position, rng)));
  assert_true(is_listed(game, position, game_random_move(bare, position, rng)));
  int plies = game_playout(bare, copy, rng, 7);
  assert_true(plies >= 1 && plies <= 7);
  assert_true(plies == 7 || copy->outcome != PLAYING);
  free(copy);
}

static void defaults_replace_functions_that_a_game_lacks(void **state) {
  (void)state;
  for (const Rules *const *r = game_rules; *r; r++) {
    Rules rules = bare_rules((*r)->name);
    Table t = table_set((*r)->name, NULL);
    Game *bare = open_as((*r)->name, &rules);
    for (uint64_t i = 0; i < 10; i++) {
      Rng rng;
      rng_seed(&rng, 5, i);
      State *position = game_start(bare);
      assert_non_null(position);
      for (int round = 0; round < 20; round++)
        if (play_random(bare, position, &rng, 3) == 3)
          compare_with_defaults(t.game, bare, position, &rng);
      free(position);
    }
    game_close(bare);
    table_clear(&t);
  }
}

static void check_empty_playout(const Game *game, State *position, int plies) {
  State *before = game_copy(game, position);
  assert_non_null(before);
  Rng rng;
  rng_seed(&rng, 6, 0);
  assert_int_equal(game_playout(game, position, &rng, plies), 0);
  assert_memory_equal(before, position, game->state_size);
  free(before);
}

static void a_playout_of_no_plies_changes_nothing(void **state) {
  (void)state;
  for (const Rules *const *r = game_rules; *r; r++) {
    Rules rules = bare_rules((*r)->name);
    Table t = table_set((*r)->name, NULL);
    Game *bare = open_as((*r)->name, &rules);
    check_empty_playout(t.game, t.state, 0);
    check_empty_playout(bare, t.state, 0);
    Rng rng;
    rng_seed(&rng, 6, 1);
    while (t.state->outcome == PLAYING)
      game_playout(t.game, t.state, &rng, 100);
    check_empty_playout(t.game, t.state, 50);
    check_empty_playout(bare, t.state, 50);
    assert_int_equal(game_count(t.game, t.state), 0);
    assert_int_equal(game_count(bare, t.state), 0);
    game_close(bare);
    table_clear(&t);
  }
}

static void the_same_stream_plays_the_same_game(void **state) {
  (void)state;
  for (const Rules *const *r = game_rules; *r; r++) {
    Table a = table_set((*r)->name, NULL), b = table_set((*r)->name, NULL);
    for (uint64_t i = 0; i < 20; i++) {
      Rng first, second;
      rng_seed(&first, 7, i);
      rng_seed(&second, 7, i);
      State *x = game_start(a.game), *y = game_start(b.game);
      assert_true(x && y);
      assert_int_equal(game_playout(a.game, x, &first, 500),
                       game_playout(b.game, y, &second, 500));
      assert_memory_equal(x, y, a.game->state_size);
      assert_memory_equal(&first, &second, sizeof first);
      free(x);
      free(y);
    }
    table_clear(&b);
    table_clear(&a);
  }
}

static void a_pass_is_legal_only_without_other_moves(void **state) {
  (void)state;
  Table t = table_set("orbital:bases=1,thrusters=0,antennas=0", "bases1=0");
  assert_moves(&t, "pass");
  Move move;
  Error error = {0};
  assert_true(game_parse(t.game, t.state, "pass", &move, &error));
  assert_int_equal(move, MOVE_PASS);
  assert_refused(&t, "Ba1", "must pass");
  table_play(&t, "pass");
  assert_refused(&t, "pass", "has other moves (16)");
  table_clear(&t);
}

static void borrowed_lists_do_not_overlap(void **state) {
  (void)state;
  Table t = table_set("tictacdoh", NULL);
  Move *lists[GAME_LISTS];
  for (int i = 0; i < GAME_LISTS; i++) {
    lists[i] = game_borrow_list(t.game);
    for (int k = 0; k < t.game->max_moves; k++)
      lists[i][k] = (Move)i;
  }
  for (int i = GAME_LISTS - 1; i >= 0; i--) {
    for (int k = 0; k < t.game->max_moves; k++)
      assert_int_equal(lists[i][k], i);
    game_return_list(t.game);
  }
  assert_ptr_equal(game_borrow_list(t.game), lists[0]);
  game_return_list(t.game);
  table_clear(&t);
}

static void the_settings_of_a_position_restore_it(void **state) {
  (void)state;
  static const struct {
    const char *spec, *line, *settings;
  } CASES[] = {
      {"quoridor:size=3", "b2 a1h",
       "seat=1 pawn1=b2 hand1=1 pawn2=b3 hand2=0 walls=a1h"},
      {"dorix:size=3,pawns=2", "a1 b2",
       "seat=1 a1=1 b1=- c1=- a2=- b2=2 c2=- a3=- b3=- c3=- hand1=1 hand2=1 "
       "passes=0"},
  };
  for (size_t i = 0; i < COUNT(CASES); i++) {
    Table played = table_set(CASES[i].spec, NULL);
    Table edited = table_set(CASES[i].spec, NULL);
    table_play(&played, CASES[i].line);
    char *settings = game_settings(played.game, played.state);
    assert_string_equal(settings, CASES[i].settings);
    assert_true(game_edit(edited.game, edited.state, settings, NULL));
    assert_true(same_position(&played, &edited));
    free(settings);
    table_clear(&played);
    table_clear(&edited);
  }
}

static void a_game_without_settings_returns_none(void **state) {
  (void)state;
  Rules rules = *rules_named("quoridor");
  rules.settings = NULL;
  Game *game = open_as("quoridor", &rules);
  assert_null(game_settings(game, game->first));
  game_close(game);
}

/* The text of a built-in game ends with how its moves are written. */
static void the_notation_is_the_end_of_the_rules(void **state) {
  (void)state;
  for (const Rules *const *r = game_rules; *r; r++) {
    Game *game = game_open((*r)->name, NULL);
    const char *notation = game_notation(game);
    assert_non_null(notation);
    assert_int_equal(strncmp(notation, "Moves: ", 7), 0);
    assert_ptr_equal(strstr(notation + 1, "Moves:"), NULL);
    game_close(game);
  }
  Game *game = game_open("quoridor", NULL);
  game_set_texts(game, NULL, NULL, "No Moves: here.", NULL);
  assert_null(game_notation(game));
  game_set_texts(game, NULL, NULL, "Rules.\nMoves: up.", NULL);
  assert_string_equal(game_notation(game), "Moves: up.");
  game_set_texts(game, NULL, NULL, "Moves: down.", NULL);
  assert_string_equal(game_notation(game), "Moves: down.");
  game_close(game);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(the_notation_is_the_end_of_the_rules),
      cmocka_unit_test(every_game_has_complete_descriptions),
      cmocka_unit_test(every_game_plays_its_own_example),
      cmocka_unit_test(a_line_stops_before_an_illegal_move),
      cmocka_unit_test(a_line_may_have_any_white_space),
      cmocka_unit_test(a_line_with_a_very_long_word_is_refused),
      cmocka_unit_test(an_invalid_edit_changes_nothing),
      cmocka_unit_test(an_empty_edit_changes_nothing),
      cmocka_unit_test(an_edit_recomputes_the_outcome),
      cmocka_unit_test(a_drawing_shows_the_turn_or_the_outcome),
      cmocka_unit_test(an_unknown_game_has_its_own_error_code),
      cmocka_unit_test(a_drawing_may_be_large),
      cmocka_unit_test(lines_of_a_drawing_do_not_end_in_blanks),
      cmocka_unit_test(copies_are_independent),
      cmocka_unit_test(teams_contain_the_seats_of_a_side),
      cmocka_unit_test(the_same_position_has_the_same_bytes_and_hash),
      cmocka_unit_test(different_positions_have_different_hashes),
      cmocka_unit_test(defaults_replace_functions_that_a_game_lacks),
      cmocka_unit_test(a_playout_of_no_plies_changes_nothing),
      cmocka_unit_test(the_same_stream_plays_the_same_game),
      cmocka_unit_test(a_pass_is_legal_only_without_other_moves),
      cmocka_unit_test(borrowed_lists_do_not_overlap),
      cmocka_unit_test(the_settings_of_a_position_restore_it),
      cmocka_unit_test(a_game_without_settings_returns_none),
  };
  return RUN_TESTS(tests);
}
