#include "lua/host/sandbox/profile.h"

#include "core/base/clock.h"
#include "lua/host/sandbox/plugin_internal.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

/* Twice as many slots as rows, so that a free one is found soon. Slots hold the
 * number of a row plus 1. */
enum { SLOTS = 2 * PROFILE_ROWS_MAX };

struct Profile {
  ProfileMode mode;
  ProfileRow row[PROFILE_ROWS_MAX];
  int count;
  uint16_t slot[SLOTS];
  /* What the last event was about. */
  ProfileRow *function, *line;
  int64_t budget_left, bytes; /* at that time */
  int64_t instructions;       /* so far */
  /* The last instruction, to recognise the next one of the same line. Addresses
   * are compared only during one call, as the Lua state may change. */
  const char *source;
  int defined, at;
  ProfileRow *known_function, *known_line;
};

/* ---- rows ----------------------------------------------------------------*/

static unsigned hash_of(ProfileKind kind, const char *file, const char *name,
                        int line) {
  uint64_t hash = (uint64_t)kind * 7919 + (uint64_t)line;
  for (; *file; file++)
    hash = (hash ^ (unsigned char)*file) * 0x100000001b3u;
  for (; name && *name; name++)
    hash = (hash ^ (unsigned char)*name) * 0x100000001b3u;
  return (unsigned)(hash ^ hash >> 32);
}

/* Finds or makes a row; a name of NULL is any name. Returns the last row if
 * there is no room: it stands for all others. */
static ProfileRow *find_row(Profile *p, ProfileKind kind, const char *file,
                            const char *name, int line) {
  char shortened[PROFILE_NAME], named[PROFILE_NAME];
  snprintf(shortened, sizeof shortened, "%.*s", PROFILE_NAME - 1, file);
  snprintf(named, sizeof named, "%.*s", PROFILE_NAME - 1, name ? name : "");
  unsigned at = hash_of(kind, shortened, name ? named : NULL, line) % SLOTS;
  for (; p->slot[at]; at = (at + 1) % SLOTS) {
    ProfileRow *row = &p->row[p->slot[at] - 1];
    if (row->kind == kind && row->line == line &&
        strcmp(row->file, shortened) == 0 &&
        (!name || strcmp(row->name, named) == 0))
      return row;
  }
  if (p->count == PROFILE_ROWS_MAX)
    return &p->row[PROFILE_ROWS_MAX - 1];
  p->slot[at] = (uint16_t)++p->count;
  ProfileRow *row = &p->row[p->count - 1];
  *row = (ProfileRow){.kind = kind, .line = line};
  memcpy(row->file, shortened, sizeof shortened);
  memcpy(row->name, named, sizeof named);
  return row;
}

const ProfileRow *profile_rows(const Profile *p, int *count) {
  *count = p ? p->count : 0;
  return p ? p->row : NULL;
}

/* ---- events --------------------------------------------------------------*/

/* What has been charged and allocated since the last event. */
static void settle(Profile *p, const Account *a) {
  int64_t charged = p->budget_left - a->budget_left;
  int64_t bytes = a->allocated - p->bytes;
  if (p->function) {
    p->function->charged += charged;
    p->function->bytes += bytes;
  }
  if (p->line) {
    p->line->charged += charged;
    p->line->bytes += bytes;
  }
  p->budget_left = a->budget_left;
  p->bytes = a->allocated;
}

/* Whether a function is the one that was called from outside, perhaps through a
 * function of the host that checks its result. */
static bool is_entry(lua_State *L, const lua_Debug *at, const Plugin *plugin) {
  lua_Debug outer;
  if (at->event != LUA_HOOKCALL || plugin->depth != 1 || plugin->L != L)
    return false;
  return !lua_getstack(L, 1, &outer) ||
         (lua_getinfo(L, "S", &outer) && outer.what[0] == 'C' &&
          !lua_getstack(L, 2, &outer));
}

/* Looks for the function on top of the stack among the variables of the one
 * below it, and of those that it uses. Returns the variable's name or NULL. */
static const char *find_variable(lua_State *L, int depth) {
  const char *name, *found = NULL;
  if (!lua_checkstack(L, 4))
    return NULL;
  for (int i = 1; !found && (name = lua_getupvalue(L, -2, i)); i++) {
    if (lua_rawequal(L, -1, -2)) {
      found = name;
    } else if (depth > 0 && lua_isfunction(L, -1) && !lua_iscfunction(L, -1)) {
      lua_pushvalue(L, -2);
      found = find_variable(L, depth - 1);
      lua_pop(L, 1);
    }
    lua_pop(L, 1);
  }
  return found;
}

/* The name of a function that was reached by a tail call: Lua no longer knows
 * who has called it, but functions that are still running may use it. */
static const char *find_name(lua_State *L, lua_Debug *at) {
  enum { DEPTH = 3 };
  lua_Debug outer;
  const char *name = NULL;
  for (int level = 1; !name && lua_getstack(L, level, &outer); level++) {
    lua_getinfo(L, "f", &outer);
    lua_getinfo(L, "f", at);
    name = lua_iscfunction(L, -2) ? NULL : find_variable(L, DEPTH);
    lua_pop(L, 2);
  }
  return name && *name ? name : NULL;
}

#define NO_NAME "(no name)"

/* A name that was found once stays. */
static void name_function(lua_State *L, lua_Debug *at, const Plugin *plugin,
                          ProfileRow *row) {
  const char *name = at->name;
  bool fresh = !row->name[0];
  if (!fresh && (!name || strcmp(row->name, NO_NAME) != 0))
    return;
  if (at->what[0] == 'm')
    name = "(the file itself)";
  else if (!name && is_entry(L, at, plugin))
    name = plugin->entry;
  else if (!name)
    name = find_name(L, at);
  snprintf(row->name, sizeof row->name, "%s", name ? name : NO_NAME);
}

