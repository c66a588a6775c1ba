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

/* Towers of other heights are put into the same classes. `pair` are those that
 * lack one piece and that only one seat can still win, `mixed` those that both
 * can; in `single` are those that lack more, by the seat with more pieces. */
static void class_tower(const Orbital *o, const Position *p, int at, Towers *t,
                        const Board takers[KINDS]) {
  Tower tower = orbital_tower(o, p, at);
  Board bit = (Board)1 << at;
  int height = o->base.option[TOWER_HEIGHT], open = false;
  int lacking = height - tower_pieces(&tower);
  int second = tower_seconds(&tower), first = tower_pieces(&tower) - second;
  for (int kind = 0; kind < KINDS && lacking == 1; kind++)
    if (orbital_takes(o, &tower, kind) && takers[kind] & bit) {
      t->lacks[kind] |= bit;
      open = true;
    }
  bool wins[2] = {open && 2 * (first + 1) > height,
                  open && 2 * (second + 1) > height};
  for (int seat = 0; seat < 2; seat++)
    if (wins[seat])
      *(wins[!seat] ? &t->mixed : &t->pair[seat]) |= bit;
  if (lacking > 1 && first != second)
    t->single[first < second] |= bit;
}

static Board at_least_two(Board a, Board b, Board c) {
  return (a & b) | (a & c) | (b & c);
}

/* The cells on which some player could lay a piece of a kind. */
ALWAYS_INLINE Board can_take(const Orbital *o, const Position *p, int kind,
                             bool plain) {
  const uint64_t *barred = p->set[BARRED];
  uint64_t closed = kind == BASE      ? barred[0]
                    : kind == ANTENNA ? barred[0] >> HALF
                                      : barred[1] & barred[1] >> HALF &
                                            barred[2] & barred[2] >> HALF;
  uint64_t tail = plain ? 0 : p->tail[BARRED] >> kind * TAIL;
  if (kind == THRUSTER)
    tail &= tail >> TAIL & tail >> 2 * TAIL & tail >> 3 * TAIL;
  closed = (uint32_t)closed | tail << HALF;
  return p->left[0][kind] | p->left[1][kind] ? o->all & ~closed : 0;
}

static void class_towers(const Orbital *o, const Position *p, Towers *t) {
  Board takers[KINDS];
  *t = (Towers){0};
  for (int kind = 0; kind < KINDS; kind++)
    takers[kind] = can_take(o, p, kind, o->plain);
  for (uint64_t left = orbital_occupied(o, p); left;)
    class_tower(o, p, bits_take(&left), t, takers);
}

/* Towers of three, the usual ones, are found in sets. */
ALWAYS_INLINE void find_threes(const Orbital *o, const Position *p, Towers *t,
                               bool plain) {
  Board laid[KINDS], second[KINDS], open = 0;
  MoveSet all = set_of(p, LAID, plain), seat2 = set_of(p, SECOND, plain);
  for (int kind = 0; kind < KINDS; kind++) {
    laid[kind] = cells_with(&all, kind, plain);
    second[kind] = cells_with(&seat2, kind, plain);
  }
  Board any = laid[0] | laid[1] | laid[2];
  Board two = at_least_two(laid[0], laid[1], laid[2]);
  Board seconds = second[0] | second[1] | second[2];
  Board both = at_least_two(second[0], second[1], second[2]);
  for (int kind = 0; kind < KINDS; kind++) {
    t->lacks[kind] = two & ~laid[kind] & can_take(o, p, kind, plain);
    open |= t->lacks[kind];
  }
  t->pair[0] = open & ~seconds;
  t->pair[1] = open & both;
  t->mixed = open & seconds & ~both;
  t->single[0] = any & ~two & ~seconds;
  t->single[1] = any & ~two & seconds;
}

static void find_towers(const Orbital *o, const Position *p, Towers *t) {
  if (o->plain)
    find_threes(o, p, t, true);
  else if (o->base.option[TOWER_HEIGHT] == KINDS)
    find_threes(o, p, t, false);
  else
    class_towers(o, p, t);
}

/* The towers that the seat to move can complete. */
static Board can_complete(const Towers *t, const MoveSet *targets) {
  Board cells = 0;
  for (int kind = 0; kind < KINDS; kind++)
    cells |= t->lacks[kind] & cells_with(targets, kind, false);
  return cells;
}

static double score_turn(const Game *game, const Position *p, const Towers *t) {
  int seat = p->base.seat;
  MoveSet targets = orbital_targets(game, p);
  Board completed = can_complete(t, &targets);
  int moves = moveset_count(&targets);
  double score =
      WEIGHT.mobility * (moves < MOBILITY_MAX ? moves : MOBILITY_MAX);
  if (completed & (t->pair[seat] | t->mixed))
    score += p->towers[seat] + 1 == game->option[TOWERS_TO_WIN] ? WEIGHT.finish
                                                                : WEIGHT.gain;
  else if (completed & t->pair[!seat])
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

/* ---- features ------------------------------------------------------------*/

void orbital_list_features(Orbital *o) {
  int size = o->base.option[SIZE];
  const Feature list[] = {{"towers", 2, 0},         {"left", 2 * KINDS, 0},
                          {"base", size, size},     {"antenna", size, size},
                          {"thruster", size, size}, {"takes", size, size},
                          {"sent", size, size}};
  o->base.features = sizeof list / sizeof *list;
  memcpy(o->base.feature, list, sizeof list);
}

/* What no seat owns is negative: which kinds a cell still takes, as bits, and
 * whether the next piece must be laid on it. In towers of more than three, two
 * pieces of a kind count as the seat's to whom both belong, or as nobody's. */
static void write_cell(const Orbital *o, const Position *p, int at, int cells,
                       const Board takers[KINDS], int32_t *number) {
  Tower t = orbital_tower(o, p, at);
  int32_t takes = 0;
  for (int kind = 0; kind < KINDS; kind++) {
    int seconds = t.seconds[kind], pieces = t.pieces[kind];
    number[kind * cells + at] = 2 * seconds > pieces   ? 2
                                : 2 * seconds < pieces ? 1
                                                       : 0;
    takes |= (int32_t)(takers[kind] >> at & 1) << kind;
  }
  number[KINDS * cells + at] = -takes;
  number[(KINDS + 1) * cells + at] =
      -(int32_t)(constraint_of(p, o->plain) >> at & 1);
}

void orbital_features(const Game *game, const State *state, int32_t number[]) {
  const Orbital *o = orbital_of(game);
  const Position *p = (const Position *)state;
  int size = game->option[SIZE], cells = size * size;
  Board takers[KINDS];
  for (int kind = 0; kind < KINDS; kind++)
    takers[kind] = can_take(o, p, kind, o->plain);
  for (int seat = 0; seat < 2; seat++)
    *number++ = p->towers[seat];
  for (int i = 0; i < 2 * KINDS; i++)
    *number++ = p->left[i / KINDS][i % KINDS];
  for (int at = 0; at < cells; at++)
    write_cell(o, p, at, cells, takers, number);
}

/* ---- values --------------------------------------------------------------*/

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
