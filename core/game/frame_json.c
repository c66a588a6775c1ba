#include "core/game/frame_json.h"

#include "core/base/json.h"
#include "core/base/need.h"
#include "core/game/scene.h"
#include <stdlib.h>

enum { ITEM_MAX = 128 }; /* bytes of numbers and fixed words */

/* Begins an item of a list with numbers: "[1,2". */
static void begin_item(Text *out, const int numbers[], int count) {
  text_need(out, ITEM_MAX);
  if (out->bytes[out->length - 1] != '[')
    text_add_char(out, ',');
  text_add_char(out, '[');
  for (int i = 0; i < count; i++) {
    if (i > 0)
      text_add_char(out, ',');
    json_write_number(out, numbers[i]);
  }
}

static void add_text(Text *out, const char *text) {
  text_add_char(out, ',');
  json_write_text(out, text);
  text_need(out, ITEM_MAX);
}

static void begin_list(Text *out, const char *key) {
  text_need(out, ITEM_MAX);
  if (out->bytes[out->length - 1] != '{')
    text_add_char(out, ',');
  json_write_text(out, key);
  text_need(out, ITEM_MAX);
  text_add_word(out, ":[");
}

static void end_list(Text *out) {
  text_need(out, 1);
  text_add_char(out, ']');
}

static void write_pieces(Text *out, const Scene *s) {
  begin_list(out, "pieces");
  for (int i = 0; i < s->piece_count; i++) {
    const ScenePiece *p = &s->piece[i];
    begin_item(out, (int[]){p->at.column, p->at.row, p->seat + 1, p->size}, 4);
    add_text(out, p->label);
    add_text(out, SCENE_SHAPE_NAMES[p->shape]);
    text_add_char(out, ']');
  }
  end_list(out);
}

static void write_walls(Text *out, const Scene *s) {
  begin_list(out, "walls");
  for (int i = 0; i < s->wall_count; i++) {
    const SceneWall *w = &s->wall[i];
    begin_item(out, (int[]){w->at.column, w->at.row}, 2);
    text_add_word(out, w->vertical ? ",true," : ",false,");
    json_write_number(out, w->length);
    text_add_char(out, ']');
  }
  end_list(out);
}

static void write_cells(Text *out, const char *key, const Cell cells[],
                        int count) {
  begin_list(out, key);
  for (int i = 0; i < count; i++) {
    begin_item(out, (int[]){cells[i].column, cells[i].row}, 2);
    text_add_char(out, ']');
  }
  end_list(out);
}

static void write_marks(Text *out, const Scene *s) {
  begin_list(out, "marks");
  for (int i = 0; i < s->mark_count; i++) {
    const SceneMark *m = &s->mark[i];
    begin_item(out, (int[]){m->at.column, m->at.row, m->seat + 1}, 3);
    add_text(out, m->label);
    text_add_char(out, ']');
  }
  end_list(out);
}

static void write_edges(Text *out, const Scene *s) {
  static const char *const SIDES[] = {"bottom", "top", "left", "right"};
  begin_list(out, "edges");
  for (int i = 0; i < s->edge_count; i++) {
    begin_item(out, NULL, 0);
    json_write_text(out, SIDES[s->edge[i].side]);
    text_need(out, ITEM_MAX);
    text_add_char(out, ',');
    json_write_number(out, s->edge[i].seat + 1);
    text_add_char(out, ']');
  }
  end_list(out);
}

static void write_hands(Text *out, const Scene *s) {
  begin_list(out, "hands");
  for (int i = 0; i < s->held_count; i++) {
    const ScenePiece *p = &s->held[i].piece;
    begin_item(out, (int[]){p->seat + 1, p->size}, 2);
    add_text(out, p->label);
    add_text(out, SCENE_SHAPE_NAMES[p->shape]);
    text_add_char(out, ',');
    json_write_number(out, s->held[i].count);
    add_text(out, s->held[i].group);
    text_add_char(out, ']');
  }
  end_list(out);
}

