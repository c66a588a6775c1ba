/* What the files of Dorix share: the board, the position and its piles.
 *
 *   dorix.c       the rules, random moves
 *   dorix_text.c  notation, drawing, editing
 *   dorix_ask.c   what can be asked of a position
 *   dorix_worth.c what a position is worth
 *   dorix_key.c   which positions are as good as the same
 *
 * A pile is a row of two-bit pawns, the top one in the lowest bits, in as many
 * words as all pawns of the game could need. Who controls what is kept as a set
 * of cells for each seat, and the heights beside it, so that most questions
 * never look into a pile. The ways a pile can collapse are a table: they depend
 * only on which neighbours are lower, the height, and which pawns look alike.
 */
#ifndef BOARDLAB_CORE_GAMES_DORIX_DORIX_H
#define BOARDLAB_CORE_GAMES_DORIX_DORIX_H

#include "core/base/bits.h"
#include "core/game/game.h"

enum { SIDE_MAX = 6, CELLS_MAX = SIDE_MAX * SIDE_MAX };
enum { PLAYERS_MAX = 4, PAWNS_MAX = 40, WORD_PAWNS = 32 };
enum { PLAYERS, PAWNS, SIZE, TEAMS, EMPTY_CELLS_RECEIVE, RETURN_TO_SOURCE };

/* In the order of the cells they lead to, which is the order of notations. */
enum { SOUTH, WEST, EAST, NORTH, DIRECTIONS };

enum { WAYS_MAX = 12 };

/* The collapses with different results, each under its first notation: how many
 * pawns leave, and the directions of the first, second, …, two bits each from
 * the lowest. */
typedef struct Ways {
  uint8_t order[WAYS_MAX];
  uint8_t count, leaving, unused[2];
} Ways;

/* Which of the pawns that leave look alike. The top two are always the mover's;
 * the third is the mover's or not; the fourth is the mover's, like the third
 * (or the only other), or of a third colour. */
enum { PATTERNS = 6 };

typedef struct Dorix {
  Game base;
  int cells, words;            /* words a pile takes */
  int deepest;                 /* from the first word of a pile to its last */
  int lowest;                  /* height from which a neighbour receives */
  int step[DIRECTIONS];        /* from a cell to its neighbour */
  uint8_t around[CELLS_MAX];   /* which directions stay on the board */
  uint64_t beside[DIRECTIONS]; /* the same as sets of cells */
  uint64_t all, diagonal[2];
  uint8_t partner[PLAYERS_MAX];       /* the seat itself if it has none */
  uint8_t count[256], member[256][8]; /* how many bits a byte has, and which */
  uint8_t pattern[PLAYERS_MAX][16];   /* by mover, third and fourth pawn */
  uint8_t turned[8][CELLS_MAX];       /* see dorix_key.c */
  Ways ways[16][5][PATTERNS]; /* by lower neighbours and height up to 4 */
} Dorix;

/* Heights have a margin, so that looking off the board reads a number that
 * `around` then masks. */
enum { MARGIN = SIDE_MAX, HEIGHTS = CELLS_MAX + 2 * MARGIN };

typedef struct Position {
  State base;
  uint8_t hand[PLAYERS_MAX];
  uint64_t control[PLAYERS_MAX];
  uint8_t heights[HEIGHTS];
  uint8_t passes; /* in succession */
  uint8_t unused[7];
  uint64_t pile[]; /* the top words of all cells, then the next words, … */
} Position;

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

/* The pawn `depth` below the top. */
static inline int pawn_at(const Dorix *d, const Position *p, int cell,
                          int depth) {
  uint64_t word = p->pile[depth / WORD_PAWNS * d->cells + cell];
  return (int)(word >> (2 * (depth % WORD_PAWNS)) & 3);
}

ALWAYS_INLINE void push(const Dorix *d, Position *p, int cell, int seat) {
  uint64_t *top = p->pile + cell;
  p->control[*top & 3] &= ~bit(cell); /* of an empty cell: nobody's */
  p->control[seat] |= bit(cell);
  for (uint64_t *w = top + d->deepest; w > top; w -= d->cells)
    *w = *w << 2 | *(w - d->cells) >> 62;
  *top = *top << 2 | (uint64_t)seat;
  p->heights[MARGIN + cell]++;
}

/* Takes up to four pawns off the top and returns them, the first lowest. */
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

/* "The lower neighbours are the orthogonally adjacent piles of height < h." One
 * comparison tells whether a height is at least `lowest` and below h. */
static inline unsigned lower_neighbours(const Dorix *d, const uint8_t *heights,
                                        int cell, int h) {
  const uint8_t *at = heights + MARGIN + cell;
  int up = d->step[NORTH];
  unsigned lowest = (unsigned)d->lowest, room = (unsigned)h - lowest;
  unsigned lower = (unsigned)(at[-up] - lowest < room) << SOUTH |
                   (unsigned)(at[-1] - lowest < room) << WEST |
                   (unsigned)(at[1] - lowest < room) << EAST |
                   (unsigned)(at[up] - lowest < room) << NORTH;
  return lower & d->around[cell];
}

/* Where the pawn taken off `source` may go. */
uint64_t dorix_targets(const Dorix *d, const Position *p, int source);

/* ---- dorix_text.c --------------------------------------------------------*/

void dorix_format(const Game *game, const State *state, Move move,
                  char text[MOVE_TEXT]);
bool dorix_parse(const Game *game, const State *state, const char *text,
                 Move *move, Error *error);
void dorix_draw(const Game *game, const State *state, FILE *out);
void dorix_scene(const Game *game, const State *state, Scene *scene);
bool dorix_set(const Game *game, State *state, const char *key,
               const char *value, Error *error);

/* ---- dorix_key.c ---------------------------------------------------------*/

size_t dorix_key_size(const Dorix *d);
void dorix_fill_turned(Dorix *d);
void dorix_key(const Game *game, const State *state, void *key);

/* ---- dorix_ask.c ---------------------------------------------------------*/

extern const Accessor dorix_accessors[];
void dorix_describe(const Game *game, const State *state, Move move,
                    Parts *parts);

/* ---- dorix_worth.c -------------------------------------------------------*/

void dorix_evaluate(const Game *game, const State *state, double value[]);

#endif
