/* Accessors, descriptions of moves, and game_legal: checked in hand-made
 * positions, and against the list of legal moves along random games. A query is
 * written as the accessor's name and its arguments, with seats numbered from 1:
 * distance_from 1 e3. */
#include "tests/support/support.h"

#include <string.h>

/* ---- queries -------------------------------------------------------------*/

enum { RESULT_TEXT = 4096 };

static const char *one_answer(const Answer *answer, int i, char text[]) {
  switch (answer->type) {
  case ANSWER_NUMBER:
    sprintf(text, "%d", answer->number[i]);
    return text;
  case ANSWER_SEAT:
    sprintf(text, "%d", answer->number[i] + 1);
    return text;
  case ANSWER_FLAG:
    return answer->number[i] ? "true" : "false";
  case ANSWER_WORD:
    return answer->text[i];
  default:
    return "nil";
  }
}

/* Formats an answer as e3, nil or [a1 b2]. */
static void write_answer(const Answer *answer, char text[RESULT_TEXT]) {
  char one[ANSWER_TEXT];
  if (!answer->list) {
    sprintf(text, "%s", one_answer(answer, 0, one));
    return;
  }
  int used = sprintf(text, "[");
  assert_in_range(answer->count, 0, ANSWERS_MAX);
  for (int i = 0; i < answer->count; i++)
    used +=
        sprintf(text + used, "%s%s", i ? " " : "", one_answer(answer, i, one));
  sprintf(text + used, "]");
}

/* Calls the accessor `name` with its arguments given as text. */
static bool ask_with(const Table *table, const char *name,
                     const char *const texts[ARGS_MAX], Answer *answer,
                     Error *error) {
  const Accessor *accessor =
      accessors_find(table->game->rules->accessors, name);
  if (!accessor)
    fail_msg("%s has no accessor '%s'", table->game->spec, name);
  Arg args[ARGS_MAX] = {{0}};
  for (int i = 0; i < ARGS_MAX; i++)
    if (accessor->args[i] == ARG_SEAT)
      args[i].seat = atoi(texts[i]) - 1;
    else
      args[i].text = accessor->args[i] == ARG_NONE ? NULL : texts[i];
  memset(answer, 0xa5, sizeof *answer); /* old contents must not matter */
  return accessor_ask(accessor, table->game, table->state, args, answer, error);
}

static bool ask(const Table *table, const char *query, Answer *answer,
                Error *error) {
  char words[3][32] = {"", "", ""};
  sscanf(query, "%31s %31s %31s", words[0], words[1], words[2]);
  const char *const texts[] = {words[1], words[2]};
  return ask_with(table, words[0], texts, answer, error);
}

static void assert_answer(const Table *table, const char *query,
                          const char *wanted) {
  Answer answer;
  Error error = {0};
  char text[RESULT_TEXT];
  if (!ask(table, query, &answer, &error))
    fail_msg("%s: %s", query, error.message);
  write_answer(&answer, text);
  if (strcmp(text, wanted) != 0)
    fail_msg("%s is '%s', expected '%s'", query, text, wanted);
}

typedef struct Query {
  const char *query, *answer;
} Query;

static void assert_answers(const char *spec, const char *settings,
                           const Query *queries, size_t count) {
  Table table = table_set(spec, settings);
  for (size_t i = 0; i < count; i++)
    assert_answer(&table, queries[i].query, queries[i].answer);
  table_clear(&table);
}

#define ANSWERS(spec, settings, ...)                                           \
  do {                                                                         \
    static const Query queries[] = {__VA_ARGS__};                              \
    assert_answers(spec, settings, queries, COUNT(queries));                   \
  } while (0)

/* The arguments are refused with an error message that contains `message`. */
static void assert_refuses(const Table *table, const char *name,
                           const char *first, const char *second,
                           const char *message) {
  Answer answer;
  Error error = {0};
  const char *const texts[] = {first, second};
  if (ask_with(table, name, texts, &answer, &error))
    fail_msg("%s('%s', '%s') was accepted", name, first, second);
  assert_message(&error, message);
  assert_false(ask_with(table, name, texts, &answer, NULL));
}

#define LONG_TEXT                                                              \
  "a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1" \
  "a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1"

static const char *const INVALID_CELLS[] = {
    "",   "a",    "1",   "a0",        "a01",     "a12",    "z1",
    "A1", " a1",  "a1 ", "a1h",       "a1,b2",   "a-1",    "a+1",
    "1a", "\xff", "`1",  "a99999999", LONG_TEXT, "\n\t\r", "a1\n"};

static void assert_refuses_invalid_cells(const char *spec, const char *name,
                                         int which, const char *other,
                                         const char *range) {
  Table table = table_set(spec, "");
  char message[64];
  sprintf(message, "is not a cell of the board (a1 to %s)", range);
  for (size_t i = 0; i < COUNT(INVALID_CELLS); i++)
    assert_refuses(&table, name, which ? other : INVALID_CELLS[i],
                   which ? INVALID_CELLS[i] : other, message);
  table_clear(&table);
}

/* ---- Quoridor ------------------------------------------------------------*/

static void quoridor_accessors_describe_the_first_position(void **state) {
  (void)state;
  ANSWERS("quoridor", "", {"pawn 1", "e1"}, {"pawn 2", "e9"},
          {"goal 1", "[a9 b9 c9 d9 e9 f9 g9 h9 i9]"},
          {"goal 2", "[a1 b1 c1 d1 e1 f1 g1 h1 i1]"}, {"walls_left 1", "10"},
          {"walls_left 2", "10"}, {"distance 1", "8"}, {"distance 2", "8"},
          {"distance_from 1 a9", "0"}, {"distance_from 1 i1", "8"},
          {"distance_from 2 i3", "2"}, {"path 1", "[e2 e3 e4 e5 e6 e7 e8 e9]"},
          {"path 2", "[e8 e7 e6 e5 e4 e3 e2 e1]"}, {"wall_at e3h", "false"},
          {"wall_at h8v", "false"}, {"walls", "[]"},
          {"neighbours e5", "[e6 f5 e4 d5]"}, {"neighbours a1", "[a2 b1]"},
          {"neighbours i9", "[i8 h9]"}, {"neighbours a9", "[b9 a8]"},
          {"steps", "[d1 f1 e2]"});
}

