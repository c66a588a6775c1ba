#include "cli/terminal/board_cells.h"

#include "cli/terminal/format.h"
#include "core/base/utf8.h"
#include <limits.h>
#include <string.h>

enum { CELL_WIDTH_MAX = 24, PIECE_TEXT = 24, MARGIN = 3 };

int board_index(const Scene *scene, Cell at) {
  return at.row * scene->columns + at.column;
}

static bool on_cell(const Scene *scene, const ScenePiece *piece, int cell) {
  return board_index(scene, piece->at) == cell;
}

/* ---- pieces --------------------------------------------------------------*/

/* A piece shows its label and its seat as a small number, so that it can be
 * recognised without colour; without a label it shows the seat. */
static void label_text(const char *label, int seat, char text[PIECE_TEXT]) {
  static const char *const SMALL[] = {"₁", "₂", "₃", "₄", "₅",
                                      "₆", "₇", "₈", "₉"};
  const char *small = seat >= 0 && seat < 9 ? SMALL[seat] : "";
  if (!label[0] && seat >= 0)
    snprintf(text, PIECE_TEXT, "%d", seat + 1);
  else
    snprintf(text, PIECE_TEXT, "%s%s", label[0] ? label : "o", small);
}

static void piece_text(const ScenePiece *piece, char text[PIECE_TEXT]) {
  label_text(piece->label, piece->seat, text);
}

static int piece_width(const ScenePiece *piece) {
  char text[PIECE_TEXT];
  piece_text(piece, text);
  return utf8_width(text, strlen(text));
}

/* Writes the marks on a cell, with a colon if pieces follow. Returns their
 * width. */
static int write_marks(const Board *b, int cell, FILE *out) {
  const Scene *scene = b->scene;
  int width = 0;
  for (int i = 0; b->marks[cell] && i < scene->mark_count; i++) {
    const SceneMark *mark = &scene->mark[i];
    char text[PIECE_TEXT];
    if (board_index(scene, mark->at) != cell)
      continue;
    label_text(mark->label, mark->seat, text);
    width += utf8_width(text, strlen(text));
    if (out)
      fputs(text, out);
  }
  bool colon = width > 0 && b->count[cell] > 0;
  if (out && colon)
    fputs(":", out);
  return width + colon;
}

/* The width of all that is on a cell. */
static int contents_width(const Board *b, int cell) {
  const Scene *scene = b->scene;
  int width = write_marks(b, cell, NULL) + (b->nest[cell] ? 2 : 0);
  for (int i = 0; i < scene->piece_count; i++)
    if (on_cell(scene, &scene->piece[i], cell))
      width += piece_width(&scene->piece[i]);
  return width;
}

/* Returns how many pieces at the bottom of a pile are left out because the cell
 * would be too wide; the height of the pile is then shown instead. *width
 * receives the width of the contents. */
static int hidden_pieces(const Board *b, int cell, int *width) {
  const Scene *scene = b->scene;
  int skip = 0;
  *width = contents_width(b, cell);
  if (*width <= b->width)
    return 0;
  *width += snprintf(NULL, 0, "%d", b->count[cell]) + 1; /* "12…" */
  for (int i = 0; i<scene->piece_count && * width> b->width; i++)
    if (on_cell(scene, &scene->piece[i], cell) && skip + 1 < b->count[cell]) {
      *width -= piece_width(&scene->piece[i]);
      skip++;
    }
  return skip;
}

static void draw_piece(const Board *b, const ScenePiece *piece, bool top,
                       bool floor, FILE *out) {
  char text[PIECE_TEXT];
  piece_text(piece, text);
  look_seat(b->look, piece->seat, out);
  if (top)
    look_bold(b->look, out);
  if (top || floor)
    look_underline(b->look, out);
  fputs(text, out);
  look_reset(b->look, out);
}

