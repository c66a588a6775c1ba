/* What the files of the ladder share: how its runs are numbered and named.
 *
 * Runs are numbered from 0: the run between equals of the first level, then for
 * each further level the run between equals and the run against the level
 * below. */
#ifndef BOARDLAB_ANALYSIS_EXPERIMENTS_LADDER_INTERNAL_H
#define BOARDLAB_ANALYSIS_EXPERIMENTS_LADDER_INTERNAL_H

#include "analysis/experiments/ladder.h"
#include <limits.h>

/* The names of the levels without the doubled option. */
#define LADDER_BELOW "below"
#define LADDER_ABOVE "above"

static inline int ladder_runs(const Ladder *l) {
  return 2 * l->levels - 1;
}

static inline int ladder_run_level(int run) {
  return (run + 1) / 2;
}

/* Whether a run is played against the level below. */
static inline bool ladder_run_is_against(int run) {
  return run > 0 && run % 2 == 0;
}

/* The run between equals of a level. */
static inline int ladder_equals_run(int level) {
  return level ? 2 * level - 1 : 0;
}

/* The name of a run and of its folder: "rounds=20", "rounds=20-10", "below". */
Phrase ladder_run_name(const Ladder *l, int run);

/* The name of a level for people: "rounds=20", or the bot below or above. */
Phrase ladder_level_name(const Ladder *l, int level);

/* Whether some level is not one of doubling. */
bool ladder_is_mixed(const Ladder *l);

/* Whether a level doubles the one below it. */
static inline bool ladder_doubles(const Ladder *l, int level) {
  return level > 0 && l->level[level].value && l->level[level - 1].value;
}

/* Opens a run for playing. *opened borrows from *texts. */
typedef struct LadderRunTexts {
  char out[PATH_MAX];
  const char *bots[SEATS_MAX];
} LadderRunTexts;
bool ladder_open_run(const Ladder *l, int run, LadderRunTexts *texts,
                     Run *opened, Error *error);

/* Stores the results of a run in its level. */
void ladder_add_results(Ladder *l, int run, const Run *played);

/* Stores what the games between equals show about fairness in their level. */
void ladder_add_fairness(Level *level, const Tally *tally);

/* Adjusts the p-values of all levels for their number. */
void ladder_adjust(Ladder *l);

/* Writes ladder.csv and its manifest, if the ladder has an output folder. The
 * ladder is complete if it is `done` and all runs are complete. */
bool ladder_write_index(const Ladder *l, bool done, Error *error);

/* Reads the run with this number, if there is one, from its folder. */
bool ladder_read_run(Ladder *l, int run, Error *error);

#endif
