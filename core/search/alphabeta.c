#include "core/search/alphabeta.h"

#include "core/base/clock.h"
#include "core/search/transposition.h"
#include <math.h>
#include <stdlib.h>
#include <xxhash.h>

/* A score ranks what a side gets. From 0 to 1 it is a worth. A certain win n
 * plies from the position searched is MATE - n, a certain loss n - MATE: so all
 * of these are beyond any worth, and in the order in which they are wanted.
 * Nothing is rounded on the way up, so that equal moves have equal scores. */
#define MATE 1000.0

/* Worths add up to 1, but for rounding: this is more than that can be. */
#define SLACK 1e-9

enum { HISTORY_BITS = 14, HISTORY = 1 << HISTORY_BITS };
enum { KILLERS = 2, SORTED = 12 }; /* SORTED: moves worth putting in order */
enum { ASK = 64 };                 /* nodes between two looks at who watches */

/* What was found of a move of the position searched. */
typedef struct Finding {
  double score; /* to the side that moves */
  int depth;    /* from that position; 0 if nothing was found */
  bool exact, settled;
} Finding;

typedef struct RootMove {
  Move move;
  int listed; /* its place in the game's list */
  bool best;
  Finding kept, fresh; /* what counts, and of the iteration that is going on */
} RootMove;

typedef enum Halt { GOING, OUT_OF_NODES, FAILED, STOPPED } Halt;

struct Alphabeta {
  const Game *game;
  AlphabetaPlan plan;
  bool each; /* max^n: each side for itself */
  int hero;  /* the side that is searched for */
  Halt halt;
  uint64_t nodes, limit; /* so far; where to halt */
  double deadline;       /* when, on the clock */
  uint64_t pause;        /* or to ask before going on */
  uint64_t horizon; /* how often something was found that a deeper search might
                       find otherwise */
  Transpositions table;
  size_t stride; /* from a state to the next */
  unsigned char *states;
  Move *moves;     /* max_moves for each ply */
  uint32_t *ranks; /* of each of these: higher ones are tried first */
  RootMove *root;
  int count;
  Move killers[ALPHABETA_DEPTH_MAX][KILLERS];
  uint32_t history[HISTORY];
};

/* ---- opening -------------------------------------------------------------*/

static bool take_memory(Alphabeta *a) {
  size_t plies = (size_t)a->plan.depth, most = (size_t)a->game->max_moves;
  size_t align = _Alignof(max_align_t);
  a->stride = (a->game->state_size + align - 1) / align * align;
  a->states = malloc((plies + 1) * a->stride);
  a->moves = malloc(plies * most * sizeof *a->moves);
  a->ranks = malloc(plies * most * sizeof *a->ranks);
  a->root = malloc(most * sizeof *a->root);
  return a->states && a->moves && a->ranks && a->root &&
         transpositions_open(&a->table, a->plan.table,
                             a->each ? a->game->sides : 1);
}

Alphabeta *alphabeta_new(const Game *game, const AlphabetaPlan *plan,
                         Error *error) {
  if (plan->depth < 1 || plan->depth > ALPHABETA_DEPTH_MAX) {
    error_set(error, "a depth of %d is not from 1 to %d", plan->depth,
              ALPHABETA_DEPTH_MAX);
    return NULL;
  }
  Alphabeta *a = calloc(1, sizeof *a);
  if (a) {
    a->game = game;
    a->plan = *plan;
    a->each = game->sides > 2 && !plan->paranoid;
    if (take_memory(a))
      return a;
  }
  alphabeta_free(a);
  error_set(error, "no memory for a search");
  return NULL;
}

void alphabeta_free(Alphabeta *a) {
  if (!a)
    return;
  transpositions_close(&a->table);
  free(a->states);
  free(a->moves);
  free(a->ranks);
  free(a->root);
  free(a);
}

void alphabeta_forget(Alphabeta *a) {
  transpositions_forget(&a->table);
  memset(a->history, 0, sizeof a->history);
  a->count = 0;
}

