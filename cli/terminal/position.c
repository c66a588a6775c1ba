#include "cli/terminal/position.h"

#include <stdlib.h>

void ending_write(const GameFile *file, char text[ENDING_TEXT]) {
  char winners[WINNERS_TEXT];
  text[0] = '\0';
  if (file->gave_up < 0)
    return;
  winners_format(gamefile_winners(file), winners);
  snprintf(text, ENDING_TEXT, "seat %d %s: %s\n", file->gave_up + 1,
           file->forfeited ? "forfeited" : "resigned", winners);
}

bool ending_is_open(const GameFile *file, const char *path, Error *error) {
  return file->gave_up < 0 ||
         error_set(error, "the game in %.600s is over: seat %d %s", path,
                   file->gave_up + 1,
                   file->forfeited ? "forfeited" : "resigned");
}

bool position_open(Position *position, const char *spec, const char *settings,
                   const char *line, Rng *rng, Error *error) {
  *position = (Position){.game = game_open(spec, error)};
  if (!position->game)
    return false;
  position->state = game_start(position->game);
  if (position->state && rng)
    game_begin(position->game, position->state, rng);
  if (!position->state)
    error_set(error, "out of memory (a position of %s)", spec);
  else if ((!settings ||
            game_edit(position->game, position->state, settings, error)) &&
           (!line ||
            game_play_line(position->game, position->state, line, error)) &&
           game_check(position->game, error))
    return true;
  position_close(position);
  return false;
}

bool position_load(Position *position, const char *path, const char *line,
                   bool more, char ending[ENDING_TEXT], Error *error) {
  GameFile file;
  if (!gamefile_read(&file, path, error))
    return false;
  State *state = game_copy(file.game, file.first);
  bool good = state || error_set(error, "out of memory (a position)");
  if (good && (line || more))
    good = ending_is_open(&file, path, error);
  if (good) {
    gamefile_position_at(&file, file.count, state);
    ending_write(&file, ending);
    good = !line || game_play_line(file.game, state, line, error);
  }
  *position = (Position){good ? file.game : NULL, good ? state : NULL};
  if (good)
    file.game = NULL; /* position owns it now */
  else
    free(state);
  gamefile_close(&file);
  return good;
}

void position_close(Position *position) {
  free(position->state);
  game_close(position->game);
}

bool game_check(const Game *game, Error *error) {
  const Error *failure = game_failure(game);
  return !failure || error_copy(error, failure);
}
