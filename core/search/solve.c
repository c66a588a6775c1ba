/* The walk goes down one line of moves at a time. A position is open from when
 * it is entered until its value is known: on the line, or off it but leading
 * back to it. Open positions lie on a stack in the order they were entered; the
 * first of a knot finds, when all its moves are done, that none led further
 * back, and the knot is what lies above it (Tarjan). In a game that cannot go
 * in circles each position is a knot by itself, and nothing but its value is
 * kept. */
#include "core/search/solve.h"

#include "core/search/solve_scc.h"
#include "core/search/solve_table.h"
#include "core/search/solve_watch.h"
#include <stdlib.h>

/* A value in the table: a fate above the plies; 0 while the position is open.
 */
enum { VALUE_SHIFT = 14, OPEN = 0 };

/* A position on the line that is walked; its state lies in `states`. */
typedef struct Frame {
  uint32_t open;             /* its place among the open ones */
  uint32_t low;              /* the lowest place it leads back to */
  size_t links;              /* how many there were before it */
  size_t first, next, after; /* in `moves` */
  bool same;                 /* its side to move is that of the one before */
} Frame;

struct Solve {
  const Game *game;
  SolvePlan plan;
  bool keyed; /* by the rules, not by the state itself */
  MemoryBudget budget;
  SolveTable table;
  Frame *frames;
  OpenPosition *open;
  Link *links;
  Move *moves;
  char *states;
  size_t frame_count, frame_room, open_count, open_room, link_count, link_room,
      move_count, move_room, state_room;
  SccWorkspace *scc;
  State *scratch; /* a position to look at: none is live across a step */
  char *key;
  SolveWatch watch;
  uint32_t marked; /* positions that are not forgotten */
  SolveEnd end;    /* no more is solved once this is not SOLVE_DONE */
};

/* ---- values --------------------------------------------------------------*/

static uint16_t pack(Solved solved) {
  return (uint16_t)(solved.value << VALUE_SHIFT | solved.plies);
}

static Solved unpack(uint16_t value) {
  return (Solved){value >> VALUE_SHIFT, value & SOLVED_PLIES_MAX};
}

/* What the end of a game is to a side: lost, drawn or won, in no plies. */
static Solved solved_end(const Game *game, const State *state, int side) {
  bool ours = false, theirs = false;
  for (int s = 0; s < game->seats; s++)
    if (state->outcome == WIN && state->winners >> s & 1) {
      ours = ours || game->side[s] == side;
      theirs = theirs || game->side[s] != side;
    }
  GameValue value = ours == theirs ? VALUE_DRAW : ours ? VALUE_WIN : VALUE_LOSS;
  return (Solved){value, 0};
}

int solved_compare(Solved one, Solved other) {
  if (one.value != other.value)
    return (int)other.value - (int)one.value;
  return one.value == VALUE_WIN ? one.plies - other.plies
                                : other.plies - one.plies;
}

static int side_of(const Solve *s, const State *state) {
  return s->game->side[state->seat];
}

static State *frame_state(const Solve *s, size_t frame) {
  return (State *)(void *)(s->states + frame * s->game->state_size);
}

static void write_key(const Solve *s, const State *state) {
  const Game *game = s->game;
  if (s->keyed)
    game->rules->key(game, state, s->key);
  else
    memcpy(s->key, state, game->state_size);
}

/* ---- beginning and end ---------------------------------------------------*/

static bool check_sides(const Game *game, Error *error) {
  return game->sides <= 2 ||
         error_set(error,
                   "%s has %d sides: only games of one or two have an exact "
                   "value, with more it hangs on whom a loser favours",
                   game->spec, game->sides);
}

Solve *solve_new(const Game *game, const SolvePlan *plan, Error *error) {
  if (!check_sides(game, error))
    return NULL;
  bool keyed = game->rules->key && game->key_size && !plan->plain;
  size_t key_size = keyed ? game->key_size : game->state_size;
  Solve *s = calloc(1, sizeof *s);
  if (s) {
    *s = (Solve){.game = game,
                 .plan = *plan,
                 .keyed = keyed,
                 .budget = {plan->memory, 0}};
    table_start(&s->table, key_size, &s->budget);
    s->scc = calloc(1, sizeof *s->scc);
    s->scratch = malloc(game->state_size);
    s->key = malloc(key_size);
  }
  if (s && s->scc && s->scratch && s->key)
    return s;
  solve_free(s);
  error_set(error, "no memory to solve %s", game->spec);
  return NULL;
}

