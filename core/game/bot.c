#include "core/game/bot.h"

#include "core/base/need.h"
#include "core/base/suggest.h"
#include "core/game/job.h"
#include "core/game/spec.h"
#include <stdlib.h>

static bool choose_random(Bot *bot, const State *state, Rng *rng, Move *move,
                          Error *why) {
  (void)why;
  *move = game_random_move(bot->game, state, rng);
  return true;
}

/* Random players look at nothing, so that they draw from the stream as in a
 * counted playout. */
bool bot_choose_from_view(Bot *bot, const State *state, Rng *rng, Move *move,
                          Error *why) {
  const Game *game = bot->game;
  if (bot->kind == &random_kind)
    return bot_choose(bot, state, rng, move, why);
  game_assign(game, game->seen, state);
  if (bot->kind->observes)
    game_observe(game, game->seen, state->seat);
  else
    game_imagine(game, game->seen, state->seat, rng);
  if (game_fault(game))
    return error_copy(why, game_failure(game));
  if (!bot_choose(bot, game->seen, rng, move, why))
    return false;
  return game_legal(game, state, *move) ||
         error_set(why,
                   "%s chose a move that is not legal: the legal moves of seat "
                   "%d depend on what it does not see",
                   bot->spec, state->seat + 1);
}

const BotKind random_kind = {
    .name = "random",
    .summary = "a legal move chosen uniformly at random",
    .options = (const Option[]){{NULL}},
    .bot_size = sizeof(Bot),
    .choose = choose_random,
};

const BotKind *bot_kind_find(const char *name, Error *error) {
  Suggestion suggestion = {.wanted = name};
  for (const BotKind *const *k = bot_kinds; *k; k++) {
    if (strcmp((*k)->name, name) == 0)
      return *k;
    suggestion_offer(&suggestion, (*k)->name);
  }
  error_set_code(error, ERROR_UNKNOWN_BOT, "there is no bot '%.200s'", name);
  if (suggestion.word)
    error_add(error, "did you mean '%s'?", suggestion.word);
  spec_add_guess(name, error);
  error_add(error,
            "the bots are random, greedy, mcts, alphabeta, perfect, the levels "
            "beginner, casual, strong and very_strong, files such as "
            "bots/runner.lua, and programs such as 'exec:python3 mybot.py'");
  return NULL;
}

void bot_add_unknown(const char *name, Error *error) {
  Error why;
  if (error->code == ERROR_UNKNOWN_GAME && !bot_kind_find(name, &why))
    error_add(error, "%s", why.message);
}

/* Whether a bot should think where the rules of its game run. Asking for a
 * random move is a single call anyway. */
static bool thinks_there(const Bot *bot) {
  return bot->game && bot->game->remote && bot->kind != &random_kind;
}

static Bot *open_kind(const BotKind *kind, const char *options,
                      const Game *game, Error *error) {
  Bot *bot = need(kind->bot_size);
  bot->kind = kind;
  bot->game = game;
  bool read = spec_read_options(kind->name, kind->options, options, bot->option,
                                bot->spec, error);
  bool there = read && thinks_there(bot);
  if (read && !there && (!kind->open || kind->open(bot, error)))
    return bot;
  Bot *remote = there ? game->remote->open_bot(bot, error) : NULL;
  free(bot);
  return remote;
}

static Bot *open_other(const BotKind *kind, const char *options,
                       const Game *game, Error *error) {
  char spec[SPEC_TEXT];
  kind->stand_for(kind, game, spec);
  if (!options)
    return bot_open(spec, game, error);
  error_set(error, "%s takes no options: here it stands for %s, which does",
            kind->name, spec);
  return NULL;
}

Bot *bot_open(const char *text, const Game *game, Error *error) {
  Spec spec;
  if (!spec_read(&spec, text, "bot", error))
    return NULL;
  if (spec.loader)
    return spec.loader->open_bot(spec.loader, spec.name, spec.options, game,
                                 error);
  const BotKind *kind = bot_kind_find(spec.name, error);
  return !kind             ? NULL
         : kind->stand_for ? open_other(kind, spec.options, game, error)
                           : open_kind(kind, spec.options, game, error);
}

bool bot_read_spec(const char *text, char shortest[SPEC_TEXT], Error *error) {
  Spec spec;
  int value[OPTIONS_MAX];
  if (!spec_read(&spec, text, "bot", error))
    return false;
  if (spec.loader) {
    snprintf(shortest, SPEC_TEXT, "%s", text);
    return true;
  }
  const BotKind *kind = bot_kind_find(spec.name, error);
  return kind && spec_read_options(kind->name, kind->options, spec.options,
                                   value, shortest, error);
}

void bot_close(Bot *bot) {
  if (bot && bot->kind->close)
    bot->kind->close(bot);
  free(bot);
}
