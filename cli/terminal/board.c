#include "cli/terminal/board.h"

#include "core/game/scene.h"
#include <stdlib.h>
#include <unistd.h>

/* ---- colours -------------------------------------------------------------*/

/* From the palette of 256. Black letters are well read on each of the seats'
 * colours, and the first four are told apart by the colour-blind, too. */
static const int SEAT_TONES[] = {75, 214, 114, 212, 228, 159, 180, 147};
enum {
  SEAT_TONE_COUNT = sizeof SEAT_TONES / sizeof *SEAT_TONES,
  BLACK = 16,
  NOBODYS = 252, /* pieces that are nobody's */
  CELL = 236,    /* tiles: as usual, */
  SHADED = 240,  /* of another tone in the picture, */
  CHANGED = 58,  /* changed by the last move */
  DOT = 250,     /* where a move can go to */
  WALL = 173,
  NEW_WALL = 226,
};

bool board_in_colour(FILE *out) {
  const char *no = getenv("NO_COLOR"), *terminal = getenv("TERM");
  return !(no && *no) && terminal && *terminal &&
         strcmp(terminal, "dumb") != 0 && isatty(fileno(out));
}

static void set_tones(int ink, int paper, FILE *out) {
  fprintf(out, "\033[38;5;%d;48;5;%dm", ink, paper);
}

static void reset(FILE *out) {
  fprintf(out, "\033[0m");
}

static int seat_tone(int seat) {
  return seat == SCENE_NOBODY ? NOBODYS : SEAT_TONES[seat % SEAT_TONE_COUNT];
}

/* ---- what is on a cell ---------------------------------------------------*/

enum { CELL_WIDTH_MAX = 24 };

/* A picture in the order in which a terminal needs it. */
typedef struct Board {
  const Scene *scene;
  Scene *old; /* before the last move; or NULL */
  int width;  /* of what is on a cell */
  bool shaded[SCENE_CELLS], changed[SCENE_CELLS], open[SCENE_CELLS];
  int count[SCENE_CELLS]; /* pieces */
  bool nest[SCENE_CELLS];
} Board;

static int index_of(const Scene *scene, Cell at) {
  return at.row * scene->columns + at.column;
}

static bool on_cell(const Scene *scene, const ScenePiece *piece, int cell) {
  return index_of(scene, piece->at) == cell;
}

/* Columns a text takes: its characters, all of which are narrow. */
static int text_width(const char *text) {
  int width = 0;
  for (; *text; text++)
    width += (*text & 0xC0) != 0x80;
  return width;
}

/* A piece shows its label or, if it has none, whose it is. One with both has
 * the seat as a small number behind, so that colour is not all there is. */
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
  return text_width(text);
}

/* How many pieces at the bottom of a pile are left out, and a number stands for
 * all of it, so that it is not too wide; and how wide it then is. */
static int pile_skips(const Board *b, int cell, int *width) {
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
  fprintf(out, top ? "\033[1;4m%s\033[0m" : "%s", text);
  return text_width(text);
}

