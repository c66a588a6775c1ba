#include "tests/support/setups.h"

#include <string.h>

RunPlan plan_of(const Setup *setup, const char *out) {
  return (RunPlan){.game = setup->game,
                   .bots = setup->bots,
                   .bot_count = setup->count,
                   .seating = setup->seating,
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

void ask_to_stop(void) {
  atomic_store(&stop, true);
}

static atomic_int fuse;
static void (*todo)(void);

void light(int moves, void (*deed)(void)) {
  atomic_store(&fuse, moves);
  todo = deed;
}

void burn(void) {
  if (atomic_fetch_sub(&fuse, 1) == 1)
    todo();
}

static bool fuse_choose(Bot *bot, const State *state, Rng *rng, Move *move,
                        Error *why) {
  if (strcmp(bot->spec, "weak.bot") == 0)
    return error_set(why, "weak, \"as ever\"");
  *move = game_random_move(bot->game, state, rng);
  bot->nodes++;
  burn();
  return true;
}

const NamedBots FUSE_BOTS = {
    {".bot", NULL, open_named},
    {.options = (const Option[]){{NULL}}, .choose = fuse_choose}};
