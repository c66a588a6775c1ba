#include "cli/table/offer.h"

#include "cli/table/about.h"
#include "core/base/beneath.h"
#include "core/program/program_bot.h"
#include "lua/host/host.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

/* Whether a folder has such a file. An error other than that it does not exist
 * is reported. */
static bool is_beneath(const char *dir, const char *name, Error *error) {
  int file = open_beneath(dir, name);
  if (file >= 0)
    close(file);
  else if (errno == EXDEV)
    error_set(error,
              "%.400s is outside the served folder: copy it there, or serve "
              "the folder that it is in",
              name);
  else if (errno != ENOENT && errno != ENOTDIR)
    error_set(error, "could not open %.400s: %s", name, strerror(errno));
  return file >= 0;
}

/* Whether all files that the options of a built-in bot name may be read. */
static bool allows_files(const Spec *spec, Error *error) {
  const BotKind *kind = bot_kind_find(spec->name, NULL);
  for (const Option *o = kind ? kind->options : NULL; o && o->name; o++) {
    char key[OPTION_TEXT], name[OPTION_TEXT];
    snprintf(key, sizeof key, "%.60s=", o->name);
    const char *at = o->type == OPTION_FILE && spec->options
                         ? strstr(spec->options, key)
                         : NULL;
    if (!at)
      continue;
    at += strlen(key);
    snprintf(name, sizeof name, "%.*s", (int)strcspn(at, ","), at);
    if (!*name || is_beneath("", name, error) ||
        (!error_is_set(error) && is_beneath(host_library(), name, error)))
      continue;
    if (!error_is_set(error))
      error_set(error,
                "there is no file %.200s in the served folder or the library",
                name);
    return false;
  }
  return true;
}

bool offer_allows(const char *text, Error *error) {
  Spec spec;
  Error why = {0};
  if (!spec_read(&spec, text, "game", error))
    return false;
  if (spec.loader && spec.loader->scheme)
    return program_is_allowed(text) ||
           error_set(error,
                     "%.400s is not offered: boardlab serve --bot names the "
                     "programs that may play",
                     text);
  if (!spec.loader)
    return allows_files(&spec, error);
  if (is_beneath("", spec.name, &why) ||
      (!error_is_set(&why) && is_beneath(host_library(), spec.name, &why)))
    return true;
  if (!error_is_set(&why))
    error_set(&why,
              "there is no file %.400s, neither in the served folder nor in "
              "the library",
              spec.name);
  return error_copy(error, &why);
}

/* ---- what it says of itself ----------------------------------------------*/

json_t *offer_game(const char *spec, Error *error) {
  Game *game = offer_allows(spec, error) ? game_open(spec, error) : NULL;
  json_t *json = game ? about_game(game) : NULL;
  game_close(game);
  return json;
}

static json_t *open_bot(const char *spec, const char *name,
                        const CatalogBot *about, Error *error) {
  Game *game = offer_allows(name, error) ? game_open(name, error) : NULL;
  Bot *bot = game ? bot_open(spec, game, error) : NULL;
  json_t *json = bot ? about_bot(bot, about, spec) : NULL;
  bot_close(bot);
  game_close(game);
  return json;
}

json_t *offer_bot(const char *text, const char *game, Error *error) {
  Spec spec;
  CatalogBot about;
  if (!offer_allows(text, error) || !spec_read(&spec, text, "bot", error))
    return NULL;
  if (!catalog_bot(&spec, &about)) /* opening it says why */
    about = (CatalogBot){.name = ""};
  return open_bot(text,
                  game            ? game
                  : about.game[0] ? about.game
                                  : game_rules[0]->name,
                  &about, error);
}