/* ---- scores --------------------------------------------------------------*/

static bool is_mate(double score) {
  return score < 0 || score > 1;
}

/* Plies to the end that a score tells of. */
static int mate_plies(double score) {
  return (int)(MATE - fabs(score));
}

/* A score as seen from a position so many plies further on, or further back if
 * there are fewer than none: distances to an end count from there. */
static double seen_from(double score, int plies) {
  if (score > 1)
    return score + plies;
  return score < 0 ? score - plies : score;
}

static double end_score(const Alphabeta *a, const State *state, int side,
                        int ply) {
  double value[SEATS_MAX];
  unsigned winners = sides_that_won(a->game, state);
  end_values(a->game, winners, value);
  if (winners == 1u << side)
    return MATE - ply;
  return winners && !(winners >> side & 1) ? ply - MATE : value[side];
}

/* Whatever an evaluation says, it is not a certain end. */
static double clamp(double value) {
  if (value > 1)
    return 1;
  return value >= 0 ? value : 0;
}

/* What all sides get in a position that is not searched further. */
static void evaluate(Alphabeta *a, const State *state, double score[]) {
  a->horizon++;
  if (!position_values(a->game, state, a->plan.evaluate, a->plan.context,
                       score))
    a->halt = FAILED;
}

/* ---- positions and moves -------------------------------------------------*/

static State *state_at(const Alphabeta *a, int ply) {
  return (State *)(a->states + (size_t)ply * a->stride);
}

static int side_at(const Alphabeta *a, int ply) {
  return a->game->side[state_at(a, ply)->seat];
}

static void set_pause(Alphabeta *a) {
  bool asks = a->plan.progress || a->plan.milliseconds;
  bool whole = !asks || a->limit - a->nodes < ASK;
  a->pause = whole ? a->limit : a->nodes + ASK;
}

static bool may_go_on(Alphabeta *a) {
  if (a->nodes == a->limit ||
      (a->plan.milliseconds && clock_seconds() >= a->deadline))
    a->halt = OUT_OF_NODES;
  else if (a->plan.progress && !a->plan.progress(a->plan.context, a->nodes))
    a->halt = STOPPED;
  set_pause(a);
  return a->halt == GOING;
}

/* Plays a move into the next ply, unless there are no nodes left. */
static bool step(Alphabeta *a, int ply, Move move) {
  if (a->nodes == a->pause && !may_go_on(a))
    return false;
  a->nodes++;
  State *next = state_at(a, ply + 1);
  game_assign(a->game, next, state_at(a, ply));
  game_play(a->game, next, move);
  return true;
}

/* The same position is another to another side. */
static uint64_t key_at(const Alphabeta *a, int ply) {
  return XXH3_64bits_withSeed(state_at(a, ply), a->game->state_size,
                              (uint64_t)a->hero);
}

static uint32_t *history_of(Alphabeta *a, int seat, Move move) {
  uint32_t mixed = (move ^ (uint32_t)seat << 28) * 0x9e3779b1u;
  return &a->history[mixed >> (32 - HISTORY_BITS)];
}

/* The move that the table knows comes first, then those that refuted other
 * positions as far on, then those that did so anywhere. */
static uint32_t rank_of(Alphabeta *a, int ply, int seat, Move move, Move hint) {
  if (move == hint)
    return UINT32_MAX;
  for (uint32_t i = 0; i < KILLERS; i++)
    if (move == a->killers[ply][i])
      return UINT32_MAX - 1 - i;
  return *history_of(a, seat, move);
}

static int list_moves(Alphabeta *a, int ply, Move hint) {
  const State *state = state_at(a, ply);
  size_t begin = (size_t)ply * (size_t)a->game->max_moves;
  Move *moves = a->moves + begin;
  uint32_t *ranks = a->ranks + begin;
  int count = game_moves(a->game, state, moves);
  for (int i = 0; i < count; i++)
    ranks[i] = rank_of(a, ply, state->seat, moves[i], hint);
  return count;
}

