/* Tic Tac Doh: the board, the position, and how a piece is placed.
 *
 *   tictacdoh.c          rules and random moves
 *   tictacdoh_text.c     notation, drawing, scene, editing
 *   tictacdoh_queries.c  accessors and the parts of a move
 *   tictacdoh_eval.c     evaluation
 *   tictacdoh_key.c      solver keys and features
 *
 * The first piece stands in the middle of a drawing board that has room for
 * every window that the pieces can end up in: 5 × 5 squares for a window of
 * 3 × 3, 7 × 7 for one of 4 × 4. Boards are bit sets with one column more than
 * the drawing board; that column is always empty, so shifted lines never wrap
 * into the next row. The tables of a Tictacdoh never change after opening.
 *
 * Functions that games spend their time in take the window as a constant, so
 * that the usual game does not pay for the other. */
#ifndef BOARDLAB_CORE_GAMES_TICTACDOH_TICTACDOH_H
#define BOARDLAB_CORE_GAMES_TICTACDOH_TICTACDOH_H

#include "core/base/bits.h"
#include "core/base/cell.h"
#include "core/game/game.h"
#include <stddef.h>

enum { SIZES = 3, PLAYERS_MAX = 4, STASH_MAX = 15 };
enum { SMALL = 1, MEDIUM, LARGE, BEYOND };
enum {
  PLAYERS,
  STASH,
  FIXED_GRID = STASH + SIZES,
  BLOCKED_LOSES,
  WINDOW,
  LINE_LENGTH
};
enum { USUAL_WINDOW = 3, WIDE_WINDOW = 4, CONTENTS = 16 };
enum { BOX = WIDE_WINDOW * WIDE_WINDOW }; /* squares of the largest window */

/* The edge of the drawing board, and the distance of squares in a column. */
#define SIDE_OF(window) (2 * (window)-1)
#define ROW_OF(window) (2 * (window))
enum { SIDE_MAX = SIDE_OF(WIDE_WINDOW), ROW_MAX = ROW_OF(WIDE_WINDOW) };

typedef uint64_t Board;

/* What the seat to move can achieve in one move (tictacdoh_eval.c). */
typedef enum Prospect { LOST, OPEN, WON, PROSPECTS } Prospect;

/* The boards of a position. The contents of a square are the sizes in it, on
 * the boards SMALL, MEDIUM and LARGE, and whether they are a nest: S, M and L
 * alone, the stacks MS, LM, LMS, and the nests SM, ML, SML. The boards below
 * SMALL and beyond LARGE are always empty, so that code can look at one size
 * smaller and one size larger. */
enum {
  NESTED = BEYOND + 1,
  FITTING, /* squares in some window that contains all pieces */
  NEAR,    /* squares with a piece on or next to them */
  BOARDS
};

/* The boards of the usual game fit in 32 bits. Only a wide window has the wide
 * boards; its narrow ones are zero. */
typedef struct Position {
  State base;
  uint32_t narrow[BOARDS];
  uint8_t stash[BEYOND];
  uint64_t wide[BOARDS];
} Position;

#define POSITION_SIZE(window)                                                  \
  ((window) == USUAL_WINDOW ? offsetof(Position, wide) : sizeof(Position))

ALWAYS_INLINE Board board(const Position *p, int which, int window) {
  return window == USUAL_WINDOW ? p->narrow[which] : p->wide[which];
}

ALWAYS_INLINE void set_board(Position *p, int which, Board b, int window) {
  if (window == USUAL_WINDOW)
    p->narrow[which] = (uint32_t)b;
  else
    p->wide[which] = b;
}

/* What a piece on a square leaves: squares on or next to it, and squares in
 * some window with it. */
typedef struct Reach {
  Board near, fitting;
} Reach;

