/* Tic Tac Doh, by Brian Schultze.
 *
 * The drawing board is 5 × 5; the first piece stands in its middle, so every
 * 3 × 3 window the pieces can end up in fits on it. Boards are bit sets with
 * rows of six, the sixth column always empty: it keeps shifted lines from
 * running over the edge. */
#include "bits.h"
#include "cell.h"
#include "evaluate.h"
#include "game.h"
#include "scene.h"
#include <stdlib.h>

enum { SIDE = 5, ROW = 6, SIZES = 3 };
enum { BOX = 3, TURNS = 8, CONTENTS = 16, KEY_SIZE = 6 };
enum { SMALL = 1, MEDIUM, LARGE, BEYOND };
enum { PLAYERS, STASH, FIXED_GRID = STASH + SIZES, BLOCKED_LOSES };

static const char LETTERS[] = " SML";
static const char *const NAMES[] = {"", "small", "medium", "large"};

typedef uint32_t Board;

/* A square's contents are the sizes in it, and whether they are a nest: S, M
 * and L alone, the stacks MS, LM, LMS, and the nests SM, ML, SML. Below SMALL
 * and beyond LARGE there are always no pieces, so every size has neighbours. */
typedef struct Position {
  State base;
  Board piece[BEYOND + 1];
  Board nested;
  Board window; /* squares in some 3 × 3 window that holds all pieces */
  Board near;   /* squares with a piece on them or next to them */
  uint8_t stash[BEYOND];
} Position;

typedef struct Tictacdoh {
  Game base;
  Board all, middle, grid;     /* the 25 squares, c3, and b2 … d4 */
  Board around[SIDE * ROW][3]; /* squares at most 0, 1, 2 steps away */
  /* For keys: by the columns and rows that pieces stand in, less one, and the
   * way the board is turned, the square that comes to each of the nine; and by
   * the sizes left, which contents of a square are as good as the same. */
  uint8_t turned[BOX][BOX][TURNS][BOX * BOX];
  uint8_t meaning[1 << SIZES][CONTENTS];
} Tictacdoh;

static const Tictacdoh *rules_of(const Game *game) {
  return (const Tictacdoh *)game;
}

static Board square(int column, int row) {
  return (Board)1 << (row * ROW + column);
}

static Board occupied(const Position *p) {
  return p->piece[SMALL] | p->piece[MEDIUM] | p->piece[LARGE];
}

/* "On an empty square of an imaginary grid, adjacent (8 directions) to a piece
 * in play. All pieces must fit in some 3×3 window." */
static Board free_squares(const Position *p) {
  return p->window & p->near & ~occupied(p);
}

/* "Stack: onto a piece exactly one size larger. Nest: over a piece exactly one
 * size smaller. A square never mixes the two." */
