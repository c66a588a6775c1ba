/* Tic Tac Doh, implemented directly from core/games/tictacdoh/RULES.md: the
 * drawing board is an array of piles, and every piece of the stash is tried on
 * every square. A position is only the board and the stash; whether the game is
 * over is computed from them. */
#include "tests/core/games/reference/reference.h"

#include <stdio.h>
#include <stdlib.h>

enum { BOARD_MAX = 7 };

/* Sizes are numbers, so that one size larger is plus one. */
enum { SMALL = 1, MEDIUM = 2, LARGE = 3, SIZES = 3 };

static const char size_letter[SIZES + 1] = {'?', 'S', 'M', 'L'};

/* The pieces on one square in the order laid. */
typedef struct Pile {
  int count;
  int size[SIZES];
} Pile;

typedef struct Position {
  int players;
  bool fixed_grid;
  bool blocked_loses;
  int window, line_length;
  int board;                       /* edge of the drawing board */
  int seat;                        /* whose turn it is, from 1 */
  int stash[SIZES + 1];            /* pieces left, by size */
  Pile pile[BOARD_MAX][BOARD_MAX]; /* by column and row, a1 is [0][0] */
} Position;

static void *tictacdoh_start(const RefOptions *options) {
  Position *p = calloc(1, sizeof *p);
  if (p == NULL)
    abort();
  p->players = ref_option(options, "players", 2);
  p->fixed_grid = ref_option(options, "fixed_grid", false);
  p->blocked_loses = ref_option(options, "blocked_loses", true);
  p->window = ref_option(options, "window", 3);
  p->line_length = ref_option(options, "line_length", 3);
  /* "a 5×5 drawing board, a1 to e5"; "a 7×7 drawing board, a1 to g7" */
  p->board = p->window == 3 ? 5 : 7;
  p->seat = 1;
  p->stash[SMALL] = ref_option(options, "small", 5);
  p->stash[MEDIUM] = ref_option(options, "medium", 5);
  p->stash[LARGE] = ref_option(options, "large", 5);
  return p;
}

static int tictacdoh_seat(const void *position) {
  const Position *p = position;
  return p->seat;
}

/* ---- One square --------------------------------------------------------- */

static bool is_stack(const Pile *pile) {
  return pile->count >= 2 && pile->size[1] < pile->size[0];
}

static bool is_nest(const Pile *pile) {
  return pile->count >= 2 && pile->size[1] > pile->size[0];
}

/* "onto a piece exactly one size larger (M on L, S on M)"; "over a piece
 * exactly one size smaller (M over S, L over M)"; "A square never mixes the
 * two." The new piece always meets the one laid last. */
static bool can_go_on_pile(const Pile *pile, int size) {
  int met = pile->size[pile->count - 1];
  bool stacks = met == size + 1 && !is_nest(pile);
  bool nests = met == size - 1 && !is_stack(pile);
  return stacks || nests;
}

/* "A stack counts as every size in it; a nest counts only as its outermost
 * (largest) piece." */
static bool counts_as(const Pile *pile, int size) {
  if (pile->count == 0)
    return false;
  if (is_nest(pile))
    return pile->size[pile->count - 1] == size;
  for (int i = 0; i < pile->count; i++)
    if (pile->size[i] == size)
      return true;
  return false;
}

/* ---- The grid ----------------------------------------------------------- */

static bool board_is_empty(const Position *p) {
  for (int column = 0; column < p->board; column++)
    for (int row = 0; row < p->board; row++)
      if (p->pile[column][row].count > 0)
        return false;
  return true;
}

static bool in_window(const Position *p, int left, int bottom, int column,
                      int row) {
  return column >= left && column < left + p->window && row >= bottom &&
         row < bottom + p->window;
}

static bool window_holds_all_pieces(const Position *p, int left, int bottom) {
  for (int column = 0; column < p->board; column++)
    for (int row = 0; row < p->board; row++)
      if (p->pile[column][row].count > 0 &&
          !in_window(p, left, bottom, column, row))
        return false;
  return true;
}

/* "All pieces must fit in some 3×3 window"; "edge of the window
 * that all pieces must fit in" */
static bool fits_some_window(const Position *p, int column, int row) {
  for (int left = 0; left + p->window <= p->board; left++)
    for (int bottom = 0; bottom + p->window <= p->board; bottom++)
      if (in_window(p, left, bottom, column, row) &&
          window_holds_all_pieces(p, left, bottom))
        return true;
  return false;
}

