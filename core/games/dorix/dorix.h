/* Dorix: the board, the position and its piles.
 *
 *   dorix.c          rules
 *   dorix_random.c   random moves, counting moves, playouts
 *   dorix_text.c     notation, drawing, scene, editing
 *   dorix_queries.c  accessors and the parts of a move
 *   dorix_eval.c     evaluation and features
 *   dorix_key.c      solver keys
 *
 * A pile is a sequence of two-bit pawns, the top one in the lowest bits, in as
 * many words as all pawns of the game need. The cells that each seat controls
 * are kept as sets, and the heights separately, so that most functions need not
 * read a pile. The collapses of a pile come from a table: they depend only on
 * which neighbours are lower, on the height, and on which pawns are alike.
 *
 * The tables of a Dorix never change after opening. */
#ifndef BOARDLAB_CORE_GAMES_DORIX_DORIX_H
#define BOARDLAB_CORE_GAMES_DORIX_DORIX_H

#include "core/base/bits.h"
#include "core/game/game.h"

enum { SIDE_MIN = 3, SIDE_MAX = 6, CELLS_MAX = SIDE_MAX * SIDE_MAX };
enum { PLAYERS_MAX = 4, PAWNS_MAX = 40, WORD_PAWNS = 32 };
/* option numbers */
enum {
  PLAYERS,
  PAWNS,
  SIZE,
  TEAMS,
  EMPTY_CELLS_RECEIVE,
  RETURN_TO_SOURCE,
  COLUMNS,
  ROWS
};

/* In the order of the cells they lead to, as notation compares cells. */
enum { SOUTH, WEST, EAST, NORTH, DIRECTIONS };

enum { COLLAPSES_MAX = 12 };

/* The collapses of a pile that have different results, each once. `leaving`
 * pawns leave; an `order` has the direction of the first in its lowest two
 * bits, then that of the second, and so on. */
typedef struct Collapses {
  uint8_t order[COLLAPSES_MAX];
  uint8_t count, leaving, unused[2];
} Collapses;

/* Which of the leaving pawns are alike. The top two are always the mover's; the
 * third is the mover's or not; the fourth is the mover's, like the third (or
 * the only other one), or of a third colour. */
enum { PATTERNS = 6 };

/* The most main diagonals: on 6×3 cells, four rise and four fall. */
enum { DIAGONALS_MAX = 2 * (SIDE_MAX - SIDE_MIN + 1) };

typedef struct Dorix {
  Game base;
  int columns, rows, cells;
  int words;                   /* words per pile */
  int deepest;                 /* offset of a pile's last word */
  int lowest;                  /* least height of a receiving neighbour */
  int step[DIRECTIONS];        /* from a cell to its neighbour */
  uint8_t around[CELLS_MAX];   /* directions that stay on the board */
  uint64_t beside[DIRECTIONS]; /* cells with a neighbour that way */
  /* The neighbour of a cell that way, as a set; empty beyond the edge. */
  uint64_t neighbour[CELLS_MAX][DIRECTIONS];
  uint64_t all;
  int diagonals; /* those that rise, then as many that fall; 2 on a square */
  uint64_t diagonal[DIAGONALS_MAX], on_diagonal; /* each; all of them */
  uint8_t partner[PLAYERS_MAX];         /* the seat itself if it has none */
  uint8_t count[256], member[256][8];   /* the bits set in a byte */
  uint8_t pattern[PLAYERS_MAX][16];     /* by mover, third and fourth pawn */
  uint8_t transformed[8][CELLS_MAX];    /* dorix_key.c */
  Collapses collapses[16][5][PATTERNS]; /* by lower neighbours and height, at
                                           most 4 */
} Dorix;

/* Heights have a margin, so that code may read beyond the edge and mask the
 * result with `around`. */
enum { MARGIN = SIDE_MAX, HEIGHTS = CELLS_MAX + 2 * MARGIN };

typedef struct Position {
  State base;
  uint8_t hand[PLAYERS_MAX];
  uint64_t control[PLAYERS_MAX];
  uint8_t heights[HEIGHTS];
  uint8_t passes; /* in a row */
  uint8_t unused[7];
  uint64_t pile[]; /* the first word of every cell, then the second, … */
} Position;

/* The most bytes that a position takes. */
enum {
  WORDS_MAX = (PLAYERS_MAX * PAWNS_MAX + WORD_PAWNS - 1) / WORD_PAWNS,
  POSITION_BYTES = sizeof(Position) + sizeof(uint64_t) * CELLS_MAX * WORDS_MAX
};

static inline const Dorix *dorix_of(const Game *game) {
  return (const Dorix *)game;
}

static inline uint64_t bit(int cell) {
  return (uint64_t)1 << cell;
}

static inline uint64_t occupied(const Position *p) {
  return p->control[0] | p->control[1] | p->control[2] | p->control[3];
}

static inline int height(const Position *p, int cell) {
  return p->heights[MARGIN + cell];
}

/* ---- piles ---------------------------------------------------------------*/

/* The seat of the pawn `depth` below the top. */
static inline int pawn_at(const Dorix *d, const Position *p, int cell,
                          int depth) {
  uint64_t word = p->pile[depth / WORD_PAWNS * d->cells + cell];
  return (int)(word >> (2 * (depth % WORD_PAWNS)) & 3);
}

ALWAYS_INLINE void push(const Dorix *d, Position *p, int cell, int seat) {
  uint64_t *top = p->pile + cell;
  p->control[*top & 3] &= ~bit(cell); /* an empty cell is in no set */
  p->control[seat] |= bit(cell);
  for (uint64_t *w = top + d->deepest; w > top; w -= d->cells)
    *w = *w << 2 | *(w - d->cells) >> 62;
  *top = *top << 2 | (uint64_t)seat;
  p->heights[MARGIN + cell]++;
}

