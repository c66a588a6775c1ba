#include "analysis/metrics/branching.h"

#include <math.h>
#include <stdlib.h>

enum { SEEN_FIRST = 1 << 12, SEEN_MOST = 1 << 23 };

/* ---- positions -----------------------------------------------------------*/

/* The place of a hash: where it is, or a free one. */
static uint64_t *place_of(uint64_t *table, size_t room, uint64_t hash) {
  size_t at = (size_t)(hash >> 2) & (room - 1);
  while (table[at] && (table[at] ^ hash) > 3)
    at = (at + 1) & (room - 1);
  return &table[at];
}

static bool grow_seen(Branching *c) {
  size_t room = c->seen_room ? 2 * c->seen_room : SEEN_FIRST;
  uint64_t *table = calloc(room, sizeof *table);
  if (!table)
    return false;
  for (size_t i = 0; i < c->seen_room; i++)
    if (c->seen[i])
      *place_of(table, room, c->seen[i]) = c->seen[i];
  free(c->seen);
  c->seen = table;
  c->seen_room = room;
  return true;
}

static void see(Branching *c, uint64_t hash) {
  if (2 * c->seen_count >= c->seen_room && c->seen_count < SEEN_MOST)
    c->failed = c->failed || !grow_seen(c);
  if (c->failed)
    return;
  uint64_t *place = place_of(c->seen, c->seen_room, hash);
  if (*place) {
    *place += (*place & 3) < 3;
  } else if (c->seen_count < SEEN_MOST) {
    *place = (hash & ~UINT64_C(3)) | 1;
    c->seen_count++;
  }
}

static uint64_t seen_times(const Branching *c, unsigned times) {
  uint64_t count = 0;
  for (size_t i = 0; i < c->seen_room; i++)
    count += c->seen[i] && (c->seen[i] & 3) == times;
  return count;
}

/* The bias-corrected form. There is an interval for kinds that are drawn one by
 * one, but the positions of a game are not. */
double chao_bound(uint64_t seen, uint64_t once, uint64_t twice) {
  double one = (double)once;
  return (double)seen + one * (one - 1) / (2 * ((double)twice + 1));
}

/* ---- hearing -------------------------------------------------------------*/

static bool make_ready(Branching *c, const Game *game) {
  if (c->legal)
    return true;
  c->max_moves = game->max_moves;
  c->legal =
      calloc(CHOICE_GROUPS * ((size_t)c->max_moves + 1), sizeof *c->legal);
  return c->legal;
}

void branching_begin(Branching *c, const Game *game) {
  c->failed = c->failed || !make_ready(c, game);
  c->game_moves = c->game_plies = c->game_legal = c->game_real = 0;
  c->game_tree = 0;
}

static bool make_ply(Branching *c) {
  if (c->game_plies < c->ply_room)
    return true;
  size_t room = c->ply_room ? 2 * c->ply_room : 256;
  Moments *by_ply = realloc(c->by_ply, room * sizeof *by_ply);
  if (!by_ply)
    return false;
  memset(by_ply + c->ply_room, 0, (room - c->ply_room) * sizeof *by_ply);
  c->by_ply = by_ply;
  c->ply_room = room;
  return true;
}

static uint64_t *legal_of(const Branching *c, uint64_t group) {
  return c->legal + group * ((size_t)c->max_moves + 1);
}

void branching_turn(Branching *c, const Game *game, const State *state,
                    Move move, int legal) {
  c->failed = c->failed || !make_ply(c);
  if (c->failed)
    return;
  see(c, game_hash(game, state));
  c->game_moves = rng_mix(c->game_moves + move + 1);
  moments_add(&c->by_ply[c->game_plies++], (uint64_t)legal);
  int counted = legal <= c->max_moves ? legal : c->max_moves;
  legal_of(c, c->games % CHOICE_GROUPS)[counted]++;
  c->game_legal += (uint64_t)legal;
  c->game_real += legal > 1;
  c->game_tree += log10(legal);
  c->most = legal > c->most ? legal : c->most;
}

static bool keep_game(Branching *c) {
  if (c->games == c->game_room) {
    size_t room = c->game_room ? 2 * c->game_room : 1024;
    uint64_t *games = realloc(c->games_played, room * sizeof *games);
    if (!games)
      return false;
    c->games_played = games;
    c->game_room = room;
  }
  c->games_played[c->games] = c->game_moves;
  return true;
}

