/* Drop Four: discs fall down the columns of an upright square board, and four
 * in a line win. A well-known traditional game, and the complete example of
 * core/games/README.md: in core/games/dropfour it would be a built-in game. */
#include "core/base/bits.h"
#include "core/base/cell.h"
#include "core/base/pack.h"
#include "core/game/eval.h"
#include "core/game/game.h"
#include "core/game/match.h"
#include "core/game/scene.h"

enum { SIZE, LINE }; /* option numbers */
enum { EDGE_MIN = 4, EDGE_MAX = 7, DIRECTIONS = 4 };

/* A set of cells. A column takes size + 1 bits, from the bottom up. Its top bit
 * is always empty, so that shifted lines never run into the next column. */
typedef uint64_t Board;

typedef struct Position {
  State base;
  Board discs[2]; /* of each seat */
} Position;

/* What depends on the options only. */
typedef struct DropFour {
  Game base;
  int size, line;
  Board bottom, all;    /* the lowest cells; all cells */
  int step[DIRECTIONS]; /* north, south-east, east, north-east */
} DropFour;

static const DropFour *dropfour_of(const Game *game) {
  return (const DropFour *)game;
}

static int cell_number(const DropFour *d, Cell cell) {
  return cell.column * (d->size + 1) + cell.row;
}

static Cell cell_at(const DropFour *d, int number) {
  return (Cell){number / (d->size + 1), number % (d->size + 1)};
}

static Board column_cells(const DropFour *d, int column) {
  return (((Board)1 << d->size) - 1) << cell_number(d, (Cell){column, 0});
}

/* The lowest empty cell of every column that is not full: adding a disc at the
 * bottom carries up to it. */
static Board open_cells(const DropFour *d, const Position *p) {
  return ((p->discs[0] | p->discs[1]) + d->bottom) & d->all;
}

/* The cells at which a line starts in this direction, all of it in b. */
static Board lines_in(const DropFour *d, Board b, int direction) {
  Board starts = b;
  for (int i = 1; i < d->line; i++)
    starts &= b >> i * d->step[direction];
  return starts;
}

static bool has_line(const DropFour *d, Board b) {
  Board found = 0;
  for (int direction = 0; direction < DIRECTIONS; direction++)
    found |= lines_in(d, b, direction);
  return found;
}

/* ---- rules: a move is the number of a column -----------------------------*/

static bool open(Game *game, Error *error) {
  DropFour *d = (DropFour *)game;
  int size = d->size = game->option[SIZE], line = d->line = game->option[LINE];
  if (line > size)
    return error_set(error, "dropfour: line=%d does not fit on size=%d", line,
                     size);
  for (int column = 0; column < size; column++) {
    d->bottom |= (Board)1 << cell_number(d, (Cell){column, 0});
    d->all |= column_cells(d, column);
  }
  memcpy(d->step, (int[]){1, size, size + 1, size + 2}, sizeof d->step);
  game->seats = 2;
  game->state_size = sizeof(Position);
  game->key_size = 2 * sizeof(Board);
  game->max_moves = size;
  game->max_plies = size * size;
  return true;
}

/* The state comes zeroed: seat 1 to move, and no discs. */
static void start(const Game *game, State *state, Rng *rng) {
  (void)game, (void)state, (void)rng;
}

static int moves(const Game *game, const State *state, Move *list) {
  const DropFour *d = dropfour_of(game);
  int n = 0;
  for (Board left = open_cells(d, (const Position *)state); left;)
    list[n++] = (Move)cell_at(d, bits_take(&left)).column;
  return n;
}

/* Puts a disc on a cell, ends the turn, and returns the next open cells. */
static Board drop(const DropFour *d, State *state, Board cell) {
  Position *p = (Position *)state;
  int mover = state->seat;
  p->discs[mover] |= cell;
  Board next = open_cells(d, p);
  if (has_line(d, p->discs[mover]))
    state_set_win(state, (uint16_t)(1 << mover));
  else if (!next)
    state_set_draw(state);
  state->seat = game_next_seat(&d->base, state);
  return next;
}

static void play(const Game *game, State *state, Move move) {
  const DropFour *d = dropfour_of(game);
  Board cells = open_cells(d, (const Position *)state);
  drop(d, state, cells & column_cells(d, (int)move));
}

/* ---- optional: faster versions of what boardlab derives otherwise ---------*/

static bool legal(const Game *game, const State *state, Move move) {
  const DropFour *d = dropfour_of(game);
  return move < (Move)d->size &&
         open_cells(d, (const Position *)state) & column_cells(d, (int)move);
}

static int count(const Game *game, const State *state) {
  return bits_count(open_cells(dropfour_of(game), (const Position *)state));
}

static int random_cell(Board cells, Rng *rng) {
  uint32_t n = (uint32_t)bits_count(cells);
  return bits_select(cells, (int)rng_below(rng, n));
}

static Move random_move(const Game *game, const State *state, Rng *rng) {
  const DropFour *d = dropfour_of(game);
  Board cells = open_cells(d, (const Position *)state);
  return (Move)cell_at(d, random_cell(cells, rng)).column;
}

