/* Dorix, implemented directly from core/games/dorix/RULES.md: every collapse is
 * tried on a copy of the board, and those with the same result are one move. */
#include "tests/core/games/reference/reference.h"

#include <assert.h>
#include <stdlib.h>

enum { CELLS = 6 * 6, SEATS = 4, PAWNS = 40 * SEATS, NEIGHBOURS = 4 };
enum { NONE = -1 };

/* Cells are numbered a1, b1, c1, ..., a2, b2, ... A pawn is the number of its
 * seat; a pile is listed from the bottom up. */
typedef struct Position {
  int columns, rows, players;
  bool teams, empty_cells_receive, return_to_source;
  int seat, passes;
  int hand[SEATS + 1];
  int height[CELLS];
  unsigned char pawn[CELLS][PAWNS];
} Position;

/* `from` is NONE if the pawn comes from the hand, `target` is NONE for a pass.
 * The top pawn of the pile goes to drop[0], the next one to drop[1], ... */
typedef struct Move {
  int from, target;
  int drops, drop[NEIGHBOURS];
} Move;

typedef struct MoveList {
  size_t count;
  Move *moves;
} MoveList;

/* "Pawns in hand at the start: 15 each with 2 players, 12 with 3 players, 10
 * with 4 players." */
static int usual_pawns(int players) {
  return players == 2 ? 15 : players == 3 ? 12 : 10;
}

static void *dorix_start(const RefOptions *options) {
  Position *p = calloc(1, sizeof *p);
  assert(p != NULL);
  p->columns = ref_option(options, "columns", ref_option(options, "size", 4));
  p->rows = ref_option(options, "rows", ref_option(options, "size", 4));
  p->players = ref_option(options, "players", 2);
  p->teams = ref_option(options, "teams", p->players == 4);
  p->empty_cells_receive = ref_option(options, "empty_cells_receive", 0);
  p->return_to_source = ref_option(options, "return_to_source", 0);
  p->seat = 1;
  for (int seat = 1; seat <= p->players; seat++)
    p->hand[seat] = ref_option(options, "pawns", usual_pawns(p->players));
  return p;
}

static int dorix_seat(const void *position) {
  const Position *p = position;
  return p->seat;
}

/* "The seat whose pawn is on top controls it": that seat, or 0 for an empty
 * cell, which "is not a pile". */
static int controller(const Position *p, int cell) {
  return p->height[cell] == 0 ? 0 : p->pawn[cell][p->height[cell] - 1];
}

static void put_pawn(Position *p, int cell, int seat) {
  p->pawn[cell][p->height[cell]++] = (unsigned char)seat;
}

static int take_pawn(Position *p, int cell) {
  assert(p->height[cell] > 0);
  return p->pawn[cell][--p->height[cell]];
}

static void lift(Position *p, int from) {
  if (from == NONE)
    p->hand[p->seat]--;
  else
    take_pawn(p, from);
}

/* The board after a move, before the turn passes to the next seat. */
static Position board_after(const Position *p, const Move *move) {
  Position after = *p;
  if (move->target == NONE)
    return after;
  lift(&after, move->from);
  put_pawn(&after, move->target, p->seat);
  for (int i = 0; i < move->drops; i++)
    put_pawn(&after, move->drop[i], take_pawn(&after, move->target));
  return after;
}

static bool same_piles(const Position *a, const Position *b) {
  for (int cell = 0; cell < a->columns * a->rows; cell++) {
    if (a->height[cell] != b->height[cell])
      return false;
    if (memcmp(a->pawn[cell], b->pawn[cell], (size_t)a->height[cell]) != 0)
      return false;
  }
  return true;
}

static void append(MoveList *list, const Move *move) {
  Move *more = realloc(list->moves, (list->count + 1) * sizeof *more);
  assert(more != NULL);
  more[list->count++] = *move;
  list->moves = more;
}