void solve_free(Solve *s) {
  if (!s)
    return;
  table_free(&s->table);
  if (s->scc)
    free(s->scc->events);
  free(s->scc);
  free(s->frames);
  free(s->open);
  free(s->links);
  free(s->moves);
  free(s->states);
  free(s->scratch);
  free(s->key);
  free(s);
}

void solve_mark(Solve *s) {
  s->marked = s->table.count;
  solve_return(s);
}

/* With all memory that has been taken for it: whether something fits must not
 * hang on what else was solved. */
void solve_return(Solve *s) {
  MemoryBudget *budget = &s->budget;
  budget_release(budget, (void **)&s->frames, sizeof *s->frames,
                 &s->frame_room);
  budget_release(budget, (void **)&s->states, s->game->state_size,
                 &s->state_room);
  budget_release(budget, (void **)&s->open, sizeof *s->open, &s->open_room);
  budget_release(budget, (void **)&s->links, sizeof *s->links, &s->link_room);
  budget_release(budget, (void **)&s->moves, sizeof *s->moves, &s->move_room);
  budget_release(budget, (void **)&s->scc->events, sizeof *s->scc->events,
                 &s->scc->event_room);
  s->frame_count = s->open_count = s->link_count = s->move_count = 0;
  table_cut(&s->table, s->marked);
  s->end = SOLVE_DONE;
}

uint64_t solve_positions(const Solve *s) {
  return s->table.count;
}

size_t solve_bytes(const Solve *s) {
  return s->budget.taken;
}

static bool fail_full(Solve *s, Error *error) {
  s->end = solve_full(&s->plan, s->game, s->table.count, error);
  return false;
}

static bool fail_long(Solve *s, Error *error) {
  s->end = SOLVE_FAILED;
  return error_set(error, "%s: a forced win takes more than %d plies",
                   s->game->spec, SOLVED_PLIES_MAX - 1);
}

static bool go_on(Solve *s, Error *error) {
  s->end = solve_watch(&s->watch, &s->plan, s->game, s->table.count,
                       s->budget.taken, error);
  return s->end == SOLVE_DONE;
}

/* ---- the walk ------------------------------------------------------------*/

/* Room for one more position on the line, with all its moves. */
static bool make_room(Solve *s) {
  const Game *game = s->game;
  return budget_grow(&s->budget, (void **)&s->frames, sizeof *s->frames,
                     &s->frame_room, s->frame_count + 1) &&
         budget_grow(&s->budget, (void **)&s->states, game->state_size,
                     &s->state_room, s->frame_count + 1) &&
         budget_grow(&s->budget, (void **)&s->open, sizeof *s->open,
                     &s->open_room, s->open_count + 1) &&
         budget_grow(&s->budget, (void **)&s->moves, sizeof *s->moves,
                     &s->move_room, s->move_count + (size_t)game->max_moves);
}

/* For a walk that stops at a win: the moves that leave the fewest replies come
 * first, as these are the quickest to look into and the likeliest to win. */
static void insert_move(Move *moves, int *replies, int count, Move move,
                        int replied) {
  int at = count;
  for (; at > 0 && replies[at - 1] > replied; at--) {
    moves[at] = moves[at - 1];
    replies[at] = replies[at - 1];
  }
  moves[at] = move;
  replies[at] = replied;
}

/* Goes through the moves and keeps those after which the game is on. The state
 * is that of the new frame. */