/* Whether a function without a name is part of what another one of the host
 * does. */
static bool is_part(lua_State *L, const lua_Debug *at, const Profile *p) {
  lua_Debug outer;
  return !at->name && p->function && !p->function->file[0] &&
         lua_getstack(L, 1, &outer) && lua_getinfo(L, "S", &outer) &&
         outer.what[0] == 'C';
}

static void on_instruction(lua_State *L, lua_Debug *at, Profile *p) {
  lua_getinfo(L, "Sl", at);
  if (at->source != p->source || at->linedefined != p->defined) {
    p->known_function =
        find_row(p, PROFILE_FUNCTION, at->short_src, NULL, at->linedefined);
    p->at = -1;
  }
  if (at->currentline != p->at)
    p->known_line =
        find_row(p, PROFILE_LINE, at->short_src, NULL, at->currentline);
  p->source = at->source;
  p->defined = at->linedefined;
  p->at = at->currentline;
  p->function = p->known_function;
  p->line = p->known_line;
  p->instructions++;
  p->function->instructions++;
  p->line->instructions++;
}

static void on_call(lua_State *L, lua_Debug *at, const Plugin *plugin,
                    Profile *p) {
  lua_getinfo(L, "nS", at);
  if (at->what[0] == 'C' && is_part(L, at, p))
    return;
  if (at->what[0] == 'C') {
    bool event = at->namewhat && strcmp(at->namewhat, "metamethod") == 0;
    char name[PROFILE_NAME];
    snprintf(name, sizeof name, "%s%s", event ? "__" : "",
             at->name ? at->name : NO_NAME);
    p->function = find_row(p, PROFILE_FUNCTION, "", name, 0);
  } else {
    p->function =
        find_row(p, PROFILE_FUNCTION, at->short_src, NULL, at->linedefined);
    name_function(L, at, plugin, p->function);
  }
  p->function->calls++;
}

void profile_hook(lua_State *L, lua_Debug *at) {
  Plugin *plugin = plugin_of(L);
  Account *a = plugin->account;
  Profile *p = a->profile;
  settle(p, a);
  if (at->event != LUA_HOOKCOUNT) {
    on_call(L, at, plugin, p);
    return;
  }
  on_instruction(L, at, p);
  p->budget_left = --a->budget_left;
  plugin_check_count(L, plugin);
}

bool profile_counts(const Profile *p) {
  return p && p->mode == PROFILE_WORK;
}

/* ---- calls ---------------------------------------------------------------*/

/* What follows is charged to nobody until the first event. */
static void forget_event(Profile *p, const Account *a) {
  p->function = p->line = NULL;
  p->source = NULL;
  p->budget_left = a->budget_left;
  p->bytes = a->allocated;
}

void profile_begin(Plugin *plugin, ProfileSpan *span) {
  const Account *a = plugin->account;
  Profile *p = a->profile;
  settle(p, a);
  if (a->depth == 1)
    forget_event(p, a);
  *span = (ProfileSpan){
      .budget_left = a->budget_left,
      .instructions = p->instructions,
      .bytes = a->allocated,
      .ns = p->mode == PROFILE_TIME ? clock_read(CLOCK_MONOTONIC) : 0};
}

void profile_end(Plugin *plugin, const ProfileSpan *span) {
  const Account *a = plugin->account;
  Profile *p = a->profile;
  int64_t now = p->mode == PROFILE_TIME ? clock_read(CLOCK_MONOTONIC) : 0;
  int64_t work = span->budget_left - a->budget_left;
  settle(p, a);
  p->function = p->line = NULL;
  const char *name = plugin->entry ? plugin->entry : "(the file itself)";
  ProfileRow *row = find_row(p, PROFILE_ENTRY, plugin->path, name, 0);
  if (p->mode == PROFILE_TIME) {
    row->timed++;
    row->ns += now - span->ns;
    row->most_ns =
        row->most_ns > now - span->ns ? row->most_ns : now - span->ns;
    return;
  }
  row->calls++;
  row->instructions += p->instructions - span->instructions;
  row->charged += work - (p->instructions - span->instructions);
  row->most = row->most > work ? row->most : work;
  row->bytes += a->allocated - span->bytes;
}

void profile_skip(const Account *a) {
  if (a->profile)
    a->profile->budget_left = a->budget_left;
}

bool profile_start(Plugin *plugin, ProfileMode mode) {
  Account *a = plugin->account;
  if (!a->profile)
    a->profile = calloc(1, sizeof *a->profile);
  if (!a->profile)
    return false;
  a->profile->mode = mode;
  forget_event(a->profile, a);
  return true;
}

void profile_free(Profile *p) {
  free(p);
}

/* ---- messages ------------------------------------------------------------*/

void profile_cross_row(Message *m, ProfileRow *r) {
  const int64_t most = INT64_C(1) << 53; /* exact as a double */
  int64_t *const numbers[] = {&r->calls, &r->instructions, &r->charged,
                              &r->bytes, &r->most,         &r->timed,
                              &r->ns,    &r->most_ns};
  CROSS(m, r->kind, 0, PROFILE_LINE);
  cross_line(m, r->file, sizeof r->file);
  cross_line(m, r->name, sizeof r->name);
  CROSS(m, r->line, 0, INT32_MAX);
  for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
    CROSS(m, *numbers[i], 0, most);
}
