/* Tic Tac Doh, by Brian Schultze: the rules and random moves. RULES.md states
 * the rules; comments in quotation marks quote it. Read tictacdoh.h first: it
 * has the functions that place a piece and end a turn. */
#include "tictacdoh.h"

#include "core/game/match.h"
#include <stdlib.h>

/* ---- moves ---------------------------------------------------------------*/

ALWAYS_INLINE int list_moves(const State *state, Move *list, int window) {
  Targets targets = list_targets((const Position *)state, window);
  int n = 0;
  for (int i = 0; i < WORDS; i++)
    n += bits_list(targets.word[i], (Move)i * WORD, list + n);
  return n;
}

static int moves(const Game *game, const State *state, Move *list) {
  return is_usual(game) ? list_moves(state, list, USUAL_WINDOW)
                        : list_moves(state, list, WIDE_WINDOW);
}

ALWAYS_INLINE int count_moves(Targets targets) {
  int n = 0;
  for (int i = 0; i < WORDS; i++)
    n += bits_count(targets.word[i]);
  return n;
}

static int count(const Game *game, const State *state) {
  const Position *p = (const Position *)state;
  return is_usual(game) ? count_moves(list_targets(p, USUAL_WINDOW))
                        : count_moves(list_targets(p, WIDE_WINDOW));
}

static bool legal(const Game *game, const State *state, Move move) {
  const Position *p = (const Position *)state;
  if (move >= WORDS * WORD)
    return false;
  Targets targets = is_usual(game) ? list_targets(p, USUAL_WINDOW)
                                   : list_targets(p, WIDE_WINDOW);
  return targets.word[move / WORD] >> move % WORD & 1;
}

/* A random move, and the number of moves. The usual game has only two words of
 * moves. */
ALWAYS_INLINE Move pick_move(Targets targets, Rng *rng, int *total,
                             int window) {
  int first = bits_count(targets.word[0]);
  int second = first + bits_count(targets.word[1]);
  *total = second + bits_count(targets.word[2]);
  int rank = (int)rng_below(rng, (uint32_t)*total);
  bool beyond = rank >= first, last = window == WIDE_WINDOW && rank >= second;
  uint64_t word = bits_choose(beyond, targets.word[1], targets.word[0]);
  word = bits_choose(last, targets.word[2], word);
  rank -= (first & -beyond) + ((second - first) & -last);
  return (Move)((beyond + last) * WORD + bits_select(word, rank));
}

static Move random_move(const Game *game, const State *state, Rng *rng) {
  const Position *p = (const Position *)state;
  int total;
  return is_usual(game) ? pick_move(list_targets(p, USUAL_WINDOW), rng, &total,
                                    USUAL_WINDOW)
                        : pick_move(list_targets(p, WIDE_WINDOW), rng, &total,
                                    WIDE_WINDOW);
}

static void play(const Game *game, State *state, Move move) {
  if (is_usual(game))
    place(game, state, move, USUAL_WINDOW);
  else
    place(game, state, move, WIDE_WINDOW);
}

ALWAYS_INLINE int play_out(const Game *game, State *state, Rng *rng,
                           int max_plies, int window) {
  Targets targets = list_targets((Position *)state, window);
  int plies = 0, total;
  for (; plies < max_plies && state->outcome == PLAYING; plies++)
    targets =
        place(game, state, pick_move(targets, rng, &total, window), window);
  return plies;
}

static int playout(const Game *game, State *state, Rng *rng, int max_plies) {
  return is_usual(game) ? play_out(game, state, rng, max_plies, USUAL_WINDOW)
                        : play_out(game, state, rng, max_plies, WIDE_WINDOW);
}

ALWAYS_INLINE void count_playout(const Game *game, State *state, Rng *rng,
                                 int max_plies, MovesPlayed *played,
                                 int window) {
  Targets targets = list_targets((Position *)state, window);
  MovesPlayed all = *played; /* stays in registers */
  for (int ply = 0; ply < max_plies && state->outcome == PLAYING; ply++) {
    int total, seat = state->seat;
    Move move = pick_move(targets, rng, &total, window);
    moves_played_add(&all, seat, move, total);
    targets = place(game, state, move, window);
  }
  *played = all;
}

static void counted_playout(const Game *game, State *state, Rng *rng,
                            int max_plies, MovesPlayed *played) {
  if (is_usual(game))
    count_playout(game, state, rng, max_plies, played, USUAL_WINDOW);
  else
    count_playout(game, state, rng, max_plies, played, WIDE_WINDOW);
}

/* ---- opening -------------------------------------------------------------*/

/* How many steps of a king two squares are apart. */
static int distance(Cell a, Cell b) {
  int across = abs(a.column - b.column), up = abs(a.row - b.row);
  return across > up ? across : up;
}

static void fill_reach(Tictacdoh *t, int from) {
  for (uint64_t left = t->all; left;) {
    int to = bits_take(&left);
    int steps = distance(cell_at(&t->base, from), cell_at(&t->base, to));
    if (steps <= 1)
      t->reach[from].near |= (Board)1 << to;
    if (steps < t->window)
      t->reach[from].fitting |= (Board)1 << to;
  }
}

