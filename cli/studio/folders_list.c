/* The list of results below the served folder. */
#include "cli/studio/folders.h"

#include "analysis/experiments/experiment_files.h"
#include "cli/studio/folder_entries.h"
#include "core/base/json.h"
#include "core/base/need.h"
#include "core/run/made.h"
#include "core/run/manifest.h"
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* No manifest is larger. */
enum { MANIFEST_MAX = 64 << 20 };

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
  bool more;
  char path[PATH_MAX]; /* of the folder that is looked at */
} Walk;

static json_t *text_at(json_t *json, const char *key) {
  return json_text(json_string_value(json_object_get(json, key)));
}

static json_t *texts_at(json_t *json, const char *key) {
  json_t *list = json_array(), *each;
  size_t i;
  json_array_foreach(json_object_get(json, key), i,
                     each) if (json_is_string(each))
      json_array_append_new(list, json_text(json_string_value(each)));
  return list;
}

/* The bots of a tuning: one for each level, or for each seat. */
static json_t *tuned_bots(const json_t *manifest) {
  const char *flag = made_value(manifest, "bot", 0) ? "bot" : "seat", *bot;
  json_t *list = json_array();
  for (int i = 0; (bot = made_value(manifest, flag, i)); i++)
    json_array_append_new(list, json_text(bot));
  if (json_array_size(list) == 0)
    json_array_append_new(list, json_string("random"));
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
  json_object_set_new(to, "title", text_at(m.json, "title"));
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

/* A sweep, ladder, tuning or study. The games of all but a tuning are those of
 * their runs. */
static void read_experiment(json_t *to, ResultKind kind, const char *dir,
                            Error *error) {
  json_t *manifest = experiment_files_read(dir, kind, NULL, NULL, error);
  if (!manifest)
    return;
  json_object_set_new(to, "complete",
                      json_boolean(experiment_files_complete(manifest)));
  json_object_set_new(to, "title", text_at(manifest, "title"));
  json_object_set_new(to, "game", json_text(made_game(manifest)));
  if (kind == RESULT_TUNE) {
    json_object_set_new(to, "bots", tuned_bots(manifest));
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
               .order = w->count++};
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

static bool is_part_of(const Found *f, const Found *whole) {
  return json_equal(json_object_get(f->json, "part"),
                    json_object_get(whole->json, "dir"));
}

/* Sums up the runs of a sweep or ladder, which were found after it, or the
 * ladder of a study. How many games there will be is known when all are there.
 */
static void sum_up(Walk *w, Found *whole) {
  json_int_t games = 0;
  for (const Found *f = whole + 1; f < w->found + w->count; f++) {
    if (!is_part_of(f, whole))
      continue;
    games += json_integer_value(json_object_get(f->json, "games"));
    add_bots(json_object_get(whole->json, "bots"),
             json_object_get(f->json, "bots"));
  }
  json_object_set_new(whole->json, "games", json_integer(games));
  if (json_is_true(json_object_get(whole->json, "complete")))
    json_object_set_new(whole->json, "wanted", json_integer(games));
}

/* ---- the search ----------------------------------------------------------*/

static void walk(Walk *w, int folder, int depth, const Found *part);

static void walk_into(Walk *w, int folder, const Entries *e, int depth,
                      const Found *part) {
  size_t length = strlen(w->path);
  bool top = strcmp(w->path, ".") == 0;
  for (int i = 0; i < e->count; i++) {
    if (!e->list[i].folder)
      continue;
    size_t start = top ? 0 : length;
    int wrote = snprintf(w->path + start, sizeof w->path - start, "%s%s",
                         top ? "" : "/", e->list[i].name);
    int inner = wrote < (int)(sizeof w->path - start)
                    ? folder_open(folder, e->list[i].name)
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
  ResultKind kind = folder_kind(folder);
  Found *found = kind ? add_result(w, folder, w->path, kind, &e, part) : NULL;
  bool whole = kind == RESULT_SWEEP || kind == RESULT_LADDER ||
               kind == RESULT_RACE || kind == RESULT_STUDY;
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
  Walk w = {.found = need_array(FOLDERS_LISTED, sizeof *w.found), .path = "."};
  int folder = folder_open(AT_FDCWD, ".");
  if (folder >= 0) {
    walk(&w, folder, 0, NULL);
    close(folder);
  }
  json_t *list = json_array();
  qsort(w.found, (size_t)w.count, sizeof *w.found, newest_first);
  for (int i = 0; i < w.count; i++)
    json_array_append_new(list, w.found[i].json);
  free(w.found);
  return json_pack("{s:o, s:b}", "runs", list, "more", w.more);
}
