/* Profiles of bots and rules, also of those that run in other processes. */
#include "lua/host/host.h"

#include "core/base/need.h"
#include "core/isolation/remote.h"
#include "lua/host/api/lua_rules.h"
#include "lua/host/plugins/plugins.h"
#include "lua/host/sandbox/profile.h"
#include <stdlib.h>

/* The plugin of the bot, or of the rules if there is none; or NULL. */
static Plugin *profile_plugin_here(const Game *game, const Bot *bot) {
  return (Plugin *)(bot ? luabot_plugin(bot) : lua_rules_plugin(game));
}

/* What runs the jobs below: the game of a bot in a process of its own, or that
 * of the rules. */
static const Game *profile_game(const Game *game, const Bot *bot) {
  const Game *own = bot ? remote_bot_game(bot) : NULL;
  return own ? own : game;
}

typedef struct ProfileTask {
  const Bot *bot; /* or NULL; in another process, the only one */
  ProfileMode mode;
  HostProfile profile;
} ProfileTask;

static Plugin *profile_plugin(const Job *job) {
  const ProfileTask *t = job->task;
  bool served = t->bot && job_is_for_another(job);
  return profile_plugin_here(job->game, served ? remote_served_bot() : t->bot);
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
  return job_do(profile_game(game, bot), profile_start_job, NULL, &t, sizeof t,
                NULL, error);
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
  bool done = job_do(profile_game(game, bot), profile_rows_job, NULL, &t,
                     sizeof t, NULL, error);
  *profile = t.profile;
  return done;
}