static void quoridor_accessors_work_for_four_seats(void **state) {
  (void)state;
  ANSWERS("quoridor:players=4", "hand3=2", {"pawn 2", "a5"}, {"pawn 4", "i5"},
          {"goal 2", "[i1 i2 i3 i4 i5 i6 i7 i8 i9]"},
          {"goal 4", "[a1 a2 a3 a4 a5 a6 a7 a8 a9]"}, {"walls_left 3", "2"},
          {"walls_left 4", "5"}, {"path 2", "[b5 c5 d5 e5 f5 g5 h5 i5]"},
          {"path 4", "[h5 g5 f5 e5 d5 c5 b5 a5]"}, {"distance_from 4 c9", "2"});
}

/* "above e3 and f3 (between rows 3 and 4)"; "to the right of e3 and e4 (between
 * columns e and f)". */
static void quoridor_walls_block_neighbours(void **state) {
  (void)state;
  ANSWERS("quoridor", "walls=e3h,d5v,a1v", {"walls", "[a1v e3h d5v]"},
          {"wall_at e3h", "true"}, {"wall_at e3v", "false"},
          {"wall_at f3h", "false"}, {"wall_at d3h", "false"},
          {"wall_at d5v", "true"}, {"wall_at d6v", "false"},
          {"neighbours e3", "[f3 e2 d3]"}, {"neighbours f3", "[g3 f2 e3]"},
          {"neighbours g3", "[g4 h3 g2 f3]"}, {"neighbours e4", "[e5 f4 d4]"},
          {"neighbours d5", "[d6 d4 c5]"}, {"neighbours e6", "[e7 f6 e5]"},
          {"neighbours a1", "[a2]"}, {"neighbours b2", "[b3 c2 b1]"});
}

/* Of several shortest paths, the one that goes north first, then east, south
 * and west is returned. */
static void quoridor_paths_go_around_walls(void **state) {
  (void)state;
  ANSWERS("quoridor", "walls=e3h", {"distance 1", "9"}, {"distance 2", "9"},
          {"path 1", "[e2 e3 d3 d4 d5 d6 d7 d8 d9]"},
          {"distance_from 1 f3", "7"}, {"distance_from 1 f4", "5"});
  ANSWERS("quoridor", "pawn1=f3 walls=d3h,g3h,e4v,f4v,f5h", {"distance 1", "9"},
          {"distance_from 1 f4", "10"}, {"distance_from 1 f5", "11"},
          {"path 1", "[g3 h3 i3 i4 i5 i6 i7 i8 i9]"});
  ANSWERS("quoridor", "walls=g8v,h7h", {"distance_from 2 h8", "nil"},
          {"distance_from 2 i9", "nil"}, {"distance_from 1 h8", "1"},
          {"distance_from 2 g8", "7"}, {"neighbours h8", "[h9 i8]"});
  ANSWERS("quoridor", "pawn1=e7 pawn2=e8", {"distance 1", "2"},
          {"path 1", "[e8 e9]"});
}

static void quoridor_steps_include_jumps(void **state) {
  (void)state;
  ANSWERS("quoridor", "pawn1=e4 pawn2=e5", {"steps", "[e3 d4 f4 e6]"});
  ANSWERS("quoridor", "pawn1=e4 pawn2=e5 walls=e5h",
          {"steps", "[e3 d4 f4 d5 f5]"});
  ANSWERS("quoridor", "pawn1=e4 pawn2=e5 seat=2", {"steps", "[e3 d5 f5 e6]"});
  ANSWERS("quoridor", "pawn1=e9 pawn2=e5", {"steps", "[]"}, {"path 1", "[]"},
          {"distance 1", "0"}, {"path 2", "[e4 e3 e2 e1]"});
}

static void quoridor_accessors_work_on_the_largest_board(void **state) {
  (void)state;
  ANSWERS("quoridor:size=11", "pawn2=k11 seat=2 walls=j10v,a10h,j1h",
          {"pawn 2", "k11"}, {"steps", "[k10]"}, {"neighbours k11", "[k10]"},
          {"walls", "[j1h a10h j10v]"}, {"wall_at j10v", "true"},
          {"distance 2", "12"},
          {"path 2", "[k10 k9 k8 k7 k6 k5 k4 k3 k2 j2 i2 i1]"});
}

static void quoridor_refuses_wrong_arguments(void **state) {
  (void)state;
  static const char *const INVALID_WALLS[] = {
      "",     "e3",  "h",   "e9h",     "i3v", "i9h",  "e3x",
      "e3hh", "e3H", "E3h", "e3 h",    "3eh", "e10h", "e3v ",
      "k11h", "\n",  "z1h", LONG_TEXT, "e0h", "e3vh"};
  assert_refuses_invalid_cells("quoridor", "neighbours", 0, "", "i9");
  assert_refuses_invalid_cells("quoridor", "distance_from", 1, "1", "i9");
  assert_refuses_invalid_cells("quoridor:size=11", "neighbours", 0, "", "k11");
  Table table = table_set("quoridor", "");
  assert_refuses(&table, "neighbours", "z9", "",
                 "'z9' is not a cell of the board (a1 to i9)");
  for (size_t i = 0; i < COUNT(INVALID_WALLS); i++)
    assert_refuses(&table, "wall_at", INVALID_WALLS[i], "",
                   "is not a wall: w"); /* "write …" or "walls run from …" */
  table_clear(&table);
  table = table_set("quoridor:size=11", "");
  assert_refuses(&table, "wall_at", "k11h", "", "'k11h' is not a wall");
  assert_refuses(&table, "wall_at", "k11v", "", "'k11v' is not a wall");
  table_clear(&table);
}

/* ---- Dorix ---------------------------------------------------------------*/

