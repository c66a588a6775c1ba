/* Ranking the moves of a solved position, and lines of best play. */
#include "core/base/need.h"
#include "core/search/solve_common.h"
#include <stdlib.h>

/* ---- moves ---------------------------------------------------------------*/

int solved_compare(SolvedValue one, SolvedValue other) {
  if (one.value != other.value)
    return (int)other.value - (int)one.value;
  return one.value == VALUE_WIN ? one.plies - other.plies
                                : other.plies - one.plies;
}

/* Sets the value of a move for the side that makes it. `next` is working memory
 * for the position after it. */
static SolveStatus solve_move(Solver *s, const State *state, State *next,
                              SolvedMove *m, Error *error) {
  const Game *game = solver_game(s);
  int side = game->side[state->seat];
  game_assign(game, next, state);
  game_play(game, next, m->move);
  if (next->outcome != PLAYING) {
    m->solved = (SolvedValue){solve_end_value(game, next, side), 0};
  } else {
    SolveStatus status = solve_position(s, next, &m->solved, error);
    if (status != SOLVE_DONE)
      return status;
    if (game->side[next->seat] != side)
      m->solved.value = VALUE_WIN + VALUE_LOSS - m->solved.value;
  }
  m->solved.plies += m->solved.value != VALUE_DRAW;
  return SOLVE_DONE;
}

/* Insertion sort: it is stable, and the lists are short. */
static void sort_moves(SolvedMove list[], int count) {
  for (int i = 1; i < count; i++) {
    SolvedMove m = list[i];
    int at = i;
    for (; at > 0 && solved_compare(m.solved, list[at - 1].solved) < 0; at--)
      list[at] = list[at - 1];
    list[at] = m;
  }
}

SolveStatus solve_moves(Solver *s, const State *state, SolvedMove list[],
                        int *count, Error *error) {
  const Game *game = solver_game(s);
  State *next = need(game->state_size);
  Move *moves = game_borrow_list(game);
  *count = game_moves(game, state, moves);
  SolveStatus status = SOLVE_DONE;
  for (int i = 0; i < *count && status == SOLVE_DONE; i++) {
    list[i].move = moves[i];
    status = solve_move(s, state, next, &list[i], error);
  }
  game_return_list(game);
  free(next);
  if (status == SOLVE_DONE)
    status = solve_check_fault(game, error);
  if (status == SOLVE_DONE)
    sort_moves(list, *count);
  return status;
}

/* ---- lines ---------------------------------------------------------------*/

/* A line under construction: its moves, and the numbers of the positions in
 * which they were made. */
typedef struct Line {
  Move *moves;
  uint32_t *numbers;
  int count;
} Line;

static void line_add(Line *line, Move move, uint32_t number) {
  size_t count = (size_t)line->count;
  line->moves = need_more(line->moves, count, sizeof *line->moves);
  line->numbers = need_more(line->numbers, count, sizeof *line->numbers);
  line->moves[line->count] = move;
  line->numbers[line->count++] = number;
}

static bool line_has(const Line *line, uint32_t number) {
  for (int i = 0; i < line->count; i++)
    if (line->numbers[i] == number)
      return true;
  return false;
}

/* Plays best moves until the game is over or a position repeats. */
static SolveStatus play_line(Solver *s, State *state, SolvedMove list[],
                             Line *line, LineEnd *end, Error *error) {
  for (*end = LINE_OVER; state->outcome == PLAYING;) {
    SolvedValue value;
    int count;
    SolveStatus status = solve_position(s, state, &value, error);
    uint32_t number = solver_find(s, state);
    if (status == SOLVE_DONE && line_has(line, number)) {
      *end = LINE_REPEATS;
      return SOLVE_DONE;
    }
    if (status == SOLVE_DONE)
      status = solve_moves(s, state, list, &count, error);
    if (status != SOLVE_DONE)
      return status;
    line_add(line, list[0].move, number);
    game_play(solver_game(s), state, list[0].move);
  }
  return SOLVE_DONE;
}

SolveStatus solve_line(Solver *s, const State *state, Move **moves, int *count,
                       LineEnd *end, Error *error) {
  const Game *game = solver_game(s);
  Line line = {NULL};
  State *copy = game_copy(game, state);
  SolvedMove *list = need_array((size_t)game->max_moves, sizeof *list);
  SolveStatus status = play_line(s, copy, list, &line, end, error);
  free(copy);
  free(list);
  free(line.numbers);
  if (status != SOLVE_DONE) {
    free(line.moves);
    line.moves = NULL;
  }
  *moves = line.moves;
  *count = line.count;
  return status;
}
