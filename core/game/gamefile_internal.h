/* What reading and writing game files share. */
#ifndef BOARDLAB_CORE_GAME_GAMEFILE_INTERNAL_H
#define BOARDLAB_CORE_GAME_GAMEFILE_INTERNAL_H

#include "core/game/gamefile.h"

#define GAMEFILE_SIGNATURE "boardlab game" /* the first line */

/* The byte order mark, with which some editors begin a text; and what stands
 * behind it, if it is there. */
#define UTF8_BOM "\xEF\xBB\xBF"
const char *gamefile_skip_bom(const char *text);

/* Keeps a copy of settings. */
bool gamefile_set(GameFile *file, const char *settings, Error *error);

/* Makes the first position from what the file says. */
bool gamefile_make_first(GameFile *file, Error *error);

#endif
