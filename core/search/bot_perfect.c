/* The bot that plays from a solved table. */
#include "core/search/bots.h"

#include "core/search/solve.h"
#include <stdlib.h>

enum { MEMORY, QUICK };

static const Option PERFECT_OPTIONS[] = {
    {"memory", OPTION_INT, .min = 1, .max = 1 << 20, .value = 1024,
     .help = "megabytes for the table; a game that takes more is refused"},
    {"quick", OPTION_FLAG,
     .help = "win and hold draws, but not as soon or as long as possible: "
             "solves more games"},
    {NULL},
};

typedef struct PerfectBot {
  Bot base;
  Solve *solve;
  SolvedMove *moves;
} PerfectBot;

static void close_perfect(Bot *bot) {
  PerfectBot *p = (PerfectBot *)bot;
  solve_free(p->solve);
  free(p->moves);
}

/* Where the first position is drawn by lot there is nothing to solve yet. */
static bool solve_first(PerfectBot *p, Error *error) {
  const State *first = p->base.game->first;
  Solved solved;
  return !first || first->outcome != PLAYING ||
         solve_position(p->solve, first, &solved, error) == SOLVE_DONE;
}

static bool open_perfect(Bot *bot, Error *error) {
  PerfectBot *p = (PerfectBot *)bot;
  const Game *game = bot->game;
  SolvePlan plan = {.memory = (size_t)bot->value[MEMORY] << 20,
                    .advice = bot->value[QUICK]
                                  ? "its option memory gives it more"
                                  : "its option memory gives it more, and with "
                                    "quick=true it needs less",
                    .quick = bot->value[QUICK]};
  p->solve = solve_new(game, &plan, error);
  p->moves = malloc((size_t)game->max_moves * sizeof *p->moves);
  if (p->solve && !p->moves)
    error_set(error, "no memory for the bot perfect");
  if (p->solve && p->moves && solve_first(p, error)) {
    solve_mark(p->solve);
    return true;
  }
  close_perfect(bot);
  return false;
}

/* In quick mode plies hang on what was solved before: so that a game does not
 * hang on those before it, each begins with the same table. */
static bool begin_perfect(Bot *bot, int seat, Rng *rng, Error *why) {
  (void)seat, (void)rng, (void)why;
  if (bot->value[QUICK])
    solve_return(((PerfectBot *)bot)->solve);
  return true;
}

/* If it does not fit into memory, then perhaps without what earlier games have
 * left there. */
static SolveEnd solve_here(PerfectBot *p, const State *state, int *count,
                           Error *why) {
  SolveEnd end = solve_moves(p->solve, state, p->moves, count, why);
  if (end == SOLVE_DONE)
    return end;
  solve_return(p->solve);
  return solve_moves(p->solve, state, p->moves, count, why);
}

/* One of the best, by lot. They come first. */
static bool choose_perfect(Bot *bot, const State *state, Rng *rng, Move *move,
                           Error *why) {
  PerfectBot *p = (PerfectBot *)bot;
  int count, best = 1;
  if (solve_here(p, state, &count, why) != SOLVE_DONE)
    return false;
  while (best < count &&
         solved_compare(p->moves[0].solved, p->moves[best].solved) == 0)
    best++;
  *move = p->moves[rng_below(rng, (uint32_t)best)].move;
  /* Not those of the table, which is there already in the next game. */
  bot->nodes += (uint64_t)count;
  return true;
}

const BotKind perfect_kind = {
    .name = "perfect",
    .summary = "small games: solved first, as boardlab solve does it, then "
               "played perfectly",
    .options = PERFECT_OPTIONS,
    .example = "tictacdoh:small=2,medium=2,large=2",
    .bot_size = sizeof(PerfectBot),
    .open = open_perfect,
    .begin = begin_perfect,
    .choose = choose_perfect,
    .close = close_perfect,
};