typedef struct Tictacdoh {
  Game base;
  int window;              /* the option, 3 or 4 */
  Board all, middle, grid; /* the drawing board, its middle, the fixed grid */
  int grid_corner;         /* the first square of the fixed grid */
  Reach reach[SIDE_MAX * ROW_MAX];
  /* For keys (tictacdoh_key.c). transformed[columns - 1][rows - 1][turn][i] is
   * the square that symmetry `turn` of a box of that size takes to square i.
   * equivalent[sizes left][contents] is the smallest equivalent contents. */
  uint8_t transformed[WIDE_WINDOW][WIDE_WINDOW][8][BOX];
  uint8_t equivalent[1 << SIZES][CONTENTS];
  /* The evaluation, by the prospect and the seat that it favours. */
  double value[PROSPECTS][PLAYERS_MAX][PLAYERS_MAX];
} Tictacdoh;

static inline const Tictacdoh *tictacdoh_of(const Game *game) {
  return (const Tictacdoh *)game;
}

static inline bool is_usual(const Game *game) {
  return tictacdoh_of(game)->window == USUAL_WINDOW;
}

/* "line_length": squares in a line that win. */
ALWAYS_INLINE int line_length(const Game *game, int window) {
  return window == USUAL_WINDOW ? USUAL_WINDOW : game->option[LINE_LENGTH];
}

static inline int window_of(const Game *game) {
  return tictacdoh_of(game)->window;
}

static inline int side_of(const Game *game) {
  return SIDE_OF(window_of(game));
}

static inline int square_at(const Game *game, Cell cell) {
  return cell.row * ROW_OF(window_of(game)) + cell.column;
}

/* Two constants instead of one variable, which would be slow to divide by. */
static inline Cell cell_at(const Game *game, int at) {
  enum { USUAL_ROW = ROW_OF(USUAL_WINDOW), WIDE_ROW = ROW_OF(WIDE_WINDOW) };
  return is_usual(game) ? (Cell){at % USUAL_ROW, at / USUAL_ROW}
                        : (Cell){at % WIDE_ROW, at / WIDE_ROW};
}

ALWAYS_INLINE Board occupied(const Position *p, int window) {
  return board(p, SMALL, window) | board(p, MEDIUM, window) |
         board(p, LARGE, window);
}

/* "on an empty square of an imaginary grid, adjacent (in any of 8 directions)
 * to a piece in play" */
ALWAYS_INLINE Board free_squares(const Position *p, int window) {
  return board(p, FITTING, window) & board(p, NEAR, window) &
         ~occupied(p, window);
}

/* "onto a piece exactly one size larger"; "over a piece exactly one size
 * smaller"; "A square never mixes the two." */
ALWAYS_INLINE Board squares_taking(const Position *p, int size, int window) {
  Board small = board(p, SMALL, window), medium = board(p, MEDIUM, window),
        large = board(p, LARGE, window), nested = board(p, NESTED, window);
  switch (size) {
  case SMALL: /* on M, or on M on L */
    return medium & ~small & ~nested;
  case MEDIUM: /* on L, or over S */
    return (small | large) & ~medium;
  default: /* over M, or over M over S */
    return medium & ~large & (~small | nested);
  }
}

/* "A stack counts as every size in it; a nest counts only as its outermost
 * (largest) piece." So in a nest each size is hidden by the next larger one. */
ALWAYS_INLINE Board squares_counting_as(const Position *p, int size,
                                        int window) {
  return board(p, size, window) &
         ~(board(p, NESTED, window) & board(p, size + 1, window));
}

/* The first squares of the lines of three or four squares in this direction. */
ALWAYS_INLINE Board line_starts(Board b, int step, int length) {
  Board three = b & b >> step & b >> 2 * step;
  return length == 3 ? three : three & b >> 3 * step;
}

ALWAYS_INLINE bool has_line(Board b, int window, int length) {
  int row = ROW_OF(window);
  return line_starts(b, 1, length) | line_starts(b, row, length) |
         line_starts(b, row + 1, length) | line_starts(b, row - 1, length);
}

