/* What the two solvers, solve.h and forced_win.h, share: which positions they
 * accept, the key of a position, the value of an ended game, and the order in
 * which moves are tried. */
#ifndef BOARDLAB_CORE_SEARCH_SOLVE_COMMON_H
#define BOARDLAB_CORE_SEARCH_SOLVE_COMMON_H

#include "core/search/solve.h"

/* Whether a game can be solved: it must have one or two sides. */
bool solve_check_sides(const Game *game, Error *error);

/* Whether all seats of a game see everything. */
bool solve_check_open(const Game *game, Error *error);

/* Whether a game has no chance, so that wins can be forced. */
bool solve_check_certain(const Game *game, Error *error);

/* Whether the symmetries that the rules declare seem to be true, if the plan
 * relies on them: false ones would make values wrong. */
bool solve_check_symmetries(const Game *game, const SolvePlan *plan,
                            Error *error);

/* Whether a position can be solved: the game must be in progress. */
bool solve_check_position(const State *state, Error *error);

/* Writes the key of one position at a time. The key is that of the rules
 * (Rules.key), or the state itself if they have none or the plan is plain. */
typedef struct PositionKey {
  const Game *game;
  bool from_rules;
  size_t size;
  char *bytes;
} PositionKey;

void position_key_open(PositionKey *key, const Game *game,
                       const SolvePlan *plan);
void position_key_close(PositionKey *key);
void position_key_write(PositionKey *key, const State *state);

/* The result of an ended game for a side. A win shared by both sides is a
 * draw. */
GameValue solve_end_value(const Game *game, const State *state, int side);

/* Inserts a move into a list that is sorted by the number of replies the
 * opponent has. Moves that leave few replies are tried first: they are the
 * quickest to search and the most likely to win. Equals stay in order. */
void insert_by_replies(Move *moves, int *replies, int count, Move move,
                       int reply_count);

#endif
