#include "core/base/need.h"
#include "core/game/spec.h"
#include "core/isolation/remote_internal.h"

/* ---- in the child --------------------------------------------------------*/

static Game *jobs_game;   /* what the child has opened, */
static State *jobs_state; /* and memory for a position of it */
static Message *jobs_out; /* results */

Game *remote_served_game(void) {
  return jobs_game;
}

bool remote_serve_game(const char *spec, Error *error) {
  if (jobs_game)
    return error_set(error, "the process has already opened a game");
  jobs_game = game_open(spec, error);
  if (!jobs_game)
    return false;
  jobs_game->stop = child_stop_flag();
  jobs_state = need(jobs_game->state_size);
  return true;
}

static void jobs_report(void *context, const uint64_t numbers[JOB_NUMBERS]) {
  (void)context;
  child_report(numbers);
}

static bool jobs_begin_work(Job *job) {
  job->m = jobs_out;
  return true;
}

/* Arguments: the function, which game it is about, the task, the position, and
 * what the function adds. Results: its answer, the error of the work, and the
 * fault of the rules. */
static void jobs_serve(Message *in, Message *out) {
  static _Alignas(max_align_t) unsigned char task[JOB_TASK_MAX];
  static const Error NONE;
  const JobWatch watch = {.stop = child_stop_flag(), .progress = jobs_report};
  Error error = {0};
  Job job = {.game = jobs_game,
             .state = jobs_state,
             .task = task,
             .watch = &watch,
             .error = &error,
             .m = in,
             .cross = jobs_begin_work};
  JobFunction *function;
  jobs_out = out;
  message_get(in, &function, sizeof function);
  for (int64_t level = message_get_int(in, 0, LEVELS_MAX); level > 0; level--)
    job.game = (Game *)job.game->base;
  message_get(in, task, (size_t)message_get_int(in, 0, sizeof task));
  if (message_get_bool(in))
    message_get(in, jobs_state, job.game->state_size);
  function(&job);
  const Error *fault = game_failure(jobs_game);
  message_put_error(out, &error);
  message_put_error(out, fault ? fault : &NONE);
}

/* ---- in the parent -------------------------------------------------------*/

/* Sends the arguments, and waits for the results: there are none if the child
 * dies. */
static bool jobs_send(Job *job) {
  Child *child = remote_of(job->game)->child;
  Message *out = child_call(child, job->watch, job->error);
  if (out)
    job->m = out;
  else
    message_rewind(job->m, SIZE_MAX); /* nothing can be read */
  return false;
}

static void jobs_run(Job *job, JobFunction *function, size_t size) {
  RemoteGame *r = remote_of(job->game);
  Message *in = child_begin(r->child, jobs_serve);
  message_put(in, &function, sizeof function);
  message_put_int(in, r->level);
  message_put_int(in, (int64_t)size);
  message_put(in, job->task, size);
  message_put_int(in, job->state != NULL);
  if (job->state)
    message_put(in, job->state, job->game->state_size);
  job->m = in;
  job->cross = jobs_send;
  function(job);
  Error fault = {0};
  if (job->m != in) {
    message_get_error(job->m, job->error);
    message_get_error(job->m, &fault);
  }
  if (job->m == in || !child_is_sane(r->child, job->error))
    error_copy(&fault, job->error);
  if (error_is_set(&fault) && !error_is_set(&r->fault))
    error_copy(&r->fault, &fault);
}

bool remote_do(Child *child, JobFunction *function, void *task, size_t size,
               const JobWatch *watch, Error *error) {
  RemoteGame none = {.game.remote = &remote_jobs, .child = child};
  return job_do(&none.game, function, NULL, task, size, watch, error);
}

const JobRunner remote_jobs = {jobs_run, remote_bot_open_there};
