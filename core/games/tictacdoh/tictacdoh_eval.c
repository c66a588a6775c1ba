/* Evaluation of Tic Tac Doh positions.
 *
 * Nobody owns a piece, so a position favours a player only through the moves it
 * allows. The evaluation checks whether the seat to move can win at once, and
 * whether it has a move after which the next player cannot. Failing both, the
 * player who would place the last piece of the stash is slightly better off. */
#include "core/game/eval.h"
#include "tictacdoh.h"

/* Weights in score points. The first two make the result almost certain;
 * WEIGHT_LAST was fitted by regression on the results of games between mcts
 * bots. Counting the safe moves as well did not make mcts stronger. */
#define WEIGHT_WIN 6
#define WEIGHT_LOST 5
#define WEIGHT_LAST 0.2

/* The squares that would complete a line of three with two of `b`. */
static Board completing(Board b) {
  static const int STEPS[] = {1, ROW, ROW + 1, ROW - 1};
  Board squares = 0;
  for (int i = 0; i < 4; i++) {
    int step = STEPS[i];
    squares |= (b >> step & b >> 2 * step) | (b << step & b >> step) |
               (b << step & b << 2 * step);
  }
  return squares;
}

/* Whether the seat to move can complete a line. */
static bool can_complete(const Position *p) {
  Board empty = free_squares(p), found = 0;
  for (int size = SMALL; size <= LARGE; size++)
    found |=
        targets_of(p, size, empty) & completing(squares_counting_as(p, size));
  return found;
}

/* Whether some move may leave the next player without one. Pieces on fewer than
 * nine squares leave a free square in some window around them, next to one of
 * them; so do the pieces after a move from at most seven. */
static bool can_block(const Position *p) {
  return bits_count(occupied(p)) > BOX * BOX - 2;
}

/* What the seat to move can achieve in one move. */
static Prospect prospect(const Game *game, const Position *p) {
  Targets targets = list_targets(p);
  Prospect best = LOST;
  if (can_complete(p))
    return WON;
  bool blocks = can_block(p);
  for (int i = 0; i < 2; i++)
    while (targets.word[i]) {
      Position next = *p;
      place(game, &next.base, (Move)(i * WORD + bits_take(&targets.word[i])));
      if (next.base.outcome == WIN) /* the next player cannot move */
        return WON;
      if (next.base.outcome == DRAW || !can_complete(&next))
        best = OPEN;
      if (best == OPEN && !blocks) /* nothing better is left to find */
        return OPEN;
    }
  return best;
}

/* The values if a seat has these prospects, by the seat they favour. */
void tictacdoh_prepare_values(Tictacdoh *t) {
  static const double POINTS[] = {
      [LOST] = WEIGHT_LOST, [OPEN] = WEIGHT_LAST, [WON] = WEIGHT_WIN};
  for (int p = 0; p < PROSPECTS; p++)
    for (int seat = 0; seat < t->base.seats; seat++) {
      double score[PLAYERS_MAX] = {0};
      score[seat] = POINTS[p];
      values_from_scores(&t->base, score, t->value[p][seat]);
    }
}

void tictacdoh_evaluate(const Game *game, const State *state, double value[]) {
  const Position *p = (const Position *)state;
  int left = p->stash[SMALL] + p->stash[MEDIUM] + p->stash[LARGE];
  Prospect found = prospect(game, p);
  int favoured = found == WON    ? state->seat
                 : found == LOST ? game_next_seat(game, state)
                                 : (state->seat + left - 1) % game->seats;
  memcpy(value, tictacdoh_of(game)->value[found][favoured],
         (size_t)game->sides * sizeof *value);
}
