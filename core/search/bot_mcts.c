/* The bot "mcts": Monte Carlo tree search. */
#include "core/search/bots.h"

#include "core/game/eval.h"
#include "core/learn/weights.h"
#include "core/search/mcts.h"

enum {
  ITERATIONS,
  MILLISECONDS,
  EXPLORATION,
  PLAYOUTS,
  PLAYOUT_PLIES,
  BIAS,
  VARIETY,
  REUSE,
  MEMORY,
  MARGIN,
  WEIGHTS,
  MISTAKES
};

/* Option values that stand for the defaults of mcts_plan. */
enum { BY_GAME = -1, PLIES_BY_GAME = -2 };

static const Option OPTIONS[] = {
    {"iterations", OPTION_INT, .min = 1, .max = 10000000, .default_value = 1000,
     .help = "iterations per move"},
    {"ms", OPTION_INT, .min = 0, .max = 86400000,
     .help = "milliseconds per move, instead of iterations; such games cannot "
             "be reproduced"},
    {"c", OPTION_REAL, .min = BY_GAME * OPTION_ONE, .max = 10 * OPTION_ONE,
     .default_value = BY_GAME * OPTION_ONE,
     .help = "exploration constant of UCT; -1: the one that suits the game's "
             "evaluation (0.1 to 0.4), or 0.7 without an evaluation"},
    {"playouts", OPTION_INT, .min = 1, .max = 10000, .default_value = 1,
     .help = "random games (playouts) per new position"},
    {"playout_plies", OPTION_INT, .min = PLIES_BY_GAME, .max = 10000,
     .default_value = PLIES_BY_GAME,
     .help = "plies after which a playout is truncated and the position "
             "evaluated; -1: play to the end; -2: 0 if the game has an "
             "evaluation, otherwise -1"},
    {"bias", OPTION_REAL, .min = BY_GAME * OPTION_ONE, .max = 1000 * OPTION_ONE,
     .default_value = BY_GAME * OPTION_ONE,
     .help = "progressive bias: the number of visits that the evaluation of a "
             "move counts for; -1: 10 if the game has an evaluation, "
             "otherwise 0"},
    {"variety", OPTION_REAL, .max = OPTION_ONE, .default_value = OPTION_ONE / 5,
     .help = "choose at random among the moves that have at least 1 - variety "
             "of the best move's visits and nearly its value, so that games "
             "differ; 0: always the best"},
    {"reuse", OPTION_FLAG, .default_value = 1,
     .help = "keep the tree for the next move"},
    {"memory", OPTION_INT, .min = 0, .max = 1 << 20,
     .help = "megabytes for the tree, which stops growing when it is full; "
             "keeping it for the next move may take as much again; 0: 1024, "
             "or with ms an eighth of the machine's memory, divided by its "
             "processors (256 for games in Lua)"},
    {"margin", OPTION_FLAG,
     .help = "play for the margin as well as for the win, in games with "
             "scores"},
    {"weights", OPTION_FILE,
     .help = "a learned evaluation, as boardlab learn writes it, instead of "
             "the game's"},
    {"mistakes", OPTION_REAL, .max = OPTION_ONE,
     .help = "how likely each move is to be a random one instead: for weaker "
             "opponents"},
    {NULL},
};

typedef struct MctsBot {
  Bot base;
  Mcts *mcts;
  Network *network; /* or NULL */
} MctsBot;

/* An option in thousandths; negative values stand for the default. */
static double real_option(int value, double by_default) {
  return value < 0 ? by_default : (double)value / OPTION_ONE;
}

/* Refuses values between -1 and 0, which have no meaning. */
static bool check_real(const Bot *bot, int option, Error *error) {
  int value = bot->option[option];
  return value >= 0 || value == BY_GAME * OPTION_ONE ||
         error_set(error, "mcts: %s must be 0 or more, or -1 for the default",
                   OPTIONS[option].name);
}

static bool mcts_bot_open(Bot *bot, Error *error) {
  const int *value = bot->option;
  MctsBot *m = (MctsBot *)bot;
  if (!check_real(bot, EXPLORATION, error) || !check_real(bot, BIAS, error))
    return false;
  if (value[MARGIN] && !bot->game->rules->score)
    return error_set(error, "mcts: margin=true needs a game that has scores");
  if (value[WEIGHTS] &&
      !(m->network = weights_open(bot->game, value[WEIGHTS], NULL, error)))
    return false;
  MctsPlan plan =
      mcts_plan(m->network ? EXPLORATION_DEFAULT : eval_exploration(bot->game));
  plan.iterations = value[MILLISECONDS] ? 0 : (uint64_t)value[ITERATIONS];
  plan.milliseconds = value[MILLISECONDS];
  plan.exploration = real_option(value[EXPLORATION], plan.exploration);
  plan.playouts = value[PLAYOUTS];
  if (value[PLAYOUT_PLIES] != PLIES_BY_GAME)
    plan.playout_plies = value[PLAYOUT_PLIES];
  plan.bias = real_option(value[BIAS], plan.bias);
  plan.variety = real_option(value[VARIETY], plan.variety);
  plan.reuse = value[REUSE];
  plan.memory = (size_t)value[MEMORY] << 20;
  plan.margin = value[MARGIN];
  plan.stop = bot->game->stop;
  plan.evaluate = m->network ? network_evaluate : NULL;
  plan.context = m->network;
  bot->timed = value[MILLISECONDS] > 0;
  m->mcts = mcts_new(bot->game, &plan);
  return true;
}

static bool mcts_bot_begin(Bot *bot, int seat, Rng *rng, Error *why) {
  (void)seat, (void)rng, (void)why;
  mcts_forget(((MctsBot *)bot)->mcts);
  return true;
}

static bool mcts_bot_choose(Bot *bot, const State *state, Rng *rng, Move *move,
                            Error *why) {
  Mcts *mcts = ((MctsBot *)bot)->mcts;
  int mistakes = bot->option[MISTAKES];
  if (mistakes && (int)rng_below(rng, OPTION_ONE) < mistakes) {
    *move = game_random_move(bot->game, state, rng);
    return true;
  }
  if (!mcts_search(mcts, state, rng, why))
    return false;
  *move = mcts_choose(mcts, rng);
  bot->nodes = mcts_playouts(mcts);
  bot->full = mcts_is_full(mcts);
  return true;
}

static void mcts_bot_close(Bot *bot) {
  mcts_free(((MctsBot *)bot)->mcts);
  network_free(((MctsBot *)bot)->network);
}

const BotKind mcts_kind = {
    .name = "mcts",
    .summary = "any game: Monte Carlo tree search (UCT), guided by the game's "
               "evaluation or by random playouts",
    .options = OPTIONS,
    .bot_size = sizeof(MctsBot),
    .open = mcts_bot_open,
    .begin = mcts_bot_begin,
    .choose = mcts_bot_choose,
    .close = mcts_bot_close,
};
