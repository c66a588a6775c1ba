/* Evaluation of Orbital positions.
 *
 * It counts the towers won and the towers under way. A tower with two pieces of
 * one colour is one that only its owner wants to complete; a tower with one of
 * each goes to whoever lays the third. A tower whose last piece nobody can lay
 * counts for nothing. */
#include "core/game/eval.h"
#include "orbital.h"

enum { MOBILITY_MAX = 12 };

/* Weights in score points, fitted by regression on the results of 3,000 games
 * between mcts bots that play one move in twelve at random. */
static const struct {
  double tower;    /* each tower won */
  double last;     /* needing at most one more tower */
  double pair;     /* two own pieces in an incomplete tower */
  double single;   /* one own piece alone on a cell */
  double gain;     /* to move, and able to complete a tower for oneself */
  double finish;   /* the same, if that wins the game */
  double give;     /* to move, and able to complete one only for the other */
  double mobility; /* each legal move, at most MOBILITY_MAX, of the mover */
  double kind;     /* each kind of which pieces are left */
} WEIGHT = {0.97, 0.33, 0.2, 0.28, 0.37, 3.4, -1.3, 0.025, 0.15};

/* The incomplete towers, by their pieces. */
typedef struct Towers {
  Board pair[2];      /* two of one seat */
  Board mixed;        /* one of each seat */
  Board single[2];    /* one piece only */
  Board lacks[KINDS]; /* two pieces, by the kind that is missing */
} Towers;

static Board at_least_two(Board a, Board b, Board c) {
  return (a & b) | (a & c) | (b & c);
}

/* The cells on which some player could lay a piece of a kind. */
static Board can_take(const Orbital *o, const Position *p, int kind) {
  const uint64_t *barred = p->barred.word;
  uint64_t closed = kind == BASE      ? barred[0]
                    : kind == ANTENNA ? barred[0] >> 32
                                      : barred[1] & barred[1] >> 32 &
                                            barred[2] & barred[2] >> 32;
  return p->left[0][kind] | p->left[1][kind] ? o->all & ~(Board)closed : 0;
}

static void find_towers(const Orbital *o, const Position *p, Towers *t) {
  Board laid[KINDS], second[KINDS], open = 0;
  for (int kind = 0; kind < KINDS; kind++) {
    laid[kind] = cells_with(&p->laid, kind);
    second[kind] = cells_with(&p->second, kind);
  }
  Board any = laid[0] | laid[1] | laid[2];
  Board two = at_least_two(laid[0], laid[1], laid[2]);
  Board seconds = second[0] | second[1] | second[2];
  Board both = at_least_two(second[0], second[1], second[2]);
  for (int kind = 0; kind < KINDS; kind++) {
    t->lacks[kind] = two & ~laid[kind] & can_take(o, p, kind);
    open |= t->lacks[kind];
  }
  t->pair[0] = open & ~seconds;
  t->pair[1] = open & both;
  t->mixed = open & seconds & ~both;
  t->single[0] = any & ~two & ~seconds;
  t->single[1] = any & ~two & seconds;
}

/* The towers that the seat to move can complete. */
static Board can_complete(const Towers *t, const MoveSet *targets) {
  Board cells = 0;
  for (int kind = 0; kind < KINDS; kind++)
    cells |= t->lacks[kind] & cells_with(targets, kind);
  return cells;
}

static double score_turn(const Game *game, const Position *p, const Towers *t) {
  int seat = p->base.seat;
  MoveSet targets = orbital_targets(game, p);
  Board completed = can_complete(t, &targets);
  int moves = bits_count(targets.word[0]) + bits_count(targets.word[1]) +
              bits_count(targets.word[2]);
  double score =
      WEIGHT.mobility * (moves < MOBILITY_MAX ? moves : MOBILITY_MAX);
  if (completed & (t->pair[seat] | t->mixed))
    score += p->towers[seat] + 1 == game->option[TOWERS_TO_WIN] ? WEIGHT.finish
                                                                : WEIGHT.gain;
  else if (completed)
    score += WEIGHT.give;
  return score;
}

static double score_seat(const Game *game, const Position *p, const Towers *t,
                         int seat) {
  const uint8_t *left = p->left[seat];
  int lacking = game->option[TOWERS_TO_WIN] - p->towers[seat];
  return WEIGHT.tower * p->towers[seat] + (lacking <= 1 ? WEIGHT.last : 0) +
         WEIGHT.pair * bits_count(t->pair[seat]) +
         WEIGHT.single * bits_count(t->single[seat]) +
         WEIGHT.kind * (!!left[BASE] + !!left[ANTENNA] + !!left[THRUSTER]);
}

static void find_scores(const Game *game, const State *state, double score[]) {
  const Position *p = (const Position *)state;
  Towers towers;
  find_towers(orbital_of(game), p, &towers);
  for (int seat = 0; seat < 2; seat++)
    score[seat] = score_seat(game, p, &towers, seat);
  score[state->seat] += score_turn(game, p, &towers);
}

void orbital_evaluate(const Game *game, const State *state, double value[]) {
  double score[2];
  find_scores(game, state, score);
  values_from_scores(game, score, value);
}

void orbital_evaluate_moves(const Game *game, const State *state,
                            const Move moves[], int count, int side,
                            double value[]) {
  Position after;
  move_values_from_scores(game, state, moves, count, side, find_scores,
                          &after.base, value);
}
