/* Quoridor: what can be asked of a position, what a move consists of, and the
 * picture. Ways are searched for anew for each question: it is for bots and
 * variants, not for playouts. */
#include "quoridor.h"

#include "core/game/scene.h"

static bool arg_cell(const Game *game, const Arg *arg, int *number,
                     Error *error) {
  Cell cell;
  if (!cell_named(arg->text, quoridor_of(game)->size, &cell, error))
    return false;
  *number = cell_number(cell);
  return true;
}

static bool arg_wall(const Game *game, const Arg *arg, int *slot, int *way,
                     Error *error) {
  const Quoridor *q = quoridor_of(game);
  if (quoridor_read_place(q, arg->text, slot, way) && *way != WAYS &&
      has_slot(q, *slot))
    return true;
  char last[CELL_TEXT];
  cell_write((Cell){q->size - 2, q->size - 2}, last);
  return error_set(error,
                   "'%.60s' is not a wall: write the cell south-west of its "
                   "centre (a1 to %s) and h or v, as in a1h",
                   arg->text, last);
}

static bool answer_cell(Answer *answer, int cell) {
  char name[CELL_TEXT];
  cell_write(cell_at(cell), name);
  return answer_text(answer, name);
}

static void add_cell(Answer *answer, int cell) {
  char name[CELL_TEXT];
  cell_write(cell_at(cell), name);
  answer_add_text(answer, name);
}

/* Answers with those cells of the board that are marked, in their order. */
static bool answer_marked(const Quoridor *q, const bool marked[CELLS],
                          Answer *answer) {
  answer_list(answer, ANSWER_WORD);
  for (int row = 0; row < q->size; row++)
    for (int column = 0; column < q->size; column++) {
      int cell = cell_number((Cell){column, row});
      if (marked[cell])
        add_cell(answer, cell);
    }
  return true;
}

static bool ask_pawn(const Game *game, const State *state, const Arg args[],
                     Answer *answer, Error *error) {
  (void)game, (void)error;
  return answer_cell(answer, ((const Position *)state)->pawn[args[0].seat]);
}

static bool ask_goal(const Game *game, const State *state, const Arg args[],
                     Answer *answer, Error *error) {
  (void)state, (void)error;
  const Quoridor *q = quoridor_of(game);
  bool goal[CELLS];
  for (int cell = 0; cell < CELLS; cell++)
    goal[cell] = q->goal[cell] >> args[0].seat & 1;
  return answer_marked(q, goal, answer);
}

static bool ask_walls_left(const Game *game, const State *state,
                           const Arg args[], Answer *answer, Error *error) {
  (void)game, (void)error;
  return answer_number(answer, ((const Position *)state)->hand[args[0].seat]);
}

/* ---- ways ----------------------------------------------------------------*/

enum { NO_WAY = -1 };

/* How many steps each cell is from the goal line of a seat, with no pawns in
 * the way: a wave that starts there and runs back. */
static void fill_distances(const Quoridor *q, const Position *p, int seat,
                           int distance[CELLS]) {
  uint8_t queue[CELLS];
  int read = 0, written = 0;
  for (int cell = 0; cell < CELLS; cell++) {
    bool goal = q->goal[cell] >> seat & 1;
    distance[cell] = goal ? 0 : NO_WAY;
    if (goal)
      queue[written++] = (uint8_t)cell;
  }
  while (read < written) {
    int cell = queue[read++];
    for (int d = 0; d < DIRECTIONS; d++) {
      int next = cell + STEP[d];
      if (p->open[cell] >> d & 1 && distance[next] == NO_WAY) {
        distance[next] = distance[cell] + 1;
        queue[written++] = (uint8_t)next;
      }
    }
  }
}

static bool answer_distance(const Game *game, const State *state, int seat,
                            int cell, Answer *answer) {
  int distance[CELLS];
  fill_distances(quoridor_of(game), (const Position *)state, seat, distance);
  return distance[cell] == NO_WAY ? answer_none(answer)
                                  : answer_number(answer, distance[cell]);
}

static bool ask_distance(const Game *game, const State *state, const Arg args[],
                         Answer *answer, Error *error) {
  (void)error;
  int seat = args[0].seat;
  return answer_distance(game, state, seat,
                         ((const Position *)state)->pawn[seat], answer);
}

static bool ask_distance_from(const Game *game, const State *state,
                              const Arg args[], Answer *answer, Error *error) {
  int cell;
  return arg_cell(game, &args[1], &cell, error) &&
         answer_distance(game, state, args[0].seat, cell, answer);
}

/* The first direction that leads a step closer; there must be one. */
static int step_closer(const Position *p, const int distance[CELLS], int cell) {
  int d = 0;
  while (!(p->open[cell] >> d & 1) ||
         distance[cell + STEP[d]] != distance[cell] - 1)
    d++;
  return cell + STEP[d];
}

static bool ask_path(const Game *game, const State *state, const Arg args[],
                     Answer *answer, Error *error) {
  (void)error;
  const Position *p = (const Position *)state;
  int distance[CELLS], cell = p->pawn[args[0].seat];
  fill_distances(quoridor_of(game), p, args[0].seat, distance);
  if (distance[cell] == NO_WAY)
    return answer_none(answer);
  answer_list(answer, ANSWER_WORD);
  while (distance[cell] > 0) {
    cell = step_closer(p, distance, cell);
    add_cell(answer, cell);
  }
  return true;
}

