#include "core/game/job.h"

#include "core/base/given_file.h"

bool job_do(const Game *game, JobFunction *function, const State *state,
            void *task, size_t size, const JobWatch *watch, Error *error) {
  Error why = {0};
  Message nowhere = {.writing = true};
  Job job = {.game = (Game *)game,
             .state = (State *)state,
             .task = task,
             .watch = watch,
             .error = &why,
             .m = &nowhere};
  if (game->remote)
    game->remote->run(&job, function, size);
  else
    function(&job);
  return !error_is_set(&why) || error_copy(error, &why);
}

void job_take_text(Job *job, const char **text) {
  bool is_there = *text;
  if (!CROSS(job->m, is_there, 0, 1))
    *text = NULL;
  else if (job->m->writing)
    message_put_place(job->m, *text);
  else
    *text = message_get_place(job->m);
}

void job_take_file(Job *job, int *file) {
  const GivenFile *given = given_file_get(*file);
  const char *name = given ? given->name : NULL;
  if (!job->cross)
    return;
  job_take_text(job, &name);
  if (!job->m->writing)
    *file = name ? given_file(name, NULL) : 0;
}

typedef struct FileTask {
  const char *name, *text;
} FileTask;

static void file_job(Job *job) {
  FileTask *t = job->task;
  job_take_text(job, &t->name);
  job_take_text(job, &t->text);
  if (job_is_here(job))
    job_end(job, given_file_add(t->name, t->text, strlen(t->text), job->error));
}

bool job_give_file(const Game *game, int file, Error *error) {
  const GivenFile *given = given_file_get(file);
  FileTask t = {given ? given->name : NULL, given ? given->text : NULL};
  return !given || !game->remote ||
         job_do(game, file_job, NULL, &t, sizeof t, NULL, error);
}

void job_give_state(Job *job) {
  Message *m = job->m;
  bool failed = error_is_set(job->error);
  if (!job->cross || CROSS(m, failed, 0, 1))
    return;
  cross_bytes(m, job->state, job->game->state_size);
  if (!m->writing && !game_head_is_valid(job->game, job->state))
    m->malformed = true;
}

void job_report(const Job *job, const uint64_t numbers[JOB_NUMBERS]) {
  if (job->watch && job->watch->progress)
    job->watch->progress(job->watch->context, numbers);
}