static void look_at_ends(Solve *s, const State *state, Frame *frame,
                         OpenPosition *open) {
  const Game *game = s->game;
  Move *moves = s->moves + frame->first;
  int count = game_moves(game, state, moves), kept = 0;
  int side = side_of(s, state), replies[s->plan.quick ? count + 1 : 1];
  for (int i = 0; i < count && open->win == 0; i++) {
    Move move = moves[i];
    game_assign(game, s->scratch, state);
    game_play(game, s->scratch, move);
    if (s->scratch->outcome != PLAYING)
      open_fold(open, solved_end(game, s->scratch, side), true);
    else if (s->plan.quick)
      insert_move(moves, replies, kept++, move, game_count(game, s->scratch));
    else
      moves[kept++] = move;
  }
  frame->after = frame->first + (size_t)kept;
}

/* Begins with a position that is new in the table. One that can be won at once
 * is known on the spot; *entered tells whether it is open now. `state` may be
 * the scratch. */
static bool enter(Solve *s, uint32_t number, const State *state, bool same,
                  bool *entered, Error *error) {
  if (!make_room(s))
    return fail_full(s, error);
  State *own = frame_state(s, s->frame_count);
  game_assign(s->game, own, state);
  Frame frame = {.open = (uint32_t)s->open_count,
                 .low = (uint32_t)s->open_count,
                 .links = s->link_count,
                 .first = s->move_count,
                 .next = s->move_count,
                 .same = same};
  OpenPosition open = {.number = number};
  look_at_ends(s, own, &frame, &open);
  *entered = open.win == 0;
  if (!*entered) {
    *table_value(&s->table, number) = pack((Solved){VALUE_WIN, open.win});
    return true;
  }
  s->frames[s->frame_count++] = frame;
  s->open[s->open_count++] = open;
  s->move_count = frame.after;
  return true;
}

/* The place of an open position: they are in the order of their numbers. */
static uint32_t find_open(const Solve *s, uint32_t number) {
  size_t low = 0, high = s->open_count;
  while (high - low > 1) {
    size_t middle = low + (high - low) / 2;
    if (s->open[middle].number <= number)
      low = middle;
    else
      high = middle;
  }
  return (uint32_t)low;
}

/* Notes that the last position of the line leads to one that is open. */
static bool add_link(Solve *s, uint32_t to, uint32_t low, bool same,
                     Error *error) {
  Frame *frame = &s->frames[s->frame_count - 1];
  if (s->open_count >= (uint32_t)1 << 31 || s->link_count >= UINT32_MAX - 1 ||
      !budget_grow(&s->budget, (void **)&s->links, sizeof *s->links,
                   &s->link_room, s->link_count + 1))
    return fail_full(s, error);
  s->links[s->link_count++] =
      (Link){.from = frame->open & INT32_MAX, .same = same, .to = to};
  s->open[frame->open].pending++;
  if (low < frame->low)
    frame->low = low;
  return true;
}

/* Takes the next move of the last position of the line. */
static bool step(Solve *s, Error *error) {
  Frame *frame = &s->frames[s->frame_count - 1];
  const State *state = frame_state(s, s->frame_count - 1);
  game_assign(s->game, s->scratch, state);
  game_play(s->game, s->scratch, s->moves[frame->next++]);
  bool same = side_of(s, s->scratch) == side_of(s, state), added, entered;
  write_key(s, s->scratch);
  uint32_t open = frame->open, number = table_place(&s->table, s->key, &added);
  if (number == TABLE_NONE)
    return fail_full(s, error);
  if (added && !enter(s, number, s->scratch, same, &entered, error))
    return false;
  if (added && entered)
    return true;
  uint16_t value = *table_value(&s->table, number);
  if (value == OPEN) {
    uint32_t to = find_open(s, number);
    return add_link(s, to, to, same, error);
  }
  open_fold(&s->open[open], unpack(value), same);
  return true;
}

/* Writes down what has been found of the open positions from `base` on, and
 * forgets them. */
static void close_scc(Solve *s, uint32_t base) {
  for (size_t i = base; i < s->open_count; i++) {
    const OpenPosition *o = &s->open[i];
    *table_value(&s->table, o->number) = pack((Solved){o->done, o->plies});
  }
  s->open_count = base;
}

/* A position by itself, the commonest knot by far. */
static void solve_single(OpenPosition *o) {
  o->done = o->win ? VALUE_WIN : o->draw ? VALUE_DRAW : VALUE_LOSS;
  o->plies = o->win ? o->win : o->draw ? 0 : o->loss;
}

