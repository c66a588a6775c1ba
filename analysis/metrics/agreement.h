/* Agreement: how often are the moves of a run those that a bot would make? Says
 * whether people play like a search. One position in which a player has a
 * choice is drawn from each third of a game, and the bot is asked for its move.
 *
 * Positions and the bot's moves are drawn from a stream that depends on the
 * run's seed and the game's index. The bot sees what the player saw. It is
 * asked about single positions: one that remembers what was played before is
 * not asked as in a game.
 *
 * Call begin, turn and end for each game that is measured. An Agreement belongs
 * to one thread. */
#ifndef BOARDLAB_ANALYSIS_METRICS_AGREEMENT_H
#define BOARDLAB_ANALYSIS_METRICS_AGREEMENT_H

#include "analysis/metrics/judged_moves.h"
#include "analysis/metrics/metrics.h"
#include "core/game/bot.h"
#include "core/run/schedule.h"

/* A position of the game under way, and the move that was made there. */
typedef struct Asked {
  Drawn position;
  Move made;
  int legal;
} Asked;

/* Positions in which the moves were the same, and in which those of random
 * players would be. */
typedef struct AgreementSums {
  Sums same, by_chance;
} AgreementSums;

/* Initialize to zero except seed, spec and schedule. */
typedef struct Agreement {
  uint64_t seed;
  const char *spec;         /* of the bot; NULL: nothing is measured */
  const Schedule *schedule; /* of the run: where humans play, only they count */
  Game *game;               /* of the bot */
  Bot *bot;
  Rng rng;
  uint64_t index; /* of the game under way, */
  unsigned seats; /* those that count; */
  int plies, ply; /* its plies: all, and those so far */
  Asked third[THIRDS];
  AgreementSums by_third[THIRDS], by_seat[SEATS_MAX], all;
} Agreement;

/* Fails if the bot cannot be opened. */
bool agreement_begin(Agreement *agreement, const Game *game, uint64_t index,
                     const Match *match, Error *error);
void agreement_turn(Agreement *agreement, const Game *game, const State *state,
                    Move move, int legal);
/* Fails if the bot does. */
bool agreement_end(Agreement *agreement, const Game *game, Error *error);
void agreement_free(Agreement *agreement);

/* Adds the metrics of the scope `agreement`, with the keys early, middle, late,
 * all and seat 1, seat 2, …. */
void agreement_metrics(const Agreement *agreement, Metrics *metrics);

#endif
