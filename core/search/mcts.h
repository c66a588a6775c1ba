/* Monte Carlo tree search (MCTS), for any game and any number of sides.
 *
 * The search grows a tree from a position by UCT (Kocsis & Szepesvári 2006). In
 * each iteration it walks down the tree, choosing in every node the move with
 * the highest upper confidence bound for the side to move; plays a random game
 * (playout) from where it leaves the tree; and credits each move on the way
 * with the result of the side that made it. Every side maximises its own
 * result, as in max^n (Sturtevant 2008), so games of two sides, of many sides
 * and of teams are handled alike. On top of that:
 *
 *   MCTS-Solver        proven wins, losses and draws are passed up the tree and
 *                      not searched again (Winands et al. 2008)
 *   progressive bias   the evaluation of a move counts as that many visits to
 *                      begin with (Chaslot et al. 2008, Gelly & Silver 2007)
 *   truncated playouts a playout may end early and be evaluated
 *   transpositions     positions that are equal after equally many moves share
 *                      a node (Childs et al. 2008)
 *   tree reuse         the part of the tree below the moves that were played is
 *                      kept for the next search
 *   determinisation    in games that hide something, the search is divided
 *                      among positions that the side to move cannot tell apart
 *   regret matching    where seats choose at the same time, each move has a
 *                      probability (mcts_rounds.c): its share of the visits
 *   repetition         a position that was searched recently in the same game
 *                      counts as a draw when it occurs again, so that the side
 *                      that is ahead makes progress
 *
 * The result of a game is 1 for the side that wins, shared by sides that win
 * together. A draw, or a playout that does not reach an end, counts as shared
 * by all sides. Where nobody wins, it is 0 for all.
 *
 * Nodes and edges lie in arrays that grow geometrically and are kept from
 * search to search; nodes are never allocated one by one. The same position,
 * tree and random stream give the same result, unless the search is limited by
 * time. A search belongs to one thread, as its game does, and the game must
 * outlive it. */
#ifndef BOARDLAB_CORE_SEARCH_MCTS_H
#define BOARDLAB_CORE_SEARCH_MCTS_H

#include "core/game/eval.h"

/* A rollout policy: chooses a legal move of a playout, which is otherwise
 * chosen uniformly at random. Returns false if it has failed. */
typedef bool RolloutPolicy(void *context, const Game *game, const State *state,
                           Rng *rng, Move *move);

typedef struct MctsPlan {
  uint64_t iterations; /* per search; 0: as many as the time allows */
  int milliseconds;    /* per search, if iterations is 0 */
  double exploration;  /* UCT's constant c */
  int playouts;        /* per new position */
  int playout_plies;   /* playouts are truncated after that many plies and then
                          evaluated; -1: played to the end */
  double bias;    /* visits that the evaluation of a move counts for; 0: none */
  double variety; /* mcts_choose takes any move that has at least 1 - variety
                     of the best move's visits and nearly its value */
  bool reuse;     /* keep the tree from move to move */
  bool margin; /* play for the margin (margin_values); nothing is proven then */
  size_t memory; /* limit in bytes for the tree, which then stops growing; 0:
                    1 GiB if iterations are given, so that a search is the same
                    on every machine, otherwise a share of its memory */
  Evaluator *evaluate;      /* replaces the game's evaluation; or NULL */
  RolloutPolicy *policy;    /* of playouts; or NULL */
  SearchCallback *progress; /* or NULL */
  void *context;            /* passed to these three */
  int weights; /* of a search that is done where the rules run: a file
                  (given_file.h) with the evaluation; 0: none */
  const atomic_bool *stop; /* any thread may set it to stop; or NULL */
} MctsPlan;

/* The default plan, of 1000 iterations. With an evaluation and its exploration
 * constant (eval_exploration), positions are evaluated without a playout and
 * the evaluation biases the choice of moves; without one (0), playouts go to
 * the end. */
MctsPlan mcts_plan(double exploration);

/* A legal move of the position that was searched. */
typedef struct MctsMove {
  Move move;
  uint64_t visits;
  double value; /* the mean result of the side to move */
  bool proven;  /* `value` is exact */
} MctsMove;

typedef struct Mcts Mcts;

/* The caller frees it with mcts_free; the plan is copied. */
Mcts *mcts_new(const Game *game, const MctsPlan *plan);
void mcts_free(Mcts *mcts);

/* The bytes that it uses now, and whether the tree has reached its limit. */
size_t mcts_memory(const Mcts *mcts);
bool mcts_is_full(const Mcts *mcts);

/* Prepares for a new game: forgets the tree and the recent positions. */
void mcts_forget(Mcts *mcts);

/* Searches a position in which the game is in progress. Returns false with a
 * message if memory ran out, the evaluator or policy failed, or the progress
 * callback or `stop` ended it; then the tree is forgotten. */
bool mcts_search(Mcts *mcts, const State *state, Rng *rng, Error *error);

/* Fills list[] with the moves of that position, the best first, but at most
 * `capacity` of them. Returns how many moves there are. */
int mcts_moves(const Mcts *mcts, MctsMove list[], int capacity);

/* Searches a position once and does the same, where the rules run
 * (core/game/job.h); the first move is mcts_best. Returns -1 with a message if
 * the search fails. The plan must have no functions. */
int mcts_find(const Game *game, const State *state, const MctsPlan *plan,
              Rng *rng, MctsMove list[], int capacity, Error *error);

/* mcts_best returns the best move; mcts_choose picks at random among moves
 * about as good (MctsPlan.variety), so that games differ. Where seats choose at
 * the same time, it picks each move as often as its share of the visits says.
 */
Move mcts_best(const Mcts *mcts);
Move mcts_choose(const Mcts *mcts, Rng *rng);

/* The numbers of playouts and of positions visited, over all searches so far.
 */
uint64_t mcts_playouts(const Mcts *mcts);
uint64_t mcts_positions(const Mcts *mcts);

#endif
