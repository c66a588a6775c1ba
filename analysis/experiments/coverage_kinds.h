/* Kinds of moves: parts of moves with one of their values, such as "kind" and
 * "wall", and how often each is played. For coverage.h.
 *
 * Keys whose values are cells, or that have more than VALUES_MAX values, are no
 * kinds of moves. */
#ifndef BOARDLAB_ANALYSIS_EXPERIMENTS_COVERAGE_KINDS_H
#define BOARDLAB_ANALYSIS_EXPERIMENTS_COVERAGE_KINDS_H

#include "analysis/stats/shown.h"
#include "core/base/message.h"
#include "core/game/game.h"

enum { KINDS_MAX = 128, VALUES_MAX = 16, KIND_TEXT = 32 };

typedef struct Kind {
  char key[KIND_TEXT], value[KIND_TEXT];
  bool list;        /* moves for which the list `key` is not empty */
  uint64_t plies;   /* with such a move */
  uint64_t in_game; /* those of the game in progress */
  uint64_t games;   /* with at least one */
  unsigned sides;   /* that have played one, a bit each */
  Pairs share;      /* by game: its plies of this kind, and all */
} Kind;

/* Zero-initialize. */
typedef struct Kinds {
  int count;
  Kind list[KINDS_MAX];
  bool overflow;  /* there are more */
  uint64_t plies; /* of seats, in all games so far */
  uint64_t passes, game_plies;
  uint64_t games;
  Pairs nothing; /* the share of a kind that has not occurred so far */
} Kinds;

/* Where a game is played: begins it, and counts a move of a seat. With `all`,
 * notes the kinds of all legal moves, so that those which nobody plays are
 * listed, too. Then writes the game down. */
void kinds_begin_game(Kinds *kinds);
void kinds_turn(Kinds *kinds, const Game *game, const State *state, Move move,
                bool all);
void kinds_put_game(const Kinds *kinds, Message *notes);

/* Adds a game that was written down. The message is not to be trusted. */
void kinds_get_game(Kinds *kinds, Message *notes);

/* Removes keys with too many values. */
void kinds_finish(Kinds *kinds);

/* A kind that some moves have and others have not. Passes cannot be denied. */
bool kind_can_be_denied(const Kinds *kinds, const Kind *kind);

/* "kind = wall", or "receivers" for lists. */
Phrase kind_name(const Kind *kind);

#endif
