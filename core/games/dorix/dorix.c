/* Dorix, by Loïc Lamy: the rules. RULES.md states them; comments in quotation
 * marks quote it. dorix.h describes the board. */
#include "dorix.h"

/* ---- moves ---------------------------------------------------------------*/

static int list_targets(const Dorix *d, const Position *p,
                        const uint8_t *heights, int source, uint64_t targets,
                        Move *list) {
  int n = 0;
  while (targets) {
    int target = bits_take(&targets);
    const Collapses *all = collapses_at(d, p, heights, source, target);
    for (int i = 0; i < all->count; i++)
      list[n++] = make_move(source, target, all->leaving, all->order[i]);
  }
  return n;
}

uint64_t dorix_targets(const Dorix *d, const Position *p, int source) {
  int me = p->base.seat;
  uint64_t targets = (p->control[me] | (d->all & ~occupied(p))) & ~bit(source);
  if (d->base.option[RETURN_TO_SOURCE] &&
      (height(p, source) == 1 || pawn_at(d, p, source, 1) == me))
    targets |= bit(source);
  return targets;
}

static int list_from_board(const Dorix *d, const Position *p, Move *list) {
  uint8_t heights[HEIGHTS];
  memcpy(heights, p->heights, sizeof heights);
  int n = 0;
  for (uint64_t sources = p->control[p->base.seat]; sources;) {
    int source = bits_take(&sources);
    heights[MARGIN + source]--;
    n += list_targets(d, p, heights, source, dorix_targets(d, p, source),
                      list + n);
    heights[MARGIN + source]++;
  }
  return n;
}

static int list_from_hand(const Dorix *d, const Position *p, Move *list) {
  uint64_t targets = p->control[p->base.seat] | (d->all & ~occupied(p));
  return list_targets(d, p, p->heights, FROM_HAND, targets, list);
}

static int moves(const Game *game, const State *state, Move *list) {
  const Dorix *d = dorix_of(game);
  const Position *p = (const Position *)state;
  int n = p->hand[state->seat] ? list_from_hand(d, p, list)
                               : list_from_board(d, p, list);
  if (n == 0) /* "If neither is possible, you pass." */
    list[n++] = MOVE_PASS;
  return n;
}

/* Whether `move`, in all its bits, is one of these collapses. */
static bool is_among(const Collapses *all, int source, int target, Move move) {
  for (int i = 0; i < all->count; i++)
    if (make_move(source, target, all->leaving, all->order[i]) == move)
      return true;
  return false;
}

static bool legal(const Game *game, const State *state, Move move) {
  const Dorix *d = dorix_of(game);
  const Position *p = (const Position *)state;
  int source = move_source(move), target = move_target(move);
  uint64_t own = p->control[state->seat];
  if (p->hand[state->seat]) {
    uint64_t targets = own | (d->all & ~occupied(p));
    return source == FROM_HAND && targets & bit(target) &&
           is_among(collapses_at(d, p, p->heights, source, target), source,
                    target, move);
  }
  if (!(own & bit(source)) || !(dorix_targets(d, p, source) & bit(target)))
    return false;
  uint8_t heights[HEIGHTS];
  memcpy(heights, p->heights, sizeof heights);
  heights[MARGIN + source]--;
  return is_among(collapses_at(d, p, heights, source, target), source, target,
                  move);
}

/* Whether a side that misses these cells controls one of the diagonals that
 * only boards with unequal sides have. */
static bool has_further(const Dorix *d, uint64_t missing) {
  for (int i = 2; i < d->diagonals; i++)
    if (!(missing & d->diagonal[i]))
      return true;
  return false;
}

/* "If exactly one side controls a main diagonal, that side wins, whoever moved.
 * If two sides control one each, play continues." A square board has only two
 * diagonals. */
