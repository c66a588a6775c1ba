/* Bots: programs that choose moves.
 *
 * A bot is opened from a spec ("random", "bots/runner.lua:depth=2") for a game
 * and then plays any number of games of it, one at a time, in any seat. A Bot
 * belongs to the thread of its game and must be closed before the game. It
 * draws all its randomness from the stream of the game being played: the same
 * bots with the same stream play the same game, unless one of them limits its
 * thinking by time. */
#ifndef BOARDLAB_CORE_GAME_BOT_H
#define BOARDLAB_CORE_GAME_BOT_H

#include "core/game/game.h"

typedef struct Bot Bot;
typedef struct BotKind BotKind;

/* What the author of a bot writes. */
struct BotKind {
  const char *name;    /* as in a spec */
  const char *summary; /* one line */
  const char *example; /* spec of a game to try the bot on; NULL: any game */
  const Option *options;
  size_t bot_size; /* of the bot's own struct, which begins with a Bot */

  /* Writes the spec of another bot, which this name stands for in a game (or
   * NULL); what follows is then without a meaning. */
  void (*stand_for)(const BotKind *kind, const Game *game,
                    char spec[SPEC_TEXT]);

  /* Optional: prepares the bot once, and before each game. If `begin` fails,
   * the bot forfeits the game for the reason in `why`. */
  bool (*open)(Bot *bot, Error *error);
  bool (*begin)(Bot *bot, int seat, Rng *rng, Error *why);
  /* Chooses a legal move in a position where the bot's seat is to move, with
   * the same random stream as `begin`. If it fails, the bot forfeits the game
   * for the reason in `why`. */
  bool (*choose)(Bot *bot, const State *state, Rng *rng, Move *move,
                 Error *why);
  /* Optional: is told of every move of the game before it is played, its own
   * included, and at the end of who has won. `state` is the true position. */
  void (*played)(Bot *bot, const State *state, const char *text);
  void (*end)(Bot *bot, uint16_t winners);
  /* `choose` gets what its seat sees (game_observe), not a position that it
   * cannot tell from the true one (game_imagine). */
  bool observes;
  /* Optional: frees what `open` allocated, but not the Bot itself. */
  void (*close)(Bot *bot);
};

/* What to tell people when a bot is `full`: this follows its name. */
#define BOT_IS_FULL                                                            \
  "reached its limit of memory, so its tree stopped growing: "                 \
  "memory=MEGABYTES raises it"

struct Bot {
  const BotKind *kind;
  const Game *game;
  uint64_t nodes;   /* positions searched so far, over all games */
  bool timed;       /* limited by time, or a program that does not promise to be
                       deterministic: its moves are not reproducible */
  bool full;        /* its last search reached its limit of memory, which its
                       option `memory` sets */
  const char *said; /* the text of the move that it has chosen, if it knows it;
                       otherwise NULL */
  const char *program;     /* what a program says it is, perhaps ""; NULL if the
                              bot is none (core/program) */
  int option[OPTIONS_MAX]; /* values of kind->options, in that order */
  char spec[SPEC_TEXT];    /* the shortest spec of this bot */
};

/* The built-in bots, ended by NULL (core/search/bots.c). */
extern const BotKind *const bot_kinds[];

/* The built-in bot with this name, or NULL with ERROR_UNKNOWN_BOT. */
const BotKind *bot_kind_find(const char *name, Error *error);
/* Where a name may be that of a game or of a bot, and the error is that there
 * is no such game: adds that there is no such bot either. */
void bot_add_unknown(const char *name, Error *error);

/* The bot that plays legal moves uniformly at random. */
extern const BotKind random_kind;

/* Opens the bot that a spec names, or stands for. Returns NULL on failure, with
 * the code ERROR_UNKNOWN_BOT if there is no bot with this name. The caller
 * closes it. */
Bot *bot_open(const char *spec, const Game *game, Error *error);
void bot_close(Bot *bot);

/* Reads a spec without opening the bot and writes the shortest one. Of a file
 * only the spec itself is read. */
bool bot_read_spec(const char *spec, char shortest[SPEC_TEXT], Error *error);

/* Prepares the bot for a game in a seat, see BotKind. */
static inline bool bot_begin(Bot *bot, int seat, Rng *rng, Error *why) {
  return !bot->kind->begin || bot->kind->begin(bot, seat, rng, why);
}

/* Chooses a move, see BotKind. */
static inline bool bot_choose(Bot *bot, const State *state, Rng *rng,
                              Move *move, Error *why) {
  return bot->kind->choose(bot, state, rng, move, why);
}

/* Tell a bot of a move that is about to be played, and that the game has ended,
 * see BotKind. NULL is allowed. */
static inline void bot_played(Bot *bot, const State *state, Move move) {
  char text[MOVE_TEXT];
  if (!bot || !bot->kind->played)
    return;
  game_format(bot->game, state, move, text);
  bot->kind->played(bot, state, text);
}

static inline void bot_end(Bot *bot, uint16_t winners) {
  if (bot && bot->kind->end)
    bot->kind->end(bot, winners);
}

/* Asks a bot for its move in a match: shows it a position that it cannot tell
 * from the true one (game_imagine), if the game hides anything. */
bool bot_choose_from_view(Bot *bot, const State *state, Rng *rng, Move *move,
                          Error *why);

static inline bool bot_ask(Bot *bot, const State *state, Rng *rng, Move *move,
                           Error *why) {
  return game_hides(bot->game)
             ? bot_choose_from_view(bot, state, rng, move, why)
             : bot_choose(bot, state, rng, move, why);
}

#endif
