/* Tic Tac Doh: the board, the position, and how a piece is placed.
 *
 *   tictacdoh.c          rules and random moves
 *   tictacdoh_text.c     notation, drawing, scene, editing
 *   tictacdoh_queries.c  accessors and the parts of a move
 *   tictacdoh_eval.c     evaluation
 *   tictacdoh_key.c      solver keys
 *
 * The drawing board is 5 × 5. The first piece stands in its middle, so every
 * 3 × 3 window that the pieces can end up in fits on it. Boards are bit sets
 * with rows of six; the sixth column is always empty, so shifted lines never
 * wrap into the next row. The tables of a Tictacdoh never change
 * after opening. */
#ifndef BOARDLAB_CORE_GAMES_TICTACDOH_TICTACDOH_H
#define BOARDLAB_CORE_GAMES_TICTACDOH_TICTACDOH_H

#include "core/base/bits.h"
#include "core/base/cell.h"
#include "core/game/game.h"

enum { SIDE = 5, ROW = 6, SIZES = 3, PLAYERS_MAX = 4 };
enum { SMALL = 1, MEDIUM, LARGE, BEYOND };
enum { PLAYERS, STASH, FIXED_GRID = STASH + SIZES, BLOCKED_LOSES };
enum { BOX = 3, CONTENTS = 16 };

typedef uint32_t Board;

/* What the seat to move can achieve in one move (tictacdoh_eval.c). */
typedef enum Prospect { LOST, OPEN, WON, PROSPECTS } Prospect;

/* The contents of a square are the sizes in it and whether they are a nest: S,
 * M and L alone, the stacks MS, LM, LMS, and the nests SM, ML, SML. The sets
 * below SMALL and beyond LARGE are always empty, so that code can look at
 * piece[size - 1] and piece[size + 1]. */
typedef struct Position {
  State base;
  Board piece[BEYOND + 1];
  Board nested;
  Board window; /* squares in some 3 × 3 window that contains all pieces */
  Board near;   /* squares with a piece on or next to them */
  uint8_t stash[BEYOND];
} Position;

typedef struct Tictacdoh {
  Game base;
  Board all, middle, grid;     /* the 25 squares, c3, and b2 … d4 */
  Board around[SIDE * ROW][3]; /* squares at most 0, 1, 2 steps away */
  /* For keys (tictacdoh_key.c). transformed[columns - 1][rows - 1][turn][i] is
   * the square that symmetry `turn` of a box of that size takes to square i.
   * equivalent[sizes left][contents] is the smallest equivalent contents. */
  uint8_t transformed[BOX][BOX][8][BOX * BOX];
  uint8_t equivalent[1 << SIZES][CONTENTS];
  /* The evaluation, by the prospect and the seat that it favours. */
  double value[PROSPECTS][PLAYERS_MAX][PLAYERS_MAX];
} Tictacdoh;

static inline const Tictacdoh *tictacdoh_of(const Game *game) {
  return (const Tictacdoh *)game;
}

static inline Cell cell_at(int at) {
  return (Cell){at % ROW, at / ROW};
}

static inline Board occupied(const Position *p) {
  return p->piece[SMALL] | p->piece[MEDIUM] | p->piece[LARGE];
}

/* "on an empty square of an imaginary grid, adjacent (in any of 8 directions)
 * to a piece in play" */
static inline Board free_squares(const Position *p) {
  return p->window & p->near & ~occupied(p);
}

/* "onto a piece exactly one size larger"; "over a piece exactly one size
 * smaller"; "A square never mixes the two." */
static inline Board squares_taking(const Position *p, int size) {
  const Board *piece = p->piece;
  switch (size) {
  case SMALL: /* on M, or on M on L */
    return piece[MEDIUM] & ~piece[SMALL] & ~p->nested;
  case MEDIUM: /* on L, or over S */
    return (piece[SMALL] | piece[LARGE]) & ~piece[MEDIUM];
  default: /* over M, or over M over S */
    return piece[MEDIUM] & ~piece[LARGE] & (~piece[SMALL] | p->nested);
  }
}

/* "A stack counts as every size in it; a nest counts only as its outermost
 * (largest) piece." So in a nest each size is hidden by the next larger one. */
static inline Board squares_counting_as(const Position *p, int size) {
  return p->piece[size] & ~(p->nested & p->piece[size + 1]);
}

static inline bool has_line(Board b) {
  return (b & b >> 1 & b >> 2) | (b & b >> ROW & b >> 2 * ROW) |
         (b & b >> (ROW + 1) & b >> 2 * (ROW + 1)) |
         (b & b >> (ROW - 1) & b >> 2 * (ROW - 1));
}