static int playout(const Game *game, State *state, Rng *rng, int max_plies) {
  const DropFour *d = dropfour_of(game);
  Board cells = open_cells(d, (const Position *)state);
  int plies = 0;
  for (; plies < max_plies && state->outcome == PLAYING; plies++)
    cells = drop(d, state, (Board)1 << random_cell(cells, rng));
  return plies;
}

/* For runs between random bots, which record the number of legal moves at every
 * ply. Draws from rng exactly as random_move does. */
static void counted_playout(const Game *game, State *state, Rng *rng,
                            int max_plies, MovesPlayed *played) {
  const DropFour *d = dropfour_of(game);
  Board cells = open_cells(d, (const Position *)state);
  for (int ply = 0; ply < max_plies && state->outcome == PLAYING; ply++) {
    int cell = random_cell(cells, rng);
    moves_played_add(played, state->seat, (Move)cell_at(d, cell).column,
                     bits_count(cells));
    cells = drop(d, state, (Board)1 << cell);
  }
}

/* ---- text ----------------------------------------------------------------*/

static void format(const Game *game, const State *state, Move move,
                   char text[MOVE_TEXT]) {
  (void)game, (void)state;
  snprintf(text, MOVE_TEXT, "%c", 'a' + (int)move);
}

static bool parse(const Game *game, const State *state, const char *text,
                  Move *move, Error *error) {
  int size = dropfour_of(game)->size, column = text[0] - 'a';
  Error why = {0};
  if (column < 0 || column >= size || text[1])
    return error_set(error, "'%.60s' is not a move: write a column, a to %c",
                     text, 'a' + size - 1);
  *move = (Move)column;
  if (!legal(game, state, *move))
    error_add(&why, "column %s is full", text);
  return game_parse_result(text, &why, error);
}

/* The seat of the disc on a cell; -1 if the cell is empty. */
static int owner(const Position *p, int cell) {
  return p->discs[0] >> cell & 1 ? 0 : p->discs[1] >> cell & 1 ? 1 : -1;
}

static void draw(const Game *game, const State *state, FILE *out) {
  const DropFour *d = dropfour_of(game);
  const Position *p = (const Position *)state;
  for (int row = d->size - 1; row >= 0; row--) {
    fprintf(out, "%d", row + 1);
    for (int column = 0; column < d->size; column++)
      fprintf(out, " %c",
              ".12"[1 + owner(p, cell_number(d, (Cell){column, row}))]);
    fprintf(out, "\n");
  }
  fprintf(out, " ");
  for (int column = 0; column < d->size; column++)
    fprintf(out, " %c", 'a' + column);
  fprintf(out, "\n");
}

static void scene(const Game *game, const State *state, Scene *scene) {
  const DropFour *d = dropfour_of(game);
  const Position *p = (const Position *)state;
  scene->columns = scene->rows = d->size;
  for (Board left = p->discs[0] | p->discs[1]; left;) {
    int cell = bits_take(&left);
    scene_add_piece(scene, (ScenePiece){.at = cell_at(d, cell),
                                        .seat = (int8_t)owner(p, cell),
                                        .size = 3});
  }
}

/* ---- editing -------------------------------------------------------------*/

static bool set(const Game *game, State *state, const char *key,
                const char *value, Error *error) {
  const DropFour *d = dropfour_of(game);
  Position *p = (Position *)state;
  Cell cell;
  if (!cell_parse(key, d->size, d->size, &cell, NULL))
    return game_refuse_key(game, key, error);
  if (!value[0] || value[1] || !strchr("12-", value[0]))
    return error_set(error, "a cell takes 1, 2 or -, not '%s'", value);
  Board bit = (Board)1 << cell_number(d, cell);
  for (int seat = 0; seat < 2; seat++)
    p->discs[seat] =
        value[0] == '1' + seat ? p->discs[seat] | bit : p->discs[seat] & ~bit;
  return true;
}

static bool finish_edit(const Game *game, State *state, Error *error) {
  const DropFour *d = dropfour_of(game);
  const Position *p = (const Position *)state;
  Board discs = p->discs[0] | p->discs[1];
  if (discs & ~(discs << 1 | d->bottom))
    return error_set(error, "a disc has an empty cell below it");
  if (has_line(d, p->discs[state->seat]))
    return error_set(error, "seat %d has a line, so it cannot be to move",
                     state->seat + 1);
  if (has_line(d, p->discs[!state->seat]))
    state_set_win(state, (uint16_t)(1 << !state->seat));
  else if (!open_cells(d, p))
    state_set_draw(state);
  return true;
}

static bool settings(const Game *game, const State *state, FILE *out) {
  const DropFour *d = dropfour_of(game);
  const Position *p = (const Position *)state;
  for (Board left = d->all; left;) {
    int cell = bits_take(&left);
    char name[CELL_TEXT];
    cell_write(cell_at(d, cell), name);
    fprintf(out, " %s=%c", name, "-12"[1 + owner(p, cell)]);
  }
  return true;
}

/* ---- optional: for bots, variants and Lua --------------------------------*/

