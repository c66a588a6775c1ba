/* Tic Tac Doh, by Brian Schultze: the rules and random moves. RULES.md states
 * the rules; comments in quotation marks quote it. Read tictacdoh.h first: it
 * has the functions that place a piece and end a turn. */
#include "tictacdoh.h"

#include "core/game/match.h"
#include <stdlib.h>

static Board square(int column, int row) {
  return (Board)1 << (row * ROW + column);
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

/* A random move, and the number of moves. */
ALWAYS_INLINE Move pick_move(Targets targets, Rng *rng, int *total) {
  int first = bits_count(targets.word[0]);
  *total = first + bits_count(targets.word[1]);
  int rank = (int)rng_below(rng, (uint32_t)*total);
  bool beyond = rank >= first;
  uint64_t word = bits_choose(beyond, targets.word[1], targets.word[0]);
  rank -= first & -beyond;
  return (Move)(beyond * WORD + bits_select(word, rank));
}

static Move random_move(const Game *game, const State *state, Rng *rng) {
  int total;
  (void)game;
  return pick_move(list_targets((const Position *)state), rng, &total);
}

static void play(const Game *game, State *state, Move move) {
  place(game, state, move);
}

static int playout(const Game *game, State *state, Rng *rng, int max_plies) {
  Targets targets = list_targets((Position *)state);
  int plies = 0, total;
  for (; plies < max_plies && state->outcome == PLAYING; plies++)
    targets = place(game, state, pick_move(targets, rng, &total));
  return plies;
}

static void counted_playout(const Game *game, State *state, Rng *rng,
                            int max_plies, MovesPlayed *played) {
  Targets targets = list_targets((Position *)state);
  MovesPlayed all = *played; /* stays in registers */
  for (int ply = 0; ply < max_plies && state->outcome == PLAYING; ply++) {
    int total, seat = state->seat;
    Move move = pick_move(targets, rng, &total);
    moves_played_add(&all, seat, move, total);
    targets = place(game, state, move);
  }
  *played = all;
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
  const int *stash = game->option + STASH;
  int pieces = stash[0] + stash[1] + stash[2];
  if (pieces == 0)
    return error_set(error, "tictacdoh: the stash is empty; give at least one "
                            "of small, medium and large");
  fill_tables((Tictacdoh *)game);
  tictacdoh_prepare_keys((Tictacdoh *)game);
  game->key_size = tictacdoh_key_size(tictacdoh_of(game));
  game->seats = game->sides = game->option[PLAYERS];
  tictacdoh_prepare_values((Tictacdoh *)game);
  game->state_size = sizeof(Position);
  game->max_moves = SIZES * SIDE * SIDE;
  game->max_plies = SIZES * 9; /* the largest stash */
  return true;
}

/* "the borders of the grid emerge only as pieces are placed" */
static void find_borders(const Tictacdoh *t, Position *p) {
  bool fixed = t->base.option[FIXED_GRID];
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
    p->stash[size] = (uint8_t)game->option[STASH + size - SMALL];
  find_borders(tictacdoh_of(game), p);
}

/* "Positions that differ only by a shift are the same position": shift the
 * pieces into the corner. `window` and `near` follow from the pieces. */
static uint64_t hash(const Game *game, const State *state) {
  Position p = *(const Position *)state;
  Board used = occupied(&p);
  p.window = p.near = 0;
  if (used && !game->option[FIXED_GRID]) {
    int shift = corner_of(used);
    for (int size = SMALL; size <= LARGE; size++)
      p.piece[size] >>= shift;
    p.nested >>= shift;
  }
  return game_hash_bytes(&p, sizeof p);
}

/* The squares of `used` that are connected to `seed`. */
static Board connected_to(const Tictacdoh *t, Board seed, Board used) {
  for (Board before = 0; before != seed;) {
    before = seed;
    for (uint64_t left = before; left;)
      seed |= t->around[bits_take(&left)][1] & used;
  }
  return seed;
}

static bool finish_edit(const Game *game, State *state, Error *error) {
  const Tictacdoh *t = tictacdoh_of(game);
  Position *p = (Position *)state;
  Board used = occupied(p);
  find_borders(t, p);
  if (used & ~p->window)
    return error_set(error, "the pieces do not fit in a 3x3 window");
  if (used && !game->option[FIXED_GRID] && !(used & t->middle))
    return error_set(error, "the first piece always stands on c3");
  if (!game->option[FIXED_GRID] &&
      used != connected_to(t, used & t->middle, used))
    return error_set(error, "a piece is not next to any other");
  state->seat = (uint8_t)game_previous_seat(game, state);
  bool line = false;
  for (int size = SMALL; size <= LARGE; size++)
    line = line || has_line(squares_counting_as(p, size));
  end_turn(game, state, line);
  return true;
}

static const Option OPTIONS[] = {
    {"players", OPTION_INT, .min = 2, .max = 4, .default_value = 2,
     .help = "number of players, each for themselves"},
    {"small", OPTION_INT, .min = 0, .max = 9, .default_value = 5,
     .help = "small pieces in the stash"},
    {"medium", OPTION_INT, .min = 0, .max = 9, .default_value = 5,
     .help = "medium pieces in the stash"},
    {"large", OPTION_INT, .min = 0, .max = 9, .default_value = 5,
     .help = "large pieces in the stash"},
    {"fixed_grid", OPTION_FLAG,
     .help = "the window is b2..d4 from the start, and a piece need not be "
             "next to another"},
    {"blocked_loses", OPTION_FLAG, .default_value = 1,
     .help = "a player with no legal move loses (false: the game is a draw)"},
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
        "some 3x3 window; or onto a piece exactly one size larger (a stack);\n"
        "or over a piece exactly one size smaller (a nest). A square never\n"
        "mixes the two. A stack counts as every size in it, a nest only as "
        "its\n"
        "largest piece. If you complete a line of three squares that count as\n"
        "one size, you win. When the stash is empty the game is a draw. A\n"
        "player who cannot place a piece loses, and the player who moved last\n"
        "wins.\n"
        "Moves: the size and the square, as in Sc3, Mb2, Ld4. On the floating\n"
        "grid the first piece goes on c3.",
    .rules_page = tictacdoh_rules_page,
    .example = "Lc3 Mc3 Sb2",
    .options = OPTIONS,
    .game_size = sizeof(Tictacdoh),
    .open = open,
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
};
