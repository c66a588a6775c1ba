/* Quoridor, by Mirko Marchesi, published by Gigamic: the rules, notation,
 * drawing and editing. quoridor.h tells how the board is laid out. */
#include "quoridor.h"

/* ---- moves ---------------------------------------------------------------*/

static int add_once(Move *list, int n, int cell) {
  for (int i = 0; i < n; i++)
    if (list[i] == pawn_move(cell))
      return n;
  list[n] = pawn_move(cell);
  return n + 1;
}

/* Adds where the pawn can get to over the pawn that stands on `over`, coming
 * from `direction`. */
static int add_jumps(const Quoridor *q, const Position *p, int over,
                     int direction, Move *list, int n) {
  const int *value = q->base.value;
  if (p->open[over] >> direction & 1) {
    int behind = over + STEP[direction];
    if (!pawn_on(p, behind)) /* "onto the cell directly behind it" */
      return add_once(list, n, behind);
    if (!value[PAWN_JUMP]) /* "if a third pawn stands directly behind … there is
                              no jump over it at all" */
      return n;
  } else if (!(q->start_open[over] >> direction & 1) && !value[EDGE_JUMP]) {
    return n;
  }
  /* "If a wall stands directly behind the jumped pawn — or the board's edge —
   * onto the cell left or right of the jumped pawn, if free and no wall stands
   * between." */
  for (int turn = 1; turn < DIRECTIONS; turn += 2) {
    int aside = (direction + turn) % DIRECTIONS;
    if (p->open[over] >> aside & 1 && !pawn_on(p, over + STEP[aside]))
      n = add_once(list, n, over + STEP[aside]);
  }
  return n;
}

const uint8_t quoridor_touching[256] = {[ROW] = 1 << NORTH,
                                        [1] = 1 << EAST,
                                        [256 - ROW] = 1 << SOUTH,
                                        [256 - 1] = 1 << WEST};

int quoridor_steps(const Quoridor *q, const Position *p, Move *list) {
  int from = p->pawn[p->base.seat], n = 0;
  unsigned open = p->open[from], facing = 0;
  for (int seat = 0; seat < q->base.seats; seat++)
    facing |= quoridor_touching[(uint8_t)(p->pawn[seat] - from)];
  facing &= open;
  for (int direction = 0; direction < DIRECTIONS; direction++) {
    list[n] = pawn_move(from + STEP[direction]);
    n += (open & ~facing) >> direction & 1;
  }
  /* Jumps never end beside the pawn, so only two jumps can meet. */
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
           quoridor_may_lay(q, p, move_slot(move), move_way(move));
  Move steps[STEPS_MAX];
  int n = quoridor_steps(q, p, steps);
  for (int i = 0; i < n; i++)
    if (steps[i] == move)
      return true;
  return false;
}

/* Lays a wall, and shuts the ways it closes. */
static void lay_wall(Position *p, int slot, int way) {
  /* The four cells around the crossing, two on either side of the wall. */
  static const uint8_t SHUT[WAYS][2] = {{NORTH, SOUTH}, {EAST, WEST}};
  int aside = way == HORIZONTAL ? 1 : ROW, across = way == HORIZONTAL ? ROW : 1;
  uint8_t low = (uint8_t) ~(1 << SHUT[way][0]);
  uint8_t high = (uint8_t) ~(1 << SHUT[way][1]);
  bits128_add(&p->walls[way], slot);
  p->open[slot] &= low;
  p->open[slot + aside] &= low;
  p->open[slot + across] &= high;
  p->open[slot + across + aside] &= high;
}

void quoridor_play(const Game *game, State *state, Move move) {
  const Quoridor *q = quoridor_of(game);
  Position *p = (Position *)state;
  int seat = state->seat;
  state->seat = game_next_seat(game, state);
  if (move == MOVE_PASS)
    return;
  if (move_is_wall(move)) {
    lay_wall(p, move_slot(move), move_way(move));
    p->hand[seat]--;
    return;
  }
  p->pawn[seat] = (uint8_t)move;
  if (q->goal[move] >> seat & 1) /* "The first pawn on its goal line wins." */
    state_win(state, (uint16_t)(1 << seat));
}

static uint64_t hash(const Game *game, const State *state) {
  (void)game;
  return game_hash_bytes(state, offsetof(Position, open));
}

/* ---- opening -------------------------------------------------------------*/

