/* Profiles of bots and rules, what they have used, and the calls of rules in
 * the games of a run; also of those that run in other processes. */
#include "lua/host/host.h"

#include "core/base/need.h"
#include "core/isolation/remote.h"
#include "lua/host/api/lua_rules.h"
#include "lua/host/plugins/plugins.h"
#include "lua/host/sandbox/profile.h"
#include <stdlib.h>
#include <string.h>

typedef struct ProfileTask {
  const Bot *bot; /* or NULL; in another process, the only one */
  ProfileMode mode;
  HostProfile profile;
  bool is_lua;
  HostUse use;
} ProfileTask;

/* Does a job where the bot is, or the rules if there is none. */
static bool profile_do(const Game *game, JobFunction *job, ProfileTask *t,
                       Error *error) {
  const Game *own = t->bot ? remote_bot_game(t->bot) : NULL;
  return job_do(own ? own : game, job, NULL, t, sizeof *t, NULL, error);
}

/* The plugin of the bot, or of the rules if there is none; or NULL. */
static Plugin *profile_plugin(const Job *job) {
  const ProfileTask *t = job->task;
  if (!t->bot)
    return (Plugin *)lua_rules_plugin(job->game);
  return (Plugin *)luabot_plugin(job_is_for_another(job) ? remote_served_bot()
                                                         : t->bot);
}

static void profile_start_job(Job *job) {
  const ProfileTask *t = job->task;
  if (!job_is_here(job))
    return;
  Plugin *plugin = profile_plugin(job);
  if (!plugin)
    error_set(job->error, "only Lua code has a profile");
  else if (!profile_start(plugin, t->mode))
    error_set(job->error, "out of memory (a profile)");
}

bool host_profile_start(const Game *game, const Bot *bot, ProfileMode mode,
                        Error *error) {
  ProfileTask t = {.bot = bot, .mode = mode};
  return profile_do(game, profile_start_job, &t, error);
}

static void profile_rows_job(Job *job) {
  ProfileTask *t = job->task;
  HostProfile *profile = &t->profile;
  const ProfileRow *rows = NULL;
  if (job_is_here(job)) {
    const Plugin *plugin = profile_plugin(job);
    rows =
        profile_rows(plugin ? plugin->account->profile : NULL, &profile->count);
  }
  CROSS(job->m, profile->count, 0, PROFILE_ROWS_MAX);
  profile->rows = need_array((size_t)profile->count + 1, sizeof *profile->rows);
  for (int i = 0; i < profile->count; i++) {
    if (rows)
      profile->rows[i] = rows[i];
    profile_cross_row(job->m, &profile->rows[i]);
  }
  if (job_is_for_another(job))
    free(profile->rows);
}

bool host_profile_read(const Game *game, const Bot *bot, HostProfile *profile,
                       Error *error) {
  ProfileTask t = {.bot = bot};
  bool done = profile_do(game, profile_rows_job, &t, error);
  *profile = t.profile;
  return done;
}

/* ---- use -----------------------------------------------------------------*/

void host_cross_use(Message *m, HostUse *use) {
  const int64_t most = INT64_MAX / 2; /* leaves room for rounding */
  CROSS(m, use->work, 0, most);
  CROSS(m, use->all_work, 0, most);
  CROSS(m, use->memory, 0, most);
  CROSS(m, use->limits.work, 0, most);
  CROSS(m, use->limits.memory, 0, most);
  CROSS(m, use->lists.count, 0, most);
  CROSS(m, use->lists.tables, 0, most);
  CROSS(m, use->lists.differ, 0, 1);
  CROSS(m, use->lists.moves, 0, INT32_MAX);
  CROSS(m, use->lists.line, 0, INT32_MAX);
}

static bool read_use(const Plugin *plugin, HostUse *use) {
  if (plugin)
    *use = (HostUse){plugin->account->most_work, plugin->account->all_work,
                     plugin->account->peak, plugin->account->limits,
                     plugin->account->lists};
  return plugin;
}

static void profile_use_job(Job *job) {
  ProfileTask *t = job->task;
  if (job_is_here(job))
    t->is_lua = read_use(profile_plugin(job), &t->use);
  CROSS(job->m, t->is_lua, 0, 1);
  host_cross_use(job->m, &t->use);
}

bool host_use(const Game *game, const Bot *bot, HostUse *use) {
  ProfileTask t = {.bot = bot};
  if (bot && !remote_bot_game(bot)) /* wherever the game is */
    return read_use(luabot_plugin(bot), use);
  bool done = profile_do(game, profile_use_job, &t, NULL);
  *use = t.use;
  return done && t.is_lua;
}

/* ---- counting calls ------------------------------------------------------*/

/* Where games are played. */
typedef struct Watcher {
  const Game *game;
  HostProfile before; /* the game under way */
  Error failure;
} Watcher;

static bool open_watcher(void *watcher, const void *context, const Game *game,
                         Error *error) {
  (void)context;
  ((Watcher *)watcher)->game = game;
  return host_profile_start(game, NULL, PROFILE_TIME, error);
}

static void close_watcher(void *watcher) {
  free(((Watcher *)watcher)->before.rows);
}

/* Which games make rules start again depends on those that were played before
 * in the same process: the calls that this takes do not count. */
static void begin_game(void *watcher, uint64_t index) {
  Watcher *w = watcher;
  (void)index;
  game_renew(w->game);
  free(w->before.rows);
  error_clear(&w->failure);
  host_profile_read(w->game, NULL, &w->before, &w->failure);
}

/* Rows stay where they are, so those of before come first. */
static bool end_game(void *watcher, const State *last, Message *notes,
                     Error *error) {
  Watcher *w = watcher;
  HostProfile now;
  (void)last;
  if (error_is_set(&w->failure))
    return error_copy(error, &w->failure);
  bool good = host_profile_read(w->game, NULL, &now, error);
  message_put_int(notes, good ? now.count : 0);
  for (int i = 0; good && i < now.count; i++) {
    if (i < w->before.count)
      now.rows[i].timed -= w->before.rows[i].timed;
    profile_cross_row(notes, &now.rows[i]);
  }
  free(now.rows);
  return good;
}

/* Where the games of a run are collected. */
static bool add_row(HostProfile *p, const ProfileRow *row) {
  for (int i = 0; i < p->count; i++)
    if (strcmp(p->rows[i].file, row->file) == 0 &&
        strcmp(p->rows[i].name, row->name) == 0) {
      p->rows[i].timed += row->timed;
      return true;
    }
  ProfileRow *rows = realloc(p->rows, (size_t)(p->count + 1) * sizeof *rows);
  if (!rows)
    return false;
  p->rows = rows;
  rows[p->count++] = *row;
  return true;
}

static bool take_notes(void *taker, uint64_t index, Message *notes,
                       Error *error) {
  int count = (int)message_get_int(notes, 0, PROFILE_ROWS_MAX);
  (void)index;
  for (int i = 0; i < count; i++) {
    ProfileRow row;
    profile_cross_row(notes, &row);
    bool counts = message_is_good(notes) && row.name[0] != '('; /* a file */
    if (counts && !add_row(taker, &row))
      return error_set(error, "out of memory (a profile)");
  }
  return true;
}

GameWatch host_count_calls(HostProfile *profile) {
  return (GameWatch){.size = sizeof(Watcher),
                     .open = open_watcher,
                     .close = close_watcher,
                     .begin = begin_game,
                     .end = end_game,
                     .take = take_notes,
                     .taker = profile};
}
