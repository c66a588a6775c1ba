/* Quoridor: the board, the position and the functions that its files share.
 *
 *   quoridor.c          rules: legal moves, playing, opening a game
 *   quoridor_walls.c    which walls are legal
 *   quoridor_barriers.c which walls would cut a pawn off
 *   quoridor_paths.c    shortest paths to the goals
 *   quoridor_playout.c  random moves and playouts
 *   quoridor_counted.c  playouts that count the legal moves
 *   quoridor_text.c     notation, drawing, scene, editing
 *   quoridor_queries.c  accessors and the parts of a move
 *   quoridor_eval.c     evaluation and features
 *   quoridor_key.c      solver keys
 *
 * Cells are numbered row * ROW + column. A crossing (an inner corner of cells)
 * has the number of the cell south-west of it, and a wall slot the number of
 * the first cell that the wall lies along: the most southern or western one of
 * those south or west of it. So it is also the number of the first crossing
 * that the wall runs through, if it runs through any; a wall of two cells has
 * one, at its centre. Rows of twelve leave a gap after each row even on the
 * largest board, so bits that are shifted by one step never wrap into the next
 * row; where shifts by more steps do, there is no slot.
 *
 * Walls of two cells have code of their own where that is faster.
 *
 * The tables of a Quoridor never change after opening. */
#ifndef BOARDLAB_CORE_GAMES_QUORIDOR_QUORIDOR_H
#define BOARDLAB_CORE_GAMES_QUORIDOR_QUORIDOR_H

#include "core/base/bits.h"
#include "core/base/cell.h"
#include "core/game/game.h"

enum {
  SIDE_MIN = 2,
  SIDE_MAX = 11,
  ROW = 12,
  CELLS = SIDE_MAX * ROW,
  PLAYERS_MAX = 4
};
enum { WALLS_MAX = 30 };
enum { LENGTH_MAX = 4 };
/* option numbers */
enum {
  PLAYERS,
  SIDE_SEAT,
  SIZE,
  COLUMNS,
  ROWS,
  WALLS,
  WALL_LENGTH,
  EDGE_JUMP,
  PAWN_JUMP,
  GOAL,
  GOAL_CELL
};
/* values of GOAL */
enum { GOAL_SIDE, GOAL_MIDDLE, GOAL_EDGE, GOAL_ONE_CELL };
enum { NORTH, EAST, SOUTH, WEST, DIRECTIONS };
enum { HORIZONTAL, VERTICAL, WAYS }; /* how a wall lies */
/* Adjacent to no cell that can be left in its direction: a1, the only one that
 * `quoridor_adjacent` takes for its neighbour, is at the edge. */
enum { NO_CELL = 255 };

static const int STEP[DIRECTIONS] = {ROW, 1, -ROW, -1};
static const int ALONG[WAYS] = {1, ROW};

typedef struct Position {
  State base;
  uint8_t pawn[PLAYERS_MAX]; /* cells; NO_CELL for seats that do not play: seats
                                that do not exist, and those whose pawn has been
                                taken off. They have no walls in hand. */
  uint8_t hand[PLAYERS_MAX]; /* walls in hand */
  uint8_t unused[4];
  Bits128 walls[WAYS]; /* their slots */
  uint8_t open[CELLS]; /* bit d: the cell can be left in direction d; derived
                          from the walls */
  uint8_t unused_too[4];
} Position;

/* The corners of cells, border included. Crossing c is point
 * c + FIRST_CROSSING. */
enum { POINTS = (SIDE_MAX + 1) * ROW, FIRST_CROSSING = ROW + 1 };
enum { ON_BORDER = 128 };

/* One random step of a pawn uses a number below twelve, which is divisible by
 * one, two, three and four open directions. Tables have sixteen columns so that
 * a row starts at a multiple of sixteen bytes. */
enum { STEP_DRAWS = 12, STEP_COLUMNS = 16 };

