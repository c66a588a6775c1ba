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

/* How many arguments these hooks get, the position included. A further
 * parameter is nil. */
static const int PARAMETERS[CALLED_HOOKS] = {3, 4, 4, 4, 3};

static bool has_parameters(const BytecodeCall *call, int count) {
  for (int i = 0; i < call->count; i++)
    if (call->argument[i].parameter >= count)
      return false;
  return true;
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
    call->known = call->known && is_grid(g, call->field) &&
                  has_parameters(call, PARAMETERS[i]);
    lua_pop(L, 1);
  }
}

/* Pushes the grid and its method, or nil twice. */
static void push_method(lua_State *L, const BytecodeCall *call, int view) {
  int top = lua_gettop(L);
  lua_getfield(L, view, call->field);
  if (call->method[0])
    lua_getfield(L, -1, call->method);
  else
    luaL_getmetafield(L, -1, "__newindex");
  if (!lua_iscfunction(L, -1))
    lua_settop(L, top);
  lua_settop(L, top + 2);
}

void luagame_push_direct(lua_State *L, LuaGame *g, int i, int view) {
  int *ref = g->direct_ref[i], top = lua_gettop(L);
  if (g->direct[i].known && ref[1] == LUA_NOREF) {
    push_method(L, &g->direct[i], view);
    ref[1] = luaL_ref(L, LUA_REGISTRYINDEX);
    ref[0] = luaL_ref(L, LUA_REGISTRYINDEX);
  }
  for (int k = 0; g->direct[i].known && k < 2; k++)
    lua_rawgeti(L, LUA_REGISTRYINDEX, ref[k]);
  lua_settop(L, top + 2);
}

void luagame_push_parameter(lua_State *L, const Parameter *p) {
  if (p->index)
    lua_pushvalue(L, p->index);
  else
    lua_pushinteger(L, p->number);
}

static void push_argument(lua_State *L, const BytecodeArgument *a, int hook,
                          const Parameter parameters[], Plugin *plugin) {
  switch (a->source) {
  case FROM_PARAMETER:
    luagame_push_parameter(L, &parameters[a->parameter]);
    break;
  case FROM_FIELD:
    luagame_push_parameter(L, &parameters[a->parameter]);
    lua_getfield(L, -1, a->name);
    lua_remove(L, -2);
    break;
  case FROM_UPVALUE:
    lua_getupvalue(L, hook, a->upvalue);
    break;
  case FROM_ELEMENT:
    plugin->is_as_new = false; /* a metatable may have a function */
    lua_getupvalue(L, hook, a->upvalue);
    luagame_push_parameter(L, &parameters[a->parameter]);
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

void luagame_call_direct(lua_State *L, const BytecodeCall *call, int hook,
                         int at, const Parameter parameters[],
                         StateObject *view, Move *listed) {
  lua_pushvalue(L, at + 1);
  lua_pushvalue(L, at);
  for (int i = 0; i < call->count; i++)
    push_argument(L, &call->argument[i], hook, parameters, view->plugin);
  view->listed = listed;
  lua_call(L, 1 + call->count, call->returns);
  view->listed = NULL;
  if (!call->returns)
    lua_pushnil(L);
}