/* The move to try after i others. If so many have refuted nothing, then likely
 * none does, and their order is no matter. */
static Move pick(Alphabeta *a, int ply, int i, int count) {
  size_t begin = (size_t)ply * (size_t)a->game->max_moves;
  Move *moves = a->moves + begin;
  uint32_t *ranks = a->ranks + begin;
  int best = i;
  for (int k = i + 1; i < SORTED && k < count; k++)
    best = ranks[k] > ranks[best] ? k : best;
  Move move = moves[best];
  uint32_t rank = ranks[best];
  moves[best] = moves[i];
  ranks[best] = ranks[i];
  moves[i] = move;
  ranks[i] = rank;
  return move;
}

/* A move has made all others of its position unnecessary. */
static void praise(Alphabeta *a, int ply, int depth, Move move) {
  Move *killers = a->killers[ply];
  uint32_t *history = history_of(a, state_at(a, ply)->seat, move);
  uint32_t more = (uint32_t)(depth * depth);
  if (*history < UINT32_MAX / 2)
    *history += more;
  if (killers[0] == move)
    return;
  killers[1] = killers[0];
  killers[0] = move;
}

/* What was found in earlier searches counts less and less. */
static void fade(Alphabeta *a) {
  for (int i = 0; i < HISTORY; i++)
    a->history[i] /= 8;
  for (int i = 0; i < ALPHABETA_DEPTH_MAX; i++)
    for (int k = 0; k < KILLERS; k++)
      a->killers[i][k] = MOVE_PASS; /* is never one of several */
}

/* ---- what is remembered --------------------------------------------------*/

/* Whether a search to this depth would have found the same. One that went less
 * deep knows less, one that went deeper knows more. */
static bool is_same(const Entry *e, int depth) {
  return e->bound != NO_VALUE &&
         (e->depth == depth || (e->settled && e->depth < depth));
}

/* Takes note that a found score may depend on how deep the search went. */
static void heed(Alphabeta *a, const Entry *e) {
  a->horizon += !e->settled;
}

/* ---- two sides -----------------------------------------------------------*/

/* What the hero can be sure of already, and what the others can hold it to:
 * scores outside of this no longer matter. */
typedef struct Window {
  double low, high;
} Window;

static bool answers(int bound, double score, Window w) {
  return bound == EXACT || (bound == AT_LEAST && score >= w.high) ||
         (bound == AT_MOST && score <= w.low);
}

static bool restore(Alphabeta *a, uint64_t key, int ply, int depth, Window w,
                    Move *hint, double *score) {
  const Entry *e = transpositions_find(&a->table, key);
  if (!e)
    return false;
  *hint = e->move;
  *score = seen_from(e->value[0], -ply);
  if (!is_same(e, depth) || !answers(e->bound, *score, w))
    return false;
  heed(a, e);
  return true;
}

/* A win that is at least so good, or a loss that is at least so bad, is certain
 * whatever else was evaluated on the way. */
static bool is_proof(Bound bound, double score) {
  return is_mate(score) &&
         (bound == EXACT || bound == (score > 1 ? AT_LEAST : AT_MOST));
}

/* `before` is the horizon when the search of this position began. */
static void remember(Alphabeta *a, uint64_t key, int ply, int depth, Window w,
                     uint64_t before, Move move, double score) {
  Bound bound = score <= w.low ? AT_MOST : score >= w.high ? AT_LEAST : EXACT;
  double value = seen_from(score, ply);
  bool proof = is_proof(bound, score);
  if (proof)
    a->horizon = before;
  Entry *e = transpositions_place(&a->table, key);
  if (!e)
    return;
  e->move = move;
  e->depth = (proof ? mate_plies(value) : depth) & ENTRY_DEPTH_MAX;
  e->bound = bound;
  e->settled = a->horizon == before;
  e->value[0] = value;
}

