/* Dorix, by Loïc Lamy: the rules, and random moves. dorix.h tells how the board
 * is laid out. */
#include "dorix.h"

/* ---- moves ---------------------------------------------------------------*/

/* How a pile of the mover's can collapse when a pawn lands on its `level`
 * pawns: "With n ≥ 1 lower neighbours, k = min(h, n) pawns leave the pile."
 * `word` has the pile's pawns as they are then. */
static const Ways *ways_to_collapse(const Dorix *d, int mover, uint64_t word,
                                    int level, unsigned lower) {
  int pattern = d->pattern[mover][word >> 2 & 15];
  return &d->ways[lower][level < 3 ? level + 1 : 4][pattern];
}

/* What a pawn from `source` can do on an own pile or empty cell; `heights` are
 * those after it was taken off. */
ALWAYS_INLINE const Ways *ways_to_land(const Dorix *d, const Position *p,
                                       const uint8_t *heights, int source,
                                       int target) {
  int level = heights[MARGIN + target];
  uint64_t word = p->pile[target] >> (target == source ? 2 : 0);
  unsigned lower = level ? lower_neighbours(d, heights, target, level + 1) : 0u;
  return ways_to_collapse(d, p->base.seat, word, level, lower);
}

static int list_targets(const Dorix *d, const Position *p,
                        const uint8_t *heights, int source, uint64_t targets,
                        Move *list) {
  int n = 0;
  while (targets) {
    int target = bits_take(&targets);
    const Ways *ways = ways_to_land(d, p, heights, source, target);
    for (int i = 0; i < ways->count; i++)
      list[n++] = make_move(source, target, ways->leaving, ways->order[i]);
  }
  return n;
}

uint64_t dorix_targets(const Dorix *d, const Position *p, int source) {
  int me = p->base.seat;
  uint64_t targets = (p->control[me] | (d->all & ~occupied(p))) & ~bit(source);
  if (d->base.value[RETURN_TO_SOURCE] &&
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
  if (n == 0) /* "If neither is possible, pass." */
    list[n++] = MOVE_PASS;
  return n;
}

/* Whether one of the ways to land there is this very number, to the last bit.
 */
static bool is_way(const Ways *ways, int source, int target, Move move) {
  for (int i = 0; i < ways->count; i++)
    if (make_move(source, target, ways->leaving, ways->order[i]) == move)
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
           is_way(ways_to_land(d, p, p->heights, source, target), source,
                  target, move);
  }
  if (!(own & bit(source)) || !(dorix_targets(d, p, source) & bit(target)))
    return false;
  uint8_t heights[HEIGHTS];
  memcpy(heights, p->heights, sizeof heights);
  heights[MARGIN + source]--;
  return is_way(ways_to_land(d, p, heights, source, target), source, target,
                move);
}

/* "If exactly one side controls a diagonal, that side wins, whoever moved. If
 * two sides control one each, play goes on." */
static void check_diagonals(const Dorix *d, Position *p) {
  int holders = 0, holder = 0;
  for (int side = 0; side < d->base.sides; side++) {
    uint64_t missing = ~(p->control[side] | p->control[d->partner[side]]);
    if (!(missing & d->diagonal[0]) || !(missing & d->diagonal[1])) {
      holders++;
      holder = side;
    }
  }
  if (holders == 1) /* a side has the number of its first seat */
    state_win(&p->base, game_team(&d->base, holder));
}

static void pass(const Game *game, Position *p) {
  /* "If every seat passes in succession the position can no longer change:
   * draw." */
  if (++p->passes == game->seats)
    state_draw(&p->base);
  p->base.seat = game_next_seat(game, &p->base);
}

static void play(const Game *game, State *state, Move move) {
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
  } else { /* the pawn that landed is the first to leave */
    unsigned pawns = state->seat | take(d, p, target, leaving - 1) << 2;
    for (int i = 0; i < leaving; i++, pawns >>= 2)
      push(d, p, target + d->step[move_direction(move, i)], (int)(pawns & 3));
  }
  check_diagonals(d, p);
  state->seat = game_next_seat(game, state);
}

/* ---- random moves --------------------------------------------------------*/

/* A random move is drawn from the targets, one move each, and the further ways
 * in which the few own piles with three or more lower neighbours can collapse,
 * as many as there could be at most. A draw that then turns out not to be a
 * move is drawn again, so each move is as likely. */
typedef struct Chances {
  uint64_t targets;
  int target_count, total;
  int piles; /* with further ways */
  struct {
    uint8_t cell, further;
  } pile[CELLS_MAX];
} Chances;

