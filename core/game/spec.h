/* Specs: how games and bots are named, and the files they can come from.
 *
 * A spec is a name with options, "quoridor:size=7", or a file with options,
 * "bots/runner.lua:depth=2". core knows no file format itself: whoever does
 * adds a Loader for a file extension, once, before any thread is started. */
#ifndef BOARDLAB_CORE_GAME_SPEC_H
#define BOARDLAB_CORE_GAME_SPEC_H

#include "core/game/bot.h"
#include "core/game/game.h"

typedef struct Loader Loader;

struct Loader {
  const char *extension; /* ".lua" */
  /* Both get the path as it was written and the options behind it (or NULL),
   * and give a finished game or bot, or NULL with a message. */
  Game *(*open_game)(const Loader *loader, const char *path,
                     const char *options, Error *error);
  Bot *(*open_bot)(const Loader *loader, const char *path, const char *options,
                   const Game *game, Error *error);
  /* Optional: the file that somebody who wrote a bare name probably meant. */
  bool (*guess)(const char *name, char path[SPEC_TEXT]);
};

/* The loader must outlive all that is opened with it. One for the same
 * extension takes the place of the one before. */
void loader_add(const Loader *loader);

/* A spec taken apart. */
typedef struct Spec {
  char name[SPEC_TEXT];
  const char *options;  /* behind the colon; or NULL */
  const Loader *loader; /* if it is a file of a known extension; or NULL */
} Spec;

/* `what` is what it should name, for the message: "game" or "bot". */
bool spec_read(Spec *spec, const char *text, const char *what, Error *error);

/* For loaders. A new game is all zero, with each seat its own side; game_close
 * frees it. Once its rules and their part of it are filled in, game_finish
 * checks them and makes the first position. */
Game *game_new(size_t size, Error *error);
bool game_finish(Game *game, Error *error);

/* Allocates the lists of game_borrow_list, unless they are there already:
 * game_finish does so, too. For a loader whose rules are called before that,
 * once max_moves is known. */
bool game_open_lists(Game *game, Error *error);

/* Adds to a message about a name that nobody knows which file was meant. */
void spec_add_guess(const char *name, Error *error);

/* The shortest spec: name, and those options that differ from their defaults.
 */
bool spec_write(const char *name, const Option table[], const int values[],
                char text[SPEC_TEXT]);

/* The same game or bot with all its options spelled out: what a manifest says,
 * which must still be true when a default has changed. */
bool spec_write_full(const char *short_spec, const Option table[],
                     const int values[], char text[SPEC_TEXT], Error *error);

#endif
