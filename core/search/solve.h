/* Solving: the exact value of positions under perfect play.
 *
 * A walk from a position visits all that play can lead to, each once, and finds
 * for each whether the side to move wins, loses or neither, and in how many
 * plies: the winner as soon, the loser as late as possible. Where play can come
 * back to a position, the ones that lead to each other are solved together,
 * backwards from those whose value is known; what then is neither won nor lost
 * is a draw by endless play. Nothing is estimated and nothing rests on a hash
 * alone: whole keys are compared, and rules promise of theirs that only
 * positions with equal values share one (Rules.key; otherwise the key is the
 * state itself).
 *
 * Positions in which the side to move can win at once are not looked beyond.
 * Should play go on from one all the same, solve_position solves what it meets
 * there, on top of all that is known.
 *
 * Games of one or two sides only. Won by both sides together counts as a draw.
 * A Solve belongs to one thread, as its game does, which must outlive it. */
#ifndef BOARDLAB_CORE_SEARCH_SOLVE_H
#define BOARDLAB_CORE_SEARCH_SOLVE_H

#include "core/game/game.h"
#include <stdatomic.h>

/* What the side to move comes to. */
typedef enum GameValue { VALUE_LOSS = 1, VALUE_DRAW, VALUE_WIN } GameValue;

typedef struct Solved {
  GameValue value;
  int plies; /* to the end, if won or lost; 0 for a draw */
} Solved;

typedef struct SolvePlan {
  size_t memory;      /* bytes, for all of it */
  const char *advice; /* what to do if it does not fit; or NULL */
  bool plain; /* take every position for itself, in spite of Rules.key */
  bool quick; /* leave a position at the first win found: fates are exact, but
                 plies only those that are enough to win */
  const atomic_bool *stop; /* set by anyone to end the walk; or NULL */
  /* Told now and then how far the walk is; or NULL. */
  void (*progress)(void *context, uint64_t positions, size_t bytes);
  void *context;
} SolvePlan;

typedef enum SolveEnd { SOLVE_DONE, SOLVE_STOPPED, SOLVE_FAILED } SolveEnd;

typedef struct Solve Solve;

/* Gets ready, with nothing solved yet; NULL with a message if the game is not
 * of a kind that can be. */
Solve *solve_new(const Game *game, const SolvePlan *plan, Error *error);
void solve_free(Solve *solve);

/* Solves a position in which the game is on, if it is not known already. The
 * message tells how far it came if it was stopped or did not fit into memory;
 * from then on it only answers what is known. */
SolveEnd solve_position(Solve *solve, const State *state, Solved *solved,
                        Error *error);

/* Notes what is known, when nothing is left open; and forgets what was found
 * out since, also that it did not fit into memory: what comes then is as if it
 * came the first time. */
void solve_mark(Solve *solve);
void solve_return(Solve *solve);

/* Positions known, and bytes taken for them. */
uint64_t solve_positions(const Solve *solve);
size_t solve_bytes(const Solve *solve);

/* A move, and what it is worth to the side that makes it; plies count from
 * before it. */
typedef struct SolvedMove {
  Move move;
  Solved solved;
} SolvedMove;

/* Fills in all legal moves, game->max_moves at most, the best first and equals
 * in the order of the game's list. Solves on where that is needed. */
SolveEnd solve_moves(Solve *solve, const State *state, SolvedMove list[],
                     int *count, Error *error);

/* Less than 0 if the first is better for the side to move, 0 if as good. */
int solved_compare(Solved one, Solved other);

/* How a line ended. */
typedef enum LineEnd {
  LINE_OVER,   /* with the game */
  LINE_ENDLESS /* back in a position that it had been in */
} LineEnd;

/* The line of first-listed best moves from a position. The caller frees
 * *line. */
SolveEnd solve_line(Solve *solve, const State *state, Move **line, int *count,
                    LineEnd *how, Error *error);

#endif
