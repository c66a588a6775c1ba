/* Which games of a run to show, and why.
 *
 * Most are chosen by their results, before the sample is replayed: the first
 * won by each seat, the first with any other end, the shortest, the longest and
 * one of median length. Where tension is measured, also the one with the most
 * lead changes and the one in which the winner was furthest behind, which only
 * replaying shows. If these are fewer than wanted, further games follow in
 * order. */
#ifndef BOARDLAB_ANALYSIS_METRICS_REPLAYS_H
#define BOARDLAB_ANALYSIS_METRICS_REPLAYS_H

#include "analysis/metrics/tension.h"
#include "core/game/match.h"
#include "core/run/set_aside.h"

enum { REPLAYS_MAX = 32, REPLAY_WHY = 128 };

/* A game to show, from its first position. */
typedef struct Replay {
  uint64_t index;
  Match match;
  char why[REPLAY_WHY]; /* "the shortest, most lead changes"; or "" */
  bool by_tension;      /* chosen while it was replayed */
  State *first;
  Move *moves; /* match.plies of them */
  int sides;
  double *value; /* of each position, from the first to the one after the last
                    move, for each side, [position * sides + side]; or NULL if
                    they were not measured */
} Replay;

/* The best game so far by something that replaying shows. */
typedef struct Telling {
  bool found;
  uint64_t index;
  double figure;
} Telling;

/* Owns the games. Zero-initialize. */
typedef struct Replays {
  int wanted, count;
  Replay list[REPLAYS_MAX + 2]; /* with two to spare while replaying */
  Replay current;               /* the game being replayed */
  int ply;                      /* of it */
  Telling changes, upset;       /* most lead changes; winner furthest behind */
  bool failed;                  /* out of memory */
} Replays;

/* A sample: matches of consecutive games, the first of which has this number,
 * and the median length of the whole run, as summary.csv has it; infinite if it
 * is beyond the limit. */
typedef struct ReplaySample {
  const Match *matches;
  uint64_t count, first;
  int seats;
  double median;
  const SetAside *aside; /* games that are not replayed; or NULL */
} ReplaySample;

/* Chooses up to `wanted` games of a sample. */
void replays_choose(Replays *replays, const ReplaySample *sample, int wanted);

/* Called for each game of the sample in order. */
void replays_begin(Replays *replays, const Game *game, const State *first,
                   uint64_t index, const Match *match);
void replays_turn(Replays *replays, Move move);
/* `tension` has measured the game, if it was won or drawn. */
void replays_end(Replays *replays, const Tension *tension);

/* Adds the reasons that only replaying shows, and drops games without one if
 * there are too many. */
void replays_finish(Replays *replays);
void replays_free(Replays *replays);

#endif
