/* Orbital, by Mathias Daval: the rules and random moves. RULES.md states the
 * rules; comments in quotation marks quote it. orbital.h describes the
 * position.
 */
#include "orbital.h"

#include "core/game/match.h"
#include <stdlib.h>

static const uint8_t KIND_OPTIONS[] = {BASES, ANTENNAS, THRUSTERS};

/* The moves of a seat on the cells of a region. */
ALWAYS_INLINE MoveSet targets_in(const Position *p, int seat, Board region) {
  const uint8_t *left = p->left[seat];
  uint64_t cells = region | (uint64_t)region << 32;
  uint64_t bases = left[BASE] ? UINT32_MAX : 0;
  uint64_t antennas = left[ANTENNA] ? (uint64_t)UINT32_MAX << 32 : 0;
  uint64_t thrusters = left[THRUSTER] ? cells : 0;
  const uint64_t *barred = p->barred.word;
  return (MoveSet){{cells & (bases | antennas) & ~barred[0],
                    thrusters & ~barred[1], thrusters & ~barred[2]}};
}

/* "you may play on any cell instead": with fallback=empty, on any cell that has
 * no piece. */
static MoveSet fallback_targets(const Game *game, const Position *p) {
  Board region = orbital_of(game)->all;
  if (game->option[FALLBACK] == FALLBACK_EMPTY && p->constraint != region)
    region &= ~cells_with_any(&p->laid);
  return targets_in(p, p->base.seat, region);
}

ALWAYS_INLINE MoveSet legal_targets(const Game *game, const Position *p) {
  MoveSet targets = targets_in(p, p->base.seat, p->constraint);
  return moveset_any(targets) ? targets : fallback_targets(game, p);
}

static int moves(const Game *game, const State *state, Move *list) {
  MoveSet targets = legal_targets(game, (const Position *)state);
  int n = 0;
  for (int i = 0; i < WORDS; i++)
    n += bits_list(targets.word[i], (Move)i << 6, list + n);
  if (n == 0)
    list[n++] = MOVE_PASS;
  return n;
}

static int count(const Game *game, const State *state) {
  MoveSet t = legal_targets(game, (const Position *)state);
  int n = bits_count(t.word[0]) + bits_count(t.word[1]) + bits_count(t.word[2]);
  return n ? n : 1;
}

/* A random move, and the number of moves. */
ALWAYS_INLINE Move pick_move(const MoveSet *targets, Rng *rng, int *moves) {
  int first = bits_count(targets->word[0]);
  int second = first + bits_count(targets->word[1]);
  int total = second + bits_count(targets->word[2]);
  *moves = total ? total : 1;
  if (total == 0)
    return MOVE_PASS;
  int rank = (int)rng_below(rng, (uint32_t)total);
  bool beyond_first = rank >= first, beyond_second = rank >= second;
  uint64_t word = bits_choose(beyond_first, targets->word[1], targets->word[0]);
  word = bits_choose(beyond_second, targets->word[2], word);
  rank -= (first & -beyond_first) + ((second - first) & -beyond_second);
  return (Move)((beyond_first + beyond_second) << 6 | bits_select(word, rank));
}

static Move random_move(const Game *game, const State *state, Rng *rng) {
  MoveSet targets = legal_targets(game, (const Position *)state);
  int total;
  return pick_move(&targets, rng, &total);
}

static bool legal(const Game *game, const State *state, Move move) {
  if (move >= MOVES)
    return false;
  MoveSet targets = legal_targets(game, (const Position *)state);
  return moveset_has(&targets, move);
}

MoveSet orbital_targets(const Game *game, const Position *p) {
  return legal_targets(game, p);
}

/* "When neither player could lay any piece on any cell even without a
 * constraint" */
static void end_if_full(const Orbital *o, Position *p) {
  if (moveset_any(targets_in(p, 0, o->all)) ||
      moveset_any(targets_in(p, 1, o->all)))
    return;
  if (p->towers[0] == p->towers[1])
    state_set_draw(&p->base);
  else
    state_set_win(&p->base, p->towers[0] > p->towers[1] ? 1 : 2);
}

/* Plays a move and returns the moves of the next player. */
ALWAYS_INLINE MoveSet lay(const Game *game, State *state, Move move) {
  const Orbital *o = orbital_of(game);
  Position *p = (Position *)state;
  int seat = state->seat;
  state->seat = (uint8_t)!seat;
  if (move == MOVE_PASS) { /* "The first move and the move after a pass are
                              unconstrained." */
    p->constraint = o->all;
    return legal_targets(game, p);
  }
  int at = move_at(move);
  put(o, p, seat, move);
  p->left[seat][kind_of(move_lay(move))]--;
  p->constraint = o->sends[move];
  if (finished_towers(p) >> at & 1) {
    int owner = tower_owner(p, at);
    if (++p->towers[owner] == game->option[TOWERS_TO_WIN])
      state_set_win(state, (uint16_t)(1 << owner));
  }
  MoveSet targets = legal_targets(game, p);
  if (!moveset_any(targets) && state->outcome == PLAYING)
    end_if_full(o, p);
  return targets;
}