static Board squares_taking(const Position *p, int size) {
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
 * (largest) piece", so a piece in a nest is hidden by the next size. */
static Board squares_counting_as(const Position *p, int size) {
  return p->piece[size] & ~(p->nested & p->piece[size + 1]);
}

static bool has_line(Board b) {
  return (b & b >> 1 & b >> 2) | (b & b >> ROW & b >> 2 * ROW) |
         (b & b >> (ROW + 1) & b >> 2 * (ROW + 1)) |
         (b & b >> (ROW - 1) & b >> 2 * (ROW - 1));
}

static void put(const Tictacdoh *t, Position *p, int size, int at) {
  Board bit = (Board)1 << at;
  for (int s = SMALL; s <= LARGE; s++) { /* without a branch on the size */
    Board mine = s == size ? bit : 0;
    p->nested |= mine & p->piece[s - 1];
    p->piece[s] |= mine;
  }
  p->window &= t->around[at][2];
  p->near |= t->around[at][1];
}

/* ---- moves ---------------------------------------------------------------*/

/* A move is its size and square in one number, and all legal moves are a set of
 * such numbers: small and medium pieces in one word, large ones in the other.
 */
enum { SIZE_SHIFT = 5, WORD = 64 };

typedef struct Targets {
  uint64_t word[2];
} Targets;

static Move make_move(int size, int at) {
  return (Move)((size - SMALL) << SIZE_SHIFT | at);
}

static int move_size(Move move) {
  return (int)(move >> SIZE_SHIFT) + SMALL;
}

static int move_at(Move move) {
  return (int)(move & ((1 << SIZE_SHIFT) - 1));
}

static Cell cell_at(int at) {
  return (Cell){at % ROW, at / ROW};
}

static Board targets_of(const Position *p, int size, Board empty) {
  return p->stash[size] ? empty | squares_taking(p, size) : 0;
}

ALWAYS_INLINE Targets list_targets(const Position *p) {
  Board empty = free_squares(p);
  return (Targets){{targets_of(p, SMALL, empty) |
                        (uint64_t)targets_of(p, MEDIUM, empty) << 32,
                    targets_of(p, LARGE, empty)}};
}

static int moves(const Game *game, const State *state, Move *list) {
  (void)game;
  Targets targets = list_targets((const Position *)state);
  int n = 0;
  for (int i = 0; i < 2; i++)
    n += bits_list(targets.word[i], (Move)i * WORD, list + n);
  return n;
}

static int count(const Game *game, const State *state) {
  (void)game;
  Targets targets = list_targets((const Position *)state);
  return bits_count(targets.word[0]) + bits_count(targets.word[1]);
}

static bool legal(const Game *game, const State *state, Move move) {
  (void)game;
  if (move >= 2 * WORD)
    return false;
  Targets targets = list_targets((const Position *)state);
  return targets.word[move / WORD] >> move % WORD & 1;
}

ALWAYS_INLINE Move draw_move(Targets targets, Rng *rng) {
  int first = bits_count(targets.word[0]);
  int total = first + bits_count(targets.word[1]);
  int rank = (int)rng_below(rng, (uint32_t)total);
  bool beyond = rank >= first;
  uint64_t word = beyond ? targets.word[1] : targets.word[0];
  rank -= beyond ? first : 0;
  return (Move)(beyond * WORD + bits_select(word, rank));
}

static Move random_move(const Game *game, const State *state, Rng *rng) {
  (void)game;
  return draw_move(list_targets((const Position *)state), rng);
}

/* "If the placement leaves three squares in a line that all count as one same
 * size, the mover wins." Only the size laid can have got a new line.
 * "Otherwise, if the stash is empty: draw. Otherwise, if the next player has no
 * legal placement, that player loses: with 2 players the other wins; with more,
 * the player who moved last wins." Returns what the next player can do. */
ALWAYS_INLINE Targets end_turn(const Game *game, State *state, bool line) {
  const Position *p = (const Position *)state;
  Targets targets = list_targets(p);
  if (line) {
    state_win(state, game_team(game, state->seat));
  } else if (!(targets.word[0] | targets.word[1])) {
    bool empty = !(p->stash[SMALL] | p->stash[MEDIUM] | p->stash[LARGE]);
    if (empty || !game->value[BLOCKED_LOSES])
      state_draw(state);
    else
      state_win(state, game_team(game, state->seat));
  }
  state->seat = game_next_seat(game, state);
  return targets;
}

ALWAYS_INLINE Targets lay(const Game *game, State *state, Move move) {
  Position *p = (Position *)state;
  int size = move_size(move);
  put(rules_of(game), p, size, move_at(move));
  Board counting = 0;
  for (int s = SMALL; s <= LARGE; s++) {
    p->stash[s] -= s == size;
    counting |= s == size ? squares_counting_as(p, s) : 0;
  }
  return end_turn(game, state, has_line(counting));
}

static void play(const Game *game, State *state, Move move) {
  lay(game, state, move);
}

static int playout(const Game *game, State *state, Rng *rng, int max_plies) {
  Targets targets = list_targets((Position *)state);
  int plies = 0;
  for (; plies < max_plies && state->outcome == PLAYING; plies++)
    targets = lay(game, state, draw_move(targets, rng));
  return plies;
}

/* ---- worth ---------------------------------------------------------------*/

/* Nobody owns a piece, so only what the moves lead to tells the players apart:
 * whether one of them wins, and whether there is one after which the next
 * player cannot complete a line. Beyond that, the one who would lay the last
 * piece of the stash has it a little better.
 *
 * In points of a score. The first two are all but certain; `last` is what the
 * results of games between mcts bots say, by regression. How many safe moves
 * there are was tried, too: mcts plays no better for it. */
static const struct { double win, lost, last; } WEIGHT = {6, 5, 0.2};

/* The squares beside or between two that would make three in a line. */
static Board completing(Board b) {
  static const int WAYS[] = {1, ROW, ROW + 1, ROW - 1};
  Board squares = 0;
  for (int i = 0; i < 4; i++) {
    int way = WAYS[i];
    squares |= (b >> way & b >> 2 * way) | (b << way & b >> way) |
               (b << way & b << 2 * way);
  }
  return squares;
}

/* Whether the seat to move can complete a line. */
static bool can_complete(const Position *p) {
  Board empty = free_squares(p), found = 0;
  for (int size = SMALL; size <= LARGE; size++)
    found |=
        targets_of(p, size, empty) & completing(squares_counting_as(p, size));
  return found;
}

typedef enum Prospect { LOST, OPEN, WON } Prospect;

/* What the seat to move can make of it in one move. */
static Prospect prospect(const Game *game, const Position *p) {
  Targets targets = list_targets(p);
  Prospect best = LOST;
  if (can_complete(p))
    return WON;
  for (int i = 0; i < 2; i++)
    while (targets.word[i]) {
      Position next = *p;
      lay(game, &next.base, (Move)(i * WORD + bits_take(&targets.word[i])));
      if (next.base.outcome == WIN) /* the next player cannot move */
        return WON;
      if (next.base.outcome == DRAW || !can_complete(&next))
        best = OPEN;
    }
  return best;
}

static void evaluate(const Game *game, const State *state, double worth[]) {
  const Position *p = (const Position *)state;
  int left = p->stash[SMALL] + p->stash[MEDIUM] + p->stash[LARGE];
  double score[SEATS_MAX] = {0};
  switch (prospect(game, p)) {
  case WON:
    score[state->seat] = WEIGHT.win;
    break;
  case LOST: /* the next player wins */
    score[game_next_seat(game, state)] = WEIGHT.lost;
    break;
  case OPEN:
    score[(state->seat + left - 1) % game->seats] = WEIGHT.last;
  }
  worth_of_scores(game, score, worth);
}

/* ---- opening -------------------------------------------------------------*/

static void fill_tables(Tictacdoh *t) {
  for (int row = 0; row < SIDE; row++)
    for (int column = 0; column < SIDE; column++)
      t->all |= square(column, row);
  for (int at = 0; at < SIDE * ROW; at++)
    for (int to = 0; to < SIDE * ROW; to++) {
      Cell a = cell_at(at), b = cell_at(to);
      int across = abs(a.column - b.column), up = abs(a.row - b.row);
      for (int steps = across > up ? across : up; steps < 3; steps++)
        t->around[at][steps] |= (Board)1 << to & t->all;
    }
  t->middle = square(2, 2);
  t->grid = t->around[2 * ROW + 2][1];
}

static void fill_keys(Tictacdoh *t);

static bool open(Game *game, Error *error) {
  const int *stash = game->value + STASH;
  int pieces = stash[0] + stash[1] + stash[2];
  if (pieces == 0)
    return error_set(error, "tictacdoh: the stash is empty; give at least one "
                            "of small, medium and large");
  fill_tables((Tictacdoh *)game);
  fill_keys((Tictacdoh *)game);
  game->key_size = game->value[PLAYERS] == 2 ? KEY_SIZE : 0;
  game->seats = game->value[PLAYERS];
  game->state_size = sizeof(Position);
  game->max_moves = SIZES * SIDE * SIDE;
  game->max_plies = SIZES * 9; /* the largest stash there is */
  return true;
}

/* "The grid's borders become known only as pieces are laid." */
static void find_borders(const Tictacdoh *t, Position *p) {
  bool fixed = t->base.value[FIXED_GRID];
  p->window = fixed ? t->grid : t->all;
  p->near = fixed ? t->all : t->middle;
  for (uint64_t left = occupied(p); left;) {
    int at = bits_take(&left);
    p->window &= t->around[at][2];
    p->near |= t->around[at][1];
  }
}

static void start(const Game *game, State *state, Rng *rng) {
  (void)rng;
  Position *p = (Position *)state;
  for (int size = SMALL; size <= LARGE; size++)
    p->stash[size] = (uint8_t)game->value[STASH + size - SMALL];
  find_borders(rules_of(game), p);
}

/* How far the pieces can be pushed towards a1; 0 if there are none. */
static int corner_of(Board used) {
  Board columns =
      used | used >> ROW | used >> 2 * ROW | used >> 3 * ROW | used >> 4 * ROW;
  return used ? bits_first(used) / ROW * ROW + bits_first(columns) : 0;
}

/* "Positions that differ only by a shift are the same position": push the
 * pieces into the corner. Window and nearness follow from the pieces. */
static uint64_t hash(const Game *game, const State *state) {
  Position p = *(const Position *)state;
  Board used = occupied(&p);
  p.window = p.near = 0;
  if (used && !game->value[FIXED_GRID]) {
    int shift = corner_of(used);
    for (int size = SMALL; size <= LARGE; size++)
      p.piece[size] >>= shift;
    p.nested >>= shift;
  }
  return game_hash_bytes(&p, sizeof p);
}

/* ---- keys ----------------------------------------------------------------*/

/* Which of the nine squares of a box comes to (column, row) when it is turned:
 * bit 0 mirrors the columns, bit 1 the rows, bit 2 swaps the two. None does,
 * BOX * BOX, if that is outside the box of those columns and rows. */
static int turned_from(int columns, int rows, int turn, int column, int row) {
  int x = turn & 4 ? row : column, y = turn & 4 ? column : row;
  if (x >= columns || y >= rows)
    return BOX * BOX;
  x = turn & 1 ? columns - 1 - x : x;
  y = turn & 2 ? rows - 1 - y : y;
  return y * BOX + x;
}

static void fill_turned(Tictacdoh *t, int columns, int rows) {
  for (int turn = 0; turn < TURNS; turn++)
    for (int to = 0; to < BOX * BOX; to++)
      t->turned[columns - 1][rows - 1][turn][to] =
          (uint8_t)turned_from(columns, rows, turn, to % BOX, to / BOX);
}

/* The contents of a square in four bits: the sizes in it, and whether they are
 * a nest. */
static unsigned contents(const Position *p, int at) {
  return (p->piece[SMALL] >> at & 1) | (p->piece[MEDIUM] >> at & 1) << 1 |
         (p->piece[LARGE] >> at & 1) << 2 | (p->nested >> at & 1) << 3;
}

/* All that a square does in the rest of the game, while there are pieces of
 * these sizes: what lines it can be in, and what it takes. A line is made by
 * laying its size, so one of a size that is used up comes too late. */
static unsigned role_of(unsigned content, unsigned sizes) {
  Position p = {.nested = content >> 3};
  unsigned role = 0;
  for (int size = SMALL; size <= LARGE; size++)
    p.piece[size] = content >> (size - SMALL) & 1;
  for (int size = SMALL; size <= LARGE; size++)
    if (sizes >> (size - SMALL) & 1)
      role |= (squares_counting_as(&p, size) & 1) << size |
              (squares_taking(&p, size) & 1) << (size + SIZES);
  return role | (content != 0);
}

static void fill_keys(Tictacdoh *t) {
  for (int columns = 1; columns <= BOX; columns++)
    for (int rows = 1; rows <= BOX; rows++)
      fill_turned(t, columns, rows);
  for (unsigned sizes = 0; sizes < 1 << SIZES; sizes++)
    for (unsigned content = 0; content < CONTENTS; content++) {
      unsigned first = 0;
      while (role_of(first, sizes) != role_of(content, sizes))
        first++;
      t->meaning[sizes][content] = (uint8_t)first;
    }
}

/* The nine squares in which the pieces are, pushed into the corner if the grid
 * is not fixed, and how many columns and rows of them are used. */
static void find_box(const Game *game, const Position *p, int *columns,
                     int *rows, uint8_t squares[]) {
  Board used = occupied(p);
  bool fixed = game->value[FIXED_GRID];
  int corner = fixed ? ROW + 1 : corner_of(used);
  Board box = used >> corner, across = box | box >> ROW | box >> 2 * ROW;
  *columns = fixed ? BOX : across >> 2 & 1 ? 3 : across >> 1 & 1 ? 2 : 1;
  *rows = fixed ? BOX : box >> 2 * ROW ? 3 : box >> ROW ? 2 : 1;
  unsigned sizes = (p->stash[SMALL] != 0) | (p->stash[MEDIUM] != 0) << 1 |
                   (p->stash[LARGE] != 0) << 2;
  const uint8_t *meaning = rules_of(game)->meaning[sizes];
  for (int i = 0; i < BOX * BOX; i++)
    squares[i] = meaning[contents(p, corner + i / BOX * ROW + i % BOX)];
  squares[BOX * BOX] = 0;
}

/* With two players nothing hangs on who is to move. Of the eight ways to turn
 * the board, the one with the smallest number is taken, four bits a square; the
 * stash is put in front. */
static void key(const Game *game, const State *state, void *bytes) {
  const Position *p = (const Position *)state;
  uint8_t squares[BOX * BOX + 1];
  int columns, rows;
  find_box(game, p, &columns, &rows, squares);
  uint64_t least = UINT64_MAX;
  for (int turn = 0; turn < TURNS; turn++) {
    const uint8_t *from = rules_of(game)->turned[columns - 1][rows - 1][turn];
    uint64_t number = 0;
    for (int i = 0; i < BOX * BOX; i++)
      number = number << 4 | squares[from[i]];
    least = number < least ? number : least;
  }
  for (int size = SMALL; size <= LARGE; size++)
    least |= (uint64_t)p->stash[size] << (32 + 4 * size);
  for (int i = 0; i < KEY_SIZE; i++)
    ((uint8_t *)bytes)[i] = (uint8_t)(least >> 8 * i);
}

/* ---- text ----------------------------------------------------------------*/

/* The letters in the order in which the pieces were laid. */
static void describe_square(const Position *p, int at, char text[SIZES + 1]) {
  bool nest = p->nested >> at & 1;
  int n = 0;
  for (int i = SMALL; i <= LARGE; i++) {
    int size = nest ? i : BEYOND - i;
    if (p->piece[size] >> at & 1)
      text[n++] = LETTERS[size];
  }
  text[n] = '\0';
}

static void format(const Game *game, const State *state, Move move,
                   char text[MOVE_TEXT]) {
  (void)game, (void)state;
  text[0] = LETTERS[move_size(move)];
  cell_write(cell_at(move_at(move)), text + 1);
}

static void why_not(const Game *game, const Position *p, int size, int at,
                    Error *why) {
  char name[CELL_TEXT], held[SIZES + 1];
  cell_write(cell_at(at), name);
  describe_square(p, at, held);
  Board bit = (Board)1 << at;
  if (!p->stash[size])
    error_add(why, "no %s piece is left", NAMES[size]);
  if (held[0]) {
    if (!(squares_taking(p, size) & bit))
      error_add(why,
                "%c cannot go on %s, which holds %s: a piece goes onto one "
                "exactly one size larger (stack) or over one exactly one size "
                "smaller (nest), never mixing the two",
                LETTERS[size], name, held);
    return;
  }
  if (!(p->window & bit))
    error_add(why,
              game->value[FIXED_GRID] ? "%s is outside the window b2 to d4"
                                      : "no 3x3 window holds all pieces and %s",
              name);
  if (!(p->near & bit)) {
    if (occupied(p))
      error_add(why, "%s is not next to a piece", name);
    else
      error_add(why, "the first piece goes on c3");
  }
}

static int size_of_letter(char letter) {
  const char *at = letter ? strchr(LETTERS + SMALL, letter) : NULL;
  return at ? (int)(at - LETTERS) : 0;
}

static bool parse(const Game *game, const State *state, const char *text,
                  Move *move, Error *error) {
  int size = size_of_letter(text[0]);
  const char *rest = size ? text + 1 : text;
  Cell cell;
  if (!size || !cell_read(&rest, SIDE, &cell) || *rest)
    return error_set(error,
                     "'%.60s' is not a move: write a size (S, M or L) and a "
                     "square (a1 to e5), such as Sc3",
                     text);
  int at = cell.row * ROW + cell.column;
  Error why = {""};
  why_not(game, (const Position *)state, size, at, &why);
  *move = make_move(size, at);
  return game_verdict(text, &why, error);
}

static void draw_square(const Position *p, int at, FILE *out) {
  char held[SIZES + 1];
  describe_square(p, at, held);
  Board bit = (Board)1 << at;
  if (p->nested & bit)
    fprintf(out, " (%s)%*s", held, 4 - (int)strlen(held), "");
  else if (held[0])
    fprintf(out, "  %-5s", held);
  else if (p->base.outcome == PLAYING && free_squares(p) & bit)
    fprintf(out, "  %-5s", "+");
  else
    fprintf(out, "  %-5s",
            p->base.outcome == PLAYING && occupied(p) && p->window & bit ? "."
                                                                         : "");
}

static void draw(const Game *game, const State *state, FILE *out) {
  (void)game;
  const Position *p = (const Position *)state;
  for (int row = SIDE - 1; row >= 0; row--) {
    fprintf(out, "%2d ", row + 1);
    for (int column = 0; column < SIDE; column++)
      draw_square(p, row * ROW + column, out);
    fprintf(out, "\n");
  }
  fprintf(out, "    ");
  for (int column = 0; column < SIDE; column++)
    fprintf(out, " %-6c", 'a' + column);
  fprintf(out, "\nstash: %d small, %d medium, %d large\n", p->stash[SMALL],
          p->stash[MEDIUM], p->stash[LARGE]);
  fprintf(out, "LM is a stack, (SM) a nest; + is an empty square to play on, . "
               "one with no piece beside it yet\n");
}

_Static_assert(SCENE_PIECES >= SIZES * SIDE * SIDE &&
                   SCENE_CELLS >= SIDE * SIDE,
               "all pieces fit in a scene");

/* In the order laid: the pieces of a stack get ever smaller, those of a nest go
 * around the ones before, so all of them are seen. */
static void paint_square(const Position *p, int at, Scene *scene) {
  char held[SIZES + 1];
  bool nest = p->nested >> at & 1;
  describe_square(p, at, held);
  for (int i = 0; held[i]; i++)
    scene_add_piece(scene,
                    (ScenePiece){.at = cell_at(at),
                                 .seat = SCENE_NOBODY,
                                 .size = (uint8_t)size_of_letter(held[i]),
                                 .shape = nest && i ? SCENE_RING : SCENE_DISC,
                                 .label = {held[i]}});
}

static void paint(const Game *game, const State *state, Scene *scene) {
  const Position *p = (const Position *)state;
  scene->columns = scene->rows = SIDE;
  for (uint64_t left = rules_of(game)->all; left;) {
    int at = bits_take(&left);
    if (state->outcome == PLAYING && p->window >> at & 1)
      scene_shade(scene, cell_at(at));
    paint_square(p, at, scene);
  }
  scene_add_note(scene, "stash: %d small, %d medium, %d large", p->stash[SMALL],
                 p->stash[MEDIUM], p->stash[LARGE]);
}

/* ---- editing -------------------------------------------------------------*/

static bool set_square(const Tictacdoh *t, Position *p, int at,
                       const char *value, Error *error) {
  Board bit = (Board)1 << at;
  for (int size = SMALL; size <= LARGE; size++)
    p->piece[size] &= ~bit;
  p->nested &= ~bit;
  if (strcmp(value, "-") == 0)
    return true;
  for (const char *c = value; *c; c++) {
    int size = size_of_letter(*c);
    bool first = c == value;
    if (!size || !(first || squares_taking(p, size) & bit))
      return error_set(error,
                       "'%s' is not what a square can hold: one of S, M, L, "
                       "MS, LM, LMS (stacks), SM, ML, SML (nests), or -",
                       value);
    put(t, p, size, at);
  }
  return *value || error_set(error, "a square takes letters or -");
}

static bool set(const Game *game, State *state, const char *key,
                const char *value, Error *error) {
  Position *p = (Position *)state;
  for (int size = SMALL; size <= LARGE; size++)
    if (strcmp(key, NAMES[size]) == 0)
      return game_set_count(key, value, 9, &p->stash[size], error);
  Cell cell;
  const char *rest = key;
  if (!cell_read(&rest, SIDE, &cell) || *rest)
    return error_set(error, "tictacdoh has no '%s' to set: seat, %s", key,
                     game->rules->keys);
  return set_square(rules_of(game), p, cell.row * ROW + cell.column, value,
                    error);
}

/* What can be reached from `seed` over neighbouring squares of `used`. */
static Board connected_to(const Tictacdoh *t, Board seed, Board used) {
  for (Board before = 0; before != seed;) {
    before = seed;
    for (uint64_t left = before; left;)
      seed |= t->around[bits_take(&left)][1] & used;
  }
  return seed;
}

static bool settle(const Game *game, State *state, Error *error) {
  const Tictacdoh *t = rules_of(game);
  Position *p = (Position *)state;
  Board used = occupied(p);
  find_borders(t, p);
  if (used & ~p->window)
    return error_set(error, "the pieces do not fit in a 3x3 window");
  if (used && !game->value[FIXED_GRID] && !(used & t->middle))
    return error_set(error, "the first piece always stands on c3");
  if (!game->value[FIXED_GRID] &&
      used != connected_to(t, used & t->middle, used))
    return error_set(error, "a piece stands next to no other");
  state->seat = (uint8_t)game_last_seat(game, state);
  bool line = false;
  for (int size = SMALL; size <= LARGE; size++)
    line = line || has_line(squares_counting_as(p, size));
  end_turn(game, state, line);
  return true;
}

/* ---- asking --------------------------------------------------------------*/

static bool arg_cell(const Arg *arg, int *at, Error *error) {
  Cell cell;
  if (!cell_named(arg->text, SIDE, &cell, error))
    return false;
  *at = cell.row * ROW + cell.column;
  return true;
}

static bool arg_size(const Arg *arg, int *size, Error *error) {
  for (*size = SMALL; *size <= LARGE; (*size)++) {
    const char letter[] = {LETTERS[*size], '\0'};
    if (strcmp(arg->text, NAMES[*size]) == 0 || strcmp(arg->text, letter) == 0)
      return true;
  }
  return error_set(error, "'%.60s' is not a size: S, M or L", arg->text);
}

static void add_cell(Answer *answer, int at) {
  char name[CELL_TEXT];
  cell_write(cell_at(at), name);
  answer_add_text(answer, name);
}

static bool ask_cell(const Game *game, const State *state, const Arg args[],
                     Answer *answer, Error *error) {
  (void)game;
  int at;
  char held[SIZES + 1];
  if (!arg_cell(&args[0], &at, error))
    return false;
  describe_square((const Position *)state, at, held);
  return answer_text(answer, held);
}

static bool ask_stash(const Game *game, const State *state, const Arg args[],
                      Answer *answer, Error *error) {
  (void)game;
  int size;
  return arg_size(&args[0], &size, error) &&
         answer_number(answer, ((const Position *)state)->stash[size]);
}

/* The letters of the sizes that `squares`, a board for each, have a square in.
 */
static bool answer_sizes(Answer *answer, const Board squares[], int at) {
  char letters[SIZES + 1];
  int n = 0;
  for (int size = SMALL; size <= LARGE; size++)
    if (squares[size] >> at & 1)
      letters[n++] = LETTERS[size];
  letters[n] = '\0';
  return answer_text(answer, letters);
}

static bool ask_counts_as(const Game *game, const State *state,
                          const Arg args[], Answer *answer, Error *error) {
  (void)game;
  int at;
  Board squares[BEYOND];
  if (!arg_cell(&args[0], &at, error))
    return false;
  for (int size = SMALL; size <= LARGE; size++)
    squares[size] = squares_counting_as((const Position *)state, size);
  return answer_sizes(answer, squares, at);
}

static bool ask_takes(const Game *game, const State *state, const Arg args[],
                      Answer *answer, Error *error) {
  (void)game;
  const Position *p = (const Position *)state;
  bool playing = state->outcome == PLAYING;
  int at;
  Board squares[BEYOND];
  if (!arg_cell(&args[0], &at, error))
    return false;
  for (int size = SMALL; size <= LARGE; size++)
    squares[size] = playing ? targets_of(p, size, free_squares(p)) : 0;
  return answer_sizes(answer, squares, at);
}

static bool ask_nested(const Game *game, const State *state, const Arg args[],
                       Answer *answer, Error *error) {
  (void)game;
  int at;
  return arg_cell(&args[0], &at, error) &&
         answer_flag(answer, ((const Position *)state)->nested >> at & 1);
}

/* A line is named by its first square in the order of squares, and runs on to
 * the east, north-west, north or north-east from there. */
static bool find_line(Board b, int *first, int *step) {
  static const int STEPS[] = {1, ROW - 1, ROW, ROW + 1};
  for (uint64_t left = b; left;) {
    *first = bits_take(&left);
    Board from_here = b >> *first;
    for (int i = 0; i < 4; i++) {
      *step = STEPS[i];
      if (from_here >> *step & from_here >> 2 * *step & 1)
        return true;
    }
  }
  return false;
}

static bool ask_line(const Game *game, const State *state, const Arg args[],
                     Answer *answer, Error *error) {
  (void)game, (void)args, (void)error;
  int first, step;
  for (int size = SMALL; size <= LARGE; size++) {
    Board counting = squares_counting_as((const Position *)state, size);
    if (!find_line(counting, &first, &step))
      continue;
    answer_list(answer, ANSWER_WORD);
    for (int i = 0; i < 3; i++)
      add_cell(answer, first + i * step);
    return true;
  }
  return answer_none(answer);
}

static bool ask_window(const Game *game, const State *state, const Arg args[],
                       Answer *answer, Error *error) {
  (void)game, (void)args, (void)error;
  answer_list(answer, ANSWER_WORD);
  for (uint64_t left = ((const Position *)state)->window; left;)
    add_cell(answer, bits_take(&left));
  return true;
}

static const Accessor ACCESSORS[] = {
    {"cell", .args = {ARG_CELL}, .arg_names = "cell", .returns = "letters",
     .help = "the pieces on a cell in the order laid, as in LM; \"\" for none",
     .ask = ask_cell},
    {"stash", .args = {ARG_WORD}, .arg_names = "size", .returns = "number",
     .help =
         "how many pieces of a size (S, M, L or small, medium, large) are left",
     .ask = ask_stash},
    {"counts_as", .args = {ARG_CELL}, .arg_names = "cell", .returns = "letters",
     .help =
         "the sizes a cell counts as in a line, smallest first; \"\" for none",
     .ask = ask_counts_as},
    {"nested", .args = {ARG_CELL}, .arg_names = "cell",
     .returns = "true or false",
     .help = "whether the pieces on a cell are a nest", .ask = ask_nested},
    {"line", .arg_names = "", .returns = "list of cells, or nil",
     .help =
         "the three cells of a line that wins, the first of the smallest size",
     .ask = ask_line},
    {"takes", .args = {ARG_CELL}, .arg_names = "cell", .returns = "letters",
     .help = "the sizes that may be laid on a cell now, smallest first; \"\" "
             "for none",
     .ask = ask_takes},
    {"window", .arg_names = "", .returns = "list of cells",
     .help = "the cells in some 3x3 window that holds all pieces",
     .ask = ask_window},
    {NULL},
};

/* A piece goes over a smaller one, onto a larger one, or on the bare square. */
static void describe(const Game *game, const State *state, Move move,
                     Parts *parts) {
  (void)game;
  const Position *p = (const Position *)state;
  int size = move_size(move), at = move_at(move);
  char name[CELL_TEXT];
  cell_write(cell_at(at), name);
  parts_add(parts, "kind", "lay");
  parts_add(parts, "size", (const char[]){LETTERS[size], '\0'});
  parts_add(parts, "to", name);
  parts_add(parts, "how",
            p->piece[size - 1] >> at & 1   ? "nest"
            : p->piece[size + 1] >> at & 1 ? "stack"
                                           : "empty");
}

static const Option OPTIONS[] = {
    {"players", OPTION_INT, .min = 2, .max = 4, .value = 2,
     .help = "players, each for themselves"},
    {"small", OPTION_INT, .min = 0, .max = 9, .value = 5,
     .help = "small pieces in the stash"},
    {"medium", OPTION_INT, .min = 0, .max = 9, .value = 5,
     .help = "medium pieces in the stash"},
    {"large", OPTION_INT, .min = 0, .max = 9, .value = 5,
     .help = "large pieces in the stash"},
    {"fixed_grid", OPTION_FLAG,
     .help = "the window is b2..d4 from the start and any of its squares may "
             "be played, next to a piece or not"},
    {"blocked_loses", OPTION_FLAG, .value = 1,
     .help = "a player with no legal placement loses (false: a draw)"},
    {NULL},
};

const Rules tictacdoh_rules = {
    .name = "tictacdoh",
    .title = "Tic Tac Doh (Brian Schultze)",
    .summary = "three in a row of one size, with stacks and nests on a grid "
               "that takes shape as you play",
    .text =
        "All share one stash of small, medium and large pyramids. A turn lays\n"
        "one piece, which never moves again: on an empty square next to a\n"
        "piece (diagonals too), as long as all pieces fit in some 3x3 window;\n"
        "or onto a piece exactly one size larger (a stack), or over a piece\n"
        "exactly one size smaller (a nest). A square never mixes the two. A\n"
        "stack counts as every size in it, a nest only as its outermost.\n"
        "Three squares in a line that count as one size win for the player\n"
        "who completes them. An empty stash is a draw. A player who cannot\n"
        "lay a piece loses, and the player who moved last wins.\n"
        "Moves: the size and the square, as in Sc3, Mb2, Ld4. On the floating\n"
        "grid the first piece goes on c3.",
    .example = "Lc3 Mc3 Sb2",
    .options = OPTIONS,
    .game_size = sizeof(Tictacdoh),
    .open = open,
    .start = start,
    .moves = moves,
    .play = play,
    .format = format,
    .parse = parse,
    .draw = draw,
    .set = set,
    .keys = "a square (c3=LM, in the order laid; c3=- for empty), small, "
            "medium, large (what is left in the stash)",
    .settle = settle,
    .accessors = ACCESSORS,
    .describe = describe,
    .scene = paint,
    .legal = legal,
    .hash = hash,
    .key = key,
    .count = count,
    .random_move = random_move,
    .playout = playout,
    .evaluate = evaluate,
};