static void dorix_accessors_describe_the_first_position(void **state) {
  (void)state;
  ANSWERS("dorix", "", {"height a1", "0"}, {"owner a1", "nil"},
          {"pile a1", "[]"}, {"hand 1", "15"}, {"hand 2", "15"},
          {"controlled 1", "[]"}, {"neighbours a1", "[b1 a2]"},
          {"neighbours b2", "[b1 a2 c2 b3]"}, {"neighbours d4", "[d3 c4]"},
          {"neighbours d1", "[c1 d2]"}, {"rising", "[a1 b2 c3 d4]"},
          {"falling", "[a4 b3 c2 d1]"}, {"lower a1", "[]"});
  ANSWERS("dorix:size=3,players=3", "", {"rising", "[a1 b2 c3]"},
          {"falling", "[a3 b2 c1]"}, {"neighbours c3", "[c2 b3]"},
          {"hand 3", "12"});
  ANSWERS("dorix:size=6", "", {"rising", "[a1 b2 c3 d4 e5 f6]"},
          {"falling", "[a6 b5 c4 d3 e2 f1]"}, {"neighbours f6", "[f5 e6]"});
}

#define PILES "b2=112 c2=2 a2=11 b3=1121 hand1=5 hand2=6"

/* "Let h be the height of that pile now. The lower neighbours are the
 * orthogonally adjacent piles of height less than h"; "An empty cell is not a
 * pile." */
static void dorix_accessors_describe_piles(void **state) {
  (void)state;
  ANSWERS("dorix", PILES, {"height b2", "3"}, {"height b3", "4"},
          {"owner b2", "2"}, {"owner b3", "1"}, {"owner d4", "nil"},
          {"pile b2", "[1 1 2]"}, {"pile b3", "[1 1 2 1]"}, {"pile c2", "[2]"},
          {"controlled 1", "[a2 b3]"}, {"controlled 2", "[b2 c2]"},
          {"hand 1", "5"}, {"hand 2", "6"}, {"lower b2", "[a2 c2]"},
          {"lower c2", "[]"}, {"lower b3", "[b2]"}, {"lower a2", "[]"},
          {"lower b1", "[]"}, {"lower d4", "[]"});
  ANSWERS("dorix", "a1=1 b1=1 a2=22 hand1=5 hand2=5", {"lower a1", "[b1]"},
          {"lower b1", "[a1]"}, {"lower a2", "[a1]"});
  ANSWERS("dorix", PILES " seat=2", {"lower b2", "[a2 c2]"},
          {"lower b3", "[b2]"});
  ANSWERS("dorix:empty_cells_receive=true", PILES, {"lower c2", "[c1 d2 c3]"},
          {"lower b2", "[b1 a2 c2]"}, {"lower b1", "[]"});
  ANSWERS("dorix:players=3", "a1=123 hand1=11 hand2=11 hand3=11",
          {"owner a1", "3"}, {"pile a1", "[1 2 3]"}, {"controlled 3", "[a1]"});
  ANSWERS("dorix", "a1=1 b2=1 c3=1 d4=1 hand1=11",
          {"controlled 1", "[a1 b2 c3 d4]"}, {"owner d4", "1"},
          {"lower a1", "[]"});
}

/* All pawns of the largest game on one pile: the longest answer possible. */
static void dorix_accessors_describe_the_highest_pile(void **state) {
  (void)state;
  char settings[256] = "hand1=0 hand2=0 hand3=0 hand4=0 f6=";
  char wanted[RESULT_TEXT] = "[";
  int left[] = {40, 40, 40, 40};
  for (int i = 0; i < 160; i++) {
    int seat = i / 7 % 4;
    while (left[seat] == 0)
      seat = (seat + 1) % 4;
    left[seat]--;
    sprintf(settings + strlen(settings), "%d", seat + 1);
    sprintf(wanted + strlen(wanted), "%s%d", i ? " " : "", seat + 1);
  }
  strcat(wanted, "]");
  Table table = table_set("dorix:players=4,pawns=40,size=6", settings);
  assert_answer(&table, "pile f6", wanted);
  assert_answer(&table, "height f6", "160");
  assert_answer(&table, "lower f6", "[]");
  table_clear(&table);
}

static void dorix_refuses_wrong_arguments(void **state) {
  (void)state;
  static const char *const NAMES[] = {"height", "owner", "pile", "neighbours",
                                      "lower"};
  for (size_t i = 0; i < COUNT(NAMES); i++) {
    assert_refuses_invalid_cells("dorix", NAMES[i], 0, "", "d4");
    assert_refuses_invalid_cells("dorix:size=6", NAMES[i], 0, "", "f6");
  }
  Table table = table_set("dorix:size=3", "");
  assert_refuses(&table, "height", "d1", "",
                 "'d1' is not a cell of the board (a1 to c3)");
  table_clear(&table);
}

/* ---- Tic Tac Doh ---------------------------------------------------------*/

static void tictacdoh_accessors_describe_the_first_position(void **state) {
  (void)state;
  ANSWERS("tictacdoh", "", {"cell c3", ""}, {"counts_as c3", ""},
          {"nested c3", "false"}, {"line", "nil"}, {"takes c3", "SML"},
          {"takes b2", ""}, {"stash S", "5"}, {"stash medium", "5"},
          {"window", "[a1 b1 c1 d1 e1 a2 b2 c2 d2 e2 a3 b3 c3 d3 e3 a4 b4 c4 "
                     "d4 e4 a5 b5 c5 d5 e5]"});
  ANSWERS("tictacdoh:small=1,medium=2,large=0,fixed_grid=true", "",
          {"stash S", "1"}, {"stash small", "1"}, {"stash M", "2"},
          {"stash medium", "2"}, {"stash L", "0"}, {"stash large", "0"},
          {"takes b2", "SM"}, {"takes a1", ""},
          {"window", "[b2 c2 d2 b3 c3 d3 b4 c4 d4]"});
  ANSWERS("tictacdoh:window=4,fixed_grid=true", "", {"takes e5", "SML"},
          {"takes f6", ""},
          {"window", "[b2 c2 d2 e2 b3 c3 d3 e3 b4 c4 d4 e4 b5 c5 d5 e5]"});
  ANSWERS("tictacdoh:window=4", "d4=L e5=S f6=M g7=SML", {"cell g7", "SML"},
          {"nested g7", "true"}, {"counts_as g7", "L"}, {"takes g6", "SML"},
          {"takes d7", ""}, {"takes c3", ""},
          {"window", "[d4 e4 f4 g4 d5 e5 f5 g5 d6 e6 f6 g6 d7 e7 f7 g7]"});
}

