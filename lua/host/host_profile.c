/* Profiles of bots and rules, also of those that run in other processes. */
#include "lua/host/host.h"

#include "core/isolation/remote.h"
#include "lua/host/api/lua_rules.h"
#include "lua/host/plugins/luabot.h"
#include "lua/host/sandbox/profile.h"
#include <stdlib.h>
#include <string.h>

/* The plugin of the bot, or of the rules if there is none; or NULL. */
static Plugin *plugin_here(const Game *game, const Bot *bot) {
  return (Plugin *)(bot ? luabot_plugin(bot) : lua_rules_plugin(game));
}

static Child *child_of(const Game *game, const Bot *bot) {
  return bot ? remote_bot_child(bot) : remote_game_child(game);
}

static bool start_here(Plugin *plugin, ProfileMode mode, Error *error) {
  if (!plugin)
    return error_set(error, "only what is written in Lua has a profile");
  return profile_start(plugin, mode) ||
         error_set(error, "out of memory (a profile)");
}

/* ---- in the child --------------------------------------------------------*/

static Plugin *served_plugin(Message *in) {
  bool is_bot = message_get_bool(in);
  return plugin_here(remote_served_game(), is_bot ? remote_served_bot() : NULL);
}

/* Arguments: whether it is about the bot, the mode. Results: an error. */
static void serve_start(Message *in, Message *out) {
  Error why = {0};
  Plugin *plugin = served_plugin(in);
  start_here(plugin, (ProfileMode)message_get_int(in, 0, PROFILE_WORK), &why);
  message_put_error(out, &why);
}

/* Arguments: whether it is about the bot. Results: the rows. */
static void serve_rows(Message *in, Message *out) {
  const Plugin *plugin = served_plugin(in);
  int count;
  const ProfileRow *rows =
      profile_rows(plugin ? plugin->account->profile : NULL, &count);
  message_put_int(out, count);
  for (int i = 0; i < count; i++)
    profile_put_row(out, &rows[i]);
}

/* ---- in the parent -------------------------------------------------------*/

bool host_profile_start(const Game *game, const Bot *bot, ProfileMode mode,
                        Error *error) {
  Child *child = child_of(game, bot);
  if (!child)
    return start_here(plugin_here(game, bot), mode, error);
  Message *m = child_begin(child, serve_start);
  message_put_int(m, bot != NULL);
  message_put_int(m, mode);
  m = child_call(child, error);
  return m && !message_get_error(m, error) && child_is_sane(child, error);
}

static bool make_rows(HostProfile *profile, int count, Error *error) {
  profile->count = count;
  profile->rows = calloc((size_t)count + 1, sizeof *profile->rows);
  return profile->rows || error_set(error, "out of memory (a profile)");
}

static bool ask_rows(Child *child, bool is_bot, HostProfile *profile,
                     Error *error) {
  message_put_int(child_begin(child, serve_rows), is_bot);
  Message *m = child_call(child, error);
  if (!m)
    return false;
  int count = (int)message_get_int(m, 0, PROFILE_ROWS_MAX);
  if (!make_rows(profile, count, error))
    return false;
  for (int i = 0; i < count; i++)
    profile_get_row(m, &profile->rows[i]);
  return child_is_sane(child, error);
}

bool host_profile_read(const Game *game, const Bot *bot, HostProfile *profile,
                       Error *error) {
  *profile = (HostProfile){NULL, 0};
  Child *child = child_of(game, bot);
  if (child)
    return ask_rows(child, bot != NULL, profile, error);
  const Plugin *plugin = plugin_here(game, bot);
  int count;
  const ProfileRow *rows =
      profile_rows(plugin ? plugin->account->profile : NULL, &count);
  if (!make_rows(profile, count, error))
    return false;
  if (count)
    memcpy(profile->rows, rows, (size_t)count * sizeof *rows);
  return true;
}
