#include "cli/studio/preview.h"

#include "cli/session/position.h"
#include "cli/studio/saved_games.h"
#include "cli/table/offer.h"
#include "core/base/clock.h"
#include "core/base/json.h"
#include "core/game/frame_json.h"
#include <stdlib.h>

enum { FIRST_MOVES = 24 };        /* of the random game */
static const double PATIENCE = 1; /* seconds for them: rules may be slow */

static json_t *players_json(const GameFile *file) {
  json_t *list = json_array();
  for (int seat = 0; seat < file->game->seats; seat++)
    json_array_append_new(list, json_text(file->seat[seat]));
  return list;
}

/* Of the position after all moves of the file, which this closes. */
static json_t *preview_last(GameFile *file, bool has_players, Error *error) {
  const Game *game = file->game;
  State *state = game_copy(game, file->first);
  gamefile_position_at(file, file->count, state);
  if (game_hides(game) && state->outcome == PLAYING)
    game_observe(game, state, 0);
  json_t *board = frame_board(game, state, 0, 0);
  json_t *json = json_pack(
      "{s:o, s:o, s:i, s:o, s:i, s:o, s:o}", "title",
      json_text(game->rules->title), "summary", json_text(game->rules->summary),
      "seats", game->seats, "players",
      has_players ? players_json(file) : json_null(), "plies", file->count,
      "board", board, "frame", frame_json(game, state, NULL, 0));
  free(state);
  if (!game_check(game, error)) {
    json_decref(json);
    json = NULL;
  }
  gamefile_close(file);
  return json;
}

/* Plays the first moves at random, and takes half of them back. */
static void play_some(GameFile *file) {
  const Game *game = file->game;
  State *state = game_copy(game, file->first);
  double end = clock_seconds() + PATIENCE;
  Rng rng;
  rng_seed(&rng, file->seed, file->index);
  while (state->outcome == PLAYING && file->count < FIRST_MOVES &&
         clock_seconds() < end && game_check(game, NULL)) {
    Move move = game_random_move(game, state, &rng);
    gamefile_add(file, move);
    game_play(game, state, move);
  }
  file->count /= 2;
  free(state);
}

json_t *preview_game(const char *spec, Error *error) {
  GameFile file;
  if (!offer_allows(spec, error) ||
      !gamefile_open(&file, spec, 1, 0, NULL, error))
    return NULL;
  play_some(&file);
  return preview_last(&file, false, error);
}

json_t *preview_saved(const char *path, Error *error) {
  GameFile file;
  char *text = saved_game_read(path, error);
  bool good = text && gamefile_parse(&file, path, text, offer_allows, error);
  free(text);
  return good ? preview_last(&file, true, error) : NULL;
}
