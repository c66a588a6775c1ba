#include "core/game/scene.h"

#include "core/game/parts.h"
#include <stdarg.h>

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

void scene_show_move(const Game *game, const State *before, Move move,
                     Scene *scene) {
  Parts parts = {0};
  char text[MOVE_TEXT];
  scene->moved_count = 0;
  game_describe(game, before, move, &parts);
  add_part(&parts, "to", scene);
  add_part(&parts, "from", scene);
  if (scene->moved_count > 0)
    return;
  game_format(game, before, move, text);
  add_cells_of(text, scene);
}
