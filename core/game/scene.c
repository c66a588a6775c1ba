#include "core/game/scene.h"

#include "core/base/utf8.h"
#include "core/game/parts.h"
#include "core/game/turns.h"
#include <stdarg.h>

const char *const SCENE_SHAPE_NAMES[] = {"disc",  "ring",  "square", "card",
                                         "back",  "empty", "die",    "counter",
                                         "score", "wall",  NULL};
_Static_assert(sizeof SCENE_SHAPE_NAMES / sizeof *SCENE_SHAPE_NAMES ==
                   SCENE_SHAPES + 1,
               "every shape has a name");

bool scene_paint(const Game *game, const State *state, Scene *scene) {
  memset(scene, 0, sizeof *scene);
  if (!game->rules->scene)
    return false;
  game->rules->scene(game, state, scene);
  return true;
}

static void add_cell(Scene *scene, Cell at, Cell list[], int *count) {
  scene->overflow |= *count == SCENE_CELLS;
  if (*count < SCENE_CELLS)
    list[(*count)++] = at;
}

void scene_leave_out(Scene *scene, Cell at) {
  add_cell(scene, at, scene->absent, &scene->absent_count);
}

void scene_add_line(Scene *scene, SceneLine line) {
  scene->overflow |= scene->line_count == SCENE_LINES;
  if (scene->line_count < SCENE_LINES)
    scene->line[scene->line_count++] = line;
}

void scene_shade(Scene *scene, Cell at) {
  add_cell(scene, at, scene->shaded, &scene->shaded_count);
}

void scene_highlight(Scene *scene, Cell at) {
  add_cell(scene, at, scene->highlight, &scene->highlight_count);
}

void scene_add_piece(Scene *scene, ScenePiece piece) {
  scene->overflow |= scene->piece_count == SCENE_PIECES;
  if (scene->piece_count < SCENE_PIECES)
    scene->piece[scene->piece_count++] = piece;
}

void scene_add_wall(Scene *scene, SceneWall wall) {
  scene->overflow |= scene->wall_count == SCENE_WALLS;
  if (scene->wall_count < SCENE_WALLS)
    scene->wall[scene->wall_count++] = wall;
}

void scene_add_mark(Scene *scene, SceneMark mark) {
  scene->overflow |= scene->mark_count == SCENE_MARKS;
  if (scene->mark_count < SCENE_MARKS)
    scene->mark[scene->mark_count++] = mark;
}

void scene_add_edge(Scene *scene, SceneSide side, int seat) {
  scene->overflow |= scene->edge_count == SCENE_EDGES;
  if (scene->edge_count < SCENE_EDGES)
    scene->edge[scene->edge_count++] =
        (SceneEdge){.side = (uint8_t)side, .seat = (int8_t)seat};
}

void scene_add_held(Scene *scene, SceneHeld held) {
  scene->overflow |= scene->held_count == SCENE_HELD;
  if (scene->held_count < SCENE_HELD)
    scene->held[scene->held_count++] = held;
}

void scene_add_supply(Scene *scene, ScenePiece piece, int count,
                      const char *group) {
  SceneHeld held = {.piece = piece, .count = count};
  scene_set_label(held.group, group);
  if (count > 0)
    scene_add_held(scene, held);
}

void scene_add_note(Scene *scene, const char *format, ...) {
  scene->overflow |= scene->note_count == SCENE_NOTES;
  if (scene->note_count == SCENE_NOTES)
    return;
  va_list values;
  va_start(values, format);
  scene->overflow |= vsnprintf(scene->note[scene->note_count++], SCENE_TEXT,
                               format, values) >= SCENE_TEXT;
  va_end(values);
}

void scene_set_label(char label[SCENE_LABEL], const char *text) {
  size_t length = 0, size;
  while (text[length] && (size = utf8_char_size(text + length)) > 0 &&
         length + size < SCENE_LABEL)
    length += size;
  memcpy(label, text, length);
  memset(label + length, '\0', SCENE_LABEL - length);
}

/* ---- beside the board ----------------------------------------------------*/

