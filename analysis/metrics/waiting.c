#include "analysis/metrics/waiting.h"

#include "core/game/turns.h"

void waiting_begin(Waiting *w) {
  w->plies = w->waited = w->turns = 0;
  memset(w->last, 0, sizeof w->last);
}

void waiting_position(Waiting *w, const State *state) {
  if (state->seat == NATURE)
    return;
  int *last = &w->last[state->seat], between = w->plies++ - *last;
  if (*last > 0 && between > 0) { /* otherwise the first, or the same turn */
    w->waited += between;
    w->turns++;
  }
  *last = w->plies;
}

void waiting_end(Waiting *w, const Game *game, const State *last) {
  unsigned out = last ? game_out(game, last) : 0;
  int first = w->plies;
  if (game->seats < 3)
    return;
  if (w->turns > 0)
    pairs_add(&w->pairs, w->waited, w->turns);
  for (int seat = 0; seat < game->seats; seat++)
    if (out >> seat & 1 && w->last[seat] < first)
      first = w->last[seat];
  w->games += game_has_places(game);
  w->eliminations += out != 0;
  if (out && w->plies)
    sums_add(&w->looking_on, (double)(w->plies - first) / w->plies);
}

void waiting_metrics(const Waiting *w, Metrics *m) {
  if (w->pairs.n > 0)
    metrics_add(m, "waiting", "", "waiting_plies", estimate_ratio(&w->pairs));
  if (w->games > 0)
    metrics_add(m, "waiting", "", "eliminated_rate",
                estimate_rate(w->eliminations, w->games));
  if (w->looking_on.n > 1)
    metrics_add(m, "waiting", "", "looking_on_share",
                estimate_clamp(sums_mean(&w->looking_on), 0, 1));
}