static void fill_cell(Quoridor *q, int column, int row) {
  int last = q->size - 1, cell = cell_number((Cell){column, row});
  q->start_open[cell] =
      (uint8_t)((row < last) << NORTH | (column < last) << EAST |
                (row > 0) << SOUTH | (column > 0) << WEST);
  for (int seat = 0; seat < q->base.seats; seat++)
    if (!(q->start_open[cell] >> q->goal_direction[seat] & 1))
      q->goal[cell] |= (uint8_t)(1 << seat);
  if (row == last || column == last)
    return;
  for (int way = 0; way < WAYS; way++)
    q->wall[q->wall_count++] = (uint8_t)(cell + 128 * way);
  bits128_add(&q->slots, cell);
  if (row == last - 1)
    bits128_add(&q->at_border[NORTH], cell);
  if (column == last - 1)
    bits128_add(&q->at_border[EAST], cell);
  if (row == 0)
    bits128_add(&q->at_border[SOUTH], cell);
  if (column == 0)
    bits128_add(&q->at_border[WEST], cell);
}

/* The border points of a side shut in those who want out on another. */
static void fill_border(Quoridor *q) {
  for (int side = 0; side < DIRECTIONS; side++) {
    unsigned shut_in = 0;
    for (int seat = 0; seat < q->base.seats; seat++)
      shut_in |= (unsigned)(q->goal_direction[seat] != side) << seat;
    for (Bits128 left = q->at_border[side]; !bits128_empty(left);)
      q->border[bits128_take(&left) + FIRST_CROSSING + STEP[side]] =
          (uint8_t)shut_in;
  }
}

/* What to add to a cell on each draw, by the directions that are open. */
static void fill_drift(Quoridor *q) {
  for (int open = 0; open < 1 << DIRECTIONS; open++) {
    int n = 0, step[DIRECTIONS];
    for (int d = 0; d < DIRECTIONS; d++)
      if (open >> d & 1)
        step[n++] = STEP[d];
    for (int draw = 0; n > 0 && draw < DRAWS; draw++)
      q->drift[open][draw] = (uint8_t)step[draw % n];
  }
}

static bool open(Game *game, Error *error) {
  (void)error;
  static const uint8_t GOAL_OF_TWO[] = {NORTH, SOUTH};
  static const uint8_t GOAL_OF_FOUR[] = {NORTH, EAST, SOUTH, WEST};
  Quoridor *q = (Quoridor *)game;
  game->seats = game->value[PLAYERS];
  memcpy(q->goal_direction, game->seats == 2 ? GOAL_OF_TWO : GOAL_OF_FOUR,
         (size_t)game->seats);
  q->size = game->value[SIZE];
  /* With a pawn beside it, two cells for one; with three, two for each. */
  q->most_steps = game->seats == 2 ? 3 + 2 : 1 + 3 * 2;
  for (int row = 0; row < q->size; row++)
    for (int column = 0; column < q->size; column++)
      fill_cell(q, column, row);
  fill_border(q);
  fill_drift(q);
  quoridor_fill_leave(q);
  game->state_size = sizeof(Position);
  game->max_moves = STEPS_MAX + 2 * (q->size - 1) * (q->size - 1);
  game->max_plies = 50 * q->size * q->size;
  game->key_size = quoridor_key_size(q);
  return true;
}

/* "The middle of each side. On an even board the first-named seat of each
 * facing pair takes the one with the lower letter or number, and the seat
 * facing it the point-mirror of that cell." */
static int start_cell(const Quoridor *q, int seat) {
  int last = q->size - 1, middle = last / 2;
  switch (q->goal_direction[seat]) {
  case NORTH:
    return cell_number((Cell){middle, 0});
  case SOUTH:
    return cell_number((Cell){last - middle, last});
  case EAST:
    return cell_number((Cell){0, middle});
  default:
    return cell_number((Cell){last, last - middle});
  }
}

static void start(const Game *game, State *state, Rng *rng) {
  (void)rng;
  const Quoridor *q = quoridor_of(game);
  Position *p = (Position *)state;
  memset(p->pawn, NO_CELL, sizeof p->pawn);
  for (int seat = 0; seat < game->seats; seat++) {
    p->pawn[seat] = (uint8_t)start_cell(q, seat);
    p->hand[seat] = (uint8_t)game->value[WALLS];
  }
  memcpy(p->open, q->start_open, sizeof p->open);
}

/* ---- text ----------------------------------------------------------------*/

int quoridor_write_wall(int slot, int way, char text[WALL_TEXT]) {
  int n = cell_write(cell_at(slot), text);
  text[n++] = way == HORIZONTAL ? 'h' : 'v';
  text[n] = '\0';
  return n;
}