/* Draws the pieces from the bottom up. */
static void draw_pieces(const Board *b, int cell, Tone tone, bool floor,
                        FILE *out) {
  const Scene *scene = b->scene;
  int width, skip = hidden_pieces(b, cell, &width), left = b->count[cell];
  look_tone(b->look, tone, out);
  write_marks(b, cell, out);
  if (skip)
    fprintf(out, "%d…", b->count[cell]);
  fprintf(out, "%s", b->nest[cell] ? "(" : "");
  for (int i = 0; i < scene->piece_count; i++)
    if (on_cell(scene, &scene->piece[i], cell)) {
      /* The top piece controls a pile: underline it. */
      bool top = --left == 0 && b->count[cell] > 1 && !scene->piece[i].label[0];
      if (skip-- <= 0)
        draw_piece(b, &scene->piece[i], top, floor, out);
    }
  look_tone(b->look, tone, out);
  fprintf(out, "%s", b->nest[cell] ? ")" : "");
}

void board_list_piles(const Board *b, FILE *out) {
  const Scene *scene = b->scene;
  for (int cell = 0; cell < scene->columns * scene->rows; cell++) {
    int width;
    if (!b->count[cell] || !hidden_pieces(b, cell, &width))
      continue;
    fprintf(out, "%c%d, from the bottom up: ", 'a' + cell % scene->columns,
            cell / scene->columns + 1);
    for (int i = 0; i < scene->piece_count; i++)
      if (on_cell(scene, &scene->piece[i], cell))
        draw_piece(b, &scene->piece[i], false, false, out);
    fprintf(out, "\n");
  }
}

/* ---- one cell ------------------------------------------------------------*/

bool board_wall_is_new(const Board *b, const SceneWall *wall) {
  for (int i = 0; b->old && i < b->old->wall_count; i++) {
    const SceneWall *w = &b->old->wall[i];
    if (w->vertical == wall->vertical && w->length == wall->length &&
        w->at.row == wall->at.row && w->at.column == wall->at.column)
      return false;
  }
  return b->old;
}

const char *board_floor_text(const Board *b, const SceneWall *floor) {
  return board_wall_is_new(b, floor) ? "▂" : "▁";
}

/* The space beside the contents of a cell. */
static void draw_space(const Board *b, int count, Tone tone,
                       const SceneWall *floor, FILE *out) {
  if (count == 0)
    return;
  look_tone(b->look, tone, out);
  if (floor)
    look_wall(b->look, board_wall_is_new(b, floor), out);
  for (int i = 0; i < count; i++)
    fputs(floor ? board_floor_text(b, floor) : " ", out);
  if (floor)
    look_reset(b->look, out);
}

/* What stands on one side of a cell, or NULL. Where there is space on the left
 * only, it says as much as both sides would. */
static const char *side_mark(const Board *b, int cell, bool right) {
  bool colour = b->look->colour;
  if (b->light[cell])
    return right ? "]" : b->right ? "[" : "*";
  if (b->changed[cell] && !colour)
    return right ? "‹" : "›";
  return b->shaded[cell] && !colour ? ":" : NULL;
}

static void draw_side(const Board *b, int cell, Tone tone, bool right,
                      const SceneWall *floor, FILE *out) {
  const char *mark = side_mark(b, cell, right);
  bool dot = b->target[cell] && (b->count[cell] || b->marks[cell]) &&
             right == (b->right > 0);
  if (dot && (right || !mark))
    mark = b->look->colour ? "·" : "+";
  if (!(right ? b->right : b->left))
    return;
  if (!mark) {
    draw_space(b, 1, tone, floor, out);
    return;
  }
  look_tone(b->look, tone, out);
  if (b->light[cell])
    look_bold(b->look, out);
  fputs(mark, out);
  look_reset(b->look, out);
}

static void draw_empty(const Board *b, int cell, Tone tone,
                       const SceneWall *floor, FILE *out) {
  bool dot = b->target[cell], colour = b->look->colour;
  if (!dot && (colour || floor)) {
    draw_space(b, 1, tone, floor, out);
    return;
  }
  look_tone(b->look, tone, out);
  fputs(!dot ? "." : colour ? "·" : "+", out);
}

/* Without space between the rows, plain tiles alternate as on a chessboard. */
static Tone plain_tone(const Board *b, int cell) {
  int sum = cell / b->scene->columns + cell % b->scene->columns;
  return b->compact && sum % 2 ? TONE_OTHER : TONE_CELL;
}

