/* Quoridor, by Mirko Marchesi, published by Gigamic: the rules. RULES.md states
 * them; comments in quotation marks quote it. quoridor.h describes the board.
 */
#include "quoridor.h"

/* ---- moves ---------------------------------------------------------------*/

static int add_once(Move *list, int n, int cell) {
  for (int i = 0; i < n; i++)
    if (list[i] == pawn_move(cell))
      return n;
  list[n] = pawn_move(cell);
  return n + 1;
}

/* Adds the jumps over the pawn on `over`, which is one step in `direction` from
 * the mover. */
static int add_jumps(const Quoridor *q, const Position *p, int over,
                     int direction, Move *list, int n) {
  const int *value = q->base.option;
  if (p->open[over] >> direction & 1) {
    int behind = over + STEP[direction];
    if (!pawn_on(p, behind)) /* "onto the cell directly behind it" */
      return add_once(list, n, behind);
    if (!value[PAWN_JUMP]) /* "there is no jump over it at all" */
      return n;
  } else if (!(q->start_open[over] >> direction & 1) && !value[EDGE_JUMP]) {
    return n;
  }
  /* "onto the cell to the left or right of the jumped pawn" */
  for (int turn = 1; turn < DIRECTIONS; turn += 2) {
    int aside = (direction + turn) % DIRECTIONS;
    if (p->open[over] >> aside & 1 && !pawn_on(p, over + STEP[aside]))
      n = add_once(list, n, over + STEP[aside]);
  }
  return n;
}

const uint8_t quoridor_adjacent[256] = {[ROW] = 1 << NORTH,
                                        [1] = 1 << EAST,
                                        [256 - ROW] = 1 << SOUTH,
                                        [256 - 1] = 1 << WEST};

int quoridor_steps(const Quoridor *q, const Position *p, Move *list) {
  int from = p->pawn[p->base.seat], n = 0;
  unsigned open = p->open[from], facing = 0;
  for (int seat = 0; seat < q->base.seats; seat++)
    facing |= quoridor_adjacent[(uint8_t)(p->pawn[seat] - from)];
  facing &= open;
  for (int direction = 0; direction < DIRECTIONS; direction++) {
    list[n] = pawn_move(from + STEP[direction]);
    n += (open & ~facing) >> direction & 1;
  }
  /* No jump ends on a cell adjacent to the mover, so only two jumps can lead to
   * the same cell. */
  for (int direction = 0; facing; direction++, facing >>= 1)
    if (facing & 1)
      n = add_jumps(q, p, from + STEP[direction], direction, list, n);
  return n;
}

static int moves(const Game *game, const State *state, Move *list) {
  const Quoridor *q = quoridor_of(game);
  const Position *p = (const Position *)state;
  int n = quoridor_steps(q, p, list);
  if (p->hand[state->seat]) {
    Slots slots;
    quoridor_legal_slots(q, p, &slots);
    for (int way = 0; way < WAYS; way++)
      for (int half = 0; half < 2; half++)
        n += bits_list(slots.open[way].word[half], wall_move(64 * half, way),
                       list + n);
  }
  if (n == 0)
    list[n++] = MOVE_PASS;
  return n;
}

static int count(const Game *game, const State *state) {
  const Quoridor *q = quoridor_of(game);
  const Position *p = (const Position *)state;
  Move steps[STEPS_MAX];
  int n = quoridor_steps(q, p, steps);
  if (p->hand[state->seat]) {
    Slots slots;
    quoridor_legal_slots(q, p, &slots);
    n += bits128_count(slots.open[0]) + bits128_count(slots.open[1]);
  }
  return n ? n : 1;
}

static bool legal(const Game *game, const State *state, Move move) {
  const Quoridor *q = quoridor_of(game);
  const Position *p = (const Position *)state;
  if (move_is_wall(move))
    return move < wall_move(0, WAYS) && p->hand[state->seat] &&
           quoridor_wall_is_legal(q, p, move_slot(move), move_way(move));
  Move steps[STEPS_MAX];
  int n = quoridor_steps(q, p, steps);
  for (int i = 0; i < n; i++)
    if (steps[i] == move)
      return true;
  return false;
}

