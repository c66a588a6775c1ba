/* Weights: the file in which a network is kept, a sealed JSON file
 * (sealed_file.h). It says which game the weights are for and how they were
 * learned, and has the weights themselves as whole multiples of a step, in a
 * string of printable characters.
 *
 * A file may come from a stranger: whatever is in it, reading it gives a
 * network of the game, or a message. */
#ifndef BOARDLAB_CORE_LEARN_WEIGHTS_H
#define BOARDLAB_CORE_LEARN_WEIGHTS_H

#include "core/game/eval.h"
#include "core/learn/network.h"
#include <jansson.h>

enum { WEIGHTS_POINTS = 64 /* of a learning curve */ };

/* How strong a network was on the way: what the bot greedy with it got of the
 * points, against random and against greedy with the game's own evaluation. */
typedef struct WeightsPoint {
  uint64_t games, positions; /* that were learned from */
  int played;                /* games of each match */
  double random, own;        /* from 0 to 1; `own` is -1 if there is none */
} WeightsPoint;

/* The share of the points that equal players get. Where all win together, the
 * shares of points are 1/2 more than half the difference of win rates. */
static inline double even_share(const Game *game) {
  return game->sides > 1 ? 1.0 / game->sides : 0.5;
}

typedef struct WeightsAbout {
  uint64_t seed, games, positions; /* that were learned from */
  json_t *made; /* the command (core/run/made.h), a reference of the owner of
                   this; or NULL */
  int points;
  int kept; /* the point whose network this is */
  WeightsPoint point[WEIGHTS_POINTS];
} WeightsAbout;

/* Rounds the weights to multiples of a step. */
void weights_round(Network *n);

/* The text of a file of weights that were rounded, which the caller frees. */
char *weights_text(const Network *n, const WeightsAbout *about);

/* Reads the text of a file, whose checksum has been looked at: the next does
 * both. */
Network *weights_read(const Game *game, const char *name, const char *json,
                      size_t length, WeightsAbout *about, Error *error);

/* The network of a game that a file gives, by the number of an option
 * (given_file.h). The caller frees it, before the game is closed. NULL with a
 * message if it is not for this game, or damaged. `about` may be NULL. */
Network *weights_open(const Game *game, int file, WeightsAbout *about,
                      Error *error);

/* The same for the plan of a search: sets its evaluation and context, which is
 * the network, to be freed after the search. Does nothing without a file (0).
 */
bool weights_use(const Game *game, int file, Evaluator **evaluate,
                 void **context, Error *error);

/* The number of the file of weights beside a game: mygame.weights beside
 * mygame.lua, games/NAME.weights in the library for a built-in one. 0 if there
 * is none for the game and its options, or with a message if it is of no use,
 * as when the rules have changed. */
int weights_beside(const Game *game, Error *error);

#endif