ALWAYS_INLINE void check_sides(const Dorix *d, Position *p, bool square) {
  int holders = 0, holder = 0;
  for (int side = 0; side < d->base.sides; side++) {
    uint64_t missing = ~(p->control[side] | p->control[d->partner[side]]);
    if (!(missing & d->diagonal[0]) || !(missing & d->diagonal[1]) ||
        (!square && has_further(d, missing))) {
      holders++;
      holder = side;
    }
  }
  if (holders == 1) /* a side has the number of its first seat */
    state_set_win(&p->base, game_team(&d->base, holder));
}

static void check_diagonals(const Dorix *d, Position *p) {
  if (d->diagonals == 2)
    check_sides(d, p, true);
  else
    check_sides(d, p, false);
}

static void pass(const Game *game, Position *p) {
  /* "If every seat passes in a row, the game is a draw" */
  if (++p->passes == game->seats)
    state_set_draw(&p->base);
  p->base.seat = game_next_seat(game, &p->base);
}

void dorix_play(const Game *game, State *state, Move move) {
  const Dorix *d = dorix_of(game);
  Position *p = (Position *)state;
  if (move == MOVE_PASS) {
    pass(game, p);
    return;
  }
  int target = move_target(move), leaving = move_leaving(move);
  p->passes = 0;
  if (move_source(move) == FROM_HAND)
    p->hand[state->seat]--;
  else
    take(d, p, move_source(move), 1);
  if (leaving == 0) {
    push(d, p, target, state->seat);
  } else { /* the new pawn is the first to leave */
    unsigned pawns = state->seat | take(d, p, target, leaving - 1) << 2;
    for (int i = 0; i < leaving; i++, pawns >>= 2)
      push(d, p, target + d->step[move_direction(move, i)], (int)(pawns & 3));
  }
  check_diagonals(d, p);
  state->seat = game_next_seat(game, state);
}

/* ---- opening -------------------------------------------------------------*/

/* Adds the ways to distribute pawns over the lower neighbours, in the order of
 * their notations. Of several ways that differ only by like pawns, only the one
 * whose cells ascend is added. */
static void add_collapses(Collapses *all, unsigned lower, const int *colour,
                          int leaving, int placed, unsigned used, int order) {
  if (placed == leaving) {
    all->order[all->count++] = (uint8_t)order;
    return;
  }
  for (int to = 0; to < DIRECTIONS; to++) {
    bool ascends = true;
    for (int i = 0; i < placed; i++)
      ascends = ascends &&
                (colour[i] != colour[placed] || (order >> (2 * i) & 3) < to);
    if (ascends && lower & ~used & 1u << to)
      add_collapses(all, lower, colour, leaving, placed + 1, used | 1u << to,
                    order | to << (2 * placed));
  }
}

static int pattern_of(int mover, int third, int fourth) {
  int of_fourth = fourth == mover                     ? 0
                  : third == mover || fourth == third ? 1
                                                      : 2;
  return (third == mover ? 0 : 3) + of_fourth;
}

static void fill_collapses(Dorix *d) {
  for (int mover = 0; mover < PLAYERS_MAX; mover++)
    for (int pawns = 0; pawns < 16; pawns++)
      d->pattern[mover][pawns] =
          (uint8_t)pattern_of(mover, pawns & 3, pawns >> 2);
  for (unsigned lower = 0; lower < 16; lower++)
    for (int height = 0; height <= 4; height++)
      for (int pattern = 0; pattern < PATTERNS; pattern++) {
        int colour[] = {0, 0, pattern / 3, pattern % 3};
        int n = bits_count(lower), leaving = n < height ? n : height;
        Collapses *all = &d->collapses[lower][height][pattern];
        all->leaving = (uint8_t)leaving;
        add_collapses(all, lower, colour, leaving, 0, 0, 0);
      }
}

/* "The main diagonals are the longest ones": as long as the shorter side, from
 * every cell that leaves room for them. */
static void fill_diagonals(Dorix *d) {
  int columns = d->columns, length = columns < d->rows ? columns : d->rows;
  int each = columns + d->rows - 2 * length + 1;
  d->diagonals = 2 * each;
  for (int i = 0; i < each; i++) {
    int column = columns > length ? i : 0, row = columns > length ? 0 : i;
    for (int k = 0; k < length; k++) {
      int rising = (row + k) * columns + column + k;
      int falling = (row + length - 1 - k) * columns + column + k;
      d->diagonal[i] |= bit(rising);
      d->diagonal[each + i] |= bit(falling);
    }
    d->on_diagonal |= d->diagonal[i] | d->diagonal[each + i];
  }
}

