/* A ladder: the same bot at doubling budgets, to see how much there is to learn
 * in a game, and whether it is fair between players of every strength.
 *
 * On each level the bot plays itself, all seats alike: how fair the game is
 * between equals. From the second level on it also plays the level below, each
 * from every seat equally often: how often the stronger wins. With more than
 * two sides the stronger has one of them and the weaker all others; where seats
 * play in teams, it has a whole team.
 *
 * Each of these is a run like any other, all with the same seed; with a folder
 * they are below it, named "rounds=20" and "rounds=20-10", beside an index,
 * ladder.csv. A ladder owns what it points to, except what is in the plan. It
 * takes some 50 KB. */
#ifndef BOARDLAB_ANALYSIS_EXPERIMENTS_LADDER_H
#define BOARDLAB_ANALYSIS_EXPERIMENTS_LADDER_H

#include "analysis/experiments/experiment.h"
#include "analysis/metrics/verdict.h"
#include "analysis/stats/estimate.h"

enum { LEVELS_MIN = 2, LEVELS_MAX = 24 };

typedef struct LadderPlan {
  RunPlan run;         /* of all runs, without bots and seating. `games` is for
                          each run; against the level below they are rounded up
                          to a multiple of the seats */
  const char *bot;     /* its spec, without the option */
  const char *doubled; /* the option and its first value: "rounds=10" */
  int levels;
} LadderPlan;

/* What came of a level. */
typedef struct Level {
  int value; /* of the option */
  char bot[SPEC_TEXT];
  uint64_t games;           /* between equals; 0 if there are none yet */
  Estimate seat[SEATS_MAX]; /* win rates between equals */
  Estimate draws, truncated, forfeits, balance, plies;
  uint64_t against;    /* games against the level below; 0 for the first */
  Estimate won, drawn; /* by the stronger; rates over all those games */
  Estimate score;      /* of the stronger, as ladder_score has it */
  bool complete, against_complete;
} Level;

typedef struct Ladder {
  LadderPlan plan; /* of a ladder that was read, only run.out */
  char game[SPEC_TEXT], option[OPTION_TEXT];
  int seats, sides;
  int levels;
  uint64_t games; /* of all runs */
  Level level[LEVELS_MAX];
} Ladder;

/* Sees that the game and the bot on every level can be opened; writes nothing.
 * If it fails there is nothing to close. */
bool ladder_open(Ladder *ladder, const LadderPlan *plan, Error *error);
void ladder_close(Ladder *ladder);

/* Plays all runs, level by level. After each, `next` is told (or NULL), and the
 * index is written anew. When it is resumed, runs go on where they were; there
 * may be more levels and more games than before. */
RunEnd ladder_play(Ladder *ladder, const ExperimentCallbacks *callbacks,
                   void (*next)(void *context, const Run *run), void *context,
                   Error *error);

/* Reads a ladder from its runs: nothing is opened, and there is nothing to
 * close. The folder's name must outlive it. */
bool ladder_read(Ladder *ladder, const char *dir, Error *error);

/* ---- what it says --------------------------------------------------------*/

/* A bot's part of the points of all games that were not cut off: a draw or a
 * shared win is shared out among the sides, a forfeit is lost, and won by the
 * others. The bot plays one side in each game. Wilson's interval, with the
 * variance that the points have. */
Estimate ladder_score(const Tally *tally, int bot);

/* The score that a level has against the level below, on average; equals would
 * have 1 / sides. Without any games its n is 0. */
Estimate ladder_gain(const Ladder *ladder);

/* How much the balance between equals changes from the first level to the last
 * that has been played. */
Estimate ladder_change(const Ladder *ladder);

/* What it comes to: whether a larger budget helps, whether the balance changes,
 * and on which levels the game is not fair. */
void ladder_verdict(const Ladder *ladder, Sentences *sentences);

/* The last level that has games between equals; -1 if none has. */
int ladder_top(const Ladder *ladder);

#endif
