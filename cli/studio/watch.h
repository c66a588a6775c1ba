/* Watching the Lua file of a game, and those that it requires.
 *
 * A watch has a thread that looks at the files several times a second. When one
 * has new contents, it reloads the game on the table and then tries it
 * (trial.h), as long as a page listens. If the version passes and a game card
 * is shown, that is remade (card.h). A change ends what is made of the version
 * before. Any thread may call these functions. */
#ifndef BOARDLAB_CLI_STUDIO_WATCH_H
#define BOARDLAB_CLI_STUDIO_WATCH_H

#include "cli/studio/card.h"
#include "cli/studio/trial.h"

typedef struct WatchPlan {
  const char *spec;              /* of the game; copied */
  Channel *channel;              /* where trials are published */
  void (*reload)(void *context); /* called on the watch's thread */
  void *context;
  Card *card;                   /* remade after a trial; or NULL */
  const TaskCommands *commands; /* how to start one */
  Turns *turns;                 /* how many trials at a time; or NULL */
  double pace;                  /* seconds between looks; 0: a quarter */
} WatchPlan;

typedef struct Watch Watch;

/* Whether a game is to be watched: its rules are a file in the served folder,
 * not one of the library. */
bool watch_suits(const char *spec);

/* NULL if it cannot be started. */
Watch *watch_start(const WatchPlan *plan);

/* Ends a trial under way and joins the thread. NULL is allowed. */
void watch_stop(Watch *watch);

/* Chooses what trials play, and tries the current version that way. */
void watch_set_mode(Watch *watch, TrialMode mode);

#endif
