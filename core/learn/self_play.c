#include "core/learn/self_play.h"

#include "core/base/need.h"
#include "core/game/eval.h"
#include "core/game/job.h"
#include <stdlib.h>

enum {
  PLIES_MAX = 4000, /* of a game that is learned from */
  OWN_MAX = 11      /* of Viewer.own */
};

/* What games are played with. */
typedef struct Player {
  Network *network;
  const Game *game;
  SelfPlay *plan;
  State *state, *after;
  Move *moves;
  Rng rng;
} Player;

/* ---- one game ------------------------------------------------------------*/

/* The value of a position for a side. */
static double value_for(Player *p, const State *state, int side) {
  double value[SEATS_MAX];
  position_values(p->game, state, network_evaluate, p->network, value);
  p->plan->positions++;
  return value[side];
}

/* Finds the best move, one of them at random, and its value. */
static Move find_best(Player *p, int count, double *best) {
  int side = p->game->side[p->state->seat];
  uint32_t equals = 0;
  Move move = p->moves[0];
  *best = -1;
  for (int i = 0; i < count; i++) {
    game_assign(p->game, p->after, p->state);
    game_play(p->game, p->after, p->moves[i]);
    double value = value_for(p, p->after, side);
    if (value > *best) {
      *best = value;
      equals = 0;
    }
    if (value == *best && rng_below(&p->rng, ++equals) == 0)
      move = p->moves[i];
  }
  return move;
}

static bool is_random(Player *p) {
  enum { STEPS = 1 << 20 };
  return rng_below(&p->rng, STEPS) < p->plan->random * STEPS;
}

/* Chooses a move and notes the value of the best one. */
static Move choose(Player *p, bool opening, float *best) {
  *best = 2;
  if (p->state->seat == NATURE)
    return game_random_move(p->game, p->state, &p->rng);
  if (opening) {
    *best = -1;
    return game_random_move(p->game, p->state, &p->rng);
  }
  int count = game_moves(p->game, p->state, p->moves);
  double value;
  Move move = find_best(p, count, &value);
  if (count > 1 && is_random(p)) {
    *best = (float)value;
    move = p->moves[rng_below(&p->rng, (uint32_t)count)];
  }
  return move;
}

/* Adds the position to an episode. */
static void add_ply(Player *p, Episode *e) {
  const Network *n = p->network;
  int count = n->inputs->count, views = network_views(n);
  View view[VIEWS_MAX];
  int turn = game_turn(p->game, p->state);
  size_t bytes = (size_t)(views * count);
  if ((e->plies & (e->plies - 1)) == 0) {
    size_t room = e->plies ? 2 * (size_t)e->plies : 1;
    e->ply = need_resized(e->ply, room * sizeof *e->ply);
    e->input = need_resized(e->input, room * bytes);
    e->by = need_resized(e->by, room * (size_t)views * sizeof *e->by);
  }
  network_look(n, p->state, view);
  for (int i = 0; i < views; i++) {
    memcpy(e->input + (size_t)e->plies * bytes + (size_t)(i * count),
           view[i].input, (size_t)count);
    e->by[e->plies * views + i] = view[i].by;
  }
  e->ply[e->plies++].turn = (uint8_t)(turn < 0 ? 0 : turn);
}

/* What a game teaches: who has won, and by how much if there are scores. */
static void set_result(const Game *game, const State *state, double result[]) {
  neutral_values(game, result);
  if (state->outcome != PLAYING && game->rules->score && game->sides > 1)
    margin_values(game, state, NULL, NULL, result);
  else if (state->outcome != PLAYING)
    outcome_values(game, scoring_sides(game, state), result);
}

static void play_one(Player *p, uint64_t index, Episode *e) {
  const Game *game = p->game;
  int most = game->max_plies < PLIES_MAX ? game->max_plies : PLIES_MAX;
  rng_seed(&p->rng, p->plan->seed, index);
  game_renew(game);
  game_begin(game, p->state, &p->rng);
  int opening = (int)rng_below(&p->rng, (uint32_t)p->plan->opening + 1);
  for (int ply = 0; ply < most && p->state->outcome == PLAYING; ply++) {
    add_ply(p, e);
    Move move = choose(p, ply < opening, &e->ply[e->plies - 1].best);
    game_play(game, p->state, move);
  }
  set_result(game, p->state, e->result);
}

/* ---- many games, where the rules run -------------------------------------*/

typedef struct Task {
  InputPlan inputs;
  double step;
  int32_t *weight;
  uint32_t weights;
  SelfPlay plan;
  Episode *episode;
  Network *network; /* of the process that asks */
} Task;

