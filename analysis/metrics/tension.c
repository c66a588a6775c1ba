#include "analysis/metrics/tension.h"

#include <math.h>
#include <stdlib.h>

/* The winner counts as settled once its value is at least this. */
static const double SETTLED = 0.9;

/* ---- lead history --------------------------------------------------------*/

static int find_best(const double value[], int sides) {
  int best = 0;
  for (int i = 1; i < sides; i++)
    best = value[i] > value[best] ? i : best;
  return best;
}

static bool is_level(const double value[], int sides, int best) {
  for (int i = 0; i < sides; i++)
    if (i != best && value[i] == value[best])
      return true;
  return false;
}

void lead_history_add(LeadHistory *h, const double value[]) {
  int best = find_best(value, h->sides);
  /* A leader who is level with the best keeps the lead. At first nobody leads,
   * until one side is ahead of all others. */
  if (h->leader < 0 ? !is_level(value, h->sides, best)
                    : value[best] > value[h->leader]) {
    h->changes += h->leader >= 0;
    h->leader = best;
  }
  double shortfall = value[best] - value[h->winner];
  h->positions++;
  h->behind += shortfall > 0;
  h->shortfall += shortfall;
  if (value[h->winner] < SETTLED)
    h->unsettled = h->positions;
  h->came_back = h->came_back || value[h->winner] < 0.5 / h->sides;
}

/* ---- replaying -----------------------------------------------------------*/

/* The side that won alone, or -1. */
static int sole_winner(const Game *game, const Match *match) {
  int winner = -1;
  for (int seat = 0; match->end == MATCH_WIN && seat < game->seats; seat++) {
    if (!(match->winners >> seat & 1))
      continue;
    if (winner >= 0 && winner != game->side[seat])
      return -1;
    winner = game->side[seat];
  }
  return winner;
}

void tension_begin(Tension *t, const Game *game, uint64_t index,
                   const Match *match) {
  int winner = sole_winner(game, match);
  t->measured = t->playouts > 0 && game->sides > 1 && winner >= 0;
  if (!t->measured)
    return;
  if (!t->scratch)
    t->scratch = game_start(game);
  t->failed = t->failed || !t->scratch;
  /* A stream of its own, not the one the game was played with. */
  rng_seed(&t->rng, t->seed ^ UINT64_C(0x74656e73696f6e), index);
  t->history =
      (LeadHistory){.sides = game->sides, .winner = winner, .leader = -1};
}

/* Adds up integer points, so that equal sides get exactly equal values. */
static void add_points(const Game *game, const State *end, uint64_t points[]) {
  bool won[SEATS_MAX] = {false};
  int winners = 0;
  for (int seat = 0; seat < game->seats; seat++)
    if (end->outcome == WIN && end->winners >> seat & 1 &&
        !won[game->side[seat]]) {
      won[game->side[seat]] = true;
      winners++;
    }
  for (int side = 0; side < game->sides; side++)
    points[side] += !winners    ? (uint64_t)(POINTS / game->sides)
                    : won[side] ? (uint64_t)(POINTS / winners)
                                : 0;
}

/* Adds the value of a position, from the points of its playouts. */
static void add_value(LeadHistory *h, const uint64_t points[], int games) {
  double value[SEATS_MAX] = {0};
  for (int side = 0; side < h->sides; side++)
    value[side] = (double)points[side] / ((double)POINTS * games);
  lead_history_add(h, value);
}

void tension_position(Tension *t, const Game *game, const State *state) {
  uint64_t points[SEATS_MAX] = {0};
  if (!t->measured || t->failed)
    return;
  for (int i = 0; i < t->playouts; i++) {
    game_assign(game, t->scratch, state);
    game_playout(game, t->scratch, &t->rng, game->max_plies);
    add_points(game, t->scratch, points);
  }
  add_value(&t->history, points, t->playouts);
}

/* The value of the last position is the result itself. */
void tension_end(Tension *t, const Game *game, const State *last) {
  LeadHistory *h = &t->history;
  uint64_t points[SEATS_MAX] = {0};
  if (!t->measured || t->failed)
    return;
  int moves = h->positions;
  add_points(game, last, points);
  add_value(h, points, 1);
  t->games++;
  t->comebacks += h->came_back;
  sums_add(&t->changes, h->changes);
  sums_add(&t->drama, h->behind ? h->shortfall / h->behind : 0);
  sums_add(&t->decisiveness,
           moves ? (double)(moves - h->unsettled) / moves : 0);
}

void tension_free(Tension *t) {
  free(t->scratch);
  *t = (Tension){.playouts = 0};
}

/* ---- metrics -------------------------------------------------------------*/

void tension_metrics(const Tension *t, Metrics *m) {
  m->failed = m->failed || t->failed;
  if (t->games == 0)
    return;
  metrics_add(m, "tension", "", "playouts",
              estimate_plain(t->playouts, t->games));
  metrics_add(m, "tension", "", "lead_changes",
              estimate_clamp(sums_mean(&t->changes), 0, INFINITY));
  metrics_add(m, "tension", "", "drama",
              estimate_clamp(sums_mean(&t->drama), 0, 1));
  metrics_add(m, "tension", "", "decisiveness",
              estimate_clamp(sums_mean(&t->decisiveness), 0, 1));
  metrics_add(m, "tension", "", "comeback_rate",
              estimate_rate(t->comebacks, t->games));
}
