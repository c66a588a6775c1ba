/* A search as a job: it is done where the rules run. */
#include "core/base/need.h"
#include "core/game/job.h"
#include "core/search/mcts.h"
#include <stdlib.h>

typedef struct MctsTask {
  MctsPlan plan;
  Rng rng;
  MctsMove *list;
  int capacity, count;
} MctsTask;

static bool mcts_find_here(const Game *game, const State *state, MctsTask *t,
                           Error *error) {
  Mcts *mcts = mcts_new(game, &t->plan);
  bool done = mcts_search(mcts, state, &t->rng, error);
  if (done)
    t->count = mcts_moves(mcts, t->list, t->capacity);
  mcts_free(mcts);
  return done;
}

static void mcts_cross_moves(Message *m, const Game *game, MctsTask *t) {
  CROSS(m, t->count, 0, game->max_moves);
  for (int i = 0; i < t->count && i < t->capacity; i++) {
    MctsMove *move = &t->list[i];
    CROSS(m, move->move, 0, UINT32_MAX);
    CROSS(m, move->visits, 0, INT64_MAX);
    cross_doubles(m, &move->value, 1, 0, 1);
    CROSS(m, move->proven, 0, 1);
  }
}

static void mcts_job(Job *job) {
  MctsTask *t = job->task;
  if (job_is_here(job)) {
    t->plan.stop = job_stop(job);
    if (job_is_for_another(job))
      t->list = need_array((size_t)t->capacity, sizeof *t->list);
    job_end(job, mcts_find_here(job->game, job->state, t, job->error));
  }
  mcts_cross_moves(job->m, job->game, t);
  if (job_is_for_another(job))
    free(t->list);
}

int mcts_find(const Game *game, const State *state, const MctsPlan *plan,
              Rng *rng, MctsMove list[], int capacity, Error *error) {
  MctsTask t = {.plan = *plan, .rng = *rng, .list = list, .capacity = capacity};
  const JobWatch watch = {.stop = plan->stop};
  bool done = job_do(game, mcts_job, state, &t, sizeof t, &watch, error);
  return done ? t.count : -1;
}
