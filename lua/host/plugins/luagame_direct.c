/* Lua rules: hooks that are nothing but a call of a grid's method.
 *
 * Many a hook is one line, such as `return s.board:empty()`. Inside the one
 * call in which a random game is played (luagame_playout.c) the method is then
 * called with the same arguments, but not through Lua, which takes several
 * times as long as the method itself; and moves that it lists go where they are
 * needed, and not into a table. Only there: instructions are not counted, and a
 * profile sees every hook. */
#include "lua/host/plugins/luagame_internal.h"

static bool is_grid(const LuaGame *g, const char *name) {
  for (const Field *f = g->fields; f->name; f++)
    if (strcmp(f->name, name) == 0)
      return f->grid;
  return false;
}

void luagame_find_direct(lua_State *L, LuaGame *g) {
  for (int i = 0; i < CALLED_HOOKS; i++) {
    BytecodeCall *call = &g->direct[i];
    call->known = false;
    if (g->lua.game.base || !luagame_has(g, CALLED[i]))
      continue;
    lua_rawgeti(L, LUA_REGISTRYINDEX, g->hook[CALLED[i]]);
    if (!lua_iscfunction(L, -1))
      bytecode_find_call(L, call);
    call->known = call->known && is_grid(g, call->field);
    lua_pop(L, 1);
  }
}

/* Pushes the grid and its method, or nil twice. */
void luagame_push_direct(lua_State *L, const BytecodeCall *call, int view) {
  int top = lua_gettop(L);
  if (call->known) {
    lua_getfield(L, view, call->field);
    if (call->method[0])
      lua_getfield(L, -1, call->method);
    else
      luaL_getmetafield(L, -1, "__newindex");
  }
  if (!call->known || !lua_iscfunction(L, -1))
    lua_settop(L, top);
  lua_settop(L, top + 2);
}

/* Pushes an argument of a method. The parameters of the hook, which is at an
 * index, follow it. */
static void push_argument(lua_State *L, const BytecodeArgument *a, int hook) {
  switch (a->source) {
  case FROM_PARAMETER:
    lua_pushvalue(L, hook + 1 + a->parameter);
    break;
  case FROM_FIELD:
    lua_getfield(L, hook + 1 + a->parameter, a->name);
    break;
  case FROM_UPVALUE:
    lua_getupvalue(L, hook, a->upvalue);
    break;
  case FROM_ELEMENT:
    lua_getupvalue(L, hook, a->upvalue);
    lua_pushvalue(L, hook + 1 + a->parameter);
    lua_gettable(L, -2);
    lua_remove(L, -2);
    break;
  case FROM_INTEGER:
    lua_pushinteger(L, a->number);
    break;
  case FROM_TEXT:
    lua_pushstring(L, a->name);
    break;
  }
}

void luagame_call_direct(lua_State *L, const BytecodeCall *call, int at,
                         int arguments, StateObject *view, Move *listed) {
  int hook = lua_gettop(L) - arguments;
  lua_pushvalue(L, at + 1);
  lua_pushvalue(L, at);
  for (int i = 0; i < call->count; i++)
    push_argument(L, &call->argument[i], hook);
  view->listed = listed;
  lua_call(L, 1 + call->count, call->returns);
  view->listed = NULL;
  if (!call->returns)
    lua_pushnil(L);
  lua_replace(L, hook);
  lua_settop(L, hook);
}
