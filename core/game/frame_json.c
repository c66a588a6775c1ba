#include "core/game/frame_json.h"

#include "core/base/json.h"
#include "core/base/need.h"
#include "core/game/scene.h"
#include <stdlib.h>

static const char *const SHAPES[] = {"disc", "ring", "square"};

static json_t *pieces_json(const Scene *s) {
  json_t *list = json_array();
  for (int i = 0; i < s->piece_count; i++) {
    const ScenePiece *p = &s->piece[i];
    json_array_append_new(list, json_pack("[i, i, i, i, s, s]", p->at.column,
                                          p->at.row, p->seat + 1, p->size,
                                          p->label, SHAPES[p->shape]));
  }
  return list;
}

static json_t *walls_json(const Scene *s) {
  json_t *list = json_array();
  for (int i = 0; i < s->wall_count; i++)
    json_array_append_new(
        list, json_pack("[i, i, b, i]", s->wall[i].at.column, s->wall[i].at.row,
                        s->wall[i].vertical, s->wall[i].length));
  return list;
}

static json_t *cells_json(const Cell cells[], int count) {
  json_t *list = json_array();
  for (int i = 0; i < count; i++)
    json_array_append_new(list,
                          json_pack("[i, i]", cells[i].column, cells[i].row));
  return list;
}

static json_t *marks_json(const Scene *s) {
  json_t *list = json_array();
  for (int i = 0; i < s->mark_count; i++)
    json_array_append_new(
        list, json_pack("[i, i, i, s]", s->mark[i].at.column, s->mark[i].at.row,
                        s->mark[i].seat + 1, s->mark[i].label));
  return list;
}

static json_t *edges_json(const Scene *s) {
  static const char *const SIDES[] = {"bottom", "top", "left", "right"};
  json_t *list = json_array();
  for (int i = 0; i < s->edge_count; i++)
    json_array_append_new(
        list, json_pack("[s, i]", SIDES[s->edge[i].side], s->edge[i].seat + 1));
  return list;
}

static json_t *hands_json(const Scene *s) {
  json_t *list = json_array();
  for (int i = 0; i < s->held_count; i++) {
    const ScenePiece *p = &s->held[i].piece;
    json_array_append_new(list, json_pack("[i, i, s, s, i]", p->seat + 1,
                                          p->size, p->label, SHAPES[p->shape],
                                          s->held[i].count));
  }
  return list;
}

static json_t *notes_json(const Scene *s) {
  json_t *list = json_array();
  for (int i = 0; i < s->note_count; i++)
    json_array_append_new(list, json_text(s->note[i]));
  return list;
}

/* The text drawing of `boardlab show`, for games without a scene. */
static json_t *drawing_json(const Game *game, const State *state) {
  char *text = NULL;
  size_t size;
  FILE *out = need_stream(&text, &size);
  game_draw(game, state, out);
  need_close(out);
  json_t *json = json_pack("{s:o}", "drawing", json_text(text));
  free(text);
  return json;
}

json_t *frame_scene(const Scene *s) {
  return json_pack(
      "{s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o, s:o}", "pieces", pieces_json(s),
      "walls", walls_json(s), "shaded", cells_json(s->shaded, s->shaded_count),
      "highlights", cells_json(s->highlight, s->highlight_count), "marks",
      marks_json(s), "edges", edges_json(s), "hands", hands_json(s), "moved",
      cells_json(s->moved, s->moved_count), "notes", notes_json(s));
}

json_t *frame_json(const Game *game, const State *state, const State *before,
                   Move move) {
  Scene scene;
  if (!scene_paint(game, state, &scene))
    return drawing_json(game, state);
  if (before)
    scene_show_move(game, before, move, &scene);
  return frame_scene(&scene);
}

/* A board, whose row 1 is at the bottom unless rows go down. */
static json_t *size_json(int columns, int rows, bool down, bool hex) {
  return json_pack("{s:i, s:i, s:b, s:b}", "columns", columns, "rows", rows,
                   "down", down, "hex", hex);
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
    return size_json(scene.columns, scene.rows, scene.down, scene.hex);
  if (!columns)
    return json_null();
  const Field *board = board_field(game);
  GridShape shape = board ? board->grid->shape : (GridShape){0};
  return shape.columns >= columns && shape.rows >= rows
             ? size_json(shape.columns, shape.rows, board->down, shape.hex)
             : size_json(columns, rows, false, false);
}
