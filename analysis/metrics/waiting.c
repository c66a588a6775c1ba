#include "analysis/metrics/waiting.h"

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

void waiting_end(Waiting *w, const Game *game) {
  if (game->seats > 2 && w->turns > 0)
    pairs_add(&w->pairs, w->waited, w->turns);
}

void waiting_metrics(const Waiting *w, Metrics *m) {
  if (w->pairs.n > 0)
    metrics_add(m, "waiting", "", "waiting_plies", estimate_ratio(&w->pairs));
}
