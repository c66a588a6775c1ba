/* What the files of the alpha-beta search share:
 *
 *   alphabeta.c          iterative deepening and the root moves
 *   alphabeta_minimax.c  search for two sides, or paranoid
 *   alphabeta_maxn.c     search for more sides
 *   alphabeta_chance.c   positions in which nature moves (expectimax)
 *   alphabeta_order.c    the order in which moves are tried
 *   transposition.c      the transposition table
 *
 * Scores rank results of a side. A score from 0 to 1 is a value. A forced win n
 * plies from the root is WIN_SCORE - n, a forced loss n - WIN_SCORE: so they
 * lie outside the range of values, in order of preference. Scores are not
 * rounded on the way up the tree, so equally good moves have equal scores. */
#ifndef BOARDLAB_CORE_SEARCH_ALPHABETA_INTERNAL_H
#define BOARDLAB_CORE_SEARCH_ALPHABETA_INTERNAL_H

#include "core/search/alphabeta.h"
#include "core/search/transposition.h"
#include <math.h>

#define WIN_SCORE 1000.0

enum { HISTORY_BITS = 14, HISTORY_SIZE = 1 << HISTORY_BITS, KILLERS = 2 };

/* What a search knows about a root move. */
typedef struct RootScore {
  double score; /* for the side to move */
  int depth;    /* of the search from the root; 0 if there was none */
  bool exact;   /* otherwise `score` is an upper bound */
  bool final;   /* deeper searches give the same score */
} RootScore;

typedef struct RootMove {
  Move move;
  int index; /* in the game's list of moves */
  bool best;
  RootScore result;  /* of the last iteration that counts */
  RootScore current; /* of the iteration in progress */
} RootMove;

typedef enum StopReason {
  NOT_STOPPED,
  LIMIT_REACHED,
  EVALUATION_FAILED,
  STOPPED
} StopReason;

struct Alphabeta {
  const Game *game;
  AlphabetaPlan plan;
  bool maxn;     /* each side for itself; otherwise minimax */
  int root_side; /* the side to move at the root */
  StopReason stop;
  uint64_t nodes;      /* so far, over all searches */
  uint64_t limit;      /* of nodes */
  uint64_t next_check; /* of limits and callback, when nodes reaches this */
  double deadline;     /* in clock_seconds */
  uint64_t horizon; /* counts uses of results that a deeper search might change.
                       If it stays the same during a search, the result of that
                       search is final */
  TranspositionTable table;
  size_t state_stride;
  unsigned char *states; /* one for each ply */
  Move *moves;           /* max_moves for each ply */
  uint32_t *ranks;       /* of these moves; higher ranks are tried first.
                            Weights where nature moves */
  double *values;        /* max_moves, see alphabeta_minimax.c */
  RootMove *root;
  int count; /* of root moves */
  Move killers[ALPHABETA_DEPTH_MAX][KILLERS];
  uint32_t history[HISTORY_SIZE];
};

/* ---- positions -----------------------------------------------------------*/

static inline State *state_at(const Alphabeta *a, int ply) {
  return (State *)(a->states + (size_t)ply * a->state_stride);
}

static inline int side_at(const Alphabeta *a, int ply) {
  return a->game->side[state_at(a, ply)->seat];
}

/* Checks the limits and calls the progress callback; sets a->stop if the search
 * must end. */
bool alphabeta_may_continue(Alphabeta *a);

/* Counts a position; false if the search must end. */
static inline bool count_node(Alphabeta *a) {
  if (a->nodes == a->next_check && !alphabeta_may_continue(a))
    return false;
  a->nodes++;
  return true;
}

/* Plays a move from a ply to the next; false if the search must end. */
static inline bool step(Alphabeta *a, int ply, Move move) {
  if (!count_node(a))
    return false;
  State *next = state_at(a, ply + 1);
  game_assign(a->game, next, state_at(a, ply));
  game_play(a->game, next, move);
  return true;
}

/* The key of a position in the transposition table. Scores are those of a
 * search for root_side, so that is part of the key. */
uint64_t alphabeta_key(const Alphabeta *a, int ply);

