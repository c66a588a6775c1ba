#include "cli/studio/library.h"

#include "cli/catalog/catalog.h"
#include "cli/studio/folder_entries.h"
#include "cli/studio/monitor.h"
#include "cli/table/about.h"
#include "core/base/json.h"
#include "core/base/need.h"
#include "core/program/program_bot.h"
#include "lua/host/host.h"
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <unistd.h>

/* What a Lua file said about itself, as an entry of a list. To say that it has
 * to run, in a process of its own (core/isolation), so it is kept until one of
 * the files that it was loaded from changes. A file may have failed for lack of
 * another one, so why it failed is kept only as long as there are the same
 * files. */
typedef struct Known {
  char *spec;
  json_t *entry;
  bool failed;
  uint64_t names;        /* the state of those files: see Names */
  SourceHashes *sources; /* that it was loaded from */
} Known;

/* Twice as many as are listed: files of the library and those of the folder. */
enum { KNOWN_MAX = 2 * LIBRARY_FILES };

struct Library {
  double seconds;
  atomic_bool ended;
  int known_count; /* used by the one that lists */
  Known known[KNOWN_MAX];
  Monitor monitor;            /* its lock is for all below */
  unsigned started, finished; /* listings */
  json_t *latest;             /* or NULL: out of memory */
};

Library *library_new(double seconds) {
  Library *library = need(sizeof *library);
  library->seconds = seconds;
  monitor_open(&library->monitor);
  return library;
}

void library_end(Library *library) {
  atomic_store(&library->ended, true);
}

static void forget_known(Library *library, Known *known) {
  free(known->spec);
  json_decref(known->entry);
  source_hashes_free(known->sources);
  *known = library->known[--library->known_count];
}

void library_free(Library *library) {
  while (library->known_count)
    forget_known(library, &library->known[0]);
  json_decref(library->latest);
  monitor_close(&library->monitor);
  free(library);
}

/* ---- entries of lists ----------------------------------------------------*/

static json_t *entry_json(const char *spec, const char *kind, const char *title,
                          const char *summary) {
  return json_pack("{s:o, s:s, s:o, s:o}", "spec", json_text(spec), "kind",
                   kind, "title", json_text(title), "summary",
                   json_text(summary));
}

/* A file whose author gives it no name is called by that of the file. */
static json_t *named_entry(const char *spec, const HostAbout *about) {
  static const char *const KINDS[] = {
      [HOST_BOT] = "bot", [HOST_VARIANT] = "variant", [HOST_GAME] = "game"};
  const char *slash = strrchr(spec, '/'), *file = slash ? slash + 1 : spec;
  char title[256];
  snprintf(title, sizeof title, "%.*s", (int)strlen(file) - 4, file);
  return entry_json(spec, about->is_module ? "module" : KINDS[about->kind],
                    about->name[0] ? about->name : title, about->summary);
}

static json_t *failed_entry(const char *spec, const Error *why) {
  json_t *entry = about_error("error", why);
  if (entry)
    json_object_set_new(entry, "spec", json_text(spec));
  return entry;
}

/* ---- what files say about themselves -------------------------------------*/

static Known *find_known(Library *library, const char *spec) {
  for (int i = 0; i < library->known_count; i++)
    if (strcmp(library->known[i].spec, spec) == 0)
      return &library->known[i];
  return NULL;
}

/* The entry of a file, as far as it is known and up to date; or NULL. */
static json_t *recall(Library *library, const char *spec, uint64_t names) {
  const Known *known = find_known(library, spec);
  return known && (!known->failed || known->names == names) &&
                 !host_sources_changed(known->sources)
             ? json_incref(known->entry)
             : NULL;
}

/* Takes over what is to be kept. When there is no room, something that was kept
 * gives way: files that no longer exist are never asked for again. */
static void library_keep(Library *library, Known fresh) {
  Known *known = find_known(library, fresh.spec);
  if (known || library->known_count == KNOWN_MAX)
    forget_known(library, known ? known : &library->known[0]);
  library->known[library->known_count++] = fresh;
}

static void note_source(void *context, const SourceHash *source) {
  (void)source;
  *(bool *)context = true;
}

/* Asks a file, and keeps its entry. NULL if the library has ended. */
static json_t *describe(Library *library, const char *spec, uint64_t names) {
  HostAbout about;
  Error why = {0};
  bool was_read = false;
  json_t *entry = NULL;
  if (atomic_load(&library->ended))
    return NULL;
  SourceHashes *sources = source_hashes_new();
  source_hashes_use(sources);
  bool good = host_about(spec, &library->ended, &about, &why);
  source_hashes_use(NULL);
  if (!atomic_load(&library->ended))
    entry = good ? named_entry(spec, &about) : failed_entry(spec, &why);
  source_hashes_each(sources, note_source, &was_read);
  if (entry && was_read) /* otherwise nothing would show a change */
    library_keep(library, (Known){need_copy(spec), json_incref(entry), !good,
                                  names, sources});
  else
    source_hashes_free(sources);
  return entry;
}

