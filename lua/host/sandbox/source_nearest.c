/* Which Lua file a name that means none was meant for. */
#include "core/base/suggest.h"
#include "lua/host/sandbox/source.h"
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* The best so far. Names are compared without folder and extension, which many
 * files share. */
typedef struct Nearest {
  Suggestion suggestion;
  char stem[PATH_TEXT]; /* that it offers */
  char name[PATH_TEXT]; /* as a user would write it */
} Nearest;

/* The part of a name that people remember: "walls" of "bots/walls.lua". */
static void write_stem(const char *name, char stem[PATH_TEXT]) {
  const char *slash = strrchr(name, '/');
  snprintf(stem, PATH_TEXT, "%s", slash ? slash + 1 : name);
  size_t length = strlen(stem);
  if (length > 4 && strcasecmp(stem + length - 4, ".lua") == 0)
    stem[length - 4] = '\0';
}

static void offer(Nearest *n, const char *folder, const char *file) {
  char stem[PATH_TEXT];
  Suggestion offered = n->suggestion;
  write_stem(file, stem);
  suggestion_offer(&offered, stem);
  if (offered.word != stem)
    return;
  strcpy(n->stem, stem);
  snprintf(n->name, PATH_TEXT, "%s%s%s", folder, *folder ? "/" : "", file);
  n->suggestion = offered;
  n->suggestion.word = n->stem;
}

static int is_lua(const struct dirent *entry) {
  size_t length = strlen(entry->d_name);
  return length > 4 && strcmp(entry->d_name + length - 4, ".lua") == 0;
}

/* Offers the files of a folder below `root`, in alphabetical order. */
static void offer_folder(Nearest *n, const char *root, const char *folder) {
  char path[PATH_TEXT];
  struct dirent **entries;
  int length = snprintf(path, PATH_TEXT, "%s/%s", root, folder);
  int count =
      length < PATH_TEXT ? scandir(path, &entries, is_lua, alphasort) : -1;
  for (int i = 0; i < count; i++) {
    offer(n, folder, entries[i]->d_name);
    free(entries[i]);
  }
  if (count >= 0)
    free(entries);
}

bool source_nearest(const char *name, char nearest[PATH_TEXT]) {
  static const char *const FOLDERS[] = {"games", "variants", "bots", "scripts",
                                        NULL};
  char stem[PATH_TEXT], folder[PATH_TEXT];
  const char *slash = strrchr(name, '/');
  Nearest n = {.suggestion = {.wanted = stem}};
  write_stem(name, stem);
  snprintf(folder, PATH_TEXT, "%.*s", slash ? (int)(slash - name) : 0, name);
  offer_folder(&n, name[0] == '/' ? "" : ".", folder);
  if (name[0] != '/')
    offer_folder(&n, source_library(), folder);
  for (const char *const *f = FOLDERS; *f; f++)
    offer_folder(&n, source_library(), *f);
  memcpy(nearest, n.name, PATH_TEXT);
  return nearest[0];
}
