/* Attempts: work that may be given up and done again more carefully.
 *
 * Counting what untrusted code does makes it slower, and hardly any code comes
 * near its limits. So a child process first plays a game as an attempt, in
 * which the loader counts next to nothing. As soon as the loader cannot be sure
 * that everything is within its limits, or is asked for something that cannot
 * be undone, it gives the attempt up. Then whatever the game has produced is
 * dropped, and it is played again from its start, this time counted:
 *
 *   do {
 *     forget what the game has produced, seed its generator;
 *     attempt_begin();
 *     play the game;
 *   } while (!attempt_end());
 *
 * Every game begins with rules and bots as new, so the second one is the first
 * one over again, and a verdict on a file (that it has exceeded a limit, that
 * it has failed) only ever comes from a game that was counted. Results do not
 * depend on which games were given up.
 *
 * While attempts are on, a timer interrupts the process every ATTEMPT_TICK_US
 * and calls Isolation.tick. Code can therefore run for at most that long before
 * the loader hears of it, and begins to count.
 *
 * Only in child processes, which are theirs to interrupt and have one thread.
 * Elsewhere nothing is ever an attempt. */
#ifndef BOARDLAB_CORE_ISOLATION_ATTEMPT_H
#define BOARDLAB_CORE_ISOLATION_ATTEMPT_H

#include <stdbool.h>

enum { ATTEMPT_TICK_US = 1000 };

/* Switch attempts on and off in this process. */
void attempts_start(void);
void attempts_stop(void);

/* Begins a game, as an attempt or not. */
void attempt_begin(void);

/* Ends it. False if it was given up: it must be played again. */
bool attempt_end(void);

/* Gives up the attempt, if the game is one. attempt_forbid also makes all
 * following games of this process counted ones. */
void attempt_give_up(void);
void attempt_forbid(void);

/* The game in progress. */
typedef struct Attempt {
  bool on;       /* it is an attempt, */
  bool given_up; /* which must end */
} Attempt;
extern Attempt attempt;

#endif
