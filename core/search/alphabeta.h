/* Alpha-beta search by iterative deepening, for any game and any number of
 * sides.
 *
 * All lines of play are followed to a depth, where the evaluation tells what
 * the position is worth; then to one more, and so on. Two sides want the
 * opposite, so that most lines need not be looked at. With more than two, each
 * side takes what is best for itself (max^n), and little can be left out; of
 * moves that are the same to it, the one that is worst for the side searched
 * for is expected. Or else, `paranoid`, all others play together against that
 * side, which is alpha-beta again. Seats on one team are one side.
 *
 * Ends that are reached are certain, and come before or after anything that is
 * only evaluated: a quick win is better than a late one, a late loss better
 * than a quick one; where a win is shared it is its worth that counts. Games
 * that can go on for ever are no matter, as depth is bounded.
 *
 * The worth of a position and its best moves are exactly those of a search
 * that leaves nothing out and remembers nothing. The table of positions, and
 * the order in which moves are tried, change only how many positions are
 * looked at; and thereby what a search with a limit on these, or on time, gets
 * to. (Under max^n this holds if worths add up to 1, as they should; otherwise
 * only the worth to the side searched for is looked at.)
 *
 * The same searches in the same order give the same results, unless the clock
 * ends them. All memory is taken on opening. A search belongs to one thread, as
 * its game does, which must outlive it. */
#ifndef BOARDLAB_CORE_SEARCH_ALPHABETA_H
#define BOARDLAB_CORE_SEARCH_ALPHABETA_H

#include "core/game/eval.h"

enum { ALPHABETA_DEPTH_MAX = 100 };

typedef struct AlphabetaPlan {
  int depth;      /* plies to look ahead, from 1 to ALPHABETA_DEPTH_MAX */
  uint64_t nodes; /* positions to look at for a move, at most; 0: any number */
  int milliseconds; /* for a move, at most; 0: any number */
  size_t table;     /* bytes for what is found of positions; 0: none */
  bool paranoid;    /* with more than two sides: all others against the mover */
  bool all;         /* the exact worth of every move, not only of the best */
  Evaluator *evaluate;      /* instead of the game's own; or NULL */
  SearchCallback *progress; /* or NULL */
  void *context;            /* for these two */
} AlphabetaPlan;

/* A move of the position that was searched. */
typedef struct AlphabetaMove {
  Move move;
  double value; /* to the seat to move */
  int depth;    /* plies it was searched to; 0 if there were no nodes left */
  int plies;   /* to a win (worth 1) or loss (worth 0) the search has seen; 0 if
                  it has seen neither */
  bool exact;  /* else it is worth that at most, and less than the best */
  bool proven; /* no deeper search can find otherwise */
  bool best;   /* none is better */
} AlphabetaMove;

typedef struct Alphabeta Alphabeta;

/* NULL with a message if the depth is out of range, or for want of memory. */
Alphabeta *alphabeta_new(const Game *game, const AlphabetaPlan *plan,
                         Error *error);
void alphabeta_free(Alphabeta *alphabeta);

/* Forgets everything: a new game begins. It is then as if newly opened, but for
 * the count of nodes. */
void alphabeta_forget(Alphabeta *alphabeta);

/* Searches a position in which the game is on. False with a message if the
 * evaluator failed or it was stopped; nothing was found then. */
bool alphabeta_search(Alphabeta *alphabeta, const State *state, Error *error);

/* The moves of that position, the best first; returns how many there are, of
 * which `room` at most are filled in. */
int alphabeta_moves(const Alphabeta *alphabeta, AlphabetaMove list[], int room);

/* One of the best, by lot; the first of them if rng is NULL. A search must have
 * gone well before. */
Move alphabeta_best(const Alphabeta *alphabeta, Rng *rng);

/* Positions looked at so far, over all searches. */
uint64_t alphabeta_nodes(const Alphabeta *alphabeta);

#endif
