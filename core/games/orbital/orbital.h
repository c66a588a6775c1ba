/* Orbital: moves, sets of moves and the position.
 *
 *   orbital.c          rules and random moves
 *   orbital_text.c     notation, drawing, scene, editing
 *   orbital_queries.c  accessors and the parts of a move
 *   orbital_eval.c     evaluation and features
 *   orbital_key.c      solver keys
 *
 * A move is a number: what is laid, and where. A position consists mainly of
 * sets of such numbers: the pieces on the board, those that belong to seat 2,
 * and the moves that neither player may make any more. Tables filled at opening
 * say which moves a piece rules out and where it sends the opponent. The
 * options only affect these tables, so playing a move takes only table lookups.
 *
 * The tables of an Orbital never change after opening. */
#ifndef BOARDLAB_CORE_GAMES_ORBITAL_ORBITAL_H
#define BOARDLAB_CORE_GAMES_ORBITAL_ORBITAL_H

#include "core/base/bits.h"
#include "core/base/cell.h"
#include "core/game/game.h"

enum { SIDE_MAX = 6, CELLS_MAX = SIDE_MAX * SIDE_MAX };
enum { PIECES_MAX = 12 }; /* of a kind per player */
enum { BASE, ANTENNA, THRUSTER, KINDS };
enum { NORTH, EAST, SOUTH, WEST, DIRECTIONS };
enum {
  SIZE,
  BASES,
  THRUSTERS,
  ANTENNAS,
  TOWERS_TO_WIN,
  LINE,
  REACH,
  FALLBACK,
  TOWER_HEIGHT,
};
enum { LINE_BOTH, LINE_ROW, LINE_AXIS };
enum { REACH_AHEAD, REACH_LINE };
enum { FALLBACK_OPEN, FALLBACK_EMPTY };

/* What can be laid on a cell: a base, an antenna, or a thruster in one of four
 * directions. The first thruster has the number of its kind. */
enum { LAYS = THRUSTER + DIRECTIONS };

/* A set of cells. */
typedef uint64_t Board;

/* Moves are numbered by what is laid and then by the cell, 32 cells for each.
 * The last cells of a 6×6 board, its tail, have numbers after all others. */
enum { HALF = 32, TAIL = CELLS_MAX - HALF, TAIL_MOVES = LAYS * HALF };
enum { MOVES = TAIL_MOVES + LAYS * TAIL, WORDS = (MOVES + 63) / 64 };

static inline Move make_move(int lay, int at) {
  return (Move)(at < HALF ? lay * HALF + at
                          : TAIL_MOVES + lay * TAIL + at - HALF);
}

static inline int move_lay(Move move) {
  return (int)(move < TAIL_MOVES ? move / HALF : (move - TAIL_MOVES) / TAIL);
}

static inline int move_at(Move move) {
  return (int)(move < TAIL_MOVES ? move % HALF
                                 : HALF + (move - TAIL_MOVES) % TAIL);
}

static inline int kind_of(int lay) {
  return lay < THRUSTER ? lay : THRUSTER;
}

/* A set of moves, with two half boards in each word: bases and antennas;
 * thrusters to the north and east; thrusters to the south and west. The last
 * word has the tails of all six. */
typedef struct MoveSet {
  uint64_t word[WORDS];
} MoveSet;

enum { TAIL_WORD = WORDS - 1 };

static inline void moveset_add(MoveSet *set, Move move) {
  set->word[move >> 6] |= (uint64_t)1 << (move & 63);
}

static inline bool moveset_has(const MoveSet *set, Move move) {
  return set->word[move >> 6] >> (move & 63) & 1;
}

/* A plain game has at most 5×5 cells and towers of three: its sets have no
 * tails, and what a piece rules out depends on that piece alone. Functions that
 * games spend their time in take this as a constant, so that the usual game
 * does not pay for the others. */
ALWAYS_INLINE bool moveset_any(const MoveSet *set, bool plain) {
  return set->word[0] | set->word[1] | set->word[2] |
         (plain ? 0 : set->word[TAIL_WORD]);
}

static inline int moveset_count(const MoveSet *set) {
  return bits_count(set->word[0]) + bits_count(set->word[1]) +
         bits_count(set->word[2]) + bits_count(set->word[TAIL_WORD]);
}

