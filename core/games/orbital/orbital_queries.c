/* Orbital: accessors and the parts of a move. */
#include "orbital.h"

static const char *const KIND_NAMES[KINDS] = {"base", "antenna", "thruster"};
static const char *const KIND_LETTERS[KINDS] = {"B", "A", "T"};
static const char *const DIRECTION_LETTERS[DIRECTIONS] = {"n", "e", "s", "w"};

static bool arg_kind(const Arg *arg, int *kind, Error *error) {
  for (*kind = 0; *kind < KINDS; (*kind)++)
    if (strcmp(arg->text, KIND_NAMES[*kind]) == 0 ||
        strcmp(arg->text, KIND_LETTERS[*kind]) == 0)
      return true;
  return error_set(error,
                   "'%.60s' is not a kind: base, thruster or antenna (B, T "
                   "or A)",
                   arg->text);
}

static bool query_tower(const Game *game, const State *state, const Arg args[],
                        Answer *answer, Error *error) {
  (void)error;
  char tower[TOWER_TEXT];
  orbital_write_tower(orbital_of(game), (const Position *)state, args[0].cell,
                      "", tower);
  return answer_text(answer, tower);
}

/* Finds the pieces of a kind on a cell. */
static bool find_pieces(const Game *game, const State *state, const Arg args[],
                        int *pieces, int *seconds, Error *error) {
  int kind;
  if (!arg_kind(&args[1], &kind, error))
    return false;
  Tower t =
      orbital_tower(orbital_of(game), (const Position *)state, args[0].cell);
  *pieces = t.pieces[kind];
  *seconds = t.seconds[kind];
  return true;
}

static bool query_piece(const Game *game, const State *state, const Arg args[],
                        Answer *answer, Error *error) {
  int pieces, seconds;
  if (!find_pieces(game, state, args, &pieces, &seconds, error))
    return false;
  return pieces ? answer_seat(answer, seconds == pieces) : answer_none(answer);
}

static bool query_pieces(const Game *game, const State *state, const Arg args[],
                         Answer *answer, Error *error) {
  int pieces, seconds;
  if (!find_pieces(game, state, args, &pieces, &seconds, error))
    return false;
  answer_list(answer, ANSWER_SEAT);
  for (int i = 0; i < pieces; i++)
    answer_add_number(answer, i >= pieces - seconds);
  return true;
}

static bool query_direction(const Game *game, const State *state,
                            const Arg args[], Answer *answer, Error *error) {
  (void)game, (void)error;
  const Position *p = (const Position *)state;
  int n = 0;
  char letters[DIRECTIONS + 1];
  for (int d = 0; d < DIRECTIONS; d++)
    if (set_has(p, LAID, make_move(THRUSTER + d, args[0].cell)))
      letters[n++] = DIRECTION_LETTERS[d][0];
  letters[n] = '\0';
  return n ? answer_text(answer, letters) : answer_none(answer);
}

static bool query_tower_owner(const Game *game, const State *state,
                              const Arg args[], Answer *answer, Error *error) {
  const Orbital *o = orbital_of(game);
  const Position *p = (const Position *)state;
  int at = args[0].cell;
  (void)error;
  int owner = orbital_finished(o, p) >> at & 1 ? tower_owner(o, p, at) : NOBODY;
  return owner == NOBODY ? answer_none(answer) : answer_seat(answer, owner);
}

static bool query_hand(const Game *game, const State *state, const Arg args[],
                       Answer *answer, Error *error) {
  (void)game;
  const Position *p = (const Position *)state;
  int kind;
  return arg_kind(&args[1], &kind, error) &&
         answer_number(answer, p->left[args[0].seat][kind]);
}

static bool query_towers_won(const Game *game, const State *state,
                             const Arg args[], Answer *answer, Error *error) {
  (void)game, (void)error;
  return answer_number(answer, ((const Position *)state)->towers[args[0].seat]);
}

