/* What there is to choose from: the Lua files of the library, and bots with the
 * game to try them on. Any thread may call this. */
#ifndef BOARDLAB_CLI_CATALOG_CATALOG_H
#define BOARDLAB_CLI_CATALOG_CATALOG_H

#include "core/game/spec.h"
#include "lua/host/host.h"

/* Calls `visit` with the spec of each Lua file in a folder of the library, such
 * as "games/hex.lua", in the order of their names. */
void catalog_each(const char *dir,
                  void (*visit)(void *context, const char *spec),
                  void *context);

/* Whether a file, NAME.lua, is called by the name that it declares. */
bool catalog_is_name_of(const char *name, const char *path);

typedef struct CatalogBot {
  char name[64]; /* that its file declares, or "" */
  char summary[256];
  char plays[64]; /* the first game that it lists, or "": any game */
  char game[64];  /* a game to open it for */
} CatalogBot;

/* Describes the bot that a spec names. Returns false, without a message, if
 * it names none. */
bool catalog_bot(const Spec *spec, CatalogBot *bot);

#endif
