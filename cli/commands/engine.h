/* A bot as an engine for other programs: what the protocols share. */
#ifndef BOARDLAB_CLI_COMMANDS_ENGINE_H
#define BOARDLAB_CLI_COMMANDS_ENGINE_H

#include "core/game/bot.h"
#include <stdatomic.h>

/* Limits of an arena; 0 for none. */
typedef struct EngineLimits {
  int64_t ms, nodes, iterations;
} EngineLimits;

typedef struct Engine {
  Game *game;
  const char *spec; /* of the bot, as given */
  Bot *bot;
  bool flip;           /* GTP: rows are counted from the other side */
  char number[20];     /* GTP: of the command, or "" */
  EngineLimits limits; /* that the bot was opened with */
  uint64_t nodes;      /* that it has searched for the last move */
  /* The game in progress. */
  char *start; /* the settings of its first position; NULL for the usual one */
  State *first, *state;
  Move *moves;
  int count;
  bool begun; /* the bot knows of the game, up to `told` moves */
  int told;
  Rng rng;
} Engine;

/* A protocol. */
typedef struct EngineProtocol {
  /* Answers the lines of an arena until it says `quit` or ends. Fails if what
   * arrives makes no sense and the protocol has no words for that. */
  bool (*answer)(Engine *engine, Error *error);
  /* Whether a line says that the bot should stop thinking; or NULL. */
  bool (*is_stop)(const char *line);
} EngineProtocol;
extern const EngineProtocol engine_json, engine_ugi, engine_gtp;

/* What the engine is called: "boardlab 0.1.0 mcts". */
void engine_name(const Engine *engine, char text[SPEC_TEXT]);

/* Starts another game, from settings (game_edit), or NULL for the first
 * position. */
bool engine_restart(Engine *engine, const char *settings, Error *error);

/* Plays a move of the game; takes moves back. */
bool engine_play(Engine *engine, const char *move, Error *error);
void engine_undo(Engine *engine, int moves);

/* Chooses a move, without playing it, within limits: those that the bot's spec
 * does not set. */
bool engine_choose(Engine *engine, EngineLimits limits, char move[MOVE_TEXT],
                   Error *error);

/* Whether a time limit changes how the bot plays: then it is not
 * reproducible. */
bool engine_takes_time(const Engine *engine);

/* The time for one move of a clock, in milliseconds. */
int64_t engine_share(int64_t clock_ms, int64_t increment_ms);

/* ---- engine_input.c ------------------------------------------------------*/

enum { ENGINE_LINE = 1 << 24 }; /* bytes of the longest line */

/* Starts to read the standard input; and what becomes true when a line
 * `is_stop` until the next one is asked for. */
bool engine_listen(bool (*is_stop)(const char *line), Error *error);
const atomic_bool *engine_hurry(void);

/* The next line without its line feed, which is valid until the next call; NULL
 * at the end, and with a message if the line is too long. */
char *engine_line(Error *error);

#endif
