/* Games that a network plays against itself to learn from. Each seat plays the
 * move after which its side stands best, except that the first few moves and
 * now and then another are random. They are played where the rules run, and
 * only what the network saw comes back. */
#ifndef BOARDLAB_CORE_LEARN_SELF_PLAY_H
#define BOARDLAB_CORE_LEARN_SELF_PLAY_H

#include "core/learn/network.h"

/* A position of a game. */
typedef struct EpisodePly {
  uint8_t turn; /* whose it was */
  /* After a random move, the value that the best one would have had for the
   * side of `turn`, or -1 if that is not known; otherwise 2. */
  float best;
} EpisodePly;

/* A game: the positions before each move, and who has won. */
typedef struct Episode {
  int plies;
  EpisodePly *ply;
  uint8_t *input;           /* by ply, view and input */
  Viewer *by;               /* by ply and view */
  double result[SEATS_MAX]; /* of each side */
} Episode;

typedef struct SelfPlay {
  uint64_t seed, first; /* the random stream of the first game */
  int games;
  double random;      /* how likely a move is random */
  int opening;        /* at most so many moves at the start are */
  uint64_t positions; /* evaluated; set by self_play */
} SelfPlay;

/* Plays games with a network, and fills in as many episodes, which the caller
 * frees. Returns false if that fails; then there are none. */
bool self_play(Network *n, SelfPlay *plan, Episode episode[], Error *error);
void episode_free(Episode *e);

/* The views of a ply. */
void episode_look(const Network *n, const Episode *e, int ply, View view[]);

#endif