static bool solve_scc(Solve *s, const Frame *frame, Error *error) {
  size_t count = s->open_count;
  if (count == frame->open + 1 && s->link_count == frame->links) {
    solve_single(&s->open[frame->open]);
    if (s->open[frame->open].plies >= SOLVED_PLIES_MAX)
      return fail_long(s, error);
  } else {
    SccEnd end = scc_solve(s->open, frame->open, count, s->links + frame->links,
                           s->link_count - frame->links, s->scc, &s->budget);
    if (end != SCC_SOLVED)
      return end == SCC_FULL ? fail_full(s, error) : fail_long(s, error);
  }
  close_scc(s, frame->open);
  s->link_count = frame->links;
  return true;
}

/* All moves of the last position of the line are done. What it comes to goes to
 * the one before it, or else a link to it. */
static bool leave(Solve *s, Error *error) {
  Frame frame = s->frames[s->frame_count - 1];
  OpenPosition *open = &s->open[frame.open];
  uint32_t number = open->number;
  if (open->win >= SOLVED_PLIES_MAX)
    return fail_long(s, error);
  if (open->win && s->plan.quick) /* known already, in a knot or not */
    *table_value(&s->table, number) = pack((Solved){VALUE_WIN, open->win});
  if (frame.low == frame.open && !solve_scc(s, &frame, error))
    return false;
  s->frame_count--;
  s->move_count = frame.first;
  if (s->frame_count == 0)
    return true;
  uint16_t value = *table_value(&s->table, number);
  Frame *before = &s->frames[s->frame_count - 1];
  if (value == OPEN)
    return add_link(s, frame.open, frame.low, frame.same, error);
  if (frame.low < frame.open && frame.low < before->low)
    before->low = frame.low; /* known early: it still lies in the knot */
  open_fold(&s->open[before->open], unpack(value), frame.same);
  return true;
}

static bool walk(Solve *s, Error *error) {
  while (s->frame_count > 0) {
    const Frame *frame = &s->frames[s->frame_count - 1];
    bool enough = s->plan.quick && s->open[frame->open].win;
    if (!go_on(s, error) ||
        !(frame->next == frame->after || enough ? leave(s, error)
                                                : step(s, error)))
      return false;
  }
  return true;
}

/* ---- asking --------------------------------------------------------------*/

static SolveEnd look_up(Solve *s, uint32_t number, Solved *solved,
                        Error *error) {
  uint16_t value =
      number == TABLE_NONE ? OPEN : *table_value(&s->table, number);
  *solved = unpack(value);
  if (value != OPEN)
    return SOLVE_DONE;
  error_set(error, "%s has been solved in part only", s->game->spec);
  return s->end;
}

SolveEnd solve_position(Solve *s, const State *state, Solved *solved,
                        Error *error) {
  if (state->outcome != PLAYING) {
    error_set(error, "the game is over: there is nothing to solve");
    return SOLVE_FAILED;
  }
  bool added = false, entered;
  write_key(s, state);
  if (s->end != SOLVE_DONE)
    return look_up(s, table_find(&s->table, s->key), solved, error);
  uint32_t number = table_place(&s->table, s->key, &added);
  if (number == TABLE_NONE)
    fail_full(s, error);
  else if (added && enter(s, number, state, false, &entered, error))
    walk(s, error);
  if (s->end == SOLVE_DONE)
    s->end = solve_check(s->game, error);
  return s->end != SOLVE_DONE ? s->end : look_up(s, number, solved, error);
}

/* What a move comes to for the side that makes it; `next` is room for the
 * position after it. */
static SolveEnd solve_move(Solve *s, const State *state, State *next,
                           SolvedMove *m, Error *error) {
  int side = side_of(s, state);
  game_assign(s->game, next, state);
  game_play(s->game, next, m->move);
  if (next->outcome != PLAYING) {
    m->solved = solved_end(s->game, next, side);
  } else {
    SolveEnd end = solve_position(s, next, &m->solved, error);
    if (end != SOLVE_DONE)
      return end;
    if (side_of(s, next) != side)
      m->solved.value = VALUE_WIN + VALUE_LOSS - m->solved.value;
  }
  m->solved.plies += m->solved.value != VALUE_DRAW;
  return SOLVE_DONE;
}