void board_draw_cell(const Board *b, int cell, const SceneWall *floor,
                     FILE *out) {
  Tone tone = b->light[cell]     ? TONE_HIGHLIGHT
              : b->changed[cell] ? TONE_CHANGED
              : b->shaded[cell]  ? TONE_SHADED
                                 : plain_tone(b, cell);
  bool contents = b->count[cell] || b->marks[cell];
  int width = 1;
  if (contents)
    hidden_pieces(b, cell, &width);
  int before = (b->width - width) / 2;
  draw_side(b, cell, tone, false, floor, out);
  draw_space(b, before, tone, floor, out);
  if (contents)
    draw_pieces(b, cell, tone, floor, out);
  else
    draw_empty(b, cell, tone, floor, out);
  draw_space(b, b->width - before - width, tone, floor, out);
  draw_side(b, cell, tone, true, floor, out);
  look_reset(b->look, out);
}

/* ---- all cells -----------------------------------------------------------*/

static bool same_piece(const ScenePiece *one, const ScenePiece *other) {
  return one->seat == other->seat && one->size == other->size &&
         one->shape == other->shape && strcmp(one->label, other->label) == 0;
}

/* The index of the next piece on a cell from i on, or the number of pieces. */
static int next_on(const Scene *scene, int cell, int i) {
  while (i < scene->piece_count && !on_cell(scene, &scene->piece[i], cell))
    i++;
  return i;
}

static bool has_changed(const Scene *old, const Scene *scene, int cell) {
  int i = next_on(old, cell, 0), j = next_on(scene, cell, 0);
  while (i < old->piece_count && j < scene->piece_count) {
    if (!same_piece(&old->piece[i], &scene->piece[j]))
      return true;
    i = next_on(old, cell, i + 1);
    j = next_on(scene, cell, j + 1);
  }
  return i < old->piece_count || j < scene->piece_count;
}

int board_pitch(const Board *b) {
  return b->width + b->left + b->right + b->joint;
}

int board_write_sides(const Board *b, int row, FILE *out) {
  const Scene *scene = b->scene;
  const Look *look = b->look;
  const char *const arrows[SCENE_SIDES] = {scene->down ? "▲" : "▼",
                                           scene->down ? "▼" : "▲", "◀", "▶"};
  int middle = (scene->rows - 1) / 2, width = 0;
  const int rows[SCENE_SIDES] = {0, scene->rows - 1, middle, middle};
  for (int i = 0; !b->no_sides && i < scene->edge_count; i++) {
    const SceneEdge *edge = &scene->edge[i];
    char text[PIECE_TEXT];
    if (rows[edge->side] != row)
      continue;
    label_text(arrows[edge->side], edge->seat, text);
    width += 1 + utf8_width(text, strlen(text));
    if (!out)
      continue;
    fputs(" ", out);
    look_seat(look, edge->seat, out);
    fputs(text, out);
    look_reset(look, out);
  }
  return width;
}

/* Each row of hexagons is half a cell further to the right than the one before
 * it. */
int board_left(const Board *b, int column, int row) {
  int shift = b->scene->hex ? row * board_pitch(b) / 2 : 0;
  return column * board_pitch(b) + shift - b->crop;
}

bool board_is_cut(const Board *b) {
  return b->scene->hex && b->scene->absent_count > 0;
}

/* Nothing is to the left of the first cell. */
static void crop(Board *b) {
  const Scene *scene = b->scene;
  int least = INT_MAX;
  b->crop = 0;
  for (int cell = 0; cell < scene->columns * scene->rows; cell++) {
    int left = board_left(b, cell % scene->columns, cell / scene->columns);
    if (!b->absent[cell] && left < least)
      least = left;
  }
  b->crop = board_is_cut(b) ? least : 0;
}

