/* Quoridor: notation, drawing, scene and editing. */
#include "quoridor.h"

#include "core/game/scene.h"

/* ---- notation ------------------------------------------------------------*/

int quoridor_write_wall(int slot, int way, char text[WALL_TEXT]) {
  int n = cell_write(cell_at(slot_cell(slot, way)), text);
  text[n++] = way == HORIZONTAL ? 'h' : 'v';
  text[n] = '\0';
  return n;
}

void quoridor_format(const Game *game, const State *state, Move move,
                     char text[MOVE_TEXT]) {
  (void)game, (void)state;
  if (move_is_wall(move))
    quoridor_write_wall(move_slot(move), move_way(move), text);
  else
    cell_write(cell_at((int)move), text);
}

bool quoridor_read_place(const Quoridor *q, const char *text, int *number,
                         int *way) {
  if (!game_read_cell(&q->base, &text, number))
    return false;
  *way = *text == 'h' ? HORIZONTAL : *text == 'v' ? VERTICAL : WAYS;
  return *way == WAYS ? !*text : !text[1];
}

/* Sorts cells in the order a1, b1, …, a2, b2, … and writes them, each preceded
 * by a space. */
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
  unsigned direction = quoridor_adjacent[(uint8_t)(cell - from)];
  cell_write(cell_at(from), name);
  list_cells(cells, n, known);
  if (cell == from)
    error_add(why, "the pawn is already there");
  else if (direction && !(p->open[from] & direction))
    error_add(why, "a wall is in the way");
  else if (pawn_on(p, cell))
    error_add(why, "another pawn is there");
  error_add(why, "the pawn of seat %d on %s can only go to%s", p->base.seat + 1,
            name, n ? known : " no cell");
}

/* Adds a wall that a new wall would overlap or cross, if it is on the board. */
static void add_obstacle(const Quoridor *q, const Position *p, int cell,
                         int way, const char *verb, Error *why) {
  char name[WALL_TEXT];
  if (cell < 0 || cell >= CELLS || !wall_fits(q, cell, way) ||
      !bits128_has(&p->walls[way], slot_of_cell(cell)))
    return;
  quoridor_write_wall(slot_of_cell(cell), way, name);
  error_add(why, "%s %s", name, verb);
}

/* Adds the walls on the board that a new wall would overlap or cross. */
static void why_not_fit(const Quoridor *q, const Position *p, int cell, int way,
                        Error *why) {
  int along = ALONG[way], across = ALONG[!way];
  add_obstacle(q, p, cell, way, "is already there", why);
  for (int i = 1; i < q->length; i++) {
    add_obstacle(q, p, cell - i * along, way, "overlaps it", why);
    add_obstacle(q, p, cell + i * along, way, "overlaps it", why);
  }
  for (int i = 0; i < q->length - 1; i++)
    for (int j = 0; j < q->length - 1; j++)
      add_obstacle(q, p, cell + i * along - j * across, !way, "crosses it",
                   why);
}

void quoridor_explain_size(const Quoridor *q, int way, Error *why) {
  static const char *const NAMES[WAYS] = {"horizontal", "vertical"};
  bool flat = way == HORIZONTAL;
  Cell last = {q->columns - (flat ? q->length : 2),
               q->rows - (flat ? 2 : q->length)};
  char name[CELL_TEXT];
  if (bits128_empty(q->slots[way])) {
    error_add(why, "walls are %d cells long, and the board has only %d %s",
              q->length, flat ? q->columns : q->rows,
              flat ? "columns" : "rows");
    return;
  }
  cell_write(last, name);
  if (q->length == 2)
    error_add(why, "walls run from a1 to %s", name);
  else
    error_add(why, "%s walls run from a1 to %s", NAMES[way], name);
}

static void why_not_wall(const Quoridor *q, const Position *p, int cell,
                         int way, Error *why) {
  if (!p->hand[p->base.seat])
    error_add(why, "seat %d has no wall left", p->base.seat + 1);
  if (!wall_fits(q, cell, way)) {
    quoridor_explain_size(q, way, why);
    return;
  }
  Error unfit = {0};
  why_not_fit(q, p, cell, way, &unfit);
  if (error_is_set(&unfit)) {
    error_add(why, "%s", unfit.message);
    return;
  }
  Barriers barriers;
  quoridor_barriers(q, p, &barriers);
  unsigned cut_off = quoridor_cuts_off(&barriers, slot_of_cell(cell), way);
  for (int seat = 0; seat < q->base.seats; seat++)
    if (cut_off >> seat & 1)
      error_add(why, "it leaves seat %d no path to its goal", seat + 1);
}