/* The cells with at least three neighbours among these. */
static uint64_t with_three(const Dorix *d, uint64_t cells) {
  uint64_t south = cells << d->step[NORTH] & d->beside[SOUTH];
  uint64_t west = cells << 1 & d->beside[WEST];
  uint64_t east = cells >> 1 & d->beside[EAST];
  uint64_t north = cells >> d->step[NORTH] & d->beside[NORTH];
  return (south & north & (west | east)) | (west & east & (south | north));
}

/* A pawn taken off a neighbour first can make that one lower, so neighbours
 * count that are higher by `slack`; more of them never mean fewer ways. */
ALWAYS_INLINE void count_chances(const Dorix *d, const Position *p, int slack,
                                 Chances *c) {
  uint64_t own = p->control[p->base.seat], piles = occupied(p);
  c->targets = own | (d->all & ~piles);
  c->target_count = bits_count(c->targets);
  c->total = c->target_count;
  c->piles = 0;
  uint64_t left = own & with_three(d, d->lowest ? piles : d->all);
  while (left) {
    int cell = bits_take(&left), level = height(p, cell);
    unsigned lower = lower_neighbours(d, p->heights, cell, level + 1 + slack);
    int further =
        ways_to_collapse(d, p->base.seat, p->pile[cell], level, lower)->count -
        1;
    c->pile[c->piles].cell = (uint8_t)cell;
    c->pile[c->piles].further = (uint8_t)further;
    c->piles += further > 0;
    c->total += further;
  }
}

/* The cell with `rank` smaller ones in the set. A byte at a time: on the usual
 * board there are two, and no loop whose end is hard to predict. */
static int nth_cell(const Dorix *d, uint64_t cells, int rank) {
  int base = 0;
  for (; rank >= d->count[cells & 255]; base += 8) {
    rank -= d->count[cells & 255];
    cells >>= 8;
  }
  return base + d->member[cells & 255][rank];
}

/* The target of a draw below c->total, and which of its ways was drawn. */
static int chance_target(const Dorix *d, const Chances *c, int draw, int *way) {
  *way = 0;
  if (draw < c->target_count)
    return nth_cell(d, c->targets, draw);
  draw -= c->target_count;
  int i = 0;
  for (; draw >= c->pile[i].further; i++)
    draw -= c->pile[i].further;
  *way = draw + 1;
  return c->pile[i].cell;
}

static Move draw_from_hand(const Dorix *d, const Position *p, Rng *rng) {
  Chances c;
  count_chances(d, p, 0, &c);
  if (c.total == 0)
    return MOVE_PASS;
  int way, draw = (int)rng_below(rng, (uint32_t)c.total);
  int target = chance_target(d, &c, draw, &way);
  const Ways *ways = ways_to_land(d, p, p->heights, FROM_HAND, target);
  return make_move(FROM_HAND, target, ways->leaving, ways->order[way]);
}

static Move draw_from_board(const Dorix *d, const Position *p, Rng *rng) {
  uint64_t own = p->control[p->base.seat];
  int owns = bits_count(own);
  Chances c;
  count_chances(d, p, 1, &c);
  if (owns == 0 || c.target_count == 1)
    return MOVE_PASS;
  uint8_t heights[HEIGHTS];
  memcpy(heights, p->heights, sizeof heights);
  for (;;) {
    uint32_t of_sources, of_targets;
    int way;
    rng_below_both(rng, (uint32_t)owns, (uint32_t)c.total, &of_sources,
                   &of_targets);
    int source = nth_cell(d, own, (int)of_sources);
    int target = chance_target(d, &c, (int)of_targets, &way);
    if (target == source)
      continue;
    heights[MARGIN + source]--;
    const Ways *ways = ways_to_land(d, p, heights, source, target);
    heights[MARGIN + source]++;
    if (way < ways->count)
      return make_move(source, target, ways->leaving, ways->order[way]);
  }
}

static Move random_move(const Game *game, const State *state, Rng *rng) {
  const Dorix *d = dorix_of(game);
  const Position *p = (const Position *)state;
  if (p->hand[state->seat])
    return draw_from_hand(d, p, rng);
  if (!game->value[RETURN_TO_SOURCE])
    return draw_from_board(d, p, rng);
  Move list[game->max_moves]; /* the pile gone back to is not what it was */
  int n = moves(game, state, list);
  return list[rng_below(rng, (uint32_t)n)];
}

/* The further ways in which a pile can collapse under a pawn from any own pile
 * but itself. Only a pawn taken off beside it makes a difference to them. */
static int count_further(const Dorix *d, const Position *p, uint8_t *heights,
                         int target) {
  uint64_t at = bit(target), sources = p->control[p->base.seat] & ~at;
  uint64_t beside =
      sources &
      ((at & d->beside[SOUTH]) >> d->step[NORTH] | (at & d->beside[WEST]) >> 1 |
       (at & d->beside[EAST]) << 1 | (at & d->beside[NORTH]) << d->step[NORTH]);
  int further = ways_to_land(d, p, heights, FROM_HAND, target)->count - 1;
  int n = further * bits_count(sources & ~beside);
  while (beside) {
    int source = bits_take(&beside);
    heights[MARGIN + source]--;
    n += ways_to_land(d, p, heights, source, target)->count - 1;
    heights[MARGIN + source]++;
  }
  return n;
}

