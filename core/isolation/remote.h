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
 * A built-in bot of a remote game is in the child of the rules.
 *
 * All of them ask by jobs (core/game/job.h). */
#ifndef BOARDLAB_CORE_ISOLATION_REMOTE_H
#define BOARDLAB_CORE_ISOLATION_REMOTE_H

#include "core/game/job.h"
#include "core/game/spec.h"
#include "core/isolation/child.h"

/* Open a file in a new child: Loader's functions. */
Game *remote_game_open(const Loader *loader, const char *path,
                       const char *options, Error *error);
Bot *remote_bot_open(const Loader *loader, const char *path,
                     const char *options, const Game *game, Error *error);

/* A bot from a spec that has been opened before, whose file is isolated. Its
 * child is started when the bot begins a game: if it cannot be opened any more,
 * it forfeits that game, as if it had failed in it. */
Bot *remote_bot_open_again(const char *spec, const Game *game, Error *error);

/* Does a job in a child, whether it has opened a game or not. */
bool remote_do(Child *child, JobFunction *function, void *task, size_t size,
               const JobWatch *watch, Error *error);

/* The copy of its game that a bot from a file has in its child, for jobs about
 * the bot; NULL if the bot runs in this process. */
const Game *remote_bot_game(const Bot *bot);

/* In a child: what it has been asked to open first, or NULL. */
Game *remote_served_game(void);
Bot *remote_served_bot(void);

#endif