/* Adds a piece to the board without taking it from the stash. */
static inline void put(const Tictacdoh *t, Position *p, int size, int at) {
  Board bit = (Board)1 << at;
  p->nested |= bit & p->piece[size - 1];
  p->piece[size] |= bit;
  p->window &= t->around[at][2];
  p->near |= t->around[at][1];
}

/* How far the pieces can be shifted towards a1; 0 if there are none. */
static inline int corner_of(Board used) {
  Board columns =
      used | used >> ROW | used >> 2 * ROW | used >> 3 * ROW | used >> 4 * ROW;
  return used ? bits_first(used) / ROW * ROW + bits_first(columns) : 0;
}

/* ---- moves ---------------------------------------------------------------*/

/* A move is a number made of a size and a square. The legal moves are a set of
 * such numbers: small and medium pieces in one word, large pieces in the other.
 */
enum { SIZE_SHIFT = 5, WORD = 64 };

typedef struct Targets {
  uint64_t word[2];
} Targets;

static inline Move make_move(int size, int at) {
  return (Move)((size - SMALL) << SIZE_SHIFT | at);
}

static inline int move_size(Move move) {
  return (int)(move >> SIZE_SHIFT) + SMALL;
}

static inline int move_at(Move move) {
  return (int)(move & ((1 << SIZE_SHIFT) - 1));
}

static inline Board targets_of(const Position *p, int size, Board empty) {
  return p->stash[size] ? empty | squares_taking(p, size) : 0;
}

ALWAYS_INLINE Targets list_targets(const Position *p) {
  Board empty = free_squares(p);
  return (Targets){{targets_of(p, SMALL, empty) |
                        (uint64_t)targets_of(p, MEDIUM, empty) << 32,
                    targets_of(p, LARGE, empty)}};
}

/* Ends a turn after which there is a line or not, and returns the moves of the
 * next player. "Otherwise, if the stash is empty, the game is a draw.
 * Otherwise, if the next player has no legal placement, that player loses" */
ALWAYS_INLINE Targets end_turn(const Game *game, State *state, bool line) {
  const Position *p = (const Position *)state;
  Targets targets = list_targets(p);
  if (line) {
    state_set_win(state, game_team(game, state->seat));
  } else if (!(targets.word[0] | targets.word[1])) {
    bool empty = !(p->stash[SMALL] | p->stash[MEDIUM] | p->stash[LARGE]);
    if (empty || !game->option[BLOCKED_LOSES])
      state_set_draw(state);
    else
      state_set_win(state, game_team(game, state->seat));
  }
  state->seat = game_next_seat(game, state);
  return targets;
}

/* Plays a move and returns the moves of the next player. Only the size that was
 * placed can have a new line. */
ALWAYS_INLINE Targets place(const Game *game, State *state, Move move) {
  Position *p = (Position *)state;
  int size = move_size(move);
  put(tictacdoh_of(game), p, size, move_at(move));
  p->stash[size]--;
  return end_turn(game, state, has_line(squares_counting_as(p, size)));
}

/* ---- tictacdoh_text.c ----------------------------------------------------*/

/* Indexed by size. */
extern const char TICTACDOH_LETTERS[];
extern const char *const TICTACDOH_NAMES[];

/* Writes the letters of the pieces on a square in the order laid. */
void tictacdoh_write_square(const Position *p, int at, char text[SIZES + 1]);

void tictacdoh_format(const Game *game, const State *state, Move move,
                      char text[MOVE_TEXT]);
bool tictacdoh_parse(const Game *game, const State *state, const char *text,
                     Move *move, Error *error);
void tictacdoh_draw(const Game *game, const State *state, FILE *out);
void tictacdoh_scene(const Game *game, const State *state, Scene *scene);
bool tictacdoh_set(const Game *game, State *state, const char *key,
                   const char *value, Error *error);
bool tictacdoh_settings(const Game *game, const State *state, FILE *out);

/* ---- tictacdoh_queries.c -------------------------------------------------*/

extern const Accessor tictacdoh_accessors[];
extern const MovePart tictacdoh_parts[];

/* ---- tictacdoh_eval.c ----------------------------------------------------*/

/* Fills in the table of values. */
void tictacdoh_prepare_values(Tictacdoh *t);
void tictacdoh_evaluate(const Game *game, const State *state, double value[]);

/* ---- tictacdoh_key.c -----------------------------------------------------*/

size_t tictacdoh_key_size(const Tictacdoh *t);
/* Fills in the tables for keys. */
void tictacdoh_prepare_keys(Tictacdoh *t);
void tictacdoh_key(const Game *game, const State *state, void *key);

/* ---- RULES.md ------------------------------------------------------------*/

extern const char tictacdoh_rules_page[]; /* generated by the build */

#endif
