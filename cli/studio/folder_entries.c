#include "cli/studio/folder_entries.h"

#include "core/base/utf8.h"
#include <dirent.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int folder_open(int parent, const char *name) {
  return openat(parent, name,
                O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
}

void entries_free(Entries *e) {
  for (int i = 0; i < e->count; i++)
    free(e->list[i].name);
  free(e->list);
}

/* Files that are written are renamed into their place, so a name may be gone
 * meanwhile. */
static bool entries_add(Entries *e, int folder, const char *name) {
  struct stat about;
  if (fstatat(folder, name, &about, AT_SYMLINK_NOFOLLOW) != 0)
    return true;
  if (!S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode)) {
    e->odd = true;
    return true;
  }
  if (e->count == e->capacity) {
    int capacity = e->capacity ? 2 * e->capacity : 16;
    Entry *list = realloc(e->list, (size_t)capacity * sizeof *list);
    if (!list)
      return false;
    e->list = list;
    e->capacity = capacity;
  }
  char *copy = strdup(name);
  if (copy)
    e->list[e->count++] = (Entry){copy, S_ISDIR(about.st_mode)};
  return copy;
}

static int by_name(const void *a, const void *b) {
  return strcmp(((const Entry *)a)->name, ((const Entry *)b)->name);
}

Entries entries_read(int folder, int most) {
  Entries e = {.count = 0};
  int copy = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *dir = copy >= 0 ? fdopendir(copy) : NULL;
  if (!dir && copy >= 0)
    close(copy);
  for (struct dirent *d; dir && (d = readdir(dir));) {
    if (d->d_name[0] == '.' || !utf8_is_printable(d->d_name))
      continue;
    e.too_many = e.count == most;
    if (e.too_many || !entries_add(&e, folder, d->d_name))
      break;
  }
  if (dir)
    closedir(dir);
  if (e.count)
    qsort(e.list, (size_t)e.count, sizeof *e.list, by_name);
  return e;
}

static bool has_file(const Entries *e, const char *name) {
  for (int i = 0; name && i < e->count; i++)
    if (!e->list[i].folder && strcmp(e->list[i].name, name) == 0)
      return true;
  return false;
}

ResultKind entries_kind(const Entries *e) {
  for (ResultKind kind = RESULT_SWEEP; kind <= RESULT_RUN; kind++)
    if (has_file(e, result_manifest(kind)) || has_file(e, result_table(kind)))
      return kind;
  return RESULT_NONE;
}
