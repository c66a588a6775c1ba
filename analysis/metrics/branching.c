#include "analysis/metrics/branching.h"

#include "analysis/stats/part_ratio.h"
#include <math.h>
#include <stdlib.h>

enum { SEEN_INITIAL = 1 << 12, SEEN_MAX = 1 << 23 };

/* ---- positions -----------------------------------------------------------*/

/* Finds the slot of a hash, or the empty slot where it belongs. */
static uint64_t *find_slot(uint64_t *table, size_t capacity, uint64_t hash) {
  size_t at = (size_t)(hash >> 2) & (capacity - 1);
  while (table[at] && (table[at] ^ hash) > 3)
    at = (at + 1) & (capacity - 1);
  return &table[at];
}

static bool grow_seen(Branching *b) {
  size_t capacity = b->seen_capacity ? 2 * b->seen_capacity : SEEN_INITIAL;
  uint64_t *table = calloc(capacity, sizeof *table);
  if (!table)
    return false;
  for (size_t i = 0; i < b->seen_capacity; i++)
    if (b->seen[i])
      *find_slot(table, capacity, b->seen[i]) = b->seen[i];
  free(b->seen);
  b->seen = table;
  b->seen_capacity = capacity;
  return true;
}

static void count_position(Branching *b, uint64_t hash) {
  if (2 * b->seen_count >= b->seen_capacity && b->seen_count < SEEN_MAX)
    b->failed = b->failed || !grow_seen(b);
  if (b->failed)
    return;
  uint64_t *slot = find_slot(b->seen, b->seen_capacity, hash);
  if (*slot) {
    *slot += (*slot & 3) < 3;
  } else if (b->seen_count < SEEN_MAX) {
    *slot = (hash & ~UINT64_C(3)) | 1;
    b->seen_count++;
  }
}

static uint64_t seen_times(const Branching *b, unsigned times) {
  uint64_t count = 0;
  for (size_t i = 0; i < b->seen_capacity; i++)
    count += b->seen[i] && (b->seen[i] & 3) == times;
  return count;
}

/* The bias-corrected form. Its known interval assumes independent draws, which
 * the positions of a game are not, so none is given. */
double chao_bound(uint64_t seen, uint64_t once, uint64_t twice) {
  double one = (double)once;
  return (double)seen + one * (one - 1) / (2 * ((double)twice + 1));
}

/* ---- replaying -----------------------------------------------------------*/

void branching_begin(Branching *b, const Game *game) {
  if (!b->legal) {
    b->max_moves = game->max_moves;
    b->legal =
        calloc(BRANCHING_GROUPS * ((size_t)b->max_moves + 1), sizeof *b->legal);
    b->failed = b->failed || !b->legal;
  }
  b->game_plies = b->game_turns = b->game_legal = b->game_forced = 0;
  b->game_passes = 0;
  b->game_tree = 0;
}

static bool ensure_ply(Branching *b) {
  if (b->game_plies < b->ply_capacity)
    return true;
  size_t capacity = b->ply_capacity ? 2 * b->ply_capacity : 256;
  Moments *by_ply = realloc(b->by_ply, capacity * sizeof *by_ply);
  b->by_ply = by_ply ? by_ply : b->by_ply;
  uint64_t *path = realloc(b->path, (capacity + 1) * sizeof *path);
  b->path = path ? path : b->path;
  if (!by_ply || !path)
    return false;
  memset(by_ply + b->ply_capacity, 0,
         (capacity - b->ply_capacity) * sizeof *by_ply);
  b->ply_capacity = capacity;
  return true;
}

static uint64_t *legal_of(const Branching *b, uint64_t group) {
  return b->legal + group * ((size_t)b->max_moves + 1);
}

void branching_turn(Branching *b, const Game *game, const State *state,
                    Move move, int legal) {
  b->failed = b->failed || !ensure_ply(b);
  if (b->failed)
    return;
  b->path[b->game_plies] = game_hash(game, state);
  count_position(b, b->path[b->game_plies++]);
  if (state->seat == NATURE)
    return;
  moments_add(&b->by_ply[b->game_plies - 1], (uint64_t)legal);
  b->game_turns++;
  int counted = legal <= b->max_moves ? legal : b->max_moves;
  legal_of(b, b->games % BRANCHING_GROUPS)[counted]++;
  b->game_legal += (uint64_t)legal;
  b->game_forced += legal == 1;
  b->game_passes += move == MOVE_PASS;
  b->game_tree += log10(legal);
  b->most = legal > b->most ? legal : b->most;
}

static int by_hash(const void *a, const void *b) {
  const uint64_t *x = a, *y = b;
  return (*x > *y) - (*x < *y);
}