/* `alone` if its group has nothing else. */
static int write_item(const SceneHeld *held, bool alone, char *text,
                      size_t size) {
  const char *label = held->piece.label;
  int shape = held->piece.shape, count = held->count;
  if (shape == SCENE_EMPTY)
    return snprintf(text, size, "-");
  if (shape == SCENE_DIE)
    return snprintf(text, size, "[%s]", label[0] ? label : " ");
  if (shape == SCENE_BACK && alone && !label[0])
    return snprintf(text, size, "%d card%s", count, count == 1 ? "" : "s");
  if (!label[0] && shape != SCENE_BACK && held->group[0])
    return snprintf(text, size, "%d", count);
  bool bare = !label[0] && shape != SCENE_BACK;
  label = shape == SCENE_BACK   ? "?"
          : !bare               ? label
          : shape == SCENE_WALL ? "walls"
                                : "pieces";
  return count > 1 || bare ? snprintf(text, size, "%s ×%d", label, count)
                           : snprintf(text, size, "%s", label);
}

/* Whether two items, of which the second may not be one, are a seat's and of
 * one group. */
static bool is_same_group(const Scene *s, int a, int b) {
  return b >= 0 && b < s->held_count &&
         s->held[a].piece.seat == s->held[b].piece.seat &&
         strcmp(s->held[a].group, s->held[b].group) == 0;
}

int scene_write_held(const Scene *s, int from, char text[SCENE_HELD_TEXT]) {
  size_t used = 0;
  int i = from;
  for (; i < s->held_count && s->held[i].piece.seat == s->held[from].piece.seat;
       i++) {
    const SceneHeld *held = &s->held[i];
    const char *group = held->group[0] ? held->group : "beside the board:";
    bool same = is_same_group(s, i, i - 1);
    bool alone = !same && !is_same_group(s, i, i + 1);
    const char *before = i == from        ? ""
                         : !same          ? "; "
                         : held->group[0] ? ""
                                          : ",";
    used += (size_t)snprintf(text + used, SCENE_HELD_TEXT - used, "%s%s ",
                             before, same ? "" : group);
    used +=
        (size_t)write_item(held, alone, text + used, SCENE_HELD_TEXT - used);
  }
  return i;
}

/* ---- boards --------------------------------------------------------------*/

static Cell cell_of(const Grid *g, int cell) {
  return (Cell){grid_column(g, cell), grid_row(g, cell)};
}

void scene_set_board(Scene *scene, const Field *board) {
  const Grid *g = board->grid;
  scene->columns = g->shape.columns;
  scene->rows = g->shape.rows;
  scene->hex = g->shape.hex;
  scene->down = board->down;
  scene->bare = board->bare;
  for (int i = 0; !g->whole && i < scene->columns * scene->rows; i++)
    if (g->number[i] == GRID_NO_CELL)
      scene_leave_out(scene, (Cell){i % scene->columns, i / scene->columns});
  for (int cell = 0; board->points && cell < g->cells; cell++)
    for (int i = 0; i < g->neighbours[cell]; i++)
      if (g->neighbour[cell][i] > cell)
        scene_add_line(scene, (SceneLine){cell_of(g, cell),
                                          cell_of(g, g->neighbour[cell][i])});
}

ScenePiece scene_usual_piece(const Field *board, int32_t value, int seats) {
  ScenePiece piece = {.seat = SCENE_NOBODY, .size = 3};
  char number[12]; /* of any value */
  size_t size;
  const char *mark = field_mark(board, value, &size);
  snprintf(number, sizeof number, "%d", value);
  if (mark)
    snprintf(piece.label, SCENE_LABEL, "%.*s", (int)size, mark);
  else
    scene_set_label(piece.label, number);
  if (value >= 1 && value <= seats) {
    piece.seat = (int8_t)(value - 1);
    if (strcmp(piece.label, number) == 0)
      piece.label[0] = '\0';
  }
  return piece;
}

void scene_add_board(Scene *scene, const Field *board, const int32_t cells[],
                     int seats) {
  scene_set_board(scene, board);
  for (int i = 0; i < board->grid->cells; i++)
    if (cells[i]) {
      ScenePiece piece = scene_usual_piece(board, cells[i], seats);
      piece.at = cell_of(board->grid, i);
      scene_add_piece(scene, piece);
    }
}

