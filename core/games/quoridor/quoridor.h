/* What the files of Quoridor share: the board and the position.
 *
 *   quoridor.c          the rules, notation, drawing, editing
 *   quoridor_walls.c    which walls may be laid
 *   quoridor_playout.c  random moves and playouts
 *   quoridor_ask.c      what can be asked of a position, and its picture
 *   quoridor_worth.c    what a position is worth
 *   quoridor_key.c      which positions are as good as the same
 *
 * Cells are numbered row * ROW + column. A crossing has the number of the cell
 * south-west of it, a wall slot the number of the crossing at its centre. Rows
 * of twelve leave a gap between rows even on the largest board, so nothing that
 * is shifted by a step runs over the edge. */
#ifndef BOARDLAB_CORE_GAMES_QUORIDOR_QUORIDOR_H
#define BOARDLAB_CORE_GAMES_QUORIDOR_QUORIDOR_H

#include "core/base/bits.h"
#include "core/base/cell.h"
#include "core/game/game.h"

enum { SIDE_MAX = 11, ROW = 12, CELLS = SIDE_MAX * ROW, PLAYERS_MAX = 4 };
enum { PLAYERS, SIZE, WALLS, EDGE_JUMP, PAWN_JUMP };
enum { NORTH, EAST, SOUTH, WEST, DIRECTIONS };
enum { HORIZONTAL, VERTICAL, WAYS };
enum { NO_CELL = 255 };

static const int STEP[DIRECTIONS] = {ROW, 1, -ROW, -1};

typedef struct Position {
  State base;
  uint8_t pawn[PLAYERS_MAX]; /* cells; NO_CELL for a seat that is not there */
  uint8_t hand[PLAYERS_MAX]; /* walls */
  uint8_t unused[4];
  Bits128 walls[WAYS];
  uint8_t open[CELLS]; /* the directions a cell can be left in; follows from
                          the walls */
  uint8_t unused_too[4];
} Position;

/* The corners of cells, border included: a crossing is the point that is
 * FIRST_CROSSING further on. */
enum { POINTS = (SIDE_MAX + 1) * ROW, FIRST_CROSSING = ROW + 1 };

/* A wandering pawn is given one of twelve draws for a step: twelve divides by
 * one, two, three and four ways to go. */
enum { DRAWS = 12, DRAW_ROOM = 16 };

typedef struct Quoridor {
  Game base;
  int size;
  uint8_t start_open[CELLS];
  uint8_t goal[CELLS]; /* bit s: seat s wins here */
  uint8_t goal_direction[PLAYERS_MAX];
  uint8_t border[POINTS]; /* bit s: seat s cannot get out here */
  uint8_t drift[1 << DIRECTIONS][DRAW_ROOM]; /* see quoridor_playout.c */
  int most_steps;                            /* a pawn can have a choice of */
  int wall_count;
  uint8_t wall[WAYS * (SIDE_MAX - 1) * (SIDE_MAX - 1)]; /* slot + 128 * way */
  Bits128 slots;                 /* where walls can be at all */
  Bits128 at_border[DIRECTIONS]; /* the crossings next to a side */
  int packed_row;                /* see quoridor_worth.c */
  Bits128 leave[DIRECTIONS];
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

/* A move is a cell to go to, or a slot and how the wall lies in it. */
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

/* Whether a cell has a crossing at its north-east, where a wall can be. On the
 * largest board the last cells have higher numbers than `slots` has. */
static inline bool has_slot(const Quoridor *q, int cell) {
  return cell < 128 && bits128_has(&q->slots, cell);
}

/* By the difference of two cells: 1 << the direction from the second to the
 * first if they touch, else 0. A look-up, because a comparison that is hard to
 * predict costs more. */
extern const uint8_t quoridor_touching[256];

enum { STEPS_MAX = 8 };

/* Lists where the pawn of the seat to move can go, each cell once. */
int quoridor_steps(const Quoridor *q, const Position *p, Move *list);

void quoridor_play(const Game *game, State *state, Move move);

enum { WALL_TEXT = CELL_TEXT + 1 };

/* Reads "e2", or "e3h" with *way set; *way is WAYS for a cell. */
bool quoridor_read_place(const Quoridor *q, const char *text, int *number,
                         int *way);

/* Writes a wall, as in "e3h"; returns the length. */
int quoridor_write_wall(int slot, int way, char text[WALL_TEXT]);

/* ---- quoridor_walls.c: which walls may be laid ---------------------------*/

/* The slots that no wall overlaps or crosses. A wall in one of `risky` might
 * shut a pawn in or out; in any other it cannot. */
typedef struct Slots {
  Bits128 open[WAYS];
  Bits128 risky[WAYS];
} Slots;

void quoridor_slots(const Quoridor *q, const Position *p, Slots *slots);

/* How the walls hang together, and on which side of them the pawns are: enough
 * to tell of any further wall whom it would cut off. */
typedef struct Barriers {
  Bits128 walls[WAYS]; /* those that are in it */
  uint8_t part[POINTS];
  uint8_t turn[POINTS];
  uint8_t size[POINTS];
  uint8_t touch[POINTS];
  uint8_t outer[POINTS];
  uint8_t cross[WAYS][POINTS];
} Barriers;

void quoridor_barriers(const Quoridor *q, const Position *p, Barriers *b);

/* Brings it up to date with walls laid since, if no pawn has moved. */
void quoridor_barriers_grow(const Position *p, Barriers *b);

/* Bit s for each seat s that a wall in this open slot would cut off from its
 * goal line. */
unsigned quoridor_cuts_off(const Barriers *b, int slot, int way);

/* Removes from slots->open whatever would cut anyone off. */
void quoridor_legal_slots(const Quoridor *q, const Position *p, Slots *slots);

/* Whether a wall in any slot from 0 to 127 would be legal, if in hand. */
bool quoridor_may_lay(const Quoridor *q, const Position *p, int slot, int way);

/* ---- quoridor_playout.c --------------------------------------------------*/

Move quoridor_random_move(const Game *game, const State *state, Rng *rng);
int quoridor_playout(const Game *game, State *state, Rng *rng, int max_plies);

/* ---- quoridor_key.c ------------------------------------------------------*/

size_t quoridor_key_size(const Quoridor *q);
void quoridor_key(const Game *game, const State *state, void *key);

/* ---- quoridor_ask.c ------------------------------------------------------*/

extern const Accessor quoridor_accessors[];
void quoridor_describe(const Game *game, const State *state, Move move,
                       Parts *parts);
void quoridor_scene(const Game *game, const State *state, Scene *scene);

/* ---- quoridor_worth.c ----------------------------------------------------*/

/* Fills in what distances are found with. */
void quoridor_fill_leave(Quoridor *q);

/* Steps from a seat's pawn to its goal line with no pawns in the way; as many
 * as there are cells if there is no way. */
void quoridor_distances(const Quoridor *q, const Position *p, int distance[]);

void quoridor_evaluate(const Game *game, const State *state, double value[]);

#endif