static bool query_disc(const Game *game, const State *state, const Arg args[],
                       Answer *answer, Error *error) {
  const DropFour *d = dropfour_of(game);
  Cell cell;
  if (!cell_parse(args[0].text, d->size, d->size, &cell, error))
    return false;
  int seat = owner((const Position *)state, cell_number(d, cell));
  return seat < 0 ? answer_none(answer) : answer_seat(answer, seat);
}

static bool query_open_cells(const Game *game, const State *state,
                             const Arg args[], Answer *answer, Error *error) {
  (void)args, (void)error;
  const DropFour *d = dropfour_of(game);
  Board left = open_cells(d, (const Position *)state);
  answer_list(answer, ANSWER_WORD);
  while (left && state->outcome == PLAYING) {
    char name[CELL_TEXT];
    cell_write(cell_at(d, bits_take(&left)), name);
    answer_add_text(answer, name);
  }
  return true;
}

static const Accessor ACCESSORS[] = {
    {"disc", .args = {ARG_CELL}, .arg_names = "cell", .returns = "seat, or nil",
     .help = "the seat whose disc is on a cell; nil if the cell is empty",
     .query = query_disc},
    {"open_cells", .arg_names = "", .returns = "list of cells",
     .help = "the cells that a disc can fall to", .query = query_open_cells},
    {NULL},
};

static int part_column(const Game *game, const State *state, Move move) {
  (void)game, (void)state;
  return (int)move;
}

static void write_column(const Game *game, int value, Parts *parts) {
  char column[] = {(char)('a' + value), '\0'};
  (void)game;
  parts_add_text(parts, column);
}

static const char *const KINDS[] = {"drop"};

static const MovePart PARTS[] = {
    {"kind", .words = KINDS},
    {"column", part_column, .write = write_column},
    {NULL},
};

/* ---- optional: for search ------------------------------------------------*/

/* A seat's score: the lines it can still complete, and a win on this turn. */
static double score_of(const DropFour *d, const Position *p, int seat) {
  Board available = d->all & ~p->discs[!seat];
  double score = 0;
  for (int direction = 0; direction < DIRECTIONS; direction++)
    score += 0.1 * bits_count(lines_in(d, available, direction));
  for (Board left = seat == p->base.seat ? open_cells(d, p) : 0; left;)
    if (has_line(d, p->discs[seat] | (Board)1 << bits_take(&left)))
      return score + 5;
  return score;
}

static void evaluate(const Game *game, const State *state, double value[]) {
  double score[2];
  for (int seat = 0; seat < 2; seat++)
    score[seat] = score_of(dropfour_of(game), (const Position *)state, seat);
  values_from_scores(game, score, value);
}

static Board mirrored(const DropFour *d, Board b) {
  Board result = 0;
  for (int column = 0; column < d->size; column++) {
    int from = cell_number(d, (Cell){column, 0});
    int to = cell_number(d, (Cell){d->size - 1 - column, 0});
    result |= (b >> from & column_cells(d, 0)) << to;
  }
  return result;
}

/* Swapping the seats, or left and right, gives an equivalent position. */
static void key(const Game *game, const State *state, void *key) {
  const DropFour *d = dropfour_of(game);
  const Position *p = (const Position *)state;
  Board own = p->discs[state->seat], other = p->discs[!state->seat];
  Board reflected[2] = {mirrored(d, own), mirrored(d, other)};
  memcpy(key, (Board[]){own, other}, sizeof reflected);
  pack_keep_least(key, reflected, sizeof reflected);
}

/* ---- the table -----------------------------------------------------------*/

static const Option OPTIONS[] = {
    {"size", OPTION_INT, .min = EDGE_MIN, .max = EDGE_MAX, .default_value = 6,
     .help = "length of the board's edge in cells"},
    {"line", OPTION_INT, .min = 3, .max = EDGE_MAX, .default_value = 4,
     .help = "number of discs in a line that wins"},
    {NULL},
};

const Rules dropfour_rules = {
    .name = "dropfour",
    .title = "Drop Four (traditional)",
    .summary = "discs fall down the columns; four in a line win",
    .text =
        "On your turn, drop a disc into a column that is not full; it falls "
        "to\n"
        "the lowest empty cell. Four of your discs in a line (or as many as\n"
        "the option line says) win: across, upright or diagonally. A full\n"
        "board is a draw.\n"
        "Moves: the column, a, b, c, …",
    .example = "d d c e",
    .options = OPTIONS,
    .game_size = sizeof(DropFour),
    .open = open,
    .start = start,
    .moves = moves,
    .play = play,
    .format = format,
    .parse = parse,
    .draw = draw,
    .set = set,
    .set_help = "a cell (b2=1, the seat of the disc; b2=- for empty)",
    .finish_edit = finish_edit,
    .settings = settings,
    .scene = scene,
    .accessors = ACCESSORS,
    .parts = PARTS,
    .evaluate = evaluate,
    .key = key,
    .legal = legal,
    .count = count,
    .random_move = random_move,
    .playout = playout,
    .counted_playout = counted_playout,
};
