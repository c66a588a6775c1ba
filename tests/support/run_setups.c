#include "tests/support/run_setups.h"

#include <string.h>

RunPlan plan_of(const Setup *setup, const char *out) {
  return (RunPlan){.game = setup->game,
                   .bots = setup->bots,
                   .bot_count = setup->count,
                   .seating = setup->seating,
                   .pairs = setup->pairs,
                   .opening = setup->opening,
                   .seed = 7,
                   .games = setup->games,
                   .max_plies = setup->max_plies,
                   .moves = true,
                   .limits = "budget=1",
                   .shard = setup->shard,
                   .shards = setup->shards,
                   .jobs = 2,
                   .out = out};
}

atomic_bool stop;

void request_stop(void) {
  atomic_store(&stop, true);
}

static atomic_int moves_left;
static void (*pending)(void);

void run_after(int moves, void (*action)(void)) {
  atomic_store(&moves_left, moves);
  pending = action;
}

void count_move(void) {
  if (atomic_fetch_sub(&moves_left, 1) == 1)
    pending();
}

static bool counting_choose(Bot *bot, const State *state, Rng *rng, Move *move,
                            Error *why) {
  if (strcmp(bot->spec, "weak.bot") == 0)
    return error_set(why, "weak, \"as ever\"");
  *move = game_random_move(bot->game, state, rng);
  bot->nodes++;
  count_move();
  return true;
}

const TestBots COUNTING_BOTS = {
    {".bot", NULL, open_test_bot},
    {.options = (const Option[]){{NULL}}, .choose = counting_choose}};
