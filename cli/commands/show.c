/* boardlab show: draws a position and lists its legal moves. */
#include "cli/commands/command.h"
#include "cli/terminal/position.h"

#include "cli/terminal/board.h"
#include "core/game/gamefile.h"

/* Plays random moves and prints the whole line, which --play can repeat. */
static void play_random(Position *position, const char *line, int64_t plies,
                        Rng *rng) {
  printf("played:%s%s", line ? " " : "", line ? line : "");
  for (; plies > 0 && position->state->outcome == PLAYING; plies--) {
    char text[MOVE_TEXT];
    Move move = game_random_move(position->game, position->state, rng);
    board_format(position->game, position->state, move, text);
    game_play(position->game, position->state, move);
    printf(" %s", text);
  }
  printf("\n\n");
}

/* Opens the position named by the first argument: a game, or a saved game.
 * `more` if moves will be played from there. */
static bool open_position(const Args *args, Position *position, Rng *rng,
                          bool more, char ending[ENDING_TEXT], Error *error) {
  const char *what = args->positional[0], *settings = args_value(args, "set");
  const char *line = args_value(args, "play");
  ending[0] = '\0';
  if (!gamefile_has_extension(what))
    return position_open(position, what, settings, line, rng, error);
  if (settings)
    return error_set(error,
                     "--set edits the first position of a new game; %s is a "
                     "saved game",
                     what);
  if (!more && args_value(args, "seed"))
    return error_set(error,
                     "--seed needs --random here: the first position of %.600s "
                     "depends on the seed in the file",
                     what);
  return position_load(position, what, line, more, ending, error);
}

static int run(const Args *args, Error *error) {
  int64_t plies = 0, seed = 1;
  char ending[ENDING_TEXT];
  Position position;
  Rng rng;
  if (!args_int(args, "random", 0, 1000000, &plies, error) ||
      !args_int(args, "seed", 0, INT64_MAX, &seed, error))
    return EXIT_USAGE;
  rng_seed(&rng, (uint64_t)seed, 0);
  if (!open_position(args, &position, &rng, plies > 0, ending, error))
    return EXIT_USAGE;
  printf("%s\n\n", position.game->spec);
  if (plies > 0)
    play_random(&position, args_value(args, "play"), plies, &rng);
  bool drawn = board_draw(position.game, position.state, NULL,
                          ending[0] != '\0', board_in_colour(), stdout);
  if (!drawn)
    error_set(error, "out of memory (drawing the board)");
  printf("%s", ending);
  if (drawn && args_value(args, "moves"))
    board_list_moves(position.game, position.state, stdout);
  drawn = drawn && game_check(position.game, error);
  position_close(&position);
  return drawn ? EXIT_DONE : EXIT_FAILED;
}

const Command show_command = {
    .name = "show",
    .group = GROUP_GAMES,
    .summary = "draw a position and list its legal moves",
    .positional = "GAME|FILE.game",
    .min_positional = 1,
    .max_positional = 1,
    .flags =
        (const Flag[]){
            {"set", "SETTINGS", "edit the first position: \"KEY=VALUE …\""},
            {"play", "LINE", "then play these moves: \"e2 e8 e3h\""},
            {"random", "N", "then play N random moves"},
            {"seed", "S",
             "seed of the random moves and of a random start; a saved\n"
             "game keeps its own start (default 1)"},
            {"moves", NULL, "list the legal moves"},
            LIMIT_FLAGS,
            {NULL}},
    .details = "boardlab games GAME describes the notation of moves and what "
               "--set takes.\n"
               "A saved game is shown at its last position. On a terminal the "
               "board is\n"
               "drawn in colour unless NO_COLOR is set.",
    .example = "boardlab show quoridor --play \"e2 e8 e3h\" --moves",
    .run = run,
};
