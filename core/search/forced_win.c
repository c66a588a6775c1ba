#include "core/search/forced_win.h"

#include "core/search/solve_table.h"
#include "core/search/solve_watch.h"
#include <stdlib.h>

/* What is asked of a position: does its side to move win, or lose? */
typedef enum Question { WINS, LOSES, QUESTIONS } Question;

/* What is remembered of a question: the plies in which it is so, or 0, above
 * those in which it is not. */
enum { SURE_SHIFT = 8, NOT_MASK = 255 };

/* A position on the line, the one after a move, and the moves. */
typedef struct Level {
  State *state;
  Move *moves;
  int *replies;
} Level;

typedef struct Within {
  const Game *game;
  const SolvePlan *plan;
  bool keyed;
  MemoryBudget budget;
  SolveTable table[QUESTIONS];
  Level levels[WITHIN_MAX + 2];
  char *key;
  SolveWatch watch;
  SolveEnd end;
  Error *error;
} Within;

static uint64_t remembered(const Within *w) {
  return (uint64_t)w->table[WINS].count + w->table[LOSES].count;
}

static uint32_t place(Within *w, Question question, const State *state) {
  bool added;
  if (w->keyed)
    w->game->rules->key(w->game, state, w->key);
  else
    memcpy(w->key, state, w->game->state_size);
  uint32_t number = table_place(&w->table[question], w->key, &added);
  if (number == TABLE_NONE)
    w->end = solve_full(w->plan, w->game, remembered(w), w->error);
  return number;
}

/* Whether the game has ended with a win of that side, or of the other, alone.
 */
static bool is_won(const Game *game, const State *state, int side, bool ours) {
  bool won = false, shared = false;
  for (int s = 0; s < game->seats && state->outcome == WIN; s++)
    if (state->winners >> s & 1) {
      won = won || (game->side[s] == side) == ours;
      shared = shared || (game->side[s] == side) != ours;
    }
  return won && !shared;
}

static bool holds(Within *w, Question question, int level, int plies);

/* The same question, asked of the position after a move of `side`. */
static bool holds_after(Within *w, Question question, int level, int side,
                        int plies) {
  bool same = w->game->side[w->levels[level].state->seat] == side;
  return holds(w, same ? question : (Question)!question, level, plies);
}

/* Keeps the moves after which the game is on, those with the fewest replies
 * first. Returns how many; or -1 if a move decides the question: a win for
 * WINS; for LOSES any end that is no loss. */
static int list_moves(Within *w, Question question, int level, int plies) {
  const Game *game = w->game;
  Level *here = &w->levels[level], *next = here + 1;
  int count = game_moves(game, here->state, here->moves), kept = 0;
  int side = game->side[here->state->seat];
  for (int i = 0; i < count; i++) {
    Move move = here->moves[i];
    game_assign(game, next->state, here->state);
    game_play(game, next->state, move);
    if (next->state->outcome != PLAYING) {
      if (is_won(game, next->state, side, question == WINS) ==
          (question == WINS))
        return -1;
      continue;
    }
    if (question == LOSES && plies == 1)
      return -1; /* it is not over */
    int replies = game_count(game, next->state), at = kept++;
    for (; at > 0 && here->replies[at - 1] > replies; at--) {
      here->moves[at] = here->moves[at - 1];
      here->replies[at] = here->replies[at - 1];
    }
    here->moves[at] = move;
    here->replies[at] = replies;
  }
  return kept;
}

/* Looks at the moves: one that wins is enough; all must lose. */
static bool look(Within *w, Question question, int level, int plies) {
  const Game *game = w->game;
  Level *here = &w->levels[level];
  int count = list_moves(w, question, level, plies);
  if (count < 0)
    return question == WINS;
  if (plies == 1)
    return question == LOSES;
  int side = game->side[here->state->seat];
  for (int i = 0; i < count && w->end == SOLVE_DONE; i++) {
    game_assign(game, here[1].state, here->state);
    game_play(game, here[1].state, here->moves[i]);
    if (holds_after(w, question, level + 1, side, plies - 1) ==
        (question == WINS))
      return question == WINS;
  }
  return question == LOSES;
}

/* Whether the position of a level is won or lost within so many plies. Of no
 * meaning once w->end is not SOLVE_DONE. */
static bool holds(Within *w, Question question, int level, int plies) {
  if (w->end == SOLVE_DONE)
    w->end = solve_watch(&w->watch, w->plan, w->game, remembered(w),
                         w->budget.taken, w->error);
  uint32_t number = w->end == SOLVE_DONE
                        ? place(w, question, w->levels[level].state)
                        : TABLE_NONE;
  if (w->end != SOLVE_DONE)
    return false;
  uint16_t known = *table_value(&w->table[question], number);
  int sure = known >> SURE_SHIFT, not = known & NOT_MASK;
  if (sure && sure <= plies)
    return true;
  if (not >= plies)
    return false;
  bool so = look(w, question, level, plies);
  if (w->end == SOLVE_DONE)
    *table_value(&w->table[question], number) =
        (uint16_t)(so ? plies << SURE_SHIFT | not : sure << SURE_SHIFT | plies);
  return so;
}

