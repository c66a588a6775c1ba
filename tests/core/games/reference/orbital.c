/* Orbital, implemented directly from core/games/orbital/RULES.md: every piece
 * is tried on every cell in every direction, and the rules exclude what is
 * illegal. */
#include "tests/core/games/reference/reference.h"

#include <assert.h>
#include <stdlib.h>

enum { CELLS = 6 * 6, MAX_MOVES = CELLS * (1 + 4 + 1) };
enum { NONE = -1 };
enum { BASE, THRUSTER, ANTENNA, KINDS };
enum { NORTH, EAST, SOUTH, WEST, DIRECTIONS };
enum { LINE_BOTH, LINE_ROW, LINE_AXIS };
enum { REACH_AHEAD, REACH_LINE };
enum { FALLBACK_OPEN, FALLBACK_EMPTY };

static const struct {
  int columns, rows;
} STEP[DIRECTIONS] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};

/* Cells are numbered a1, b1, c1, ..., a2, b2, ... Arrays by seat leave index 0
 * unused. `laid` has for each cell, kind and seat the number of pieces;
 * `points` says whether a thruster on a cell points in a direction. The last
 * piece is the one the opponent has just laid; its cell is NONE on the first
 * move and after a pass. */
typedef struct Position {
  int size, tower_height, towers_to_win;
  int thruster_line, thruster_reach, fallback;
  int seat;
  int left[3][KINDS];
  int towers[3];
  int laid[CELLS][KINDS][3];
  bool points[CELLS][DIRECTIONS];
  int last_cell, last_kind, last_direction;
} Position;

/* `direction` matters for thrusters only; `cell` is NONE for a pass. */
typedef struct Move {
  int kind, cell, direction;
} Move;

typedef bool CellRule(const Position *p, int cell);

static void *orbital_start(const RefOptions *options) {
  Position *p = calloc(1, sizeof *p);
  assert(p != NULL);
  p->size = ref_option(options, "size", 4);
  p->tower_height = ref_option(options, "tower_height", 3);
  p->towers_to_win = ref_option(options, "towers_to_win", 3);
  p->thruster_line = ref_option(options, "thruster_line", LINE_BOTH);
  p->thruster_reach = ref_option(options, "thruster_reach", REACH_AHEAD);
  p->fallback = ref_option(options, "fallback", FALLBACK_OPEN);
  for (int seat = 1; seat <= 2; seat++) {
    p->left[seat][BASE] = ref_option(options, "bases", 6);
    p->left[seat][THRUSTER] = ref_option(options, "thrusters", 6);
    p->left[seat][ANTENNA] = ref_option(options, "antennas", 6);
  }
  p->seat = 1;
  p->last_cell = NONE;
  return p;
}

static int orbital_seat(const void *position) {
  const Position *p = position;
  return p->seat;
}

static int column_of(const Position *p, int cell) {
  return cell % p->size;
}

static int row_of(const Position *p, int cell) {
  return cell / p->size;
}

/* The next cell in a direction, NONE beyond the edge. */
static int next_cell(const Position *p, int cell, int direction) {
  int column = column_of(p, cell) + STEP[direction].columns;
  int row = row_of(p, cell) + STEP[direction].rows;
  if (column < 0 || column >= p->size || row < 0 || row >= p->size)
    return NONE;
  return row * p->size + column;
}

/* Whether two cells are on the same row or column along a direction. */
static bool on_axis(const Position *p, int a, int b, int direction) {
  if (direction == NORTH || direction == SOUTH)
    return column_of(p, a) == column_of(p, b);
  return row_of(p, a) == row_of(p, b);
}

/* Whether a thruster on one cell rules out its direction on the other. "both:
 * in its row and its column; row: only in its row; axis: only along the line it
 * points down". */
static bool in_line(const Position *p, int a, int b, int direction) {
  bool same_row = row_of(p, a) == row_of(p, b);
  bool same_column = column_of(p, a) == column_of(p, b);
  switch (p->thruster_line) {
  case LINE_ROW:
    return same_row;
  case LINE_AXIS:
    return on_axis(p, a, b, direction);
  default:
    return same_row || same_column;
  }
}