/* Bytes for the points and for the slots, in whole blocks. A test of the last
 * slot reads up to two rows beyond. */
enum { BLOCK = 32, POINT_BYTES = 5 * BLOCK, SLOT_BYTES = 4 * BLOCK };

/* What one seat's walls and border are connected to, and the thread from its
 * pawn to its goal, which decide whether another wall would cut the pawn
 * off. quoridor_barriers.c explains the method. */
typedef struct Barrier {
  uint8_t label[POINT_BYTES];           /* 2 * component + parity */
  uint8_t uncrossed[WAYS][POINT_BYTES]; /* 0: the thread crosses the line from
                                           this point to the next; else 1 */
} Barrier;

typedef struct Barriers {
  Barrier of[PLAYERS_MAX];
  int seats;
  int length; /* of walls */
} Barriers;

/* Some slots, each marked with 1 at the crossing of its number: a wall of two
 * cells needs no check for the border when it marks those that it overlaps. */
typedef struct OpenSlots {
  uint8_t at[WAYS][POINT_BYTES];
} OpenSlots;

typedef struct Quoridor {
  Game base;
  int columns, rows;
  int length;                          /* of walls */
  uint8_t start_open[CELLS];           /* Position.open without walls */
  uint8_t goal[CELLS];                 /* bit s: a goal of seat s */
  uint8_t goal_direction[PLAYERS_MAX]; /* to the opposite side */
  uint8_t goal_cell[PLAYERS_MAX]; /* if it is one cell, otherwise NO_CELL */
  bool is_symmetric;              /* the goals are, left to right */
  uint8_t border[POINTS]; /* of border points ON_BORDER, and bit s unless the
                             cells on both sides of it are goals of seat s */
  uint8_t random_step[1 << DIRECTIONS][STEP_COLUMNS]; /* quoridor_playout.c */
  int steps_bound; /* upper bound on the legal steps of a pawn */
  int wall_count;
  uint8_t wall[WAYS * SIDE_MAX * (SIDE_MAX - 1)]; /* slot + 128 * way */
  Bits128 slots[WAYS]; /* all wall slots of the board */
  Bits128 crossings;
  Bits128 at_border[DIRECTIONS]; /* the crossings next to each side */
  Barriers bare;                 /* without walls and threads */
  int point_blocks, slot_blocks; /* those that this board uses */
  OpenSlots every_slot;
  int packed_row;                                   /* quoridor_paths.c */
  Bits128 exits[DIRECTIONS], not_goal[PLAYERS_MAX]; /* quoridor_paths.c */
} Quoridor;

static inline const Quoridor *quoridor_of(const Game *game) {
  return (const Quoridor *)game;
}

static inline int cell_number(Cell cell) {
  return cell.row * ROW + cell.column;
}

static inline Cell cell_at(int number) {
  return (Cell){number % ROW, number / ROW};
}

/* Slots are below 128. The two cells with higher numbers that can have a wall,
 * a vertical one of length 1, use those of two cells that cannot: k1 and the
 * gap after it, which have nothing to their right. */
enum { FIRST_SPARE = 10, FIRST_BEYOND = 128 };

static inline int slot_of_cell(int cell) {
  return cell < FIRST_BEYOND ? cell : cell - FIRST_BEYOND + FIRST_SPARE;
}

static inline int slot_cell(int slot, int way) {
  bool beyond = way == VERTICAL && (slot & ~1) == FIRST_SPARE;
  return slot + beyond * (FIRST_BEYOND - FIRST_SPARE);
}

/* A move is the cell a pawn goes to, or a slot and how the wall lies in it. */
static inline Move pawn_move(int cell) {
  return (Move)cell;
}

static inline Move wall_move(int slot, int way) {
  return (Move)(256 + slot + 128 * way);
}

static inline bool move_is_wall(Move move) {
  return move >= 256;
}

static inline int move_slot(Move move) {
  return (int)(move & 127);
}

static inline int move_way(Move move) {
  return (int)(move >> 7 & 1);
}

