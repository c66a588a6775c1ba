#include "command.h"

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

void table_close(Table *table) {
  free(table->state);
  game_close(table->game);
}

bool game_check(const Game *game, Error *error) {
  const char *fault = game_fault(game);
  return !fault || error_set(error, "%s", fault);
}
