/* Plugins: tracebacks. Only the functions of Lua files are listed: what the
 * author can look up. */
#include "lua/host/sandbox/plugin_internal.h"

#include "core/base/text.h"
#include <stdio.h>
#include <string.h>

/* Functions that are listed: the innermost, and of many also the outermost. */
enum { INNER_MAX = 10, OUTER_MAX = 4 };

enum { TRACE_SIZE = sizeof((Error *)0)->trace };

/* "bots/x.lua:12: in 'score'" */
static void add_function(char trace[TRACE_SIZE], const lua_Debug *at,
                         const char *entry) {
  char line_defined[48];
  const char *name = at->name;
  snprintf(line_defined, sizeof line_defined, "the function at line %d",
           at->linedefined);
  if (!name && entry)
    name = entry;
  bool is_main = at->what[0] == 'm';
  text_append(trace, TRACE_SIZE, "%s:%d: in %s%.60s%s\n", at->short_src,
              at->currentline, is_main || !name ? "" : "'",
              is_main ? "the main chunk"
              : name  ? name
                      : line_defined,
              is_main || !name ? "" : "'");
  if (at->istailcall)
    text_append(trace, TRACE_SIZE,
                "(functions that ended with a tail call are not listed)\n");
}

/* Returns the number of levels of the stack. Finding one takes time in
 * proportion to its level, so this must not ask for each. */
static int count_levels(lua_State *L) {
  lua_Debug at;
  int low = 0, high = 1;
  while (lua_getstack(L, high, &at)) {
    low = high;
    high *= 2;
  }
  while (high - low > 1) {
    int middle = low + (high - low) / 2;
    if (lua_getstack(L, middle, &at))
      low = middle;
    else
      high = middle;
  }
  return high;
}

/* Adds the function at a level, if it is one of Lua. The name of the outermost
 * function is known to the caller; during a nested call that is another one. */
static bool add_level(lua_State *L, const Plugin *p, int level, bool outermost,
                      char trace[TRACE_SIZE]) {
  lua_Debug at;
  if (!lua_getstack(L, level, &at))
    return false;
  lua_getinfo(L, "Slnt", &at);
  if (at.currentline <= 0)
    return false;
  bool entry = outermost && p->depth == 1 && !at.istailcall;
  add_function(trace, &at, entry ? p->entry : NULL);
  return true;
}

/* Returns the outermost level that is a Lua function. */
static int outermost_level(lua_State *L, int levels) {
  lua_Debug at;
  for (int level = levels - 1; level > 0; level--)
    if (lua_getstack(L, level, &at) && lua_getinfo(L, "l", &at) &&
        at.currentline > 0)
      return level;
  return 0;
}

static void add_levels(lua_State *L, const Plugin *p, bool is_main,
                       char trace[TRACE_SIZE]) {
  int last = outermost_level(L, count_levels(L)), level = 0, listed = 0;
  for (; level <= last && listed < INNER_MAX; level++)
    listed += add_level(L, p, level, is_main && level == last, trace);
  if (last - level >= OUTER_MAX) {
    level = last - OUTER_MAX + 1;
    text_append(trace, TRACE_SIZE, "...\n");
  }
  for (; level <= last; level++)
    add_level(L, p, level, is_main && level == last, trace);
}

/* ---- coroutines ----------------------------------------------------------*/

/* The message on top of the stack, or its end if it is long. */
static const char *end_of_message(lua_State *L, const Plugin *p) {
  size_t length = 0, most = sizeof p->inner_message - 1;
  const char *text =
      lua_type(L, -1) == LUA_TSTRING ? lua_tolstring(L, -1, &length) : "";
  return length > most ? text + length - most : text;
}

/* Whether the error on top of the stack is that of the coroutine that has
 * failed last: `error` may have put a position in front of its message. */
static bool is_inner_error(lua_State *L, const Plugin *p) {
  const char *text = end_of_message(L, p);
  size_t length = strlen(text), inner = strlen(p->inner_message);
  return inner > 0 && length >= inner &&
         strcmp(text + length - inner, p->inner_message) == 0;
}

void plugin_keep_trace(lua_State *co, Plugin *p) {
  if (!is_inner_error(co, p)) /* otherwise of a coroutine inside this one */
    p->inner_trace[0] = '\0';
  add_levels(co, p, false, p->inner_trace);
  snprintf(p->inner_message, sizeof p->inner_message, "%s",
           end_of_message(co, p));
}

void plugin_write_trace(lua_State *L, Plugin *p) {
  snprintf(p->trace, sizeof p->trace, "%s",
           is_inner_error(L, p) ? p->inner_trace : "");
  add_levels(L, p, true, p->trace);
}
