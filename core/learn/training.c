#include "core/learn/training.h"

#include "core/base/need.h"
#include <math.h>
#include <pthread.h>
#include <stdlib.h>

static const double STEP = 1.0 / (1 << 22); /* of the weights */

TrainingPlan training_plan(void) {
  return (TrainingPlan){
      .seed = 1, .lambda = 0.6, .rate = 3, .random = 0.1, .opening = 6};
}

Training *training_new(Game *const game[], int threads, const InputPlan *inputs,
                       const TrainingPlan *plan) {
  Training *t = need(sizeof *t);
  t->plan = *plan;
  t->threads = threads;
  for (int i = 0; i < threads; i++) {
    t->network[i] = network_new(game[i], inputs);
    t->network[i]->step = STEP;
  }
  uint32_t weights = network_weights(t->network[0]);
  t->pull = need_array(weights, sizeof *t->pull);
  t->force = need_array(weights, sizeof *t->force);
  return t;
}

void training_free(Training *t) {
  if (!t)
    return;
  for (int i = 0; i < t->threads; i++)
    network_free(t->network[i]);
  free(t->pull);
  free(t->force);
  free(t);
}

/* ---- learning ------------------------------------------------------------*/

/* A game that is learned from. */
typedef struct Lesson {
  Training *t;
  const Episode *e;
  double (*target)[SEATS_MAX]; /* by ply and side */
  uint32_t place[LOOKUPS_MAX];
} Lesson;

static void values_at(const Lesson *l, int ply, double value[]) {
  Network *n = l->t->network[0];
  View view[VIEWS_MAX];
  double sum[VIEWS_MAX];
  episode_look(n, l->e, ply, view);
  for (int i = 0; i < network_views(n); i++)
    sum[i] = network_sum(n, &view[i]);
  network_values(n->inputs->game, view, sum, value);
}

/* The value that each position should have had: that of the next one, and
 * partly what that should have had. After a random move, that of the best one;
 * where that is not known, nothing is learned: a negative number. */
static void find_targets(Lesson *l) {
  const Game *game = l->t->network[0]->inputs->game;
  double lambda = l->t->plan.lambda, next[SEATS_MAX];
  const double *later = l->e->result;
  memcpy(next, l->e->result, sizeof next);
  for (int ply = l->e->plies - 1; ply >= 0; ply--) {
    double *target = l->target[ply];
    double best = (double)l->e->ply[ply].best;
    int side = game->side[l->e->ply[ply].turn];
    for (int s = 0; s < game->sides; s++)
      target[s] = (1 - lambda) * next[s] + lambda * later[s];
    values_at(l, ply, next);
    if (best <= 1) {
      bool known = best >= 0 && game->sides <= 2;
      for (int s = 0; s < game->sides; s++)
        target[s] = !known ? -1 : s == side ? best : 1 - best;
    }
    later = best <= 1 ? next : target;
  }
}

static int32_t moved(int32_t weight, double steps) {
  enum { MOST = 1 << 28 };
  int64_t to = weight + llround(steps);
  return (int32_t)(to > MOST ? MOST : to < -MOST ? -MOST : to);
}

/* Moves the weights of a view by the error of its value. */
static void correct(Lesson *l, const View *view, double error) {
  Training *t = l->t;
  Network *n = t->network[0];
  double step = t->plan.rate / n->lookups * error / n->step;
  network_find(n, view, l->place);
  for (int i = 0; i < n->lookups; i++) {
    uint32_t at = l->place[i];
    float force = t->force[at], pull = t->pull[at];
    double rate =
        force > 0 ? (double)(pull < 0 ? -pull : pull) / (double)force : 1;
    n->weight[at] = moved(n->weight[at], rate * step);
    t->pull[at] = pull + (float)error;
    t->force[at] = force + (float)(error < 0 ? -error : error);
  }
  network_forget(n);
}

static void learn_from(Training *t, const Episode *e, Lesson *l) {
  Network *n = t->network[0];
  const Game *game = n->inputs->game;
  l->t = t;
  l->e = e;
  l->target = need_array((size_t)e->plies + 1, sizeof *l->target);
  find_targets(l);
  for (int ply = 0; ply < e->plies; ply++) {
    View view[VIEWS_MAX];
    double sum[VIEWS_MAX], value[SEATS_MAX];
    if (l->target[ply][0] < 0)
      continue;
    episode_look(n, e, ply, view);
    for (int i = 0; i < network_views(n); i++)
      sum[i] = network_sum(n, &view[i]);
    network_values(game, view, sum, value);
    for (int i = 0; i < network_views(n); i++) {
      int side = view[i].by.side;
      correct(l, &view[i], l->target[ply][side] - value[side]);
    }
  }
  free(l->target);
}

/* ---- playing -------------------------------------------------------------*/

/* The games that a thread plays. */
typedef struct Share {
  Network *network;
  SelfPlay plan;
  Episode *episode;
  Error error;
  bool done;
} Share;

static void *play_share(void *share) {
  Share *p = share;
  p->done = self_play(p->network, &p->plan, p->episode, &p->error);
  return NULL;
}

/* Divides a batch among the threads, which have the same weights. */
static int divide(Training *t, Episode episode[], Share share[]) {
  int parts = t->threads < TRAINING_BATCH ? t->threads : TRAINING_BATCH;
  uint32_t bytes =
      network_weights(t->network[0]) * (uint32_t)sizeof *t->network[0]->weight;
  for (int i = 0; i < parts; i++) {
    int first = TRAINING_BATCH * i / parts;
    if (i > 0)
      memcpy(t->network[i]->weight, t->network[0]->weight, bytes);
    network_forget(t->network[i]);
    share[i] = (Share){.network = t->network[i], .episode = episode + first};
    share[i].plan =
        (SelfPlay){.seed = t->plan.seed,
                   .first = t->games + (uint64_t)first,
                   .games = TRAINING_BATCH * (i + 1) / parts - first,
                   .random = t->plan.random,
                   .opening = t->plan.opening};
  }
  return parts;
}

bool training_step(Training *t, Error *error) {
  Episode episode[TRAINING_BATCH] = {{0}};
  Share *share = need_array(TRAINING_THREADS, sizeof *share);
  pthread_t thread[TRAINING_THREADS];
  int parts = divide(t, episode, share), started = 1;
  while (started < parts && pthread_create(&thread[started], NULL, play_share,
                                           &share[started]) == 0)
    started++;
  play_share(&share[0]);
  for (int i = started; i < parts; i++) /* no more threads: here */
    play_share(&share[i]);
  for (int i = 1; i < started; i++)
    pthread_join(thread[i], NULL);
  bool done = true;
  for (int i = 0; i < parts; i++) {
    done = share[i].done && done;
    t->positions += share[i].plan.positions;
    if (!share[i].done)
      error_copy(error, &share[i].error);
  }
  free(share);
  Lesson *lesson = need(sizeof *lesson);
  for (int i = 0; i < TRAINING_BATCH; i++) {
    if (done)
      learn_from(t, &episode[i], lesson);
    t->plies += (uint64_t)episode[i].plies;
    episode_free(&episode[i]);
  }
  free(lesson);
  t->games += done ? TRAINING_BATCH : 0;
  t->batches += done;
  return done;
}