static void format(const Game *game, const State *state, Move move,
                   char text[MOVE_TEXT]) {
  (void)game, (void)state;
  if (move_is_wall(move))
    quoridor_write_wall(move_slot(move), move_way(move), text);
  else
    cell_write(cell_at((int)move), text);
}

bool quoridor_read_place(const Quoridor *q, const char *text, int *number,
                         int *way) {
  Cell cell;
  if (!cell_read(&text, q->size, &cell))
    return false;
  *number = cell_number(cell);
  *way = *text == 'h' ? HORIZONTAL : *text == 'v' ? VERTICAL : WAYS;
  return *way == WAYS ? !*text : !text[1];
}

/* Lists cells in the order a1, b1, …, a2, b2, …; sorts them. */
static void list_cells(Move *cells, int n, char *text) {
  *text = '\0';
  for (int i = 0; i < n; i++) {
    for (int j = i + 1; j < n; j++)
      if (cells[j] < cells[i]) {
        Move swapped = cells[i];
        cells[i] = cells[j];
        cells[j] = swapped;
      }
    *text++ = ' ';
    text += cell_write(cell_at((int)cells[i]), text);
  }
}

static void why_not_step(const Quoridor *q, const Position *p, int cell,
                         Error *why) {
  Move cells[STEPS_MAX];
  int n = quoridor_steps(q, p, cells), from = p->pawn[p->base.seat];
  for (int i = 0; i < n; i++)
    if (cells[i] == pawn_move(cell))
      return;
  char known[STEPS_MAX * CELL_TEXT], name[CELL_TEXT];
  unsigned direction = quoridor_touching[(uint8_t)(cell - from)];
  cell_write(cell_at(from), name);
  list_cells(cells, n, known);
  if (cell == from)
    error_add(why, "the pawn is there already");
  else if (direction && !(p->open[from] & direction))
    error_add(why, "a wall stands between");
  else if (pawn_on(p, cell))
    error_add(why, "a pawn stands there");
  error_add(why, "the pawn of seat %d on %s can only go to%s", p->base.seat + 1,
            name, n ? known : " no cell");
}

/* Names the walls that a wall would overlap or cross. */
static void why_not_room(const Position *p, int slot, int way, Error *why) {
  int along = way == HORIZONTAL ? 1 : ROW;
  const struct {
    int slot, way;
    const char *verb;
  } others[] = {{slot, way, "is already there"},
                {slot - along, way, "overlaps it"},
                {slot + along, way, "overlaps it"},
                {slot, !way, "crosses it"}};
  for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
    int other = others[i].slot;
    if (other < 0 || other > 127 ||
        !bits128_has(&p->walls[others[i].way], other))
      continue;
    char name[WALL_TEXT];
    quoridor_write_wall(other, others[i].way, name);
    error_add(why, "%s %s", name, others[i].verb);
  }
}

static void why_not_wall(const Quoridor *q, const Position *p, int slot,
                         int way, Error *why) {
  int last = q->size - 1;
  Cell cell = cell_at(slot);
  if (!p->hand[p->base.seat])
    error_add(why, "seat %d has no wall left", p->base.seat + 1);
  if (cell.column == last || cell.row == last) {
    char name[CELL_TEXT];
    cell_write((Cell){last - 1, last - 1}, name);
    error_add(why, "walls run from a1 to %s", name);
    return;
  }
  Error room = {""};
  why_not_room(p, slot, way, &room);
  if (room.message[0]) {
    error_add(why, "%s", room.message);
    return;
  }
  Barriers barriers;
  quoridor_barriers(q, p, &barriers);
  unsigned cut_off = quoridor_cuts_off(&barriers, slot, way);
  for (int seat = 0; seat < q->base.seats; seat++)
    if (cut_off >> seat & 1)
      error_add(why, "it leaves seat %d no way to its goal line", seat + 1);
}

static bool parse(const Game *game, const State *state, const char *text,
                  Move *move, Error *error) {
  const Quoridor *q = quoridor_of(game);
  const Position *p = (const Position *)state;
  int number, way;
  if (!quoridor_read_place(q, text, &number, &way))
    return error_set(error,
                     "'%.60s' is not a move: write a cell such as e2 for the "
                     "pawn, or a wall such as e3h or e3v; cells run from a1 to "
                     "%c%d",
                     text, 'a' + q->size - 1, q->size);
  Error why = {""};
  if (way == WAYS)
    why_not_step(q, p, number, &why);
  else
    why_not_wall(q, p, number, way, &why);
  *move = way == WAYS ? pawn_move(number) : wall_move(number, way);
  return game_verdict(text, &why, error);
}

