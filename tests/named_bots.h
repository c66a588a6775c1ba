/* Bots of any name for tests that need many different ones: a spec that ends in
 * ".bot" is a random bot called so, with an option `level` that means nothing.
 */
#ifndef BOARDLAB_TESTS_NAMED_BOTS_H
#define BOARDLAB_TESTS_NAMED_BOTS_H

#include "spec.h"

static bool named_choose(Bot *bot, const State *state, Rng *rng, Move *move,
                         Error *why) {
  (void)why;
  *move = game_random_move(bot->game, state, rng);
  bot->nodes += (uint64_t)bot->value[0];
  return true;
}

static const Option NAMED_OPTIONS[] = {
    {"level", OPTION_INT, .min = 1, .max = 9, .value = 1, .help = "nothing"},
    {NULL},
};

static const BotKind NAMED = {.name = "named",
                              .options = NAMED_OPTIONS,
                              .bot_size = sizeof(Bot),
                              .choose = named_choose};

static Bot *named_open(const Loader *loader, const char *path,
                       const char *options, const Game *game, Error *error) {
  (void)loader;
  Bot *bot = calloc(1, sizeof *bot);
  bot->kind = &NAMED;
  bot->game = game;
  if (options_read(NAMED_OPTIONS, path, options, bot->value, error) &&
      spec_write(path, NAMED_OPTIONS, bot->value, bot->spec))
    return bot;
  free(bot);
  return NULL;
}

static const Loader NAMED_LOADER = {".bot", NULL, named_open};

#endif