/* Whether even an end with the next move would be outside of the window. */
static bool is_hopeless(int ply, Window w, double *score) {
  double most = MATE - (ply + 1);
  *score = most <= w.low ? most : -most;
  return most <= w.low || -most >= w.high;
}

static double search(Alphabeta *a, int ply, int depth, Window w);

/* The best or worst of all moves, as the hero moves or another. What is outside
 * of the window is only a bound, on the same side of it. */
static double search_moves(Alphabeta *a, int ply, int depth, Window w,
                           Move hint, Move *best_move) {
  bool hero = side_at(a, ply) == a->hero;
  double best = hero ? -INFINITY : INFINITY;
  int count = list_moves(a, ply, hint);
  for (int i = 0; i < count; i++) {
    Move move = pick(a, ply, i, count);
    if (!step(a, ply, move))
      return 0;
    double score = search(a, ply + 1, depth - 1, w);
    if (a->halt)
      return 0;
    if (hero ? score > best : score < best) {
      best = score;
      *best_move = move;
    }
    if (hero)
      w.low = fmax(w.low, best);
    else
      w.high = fmin(w.high, best);
    if (w.low >= w.high) {
      praise(a, ply, depth, move);
      break;
    }
  }
  return best;
}

static double search(Alphabeta *a, int ply, int depth, Window w) {
  const State *state = state_at(a, ply);
  double score, all[SEATS_MAX];
  if (state->outcome != PLAYING)
    return end_score(a, state, a->hero, ply);
  if (depth == 0) {
    evaluate(a, state, all);
    return clamp(all[a->hero]);
  }
  Move hint = MOVE_PASS, move = MOVE_PASS;
  uint64_t key = key_at(a, ply), before = a->horizon;
  if (is_hopeless(ply, w, &score) ||
      restore(a, key, ply, depth, w, &hint, &score))
    return score;
  score = search_moves(a, ply, depth, w, hint, &move);
  if (!a->halt)
    remember(a, key, ply, depth, w, before, move, score);
  return score;
}

/* ---- each side for itself ------------------------------------------------*/

/* The side that moved before, and the best it has so far. */
typedef struct Rival {
  int side;
  double best;
} Rival;

/* Whether a side prefers one outcome to another. The answer hangs on the scores
 * alone, so the order in which moves are tried does not matter. */
static bool prefers(const Alphabeta *a, int side, const double *one,
                    const double *other) {
  if (one[side] != other[side])
    return one[side] > other[side];
  if (one[a->hero] != other[a->hero])
    return one[a->hero] < other[a->hero];
  for (int s = 0; s < a->game->sides; s++)
    if (one[s] != other[s])
      return one[s] < other[s];
  return false;
}

/* The most another side can get where one gets this score or more. */
static double most_left(double score) {
  if (score > 1)
    return -score;
  return score >= 0 ? 1 - score + SLACK : INFINITY;
}

/* The rival has something better than what this side would leave it. Only the
 * side just before can be sure of that: what those before it are left hangs on
 * what it chooses instead. */
static bool is_refuted(Rival rival, int side, double score) {
  return rival.side != side && rival.best > most_left(score);
}

static void copy_scores(const Alphabeta *a, double *to, const double *from) {
  memcpy(to, from, (size_t)a->game->sides * sizeof *to);
}

static bool restore_each(Alphabeta *a, uint64_t key, int ply, int depth,
                         Move *hint, double score[]) {
  const Entry *e = transpositions_find(&a->table, key);
  if (!e)
    return false;
  *hint = e->move;
  if (!is_same(e, depth))
    return false;
  for (int s = 0; s < a->game->sides; s++)
    score[s] = seen_from(e->value[s], -ply);
  heed(a, e);
  return true;
}

