#include "core/isolation/remote_internal.h"

_Static_assert((int)JOB_NUMBERS == (int)CHILD_NUMBERS,
               "what a job reports is what a child reports");

/* Arguments: the game, the address of the job, and those of the job. The fault
 * of the rules, which is known only after the job, is in the first bytes of its
 * results. */
static void serve_job(Message *in, Message *out) {
  const size_t start = out->length;
  Error fault = {0};
  JobFunction *function;
  Job job = {.game = remote_get_level(in),
             .in = in,
             .out = out,
             .state = remote_state,
             .stop = child_stop_flag(),
             .report = child_report};
  message_get(in, &function, sizeof function);
  message_put(out, &fault, sizeof fault);
  function(&job);
  if (!game_fault(remote_served_game()))
    return;
  fault = *game_failure(remote_served_game());
  memcpy(out->bytes + start, &fault, sizeof fault);
}

static Message *begin_job(const Game *game, JobFunction *function) {
  Message *m = remote_begin_call(game, serve_job, NULL);
  message_put(m, &function, sizeof function);
  return m;
}

static Message *run_job(const Game *game, const JobWatch *watch, Error *error) {
  Child *child = remote_of(game)->child;
  Error why = {0};
  if (watch) {
    child_stop_if(child, watch->stop);
    child_on_progress(child, watch->progress, watch->context);
  }
  Message *m = child_call(child, &why);
  child_stop_if(child, NULL);
  child_on_progress(child, NULL, NULL);
  if (!m) {
    remote_set_fault(game, &why);
    error_copy(error, &why);
    return NULL;
  }
  Error fault;
  message_get(m, &fault, sizeof fault);
  fault.message[sizeof fault.message - 1] = '\0';
  fault.trace[sizeof fault.trace - 1] = '\0';
  if (fault.message[0]) {
    error_set(&why, "%s", fault.message); /* cleans the text */
    error_set_trace(&why, fault.trace);
    remote_set_fault(game, &why);
  }
  return m;
}

static bool is_sane(const Game *game, Error *error) {
  return remote_is_sane(game) || error_copy(error, &remote_of(game)->fault);
}

const JobRunner remote_jobs = {begin_job, run_job, is_sane};