/* ---- checking ------------------------------------------------------------*/

static bool scene_fits(const Scene *s) {
  const struct {
    int count, most;
  } lists[] = {
      {s->columns, BOARD_SIDE_MAX},   {s->rows, BOARD_SIDE_MAX},
      {s->shaded_count, SCENE_CELLS}, {s->highlight_count, SCENE_CELLS},
      {s->piece_count, SCENE_PIECES}, {s->wall_count, SCENE_WALLS},
      {s->mark_count, SCENE_MARKS},   {s->edge_count, SCENE_EDGES},
      {s->held_count, SCENE_HELD},    {s->moved_count, SCENE_MOVED},
      {s->note_count, SCENE_NOTES},   {s->absent_count, SCENE_CELLS},
      {s->line_count, SCENE_LINES}};
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
    if (lists[i].count < 0 || lists[i].count > lists[i].most)
      return false;
  return true;
}

static bool is_on_lattice(const Scene *s, Cell at) {
  return at.column >= 0 && at.column < s->columns && at.row >= 0 &&
         at.row < s->rows;
}

bool scene_has(const Scene *s, Cell at) {
  for (int i = 0; i < s->absent_count; i++)
    if (s->absent[i].column == at.column && s->absent[i].row == at.row)
      return false;
  return is_on_lattice(s, at);
}

static bool scene_check_cells(const Scene *s, const Cell cells[], int count,
                              const char *verb, Error *error) {
  for (int i = 0; i < count; i++)
    if (!scene_has(s, cells[i]))
      return error_set(error, "the scene %s a cell outside its board", verb);
  return true;
}

static bool scene_check_shape(const Scene *s, Error *error) {
  for (int i = 0; i < s->absent_count; i++)
    if (!is_on_lattice(s, s->absent[i]))
      return error_set(error, "the scene leaves out a cell outside its board");
  for (int i = 0; i < s->line_count; i++)
    if (!scene_check_cells(s, &s->line[i].from, 1, "has a line from", error) ||
        !scene_check_cells(s, &s->line[i].to, 1, "has a line to", error))
      return false;
  return true;
}

static bool scene_check_seat(const Game *game, const char *what, int seat,
                             Error *error) {
  return (seat >= SCENE_NOBODY && seat < game->seats) ||
         error_set(error, "the scene has a %s of seat %d, which does not exist",
                   what, seat + 1);
}

static bool scene_check_label(const char label[SCENE_LABEL], Error *error) {
  return (memchr(label, '\0', SCENE_LABEL) && utf8_is_valid(label)) ||
         error_set(error, "the scene has a label that is not text");
}

/* `most` is the last shape that it may have. */
static bool scene_check_look(const Game *game, const ScenePiece *p,
                             SceneShape most, Error *error) {
  if (!scene_check_seat(game, "piece", p->seat, error))
    return false;
  if (p->size < 1 || p->size > 3 || p->shape > most)
    return error_set(error,
                     "the scene has a piece of size %d (1 to 3) and shape %d",
                     p->size, p->shape);
  return scene_check_label(p->label, error);
}

/* A wall lies between cells, from the first to the last that it runs along. */
static bool scene_check_wall(const Scene *s, const SceneWall *w, Error *error) {
  int on = w->length - 1;
  Cell last = {w->at.column + (w->vertical ? 1 : on),
               w->at.row + (w->vertical ? on : 1)};
  if (w->length < 1)
    return error_set(error, "the scene has a wall of length 0");
  return (scene_has(s, w->at) && scene_has(s, last)) ||
         error_set(error,
                   "the scene has a wall that leaves its board, in column %d, "
                   "row %d",
                   w->at.column + 1, w->at.row + 1);
}

