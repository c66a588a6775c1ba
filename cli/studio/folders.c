#define _DEFAULT_SOURCE /* d_type */
#include "cli/studio/folders.h"

#include "analysis/experiments/experiment_files.h"
#include "analysis/metrics/result_dir.h"
#include "analysis/report/report_json.h"
#include "core/base/utf8.h"
#include "core/run/manifest.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* No manifest is larger. */
enum { MANIFEST_MAX = 64 << 20 };

/* ---- what is in a folder -------------------------------------------------*/

typedef struct Entry {
  char *name;
  bool folder;
} Entry;

/* The names in a folder, without hidden ones. */
typedef struct Entries {
  Entry *list;
  int count, capacity;
  bool odd; /* something in it is neither a file nor a folder */
  bool too_many;
} Entries;

static void entries_free(Entries *e) {
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

/* Reads at most so many names of a folder that is open. */
static Entries entries_read(int folder, int most) {
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

/* As result_kind, but of the files seen here: a link is none. */
static ResultKind kind_of(const Entries *e) {
  for (ResultKind kind = RESULT_SWEEP; kind <= RESULT_RUN; kind++)
    if (has_file(e, result_manifest(kind)) || has_file(e, result_table(kind)))
      return kind;
  return RESULT_NONE;
}

/* ---- which folders may be named ------------------------------------------*/

static int open_folder(int parent, const char *name) {
  return openat(parent, name,
                O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK);
}

static bool is_well_named(const char *dir, Error *error) {
  if (!*dir)
    return error_set(error, "the name of the folder is empty: give one below "
                            "the served folder, such as runs/first");
  if (strlen(dir) >= PATH_MAX / 2 || !utf8_is_printable(dir))
    return error_set(error, "'%.60s…' is not the name of a folder", dir);
  if (dir[0] == '/')
    return error_set(error,
                     "'%.200s' is not below the served folder: give a path "
                     "that does not begin with a slash, such as runs/first",
                     dir);
  for (const char *at = dir; *at; at += strspn(at, "/")) {
    size_t length = strcspn(at, "/");
    if (*at == '.' && strcmp(dir, ".") != 0)
      return error_set(error,
                       length == 2 && at[1] == '.'
                           ? "'%.200s' may lead out of the served folder: "
                             "give a path without '..'"
                           : "'%.200s' is hidden: parts of the name must not "
                             "begin with a dot",
                       dir);
    if (*at == '-')
      return error_set(error,
                       "'%.200s' looks like a flag: parts of the name must "
                       "not begin with a dash",
                       dir);
    at += length;
  }
  return true;
}

/* Opens a folder step by step, so that no link is followed. -1 with errno. */
static int open_path(const char *dir) {
  int folder = open_folder(AT_FDCWD, ".");
  while (folder >= 0 && *dir) {
    char name[NAME_MAX + 1];
    size_t length = strcspn(dir, "/");
    if (length > NAME_MAX) {
      close(folder);
      errno = ENAMETOOLONG;
      return -1;
    }
    memcpy(name, dir, length);
    name[length] = '\0';
    int next = open_folder(folder, name), reason = errno;
    close(folder);
    folder = next;
    errno = reason;
    dir += length + strspn(dir + length, "/");
  }
  return folder;
}

static bool refuse_open(const char *dir, Error *error) {
  if (errno == ENOENT)
    return error_set(error, "there is no folder '%.200s' here", dir);
  if (errno == ELOOP || errno == ENOTDIR)
    return error_set(error,
                     "'%.200s' is not a folder; symbolic links are not "
                     "followed",
                     dir);
  return error_set(error, "'%.200s' cannot be opened: %s", dir,
                   strerror(errno));
}

/* Whether there is nothing but files and folders in a folder and those in it:
 * a link could lead anywhere, and reading a pipe waits. */
static bool is_clean(int folder, int depth, int *budget) {
  Entries e = entries_read(folder, *budget);
  bool clean = !e.odd && !e.too_many;
  *budget -= e.count;
  for (int i = 0; clean && depth > 0 && i < e.count; i++) {
    if (!e.list[i].folder)
      continue;
    int inner = open_folder(folder, e.list[i].name);
    clean = inner >= 0 && is_clean(inner, depth - 1, budget);
    if (inner >= 0)
      close(inner);
  }
  entries_free(&e);
  return clean;
}

/* Takes the descriptor over. */
static bool check_contents(int folder, const char *dir, Error *error) {
  int budget = FOLDERS_ENTRIES;
  bool clean = is_clean(folder, 1, &budget);
  close(folder);
  return clean ||
         error_set(error,
                   "'%.200s' is not opened: it has too many files, or "
                   "something in it is neither a file nor a folder (links are "
                   "not followed)",
                   dir);
}

bool folders_may_read(const char *dir, Error *error) {
  if (!is_well_named(dir, error))
    return false;
  int folder = open_path(dir);
  if (folder < 0)
    return refuse_open(dir, error);
  return check_contents(folder, dir, error);
}

static bool is_file(int folder, const char *name) {
  struct stat about;
  return name && fstatat(folder, name, &about, AT_SYMLINK_NOFOLLOW) == 0 &&
         S_ISREG(about.st_mode);
}

static ResultKind kind_at(int folder) {
  for (ResultKind kind = RESULT_SWEEP; kind <= RESULT_RUN; kind++)
    if (is_file(folder, result_manifest(kind)) ||
        is_file(folder, result_table(kind)))
      return kind;
  return RESULT_NONE;
}

/* Whether a folder is in none that has results of its own. The runs that a
 * sweep, ladder or tuning has already may go on. */
static bool check_above(const char *dir, bool exists, Error *error) {
  char above[PATH_MAX];
  for (const char *at = dir; *at && strcmp(dir, ".") != 0;
       at += strcspn(at, "/"), at += strspn(at, "/")) {
    snprintf(above, sizeof above, "%.*s", (int)(at - dir), dir);
    int folder = open_path(above);
    if (folder < 0)
      break; /* nor does anything below it exist */
    ResultKind kind = kind_at(folder);
    close(folder);
    if (kind == RESULT_RUN || (kind != RESULT_NONE && !exists))
      return error_set(error,
                       "'%.200s' is inside the folder of a %s: choose one "
                       "beside it",
                       dir, result_name(kind));
  }
  return true;
}

/* The folder itself, or the one nearest to it that exists. */
bool folders_may_write(const char *dir, Error *error) {
  if (!is_well_named(dir, error))
    return false;
  int folder = open_path(dir), reason = errno;
  if (!check_above(dir, folder >= 0, error)) {
    if (folder >= 0)
      close(folder);
    return false;
  }
  errno = reason;
  if (folder >= 0)
    return check_contents(folder, dir, error);
  char above[PATH_MAX];
  snprintf(above, sizeof above, "%s", dir);
  while (folder < 0 && errno == ENOENT) {
    char *slash = strrchr(above, '/');
    if (!slash)
      return true;
    *slash = '\0';
    folder = open_path(above);
  }
  if (folder < 0)
    return refuse_open(above, error);
  close(folder);
  return true;
}

bool folders_overlap(const char *a, const char *b) {
  if (strcmp(a, ".") == 0 || strcmp(b, ".") == 0)
    return true;
  while (*a && *b) {
    size_t length = strcspn(a, "/");
    if (length != strcspn(b, "/") || memcmp(a, b, length) != 0)
      return false;
    a += length, b += length;
    a += strspn(a, "/"), b += strspn(b, "/");
  }
  return true;
}

/* ---- one result ----------------------------------------------------------*/

/* A result that was found. */
typedef struct Found {
  json_t *json;
  int64_t changed; /* when its manifest was written; that of the sweep or ladder
                      for its runs, so that they stay together */
  int order;       /* in which it was found */
} Found;

typedef struct Walk {
  Found *found;
  int count, entries;
  bool more, failed;
  char path[PATH_MAX]; /* of the folder that is looked at */
} Walk;

static json_t *text_at(json_t *json, const char *key) {
  const char *text = json_string_value(json_object_get(json, key));
  return text ? json_text(text) : json_null();
}

/* Copies a list of texts; those in a list of lists are joined. */
static json_t *texts_at(json_t *json, const char *key) {
  json_t *list = json_array(), *each, *inner;
  size_t i, k;
  json_array_foreach(json_object_get(json, key), i, each) {
    if (json_is_string(each))
      json_array_append_new(list, json_text(json_string_value(each)));
    json_array_foreach(each, k, inner) if (json_is_string(inner))
        json_array_append_new(list, json_text(json_string_value(inner)));
  }
  return list;
}

static void read_run(json_t *to, const char *dir, Error *error) {
  Manifest m;
  if (!manifest_read(&m, dir, error))
    return;
  json_t *names = json_object_get(m.json, "names");
  const char *seating = json_string_value(json_object_get(m.json, "seating"));
  if (seating && strcmp(seating, seating_names[SEATING_EVERY]) == 0)
    json_object_set_new(to, "kind", json_string("tournament"));
  json_object_set_new(to, "title", text_at(names, "title"));
  json_object_set_new(to, "game", text_at(names, "game"));
  json_object_set_new(to, "bots", texts_at(names, "bots"));
  json_object_set_new(to, "games", json_integer((json_int_t)m.progress.played));
  json_object_set_new(to, "wanted", json_integer((json_int_t)m.count));
  json_object_set_new(to, "first", json_integer((json_int_t)m.first));
  json_object_set_new(to, "complete", json_boolean(m.progress.complete));
  manifest_free(&m);
}

/* A tally begins with its number of games. */
static json_int_t tuned_games(const json_t *manifest) {
  json_int_t games = 0;
  json_t *candidate, *tally;
  size_t i, k;
  json_array_foreach(json_object_get(manifest, "candidates"), i, candidate)
      json_array_foreach(json_object_get(candidate, "tallies"), k,
                         tally) if (json_is_string(tally)) games +=
      strtoll(json_string_value(tally), NULL, 10);
  return games;
}

/* A sweep, ladder or tuning. The games of the first two are those of their
 * runs. */
static void read_experiment(json_t *to, ResultKind kind, const char *dir,
                            Error *error) {
  json_t *manifest = experiment_files_read(dir, kind, NULL, NULL, error);
  if (!manifest)
    return;
  json_object_set_new(to, "complete",
                      json_boolean(experiment_files_complete(manifest)));
  if (kind == RESULT_TUNE) {
    json_t *names = json_object_get(manifest, "names");
    json_object_set_new(to, "title", text_at(names, "title"));
    json_object_set_new(to, "game", text_at(manifest, "game"));
    json_object_set_new(to, "bots", texts_at(names, "levels"));
    json_object_set_new(to, "games", json_integer(tuned_games(manifest)));
  }
  json_decref(manifest);
}

static json_t *result_json(const char *dir, ResultKind kind, json_t *part) {
  return json_pack("{s:s, s:s, s:n, s:n, s:[], s:i, s:n, s:i, s:b, s:o, s:n}",
                   "dir", dir, "kind", result_name(kind), "title", "game",
                   "bots", "games", 0, "wanted", "first", 0, "complete", 0,
                   "part", part ? json_incref(part) : json_null(), "error");
}

static bool is_readable(int folder, ResultKind kind, const Entries *e,
                        int64_t *changed, Error *error) {
  struct stat about;
  if (fstatat(folder, result_manifest(kind), &about, AT_SYMLINK_NOFOLLOW) != 0)
    return error_set(error, "it has no %s", result_manifest(kind));
  *changed = (int64_t)about.st_mtime;
  if (e->odd)
    return error_set(error, "something in it is neither a file nor a folder");
  return about.st_size <= MANIFEST_MAX ||
         error_set(error, "%s is too large", result_manifest(kind));
}

/* Returns the new result, which the walk owns; or NULL. */
static Found *add_result(Walk *w, int folder, const char *dir, ResultKind kind,
                         const Entries *e, const Found *part) {
  if (w->count == FOLDERS_LISTED) {
    w->more = true;
    return NULL;
  }
  Error error = {0};
  Found *f = &w->found[w->count];
  *f = (Found){.json = result_json(
                   dir, kind, part ? json_object_get(part->json, "dir") : NULL),
               .order = w->count};
  if (!f->json) {
    w->failed = true;
    return NULL;
  }
  w->count++;
  if (is_readable(folder, kind, e, &f->changed, &error)) {
    if (kind == RESULT_RUN)
      read_run(f->json, dir, &error);
    else
      read_experiment(f->json, kind, dir, &error);
  }
  json_object_set_new(f->json, "changed", json_integer(f->changed));
  if (part)
    f->changed = part->changed;
  if (error_is_set(&error))
    json_object_set_new(f->json, "error", json_text(error.message));
  return f;
}

/* Adds the bots of a run to those of the whole, each of them once. */
static void add_bots(json_t *to, const json_t *bots) {
  json_t *bot, *there;
  size_t i, k;
  json_array_foreach(bots, i, bot) {
    bool known = json_array_size(to) >= FOLDERS_BOTS;
    json_array_foreach(to, k, there) known = known || json_equal(there, bot);
    if (!known)
      json_array_append(to, bot);
  }
}

/* Sums up the runs of a sweep or ladder, which were found after it. How many
 * games there will be is known when all are there. */
static void sum_up(Walk *w, Found *whole) {
  json_int_t games = 0;
  Found *first = whole + 1, *end = w->found + w->count;
  for (const Found *f = first; f < end; f++) {
    games += json_integer_value(json_object_get(f->json, "games"));
    add_bots(json_object_get(whole->json, "bots"),
             json_object_get(f->json, "bots"));
  }
  json_object_set_new(whole->json, "games", json_integer(games));
  if (json_is_true(json_object_get(whole->json, "complete")))
    json_object_set_new(whole->json, "wanted", json_integer(games));
  const char *game =
      first < end ? json_string_value(json_object_get(first->json, "game"))
                  : NULL;
  if (!game)
    return;
  json_object_set(whole->json, "title", json_object_get(first->json, "title"));
  json_object_set_new(whole->json, "game",
                      json_stringn(game, strcspn(game, ":")));
}

/* ---- the search ----------------------------------------------------------*/

static void walk(Walk *w, int folder, int depth, const Found *part);

static void walk_into(Walk *w, int folder, const Entries *e, int depth,
                      const Found *part) {
  size_t length = strlen(w->path);
  bool top = strcmp(w->path, ".") == 0;
  for (int i = 0; i < e->count && !w->failed; i++) {
    if (!e->list[i].folder)
      continue;
    size_t start = top ? 0 : length;
    int wrote = snprintf(w->path + start, sizeof w->path - start, "%s%s",
                         top ? "" : "/", e->list[i].name);
    int inner = wrote < (int)(sizeof w->path - start)
                    ? open_folder(folder, e->list[i].name)
                    : -1;
    if (inner >= 0) {
      walk(w, inner, depth + 1, part);
      close(inner);
    }
    if (top)
      memcpy(w->path, ".", 2);
    else
      w->path[length] = '\0';
  }
}

static void walk(Walk *w, int folder, int depth, const Found *part) {
  Entries e = entries_read(folder, FOLDERS_ENTRIES - w->entries);
  w->entries += e.count;
  w->more = w->more || e.too_many;
  ResultKind kind = kind_of(&e);
  Found *found = kind ? add_result(w, folder, w->path, kind, &e, part) : NULL;
  bool whole = kind == RESULT_SWEEP || kind == RESULT_LADDER;
  if (depth == FOLDERS_DEPTH)
    w->more = w->more || kind == RESULT_NONE;
  else if (kind == RESULT_NONE || (whole && found))
    walk_into(w, folder, &e, depth, found);
  if (whole && found)
    sum_up(w, found);
  entries_free(&e);
}

static int newest_first(const void *a, const void *b) {
  const Found *f = a, *g = b;
  if (f->changed != g->changed)
    return f->changed < g->changed ? 1 : -1;
  return f->order < g->order ? -1 : f->order > g->order;
}

json_t *folders_list(void) {
  Walk w = {.found = calloc(FOLDERS_LISTED, sizeof *w.found), .path = "."};
  int folder = w.found ? open_folder(AT_FDCWD, ".") : -1;
  if (folder >= 0) {
    walk(&w, folder, 0, NULL);
    close(folder);
  }
  json_t *list = json_array();
  if (w.count)
    qsort(w.found, (size_t)w.count, sizeof *w.found, newest_first);
  for (int i = 0; i < w.count; i++)
    json_array_append_new(list, w.found[i].json);
  bool failed = w.failed || !w.found;
  free(w.found);
  if (failed) {
    json_decref(list);
    return NULL;
  }
  return json_pack("{s:o, s:b}", "runs", list, "more", w.more);
}