static char cell_mark(const Quoridor *q, const Position *p, int cell) {
  for (int seat = 0; seat < q->base.seats; seat++)
    if (p->pawn[seat] == cell)
      return (char)('1' + seat);
  return '.';
}

static bool wall_at(const Position *p, int way, int slot) {
  return slot >= 0 && slot < 128 && bits128_has(&p->walls[way], slot);
}

/* A row of cells, with the walls between them. */
static void draw_cells(const Quoridor *q, const Position *p, int row,
                       FILE *out) {
  fprintf(out, "%2d ", row + 1);
  for (int column = 0; column < q->size; column++) {
    int cell = cell_number((Cell){column, row});
    bool wall = wall_at(p, VERTICAL, cell) || wall_at(p, VERTICAL, cell - ROW);
    fprintf(out, " %c %c", cell_mark(q, p, cell), wall ? '|' : ' ');
  }
  fprintf(out, "\n");
}

/* The walls above a row of cells. */
static void draw_walls(const Quoridor *q, const Position *p, int row,
                       FILE *out) {
  fprintf(out, "   ");
  for (int column = 0; column < q->size; column++) {
    int cell = cell_number((Cell){column, row});
    bool starts = wall_at(p, HORIZONTAL, cell);
    bool ends = column > 0 && wall_at(p, HORIZONTAL, cell - 1);
    bool upright = wall_at(p, VERTICAL, cell);
    fprintf(out, "%s%c", starts || ends ? "---" : "   ",
            starts    ? '-'
            : upright ? '|'
                      : ' ');
  }
  fprintf(out, "\n");
}

static void draw(const Game *game, const State *state, FILE *out) {
  static const char *const GOALS[] = {"up", "right", "down", "left"};
  const Quoridor *q = quoridor_of(game);
  const Position *p = (const Position *)state;
  for (int row = q->size - 1; row >= 0; row--) {
    draw_cells(q, p, row, out);
    if (row > 0)
      draw_walls(q, p, row - 1, out);
  }
  fprintf(out, "   ");
  for (int column = 0; column < q->size; column++)
    fprintf(out, " %c  ", 'a' + column);
  fprintf(out, "\n");
  for (int seat = 0; seat < game->seats; seat++) {
    char name[CELL_TEXT];
    cell_write(cell_at(p->pawn[seat]), name);
    fprintf(out, "seat %d on %s goes %s; walls left: %d\n", seat + 1, name,
            GOALS[q->goal_direction[seat]], p->hand[seat]);
  }
}

/* ---- editing -------------------------------------------------------------*/

static bool set_pawn(const Quoridor *q, Position *p, int seat,
                     const char *value, Error *error) {
  int number, way;
  if (!quoridor_read_place(q, value, &number, &way) || way != WAYS)
    return error_set(error, "pawn%d takes a cell of the board, not '%s'",
                     seat + 1, value);
  p->pawn[seat] = (uint8_t)number;
  return true;
}

/* Replaces all walls by those listed with commas. */
static bool set_walls(const Quoridor *q, Position *p, const char *value,
                      Error *error) {
  memset(p->walls, 0, sizeof p->walls);
  memcpy(p->open, q->start_open, sizeof p->open);
  if (strcmp(value, "-") == 0)
    return true;
  for (bool more = true; more;) {
    char name[16] = "";
    size_t length = strcspn(value, ",");
    memcpy(name, value, length < sizeof name ? length : sizeof name - 1);
    int slot, way;
    Error why = {""};
    if (!quoridor_read_place(q, name, &slot, &way) || way == WAYS)
      return error_set(error, "walls takes walls such as e3h,d5v, not '%s'",
                       name);
    if (!has_slot(q, slot))
      return error_set(error, "%s does not lie on the board", name);
    why_not_room(p, slot, way, &why);
    if (why.message[0])
      return error_set(error, "no room for the wall %s: %s", name, why.message);
    lay_wall(p, slot, way);
    more = value[length] == ',';
    value += length + more;
  }
  return true;
}

static bool set(const Game *game, State *state, const char *key,
                const char *value, Error *error) {
  const Quoridor *q = quoridor_of(game);
  Position *p = (Position *)state;
  if (strcmp(key, "walls") == 0)
    return set_walls(q, p, value, error);
  bool pawn = strncmp(key, "pawn", 4) == 0, hand = strncmp(key, "hand", 4) == 0;
  int seat = pawn || hand ? key[4] - '1' : -1;
  if (seat < 0 || seat >= game->seats || key[5])
    return error_set(error, "quoridor has no '%s' to set: seat, %s", key,
                     game->rules->keys);
  return pawn ? set_pawn(q, p, seat, value, error)
              : game_set_count(key, value, 30, &p->hand[seat], error);
}