/* The constraint does not bind if the seat to move can play on none of its
 * cells: then "you may play on any cell instead". */
static bool query_constraint(const Game *game, const State *state,
                             const Arg args[], Answer *answer, Error *error) {
  (void)args, (void)error;
  const Orbital *o = orbital_of(game);
  Board constraint = constraint_of((const Position *)state, o->plain);
  bool binds = constraint != o->all &&
               constraint & orbital_open_cells(game, (const Position *)state);
  return binds ? answer_cells(answer, game, constraint) : answer_none(answer);
}

static bool query_open_cells(const Game *game, const State *state,
                             const Arg args[], Answer *answer, Error *error) {
  (void)args, (void)error;
  return answer_cells(answer, game,
                      orbital_open_cells(game, (const Position *)state));
}

const Accessor orbital_accessors[] = {
    {"tower", .args = {ARG_CELL}, .arg_names = "cell", .returns = "text",
     .help =
         "the pieces on a cell with their seats, as in B1T2nA1; \"\" if empty",
     .query = query_tower},
    {"piece", .args = {ARG_CELL, ARG_WORD}, .arg_names = "cell, kind",
     .words = "base thruster antenna B T A", .returns = "seat, or nil",
     .help = "the seat whose piece of a kind (base, thruster, antenna or B, T, "
             "A) is on a cell; nil if there is none, the lower one if there "
             "are two",
     .query = query_piece},
    {"pieces", .args = {ARG_CELL, ARG_WORD}, .arg_names = "cell, kind",
     .words = "base thruster antenna B T A", .returns = "list of seats",
     .help = "the seats whose pieces of a kind are on a cell, the lower seat "
             "first",
     .query = query_pieces},
    {"direction", .args = {ARG_CELL}, .arg_names = "cell",
     .returns = "n, e, s or w, or nil",
     .help = "the direction of the thruster on a cell; nil if there is none, "
             "both letters, as in ne, if there are two",
     .query = query_direction},
    {"tower_owner", .args = {ARG_CELL}, .arg_names = "cell",
     .returns = "seat, or nil",
     .help =
         "the seat that owns the complete tower on a cell; nil if it is not "
         "complete or belongs to nobody",
     .query = query_tower_owner},
    {"hand", .args = {ARG_SEAT, ARG_WORD}, .arg_names = "seat, kind",
     .words = "base thruster antenna B T A", .returns = "number",
     .help = "the number of pieces of a kind a seat has left",
     .query = query_hand},
    {"towers_won", .args = {ARG_SEAT}, .arg_names = "seat", .returns = "number",
     .help = "the number of towers a seat has won", .query = query_towers_won},
    {"constraint", .arg_names = "", .returns = "list of cells, or nil",
     .help =
         "the cells that the piece just laid sends the seat to move to; nil "
         "if it may play elsewhere",
     .query = query_constraint},
    {"open_cells", .arg_names = "", .returns = "list of cells",
     .help = "the cells that the seat to move can play on",
     .query = query_open_cells},
    {NULL},
};

static int part_piece(const Game *game, const State *state, Move move) {
  (void)game, (void)state;
  return kind_of(move_lay(move));
}

static int part_to(const Game *game, const State *state, Move move) {
  (void)game, (void)state;
  return move_at(move);
}

static int part_direction(const Game *game, const State *state, Move move) {
  (void)game, (void)state;
  int lay = move_lay(move);
  return lay < THRUSTER ? NO_PART : lay - THRUSTER;
}

static const char *const MOVE_KINDS[] = {"lay"};

const MovePart orbital_parts[] = {
    {"kind", .words = MOVE_KINDS, .values = 1},
    {"piece", part_piece, .words = KIND_NAMES, .values = KINDS},
    {"to", part_to, .write = parts_add_cell, .values = CELLS_MAX},
    {"direction", part_direction, .words = DIRECTION_LETTERS,
     .values = DIRECTIONS},
    {NULL},
};
