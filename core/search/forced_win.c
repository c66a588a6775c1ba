#include "core/search/forced_win.h"

#include "core/base/need.h"
#include "core/search/solve_common.h"
#include "core/search/solve_table.h"
#include <stdlib.h>

/* What is to be proven of a position: that its side to move wins, or that it
 * loses, within some plies. */
typedef enum Claim { WINS, LOSES, CLAIMS } Claim;

/* What the table holds for a claim: in the high bits the fewest plies within
 * which it is proven (0 if none), in the low bits the most plies within which
 * it is disproven. */
enum { PROVEN_SHIFT = 8, DISPROVEN_MASK = 255 };

/* Working memory of one ply of the line. */
typedef struct Level {
  State *state;
  Move *moves;
  double *replies;
} Level;

typedef struct ForcedWin {
  Solving base;
  SolveTable table[CLAIMS];
  Level levels[FORCED_WIN_PLIES_MAX + 2];
  Error *error;
} ForcedWin;

static uint64_t count_positions(const ForcedWin *f) {
  return (uint64_t)f->table[WINS].count + f->table[LOSES].count;
}

static int side_at(const ForcedWin *f, int level) {
  return f->base.game->side[f->levels[level].state->seat];
}

static GameValue claimed_value(Claim claim) {
  return claim == WINS ? VALUE_WIN : VALUE_LOSS;
}

/* ---- search --------------------------------------------------------------*/

static bool prove(ForcedWin *f, Claim claim, int level, int plies);

/* Proves a claim about `side` in the position of a level, in which either side
 * may be to move. */
static bool prove_for(ForcedWin *f, Claim claim, int side, int level,
                      int plies) {
  bool same_side = side_at(f, level) == side;
  return prove(f, same_side ? claim : (Claim)!claim, level, plies);
}

/* Lists the moves after which the game goes on, those with the fewest replies
 * first. Returns their number, or -1 if a move decides the claim: an immediate
 * win proves WINS; an end that is not a loss, or no end within one ply,
 * disproves LOSES. */
static int list_moves(ForcedWin *f, Claim claim, int level, int plies) {
  const Game *game = f->base.game;
  Level *here = &f->levels[level], *next = here + 1;
  int count = game_moves(game, here->state, here->moves), kept = 0;
  int side = side_at(f, level);
  for (int i = 0; i < count; i++) {
    Move move = here->moves[i];
    game_assign(game, next->state, here->state);
    game_play(game, next->state, move);
    if (next->state->outcome != PLAYING) {
      bool as_claimed =
          solve_end_value(game, next->state, side) == claimed_value(claim);
      if (as_claimed == (claim == WINS))
        return -1;
      continue;
    }
    if (claim == LOSES && plies == 1)
      return -1;
    insert_by_rank(here->moves, here->replies, kept++, move,
                   game_count(game, next->state));
  }
  return kept;
}

/* Searches the moves: one move that wins proves WINS, all must lose to prove
 * LOSES. */
static bool search(ForcedWin *f, Claim claim, int level, int plies) {
  Level *here = &f->levels[level];
  int count = list_moves(f, claim, level, plies), side = side_at(f, level);
  if (count < 0)
    return claim == WINS;
  if (plies == 1)
    return claim == LOSES;
  for (int i = 0; i < count && f->base.status == SOLVE_DONE; i++) {
    game_assign(f->base.game, here[1].state, here->state);
    game_play(f->base.game, here[1].state, here->moves[i]);
    if (prove_for(f, claim, side, level + 1, plies - 1) == (claim == WINS))
      return claim == WINS;
  }
  return claim == LOSES;
}

/* The table entry of the position of a level, or SOLVE_TABLE_NONE if the search
 * must end. */
static uint32_t find_entry(ForcedWin *f, Claim claim, int level) {
  bool added;
  uint64_t positions = count_positions(f);
  if (f->base.status != SOLVE_DONE ||
      !solving_goes_on(&f->base, positions, f->error))
    return SOLVE_TABLE_NONE;
  uint32_t entry = solve_table_add(
      &f->table[claim], solving_key(&f->base, f->levels[level].state), &added);
  if (entry == SOLVE_TABLE_NONE)
    solving_full(&f->base, positions, f->error);
  return entry;
}

/* Whether a claim about the position of a level holds within `plies` plies. The
 * result is meaningless once f->base.status is not SOLVE_DONE. */
static bool prove(ForcedWin *f, Claim claim, int level, int plies) {
  uint32_t entry = find_entry(f, claim, level);
  if (entry == SOLVE_TABLE_NONE)
    return false;
  uint16_t known = *solve_table_value(&f->table[claim], entry);
  int proven = known >> PROVEN_SHIFT, disproven = known & DISPROVEN_MASK;
  if (proven && proven <= plies)
    return true;
  if (disproven >= plies)
    return false;
  bool holds = search(f, claim, level, plies);
  if (holds)
    proven = plies;
  else
    disproven = plies;
  if (f->base.status == SOLVE_DONE)
    *solve_table_value(&f->table[claim], entry) =
        (uint16_t)(proven << PROVEN_SHIFT | disproven);
  return holds;
}