void quoridor_add_wall(const Quoridor *q, Position *p, int slot, int way) {
  static const uint8_t SHUT[WAYS][2] = {{NORTH, SOUTH}, {EAST, WEST}};
  int aside = ALONG[way], across = ALONG[!way];
  uint8_t low = (uint8_t) ~(1 << SHUT[way][0]);
  uint8_t high = (uint8_t) ~(1 << SHUT[way][1]);
  bits128_add(&p->walls[way], slot);
  /* The cells on either side of the wall. */
  for (int i = 0, cell = slot_cell(slot, way); i < q->length; i++) {
    p->open[cell] &= low;
    p->open[cell + across] &= high;
    cell += aside;
  }
}

void quoridor_play(const Game *game, State *state, Move move) {
  const Quoridor *q = quoridor_of(game);
  Position *p = (Position *)state;
  int seat = state->seat;
  state->seat = next_seat(q, p);
  if (move == MOVE_PASS)
    return;
  if (move_is_wall(move)) {
    quoridor_add_wall(q, p, move_slot(move), move_way(move));
    p->hand[seat]--;
    return;
  }
  p->pawn[seat] = (uint8_t)move;
  if (q->goal[move] >> seat & 1) /* "The first pawn on its goal wins." */
    state_set_win(state, (uint16_t)(1 << seat));
}

static uint64_t hash(const Game *game, const State *state) {
  (void)game;
  return game_hash_bytes(state, offsetof(Position, open));
}

/* ---- opening -------------------------------------------------------------*/

/* "Each pawn starts in the middle of its side." */
static int start_cell(const Quoridor *q, int seat) {
  int right = q->columns - 1, top = q->rows - 1;
  switch (q->goal_direction[seat]) {
  case NORTH:
    return cell_number((Cell){right / 2, 0});
  case SOUTH:
    return cell_number((Cell){right - right / 2, top});
  case EAST:
    return cell_number((Cell){0, top / 2});
  default:
    return cell_number((Cell){right, top - top / 2});
  }
}

/* "the point reflection of the cell it starts on" */
static int middle_of_opposite_side(const Quoridor *q, int seat) {
  Cell start = cell_at(start_cell(q, seat));
  return cell_number(
      (Cell){q->columns - 1 - start.column, q->rows - 1 - start.row});
}

static int edge_cells(const Quoridor *q) {
  return 2 * (q->columns + q->rows) - 4;
}

/* The cells of the edge, clockwise from the upper left corner. */
static Cell edge_cell(const Quoridor *q, int i) {
  int right = q->columns - 1, top = q->rows - 1;
  if (i < right)
    return (Cell){i, top};
  if (i < right + top)
    return (Cell){right, top - (i - right)};
  if (i < 2 * right + top)
    return (Cell){right - (i - right - top), 0};
  return (Cell){0, i - 2 * right - top};
}

/* "the cells of the edge counted clockwise from the left end of the side
 * opposite the player" */
static int chosen_cell(const Quoridor *q, int seat) {
  int right = q->columns - 1, top = q->rows - 1;
  const int left_end[DIRECTIONS] = {0, right, right + top, 2 * right + top};
  int i = left_end[q->goal_direction[seat]] + q->base.option[GOAL_CELL] - 1;
  return cell_number(edge_cell(q, i % edge_cells(q)));
}

static int only_goal(const Quoridor *q, int seat) {
  switch (q->base.option[GOAL]) {
  case GOAL_MIDDLE:
    return middle_of_opposite_side(q, seat);
  case GOAL_ONE_CELL:
    return chosen_cell(q, seat);
  default:
    return NO_CELL;
  }
}

static bool is_goal(const Quoridor *q, int seat, int cell) {
  unsigned open = q->start_open[cell], all = (1 << DIRECTIONS) - 1;
  int forward = q->goal_direction[seat];
  int back = (forward + DIRECTIONS / 2) % DIRECTIONS;
  if (q->goal_cell[seat] != NO_CELL)
    return cell == q->goal_cell[seat];
  if (q->base.option[GOAL] == GOAL_EDGE)
    /* "any cell of the edge that is not on its own side" */
    return open != all && open >> back & 1;
  return !(open >> forward & 1);
}

