/* Jobs: work on a game that is done where its rules run.
 *
 * The rules of a file run in another process (core/isolation), and a call from
 * there and back takes longer than most rules. So work that calls rules very
 * often, such as counting leaves, solving or checking, is handed over as a
 * whole: the same function does it in either process, and if the game is
 * remote it asks for itself to be called there.
 *
 *   bool perft(game, …) {
 *     if (game->remote)
 *       return ask_for_perft(game, …);
 *     …
 *   }
 *
 *   void perft_job(Job *job) {            runs in the other process:
 *     read the arguments from job->in;
 *     perft(job->game, …);
 *     write the results to job->out;
 *   }
 *
 *   bool ask_for_perft(game, …) {         runs in this one:
 *     Message *m = job_begin(game, perft_job);
 *     message_put_int(m, depth);
 *     m = job_run(game, NULL, error);     NULL if the other process has died
 *     if (!m)
 *       return false;
 *     *leaves = message_get_int(m, 0, INT64_MAX);
 *     return job_is_sane(game, error);    false if it has sent nonsense
 *   }
 *
 * Results are not to be trusted: give every number its range, and believe no
 * result before job_is_sane. That the rules have failed is no failure of the
 * job: game_fault tells, as always. */
#ifndef BOARDLAB_CORE_GAME_JOB_H
#define BOARDLAB_CORE_GAME_JOB_H

#include "core/base/message.h"
#include "core/game/game.h"
#include <stdatomic.h>

enum { JOB_NUMBERS = 2 }; /* that tell how far a job has come */

/* What a job gets to know. */
typedef struct Job {
  Game *game;
  Message *in, *out;
  State *state;            /* memory for a position */
  const atomic_bool *stop; /* becomes true when the job should end early */
  /* Tells whoever waits for the job how far it has come. */
  void (*report)(const uint64_t numbers[JOB_NUMBERS]);
} Job;

typedef void JobFunction(Job *job);

/* For the process that waits for a job. */
typedef struct JobWatch {
  const atomic_bool *stop; /* any thread may set it to stop; or NULL */
  /* Called about ten times per second with the latest numbers that were
   * reported; or NULL. They are not to be trusted. */
  void (*progress)(void *context, const uint64_t numbers[JOB_NUMBERS]);
  void *context;
} JobWatch;

/* How jobs reach a game in another process: its Game.remote. */
struct JobRunner {
  Message *(*begin)(const Game *game, JobFunction *function);
  Message *(*run)(const Game *game, const JobWatch *watch, Error *error);
  bool (*is_sane)(const Game *game, Error *error);
};

/* Begins a job of a remote game: write its arguments to the message. */
static inline Message *job_begin(const Game *game, JobFunction *function) {
  return game->remote->begin(game, function);
}

/* Has the job done and returns its results. `watch` may be NULL. Returns NULL
 * with a message if the process of the rules has died. */
static inline Message *job_run(const Game *game, const JobWatch *watch,
                               Error *error) {
  return game->remote->run(game, watch, error);
}

/* Whether the results could be read in full. If not, the rules have failed. */
static inline bool job_is_sane(const Game *game, Error *error) {
  return game->remote->is_sane(game, error);
}

/* Reads a position of the game that another process has sent. */
void job_get_state(Message *m, const Game *game, State *state);

#endif