static SolvedValue deepen(ForcedWin *f, int plies) {
  for (int d = 1; d <= plies && f->base.status == SOLVE_DONE; d++) {
    if (prove(f, WINS, 0, d))
      return (SolvedValue){VALUE_WIN, d};
    if (prove(f, LOSES, 0, d))
      return (SolvedValue){VALUE_LOSS, d};
  }
  return (SolvedValue){VALUE_DRAW, 0};
}

/* ---- the line ------------------------------------------------------------*/

/* Whether a claim about `side` holds in the position of a level in exactly
 * `plies` plies, no fewer. */
static bool holds_exactly(ForcedWin *f, Claim claim, int side, int level,
                          int plies) {
  const State *state = f->levels[level].state;
  if (state->outcome != PLAYING)
    return plies == 0 &&
           solve_end_value(f->base.game, state, side) == claimed_value(claim);
  return plies > 0 && prove_for(f, claim, side, level, plies) &&
         (plies == 1 || !prove_for(f, claim, side, level, plies - 1));
}

static SolveStatus fail_unsteady(ForcedWin *f) {
  if (solve_check_fault(f->base.game, f->error) == SOLVE_DONE)
    error_set(f->error,
              "%s: its rules give different results for the same position",
              f->base.game->spec);
  return SOLVE_FAILED;
}

/* Plays the first best move from a level to the next: one that wins as soon, or
 * loses as late, as the position allows. */
static bool play_best(ForcedWin *f, Claim claim, int level, int plies,
                      Move *move) {
  Level *here = &f->levels[level];
  int side = side_at(f, level);
  int count = game_moves(f->base.game, here->state, here->moves);
  for (int i = 0; i < count && f->base.status == SOLVE_DONE; i++) {
    *move = here->moves[i];
    game_assign(f->base.game, here[1].state, here->state);
    game_play(f->base.game, here[1].state, *move);
    if (holds_exactly(f, claim, side, level + 1, plies - 1))
      return true;
  }
  return false;
}

/* Finds the line. It exists, unless the search is stopped or the rules give
 * different results for the same position. */
static void find_line(ForcedWin *f, SolvedValue value, Move line[]) {
  Claim claim = value.value == VALUE_WIN ? WINS : LOSES;
  for (int level = 0; level < value.plies; level++) {
    int side = side_at(f, level);
    if (!play_best(f, claim, level, value.plies - level, &line[level])) {
      if (f->base.status == SOLVE_DONE)
        f->base.status = fail_unsteady(f);
      return;
    }
    if (side_at(f, level + 1) != side)
      claim = (Claim)!claim;
  }
}

/* ---- opening and closing -------------------------------------------------*/

static void forced_win_close(ForcedWin *f) {
  for (int i = 0; i < CLAIMS; i++)
    solve_table_close(&f->table[i]);
  for (int i = 0; i < FORCED_WIN_PLIES_MAX + 2; i++) {
    free(f->levels[i].state);
    free(f->levels[i].moves);
    free(f->levels[i].replies);
  }
  solving_close(&f->base);
  free(f);
}

static ForcedWin *forced_win_open(const Game *game, int plies,
                                  const SolvePlan *plan, Error *error) {
  ForcedWin *f = need(sizeof *f);
  size_t moves = (size_t)game->max_moves;
  f->error = error;
  solving_open(&f->base, game, plan);
  for (int i = 0; i <= plies + 1; i++)
    f->levels[i] = (Level){need(game->state_size),
                           need_array(moves, sizeof *f->levels->moves),
                           need_array(moves, sizeof *f->levels->replies)};
  for (int i = 0; i < CLAIMS; i++)
    solve_table_open(&f->table[i], f->base.key_size, &f->base.budget);
  return f;
}

SolveStatus forced_win(const Game *game, const State *state, int plies,
                       const SolvePlan *plan, SolvedValue *value, Move line[],
                       uint64_t *positions, Error *error) {
  *positions = 0;
  if (!solve_check_game(game, false, error) ||
      !solve_check_position(state, error) ||
      !solve_check_symmetries(game, plan, error))
    return SOLVE_FAILED;
  ForcedWin *f = forced_win_open(game, plies, plan, error);
  game_assign(game, f->levels[0].state, state);
  *value = deepen(f, plies);
  if (f->base.status == SOLVE_DONE && value->value != VALUE_DRAW)
    find_line(f, *value, line);
  *positions = count_positions(f);
  SolveStatus status = f->base.status == SOLVE_DONE
                           ? solve_check_fault(game, error)
                           : f->base.status;
  forced_win_close(f);
  return status;
}
