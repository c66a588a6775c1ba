#include "core/base/source_hashes.h"

#include "core/base/need.h"
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <xxhash.h>

struct SourceHashes {
  pthread_mutex_t lock;
  SourceHash *list; /* sorted by name */
  size_t count;
  bool changed;
  Error change;
};

static _Thread_local SourceHashes *in_use;

uint64_t source_hash(const void *bytes, size_t size) {
  return XXH64(bytes, size, 0);
}

SourceHashes *source_hashes_new(void) {
  SourceHashes *s = need(sizeof *s);
  pthread_mutex_init(&s->lock, NULL);
  return s;
}

void source_hashes_free(SourceHashes *s) {
  if (!s)
    return;
  for (size_t i = 0; i < s->count; i++) {
    free(s->list[i].name);
    free(s->list[i].text);
  }
  free(s->list);
  pthread_mutex_destroy(&s->lock);
  free(s);
}

void source_hashes_use(SourceHashes *sources) {
  in_use = sources;
}

/* The index at which a name is, or at which it must be inserted. */
static size_t index_of(const SourceHashes *s, const char *name) {
  size_t at = 0;
  while (at < s->count && strcmp(s->list[at].name, name) < 0)
    at++;
  return at;
}

static void insert(SourceHashes *s, size_t at, const char *name,
                   uint64_t hash) {
  s->list = need_more(s->list, s->count, sizeof *s->list);
  memmove(s->list + at + 1, s->list + at, (s->count - at) * sizeof *s->list);
  s->list[at] = (SourceHash){need_copy(name), hash, NULL};
  s->count++;
}

/* Call this with the lock held. */
static bool record(SourceHashes *s, const char *name, uint64_t hash,
                   Error *error) {
  size_t at = index_of(s, name);
  if (at == s->count || strcmp(s->list[at].name, name) != 0)
    insert(s, at, name, hash);
  if (s->list[at].hash == hash)
    return true;
  error_set(
      &s->change,
      "%.400s has changed since the run began: restore it, or start a new "
      "run",
      name);
  s->changed = true;
  return error_copy(error, &s->change);
}

bool source_hashes_expect(SourceHashes *s, const char *name, uint64_t hash,
                          Error *error) {
  pthread_mutex_lock(&s->lock);
  bool good = record(s, name, hash, error);
  pthread_mutex_unlock(&s->lock);
  return good;
}

bool source_hashes_note(const char *name, const void *bytes, size_t size,
                        Error *error) {
  return !in_use ||
         source_hashes_expect(in_use, name, source_hash(bytes, size), error);
}

bool source_hashes_supply(SourceHashes *s, const char *name, const char *text,
                          Error *error) {
  pthread_mutex_lock(&s->lock);
  bool good = record(s, name, source_hash(text, strlen(text)), error);
  SourceHash *source = good ? &s->list[index_of(s, name)] : NULL;
  if (source && !source->text && !(source->text = strdup(text)))
    good = error_set(error, "out of memory (keeping %.400s)", name);
  pthread_mutex_unlock(&s->lock);
  return good;
}

bool source_hashes_keep(const char *name, const char *text, Error *error) {
  return !in_use || source_hashes_supply(in_use, name, text, error);
}

/* Returns the file of that name, or NULL. Call this with the lock held. */
static const SourceHash *find(const SourceHashes *s, const char *name) {
  size_t at = index_of(s, name);
  return at < s->count && strcmp(s->list[at].name, name) == 0 ? &s->list[at]
                                                              : NULL;
}

char *source_hashes_text(const char *name) {
  if (!in_use)
    return NULL;
  pthread_mutex_lock(&in_use->lock);
  const SourceHash *source = find(in_use, name);
  char *text = source && source->text ? strdup(source->text) : NULL;
  pthread_mutex_unlock(&in_use->lock);
  return text;
}

void source_hashes_miss(const char *name, const Error *why) {
  if (!source_hashes_list(name))
    return;
  pthread_mutex_lock(&in_use->lock);
  in_use->changed = true;
  error_copy(&in_use->change, why);
  pthread_mutex_unlock(&in_use->lock);
}

bool source_hashes_list(const char *name) {
  if (!in_use)
    return false;
  pthread_mutex_lock(&in_use->lock);
  bool found = find(in_use, name);
  pthread_mutex_unlock(&in_use->lock);
  return found;
}

bool source_hashes_changed(SourceHashes *s, Error *error) {
  pthread_mutex_lock(&s->lock);
  bool changed = s->changed;
  if (changed)
    error_copy(error, &s->change);
  pthread_mutex_unlock(&s->lock);
  return changed;
}

void source_hashes_each(SourceHashes *s,
                        void (*visit)(void *, const SourceHash *),
                        void *context) {
  pthread_mutex_lock(&s->lock);
  for (size_t i = 0; i < s->count; i++)
    visit(context, &s->list[i]);
  pthread_mutex_unlock(&s->lock);
}
