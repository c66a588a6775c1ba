/* The bot "perfect": solves the game when it is opened, then plays perfectly.
 */
#include "core/search/bots.h"

#include "core/base/need.h"
#include "core/search/solve.h"
#include <stdlib.h>

enum { MEMORY, QUICK };

static const Option OPTIONS[] = {
    {"memory", OPTION_INT, .min = 1, .max = 1 << 20, .default_value = 1024,
     .help = "megabytes for the table of positions; a game that needs more is "
             "refused"},
    {"quick", OPTION_FLAG,
     .help = "win or draw wherever possible, but not in the fewest plies: "
             "larger games can be solved"},
    {NULL},
};

typedef struct PerfectBot {
  Bot base;
  Solver *solver;
  SolvedMove *moves;
} PerfectBot;

static void perfect_close(Bot *bot) {
  PerfectBot *p = (PerfectBot *)bot;
  solver_free(p->solver);
  free(p->moves);
}

/* Solves the first position. With a random start there is nothing to solve
 * before the game begins. */
static bool solve_first(PerfectBot *p, Error *error) {
  const State *first = p->base.game->first;
  SolvedValue value;
  return !first || first->outcome != PLAYING ||
         solve_position(p->solver, first, &value, error) == SOLVE_DONE;
}

static bool perfect_open(Bot *bot, Error *error) {
  PerfectBot *p = (PerfectBot *)bot;
  const Game *game = bot->game;
  if (game->has_chance)
    return error_set(error,
                     "the bot perfect plays only games without chance, and in "
                     "%s nature moves: use mcts or alphabeta",
                     game->spec);
  SolvePlan plan = {.memory = (size_t)bot->option[MEMORY] << 20,
                    .advice = bot->option[QUICK]
                                  ? "raise the bot's option memory"
                                  : "raise the bot's option memory, or set "
                                    "quick=true, which needs less",
                    .quick = bot->option[QUICK],
                    .stop = game->stop};
  p->solver = solver_new(game, &plan, error);
  p->moves = need_array((size_t)game->max_moves, sizeof *p->moves);
  if (p->solver && solve_first(p, error)) {
    solver_mark(p->solver);
    return true;
  }
  perfect_close(bot);
  return false;
}

/* In quick mode the plies found depend on what was solved before. Every game
 * starts from the same table, so that it does not depend on earlier games. */
static bool perfect_begin(Bot *bot, int seat, Rng *rng, Error *why) {
  (void)seat, (void)rng, (void)why;
  if (bot->option[QUICK])
    solver_reset(((PerfectBot *)bot)->solver);
  return true;
}

/* Solves the moves of a position. If that reaches the memory limit, discards
 * what earlier games have added to the table and tries again. */
static SolveStatus solve_here(PerfectBot *p, const State *state, int *count,
                              Error *why) {
  SolveStatus status = solve_moves(p->solver, state, p->moves, count, why);
  if (status == SOLVE_DONE)
    return status;
  solver_reset(p->solver);
  return solve_moves(p->solver, state, p->moves, count, why);
}

/* Picks one of the best moves, which come first, uniformly at random. */
static bool perfect_choose(Bot *bot, const State *state, Rng *rng, Move *move,
                           Error *why) {
  PerfectBot *p = (PerfectBot *)bot;
  int count, best = 1;
  if (solve_here(p, state, &count, why) != SOLVE_DONE)
    return false;
  while (best < count &&
         solved_compare(p->moves[0].solved, p->moves[best].solved) == 0)
    best++;
  *move = p->moves[rng_below(rng, (uint32_t)best)].move;
  /* The positions of the table are not counted: the next game has them
   * already. */
  bot->nodes += (uint64_t)count;
  return true;
}

const BotKind perfect_kind = {
    .name = "perfect",
    .summary = "small games without chance or hidden information only: solves "
               "the game first, as boardlab solve does, then plays perfectly",
    .options = OPTIONS,
    .example = "tictacdoh:small=2,medium=2,large=2",
    .bot_size = sizeof(PerfectBot),
    .open = perfect_open,
    .begin = perfect_begin,
    .choose = perfect_choose,
    .close = perfect_close,
};
