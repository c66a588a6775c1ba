/* Remote games and bots: stand-ins for those that run in a child process.
 *
 * A remote game is an ordinary Game. Its tables (options, fields, texts) are
 * copies, its functions send the position to the child and read the result.
 * The base games of a variant are remote as well, in the same child: nothing
 * in this process works on a position that the child has made, except to copy
 * it and to read its seat and outcome, which are checked. If the child dies or
 * sends nonsense, the rules have failed (game_fault).
 *
 * A remote bot has a child of its own, with its own copy of the game. If the
 * child dies, the bot forfeits the game, and the next game starts a new child.
 *
 * Both halves of each function are in the same file: `serve_…` runs in the
 * child. */
#ifndef BOARDLAB_CORE_ISOLATION_REMOTE_H
#define BOARDLAB_CORE_ISOLATION_REMOTE_H

#include "core/game/bot.h"
#include "core/isolation/child.h"

/* Open a file in a new child, as Loader's functions do. */
Game *remote_game_open(const char *path, const char *options, Error *error);
Bot *remote_bot_open(const char *path, const char *options, const Game *game,
                     Error *error);

/* A bot from a spec that has been opened before, whose file is isolated. Its
 * child is started when the bot begins a game: if it cannot be opened any more,
 * it forfeits that game, as if it had failed in it. */
Bot *remote_bot_open_again(const char *spec, const Game *game, Error *error);

/* The child that a game or bot runs in; NULL if it runs in this process. */
Child *remote_game_child(const Game *game);
Child *remote_bot_child(const Bot *bot);

/* In a child: what it has been asked to open, or NULL. */
Game *remote_served_game(void);
Bot *remote_served_bot(void);

/* Writes "path:options" as a spec; false if it is too long. */
bool remote_write_spec(const char *path, const char *options,
                       char spec[SPEC_TEXT], Error *error);

/* Whether a spec that a child sent names the file that the child was to open:
 * what is opened later, and which files that may use, depends on it. */
bool remote_is_spec_of(const char *spec, const char *path);

/* In a child: opens the game that a spec names; an error if that fails. */
bool remote_serve_game(const char *spec, Error *error);

#endif
