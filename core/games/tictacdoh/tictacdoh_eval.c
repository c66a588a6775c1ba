/* Evaluation of Tic Tac Doh positions.
 *
 * Nobody owns a piece, so a position favours a player only through the moves it
 * allows. The evaluation checks whether the seat to move can win at once, and
 * whether it has a move after which the next player cannot. Failing both, the
 * player who would place the last piece of the stash is slightly better off. */
#include "core/game/eval.h"
#include "tictacdoh.h"

/* Weights in score points. The first two make the result almost certain. `last`
 * was fitted by regression on the results of games between mcts bots. Counting
 * the safe moves as well did not make mcts stronger. */
static const struct { double win, lost, last; } WEIGHT = {6, 5, 0.2};

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

typedef enum Prospect { LOST, OPEN, WON } Prospect;

/* What the seat to move can achieve in one move. */
static Prospect prospect(const Game *game, const Position *p) {
  Targets targets = list_targets(p);
  Prospect best = LOST;
  if (can_complete(p))
    return WON;
  for (int i = 0; i < 2; i++)
    while (targets.word[i]) {
      Position next = *p;
      place(game, &next.base, (Move)(i * WORD + bits_take(&targets.word[i])));
      if (next.base.outcome == WIN) /* the next player cannot move */
        return WON;
      if (next.base.outcome == DRAW || !can_complete(&next))
        best = OPEN;
    }
  return best;
}

void tictacdoh_evaluate(const Game *game, const State *state, double value[]) {
  const Position *p = (const Position *)state;
  int left = p->stash[SMALL] + p->stash[MEDIUM] + p->stash[LARGE];
  double score[SEATS_MAX] = {0};
  switch (prospect(game, p)) {
  case WON:
    score[state->seat] = WEIGHT.win;
    break;
  case LOST: /* the next player wins */
    score[game_next_seat(game, state)] = WEIGHT.lost;
    break;
  case OPEN:
    score[(state->seat + left - 1) % game->seats] = WEIGHT.last;
  }
  values_from_scores(game, score, value);
}
