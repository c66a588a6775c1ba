#include "cli/catalog/catalog.h"

#include <dirent.h>
#include <stdlib.h>

static int by_name(const struct dirent **a, const struct dirent **b) {
  return strcmp((*a)->d_name, (*b)->d_name);
}

static int is_lua(const struct dirent *entry) {
  size_t length = strlen(entry->d_name);
  return length > 4 && strcmp(entry->d_name + length - 4, ".lua") == 0;
}

void catalog_each(const char *dir,
                  void (*visit)(void *context, const char *spec),
                  void *context) {
  char path[1024];
  struct dirent **entries;
  snprintf(path, sizeof path, "%s/%s", host_library(), dir);
  int count = scandir(path, &entries, is_lua, by_name);
  if (count < 0)
    return;
  for (int i = 0; i < count; i++) {
    char spec[512];
    snprintf(spec, sizeof spec, "%s/%s", dir, entries[i]->d_name);
    visit(context, spec);
    free(entries[i]);
  }
  free(entries);
}

bool catalog_is_name_of(const char *name, const char *path) {
  const char *slash = strrchr(path, '/'), *file = slash ? slash + 1 : path;
  size_t length = strlen(name);
  return strncmp(name, file, length) == 0 && strcmp(file + length, ".lua") == 0;
}

bool catalog_bot(const Spec *spec, CatalogBot *bot) {
  HostAbout about;
  const BotKind *kind = bot_kind_find(spec->name, NULL);
  *bot = (CatalogBot){.name = ""};
  if (kind) {
    snprintf(bot->summary, sizeof bot->summary, "%s", kind->summary);
    snprintf(bot->game, sizeof bot->game, "%s",
             kind->example ? kind->example : "quoridor");
    return true;
  }
  if (!spec->loader || !host_about(spec->name, NULL, &about, NULL) ||
      about.kind != HOST_BOT)
    return false;
  snprintf(bot->name, sizeof bot->name, "%s", about.name);
  snprintf(bot->summary, sizeof bot->summary, "%s", about.summary);
  snprintf(bot->plays, sizeof bot->plays, "%s", about.game);
  snprintf(bot->game, sizeof bot->game, "%s",
           about.game[0] ? about.game : game_rules[0]->name);
  return true;
}
