/* Quoridor: accessors and the parts of a move. Each query searches for paths
 * anew, which is fast enough for bots and variants. */
#include "quoridor.h"

/* Reads a wall. On a board that is too short for any wall of its way it may be
 * any cell. */
static bool arg_wall(const Game *game, const Arg *arg, int *cell, int *way,
                     Error *error) {
  const Quoridor *q = quoridor_of(game);
  if (!quoridor_read_place(q, arg->text, cell, way) || *way == WAYS)
    return error_set(error,
                     "'%.60s' is not a wall: write the first cell that it lies "
                     "along and h or v, as in a1h",
                     arg->text);
  if (wall_fits(q, *cell, *way) || bits128_empty(q->slots[*way]))
    return true;
  Error why = {0};
  quoridor_explain_size(q, *way, &why);
  return error_set(error, "'%.60s' is not a wall: %s", arg->text, why.message);
}

/* Answers with the marked cells in the order a1, b1, …, a2, b2, … */
static bool answer_marked(const Quoridor *q, const bool marked[CELLS],
                          Answer *answer) {
  answer_list(answer, ANSWER_WORD);
  for (int row = 0; row < q->rows; row++)
    for (int column = 0; column < q->columns; column++) {
      int cell = cell_number((Cell){column, row});
      if (marked[cell])
        answer_add_cell(answer, &q->base, cell);
    }
  return true;
}

static bool query_pawn(const Game *game, const State *state, const Arg args[],
                       Answer *answer, Error *error) {
  (void)error;
  const Position *p = (const Position *)state;
  char name[CELL_TEXT];
  if (!has_pawn(p, args[0].seat))
    return answer_none(answer);
  game_write_cell(game, p->pawn[args[0].seat], name);
  return answer_text(answer, name);
}

static bool query_goal(const Game *game, const State *state, const Arg args[],
                       Answer *answer, Error *error) {
  (void)state, (void)error;
  const Quoridor *q = quoridor_of(game);
  bool goal[CELLS];
  for (int cell = 0; cell < CELLS; cell++)
    goal[cell] = q->goal[cell] >> args[0].seat & 1;
  return answer_marked(q, goal, answer);
}

static bool query_walls_left(const Game *game, const State *state,
                             const Arg args[], Answer *answer, Error *error) {
  (void)game, (void)error;
  return answer_number(answer, ((const Position *)state)->hand[args[0].seat]);
}

/* ---- paths ---------------------------------------------------------------*/

static bool answer_distance(const Game *game, const State *state, int seat,
                            int cell, Answer *answer) {
  const Quoridor *q = quoridor_of(game);
  Passages passages;
  quoridor_passages(q, (const Position *)state, &passages);
  int distance = quoridor_distance(q, &passages, cell, seat);
  return distance == NO_PATH ? answer_none(answer)
                             : answer_number(answer, distance);
}

static bool query_distance(const Game *game, const State *state,
                           const Arg args[], Answer *answer, Error *error) {
  (void)error;
  const Position *p = (const Position *)state;
  int seat = args[0].seat;
  return has_pawn(p, seat)
             ? answer_distance(game, state, seat, p->pawn[seat], answer)
             : answer_none(answer);
}

static bool query_distance_from(const Game *game, const State *state,
                                const Arg args[], Answer *answer,
                                Error *error) {
  (void)error;
  return answer_distance(game, state, args[0].seat, args[1].cell, answer);
}

/* The first neighbour of a cell that is `distance` steps from the goal;
 * there must be one. */
static int step_closer(const Quoridor *q, const Position *p,
                       const Passages *passages, int cell, int seat,
                       int distance) {
  int d = 0;
  while (!(p->open[cell] >> d & 1) ||
         quoridor_distance(q, passages, cell + STEP[d], seat) != distance)
    d++;
  return cell + STEP[d];
}

static bool query_path(const Game *game, const State *state, const Arg args[],
                       Answer *answer, Error *error) {
  (void)error;
  const Quoridor *q = quoridor_of(game);
  const Position *p = (const Position *)state;
  int seat = args[0].seat, cell = p->pawn[seat];
  Passages passages;
  if (!has_pawn(p, seat))
    return answer_none(answer);
  quoridor_passages(q, p, &passages);
  int distance = quoridor_distance(q, &passages, cell, seat);
  if (distance == NO_PATH)
    return answer_none(answer);
  answer_list(answer, ANSWER_WORD);
  while (distance-- > 0) {
    cell = step_closer(q, p, &passages, cell, seat, distance);
    answer_add_cell(answer, game, cell);
  }
  return true;
}

static bool query_neighbours(const Game *game, const State *state,
                             const Arg args[], Answer *answer, Error *error) {
  (void)error;
  const Position *p = (const Position *)state;
  int cell = args[0].cell;
  answer_list(answer, ANSWER_WORD);
  for (int d = 0; d < DIRECTIONS; d++)
    if (p->open[cell] >> d & 1)
      answer_add_cell(answer, game, cell + STEP[d]);
  return true;
}