/* ---- files below the folder ----------------------------------------------*/

typedef struct Names {
  int count;      /* of the Lua files that are listed */
  uint64_t state; /* changes when a Lua file comes or goes */
  bool more;
  char path[LIBRARY_FILES][SPEC_TEXT];
} Names;

static void add_name(void *context, const char *path) {
  Names *names = context;
  uint64_t both[] = {names->state, source_hash(path, strlen(path))};
  names->state = source_hash(both, sizeof both);
  if (names->count == LIBRARY_FILES)
    names->more = true;
  else if (strlen(path) < SPEC_TEXT)
    snprintf(names->path[names->count++], SPEC_TEXT, "%s", path);
}

/* NULL when out of open files. */
static Names *find_names(void) {
  Names *names = need(sizeof *names);
  FileSearch search = {.ending = ".lua",
                       .depth = LIBRARY_DEPTH,
                       .names = LIBRARY_ENTRIES,
                       .found = add_name,
                       .context = names};
  files_search(&search);
  names->more = names->more || search.more;
  if (!search.failed)
    return names;
  free(names);
  return NULL;
}

/* ---- the lists -----------------------------------------------------------*/

typedef struct Listing {
  Library *library;
  uint64_t names; /* their state */
  json_t *list;
} Listing;

/* Those that come with boardlab. */
static void list_file(void *context, const char *spec) {
  const Listing *l = context;
  json_t *entry = recall(l->library, spec, l->names);
  if (!entry)
    entry = describe(l->library, spec, l->names);
  json_array_append_new(l->list, entry);
}

/* Nobody shall wait for files that take long to load: those that are not
 * reached in time are looked at by later listings, each of which looks at one
 * file at least. */
static json_t *list_files(Library *library, const Names *names) {
  json_t *list = json_array();
  double begun = clock_seconds();
  bool late = false;
  for (int i = 0; i < names->count && !atomic_load(&library->ended); i++) {
    const char *spec = names->path[i];
    json_t *entry = recall(library, spec, names->state);
    if (!entry && !late) {
      entry = describe(library, spec, names->state);
      late = clock_seconds() - begun > library->seconds;
    }
    json_array_append_new(list,
                          entry ? entry : entry_json(spec, "unread", spec, ""));
  }
  return list;
}

static json_t *list_games(Library *library, uint64_t names) {
  Listing listing = {library, names, json_array()};
  for (const Rules *const *r = game_rules; *r; r++)
    json_array_append_new(listing.list, entry_json((*r)->name, "game",
                                                   (*r)->title, (*r)->summary));
  catalog_each("games", list_file, &listing);
  catalog_each("variants", list_file, &listing);
  return listing.list;
}

static json_t *list_bots(Library *library, uint64_t names) {
  Listing listing = {library, names, json_array()};
  for (const BotKind *const *k = bot_kinds; *k; k++)
    json_array_append_new(
        listing.list, entry_json((*k)->name, (*k)->stand_for ? "level" : "bot",
                                 (*k)->name, (*k)->summary));
  catalog_each("bots", list_file, &listing);
  const char *program;
  for (size_t i = 0; (program = program_allowed(i)); i++)
    json_array_append_new(listing.list,
                          entry_json(program, "bot", program, "a program"));
  return listing.list;
}

static json_t *list_all(Library *library) {
  Names *names = find_names();
  if (!names)
    return NULL;
  json_t *list = json_pack("{s:o, s:o, s:o, s:b}", "games",
                           list_games(library, names->state), "bots",
                           list_bots(library, names->state), "files",
                           list_files(library, names), "more", names->more);
  free(names);
  return list;
}

/* Lists without the lock, while others wait for the next listing. */
static void list_anew(Library *library) {
  library->started++;
  monitor_unlock(&library->monitor);
  json_t *list = list_all(library);
  monitor_lock(&library->monitor);
  json_decref(library->latest);
  library->latest = list;
  library->finished++;
  monitor_wake(&library->monitor);
}

/* Requests that come during a listing share the next one: what has changed by
 * the time of a request is in its answer. */
json_t *library_list(Library *library) {
  monitor_lock(&library->monitor);
  unsigned wanted = library->started + 1;
  while (library->finished < wanted)
    if (library->started == library->finished)
      list_anew(library);
    else
      monitor_wait(&library->monitor, INFINITY);
  json_t *list = json_deep_copy(library->latest);
  monitor_unlock(&library->monitor);
  return list;
}
