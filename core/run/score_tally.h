/* Counts over the scores of the games of a run that were won or drawn: part of
 * a Tally. The margin of a game is the score of side 1 minus the highest score
 * of the other sides. All numbers are in thousandths of a point (score.h), so
 * the order in which games are added does not matter. */
#ifndef BOARDLAB_CORE_RUN_SCORE_TALLY_H
#define BOARDLAB_CORE_RUN_SCORE_TALLY_H

#include "core/game/match.h"
#include "core/run/schedule.h"

typedef __int128 SignedWide;

/* Sums of signed integers, for their mean and standard deviation. */
typedef struct SignedMoments {
  uint64_t count;
  SignedWide sum;
  unsigned __int128 squares;
} SignedMoments;

enum { MARGIN_BINS = 1024 };

/* The distribution of margins has bins of equal width, the first of which
 * begins at -MARGIN_BINS / 2 times the width. A bin is half a point wide, which
 * keeps whole and half points apart, or twice, four times, … as wide if the
 * margins need it. */
typedef struct ScoreTally {
  SignedMoments score[SEATS_MAX]; /* of each seat */
  SignedMoments margin;
  uint64_t ahead, behind; /* games with a margin above 0, and below */
  int64_t width;          /* of a bin; 0 before the first game */
  int64_t divisor; /* the greatest common one of all margins; or 0. If it is a
                      multiple of the width, each bin has one margin only, that
                      at which it begins */
  uint64_t bin[MARGIN_BINS];
} ScoreTally;

/* Adds a match that was won or drawn. */
void score_tally_add(ScoreTally *tally, const Schedule *schedule,
                     const Match *match);

/* Adds the games of another tally. */
void score_tally_merge(ScoreTally *tally, const ScoreTally *other);

#endif