static bool play_here(Job *job, Task *t, Network *n) {
  Player p = {.network = n,
              .game = job->game,
              .plan = &t->plan,
              .state = game_start(job->game),
              .after = game_start(job->game),
              .moves = need_array((size_t)job->game->max_moves, sizeof(Move))};
  for (int i = 0; i < t->plan.games && !game_fault(job->game); i++)
    play_one(&p, t->plan.first + (uint64_t)i, &t->episode[i]);
  free(p.state);
  free(p.after);
  free(p.moves);
  return !game_fault(job->game) ||
         error_copy(job->error, game_failure(job->game));
}

static void cross_viewer(Message *m, const Network *n, Viewer *by) {
  double own = (double)by->own;
  CROSS(m, by->seat, 0, n->inputs->game->seats - 1);
  CROSS(m, by->side, 0, n->inputs->game->sides - 1);
  CROSS(m, by->table, 0, n->tables - 1);
  cross_doubles(m, &own, 1, -OWN_MAX, OWN_MAX);
  by->own = (float)own;
}

/* An episode; one that is read is checked. */
static void cross_episode(Message *m, const Network *n, Episode *e) {
  int count = n->inputs->count, views = network_views(n);
  size_t bytes = (size_t)(views * count);
  CROSS(m, e->plies, 0, PLIES_MAX);
  if (!m->writing) {
    e->ply = need_array((size_t)e->plies + 1, sizeof *e->ply);
    e->input = need((size_t)e->plies * bytes + 1);
    e->by = need_array((size_t)(e->plies * views) + 1, sizeof *e->by);
  }
  for (int i = 0; i < e->plies; i++) {
    double best = (double)e->ply[i].best;
    CROSS(m, e->ply[i].turn, 0, n->inputs->game->seats - 1);
    cross_doubles(m, &best, 1, -1, 2);
    e->ply[i].best = (float)best;
  }
  for (int i = 0; i < e->plies * views; i++)
    cross_viewer(m, n, &e->by[i]);
  cross_bytes(m, e->input, (size_t)e->plies * bytes);
  for (size_t i = 0; !m->writing && i < (size_t)e->plies * bytes; i++)
    if (e->input[i] >= n->inputs->values[i % (size_t)count])
      m->malformed = true;
  cross_doubles(m, e->result, n->inputs->game->sides, 0, 1);
}

static void play_job(Job *job) {
  Task *t = job->task;
  Network *made = NULL;
  inputs_cross(job->m, &t->inputs);
  if (job->m->writing)
    cross_bytes(job->m, t->weight, t->weights * sizeof *t->weight);
  else {
    made = network_new(job->game, &t->inputs);
    made->step = t->step;
    cross_bytes(job->m, made->weight, t->weights * sizeof *made->weight);
    t->episode = need_array((size_t)t->plan.games, sizeof *t->episode);
  }
  Network *n = made ? made : t->network;
  if (job_is_here(job))
    job_end(job, play_here(job, t, n));
  CROSS(job->m, t->plan.positions, 0, INT64_MAX);
  for (int i = 0; job->cross && i < t->plan.games; i++)
    if (message_is_good(job->m))
      cross_episode(job->m, n, &t->episode[i]);
  for (int i = 0; made && i < t->plan.games; i++)
    episode_free(&t->episode[i]);
  if (made)
    free(t->episode);
  network_free(made);
}

bool self_play(Network *n, SelfPlay *plan, Episode episode[], Error *error) {
  Task t = {.inputs = n->inputs->plan,
            .step = n->step,
            .weight = n->weight,
            .weights = network_weights(n),
            .plan = *plan,
            .episode = episode,
            .network = n};
  memset(episode, 0, (size_t)plan->games * sizeof *episode);
  t.plan.positions = 0;
  bool done =
      job_do(n->inputs->game, play_job, NULL, &t, sizeof t, NULL, error);
  plan->positions = t.plan.positions;
  for (int i = 0; !done && i < plan->games; i++)
    episode_free(&episode[i]);
  return done;
}

void episode_free(Episode *e) {
  free(e->ply);
  free(e->input);
  free(e->by);
  *e = (Episode){0};
}

void episode_look(const Network *n, const Episode *e, int ply, View view[]) {
  int count = n->inputs->count, views = network_views(n);
  for (int i = 0; i < views; i++) {
    memcpy(view[i].input, e->input + (size_t)((ply * views + i) * count),
           (size_t)count);
    view[i].by = e->by[ply * views + i];
  }
}