/* Whether a pawn can walk to its goal line, by plain search. */
static bool has_way(const Quoridor *q, const Position *p, int seat) {
  uint8_t queue[CELLS];
  bool seen[CELLS] = {false};
  int read = 0, written = 0;
  queue[written++] = p->pawn[seat];
  seen[p->pawn[seat]] = true;
  while (read < written) {
    int cell = queue[read++];
    if (q->goal[cell] >> seat & 1)
      return true;
    for (int d = 0; d < DIRECTIONS; d++)
      if (p->open[cell] >> d & 1 && !seen[cell + STEP[d]]) {
        seen[cell + STEP[d]] = true;
        queue[written++] = (uint8_t)(cell + STEP[d]);
      }
  }
  return false;
}

static bool settle(const Game *game, State *state, Error *error) {
  const Quoridor *q = quoridor_of(game);
  Position *p = (Position *)state;
  for (int seat = 0; seat < game->seats; seat++) {
    for (int other = 0; other < seat; other++)
      if (p->pawn[other] == p->pawn[seat])
        return error_set(error, "the pawns of seats %d and %d are on one cell",
                         other + 1, seat + 1);
    if (!has_way(q, p, seat))
      return error_set(error, "seat %d has no way to its goal line", seat + 1);
    if (q->goal[p->pawn[seat]] >> seat & 1) {
      if (state->outcome == WIN)
        return error_set(error, "two pawns are on their goal lines");
      state_win(state, (uint16_t)(1 << seat));
    }
  }
  return true;
}

static int default_walls(const int values[]) {
  int walls = values[SIZE] * values[SIZE] / 8;
  return values[PLAYERS] == 2 ? walls : walls / 2;
}

static const Option OPTIONS[] = {
    {"players", OPTION_INT, .min = 2, .max = 4, .step = 2, .value = 2,
     .help = "players"},
    {"size", OPTION_INT, .min = 3, .max = SIDE_MAX, .value = 9,
     .help = "edge of the board"},
    {"walls", OPTION_INT, .min = 0, .max = 30, .derive = default_walls,
     .derived = "size*size/8, with 4 players half of that",
     .help = "walls each has in hand"},
    {"edge_jump", OPTION_FLAG, .value = 1,
     .help = "the board's edge behind a pawn opens the diagonal jump, as a "
             "wall does"},
    {"pawn_jump", OPTION_FLAG,
     .help = "a third pawn behind a pawn opens the diagonal jump, too"},
    {NULL},
};

const Rules quoridor_rules = {
    .name = "quoridor",
    .title = "Quoridor (Gigamic)",
    .summary = "be the first across the board, and build walls in the others' "
               "way",
    .text =
        "A turn moves your pawn or lays one of your walls. The pawn steps to\n"
        "a free cell beside it. Facing a pawn beside it, with no wall "
        "between,\n"
        "it may jump straight over it if the cell behind is free; if a wall "
        "or\n"
        "the board's edge is behind that pawn, it may go to the cell left or\n"
        "right of it instead. No jump goes over two pawns. A wall is two "
        "cells\n"
        "long, may not overlap or cross another, and must leave every pawn\n"
        "some way to its goal line. With no move at all, pass. The first pawn\n"
        "on the far side of the board from its start wins. There is no draw,\n"
        "and no rule against going to and fro for ever.\n"
        "Moves: the cell the pawn goes to, e2; or the cell south-west of a\n"
        "wall's centre and how it lies: e3h lies over e3 and f3, e3v right of\n"
        "e3 and e4.",
    .example = "e2 e8 e3h d5v",
    .options = OPTIONS,
    .game_size = sizeof(Quoridor),
    .open = open,
    .start = start,
    .moves = moves,
    .play = quoridor_play,
    .format = format,
    .parse = parse,
    .draw = draw,
    .set = set,
    .keys = "pawn1, pawn2, … for each seat (a cell), hand1, hand2, … (walls in "
            "hand), walls "
            "(all walls on the board, walls=e3h,d5v; walls=- for none)",
    .settle = settle,
    .accessors = quoridor_accessors,
    .describe = quoridor_describe,
    .scene = quoridor_scene,
    .legal = legal,
    .hash = hash,
    .count = count,
    .random_move = quoridor_random_move,
    .playout = quoridor_playout,
    .evaluate = quoridor_evaluate,
    .exploration = 0.1,
    .key = quoridor_key,
};
