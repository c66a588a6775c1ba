/* Levels: opponents in words, from beginner to very_strong. Each stands for a
 * bot that was found for the game by scripts/levels.lua, so that it scores
 * about 80% against the level below, and beginner against random. */
#ifndef BOARDLAB_CORE_SEARCH_LEVELS_H
#define BOARDLAB_CORE_SEARCH_LEVELS_H

#include "core/game/bot.h"

typedef struct Level {
  char bot[SPEC_TEXT];   /* that it stands for, or itself: mcts is in the table
                            too */
  char below[SPEC_TEXT]; /* the level below, or "random" */
  double score;          /* measured against that one */
  int games;             /* so many; 0: this game was not measured, and the bot
                            is that of any game */
} Level;

/* False if the table has nothing on it. The options of the game make no
 * difference; NULL: any game. */
bool level_find(const char *name, const Game *game, Level *level);

/* The name of the level that a bot is, by its own name or by what it stands for
 * in this game; NULL if it is none. */
const char *level_name(const char *bot, const Game *game);

/* The same by the spec of a game that is not open. */
const char *level_name_in(const char *bot, const char *game);

#endif