static void fill_board(Dorix *d) {
  int columns = d->columns, rows = d->rows;
  d->cells = columns * rows;
  d->all = bit(d->cells) - 1;
  d->step[SOUTH] = -columns;
  d->step[WEST] = -1;
  d->step[EAST] = 1;
  d->step[NORTH] = columns;
  for (int cell = 0; cell < d->cells; cell++) {
    int column = cell % columns, row = cell / columns;
    d->beside[SOUTH] |= row > 0 ? bit(cell) : 0;
    d->beside[WEST] |= column > 0 ? bit(cell) : 0;
    d->beside[EAST] |= column < columns - 1 ? bit(cell) : 0;
    d->beside[NORTH] |= row < rows - 1 ? bit(cell) : 0;
    for (int i = 0; i < DIRECTIONS; i++)
      if (d->beside[i] & bit(cell)) {
        d->around[cell] |= (uint8_t)(1 << i);
        d->neighbour[cell][i] = bit(cell + d->step[i]);
      }
  }
  fill_diagonals(d);
}

static bool dorix_open(Game *game, Error *error) {
  Dorix *d = (Dorix *)game;
  const int *value = game->option;
  if (value[TEAMS] && value[PLAYERS] != 4)
    return error_set(error, "dorix: teams=true needs players=4, not %d",
                     value[PLAYERS]);
  d->columns = game->columns = game->row_cells = value[COLUMNS];
  d->rows = game->rows = value[ROWS];
  fill_board(d);
  fill_collapses(d);
  dorix_prepare_random(d);
  d->lowest = value[EMPTY_CELLS_RECEIVE] ? 0 : 1;
  d->words = (value[PLAYERS] * value[PAWNS] + WORD_PAWNS - 1) / WORD_PAWNS;
  d->deepest = (d->words - 1) * d->cells;
  game->seats = value[PLAYERS];
  game->sides = value[TEAMS] ? 2 : game->seats;
  for (int s = 0; s < game->seats; s++) {
    game->side[s] = (uint8_t)(s % game->sides);
    d->partner[s] = (uint8_t)(value[TEAMS] ? (s + 2) % 4 : s);
  }
  game->state_size =
      sizeof(Position) + sizeof(uint64_t) * (size_t)(d->cells * d->words);
  game->max_moves = d->cells * d->cells * COLLAPSES_MAX;
  game->max_plies = 8 * d->cells * d->cells; /* an empirical bound */
  dorix_prepare_keys(d);
  game->key_size = dorix_key_size(d);
  dorix_list_features(d);
  return true;
}

static void start(const Game *game, State *state, Rng *rng) {
  (void)rng;
  Position *p = (Position *)state;
  for (int s = 0; s < game->seats; s++)
    p->hand[s] = (uint8_t)game->option[PAWNS];
}

static bool finish_edit(const Game *game, State *state, Error *error) {
  const Dorix *d = dorix_of(game);
  Position *p = (Position *)state;
  int pawns[PLAYERS_MAX] = {0};
  for (int cell = 0; cell < d->cells; cell++)
    for (int depth = 0; depth < height(p, cell); depth++)
      pawns[pawn_at(d, p, cell, depth)]++;
  for (int s = 0; s < game->seats; s++)
    if (pawns[s] + p->hand[s] > game->option[PAWNS])
      return error_set(error,
                       "seat %d has %d pawns on the board and %d in hand, but "
                       "only %d in all; set hand%d too",
                       s + 1, pawns[s], p->hand[s], game->option[PAWNS], s + 1);
  check_diagonals(d, p);
  if (state->outcome == PLAYING && p->passes == game->seats)
    state_set_draw(state);
  return true;
}

static int default_pawns(const int values[]) {
  return values[PLAYERS] == 2 ? 15 : values[PLAYERS] == 3 ? 12 : 10;
}

