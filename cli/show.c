/* boardlab show: draws a position, and lists its legal moves. */
#include "command.h"

/* Plays random moves and tells the whole line, so that it can be played again
 * with --play. */
static void play_random(Table *table, const char *line, int64_t plies,
                        Rng *rng) {
  printf("played:%s%s", line ? " " : "", line ? line : "");
  for (; plies > 0 && table->state->outcome == PLAYING; plies--) {
    char text[MOVE_TEXT];
    Move move = game_random_move(table->game, table->state, rng);
    game_format(table->game, table->state, move, text);
    game_play(table->game, table->state, move);
    printf(" %s", text);
  }
  printf("\n\n");
}

static void list_moves(const Table *table) {
  enum { WIDTH = 78 };
  Move moves[table->game->max_moves];
  int count = game_moves(table->game, table->state, moves);
  size_t column = 0;
  printf("%d legal move%s\n", count, count == 1 ? "" : "s");
  for (int i = 0; i < count; i++) {
    char text[MOVE_TEXT];
    game_format(table->game, table->state, moves[i], text);
    if (column > 0 && column + strlen(text) + 1 > WIDTH) {
      printf("\n");
      column = 0;
    }
    column += (size_t)printf("%s%s", column ? " " : "", text);
  }
  printf("%s", count ? "\n" : "");
}

static int run(const Args *args, Error *error) {
  int64_t plies = 0, seed = 1;
  Table table;
  Rng rng;
  if (!args_int(args, "random", 0, 1000000, &plies, error) ||
      !args_int(args, "seed", 0, INT64_MAX, &seed, error))
    return EXIT_USAGE;
  rng_seed(&rng, (uint64_t)seed, 0);
  if (!table_open(&table, args->word[0], args_value(args, "set"),
                  args_value(args, "play"), &rng, error))
    return EXIT_USAGE;
  printf("%s\n\n", table.game->spec);
  if (plies > 0)
    play_random(&table, args_value(args, "play"), plies, &rng);
  bool drawn = game_draw(table.game, table.state, stdout);
  if (!drawn)
    error_set(error, "no memory to draw the board");
  if (drawn && args_value(args, "moves"))
    list_moves(&table);
  drawn = drawn && game_check(table.game, error);
  table_close(&table);
  return drawn ? EXIT_DONE : EXIT_FAILED;
}

const Command show_command = {
    .name = "show",
    .summary = "draw a position, and list its legal moves",
    .words = "GAME",
    .min_words = 1,
    .max_words = 1,
    .flags =
        (const Flag[]){
            {"set", "SETTINGS", "edit the first position: \"KEY=VALUE …\""},
            {"play", "LINE", "then play these moves: \"e2 e8 e3h\""},
            {"random", "N", "then play N random moves"},
            {"seed", "S",
             "seed of the random moves, and of a first position that\nis drawn "
             "by lot (default 1)"},
            {"moves", NULL, "list the legal moves"},
            LIMIT_FLAGS,
            {NULL}},
    .details = "boardlab games GAME tells how moves are written and what can "
               "be set.",
    .example = "boardlab show quoridor --play \"e2 e8 e3h\" --moves",
    .run = run,
};
