#include "analysis/metrics/kingmaking.h"

/* Who has less than this cannot win any more; whose choice changes the chance
 * of another by as much decides. Means of halves are rounded. */
static const double HOPELESS = 0.02, DECIDES = 0.1 - 1e-9;

void kingmaking_begin(Kingmaking *k, uint64_t index) {
  rng_seed(&k->rng, k->seed ^ UINT64_C(0x6b696e67), index);
  k->hopeless.offered = 0;
}

void kingmaking_position(Kingmaking *k, const Game *game, const State *state,
                         const Curve *curve) {
  if (game->sides < 3 || state->seat == NATURE)
    return;
  int at = (curve->positions - 1) * curve->sides + game->side[state->seat];
  if (curve->a[at] < HOPELESS && curve->b[at] < HOPELESS)
    drawn_offer(&k->hopeless, game, state, &k->rng);
}

bool kingmaking_end(Kingmaking *k, const Game *game, Oracle *oracle,
                    Error *error) {
  JudgedMoves moves;
  k->games += game->sides > 2;
  if (k->hopeless.offered == 0)
    return true;
  const State *state = k->hopeless.state;
  if (!judge_moves(&k->judge, oracle, game, state, &k->rng, &moves, error))
    return false;
  double swing = judged_swing(&moves, game->side[state->seat]);
  k->without_hope++;
  k->decided += judge_exceeds(swing, DECIDES, judge_error(&k->judge, &moves));
  return true;
}

void kingmaking_free(Kingmaking *k) {
  drawn_free(&k->hopeless);
  judge_free(&k->judge);
  *k = (Kingmaking){.seed = 0};
}

void kingmaking_metrics(const Kingmaking *k, OraclePlan plan, Metrics *m) {
  if (k->games == 0)
    return;
  Phrase oracle = oracle_name(plan);
  metrics_add(m, "kingmaking", oracle.text, "hopeless_rate",
              estimate_rate(k->without_hope, k->games));
  double judged = (double)k->without_hope / (double)k->games;
  metrics_add(m, "kingmaking", oracle.text, "kingmaking_rate",
              judge_allow_noise(&k->judge, estimate_rate(k->decided, k->games),
                                judged));
}