static int count_from_board(const Dorix *d, const Position *p) {
  int owns = bits_count(p->control[p->base.seat]);
  Chances c;
  count_chances(d, p, 1, &c);
  if (owns == 0 || c.target_count == 1)
    return 1; /* a pass */
  uint8_t heights[HEIGHTS];
  memcpy(heights, p->heights, sizeof heights);
  int n = owns * (c.target_count - 1);
  for (int i = 0; i < c.piles; i++)
    n += count_further(d, p, heights, c.pile[i].cell);
  return n;
}

static int count(const Game *game, const State *state) {
  const Dorix *d = dorix_of(game);
  const Position *p = (const Position *)state;
  if (p->hand[state->seat]) {
    Chances c;
    count_chances(d, p, 0, &c);
    return c.total ? c.total : 1;
  }
  if (!game->value[RETURN_TO_SOURCE])
    return count_from_board(d, p);
  Move list[game->max_moves];
  return moves(game, state, list);
}

static int playout(const Game *game, State *state, Rng *rng, int max_plies) {
  int plies = 0;
  for (; plies < max_plies && state->outcome == PLAYING; plies++)
    play(game, state, random_move(game, state, rng));
  return plies;
}

/* ---- opening -------------------------------------------------------------*/

/* Adds the orders in which pawns can go to the lower neighbours, first
 * notation first. Pawns that look alike are told apart by nothing, so of their
 * orders only the rising one counts. */
static void add_ways(Ways *ways, unsigned lower, const int *colour, int leaving,
                     int placed, unsigned used, int order) {
  if (placed == leaving) {
    ways->order[ways->count++] = (uint8_t)order;
    return;
  }
  for (int to = 0; to < DIRECTIONS; to++) {
    bool rising = true;
    for (int i = 0; i < placed; i++)
      rising = rising &&
               (colour[i] != colour[placed] || (order >> (2 * i) & 3) < to);
    if (rising && lower & ~used & 1u << to)
      add_ways(ways, lower, colour, leaving, placed + 1, used | 1u << to,
               order | to << (2 * placed));
  }
}

static int pattern_of(int mover, int third, int fourth) {
  int of_fourth = fourth == mover                     ? 0
                  : third == mover || fourth == third ? 1
                                                      : 2;
  return (third == mover ? 0 : 3) + of_fourth;
}

static void fill_ways(Dorix *d) {
  for (int mover = 0; mover < PLAYERS_MAX; mover++)
    for (int pawns = 0; pawns < 16; pawns++)
      d->pattern[mover][pawns] =
          (uint8_t)pattern_of(mover, pawns & 3, pawns >> 2);
  for (unsigned lower = 0; lower < 16; lower++)
    for (int height = 0; height <= 4; height++)
      for (int pattern = 0; pattern < PATTERNS; pattern++) {
        int colour[] = {0, 0, pattern / 3, pattern % 3};
        int n = bits_count(lower), leaving = n < height ? n : height;
        Ways *ways = &d->ways[lower][height][pattern];
        ways->leaving = (uint8_t)leaving;
        add_ways(ways, lower, colour, leaving, 0, 0, 0);
      }
}

static void fill_bytes(Dorix *d) {
  for (int byte = 0; byte < 256; byte++)
    for (int i = 0; i < 8; i++)
      if (byte >> i & 1)
        d->member[byte][d->count[byte]++] = (uint8_t)i;
}

static void fill_board(Dorix *d) {
  int size = d->base.value[SIZE];
  d->cells = size * size;
  d->all = bit(d->cells) - 1;
  d->step[SOUTH] = -size;
  d->step[WEST] = -1;
  d->step[EAST] = 1;
  d->step[NORTH] = size;
  for (int cell = 0; cell < d->cells; cell++) {
    int column = cell % size, row = cell / size;
    d->beside[SOUTH] |= row > 0 ? bit(cell) : 0;
    d->beside[WEST] |= column > 0 ? bit(cell) : 0;
    d->beside[EAST] |= column < size - 1 ? bit(cell) : 0;
    d->beside[NORTH] |= row < size - 1 ? bit(cell) : 0;
    for (int i = 0; i < DIRECTIONS; i++)
      d->around[cell] |= (uint8_t)((d->beside[i] >> cell & 1) << i);
    if (column == row)
      d->diagonal[0] |= bit(cell);
    if (column + row == size - 1)
      d->diagonal[1] |= bit(cell);
  }
}

