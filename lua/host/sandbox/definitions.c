#include "lua/host/sandbox/definitions.h"

#include "core/base/source_hashes.h"
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct Definition {
  const struct Definition *next;
  char *text;
  char name[PATH_TEXT];
} Definition;

/* A list that only grows, so readers need no lock: a process can be forked
 * while they read. */
static const Definition *_Atomic definitions;

bool definitions_are_named(const char *name) {
  const char *mark = strstr(name, ".lua#");
  return mark && mark > name && mark[5] && !strchr(mark + 5, '/');
}

static const Definition *find(const char *name) {
  const Definition *d = definitions;
  while (d && strcmp(d->name, name) != 0)
    d = d->next;
  return d;
}

static bool write_name(char full[PATH_TEXT], const char *file, const char *name,
                       int number) {
  int n = !name ? snprintf(full, PATH_TEXT, "%s#%d", file, number)
          : number == 1
              ? snprintf(full, PATH_TEXT, "%s#%s", file, name)
              : snprintf(full, PATH_TEXT, "%s#%s-%d", file, name, number);
  return n > 0 && n < PATH_TEXT;
}

static bool definitions_keep(const char *full, const char *text) {
  Definition *d = calloc(1, sizeof *d);
  char *copy = strdup(text);
  if (!d || !copy) {
    free(d);
    free(copy);
    return false;
  }
  *d = (Definition){.next = definitions, .text = copy};
  snprintf(d->name, sizeof d->name, "%s", full);
  definitions = d;
  return true;
}

bool definitions_add(const char *file, const char *name, const char *text,
                     char full[PATH_TEXT], Error *error) {
  for (int number = 1;; number++) {
    if (!write_name(full, file, name, number))
      return error_set(error, "the name of the definition is too long");
    const Definition *d = find(full);
    if (!d)
      return definitions_keep(full, text) ||
             error_set(error, "out of memory (definition)");
    if (strcmp(d->text, text) == 0)
      return true;
  }
}

char *definitions_read(const char *name) {
  char *kept = source_hashes_text(name);
  const Definition *d = kept ? NULL : find(name);
  return d ? strdup(d->text) : kept;
}

bool definitions_exist(const char *name) {
  char *text = definitions_read(name);
  free(text);
  return text;
}

bool definitions_are_foreign(const char *name) {
  char *kept = source_hashes_text(name);
  const Definition *d = find(name);
  bool foreign = kept && !(d && strcmp(d->text, kept) == 0);
  free(kept);
  return foreign;
}