/* Adds a piece to the board without taking it from the stash. */
ALWAYS_INLINE void put(const Tictacdoh *t, Position *p, int size, int at,
                       int window) {
  const Reach *reach = &t->reach[at];
  Board bit = (Board)1 << at, nests = bit & board(p, size - 1, window);
  set_board(p, NESTED, board(p, NESTED, window) | nests, window);
  set_board(p, size, board(p, size, window) | bit, window);
  set_board(p, FITTING, board(p, FITTING, window) & reach->fitting, window);
  set_board(p, NEAR, board(p, NEAR, window) | reach->near, window);
}

/* How far the pieces can be shifted towards a1; 0 if there are none. */
ALWAYS_INLINE int corner_of(Board used, int window) {
  int row = ROW_OF(window);
  Board columns = used;
  for (int i = 1; i < SIDE_OF(window); i++)
    columns |= used >> i * row;
  return used ? bits_first(used) / row * row + bits_first(columns) : 0;
}

/* ---- moves ---------------------------------------------------------------*/

/* A move is a number made of a size and a square. The legal moves are a set of
 * such numbers. In the usual game a size has 32 numbers, so that small and
 * medium pieces share a word; in the wide game each size has a word. */
enum { WORD = 64, WORDS = SIZES };

typedef struct Targets {
  uint64_t word[WORDS];
} Targets;

#define SIZE_SHIFT(window) ((window) == USUAL_WINDOW ? 5 : 6)

ALWAYS_INLINE Move make_move(int size, int at, int window) {
  return (Move)((size - SMALL) << SIZE_SHIFT(window) | at);
}

ALWAYS_INLINE int move_size(Move move, int window) {
  return (int)(move >> SIZE_SHIFT(window)) + SMALL;
}

ALWAYS_INLINE int move_at(Move move, int window) {
  return (int)(move & ((1 << SIZE_SHIFT(window)) - 1));
}

ALWAYS_INLINE Board targets_of(const Position *p, int size, Board empty,
                               int window) {
  return p->stash[size] ? empty | squares_taking(p, size, window) : 0;
}

ALWAYS_INLINE Targets list_targets(const Position *p, int window) {
  Board empty = free_squares(p, window);
  Board small = targets_of(p, SMALL, empty, window);
  Board medium = targets_of(p, MEDIUM, empty, window);
  Board large = targets_of(p, LARGE, empty, window);
  if (window == USUAL_WINDOW)
    return (Targets){{small | medium << WORD / 2, large}};
  return (Targets){{small, medium, large}};
}

/* Ends a turn after which there is a line or not, and returns the moves of the
 * next player. "Otherwise, if the stash is empty, the game is a draw.
 * Otherwise, if the next player has no legal placement, that player loses" */
ALWAYS_INLINE Targets end_turn(const Game *game, State *state, bool line,
                               int window) {
  const Position *p = (const Position *)state;
  Targets targets = list_targets(p, window);
  if (line) {
    state_set_win(state, game_team(game, state->seat));
  } else if (!(targets.word[0] | targets.word[1] | targets.word[2])) {
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
ALWAYS_INLINE Targets place(const Game *game, State *state, Move move,
                            int window) {
  Position *p = (Position *)state;
  int size = move_size(move, window);
  put(tictacdoh_of(game), p, size, move_at(move, window), window);
  p->stash[size]--;
  bool line = has_line(squares_counting_as(p, size, window), window,
                       line_length(game, window));
  return end_turn(game, state, line, window);
}

/* ---- tictacdoh_text.c ----------------------------------------------------*/

/* Indexed by size. */
extern const char TICTACDOH_LETTERS[];
extern const char *const TICTACDOH_NAMES[];

/* Writes the letters of the pieces on a square in the order laid. */
void tictacdoh_write_square(const Game *game, const Position *p, int at,
                            char text[SIZES + 1]);

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
void tictacdoh_list_features(Tictacdoh *t);
void tictacdoh_features(const Game *game, const State *state, int32_t number[]);

/* ---- RULES.md ------------------------------------------------------------*/

extern const char tictacdoh_rules_page[]; /* generated by the build */

#endif
