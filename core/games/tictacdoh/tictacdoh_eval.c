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

/* The squares that would complete a line in this direction with two of `b`, or
 * with three if lines have four squares. */
ALWAYS_INLINE Board completing_along(Board b, int step, int length) {
  Board one = b >> step, two = b >> 2 * step, before = b << step,
        long_before = b << 2 * step;
  if (length == 3)
    return (one & two) | (before & one) | (before & long_before);
  return (one & two & b >> 3 * step) | (before & one & two) |
         (long_before & before & one) | (b << 3 * step & long_before & before);
}

ALWAYS_INLINE Board completing(Board b, int window, int length) {
  int row = ROW_OF(window);
  return completing_along(b, 1, length) | completing_along(b, row, length) |
         completing_along(b, row + 1, length) |
         completing_along(b, row - 1, length);
}

/* Whether the seat to move can complete a line. */
ALWAYS_INLINE bool can_complete(const Position *p, int window, int length) {
  Board empty = free_squares(p, window), found = 0;
  for (int size = SMALL; size <= LARGE; size++)
    found |= targets_of(p, size, empty, window) &
             completing(squares_counting_as(p, size, window), window, length);
  return found;
}

/* Whether some move may leave the next player without one. Pieces on fewer than
 * all squares of a window leave a free square in some window around them, next
 * to one of them; so do the pieces after a move from at least two fewer. */
ALWAYS_INLINE bool can_block(const Position *p, int window) {
  return bits_count(occupied(p, window)) > window * window - 2;
}

/* What the seat to move can achieve in one move. */
ALWAYS_INLINE Prospect prospect(const Game *game, const Position *p,
                                int window) {
  int length = line_length(game, window);
  Targets targets = list_targets(p, window);
  Prospect best = LOST;
  if (can_complete(p, window, length))
    return WON;
  bool blocks = can_block(p, window);
  for (int i = 0; i < WORDS; i++)
    while (targets.word[i]) {
      Position next;
      memcpy(&next, p, POSITION_SIZE(window));
      Move move = (Move)(i * WORD + bits_take(&targets.word[i]));
      place(game, &next.base, move, window);
      if (next.base.outcome == WIN) /* the next player cannot move */
        return WON;
      if (next.base.outcome == DRAW || !can_complete(&next, window, length))
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
  Prospect found = is_usual(game) ? prospect(game, p, USUAL_WINDOW)
                                  : prospect(game, p, WIDE_WINDOW);
  int favoured = found == WON    ? state->seat
                 : found == LOST ? game_next_seat(game, state)
                                 : (state->seat + left - 1) % game->seats;
  memcpy(value, tictacdoh_of(game)->value[found][favoured],
         (size_t)game->sides * sizeof *value);
}