static void remember_each(Alphabeta *a, uint64_t key, int ply, int depth,
                          uint64_t before, Move move, const double *score) {
  Entry *e = transpositions_place(&a->table, key);
  if (!e)
    return;
  e->move = move;
  e->depth = depth & ENTRY_DEPTH_MAX;
  e->bound = score ? EXACT : NO_VALUE;
  e->settled = a->horizon == before;
  for (int s = 0; score && s < a->game->sides; s++)
    e->value[s] = seen_from(score[s], ply);
}

static bool search_each(Alphabeta *a, int ply, int depth, Rival rival,
                        double score[]);

/* The outcome that the side to move prefers. False if it need not be known, as
 * the rival will not let it come to this. */
static bool search_moves_each(Alphabeta *a, int ply, int depth, Rival rival,
                              Move hint, Move *best_move, double best[]) {
  int side = side_at(a, ply), count = list_moves(a, ply, hint);
  uint64_t before = a->horizon;
  Rival self = {side, -INFINITY};
  double score[SEATS_MAX];
  for (int i = 0; i < count; i++) {
    Move move = pick(a, ply, i, count);
    if (!step(a, ply, move))
      return false;
    bool matters = search_each(a, ply + 1, depth - 1, self, score);
    if (a->halt)
      return false;
    if (!matters || (i > 0 && !prefers(a, side, score, best)))
      continue;
    copy_scores(a, best, score);
    *best_move = move;
    self.best = best[side];
    bool at_once = self.best == MATE - (ply + 1);
    bool refuted = is_refuted(rival, side, self.best);
    if (at_once) /* nothing else matters */
      a->horizon = before;
    if (at_once || refuted) {
      praise(a, ply, depth, move);
      return !refuted;
    }
  }
  return true;
}

static bool search_each(Alphabeta *a, int ply, int depth, Rival rival,
                        double score[]) {
  const State *state = state_at(a, ply);
  if (state->outcome != PLAYING) {
    for (int s = 0; s < a->game->sides; s++)
      score[s] = end_score(a, state, s, ply);
    return true;
  }
  if (depth == 0) {
    evaluate(a, state, score);
    for (int s = 0; s < a->game->sides; s++)
      score[s] = clamp(score[s]);
    return true;
  }
  Move hint = MOVE_PASS, move = MOVE_PASS;
  uint64_t key = key_at(a, ply), before = a->horizon;
  if (restore_each(a, key, ply, depth, &hint, score))
    return true;
  bool matters = search_moves_each(a, ply, depth, rival, hint, &move, score);
  if (!a->halt)
    remember_each(a, key, ply, depth, before, move, matters ? score : NULL);
  return matters;
}

/* ---- iterations ----------------------------------------------------------*/

/* Searches a move, so that anything as good as `best` is known exactly. */
static Finding search_root(Alphabeta *a, int depth, double best) {
  uint64_t before = a->horizon;
  Finding found = {.depth = depth, .exact = true, .score = best};
  double floor = a->plan.all ? -INFINITY : best;
  if (a->each) {
    double score[SEATS_MAX];
    found.exact = search_each(a, 1, depth - 1, (Rival){a->hero, floor}, score);
    if (found.exact)
      found.score = score[a->hero];
  } else {
    Window w = {nextafter(floor, -INFINITY), INFINITY};
    found.score = search(a, 1, depth - 1, w);
    found.exact = found.score > w.low;
  }
  found.settled = a->horizon == before;
  return found;
}

/* Searches the moves one after the other. Returns how many got done. */
static int iterate(Alphabeta *a, int depth) {
  double best = -INFINITY;
  for (int i = 0; i < a->count; i++) {
    RootMove *r = &a->root[i];
    if (!step(a, 0, r->move))
      return i;
    Finding found = search_root(a, depth, best);
    if (a->halt)
      return i;
    r->fresh = found;
    best = fmax(best, found.score);
  }
  return a->count;
}

/* The best of an iteration comes first, then what is worth less, then what it
 * did not get to. */
