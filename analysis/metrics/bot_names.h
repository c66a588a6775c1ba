/* Who plays the seats of a run, in words, and whether two runs have the same
 * bots. */
#ifndef BOARDLAB_ANALYSIS_METRICS_BOT_NAMES_H
#define BOARDLAB_ANALYSIS_METRICS_BOT_NAMES_H

#include "core/run/run.h"

/* Writes "random in every seat", "greedy in seat 1 and random in seats 2 and
 * 3", "greedy, random, rotating through all seats" or "a, b, c, each in every
 * seat"; of a collected run "people in every seat" or "people and casual
 * (mcts:iterations=32)"; "7 bots, each in every seat" if the names would not
 * fit. */
void bots_in_words(const Run *run, char text[], size_t size);

/* The name of a bot in a run with people: "casual" if it is a level of this
 * game, otherwise its spec. */
const char *bots_short_name(const Schedule *schedule, int bot);

/* How the bots of two runs differ. */
typedef enum BotsDiffer {
  BOTS_SAME,
  BOTS_CHANGED, /* the same specs, but the file of one was changed between the
                   runs */
  BOTS_OTHER    /* other bots, or the same ones in other seats */
} BotsDiffer;

/* Bots that change seats are the same if each has the same share of the seats.
 */
BotsDiffer bots_differ(const Run *a, const Run *b);

/* The hash of a file that the run has read, by the name in specs; 0: it has
 * read none of that name. */
uint64_t bots_file_hash(const Run *run, const char *name, size_t length);

#endif
