/* Shared by gamefile.c, which writes game files, gamefile_read.c and
 * gamefile_mail.c. */
#ifndef BOARDLAB_CORE_GAME_GAMEFILE_INTERNAL_H
#define BOARDLAB_CORE_GAME_GAMEFILE_INTERNAL_H

#include "core/game/gamefile.h"

/* The first line of every game file. */
#define GAMEFILE_SIGNATURE "boardlab game"

/* The byte order mark with which some editors begin a text. */
#define UTF8_BOM "\xEF\xBB\xBF"

/* The text after its byte order mark, if it has one. */
const char *gamefile_skip_bom(const char *text);

/* Whether a line of text begins with a key of game files and a colon. */
bool gamefile_begins_key(const char *line);

/* Finds the game in the text of a mail. Undoes its quoting, and the wrapping of
 * the lines before the moves; what stays keeps its place. Returns its first
 * line, or NULL. */
char *gamefile_find(char *text);

/* Stores a copy of settings for the first position. */
void gamefile_set(GameFile *file, const char *settings);

/* Sets up file->first from the file's game, seed, index and settings. */
bool gamefile_make_first(GameFile *file, Error *error);

#endif
