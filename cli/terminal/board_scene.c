#include "cli/terminal/board_cells.h"

#include "cli/terminal/format.h"
#include "core/base/need.h"
#include "core/base/text.h"
#include <stdlib.h>
#include <string.h>

/* ---- walls ---------------------------------------------------------------*/

/* The wall above a cell, or the vertical one to the right of it; or NULL. With
 * `joint`, the wall that passes through the corner at its upper right. */
static const SceneWall *wall_at(const Scene *scene, Cell at, bool vertical,
                                bool joint) {
  for (int i = 0; i < scene->wall_count; i++) {
    const SceneWall *w = &scene->wall[i];
    int right = at.column - w->at.column, up = at.row - w->at.row;
    int along = vertical ? up : right, across = vertical ? right : up;
    if (w->vertical == vertical && across == 0 && along >= 0 &&
        along < w->length - joint)
      return w;
  }
  return NULL;
}

static void draw_wall(const Board *b, const SceneWall *wall, const char *text,
                      int length, FILE *out) {
  if (!wall) {
    fprintf(out, "%*s", length, "");
    return;
  }
  look_wall(b->look, board_wall_is_new(b, wall), out);
  for (int i = 0; i < length; i++)
    fputs(text, out);
  look_reset(b->look, out);
}

/* New walls are drawn double, so that they can be told without colour. */
static const char *wall_text(const Board *b, const SceneWall *wall) {
  if (!wall)
    return "";
  return board_wall_is_new(b, wall) ? wall->vertical ? "║" : "═"
         : wall->vertical           ? "┃"
                                    : "━";
}

/* ---- rows ----------------------------------------------------------------*/

/* The row of which the upper walls are drawn below this one; -1 if none is. */
static int row_below(const Scene *scene, int row) {
  int below = scene->down ? row : row - 1;
  return below + 1 < scene->rows ? below : -1;
}

/* Writes a character so often. */
static void repeat(const char *text, int count, FILE *out) {
  for (int i = 0; i < count; i++)
    fputs(text, out);
}

/* Writes a character in the middle of the width of a cell. */
static void draw_middle(const Board *b, const char *text, FILE *out) {
  int width = board_pitch(b) - b->joint, before = b->left + (b->width - 1) / 2;
  fprintf(out, "%*s%s%*s", before, "", text, width - before - 1, "");
}

/* The line between rows that leads from a place to the upper right, from the
 * one on the right to above, or both. */
static const char *slant(const Board *b, int place) {
  bool down = b->scene->down, rising = b->rising[place],
       falling = b->falling[place];
  return rising && falling ? "╳" : rising != down ? "╱" : "╲";
}

/* A place without a cell: a line may pass it, or it has the name of the column
 * of hexagons that ends below it. */
static void draw_absent(const Board *b, Cell at, FILE *out) {
  const Scene *scene = b->scene;
  int place = board_index(scene, at), under = place - scene->columns;
  char letter[2] = {(char)('a' + at.column), '\0'};
  bool level = at.row < scene->rows && at.column > 0 && b->level[place - 1];
  if (level)
    repeat("─", board_pitch(b) - b->joint, out);
  else if (at.row > 0 && b->upright[under])
    draw_middle(b, "│", out);
  else if (board_is_cut(b) && !scene->bare && at.row > 0 && !b->absent[under])
    draw_middle(b, letter, out);
  else
    draw_middle(b, " ", out);
}

/* The space between a cell and the next, in the row of the cells. */
static void draw_joint(const Board *b, Cell at, Cell below, FILE *out) {
  if (b->level[board_index(b->scene, at)]) {
    repeat("─", b->joint, out);
    return;
  }
  const SceneWall *wall = wall_at(b->scene, at, true, false);
  const SceneWall *floor = b->compact && below.row >= 0
                               ? wall_at(b->scene, below, false, true)
                               : NULL;
  if (wall || !floor)
    draw_wall(b, wall, wall_text(b, wall), b->joint, out);
  else
    draw_wall(b, floor, board_floor_text(b, floor), b->joint, out);
}

/* Whether there is something at a place: a cell, or a name beyond the last one
 * of a column. `row` may be that after the last. */
static bool is_used(const Board *b, int column, int row) {
  const Scene *scene = b->scene;
  int place = board_index(scene, (Cell){column, row});
  if (row < scene->rows && (!board_is_cut(b) || !b->absent[place]))
    return true;
  return board_is_cut(b) && row > 0 && !b->absent[place - scene->columns];
}

