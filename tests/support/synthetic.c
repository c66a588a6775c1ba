#include "tests/support/synthetic.h"

#include "tests/support/support.h"
#include <math.h>

enum { LIMIT = 1000 };

double synthetic_uniform(Rng *rng) {
  return (double)(rng_next(rng) >> 11) * 0x1p-53;
}

static int limit_of(const Truth *truth) {
  return truth->max_plies ? truth->max_plies : LIMIT;
}

/* Geometric: the number of failures before the first success. */
static int draw_length(const Truth *truth, Rng *rng) {
  if (truth->longer <= 0)
    return truth->shortest;
  double again = truth->longer / (1 + truth->longer);
  double more = log(1 - synthetic_uniform(rng)) / log(again);
  return truth->shortest + (int)fmin(floor(more), LIMIT * 1000.0);
}

/* Takes a probability off the chance; whether that used it up. */
static bool takes(double *chance, double probability) {
  bool hit = *chance >= 0 && *chance < probability;
  *chance -= probability;
  return hit;
}

static Match draw_end(const Truth *truth, double chance, Rng *rng) {
  Match match = {.end = MATCH_TRUNCATED, .forfeiter = -1};
  for (int side = 0; side < truth->sides; side++)
    if (takes(&chance, truth->won[side]))
      return (Match){MATCH_WIN, (uint16_t)(1u << side), .forfeiter = -1};
  if (takes(&chance, truth->shared)) {
    match.end = MATCH_WIN;
    match.winners = (uint16_t)((1u << (truth->sides - 1)) - 1);
  } else if (takes(&chance, truth->drawn)) {
    match.end = MATCH_DRAW;
  } else if (takes(&chance, truth->forfeit)) {
    match.end = MATCH_FORFEIT;
    match.forfeiter = (int)rng_below(rng, (uint32_t)truth->sides);
    if (truth->sides == 2)
      match.winners = (uint16_t)(1u << (1 - match.forfeiter));
  }
  return match;
}

Match synthetic_match(const Truth *truth, double chance, Rng *rng) {
  Match match = draw_end(truth, chance, rng);
  int limit = limit_of(truth), plies = draw_length(truth, rng);
  if (match.end == MATCH_TRUNCATED || plies > limit) {
    match = (Match){.end = MATCH_TRUNCATED, .forfeiter = -1};
    plies = limit;
  }
  match.plies = plies;
  match.moved = (uint16_t)((1u << truth->sides) - 1);
  match.hash = game_hash_bytes(rng, sizeof *rng); /* no two are the same */
  match.legal_moves = 10 * (uint64_t)plies;
  match.branching_max = 10;
  return match;
}

void synthetic_open(Run *run, const Truth *truth, Seating seating,
                    const char *const bots[], int count) {
  static const char *const ONE[] = {"bot"};
  Error error;
  *run = (Run){.schedule.game = "synthetic", .schedule.full_game = "synthetic"};
  run->plan.seating = seating;
  run->plan.max_plies = limit_of(truth);
  run->schedule.seats = run->schedule.sides = truth->sides;
  run->schedule.has_score = truth->has_score;
  for (int seat = 0; seat < truth->sides; seat++)
    run->schedule.side[seat] = (uint8_t)seat;
  if (!bots) {
    bots = ONE;
    count = 1;
  }
  if (!schedule_restore(&run->schedule, seating, bots, bots, count, &error) ||
      !tally_make(&run->tally, &run->schedule, run->plan.max_plies, &error))
    fail_msg("%s", error.message);
  run->complete = true;
}

void synthetic_add(Run *run, const Match *match) {
  uint64_t index = run->tally.games;
  Match game = *match;
  if (!game.hash)
    game.hash = rng_mix(index + 1);
  tally_add(&run->tally, schedule_seating(&run->schedule, index), &game);
  run->total = run->count = run->plan.games = index + 1;
}

void synthetic_run(Run *run, const Truth *truth, uint64_t games,
                   uint64_t seed) {
  Rng rng;
  rng_seed(&rng, seed, 0);
  synthetic_open(run, truth, SEATING_FIXED, NULL, 0);
  run->plan.seed = seed;
  for (uint64_t i = 0; i < games; i++) {
    Match match = synthetic_match(truth, synthetic_uniform(&rng), &rng);
    synthetic_add(run, &match);
  }
}

static void print_rate(const char *what, int count, int of, const char *bound,
                       double rate) {
  print_message("%s: %.1f%%, %s %.1f%%\n", what, 100.0 * count / of, bound,
                100 * rate);
}

void assert_at_most(const char *what, int count, int of, double rate) {
  double limit = rate + 3 * sqrt(rate * (1 - rate) / of);
  print_rate(what, count, of, "at most", rate);
  if (count > limit * of)
    fail_msg("%s in %d of %d", what, count, of);
}

void assert_at_least(const char *what, int count, int of, double rate) {
  print_rate(what, count, of, "at least", rate);
  if (count < rate * of)
    fail_msg("%s in only %d of %d", what, count, of);
}
