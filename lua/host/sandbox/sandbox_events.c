/* Takes the events __mode and __close away from plugins, and tames __call.
 *
 * Weak tables make the results of a plugin depend on garbage collection, and
 * both weak tables and to-be-closed values lead to memory errors in releases of
 * Lua before 5.4.8: a weak metatable may lose its __newindex while Lua writes
 * to it, a loop left by `break` may forget to close its fourth value, and
 * coroutines that close each other overflow the C stack. Refusing the fields in
 * setmetatable is not enough, because a plugin can add them later by an
 * ordinary assignment.
 *
 * A __call that is itself a table with a __call is called in turn. Such a chain
 * is a single instruction, which shifts the whole stack once per table and so
 * takes seconds. So only functions become the __call that Lua knows: by
 * setmetatable, under a name that pairs and next leave out.
 *
 * Lua recognises an event by the identity of its name: there is one string
 * "__mode", created with the state, and short strings with equal bytes are the
 * same string. So renaming that one string is enough: from then on "__mode" is
 * a new string without a meaning. Lua has no function for it; the bytes that
 * lua_tostring returns are overwritten. */
#include "lua/host/sandbox/sandbox_internal.h"

#include <string.h>

static const char CLOSE_EVENT = 0, CALL_EVENT = 0; /* registry keys: strings */

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
  lua_pushstring(L, "__call");
  rename_string(L);
  plugin_of(L)->call_event = lua_topointer(L, -1);
  lua_rawsetp(L, LUA_REGISTRYINDEX, &CALL_EVENT);
}

static void push_event(lua_State *L, const char *key, const char *name) {
  if (lua_rawgetp(L, LUA_REGISTRYINDEX, key) == LUA_TSTRING)
    return;
  lua_pop(L, 1);
  lua_pushstring(L, name);
}

void sandbox_push_close_event(lua_State *L) {
  push_event(L, &CLOSE_EVENT, "__close");
}

void sandbox_push_call_event(lua_State *L) {
  push_event(L, &CALL_EVENT, "__call");
}

void sandbox_take_call(lua_State *L, int metatable) {
  Plugin *plugin = plugin_in_sandbox(L);
  int top = lua_gettop(L);
  lua_pushliteral(L, "__call");
  int type = lua_rawget(L, metatable);
  if (type != LUA_TNIL && type != LUA_TFUNCTION)
    luaL_error(L, "setmetatable: __call must be a function, not a %s value",
               lua_typename(L, type));
  if (type != LUA_TNIL || plugin->has_calls) {
    plugin->has_calls = true;
    sandbox_push_call_event(L);
    lua_pushvalue(L, -1);
    lua_rawget(L, metatable); /* __call, event, old */
    if (lua_rawequal(L, -1, -3) == 0) {
      lua_pushvalue(L, -2);
      lua_pushvalue(L, -4);
      lua_rawset(L, metatable);
    }
  }
  lua_settop(L, top);
}
