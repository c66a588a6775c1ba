/* Takes the events __mode and __close away from plugins.
 *
 * Weak tables make the results of a plugin depend on garbage collection, and
 * both weak tables and to-be-closed values lead to memory errors in releases of
 * Lua before 5.4.8: a weak metatable may lose its __newindex while Lua writes
 * to it, a loop left by `break` may forget to close its fourth value, and
 * coroutines that close each other overflow the C stack. Refusing the fields in
 * setmetatable is not enough, because a plugin can add them later by an
 * ordinary assignment.
 *
 * Lua recognises an event by the identity of its name: there is one string
 * "__mode", created with the state, and short strings with equal bytes are the
 * same string. So renaming that one string is enough: from then on "__mode" is
 * a new string without a meaning. Lua has no function for it; the bytes that
 * lua_tostring returns are overwritten. */
#include "lua/host/sandbox/sandbox_internal.h"

#include <string.h>

static const char CLOSE_EVENT = 0; /* registry key: the string of the event */

/* Renames the string on top of the stack. The new name must not be one that a
 * plugin can form and that Lua would then take for this string. Lua looks for a
 * string by a hash, and this one stays where its old hash puts it, so nearly
 * every name will do; this tries until one is not found. A state that has just
 * been created has the smallest table of strings, and the places in a larger
 * one differ if they differ in the smallest, so this remains true. */
static void rename_string(lua_State *L) {
  size_t length;
  char *name = (char *)lua_tolstring(L, -1, &length), probe[LUA_IDSIZE];
  for (char first = 1; first < 127; first++) {
    name[0] = first;
    memcpy(probe, name, length + 1);
    lua_pushlstring(L, probe, length);
    bool found = lua_tostring(L, -1) == name;
    lua_pop(L, 1);
    if (!found)
      return;
  }
  luaL_error(L, "the interpreter's events cannot be renamed");
}

/* Makes the auxiliary library create the metatable of its buffers, which uses
 * __close, while the event still has its name. */
static void create_buffer_metatable(lua_State *L) {
  luaL_Buffer buffer;
  luaL_buffinitsize(L, &buffer, 2 * LUAL_BUFFERSIZE);
  luaL_pushresult(&buffer);
  lua_pop(L, 1);
}

void sandbox_hide_events(lua_State *L) {
  create_buffer_metatable(L);
  lua_pushstring(L, "__mode");
  rename_string(L);
  lua_pop(L, 1);
  lua_pushstring(L, "__close");
  rename_string(L);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &CLOSE_EVENT);
}

void sandbox_push_close_event(lua_State *L) {
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, &CLOSE_EVENT) == LUA_TSTRING)
    return;
  lua_pop(L, 1);
  lua_pushliteral(L, "__close");
}
