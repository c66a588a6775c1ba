#include "cli/terminal/board_scene.h"

#include "cli/terminal/format.h"
#include "cli/terminal/output.h"
#include <stdio.h>
#include <string.h>

/* ---- colours -------------------------------------------------------------*/

/* Colours of the 256-colour palette. Black text is legible on all seat colours,
 * and the first four remain distinct for colour-blind readers. */
static const int SEAT_TONES[] = {75, 214, 114, 212, 228, 159, 180, 147};
enum {
  SEAT_TONE_COUNT = sizeof SEAT_TONES / sizeof *SEAT_TONES,
  BLACK = 16,
  NEUTRAL = 252, /* pieces that belong to no seat */
  CELL = 236,    /* tiles: plain, */
  SHADED = 240,  /* shaded in the scene, */
  LIGHT = 22,    /* highlighted in the scene, */
  CHANGED = 58,  /* changed by the last move */
  DOT = 250,     /* the target of a legal move */
  WALL = 173,
  NEW_WALL = 226,
};

static void set_tones(int ink, int paper, FILE *out) {
  output_control(out, "\033[38;5;%d;48;5;%dm", ink, paper);
}

static void reset(FILE *out) {
  output_control(out, "\033[0m");
}

static int seat_tone(int seat) {
  return seat == SCENE_NOBODY ? NEUTRAL : SEAT_TONES[seat % SEAT_TONE_COUNT];
}

/* ---- cells ---------------------------------------------------------------*/

enum { CELL_WIDTH_MAX = 24 };

/* A scene with what is drawn of each cell, indexed by row and column. */
typedef struct Board {
  const Scene *scene;
  const Scene *old;   /* before the last move, or NULL */
  const bool *target; /* cells that a legal move goes to */
  int width;          /* of the contents of a cell, in columns */
  bool shaded[SCENE_CELLS], light[SCENE_CELLS], changed[SCENE_CELLS];
  int count[SCENE_CELLS]; /* pieces on the cell */
  bool nest[SCENE_CELLS]; /* has a ring around other pieces */
} Board;

static int index_of(const Scene *scene, Cell at) {
  return at.row * scene->columns + at.column;
}

static bool on_cell(const Scene *scene, const ScenePiece *piece, int cell) {
  return index_of(scene, piece->at) == cell;
}

/* A piece shows its label and its seat as a small number, so that it can be
 * recognised without colour; without a label it shows the seat. */
static void piece_text(const ScenePiece *piece, char text[24]) {
  static const char *const SMALL[] = {"₁", "₂", "₃", "₄", "₅",
                                      "₆", "₇", "₈", "₉"};
  bool small = piece->seat >= 0 && piece->seat < 9;
  if (!piece->label[0] && piece->seat >= 0)
    snprintf(text, 24, "%d", piece->seat + 1);
  else
    snprintf(text, 24, "%s%s", piece->label[0] ? piece->label : "o",
             small ? SMALL[piece->seat] : "");
}

static int piece_width(const ScenePiece *piece) {
  char text[24];
  piece_text(piece, text);
  return text_width(text, strlen(text));
}

/* Returns how many pieces at the bottom of a pile are left out because the cell
 * would be too wide; the height of the pile is then shown instead. *width
 * receives the width of the contents. */
static int hidden_pieces(const Board *b, int cell, int *width) {
  const Scene *scene = b->scene;
  int skip = 0;
  *width = b->nest[cell] ? 2 : 0;
  for (int i = 0; i < scene->piece_count; i++)
    if (on_cell(scene, &scene->piece[i], cell))
      *width += piece_width(&scene->piece[i]);
  if (*width <= CELL_WIDTH_MAX)
    return 0;
  *width += 4; /* "120…" */
  for (int i = 0; i<scene->piece_count && * width> CELL_WIDTH_MAX; i++)
    if (on_cell(scene, &scene->piece[i], cell)) {
      *width -= piece_width(&scene->piece[i]);
      skip++;
    }
  return skip;
}