/* "A stack counts as every size in it; a nest counts only as its outermost
 * (largest) piece." */
static void tictacdoh_stacks_and_nests_count_differently(void **state) {
  (void)state;
  static const struct {
    const char *held, *counts_as, *nested, *takes;
  } cases[] = {
      {"S", "S", "false", "M"},   {"M", "M", "false", "SL"},
      {"L", "L", "false", "M"},   {"MS", "SM", "false", ""},
      {"LM", "ML", "false", "S"}, {"LMS", "SML", "false", ""},
      {"SM", "M", "true", "L"},   {"ML", "L", "true", ""},
      {"SML", "L", "true", ""},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    char settings[32];
    sprintf(settings, "c3=%s", cases[i].held);
    Table table = table_set("tictacdoh", settings);
    assert_answer(&table, "cell c3", cases[i].held);
    assert_answer(&table, "counts_as c3", cases[i].counts_as);
    assert_answer(&table, "nested c3", cases[i].nested);
    assert_answer(&table, "takes c3", cases[i].takes);
    table_clear(&table);
  }
}

static void tictacdoh_takes_lists_the_sizes_a_square_accepts(void **state) {
  (void)state;
  ANSWERS("tictacdoh", "c3=LM b2=SML d4=M", {"takes c3", "S"}, {"takes b2", ""},
          {"takes d4", "SL"}, {"takes c4", "SML"}, {"takes a1", ""},
          {"line", "nil"}, {"counts_as b2", "L"},
          {"window", "[b2 c2 d2 b3 c3 d3 b4 c4 d4]"});
  ANSWERS("tictacdoh", "c3=LM b2=SML d4=M small=0", {"takes c3", ""},
          {"takes d4", "L"}, {"takes c4", "ML"}, {"stash S", "0"});
  ANSWERS("tictacdoh", "c3=L b2=M",
          {"window", "[a1 b1 c1 d1 a2 b2 c2 d2 a3 b3 c3 d3 a4 b4 c4 d4]"},
          {"takes a3", "SML"}, {"takes e3", ""}, {"takes a4", ""});
}

static void tictacdoh_line_is_the_winning_line(void **state) {
  (void)state;
  ANSWERS("tictacdoh", "c3=LM b2=SM d4=M", {"line", "[b2 c3 d4]"},
          {"cell b2", "SM"}, {"nested b2", "true"}, {"nested c3", "false"},
          {"counts_as c3", "ML"}, {"counts_as b2", "M"}, {"takes d4", ""},
          {"takes c4", ""});
  ANSWERS("tictacdoh", "c3=L d2=L b4=L", {"line", "[d2 c3 b4]"});
  ANSWERS("tictacdoh", "c3=M c4=M c5=M", {"line", "[c3 c4 c5]"});
  ANSWERS("tictacdoh", "c3=S d3=S e3=S", {"line", "[c3 d3 e3]"});
  ANSWERS("tictacdoh", "c3=M b2=LMS c2=LMS d2=LMS", {"line", "[b2 c2 d2]"});
  ANSWERS("tictacdoh", "c3=M b2=S c2=S d2=S b3=S b4=S", {"line", "[b2 c2 d2]"});
  ANSWERS("tictacdoh", "c3=M b2=L c2=L d2=L b4=S c4=S d4=S",
          {"line", "[b4 c4 d4]"});
}

static void tictacdoh_lines_can_have_four_cells(void **state) {
  (void)state;
  ANSWERS("tictacdoh:window=4", "d4=L e4=LM f4=M g4=SM",
          {"line", "[e4 f4 g4]"});
  ANSWERS("tictacdoh:window=4,line_length=4", "d4=LM e4=LM f4=M g4=SM",
          {"line", "[d4 e4 f4 g4]"});
  ANSWERS("tictacdoh:window=4,line_length=4", "d4=L c5=L b6=L a7=L",
          {"line", "[d4 c5 b6 a7]"});
  ANSWERS("tictacdoh:window=4,line_length=4", "d4=L e4=L f4=L",
          {"line", "nil"});
}

static void tictacdoh_refuses_wrong_arguments(void **state) {
  (void)state;
  static const char *const INVALID_SIZES[] = {
      "",      " ",    "s",      "SM", "SML", "huge",
      "Small", "smal", "smalls", "X",  "\n",  LONG_TEXT};
  static const char *const NAMES[] = {"cell", "counts_as", "nested", "takes"};
  for (size_t i = 0; i < COUNT(NAMES); i++)
    assert_refuses_invalid_cells("tictacdoh", NAMES[i], 0, "", "e5");
  Table wide = table_set("tictacdoh:window=4", "");
  assert_refuses(&wide, "cell", "h1", "", "g7");
  table_clear(&wide);
  Table table = table_set("tictacdoh", "");
  for (size_t i = 0; i < COUNT(INVALID_SIZES); i++)
    assert_refuses(&table, "stash", INVALID_SIZES[i], "",
                   "is not a size: S, M or L");
  assert_refuses(&table, "stash", "huge", "", "'huge' is not");
  assert_refuses(&table, "cell", "f1", "", "'f1' is not");
  table_clear(&table);
}

/* ---- Orbital -------------------------------------------------------------*/

#define ALL_BUT_A1 "b1 c1 d1 a2 b2 c2 d2 a3 b3 c3 d3 a4 b4 c4 d4"

static void orbital_accessors_describe_the_first_position(void **state) {
  (void)state;
  ANSWERS("orbital:antennas=2", "bases1=3", {"tower a1", ""},
          {"piece a1 base", "nil"}, {"direction a1", "nil"},
          {"tower_owner a1", "nil"}, {"hand 1 base", "3"}, {"hand 1 B", "3"},
          {"hand 2 B", "6"}, {"hand 2 thruster", "6"}, {"hand 2 T", "6"},
          {"hand 1 antenna", "2"}, {"hand 1 A", "2"}, {"towers_won 1", "0"},
          {"constraint", "nil"}, {"open_cells", "[a1 " ALL_BUT_A1 "]"});
}

