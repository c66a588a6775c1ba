/* boardlab perft: counts the leaves of the game tree. */
#include "core/game/perft.h"

#include "analysis/stats/shown.h"
#include "cli/commands/command.h"
#include "cli/session/position.h"
#include "cli/terminal/board.h"
#include "core/base/clock.h"
#include <errno.h>
#include <stdlib.h>

static bool count_depths(const Position *position, int depth, Error *error) {
  printf("%5s %16s %10s %14s\n", "depth", "leaves", "seconds", "leaves/s");
  for (int d = 1; d <= depth; d++) {
    double began = clock_seconds();
    uint64_t leaves;
    if (!perft(position->game, position->state, d, &leaves, error))
      return false;
    double took = clock_seconds() - began;
    printf("%5d %16s %10.3f", d, shown_count(leaves).text, took);
    if (took >= 0.001) /* a shorter time is mostly noise */
      printf(" %14s", shown_real((double)leaves / took, 0).text);
    printf("\n");
    if (fflush(stdout) != 0)
      return error_set(error, "could not write the output: %s",
                       strerror(errno));
  }
  return true;
}

/* Prints the leaves below each first move, to find where two programs
 * disagree. */
static bool divide(const Position *position, int depth, Error *error) {
  const Game *game = position->game;
  Move *moves = game_borrow_list(game);
  int count = game_moves(game, position->state, moves);
  uint64_t total = 0, leaves = 0;
  State *next = game_start(game);
  bool counted = true;
  for (int i = 0; i < count && counted; i++) {
    char text[MOVE_TEXT];
    board_format(game, position->state, moves[i], text);
    game_assign(game, next, position->state);
    game_play(game, next, moves[i]);
    counted = perft(game, next, depth - 1, &leaves, error);
    if (counted)
      printf("%-20s %llu\n", text, (unsigned long long)leaves);
    total += leaves;
  }
  free(next);
  game_return_list(game);
  if (counted)
    printf("%-20s %llu\n", "total", (unsigned long long)total);
  return counted;
}

static int perft_run(const Args *args, Error *error) {
  int64_t depth = 3;
  Position position;
  if (!args_int(args, "depth", 1, 1000, &depth, error) ||
      !position_open(&position, args->positional[0], args_value(args, "set"),
                     args_value(args, "play"), NULL, error))
    return EXIT_USAGE;
  bool done = args_value(args, "divide")
                  ? divide(&position, (int)depth, error)
                  : count_depths(&position, (int)depth, error);
  done = done && game_check(position.game, error);
  position_close(&position);
  return done ? EXIT_DONE : EXIT_FAILED;
}

const Command perft_command = {
    .name = "perft",
    .summary = "count the leaves of the game tree, depth by depth",
    .positional = "GAME",
    .flags =
        (const Flag[]){
            {"depth", "N", "depth in plies (default 3)"},
            {"divide", NULL, "print the leaves below each first move instead"},
            {"set", "SETTINGS", "start from an edited position"},
            {"play", "LINE", "start after these moves"},
            LIMIT_FLAGS,
            {NULL}},
    .example = "boardlab perft tictacdoh --depth 4",
    .run = perft_run,
};