static void fill_cell(Quoridor *q, int column, int row) {
  int top = q->rows - 1, right = q->columns - 1;
  int cell = cell_number((Cell){column, row});
  q->start_open[cell] =
      (uint8_t)((row < top) << NORTH | (column < right) << EAST |
                (row > 0) << SOUTH | (column > 0) << WEST);
  for (int seat = 0; seat < q->base.seats; seat++)
    if (is_goal(q, seat, cell))
      q->goal[cell] |= (uint8_t)(1 << seat);
  for (int way = 0; way < WAYS; way++)
    if (wall_fits(q, cell, way)) {
      q->wall[q->wall_count++] = (uint8_t)(slot_of_cell(cell) + 128 * way);
      bits128_add(&q->slots[way], slot_of_cell(cell));
    }
  if (row == top || column == right)
    return;
  bits128_add(&q->crossings, cell);
  if (row == top - 1)
    bits128_add(&q->at_border[NORTH], cell);
  if (column == right - 1)
    bits128_add(&q->at_border[EAST], cell);
  if (row == 0)
    bits128_add(&q->at_border[SOUTH], cell);
  if (column == 0)
    bits128_add(&q->at_border[WEST], cell);
}

static bool has_symmetric_goals(const Quoridor *q) {
  for (int row = 0; row < q->rows; row++)
    for (int column = 0; column < q->columns; column++)
      if (q->goal[cell_number((Cell){column, row})] !=
          q->goal[cell_number((Cell){q->columns - 1 - column, row})])
        return false;
  return true;
}

/* A point of the border is part of a barrier to all seats but those that have
 * their goals on both sides of it. */
static void fill_border(Quoridor *q) {
  unsigned all = (1u << q->base.seats) - 1;
  for (int side = 0; side < DIRECTIONS; side++) {
    int along = side == NORTH || side == SOUTH ? 1 : ROW;
    int inward = side == NORTH || side == EAST ? STEP[side] : 0;
    for (Bits128 left = q->at_border[side]; !bits128_empty(left);) {
      int crossing = bits128_take(&left), cell = crossing + inward;
      unsigned both = q->goal[cell] & q->goal[cell + along];
      q->border[crossing + FIRST_CROSSING + STEP[side]] =
          (uint8_t)(ON_BORDER | (all & ~both));
    }
  }
}

/* "seats go clockwise": from the south, the west, the north and the east. Of
 * three, the one that starts from the side has the goal EAST. */
static int goal_direction_of(const Game *game, int seat) {
  if (game->seats == 2)
    return seat == 0 ? NORTH : SOUTH;
  int side_seat = game->option[SIDE_SEAT] - 1;
  return game->seats == 3 ? (seat - side_seat + EAST + 3) % 3 : seat;
}

/* Sets the directions and cells that the seats go to. */
static bool place_goals(Quoridor *q, Error *error) {
  const int *value = q->base.option;
  if (value[GOAL] == GOAL_ONE_CELL && value[GOAL_CELL] > edge_cells(q))
    return error_set(error,
                     "quoridor: goal_cell=%d is beyond the edge, which has %d "
                     "cells with %d columns and %d rows",
                     value[GOAL_CELL], edge_cells(q), q->columns, q->rows);
  for (int seat = 0; seat < q->base.seats; seat++) {
    q->goal_direction[seat] = (uint8_t)goal_direction_of(&q->base, seat);
    q->goal_cell[seat] = (uint8_t)only_goal(q, seat);
    if (q->goal_cell[seat] == start_cell(q, seat))
      return error_set(error,
                       "quoridor: goal_cell=%d is the cell on which seat %d "
                       "starts; choose another one",
                       value[GOAL_CELL], seat + 1);
  }
  return true;
}

