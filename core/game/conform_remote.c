/* Checks of a game whose rules run in another process: they are made there
 * (job.h). */
#include "core/game/conform_internal.h"
#include "core/game/job.h"

typedef struct ConformTask {
  ConformWork *check; /* NULL: conform_games */
  uint64_t seed;
  int64_t amount;
  int max_plies;
  ConformCounts counts;
} ConformTask;

static void conform_job(Job *job) {
  ConformTask *t = job->task;
  if (job_is_here(job))
    job_end(job, t->check
                     ? t->check(job->game, t->seed, t->amount, &t->counts,
                                job->error)
                     : conform_games(job->game, t->seed, (int)t->amount,
                                     t->max_plies, &t->counts, job->error));
  conform_cross_counts(job->m, &t->counts);
}

void conform_cross_counts(Message *m, ConformCounts *c) {
  int64_t *const counts[] = {&c->positions, &c->moves, &c->settings, &c->solved,
                             &c->pairs};
  for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
    CROSS(m, *counts[i], 0, INT32_MAX);
}

bool conform_remote(const Game *game, ConformWork *check, uint64_t seed,
                    int64_t amount, int max_plies, ConformCounts *counts,
                    Error *error) {
  ConformTask t = {check, seed, amount, max_plies, *counts};
  t.counts.progress = NULL;
  bool done = job_do(game, conform_job, NULL, &t, sizeof t, NULL, error);
  t.counts.progress = counts->progress;
  *counts = t.counts;
  return done;
}