/* Few and nearly in order: by insertion, which keeps equals in order. */
static void sort_moves(SolvedMove list[], int count) {
  for (int i = 1; i < count; i++) {
    SolvedMove m = list[i];
    int at = i;
    for (; at > 0 && solved_compare(m.solved, list[at - 1].solved) < 0; at--)
      list[at] = list[at - 1];
    list[at] = m;
  }
}

SolveEnd solve_moves(Solve *s, const State *state, SolvedMove list[],
                     int *count, Error *error) {
  const Game *game = s->game;
  Move moves[game->max_moves];
  State *next = malloc(game->state_size);
  SolveEnd end = next ? SOLVE_DONE : SOLVE_FAILED;
  if (!next)
    error_set(error, "no memory for a position");
  *count = game_moves(game, state, moves);
  for (int i = 0; i < *count && end == SOLVE_DONE; i++) {
    list[i].move = moves[i];
    end = solve_move(s, state, next, &list[i], error);
  }
  free(next);
  if (end == SOLVE_DONE)
    end = solve_check(game, error);
  if (end == SOLVE_DONE)
    sort_moves(list, *count);
  return end;
}

/* ---- lines ---------------------------------------------------------------*/

/* A line as it grows: its moves, and the numbers of its positions. */
typedef struct Line {
  Move *moves;
  uint32_t *numbers;
  int count, room;
} Line;

static bool line_add(Line *line, Move move, uint32_t number) {
  if (line->count == line->room) {
    int room = 2 * line->room + 64;
    Move *moves = realloc(line->moves, (size_t)room * sizeof *moves);
    line->moves = moves ? moves : line->moves;
    uint32_t *numbers =
        realloc(line->numbers, (size_t)room * sizeof *line->numbers);
    line->numbers = numbers ? numbers : line->numbers;
    if (!moves || !numbers)
      return false;
    line->room = room;
  }
  line->moves[line->count] = move;
  line->numbers[line->count++] = number;
  return true;
}

static bool line_has(const Line *line, uint32_t number) {
  for (int i = 0; i < line->count; i++)
    if (line->numbers[i] == number)
      return true;
  return false;
}

static uint32_t number_of(const Solve *s, const State *state) {
  write_key(s, state);
  return table_find(&s->table, s->key);
}

/* Plays best moves on a copy of the position, until it is over or comes back.
 */
static SolveEnd follow(Solve *s, State *state, SolvedMove list[], Line *line,
                       LineEnd *how, Error *error) {
  for (*how = LINE_OVER; state->outcome == PLAYING;) {
    Solved solved;
    int count;
    SolveEnd end = solve_position(s, state, &solved, error);
    uint32_t number = number_of(s, state);
    if (end == SOLVE_DONE && line_has(line, number)) {
      *how = LINE_ENDLESS;
      return SOLVE_DONE;
    }
    end = end == SOLVE_DONE ? solve_moves(s, state, list, &count, error) : end;
    if (end != SOLVE_DONE)
      return end;
    if (!line_add(line, list[0].move, number)) {
      error_set(error, "no memory for a line");
      return SOLVE_FAILED;
    }
    game_play(s->game, state, list[0].move);
  }
  return SOLVE_DONE;
}

SolveEnd solve_line(Solve *s, const State *state, Move **moves, int *count,
                    LineEnd *how, Error *error) {
  Line line = {NULL};
  State *copy = game_copy(s->game, state);
  SolvedMove *list = malloc((size_t)s->game->max_moves * sizeof *list);
  SolveEnd end = SOLVE_FAILED;
  if (copy && list)
    end = follow(s, copy, list, &line, how, error);
  else
    error_set(error, "no memory for a line");
  free(copy);
  free(list);
  free(line.numbers);
  if (end != SOLVE_DONE) {
    free(line.moves);
    line.moves = NULL;
  }
  *moves = line.moves;
  *count = line.count;
  return end;
}
