/* Jobs as bytes, for a thinker in another instance of the same program. */
#include "cli/table/think.h"
#include "core/base/need.h"
#include <stdlib.h>
#include <string.h>

void think_job_free(ThinkJob *job) {
  if (!job)
    return;
  free(job->text);
  free(job->moves);
  free(job);
}

/* The struct, whose pointers mean nothing elsewhere, the moves and the text. */
char *think_job_pack(const ThinkJob *job, size_t *size) {
  size_t moves = (size_t)job->count * sizeof *job->moves;
  size_t text = strlen(job->text) + 1;
  *size = sizeof *job + moves + text;
  char *bytes = need(*size);
  memcpy(bytes, job, sizeof *job);
  memcpy(bytes + sizeof *job, job->moves, moves);
  memcpy(bytes + sizeof *job + moves, job->text, text);
  return bytes;
}

ThinkJob *think_job_unpack(const char *bytes) {
  ThinkJob *job = need(sizeof *job);
  memcpy(job, bytes, sizeof *job);
  size_t moves = (size_t)job->count * sizeof *job->moves;
  job->moves = need_array((size_t)job->count, sizeof *job->moves);
  memcpy(job->moves, bytes + sizeof *job, moves);
  job->text = need_copy(bytes + sizeof *job + moves);
  return job;
}
