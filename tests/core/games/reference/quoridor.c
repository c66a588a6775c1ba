/* Quoridor, implemented directly from core/games/quoridor/RULES.md. Columns and
 * rows count from 1 as in the notation, so row and column 0 of the wall arrays
 * stay empty and need no special case at the border. Every wall is tried on a
 * copy of the position, and a path is searched for every pawn. */
#include "tests/core/games/reference/reference.h"

#include <stdio.h>
#include <stdlib.h>

enum { MAX_SIZE = 11, MAX_PLAYERS = 4 };

/* A list has at most every cell once and two walls per crossing. */
enum { MAX_MOVES = 3 * MAX_SIZE * MAX_SIZE };

/* Clockwise from the south, in turn order. */
enum { SOUTH, WEST, NORTH, EAST };

/* The words of the option `goal`. */
enum { GOAL_SIDE, GOAL_MIDDLE, GOAL_EDGE, GOAL_CELL };

typedef struct Cell {
  int column, row;
} Cell;

typedef bool CellSet[MAX_SIZE + 1][MAX_SIZE + 1];

typedef struct Position {
  int players, columns, rows;
  int side_seat; /* with three players, the one that starts from the west */
  bool edge_jump, pawn_jump;
  int goal, goal_cell;
  int wall_length;
  int seat;                   /* whose turn it is, from 1 */
  Cell pawn[MAX_PLAYERS + 1]; /* column 0 if it has been taken off */
  int hand[MAX_PLAYERS + 1];  /* walls left */
  /* Walls, by the first cell that they lie along. */
  CellSet wall_h, wall_v;
} Position;

static const Cell directions[4] = {{0, 1}, {1, 0}, {0, -1}, {-1, 0}};

/* ---- The start ---------------------------------------------------------- */

/* The side on which a seat starts. */
static int home_side(const Position *p, int seat) {
  static const int two[] = {SOUTH, NORTH};
  static const int three[3][3] = {
      {WEST, NORTH, SOUTH}, {SOUTH, WEST, NORTH}, {NORTH, SOUTH, WEST}};
  static const int four[] = {SOUTH, WEST, NORTH, EAST};
  switch (p->players) {
  case 2:
    return two[seat - 1];
  case 3:
    return three[p->side_seat - 1][seat - 1];
  default:
    return four[seat - 1];
  }
}

/* "Each pawn starts in the middle of its side. If a side has an even number of
 * cells, two are equally near the middle: the pawns in the south and in the
 * west take the one with the lower letter or number, and those in the north and
 * in the east the other one." */
static Cell home_cell(const Position *p, int seat) {
  switch (home_side(p, seat)) {
  case SOUTH:
    return (Cell){(p->columns + 1) / 2, 1};
  case WEST:
    return (Cell){1, (p->rows + 1) / 2};
  case NORTH:
    return (Cell){p->columns / 2 + 1, p->rows};
  default:
    return (Cell){p->columns, p->rows / 2 + 1};
  }
}

/* "columns·rows/8 rounded down, times 2, divided by the number of players and
 * rounded down" */
static int default_walls(const Position *p) {
  int eighth = p->columns * p->rows / 8;
  return eighth * 2 / p->players;
}

static void *quoridor_start(const RefOptions *options) {
  Position *p = calloc(1, sizeof *p);
  if (p == NULL)
    abort();
  p->players = ref_option(options, "players", 2);
  p->side_seat = ref_option(options, "side_seat", 2);
  p->columns = p->rows = ref_option(options, "size", 9);
  p->columns = ref_option(options, "columns", p->columns);
  p->rows = ref_option(options, "rows", p->rows);
  p->edge_jump = ref_option(options, "edge_jump", true);
  p->pawn_jump = ref_option(options, "pawn_jump", false);
  p->goal = ref_option(options, "goal", GOAL_SIDE);
  p->goal_cell = ref_option(options, "goal_cell", 1);
  p->wall_length = ref_option(options, "wall_length", 2);
  p->seat = 1;
  for (int seat = 1; seat <= p->players; seat++) {
    p->pawn[seat] = home_cell(p, seat);
    p->hand[seat] = ref_option(options, "walls", default_walls(p));
  }
  return p;
}