static bool quoridor_open(Game *game, Error *error) {
  Quoridor *q = (Quoridor *)game;
  game->seats = game->option[PLAYERS];
  q->columns = game->columns = game->option[COLUMNS];
  q->rows = game->rows = game->option[ROWS];
  game->row_cells = ROW;
  q->length = game->option[WALL_LENGTH];
  if (game->seats > 2 && q->columns == 2 && q->rows == 2)
    return error_set(error,
                     "quoridor: %d players do not fit on 2 columns and 2 rows; "
                     "make one of them 3 or more",
                     game->seats);
  if (game->option[GOAL] == GOAL_EDGE && q->columns == SIDE_MAX &&
      q->rows == SIDE_MAX) /* quoridor_barriers.c has too few labels */
    return error_set(error,
                     "quoridor: goal=edge does not work with %d columns and %d "
                     "rows; make one of them %d or fewer",
                     SIDE_MAX, SIDE_MAX, SIDE_MAX - 1);
  if (!place_goals(q, error))
    return false;
  /* Each adjacent pawn can replace one step by two diagonal jumps. */
  q->steps_bound = DIRECTIONS + game->seats - 1;
  for (int row = 0; row < q->rows; row++)
    for (int column = 0; column < q->columns; column++)
      fill_cell(q, column, row);
  fill_border(q);
  q->is_symmetric = has_symmetric_goals(q);
  quoridor_prepare_playouts(q);
  quoridor_prepare_paths(q);
  quoridor_prepare_barriers(q);
  game->state_size = sizeof(Position);
  game->max_moves = STEPS_MAX + q->wall_count;
  game->max_plies = 50 * q->columns * q->rows;
  game->key_size = quoridor_key_size(q);
  quoridor_list_features(q);
  return true;
}

static void start(const Game *game, State *state, Rng *rng) {
  (void)rng;
  const Quoridor *q = quoridor_of(game);
  Position *p = (Position *)state;
  memset(p->pawn, NO_CELL, sizeof p->pawn);
  for (int seat = 0; seat < game->seats; seat++) {
    p->pawn[seat] = (uint8_t)start_cell(q, seat);
    p->hand[seat] = (uint8_t)game->option[WALLS];
  }
  memcpy(p->open, q->start_open, sizeof p->open);
}

/* After pawns have been taken off: "the last pawn on the board wins", and a
 * seat without a pawn has no turn. Fails if there is no pawn. */
static bool settle_turn(const Quoridor *q, Position *p) {
  int pawns = 0, last = 0;
  for (int seat = 0; seat < q->base.seats; seat++)
    if (has_pawn(p, seat)) {
      pawns++;
      last = seat;
    }
  if (pawns == 1)
    state_set_win(&p->base, (uint16_t)(1 << last));
  if (pawns && !has_pawn(p, p->base.seat))
    p->base.seat = next_seat(q, p);
  return pawns;
}

static void withdraw(const Game *game, State *state, int seat) {
  Position *p = (Position *)state;
  p->pawn[seat] = NO_CELL;
  p->hand[seat] = 0;
  settle_turn(quoridor_of(game), p);
}

static bool has_withdrawn(const Game *game, const State *state, int seat) {
  (void)game;
  return !has_pawn((const Position *)state, seat);
}

static bool no_path(const Position *p, int seat, Error *error) {
  char cell[CELL_TEXT];
  cell_write(cell_at(p->pawn[seat]), cell);
  return error_set(error,
                   "seat %d has no path to its goal: walls shut off %s "
                   "(distance_from shows which cells have a path)",
                   seat + 1, cell);
}

static bool finish_edit(const Game *game, State *state, Error *error) {
  const Quoridor *q = quoridor_of(game);
  Position *p = (Position *)state;
  Passages passages;
  quoridor_passages(q, p, &passages);
  for (int seat = 0; seat < game->seats; seat++) {
    if (!has_pawn(p, seat)) {
      if (p->hand[seat])
        return error_set(error,
                         "seat %d has no pawn on the board, so it cannot have "
                         "walls in hand",
                         seat + 1);
      continue;
    }
    for (int other = 0; other < seat; other++)
      if (p->pawn[other] == p->pawn[seat])
        return error_set(error,
                         "the pawns of seats %d and %d are on the same cell",
                         other + 1, seat + 1);
    if (quoridor_distance(q, &passages, p->pawn[seat], seat) == NO_PATH)
      return no_path(p, seat, error);
    if (q->goal[p->pawn[seat]] >> seat & 1) {
      if (state->outcome == WIN)
        return error_set(error, "two pawns are on their goals");
      state_set_win(state, (uint16_t)(1 << seat));
    }
  }
  return settle_turn(q, p) ||
         error_set(error, "no seat has a pawn on the board");
}

static int default_walls(const int values[]) {
  return 2 * (values[COLUMNS] * values[ROWS] / 8) / values[PLAYERS];
}

static int size_of(const int values[]) {
  return values[SIZE];
}

static const char *const GOALS[] = {"side", "middle", "edge", "cell", NULL};

