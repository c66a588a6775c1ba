/* Comparing runs: which of two games is fairer, longer, more often drawn?
 *
 * Where two runs have the same seed, their games are compared pair by pair: the
 * same random numbers make them alike, and a difference shows sooner. Otherwise
 * they are taken as independent. For each measure there are two intervals of
 * the difference: the usual one, for who looks once, and one that may be looked
 * at again and again while games are added (sequence.h).
 *
 * Reading keeps eight bytes a game. */
#ifndef BOARDLAB_ANALYSIS_EXPERIMENTS_COMPARE_H
#define BOARDLAB_ANALYSIS_EXPERIMENTS_COMPARE_H

#include "analysis/experiments/experiment.h"
#include "analysis/metrics/verdict.h"
#include "analysis/stats/estimate.h"

typedef enum Measure {
  MEASURE_SEAT, /* a seat's wins */
  MEASURE_GAP,  /* the largest difference between two sides' wins */
  MEASURE_END,  /* games that end in some way */
  MEASURE_PLIES
} Measure;

/* What is compared. */
typedef struct Compared {
  Measure measure;
  int which; /* the seat, or the MatchEnd */
} Compared;

enum { COMPARED_TEXT = 32, DIFFERENCES_MAX = SEATS_MAX + 5 };

/* seat1, gap, draw, truncated, forfeit, plies. */
void compared_name(Compared what, char name[COMPARED_TEXT]);

typedef struct Difference {
  Compared what;
  double one, other;
  Estimate is;      /* the other less the one */
  Estimate anytime; /* the same, for who looks often */
} Difference;

/* A run, and what its games were, shortly. */
typedef struct Played {
  int32_t plies;
  uint16_t winners;
  uint8_t end;
} Played;

typedef struct ComparedRun {
  const char *dir;
  Run run;
  Played *played;
  uint64_t room;
} ComparedRun;

bool compared_run_read(ComparedRun *contestant, const char *dir, Error *error);
void compared_run_free(ComparedRun *contestant);

typedef struct Comparison {
  const ComparedRun *one, *other;
  bool paired;
  uint64_t games; /* of each that were compared, if paired */
  int count;
  Difference list[DIFFERENCES_MAX];
} Comparison;

/* Both must have games, and outlive it. */
bool compare(const ComparedRun *one, const ComparedRun *other, Comparison *to,
             Error *error);

const Difference *compare_find(const Comparison *comparison, Compared what);

/* What it comes to: fairness, length, draws. */
void compare_verdict(const Comparison *comparison, Sentences *sentences);

/* ---- until it is settled -------------------------------------------------*/

/* A question such as "seat1", or "seat1=1%": do they differ; and when are they
 * as good as equal? */
typedef struct Question {
  Compared what;
  double margin; /* 0: only a difference settles it */
} Question;

bool question_read(const char *text, int seats, Question *question,
                   Error *error);

typedef enum Settled { OPEN, DIFFERENT, EQUAL } Settled;

Settled question_settled(const Question *question, const Difference *is);

/* Plays both runs on in their folders, up to so many games each, until the
 * question is settled, or both have `most`. `next` is told after each run (or
 * NULL). *comparison is that of the last look, and *settled what it said; the
 * contestants are read anew. */
RunEnd compare_until(ComparedRun *one, ComparedRun *other,
                     const Question *question, uint64_t most, int jobs,
                     const ExperimentCallbacks *callbacks,
                     void (*next)(void *context, const Run *run), void *context,
                     Comparison *comparison, Settled *settled, Error *error);

#endif