/* Whether the game came back to a position. */
static bool is_repeated(const Branching *b) {
  qsort(b->path, b->game_plies + 1, sizeof *b->path, by_hash);
  for (size_t i = 0; i < b->game_plies; i++)
    if (b->path[i] == b->path[i + 1])
      return true;
  return false;
}

void branching_end(Branching *b, const Game *game, const State *last) {
  b->failed = b->failed || !ensure_ply(b);
  if (b->failed)
    return;
  b->path[b->game_plies] = game_hash(game, last);
  count_position(b, b->path[b->game_plies]);
  b->repeated += is_repeated(b);
  b->games++;
  b->plies += b->game_plies;
  b->turns += b->game_turns;
  pairs_add(&b->branching, (double)b->game_legal, (double)b->game_turns);
  pairs_add(&b->forced, (double)b->game_forced, (double)b->game_turns);
  pairs_add(&b->passes, (double)b->game_passes, (double)b->game_turns);
  sums_add(&b->tree, b->game_tree);
}

void branching_free(Branching *b) {
  free(b->by_ply);
  free(b->path);
  free(b->legal);
  free(b->seen);
  *b = (Branching){.games = 0};
}

/* ---- metrics -------------------------------------------------------------*/

/* The smallest number of legal moves that this share of plies does not exceed.
 */
static int legal_quantile(const Branching *b, double share) {
  uint64_t sum = 0;
  for (int legal = 0; legal < b->max_moves; legal++) {
    for (uint64_t group = 0; group < BRANCHING_GROUPS; group++)
      sum += legal_of(b, group)[legal];
    if ((double)sum >= share * (double)b->turns && sum)
      return legal;
  }
  return b->max_moves;
}

/* The half-width of the interval of the share of plies with at most `median`
 * legal moves. It comes from the variation between groups of games, because the
 * plies of a game are not independent. */
static double share_half_width(const Branching *b, int median) {
  Pairs groups = {0};
  for (uint64_t group = 0; group < BRANCHING_GROUPS; group++) {
    double below = 0, all = 0;
    for (int legal = 0; legal <= b->max_moves; legal++) {
      all += (double)legal_of(b, group)[legal];
      below += legal <= median ? (double)legal_of(b, group)[legal] : 0;
    }
    if (all > 0)
      pairs_add(&groups, below, all);
  }
  return estimate_half_width(estimate_ratio(&groups));
}

/* Woodruff's interval (1952): inverts the interval of the share. */
static Estimate estimate_median(const Branching *b) {
  int median = legal_quantile(b, 0.5);
  double half = share_half_width(b, median);
  if (isnan(half))
    return estimate_plain(median, b->games);
  return (Estimate){median, legal_quantile(b, fmax(0.5 - half, 0)),
                    legal_quantile(b, fmin(0.5 + half, 1)), b->games};
}

static void add_positions(const Branching *b, Metrics *m) {
  metrics_add(m, "complexity", "", "positions_seen",
              estimate_plain((double)b->seen_count, b->games));
  if (b->seen_count == SEEN_MAX)
    return; /* the table is full: not all positions were counted */
  double bound = chao_bound(b->seen_count, seen_times(b, 1), seen_times(b, 2));
  metrics_add(m, "complexity", "", "positions_min_log10",
              estimate_plain(log10(bound), b->games));
}

void branching_metrics(const Branching *b, Metrics *m) {
  m->failed = m->failed || b->failed;
  if (b->failed || b->turns == 0)
    return;
  metrics_add(m, "complexity", "", "plies",
              estimate_plain((double)b->plies, b->games));
  metrics_add(m, "complexity", "", "branching_mean",
              estimate_clamp(estimate_ratio(&b->branching), 0, INFINITY));
  metrics_add(m, "complexity", "", "branching_median", estimate_median(b));
  metrics_add(m, "complexity", "", "branching_max",
              estimate_plain(b->most, b->games));
  metrics_add(m, "complexity", "", "forced_rate",
              share_ratio(&b->forced, 0.5, Z95));
  metrics_add(m, "complexity", "", "pass_rate",
              share_ratio(&b->passes, 0.5, Z95));
  metrics_add(m, "complexity", "", "repeat_rate",
              estimate_rate(b->repeated, b->games));
  metrics_add(m, "complexity", "", "game_tree_log10",
              estimate_clamp(sums_mean(&b->tree), 0, INFINITY));
  add_positions(b, m);
  for (size_t ply = 0; ply < b->ply_capacity; ply++) {
    if (b->by_ply[ply].count) /* somebody has moved there */
      metrics_add(m, "ply", phrase("%d", (int)ply + 1).text, "branching_mean",
                  moments_mean(&b->by_ply[ply]));
  }
}
