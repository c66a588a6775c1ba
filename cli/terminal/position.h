/* A game with a position, as a spec, --set and --play name it, or a file with a
 * game; and how a game ended that somebody gave up. */
#ifndef BOARDLAB_CLI_TERMINAL_POSITION_H
#define BOARDLAB_CLI_TERMINAL_POSITION_H

#include "core/game/gamefile.h"

typedef struct Position {
  Game *game;
  State *state;
} Position;

/* `rng` draws the first position, where that is done by lot; or NULL. */
bool position_open(Position *position, const char *spec, const char *settings,
                   const char *line, Rng *rng, Error *error);
void position_close(Position *position);

/* The same from a file with a game, and moves to play behind those of it. Where
 * somebody gave up, `ending` says so, else it is "", and nothing can be played:
 * neither a line, nor what else is to come (`more`). */
enum { ENDING_TEXT = 128 };
bool position_load(Position *position, const char *path, const char *line,
                   bool more, char ending[ENDING_TEXT], Error *error);

/* Passes on what went wrong in the rules of a Lua file. */
bool game_check(const Game *game, Error *error);

/* A line such as "seat 1 resigned: seat 2 wins"; "" if nobody gave up. */
void ending_write(const GameFile *file, char text[ENDING_TEXT]);

/* Whether there is more to play in a game that was read from a file; with a
 * message if somebody gave up. */
bool ending_is_open(const GameFile *file, const char *path, Error *error);

#endif
