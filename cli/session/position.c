#include "cli/session/position.h"

#include "analysis/stats/shown.h"
#include "core/game/spec.h"
#include "core/run/result_dir.h"
#include "core/run/run_game.h"
#include <stdlib.h>
#include <sys/stat.h>

/* ---- saved games ---------------------------------------------------------*/

void ending_write(const GameFile *file, char text[ENDING_TEXT]) {
  char winners[WINNERS_TEXT];
  text[0] = '\0';
  if (file->gave_up < 0)
    return;
  winners_format(gamefile_winners(file), winners);
  snprintf(text, ENDING_TEXT, "seat %d %s: %s\n", file->gave_up + 1,
           file->forfeited ? "forfeited" : "resigned", winners);
}

static bool is_folder(const char *path) {
  struct stat found;
  return stat(path, &found) == 0 && S_ISDIR(found.st_mode);
}

static bool is_built_in_game(const char *text) {
  Spec spec;
  return spec_read(&spec, text, "game", NULL) && game_find_rules(spec.name);
}

bool saved_is_file(const char *text) {
  struct stat found;
  Spec spec;
  return gamefile_has_extension(text) ||
         (stat(text, &found) == 0 && S_ISREG(found.st_mode) &&
          !is_built_in_game(text) && spec_read(&spec, text, "game", NULL) &&
          !spec.loader);
}

bool saved_is_named(const char *text, bool game_of_run) {
  return saved_is_file(text) ||
         (is_folder(text) && (game_of_run || !is_built_in_game(text)));
}

/* Says what is missing where only a folder is named. */
static bool refuse_folder(const char *path, Error *error) {
  if (result_kind(path) == RESULT_RUN)
    return error_set(error,
                     "%.600s is a folder: --game N names a game of the run in "
                     "it, 0 for the first",
                     path);
  error_set(error, "%.600s is not the folder of a run", path);
  result_add_hint(path, error);
  return false;
}

static bool open_from_run(Saved *saved, const char *dir, uint64_t number,
                          Error *error) {
  RunGame game;
  if (!run_game_open(&game, dir, number, NULL, error)) {
    result_add_hint(dir, error);
    return false;
  }
  saved->file = game.file;
  saved->reason = game.reason;
  ending_write(&saved->file, saved->ending);
  if (game.match.end == MATCH_TRUNCATED && game.match.forfeiter >= 0)
    return true; /* somebody has resigned */
  if (game.match.end == MATCH_TRUNCATED && game.collected)
    snprintf(saved->ending, sizeof saved->ending, "not finished\n");
  else if (game.match.end == MATCH_TRUNCATED)
    snprintf(saved->ending, sizeof saved->ending,
             "truncated: the run has a limit of %.64s\n",
             shown_things((uint64_t)game.match.plies, "ply", "plies").text);
  return true;
}

bool saved_open(Saved *saved, const char *path, int64_t number, Error *error) {
  bool folder = is_folder(path);
  *saved = (Saved){.ending = ""};
  if (folder && number < 0)
    return refuse_folder(path, error);
  if (folder)
    return open_from_run(saved, path, (uint64_t)number, error);
  if (number >= 0 && !*path)
    return error_set(error,
                     "--game needs the folder of a run, but its name is empty");
  if (number >= 0)
    return error_set(
        error, "--game needs the folder of a run, which %.600s is not", path);
  if (!gamefile_read(&saved->file, path, error))
    return false;
  ending_write(&saved->file, saved->ending);
  return true;
}

void saved_close(Saved *saved) {
  gamefile_close(&saved->file);
}

bool ending_is_open(const char *ending, const char *path, Error *error) {
  return !*ending || error_set(error, "the game in %.600s is over: %.*s", path,
                               (int)strcspn(ending, ":\n"), ending);
}

/* ---- positions -----------------------------------------------------------*/

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
  *position =
      (Position){file->game, state, before, before ? file->moves[ply - 1] : 0};
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
