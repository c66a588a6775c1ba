/* boardlab check: plays a game at random under full checking. */
#include "conform.h"

#include "command.h"

static int run(const Args *args, Error *error) {
  int64_t games = 100, seed = 1;
  if (!args_int(args, "games", 1, 1000000, &games, error) ||
      !args_int(args, "seed", 0, INT64_MAX, &seed, error))
    return EXIT_USAGE;
  Game *game = game_open(args->word[0], error);
  if (!game)
    return EXIT_USAGE;
  bool good = conform(game, (uint64_t)seed, (int)games, game->max_plies, error);
  if (good)
    printf("%s: %d random games, nothing wrong\n", game->spec, (int)games);
  game_close(game);
  return good ? EXIT_DONE : EXIT_FAILED;
}

const Command check_command = {
    .name = "check",
    .summary = "play a game at random under full checking",
    .words = "GAME",
    .min_words = 1,
    .max_words = 1,
    .flags = (const Flag[]){{"games", "N", "games to play (default 100)"},
                            {"seed", "S", "seed of the games (default 1)"},
                            {NULL}},
    .details =
        "In every position: the list of legal moves, every move's text, "
        "counts,\n"
        "copies, hashes, seats and winners, and the drawing of the board are\n"
        "held against what any game must do. For those who write one.",
    .example = "boardlab check quoridor:size=5 --games 20",
    .run = run,
};
