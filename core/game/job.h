/* Jobs: work on a game that is done where its rules run.
 *
 * The rules of a file run in another process (core/isolation), and a call from
 * there and back takes longer than most rules. So work that calls rules very
 * often, such as a search, counting leaves or checking, is handed over as a
 * whole, and only its answer crosses. A job is one function, which runs in both
 * processes: the one that asks sends it the task, the one of the rules does the
 * work, and then the answer crosses.
 *
 *   typedef struct PerftTask {
 *     int depth;
 *     uint64_t leaves;
 *   } PerftTask;
 *
 *   static void perft_job(Job *job) {
 *     PerftTask *t = job->task;
 *     if (job_is_here(job))
 *       t->leaves = count(job->game, job->state, t->depth, job->error);
 *     CROSS(job->m, t->leaves, 0, INT64_MAX);
 *   }
 *
 *   PerftTask task = {.depth = depth};
 *   bool done = job_do(game, perft_job, state, &task, sizeof task, NULL,
 * error);
 *
 * If the rules run in this process, the same function does all of it here.
 *
 * Answers are not to be trusted: CROSS and its like (message.h) check all that
 * is read. That the rules have failed is no failure of the job: game_fault
 * tells, as always. */
#ifndef BOARDLAB_CORE_GAME_JOB_H
#define BOARDLAB_CORE_GAME_JOB_H

#include "core/base/message.h"
#include "core/game/bot.h"
#include <stdatomic.h>

enum {
  JOB_NUMBERS = 2,    /* that tell how far a job has come */
  JOB_TASK_MAX = 8192 /* bytes */
};

/* For whoever waits for a job. */
typedef struct JobWatch {
  const atomic_bool *stop; /* any thread may set it to stop; or NULL */
  const atomic_bool *kill; /* the same, for work that looks at no flag: if it
                              does not end soon, its process does; or NULL */
  /* Called about ten times per second with the latest numbers that were
   * reported; or NULL. They are not to be trusted. */
  void (*progress)(void *context, const uint64_t numbers[JOB_NUMBERS]);
  void *context;
} JobWatch;

typedef struct Job Job;
typedef void JobFunction(Job *job);

struct Job {
  Game *game;
  State *state;          /* the position, or memory for one */
  void *task;            /* a copy of the caller's; its pointers mean nothing */
  const JobWatch *watch; /* or NULL */
  Error *error;          /* to be set if the work fails */
  Message *m;            /* what crosses */
  bool (*cross)(Job *job); /* see job_is_here; NULL if nothing crosses */
};

/* How jobs reach a game in another process: its Game.remote. */
struct JobRunner {
  void (*run)(Job *job, JobFunction *function, size_t size);
  /* Opens a built-in bot there; `bot` has its options and its spec. */
  Bot *(*open_bot)(const Bot *bot, Error *error);
};

/* Does a job. `state` is NULL if it is about no position, and is changed only
 * if the job gives one; `watch` may be NULL. Returns false if the work has
 * failed. It also has if the process of the rules has died or sends nonsense:
 * then believe nothing of the task. */
bool job_do(const Game *game, JobFunction *function, const State *state,
            void *task, size_t size, const JobWatch *watch, Error *error);

/* Hands a file that was given by name (given_file.h) to where the rules run;
 * does nothing if they run here, or if there is no file. */
bool job_give_file(const Game *game, int file, Error *error);

/* ---- for the functions ---------------------------------------------------*/

/* Before this, whatever else the job has to know crosses with its task, and
 * after it the answer. Returns true where the work is to be done. */
static inline bool job_is_here(Job *job) {
  return !job->cross || job->cross(job);
}

/* Before job_is_here: takes along a text that the task points to, or NULL. */
void job_take_text(Job *job, const char **text);

/* The same for the number of a file (given_file.h), or 0, that was handed over
 * before: there it may have another number. */
void job_take_file(Job *job, int *file);

/* Instead of the result of a function that may fail with job->error. */
static inline void job_end(Job *job, bool done) {
  if (done)
    error_clear(job->error);
}

/* After it: gives the position, unless the work has failed. */
void job_give_state(Job *job);

/* During the work and after it: whether another process has asked. Then the
 * pointers of the task mean nothing, and what the work lets them point to is of
 * no use once the answer has crossed. */
static inline bool job_is_for_another(const Job *job) {
  return job->cross && job->m->writing;
}

/* During the work: when it should end early, and telling whoever waits how far
 * it has come. */
static inline const atomic_bool *job_stop(const Job *job) {
  return job->watch ? job->watch->stop : NULL;
}
void job_report(const Job *job, const uint64_t numbers[JOB_NUMBERS]);

#endif
