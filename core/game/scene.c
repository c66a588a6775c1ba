#include "core/game/scene.h"

#include <stdarg.h>

bool scene_paint(const Game *game, const State *state, Scene *scene) {
  game = game_native(game, &state);
  memset(scene, 0, sizeof *scene);
  if (!game->rules->scene)
    return false;
  game->rules->scene(game, state, scene);
  return true;
}

void scene_shade(Scene *scene, Cell at) {
  scene->overflow |= scene->shaded_count == SCENE_CELLS;
  if (scene->shaded_count < SCENE_CELLS)
    scene->shaded[scene->shaded_count++] = at;
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