static int quoridor_seat(const void *position) {
  const Position *p = position;
  return p->seat;
}

/* ---- The board ---------------------------------------------------------- */

static Cell step(Cell from, Cell direction) {
  return (Cell){from.column + direction.column, from.row + direction.row};
}

static bool on_board(const Position *p, Cell cell) {
  return cell.column >= 1 && cell.column <= p->columns && cell.row >= 1 &&
         cell.row <= p->rows;
}

static bool is_in(const void *position, int seat) {
  const Position *p = position;
  return p->pawn[seat].column != 0;
}

static bool has_pawn(const Position *p, Cell cell) {
  for (int seat = 1; seat <= p->players; seat++)
    if (p->pawn[seat].column == cell.column && p->pawn[seat].row == cell.row)
      return true;
  return false;
}

/* Whether a wall stands between two adjacent cells. "above e3 and f3 (between
 * rows 3 and 4)"; "to the right of e3 and e4 (between columns e and f)": each
 * edge can be covered by as many walls as these are long. */
static bool wall_between(const Position *p, Cell a, Cell b) {
  int column = a.column < b.column ? a.column : b.column;
  int row = a.row < b.row ? a.row : b.row;
  for (int back = 0; back < p->wall_length; back++) {
    if (a.column == b.column && column > back && p->wall_h[column - back][row])
      return true;
    if (a.row == b.row && row > back && p->wall_v[column][row - back])
      return true;
  }
  return false;
}

static bool on_side(const Position *p, int side, Cell cell) {
  switch (side) {
  case SOUTH:
    return cell.row == 1;
  case WEST:
    return cell.column == 1;
  case NORTH:
    return cell.row == p->rows;
  default:
    return cell.column == p->columns;
  }
}

/* "the cells of the edge counted clockwise from the left end of the side
 * opposite the player": goes along the edge, and turns right at its end. */
static Cell counted_cell(const Position *p, int seat) {
  static const Cell along[] = {
      [SOUTH] = {1, 0}, [WEST] = {0, -1}, [NORTH] = {-1, 0}, [EAST] = {0, 1}};
  const Cell left_end[] = {[SOUTH] = {1, p->rows},
                           [WEST] = {p->columns, p->rows},
                           [NORTH] = {p->columns, 1},
                           [EAST] = {1, 1}};
  Cell at = left_end[home_side(p, seat)], go = along[home_side(p, seat)];
  for (int count = 1; count < p->goal_cell; count++) {
    if (!on_board(p, step(at, go)))
      go = (Cell){go.row, -go.column};
    at = step(at, go);
  }
  return at;
}

/* "`side`, the opposite side; `middle`, one cell of that side, the point
 * reflection of the cell it starts on; `edge`, any cell of the edge that is not
 * on its own side" */
static bool on_goal(const Position *p, int seat, Cell cell) {
  static const int opposite[] = {
      [SOUTH] = NORTH, [WEST] = EAST, [NORTH] = SOUTH, [EAST] = WEST};
  int home = home_side(p, seat);
  Cell start = home_cell(p, seat);
  if (p->goal == GOAL_MIDDLE)
    return cell.column == p->columns + 1 - start.column &&
           cell.row == p->rows + 1 - start.row;
  if (p->goal == GOAL_CELL)
    return cell.column == counted_cell(p, seat).column &&
           cell.row == counted_cell(p, seat).row;
  if (p->goal == GOAL_SIDE)
    return on_side(p, opposite[home], cell);
  bool on_edge = false;
  for (int side = SOUTH; side <= EAST; side++)
    on_edge = on_edge || on_side(p, side, cell);
  return on_edge && !on_side(p, home, cell);
}

/* "The first pawn on its goal wins"; "the last pawn on the board wins" */
static bool quoridor_over(const void *position, unsigned *winners) {
  const Position *p = position;
  int pawns = 0;
  *winners = 0;
  for (int seat = 1; seat <= p->players; seat++)
    pawns += is_in(p, seat);
  for (int seat = 1; seat <= p->players; seat++)
    if (is_in(p, seat) && (pawns == 1 || on_goal(p, seat, p->pawn[seat])))
      *winners |= 1u << (seat - 1);
  return *winners != 0;
}

