/* A study: a standard protocol that finds out what kind of game this is. Its
 * result is the game card, a list of metrics in lines that each answer a
 * question:
 *
 *   fair      the share of the points of the seats, from random players to the
 *             strongest; exact if the game can be solved
 *   skill     levels of skill, and how much of the result is luck
 *   choices   whether moves matter
 *   open      when games are decided, leads and comebacks
 *   others    in games of more than two: kingmaking, waiting
 *   variety   distinct games and openings
 *   rules     which kinds of moves, cells and options are used
 *   size      length by strength, branching, positions
 *   people    what people do with it, if their games are given
 *   among     where its figures are among those of the library's games
 *
 * A study composes what exists: a ladder from random over mcts at doubling
 * iterations to the learned player, if there is one; the metrics of its
 * strongest games; coverage; and the solver. Its budget is counted in work and
 * not in time, so that the same plan gives the same bytes on any machine: a few
 * games that are played first tell how much work a game is (study_size.c).
 *
 * The folder of a study has the card, study.csv, its manifest, study.json, and
 * the ladder. A study that was killed can be resumed.
 *
 * A Study owns what it points to except what the plan points to, and belongs to
 * one thread; study_play uses threads of its own. */
#ifndef BOARDLAB_ANALYSIS_EXPERIMENTS_STUDY_H
#define BOARDLAB_ANALYSIS_EXPERIMENTS_STUDY_H

#include "analysis/experiments/coverage.h"
#include "analysis/experiments/ladder.h"
#include "analysis/metrics/metrics.h"
#include "analysis/metrics/oracle.h"
#include <limits.h>

/* About 3 seconds, and 1, 5 and 30 minutes on two cores. */
typedef enum StudyBudget {
  STUDY_TINY,
  STUDY_SMALL,
  STUDY_MEDIUM,
  STUDY_LARGE,
  STUDY_BUDGETS
} StudyBudget;
extern const char *const study_budgets[STUDY_BUDGETS + 1];

/* Reads "small" and the like. */
bool study_read_budget(const char *text, StudyBudget *budget, Error *error);

struct Study;

typedef struct StudyPlan {
  RunPlan run; /* its game, seed, limits, jobs, folder and whether to resume;
                  the folder must be given */
  StudyBudget budget;
  int levels, first, iterations; /* at most: of the ladder, on its first one,
                                    of a judge; 0: as the budget allows */
  bool unlearned;                /* there is no learned player */
  const char *people;            /* a collected run of this game; or NULL */
  const struct Study *like; /* its levels and judge are taken, as far as work
                               suffices, to compare the two; or NULL */
} StudyPlan;

/* What a budget comes to in a game. */
typedef struct StudySize {
  int levels;      /* of mcts */
  int first;       /* iterations on the first of them */
  uint64_t games;  /* of each run */
  int max_plies;   /* at which they are truncated */
  uint64_t sample; /* games that are judged */
  OraclePlan oracle;
  int64_t judging;  /* the work that this may take, in instructions of Lua */
  uint64_t covered; /* games of coverage */
  double denials;   /* as many runs of these games without a kind of move */
  int64_t solving;  /* the work of the solver: see SolvePlan */
} StudySize;

typedef struct Study {
  StudyPlan plan; /* only run.out in a study that was read */
  StudySize size;
  struct json_t *made; /* (core/run/made.h) */
  char game[SPEC_TEXT];
  char folder[PATH_MAX];   /* of the ladder */
  char learned[SPEC_TEXT]; /* the bot with a learned evaluation; or "" */
  Error unused;            /* why the weights beside the game are not used */
  char refused[SENTENCE];  /* why there is no ladder, and little on the card:
                              rules that fail, games that do not end, …; or ""
                            */
  Ladder *ladder;          /* NULL if it is refused */
  Metrics card;
  bool complete;
} Study;

/* Checks that the game can be opened, and decides how much to play; writes
 * nothing. Close the study in any case. */
bool study_open(Study *study, const StudyPlan *plan, Error *error);
void study_close(Study *study);

/* Opens the studies of a game before a change and after it, which have the same
 * levels and, if possible, judge, so that these can be compared. They are in
 * the folders "before" and "after" of the plan's own, whose names are written
 * to `folder` and must outlive them. Close both in any case. */
bool study_open_both(Study both[2], const StudyPlan *plan,
                     const char *const games[2], char folder[2][PATH_MAX],
                     Error *error);

/* The games that study_play plays, unless the study is complete already. */
uint64_t study_total(const Study *study);

/* Plays the study, or goes on with it, and writes its card. Of a complete one
 * it reads the card. */
RunEnd study_play(Study *study, const ExperimentCallbacks *callbacks,
                  Error *error);

/* Reads a study from its folder, which must outlive it. Close it in any case.
 */
bool study_read(Study *study, const char *dir, Error *error);

/* Reads one that another study is to be compared with, which must be complete,
 * for StudyPlan.like. If `seed` is not NULL, it is given the next seed, for
 * independent games. */
bool study_read_like(Study *study, const char *dir, uint64_t *seed,
                     Error *error);

/* The card: a sentence for each line, a table of all figures, and curves over
 * strength. */
void study_document(const Study *study, Document *document);

/* What a change of the rules did: the figures of both cards, which differ by
 * more than chance, adjusted for all of them together. Of studies with other
 * levels only those that are of one level, and of those with another judge only
 * those that are counted. */
void study_change(const Study *old, const Study *new, Document *document);

#endif