static int default_teams(const int values[]) {
  return values[PLAYERS] == 4;
}

static int size_of(const int values[]) {
  return values[SIZE];
}

static const Option OPTIONS[] = {
    {"players", OPTION_INT, .min = 2, .max = PLAYERS_MAX, .default_value = 2,
     .help = "number of players"},
    {"pawns", OPTION_INT, .min = 1, .max = PAWNS_MAX, .derive = default_pawns,
     .derived = "15, 12 or 10 for 2, 3 or 4 players",
     .help = "pawns per player"},
    {"size", OPTION_INT, .min = SIDE_MIN, .max = SIDE_MAX, .default_value = 4,
     .help = "columns and rows of a square board"},
    {"teams", OPTION_FLAG, .derive = default_teams,
     .derived = "true with 4 players",
     .help = "seats 1 and 3 play against seats 2 and 4"},
    {"empty_cells_receive", OPTION_FLAG,
     .help = "empty cells count as neighbours of height 0 in a collapse"},
    {"return_to_source", OPTION_FLAG,
     .help = "a pawn taken off a pile may go back to the cell it came from"},
    {"columns", OPTION_INT, .min = SIDE_MIN, .max = SIDE_MAX, .derive = size_of,
     .derived = "size", .help = "columns of the board"},
    {"rows", OPTION_INT, .min = SIDE_MIN, .max = SIDE_MAX, .derive = size_of,
     .derived = "size",
     .help = "rows of the board; the longest diagonals are the main ones"},
    {NULL},
};

const Rules dorix_rules = {
    .name = "dorix",
    .title = "Dorix (Loïc Lamy)",
    .summary =
        "control a diagonal with piles that collapse onto their neighbours",
    .text =
        "The top pawn controls a pile. On your turn, put a pawn from your "
        "hand\n"
        "on an empty cell or on a pile you control. If your hand is empty, "
        "take\n"
        "one of your pawns off the top of a pile instead and put it on "
        "another\n"
        "such cell. If neither is possible, you pass. A pawn put on a pile "
        "makes\n"
        "it collapse if orthogonally adjacent piles are lower: from the top\n"
        "down, one pawn goes onto each lower neighbour. You choose which goes\n"
        "where and, if there are too few pawns, which neighbours get one. No\n"
        "other pile collapses. If one side alone then controls every cell of "
        "a\n"
        "main diagonal, it wins, whoever moved; if two sides control one "
        "each,\n"
        "play continues. In teams, seats 1 and 3 play against seats 2 and 4,\n"
        "and partners count together on a diagonal. If all seats pass in a "
        "row\n"
        "the game is a draw; otherwise a game can go on forever.\n"
        "Moves: b2; with a collapse b2>c2,b3 (top pawn to c2, next to b3);\n"
        "with an empty hand a1-b2 or a1-b2>c2,b3; pass.",
    .rules_page = dorix_rules_page,
    .example = "b2 c3 b3 d4 b2>b3",
    .options = OPTIONS,
    .game_size = sizeof(Dorix),
    .open = dorix_open,
    .start = start,
    .moves = moves,
    .play = dorix_play,
    .format = dorix_format,
    .parse = dorix_parse,
    .draw = dorix_draw,
    .set = dorix_set,
    .set_help =
        "a cell (b2=112, seats from the bottom up; b2=- for empty), hand1, "
        "hand2, … (pawns in hand), passes (the number of passes in a row "
        "up to now; setting a cell resets it to 0)",
    .finish_edit = finish_edit,
    .settings = dorix_settings,
    .accessors = dorix_accessors,
    .parts = dorix_parts,
    .scene = dorix_scene,
    .legal = legal,
    .key = dorix_key,
    .count = dorix_count,
    .random_move = dorix_random_move,
    .playout = dorix_playout,
    .counted_playout = dorix_counted_playout,
    .evaluate = dorix_evaluate,
    .features = dorix_features,
    .evaluate_moves = dorix_evaluate_moves,
    .exploration = 0.1,
};