static void orbital_accessors_describe_towers(void **state) {
  (void)state;
  ANSWERS("orbital", "b2=B1T2nA1 c3=T1e a1=B2T1eA2 d4=A2 seat=2 after=Tc3e",
          {"tower b2", "B1T2nA1"}, {"tower c3", "T1e"}, {"tower d4", "A2"},
          {"tower a1", "B2T1eA2"}, {"tower d1", ""}, {"piece b2 base", "1"},
          {"piece b2 thruster", "2"}, {"piece b2 T", "2"},
          {"piece b2 antenna", "1"}, {"piece b2 A", "1"},
          {"piece c3 base", "nil"}, {"piece d4 A", "2"}, {"piece d4 T", "nil"},
          {"direction b2", "n"}, {"direction c3", "e"}, {"direction d4", "nil"},
          {"tower_owner b2", "1"}, {"tower_owner a1", "2"},
          {"tower_owner c3", "nil"}, {"tower_owner d1", "nil"},
          {"towers_won 1", "1"}, {"towers_won 2", "1"}, {"constraint", "[d3]"},
          {"open_cells", "[d3]"});
  ANSWERS("orbital:size=5", "e5=T1s e1=T2w", {"direction e5", "s"},
          {"direction e1", "w"}, {"tower e5", "T1s"});
}

/* "on one of the cells orthogonally adjacent to it"; "on one of the cells ahead
 * of its tip"; "on that same cell"; "you may play on any cell instead. If you
 * have none anywhere, you pass." */
static void orbital_constraint_depends_on_the_last_piece(void **state) {
  (void)state;
  ANSWERS("orbital", "b2=B1 seat=2 after=Bb2", {"constraint", "[b1 a2 c2 b3]"},
          {"open_cells", "[b1 a2 c2 b3]"});
  ANSWERS("orbital", "a1=A1 seat=2 after=Aa1", {"constraint", "[a1]"},
          {"open_cells", "[a1]"});
  ANSWERS("orbital", "a2=T1e c2=B1T2nA1 seat=2 after=Ta2e",
          {"constraint", "[b2 c2 d2]"}, {"open_cells", "[b2 d2]"});
  ANSWERS("orbital:thruster_reach=line", "b2=T1e seat=2 after=Tb2e",
          {"constraint", "[a2 c2 d2]"});
  ANSWERS("orbital", "a1=B1T2nA1 b1=B2 seat=2 after=Aa1", {"constraint", "nil"},
          {"open_cells", "[" ALL_BUT_A1 "]"});
  ANSWERS("orbital:fallback=empty", "a1=B1T2nA1 b1=B2 seat=2 after=Aa1",
          {"constraint", "nil"},
          {"open_cells", "[c1 d1 a2 b2 c2 d2 a3 b3 c3 d3 a4 b4 c4 d4]"});
  ANSWERS("orbital", "b2=B1 seat=2 after=Bb2 bases2=0 thrusters2=0 antennas2=0",
          {"constraint", "nil"}, {"open_cells", "[]"}, {"hand 2 base", "0"});
  ANSWERS("orbital:towers_to_win=1", "b2=B1T2nA1 seat=2 after=Bb2",
          {"constraint", "nil"}, {"open_cells", "[]"}, {"tower_owner b2", "1"},
          {"towers_won 1", "1"});
}

static void orbital_refuses_wrong_arguments(void **state) {
  (void)state;
  static const char *const INVALID_KINDS[] = {
      "", " ", "b", "bases", "Base", "BT", "huge", "bas", "\n", LONG_TEXT};
  static const char *const NAMES[] = {"tower", "direction", "tower_owner"};
  for (size_t i = 0; i < COUNT(NAMES); i++)
    assert_refuses_invalid_cells("orbital", NAMES[i], 0, "", "d4");
  assert_refuses_invalid_cells("orbital:size=5", "piece", 0, "base", "e5");
  Table table = table_set("orbital", "");
  for (size_t i = 0; i < COUNT(INVALID_KINDS); i++) {
    assert_refuses(&table, "piece", "a1", INVALID_KINDS[i],
                   "is not a kind: base, thruster or antenna");
    assert_refuses(&table, "hand", "1", INVALID_KINDS[i], "is not a kind");
  }
  assert_refuses(&table, "piece", "e1", "base", "'e1' is not a cell");
  assert_refuses(&table, "piece", "a1", "huge", "'huge' is not a kind");
  table_clear(&table);
}

/* ---- descriptions of moves -----------------------------------------------*/

/* Formats the parts of a move as kind=place to=b2 receivers=[c2 b3]. */
static void write_parts(const Parts *parts, char *text) {
  *text = '\0';
  for (int i = 0; i < parts->count; i++) {
    const Part *part = &parts->part[i];
    text += sprintf(text, "%s%s=%s", i ? " " : "", part->key,
                    part->list ? "[" : "");
    if (!part->list)
      assert_int_equal(part->count, 1);
    for (int j = 0; j < part->count; j++)
      text += sprintf(text, "%s%s", j ? " " : "", part->text[j]);
    text += sprintf(text, "%s", part->list ? "]" : "");
  }
}