static int draw_piece(const ScenePiece *piece, bool top, FILE *out) {
  char text[24];
  piece_text(piece, text);
  set_tones(BLACK, seat_tone(piece->seat), out);
  if (top)
    output_control(out, "\033[1;4m");
  fputs(text, out);
  if (top)
    reset(out);
  return text_width(text, strlen(text));
}

/* Draws the pieces from the bottom up and returns their width. */
static int draw_pieces(const Board *b, int cell, int ink, int paper,
                       FILE *out) {
  const Scene *scene = b->scene;
  int width, skip = hidden_pieces(b, cell, &width), used = 0;
  int left = b->count[cell];
  if (skip)
    used += fprintf(out, "%d", b->count[cell]) + (fprintf(out, "…"), 1);
  if (b->nest[cell])
    used += fprintf(out, "(");
  for (int i = 0; i < scene->piece_count; i++)
    if (on_cell(scene, &scene->piece[i], cell)) {
      /* The top piece controls a pile: underline it. */
      bool top = --left == 0 && b->count[cell] > 1 && !scene->piece[i].label[0];
      if (skip-- <= 0)
        used += draw_piece(&scene->piece[i], top, out);
    }
  set_tones(ink, paper, out);
  if (b->nest[cell])
    used += fprintf(out, ")");
  return used;
}

static void draw_cell(const Board *b, int cell, FILE *out) {
  int paper = b->light[cell]     ? LIGHT
              : b->changed[cell] ? CHANGED
              : b->shaded[cell]  ? SHADED
                                 : CELL;
  bool dot = b->target[cell];
  int width = 0;
  hidden_pieces(b, cell, &width);
  int left = b->count[cell] ? (b->width - width) / 2 : (b->width - 1) / 2;
  set_tones(DOT, paper, out);
  if (b->count[cell] == 0) {
    fprintf(out, "%*s%s%*s", left + 1, "", dot ? "·" : " ", b->width - left,
            "");
  } else {
    fprintf(out, "%*s", left + 1, "");
    int used = draw_pieces(b, cell, DOT, paper, out);
    fprintf(out, "%*s%s", b->width - left - used, "", dot ? "·" : " ");
  }
  reset(out);
}

/* ---- walls ---------------------------------------------------------------*/

/* The horizontal wall above a cell, or NULL; with `joint`, the wall that passes
 * through the corner at the upper right of the cell. */
static const SceneWall *wall_above(const Scene *scene, Cell at, bool joint) {
  for (int i = 0; i < scene->wall_count; i++) {
    const SceneWall *w = &scene->wall[i];
    int along = at.column - w->at.column;
    if (!w->vertical && w->at.row == at.row && along >= 0 &&
        along < w->length - joint)
      return w;
  }
  return NULL;
}

/* The vertical wall to the right of a cell, or NULL; with `joint`, the wall
 * that passes through the corner at the upper right of the cell. */
static const SceneWall *wall_right(const Scene *scene, Cell at, bool joint) {
  for (int i = 0; i < scene->wall_count; i++) {
    const SceneWall *w = &scene->wall[i];
    int along = at.row - w->at.row;
    if (w->vertical && w->at.column == at.column && along >= 0 &&
        along < w->length - joint)
      return w;
  }
  return NULL;
}

static bool has_wall(const Scene *scene, const SceneWall *wanted) {
  for (int i = 0; i < scene->wall_count; i++) {
    const SceneWall *w = &scene->wall[i];
    if (w->vertical == wanted->vertical && w->length == wanted->length &&
        w->at.row == wanted->at.row && w->at.column == wanted->at.column)
      return true;
  }
  return false;
}

static void draw_wall(const Board *b, const SceneWall *wall, int length,
                      FILE *out) {
  bool is_new = wall && b->old && !has_wall(b->old, wall);
  if (!wall) {
    fprintf(out, "%*s", length, "");
    return;
  }
  output_control(out, "\033[1;38;5;%dm", is_new ? NEW_WALL : WALL);
  for (int i = 0; i < length; i++)
    fprintf(out, wall->vertical ? "┃" : "━");
  reset(out);
}

/* ---- the board -----------------------------------------------------------*/

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

