/* What the games of a run show, for experiments of several runs, and the
 * columns that their tables share. */
#ifndef BOARDLAB_ANALYSIS_EXPERIMENTS_PLAYED_H
#define BOARDLAB_ANALYSIS_EXPERIMENTS_PLAYED_H

#include "analysis/metrics/verdict.h"
#include "analysis/result/document.h"

/* Whether a run repeats its games. */
typedef struct Repetition {
  uint64_t games;
  uint64_t distinct; /* from DISTINCT_KEPT on an estimate (distinct.h) */
  bool repetitive;
} Repetition;

Repetition repetition_of(const Tally *tally);

/* Shares of games: how they ended, and those without a result. */
typedef struct Ends {
  Estimate draws, truncated, forfeits, undecided;
} Ends;

Ends ends_of(const Tally *tally);

/* Its columns, to and from a file. */
void ends_sync(ResultTable *table, Ends *ends);

typedef struct Played {
  uint64_t games; /* if 0, nothing else is known */
  bool complete;
  int seats;
  Estimate seat[SEATS_MAX]; /* win rates */
  Ends ends;
  uint64_t decided;       /* games with a result */
  Estimate balance;       /* of these; none if different bots change seats */
  int sides;              /* live sides: those with a seat that ever moved */
  int side[SEATS_MAX];    /* their numbers */
  Estimate plies, margin; /* means; the margin of those with a result, n is 0
                             without any, and in games without scores */
  Repetition repetition;
} Played;

void played_fill(Played *played, const Run *run);

/* The most seats that any run has, and whether any has a margin: a table has
 * columns for those. */
typedef struct PlayedColumns {
  int seats;
  bool margins;
  bool unequal; /* the bots are, and the balance says nothing */
} PlayedColumns;
void played_columns_add(PlayedColumns *columns, const Played *played);

/* Puts the columns from `games` to `margin_mean`. `complete` may include other
 * runs of the row. */
void played_put(ResultTable *table, const Played *played,
                const PlayedColumns *columns, bool complete);

/* Whether it was stopped early, in words. */
void played_put_stopped(ResultTable *table, uint64_t games, bool complete);

/* The keys of the first seats, and others, for a figure. */
Phrase played_seat_keys(int seats, const char *others);

/* ---- repetition ----------------------------------------------------------*/

/* Which runs of an experiment repeat their games. See verdict_repeats for
 * single runs. Zero-initialize. */
typedef struct Repetitions {
  int runs, repetitive;
  char name[200]; /* of the most repetitive one */
  Repetition worst;
} Repetitions;

void repetitions_add(Repetitions *all, Repetition one, const char *name);

/* Adds a note if some run is repetitive. Of the experiments only a tuning has
 * --opening. */
void repetitions_say(const Repetitions *all, bool tune, Sentences *sentences);

#endif
