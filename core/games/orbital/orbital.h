/* Orbital: moves, sets of moves and the position.
 *
 *   orbital.c          rules and random moves
 *   orbital_text.c     notation, drawing, scene, editing
 *   orbital_queries.c  accessors and the parts of a move
 *   orbital_eval.c     evaluation
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

enum { SIDE_MAX = 5, CELLS_MAX = SIDE_MAX * SIDE_MAX };
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
};
enum { LINE_BOTH, LINE_ROW, LINE_AXIS };
enum { REACH_AHEAD, REACH_LINE };
enum { FALLBACK_OPEN, FALLBACK_EMPTY };

/* What can be laid on a cell: a base, an antenna, or a thruster in one of four
 * directions. The first thruster has the number of its kind. */
enum { LAYS = THRUSTER + DIRECTIONS };

/* A set of cells. */
typedef uint32_t Board;

static inline Move make_move(int lay, int at) {
  return (Move)(lay << 5 | at);
}

static inline int move_lay(Move move) {
  return (int)(move >> 5);
}

static inline int move_at(Move move) {
  return (int)(move & 31);
}

static inline int kind_of(int lay) {
  return lay < THRUSTER ? lay : THRUSTER;
}

/* A set of moves, with two boards in each word: bases and antennas; thrusters
 * to the north and east; thrusters to the south and west. */
enum { MOVES = LAYS << 5, WORDS = MOVES / 64 };

typedef struct MoveSet {
  uint64_t word[WORDS];
} MoveSet;

static inline void moveset_add(MoveSet *set, Move move) {
  set->word[move >> 6] |= (uint64_t)1 << (move & 63);
}

static inline void moveset_remove(MoveSet *set, Move move) {
  set->word[move >> 6] &= ~((uint64_t)1 << (move & 63));
}

static inline bool moveset_has(const MoveSet *set, Move move) {
  return set->word[move >> 6] >> (move & 63) & 1;
}

static inline void moveset_join(MoveSet *set, const MoveSet *other) {
  for (int i = 0; i < WORDS; i++)
    set->word[i] |= other->word[i];
}

static inline bool moveset_any(MoveSet set) {
  return set.word[0] | set.word[1] | set.word[2];
}

/* The cells on which the set has a move of this kind. */
static inline Board cells_with(const MoveSet *set, int kind) {
  uint64_t thrusters = set->word[1] | set->word[2];
  uint64_t both = kind == THRUSTER ? thrusters | thrusters >> 32
                                   : set->word[0] >> (kind == BASE ? 0 : 32);
  return (Board)both;
}

static inline Board cells_with_any(const MoveSet *set) {
  return cells_with(set, BASE) | cells_with(set, ANTENNA) |
         cells_with(set, THRUSTER);
}

typedef struct Position {
  State base;
  Board constraint; /* the cells the last piece sends the next player to */
  MoveSet laid;
  MoveSet second;         /* the pieces of seat 2 among them */
  MoveSet barred;         /* moves that neither player may make */
  uint8_t left[2][KINDS]; /* pieces not yet laid */
  uint8_t towers[2];
} Position;

typedef struct Orbital {
  Game base;
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

static inline Cell cell_at(int size, int at) {
  return (Cell){at % size, at / size};
}

/* "the tower goes to the colour that has the majority of its pieces" */
static inline int tower_owner(const Position *p, int at) {
  unsigned seconds = (cells_with(&p->second, BASE) >> at & 1) +
                     (cells_with(&p->second, ANTENNA) >> at & 1) +
                     (cells_with(&p->second, THRUSTER) >> at & 1);
  return seconds >= 2;
}

static inline Board finished_towers(const Position *p) {
  return cells_with(&p->laid, BASE) & cells_with(&p->laid, ANTENNA) &
         cells_with(&p->laid, THRUSTER);
}

/* Adds a piece to the board without taking it from those left. */
static inline void put(const Orbital *o, Position *p, int seat, Move move) {
  uint64_t bit = (uint64_t)1 << (move & 63);
  p->laid.word[move >> 6] |= bit;
  p->second.word[move >> 6] |= seat ? bit : 0;
  moveset_join(&p->barred, &o->bars[move]);
}

/* The moves of the seat to move; empty if it must pass. */
MoveSet orbital_targets(const Game *game, const Position *p);

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

enum { TOWER_TEXT = 16 };

/* Writes a tower as letters and seats, as in "B1 T2n A1", with `between` (a
 * space or nothing) between the pieces. */
void orbital_write_tower(const Position *p, int at, const char *between,
                         char text[TOWER_TEXT]);

/* ---- orbital_queries.c ---------------------------------------------------*/

extern const Accessor orbital_accessors[];
extern const MovePart orbital_parts[];

/* ---- orbital_eval.c ------------------------------------------------------*/

void orbital_evaluate(const Game *game, const State *state, double value[]);
void orbital_evaluate_moves(const Game *game, const State *state,
                            const Move moves[], int count, int side,
                            double value[]);

/* ---- orbital_key.c -------------------------------------------------------*/

size_t orbital_key_size(const Orbital *o);
/* Fills in the tables of symmetries. */
void orbital_prepare_keys(Orbital *o);
void orbital_key(const Game *game, const State *state, void *key);

/* ---- RULES.md ------------------------------------------------------------*/

extern const char orbital_rules_page[]; /* generated by the build */

#endif
