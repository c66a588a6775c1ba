/* Monte Carlo tree search, for any game and any number of sides.
 *
 * A tree grows from a position, one iteration after the other. Each walks down
 * by the moves that did best for whoever is to move, with a bonus for those
 * tried little (UCT), plays a random game from where it leaves the tree, and
 * credits every move on the way with what its side got. Each node maximises the
 * points of its own side, so that two, many and teams are all the same. Wins
 * and losses that are certain are passed up the tree as such, and a position
 * whose value is known is not searched again; nor is one that other moves have
 * led to before, in as many plies. What was found under the move that was
 * played is kept for the next. A position that was searched before in the same
 * game is worth no more than a draw when it comes up again, so that who is
 * ahead does not go round in circles.
 *
 * Points of a game: 1 for a win, shared out among sides that win together; a
 * draw, or a playout that does not end, is shared by all sides.
 *
 * Nodes and edges live in arrays that grow now and then and are kept from
 * search to search: nothing is allocated for a node. The same position, tree
 * and stream give the same result. A search belongs to one thread, as its game
 * does, which must outlive it. */
#ifndef BOARDLAB_CORE_SEARCH_MCTS_H
#define BOARDLAB_CORE_SEARCH_MCTS_H

#include "core/game/eval.h"

/* Chooses a move of a playout, instead of the lot. False if it has failed. */
typedef bool Policy(void *context, const Game *game, const State *state,
                    Rng *rng, Move *move);

typedef struct MctsPlan {
  uint64_t iterations; /* for a move; or 0 */
  int milliseconds;    /* for a move, if there are no iterations */
  double c;            /* how much what was tried little is worth trying */
  int playouts;        /* random games for a new position */
  int cut;     /* plies after which they are cut off and evaluated; -1: never */
  double bias; /* how much the evaluation of a move counts at first */
  double vary; /* how much less than the best a move may be worth for
                  mcts_choose, in an even position */
  bool reuse;  /* keep what was found from move to move */
  size_t memory; /* bytes for the tree; when it is full, it stops growing */
  Evaluator *evaluate;   /* instead of the game's own; or NULL */
  Policy *policy;        /* of playouts; or NULL */
  SearchCallback *watch; /* or NULL */
  void *context;         /* for these three */
} MctsPlan;

/* The plan that does best with an evaluation that one doubts so much, in which
 * playouts are cut at once and what seems good is tried first; or without one
 * (0), where they are played to the end. 1000 iterations. */
MctsPlan mcts_plan(double exploration);

/* A move of the position that was searched. */
typedef struct MctsMove {
  Move move;
  uint64_t visits;
  double value; /* points of the seat to move, on average */
  bool proven;  /* `worth` is certain */
} MctsMove;

typedef struct Mcts Mcts;

Mcts *mcts_new(const Game *game, const MctsPlan *plan, Error *error);
void mcts_free(Mcts *mcts);

/* Forgets everything: a new game begins. */
void mcts_forget(Mcts *mcts);

/* Searches a position in which the game is on. False with a message for want of
 * memory, or if evaluator or policy failed, or it was stopped; then all is
 * forgotten. */
bool mcts_search(Mcts *mcts, const State *state, Rng *rng, Error *error);

/* The moves of that position, the best first; returns how many there are, of
 * which `room` at most are filled in. */
int mcts_moves(const Mcts *mcts, MctsMove list[], int room);

/* The best of them; and one by lot of those that seem to be about as good, so
 * that games differ. */
Move mcts_best(const Mcts *mcts);
Move mcts_choose(const Mcts *mcts, Rng *rng);

/* Playouts so far, and positions looked at, over all searches. */
uint64_t mcts_playouts(const Mcts *mcts);
uint64_t mcts_positions(const Mcts *mcts);

#endif