/* ---- scores --------------------------------------------------------------*/

/* Whether a score is that of a forced win or loss. */
static inline bool is_decided(double score) {
  return score < 0 || score > 1;
}

/* The plies to a forced win or loss. */
static inline int plies_to_end(double score) {
  return (int)(WIN_SCORE - fabs(score));
}

/* Converts a score that counts plies from one position into one that counts
 * from a position `plies` further down the line; or up, if negative. */
static inline double shift_score(double score, int plies) {
  if (score > 1)
    return score + plies;
  return score < 0 ? score - plies : score;
}

/* An evaluation as a score: never that of a forced win or loss. */
static inline double clamp(double value) {
  if (value > 1)
    return 1;
  return value >= 0 ? value : 0;
}

/* The score of an ended game for a side. */
double alphabeta_end_score(const Alphabeta *a, const State *state, int side,
                           int ply);

/* Evaluates a position at the depth limit, for all sides. */
static inline void evaluate(Alphabeta *a, const State *state, double value[]) {
  a->horizon++;
  if (!(a->plan.margin ? margin_values : position_values)(
          a->game, state, a->plan.evaluate, a->plan.context, value))
    a->stop = EVALUATION_FAILED;
}

/* Whether a table entry holds what a search to this depth would find. Shallower
 * searches know less and deeper ones more, unless the entry is final. */
static inline bool is_usable(const TranspositionEntry *e, int depth) {
  return e->bound != NO_VALUE &&
         (e->depth == depth || (e->final && e->depth < depth));
}

/* ---- chance --------------------------------------------------------------*/

/* The mean of the scores after nature's moves, for each side. A mean of values
 * is a value: a forced win counts as 1 and a forced loss as 0. But if every
 * roll wins, so does the position, and if every roll loses it is lost; both
 * as late as the rolls allow. */
typedef struct ChanceScore {
  double total;          /* of the weights */
  double sum[SEATS_MAX]; /* of values times weights */
  double latest[SEATS_MAX];
  int wins[SEATS_MAX], losses[SEATS_MAX], count;
} ChanceScore;

/* Lists nature's moves of a ply and their weights. Returns their number. */
int chance_begin(const Alphabeta *a, int ply, ChanceScore *mean);

/* The weight of move number i of a ply. */
static inline double chance_weight(const Alphabeta *a, int ply, int i) {
  return a->ranks[(size_t)ply * (size_t)a->game->max_moves + (size_t)i];
}

void chance_add(ChanceScore *mean, int side, double score, double weight);
double chance_score(const ChanceScore *mean, int side);

/* ---- order of moves ------------------------------------------------------*/

/* The number of moves to sort: if none of these causes a cutoff, probably none
 * does, and the order of the rest does not matter. */
enum { ORDER_SORTED = 12 };

static inline Move *moves_at(const Alphabeta *a, int ply) {
  return a->moves + (size_t)ply * (size_t)a->game->max_moves;
}

/* Lists and ranks the moves of a ply, `hint` first. Returns their number. */
int order_list(Alphabeta *a, int ply, Move hint);

/* The move to try after i others, of `count`. */
Move order_next(Alphabeta *a, int ply, int i, int count);

/* Records that a move caused a cutoff. */
void order_cutoff(Alphabeta *a, int ply, int depth, Move move);

/* Reduces the weight of what earlier searches recorded. */
void order_age(Alphabeta *a);

/* ---- search --------------------------------------------------------------*/

/* The interval of scores that still matter: root_side can reach `low` already,
 * and its opponents can hold it to `high`. */
typedef struct Window {
  double low, high;
} Window;

/* The score of the position of a ply for root_side. Outside the window it is
 * only a bound. Meaningless once a->stop is set. */
double minimax(Alphabeta *a, int ply, int depth, Window window);

/* The side that moved before, and its best score so far. */
typedef struct Rival {
  int side;
  double best;
} Rival;

/* Sets the scores of all sides in the position of a ply. Returns false, with no
 * scores, if the rival has a better alternative and avoids the position, or if
 * a->stop is set. */
bool maxn(Alphabeta *a, int ply, int depth, Rival rival, double score[]);

#endif