static bool ask_neighbours(const Game *game, const State *state,
                           const Arg args[], Answer *answer, Error *error) {
  const Position *p = (const Position *)state;
  int cell;
  if (!arg_cell(game, &args[0], &cell, error))
    return false;
  answer_list(answer, ANSWER_WORD);
  for (int d = 0; d < DIRECTIONS; d++)
    if (p->open[cell] >> d & 1)
      add_cell(answer, cell + STEP[d]);
  return true;
}

static bool ask_steps(const Game *game, const State *state, const Arg args[],
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

static bool ask_wall_at(const Game *game, const State *state, const Arg args[],
                        Answer *answer, Error *error) {
  int slot, way;
  return arg_wall(game, &args[0], &slot, &way, error) &&
         answer_flag(answer,
                     bits128_has(&((const Position *)state)->walls[way], slot));
}

static bool ask_walls(const Game *game, const State *state, const Arg args[],
                      Answer *answer, Error *error) {
  (void)game, (void)args, (void)error;
  const Bits128 *walls = ((const Position *)state)->walls;
  answer_list(answer, ANSWER_WORD);
  for (Bits128 left = bits128_or(walls[0], walls[1]); !bits128_empty(left);) {
    int slot = bits128_take(&left);
    for (int way = 0; way < WAYS; way++)
      if (bits128_has(&walls[way], slot)) {
        char name[WALL_TEXT];
        quoridor_write_wall(slot, way, name);
        answer_add_text(answer, name);
      }
  }
  return true;
}

const Accessor quoridor_accessors[] = {
    {"pawn", .args = {ARG_SEAT}, .arg_names = "seat", .returns = "cell",
     .help = "where the pawn of a seat stands", .ask = ask_pawn},
    {"goal", .args = {ARG_SEAT}, .arg_names = "seat",
     .returns = "list of cells", .help = "the goal line of a seat",
     .ask = ask_goal},
    {"walls_left", .args = {ARG_SEAT}, .arg_names = "seat", .returns = "number",
     .help = "how many walls a seat has in hand", .ask = ask_walls_left},
    {"distance", .args = {ARG_SEAT}, .arg_names = "seat",
     .returns = "number, or nil",
     .help = "the least number of steps from a seat's pawn to its goal line, "
             "pawns ignored",
     .ask = ask_distance},
    {"distance_from", .args = {ARG_SEAT, ARG_CELL}, .arg_names = "seat, cell",
     .returns = "number, or nil",
     .help = "the same from any cell; nil if walls shut it off",
     .ask = ask_distance_from},
    {"path", .args = {ARG_SEAT}, .arg_names = "seat",
     .returns = "list of cells, or nil",
     .help = "the cells of a shortest way there, first step first; where "
             "several are as short, north before east, south and west",
     .ask = ask_path},
    {"wall_at", .args = {ARG_WORD}, .arg_names = "wall",
     .returns = "true or false",
     .help = "whether this wall, such as e3h, lies on the board",
     .ask = ask_wall_at},
    {"walls", .arg_names = "", .returns = "list of walls",
     .help = "the walls on the board, such as e3h, in the order of their cells",
     .ask = ask_walls},
    {"neighbours", .args = {ARG_CELL}, .arg_names = "cell",
     .returns = "list of cells",
     .help = "the cells beside a cell with no wall between: north, east, "
             "south, west",
     .ask = ask_neighbours},
    {"steps", .arg_names = "", .returns = "list of cells",
     .help = "where the pawn of the seat to move may go now, by step or jump",
     .ask = ask_steps},
    {NULL},
};

void quoridor_describe(const Game *game, const State *state, Move move,
                       Parts *parts) {
  (void)game, (void)state;
  bool wall = move_is_wall(move);
  char name[CELL_TEXT];
  cell_write(cell_at(wall ? move_slot(move) : (int)move), name);
  parts_add(parts, "kind", wall ? "wall" : "pawn");
  parts_add(parts, wall ? "at" : "to", name);
  if (wall)
    parts_add(parts, "way", move_way(move) == HORIZONTAL ? "h" : "v");
}

/* ---- the picture ---------------------------------------------------------*/

/* Walls do not cross, so there is at most one to a crossing. */
_Static_assert(SCENE_WALLS >= (SIDE_MAX - 1) * (SIDE_MAX - 1),
               "the walls fit in a scene");

static void paint_walls(const Position *p, int way, Scene *scene) {
  for (Bits128 left = p->walls[way]; !bits128_empty(left);)
    scene_add_wall(scene, (SceneWall){.at = cell_at(bits128_take(&left)),
                                      .vertical = way == VERTICAL});
}

void quoridor_scene(const Game *game, const State *state, Scene *scene) {
  const Position *p = (const Position *)state;
  scene->columns = scene->rows = quoridor_of(game)->size;
  for (int seat = 0; seat < game->seats; seat++) {
    scene_add_piece(scene, (ScenePiece){.at = cell_at(p->pawn[seat]),
                                        .seat = (int8_t)seat,
                                        .size = 3});
    scene_add_note(scene, "seat %d: walls left %d", seat + 1, p->hand[seat]);
  }
  for (int way = 0; way < WAYS; way++)
    paint_walls(p, way, scene);
}
