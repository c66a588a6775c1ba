/* Specs: how users name games and bots, and how files that contain them are
 * loaded.
 *
 * A spec is a name with options, "quoridor:size=7", or a file with options,
 * "bots/runner.lua:depth=2". core itself knows no file format: the Lua host
 * registers a Loader for its file extension. A program that plays is named by a
 * scheme, options and a command, "exec,ms=100:python3 bot.py"; core/program
 * registers a Loader for that. Register loaders before starting threads;
 * everything else here may be called from any thread. */
#ifndef BOARDLAB_CORE_GAME_SPEC_H
#define BOARDLAB_CORE_GAME_SPEC_H

#include "core/game/bot.h"
#include "core/game/game.h"

typedef struct Loader Loader;

struct Loader {
  const char *extension; /* ".lua"; or NULL */
  /* Open a game or a bot from a file: `path` is the file as the user wrote it,
   * `options` what follows the colon, or NULL. Return NULL on failure. */
  Game *(*open_game)(const Loader *loader, const char *path,
                     const char *options, Error *error);
  Bot *(*open_bot)(const Loader *loader, const char *path, const char *options,
                   const Game *game, Error *error);
  /* Optional: finds the file that a user probably meant by a bare name. */
  bool (*guess)(const char *name, char path[SPEC_TEXT]);
  /* Optional: finds the file that open_game and open_bot would open. */
  bool (*locate)(const char *name, char path[SPEC_TEXT]);
  /* Optional: makes a file in memory, which is opened by the name written. It
   * looks for other files where `file` would. */
  bool (*define)(const char *file, const char *text, char name[SPEC_TEXT],
                 Error *error);
  const char *scheme; /* "exec", with which names of programs begin; or NULL */
};

/* Registers a loader, replacing one for the same extension. It must outlive
 * everything opened with it. */
void loader_add(const Loader *loader);

/* Makes such a file by the loader for its extension, of which there must be
 * one. Call it before any thread starts. */
bool loader_define(const char *file, const char *text, char name[SPEC_TEXT],
                   Error *error);

/* A spec split into its parts. */
typedef struct Spec {
  char name[SPEC_TEXT]; /* of a program: the scheme, a colon and the command */
  const char *options;  /* NULL for none */
  const Loader *loader; /* for a file with a known extension or a program; or
                           NULL */
  char between[SPEC_TEXT]; /* the options of a program */
} Spec;

/* Splits a text, which must outlive the spec. `what` is what it should name,
 * for messages: "game" or "bot". Text that is not printable is refused, since
 * specs end up on terminals and in files. */
bool spec_read(Spec *spec, const char *text, const char *what, Error *error);

/* Whether two full specs, with every option spelled out, name the same bot:
 * also by different paths of one file, "a.lua" and "./a.lua". */
bool spec_is_same_bot(const char *one, const char *other);

/* For loaders: game_new allocates a game that is all zero except that each seat
 * is its own side. Fill in its rules and their part of it, then call
 * game_finish, which checks them and sets up the first position. game_close
 * frees the game in any case. */
Game *game_new(size_t size);
bool game_finish(Game *game, Error *error);

/* Allocates the lists of game_borrow_list if they do not exist yet, for a
 * loader that calls rules before game_finish. game->max_moves must be set. */
void game_open_lists(Game *game);

/* Adds "did you mean FILE?" to the message about an unknown name, if a loader
 * finds such a file. */
void spec_add_guess(const char *name, Error *error);

/* Writes the shortest spec: the name and the options that differ from their
 * defaults. Returns false if it is too long. */
bool spec_write(const char *name, const Option table[], const int values[],
                char text[SPEC_TEXT]);

/* Writes the spec with all its options, as files on disk need it: it still
 * names the same game or bot after a default has changed. */
bool spec_write_full(const char *short_spec, const Option table[],
                     const int values[], char text[SPEC_TEXT], Error *error);

/* Adds an option, "depth=3", to a spec that does not set it. */
bool spec_add_option(const char *spec, const char *option, char text[SPEC_TEXT],
                     Error *error);

/* Reads the options of a game or a bot and writes its shortest spec. */
bool spec_read_options(const char *name, const Option table[],
                       const char *options, int values[], char spec[SPEC_TEXT],
                       Error *error);

#endif
