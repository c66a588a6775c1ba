/* A profile: what the functions and lines of plugins cost.
 *
 * An Account that has a profile adds to it whatever its plugins do. In the mode
 * PROFILE_WORK a hook runs before every instruction and at every call. What C
 * functions are charged and what is allocated between two of these events
 * belongs to the function and line of the first of them. That is exact and the
 * same in every process, but slow; so times are measured in the mode
 * PROFILE_TIME, in which plugins run as always. */
#ifndef BOARDLAB_LUA_HOST_SANDBOX_PROFILE_H
#define BOARDLAB_LUA_HOST_SANDBOX_PROFILE_H

#include "lua/host/sandbox/plugin.h"
#include "lua/host/sandbox/profile_row.h"

/* Gives the plugin's account a profile, or changes the mode. False if out of
 * memory. */
bool profile_start(Plugin *plugin, ProfileMode mode);
void profile_free(Profile *profile);

/* The rows so far, in the order in which they came up. */
const ProfileRow *profile_rows(const Profile *profile, int *count);

/* For plugin_call: surround a call. */
typedef struct ProfileSpan {
  int64_t budget_left, instructions, bytes, ns;
} ProfileSpan;
void profile_begin(Plugin *plugin, ProfileSpan *span);
void profile_end(Plugin *plugin, const ProfileSpan *span);

/* The budget of an account has been changed for another reason than work. */
void profile_skip(const Account *account);

/* Whether the hook below is to be set, and the hook. */
bool profile_counts(const Profile *profile);
void profile_hook(lua_State *L, lua_Debug *at);

#endif
