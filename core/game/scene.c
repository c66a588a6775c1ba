#include "core/game/scene.h"

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
