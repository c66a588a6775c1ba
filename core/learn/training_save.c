/* Saving a training and restoring it: one function describes the file for both
 * directions. */
#include "core/learn/training.h"

#include "core/base/atomic_file.h"
#include "core/base/checked_file.h"
#include "core/base/checksum.h"
#include "core/base/need.h"
#include "core/base/text.h"
#include "core/base/version.h"
#include <stdlib.h>

typedef struct Stream {
  Text text;
  size_t at; /* how much has been read */
  bool writing, good;
} Stream;

static void cross(Stream *f, void *bytes, size_t length) {
  if (f->writing) {
    f->good = f->good && text_reserve(&f->text, length);
    if (f->good)
      text_add_bytes(&f->text, bytes, length);
    return;
  }
  f->good = f->good && length <= f->text.length - f->at;
  if (f->good)
    memcpy(bytes, f->text.bytes + f->at, length);
  f->at += f->good ? length : 0;
}

/* What must be the same to continue: the build, the game and the plan. */
static bool cross_identity(Stream *f, const Training *t) {
  char own[SPEC_TEXT + 200] = {0}, read[sizeof own];
  const TrainingPlan *p = &t->plan;
  snprintf(
      own, sizeof own, "boardlab learn %.100s %llx %llu %llu %g %g %g %d %d %s",
      version_commit, (unsigned long long)t->network[0]->inputs->game->sources,
      (unsigned long long)p->seed, (unsigned long long)p->positions, p->lambda,
      p->rate, p->random, p->opening, t->network[0]->inputs->plan.own,
      t->network[0]->inputs->game->spec);
  memcpy(read, own, sizeof read);
  cross(f, read, sizeof read);
  return f->good && memcmp(read, own, sizeof own) == 0;
}

static bool cross_training(Stream *f, Training *t) {
  uint64_t *counts[] = {&t->batches, &t->games, &t->plies, &t->positions};
  uint32_t weights = network_weights(t->network[0]);
  void *lists[] = {t->network[0]->weight, t->pull, t->force};
  if (!cross_identity(f, t))
    return false;
  for (size_t i = 0; i < sizeof counts / sizeof *counts; i++)
    cross(f, counts[i], sizeof *counts[i]);
  for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
    cross(f, lists[i], weights * sizeof(float));
  return f->good;
}

/* The last bytes: the checksum of those before. */
static bool cross_checksum(Stream *f) {
  size_t length = f->writing ? f->text.length : f->at;
  uint64_t sum = checksum_add(0, f->text.bytes, length), read = sum;
  cross(f, &read, sizeof read);
  return f->good && read == sum && (f->writing || f->at == f->text.length);
}

bool training_save(Training *t, const char *more, const char *path,
                   Error *error) {
  Stream f = {.writing = true, .good = true};
  uint64_t length = strlen(more);
  cross_training(&f, t);
  cross(&f, &length, sizeof length);
  cross(&f, (char *)more, length);
  cross_checksum(&f);
  bool done = f.good
                  ? atomic_file_write(path, f.text.bytes, f.text.length, error)
                  : error_set(error, "out of memory (%.600s)", path);
  free(f.text.bytes);
  return done;
}

char *training_restore(Training *t, const char *path, Error *error) {
  Stream f = {.good = true};
  uint64_t length = 0;
  char *more = NULL;
  if (!file_read_all(path, &f.text, error))
    return NULL;
  bool same = cross_training(&f, t);
  cross(&f, &length, sizeof length);
  if (f.good && length <= f.text.length - f.at) {
    more = need((size_t)length + 1);
    cross(&f, more, (size_t)length);
  }
  if (!same || !more || !cross_checksum(&f)) {
    error_set(
        error,
        "%.600s is damaged, or of another build, game, seed or --positions: "
        "delete it to start anew",
        path);
    free(more);
    more = NULL;
  }
  free(f.text.bytes);
  return more;
}
