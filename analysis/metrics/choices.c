#include "analysis/metrics/choices.h"

#include "analysis/metrics/tension.h"
#include <math.h>

/* A choice matters if the best move gains as much, and a move is reasonable if
 * it loses no more. Means of halves are rounded. */
static const double MATTERS = 0.1 - 1e-9, REASONABLE = 0.05 + 1e-9;

/* ---- one position --------------------------------------------------------*/

static double count_reasonable(const JudgedMoves *m, int side, double error) {
  int count = 0;
  for (int i = 0; i < m->count; i++)
    count += !judge_exceeds(judged_loss(m, side, i), REASONABLE, error);
  return (double)count * m->legal / m->count;
}

Choice choice_measure(const JudgedMoves *m, int side, double error) {
  double gain = judged_gain(m, side);
  return (Choice){.gain = gain,
                  .matters = judge_exceeds(gain, MATTERS, error),
                  .reasonable = count_reasonable(m, side, error),
                  .forced = m->legal == 1};
}

/* ---- replaying -----------------------------------------------------------*/

void choices_begin(Choices *c, uint64_t index, const Match *match) {
  rng_seed(&c->rng, c->seed ^ UINT64_C(0x63686f69636573), index);
  c->plies = match->plies;
  c->ply = 0;
  for (int i = 0; i < THIRDS; i++)
    c->third[i].offered = 0;
}

/* Nobody chooses where nature moves, but the game goes on. A damaged file may
 * have more moves than it says. */
void choices_position(Choices *c, const Game *game, const State *state) {
  int third = (int)((int64_t)c->ply++ * THIRDS / c->plies);
  if (state->seat != NATURE && third < THIRDS)
    drawn_offer(&c->third[third], game, state, &c->rng);
}

static void add_choice(ChoiceSums *sums, const Choice *choice) {
  sums_add(&sums->gain, choice->gain);
  sums_add(&sums->matters, choice->matters);
  sums_add(&sums->reasonable, choice->reasonable);
  sums_add(&sums->forced, choice->forced);
}

/* The positions of a game are not independent: their mean is one number. */
static void add_mean(ChoiceSums *sums, const Choice choice[], int count) {
  Choice mean = {0};
  for (int i = 0; i < count; i++) {
    mean.gain += choice[i].gain / count;
    mean.matters += choice[i].matters / count;
    mean.reasonable += choice[i].reasonable / count;
    mean.forced += choice[i].forced / count;
  }
  if (count)
    add_choice(sums, &mean);
}

bool choices_end(Choices *c, const Game *game, Oracle *oracle, Error *error) {
  Choice choice[THIRDS];
  JudgedMoves moves;
  int count = 0;
  for (int i = 0; i < THIRDS; i++) {
    const State *state = c->third[i].state;
    if (c->third[i].offered == 0)
      continue;
    if (!judge_moves(&c->judge, oracle, game, state, &c->rng, &moves, error))
      return false;
    choice[count] = choice_measure(&moves, game->side[state->seat],
                                   judge_error(&c->judge, &moves));
    add_choice(&c->by_third[i], &choice[count++]);
  }
  add_mean(&c->all, choice, count);
  return true;
}

void choices_free(Choices *c) {
  for (int i = 0; i < THIRDS; i++)
    drawn_free(&c->third[i]);
  judge_free(&c->judge);
  *c = (Choices){.seed = 0};
}

/* ---- metrics -------------------------------------------------------------*/

/* The interval of a gain is that with one more game in which all was at stake.
 */
static void add_metrics(const ChoiceSums *s, const Judge *judge,
                        const char *key, Metrics *m) {
  if (s->gain.n == 0)
    return;
  metrics_add(m, "choices", key, "choice_gain", tension_mean(&s->gain, 0.5, 1));
  metrics_add(m, "choices", key, "choice_rate",
              judge_allow_noise(judge, tension_rate(&s->matters), 1));
  metrics_add(m, "choices", key, "reasonable_moves",
              tension_mean(&s->reasonable, 1, INFINITY));
  metrics_add(m, "choices", key, "forced_rate", tension_rate(&s->forced));
}

void choices_metrics(const Choices *c, Metrics *m) {
  for (int i = 0; i < THIRDS; i++)
    add_metrics(&c->by_third[i], &c->judge, third_keys[i], m);
  add_metrics(&c->all, &c->judge, "all", m);
}