static void write_notes(Text *out, const Scene *s) {
  begin_list(out, "notes");
  for (int i = 0; i < s->note_count; i++) {
    if (i > 0)
      text_add_char(out, ',');
    json_write_text(out, s->note[i]);
    text_need(out, ITEM_MAX);
  }
  end_list(out);
}

void frame_write_scene(Text *out, const Scene *s) {
  text_need(out, 1);
  text_add_char(out, '{');
  write_pieces(out, s);
  write_walls(out, s);
  write_cells(out, "shaded", s->shaded, s->shaded_count);
  write_cells(out, "highlights", s->highlight, s->highlight_count);
  write_marks(out, s);
  write_edges(out, s);
  write_hands(out, s);
  write_cells(out, "moved", s->moved, s->moved_count);
  write_notes(out, s);
  text_need(out, 1);
  text_add_char(out, '}');
}

void frame_write_drawing(Text *out, const char *drawing) {
  text_need(out, ITEM_MAX);
  text_add_word(out, "{\"drawing\":");
  json_write_text(out, drawing);
  text_need(out, 1);
  text_add_char(out, '}');
}

char *frame_drawing(const Game *game, const State *state) {
  char *text = NULL;
  size_t size;
  FILE *out = need_stream(&text, &size);
  game_draw(game, state, out);
  need_close(out);
  return text;
}

static json_t *read_frame(Text *text) {
  json_t *json = json_loadb(text->bytes, text->length, 0, NULL);
  free(text->bytes);
  return json;
}

json_t *frame_scene(const Scene *scene) {
  Text text = {NULL};
  frame_write_scene(&text, scene);
  return read_frame(&text);
}

json_t *frame_json(const Game *game, const State *state, const State *before,
                   Move move) {
  Scene scene;
  Text text = {NULL};
  if (scene_paint(game, state, &scene)) {
    if (before)
      scene_show_move(game, before, move, &scene);
    return frame_scene(&scene);
  }
  char *drawing = frame_drawing(game, state);
  frame_write_drawing(&text, drawing);
  free(drawing);
  return read_frame(&text);
}

static json_t *lines_json(const Scene *s) {
  json_t *list = json_array();
  for (int i = 0; i < s->line_count; i++) {
    SceneLine l = s->line[i];
    json_array_append_new(list, json_pack("[iiii]", l.from.column, l.from.row,
                                          l.to.column, l.to.row));
  }
  return list;
}

static json_t *absent_json(const Scene *s) {
  json_t *list = json_array();
  for (int i = 0; i < s->absent_count; i++)
    json_array_append_new(
        list, json_pack("[ii]", s->absent[i].column, s->absent[i].row));
  return list;
}

/* A board, whose row 1 is at the bottom unless rows go down; what is usual is
 * left out. */
static json_t *size_json(const Scene *s) {
  json_t *size = json_pack("{s:i, s:i, s:b, s:b}", "columns", s->columns,
                           "rows", s->rows, "down", s->down, "hex", s->hex);
  if (s->absent_count)
    json_object_set_new(size, "absent", absent_json(s));
  if (s->line_count)
    json_object_set_new(size, "lines", lines_json(s));
  if (s->bare)
    json_object_set_new(size, "coordinates", json_false());
  return size;
}

/* The first board among the fields of a game from a file, or NULL. A variant is
 * drawn by its base game. */
static const Field *board_field(const Game *game) {
  const Field *board = NULL;
  for (; game; game = game->base)
    for (const Field *f = game->fields; f && f->name; f++)
      if (f->grid) {
        board = f;
        break;
      }
  return board;
}

json_t *frame_board(const Game *game, const State *state, int columns,
                    int rows) {
  Scene scene;
  if (scene_paint(game, state, &scene))
    return scene.columns ? size_json(&scene) : json_null();
  if (!columns)
    return json_null();
  const Field *board = board_field(game);
  if (board)
    scene_set_board(&scene, board);
  if (scene.columns < columns || scene.rows < rows) {
    memset(&scene, 0, sizeof scene);
    scene.columns = columns;
    scene.rows = rows;
  }
  return size_json(&scene);
}