static bool scene_check_pieces(const Game *game, const Scene *s, Error *error) {
  for (int i = 0; i < s->piece_count; i++) {
    Cell at = s->piece[i].at;
    if (!scene_has(s, at))
      return error_set(error,
                       "the scene has a piece outside its board, in column %d, "
                       "row %d",
                       at.column + 1, at.row + 1);
    if (!scene_check_look(game, &s->piece[i], SCENE_SQUARE, error))
      return false;
  }
  for (int i = 0; i < s->held_count; i++) {
    if (!scene_check_look(game, &s->held[i].piece, SCENE_WALL, error) ||
        !scene_check_label(s->held[i].group, error))
      return false;
    if (s->held[i].count < 1)
      return error_set(error, "the scene has a hand of %d pieces",
                       s->held[i].count);
  }
  return true;
}

static bool scene_check_marks(const Game *game, const Scene *s, Error *error) {
  for (int i = 0; i < s->mark_count; i++)
    if (!scene_check_cells(s, &s->mark[i].at, 1, "marks", error) ||
        !scene_check_seat(game, "mark", s->mark[i].seat, error) ||
        !scene_check_label(s->mark[i].label, error))
      return false;
  for (int i = 0; i < s->edge_count; i++)
    if (s->edge[i].side >= SCENE_SIDES ||
        !scene_check_seat(game, "side", s->edge[i].seat, NULL))
      return error_set(error, "the scene has side %d of seat %d (sides 0 to 3)",
                       s->edge[i].side, s->edge[i].seat + 1);
  for (int i = 0; i < s->note_count; i++)
    if (!memchr(s->note[i], '\0', SCENE_TEXT) || !utf8_is_valid(s->note[i]))
      return error_set(error, "the scene has a note that is not text");
  return true;
}

bool scene_check(const Game *game, const Scene *s, Error *error) {
  if (!scene_fits(s))
    return error_set(error, "the scene has %d columns and %d rows, not 1 to %d",
                     s->columns, s->rows, BOARD_SIDE_MAX);
  for (int i = 0; i < s->wall_count; i++)
    if (!scene_check_wall(s, &s->wall[i], error))
      return false;
  return scene_check_shape(s, error) &&
         scene_check_cells(s, s->shaded, s->shaded_count, "shades", error) &&
         scene_check_cells(s, s->highlight, s->highlight_count, "highlights",
                           error) &&
         scene_check_cells(s, s->moved, s->moved_count, "moves to", error) &&
         scene_check_marks(game, s, error) &&
         scene_check_pieces(game, s, error);
}

/* ---- crossing ------------------------------------------------------------*/

static void cross_list(Message *m, void *list, size_t size, int most,
                       int *count) {
  CROSS(m, *count, 0, most);
  cross_bytes(m, list, (size_t)*count * size);
}

