/* Shared by the files of remote games and bots.
 *
 *   remote_game.c   opening and closing a game
 *   remote_bot.c    bots
 *   remote_jobs.c   jobs, which are done in the child as a whole
 *   remote_rules.c  the functions of Rules: each is a job
 *   remote_views.c  scenes, answers and parts of moves that cross */
#ifndef BOARDLAB_CORE_ISOLATION_REMOTE_INTERNAL_H
#define BOARDLAB_CORE_ISOLATION_REMOTE_INTERNAL_H

#include "core/isolation/remote.h"
#include "core/isolation/tables.h"

enum { LEVELS_MAX = 12 }; /* a game and the games it is based on */

typedef struct RemoteGame {
  Game game;
  Rules rules;
  Option options[OPTIONS_MAX + 1];
  Field fields[REMOTE_FIELDS_MAX + 1];
  TextPool texts;
  Child *child;
  bool owns_child; /* not if it is the base of another */
  int level;       /* 0, or how often to take its base */
  bool native;     /* in the child it is a built-in game */
  Error fault;
} RemoteGame;

static inline RemoteGame *remote_of(const Game *game) {
  return (RemoteGame *)game;
}

extern const JobRunner remote_jobs;
Bot *remote_bot_open_there(const Bot *bot, Error *error);

/* In a child: opens the game that a spec names. */
bool remote_serve_game(const char *spec, Error *error);

/* Writes "path:options" as a spec; false if it is too long. */
bool remote_write_spec(const char *path, const char *options,
                       char spec[SPEC_TEXT], Error *error);

/* Whether a spec that a child sent names the file that the child was to open:
 * what is opened later, and which files that may use, depends on it. */
bool remote_is_spec_of(const char *spec, const char *path);

/* The stand-ins for the functions that all games have, and which others a game
 * has: those get theirs. */
extern const Rules remote_rules;
void cross_functions(Message *m, Rules *rules);

void cross_answer(Message *m, const Game *game, Answer *answer);
void cross_parts(Message *m, const Game *game, Parts *parts);

#endif