/* Draws the row number. */
static void draw_number(const Board *b, int row, FILE *out) {
  if (b->scene->hex && !board_is_cut(b))
    fprintf(out, "%*s", board_left(b, 0, row), "");
  if (!b->scene->bare && row < b->scene->rows)
    fprintf(out, "%2d ", row + 1);
  else if (!b->scene->bare)
    fprintf(out, "   ");
}

/* Draws a row, or the names above the last one. */
static void draw_row(const Board *b, int row, FILE *out) {
  const Scene *scene = b->scene;
  int first = 0, last = scene->columns - 1;
  while (first < last && !is_used(b, first, row))
    first++;
  while (last > first && !is_used(b, last, row))
    last--;
  draw_number(b, row, out);
  if (board_is_cut(b))
    fprintf(out, "%*s", board_left(b, first, row), "");
  for (int column = first; column <= last; column++) {
    Cell at = {column, row}, below = {column, row_below(scene, row)};
    bool floor = b->compact && below.row >= 0;
    if (row == scene->rows || b->absent[board_index(scene, at)])
      draw_absent(b, at, out);
    else
      board_draw_cell(b, board_index(scene, at),
                      floor ? wall_at(scene, below, false, false) : NULL, out);
    if (column < last && row == scene->rows)
      repeat(" ", b->joint, out);
    else if (column < last)
      draw_joint(b, at, below, out);
  }
  if (row < scene->rows)
    board_write_sides(b, row, out);
  fprintf(out, "\n");
}

/* Draws the space between the next row and a joint of it, or a line there. */
static void draw_corner(const Board *b, Cell at, FILE *out) {
  const Scene *scene = b->scene;
  int place = board_index(scene, at);
  const SceneWall *joint = wall_at(scene, at, false, true);
  joint = joint ? joint : wall_at(scene, at, true, true);
  if (b->joint && (b->rising[place] || b->falling[place]))
    fprintf(out, "%s%*s", slant(b, place), b->joint - 1, "");
  else
    draw_wall(b, joint, wall_text(b, joint), b->joint, out);
}

/* Draws the line between a row and the next. */
static void draw_gap(const Board *b, int row, FILE *out) {
  const Scene *scene = b->scene;
  fprintf(out, scene->bare ? "" : "   ");
  for (int column = 0; column < scene->columns; column++) {
    Cell at = {column, row};
    const SceneWall *above = wall_at(scene, at, false, false);
    if (b->upright[board_index(scene, at)])
      draw_middle(b, "│", out);
    else
      draw_wall(b, above, wall_text(b, above), board_pitch(b) - b->joint, out);
    if (column + 1 < scene->columns)
      draw_corner(b, at, out);
  }
  fprintf(out, "\n");
}

static void draw_letters(const Board *b, FILE *out) {
  int before = b->left + (b->width - 1) / 2;
  fprintf(out, "   ");
  for (int column = 0; column < b->scene->columns; column++)
    fprintf(out, "%*s%c%*s", before, "", 'a' + column,
            column + 1 < b->scene->columns ? board_pitch(b) - before - 1 : 0,
            "");
  fprintf(out, "\n");
}

/* Whether there is a line between rows, which takes as much space as they do.
 */
static bool has_gaps(const Board *b) {
  enum { FEW_ROWS = 12 };
  const Scene *scene = b->scene;
  return !b->compact && !scene->hex &&
         (scene->wall_count > 0 || scene->rows <= FEW_ROWS);
}

/* The names of columns stand before the first row or, if cells of hexagons are
 * missing, after the last. */
static void draw_rows(const Board *b, FILE *out) {
  const Scene *scene = b->scene;
  const bool letters = !scene->bare && scene->columns, cut = board_is_cut(b);
  if (letters && cut && !scene->down)
    draw_row(b, scene->rows, out);
  if (letters && !cut && scene->down)
    draw_letters(b, out);
  for (int i = 0; i < scene->rows; i++) {
    int row = scene->down ? i : scene->rows - 1 - i;
    draw_row(b, row, out);
    if (i + 1 < scene->rows && has_gaps(b))
      draw_gap(b, row_below(scene, row), out);
  }
  if (letters && cut && scene->down)
    draw_row(b, scene->rows, out);
  if (letters && !cut && !scene->down)
    draw_letters(b, out);
}

/* ---- notes ---------------------------------------------------------------*/