static void lay_out(Board *b) {
  const Scene *scene = b->scene;
  for (int i = 0; i < scene->shaded_count; i++)
    b->shaded[index_of(scene, scene->shaded[i])] = true;
  for (int i = 0; i < scene->highlight_count; i++)
    b->light[index_of(scene, scene->highlight[i])] = true;
  for (int i = 0; i < scene->piece_count; i++) {
    int cell = index_of(scene, scene->piece[i].at);
    b->count[cell]++;
    b->nest[cell] |= scene->piece[i].shape == SCENE_RING;
  }
  b->width = 1;
  for (int cell = 0; cell < scene->columns * scene->rows; cell++) {
    int width;
    hidden_pieces(b, cell, &width);
    b->width = width > b->width ? width : b->width;
    b->changed[cell] = b->old && has_changed(b->old, scene, cell);
  }
}

/* Each row of hexagons is half a cell further to the right than the one before
 * it. */
static void indent(const Board *b, int row, FILE *out) {
  if (b->scene->hex)
    fprintf(out, "%*s", row * (b->width + 3) / 2, "");
}

static void draw_row(const Board *b, int row, FILE *out) {
  const Scene *scene = b->scene;
  indent(b, row, out);
  fprintf(out, "%2d ", row + 1);
  for (int column = 0; column < scene->columns; column++) {
    Cell at = {column, row};
    draw_cell(b, index_of(scene, at), out);
    if (column + 1 < scene->columns)
      draw_wall(b, wall_right(scene, at, false), 1, out);
  }
  fprintf(out, "\n");
}

/* Draws the line between a row and the next. */
static void draw_gap(const Board *b, int row, FILE *out) {
  const Scene *scene = b->scene;
  fprintf(out, "   ");
  for (int column = 0; column < scene->columns; column++) {
    Cell at = {column, row};
    draw_wall(b, wall_above(scene, at, false), b->width + 2, out);
    const SceneWall *above = wall_above(scene, at, true);
    if (column + 1 < scene->columns)
      draw_wall(b, above ? above : wall_right(scene, at, true), 1, out);
  }
  fprintf(out, "\n");
}

/* Draws a note; one that begins with "seat N:" gets that seat's colour. */
static void draw_note(const char *note, FILE *out) {
  int seat = 0;
  if (sscanf(note, "seat %d:", &seat) == 1 && seat >= 1 && seat <= SEATS_MAX) {
    set_tones(BLACK, seat_tone(seat - 1), out);
    fprintf(out, " %d ", seat);
    reset(out);
    fprintf(out, "%s\n", strchr(note, ':') + 1);
  } else {
    fprintf(out, "%s\n", note);
  }
}

static void draw_letters(const Board *b, FILE *out) {
  fprintf(out, "   ");
  for (int column = 0; column < b->scene->columns; column++)
    fprintf(out, "%*s%c%*s", (b->width - 1) / 2 + 1, "", 'a' + column,
            b->width - (b->width - 1) / 2 + 1, "");
  fprintf(out, "\n");
}

/* Whether there is a line between rows, which takes as much space as they do.
 */
static bool has_gaps(const Scene *scene) {
  enum { FEW_ROWS = 12 };
  return !scene->hex && (scene->wall_count > 0 || scene->rows <= FEW_ROWS);
}

static void draw_scene(const Board *b, FILE *out) {
  const Scene *scene = b->scene;
  if (scene->down)
    draw_letters(b, out);
  for (int i = 0; i < scene->rows; i++) {
    int row = scene->down ? i : scene->rows - 1 - i;
    draw_row(b, row, out);
    if (i + 1 < scene->rows && has_gaps(scene))
      draw_gap(b, scene->down ? row : row - 1, out);
  }
  if (!scene->down)
    draw_letters(b, out);
  for (int i = 0; i < scene->note_count; i++)
    draw_note(scene->note[i], out);
}

void board_scene_draw(const Scene *scene, const Scene *old,
                      const bool target[SCENE_CELLS], FILE *out) {
  Board board = {.scene = scene, .old = old, .target = target};
  lay_out(&board);
  draw_scene(&board, out);
}
