/* Restricted play: what denying a kind of move to one side costs it. For
 * boardlab coverage. */
#ifndef BOARDLAB_CLI_COMMANDS_COVERAGE_DENIAL_H
#define BOARDLAB_CLI_COMMANDS_COVERAGE_DENIAL_H

#include "analysis/metrics/verdict.h"
#include "cli/commands/coverage_kinds.h"

/* What denying a kind to a side has cost. */
typedef struct Denial {
  const Kind *kind;
  int side;
  uint64_t won, lost; /* games that the side won only with it, only without */
  Estimate rate;      /* of wins without it */
  Estimate cost;      /* the rate with it minus the rate without */
  double p, adjusted;
} Denial;

/* Zero-initialize, and set what the caller decides. */
typedef struct Denials {
  /* Set by the caller. */
  const Game *game;
  const char *const *seats; /* the bot of each seat */
  int games, jobs;
  uint64_t seed;
  /* The results. */
  uint16_t *winners; /* by game, without a denial */
  int count;
  Denial *list;
  Sentences notes; /* on the games without a denial */
} Denials;

/* Plays the games once without a denial, then once for each kind and each side
 * that has played it. `kinds` must outlive the denials. */
bool denials_play(Denials *denials, const Kinds *kinds, Error *error);
void denials_free(Denials *denials);

/* The share of games that a side wins without a denial. */
double denials_rate_with(const Denials *denials, int side);

/* Writes the seats of a side: "seat 1", "seats 1 and 3". Returns whether there
 * are several. */
bool denials_side(const Denials *denials, int side, char text[WINNERS_TEXT]);

#endif