bool quoridor_parse(const Game *game, const State *state, const char *text,
                    Move *move, Error *error) {
  const Quoridor *q = quoridor_of(game);
  const Position *p = (const Position *)state;
  int number, way;
  if (!quoridor_read_place(q, text, &number, &way))
    return error_set(error,
                     "'%.60s' is not a move: write a cell such as e2 for the "
                     "pawn, or a wall such as e3h or e3v; cells run from a1 to "
                     "%c%d",
                     text, 'a' + q->columns - 1, q->rows);
  Error why = {0};
  if (way == WAYS)
    why_not_step(q, p, number, &why);
  else
    why_not_wall(q, p, number, way, &why);
  *move =
      way == WAYS ? pawn_move(number) : wall_move(slot_of_cell(number), way);
  return game_parse_result(text, &why, error);
}

static char cell_mark(const Quoridor *q, const Position *p, int cell) {
  for (int seat = 0; seat < q->base.seats; seat++)
    if (p->pawn[seat] == cell)
      return (char)('1' + seat);
  return '.';
}

/* Whether a wall lies on this side of a cell. */
static bool wall_at(const Quoridor *q, const Position *p, int cell,
                    int direction) {
  return (q->start_open[cell] & ~p->open[cell]) >> direction & 1;
}

/* Draws a row of cells and the vertical walls between them. */
static void draw_cells(const Quoridor *q, const Position *p, int row,
                       FILE *out) {
  fprintf(out, "%2d ", row + 1);
  for (int column = 0; column < q->columns; column++) {
    int cell = cell_number((Cell){column, row});
    fprintf(out, " %c %c", cell_mark(q, p, cell),
            wall_at(q, p, cell, EAST) ? '|' : ' ');
  }
  fprintf(out, "\n");
}

/* Draws the horizontal walls above a row of cells. */
static void draw_walls(const Quoridor *q, const Position *p, int row,
                       FILE *out) {
  Bits128 flat = quoridor_crossed(q, p, HORIZONTAL);
  Bits128 upright = quoridor_crossed(q, p, VERTICAL);
  fprintf(out, "   ");
  for (int column = 0; column < q->columns; column++) {
    int cell = cell_number((Cell){column, row});
    fprintf(out, "%s%c", wall_at(q, p, cell, NORTH) ? "---" : "   ",
            bits128_has(&flat, cell)      ? '-'
            : bits128_has(&upright, cell) ? '|'
                                          : ' ');
  }
  fprintf(out, "\n");
}

static void write_goal(const Quoridor *q, int seat, char text[32]) {
  static const char *const DIRECTION[] = {"up", "right", "down", "left"};
  char name[CELL_TEXT];
  if (q->goal_cell[seat] != NO_CELL) {
    cell_write(cell_at(q->goal_cell[seat]), name);
    snprintf(text, 32, "to %s", name);
  } else if (q->base.option[GOAL] == GOAL_EDGE) {
    snprintf(text, 32, "to any other side");
  } else {
    snprintf(text, 32, "%s", DIRECTION[q->goal_direction[seat]]);
  }
}

void quoridor_draw(const Game *game, const State *state, FILE *out) {
  const Quoridor *q = quoridor_of(game);
  const Position *p = (const Position *)state;
  for (int row = q->rows - 1; row >= 0; row--) {
    draw_cells(q, p, row, out);
    if (row > 0)
      draw_walls(q, p, row - 1, out);
  }
  fprintf(out, "   ");
  for (int column = 0; column < q->columns; column++)
    fprintf(out, " %c  ", 'a' + column);
  fprintf(out, "\n");
  for (int seat = 0; seat < game->seats; seat++) {
    char name[CELL_TEXT], goal[32];
    if (!has_pawn(p, seat))
      continue;
    cell_write(cell_at(p->pawn[seat]), name);
    write_goal(q, seat, goal);
    fprintf(out, "seat %d on %s goes %s; walls left: %d\n", seat + 1, name,
            goal, p->hand[seat]);
  }
}

_Static_assert(SCENE_WALLS >= WAYS * SIDE_MAX * (SIDE_MAX - 1),
               "a wall between any two cells fits in a scene");

static void add_walls(const Quoridor *q, const Position *p, int way,
                      Scene *scene) {
  for (Bits128 left = p->walls[way]; !bits128_empty(left);) {
    int cell = slot_cell(bits128_take(&left), way);
    scene_add_wall(scene, (SceneWall){.at = cell_at(cell),
                                      .vertical = way == VERTICAL,
                                      .length = (uint8_t)q->length});
  }
}

static void add_hand(const Position *p, int seat, Scene *scene) {
  int walls = p->hand[seat];
  ScenePiece piece = {.seat = (int8_t)seat,
                      .size = 3,
                      .shape = walls ? SCENE_WALL : SCENE_EMPTY};
  scene_add_supply(scene, piece, walls ? walls : 1, "walls");
}

/* Marks where a seat has to go: sides of the board, or one cell. */
static void add_goal(const Quoridor *q, int seat, Scene *scene) {
  static const SceneSide SIDE[] = {SCENE_TOP, SCENE_RIGHT, SCENE_BOTTOM,
                                   SCENE_LEFT};
  int ahead = q->goal_direction[seat];
  if (q->goal_cell[seat] != NO_CELL) {
    scene_add_mark(scene, (SceneMark){.at = cell_at(q->goal_cell[seat]),
                                      .seat = (int8_t)seat,
                                      .label = "⚑"});
    return;
  }
  for (int direction = 0; direction < DIRECTIONS; direction++)
    if (direction == ahead || (q->base.option[GOAL] == GOAL_EDGE &&
                               direction != (ahead + 2) % DIRECTIONS))
      scene_add_edge(scene, SIDE[direction], seat);
}