static inline bool pawn_on(const Position *p, int cell) {
  return (p->pawn[0] == cell) | (p->pawn[1] == cell) | (p->pawn[2] == cell) |
         (p->pawn[3] == cell);
}

static inline bool has_pawn(const Position *p, int seat) {
  return p->pawn[seat] != NO_CELL;
}

/* The seat whose turn follows: the next one with a pawn. While the game is in
 * progress there are two or more. */
static inline uint8_t next_seat(const Quoridor *q, const Position *p) {
  int seat = p->base.seat;
  do
    seat = seat + 1 == q->base.seats ? 0 : seat + 1;
  while (!has_pawn(p, seat));
  return (uint8_t)seat;
}

/* Whether a wall whose first cell is this one fits on the board: it lies
 * between cells and does not stick out. */
static inline bool wall_fits(const Quoridor *q, int cell, int way) {
  Cell at = cell_at(cell);
  int right = way == HORIZONTAL ? q->length - 1 : 1;
  int up = way == HORIZONTAL ? 1 : q->length - 1;
  return at.column + right < q->columns && at.row + up < q->rows;
}

/* ---- quoridor.c ----------------------------------------------------------*/

/* Indexed by the difference of two cells as a byte: 1 << the direction from the
 * second to the first if they are adjacent, otherwise 0. A table, because a
 * comparison here would be a branch that is hard to predict. */
extern const uint8_t quoridor_adjacent[256];

enum { STEPS_MAX = 8 };

/* Lists the cells that the pawn of the seat to move can go to, each once. */
int quoridor_steps(const Quoridor *q, const Position *p, Move *list);

void quoridor_play(const Game *game, State *state, Move move);

/* Puts a wall on the board and updates Position.open. Takes none from a hand.
 */
void quoridor_add_wall(const Quoridor *q, Position *p, int slot, int way);

/* ---- quoridor_walls.c ----------------------------------------------------*/

/* `open` are the slots whose wall would neither overlap nor cross another. A
 * wall in one of `risky` could cut a pawn off; in any other open slot it
 * cannot. */
typedef struct Slots {
  Bits128 open[WAYS];
  Bits128 risky[WAYS];
} Slots;

void quoridor_slots(const Quoridor *q, const Position *p, Slots *slots);

/* The crossings that the walls of one way run through. */
Bits128 quoridor_crossed(const Quoridor *q, const Position *p, int way);

/* Marks the slots whose wall would neither overlap nor cross another. */
void quoridor_mark_open(const Quoridor *q, const Position *p, OpenSlots *open);

/* Fills in slots->open with the legal slots only. */
void quoridor_legal_slots(const Quoridor *q, const Position *p, Slots *slots);

/* Whether a wall in any slot from 0 to 127 is legal, apart from having one in
 * hand. */
bool quoridor_wall_is_legal(const Quoridor *q, const Position *p, int slot,
                            int way);

/* ---- quoridor_barriers.c -------------------------------------------------*/

/* Fills in bare, every_slot, point_blocks and slot_blocks. */
void quoridor_prepare_barriers(Quoridor *q);

void quoridor_barriers(const Quoridor *q, const Position *p, Barriers *b);

/* Adds a legal wall. */
void quoridor_barriers_add(const Quoridor *q, Barriers *b, int slot, int way);

/* A line between two neighbouring points, given by the lower one. */
typedef struct Line {
  int way, point;
} Line;

/* The lines that a pawn crosses by a step or jump; returns their number. */
int quoridor_step_lines(const Position *p, int from, int to, Line lines[2]);

/* Follows a pawn. Walls laid earlier may be added later. */
void quoridor_barriers_step(const Position *p, Barriers *b, int seat, int from,
                            int to);

/* Bit s for each seat s that a wall in this open slot would leave without a
 * path to its goal. */
unsigned quoridor_cuts_off(const Barriers *b, int slot, int way);

/* Marks with 1 the open slots whose wall would cut nobody off, and with 0 all
 * others. */
