#include "cli/studio/library.h"

#include "analysis/result/json_values.h"
#include "cli/studio/about.h"
#include "cli/studio/descriptions.h"
#include "core/base/beneath.h"
#include "core/base/clock.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

struct Library {
  double seconds;
  atomic_bool ended;
  Descriptions *descriptions; /* used by the one that lists */
  pthread_mutex_t lock;       /* of all below */
  pthread_cond_t listed;
  unsigned started, finished; /* listings */
  json_t *latest;             /* or NULL: out of memory */
};

Library *library_new(double seconds) {
  Library *library = calloc(1, sizeof *library);
  Descriptions *descriptions = descriptions_new();
  if (!library || !descriptions) {
    free(library);
    descriptions_free(descriptions);
    return NULL;
  }
  library->seconds = seconds;
  library->descriptions = descriptions;
  pthread_mutex_init(&library->lock, NULL);
  pthread_cond_init(&library->listed, NULL);
  return library;
}

void library_end(Library *library) {
  if (library)
    atomic_store(&library->ended, true);
}

void library_free(Library *library) {
  if (!library)
    return;
  json_decref(library->latest);
  descriptions_free(library->descriptions);
  pthread_mutex_destroy(&library->lock);
  pthread_cond_destroy(&library->listed);
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

static json_t *described_entry(const char *spec, const Description *about) {
  if (about->good)
    return named_entry(spec, &about->about);
  json_t *entry = about_error(&about->why);
  if (entry)
    json_object_set_new(entry, "spec", json_text(spec));
  return entry;
}

/* ---- files below the folder ----------------------------------------------*/

typedef struct Names {
  int seen;       /* names of any kind */
  int count;      /* of the Lua files that are listed */
  uint64_t state; /* changes when a Lua file comes or goes */
  bool more;
  bool failed; /* out of memory or of open files */
  char path[LIBRARY_FILES][SPEC_TEXT];
} Names;

static bool is_lua(const char *name) {
  size_t length = strlen(name);
  return length > 4 && strcmp(name + length - 4, ".lua") == 0;
}

static int visible(const struct dirent *entry) {
  return entry->d_name[0] != '.';
}

static int by_name(const struct dirent **a, const struct dirent **b) {
  return strcmp((*a)->d_name, (*b)->d_name);
}

static void add_name(Names *names, const char *path) {
  uint64_t both[] = {names->state, source_hash(path, strlen(path))};
  names->state = source_hash(both, sizeof both);
  if (names->count < LIBRARY_FILES)
    snprintf(names->path[names->count++], SPEC_TEXT, "%s", path);
  else
    names->more = true;
}

static void find_names(Names *names, const char *path, int depth);

static void find_name(Names *names, const char *dir, const char *name,
                      int depth) {
  char path[SPEC_TEXT];
  struct stat about;
  int n = snprintf(path, sizeof path, "%s%s%s", dir, *dir ? "/" : "", name);
  if (n >= (int)sizeof path || lstat(path, &about) != 0)
    return;
  if (S_ISDIR(about.st_mode) && depth < LIBRARY_DEPTH)
    find_names(names, path, depth + 1);
  else if (S_ISREG(about.st_mode) && is_lua(name))
    add_name(names, path);
}

/* Links are not followed: they may lead out of the folder. */
static void find_names(Names *names, const char *path, int depth) {
  struct dirent **entries;
  int count = scandir(*path ? path : ".", &entries, visible, by_name);
  if (count < 0 && (errno == ENOMEM || errno == EMFILE || errno == ENFILE))
    names->failed = true;
  for (int i = 0; i < count; i++) {
    if (names->seen++ < LIBRARY_ENTRIES)
      find_name(names, path, entries[i]->d_name, depth);
    else
      names->more = true;
    free(entries[i]);
  }
  if (count >= 0)
    free(entries);
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
  Description about;
  if (recall(l->library->descriptions, spec, l->names, &about) ||
      describe(l->library->descriptions, spec, l->names, &l->library->ended,
               &about))
    json_array_append_new(l->list, described_entry(spec, &about));
}

/* Nobody shall wait for files that take long to load: those that are not
 * reached in time are looked at by later listings, each of which looks at one
 * file at least. */
static json_t *list_files(Library *library, const Names *names) {
  Descriptions *known = library->descriptions;
  json_t *list = json_array();
  Description about;
  double begun = clock_seconds();
  bool late = false;
  for (int i = 0; i < names->count && !atomic_load(&library->ended); i++) {
    const char *spec = names->path[i];
    bool good = recall(known, spec, names->state, &about);
    if (!good && !late) {
      good = describe(known, spec, names->state, &library->ended, &about);
      late = clock_seconds() - begun > library->seconds;
    }
    json_array_append_new(list, good ? described_entry(spec, &about)
                                     : entry_json(spec, "unread", spec, ""));
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
        listing.list, entry_json((*k)->name, "bot", (*k)->name, (*k)->summary));
  catalog_each("bots", list_file, &listing);
  return listing.list;
}

static json_t *list_all(Library *library) {
  Names *names = calloc(1, sizeof *names);
  if (!names)
    return NULL;
  find_names(names, "", 1);
  if (names->failed) {
    free(names);
    return NULL;
  }
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
  pthread_mutex_unlock(&library->lock);
  json_t *list = list_all(library);
  pthread_mutex_lock(&library->lock);
  json_decref(library->latest);
  library->latest = list;
  library->finished++;
  pthread_cond_broadcast(&library->listed);
}

/* Requests that come during a listing share the next one: what has changed by
 * the time of a request is in its answer. */
json_t *library_list(Library *library) {
  pthread_mutex_lock(&library->lock);
  unsigned wanted = library->started + 1;
  while (library->finished < wanted)
    if (library->started == library->finished)
      list_anew(library);
    else
      pthread_cond_wait(&library->listed, &library->lock);
  json_t *list = json_deep_copy(library->latest);
  pthread_mutex_unlock(&library->lock);
  return list;
}

/* ---- what a page may name ------------------------------------------------*/

/* Whether a folder has such a file. An error other than that it does not exist
 * is reported. */
static bool is_beneath(const char *dir, const char *name, Error *error) {
  int file = open_beneath(dir, name);
  if (file >= 0)
    close(file);
  else if (errno == EXDEV)
    error_set(error,
              "%.400s is outside of the served folder: copy it there, or "
              "serve the folder that it is in",
              name);
  else if (errno != ENOENT && errno != ENOTDIR)
    error_set(error, "could not open %.400s: %s", name, strerror(errno));
  return file >= 0;
}

bool library_allows(const char *text, Error *error) {
  Spec spec;
  Error why = {0};
  if (!spec_read(&spec, text, "game", error))
    return false;
  if (!spec.loader || is_beneath("", spec.name, &why) ||
      (!error_is_set(&why) && is_beneath(host_library(), spec.name, &why)))
    return true;
  if (!error_is_set(&why))
    error_set(&why,
              "there is no file %.400s, neither in the served folder nor in "
              "the library",
              spec.name);
  return error_copy(error, &why);
}

json_t *library_game(const char *spec, Error *error) {
  Game *game = library_allows(spec, error) ? game_open(spec, error) : NULL;
  json_t *json = game ? about_game(game) : NULL;
  if (game && !json)
    error_set(error, "out of memory (describing %.400s)", spec);
  game_close(game);
  return json;
}

static json_t *open_bot(const char *spec, const char *name,
                        const CatalogBot *about, Error *error) {
  Game *game = library_allows(name, error) ? game_open(name, error) : NULL;
  Bot *bot = game ? bot_open(spec, game, error) : NULL;
  json_t *json = bot ? about_bot(bot, about) : NULL;
  if (bot && !json)
    error_set(error, "out of memory (describing %.400s)", spec);
  bot_close(bot);
  game_close(game);
  return json;
}

json_t *library_bot(const char *text, const char *game, Error *error) {
  Spec spec;
  CatalogBot about;
  if (!library_allows(text, error) || !spec_read(&spec, text, "bot", error))
    return NULL;
  if (!catalog_bot(&spec, &about)) /* opening it says why */
    about = (CatalogBot){.name = ""};
  return open_bot(text,
                  game            ? game
                  : about.game[0] ? about.game
                                  : game_rules[0]->name,
                  &about, error);
}