/* "each reachable result once per source and target, under the first of its
 * equivalent notations": moves must be generated in the order of their
 * notations. */
static void append_if_new(const Position *p, MoveList *list, const Move *move) {
  Position after = board_after(p, move);
  for (size_t i = 0; i < list->count; i++) {
    const Move *known = &list->moves[i];
    if (known->from != move->from || known->target != move->target)
      continue;
    Position other = board_after(p, known);
    if (same_piles(&after, &other))
      return;
  }
  append(list, move);
}

static bool adjacent(const Position *p, int a, int b) {
  int columns = abs(a % p->columns - b % p->columns);
  int rows = abs(a / p->columns - b / p->columns);
  return columns + rows == 1;
}

/* "The lower neighbours are the orthogonally adjacent piles of height less than
 * h, with heights as they are before the collapse"; by option also "empty cells
 * count as neighbours of height 0". They are listed in the order of cells. */
static int lower_neighbours(const Position *p, int target,
                            int lower[NEIGHBOURS]) {
  int n = 0;
  for (int cell = 0; cell < p->columns * p->rows; cell++)
    if (adjacent(p, cell, target) && p->height[cell] < p->height[target] &&
        (p->height[cell] > 0 || p->empty_cells_receive))
      lower[n++] = cell;
  return n;
}

static bool already_receives(const Move *move, int cell) {
  for (int i = 0; i < move->drops; i++)
    if (move->drop[i] == cell)
      return true;
  return false;
}

/* Tries all ways to move `left` more pawns, "each onto a different lower
 * neighbour. The mover chooses which pawn goes to which neighbour and, if h <
 * n, which neighbours receive one." */
static void add_collapses(const Position *p, MoveList *list, Move move,
                          const int *lower, int n, int left) {
  if (left == 0) {
    append_if_new(p, list, &move);
    return;
  }
  for (int i = 0; i < n; i++) {
    if (already_receives(&move, lower[i]))
      continue;
    Move longer = move;
    longer.drop[longer.drops++] = lower[i];
    add_collapses(p, list, longer, lower, n, left - 1);
  }
}

/* "A pile can collapse only if the pawn went onto an existing pile"; "min(h, n)
 * pawns leave the pile". Without lower neighbours that is 0 and nothing moves.
 */
static void add_placement(const Position *p, MoveList *list, int from,
                          int target) {
  Move move = {.from = from, .target = target};
  Position placed = board_after(p, &move);
  int h = placed.height[target];
  int lower[NEIGHBOURS] = {0};
  int n = h > 1 ? lower_neighbours(&placed, target, lower) : 0;
  add_collapses(p, list, move, lower, n, h < n ? h : n);
}

/* "put one on an empty cell, or on a pile you control yourself (never on your
 * partner's)"; from the board "on another cell", unless by option "the pawn may
 * go back to the cell it came from (if that cell is then empty or still
 * yours)". The cells are judged with the pawn lifted. */
static void add_placements(const Position *p, MoveList *list, int from) {
  Position lifted = *p;
  lift(&lifted, from);
  for (int target = 0; target < p->columns * p->rows; target++) {
    int owner = controller(&lifted, target);
    if (target == from && !p->return_to_source)
      continue;
    if (owner == 0 || owner == p->seat)
      add_placement(p, list, from, target);
  }
}

/* A side is a seat or a team: "seats 1 and 3 are one team and seats 2 and 4 the
 * other". */
static int side_of(const Position *p, int seat) {
  return p->teams ? (seat - 1) % 2 : seat - 1;
}

/* Whether a side controls the cells of a diagonal, which begins at a cell and
 * goes right and up or down to the edge, and it is one of "the longest ones".
 * "All four cells hold piles and each is controlled by that side." */
static bool controls_from(const Position *p, int side, int column, int row,
                          int up) {
  int length = 0;
  while (column < p->columns && row >= 0 && row < p->rows) {
    int owner = controller(p, row * p->columns + column);
    if (owner == 0 || side_of(p, owner) != side)
      return false;
    column++;
    row += up;
    length++;
  }
  return length == (p->columns < p->rows ? p->columns : p->rows);
}

