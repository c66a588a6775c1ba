/* Restricted play: what denying a kind of move to one side costs it. For
 * coverage.h. */
#ifndef BOARDLAB_ANALYSIS_EXPERIMENTS_COVERAGE_DENIAL_H
#define BOARDLAB_ANALYSIS_EXPERIMENTS_COVERAGE_DENIAL_H

#include "analysis/experiments/coverage_kinds.h"
#include "analysis/experiments/experiment.h"
#include "analysis/metrics/verdict.h"

/* What denying a kind to a side has cost. */
typedef struct Denial {
  const Kind *kind;
  int side;
  uint64_t plies;     /* at which the side had such moves, and others */
  uint64_t changed;   /* games with other moves than without the denial */
  uint64_t won, lost; /* games that the side won only with it, only without */
  uint64_t forfeits;  /* games that a bot forfeited without it */
  Estimate rate;      /* of wins without it */
  Estimate cost;      /* the rate with it minus the rate without */
  double adjusted;    /* p-value (Holm); NAN if it is not tested */
} Denial;

/* A game without a denial. */
typedef struct FreeGame {
  uint64_t hash;
  uint16_t winners;
} FreeGame;

/* Zero-initialize, and set what the caller decides. */
typedef struct Denials {
  /* Set by the caller. */
  const Game *game;
  const RunPlan *plan; /* of the game itself */
  /* The results. */
  FreeGame *games;
  uint64_t forfeits; /* of these games */
  int count;
  Denial *list;
  Sentences notes; /* on the games without a denial */
} Denials;

/* Lists what is to be denied to whom: each kind to each side that has played
 * it. `kinds` must outlive the denials. */
bool denials_list(Denials *denials, const Kinds *kinds, Error *error);

/* Plays the games once without a denial, then once for each. If it is stopped,
 * leaves out the denials that are not complete. */
RunEnd denials_play(Denials *denials, const ExperimentCallbacks *callbacks,
                    Error *error);
void denials_free(Denials *denials);

/* Whether anything was denied. If not, the side had nothing else to play
 * whenever it had moves of that kind: their cost is not known. */
bool denial_happened(const Denial *denial);

/* Whether bots forfeit more games with a denial than without: a bot that does
 * not play what is left to it says nothing of what it lacks. */
bool denial_makes_forfeit(const Denials *denials, const Denial *denial);

/* The share of games that a side wins without a denial. */
double denials_rate_with(const Denials *denials, int side);

/* Writes the seats of a side: "seat 1", "seats 1 and 3". Returns whether there
 * are several. */
bool denials_side(const Denials *denials, int side, char text[WINNERS_TEXT]);

#endif
