#include "command.h"

#include "ending.h"
#include <stdlib.h>

bool table_open(Table *table, const char *spec, const char *settings,
                const char *line, Rng *rng, Error *error) {
  *table = (Table){.game = game_open(spec, error)};
  if (!table->game)
    return false;
  table->state = game_start(table->game);
  if (table->state && rng)
    game_begin(table->game, table->state, rng);
  if (!table->state)
    error_set(error, "no memory for a position of %s", spec);
  else if ((!settings ||
            game_edit(table->game, table->state, settings, error)) &&
           (!line || game_play_line(table->game, table->state, line, error)) &&
           game_check(table->game, error))
    return true;
  table_close(table);
  return false;
}

bool table_load(Table *table, const char *path, const char *line, bool more,
                char ending[ENDING_TEXT], Error *error) {
  GameFile file;
  if (!gamefile_read(&file, path, error))
    return false;
  State *state = game_copy(file.game, file.first);
  bool good = state || error_set(error, "no memory for a position");
  if (good && (line || more))
    good = ending_is_open(&file, path, error);
  if (good) {
    gamefile_at(&file, file.count, state);
    ending_write(&file, ending);
    good = !line || game_play_line(file.game, state, line, error);
  }
  *table = (Table){good ? file.game : NULL, good ? state : NULL};
  if (good)
    file.game = NULL; /* it is the table's now */
  else
    free(state);
  gamefile_close(&file);
  return good;
}

void table_close(Table *table) {
  free(table->state);
  game_close(table->game);
}

bool game_check(const Game *game, Error *error) {
  const char *fault = game_fault(game);
  return !fault || error_set(error, "%s", fault);
}