/* The squares of a box of this many columns and rows. */
static Board box_of(const Game *game, Cell corner, int edge) {
  Board squares = 0;
  for (int row = 0; row < edge; row++)
    for (int column = 0; column < edge; column++)
      squares |= (Board)1 << square_at(
                     game, (Cell){corner.column + column, corner.row + row});
  return squares;
}

static void fill_tables(Tictacdoh *t) {
  const Game *game = &t->base;
  int middle = t->window - 1;
  t->all = box_of(game, (Cell){0, 0}, side_of(game));
  t->middle = box_of(game, (Cell){middle, middle}, 1);
  t->grid = box_of(game, (Cell){1, 1}, t->window);
  t->grid_corner = square_at(game, (Cell){1, 1});
  for (uint64_t left = t->all; left;)
    fill_reach(t, bits_take(&left));
}

static bool tictacdoh_open(Game *game, Error *error) {
  Tictacdoh *t = (Tictacdoh *)game;
  const int *stash = game->option + STASH;
  if (stash[0] + stash[1] + stash[2] == 0)
    return error_set(error, "tictacdoh: the stash is empty; give at least one "
                            "of small, medium and large");
  t->window = game->option[WINDOW];
  if (game->option[LINE_LENGTH] > t->window)
    return error_set(error,
                     "tictacdoh: a line of %d squares does not fit in a %dx%d "
                     "window; give window=%d, or line_length=%d",
                     game->option[LINE_LENGTH], t->window, t->window,
                     game->option[LINE_LENGTH], t->window);
  game->columns = game->rows = side_of(game);
  game->row_cells = ROW_OF(t->window);
  fill_tables(t);
  tictacdoh_prepare_keys(t);
  game->key_size = tictacdoh_key_size(t);
  tictacdoh_list_features(t);
  game->seats = game->sides = game->option[PLAYERS];
  tictacdoh_prepare_values(t);
  game->state_size = POSITION_SIZE(t->window);
  game->max_moves = SIZES * side_of(game) * side_of(game);
  game->max_plies = SIZES * t->window * t->window; /* a full window */
  return true;
}

/* "the borders of the grid emerge only as pieces are placed" */
static void find_borders(const Tictacdoh *t, Position *p) {
  bool fixed = t->base.option[FIXED_GRID];
  Board fitting = fixed ? t->grid : t->all, near = fixed ? t->all : t->middle;
  for (uint64_t left = occupied(p, t->window); left;) {
    const Reach *reach = &t->reach[bits_take(&left)];
    fitting &= reach->fitting;
    near |= reach->near;
  }
  set_board(p, FITTING, fitting, t->window);
  set_board(p, NEAR, near, t->window);
}

static void start(const Game *game, State *state, Rng *rng) {
  (void)rng;
  Position *p = (Position *)state;
  for (int size = SMALL; size <= LARGE; size++)
    p->stash[size] = (uint8_t)game->option[STASH + size - SMALL];
  find_borders(tictacdoh_of(game), p);
}

/* "Positions that differ only by a shift are the same position": shift the
 * pieces into the corner. There they fit in 32 bits; on the fixed grid of the
 * usual game they do anyway. FITTING and NEAR follow from the pieces. */
ALWAYS_INLINE uint64_t hash_pieces(const Game *game, const Position *p,
                                   int window) {
  Position hashed = {.base = p->base};
  int shift = !game->option[FIXED_GRID] ? corner_of(occupied(p, window), window)
              : window == USUAL_WINDOW  ? 0
                                        : tictacdoh_of(game)->grid_corner;
  for (int i = SMALL; i <= NESTED; i++)
    hashed.narrow[i] = (uint32_t)(board(p, i, window) >> shift);
  memcpy(hashed.stash, p->stash, sizeof hashed.stash);
  return game_hash_bytes(&hashed, POSITION_SIZE(USUAL_WINDOW));
}

static uint64_t hash(const Game *game, const State *state) {
  const Position *p = (const Position *)state;
  return is_usual(game) ? hash_pieces(game, p, USUAL_WINDOW)
                        : hash_pieces(game, p, WIDE_WINDOW);
}

/* The occupied square that is nearest to the middle; the first of several. */
static int nearest_to_middle(const Tictacdoh *t, Board used) {
  Cell middle = cell_at(&t->base, bits_first(t->middle));
  int nearest = bits_first(used);
  for (uint64_t left = used; left;) {
    int at = bits_take(&left);
    if (distance(cell_at(&t->base, at), middle) <
        distance(cell_at(&t->base, nearest), middle))
      nearest = at;
  }
  return nearest;
}

/* Shifts the pieces, which fit in a window, so that one of them stands in the
 * middle, where the drawing board has room for all windows. A variant may have
 * taken off the one that was there. */