/* The pieces from the bottom up; returns the width. */
static int draw_pieces(const Board *b, int cell, int ink, int paper,
                       FILE *out) {
  const Scene *scene = b->scene;
  int width, skip = pile_skips(b, cell, &width), used = 0;
  int left = b->count[cell];
  if (skip)
    used += fprintf(out, "%d", b->count[cell]) + (fprintf(out, "…"), 1);
  if (b->nest[cell])
    used += fprintf(out, "(");
  for (int i = 0; i < scene->piece_count; i++)
    if (on_cell(scene, &scene->piece[i], cell)) {
      /* The uppermost of a pile has the say there. */
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
  int paper = b->changed[cell] ? CHANGED : b->shaded[cell] ? SHADED : CELL;
  bool dot = b->open[cell];
  int width = 0;
  pile_skips(b, cell, &width);
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

/* The wall of a picture that covers a place, or NULL: above a cell, or between
 * the cells above it and above the next (`between`); or to the right of it, or
 * of the place above that. */
static const SceneWall *wall_across(const Scene *scene, Cell at, bool between) {
  for (int i = 0; i < scene->wall_count; i++) {
    const SceneWall *w = &scene->wall[i];
    bool here = w->at.column == at.column ||
                (!between && w->at.column + 1 == at.column);
    if (!w->vertical && w->at.row == at.row && here)
      return w;
  }
  return NULL;
}

static const SceneWall *wall_along(const Scene *scene, Cell at, bool between) {
  for (int i = 0; i < scene->wall_count; i++) {
    const SceneWall *w = &scene->wall[i];
    bool here = w->at.row == at.row || (!between && w->at.row + 1 == at.row);
    if (w->vertical && w->at.column == at.column && here)
      return w;
  }
  return NULL;
}

static bool has_wall(const Scene *scene, const SceneWall *wanted) {
  for (int i = 0; i < scene->wall_count; i++) {
    const SceneWall *w = &scene->wall[i];
    if (w->vertical == wanted->vertical && w->at.row == wanted->at.row &&
        w->at.column == wanted->at.column)
      return true;
  }
  return false;
}

static void draw_wall(const Board *b, const SceneWall *wall, int length,
                      FILE *out) {
  bool fresh = wall && b->old && !has_wall(b->old, wall);
  if (!wall) {
    fprintf(out, "%*s", length, "");
    return;
  }
  fprintf(out, "\033[1;38;5;%dm", fresh ? NEW_WALL : WALL);
  for (int i = 0; i < length; i++)
    fprintf(out, wall->vertical ? "┃" : "━");
  reset(out);
}

/* ---- the board -----------------------------------------------------------*/

static bool same_piece(const ScenePiece *one, const ScenePiece *other) {
  return one->seat == other->seat && one->size == other->size &&
         one->shape == other->shape && strcmp(one->label, other->label) == 0;
}

/* The next piece on a cell from index i on; or the number of pieces. */
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

/* Cells that a legal move names as where it goes to. */
static void mark_open(const Game *game, const State *state, Board *b) {
  const Scene *scene = b->scene;
  if (!game->rules->describe)
    return;
  Move moves[game->max_moves];
  int count = game_moves(game, state, moves);
  for (int i = 0; i < count; i++) {
    Parts parts = {0};
    if (moves[i] == MOVE_PASS)
      continue;
    game->rules->describe(game, state, moves[i], &parts);
    for (int p = 0; p < parts.count; p++) {
      Cell at;
      if (strcmp(parts.part[p].key, "to") == 0 &&
          cell_named(parts.part[p].text[0], scene->columns, &at, NULL) &&
          at.row < scene->rows)
        b->open[index_of(scene, at)] = true;
    }
  }
}

static void lay_out(Board *b) {
  const Scene *scene = b->scene;
  for (int i = 0; i < scene->shaded_count; i++)
    b->shaded[index_of(scene, scene->shaded[i])] = true;
  for (int i = 0; i < scene->piece_count; i++) {
    int cell = index_of(scene, scene->piece[i].at);
    b->count[cell]++;
    b->nest[cell] |= scene->piece[i].shape == SCENE_RING;
  }
  b->width = 1;
  for (int cell = 0; cell < scene->columns * scene->rows; cell++) {
    int width;
    pile_skips(b, cell, &width);
    b->width = width > b->width ? width : b->width;
    b->changed[cell] = b->old && has_changed(b->old, scene, cell);
  }
}

static void draw_row(const Board *b, int row, FILE *out) {
  const Scene *scene = b->scene;
  fprintf(out, "%2d ", row + 1);
  for (int column = 0; column < scene->columns; column++) {
    Cell at = {column, row};
    draw_cell(b, index_of(scene, at), out);
    if (column + 1 < scene->columns)
      draw_wall(b, wall_along(scene, at, false), 1, out);
  }
  fprintf(out, "\n");
}

/* What is between a row and the one above it. */
static void draw_gap(const Board *b, int row, FILE *out) {
  const Scene *scene = b->scene;
  fprintf(out, "   ");
  for (int column = 0; column < scene->columns; column++) {
    Cell at = {column, row};
    draw_wall(b, wall_across(scene, at, false), b->width + 2, out);
    const SceneWall *across = wall_across(scene, at, true);
    if (column + 1 < scene->columns)
      draw_wall(b, across ? across : wall_along(scene, at, true), 1, out);
  }
  fprintf(out, "\n");
}

/* A remark, with the colour of the seat it is about. */
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

static void draw_scene(const Board *b, FILE *out) {
  const Scene *scene = b->scene;
  for (int row = scene->rows - 1; row >= 0; row--) {
    draw_row(b, row, out);
    if (row > 0)
      draw_gap(b, row - 1, out);
  }
  fprintf(out, "   ");
  for (int column = 0; column < scene->columns; column++)
    fprintf(out, "%*s%c%*s", (b->width - 1) / 2 + 1, "", 'a' + column,
            b->width - (b->width - 1) / 2 + 1, "");
  fprintf(out, "\n");
  for (int i = 0; i < scene->note_count; i++)
    draw_note(scene->note[i], out);
}

/* ---- what is said below --------------------------------------------------*/

static char *text_of(const Game *game, const State *state, bool native) {
  char *text = NULL;
  size_t size;
  FILE *sheet = open_memstream(&text, &size);
  if (!sheet)
    return NULL;
  bool drawn = true;
  if (native)
    game->rules->draw(game, state, sheet);
  else
    drawn = game_draw(game, state, sheet);
  if (fclose(sheet) == 0 && drawn)
    return text;
  free(text);
  return NULL;
}

/* The status: whose turn it is. */
static void drop_last_line(char *text) {
  size_t length = strlen(text);
  while (length > 0 && (text[length - 1] != '\n' || !text[length]))
    length--;
  text[length] = '\0';
}

static bool has_line(const char *text, const char *line, size_t length) {
  for (const char *end; *text; text = *end ? end + 1 : end) {
    end = strchr(text, '\n');
    end = end ? end : text + strlen(text);
    size_t long_as = (size_t)(end - text);
    while (long_as > 0 && text[long_as - 1] == ' ')
      long_as--;
    if (long_as == length && strncmp(text, line, length) == 0)
      return true;
  }
  return false;
}

/* Whose turn it is, and what a variant adds to the drawing of the game it
 * changes: all lines that the game itself does not have. */
static bool say_rest(const Game *game, const State *state, bool given_up,
                     FILE *out) {
  const State *inner = state;
  const Game *native = game_native(game, &inner);
  char *own = text_of(native, inner, true), *all = text_of(game, state, false);
  bool good = own && all;
  if (good && given_up)
    drop_last_line(all);
  const char *line = all, *end;
  for (; good && *line; line = *end ? end + 1 : end) {
    end = strchr(line, '\n');
    end = end ? end : line + strlen(line);
    if (!has_line(own, line, (size_t)(end - line)))
      fprintf(out, "\033[1m%.*s\033[0m\n", (int)(end - line), line);
  }
  free(own);
  free(all);
  return good;
}

static bool draw_plainly(const Game *game, const State *state, bool given_up,
                         FILE *out) {
  char *text = text_of(game, state, false);
  if (text && given_up)
    drop_last_line(text);
  if (text)
    fputs(text, out);
  free(text);
  return text;
}

bool board_draw(const Game *game, const State *state, const State *before,
                bool given_up, bool colour, FILE *out) {
  Scene scene, old;
  if (!colour || !scene_paint(game, state, &scene))
    return draw_plainly(game, state, given_up, out);
  Board board = {.scene = &scene};
  if (before && scene_paint(game, before, &old))
    board.old = &old;
  lay_out(&board);
  if (!given_up)
    mark_open(game, state, &board);
  draw_scene(&board, out);
  return say_rest(game, state, given_up, out);
}

/* ---- moves ---------------------------------------------------------------*/

void board_format(const Game *game, const State *state, Move move,
                  char text[MOVE_TEXT]) {
  game_format(game, state, move, text);
  for (char *c = text; *c; c++)
    if (is_control(*c))
      *c = '?';
}

int board_list_moves(const Game *game, const State *state, FILE *out) {
  enum { WIDTH = 78 };
  Move moves[game->max_moves];
  int count = game_moves(game, state, moves);
  size_t column = 0;
  fprintf(out, "%d legal move%s\n", count, count == 1 ? "" : "s");
  for (int i = 0; i < count; i++) {
    char text[MOVE_TEXT];
    board_format(game, state, moves[i], text);
    if (column > 0 && column + strlen(text) + 1 > WIDTH) {
      fprintf(out, "\n");
      column = 0;
    }
    column += (size_t)fprintf(out, "%s%s", column ? " " : "", text);
  }
  fprintf(out, "%s", count ? "\n" : "");
  return count;
}
