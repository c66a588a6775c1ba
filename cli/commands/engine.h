/* A bot as an engine for other programs: what the protocols share. */
#ifndef BOARDLAB_CLI_COMMANDS_ENGINE_H
#define BOARDLAB_CLI_COMMANDS_ENGINE_H

#include "core/game/bot.h"

typedef struct Engine {
  Game *game;
  const char *spec; /* of the bot, as given */
  Bot *bot;
  bool flip;              /* GTP: rows are counted from the other side */
  int64_t ms, iterations; /* limits that the bot was opened with; 0: its own */
  /* The game in progress. */
  State *first, *state;
  Move *moves;
  int count;
  bool begun; /* the bot knows of the game, up to `told` moves */
  int told;
  Rng rng;
} Engine;

/* Answers the lines of an arena until it says `quit` or ends. Fails if what
 * arrives makes no sense and the protocol has no words for that. */
typedef bool EngineProtocol(Engine *engine, FILE *in, Error *error);
EngineProtocol engine_json, engine_ugi, engine_gtp;

/* What the engine is called: "boardlab 0.1.0 mcts". */
void engine_name(const Engine *engine, char text[SPEC_TEXT]);

/* Starts another game, from settings (game_edit), or NULL for the first
 * position. */
bool engine_restart(Engine *engine, const char *settings, Error *error);

/* Plays a move of the game; takes moves back. */
bool engine_play(Engine *engine, const char *move, Error *error);
void engine_undo(Engine *engine, int moves);

/* Chooses a move, without playing it, within limits: those that the bot's spec
 * does not set, 0 for none. */
bool engine_choose(Engine *engine, int64_t ms, int64_t iterations,
                   char move[MOVE_TEXT], Error *error);

/* The time for one move of a clock, in milliseconds. */
int64_t engine_share(int64_t clock_ms, int64_t increment_ms);

/* The next line without its line feed; NULL at the end. Valid until the next
 * call. */
char *engine_line(FILE *in);

#endif