void branching_end(Branching *c, const Game *game, const State *last) {
  c->failed = c->failed || !keep_game(c);
  if (c->failed)
    return;
  see(c, game_hash(game, last));
  c->games++;
  c->plies += c->game_plies;
  pairs_add(&c->branching, (double)c->game_legal, (double)c->game_plies);
  pairs_add(&c->real, (double)c->game_real, (double)c->game_plies);
  sums_add(&c->tree, c->game_tree);
}

void branching_free(Branching *c) {
  free(c->by_ply);
  free(c->legal);
  free(c->seen);
  free(c->games_played);
  *c = (Branching){.games = 0};
}

/* ---- figures -------------------------------------------------------------*/

/* The least number of legal moves that this share of plies does not exceed. */
static int legal_quantile(const Branching *c, double share) {
  uint64_t sum = 0;
  for (int legal = 0; legal < c->max_moves; legal++) {
    for (uint64_t group = 0; group < CHOICE_GROUPS; group++)
      sum += legal_of(c, group)[legal];
    if ((double)sum >= share * (double)c->plies && sum)
      return legal;
  }
  return c->max_moves;
}

/* How surely half the plies have so many legal moves or fewer: from how that
 * share differs between groups of games, since plies of a game are alike. */
static double half_of_share(const Branching *c, int median) {
  Pairs groups = {0};
  for (uint64_t group = 0; group < CHOICE_GROUPS; group++) {
    double below = 0, all = 0;
    for (int legal = 0; legal <= c->max_moves; legal++) {
      all += (double)legal_of(c, group)[legal];
      below += legal <= median ? (double)legal_of(c, group)[legal] : 0;
    }
    if (all > 0)
      pairs_add(&groups, below, all);
  }
  return estimate_half_width(estimate_ratio(&groups));
}

/* Woodruff's interval: that of the share, turned into legal moves. */
static Estimate median_of(const Branching *c) {
  int median = legal_quantile(c, 0.5);
  double half = half_of_share(c, median);
  if (isnan(half))
    return estimate_plain(median, c->games);
  return (Estimate){median, legal_quantile(c, fmax(0.5 - half, 0)),
                    legal_quantile(c, fmin(0.5 + half, 1)), c->games};
}

static int by_hash(const void *one, const void *other) {
  uint64_t a = *(const uint64_t *)one, b = *(const uint64_t *)other;
  return (a > b) - (a < b);
}

uint64_t branching_distinct(const Branching *c) {
  uint64_t different = 0;
  if (c->games == 0 || c->failed)
    return 0;
  qsort(c->games_played, c->games, sizeof *c->games_played, by_hash);
  for (uint64_t i = 0; i < c->games; i++)
    different += i == 0 || c->games_played[i] != c->games_played[i - 1];
  return different;
}

static void add_positions(const Branching *c, Metrics *f) {
  metrics_add(f, "complexity", "", "positions_seen",
              estimate_plain((double)c->seen_count, c->games));
  if (c->seen_count == SEEN_MOST)
    return; /* not all were counted */
  double bound = chao_bound(c->seen_count, seen_times(c, 1), seen_times(c, 2));
  metrics_add(f, "complexity", "", "positions_min_log10",
              estimate_plain(log10(bound), c->games));
}

void branching_metrics(const Branching *c, Metrics *f) {
  f->failed = f->failed || c->failed;
  if (c->failed || c->plies == 0)
    return;
  metrics_add(f, "complexity", "", "distinct_games",
              estimate_plain((double)branching_distinct(c), c->games));
  metrics_add(f, "complexity", "", "plies",
              estimate_plain((double)c->plies, c->games));
  metrics_add(f, "complexity", "", "branching_mean",
              estimate_ratio(&c->branching));
  metrics_add(f, "complexity", "", "branching_median", median_of(c));
  metrics_add(f, "complexity", "", "branching_max",
              estimate_plain(c->most, c->games));
  metrics_add(f, "complexity", "", "decision_rate",
              estimate_clamp(estimate_ratio(&c->real), 0, 1));
  metrics_add(f, "complexity", "", "game_tree_log10",
              estimate_clamp(sums_mean(&c->tree), 0, INFINITY));
  add_positions(c, f);
  for (size_t ply = 0; ply < c->ply_room && c->by_ply[ply].count; ply++) {
    char key[24];
    snprintf(key, sizeof key, "%zu", ply + 1);
    metrics_add(f, "ply", key, "branching_mean", moments_mean(&c->by_ply[ply]));
  }
}
