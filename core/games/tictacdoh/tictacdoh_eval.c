/* Tic Tac Doh: what a position is worth.
 *
 * Nobody owns a piece, so only what the moves lead to tells the players apart:
 * whether one of them wins, and whether there is one after which the next
 * player cannot complete a line. Beyond that, the one who would lay the last
 * piece of the stash has it a little better. */
#include "core/game/eval.h"
#include "tictacdoh.h"

/* In points of a score. The first two are all but certain; `last` is what the
 * results of games between mcts bots say, by regression. How many safe moves
 * there are was tried, too: mcts plays no better for it. */
static const struct { double win, lost, last; } WEIGHT = {6, 5, 0.2};

/* The squares beside or between two that would make three in a line. */
static Board completing(Board b) {
  static const int WAYS[] = {1, ROW, ROW + 1, ROW - 1};
  Board squares = 0;
  for (int i = 0; i < 4; i++) {
    int way = WAYS[i];
    squares |= (b >> way & b >> 2 * way) | (b << way & b >> way) |
               (b << way & b << 2 * way);
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

/* What the seat to move can make of it in one move. */
static Prospect prospect(const Game *game, const Position *p) {
  Targets targets = list_targets(p);
  Prospect best = LOST;
  if (can_complete(p))
    return WON;
  for (int i = 0; i < 2; i++)
    while (targets.word[i]) {
      Position next = *p;
      lay(game, &next.base, (Move)(i * WORD + bits_take(&targets.word[i])));
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
