/* Alpha-beta search with iterative deepening, for any game and any number of
 * sides.
 *
 * The search follows all lines of play to a depth and evaluates the positions
 * there, then goes one ply deeper, and so on. How it treats opponents depends
 * on the number of sides; seats of a team are one side.
 *
 *   one or two sides  minimax with alpha-beta pruning (Knuth & Moore 1975)
 *   more              max^n (Luckhardt & Irani 1986): each side maximises its
 *                     own value; of moves that are equal to it, the one that is
 *                     worst for the side searched for is expected. Only shallow
 *                     pruning is sound (Korf 1991), so little is pruned
 *   more, `paranoid`  all others play together against the side searched for,
 *                     which makes it a game of two sides (Sturtevant & Korf
 *                     2000)
 *
 * Results of games that end within the depth are exact. Wins rank above every
 * evaluation and losses below; a quick win is better than a late one, and a
 * late loss better than a quick one. A shared win counts by its value. If the
 * plan is to play for the margin, all results count by their values. Games
 * that can go on forever need no special treatment, as the depth is bounded.
 *
 * Pruning, the transposition table and the order of moves never change the
 * value of a position or the set of its best moves, only the number of
 * positions visited, and so the depth that a search limited by nodes or time
 * reaches. (Under max^n this requires values that sum to 1; otherwise only the
 * values of the root's side are used.)
 *
 * The same searches in the same order give the same results, unless limited by
 * time. All memory is allocated on opening. A search belongs to one thread, as
 * its game does, and the game must outlive it. */
#ifndef BOARDLAB_CORE_SEARCH_ALPHABETA_H
#define BOARDLAB_CORE_SEARCH_ALPHABETA_H

#include "core/game/eval.h"

enum { ALPHABETA_DEPTH_MAX = 100 };

typedef struct AlphabetaPlan {
  int depth;        /* plies to search, from 1 to ALPHABETA_DEPTH_MAX */
  uint64_t nodes;   /* limit on positions per search; 0: none */
  int milliseconds; /* limit on time per search; 0: none */
  size_t table;     /* bytes for the transposition table; 0: no table */
  bool paranoid;    /* with more than two sides: all others against the mover */
  bool margin;      /* play for the margin (margin_values) */
  bool all;         /* find the exact value of every move, not only the best */
  Evaluator *evaluate;      /* replaces the game's evaluation; or NULL */
  SearchCallback *progress; /* or NULL */
  void *context;            /* passed to these two */
  int weights; /* of a search that is done where the rules run: a file
                  (given_file.h) with the evaluation; 0: none */
  const atomic_bool *stop; /* any thread may set it to stop; or NULL */
} AlphabetaPlan;

/* A legal move of the position that was searched. */
typedef struct AlphabetaMove {
  Move move;
  double value; /* for the side to move */
  int depth;    /* to which it was searched; 0 if a limit was reached first */
  int plies;    /* to the win (value 1) or loss (value 0) that was found; 0 if
                   neither was */
  bool exact;   /* otherwise `value` is an upper bound, below the best */
  bool proven;  /* no deeper search can change the value */
  bool best;    /* no other move is better */
} AlphabetaMove;

typedef struct Alphabeta Alphabeta;

/* Returns NULL with a message if the depth is out of range or memory runs out.
 * The caller frees it with alphabeta_free; the plan is copied. */
Alphabeta *alphabeta_new(const Game *game, const AlphabetaPlan *plan,
                         Error *error);
void alphabeta_free(Alphabeta *alphabeta);

/* The bytes that it uses now; the table counts as far as it has spread. */
size_t alphabeta_memory(const Alphabeta *alphabeta);

/* Prepares for a new game: forgets everything but the count of nodes. Later
 * searches are the same as after opening. */
void alphabeta_forget(Alphabeta *alphabeta);

/* Searches a position in which the game is in progress. Returns false with a
 * message if the evaluator failed or the progress callback or `stop` ended it;
 * then no moves are known. */
bool alphabeta_search(Alphabeta *alphabeta, const State *state, Error *error);

/* Fills list[] with the moves of that position, the best first, but at most
 * `capacity` of them. Returns how many moves there are. */
int alphabeta_moves(const Alphabeta *alphabeta, AlphabetaMove list[],
                    int capacity);

/* One of the best moves, chosen uniformly at random; the first of them if rng
 * is NULL. Only after a successful search. */
Move alphabeta_best(const Alphabeta *alphabeta, Rng *rng);

/* Searches a position once and does the same, where the rules run
 * (core/game/job.h): the moves, and one of the best. Returns how many moves
 * there are, or -1 with a message. The plan must have no functions. */
int alphabeta_find(const Game *game, const State *state,
                   const AlphabetaPlan *plan, Rng *rng, AlphabetaMove list[],
                   int capacity, Move *best, Error *error);

/* The positions visited by all searches so far. */
uint64_t alphabeta_nodes(const Alphabeta *alphabeta);

#endif