static bool controls_diagonal(const Position *p, int side) {
  for (int column = 0; column < p->columns; column++)
    for (int row = 0; row < p->rows; row++)
      if (controls_from(p, side, column, row, 1) ||
          controls_from(p, side, column, row, -1))
        return true;
  return false;
}

static unsigned seats_of_side(const Position *p, int side) {
  unsigned seats = 0;
  for (int seat = 1; seat <= p->players; seat++)
    if (side_of(p, seat) == side)
      seats |= 1u << (seat - 1);
  return seats;
}

/* "If exactly one side controls a main diagonal, that side wins, whoever moved.
 * If two sides control one each, play continues."; "If every seat passes in a
 * row, the game is a draw". */
static bool dorix_over(const void *position, unsigned *winners) {
  const Position *p = position;
  int holders = 0, holder = NONE;
  for (int side = 0; side < p->players; side++) {
    if (controls_diagonal(p, side)) {
      holders++;
      holder = side;
    }
  }
  *winners = holders == 1 ? seats_of_side(p, holder) : 0;
  return holders == 1 || p->passes == p->players;
}

/* The two cases of a placement, and "If neither is possible, you pass." */
static MoveList legal_moves(const Position *p) {
  MoveList list = {0, NULL};
  unsigned winners;
  if (dorix_over(p, &winners))
    return list;
  if (p->hand[p->seat] > 0)
    add_placements(p, &list, NONE);
  else
    for (int from = 0; from < p->columns * p->rows; from++)
      if (controller(p, from) == p->seat)
        add_placements(p, &list, from);
  if (list.count == 0)
    append(&list, &(Move){.from = NONE, .target = NONE});
  return list;
}

static char *write_cell(const Position *p, char *text, int cell) {
  *text++ = (char)('a' + cell % p->columns);
  *text++ = (char)('1' + cell / p->columns);
  return text;
}

/* `b2`, `b2>c2,b3`, `a1-b2`, `a1-b2>c2,b3` or `pass`. */
static void write_move(const Position *p, const Move *move, char *text) {
  if (move->target == NONE) {
    strcpy(text, "pass");
    return;
  }
  if (move->from != NONE) {
    text = write_cell(p, text, move->from);
    *text++ = '-';
  }
  text = write_cell(p, text, move->target);
  for (int i = 0; i < move->drops; i++) {
    *text++ = i == 0 ? '>' : ',';
    text = write_cell(p, text, move->drop[i]);
  }
  *text = '\0';
}

static size_t dorix_moves(const void *position, char (**texts)[REF_TEXT]) {
  MoveList list = legal_moves(position);
  *texts = calloc(list.count + 1, sizeof **texts);
  assert(*texts != NULL);
  for (size_t i = 0; i < list.count; i++)
    write_move(position, &list.moves[i], (*texts)[i]);
  free(list.moves);
  return list.count;
}

static Move find_move(const Position *p, const char *text) {
  MoveList list = legal_moves(p);
  Move found = {.from = NONE, .target = NONE};
  bool known = false;
  for (size_t i = 0; i < list.count && !known; i++) {
    char name[REF_TEXT];
    write_move(p, &list.moves[i], name);
    known = strcmp(name, text) == 0;
    found = list.moves[i];
  }
  free(list.moves);
  assert(known);
  return found;
}

static void dorix_play(void *position, const char *text) {
  Position *p = position;
  Move move = find_move(p, text);
  *p = board_after(p, &move);
  p->passes = move.target == NONE ? p->passes + 1 : 0;
  p->seat = p->seat % p->players + 1;
}

const Reference reference_dorix = {
    "dorix", dorix_start, dorix_seat, dorix_moves, dorix_play, dorix_over,
};
