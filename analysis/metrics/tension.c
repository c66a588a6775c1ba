#include "analysis/metrics/tension.h"

#include <math.h>
#include <stdlib.h>

/* A side that wins so large a part of the random games is sure to win. */
static const double SETTLED = 0.9;

/* ---- the course of a game ------------------------------------------------*/

static int best_of(const double value[], int sides) {
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

void lead_history_add(LeadHistory *c, const double value[]) {
  int best = best_of(value, c->sides);
  /* Who is level with the best keeps the lead; before that, nobody has it. */
  if (c->leader < 0 ? !is_level(value, c->sides, best)
                    : value[best] > value[c->leader]) {
    c->changes += c->leader >= 0;
    c->leader = best;
  }
  double shortfall = value[best] - value[c->winner];
  c->positions++;
  c->behind += shortfall > 0;
  c->shortfall += shortfall;
  if (value[c->winner] < SETTLED)
    c->unsettled = c->positions;
  c->came_back = c->came_back || value[c->winner] < 0.5 / c->sides;
}

/* ---- hearing -------------------------------------------------------------*/

/* The only side that won; -1 if there is none such. */
static int only_winner(const Game *game, const Match *match) {
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
  int winner = only_winner(game, match);
  t->heard = t->playouts > 0 && game->sides > 1 && winner >= 0;
  if (!t->heard)
    return;
  if (!t->room)
    t->room = game_start(game);
  t->failed = t->failed || !t->room;
  /* Not the numbers that the game itself was played with. */
  rng_seed(&t->rng, t->seed ^ UINT64_C(0x74656e73696f6e), index);
  t->history =
      (LeadHistory){.sides = game->sides, .winner = winner, .leader = -1};
}

/* In points, which are whole: sides that are level must come out level. */
static void add_result(const Game *game, const State *end, uint64_t points[]) {
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

/* What a position is worth, from the points of so many games. */
static void add_value(LeadHistory *c, const uint64_t points[], int games) {
  double value[SEATS_MAX];
  for (int side = 0; side < c->sides; side++)
    value[side] = (double)points[side] / ((double)POINTS * games);
  lead_history_add(c, value);
}

void tension_position(Tension *t, const Game *game, const State *state) {
  uint64_t points[SEATS_MAX] = {0};
  if (!t->heard || t->failed)
    return;
  for (int i = 0; i < t->playouts; i++) {
    game_assign(game, t->room, state);
    game_playout(game, t->room, &t->rng, game->max_plies);
    add_result(game, t->room, points);
  }
  add_value(&t->history, points, t->playouts);
}

/* In the last position there is nothing left to play out. */
void tension_end(Tension *t, const Game *game, const State *last) {
  LeadHistory *c = &t->history;
  uint64_t points[SEATS_MAX] = {0};
  if (!t->heard || t->failed)
    return;
  int moves = c->positions;
  add_result(game, last, points);
  add_value(c, points, 1);
  t->games++;
  t->comebacks += c->came_back;
  sums_add(&t->changes, c->changes);
  sums_add(&t->drama, c->behind ? c->shortfall / c->behind : 0);
  sums_add(&t->decided, moves ? (double)(moves - c->unsettled) / moves : 0);
}

void tension_free(Tension *t) {
  free(t->room);
  *t = (Tension){.playouts = 0};
}

/* ---- figures -------------------------------------------------------------*/

void tension_metrics(const Tension *t, Metrics *f) {
  f->failed = f->failed || t->failed;
  if (t->games == 0)
    return;
  metrics_add(f, "tension", "", "playouts",
              estimate_plain(t->playouts, t->games));
  metrics_add(f, "tension", "", "lead_changes",
              estimate_clamp(sums_mean(&t->changes), 0, INFINITY));
  metrics_add(f, "tension", "", "drama",
              estimate_clamp(sums_mean(&t->drama), 0, 1));
  metrics_add(f, "tension", "", "decisiveness",
              estimate_clamp(sums_mean(&t->decided), 0, 1));
  metrics_add(f, "tension", "", "comeback_rate",
              estimate_rate(t->comebacks, t->games));
}