/* "adjacent (in any of 8 directions) to a piece in play" */
static bool touches_a_piece(const Position *p, int column, int row) {
  for (int c = column - 1; c <= column + 1; c++)
    for (int r = row - 1; r <= row + 1; r++) {
      bool on_board = c >= 0 && c < p->board && r >= 0 && r < p->board;
      bool itself = c == column && r == row;
      if (on_board && !itself && p->pile[c][r].count > 0)
        return true;
    }
  return false;
}

static bool can_go_on_empty(const Position *p, int column, int row) {
  /* "the window is b2 to d4 (b2 to e5 with `window=4`) from the start, the
   * first piece may go on any of its squares, and no piece need be adjacent to
   * another" */
  if (p->fixed_grid)
    return in_window(p, 1, 1, column, row);
  /* "The first piece always stands on c3"; "the first piece stands on d4" */
  if (board_is_empty(p))
    return column == p->board / 2 && row == p->board / 2;
  return touches_a_piece(p, column, row) && fits_some_window(p, column, row);
}

static bool can_place(const Position *p, int size, int column, int row) {
  const Pile *pile = &p->pile[column][row];
  if (p->stash[size] == 0)
    return false;
  if (pile->count == 0)
    return can_go_on_empty(p, column, row);
  return can_go_on_pile(pile, size);
}

static bool some_placement(const Position *p) {
  for (int size = SMALL; size <= LARGE; size++)
    for (int column = 0; column < p->board; column++)
      for (int row = 0; row < p->board; row++)
        if (can_place(p, size, column, row))
          return true;
  return false;
}

/* ---- The end ------------------------------------------------------------ */

/* Whether the squares of a line from here on, in steps of (dc, dr), are all on
 * the board and count as this size. */
static bool line_from(const Position *p, int size, int column, int row, int dc,
                      int dr) {
  for (int i = 0; i < p->line_length; i++) {
    int c = column + i * dc, r = row + i * dr;
    if (c < 0 || c >= p->board || r < 0 || r >= p->board)
      return false;
    if (!counts_as(&p->pile[c][r], size))
      return false;
  }
  return true;
}

/* "three squares in a line (row, column or diagonal, of adjacent squares) that
 * all count as the same size"; "squares in a line that win" */
static bool some_line(const Position *p) {
  for (int size = SMALL; size <= LARGE; size++)
    for (int column = 0; column < p->board; column++)
      for (int row = 0; row < p->board; row++)
        if (line_from(p, size, column, row, 1, 0) ||
            line_from(p, size, column, row, 0, 1) ||
            line_from(p, size, column, row, 1, 1) ||
            line_from(p, size, column, row, 1, -1))
          return true;
  return false;
}

/* "The checks are made in that order": line, empty stash, no placement. */
static bool tictacdoh_over(const void *position, unsigned *winners) {
  const Position *p = position;
  int mover = p->seat == 1 ? p->players : p->seat - 1;
  bool stash_empty = p->stash[SMALL] + p->stash[MEDIUM] + p->stash[LARGE] == 0;
  *winners = 0;
  if (some_line(p)) { /* "The mover wins." */
    *winners = 1u << (mover - 1);
    return true;
  }
  if (stash_empty) /* "if the stash is empty, the game is a draw" */
    return true;
  if (some_placement(p))
    return false;
  /* "If the next player has no legal placement, that player loses: with 2
   * players the other wins; with more, the player who moved last wins." */
  if (p->blocked_loses)
    *winners = 1u << (mover - 1);
  return true;
}

/* ---- Moves -------------------------------------------------------------- */

static size_t tictacdoh_moves(const void *position, char (**texts)[REF_TEXT]) {
  const Position *p = position;
  unsigned winners;
  size_t count = 0;
  *texts = calloc((size_t)(SIZES * p->board * p->board), sizeof **texts);
  if (*texts == NULL)
    abort();
  if (tictacdoh_over(p, &winners))
    return 0;
  for (int size = SMALL; size <= LARGE; size++)
    for (int column = 0; column < p->board; column++)
      for (int row = 0; row < p->board; row++)
        if (can_place(p, size, column, row))
          snprintf((*texts)[count++], REF_TEXT, "%c%c%c", size_letter[size],
                   'a' + column, '1' + row);
  return count;
}

static void tictacdoh_play(void *position, const char *text) {
  Position *p = position;
  int size = SMALL;
  while (size_letter[size] != text[0])
    size++;
  Pile *pile = &p->pile[text[1] - 'a'][text[2] - '1'];
  pile->size[pile->count++] = size;
  p->stash[size]--;
  p->seat = p->seat == p->players ? 1 : p->seat + 1;
}

const Reference reference_tictacdoh = {
    "tictacdoh",     tictacdoh_start, tictacdoh_seat,
    tictacdoh_moves, tictacdoh_play,  tictacdoh_over,
};