static void play(const Game *game, State *state, Move move) {
  lay(game, state, move);
}

static int playout(const Game *game, State *state, Rng *rng, int max_plies) {
  MoveSet targets = legal_targets(game, (Position *)state);
  int plies = 0, total;
  for (; plies < max_plies && state->outcome == PLAYING; plies++)
    targets = lay(game, state, pick_move(&targets, rng, &total));
  return plies;
}

static void counted_playout(const Game *game, State *state, Rng *rng,
                            int max_plies, MovesPlayed *played) {
  MoveSet targets = legal_targets(game, (Position *)state);
  MovesPlayed all = *played; /* stays in registers */
  for (int ply = 0; ply < max_plies && state->outcome == PLAYING; ply++) {
    int total, seat = state->seat;
    Move move = pick_move(&targets, rng, &total);
    moves_played_add(&all, seat, move, total);
    targets = lay(game, state, move);
  }
  *played = all;
}

/* ---- opening -------------------------------------------------------------*/

/* Whether `to` is ahead of the tip of a thruster at `from`. */
static bool is_ahead(int direction, Cell from, Cell to) {
  switch (direction) {
  case NORTH:
    return to.column == from.column && to.row > from.row;
  case SOUTH:
    return to.column == from.column && to.row < from.row;
  case EAST:
    return to.row == from.row && to.column > from.column;
  default:
    return to.row == from.row && to.column < from.column;
  }
}

/* "in the same direction as a thruster that already stands in the same row or
 * the same column"; thruster_line can restrict that to one of the two. */
static bool is_barred(int line, int direction, Cell from, Cell to) {
  bool row = from.row == to.row, column = from.column == to.column;
  bool vertical = direction == NORTH || direction == SOUTH;
  switch (line) {
  case LINE_ROW:
    return row;
  case LINE_AXIS:
    return vertical ? column : row;
  default:
    return row || column;
  }
}

/* Sets how pieces on cell `at` affect cell `to`. */
static void fill_tables(Orbital *o, int at, int to) {
  const int *value = o->base.option;
  Cell from_cell = cell_at(value[SIZE], at), to_cell = cell_at(value[SIZE], to);
  Board bit = (Board)1 << to;
  int steps =
      abs(from_cell.column - to_cell.column) + abs(from_cell.row - to_cell.row);
  if (steps == 1)
    o->sends[make_move(BASE, at)] |= bit;
  if (steps == 0)
    o->sends[make_move(ANTENNA, at)] |= bit;
  for (int d = 0; d < DIRECTIONS; d++) {
    Move move = make_move(THRUSTER + d, at);
    if (is_ahead(d, from_cell, to_cell) ||
        (value[REACH] == REACH_LINE &&
         is_ahead((d + 2) % DIRECTIONS, from_cell, to_cell)))
      o->sends[move] |= bit;
    if (is_barred(value[LINE], d, from_cell, to_cell))
      moveset_add(&o->bars[move], make_move(THRUSTER + d, to));
  }
}

/* "at most one piece of each kind" */
static void fill_cell(Orbital *o, int at) {
  for (int lay = 0; lay < LAYS; lay++)
    for (int other = 0; other < LAYS; other++)
      if (kind_of(lay) == kind_of(other))
        moveset_add(&o->bars[make_move(lay, at)], make_move(other, at));
}

/* "straight at the outer edge of the board" */
static void fill_edge(Orbital *o, int at) {
  int last = o->base.option[SIZE] - 1;
  Cell cell = cell_at(last + 1, at);
  const bool outer[DIRECTIONS] = {cell.row == last, cell.column == last,
                                  cell.row == 0, cell.column == 0};
  for (int d = 0; d < DIRECTIONS; d++)
    if (outer[d])
      moveset_add(&o->edge, make_move(THRUSTER + d, at));
}

static bool open(Game *game, Error *error) {
  (void)error;
  Orbital *o = (Orbital *)game;
  int size = game->option[SIZE], cells = size * size;
  o->all = ((Board)1 << cells) - 1;
  for (int at = 0; at < cells; at++) {
    fill_cell(o, at);
    fill_edge(o, at);
    for (int to = 0; to < cells; to++)
      fill_tables(o, at, to);
  }
  game->seats = 2;
  game->state_size = sizeof(Position);
  game->max_moves = LAYS * cells;
  /* At least every second ply lays one of the three kinds on a cell. */
  game->max_plies = 2 * KINDS * cells;
  orbital_prepare_keys(o);
  game->key_size = orbital_key_size(o);
  return true;
}

static void start(const Game *game, State *state, Rng *rng) {
  (void)rng;
  const Orbital *o = orbital_of(game);
  Position *p = (Position *)state;
  for (int seat = 0; seat < 2; seat++)
    for (int kind = 0; kind < KINDS; kind++)
      p->left[seat][kind] = (uint8_t)game->option[KIND_OPTIONS[kind]];
  p->barred = o->edge;
  p->constraint = o->all;
  end_if_full(o, p);
}

