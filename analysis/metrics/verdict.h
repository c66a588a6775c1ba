/* The verdict on a run: its results in plain sentences, which claim no more
 * than the intervals allow. */
#ifndef BOARDLAB_ANALYSIS_METRICS_VERDICT_H
#define BOARDLAB_ANALYSIS_METRICS_VERDICT_H

#include "core/run/run.h"

enum { SENTENCE = 512, SENTENCES_MAX = 16 };

/* Zero-initialize. */
typedef struct Sentences {
  int count;
  char text[SENTENCES_MAX][SENTENCE];
} Sentences;

/* Appends a sentence; drops it if there are SENTENCES_MAX already. */
__attribute__((format(printf, 2, 3))) void
sentences_add(Sentences *sentences, const char *format, ...);

/* Adds the results: which bot is the strongest, which seat has an advantage,
 * how long games are, and how many are drawn. */
void verdict_run(const Run *run, Sentences *sentences);

/* The parts of verdict_run on bots and on lengths. The run must have games. If
 * bots changed seats, verdict_bots says which is the strongest and which seat
 * has an advantage, adjusted for the strength of the bots, and returns true. */
bool verdict_bots(const Run *run, Sentences *sentences);
void verdict_lengths(const Run *run, Sentences *sentences);

/* The part on a match between two bots that was played in pairs or tested
 * sequentially; otherwise it adds nothing. */
void verdict_match(const Run *run, Sentences *sentences);

/* Adds the caveats: an incomplete run, truncated and forfeited games, seats
 * that never moved, games that repeat each other, bots that play by the clock,
 * random bots only. */
void verdict_notes(const Run *run, Sentences *sentences);

/* Adds a note on the seats that never moved, if there are any. */
void verdict_dead_sides(const Tally *tally, Sentences *sentences);

/* Whether a run repeats itself: at most a tenth of its games are distinct, of
 * at least 20. */
bool verdict_is_repetitive(const Tally *tally);

/* Adds a note if it does, that names the run unless `name` is NULL. */
void verdict_repeats(const Tally *tally, const char *name,
                     Sentences *sentences);

/* What that means, for other notes on such runs. */
#define REPEATS_SAY                                                            \
  "The results say nothing about other ways in which the game may go. If the " \
  "bots leave nothing to chance, a random start makes their games differ, or " \
  "random first plies, as with simulate --opening 4."

#endif