/* ---- Pawn moves --------------------------------------------------------- */

static bool can_step(const Position *p, Cell from, Cell to) {
  return on_board(p, to) && !has_pawn(p, to) && !wall_between(p, from, to);
}

/* "if a wall or the board's edge is directly behind the jumped pawn, onto the
 * cell to the left or right of the jumped pawn"; a third pawn behind allows the
 * diagonal jump only with pawn_jump. */
static bool diagonal_is_open(const Position *p, Cell jumped, Cell behind) {
  if (!on_board(p, behind))
    return p->edge_jump;
  if (wall_between(p, jumped, behind))
    return true;
  return has_pawn(p, behind) && p->pawn_jump;
}

/* Marks the cells that a pawn can reach in this direction. */
static void mark_targets(const Position *p, Cell from, Cell direction,
                         CellSet targets) {
  Cell next = step(from, direction);
  Cell behind = step(next, direction);
  Cell left = step(next, (Cell){-direction.row, direction.column});
  Cell right = step(next, (Cell){direction.row, -direction.column});
  if (!on_board(p, next) || wall_between(p, from, next))
    return;
  /* "one orthogonal step onto a free cell with no wall in between" */
  if (!has_pawn(p, next)) {
    targets[next.column][next.row] = true;
    return;
  }
  /* "onto the cell directly behind it, if that cell is on the board and free,
   * and no wall stands between the jumped pawn and that cell" */
  if (can_step(p, next, behind))
    targets[behind.column][behind.row] = true;
  if (!diagonal_is_open(p, next, behind))
    return;
  /* "if that cell is free and no wall stands between it and the jumped pawn" */
  if (can_step(p, next, left))
    targets[left.column][left.row] = true;
  if (can_step(p, next, right))
    targets[right.column][right.row] = true;
}

/* ---- Walls -------------------------------------------------------------- */

/* A breadth-first search; "other pawns do not block a path". */
static bool has_way(const Position *p, int seat) {
  Cell queue[MAX_SIZE * MAX_SIZE];
  CellSet seen = {{false}};
  int head = 0, tail = 0;
  queue[tail++] = p->pawn[seat];
  seen[p->pawn[seat].column][p->pawn[seat].row] = true;
  while (head < tail) {
    Cell from = queue[head++];
    if (on_goal(p, seat, from))
      return true;
    for (int d = 0; d < 4; d++) {
      Cell to = step(from, directions[d]);
      if (!on_board(p, to) || seen[to.column][to.row] ||
          wall_between(p, from, to))
        continue;
      seen[to.column][to.row] = true;
      queue[tail++] = to;
    }
  }
  return false;
}

/* The edges that walls cover and the crossings that they run through, by the
 * cell to the south or west of an edge and south-west of a crossing. */
typedef struct Drawing {
  CellSet above, right, crossed;
} Drawing;

static void draw_wall(const Position *p, Cell at, char direction,
                      Drawing *drawing) {
  for (int i = 0; i < p->wall_length; i++) {
    bool runs_on = i < p->wall_length - 1;
    if (direction == 'h')
      drawing->above[at.column + i][at.row] = true;
    else
      drawing->right[at.column][at.row + i] = true;
    if (runs_on && direction == 'h')
      drawing->crossed[at.column + i][at.row] = true;
    if (runs_on && direction == 'v')
      drawing->crossed[at.column][at.row + i] = true;
  }
}

/* "It may not overlap or cross another wall." "Two walls overlap if they cover
 * the same edge. They cross if both run through the same inner crossing". */
