/* Tic Tac Doh: accessors and the parts of a move. */
#include "tictacdoh.h"

static bool arg_size(const Arg *arg, int *size, Error *error) {
  for (*size = SMALL; *size <= LARGE; (*size)++) {
    const char letter[] = {TICTACDOH_LETTERS[*size], '\0'};
    if (strcmp(arg->text, TICTACDOH_NAMES[*size]) == 0 ||
        strcmp(arg->text, letter) == 0)
      return true;
  }
  return error_set(error, "'%.60s' is not a size: S, M or L", arg->text);
}

static bool query_cell(const Game *game, const State *state, const Arg args[],
                       Answer *answer, Error *error) {
  (void)error;
  char held[SIZES + 1];
  tictacdoh_write_square(game, (const Position *)state, args[0].cell, held);
  return answer_text(answer, held);
}

static bool query_stash(const Game *game, const State *state, const Arg args[],
                        Answer *answer, Error *error) {
  (void)game;
  int size;
  return arg_size(&args[0], &size, error) &&
         answer_number(answer, ((const Position *)state)->stash[size]);
}

/* Answers with the letters of the sizes whose set in `squares` contains `at`.
 */
static bool answer_sizes(Answer *answer, const Board squares[], int at) {
  char letters[SIZES + 1];
  int n = 0;
  for (int size = SMALL; size <= LARGE; size++)
    if (squares[size] >> at & 1)
      letters[n++] = TICTACDOH_LETTERS[size];
  letters[n] = '\0';
  return answer_text(answer, letters);
}

static bool query_counts_as(const Game *game, const State *state,
                            const Arg args[], Answer *answer, Error *error) {
  (void)error;
  Board squares[BEYOND];
  for (int size = SMALL; size <= LARGE; size++)
    squares[size] =
        squares_counting_as((const Position *)state, size, window_of(game));
  return answer_sizes(answer, squares, args[0].cell);
}

static bool query_takes(const Game *game, const State *state, const Arg args[],
                        Answer *answer, Error *error) {
  const Position *p = (const Position *)state;
  bool playing = state->outcome == PLAYING;
  int window = window_of(game);
  Board squares[BEYOND];
  (void)error;
  for (int size = SMALL; size <= LARGE; size++)
    squares[size] =
        playing ? targets_of(p, size, free_squares(p, window), window) : 0;
  return answer_sizes(answer, squares, args[0].cell);
}

static bool query_nested(const Game *game, const State *state, const Arg args[],
                         Answer *answer, Error *error) {
  (void)error;
  Board nested = board((const Position *)state, NESTED, window_of(game));
  return answer_flag(answer, nested >> args[0].cell & 1);
}

/* Finds a line. From its first square, in the order of squares, a line runs
 * east, north-west, north or north-east. */
static bool find_line(const Game *game, Board b, int *first, int *step) {
  int row = ROW_OF(window_of(game));
  const int steps[] = {1, row - 1, row, row + 1};
  for (uint64_t left = b; left;) {
    *first = bits_take(&left);
    for (int i = 0; i < 4; i++) {
      *step = steps[i];
      if (line_starts(b, *step, game->option[LINE_LENGTH]) >> *first & 1)
        return true;
    }
  }
  return false;
}

static bool query_line(const Game *game, const State *state, const Arg args[],
                       Answer *answer, Error *error) {
  (void)args, (void)error;
  int first, step;
  for (int size = SMALL; size <= LARGE; size++) {
    Board counting =
        squares_counting_as((const Position *)state, size, window_of(game));
    if (!find_line(game, counting, &first, &step))
      continue;
    answer_list(answer, ANSWER_WORD);
    for (int i = 0; i < game->option[LINE_LENGTH]; i++)
      answer_add_cell(answer, game, first + i * step);
    return true;
  }
  return answer_none(answer);
}

static bool query_window(const Game *game, const State *state, const Arg args[],
                         Answer *answer, Error *error) {
  (void)args, (void)error;
  return answer_cells(answer, game,
                      board((const Position *)state, FITTING, window_of(game)));
}

const Accessor tictacdoh_accessors[] = {
    {"cell", .args = {ARG_CELL}, .arg_names = "cell", .returns = "letters",
     .help = "the pieces on a cell in the order laid, as in LM; \"\" if empty",
     .query = query_cell},
    {"stash", .args = {ARG_WORD}, .arg_names = "size",
     .words = "S M L small medium large", .returns = "number",
     .help = "the number of pieces of a size (S, M, L or small, medium, large) "
             "left in the stash",
     .query = query_stash},
    {"counts_as", .args = {ARG_CELL}, .arg_names = "cell", .returns = "letters",
     .help = "the sizes a cell counts as in a line, smallest first; \"\" if "
             "empty",
     .query = query_counts_as},
    {"nested", .args = {ARG_CELL}, .arg_names = "cell",
     .returns = "true or false",
     .help = "whether the pieces on a cell are a nest", .query = query_nested},
    {"line", .arg_names = "", .returns = "list of cells, or nil",
     .help = "the cells of a winning line, of the smallest size that has "
             "one; nil if there is none",
     .query = query_line},
    {"takes", .args = {ARG_CELL}, .arg_names = "cell", .returns = "letters",
     .help = "the sizes that may be placed on a cell now, smallest first; "
             "\"\" if none",
     .query = query_takes},
    {"window", .arg_names = "", .returns = "list of cells",
     .help = "the cells that lie in some window with all the pieces",
     .query = query_window},
    {NULL},
};

static int part_size(const Game *game, const State *state, Move move) {
  (void)state;
  return move_size(move, window_of(game)) - SMALL;
}

static int part_to(const Game *game, const State *state, Move move) {
  (void)state;
  return move_at(move, window_of(game));
}

enum { ON_EMPTY, ON_STACK, ON_NEST };

static int part_placement(const Game *game, const State *state, Move move) {
  const Position *p = (const Position *)state;
  int window = window_of(game);
  int size = move_size(move, window), at = move_at(move, window);
  return board(p, size - 1, window) >> at & 1   ? ON_NEST
         : board(p, size + 1, window) >> at & 1 ? ON_STACK
                                                : ON_EMPTY;
}

static const char *const KINDS[] = {"lay"};
static const char *const LETTERS[] = {"S", "M", "L"};
static const char *const PLACEMENTS[] = {"empty", "stack", "nest"};

const MovePart tictacdoh_parts[] = {
    {"kind", .words = KINDS, .values = 1},
    {"size", part_size, .words = LETTERS, .values = 3},
    {"to", part_to, .write = parts_add_cell, .values = ROW_MAX * SIDE_MAX},
    {"placement", part_placement, .words = PLACEMENTS, .values = 3,
     .of_state = true},
    {NULL},
};
