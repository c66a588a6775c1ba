/* The bot "greedy": plays the move after which the position is best for its
 * side, by the game's evaluation. */
#include "core/search/bots.h"

#include "core/game/eval.h"
#include <stdlib.h>

typedef struct GreedyBot {
  Bot base;
  State *state;
  Move *moves;
} GreedyBot;

static void close(Bot *bot) {
  GreedyBot *g = (GreedyBot *)bot;
  free(g->state);
  free(g->moves);
}

static bool open(Bot *bot, Error *error) {
  GreedyBot *g = (GreedyBot *)bot;
  g->state = game_start(bot->game);
  g->moves = malloc((size_t)bot->game->max_moves * sizeof *g->moves);
  if (g->state && g->moves)
    return true;
  close(bot);
  return error_set_code(error, ERROR_NO_MEMORY,
                        "out of memory (the bot greedy)");
}

/* Picks at random among equally good moves. */
static bool choose(Bot *bot, const State *state, Rng *rng, Move *move,
                   Error *why) {
  GreedyBot *g = (GreedyBot *)bot;
  const Game *game = bot->game;
  int side = game->side[state->seat], count = game_moves(game, state, g->moves);
  double most = -1, value[SEATS_MAX];
  uint32_t equals = 0;
  (void)why;
  for (int i = 0; i < count; i++) {
    game_assign(game, g->state, state);
    game_play(game, g->state, g->moves[i]);
    position_values(game, g->state, NULL, NULL, value);
    if (value[side] > most) {
      most = value[side];
      equals = 0;
    }
    if (value[side] == most && rng_below(rng, ++equals) == 0)
      *move = g->moves[i];
  }
  bot->nodes += (uint64_t)count;
  return true;
}

const BotKind greedy_kind = {
    .name = "greedy",
    .summary = "any game: plays the move that leads to the best "
               "evaluation",
    .options = (const Option[]){{NULL}},
    .bot_size = sizeof(GreedyBot),
    .open = open,
    .choose = choose,
    .close = close,
};