static void shift_to_middle(const Tictacdoh *t, Position *p) {
  Board used = occupied(p, t->window);
  if (!used || used & t->middle)
    return;
  int by = bits_first(t->middle) - nearest_to_middle(t, used);
  for (int i = SMALL; i <= NESTED; i++) {
    Board b = board(p, i, t->window);
    set_board(p, i, by > 0 ? b << by : b >> -by, t->window);
  }
  find_borders(t, p);
}

/* Ends the turn that led to an edited position. */
ALWAYS_INLINE void finish_turn(const Game *game, State *state, int window) {
  const Position *p = (const Position *)state;
  int length = line_length(game, window);
  bool line = false;
  for (int size = SMALL; size <= LARGE; size++)
    line =
        line || has_line(squares_counting_as(p, size, window), window, length);
  end_turn(game, state, line, window);
}

static bool finish_edit(const Game *game, State *state, Error *error) {
  const Tictacdoh *t = tictacdoh_of(game);
  Position *p = (Position *)state;
  find_borders(t, p);
  if (occupied(p, t->window) & ~board(p, FITTING, t->window))
    return error_set(error, "the pieces do not fit in a %dx%d window",
                     t->window, t->window);
  if (!game->option[FIXED_GRID])
    shift_to_middle(t, p);
  state->seat = (uint8_t)game_previous_seat(game, state);
  if (is_usual(game))
    finish_turn(game, state, USUAL_WINDOW);
  else
    finish_turn(game, state, WIDE_WINDOW);
  return true;
}

static const Option OPTIONS[] = {
    {"players", OPTION_INT, .min = 2, .max = 4, .default_value = 2,
     .help = "number of players, each for themselves"},
    {"small", OPTION_INT, .min = 0, .max = STASH_MAX, .default_value = 5,
     .help = "small pieces in the stash"},
    {"medium", OPTION_INT, .min = 0, .max = STASH_MAX, .default_value = 5,
     .help = "medium pieces in the stash"},
    {"large", OPTION_INT, .min = 0, .max = STASH_MAX, .default_value = 5,
     .help = "large pieces in the stash"},
    {"fixed_grid", OPTION_FLAG,
     .help = "the window is b2..d4 from the start (b2..e5 if it has 4x4 "
             "squares), and a piece need not be next to another"},
    {"blocked_loses", OPTION_FLAG, .default_value = 1,
     .help = "a player with no legal move loses (false: the game is a draw)"},
    {"window", OPTION_INT, .min = USUAL_WINDOW, .max = WIDE_WINDOW,
     .default_value = USUAL_WINDOW,
     .help = "edge of the window that all pieces must fit in"},
    {"line_length", OPTION_INT, .min = USUAL_WINDOW, .max = WIDE_WINDOW,
     .default_value = USUAL_WINDOW,
     .help = "squares in a line that win, at most as many as the edge of the "
             "window"},
    {NULL},
};

const Rules tictacdoh_rules = {
    .name = "tictacdoh",
    .title = "Tic Tac Doh (Brian Schultze)",
    .summary = "three in a row of one size, with stacks and nests on a "
               "floating grid",
    .text =
        "All players share one stash of small, medium and large pyramids. On\n"
        "your turn, place one piece, which never moves again: on an empty\n"
        "square next to a piece (diagonally too), as long as all pieces fit "
        "in\n"
        "some 3x3 window (option window: 4x4); or onto a piece exactly one\n"
        "size larger (a stack); or over a piece exactly one size smaller (a\n"
        "nest). A square never mixes the two. A stack counts as every size in\n"
        "it, a nest only as its largest piece. If you complete a line of "
        "three\n"
        "squares (or line_length) that count as one size, you win. When the\n"
        "stash is empty the game is a draw. A player who cannot place a piece\n"
        "loses, and the player who moved last wins.\n"
        "Moves: the size and the square, as in Sc3, Mb2, Ld4. On the floating\n"
        "grid the first piece goes on c3 (d4 if the window is 4x4).",
    .rules_page = tictacdoh_rules_page,
    .example = "Lc3 Mc3 Sb2",
    .options = OPTIONS,
    .game_size = sizeof(Tictacdoh),
    .open = tictacdoh_open,
    .start = start,
    .moves = moves,
    .play = play,
    .format = tictacdoh_format,
    .parse = tictacdoh_parse,
    .draw = tictacdoh_draw,
    .set = tictacdoh_set,
    .set_help = "a square (c3=LM, in the order laid; c3=- for empty), small, "
                "medium, large (pieces left in the stash)",
    .finish_edit = finish_edit,
    .settings = tictacdoh_settings,
    .accessors = tictacdoh_accessors,
    .parts = tictacdoh_parts,
    .scene = tictacdoh_scene,
    .legal = legal,
    .hash = hash,
    .key = tictacdoh_key,
    .count = count,
    .random_move = random_move,
    .playout = playout,
    .counted_playout = counted_playout,
    .evaluate = tictacdoh_evaluate,
    .features = tictacdoh_features,
};
