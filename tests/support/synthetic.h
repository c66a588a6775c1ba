/* Synthetic games: games of a known truth that nobody has to play.
 *
 * A referee checks sentences and intervals against the truth they are about, so
 * the truth must be known exactly, and thousands of runs must take a second.
 * A Truth gives the probability of every outcome, and the length of a game as a
 * geometric distribution on top of a shortest game. Its ply limit truncates
 * games as the limit of a run does: whoever would have won later has no result.
 */
#ifndef BOARDLAB_TESTS_SUPPORT_SYNTHETIC_H
#define BOARDLAB_TESTS_SUPPORT_SYNTHETIC_H

#include "core/run/run.h"

typedef struct Truth {
  int sides;             /* each is a seat */
  double won[SEATS_MAX]; /* the probability that a side wins alone */
  double shared; /* that all sides but the last share the win; needs three */
  double drawn;
  double forfeit; /* that a bot forfeits, in any seat equally often */
  /* What is left to 1 is truncated, at the ply limit. */
  int shortest;  /* plies */
  double longer; /* mean number of further plies */
  int max_plies; /* ply limit; longer games are truncated there. 0: 1000 */
  bool has_score;
} Truth;

/* A number in [0, 1). */
double synthetic_uniform(Rng *rng);

/* The outcome that `chance`, uniform in [0, 1), stands for: two truths given
 * the same number are correlated as two runs with the same seed are. The length
 * is drawn from rng. */
Match synthetic_match(const Truth *truth, double chance, Rng *rng);

/* Makes an empty run of these bots, with a schedule and a tally; "fixed" with
 * one bot, "bot" in all seats, if `bots` is NULL. It must not be moved, and
 * run_close frees it. */
void synthetic_open(Run *run, const Truth *truth, Seating seating,
                    const char *const bots[], int count);

/* Adds a game to the run's tally, as its next game; if it has no hash, as one
 * that no other equals. */
void synthetic_add(Run *run, const Match *match);

/* Makes a complete run of this many games between equal bots, which depends on
 * the seed alone. */
void synthetic_run(Run *run, const Truth *truth, uint64_t games, uint64_t seed);

/* Fails if something happened more often than at this rate, by more than three
 * standard errors of the simulation; or less often. Prints the rate. */
void assert_at_most(const char *what, int count, int of, double rate);
void assert_at_least(const char *what, int count, int of, double rate);

#endif