/* "straight at the outer edge of the board"; "in the same direction as a
 * thruster that already stands in the same row or the same column." */
static bool may_point(const Position *p, int cell, int direction) {
  if (next_cell(p, cell, direction) == NONE)
    return false;
  for (int other = 0; other < p->size * p->size; other++)
    if (p->points[other][direction] && in_line(p, cell, other, direction))
      return false;
  return true;
}

/* The pieces of a kind on a cell. */
static int count_kind(const Position *p, int cell, int kind) {
  return p->laid[cell][kind][1] + p->laid[cell][kind][2];
}

static int count_pieces(const Position *p, int cell) {
  int count = 0;
  for (int kind = 0; kind < KINDS; kind++)
    count += count_kind(p, cell, kind);
  return count;
}

/* Whether pieces like these, in these numbers by kind, can be part of a tower.
 * "two pieces of different kinds"; "one piece of each kind"; "all three kinds,
 * and one, two or three of them twice". */
static bool is_part_of_a_tower(const Position *p, const int count[KINDS]) {
  int total = 0, twice = 0;
  for (int kind = 0; kind < KINDS; kind++) {
    if (count[kind] > 2)
      return false;
    total += count[kind];
    twice += count[kind] == 2;
  }
  switch (p->tower_height) {
  case 2:
    return total <= 2 && twice == 0;
  case 3:
    return twice == 0;
  default:
    return total <= p->tower_height && twice <= p->tower_height - 3;
  }
}

/* "A turn lays one of your remaining pieces on a cell that has no piece of
 * that kind yet."; with other heights of towers "A complete tower takes no more
 * pieces." */
static bool fits(const Position *p, int seat, const Move *move) {
  int count[KINDS];
  for (int kind = 0; kind < KINDS; kind++)
    count[kind] = count_kind(p, move->cell, kind) + (kind == move->kind);
  if (p->left[seat][move->kind] == 0 || !is_part_of_a_tower(p, count))
    return false;
  return move->kind != THRUSTER || may_point(p, move->cell, move->direction);
}

static bool any_cell(const Position *p, int cell) {
  (void)p;
  (void)cell;
  return true;
}

/* "only cells without any piece" */
static bool empty_cell(const Position *p, int cell) {
  return count_pieces(p, cell) == 0;
}

/* "on one of the cells orthogonally adjacent to it" */
static bool beside_last(const Position *p, int cell) {
  for (int direction = 0; direction < DIRECTIONS; direction++)
    if (next_cell(p, p->last_cell, direction) == cell)
      return true;
  return false;
}

/* "on one of the cells ahead of its tip, along the row or column it points
 * down, to the edge, occupied or not"; by option "the whole row or column
 * except its own cell". */
static bool pointed_at_by_last(const Position *p, int cell) {
  int direction = p->last_direction;
  if (p->thruster_reach == REACH_LINE)
    return cell != p->last_cell && on_axis(p, cell, p->last_cell, direction);
  int ahead = next_cell(p, p->last_cell, direction);
  while (ahead != NONE && ahead != cell)
    ahead = next_cell(p, ahead, direction);
  return ahead == cell;
}

/* "on that same cell" */
static bool same_as_last(const Position *p, int cell) {
  return cell == p->last_cell;
}

/* "The piece the opponent has just laid decides where you must play"; "The
 * first move and the move after a pass are unconstrained." */
static CellRule *constraint(const Position *p) {
  static CellRule *const BY_KIND[KINDS] = {
      [BASE] = beside_last,
      [THRUSTER] = pointed_at_by_last,
      [ANTENNA] = same_as_last,
  };
  return p->last_cell == NONE ? any_cell : BY_KIND[p->last_kind];
}

/* Lists everything that a seat can lay on the cells that a rule allows. */
static size_t placements(const Position *p, int seat, CellRule *allows,
                         Move moves[MAX_MOVES]) {
  size_t count = 0;
  for (int cell = 0; cell < p->size * p->size; cell++)
    for (int kind = 0; kind < KINDS; kind++)
      for (int way = 0; way < (kind == THRUSTER ? DIRECTIONS : 1); way++) {
        Move move = {kind, cell, way};
        if (allows(p, cell) && fits(p, seat, &move))
          moves[count++] = move;
      }
  return count;
}