/* ---- beginning and end ---------------------------------------------------*/

static void close_within(Within *w) {
  for (int i = 0; i < QUESTIONS; i++)
    table_free(&w->table[i]);
  for (int i = 0; i < WITHIN_MAX + 2; i++) {
    free(w->levels[i].state);
    free(w->levels[i].moves);
    free(w->levels[i].replies);
  }
  free(w->key);
  free(w);
}

static bool open_levels(Within *w, int plies) {
  size_t moves = (size_t)w->game->max_moves;
  for (int i = 0; i <= plies + 1; i++) {
    Level *level = &w->levels[i];
    *level = (Level){malloc(w->game->state_size),
                     malloc(moves * sizeof *level->moves),
                     malloc(moves * sizeof *level->replies)};
    if (!level->state || !level->moves || !level->replies)
      return false;
  }
  return true;
}

static Within *open_within(const Game *game, int plies, const SolvePlan *plan,
                           Error *error) {
  Within *w = calloc(1, sizeof *w);
  if (!w)
    return NULL;
  w->game = game;
  w->plan = plan;
  w->error = error;
  w->budget.limit = plan->memory;
  w->keyed = game->rules->key && game->key_size && !plan->plain;
  size_t key_size = w->keyed ? game->key_size : game->state_size;
  w->key = malloc(key_size);
  for (int i = 0; i < QUESTIONS; i++)
    table_start(&w->table[i], key_size, &w->budget);
  if (w->key && open_levels(w, plies))
    return w;
  close_within(w);
  return NULL;
}

static Solved deepen(Within *w, int plies) {
  for (int d = 1; d <= plies && w->end == SOLVE_DONE; d++) {
    if (holds(w, WINS, 0, d))
      return (Solved){VALUE_WIN, d};
    if (holds(w, LOSES, 0, d))
      return (Solved){VALUE_LOSS, d};
  }
  return (Solved){VALUE_DRAW, 0};
}

/* ---- the line ------------------------------------------------------------*/

/* Whether the position of a level, after a move of `side`, is decided as the
 * question says in just so many plies. */
static bool holds_just(Within *w, Question question, int level, int side,
                       int plies) {
  const State *state = w->levels[level].state;
  if (state->outcome != PLAYING)
    return plies == 0 && is_won(w->game, state, side, question == WINS);
  return plies > 0 && holds_after(w, question, level, side, plies) &&
         (plies == 1 || !holds_after(w, question, level, side, plies - 1));
}

/* Plays a move from a level to the next that changes nothing: the first that
 * wins as soon, or loses as late, as can be. */
static bool play_best(Within *w, Question question, int level, int plies,
                      Move *move) {
  Level *here = &w->levels[level];
  int side = w->game->side[here->state->seat];
  int count = game_moves(w->game, here->state, here->moves);
  for (int i = 0; i < count && w->end == SOLVE_DONE; i++) {
    *move = here->moves[i];
    game_assign(w->game, here[1].state, here->state);
    game_play(w->game, here[1].state, *move);
    if (holds_just(w, question, level + 1, side, plies - 1))
      return true;
  }
  return false;
}

static void find_line(Within *w, Solved solved, Move line[]) {
  Question question = solved.value == VALUE_WIN ? WINS : LOSES;
  for (int level = 0; level < solved.plies; level++) {
    int side = w->game->side[w->levels[level].state->seat];
    if (!play_best(w, question, level, solved.plies - level, &line[level]))
      return; /* stopped on the way */
    if (w->game->side[w->levels[level + 1].state->seat] != side)
      question = (Question)!question;
  }
}

SolveEnd forced_win(const Game *game, const State *state, int plies,
                    const SolvePlan *plan, Solved *solved, Move line[],
                    uint64_t *positions, Error *error) {
  *positions = 0;
  if (game->sides > 2) {
    error_set(error, "%s has %d sides: only games of one or two can be solved",
              game->spec, game->sides);
    return SOLVE_FAILED;
  }
  if (state->outcome != PLAYING) {
    error_set(error, "the game is over: there is nothing to solve");
    return SOLVE_FAILED;
  }
  Within *w = open_within(game, plies, plan, error);
  if (!w) {
    error_set(error, "no memory to solve %s", game->spec);
    return SOLVE_FAILED;
  }
  game_assign(game, w->levels[0].state, state);
  *solved = deepen(w, plies);
  if (w->end == SOLVE_DONE && solved->value != VALUE_DRAW)
    find_line(w, *solved, line);
  *positions = remembered(w);
  SolveEnd end = w->end == SOLVE_DONE ? solve_check(game, error) : w->end;
  close_within(w);
  return end;
}
