#include "cli/studio/descriptions.h"

#include <stdlib.h>
#include <string.h>

typedef struct Known {
  char *spec;
  Description about;
  SourceHashes *sources; /* that it was loaded from */
  uint64_t names;
} Known;

/* Twice as many as the library lists: its own files and those of the folder. */
enum { KNOWN_MAX = 400 };

struct Descriptions {
  int count;
  Known known[KNOWN_MAX];
};

Descriptions *descriptions_new(void) {
  return calloc(1, sizeof(Descriptions));
}

static void forget(Descriptions *d, Known *known) {
  free(known->spec);
  source_hashes_free(known->sources);
  *known = d->known[--d->count];
}

void descriptions_free(Descriptions *d) {
  while (d && d->count)
    forget(d, &d->known[0]);
  free(d);
}

static Known *find_known(Descriptions *d, const char *spec) {
  for (int i = 0; i < d->count; i++)
    if (strcmp(d->known[i].spec, spec) == 0)
      return &d->known[i];
  return NULL;
}

bool recall(Descriptions *d, const char *spec, uint64_t names,
            Description *about) {
  const Known *known = find_known(d, spec);
  if (!known || (!known->about.good && known->names != names) ||
      host_sources_changed(known->sources))
    return false;
  *about = known->about;
  return true;
}

/* Takes the sources over. When there is no room, something that was kept gives
 * way: files that no longer exist are never asked for again. */
static void keep(Descriptions *d, const char *spec, uint64_t names,
                 const Description *about, SourceHashes *sources) {
  Known *known = find_known(d, spec);
  if (known || d->count == KNOWN_MAX)
    forget(d, known ? known : &d->known[0]);
  char *copy = strdup(spec);
  if (copy)
    d->known[d->count++] = (Known){copy, *about, sources, names};
  else
    source_hashes_free(sources);
}

static void note_source(void *context, const SourceHash *source) {
  (void)source;
  *(bool *)context = true;
}

bool describe(Descriptions *d, const char *spec, uint64_t names,
              const atomic_bool *stop, Description *about) {
  *about = (Description){.good = false};
  if (atomic_load(stop))
    return false;
  SourceHashes *sources = source_hashes_new();
  bool was_read = false;
  source_hashes_use(sources);
  about->good = host_about(spec, stop, &about->about, &about->why);
  source_hashes_use(NULL);
  bool stopped = atomic_load(stop);
  if (sources)
    source_hashes_each(sources, note_source, &was_read);
  if (was_read && !stopped) /* otherwise nothing would show a change */
    keep(d, spec, names, about, sources);
  else
    source_hashes_free(sources);
  return !stopped;
}