/* Whether a piece of this seat sets the constraint, or there is none. */
static bool is_sent_by(const Orbital *o, const Position *p, int seat) {
  bool sent = p->constraint == o->all;
  for (Move move = 0; move < MOVES; move++)
    if (moveset_has(&p->laid, move) && moveset_has(&p->second, move) == seat)
      sent = sent || o->sends[move] == p->constraint;
  return sent;
}

static bool finish_edit(const Game *game, State *state, Error *error) {
  const Orbital *o = orbital_of(game);
  Position *p = (Position *)state;
  p->barred = o->edge;
  for (Move move = 0; move < MOVES; move++)
    if (moveset_has(&p->laid, move))
      moveset_join(&p->barred, &o->bars[move]);
  p->towers[0] = p->towers[1] = 0;
  for (uint64_t left = finished_towers(p); left;)
    p->towers[tower_owner(p, bits_take(&left))]++;
  if (!is_sent_by(o, p, !state->seat))
    return error_set(error,
                     "no piece of seat %d sends seat %d there: set `after` too",
                     !state->seat + 1, state->seat + 1);
  int goal = game->option[TOWERS_TO_WIN];
  if (p->towers[0] >= goal && p->towers[1] >= goal)
    return error_set(error, "both seats have %d towers or more", goal);
  if (p->towers[0] >= goal || p->towers[1] >= goal)
    state_set_win(state, p->towers[0] >= goal ? 1 : 2);
  else
    end_if_full(o, p);
  return true;
}

static const char *const LINE_WORDS[] = {"both", "row", "axis", NULL};
static const char *const REACH_WORDS[] = {"ahead", "line", NULL};
static const char *const FALLBACK_WORDS[] = {"open", "empty", NULL};

static const Option OPTIONS[] = {
    {"size", OPTION_INT, .min = 3, .max = SIDE_MAX, .default_value = 4,
     .help = "length of the board's edge in cells"},
    {"bases", OPTION_INT, .min = 0, .max = 12, .default_value = 6,
     .help = "bases per player"},
    {"thrusters", OPTION_INT, .min = 0, .max = 12, .default_value = 6,
     .help = "thrusters per player"},
    {"antennas", OPTION_INT, .min = 0, .max = 12, .default_value = 6,
     .help = "antennas per player"},
    {"towers_to_win", OPTION_INT, .min = 1, .max = 12, .default_value = 3,
     .help = "number of towers that wins at once"},
    {"thruster_line", OPTION_WORD, .words = LINE_WORDS,
     .help = "where a thruster bars others of its direction: in its row and "
             "column, its row only, or only along the line it points down"},
    {"thruster_reach", OPTION_WORD, .words = REACH_WORDS,
     .help = "where a thruster sends the opponent: ahead of its tip, or to "
             "the whole line except its own cell"},
    {"fallback", OPTION_WORD, .words = FALLBACK_WORDS,
     .help = "where to play if the constraint allows no move: any cell, or "
             "only cells without a piece"},
    {NULL},
};

const Rules orbital_rules = {
    .name = "orbital",
    .title = "Orbital (Mathias Daval)",
    .summary = "build towers; each piece decides where the opponent plays "
               "next",
    .text =
        "A tower is what stands on a cell: at most one base (B), one thruster\n"
        "(T) and one antenna (A), in any order, of either colour. On your "
        "turn,\n"
        "lay one of your pieces on a cell that has none of its kind. A "
        "thruster\n"
        "points n, e, s or w: not straight at the edge, and not in the\n"
        "direction of another thruster in the same row or column. The piece\n"
        "just laid decides where the opponent must play: after a base, on an\n"
        "adjacent cell; after a thruster, on any cell ahead of its tip; after\n"
        "an antenna, on the same cell. If no piece fits there, on any cell; "
        "if\n"
        "none fits anywhere, the opponent passes. The third piece gives the\n"
        "tower to the colour with the majority of its pieces. Three towers "
        "(or\n"
        "towers_to_win) win at once. When no piece can be laid any more, the\n"
        "player with more towers wins; equal numbers are a draw.\n"
        "Moves: Ba1, Ac3, Tb2n; pass.",
    .rules_page = orbital_rules_page,
    .example = "Tb2n Bb3 Aa3",
    .options = OPTIONS,
    .game_size = sizeof(Orbital),
    .open = open,
    .start = start,
    .moves = moves,
    .play = play,
    .format = orbital_format,
    .parse = orbital_parse,
    .draw = orbital_draw,
    .set = orbital_set,
    .set_help =
        "a cell (a1=B1T2nA1, pieces with their seats; a1=- for empty), "
        "bases1, thrusters1, antennas1, bases2, … (pieces left), after (the "
        "piece just laid, which must be on the board, as in after=Tb2n; "
        "after=- "
        "for none)",
    .finish_edit = finish_edit,
    .settings = orbital_settings,
    .accessors = orbital_accessors,
    .parts = orbital_parts,
    .scene = orbital_scene,
    .legal = legal,
    .key = orbital_key,
    .count = count,
    .random_move = random_move,
    .playout = playout,
    .counted_playout = counted_playout,
    .evaluate = orbital_evaluate,
    .evaluate_moves = orbital_evaluate_moves,
    .exploration = 0.4,
};
