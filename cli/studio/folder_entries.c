#include "cli/studio/folder_entries.h"

#include "core/base/need.h"
#include "core/base/text.h"
#include "core/base/utf8.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
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
static void entries_add(Entries *e, int folder, const char *name) {
  struct stat about;
  if (fstatat(folder, name, &about, AT_SYMLINK_NOFOLLOW) != 0)
    return;
  if (!S_ISREG(about.st_mode) && !S_ISDIR(about.st_mode)) {
    e->odd = true;
    return;
  }
  e->list = need_more(e->list, (size_t)e->count, sizeof *e->list);
  e->list[e->count++] = (Entry){need_copy(name), S_ISDIR(about.st_mode)};
}

static int by_name(const void *a, const void *b) {
  return strcmp(((const Entry *)a)->name, ((const Entry *)b)->name);
}

static bool is_shortage(void) {
  return errno == ENOMEM || errno == EMFILE || errno == ENFILE;
}

Entries entries_read(int folder, int most) {
  Entries e = {.count = 0};
  int copy = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  DIR *dir = copy >= 0 ? fdopendir(copy) : NULL;
  e.failed = !dir && is_shortage();
  if (!dir && copy >= 0)
    close(copy);
  for (struct dirent *d; dir && (d = readdir(dir));) {
    if (d->d_name[0] == '.' || !utf8_is_printable(d->d_name))
      continue;
    if ((e.too_many = e.count == most))
      break;
    entries_add(&e, folder, d->d_name);
  }
  if (dir)
    closedir(dir);
  if (e.count)
    qsort(e.list, (size_t)e.count, sizeof *e.list, by_name);
  return e;
}

static bool is_file(int folder, const char *name) {
  struct stat about;
  return name && fstatat(folder, name, &about, AT_SYMLINK_NOFOLLOW) == 0 &&
         S_ISREG(about.st_mode);
}

ResultKind folder_kind(int folder) {
  for (ResultKind kind = RESULT_SWEEP; kind <= RESULT_RUN; kind++)
    if (is_file(folder, result_manifest(kind)) ||
        is_file(folder, result_table(kind)))
      return kind;
  return RESULT_NONE;
}

/* ---- files ---------------------------------------------------------------*/

/* Looks into a folder in a folder, of which s->path is the path. */
static void search(FileSearch *s, int parent, const char *name, int depth) {
  int folder = folder_open(parent, name);
  if (folder < 0) {
    s->failed = s->failed || is_shortage();
    return;
  }
  Entries e = entries_read(folder, s->names);
  size_t length = strlen(s->path), room = sizeof s->path - length;
  s->names -= e.count;
  s->more = s->more || e.too_many;
  s->failed = s->failed || e.failed;
  for (int i = 0; i < e.count; i++) {
    const Entry *entry = &e.list[i];
    bool fits = snprintf(s->path + length, room, "%s%s", length ? "/" : "",
                         entry->name) < (int)room;
    if (fits && entry->folder && depth > 0)
      search(s, folder, entry->name, depth - 1);
    else if (fits && !entry->folder && text_ends_in(entry->name, s->ending))
      s->found(s->context, s->path);
    s->path[length] = '\0';
  }
  entries_free(&e);
  close(folder);
}

void files_search(FileSearch *s) {
  search(s, AT_FDCWD, ".", s->depth);
}