/* The cells of the tail on which the set has a move of this kind. */
static inline Board tail_with(const MoveSet *set, int kind) {
  uint64_t tail = set->word[TAIL_WORD] >> kind * TAIL;
  if (kind == THRUSTER)
    tail |= tail >> TAIL | tail >> 2 * TAIL | tail >> 3 * TAIL;
  return (tail & ((1 << TAIL) - 1)) << HALF;
}

/* The cells on which the set has a move of this kind. */
ALWAYS_INLINE Board cells_with(const MoveSet *set, int kind, bool plain) {
  uint64_t thrusters = set->word[1] | set->word[2];
  uint64_t both = kind == THRUSTER ? thrusters | thrusters >> HALF
                                   : set->word[0] >> (kind == BASE ? 0 : HALF);
  return (uint32_t)both | (plain ? 0 : tail_with(set, kind));
}

static inline Board cells_with_any(const MoveSet *set) {
  return cells_with(set, BASE, false) | cells_with(set, ANTENNA, false) |
         cells_with(set, THRUSTER, false);
}

/* The sets of a position: the pieces on the board, those of seat 2 among them,
 * and the moves that neither player may make. */
enum { LAID, SECOND, BARRED, SETS };

/* The tails follow the rest, so that only games with 6×6 cells have them; what
 * follows the tails, only games with towers of more than three pieces. */
typedef struct Position {
  State base;
  uint32_t constraint; /* the cells the last piece sends the next player to */
  uint64_t set[SETS][TAIL_WORD];
  uint8_t left[2][KINDS]; /* pieces not yet laid */
  uint8_t towers[2];
  uint32_t constraint_tail, tail[SETS];
  /* The cells with two bases or antennas, and those where the other one is of
   * seat 2. If one of the two is of seat 1, it is the one in LAID. */
  Board twice[THRUSTER], twice_second[THRUSTER];
} Position;

static inline bool set_has(const Position *p, int set, Move move) {
  return move < TAIL_MOVES ? p->set[set][move >> 6] >> (move & 63) & 1
                           : p->tail[set] >> (move - TAIL_MOVES) & 1;
}

static inline void set_add(Position *p, int set, Move move) {
  if (move < TAIL_MOVES)
    p->set[set][move >> 6] |= (uint64_t)1 << (move & 63);
  else
    p->tail[set] |= (uint32_t)1 << (move - TAIL_MOVES);
}

static inline void set_remove(Position *p, int set, Move move) {
  if (move < TAIL_MOVES)
    p->set[set][move >> 6] &= ~((uint64_t)1 << (move & 63));
  else
    p->tail[set] &= ~((uint32_t)1 << (move - TAIL_MOVES));
}

ALWAYS_INLINE void set_join(Position *p, int set, const MoveSet *other,
                            bool plain) {
  for (int i = 0; i < TAIL_WORD; i++)
    p->set[set][i] |= other->word[i];
  if (!plain)
    p->tail[set] |= (uint32_t)other->word[TAIL_WORD];
}

typedef struct Orbital {
  Game base;
  bool plain;
  Move moves; /* all moves have numbers below this */
  Board all;
  MoveSet edge;        /* thrusters that would point at the edge */
  Board sends[MOVES];  /* the constraint that a piece sets */
  MoveSet bars[MOVES]; /* the moves that a piece rules out */
  uint8_t transformed[8][CELLS_MAX]; /* orbital_key.c */
  uint8_t transformed_bars[8][1 << DIRECTIONS];
} Orbital;

static inline const Orbital *orbital_of(const Game *game) {
  return (const Orbital *)game;
}

ALWAYS_INLINE MoveSet set_of(const Position *p, int set, bool plain) {
  const uint64_t *word = p->set[set];
  return (MoveSet){{word[0], word[1], word[2], plain ? 0 : p->tail[set]}};
}

ALWAYS_INLINE Board constraint_of(const Position *p, bool plain) {
  return p->constraint | (plain ? 0 : (Board)p->constraint_tail << HALF);
}

ALWAYS_INLINE void constrain(Position *p, Board cells, bool plain) {
  p->constraint = (uint32_t)cells;
  if (!plain)
    p->constraint_tail = (uint32_t)(cells >> HALF);
}

static inline Cell cell_at(int size, int at) {
  return (Cell){at % size, at / size};
}

