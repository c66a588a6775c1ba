/* A ladder: the same bot at doubling budgets, perhaps with a weaker bot below
 * and a stronger one above. It measures how much there is to learn in a game,
 * and whether the game is fair between players of every strength.
 *
 * On each level the bot plays itself in all seats, which shows how fair the
 * game is between equals. From the second level on it also plays the level
 * below, each bot from every seat equally often, which shows how often the
 * stronger one wins. With more than two sides the stronger bot plays one side
 * and the weaker one all others; in team games it plays a whole team.
 *
 * Each of these is an ordinary run with a seed of its own (ladder_seed), so
 * that all runs are independent: the intervals of a mean over levels and of a
 * difference between levels rest on that. With an output folder the runs are
 * subfolders, named "rounds=20" and "rounds=20-10", "below" and
 * "rounds=10-below", beside an index, ladder.csv, and its manifest,
 * ladder.json.
 *
 * A Ladder owns what it points to except what the plan points to, takes about
 * 250 KB, and belongs to one thread; ladder_play uses threads of its own. */
#ifndef BOARDLAB_ANALYSIS_EXPERIMENTS_LADDER_H
#define BOARDLAB_ANALYSIS_EXPERIMENTS_LADDER_H

#include "analysis/experiments/experiment.h"
#include "analysis/experiments/played.h"
#include "analysis/stats/estimate.h"

enum { LEVELS_MIN = 2, LEVELS_MAX = 24 };

typedef struct LadderPlan {
  RunPlan run;     /* for all runs; bots and seating are ignored. `games` is per
                      run; against the level below it is rounded up to a multiple
                      of the number of seats */
  const char *bot; /* its spec, without the doubled option */
  const char *doubled; /* the option and its first value: "rounds=10" */
  const char *below,
      *above; /* bots for one level more at either end; or NULL */
  int levels; /* without these */
} LadderPlan;

/* One level and its results. */
typedef struct Level {
  int value; /* of the doubled option; 0 for the bot below or above */
  char bot[SPEC_TEXT];
  Played equals;
  Estimate share[SEATS_MAX]; /* of the points between equals, by live side */
  Estimate difference[SEATS_MAX][SEATS_MAX]; /* of the win rates of two live
                                                sides, for ladder_change */
  /* The two sides that are best shown to differ, their win rates in the decided
   * games, and whether they are shown to differ, on this level by itself. */
  char ahead[SIDE_TEXT], behind[SIDE_TEXT];
  double ahead_rate, behind_rate;
  bool differ;
  double p; /* of the test of equal win rates; NaN if no game has a result */
  double p_holm;  /* the same, adjusted for the number of levels */
  Played against; /* the level below; without games on the first level */
  Estimate won;   /* the share of those games that the stronger bot won */
  Estimate score; /* ladder_score of the stronger bot */
  double score_variance; /* of its points in a game */
} Level;

typedef struct Ladder {
  LadderPlan plan;     /* only run.out and run.seed in a ladder that was read */
  struct json_t *made; /* how it was made (core/run/made.h); NULL in a ladder
                          that was read */
  char game[SPEC_TEXT], option[OPTION_TEXT];
  char bot[SPEC_TEXT]; /* without that option; "" in a ladder that was read */
  int seats, sides;
  int levels;
  uint64_t games; /* of all runs */
  int raised;     /* the most times that one of them was given more games */
  bool complete;  /* in a ladder that was read: no run was left unfinished */
  Level level[LEVELS_MAX + 2];
} Ladder;

/* Checks that the game and the bot of every level can be opened; writes
 * nothing. If it fails there is nothing to close. */
bool ladder_open(Ladder *ladder, const LadderPlan *plan, Error *error);
void ladder_close(Ladder *ladder);

/* Plays all runs, level by level, and rewrites the index after each. A resumed
 * ladder continues every run where it stopped, and may have more levels and
 * games than before. */
RunEnd ladder_play(Ladder *ladder, const ExperimentCallbacks *callbacks,
                   Error *error);

/* Reads a ladder from the runs in its folder. It must not be closed. `dir` must
 * outlive it. */
bool ladder_read(Ladder *ladder, const char *dir, Error *error);

/* The seed of a run of a ladder: the upper 32 bits of the first number of the
 * random stream with the ladder's seed and the run's number as index
 * (core/base/rng.h). The runs are numbered from 0: the first level between
 * equals, then for each further level the run between equals and the one
 * against the level below. */
uint64_t ladder_seed(uint64_t seed, int run);

/* ---- results -------------------------------------------------------------*/

/* A bot's share of the points of all games that were not truncated. A draw or a
 * shared win is divided equally among the sides; a forfeit gives the points to
 * the other sides. The bot must play exactly one side in each game. Wilson's
 * interval (1927), with the sample variance of the points; none if the games
 * repeat each other. */
Estimate ladder_score(const Tally *tally, int bot);
double ladder_score_variance(const Tally *tally, int bot);

/* The mean score of a level against the level below; equal players would score
 * 1 / sides. n is 0 if there are no such games. */
Estimate ladder_gain(const Ladder *ladder);

/* What the games between equals show about the gap between the win rates of
 * the sides on the last level played, compared with the first. Each claim is
 * wrong with a probability of at most 2.5%. Nothing is shown if more than 5% of
 * the games of either level have no result (UNDECIDED_LARGE). */
typedef enum LadderChange {
  CHANGE_NOT_SHOWN,
  CHANGE_FAIRER,
  CHANGE_LESS_FAIR
} LadderChange;
LadderChange ladder_change(const Ladder *ladder);

/* States in sentences whether a larger budget helps, whether the balance
 * changes with strength, and on which levels the game is not fair. */
void ladder_verdict(const Ladder *ladder, Sentences *sentences);

/* The last level with games between equals, or -1. */
int ladder_top(const Ladder *ladder);

/* All of it: a table of the levels that were played, the verdict, figures. */
void ladder_document(const Ladder *ladder, Document *document);

/* The rows of the first levels, as in ladder.csv. */
void ladder_table(const Ladder *ladder, int levels, ResultTable *table);

#endif
