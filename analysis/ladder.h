/* A ladder: the same bot at doubling budgets, to see how much there is to learn
 * in a game, and whether it is fair between players of every strength.
 *
 * On each level the bot plays itself, all seats alike: how fair the game is
 * between equals. And it plays the level below, each in every seat equally
 * often: how often the stronger wins. Each of these is a run like any other;
 * with a folder they are below it, named "rounds=20" and "rounds=20-10", beside
 * an index, ladder.csv. A ladder owns what it points to, except what is in the
 * plan. */
#ifndef BOARDLAB_LADDER_H
#define BOARDLAB_LADDER_H

#include "experiment.h"
#include "rate.h"

enum { LEVELS_MAX = 24 };

typedef struct LadderPlan {
  RunPlan run;     /* game, seed, games of each run, jobs, out, resume, … */
  const char *bot; /* its spec, without the option */
  const char *option; /* that is doubled */
  int first;          /* its value on the first level */
  int levels;
} LadderPlan;

/* What came of a level. */
typedef struct Level {
  int value; /* of the option */
  char bot[SPEC_TEXT];
  uint64_t games; /* between equals; 0 if it has not been played */
  int seats;
  Estimate seat[SEATS_MAX]; /* win rates between equals */
  Estimate draws, truncated, forfeits, balance, plies;
  uint64_t against;    /* games against the level below; 0 for the first */
  Estimate won, drawn; /* of the stronger; rates over all those games */
  Estimate score;      /* its part of the points: draws are shared, games cut
                          off have none, a forfeit is lost */
  bool complete;
} Level;

typedef struct Ladder {
  LadderPlan plan;
  char game[SPEC_TEXT];
  int played; /* levels that are filled in */
  Level level[LEVELS_MAX];
} Ladder;

/* Sees that the game and the bot on every level can be opened; writes nothing.
 */
bool ladder_open(Ladder *ladder, const LadderPlan *plan, Error *error);

/* Plays all of it. After each run `next` is told (or NULL), and the index is
 * written anew. */
RunEnd ladder_play(Ladder *ladder, const Audience *audience,
                   void (*next)(void *context, const Run *run), void *context,
                   Error *error);

/* Whether a folder is that of a ladder; and reading it. */
bool ladder_is(const char *folder);
bool ladder_read(Ladder *ladder, const char *folder, Error *error);

#endif