/* ---- towers --------------------------------------------------------------*/

enum { HEIGHT_MIN = 2, HEIGHT_MAX = 2 * KINDS };

/* Whether a tower can have two pieces of a kind. */
static inline bool is_tall(const Orbital *o) {
  return o->base.option[TOWER_HEIGHT] > KINDS;
}

/* Whether a piece of this seat has been laid by a move. */
static inline bool has_laid(const Orbital *o, const Position *p, int seat,
                            Move move) {
  int lay = move_lay(move), at = move_at(move);
  return set_has(p, LAID, move) &&
         (set_has(p, SECOND, move) == seat ||
          (is_tall(o) && lay < THRUSTER && p->twice[lay] >> at & 1 &&
           (int)(p->twice_second[lay] >> at & 1) == seat));
}

/* The pieces on a cell: of each kind, and how many of them are of seat 2. */
typedef struct Tower {
  uint8_t pieces[KINDS], seconds[KINDS];
} Tower;

Tower orbital_tower(const Orbital *o, const Position *p, int at);

static inline int tower_pieces(const Tower *t) {
  return t->pieces[BASE] + t->pieces[ANTENNA] + t->pieces[THRUSTER];
}

static inline int tower_seconds(const Tower *t) {
  return t->seconds[BASE] + t->seconds[ANTENNA] + t->seconds[THRUSTER];
}

/* Whether a tower has room for another piece of a kind. */
bool orbital_takes(const Orbital *o, const Tower *t, int kind);

enum { NOBODY = 2 };

/* "the tower goes to the colour that has the majority of its pieces"; "A tower
 * in which both colours have equally many pieces goes to nobody." */
static inline int tower_owner(const Orbital *o, const Position *p, int at) {
  Tower t = orbital_tower(o, p, at);
  int firsts = tower_pieces(&t) - tower_seconds(&t);
  return firsts == tower_seconds(&t) ? NOBODY : firsts < tower_seconds(&t);
}

/* The cells with pieces. */
Board orbital_occupied(const Orbital *o, const Position *p);

/* The cells with complete towers. */
Board orbital_finished(const Orbital *o, const Position *p);

/* Adds a piece to the board without taking it from those left. */
void orbital_put(const Orbital *o, Position *p, int seat, Move move);

/* The moves of the seat to move; empty if it must pass. */
MoveSet orbital_targets(const Game *game, const Position *p);

/* The cells that the seat to move can play on; none when the game is over. */
Board orbital_open_cells(const Game *game, const Position *p);

/* ---- orbital_text.c ------------------------------------------------------*/

void orbital_format(const Game *game, const State *state, Move move,
                    char text[MOVE_TEXT]);
bool orbital_parse(const Game *game, const State *state, const char *text,
                   Move *move, Error *error);
void orbital_draw(const Game *game, const State *state, FILE *out);
void orbital_scene(const Game *game, const State *state, Scene *scene);
bool orbital_set(const Game *game, State *state, const char *key,
                 const char *value, Error *error);
bool orbital_settings(const Game *game, const State *state, FILE *out);

enum { TOWER_TEXT = 24 };

/* Writes a tower as letters and seats, as in "B1 T2n A1", with `between` (a
 * space or nothing) between the pieces. */
void orbital_write_tower(const Orbital *o, const Position *p, int at,
                         const char *between, char text[TOWER_TEXT]);

/* ---- orbital_queries.c ---------------------------------------------------*/

extern const Accessor orbital_accessors[];
extern const MovePart orbital_parts[];

/* ---- orbital_eval.c ------------------------------------------------------*/

void orbital_evaluate(const Game *game, const State *state, double value[]);
void orbital_evaluate_moves(const Game *game, const State *state,
                            const Move moves[], int count, int side,
                            double value[]);

void orbital_list_features(Orbital *o);
void orbital_features(const Game *game, const State *state, int32_t number[]);

/* ---- orbital_key.c -------------------------------------------------------*/

size_t orbital_key_size(const Orbital *o);
/* Fills in the tables of symmetries. */
void orbital_prepare_keys(Orbital *o);
void orbital_key(const Game *game, const State *state, void *key);

/* ---- RULES.md ------------------------------------------------------------*/

extern const char orbital_rules_page[]; /* generated by the build */

#endif