static void descriptions_list_the_parts_of_a_move(void **state) {
  (void)state;
  static const struct {
    const char *spec, *settings, *move, *parts;
  } cases[] = {
      {"quoridor", "", "e2", "kind=pawn to=e2"},
      {"quoridor", "", "e3h", "kind=wall at=e3 orientation=h"},
      {"quoridor", "", "d5v", "kind=wall at=d5 orientation=v"},
      {"quoridor:size=11", "", "j10v", "kind=wall at=j10 orientation=v"},
      {"quoridor:size=11", "pawn1=k10", "k11", "kind=pawn to=k11"},
      {"quoridor", "pawn1=e4 pawn2=e5", "e6", "kind=pawn to=e6"},
      {"dorix", "", "b2", "kind=place to=b2 receivers=[]"},
      {"dorix", "b2=1 c2=2 b3=2 hand1=5 hand2=5", "b2>c2,b3",
       "kind=place to=b2 receivers=[c2 b3]"},
      {"dorix", "b2=1 c2=2 b3=2 hand1=5 hand2=5", "b2>b3,c2",
       "kind=place to=b2 receivers=[c2 b3]"},
      {"dorix", "b2=21 a2=1 c2=2 b3=2 hand1=5 hand2=5", "b2>a2,b3,c2",
       "kind=place to=b2 receivers=[a2 b3 c2]"},
      {"dorix", "b2=2121 a2=1 c2=2 b3=2 b1=2 hand1=5 hand2=5", "b2>a2,b3,c2,b1",
       "kind=place to=b2 receivers=[b1 a2 c2 b3]"},
      {"dorix", "a1=1 b2=1 hand1=0", "a1-b2",
       "kind=move from=a1 to=b2 receivers=[]"},
      {"dorix", "a1=1 b2=1 c2=2 hand1=0 hand2=5", "a1-b2>c2",
       "kind=move from=a1 to=b2 receivers=[c2]"},
      {"tictacdoh", "", "Sc3", "kind=lay size=S to=c3 placement=empty"},
      {"tictacdoh", "c3=S", "Mb2", "kind=lay size=M to=b2 placement=empty"},
      {"tictacdoh", "c3=L", "Mc3", "kind=lay size=M to=c3 placement=stack"},
      {"tictacdoh", "c3=M", "Sc3", "kind=lay size=S to=c3 placement=stack"},
      {"tictacdoh", "c3=LM", "Sc3", "kind=lay size=S to=c3 placement=stack"},
      {"tictacdoh", "c3=S", "Mc3", "kind=lay size=M to=c3 placement=nest"},
      {"tictacdoh", "c3=M", "Lc3", "kind=lay size=L to=c3 placement=nest"},
      {"tictacdoh", "c3=SM", "Lc3", "kind=lay size=L to=c3 placement=nest"},
      {"tictacdoh:window=4", "d4=M e5=L", "Me5",
       "kind=lay size=M to=e5 placement=stack"},
      {"tictacdoh:window=4", "d4=M e5=L", "Ld4",
       "kind=lay size=L to=d4 placement=nest"},
      {"orbital", "", "Ba1", "kind=lay piece=base to=a1"},
      {"orbital", "", "Ad4", "kind=lay piece=antenna to=d4"},
      {"orbital", "", "Tb2n", "kind=lay piece=thruster to=b2 direction=n"},
      {"orbital:size=5", "", "Te5w",
       "kind=lay piece=thruster to=e5 direction=w"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    Table table = table_set(cases[i].spec, cases[i].settings);
    Move move;
    Error error = {0};
    Parts parts = {0};
    char text[RESULT_TEXT];
    if (!game_parse(table.game, table.state, cases[i].move, &move, &error))
      fail_msg("%s", error.message);
    game_describe(table.game, table.state, move, &parts);
    write_parts(&parts, text);
    assert_string_equal(text, cases[i].parts);
    table_clear(&table);
  }
}

/* ---- along random games --------------------------------------------------*/

/* A random game under random options. */
typedef struct Walk {
  Table table;
  Rng rng;
} Walk;

static bool walk_begin(Walk *walk, const char *name, uint64_t index) {
  char spec[SPEC_TEXT];
  rng_seed(&walk->rng, 11, index);
  draw_spec(rules_named(name), 50, &walk->rng, spec);
  Game *game = game_open(spec, NULL); /* NULL for an invalid combination */
  if (!game)
    return false;
  walk->table = (Table){game, game_start(game)};
  assert_non_null(walk->table.state);
  return true;
}

/* Calls `check` in each position of random games, including the last. */
static void walk_through(const char *name, int games, int plies,
                         void (*check)(Walk *walk)) {
  for (int i = 0; i < games; i++) {
    Walk walk;
    if (!walk_begin(&walk, name, (uint64_t)i))
      continue;
    const Table *t = &walk.table;
    for (int ply = 0; ply < plies; ply++) {
      check(&walk);
      if (t->state->outcome != PLAYING)
        break;
      game_play(t->game, t->state,
                game_random_move(t->game, t->state, &walk.rng));
    }
    table_clear(&walk.table);
  }
}

static int compare_moves(const void *a, const void *b) {
  Move x = *(const Move *)a, y = *(const Move *)b;
  return (x > y) - (x < y);
}

/* The legal moves in ascending order, for binary search. */
typedef struct List {
  Move *moves;
  size_t count;
} List;

static List list_moves(const Table *t) {
  List list = {calloc((size_t)t->game->max_moves, sizeof(Move)), 0};
  assert_non_null(list.moves);
  list.count = (size_t)game_moves(t->game, t->state, list.moves);
  qsort(list.moves, list.count, sizeof(Move), compare_moves);
  return list;
}

static void assert_legal_if_listed(const Table *t, const List *list,
                                   Move move) {
  bool listed = list->count && bsearch(&move, list->moves, list->count,
                                       sizeof move, compare_moves);
  if (game_legal(t->game, t->state, move) != listed)
    fail_msg("%s: game_legal is wrong for %u, which is %slisted", t->game->spec,
             move, listed ? "" : "not ");
}

static void check_legal(Walk *walk) {
  enum { SMALL_NUMBERS = 1024, RANDOM_NUMBERS = 100 };
  const Table *t = &walk->table;
  assert_non_null(t->game->rules->legal);
  List list = list_moves(t);
  for (size_t i = 0; i < list.count; i++) {
    Move move = list.moves[i];
    assert_legal_if_listed(t, &list, move);
    for (int bit = 0; bit < 32; bit++)
      assert_legal_if_listed(t, &list, move ^ (Move)1 << bit);
    assert_legal_if_listed(t, &list, move + 1);
    assert_legal_if_listed(t, &list, move - 1);
    assert_legal_if_listed(t, &list, move | 0xff000000u);
  }
  for (Move move = 0; move < SMALL_NUMBERS; move++)
    assert_legal_if_listed(t, &list, move);
  Rng rng = walk->rng;
  for (int i = 0; i < RANDOM_NUMBERS; i++) {
    Move number = (Move)rng_next(&rng);
    for (int bits = 0; bits < 32; bits += 4)
      assert_legal_if_listed(t, &list, number >> bits);
  }
  assert_legal_if_listed(t, &list, MOVE_PASS);
  assert_legal_if_listed(t, &list, MOVE_PASS - 1);
  free(list.moves);
}

static void exactly_the_listed_numbers_are_legal(void **state) {
  (void)state;
  walk_through("quoridor", 25, 40, check_legal);
  walk_through("dorix", 40, 60, check_legal);
  walk_through("tictacdoh", 60, 30, check_legal);
  walk_through("orbital", 60, 80, check_legal);
}

/* Tries every number below 2^24, which covers the moves of all games except a
 * pass. */
static void no_other_number_is_legal(void **state) {
  (void)state;
  static const char *const cases[][2] = {
      {"dorix", "b2=2121 a2=1 c2=2 b3=2 b1=2 hand1=5 hand2=5"},
      {"dorix:return_to_source=true", "b2=2121 a2=1 c2=2 b3=22 b1=2 hand1=0"
                                      " hand2=5"},
      {"quoridor", "walls=g8v,a1v"},
      {"tictacdoh", "c3=LM b2=M"},
      {"orbital", "a2=T1e c2=B1T2nA1 seat=2 after=Ta2e"},
  };
  for (size_t i = 0; i < COUNT(cases); i++) {
    Table t = table_set(cases[i][0], cases[i][1]);
    int legal = 0;
    for (Move move = 0; move < 1 << 24; move++)
      legal += game_legal(t.game, t.state, move);
    assert_int_equal(legal, game_count(t.game, t.state));
    table_clear(&t);
  }
}

/* ---- distances in Quoridor, compared with a search over neighbours() -----*/

enum { CELLS = 121, FAR = 999 };

static int index_of(const char *cell) {
  return (cell[0] - 'a') * 11 + atoi(cell + 1) - 1;
}

static void name_cell(int cell_index, char cell[16]) {
  sprintf(cell, "%c%d", 'a' + cell_index / 11, cell_index % 11 + 1);
}

/* The neighbours of a cell, by the accessor. */
static int neighbours_of(const Table *t, int cell_index, int next[4]) {
  Answer answer;
  char cell[16];
  name_cell(cell_index, cell);
  const char *const args[] = {cell, ""};
  assert_true(ask_with(t, "neighbours", args, &answer, NULL));
  assert_in_range(answer.count, 0, 4);
  for (int i = 0; i < answer.count; i++)
    next[i] = index_of(answer.text[i]);
  return answer.count;
}

static int option_of(const Table *t, const char *name) {
  const Option *table = t->game->rules->options;
  return t->game->option[options_find(table, name) - table];
}

static bool is_on_board(const Table *t, int cell_index) {
  return cell_index / 11 < option_of(t, "columns") &&
         cell_index % 11 < option_of(t, "rows");
}

/* Computes the distance of every cell from the goal line by relaxation
 * (Bellman–Ford): one more than that of the nearest neighbour, repeated until
 * nothing changes. */
static void measure(const Table *t, const char *seat, int distance[CELLS]) {
  Answer goal;
  const char *const args[] = {seat, ""};
  int next[CELLS][4], count[CELLS] = {0};
  assert_true(ask_with(t, "goal", args, &goal, NULL));
  for (int cell_index = 0; cell_index < CELLS; cell_index++) {
    distance[cell_index] = FAR;
    if (is_on_board(t, cell_index))
      count[cell_index] = neighbours_of(t, cell_index, next[cell_index]);
  }
  for (int i = 0; i < goal.count; i++)
    distance[index_of(goal.text[i])] = 0;
  for (bool changed = true; changed;) {
    changed = false;
    for (int cell_index = 0; cell_index < CELLS; cell_index++)
      for (int i = 0; i < count[cell_index]; i++)
        if (distance[next[cell_index][i]] + 1 < distance[cell_index]) {
          distance[cell_index] = distance[next[cell_index][i]] + 1;
          changed = true;
        }
  }
}

/* Each step of path() goes to the first neighbour that is closer to the goal.
 */
static void check_path(const Table *t, const char *seat,
                       const int distance[CELLS]) {
  Answer pawn, path;
  const char *const args[] = {seat, ""};
  assert_true(ask_with(t, "pawn", args, &pawn, NULL));
  assert_true(ask_with(t, "path", args, &path, NULL));
  int at = index_of(pawn.text[0]);
  assert_int_equal(path.count, distance[at]);
  for (int i = 0; i < path.count; i++) {
    int next[4], n = neighbours_of(t, at, next), closer = 0;
    while (closer < n && distance[next[closer]] != distance[at] - 1)
      closer++;
    assert_true(closer < n);
    at = index_of(path.text[i]);
    assert_int_equal(at, next[closer]);
  }
  assert_int_equal(distance[at], 0);
}

static void check_distances(Walk *walk) {
  const Table *t = &walk->table;
  int distance[CELLS];
  for (int s = 0; s < t->game->seats; s++) {
    char seat[16];
    sprintf(seat, "%d", s + 1);
    measure(t, seat, distance);
    check_path(t, seat, distance);
    for (int cell_index = 0; cell_index < CELLS; cell_index++) {
      if (!is_on_board(t, cell_index))
        continue;
      char query[64], wanted[16], cell[16];
      name_cell(cell_index, cell);
      sprintf(query, "distance_from %s %s", seat, cell);
      sprintf(wanted, "%d", distance[cell_index]);
      assert_answer(t, query, distance[cell_index] == FAR ? "nil" : wanted);
    }
  }
}

static void quoridor_distances_agree_with_a_plain_search(void **state) {
  (void)state;
  walk_through("quoridor", 25, 40, check_distances);
}

/* ---- answers compared with the list of moves -----------------------------*/

static bool answer_has(const Answer *answer, const char *text) {
  for (int i = 0; i < answer->count; i++)
    if (strcmp(answer->text[i], text) == 0)
      return true;
  return false;
}

/* The cells in the answer to `query` are exactly the destinations (key `to`) of
 * the legal moves of this kind; NULL stands for all kinds. */
static void check_cells(const Table *t, const char *query, const char *kind) {
  Answer answer;
  List list = list_moves(t);
  bool named[ANSWERS_MAX] = {false};
  assert_true(ask(t, query, &answer, NULL));
  for (size_t i = 0; i < list.count && list.moves[i] != MOVE_PASS; i++) {
    Parts parts = {0};
    game_describe(t->game, t->state, list.moves[i], &parts);
    const char *to = NULL;
    for (int j = 1; j < parts.count; j++)
      if (strcmp(parts.part[j].key, "to") == 0)
        to = parts.part[j].text[0];
    if (kind && strcmp(parts.part[0].text[0], kind) != 0)
      continue;
    assert_true(to && answer_has(&answer, to));
    for (int j = 0; j < answer.count; j++)
      named[j] = named[j] || strcmp(answer.text[j], to) == 0;
  }
  for (int j = 0; j < answer.count; j++)
    assert_true(named[j]);
  free(list.moves);
}

static void check_steps(Walk *walk) {
  check_cells(&walk->table, "steps", "pawn");
}

static void check_open_cells(Walk *walk) {
  check_cells(&walk->table, "open_cells", NULL);
}

static void check_takes(Walk *walk) {
  Answer answer;
  int side = ask(&walk->table, "cell g7", &answer, NULL) ? 7 : 5;
  for (int i = 0; i < side * side; i++)
    for (const char *size = "SML"; *size; size++) {
      char query[64], move[32];
      sprintf(move, "%c%c%d", *size, 'a' + i % side, i / side + 1);
      sprintf(query, "takes %s", move + 1);
      assert_true(ask(&walk->table, query, &answer, NULL));
      assert_int_equal(strchr(answer.text[0], *size) != NULL,
                       table_lists(&walk->table, move));
    }
}

static void answers_agree_with_the_legal_moves(void **state) {
  (void)state;
  walk_through("quoridor", 40, 60, check_steps);
  walk_through("orbital", 60, 80, check_open_cells);
  walk_through("tictacdoh", 20, 30, check_takes);
}

/* Calls every accessor with valid and invalid arguments. */
static void check_everything(Walk *walk) {
  static const char *const TEXTS[] = {"a1", "c3",   "d2", "S",       "T",
                                      "",   "base", "z9", LONG_TEXT, "b2h"};
  const Table *t = &walk->table;
  for (const Accessor *a = t->game->rules->accessors; a->name; a++)
    for (size_t i = 0; i < COUNT(TEXTS); i++)
      for (size_t j = 0; j < (a->args[1] ? COUNT(TEXTS) : 1); j++) {
        Answer answer;
        Error error = {0};
        char text[RESULT_TEXT];
        char seat[16];
        sprintf(seat, "%d", (int)i % t->game->seats + 1);
        const char *const args[] = {a->args[0] == ARG_SEAT ? seat : TEXTS[i],
                                    TEXTS[j]};
        if (ask_with(t, a->name, args, &answer, &error))
          write_answer(&answer, text);
        else
          assert_non_null(strstr(error.message, "' is not a"));
      }
}

static void every_accessor_answers_or_refuses_in_every_position(void **state) {
  (void)state;
  for (const Rules *const *r = game_rules; *r; r++)
    walk_through((*r)->name, 10, 60, check_everything);
}

/* `boardlab games` and the documentation are generated from these texts. */
static void every_accessor_is_documented(void **state) {
  (void)state;
  for (const Rules *const *r = game_rules; *r; r++) {
    assert_non_null((*r)->accessors);
    for (const Accessor *a = (*r)->accessors; a->name; a++) {
      assert_ptr_equal(accessors_find((*r)->accessors, a->name), a);
      assert_true(a->help && *a->help && !strchr(a->help, '\n'));
      assert_true(a->returns && *a->returns && a->arg_names && a->query);
      int args = (a->args[0] != ARG_NONE) + (a->args[1] != ARG_NONE);
      int names = *a->arg_names ? strchr(a->arg_names, ',') ? 2 : 1 : 0;
      assert_int_equal(args, names);
    }
    assert_null(accessors_find((*r)->accessors, "nothing"));
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(quoridor_accessors_describe_the_first_position),
      cmocka_unit_test(quoridor_accessors_work_for_four_seats),
      cmocka_unit_test(quoridor_walls_block_neighbours),
      cmocka_unit_test(quoridor_paths_go_around_walls),
      cmocka_unit_test(quoridor_steps_include_jumps),
      cmocka_unit_test(quoridor_accessors_work_on_the_largest_board),
      cmocka_unit_test(quoridor_refuses_wrong_arguments),
      cmocka_unit_test(dorix_accessors_describe_the_first_position),
      cmocka_unit_test(dorix_accessors_describe_piles),
      cmocka_unit_test(dorix_accessors_describe_the_highest_pile),
      cmocka_unit_test(dorix_refuses_wrong_arguments),
      cmocka_unit_test(tictacdoh_accessors_describe_the_first_position),
      cmocka_unit_test(tictacdoh_stacks_and_nests_count_differently),
      cmocka_unit_test(tictacdoh_takes_lists_the_sizes_a_square_accepts),
      cmocka_unit_test(tictacdoh_line_is_the_winning_line),
      cmocka_unit_test(tictacdoh_lines_can_have_four_cells),
      cmocka_unit_test(tictacdoh_refuses_wrong_arguments),
      cmocka_unit_test(orbital_accessors_describe_the_first_position),
      cmocka_unit_test(orbital_accessors_describe_towers),
      cmocka_unit_test(orbital_constraint_depends_on_the_last_piece),
      cmocka_unit_test(orbital_refuses_wrong_arguments),
      cmocka_unit_test(descriptions_list_the_parts_of_a_move),
      cmocka_unit_test(exactly_the_listed_numbers_are_legal),
      cmocka_unit_test(no_other_number_is_legal),
      cmocka_unit_test(quoridor_distances_agree_with_a_plain_search),
      cmocka_unit_test(answers_agree_with_the_legal_moves),
      cmocka_unit_test(every_accessor_answers_or_refuses_in_every_position),
      cmocka_unit_test(every_accessor_is_documented),
  };
  return RUN_TESTS(tests);
}