/* The columns of the widest row, with a name beyond its end. */
static int board_width(Board *b) {
  const Scene *scene = b->scene;
  int widest = 0;
  crop(b);
  for (int row = 0; row < scene->rows; row++) {
    int last = scene->columns;
    while (last > 1 && b->absent[row * scene->columns + last - 1])
      last--;
    int width = MARGIN + board_left(b, last, row) - b->joint +
                board_write_sides(b, row, NULL) + (board_is_cut(b) ? 2 : 0);
    widest = width > widest ? width : widest;
  }
  return widest;
}

/* On very narrow terminals leaves out what the notes say of the sides, the last
 * space, or both. Wider contents would run into each other. */
static void fit_narrow(Board *b) {
  int columns = b->look->columns;
  b->no_sides = board_width(b) > columns;
  if (b->width > 1 || board_width(b) <= columns)
    return;
  b->left = 0;
  b->no_sides = false;
  b->no_sides = board_width(b) > columns;
}

/* Leaves out spaces until the board fits, walls last, and then shows less of
 * high piles. */
static void fit(Board *b) {
  int columns = b->look->columns, widest = b->width, least = 1;
  bool walls = b->scene->wall_count > 0;
  b->left = b->right = b->joint = 1;
  if (columns <= 0 || board_width(b) <= columns)
    return;
  b->joint = walls;
  if (board_width(b) > columns)
    b->right = 0;
  for (int i = 0; i < b->scene->piece_count; i++) {
    const ScenePiece *piece = &b->scene->piece[i];
    int cell = board_index(b->scene, piece->at);
    int width = piece_width(piece) + write_marks(b, cell, NULL) +
                (b->nest[cell] ? 2 : 0);
    if (b->count[cell] > 1 && !b->nest[cell])
      width += 3; /* "12…" */
    least = width > least ? width : least;
  }
  for (int i = 0; i < b->scene->mark_count; i++) {
    int width =
        write_marks(b, board_index(b->scene, b->scene->mark[i].at), NULL);
    least = width > least ? width : least;
  }
  while (b->width > least && b->width <= widest && board_width(b) > columns)
    b->width--;
  fit_narrow(b);
}

/* Notes the places that a line passes, if it is level, upright or diagonal. */
static void lay_line(Board *b, SceneLine line) {
  const Scene *scene = b->scene;
  int dx = line.to.column - line.from.column, dy = line.to.row - line.from.row;
  if (dy < 0 || (dy == 0 && dx < 0)) {
    line = (SceneLine){line.to, line.from};
    dx = -dx;
    dy = -dy;
  }
  if (dx && dy && dx != dy && dx != -dy)
    return;
  int step = (dx > 0) - (dx < 0);
  bool *passes = !dy      ? b->level
                 : !dx    ? b->upright
                 : dx > 0 ? b->rising
                          : b->falling;
  for (int i = 0; i < (dy ? dy : dx); i++) {
    Cell at = {line.from.column + i * step - (dx < 0),
               line.from.row + (dy ? i : 0)};
    passes[board_index(scene, at)] = true;
  }
}

void board_lay_out(Board *b) {
  const Scene *scene = b->scene;
  for (int i = 0; i < scene->absent_count; i++)
    b->absent[board_index(scene, scene->absent[i])] = true;
  for (int i = 0; i < scene->line_count; i++)
    lay_line(b, scene->line[i]);
  for (int i = 0; i < scene->shaded_count; i++)
    b->shaded[board_index(scene, scene->shaded[i])] = true;
  for (int i = 0; i < scene->highlight_count; i++)
    b->light[board_index(scene, scene->highlight[i])] = true;
  for (int i = 0; i < scene->piece_count; i++) {
    int cell = board_index(scene, scene->piece[i].at);
    b->count[cell]++;
    b->nest[cell] |= scene->piece[i].shape == SCENE_RING;
  }
  for (int i = 0; i < scene->mark_count; i++)
    b->marks[board_index(scene, scene->mark[i].at)]++;
  b->width = 1;
  for (int cell = 0; cell < scene->columns * scene->rows; cell++) {
    int width = contents_width(b, cell);
    b->changed[cell] = b->old && has_changed(b->old, scene, cell);
    b->width = width > b->width ? width : b->width;
  }
  b->width = b->width < CELL_WIDTH_MAX ? b->width : CELL_WIDTH_MAX;
  fit(b);
}
