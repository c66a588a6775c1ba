#include "cli/terminal/board.h"

#include "analysis/stats/shown.h"
#include "cli/terminal/board_cells.h"
#include "cli/terminal/format.h"
#include "cli/terminal/output.h"
#include "cli/terminal/page.h"
#include "core/base/need.h"
#include "core/base/utf8.h"
#include <stdlib.h>

/* ---- text ----------------------------------------------------------------*/

/* Returns the drawing of a position as text, which the caller frees. With
 * `rules`, the drawing is that of the rules alone, without what game_draw adds.
 */
static char *text_of(const Game *game, const State *state, bool rules) {
  char *text = NULL;
  size_t size;
  FILE *stream = need_stream(&text, &size);
  if (rules)
    game->rules->draw(game, state, stream);
  else
    game_draw(game, state, stream);
  need_close(stream);
  utf8_clean(text, "\n\t"); /* as game_draw does */
  return text;
}

/* The last line is the status: the seat to move or the result. */
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
    size_t width = (size_t)(end - text);
    while (width > 0 && text[width - 1] == ' ')
      width--;
    if (width == length && strncmp(text, line, length) == 0)
      return true;
  }
  return false;
}

/* Writes the status below the scene: all lines that the rules themselves do not
 * write. */
static void write_status(const Game *game, const State *state, bool given_up,
                         const Look *look, FILE *out) {
  char *own = text_of(game, state, true), *all = text_of(game, state, false);
  if (given_up)
    drop_last_line(all);
  for (char *line = all, *end; *line; line = end) {
    end = line + strcspn(line, "\n");
    bool more = *end;
    *end = '\0';
    if (!has_line(own, line, strlen(line))) {
      look_bold(look, out);
      write_wrapped(out, line, 0, look->columns);
      look_reset(look, out);
    }
    end += more;
  }
  free(own);
  free(all);
}

static void draw_text(const Game *game, const State *state, bool given_up,
                      const Look *look, FILE *out) {
  char *text = text_of(game, state, false);
  if (given_up)
    drop_last_line(text);
  write_fitted(out, text, look->columns);
  free(text);
}

/* ---- the board -----------------------------------------------------------*/

/* Marks the cells that a legal move goes to. */
static void mark_targets(const Game *game, const State *state,
                         const Scene *scene, bool target[SCENE_CELLS]) {
  Move *moves = game_borrow_list(game);
  int count = game_moves(game, state, moves);
  for (int i = 0; i < count; i++) {
    Parts parts = {0};
    game_describe(game, state, moves[i], &parts);
    for (int p = 0; p < parts.count; p++) {
      Cell at;
      if (strcmp(parts.part[p].key, "to") == 0 &&
          cell_parse(parts.part[p].text[0], scene->columns, scene->rows, &at,
                     NULL))
        target[at.row * scene->columns + at.column] = true;
    }
  }
  game_return_list(game);
}

/* A position as it is drawn. */
typedef struct Drawing {
  const Game *game;
  const State *state;
  bool given_up;
  Scene scene, old;
  bool has_old;
  bool target[SCENE_CELLS];
} Drawing;

static void draw_scene(const Drawing *d, bool compact, const Look *look,
                       Page *page) {
  page_open(page);
  board_scene_draw(&d->scene, d->has_old ? &d->old : NULL, d->target, compact,
                   look, page->out);
  write_status(d->game, d->state, d->given_up, look, page->out);
}

/* Draws a scene with space between the rows, or without if there is no room. */
static void fit_scene(const Drawing *d, const Look *look, FILE *out) {
  Page page = {.out = NULL};
  draw_scene(d, false, look, &page);
  if (look->rows > 0 && page_rows(&page, look->columns) > look->rows)
    draw_scene(d, true, look, &page);
  page_write(&page, out);
  page_close(&page);
}

void board_draw(const Game *game, const State *state, const State *before,
                Move move, bool given_up, const Look *look, FILE *out) {
  Drawing *d = need(sizeof *d);
  if (look->picture && scene_paint(game, state, &d->scene)) {
    d->game = game, d->state = state, d->given_up = given_up;
    d->has_old = before && scene_paint(game, before, &d->old);
    if (before)
      scene_show_move(game, before, move, &d->scene);
    if (!given_up)
      mark_targets(game, state, &d->scene, d->target);
    fit_scene(d, look, out);
  } else {
    draw_text(game, state, given_up, look, out);
  }
  free(d);
}

void board_write_ending(const char *ending, const Error *reason, FILE *out) {
  fprintf(out, "%s", ending);
  if (!error_is_set(reason))
    return;
  fprintf(out, "%s\n", reason->message);
  output_trace(out, reason);
}

/* ---- moves ---------------------------------------------------------------*/

void board_format(const Game *game, const State *state, Move move,
                  char text[MOVE_TEXT]) {
  game_format(game, state, move, text);
  utf8_clean(text, "");
}

int board_list_moves(const Game *game, const State *state, const Look *look,
                     FILE *out) {
  size_t width = look->columns > 0 ? (size_t)look->columns : 78;
  Move *moves = game_borrow_list(game);
  int count = game_moves(game, state, moves);
  size_t column = 0;
  fprintf(out, "%s\n",
          shown_things((uint64_t)count, "legal move", "legal moves").text);
  for (int i = 0; i < count; i++) {
    char text[MOVE_TEXT];
    board_format(game, state, moves[i], text);
    if (column > 0 && column + strlen(text) + 1 > width) {
      fprintf(out, "\n");
      column = 0;
    }
    column += (size_t)fprintf(out, "%s%s", column ? " " : "", text);
  }
  fprintf(out, "%s", count ? "\n" : "");
  game_return_list(game);
  return count;
}
