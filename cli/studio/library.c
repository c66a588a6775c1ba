#include "cli/studio/library.h"

#include "analysis/report/report_json.h"
#include "cli/studio/about.h"
#include "core/base/beneath.h"
#include "core/base/source_hashes.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

/* ---- what files say about themselves --------------------------------------*/

typedef struct Known {
  char *spec;
  HostAbout about;
  SourceHashes *sources; /* that it was loaded from */
} Known;

enum { KNOWN_MAX = 2 * LIBRARY_FILES };

struct Library {
  pthread_mutex_t lock;
  int count;
  Known known[KNOWN_MAX];
};

Library *library_new(void) {
  Library *library = calloc(1, sizeof *library);
  if (library)
    pthread_mutex_init(&library->lock, NULL);
  return library;
}

static void forget(Library *library, Known *known) {
  free(known->spec);
  source_hashes_free(known->sources);
  *known = library->known[--library->count];
}

void library_free(Library *library) {
  if (!library)
    return;
  while (library->count)
    forget(library, &library->known[0]);
  pthread_mutex_destroy(&library->lock);
  free(library);
}

static Known *find_known(Library *library, const char *spec) {
  for (int i = 0; i < library->count; i++)
    if (strcmp(library->known[i].spec, spec) == 0)
      return &library->known[i];
  return NULL;
}

/* Takes the sources over. */
static void remember(Library *library, const char *spec, const HostAbout *about,
                     SourceHashes *sources) {
  char *copy = library->count < KNOWN_MAX ? strdup(spec) : NULL;
  if (copy)
    library->known[library->count++] = (Known){copy, *about, sources};
  else
    source_hashes_free(sources);
}

/* Describes a file. What has failed is tried again every time, since it may
 * have failed for lack of another file. */
static bool describe(Library *library, const char *spec, HostAbout *about,
                     Error *error) {
  Known *known = find_known(library, spec);
  if (known && !host_sources_changed(known->sources)) {
    *about = known->about;
    return true;
  }
  if (known)
    forget(library, known);
  SourceHashes *sources = source_hashes_new();
  source_hashes_use(sources);
  bool good = host_about(spec, about, error);
  source_hashes_use(NULL);
  if (good && sources)
    remember(library, spec, about, sources);
  else
    source_hashes_free(sources);
  return good;
}

/* ---- entries of lists ----------------------------------------------------*/

typedef struct Listing {
  Library *library;
  json_t *list;
  int seen; /* names below the served folder */
  bool more;
} Listing;

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

static void list_file(void *context, const char *spec) {
  Listing *listing = context;
  HostAbout about;
  Error why = {0};
  json_t *entry;
  if (describe(listing->library, spec, &about, &why))
    entry = named_entry(spec, &about);
  else if ((entry = about_error(&why)))
    json_object_set_new(entry, "spec", json_text(spec));
  json_array_append_new(listing->list, entry);
}

/* ---- files below the folder ----------------------------------------------*/

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

static void list_folder(Listing *listing, const char *path, int depth);

static void list_name(Listing *listing, const char *dir, const char *name,
                      int depth) {
  char path[SPEC_TEXT];
  struct stat about;
  int n = snprintf(path, sizeof path, "%s%s%s", dir, *dir ? "/" : "", name);
  if (n >= (int)sizeof path || lstat(path, &about) != 0)
    return;
  if (S_ISDIR(about.st_mode) && depth < LIBRARY_DEPTH)
    list_folder(listing, path, depth + 1);
  else if (S_ISREG(about.st_mode) && is_lua(name)) {
    if (json_array_size(listing->list) < LIBRARY_FILES)
      list_file(listing, path);
    else
      listing->more = true;
  }
}

/* Links are not followed: they may lead out of the folder. */
static void list_folder(Listing *listing, const char *path, int depth) {
  struct dirent **entries;
  int count = scandir(*path ? path : ".", &entries, visible, by_name);
  for (int i = 0; i < count; i++) {
    if (listing->seen++ < LIBRARY_ENTRIES)
      list_name(listing, path, entries[i]->d_name, depth);
    else
      listing->more = true;
    free(entries[i]);
  }
  if (count >= 0)
    free(entries);
}

/* ---- the lists -----------------------------------------------------------*/

static json_t *list_games(Library *library) {
  Listing listing = {library, json_array(), 0, false};
  for (const Rules *const *r = game_rules; *r; r++)
    json_array_append_new(listing.list, entry_json((*r)->name, "game",
                                                   (*r)->title, (*r)->summary));
  catalog_each("games", list_file, &listing);
  catalog_each("variants", list_file, &listing);
  return listing.list;
}

static json_t *list_bots(Library *library) {
  Listing listing = {library, json_array(), 0, false};
  for (const BotKind *const *k = bot_kinds; *k; k++)
    json_array_append_new(
        listing.list, entry_json((*k)->name, "bot", (*k)->name, (*k)->summary));
  catalog_each("bots", list_file, &listing);
  return listing.list;
}

json_t *library_list(Library *library) {
  pthread_mutex_lock(&library->lock);
  Listing files = {library, json_array(), 0, false};
  list_folder(&files, "", 1);
  json_t *list =
      json_pack("{s:o, s:o, s:o, s:b}", "games", list_games(library), "bots",
                list_bots(library), "files", files.list, "more", files.more);
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