/* The pawns that have reached their goals. */
static void add_arrivals(const Game *game, const Position *p, Scene *scene) {
  const Quoridor *q = quoridor_of(game);
  for (int seat = 0; seat < game->seats; seat++) {
    char cell[CELL_TEXT];
    if (!has_pawn(p, seat) || !(q->goal[p->pawn[seat]] >> seat & 1))
      continue;
    scene_highlight(scene, cell_at(p->pawn[seat]));
    cell_write(cell_at(p->pawn[seat]), cell);
    scene_add_note(scene, "highlighted: seat %d has reached %s", seat + 1,
                   cell);
  }
}

void quoridor_scene(const Game *game, const State *state, Scene *scene) {
  const Quoridor *q = quoridor_of(game);
  const Position *p = (const Position *)state;
  scene->columns = q->columns;
  scene->rows = q->rows;
  for (int seat = 0; seat < game->seats; seat++) {
    if (!has_pawn(p, seat))
      continue;
    scene_add_piece(scene, (ScenePiece){.at = cell_at(p->pawn[seat]),
                                        .seat = (int8_t)seat,
                                        .size = 3});
    char goal[32];
    write_goal(q, seat, goal);
    scene_add_note(scene, "seat %d: goes %s", seat + 1, goal);
    add_hand(p, seat, scene);
    add_goal(q, seat, scene);
  }
  add_arrivals(game, p, scene);
  for (int way = 0; way < WAYS; way++)
    add_walls(q, p, way, scene);
}

/* ---- editing -------------------------------------------------------------*/

static bool set_pawn(const Quoridor *q, Position *p, int seat,
                     const char *value, Error *error) {
  int number, way;
  if (strcmp(value, "-") == 0) {
    p->pawn[seat] = NO_CELL;
    p->hand[seat] = 0;
    return true;
  }
  if (!quoridor_read_place(q, value, &number, &way) || way != WAYS)
    return error_set(error,
                     "pawn%d takes a cell of the board, or - for no pawn, not "
                     "'%.60s'",
                     seat + 1, value);
  p->pawn[seat] = (uint8_t)number;
  return true;
}

/* Replaces all walls by the comma-separated list in `value`. */
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
    int cell, way;
    Error why = {0};
    if (!quoridor_read_place(q, name, &cell, &way) || way == WAYS)
      return error_set(error, "walls takes walls such as e3h,d5v, not '%s'",
                       name);
    if (!wall_fits(q, cell, way)) {
      quoridor_explain_size(q, way, &why);
      return error_set(error, "the wall %s is not on the board: %s", name,
                       why.message);
    }
    why_not_fit(q, p, cell, way, &why);
    if (error_is_set(&why))
      return error_set(error, "the wall %s does not fit: %s", name,
                       why.message);
    quoridor_add_wall(q, p, slot_of_cell(cell), way);
    more = value[length] == ',';
    value += length + more;
  }
  return true;
}

bool quoridor_set(const Game *game, State *state, const char *key,
                  const char *value, Error *error) {
  const Quoridor *q = quoridor_of(game);
  Position *p = (Position *)state;
  if (strcmp(key, "walls") == 0)
    return set_walls(q, p, value, error);
  bool pawn = strncmp(key, "pawn", 4) == 0, hand = strncmp(key, "hand", 4) == 0;
  int seat = pawn || hand ? key[4] - '1' : -1;
  if (seat < 0 || seat >= game->seats || key[5])
    return game_refuse_key(game, key, error);
  return pawn ? set_pawn(q, p, seat, value, error)
              : game_set_count(key, value, WALLS_MAX, &p->hand[seat], error);
}

/* Writes the settings that restore the position: pawns, hands and walls. */
bool quoridor_settings(const Game *game, const State *state, FILE *out) {
  const Position *p = (const Position *)state;
  for (int seat = 0; seat < game->seats; seat++) {
    char name[CELL_TEXT] = "-";
    if (has_pawn(p, seat))
      cell_write(cell_at(p->pawn[seat]), name);
    fprintf(out, " pawn%d=%s hand%d=%d", seat + 1, name, seat + 1,
            p->hand[seat]);
  }
  const char *separator = " walls=";
  for (int way = 0; way < WAYS; way++)
    for (Bits128 left = p->walls[way]; !bits128_empty(left);) {
      char name[WALL_TEXT];
      quoridor_write_wall(bits128_take(&left), way, name);
      fprintf(out, "%s%s", separator, name);
      separator = ",";
    }
  if (separator[0] == ' ')
    fprintf(out, " walls=-");
  return true;
}