#define CROSS_LIST(list)                                                       \
  cross_list(m, s->list, sizeof *s->list, sizeof s->list / sizeof *s->list,    \
             &s->list##_count)

static void clean(char *text, size_t size) {
  text[size - 1] = '\0';
  utf8_clean_line(text);
}

static void clean_texts(Scene *s) {
  for (int i = 0; i < s->piece_count; i++)
    clean(s->piece[i].label, SCENE_LABEL);
  for (int i = 0; i < s->mark_count; i++)
    clean(s->mark[i].label, SCENE_LABEL);
  for (int i = 0; i < s->held_count; i++) {
    clean(s->held[i].piece.label, SCENE_LABEL);
    clean(s->held[i].group, SCENE_LABEL);
  }
  for (int i = 0; i < s->note_count; i++)
    clean(s->note[i], SCENE_TEXT);
}

/* A byte that came from elsewhere may be no bool. */
static bool walls_are_good(const Scene *s) {
  bool good = true;
  for (int i = 0; i < s->wall_count; i++)
    good = good && *(const unsigned char *)&s->wall[i].vertical <= 1;
  return good;
}

void scene_cross(Message *m, const Game *game, Scene *s) {
  CROSS(m, s->overflow, 0, 1);
  CROSS(m, s->columns, 0, BOARD_SIDE_MAX);
  CROSS(m, s->rows, 0, BOARD_SIDE_MAX);
  CROSS(m, s->down, 0, 1);
  CROSS(m, s->hex, 0, 1);
  CROSS(m, s->bare, 0, 1);
  CROSS_LIST(absent);
  CROSS_LIST(line);
  CROSS_LIST(shaded);
  CROSS_LIST(highlight);
  CROSS_LIST(piece);
  CROSS_LIST(wall);
  CROSS_LIST(mark);
  CROSS_LIST(edge);
  CROSS_LIST(held);
  CROSS_LIST(moved);
  CROSS_LIST(note);
  if (m->writing)
    return;
  clean_texts(s);
  if (!walls_are_good(s) || !scene_check(game, s, NULL))
    m->malformed = true;
}

/* ---- the last move -------------------------------------------------------*/

static void add_moved(Scene *scene, Cell at) {
  if (scene->moved_count < SCENE_MOVED)
    scene->moved[scene->moved_count++] = at;
}

static void add_part(const Parts *parts, const char *key, Scene *scene) {
  for (int i = 0; i < parts->count; i++) {
    Cell at;
    if (strcmp(parts->part[i].key, key) == 0 && !parts->part[i].list &&
        cell_parse(parts->part[i].text[0], scene->columns, scene->rows, &at,
                   NULL))
      add_moved(scene, at);
  }
}

/* Adds the cells of a text that has nothing else in it, such as "b2" or
 * "b2-b3": the last one is where the move goes to. */
static void add_cells_of(const char *text, Scene *scene) {
  Cell cells[SCENE_MOVED];
  int count = 0;
  while (*text && count < SCENE_MOVED &&
         cell_read(&text, scene->columns, scene->rows, &cells[count])) {
    count++;
    text += *text && strchr("-x", *text) && text[1];
  }
  while (!*text && count > 0)
    add_moved(scene, cells[--count]);
}

/* The number of dice if all are blank and there are no cards, which a roll
 * might be about; otherwise 0. */
static int count_blank_dice(const Scene *s) {
  int dice = 0;
  for (int i = 0; i < s->held_count; i++) {
    const ScenePiece *p = &s->held[i].piece;
    if (p->shape == SCENE_CARD || p->shape == SCENE_BACK ||
        p->shape == SCENE_EMPTY || (p->shape == SCENE_DIE && p->label[0]))
      return 0;
    dice += p->shape == SCENE_DIE;
  }
  return dice;
}

/* Several dice have a character each, as in 1356. */
static void show_roll(Scene *s, const char *text) {
  int dice = count_blank_dice(s), faces = utf8_width(text, strlen(text));
  if (dice > 1 && dice != faces)
    return;
  for (int i = 0; dice > 0 && i < s->held_count; i++) {
    ScenePiece *p = &s->held[i].piece;
    if (p->shape != SCENE_DIE)
      continue;
    scene_set_label(p->label, text);
    size_t size = utf8_char_size(text);
    if (dice > 1)
      p->label[size] = '\0';
    text += size;
  }
}

static void add_move(const Game *game, const State *before, Move move,
                     Scene *scene) {
  Parts parts = {0};
  char text[MOVE_TEXT];
  int count = scene->moved_count;
  game_describe(game, before, move, &parts);
  add_part(&parts, "to", scene);
  add_part(&parts, "from", scene);
  if (scene->moved_count > count)
    return;
  game_format(game, before, move, text);
  utf8_clean_line(text);
  if (game_is_chance(before))
    show_roll(scene, text);
  add_cells_of(text, scene);
}

/* Adds the moves that others have chosen in the same round. Returns false if
 * somebody has yet to choose. */
static bool add_choices(const Game *game, const State *before, Scene *scene) {
  size_t offset;
  const Field *f = game_field(game, FIELD_CHOSEN, &offset);
  const int32_t *chosen = (const int32_t *)((const char *)before + offset);
  int open = 0;
  for (int i = 0; f && i < f->count; i++)
    open += chosen[i] == CHOSEN_OPEN;
  for (int i = 0; f && open == 1 && i < f->count; i++)
    if (chosen[i] > 0 && chosen[i] != CHOSEN_PASS)
      add_move(game, before, (Move)chosen[i] - 1, scene);
  return open <= 1;
}

void scene_show_move(const Game *game, const State *before, Move move,
                     Scene *scene) {
  scene->moved_count = 0;
  if (add_choices(game, before, scene))
    add_move(game, before, move, scene);
}