static int by_rank(const void *one, const void *other) {
  const RootMove *a = one, *b = other;
  if (a->best != b->best)
    return b->best - a->best;
  if (a->kept.depth != b->kept.depth)
    return b->kept.depth - a->kept.depth;
  if (a->kept.score != b->kept.score)
    return a->kept.score < b->kept.score ? 1 : -1;
  return a->listed - b->listed;
}

/* The highest score of the first moves in this iteration. */
static double best_of(const Alphabeta *a, int done) {
  double best = -INFINITY;
  for (int i = 0; i < done; i++)
    if (a->root[i].fresh.exact)
      best = fmax(best, a->root[i].fresh.score);
  return best;
}

/* Takes over what an iteration has found. One that got stuck counts only if it
 * found something better than what was best before, and so came first: else it
 * would decide between moves that are equally good by which came first. */
static void adopt(Alphabeta *a, int done, int depth) {
  double best = best_of(a, done);
  if (done < a->count && depth > 1 &&
      (done == 0 || best == a->root[0].fresh.score))
    return;
  for (int i = 0; i < a->count; i++) {
    RootMove *r = &a->root[i];
    if (i < done)
      r->kept = r->fresh;
    r->best = i < done && r->kept.exact && r->kept.score == best;
  }
  qsort(a->root, (size_t)a->count, sizeof *a->root, by_rank);
}

/* Whether deeper searches can only find the same, if not of all moves then of
 * the best. With several sides a win is certain only if it comes at once: it
 * may hang on what others think is best for them. */
static bool is_final(const Alphabeta *a, uint64_t before) {
  double best = a->root[0].kept.score;
  if (a->horizon == before || a->plan.all)
    return a->horizon == before;
  return a->each ? best == MATE - 1 : is_mate(best);
}

static void begin(Alphabeta *a, const State *state) {
  a->hero = a->game->side[state->seat];
  a->halt = GOING;
  a->limit = a->plan.nodes ? a->nodes + a->plan.nodes : UINT64_MAX;
  a->deadline = clock_seconds() + a->plan.milliseconds / 1000.0;
  set_pause(a);
  transpositions_begin(&a->table);
  fade(a);
  game_assign(a->game, state_at(a, 0), state);
  a->count = game_moves(a->game, state, a->moves);
  for (int i = 0; i < a->count; i++)
    a->root[i] = (RootMove){.move = a->moves[i], .listed = i};
}

bool alphabeta_search(Alphabeta *a, const State *state, Error *error) {
  begin(a, state);
  for (int depth = 1; depth <= a->plan.depth; depth++) {
    uint64_t before = a->horizon;
    int done = iterate(a, depth);
    if (a->halt == FAILED || a->halt == STOPPED) {
      a->count = 0;
      return error_set(error, a->halt == FAILED ? "the evaluation has failed"
                                                : "the search was stopped");
    }
    adopt(a, done, depth);
    if (a->halt || is_final(a, before))
      break;
  }
  return true;
}

/* ---- what was found ------------------------------------------------------*/

static AlphabetaMove describe(const RootMove *r) {
  const Finding *f = &r->kept;
  AlphabetaMove move = {.move = r->move, .depth = f->depth, .best = r->best};
  if (f->depth == 0)
    return move;
  move.value = clamp(f->score);
  move.plies = is_mate(f->score) ? mate_plies(f->score) : 0;
  move.exact = f->exact;
  move.proven = f->exact && f->settled;
  return move;
}

int alphabeta_moves(const Alphabeta *a, AlphabetaMove list[], int room) {
  for (int i = 0; i < a->count && i < room; i++)
    list[i] = describe(&a->root[i]);
  return a->count;
}

Move alphabeta_best(const Alphabeta *a, Rng *rng) {
  uint32_t equals = 0;
  while ((int)equals < a->count && a->root[equals].best)
    equals++;
  return a->root[rng && equals > 1 ? rng_below(rng, equals) : 0].move;
}

uint64_t alphabeta_nodes(const Alphabeta *a) {
  return a->nodes;
}
