/* The bot "greedy": plays the move after which the position is best for its
 * side, by the game's evaluation. */
#include "core/search/bots.h"

#include "core/base/need.h"
#include "core/game/eval.h"
#include "core/learn/weights.h"
#include <stdlib.h>

typedef struct GreedyBot {
  Bot base;
  State *state;
  Move *moves;
  double *values;
  Network *network; /* or NULL */
} GreedyBot;

enum { WEIGHTS };

static const Option OPTIONS[] = {
    {"weights", OPTION_FILE,
     .help = "a learned evaluation, as boardlab learn writes it, instead of "
             "the game's"},
    {NULL},
};

static void greedy_close(Bot *bot) {
  GreedyBot *g = (GreedyBot *)bot;
  free(g->state);
  free(g->moves);
  free(g->values);
  network_free(g->network);
}

static bool greedy_open(Bot *bot, Error *error) {
  GreedyBot *g = (GreedyBot *)bot;
  size_t most = (size_t)bot->game->max_moves;
  int file = bot->option[WEIGHTS];
  if (file && !(g->network = weights_open(bot->game, file, NULL, error)))
    return false;
  g->state = game_start(bot->game);
  g->moves = need_array(most, sizeof *g->moves);
  g->values = need_array(most, sizeof *g->values);
  return true;
}

/* The value for a side after a move. */
static double value_after(const GreedyBot *g, const State *state, Move move,
                          int side) {
  const Game *game = g->base.game;
  double value[SEATS_MAX];
  game_assign(game, g->state, state);
  game_play(game, g->state, move);
  position_values(game, g->state, g->network ? network_evaluate : NULL,
                  g->network, value);
  return value[side];
}

/* Picks at random among equally good moves. */
static bool greedy_choose(Bot *bot, const State *state, Rng *rng, Move *move,
                          Error *why) {
  GreedyBot *g = (GreedyBot *)bot;
  const Game *game = bot->game;
  int side = game->side[state->seat], count = game_moves(game, state, g->moves);
  double most = -1;
  uint32_t equals = 0;
  (void)why;
  if (!g->network)
    move_values(game, state, g->moves, count, side, g->values);
  for (int i = 0; i < count; i++) {
    double value = g->network ? -1 : g->values[i];
    if (value < 0)
      value = value_after(g, state, g->moves[i], side);
    if (value > most) {
      most = value;
      equals = 0;
    }
    if (value == most && rng_below(rng, ++equals) == 0)
      *move = g->moves[i];
  }
  bot->nodes += (uint64_t)count;
  return true;
}

const BotKind greedy_kind = {
    .name = "greedy",
    .summary = "any game: plays the move that leads to the best "
               "evaluation",
    .options = OPTIONS,
    .bot_size = sizeof(GreedyBot),
    .open = greedy_open,
    .choose = greedy_choose,
    .close = greedy_close,
};