void quoridor_mark_legal(const Quoridor *q, const Barriers *b,
                         const OpenSlots *open, uint8_t (*legal)[SLOT_BYTES]);

/* ---- quoridor_paths.c ----------------------------------------------------*/

/* The cells that can be left in each direction, as packed sets. */
typedef struct Passages {
  Bits128 open[DIRECTIONS];
} Passages;

enum { NO_PATH = -1 };

/* Fills in packed_row, exits and not_goal. */
void quoridor_prepare_paths(Quoridor *q);

void quoridor_passages(const Quoridor *q, const Position *p, Passages *open);

/* The least number of steps from a cell to a seat's goal, with pawns
 * ignored; NO_PATH if walls shut the cell off. */
int quoridor_distance(const Quoridor *q, const Passages *open, int cell,
                      int seat);

/* A shortest path from a cell to a seat's goal. */
typedef struct Path {
  int steps;         /* NO_PATH if walls shut the cell off */
  Bits128 cut[WAYS]; /* where a wall would cut it, as packed sets */
} Path;

void quoridor_find_path(const Quoridor *q, const Passages *open, int cell,
                        int seat, Path *path);

/* Whether a wall in this slot would cut the path. If not, the distance remains
 * the same. */
bool quoridor_path_is_cut(const Quoridor *q, const Path *path, int slot,
                          int way);

/* Adds a wall to the passages. */
void quoridor_shut(const Quoridor *q, Passages *open, int slot, int way);

/* ---- quoridor_playout.c --------------------------------------------------*/

/* Fills in random_step. */
void quoridor_prepare_playouts(Quoridor *q);

Move quoridor_random_move(const Game *game, const State *state, Rng *rng);
int quoridor_playout(const Game *game, State *state, Rng *rng, int max_plies);

/* ---- quoridor_counted.c --------------------------------------------------*/

void quoridor_counted_playout(const Game *game, State *state, Rng *rng,
                              int max_plies, MovesPlayed *played);

/* ---- quoridor_text.c -----------------------------------------------------*/

enum { WALL_TEXT = CELL_TEXT + 1 };

/* Reads a cell such as "e2" (*way is WAYS then) or a wall such as "e3h". */
bool quoridor_read_place(const Quoridor *q, const char *text, int *number,
                         int *way);

/* Adds to `why` where walls fit on the board. */
void quoridor_explain_size(const Quoridor *q, int way, Error *why);

/* Writes a wall such as "e3h"; returns the length. */
int quoridor_write_wall(int slot, int way, char text[WALL_TEXT]);

void quoridor_format(const Game *game, const State *state, Move move,
                     char text[MOVE_TEXT]);
bool quoridor_parse(const Game *game, const State *state, const char *text,
                    Move *move, Error *error);
void quoridor_draw(const Game *game, const State *state, FILE *out);
void quoridor_scene(const Game *game, const State *state, Scene *scene);
bool quoridor_set(const Game *game, State *state, const char *key,
                  const char *value, Error *error);
bool quoridor_settings(const Game *game, const State *state, FILE *out);

/* ---- quoridor_queries.c --------------------------------------------------*/

extern const Accessor quoridor_accessors[];
extern const MovePart quoridor_parts[];

/* ---- quoridor_eval.c -----------------------------------------------------*/

void quoridor_evaluate(const Game *game, const State *state, double value[]);
void quoridor_evaluate_moves(const Game *game, const State *state,
                             const Move moves[], int count, int side,
                             double value[]);

void quoridor_list_features(Quoridor *q);
void quoridor_features(const Game *game, const State *state, int32_t number[]);

/* ---- quoridor_key.c ------------------------------------------------------*/

size_t quoridor_key_size(const Quoridor *q);
void quoridor_key(const Game *game, const State *state, void *key);

/* ---- RULES.md ------------------------------------------------------------*/

extern const char quoridor_rules_page[]; /* generated by the build */

#endif
