/* Tic Tac Doh, by Brian Schultze. How a piece is laid, and what follows, is in
 * tictacdoh.h: read that first. */
#include "tictacdoh.h"

#include "core/base/cell.h"
#include "core/game/scene.h"
#include <stdlib.h>

static const char LETTERS[] = " SML";
static const char *const NAMES[] = {"", "small", "medium", "large"};

static Board square(int column, int row) {
  return (Board)1 << (row * ROW + column);
}

static Cell cell_at(int at) {
  return (Cell){at % ROW, at / ROW};
}

/* ---- moves ---------------------------------------------------------------*/

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

static bool open(Game *game, Error *error) {
  const int *stash = game->value + STASH;
  int pieces = stash[0] + stash[1] + stash[2];
  if (pieces == 0)
    return error_set(error, "tictacdoh: the stash is empty; give at least one "
                            "of small, medium and large");
  fill_tables((Tictacdoh *)game);
  tictacdoh_fill_keys((Tictacdoh *)game);
  game->key_size = tictacdoh_key_size(rules_of(game));
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
    .key = tictacdoh_key,
    .count = count,
    .random_move = random_move,
    .playout = playout,
    .evaluate = tictacdoh_evaluate,
};
