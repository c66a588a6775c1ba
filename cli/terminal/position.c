#include "cli/terminal/position.h"

#include <stdlib.h>

bool position_open(Position *position, const char *spec, const char *settings,
                   const char *line, Rng *rng, Error *error) {
  *position = (Position){.game = game_open(spec, error)};
  if (!position->game)
    return false;
  position->state = game_start(position->game);
  if (rng)
    game_begin(position->game, position->state, rng);
  if ((!settings ||
       game_edit(position->game, position->state, settings, error)) &&
      (!line || game_play_line(position->game, position->state, line, error)) &&
      game_check(position->game, error))
    return true;
  position_close(position);
  return false;
}

bool position_load(Position *position, Saved *saved, int ply, const char *line,
                   Error *error) {
  GameFile *file = &saved->file;
  State *state = game_copy(file->game, file->first);
  State *before = ply > 0 && !line ? game_copy(file->game, file->first) : NULL;
  *position = (Position){file->game, state, before};
  gamefile_position_at(file, ply, state);
  if (before)
    gamefile_position_at(file, ply - 1, before);
  if (line && !game_play_line(file->game, state, line, error)) {
    free(state);
    free(before);
    return false;
  }
  file->game = NULL; /* position owns it now */
  return true;
}

void position_close(Position *position) {
  free(position->state);
  free(position->before);
  game_close(position->game);
}

bool game_check(const Game *game, Error *error) {
  const Error *failure = game_failure(game);
  return !failure || error_copy(error, failure);
}
