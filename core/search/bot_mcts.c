/* Bots that search, and the one that looks a single move ahead. */
#include "core/search/bots.h"

#include "core/game/eval.h"
#include "core/search/mcts.h"
#include <stdlib.h>

/* ---- mcts ----------------------------------------------------------------*/

enum {
  ITERATIONS,
  MILLISECONDS,
  CURIOSITY,
  PLAYOUTS,
  CUT,
  BIAS,
  VARY,
  REUSE,
  MEMORY
};

/* Left to mcts_plan. */
enum { BY_GAME = -1, CUT_BY_GAME = -2 };

static const Option MCTS_OPTIONS[] = {
    {"iterations", OPTION_INT, .min = 1, .max = 10000000, .value = 1000,
     .help = "for a move"},
    {"ms", OPTION_INT, .min = 0, .max = 86400000,
     .help = "milliseconds for a move, instead of iterations; such games "
             "cannot be played again"},
    {"c", OPTION_REAL, .min = BY_GAME * OPTION_ONE, .max = 10 * OPTION_ONE,
     .value = BY_GAME * OPTION_ONE,
     .help = "how much is tried of what was tried little; -1: what is best "
             "for the game's evaluation (0.1 to 0.4), or 0.7 without"},
    {"playouts", OPTION_INT, .min = 1, .max = 10000, .value = 1,
     .help = "random games for a new position"},
    {"cut", OPTION_INT, .min = CUT_BY_GAME, .max = 10000, .value = CUT_BY_GAME,
     .help = "plies after which these are evaluated instead of played out; "
             "-1: never; -2: at once where the game has an evaluation, else "
             "never"},
    {"bias", OPTION_REAL, .min = BY_GAME * OPTION_ONE, .max = 1000 * OPTION_ONE,
     .value = BY_GAME * OPTION_ONE,
     .help = "how many visits the evaluation of a move counts for; -1: 10 "
             "where the game has one, else none"},
    {"vary", OPTION_REAL, .max = OPTION_ONE, .value = OPTION_ONE / 100,
     .help = "moves that seem worth so much less than the best at most are "
             "all as likely, so that games differ; 0: always the best"},
    {"reuse", OPTION_FLAG, .value = 1,
     .help = "keep what was found for the next move"},
    {"memory", OPTION_INT, .min = 1, .max = 1 << 20, .value = 256,
     .help = "megabytes for the tree, which stops growing when they are full; "
             "what is kept for the next move may take as many again"},
    {NULL},
};

typedef struct MctsBot {
  Bot base;
  Mcts *mcts;
} MctsBot;

/* A value in thousandths, or what it is by default. */
static double real_of(int value, double otherwise) {
  return value < 0 ? otherwise : (double)value / OPTION_ONE;
}

/* Between -1 and 0 there is nothing that would mean something. */
static bool check_real(const Bot *bot, int option, Error *error) {
  int value = bot->value[option];
  return value >= 0 || value == BY_GAME * OPTION_ONE ||
         error_set(error, "mcts: %s must be 0 or more, or -1 for the default",
                   MCTS_OPTIONS[option].name);
}

static bool open_mcts(Bot *bot, Error *error) {
  const int *value = bot->value;
  MctsPlan plan = mcts_plan(eval_exploration(bot->game));
  if (!check_real(bot, CURIOSITY, error) || !check_real(bot, BIAS, error))
    return false;
  plan.iterations = value[MILLISECONDS] ? 0 : (uint64_t)value[ITERATIONS];
  plan.milliseconds = value[MILLISECONDS];
  plan.c = real_of(value[CURIOSITY], plan.c);
  plan.playouts = value[PLAYOUTS];
  plan.cut = value[CUT] == CUT_BY_GAME ? plan.cut : value[CUT];
  plan.bias = real_of(value[BIAS], plan.bias);
  plan.vary = real_of(value[VARY], plan.vary);
  plan.reuse = value[REUSE];
  plan.memory = (size_t)value[MEMORY] << 20;
  bot->timed = value[MILLISECONDS] > 0;
  ((MctsBot *)bot)->mcts = mcts_new(bot->game, &plan, error);
  return ((MctsBot *)bot)->mcts;
}

static bool begin_mcts(Bot *bot, int seat, Rng *rng, Error *why) {
  (void)seat, (void)rng, (void)why;
  mcts_forget(((MctsBot *)bot)->mcts);
  return true;
}

static bool choose_mcts(Bot *bot, const State *state, Rng *rng, Move *move,
                        Error *why) {
  Mcts *mcts = ((MctsBot *)bot)->mcts;
  if (!mcts_search(mcts, state, rng, why))
    return false;
  *move = mcts_choose(mcts, rng);
  bot->nodes = mcts_playouts(mcts);
  return true;
}

static void close_mcts(Bot *bot) {
  mcts_free(((MctsBot *)bot)->mcts);
}

const BotKind mcts_kind = {
    .name = "mcts",
    .summary = "any game: Monte Carlo tree search (UCT) with the game's "
               "evaluation or random playouts",
    .options = MCTS_OPTIONS,
    .bot_size = sizeof(MctsBot),
    .open = open_mcts,
    .begin = begin_mcts,
    .choose = choose_mcts,
    .close = close_mcts,
};

/* ---- greedy --------------------------------------------------------------*/

typedef struct GreedyBot {
  Bot base;
  State *state;
  Move *moves;
} GreedyBot;

static void close_greedy(Bot *bot) {
  GreedyBot *g = (GreedyBot *)bot;
  free(g->state);
  free(g->moves);
}

static bool open_greedy(Bot *bot, Error *error) {
  GreedyBot *g = (GreedyBot *)bot;
  g->state = game_start(bot->game);
  g->moves = malloc((size_t)bot->game->max_moves * sizeof *g->moves);
  if (g->state && g->moves)
    return true;
  close_greedy(bot);
  return error_set(error, "no memory for the bot greedy");
}

/* The move after which the position is worth most; of several, one by lot. */
static bool choose_greedy(Bot *bot, const State *state, Rng *rng, Move *move,
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
    .summary = "any game: the move with the best evaluation, one ply ahead",
    .options = (const Option[]){{NULL}},
    .bot_size = sizeof(GreedyBot),
    .open = open_greedy,
    .choose = choose_greedy,
    .close = close_greedy,
};