static bool open(Game *game, Error *error) {
  Dorix *d = (Dorix *)game;
  const int *value = game->value;
  if (value[TEAMS] && value[PLAYERS] != 4)
    return error_set(error, "dorix: teams=true needs players=4, not %d",
                     value[PLAYERS]);
  fill_board(d);
  fill_ways(d);
  fill_bytes(d);
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
  game->max_moves = d->cells * d->cells * WAYS_MAX;
  game->max_plies = 8 * d->cells * d->cells; /* by experience */
  dorix_fill_turned(d);
  game->key_size = dorix_key_size(d);
  return true;
}

static void start(const Game *game, State *state, Rng *rng) {
  (void)rng;
  Position *p = (Position *)state;
  for (int s = 0; s < game->seats; s++)
    p->hand[s] = (uint8_t)game->value[PAWNS];
}

static bool settle(const Game *game, State *state, Error *error) {
  const Dorix *d = dorix_of(game);
  Position *p = (Position *)state;
  int pawns[PLAYERS_MAX] = {0};
  for (int cell = 0; cell < d->cells; cell++)
    for (int depth = 0; depth < height(p, cell); depth++)
      pawns[pawn_at(d, p, cell, depth)]++;
  for (int s = 0; s < game->seats; s++)
    if (pawns[s] + p->hand[s] > game->value[PAWNS])
      return error_set(error,
                       "seat %d has %d pawns on the board and %d in hand, but "
                       "only %d in all; set hand%d too",
                       s + 1, pawns[s], p->hand[s], game->value[PAWNS], s + 1);
  p->passes = 0;
  check_diagonals(d, p);
  return true;
}

static int default_pawns(const int values[]) {
  return values[PLAYERS] == 2 ? 15 : values[PLAYERS] == 3 ? 12 : 10;
}

static int default_teams(const int values[]) {
  return values[PLAYERS] == 4;
}

static const Option OPTIONS[] = {
    {"players", OPTION_INT, .min = 2, .max = PLAYERS_MAX, .value = 2,
     .help = "players"},
    {"pawns", OPTION_INT, .min = 1, .max = PAWNS_MAX, .derive = default_pawns,
     .derived = "15, 12 or 10 by players", .help = "pawns each has in hand"},
    {"size", OPTION_INT, .min = 3, .max = SIDE_MAX, .value = 4,
     .help = "edge of the board"},
    {"teams", OPTION_FLAG, .derive = default_teams,
     .derived = "true with 4 players",
     .help = "seats 1 and 3 play against seats 2 and 4"},
    {"empty_cells_receive", OPTION_FLAG,
     .help = "empty cells are neighbours of height 0 in a collapse"},
    {"return_to_source", OPTION_FLAG,
     .help = "a pawn taken off a pile may go back where it came from"},
    {NULL},
};

const Rules dorix_rules = {
    .name = "dorix",
    .title = "Dorix (Loïc Lamy)",
    .summary = "take a diagonal with piles that collapse onto their neighbours",
    .text =
        "The pawn on top controls a pile. A turn puts a pawn from your hand\n"
        "on an empty cell or on a pile you control; with an empty hand it\n"
        "takes one of your pawns off the top of a pile instead and puts it on\n"
        "another such cell; if neither is possible, you pass. A pawn put onto\n"
        "a pile makes it collapse if piles beside it (not diagonally) are\n"
        "lower: from the top down, one pawn goes onto each lower neighbour.\n"
        "You choose which goes where, and if there are too few pawns, which\n"
        "neighbours get one. Nothing else collapses. Whoever then is the only\n"
        "side to control every cell of a main diagonal wins, whoever moved; "
        "if\n"
        "two sides hold one each, play goes on. In teams seats 1 and 3 play\n"
        "seats 2 and 4, and partners count together on a diagonal. If all "
        "pass\n"
        "in succession it is a draw; otherwise a game can go on for ever.\n"
        "Moves: b2; with a collapse b2>c2,b3 (top pawn to c2, next to b3);\n"
        "with an empty hand a1-b2 or a1-b2>c2,b3; pass.",
    .example = "b2 c3 b3 d4 b2>b3",
    .options = OPTIONS,
    .game_size = sizeof(Dorix),
    .open = open,
    .start = start,
    .moves = moves,
    .play = play,
    .format = dorix_format,
    .parse = dorix_parse,
    .draw = dorix_draw,
    .set = dorix_set,
    .keys = "a cell (b2=112, seats from the bottom up; b2=- for empty), hand1, "
            "hand2, … (pawns in hand)",
    .settle = settle,
    .accessors = dorix_accessors,
    .describe = dorix_describe,
    .scene = dorix_scene,
    .legal = legal,
    .key = dorix_key,
    .count = count,
    .random_move = random_move,
    .playout = playout,
    .evaluate = dorix_evaluate,
    .exploration = 0.1,
};