/* Takes at most four pawns off the top and returns them, the top one in the
 * lowest bits. */
static inline unsigned take(const Dorix *d, Position *p, int cell, int count) {
  if (count == 0)
    return 0;
  uint64_t *top = p->pile + cell, *deepest = top + d->deepest, *w = top;
  unsigned pawns = (unsigned)*top;
  for (; w < deepest; w += d->cells)
    *w = *w >> 2 * count | *(w + d->cells) << (64 - 2 * count);
  *w >>= 2 * count;
  p->heights[MARGIN + cell] = (uint8_t)(p->heights[MARGIN + cell] - count);
  p->control[pawns & 3] &= ~bit(cell);
  p->control[*top & 3] |= p->heights[MARGIN + cell] ? bit(cell) : 0;
  return pawns & ((1u << 2 * count) - 1);
}

/* ---- moves ---------------------------------------------------------------*/

/* target | source << 6 | pawns leaving << 12 | their directions << 16 */
enum { FROM_HAND = 63 };

static inline Move make_move(int source, int target, int leaving, int order) {
  return (Move)(target | source << 6 | leaving << 12 | order << 16);
}

static inline int move_target(Move m) {
  return (int)(m & 63);
}

static inline int move_source(Move m) {
  return (int)(m >> 6 & 63);
}

static inline int move_leaving(Move m) {
  return (int)(m >> 12 & 7);
}

static inline int move_direction(Move m, int pawn) {
  return (int)(m >> (16 + 2 * pawn) & 3);
}

/* "The lower neighbours are the orthogonally adjacent piles of height less than
 * h". A single unsigned comparison checks lowest <= height < h. */
static inline unsigned lower_neighbours(const Dorix *d, const uint8_t *heights,
                                        int cell, int h) {
  const uint8_t *at = heights + MARGIN + cell;
  int up = d->step[NORTH];
  unsigned lowest = (unsigned)d->lowest, range = (unsigned)h - lowest;
  unsigned lower = (unsigned)(at[-up] - lowest < range) << SOUTH |
                   (unsigned)(at[-1] - lowest < range) << WEST |
                   (unsigned)(at[1] - lowest < range) << EAST |
                   (unsigned)(at[up] - lowest < range) << NORTH;
  return lower & d->around[cell];
}

/* ---- dorix.c -------------------------------------------------------------*/

/* The cells that a pawn taken off `source` may go to. */
uint64_t dorix_targets(const Dorix *d, const Position *p, int source);

void dorix_play(const Game *game, State *state, Move move);

/* The collapses of a pile of `level` pawns that the mover puts a pawn on.
 * `word` is the first word of the pile before that. "With n ≥ 1 lower
 * neighbours, k = min(h, n) pawns leave the pile" */
static inline const Collapses *collapses_of(const Dorix *d, int mover,
                                            uint64_t word, int level,
                                            unsigned lower) {
  int pattern = d->pattern[mover][word >> 2 & 15];
  return &d->collapses[lower][level < 3 ? level + 1 : 4][pattern];
}

/* The results of putting a pawn from `source` on an own pile or an empty cell;
 * `heights` are those after the pawn was taken off. */
ALWAYS_INLINE const Collapses *collapses_at(const Dorix *d, const Position *p,
                                            const uint8_t *heights, int source,
                                            int target) {
  int level = heights[MARGIN + target];
  uint64_t word = p->pile[target] >> (target == source ? 2 : 0);
  unsigned lower = level ? lower_neighbours(d, heights, target, level + 1) : 0u;
  return collapses_of(d, p->base.seat, word, level, lower);
}

/* ---- dorix_random.c ------------------------------------------------------*/

/* Fills in the table of bits in a byte. */
void dorix_prepare_random(Dorix *d);

Move dorix_random_move(const Game *game, const State *state, Rng *rng);
int dorix_count(const Game *game, const State *state);
int dorix_playout(const Game *game, State *state, Rng *rng, int max_plies);
void dorix_counted_playout(const Game *game, State *state, Rng *rng,
                           int max_plies, MovesPlayed *played);

/* ---- dorix_text.c --------------------------------------------------------*/

void dorix_format(const Game *game, const State *state, Move move,
                  char text[MOVE_TEXT]);
bool dorix_parse(const Game *game, const State *state, const char *text,
                 Move *move, Error *error);
void dorix_draw(const Game *game, const State *state, FILE *out);
void dorix_scene(const Game *game, const State *state, Scene *scene);
bool dorix_set(const Game *game, State *state, const char *key,
               const char *value, Error *error);
bool dorix_settings(const Game *game, const State *state, FILE *out);

/* ---- dorix_queries.c -----------------------------------------------------*/

extern const Accessor dorix_accessors[];
extern const MovePart dorix_parts[];

/* ---- dorix_eval.c --------------------------------------------------------*/

void dorix_evaluate(const Game *game, const State *state, double value[]);
void dorix_evaluate_moves(const Game *game, const State *state,
                          const Move moves[], int count, int side,
                          double value[]);
void dorix_list_features(Dorix *d);
void dorix_features(const Game *game, const State *state, int32_t number[]);

/* ---- dorix_key.c ---------------------------------------------------------*/

size_t dorix_key_size(const Dorix *d);
/* Fills in the table of symmetries. */
void dorix_prepare_keys(Dorix *d);
void dorix_key(const Game *game, const State *state, void *key);

/* ---- RULES.md ------------------------------------------------------------*/

extern const char dorix_rules_page[]; /* generated by the build */

#endif
