/* Saving a search and restoring it. One function describes the file for both
 * directions. */
#include "core/base/atomic_file.h"
#include "core/base/checksum.h"
#include "core/base/need.h"
#include "core/base/version.h"
#include "core/search/solve_internal.h"
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct Stream {
  FILE *file;
  bool writing;
  bool good;
  uint64_t checksum;
} Stream;

static void cross(Stream *f, void *bytes, size_t length) {
  if (!f->good || length == 0)
    return;
  size_t done = f->writing ? fwrite(bytes, 1, length, f->file)
                           : fread(bytes, 1, length, f->file);
  f->good = done == length;
  if (f->good)
    f->checksum = checksum_add(f->checksum, bytes, length);
}

/* Text that must be the same on both sides. */
static bool cross_same(Stream *f, const void *bytes, size_t length) {
  char *copy = need(length);
  memcpy(copy, bytes, length);
  cross(f, copy, length);
  bool same = f->good && memcmp(copy, bytes, length) == 0;
  free(copy);
  return same;
}

/* What must be the same to continue: the build, the game, the position and what
 * is searched for. */
static bool cross_identity(Stream *f, const Solver *s, const State *first) {
  char text[SPEC_TEXT + 200] = {0};
  const SolvePlan *plan = &s->base.plan;
  snprintf(text, sizeof text, "boardlab solve %.100s%s%s %s", version_commit,
           plan->quick ? " quick" : "", plan->plain ? " plain" : "",
           s->base.game->spec);
  return cross_same(f, text, sizeof text) &&
         cross_same(f, first, s->base.game->state_size);
}

static void cross_table(Stream *f, SolveTable *t) {
  uint32_t count = t->count;
  uint8_t *first = need(t->key_size), *varies = need(t->key_size);
  if (f->writing) {
    memcpy(first, t->packing.first, t->key_size);
    memcpy(varies, t->packing.varies, t->key_size);
  }
  cross(f, &count, sizeof count);
  cross(f, first, t->key_size);
  cross(f, varies, t->key_size);
  if (!f->writing && f->good)
    f->good = solve_table_make_room(t, first, varies, count);
  for (uint32_t at = 0, n; at < count && f->good; at += n) {
    n = count - at < SOLVE_BLOCK ? count - at : SOLVE_BLOCK;
    cross(f, solve_table_value(t, at), n * sizeof(uint16_t));
    cross(f, solve_table_key(t, at), n * t->packing.packed_size);
  }
  free(first);
  free(varies);
}

#define CROSS_ARRAY(f, s, array, size, count, capacity)                        \
  do {                                                                         \
    cross(f, &(s)->count, sizeof(s)->count);                                   \
    (s)->array = budget_grow(&(s)->base.budget, (s)->array, size,              \
                             &(s)->capacity, (s)->count, &(f)->good);          \
    cross(f, (s)->array, (s)->count *(size));                                  \
  } while (0)

static void cross_search(Stream *f, Solver *s) {
  cross_table(f, &s->table);
  CROSS_ARRAY(f, s, frames, sizeof *s->frames, frame_count, frame_capacity);
  CROSS_ARRAY(f, s, states, s->base.game->state_size, frame_count,
              state_capacity);
  CROSS_ARRAY(f, s, open, sizeof *s->open, open_count, open_capacity);
  CROSS_ARRAY(f, s, links, sizeof *s->links, link_count, link_capacity);
  CROSS_ARRAY(f, s, moves, sizeof *s->moves, move_count, move_capacity);
  uint64_t checksum = f->checksum, read = checksum;
  cross(f, &read, sizeof read);
  f->good = f->good && read == checksum &&
            (f->writing || solve_table_index(&s->table));
}

bool solver_save(Solver *s, const State *first, const char *path,
                 Error *error) {
  char part[PATH_MAX];
  snprintf(part, sizeof part, "%.4000s.part", path);
  Stream f = {fopen(part, "wb"), true, true, 0};
  if (!f.file)
    return file_error("create", part, error);
  cross_identity(&f, s, first);
  cross_search(&f, s);
  f.good = fflush(f.file) == 0 && f.good;
  f.good = fclose(f.file) == 0 && f.good && rename(part, path) == 0;
  if (f.good)
    return true;
  file_error("write", path, error);
  remove(part);
  return false;
}

bool solver_load(Solver *s, const State *first, const char *path,
                 Error *error) {
  Stream f = {fopen(path, "rb"), false, true, 0};
  if (!f.file)
    return file_error("open", path, error);
  bool same = cross_identity(&f, s, first);
  if (same)
    cross_search(&f, s);
  fclose(f.file);
  if (!same)
    return error_set(error,
                     "%.400s does not hold a search of %s from this position "
                     "by this build and with these flags: name another file",
                     path, s->base.game->spec);
  return f.good ||
         error_set(error,
                   "%.400s is damaged, or does not fit into %llu MB: raise "
                   "--memory or name another file",
                   path, (unsigned long long)(s->base.plan.memory >> 20));
}
