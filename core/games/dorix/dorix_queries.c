/* Dorix: accessors and the parts of a move. */
#include "dorix.h"

/* Answers with the neighbours of a cell in these directions, in the order of
 * cells. */
static bool answer_beside(const Game *game, Answer *answer, int cell,
                          unsigned directions) {
  answer_list(answer, ANSWER_WORD);
  for (int d = 0; d < DIRECTIONS; d++)
    if (directions >> d & 1)
      answer_add_cell(answer, game, cell + dorix_of(game)->step[d]);
  return true;
}

static bool query_height(const Game *game, const State *state, const Arg args[],
                         Answer *answer, Error *error) {
  (void)game, (void)error;
  return answer_number(answer, height((const Position *)state, args[0].cell));
}

static bool query_owner(const Game *game, const State *state, const Arg args[],
                        Answer *answer, Error *error) {
  (void)error;
  const Position *p = (const Position *)state;
  int cell = args[0].cell;
  return height(p, cell)
             ? answer_seat(answer, pawn_at(dorix_of(game), p, cell, 0))
             : answer_none(answer);
}

static bool query_pile(const Game *game, const State *state, const Arg args[],
                       Answer *answer, Error *error) {
  (void)error;
  const Position *p = (const Position *)state;
  int cell = args[0].cell;
  answer_list(answer, ANSWER_SEAT);
  for (int depth = height(p, cell) - 1; depth >= 0; depth--)
    answer_add_number(answer, pawn_at(dorix_of(game), p, cell, depth));
  return true;
}

static bool query_hand(const Game *game, const State *state, const Arg args[],
                       Answer *answer, Error *error) {
  (void)game, (void)error;
  return answer_number(answer, ((const Position *)state)->hand[args[0].seat]);
}

static bool query_controlled(const Game *game, const State *state,
                             const Arg args[], Answer *answer, Error *error) {
  (void)error;
  return answer_cells(answer, game,
                      ((const Position *)state)->control[args[0].seat]);
}

static bool query_neighbours(const Game *game, const State *state,
                             const Arg args[], Answer *answer, Error *error) {
  (void)state, (void)error;
  int cell = args[0].cell;
  return answer_beside(game, answer, cell, dorix_of(game)->around[cell]);
}

/* Answers with the cells of diagonals `first` to `end` - 1, from left to right
 * on each. */
static bool answer_diagonals(const Game *game, Answer *answer, int first,
                             int end) {
  const Dorix *d = dorix_of(game);
  answer_list(answer, ANSWER_WORD);
  for (int i = first; i < end; i++)
    for (int column = 0; column < d->columns; column++)
      for (int cell = column; cell < d->cells; cell += d->columns)
        if (d->diagonal[i] & bit(cell))
          answer_add_cell(answer, game, cell);
  return true;
}

static bool query_rising(const Game *game, const State *state, const Arg args[],
                         Answer *answer, Error *error) {
  (void)state, (void)args, (void)error;
  return answer_diagonals(game, answer, 0, dorix_of(game)->diagonals / 2);
}

static bool query_falling(const Game *game, const State *state,
                          const Arg args[], Answer *answer, Error *error) {
  (void)state, (void)args, (void)error;
  int diagonals = dorix_of(game)->diagonals;
  return answer_diagonals(game, answer, diagonals / 2, diagonals);
}

/* Only heights matter, so the pile may belong to any seat. */
static bool query_lower(const Game *game, const State *state, const Arg args[],
                        Answer *answer, Error *error) {
  (void)error;
  const Position *p = (const Position *)state;
  int cell = args[0].cell, level = height(p, cell);
  unsigned lower =
      level ? lower_neighbours(dorix_of(game), p->heights, cell, level + 1)
            : 0u;
  return answer_beside(game, answer, cell, lower);
}

const Accessor dorix_accessors[] = {
    {"height", .args = {ARG_CELL}, .arg_names = "cell", .returns = "number",
     .help = "the number of pawns on a cell", .query = query_height},
    {"owner", .args = {ARG_CELL}, .arg_names = "cell",
     .returns = "seat, or nil",
     .help =
         "the seat that controls the pile on a cell; nil if the cell is empty",
     .query = query_owner},
    {"pile", .args = {ARG_CELL}, .arg_names = "cell",
     .returns = "list of seats",
     .help = "the seats of the pawns on a cell, from the bottom up",
     .query = query_pile},
    {"hand", .args = {ARG_SEAT}, .arg_names = "seat", .returns = "number",
     .help = "the number of pawns a seat has in hand", .query = query_hand},
    {"controlled", .args = {ARG_SEAT}, .arg_names = "seat",
     .returns = "list of cells",
     .help = "the cells whose piles a seat controls",
     .query = query_controlled},
    {"neighbours", .args = {ARG_CELL}, .arg_names = "cell",
     .returns = "list of cells", .help = "the orthogonally adjacent cells",
     .query = query_neighbours},
    {"rising", .arg_names = "", .returns = "list of cells",
     .help = "the main diagonal that rises from a1: a1, b2, …; if columns and "
             "rows differ, all that rise, one after the other",
     .query = query_rising},
    {"falling", .arg_names = "", .returns = "list of cells",
     .help =
         "the main diagonal that falls from the upper left: on 4x4 a4, b3, …; "
         "if columns and rows differ, all that fall, one after the other",
     .query = query_falling},
    {"lower", .args = {ARG_CELL}, .arg_names = "cell",
     .returns = "list of cells",
     .help = "the neighbours that could receive a pawn if one from a hand is "
             "put on this pile; none for an empty cell",
     .query = query_lower},
    {NULL},
};

static int part_kind(const Game *game, const State *state, Move move) {
  (void)game, (void)state;
  return move_source(move) != FROM_HAND;
}

static int part_from(const Game *game, const State *state, Move move) {
  (void)game, (void)state;
  int source = move_source(move);
  return source == FROM_HAND ? NO_PART : source;
}

static int part_to(const Game *game, const State *state, Move move) {
  (void)game, (void)state;
  return move_target(move);
}

/* The receivers are numbered by the move itself, without its source. */
static int part_receivers(const Game *game, const State *state, Move move) {
  (void)game, (void)state;
  return move_leaving(move) ? (int)(move & ~(Move)(FROM_HAND << 6)) : 0;
}

static void add_receivers(const Game *game, int value, Parts *parts) {
  Move move = (Move)value;
  for (int i = 0; i < move_leaving(move); i++)
    parts_add_cell(
        game, move_target(move) + dorix_of(game)->step[move_direction(move, i)],
        parts);
}

static const char *const KINDS[] = {"place", "move"};

const MovePart dorix_parts[] = {
    {"kind", part_kind, .words = KINDS, .values = 2},
    {"from", part_from, .write = parts_add_cell, .values = CELLS_MAX},
    {"to", part_to, .write = parts_add_cell, .values = CELLS_MAX},
    {"receivers", part_receivers, .write = add_receivers, .list = true},
    {NULL},
};