static bool is_in_the_way(const Position *p, Cell at, char direction) {
  Drawing old = {0}, new = {0};
  for (int c = 1; c <= p->columns; c++)
    for (int r = 1; r <= p->rows; r++) {
      if (p->wall_h[c][r])
        draw_wall(p, (Cell){c, r}, 'h', &old);
      if (p->wall_v[c][r])
        draw_wall(p, (Cell){c, r}, 'v', &old);
    }
  draw_wall(p, at, direction, &new);
  for (int c = 1; c <= p->columns; c++)
    for (int r = 1; r <= p->rows; r++)
      if ((old.above[c][r] && new.above[c][r]) ||
          (old.right[c][r] && new.right[c][r]) ||
          (old.crossed[c][r] && new.crossed[c][r]))
        return true;
  return false;
}

static void lay_wall(Position *p, Cell at, char direction) {
  if (direction == 'h')
    p->wall_h[at.column][at.row] = true;
  else
    p->wall_v[at.column][at.row] = true;
  p->hand[p->seat]--;
}

/* "After it, every pawn must still have some path to its goal" */
static bool can_lay(const Position *p, Cell at, char direction) {
  if (p->hand[p->seat] == 0 || is_in_the_way(p, at, direction))
    return false;
  Position after = *p;
  lay_wall(&after, at, direction);
  for (int seat = 1; seat <= p->players; seat++)
    if (is_in(p, seat) && !has_way(&after, seat))
      return false;
  return true;
}

/* ---- Moves -------------------------------------------------------------- */

/* "Two ways to reach the same cell are one move." */
static size_t add_pawn_moves(const Position *p, char (*texts)[REF_TEXT]) {
  CellSet targets = {{false}};
  size_t count = 0;
  for (int d = 0; d < 4; d++)
    mark_targets(p, p->pawn[p->seat], directions[d], targets);
  for (int c = 1; c <= p->columns; c++)
    for (int r = 1; r <= p->rows; r++)
      if (targets[c][r])
        snprintf(texts[count++], REF_TEXT, "%c%d", 'a' + c - 1, r);
  return count;
}

/* "It lies between cells and does not leave the board." */
static bool fits(const Position *p, Cell at, char direction) {
  int last = p->wall_length - 1;
  return direction == 'h' ? at.column + last <= p->columns && at.row < p->rows
                          : at.row + last <= p->rows && at.column < p->columns;
}

static size_t add_walls(const Position *p, char (*texts)[REF_TEXT]) {
  size_t count = 0;
  for (int c = 1; c <= p->columns; c++)
    for (int r = 1; r <= p->rows; r++)
      for (const char *way = "hv"; *way != '\0'; way++)
        if (fits(p, (Cell){c, r}, *way) && can_lay(p, (Cell){c, r}, *way))
          snprintf(texts[count++], REF_TEXT, "%c%d%c", 'a' + c - 1, r, *way);
  return count;
}

static size_t quoridor_moves(const void *position, char (**texts)[REF_TEXT]) {
  const Position *p = position;
  unsigned winners;
  *texts = calloc(MAX_MOVES, sizeof **texts);
  if (*texts == NULL)
    abort();
  if (quoridor_over(p, &winners))
    return 0;
  size_t count = add_pawn_moves(p, *texts);
  count += add_walls(p, *texts + count);
  if (count == 0) /* "With no legal move at all, the player passes." */
    strcpy((*texts)[count++], "pass");
  return count;
}

/* "Its seat has no more turns" */
static void next_turn(Position *p) {
  do
    p->seat = p->seat == p->players ? 1 : p->seat + 1;
  while (!is_in(p, p->seat));
}

/* "its walls in hand are out of the game" */
static void quoridor_withdraw(void *position, int seat) {
  Position *p = position;
  p->pawn[seat] = (Cell){0, 0};
  p->hand[seat] = 0;
  if (p->seat == seat)
    next_turn(p);
}

static void quoridor_play(void *position, const char *text) {
  Position *p = position;
  if (strcmp(text, "pass") != 0) {
    char *rest;
    Cell at = {text[0] - 'a' + 1, (int)strtol(text + 1, &rest, 10)};
    if (*rest == '\0')
      p->pawn[p->seat] = at;
    else
      lay_wall(p, at, *rest);
  }
  next_turn(p);
}

const Reference reference_quoridor = {
    "quoridor",    quoridor_start, quoridor_seat,     quoridor_moves,
    quoridor_play, quoridor_over,  quoridor_withdraw, is_in,
};
