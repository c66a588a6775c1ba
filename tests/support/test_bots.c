#include "tests/support/test_bots.h"

#include <stdlib.h>

Bot *open_test_bot(const Loader *loader, const char *path, const char *options,
                   const Game *game, Error *error) {
  const BotKind *kind = &((const TestBots *)loader)->kind;
  Bot *bot = calloc(1, sizeof *bot);
  bot->kind = kind;
  bot->game = game;
  if (options_read(kind->options, path, options, bot->option, error) &&
      spec_write(path, kind->options, bot->option, bot->spec))
    return bot;
  free(bot);
  return NULL;
}

static bool random_choose(Bot *bot, const State *state, Rng *rng, Move *move,
                          Error *why) {
  (void)why;
  *move = game_random_move(bot->game, state, rng);
  bot->nodes += (uint64_t)bot->option[0];
  return true;
}

static const Option OPTIONS[] = {
    {"level", OPTION_INT, .min = 1, .max = 9, .default_value = 1,
     .help = "nothing"},
    {NULL},
};

const TestBots RANDOM_BOTS = {{".bot", NULL, open_test_bot},
                              {.options = OPTIONS, .choose = random_choose}};