static const Option OPTIONS[] = {
    {"players", OPTION_INT, .min = 2, .max = 4, .default_value = 2,
     .help = "number of players"},
    {"side_seat", OPTION_INT, .min = 1, .max = 3, .default_value = 2,
     .help = "with 3 players, the seat that starts from the side"},
    {"size", OPTION_INT, .min = SIDE_MIN, .max = SIDE_MAX, .default_value = 9,
     .help = "columns and rows of a square board"},
    {"columns", OPTION_INT, .min = SIDE_MIN, .max = SIDE_MAX, .derive = size_of,
     .derived = "size", .help = "columns of the board"},
    {"rows", OPTION_INT, .min = SIDE_MIN, .max = SIDE_MAX, .derive = size_of,
     .derived = "size", .help = "rows of the board"},
    {"walls", OPTION_INT, .min = 0, .max = WALLS_MAX, .derive = default_walls,
     .derived = "2*(columns*rows/8)/players", .help = "walls per player"},
    {"wall_length", OPTION_INT, .min = 1, .max = LENGTH_MAX, .default_value = 2,
     .help = "length of a wall in cells"},
    {"edge_jump", OPTION_FLAG, .default_value = 1,
     .help = "the board's edge behind a pawn allows the diagonal jump, as a "
             "wall does"},
    {"pawn_jump", OPTION_FLAG,
     .help = "a third pawn behind a pawn allows the diagonal jump, as a "
             "wall does"},
    {"goal", OPTION_WORD, .words = GOALS,
     .help = "what a pawn must reach: the opposite side, the middle cell of "
             "that side, any cell of the edge that is not on its own side, or "
             "one cell of the edge"},
    {"goal_cell", OPTION_INT, .min = 1, .max = 4 * SIDE_MAX - 4,
     .default_value = 1,
     .help = "with goal=cell, which cell of the edge, counted clockwise from "
             "the left end of the side opposite the player"},
    {NULL},
};

const Rules quoridor_rules = {
    .name = "quoridor",
    .title = "Quoridor (Mirko Marchesi)",
    .summary = "cross the board first, and slow the others down with walls",
    .text =
        "On your turn, move your pawn or lay one of your walls. The pawn "
        "steps\n"
        "to a free adjacent cell. If a pawn stands there, with no wall "
        "between,\n"
        "it may jump straight over it to the cell behind; if a wall or the\n"
        "board's edge is behind that pawn, it may instead go to the cell left\n"
        "or right of it. No jump goes over two pawns. A wall is two cells\n"
        "long. It may not overlap or cross another wall, and must leave every\n"
        "pawn some path to its goal. If you have no legal move, you "
        "pass.\n"
        "The first pawn to reach the side opposite its start wins. There are\n"
        "no draws, and no rule against repeating positions.\n"
        "Moves: the cell the pawn goes to, e2; or the cell south-west of a\n"
        "wall's centre and its direction: e3h lies above e3 and f3, e3v lies\n"
        "right of e3 and e4.",
    .rules_page = quoridor_rules_page,
    .example = "e2 e8 e3h d5v",
    .options = OPTIONS,
    .game_size = sizeof(Quoridor),
    .open = quoridor_open,
    .start = start,
    .moves = moves,
    .play = quoridor_play,
    .format = quoridor_format,
    .parse = quoridor_parse,
    .draw = quoridor_draw,
    .set = quoridor_set,
    .set_help =
        "pawn1, pawn2, … (a cell; - takes the pawn off), hand1, hand2, … "
        "(walls in hand), walls "
        "(all walls on the board, as in walls=e3h,d5v; walls=- for none)",
    .finish_edit = finish_edit,
    .settings = quoridor_settings,
    .withdraw = withdraw,
    .has_withdrawn = has_withdrawn,
    .accessors = quoridor_accessors,
    .parts = quoridor_parts,
    .scene = quoridor_scene,
    .legal = legal,
    .hash = hash,
    .count = count,
    .random_move = quoridor_random_move,
    .playout = quoridor_playout,
    .counted_playout = quoridor_counted_playout,
    .evaluate = quoridor_evaluate,
    .features = quoridor_features,
    .evaluate_moves = quoridor_evaluate_moves,
    .exploration = 0.1,
    .key = quoridor_key,
};
