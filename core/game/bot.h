/* Bots: whatever chooses moves.
 *
 * A bot is opened from a spec ("random", "bots/runner.lua:depth=2") for a game,
 * and then plays any number of games of it, one after the other, in any seat.
 * It belongs to one thread, as the game does, and must be closed before it. All
 * its randomness comes from the stream of the game being played, so a match
 * between the same bots under the same stream is the same match, unless one
 * plays by the clock. */
#ifndef BOARDLAB_CORE_GAME_BOT_H
#define BOARDLAB_CORE_GAME_BOT_H

#include "core/game/game.h"

typedef struct Bot Bot;

/* What the author of a bot writes. */
typedef struct BotKind {
  const char *name;    /* as in a spec */
  const char *summary; /* one line */
  const char *example; /* a game to try it on; NULL: any */
  const Option *options;
  size_t bot_size; /* of the bot's own struct, which begins with a Bot */

  /* Optional: getting ready, for good and for one game. */
  bool (*open)(Bot *bot, Error *error);
  bool (*begin)(Bot *bot, int seat, Rng *rng, Error *why);
  /* Chooses a legal move in a position where its seat is to move, drawing from
   * the same stream as when the game began. On failure `why` says what went
   * wrong; the bot then has forfeited the game. */
  bool (*choose)(Bot *bot, const State *state, Rng *rng, Move *move,
                 Error *why);
  void (*close)(Bot *bot); /* optional: gives back what open took */
} BotKind;

struct Bot {
  const BotKind *kind;
  const Game *game;
  uint64_t nodes; /* positions it has looked at while thinking, so far */
  bool timed; /* it thinks by the clock, and may choose otherwise next time */
  int option[OPTIONS_MAX]; /* of kind->options, in that order */
  char spec[SPEC_TEXT];    /* the shortest spec of this bot */
};

/* The built-in bots, ended by NULL; the list is in core/search/bots.c. */
extern const BotKind *const bot_kinds[];

/* The one that needs no search. */
extern const BotKind random_kind;

/* Opens the bot a spec names for a game; NULL with a message if it cannot. */
Bot *bot_open(const char *spec, const Game *game, Error *error);
void bot_close(Bot *bot);

/* Gets ready for a game in a seat. On failure `why` is the reason to forfeit
 * it. */
static inline bool bot_begin(Bot *bot, int seat, Rng *rng, Error *why) {
  return !bot->kind->begin || bot->kind->begin(bot, seat, rng, why);
}

static inline bool bot_choose(Bot *bot, const State *state, Rng *rng,
                              Move *move, Error *why) {
  return bot->kind->choose(bot, state, rng, move, why);
}

#endif
