#include "cli/terminal/board.h"

#include "cli/terminal/board_scene.h"
#include "cli/terminal/output.h"
#include "core/base/utf8.h"
#include <stdlib.h>
#include <unistd.h>

/* ---- text ----------------------------------------------------------------*/

/* Returns the drawing of a position as text, which the caller frees, or NULL if
 * memory runs out. With `rules`, the drawing is that of the rules alone,
 * without what game_draw adds. */
static char *text_of(const Game *game, const State *state, bool rules) {
  char *text = NULL;
  size_t size;
  FILE *stream = open_memstream(&text, &size);
  if (!stream)
    return NULL;
  bool drawn = true;
  if (rules)
    game->rules->draw(game, state, stream);
  else
    drawn = game_draw(game, state, stream);
  if (fclose(stream) == 0 && drawn) {
    utf8_clean(text, "\n\t"); /* as game_draw does */
    return text;
  }
  free(text);
  return NULL;
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

/* Prints the status below the scene: all lines that the rules themselves do not
 * print. */
static bool print_status(const Game *game, const State *state, bool given_up,
                         FILE *out) {
  char *own = text_of(game, state, true), *all = text_of(game, state, false);
  bool good = own && all;
  if (good && given_up)
    drop_last_line(all);
  const char *line = all, *end;
  for (; good && *line; line = *end ? end + 1 : end) {
    end = strchr(line, '\n');
    end = end ? end : line + strlen(line);
    if (!has_line(own, line, (size_t)(end - line))) {
      output_control(out, "\033[1m");
      fprintf(out, "%.*s", (int)(end - line), line);
      output_control(out, "\033[0m\n");
    }
  }
  free(own);
  free(all);
  return good;
}

static bool draw_text(const Game *game, const State *state, bool given_up,
                      FILE *out) {
  char *text = text_of(game, state, false);
  if (text && given_up)
    drop_last_line(text);
  if (text)
    fputs(text, out);
  free(text);
  return text;
}

/* ---- the board -----------------------------------------------------------*/

bool board_in_colour(void) {
  const char *no = getenv("NO_COLOR"), *terminal = getenv("TERM");
  return !(no && *no) && terminal && *terminal &&
         strcmp(terminal, "dumb") != 0 && isatty(STDOUT_FILENO);
}

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

bool board_draw(const Game *game, const State *state, const State *before,
                bool given_up, bool colour, FILE *out) {
  Scene scene, old;
  if (!colour || !scene_paint(game, state, &scene))
    return draw_text(game, state, given_up, out);
  bool has_old = before && scene_paint(game, before, &old);
  bool target[SCENE_CELLS] = {false};
  if (!given_up)
    mark_targets(game, state, &scene, target);
  board_scene_draw(&scene, has_old ? &old : NULL, target, out);
  return print_status(game, state, given_up, out);
}

/* ---- moves ---------------------------------------------------------------*/

void board_format(const Game *game, const State *state, Move move,
                  char text[MOVE_TEXT]) {
  game_format(game, state, move, text);
  utf8_clean(text, "");
}

int board_list_moves(const Game *game, const State *state, FILE *out) {
  enum { WIDTH = 78 };
  Move *moves = game_borrow_list(game);
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
  game_return_list(game);
  return count;
}