/* Draws a line about a seat, in its colour, or about none. */
static void draw_about(const Look *look, int seat, const char *text,
                       FILE *out) {
  int indent = 4;
  if (seat < 0 || !look->colour) {
    fprintf(out, seat < 0 ? "" : "seat %d: ", seat + 1);
    indent = seat < 0 ? 0 : 8;
  } else {
    look_seat(look, seat, out);
    fprintf(out, " %d ", seat + 1);
    look_reset(look, out);
    fprintf(out, " ");
  }
  write_wrapped(out, text, indent, look->columns);
}

/* Returns the seat that a note is about, which begins with "seat N:", and what
 * it says; or -1. */
static int seat_of_note(const char **note) {
  int seat = 0, length = 0; /* which stays 0 without the colon */
  sscanf(*note, "seat %d:%n", &seat, &length);
  if (!length || seat < 1 || seat > SEATS_MAX)
    return -1;
  *note += length;
  *note += strspn(*note, " ");
  return seat - 1;
}

/* Draws a note; one about a seat gets that seat's colour. */
static void draw_note(const Look *look, const char *note, FILE *out) {
  const char *says = note;
  int seat = look->colour ? seat_of_note(&says) : -1;
  if (seat >= 0)
    draw_about(look, seat, says, out);
  else
    write_fitted(out, note[0] ? note : "\n", look->columns);
}

/* Whether something is beside the board of a seat. */
static bool has_hand(const Scene *scene, int seat) {
  bool has = false;
  for (int i = 0; seat >= 0 && i < scene->held_count; i++)
    has |= scene->held[i].piece.seat == seat;
  return has;
}

enum {
  WALLS_DRAWN = 24,
  HAND_TEXT = SCENE_HELD_TEXT + SCENE_NOTES * (SCENE_TEXT + 2) + 4 * SCENE_HELD
};

/* Adds a picture of the walls among the items, unless they are many. */
static void add_walls(const SceneHeld held[], int count, char text[HAND_TEXT]) {
  for (int i = 0; i < count; i++)
    if (held[i].piece.shape == SCENE_WALL && held[i].count <= WALLS_DRAWN)
      for (int wall = 0; wall < held[i].count; wall++)
        text_append(text, HAND_TEXT, wall ? "┃" : " ┃");
}

/* Adds the notes about a seat. */
static void add_notes(const Scene *scene, int seat, char text[HAND_TEXT]) {
  for (int i = 0; seat >= 0 && i < scene->note_count; i++) {
    const char *says = scene->note[i];
    if (seat_of_note(&says) == seat)
      text_append(text, HAND_TEXT, "; %s", says);
  }
}

/* Draws what is beside the board, one hand on each line with the notes about
 * its seat: "walls 3 ┃┃┃; goes up". */
static void draw_hands(const Scene *scene, const Look *look, FILE *out) {
  char *line = need(HAND_TEXT);
  for (int i = 0; i < scene->held_count;) {
    int from = i, seat = scene->held[i].piece.seat;
    i = scene_write_held(scene, i, line);
    add_walls(scene->held + from, i - from, line);
    add_notes(scene, seat, line);
    draw_about(look, seat, line, out);
  }
  free(line);
}

/* Draws the other notes. */
static void draw_notes(const Scene *scene, const Look *look, FILE *out) {
  for (int i = 0; i < scene->note_count; i++) {
    const char *says = scene->note[i];
    if (!has_hand(scene, seat_of_note(&says)))
      draw_note(look, scene->note[i], out);
  }
}

/* Draws how pieces are to be read, if that is not plain. */
static void draw_key(const Board *b, FILE *out) {
  bool numbers = false, piles = false;
  for (int i = 0; i < b->scene->piece_count; i++) {
    const ScenePiece *piece = &b->scene->piece[i];
    bool label = piece->label[0];
    numbers |= label && piece->seat >= 0;
    piles |= !label && b->count[board_index(b->scene, piece->at)] > 1;
  }
  char line[80];
  snprintf(line, sizeof line, "%s%s%s",
           numbers ? "a small number is the seat" : "",
           numbers && piles ? "; " : "",
           piles ? "piles are written from the bottom up" : "");
  if (line[0])
    write_wrapped(out, line, 0, b->look->columns);
}

void board_scene_draw(const Scene *scene, const Scene *old,
                      const bool target[SCENE_CELLS], bool compact,
                      const Look *look, FILE *out) {
  Board board = {.scene = scene,
                 .old = old,
                 .target = target,
                 .look = look,
                 .compact = compact};
  board_lay_out(&board);
  draw_rows(&board, out);
  board_list_piles(&board, out);
  draw_hands(scene, look, out);
  draw_notes(scene, look, out);
  draw_key(&board, out);
}
