/* The Lua host: all that the command uses of Lua.
 *
 * host_start makes every spec that ends in .lua work. Bots, variants and games
 * are not trusted: each file runs in its own Lua state, within limits, and in a
 * process that can do nothing but compute (core/isolation). Scripts are
 * trusted. */
#ifndef BOARDLAB_LUA_HOST_HOST_H
#define BOARDLAB_LUA_HOST_HOST_H

#include "core/base/source_hashes.h"
#include "core/game/bot.h"
#include "core/game/game.h"
#include "core/isolation/isolation.h"
#include "core/run/game_watch.h"
#include "lua/host/sandbox/limits.h"
#include "lua/host/sandbox/profile_row.h"

struct lua_State;

/* Registers the loader of .lua files and sets the limits. Call it before any
 * thread starts; call it again to change the limits. */
void host_start(Limits limits);

/* Opens the module: require "boardlab" calls it in scripts and in a plain
 * lua5.4. Starts the host unless the command has done so. */
int host_open_module(struct lua_State *L);

/* Chooses whether files run in processes of their own; call it before
 * host_start. Without it they do not. `warn` is called with a message if the
 * kernel does not allow all of it. */
void host_isolate(IsolationMode mode, void (*warn)(const char *message));

/* For checking rules: from now on an answer that a file's rules give is never
 * used again without asking them, and they fail if they give another one. Call
 * it before opening games. */
void host_compare_answers(void);

/* For checks: whether files opened from now on keep their tables in memory in
 * another way than usual. A file whose games differ then relies on something
 * that Lua leaves open: the length of a list with holes. */
void host_vary_layout(bool vary);

typedef enum HostKind { HOST_BOT, HOST_VARIANT, HOST_GAME } HostKind;

typedef struct HostAbout {
  HostKind kind;
  char name[64]; /* that the file declares, or "" */
  char summary[128];
  char game[64];  /* the first game that a bot lists, or "" */
  bool is_module; /* a table without 'choose': files require it, but it is no
                     bot */
} HostAbout;

/* Runs a file and describes what it defines. Fails with a message if it is
 * neither a bot nor a variant nor a game. With a flag `stop`, the file must not
 * take long: its budget is the default one at most, and its process is killed
 * when *stop becomes true. */
bool host_about(const char *path, const atomic_bool *stop, HostAbout *about,
                Error *error);

/* Describes one file after the other. Those of the library share a process,
 * which takes far less time than one for each; any other file has its own.
 * Zero-initialize before first use. */
typedef struct HostReader {
  struct Child *library; /* the process, or NULL */
} HostReader;

bool host_reader_about(HostReader *reader, const char *path, HostAbout *about,
                       Error *error);
void host_reader_close(HostReader *reader);

/* Whether one of the Lua files that something was loaded from has other
 * contents now, or cannot be read any more, or is no longer in the current
 * folder or the library: it may be a link out of them. */
bool host_sources_changed(SourceHashes *sources);

/* Runs a script with the full Lua library and the module `boardlab`. Sets `arg`
 * as lua5.4 does. Returns the exit code: what the script returns or passes to
 * os.exit, otherwise 0. If the script fails, returns a code other than 0 with
 * a message, and *trace is a traceback or NULL; the caller frees it. */
int host_run(const char *path, int count, char *const *arguments, char **trace,
             Error *error);

/* The comment at the top of a script, without its dashes; empty if it has none.
 * The caller frees it. NULL with a message if the script cannot be read. */
char *host_comment(const char *path, Error *error);

/* The Lua reference, written by lua/reference/main.lua: `what` is "names",
 * "list", "entry" with a name, or "page". The caller frees it; NULL with a
 * message. */
char *host_reference(const char *what, const char *name, Error *error);

/* The most work and memory that any call has used so far, and the work of all
 * calls. */
typedef struct HostUse {
  int64_t work, all_work;
  size_t memory;
  Limits limits;
  ChanceLists lists;
} HostUse;

/* Of a bot, or of the rules of a game if `bot` is NULL. Returns false if it is
 * not written in Lua. */
bool host_use(const Game *game, const Bot *bot, HostUse *use);

void host_cross_use(Message *m, HostUse *use); /* message.h */

/* Whether a file of that name is one in memory (Loader.define): it is never
 * looked for on disk. */
bool host_is_defined_name(const char *name);

/* What a bot, or the rules of a game if `bot` is NULL, does from now on is
 * added to its profile (profile.h). Fails if it is not written in Lua. */
bool host_profile_start(const Game *game, const Bot *bot, ProfileMode mode,
                        Error *error);

/* The profile so far; the caller frees the rows. */
typedef struct HostProfile {
  ProfileRow *rows;
  int count;
} HostProfile;
bool host_profile_read(const Game *game, const Bot *bot, HostProfile *profile,
                       Error *error);

/* Watches a run and counts the calls of the rules' functions during its games,
 * those by searching bots included: adds rows of which file, name and `timed`
 * have a meaning. The caller frees them. */
GameWatch host_count_calls(HostProfile *profile);

/* Returns the folder of the included bots, variants, games and templates. */
const char *host_library(void);

#endif