static bool query_steps(const Game *game, const State *state, const Arg args[],
                        Answer *answer, Error *error) {
  (void)args, (void)error;
  const Quoridor *q = quoridor_of(game);
  Move steps[STEPS_MAX];
  int n = state->outcome == PLAYING
              ? quoridor_steps(q, (const Position *)state, steps)
              : 0;
  bool reached[CELLS] = {false};
  for (int i = 0; i < n; i++)
    reached[steps[i]] = true;
  return answer_marked(q, reached, answer);
}

/* ---- walls ---------------------------------------------------------------*/

static bool query_wall_at(const Game *game, const State *state,
                          const Arg args[], Answer *answer, Error *error) {
  const Quoridor *q = quoridor_of(game);
  const Position *p = (const Position *)state;
  int cell, way;
  return arg_wall(game, &args[0], &cell, &way, error) &&
         answer_flag(answer,
                     wall_fits(q, cell, way) &&
                         bits128_has(&p->walls[way], slot_of_cell(cell)));
}

static bool query_walls(const Game *game, const State *state, const Arg args[],
                        Answer *answer, Error *error) {
  (void)args, (void)error;
  const Quoridor *q = quoridor_of(game);
  const Bits128 *walls = ((const Position *)state)->walls;
  answer_list(answer, ANSWER_WORD);
  for (int i = 0; i < q->wall_count; i++) {
    int way = q->wall[i] >> 7, slot = q->wall[i] & 127;
    char name[WALL_TEXT];
    if (!bits128_has(&walls[way], slot))
      continue;
    quoridor_write_wall(slot, way, name);
    answer_add_text(answer, name);
  }
  return true;
}

const Accessor quoridor_accessors[] = {
    {"pawn", .args = {ARG_SEAT}, .arg_names = "seat", .returns = "cell, or nil",
     .help = "the cell of a seat's pawn; nil if it has been taken off",
     .query = query_pawn},
    {"goal", .args = {ARG_SEAT}, .arg_names = "seat",
     .returns = "list of cells", .help = "the goal cells of a seat",
     .query = query_goal},
    {"walls_left", .args = {ARG_SEAT}, .arg_names = "seat", .returns = "number",
     .help = "the number of walls a seat has in hand",
     .query = query_walls_left},
    {"distance", .args = {ARG_SEAT}, .arg_names = "seat",
     .returns = "number, or nil",
     .help = "the least number of steps from a seat's pawn to its goal, "
             "ignoring pawns; nil if walls block every path or there is no "
             "pawn",
     .query = query_distance},
    {"distance_from", .args = {ARG_SEAT, ARG_CELL}, .arg_names = "seat, cell",
     .returns = "number, or nil",
     .help = "the least number of steps from a cell to a seat's goal, "
             "ignoring pawns; nil if walls block every path",
     .query = query_distance_from},
    {"path", .args = {ARG_SEAT}, .arg_names = "seat",
     .returns = "list of cells, or nil",
     .help = "the cells of a shortest path from a seat's pawn to its goal; "
             "of equally short ones, north before east, south and west",
     .query = query_path},
    {"wall_at", .args = {ARG_WORD}, .arg_names = "wall", .words = "a1h a1v",
     .returns = "true or false",
     .help = "whether this wall, such as e3h, is on the board",
     .query = query_wall_at},
    {"walls", .arg_names = "", .returns = "list of walls",
     .help = "the walls on the board, such as e3h, in the order of their cells",
     .query = query_walls},
    {"neighbours", .args = {ARG_CELL}, .arg_names = "cell",
     .returns = "list of cells",
     .help = "the adjacent cells that no wall separates from a cell: north, "
             "east, south, west",
     .query = query_neighbours},
    {"steps", .arg_names = "", .returns = "list of cells",
     .help = "the cells that the pawn of the seat to move can go to, by step "
             "or jump",
     .query = query_steps},
    {NULL},
};

static int part_kind(const Game *game, const State *state, Move move) {
  (void)game, (void)state;
  return move_is_wall(move);
}

static int part_to(const Game *game, const State *state, Move move) {
  (void)game, (void)state;
  return move_is_wall(move) ? NO_PART : (int)move;
}

static int part_at(const Game *game, const State *state, Move move) {
  (void)game, (void)state;
  return move_is_wall(move) ? slot_cell(move_slot(move), move_way(move))
                            : NO_PART;
}

static int part_orientation(const Game *game, const State *state, Move move) {
  (void)game, (void)state;
  return move_is_wall(move) ? move_way(move) == HORIZONTAL : NO_PART;
}

static const char *const KINDS[] = {"pawn", "wall"};
static const char *const ORIENTATIONS[] = {"v", "h"};

const MovePart quoridor_parts[] = {
    {"kind", part_kind, .words = KINDS, .values = 2},
    {"to", part_to, .write = parts_add_cell, .values = CELLS},
    {"at", part_at, .write = parts_add_cell, .values = CELLS},
    {"orientation", part_orientation, .words = ORIENTATIONS, .values = 2},
    {NULL},
};
