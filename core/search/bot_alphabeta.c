/* The bot "alphabeta": alpha-beta search with iterative deepening. */
#include "core/search/bots.h"

#include "core/learn/weights.h"
#include "core/search/alphabeta.h"

enum { DEPTH, NODES, MILLISECONDS, TABLE, PARANOID, MARGIN, WEIGHTS };

static const Option OPTIONS[] = {
    {"depth", OPTION_INT, .min = 1, .max = ALPHABETA_DEPTH_MAX,
     .default_value = 4, .help = "plies to search"},
    {"nodes", OPTION_INT, .min = 0, .max = 1000000000,
     .help = "maximum number of positions per move; 0: no limit"},
    {"ms", OPTION_INT, .min = 0, .max = 86400000,
     .help = "milliseconds per move, instead of a depth; such games cannot be "
             "reproduced"},
    {"table", OPTION_INT, .min = 0, .max = 1 << 16, .default_value = 64,
     .help = "megabytes for the transposition table"},
    {"paranoid", OPTION_FLAG,
     .help = "with more than two sides: expect all others to play together "
             "against this one, instead of each for itself (max^n)"},
    {"margin", OPTION_FLAG,
     .help = "play for the margin as well as for the win, in games with "
             "scores"},
    {"weights", OPTION_FILE,
     .help = "a learned evaluation, as boardlab learn writes it, instead of "
             "the game's"},
    {NULL},
};

typedef struct AlphabetaBot {
  Bot base;
  Alphabeta *search;
  Network *network; /* or NULL */
} AlphabetaBot;

static bool alphabeta_bot_open(Bot *bot, Error *error) {
  const int *value = bot->option;
  AlphabetaPlan plan = {
      .depth = value[MILLISECONDS] ? ALPHABETA_DEPTH_MAX : value[DEPTH],
      .nodes = (uint64_t)value[NODES],
      .milliseconds = value[MILLISECONDS],
      .table = (size_t)value[TABLE] << 20,
      .paranoid = value[PARANOID],
      .margin = value[MARGIN],
      .stop = bot->game->stop,
  };
  if (plan.margin && !bot->game->rules->score)
    return error_set(error,
                     "alphabeta: margin=true needs a game that has scores");
  AlphabetaBot *a = (AlphabetaBot *)bot;
  bot->timed = value[MILLISECONDS] > 0;
  if (!weights_use(bot->game, value[WEIGHTS], &plan.evaluate, &plan.context,
                   error))
    return false;
  a->network = plan.context;
  a->search = alphabeta_new(bot->game, &plan, error);
  if (!a->search)
    network_free(a->network);
  return a->search;
}

static bool alphabeta_bot_begin(Bot *bot, int seat, Rng *rng, Error *why) {
  (void)seat, (void)rng, (void)why;
  alphabeta_forget(((AlphabetaBot *)bot)->search);
  return true;
}

static bool alphabeta_bot_choose(Bot *bot, const State *state, Rng *rng,
                                 Move *move, Error *why) {
  Alphabeta *search = ((AlphabetaBot *)bot)->search;
  if (!alphabeta_search(search, state, why))
    return false;
  *move = alphabeta_best(search, rng);
  bot->nodes = alphabeta_nodes(search);
  return true;
}

static void alphabeta_bot_close(Bot *bot) {
  alphabeta_free(((AlphabetaBot *)bot)->search);
  network_free(((AlphabetaBot *)bot)->network);
}

const BotKind alphabeta_kind = {
    .name = "alphabeta",
    .summary = "any game: alpha-beta search to a depth, guided by the game's "
               "evaluation",
    .options = OPTIONS,
    .bot_size = sizeof(AlphabetaBot),
    .open = alphabeta_bot_open,
    .begin = alphabeta_bot_begin,
    .choose = alphabeta_bot_choose,
    .close = alphabeta_bot_close,
};
