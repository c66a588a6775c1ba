/* boardlab show: draws a position and lists its legal moves. */
#include "cli/commands/command.h"
#include "cli/session/position.h"

#include "cli/terminal/board.h"
#include "core/run/run.h"

/* Plays random moves and prints the whole line, which --play can repeat, unless
 * a seat is to see only what it may. */
static void play_random(Position *position, const char *line, int64_t plies,
                        int64_t as, Rng *rng) {
  bool hidden = as && game_hides(position->game);
  if (hidden)
    printf("played: seat %lld does not see all of it", (long long)as);
  else
    printf("played:%s%s", line ? " " : "", line ? line : "");
  for (; plies > 0 && position->state->outcome == PLAYING; plies--) {
    char text[MOVE_TEXT];
    Move move = game_random_move(position->game, position->state, rng);
    board_format(position->game, position->state, move, text);
    game_play(position->game, position->state, move);
    if (!hidden)
      printf(" %s", text);
  }
  printf("\n\n");
}

/* Opens a position of a saved game. `more` if moves will be played from there.
 * `shown_end` says whether it is the last one. */
static bool open_saved(const Args *args, Saved *saved, Position *position,
                       bool more, bool *shown_end, Error *error) {
  const char *path = args->positional[0], *line = args_value(args, "play");
  int64_t number = -1, ply = -1;
  if (args_value(args, "set"))
    return error_set(error,
                     "--set edits the first position of a new game; %s is a "
                     "saved game",
                     path);
  if (!more && args_value(args, "seed"))
    return error_set(error,
                     "--seed needs --random here: the first position of %.600s "
                     "depends on the seed in the file",
                     path);
  if (!args_int(args, "game", 0, GAMES_IN_RUN_MAX, &number, error) ||
      !saved_open(saved, path, number, error))
    return false;
  int count = saved->file.count;
  bool good = args_ply(args, count, &ply, error);
  *shown_end = good && (ply < 0 || ply == count);
  good =
      good &&
      (!(line || more) || !*shown_end ||
       ending_is_open(saved->ending, path, error)) &&
      position_load(position, saved, ply < 0 ? count : (int)ply, line, error);
  if (!good)
    saved_close(saved);
  return good;
}

/* Opens the position named by the first argument: a game, or a saved game. */
static bool open_position(const Args *args, Saved *saved, Position *position,
                          Rng *rng, bool more, bool *shown_end, Error *error) {
  const char *what = args->positional[0];
  const char *const of_saved[] = {"game", "ply"};
  if (saved_is_named(what, args_value(args, "game") != NULL))
    return open_saved(args, saved, position, more, shown_end, error);
  if (args_value(args, "ply") && saved_is_named(what, true))
    return error_set(error,
                     "--ply needs --game N here: without it %.600s is the "
                     "game, not the folder",
                     what);
  for (int i = 0; i < 2; i++)
    if (args_value(args, of_saved[i]))
      return error_set(error,
                       "--%s needs a saved game or the folder of a run, which "
                       "%.600s is not",
                       of_saved[i], what);
  return position_open(position, what, args_value(args, "set"),
                       args_value(args, "play"), rng, error);
}

/* What others can play may depend on what the seat does not see. */
static void list_moves(const Position *position, int64_t as, const Look *look) {
  const State *state = position->state;
  if (as && game_hides(position->game) && state->outcome == PLAYING &&
      state->seat != as - 1)
    printf("the legal moves are not shown: it is not seat %lld's turn\n",
           (long long)as);
  else
    board_list_moves(position->game, state, look, stdout);
}

static int show_run(const Args *args, Error *error) {
  int64_t plies = 0, seed = 1, as = 0;
  bool shown_end = false;
  Saved saved = {.ending = ""};
  Position position;
  Rng rng;
  if (!args_int(args, "random", 0, 1000000, &plies, error) ||
      !args_int(args, "as", 1, SEATS_MAX, &as, error) ||
      !args_int(args, "seed", 0, INT64_MAX, &seed, error))
    return EXIT_USAGE;
  rng_seed(&rng, (uint64_t)seed, 0);
  if (!open_position(args, &saved, &position, &rng, plies > 0, &shown_end,
                     error))
    return EXIT_USAGE;
  if (as > position.game->seats) {
    error_set(error, "there is no seat %lld: %s has %d", (long long)as,
              position.game->spec, position.game->seats);
    position_close(&position);
    saved_close(&saved);
    return EXIT_USAGE;
  }
  printf("%s\n\n", position.game->spec);
  if (plies > 0)
    play_random(&position, args_value(args, "play"), plies, as, &rng);
  if (as && position.state->outcome == PLAYING) /* as in boardlab play */
    game_observe(position.game, position.state, (int)as - 1);
  Look look = look_of_terminal();
  board_draw(position.game, position.state,
             plies > 0 || as ? NULL : position.before, position.move,
             shown_end && saved.ending[0], &look, stdout);
  if (shown_end)
    board_write_ending(saved.ending, &saved.reason, stdout);
  if (args_value(args, "moves"))
    list_moves(&position, as, &look);
  bool drawn = game_check(position.game, error);
  position_close(&position);
  saved_close(&saved);
  return drawn ? EXIT_DONE : EXIT_FAILED;
}

const Command show_command = {
    .name = "show",
    .summary = "draw a position and list its legal moves",
    .positional = "GAME|FILE.game|DIR",
    .flags =
        (const Flag[]){
            {"set", "SETTINGS", "edit the first position: \"KEY=VALUE …\""},
            {"play", "LINE", "then play these moves: \"e2 e8 e3h\""},
            {"random", "N", "then play N random moves"},
            {"seed", "S",
             "seed of the random moves and of a random start; a saved\n"
             "game keeps its own start (default 1)"},
            GAME_FLAGS,
            {"moves", NULL, "list the legal moves"},
            {"as", "SEAT",
             "only what this seat sees, in games with hidden\n"
             "information, until the game is over"},
            LIMIT_FLAGS,
            {NULL}},
    .example = "boardlab show quoridor --play \"e2 e8 e3h\" --moves",
    .run = show_run,
};