/* "The first player with 3 towers wins at once."; "When neither player could
 * lay any piece on any cell even without a constraint"; "the player with more
 * towers wins. Equal numbers are a draw." In both cases the winner has more
 * towers, as only one tower is completed at a time. */
static bool orbital_over(const void *position, unsigned *winners) {
  const Position *p = position;
  Move moves[MAX_MOVES];
  *winners = 0;
  if (p->towers[1] < p->towers_to_win && p->towers[2] < p->towers_to_win &&
      placements(p, 1, any_cell, moves) + placements(p, 2, any_cell, moves) > 0)
    return false;
  if (p->towers[1] != p->towers[2])
    *winners = p->towers[1] > p->towers[2] ? 1u : 2u;
  return true;
}

/* "you may play on any cell instead", by option only on an empty one. "If you
 * have none anywhere, you pass." */
static size_t legal_moves(const Position *p, Move moves[MAX_MOVES]) {
  unsigned winners;
  if (orbital_over(p, &winners))
    return 0;
  size_t count = placements(p, p->seat, constraint(p), moves);
  if (count == 0)
    count = placements(p, p->seat,
                       p->fallback == FALLBACK_EMPTY ? empty_cell : any_cell,
                       moves);
  if (count == 0)
    moves[count++] = (Move){.cell = NONE};
  return count;
}

/* `Ba1`, `Ac3`, `Tb2n` or `pass`. */
static void write_move(const Position *p, const Move *move, char *text) {
  if (move->cell == NONE) {
    strcpy(text, "pass");
    return;
  }
  *text++ = "BTA"[move->kind];
  *text++ = (char)('a' + column_of(p, move->cell));
  *text++ = (char)('1' + row_of(p, move->cell));
  if (move->kind == THRUSTER)
    *text++ = "nesw"[move->direction];
  *text = '\0';
}

static size_t orbital_moves(const void *position, char (**texts)[REF_TEXT]) {
  Move moves[MAX_MOVES];
  size_t count = legal_moves(position, moves);
  *texts = calloc(count + 1, sizeof **texts);
  assert(*texts != NULL);
  for (size_t i = 0; i < count; i++)
    write_move(position, &moves[i], (*texts)[i]);
  return count;
}

/* "the tower goes to the colour that has the majority of its pieces, whoever
 * laid the last one."; "A tower in which both colours have equally many pieces
 * goes to nobody." */
static void award_tower(Position *p, int cell) {
  int pieces[3] = {0};
  for (int kind = 0; kind < KINDS; kind++)
    for (int seat = 1; seat <= 2; seat++)
      pieces[seat] += p->laid[cell][kind][seat];
  if (pieces[1] + pieces[2] == p->tower_height && pieces[1] != pieces[2])
    p->towers[pieces[1] > pieces[2] ? 1 : 2]++;
}

static void lay(Position *p, const Move *move) {
  p->left[p->seat][move->kind]--;
  p->laid[move->cell][move->kind][p->seat]++;
  if (move->kind == THRUSTER)
    p->points[move->cell][move->direction] = true;
  award_tower(p, move->cell);
}

static Move find_move(const Position *p, const char *text) {
  Move moves[MAX_MOVES];
  size_t count = legal_moves(p, moves);
  for (size_t i = 0; i < count; i++) {
    char name[REF_TEXT];
    write_move(p, &moves[i], name);
    if (strcmp(name, text) == 0)
      return moves[i];
  }
  assert(!"a move from the list");
  return (Move){.cell = NONE};
}

static void orbital_play(void *position, const char *text) {
  Position *p = position;
  Move move = find_move(p, text);
  if (move.cell != NONE)
    lay(p, &move);
  p->last_cell = move.cell;
  p->last_kind = move.kind;
  p->last_direction = move.direction;
  p->seat = 3 - p->seat;
}

const Reference reference_orbital = {
    "orbital",     orbital_start, orbital_seat,
    orbital_moves, orbital_play,  orbital_over,
};
